"""How many sources say what, and how sure that makes a verdict."""

from __future__ import annotations

from collections.abc import Sequence

from actions.views.evidence import on_what_was_asked
from actions.views.parts import PER_SIDE, finish, on_aspect
from engine.types import Answer, Comparison, Decision, Standings
from generation.answer_builder import AnswerBuilder, Part, plain
from generation.asked_verdict import headline, speaks_of_asked
from generation.evidence import Evidence
from generation.sentence_templates import capitalised, divided, division, percent, uncertainty, verdict
from generation.standings import Pairs, describe

_SURE = {Decision.INSUFFICIENT: "which is too little to be sure", Decision.UNDECIDED: "which may be chance"}
_MAY_ERR = (
    "I count who says the same: those who write may be one-sided, and a program that reads them can misread a sentence."
)


def how_many(found: Comparison | Standings, on: Sequence[str] = ()) -> Answer:
    """Return how many sources and sentences say what, and of how many; from points of view alone where any is told."""
    builder = AnswerBuilder(found.objects, lines=True)
    if on and isinstance(found, Comparison):
        for name in on:
            builder.add(f"{on_aspect(name)}, ", *division(Evidence(found), aspect=name), ".")
        return finish(builder, found, "how_many")
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
    return finish(builder, found, "how_many")


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
        builder.add(f"{on_aspect(share.aspect)}, ", *division(evidence, aspect=share.aspect), f", {sure}.")
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
    return finish(builder, found, "how_sure")


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
