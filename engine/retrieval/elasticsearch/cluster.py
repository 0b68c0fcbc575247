"""The way to an Elasticsearch cluster: one client in one event loop, for callers in any thread.

The official asynchronous client keeps its connections, and what it knows of nodes that failed, in the event loop that
it was first used in, while the engine's work runs in threads. So a cluster has a thread of its own with such a loop;
callers hand their requests over and wait. That gives what blocking calls cannot: one deadline over a request with all
its retries, the parts of one search asked at once, and connections that all callers share.
"""

from __future__ import annotations

import asyncio
import base64
import logging
import threading
import weakref
from collections.abc import Awaitable, Callable
from concurrent.futures import CancelledError, Future
from typing import Any, TypeVar

from elastic_transport import ConnectionTimeout, TlsError, TransportError
from elasticsearch import (
    ApiError,
    AsyncElasticsearch,
    AuthenticationException,
    AuthorizationException,
    UnsupportedProductError,
)
from elasticsearch import NotFoundError as NoIndexError

from engine.config import SECRETS, ElasticsearchConfig
from engine.errors import ConfigError, EngineError, IndexUnusableError, UnavailableError, shorten

Result = TypeVar("Result")

MAKE = "whichever index --to elasticsearch SOURCE…"
_ASK_AGAIN = "The index does not answer now. Try again in a few seconds."
_MAX_RETRIES = 3
_CLOSE_TIMEOUT_S = 5.0
_FAILURES = (ApiError, TransportError, UnsupportedProductError, TimeoutError, CancelledError)

logging.getLogger("elastic_transport").setLevel(logging.ERROR)  # what fails is said by the errors raised here


class Cluster:
    """An open client.

    Attributes:
        index: Name of the index.
        timeout_s: Seconds for a request with all its retries.
    """

    def __init__(self, settings: ElasticsearchConfig) -> None:
        """Prepare a client; nothing is asked yet.

        Raises:
            ConfigError: An address or a file of the settings cannot be used.
        """
        self.index = settings.index
        self.timeout_s = settings.timeout_s
        self._where = "Elastic Cloud" if settings.cloud_id else ", ".join(settings.urls)
        try:
            client = AsyncElasticsearch(**_options(settings))
        except (ValueError, OSError) as error:
            raise ConfigError(f"Cannot use the settings in [elasticsearch]: {error}.") from error
        self._loop = asyncio.new_event_loop()
        thread = threading.Thread(target=self._loop.run_forever, name="elasticsearch", daemon=True)
        thread.start()
        self._client = client
        self.close = weakref.finalize(self, _close, client, self._loop, thread)
        """Ends connections and thread; also called when the cluster is forgotten."""

    def ask(
        self, request: Callable[[AsyncElasticsearch], Awaitable[Result]], *, timeout_s: float | None = None
    ) -> Result:
        """Send a request and wait for its answer.

        Args:
            request: What to call of the client, in the event loop.
            timeout_s: Seconds for it all; those of the settings when None, of which one node gets half.

        Raises:
            UnavailableError: No node answered in time.
            IndexUnusableError: The index is missing or refuses the request.
            ConfigError: The credentials or certificates are wrong.
        """
        limit_s = self.timeout_s if timeout_s is None else timeout_s
        if not self.close.alive:
            raise IndexUnusableError("The connection to Elasticsearch is closed. Open a new one.")
        future = self._send(request, timeout_s)
        try:
            return future.result(limit_s)
        except _FAILURES as error:
            future.cancel()
            raise self._explained(error, limit_s) from error

    def start(
        self, request: Callable[[AsyncElasticsearch], Awaitable[Result]], *, timeout_s: float
    ) -> Callable[[], Result]:
        """Send requests and return at once what waits for their end.

        Args:
            request: What to call of the client, in the event loop, however often.
            timeout_s: Seconds for each call.

        Returns:
            A function that raises like ``ask``.
        """
        future = self._send(request, timeout_s)

        def wait() -> Result:
            try:
                return future.result()
            except _FAILURES as error:
                raise self._explained(error, timeout_s) from error

        return wait

    def _send(
        self, request: Callable[[AsyncElasticsearch], Awaitable[Result]], timeout_s: float | None
    ) -> Future[Result]:
        client = self._client if timeout_s is None else self._client.options(request_timeout=timeout_s)

        async def send() -> Result:
            return await request(client)

        return asyncio.run_coroutine_threadsafe(send(), self._loop)

    def _explained(self, error: Exception, limit_s: float) -> EngineError:
        what, reason = f"the Elasticsearch cluster at {self._where}", shorten(str(error), 200)
        key, name, password = SECRETS["elasticsearch"].values()
        user = f"{key}, or {name} and {password}"
        if isinstance(error, AuthenticationException | AuthorizationException):
            return ConfigError(
                f"The credentials for the index {self.index!r} are refused by {what} (status {error.status_code}). "
                f"Set {user} in the environment."
            )
        if isinstance(error, TlsError):
            return ConfigError(
                f"The certificate of {what} is not trusted ({reason}). Name the file it is signed by in "
                "elasticsearch.ca_certs."
            )
        if isinstance(error, UnsupportedProductError):
            return UnavailableError(
                f"What answers in place of {what} is not Elasticsearch. See elasticsearch.urls.", told=_ASK_AGAIN
            )
        if isinstance(error, NoIndexError):
            return IndexUnusableError(
                f"There is no index {self.index!r} in {what}. Make it: {MAKE} Or name another in elasticsearch.index."
            )
        if isinstance(error, ApiError) and error.status_code not in {429, 502, 503, 504}:
            return IndexUnusableError(f"The index {self.index!r} of {what} refuses the request ({reason}).")
        if isinstance(error, CancelledError):
            return IndexUnusableError(f"The connection to {what} was closed meanwhile. Ask again.", told=_ASK_AGAIN)
        if isinstance(error, TimeoutError | ConnectionTimeout):
            reason = f"none answered within {limit_s:g} s"
        return UnavailableError(
            f"No node of {what} can be used ({reason}). Start it, or name its nodes in elasticsearch.urls or ES_URL.",
            told=_ASK_AGAIN,
        )


def _options(settings: ElasticsearchConfig) -> dict[str, Any]:
    api_key, username, password = (getattr(settings, name).get_secret_value() for name in SECRETS["elasticsearch"])
    options: dict[str, Any] = {
        "request_timeout": settings.timeout_s / 2,
        "max_retries": _MAX_RETRIES,
        "retry_on_timeout": True,
    }
    options |= {"cloud_id": settings.cloud_id} if settings.cloud_id else {"hosts": list(settings.urls)}
    if settings.ca_certs:
        options["ca_certs"] = settings.ca_certs
    if api_key:
        options["api_key"] = api_key
    elif username:
        options["basic_auth"] = base64.b64encode(f"{username}:{password}".encode()).decode()
    return options


def _close(client: AsyncElasticsearch, loop: asyncio.AbstractEventLoop, thread: threading.Thread) -> None:
    if thread.is_alive():
        asyncio.run_coroutine_threadsafe(_end(client), loop).result(_CLOSE_TIMEOUT_S)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(_CLOSE_TIMEOUT_S)
    loop.close()


async def _end(client: AsyncElasticsearch) -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await client.close()
