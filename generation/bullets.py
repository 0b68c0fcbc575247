"""CAM's bullet points: the verdict, then the best sentences for one object, then those for the other."""

from __future__ import annotations

from engine.types import Answer, Comparison, Question, Stance, Standings
from generation.asked import quality
from generation.draft import Draft, Quote
from generation.evidence import Evidence
from generation.phrases import respects, samples, verdict
from generation.standings import describe

_PER_SIDE = 3


class BulletGenerator:
    """Lists the three best sentences for each object under the verdict.

    Source: Chekalina et al., "Which is better for deep learning: Python or MATLAB?", EACL 2021, "CAM" answers. Unlike
    there, quotes are numbered citations, come from different sources while they last, and do not repeat each other.
    """

    name = "bullets"

    def answer(self, comparison: Comparison | Standings, *, question: Question | None = None) -> Answer:
        """Word the answer; see ``Generator.answer``."""
        if isinstance(comparison, Standings):
            return describe(comparison, question=question, generator=self.name, lines=True)
        evidence = Evidence(comparison)
        few = 1 if Stance.EQUAL is evidence.order[-1] else _PER_SIDE
        quoted = {
            stance: evidence.choose(stance, few if stance is Stance.EQUAL else _PER_SIDE, prefer=quality(question))
            for stance in evidence.order
        }
        draft = Draft(comparison.objects, separator="\n")
        draft.add(*verdict(evidence, question))
        for stance, arguments in quoted.items():
            if arguments:
                draft.add(f"For {evidence.names[stance]}:")
            elif comparison.arguments and stance in evidence.sides:
                draft.add(f"For {evidence.names[stance]}: nothing was found.")
            for argument in arguments:
                draft.add("- ", Quote(argument))
        for sentence in respects(evidence, question):
            draft.add(*sentence)
        draft.add(*samples(draft))
        return draft.finish(self.name, aspects=[aspect.name for aspect in comparison.aspects])
