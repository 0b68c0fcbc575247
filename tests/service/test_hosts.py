"""Only a name of the service may stand in the header Host, at every door."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import aiohttp
import pytest

from service.server.middleware import is_ours
from tests.service.served import Service, is_error

STRANGER = {"Host": "evil.example:8080", "Origin": "http://evil.example:8080"}


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/"),
        ("GET", "/healthz"),
        ("POST", "/mcp"),
        ("POST", "/api/v1/chat"),
        ("POST", "/api/v1/ask"),
        ("POST", "/voice"),
        ("GET", "/cam?objectA=tea&objectB=coffee"),
        ("GET", "/no/such/page"),
    ],
)
async def test_a_strangers_name_is_refused(service: Service, method: str, path: str) -> None:
    body = {"json": {"message": "tea or coffee?"}} if method == "POST" else {}
    async with service.http.request(method, service.at(path), headers=STRANGER, **body) as got:
        is_error((got.status, await got.json()), 421, "unknown_host")


async def test_a_websocket_under_a_strangers_name_is_refused(service: Service) -> None:
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await service.http.ws_connect(service.at("/api/v1/chat/ws"), headers=STRANGER)
    assert refused.value.status == 421


async def test_names_of_the_settings_are_served(serve: Callable[..., Any]) -> None:
    service = await serve(service={"hosts": ["ask.example.org"]})
    for host, status in {"ASK.example.org:443": 200, "example.org": 421, "x.ask.example.org": 421}.items():
        async with service.http.get(service.at("/healthz"), headers={"Host": host}) as got:
            assert got.status == status, host


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        *((host, True) for host in ("localhost", "localhost:80", "127.0.0.1:8080", "[::1]:8080", "[::1]", "10.0.0.7")),
        *((host, True) for host in ("app.localhost:80", "LOCALHOST.", "named.example:1")),
        *((host, False) for host in ("", ":", "127.0.0.1.evil.example", "evil.example", "localhost.evil.example")),
        *(
            (host, False)
            for host in ("named.example@evil.example", "[evil.example]", "[", "\udcff", "1", "notlocalhost")
        ),
    ],
)
def test_addresses_in_numbers_the_loopback_and_what_is_named_are_ours(host: str, ours: bool) -> None:
    assert is_ours(host, ["named.example"]) is ours


def test_any_name_is_ours_where_the_settings_say_so() -> None:
    assert is_ours("evil.example", ["*"])
