"""Builds the embedded index: reads sources, stores their texts, feeds the search engine, and can stop at any moment.

Every ``batch`` sentences there is a checkpoint: the texts are committed first, then the search engine. What was
interrupted between the two is made up for from the texts, so a build that is run again ends where an undisturbed one
would have ended.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from engine.errors import IndexUnusableError, InputError
from engine.retrieval.sources import Source
from engine.retrieval.store import FILE, Store, StoredSource, how_to_make
from engine.retrieval.tantivy import Writer

MAX_PROBLEMS = 20
"""So many problems are reported word for word; the rest are counted."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a build is."""

    documents: int
    """In the index by now."""
    sentences: int
    bytes_read: int
    """Of the sources to be read, this run."""
    bytes_total: int
    rate: float
    """Sentences per second, this run."""
    eta_s: float
    """Seconds to the end at this pace, >= 0."""


@dataclass(frozen=True, slots=True)
class IndexStats:
    """What a build did and what the index holds now."""

    documents: int
    """In the index."""
    sentences: int
    added: int
    """Sentences added by this run."""
    repeated: int
    """Documents left out, because one with the same id was there."""
    faulty: int
    """Records that gave nothing, or not everything."""
    problems: tuple[str, ...]
    """Where and why, for the first few faulty records."""
    unchanged: tuple[str, ...]
    """Sources that were in the index already."""
    size_bytes: int
    """Of the index on disk."""
    took_s: float


@dataclass(slots=True)
class _Tally:
    documents: int
    sentences: int
    repeated: int = 0
    faulty: int = 0
    problems: list[str] = field(default_factory=list)


def build_index(
    sources: Sequence[Path],
    out: Path,
    *,
    progress: Callable[[Progress], None] | None = None,
    batch: int = 200_000,
) -> IndexStats:
    """Add sources to an index, which is made if it is not there.

    It may be killed at any moment and run again: it goes on where it stood. A source that is in the index already is
    left alone; memory does not grow with the size of the sources.

    Args:
        sources: Files and folders; ``engine.retrieval.sources`` says what they may hold.
        out: Folder of the index.
        progress: Called about twice a second.
        batch: Sentences between two checkpoints, >= 1.

    Returns:
        What was done.

    Raises:
        InputError: A source cannot be read, or has changed since it was indexed.
        IndexUnusableError: ``out`` holds something else, or another build is writing there.
    """
    started = time.perf_counter()
    wanted = list({source.digest: source for source in map(Source, sources)}.values())
    store = _open(out)
    try:
        stored = {source.digest: source for source in store.sources()}
        _refuse_changed(wanted, stored, out)
        unchanged = tuple(str(s.path) for s in wanted if s.digest in stored and stored[s.digest].finished)
        to_read = [source for source in wanted if not (source.digest in stored and stored[source.digest].finished)]
        documents, sentences = store.counts()
        tally = _Tally(documents, sentences)
        writer = Writer(out)
        try:
            _catch_up(store, writer, sentences, out)
            meter = _Meter(progress, tally, sum(source.size for source in to_read))
            for source in to_read:
                begun = stored.get(source.digest, StoredSource(str(source.path), source.digest, 0, finished=False))
                _read(source, begun, store, writer, tally, batch, meter)
            meter.show(0, last=True)
        finally:
            writer.close()
    finally:
        store.close()
    return IndexStats(
        tally.documents,
        tally.sentences,
        tally.sentences - sentences,
        tally.repeated,
        tally.faulty,
        tuple(tally.problems),
        unchanged,
        sum(file.stat().st_size for file in out.rglob("*") if file.is_file()),
        time.perf_counter() - started,
    )


def _open(out: Path) -> Store:
    if (out / FILE).exists():
        return Store.open(out, write=True)
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise IndexUnusableError(f"{str(out)!r} exists and is not an index. Name an empty or a new folder.")
    out.mkdir(parents=True, exist_ok=True)
    return Store.create(out)


def _refuse_changed(wanted: Sequence[Source], stored: dict[str, StoredSource], out: Path) -> None:
    digests = {source.path: source.digest for source in stored.values()}
    for source in wanted:
        if source.digest not in stored and str(source.path) in digests:
            raise InputError(
                f"The source {str(source.path)!r} has changed since it was indexed into {str(out)!r}. "
                f"Delete {str(out)!r} and run the same command again, or index into another folder."
            )


def _catch_up(store: Store, writer: Writer, sentences: int, out: Path) -> None:
    if writer.sentences > sentences:
        raise IndexUnusableError(
            f"The index in {str(out)!r} is damaged: {writer.sentences} sentences can be found, {sentences} are stored. "
            f"Delete the folder and make it anew: {how_to_make(out)}"
        )
    if writer.sentences < sentences:
        for n, text in store.texts_from(writer.sentences):
            writer.add(n, text)
        writer.commit()


def _read(
    source: Source, begun: StoredSource, store: Store, writer: Writer, tally: _Tally, batch: int, meter: _Meter
) -> None:
    records, checkpoint, bytes_read = begun.records, tally.sentences, 0
    store.begin()
    for record in source.records(skip=begun.records):
        records += 1
        bytes_read = record.bytes_read
        if record.problem:
            tally.faulty += 1
            if len(tally.problems) < MAX_PROBLEMS:
                tally.problems.append(record.problem)
        for document in record.documents:
            if store.add(document, tally.sentences):
                for n, sentence in enumerate(document.sentences, tally.sentences):
                    writer.add(n, sentence.text)
                tally.documents += 1
                tally.sentences += len(document.sentences)
            else:
                tally.repeated += 1
        if tally.sentences - checkpoint >= batch:
            store.put_source(StoredSource(begun.path, begun.digest, records, finished=False))
            store.commit()
            writer.commit()
            checkpoint = tally.sentences
            store.begin()
        meter.show(bytes_read)
    store.put_source(StoredSource(begun.path, begun.digest, records, finished=True))
    store.commit()
    writer.commit()
    meter.done(source.size)


class _Meter:
    """Tells about progress, at most twice a second."""

    def __init__(self, progress: Callable[[Progress], None] | None, tally: _Tally, bytes_total: int) -> None:
        self._progress = progress
        self._tally = tally
        self._bytes_total = bytes_total
        self._bytes_done = 0
        self._already = tally.sentences
        self._started = self._shown = time.perf_counter()

    def show(self, bytes_read: int, *, last: bool = False) -> None:
        now = time.perf_counter()
        if self._progress is None or (now - self._shown < 0.5 and not last):
            return
        self._shown = now
        elapsed = max(now - self._started, 1e-9)
        done = self._bytes_done + bytes_read
        self._progress(
            Progress(
                self._tally.documents,
                self._tally.sentences,
                done,
                self._bytes_total,
                (self._tally.sentences - self._already) / elapsed,
                elapsed * (self._bytes_total - done) / done if done else 0.0,
            )
        )

    def done(self, size: int) -> None:
        self._bytes_done += size
