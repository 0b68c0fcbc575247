"""What the stand-in for Rasa says to people who write from a messenger."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.service.rendering.replies import source
from tests.service.served import FakeRasa

QUESTION = "Is tea better than coffee for sleep?"


def answer(body: Any, **more: str) -> list[dict[str, Any]]:
    """Answer as the bot does, with a source and a comparison.

    Args:
        body: What Rasa was sent.
        more: Title of a suggestion → what it says, besides "Why?".
    """
    text = f"About “{body['message']}”: the evidence favours tea [1]."
    compared = {"objects": ["tea", "coffee"], "aspects": [{"name": "sleep", "weight": 1}]}
    buttons = [{"title": title, "payload": said} for title, said in {"Why?": "why?", **more}.items()]
    return [{"text": text, "buttons": buttons}, {"custom": {"citations": [source()], "comparison": compared}}]


def hold(rasa: FakeRasa) -> asyncio.Event:
    """Let Rasa answer only when the returned event is set."""
    go = asyncio.Event()

    async def held(body: Any) -> list[Any]:
        await go.wait()
        return answer(body)

    rasa.says = held
    return go
