"""The doors to whole pages: side by side, and grouped by theme."""

from __future__ import annotations

from engine import schemas
from engine.pages.views import clusters_about, rows_about
from engine.pipeline import Engine
from service.server.openapi import Routes
from service.server.requests import answers

_ERRORS = (400, 408, 413, 415, 422, 501, 503)
ROUTES = Routes()


@answers(ROUTES, "POST /api/v1/pages/pairs", errors=_ERRORS)
def pairs(engine: Engine, asked: schemas.PagesRequest) -> schemas.PagePairs:
    """Set whole pages about two things or more side by side."""
    return schemas.page_pairs(
        engine.browser.compare(asked.objects, asked.aspect, grouped=False, pairer=asked.pairer or "")
    )


@answers(ROUTES, "POST /api/v1/pages/clusters", errors=_ERRORS)
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
