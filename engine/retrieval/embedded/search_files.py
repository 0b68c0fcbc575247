"""The files of a search engine of an index: their fields, how they are fed and opened, and when they changed."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

import tantivy

from engine.errors import IndexUnusableError
from engine.retrieval.embedded.store import Store

SENTENCES: Final = "tantivy"
PAGES: Final = "pages"
"""Folders of the two search engines."""
NUMBER = "n"
"""Field with the number of a document's first sentence, or of the sentence."""
HEAP_BYTES = 128_000_000


class Files(NamedTuple):
    """An index as it was when it was opened."""

    store: Store
    searcher: tantivy.Searcher
    generation: str
    whole: bool
    """Whether all that was begun is in it."""


def open_files(folder: Path, name: str, held: Callable[[Store], int], *, partly: bool) -> Files:
    """Open the texts of an index and one of its search engines.

    Args:
        folder: Folder of the index.
        name: Folder of the search engine in it.
        held: Returns how many documents of the search engine the texts make.
        partly: Whether an index counts to which the adding of more was broken off; what is in it can be found.

    Raises:
        ValueError: It is not finished, or damaged.
    """
    generation = stamp(folder / name)
    with ExitStack() as on_error:
        store = Store(folder)
        on_error.callback(store.close)
        searcher = _searcher(folder / name)
        finished = [source.finished for source in store.sources()]
        whole = bool(finished) and all(finished) and searcher.num_docs == held(store)
        if not whole and not (partly and any(finished)):
            raise ValueError("it is not finished")
        on_error.pop_all()
    return Files(store, searcher, generation, whole)


def _searcher(folder: Path) -> tantivy.Searcher:
    with ExitStack() as stack:
        if not os.access(folder, os.W_OK):  # the library writes a lock beside the files
            linked = Path(stack.enter_context(TemporaryDirectory()))
            for file in folder.resolve().iterdir():
                if file.suffix != ".lock":
                    (linked / file.name).symlink_to(file)
            folder = linked
        opened = tantivy.Index.open(str(folder))
        opened.config_reader(reload_policy="manual")
        return opened.searcher()


@contextmanager
def reading(unusable: Callable[[BaseException], IndexUnusableError]) -> Iterator[None]:
    """Turn what goes wrong with the files into what ``unusable`` makes of it, panics of the search library too."""
    try:
        yield
    except BaseException as error:
        # The class of a panic cannot be imported, and no ``except Exception`` holds it.
        if (
            isinstance(error, (ValueError, OSError, KeyError, sqlite3.Error))
            or type(error).__name__ == "PanicException"
        ):
            raise unusable(error) from error
        raise


def schema(fields: Sequence[str]) -> tantivy.Schema:
    """Return fields of stems joined by blanks, and ``NUMBER``."""
    builder = tantivy.SchemaBuilder()
    for name in fields:
        builder.add_text_field(name, tokenizer_name="whitespace")
    builder.add_unsigned_field(NUMBER, fast=True)
    return builder.build()


def stamp(folder: Path) -> str:
    """Return what changes whenever the search engine in a folder commits; empty without its files."""
    try:
        status = (folder / "meta.json").stat()
    except OSError:
        return ""
    return f"{status.st_ino} {status.st_mtime_ns} {status.st_size}"


class BatchWriter:
    """Opens a search engine for writing and hands its thread bursts of documents: waking it for each costs as much.

    Attributes:
        next: One more than the highest number it held when it was opened.
    """

    def __init__(self, folder: Path, schema: tantivy.Schema, *, burst: int) -> None:
        """Open or make the search engine's files.

        Args:
            folder: Where they are; made if missing.
            schema: What a document holds.
            burst: Documents handed over at once.

        Raises:
            ValueError: The files are damaged, or another writer is at work ("LockBusy").
        """
        folder.mkdir(exist_ok=True)
        index = tantivy.Index(schema, path=str(folder))
        self._schema, self._index, self._burst = schema, index, burst
        last = index.searcher().search(tantivy.Query.all_query(), limit=1, order_by_field=NUMBER).hits
        self.next: int = last[0][0] + 1 if last else 0
        self._pending: list[tantivy.Document] = []
        self._writer = index.writer(heap_size=HEAP_BYTES, num_threads=1)

    def feed(self, document: tantivy.Document) -> None:
        """Take a document."""
        self._pending.append(document)
        if len(self._pending) == self._burst:
            self._flush()

    def remove(self, ranges: Iterable[tuple[int, int]]) -> None:
        """Remove what has the numbers from a first to a last one."""
        self._flush()
        for first, last in ranges:
            numbers = tantivy.Query.range_query(self._schema, NUMBER, tantivy.FieldType.Unsigned, first, last)
            self._writer.delete_documents_by_query(numbers)

    def held(self) -> int:
        """Return how many documents were committed."""
        self._index.reload()
        return int(self._index.searcher().num_docs)

    def commit(self) -> None:
        """Make what was added and removed durable and visible."""
        self._flush()
        self._writer.commit()

    def close(self) -> None:
        """Wait for background work; what was not committed is lost."""
        self._writer.wait_merging_threads()

    def _flush(self) -> None:
        for document in self._pending:
            self._writer.add_document(document)
        self._pending.clear()
