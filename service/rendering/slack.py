"""Slack's Block Kit. Text goes in as rich text, which has no markup: nothing in it is bold, a link or a mention.

Source: https://docs.slack.dev/reference/block-kit, for the shapes and the limits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypedDict

from engine.errors import shorten
from engine.types.document import (
    BulletList,
    Paragraph,
    Quote,
    Reference,
    Role,
    Run,
    Statement,
    Table,
    Words,
    line_of,
    marker,
)
from service.rendering import plain
from service.rendering.blocks import Bar, Bars, Block, Button, Buttons, Source, Sources
from service.rendering.columns import draw
from service.rendering.pieces import cut

MAX_BLOCKS = 49
"""Of a message; Slack takes one more, which says who asked."""
MAX_MESSAGE_CHARS = 8_000
"""Of all text in the blocks of a message; Slack refuses somewhat more than ten thousand."""
MAX_PIECE_CHARS = 3_000
MAX_FALLBACK_CHARS = 3_000
MAX_QUESTION_CHARS = 300
MAX_TITLE_CHARS = 75
MAX_VALUE_CHARS = 2_000
MAX_BUTTONS = 25
MAX_BLOCK_ID_CHARS = 255
BAR_CHARS = 10
TABLE_CHARS = 72
"""Width of a table."""

SAY = "say"
"""Prefix of the id of a button that says something: ``say:0``."""

Json = dict[str, Any]


class Message(TypedDict):
    """What ``chat.postMessage`` and a response URL take."""

    text: str
    """Shown in notifications and read by screen readers; ``&``, ``<`` and ``>`` are escaped."""
    blocks: list[Json]


def render(blocks: Sequence[Block], *, place: str = "") -> list[Message]:
    """Return blocks as messages, at least one.

    Args:
        blocks: What to show.
        place: The conversation that the buttons belong to; comes back as ``place_of`` their block's id.
    """
    messages: list[list[Json]] = [[]]
    chars = 0
    for number, block in enumerate(blocks):
        apart = isinstance(block, Bars | Sources)
        for part in _parts(block, f"{number}:{place}"):
            size = _chars(part)
            if messages[-1] and (chars + size > MAX_MESSAGE_CHARS or len(messages[-1]) == MAX_BLOCKS):
                messages.append([])
                chars = 0
            _append(messages[-1], part, apart=apart)
            chars += size
            apart = False
    told = plain.render([block for block in blocks if not isinstance(block, Buttons)]) or "…"
    first: Message = {"text": escape(shorten(told, MAX_FALLBACK_CHARS)), "blocks": messages[0]}
    return [first, *(Message(text="…", blocks=message) for message in messages[1:])]


def asked(person: str, question: str) -> Json:
    """Return the block that says who asked what, for a question that the channel has not seen.

    Args:
        person: Id of a person in Slack.
        question: What was asked.
    """
    words = _text(f" asks: {shorten(question, MAX_QUESTION_CHARS)}")
    return {"type": "rich_text", "elements": [_section([{"type": "user", "user_id": person}, words])]}


def place_of(block_id: str) -> str:
    """Return the conversation that a block of buttons belongs to."""
    return block_id.partition(":")[2]


def escape(text: str) -> str:
    """Return text for a field that Slack reads as its markup."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _append(message: list[Json], part: Json, *, apart: bool) -> None:
    """Add a block or an element of rich text; elements in a row share a block, unless one stands apart."""
    if not part["type"].startswith("rich_text_"):
        message.append(part)
        return
    if apart or not message or message[-1]["type"] != "rich_text":
        message.append({"type": "rich_text", "elements": []})
    elements = message[-1]["elements"]
    if elements and part["type"] == "rich_text_list" == elements[-1]["type"]:
        elements[-1]["elements"] += part["elements"]
    else:
        elements.append(part)


def _chars(part: Json) -> int:
    """Return how much text a part holds."""
    own = part.get("text", "")
    return (len(own) if isinstance(own, str) else _chars(own)) + sum(map(_chars, part.get("elements", ())))


