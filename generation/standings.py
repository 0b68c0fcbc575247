"""What is said of more than two things: who comes first, in which order the others follow, and why it is so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from itertools import chain, groupby, pairwise, product

from engine.text.tokens import same_name, stems, unique
from engine.text.written import names_in, renamed
from engine.types import (
    Answer,
    Argument,
    Comparison,
    Decision,
    Kind,
    Order,
    Outcome,
    ParsedText,
    Place,
    Stance,
    Standings,
)
from engine.types.document import Role
from generation.answer_builder import AnswerBuilder, Numbers, Opening, Part, listed, plain
from generation.asked_verdict import (
    asks_alone,
    beyond,
    is_of_class,
    nothing_holds,
    of_case,
    predicate_of_several,
    speaks_of_asked,
)
from generation.aspect_summaries import needed_most_of_several
from generation.claim_extraction import READABLE, UNCLEAR
from generation.evidence import Evidence, is_told_besides, subset
from generation.question_focus import UNCLEAR_WHETHER, YES, viewpoint
from generation.sentence_templates import (
    capitalised,
    counted,
    divided,
    of_sources,
    percent,
    read_in,
    reported,
    samples,
    uncapitalised,
)

_CONTENDERS = 3
"""Most objects named as possible winners, and of whose pairs each is gone through."""
_SHORT = 2
"""Most pairs gone through where none has enough sources for a verdict."""
_SAID = ("One of those for {} argues", "For {} it is said", "One who prefers {} writes")
_HEAD = ("", "sources", "one of them")
"""Of a table of pairs."""
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_EVEN = 0.5
"""Probability of being the best above which it is rather so than not."""
_CONTENDER = 0.1
"""Least probability of being the best from which an object is named as a possible winner."""
_LIKELIER = 0.05
"""Least by which that of the likeliest winner exceeds the next one's: 50 % before 50 % are none."""


class Pairs(Enum):
    """Which pairs an answer goes through."""

    NONE = "none"
    LEADERS = "leaders"
    """Those of neighbours among the first in the order."""
    ALL = "all"


