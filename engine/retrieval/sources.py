"""What can be indexed: JSON Lines and text files, read record by record in bounded memory.

A source is a file or a folder (searched recursively, in name order) of:

``.jsonl``, ``.jsonl.gz``, ``.jsonl.xz``
    One JSON object a line, with its sentences in one of these forms:

    - ``{"sents": [...]}`` or ``{"sentences": [...]}``: a document already cut into sentences;
    - ``{"text": "...", "docs": [{"url": "...", "sent_idx": 0}]}``: one sentence and the pages it stands on;
    - ``{"text": "..."}``: running text, cut into sentences here;
    - ``{"title": "..."}`` alone: a post without a body, whose title is its sentence.

    Optional everywhere: ``id`` (by default file and line), ``title``, ``url``, ``date`` (ISO 8601) or ``created``
    (seconds since 1970), ``source``, ``sample`` (true for text written to show the product), ``sub`` (a subreddit,
    which makes the record a Reddit post).

``.txt``, ``.md``
    One document a file; its id is its path inside the source. A leading block between two ``---`` lines may give
    ``title``, ``url``, ``source``, ``date`` and ``sample`` as ``key: value``. Markdown is reduced to its prose.

The ``source`` of a document is who has one vote: by default the host of its URL; for a Reddit post the post itself,
since its author is not known and one post has one author; where nothing is known, the document itself.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import lzma
import os
import re
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlsplit

from sentencex import segment

from engine.errors import InputError, shorten
from engine.retrieval.markdown import prose
from engine.text import clean
from engine.types import Document, Sentence

MAX_RECORD_BYTES = 16 << 20
"""A longer line or text file is left out."""
MAX_SENTENCE_CHARS = 2_000
"""A longer sentence is left out."""
MAX_FIELD_CHARS = 2_000
"""A record with a longer id, title, URL, source or date is left out."""

_JSON_LINES = (".jsonl", ".jsonl.gz", ".jsonl.xz")
_TEXTS = (".txt", ".md")
_DAMAGED = (OSError, EOFError, zlib.error, lzma.LZMAError)
_ISO_DATE = re.compile(r"\d{4}(-\d\d(-\d\d([T ][\d:.,]+(Z|[+-][\d:]+)?)?)?)?")
_PARAGRAPH = re.compile(r"\n\s*\n")
_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.*?)^---[ \t]*$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Record:
    """What one line or one text file gave."""

    documents: tuple[Document, ...]
    bytes_read: int
    """Of the source, up to and with this record."""
    problem: str = ""
    """Where and why nothing, or not everything, could be taken; empty when all is well."""


class Source:
    """A file or folder to be indexed.

    Attributes:
        path: Where it is, absolute.
        size: Bytes of all its files.
        digest: Fingerprint of names and contents.
    """

    def __init__(self, path: Path) -> None:
        """Look at the files and fingerprint them.

        Raises:
            InputError: There is nothing here that can be indexed.
        """
        self.path = path.resolve()
        self.size = 0
        digest = hashlib.sha256()
        try:
            for file in self._files():
                digest.update(f"{file.relative_to(self.path)}\0".encode("utf-8", "surrogateescape"))
                with file.open("rb") as stream:
                    digest.update(hashlib.file_digest(stream, "sha256").digest())
                    self.size += stream.tell()
        except OSError as error:
            raise InputError(f"Cannot read the source {str(path)!r}: {error.strerror} ({error.filename}).") from error
        self.digest = digest.hexdigest()
        if next(self._files(), None) is None:
            raise InputError(
                f"There is nothing to index in {str(path)!r}. "
                f"Give a file or a folder of files that end in {', '.join((*_JSON_LINES, *_TEXTS))}."
            )

    def records(self, *, skip: int = 0) -> Iterator[Record]:
        """Yield what the lines and text files hold, in order.

        Args:
            skip: How many records to leave out at the beginning.
        """
        return islice(self._records(skip), skip, None)

    def _records(self, skip: int) -> Iterator[Record]:
        done = 0
        for file in self._files():
            name = str(file.relative_to(self.path)) if file != self.path else file.name
            read = _json_lines if file.name.lower().endswith(_JSON_LINES) else _text_file
            for record in read(file, name, skip):
                skip = max(0, skip - 1)
                yield Record(record.documents, done + record.bytes_read, record.problem)
            done += file.stat().st_size

    def _files(self) -> Iterator[Path]:
        if not self.path.is_dir():
            self.path.stat()
            if _is_indexable(self.path.name):
                yield self.path
            return
        for folder, folders, names in os.walk(self.path):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(names):
                if _is_indexable(name) and not name.startswith("."):
                    yield Path(folder, name)


def _is_indexable(name: str) -> bool:
    return name.lower().endswith((*_JSON_LINES, *_TEXTS))


def _json_lines(file: Path, name: str, skip: int) -> Iterator[Record]:
    number = 0
    with _opened(file) as (raw, stream):
        while True:
            number += 1
            try:
                line = stream.readline(MAX_RECORD_BYTES)
                whole = len(line) < MAX_RECORD_BYTES or line.endswith(b"\n")
                while line and not whole:
                    whole = (part := stream.readline(MAX_RECORD_BYTES)).endswith(b"\n") or not part
                    line = b"-"
            except _DAMAGED as error:
                yield Record((), raw.tell(), f"{name}:{number}: the file is damaged from here on ({error})")
                return
            if not line:
                return
            if number <= skip:
                yield Record((), 0)
                continue
            where = f"{name}:{number}"
            if line == b"-":
                yield Record((), raw.tell(), f"{where}: the line is longer than {MAX_RECORD_BYTES} bytes")
                continue
            yield _record(where, raw.tell(), line)


def _record(where: str, bytes_read: int, line: bytes) -> Record:
    if not line.strip():
        return Record((), bytes_read)
    try:
        values = json.loads(line)
        if not isinstance(values, dict):
            raise TypeError(f"expected a JSON object, got {shorten(repr(values), 40)}")
        documents, problem = _documents(values, where)
    except RecursionError:
        return Record((), bytes_read, f"{where}: the JSON is nested too deeply")
    except UnicodeDecodeError as error:
        return Record((), bytes_read, f"{where}: not UTF-8 ({error.reason} at byte {error.start})")
    except (ValueError, TypeError) as error:
        return Record((), bytes_read, f"{where}: {error}")
    return Record(documents, bytes_read, f"{where}: {problem}" if problem else "")


def _text_file(file: Path, name: str, skip: int) -> Iterator[Record]:
    if skip:
        yield Record((), 0)
        return
    try:
        with file.open("rb") as stream:
            content = stream.read(MAX_RECORD_BYTES + 1)
    except OSError as error:
        yield Record((), 0, f"{name}: {error.strerror}")
        return
    size = len(content)
    if size > MAX_RECORD_BYTES:
        yield Record((), size, f"{name}: the file is longer than {MAX_RECORD_BYTES} bytes")
        return
    try:
        text = content.decode("utf-8-sig").replace("\r\n", "\n")
        values: dict[str, Any] = {"id": Path(name).as_posix()}
        if front := _FRONT_MATTER.match(text):
            text = text[front.end() :]
            values |= _front_matter(front[1])
        values["text"] = prose(text) if file.suffix.lower() == ".md" else text
        documents, problem = _documents(values, name)
    except UnicodeDecodeError as error:
        yield Record((), size, f"{name}: not UTF-8 ({error.reason} at byte {error.start})")
    except (ValueError, TypeError) as error:
        yield Record((), size, f"{name}: {error}")
    else:
        yield Record(documents, size, f"{name}: {problem}" if problem else "")


def _front_matter(block: str) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for line in block.splitlines():
        key, colon, value = line.partition(":")
        if colon and key.strip() in {"title", "url", "source", "date", "sample"}:
            value = value.strip()
            if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
                value = value[1:-1]
            values[key.strip()] = value.lower() == "true" if key.strip() == "sample" else value
    return values


def _documents(values: Mapping[str, Any], where: str) -> tuple[tuple[Document, ...], str]:
    """Turn a record into documents, and say what had to be left out."""
    document_id = str(values["id"]) if type(values.get("id")) is int else _field(values, "id") or where
    title, source = _field(values, "title"), _field(values, "source")
    pages = _pages(values)
    texts = [""] if pages is not None else _texts(values, title)
    if pages is not None:
        texts = [clean(_string(values, "text"))]
    else:
        pages = [(_url(values), 0)]
    kept = [text for text in texts if 0 < len(text) <= MAX_SENTENCE_CHARS]
    too_long = sum(len(text) > MAX_SENTENCE_CHARS for text in texts)
    problem = f"{too_long} sentence(s) longer than {MAX_SENTENCE_CHARS} characters left out" if too_long else ""
    if not kept:
        return (), problem or "no sentence in it"
    documents = []
    for ordinal, (url, position) in enumerate(pages, 1):
        key = document_id if len(pages) == 1 else f"{document_id}.{ordinal}"
        sub = _field(values, "sub")
        if sub:
            url = url or f"https://www.reddit.com/r/{sub}/comments/{key}/"
            voter = f"reddit.com/r/{sub} ({key})"
        else:
            voter = _host(url) or key
        sentences = tuple(Sentence(f"{key}#{n}", text, key, n) for n, text in enumerate(kept, position))
        sample = values.get("sample", False) is True
        documents.append(Document(key, title, url, source or voter, _date(values), sample, sentences))
    return tuple(documents), problem


def _texts(values: Mapping[str, Any], title: str) -> list[str]:
    for name in ("sents", "sentences"):
        if name in values:
            given = values[name]
            if not isinstance(given, list) or not all(isinstance(text, str) for text in given):
                raise TypeError(f'"{name}" is not a list of strings')
            return [clean(text) for text in given] or [title]
    return split_sentences(_string(values, "text")) if "text" in values else [title]


def split_sentences(text: str) -> list[str]:
    """Cut running text into sentences; a blank line always ends one."""
    sentences: list[str] = []
    for paragraph in _PARAGRAPH.split(text):
        begun = ""
        for piece in segment("en", clean(paragraph)):
            begun += piece
            if any(char.isalnum() for char in piece):  # a lone "." belongs to the ".NET" that follows
                sentences.append(begun.strip())
                begun = ""
        if begun.strip():
            sentences.append(begun.strip())
    return sentences


def _pages(values: Mapping[str, Any]) -> list[tuple[str, int]] | None:
    if "docs" not in values:
        return None
    pages = values["docs"]
    if not isinstance(pages, list) or not all(isinstance(page, dict) for page in pages):
        raise TypeError('"docs" is not a list of objects')
    found = []
    for page in pages:
        position = page.get("sent_idx", 0)
        if type(position) is not int or not 0 <= position < 1 << 31:
            raise ValueError(f'"sent_idx" is {shorten(repr(position), 40)}, expected a number from 0 on')
        found.append((_url(page), position))
    return found or [("", 0)]


def _string(values: Mapping[str, Any], name: str) -> str:
    value = values.get(name)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise TypeError(f'"{name}" is {shorten(repr(value), 40)}, expected a string')
    return value


def _field(values: Mapping[str, Any], name: str) -> str:
    value = clean(_string(values, name))
    if len(value) > MAX_FIELD_CHARS:
        raise ValueError(f'"{name}" has {len(value)} characters, at most {MAX_FIELD_CHARS} are allowed')
    return value


def _url(values: Mapping[str, Any]) -> str:
    url = _field(values, "url")
    return url if url.lower().startswith(("http://", "https://")) else ""


def _host(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        return ""


def _date(values: Mapping[str, Any]) -> str:
    created = values.get("created")
    if created is None:
        date = _field(values, "date")
        return date if _ISO_DATE.fullmatch(date) else ""
    if type(created) not in {int, float}:
        raise TypeError(f'"created" is {shorten(repr(created), 40)}, expected seconds since 1970')
    try:
        return datetime.fromtimestamp(created, UTC).date().isoformat()
    except (OverflowError, OSError) as error:
        raise ValueError(f'"created" is {created}, which is no time on this calendar') from error


@contextmanager
def _opened(file: Path) -> Iterator[tuple[IO[bytes], IO[bytes]]]:
    with file.open("rb") as raw:
        match file.suffix.lower():
            case ".gz":
                with gzip.open(raw) as stream:
                    yield raw, stream
            case ".xz":
                with lzma.open(raw) as stream:
                    yield raw, stream
            case _:
                yield raw, raw
