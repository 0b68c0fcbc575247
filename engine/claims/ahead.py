"""Reading ahead: the sentences of an index that seem to compare are read before anybody asks.

Which two things a sentence compares is what the parser of statements finds in it, and what it found in other sentences:
"soccer" beside "both soccer and football", "BMW" in "a BMW 550i". A question that names them otherwise has the sentence
read when it is asked, and finds it read the next time.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, combinations
from typing import Final, NamedTuple

from engine.claims.kept import KeptClaimReader
from engine.protocols import ClaimStore, QuestionParser
from engine.text.analysed import analysed
from engine.text.comparing import is_candidate
from engine.text.tokens import stems
from engine.types import ComparisonInstance, Form, Sentence

BATCH: Final = 256
"""Candidates that are parsed and read together."""
MOST_THINGS: Final = 5
"""Things of one sentence of which pairs are read, at most."""
KNOWN: Final = 3
"""So often a name is marked before it is looked for where it is not."""
LONGEST_NAME: Final = 3
"""Words of such a name."""
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


class KnownNames:
    """Counts the names that are marked in sentences, and finds those that are known in others."""

    def __init__(self, times: Mapping[str, int]) -> None:
        """Take names that were marked before, and how often each was."""
        self._times: Counter[tuple[str, ...]] = Counter()
        self._by_head: dict[str, list[tuple[str, ...]]] = {}
        for name, count in times.items():
            self.add(name, count)

    def add(self, name: str, times: int = 1) -> None:
        """Count a name that was marked."""
        key = stems(name)
        before = self._times[key]
        self._times[key] += times
        if before < KNOWN <= before + times and 0 < len(key) <= LONGEST_NAME:
            self._by_head.setdefault(key[0], []).append(key)

    def pairs_in(self, sentence: str, marked: Sequence[str]) -> list[tuple[str, str]]:
        """Return the pairs of things that a sentence may compare, one of them at least marked.

        Args:
            sentence: Its text.
            marked: The things that are marked in it.
        """
        tokens = analysed(sentence)
        things = {stems(name): name for name in marked[:MOST_THINGS]}
        first = len(things)
        for token in tokens.tokens if things else ():
            for key in self._by_head.get(token.stem, ()):
                if len(things) < MOST_THINGS and key not in things and (found := tokens.find(key)):
                    start, end = found[0]
                    things[key] = sentence[tokens.tokens[start].start : tokens.tokens[end - 1].end]
        numbered = list(enumerate(things.items()))
        return [
            (one, other)
            for (n, (key, one)), (_, (beside, other)) in combinations(numbered, 2)
            if n < first and not set(key) & set(beside)
        ]


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
    known = KnownNames(store.names())
    for number, sentence in sentences:
        done = number + 1
        if is_candidate(sentence.text):
            batch.append(sentence)
        if len(batch) == BATCH:
            read += _read(batch, parser, reader, known)
            note_read(store, done)
            batch.clear()
        if progress is not None and time.perf_counter() - told > _PROGRESS_INTERVAL_S:
            told = time.perf_counter()
            progress(_state(done, total, read, began, told - started))
    read += _read(batch, parser, reader, known)
    note_read(store, done)
    if progress is not None:
        progress(_state(done, total, read, began, time.perf_counter() - started))
    return read


def resume(store: ClaimStore) -> int:
    """Return the number of the first sentence that was not read ahead."""
    return int(store.state(_READ_TO) or 0)


def note_read(store: ClaimStore, number: int) -> None:
    """Remember that the sentences below a number were read ahead."""
    store.remember(_READ_TO, str(number))


def _read(sentences: Sequence[Sentence], parser: QuestionParser, reader: KeptClaimReader, known: KnownNames) -> int:
    return reader.read_ahead(*instances_of(sentences, marked_in(sentences, parser), known))


def marked_in(sentences: Sequence[Sentence], parser: QuestionParser) -> list[tuple[str, ...]]:
    """Return the things that a parser marks in each sentence."""
    parsed = parser.parse_all([sentence.text for sentence in sentences], form=Form.STATEMENT) if sentences else []
    return [tuple(found.objects) for found in parsed]


def instances_of(
    sentences: Sequence[Sentence], marked: Sequence[Sequence[str]], known: KnownNames
) -> tuple[list[ComparisonInstance], list[str]]:
    """Return sentences with each two things that they may compare, and their ids; what is marked is known from now on.

    Args:
        sentences: To be read.
        marked: The things that are marked in each.
        known: Names that were marked before.
    """
    for name in chain.from_iterable(marked):
        known.add(name)
    found = [
        (ComparisonInstance(sentence.text, *pair), sentence.id)
        for sentence, names in zip(sentences, marked, strict=True)
        for pair in known.pairs_in(sentence.text, names)
    ]
    return [instance for instance, _ in found], [place for _, place in found]


def _state(done: int, total: int, read: int, began: int, elapsed_s: float) -> ReadingProgress:
    rate = (done - began) / max(elapsed_s, 1e-9)
    return ReadingProgress(done, total, read, rate, (total - done) / rate if rate else 0.0)
