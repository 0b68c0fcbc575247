"""Lets messages of one conversation follow each other without waiting a second in between."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager

from rasa.core.lock import TicketLock
from rasa.core.lock_store import LOCK_LIFETIME, InMemoryLockStore
from rasa.utils.endpoints import EndpointConfig


class FastInMemoryLockStore(InMemoryLockStore):
    """Asks for a taken lock again after 50 ms; the store it extends sleeps for a second.

    For one worker process only, like the store it extends.
    """

    def __init__(self, endpoint_config: EndpointConfig | None = None) -> None:
        """Create an empty store; Rasa passes its entry of ``endpoints.yml``, which has no settings."""
        super().__init__()

    def lock(
        self,
        conversation_id: str,
        lock_lifetime: float = LOCK_LIFETIME,
        wait_time_in_seconds: float = 0.05,
    ) -> AbstractAsyncContextManager[TicketLock]:
        """Return the lock of a conversation, to be held while one message is handled."""
        return super().lock(conversation_id, lock_lifetime, wait_time_in_seconds)
