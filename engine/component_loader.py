"""The parts of an engine that can be chosen, by role."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any

from engine import registry
from engine.config import Config
from engine.types import Sentence


class ComponentLoader:
    """Loads parts when they are first asked for, and keeps them; of a role the configured one when no name is given.

    Safe to use from several threads.
    """

    def __init__(self, config: Config, *, context: Callable[..., tuple[Sentence, ...]]) -> None:
        """Prepare without loading anything.

        Args:
            config: Names the configured parts, and sets them.
            context: Returns a sentence with its neighbours, for a part that quotes these; see ``Retriever.context``.
        """
        self._names = config.parts
        self._settings: Mapping[tuple[str, str], Mapping[str, Any]] = {
            ("ranker", "cam"): config.ranking.model_dump(),
            ("generator", "ctrl"): {"settings": config.ctrl},
            ("generator", "llm"): {"settings": config.llm},
            ("generator", "snippet"): {"context": context},
        }
        self._loaded: dict[tuple[str, str], Any] = {}
        self._lock = threading.Lock()

    def get(self, role: str, name: str | None = None) -> Any:
        """Return the part of a role.

        Raises:
            UnknownNameError: No such role or name.
            MissingPartError: A library that it needs is not installed.
        """
        key = role, name or self._names[role]
        with self._lock:
            if key not in self._loaded:
                self._loaded[key] = registry.load(*key, **self._settings.get(key, {}))
            return self._loaded[key]
