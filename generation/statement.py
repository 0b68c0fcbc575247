"""Cuts a sentence to the clauses that compare, where nothing that is left out could turn them round.

What goes: what leads into a statement ("However, I think that"), clauses beside it, remarks in brackets. What stays:
every clause with a negation, a condition, an objection or somebody else's voice in it, for it may be about the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise, product
from typing import NamedTuple

from engine.tagging import Tagger
from engine.text import Tokens

Range = tuple[int, int]

SHORT = 140
"""Characters up to which a statement is read at one go."""
_LONG = 220
_MENTIONS = 4
"""Occurrences of one name that are tried when the clauses of a comparison are looked for."""
_BORDER = re.compile(
    r"""\s*[;:–—]\s+ | \s+-{1,3}\s+ | \s*\.{2,}\s* | \s*…\s* | [.!]["”')]*\s+(?=["“'(]?[A-Z]) | (?<=[a-z])[.!](?=[A-Z][a-z]) | \s+[([] | [)\]],?\s+
      | ,?\s+(?=(?:and|so|which|plus)\s+\w+\s+\w+) | ,\s+(?=(?:but|because|while|whereas|although|though|since|as|yet)\s)
      | ,\s+(?=(?:I|you|we|they|he|she|it|there|this|that)\s)""",
    re.VERBOSE,
)
"""What parts two clauses."""
_LEAD = re.compile(
    r"""(?:(?:and|also|anyway|basically|besides|clearly|finally|first(?:ly)?|frankly|furthermore|generally(?:\ speaking)?
      |honestly|in\ addition|in\ fact|in\ general|in\ my\ (?:humble\ )?(?:opinion|experience)|imo|imho|indeed|lastly
      |likewise|moreover|of\ course|ok(?:ay)?|on\ the\ whole|overall|plus|second(?:ly)?|seriously|so|still|sure|then
      |to\ be\ honest|to\ me|well|yeah|yes|yep)(?:\s*[,:]\s+|\s+(?=I\s|the\s))
    | (?:and|because|plus|so)\s+
    | (?:that|also),\s+
    | I\ (?:(?:also|do|honestly|just|personally|really|still)\ )?(?:believe|feel|find|guess|think|would\ say|know)\ that\s+
    )+""",
    re.VERBOSE | re.IGNORECASE,
)
"""What leads into a statement and says nothing of it."""
_TURNING_BEFORE = re.compile(
    r"""\b(?:if|unless|whether|when|whenever|until|though|although|while|despite|not|no|never|nobody|none|nothing|nor|neither
      |without|hardly|cannot|\w+n['’]?t|wrong|false|myth|doubt\w*|den(?:y|ies|ied)|disagree\w*|pretend\w*|imagine|suppose\w*
      |used\ to|would|could|might|may|claim\w*|argu\w*|sa(?:y|ys|id|ying)|told|hear\w*|people|some|many|they|think\w*
      |believe\w*|supposedly|allegedly|except|rather|instead|as\ much\ as|even|stop\w*|ask\w*|wonder\w*)\b""",
    re.VERBOSE | re.IGNORECASE,
)
"""Words before a statement that may deny it, doubt it, or leave it to others."""
_TURNING_AFTER = re.compile(
    r"""\b(?:but|though|although|unless|if|except|however|until|not|no|never|\w+n['’]t|nope|wrong|false|myth|yet|only|while
      |whereas|when|jok\w+|kidding|jk|lol|sarcas\w*|used\ to|than|said|says?|claim\w*|disagree\w*|otherwise)\b|/s\b""",
    re.VERBOSE | re.IGNORECASE,
)
"""Words after a statement that may take it back or narrow it."""
_HEARSAY = re.compile(
    r"""\b(?:hear[ds]?|wonder\w*|supposed(?:ly)?|told|ask(?:ed|ing)?|not\ sure|unsure|trying\ to|should\ I|would|could|might
      |may\ be|if|whether|claim\w*|argu\w*|myth|pretend|until|used\ to|used\ to\ be|seems?|imagine|hope|wish|maybe|perhaps
      |don['’]?t\ (?:know|think|believe|understand)|doubt\w*|some\ (?:people|say)|people\ (?:say|think)|they\ (?:say|think))\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
_JUNK = re.compile(r"https?:|www\.|[|{}<>=~^*\\_]|[.!,]{2,}|\b[A-Z]{4,}(?: [A-Z]{4,})+|\S{30,}|\d{5,}|[:;]-?[)(DP]\B|@")
_DANGLING = re.compile(r"(?:[a-z]*ing\b|since|as|because|when|it|its|he|she|they|this|these|those|that|which|who|than|to|of|or)\b", re.IGNORECASE)
_AFTER = re.compile(r"(?P<joined>['’]s? \w|[-/]\w)|\ (?P<word>[a-z]+)(?: (?P<next>[a-z]+))?")
_THAN = frozenset({"than", "over", "beat", "prefer", "outperform", "surpass", "to"})


CLEAR = 1
"""How unclear a statement may be that is quoted beside others."""
UNCLEAR = 99
"""How unclear a statement may be where there is no other."""


class Statement(NamedTuple):
    """The part of a sentence that compares."""

    start: int
    end: int
    """Half-open range of the sentence."""
    unclear: int
    """How hard it is to read on its own: 0 for a short statement that compares the two and nothing else."""


def statement(text: str, *, names: Sequence[str], marked: Iterable[Range] = ()) -> Statement:
    """Return the clauses of a sentence that compare, the whole of it where they cannot be told apart.

    Args:
        text: A cleaned sentence.
        names: Names of the compared objects.
        marked: Ranges of the words that decide whom the sentence favours.
    """
    tokens = Tokens(text)
    mentions = [found[:_MENTIONS] for name in names if (found := tokens.mentions(name))]
    wanted = mentions + [[span] for span in marked]
    start, end = _clauses(text, wanted) if wanted else (0, len(text))
    lead = _LEAD.match(text, start, end)
    if lead and all(lead.end() <= min(found)[0] or max(found)[0] >= lead.end() for found in mentions):
        start = lead.end()
    return Statement(start, end, _unclear(text, tokens, start, end, mentions))


def _clauses(text: str, wanted: Sequence[Sequence[Range]]) -> Range:
    """Return the fewest neighbouring clauses with what is wanted, and those that may turn it round."""
    borders = [(0, 0), *(found.span() for found in _BORDER.finditer(text)), (len(text), len(text))]
    clauses = [(before[1], after[0]) for before, after in pairwise(borders) if before[1] < after[0]]
    hulls = [(min(starts), max(ends)) for starts, ends in (zip(*one, strict=True) for one in product(*wanted))]
    focus = min(hulls, key=lambda hull: (hull[1] - hull[0], hull))
    held = [clause for clause in clauses if clause[0] < focus[1] and focus[0] < clause[1]]
    if not held:
        return 0, len(text)
    start, end = held[0][0], held[-1][1]
    if _TURNING_BEFORE.search(text, 0, start):
        start = 0
    if _TURNING_AFTER.search(text, end):
        end = len(text)
    return start, end if _is_balanced(text[start:end]) else len(text)


def _is_compound(text: str, end: int, mention: Range) -> bool:
    """Return whether a name only tells of what kind something else is: "cat food", "Java-based", "a dog's life"."""
    after = _AFTER.match(text, mention[1], end)
    if not after:
        return False
    if after["joined"]:
        return True
    first, second = _tagger().tag([after["word"], after["next"] or "."])
    return first.startswith("NN") and (not after["next"] or second.startswith(("NN", "VB", "MD", "IN")))


@cache
def _tagger() -> Tagger:
    return Tagger()


def _is_balanced(text: str) -> bool:
    return text.count("(") == text.count(")") and text.count("[") == text.count("]")


def _unclear(text: str, tokens: Tokens, start: int, end: int, mentions: Sequence[Sequence[Range]]) -> int:
    """Return how many things stand in the way of reading a statement on its own."""
    said = text[start:end]
    inside = [[one for one in found if start <= one[0] and one[1] <= end] for found in mentions]
    words = [token for token in tokens.tokens if start <= token.start and token.end <= end]
    between = False
    if len(inside) == 2 and all(inside):
        low, high = sorted((inside[0][0], inside[1][0]))
        between = any(low[1] <= word.start < high[0] and word.stem in _THAN for word in words)
    return (
        2 * (not between)
        + (len(said) > SHORT)
        + 2 * (len(said) > _LONG)
        + 2 * bool(_JUNK.search(said))
        + 2 * bool(_HEARSAY.search(said))
        + bool(_DANGLING.match(said))
        + (start > 0 and said[:1].islower() and all(one[0][0] > start for one in inside if one))
        + 2 * any(_is_compound(text, end, mention) for found in inside for mention in found[:1])
        + 2 * (not _is_balanced(said) or said.count('"') % 2)
        + (len(words) < 4)
    )
