"""JSON of the service itself: its parts, whether it is ready, what went wrong."""

from __future__ import annotations

from typing import Literal, NotRequired

from engine import registry
from engine.config import Config
from engine.errors import EngineError
from engine.schemas.requests import LineId
from engine.schemas.responses import Shape


class Role(Shape):
    """The parts that can fill a role."""

    default: str
    names: list[str]


class Components(Shape):
    """All parts by role."""

    components: dict[str, Role]


class Kept(Shape):
    """What a person said is kept."""

    id: str
    """To take it back."""


class TakenBack(Shape):
    """What a person said is not kept any more."""

    id: str
    deleted: bool
    """Whether it was there."""


class Health(Shape):
    """The process is alive."""

    status: Literal["ok"]


class PartState(Shape):
    """Whether a part of the service can be used."""

    ready: bool
    detail: str


class Readiness(Shape):
    """Whether the service can answer."""

    ready: bool
    parts: dict[str, PartState]


class Failure(Shape):
    """What went wrong."""

    code: str
    """Stable name for programs."""
    message: str
    """One or two sentences for people."""
    status: int
    """The HTTP status."""


class Error(Shape):
    """The one shape of every error."""

    error: Failure
    request_id: NotRequired[str]


class LineError(Shape):
    """What a bad line of a batch gives."""

    id: LineId | None
    """Null when the line does not tell."""
    error: Failure


def components(config: Config) -> Components:
    """List the parts that a configuration lets choose, by role, and those that it chooses."""
    known = {role: registry.names(role) for role in config.parts} | {"generator": config.generators}
    parts = config.parts.items()
    return {"components": {role: {"default": name, "names": sorted({*known[role], name})} for role, name in parts}}


def failure(error: EngineError, message: str | None = None) -> Failure:
    """Show an error with what is said of it: what those who ask are told of it when None."""
    return {"code": error.code, "message": message or error.tell(), "status": error.status}


def line_error(line_id: LineId | None, error: EngineError) -> LineError:
    """Show why a line of a batch has no answer."""
    return {"id": line_id, "error": failure(error, str(error))}