def _parts(block: Block, block_id: str) -> Iterator[Json]:
    """Yield a block cut into parts that fit into a message each."""
    match block:
        case Paragraph(runs, Role.HEADING):
            yield from (_section(piece) for piece in _cut([_text(line_of(runs), bold=True), _text("\n")]))
        case Paragraph(runs, Role.NOTICE):
            for text in cut(line_of(runs), MAX_PIECE_CHARS):
                yield {"type": "context", "elements": [{"type": "plain_text", "text": text, "emoji": False}]}
        case Paragraph(runs):
            yield from (_section(piece) for piece in _cut([*_runs(runs), _text("\n")]))
        case BulletList(items):
            for item in items:
                for piece in _cut(_runs(item)):
                    yield {"type": "rich_text_list", "style": "bullet", "elements": [_section(piece)]}
        case Table():
            for piece in _cut([_text(f"{row}\n") for row in draw(block, TABLE_CHARS)]):
                yield {"type": "rich_text_preformatted", "elements": piece}
        case Bars(bars):
            yield from (_section(_bar(bar)) for bar in bars)
        case Sources(sources):
            yield from (_section(_source(source)) for source in sources)
        case Buttons(buttons):
            shown = [_button(number, button) for number, button in enumerate(buttons)]
            for at in range(0, len(shown), MAX_BUTTONS):
                row = shown[at : at + MAX_BUTTONS]
                yield {"type": "actions", "block_id": f"{at}.{block_id}"[:MAX_BLOCK_ID_CHARS], "elements": row}


def _cut(elements: Sequence[Json]) -> Iterator[list[Json]]:
    """Yield the elements of a line in groups that are no longer than a piece."""
    group: list[Json] = []
    for element in elements:
        for text in cut(element["text"], MAX_PIECE_CHARS):
            if group and sum(map(_chars, group)) + len(text) > MAX_PIECE_CHARS:
                yield group
                group = []
            group.append({**element, "text": text})
    if group:
        yield group


def _section(elements: Sequence[Json]) -> Json:
    return {"type": "rich_text_section", "elements": list(elements)}


def _text(text: str, **style: bool) -> Json:
    return {"type": "text", "text": text, "style": style} if style else {"type": "text", "text": text}


def _runs(runs: Sequence[Run]) -> list[Json]:
    return [element for run in runs for element in _run(run)]


def _run(run: Run) -> list[Json]:
    match run:
        case Words(text):
            return [_text(text)]
        case Quote(text, number):
            said = _text(f"“{text}”", italic=True)
            return [said, _text(" "), *_numbers([number])] if number else [said]
        case Statement(text, numbers):
            return [_text(f"{text} "), *_numbers(numbers)]
        case Reference(numbers):
            return _numbers(numbers)


def _numbers(numbers: Sequence[int]) -> list[Json]:
    return [_text(marker([number]), code=True) for number in numbers]


def _bar(bar: Bar) -> list[Json]:
    about = [_text(f"{bar.about}\n", bold=True)] if bar.about else []
    right = f" {bar.right} {bar.second}" if bar.second else ""
    drawn = _text(bar.drawn(BAR_CHARS), code=True)
    return [*about, _text(f"{bar.first} {bar.left} "), drawn, _text(f"{right}   "), _text(f"{bar.note}\n", italic=True)]


def _source(source: Source) -> list[Json]:
    origin = _text(source.origin)
    if source.url:
        origin = {"type": "link", "url": source.url, "text": source.origin}
    said = [_text(f"{plain.said(source)} ", italic=True)] if plain.said(source) else []
    return [_text(marker([source.number]), code=True), _text(" "), *said, origin, _text("\n")]


def _button(number: int, button: Button) -> Json:
    return {
        "type": "button",
        "action_id": f"{SAY}:{number}",
        "text": {"type": "plain_text", "text": shorten(button.title, MAX_TITLE_CHARS), "emoji": False},
        "value": button.message[:MAX_VALUE_CHARS],
    }
