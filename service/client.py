"""Clients of a running service, ``Client`` and ``AsyncClient``; what they return is typed by ``engine.schemas``.

Both have a method for each address of the API and the same errors: ``ServiceError`` when the service refuses,
``UnavailableError`` when there is no usable answer within the time-out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Generic, Literal, Self, TypedDict, TypeVar, Unpack, cast
from urllib.parse import quote

import httpx2

from engine import schemas
from engine.errors import EngineError, InputError, UnavailableError, shorten

T = TypeVar("T")

URL = "http://localhost:8080"
TIMEOUT_S = 30.0
MAX_PORT = 65_535


class ServiceError(EngineError):
    """The service refused a request.

    Attributes:
        code: Stable name of the reason; docs/api.md lists all.
        status: The HTTP status.
        request_id: Under which the service's log has it; may be empty.
        retry_after_s: When to try again, if the service says so.
    """

    def __init__(self, error: schemas.Error, retry_after_s: float | None = None) -> None:
        """Take over what the service says."""
        super().__init__(error["error"]["message"])
        self.code = error["error"]["code"]
        self.status = error["error"]["status"]
        self.request_id = error.get("request_id", "")
        self.retry_after_s = retry_after_s


class AskOptions(TypedDict, total=False):
    """How to answer a question; see ``schemas.AskRequest``."""

    fast: bool
    generator: str | None
    length: Literal["line", "chat", "full"]


class CompareOptions(TypedDict, total=False):
    """How to compare; see ``schemas.CompareRequest``."""

    aspects: Iterable[str | schemas.Aspect]
    since: str
    until: str
    publisher: str
    language: str
    fast: bool
    classifier: str | None
    ranker: str | None
    left_out: Iterable[str]
    corrections: Mapping[str, Literal["FIRST", "SECOND", "EQUAL", "NONE"]]


class ReweighOptions(CompareOptions, total=False):
    """How to compare and word again; see ``schemas.ReweighRequest``."""

    question: str | None
    generator: str | None
    length: Literal["line", "chat", "full"]


class ExplainOptions(CompareOptions, total=False):
    """Which sources to show as well; see ``schemas.ExplainRequest``."""

    offset: int
    limit: int


class ContextOptions(TypedDict, total=False):
    """How many neighbours to return."""

    before: int
    after: int


@dataclass(frozen=True, slots=True)
class _Call(Generic[T]):
    """A request whose answer is a ``T``."""

    method: str
    path: str
    body: Any = None
    query: Any = None
    accepted: frozenset[int] = field(default=frozenset({HTTPStatus.OK}))
    searches: bool = True

    def options(self, index: str) -> dict[str, Any]:
        """Return what the HTTP library is told besides method and address; ``index`` is the name of one, or empty."""
        on = {"index": index} if index and self.searches else {}
        return {"params": {**(self.query or {}), **on}} if self.body is None else {"json": {**self.body, **on}}

    def answer(self, response: httpx2.Response) -> T:
        """Return what the service says.

        Raises:
            ServiceError: It refuses.
            UnavailableError: It does not speak like Whichever.
        """
        try:
            value = response.json()
            if response.status_code in self.accepted:
                return cast("T", value)
            wait = response.headers.get("Retry-After")
            raise ServiceError(value, float(wait) if wait else None)
        except (ValueError, KeyError, TypeError) as error:
            where, status = response.url, response.status_code
            raise UnavailableError(f"{where} does not answer like Whichever (status {status}).") from error


def _ask(question: str, options: AskOptions) -> _Call[schemas.Answer]:
    return _Call("POST", "/api/v1/ask", {"question": question, **options})


def _compare(objects: tuple[str, ...], options: CompareOptions) -> _Call[schemas.Comparison | schemas.Standings]:
    return _Call("POST", "/api/v1/compare", _compared(objects, options))


def _reweigh(objects: tuple[str, ...], options: ReweighOptions) -> _Call[schemas.Answer]:
    return _Call("POST", "/api/v1/reweigh", _compared(objects, options))


def _explain(first: str, second: str, options: ExplainOptions) -> _Call[schemas.Explanation]:
    return _Call("POST", "/api/v1/explain", _compared((first, second), options))


def _compared(objects: tuple[str, ...], options: CompareOptions) -> dict[str, Any]:
    aspects = [{"name": one} if isinstance(one, str) else one for one in options.get("aspects", ())]
    lists = {"aspects": aspects, "left_out": list(options.get("left_out", ()))}
    return {"objects": objects, **options, **lists}


def _chat(message: str, session: str | None) -> _Call[schemas.Chat]:
    said = {"message": message, "session": session}
    return _Call("POST", "/api/v1/chat", said, searches=session is None)  # which may be told to search another one


def _search(query: str, k: int) -> _Call[schemas.Search]:
    return _Call("GET", "/api/v1/search", query={"q": query, "k": k})


def _claims(name: str, offset: int, limit: int) -> _Call[schemas.Relations]:
    return _Call("GET", "/api/v1/claims", query={"name": name, "offset": offset, "limit": limit})


def _context(sentence_id: str, options: ContextOptions) -> _Call[schemas.Context]:
    return _Call("GET", f"/api/v1/sentences/{quote(sentence_id, safe='')}/context", query=options)


def _document(document_id: str) -> _Call[schemas.Document]:
    return _Call("GET", f"/api/v1/documents/{quote(document_id, safe='')}")


_COMPONENTS: _Call[schemas.Components] = _Call("GET", "/api/v1/components", searches=False)
_READY: _Call[schemas.Readiness] = _Call(
    "GET", "/readyz", accepted=frozenset({HTTPStatus.OK, HTTPStatus.SERVICE_UNAVAILABLE}), searches=False
)


class Client:
    """A client that waits; a context manager. Safe to use from several threads."""

    def __init__(self, url: str = URL, *, key: str = "", index: str = "", timeout_s: float = TIMEOUT_S) -> None:
        """Prepare a client; nothing is sent.

        Args:
            url: Where the service listens.
            key: An API key, if the service wants one.
            index: Name of the index to search, and to begin conversations on; the service's first one when empty.
            timeout_s: How long to wait for a connection, and for each part of an answer.

        Raises:
            InputError: ``url`` is no address.
        """
        self._http = httpx2.Client(base_url=_checked(url), timeout=timeout_s, headers=_shown(key))
        self._index = index

    def __enter__(self) -> Self:
        """Return the client."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the connections."""
        self._http.close()

    def ask(self, question: str, **options: Unpack[AskOptions]) -> schemas.Answer:
        """Answer a free question."""
        return self._send(_ask(question, options))

    def compare(self, *objects: str, **options: Unpack[CompareOptions]) -> schemas.Comparison | schemas.Standings:
        """Compare two things, or put more in order."""
        return self._send(_compare(objects, options))

    def reweigh(self, *objects: str, **options: Unpack[ReweighOptions]) -> schemas.Answer:
        """Answer again with other weights, or without what a person calls misread."""
        return self._send(_reweigh(objects, options))

    def explain(self, first: str, second: str, **options: Unpack[ExplainOptions]) -> schemas.Explanation:
        """Say why a comparison ends as it does."""
        return self._send(_explain(first, second, options))

    def chat(self, message: str, session: str | None = None) -> schemas.Chat:
        """Say something in a conversation; the answer has the key of a new one."""
        return self._send(_chat(message, session))

    def search(self, query: str, *, k: int = 50) -> schemas.Search:
        """Find sentences by keywords."""
        return self._send(_search(query, k))

    def claims(self, name: str, *, offset: int = 0, limit: int = 10) -> schemas.Relations:
        """Return what a thing is compared with, on what and with which outcome."""
        return self._send(_claims(name, offset, limit))

    def context(self, sentence_id: str, **options: Unpack[ContextOptions]) -> schemas.Context:
        """Return a sentence with its neighbours."""
        return self._send(_context(sentence_id, options))

    def document(self, document_id: str) -> schemas.Document:
        """Return a whole document."""
        return self._send(_document(document_id))

    def components(self) -> schemas.Components:
        """Return the parts that can be chosen."""
        return self._send(_COMPONENTS)

    def ready(self) -> schemas.Readiness:
        """Say whether the service can answer, and what is missing."""
        return self._send(_READY)

    def _send(self, call: _Call[T]) -> T:
        try:
            return call.answer(self._http.request(call.method, call.path, **call.options(self._index)))
        except httpx2.HTTPError as error:
            raise _unavailable(self._http.base_url, error) from error


