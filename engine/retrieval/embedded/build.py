"""Makes an embedded index, and brings it to what its sources hold now.

The texts are committed first, then the search engines; what a kill in between left out of a search engine is added from
the texts and what it left in one is removed, so that the build ends where an undisturbed one would have ended. The
index knows which file each text is from, so that only files that changed are read again.
"""

from __future__ import annotations

import logging
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Unpack

from engine.errors import IndexUnusableError, InputError
from engine.retrieval.building import How, IndexStats, StoredSource, bring, take_out
from engine.retrieval.embedded import checksums, claims
from engine.retrieval.embedded.store import FILE, Store, how_to_make
from engine.retrieval.embedded.writers import PageWriter, SentenceWriter
from engine.retrieval.ingest.sources import Source
from engine.text.tokens import analyse
from engine.types import Document

log = logging.getLogger(__name__)


def build_index(sources: Sequence[Path], out: Path, **how: Unpack[How]) -> IndexStats:
    """Bring an embedded index to what sources hold now; it is made if it is not there.

    Files that are new are added, those that changed are read again, and those that are no more in a folder are removed;
    what it holds of other sources stays.

    Args:
        sources: Files and folders; ``engine.retrieval.ingest.sources`` says what they may hold.
        out: Folder of the index.
        how: See ``engine.retrieval.building.How``.

    Returns:
        What was done.

    Raises:
        InputError: A source cannot be read, or has changed and was indexed by an earlier version.
        IndexUnusableError: ``out`` holds something else, is written by another build, or cannot be written.
    """
    checked = [*map(Source, sources)]
    with _writing(out) as target:
        return bring(target, checked, **how)


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
        return take_out(target, paths, str(out))


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
            "See to the disk, then run the same command again; it goes on where it stood.",
            told="The index cannot be written now. Nothing that was finished is lost. See to the disk, then try again.",
        ) from error


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

    def remove(self, paths: Sequence[str]) -> None:
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
