"""What people say in a conversation in known wordings, ``sayings.txt``: messages are matched whole, names left open."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

from nlu_models.intents.message import Context, compared
from nlu_models.intents.network import Named

SAYINGS: Final = Path(__file__).with_name("sayings.txt")
LONGEST: Final = 120
"""Characters of a message that is matched."""
FEWEST_SAID: Final = 4
"""Letters and digits that are no name."""

EITHER: Final = re.compile(r"\|(?![^\[\]]*\])")
"""What parts two wordings: a bar outside of a mark."""
_HEADER = re.compile(r"== (?P<intent>\w+)(?P<sign>[+?]?)(?P<more>\w*)/?(?P<relation>\w*) \| (?P<few>\d)-?(?P<many>\d?)")
_PART = re.compile(
    r"\{(?P<slot>\w)(?::(?P<of>\w+))?\}|(?P<open>\[)|\|(?P<mark>[\w:]+)\]|(?P<space> +)|(?P<sign>[()|])|."
)
_NEW: Final = frozenset("axyzu")
"""Slots of what nobody named yet."""
_LABELS: Final = {"a": "aspect", "k": "aspect", "u": "use"}
CHOICE: Final = re.compile(r"\(([^()]*)\)")
_SLOT_OR_MARK = re.compile(r"\{[^}]*\}|\[[^\]]*\]")
_ARTICLE = re.compile(r"(?:(?:the|an?|my|our|your|its|their|his|her)\s+)?", re.IGNORECASE)
_NAME = r"[^\s?!,;:]+(?:\s[^\s?!,;:]+){0,3}?"
_NO_NAME = re.compile(
    r"^(?:for|with|in|on|at|about|from|than|against|no|any|tell|show|give|there)\b|\bat all\b|\ball of\b|"
    r"^(?:first|last|other|top|best) (?:two|three|[23]|ones?)$|"
    r"^and\b|\band$|\b(?:any|some|every)(?:one|body)\b|"
    r"\b(?:instead|rather|than|not|vs|versus|or|too|also|again|please|compare|nothing|former|latter|other|what|which|how|why|who|i|we|you|as|to|that|it)\b",
    re.IGNORECASE,
)
"""Words that are in no name that a known wording leaves open."""
_WORD = re.compile(r"[^\W\d_]")
_COORDINATED = re.compile(r"\s*(?:,|\b(?:and|or)\b)\s*", re.IGNORECASE)
_SPACE = r"(?:\s+|(?<=\s)|^|$)"
_LEAD = re.compile(
    r"(?:(?:and|but|so|ok|okay|well|hm+|um+|uh|ugh+|argh+|oh|ah|now|then|please|hey|great|cool|nice|fine|actually|thanks|"
    r"thx|lol|alright|anyway|maybe|right|yeah|(?:no )?wait|(?:can|could|would) you)\b[\s,.!…]*)+(?=\S)",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"(?:[\s,.!]+(?:please|pls|plz|then|now|anyway|tho|though|lol|thanks|thank you|cheers|maybe|mate|again|at all|"
    r"(?:like|as) i said))*"
    r"[\s?!.…]*$",
    re.IGNORECASE,
)


class Saying(NamedTuple):
    """A line of the file."""

    text: str
    intent: str
    second: str
    other: str
    relation: str
    things: range
    """How many things are compared where it is said."""
    replies: tuple[str, ...]
    """What it follows."""


class Match(NamedTuple):
    """A message that was found."""

    saying: Saying
    named: tuple[Named, ...]
    open: int
    """Characters of it that stand where a line leaves a name open."""


@cache
def sayings() -> tuple[Saying, ...]:
    """Read the file."""
    found: list[Saying] = []
    for line in SAYINGS.read_text("utf-8").splitlines():
        if match := _HEADER.match(line):
            few, many = int(match["few"]), int(match["many"] or match["few"])
            second, other = (match["more"] * (match["sign"] == sign) for sign in "+?")
            replies = tuple(line.rpartition("|")[2].split())
            head = (match["intent"], second, other, match["relation"], range(few, many + 1), replies)
        elif line and not line.startswith("#"):
            found.append(Saying(line, *head))
    return tuple(found)


class _Group(NamedTuple):
    """What a group of a pattern stands for."""

    slot: str
    """A letter or digit in braces; empty for a mark."""
    label: str = ""
    role: str = ""


class _Form(NamedTuple):
    saying: Saying
    pattern: re.Pattern[str]
    groups: tuple[_Group, ...]
    needed: frozenset[str]
    """Words that stand in each of its wordings."""


def _form(saying: Saying) -> _Form:
    groups: list[_Group] = []
    pattern = ""
    for part in _PART.finditer(saying.text):
        if part["slot"]:
            pattern += f"(?P<g{len(groups)}>{_NAME})"
            groups.append(_Group(part["slot"], _LABELS.get(part["slot"], "object"), part["of"] or ""))
        elif part["open"]:
            pattern += f"(?P<g{len(groups)}>"
            groups.append(_Group(""))
        elif part["mark"]:
            label, _, role = part["mark"].partition(":")
            groups[max(n for n, group in enumerate(groups) if group == _Group(""))] = _Group("", label, role)
            pattern += ")"
        elif part["space"]:
            pattern += _SPACE
        elif part["sign"]:
            pattern += "(?:" if part[0] == "(" else part[0]
        else:
            pattern += {"'": "['’]?", "?": r"\??"}.get(part[0], re.escape(part[0]))
    bare = saying.text
    while CHOICE.search(bare):
        bare = CHOICE.sub("/", bare)
    needed = frozenset(word for word in _SLOT_OR_MARK.sub("/", bare).split() if word.isalnum())
    return _Form(saying, re.compile(pattern, re.IGNORECASE), tuple(groups), needed)


@cache
def _forms() -> tuple[_Form, ...]:
    """Return the forms of all sayings but those that are nothing but open names, which anything could be."""
    return tuple(
        _form(one) for one in sayings() if "{" not in one.text or _WORD.search(_SLOT_OR_MARK.sub("", one.text))
    )


def find(text: str, context: Context) -> Match | None:
    """Return the saying that a message is; None where it is none, or where two that differ fit it alike."""
    if len(text) > LONGEST:
        return None
    words = frozenset(re.findall(r"\w+", text.casefold()))
    known = [form for form in _forms() if form.needed <= words and _follows(form.saying, context)]
    tail = _TAIL.search(text)
    stop = tail.start() if tail else len(text)
    lead = _LEAD.match(text, 0, stop)
    parts = tuple(dict.fromkeys(product((lead.end() if lead else 0, 0), (stop, len(text)))))
    found = [match for form in known if (match := _match(form, text, parts, context))]

    def loose(match: Match) -> tuple[int, bool]:
        return match.open, len(context.objects) not in match.saying.things

    least = min(map(loose, found), default=None)
    best = [match for match in found if loose(match) == least]
    return best[0] if len({match.saying.intent for match in best}) == 1 else None


def bare(text: str) -> str:
    """Return a message without what is said before and after everything: "which is cheaper" of "ok, cheaper again?"."""
    lead, tail = _LEAD.match(text), _TAIL.search(text)
    said = text[lead.end() if lead else 0 : tail.start() if tail else None]
    return f"{said}?" if said and text.endswith("?") else said or text


def _follows(saying: Saying, context: Context) -> bool:
    """Return whether a saying may be said now: what names or points at nothing may be said of any number of things."""
    named = context.objects and _SLOT_OR_MARK.search(saying.text)
    if named and len(context.objects) not in saying.things:
        return False
    return not {"any", "verdict"}.isdisjoint(saying.replies) or context.kind in saying.replies


def _match(form: _Form, text: str, parts: Sequence[tuple[int, int]], context: Context) -> Match | None:
    """Return a text, or a part of it without what is said before and after everything, as a form has it."""
    for start, end in parts:
        match = form.pattern.fullmatch(text, start, end)
        groups = [*_named(form, match, context)] if match else [None]
        named = [group for group in groups if group and group[0].start >= parts[0][0]]
        if len(named) < len(groups):
            continue
        opened = [one for one, known in named if not known]
        said = _letters(text[start:end]) - sum(_letters(text[one.start : one.end]) for one in opened)
        if not opened or said >= FEWEST_SAID:
            spans = tuple(sorted(part for one, _ in named for part in _parts(text, one)))
            return Match(form.saying, spans, sum(one.end - one.start for one in opened))
    return None


def _letters(text: str) -> int:
    return sum(map(str.isalnum, text))


def _parts(text: str, one: Named) -> Iterator[Named]:
    """Yield what matters, each for itself: "price and size"."""
    if one.label not in {"aspect", "use"}:
        yield one
        return
    start = one.start
    for between in _COORDINATED.finditer(text, one.start, one.end):
        if between.start() > start:
            yield one._replace(start=start, end=between.start())
        start = between.end()
    if start < one.end:
        yield one._replace(start=start)


def _named(form: _Form, match: re.Match[str], context: Context) -> Iterator[tuple[Named, bool] | None]:
    """Yield what the groups of a match name and whether it was known before; None for what a slot cannot stand for."""
    for n, (slot, label, role) in enumerate(form.groups):
        start, end = match.span(f"g{n}")
        if start < 0:
            continue
        referent = ""
        if label == "reference":
            referent, _, role = role.partition(":")
            if referent == "side":
                referent = context.side or "unclear"
        if slot:
            start += len((_ARTICLE.match(match.string, start, end) or [""])[0])
        name = match.string[start:end]
        if "." in name and match.string[end : end + 1] == ".":  # "the U.S."
            name, end = f"{name}.", end + 1
        is_new = slot in _NEW
        known = {"k": context.aspects, "x": (*context.objects, *context.aspects)}.get(slot, context.objects)
        is_known = bool(compared(name, known))
        if (slot in _NEW and _NO_NAME.search(name)) or (slot and context.objects and is_known is is_new):
            yield None
        else:
            yield Named(start, end, label, role, referent), not slot or (is_known and not is_new)
