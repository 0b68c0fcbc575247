"""The batch forms of the command line: JSON Lines in, JSON Lines out, one for one and in the same order.

A bad line gives ``{"id", "error"}`` and never stops the batch. Whatever has arrived is answered at once, so that a
program may also write one line, read one line, and go on.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from typing import Any, BinaryIO, TypeVar

from engine import registry, schemas
from engine.errors import EngineError, InputError
from engine.pipeline import Engine
from engine.protocols import QuestionParser
from engine.types import ComparisonInstance, Form, Length, Query

log = logging.getLogger(__name__)

Line = TypeVar("Line", bound=schemas.Line)
Work = Callable[[Sequence[Line]], list[dict[str, Any]]]
"""Takes lines and returns an answer to each, without its id."""

MAX_LINE_BYTES = 16 << 20
_CHUNK_BYTES = 1 << 16


def run(
    source: BinaryIO,
    out: BinaryIO,
    model: type[Line],
    work: Work[Line],
    *,
    together: int = 1,
    progress: Callable[[int], None] | None = None,
) -> None:
    """Answer every line.

    Args:
        source: Lines of JSON.
        out: Where the answers go.
        model: What a line should be.
        work: Answers lines.
        together: The most lines to hand to ``work`` at once.
        progress: Told after each group how many lines are answered.
    """
    done = 0
    for lines in _lines(source):
        for start in range(0, len(lines), together):
            group = lines[start : start + together]
            for record in _answers(group, model, work):
                out.write(schemas.dump(record) + b"\n")
            out.flush()
            done += len(group)
            if progress is not None:
                progress(done)


def scheme_parser(scheme: str) -> QuestionParser:
    """Return the learned parser that follows the annotation scheme of a public data set."""
    from nlu_models.question.parser import SCHEMES

    parser: QuestionParser = registry.load("parser", "learned", guideline=SCHEMES[scheme])
    return parser


def parse(parser: Engine | QuestionParser, form: Form, lines: Sequence[schemas.ParseLine]) -> list[dict[str, Any]]:
    """Do the work of ``whichever parse``."""
    questions = parser.parse_all([line.text for line in lines], form=form)
    return [
        {name: value for name, value in schemas.show(question).items() if name not in {"text", "predicates"}}
        for question in questions
    ]


def classify(engine: Engine, classifier: str | None, lines: Sequence[schemas.ClassifyLine]) -> list[dict[str, Any]]:
    """Do the work of ``whichever classify``."""
    instances = [ComparisonInstance(line.sentence, line.first, line.second) for line in lines]
    asked = {n: line.property for n, line in enumerate(lines) if line.property is not None}
    more: dict[int, dict[str, Any]] = {}
    if asked:
        answers = engine.classify_properties([instances[n] for n in asked], [*asked.values()], classifier=classifier)
        more = {n: {"more": answer.stance.value} for n, answer in zip(asked, answers, strict=True)}
    return [
        {
            "stance": classification.stance.value,
            "probabilities": {stance.value: p for stance, p in classification.probabilities.items()},
            "claims": schemas.show(classification.claims),
            **more.get(n, {}),
        }
        for n, classification in enumerate(engine.classify(instances, classifier=classifier))
    ]


def rank(engine: Engine, ranker: str | None, line: schemas.RankLine) -> dict[str, Any]:
    """Do the work of ``whichever rank``."""
    ranked = engine.rank(line.sentences, line.to_query(Query(ranker=ranker)))
    return {"order": [index for index, _ in ranked], "scores": [score for _, score in ranked]}


def compare(engine: Engine, how: Query, line: schemas.CompareLine) -> dict[str, Any]:
    """Do the work of ``whichever compare``."""
    return {**schemas.compared(engine.compare_any(line.to_query(how)))}


def explain(engine: Engine, how: Query, line: schemas.CompareLine, *, limit: int) -> dict[str, Any]:
    """Do the work of ``whichever compare --explain``."""
    return {**schemas.explanation(engine.explain(line.to_query(how)), limit=limit)}


_OF_ANSWERS = ("answer", "blocks", "citations", "asked", "verdict", "overall")
"""Fields of a line of ``whichever answer``: those of /api/v1/ask without the comparison."""


def answer(
    engine: Engine, line: schemas.AnswerLine, *, fast: bool, generator: str | None, length: Length
) -> dict[str, Any]:
    """Do the work of ``whichever answer``."""
    if line.sentences is not None:
        given = engine.answer_from(line.sentences, line.to_query(), generator=generator, length=length)
    else:
        given = engine.ask(line.question or "", fast=fast, generator=generator, length=length)
    shown = schemas.answer(given)
    return {name: shown[name] for name in _OF_ANSWERS}  # type: ignore[literal-required]


def each(answer: Callable[[Line], dict[str, Any]]) -> Work[Line]:
    """Return the work of answering lines one by one."""
    return lambda lines: [answer(line) for line in lines]


def _lines(source: BinaryIO) -> Iterator[list[bytes | None]]:
    """Return the lines that have arrived, again and again; None stands for one that is too long."""
    pending: list[bytes] = []
    size = 0
    while chunk := source.read1(_CHUNK_BYTES):  # type: ignore[attr-defined]
        lines: list[bytes | None] = []
        *ends, rest = chunk.split(b"\n")
        for end in ends:
            size += len(end)
            lines.append(b"".join((*pending, end)) if size <= MAX_LINE_BYTES else None)
            pending, size = [], 0
        size += len(rest)
        pending = [*pending, rest] if size <= MAX_LINE_BYTES else []
        yield lines
    if size:
        yield [b"".join(pending) if size <= MAX_LINE_BYTES else None]


def _answers(group: Sequence[bytes | None], model: type[Line], work: Work[Line]) -> Iterator[Any]:
    """Return what each line of a group gives, in order."""
    parsed = [_parse(raw, model) for raw in group]
    answered = iter(_safely(work, [line for line in parsed if isinstance(line, model)]))
    for line in parsed:
        yield next(answered) if isinstance(line, model) else line


def _parse(raw: bytes | None, model: type[Line]) -> Line | schemas.LineError:
    if raw is None:
        return schemas.line_error(None, InputError(f"The line is longer than {MAX_LINE_BYTES} bytes. Split its work."))
    try:
        return schemas.parse(model, raw)
    except InputError as error:
        return schemas.line_error(schemas.id_of(raw), error)


def _safely(work: Work[Line], lines: Sequence[Line]) -> list[Any]:
    """Answer lines together; when one of them fails, answer each alone."""
    try:
        return [{"id": line.id, **answer} for line, answer in zip(lines, work(lines), strict=True)] if lines else []
    except EngineError as error:
        failed = error
    except Exception:
        log.exception("A line failed")
        failed = EngineError("Something went wrong on our side; the log has the details.")
    if len(lines) == 1:
        return [schemas.line_error(lines[0].id, failed)]
    return [answer for line in lines for answer in _safely(work, [line])]
