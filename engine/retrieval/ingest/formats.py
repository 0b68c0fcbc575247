"""The files that can be indexed, each kind read record by record in bounded memory."""

from __future__ import annotations

import gzip
import json
import lzma
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from io import BufferedIOBase, BufferedReader, RawIOBase
from pathlib import Path
from typing import Any, NamedTuple

from engine.errors import shorten
from engine.extras import lacks
from engine.retrieval.ingest import mail, packages, pdf, tables, warc
from engine.retrieval.ingest.html import read_html
from engine.retrieval.ingest.markdown import prose
from engine.retrieval.ingest.tables import DUMPS
from engine.text.tokens import clean

MAX_UNPACKED = 100
"""A file that unpacks to more times its size is left from there on."""
MAX_UNPACKING_BYTES = 128 << 20
"""Memory that an ``.xz`` may need to be unpacked: twice what ``xz -9`` makes."""
MAX_RECORD_BYTES = 8 << 20
"""A longer line or text file is left out."""

_CHUNK = 1 << 16
_LINE_BYTES = 100  # the least that a line counts: it costs as much

_DAMAGED = (OSError, EOFError, zlib.error, lzma.LZMAError)
_DELETED = ("[deleted]", "[removed]")
_FRONT_MATTER = re.compile(r"---[ \t]*\n(?P<block>.*?)^---[ \t]*$", re.DOTALL | re.MULTILINE)
_FRONT_KEYS = frozenset({"title", "url", "source", "date", "language", "sample"})


class Raw(NamedTuple):
    """A record as it stands in its file."""

    where: str
    bytes_read: int
    """Of the file, up to and with this record."""
    values: Callable[[], Mapping[str, Any] | None] = lambda: None
    """Reads the fields; None when there is nothing to take."""
    problem: str = ""


def reason_to_leave(file: Path) -> str:
    """Return why a file is not read, by its name; empty when it is."""
    read = _reader_of(file.name)
    if read is None:
        return f"ends in {file.suffix.lower()}, which is not read" if file.suffix else "has no ending that is known"
    package = next((package for endings, package in _PACKAGES if file.name.lower().endswith(endings)), None)
    return lacks(package) if package else ""


def records_of(file: Path, name: str) -> Iterator[Raw]:
    """Yield the records of a file that is read, in order.

    Args:
        file: Where it is.
        name: What it is called in ids and messages.
    """
    read = _reader_of(file.name)
    try:
        yield from read(file, name) if read else ()
    except OSError as error:
        yield Raw(name, 0, problem=f"cannot be read ({error.strerror})")


def _reader_of(name: str) -> _Reader | None:
    lower = name.lower()
    if lower in DUMPS:
        return _dump
    return next((read for endings, read in _READERS if lower.endswith(endings)), None)


def _lines(file: Path, name: str, *, fields: Callable[[bytes], Mapping[str, Any] | None]) -> Iterator[Raw]:
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
                yield Raw(f"{name}:{number}", raw.tell(), partial(fields, line), problem)
    except _DAMAGED as error:
        yield Raw(f"{name}:{number + 1}", file.stat().st_size, problem=f"the file is damaged from here on ({error})")


def _check_unpacked(unpacked: int, packed: BufferedReader) -> None:
    if unpacked > MAX_UNPACKED * (packed.tell() + _CHUNK):
        raise EOFError(f"it unpacks to more than {MAX_UNPACKED} times its size")


def _dump(file: Path, name: str) -> Iterator[Raw]:
    site = file.resolve().parent.name.lower()
    return _lines(file, name, fields=partial(tables.read_row, site=site if "." in site else ""))


def _archive(file: Path, name: str) -> Iterator[Raw]:
    number = 0
    try:
        for number, (bytes_read, record) in enumerate(warc.records(file), 1):
            yield Raw(f"{name}:{number}", bytes_read, partial(warc.page_of, record))
    except _DAMAGED as error:
        yield Raw(f"{name}:{number + 1}", file.stat().st_size, problem=f"the file is damaged from here on ({error})")


