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
from engine.retrieval.ingest import warc
from engine.retrieval.ingest.html import read_html
from engine.retrieval.ingest.markdown import prose

MAX_UNPACKED = 100
"""A file that unpacks to more times its size is left from there on."""
MAX_UNPACKING_BYTES = 128 << 20
"""Memory that an ``.xz`` may need to be unpacked: twice what ``xz -9`` makes."""
MAX_RECORD_BYTES = 8 << 20
"""A longer line or text file is left out."""

_CHUNK = 1 << 16
_LINE_BYTES = 100  # the least that a line counts: it costs as much

_JSON_LINES = (".jsonl", ".jsonl.gz", ".jsonl.xz")
_HTML = (".html", ".htm")
_TEXTS = (".txt", ".md", *_HTML)
ENDINGS = (*_JSON_LINES, *_TEXTS, *warc.SUFFIXES)
_DAMAGED = (OSError, EOFError, zlib.error, lzma.LZMAError)
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


def records_of(file: Path, name: str) -> Iterator[Raw]:
    """Yield the records of a file, in order.

    Args:
        file: Where it is.
        name: What it is called in ids and messages.
    """
    ending = name.lower()
    if ending.endswith(warc.SUFFIXES):
        return _archive(file, name)
    return _lines(file, name) if ending.endswith(_JSON_LINES) else _text(file, name)


def _lines(file: Path, name: str) -> Iterator[Raw]:
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
                yield Raw(f"{name}:{number}", raw.tell(), partial(_fields_of_line, line), problem)
    except _DAMAGED as error:
        yield Raw(f"{name}:{number + 1}", file.stat().st_size, problem=f"the file is damaged from here on ({error})")


def _check_unpacked(unpacked: int, packed: BufferedReader) -> None:
    if unpacked > MAX_UNPACKED * (packed.tell() + _CHUNK):
        raise EOFError(f"it unpacks to more than {MAX_UNPACKED} times its size")


def _archive(file: Path, name: str) -> Iterator[Raw]:
    number = 0
    try:
        for number, (bytes_read, record) in enumerate(warc.records(file), 1):
            yield Raw(f"{name}:{number}", bytes_read, partial(warc.page_of, record))
    except _DAMAGED as error:
        yield Raw(f"{name}:{number + 1}", file.stat().st_size, problem=f"the file is damaged from here on ({error})")


def _text(file: Path, name: str) -> Iterator[Raw]:
    try:
        with file.open("rb") as stream:
            content = stream.read(MAX_RECORD_BYTES + 1)
    except OSError as error:
        yield Raw(name, 0, problem=f"cannot be read ({error.strerror})")
        return
    problem = f"the file is longer than {MAX_RECORD_BYTES} bytes" if len(content) > MAX_RECORD_BYTES else ""
    yield Raw(name, len(content), partial(_fields_of_text, content, name), problem)


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
