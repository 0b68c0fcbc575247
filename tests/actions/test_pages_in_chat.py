"""Whole pages in the chat."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from actions.answers import ActionSources
from actions.base import Turn
from actions.dialogue_state import DialogueState
from actions.replies import Reply
from actions.turn_comparisons import TurnComparisons
from actions.user_message import UserMessage
from engine.config import load_config
from engine.pipeline import Engine
from engine.retrieval.embedded.build import build_index
from engine.types import Aspect
from nlu_models.intents import Context, parse_message
from nlu_models.training.rules.parser import RuleQuestionParser

PAGES = [
    {
        "id": "a",
        "title": "Tea for all",
        "url": "https://tea.example/all",
        "text": "Tea is cheap. Leaves keep for years.",
    },
    {"id": "b", "title": "Coffee for all", "url": "https://coffee.example/all", "text": "Coffee is cheap. Beans keep."},
    {"id": "c", "title": "Both [1]", "source": "forum", "text": "Tea is better than coffee for sleep."},
]


Ask = Callable[[str, DialogueState], Reply]


@pytest.fixture
def sources(tmp_path: Path) -> Ask:
    (tmp_path / "pages.jsonl").write_text("\n".join(map(json.dumps, PAGES)), "utf-8")
    build_index([tmp_path / "pages.jsonl"], tmp_path / "index")
    engine = Engine(load_config(overrides={"retrieval": {"index": tmp_path / "index"}}, environ={}))
    comparisons = TurnComparisons(engine)

    async def here(work: Any) -> Any:
        return work()

    def ask(text: str, state: DialogueState) -> Reply:
        turn = Turn(UserMessage(text), state, "sources", "", lambda query: comparisons.make("anna", query))
        return ActionSources(engine, comparisons, here, 60.0).reply(turn)

    return ask


def text_of(reply: Reply) -> str:
    answer = reply.said[0].answer
    return answer.text if answer else ""


def test_pages_about_both_are_listed_side_by_side(sources: Ask) -> None:
    reply = sources("show me pages about both", DialogueState(objects=("tea", "coffee")))
    first, *pairs = text_of(reply).splitlines()
    assert first == "Pages about tea and coffee that go together:"
    assert sorted(pairs) == [
        "- tea: “Tea for all” (https://tea.example/all) · coffee: “Coffee for all” (https://coffee.example/all)",
        "- “Both (1)” (forum)",
    ]


def test_no_pages_are_said(sources: Ask) -> None:
    reply = sources("pages", DialogueState(objects=("Venus", "Mars"), aspects=(Aspect("mass"),)))
    assert text_of(reply) == "I found no pages about Venus and Mars and mass to read side by side."


def test_without_two_things_it_asks_for_them(sources: Ask) -> None:
    assert sources("pages", DialogueState()).asks


@pytest.mark.parametrize(
    "text",
    [
        *("show me pages about both", "pages about both?", "Show pages side by side"),
        *("could you find me some articles that compare both?", "any sites about them"),
    ],
)
def test_asking_for_pages_is_understood(text: str) -> None:
    context = Context(("tea", "coffee"), (), "verdict")
    assert parse_message(text, parser=RuleQuestionParser(), context=context).intent == "sources"
