"""What can be indexed: files of texts and folders of them, read record by record in bounded memory.

A source is a file, or a folder that is searched recursively in name order. What is hidden is passed over; any other
file that is not read is told with the reason.

``.jsonl``, ``.jsonl.gz``, ``.jsonl.xz``, ``.json.gz``
    One JSON object a line, with its sentences in one of these forms:

    - ``{"sents": [...]}`` or ``{"sentences": [...]}``: a document that is cut into sentences already;
    - ``{"text": "...", "docs": [{"url": "...", "sent_idx": 0}]}``: one sentence and the pages it stands on;
    - ``{"text": "..."}``: running text, cut into sentences here;
    - ``{"title": "..."}`` alone: a post without a body, whose title is its sentence.

    The passages of Touché 2022 call their text ``contents`` and their URL ``chatNoirUrl``; dumps of Reddit have
    ``subreddit``, ``selftext`` or ``body``, ``created_utc`` and ``permalink``.

    Optional everywhere: ``id`` (by default file and line), ``title``, ``url``, ``date`` (ISO 8601) or ``created``
    (seconds since 1970), ``language`` (BCP 47), ``source``, ``sample`` (true for text written to show the product),
    ``sub`` (a subreddit, which makes the record a Reddit post).

``.txt``, ``.md``, ``.markdown``
    One document a file, whose id is its path. A first block between two ``---`` lines may give ``title``, ``url``,
    ``source``, ``date``, ``language`` and ``sample`` as ``key: value``. Markdown is reduced to its prose.

``.html``, ``.htm``
    One document a file, like a text file: its title, and its readable text.

``.pdf``, ``.docx``, ``.epub``
    One document a file. The author of a book is its source.

``.csv``, ``.tsv``
    One document a row, by the names of its columns: ``engine.retrieval.ingest.tables.COLUMNS``.

``.mbox``, ``.eml``
    One document a message, whose sender is its source, without what it quotes.

``Posts.xml``, ``Comments.xml``
    One document a row of a dump of Stack Exchange, whose user is its source. Where their folder is called by the host
    of the site, they have addresses.

``.warc``, ``.wet``, ``.wat``, each also with ``.gz``
    A document for each HTML page that a server answered with status 200, for each text of a WET file, or for the
    descriptions of each page of a WAT file. Its id is the ``WARC-TREC-ID`` that ClueWeb has, or the id of the record.

The ``source`` of a document is who has one vote. Where it is not given it is the host of the URL; for a Reddit post
the post, since its author is not known and one post has one author; where nothing is known, the document itself.
Where a document does not name its language, a text of 200 characters or more is looked at for it.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from engine.errors import InputError
from engine.retrieval.ingest.formats import ENDINGS, Raw, reason_to_leave, records_of
from engine.retrieval.ingest.records import documents_of
from engine.text.tokens import clean
from engine.types import Document


@dataclass(frozen=True, slots=True)
class Record:
    """What one line, one text file or one record of an archive gave."""

    documents: tuple[Document, ...]
    bytes_read: int
    """Of the file, up to and with this record."""
    problem: str = ""
    """Where and why nothing, or not everything, could be taken; empty when all is well."""


class LeftOut(NamedTuple):
    """A file or folder that is not read."""

    place: str
    """Its path, absolute."""
    reason: str


class SourceFile:
    """A file to be indexed.

    Attributes:
        place: Its path, absolute; bytes that are not UTF-8 are written as escapes.
        root: Where the source is that it was found in.
        size: In bytes.
        digest: Fingerprint of its content.
    """

    def __init__(self, path: Path, root: Path) -> None:
        """Fingerprint it.

        Raises:
            OSError: It cannot be read.
        """
        self.place, self.root = place_of(path), place_of(root)
        self._path = path
        self.name = clean(path.relative_to(root.parent).as_posix())
        with path.open("rb") as stream:
            self._content = hashlib.file_digest(stream, "sha256").digest()
            self.size = stream.tell()
        self.digest = hashlib.sha256(b".\0" + self._content).hexdigest()

    def records(self, *, skip: int = 0) -> Iterator[Record]:
        """Yield what its lines or pages hold, in order.

        Args:
            skip: How many records to leave out at the beginning.
        """
        yield from map(_record, islice(records_of(self._path, self.name), skip, None))

    def named_in(self, root: Path) -> bytes:
        """Return its name in a folder and its content, for the fingerprint of the folder."""
        return os.fsencode(self._path.relative_to(root)) + b"\0" + self._content


class Source:
    """A file or folder to be indexed.

    Attributes:
        place: Where it is, absolute.
        files: What is read of it, in order of folders and names.
        left_out: What is not.
        size: Bytes of all its files.
        root: The source itself.
    """

    def __init__(self, path: Path) -> None:
        """Look at the files and fingerprint them.

        Raises:
            InputError: It cannot be read, or there is nothing in it that can be indexed.
        """
        self._path = path.resolve()
        self.place = self.root = place_of(self._path)
        self.files: list[SourceFile] = []
        self.left_out: list[LeftOut] = []
        try:
            self._look()
        except OSError as error:
            raise InputError(f"Cannot read the source {str(path)!r}: {error.strerror} ({error.filename}).") from error
        self.size = sum(file.size for file in self.files)
        if self.size == 0:
            why = "".join(f" {clean(one.place)} {one.reason}." for one in self.left_out[:3])
            raise InputError(
                f"There is nothing to index in {str(path)!r}.{why} Expected a file, or a folder of files, that end in "
                f"{', '.join(ENDINGS)}."
            )

    @cached_property
    def digest(self) -> str:
        """Return a fingerprint of the names and contents of its files."""
        return hashlib.sha256(b"".join(file.named_in(self._path) for file in self.files)).hexdigest()

    def holds(self, place: str) -> bool:
        """Return whether a file of this path would be found in it, if it were there and could be read."""
        return is_within(place, self.place) and not any(is_within(place, one.place) for one in self.left_out)

    def _look(self) -> None:
        if not self._path.is_dir():
            if not stat.S_ISREG(self._path.stat().st_mode):
                raise InputError(f"The source {str(self._path)!r} is neither a file nor a folder.")
            if reason := reason_to_leave(self._path):
                self.left_out.append(LeftOut(self.place, reason))
            else:
                self.files.append(SourceFile(self._path, self._path))
            return
        for folder, folders, names in os.walk(self._path, onerror=self._leave):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(name for name in names if not name.startswith(".")):
                path = Path(folder, name)
                if reason := self._reason(path):
                    self.left_out.append(LeftOut(place_of(path), reason))
                    continue
                try:
                    self.files.append(SourceFile(path, self._path))
                except OSError as error:
                    self._leave(error)

    def _leave(self, error: OSError) -> None:
        self.left_out.append(LeftOut(place_of(Path(error.filename)), f"cannot be read ({error.strerror})"))

    def _reason(self, file: Path) -> str:
        """Return why a file is left out; empty when it is read."""
        if file.name.startswith("README"):
            return "describes the texts"
        if reason := reason_to_leave(file):
            return reason
        try:
            real = file.resolve(strict=True)
        except (OSError, RuntimeError):
            return "is a link that leads nowhere"
        if not real.is_relative_to(self._path):
            return "is a link that leads out of the folder"
        return "" if real.is_file() else "is no file"


def place_of(path: Path) -> str:
    """Return a path as it is kept: absolute, links followed, bytes that are not UTF-8 as escapes."""
    return os.fsencode(path.absolute()).decode("utf-8", "backslashreplace")


def is_within(place: str, folder: str) -> bool:
    """Return whether a path is a folder's, or one in it."""
    return place == folder or place.startswith(f"{folder.rstrip('/')}/")


def _record(raw: Raw) -> Record:
    documents: tuple[Document, ...] = ()
    problem = raw.problem
    if not problem:
        try:
            values = raw.values()
            documents, problem = ((), "") if values is None else documents_of(values, raw.where)
        except UnicodeDecodeError as error:
            problem = f"not UTF-8 ({error.reason} at byte {error.start})"
        except RecursionError:
            problem = "the JSON is nested too deeply"
        except (ValueError, TypeError) as error:
            problem = str(error)
    return Record(documents, raw.bytes_read, f"{raw.where}: {problem}" if problem else "")
