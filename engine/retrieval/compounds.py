"""Compounds: "apple juice" is no apple, and what is said of dog owners is not said of dogs.

But what is said of gas grills may well be said of gas. No list and no likeness of meaning tells the two apart, so what
is on the things themselves goes first: sentences on compounds count where there are too few others, and it is said then
what they are on. Where a property or a use was asked they never count: a cheaper cat collar makes no cheaper cat. Names
that are mostly written with a capital have parts and products, not compounds: the lenses of Nikon are evidence on it.
But what only comes from somewhere, "Thai sauce", is neither the language nor the people, and never counts.
So are steel beams on steel, and all that is made of a material. So are hybrid buses on hybrids, for an adjective tells
of what kind a thing is; and diesel buses on diesels, where both names stand before the same nouns.

Names that say little without a noun, "gas or electric", "blue or brown", are said of several things: of stoves and of
dryers. No verdict on all of them means anything, so that of most sources is taken, and the others are offered.
"""

from __future__ import annotations

import operator
import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from engine.protocols import Retriever
from engine.retrieval.names import ENOUGH, KNOWN, NAME, NameFinder, are_adjectives, in_short, says_whence
from engine.text.analysed import analysed
from engine.text.stop_words import STOP
from engine.text.tagging import tagger
from engine.text.tokens import TOKEN, stem
from engine.types import Argument, Comparison, Hit, in_quotes

_FIRST: Final = 200
"""First hits in which it is looked how a name is written."""
_MADE: Final = ("made of", "made from", "made out of")
_OFTEN: Final = 2
_SHARE: Final = 0.001
"""Sentences that something is made of a material, at least, and their part of all that name it."""
_HAVING: Final = frozenset({"ownership"})
"""What is said of who has a thing, and so of the thing itself: "the cost of dog ownership"."""
_BEHIND: Final = re.compile(r"[ -]([^\W\d_]+)(?!\w|['’]t)")
_SENSE: Final = 2
"""Sources, at least, that have a noun behind two names, for it to be what these are said of."""
_KINDS: Final = 2
"""Nouns, at least, that a sentence has behind two names, for these to be kinds of things."""
_NAMED: Final = 3
"""Compounds of a thing that are named, at most."""

_FAR_OFTENER: Final = 5
"""Times that two names are compared without the noun of one, beside with it, for this to be left out."""


class Sorted(NamedTuple):
    """Arguments, and on what else than the things themselves some are."""

    arguments: tuple[Argument, ...]
    left_out: Mapping[str, int]
    """Compounds → arguments that were left out for them."""
    included: Mapping[str, int]
    """Compounds → arguments that count all the same, since there is too little else."""


def names_with_compounds(
    arguments: Sequence[Argument],
    objects: Sequence[str],
    *,
    meant: Container[str] = (),
    hits: Sequence[Hit],
    retriever: Retriever,
) -> tuple[str, ...]:
    """Return the names whose compounds are other things: those mostly written without a capital, or that say whence.

    None of materials are.

    Args:
        arguments: What names them; if it is on no compound, it is not asked what the names are.
        objects: The names.
        meant: As of ``on_themselves``.
        hits: Sentences that have all names.
        retriever: The index.
    """
    on = {name for name in objects if any(_compound(one, name, meant) for one in arguments)}
    common = tuple(name for name in objects if on and (says_whence(name) or is_common(hits, name)))
    return () if on.isdisjoint(common) or any(is_material(name, retriever) for name in common) else common


