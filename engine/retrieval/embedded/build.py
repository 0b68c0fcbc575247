"""Makes an embedded index, and brings it to what its sources hold now.

The texts are committed first, then the search engines; what a kill in between left out of a search engine is added from
the texts and what it left in one is removed, so that the build ends where an undisturbed one would have ended. The
index knows which file each text is from, so that only files that changed are read again.
"""

from __future__ import annotations

import logging
import shutil
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.errors import IndexUnusableError, InputError
from engine.retrieval.building import Changes, IndexStats, Progress, StoredSource, read_into
from engine.retrieval.embedded import checksums, claims
from engine.retrieval.embedded.store import FILE, Store, how_to_make
from engine.retrieval.embedded.writers import PageWriter, SentenceWriter
from engine.retrieval.ingest.sources import Source, SourceFile, is_within, place_of
from engine.text.tokens import analyse
from engine.types import Document

log = logging.getLogger(__name__)


def build_index(
    sources: Sequence[Path],
    out: Path,
    *,
    progress: Callable[[Progress], None] | None = None,
    languages: Collection[str] = (),
    batch: int = 200_000,
) -> IndexStats:
    """Bring an embedded index to what sources hold now; it is made if it is not there.

    Files that are new are added, those that changed are read again, and those that are no more in a folder are removed;
    what it holds of other sources stays.

    Args:
        sources: Files and folders; ``engine.retrieval.ingest.sources`` says what they may hold.
        out: Folder of the index.
        progress: Called about twice a second, and at the end.
        languages: Of documents to be added, such as ``en``, besides those whose language is unknown; all when empty.
        batch: Sentences between two checkpoints, >= 1.

    Returns:
        What was done.

    Raises:
        InputError: A source cannot be read, or has changed and was indexed by an earlier version.
        IndexUnusableError: ``out`` holds something else, is written by another build, or cannot be written.
    """
    checked = [*map(Source, sources)]
    with _writing(out) as target:
        changes = _changes(checked, target)
        files = {file.place: file for source in checked for file in source.files}
        return _bring(target, changes, files, progress=progress, languages=languages, batch=batch)


def remove_sources(paths: Sequence[Path], out: Path) -> IndexStats:
    """Take sources out of an embedded index, with all that is from them.

    Args:
        paths: Files, and folders with all files in them, wherever they are now.
        out: Folder of the index.

    Returns:
        What was done.

    Raises:
        InputError: It holds nothing of one of them, or was made by an earlier version from several sources.
        IndexUnusableError: ``out`` holds no index, is written by a build, or cannot be written.
    """
    if not (out / FILE).is_file():
        raise IndexUnusableError(f"There is no index in {str(out)!r}. Make one: {how_to_make(out)}")
    with _writing(out) as target:
        known = {source.path: source for source in target.sources()}
        gone: dict[str, None] = {}
        for place in map(place_of, paths):
            within = [path for path in known if is_within(path, place)]
            if not within:
                held = ", ".join(repr(root) for root in sorted({source.root for source in known.values()})[:5])
                raise InputError(f"{str(out)!r} holds nothing of {place!r}. It holds {held}; see whichever sources.")
            gone |= dict.fromkeys(within)
        _refuse_untold([known[path] for path in gone], target)
        return _bring(target, Changes(gone=tuple(gone)), {})


@contextmanager
def _writing(out: Path) -> Iterator[_Embedded]:
    """Open an index to be written, and list its files when it is finished."""
    try:
        _clear_damaged(out)  # opening brings texts of an earlier version up, which changes their file
        refused: InputError | None = None
        with closing(_open(out)) as store:
            with closing(SentenceWriter(out)) as writer, closing(PageWriter(out)) as pages:
                checksums.unseal(out)
                try:
                    yield _Embedded(out, store, writer, pages)
                except InputError as error:  # before anything was changed
                    refused = error
            if all(source.finished for source in store.sources()):
                checksums.seal(out)
        if refused is not None:
            raise refused
    except (OSError, ValueError, sqlite3.Error) as error:
        raise IndexUnusableError(
            f"Cannot write the index in {str(out)!r}: {error}. Nothing that was finished is lost. "
            "See to the disk, then run the same command again; it goes on where it stood."
        ) from error


