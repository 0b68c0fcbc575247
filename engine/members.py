"""The members of a class, such as laptops: what the texts of an index say to be one."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

from engine.protocols import QuestionParser, Retriever
from engine.rivals import frequent, rivals
from engine.text.lexicon import NEAR
from engine.text.tagging import tagger
from engine.text.tokens import stems, word_set
from engine.types import Form, Hit

FOUND: Final = 200
"""Sentences that are looked through for each way to say what is one."""
NAMED: Final = 400
"""Sentences that name the class and are looked through."""
DOCUMENTS: Final = 20
PER_DOCUMENT: Final = 12
"""Documents that are read where no sentence says what is one, and sentences of each."""
MOST: Final = 5
"""Members; every pair of them is compared while somebody waits."""
_CANDIDATES: Final = 12
"""Members among which those are chosen that are met most often with what they are asked for."""
_TIMES: Final = 2
"""Sources that must name a member, unless one calls it so outright and it is much like its class."""
_SURE: Final = 3
"""Sentences that must call a member so outright what is compared with the class itself."""
_ALIKE: Final = 0.45
"""Least likeness of a member to its class; from ``_MEANT`` on nobody must call it so outright."""
_MEANT: Final = 0.6
_FEW: Final = 4
"""With fewer members, what is like them is added."""
_LONGEST: Final = 3
"""Words of a member's name."""
_MAKES: Final = frozenset({"brand", "make", "maker", "manufacturer"})
_MAKER: Final = 0.25
"""Least likeness of a brand to a manufacturer."""

_CAPITAL: Final = r"(?:[A-Z][\w+#&-]*|[a-z]+[A-Z]\w*)"
_RUN: Final = rf"{_CAPITAL}(?: (?:{_CAPITAL}|\d+))*"
_CUT: Final = re.compile(
    r"[.;:()!?\"“”]|\b(?:which|that|but|is|are|was|were|for|in|on|to|than|have|has|had|can|will|with|at|from|because"
    r"|rather|instead|as|when|where|if|so|do|does)\b"
)
_BETWEEN: Final = re.compile(r",\s*(?:(?:and|or)\b\s*)?|\s+(?:and|or)\s+|/")
_ARTICLE: Final = re.compile(r"^(?:(?:the|a|an|my|your|his|her|our|their|even|maybe|say)\s+)+", re.IGNORECASE)
_NO_NAMES: Final = word_set(
    "i you he she it we they this that these those there here what who which mine yours everything anything something"
    " etc more others other one ones so first second the a an and or most all any some every my your his her our their"
    " best new old"
)


class Member(NamedTuple):
    """Something that is said to be of a class."""

    name: str
    sources: int
    """How many sources say so; 0 where it is only compared in texts that name the class."""


def members(
    kind: str,
    retriever: Retriever,
    parser: QuestionParser,
    *,
    uses: Sequence[str] = (),
    beside: Iterable[str] = (),
    near: float = NEAR,
) -> list[Member]:
    """Return the members of a class that most sources name as such, at most five; none where fewer than two are known.

    Args:
        kind: The class: "laptop"; the brands of "laptop brand" are what laptops are called that make things.
        retriever: Finds the sentences.
        parser: Reads what compares the first members, where they are few, and texts that name the class, where none is.
        uses: What the members are asked for, "websites": those that are met with it most often come first.
        beside: What is compared with the class itself, which is no member of it: "tablet".
        near: As for ``engine.rivals.rivals``; with 0 the members of a class need not mean anything like it, and what
            is like them is not added, and no brands are known.
    """
    whole, _, last = kind.rpartition(" ")
    makes = bool(whole) and last in _MAKES
    if makes and near <= 0:
        return []
    kind = whole if makes else kind
    outside = {stems(name) for name in beside}
    ways = (f'"{kind} such as"', f'"{kind} like"', f'"{kind} including"', f'"other {kind}"', f'"is a {kind}"')
    hits = chain(*(retriever.find(way, k=FOUND).hits for way in ways), retriever.search((kind,), k=NAMED).hits)
    sources: dict[tuple[str, ...], set[str]] = defaultdict(set)
    written: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
    called: Counter[tuple[str, ...]] = Counter()
    for hit in {hit.sentence.id: hit for hit in hits}.values():
        for name, surely in _named(kind, hit):
            key = stems(name)
            if key and key != stems(kind) and len(key) <= _LONGEST and _NO_NAMES.isdisjoint(key):
                sources[key].add(hit.voter)
                written[key][name] += 1
                called[key] += surely
    order: list[tuple[str, ...]] = []
    for key in sorted(called, key=lambda key: (-len(sources[key]), key)):
        alike = _likeness(key, kind) if near > 0 else _ALIKE
        sure = called[key] >= (_SURE if key in outside else 1) or (alike >= _MEANT and key not in outside)
        often = len(sources[key]) >= _TIMES or (near > 0 and called[key] > 0 and alike >= _MEANT)
        known = often and sure and alike >= _ALIKE and (not makes or _is_maker(key))
        known = known and not _is_adjective(written[key].most_common(1)[0][0])
        if known and not any(set(key) <= set(other) or set(key) > set(other) for other in order):
            order.append(key)
    found = [Member(written[key].most_common(1)[0][0], len(sources[key])) for key in order[:_CANDIDATES]]
    found = _fit_for(found, uses, retriever)[:MOST]
    outside.add(stems(kind))
    if near > 0 and 0 < len(found) < _FEW:
        alike_ones = _like(found, kind, retriever, parser, outside)
        found += (one for one in alike_ones if not makes or _is_maker(stems(one.name)))
    if len(found) > 1:
        return found[:MOST]
    return [] if makes else [Member(name, 0) for name in _beside(kind, retriever, parser, outside)]