def describe(
    standings: Standings,
    *,
    question: ParsedText | None = None,
    generator: str,
    lines: bool = False,
    pairs: Pairs = Pairs.LEADERS,
    ranges: bool = False,
    table: bool = False,
    new: Sequence[str] = (),
    asked_alone: bool = False,
    closing: str = "",
) -> Answer:
    """Word an answer.

    Args:
        standings: What was found out.
        question: What was asked, when it is known.
        generator: Name of who answers.
        lines: Whether pairs stand in a list, each on a line of its own.
        pairs: Which pairs to go through, each with a quote.
        ranges: Whether to say how far chance could have moved the places.
        table: Whether pairs stand in a table.
        new: Objects of whose pairs alone is told, and of which it is said first that they have no place.
        asked_alone: Whether no more is told than what was asked, if anything was.
        closing: The last sentence.
    """
    names = names_in(standings, question.text if question else "")
    standings = renamed(standings, {name: plain(shown) for name, shown in names.items()})
    builder = AnswerBuilder(standings.objects, lines=lines)
    asked, overall = standings.asked_order, standings.whole
    said = [said for one in standings.comparisons for said in one.arguments]
    heard = speaks_of_asked(standings)
    told_besides = is_told_besides(standings.comparisons[0].asked, said, heard=heard)
    unsaid = asked is not None and asked.decision is Outcome.INSUFFICIENT
    tells = overall.decision is not Outcome.INSUFFICIENT or (bool(said) and not heard)
    known = overall.winner is not None or (unsaid and tells)
    general = asked is None or (told_besides and known and not (asked_alone or asks_alone(question)))
    of_new = [one for one in standings.comparisons if any(same_name(*both) for both in product(one.objects, new))]
    few = all(one.verdict.decision is Decision.INSUFFICIENT for one in of_new)
    lonely = bool(new) and few and overall.decision is not Outcome.INSUFFICIENT
    if lonely:
        for one in _most_told(of_new):
            builder.add(*_put_before(one, builder.cited))
        builder.add(*_unknown(standings))
    if asked is None:
        builder.add(*_headline(standings, question))
    else:
        builder.add(*of_case(standings.comparisons[0].asked))
        for parts in asked_headline(standings, asked, question, alone=not general):
            builder.add(*parts)
        if unsaid and pairs is not Pairs.NONE:
            ordered = _in_order(standings.comparisons, overall)
            for parts in needed_most_of_several(Evidence(one, cited=builder.cited) for one in ordered):
                builder.add(*parts)
        on_asked = _on_asked(standings, asked, pairs)
        if table and on_asked:
            builder.add_table(_HEAD, map(_row, on_asked))
        for one in [] if table else on_asked:
            sides = None if pairs is Pairs.ALL else 1
            builder.add(*_put_before(one, builder.cited, sides=sides, worse=one.asked.wants_worst))
        if general:
            outcome, *rest = _headline(standings)
            builder.add(f"In general, {uncapitalised(str(outcome))}", *rest)
    if general and (asked is None or unsaid):
        builder.add(*_sequence(standings))
        for sentence in _on_aspects(standings, question) if pairs is not Pairs.NONE else ():
            builder.add(sentence)
        for order in [] if new or pairs is Pairs.NONE else standings.orders[1:]:
            for one in _on_aspect(standings, order)[: None if pairs is Pairs.ALL else 1]:
                builder.add(*_put_before(one, builder.cited, aspect=order.aspect))
        if overall.decision is Outcome.INSUFFICIENT:
            for one in _most_told(standings.comparisons)[: 1 if pairs is Pairs.NONE else None]:
                builder.add(*_put_before(one, builder.cited))
        add = builder.add_item if lines else builder.add
        if table and (told := _chosen(standings, Pairs.ALL)):
            builder.add_table(_HEAD, map(_row, told))
        else:
            again, chosen = False, _chosen(standings, Pairs.NONE if lonely else pairs)
            chosen = [one for one in chosen if lonely or not new or one in of_new]
            alone = len(chosen) == 1 == len(_placed(overall)) - 1
            for number, comparison in enumerate(chosen):
                lead = _SAID[number % len(_SAID)]
                add(*_pair(comparison, builder.cited, lead, again=again and not lines, alone=alone))
                again = comparison.verdict.decision is Decision.UNDECIDED
    if general:
        builder.add(*_circle(standings))
        builder.add(*[] if lonely else _unknown(standings))
    if ranges:
        from_worst = standings.from_worst is not None and general
        builder.add(*_ranges(overall if general else asked or overall, from_worst=from_worst))
    if closing:
        builder.add(closing)
    builder.add(*samples(builder), role=Role.NOTICE)
    return builder.finish(generator, aspects=[aspect.name for aspect in standings.aspects])


def asked_headline(
    standings: Standings, order: Order, question: ParsedText | None, *, alone: bool = True
) -> Iterator[list[Part]]:
    """Yield who is ahead in what was asked.

    Args:
        standings: What was found out.
        order: On what was asked.
        question: In which that was asked, when it is known.
        alone: Whether what is said in general does not follow.
    """
    asked, least = standings.comparisons[0].asked, standings.comparisons[0].verdict.minimum_sources
    does = predicate_of_several(asked, question.text if question else "")
    them = _names(standings.objects) if is_of_class(question) else "them"
    placed = [place.object for place in order.places if place.rank is not None]
    if order.decision is Outcome.INSUFFICIENT:
        names = _names(standings.objects)
        sources = {said.hit.voter for one in standings.comparisons for said in one.arguments}
        if speaks_of_asked(standings):
            yield [f"There is too little to say which of {names} {does}: of no two of them do {least} sources speak."]
        elif sources and asked.is_situation:
            yield [Opening(f"{nothing_holds(asked, f'which of {them} {does}')}.")]
        elif sources:
            named = ("them",) if is_of_class(question) else standings.objects
            searched = f", {read_in(len(sources), named, standings.comparisons[0].bounds)}" if alone else ""
            yield [Opening(f"Nothing I have read says which of {them} {does}{searched}.")]
        else:
            yield [Opening(f"Nothing I have read says which of {names} {does}: {_searched(standings, 'does')}.")]
        return
    asks = question is not None and question.kind is Kind.YES_NO and not asked.denied
    named = question.objects[:1] if question and asks else ()
    of = next((one for one in standings.objects if any(same_name(one, name) for name in named)), "")
    if order.winner:
        rest = _names([name for name in placed if name != order.winner])
        opening = f"{_whether(of, order, YES[not same_name(of, order.winner)])}: " if of else ""
        told = f"as to which {does}, the evidence puts {plain(order.winner)} before {rest}"
        told = capitalised(f"{opening}{told} (confidence {percent(order.confidence)}).")
        yield [Opening(told) if of else told]
    else:
        none = f"neither {_names(placed, last='nor')}" if len(placed) == 2 else f"none of {_names(placed)}"
        opening = f"{_whether(of, order, UNCLEAR_WHETHER)}: it" if of else "It"
        told = f"{opening} is not clear which {does}: {none} is clearly ahead."
        yield [Opening(told) if of else told]
    if unplaced := [name for name in standings.objects if name not in (*placed, of)]:
        yield [f"Too few sources speak of it to place {_names(unplaced, last='or')}."]
    limits = [beyond(one.asked, question, several=True) for one in standings.comparisons]
    if all(limits):
        yield limits[0]


