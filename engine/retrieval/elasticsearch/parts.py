"""The indices behind an alias, its parts: put there, in the place of others too, dropped, saved and brought back.

A part is an index of its own with its pages and what was read of it, such as a month, or all texts indexed anew. Who
searches the alias meanwhile finds what is behind it.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any, Final

from elasticsearch import AsyncElasticsearch

from engine.config import ElasticsearchConfig
from engine.errors import ConfigError, NotFoundError
from engine.retrieval.building import StoredSource
from engine.retrieval.elasticsearch.cluster import Cluster
from engine.retrieval.elasticsearch.fallback import CHANGE_S
from engine.retrieval.elasticsearch.meta import claims_of, metas_of, pages_of, read_metas, stored_sources

SAVING_TIMEOUT_S: Final = 24 * 3_600.0
"""A snapshot copies all that is not in its repository yet."""

_Ask = Callable[[Callable[[AsyncElasticsearch], Awaitable[Any]]], Any]


def part_of(settings: ElasticsearchConfig, part: str) -> ElasticsearchConfig:
    """Return the settings of a part."""
    return ElasticsearchConfig.model_validate({**dict(settings), "index": f"{settings.index}-{part}"})


def parts(settings: ElasticsearchConfig) -> dict[str, int]:
    """Return the indices that the name of the settings stands for, and their sentences."""
    with _asking(settings) as ask:
        return {name: int(meta.get("sentences", 0)) for name, meta in ask(_behind(settings.index)).items()}


def held(settings: ElasticsearchConfig) -> tuple[list[StoredSource], int, int]:
    """Return the sources of the indices that the name of the settings stands for, their documents and sentences."""
    with closing(Cluster(settings)) as cluster:
        metas = metas_of(cluster.ask(lambda client: client.indices.get_mapping(index=settings.index))).values()
    sources = [source for meta in metas for source in stored_sources(meta).values()]
    return sources, sum(meta["documents"] for meta in metas), sum(meta["sentences"] for meta in metas)


def check_alias(settings: ElasticsearchConfig) -> None:
    """Make sure that parts can be put behind a name.

    Raises:
        ConfigError: It is that of an index.
    """
    with _asking(settings) as ask:
        if settings.index in ask(_behind(settings.index)):
            raise ConfigError(
                f"{settings.index!r} is an index, and no alias that parts can be put behind. With --only the part "
                "takes its place, or name another one in elasticsearch.index."
            )


def publish(settings: ElasticsearchConfig, part: str, *, only: bool) -> None:
    """Put a part behind the alias.

    Args:
        settings: Name the alias.
        part: That was indexed.
        only: Whether to take all others away and delete them, also an index that has the name of the alias.
    """
    alias, index = settings.index, part_of(settings, part).index
    with _asking(settings) as ask:
        old = [one for one in ask(_behind(alias)) if only and one != index]
        actions = [{"add": {"index": index, "alias": alias}}]
        actions += [
            {"remove_index": {"index": one}} if one == alias else {"remove": {"index": one, "alias": alias}}
            for one in old
        ]
        ask(lambda client: client.indices.update_aliases(actions=actions))
        _delete(ask, old)


def drop(settings: ElasticsearchConfig, part: str) -> None:
    """Delete a part, which need not be behind the alias.

    Raises:
        NotFoundError: There is none.
        ConfigError: It is all that there is behind the alias.
    """
    alias, index = settings.index, part_of(settings, part).index
    with _asking(settings) as ask:
        if not ask(_behind(index)):
            raise NotFoundError(f"There is no index {index!r}.")
        if [*ask(_behind(alias))] == [index]:
            raise ConfigError(f"{index!r} is all that {alias!r} stands for. Put another part there first.")
        action = {"remove": {"index": index, "alias": alias, "must_exist": False}}
        ask(lambda client: client.indices.update_aliases(actions=[action]))
        _delete(ask, [index])


def save(settings: ElasticsearchConfig, repository: str, snapshot: str) -> int:
    """Make a snapshot of all parts, with their pages and what was read of them.

    Returns:
        How many indices it holds.
    """
    with _asking(settings) as ask:
        _check_repository(ask, repository)
        names = _with_beside([*ask(_behind(settings.index))])
        done = ask(
            lambda client: client.snapshot.create(
                repository=repository,
                snapshot=snapshot,
                indices=names,
                ignore_unavailable=True,
                include_global_state=False,
                wait_for_completion=True,
            )
        )
        return len(done["snapshot"]["indices"])


def restore(settings: ElasticsearchConfig, repository: str, snapshot: str) -> int:
    """Bring back what a snapshot holds, also its alias; an index that is there is refused.

    Returns:
        How many indices were brought back.
    """
    with _asking(settings) as ask:
        _check_repository(ask, repository)
        done = ask(
            lambda client: client.snapshot.restore(
                repository=repository, snapshot=snapshot, include_global_state=False, wait_for_completion=True
            )
        )
        return len(done["snapshot"]["indices"])


@contextmanager
def _asking(settings: ElasticsearchConfig) -> Iterator[_Ask]:
    with closing(Cluster(settings)) as cluster:
        yield lambda request: cluster.ask(request, timeout_s=SAVING_TIMEOUT_S)


def _behind(name: str) -> Callable[[AsyncElasticsearch], Awaitable[dict[str, Any]]]:
    """Return what asks for the indices that a name stands for."""

    async def ask(client: AsyncElasticsearch) -> dict[str, Any]:
        return await read_metas(client, name) if await client.indices.exists(index=name) else {}

    return ask


def _check_repository(ask: _Ask, repository: str) -> None:
    if repository not in ask(lambda client: client.snapshot.get_repository()):
        raise ConfigError(
            f"The cluster has no repository {repository!r} for snapshots. Register one: docs/elasticsearch.md."
        )


def _delete(ask: _Ask, indices: Sequence[str]) -> None:
    """Delete indices that no alias leads to, once nobody searches them any more."""
    if indices:
        time.sleep(2 * CHANGE_S)
        names = _with_beside(indices)
        ask(lambda client: client.indices.delete(index=names, ignore_unavailable=True))


def _with_beside(indices: Sequence[str]) -> list[str]:
    return [name for one in indices for name in (one, pages_of(one), claims_of(one))]
