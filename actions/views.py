"""Ways to look at a comparison besides the verdict: why, the other side, the sources, the short and the long answer.

They are built of the same parts as the answers of ``generation`` and hold to the same rule: what is said of an object
is quoted from a sentence, and its number leads there.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.types import Answer, Argument, Comparison, Decision, Question, Stance
from generation.draft import Draft, Part, Quote, listed
from generation.evidence import Evidence
from generation.phrases import percent, respects, samples, verdict

PER_SIDE = 3
LONG_PER_SIDE = 8


def short(comparison: Comparison, question: Question | None = None) -> Answer:
    """Return the verdict with the best sentence for it."""
    evidence = Evidence(comparison)
    draft = Draft(comparison.objects)
    best = evidence.choose(evidence.order[0], 1)
    draft.add(*verdict(evidence, question))
    for argument in best:
        draft.add(Quote(argument), ".")
    return _finish(draft, comparison, "short")


def long(comparison: Comparison, question: Question | None = None) -> Answer:
    """Return the verdict, how sure it is, and many sentences for each side."""
    evidence = Evidence(comparison)
    draft = Draft(comparison.objects, separator="\n")
    quoted = {stance: evidence.choose(stance, LONG_PER_SIDE) for stance in evidence.order}
    draft.add(*verdict(evidence, question))
    draft.add(*_range(comparison))
    for stance, arguments in quoted.items():
        _list_side(draft, evidence, stance, arguments)
    for sentence in respects(evidence, question):
        draft.add(*sentence)
    return _finish(draft, comparison, "long")


def why(comparison: Comparison, question: Question | None = None) -> Answer:
    """Return what decided: the count of the sources, the strongest sentence, the points it rests on, the doubt left."""
    evidence = Evidence(comparison)
    draft = Draft(comparison.objects, separator="\n")
    won = comparison.verdict.winner is not None
    strongest = {stance: evidence.choose(stance, 1) for stance in evidence.order}
    points = {stance: evidence.points(stance, PER_SIDE) for stance in evidence.sides[: 1 if won else 2]}
    draft.add(*verdict(evidence, question))
    for stance in evidence.order:
        for argument in strongest[stance]:
            draft.add(_introduction(evidence, stance, won=won), Quote(argument), ".")
        if quotes := points.get(stance):
            named = listed([[quote] for quote in quotes])
            draft.add(f"What else is named for {evidence.names[stance]}: ", *named, ".")
    for sentence in respects(evidence, question):
        draft.add(*sentence)
    draft.add(*_range(comparison))
    return _finish(draft, comparison, "why")


def side(comparison: Comparison, stance: Stance) -> Answer:
    """Return the best sentences in favour of one object."""
    evidence = Evidence(comparison)
    draft = Draft(comparison.objects, separator="\n")
    _list_side(draft, evidence, stance, evidence.choose(stance, PER_SIDE))
    return _finish(draft, comparison, "side")


def both_sides(comparison: Comparison) -> Answer:
    """Return the best sentences for each object, where neither has won."""
    evidence = Evidence(comparison)
    draft = Draft(comparison.objects, separator="\n")
    draft.add("Neither side has won.")
    for stance in evidence.sides:
        _list_side(draft, evidence, stance, evidence.choose(stance, PER_SIDE))
    return _finish(draft, comparison, "both_sides")


def sources(comparison: Comparison, shown: Answer) -> Answer:
    """Return the citations of an answer as a list: what is said, by whom, when, and where to read it.

    Args:
        comparison: What the answer was made of.
        shown: The answer; its numbers are kept.
    """
    arguments = {argument.hit.sentence.id: argument for argument in comparison.arguments}
    draft = Draft(comparison.objects, separator="\n")
    for citation in shown.citations:
        argument = arguments[citation.hit.sentence.id]
        draft.add(Quote(argument), f" – {', '.join(_origin(argument))}")
    return draft.finish("sources")


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


def _list_side(draft: Draft, evidence: Evidence, stance: Stance, arguments: Sequence[Argument]) -> None:
    """Add the sentences for one side under a heading, or that there are none."""
    if arguments:
        draft.add(f"For {evidence.names[stance]}:")
    elif stance in evidence.sides:
        draft.add(f"For {evidence.names[stance]}: nothing was found.")
    for argument in arguments:
        draft.add("- ", Quote(argument))


def _range(comparison: Comparison) -> list[Part]:
    """Return the sentence on how far chance could have moved the result; empty when nothing is known."""
    found = comparison.verdict
    if found.decision is Decision.INSUFFICIENT:
        return []
    low, high = found.interval
    name = Evidence(comparison).names[Stance.FIRST]
    return [f"With other sources like these, {percent(low)} to {percent(high)} of the evidence would be for {name}."]


def _finish(draft: Draft, comparison: Comparison, name: str) -> Answer:
    draft.add(*samples(draft))
    return draft.finish(name, aspects=[aspect.name for aspect in comparison.aspects])
