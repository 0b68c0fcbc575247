"""The members of a class, such as laptops: what texts call one, or set beside one, and what means something like it."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, combinations
from math import fsum
from typing import Final, NamedTuple

from engine.deadline import is_late
from engine.protocols import Retriever
from engine.retrieval.names import BRAND, OF_PEOPLE, NameFinder, is_said_of_things, large_in
from engine.text.analysed import analysed
from engine.text.comparing import COMPARING
from engine.text.lexicon import NEAR, PRICE, dimension_of, end_of, grades, sense
from engine.text.stop_words import STOP
from engine.text.tagging import tagger
from engine.text.tokens import name_groups, same_name, stems, unique, word_set
from engine.types import Hit

FOUND: Final = 400
"""Sentences that are looked through for each way to say what is one, or to set something beside one."""
NAMED: Final = 1000
"""Sentences that name the class and are looked through."""
MOST: Final = 5
"""Members; every pair of them is compared while somebody waits."""
_MET: Final = 2
"""Sentences with what is asked for from which on a member is met with that."""
_TOLD: Final = 200
"""Sentences with a candidate in which words of a property are looked for."""
_CANDIDATES: Final = 16
"""Members among which those are chosen that are met most often with what they are asked for."""
_LOOKED: Final = 60
"""Candidates that are looked for beside each other; of what means something like a class three sources call it so."""
_NEAREST: Final = 24
"""Terms nearest to a class that are looked for beside each other."""
_TIMES: Final = 2
"""Sources that must name a member, unless one calls it so outright and it is much like its class."""
_SURE: Final = 3
"""Sources that are taken to call so what means something like its class, before anything is looked for."""
_SEEN: Final = 1
"""The same of kinds that have the name of their class and are met with what is asked for."""
_CALLED: Final = 0.02
"""Least part of the sentences with a thing and its class that call it so."""
_BESIDE: Final = range(2, 5)
"""Sources that must set what nobody calls a member beside another one: more where the class is named often."""
_OFTEN: Final = 100
"""Sentences that name the class, for each of which one source more is needed."""
_ALIKE: Final = 0.44
"""Least likeness of a member to its class; from ``_MEANT`` on nobody must call it so outright."""
_MEANT: Final = 0.6
_TIED: Final = 0.01
"""Least part of the sentences that set a candidate beside anything which set it beside another one; two sources at
least where more than ``_SELDOM`` sentences do."""
_SELDOM: Final = 20
_PERHAPS: Final = 0.2
"""Of what is called so outright, the part that what is only perhaps called so counts."""
_LIMITS: Final = 2
"""Times as often as its class a member is met with what limits it, or in ``_OFTEN_LIMITED`` of its sentences."""
_OFTEN_LIMITED: Final = 0.02
_NEARER: Final = 0.1
"""How much more like what limits its class than like the class a member may be: Java is no compiler for C++."""
_LIMITED: Final = 0.3
"""Part of how often the surest member is met with what limits its class, for another one to be a member."""
_NEARLY: Final = 0.65
"""Part of what the group has that is called a member most, from which on another one is of the class, too."""
_JOINED: Final = 0.05
"""Part of the sentences with a member which join it to another one, from which on it is that one's maker or version."""
_WIDER: Final = 0.65
"""Least likeness of a class to one that its last word names: a web browser is a browser, a credit card no card."""
_BEFORE_ONES: Final = (
    r"(?: \(| [\w-]+(?: [\w-]+)?(?:,? (?:such as|like|including)|,|:)? \(?)(?:[\w&-]+(?:,| ?/| and| or| &)+ ?){0,3}"
)
"""What stands between what limits a class and its members: "brands like Toyota or" before Honda."""
_BEHIND_ONE: Final = r"(?:,|,? (?:and|or) other|,? (?:is|are|was|were)(?: an?| the)?(?: [\w-]+)?) "
"""What stands between a member and what limits its class: "and other", "was the first"."""
_CLOSED: Final = 2 * MOST
"""Members that are called so outright, from which on what is not is none: so many are countries, and no continent."""
_LONGEST: Final = 3
"""Words of a member's name."""
_READ: Final = 5000
"""Sentences that name the class and are looked through for kinds that have its name."""
_SAYS_WHICH: Final = frozenset({"NN", "NNS", "NNP", "JJ"})
"""Tags of the word before the name of a class that makes that of a kind: "olive oil"."""
_DEGREES: Final = frozenset({"age", "number", "size", "weight"})
"""Dimensions of words that say how much of it any thing has: "a big dog"."""
_APART: Final = 5
"""Words between two kinds that are set beside each other, at most."""
_PROPER: Final = 0.3
"""Share of capitals, where no sentence begins, from which on a word is a name."""
_MAKES: Final = frozenset({"brand", "make", "maker", "manufacturer"})
_KINDS: Final = frozenset({"breed", "kind", "sort", "type"})
"""What says no more than that members are meant: the breeds of dogs are what is called a dog."""
_MANY: Final = frozenset({"NNS", "NNPS"})
"""Tags of a name for many."""
_MAKER: Final = 0.25
"""Least likeness of a brand to a manufacturer."""
_JOINING: Final = ("or", "vs", "over")
_OR: Final = [[joining] for joining in _JOINING]
_ARTICLES: Final = (["the"], ["a"], ["an"])
_SAID: Final = ("{} such as", "{} like", "{} including", "other {}", "is a {}", "better {}", "best {}")
_IS: Final = (["is"], ["are"], ["was"], ["were"])
_WITHIN: Final = 5
"""Words from a name to "than", at most."""

