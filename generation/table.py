"""A table: a row for each point of view, a column for each object, and the best quote in each cell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.types import ParsedText, Stance
from generation.answer_builder import AnswerBuilder, Part, Quote
from generation.aspect_summaries import topics
from generation.base import BaseGenerator
from generation.claim_extraction import UNCLEAR
from generation.evidence import Evidence
from generation.question_focus import quality
from generation.sentence_templates import capitalised, silence, verdict

_ROWS = 4
_ROWS_OF_A_PAGE = 10
_COLUMNS = (Stance.FIRST, Stance.SECOND)


class TableGenerator(BaseGenerator):
    """Puts the points of view into a table under the verdict, with a last row for what judges the whole."""

    name = "table"
    lines = True
    tables = True

    def write(self, builder: AnswerBuilder, evidence: Evidence, question: ParsedText | None, *, full: bool) -> None:
        """Add the verdict and the table; see ``BaseGenerator.write``."""
        rows = dict(_rows(evidence, question, most=_ROWS_OF_A_PAGE if full else _ROWS))
        level = evidence.choose(Stance.EQUAL, 1, unclear=UNCLEAR) if evidence.order[0] is Stance.EQUAL else []
        builder.add(*verdict(evidence, question, full=full))
        for argument in level:
            builder.add("No difference is seen in ", evidence.quote(argument, attributed=True), ".")
        if rows:
            header = ["", *(evidence.names[stance] for stance in _COLUMNS)]
            builder.add_table(header, ([[capitalised(name)], *_cells(quotes)] for name, quotes in rows.items()))
        for sentence in silence(evidence, question):
            builder.add(*sentence)


def _rows(
    evidence: Evidence, question: ParsedText | None, *, most: int
) -> Iterator[tuple[str, Mapping[Stance, Sequence[Quote]]]]:
    """Yield a name and the quotes of each row; a row has at least one."""
    rows = 0
    for topic in topics(evidence, question):
        told = topic.quoted(evidence, both=True) if rows < most else topic
        if told.quotes:
            rows += 1
            yield told.name, told.quotes
    general = {
        stance: [evidence.quote(one)]
        for stance in evidence.sides
        for one in evidence.choose(stance, 1, prefer=quality(question), unclear=UNCLEAR)
    }
    if general:
        yield "in general", general


def _cells(quotes: Mapping[Stance, Sequence[Quote]]) -> Iterator[list[Part]]:
    for stance in _COLUMNS:
        yield [quote._replace(attributed=False) for quote in quotes.get(stance, quotes.get(Stance.EQUAL, ()))[:1]]