def _table(file: Path, name: str) -> Iterator[Raw]:
    with file.open("rb") as stream:
        try:
            table = tables.Table(stream, delimiter=tables.delimiter_of(file), most=MAX_RECORD_BYTES)
        except ValueError as error:
            yield Raw(name, file.stat().st_size, problem=str(error))
            return
        for number, values, problem in table:
            yield Raw(f"{name}:{number}", stream.tell(), lambda values=values: values, problem)  # type: ignore[misc]


def _mailbox(file: Path, name: str) -> Iterator[Raw]:
    with file.open("rb") as stream:
        single = file.name.lower().endswith(".eml")
        found = iter([stream.read(MAX_RECORD_BYTES)]) if single else mail.messages(stream, most=MAX_RECORD_BYTES)
        for number, message in enumerate(found, 1):
            where = name if single else f"{name}:{number}"
            if message is None:
                yield Raw(where, stream.tell(), problem=f"the message is longer than {MAX_RECORD_BYTES} bytes")
            else:
                yield Raw(where, stream.tell(), partial(mail.read_message, message))


def _text(file: Path, name: str) -> Iterator[Raw]:
    with file.open("rb") as stream:
        content = stream.read(MAX_RECORD_BYTES + 1)
    problem = f"the file is longer than {MAX_RECORD_BYTES} bytes" if len(content) > MAX_RECORD_BYTES else ""
    yield Raw(name, len(content), partial(_fields_of_text, content, name), problem)


def _document(file: Path, name: str, *, read: Callable[[Path], Mapping[str, Any]]) -> Iterator[Raw]:
    def values() -> Mapping[str, Any]:
        found = read(file)
        if len(found["text"]) > MAX_RECORD_BYTES:
            raise ValueError(f"its text is longer than {MAX_RECORD_BYTES} characters")
        title = shorten(clean(found["title"]), 500) or Path(name).stem
        return {**found, "id": name, "title": title}

    yield Raw(name, file.stat().st_size, values)


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


def _fields_of_line(line: bytes) -> Mapping[str, Any] | None:
    values = json.loads(line)
    if not isinstance(values, dict):
        raise TypeError(f"expected a JSON object, got {shorten(repr(values), 40)}")
    if "contents" in values and "text" not in values:
        return {"url": values.get("chatNoirUrl"), **values, "text": values["contents"]}
    return _fields_of_reddit(values) if "subreddit" in values else values


def _fields_of_reddit(values: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the fields of a post or comment of a dump of Reddit; None where it was deleted."""
    text = values.get("body") or values.get("selftext") or ""
    if values.get("author") == "[deleted]" or text in _DELETED:
        return None
    fields = {"id": values.get("id"), "title": values.get("title"), "sub": values["subreddit"], "text": text}
    link, created = values.get("permalink"), values.get("created_utc")
    if isinstance(link, str) and link.startswith("/"):
        fields["url"] = f"https://www.reddit.com{link}"
    if created is not None:
        fields["created"] = int(created)
    return fields if text else {name: value for name, value in fields.items() if name != "text"}


def _fields_of_text(content: bytes, name: str) -> Mapping[str, Any] | None:
    """Return the fields of a text or HTML file; None when it is empty."""
    if not content.strip():
        return None
    if name.lower().endswith((".html", ".htm")):
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
    return {**values, "text": prose(text) if name.lower().endswith((".md", ".markdown")) else text}


_Reader = Callable[[Path, str], Iterator[Raw]]
_READERS: tuple[tuple[tuple[str, ...], _Reader], ...] = (
    ((".jsonl", ".jsonl.gz", ".jsonl.xz", ".json.gz"), partial(_lines, fields=_fields_of_line)),
    ((".txt", ".md", ".markdown", ".html", ".htm"), _text),
    ((".pdf",), partial(_document, read=pdf.read_pdf)),
    ((".docx",), partial(_document, read=packages.read_docx)),
    ((".epub",), partial(_document, read=packages.read_epub)),
    (tables.SUFFIXES, _table),
    (mail.SUFFIXES, _mailbox),
    (warc.SUFFIXES, _archive),
)
_PACKAGES = (((".pdf",), "pypdf"), ((".html", ".htm", ".epub", *mail.SUFFIXES, *tables.DUMPS), "resiliparse"))
"""What reads files whose names end in this."""
ENDINGS = (*(ending for endings, _ in _READERS for ending in endings), *DUMPS)
"""What the names of the files that are read end in."""
