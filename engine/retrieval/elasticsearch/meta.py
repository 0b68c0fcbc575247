"""What the indices in a cluster say of themselves, in the ``_meta`` of their mappings.

The index of sentences says how far each file was read, and how many sentences and documents it holds. That of its
pages stands beside it, and says below which number the sentences have their pages; it belongs to one index of
sentences, and not to a later one of the same name.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import astuple
from typing import Any

from elastic_transport import ObjectApiResponse
from elasticsearch import AsyncElasticsearch

from engine.config import ElasticsearchConfig
from engine.errors import IndexUnusableError
from engine.retrieval.building import StoredSource
from engine.retrieval.elasticsearch.cluster import MAKE
from engine.retrieval.elasticsearch.fields import VERSION

Meta = dict[str, Any]

_PAGES = "whichever pages"
_EARLIER = 3  # things that were noted of a source by its fingerprint
_READINGS = 2  # version of an index of readings; one of another version is made anew


def shape_of(settings: ElasticsearchConfig) -> dict[str, Any]:
    """Return how a new index is cut."""
    return {"number_of_shards": settings.shards, "number_of_replicas": settings.replicas}


def new_meta(routing: str) -> Meta:
    """Return what an empty index of sentences says."""
    made = {"whichever": VERSION, "made": uuid.uuid4().hex, "routing": routing}
    return {**made, "sources": {}, "unfinished": 0, "documents": 0, "sentences": 0, "next": 0}


def new_page_meta(meta: Meta) -> Meta:
    """Return what an empty index of the pages of an index of sentences says."""
    return {_PAGES: VERSION, "made": meta["made"], "next": 0}


def pages_of(index: str) -> str:
    """Return the name of the index of pages that belongs to an index of sentences."""
    return f"{index}-pages"


def claims_of(index: str) -> str:
    """Return the name of the index of what was read of an index of sentences."""
    return f"{index}-claims"


def new_claims_meta(meta: Meta, model: str) -> Meta:
    """Return what an empty index of what a model read of an index of sentences says."""
    return {"claims": _READINGS, "made": meta["made"], "model": model}


async def read_metas(client: AsyncElasticsearch, name: str) -> dict[str, Meta]:
    """Return name → what each index says that a name stands for, but for its sources, which may be many."""
    left_out = "-*.mappings._meta.sources,-*.mappings.properties"
    return metas_of(await client.indices.get_mapping(index=name, filter_path=left_out))


def metas_of(answer: ObjectApiResponse[Any]) -> dict[str, Meta]:
    """Return name → what each index says, from the answer to a request for mappings."""
    return {name: mapping["mappings"].get("_meta", {}) for name, mapping in answer.items()}


def check_made_here(name: str, metas: Mapping[str, Meta]) -> None:
    """Make sure that indices are ours.

    Args:
        name: What they were asked for by: the name of an index, or an alias.
        metas: Name → what each says.

    Raises:
        IndexUnusableError: One is of another program or version.
    """
    versions: set[Any] = {meta.get("whichever") for meta in metas.values()}
    if versions != {VERSION}:
        found = "of another program" if None in versions else f"version {', '.join(map(str, sorted(versions)))}"
        raise IndexUnusableError(
            f"The index {name!r} is {found}, expected version {VERSION} of Whichever's. Make one of another name: "
            f"{MAKE} Or name its fields in elasticsearch.text_field, document_field and position_field."
        )


def stored_sources(meta: Meta) -> dict[str, StoredSource]:
    """Return path → how far each source was read; a folder that an earlier version indexed is one."""
    found = [
        StoredSource(source[0], key, *source[1:]) if len(source) == _EARLIER else StoredSource(key, *source)
        for key, source in meta["sources"].items()
    ]
    return {source.path: source for source in found}


def note_sources(meta: Meta, sources: Mapping[str, StoredSource]) -> None:
    """Write down how far sources were read."""
    meta["sources"] = {path: list(astuple(source)[1:]) for path, source in sources.items()}
    meta["unfinished"] = sum(not source.finished for source in sources.values())


def is_finished(meta: Meta) -> bool:
    """Return whether all of each source is in an index."""
    return not meta.get("unfinished")


def are_pages(page_meta: Meta) -> bool:
    """Return whether an index is one of pages that we made."""
    return page_meta.get(_PAGES) == VERSION


def belong_together(meta: Meta, page_meta: Meta) -> bool:
    """Return whether an index of pages is that of an index of sentences."""
    return are_pages(page_meta) and page_meta["made"] == meta["made"]
