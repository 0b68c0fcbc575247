"""Whole pages about two things or more: ``whichever pairs`` and ``whichever clusters``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from service.cli.options import Where, batch_options, json_option, part_option, run_batch

if TYPE_CHECKING:
    from engine import schemas
    from engine.types import PageComparison

_about = click.option("--aspect", default="", metavar="NAME", help="What else the pages should be about.")
_limit = click.option(
    "-k", "--limit", type=click.IntRange(1, 500), default=10, show_default=True, help="The most pairs to show."
)


@click.command()
@click.argument("objects", nargs=-1, metavar="[OBJECT]...")
@_about
@_limit
@json_option("the pages about the OBJECTs")
@part_option("pairer", "Who sets pages side by side")
@batch_options
def pairs(objects: tuple[str, ...], **how: Any) -> None:
    """Set whole pages about OBJECTs side by side.

    Example: whichever pairs Canon Nikon --aspect lenses

    Without OBJECTs it reads lines {"id", "first", "second", "aspect", "results": [[{"rank", "url", "title",
    "snippet"}], [...]]}, or without "results" searches for the pages, and writes {"id", "pairs": [{"first": {...},
    "second": {...}, "score"}]}. With "objects": [two names or more] instead of "first" and "second" it writes {"id",
    "pairs": [{"pages": [{...}, ...], "score"}]}.
    """
    from engine import schemas
    from service.rendering.page_tables import show_pairs

    _run(objects, schemas.page_pairs, show_pairs, grouped=False, **how)


@click.command()
@click.argument("objects", nargs=-1, metavar="[OBJECT]...")
@_about
@_limit
@json_option("the pages about the OBJECTs")
@part_option("pairer", "Who sets pages side by side")
@part_option("clusterer", "Who groups them")
@batch_options
def clusters(objects: tuple[str, ...], **how: Any) -> None:
    """Group whole pages about OBJECTs by theme.

    Example: whichever clusters Canon Nikon

    Without OBJECTs it reads the lines of "whichever pairs" and writes what that writes with "clusters": [{"size",
    "phrases", "specific": [[...], [...]], "pairs": [numbers of pairs]}], "specific" having a list for each object.
    """
    from engine import schemas
    from service.rendering.page_tables import show_clusters

    _run(objects, schemas.page_clusters, show_clusters, grouped=True, **how)


def _run(
    objects: tuple[str, ...],
    shape: Callable[[PageComparison], Any],
    draw: Callable[..., str],
    *,
    grouped: bool,
    aspect: str,
    limit: int,
    as_json: bool,
    progress: bool,
    where: Where,
    **parts: str | None,
) -> None:
    """Show pages about things, or answer the lines of a batch."""
    from engine import schemas
    from service.cli import batch

    browser = where.engine().browser
    how: Any = {"grouped": grouped, **{role: name or "" for role, name in parts.items()}}

    def answer(line: schemas.PagesLine) -> dict[str, Any]:
        found = browser.compare(line.names, line.aspect, results=line.to_results(), **how)
        return schemas.paired_line(found, grouped=grouped, listed=line.objects is not None)

    if not objects:
        run_batch(progress, schemas.PagesLine, batch.each(answer))
        return
    found = shape(browser.compare(objects, aspect, **how))
    click.echo(schemas.dump(found) if as_json else draw(found, limit=limit))
