"""What one message says, as the reader of ``nlu_models.intents`` understood it and Rasa hands it on."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf
from types import MappingProxyType
from typing import Any, NamedTuple, Self

from actions.dialogue_state import NOTHING_SAID, DialogueState
from engine.text.stop_words import STOP
from engine.text.tokens import unique
from engine.types import Period, Publishers
from nlu_models.intents import SURE
from nlu_models.intents.limits import WEB, published_by
from nlu_models.intents.quantities import factor

_ROLES = frozenset({"old", "against", "only", "most", "less", "meant", "all", "out", "class", "top"})
_BEHIND = r"\b(?:than|important as|much as|over|against)\s+(?:(?:the|my|its?|their)\s+)?"
"""What stands before something that counts less than what was named before it."""
_COUNTS = re.compile(r"\s+(?:(?:is|are|should|must)\s+)?(?:matters?|counts?|weighs?|count|important)\s+", re.IGNORECASE)
"""What stands between something that matters and its weight."""
_COUNT_ALL = re.compile(r"\s+(?:(?:both|all|should|must|do)\s+)*(?:matter|count|weigh|are)\s+", re.IGNORECASE)
"""What stands between several things that matter and the weight of them all."""
_JOINS = re.compile(r"\s*(?:,|&|,?\s+and\b)\s*(?:(?:the|my|its?|their)\s+)?", re.IGNORECASE)
"""What stands between them."""
_FIRST = re.compile(
    r"\s+(?:(?:is|are|comes?|goes|matters?|counts?)\s+)(?:(?:the|my|our|by|far)\s+)*"
    r"(?:most\b|first\b|key\b|top\b|number one\b|above all\b|more than anything\b)|"
    r"\s+(?:most|first)\b(?=.*\b(?:second|2nd|next|last)\b)",
    re.IGNORECASE,
)
"""What stands behind something that counts more than what else is named: "reliability is most important"."""
_SECOND = re.compile(r"\s+(?:(?:is|comes?|goes)\s+)?(?:second|2nd|next)\b", re.IGNORECASE)
"""What stands behind something that counts less than what comes first: "price second"."""
_THEN = re.compile(
    r"(?:^|(?:\s+first)?\W+(?:and\s+)?)(?:then|after (?:that|this)|followed by)\W+(?:the\s+)?$", re.IGNORECASE
)
"""What stands before it, right behind what comes first: "safety, then price"."""
_LAST = re.compile(r"\s+(?:(?:is|comes?|goes)\s+)?(?:third|3rd|last)(?=\s*(?:$|[,;.]))", re.IGNORECASE)
"""What stands behind something that counts least: "looks last"."""
_ONLY = re.compile(r"^(?:only|just)\s+(?:the\s+)?(?=\w)", re.IGNORECASE)
"""What a name is said with and is no part of it: "I meant only the hybrid"."""
_TIMES = re.compile(r"\b(twice|double|(?:two|three|four|five|\d+)(?= times| ?x\b))", re.IGNORECASE)
"""How often something is said to count as much as something else."""
_LIMIT = re.compile(
    r"(?:^|[,;.]?\s+)(?:but\s+)?(?:only|just|nothing|without|no)\b[^,;.?!]*(?:[,;.]\s*)?", re.IGNORECASE
)
"""What may set a limit beside a question: ", only since 2012"."""
_CLAUSE_END = re.compile(r"[,;.]\s+")
_CLAUSE = re.compile(r"\s+(?:who|which|that)\b", re.IGNORECASE)
"""What begins a clause about somebody: "my grandma who cannot see well"."""
_WHOLE = re.compile(r"(?:any|some|every)body|.*\b(?:with|among|around|without)\b.*", re.IGNORECASE)
"""What says little without a clause about it: "parties with friends who don't dance"."""


class UserMessage(NamedTuple):
    """A message and the things it names."""

    text: str
    objects: tuple[str, ...] = ()
    """Without those of the next two kinds; names in here do not repeat."""
    replaced: tuple[str, ...] = ()
    """Objects to be replaced."""
    opposed: tuple[str, ...] = ()
    """Objects to argue against."""
    aspects: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    """What matters by what a person tells of itself, whether the message names it or not."""
    kinds: tuple[str, ...] = ()
    """Classes of things, one of which is looked for: "the best laptop"."""
    top: str = ""
    """Words for what has most of something, and is meant: "the slowest"."""
    all: bool = False
    """Whether all aspects are meant."""
    meant: bool = False
    """Whether the object or aspect is the correction of another: "no, I meant …"."""
    only: bool = False
    """Whether the aspects take the place of those named before."""
    most: tuple[str, ...] = ()
    """Aspects that count more than the others."""
    less: tuple[str, ...] = ()
    """Aspects that count less than the others."""
    style: str = ""
    period: Period | None = None
    """The time from which evidence shall count; None when the message names none."""
    sites: tuple[str, ...] = ()
    """Who or what the sources shall be, or shall not be."""
    publishers: Publishers | None = None
    """Whose evidence shall count, as far as a source may be called so; None when the message names none."""
    unwanted: tuple[str, ...] = ()
    """What is left out by a message that asks for something else as well."""
    weights: Mapping[str, float] = MappingProxyType({})
    """Aspects → how many times as much as others they count; "" → of an aspect that the message does not name."""
    points: bool = False
    """Whether the weights are told outright, "price 5", and not as times others."""
    argument: int = 0
    """Number of an argument or source that was shown, -1 for the last; 0 when the message tells none."""
    of_source: bool = False
    """Whether the message is about an argument or source that was shown, even if it tells no number."""
    searched: str = ""
    """Name of the index that shall be searched."""
    before: str = ""
    """What was talked about earlier and is asked for again."""
    second: str = ""
    """Intent that the message has besides."""
    other: str = ""
    """Intent that it may have instead: what it means is not sure, and better asked."""
    relation: str = ""
    """See ``nlu_models.intents.ParsedMessage``."""
    sure: bool = False
    """Whether there is hardly a doubt about the intent, and with it whether a name is a thing or what matters."""

    @classmethod
    def of(cls, message: Mapping[str, Any], state: DialogueState = NOTHING_SAID) -> Self:
        """Read Rasa's ``latest_message``.

        Args:
            message: With its text and entities.
            state: What it follows, which "the former" and "all three" point into.
        """
        found: defaultdict[str, list[str]] = defaultdict(list)
        entities = message.get("entities") or ()
        weights = dict(_weights(message.get("text") or "", entities))
        starts = [_place(message.get("text") or "", one)[0] for one in entities if one["entity"] == "aspect"]
        for entity in entities:
            role = entity.get("role")
            value = str(entity["value"])
            if entity["entity"] == "aspect" and (place := _rank(entity, message.get("text") or "", starts)):
                role = (role or "most", None, "less")[place - 1]
            if role == "most" and (_is_behind(value, message.get("text") or "") or weights.get(value, 1.0) < 1):
                role = None
            if entity["entity"] == "aspect":
                head = _CLAUSE.split(value)[0]
                value = value if head.casefold() in STOP or _WHOLE.fullmatch(head) else head
                if not any(map(str.isalpha, value)):
                    continue
                begins = value[1:].islower() and (message.get("text") or "").lstrip().startswith(value)
                value = value[:1].lower() + value[1:] if begins else value
            value = _ONLY.sub("", value) if entity["entity"] == "object" else value
            named = state.meant(value) if entity["entity"] in {"object", "aspect"} else (value,)
            found[role if role in _ROLES and entity["entity"] != "site" else entity["entity"]] += named
        meant_aspects = [one["value"] for one in entities if (one["entity"], one.get("role")) == ("aspect", "meant")]
        times = {entity["role"]: str(entity["value"]) for entity in entities if entity["entity"] == "time"}
        text = _unlimited(message.get("text") or "", entities)
        return cls(
            text=_behind_dropped(text, entities) if message.get("second") == "drop" else text,
            objects=unique(found["object"] + [name for name in found["meant"] if name not in meant_aspects]),
            replaced=unique(found["old"]),
            opposed=unique(found["against"]),
            aspects=unique(found["aspect"] + meant_aspects + found["only"] + found["most"] + found["less"]),
            needs=unique(found["need"]),
            kinds=unique(found["class"]),
            top=next(iter(found["top"]), ""),
            all=bool(found["all"]),
            meant=bool(found["meant"]),
            only=bool(found["only"]),
            most=unique(found["most"]),
            less=unique(found["less"]),
            style=next(iter(found["style"]), ""),
            period=Period(times.get("since", ""), times.get("until", "")) if times else None,
            sites=unique(found["site"]),
            publishers=_publishers(entities, state.publishers),
            unwanted=unique(found["out"]),
            weights=weights,
            points=any(one.get("role") == "points" for one in entities),
            argument=int(next(iter(found["argument"]), 0)),
            of_source=bool(found["argument"]),
            searched=next(iter(found["index"]), ""),
            before=" ".join(found["before"]),
            second=message.get("second") or "",
            other=message.get("other") or "",
            relation=message.get("relation") or "",
            sure=(message.get("intent") or {}).get("confidence", 0.0) >= SURE,
        )

    def spelt(self, mend: Callable[[str], str]) -> Self:
        """Return the message with what matters as it is spelt; ``mend`` returns words without their misspellings."""
        aspects, most, less = (tuple(map(mend, names)) for names in (self.aspects, self.most, self.less))
        weights = {mend(name): weight for name, weight in self.weights.items()}
        return self._replace(aspects=aspects, most=most, less=less, weights=weights)


def _rank(entity: Mapping[str, Any], text: str, starts: Sequence[int]) -> int:
    """Return whether a message says of something that matters that it comes first, second, or last, 3; else 0.

    Args:
        entity: What matters.
        text: The message.
        starts: Where all that matters begins.
    """
    start, end = _place(text, entity)
    if _THEN.search(text[:start]):
        return 2
    if any(_THEN.fullmatch(text, end, other) for other in starts):
        return 1
    return next((n for n, form in enumerate((_FIRST, _SECOND, _LAST), 1) if form.match(text, end)), 0)


def _unlimited(text: str, entities: Sequence[Mapping[str, Any]]) -> str:
    """Return what a message says besides the limits that it sets; all of it where that is nothing."""
    starts = [_place(text, one)[0] for one in entities if one["entity"] in {"time", "site"}]
    told = [one for one in _LIMIT.finditer(text) if any(one.start() <= start < one.end() for start in starts)]
    left = " ".join(part for one in told for part in (text[: one.start()], text[one.end() :])) if len(told) == 1 else ""
    return left.strip() if any(map(str.isalnum, left)) else text


def _behind_dropped(text: str, entities: Sequence[Mapping[str, Any]]) -> str:
    """Return what a message says behind clauses that only leave something out: "forget the gin, tea or rum"."""
    out, others = (
        [_place(text, one)[0] for one in entities if (one.get("role") == "out") is left] for left in (True, False)
    )
    ends = [one.end() for one in _CLAUSE_END.finditer(text, 0, min(others, default=0))]
    return text[ends[-1] :] if ends and out and min(out) < ends[-1] else text


def _publishers(entities: Sequence[Mapping[str, Any]], before: Publishers) -> Publishers | None:
    """Return whose evidence a message lets count; "the web" stands for all that is not named, nor was before."""
    said = [(one.get("role") or "", published_by(str(one["value"]))) for one in entities if one["entity"] == "site"]
    only, without = (unique(name for role, name in said if role == wanted) for wanted in ("", "out"))
    named = tuple(name for name in only if name not in WEB)
    found = Publishers(named, before.only if only and not (named or without) else without)
    return found if any(found) or any(role == "any" for role, _ in said) else None


def _weights(text: str, entities: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, float]]:
    """Yield each weight with the name of the aspect that stands nearest to it, empty where none does.

    What a single weight is told in proportion to counts once: "4:1 over price".
    """
    aspects = [(*_place(text, one), str(one["value"])) for one in entities if one["entity"] == "aspect"]
    said = [(*_place(text, one), float(one["value"])) for one in entities if one["entity"] == "weight"]
    if not said and any(one.get("role") == "most" for one in entities):
        said = [(*found.span(), float(factor(found[0]))) for found in _TIMES.finditer(text)]
    joined = _joined(text, aspects, said[0][0]) if len(said) == 1 else []
    if len(joined) > 1:
        yield from ((name, said[0][2]) for *_, name in joined)
        return
    behind = [one for one in aspects if len(said) == 1 and _is_behind(one[2], text)]
    most = [one for one in entities if one["entity"] == "aspect" and one.get("role") == "most"]
    if len(said) == len(most) == 1 and said[0][2] >= 1:
        aspects = [(*_place(text, most[0]), str(most[0]["value"]))]
    aspects = [one for one in aspects if one not in behind]
    for start, end, weight in said:
        if not 0 < weight < inf:
            continue
        apart = [
            0 if _COUNTS.fullmatch(text, stop, max(start, stop)) else max(start - stop, begin - end)
            for begin, stop, _ in aspects
        ]
        yield (aspects[apart.index(min(apart))][2] if apart else ""), weight
    yield from ((name, 1.0) for _, _, name in behind)


def _joined(text: str, aspects: Sequence[tuple[int, int, str]], weight: int) -> list[tuple[int, int, str]]:
    """Return what counts as much as one weight tells: "price and safety matter" twice as much.

    Args:
        text: The message.
        aspects: Each with where it begins and ends.
        weight: Where the weight begins.
    """
    before = [one for one in sorted(aspects) if one[1] <= weight]
    if not before or not _COUNT_ALL.fullmatch(text, before[-1][1], weight):
        return []
    first = len(before) - 1
    while first and _JOINS.fullmatch(text, before[first - 1][1], before[first][0]):
        first -= 1
    return before[first:]


def _is_behind(name: str, text: str) -> bool:
    """Return whether a message names something as what counts less than what it named before."""
    return re.search(_BEHIND + re.escape(name), text, re.IGNORECASE) is not None


def _place(text: str, entity: Mapping[str, Any]) -> tuple[int, int]:
    """Return where the words of an entity stand."""
    start = entity.get("start", text.casefold().find(str(entity["value"]).casefold()))
    return start, entity.get("end", start + len(str(entity["value"])))
