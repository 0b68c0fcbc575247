"""The clients for programs, against the served application."""

from __future__ import annotations

import asyncio
import inspect
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from engine.errors import EngineError, InputError, UnavailableError
from service.client import AsyncClient, Client, ServiceError
from tests.service.served import HOSTILE_IDS, Service, served

DOCS = Path(__file__).parents[2] / "docs"


class Once:
    """A client that is made and closed for each call."""

    def __init__(self, url: str, **options: Any) -> None:
        self._url, self._options = url, options

    def __getattr__(self, name: str) -> Callable[..., Any]:
        return lambda *args, **options: self.call(name, *args, **options)

    def call(self, name: str, *args: Any, **options: Any) -> Any:
        with Client(self._url, **self._options) as client:
            return getattr(client, name)(*args, **options)


class OnceInALoop(Once):
    """The same of the asynchronous one, in an event loop of its own."""

    def call(self, name: str, *args: Any, **options: Any) -> Any:
        async def call() -> Any:
            async with AsyncClient(self._url, **self._options) as client:
                return await getattr(client, name)(*args, **options)

        return asyncio.run(call())


@pytest.fixture(params=[Once, OnceInALoop])
def make(request: pytest.FixtureRequest) -> Any:
    return request.param


def called(call: Callable[[], Any]) -> Any:
    """Run a call beside the service, which shares our event loop."""
    return asyncio.to_thread(call)


async def test_every_address_has_a_method(service: Service, make: Any) -> None:
    client = make(service.url)

    def calls() -> tuple[Any, ...]:
        comparison = client.compare("tea", "coffee", aspects=["sleep", {"name": "price", "weight": 3}], fast=True)
        sentence_id = comparison["arguments"][0]["sentence_id"]
        return (
            comparison,
            client.ask("Is tea better than coffee?", generator="template"),
            client.explain("tea", "coffee", limit=1),
            client.search("tea", k=2),
            client.context(sentence_id, before=0, after=1),
            client.components(),
            client.ready(),
        )

    comparison, answer, explanation, found, context, components, ready = await called(calls)
    assert comparison["winner"] == "tea"
    assert comparison["asked"] == [{"name": "sleep", "weight": 1}, {"name": "price", "weight": 3}]
    assert answer["generator"] == "template"
    assert len(explanation["votes"]) == 1
    assert len(found["hits"]) == 2
    assert len(context["sentences"]) == 2
    assert "generator" in components["components"]
    assert ready["ready"]


async def test_a_conversation_goes_on_by_its_key(service: Service, rasa: Any, make: Any) -> None:
    client = make(service.url)
    first = await called(lambda: client.chat("tea or coffee?"))
    second = await called(lambda: client.chat("why?", first["session"]))
    assert first["session"] == second["session"]
    assert [body["sender"] for body in rasa.heard] == [first["session"]] * 2
    assert second["replies"][0]["text"] == "You said why?"


@pytest.mark.parametrize("document_id", HOSTILE_IDS)
async def test_any_id_leads_to_its_document(service: Service, make: Any, document_id: str) -> None:
    client = make(service.url)
    document = await called(lambda: client.document(document_id))
    assert document["id"] == document_id


@pytest.mark.parametrize(
    ("call", "code", "status"),
    [
        (lambda client: client.compare("tea"), "not_comparable", 422),
        (lambda client: client.ask(""), "bad_input", 400),
        (lambda client: client.ask("tea or coffee?", generator="poet"), "unknown_name", 400),
        (lambda client: client.document("nowhere"), "not_found", 404),
    ],
)
async def test_a_refusal_is_an_error_with_its_code(
    service: Service, make: Any, call: Callable[[Any], Any], code: str, status: int
) -> None:
    with pytest.raises(ServiceError) as caught:
        await called(lambda: call(make(service.url)))
    assert (caught.value.code, caught.value.status) == (code, status)
    assert caught.value.request_id
    assert str(caught.value)


@pytest.mark.parametrize("url", ["", "localhost:8080", "ftp://localhost", "http://", "http://a:b"])
def test_what_is_no_address_is_refused(url: str) -> None:
    for client in (Client, AsyncClient):
        with pytest.raises(InputError, match="address"):
            client(url)


async def test_nobody_there(make: Any) -> None:
    with pytest.raises(UnavailableError, match="whichever serve"):
        await called(make("http://127.0.0.1:1").ready)


async def never(_: web.Request) -> web.Response:
    await asyncio.sleep(60)
    return web.Response()


async def other(_: web.Request) -> web.Response:
    return web.Response(text="Welcome!", status=404)


async def listed(_: web.Request) -> web.Response:
    return web.json_response([1], status=500)


@pytest.mark.parametrize(("handler", "says"), [(never, "in time"), (other, "status 404"), (listed, "status 500")])
async def test_an_answer_that_is_none_is_an_error(make: Any, handler: Any, says: str) -> None:
    app = web.Application()
    app.router.add_get("/readyz", handler)
    async with served(web.AppRunner(app, shutdown_timeout=0.1)) as url:
        with pytest.raises(EngineError, match=says):
            await called(make(url, timeout_s=0.2).ready)


def test_both_clients_offer_the_same() -> None:
    def methods(client: type) -> dict[str, str]:
        return {
            name: str(inspect.signature(member)).replace("AsyncClient", "Client")
            for name, member in inspect.getmembers(client, inspect.isfunction)
            if not name.startswith("_")
        }

    assert methods(Client) == methods(AsyncClient)


@pytest.mark.parametrize(
    "block", re.findall(r"^```py\n(.*?)^```", (DOCS / "client.md").read_text("utf-8"), re.M | re.S)
)
async def test_the_documented_programs_run(service: Service, block: str, capsys: pytest.CaptureFixture[str]) -> None:
    program = block.replace("http://localhost:8080", service.url)
    await called(lambda: exec(compile(program, "docs/client.md", "exec"), {}))
    wanted = [line.partition("# => ")[2] for line in block.splitlines() if line.startswith("# => ")]
    assert capsys.readouterr().out.splitlines() == wanted
