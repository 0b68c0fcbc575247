"""Clients of a running service, ``Client`` and ``AsyncClient``; what they return is typed by ``engine.schemas``.

Both have a method for each address of the API and the same errors: ``ServiceError`` when the service refuses,
``UnavailableError`` when there is no usable answer within the time-out.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping
from dataclasses import dataclass
from functools import wraps
from http import HTTPStatus
from typing import Any, Generic, Literal, ParamSpec, Self, TypedDict, TypeVar, Unpack, cast, overload
from urllib.parse import quote

import httpx2

from engine import schemas
from engine.errors import EngineError, InputError, UnavailableError, shorten

P = ParamSpec("P")
T = TypeVar("T")

URL = "http://localhost:8080"
TIMEOUT_S = 30.0
MAX_PORT = 65_535
_OK = frozenset({HTTPStatus.OK})


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
    accepted: frozenset[int] = _OK
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


def _compared(objects: tuple[str, ...], options: CompareOptions) -> dict[str, Any]:
    aspects = [{"name": one} if isinstance(one, str) else one for one in options.get("aspects", ())]
    lists = {"aspects": aspects, "left_out": list(options.get("left_out", ()))}
    return {"objects": objects, **options, **lists}


class _Address(Generic[P, T]):
    """A method of both clients, from what makes its request."""

    def __init__(self, make: Callable[P, _Call[T]]) -> None:
        self._make = make

    @overload
    def __get__(self, client: None, owner: type) -> Callable[P, _Call[T]]: ...
    @overload
    def __get__(self, client: Client, owner: type) -> Callable[P, T]: ...
    @overload
    def __get__(self, client: AsyncClient, owner: type) -> Callable[P, Coroutine[Any, Any, T]]: ...
    def __get__(self, client: Client | AsyncClient | None, owner: type) -> Any:
        if client is None:
            return self._make
        return wraps(self._make)(lambda *args, **options: client.send(self._make(*args, **options)))


class _Addresses:
    """What both clients can ask for."""

    @_Address
    def ask(question: str, **options: Unpack[AskOptions]) -> _Call[schemas.Answer]:
        """Answer a free question."""
        return _Call("POST", "/api/v1/ask", {"question": question, **options})

    @_Address
    def compare(*objects: str, **options: Unpack[CompareOptions]) -> _Call[schemas.Comparison | schemas.Standings]:
        """Compare two things, or put more in order."""
        return _Call("POST", "/api/v1/compare", _compared(objects, options))

    @_Address
    def reweigh(*objects: str, **options: Unpack[ReweighOptions]) -> _Call[schemas.Answer]:
        """Answer again with other weights, or without what a person calls misread."""
        return _Call("POST", "/api/v1/reweigh", _compared(objects, options))

    @_Address
    def explain(first: str, second: str, **options: Unpack[ExplainOptions]) -> _Call[schemas.Explanation]:
        """Say why a comparison ends as it does."""
        return _Call("POST", "/api/v1/explain", _compared((first, second), options))

    @_Address
    def chat(message: str, session: str | None = None) -> _Call[schemas.Chat]:
        """Say something in a conversation; the answer has the key of a new one."""
        said = {"message": message, "session": session}
        return _Call("POST", "/api/v1/chat", said, searches=session is None)  # which may be told to search another one

    @_Address
    def search(query: str, *, k: int = 50) -> _Call[schemas.Search]:
        """Find sentences by keywords."""
        return _Call("GET", "/api/v1/search", query={"q": query, "k": k})

    @_Address
    def claims(name: str, *, offset: int = 0, limit: int = 10) -> _Call[schemas.Relations]:
        """Return what a thing is compared with, on what and with which outcome."""
        return _Call("GET", "/api/v1/claims", query={"name": name, "offset": offset, "limit": limit})

    @_Address
    def context(sentence_id: str, **options: Unpack[ContextOptions]) -> _Call[schemas.Context]:
        """Return a sentence with its neighbours."""
        return _Call("GET", f"/api/v1/sentences/{quote(sentence_id, safe='')}/context", query=options)

    @_Address
    def document(document_id: str) -> _Call[schemas.Document]:
        """Return a whole document."""
        return _Call("GET", f"/api/v1/documents/{quote(document_id, safe='')}")

    @_Address
    def components() -> _Call[schemas.Components]:
        """Return the parts that can be chosen."""
        return _Call("GET", "/api/v1/components", searches=False)

    @_Address
    def ready() -> _Call[schemas.Readiness]:
        """Say whether the service can answer, and what is missing."""
        return _Call("GET", "/readyz", accepted=_OK | {HTTPStatus.SERVICE_UNAVAILABLE}, searches=False)


class Client(_Addresses):
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

    def send(self, call: _Call[T]) -> T:
        """Return the answer to a request."""
        try:
            return call.answer(self._http.request(call.method, call.path, **call.options(self._index)))
        except httpx2.HTTPError as error:
            raise _unavailable(self._http.base_url, error) from error


class AsyncClient(_Addresses):
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

    async def send(self, call: _Call[T]) -> T:
        """Return the answer to a request."""
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
