"""Reads sources into an index of any kind, tells how far it is, and can stop at any moment.

Every ``batch`` sentences there is a checkpoint, from which a build that is run again goes on.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol, TypedDict, Unpack

from engine.errors import InputError
from engine.retrieval.ingest.languages import primary
from engine.retrieval.ingest.sources import LeftOut, Source, SourceFile, is_within, place_of
from engine.types import Document

MAX_PROBLEMS = 20
"""So many problems are reported word for word; the others are counted."""
_PROGRESS_INTERVAL_S = 0.5


@dataclass(frozen=True, slots=True)
class StoredSource:
    """How far a source was read."""

    path: str
    digest: str
    records: int = 0
    finished: bool = False
    root: str = ""
    """The file or folder that was named, in which it was found."""
    size: int | None = None
    """In bytes; None in an index that was made before it was noted, where texts are not known by their source."""
    hidden: int = 0
    """Documents that were left out because another source has one with their id."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a build is."""

    documents: int
    """In the index by now."""
    sentences: int
    bytes_read: int
    """Of what is not in the index, what was read in an earlier run included."""
    bytes_total: int
    rate: float
    """Sentences added per second in this run."""
    eta_s: float
    """Seconds to the end at this pace, >= 0; 0 while it is not known."""


@dataclass(frozen=True, slots=True)
class Changes:
    """What is new since an index was made."""

    new: tuple[str, ...] = ()
    """Paths that it does not hold, or not wholly."""
    changed: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    """Files that it holds and that are no more where they were."""
    unchanged: tuple[str, ...] = ()
    left_out: tuple[LeftOut, ...] = ()


@dataclass(frozen=True, slots=True)
class IndexStats:
    """What a build did and what the index holds now."""

    documents: int
    """In the index."""
    sentences: int
    added: int
    """Sentences added by this run."""
    removed: int
    """Sentences removed by this run, those of files that changed included."""
    repeated: int
    """Documents left out by this run, because the index had one with the same id."""
    foreign: int
    """Documents left out by this run, because they are in none of the languages asked for."""
    faulty: int
    """Lines and files that gave nothing, or not everything, in this run."""
    problems: tuple[str, ...]
    """Where and why, for the first of them."""
    changes: Changes
    """What there was to do."""
    size_bytes: int
    """Of the index on disk."""
    took_s: float


class How(TypedDict, total=False):
    """How sources are added to an index.

    Attributes:
        progress: Called about twice a second, and at the end.
        languages: Of documents to be added, such as ``en``, besides those whose language is unknown; all when empty.
        batch: Sentences between two checkpoints, >= 1; 200,000 by default.
    """

    progress: Callable[[Progress], None] | None
    languages: Collection[str]
    batch: int


class Target(Protocol):
    """What sources are read into; it keeps documents, and how far each source was read."""

    @property
    def documents(self) -> int:
        """Return how many it holds."""

    @property
    def sentences(self) -> int:
        """Return how many it holds."""

    @property
    def repeated(self) -> int:
        """Return how many documents were left out since it was opened, because it had one with the same id."""

    def sources(self) -> list[StoredSource]:
        """Return every source that was begun."""

    def holds_unknown(self) -> bool:
        """Return whether it holds texts of which it is not known which source they are from."""

    def remove(self, paths: Sequence[str]) -> None:
        """Remove sources with all that is from them."""

    def begin(self, source: StoredSource) -> None:
        """Take what is added from now on as this source's."""

    def add(self, document: Document, origin: str) -> None:
        """Add a document, unless there is one with its id.

        Args:
            document: With its sentences.
            origin: Which document of which record of which file it is, the file first.
        """

    def note(self, source: StoredSource) -> None:
        """Remember at the next commit how far a source was read."""

    def commit(self) -> None:
        """Make everything added durable, with how far the sources were read."""

    def size_bytes(self) -> int:
        """Return how much room it takes."""


