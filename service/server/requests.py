"""Requests: read, and answered with the work of the parts of an application."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any, TypeVar, get_type_hints

from aiohttp import hdrs, web
from pydantic import BaseModel

from engine import schemas
from engine.pipeline import Engine
from service.server.chat import Chat
from service.server.metrics import Metrics
from service.server.openapi import JSON, Routes
from service.server.pool import Pool

Model = TypeVar("Model", bound=BaseModel)
T = TypeVar("T")

ENGINE = web.AppKey("engine", Engine)
POOL = web.AppKey("pool", Pool)
CHAT = web.AppKey("chat", Chat)
METRICS = web.AppKey("metrics", Metrics)

LOOK_S = 0.2
"""How often it is looked whether a client has hung up."""


async def read_body(request: web.Request, model: type[Model]) -> Model:
    """Read the JSON body of a request.

    Raises:
        InputError: It is not what ``model`` describes.
        HTTPUnsupportedMediaType: It does not call itself JSON.
        HTTPRequestTimeout: It did not arrive in time.
    """
    return schemas.parse(model, await read_bytes(request))


async def read_bytes(request: web.Request) -> bytes:
    """Read the body of a request that calls itself JSON, whatever it holds.

    Raises:
        HTTPUnsupportedMediaType: It does not call itself JSON, or is packed.
        HTTPRequestTimeout: It did not arrive in time.
    """
    if request.content_type != JSON or hdrs.CONTENT_ENCODING in request.headers:
        raise web.HTTPUnsupportedMediaType
    return await receive(request)


async def receive(request: web.Request) -> bytes:
    """Read the body of a request, whatever it calls itself.

    Raises:
        HTTPRequestTimeout: It did not arrive in time.
    """
    try:
        async with asyncio.timeout(request.app[ENGINE].config.service.timeout_s):
            return await request.read()
    except TimeoutError as error:
        raise web.HTTPRequestTimeout from error


def read_query(request: web.Request, model: type[Model]) -> Model:
    """Read the parameters of a request's URL.

    Raises:
        InputError: They are not what ``model`` describes.
    """
    return schemas.parse_query(model, request.query)


def respond(value: Any) -> web.Response:
    """Answer with a value of ``engine.schemas``."""
    return web.Response(body=schemas.dump(value), content_type=JSON)


async def respond_with(request: web.Request, work: Callable[[Engine], Any], *, index: str = "") -> web.Response:
    """Answer with what the engine makes; the work and its JSON are made in the pool.

    Args:
        request: The request.
        work: Takes the engine and returns a value of ``engine.schemas``.
        index: Name of the index that the engine searches; as in ``Engine.of``.

    Raises:
        UnknownNameError: There is no such index.
        UnavailableError: The queue is full, or the work took too long.
        ConnectionResetError: The client has hung up; the work ends.
    """
    engine = request.app[ENGINE].of(index)
    request.app[POOL].check_room()  # in this step of the loop, whoever else works
    working = asyncio.ensure_future(request.app[POOL].run(lambda: schemas.dump(work(engine))))
    try:
        while not (await asyncio.wait({working}, timeout=LOOK_S))[0]:
            if has_hung_up(request):
                raise ConnectionResetError
        return web.Response(body=working.result(), content_type=JSON)
    finally:
        working.cancel()


def answers(routes: Routes, address: str, **about: Any) -> Callable[[Callable[..., T]], Callable[..., T]]:
    """Declare what the engine answers to a request: of the second parameter's shape, in the shape of the result.

    Args:
        routes: Where it is declared.
        address: Method and path. What the path names is given behind the engine and what is asked.
        about: The other fields of its ``Route``.
    """

    def declare(work: Callable[..., T]) -> Callable[..., T]:
        _, model, *_, returns = get_type_hints(work).values()
        in_url = address.startswith("GET")

        async def handler(request: web.Request) -> web.Response:
            asked = read_query(request, model) if in_url else await read_body(request, model)
            named = request.match_info.values()
            index = getattr(asked, "index", "")
            return await respond_with(request, lambda engine: work(engine, asked, *named), index=index)

        handler.__doc__ = work.__doc__
        routes(address, returns=returns, **{"query" if in_url else "body": model}, **about)(handler)
        return work

    return declare


def has_hung_up(request: web.Request) -> bool:
    """Return whether nobody waits for the answer to a request."""
    return request.transport is None or request.transport.is_closing()


async def timed_turn(app: web.Application, said: schemas.ChatRequest) -> tuple[str, list[schemas.Reply]]:
    """Answer one message and count it; see ``Chat.turn``."""
    start = time.perf_counter()
    outcome = "refused"
    try:
        session, replies = await app[CHAT].turn(said.session, said.message, said.index)
        outcome = "degraded" if any(reply["degraded"] for reply in replies) else "answered"
        return session, replies
    finally:
        app[METRICS].turn(outcome, time.perf_counter() - start)
