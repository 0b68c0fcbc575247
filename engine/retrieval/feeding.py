"""Feeds documents to a search engine of an index, many at once."""

from __future__ import annotations

from pathlib import Path

import tantivy

HEAP_BYTES = 128_000_000


class Feeder:
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