def leading(order: Order, comparisons: Sequence[Comparison]) -> str:
    """Return who comes first in an order, as a clause; where too little is said, whom all who speak of it put first.

    Args:
        order: On the whole, or from a point of view.
        comparisons: Of all pairs, of which it is the order.
    """
    if order.winner:
        return f"first place goes to {plain(order.winner)}"
    if order.decision is Outcome.EQUAL:
        return "they come out level"
    if order.decision is Outcome.INSUFFICIENT:
        return agreed(order, comparisons) or "there is too little evidence"
    return "none of them is clearly ahead"


def agreed(order: Order, comparisons: Iterable[Comparison]) -> str:
    """Return which of a pair all put before the other who speak of a point of view; empty where enough do for a place.

    Args:
        order: As in ``leading``.
        comparisons: As in ``leading``.
    """
    pairs = (Evidence(one, named=one.objects) for one in comparisons)
    heard = [one for one in pairs if one.tally(aspect=order.aspect).total]
    if order.decision is not Outcome.INSUFFICIENT or len(heard) != 1:
        return ""
    evidence, tally = heard[0], heard[0].tally(aspect=order.aspect)
    side = next((side for side in evidence.sides if tally.of(side) == tally.total), None)
    if side is None:
        return ""
    who = "the only source puts" if tally.total == 1 else f"{counted(tally.total, tally.total)} put"
    return f"{who} {evidence.names[side]} before {evidence.names[side.flipped()]}, which is little to go by"


def _whether(name: str, order: Order, said: str) -> str:
    """Return a yes or no to whether a thing comes first; of one without a place, that it cannot be told."""
    return said if name in _placed(order) else f"Too few sources speak of {plain(name)} for a yes or no"


def _on_asked(standings: Standings, order: Order, pairs: Pairs) -> list[Comparison]:
    """Return what says who of a pair has more of what was asked, without all else, those of the first object first."""
    found = [(one, one.asked_verdict) for one in standings.comparisons]
    said = [subset(one, asked.verdict, asked.arguments) for one, asked in found if asked and asked.arguments]
    if order.decision is Outcome.INSUFFICIENT:
        return _most_told(said)[: 1 if pairs is Pairs.NONE else None]
    if pairs is Pairs.NONE:
        return [one for one in [carrying(said, order)] if one]
    told = _deciding(said, order) if pairs is Pairs.ALL else _neighbours(said, order)
    unplaced = [place.object for place in order.places if place.rank is None]
    lonely = [_most_told(one for one in said if name in one.objects)[:1] for name in unplaced]
    return [*{one.objects: one for one in chain(told, *lonely)}.values()]


def _most_told(comparisons: Iterable[Comparison]) -> list[Comparison]:
    """Return the pairs on which there is most, though too little for a verdict."""
    told = [one for one in comparisons if one.arguments]
    return sorted(told, key=lambda one: -one.verdict.sources)[:_SHORT]


