"""API keys: who may do what, how often, and that a key is told nowhere."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import CliRunner

from engine.config import load_config
from engine.errors import ConfigError
from service.cli.commands import main
from service.client import AsyncClient, ServiceError
from service.server.app import ROUTES
from service.server.keys import new_key
from tests.service.served import Service, is_error

ASK, ASK_SHA256 = new_key()
ADMIN, ADMIN_SHA256 = new_key()
KEYS = {
    "shop": {"sha256": ASK_SHA256, "scopes": ["ask"], "per_minute": 6, "burst": 3},
    "desk": {"sha256": ADMIN_SHA256, "scopes": ["admin", "upload"]},
}

Ask = Callable[..., Any]


@pytest.fixture
async def closed(serve: Callable[..., Any]) -> Service:
    started: Service = await serve(service={"keyless": []}, keys=KEYS)
    return started


def by(key: str) -> dict[str, Any]:
    return {"headers": {"Authorization": f"Bearer {key}"}}


async def test_without_keys_all_may_ask(service: Service) -> None:
    for shown in ({}, by("wh_strange"), {"headers": {"Authorization": "Basic cHJveHk6cHc="}}):
        assert (await service.get("/api/v1/search?q=tea", **shown))[0] == 200
        assert (await service.get("/metrics", **shown))[0] == 200


@pytest.mark.parametrize("shown", [{}, by("wh_strange"), by(ASK_SHA256), by("t\udcffa"), by(ASK[:-1])])
async def test_who_has_no_key_is_let_in_nowhere(closed: Service, shown: dict[str, Any]) -> None:
    for route in ROUTES:
        if route.scope in ("ask", "upload", "admin"):
            path = route.path.replace("{", "").replace("}", "")
            is_error(await closed.send(route.method, path, **shown), 401, "unauthorized")
    for path in ("/", "/healthz", "/readyz", "/openapi.json"):
        assert (await closed.get(path, **shown))[0] == 200


async def test_a_key_opens_what_it_is_for(closed: Service) -> None:
    assert (await closed.get("/api/v1/search?q=tea", **by(ASK)))[0] == 200
    is_error(await closed.get("/metrics", **by(ASK)), 403, "forbidden")
    assert (await closed.get("/metrics", **by(ADMIN)))[0] == 200
    is_error(await closed.get("/api/v1/search?q=tea", **by(ADMIN)), 403, "forbidden")


async def test_a_key_is_used_so_often_and_others_do_not_feel_it(closed: Service) -> None:
    for _ in range(3):
        assert (await closed.get("/api/v1/components", **by(ASK)))[0] == 200
    async with closed.http.get(closed.at("/api/v1/components"), **by(ASK)) as refused:
        assert (refused.status, refused.headers["Retry-After"]) == (429, "10")
        assert "'shop' may ask 6 times a minute" in await refused.text()
    assert (await closed.get("/metrics", **by(ADMIN)))[0] == 200


async def test_each_message_over_a_websocket_counts(closed: Service) -> None:
    async with closed.http.ws_connect(closed.at("/api/v1/chat/ws"), **by(ASK)) as socket:
        ended = []
        for _ in range(3):
            await socket.send_json({"message": "hello"})
            frames = [await socket.receive_json()]
            while frames[-1]["type"] != "done":
                frames.append(await socket.receive_json())
            ended.append(frames[0]["type"])
    assert ended == ["session", "session", "error"]
    assert frames[0]["error"]["code"] == "too_fast"


async def test_a_key_has_a_share_of_its_own(closed: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    clients = []
    run = closed.pool.run
    monkeypatch.setattr(closed.pool, "run", lambda work: clients.append(_client()) or run(work))
    await closed.get("/api/v1/search?q=tea", **by(ASK))
    assert clients == ["key shop"]


def _client() -> str:
    from service.server.pool import CLIENT

    return CLIENT.get()


async def test_the_client_shows_its_key(closed: Service) -> None:
    async with AsyncClient(closed.url, key=ASK) as client:
        assert await client.components()
    async with AsyncClient(closed.url) as client:
        with pytest.raises(ServiceError, match="missing or wrong"):
            await client.components()


async def test_no_key_is_logged(closed: Service, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("DEBUG"):
        for path in ("/metrics", "/api/v1/components"):
            await closed.get(path, **by(ASK))
    assert ASK not in caplog.text


def test_a_key_that_is_made_fits_the_settings() -> None:
    said = CliRunner().invoke(main, ["key", "shop", "--scope", "ask", "--scope", "upload"])
    made = said.output.splitlines()[0].rpartition(" ")[2]
    assert made.startswith("wh_")
    kept = load_config(overrides=tomllib.loads(said.output), environ={}).keys["shop"]
    assert kept.scopes == ("ask", "upload")
    assert made not in kept.model_dump_json()


def test_a_key_in_clear_is_refused_in_the_settings() -> None:
    with pytest.raises(ConfigError, match=r"keys\.shop\.sha256"):
        load_config(overrides={"keys": {"shop": {"sha256": ASK, "scopes": ["ask"]}}}, environ={})
