"""What people see in a terminal: answers with score bars and sources, replies with numbered suggestions."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Sequence

from engine import schemas
from engine.text.tokens import clean
from engine.types import document
from engine.types.document import Blocks, BulletList, Paragraph, Table, line_of, lines_of
from service.rendering import plain
from service.rendering.blocks import (
    Bar,
    Bars,
    Block,
    Buttons,
    Source,
    Sources,
    count,
    of_answer,
    of_reply,
    origin,
    place_bar,
    words_of,
)
from service.rendering.columns import draw

MAX_WIDTH = 100
BAR_CHARS = 30
NAME_CHARS = 24
CELL_CHARS = 10


def show_answer(answer: schemas.Answer, *, fancy: bool) -> str:
    """Return an answer as text: what it says, how the evidence divides, the numbered sources, what was searched.

    Args:
        answer: The answer.
        fancy: Draw with characters beyond ASCII.
    """
    shown = _show(of_answer(answer), answer["standings"], fancy=fancy)
    return blocks(shown, wrap(answer["comparison"]["searched"]["sentence"])) if answer["comparison"] else shown


def show_reply(reply: schemas.Reply, *, fancy: bool) -> str:
    """Return what the service says in a conversation as text, its suggestions numbered."""
    return _show(of_reply(reply), reply["standings"], fancy=fancy)


def _show(shown: Sequence[Block], standings: schemas.Standings | None, *, fancy: bool) -> str:
    """Return what is said, and below it all that supports it."""
    below = (_show_block(block, fancy=fancy) for block in shown)
    return blocks(show_document(words_of(shown)), show_standings(standings, fancy=fancy), *below)


def show_document(shown: Blocks) -> str:
    """Return blocks as text as wide as the terminal, without control characters; the items of a list hang."""
    return "\n".join(map(_document_block, lines_of(shown))).strip("\n")


def _document_block(block: document.Block) -> str:
    match block:
        case Paragraph(runs):
            return wrap(line_of(runs))
        case BulletList(items):
            return "\n".join(wrap(f"- {line_of(item)}", indent="  ") for item in items)
        case Table():
            return "\n".join(("", *draw(block, _width()), ""))


def _show_block(block: Block, *, fancy: bool) -> str:
    """Return bars of two things, sources or suggestions as text; empty for other blocks."""
    match block:
        case Bars(bars) if bars[0].second:
            return "\n".join(_bar(bar, fancy=fancy) for bar in bars)
        case Sources(sources):
            return "\n".join(_source(source) for source in sources)
        case Buttons():
            return plain.render([block])
    return ""


def _bar(bar: Bar, *, fancy: bool) -> str:
    return f"{bar.first} {bar.left:>4} {_drawn(bar, fancy=fancy)} {bar.right:>4} {bar.second}   {plain.about(bar)}"


def _source(source: Source) -> str:
    sentence = wrap(f'[{source.number}] "{source.sentence}"', indent="    ")
    return "\n    ".join((sentence, _where(source.origin, source.url)))


def show_standings(standings: schemas.Standings | None, *, fancy: bool) -> str:
    """Return who comes first, and below it what each gets against each; empty without standings or without evidence."""
    if standings is None or not any(place["sources"] for place in standings["orders"][0]["places"]):
        return ""
    orders = [_order(order, fancy=fancy) for order in standings["orders"] if order["decision"] != "insufficient"]
    return blocks(*orders, _matrix(standings))


def _order(order: schemas.Order, *, fancy: bool) -> str:
    """Return one line per object: its place, the probability that it is the best, the interval of its place."""
    width = max(len(_shortened(place["object"])) for place in order["places"])
    lines = [clean(order["aspect"])] if order["aspect"] else []
    for place in order["places"]:
        name = f"{_shortened(place['object']):<{width}}"
        if place["rank"] is None:
            lines.append(f" - {name} too little evidence, {count(place['sources'], 'source')}")
            continue
        bar = place_bar(order, place)
        lines.append(f"{place['rank']:>2} {name} {_drawn(bar, fancy=fancy)} {bar.left:>4} the best, {bar.note}")
    return "\n".join(lines)


def _matrix(standings: schemas.Standings) -> str:
    """Return the sources for each object (row) against each other one (column); a star says that it is decided."""
    names = [place["object"] for place in standings["orders"][0]["places"]]
    cells = {}
    for comparison in standings["comparisons"]:
        first, second = comparison["objects"]
        share, decision = comparison["shares"][0], comparison["decision"]
        star = "*" if decision in {"first", "second"} else " "
        few = decision == "insufficient"
        cells[first, second] = "few " if few else f"{share['first_sources']}/{share['sources']}{star}"
        cells[second, first] = "few " if few else f"{share['second_sources']}/{share['sources']}{star}"
    head = [_shortened(name, CELL_CHARS) for name in names]
    width = max(5, *(len(name) for name in head))
    left = max(len(_shortened(name)) for name in names)
    lines = [" ".join([" " * (left + 2), *(f"{name:>{width}}" for name in head)])]
    for row in names:
        line = (f"{cells.get((row, column), '. '):>{width}}" for column in names)
        lines.append(" ".join([f"  {_shortened(row):<{left}}", *line]).rstrip())
    return "\n".join([*lines, "  Sources for the row, of those comparing it with the column; * decided, few: too few."])


def _shortened(name: str, chars: int = NAME_CHARS) -> str:
    return textwrap.shorten(clean(name), chars, placeholder="…") if len(name) > chars else clean(name)


def _drawn(bar: Bar, *, fancy: bool) -> str:
    return bar.drawn(BAR_CHARS) if fancy else bar.drawn(BAR_CHARS, full="#", empty="-")


def show_hit(n: int, hit: schemas.Hit) -> str:
    """Return a found sentence with its place."""
    copies = f", and {count(len(hit['copies']), 'copy', 'copies')}" if hit["copies"] else ""
    sentence = wrap(f"{n}. {clean(hit['sentence'])}", indent="   ")
    return f"{sentence}\n   {_where(origin(hit), clean(hit['url']))}{copies}"


def _where(origin: str, url: str) -> str:
    return " · ".join(filter(None, (origin, url)))


def wrap(text: str, *, indent: str = "") -> str:
    """Return text broken at the width of the terminal, without control characters.

    Args:
        text: Lines.
        indent: Put before every broken line.
    """
    lines = []
    for line in text.splitlines():
        lines += textwrap.wrap(clean(line), _width(), subsequent_indent=indent) or [""]
    return "\n".join(lines)


def _width() -> int:
    return min(shutil.get_terminal_size().columns, MAX_WIDTH)


def blocks(*texts: str) -> str:
    """Return texts with an empty line between them, without the empty ones."""
    return "\n\n".join(text for text in texts if text)
