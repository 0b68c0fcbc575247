"""The scripted conversations, over data/sample: by the rules, without Rasa."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.config import load_config
from engine.pipeline import Engine
from evaluation.dialogues import HELD_OUT, NOTHING_HEARD, check, message_of, scripts
from service.dialogue import Dialogue
from service.server.pool import Pool
from tests.dialogues.conversations import Person

pytestmark = pytest.mark.long

LEAST = 0.9
LEAST_HELD_OUT = 0.8
"""Shares of turns that must be right: where the product was mended, and where nobody looked."""


@pytest.fixture
def dialogue(sample: Path) -> Iterator[Dialogue]:
    engine = Engine(load_config(overrides={"retrieval": {"index": sample}}, environ={}))
    pool = Pool(engine.config.service)
    yield Dialogue(engine, pool)
    pool.close()
    engine.close()


async def test_the_bot_holds_its_scripted_conversations(dialogue: Dialogue) -> None:
    right: dict[bool, list[bool]] = {False: [], True: []}
    wrong: list[str] = []
    for number, conversation in enumerate(scripts()):
        person, before = Person(dialogue, f"person-{number}"), NOTHING_HEARD
        for turn in conversation["turns"]:
            message = message_of(turn, before)
            heard = await person.say(message) if message else NOTHING_HEARD
            problems = check(turn, heard, before)
            right[conversation["script"] == HELD_OUT].append(not problems)
            wrong += [f"{conversation['name']}: {turn}: {problems}; {heard.words!r}"] * bool(problems)
            before = heard if message else before
    assert sum(right[False]) / len(right[False]) >= LEAST, "\n".join(wrong)
    assert sum(right[True]) / len(right[True]) >= LEAST_HELD_OUT, "\n".join(wrong)


def test_the_scripts_are_many_and_of_some_length() -> None:
    found = scripts()
    assert len(found) >= 60
    assert all(5 <= len(conversation["turns"]) <= 12 for conversation in found)
    assert len({conversation["name"] for conversation in found}) == len(found)
