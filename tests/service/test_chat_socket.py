"""The conversation over a WebSocket."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

import aiohttp
import pytest
from aiohttp import WSMsgType
from jsonschema import Draft202012Validator
from pydantic import TypeAdapter

from engine import schemas
from engine.config import Config
from engine.pipeline import Engine
from service.server.app import make_app, make_runner
from service.server.chat import Chat
from service.server.pool import Pool
from tests.service.served import FakeRasa, Service, is_error, served

PATH = "/api/v1/chat/ws"


async def frames(socket: aiohttp.ClientWebSocketResponse) -> list[Any]:
    """Return the frames that answer one message, up to and without ``done``."""
    heard: list[Any] = []
    while (frame := await socket.receive_json(timeout=60))["type"] != "done":
        heard.append(frame)
    return heard


async def test_a_message_is_answered_by_session_typing_and_replies(service: Service) -> None:
    async with service.http.ws_connect(service.at(PATH)) as socket:
        await socket.send_json({"message": "hello"})
        session, typing, reply = await frames(socket)
        assert (session["type"], typing) == ("session", {"type": "typing"})
        assert reply["type"] == "reply"
        Draft202012Validator(TypeAdapter(schemas.Reply).json_schema()).validate(reply["reply"])
        await socket.send_json({"session": session["session"], "message": "again"})
        again, _, _ = await frames(socket)
        assert again == session


@pytest.mark.parametrize("raw", ["", "{", "[]", "null", '{"message": 1}', '{"message": ""}', '{"a": 1}', "x" * 20_000])
async def test_a_bad_message_is_answered_by_an_error_and_the_conversation_goes_on(service: Service, raw: str) -> None:
    async with service.http.ws_connect(service.at(PATH)) as socket:
        await socket.send_str(raw)
        heard = await frames(socket)
        assert heard[-1]["type"] == "error"
        assert heard[-1]["error"]["code"] == "bad_input"
        await socket.send_json({"message": "hello"})
        assert (await frames(socket))[-1]["type"] == "reply"


async def test_bytes_are_refused_and_the_conversation_goes_on(service: Service) -> None:
    async with service.http.ws_connect(service.at(PATH)) as socket:
        await socket.send_bytes(b"\xff\x00")
        assert (await frames(socket))[-1]["type"] == "error"
        await socket.send_json({"message": "hello"})
        assert (await frames(socket))[-1]["type"] == "reply"


async def test_a_message_over_the_limit_ends_the_connection(service: Service) -> None:
    async with service.http.ws_connect(service.at(PATH)) as socket:
        await socket.send_str("x" * 70_000)
        assert (await socket.receive(timeout=5)).type is WSMsgType.CLOSE
        assert socket.close_code == aiohttp.WSCloseCode.MESSAGE_TOO_BIG


async def test_without_rasa_the_rules_answer(service: Service, rasa: FakeRasa) -> None:
    rasa.base_url = "http://127.0.0.1:9"
    async with service.http.ws_connect(service.at(PATH)) as socket:
        await socket.send_json({"message": "Is tea better than coffee?"})
        replies = [frame["reply"] for frame in await frames(socket) if frame["type"] == "reply"]
        assert len(replies) == 1
        assert not replies[0]["degraded"]


async def test_several_messages_are_answered_in_order(service: Service) -> None:
    async with service.http.ws_connect(service.at(PATH)) as socket:
        for n in range(3):
            await socket.send_json({"message": f"message {n}"})
        texts = [(await frames(socket))[-1]["reply"]["text"] for _ in range(3)]
        assert texts == ["You said message 0", "You said message 1", "You said message 2"]


async def test_a_ping_is_answered(service: Service) -> None:
    async with service.http.ws_connect(service.at("/api/v1/chat/ws"), autoping=False) as socket:
        await socket.ping(b"there?")
        answer = await socket.receive()
        assert (answer.type, answer.data) == (WSMsgType.PONG, b"there?")
        await socket.pong()
        await socket.send_json({"message": "Is tea better than coffee?"})
        assert (await frames(socket))[0]["type"] == "session"


async def test_an_address_for_websockets_says_so(service: Service) -> None:
    is_error(await service.get(PATH), 426, "upgrade_required")


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        ("https://friend.example", True),
        ("https://other.example", False),
        ("null", False),
        ("http://[", False),
        ("{own}", True),
        (None, True),
    ],
)
async def test_only_allowed_sites_may_open_a_websocket(
    serve: Callable[..., Any], origin: str | None, allowed: bool
) -> None:
    service = await serve(service={"origins": ["https://friend.example"]})
    headers = {} if origin is None else {"Origin": origin.format(own=service.url)}
    if allowed:
        async with service.http.ws_connect(service.at(PATH), headers=headers) as socket:
            await socket.send_json({"message": "hello"})
            assert await frames(socket)
    else:
        with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
            await service.http.ws_connect(service.at(PATH), headers=headers)
        assert caught.value.status == 403


async def test_open_websockets_are_counted(service: Service) -> None:
    async with service.http.ws_connect(service.at(PATH)):
        assert "whichever_chat_sockets 1.0" in (await service.get("/metrics"))[1]


async def test_a_service_that_stops_says_so(settings: Callable[..., Config]) -> None:
    engine = Engine(settings())
    pool = Pool(engine.config.service)
    runner = make_runner(make_app(engine, pool, Chat(engine, pool, None)))
    async with AsyncExitStack() as stack:
        url = await stack.enter_async_context(served(runner))
        http = await stack.enter_async_context(aiohttp.ClientSession())
        socket = await http.ws_connect(url + PATH)
        await socket.send_json({"message": "hello"})
        await frames(socket)
        stopping = asyncio.create_task(runner.cleanup())
        assert (await socket.receive(timeout=5)).type is WSMsgType.CLOSE
        assert socket.close_code == aiohttp.WSCloseCode.GOING_AWAY
        await stopping
    pool.close()
    engine.close()
