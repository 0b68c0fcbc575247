"""The parts of an engine that can be chosen, by role."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any

from engine import registry
from engine.claims.kept import KeptClaimReader
from engine.config import Config
from engine.protocols import ClaimReader, ClaimStore
from engine.types import Sentence


class ComponentLoader:
    """Loads parts when they are first asked for, and keeps them; of a role the configured one when no name is given.

    Safe to use from several threads.
    """

    def __init__(
        self,
        config: Config,
        *,
        context: Callable[..., tuple[Sentence, ...]],
        claims: Callable[[str], ClaimStore | None] = lambda _: None,
    ) -> None:
        """Prepare without loading anything.

        Args:
            config: Names the configured parts, and sets them.
            context: Returns a sentence with its neighbours, for a part that quotes these; see ``Retriever.context``.
            claims: Returns where to keep what a model reads of sentences; None while nothing can be kept.
        """
        self._names = config.parts
        self._settings: Mapping[tuple[str, str], Mapping[str, Any]] = {
            ("ranker", "cam"): config.ranking.model_dump(),
            ("generator", "ctrl"): {"settings": config.ctrl},
            ("generator", "llm"): {"settings": config.llm},
            ("generator", "snippet"): {"context": context},
        }
        self._claims = claims
        self._loaded: dict[tuple[str, str], Any] = {}
        self._lock = threading.Lock()

    def get(self, role: str, name: str | None = None) -> Any:
        """Return the part of a role.

        Args:
            role: A key of ``registry.COMPONENTS``.
            name: A registered name, as a user may choose it; the configured component when None.

        Raises:
            UnknownNameError: No such role or name.
            MissingComponentError: A library that it needs is not installed.
        """
        chosen = self._names[role]
        load = registry.load if name and name != chosen else registry.load_configured
        key = role, name or chosen
        with self._lock:
            if key not in self._loaded:
                part = load(*key, **self._settings.get(key, {}))
                self._loaded[key] = KeptClaimReader(part, self._claims) if isinstance(part, ClaimReader) else part
            return self._loaded[key]

    def close(self) -> None:
        """Let go of all parts; what is asked for again is loaded again."""
        with self._lock:
            self._loaded.clear()
