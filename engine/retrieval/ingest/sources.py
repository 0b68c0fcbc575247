"""What can be indexed: JSON Lines, text files, HTML and web warc, read record by record in bounded memory.

A source is a file, or a folder that is searched recursively in name order (hidden files and READMEs are left out):

``.jsonl``, ``.jsonl.gz``, ``.jsonl.xz``
    One JSON object a line, with its sentences in one of these forms:

    - ``{"sents": [...]}`` or ``{"sentences": [...]}``: a document that is cut into sentences already;
    - ``{"text": "...", "docs": [{"url": "...", "sent_idx": 0}]}``: one sentence and the pages it stands on;
    - ``{"text": "..."}``: running text, cut into sentences here;
    - ``{"title": "..."}`` alone: a post without a body, whose title is its sentence.

    The passages of Touché 2022 call their text ``contents`` and their URL ``chatNoirUrl``.

    Optional everywhere: ``id`` (by default file and line), ``title``, ``url``, ``date`` (ISO 8601) or ``created``
    (seconds since 1970), ``language`` (BCP 47), ``source``, ``sample`` (true for text written to show the product),
    ``sub`` (a subreddit, which makes the record a Reddit post).

``.txt``, ``.md``
    One document a file, whose id is its path. A first block between two ``---`` lines may give ``title``, ``url``,
    ``source``, ``date``, ``language`` and ``sample`` as ``key: value``. Markdown is reduced to its prose.

``.html``, ``.htm``
    One document a file, like a text file: its title, and its readable text.

``.warc``, ``.warc.gz``, ``.wet``, ``.wet.gz``
    A document for each HTML page that a server answered with status 200, or for each text of a WET file. Its id is the
    ``WARC-TREC-ID`` that ClueWeb has, or the id of the record.

The ``source`` of a document is who has one vote. Where it is not given it is the host of the URL; for a Reddit post
the post, since its author is not known and one post has one author; where nothing is known, the document itself.
Where a document does not name its language, a text of 200 characters or more is looked at for it.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import lzma
import os
import re
import stat
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from io import BufferedIOBase, BufferedReader, RawIOBase
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from sentencex import segment

from engine.errors import InputError, shorten
from engine.retrieval.ingest import warc
from engine.retrieval.ingest.html import read_html
from engine.retrieval.ingest.languages import language_of, tag_of
from engine.retrieval.ingest.markdown import prose
from engine.text.tokens import clean
from engine.types import Document, Sentence

MAX_UNPACKED = 100
"""A file that unpacks to more times its size is left from there on."""
MAX_UNPACKING_BYTES = 128 << 20
"""Memory that an ``.xz`` may need to be unpacked: twice what ``xz -9`` makes."""
MAX_PARAGRAPH_CHARS = 10_000
"""A longer paragraph is cut into sentences piece by piece: the time to do so grows with the square of its length."""
MAX_RECORD_BYTES = 8 << 20
"""A longer line or text file is left out."""
MAX_SENTENCE_CHARS = 2_000
"""A longer sentence is left out of its document."""
MAX_FIELD_CHARS = 2_000
"""A record with a longer id, title, URL, source or date is left out."""

_CHUNK = 1 << 16
_LINE_BYTES = 100  # the least that a line counts: it costs as much
_SHOWING_LANGUAGE = 20  # first sentences

_JSON_LINES = (".jsonl", ".jsonl.gz", ".jsonl.xz")
_HTML = (".html", ".htm")
_TEXTS = (".txt", ".md", *_HTML)
_ENDINGS = (*_JSON_LINES, *_TEXTS, *warc.SUFFIXES)
_DAMAGED = (OSError, EOFError, zlib.error, lzma.LZMAError)
_ISO_DATE = re.compile(r"\d{4}(-\d\d(-\d\d([T ][\d:.,]+(Z|[+-][\d:]+)?)?)?)?")
_PARAGRAPH = re.compile(r"\n\s*\n")
_FRONT_MATTER = re.compile(r"---[ \t]*\n(?P<block>.*?)^---[ \t]*$", re.DOTALL | re.MULTILINE)
_FRONT_KEYS = frozenset({"title", "url", "source", "date", "language", "sample"})


@dataclass(frozen=True, slots=True)
class Record:
    """What one line, one text file or one record of an archive gave."""

    documents: tuple[Document, ...]
    bytes_read: int
    """Of the source, up to and with this record."""
    problem: str = ""
    """Where and why nothing, or not everything, could be taken; empty when all is well."""


class _Raw(NamedTuple):
    where: str
    bytes_read: int
    values: Callable[[], Mapping[str, Any] | None] = lambda: None
    """Reads the fields; None when there is nothing to take."""
    problem: str = ""


class Source:
    """A file or folder to be indexed.

    Attributes:
        path: Where it is, absolute.
        size: Bytes of all its files.
        digest: Fingerprint of the names and contents of its files.
    """

    def __init__(self, path: Path) -> None:
        """Look at the files and fingerprint them.

        Raises:
            InputError: It cannot be read, or there is nothing in it that can be indexed.
        """
        self.path = path.resolve()
        self.size = 0
        digest = hashlib.sha256()
        try:
            for file, problem in self._files():
                if problem:
                    continue
                with file.open("rb") as stream:
                    content = hashlib.file_digest(stream, "sha256").digest()
                    self.size += stream.tell()
                digest.update(os.fsencode(file.relative_to(self.path)) + b"\0" + content)
        except OSError as error:
            raise InputError(f"Cannot read the source {str(path)!r}: {error.strerror} ({error.filename}).") from error
        if self.size == 0:
            raise InputError(
                f"There is nothing to index in {str(path)!r}. Expected a file, or a folder of files, that end in "
                f"{', '.join(_ENDINGS)}."
            )
        self.digest = digest.hexdigest()

    def records(self, *, skip: int = 0) -> Iterator[Record]:
        """Yield what the lines and text files hold, in order.

        Args:
            skip: How many records to leave out at the beginning.
        """
        for raw in islice(self._raw(), skip, None):
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
            yield Record(documents, raw.bytes_read, f"{raw.where}: {problem}" if problem else "")

    def _raw(self) -> Iterator[_Raw]:
        done = 0
        for file, problem in self._files():
            name = clean(file.relative_to(self.path.parent).as_posix())
            read = 0
            if problem:
                yield _Raw(name, done, problem=problem)
                continue
            for raw in _opener(file.name)(file, name):
                read = raw.bytes_read
                yield raw._replace(bytes_read=done + read)
            done += read

    def _files(self) -> Iterator[tuple[Path, str]]:
        """Yield the files by name, each with why it is left out; empty when it is read."""
        if not self.path.is_dir():
            if not stat.S_ISREG(self.path.stat().st_mode):
                raise InputError(f"The source {str(self.path)!r} is neither a file nor a folder.")
            if _is_known(self.path.name):
                yield self.path, ""
            return
        for folder, folders, names in os.walk(self.path):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(names):
                if not name.startswith((".", "README")) and _is_known(name):
                    yield Path(folder, name), self._problem_of(Path(folder, name))

    def _problem_of(self, file: Path) -> str:
        try:
            real = file.resolve(strict=True)
        except (OSError, RuntimeError):
            return "is a link that leads nowhere"
        if not real.is_relative_to(self.path):
            return "is a link that leads out of the folder"
        return "" if real.is_file() else "is no file"


def split_sentences(text: str) -> list[str]:
    """Cut running text into clean sentences; a blank line always ends one."""
    sentences: list[str] = []
    for paragraph in _PARAGRAPH.split(text):
        begun = ""
        for piece in chain.from_iterable(segment("en", part) for part in _parts(clean(paragraph))):
            begun += piece
            if any(map(str.isalnum, piece)) and not begun.endswith(" ."):  # the "." belongs to the ".NET" that follows
                sentences.append(begun.strip())
                begun = ""
        if begun.strip():
            sentences.append(begun.strip())
    return sentences


def _parts(paragraph: str) -> Iterator[str]:
    """Cut a paragraph that is too long where a sentence seems to end, else at a blank."""
    at = 0
    while len(paragraph) - at > MAX_PARAGRAPH_CHARS:
        most = at + MAX_PARAGRAPH_CHARS
        end = max(paragraph.rfind(". ", at, most) + 1, 0) or paragraph.rfind(" ", at + 1, most)
        end = end + 1 if end > at else most
        yield paragraph[at:end]
        at = end
    yield paragraph[at:]


def documents_of(values: Mapping[str, Any], where: str) -> tuple[tuple[Document, ...], str]:
    """Turn a record into documents.

    Args:
        values: The fields of a line of JSON.
        where: Its id unless it has one.

    Returns:
        The documents, and what had to be left out; empty when nothing had to.

    Raises:
        ValueError: A field is out of bounds.
        TypeError: A field is of another type.
    """
    record_id = str(values["id"]) if type(values.get("id")) is int else _field(values, "id") or where
    title, sub, date, source = _field(values, "title"), _field(values, "sub"), _date(values), _field(values, "source")
    if "docs" in values:
        pages, texts = _pages(values["docs"]), [clean(_string(values, "text"))]
    else:
        pages, texts = [(_url(values), 0)], _texts(values, title)
    kept = [text for text in texts if 0 < len(text) <= MAX_SENTENCE_CHARS]
    too_long = sum(len(text) > MAX_SENTENCE_CHARS for text in texts)
    problem = f"{too_long} sentences longer than {MAX_SENTENCE_CHARS} characters left out" if too_long else ""
    if not kept:
        return (), problem or "there is no sentence in it"
    language = tag_of(_field(values, "language")) or language_of(" ".join(kept[:_SHOWING_LANGUAGE]))
    documents = []
    for number, (page, position) in enumerate(pages, 1):
        key = record_id if len(pages) == 1 else f"{record_id}.{number}"
        url = page or (f"https://www.reddit.com/r/{sub}/comments/{key}/" if sub else "")
        voter = source or (f"reddit.com/r/{sub} ({key})" if sub else _host(url)) or key
        sentences = tuple([Sentence(f"{key}#{at}", text, key, at) for at, text in enumerate(kept, position)])
        documents.append(Document(key, title, url, voter, date, values.get("sample") is True, sentences, language))
    return tuple(documents), problem


def _is_known(name: str) -> bool:
    return name.lower().endswith(_ENDINGS)


def _opener(name: str) -> Callable[[Path, str], Iterator[_Raw]]:
    if name.lower().endswith(warc.SUFFIXES):
        return _archive
    return _lines if name.lower().endswith(_JSON_LINES) else _text


def _lines(file: Path, name: str) -> Iterator[_Raw]:
    number = 0
    try:
        with _opened(file) as (raw, stream):
            unpacked = 0
            while line := stream.readline(MAX_RECORD_BYTES):
                number += 1
                unpacked += max(len(line), _LINE_BYTES)
                _check_unpacked(unpacked, raw)
                too_long = False
                while len(line) == MAX_RECORD_BYTES and not line.endswith(b"\n"):
                    too_long = True
                    line = stream.readline(MAX_RECORD_BYTES)
                    unpacked += len(line)
                    _check_unpacked(unpacked, raw)
                if not line.strip() and not too_long:
                    continue
                problem = f"the line is longer than {MAX_RECORD_BYTES} bytes" if too_long else ""
                yield _Raw(f"{name}:{number}", raw.tell(), partial(_fields_of_line, line), problem)
    except _DAMAGED as error:
        yield _Raw(f"{name}:{number + 1}", file.stat().st_size, problem=f"the file is damaged from here on ({error})")


def _check_unpacked(unpacked: int, packed: BufferedReader) -> None:
    if unpacked > MAX_UNPACKED * (packed.tell() + _CHUNK):
        raise EOFError(f"it unpacks to more than {MAX_UNPACKED} times its size")


def _archive(file: Path, name: str) -> Iterator[_Raw]:
    number = 0
    try:
        for number, (bytes_read, record) in enumerate(warc.records(file), 1):
            yield _Raw(f"{name}:{number}", bytes_read, partial(warc.page_of, record))
    except _DAMAGED as error:
        yield _Raw(f"{name}:{number + 1}", file.stat().st_size, problem=f"the file is damaged from here on ({error})")


def _text(file: Path, name: str) -> Iterator[_Raw]:
    try:
        with file.open("rb") as stream:
            content = stream.read(MAX_RECORD_BYTES + 1)
    except OSError as error:
        yield _Raw(name, 0, problem=f"cannot be read ({error.strerror})")
        return
    problem = f"the file is longer than {MAX_RECORD_BYTES} bytes" if len(content) > MAX_RECORD_BYTES else ""
    yield _Raw(name, len(content), partial(_fields_of_text, content, name), problem)


@contextmanager
def _opened(file: Path) -> Iterator[tuple[BufferedReader, BufferedIOBase]]:
    """Open a file for its bytes on disk (to tell the progress) and its lines."""
    with file.open("rb") as raw:
        match file.suffix.lower():
            case ".gz":
                with gzip.open(raw) as stream:
                    yield raw, stream
            case ".xz":
                yield raw, BufferedReader(_Xz(raw))
            case _:
                yield raw, raw


class _Xz(RawIOBase):
    """Unpacks a file of ``lzma`` in bounded memory; what the standard library opens takes what the file asks for."""

    def __init__(self, packed: BufferedReader) -> None:
        self._packed = packed
        self._unpacker: lzma.LZMADecompressor | None = None

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while True:
            packed = b""
            if self._unpacker is None or self._unpacker.eof:
                packed = (self._unpacker.unused_data.lstrip(b"\0") if self._unpacker else b"") or self._packed.read(
                    _CHUNK
                )
                if not packed:
                    return 0
                self._unpacker = lzma.LZMADecompressor(memlimit=MAX_UNPACKING_BYTES)
            elif self._unpacker.needs_input:
                packed = self._packed.read(_CHUNK)
                if not packed:
                    raise EOFError("it ends too early")
            if unpacked := self._unpacker.decompress(packed, len(buffer)):
                buffer[: len(unpacked)] = unpacked
                return len(unpacked)


def _fields_of_line(line: bytes) -> Mapping[str, Any]:
    values = json.loads(line)
    if not isinstance(values, dict):
        raise TypeError(f"expected a JSON object, got {shorten(repr(values), 40)}")
    if "contents" in values and "text" not in values:
        return {"url": values.get("chatNoirUrl"), **values, "text": values["contents"]}
    return values


def _fields_of_text(content: bytes, name: str) -> Mapping[str, Any] | None:
    """Return the fields of a text or HTML file."""
    if not content.strip():
        return None
    if name.lower().endswith(_HTML):
        page = read_html(content)
        said = {"language": page.language, "date": page.date}
        return {"id": name, "title": page.title or Path(name).stem, "text": page.text, **said}
    text = content.decode("utf-8-sig").replace("\r\n", "\n")
    values: dict[str, Any] = {"id": name, "title": Path(name).stem}
    if front := _FRONT_MATTER.match(text):
        text = text[front.end() :]
        for line in front["block"].splitlines():
            key, _, value = line.partition(":")
            if key in _FRONT_KEYS:
                values[key] = value.strip().strip("\"'")
        values["sample"] = values.get("sample") == "true"
    return {**values, "text": prose(text) if name.lower().endswith(".md") else text}


def _texts(values: Mapping[str, Any], title: str) -> list[str]:
    for name in ("sents", "sentences"):
        if name in values:
            texts = values[name]
            if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
                raise TypeError(f'"{name}" is {shorten(repr(texts), 40)}, expected a list of strings')
            return [clean(text) for text in texts] or [title]
    return split_sentences(_string(values, "text")) if "text" in values else [title]


def _pages(pages: object) -> list[tuple[str, int]]:
    if not isinstance(pages, list) or not all(isinstance(page, dict) for page in pages):
        raise TypeError(f'"docs" is {shorten(repr(pages), 40)}, expected a list of objects')
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
    except (OverflowError, OSError, ValueError) as error:
        raise ValueError(f'"created" is {shorten(repr(created), 40)}, which is no time on the calendar') from error