def _fit_for(found: Sequence[Member], uses: Sequence[str], retriever: Retriever) -> list[Member]:
    """Return members with those first that most sentences have with any of some uses; the others only if all are."""
    met = {one: sum(retriever.search((one.name, use), k=1).total for use in uses) for one in found}
    fit = [one for one in sorted(found, key=lambda one: -met[one]) if met[one]]
    return fit if len(fit) > 1 else [*found]


def _is_adjective(name: str) -> bool:
    """Return whether a name is none, but what is said of things: "European", not "Sharp"."""
    written, lower = (tagger().tag(["the", one])[1] for one in (name, name.lower()))
    return " " not in name and written == "JJ" and (name.islower() or lower != "JJ")


def _likeness(key: tuple[str, ...], kind: str) -> float:
    """Return how alike a name and a class are in meaning; a name that is not known may be anything."""
    from engine.text.related import is_known, likeness  # needs numpy

    name = " ".join(key)
    return likeness(name, kind) if is_known(name) and is_known(kind) else _ALIKE


def _is_maker(key: tuple[str, ...]) -> bool:
    """Return whether a name is one word, and means something like a manufacturer: Toyota, not Android."""
    from engine.text.related import is_known, likeness  # needs numpy

    return len(key) == 1 and is_known(key[0]) and likeness(key[0], "manufacturer") >= _MAKER


def _like(
    found: Sequence[Member], kind: str, retriever: Retriever, parser: QuestionParser, outside: set[tuple[str, ...]]
) -> Iterator[Member]:
    """Yield what is compared with the first members of a class and means something like it; beside names, names."""
    seen = {stems(one.name) for one in found} | outside
    for one in found[:_SURE]:
        for other in rivals(one.name, retriever, parser):
            key = stems(other)
            named = other.islower() == one.name.islower()
            if named and _likeness(key, kind) >= _ALIKE and not any(set(key) & set(known) for known in seen):
                seen.add(key)
                yield Member(other, 0)


def _named(kind: str, hit: Hit) -> Iterator[tuple[str, bool]]:
    """Yield what a sentence may call a member, and whether outright: "laptops such as Dell", not "a Dell laptop"."""
    text = hit.sentence.text
    plural = re.escape(kind[:-1]) + "(?:y|ies)" if kind.endswith("y") else re.escape(kind) + "(?:e?s)?"
    for match in re.finditer(rf"\b{plural},? (?:such as|like|including)(?: those from)? (.{{2,120}})", text, re.I):
        for name in _BETWEEN.split(_CUT.split(match[1])[0]):
            yield _ARTICLE.sub("", name.strip()).removesuffix("'s"), True
    for match in re.finditer(rf"({_RUN}(?:, {_RUN})*),? (?:and|or) other {plural}\b", text):
        yield from ((name, True) for name in _BETWEEN.split(match[1]))
    for match in re.finditer(
        rf"(?<!\ba )(?<!\ban )(?<!\bthe )({_RUN}) (?:is|are|was|were) (?:a|an|one of the) (?:[\w-]+ )?{plural}\b", text
    ):
        yield match[1], True
    for match in re.finditer(rf"(?<=[a-z,] )({_RUN}) {plural}\b", text):
        yield match[1], False


def _beside(kind: str, retriever: Retriever, parser: QuestionParser, outside: set[tuple[str, ...]]) -> list[str]:
    """Return what the texts that name a class compare with each other."""
    part = set(stems(kind))  # a dog is no dog breed
    for name in dict.fromkeys((kind, kind.split()[-1])):
        hits = retriever.search((name,), k=NAMED).hits
        documents = list(dict.fromkeys(hit.sentence.document for hit in hits))[:DOCUMENTS]
        texts = [one.text for key in documents for one in retriever.document(key).sentences[:PER_DOCUMENT]]
        read = parser.parse_all(texts, form=Form.STATEMENT)
        pairs = [question.objects for question in read if question.comparative and len(question.objects) == 2]
        names = [re.sub(rf"(?<=\w) {re.escape(name)}s?$", "", one, flags=re.I) for one in chain.from_iterable(pairs)]
        named = [one for one in names if stems(one) not in outside and part.isdisjoint(stems(one))]
        found = frequent(one for one in named if name == kind or _likeness(stems(one), kind) > _ALIKE)
        if len(found) > 1:
            return _together(found, pairs)
    return []


def _together(names: Sequence[str], pairs: Sequence[tuple[str, ...]]) -> list[str]:
    """Return names with those first that are compared most often with another one of them."""
    keys = {stems(name) for name in names}
    met = Counter(stems(name) for pair in pairs if set(map(stems, pair)) <= keys for name in pair)
    return sorted(names, key=lambda name: -met[stems(name)])
