"""The files of a search engine of an index: their fields, how they are fed and opened, and when they changed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import tantivy

from engine.retrieval.embedded.store import Store

NUMBER = "n"
"""Field with the number of a document's first sentence, or of the sentence."""
HEAP_BYTES = 128_000_000


class Files(NamedTuple):
    """An index as it was when it was opened."""

    store: Store
    searcher: tantivy.Searcher
    generation: str


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
        held: How many documents it held when it was opened.
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
        self.held: int = index.searcher().num_docs
        self._burst = burst
        self._pending: list[tantivy.Document] = []
        self._writer = index.writer(heap_size=HEAP_BYTES, num_threads=1)

    def feed(self, document: tantivy.Document) -> None:
        """Take a document."""
        self._pending.append(document)
        if len(self._pending) == self._burst:
            self._flush()

    def commit(self) -> None:
        """Make what was added durable and visible."""
        self._flush()
        self._writer.commit()

    def close(self) -> None:
        """Wait for background work; what was not committed is lost."""
        self._writer.wait_merging_threads()

    def _flush(self) -> None:
        for document in self._pending:
            self._writer.add_document(document)
        self._pending.clear()
