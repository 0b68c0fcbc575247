"""What a cluster holds, or what an embedded index holds while no node of the cluster answers."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from engine import registry
from engine.config import ElasticsearchConfig
from engine.errors import UnavailableError
from engine.retrieval.elasticsearch.cluster import Cluster
from engine.types import PageResult, SearchResult

CHANGE_S = 1.0
"""A change of the index, or that nodes answer again, is noticed within this time."""

NOTICE = "The Elasticsearch cluster does not answer; this rests on the smaller index kept beside it."

P = ParamSpec("P")
Result = TypeVar("Result")


class Covered(ABC):
    """An index of a cluster, and the embedded one of the setting ``fallback``, if there is one."""

    def __init__(self, role: str, settings: ElasticsearchConfig) -> None:
        """Open both, and look at the one that answers.

        Args:
            role: What it is, as in ``engine.registry``; the embedded one is the component ``tantivy`` of that role.
            settings: Where they are.

        Raises:
            UnavailableError: No node answers, and there is no fallback.
            IndexUnusableError: The index, or that of the fallback, is missing or was made by something else.
            ConfigError: The settings of the cluster cannot be used.
        """
        self._down_until = 0.0
        with ExitStack() as opened:
            self._embedded: Any = None
            if settings.fallback:
                self._embedded = registry.load(role, "tantivy", index=Path(settings.fallback))
                opened.callback(self._embedded.close)
            self._cluster = Cluster(settings)
            opened.callback(self._cluster.close)
            self._begin()
            self._opened = opened.pop_all()

    def close(self) -> None:
        """End the connections, and release the files of the fallback."""
        self._opened.close()

    def ask(self, work: Callable[[], Result], instead: Callable[[Any], Result]) -> Result:
        """Ask the cluster, or, while no node answers, the fallback, of which what is found says so.

        Raises:
            UnavailableError: No node answers, and there is no fallback.
        """
        if self._embedded is None or time.monotonic() >= self._down_until:
            try:
                return work()
            except UnavailableError:
                if self._embedded is None:
                    raise
                self._down_until = time.monotonic() + CHANGE_S
        found = instead(self._embedded)
        if isinstance(found, SearchResult | PageResult):
            return cast("Result", replace(found, notice=NOTICE))
        return found

    @abstractmethod
    def _begin(self) -> None:
        """Look at the index for the first time."""


Index = TypeVar("Index", bound=Covered)


def covered(method: Callable[Concatenate[Index, P], Result]) -> Callable[Concatenate[Index, P], Result]:
    """Have the fallback's method of the same name answer while no node does."""
    name = method.__name__

    @wraps(method)
    def ask(self: Index, /, *args: P.args, **kwargs: P.kwargs) -> Result:
        def instead(embedded: Any) -> Result:
            return cast("Result", getattr(embedded, name)(*args, **kwargs))

        return self.ask(lambda: method(self, *args, **kwargs), instead)

    return ask
