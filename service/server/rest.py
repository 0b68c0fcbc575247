"""The REST doors: one thin handler each, and the table of them."""

from __future__ import annotations

import asyncio

from aiohttp import web

from engine import schemas
from engine.errors import EngineError
from service import feedback
from service.server.metrics import CONTENT_TYPE
from service.server.openapi import Routes
from service.server.requests import (
    CHAT,
    ENGINE,
    METRICS,
    POOL,
    read_body,
    read_query,
    respond,
    respond_with,
    timed_turn,
)

_BODY_ERRORS = (400, 408, 413, 415)
_QUERY_ERRORS = (*_BODY_ERRORS, 422, 501, 503)
ROUTES = Routes()


@ROUTES("POST /api/v1/ask", body=schemas.AskRequest, returns=schemas.Answer, errors=_QUERY_ERRORS)
async def ask(request: web.Request) -> web.Response:
    """Answer a free question with cited evidence."""
    asked = await read_body(request, schemas.AskRequest)
    return await respond_with(
        request,
        lambda engine: schemas.answer(
            engine.ask(asked.question, fast=asked.fast, generator=asked.generator, length=asked.length)
        ),
        index=asked.index,
    )


@ROUTES(
    "POST /api/v1/compare",
    body=schemas.CompareRequest,
    returns=schemas.Comparison | schemas.Standings,
    errors=_QUERY_ERRORS,
)
async def compare(request: web.Request) -> web.Response:
    """Compare two things or more."""
    asked = await read_body(request, schemas.CompareRequest)
    return await respond_with(
        request, lambda engine: schemas.compared(engine.compare_any(asked.to_query())), index=asked.index
    )


@ROUTES("POST /api/v1/reweigh", body=schemas.ReweighRequest, returns=schemas.Answer, errors=_QUERY_ERRORS)
async def reweigh(request: web.Request) -> web.Response:
    """Answer again with other weights or corrections, from what is kept of the comparison."""
    asked = await read_body(request, schemas.ReweighRequest)
    return await respond_with(
        request,
        lambda engine: schemas.answer(
            engine.reweigh(asked.to_query(), question=asked.question, generator=asked.generator, length=asked.length)
        ),
        index=asked.index,
    )


@ROUTES(
    "POST /api/v1/feedback",
    body=schemas.FeedbackRequest,
    returns=schemas.Kept,
    errors=(*_BODY_ERRORS, 404, 503),
)
async def give_feedback(request: web.Request) -> web.Response:
    """Say how a sentence is to be read, or whether an answer is useful."""
    said = await read_body(request, schemas.FeedbackRequest)
    engine, store = request.app[ENGINE].of(said.index), request.app[CHAT].store
    judged = await request.app[POOL].run(lambda: feedback.judgement(engine, said))
    return respond(schemas.Kept(id=await store.run(feedback.keep, store, judged)))


@ROUTES("DELETE /api/v1/feedback/{id}", returns=schemas.TakenBack, errors=(503,))
async def take_feedback_back(request: web.Request) -> web.Response:
    """Take back what was said."""
    key, store = request.match_info["id"], request.app[CHAT].store
    return respond(schemas.TakenBack(id=key, deleted=await store.run(feedback.take_back, store, key)))


@ROUTES("POST /api/v1/explain", body=schemas.ExplainRequest, returns=schemas.Explanation, errors=_QUERY_ERRORS)
async def explain(request: web.Request) -> web.Response:
    """Say sentence by sentence why a comparison of two things ends as it does."""
    asked = await read_body(request, schemas.ExplainRequest)
    return await respond_with(
        request,
        lambda engine: schemas.explanation(engine.explain(asked.to_query()), offset=asked.offset, limit=asked.limit),
        index=asked.index,
    )


@ROUTES("POST /api/v1/chat", body=schemas.ChatRequest, returns=schemas.Chat, errors=(*_BODY_ERRORS, 503))
async def chat(request: web.Request) -> web.Response:
    """Say something in a conversation."""
    said = await read_body(request, schemas.ChatRequest)
    session, replies = await timed_turn(request.app, said)
    turn: schemas.Chat = {"session": session, "replies": replies}
    return respond(turn)