_PLACE: Final = re.compile(r" (?:in|from|on|of|for|with|under|to) ")
"""What limits a class: a city in Europe."""
_SORT_OF: Final = re.compile(rf"({'|'.join(sorted(_MAKES | _KINDS))}) of ([\w+#&-]+(?: [\w+#&-]+)?)")
"""A class whose members are meant, or their makers, named behind that: "brand of laptop"."""
_CAPITAL: Final = r"(?:[A-Z][\w+#&-]*|[a-z]+[A-Z]\w*)"
_RUN: Final = rf"{_CAPITAL}(?: (?:{_CAPITAL}|\d+))*"
_CUT: Final = re.compile(
    r"[.;:()!?\"“”]|\b(?:which|that|but|is|are|was|were|for|in|on|to|than|have|has|had|can|will|with|at|from|because"
    r"|rather|instead|as|when|where|if|so|do|does)\b"
)
_SET_BESIDE: Final = re.compile(rf"{COMPARING.pattern}|\b(?:best|most)\b", re.IGNORECASE)
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
    """How many sources call it so, or set it beside others."""
    called: bool = False
    """Whether one of them calls it so outright, by the whole name of the class."""
    met: int = 0
    """How many sentences have it and what it is asked for; 0 where too few have that with any two of its class."""
    by_property: bool = False
    """Whether ``met`` is how many sources compare it by words of a property."""


@dataclass
class _Candidate:
    callers: set[str] = field(default_factory=set)
    """Sources that may call it so."""
    written: Counter[str] = field(default_factory=Counter)
    called: int = 0
    """Sentences that call it so outright."""
    others: dict[tuple[str, ...], set[str]] = field(default_factory=lambda: defaultdict(set))
    """Other candidates → sources that set it beside them."""
    read: int = 0
    """Sentences that set it beside something."""

    @property
    def beside(self) -> set[str]:
        """Return the sources that set it beside another candidate."""
        return set().union(*self.others.values())

    @property
    def sources(self) -> int:
        """Return how many sources speak for it."""
        return len(self.callers | self.beside)

    @property
    def is_proper(self) -> bool:
        """Return whether it is mostly written as names are."""
        return sum(n for name, n in self.written.items() if not name.islower()) >= _PROPER * self.written.total() > 0

    @property
    def name(self) -> str:
        """Return it as it is mostly written, a name with its capitals."""
        return next(name for name, _ in self.written.most_common() if not (self.is_proper and name.islower()))


