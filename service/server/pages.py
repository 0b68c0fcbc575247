"""The doors to whole pages: side by side, and grouped by theme."""

from __future__ import annotations

from aiohttp import web

from engine import schemas
from engine.pages.views import clusters_about, rows_about
from engine.pipeline import Engine
from service.server.openapi import Routes
from service.server.requests import read_body, respond_with

_ERRORS = (400, 408, 413, 415, 422, 501, 503)
ROUTES = Routes()


@ROUTES("POST /api/v1/pages/pairs", body=schemas.PagesRequest, returns=schemas.PagePairs, errors=_ERRORS)
async def pairs(request: web.Request) -> web.Response:
    """Set whole pages about two things or more side by side."""
    asked = await read_body(request, schemas.PagesRequest)
    return await respond_with(
        request,
        lambda engine: schemas.page_pairs(
            engine.browser.compare(asked.objects, asked.aspect, grouped=False, pairer=asked.pairer or "")
        ),
        index=asked.index,
    )


@ROUTES("POST /api/v1/pages/clusters", body=schemas.ClustersRequest, returns=schemas.PageClusters, errors=_ERRORS)
async def clusters(request: web.Request) -> web.Response:
    """Group whole pages about two things or more by theme."""
    asked = await read_body(request, schemas.ClustersRequest)
    return await respond_with(request, lambda engine: _clusters(engine, asked), index=asked.index)


def _clusters(engine: Engine, asked: schemas.ClustersRequest) -> schemas.PageClusters:
    found = engine.browser.compare(
        asked.objects, asked.aspect, pairer=asked.pairer or "", clusterer=asked.clusterer or ""
    )
    return schemas.page_clusters(
        found,
        pairs_about=rows_about(found, asked.aspects),
        clusters_about=clusters_about(found, asked.aspects),
    )