def _deciding(comparisons: Iterable[Comparison], order: Order) -> list[Comparison]:
    """Return the pairs that decide who comes first, and who second, in their order; of three objects these are all."""
    told = _in_order(comparisons, order)
    if len(order.places) <= _CONTENDERS:
        return told
    placed = _placed(order)
    told = [one for one in told if set(one.objects) <= set(placed)]
    return [one for one in told if placed[0] in one.objects or set(one.objects) == set(placed[1:3])]


def _neighbours(comparisons: Iterable[Comparison], order: Order) -> list[Comparison]:
    """Return the pairs of the first objects that follow each other; all of them where some were not compared.

    Where one of them is too scarce for a verdict, the pairs on which there is most tell more of the order.
    """
    told = _deciding(comparisons, order)
    placed = _placed(order)[:_CONTENDERS]
    beside = [one for one in told if set(one.objects) in [set(pair) for pair in pairwise(placed)]]
    if len(beside) < len(placed) - 1:
        return told
    is_scarce = any(one.verdict.decision is Decision.INSUFFICIENT for one in beside)
    return _in_order(_most_told(told), order) if is_scarce else beside


def carrying(comparisons: Iterable[Comparison], order: Order) -> Comparison | None:
    """Return the pair on which most sources speak of those that speak for an order; None where there is none.

    Args:
        comparisons: Of all pairs, with the verdicts that the order rests on.
        order: Its winner is one of that pair; without one, who is ahead in that pair loses in none.
    """
    won, placed = order.winner, {*_placed(order)}
    told = [one for one in comparisons if set(one.objects) <= placed and (won is None or won in one.objects)]
    lost = {name for one in told for name in one.objects if one.verdict.winner not in (None, name)}
    told = told if won else [one for one in told if one.objects[Evidence(one).ahead is Stance.SECOND] not in lost]
    return max(told, key=lambda one: (bool(won and one.verdict.winner), one.verdict.sources), default=None)


def _in_order(comparisons: Iterable[Comparison], order: Order) -> list[Comparison]:
    """Return pairs, those of the first objects first."""
    at = {place.object: number for number, place in enumerate(order.places)}
    return sorted(comparisons, key=lambda one: sorted(at[name] for name in one.objects))


def _put_before(
    comparison: Comparison,
    cited: Sequence[Argument],
    *,
    aspect: str = "",
    sides: int | None = None,
    worse: bool = False,
) -> list[Part]:
    """Return how many sources put one of a pair before the other one, and how many the other, with a quote each.

    Args:
        comparison: Of the pair.
        cited: What is quoted already.
        aspect: An aspect of the user that alone counts; all does when empty.
        sides: How many sides are quoted; all when None.
        worse: Whether they are put so as the worse one.
    """
    evidence, asked = Evidence(comparison, cited=cited), comparison.asked
    about = (aspect,) if aspect else (asked.words, asked.dimension)
    tally, names = evidence.tally(aspect=aspect), evidence.names
    told: list[list[Part]] = []
    for side in sorted(evidence.order, key=lambda side: -tally.of(side)):
        if not (number := tally.of(side)):
            continue
        put = ("call" if worse else "put") + "s" * (number == 1)
        before = f"{names[side]} {'worse than' if worse else 'before'} {names[side.flipped()]}"
        if side is Stance.EQUAL:
            put = "puts" if number == 1 else "put"
            before = f"{names[Stance.FIRST]} and {names[Stance.SECOND]} level"
        quotes = side is not Stance.EQUAL and (sides is None or len(told) < sides)
        chosen = evidence.choose(side, 1, aspect=aspect, unclear=UNCLEAR, about=about) if quotes else []
        if quotes and not (chosen or told or aspect) and asked.is_special:  # who is ahead is not only counted
            chosen = evidence.best(side, about=about)
        quoted: list[Part] = [": ", evidence.quote(chosen[0], about=about)] if chosen else []
        if quotes and not chosen and (over := evidence.counted(side, aspect=aspect)):
            quoted = [" ", Numbers(over[:1])]
        last = "the other" if tally.total == 2 else "one" if number == 1 else f"{number:,}"
        who = last if told else of_sources(number, tally.total)
        told.append([f"{who} {put} {before}", *quoted])
    return [*listed(told, last=", but"), "."]


