"""Whole pages about two things or more: ``whichever pairs`` and ``whichever clusters``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from service.cli.options import batch_options, engine_of, part_option, run_batch

if TYPE_CHECKING:
    from engine import schemas
    from engine.pipeline import Engine

_about = click.option("--aspect", default="", metavar="NAME", help="What else the pages should be about.")
_limit = click.option(
    "-k", "--limit", type=click.IntRange(1, 500), default=10, show_default=True, help="The most pairs to show."
)
_json = click.option("--json", "as_json", is_flag=True, help="Print the pages about the OBJECTs as JSON.")


@click.command()
@click.argument("objects", nargs=-1, metavar="[OBJECT]...")
@_about
@_limit
@_json
@part_option("pairer", "Who sets pages side by side")
@batch_options
def pairs(
    objects: tuple[str, ...],
    aspect: str,
    limit: int,
    as_json: bool,
    pairer: str | None,
    progress: bool,
    config: Path | None,
    index: Path | None,
) -> None:
    """Set whole pages about OBJECTs side by side.

    Example: whichever pairs Canon Nikon --aspect lenses

    Without OBJECTs it reads lines {"id", "first", "second", "aspect", "results": [[{"rank", "url", "title",
    "snippet"}], [...]]}, or without "results" searches for the pages, and writes {"id", "pairs": [{"first": {...},
    "second": {...}, "score"}]}. With "objects": [two names or more] instead of "first" and "second" it writes {"id",
    "pairs": [{"pages": [{...}, ...], "score"}]}.
    """
    from engine import schemas
    from service.rendering.page_tables import show_pairs

    engine = engine_of(config, index)
    how: dict[str, Any] = {"pairer": pairer or "", "grouped": False}
    if not objects:
        run_batch(progress, schemas.PagesLine, _lines(engine, how))
        return
    found = schemas.page_pairs(engine.browser.compare(objects, aspect, **how))
    click.echo(schemas.dump(found) if as_json else show_pairs(found, limit=limit))


@click.command()
@click.argument("objects", nargs=-1, metavar="[OBJECT]...")
@_about
@_limit
@_json
@part_option("pairer", "Who sets pages side by side")
@part_option("clusterer", "Who groups them")
@batch_options
def clusters(
    objects: tuple[str, ...],
    aspect: str,
    limit: int,
    as_json: bool,
    pairer: str | None,
    clusterer: str | None,
    progress: bool,
    config: Path | None,
    index: Path | None,
) -> None:
    """Group whole pages about OBJECTs by theme.

    Example: whichever clusters Canon Nikon

    Without OBJECTs it reads the lines of "whichever pairs" and writes what that writes with "clusters": [{"size",
    "phrases", "specific": [[...], [...]], "pairs": [numbers of pairs]}], "specific" having a list for each object.
    """
    from engine import schemas
    from service.rendering.page_tables import show_clusters

    engine = engine_of(config, index)
    how: dict[str, Any] = {"pairer": pairer or "", "clusterer": clusterer or "", "grouped": True}
    if not objects:
        run_batch(progress, schemas.PagesLine, _lines(engine, how))
        return
    found = schemas.page_clusters(engine.browser.compare(objects, aspect, **how))
    click.echo(schemas.dump(found) if as_json else show_clusters(found, limit=limit))


def _lines(engine: Engine, how: dict[str, Any]) -> Any:
    """Return the work of both commands on a batch."""
    from engine import schemas

    def answer(line: schemas.PagesLine) -> dict[str, Any]:
        found = engine.browser.compare(line.names, line.aspect, results=line.to_results(), **how)
        return schemas.paired_line(found, grouped=how["grouped"], listed=line.objects is not None)

    return lambda lines: [answer(line) for line in lines]
