"""What the service does with inputs that are meant to break it: ``python -m benchmarks.hostile --inputs 10000``.

A real service with all its doors open is sent texts, JSON and bytes that are hostile, the same for the same seed. What
must not be is counted for each door: a status 5xx that the product made, a trace or a path in an answer or the log, an
answer after the deadline, and output that its place would take for more than text.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import hmac
import io
import json
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

import aiohttp
from aiohttp import web
from click.testing import CliRunner
from yarl import URL

from benchmarks.serving import ROOT, Running, Weight, free_port, running
from engine import schemas
from engine.config import load_config
from engine.pipeline import Engine
from engine.retrieval.embedded.build import build_index
from engine.retrieval.ingest.formats import ENDINGS
from engine.text.tokens import word_set
from service.cli.commands import main as whichever
from service.rendering import html, markdown, plain, slack, telegram
from service.rendering.blocks import Block, of_answer, of_reply
from service.rendering.terminal import show_answer

DEADLINE_S: Final = 21.0
"""``service.timeout_s``, and a second for the way."""
AT_ONCE: Final = 4
GROWN: Final = 0.1
"""Part of its memory that a service may take more at the end."""
SECRETS: Final = {
    "SLACK_BOT_TOKEN": "xoxb-1",
    "SLACK_SIGNING_SECRET": "hush",
    "TELEGRAM_BOT_TOKEN": "1:hush",
    "TELEGRAM_WEBHOOK_SECRET": "hush",
    "ALEXA_SKILL_ID": "hush",
    "DIALOGFLOW_TOKEN": "hush",
    "VOICE_TOKEN": "hush",
}
TEXTS: Final = (
    *("", " ", "\0", "\x1b[2J\x1b]0;x\x07", "a\u202eb\u2066c", "\u200b\u2060\ufeff", "\ud800", "\r\nSet-Cookie: a=b"),
    *(
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "<!channel> <@U1>",
        "`*_~|",
    ),
    *("'; DROP TABLE conversation; --", "../../../etc/passwd", "%s%n{0}{x.__class__}", "${jndi:ldap://x}", "{{7*7}}"),
    *(
        "or",
        "at",
        "we up",
        "the of and",
        "a" * 5_000,
        "word " * 3_000,
        "(" * 2_000,
        '"' * 999,
        "\\" * 999,
        "1e309",
        "NaN",
    ),
    *(
        "tea better than coffee than " * 200,
        "is a or b or c or d or e or f or g better?",
        "\u0301" * 2_000,
        "👩‍👩‍👧" * 500,
    ),
    *(
        "\u2028\u2029\u061c",
        "cof\xadfee",
        "\U000e0049\U000e0067" * 30,
        "doc#\u00b2",
        'body:* [a TO "b"~99999 /.*/ a^1e400',
    ),
    *(
        "<http://evil|x>",
        "![x](http://evil/x.png)",
        '<a href="tg://user?id=1">x</a>',
        "</speak><audio src='x'/>",
        "]]>",
    ),
    *("Is tea better than coffee for sleep?", "why?", "delete my data", "C++ or C#", "tea vs coffee", "ǅﬃⅣ", "İ" * 300),
)
_ROOTS: Final = re.compile(rb"Traceback \(most recent|File \"/|site-packages/|" + re.escape(str(ROOT).encode()))
_UNSEEN: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\U000e0000-\U000e0fff]"
)
_TAGS: Final = word_set(
    "p strong em ul ol li table thead tbody tr th td a button span cite blockquote q sup b code pre br meter small"
)

_SPOKEN: Final = word_set("speak p s")


@dataclass(slots=True)
class Told:
    """What was counted for a door."""

    inputs: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)

    def fault(self, kind: str, example: object) -> None:
        """Note what must not be."""
        self.faults[kind] += 1
        if len(self.examples) < 3:
            self.examples.append(f"{kind}: {ascii(example)[:300]}")


FAULTS: Final = ("5xx", "trace", "unescaped", "late")


class Hostile:
    """Makes hostile inputs from a seed."""

    def __init__(self, seed: int) -> None:
        """Begin anew."""
        self.random = random.Random(seed)

    def text(self) -> str:
        """Return a text."""
        parts = self.random.choices(TEXTS, k=self.random.choice((1, 1, 1, 2, 3)))
        return self.random.choice((" or ", " ", "", " better than ")).join(parts)

    def value(self, depth: int = 2) -> Any:
        """Return a value of JSON."""
        made: list[Callable[[], Any]] = [
            self.text,
            lambda: self.random.choice(
                (None, True, -1, 0, 2**63, -(10**18), 10**400, 1.5, float("nan"), float("inf"), [], {}, "")
            ),
        ]
        if depth:
            made += [
                lambda: [self.value(depth - 1) for _ in range(self.random.randrange(9))],
                lambda: {self.text(): self.value(depth - 1) for _ in range(self.random.randrange(5))},
            ]
        return self.random.choice(made)()

    def changed(self, body: Any) -> Any:
        """Return a body with what is in it exchanged here and there."""
        if isinstance(body, dict):
            kept = {key: self.changed(value) for key, value in body.items() if self.random.random() > 0.05}
            return kept | ({self.text(): self.value()} if self.random.random() < 0.1 else {})
        if isinstance(body, list):
            return [self.changed(one) for one in body] * self.random.choice((1, 1, 1, 1, 0, 2, 50))
        return self.value() if self.random.random() < 0.15 else self.text() if body == "TEXT" else body

    def body(self, body: Any) -> bytes:
        """Return a body as it is sent, now and then broken."""
        raw = bytearray(json.dumps(self.changed(body)).encode("utf-8", "surrogatepass"))
        match self.random.randrange(12):
            case 0:
                del raw[self.random.randrange(len(raw) + 1) :]
            case 1:
                for _ in range(self.random.randrange(1, 9)):
                    raw[self.random.randrange(len(raw))] = self.random.randrange(256)
            case 2:
                raw = bytearray(
                    self.random.choice((b"null", b"[" * 50_000, b"\xff\xfe", b"", b"{}" * 40_000, b"7", b'"x"'))
                )
        return bytes(raw)

    def lines(self) -> bytes:
        """Return a request as no program writes it."""
        head = [self.random.choice(FIRST), *self.random.choices(HEADERS, k=self.random.randrange(1, 7))]
        return b"\r\n".join([*head, b"", self.random.choice(AFTER)])

    def header(self) -> str:
        """Return a value of a header."""
        return "".join(char for char in self.text()[:500] if char.isprintable()).encode("utf-8", "replace").decode()


TEXT: Final = "TEXT"
_QUERY: Final = {
    "objects": [TEXT, TEXT, "tea"],
    "aspects": [{"name": TEXT, "weight": 3}],
    "fast": True,
    "classifier": "keyphrase",
    "since": "2020",
    "until": TEXT,
}
_SAID: Final = {"text": TEXT, "user": "U1", "channel": "D1", "ts": "1.1"}
_CLICKED: Final = {"action_id": "say:0", "block_id": "0:D1:", "value": TEXT}
_ANSWERED_AT: Final = {"trigger_id": TEXT, "response_url": TEXT}
_PERSON: Final = {"id": 1, "is_bot": False, "first_name": TEXT}
_MESSAGE: Final = {"message_id": 1, "date": 1, "text": TEXT, "chat": {"id": 1, "type": "private"}, "from": _PERSON}
BODIES: Final[dict[str, list[tuple[str, Any]]]] = {
    "REST": [
        ("/api/v1/ask", {"question": TEXT, "fast": True, "length": "chat"}),
        ("/api/v1/compare", _QUERY),
        ("/api/v1/compare", {"objects": ["tea", TEXT]}),
        ("/api/v1/reweigh", {**_QUERY, "question": TEXT, "corrections": [{"sentence": TEXT, "stance": "none"}]}),
        ("/api/v1/explain", {"objects": ["tea", TEXT], "offset": 0, "limit": 5}),
        ("/api/v1/chat", {"message": TEXT}),
        ("/api/v1/chat", {"session": "k" * 30, "message": TEXT}),
        ("/api/v1/stream", {"question": TEXT}),
        ("/api/v1/pages/pairs", {"objects": ["tea", TEXT], "aspect": TEXT}),
        ("/api/v1/pages/clusters", {"objects": [TEXT, TEXT]}),
    ],
    "Slack": [
        ("/slack/events", {"type": "event_callback", "event_id": TEXT, "event": _SAID | {"type": "app_mention"}}),
        (
            "/slack/events",
            {
                "type": "event_callback",
                "event_id": TEXT,
                "event": _SAID | {"type": "message", "channel_type": "im"},
            },
        ),
        ("/slack/events", {"type": "block_actions", "actions": [_CLICKED], "user": {"id": "U1"}} | _ANSWERED_AT),
        ("/slack/events", {"command": "/compare", "text": TEXT, "user_id": "U1", "channel_id": "D1"} | _ANSWERED_AT),
        ("/slack/events", {"type": "url_verification", "challenge": TEXT}),
    ],
    "Telegram": [
        ("/telegram/webhook", {"update_id": 1, "message": _MESSAGE}),
        (
            "/telegram/webhook",
            {"update_id": 1, "edited_message": _MESSAGE | {"entities": [{"type": TEXT, "offset": 9}]}},
        ),
        (
            "/telegram/webhook",
            {"update_id": 1, "callback_query": {"id": TEXT, "from": _PERSON, "data": TEXT, "message": _MESSAGE}},
        ),
    ],
    "Alexa": [
        ("/alexa", {"version": "1.0", "session": {"application": {"applicationId": TEXT}}, "request": {"type": TEXT}})
    ],
    "Dialogflow": [
        ("/dialogflow/es", {"responseId": TEXT, "session": TEXT, "queryResult": {"queryText": TEXT}}),
        ("/dialogflow/cx", {"text": TEXT, "sessionInfo": {"session": TEXT}, "fulfillmentInfo": {"tag": TEXT}}),
    ],
    "webhook": [("/voice", {"session": TEXT, "text": TEXT})],
    "MCP": [
        (
            "/mcp",
            {
                "jsonrpc": "2.0",
                "id": 1,
                "method": "tools/call",
                "params": {"name": "compare", "arguments": {"objects": [TEXT, "tea"], "question": TEXT}},
            },
        ),
        ("/mcp", {"jsonrpc": "2.0", "id": TEXT, "method": TEXT, "params": {}}),
    ],
}
PATHS: Final = {
    "REST": (
        "/api/v1/search?q={}",
        "/api/v1/sentences/{}/context?before=3",
        "/api/v1/documents/{}",
        "/{}",
        "/static/{}",
    ),
    "/cam": ("/cam?objectA={}&objectB={}&aspect1={}&weight1=3", "/cam/search?query={}", "/cam/context?documentID={}"),
}
DOORS: Final = (
    *("REST", "REST", "/cam", "WebSocket", "Slack", "Telegram", "Alexa", "Dialogflow", "webhook", "MCP", "bytes"),
)
FIRST: Final = (
    *(
        b"POST /api/v1/ask HTTP/1.1",
        b"GET /healthz HTTP/1.1",
        b"GET http://evil.example/ HTTP/1.1",
        b"OPTIONS * HTTP/1.1",
    ),
    *(
        b"CONNECT localhost:22 HTTP/1.1",
        b"PRI * HTTP/2.0",
        b"GET /",
        b"GET /\xff%zz%00 HTTP/1.1",
        b"\x16\x03\x01\x02\0",
    ),
    *(b"get http://[::1/ HTTP/9.9", b"A" * 20_000 + b" / HTTP/1.1", b"GET " + b"/" * 5_000 + b" HTTP/1.1"),
)
_UPGRADE: Final = (
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + b"a" * 22 + b"=="
)
HEADERS: Final = (
    *(b"Host: localhost", b"Host: localhost", b"Host: [::1", b"Host: evil.example", b"Content-Type: application/json"),
    *(b"Content-Length: 9", b"Content-Length: -1", b"Content-Length: " + b"9" * 30, b"Transfer-Encoding: chunked"),
    *(b"Transfer-Encoding: x, chunked", b"Expect: 100-continue", b"Expect: x", b"Connection: close", b" folded: a"),
    *(b": a", b"a", b"A: \0", b"\xff: \xff", b"A: " + b"b" * 30_000, b"Cookie: " + b"a=b;" * 5_000, b"Origin: null"),
    *(
        b"Range: bytes=0-,-1",
        b'If-None-Match: "' * 500,
        b"X-Forwarded-For: ,,::1%x",
        b"Content-Encoding: gzip",
        _UPGRADE,
    ),
)
AFTER: Final = (
    *(
        b"",
        b'{"question": "tea or coffee?"}',
        b"5\r\nabcde\r\n0\r\n\r\n",
        b"-1\r\n\r\n",
        b"f" * 30 + b"\r\n",
        b"\0" * 9_000,
    ),
    *(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 20, b"\x89\xfe\0\x7e\0\0\0\0" + b"a" * 126, b"\x81\x02{}"),
    *(b"\x88\x82\0\0\0\0\x03\xed", b"\x81\xff" + b"\x7f" + b"\xff" * 7 + b"\0\0\0\0", b"\xc1\x83\0\0\0\0\xff\xff\xff"),
)
URLS: Final = (
    *(
        "javascript:alert(1)",
        "data:text/html,<script>",
        'http://a/"onmouseover=x',
        "http://a/)](javascript:x)",
        "//evil",
    ),
    *("http://a|b>c", "http://a/<b>", "\tjavascript:x", "vbscript:x", "http://\u202eevil/", "http://a/ b", "mailto:x"),
)
SILENT_S: Final = 0.3
"""So long without an answer to bytes what was sent is left."""


class Trial:
    """Sends inputs to a service and counts what comes back."""

    def __init__(self, url: str, http: aiohttp.ClientSession, seed: int) -> None:
        """Prepare."""
        self.told = {door: Told() for door in dict.fromkeys((*DOORS, "command line", "index"))}
        self._url, self._http, self._made = url, http, Hostile(seed)

    async def run(self, inputs: int, *, alone: bool = True) -> None:
        """Send so many inputs, a few at once; a hundredth of them each to the command line and into an index."""
        commands = inputs // 100 if alone else 0
        left = iter(range(inputs - 2 * commands))

        async def send() -> None:
            for _ in left:
                await self._send(self._made.random.choice(DOORS))

        await asyncio.gather(*(send() for _ in range(AT_ONCE)))
        for _ in range(commands):
            await asyncio.to_thread(self._command)
            await asyncio.to_thread(self._index)

    async def _send(self, door: str) -> None:
        told = self.told[door]
        told.inputs += 1
        started = time.monotonic()
        sent: Any = ""
        try:
            if door == "bytes":
                sent = self._made.lines()
                await self._write(told, sent)
            elif door == "WebSocket":
                sent = self._made.body({"session": "w" * 30, "message": TEXT})
                await self._converse(told, sent)
            elif door == "/cam" or (door == "REST" and self._made.random.random() < 0.3):
                sent = re.sub(r"\{\}", lambda _: self._quoted(), self._made.random.choice(PATHS[door]))
                await self._ask(told, "GET", sent, None, {})
            else:
                path, body = self._made.random.choice(BODIES[door])
                sent = self._made.body(body)
                await self._ask(told, "POST", path, sent, self._headers() | (signed(sent) if door == "Slack" else {}))
        except (aiohttp.ClientError, ConnectionError, TimeoutError) as error:
            told.statuses[0] += 1
            if not isinstance(
                error, ConnectionError | aiohttp.ServerDisconnectedError | aiohttp.ClientOSError | aiohttp.InvalidURL
            ):
                told.fault("late" if isinstance(error, TimeoutError) else "5xx", (type(error), sent))
        if time.monotonic() - started > DEADLINE_S:
            told.fault("late", sent)

    def _quoted(self) -> str:
        text = self._made.text()[:3_000].encode("utf-8", "surrogatepass")
        return "".join(f"%{byte:02x}" for byte in text)

    def _headers(self) -> dict[str, str]:
        made = self._made
        headers = {"Content-Type": "application/json", "Authorization": "Bearer hush"}
        headers |= {"X-Telegram-Bot-Api-Secret-Token": "hush", "Accept": "application/json, text/event-stream"}
        for name in (
            "X-Slack-Signature",
            "X-Slack-Request-Timestamp",
            "X-Request-ID",
            "SignatureCertChainUrl",
            "Origin",
        ):
            if made.random.random() < 0.2:
                headers[name] = made.header()
        if made.random.random() < 0.05:
            headers["Content-Type"] = "application/json; charset=klingon"
        return headers

    async def _ask(self, told: Told, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> None:
        url = URL(self._url + path, encoded=True)
        async with self._http.request(method, url, data=body and io.BytesIO(body), headers=headers) as got:
            raw = await got.read()
            told.statuses[got.status] += 1
            if got.status >= 500 and not (got.status == 503 and "Retry-After" in got.headers):
                told.fault("5xx", (got.status, path, body, raw))
            self._look(told, raw, (path, body))
            for said in re.findall(rb"<speak>.*?</speak>", raw) if path == "/voice" else ():
                if not {one.tag for one in ElementTree.fromstring(json.loads(b'"%s"' % said)).iter()} <= _SPOKEN:
                    told.fault("unescaped", ("ssml", said))
            if got.status == 200 and path in ("/api/v1/ask", "/api/v1/chat"):
                value = json.loads(raw)
                for blocks in map(of_reply, value["replies"]) if "replies" in value else [of_answer(value)]:
                    _look_at_output(told, blocks, raw)
                if "blocks" in value and _UNSEEN.search(show_answer(value, fancy=False).replace("\n", "")):
                    told.fault("unescaped", ("terminal", body))

    async def _converse(self, told: Told, sent: bytes) -> None:
        async with self._http.ws_connect(f"{self._url}/api/v1/chat/ws") as socket:
            if self._made.random.random() < 0.1:
                await socket.send_bytes(sent)
            else:
                await socket.send_str(sent.decode("utf-8", "replace"))
            async with asyncio.timeout(DEADLINE_S):
                async for message in socket:
                    raw = str(message.data).encode()
                    self._look(told, raw, sent)
                    frame = json.loads(raw)
                    if frame["type"] == "error" and frame["error"]["status"] == 500:
                        told.fault("5xx", sent)
                    if frame["type"] == "done":
                        told.statuses[200] += 1
                        return
        told.statuses[socket.close_code or 0] += 1

    async def _write(self, told: Told, sent: bytes) -> None:
        """Send bytes, and read until the service closes or is silent."""
        where, raw = URL(self._url), b""
        reader, writer = await asyncio.open_connection(where.host, where.port)
        try:
            writer.write(sent)
            while part := await asyncio.wait_for(reader.read(1 << 16), SILENT_S):
                raw += part
        except TimeoutError:
            pass
        finally:
            writer.transport.abort()
        for status in [int(one) for one in re.findall(rb"^HTTP/1\.[01] (\d{3})", raw, re.MULTILINE)] or [0]:
            told.statuses[status] += 1
            if status >= 500 and status != 503:
                told.fault("5xx", (sent, raw))
        self._look(told, raw, sent)

    def _command(self) -> None:
        told, made = self.told["command line"], self._made
        told.inputs += 1
        text = made.text().replace("\0", "").encode("utf-8", "replace").decode()
        arguments = made.random.choice(
            (["ask", text], ["compare", "tea", text], ["search", text], [text], ["--", text])
        )
        result = CliRunner().invoke(whichever, arguments)
        told.statuses[result.exit_code] += 1
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            told.fault("trace", (arguments, result.exception))
        self._look(told, result.output.encode("utf-8", "replace"), arguments)
        if _UNSEEN.search(result.output):
            told.fault("unescaped", (arguments, _UNSEEN.findall(result.output)))

    def _index(self) -> None:
        """Index a hostile file beside a fine one, which must be found then, and one whose sentences are answers."""
        told, made, started = self.told["index"], self._made, time.process_time()
        told.inputs += 1
        ending = made.random.choice(ENDINGS)
        body = made.body({"id": TEXT, "title": TEXT, "date": TEXT, "sents": [TEXT, TEXT], "url": TEXT})
        if made.random.random() < 0.5:
            body = (made.text() + "\n").encode("utf-8", "surrogatepass") * made.random.randrange(1, 2_000)
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, "texts")
            source.mkdir()
            (source / f"a\x1b\n{ending}").write_bytes(body)
            (source / "fine.jsonl").write_text('{"title": "Tea is better than coffee."}\n', "utf-8")
            quoted = f"Tea is better than coffee {made.text()[:300]} for sleep."
            quotes = {"id": made.text(), "title": made.text(), "sents": [quoted], "url": made.random.choice(URLS)}
            (source / "quotes.jsonl").write_text(json.dumps(quotes) + "\n", "utf-8")
            try:
                stats = build_index([source], Path(folder, "index"))
                with closing(Engine(load_config(overrides={"retrieval": {"index": Path(folder, "index")}}))) as engine:
                    answer = schemas.answer(engine.ask("Is tea better than coffee for sleep?"))
                    _look_at_output(told, of_answer(json.loads(schemas.dump(answer))), quotes)
            except Exception as error:  # noqa: BLE001 - whatever it is, it is counted
                told.fault("trace", (ending, body[:200], repr(error)))
                return
        told.statuses[len(stats.problems) and 1] += 1
        if not stats.added or any(_UNSEEN.search(problem) for problem in stats.problems):
            told.fault("unescaped", (ending, body[:200], stats.problems))
        if time.process_time() - started > DEADLINE_S:
            told.fault("late", (ending, body[:200]))

    def _look(self, told: Told, raw: bytes, sent: object) -> None:
        if found := _ROOTS.search(raw):
            told.fault("trace", (found[0], sent))


class _Tags(HTMLParser):
    """Collects what a fragment of HTML has that ours has not."""

    def __init__(self) -> None:
        super().__init__()
        self.strange: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Look at a tag and its attributes."""
        if tag not in _TAGS or any(
            name.startswith("on") or (name in {"href", "src"} and not (value or "").startswith(("http://", "https://")))
            for name, value in attrs
        ):
            self.strange.append(f"{tag} {attrs}")


