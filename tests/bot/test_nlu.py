"""Rasa's graph reads with the service's reader."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from rasa.shared.nlu.constants import ENTITIES, INTENT, TEXT
from rasa.shared.nlu.training_data.message import Message

from bot.nlu import RemoteNLU


class _Service(BaseHTTPRequestHandler):
    """Reads everything as a comparison, except what it cannot read."""

    def do_POST(self) -> None:
        text = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["text"]
        found = {"entity": "object", "value": text, "start": 0, "end": len(text)}
        body = json.dumps(
            {"text": text, "intent": {"name": "compare", "confidence": 1.0}, "entities": [found]}
        ).encode()
        self.send_response(500 if text == "broken" else 200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def url() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Service)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def read(url: str | None, text: str) -> Message:
    component = RemoteNLU({**RemoteNLU.get_default_config(), "url": url})
    return component.process([Message({TEXT: text})])[0]


def test_intent_and_entities_come_from_the_service(url: str) -> None:
    message = read(url, "tea")
    assert message.get(INTENT) == {"name": "compare", "confidence": 1.0}
    assert message.get(ENTITIES) == [{"entity": "object", "value": "tea", "start": 0, "end": 3}]


@pytest.mark.parametrize("where", ["broken service", "no service", "no address"])
def test_a_message_that_cannot_be_read_has_no_intent(url: str, where: str) -> None:
    message = read({"broken service": url, "no service": "http://127.0.0.1:9", "no address": None}[where], "broken")
    assert not message.get(INTENT)
    assert message.get(ENTITIES) == []
