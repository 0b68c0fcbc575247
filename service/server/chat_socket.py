"""The conversation over a WebSocket.

Each message of the client, ``{"session", "message"}``, is answered by frames that end with ``{"type": "done"}``::

    {"type": "session", "session"}    the key of the conversation
    {"type": "typing"}                the answer is being made
    {"type": "reply", "reply"}        one or more, as in POST /api/v1/chat
    {"type": "error", "error"}        instead of replies; the conversation goes on
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

from engine import schemas
from engine.errors import EngineError, InputError, UnavailableError
from service.server.chat import new_session
from service.server.keys import KEYS
from service.server.middleware import may_embed
from service.server.openapi import Routes
from service.server.pool import CLIENT
from service.server.requests import ENGINE, METRICS, timed_turn

log = logging.getLogger(__name__)

MAX_SOCKETS = 1000
"""Open WebSockets; one more is refused."""

MOST_ALONE = 50
"""Those of one client."""

HEARTBEAT_S = 60.0


SOCKETS = web.AppKey("sockets", dict[web.WebSocketResponse, str])
"""The open ones, each with its client."""

ROUTES = Routes()


@ROUTES("GET /api/v1/chat/ws", statuses=(101,), errors=(403, 426, 503))
async def converse(request: web.Request) -> web.StreamResponse:
    """Hold a conversation over a WebSocket; the frames are those of docs/api.md."""
    settings, sockets = request.app[ENGINE].config.service, request.app[SOCKETS]
    socket = web.WebSocketResponse(heartbeat=HEARTBEAT_S, max_msg_size=settings.max_body_bytes, autoping=False)
    if not socket.can_prepare(request).ok:
        raise web.HTTPUpgradeRequired
    if not may_embed(request, settings.origins):
        raise web.HTTPForbidden
    client = CLIENT.get()
    if len(sockets) >= MAX_SOCKETS or sum(one == client for one in sockets.values()) >= MOST_ALONE:
        raise UnavailableError("Too many conversations are open. Try again in a few seconds.")
    sockets[socket] = client
    try:
        await socket.prepare(request)
    except BaseException:
        del sockets[socket]
        raise
    with request.app[METRICS].sockets.track_inprogress():
        try:
            async for message in socket:
                if message.type is WSMsgType.PING:
                    await socket.pong(message.data)
                elif message.type is not WSMsgType.PONG:
                    await _answer(request, socket, message.data if message.type is WSMsgType.TEXT else None)
                await asyncio.sleep(0)  # others are served between the messages that have arrived at once
        except ConnectionResetError:
            pass  # the client left while it was answered
        finally:
            del sockets[socket]
    return socket


async def _answer(request: web.Request, socket: web.WebSocketResponse, text: str | None) -> None:
    try:
        await request.app[KEYS].check(request, "ask")
        if text is None:
            raise InputError("Send text frames with JSON, not binary ones.")
        said = schemas.parse(schemas.ChatRequest, text)
        session = said.session or new_session()
        await _send(socket, {"type": "session", "session": session})
        await _send(socket, {"type": "typing"})
        _, replies = await timed_turn(request.app, said.model_copy(update={"session": session}))
        for reply in replies:
            await _send(socket, {"type": "reply", "reply": reply})
    except ConnectionResetError:
        raise
    except Exception as error:
        failed = error
        if not isinstance(failed, EngineError):
            log.exception("A message over a WebSocket failed")
            failed = EngineError("Something went wrong on our side. Try again.")
        await _send(socket, {"type": "error", "error": schemas.failure(failed)})
    await _send(socket, {"type": "done"})


async def _send(socket: web.WebSocketResponse, value: Any) -> None:
    await socket.send_str(schemas.dump(value).decode())


def install(app: web.Application) -> None:
    """Prepare an application for WebSockets and let it close them when it stops."""
    app[SOCKETS] = {}
    app.on_shutdown.append(_close_all)


async def _close_all(app: web.Application) -> None:
    for socket in [*app[SOCKETS]]:
        await socket.close(code=WSCloseCode.GOING_AWAY, message=b"The service stops.")