def _bring(target: _Embedded, changes: Changes, files: Mapping[str, SourceFile], **how: Any) -> IndexStats:
    """Remove what is gone, and read what is new or changed.

    A file of which documents were left out, since another one had some with their ids, is read again when anything is
    removed: the other one may have been.
    """
    before = target.sentences
    target.remove((*changes.gone, *changes.changed))
    read = {path: files[path] for path in (*changes.new, *changes.changed)}
    for source in target.sources() if changes.gone or changes.changed else ():
        if source.hidden and source.path not in read:
            with suppress(OSError):
                read[source.path] = files.get(source.path) or SourceFile(Path(source.path), Path(source.root))
                target.remove([source.path])
    removed = before - target.sentences
    begun = {source.path: source for source in target.sources()}
    told = [(file, begun.get(path) or _unread(file)) for path, file in read.items()]
    for _, source in told:  # so that an index is known not to be whole until all of them are read
        target.begin(source)
    return replace(read_into(target, told, changes, **how), removed=removed)


def _unread(file: SourceFile) -> StoredSource:
    return StoredSource(file.place, file.digest, root=file.root, size=file.size)


def _changes(sources: Sequence[Source], target: _Embedded) -> Changes:
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
        if place not in unchanged:
            kinds = (new, changed) if held and held.digest != file.digest else (new, unchanged)
            (kinds[1] if held and (held.finished or held.digest != file.digest) else kinds[0]).add(place)
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


def _refuse_untold(sources: Sequence[StoredSource], target: _Embedded) -> None:
    """Refuse to remove the texts of sources of which it is not known which they are."""
    for source in sources:
        if source.size is None and target.holds_unknown():
            raise InputError(
                f"{source.path!r} has changed since it was indexed by an earlier version, which did not note which "
                "text is from which of its sources. Delete the index and make it anew, or make another one."
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


class _Embedded:
    """A folder's store of texts and its search engines, for sentences and for pages."""

    def __init__(self, folder: Path, store: Store, writer: SentenceWriter, pages: PageWriter) -> None:
        self._folder, self._store, self._writer, self._pages = folder, store, writer, pages
        self.repeated = self._file = self._hidden = 0
        self._catch_up()
        self.documents, self.sentences = store.documents(), store.sentences()
        if (writer.held(), pages.held()) != (self.sentences, self.documents):
            raise ValueError(f"it is damaged, {writer.held()} of {self.sentences} sentences can be found")
        store.begin()

    def _catch_up(self) -> None:
        """Give the search engines the stored sentences and pages they lack, and take what was removed."""
        for n, sentence in self._store.sentences_from(self._writer.next):
            self._writer.add(n, sentence.text, analyse(sentence.text))
        for document, first in self._store.documents_from(self._pages.next):
            self._pages.add(first, document.title, " ".join(analyse(sentence.text) for sentence in document.sentences))
        self._publish()

    def _publish(self) -> None:
        """Let the search engines find what the texts hold, and nothing that was removed from them."""
        removed = self._store.removed()
        for engine in (self._writer, self._pages):
            engine.remove(removed.ranges)
            engine.commit()
        claims.forget(self._folder, removed.ids)
        if removed.ids:
            self._store.begin()
            self._store.forget_removed()
            self._store.commit()

    def sources(self) -> list[StoredSource]:
        return self._store.sources()

    def holds_unknown(self) -> bool:
        return self._store.holds_unknown()

    def remove(self, paths: Iterable[str]) -> None:
        for path in paths:
            self._store.remove(path)
        self.documents, self.sentences = self._store.documents(), self._store.held

    def begin(self, source: StoredSource) -> None:
        self._file, self._hidden = self._store.put_source(source), source.hidden

    def add(self, document: Document, origin: str) -> None:  # noqa: ARG002 - the store looks the id up
        first = self._store.add(document, self._file)
        if first is None:
            self.repeated += 1
            self._hidden += self._store.file_of(document.id) != self._file
            return
        stemmed = [analyse(sentence.text) for sentence in document.sentences]
        for n, (sentence, stems) in enumerate(zip(document.sentences, stemmed, strict=True), first):
            self._writer.add(n, sentence.text, stems)
        self._pages.add(first, document.title, " ".join(stemmed))
        self.documents += 1
        self.sentences += len(document.sentences)

    def note(self, source: StoredSource) -> None:
        self._store.put_source(replace(source, hidden=self._hidden))

    def commit(self) -> None:
        self._store.commit()
        self._publish()
        self._store.begin()

    def size_bytes(self) -> int:
        total = 0
        for file in self._folder.rglob("*"):
            with suppress(FileNotFoundError):  # the search engines are still at work on theirs
                total += file.stat().st_size
        return total