def _headline(standings: Standings, question: ParsedText | None = None) -> list[Part]:
    order, worst = standings.whole, standings.from_worst is not None
    sure = f" (confidence {percent(order.confidence)})"
    asks = question is not None and question.kind is Kind.YES_NO and not question.asked.is_special
    of_aspects = standings.orders[1:]
    silent = bool(of_aspects) and all(one.decision is Outcome.INSUFFICIENT for one in of_aspects)
    named = question.objects[:1] if question and asks else ()
    known = dict(zip(standings.typed, standings.objects, strict=False))
    of = next((place for place in order.places for one in named if same_name(place.object, known.get(one, one))), None)
    of = of if of and not (silent and of.rank) else None
    match order.decision:
        case Outcome.WINNER:
            rest = _placed(order)[1:]
            winner, others = plain(order.winner or ""), _names(rest)
            opening = _whether(of.object, order, YES[of.object != order.winner]) if of else ""
            claim = f"the evidence favours {winner} over {others}{sure}."
            if worst:
                claim = f"{winner} comes off worst: the evidence favours {others} over {winner}{sure}."
            mark = "." if worst else "," if opening in YES else ":"
            claim = f"{opening}{mark} {capitalised(claim) if worst else claim}" if of else claim
            return [Opening(claim) if of else capitalised(claim)]
        case Outcome.EQUAL:
            return [f"The evidence puts {_names(_placed(order))} level{sure}."]
        case Outcome.INSUFFICIENT if not any(one.arguments for one in standings.comparisons):
            return [
                f"There is nothing to go by on {_names(standings.objects)}: {_searched(standings, 'compares these')}."
            ]
        case Outcome.INSUFFICIENT:
            least = standings.comparisons[0].verdict.minimum_sources
            few = f"no two of them are compared by {least} sources{standings.comparisons[0].bounds}"
            return [f"There is not enough evidence to put {_names(standings.objects)} in order: {few}."]
    told = f"{_undecided(standings, order)}."
    if of:
        return [Opening(f"{_perhaps(of, order)}: {told}")]
    return [f"It is not clear which is the worst: {told}" if worst else capitalised(told)]


def _undecided(standings: Standings, order: Order) -> str:
    """Return whom the sources on each deciding pair favour, and between whom it is open, as a clause."""
    pairs = [one for one in _deciding(standings.comparisons, order) if set(one.objects) <= {*_placed(order)}]
    pairs.sort(key=lambda one: -one.verdict.sources)
    beaten: dict[str, list[str]] = {}
    for one in pairs:
        if won := one.verdict.winner:
            beaten.setdefault(won, []).extend(name for name in one.objects if name != won)
    ahead: dict[str, list[str]] = {}
    for won, lost in beaten.items():
        ahead.setdefault(_names(lost), []).append(won)
    favours: list[list[Part]] = [[f"{_names(won)} over {lost}"] for lost, won in ahead.items()]
    known = [f"sources favour {''.join(map(str, listed(favours, last=', and')))}"] * bool(favours)
    ends = {end: [one.objects for one in pairs if one.verdict.decision is end] for end in Decision}
    unclear: list[list[Part]] = []
    if close := ends[Decision.UNDECIDED]:
        unclear.append([f"it is too close to call between {_each(close)}"])
    if level := ends[Decision.EQUAL]:
        unclear.append([f"it is level between {_each(level)}"])
    if few := ends[Decision.INSUFFICIENT]:
        unclear.append(_few_compare(few))
    if not unclear:  # a circle
        return f"it is too close to call between {_names(_placed(order))}"
    return ", but ".join([*known, "".join(map(str, listed(unclear, last=", and")))])


def _each(pairs: Sequence[Sequence[str]]) -> str:
    """Return pairs as what something is between, all at once where these are all pairs of some objects."""
    names = unique(name for pair in pairs for name in pair)
    if len(pairs) == len(names) * (len(names) - 1) / 2:
        return _names(names)
    return "".join(map(str, listed([[_names(pair)] for pair in pairs], last="and between")))


