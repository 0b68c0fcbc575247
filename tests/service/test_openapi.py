"""The description of the REST doors is valid, complete, and true."""

from __future__ import annotations

from typing import Any

import pytest
from aiohttp import hdrs
from openapi_spec_validator import validate

from engine.errors import EngineError
from service.server.app import ROUTES, make_app
from service.server.pool import Pool
from tests.service.served import DOCUMENT, Service


def test_the_description_is_valid_openapi_3_1() -> None:
    assert DOCUMENT["openapi"].startswith("3.1")
    validate(DOCUMENT)


async def test_the_description_is_served(service: Service) -> None:
    assert await service.get("/openapi.json") == (200, DOCUMENT)


async def test_every_route_of_the_application_is_described(settings: Any) -> None:
    from engine.pipeline import Engine
    from service.server.chat import Chat

    engine = Engine(settings())
    pool = Pool(engine.config.service)
    app = make_app(engine, pool, Chat(engine, pool, None))
    served = {
        (route.method, route.resource.canonical)
        for route in app.router.routes()
        if route.resource is not None and route.method != hdrs.METH_HEAD
    }
    described = {(method.upper(), path) for path, methods in DOCUMENT["paths"].items() for method in methods}
    assert served == described
    pool.close()


def test_every_operation_has_a_name_of_its_own_and_says_what_it_does() -> None:
    operations = [operation for methods in DOCUMENT["paths"].values() for operation in methods.values()]
    assert len({operation["operationId"] for operation in operations}) == len(operations)
    assert all(operation["summary"] for operation in operations)


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{route.method} {route.path}")
def test_an_error_of_a_route_is_described_as_an_error(route: Any) -> None:
    responses = DOCUMENT["paths"][route.path][route.method.lower()]["responses"]
    for status in (*route.errors, EngineError.status):
        schema = responses[str(status)]["content"]["application/json"]["schema"]
        assert schema == {"$ref": "#/components/schemas/Error"}
