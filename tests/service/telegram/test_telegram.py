"""The door to Telegram, through a served Telegram that checks what the real one checks."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable
from typing import Any

import pytest

from engine.schemas import SESSION
from service.channels import base
from service.channels.telegram.channel import COMMANDS, ONLY_TEXT, TOO_OLD
from service.server.app import DOORS
from tests.service.answering import QUESTION, answer, hold
from tests.service.rendering.replies import HOSTILE
from tests.service.served import FakeRasa, Service, until
from tests.service.telegram.conftest import Opens
from tests.service.telegram.fake import BOB, GROUP, SECRET, FakeTelegram

LONG = "and in terms of the price of a cup in a café by the sea in summer and winter?"


@pytest.fixture(autouse=True)
def answers(rasa: FakeRasa) -> None:
    rasa.says = lambda body: answer(body, Price=LONG)


async def test_a_message_is_answered(service: Service, telegram: FakeTelegram, rasa: FakeRasa) -> None:
    assert await telegram.push(service, telegram.message(QUESTION)) == 200
    (message,) = await telegram.answers(1)
    for part in ("the evidence favours tea [1]", "tea 6 ", "█", "[1] “Tea is better", "Voice 1"):
        assert part in message["shown"]
    assert [button["text"] for row in message["rows"] for button in row] == ["Why?", "Price"]
    assert rasa.heard[0]["message"] == QUESTION


async def test_a_chat_is_a_conversation(service: Service, telegram: FakeTelegram, rasa: FakeRasa) -> None:
    for update in (telegram.message(QUESTION), telegram.message("why?"), telegram.message("tea or milk?", who=BOB)):
        await telegram.push(service, update)
    await telegram.answers(3)
    keys = {heard["message"]: heard["sender"] for heard in rasa.heard}
    assert keys[QUESTION] == keys["why?"] != keys["tea or milk?"]
    assert all(re.fullmatch(SESSION, key) for key in keys.values())
    assert [heard["message"] for heard in rasa.heard if heard["sender"] == keys["why?"]] == [QUESTION, "why?"]


async def test_buttons_say_their_message_and_are_answered(
    service: Service, telegram: FakeTelegram, rasa: FakeRasa
) -> None:
    await telegram.push(service, telegram.message(QUESTION))
    (message,) = await telegram.answers(1)
    for title in ("Why?", "Price"):
        await telegram.push(service, telegram.click(message, title))
    await telegram.answers(3)
    assert [heard["message"] for heard in rasa.heard] == [QUESTION, "why?", LONG]
    assert len({heard["sender"] for heard in rasa.heard}) == 1
    assert list(telegram.clicks.values()) == ["", ""]


async def test_a_button_of_long_ago_says_that_it_is_too_old(
    service: Service, telegram: FakeTelegram, rasa: FakeRasa
) -> None:
    await telegram.push(service, telegram.message(QUESTION))
    (message,) = await telegram.answers(1)
    message["rows"][0][0]["callback_data"] = "k:0123"
    await telegram.push(service, telegram.click(message, "Why?"))
    await until(lambda: TOO_OLD in telegram.clicks.values())
    assert len(rasa.heard) == 1


@pytest.mark.parametrize(
    ("written", "heard"),
    [
        *((f"/{name}", said) for name, (said, _) in COMMANDS.items()),
        ("/start", "help"),
        ("/unknown", "help"),
        ("/compare tea vs coffee for sleep", "tea vs coffee for sleep"),
        ("/why@whicheverbot", "why?"),
    ],
)
async def test_commands_say_what_the_menu_promises(
    service: Service, telegram: FakeTelegram, rasa: FakeRasa, written: str, heard: str
) -> None:
    await telegram.push(service, telegram.message(written))
    await telegram.answers(1)
    assert rasa.heard[0]["message"] == heard


async def test_telegram_is_told_the_menu(service: Service, telegram: FakeTelegram) -> None:
    assert [command["command"] for command in telegram.commands] == list(COMMANDS)
    assert telegram.webhook["url"] == "https://example.org/telegram/webhook"
    assert set(telegram.webhook["allowed_updates"]) == {"message", "callback_query", "inline_query"}


async def test_in_a_group_only_what_is_meant_for_the_bot_is_answered(
    service: Service, telegram: FakeTelegram, rasa: FakeRasa
) -> None:
    await telegram.push(service, telegram.message("tea or coffee? I wonder", chat=GROUP))
    await telegram.push(service, telegram.message("/why@OtherBot", chat=GROUP))
    await telegram.push(service, telegram.message("@whicheverbot tea or coffee?", chat=GROUP))
    (message,) = await telegram.answers(1)
    assert message["reply_parameters"]["message_id"]
    await telegram.push(service, telegram.message("why?", chat=GROUP, who=BOB, **telegram.reply_to_bot()))
    await telegram.answers(2)
    await telegram.push(service, telegram.message("/sources", chat=GROUP))
    await telegram.answers(3)
    assert [heard["message"] for heard in rasa.heard] == ["tea or coffee?", "why?", "show me the sources"]
    assert len({heard["sender"] for heard in rasa.heard}) == 1


async def test_a_topic_of_a_forum_is_a_conversation(service: Service, telegram: FakeTelegram, rasa: FakeRasa) -> None:
    for topic in (5, 6):
        more = {"message_thread_id": topic, "is_topic_message": True}
        await telegram.push(service, telegram.message("/compare tea vs coffee", chat=GROUP, **more))
    sent = await telegram.answers(2)
    assert {message["message_thread_id"] for message in sent} == {5, 6}
    assert len({heard["sender"] for heard in rasa.heard}) == 2


async def test_what_bots_say_is_ignored(service: Service, telegram: FakeTelegram, rasa: FakeRasa) -> None:
    bot = {"id": 50, "is_bot": True, "first_name": "Other"}
    update = telegram.message("tea or coffee?")
    update["message"]["from"] = bot
    await telegram.push(service, update)
    await telegram.push(service, telegram.message("from us", via_bot={**bot, "id": 99}))
    await telegram.push(service, telegram.message("the end"))
    await telegram.answers(1)
    assert [heard["message"] for heard in rasa.heard] == ["the end"]


async def test_an_inline_question_is_answered_when_it_is_finished(
    service: Service, telegram: FakeTelegram, rasa: FakeRasa
) -> None:
    keys = []
    for typed in ("te", "tea or", "tea or coffee for sleep?"):
        key, update = telegram.type(typed)
        keys.append(key)
        await telegram.push(service, update)
    await until(lambda: telegram.inline[keys[-1]] is not None)
    (result,) = telegram.inline[keys[-1]] or []
    assert result["title"] == "tea or coffee for sleep?"
    assert "Tea is better than coffee for sleep" in result["input_message_content"]["message_text"]
    assert telegram.inline[keys[0]] is None
    assert not rasa.heard


@pytest.mark.parametrize("typed", ["", "te", "<b>&", "x" * 300])
async def test_an_inline_question_that_compares_nothing_leads_to_the_chat(
    service: Service, telegram: FakeTelegram, typed: str
) -> None:
    key, update = telegram.type(typed)
    await telegram.push(service, update)
    await until(lambda: telegram.inline[key] is not None)
    assert telegram.inline[key] == []


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
async def test_hostile_text_arrives_and_returns(
    service: Service, telegram: FakeTelegram, rasa: FakeRasa, text: str
) -> None:
    text = text.encode("utf-8", "replace").decode()
    rasa.says = lambda body: [{"text": text, "buttons": [{"title": text, "payload": text}]}]
    await telegram.push(service, telegram.message(text))
    await until(lambda: bool(telegram.sent))
    assert len(rasa.heard) == (len(text) <= 2000)
    assert all(message["shown"] for message in telegram.sent)


async def test_a_long_answer_is_sent_in_order_in_several_messages(
    service: Service, telegram: FakeTelegram, rasa: FakeRasa
) -> None:
    words = " ".join(f"Sentence {n} ends here." for n in range(500))
    rasa.says = lambda body: [{"text": words}]
    await telegram.push(service, telegram.message("more"))
    await until(lambda: bool(telegram.sent) and "Sentence 499 " in telegram.sent[-1]["shown"])
    assert " ".join(message["shown"] for message in telegram.sent) == words
    assert all(message["shown"].endswith(".") for message in telegram.sent)


async def test_the_wait_that_telegram_asks_for_is_kept(service: Service, telegram: FakeTelegram) -> None:
    telegram.floods = [1]
    start = time.monotonic()
    await telegram.push(service, telegram.message(QUESTION))
    await telegram.answers(1)
    assert time.monotonic() - start >= 1


@pytest.mark.parametrize("secret", [None, "", "hush", SECRET + "x", "ü"])
async def test_an_update_without_the_secret_is_refused(
    service: Service, telegram: FakeTelegram, rasa: FakeRasa, secret: str | None
) -> None:
    assert await telegram.push(service, telegram.message(QUESTION), secret=secret) == 401
    assert not rasa.heard


@pytest.mark.parametrize(
    "update",
    [
        *([], {}, "x", None, {"update_id": "x"}, {"update_id": 1, "message": 3}, [{}] * 3_000),
        *({"update_id": 1}, {"update_id": 1, "unheard of": "\ud83d"}),
    ],
)
async def test_an_update_that_is_not_known_is_left(
    service: Service, telegram: FakeTelegram, rasa: FakeRasa, update: Any, caplog: pytest.LogCaptureFixture
) -> None:
    assert await telegram.push(service, update) == 200
    assert "was left" in caplog.text
    assert not rasa.heard


@pytest.mark.parametrize("body", [b"\xff\xfe{", b"[" * 50_000, b"", b'{"a":'], ids=repr)
async def test_what_is_no_json_is_refused_without_a_trace(
    service: Service, body: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    url = f"{service.url}/telegram/webhook"
    headers = {"X-Telegram-Bot-Api-Secret-Token": SECRET, "Content-Type": "application/json; charset=klingon"}
    async with service.http.post(url, data=body, headers=headers) as got:
        assert got.status == 400
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_a_secret_that_is_no_text_is_refused(service: Service) -> None:
    head = b"POST /telegram/webhook HTTP/1.1\r\nHost: localhost\r\nX-Telegram-Bot-Api-Secret-Token: \xff\r\n"
    reader, writer = await asyncio.open_connection(service.at("/").host, service.at("/").port)
    writer.write(head + b"Content-Length: 4\r\n\r\nnull")
    assert b" 401 " in await reader.readline()
    writer.close()


async def test_a_large_update_is_taken_and_an_endless_one_refused(service: Service, telegram: FakeTelegram) -> None:
    assert await telegram.push(service, telegram.message("\U0001f375" * 10_000)) == 200
    assert await telegram.push(service, telegram.message("x" * (1 << 20))) == 413


async def test_a_picture_gets_a_hint_and_its_caption_an_answer(
    service: Service, telegram: FakeTelegram, rasa: FakeRasa
) -> None:
    for caption in ({}, {"caption": "tea or coffee?"}):
        update = telegram.message("", **caption)
        del update["message"]["text"]
        await telegram.push(service, update)
    sent = await telegram.answers(2)
    assert any(message["shown"] == ONLY_TEXT for message in sent)
    assert [heard["message"] for heard in rasa.heard] == ["tea or coffee?"]


async def test_an_update_that_comes_again_is_answered_once(
    service: Service, telegram: FakeTelegram, rasa: FakeRasa
) -> None:
    update = telegram.message(QUESTION)
    for _ in range(3):
        assert await telegram.push(service, update) == 200
    await telegram.answers(1)
    assert len(rasa.heard) == 1


async def test_telegram_is_answered_while_the_engine_works_and_told_when_there_is_no_room(
    opened: Opens, telegram: FakeTelegram, rasa: FakeRasa
) -> None:
    go = hold(rasa)
    service = await opened(messaging={"pending": 1})
    assert await telegram.push(service, telegram.message("a or b?")) == 200
    later = telegram.message("c or d?")
    assert await telegram.push(service, later) == 503
    go.set()
    await telegram.answers(1)
    assert await telegram.push(service, later) == 200
    await telegram.answers(2)


async def test_who_writes_too_fast_is_told_once(opened: Opens, telegram: FakeTelegram, rasa: FakeRasa) -> None:
    service = await opened(messaging={"burst": 2, "per_minute": 1})
    for n in range(5):
        await telegram.push(service, telegram.message(f"tea or coffee {n}?"))
    sent = await telegram.answers(3)
    assert [message["shown"] == base.TOO_FAST for message in sent].count(True) == 1
    assert len(rasa.heard) == 2


async def test_by_long_polling_no_address_is_needed(opened: Opens, telegram: FakeTelegram, rasa: FakeRasa) -> None:
    service = await opened(poll=True)
    telegram.queue(telegram.message(QUESTION), telegram.message("why?"))
    await telegram.answers(2)
    telegram.queue(telegram.click(telegram.sent[0], "Why?"))
    await telegram.answers(3)
    assert [heard["message"] for heard in rasa.heard] == [QUESTION, "why?", "why?"]
    assert await telegram.push(service, telegram.message("x or y?")) == 404


async def test_the_service_starts_while_telegram_is_down_and_connects_later(
    opened: Opens, telegram: FakeTelegram, caplog: pytest.LogCaptureFixture
) -> None:
    telegram.down = True
    service = await opened(poll=True, wait=False)
    assert (await service.get("/healthz"))[0] == 200
    await until(lambda: "Telegram cannot be reached" in caplog.text)
    telegram.down = False
    telegram.queue(telegram.message(QUESTION))
    await telegram.answers(1)


async def test_an_update_that_comes_before_the_bot_knows_its_name_is_to_be_sent_again(
    opened: Opens, telegram: FakeTelegram, caplog: pytest.LogCaptureFixture
) -> None:
    telegram.down = True
    service = await opened(wait=False)
    assert await telegram.push(service, telegram.message(QUESTION)) == 503
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_a_token_that_telegram_refuses_is_said(
    opened: Opens, telegram: FakeTelegram, caplog: pytest.LogCaptureFixture
) -> None:
    telegram.accepts = False
    await opened(wait=False)
    await until(lambda: "Telegram refuses TELEGRAM_BOT_TOKEN" in caplog.text)
    assert "fake-TOKEN" not in caplog.text


@pytest.mark.parametrize(
    ("environ", "section", "line"),
    [
        ({}, {}, "TELEGRAM_BOT_TOKEN is not set"),
        ({"TELEGRAM_BOT_TOKEN": "abc"}, {}, "TELEGRAM_BOT_TOKEN is not a token such as 123456:ABC"),
        (
            {"TELEGRAM_BOT_TOKEN": "1:a"},
            {"webhook_url": "https://example.org"},
            "telegram.webhook_url is set, but TELEGRAM_WEBHOOK_SECRET is not 1 to 256 letters, digits, _ or -",
        ),
    ],
)
async def test_without_its_secrets_the_door_is_closed_and_says_so(
    serve: Callable[..., Any], telegram: FakeTelegram, environ: dict[str, str], section: dict[str, str], line: str
) -> None:
    service = await serve(environ=environ, telegram=section)
    assert f"Telegram is off: {line}. See docs/telegram.md." in service.app[DOORS]
    assert await telegram.push(service, telegram.message(QUESTION)) in {401, 404}
