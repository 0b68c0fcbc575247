"""The REST doors: what the engine answers, thin handlers of all else, and the table of them."""

from __future__ import annotations

import asyncio

from aiohttp import web

from engine import schemas
from engine.errors import EngineError
from engine.pages.views import clusters_about, rows_about
from engine.pipeline import Engine
from service import feedback
from service.server.metrics import CONTENT_TYPE
from service.server.openapi import Routes
from service.server.requests import CHAT, ENGINE, METRICS, POOL, answers, read_body, respond, timed_turn

_BODY_ERRORS = (400, 408, 413, 415)
_QUERY_ERRORS = (*_BODY_ERRORS, 422, 501, 503)
ROUTES = Routes()


@answers(ROUTES, "POST /api/v1/ask", errors=_QUERY_ERRORS)
def ask(engine: Engine, asked: schemas.AskRequest) -> schemas.Answer:
    """Answer a free question with cited evidence."""
    return schemas.answer(engine.ask(asked.question, fast=asked.fast, generator=asked.generator, length=asked.length))


@answers(ROUTES, "POST /api/v1/compare", errors=_QUERY_ERRORS)
def compare(engine: Engine, asked: schemas.CompareRequest) -> schemas.Comparison | schemas.Standings:
    """Compare two things or more."""
    return schemas.compared(engine.compare_any(asked.to_query()))


@answers(ROUTES, "POST /api/v1/reweigh", errors=_QUERY_ERRORS)
def reweigh(engine: Engine, asked: schemas.ReweighRequest) -> schemas.Answer:
    """Answer again with other weights or corrections, from what is kept of the comparison."""
    query = asked.to_query()
    return schemas.answer(
        engine.reweigh(query, question=asked.question, generator=asked.generator, length=asked.length)
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


@answers(ROUTES, "POST /api/v1/explain", errors=_QUERY_ERRORS)
def explain(engine: Engine, asked: schemas.ExplainRequest) -> schemas.Explanation:
    """Say sentence by sentence why a comparison of two things ends as it does."""
    return schemas.explanation(engine.explain(asked.to_query()), offset=asked.offset, limit=asked.limit)


@ROUTES("POST /api/v1/chat", body=schemas.ChatRequest, returns=schemas.Chat, errors=(*_BODY_ERRORS, 503))
async def chat(request: web.Request) -> web.Response:
    """Say something in a conversation."""
    said = await read_body(request, schemas.ChatRequest)
    session, replies = await timed_turn(request.app, said)
    return respond(schemas.Chat(session=session, replies=replies))


@ROUTES("DELETE /api/v1/conversations/{session}", returns=schemas.Forgotten, errors=(400, 503))
async def forget(request: web.Request) -> web.Response:
    """Delete a conversation: nothing of it is kept."""
    session = schemas.parse_query(schemas.SessionPath, request.match_info).session
    await request.app[CHAT].forget(session)
    return respond(schemas.Forgotten(session=session, deleted=True))


@answers(ROUTES, "GET /api/v1/search", errors=(400, 503))
def search(engine: Engine, asked: schemas.SearchQuery) -> schemas.Search:
    """Find sentences by keywords."""
    return schemas.search(asked.q, engine.search(asked.q, k=asked.k))


@answers(ROUTES, "GET /api/v1/claims", errors=_QUERY_ERRORS)
def claims(engine: Engine, asked: schemas.ClaimsQuery) -> schemas.Relations:
    """Say what a thing is compared with, on what and with which outcome."""
    found = engine.relations(asked.name, offset=asked.offset, limit=asked.limit)
    return schemas.relations(found, offset=asked.offset)


@answers(ROUTES, "GET /api/v1/sentences/{id}/context", errors=(400, 404, 503))
def context(engine: Engine, asked: schemas.ContextQuery, sentence_id: str) -> schemas.Context:
    """Show a sentence with its neighbours."""
    return schemas.context(sentence_id, engine.context(sentence_id, before=asked.before, after=asked.after))


@answers(ROUTES, "GET /api/v1/documents/{id}", errors=(400, 404, 503))
def document(engine: Engine, _: schemas.IndexQuery, document_id: str) -> schemas.Document:
    """Show a whole document."""
    return schemas.show(engine.document(document_id), schemas.Document)


@answers(ROUTES, "POST /api/v1/pages/pairs", errors=_QUERY_ERRORS)
def pairs(engine: Engine, asked: schemas.PagesRequest) -> schemas.PagePairs:
    """Set whole pages about two things or more side by side."""
    return schemas.page_pairs(
        engine.browser.compare(asked.objects, asked.aspect, grouped=False, pairer=asked.pairer or "")
    )


@answers(ROUTES, "POST /api/v1/pages/clusters", errors=_QUERY_ERRORS)
def clusters(engine: Engine, asked: schemas.ClustersRequest) -> schemas.PageClusters:
    """Group whole pages about two things or more by theme."""
    found = engine.browser.compare(
        asked.objects, asked.aspect, pairer=asked.pairer or "", clusterer=asked.clusterer or ""
    )
    return schemas.page_clusters(
        found,
        pairs_about=rows_about(found, asked.aspects),
        clusters_about=clusters_about(found, asked.aspects),
    )


@ROUTES("GET /api/v1/components", returns=schemas.Components)
async def components(request: web.Request) -> web.Response:
    """List the parts that can be chosen."""
    return respond(schemas.components(request.app[ENGINE].config))


@ROUTES("GET /healthz", returns=schemas.Health, scope=None)
async def healthz(_: web.Request) -> web.Response:
    """Say that the process is alive."""
    return respond(schemas.Health(status="ok"))


@ROUTES("GET /readyz", returns=schemas.Readiness, statuses=(200, 503), scope=None)
async def readyz(request: web.Request) -> web.Response:
    """Say whether questions can be answered, and what is missing."""
    engine, pool = request.app[ENGINE], request.app[POOL]
    index: schemas.PartState
    try:
        await pool.run(lambda: engine.retriever.generation)
        index = {"ready": True, "detail": "The index is open."}
    except EngineError as error:
        index = {"ready": False, "detail": error.tell()}
    parts = {"index": index, "dialogue": await request.app[CHAT].ready()}
    ready = all(part["ready"] for part in parts.values())
    response = respond(schemas.Readiness(ready=ready, parts=parts))
    response.set_status(200 if ready else 503)
    return response


@ROUTES("GET /metrics", media="text/plain", scope="admin")
async def metrics(request: web.Request) -> web.Response:
    """Show counters to Prometheus."""
    body = await asyncio.to_thread(request.app[METRICS].render)  # a gauge may wait for a cluster
    return web.Response(body=body, headers={"Content-Type": CONTENT_TYPE})
