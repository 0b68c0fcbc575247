"""Conversations as data: what a person says and what the bot's reply must hold, whoever carries them between the two.

A turn of a conversation is ``say`` (a message) or ``press`` (the title of a button of the last reply), with any of:
``has`` and ``lacks`` (words in the reply, without regard to case), ``buttons`` (titles among others), ``cites`` (the
least number of citations; 0 for none), ``compares`` (the two objects of the verdict) and ``aspects`` (its aspects).
"""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import yaml

from engine import wire
from engine.config import Config, load_config
from engine.pipeline import Engine
from engine.retrieval.listed import ListRetriever

HERE = Path(__file__).parent
NUMBER = re.compile(r"\[(\d+)\]")

Part = dict[str, Any]
Say = Callable[[str], Awaitable[list[Part]]]

CONVERSATIONS: list[dict[str, Any]] = [
    conversation for path in sorted(HERE.glob("*.yml")) for conversation in yaml.safe_load(path.read_text("utf-8"))
]


def engine_of_the_conversations(config: Config | None = None) -> Engine:
    """Return an engine that has read corpus.txt."""
    lines = (HERE / "corpus.txt").read_text("utf-8").splitlines()
    return Engine(config or load_config(environ={}), retriever=ListRetriever(sentences=lines[1:]))


async def hold(conversation: dict[str, Any], say: Say) -> None:
    """Hold a conversation and check each reply."""
    buttons: dict[str, str] = {}
    before: list[str] = []
    for turn in conversation["turns"]:
        message = buttons[turn["press"]] if "press" in turn else turn["say"]
        parts = await say(message)
        texts, citations, comparison = take_apart(parts)
        buttons = {button["title"]: button["payload"] for part in parts for button in part.get("buttons") or ()}
        assert texts and all(texts), f"{message!r}: an empty reply"
        assert texts != before or citations, f"{message!r}: the same words twice in a row: {texts}"
        check_reply(turn, texts, set(buttons), citations, comparison)
        before = texts


def take_apart(parts: list[Part]) -> tuple[list[str], tuple[Any, ...], wire.ComparedRequest | None]:
    """Return the texts of a reply, the citations, and the comparison; a payload belongs to the text before it."""
    texts: list[str] = []
    payload = wire.Payload()
    for part in parts:
        if "text" in part:
            texts.append(part["text"])
        if "custom" in part:
            payload = wire.parse(wire.Payload, json.dumps(part["custom"]))
            check_citations(texts[-1], payload)
    return texts, payload.citations, payload.comparison


def check_citations(text: str, payload: wire.Payload) -> None:
    """Every number of the text leads to a citation, and every citation supports words of the text."""
    assert {int(n) for n in NUMBER.findall(text)} == {citation["n"] for citation in payload.citations}
    for citation in payload.citations:
        claim = text[citation["claim_start"] : citation["claim_end"]]
        for piece in claim.strip("…").split("…"):
            assert piece and piece in citation["sentence"].replace("“", "‘").replace("”", "’").replace('"', '"')


def check_reply(
    turn: dict[str, Any],
    texts: list[str],
    titles: set[str],
    citations: tuple[Any, ...],
    comparison: wire.ComparedRequest | None,
) -> None:
    said = "\n".join(texts)
    for words in turn.get("has", ()):
        assert words.casefold() in said.casefold(), f"{words!r} is missing from: {said}"
    for words in turn.get("lacks", ()):
        assert words.casefold() not in said.casefold(), f"{words!r} stands in: {said}"
    assert set(turn.get("buttons", ())) <= titles
    if "cites" in turn:
        assert (len(citations) >= turn["cites"]) if turn["cites"] else not citations
    if "compares" in turn:
        assert comparison is not None, f"no verdict in: {said}"
        assert list(comparison.objects) == turn["compares"]
    if "aspects" in turn:
        assert comparison is not None, f"no verdict in: {said}"
        assert [aspect.name for aspect in comparison.aspects] == turn["aspects"]
