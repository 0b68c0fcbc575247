"""Makes an index in a cluster from the sources that the embedded index takes, and brings it to what they hold now.

Sentences and pages are sent in bulk while the next ones are read and analysed; when the cluster does not keep up,
reading waits. How far each file was read stands in the mapping of the index, with everything sent before; a build
that is run again, from any machine, sends what came after once more, and the cluster says what it has.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar, Unpack

from elasticsearch import AsyncElasticsearch
from elasticsearch.helpers import ScanError, async_scan

from engine.config import ElasticsearchConfig
from engine.errors import ConfigError, IndexUnusableError, UnavailableError
from engine.retrieval.building import How, IndexStats, StoredSource, bring, file_key, take_out
from engine.retrieval.elasticsearch.bulk import REQUEST_TIMEOUT_S, Action, Bulk, page_action, send_bulk
from engine.retrieval.elasticsearch.cluster import MAKE, Cluster
from engine.retrieval.elasticsearch.fields import (
    FILE,
    MAPPING,
    NUMBER,
    PAGE_MAPPING,
    QUESTION,
    STATEMENT,
    VERSION,
    OwnFields,
    Query,
)
from engine.retrieval.elasticsearch.meta import (
    Meta,
    are_pages,
    belong_together,
    claims_of,
    metas_of,
    new_meta,
    new_page_meta,
    note_sources,
    pages_of,
    shape_of,
    stored_sources,
)
from engine.retrieval.elasticsearch.responses import WINDOW
from engine.retrieval.ingest.sources import Source
from engine.types import Document

Result = TypeVar("Result")

REMOVAL_TIMEOUT_S = 3_600.0
"""A file may hold millions of sentences."""
_DOCUMENTS = 500  # read at once
_SOURCE = [STATEMENT, QUESTION, NUMBER, FILE, *OwnFields.source]


def build_elastic_index(sources: Sequence[Path], settings: ElasticsearchConfig, **how: Unpack[How]) -> IndexStats:
    """Bring an index in a cluster to what sources hold now; it is made if it is not there.

    Files that are new are added, those that changed are read again, and those that are no more in a folder are removed;
    what it holds of other sources stays.

    Args:
        sources: Files and folders; ``engine.retrieval.ingest.sources`` says what they may hold.
        settings: Where the cluster is, and how a new index is cut.
        how: See ``engine.retrieval.building.How``.

    Returns:
        What was done.

    Raises:
        InputError: A source cannot be read, or has changed and was indexed by an earlier version.
        UnavailableError: The cluster does not answer, or cannot keep up.
        IndexUnusableError: The index was made by something else, or refuses what is sent.
        ConfigError: The settings cannot be used.
    """
    checked = [*map(Source, sources)]
    with _writing(settings) as target:
        return bring(target, checked, **how)


def remove_elastic_sources(paths: Sequence[Path], settings: ElasticsearchConfig) -> IndexStats:
    """Take sources out of an index in a cluster; see ``engine.retrieval.embedded.build.remove_sources``."""
    with _writing(settings) as target:
        return take_out(target, paths, settings.index)


@contextmanager
def _writing(settings: ElasticsearchConfig) -> Iterator[ElasticTarget]:
    """Open an index to be written."""
    if settings.text_field:
        raise ConfigError(
            f"The index {settings.index!r} was made by others, since elasticsearch.text_field is set: nothing is added "
            "to it. Take that setting out, and name an index of your own in elasticsearch.index."
        )
    with closing(Cluster(settings)) as cluster:
        yield ElasticTarget(cluster, settings)


class ElasticTarget:
    """An index that is written, with its pages; one build writes at a time.

    Attributes:
        index: Its name.
        pages: The name of the index of its pages.
        meta: What the index says of itself.
        next: The number that the next sentence has.
    """

    def __init__(self, cluster: Cluster, settings: ElasticsearchConfig) -> None:
        """Open the index, or make it; raises like ``build_elastic_index``."""
        self._cluster = cluster
        self.index, self.meta = self._ask(lambda client: _opened(client, settings))
        self.pages = pages_of(self.index)
        self._page_meta = self._ask(lambda client: _opened_pages(client, settings, self.index, self.meta))
        self._before: tuple[int, int] = (self.meta["documents"], self.meta["sentences"])
        self._sources = stored_sources(self.meta)
        self.next: int = self.meta["next"]
        self._whole, self._noted = True, True
        self._bulk = Bulk(cluster, self.index, self.pages, routed=self.meta["routing"] == "document")
        self._catch_up()

    @property
    def documents(self) -> int:
        """Return how many it holds."""
        return self._before[0] + self._bulk.documents

    @property
    def sentences(self) -> int:
        """Return how many it holds."""
        return self._before[1] + self._bulk.sentences

    @property
    def repeated(self) -> int:
        """Return how many documents were left out, because it had one with the same id."""
        return self._bulk.repeated

    def sources(self) -> list[StoredSource]:
        """See ``engine.retrieval.building.Target``."""
        return [*self._sources.values()]

    def holds_unknown(self) -> bool:
        """Return True: a source of an earlier version was noted with nothing in its sentences."""
        return True

    def remove(self, paths: Sequence[str]) -> None:
        """See ``engine.retrieval.building.Target``; who searches finds nothing of them when it returns."""
        if not paths:
            return
        self._refresh()
        files = [file_key(path) for path in paths]
        remove = self._cluster.start(
            lambda client: _remove(client, self.index, self.pages, files), timeout_s=REMOVAL_TIMEOUT_S
        )
        remove()
        for path in paths:
            del self._sources[path]
        below: Query = {"range": {NUMBER: {"lt": self.meta["next"]}}}  # what comes after was sent and not noted
        both = self._ask(
            lambda client: asyncio.gather(
                client.count(index=self.pages, query=below), client.count(index=self.index, query=below)
            )
        )
        self._before = both[0]["count"], both[1]["count"]
        self._put_meta()

    def add(self, document: Document, origin: str) -> None:
        """See ``engine.retrieval.building.Target``."""
        if not self._noted:  # before anything is sent, so that it is removed if its file changes before a commit
            self._put_meta()
        self._bulk.add(document, origin, self.next)
        self.next += len(document.sentences)

    def begin(self, source: StoredSource) -> None:
        """See ``engine.retrieval.building.Target``."""
        self._noted = self._noted and self._sources.get(source.path) == source
        self._sources[source.path] = source
        self._whole = source.finished

    def note(self, source: StoredSource) -> None:
        """See ``engine.retrieval.building.Target``."""
        self._sources[source.path] = source
        self._whole = source.finished

    def commit(self) -> None:
        """See ``engine.retrieval.building.Target``."""
        self._bulk.drain()
        if self._whole:
            self._refresh()
        self._put_pages()
        self._put_meta()

    def took(self, documents: int, sentences: int) -> None:
        """Count what others added, with numbers from ``next`` on."""
        self._bulk.documents += documents
        self._bulk.sentences += sentences
        self.next += sentences

    def size_bytes(self) -> int:
        """See ``engine.retrieval.building.Target``."""
        both = [self.index, self.pages]
        stats = self._ask(lambda client: client.indices.stats(index=both, metric="store"))
        return int(stats["_all"]["total"]["store"]["size_in_bytes"])

    def _catch_up(self) -> None:
        """Add the pages of an index that was made without."""
        if self._page_meta["next"] < self.next:
            self._refresh()
            add = self._cluster.start(
                lambda client: _add_pages(client, self.index, self.pages), timeout_s=REQUEST_TIMEOUT_S
            )
            add()
            self._refresh()
            self._put_pages()

    def _put_meta(self) -> None:
        """Note down what the index holds."""
        hidden = self._bulk.hidden
        told = {
            path: replace(source, hidden=source.hidden + hidden[file_key(path)])
            for path, source in self._sources.items()
        }
        note_sources(self.meta, told)
        self.meta |= {"documents": self.documents, "sentences": self.sentences, "next": self.next}
        self._ask(lambda client: client.indices.put_mapping(index=self.index, meta=self.meta))
        self._noted = True

    def _put_pages(self) -> None:
        """Note down which sentences have their pages."""
        self._page_meta["next"] = self.next
        self._ask(lambda client: client.indices.put_mapping(index=self.pages, meta=self._page_meta))

    def _refresh(self) -> None:
        both = [self.index, self.pages]
        self._ask(lambda client: client.indices.refresh(index=both))

    def _ask(self, request: Callable[[AsyncElasticsearch], Awaitable[Result]]) -> Result:
        return self._cluster.ask(request, timeout_s=REQUEST_TIMEOUT_S)


async def _opened(client: AsyncElasticsearch, settings: ElasticsearchConfig) -> tuple[str, Meta]:
    """Make the index if it is not there; return its name, also behind an alias, and what it says of itself."""
    name = settings.index
    index, meta = await _made(client, name, settings, MAPPING, new_meta(settings.routing))
    if meta.get("whichever") != VERSION:
        raise IndexUnusableError(
            f"The index {name!r} exists and is not one of Whichever's, version {VERSION}. Name a new one in "
            f"elasticsearch.index and run: {MAKE}"
        )
    await _widen(client, index, MAPPING)
    return index, meta


async def _opened_pages(client: AsyncElasticsearch, settings: ElasticsearchConfig, index: str, meta: Meta) -> Meta:
    """Make the index of pages if it is not there, or was left by another index of the name; return what it says."""
    name = pages_of(index)
    _, page_meta = await _made(client, name, settings, PAGE_MAPPING, new_page_meta(meta))
    if not are_pages(page_meta):
        raise IndexUnusableError(
            f"The index {name!r}, the place for the pages of {index!r}, exists and holds something else. Name a new "
            f"index in elasticsearch.index and run: {MAKE}"
        )
    if not belong_together(meta, page_meta):
        await client.indices.delete(index=name)
        _, page_meta = await _made(client, name, settings, PAGE_MAPPING, new_page_meta(meta))
    await _widen(client, name, PAGE_MAPPING)
    return page_meta


async def _remove(client: AsyncElasticsearch, index: str, pages: str, files: Sequence[str]) -> None:
    """Remove what came from files: what was read of their documents, then these."""
    gone: Query = {"terms": {FILE: list(files)}}
    found = async_scan(client, index=pages, query={"query": gone}, size=WINDOW, source_includes="document")
    documents = [hit["_source"]["document"] async for hit in found]
    if await client.indices.exists(index=claims_of(index)):
        await client.indices.refresh(index=claims_of(index))
        for at in range(0, len(documents), WINDOW):
            await _delete(client, claims_of(index), {"terms": {"document": documents[at : at + WINDOW]}})
    for name in (index, pages):
        await _delete(client, name, gone)


async def _delete(client: AsyncElasticsearch, index: str, query: Query) -> None:
    """Delete what matches a query, so that nobody finds it from now on."""
    actions: list[Action] = []
    async for hit in async_scan(client, index=index, query={"query": query}, size=WINDOW, _source=False):
        routed = {"routing": hit["_routing"]} if "_routing" in hit else {}
        actions.append({"_op_type": "delete", "_id": hit["_id"], **routed})
        if len(actions) == WINDOW:
            await send_bulk(client, index, actions)
            actions.clear()
    await send_bulk(client, index, actions)
    await client.indices.refresh(index=index)


async def _widen(client: AsyncElasticsearch, index: str, mapping: Query) -> None:
    """Add the fields that an index of ours was made without."""
    await client.indices.put_mapping(index=index, properties=mapping["properties"])


async def _made(
    client: AsyncElasticsearch, name: str, settings: ElasticsearchConfig, mapping: Query, meta: Meta
) -> tuple[str, Meta]:
    """Make an index if it is not there; return its name and what it says of itself."""
    if not await client.indices.exists(index=name):
        # A build refreshes the index itself when a source is finished; until then searches find what they found.
        shape = {**shape_of(settings), "refresh_interval": "-1"}
        await client.indices.create(index=name, settings=shape, mappings={**mapping, "_meta": meta})
    return next(iter(metas_of(await client.indices.get_mapping(index=name)).items()))


async def _add_pages(client: AsyncElasticsearch, index: str, pages: str) -> None:
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


def _page(hits: Sequence[Mapping[str, Any]]) -> Action:
    """Return what adds the page of the sentences of a document."""
    values = sorted((hit["_source"] for hit in hits), key=lambda one: int(one["position"]))
    matches = [OwnFields().read({"_source": one, "sort": (0.0, one[NUMBER])}) for one in values]
    document = replace(matches[0].document, sentences=tuple(match.sentence for match in matches))
    stemmed = " ".join(one.get(STATEMENT) or one.get(QUESTION, "") for one in values)
    return page_action(document, matches[0].n, stemmed, hits[0]["_source"].get(FILE, ""))