def on_themselves(
    arguments: Sequence[Argument], names: Sequence[str], *, meant: Container[str] = (), least: int
) -> Sorted:
    """Leave out what is on compounds of names, if enough sources speak of the things themselves or these say whence.

    Args:
        arguments: What names them.
        names: Common nouns: "apple".
        meant: Stems of words that were asked about, too: "wine" of "red or white wine".
        least: Sources that are enough.
    """
    compounds = [next(filter(None, (_compound(one, name, meant) for name in names)), "") for one in arguments]
    themselves = tuple(one for one, compound in zip(arguments, compounds, strict=True) if not compound)
    found = Counter(filter(None, compounds))
    listed = {" or ".join(one for one, _ in found.most_common(_NAMED)): found.total()} if found else {}
    if all(map(says_whence, names)) or len({one.hit.voter for one in themselves}) >= least:
        return Sorted(tuple(arguments), {}, {}) if _are_kinds(arguments, names) else Sorted(themselves, listed, {})
    return Sorted(tuple(arguments), {}, listed)


def senses(arguments: Sequence[Argument], objects: Sequence[str], *, meant: Container[str] = ()) -> tuple[str, ...]:
    """Return the nouns that two names are said of, "switches" and "states", those of most sources first.

    What each single source says of another noun tells of no sense of the names: there are none then.

    Args:
        arguments: What names both.
        objects: The names.
        meant: As of ``on_themselves``.
    """
    sources: dict[str, set[str]] = {}
    written: dict[str, Counter[str]] = {}
    for argument in arguments:
        nouns = [noun for noun in _nouns(argument, objects) if stem(noun) not in meant]
        if len({*map(stem, nouns)}) == 1:  # "gas pressure" beside an "electric stove" is none of both
            sources.setdefault(stem(nouns[0]), set()).add(argument.hit.voter)
            written.setdefault(stem(nouns[0]), Counter()).update([nouns[0].lower()])
    order = sorted(sources, key=lambda noun: -len(sources[noun]))
    if order and len(sources[order[0]]) < _SENSE:
        return ()
    return tuple(written[noun].most_common(1)[0][0] for noun in order)


def on_one_noun(
    found: Sequence[Sorted], objects: Sequence[str], *, meant: Container[str] = ()
) -> tuple[tuple[Sorted, ...], tuple[str, ...]]:
    """Leave out what is said of other things than those of the noun that most sources have.

    Args:
        found: What was found on two names; what has no noun may be on any.
        objects: The names.
        meant: As of ``on_themselves``.

    Returns:
        The rest, and the nouns; none where nothing was left out.
    """
    nouns = senses([one for each in found for one in each.arguments], objects, meant=meant)
    if len(nouns) < 2:
        return tuple(found), ()
    taken = tuple(_on_first(one, objects, nouns) for one in found)
    return (taken, nouns) if any(map(operator.ne, taken, found)) else (tuple(found), ())


def _on_first(found: Sorted, objects: Sequence[str], nouns: Sequence[str]) -> Sorted:
    said = [(one, {stem(noun) for noun in _nouns(one, objects)}) for one in found.arguments]
    kept = tuple(one for one, of in said if not of or stem(nouns[0]) in of)
    others = {" or ".join(nouns[1 : 1 + _NAMED]): len(said) - len(kept)}
    return Sorted(kept, {**found.left_out, **others}, {}) if len(kept) < len(said) else found


def taken_for(comparison: Comparison) -> str:
    """Return a sentence that says which of several things a comparison takes its names for; empty if there is one."""
    if not comparison.senses:
        return ""
    taken, *others = comparison.senses
    said = f"People say {in_quotes(comparison.objects)} of several things"
    return f"{said}: this is on “{taken}”, without what is on {in_quotes(others[:_NAMED])}."


def mostly_on_compounds(comparison: Comparison) -> str:
    """Return a sentence that says so of the evidence of a comparison; empty if it is not."""
    on = comparison.compounds
    if 2 * sum(on.values()) <= len(comparison.arguments):
        return ""
    both = in_quotes(comparison.objects)
    return f"Most of what compares {both} is on {' or '.join(on)}, as too little is said of the two alone."


def _compound(argument: Argument, name: str, meant: Container[str]) -> str:
    """Return a compound in place of which a sentence never names a thing itself; empty if it does name it."""
    text = argument.hit.sentence.text
    heads = [(start, end, _head(text, start, end)) for start, end in analysed(text).mentions(name)]
    if not heads or any(not head or stem(head) in meant for *_, head in heads):
        return ""
    start, end, head = heads[0]
    return f"{text[start:end] if says_whence(name) else text[start:end].lower()} {stem(head)}"


