"""Phrases that several steps look for in a message, as patterns."""

from __future__ import annotations

import re
from typing import Final

CLAUSE_END: Final = re.compile(r"[?!.,;]+(?:\s+|$)|(?<=\w)\s+(?=(?:u|ur|you|you['’]?re)\b)", re.IGNORECASE)
FOR_USE: Final = re.compile(r"\s+for\s+(?:(?:an?|the|my|our)\s+)?", re.IGNORECASE)
NOT: Final = re.compile(
    r"\b(?:(?<!why )(?<!if )(?<!or )not|rather than)\s+(?:(?:about|for|in|of|on|with)\s+)?(?:the\s+)?$", re.IGNORECASE
)
"""What stands before something that is not meant."""
MEANT = re.compile(r"\b(?:mean|meant|ment|typo)\b", re.IGNORECASE)
"""What a person says who corrects a name: "no, I meant …"."""
PERSON: Final = r"\b(?:i|we|he|she|they|(?:my|our|his|her|the)\s+[\w-]+(?:\s+[\w-]+){0,2}?)"
"""The person who speaks, or whom he tells of."""
WANTS: Final = (
    r"(?:['’]d\s+|\s+(?:would\s+|will\s+)?)(?:(?:just|only|really|also|still|mainly|definitely|probably)\s+)*"
    r"(?:wants?|wanted|needs?|needed|likes?|prefers?)\s+|"
    r"(?:['’](?:m|s|re)\s+|\s+(?:am|is|are)\s+)(?:(?:just|only|really|also|still|mainly)\s+)*"
    r"(?:looking|searching|shopping)\s+for\s+"
)
"""What stands behind a person who would have something."""
CLAIMS = re.compile(
    r"[^?!.,;:]{1,50}?\b(?:heard|read|(?:say|think|believe|claim|reckon|swear|insist|argue|warn|suggest)s?|said|(?:thought|told|tells)(?:\s+(?:me|us))?|"
    r"(?:believ|claim|warn|insist|suggest)ed(?:\s+(?:me|us))?|(?:keeps?\s+)?saying)\s+(?:that\s+)?(?=\w)",
    re.IGNORECASE,
)
"""What tells who claims something."""
OF_SELF = re.compile(r"\W*(?:and |but |no,? )*(?:i|we)\b", re.IGNORECASE)
"""How somebody begins who claims something himself."""
WRITERS: Final = frozenset({"people", "users", "owners", "reviewers", "critics", "posters", "sources", "texts"})
"""Words for those who may have written the texts."""
