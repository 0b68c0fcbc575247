"""Ways to look at a comparison besides the verdict: why, the other side, the sources.

They are built of the same parts as the answers of ``generation`` and hold to the same rule: what is said of an object
is quoted from a sentence, and its number leads there.
"""

from __future__ import annotations

from collections.abc import Sequence

from actions.dialogue_state import SIDES
from engine.text.tokens import same_name
from engine.types import Answer, Argument, Comparison, Page, PageComparison, ParsedText, Stance, Standings
from engine.types.document import Blocks, BulletList, Role, Runs, Words, own_words
from generation.answer_builder import AnswerBuilder, Quote, listed, plain
from generation.evidence import Evidence
from generation.sentence_templates import respects, samples, uncertainty, verdict
from generation.standings import describe

PER_SIDE = 3


def arguments(found: Comparison | Standings) -> list[Argument]:
    """Return all arguments of a comparison, or of all pairs."""
    return [argument for one in pairs(found) for argument in one.arguments]


def behind(found: Comparison | Standings, *, against: Sequence[str] = ()) -> str:
    """Return the side that speaks against the winner, or against another object: the next one in order.

    Args:
        found: What was found out.
        against: Objects to argue against; the winner when empty.

    Returns:
        The name of a view; ``both`` when two are compared and none of them has won.
    """
    if isinstance(found, Comparison):
        winner = found.verdict.winner
        return "both" if winner is None else SIDES[found.objects[0] == winner]
    opposed = [place.object for place in found.order.places if any(same_name(place.object, name) for name in against)]
    rest = [place.object for place in found.order.places if place.object not in (opposed or [_first(found)])]
    return SIDES[found.objects.index((rest or found.objects)[0])]


def why(comparison: Comparison | Standings, question: ParsedText | None = None) -> Answer:
    """Return what decided: the count of the sources, the strongest sentence, the points it rests on, the doubt left."""
    if isinstance(comparison, Standings):
        return describe(comparison, question=question, generator="why", lines=True, ranges=True)
    evidence = Evidence(comparison)
    builder = AnswerBuilder(comparison.objects, lines=True)
    won = comparison.verdict.winner is not None
    strongest = {stance: evidence.choose(stance, 1) for stance in evidence.order}
    points = {stance: evidence.points(stance, PER_SIDE) for stance in evidence.sides[: 1 if won else 2]}
    builder.add(*verdict(evidence, question))
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


def side(found: Comparison | Standings, name: str) -> Answer:
    """Return the best sentences in favour of one object, against each other one."""
    builder = AnswerBuilder(found.objects, lines=True)
    chosen: list[Argument] = []
    for comparison in pairs(found):
        if name in comparison.objects:
            stance = Stance.FIRST if comparison.objects[0] == name else Stance.SECOND
            chosen += Evidence(comparison).choose(stance, PER_SIDE)
    _list_side(builder, f"For {plain(name)}:", list({one.hit.sentence.id: one for one in chosen}.values()))
    return _finish(builder, found, "side")


def both_sides(found: Comparison | Standings) -> Answer:
    """Return the best sentences for each object, where neither has won."""
    builder = AnswerBuilder(found.objects, lines=True)
    builder.add("Neither side has won.")
    for comparison in pairs(found):
        evidence = Evidence(comparison)
        for stance in evidence.sides:
            _list_side(builder, f"For {evidence.names[stance]}:", evidence.choose(stance, PER_SIDE))
    return _finish(builder, found, "both_sides")


def sources(found: Comparison | Standings, shown: Answer) -> Answer:
    """Return the citations of an answer as a list: what is said, by whom, when, and where to read it.

    Args:
        found: What the answer was made of.
        shown: The answer; its numbers are kept.
    """
    known = {argument.hit.sentence.id: argument for argument in arguments(found)}
    builder = AnswerBuilder(found.objects, lines=True)
    voices = len({source for citation in shown.citations for source in citation.hit.sources})
    if voices:
        builder.add(f"Quoted {'is one source' if voices == 1 else f'are {voices} sources'}:", role=Role.HEADING)
    for citation in shown.citations:
        argument = known[citation.hit.sentence.id]
        builder.add_item(Quote(argument), f" – {', '.join(_origin(argument))}")
    return builder.finish("sources")


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
    told = [document.source, more, document.date.partition("T")[0], document.url, "sample text" * document.sample]
    return [part for part in told if part]


def _introduction(evidence: Evidence, stance: Stance, *, won: bool) -> str:
    if stance is Stance.EQUAL:
        return "One that sees no difference: "
    if won and stance is evidence.behind:
        return "The strongest objection: "
    return f"The strongest argument for {evidence.names[stance]}: "


def _list_side(builder: AnswerBuilder, heading: str, chosen: Sequence[Argument]) -> None:
    """Add the sentences for one side under a heading, or that there are none."""
    if chosen:
        builder.add(heading, role=Role.HEADING)
    else:
        builder.add(f"{heading} nothing was found.")
    for argument in chosen:
        builder.add_item(Quote(argument))


def pairs(found: Comparison | Standings) -> tuple[Comparison, ...]:
    """Return the comparisons of two that something found consists of."""
    return found.comparisons if isinstance(found, Standings) else (found,)


def _first(standings: Standings) -> str:
    return standings.order.places[0].object


def _finish(builder: AnswerBuilder, found: Comparison | Standings, name: str) -> Answer:
    builder.add(*samples(builder), role=Role.NOTICE)
    return builder.finish(name, aspects=[aspect.name for aspect in found.aspects])
