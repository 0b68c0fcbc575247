"""A comparison as it is made: server-sent events for each finished stage, then the answer. Hanging up ends the work."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from aiohttp import hdrs, web

from engine import schemas
from engine.errors import EngineError
from engine.pipeline import Engine
from engine.stages import Stage
from service.server.openapi import Routes
from service.server.requests import ENGINE, LOOK_S, POOL, has_hung_up, read_body

EVENT_STREAM = "text/event-stream"
Tell = Callable[[str, Any], None]


ROUTES = Routes()


@ROUTES("POST /api/v1/stream", body=schemas.StreamRequest, media=EVENT_STREAM, errors=(400, 408, 413, 415))
async def stream(request: web.Request) -> web.StreamResponse:
    """Compare, and tell each stage as it is finished, by server-sent events."""
    asked = await read_body(request, schemas.StreamRequest)
    engine = request.app[ENGINE].of(asked.index)
    return await send_events(request, lambda tell: request.app[POOL].run(lambda: _answer(engine, asked, tell)))


async def send_events(request: web.Request, begin: Callable[[Tell], Awaitable[bytes]]) -> web.StreamResponse:
    """Answer with what work tells while it is done, as server-sent events.

    Args:
        request: The request; who hangs up ends the work.
        begin: Takes what tells an event, by name and value, from any thread; returns the last one.
    """
    response = web.StreamResponse(headers={hdrs.CONTENT_TYPE: EVENT_STREAM, "X-Accel-Buffering": "no"})
    loop, events = asyncio.get_running_loop(), asyncio.Queue[bytes]()

    def tell(name: str, value: Any) -> None:
        with suppress(RuntimeError):  # the loop is closed: the service stops
            loop.call_soon_threadsafe(events.put_nowait, event(name, value))

    work = asyncio.ensure_future(begin(tell))
    try:
        await response.prepare(request)
        while not work.done() or not events.empty():
            await _pass_on(request, response, events)
        await response.write(await _ending(work))
    except ConnectionResetError:
        pass
    finally:
        work.cancel()
    return response


async def _pass_on(request: web.Request, response: web.StreamResponse, events: asyncio.Queue[bytes]) -> None:
    """Write the next event, if there is one soon.

    Raises:
        ConnectionResetError: The reader has gone.
    """
    if has_hung_up(request):
        raise ConnectionResetError
    with suppress(TimeoutError):
        await response.write(await asyncio.wait_for(events.get(), LOOK_S))


async def _ending(work: asyncio.Future[bytes]) -> bytes:
    """Return the last event: the answer, or why there is none."""
    try:
        return await work
    except EngineError as error:
        return event("error", schemas.failure(error))


def event(name: str, value: Any) -> bytes:
    """Return an event as it is sent."""
    return b"event: " + name.encode() + b"\ndata: " + schemas.dump(value) + b"\n\n"


def _answer(engine: Engine, asked: schemas.StreamRequest, tell: Tell) -> bytes:
    """Do the work, in a thread of the pool, and return the last event."""

    def on_stage(stage: Stage) -> None:
        shown: schemas.Stage = {**stage._asdict(), "objects": list(stage.objects)}  # type: ignore[typeddict-item]
        tell("stage", shown)

    question, query = None, asked.to_query()
    if asked.question is not None:
        question = engine.understand(asked.question)
        tell("question", schemas.show(question))
        if alone := engine.answer_alone(question):
            return event("answer", schemas.answer(alone))
        named = engine.query_of(question)
        aspects, fast = query.aspects or named.aspects, query.fast or named.fast
        query = replace(query, objects=named.objects, aspects=aspects, asked=named.asked, fast=fast)
    found = engine.compare_any(query, on_stage=on_stage)
    return event("answer", schemas.answer(engine.answer(found, question=question, generator=asked.generator)))
