"""A service that shows the real page, and whose answers are what a test lays out and come when it says so."""

from __future__ import annotations

import json
import mimetypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

WEB = Path(__file__).resolve().parents[2] / "web"
WAIT_S = 15
SMALL = {
    "/api/v1/components": {"components": {}},
    "/api/v1/suggest": {"names": [], "ready": True},
    "/api/v1/corpus": {
        "index": "sample",
        "indices": ["sample"],
        "ready": True,
        "languages": [],
        "sentences": 0,
        "documents": 0,
        "publishers": [],
        "since": "",
        "until": "",
        "sample": True,
        "examples": [{"objects": ["a", "b"], "decision": "first", "winner": "a", "sources": 3}],
    },
}


class WaitingService(ThreadingHTTPServer):
    """The page, and one answer to each ``POST``.

    Attributes:
        events: What ``/api/v1/stream`` sends before it waits.
        answer: Status and body of any other address.
        go: Set when answers may come.
        left: Set when the browser has closed a stream.
    """

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.events = b""
        self.answer: tuple[int, Any] = (200, {})
        self.go, self.left = threading.Event(), threading.Event()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    server: WaitingService

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        if path in SMALL:
            return self._send(200, "application/json", json.dumps(SMALL[path]).encode())
        file = WEB / (path.removeprefix("/static/").lstrip("/") or "index.html")
        return self._send(200, mimetypes.guess_type(file.name)[0] or "text/plain", file.read_bytes())

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        if self.path == "/api/v1/stream":
            self._send(200, "text/event-stream", self.server.events)
            self.connection.settimeout(WAIT_S)
            if self.connection.recv(1) == b"":
                self.server.left.set()
            return
        self.server.go.wait(WAIT_S)
        status, body = self.server.answer
        self._send(status, "application/json", json.dumps(body).encode())

    def _send(self, status: int, media: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", media)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def waiting() -> Iterator[WaitingService]:
    """Serve while the context lasts."""
    with WaitingService() as service:
        thread = threading.Thread(target=service.serve_forever)
        thread.start()
        try:
            yield service
        finally:
            service.go.set()
            service.shutdown()
            thread.join()
