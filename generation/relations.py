"""What is said of one thing from what was read ahead: what it is compared with, and what is put above it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.text.written import written
from engine.types import Answer, Asked, AskedKind, Decision, Difference, Length, Relation, Relations, Stance
from engine.types.document import Role
from generation.answer_builder import AnswerBuilder, Opening, Part, listed, plain
from generation.claim_extraction import READABLE
from generation.evidence import Evidence

_MOST: Final = {Length.LINE: 0, Length.CHAT: 4, Length.FULL: 10}
"""Things that are gone through, each in an item of a list."""
_NAMED: Final = 3
"""Things that the first sentence names, and dimensions of an item."""


def overview(found: Relations, *, generator: str, length: Length) -> Answer:
    """Say what a thing is compared with, on what, and with which outcome.

    Args:
        found: What was read ahead of it.
        generator: Name of who answers.
        length: How much to say.
    """
    found = _as_written(found)
    builder, name = _begin(found), plain(found.name)
    if not found.relations:
        builder.add(Opening(f"Nothing I have read compares {name} with anything."))
        return _end(builder, found, generator)
    names = listed([[plain(one.name)] for one in found.relations[:_NAMED]])
    others = f"{found.total:,} things, most often with " if found.total > len(found.relations[:_NAMED]) else ""
    builder.add(f"{name} is compared with {others}", *names, ".")
    for relation in found.relations[: _MOST[length]]:
        counts, other = relation.sources, plain(relation.name)
        said = [[f"{_share(counts, Stance.FIRST)} for {name}"], [f"{counts[Stance.SECOND]:,} for {other}"]]
        said += [[f"{counts[Stance.EQUAL]:,} for neither"]] if counts[Stance.EQUAL] else []
        told = listed(said) if any(counts.values()) else ["no source favours one as a whole"]
        builder.add_item(f"{other}: ", *told, _dimensions(relation), _years(relation), ".", *_quoted(relation))
    return _end(builder, found, generator)


def above(found: Relations, asked: Asked, *, generator: str, length: Length) -> Answer:
    """Say what more sources put above a thing than below it.

    Args:
        found: The things that are.
        asked: In what they shall be above it.
        generator: Name of who answers.
        length: How much to say.
    """
    found = _as_written(found)
    builder, name = _begin(found), plain(found.name)
    how = plain(asked.words) if asked.kind in (AskedKind.PROPERTY, AskedKind.USE) else "better"
    use = f" {plain(asked.use)}" if asked.is_property_for_use else ""
    if not found.relations:
        builder.add(Opening(f"Nothing I have read calls anything {how} than {name}{use}."))
        return _end(builder, found, generator)
    sure = [one for one in found.relations if one.sources[Stance.SECOND] > 1] or found.relations[:_NAMED]
    names = [[f"{plain(one.name)} ({_share(one.sources, Stance.SECOND)})"] for one in sure[:_NAMED]]
    who = "More sources" if sure[0].sources[Stance.SECOND] > 1 else "Single sources"
    builder.add(f"{who} call ", *listed(names), f" {how} than {name}{use}{' than say the opposite' * (who[0] == 'M')}.")
    told = sure[: _MOST[length]]
    quotes = [_quoted(one, side=Stance.SECOND, about=(asked.words, asked.dimension)) for one in told]
    for number, (relation, quoted) in enumerate(zip(told, quotes, strict=True) if any(quotes) else ()):
        counts = number >= _NAMED or not quoted  # else told above
        share = [f" {_share(relation.sources, Stance.SECOND)}."] if counts else []
        builder.add_item(f"{plain(relation.name)}:", *share, *quoted)
    return _end(builder, found, generator)


def _as_written(found: Relations) -> Relations:
    """Return what was read ahead of a thing with all names as most running text writes them."""
    relations = tuple(Relation(written(one.comparison, one.name)) for one in found.relations)
    return replace(found, name=relations[0].comparison.objects[0] if relations else found.name, relations=relations)


def _begin(found: Relations) -> AnswerBuilder:
    return AnswerBuilder((found.name, *(one.name for one in found.relations)))


def _end(builder: AnswerBuilder, found: Relations, generator: str) -> Answer:
    if found.notice:
        builder.add(found.notice, role=Role.NOTICE)
    return builder.finish(generator)


def _share(counts: dict[Stance, int], side: Stance) -> str:
    total = sum(counts.values())
    return f"{counts[side]:,} of {total:,} source{'s' * (total != 1)}"


def _dimensions(relation: Relation) -> str:
    """Return in what one of the two is ahead, in the words of the sources."""
    points = [_point(one) for one in relation.comparison.differences if one.verdict.decision in _AHEAD][:_NAMED]
    return f"; {', '.join(points)}" if points else ""


_AHEAD: Final = (Decision.FIRST, Decision.SECOND)


def _point(difference: Difference) -> str:
    counts = difference.first_count, difference.second_count
    return f"{plain(difference.verdict.winner or '')} {plain(difference.words)} ({max(counts)} of {sum(counts)})"


def _years(relation: Relation) -> str:
    years: Sequence[str] = relation.years
    return f"; since {years[0]}" if years else ""


def _quoted(relation: Relation, *, side: Stance | None = None, about: tuple[str, ...] = ()) -> list[Part]:
    """Return a quote for a side, for that which is ahead if none is named; nothing where none can be read alone.

    Args:
        relation: Of the thing with another.
        side: One of the two.
        about: What it shall speak of, as in ``Evidence.statement``.
    """
    evidence = Evidence(relation.comparison)
    for argument in evidence.choose(side or evidence.ahead, 1, unclear=READABLE):
        return [" ", evidence.quote(argument, about=about), "."]
    return []
