"""The bot holds its conversations by its rules, without Rasa."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from service.dialogue import Dialogue
from service.server.pool import Pool
from tests.dialogues.conversations import CONVERSATIONS, Person, engine_of_the_conversations, hold

ENGINE = engine_of_the_conversations()


@pytest.fixture
def person() -> Iterator[Person]:
    pool = Pool(ENGINE.config.service)
    yield Person(Dialogue(ENGINE, pool))
    pool.close()


@pytest.mark.parametrize("conversation", CONVERSATIONS, ids=lambda conversation: conversation["name"])
async def test_the_bot_replies_as_it_should(conversation: dict[str, Any], person: Person) -> None:
    assert not await hold(conversation, person.say)


async def test_what_is_asked_twice_in_one_message_is_one_question(person: Person) -> None:
    twice = "Tea or coffee? Tea vs coffee!"
    assert await person.dialogue.questions("anna", twice) == [twice]
    assert len(await person.dialogue.questions("anna", "Tea or coffee? And why?")) == 2
