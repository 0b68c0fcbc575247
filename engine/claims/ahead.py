"""Reading ahead: the sentences of an index that seem to compare are read before anybody asks.

Which two things a sentence compares is what the parser of statements finds in it. A question that names them otherwise
has the sentence read when it is asked, and finds it read the next time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from engine.claims.kept import KeptClaimReader
from engine.protocols import ClaimStore, QuestionParser
from engine.text.comparing import COMPARING
from engine.text.tokens import is_question
from engine.types import ComparisonInstance, Form, Sentence

BATCH: Final = 256
"""Candidates that are parsed and read together."""
SHORTEST, LONGEST = 20, 400
"""Characters of a candidate."""
MOST_THINGS: Final = 4
"""Things of one sentence of which all pairs are read."""
_READ_TO: Final = "read to"
_PROGRESS_INTERVAL_S: Final = 0.5


class ReadingProgress(NamedTuple):
    """How far the reading is."""

    sentences: int
    """Looked at by now, those of earlier runs included."""
    total: int
    read: int
    """Pairs of things read in this run."""
    rate: float
    """Sentences looked at per second in this run."""
    eta_s: float
    """Seconds to the end at this pace; 0 while it is not known."""


def is_candidate(sentence: str) -> bool:
    """Return whether a sentence seems to compare."""
    return SHORTEST <= len(sentence) <= LONGEST and not is_question(sentence) and COMPARING.search(sentence) is not None


def read_ahead(
    sentences: Iterable[tuple[int, Sentence]],
    *,
    total: int,
    reader: KeptClaimReader,
    store: ClaimStore,
    parser: QuestionParser,
    progress: Callable[[ReadingProgress], None] | None = None,
) -> int:
    """Read the sentences of an index that were not read yet.

    It may be killed at any moment and run again: it goes on where it stood.

    Args:
        sentences: Number and sentence from number ``resume(store)`` on, by ascending number.
        total: Sentences of the whole index.
        reader: Reads and keeps.
        store: The reader's; it remembers how far the reading is.
        parser: Finds the things that a sentence names.
        progress: Called about twice a second, and at the end.

    Returns:
        How many pairs of things were read.
    """
    started = told = time.perf_counter()
    began = done = resume(store)
    read = 0
    batch: list[Sentence] = []
    for number, sentence in sentences:
        done = number + 1
        if is_candidate(sentence.text):
            batch.append(sentence)
        if len(batch) == BATCH:
            read += _read(batch, parser, reader)
            store.remember(_READ_TO, str(done))
            batch.clear()
        if progress is not None and time.perf_counter() - told > _PROGRESS_INTERVAL_S:
            told = time.perf_counter()
            progress(_state(done, total, read, began, told - started))
    read += _read(batch, parser, reader)
    store.remember(_READ_TO, str(done))
    if progress is not None:
        progress(_state(done, total, read, began, time.perf_counter() - started))
    return read


def resume(store: ClaimStore) -> int:
    """Return the number of the first sentence that was not read ahead."""
    return int(store.state(_READ_TO) or 0)


def _read(sentences: Sequence[Sentence], parser: QuestionParser, reader: KeptClaimReader) -> int:
    if not sentences:
        return 0
    parsed = parser.parse_all([sentence.text for sentence in sentences], form=Form.STATEMENT)
    pairs = [
        (ComparisonInstance(sentence.text, *pair), sentence.id)
        for sentence, found in zip(sentences, parsed, strict=True)
        for pair in combinations(found.objects[:MOST_THINGS], 2)
    ]
    return reader.read_ahead([instance for instance, _ in pairs], [place for _, place in pairs])


def _state(done: int, total: int, read: int, began: int, elapsed_s: float) -> ReadingProgress:
    rate = (done - began) / max(elapsed_s, 1e-9)
    return ReadingProgress(done, total, read, rate, (total - done) / rate if rate else 0.0)
