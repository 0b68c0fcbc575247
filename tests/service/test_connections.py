"""Connections and WebSockets are bounded, all together and for one client; a silent one is closed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any

import pytest
from aiohttp import web
from aiohttp.http_exceptions import LineTooLong

from service.server.chat_socket import MOST_ALONE
from service.server.connections import BoundedRunner, Connections, Rarely, without_words
from service.server.middleware import observed
from tests.service.served import Service, served, until


@asynccontextmanager
async def listening(connections: Connections) -> AsyncIterator[Callable[[], Any]]:
    """Yield what opens a connection to a service with so much room."""

    async def hello(_: web.Request) -> web.Response:
        return web.Response(text="hello")

    app = web.Application(middlewares=[observed(lambda *_: None, [], 0)])
    app.router.add_get("/", hello)
    writers: list[asyncio.StreamWriter] = []
    async with served(BoundedRunner(app, connections, access_log=None)) as url:
        port = int(url.rpartition(":")[2])

        async def connect() -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writers.append(writer)
            return reader, writer

        yield connect
        for writer in writers:
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()


async def is_closed(reader: asyncio.StreamReader) -> bool:
    try:
        return await asyncio.wait_for(reader.read(), 5) == b""
    except ConnectionResetError:
        return True


async def says(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
    writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    return await asyncio.wait_for(reader.readuntil(b"hello"), 5)


@pytest.mark.parametrize(("most", "alone"), [(2, 9), (9, 2)])
async def test_one_connection_too_many_is_closed_and_the_others_go_on(most: int, alone: int) -> None:
    connections = Connections(most=most, alone=alone)
    async with listening(connections) as connect:
        pairs = [await connect() for _ in range(2)]
        for reader, writer in pairs:
            assert b"200 OK" in await says(reader, writer)
        reader, _ = await connect()
        assert await is_closed(reader)
        pairs[0][1].close()
        await until(lambda: len(connections) == 1)
        assert b"200 OK" in await says(*await connect())


async def test_a_connection_without_a_request_is_closed() -> None:
    async with listening(Connections(most=9, alone=9, first_s=0.3)) as connect:
        silent, (trickling, writer), used = await connect(), await connect(), await connect()
        writer.write(b"GET / HTTP/1.1\r\nX: ")
        assert b"200 OK" in await says(*used)
        assert await is_closed(silent[0])
        assert await is_closed(trickling)
        assert b"200 OK" in await says(*used)


async def test_one_client_does_not_have_all_websockets(service: Service) -> None:
    async with AsyncExitStack() as stack:
        for _ in range(MOST_ALONE):
            await stack.enter_async_context(service.http.ws_connect(service.at("/api/v1/chat/ws")))
        headers = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"}
        headers["Sec-WebSocket-Key"] = "MDEyMzQ1Njc4OWFiY2RlZg=="
        async with service.http.get(service.at("/api/v1/chat/ws"), headers=headers) as got:
            assert (got.status, "Retry-After" in got.headers) == (503, True)
        assert (await service.get("/healthz"))[0] == 200


@pytest.mark.parametrize("said", ["socket.accept() out of system resource", "socket.send() raised exception."])
def test_the_log_says_rarely_that_there_are_no_descriptors_or_that_somebody_has_gone(said: str) -> None:
    rarely, lines = Rarely(), []
    for _ in range(1000):
        record = logging.LogRecord("asyncio", 40, "", 0, said, (), None)
        if rarely.filter(record):
            lines.append(record.getMessage())
    assert lines == [f"{said} (0 more times since it was last said)"]
    assert rarely.filter(logging.LogRecord("asyncio", 40, "", 0, "another %s", ("line",), None))


def test_the_log_says_of_what_cannot_be_read_no_word(caplog: pytest.LogCaptureFixture) -> None:
    logger = logging.getLogger("aiohttp.server")
    logger.addFilter(without_words)
    try:
        with caplog.at_level(logging.INFO, "aiohttp.server"):
            for error in (LineTooLong(b"/cam?objectA=secret", 8190), ValueError("a fault of ours")):
                logger.error("Error handling request from %s", "127.0.0.1", exc_info=error)
        with caplog.at_level(logging.WARNING, "aiohttp.server"):
            logger.error("Error handling request", exc_info=LineTooLong(b"/cam?objectA=secret", 8190))
    finally:
        logger.removeFilter(without_words)
    unread, ours = caplog.records
    assert (unread.getMessage(), unread.exc_info) == ("Refused what cannot be read: LineTooLong", None)
    assert ours.exc_info is not None
