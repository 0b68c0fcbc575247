"""Doors that speak like the comparative argumentative machine (CAM), so that its clients can use this service.

Parameters, field names and scores are CAM's: its formula ranks the sentences, whatever ranker is configured, as its
clients add scores up and draw them. What differs: ids of requests never collide and end by themselves, names reach the
index as they are, a sentence counts once however many pages repeat it, there is no winner unless the verdict names one,
and ``notice`` says what could not be searched.

Source: Schildwächter et al., "Answering Comparative Questions: Better than Ten-Blue-Links?", CHIIR 2019.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Annotated, Literal

from aiohttp import web
from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypedDict

from engine.errors import InputError, NotFoundError
from engine.pipeline import Engine
from engine.types import Argument, Aspect, Comparison, Hit, Query, Sentence, Stance
from engine.validation import MAX_ASPECTS
from service.server.openapi import Routes
from service.server.requests import CHAT, answers, read_query, respond, respond_with
from service.store import Kind, Store

NO_WINNER = "No winner found"
SEARCH_HITS = 500
MAX_WEIGHT = 5

STATUS = Kind("cam status", most=10_000, days=1 / 144)
"""How far a request is that was registered."""

Text = Annotated[str, Field(max_length=2000)]


class _Query(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", use_attribute_docstrings=True)


class CamQuery(_Query):
    """A comparison as CAM's page asks for it."""

    first: Annotated[Text, Field(alias="objectA")]
    second: Annotated[Text, Field(alias="objectB")]
    model: Annotated[str, Field(max_length=100)] = "default"
    """A classifier; ``default``, ``bow`` and ``infersent`` mean the configured one."""
    fs: Literal["true", "false"] = "true"
    """``false`` weighs all sentences; otherwise the search is fast, as in CAM."""
    status_id: Annotated[str, Field(alias="statusID", max_length=100)] = ""
    """From ``/cam/register``: lets ``/cam/status`` tell how far this request is."""
    aspect1: Text = ""
    """The first aspect; ``aspect2`` … follow without a gap."""
    weight1: Annotated[str, Field(max_length=20)] = ""
    """Its weight, 1 to 5; larger ones count as 5."""


class StatusQuery(_Query):
    """Names a registered request."""

    status_id: Annotated[str, Field(alias="statusID", max_length=100)]


class CamContextQuery(_Query):
    """Names a sentence by document and place, or a whole document."""

    document_id: Annotated[Text, Field(alias="documentID")]
    sentence_id: Annotated[int | None, Field(alias="sentenceID", ge=0)] = None
    context_size: Annotated[int, Field(alias="contextSize", ge=0, le=100)] = 3


class CamSearchQuery(_Query):
    """A search by keywords."""

    query: Text


class CamSentence(TypedDict):
    """A sentence as CAM shows it."""

    text: str
    ES_score: float
    CAM_score: float
    id_pair: dict[str, int]
    """Document → place of the sentence in it."""
    confidence: float
    context_aspects: list[str]


class CamObject(TypedDict):
    """One of the compared things as CAM shows it."""

    name: str
    points: dict[str, float]
    """Aspect → points; ``none`` for sentences without an asked aspect, ``multiple`` for those with several."""
    totalPoints: float
    sentences: list[CamSentence]


class CamComparison(TypedDict):
    """A comparison as CAM shows it."""

    winner: str
    object1: CamObject
    object2: CamObject
    extractedAspectsObject1: list[str]
    extractedAspectsObject2: list[str]
    sentenceCount: int
    notice: str
    """What to tell the user when not all of the index could be searched; empty when it was. CAM has no such field."""


ROUTES = Routes()


@ROUTES("GET /cam", query=CamQuery, returns=CamComparison, errors=(400, 422, 501, 503))
async def compare(request: web.Request) -> web.Response:
    """Compare two things, as CAM does."""
    query = read_query(request, CamQuery)
    aspects = read_aspects(request.query)
    classifier = None if query.model in {"default", "bow", "infersent"} else query.model
    objects = (query.first.strip().lower(), query.second.strip().lower())
    asked = Query(objects, aspects, fast=query.fs == "true", classifier=classifier, ranker="cam")
    store = _store(request)

    def work(engine: Engine) -> CamComparison:
        _tell(store, query.status_id, "Search, classify and rank sentences")
        comparison = engine.compare(asked)
        return show(comparison)

    await store.run(_tell, store, query.status_id, "Wait for a free worker")
    try:
        return await respond_with(request, work)
    finally:
        await store.run(_tell, store, query.status_id, "Done")


