"""JSON of the service itself: its parts, whether it is ready, what went wrong."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from engine import registry
from engine.config import Config
from engine.errors import EngineError
from engine.schemas.requests import LineId
from engine.schemas.responses import _shape


@_shape
class Role(TypedDict):
    """The parts that can fill a role."""

    default: str
    names: list[str]


@_shape
class Components(TypedDict):
    """All parts by role."""

    components: dict[str, Role]


@_shape
class Kept(TypedDict):
    """What a person said is kept."""

    id: str
    """To take it back."""


@_shape
class TakenBack(TypedDict):
    """What a person said is not kept any more."""

    id: str
    deleted: bool
    """Whether it was there."""


@_shape
class Health(TypedDict):
    """The process is alive."""

    status: Literal["ok"]


@_shape
class PartState(TypedDict):
    """Whether a part of the service can be used."""

    ready: bool
    detail: str


@_shape
class Readiness(TypedDict):
    """Whether the service can answer."""

    ready: bool
    parts: dict[str, PartState]


@_shape
class Failure(TypedDict):
    """What went wrong."""

    code: str
    """Stable name for programs."""
    message: str
    """One or two sentences for people."""
    status: int
    """The HTTP status."""


@_shape
class Error(TypedDict):
    """The one shape of every error."""

    error: Failure
    request_id: NotRequired[str]


@_shape
class LineError(TypedDict):
    """What a bad line of a batch gives."""

    id: LineId | None
    """Null when the line does not tell."""
    error: Failure


def components(config: Config) -> Components:
    """List the parts that a configuration lets choose, by role, and those that it chooses."""
    known = {role: registry.names(role) for role in config.parts} | {"generator": config.generators}
    parts = config.parts.items()
    return {"components": {role: {"default": name, "names": sorted({*known[role], name})} for role, name in parts}}


def failure(error: EngineError) -> Failure:
    """Show an error."""
    return {"code": error.code, "message": str(error), "status": error.status}


def line_error(line_id: LineId | None, error: EngineError) -> LineError:
    """Show why a line of a batch has no answer."""
    return {"id": line_id, "error": failure(error)}