@ROUTES("DELETE /api/v1/conversations/{session}", returns=schemas.Forgotten, errors=(400, 503))
async def forget(request: web.Request) -> web.Response:
    """Delete a conversation: nothing of it is kept."""
    session = schemas.parse_query(schemas.SessionPath, request.match_info).session
    await request.app[CHAT].forget(session)
    forgotten: schemas.Forgotten = {"session": session, "deleted": True}
    return respond(forgotten)


@ROUTES("GET /api/v1/search", query=schemas.SearchQuery, returns=schemas.Search, errors=(400, 503))
async def search(request: web.Request) -> web.Response:
    """Find sentences by keywords."""
    query = read_query(request, schemas.SearchQuery)
    return await respond_with(
        request, lambda engine: schemas.search(query.q, engine.search(query.q, k=query.k)), index=query.index
    )


@ROUTES("GET /api/v1/claims", query=schemas.ClaimsQuery, returns=schemas.Relations, errors=_QUERY_ERRORS)
async def claims(request: web.Request) -> web.Response:
    """Say what a thing is compared with, on what and with which outcome."""
    asked = read_query(request, schemas.ClaimsQuery)
    return await respond_with(
        request,
        lambda engine: schemas.relations(
            engine.relations(asked.name, offset=asked.offset, limit=asked.limit), offset=asked.offset
        ),
        index=asked.index,
    )


@ROUTES(
    "GET /api/v1/sentences/{id}/context", query=schemas.ContextQuery, returns=schemas.Context, errors=(400, 404, 503)
)
async def context(request: web.Request) -> web.Response:
    """Show a sentence with its neighbours."""
    query = read_query(request, schemas.ContextQuery)
    sentence_id = request.match_info["id"]
    return await respond_with(
        request,
        lambda engine: schemas.context(
            sentence_id, engine.context(sentence_id, before=query.before, after=query.after)
        ),
        index=query.index,
    )


@ROUTES("GET /api/v1/documents/{id}", query=schemas.IndexQuery, returns=schemas.Document, errors=(400, 404, 503))
async def document(request: web.Request) -> web.Response:
    """Show a whole document."""
    query, document_id = read_query(request, schemas.IndexQuery), request.match_info["id"]
    return await respond_with(request, lambda engine: schemas.show(engine.document(document_id)), index=query.index)


@ROUTES("GET /api/v1/components", returns=schemas.Components)
async def components(request: web.Request) -> web.Response:
    """List the parts that can be chosen."""
    return respond(schemas.components(request.app[ENGINE].config))


@ROUTES("GET /healthz", returns=schemas.Health, scope=None)
async def healthz(_: web.Request) -> web.Response:
    """Say that the process is alive."""
    health: schemas.Health = {"status": "ok"}
    return respond(health)


@ROUTES("GET /readyz", returns=schemas.Readiness, statuses=(200, 503), scope=None)
async def readyz(request: web.Request) -> web.Response:
    """Say whether questions can be answered, and what is missing."""
    engine, pool = request.app[ENGINE], request.app[POOL]
    index: schemas.PartState
    try:
        await pool.run(lambda: engine.retriever.generation)
        index = {"ready": True, "detail": "The index is open."}
    except EngineError as error:
        index = {"ready": False, "detail": str(error)}
    parts = {"index": index, "dialogue": await request.app[CHAT].ready()}
    readiness: schemas.Readiness = {"ready": all(part["ready"] for part in parts.values()), "parts": parts}
    response = respond(readiness)
    response.set_status(200 if readiness["ready"] else 503)
    return response


@ROUTES("GET /metrics", media="text/plain", scope="admin")
async def metrics(request: web.Request) -> web.Response:
    """Show counters to Prometheus."""
    body = await asyncio.to_thread(request.app[METRICS].render)  # a gauge may wait for a cluster
    return web.Response(body=body, headers={"Content-Type": CONTENT_TYPE})