def _look_at_output(told: Told, blocks: tuple[Block, ...], example: object) -> None:
    """Render what was answered for every place, and note what it would take for more than text."""
    shown = {"html": html.render(blocks), "markdown": markdown.render(blocks), "plain": plain.render(blocks)}
    shown["telegram"] = "\n".join(str(message) for message in telegram.render(blocks))
    shown["slack"] = json.dumps(slack.render(blocks), ensure_ascii=False)
    tags = _Tags()
    tags.feed(shown["html"])
    for strange in tags.strange:
        told.fault("unescaped", ("html", strange))
    for place, text in shown.items():
        if found := _UNSEEN.search(text.replace("\n", "").replace("\t", "")):
            told.fault("unescaped", (place, found[0], example))


def signed(body: bytes) -> dict[str, str]:
    """Return the headers of a body of Slack."""
    at = str(int(time.time()))
    key = hmac.new(SECRETS["SLACK_SIGNING_SECRET"].encode(), f"v0:{at}:".encode() + body, hashlib.sha256).hexdigest()
    return {"X-Slack-Request-Timestamp": at, "X-Slack-Signature": f"v0={key}"}


def trial(inputs: int, seed: int, index: str) -> tuple[Trial, list[Weight], str]:
    """Start a service, send it inputs, and end it.

    Returns:
        What was counted; what the service took in memory before and after; its log.
    """
    place = f"http://127.0.0.1:{(port := free_port())}"
    settings = (
        f'[rasa]\nenabled = false\n[messaging]\nper_minute = 10_000\nburst = 1_000\n[slack]\napi_url = "{place}/"\n'
        f'[telegram]\napi_url = "{place}"\nwebhook_url = "https://bot.example"\n'
    )
    with running(index, settings, SECRETS) as service:
        made, memory = asyncio.run(_sent(service, port, inputs, seed))
        return made, memory, service.log.read_text("utf-8", "replace")