def _few_compare(pairs: Iterable[Sequence[str]]) -> list[Part]:
    """Return that too few sources compare each of some pairs, as a clause."""
    named: list[list[Part]] = [[f"{plain(first)} with {plain(second)}"] for first, second in pairs]
    return ["too few sources compare ", *listed(named, last="or")]


def _perhaps(place: Place, order: Order) -> str:
    """Return what is said to whether a thing comes first where that is too close to call."""
    said = "Perhaps" if place.best > _EVEN else UNCLEAR_WHETHER if place.best >= _CONTENDER else "Probably not"
    return _whether(place.object, order, said)


def _searched(standings: Standings, does: str) -> str:
    """Return that no sentence does something that one on two of them may have done."""
    if not any(one.retrieved for one in standings.comparisons):
        return "no sentence names two of them; other names may find more"
    return f"no sentence that names two of them {does}"


def _sequence(standings: Standings) -> list[Part]:
    """Return the sentence on the likeliest order; empty when there is none to speak of, or none is the first.

    Who is likelier to be the first than one before it may be anywhere, as may who is hardly compared with that one: too
    little is said of it.
    """
    order, scarce = standings.whole, [set(pair) for pair in standings.missing]
    if order.decision is Outcome.UNDECIDED or any(set(pair) in scarce for pair in pairwise(_placed(order))):
        return []
    chances = [place.best for place in order.places if place.rank is not None]
    if chances != sorted(chances, reverse=True):
        return []
    groups = [[*group] for rank, group in groupby(order.places, key=lambda place: place.rank) if rank is not None]
    if len(groups) < 2 or len(_placed(order)) < 3:
        return []
    opening = "From the worst, the likeliest order is " if standings.from_worst else "The likeliest order is "
    return [opening, *", then ".join(_together(group) for group in groups), "."]


def _together(group: Sequence[Place]) -> str:
    names = _names([place.object for place in group])
    return f"{names} (level)" if len(group) > 1 else names


def _on_aspects(standings: Standings, question: ParsedText | None) -> Iterator[str]:
    """Yield a sentence on each outcome from points of view of the user, with all of which it is the outcome."""
    views: dict[str, list[list[Part]]] = {}
    asked = standings.comparisons[0].asked
    said = set(stems(f"{asked.words} {asked.use}"))  # of which it is told first
    for order in (one for one in standings.orders[1:] if not said.issuperset(stems(one.aspect))):
        undecided = order.decision is Outcome.UNDECIDED
        told = "it is too close to call" if undecided else leading(order, standings.comparisons)
        views.setdefault(told, []).append([viewpoint(order.aspect, question)])
    for told, named in views.items():
        yield f"{capitalised(''.join(map(str, listed(named))))}, {told}."


def _on_aspect(standings: Standings, order: Order) -> list[Comparison]:
    """Return the pairs by which an object is the best from a point of view of the user."""
    pairs = [one for one in standings.comparisons if order.winner in one.objects]
    return [one for one in pairs if any(order.aspect in argument.aspects for argument in one.arguments)]


def _chosen(standings: Standings, pairs: Pairs) -> Sequence[Comparison]:
    """Return the pairs with a verdict, those of the first objects first."""
    told = [one for one in standings.comparisons if one.verdict.decision is not Decision.INSUFFICIENT]
    match pairs:
        case Pairs.NONE:
            carries = carrying(told, standings.whole)
            return [carries] if carries else []
        case Pairs.LEADERS:
            told = _neighbours(told, standings.whole)
            won = standings.whole.winner
            return told if won else sorted(told, key=lambda one: -one.verdict.sources)
    return _in_order(told, standings.whole)


