"""A table in Markdown: a row for each point of view, a column for each object, and the best quote in each cell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.types import Question, Stance
from generation.asked import quality
from generation.draft import Draft, Part, Quote
from generation.evidence import Evidence
from generation.phrases import capitalised, silence, uncertainty, verdict
from generation.statement import UNCLEAR
from generation.topics import topics
from generation.writer import Writer

_ROWS = 4
_ROWS_OF_A_PAGE = 10
_COLUMNS = (Stance.FIRST, Stance.SECOND)


class TableGenerator(Writer):
    """Puts the points of view into a table under the verdict, with a last row for what judges the whole."""

    name = "table"
    separator = "\n"

    def write(self, draft: Draft, evidence: Evidence, question: Question | None, *, full: bool) -> None:
        """Add the verdict and the table; see ``Writer.write``."""
        rows = dict(_rows(evidence, question, most=_ROWS_OF_A_PAGE if full else _ROWS))
        level = evidence.choose(Stance.EQUAL, 1, unclear=UNCLEAR) if evidence.order[0] is Stance.EQUAL else []
        draft.add(*verdict(evidence, question))
        if full:
            draft.add(*uncertainty(evidence))
        for argument in level:
            draft.add("No difference is seen in ", evidence.quote(argument), ".")
        if rows:
            draft.break_line(2)
            draft.add(f"| | {' | '.join(_cell(evidence.names[stance]) for stance in _COLUMNS)} |")
            draft.add("| --- | --- | --- |")
        for name, quotes in rows.items():
            draft.add(f"| {_cell(capitalised(name))} |", *_cells(quotes))
        draft.break_line(2)
        for sentence in silence(evidence, question):
            draft.add(*sentence)


def _rows(evidence: Evidence, question: Question | None, *, most: int) -> Iterator[tuple[str, Mapping[Stance, Quote]]]:
    """Yield a name and the quotes of each row; a row has at least one."""
    rows = 0
    for topic in topics(evidence, question):
        told = topic.quoted(evidence, both=True) if rows < most else topic
        if told.quotes:
            rows += 1
            yield told.name, told.quotes
    whole = {one.hit.sentence.id for one in evidence.comparison.arguments if "|" not in one.hit.sentence.text}
    general = {
        stance: evidence.quote(one)
        for stance in evidence.sides
        for one in evidence.choose(stance, 1, among=whole, prefer=quality(question), unclear=UNCLEAR)
    }
    if general:
        yield "in general", general


def _cells(quotes: Mapping[Stance, Quote]) -> Iterator[Part]:
    for stance in _COLUMNS:
        yield " "
        yield quotes.get(stance, "–")
        yield " |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
