"""Feeds the search engines of an index."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import tantivy

from engine.errors import IndexUnusableError
from engine.retrieval.embedded.fields import NUMBER, PAGES, QUESTION, SENTENCES, STATEMENT, TEXT, TITLE, schema
from engine.text.tokens import analyse, is_question

_HEAP_BYTES: Final = 128_000_000
_SENTENCES_AT_ONCE: Final = 1_000
_PAGES_AT_ONCE: Final = 200
"""Documents given to an indexing thread at once."""


class BatchWriter:
    """Opens a search engine for writing and hands its thread bursts of documents: waking it for each costs as much.

    Attributes:
        next: One more than the highest number it held when it was opened.
    """

    def __init__(self, index: Path, name: str, *, burst: int) -> None:
        """Open or make the search engine's files.

        Args:
            index: Folder of the index.
            name: ``SENTENCES`` or ``PAGES``.
            burst: Documents handed over at once.

        Raises:
            ValueError: The files are damaged, or another writer is at work ("LockBusy").
        """
        folder = index / name
        folder.mkdir(exist_ok=True)
        self._schema, self._burst = schema(name), burst
        self._engine = tantivy.Index(self._schema, path=str(folder))
        last = self._engine.searcher().search(tantivy.Query.all_query(), limit=1, order_by_field=NUMBER).hits
        self.next: int = last[0][0] + 1 if last else 0
        self._pending: list[tantivy.Document] = []
        self._writer = self._engine.writer(heap_size=_HEAP_BYTES, num_threads=1)

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
        self._engine.reload()
        return int(self._engine.searcher().num_docs)

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


class SentenceWriter(BatchWriter):
    """Feeds sentences to the search engine of an index."""

    def __init__(self, folder: Path) -> None:
        """Open or make the search engine's files.

        Raises:
            IndexUnusableError: Another writer is at work.
            ValueError: The files are damaged.
        """
        try:
            super().__init__(folder, SENTENCES, burst=_SENTENCES_AT_ONCE)
        except ValueError as error:
            if "LockBusy" in str(error):
                raise IndexUnusableError(
                    f"Another build is writing the index in {str(folder)!r}. Wait for its end, or stop it.",
                    told="Another build is writing this index. Try again when it has ended.",
                ) from error
            raise

    def add(self, n: int, text: str, stemmed: str) -> None:
        """Add the sentence number ``n`` with its stems, joined by blanks."""
        document = tantivy.Document()
        document.add_text(QUESTION if is_question(text) else STATEMENT, stemmed)
        document.add_unsigned(NUMBER, n)
        self.feed(document)


class PageWriter(BatchWriter):
    """Feeds pages to the search engine of an index; the one for sentences sees to it that there is one writer."""

    def __init__(self, folder: Path) -> None:
        """Open or make the search engine's files.

        Raises:
            ValueError: The files are damaged.
        """
        super().__init__(folder, PAGES, burst=_PAGES_AT_ONCE)

    def add(self, n: int, title: str, text: str) -> None:
        """Add a page.

        Args:
            n: Number of its first sentence.
            title: As it is.
            text: Its stems, joined by blanks.
        """
        page = tantivy.Document()
        page.add_text(TITLE, analyse(title))
        page.add_text(TEXT, text)
        page.add_unsigned(NUMBER, n)
        self.feed(page)
