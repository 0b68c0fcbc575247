"""The parts of an engine that can be chosen, by role."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from engine import registry
from engine.claims.kept import KeptClaimReader
from engine.claims.store import SqliteClaimStore
from engine.config import Config
from engine.protocols import ClaimReader
from engine.types import Sentence

log = logging.getLogger(__name__)


class ComponentLoader:
    """Loads parts when they are first asked for, and keeps them; of a role the configured one when no name is given.

    Safe to use from several threads.
    """

    def __init__(
        self,
        config: Config,
        *,
        context: Callable[..., tuple[Sentence, ...]],
        claims: Callable[[], Path | None] = lambda: None,
    ) -> None:
        """Prepare without loading anything.

        Args:
            config: Names the configured parts, and sets them.
            context: Returns a sentence with its neighbours, for a part that quotes these; see ``Retriever.context``.
            claims: Returns the folder in which to keep what is read of sentences; None to keep nothing.
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
                self._loaded[key] = self._keeping(load(*key, **self._settings.get(key, {})))
            return self._loaded[key]

    def _keeping(self, part: Any) -> Any:
        """Return a part that keeps what it reads beside the index, if it is one whose readings are worth keeping."""
        if not isinstance(part, ClaimReader):
            return part
        folder = self._claims()
        if folder is None:
            return KeptClaimReader(part)
        try:
            return KeptClaimReader(part, SqliteClaimStore(folder, model=part.model))
        except sqlite3.Error as error:
            log.warning("Nothing that is read is kept in %r: %s", str(folder), error)
            return KeptClaimReader(part)
