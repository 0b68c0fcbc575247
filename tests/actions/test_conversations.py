"""The bot holds its conversations: reader, internal listener, actions and rules, without Rasa."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp.test_utils import TestClient, TestServer

from service.server.pool import Pool
from service.server.rasa_endpoints import make_internal_app
from tests.dialogues.conversations import CONVERSATIONS, engine_of_the_conversations, hold
from tests.dialogues.stand_in import StandIn

ENGINE = engine_of_the_conversations()


@pytest.fixture
async def internal() -> AsyncIterator[TestClient[Any, Any]]:
    pool = Pool(ENGINE.config.service)
    async with TestClient(TestServer(make_internal_app(ENGINE, pool))) as client:
        yield client
    pool.close()


@pytest.mark.parametrize("conversation", CONVERSATIONS, ids=lambda conversation: conversation["name"])
async def test_the_bot_replies_as_it_should(conversation: dict[str, Any], internal: TestClient[Any, Any]) -> None:
    assert not await hold(conversation, StandIn(internal).say)
