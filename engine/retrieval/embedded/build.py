"""Makes an index: reads sources into a target, tells how far it is, and can stop at any moment.

Every ``batch`` sentences there is a checkpoint, from which a build that is run again goes on. In the embedded index
the texts are committed first, then the search engines; what a kill in between left out of a search engine is
added from the texts, so that the build ends where an undisturbed one would have ended.
"""

from __future__ import annotations

import logging
import shutil
import sqlite3
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from engine.errors import IndexUnusableError, InputError
from engine.retrieval.embedded import checksums
from engine.retrieval.embedded.pages import PageWriter
from engine.retrieval.embedded.retriever import Writer
from engine.retrieval.embedded.store import FILE, Store, StoredSource, how_to_make
from engine.retrieval.ingest.languages import primary
from engine.retrieval.ingest.sources import Source
from engine.text.tokens import analyse
from engine.types import Document

log = logging.getLogger(__name__)

MAX_PROBLEMS = 20
"""So many problems are reported word for word; the others are counted."""
_PROGRESS_INTERVAL_S = 0.5


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a build is."""

    documents: int
    """In the index by now."""
    sentences: int
    bytes_read: int
    """Of all sources given, those of earlier runs included."""
    bytes_total: int
    rate: float
    """Sentences added per second in this run."""
    eta_s: float
    """Seconds to the end at this pace, >= 0; 0 while it is not known."""


@dataclass(frozen=True, slots=True)
class IndexStats:
    """What a build did and what the index holds now."""

    documents: int
    """In the index."""
    sentences: int
    added: int
    """Sentences added by this run."""
    repeated: int
    """Documents left out by this run, because the index had one with the same id."""
    foreign: int
    """Documents left out by this run, because they are in none of the languages asked for."""
    faulty: int
    """Lines and files that gave nothing, or not everything, in this run."""
    problems: tuple[str, ...]
    """Where and why, for the first of them."""
    unchanged: tuple[Path, ...]
    """Sources that were in the index already; when that is all of them, nothing was done."""
    size_bytes: int
    """Of the index on disk."""
    took_s: float


class Target(Protocol):
    """What sources are read into; it keeps documents, and how far each source was read."""

    @property
    def documents(self) -> int:
        """Return how many it holds."""
        ...

    @property
    def sentences(self) -> int:
        """Return how many it holds."""
        ...

    @property
    def repeated(self) -> int:
        """Return how many documents were left out since it was opened, because it had one with the same id."""
        ...

    def sources(self) -> list[StoredSource]:
        """Return every source that was begun."""
        ...

    def add(self, document: Document, origin: str) -> None:
        """Add a document, unless there is one with its id.

        Args:
            document: With its sentences.
            origin: Which document of which record of which source it is.
        """
        ...

    def commit(self, source: StoredSource) -> None:
        """Make everything added durable, with how far its source was read."""
        ...

    def size_bytes(self) -> int:
        """Return how much room it takes."""
        ...


def build_index(
    sources: Sequence[Path],
    out: Path,
    *,
    progress: Callable[[Progress], None] | None = None,
    languages: Collection[str] = (),
    batch: int = 200_000,
) -> IndexStats:
    """Add sources to an embedded index; it is made if it is not there.

    Args:
        sources: Files and folders; ``engine.retrieval.ingest.sources`` says what they may hold.
        out: Folder of the index.
        progress: Called about twice a second, and at the end.
        languages: Of documents to be added, such as ``en``, besides those whose language is unknown; all when empty.
        batch: Sentences between two checkpoints, >= 1.

    Returns:
        What was done.

    Raises:
        InputError: A source cannot be read, or has changed since it was indexed.
        IndexUnusableError: ``out`` holds something else, is written by another build, or cannot be written.
    """
    checked = [*map(Source, sources)]
    try:
        with closing(_open(out)) as store:
            _refuse_changed(checked, store.sources(), str(out))
            _clear_damaged(out)
            with closing(Writer(out)) as writer, closing(PageWriter(out)) as pages:
                checksums.unseal(out)
                target = _Embedded(out, store, writer, pages)
                stats = read_into(target, str(out), checked, progress=progress, languages=languages, batch=batch)
            if all(source.finished for source in store.sources()):
                checksums.seal(out)
            return stats
    except (OSError, ValueError, sqlite3.Error) as error:
        raise IndexUnusableError(
            f"Cannot write the index in {str(out)!r}: {error}. Nothing that was finished is lost. "
            "See to the disk, then run the same command again; it goes on where it stood."
        ) from error


def read_into(
    target: Target,
    name: str,
    sources: Sequence[Source],
    *,
    progress: Callable[[Progress], None] | None = None,
    languages: Collection[str] = (),
    batch: int = 200_000,
) -> IndexStats:
    """Add sources to any index.

    It may be killed at any moment and run again: it goes on where it stood, with the same result. A source that is in
    the index already is left alone. Memory does not grow with the size of the sources.

    Args:
        target: The index.
        name: What it is called in messages.
        sources: What to add.
        progress: Called about twice a second, and at the end.
        languages: Of documents to be added, such as ``en``, besides those whose language is unknown; all when empty.
        batch: Sentences between two checkpoints, >= 1.

    Returns:
        What was done.

    Raises:
        InputError: A source has changed since it was indexed.
    """
    started = time.perf_counter()
    wanted = {source.digest: source for source in sources}
    known = {source.digest: source for source in target.sources()}
    _refuse_changed(sources, [*known.values()], name)
    build = _Build(target, batch, progress, languages, sum(source.size for source in wanted.values()))
    unchanged = []
    for digest, source in wanted.items():
        begun = known.get(digest, StoredSource(digest, str(source.path), 0, finished=False))
        if begun.finished:
            unchanged.append(source.path)
            build.skip(source)
        else:
            build.read(source, begun)
    return IndexStats(
        documents=target.documents,
        sentences=target.sentences,
        added=build.added,
        repeated=target.repeated,
        foreign=build.foreign,
        faulty=build.faulty,
        problems=tuple(build.problems),
        unchanged=tuple(unchanged),
        size_bytes=target.size_bytes(),
        took_s=time.perf_counter() - started,
    )


def _open(out: Path) -> Store:
    if out.exists() and not (out / FILE).exists() and (not out.is_dir() or any(out.iterdir())):
        raise IndexUnusableError(f"{str(out)!r} exists and is not an index. Name a new or an empty folder.")
    out.mkdir(parents=True, exist_ok=True)
    return Store(out, write=True)


def _clear_damaged(out: Path) -> None:
    """Remove a search engine whose files are damaged: it is made anew from the texts.

    Raises:
        IndexUnusableError: The texts are damaged.
    """
    wrong = checksums.damaged(out) if checksums.is_sealed(out) else {}
    if FILE in wrong:
        raise IndexUnusableError(
            f"The index in {str(out)!r} is damaged: {FILE} {wrong[FILE]}. Delete the folder and make it anew: "
            f"{how_to_make(out)}"
        )
    for part in {name.split("/")[0] for name in wrong}:
        log.warning("Files in %s are damaged; they are made anew from the texts.", out / part)
        shutil.rmtree(out / part, ignore_errors=True)


def _refuse_changed(wanted: Sequence[Source], known: Sequence[StoredSource], name: str) -> None:
    digests, paths = {source.digest for source in known}, {source.path for source in known}
    for source in wanted:
        if source.digest not in digests and str(source.path) in paths:
            raise InputError(
                f"The source {str(source.path)!r} has changed since it was indexed into {name!r}. "
                f"Delete {name!r} and run the same command again, or make another index."
            )


class _Embedded:
    """A folder's store of texts and its search engines, for sentences and for pages."""

    def __init__(self, folder: Path, store: Store, writer: Writer, pages: PageWriter) -> None:
        self._folder, self._store, self._writer, self._pages = folder, store, writer, pages
        self.documents, self.sentences, self.repeated = store.documents(), store.sentences(), 0
        self._catch_up()
        store.begin()

    def _catch_up(self) -> None:
        """Give the search engines the stored sentences and pages they lack."""
        if self._writer.held > self.sentences:
            raise ValueError(f"it is damaged, {self._writer.held} of {self.sentences} sentences can be found")
        if self._writer.held < self.sentences:
            for n, sentence in self._store.sentences_from(self._writer.held):
                self._writer.add(n, sentence.text, analyse(sentence.text))
            self._writer.commit()
        if self._pages.held > self.documents:
            raise ValueError(f"it is damaged, {self._pages.held} of {self.documents} pages can be found")
        if self._pages.held < self.documents:
            for document, first in self._store.documents_from(self._pages.held):
                stemmed = " ".join(analyse(sentence.text) for sentence in document.sentences)
                self._pages.add(first, document.title, stemmed)
            self._pages.commit()

    def sources(self) -> list[StoredSource]:
        return self._store.sources()

    def add(self, document: Document, origin: str) -> None:  # noqa: ARG002 - the store looks the id up
        if self._store.add(document, self.sentences):
            stemmed = [analyse(sentence.text) for sentence in document.sentences]
            for n, (sentence, stems) in enumerate(zip(document.sentences, stemmed, strict=True), self.sentences):
                self._writer.add(n, sentence.text, stems)
            self._pages.add(self.sentences, document.title, " ".join(stemmed))
            self.documents += 1
            self.sentences += len(document.sentences)
        else:
            self.repeated += 1

    def commit(self, source: StoredSource) -> None:
        self._store.put_source(source)
        self._store.commit()
        self._writer.commit()
        self._pages.commit()
        self._store.begin()

    def size_bytes(self) -> int:
        return sum(file.stat().st_size for file in self._folder.rglob("*"))


