"""What speaks for each side: why one has won, the best for or against a thing, the best of both."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product, zip_longest

from actions.views.evidence import on_what_was_asked, searched
from actions.views.parts import PER_SIDE, finish
from engine.types import Answer, Comparison, Decision, ParsedText, Stance, Standings
from engine.types.document import Role
from generation.answer_builder import AnswerBuilder, Part, Quote, listed, plain
from generation.asked_verdict import headline
from generation.claim_extraction import UNCLEAR
from generation.evidence import ON_WHAT_WAS_ASKED, Evidence
from generation.sentence_templates import capitalised, divided, respects, uncertainty, verdict
from generation.standings import describe

_WAYS = {False: "for", True: "against"}


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
    return finish(builder, comparison, "why")


def _counted(evidence: Evidence, question: ParsedText | None) -> list[Part]:
    """Return how the sources divide, without the verdict that was told before, unless they decide nothing."""
    if evidence.comparison.verdict.decision in (Decision.INSUFFICIENT, Decision.EQUAL):
        return verdict(evidence, question)
    in_general = "in general, " if evidence.comparison.asked_verdict else ""
    first, *rest = divided(evidence)
    return [capitalised(f"{in_general}{first}"), *rest, "."]


def _introduction(evidence: Evidence, stance: Stance, *, won: bool) -> str:
    if stance is Stance.EQUAL:
        return "One that sees no difference: "
    if won and stance is evidence.behind:
        return "The strongest objection: "
    return f"The strongest argument for {evidence.names[stance]}: "


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
    return finish(builder, found, "side")


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
    return finish(builder, found, "both_sides")


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
