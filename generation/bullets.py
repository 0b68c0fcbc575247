"""CAM's bullet points: the verdict, then the best sentences for one object, then those for the other."""

from __future__ import annotations

from engine.types import Argument, ParsedText, Stance
from engine.types.document import Role
from generation.answer_builder import AnswerBuilder, Quote
from generation.base import BaseGenerator
from generation.evidence import Evidence
from generation.question_focus import quality
from generation.sentence_templates import respects, verdict

_PER_SIDE = 3
_PER_SIDE_OF_A_PAGE = 8


class BulletGenerator(BaseGenerator):
    """Lists the three best sentences for each object under the verdict, on a page the eight best.

    Source: Chekalina et al., "Which is better for deep learning: Python or MATLAB?", EACL 2021, "CAM" answers. Unlike
    there, quotes are numbered citations, come from different sources while they last, and do not repeat each other.
    """

    name = "bullets"
    lines = True

    def write(self, builder: AnswerBuilder, evidence: Evidence, question: ParsedText | None, *, full: bool) -> None:
        """Add the verdict and both lists; see ``BaseGenerator.write``."""
        many = _PER_SIDE_OF_A_PAGE if full else _PER_SIDE
        few = 1 if Stance.EQUAL is evidence.order[-1] and not full else many
        quoted = {
            stance: self.choose(evidence, stance, few if stance is Stance.EQUAL else many, question)
            for stance in evidence.order
        }
        builder.add(*verdict(evidence, question, full=full))
        for stance, arguments in quoted.items():
            if arguments:
                builder.add(f"For {evidence.names[stance]}:", role=Role.HEADING)
            elif evidence.comparison.arguments and stance in evidence.sides:
                builder.add(f"For {evidence.names[stance]}: nothing was found.")
            for argument in arguments:
                builder.add_item(Quote(argument))
        for sentence in respects(evidence, question):
            builder.add(*sentence)

    def choose(self, evidence: Evidence, stance: Stance, k: int, question: ParsedText | None) -> list[Argument]:
        """Return at most ``k`` arguments with a stance, best first, each handed out once."""
        return evidence.choose(stance, k, prefer=quality(question))