class _Build:
    """One run: what was done so far, and the doing."""

    def __init__(
        self,
        target: Target,
        batch: int,
        progress: Callable[[Progress], None] | None,
        languages: Collection[str],
        bytes_total: int,
    ) -> None:
        self.foreign = 0
        self.faulty = 0
        self.problems: list[str] = []
        self._target = target
        self._batch = batch
        self._progress = progress
        self._languages = frozenset(languages)
        self._bytes_total = bytes_total
        self._bytes_done = 0
        self._before = target.sentences
        self._started = self._told = time.perf_counter()

    @property
    def added(self) -> int:
        """Return how many sentences this run added."""
        return self._target.sentences - self._before

    def skip(self, source: Source) -> None:
        """Count a source that is in the index already."""
        self._bytes_done += source.size
        self._tell(0)

    def read(self, source: Source, begun: StoredSource) -> None:
        """Add what a source holds, from where it was left."""
        records, pending = begun.records, 0
        for records, record in enumerate(source.records(skip=begun.records), begun.records + 1):
            if record.problem:
                self.faulty += 1
                if len(self.problems) < MAX_PROBLEMS:
                    self.problems.append(record.problem)
            for number, document in enumerate(record.documents):
                if self._languages and document.language and primary(document.language) not in self._languages:
                    self.foreign += 1
                else:
                    self._target.add(document, f"{source.digest[:16]} {records} {number}")
                    pending += len(document.sentences)
            if pending >= self._batch:
                self._target.commit(replace(begun, records=records))
                pending = 0
            if time.perf_counter() - self._told > _PROGRESS_INTERVAL_S:
                self._tell(record.bytes_read)
        self._target.commit(replace(begun, records=records, finished=True))
        self.skip(source)

    def _tell(self, bytes_read: int) -> None:
        self._told = time.perf_counter()
        if self._progress is None:
            return
        elapsed = max(self._told - self._started, 1e-9)
        done = self._bytes_done + bytes_read
        eta_s = elapsed * (self._bytes_total - done) / done if done else 0.0
        rate = self.added / elapsed
        held = self._target
        self._progress(Progress(held.documents, held.sentences, done, self._bytes_total, rate, eta_s))
