"""Replies built by hand, with whatever text a test wants in whatever place."""

from __future__ import annotations

from typing import Any

from engine import schemas
from engine.text.tokens import clean
from engine.types import Label
from engine.types.document import (
    Blocks,
    BulletList,
    Paragraph,
    Quote,
    Reference,
    Role,
    Words,
    own_words,
    text_of,
)

HOSTILE = {
    "a tag": "<b>Zed</b>",
    "a script": "<script>alert(1)</script>",
    "marks of emphasis": "*_~ _under_ **bold** ~gone~ `code`",
    "entities": "AT&T &amp; R&D &lt;b&gt;",
    "direction marks": "a\u202eb \u200fc\u2066d",
    "an end of data": "]]> <![CDATA[x",
    "a link": "[here](javascript:alert(1)) <javascript:x|y>",
    "a call to all": "<!channel> <@U012345> @everyone @here #general",
    "names": "C++, C#, .NET, a/b {, row[1]",
    "rules": "--- === +++ 1. 2) # > - * •",
    "quotes": "\"so\" 'it' “is” [1] [99]",
    "emoji": "👩‍👩‍👧 🍵 :tea:",
    "lone surrogate": "a\ud800b",
    "very long": "x" * 10_000,
    "many words": "word. " * 1_700,
    "lines": "one\n\n  two\r\n- three\n* four\n\u2028five",
}
"""Text that some place takes for its markup, or cannot hold."""

QUOTED = "Tea is better than coffee for sleep, said my aunt"


ANSWER = (
    Paragraph(
        (Words("The evidence favours "), Words("tea", Label.OBJECT), Words(": 3 of 4 sources "), Reference((1,)))
    ),
    Paragraph((Words("For tea:"),), Role.HEADING),
    BulletList(((Quote(QUOTED, 1),),)),
    Paragraph((Words("For sleep it is clear."),)),
)


def reply(
    text: str = "",
    *,
    blocks: Blocks = ANSWER,
    objects: tuple[str, str] = ("tea", "coffee"),
    aspect: str = "sleep",
    buttons: tuple[tuple[str, str], ...] = (("Why?", "why?"), ("Sources", "show me the sources")),
    **citation: Any,
) -> schemas.Reply:
    """Return a reply with a comparison, a source and buttons; ``citation`` changes its source.

    Its own words are ``text`` in the place of ``blocks`` where there is any.
    """
    lines = "\n".join(map(clean, text.splitlines()))
    shown = own_words(lines) if text else blocks
    found: Any = {
        "objects": list(objects),
        "shares": [share("", 9, 2, 12), share(aspect, 3, 0, 3)],
        "depends": [share(f"price of {aspect}", 1, 3, 4)],
        "asked_verdict": None,
        "decision": "first",
        "winner": objects[0],
        "confidence": 0.96,
        "asked": [{"name": aspect, "weight": 2}],
        "notice": "",
    }
    said: Any = {
        "text": text_of(shown),
        "blocks": schemas.blocks(shown),
        "buttons": [{"title": title, "message": message} for title, message in buttons],
        "citations": [source(**citation)],
        "comparison": found,
        "standings": None,
        "index": "",
        "degraded": False,
    }
    return said


def share(aspect: str, first: int, second: int, sources: int) -> schemas.Share:
    return {
        "aspect": aspect,
        "first": first / (first + second),
        "second": second / (first + second),
        "arguments": 2 * sources,
        "sources": sources,
        "decision": "first",
        "first_sources": first,
        "second_sources": second,
    }


def source(**changes: Any) -> Any:
    return {
        "number": 1,
        "sentence": f"{QUOTED}.",
        "sentence_id": "voice-1#1",
        "document": "voice-1",
        "position": 1,
        "title": "Voice 1",
        "url": "https://example.org/voices/1",
        "source": "host-1",
        "date": "2024-05-01",
        "sample": False,
        "sources": 1,
    } | changes


def standings(*names: str) -> schemas.Reply:
    """Return a reply on the order of many things."""
    said: Any = reply("Tea, then the others.")
    places = [
        {"object": name, "rank": n, "ranks": (1, n), "best": 0.999 / n, "share": 0.5, "sources": 9}
        for n, name in enumerate(names, 1)
    ]
    order = {"aspect": "", "decision": "winner", "winner": names[0], "confidence": 0.9, "places": places}
    said["comparison"], said["standings"] = None, {"orders": [order], "comparisons": []}
    return said
