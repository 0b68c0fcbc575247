"""The conversations of this folder, and what carries them between a person and the bot; see README.md."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import yaml

from actions.turn_comparisons import Found
from engine import schemas
from engine.config import Config, load_config
from engine.pipeline import Engine
from engine.retrieval.in_memory import ListRetriever
from evaluation.dialogues import NOTHING_HEARD, Heard, check, message_of
from service.dialogue import Dialogue

HERE = Path(__file__).parent

Part = dict[str, Any]
Say = Callable[[str], Awaitable[Heard]]

CONVERSATIONS: list[dict[str, Any]] = [
    conversation
    for path in sorted(HERE.glob("*.yml"))
    for conversation in yaml.load(path.read_text("utf-8"), yaml.CSafeLoader)
]


def engine_of_the_conversations(config: Config | None = None) -> Engine:
    """Return an engine that has read corpus.txt."""
    lines = (HERE / "corpus.txt").read_text("utf-8").splitlines()
    return Engine(
        config or load_config(overrides={"rasa": {"timeout_s": 60.0}}, environ={}),
        retriever=ListRetriever(sentences=lines[1:]),
    )


class Person:
    """Somebody who talks to the bot without Rasa."""

    def __init__(self, dialogue: Dialogue, key: str = "anna") -> None:
        self.dialogue = dialogue
        self.key = key

    async def say(self, message: str) -> Heard:
        """Send a message and return what is heard."""
        parts = await self.dialogue.say(self.key, message)
        heard = hear(parts, lambda known: self.dialogue.comparisons.get(self.key, known))
        self.dialogue.comparisons.end(self.key)
        return heard


async def hold(conversation: dict[str, Any], say: Say) -> list[str]:
    """Hold a conversation; return what is wrong with its replies."""
    before, found = NOTHING_HEARD, []
    for turn in conversation["turns"]:
        message = message_of(turn, before)
        if not message:
            found.append(f"{turn}: there is no such button")
            continue
        heard = await say(message)
        found += [f"{message!r}: {problem}; it said {heard.words!r}" for problem in check(turn, heard, before)]
        before = heard
    return found


def hear(parts: list[Part], compared: Callable[[str], Found | None]) -> Heard:
    """Return what the parts of a reply hold, as Rasa hands them on; a payload belongs to the text before it.

    Args:
        parts: What was said.
        compared: Returns a comparison by its id.
    """
    payload = schemas.Payload()
    for part in parts:
        if "custom" in part:
            payload = schemas.parse(schemas.Payload, json.dumps(part["custom"]))
    found = compared(payload.comparison) if payload.comparison else None
    assert bool(found) == bool(payload.comparison), "a comparison that nobody holds"
    return Heard(
        tuple(part["text"] for part in parts if "text" in part),
        {button["title"]: button["payload"] for part in parts for button in part.get("buttons") or ()},
        payload.citations,
        found.objects if found else (),
        {aspect.name: aspect.weight for aspect in found.aspects} if found else {},
        blocks=payload.blocks,
    )