class AsyncClient:
    """A client for programs with an event loop; an asynchronous context manager. Like ``Client`` in all else."""

    def __init__(self, url: str = URL, *, key: str = "", index: str = "", timeout_s: float = TIMEOUT_S) -> None:
        """Prepare a client; see ``Client``."""
        self._http = httpx2.AsyncClient(base_url=_checked(url), timeout=timeout_s, headers=_shown(key))
        self._index = index

    async def __aenter__(self) -> Self:
        """Return the client."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def ask(self, question: str, **options: Unpack[AskOptions]) -> schemas.Answer:
        """Answer a free question."""
        return await self._send(_ask(question, options))

    async def compare(self, *objects: str, **options: Unpack[CompareOptions]) -> schemas.Comparison | schemas.Standings:
        """Compare two things, or put more in order."""
        return await self._send(_compare(objects, options))

    async def reweigh(self, *objects: str, **options: Unpack[ReweighOptions]) -> schemas.Answer:
        """Answer again with other weights, or without what a person calls misread."""
        return await self._send(_reweigh(objects, options))

    async def explain(self, first: str, second: str, **options: Unpack[ExplainOptions]) -> schemas.Explanation:
        """Say why a comparison ends as it does."""
        return await self._send(_explain(first, second, options))

    async def chat(self, message: str, session: str | None = None) -> schemas.Chat:
        """Say something in a conversation; the answer has the key of a new one."""
        return await self._send(_chat(message, session))

    async def search(self, query: str, *, k: int = 50) -> schemas.Search:
        """Find sentences by keywords."""
        return await self._send(_search(query, k))

    async def claims(self, name: str, *, offset: int = 0, limit: int = 10) -> schemas.Relations:
        """Return what a thing is compared with, on what and with which outcome."""
        return await self._send(_claims(name, offset, limit))

    async def context(self, sentence_id: str, **options: Unpack[ContextOptions]) -> schemas.Context:
        """Return a sentence with its neighbours."""
        return await self._send(_context(sentence_id, options))

    async def document(self, document_id: str) -> schemas.Document:
        """Return a whole document."""
        return await self._send(_document(document_id))

    async def components(self) -> schemas.Components:
        """Return the parts that can be chosen."""
        return await self._send(_COMPONENTS)

    async def ready(self) -> schemas.Readiness:
        """Say whether the service can answer, and what is missing."""
        return await self._send(_READY)

    async def _send(self, call: _Call[T]) -> T:
        try:
            return call.answer(await self._http.request(call.method, call.path, **call.options(self._index)))
        except httpx2.HTTPError as error:
            raise _unavailable(self._http.base_url, error) from error


def _shown(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"} if key else {}


def _checked(url: str) -> str:
    try:
        parsed = httpx2.URL(url)
    except httpx2.InvalidURL as error:
        raise InputError(f"{shorten(url)!r} is not an address: {error}.") from error
    if parsed.scheme not in {"http", "https"} or not parsed.host or (parsed.port or 0) > MAX_PORT:
        raise InputError(f"{shorten(url)!r} is not the address of a service, such as {URL}.")
    return url


def _unavailable(url: httpx2.URL, error: httpx2.HTTPError) -> UnavailableError:
    reason = "no answer in time" if isinstance(error, httpx2.TimeoutException) else str(error) or type(error).__name__
    return UnavailableError(f"No service at {url} ({reason}). Start one with: whichever serve")
