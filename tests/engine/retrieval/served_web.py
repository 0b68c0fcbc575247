"""A stand-in for SearXNG and for the pages that it finds, served on loopback."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

Handle = Callable[[BaseHTTPRequestHandler], None]


class Web:
    """A web server on loopback whose paths are functions.

    Attributes:
        paths: Path → what answers it.
        asked: Paths and queries of the requests so far.
    """

    def __init__(self) -> None:
        self.paths: dict[str, Handle] = {}
        self.asked: list[str] = []
        web = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                web.asked.append(self.path)
                handle = web.paths.get(urlsplit(self.path).path)
                try:
                    send(self, b"", status=404) if handle is None else handle(self)
                except (BrokenPipeError, ConnectionResetError):
                    self.close_connection = True

            def log_message(self, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def send(request: BaseHTTPRequestHandler, body: bytes, *, status: int = 200, **headers: str) -> None:
    request.send_response(status)
    for name, value in {"Content_Type": "text/html; charset=utf-8", **headers}.items():
        request.send_header(name.replace("_", "-"), value)
    request.send_header("Content-Length", str(len(body)))
    request.end_headers()
    request.wfile.write(body)


def answering(results: Any, **also: Any) -> Handle:
    """Return SearXNG's answer with these results; it refuses what the real one refuses.

    Args:
        results: Them, or what gives them for a query and the number of a page of results.
        also: Further fields of the answer.
    """

    def handle(request: BaseHTTPRequestHandler) -> None:
        asked = {name: values[0] for name, values in parse_qs(urlsplit(request.path).query).items()}
        if not asked.get("q"):
            send(request, b"No query", status=400)
        elif asked.get("format") != "json" or not asked.get("pageno", "1").isdecimal():
            send(request, b"Forbidden", status=403)
        else:
            listed = results(asked["q"], int(asked["pageno"])) if callable(results) else results
            body = json.dumps({"query": asked["q"], "results": listed, **also}).encode()
            send(request, body, Content_Type="application/json")

    return handle


def result(url: str, title: str = "T", content: str = "Tea is fine.") -> dict[str, str]:
    return {"url": url, "title": title, "content": content, "engine": "fake"}
