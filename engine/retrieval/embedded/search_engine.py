"""A search engine of an index, open for reading: it takes up what a finished build changed."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import tantivy
from tantivy import Query

from engine.errors import IndexUnusableError
from engine.retrieval.embedded.fields import SENTENCES, schema
from engine.retrieval.embedded.sample import make_if_sample
from engine.retrieval.embedded.store import Store, how_to_make


class Files(NamedTuple):
    """An index as it was when it was opened."""

    store: Store
    searcher: tantivy.Searcher
    generation: str
    whole: bool
    """Whether all that was begun is in it."""


class SearchEngine:
    """The texts of an index and one of its search engines, as they were when they were opened."""

    def __init__(self, folder: Path, name: str) -> None:
        """Open them, mapped and not read; an index counts to which the adding of more was broken off.

        Args:
            folder: Folder of the index; that of the sample corpus is made if it is missing.
            name: ``SENTENCES`` or ``PAGES``.

        Raises:
            IndexUnusableError: They are missing, unfinished, damaged, or of another version.
        """
        self.folder, self._name = folder, name
        self._schema = schema(name)
        make_if_sample(folder)
        self.files = self._open(partly=True)

    def refreshed(self) -> Files:
        """Take up what a finished build changed; while one is going on, what was opened is still good."""
        with suppress(IndexUnusableError):
            if stamp(self.folder / self._name) != self.files.generation:
                self.files = self._open()
        return self.files

    def phrase(self, field: str, stems: Sequence[str]) -> Query:
        """Return what matches stems one behind the other in a field."""
        if len(stems) == 1:
            return Query.term_query(self._schema, field, stems[0])
        return Query.phrase_query(self._schema, field, list(stems))

    def alike(self, field: str, stem: str) -> Query:
        """Return what matches a stem in a field, or one that is a letter off, or two letters turned round."""
        return Query.fuzzy_term_query(self._schema, field, stem, distance=1, transposition_cost_one=True)

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Turn what goes wrong with the files into ``IndexUnusableError``, panics of the search library too."""
        try:
            yield
        except BaseException as error:
            # The class of a panic cannot be imported, and no ``except Exception`` holds it.
            wrong = isinstance(error, (ValueError, OSError, KeyError, sqlite3.Error))
            if wrong or type(error).__name__ == "PanicException":
                raise IndexUnusableError(
                    f"The index in {str(self.folder)!r} cannot be read ({error}). Run: "
                    f"whichever check --index {self.folder}. If making it was interrupted, run the same command again, "
                    f"{how_to_make(self.folder)}: it makes the damaged files of the search anew, too.",
                    told="The index cannot be read. Who runs this service has to run “whichever check”: see its log.",
                ) from error
            raise

    def close(self) -> None:
        """Release files."""
        self.files.store.close()

    def _open(self, *, partly: bool = False) -> Files:
        path = self.folder / self._name
        with self.reading(), ExitStack() as on_error:
            generation, store = stamp(path), Store(self.folder)
            on_error.callback(store.close)
            searcher = _searcher(path)
            held = store.sentences() if self._name == SENTENCES else store.documents()
            finished = [source.finished for source in store.sources()]
            whole = bool(finished) and all(finished) and searcher.num_docs == held
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


def stamp(folder: Path) -> str:
    """Return what changes whenever the search engine in a folder commits; empty without its files."""
    try:
        status = (folder / "meta.json").stat()
    except OSError:
        return ""
    return f"{status.st_ino} {status.st_mtime_ns} {status.st_size}"
