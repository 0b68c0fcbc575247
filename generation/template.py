"""Connected sentences: the verdict, what speaks for it, what speaks against it, what is not known."""

from __future__ import annotations

from engine.types import Argument, ParsedText, Stance
from generation.answer_builder import AnswerBuilder, Part, Quote, listed
from generation.base import BaseGenerator
from generation.evidence import Evidence
from generation.question_focus import quality
from generation.sentence_templates import respects, verdict

_POINTS = 2
_PER_SIDE_OF_A_PAGE = 3


class TemplateGenerator(BaseGenerator):
    """Says the verdict and the best evidence on both sides in three sentences, more where the user named aspects.

    Source: the templates of Chekalina et al., "Which is better for deep learning: Python or MATLAB?", EACL 2021. Unlike
    there, whatever is said of an object is a cited quote, nothing is chosen at random, and the losing side is heard.
    """

    name = "template"

    def write(self, builder: AnswerBuilder, evidence: Evidence, question: ParsedText | None, *, full: bool) -> None:
        """Add the sentences; see ``BaseGenerator.write``."""
        per_side = _PER_SIDE_OF_A_PAGE if full else 1
        quoted = {stance: evidence.choose(stance, per_side, prefer=quality(question)) for stance in evidence.sides}
        unheard = [[evidence.names[stance]] for stance in evidence.sides if not evidence.speaks_for(stance)]
        if unheard or evidence.order[0] is Stance.EQUAL:
            quoted[Stance.EQUAL] = evidence.choose(Stance.EQUAL, 1)
        builder.add(*verdict(evidence, question, full=full))
        for stance in evidence.order:
            for argument in quoted.get(stance, ()):
                builder.add(*_side(evidence, stance, argument))
        if unheard and evidence.comparison.arguments:
            builder.add("Nothing was found that speaks for ", *listed(unheard, last="or"), ".")
        for sentence in respects(evidence, question):
            builder.add(*sentence)


def _side(evidence: Evidence, stance: Stance, argument: Argument) -> list[Part]:
    """Return the sentence for one side, with what else is named for it if it has won."""
    says = "one source says"
    won = evidence.comparison.verdict.winner is not None
    if stance is Stance.EQUAL:
        return [f"{says.capitalize()} ", Quote(argument, attributed=True), "."]
    if won and stance is evidence.behind:
        return [f"On the other side, {says} ", Quote(argument, attributed=True), "."]
    points = [[quote._replace(attributed=True)] for quote in evidence.points(stance, _POINTS)] if won else []
    also: list[Part] = (
        ["; ", *listed(points), f" {'is' if len(points) == 1 else 'are'} named as well"] if points else []
    )
    return [f"For {evidence.names[stance]}, {says} ", Quote(argument, attributed=True), *also, "."]
