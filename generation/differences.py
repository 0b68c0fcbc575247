"""Answers to a question for the differences of two things, or for what speaks for or against one: point by point."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from engine.text.lexicon import dimension_of
from engine.types import Comparison, Difference, Length, ParsedText, Stance, Standings
from generation.answer_builder import AnswerBuilder, Claim, Numbers, Opening, Part, Quote, listed, plain
from generation.aspect_summaries import needed_most_of_several
from generation.claim_extraction import CLEAR, READABLE, UNCLEAR
from generation.evidence import Evidence, names, subset, told_by
from generation.question_focus import in_quotes, is_comparative, viewpoint
from generation.sentence_templates import capitalised, counted, of_sources, reported, verdict
from generation.sentiment_lexicon import is_general

_MOST: Final = {Length.LINE: 0, Length.CHAT: 4, Length.FULL: 8}
"""Differences that are gone through, each in an item of a list."""
_NAMED: Final = 3
"""Differences of each thing that the first sentence names."""
_SEVERAL: Final = 2
_MANY: Final = 0.3
"""Least sources, and least share of them, that speak for a thing where a point is told that is disputed."""
_SPEAKS: Final = {Stance.FIRST: "for", Stance.SECOND: "against"}
_CLEAR: Final = 0.7
"""Least weight of the one sentence on a difference beside others."""
_FOR: Final = re.compile(
    r"\b(?:advantages?|benefits?|upsides?|pros|(?:speaks?|arguments?|reasons?) for|good"
    r"|reasons? to(?! (?:avoid|dislike|hate|not)\b)|(?:likes?|loves?|prefers?) about)\b",
    re.I,
)
_PRAISE: Final = re.compile(rf"{_FOR.pattern}|\bwhy\b", re.I)
_AGAINST: Final = re.compile(
    r"\b(?:disadvantages?|cons|drawbacks?|downsides?|disbenefits?|shortcomings|against|bad|wrong|hates?|dislikes?"
    r"|why not|better than|alternatives?)\b",
    re.I,
)
_ABOVE_OTHER: Final = re.compile(r"\b(?:(?P<above>better)|worse) (?:about|than)\b", re.I)
"""What puts the first of two things above the other one, or below it: "why is tea better than coffee"."""


class Point:
    """A difference as an answer puts it: who is ahead, who says so, and a quote for each side.

    Attributes:
        quotes: For each thing that sources put ahead, what is quoted; none where nothing can be read on its own.
        favours: Whom sources present as better for it; neither by being older.
    """

    def __init__(self, comparison: Comparison, difference: Difference, told: set[str]) -> None:
        """Count who says what, and choose the quotes, of sentences not told so far if there are any."""
        evidence = Evidence(subset(comparison, difference.verdict, difference.arguments), named=names(comparison))
        news = {one.hit.sentence.id for one in difference.arguments if told.isdisjoint(one.hit.ids)}
        self.dimension, self.words = plain(difference.dimension), plain(difference.words)
        claims = [claim for one in difference.arguments for claim in one.classification.claims]
        self.favours = {claim.favours for claim in claims} or set(evidence.sides)
        tally = evidence.tally()
        self.total, self.ahead, self.names = tally.total, evidence.ahead, evidence.names
        self.counts = {stance: tally.of(stance) for stance in evidence.sides if tally.of(stance)}
        about = (difference.words, difference.dimension)
        self.quotes = {
            stance: evidence.quote(one, about=about, attributed=True)
            for stance in self.counts
            for one in evidence.choose(stance, 1, unclear=CLEAR, among=news, about=about)
            or evidence.choose(stance, 1, unclear=READABLE, among=news, about=about)
            or evidence.choose(stance, 1, unclear=READABLE, about=about)
            or evidence.choose(stance, stance is evidence.ahead, unclear=UNCLEAR, about=about)
        }
        told.update(told_by(quote.argument for quote in self.quotes.values()))

    @property
    def is_told(self) -> bool:
        """Return whether it can be shown: who is ahead is quoted."""
        return self.ahead in self.quotes

    @property
    def name(self) -> str:
        """Return the dimension as what sources disagree on: in quotation marks where it is no noun."""
        return in_quotes(self.dimension) if is_comparative(self.dimension) else self.dimension

    @property
    def lead(self) -> Stance | None:
        """Return who is clearly ahead: for whom twice as many sources speak as for the other."""
        most, fewest = self.counts[self.ahead], self.counts.get(self.ahead.flipped(), 0)
        return self.ahead if most >= 2 * fewest else None

    def speaks_for(self, side: Stance) -> bool:
        """Return whether it speaks for a thing, for which it is better: the thing is ahead, or many say it is."""
        many = self.counts.get(side, 0) >= max(_SEVERAL, _MANY * self.total)
        return side in self.favours and side in self.quotes and (self.lead is side or many)

    def claim(self, side: Stance) -> list[Part]:
        """Return the comparative with the number of the sentence that is quoted for it."""
        return [Claim(self.words, [self.quotes[side].argument])]

    def item(self, told: set[str], side: Stance) -> list[Part]:
        """Return how many sources put whom ahead, with a quote for each, or the number of one that was told before.

        Args:
            told: Sentences told before.
            side: Of whom is told first.
        """
        sides: list[list[Part]] = []
        for stance, number in sorted(self.counts.items(), key=lambda one: one[0] is not side):
            quote = self.quotes.get(stance)
            quoted: list[Part] = [": " if number == 1 else ", as in ", quote] if quote else []
            if quote and not told.isdisjoint(quote.argument.hit.ids):
                quoted = [" ", Numbers([quote.argument])]
            verb = "calls" if number == 1 else "call"
            said = f"{counted(number, self.total)} {verb} {self.names[stance]} {self.words}"
            if sides:
                said = f"{'one says' if number == 1 else f'{number:,} say'} so of {self.names[stance]}"
            sides.append([said, *quoted])
        return [f"{capitalised(self.dimension)}: ", *listed(sides, last=", but"), "."]

    def row(self, columns: Sequence[Stance]) -> list[list[Part]]:
        """Return the cells of a table: the dimension, and what each thing is called by how many, with a quote."""
        row: list[list[Part]] = [[capitalised(self.dimension)]]
        for side in columns:
            quote, number = self.quotes.get(side), self.counts.get(side, 0)
            quoted: list[Part] = [": ", quote._replace(attributed=False)] if quote else []
            row.append([f"{self.words}, say {number:,} of {self.total:,}", *quoted] if number else [])
        return row


def _weighed(comparison: Comparison) -> list[Difference]:
    """Return how the things differ in what matters to the user, by all that was found on it."""
    weighed = []
    for aspect, share in zip(comparison.aspects, comparison.verdict.shares[1:], strict=False):
        on = tuple(one for one in comparison.arguments if aspect.name in one.aspects)
        if on:
            view = f"on {aspect.name}" if dimension_of(aspect.name) else viewpoint(aspect.name, None)
            decided = replace(comparison.verdict, decision=share.decision)
            weighed.append(Difference(aspect.name, f"better {view}", decided, on))
    return weighed


def _points(comparison: Comparison) -> list[Point]:
    """Return the differences that can be shown: those that sources speak of clearly, else any."""
    told: set[str] = set()
    weighed = _weighed(comparison)
    known = {name for one in weighed for name in (one.dimension, dimension_of(one.dimension))}
    differences = [
        *weighed,
        *(one for one in comparison.differences if one.dimension not in known and not is_general(one.words)),
    ]
    points = [point for each in differences if (point := Point(comparison, each, told)).is_told]
    clear = [point for point in points if point.total > 1 or point.quotes[point.ahead].argument.weight >= _CLEAR]
    return clear or points


def _points_for(side: Stance, comparison: Comparison) -> list[Point]:
    """Return the differences that speak for a thing: in which several put it ahead, disputed ones, single sources."""

    def place(point: Point) -> tuple[bool, bool, int]:
        number = point.counts[side]
        return number < _SEVERAL, point.lead is not side, -number

    return sorted((point for point in _points(comparison) if point.speaks_for(side)), key=place)


def say_differences(builder: AnswerBuilder, comparison: Comparison, length: Length, *, table: bool = False) -> None:
    """Add how two things differ, dimension by dimension; who is better as a whole was not asked.

    Args:
        builder: Empty.
        comparison: Of the two things, with its differences.
        length: How much to say.
        table: Whether the dimensions stand in a table.
    """
    points = _points(comparison)
    evidence = Evidence(comparison)
    written = evidence.names
    both = f"{written[Stance.FIRST]} and {written[Stance.SECOND]}"
    if not points:
        chosen = [one for stance in evidence.sides for one in evidence.choose(stance, 1, unclear=CLEAR, reasoned=True)]
        builder.add(Opening(f"Nothing I have read says how {both} differ."))
        if chosen:
            said = listed([[evidence.quote(one, attributed=True)] for one in chosen])
            builder.add("What comes nearest to it: ", *said, ".")
        return
    if len(points) == 1:
        builder.add(*points[0].item(set(), points[0].ahead))
        cited = told_by(builder.cited)
        sides = [one for one in evidence.order if length is not Length.LINE]
        more = [quote for side in sides for quote in _more(cited, comparison, evidence, side, 1, unclear=READABLE)]
        builder.add(*([*reported("Sources also say", more), "."] if more else []))
        return
    told = points[: _MOST[length]]
    builder.add(*_headline(points, told or points, written, both))
    if table:
        columns = (Stance.FIRST, Stance.SECOND)
        builder.add_table(["", *(written[side] for side in columns)], (point.row(columns) for point in told))
    else:
        _go_through(builder, told)


def say_against(builder: AnswerBuilder, comparison: Comparison, question: ParsedText | None, length: Length) -> bool:
    """Add what speaks for or against the thing that a question names first, beside the other one.

    Returns:
        Whether one side was asked for; a question for both asks for the differences.
    """
    side = _side(question)
    if side is None:
        return False
    speaks = _SPEAKS[side]
    evidence = Evidence(comparison)
    thing, other = evidence.names[Stance.FIRST], evidence.names[Stance.SECOND]
    tally = evidence.tally()
    points = _points_for(side, comparison)
    number, alone = tally.of(side), tally.total == 1
    if not number and not points:
        builder.add(Opening(f"Nothing I have read speaks {speaks} {thing} beside {other}."))
        return True
    who = "The only source that compares the two" if alone else of_sources(number, tally.total, "that compare the two")
    said = f"{who} {'speaks' if number == 1 else 'speak'} {speaks} {thing}"
    calls = _calls("; it calls" if number == 1 else "; they call", points, side, evidence.names)
    if not number:
        calls = _calls(": sources call", points, side, evidence.names)
        said = f"{'What speaks' if calls else 'Sources disagree on what speaks'} {speaks} {thing} beside {other}"
    general = comparison.asked_verdict is not None  # the use is told first
    builder.add(f"In general, {said[0].lower()}{said[1:]}" if general else said, *calls, ".")
    _go_through(builder, points[: _MOST[length]], side)
    if length is not Length.LINE:
        told = told_by(builder.cited)
        unclear = READABLE if points else UNCLEAR
        chosen = _more(told, comparison, evidence, side, 2, unclear=unclear, points=points[: _MOST[length]])
        if not (points or chosen):
            chosen = [evidence.quote(one, attributed=True) for one in evidence.best(side)]
        they = "It says" if number == 1 else "They say"
        builder.add(*([*reported("Sources also say" if points else they, chosen), "."] if chosen else []))
    if _ABOVE_OTHER.search(question.text if question else ""):  # which it takes for granted
        builder.add(*verdict(Evidence(comparison, cited=builder.cited), None))
    return True


def say_against_beside_many(
    builder: AnswerBuilder, standings: Standings, question: ParsedText | None, length: Length
) -> None:
    """Add what speaks for or against a thing beside each of those that it is compared with.

    Args:
        builder: Empty.
        standings: Of the thing and the others, with the comparisons of the thing.
        question: What was asked, when it is known.
        length: How much to say.
    """
    asked = _side(question)
    for side in (asked,) if asked else (Stance.FIRST, Stance.SECOND):
        _say_on_use(builder, standings, side)
        _say_of_side(builder, standings, side, length)


def _say_on_use(builder: AnswerBuilder, standings: Standings, side: Stance) -> None:
    """Add what speaks for a side of the first thing in the use for which it is judged; nothing where there is none."""
    said = [(one, one.asked_verdict) for one in standings.comparisons if one.asked_verdict]
    heard = [subset(one, found.verdict, found.arguments) for one, found in said if found.arguments]
    use, count = plain(standings.comparisons[0].asked.use), _count(heard, side)
    if count.number:
        quotes = [one.quote(best, attributed=True) for one in map(Evidence, heard) for best in one.best(side)]
        quoted: list[Part] = [": ", quotes[0]] if quotes else []
        who = f"{counted(count.number, count.total)} {count.which}"
        builder.add(
            f"{capitalised(use)}, {who} {count.verb} {_SPEAKS[side]} {plain(standings.objects[0])}", *quoted, "."
        )
    elif said:
        nothing = Opening(f"Nothing I have read says how {plain(standings.objects[0])} does {use}.")
        for parts in [*needed_most_of_several(map(Evidence, standings.comparisons))] or [[nothing]]:
            builder.add(*parts)


class _Count(NamedTuple):
    """How many sources speak for a side of the thing that several comparisons are of."""

    number: int
    total: int
    which: str
    """What they all do: "that compare tea with coffee or milk"."""
    verb: str


def _count(comparisons: Sequence[Comparison], side: Stance) -> _Count:
    votes: dict[str, float] = defaultdict(float)
    for comparison in comparisons:
        for argument in comparison.arguments:
            sign = (argument.stance is side) - (argument.stance is side.flipped())
            votes[argument.hit.voter] += sign * argument.weight
    number = sum(vote > 0 for vote in votes.values())
    thing = plain(comparisons[0].objects[0]) if comparisons else ""
    compare = "compares" if len(votes) == 1 else "compare"
    return _Count(
        number, len(votes), f"that {compare} {thing} with {_others(comparisons)}", "speaks" if number == 1 else "speak"
    )


def _others(comparisons: Sequence[Comparison]) -> str:
    """Return what a thing is compared with: "coffee, milk or mate"."""
    return "".join(map(str, listed([[plain(one.objects[1])] for one in comparisons], last="or")))


def _say_of_side(builder: AnswerBuilder, standings: Standings, side: Stance, length: Length) -> None:
    """Add what speaks for a side of the first thing and each of those that it is compared with."""
    speaks, thing = _SPEAKS[side], plain(standings.objects[0])
    count = _count(standings.comparisons, side)
    if not count.number:
        builder.add(Opening(f"Nothing I have read speaks {speaks} {thing} beside {_others(standings.comparisons)}."))
        return
    builder.add(f"{of_sources(count.number, count.total, count.which)} {count.verb} {speaks} {thing}.")
    for comparison in standings.comparisons if length is not Length.LINE else ():
        evidence = Evidence(comparison)
        tally = evidence.tally()
        points = _points_for(side, comparison)[:_NAMED]
        beside = f"Beside {evidence.names[Stance.SECOND]}"
        if not tally.of(side):
            if tally.total:
                builder.add_item(f"{beside}, {_none_of(tally.total)} {speaks} {thing}.")
            continue
        words = _calls("; sources call", points, side, evidence.names)
        quoted = [point.quotes[side] for point in points[:1]]
        told, unclear = told_by(one.argument for one in quoted), READABLE if quoted else UNCLEAR
        quoted += _more(told, comparison, evidence, side, 2 - len(quoted), unclear=unclear)
        speak = "speaks" if tally.of(side) == 1 else "speak"
        sources = f"{counted(tally.of(side), tally.total)} {speak} {speaks} {thing}"
        said = listed([[one] for one in quoted])
        words += [": ", *said] if said else []  # none may be clear enough to quote
        builder.add_item(f"{beside}, {sources}", *words, ".")


def _none_of(total: int) -> str:
    return "the only source does not speak" if total == 1 else f"none of {total:,} sources speaks"


def _side(question: ParsedText | None) -> Stance | None:
    """Return whose advantages are asked for: the first thing's, or what speaks against it; None for both."""
    text = question.text if question else ""
    if question and len(question.objects) > 1 and (put := _ABOVE_OTHER.search(text)):
        return Stance.FIRST if put["above"] else Stance.SECOND
    blamed = bool(_AGAINST.search(text))
    praised = bool((_FOR if blamed else _PRAISE).search(_AGAINST.sub("", text)))
    if praised == blamed:
        return None
    return Stance.FIRST if praised else Stance.SECOND