def _pair(comparison: Comparison, cited: Sequence[Argument], said: str, *, again: bool, alone: bool) -> list[Part]:
    """Return the sentences on a pair: how it ends, how the sources divide, and the best quote not cited already.

    Args:
        comparison: Of the pair.
        cited: What is quoted already.
        said: How the quote is led into.
        again: Whether the pair before ended without a winner.
        alone: Whether no other is told, so that how it ends was said before.
    """
    evidence, found = Evidence(comparison, cited=cited, named=comparison.objects), comparison.verdict
    best = evidence.choose(evidence.order[0], 1, unclear=READABLE, reasoned=True)
    best = best or evidence.choose(evidence.order[0], 1, unclear=UNCLEAR)
    counts = divided(evidence if best else Evidence(comparison, named=comparison.objects))
    told: list[Part] = []
    for one in best:
        told = [" ", *reported(said.format(evidence.names[one.stance]), [evidence.quote(one, attributed=True)]), "."]
    ahead, behind = (evidence.names[side] for side in evidence.sides)
    opening, sure = f"{capitalised(ahead)} is ahead of {behind}", f" (confidence {percent(found.confidence)})"
    if found.winner is None:
        both = _names(comparison.objects)
        opening, sure = f"Nor is it clear between {both}" if again else f"Between {both}, it is close", ""
    if found.decision is Decision.EQUAL:
        opening, sure = f"{_names(comparison.objects)} come out level", f" (confidence {percent(found.confidence)})"
    if alone:
        first, *numbers = counts
        return [capitalised(str(first)), *numbers, ".", *told]
    return [f"{opening}: ", *counts, sure, ".", *told]


def _row(comparison: Comparison) -> list[list[Part]]:
    """Return a pair as cells of a table: its names, how the sources divide, and the best quote."""
    evidence = Evidence(comparison)
    best = evidence.choose(evidence.order[0], 1, unclear=UNCLEAR)
    return [[_names(comparison.objects, last="or")], [*divided(evidence)], [evidence.quote(one) for one in best]]


def _circle(standings: Standings) -> list[Part]:
    """Return the sentence on a circle in which the first object is, with the pair on which there is most."""
    cycle, order = standings.cycle, standings.whole
    if order.places[0].object not in cycle:
        return []
    pairs = [*zip(cycle, (*cycle[1:], cycle[0]), strict=True)]
    beats = [[f"{plain(one)} over {plain(other)}"] for one, other in pairs]
    told = [one for one in standings.comparisons if any(set(one.objects) == set(pair) for pair in pairs)]
    most = max(told, key=lambda one: one.verdict.sources)
    by = f"most sources speak of {_names(most.objects)}, and the order weighs all votes together"
    return ["Taken pair by pair, they run in a circle: ", *listed(beats), f"; {by}."]


def _unknown(standings: Standings) -> list[Part]:
    """Return the sentences on what too little is written about to place it, or to compare it with another one."""
    unplaced = [place.object for place in standings.order.places if place.rank is None]
    parts: list[Part] = []
    if unplaced and standings.order.decision is not Outcome.INSUFFICIENT:
        parts = [f"Too few sources compare {_names(unplaced, last='or')} with the others for a place in the order."]
    order = standings.whole
    told = _deciding(standings.comparisons, order) if order.decision is Outcome.UNDECIDED else []
    known = [one.objects for one in told]  # by the headline
    pairs = [pair for pair in standings.missing if pair not in known and not set(pair) & set(unplaced)]
    if pairs:
        first, *more = _few_compare(pairs)
        parts += [" " * bool(parts), capitalised(str(first)), *more, "."]
    return parts


def _ranges(order: Order, *, from_worst: bool = False) -> list[Part]:
    """Return the sentence on where else the objects could stand; empty when there is none, or all could anywhere."""
    stand: list[list[Part]] = []
    placed = [place for place in order.places if place.rank is not None]
    for ranks, group in groupby(placed, key=lambda place: sorted(set(place.ranks))):
        first, last = (_ORDINALS[rank - 1] if rank <= len(_ORDINALS) else f"{rank}th" for rank in (ranks[0], ranks[-1]))
        where = first if first == last else f"{first} {'or' if ranks[-1] - ranks[0] == 1 else 'to'} {last}"
        stand.append([f"{_names([place.object for place in group])} {'' if stand else 'would come '}{where}"])
    counted = "Counted from the worst, with" if from_worst else "With"
    return [f"{counted} other sources like these, ", *listed(stand), "."] if stand[1:] else []


def _placed(order: Order) -> list[str]:
    return [place.object for place in order.places if place.rank is not None]


def _names(names: Sequence[str], *, last: str = "and") -> str:
    return "".join(map(str, listed([[plain(name)] for name in names], last=last)))
