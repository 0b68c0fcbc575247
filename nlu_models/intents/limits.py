"""What evidence shall count, as a message says it: "only since 2012", "no sample texts", "all sources again"."""

from __future__ import annotations

import re

from engine.text.stop_words import STOP
from nlu_models.intents.message import Entity

_YEAR = r"(?P<{0}>(?:19|20)\d\d)(?:-\d\d(?:-\d\d)?)?\b"
_NOT = r"\b(?:no(?:thing|ne)?|not|without|exclude|excluding|ignore|skip|leave out|forget|drop)\b[^.;]*?"


def _form(pattern: str) -> re.Pattern[str]:
    for name in ("since", "until", "after", "before", "both"):
        pattern = pattern.replace(f"<{name}>", _YEAR.format(name))
    return re.compile(pattern.replace("<not>", _NOT), re.IGNORECASE)


_FORMS = tuple(
    _form(pattern)
    for pattern in (
        r"\b(?:between|from) <since> (?:and|to|until|till|-) <until>",
        r"<not>\b(?:before|b4|older than|prior to|earlier than) <since>",
        r"<not>\b(?:after|newer than|later than|since) <until>",
        r"\b(?:since|starting(?: in| from)?|as of|(?:no|not) (?:older|earlier) than) (?:the year )?<since>",
        r"\b(?:from )?<since> (?:or|and) (?:later|newer|younger|after|onwards?|up)",
        r"\bfrom <since>(?: on(?:wards?)?)?(?! (?:to|and|until))(?=\s*(?:on(?:wards?)?)?\W*$)",
        r"\b(?:after|newer than|later than|more recent than) <after>",
        r"\b(?:before|b4|older than|earlier than|prior to) <before>",
        r"\b(?:until|till|up to|not? (?:after|newer than|later than)) <until>",
        r"^(?:and |but |now )?(?:only|just) (?:(?:sources|texts|articles|posts|those|things|what was written) )?"
        r"(?:in|of|from) <both>",
    )
)
_ANY = re.compile(
    r"\b(?:all (?:years|dates|times|ages|periods)|(?:any|every) (?:years?|dates?|times?|ages?|periods?))\b|"
    r"\buse (?:everything|all)\b(?! (?:the )?sources)|"
    r"\b(?:remove|drop|forget|ignore|lift|without|no|undo|clear|never ?mind) (?:the |that |any )?(?:date|time|year)s?\b"
    r"(?: (?:limit|filter|restriction|range)s?)?|\bregardless of (?:the )?(?:date|time|year|age)\b|"
    r"\b(?:old|older) (?:ones?|sources|texts|posts) (?:too|as well|also|again)\b",
    re.IGNORECASE,
)
_TEXTS = r"(?:text|post|comment|thread|article|page|site|website|source|quote|sentence|user|people|data)s?"
_SOURCES = r"(?:source|publisher|site|website)s?"
_SITES = (
    re.compile(rf"{_NOT}\b(?:(?:the|any|all) )?(?P<out>[\w./-]+) {_TEXTS}\b", re.IGNORECASE),
    re.compile(rf"\b(?:only|just) (?:(?:the|use) )?([\w./-]+) {_TEXTS}\b", re.IGNORECASE),
    re.compile(rf"\b(?:only|just) (?:the )?{_TEXTS} (?:from|of|on|by) (?:the )?([\w./-]*\w)", re.IGNORECASE),
)
_ANY_SITE = re.compile(
    rf"\b(?:use|count|take|allow|from) (?:all|any|every) (?:the )?{_SOURCES}\b(?! (?:but|except))|"
    rf"\b(?:all|any|every) {_SOURCES}\b.{{0,9}}\b(?:again|counts?|too|will do|fine)\b|"
    r"\beverything counts\b|\buse everything\b|\bfrom (?:everywhere|anywhere|all over)\b",
    re.IGNORECASE,
)
_LIFTED = re.compile(
    r"\b(?:remove|drop|forget|ignore|lift|without|no|undo|clear|cancel|never ?mind) "
    r"(?:(?:the|that|this|any|all|both|more|my) )*(?P<of>[\w/.]+ )?(?:limit|filter|restriction)s?\b|"
    rf"\b(?:all of it|everything|everybody) again\b|^\W*(?:all|any|every) {_SOURCES}\W*$",
    re.IGNORECASE,
)
"""What lifts the limits that were set, or the one that it names."""
LONGEST_DATE = 200
"""Characters; in a longer message nobody asks for a limit."""
WEB = frozenset({"web", "internet", "websites", "web sites"})
"""Names of all that is published."""


def limits(text: str, *, limited: bool = False) -> tuple[Entity, ...]:
    """Return the bounds of the time that a message asks for, and that it lets any source count: ``site``, role any.

    Where something was limited before, it may lift that.
    """
    if len(text) > LONGEST_DATE:
        return ()
    times, match = _times(text), _ANY_SITE.search(text)
    if limited and not (times or match) and (match := _LIFTED.search(text)):
        times = () if match["of"] else (Entity("time", match[0], *match.span(), "any"),)
    return (*times, *([Entity("site", match[0], *match.span(), "any")] if match else ()))


def sites(text: str) -> list[Entity]:
    """Return the sources that a message that chooses the evidence names, bare or beside a word for what they write."""
    if len(text) > LONGEST_DATE:
        return []
    found = [match for form in _SITES if (match := form.search(text)) and match[1].casefold() not in STOP][:1]
    found = found or [*re.finditer(rf"\b({'|'.join(WEB)})\b", text, re.IGNORECASE)][:1]
    return [Entity("site", one[1], *one.span(1), "out" if one.lastgroup else "") for one in found]


def published_by(site: str) -> str:
    """Return the name that a source is known by, of the words for what it writes: "reddit" for "Reddit posts"."""
    return re.sub(rf"^the\s+|\s+{_TEXTS}$", "", site.casefold())


def _times(text: str) -> tuple[Entity, ...]:
    """Return the bounds of the time that a message asks for: entities ``time`` with the role since, until or any."""
    for form in _FORMS:
        if match := form.search(text):
            return tuple(_bound(match, name, role, year) for name, role, year in _bounds(match))
    match = _ANY.search(text)
    return (Entity("time", match[0], match.start(), match.end(), "any"),) if match else ()


def _bounds(match: re.Match[str]) -> list[tuple[str, str, int]]:
    """Return the named years of a match: the group, the bound it gives, and the year of that bound."""
    years = {name: int(year) for name, year in match.groupdict().items() if year}
    roles = {"after": ("since", 1), "before": ("until", -1)}
    found = [(name, *roles.get(name, (name, 0))) for name in years if name != "both"]
    found += [("both", role, 0) for role in ("since", "until") if "both" in years]
    return [(name, role, years[name] + shift) for name, role, shift in found]


def _bound(match: re.Match[str], name: str, role: str, year: int) -> Entity:
    return Entity("time", str(year), match.start(name), match.end(name), role)
