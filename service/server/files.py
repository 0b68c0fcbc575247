"""The files of the page and the widget: read once, compressed once, named by their content."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from pathlib import Path
from typing import NamedTuple

from aiohttp import hdrs, web

MEDIA = {".js": "text/javascript", ".html": "text/html", ".css": "text/css", ".svg": "image/svg+xml"}


class File(NamedTuple):
    """A file as it is sent."""

    media: str
    plain: bytes
    zipped: bytes
    """Compressed with gzip."""
    etag: str


def read_files(folder: Path) -> dict[str, File]:
    """Return the files of a folder by their paths in it."""
    return {path.relative_to(folder).as_posix(): _read(path) for path in folder.rglob("*") if path.is_file()}


def _read(path: Path) -> File:
    media = MEDIA.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "text/plain"
    plain = path.read_bytes()
    return File(media, plain, gzip.compress(plain, mtime=0), hashlib.sha256(plain).hexdigest()[:16])


def send(request: web.Request, file: File) -> web.Response:
    """Answer with a file, compressed for who can read that; without it for who has it already."""
    response = web.Response(headers={hdrs.VARY: hdrs.ACCEPT_ENCODING})
    response.etag = file.etag
    if any(tag.value == file.etag for tag in request.if_none_match or ()):
        response.set_status(304)
        return response
    response.content_type = file.media
    if file.media.startswith("text/"):
        response.charset = "utf-8"
    zipped = "gzip" in request.headers.get(hdrs.ACCEPT_ENCODING, "")
    response.body = file.zipped if zipped else file.plain
    if zipped:
        response.headers[hdrs.CONTENT_ENCODING] = "gzip"
    return response
