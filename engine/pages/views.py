"""The two views on pages about several objects: rows side by side, and rows grouped by theme."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine import registry
from engine.config import ViewsConfig
from engine.protocols import Clusterer, Pairer
from engine.text.lexicon import AspectFinder
from engine.types import PageComparison, PageHit

PAIRING: Final = {"similarity", "url"}
CLUSTERING: Final = {"themes", "background", "phrases", "seed"}
"""Settings of the section ``views`` that a pairer and a clusterer are constructed with."""


def compare_pages(
    objects: Sequence[str],
    aspect: str,
    results: Sequence[Sequence[PageHit]],
    *,
    pairing: str = "",
    clustering: str | None = "",
    settings: ViewsConfig,
) -> PageComparison:
    """Set pages side by side and group them.

    Args:
        objects: Two or more names, as they were searched for.
        aspect: What the pages shall be about; may be empty.
        results: For each object its pages by ascending rank; what is beyond ``settings.results`` is left out.
        pairing: Name of a registered pairer; empty for that of the settings.
        clustering: Name of a registered clusterer; empty for that of the settings, None for rows only.
        settings: The section ``views`` of the configuration.

    Raises:
        UnknownNameError: No such pairer or clusterer.
        ValueError: Fewer than two objects, or not one list of results for each.
    """
    if len(objects) < 2 or len(objects) != len(results):
        raise ValueError(f"two or more objects need a list of pages each: got {len(objects)} and {len(results)} lists")
    lists = tuple(tuple(hits[: settings.results]) for hits in results)
    pairer: Pairer = _component("pairer", pairing, settings, PAIRING)
    rows = tuple(pairer.pair(lists, objects=objects, aspect=aspect))
    found = PageComparison(tuple(objects), aspect, lists, rows)
    if clustering is None or not rows:
        return found
    clusterer: Clusterer = _component("clusterer", clustering, settings, CLUSTERING)
    clusters = clusterer.cluster(rows, lists, objects=objects, aspect=aspect)
    return PageComparison(found.objects, aspect, lists, rows, tuple(clusters))


def _component(role: str, asked: str, settings: ViewsConfig, names: set[str]) -> Any:
    """Return what a user asks for by a registered name, else what the settings name, with its part of them."""
    configured, values = getattr(settings, role), settings.model_dump(include=names)
    if asked and asked != configured:
        return registry.load(role, asked, **values)
    return registry.load_configured(role, configured, **values)


def rows_about(comparison: PageComparison, aspects: Sequence[str]) -> dict[str, tuple[int, ...]]:
    """Return which rows discuss aspects, such as those on which a verdict rests.

    A row discusses an aspect if one of its pages does, in title, snippet or text, by any word of the aspect's
    dimension.

    Args:
        comparison: The pages.
        aspects: Names of aspects.

    Returns:
        Aspect → indices into ``comparison.rows``: rows in which more pages discuss it first, then by score.
    """
    finder = AspectFinder(aspects)
    said = [
        [frozenset(finder.find(f"{hit.page.title}. {hit.snippet} {hit.page.text}")) for hit in hits]
        for hits in comparison.results
    ]
    found: dict[str, tuple[int, ...]] = {}
    for aspect in aspects:
        pages = [
            sum(aspect in said[side][place] for side, place in enumerate(row.places) if place >= 0)
            for row in comparison.rows
        ]
        discussing = (row for row, count in enumerate(pages) if count)
        found[aspect] = tuple(sorted(discussing, key=lambda row: -pages[row]))
    return found


def clusters_about(comparison: PageComparison, aspects: Sequence[str]) -> dict[str, tuple[int, ...]]:
    """Return which clusters discuss aspects.

    Returns:
        Aspect → indices into ``comparison.clusters``: clusters of which a larger share of the rows discusses it first.
    """
    found = {}
    for aspect, rows in rows_about(comparison, aspects).items():
        shares = [len(set(rows) & set(one.rows)) / len(one.rows) for one in comparison.clusters]
        discussing = (cluster for cluster, share in enumerate(shares) if share)
        found[aspect] = tuple(sorted(discussing, key=lambda cluster: -shares[cluster]))
    return found
