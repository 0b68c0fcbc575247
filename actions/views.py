"""Ways to look at a comparison besides the verdict: why, one side, what is new, how many, how sure, the sources.

They are built of the same parts as the answers of ``generation`` and hold to the same rule: what is said of an object
is quoted from a sentence, and its number leads there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, groupby, product, zip_longest
from operator import itemgetter
from typing import NamedTuple

from engine.text.lexicon import dimension_of
from engine.text.tokens import clean, same_name, unique
from engine.text.written import names_in
from engine.types import (
    Answer,
    Argument,
    AskedKind,
    Aspect,
    Citation,
    Comparison,
    CorpusSummary,
    Decision,
    Document,
    Order,
    Outcome,
    Page,
    PageComparison,
    ParsedText,
    Sentence,
    Stance,
    Standings,
    document,
    origin,
)
from engine.types.document import Block, Blocks, BulletList, Paragraph, Role, Runs, Words, own_words
from generation.answer_builder import AnswerBuilder, Beside, Opening, Part, Quote, listed, plain
from generation.asked_verdict import headline, say_asked, speaks_of_asked
from generation.aspect_summaries import needed_most, topics
from generation.claim_extraction import UNCLEAR
from generation.evidence import ON_WHAT_WAS_ASKED, Evidence
from generation.question_focus import UNCLEAR_WHETHER, YES, called, viewpoint
from generation.sentence_templates import (
    capitalised,
    counted,
    divided,
    division,
    found_nothing,
    percent,
    read_in,
    respects,
    samples,
    uncertainty,
    verdict,
)
from generation.standings import Pairs, asked_headline, describe

PER_SIDE = 3
MOST_SOURCES = 15
"""Sources that are listed at most where all are asked for."""
_WAYS = {False: "for", True: "against"}
_SURE = {Decision.INSUFFICIENT: "which is too little to be sure", Decision.UNDECIDED: "which may be chance"}
_MAY_ERR = (
    "I count who says the same: those who write may be one-sided, and a program that reads them can misread a sentence."
)
_NO_WINNER = {
    Decision.EQUAL: "Equal.",
    Outcome.EQUAL: "Equal.",
    Decision.INSUFFICIENT: "Unknown.",
    Outcome.INSUFFICIENT: "Unknown.",
}
_SMALL = 100
"""A publisher of less than one document in so many is not named."""


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


def arguments(found: Comparison | Standings) -> list[Argument]:
    """Return all arguments of a comparison, or of all pairs, those on what was asked first."""
    return [argument for one in found.pairs for argument in _arguments(one)]


def _arguments(comparison: Comparison) -> Iterator[Argument]:
    if comparison.asked_verdict:
        yield from comparison.asked_verdict.arguments
    yield from comparison.arguments


def written(found: Comparison | Standings, text: str = "") -> tuple[str, ...]:
    """Return the names of the things as ``engine.text.written`` has them, without another one for any.

    Args:
        found: What was found on them.
        text: In which they were named.
    """
    shown = names_in(found, text)
    return tuple(other if other.casefold() == name.casefold() else name for name, other in shown.items())


def speaking_of(found: Comparison | Standings, aspects: Sequence[Aspect]) -> Comparison | Standings:
    """Return what was found without a word on other aspects, on which nothing was found."""
    if len(aspects) == len(found.aspects):
        return found
    told = tuple(aspects)
    if isinstance(found, Comparison):
        return replace(found, aspects=told)
    names = {one.name for one in told}
    orders = (found.order, *(one for one in found.orders[1:] if one.aspect in names))
    return replace(
        found, aspects=told, orders=orders, comparisons=tuple(replace(one, aspects=told) for one in found.comparisons)
    )


def without_topics(found: Comparison | Standings, dismissed: Sequence[str]) -> Comparison | Standings:
    """Return what was found without a word on points of view that do not matter; what speaks of them still counts.

    Args:
        found: What is to be told.
        dismissed: Dimensions, and names of what is of none.
    """
    if not dismissed:
        return found

    def told(one: Comparison) -> Comparison:
        depends = tuple(
            share for share in one.verdict.depends if (dimension_of(share.aspect) or share.aspect) not in dismissed
        )
        mined = tuple(some for some in one.mined if (some.dimension or some.name) not in dismissed)
        verdict = replace(one.verdict, depends=depends)
        return replace(one, mined=mined, verdict=verdict, dismissed=tuple(dismissed))

    if isinstance(found, Comparison):
        return told(found)
    return replace(found, comparisons=tuple(map(told, found.comparisons)))


def told_enough(found: Comparison | Standings, aspects: Sequence[Aspect]) -> list[Aspect]:
    """Return those of the aspects that, of more than two things, enough is said on to tell who comes first."""
    few = (
        [one.aspect for one in found.orders if one.decision is Outcome.INSUFFICIENT]
        if isinstance(found, Standings)
        else []
    )
    return [one for one in aspects if one.name not in few]


def on_what_was_asked(comparison: Comparison) -> Comparison:
    """Return a comparison with the verdict on the asked property in the place of that on the whole, if there is one."""
    found = comparison.asked_verdict
    if found is None or not found.arguments:
        return comparison
    return replace(comparison, verdict=found.verdict, arguments=found.arguments, mined=(), aspects=())


def answers_asked(found: Comparison | Standings) -> bool:
    """Return whether enough was found on what was asked for to tell how it ends."""
    on = (one.asked_verdict for one in found.pairs if one.asked_verdict)
    return any(one.verdict.decision is not Decision.INSUFFICIENT for one in on)


def outcome(found: Comparison | Standings) -> tuple[str, str]:
    """Return the object that is ahead in what was asked, and the one that is last; empty where none is."""
    if isinstance(found, Standings):
        return found.order.places[0].object, found.order.places[-1].object
    first, second = found.objects
    winner = on_what_was_asked(found).verdict.winner
    return (winner, second if winner == first else first) if winner else ("", "")


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
    """Return the view of what speaks against the winner, with its thing; ``both`` when of two none has won."""
    if isinstance(found, Comparison):
        winner = on_what_was_asked(found).verdict.winner
        if winner is None:
            return ("both",)
        behind = Stance.SECOND if winner == found.objects[0] else Stance.FIRST
        asked = found.asked_verdict.arguments if found.asked_verdict else ()
        kind = "holds" if any(argument.stance is behind for argument in asked) else "for"
        return kind, found.objects[behind is Stance.SECOND]
    return "for", found.order.places[1].object


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
            _add_for(builder, evidence, stance, [evidence.quote(one)], lines=False)
    return _finish(builder, found, "again")


def why(found: Comparison | Standings, question: ParsedText | None = None) -> Answer:
    """Return what decided: the count of the sources, the strongest sentence, the points it rests on, the doubt left."""
    if isinstance(found, Standings):
        return describe(found, question=question, generator="why", lines=True, ranges=True)
    comparison = on_what_was_asked(found)
    evidence = Evidence(comparison)
    builder = AnswerBuilder(comparison.objects, lines=True)
    won = comparison.verdict.winner is not None
    best = partial(evidence.choose, k=1, unclear=UNCLEAR, least=ON_WHAT_WAS_ASKED)
    strongest = {
        stance: best(stance) if found.asked_verdict else evidence.choose(stance, 1) for stance in evidence.order
    }
    points = {stance: evidence.points(stance, PER_SIDE) for stance in evidence.sides[: 1 if won else 2]}
    if found.asked_verdict:
        builder.add(*headline(evidence, found.asked_verdict, question, alone=False))
    if not found.asked_verdict or comparison is found:
        builder.add(*_counted(evidence, question))
    for stance in evidence.order:
        for argument in strongest[stance]:
            builder.add(_introduction(evidence, stance, won=won), Quote(argument), ".")
        if quotes := points.get(stance):
            named = listed([[quote._replace(attributed=True)] for quote in quotes])
            builder.add(f"What else is named for {evidence.names[stance]}: ", *named, ".")
    for sentence in respects(evidence, question):
        builder.add(*sentence)
    builder.add(*uncertainty(evidence))
    return _finish(builder, comparison, "why")


def _counted(evidence: Evidence, question: ParsedText | None) -> list[Part]:
    """Return how the sources divide, without the verdict that was told before, unless they decide nothing."""
    if evidence.comparison.verdict.decision in (Decision.INSUFFICIENT, Decision.EQUAL):
        return verdict(evidence, question)
    in_general = "in general, " if evidence.comparison.asked_verdict else ""
    first, *rest = divided(evidence)
    return [capitalised(f"{in_general}{first}"), *rest, "."]


def searched(found: Comparison | Standings) -> dict[str, str]:
    """Return under which name each thing was searched, by that and by the name that was typed."""
    return dict(zip((*found.objects, *found.typed), found.objects * 2, strict=False))


def side(
    found: Comparison | Standings,
    names: Sequence[str],
    *,
    against: bool | None = False,
    of_asked: bool = False,
    besides: int = 0,
    most: int = PER_SIDE,
) -> Answer:
    """Return the best sentences in favour of objects, or against them, beside each other one.

    Args:
        found: What was found out.
        names: Of the objects.
        against: Whether to return those against them; None for both.
        of_asked: Whether to return those that say that they have more of the asked property.
        besides: How many of them were told before, and are not told again.
        most: How many to return; more where there are more pairs, unless it is one.
    """
    builder = AnswerBuilder(found.objects, lines=True)
    known, ways = searched(found), (False, True) if against is None else (against,)
    for name, way in product([known.get(one, one) for one in names], ways):
        _add_side(builder, found, name, against=way, of_asked=of_asked, besides=besides, most=most)
    return _finish(builder, found, "side")


def _add_side(
    builder: AnswerBuilder,
    found: Comparison | Standings,
    name: str,
    *,
    against: bool,
    of_asked: bool,
    besides: int,
    most: int,
) -> None:
    """Add what is said for one object, or against it."""
    each: list[list[Quote]] = []
    shown, again = plain(name), False
    for comparison in (one for one in found.pairs if name in one.objects):
        favoured = (comparison.objects[0] == name) is not against
        stance = Stance.FIRST if favoured else Stance.SECOND
        evidence = Evidence(on_what_was_asked(comparison) if of_asked else comparison)
        shown = evidence.names[stance.flipped() if against else stance]
        best = evidence.varied(stance, besides + most)
        again = again or bool(best[:besides])
        each.append([evidence.quote(one) for one in best[besides:]])
    by_turns = [one for best in zip_longest(*each) for one in best if one]
    chosen = by_turns[: max(most, sum(map(bool, each))) if most > 1 else 1]
    quotes = list({one.argument.hit.sentence.id: one for one in chosen}.values())
    asked = found.pairs[0].asked.words if of_asked else ""
    _list_side(builder, shown, quotes, way=_WAYS[against], asked=asked, again=again)


def both_sides(found: Comparison | Standings) -> Answer:
    """Return the best sentences for each object, where neither has won."""
    builder = AnswerBuilder(found.objects, lines=True)
    builder.add("Neither side has won.")
    for whole in found.pairs:
        comparison = on_what_was_asked(whole)
        evidence = Evidence(comparison)
        asked = "" if comparison is whole else whole.asked.words
        for stance in evidence.sides:
            quotes = [evidence.quote(one) for one in evidence.varied(stance, PER_SIDE)]
            _list_side(builder, evidence.names[stance], quotes, asked=asked)
    return _finish(builder, found, "both_sides")


def on(
    found: Comparison | Standings,
    names: Sequence[str],
    *,
    before: Comparison | Standings | None = None,
    lines: bool = False,
    brief: bool = False,
    most_quoted: int = 1,
) -> Answer:
    """Return what is said from points of view alone: how the sources divide, a quote for each side, what it changes.

    Args:
        found: With the points of view; of several things the pairs that most sources speak of are told.
        names: Of the points of view.
        before: What was found without them; what it changes is not told when None.
        lines: Whether quotes stand in a list.
        brief: Whether one quote on each is enough.
        most_quoted: Quotes for each side.
    """
    several = isinstance(found, Standings)
    most_pairs = 1 if len(names) > 1 or not several else 2
    builder = AnswerBuilder(found.objects, lines=lines)
    for name in names:
        view = _view(name)
        heard = [(Evidence(one).tally(aspect=name).total, one) for one in found.pairs]
        most = [one for number, one in sorted(heard, key=lambda both: -both[0]) if number][:most_pairs]
        if isinstance(found, Standings):
            order = next((one for one in found.orders if one.aspect == name), found.order)
            builder.add(f"{view}, {_leading(order)}.")
        for comparison in most:
            evidence = Evidence(comparison)
            first, *rest = sorted(evidence.order, key=evidence.tally(aspect=name).of, reverse=True)
            sides = [first, *(one for one in rest if one is not Stance.EQUAL and not (several or brief))]
            least = {} if several else {first: ON_WHAT_WAS_ASKED}
            best = partial(evidence.choose, k=most_quoted, aspect=name, unclear=UNCLEAR, about=(name,))
            chosen = {stance: best(stance, least=least.get(stance, 0.0)) for stance in sides}
            new = [one for told in chosen.values() for one in told if one not in builder.cited]
            quotes = [(one.stance, evidence.quote(one, about=(name,))) for one in new]
            both = f"Between {' and '.join(map(plain, comparison.objects))}"
            told = [f"{both if several else view}, ", *division(evidence, aspect=name)]
            if [stance for stance, _ in quotes] == [first] and not lines:
                builder.add(*told, ": ", quotes[0][1], ".")
                continue
            builder.add(*told, ".")
            for stance, of_side in groupby(quotes, key=itemgetter(0)):
                _add_for(builder, evidence, stance, [quote for _, quote in of_side], lines=lines)
    builder.add(*[] if brief or before is None else [change(found, before)])
    return _finish(builder, found, "on")


def alone(found: Comparison | Standings, names: Sequence[str]) -> Blocks:
    """Return how a comparison of two ends by each of some points of view where nothing else counts."""
    if isinstance(found, Standings):
        return ()  # whose first place on each is told
    return own_words(" ".join(f"By {plain(called(name))} alone, {conclusion(found, on=name)}." for name in names))


def _view(name: str) -> str:
    return f"On {plain(called(name))}" if dimension_of(name) else capitalised(viewpoint(name, None))


def asked(found: Comparison | Standings, question: ParsedText | None = None, *, line: bool = False) -> Answer:
    """Return what is said on the asked property alone, in the words of the question where it is known.

    Of several things it is only said that nothing was found; ``generation.standings`` words their order.
    """
    builder = AnswerBuilder(found.objects)
    if isinstance(found, Standings):
        for parts in asked_headline(found, found.asked_order, question) if found.asked_order else ():
            builder.add(*parts)
    elif found.asked_verdict:
        say_asked(builder, found, found.asked_verdict, question, line=line)
        if found.asked.is_situation and not found.asked_verdict.arguments:
            builder.add(f"In general, {conclusion(found)}.")
    return _finish(builder, found, "asked")


def nothing_on(
    found: Comparison | Standings, names: Sequence[str], *, alone: bool = False, again: bool = False
) -> Answer:
    """Return that nothing was found on points of view.

    Args:
        found: With the points of view.
        names: Of the points of view.
        alone: Whether nothing else is told: then on what most is found, and what on the whole, is told as well.
        again: Whether nothing else is told, and that was told of something else before: then only what on the whole.
    """
    builder = AnswerBuilder(found.objects)
    sources = len({argument.hit.voter for argument in arguments(found)})
    needed = needed_most(Evidence(found)) if isinstance(found, Comparison) else []
    bare = speaking_of(found, ()).pairs if alone and not needed else ()
    known = chain.from_iterable(topics(Evidence(one), None) for one in bare)
    told = [one for one in known if one.total > 1 or sources == 1]
    most = unique(one.name for one in sorted(told, key=lambda one: -one.total))[:PER_SIDE]
    speak = "it speaks of" if sources == 1 else "they speak most of"
    instead = [f"; {speak} ", *listed([[one] for one in most])] if most else []
    named = found.objects if isinstance(found, Standings) else [*Evidence(found).names.values()][:2]
    among = f" {read_in(sources, named, found.pairs[0].bounds)}" if sources and alone and not needed else ""
    among = among or found.pairs[0].bounds
    builder.add(Opening(f"{found_nothing(names)}{among}{' either' * again}"), *instead, ".")
    builder.add(*needed)
    if alone or again:
        builder.add(f"In general, {conclusion(found)}.")
    return _finish(builder, found, "nothing_on")


def silence(found: Comparison | Standings, names: Sequence[str]) -> Answer:
    """Return on how much it rests that nothing was found on points of view or properties."""
    builder = AnswerBuilder(found.objects)
    sources = len({argument.hit.voter for argument in arguments(found)})
    number, both = sum(one.retrieved for one in found.pairs), "two of them" if len(found.pairs) > 1 else "both"
    named = found.objects if isinstance(found, Standings) else [*Evidence(found).names.values()][:2]
    searched = read_in(sources, named, found.pairs[0].bounds)
    builder.add(f"{found_nothing(names)} {searched}, of {number:,} sentences that name {both}.")
    builder.add("I cannot be sure that nobody says it: what I have not read may speak of it.")
    return _finish(builder, found, "silence")


def _add_for(
    builder: AnswerBuilder, evidence: Evidence, stance: Stance, quotes: Sequence[Quote], *, lines: bool
) -> None:
    """Add quotes for a side, as items of a list or as one sentence."""
    who = "One sees no difference: " if stance is Stance.EQUAL else f"For {evidence.names[stance]}: "
    if lines:
        for quote in quotes:
            builder.add_item(who, quote)
    else:
        builder.add(who, *listed([[quote] for quote in quotes]), ".")


def change(found: Comparison | Standings, before: Comparison | Standings) -> str:
    """Return whether the verdict on the whole has changed, and what it is now, in a sentence."""
    now, then = conclusion(found), conclusion(before)
    if now != then:
        return f"That changes the whole: now {now}."
    stays = now.replace("it is ", "it stays ").replace("there is not", "there is still not")
    return f"Overall {stays}." if stays != now else f"Overall nothing changes: {now}."


def changes(found: Comparison | Standings, before: Comparison | Standings, *, counted: bool = True) -> Answer:
    """Return how the sources divide now, and what that changes of the verdict on the whole.

    Args:
        found: What was found now.
        before: What was found before.
        counted: Whether that is told even where it changes nothing; no, where the verdict is told besides.
    """
    builder = AnswerBuilder(found.objects)
    if counted and isinstance(found, Comparison):
        first, *rest = division(Evidence(found)) or ["nobody says anything"]
        builder.add(capitalised(f"now {first}"), *rest, ".")
    if counted or conclusion(found) != conclusion(before):
        builder.add(change(found, before))
    return _finish(builder, found, "changes")


def left_out(found: Comparison | Standings, before: Comparison | Standings, gone: Collection[str]) -> Answer:
    """Return which sentences were left out, by their ids, and what that changes of the count and of the verdict."""
    quoted = {one.hit.sentence.id: one.hit.sentence.text for one in arguments(before) if one.hit.sentence.id in gone}
    builder = AnswerBuilder(found.objects)
    builder.add("You left out ", *listed([[Beside(clean(text).rstrip("."))] for text in quoted.values()]), ".")
    now, then = (len({argument.hit.voter for argument in arguments(one)}) for one in (found, before))
    builder.add(f"Of {then:,} source{'s' * (then != 1)} before, {now:,} count now. {change(found, before)}")
    return _finish(builder, found, "left_out")


def recounted(found: Comparison | Standings, before: Comparison | Standings) -> Blocks:
    """Return why another number of sources is counted than before, where it is: other points of view find others."""
    if isinstance(found, Standings) or isinstance(before, Standings):
        return ()
    now, then = Evidence(found).tally().total, Evidence(before).tally().total
    new, old = ([one.name for one in part.aspects] for part in (found, before))
    for ways, how in (
        ([one for one in new if one not in old], "as well"),
        ([one for one in old if one not in new], "no longer"),
    ):
        if ways and now != then and now and then:
            called = "".join(map(str, listed([[f"‘{plain(way)}’"] for way in ways])))
            return own_words(f"That counts {now:,} sources, and {then:,} before, as I look for {called} {how}.")
    return ()


def _leading(order: Order) -> str:
    return f"first place goes to {plain(order.winner)}" if order.winner else "none of them is clearly ahead"


def conclusion(found: Comparison | Standings, *, on: str = "") -> str:
    """Return how a comparison ends on the whole, or on a point of view, as a clause."""
    if isinstance(found, Standings):
        return _leading(next((one for one in found.orders if on and one.aspect == on), found.order))
    evidence = Evidence(found)
    decided = next((one.decision for one in found.verdict.shares if on and one.aspect == on), found.verdict.decision)
    tally = evidence.tally(aspect=on)
    ahead = f"{evidence.names[max(evidence.sides, key=tally.of)]} is ahead, but " if on and tally[0] != tally[1] else ""
    match decided:
        case Decision.EQUAL:
            return "the sources put the two level"
        case Decision.UNDECIDED:
            return f"{ahead}it is too close to call"
        case Decision.INSUFFICIENT:
            return f"{ahead}there is not enough evidence to decide"
    return f"the evidence favours {evidence.names[Stance.FIRST if decided is Decision.FIRST else Stance.SECOND]}"


def leaning(found: Comparison | Standings) -> Blocks:
    """Return which of two one may choose that none has won between, and how little that is; nothing where one has."""
    if isinstance(found, Standings):
        return ()
    evidence = Evidence(on_what_was_asked(found))
    tally, decision = evidence.tally(), evidence.comparison.verdict.decision
    number, other = (tally.of(side) for side in evidence.sides)
    if decision not in (Decision.INSUFFICIENT, Decision.UNDECIDED):
        return ()
    if number == other:
        return own_words("I lean to neither: as many sources speak for each.")
    few = "the only source" if tally.total == 1 else counted(number, tally.total)
    return own_words(f"If you must have one: {evidence.names[evidence.ahead]}, by {few}, which is little to go by.")


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
    return _finish(builder, found, "word")


def decided(found: Sequence[Comparison | Standings]) -> Answer:
    """Return the verdict on each of several comparisons in a line, with what mattered."""
    items: list[Runs] = [(Words(_in_sum(one)[1]),) for one in found]
    heading = f"What we have compared, with what the sources say{' of each' * (len(items) > 1)}:"
    return Answer((*own_words(heading, Role.HEADING), BulletList(tuple(items))), (), "decided")


def sureness(found: Sequence[Comparison | Standings], *, least: bool) -> Answer:
    """Return the verdict that is least sure of several, or most; among those on no evidence the last one."""
    told = sorted(map(_in_sum, found), key=lambda one: one[0], reverse=not least)[0][1]
    return Answer(
        own_words(f"Of the {len(found)} comparisons, I am {'least' if least else 'most'} sure of this: {told}")
    )


def _in_sum(found: Comparison | Standings) -> tuple[float, str]:
    """Return how sure a verdict is, 0 where there is none, and the verdict in a line, with what mattered."""
    if isinstance(found, Standings):
        order = found.asked_order or found.order
        winner, confidence, told = order.winner, order.confidence, _leading(order)
    else:
        shown = on_what_was_asked(found)
        winner, confidence, told = shown.verdict.winner, shown.verdict.confidence, conclusion(shown)
    asked = [f"on ‘{plain(found.pairs[0].asked.words)}’"] if speaks_of_asked(found) else []
    about = asked or [viewpoint(aspect.name, None) for aspect in found.aspects]
    things = "".join(map(str, listed([[plain(name)] for name in found.objects], last="or")))
    ways = "".join(map(str, listed([[way] for way in about])))
    sure, limit = f" ({percent(confidence)})" if winner else "", found.pairs[0].limit
    return confidence if winner else 0.0, f"{things}{', ' * bool(ways)}{ways}: {told}{sure}.{limit and ' '}{limit}"


def how_many(found: Comparison | Standings, on: Sequence[str] = ()) -> Answer:
    """Return how many sources and sentences say what, and of how many; from points of view alone where any is told."""
    builder = AnswerBuilder(found.objects, lines=True)
    if on and isinstance(found, Comparison):
        for name in on:
            builder.add(f"{_view(name)}, ", *division(Evidence(found), aspect=name), ".")
        return _finish(builder, found, "how_many")
    most = sorted(found.pairs, key=lambda one: -len(on_what_was_asked(one).arguments))
    if len(most) > PER_SIDE:
        number = sum(len(on_what_was_asked(one).arguments) for one in most)
        builder.add(f"{number:,} sentences speak for one of two of them. Most of them are on these:")
    for whole in most[:PER_SIDE]:
        comparison = on_what_was_asked(whole)
        evidence = Evidence(comparison)
        about = f"On ‘{plain(whole.asked.words)}’: " if whole is not comparison else ""
        about = about or f"{capitalised(' or '.join(map(plain, whole.objects)))}: " * isinstance(found, Standings)
        number = len(comparison.arguments)
        told = f" They say it in {number:,} sentence{'s' * (number != 1)}, of {comparison.retrieved:,} that name both."
        first, *numbers = division(evidence) or ["nobody says anything"]
        builder.add(capitalised(f"{about}{first}"), *numbers, ".", told * bool(number))
    return _finish(builder, found, "how_many")


def how_sure(found: Comparison | Standings, on: Sequence[str] = ()) -> Answer:
    """Return how sure the verdict is, and what could change it; from points of view first where some are told."""
    if isinstance(found, Standings):
        alone = speaks_of_asked(found)
        return describe(found, generator="how_sure", pairs=Pairs.NONE, ranges=True, asked_alone=alone, closing=_MAY_ERR)
    comparison = on_what_was_asked(found)
    evidence, decided = Evidence(comparison), comparison.verdict
    builder = AnswerBuilder(found.objects)
    asked = [share for share in decided.shares[1:] if share.aspect in on]
    for share in asked:
        sure = _SURE.get(share.decision, "which is more than chance")
        builder.add(f"{_view(share.aspect)}, ", *division(evidence, aspect=share.aspect), f", {sure}.")
    if found.asked_verdict and not asked:
        if comparison is not found:
            sure = f"I am {percent(decided.confidence)} sure." if decided.winner else "Not sure at all."
            builder.add(sure)
        builder.add(*headline(evidence, found.asked_verdict, None, alone=False))
    if comparison is found:
        builder.add(*_how_sure(evidence, besides=bool(asked)))
    builder.add(*([] if asked else uncertainty(evidence)))
    tally = evidence.tally()
    if decided.winner is not None and not asked and (more := tally.of(evidence.ahead) - tally.of(evidence.behind)) > 0:
        sources = "1 more source" if more == 1 else f"{more:,} more sources"
        builder.add(f"It would take {sources} for {evidence.names[evidence.behind]} to make them even.")
    builder.add(_MAY_ERR)
    return _finish(builder, found, "how_sure")


def _how_sure(evidence: Evidence, *, besides: bool) -> list[Part]:
    """Return how sure a verdict on the whole is, with the count that makes it so; ``besides`` something else."""
    found = evidence.comparison.verdict
    match found.decision:
        case Decision.INSUFFICIENT:
            return verdict(evidence, None)
        case Decision.UNDECIDED:
            few = ", which is too few" * (0 in evidence.tally()[:2])
            not_sure = "Overall, I am not sure at all" if besides else "Not sure at all"
            return [f"{not_sure}: ", *divided(evidence), f"{few}."]
    sure = (
        f"{'Overall, ' * besides}I am {percent(found.confidence)} sure that other sources like these would say the same"
    )
    return [f"{sure}: ", *divided(evidence), "."]


def years(found: Comparison | Standings) -> list[str]:
    """Return the years that the evidence is from, in order, as far as it has dates."""
    return sorted({argument.hit.document.date[:4] for argument in arguments(found)} - {""})


def publishers(found: Comparison | Standings) -> list[str]:
    """Return the publishers of most of the evidence, at most three."""
    counted = Counter(argument.hit.publisher for argument in arguments(found))
    return [name for name, _ in counted.most_common(PER_SIDE)]


def dates(found: Comparison | Standings, shown: Answer) -> Answer:
    """Return from when the evidence is, and what was quoted of it."""
    builder = AnswerBuilder(found.objects, lines=True)
    all_hits = [argument.hit for argument in arguments(found)]
    dated, number = years(found), sum(bool(hit.document.date) for hit in all_hits)
    if dated:
        when = " to ".join(unique((dated[0], dated[-1])))
        have = "has" if number == 1 else "have"
        of_all = f"Of {len(all_hits):,} sentences that compare them, {number:,} {have} a date, from {when}."
        builder.add(of_all if len(all_hits) > 1 else f"The only sentence that compares them is from {when}.")
    else:
        builder.add("I cannot tell: none of the sentences that compare them has a date.")
    known = {argument.hit.sentence.id: argument for argument in arguments(found)}
    for citation in shown.citations:
        date = _day(citation.hit.document)
        if dated:
            builder.add_item(Quote(known[citation.hit.sentence.id]), f" – {date or 'no date'}")
    return _finish(builder, found, "dates")


def most_dated(found: Comparison | Standings, *, oldest: bool) -> Answer:
    """Return the newest, or the oldest, of the sentences that compare the things, and how many have no date."""
    builder = AnswerBuilder(found.objects)
    all_told = arguments(found)
    dated = sorted((one for one in all_told if one.hit.document.date), key=lambda one: one.hit.document.date)
    if dated:
        chosen = dated[0 if oldest else -1]
        which = "oldest" if oldest else "newest"
        builder.add(f"The {which} is from {_day(chosen.hit.document)}: ", Quote(chosen), ".")
    undated = len(all_told) - len(dated)
    known = f"{undated:,} of {len(all_told):,} sentences have no date" if dated else "none of the sentences has a date"
    if undated:
        builder.add(f"{'Of the others I cannot tell' if dated else 'I cannot tell'}: {known}.")
    return _finish(builder, found, "dates")


def age_counts(found: Comparison | Standings) -> Answer:
    """Return whether it matters how old the evidence is."""
    told = arguments(found)
    undated = sum(not one.hit.document.date for one in told)
    unknown = f"; of {undated:,} of {len(told):,} sentences I know no date" if undated else ""
    said = "Not for the count: each source counts once, however old it is."
    return Answer(own_words(f"{said} It does matter where things have changed since{unknown}."), (), "ages")


def ages(cited: Sequence[Citation]) -> Answer:
    """Return from when sources are."""
    dated = [(one, _day(one.hit.document)) for one in cited]
    told = [f"{_source(one)} {f'is from {date}' if date else 'has no known date'}." for one, date in dated]
    return Answer(tuple(chain.from_iterable(map(own_words, told))), (), "ages")


def what_counts(found: Comparison | Standings, cited: Sequence[Citation]) -> Answer:
    """Return what sources count, one voice each, beside how many others that say the same; a single one is quoted."""
    blocks: list[Block] = []
    for one in cited:
        for comparison in [*map(on_what_was_asked, found.pairs), *found.pairs]:
            said = next((argument for argument in comparison.arguments if argument.hit is one.hit), None)
            if said:
                evidence = Evidence(comparison)
                tally = evidence.tally()
                side = f"{tally.of(said.stance):,} speak for {evidence.names[said.stance]}"
                blocks += own_words(f"{_source(one)} counts once among {tally.total:,} sources, of which {side}.")
                break
    alone = tuple(cited) if len(cited) == 1 else ()
    blocks += (Paragraph((document.Quote(clean(one.hit.sentence.text), one.number),)) for one in alone)
    blocks += own_words("I cannot check who wrote it or whether it is right: I only count who says the same.")
    return Answer(tuple(blocks), alone, "what_counts")


def _day(document: Document) -> str:
    """Return the date of a document without the time; empty where it has none."""
    return document.date.partition("T")[0]


def _source(citation: Citation) -> str:
    found = citation.hit.document
    source = origin(found.source, found.id)
    return f"Source {citation.number}{f' ({source})' if source else ''}"


def corpus(summary: CorpusSummary | None, index: str = "") -> Blocks:
    """Return what an index holds, with its name if it has one; where that is not known, that it is searched anew."""
    if summary is None:
        return own_words("I look for sentences that compare things when you ask; each answer names its sources.")
    named = f"“{plain(index)}”: " if index else ""
    said = f"I search {named}{summary.sentences:,} sentences of {summary.documents:,} documents"
    if summary.since:
        years = sorted({summary.since[:4], summary.until[:4]})
        said += f"; those with a date are from {' to '.join(years)}"
    large = [(name, number) for name, number in summary.publishers if name and number * _SMALL > summary.documents]
    most = [f"{name} ({number:,} documents)" for name, number in large[:PER_SIDE]]
    told = [f"{said}.", f"Most are from {', '.join(most)}." if most else ""]
    told.append("All of it was written to show what I can do." if summary.sample else "")
    return own_words(" ".join(filter(None, [*told, "I do not search the web, and each quote names its source."])))


def source(found: Comparison | Standings, shown: Answer, number: int, context: Sequence[Sentence]) -> Answer:
    """Return one source of an answer: the whole sentence among its neighbours, by whom, when, and where to read it.

    Args:
        found: What the answer was made of.
        shown: The answer.
        number: Of a citation of it.
        context: The sentence and its neighbours.
    """
    citation = next(one for one in shown.citations if one.number == number)
    known = {argument.hit.sentence.id: argument for argument in arguments(found)}
    where = ", ".join(_origin(known[citation.hit.sentence.id]))
    title = plain(citation.hit.document.title)
    heading = f"Source {number}{', “' + title + '”' if title else ''} ({where}):"
    said = Paragraph((document.Quote(clean(citation.hit.sentence.text), number),))
    beside = " … ".join(clean(one.text) for one in context if one.id != citation.hit.sentence.id)
    around = Paragraph((Words("It stands beside: "), document.Quote(beside, 0))) if beside else None
    blocks = (*own_words(heading, Role.HEADING), said, *([around] if around else []))
    return Answer(blocks, (citation,), "source")


def sources(found: Comparison | Standings, shown: Answer, *, rest: bool = False, dated: bool = False) -> Answer:
    """Return the citations of an answer as a list: what is said, by whom, when, and where to read it.

    Args:
        found: What the answer was made of.
        shown: The answer; its numbers are kept.
        rest: Whether to list the other sources that the verdict rests on, too.
        dated: Whether to tell of each that has no date that it has none.
    """
    known = {argument.hit.sentence.id: argument for argument in arguments(found)}
    builder = AnswerBuilder(found.objects, lines=True)
    voices = len({source for citation in shown.citations for source in citation.hit.sources})
    if voices:
        builder.add(f"Quoted {'is one source' if voices == 1 else f'are {voices} sources'}:", role=Role.HEADING)
    for citation in shown.citations:
        argument = known[citation.hit.sentence.id]
        undated = ["no date"] * (dated and not citation.hit.document.date)
        builder.add_item(Quote(argument), f" – {', '.join((*_origin(argument), *undated))}")
    if rest and (others := _unquoted(found, shown)):
        listed_too = others[: max(1, MOST_SOURCES - len(shown.citations))]
        number = "" if len(listed_too) == len(others) else f"{len(listed_too)} of {len(others)} "
        builder.add(f"Not quoted are {number}others that the verdict rests on:", role=Role.HEADING)
        for argument in listed_too:
            builder.add_item(Quote(argument), f" – {', '.join(_origin(argument))}")
    for pair in found.pairs[:PER_SIDE]:
        builder.add(pair.searched.sentence)
    return builder.finish("sources")


def _unquoted(found: Comparison | Standings, shown: Answer) -> list[Argument]:
    """Return the best of each source that speaks for what was asked and that an answer does not cite."""
    heard = {source for citation in shown.citations for source in citation.hit.sources}
    best: dict[str, Argument] = {}
    for argument in chain.from_iterable(on_what_was_asked(pair).arguments for pair in found.pairs):
        if heard.isdisjoint(argument.hit.sources):
            best.setdefault(argument.hit.voter, argument)
    return [*best.values()]


def pages(found: PageComparison) -> Blocks:
    """Return the pages that are best read side by side, a row each, and where they are."""
    about = f" and {plain(found.aspect)}" if found.aspect else ""
    if not found.rows:
        none = f"I found no pages about {' and '.join(map(plain, found.objects))}{about} to read side by side."
        return (*own_words(none), *own_words(found.notice, Role.NOTICE))
    items: list[Runs] = []
    for row in found.rows[:PER_SIDE]:
        placed = zip(found.objects, found.results, row.places, strict=True)
        shown = {hits[place].page: name for name, hits, place in reversed([*placed]) if place >= 0}
        both = len(shown) == 1
        named = [f"{'' if both else plain(name) + ': '}{_page(page)}" for page, name in reversed(shown.items())]
        items.append((Words(" · ".join(named)),))
    heading = f"Pages about {' and '.join(map(plain, found.objects))}{about} that go together:"
    listed_pages = BulletList(tuple(items))
    return (*own_words(heading, Role.HEADING), listed_pages, *own_words(found.notice, Role.NOTICE))


def _page(page: Page) -> str:
    where = page.url or page.source
    sample = ", sample text" * page.sample
    return (
        f"“{plain(page.title or page.id)}” ({plain(where)}{sample})" if where else f"“{plain(page.title or page.id)}”"
    )


def _origin(argument: Argument) -> list[str]:
    document, others = argument.hit.document, len(argument.hit.sources) - 1
    more = f"and {others} more" if others else ""
    told = [origin(document.source, document.id), more, _day(document), document.url, "sample text" * document.sample]
    return [part for part in told if part]


def _introduction(evidence: Evidence, stance: Stance, *, won: bool) -> str:
    if stance is Stance.EQUAL:
        return "One that sees no difference: "
    if won and stance is evidence.behind:
        return "The strongest objection: "
    return f"The strongest argument for {evidence.names[stance]}: "


def _list_side(
    builder: AnswerBuilder,
    name: str,
    quotes: Sequence[Quote],
    *,
    way: str = "for",
    asked: str = "",
    again: bool = False,
) -> None:
    """Add what is said for one side under a heading, or that nothing is.

    Args:
        builder: Of the answer.
        name: Of the side, as an answer writes it.
        quotes: What is said.
        way: Whether they speak ``for`` it or ``against`` it.
        asked: The property that they say of it; empty where they speak of all.
        again: Whether others were told before.
    """
    if not quotes:
        does = f"says ‘{plain(asked)}’ of" if asked else f"speaks {way}"
        builder.add(f"Nothing {'else ' * again}was found that {does} {name}.")
        return
    heading = f"‘{plain(asked)}’ is said of {name}" if asked else f"{way.capitalize()} {name}"
    builder.add(f"{heading}{', besides what you have just read' * again}:", role=Role.HEADING)
    for quote in quotes:
        builder.add_item(quote)


def _finish(builder: AnswerBuilder, found: Comparison | Standings, name: str) -> Answer:
    builder.add(*samples(builder), role=Role.NOTICE)
    return builder.finish(name, aspects=[aspect.name for aspect in found.aspects])
