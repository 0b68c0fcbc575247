"""Documents that are packed folders of XML: DOCX and EPUB, read in bounded time and memory."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import unquote
from xml.etree.ElementTree import Element, ParseError, iterparse
from zipfile import BadZipFile, ZipFile

from engine.errors import shorten
from engine.retrieval.ingest.html import read_html

MAX_UNPACKED_BYTES = 64 << 20
"""Of a document that unpacks to more, the rest is not read."""
MAX_PAGE_BYTES = 8 << 20
"""A longer chapter of a book is refused."""

_OLE = b"\xd0\xcf\x11\xe0"
_GAPS = {"tab": " ", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}


def read_docx(file: Path) -> Mapping[str, Any]:
    """Return the fields of a text of Word: each paragraph, also in tables and boxes, without what was deleted.

    Raises:
        ValueError: It cannot be read.
    """
    with _opened(file) as package:
        said = _texts_of(package.read("docProps/core.xml")) if package.has("docProps/core.xml") else {}
        return {
            "title": said.get("title", ""),
            "date": said.get("modified") or said.get("created", ""),
            "language": said.get("language", ""),
            "text": _paragraphs_of(package.read("word/document.xml")),
        }


def read_epub(file: Path) -> Mapping[str, Any]:
    """Return the fields of a book: its chapters in order, and its author as the source.

    Raises:
        ValueError: It cannot be read.
    """
    with _opened(file) as package:
        if package.has("META-INF/encryption.xml") and b"xmlenc#aes" in package.read("META-INF/encryption.xml"):
            raise ValueError("it is encrypted")
        roots = [found for name, found in attributes_of(package.read("META-INF/container.xml")) if name == "rootfile"]
        if not roots or "full-path" not in roots[0]:
            raise ValueError("it does not say where its contents are")
        opf = roots[0]["full-path"]
        contents = package.read(opf)
        elements, said = attributes_of(contents), _texts_of(contents)
        items = {
            found.get("id", ""): found.get("href", "")
            for name, found in elements
            if name == "item" and found.get("properties") != "nav"  # a table of contents
        }
        order = [items.get(found.get("idref", ""), "") for name, found in elements if name == "itemref"]
        folder = PurePosixPath(opf).parent
        chapters = [str(folder / unquote(href)) for href in order if href]
        texts = [read_html(package.read(name, MAX_PAGE_BYTES)).text for name in chapters if package.has(name)]
    return {
        "title": said.get("title", ""),
        "source": shorten(said.get("creator", ""), 500),
        "date": said.get("date", ""),
        "language": said.get("language", ""),
        "text": "\n\n".join(texts),
    }


class _Package:
    def __init__(self, packed: ZipFile) -> None:
        self._packed, self._left = packed, MAX_UNPACKED_BYTES
        self._names = set(packed.namelist())

    def has(self, name: str) -> bool:
        return name in self._names

    def read(self, name: str, most: int = MAX_UNPACKED_BYTES) -> bytes:
        """Unpack a part.

        Raises:
            ValueError: It is missing, or too large.
        """
        if name not in self._names:
            raise ValueError(f"{shorten(repr(name))} is missing in it")
        with self._packed.open(name) as stream:
            content = stream.read(min(most, self._left) + 1)
        self._left -= len(content)
        if len(content) > most or self._left < 0:
            raise ValueError(f"it unpacks to more than {min(most, MAX_UNPACKED_BYTES)} bytes")
        return content


@contextmanager
def _opened(file: Path) -> Iterator[_Package]:
    """Open a packed document; what is wrong with it is a ``ValueError``."""
    with file.open("rb") as stream:
        if stream.read(4) == _OLE:
            raise ValueError("it is encrypted, or of an older version of Word")
        stream.seek(0)
        try:
            with ZipFile(stream) as packed:
                if any(part.flag_bits & 1 for part in packed.infolist()):
                    raise ValueError("it is encrypted")
                yield _Package(packed)
        except (BadZipFile, EOFError, NotImplementedError, OSError, struct.error, zlib.error) as error:
            raise ValueError(f"it is damaged ({shorten(str(error))})") from error


def _elements_of(content: bytes) -> Iterator[tuple[str, bool, Element]]:
    """Yield the elements of XML where they begin and where they end: name without its namespace, whether it ends.

    Raises:
        ValueError: It is not well-formed, or declares entities, which may grow without bounds.
    """
    if b"<!ENTITY" in content.replace(b"\0", b""):  # UTF-16 has zeros
        raise ValueError("its XML declares entities")
    try:
        for event, element in iterparse(BytesIO(content), ("start", "end")):  # noqa: S314 - without entities
            yield element.tag.rpartition("}")[2], event == "end", element
            if event == "end":
                element.clear()
    except ParseError as error:
        raise ValueError(f"its XML is damaged ({error})") from error


def _paragraphs_of(content: bytes) -> str:
    pieces: list[str] = []
    fallbacks = 0
    for name, ends, element in _elements_of(content):
        if name == "Fallback":  # says once more what a box says
            fallbacks += -1 if ends else 1
        elif not fallbacks and not ends:
            pieces.append(_GAPS.get(name, ""))
        elif not fallbacks and name in {"t", "p"}:
            pieces.append("\n\n" if name == "p" else element.text or "")
    return "".join(pieces)


def _texts_of(content: bytes) -> dict[str, str]:
    """Return the text of the first element of each name."""
    found: dict[str, str] = {}
    for name, ends, element in _elements_of(content):
        if ends:
            found.setdefault(name, (element.text or "").strip())
    return found


def attributes_of(content: bytes) -> list[tuple[str, dict[str, str]]]:
    """Return the elements of XML in order, name and attributes; raises like ``_elements_of``."""
    return [(name, dict(element.attrib)) for name, ends, element in _elements_of(content) if not ends]