async def _sent(service: Running, port: int, inputs: int, seed: int) -> tuple[Trial, list[Weight]]:
    heard = Told()
    platforms = web.AppRunner(_platforms(heard), access_log=None)
    await platforms.setup()
    await web.TCPSite(platforms, "127.0.0.1", port).start()
    try:
        made, memory = await _weighed(service, inputs, seed)
    finally:
        await platforms.cleanup()
    made.told["to messengers"] = heard
    return made, memory


def _platforms(heard: Told) -> web.Application:
    """Return what takes all that is said to Slack and Telegram, and looks at it."""
    user = {"id": 1, "is_bot": True, "first_name": "Whichever", "username": "whichever"}
    told = {"message_id": 1, "date": 1, "chat": {"id": 1, "type": "private"}}
    answer = {"ok": True, "user_id": "U0", "bot_id": "B0", "team_id": "T0", "url": "https://a.slack.com/", "ts": "1"}

    async def take(request: web.Request) -> web.Response:
        method, is_json = request.path.rpartition("/")[2], request.content_type.endswith("json")
        said = await request.json() if is_json else await request.post()
        heard.statuses[200] += 1
        for text in map(str, said.values()):
            if found := _UNSEEN.search(_unpacked(text)):
                heard.fault("unescaped", (method, found[0], text))
        result: Any = user if method == "getMe" else told if method.startswith(("send", "edit")) else True
        return web.json_response(answer | {"result": result})

    app = web.Application(client_max_size=1 << 24)
    app.router.add_route("*", "/{path:.*}", take)
    return app


