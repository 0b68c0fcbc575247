"""Whole pages in a terminal: columns side by side, one per object, and their themes."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Sequence
from functools import partial
from itertools import zip_longest

from engine import schemas
from engine.text.tokens import clean
from service.rendering.blocks import count
from service.rendering.terminal import MAX_WIDTH, blocks, wrap

_GAP = "  "
_SNIPPET_LINES = 4


def show_pairs(found: schemas.PagePairs, *, limit: int) -> str:
    """Return pages side by side.

    Args:
        found: The pages.
        limit: The most rows.
    """
    return blocks(
        _columns([[clean(name)] for name in found["objects"]]),
        *(_row(row) for row in found["pairs"][:limit]),
        _summary(found),
    )


def show_clusters(found: schemas.PageClusters, *, limit: int) -> str:
    """Return the themes, under each the phrases of either object and its best rows.

    Args:
        found: The pages.
        limit: The most rows of a theme.
    """
    shown = []
    for number, cluster in enumerate(found["clusters"], 1):
        named = ", ".join(map(clean, cluster["phrases"])) or "no common phrase"
        shown += [
            wrap(f"{number}. {named} ({count(cluster['size'], 'pair')})"),
            _columns([[clean(name)] for name in found["objects"]]),
            _columns([[", ".join(map(clean, phrases)) or "-"] for phrases in cluster["specific"]]),
            *(_row(found["pairs"][row]) for row in cluster["pairs"][:limit]),
        ]
    return blocks(*shown, _summary(found))


def _row(row: schemas.PageRow) -> str:
    return _columns([_page(page) for page in row["pages"]])


def _page(page: schemas.PageHit | None) -> list[str]:
    if page is None:
        return ["-"]
    origin = page["url"] or page["source"] or page["id"]
    sample = ["sample text"] if page["sample"] else []
    return [clean(page["title"]) or clean(page["id"]), clean(page["snippet"]), clean(origin), *sample]


def _columns(cells: Sequence[Sequence[str]]) -> str:
    """Return paragraphs in columns of the same width; the middle one of a page, its snippet, has four lines."""
    width = min(shutil.get_terminal_size().columns, MAX_WIDTH)
    each = max(10, (width - len(_GAP) * (len(cells) - 1)) // len(cells))
    wrapped = partial(textwrap.wrap, max_lines=_SNIPPET_LINES, placeholder=" …")
    columns = [[line for text in cell for line in wrapped(text, each)] for cell in cells]
    lines = (_GAP.join(f"{cell:{each}}" for cell in line) for line in zip_longest(*columns, fillvalue=""))
    return "\n".join(line.rstrip() for line in lines)


def _summary(found: schemas.PagePairs) -> str:
    counts = zip(found["objects"], found["found"], strict=True)
    named = ", ".join(f"{count(number, 'page')} about {clean(name)}" for name, number in counts)
    return wrap(f"{count(len(found['pairs']), 'pair')} of {named}. {found['notice']}".rstrip())
