"""The files of the page and the widget: read and joined once, compressed once, named by their content."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from functools import cache
from pathlib import Path
from typing import NamedTuple

from aiohttp import hdrs, web

from service.server.bundle import bundle_script, bundle_style, hashed

MEDIA = {".js": "text/javascript", ".html": "text/html", ".css": "text/css", ".svg": "image/svg+xml"}


class File(NamedTuple):
    """A file as it is sent."""

    media: str
    plain: bytes
    zipped: bytes
    """Compressed with gzip."""
    etag: str
    lasting: bool = False
    """Whether its name changes with its content, so that it may be kept for good."""


@cache
def read_files(folder: Path) -> dict[str, File]:
    """Return the files of a folder by their paths in it, and the bundles that stand for many of them.

    ``index.html`` names the bundles; ``widget.js`` becomes a line that loads its own.
    """
    paths = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    texts = {name: path.read_text("utf-8") for name, path in paths.items() if path.suffix in MEDIA}
    bundles: dict[str, str] = {}
    if "index.html" in texts:
        page, widget = bundle_style(texts, "page.css"), bundle_style(texts, "widget.css")
        bundles |= {hashed("page.css", page): page, hashed("widget.css", widget): widget}
        script = bundle_script(texts, "widget.js").replace(
            "static/widget.css", f"static/{hashed('widget.css', widget)}"
        )
        main = bundle_script(texts, "page/main.js").replace("../widget.js", f"./{hashed('widget.js', script)}")
        bundles |= {hashed("widget.js", script): script, hashed("page.js", main): main}
        texts["widget.js"] = f'import "./{hashed("widget.js", script)}";\n'
        texts["index.html"] = (
            texts["index.html"]
            .replace("/static/page.css", f"/static/{hashed('page.css', page)}")
            .replace("/static/page/main.js", f"/static/{hashed('page.js', main)}")
        )
    return {
        **{name: _file(name, path.read_bytes()) for name, path in paths.items() if name not in texts},
        **{name: _file(name, text.encode()) for name, text in texts.items()},
        **{name: _file(name, text.encode(), lasting=True) for name, text in bundles.items()},
    }


def _file(name: str, plain: bytes, *, lasting: bool = False) -> File:
    media = MEDIA.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "text/plain"
    return File(media, plain, gzip.compress(plain, mtime=0), hashlib.sha256(plain).hexdigest()[:16], lasting)


def send(request: web.Request, file: File) -> web.Response:
    """Answer with a file, compressed for who can read that; without it for who has it already."""
    response = web.Response(headers={hdrs.VARY: hdrs.ACCEPT_ENCODING})
    response.etag = file.etag
    if file.lasting:
        response.headers[hdrs.CACHE_CONTROL] = "public, max-age=31536000, immutable"
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
