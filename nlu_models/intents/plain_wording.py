"""Intents that the wording of a message leaves no doubt about, whatever was said before."""

from __future__ import annotations

import re

from nlu_models.intents.message import CERTAIN, Entity, ParsedMessage

_FORMS = {
    "other_language": r"""
        \b(?:translate|say|write|answer|speak|reply|talk)\b.* (?:in(?:to)?|to) (?:german|french|spanish|italian|
        deutsch|dutch|russian|
        polish|turkish|arabic|hindi|chinese|japanese|korean|portuguese)\b
        """,
    "ask_corpus": r"""
        \bwhere (?:is|are|does|do|did) (?:your|all (?:the|this|your)|the) (?:data|info|information|texts|sentences|
        knowledge)\b
        \b(?:how (?:big|large|old|many|much)|what)\b.*\b(?:your (?:data|corpus|index|database|collection)|
        texts do you have|data do you have)\b(?!.*\bme\b)
        \bdo you (?:search|use|read) the (?:web|internet)\b
        """,
    "ask_how_many": r"""
        \bhow many (?:people|sources|persons|users|sentences|posts|of them|folks|ppl|say|think|votes)\b
        """,
    "ask_date": r"""
        \bhow (?:old|recent|new|fresh|current) (?:is|are) (?:it|that|this|these|those|they|the (?:sources?|evidence|
        posts?|quotes?|arguments?))\W*$
        \b(?:what|which) (?:year|date)s? (?:is|are|was|were) (?:it|that|this|these|those|they|the)\b
        \bwhen (?:was|were) (?:it|that|this|these|those|they) (?:written|posted|said|published)\b
        """,
    "ask_how_sure": r"""
        ^(?:and |but )?(?:how|are you|r u) (?:sure|certain|confident|really sure)\b(?: are you)?(?: about (?:that|
        this|it))?\W*$
        ^(?:but )?(?:can|should) i (?:trust|believe|rely on) (?:that|this|it|you)\W*$
        """,
    "ask_verdict": r"""
        ^(?:ok |so |and |then |just )*(?:tell me )?(?:which (?:one|is it|one is it)|who (?:wins|won)|your pick|
        the winner)(?: then| now)?\W*$
        """,
    "insult": r"""
        ^(?:you(?:'re| are)?|u r|ur)\b(?: \w+){0,3} (?:idiot|stupid|dumb|useless|garbage|trash|moron|rubbish|crap|
        shit|worthless|suck)\w*\W*$
        ^(?:fuck (?:you|off)|screw you|shut up|you suck|(?:stupid|dumb|useless|bad) bot)\W*$
        """,
    "chat": r"""
        ^(?:are you (?:a |an )?(?:human|bot|robot|ai|real)\b.*|who (?:made|built|created) you|what(?:'s|
         is) your name|tell me a joke|i(?:'m| am) bored)\W*$
        """,
    "opinion": r"""
        ^(?:ok |well |then )*(?:i(?:'ll| will| think i(?:'ll| will))|i(?:'m| am) going to) (?:take|go (?:for|with)|
        get|buy|pick|choose) (?:the )?(?P<object>[\w+#. -]+?)(?: then| now)?\W*$
        """,
    "back_to": r"""
        ^(?:and |ok |now )*(?:go |let'?s go )?back to (?P<before>(?:the|our|those)\s[\w+#. -]+?)(?: question| topic|
         again| now)?\W*$
        """,
    "ask_source": r"""
        ^(?:ok |and |please |show |me |open |read |give |the |what does |tell me more about )*(?:source|link|argument|
        quote|point|reference) (?:no\.? |number |#)?(?P<argument>\d+|one|two|three|four|five)\b.*$
        ^(?:ok |and |please |show |me |open |read |give |the )*(?P<last>last|first|second|third|fourth|fifth|1st|2nd|
        3rd|4th|5th) (?:source|link|argument|quote|point|reference)\b.*$
        """,
}
"""Intent → what a message of that meaning may hold, a pattern a line; the first intent that is found counts."""

_NUMBERS = {
    "one": "1",
    "two": "2",
    "three": "3",
    "four": "4",
    "five": "5",
    "last": "-1",
    "first": "1",
    "second": "2",
    "third": "3",
    "fourth": "4",
    "fifth": "5",
    "1st": "1",
    "2nd": "2",
    "3rd": "3",
    "4th": "4",
    "5th": "5",
}
_COMPILED = tuple(
    (intent, re.compile(line.strip(), re.IGNORECASE))
    for intent, lines in _FORMS.items()
    for line in re.sub(r"\|\n\s+", "|", lines).strip().splitlines()
)


def by_plain_wording(text: str) -> ParsedMessage | None:
    """Return what a message means that is worded like one of the forms; None when it is not."""
    for intent, form in _COMPILED:
        if match := form.search(text):
            entities = tuple(_entity(name, match) for name in match.groupdict() if match[name])
            return ParsedMessage(intent, CERTAIN, entities, text=text)
    return None


def _entity(name: str, match: re.Match[str]) -> Entity:
    value, (start, end) = match[name], match.span(name)
    if name in {"argument", "last"}:
        return Entity("argument", _NUMBERS.get(value.casefold(), value), start, end)
    return Entity(name, value, start, end)