def members(
    kind: str,
    retriever: Retriever,
    *,
    uses: Sequence[str] = (),
    words: Sequence[str] = (),
    near: float = NEAR,
) -> list[Member]:
    """Return the members of a class that most sources name, at most five; none where fewer than two are known.

    A member is called so, "laptops such as", or means something like its class and is set beside others that do. Of
    what is set beside each other most is what is called so taken: of PHP and Java or Django and Rails, frameworks.
    Where none is known, the kinds that have the name of their class are its members: olive oil and coconut oil.

    Args:
        kind: The class: "laptop"; the brands of "laptop brand" are what laptops are called that make things.
        retriever: Finds the sentences.
        uses: What the members are asked for, "websites": those that are met with it most often come first.
        words: Of a property that is asked of them, "cheaper": those that most sources compare by these come before all.
        near: As for ``engine.rivals.rivals``; with 0 the members of a class need not mean anything like it, only what
            is called so is a member, and no brands are known.
    """
    asked, *place = _PLACE.split(_in_order(kind), maxsplit=1)
    whole, _, last = asked.rpartition(" ")
    makes = bool(whole) and last in _MAKES
    if makes and near <= 0:
        return []
    kind = whole if makes or (whole and last in _KINDS) else asked
    called = _called(kind, retriever)
    head = _head(kind) if near > 0 else kind
    outright = sum(one.called > 0 for one in called.values()) > 1  # "version control systems like Git and SVN"
    limits = (*kind.removesuffix(head).split(), *place)
    fit = partial(_fit, uses=uses, words=words, of=(kind,) * makes, retriever=retriever)
    for kept in unique((*[kind] * outright, head)):
        asks = bool(uses or words) and not limits
        found = _chosen(kind, kept, limits, retriever, called=called, makes=makes, asks=asks, near=near)
        if len(found) > 1:
            break
    else:
        found = [] if kind != asked or near <= 0 else _kinds(kind, retriever, least=_SURE)
        if kind == asked and near > 0 and (uses or words) and not any(one.met for one in fit(found)):
            seen = [one for one in fit(_kinds(kind, retriever, least=_SEEN)) if one.met]
            found = seen if len(seen) > 1 else found
    return _compared(fit(found)[: 2 * MOST], retriever)[:MOST]


def is_called(name: str, kind: str, retriever: Retriever) -> bool:
    """Return whether sources say outright that a thing is of a class, and no sibling: "pets such as dogs"."""
    kind = " ".join(stems(kind))
    hits = retriever.search((name, kind), k=FOUND).hits
    called = {hit.voter for hit in hits for one, surely in _named(kind, hit) if surely and same_name(one, name)}
    return len(called) >= max(_TIMES, _CALLED * len(hits))


def called_by(kind: str, found: Sequence[Member], *, near: float = NEAR) -> str:
    """Return the class that sources call members of one: of a free operating system, "operating system".

    Args:
        kind: The class.
        found: Its members.
        near: As for ``members``.
    """
    whole = _PLACE.split(_in_order(kind), maxsplit=1)[0]
    makes = whole.rpartition(" ")[2] in _MAKES | _KINDS
    if near <= 0 or makes or any(one.called for one in found) or (head := _head(whole)) == whole == _in_order(kind):
        return kind
    return head


def made(kind: str) -> str:
    """Return what those make that a class is of, "laptop" of "laptop brands"; empty where it is of no makers.

    >>> made("brands of laptops"), made("laptop brand"), made("laptop"), made("brand")
    ('laptop', 'laptop', '', '')
    """
    thing, _, last = _in_order(kind).rpartition(" ")
    return thing if last in _MAKES else ""


def unpriced(kind: str) -> str:
    """Return a class without the word of a low price before it: it is no part of what its members are called.

    >>> unpriced("budget laptop brand"), unpriced("cheap phone"), unpriced("budget"), unpriced("laptop")
    ('laptop brand', 'phone', 'budget', 'laptop')
    """
    word, _, rest = kind.partition(" ")
    return rest if rest and dimension_of(word) == PRICE and end_of(word) > 0 else kind


def _in_order(kind: str) -> str:
    """Return the name of a class as that of one member, with what says what its members are at its end."""
    words = kind.split()
    tags = tagger().tag(["the", *map(str.lower, words)])[1:]
    one = (" ".join(stems(word)) if tag in _MANY else word for word, tag in zip(words, tags, strict=True))
    return _SORT_OF.sub(r"\2 \1", " ".join(one))


