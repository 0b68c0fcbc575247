"""How a comparison ends: who is ahead, yes or no to a claim, the conclusion in a clause, a word, or one of several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from actions.views.evidence import answers_asked, arguments, on_what_was_asked
from actions.views.parts import add_for, finish
from engine.text.lexicon import dimension_of
from engine.text.tokens import same_name, stems, unique
from engine.types import Answer, Asked, AskedKind, Comparison, Decision, Order, Outcome, ParsedText, Stance, Standings
from engine.types.document import Blocks, BulletList, Paragraph, Role, Runs, Words, begun, own_words
from generation.answer_builder import AnswerBuilder, listed, plain
from generation.asked_verdict import say_asked, speaks_of_asked
from generation.evidence import Evidence
from generation.question_focus import UNCLEAR_WHETHER, YES, called, viewpoint
from generation.sentence_templates import capitalised, counted, found_nothing, percent, uncapitalised, verdict
from generation.standings import Pairs, carrying, describe, leading

_NO_WINNER = {
    Decision.EQUAL: "Equal.",
    Outcome.EQUAL: "Equal.",
    Decision.INSUFFICIENT: "Unknown.",
    Outcome.INSUFFICIENT: "Unknown.",
}


_GENERALLY = ("Overall", "In general", "On the whole")
"""How a verdict begins that says that it is on the whole."""


class Claim(NamedTuple):
    """What a message wants to know the truth of."""

    name: str
    """The thing that it is said of."""
    praises: bool = True
    """Whether it says good of it."""
    doubted: bool = False
    """Whether yes means that it is not so: "is he wrong?"."""
    beside_others: bool = True
    """Whether it says itself that it is meant beside the others, "smarter", unlike "smart"."""


def outcome(found: Comparison | Standings) -> tuple[str, str]:
    """Return the object that is ahead in what was asked, and the one that is last; empty where none is."""
    if isinstance(found, Standings):
        return found.order.places[0].object, found.order.places[-1].object
    first, second = found.objects
    winner = on_what_was_asked(found).verdict.winner
    return (winner, second if winner == first else first) if winner else ("", "")


def winner(found: Comparison | Standings) -> str:
    """Return the object that has won in what was asked, else on the whole; empty where none has."""
    if isinstance(found, Standings):
        return (found.asked_order or found.order).winner or ""
    return on_what_was_asked(found).verdict.winner or ""


def said_of(found: Comparison | Standings) -> tuple[str, ...]:
    """Return the objects of which some source says what was asked."""
    on = [(pair, pair.asked_verdict.arguments if pair.asked_verdict else ()) for pair in found.pairs]
    sides = {Stance.FIRST: 0, Stance.SECOND: 1}
    return unique(pair.objects[sides[one.stance]] for pair, said in on for one in said if one.stance in sides)


def ranked(found: Comparison | Standings) -> list[str]:
    """Return the objects in the order of what was asked, the first one first; none of two that are level."""
    if isinstance(found, Standings):
        return [place.object for place in (found.asked_order or found.whole).places]
    return [one for one in outcome(found) if one]


def ahead(found: Comparison | Standings, on: Sequence[str] = ()) -> tuple[str, str, int]:
    """Return which object is ahead and which is last, and from how many sources: 0 where it is decided.

    Args:
        found: What was found out.
        on: The point of view from which it is asked; what was asked, or the whole, when empty.

    Returns:
        No names where the sources are divided, or say nothing.
    """
    if isinstance(found, Standings):
        order = _order(found, on)
        placed = [place.object for place in order.places if place.rank is not None]
        return (order.winner, placed[-1], 0) if order.winner else ("", "", 0)
    shown = found if on else on_what_was_asked(found)
    tally = Evidence(shown).tally(aspect=on[0]) if on else Evidence(shown).tally()
    shares = [one for one in shown.verdict.shares[1:] if on and one.aspect == on[0]]
    decision = shares[0].decision if shares else shown.verdict.decision
    first, second = found.objects
    if decision in (Decision.FIRST, Decision.SECOND):
        return (first, second, 0) if decision is Decision.FIRST else (second, first, 0)
    if decision is Decision.INSUFFICIENT and tally.total in tally[:2] and tally.total:
        return (first, second, tally.total) if tally.first else (second, first, tally.total)
    return "", "", 0


def opening(found: Comparison | Standings, claim: Claim | None, on: Sequence[str] = ()) -> str:
    """Return the first sentence of a reply: whether a claim is true as far as sources say, or who is the worse one.

    Args:
        found: What was found out.
        claim: What is asked to be true; when None, which one is worse is asked.
        on: As in ``ahead``.
    """
    best, last, sources = ahead(found, on)
    likely = {0: "", 1: "Perhaps "}.get(sources, "Probably ")
    if claim is None:
        is_last = "is the worse one there" if on else "comes last"
        return f"{capitalised(f'{likely}{plain(last)}')} {is_last}. " if last else _likeliest_last(found, on)
    rank, lowest = _rank(found, claim, on)
    if rank is None and lowest:
        return f"Too few sources speak of {plain(claim.name)} for a yes or no. "
    if not (best and rank) or (1 < rank < lowest and not claim.beside_others):
        return f"{UNCLEAR_WHETHER}. "
    is_so = (rank == (1 if claim.praises else lowest)) is not claim.doubted
    if likely:
        return f"{likely if is_so else likely + 'not '}".rstrip() + ". "
    if claim.beside_others:
        return f"{YES[not is_so]}. "
    others = listed([[plain(name)] for name in found.objects if name != claim.name])
    return f"Compared with {''.join(map(str, others))}, {YES[not is_so].lower()}. "


def _order(standings: Standings, on: Sequence[str]) -> Order:
    """Return the order from a point of view, else in what was asked, else on the whole."""
    return next((one for one in standings.orders if one.aspect in on), standings.asked_order or standings.order)


def _rank(found: Comparison | Standings, claim: Claim, on: Sequence[str]) -> tuple[int | None, int]:
    """Return which place the thing has that a claim is about, None if it has none, and the last one; 0 if none has.

    Args:
        found: What was found out.
        claim: About one of the things.
        on: As in ``ahead``.
    """
    if isinstance(found, Comparison):
        best, _, _ = ahead(found, on)
        return (1 if claim.name == best else 2), 2
    places = _order(found, on).places
    rank = next((place.rank for place in places if same_name(place.object, claim.name)), None)
    return rank, max(place.rank or 0 for place in places)


def _likeliest_last(found: Comparison | Standings, on: Sequence[str]) -> str:
    """Return which of several things comes last in their likeliest order on the whole, where none has won."""
    if on or isinstance(found, Comparison):
        return ""
    return f"{capitalised(plain(ranked(found)[-1]))} is likeliest to come last. "


def behind(found: Comparison | Standings) -> tuple[str, ...]:
    """Return the view of what speaks against the winner, with its thing; ``both`` when of two none is ahead.

    Where too few to decide say who has more of what was asked, and all the same, nothing says it of the other.
    """
    if isinstance(found, Comparison):
        winner = on_what_was_asked(found).verdict.winner
        asked = found.asked_verdict.arguments if found.asked_verdict else ()
        sides = {argument.stance for argument in asked}
        if winner is None:
            alone = len(sides) == 1 and Stance.EQUAL not in sides
            return ("holds", found.objects[Stance.FIRST in sides]) if alone else ("both",)
        behind = Stance.SECOND if winner == found.objects[0] else Stance.FIRST
        kind = "holds" if any(argument.stance is behind for argument in asked) else "for"
        return kind, found.objects[behind is Stance.SECOND]
    return "for", found.order.places[1].object


def conclusion(found: Comparison | Standings, *, on: str = "") -> str:
    """Return how a comparison ends on the whole, or on a point of view, as a clause."""
    if isinstance(found, Standings):
        order = next((one for one in found.orders if on and one.aspect == on), found.order)
        return leading(order, found.comparisons)
    evidence = Evidence(found)
    decided = next((one.decision for one in found.verdict.shares if on and one.aspect == on), found.verdict.decision)
    tally, leader = evidence.tally(aspect=on), _ahead_by_number(evidence, on)
    number, name = (tally.of(leader), evidence.names[leader]) if leader else (0, "")
    ahead = f"{name} is ahead, but " if on and name else ""
    match decided:
        case Decision.EQUAL:
            return "the sources put the two level"
        case Decision.UNDECIDED:
            return f"{ahead}it is too close to call"
        case Decision.INSUFFICIENT if name:
            few = "the only source" if tally.total == 1 else counted(number, tally.total)
            return f"{few} {'speaks' if number == 1 else 'speak'} for {name}, which is little to go by"
        case Decision.INSUFFICIENT:
            return "there is not enough evidence to decide"
    return f"the evidence favours {evidence.names[Stance.FIRST if decided is Decision.FIRST else Stance.SECOND]}"


def concluded(found: Comparison | Standings) -> tuple[float, str]:
    """Return how sure the verdict on what was asked is, 0 where there is none, and the verdict as a clause."""
    if isinstance(found, Standings):
        order = found.asked_order or found.order
        pairs = [on_what_was_asked(one) for one in found.comparisons if order is found.order or speaks_of_asked(one)]
        confidence, told = order.confidence, leading(order, pairs)
    else:
        shown = on_what_was_asked(found)
        confidence, told = shown.verdict.confidence, conclusion(shown)
    return (confidence, f"{told} ({percent(confidence)})") if winner(found) else (0.0, told)


def leaning(found: Comparison | Standings, chosen: str = "") -> Blocks:
    """Return which one may choose where none has won, and how little that is; nothing where one has.

    Of several, that is who is ahead in the pair on which most sources speak of those who lose to none.

    Args:
        found: What was found out.
        chosen: The one that is ahead in what the person asked for; empty where none is.
    """
    won = winner(found)
    if chosen and chosen != won:
        name = plain(chosen)
        if isinstance(found, Comparison):
            name = Evidence(found).names[Stance.FIRST if chosen == found.objects[0] else Stance.SECOND]
        return own_words(
            f"Choose {name} if what you asked matters most to you."
            if won
            else f"If you must have one: {name}, for what you asked."
        )
    if isinstance(found, Standings):
        pair = None if won else carrying(found.comparisons, found.order)
        if pair is None or not pair.verdict.winner:
            return leaning(pair) if pair else ()
        other = next(name for name in pair.objects if name != pair.verdict.winner)
        by = f"{pair.verdict.sources:,} sources that compare it with {plain(other)}"
        return own_words(f"If you must have one: {plain(pair.verdict.winner)}, by the {by}.")
    evidence = Evidence(on_what_was_asked(found))
    if evidence.comparison.verdict.decision not in (Decision.INSUFFICIENT, Decision.UNDECIDED):
        return ()
    tally, leader, weighed = evidence.tally(), evidence.ahead, _ahead_by_weight(evidence)
    number, level = tally.of(leader), tally.first == tally.second
    few = "the only source" if tally.total == 1 else counted(number, tally.total)
    speak = f"{few} {'speaks' if number == 1 else 'speak'} for {evidence.names[leader]}"
    speak = "as many sources speak for each" if level else speak
    points = [name for name in _heard(evidence.comparison) if weighed and _ahead_by_number(evidence, name) is weighed]
    matters = "".join(map(str, listed([[plain(called(name))] for name in points])))
    if matters and weighed and (level or weighed is not leader):
        by = f"{evidence.names[weighed]}, weighed by what matters to you ({matters})"
        return own_words(f"If you must have one: {by}. By number alone, {speak}, so that is little to go by.")
    if level:
        return own_words(f"I lean to neither: {speak}.")
    if weighed is leader.flipped():
        more = f"more of the evidence is for {evidence.names[weighed]}"
        return own_words(f"I lean to neither: {speak}, but weighed by how clearly each speaks, {more}.")
    return own_words(f"If you must have one: {evidence.names[leader]}, by {few}, which is little to go by.")


def _ahead_by_number(evidence: Evidence, on: str) -> Stance | None:
    """Return the side that more sources speak for, from a point of view where one is named; None where it is level."""
    tally = evidence.tally(aspect=on)
    return _greater(tally.first, tally.second)


def _ahead_by_weight(evidence: Evidence) -> Stance | None:
    """Return the side for which more of the evidence is as it was weighed; None where it is level."""
    share = evidence.comparison.verdict.shares[0]
    return _greater(share.first, share.second)


def _greater(first: float, second: float) -> Stance | None:
    """Return the side that has more of something; None where both have as much."""
    return None if first == second else Stance.FIRST if first > second else Stance.SECOND


def again(found: Comparison | Standings, question: ParsedText | None = None) -> Answer:
    """Return a verdict that was told before: how it ends, how the sources divide, and the best that is said for it."""
    if isinstance(found, Standings):
        return describe(found, question=question, generator="again", pairs=Pairs.NONE)
    builder = AnswerBuilder(found.objects)
    if found.asked_verdict:
        say_asked(builder, found, found.asked_verdict, question, line=True, alone=False)
        if speaks_of_asked(found) and not answers_asked(found) and found.arguments:
            builder.add(f"In general, {conclusion(found)}.")
    if not speaks_of_asked(found):
        evidence, won = Evidence(found), found.verdict.winner is not None
        sides = evidence.order[:1] if won else evidence.sides
        best = [(stance, one) for stance in sides for one in evidence.best(stance)]
        builder.add(*verdict(evidence, None if found.asked_verdict else question))
        for stance, one in best:
            add_for(builder, evidence, stance, [evidence.quote(one)], lines=False)
    return finish(builder, found, "again")


def in_a_word(found: Comparison | Standings) -> Answer:
    """Return the name of the winner, and how sure that is; that neither has won where none has."""
    builder = AnswerBuilder(found.objects)
    shown = on_what_was_asked(found) if isinstance(found, Comparison) else found
    won = shown.whole if isinstance(shown, Standings) else shown.verdict
    if won.winner:
        general = "in general, " * (found.pairs[0].asked.kind is AskedKind.USE and not speaks_of_asked(found))
        builder.add(f"{capitalised(general + plain(won.winner))} ({percent(won.confidence)}).")
    else:
        builder.add(_NO_WINNER.get(won.decision, "Undecided."))
    return finish(builder, found, "word")


class Summary(NamedTuple):
    """What was found on things, with all that was asked of them."""

    whole: Comparison | Standings
    """With the points of view."""
    asked: Sequence[Comparison | Standings] = ()
    """With each property or use."""
    silent: Sequence[str] = ()
    """What else was asked, and nothing was found on."""
    earlier: Comparison | Standings | None = None
    """With the points of view that counted until the same was asked anew; None without any."""

    @property
    def points(self) -> int:
        """Return how much was asked."""
        return len(self.weighed) + len(self.spoken) + len(self.unsaid)

    @property
    def weighed(self) -> Sequence[tuple[str, Comparison | Standings]]:
        """Return the points of view that somebody speaks of, each with what was found on it."""
        return [(one, found) for found in self._with_views for one in _heard(found) if not self._is_asked(one)]

    @property
    def spoken(self) -> Sequence[Comparison | Standings]:
        """Return what was found on each property or use that somebody speaks of."""
        return [one for one in self.asked if speaks_of_asked(one)]

    @property
    def unsaid(self) -> Sequence[str]:
        """Return all that was asked and nothing was found on."""
        views = [one.name for found in self._with_views for one in found.aspects if one.name not in _heard(found)]
        asked = [one for one in self.asked if not speaks_of_asked(one)]
        names = [_words(one) for one in asked if not any(_asks(one, name) for name, _ in self.weighed)]
        return unique((*(one for one in views if not self._is_asked(one)), *self.silent, *names))

    @property
    def _with_views(self) -> Sequence[Comparison | Standings]:
        return [one for one in (self.whole, self.earlier) if one]

    def _is_asked(self, name: str) -> bool:
        """Return whether a point of view is a property or use that somebody speaks of."""
        return any(_asks(one, name) for one in self.spoken)


def decided(found: Sequence[Summary]) -> Answer:
    """Return the verdict on each of several comparisons in a line, with what was asked of it."""
    items: list[Runs] = [(Words(_with_points(one)),) for one in found]
    heading = f"What we have compared, with what the sources say{' of each' * (len(items) > 1)}:"
    return Answer((*own_words(heading, Role.HEADING), BulletList(tuple(items))), (), "decided")


def _with_points(summary: Summary) -> str:
    """Return in a line how a comparison ends on each point that was asked, and on the whole; one point leads it."""
    whole = summary.whole
    if summary.points < 2 and not (summary.unsaid or summary.earlier):
        return _in_sum(next(iter(summary.spoken), whole))[1]
    clauses = _by_end([*_on_points(summary), ("on the whole", concluded(whole)[1])])
    limit = whole.pairs[0].limit
    return " ".join([f"{_things(whole)}: {'; '.join(clauses)}.", *_nothing_on(summary), *[limit] * bool(limit)])


def led(general: Blocks, summary: Summary, found: Comparison | Standings) -> tuple[Blocks, Blocks]:
    """Return the verdict on the whole behind how each point ends that was asked, and what to choose by these.

    Args:
        general: The verdict on the whole; of several things it may begin with one on what was asked.
        summary: What was asked.
        found: What that verdict is on.
    """
    told = found.pairs[0].asked if isinstance(found, Standings) and speaks_of_asked(found) else None
    ends = _on_points(summary, but=told)
    ending = (*leaning(found, _chosen(summary)), *own_words(" ".join(_nothing_on(summary))))
    if not ends:
        return general, ending
    behind = general if told else _in_general(general)
    return begun(behind, f"Of what you asked: {'; '.join(_by_end(ends))}. "), ending


def _chosen(summary: Summary) -> str:
    """Return the object that is ahead in all points that any is ahead in; empty where none is."""
    return _ahead_alone([*map(ahead, summary.spoken), *(ahead(found, [name]) for name, found in summary.weighed)])


def chosen(found: Comparison | Standings, on: Sequence[str]) -> str:
    """Return the object that is ahead from all of some points of view that any is ahead in; empty where none is."""
    return _ahead_alone([ahead(found, [name]) for name in on])


def _ahead_alone(ends: Sequence[tuple[str, str, int]]) -> str:
    """Return the only object that is ahead in any of some ends, see ``ahead``; empty where there is none."""
    names = unique(best for best, _, _ in ends if best)
    return names[0] if len(names) == 1 else ""


def _in_general(blocks: Blocks) -> Blocks:
    """Return the verdict on the whole, which says that it is on the whole."""
    match blocks:
        case (Paragraph(runs=(Words(text=text) as first, *more)) as opening, *rest) if not text.startswith(_GENERALLY):
            runs = (replace(first, text=f"In general, {uncapitalised(text)}"), *more)
            return (replace(opening, runs=runs), *rest)
    return blocks


def _on_points(summary: Summary, *, but: Asked | None = None) -> list[tuple[str, str]]:
    """Return how a comparison ends on each point that was asked of it and that somebody speaks of, but for one."""
    asked = [(_asked_way(one), concluded(one)[1]) for one in summary.spoken if one.pairs[0].asked != but]
    return [*asked, *((viewpoint(name, None), conclusion(found, on=name)) for name, found in summary.weighed)]


def _nothing_on(summary: Summary) -> list[str]:
    """Return the sentence on what nothing was found on, if that is anything."""
    return [f"{found_nothing(summary.unsaid)}."] * bool(summary.unsaid)


def _heard(found: Comparison | Standings) -> list[str]:
    """Return the points of view that at least one argument is about."""
    named = {name for argument in arguments(found) for name in argument.aspects}
    return [aspect.name for aspect in found.aspects if aspect.name in named]


def _asks(found: Comparison | Standings, name: str) -> bool:
    """Return whether the property or use that was asked is a point of view, "fast" of speed."""
    asked = found.pairs[0].asked
    of_dimension = asked.kind is AskedKind.PROPERTY and asked.dimension == dimension_of(name) != ""
    return of_dimension or {*stems(name)} <= {*stems(f"{asked.words} {asked.use}")}


def _by_end(ends: Sequence[tuple[str, str]]) -> list[str]:
    """Return how a comparison ends on each of some points as clauses, one for all points on which it ends alike."""
    told = dict.fromkeys(end for _, end in ends)
    ways = {end: listed([[way] for way, known in ends if known == end]) for end in told}
    return [f"{''.join(map(str, ways[end]))}, {end}" for end in told]


def _asked_way(found: Comparison | Standings) -> str:
    """Return the property or use that was asked as an adverbial."""
    return _words(found) if found.pairs[0].asked.kind is AskedKind.USE else f"on ‘{_words(found)}’"


def _words(found: Comparison | Standings) -> str:
    """Return what was asked, as it was worded."""
    asked = found.pairs[0].asked
    return plain(asked.use if asked.kind is AskedKind.USE else asked.words)


def _things(found: Comparison | Standings) -> str:
    """Return what is compared, as alternatives."""
    return "".join(map(str, listed([[plain(name)] for name in found.objects], last="or")))


def sureness(found: Sequence[Comparison | Standings], *, least: bool) -> Answer:
    """Return the verdict that is least sure of several, or most; among those on no evidence the last one."""
    told = sorted(map(_in_sum, found), key=lambda one: one[0], reverse=not least)[0][1]
    return Answer(
        own_words(f"Of the {len(found)} comparisons, I am {'least' if least else 'most'} sure of this: {told}")
    )


def _in_sum(found: Comparison | Standings) -> tuple[float, str]:
    """Return how sure a verdict is, 0 where there is none, and the verdict in a line, with what mattered."""
    confidence, told = concluded(found)
    asked = [_asked_way(found)] if speaks_of_asked(found) else []
    about = asked or [viewpoint(name, None) for name in _heard(found)]
    ways, limit = "".join(map(str, listed([[way] for way in about]))), found.pairs[0].limit
    return confidence, f"{_things(found)}{', ' * bool(ways)}{ways}: {told}.{limit and ' '}{limit}"