def _are_kinds(arguments: Sequence[Argument], names: Sequence[str]) -> bool:
    """Return whether two names, one an adjective, are said to be kinds of several things: "hybrid" and "diesel"."""
    if len(names) < 2 or not any(are_adjectives([stem(name)]) for name in names):
        return False
    found = ([{*map(stem, _nouns(one, [name]))} for name in names] for one in arguments)
    return len(set[str]().union(*(set.intersection(*nouns) for nouns in found))) >= _KINDS


def _nouns(argument: Argument, objects: Sequence[str]) -> Iterator[str]:
    """Yield the nouns behind names in a sentence."""
    text = argument.hit.sentence.text
    heads = (_head(text, *place) for name in objects for place in analysed(text).mentions(name))
    return filter(None, heads)


def _head(text: str, start: int, end: int) -> str:
    """Return the noun that stands behind a name in the singular: "juice" of "apple juice"; empty if none does.

    Words that say little, "today", "something", make no other thing of it.
    """
    name, behind = text[start:end], _BEHIND.match(text, end)
    last = TOKEN.findall(name)[-1]
    if behind is None or stem(last) != last.lower() or stem(behind[1]) in STOP or behind[1].lower() in _HAVING:
        return ""
    tag = tagger().tag([name, behind[1]])[1]
    # "bites" is a noun in "cat bites are worse than dog bites"
    is_noun = tag == "NN" or (tag == "NNS" and (text.count(behind[1]) > 1 or not tagger().is_verb(behind[1])))
    return behind[1] if is_noun else ""


def is_common(hits: Sequence[Hit], name: str) -> bool:
    """Return whether hits mostly write a name without a capital."""
    texts = [hit.sentence.text for hit in hits[:_FIRST]]
    written = [text[start:end] for text in texts for start, end in analysed(text).mentions(name) if start]
    return sum(one != one.lower() for one in written) < NAME * len(written)


def is_material(name: str, retriever: Retriever) -> bool:
    """Return whether things are often said to be made of something."""
    said = sum(retriever.search((f"{made} {name}",), k=1).total for made in _MADE)
    return said >= _OFTEN and said >= _SHARE * retriever.search((name,), k=1).total


def apart_from_noun(names: Sequence[str], finder: NameFinder, retriever: Retriever) -> tuple[str, ...]:
    """Return what two names are in short, and the noun that is left out, which one of them may lack: "concrete walls".

    The other one lacks it if the two are materials; or if it is one or people have it before the noun, as they have
    wool before "socks", and it means more like what stands there: milk beside "apple juice" is no "milk juice". And
    without the noun the two must be compared far more often. Empty where there is no such noun.
    """
    if short := in_short(names):
        return short
    for name, other in (names, names[::-1]):
        words = name.split()
        for cut in range(len(words) - 1, 0, -1):
            core, noun = " ".join(words[:cut]), " ".join(words[cut:])
            if _lacks_noun(other, core, noun, finder, retriever):
                return (*(core if one == name else one for one in names), noun)
    return ()


def _lacks_noun(name: str, core: str, noun: str, finder: NameFinder, retriever: Retriever) -> bool:
    """Return whether a thing is one of the noun that stands behind another one, though it is named without it."""
    from engine.text.related import likeness  # needs numpy

    if finder.met(core, name).comparing < max(ENOUGH, _FAR_OFTENER * finder.met(f"{core} {noun}", name).comparing):
        return False
    is_one = is_material(name, retriever)
    if is_one and is_material(core, retriever):
        return True
    is_said = is_one or any(finder.alone(f"{name} {part}")[0] >= KNOWN for part in noun.split(" and "))
    return is_said and likeness(name, core) > max(likeness(name, word) for word in noun.split())
