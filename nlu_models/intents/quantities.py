"""Numbers in words of a message: of a source, of a weight, of years."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_NUMBERS = {
    **dict.fromkeys(("one", "once", "first", "1st"), 1),
    **dict.fromkeys(("two", "second", "2nd", "both", "twice", "double", "doubly"), 2),
    **dict.fromkeys(("three", "third", "3rd", "thrice", "triple"), 3),
    **dict.fromkeys(("four", "fourth", "4th"), 4),
    **dict.fromkeys(("five", "fifth", "5th"), 5),
    **dict.fromkeys(("six", "sixth", "6th"), 6),
    **dict.fromkeys(("seven", "seventh", "7th"), 7),
    **dict.fromkeys(("eight", "eighth", "8th"), 8),
    **dict.fromkeys(("nine", "ninth", "9th"), 9),
    **dict.fromkeys(("ten", "tenth", "10th"), 10),
    **dict.fromkeys(("last", "final", "latest", "bottom"), -1),
}
_RANKS = frozenset({"first", "second", "third", "last"})
"""Words that tell a place, and no factor."""
_PARTS = (("half", "0.5"), ("third", "0.33"), ("quarter", "0.25"))
_WORD = re.compile(r"\d+(?:st|nd|rd|th)?|[a-z]+", re.IGNORECASE)
_RATIO = re.compile(r"(\w+)\s*(?::|\bto\b)\s*(\w+)", re.IGNORECASE)
_AMOUNT = re.compile(r"(\d+(?:[.,]\d+)?)\s*(%|percent|per cent)?", re.IGNORECASE)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")


def number(words: str) -> str:
    """Return which source or argument is meant: its number, -1 for the last, 0 where none is told.

    >>> number("source no. 3"), number("the second link"), number("the last"), number("that one")
    ('3', '2', '-1', '0')
    """
    for word in _WORD.findall(words):
        digits = re.match(r"\d+", word)
        if digits:
            return digits[0]
        if word.casefold() in _NUMBERS and word.casefold() != "one":
            return str(_NUMBERS[word.casefold()])
    return "1" if re.search(r"\b(?:number|no\.?|source|link|argument) one\b", words, re.IGNORECASE) else "0"


def factor(words: str) -> str:
    """Return by which factor an aspect counts more; empty where no number tells.

    >>> factor("twice"), factor("70%"), factor("three times"), factor("a third"), factor("1:4"), factor("a lot")
    ('2', '0.7', '3', '0.33', '0.25', '')
    """
    if words.strip().casefold() in _RANKS:
        return ""
    ratio = _RATIO.fullmatch(words.strip())
    if ratio and all(factor(part) for part in ratio.groups()):
        return f"{float(factor(ratio[1])) / (float(factor(ratio[2])) or 1):g}"
    amount = _AMOUNT.search(words)
    if amount:
        value = float(amount[1].replace(",", "."))
        return f"{value / 100 if amount[2] else value:g}"
    part = next((value for name, value in _PARTS if re.search(rf"\b{name}\b", words, re.IGNORECASE)), "")
    if part:
        return part
    found = (_NUMBERS.get(word.casefold(), 0) for word in _WORD.findall(words))
    return next((str(value) for value in found if value > 0), "")


_MONEY = re.compile(
    r"[$€£]\s*\d|\w\s?(?:dollars?|bucks?|euros?|quid|grand|usd|eur|gbp)\b|^spend(?:ing)?\b(?:\s+[a-z]+){0,2}(?:\s+\d+k?)?$|"
    r"^(?:(?:i['’]?m|i\s+am|we['’]?re|we\s+are)\s+)?(?:(?:so|totally|completely|kinda|really)\s+)?(?:broke|skint)$",
    re.IGNORECASE,
)
_SPENT = re.compile(r"\b(?:budget|spend|afford|pay)\b[^.!?;]*$", re.IGNORECASE)
"""What stands before a number of what somebody has to spend."""
_KIN: Final = (
    "sons?|daughters?|kids?|child|children|boys?|girls?|twins|toddlers?|baby|wife|husband|partner|girlfriend|boyfriend|"
    "m[ou]m|mother|dad|father|parents|grand\\w+|gran|nan|brothers?|sisters?|nephews?|nieces?|cousins?|uncle|aunt|boss|"
    "friends?|students?|little\\s+one|youngest|eldest|oldest"
)
_NEW_TO = re.compile(
    r"never (?:used|tried|done|played|owned|had|ridden|driven|worked)\b|new to (?:this|it|both)\b", re.IGNORECASE
)
"""What tells that somebody begins."""
_PERSON = re.compile(
    r"\b(?:(?P<we>we\s+are|we['’]re)|i['’]?m|(?:he|she|they)['’](?:s|re)|"
    rf"(?:i|he|she|they|who|(?:my|our|the)\s+(?:\w+\s+)?(?:{_KIN}))\s+(?:is|are|am|(?:just\s+)?turned))"
    r"\s+(?:(?:about|only|almost|nearly|just|like)\s+)*$",
    re.IGNORECASE,
)
"""What stands before how old somebody is, or how many we are."""
_ABOUT = re.compile(r"(?:(?:about|around|only|almost|nearly|just|like|over|past)\s+)+(?=\d)", re.IGNORECASE)
"""What stands before an age that is not told exactly."""
_AGE = re.compile(r"(\w+)(?:\s+(?:and|or)\s+\w+)?(?:[\s-]+(?:years?|yrs?)(?:[\s-]+olds?)?|\s*yo)?", re.IGNORECASE)
_OLD = re.compile(r"olds?$|yo$", re.IGNORECASE)
_OF_US = re.compile(r"(\w+)\s+of\s+us", re.IGNORECASE)
_WEIGHS = re.compile(r"\bweighs?\s+(?:(?:about|around|over|almost|nearly|like)\s+)*$", re.IGNORECASE)
"""What stands before how much somebody weighs."""
_WEIGHT = re.compile(r"(?P<number>\d+)\s*(?:(?P<kilos>kgs?|kilos?|kilograms?)|lbs?|pounds)", re.IGNORECASE)
HEAVY: Final = {True: 100, False: 220}
"""From how many kilograms, or else pounds, on somebody is one of the heavy people."""
AGES: Final = {"children": range(1, 13), "teenagers": range(13, 18), "elderly people": range(60, 120)}
"""Whom an age stands for."""
_ADULT: Final = range(18, 60)
"""Ages that stand for nobody else."""


def meant_by(words: str, before: str) -> str:
    """Return what an amount of money, an age or a number of people behind ``before`` stands for; else the words.

    >>> [meant_by(*said) for said in (("800 dollars", "budget is "), ("four", "he is "), ("73", "im "))]
    ['price', 'children', 'elderly people']
    >>> meant_by("nearly 50", "I'm "), meant_by("35", "my sister is ")
    ('50 year old', '35 year old')
    >>> meant_by("five of us", ""), meant_by("10 year old", "for a "), meant_by("60 fps", "it is ")
    ('five people', 'children', '60 fps')
    >>> meant_by("im broke", "")
    'price'
    >>> meant_by("230 pounds", "I weigh "), meant_by("60 kg", "she weighs ")
    ('heavy people', '60 kg')
    >>> meant_by("never used", "we have ")
    'beginners'
    """
    if _NEW_TO.match(words):
        return "beginners"
    if _MONEY.search(words) or (_SPENT.search(before) and any(map(str.isdecimal, words))):
        return "price"
    weight = _WEIGHT.fullmatch(words) if _WEIGHS.search(before) else None
    if weight and int(weight["number"]) >= HEAVY[weight["kilos"] is not None]:
        return "heavy people"
    person, told, together = _PERSON.search(before), _AGE.fullmatch(_ABOUT.sub("", words)), _OF_US.fullmatch(words)
    is_age = told and (person or _OLD.search(words))
    number = factor(told[1]) if told and is_age else ""
    if together or (person and person["we"] and number):
        return f"{together[1] if together else words} people"
    age = int(number) if number.isdecimal() else 0
    is_bare = age in _ADULT and not _OLD.search(words)
    return next((who for who, ages in AGES.items() if age in ages), f"{age} year old" if is_bare else words)


def years(words: str, role: str) -> Iterator[tuple[str, str]]:
    """Yield the bounds that words for a time give: ``since``, ``until`` or ``any`` and a year.

    >>> list(years("2015", "since")), list(years("2012", "in")), list(years("all years", "any"))
    ([('since', '2015')], [('since', '2012'), ('until', '2012')], [('any', 'all years')])
    """
    found = _YEAR.search(words)
    if role == "any":
        yield "any", words
    elif found:
        yield from ((bound, found[0]) for bound in (("since", "until") if role == "in" else (role or "since",)))
