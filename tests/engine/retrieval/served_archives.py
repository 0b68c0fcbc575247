"""A server of archives on loopback that is slow, cuts connections, and says wrong things."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

Answer = Callable[["Request"], None]


class Request:
    """A request for a file, and the ways to answer it."""

    def __init__(self, handler: BaseHTTPRequestHandler, content: bytes, time_asked: int) -> None:
        self.handler, self.content, self.time_asked = handler, content, time_asked
        said = handler.headers.get("Range", "")
        self.start = int(said.removeprefix("bytes=").rstrip("-")) if said else 0

    def send(self, status: int, content: bytes = b"", *, length: int | None = None, **headers: str) -> None:
        """Send a head, and some content; the length may be a lie."""
        self.handler.send_response(status)
        self.handler.send_header("Content-Length", str(len(content) if length is None else length))
        for name, value in headers.items():
            self.handler.send_header(name.replace("_", "-"), value)
        self.handler.end_headers()
        self.handler.wfile.write(content)
        self.handler.wfile.flush()

    def send_from(self, start: int, *, most: int | None = None, tag: str = '"one"') -> None:
        """Send the file from a place on, as a server does that knows ranges; after ``most`` bytes it hangs up."""
        rest, whole = self.content[start:], len(self.content)
        sent = rest if most is None else rest[:most]
        ranged = {"Content_Range": f"bytes {start}-{whole - 1}/{whole}"} if start else {}
        self.send(206 if start else 200, sent, length=len(rest), ETag=tag, **ranged)
        self.handler.close_connection = len(sent) < len(rest)


def whole(request: Request) -> None:
    """Answer well."""
    if request.start >= len(request.content) > 0:
        request.send(416, Content_Range=f"bytes */{len(request.content)}")
    else:
        request.send_from(request.start)


def cut(request: Request) -> None:
    """Hang up after a third of the file, each time but the fourth."""
    request.send_from(request.start, most=None if request.time_asked > 3 else len(request.content) // 3)


def busy_at_first(request: Request) -> None:
    """Refuse twice."""
    if request.time_asked < 3:
        request.send(503, b"SlowDown", Retry_After="0")
    else:
        whole(request)


def without_ranges(request: Request) -> None:
    """Hang up once in the middle, and always send the file from its beginning."""
    request.start = 0
    request.send_from(0, most=len(request.content) // 2 if request.time_asked == 1 else None)


def changed(request: Request) -> None:
    """Hang up once in the middle of another file than the one that is sent later."""
    if request.time_asked == 1:
        request.content = b"x" * len(request.content)
        request.send_from(0, most=len(request.content) // 2, tag='"other"')
    else:
        request.send_from(0 if request.handler.headers.get("If-Range") != '"one"' else request.start)


def too_short(request: Request) -> None:
    """Promise more than there is, each time."""
    request.send(200, request.content, length=len(request.content) + 100)
    request.handler.close_connection = True


def too_long(request: Request) -> None:
    """Promise less than there is: what comes is cut off."""
    request.send(200, request.content[: len(request.content) // 2])


def silent(request: Request) -> None:
    """Say nothing more after a few bytes."""
    request.send(200, request.content[:10], length=len(request.content))
    time.sleep(1.5)


def dripping(request: Request) -> None:
    """Send a byte now and then."""
    request.send(200, b"", length=len(request.content))
    for n in range(40):
        request.handler.wfile.write(request.content[n : n + 1])
        request.handler.wfile.flush()
        time.sleep(0.05)


def missing(request: Request) -> None:
    """Know no such file."""
    request.send(404, b"no such key")


class Archives:
    """A running server.

    Attributes:
        files: Path → content.
        answers: Path → how it is answered; well, where none is named.
        asked: Path → the ``Range`` of each request for it so far.
        url: Of its root.
    """

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.answers: dict[str, Answer] = {}
        self.asked: dict[str, list[str]] = {}
        served, times = self, Counter[str]()

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                times[self.path] += 1
                served.asked.setdefault(self.path, []).append(self.headers.get("Range", ""))
                request = Request(self, served.files.get(self.path, b""), times[self.path])
                answer = served.answers.get(self.path, whole if self.path in served.files else missing)
                try:
                    answer(request)
                except OSError:
                    self.close_connection = True

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        """Stop serving."""
        self._server.shutdown()
        self._server.server_close()