def _unpacked(text: str) -> str:
    """Return a text, or the JSON in it without escapes."""
    try:
        return json.dumps(json.loads(text), ensure_ascii=False)
    except ValueError:
        return text


async def _weighed(service: Running, inputs: int, seed: int) -> tuple[Trial, list[Weight]]:
    await service.ready()
    timeout = aiohttp.ClientTimeout(total=2 * DEADLINE_S)
    async with aiohttp.ClientSession(timeout=timeout) as http:
        before = Trial(service.url, http, seed + 1)
        await before.run(min(1_000, inputs // 5), alone=False)  # loads what is loaded once
        memory = [await service.weigh(http)]
        made = Trial(service.url, http, seed)
        await made.run(inputs)
        return made, [*memory, await service.weigh(http)]


def table(made: Trial) -> str:
    """Return what was counted, as a table in Markdown."""
    lines = [f"| door | inputs | answers | {' | '.join(FAULTS)} |", f"|---|---:|---|{'---:|' * len(FAULTS)}"]
    for door, told in made.told.items():
        answers = ", ".join(f"{status}: {count}" for status, count in sorted(told.statuses.items()))
        lines.append(
            f"| {door} | {told.inputs} | {answers} | {' | '.join(str(told.faults[kind]) for kind in FAULTS)} |"
        )
    return "\n".join(lines)


def main() -> int:
    """Print the table; the exit status says whether anything was found."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--inputs", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--index", default="sample")
    options = parser.parse_args()
    made, memory, log = trial(options.inputs, options.seed, options.index)
    print(table(made))
    before, after = (one.own - one.kept for one in memory)
    print(
        f"\ntraces in the log: {log.count('Traceback')}; memory without pages of files and what is kept up to a bound "
        f"{before >> 20} MB → {after >> 20} MB, {after / before - 1:+.1%} (goal: {GROWN:.0%})"
    )
    for door, told in made.told.items():
        for example in told.examples:
            print(f"{door}: {example}", file=sys.stderr)
    return int(after > (1 + GROWN) * before or "Traceback" in log or any(told.faults for told in made.told.values()))


if __name__ == "__main__":
    sys.exit(main())
