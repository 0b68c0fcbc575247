"""Tells whether a name brought into a comparison is a third thing ("what about Julia?") or a point of view."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product

from engine.pipeline import Engine
from engine.retrieval.names import NameFinder
from engine.text.embedding import embedding
from engine.text.lexicon import dimension_of, topic_of
from engine.text.tagging import tagger
from engine.text.tokens import Tokens, same_name, stems, unique
from engine.types import Comparison, Label, Standings
from nlu_models.intents import is_point_of_view

LOOKED_AT = 50
"""Sentences looked at for each object."""

TELLING = 10
"""Least sentences on the objects and a name that tell what it is."""

SET_BESIDE = 0.05
"""Least share of them that set a thing beside one of the objects: "coffee or juice"; of what is part of one few do."""

ALIKE = 0.25
"""Least mean likeness of a name to the objects, as word vectors have it, that makes it one more of them."""

CALLED = 0.001
"""Least share of the sentences on an object that have a noun right behind it which says what it is: "diesel car"."""

_AND = re.compile(
    r"\s*(?:,|/|&|,?\s(?:and|or|nor|vs\.?|versus))\s*(?:(?:an?|the|my|your|our|their)\s+)?", re.IGNORECASE
)
"""What stands between two things of a kind."""
_LISTED = re.compile(rf"{_AND.pattern}(?:\w[\w-]*(?:\s\w[\w-]*)?{_AND.pattern}){{0,2}}", re.IGNORECASE)
"""The same, or one or two more of the kind with it: "steel, brass and" copper."""

_CAPITALISED = re.compile(r"\b[A-Z]\w*[a-z]")


def role_of(name: str, found: Comparison | Standings, engine: Engine) -> Label | None:
    """Decide by the evidence how people use a name.

    A kind of one of the objects is one more of them. What looks like a point of view is one, unless it is none that is
    known and is of the kind of the objects, "induction" beside a gas and an electric stove, and so is a name that the
    comparison's own evidence has as an aspect; what is compared with one of the objects or set beside them, "coffee,
    juice or tea", is one more of them, and what is only named with them is not. Where little is read of it, what means
    much the same kind of thing is one more, and what is written like a name; beside names, a noun is none: "museums" of
    London and Paris.
    An adjective is none anywhere.

    Args:
        name: What was brought in.
        found: What is talked about.
        engine: Searches.

    Returns:
        ``OBJECT``, ``ASPECT``, or None when nothing tells.
    """
    key = stems(name)
    if any(stems(one) == key[-len(stems(one)) :] != key for one in found.objects):  # "green tea", beside tea
        return Label.OBJECT
    if is_point_of_view(name):
        return Label.OBJECT if _is_one_more(name, found.objects, engine) else Label.ASPECT
    if any(Tokens(aspect).find(key) for aspect in _aspects(found)):
        return Label.ASPECT
    if is_rival(name, found.objects, engine):
        return Label.OBJECT
    texts = _texts(name, found.objects, engine)
    is_telling = len(texts) >= TELLING
    is_proper = _is_proper(name) or _is_written_large(name, [one for _, one in texts] if is_telling else [], engine)
    if _is_beside_any(name, texts) or is_proper:
        return Label.OBJECT
    if is_telling:
        return Label.ASPECT
    if is_like(name, found.objects, engine):
        return Label.OBJECT
    is_noun = engine.retriever.search((name,), k=1).hits and all(
        _is_written_large(one, [], engine) for one in found.objects
    )
    is_quality = name.islower() and tagger().tag(["is", name])[1] == "JJ"
    return Label.ASPECT if is_noun or is_quality else None


def is_like(name: str, objects: Sequence[str], engine: Engine) -> bool:
    """Return whether a name is of the kind of some objects, by what it means or by what it is compared with."""
    if likeness(name, objects) >= ALIKE:
        return True
    beside = {rival.casefold() for one in objects for rival in (one, *engine.rivals(one))}
    return any(rival.casefold() in beside for rival in engine.rivals(name))


def is_rival(name: str, objects: Sequence[str], engine: Engine) -> bool:
    """Return whether a name is of what is itself compared with one of some objects, and no dimension or topic."""
    if dimension_of(name) or topic_of(name):
        return False
    finder = NameFinder(engine.retriever)
    written = unique((name, *(finder.as_indexed((one, name))[1] for one in objects)))
    return any(same_name(rival, one) for form in written for rival in engine.rivals(form) for one in objects)


def is_one_of_kind(name: str, objects: Sequence[str], engine: Engine) -> bool:
    """Return whether a name ends in what texts call all of some objects: "petrol car", of diesel and hybrid cars."""
    *before, head = name.lower().split()
    if not before or not is_noun(head):
        return False

    def said(one: str) -> int:
        return engine.retriever.search((one,), k=1).total

    return all(one.lower().endswith(f" {head}") or said(f"{one} {head}") > CALLED * said(one) for one in objects)


def is_set_beside(name: str, objects: Sequence[str], engine: Engine) -> bool:
    """Return whether what is read of a name and some objects sets it beside one of them: "coffee or juice"."""
    return _is_beside_any(name, _texts(name, objects, engine))


def likeness(name: str, objects: Sequence[str]) -> float:
    """Return how much a name means what the objects mean, in [-1, 1]."""
    rows = embedding().embed([name, *objects])
    return float((rows[1:] @ rows[0]).mean())


def is_noun(name: str) -> bool:
    """Return whether a name is a noun, counted by none: "beginners", but not "10 hours" or "get up"."""
    tags = tagger().tag(["the", *name.lower().split()])
    return tags[-1].startswith("NN") and "CD" not in tags


def is_name(written: str) -> bool:
    """Return whether words are written like a name within a sentence: "New Balance", but neither "MPG" nor "Price"."""
    return _CAPITALISED.search(written) is not None and not is_point_of_view(written)


def _is_one_more(name: str, objects: Sequence[str], engine: Engine) -> bool:
    """Return whether a noun that looks like a point of view is none that is known, and of the kind of some objects."""
    if dimension_of(name) or topic_of(name) or not is_noun(name):
        return False
    return is_set_beside(name, _apart(objects), engine) or is_like(name, objects, engine)


def _apart(objects: Sequence[str]) -> Sequence[str]:
    """Return objects without the last word where all of them end with the same one: "gas" and "electric" of stoves."""
    words = [one.split() for one in objects]
    is_shared = len({tuple(stems(one[-1])) for one in words}) == 1 and all(len(one) > 1 for one in words)
    return [" ".join(one[:-1]) for one in words] if is_shared else objects


def _aspects(found: Comparison | Standings) -> list[str]:
    mined = [aspect.name for one in found.pairs for aspect in one.mined if aspect.method == "reason"]
    return [*mined, *(aspect.name for aspect in found.aspects)]


def _texts(name: str, objects: Sequence[str], engine: Engine) -> list[tuple[str, Tokens]]:
    """Return what is read of each object and a name, with the object."""
    hits = ((one, hit) for one in objects for hit in engine.retriever.search((one, name), k=LOOKED_AT).hits)
    return [(one, Tokens(hit.sentence.text)) for one, hit in hits]


def _is_beside_any(name: str, texts: Sequence[tuple[str, Tokens]]) -> bool:
    """Return whether enough of the texts on objects and a name set it beside its object."""
    return sum(_are_beside(tokens, one, name) for one, tokens in texts) > SET_BESIDE * len(texts)


def _are_beside(tokens: Tokens, one: str, other: str) -> bool:
    """Return whether a text sets one thing beside another: "coffee or juice"."""
    pairs = (sorted(pair) for pair in product(tokens.mentions(one), tokens.mentions(other)))
    return any(_LISTED.fullmatch(tokens.text, first[1], second[0]) for first, second in pairs if first[1] < second[0])


def _is_written_large(name: str, texts: Sequence[Tokens], engine: Engine) -> bool:
    """Return whether texts, or all that is read of a name where there are none, write it like one within a sentence."""
    read = texts or [Tokens(hit.sentence.text) for hit in engine.retriever.search((name,), k=LOOKED_AT).hits]
    written = [one.text[start:end] for one in read for start, end in one.mentions(name) if start]
    return sum(map(_is_proper, written)) > max(1, len(written) / 2)


def _is_proper(name: str) -> bool:
    """Return whether a name is written with capitals, digits or signs."""
    return any(not char.islower() and not char.isspace() for char in name)
