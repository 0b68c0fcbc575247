"""What a cluster holds, or what an embedded index holds while no node of the cluster answers."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Generic, Protocol, TypeVar, cast

from engine.config import ElasticsearchConfig
from engine.errors import UnavailableError
from engine.retrieval.elasticsearch.cluster import Cluster
from engine.types import PageResult, SearchResult

CHANGE_S = 1.0
"""A change of the index, or that nodes answer again, is noticed within this time."""

NOTICE = "The Elasticsearch cluster does not answer; this rests on the smaller index kept beside it."


class _Closable(Protocol):
    def close(self) -> None: ...


Index = TypeVar("Index")
Embedded = TypeVar("Embedded", bound=_Closable)
Result = TypeVar("Result")


class Covered(Generic[Index, Embedded]):
    """An index of a cluster, and the embedded one of the setting ``fallback``, if there is one."""

    def __init__(
        self,
        settings: ElasticsearchConfig,
        index: Callable[[Cluster], Index],
        embedded: Callable[[Path], Embedded],
    ) -> None:
        """Open both; of the cluster nothing is asked yet.

        Args:
            settings: Where they are.
            index: Makes what asks the cluster.
            embedded: Opens what is asked instead.

        Raises:
            IndexUnusableError: The fallback is missing or was made by something else.
            ConfigError: The settings of the cluster cannot be used.
        """
        self._down_until = 0.0
        with ExitStack() as opened:
            self._embedded = embedded(Path(settings.fallback)) if settings.fallback else None
            if self._embedded is not None:
                opened.callback(self._embedded.close)
            cluster = Cluster(settings)
            opened.callback(cluster.close)
            self.index = index(cluster)
            self.close = opened.pop_all().close
            """Ends the connections, and releases the files of the fallback."""

    def ask(self, work: Callable[[Index | Embedded], Result]) -> Result:
        """Ask the cluster, or, while no node answers, the fallback, of which what is found says so.

        Raises:
            UnavailableError: No node answers, and there is no fallback.
        """
        if self._embedded is None or time.monotonic() >= self._down_until:
            try:
                return work(self.index)
            except UnavailableError:
                if self._embedded is None:
                    raise
                self._down_until = time.monotonic() + CHANGE_S
        found = work(self._embedded)
        if isinstance(found, SearchResult | PageResult):
            return cast("Result", replace(found, notice=NOTICE))
        return found