def _calls(call: str, points: Sequence[Point], side: Stance, names: Mapping[Stance, str]) -> list[Part]:
    """Return in what sources put a thing ahead, behind such words; nothing where it is ahead in nothing."""
    claims = [point.claim(side) for point in points if point.lead is side][:_NAMED]
    return [f"{call} {names[side]} ", *listed(claims)] if claims else []


def _more(
    told: set[str],
    comparison: Comparison,
    evidence: Evidence,
    side: Stance,
    k: int,
    *,
    unclear: int,
    points: Sequence[Point] = (),
) -> list[Quote]:
    """Return quotes for a side that are at most so unclear, of no sentence and on no point that was told."""
    rest = {one.hit.sentence.id for one in comparison.arguments if told.isdisjoint(one.hit.ids)}
    beyond = [
        dimension for point in points for dimension in (point.dimension, dimension_of(point.dimension)) if dimension
    ]
    chosen = evidence.choose(side, k, among=rest, unclear=unclear, beyond=beyond)
    return [evidence.quote(one, attributed=True) for one in chosen]


def _headline(points: Sequence[Point], shown: Sequence[Point], names: dict[Stance, str], both: str) -> list[Part]:
    """Return the sentence that names what each thing is ahead in by two sources or more, else what single ones say.

    Args:
        points: All of them.
        shown: Those that are gone through, of which it is said on which sources disagree.
        names: Of the things, as an answer writes them.
        both: The two together.
    """
    split = [[one.name] for one in shown if one.lead is None][:_NAMED]
    several = [one for one in points if one.lead and one.counts[one.ahead] > 1]
    told = several or [one for one in points if not split]
    clauses: list[list[Part]] = []
    for stance in sorted((Stance.FIRST, Stance.SECOND), key=lambda side: -sum(one.lead is side for one in told)):
        ahead = [one.claim(stance) for one in told if one.lead is stance][:_NAMED]
        if ahead:
            clauses.append([f"{names[stance]} ", *listed(ahead)])
    if not clauses:
        return [f"Sources that compare {both} disagree on ", *listed(split), "."]
    rest: list[Part] = ["; on ", *listed(split), " they disagree"] if split else []
    voters = {one.quotes[one.ahead].argument.hit.voter for one in told}
    who = "Sources call " if several else "Single sources call " if len(voters) > 1 else "A source calls "
    return [who, *listed(clauses, last="but"), *rest, "."]


def _go_through(builder: AnswerBuilder, points: Sequence[Point], side: Stance | None = None) -> None:
    """Add what is said on each point, of a side first if one was asked for, else of who is ahead."""
    told: set[str] = set()
    for point in points:
        builder.add_item(*point.item(told, side or point.ahead))
        told.update(told_by(quote.argument for quote in point.quotes.values()))