def _chosen(
    kind: str,
    head: str,
    limits: Sequence[str],
    retriever: Retriever,
    *,
    called: Mapping[tuple[str, ...], _Candidate],
    makes: bool,
    asks: bool,
    near: float,
) -> list[Member]:
    """Return the members of a class, the likeliest first, by what the head of its name means and what limits it.

    Where something is asked of them, one source that calls so what means something like it is enough.
    """
    found = deepcopy({**called})
    for wider in _wider(kind, head) if near > 0 else ():
        _called(wider, retriever, found)
    alike = dict.fromkeys(found, _ALIKE)
    if near > 0:
        keys = (*found, *(key for key, _ in _like(kind)))
        alike = {key: _likeness(key, head) for key in keys if set(key).isdisjoint(stems(head))} | dict(_like(head))
        _set_beside(found, alike, retriever)
    found = {
        key: one
        for key, one in found.items()
        if STOP.union(stems(kind)).isdisjoint(key)
        and alike.get(key, 0) >= _ALIKE
        and (near <= 0 or all(_likeness(key, limit) <= alike[key] + _NEARER for limit in limits))
    }
    least = min(_BESIDE[0] + retriever.search((head,), k=1).total // _OFTEN, _BESIDE[-1])
    written = [key for key, one in found.items() if one.written]
    order = sorted(written, key=lambda key: (-found[key].sources * alike[key] ** 2, key))
    named = [key for key in order if (not makes or _is_maker(key)) and not _is_adjective(found[key].name)]
    for group in _groups(found, alike) if near > 0 else [{*found}]:
        known = [key for key in named if key in group and _is_member(found[key], alike[key], beside=least)]
        if asks and len(known) > 1:
            known = [key for key in named if key in known or (found[key].called and alike[key] > _ALIKE)]
        surely = [key for key in known if found[key].called]
        known = surely if len(surely) >= _CLOSED and near > 0 else known
        proper = [key for key in known if found[key].is_proper]
        order = []
        for key in proper if 2 * len(proper) > len(known) else known:
            if len(order) < _CANDIDATES and not any(_is_within(key, other) for other in order):
                order.append(key)
        order = _of_their_own(order, found, retriever)
        if len(order) > 1:
            outright = {key for key, one in called.items() if one.called}
            each = [Member(found[key].name, found[key].sources, called=key in outright) for key in order]
            return _limited(each, head, limits, retriever)
    return []


def _kinds(kind: str, retriever: Retriever, *, least: int) -> list[Member]:
    """Return the kinds of a class that have its name, as "red wine" and "white wine", if so many set them beside."""
    named = re.compile(rf"\b([a-z][\w-]+) {_plural(kind)}\b", re.IGNORECASE)
    hits = retriever.search((kind,), k=_READ).hits
    sources: defaultdict[str, set[str]] = defaultdict(set)
    for hit in hits:
        for match in named.finditer(hit.sentence.text):
            sources[match[1].lower()].add(hit.voter)
    likely = sorted((one for one in sources if _says_which(one, kind)), key=lambda one: (-len(sources[one]), one))
    either = "|".join(map(re.escape, likely[:_CANDIDATES]))
    one_of = re.compile(rf"\b(?P<which>{either})\b(?P<named> {_plural(kind)}\b)?", re.IGNORECASE)
    beside: defaultdict[frozenset[str], set[str]] = defaultdict(set)
    for hit in hits if either else ():
        for one, other in combinations(one_of.finditer(hit.sentence.text), 2):
            between = hit.sentence.text[one.end() : other.start()]
            near = one["named"] and len(between.split()) <= _APART
            if other["named"] and (near or _BETWEEN.fullmatch(between)):
                beside[frozenset((one["which"].lower(), other["which"].lower()))].add(hit.voter)
    known: Counter[str] = Counter()
    for pair, voters in beside.items():
        if len(pair) > 1 and len(voters) >= least:
            known.update(dict.fromkeys(sorted(pair), len(voters)))
    return [Member(f"{one} {kind}", number) for one, number in known.most_common()]


def _says_which(word: str, kind: str) -> bool:
    """Return whether a word before the name of a class says which kind is meant, and not how good or big it is."""
    known = sense(word)
    is_degree = known is not None and (known.merit != 0 or known.dimension in _DEGREES)
    return word not in STOP and not is_degree and tagger().tag(["the", word, kind.split()[-1]])[1] in _SAYS_WHICH


def _of_their_own(
    order: Sequence[tuple[str, ...]], found: Mapping[tuple[str, ...], _Candidate], retriever: Retriever
) -> list[tuple[str, ...]]:
    """Return candidates without those that texts join to another one's name: "Mozilla Firefox", "Windows Vista"."""
    kept = [*order]
    texts = {key: [hit.sentence.text for hit in retriever.search((found[key].name,), k=FOUND).hits] for key in order}
    while len(kept) > 1:
        joined = {key: _joined(key, kept, found, texts[key]) for key in kept}
        most = max(kept, key=lambda key: joined[key])
        if joined[most] < _JOINED:
            break
        kept.remove(most)
    return kept


def _joined(
    key: tuple[str, ...],
    others: Sequence[tuple[str, ...]],
    found: Mapping[tuple[str, ...], _Candidate],
    texts: Sequence[str],
) -> float:
    """Return in which part of its sentences a candidate stands directly beside the name of another one."""
    name, names = re.escape(found[key].name), "|".join(re.escape(found[one].name) for one in others if one != key)
    beside = re.compile(rf"\b(?:{name}['’]?s? (?:{names})|(?:{names})['’]?s? {name})\b", re.IGNORECASE)
    return sum(beside.search(text) is not None for text in texts) / max(1, len(texts))


def _head(kind: str) -> str:
    """Return the end of a class that has a meaning of its own: "ide" of "java ide", all of "search engine"."""
    from engine.text.related import is_known  # needs numpy

    words = kind.split()
    return next((end for n in range(len(words)) if is_known(end := " ".join(words[n:]))), kind)


def _wider(kind: str, head: str) -> Iterator[str]:
    """Yield the classes that a class is part of: a java ide is an ide, and a web browser a browser."""
    if head != kind:
        yield head
    last = head.split()[-1]
    if last != head and _likeness(stems(last), head) >= _WIDER:
        yield last


def _groups(
    found: Mapping[tuple[str, ...], _Candidate], alike: Mapping[tuple[str, ...], float]
) -> list[set[tuple[str, ...]]]:
    """Return candidates by what they are set beside, those first that are called so most; PHP with Java, not Rails.

    What is called so nearly as much as a group, and what is called so outright, is in it, too.
    """
    groups: list[set[tuple[str, ...]]] = []
    for key, one in found.items():
        beside = {key, *(other for other in one.others if other in found and _are_tied(found, key, other))}
        joined = [group for group in groups if group & beside]
        groups = [*(group for group in groups if group not in joined), beside.union(*joined)]
    called = {key: (one.called + _PERHAPS * len(one.callers)) * alike[key] ** 2 for key, one in found.items()}
    much = [fsum(called[key] for key in group) / len(group) ** 0.5 for group in groups]
    tied = [n for n, group in enumerate(groups) if len(group) > 1 and (much[n] or not any(much))]
    outright = {key for key, one in found.items() if one.called >= _TIMES}
    order = sorted(tied, key=lambda n: -much[n])
    nearly = [[groups[other] for other in order if _NEARLY * much[n] <= much[other] <= much[n]] for n in order]
    return [outright.union(*each) for each in nearly] or [{*found}]


def _are_tied(found: Mapping[tuple[str, ...], _Candidate], key: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Return whether two candidates are set beside each other often, for how often they are set beside anything."""
    both = len(found[key].others[other] | found[other].others.get(key, set()))
    read = max(found[key].read, found[other].read)
    return both >= _TIED * read and (both >= _TIMES or read <= _SELDOM)


def _limited(found: Sequence[Member], kind: str, limits: Sequence[str], retriever: Retriever) -> list[Member]:
    """Return the members that are met with what limits their class often: more so than it is, and than others are.

    They come first that are met with it most. What all are met with about as often as their class limits nothing: of
    used cars there are all. But whence a thing is must be said of it: Chrysler is met with Japanese cars, and is none.
    """
    kept = [*found]
    for limit in limits:
        if _says_whence(limit, retriever):
            said = {one: one.called or _sources_saying(limit, one.name, retriever) for one in kept}
            kept = [one for one in sorted(kept, key=lambda one: -said[one]) if said[one]]
            continue
        names = [kind, *(one.name for one in kept)]
        both, alone = ([retriever.search((name, *more), k=1).total for name in names] for more in ((limit,), ()))
        of_class, *met = (n / max(1, of) for n, of in zip(both, alone, strict=True))
        if max(met, default=0) >= _LIMITS * of_class:
            order = sorted(zip(kept, met, both[1:], strict=True), key=lambda one: -one[1] * one[2])
            least = max(_LIMITED * order[0][1], min(_LIMITS * of_class, _OFTEN_LIMITED))
            kept = [one for one, much, _ in order if much and much >= least]
    return kept


def _says_whence(limit: str, retriever: Retriever) -> bool:
    """Return whether a word says of things whence they are: it is said of things and has mostly a capital."""
    is_whence = is_said_of_things(limit) or limit.lower().endswith(OF_PEOPLE)
    return is_whence and large_in(retriever.search((limit,), k=FOUND).hits, limit) >= BRAND


def _sources_saying(limit: str, name: str, retriever: Retriever) -> int:
    """Return how many sources say what limits a class of a thing: "Japanese makes like Honda", "Honda is Japanese"."""
    limit, name = re.escape(limit), re.escape(name)
    said = re.compile(rf"\b(?:{limit}{_BEFORE_ONES}{name}|{name}{_BEHIND_ONE}{limit})\b", re.IGNORECASE)
    hits = retriever.search((name, limit), k=FOUND).hits
    return len({hit.voter for hit in hits if said.search(hit.sentence.text)})


def _is_within(key: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Return whether one of two names is part of the other, or they are of one thing: Internet Explorer and IE."""
    groups = (name_groups(table).get(key, ()) for table in ("spellings", "names"))
    return set(key) <= set(other) or set(key) > set(other) or other in map(stems, chain(*groups))


def _is_member(one: _Candidate, alike: float, *, beside: int) -> bool:
    """Return whether enough is said of a candidate; so many sources must set it beside others if none calls it so.

    A common noun that nobody calls so may be a sibling, bread beside cheese.
    """
    if not one.callers and not one.is_proper:
        return False
    named = len(one.callers) >= _TIMES and (one.called > 0 or alike >= _MEANT)
    return named or (one.called > 0 and alike >= _MEANT) or len(one.beside) >= (_TIMES if one.called else beside)


def _called(
    kind: str, retriever: Retriever, known: dict[tuple[str, ...], _Candidate] | None = None
) -> dict[tuple[str, ...], _Candidate]:
    """Return what sentences call a member of a class, beside what is known."""
    found = {} if known is None else known
    ways = (f'"{one.format(kind)}"' for one in _SAID)
    hits = chain(*(retriever.find(way, k=FOUND).hits for way in ways), retriever.search((kind,), k=NAMED).hits)
    for hit in {hit.sentence.id: hit for hit in hits}.values():
        for name, surely in _named(kind, hit):
            key = () if name.isdecimal() else stems(name)
            if key and not set(key) <= set(stems(kind)) and len(key) <= _LONGEST and _NO_NAMES.isdisjoint(key):
                one = found.setdefault(key, _Candidate())
                one.callers.add(hit.voter)
                one.written[name] += 1
                one.called += surely
    return found


def _like(kind: str) -> list[tuple[tuple[str, ...], float]]:
    """Return the terms that mean something like a class, with how much."""
    from engine.text.related import nearest  # needs numpy

    return nearest(kind, least=_ALIKE, most=_NEAREST)


def _set_beside(
    found: dict[tuple[str, ...], _Candidate], alike: dict[tuple[str, ...], float], retriever: Retriever
) -> None:
    """Add to candidates the sources that set them beside another one, "tea or coffee", and how they are written."""
    callers = {key: len(found[key].callers) if key in found else _SURE for key in alike}
    likely = sorted(alike, key=lambda key: (-callers[key] * alike[key] ** 2, key))[:_LOOKED]
    keys = sorted(likely, key=lambda key: (-len(key), -alike[key]))  # the longer of two that begin alike first
    for key in keys:
        if is_late():
            return
        name = " ".join(key)
        ways = (*(f'"{name} {joining}"' for joining in _JOINING), f'"than {name}"')
        hits = {hit.sentence.id: hit for way in ways for hit in retriever.find(way, k=FOUND).hits}.values()
        if hits:
            found.setdefault(key, _Candidate()).read = len(hits)
        for hit in hits:
            text = analysed(hit.sentence.text)
            said = [token.stem for token in text.tokens]
            for place in text.find(key):
                other = next(((one, at) for one in keys if one != key for at in _places_beside(place, one, said)), None)
                for one, at, its in ((key, place[0], other[0]), (*other, key)) if other else ():
                    candidate = found.setdefault(one, _Candidate())
                    candidate.others[its].add(hit.voter)
                    written = text.text[text.tokens[at].start : text.tokens[at + len(one) - 1].end]
                    candidate.written[written.removesuffix("'s")] += at > 0


def _places_beside(place: tuple[int, int], other: tuple[str, ...], said: Sequence[str]) -> Iterator[int]:
    """Yield where another name stands behind a name and "or", or before it and "is better than"."""
    start, end = place
    after = end + 1 + (said[end + 1 : end + 2] in _ARTICLES)
    if said[end : end + 1] in _OR and tuple(said[after : after + len(other)]) == other:
        yield after
    if said[start - 1 : start] == ["than"]:
        for at in range(max(0, start - _WITHIN - len(other)), start - 2):
            if tuple(said[at : at + len(other)]) == other and said[at + len(other) : at + len(other) + 1] in _IS:
                yield at


def _fit(
    found: Sequence[Member], retriever: Retriever, *, uses: Sequence[str], words: Sequence[str], of: Sequence[str]
) -> list[Member]:
    """Return members with those first of which most is said on what is asked: a property, else a use.

    Args:
        found: The members.
        retriever: Finds the sentences.
        uses: As in ``_fit_for``.
        words: Of the property; those that no source compares by them are left out where several are.
        of: What they make, which must be named as well.
    """
    said = re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})\b", re.IGNORECASE)
    met: list[Member] = []
    for one in found if words else ():
        hits = retriever.search((one.name, *of), aspects=words, k=_TOLD).hits
        texts = [(hit.voter, hit.sentence.text) for hit in hits]
        who = {voter for voter, text in texts if said.search(text) and _SET_BESIDE.search(text)}
        met += [one._replace(met=len(who), by_property=True)] * bool(who)
    return sorted(met, key=lambda one: -one.met) if len(met) > 1 else _fit_for(found, uses, retriever)


