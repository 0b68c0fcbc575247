"""The door to Slack, through a served Slack that checks what the real one checks."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Callable
from typing import Any

import pytest

from engine.schemas import SESSION
from service.channels import base
from service.channels.slack.form import TOO_FEW
from service.server.app import DOORS
from tests.service.answering import QUESTION, answer, hold
from tests.service.rendering.replies import HOSTILE
from tests.service.served import FakeRasa, Service, until
from tests.service.slack.conftest import Opens
from tests.service.slack.fake import ANN, BOB, BOT, BOT_ID, FakeSlack, signed
from tests.service.slack.kit import buttons, shown


@pytest.fixture(autouse=True)
def answers(rasa: FakeRasa) -> None:
    rasa.says = answer


async def test_a_mention_is_answered_in_its_thread(service: Service, slack: FakeSlack, rasa: FakeRasa) -> None:
    mention = slack.mention(QUESTION)
    assert await slack.send(service, mention) == (200, "")
    (message,) = await slack.answers(1)
    assert message["thread_ts"] == mention["event"]["ts"]
    assert rasa.heard[0]["message"] == QUESTION
    seen = shown(message["blocks"])
    for part in ("the evidence favours tea [1]", "tea 6 ", "█", "[1]", "Voice 1", "Why?"):
        assert part in seen
    assert "the evidence favours tea" in message["text"]


async def test_a_thread_is_a_conversation(service: Service, slack: FakeSlack, rasa: FakeRasa) -> None:
    first = slack.mention(QUESTION)
    root = first["event"]["ts"]
    for what in (first, slack.mention("why?", thread_ts=root, who=BOB), slack.mention("tea or milk?")):
        await slack.send(service, what)
    await slack.answers(3)
    keys = [heard["sender"] for heard in sorted(rasa.heard, key=lambda heard: heard["message"] != "tea or milk?")]
    assert keys[1] == keys[2] != keys[0]
    assert all(re.fullmatch(SESSION, key) and "C0TALK" not in key for key in keys)


async def test_direct_messages_are_one_conversation_and_their_threads_others(
    service: Service, slack: FakeSlack, rasa: FakeRasa
) -> None:
    first = slack.direct("tea or coffee?")
    await slack.send(service, first)
    await slack.answers(1)
    await slack.send(service, slack.direct("why?"))
    await slack.answers(2)
    await slack.send(service, slack.direct("more", thread_ts=first["event"]["ts"]))
    messages = await slack.answers(3)
    assert [message["thread_ts"] for message in messages] == ["", "", first["event"]["ts"]]
    one, same, other = (heard["sender"] for heard in rasa.heard)
    assert one == same != other


async def test_a_command_is_announced_and_its_answer_begins_a_thread(
    service: Service, slack: FakeSlack, rasa: FakeRasa
) -> None:
    assert await slack.send(service, slack.command("tea vs coffee for sleep")) == (200, "")
    (message,) = await slack.answers(1)
    await until(lambda: "Voice 1" in shown(message["blocks"]))
    assert slack.transcript[1] == f"{BOT}: @{ANN} asks: tea vs coffee for sleep"
    assert shown(message["blocks"]).startswith(f"@{ANN} asks: tea vs coffee for sleep\n")
    await slack.send(service, slack.mention("why?", thread_ts=message["ts"]))
    await slack.answers(2)
    assert rasa.heard[0]["sender"] == rasa.heard[1]["sender"]


async def test_a_command_where_the_bot_may_not_write_is_answered_by_its_address(
    service: Service, slack: FakeSlack, rasa: FakeRasa
) -> None:
    slack.outside.add("C0TALK")
    await slack.send(service, slack.command("tea vs coffee"))
    (message,) = await slack.answers(1)
    await slack.send(service, slack.click(message, "Why?"))
    await slack.answers(2)
    assert rasa.heard[0]["sender"] == rasa.heard[1]["sender"]
    assert rasa.heard[1]["message"] == "why?"


async def test_a_button_says_its_message_in_its_conversation(
    service: Service, slack: FakeSlack, rasa: FakeRasa
) -> None:
    mention = slack.mention(QUESTION)
    await slack.send(service, mention)
    (message,) = await slack.answers(1)
    assert await slack.send(service, slack.click(message, "Why?")) == (200, "")
    _, second = await slack.answers(2)
    assert second["thread_ts"] == mention["event"]["ts"]
    assert [heard["message"] for heard in rasa.heard] == [QUESTION, "why?"]
    assert rasa.heard[0]["sender"] == rasa.heard[1]["sender"]


async def test_a_command_without_words_opens_the_form(service: Service, slack: FakeSlack, rasa: FakeRasa) -> None:
    await slack.send(service, slack.command(""))
    await until(lambda: slack.views)
    filled = slack.submit(
        slack.views[0], first="tea", second="coffee", aspect0="price", weight0="most", aspect1="sleep"
    )
    assert await slack.send(service, filled) == (200, "")
    (message,) = await slack.answers(1)
    assert message["channel"] == "C0TALK"
    await until(lambda: len(rasa.heard) == 3)
    messages = ["tea or coffee?", "price matters most", "and in terms of sleep?"]
    assert [heard["message"] for heard in rasa.heard] == messages
    assert "asks: tea or coffee for price (matters most) and sleep?" in shown(message["blocks"])


async def test_the_shortcut_asks_where_to_answer(service: Service, slack: FakeSlack, rasa: FakeRasa) -> None:
    await slack.send(service, slack.shortcut())
    await until(lambda: slack.views)
    filled = slack.submit(slack.views[0], first="tea", second="coffee", others="mate, , cocoa", where="C0ELSE")
    await slack.send(service, filled)
    (message,) = await slack.answers(1)
    assert message["channel"] == "C0ELSE"
    await until(lambda: rasa.heard)
    assert rasa.heard[0]["message"] == "tea, coffee, mate or cocoa?"


async def test_a_form_with_one_thing_says_what_is_missing(service: Service, slack: FakeSlack) -> None:
    await slack.send(service, slack.command(""))
    await until(lambda: slack.views)
    status, body = await slack.send(service, slack.submit(slack.views[0], first="tea", second=" Tea "))
    assert status == 200
    assert json.loads(body) == {"response_action": "errors", "errors": {"second": TOO_FEW}}


async def test_slack_is_answered_while_the_engine_works(service: Service, slack: FakeSlack, rasa: FakeRasa) -> None:
    go = hold(rasa)
    for what in (slack.mention("a or b?"), slack.direct("c or d?"), slack.command("e or f")):
        assert (await slack.send(service, what))[0] == 200
    await until(lambda: len(rasa.heard) == 3)
    go.set()
    await slack.answers(3)


@pytest.mark.parametrize(
    "fault", ["another secret", "too old", "nothing", "another body", "not a number", "an endless number"]
)
async def test_what_slack_did_not_sign_is_refused(
    service: Service, slack: FakeSlack, rasa: FakeRasa, fault: str
) -> None:
    what = slack.mention(QUESTION)
    body = json.dumps(what)
    headers = {
        "another secret": signed(body, secret="x" * 32),
        "too old": signed(body, age_s=301),
        "nothing": {"X-Slack-Signature": "", "X-Slack-Request-Timestamp": ""},
        "another body": signed(body + " "),
        "not a number": {**signed(body), "X-Slack-Request-Timestamp": "now"},
        "an endless number": {**signed(body), "X-Slack-Request-Timestamp": "1" * 5000},
    }[fault]
    status, _ = await slack.send(service, what, **headers)
    assert status == 401
    assert not rasa.heard


@pytest.mark.parametrize("body", [b"null", b"\xff\xfe{", b"[" * 50_000, b"7", b"payload=null", b""], ids=repr)
@pytest.mark.parametrize("signature", ["none", "not ASCII", "right"])
async def test_what_slack_does_not_send_is_refused_without_a_trace(
    service: Service, body: bytes, signature: str, caplog: pytest.LogCaptureFixture
) -> None:
    headers = {"Content-Type": "application/json"}
    if signature == "right":
        headers |= signed(body)
    elif signature == "not ASCII":
        headers |= signed(body) | {"X-Slack-Signature": "v0=ü"}
    async with service.http.post(f"{service.url}/slack/events", data=body, headers=headers) as got:
        assert got.status == (400 if signature == "right" and body.isascii() else 401)
        assert "Traceback" not in await got.text()
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


@pytest.mark.parametrize(
    "changes",
    [
        {"actions": [{}]},
        {"actions": []},
        {"actions": [{"action_id": "say:0"}]},
        {"actions": [{"action_id": "say:0", "block_id": 7, "value": "why?"}]},
        {"actions": [{"action_id": "say:0", "block_id": "0:C0TALK:", "value": "why?"}], "trigger_id": {}},
        {"actions": [{"action_id": "say:0", "block_id": "0:\u202eC0:", "value": "why?"}], "trigger_id": "1"},
        {"actions": [{"action_id": "say:0", "block_id": "0:C0TALK:", "value": 7}], "trigger_id": "1"},
        {"actions": 7, "user": None},
        {"team": 7},
        {"type": "event_callback", "event": 7},
        {"type": "view_submission", "view": {"callback_id": "compare"}},
        {"command": "/compare", "text": 7},
    ],
    ids=repr,
)
async def test_what_is_signed_and_not_made_as_slack_makes_it_is_refused_without_a_trace(
    service: Service, slack: FakeSlack, rasa: FakeRasa, changes: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    body = json.dumps({"type": "block_actions", "user": {"id": ANN}} | changes)
    headers = {"Content-Type": "application/json", **signed(body)}
    async with service.http.post(f"{service.url}/slack/events", data=body, headers=headers) as got:
        assert got.status in {200, 400, 404}
    assert not [record for record in caplog.records if record.exc_info]
    assert not rasa.heard


@pytest.mark.parametrize(
    "changes",
    [{"event_id": None}, {"user": ["U0"]}, {"text": 7}, {"channel": {}}, {"channel": "\u202eC0"}, {"thread_ts": 7}],
    ids=repr,
)
async def test_a_message_that_lacks_what_slack_says_of_one_is_left_without_a_trace(
    service: Service, slack: FakeSlack, rasa: FakeRasa, changes: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    what = slack.mention(QUESTION)
    what["event"] |= changes
    what |= {"event_id": changes.get("event_id", "Ev")}
    await slack.send(service, what)
    await slack.send(service, slack.direct("the end"))
    await slack.answers(1)
    assert [heard["message"] for heard in rasa.heard] == ["the end"]
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.parametrize("changes", [{"trigger_id": "1\u2028"}, {"channel_id": "C0\u200b"}], ids=repr)
async def test_no_form_is_shown_where_slack_could_not(
    service: Service, slack: FakeSlack, changes: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    await slack.send(service, slack.command("") | changes)
    await slack.send(service, slack.command(""))
    await until(lambda: slack.views)
    (view,) = slack.views
    assert view["private_metadata"] == "C0TALK"
    assert not [record for record in caplog.records if record.exc_info]


async def test_half_a_sign_is_answered(service: Service, slack: FakeSlack, rasa: FakeRasa) -> None:
    await slack.send(service, slack.direct("tea\ud800 or coffee?"))
    await slack.answers(1)
    assert rasa.heard[0]["message"] == "tea\ufffd or coffee?"


async def test_a_question_is_announced_without_what_controls_or_directs(service: Service, slack: FakeSlack) -> None:
    await slack.send(service, slack.command("tea \u202e\u2028or\u2066 coffee?"))
    (message,) = await slack.answers(1)
    await until(lambda: "Voice 1" in shown(message["blocks"]))
    said = json.dumps([slack.transcript[1:], message], ensure_ascii=False)
    assert "asks: tea or coffee?" in said
    assert not set(said) & set("\u202e\u2028\u2066")


async def test_slack_may_check_the_address(service: Service, slack: FakeSlack) -> None:
    status, body = await slack.send(service, {"type": "url_verification", "challenge": "abc"})
    assert (status, json.loads(body)) == (200, {"challenge": "abc"})


async def test_what_slack_sends_again_is_answered_once(service: Service, slack: FakeSlack, rasa: FakeRasa) -> None:
    mention = slack.mention(QUESTION)
    for retry in range(4):
        assert (await slack.send(service, mention, retry=retry))[0] == 200
    await slack.answers(1)
    assert len(rasa.heard) == 1


@pytest.mark.parametrize(
    "changes",
    [
        {"user": BOT, "bot_id": BOT_ID},
        {"bot_id": "B0OTHER", "user": "U0OTHER"},
        {"subtype": "message_changed"},
        {"subtype": "message_deleted"},
        {"subtype": "channel_join"},
        {"channel_type": "channel"},
    ],
)
async def test_what_no_person_says_to_it_is_ignored(
    service: Service, slack: FakeSlack, rasa: FakeRasa, changes: dict[str, str]
) -> None:
    what = slack.direct("tea or coffee?")
    what["event"] |= changes
    assert (await slack.send(service, what))[0] == 200
    await slack.send(service, slack.direct("the end"))
    await slack.answers(1)
    assert [heard["message"] for heard in rasa.heard] == ["the end"]


async def test_who_writes_too_fast_is_told_once(opened: Opens, slack: FakeSlack, rasa: FakeRasa) -> None:
    service = await opened(messaging={"burst": 2, "per_minute": 1})
    for n in range(5):
        await slack.send(service, slack.direct(f"tea or coffee {n}?"))
    await slack.send(service, slack.mention("milk or tea?", who=BOB))
    messages = await slack.answers(4)
    assert [base.TOO_FAST in shown(message["blocks"]) for message in messages].count(True) == 1
    assert len(rasa.heard) == 3


async def test_what_there_is_no_room_for_is_taken_later(opened: Opens, slack: FakeSlack, rasa: FakeRasa) -> None:
    go = hold(rasa)
    service = await opened(messaging={"pending": 1})
    await slack.send(service, slack.mention("a or b?"))
    later = slack.mention("c or d?")
    assert (await slack.send(service, later))[0] == 503
    go.set()
    await slack.answers(1)
    assert (await slack.send(service, later, retry=1))[0] == 200
    await slack.answers(2)


async def test_a_limit_of_slack_is_kept_to(service: Service, slack: FakeSlack) -> None:
    slack.limited = 1
    start = time.monotonic()
    await slack.send(service, slack.mention(QUESTION))
    await slack.answers(1)
    assert time.monotonic() - start >= 1


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
async def test_hostile_text_arrives_and_returns(service: Service, slack: FakeSlack, rasa: FakeRasa, text: str) -> None:
    text = text.encode("utf-8", "replace").decode()
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    await slack.send(service, slack.mention(escaped))
    (message,) = await slack.answers(1)
    assert shown(message["blocks"])
    if len(text) <= 2000:
        assert (
            rasa.heard[0]["message"].split()
            == text.translate({0x202E: " ", 0x200F: " ", 0x2066: " ", 0x2028: " "}).split()
            or "\u200d" in text
        )


@pytest.mark.parametrize(
    ("written", "heard"),
    [
        ("<@U0BOT> tea &amp; milk or coffee?", "tea & milk or coffee?"),
        ("<https://tea.example|tea> or <https://coffee.example>?", "tea or https://coffee.example?"),
        ("<!here> is <#C01|tea> better than <@U02|coffee>?", "is tea better than coffee?"),
        ("", "help"),
    ],
)
async def test_the_markup_of_slack_is_read(
    service: Service, slack: FakeSlack, rasa: FakeRasa, written: str, heard: str
) -> None:
    await slack.send(service, slack.mention(written))
    await slack.answers(1)
    assert rasa.heard[0]["message"].split() == heard.split()


async def test_over_socket_mode_everything_works_without_an_address(
    opened: Opens, slack: FakeSlack, rasa: FakeRasa
) -> None:
    service = await opened(socket=True)
    assert (await slack.envelope("events_api", slack.mention(QUESTION)))["envelope_id"]
    (message,) = await slack.answers(1)
    assert await slack.envelope("interactive", slack.click(message, "Why?"))
    await slack.answers(2)
    assert await slack.envelope("slash_commands", slack.command(""))
    await until(lambda: slack.views)
    wrong = slack.submit(slack.views[0], first="tea", second="tea")
    assert (await slack.envelope("interactive", wrong))["payload"]["errors"] == {"second": TOO_FEW}
    assert (await slack.send(service, slack.mention("x or y?")))[0] == 404
    assert [heard["message"] for heard in rasa.heard] == [QUESTION, "why?"]


async def test_the_service_runs_while_slack_cannot_be_reached(
    opened: Opens, slack: FakeSlack, serve: Callable[..., Any]
) -> None:
    where = {"slack": {"api_url": "http://127.0.0.1:9/api/"}}
    service = await serve(environ=slack.environ(), **where)
    assert (await service.get("/healthz"))[0] == 200
    assert (await slack.send(service, slack.mention(QUESTION)))[0] == 503


async def test_a_token_that_slack_refuses_keeps_the_door_closed(
    opened: Opens, slack: FakeSlack, caplog: pytest.LogCaptureFixture
) -> None:
    slack.accepts = False
    service = await opened(wait=False)
    await until(lambda: "refuses SLACK_BOT_TOKEN (invalid_auth)" in caplog.text)
    assert (await slack.send(service, slack.mention(QUESTION)))[0] == 503


async def test_an_app_token_that_slack_refuses_keeps_the_door_closed(
    serve: Callable[..., Any], slack: FakeSlack, caplog: pytest.LogCaptureFixture
) -> None:
    environ = {**slack.environ(socket=True), "SLACK_APP_TOKEN": "xapp-wrong"}
    await serve(environ=environ, slack={"api_url": f"{slack.base_url}/api/"})
    await until(lambda: "refuses SLACK_APP_TOKEN (invalid_auth)" in caplog.text)


async def test_a_click_in_a_large_message_is_taken_and_an_endless_one_refused(
    service: Service, slack: FakeSlack, rasa: FakeRasa
) -> None:
    await slack.send(service, slack.mention(QUESTION))
    (message,) = await slack.answers(1)
    click = slack.click(message, "Why?")
    assert (await slack.send(service, {**click, "state": "x" * (1 << 20)}))[0] == 413
    assert (await slack.send(service, {**click, "state": "<" * 100_000}))[0] == 200
    await slack.answers(2)


async def test_over_socket_mode_a_connection_that_slack_ends_is_made_anew(
    opened: Opens, slack: FakeSlack, rasa: FakeRasa
) -> None:
    await opened(socket=True)
    await slack.refresh()
    await slack.envelope("events_api", slack.mention(QUESTION))
    await slack.answers(1)


async def test_over_socket_mode_what_there_is_no_room_for_is_not_acknowledged(
    opened: Opens, slack: FakeSlack, rasa: FakeRasa
) -> None:
    go = hold(rasa)
    await opened(socket=True, messaging={"pending": 1})
    await slack.envelope("events_api", slack.mention("a or b?"))
    later = slack.mention("c or d?")
    unheard = asyncio.create_task(slack.envelope("events_api", later))
    await asyncio.sleep(0.2)
    assert not unheard.done()
    unheard.cancel()
    go.set()
    await slack.answers(1)
    await slack.envelope("events_api", later)
    await slack.answers(2)


@pytest.mark.parametrize(
    ("environ", "line"),
    [
        ({}, "Slack is off: SLACK_BOT_TOKEN is not set. See docs/slack.md."),
        (
            {"SLACK_BOT_TOKEN": "x"},
            "Slack is off: neither SLACK_APP_TOKEN (for Socket Mode) nor SLACK_SIGNING_SECRET (for events) is set. "
            "See docs/slack.md.",
        ),
    ],
)
async def test_without_its_secrets_the_door_is_closed_and_says_so(
    serve: Callable[..., Any], slack: FakeSlack, environ: dict[str, str], line: str
) -> None:
    service = await serve(environ=environ)
    assert line in service.app[DOORS]
    assert (await slack.send(service, slack.mention(QUESTION)))[0] == 404


async def test_no_button_is_lost_in_a_long_answer(service: Service, slack: FakeSlack, rasa: FakeRasa) -> None:
    rasa.says = lambda body: [
        {"text": "Many words. " * 1500, "buttons": [{"title": f"B{n}", "payload": "x" * 3000} for n in range(30)]}
    ]
    await slack.send(service, slack.mention("a or b?"))
    await until(lambda: sum(len(buttons(message["blocks"])) for message in slack.posted) == 30)
