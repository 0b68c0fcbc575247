"""Pages derived from the sentences in a cluster, for an index that was made before there were pages."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from elasticsearch import AsyncElasticsearch
from elasticsearch.helpers import ScanError, async_scan

from engine.errors import UnavailableError
from engine.retrieval.elasticsearch.bulk import Action, page_action, send_bulk
from engine.retrieval.elasticsearch.fields import NUMBER, QUESTION, STATEMENT, OwnFields
from engine.retrieval.elasticsearch.responses import WINDOW

_DOCUMENTS = 500  # read at once
_SOURCE = [STATEMENT, QUESTION, NUMBER, *OwnFields.source]


async def add_pages(client: AsyncElasticsearch, index: str, pages: str) -> None:
    """Add the pages of all sentences that can be found, or write them anew.

    Args:
        client: The way to the cluster.
        index: The index of sentences.
        pages: That of pages.

    Raises:
        UnavailableError: A part of the index does not answer, or the cluster cannot keep up.
        IndexUnusableError: The index of pages refuses what is sent.
    """
    documents: dict[str, None] = {}
    in_order = {"sort": [{NUMBER: "asc"}]}
    try:
        async for hit in async_scan(
            client, index=index, query=in_order, preserve_order=True, size=WINDOW, source_includes=["document"]
        ):
            documents[hit["_source"]["document"]] = None
            if len(documents) == _DOCUMENTS:
                await send_bulk(client, pages, await _pages(client, index, documents))
                documents.clear()
        await send_bulk(client, pages, await _pages(client, index, documents))
    except ScanError as error:
        raise UnavailableError(
            f"A part of the index {index!r} does not answer. Run the same command again when all nodes do."
        ) from error


async def _pages(client: AsyncElasticsearch, index: str, documents: Collection[str]) -> list[Action]:
    """Return what adds the pages of documents."""
    query = {"query": {"terms": {"document": [*documents]}}}
    sentences: dict[str, list[Mapping[str, Any]]] = {}
    async for hit in async_scan(client, index=index, query=query, size=WINDOW, source_includes=_SOURCE):
        sentences.setdefault(hit["_source"]["document"], []).append(hit)
    return [_page(hits) for hits in sentences.values()]


def _page(hits: Collection[Mapping[str, Any]]) -> Action:
    """Return what adds the page of the sentences of a document."""
    values = sorted((hit["_source"] for hit in hits), key=lambda one: int(one["position"]))
    matches = [OwnFields().read({"_source": one, "sort": (0.0, one[NUMBER])}) for one in values]
    document = replace(matches[0].document, sentences=tuple(match.sentence for match in matches))
    stemmed = " ".join(one.get(STATEMENT) or one.get(QUESTION, "") for one in values)
    return page_action(document, matches[0].n, stemmed)
