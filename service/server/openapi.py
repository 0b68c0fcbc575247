"""The table row of a route, and the OpenAPI 3.1 document that is made from such rows and ``engine.schemas``."""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Literal

from aiohttp import web
from pydantic import BaseModel, TypeAdapter

from engine import __version__, schemas
from engine.scopes import SCOPES, Scope

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

JSON = "application/json"

KEY_ERRORS = (401, 403, 429)
"""What is answered where an API key is missing, is for something else, or has been used too much."""

_PARAMETER = re.compile(r"{(\w+)}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """One address of the service."""

    method: str
    path: str
    """As in OpenAPI: ``/documents/{id}``."""
    handler: Handler
    summary: str
    returns: Any = None
    """Shape of the response in JSON; None when it is of another media type."""
    media: str = JSON
    statuses: tuple[int, ...] = (200,)
    """What the handler answers with this shape."""
    body: type[BaseModel] | None = None
    takes: str = ""
    """Media type of a body that is no JSON."""
    query: type[BaseModel] | None = None
    errors: tuple[int, ...] = ()
    """Statuses of the errors that a caller must expect besides 500."""
    scope: Scope | Literal["own"] | None = "ask"
    """What an API key must be for; ``own`` where a bearer shows the secret of this address, None for none of both."""

    @property
    def pattern(self) -> str:
        """Return the path as the router wants it: a parameter takes everything, slashes too."""
        return _PARAMETER.sub(r"{\1:.+}", self.path)


class Routes(list[Route]):
    """Routes, each declared above its handler, whose docstring sums it up."""

    def __call__(self, address: str, **about: Any) -> Callable[[Handler], Handler]:
        """Declare a handler.

        Args:
            address: Method and path: ``GET /documents/{id}``.
            about: The other fields of its ``Route``.
        """
        method, path = address.split()

        def declare(handler: Handler) -> Handler:
            summary = (inspect.getdoc(handler) or "").partition("\n")[0].removesuffix(".")
            self.append(Route(method=method, path=path, handler=handler, summary=summary, **about))
            return handler

        return declare


def describe(routes: Sequence[Route]) -> dict[str, Any]:
    """Return the OpenAPI document of these routes."""
    shapes = [
        schemas.Error,
        *(shape for route in routes for shape in (route.body, route.query, route.returns) if shape),
    ]
    refs, definitions = TypeAdapter.json_schemas(
        [(shape, "validation", TypeAdapter(shape)) for shape in dict.fromkeys(shapes)],
        ref_template="#/components/schemas/{model}",
    )
    described = {shape: schema for (shape, _), schema in refs.items()}
    components = definitions["$defs"]
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, described, components)
    for query in {route.query for route in routes if route.query is not None}:
        del components[query.__name__]  # shown as parameters
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Whichever",
            "version": __version__,
            "summary": "Comparative question answering: a verdict with its confidence, and every claim cited.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
    }


def _operation(route: Route, described: dict[Any, Any], components: dict[str, Any]) -> dict[str, Any]:
    responses: dict[str, Any] = {}
    for status in route.statuses:
        responses[str(status)] = {"description": HTTPStatus(status).phrase}
        if status not in {101, 302}:
            schema = {} if route.returns is None else {"schema": described[route.returns]}
            responses[str(status)]["content"] = {route.media: schema}
    for status in sorted({*route.errors, *(KEY_ERRORS if route.scope in SCOPES else ()), 421, 500}):
        responses[str(status)] = {
            "description": HTTPStatus(status).phrase,
            "content": {JSON: {"schema": described[schemas.Error]}},
        }
    operation: dict[str, Any] = {
        "operationId": _operation_id(route),
        "summary": route.summary,
        "parameters": [
            {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
            for name in _PARAMETER.findall(route.path)
        ],
        "responses": responses,
    }
    if route.query is not None:
        query = components[described[route.query]["$ref"].rpartition("/")[2]]
        required = query.get("required", [])
        operation["parameters"] += [
            {
                "name": name,
                "in": "query",
                "required": name in required,
                **({"description": schema["description"]} if "description" in schema else {}),
                "schema": {key: value for key, value in schema.items() if key not in {"description", "title"}},
            }
            for name, schema in query["properties"].items()
        ]
    if route.scope is not None:
        operation["security"] = [{"token": []}] if route.scope in {"own", "upload"} else [{}, {"token": []}]
    if route.takes:
        operation["requestBody"] = {"required": True, "content": {route.takes: {}}}
    if route.body is not None:
        operation["requestBody"] = {"required": True, "content": {JSON: {"schema": described[route.body]}}}
    return operation


def _operation_id(route: Route) -> str:
    words = [word for word in re.findall(r"[A-Za-z]+", route.path) if word not in {"api", "v"}]
    return "_".join([route.method.lower(), *(words or ["page"])])
