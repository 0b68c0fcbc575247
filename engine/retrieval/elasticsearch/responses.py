"""Searches sent to a cluster, and what their answers lack."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from elasticsearch import AsyncElasticsearch

WINDOW = 10_000
"""The most hits that Elasticsearch hands out at once, by its own default."""

UNFINISHED = "the index is being made, or making it was interrupted"

_PATHS = ["timed_out", "_shards.total", "_shards.successful", "hits.total"]
_PATHS += [f"hits.hits.{name}" for name in ("_id", "_score", "_source", "sort")]


async def send(
    client: AsyncElasticsearch, index: str, bodies: Sequence[Mapping[str, Any]], *, timeout_s: float
) -> list[Any]:
    """Send searches at once; frequencies are counted over all shards, so that their number changes no order.

    Args:
        client: The way to the cluster.
        index: Name of the index, or several with commas between them.
        bodies: What to ask.
        timeout_s: Seconds for a request with all its retries; a node gets half of it, and then gives what it has.
    """
    searches = [
        client.search(
            index=index,
            search_type="dfs_query_then_fetch",
            timeout=f"{max(1, round(timeout_s / 2 * 900))}ms",
            allow_partial_search_results=True,
            filter_path=_PATHS,
            **body,
        )
        for body in bodies
    ]
    return list(await asyncio.gather(*searches))


def problem(answer: Any) -> str:
    """Return why an answer is not whole; empty when it is."""
    shards = answer["_shards"]
    missing = shards["total"] - shards["successful"]
    if missing:
        return f"{missing} of the {shards['total']} parts of the index did not answer"
    return "the search was cut off because it took too long" if answer["timed_out"] else ""


def notice(problems: Sequence[str]) -> str:
    """Return a sentence for the user about all problems; empty without any."""
    said = "; ".join(dict.fromkeys(filter(None, problems)))
    return f"This rests on a part of the evidence: {said}." if said else ""