def _fit_for(found: Sequence[Member], uses: Sequence[str], retriever: Retriever) -> list[Member]:
    """Return members with those first that most sentences have with any of some uses; the others only if all are.

    Where hardly any is met with a use as it is said, "small web app", its telling words must be there.
    """
    from engine.text.related import salient  # needs numpy

    told = [[word for word in salient(use) if not grades(word)] or [use] for use in uses]
    for said in [[use] for use in uses], told:
        met = [one._replace(met=sum(retriever.search((one.name, *use), k=1).total for use in said)) for one in found]
        fit = [one for one in sorted(met, key=lambda one: -one.met) if one.met >= _MET]
        if len(fit) > 1:
            return fit
    return [*found]


def _compared(found: Sequence[Member], retriever: Retriever) -> list[Member]:
    """Return members without those that nothing compares with another one; all of them if nothing compares any."""
    finder = NameFinder(retriever)
    pairs = [pair for pair in combinations(found, 2) if finder.met(pair[0].name, pair[1].name).comparing]
    return [one for one in found if any(one in pair for pair in pairs)] or [*found]


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


def _named(kind: str, hit: Hit) -> Iterator[tuple[str, bool]]:
    """Yield what a sentence may call a member, and whether outright: "laptops such as Dell", not "a Dell laptop"."""
    text, plural = hit.sentence.text, _plural(kind)
    for match in re.finditer(rf"\b{plural},? (?:such as|like|including)(?: those from)? (.{{2,120}})", text, re.I):
        for name in _BETWEEN.split(_CUT.split(match[1])[0]):
            yield _ARTICLE.sub("", name.strip()).removesuffix("'s"), True
    for match in re.finditer(rf"({_RUN}(?:, {_RUN})*),? (?:and|or) other {plural}\b", text):
        yield from ((name, True) for name in _BETWEEN.split(match[1]))
    for match in re.finditer(
        rf"(?<!\ba )(?<!\ban )(?<!\bthe )({_RUN}) (?:is|are|was|were) (?:a|an|one of the) (?:[\w-]+ )?{plural}\b", text
    ):
        yield match[1], True
    for match in re.finditer(rf"\b([\w+#-]+) (?:is|are|makes?) (?:an? |the |\w+ )?(?:better|best) {plural}\b", text):
        yield match[1], True
    for match in re.finditer(rf"(?<=[a-z,] )({_RUN}) {plural}\b", text):
        yield match[1], False


def _plural(kind: str) -> str:
    """Return a pattern of the name of a class, of one or of many."""
    return re.escape(kind[:-1]) + "(?:y|ies)" if kind.endswith("y") else re.escape(kind) + "(?:e?s)?"
