"""What is said from points of view, or on the asked property, alone, and that nothing is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import chain, groupby
from operator import itemgetter

from actions.views.evidence import arguments, speaking_of
from actions.views.parts import PER_SIDE, add_for, finish, on_aspect
from actions.views.revisions import change
from actions.views.verdicts import conclusion
from engine.text.tokens import unique
from engine.types import Answer, Comparison, ParsedText, Stance, Standings
from engine.types.document import Blocks, own_words
from generation.answer_builder import AnswerBuilder, Opening, listed, plain
from generation.asked_verdict import say_asked
from generation.aspect_summaries import needed_most, topics
from generation.claim_extraction import UNCLEAR
from generation.evidence import ON_WHAT_WAS_ASKED, Evidence
from generation.question_focus import called
from generation.sentence_templates import division, found_nothing, read_in
from generation.standings import agreed, asked_headline, leading


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
        view, few = on_aspect(name), False
        heard = [(Evidence(one).tally(aspect=name).total, one) for one in found.pairs]
        most = [one for number, one in sorted(heard, key=lambda both: -both[0]) if number][:most_pairs]
        if isinstance(found, Standings):
            order = next((one for one in found.orders if one.aspect == name), found.order)
            few = bool(agreed(order, found.comparisons))  # of whose only pair it is told then
            builder.add(*[] if few else [f"{view}, {leading(order, found.comparisons)}."])
        for comparison in most:
            evidence = Evidence(comparison)
            first, *rest = sorted(evidence.order, key=evidence.tally(aspect=name).of, reverse=True)
            sides = [first, *(one for one in rest if one is not Stance.EQUAL and not (several or brief))]
            least = {} if several else {first: ON_WHAT_WAS_ASKED}
            best = partial(evidence.choose, k=most_quoted, aspect=name, unclear=UNCLEAR, about=(name,))
            chosen = {stance: best(stance, least=least.get(stance, 0.0)) for stance in sides}
            new = [one for told in chosen.values() for one in told if one not in builder.cited]
            quotes = [(one.stance, evidence.quote(one, about=(name,))) for one in new]
            both = f"{f'{view}, between' if few else 'Between'} {' and '.join(map(plain, comparison.objects))}"
            told = [f"{both if several else view}, ", *division(evidence, aspect=name)]
            if [stance for stance, _ in quotes] == [first] and not lines:
                builder.add(*told, ": ", quotes[0][1], ".")
                continue
            builder.add(*told, ".")
            for stance, of_side in groupby(quotes, key=itemgetter(0)):
                add_for(builder, evidence, stance, [quote for _, quote in of_side], lines=lines)
    builder.add(*[] if brief or before is None else [change(found, before)])
    return finish(builder, found, "on")


def alone(found: Comparison | Standings, names: Sequence[str]) -> Blocks:
    """Return how a comparison of two ends by each of some points of view where nothing else counts."""
    if isinstance(found, Standings):
        return ()  # whose first place on each is told
    return own_words(" ".join(f"By {plain(called(name))} alone, {conclusion(found, on=name)}." for name in names))


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
            builder.add(*needed_most(Evidence(found)))
            builder.add(f"In general, {conclusion(found)}.")
    return finish(builder, found, "asked")


def nothing_on(
    found: Comparison | Standings,
    names: Sequence[str],
    *,
    alone: bool = False,
    again: bool = False,
    either: bool = False,
) -> Answer:
    """Return that nothing was found on points of view.

    Args:
        found: With the points of view.
        names: Of the points of view.
        alone: Whether nothing else is told: then on what most is found, and what on the whole, is told as well.
        again: Whether nothing else is told, and that was told of something else before: then only what on the whole.
        either: Whether the reply before told just that.
    """
    builder = AnswerBuilder(found.objects)
    sources = len({argument.hit.voter for argument in arguments(found)})
    needed = needed_most(Evidence(found)) if isinstance(found, Comparison) else []
    bare = speaking_of(found, ()).pairs if alone and not needed else ()
    known = chain.from_iterable(topics(Evidence(one), None) for one in bare)
    told = [one for one in known if not one.is_condition and (one.total > 1 or sources == 1)]
    most = unique(one.name for one in sorted(told, key=lambda one: -one.total))[:PER_SIDE]
    speak = "it speaks of" if sources == 1 else "they speak most of"
    instead = [f"; {speak} ", *listed([[one] for one in most])] if most else []
    named = found.objects if isinstance(found, Standings) else [*Evidence(found).names.values()][:2]
    among = f" {read_in(sources, named, found.pairs[0].bounds)}" if sources and alone and not needed else ""
    among = among or found.pairs[0].bounds
    builder.add(Opening(f"{found_nothing(names)}{among}{' either' * either}"), *instead, ".")
    builder.add(*needed)
    if alone or again:
        builder.add(f"In general, {conclusion(found)}.")
    return finish(builder, found, "nothing_on")


def silence(found: Comparison | Standings, names: Sequence[str]) -> Answer:
    """Return on how much it rests that nothing was found on points of view or properties."""
    builder = AnswerBuilder(found.objects)
    sources = len({argument.hit.voter for argument in arguments(found)})
    number, both = sum(one.retrieved for one in found.pairs), "two of them" if len(found.pairs) > 1 else "both"
    named = found.objects if isinstance(found, Standings) else [*Evidence(found).names.values()][:2]
    searched = read_in(sources, named, found.pairs[0].bounds)
    builder.add(f"{found_nothing(names)} {searched}, of {number:,} sentences that name {both}.")
    builder.add("I cannot be sure that nobody says it: what I have not read may speak of it.")
    return finish(builder, found, "silence")
