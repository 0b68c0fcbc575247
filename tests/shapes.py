"""Writes engine/schemas/shapes.pyi, which tells type checkers the shapes that are generated from ``engine.types``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.schemas import shapes

PATH = Path(shapes.__file__).with_suffix(".pyi")

HEAD = """# Written by tests/shapes.py.

from typing import Any, Literal, TypeVar, overload

from typing_extensions import TypedDict

_T = TypeVar("_T")

@overload
def show(value: object, shape: type[_T], **more: Any) -> _T: ...
@overload
def show(value: object) -> Any: ...
def parts(name: str) -> dict[str, Any]: ...
def json_of(annotation: Any) -> Any: ...

NAMES: list[str]
"""


def main() -> None:
    PATH.write_text(stub(), "utf-8")


def stub() -> str:
    """Return the stub file."""
    return "\n".join((HEAD, *map(_class, shapes.NAMES)))


def _class(name: str) -> str:
    fields = (f"    {key}: {_code(part.annotation)}\n" for key, part in shapes.parts(name).items())
    return f"class {name}(TypedDict):\n{''.join(fields)}"


def _code(annotation: Any) -> str:
    shape = shapes.json_of(annotation)
    code = shape.__name__ if isinstance(shape, type) else repr(shape)
    return code.replace(f"{shapes.__name__}.", "").replace("typing.", "").replace("'", '"')


if __name__ == "__main__":
    main()
