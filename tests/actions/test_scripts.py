"""The scripted conversations, over data/sample: reader, internal listener, actions and rules, without Rasa."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp.test_utils import TestClient, TestServer

from engine.config import load_config
from engine.pipeline import Engine
from engine.retrieval.embedded.build import build_index
from evaluation.dialogues import HELD_OUT, NOTHING_HEARD, check, message_of, scripts
from service.server.pool import Pool
from service.server.rasa_endpoints import make_internal_app
from tests.dialogues.conversations import hear
from tests.dialogues.stand_in import ROOT, StandIn

LEAST = 0.95
LEAST_HELD_OUT = 0.8
"""Shares of turns that must be right: where the product was mended, and where nobody looked."""


@pytest.fixture
async def internal(tmp_path: Path) -> AsyncIterator[TestClient[Any, Any]]:
    build_index([ROOT / "data/sample"], tmp_path / "index")
    engine = Engine(load_config(overrides={"retrieval": {"index": tmp_path / "index"}}, environ={}))
    pool = Pool(engine.config.service)
    async with TestClient(TestServer(make_internal_app(engine, pool))) as client:
        yield client
    pool.close()
    engine.close()


async def test_the_bot_holds_its_scripted_conversations(internal: TestClient[Any, Any]) -> None:
    right: dict[bool, list[bool]] = {False: [], True: []}
    for number, conversation in enumerate(scripts()):
        person, before = StandIn(internal, f"person-{number}"), NOTHING_HEARD
        for turn in conversation["turns"]:
            message = message_of(turn, before)
            heard = hear(await person.say(message)) if message else NOTHING_HEARD
            right[conversation["script"] == HELD_OUT].append(not check(turn, heard, before))
            before = heard if message else before
    assert sum(right[False]) / len(right[False]) >= LEAST
    assert sum(right[True]) / len(right[True]) >= LEAST_HELD_OUT


def test_the_scripts_are_many_and_of_some_length() -> None:
    found = scripts()
    assert len(found) >= 60
    assert all(5 <= len(conversation["turns"]) <= 12 for conversation in found)
    assert len({conversation["name"] for conversation in found}) == len(found)
