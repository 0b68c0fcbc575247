"""What the doors to messengers share."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.config import Config
from engine.errors import UnavailableError
from engine.schemas import SESSION, Reply
from service.channels.base import Door, Heard
from service.rendering.pieces import cut
from service.server.chat import APOLOGY
from service.server.rate import Rate
from service.store import SqliteStore
from tests.service.served import FakeRasa, Service, until


class Person:
    """Says things at a door and collects what is shown."""

    def __init__(self, door: Door) -> None:
        self.door = door
        self.shown: list[str] = []

    def says(self, text: str, *, key: str = "", place: Any = "p", fails: bool = False) -> None:
        async def show(replies: Sequence[Reply]) -> None:
            await asyncio.sleep(0.5 if text == "first" else 0)
            if fails:
                raise RuntimeError("the platform is gone")
            self.shown += [reply["text"] for reply in replies]

        self.door.hear(Heard(key or text, "ann", place, (text,), show))


@pytest.fixture
async def ann(service: Service) -> Any:
    door = Door(service.app, "secret")
    yield Person(door)
    await door.close()


async def test_answers_of_one_conversation_are_shown_in_its_order(ann: Person) -> None:
    ann.says("first")
    ann.says("second")
    ann.says("elsewhere", place="q")
    await until(lambda: len(ann.shown) == 3)
    assert ann.shown == ["You said elsewhere", "You said first", "You said second"]


async def test_what_cannot_be_shown_does_not_hold_up_the_rest(ann: Person, caplog: pytest.LogCaptureFixture) -> None:
    ann.says("first", fails=True)
    ann.says("second")
    await until(lambda: ann.shown == ["You said second"])
    assert "could not be delivered" in caplog.text


async def test_a_conversation_that_cannot_begin_is_logged(ann: Person, caplog: pytest.LogCaptureFixture) -> None:
    async def begin() -> str:
        raise RuntimeError("no such channel")

    ann.says("first", place=begin)
    ann.says("second")
    await until(lambda: ann.shown == ["You said second"])
    assert "no such channel" in caplog.text


@pytest.mark.parametrize(
    ("said", "shown"), [("", "The message is empty"), ("x" * 3000, "at most 2000"), ("y" * 20_000, "at most 2000")]
)
async def test_a_message_that_cannot_be_read_gets_the_reason(ann: Person, said: str, shown: str) -> None:
    ann.says(said, key="k")
    await until(lambda: len(ann.shown) == 1)
    assert shown in ann.shown[0]


async def test_an_answer_that_takes_too_long_is_given_up(serve: Callable[..., Any], rasa: FakeRasa) -> None:
    async def slow(_: Any) -> list[Any]:
        await asyncio.sleep(1)
        return []

    rasa.says = slow
    service = await serve(messaging={"timeout_s": 0.1})
    ann = Person(Door(service.app, "secret"))
    ann.says("tea or coffee?")
    await until(lambda: ann.shown == [APOLOGY])
    await ann.door.close()


async def test_only_so_much_is_heard_at_once(serve: Callable[..., Any], rasa: FakeRasa) -> None:
    service = await serve(messaging={"pending": 2})
    ann = Person(Door(service.app, "secret"))
    for n in range(4):
        ann.says(str(n), place=str(n))
    with pytest.raises(UnavailableError):
        ann.door.check_room()
    await ann.door.room()
    ann.says("later")
    await until(lambda: len(ann.shown) == 3)
    assert {heard["message"] for heard in rasa.heard} == {"0", "1", "later"}
    await ann.door.close()


async def test_the_key_of_a_conversation_follows_from_its_place_and_the_secret(service: Service) -> None:
    one, same, other = (Door(service.app, secret) for secret in ("a", "a", "b"))
    for place in ("C1:1.2", "", "x" * 10_000, "\ud800", "🍵"):
        assert re.fullmatch(SESSION, one.session(place))
        assert one.session(place) == same.session(place) != other.session(place)
    assert one.session("C1:1") != one.session("C1:2")


async def test_a_person_may_say_a_few_things_at_once_and_then_so_many_a_minute() -> None:
    now = 0.0
    rate = Rate(SqliteStore(), per_minute=6, burst=3, clock=lambda: now)
    assert [await rate.admit("ann") for _ in range(5)] == [(True, False)] * 3 + [(False, False), (False, True)]
    assert await rate.admit("bob") == (True, False)
    now = 10.0
    assert [await rate.admit("ann") for _ in range(2)] == [(True, False), (False, False)]
    now = 1000.0
    assert [(await rate.admit("ann"))[0] for _ in range(4)] == [True] * 3 + [False]


@given(st.text(max_size=300), st.integers(1, 50))
def test_pieces_are_the_text_and_no_longer_than_asked(text: str, most: int) -> None:
    pieces = list(cut(text, most))
    assert "".join(pieces) == text
    assert all(0 < len(piece) <= most for piece in pieces)


def test_a_text_is_cut_after_a_sentence_or_else_after_a_word() -> None:
    assert list(cut("One is 3.5. Two is more. Three", 26)) == ["One is 3.5. Two is more. ", "Three"]
    assert list(cut("one two three", 8)) == ["one two ", "three"]


def test_the_libraries_of_messengers_are_loaded_only_for_open_doors() -> None:
    code = (
        "import sys, service.server.app; print([m for m in ('aiogram', 'slack_bolt', 'slack_sdk') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("section", ["slack", "telegram"])
def test_a_secret_in_a_file_is_refused(settings: Callable[..., Config], section: str) -> None:
    with pytest.raises(Exception, match=f"Setting {section}.bot_token stands in .*{section.upper()}_BOT_TOKEN"):
        settings(**{section: {"bot_token": "hush"}})
