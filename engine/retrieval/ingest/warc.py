"""Pages in web archives: WARC (what a server answered, as ClueWeb12 has it), WET (its text), WAT (its descriptions)."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from datetime import datetime
from io import BufferedReader
from pathlib import Path
from typing import Any, NamedTuple

from engine.errors import shorten
from engine.extras import needed_for
from engine.retrieval.ingest.html import Html, read_html
from engine.text.tokens import clean

SUFFIXES = (".warc", ".warc.gz", ".wet", ".wet.gz", ".wat", ".wat.gz")
MAX_PAGE_BYTES = 8 << 20
"""A longer page is left out."""
MAX_REST_BYTES = 64 << 20
_HTML = ("text/html", "application/xhtml+xml")
_DESCRIPTIONS = ("description", "og:description")


class Archived(NamedTuple):
    """A record of an archive that may hold a page."""

    bytes_read: int
    record: Any


def records(file: Path) -> Iterator[Archived]:
    """Yield the answers and texts of an archive, of a WAT file its metadata, in order; all else is passed over.

    Raises:
        OSError: The archive is damaged from here on.
        EOFError: It ends in the middle of a record.
    """
    with needed_for("A web archive"):
        from fastwarc.warc import ArchiveIterator, WarcRecordType

    is_wat = file.name.lower().endswith((".wat", ".wat.gz"))
    wanted = WarcRecordType.metadata if is_wat else WarcRecordType.response | WarcRecordType.conversion
    with file.open("rb") as stream:
        last = 0
        for record in ArchiveIterator(stream, record_types=wanted, parse_http=True, auto_decode="all"):
            last = record.stream_pos
            yield Archived(stream.tell(), record)
        stream.seek(last)
        with gzip.open(stream) if file.suffix.lower() == ".gz" else stream as rest:
            _check_end(rest)


def _check_end(stream: gzip.GzipFile | BufferedReader) -> None:
    """Read the rest of an archive: FastWARC ends without a word where one was cut off.

    Raises:
        EOFError: It was.
    """
    end, read = b"", 0
    while read < MAX_REST_BYTES and (chunk := stream.read(1 << 16)):
        end, read = (end + chunk)[-4:], read + len(chunk)
    if read < MAX_REST_BYTES and not end.endswith(b"\n"):
        raise EOFError("it ends in the middle of a record")


def page_of(record: Any) -> dict[str, Any] | None:
    """Return the fields of a page as a line of JSON would have them; None when it is no page of text.

    Raises:
        ValueError: The page cannot be read.
    """
    headers = record.headers
    content = record.reader.read(MAX_PAGE_BYTES + 1)
    if len(content) > MAX_PAGE_BYTES:
        raise ValueError(f"the page is longer than {MAX_PAGE_BYTES} bytes")
    if record.is_http:
        status = record.http_headers.status_code
        if (record.http_content_type or "text/html") not in _HTML or (status is not None and status != 200):
            return None
        page = read_html(content, charset=record.http_charset or "")
    elif headers.get("WARC-Type") == "conversion":
        title, *blocks = content.decode("utf-8", "replace").strip().split("\n")
        page = Html(title, "\n\n".join(blocks))
    elif headers.get("WARC-Type") == "metadata" and headers.get("Content-Type") == "application/json":
        page = _described(json.loads(content))
    else:
        return None
    fields = {
        "id": clean(headers.get("WARC-TREC-ID") or record.record_id or ""),
        "title": shorten(clean(page.title), 500),
        "url": clean(headers.get("WARC-Target-URI") or "").strip("<>"),
        "date": _date(record.record_date),
        "text": page.text,
        "language": page.language,
    }
    return {name: value for name, value in fields.items() if value}


def _described(metadata: dict[str, Any]) -> Html:
    """Return the title and the descriptions of a page, as a WAT file has them.

    Raises:
        ValueError: It has them otherwise.
    """
    head = metadata
    try:
        for name in ("Envelope", "Payload-Metadata", "HTTP-Response-Metadata", "HTML-Metadata", "Head"):
            head = head.get(name) or {}
        metas = [meta for meta in head.get("Metas", ()) if (meta.get("name") or meta.get("property")) in _DESCRIPTIONS]
        said = dict.fromkeys(meta.get("content", "") for meta in metas)
        return Html(clean(head.get("Title") or ""), "\n\n".join(said))
    except (AttributeError, TypeError) as error:
        raise ValueError("its metadata are not those of a WAT file") from error


def _date(date: datetime | None) -> str:
    return date.date().isoformat() if date is not None else ""