def file_key(place: str) -> str:
    """Return what the texts of a file are known by, in the ``origin`` of its documents."""
    return hashlib.sha256(place.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def bring(target: Target, sources: Sequence[Source], **how: Unpack[How]) -> IndexStats:
    """Bring an index to what sources hold now; see ``engine.retrieval.embedded.build.build_index``.

    Args:
        target: The index.
        sources: Files and folders.
        how: As ``How`` says.

    Raises:
        InputError: A source has changed, and it is not known what is from it.
    """
    changes = _changes(sources, target)
    return _bring(target, changes, {file.place: file for source in sources for file in source.files}, **how)


def take_out(target: Target, paths: Sequence[Path], where: str) -> IndexStats:
    """Take sources out of an index; see ``engine.retrieval.embedded.build.remove_sources``."""
    known = {source.path: source for source in target.sources()}
    gone: dict[str, None] = {}
    for place in map(place_of, paths):
        within = [path for path in known if is_within(path, place)]
        if not within:
            held = ", ".join(repr(root) for root in sorted({source.root for source in known.values()})[:5])
            raise InputError(f"{where!r} holds nothing of {place!r}. It holds {held}; see whichever sources.")
        gone |= dict.fromkeys(within)
    _refuse_untold([known[path] for path in gone], target)
    return _bring(target, Changes(gone=tuple(gone)), {})


def _bring(target: Target, changes: Changes, files: Mapping[str, SourceFile], **how: Unpack[How]) -> IndexStats:
    """Remove what is gone, and read what is new or changed.

    A file of which documents were left out, since another one had some with their ids, is read again when anything is
    removed: the other one may have been.
    """
    before, gone = target.sentences, [*changes.gone, *changes.changed]
    read = {path: files[path] for path in (*changes.new, *changes.changed)}
    for source in target.sources() if gone else ():
        if source.hidden and source.path not in read and source.path not in changes.gone:
            with suppress(OSError):
                read[source.path] = files.get(source.path) or SourceFile(Path(source.path), Path(source.root))
                gone.append(source.path)
    target.remove(gone)
    removed = before - target.sentences
    begun = {source.path: source for source in target.sources()}
    told = [(file, begun.get(path) or _unread(file)) for path, file in read.items()]
    for _, source in told:  # so that an index is known not to be whole until all of them are read
        target.begin(source)
    build = _Build(target, sum(file.size for file in read.values()), **how)
    for file, source in told:
        build.read(file, source)
    return build.finish(changes, removed)


def _unread(file: SourceFile) -> StoredSource:
    return StoredSource(file.place, file.digest, root=file.root, size=file.size)


def _changes(sources: Sequence[Source], target: Target) -> Changes:
    """Return what is new in sources, other than it is held."""
    known = {source.path: source for source in target.sources()}
    whole, new, changed, unchanged = set[str](), set[str](), set[str](), set[str]()
    found = {file.place: file for source in sources for file in source.files}
    for source in sources:  # a folder that an earlier version indexed is known as a whole
        if (held := known.get(source.place)) and held.finished and held.digest == source.digest:
            whole.add(source.place)
            unchanged |= {file.place for file in source.files}
    for place, file in found.items():
        held = known.get(place)
        kind = new if held is None else changed if held.digest != file.digest else unchanged if held.finished else new
        if place not in unchanged:
            kind.add(place)
    arrived = {found[place].digest for place in new}
    gone = [
        path
        for path, held in known.items()
        if path not in found
        and path not in whole
        and (any(source.holds(path) for source in sources) or (held.digest in arrived and not Path(path).exists()))
    ]
    _refuse_untold([known[path] for path in (*gone, *changed)], target)
    left_out = dict.fromkeys(one for source in sources for one in source.left_out)

    def listed(places: Collection[str]) -> tuple[str, ...]:
        return tuple(place for place in found if place in places)

    return Changes(listed(new), listed(changed), tuple(gone), listed(unchanged), tuple(left_out))


def _refuse_untold(sources: Sequence[StoredSource], target: Target) -> None:
    """Refuse to remove the texts of sources of which it is not known which they are."""
    for source in sources:
        if source.size is None and target.holds_unknown():
            raise InputError(
                f"{source.path!r} has changed since it was indexed by an earlier version, which did not note which "
                "text is from which of its sources. Delete the index and make it anew, or make another one."
            )


class _Build:
    """One run: what was done so far, and the doing."""

    def __init__(self, target: Target, bytes_total: int, **how: Unpack[How]) -> None:
        self._foreign = self._faulty = 0
        self._problems: list[str] = []
        self._target, self._bytes_total = target, bytes_total
        self._progress, self._batch = how.get("progress"), how.get("batch", 200_000)
        self._languages = frozenset(how.get("languages", ()))
        self._bytes_done = self._pending = 0
        self._before = target.sentences
        self._started = self._told = time.perf_counter()

    def read(self, source: SourceFile, begun: StoredSource) -> None:
        """Add what a source holds, from where it was left."""
        self._target.begin(begun)
        records, key = begun.records, file_key(source.place)
        for records, record in enumerate(source.records(skip=begun.records), begun.records + 1):
            if record.problem:
                self._faulty += 1
                if len(self._problems) < MAX_PROBLEMS:
                    self._problems.append(record.problem)
            for number, document in enumerate(record.documents):
                if self._languages and document.language and primary(document.language) not in self._languages:
                    self._foreign += 1
                else:
                    self._target.add(document, f"{key} {records} {number}")
                    self._pending += len(document.sentences)
            if self._pending >= self._batch:
                self._target.note(replace(begun, records=records))
                self._target.commit()
                self._pending = 0
            if time.perf_counter() - self._told > _PROGRESS_INTERVAL_S:
                self._tell(record.bytes_read)
        self._target.note(replace(begun, records=records, finished=True))
        self._bytes_done += source.size

    def finish(self, changes: Changes, removed: int) -> IndexStats:
        """Make all of it durable."""
        self._target.commit()
        self._tell(0)

        return IndexStats(
            documents=self._target.documents,
            sentences=self._target.sentences,
            added=self._target.sentences - self._before,
            removed=removed,
            repeated=self._target.repeated,
            foreign=self._foreign,
            faulty=self._faulty,
            problems=tuple(self._problems),
            changes=changes,
            size_bytes=self._target.size_bytes(),
            took_s=time.perf_counter() - self._started,
        )

    def _tell(self, bytes_read: int) -> None:
        self._told = time.perf_counter()
        if self._progress is None:
            return
        elapsed = max(self._told - self._started, 1e-9)
        done = self._bytes_done + bytes_read
        eta_s = elapsed * (self._bytes_total - done) / done if done else 0.0
        held = self._target
        rate = (held.sentences - self._before) / elapsed
        self._progress(Progress(held.documents, held.sentences, done, self._bytes_total, rate, eta_s))
