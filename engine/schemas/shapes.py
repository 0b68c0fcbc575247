"""The shapes of JSON, generated from ``engine.types``: what is shown of a type, under its own names.

All fields of a type are shown but where ``_SHOWN`` lists them: ``verdict.winner`` stands for the winner of a
comparison's verdict, ``asked=aspects`` shows its aspects as ``asked``. ``shapes.pyi`` tells type checkers the same;
``python -m tests.shapes`` writes it anew.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import is_dataclass
from enum import EnumType
from functools import cache, reduce
from itertools import pairwise
from operator import attrgetter, or_
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints, overload

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypedDict

from engine import types

T = TypeVar("T")

_SOURCE = (
    "sentence=sentence.text sentence_id=sentence.id sentence.document sentence.position "
    "document.title document.url document.source document.date document.sample"
)
_HIT = f"{_SOURCE} score copies sources"
_BELIEF = "stance classification.confidence weight aspects classification.markers"
_OUTCOME = "decision winner confidence interval"


def _under(field: str, paths: str) -> str:
    """Return paths that begin at a field."""
    named = (path.rpartition("=") for path in paths.split())
    return " ".join(f"{name}{equals}{field}.{path}" for name, equals, path in named)


_SHOWN: dict[str, tuple[type, str]] = {
    "Source": (types.Hit, _SOURCE),
    "Hit": (types.Hit, _HIT),
    "Citation": (types.Citation, f"{_under('hit', _SOURCE)} number sources"),
    "ScoredArgument": (types.Argument, f"{_under('hit', _SOURCE)} score hit.copies hit.sources {_BELIEF}"),
    "Verdict": (
        types.Comparison,
        f"objects {_under('verdict', 'winner decision confidence interval shares depends sources')}",
    ),
    "OutcomeInShort": (types.Verdict, _OUTCOME),
    "AskedInShort": (types.AskedVerdict, _under("verdict", f"{_OUTCOME} shares sources minimum_sources")),
    "ComparisonInShort": (
        types.Comparison,
        f"objects typed aspects=mined asked=aspects "
        f"{_under('verdict', 'winner decision confidence interval shares sources minimum_sources depends')} "
        f"differences change retrieved searched counts timings_s notice",
    ),
    "Searched": (
        types.Searched,
        "names typed words found outside elsewhere foreign other_names compounds senses read comparing asked sources "
        "dated since until sentence",
    ),
    "Difference": (
        types.Difference,
        f"dimension words {_under('verdict', 'decision winner confidence sources')} first_count second_count sentences",
    ),
    "RelationInShort": (
        types.Relation,
        f"name {_under('comparison', 'verdict.decision verdict.winner verdict.confidence differences')} sources years",
    ),
    "RelationsInShort": (types.Relations, "name total notice"),
    "StandingsInShort": (types.Standings, "objects typed asked=aspects orders asked_order cycle missing timings_s"),
    "SearchHits": (types.SearchResult, "total hits took_s notice"),
    "VoteInShort": (types.SourceVote, "source first second share_without"),
    "CorpusInShort": (types.CorpusSummary, "sentences documents languages since until sample"),
    "Example": (types.Comparison, "objects verdict.decision verdict.winner verdict.sources"),
    "PageHit": (
        types.PageHit,
        "page.id rank page.url page.title snippet highlights page.source page.date page.language page.sample",
    ),
    "PageCluster": (types.PageCluster, "size phrases specific pairs=rows"),
}
"""Name of a shape → the type that it shows, and the paths of its fields."""

_WHOLE = [
    "Asked",
    "Aspect",
    "Change",
    "Claim",
    "Document",
    "MinedAspect",
    "Order",
    "ParsedText",
    "Place",
    "Sentence",
    "Share",
    "Span",
]
"""Names of the types that are shown as they are."""

NAMES = sorted({*_SHOWN, *_WHOLE})
__all__ = [*NAMES, "show"]


class Part(NamedTuple):
    """A field of a shape."""

    get: Callable[[Any], Any]
    annotation: Any
    description: str


@overload
def show(value: object, shape: type[T], **more: Any) -> T: ...
@overload
def show(value: object) -> Any: ...
def show(value: Any, shape: type[T] | None = None, **more: Any) -> Any:
    """Return a value of ``engine.types`` as JSON's dictionaries, lists, strings and numbers.

    Args:
        value: The value.
        shape: A shape of this module, or one that adds to it; the one that is called like the type when None.
        more: What the shape adds, as it is shown.
    """
    kind = type(value)
    if value is None or kind in _PLAIN:
        return value
    if isinstance(value, str):
        return value.value  # type: ignore[attr-defined]  # a StrEnum
    if shape or is_dataclass(kind) or kind is types.Span:
        of = _parts_of(shape) if shape else parts(kind.__name__)
        return {key: show(part.get(value)) for key, part in of.items()} | more
    if isinstance(value, Mapping):
        return {show(key): show(each) for key, each in value.items()}
    return [show(each) for each in value]


_PLAIN = frozenset({str, int, float, bool})


@cache
def _parts_of(shape: Any) -> dict[str, Part]:
    name, *added = shape.__name__, *getattr(shape, "__orig_bases__", ())
    return parts(name) if shape.__module__ == __name__ else _parts_of(added[0])


@cache
def parts(name: str) -> dict[str, Part]:
    """Return the fields of a shape by name."""
    kind, paths = _SHOWN.get(name) or (getattr(types, name), "")
    found = {}
    for path in paths.split() or get_type_hints(kind):
        key, _, path = path.rpartition("=")
        annotation, description = reduce(_field, path.split("."), (kind, ""))
        found[key or path.rpartition(".")[2]] = Part(attrgetter(path), annotation, description)
    return found


def __getattr__(name: str) -> Any:
    if name not in NAMES:
        raise AttributeError(name)
    return _shape(name)


@cache
def _shape(name: str) -> Any:
    described = {
        key: Annotated[json_of(part.annotation), Field(description=part.description or None)]
        for key, part in parts(name).items()
    }
    shape = TypedDict(name, described)  # type: ignore[operator]
    shape.__doc__, shape.__module__ = inspect.getdoc(_SHOWN.get(name, (getattr(types, name, None),))[0]), __name__
    return with_config(ConfigDict(extra="forbid", use_attribute_docstrings=True))(shape)


def json_of(annotation: Any) -> Any:
    """Return an annotation with the shapes of the types that it names."""
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is tuple and inner[-1] is Ellipsis:
        return list[json_of(inner[0])]  # type: ignore[misc]
    if origin is tuple:
        return tuple[tuple(map(json_of, inner))]  # type: ignore[misc]
    if origin in {UnionType, Union}:
        return reduce(or_, map(json_of, inner))
    if inner and isinstance(origin, type) and issubclass(origin, Mapping):
        return dict[tuple(map(json_of, inner))]  # type: ignore[misc]
    if isinstance(annotation, EnumType):
        return Literal[tuple(each.value for each in annotation)]
    return _shape(annotation.__name__) if getattr(annotation, "__name__", "") in NAMES else annotation


def _field(of: tuple[Any, str], name: str) -> tuple[Any, str]:
    """Return the annotation of a field or property of a type, and what is said of it."""
    kind = of[0]
    found = getattr(kind, name, None)
    if isinstance(found, property):
        said = inspect.getdoc(found) or ""
        return get_type_hints(found.fget)["return"], said.removeprefix("Return ")[:1].upper() + said[8:]
    home = next(base for base in kind.__mro__ if name in getattr(base, "__annotations__", ()))
    return get_type_hints(kind)[name], _said(sys.modules[home.__module__]).get((home.__name__, name), "")


@cache
def _said(module: Any) -> dict[tuple[str, str], str]:
    """Return the strings below the fields of the classes of a module."""
    return dict(_strings(ast.parse(inspect.getsource(module))))


def _strings(module: ast.Module) -> Iterator[tuple[tuple[str, str], str]]:
    for kind in module.body:
        for field, said in pairwise(kind.body if isinstance(kind, ast.ClassDef) else ()):
            match field, said:
                case ast.AnnAssign(target=ast.Name(name)), ast.Expr(ast.Constant(str(text))):
                    yield (kind.name, name), " ".join(text.split())  # type: ignore[attr-defined]
