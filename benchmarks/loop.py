"""How long the event loop of a service works at a stretch: ``python -m benchmarks.loop``.

A real service with all its doors open is sent the largest inputs that each takes, and those that are dearest to take
apart. For each is told the longest processor time of a step of the loop, while which nobody else is served; what waits
for the processor or for other threads is not counted.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import gzip
import io
import json
import os
import socket
import sys
import tempfile
import threading
import time
from asyncio.events import Handle
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import aiohttp

from benchmarks.hostile import SECRETS, signed
from benchmarks.report import print_machine
from benchmarks.serving import Running, free_port, running

LONGEST_MS: Final = 20.0
TOLD_MS: Final = 1.0
"""Shorter steps are not noted."""
COLLECT_S: Final = 5.0
"""Until names and examples of the index are collected."""
LAG: Final = "lag"
"""What is noted of a timer."""
GARBAGE: Final = "garbage"
"""What is noted of a collection of garbage, while which all threads wait, whichever collects."""
TIMES: Final = 3
REST_S: Final = 0.1
"""After an input, until what it leaves behind is done."""
SILENT_S: Final = 0.5
"""So long without an answer what was sent is taken for left."""
MOST: Final = 65_536 - 300
"""Bytes of a body, with some for what is around it."""
OBJECTS: Final = '"objects": ["tea", "coffee"]'
SESSION: Final = "s" * 30

Send = Callable[[Running, aiohttp.ClientSession], Awaitable[object]]


def watch(path: str) -> None:
    """Note in a file longer steps of the event loops and collections of this process, and how late each timer is."""
    run, told = Handle._run, os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    def note(ms: float, what: str) -> None:
        os.write(told, f"{time.monotonic()}\t{ms}\t{what}\n".encode())

    def timed(handle: Handle) -> None:
        what = getattr(handle._callback, "__self__", handle._callback)  # type: ignore[attr-defined]
        if isinstance(handle, asyncio.TimerHandle):
            note(1000 * (time.monotonic() - handle.when()), LAG)
        started = time.thread_time()
        run(handle)
        if (took_ms := 1000 * (time.thread_time() - started)) > TOLD_MS:
            done = getattr(what.get_coro() if isinstance(what, asyncio.Task) else type(what), "__qualname__", "")
            note(took_ms, done)

    begun = threading.local()

    def collected(phase: str, _: Mapping[str, int]) -> None:
        if phase == "start":
            begun.at = time.thread_time()
        elif (took_ms := 1000 * (time.thread_time() - begun.at)) > TOLD_MS:
            note(took_ms, GARBAGE)

    Handle._run = timed  # type: ignore[assignment, method-assign]
    gc.callbacks.append(collected)


def filled(start: str, part: str, end: str, most: int = MOST) -> str:
    """Return as many parts as there is room for, with commas between them."""
    return start + ",".join([part] * ((most - len(start + end)) // (len(part) + 1))) + end


def numbered(start: str, part: Callable[[int], str], end: str, count: int) -> str:
    """Return so many parts that differ, with commas between them."""
    return start + ",".join(map(part, range(count))) + end


HOSTILE: Final = {
    "many numbers": filled('{"objects": [', "1", "]}"),
    "many names": filled('{"objects": [', '"a"', "]}"),
    "many aspects": filled('{"objects": ["tea", "coffee"], "aspects": [', '{"name": "a"}', "]}"),
    "many keys": numbered("{", lambda n: f'"{n}": 1', "}", MOST // 12),
    "deep": '{"question": ' + "[" * (MOST // 2),
    "long": json.dumps({"question": "a " * (MOST // 2 - 10), "message": ""}),
}
LARGE: Final = {
    "/api/v1/ask": [json.dumps({"question": "tea or coffee " * 140})],
    "/api/v1/chat": [
        json.dumps({"message": "tea or coffee " * 140}),
        json.dumps({"message": "tea, coffee, milk, beer, wine or water?"}),
    ],
    "/api/v1/compare": [
        numbered("{" + OBJECTS + ', "corrections": {', lambda n: f'"{"i" * 40}{n}": "NONE"', "}}", 1_000),
        json.dumps({"objects": [f"{n} {'x ' * 40}" for n in range(10)], "aspects": [{"name": "y " * 40}] * 10}),
    ],
    "/api/v1/reweigh": [
        numbered("{" + OBJECTS + ', "left_out": [', lambda n: f'"{"i" * 50}{n}"', "]}", 1_000),
        numbered("{" + OBJECTS + ', "corrections": {', lambda n: f'"{"i" * 40}{n}": "NONE"', "}}", 1_000),
    ],
    "/api/v1/explain": [numbered("{" + OBJECTS + ', "left_out": [', lambda n: f'"{"i" * 50}{n}"', "]}", 1_000)],
    "/api/v1/stream": [numbered("{" + OBJECTS + ', "left_out": [', lambda n: f'"{"i" * 50}{n}"', "]}", 1_000)],
    "/api/v1/feedback": [json.dumps({"consent": True, "useful": True, "sentences": ["i" * 3_000] * 20})],
    "/api/v1/pages/pairs": [json.dumps({"objects": ["tea", "x" * 60_000]})],
    "/api/v1/pages/clusters": [json.dumps({"objects": ["tea", "x" * 60_000]})],
    "/mcp": [
        filled(
            '{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "compare", "arguments": {'
            + arguments,
            part,
            "]}}}",
        )
        for arguments, part in (
            ('"objects": [', '"a"'),
            ('"objects": [', "1"),
            ('"objects": ["tea", "coffee"], "aspects": [', '{"name": "a"}'),
            ('"objects": ["tea", "coffee"], "aspects": [', "{}"),
        )
    ]
    + [
        numbered(
            '{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {', lambda n: f'"{n}": {{}}', "}}", 5_000
        ),
        filled('{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"_meta": {"a": [', "{}", "]}}}"),
        '{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "ask", "arguments": '
        + '{"a":' * 9_000
        + "1"
        + "}" * 9_002,
        '{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}',
        '{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "compare", "arguments": '
        + HOSTILE["many keys"][: MOST - 200].rpartition(",")[0]
        + "}}}",
        '{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "ask", "arguments": '
        + HOSTILE["many keys"][: MOST - 200].rpartition(",")[0]
        + "}}}",
        filled(
            '{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "compare", "arguments": '
            '{"objects": ["tea", "coffee"], "aspects": [',
            '{"name": 1, "weight": "a", "b": 2}',
            "]}}}",
        ),
        filled('{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {"a": [', "{}", "]}}}"),
        filled("[", '{"jsonrpc": "2.0", "id": 1, "method": "ping"}', "]"),
        *HOSTILE.values(),
    ],
    "/telegram/webhook": [
        filled(
            '{"update_id": 1, "message": {"message_id": 1, "chat": {"id": 1}, "text": "a", "entities": [', "{}", "]}}"
        ),
        json.dumps({"update_id": 2, "message": {"message_id": 2, "text": "a " * 30_000, "chat": {"id": 1}}}),
    ],
    "/dialogflow/es": [
        filled(
            '{"responseId": "a", "session": "b", "queryResult": {"queryText": "c", "outputContexts": [', "{}", "]}}"
        ),
        json.dumps({"responseId": "a", "session": "b", "queryResult": {"queryText": "a " * 30_000}}),
    ],
    "/dialogflow/cx": [
        filled('{"text": "tea or coffee", "sessionInfo": {"session": "b", "parameters": {"a": [', "{}", "]}}}"),
        json.dumps({"text": "a " * 30_000, "sessionInfo": {"session": "b"}, "fulfillmentInfo": {"tag": "a"}}),
    ],
    "/voice": [json.dumps({"session": "b", "text": "a " * 30_000})],
    "/alexa": [filled('{"version": "1.0", "request": {"type": "a", "a": [', "{}", "]}}")],
}
GETS: Final = (
    "/api/v1/suggest?q=",
    "/api/v1/suggest?q=c&k=20&beside=tea",
    "/api/v1/corpus",
    "/api/v1/components",
    "/openapi.json",
    "/metrics",
    "/readyz",
    "/",
    "/static/page.js",
    "/api/v1/search?q=" + "tea+" * 2_600,
    "/api/v1/suggest?" + "&".join(f"a{n}=1" for n in range(1_200)),
    "/cam?objectA=tea&objectB=coffee&" + "&".join(f"aspect{n}=a&weight{n}=1" for n in range(1, 450)),
    "/cam?objectA=" + "%E2%82%AC" * 1_150 + "&objectB=a",
    "/" + "a/" * 30_000,
    "/" * 10_900,
    "/" + "%2F" * 3_500,
    "/api/v1/documents/" + "../" * 3_500,
)


def post(path: str, body: str | bytes, **headers: str) -> Send:
    """Return what sends a body, as who may."""
    raw = body if isinstance(body, bytes) else body.encode()
    sent = {
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        "Authorization": "Bearer hush",
        "X-Telegram-Bot-Api-Secret-Token": "hush",
        **headers,
    }

    async def send(service: Running, http: aiohttp.ClientSession) -> object:
        async with http.post(service.url + path, data=raw, headers=sent) as got:
            return got.status, len(await got.read())

    return send


def slack(body: str) -> Send:
    """Return what sends a signed event of Slack."""
    return post("/slack/events", body, **signed(body.encode()))


def get(path: str) -> Send:
    """Return what asks for an address."""
    return raw(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())


def raw(data: bytes) -> Send:
    """Return what sends bytes and reads until the service closes, or is silent."""

    async def send(service: Running, _: aiohttp.ClientSession) -> object:
        return await _raw(service, data)

    return send


async def _raw(service: Running, data: bytes) -> object:
    where = urlsplit(service.url)
    reader, writer = await asyncio.open_connection(where.hostname, where.port)
    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
    writer.write(data)
    got = b""
    try:
        while chunk := await asyncio.wait_for(reader.read(1 << 20), SILENT_S):
            got = got or chunk
    except (TimeoutError, ConnectionError):
        pass
    writer.transport.abort()
    return got[:15].decode("latin-1")


def socketed(text: str) -> Send:
    """Return what sends one message of a WebSocket and reads what is answered."""

    async def send(service: Running, http: aiohttp.ClientSession) -> object:
        async with http.ws_connect(service.url + "/api/v1/chat/ws", max_msg_size=0) as there:
            await there.send_str(text)
            async for message in there:
                if json.loads(message.data)["type"] == "done":
                    return "done"
        return there.close_code

    return send


_OPEN: Final = (
    b"GET /api/v1/chat/ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
_POST: Final = b"POST /api/v1/ask HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


def inputs() -> Iterator[tuple[str, Send]]:
    """Yield what is sent, each with its name."""
    for path in ("/api/v1/ask", "/api/v1/compare", "/api/v1/chat"):
        for name, body in HOSTILE.items():
            yield f"{path}, {name}", post(path, body)
    for path, bodies in LARGE.items():
        for number, body in enumerate(bodies, 1):
            yield f"{path}, {number}", post(path, body)
    event = '{"type": "event_callback", "event_id": "E", "event": {"type": "app_mention", "user": "U", "channel": "C", '
    yield "/slack/events, blocks", slack(filled(event + '"ts": "1", "text": "a", "blocks": [', "{}", "]}}"))
    yield "/slack/events, text", slack(event + '"ts": "2", "text": "' + "a " * 30_000 + '"}}')
    for path in GETS:
        yield path[:40], get(path)
    yield "WebSocket, long", socketed(json.dumps({"message": "a " * 32_000}))
    yield "WebSocket, many keys", socketed(HOSTILE["many keys"])
    yield "WebSocket, several things", socketed(json.dumps({"message": "tea, coffee, milk, beer, wine or water?"}))
    yield "WebSocket, pings", raw(_OPEN + b"\x89\x80\0\0\0\0" * 60_000)
    yield "WebSocket, in pieces", raw(_OPEN + b"\x01\x81\0\0\0\0a" + b"\x00\x81\0\0\0\0a" * 60_000)
    yield "WebSocket, messages", raw(_OPEN + b"\x81\x81\0\0\0\0a" * 60_000)
    yield "headers, many", raw(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n" + b"a: b\r\n" * 50_000 + b"\r\n")
    yield (
        "headers, long",
        raw(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: " + b"a," * 32_000 + b"\r\n\r\n"),
    )
    yield "cookies", raw(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nCookie: " + b"a=b;" * 16_000 + b"\r\n\r\n")
    yield "requests in a row", raw(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 20_000)
    yield "chunks of a byte", raw(_POST + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\na\r\n" * 65_000 + b"0\r\n\r\n")
    bomb = gzip.compress(b"[" * 60_000_000)
    yield "packed", raw(_POST + b"Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(bomb) + bomb)
    yield "uploaded", post_text(b"Tea is better than coffee.\n" * 400_000)


def post_text(text: bytes) -> Send:
    """Return what adds a text to the index that takes some."""

    async def send(service: Running, http: aiohttp.ClientSession) -> object:
        async with http.put(service.url + "/api/v1/texts/tea.txt", data=io.BytesIO(text)) as got:
            return got.status, len(await got.read())

    return send


async def measure(
    service: Running, told: Path, wanted: str = "", times: int = TIMES
) -> dict[str, tuple[list[float], str, str]]:
    """Send every input some times.

    Args:
        service: Is watched.
        told: Where its steps are noted.
        wanted: Inputs whose name has this in it are sent.
        times: How often each is sent, at least twice.

    Returns:
        For each the longest step after each time in ms, what the longest did, and what was answered.
    """
    spans: dict[str, list[tuple[float, float]]] = {}
    answers: dict[str, object] = {}
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=60)) as http:
        for name, send in inputs():
            for _ in range(times if wanted in name else 0):
                started = time.monotonic()
                try:
                    answers[name] = await send(service, http)
                except aiohttp.ClientError as error:
                    answers[name] = type(error).__name__
                await asyncio.sleep(REST_S)
                spans.setdefault(name, []).append((started, time.monotonic()))
    steps, found = noted(told), {}
    for name, sent in spans.items():
        within = [
            max(
                ((ms, what) for at, ms, what in steps if a <= at <= b and what not in (LAG, GARBAGE)), default=(0.0, "")
            )
            for a, b in sent
        ]
        found[name] = ([ms for ms, _ in within], max(within)[1], str(answers[name]))
    return found


def noted(told: Path) -> list[tuple[float, float, str]]:
    """Return what was noted: when, how many ms, and what."""
    steps = [line.split("\t") for line in told.read_text("utf-8").splitlines()]
    return [(float(at), float(took), what) for at, took, what in steps]


def late(found: Mapping[str, tuple[list[float], str, str]]) -> dict[str, float]:
    """Return what took too long each time but the first, which loads what is loaded once, with the shortest step."""
    return {name: min(took[1:]) for name, (took, *_) in found.items() if min(took[1:]) > LONGEST_MS}


@contextmanager
def watched(index: str) -> Iterator[tuple[Running, Path]]:
    """Start a service with all its doors open; give it, and where its steps are noted."""
    dead = f"http://127.0.0.1:{free_port()}"
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder, "steps")
        settings = (
            f'[service]\nkeyless = ["ask", "admin", "upload"]\n[rasa]\nenabled = false\n'
            f'[slack]\napi_url = "{dead}/"\n[telegram]\napi_url = "{dead}"\nwebhook_url = "https://bot.example"\n'
            f'[indices]\nown = "{folder}/own"\n'
            f'[uploads]\nindex = "own"\nfolder = "{folder}/uploads"\n'
        )
        before = f"from benchmarks.loop import watch; watch({str(told)!r}); "
        with running(index, settings, SECRETS, before=before) as service:
            yield service, told


async def _run(
    service: Running, told: Path, wanted: str, times: int
) -> tuple[dict[str, tuple[list[float], str, str]], list[float]]:
    """Return what ``measure`` does, and what collections of garbage took meanwhile."""
    await service.ready()
    started = time.monotonic()
    await asyncio.sleep(COLLECT_S)
    found = await measure(service, told, wanted, times=times)
    return found, [ms for at, ms, what in noted(told) if what == GARBAGE and at > started]


def main() -> int:
    """Print the longest steps; the exit status says whether one is too long."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--index", default="var/index/sample", help="a folder")
    parser.add_argument("--only", default="", help="inputs whose name has this in it")
    parser.add_argument("--times", type=int, default=TIMES, help="so often each is sent")
    options = parser.parse_args()
    print_machine()
    with watched(options.index) as (service, told):
        found, garbage = asyncio.run(_run(service, told, options.only, options.times))
    print(f"{'ms of processor time':44} {'first':>7} {'later':>7} {'most':>7}  longest step, answer")
    for name, (took, what, answer) in found.items():
        print(f"{name[:44]:44} {took[0]:7.1f} {min(took[1:]):7.1f} {max(took[1:]):7.1f}  {what}, {answer}")
    print(
        f"collections of garbage of more than {TOLD_MS:g} ms: {len(garbage)}, the longest {max(garbage, default=0):.1f}"
    )
    print(f"longer than {LONGEST_MS:g} ms: {', '.join(late(found)) or 'none'}")
    return int(bool(late(found)))


if __name__ == "__main__":
    sys.exit(main())