def read_aspects(query: Mapping[str, str]) -> tuple[Aspect, ...]:
    """Read ``aspect1``, ``weight1``, ``aspect2`` … up to the first gap.

    Raises:
        InputError: A weight is not a whole number from 1.
    """
    aspects: list[Aspect] = []
    while len(aspects) <= MAX_ASPECTS:
        n = len(aspects) + 1
        name, weight = query.get(f"aspect{n}"), query.get(f"weight{n}")
        if name is None or weight is None:
            break
        if not (weight.isascii() and weight.isdigit() and len(weight) <= 20 and int(weight) >= 1):
            raise InputError(f"The parameter 'weight{n}' is {weight[:20]!r}; expected 1 (least) to 5 (most).")
        aspects.append(Aspect(name.lower(), min(int(weight), MAX_WEIGHT)))
    return tuple(aspects)


@ROUTES("GET /cam/register", returns=str, errors=(503,))
async def register(request: web.Request) -> web.Response:
    """Make an id to follow a request with."""
    status_id = secrets.token_urlsafe(16)
    store = _store(request)
    await store.run(store.put, STATUS, status_id, "")
    return respond(status_id)


@ROUTES("GET /cam/status", query=StatusQuery, returns=str, errors=(400, 404, 503))
async def status(request: web.Request) -> web.Response:
    """Say how far a request is."""
    _, stage = await _registered(request)
    return respond(stage)


@ROUTES("DELETE /cam/remove/status", query=StatusQuery, returns=bool, errors=(400, 404, 503))
async def remove_status(request: web.Request) -> web.Response:
    """Forget an id."""
    status_id, _ = await _registered(request)
    await _store(request).run(_store(request).delete, STATUS, status_id)
    return respond(True)


@answers(ROUTES, "GET /cam/context", errors=(400, 404, 503))
def context(engine: Engine, query: CamContextQuery) -> list[CamSentence]:
    """Show a sentence with its neighbours, or a whole document, as CAM does."""
    if query.sentence_id is None:
        return [_plain(sentence) for sentence in engine.document(query.document_id).sentences]
    sentence_id = f"{query.document_id}#{query.sentence_id}"
    around = engine.context(sentence_id, before=query.context_size, after=query.context_size)
    return [_plain(sentence) for sentence in around]


@answers(ROUTES, "GET /cam/search", errors=(400, 503))
def search(engine: Engine, query: CamSearchQuery) -> list[CamSentence]:
    """Find sentences by keywords, as CAM does."""
    return [_found(hit) for hit in engine.search(query.query, k=SEARCH_HITS).hits]


def show(comparison: Comparison) -> CamComparison:
    """Show a comparison as CAM does."""
    first, second = comparison.objects
    return {
        "winner": comparison.verdict.winner or NO_WINNER,
        "object1": _object(first, comparison.favouring(Stance.FIRST)),
        "object2": _object(second, comparison.favouring(Stance.SECOND)),
        "extractedAspectsObject1": [mined.name for mined in comparison.mined if mined.object == first],
        "extractedAspectsObject2": [mined.name for mined in comparison.mined if mined.object == second],
        "sentenceCount": len(comparison.favouring(Stance.FIRST)) + len(comparison.favouring(Stance.SECOND)),
        "notice": comparison.notice,
    }


def _object(name: str, arguments: tuple[Argument, ...]) -> CamObject:
    points: dict[str, float] = {}
    for argument in arguments:
        match argument.aspects:
            case ():
                bucket = "none"
            case (aspect,):
                bucket = aspect
            case _:
                bucket = "multiple"
        points[bucket] = points.get(bucket, 0.0) + argument.score
    return {
        "name": name,
        "points": points,
        "totalPoints": sum(points.values()),
        "sentences": [_argued(argument) for argument in arguments],
    }


def _argued(argument: Argument) -> CamSentence:
    shown = _found(argument.hit)
    shown["CAM_score"] = argument.score
    shown["confidence"] = argument.classification.confidence
    shown["context_aspects"] = list(argument.aspects)
    return shown


def _found(hit: Hit) -> CamSentence:
    shown = _plain(hit.sentence)
    shown["ES_score"] = hit.score
    for copy in hit.copies:
        document, _, position = copy.rpartition("#")
        shown["id_pair"][document] = int(position)
    return shown


def _plain(sentence: Sentence) -> CamSentence:
    return {
        "text": sentence.text,
        "ES_score": 0.0,
        "CAM_score": 0.0,
        "id_pair": {sentence.document: sentence.position},
        "confidence": 0.0,
        "context_aspects": [],
    }


def _store(request: web.Request) -> Store:
    return request.app[CHAT].store.passing


async def _registered(request: web.Request) -> tuple[str, str]:
    """Return the id of a registered request, and how far it is."""
    status_id, store = read_query(request, StatusQuery).status_id, _store(request)
    stage = await store.run(store.get, STATUS, status_id)
    if stage is None:
        raise NotFoundError("No request is registered under this statusID. Ask /cam/register for a new one.")
    return status_id, stage


def _tell(store: Store, status_id: str, stage: str) -> None:
    if status_id and store.get(STATUS, status_id) is not None:
        store.put(STATUS, status_id, stage)
