"""CoQAS's first snippet: the best sentence for the winner where it stands, between its neighbours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from engine.errors import EngineError
from engine.types import Argument, ParsedText, Sentence
from generation.answer_builder import AnswerBuilder, Beside, Part, Quote
from generation.base import BaseGenerator
from generation.evidence import Evidence
from generation.question_focus import quality
from generation.sentence_templates import silence, verdict

Context = Callable[[str], Sequence[Sentence]]
"""Returns a sentence, by its id, with its neighbours in document order; see ``engine.protocols.Retriever.context``."""

_AROUND = 1
_AROUND_ON_A_PAGE = 3
"""Neighbours quoted on either side."""
_MOST_CHARS = 300
"""Longest neighbour that is quoted whole."""


class SnippetGenerator(BaseGenerator):
    """Quotes the best sentence for the winner with a sentence on either side, on a page with three; alone without them.

    Source: Chekalina et al., "Which is better for deep learning: Python or MATLAB?", EACL 2021, "document retrieval".
    Unlike there, the verdict says who has won and what for, and without a winner each side has its snippet.
    """

    name = "snippet"
    lines = True

    def __init__(self, *, context: Context | None = None) -> None:
        """Keep where to look for neighbours.

        Args:
            context: Finds them; sentences are quoted alone when None.
        """
        self._context = context

    def write(self, builder: AnswerBuilder, evidence: Evidence, question: ParsedText | None, *, full: bool) -> None:
        """Add the verdict and the snippets; see ``BaseGenerator.write``."""
        won = evidence.comparison.verdict.winner is not None
        sides = evidence.order[:1] if won else evidence.order
        best = [one for side in sides for one in evidence.choose(side, 1, prefer=quality(question))]
        builder.add(*verdict(evidence, question))
        for argument in best:
            builder.add(*self._snippet(argument, _AROUND_ON_A_PAGE if full else _AROUND))
        for sentence in silence(evidence, question):
            builder.add(*sentence)

    def _snippet(self, argument: Argument, around: int) -> list[Part]:
        """Return an argument's quote between those of its neighbours, which have no number: they are no evidence."""
        sentence = argument.hit.sentence
        found: Sequence[Sentence] = ()
        if self._context is not None:
            with suppress(EngineError):  # no such sentence, or no index at all
                found = self._context(sentence.id)
        places = [place for place, one in enumerate(found) if (one.id, one.text) == (sentence.id, sentence.text)]
        if not places:
            return [Quote(argument)]
        at = places[0]
        before = _beside(found[max(0, at - around) : at], attributed=False)
        after = _beside(found[at + 1 : at + 1 + around], attributed=True)
        return [*before, " " * bool(before), Quote(argument, attributed=bool(before)), " " * bool(after), *after]


def _beside(sentences: Sequence[Sentence], *, attributed: bool) -> list[Part]:
    text = " ".join(one.text for one in sentences if len(one.text) <= _MOST_CHARS)
    return [Beside(text, attributed)] if text.strip() else []
