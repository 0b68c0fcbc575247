"""The door to Alexa."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from engine import schemas
from engine.types.document import Paragraph, Quote, Reference, Role, Words, text_of
from service.channels.voice.signature import check_url
from service.channels.voice.skill import ENDING, MESSAGES
from tests.service.served import FakeRasa, Service, is_error, until
from tests.service.voice.certificates import DAY, Issued
from tests.service.voice.voice_platforms import CHAIN_URL, END, MIDDLE, MODEL, SKILL_ID, Alexa

LAUNCH = {"type": "LaunchRequest"}
SAID = (
    Paragraph(
        (Words("Overall, the evidence favours C++ (96%) over Java "), Reference((1,)), Words(".")), Role.HEADLINE
    ),
    Paragraph((Quote("It is *fast*", 1), Words(". See https://x.org/a_b."))),
)
EVIDENCE = [
    {"text": text_of(SAID)},
    {"custom": {"blocks": schemas.blocks(SAID), "comparison": {"objects": ["tea", "coffee"]}}},
]


async def test_the_skill_opens_and_says_how_to_ask(alexa: Alexa) -> None:
    response = await alexa.hears(LAUNCH)
    assert "is tea better than coffee for sleep?" in response["heard"]
    assert response["shouldEndSession"] is False


async def test_what_is_heard_is_a_turn_of_one_conversation(alexa: Alexa, rasa: FakeRasa) -> None:
    first = await alexa.intent("IsIntent", "tea better than coffee")
    await alexa.intent("WhyIntent")
    alexa.session_id = "amzn1.echo-api.session.0002"
    await alexa.intent("AMAZON.HelpIntent")
    assert [body["message"] for body in rasa.heard] == ["is tea better than coffee", "why?", "help"]
    senders = [body["sender"] for body in rasa.heard]
    assert senders[0] == senders[1] != senders[2]
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{22,64}", sender) for sender in senders)
    assert first["heard"] == "You said is tea better than coffee."
    assert [one["slotToElicit"] for one in first["directives"]] == ["query"]


async def test_an_answer_is_one_line_and_then_more(alexa: Alexa, rasa: FakeRasa) -> None:
    rasa.says = lambda body: EVIDENCE
    first = await alexa.intent("CompareIntent", "c++ and java")
    assert first["heard"] == "Overall, the evidence favours C plus plus, 96 percent, over Java."
    assert "tell me more" in first["reprompt"]["outputSpeech"]["ssml"]
    assert "tea" in first["card"]["content"]
    more = await alexa.intent("MoreIntent")
    assert more["heard"].startswith("One source says: It is fast.")
    again = await alexa.intent("AMAZON.RepeatIntent")
    assert again["heard"] == more["heard"]
    await alexa.intent("MoreIntent")
    assert [body["message"] for body in rasa.heard] == ["compare c++ and java", "tell me more"]


async def test_what_leads_to_an_answer_is_said_with_it(alexa: Alexa, rasa: FakeRasa) -> None:
    rasa.says = lambda body: [{"text": "Now with mate in place of coffee."}, *EVIDENCE]
    response = await alexa.intent("AboutIntent", "mate")
    assert response["heard"].startswith("Now with mate in place of coffee. Overall, the evidence favours")
    assert "It is fast" not in response["heard"]


async def test_a_question_back_is_said_with_its_choices(alexa: Alexa, rasa: FakeRasa) -> None:
    buttons = [{"title": "Python, the language", "payload": "a"}, {"title": "the snake", "payload": "b"}]
    rasa.says = lambda body: [{"text": "Which Python do you mean?", "buttons": buttons}]
    response = await alexa.intent("AskIntent", "python or java")
    assert response["heard"] == "Which Python do you mean? You can say: Python, the language or the snake."


@pytest.mark.parametrize("name", sorted(ENDING))
async def test_stop_ends(alexa: Alexa, rasa: FakeRasa, name: str) -> None:
    response = await alexa.intent(name)
    assert response["heard"] == "Goodbye."
    assert response["shouldEndSession"] is True
    assert not rasa.heard


async def test_the_end_of_a_session_is_answered_by_silence(alexa: Alexa) -> None:
    assert await alexa.hears({"type": "SessionEndedRequest", "reason": "USER_INITIATED"}) == {}


@pytest.mark.parametrize(
    ("name", "query"), [("AMAZON.FallbackIntent", None), ("AskIntent", None), ("NoSuchIntent", "x"), ("AskIntent", "…")]
)
async def test_what_was_not_understood_is_asked_again(alexa: Alexa, rasa: FakeRasa, name: str, query: Any) -> None:
    response = await alexa.intent(name, query)
    assert "I did not hear a question" in response["heard"]
    assert not rasa.heard


async def test_something_is_said_in_time_whatever_happens(open_alexa: Any, rasa: FakeRasa) -> None:
    alexa = await open_alexa(voice={"alexa_timeout_s": 1.5}, rasa={"timeout_s": 60.0})
    release = asyncio.Event()

    async def slowly() -> Any:
        await release.wait()
        return [{"text": "The evidence favours tea."}]

    rasa.says = lambda body: slowly()
    first = await alexa.intent("AskIntent", "tea or coffee")
    assert first["heard"] == "I am still weighing the sources. Say: tell me more, in a moment."
    assert alexa.announced == ["Let me see what my sources say."]
    assert "tell me more in a moment" in (await alexa.intent("MoreIntent"))["heard"].replace(",", "")
    release.set()
    assert (await alexa.intent("MoreIntent"))["heard"] == "The evidence favours tea."
    assert len(rasa.heard) == 1


async def test_an_answer_that_comes_at_once_is_not_announced(alexa: Alexa) -> None:
    await alexa.intent("AskIntent", "tea or coffee")
    assert alexa.announced == []


async def test_without_rasa_a_question_is_answered_nevertheless(alexa: Alexa, rasa: FakeRasa) -> None:
    rasa.says = lambda body: {"broken": True}
    response = await alexa.intent("IsIntent", "tea better than coffee for sleep")
    assert response["heard"]
    assert "tea" in (await alexa.intent("MoreIntent"))["heard"]


async def test_certificates_are_fetched_once(alexa: Alexa) -> None:
    await alexa.hears(LAUNCH)
    await alexa.hears(LAUNCH)
    assert alexa.fetched == 1


async def refused(alexa: Alexa, body: bytes, headers: dict[str, str]) -> str:
    return is_error(await alexa.post(body, headers), 400, "bad_input")


def body_of(alexa: Alexa, **how: Any) -> bytes:
    return json.dumps(alexa.envelope(LAUNCH, **how)).encode()


@pytest.mark.parametrize("missing", ["SignatureCertChainUrl", "Signature-256"])
async def test_an_unsigned_request_is_refused(alexa: Alexa, missing: str) -> None:
    body = body_of(alexa)
    headers = alexa.signed(body)
    del headers[missing]
    assert "not signed" in await refused(alexa, body, headers)


@pytest.mark.parametrize("signature", ["", "!", "AAAA", "é"])
async def test_a_wrong_signature_is_refused(alexa: Alexa, signature: str) -> None:
    body = body_of(alexa)
    assert "sign" in await refused(alexa, body, alexa.signed(body) | {"Signature-256": signature})


async def test_a_changed_request_is_refused(alexa: Alexa) -> None:
    body = body_of(alexa)
    assert "does not fit" in await refused(alexa, body.replace(b"en-US", b"en-GB"), alexa.signed(body))


CHAINS: dict[str, Callable[[], tuple[Issued, list[Issued]]]] = {
    "nobody vouches": lambda: ((end := Issued("x", host="echo-api.amazon.com")), [end]),
    "an authority of their own": lambda: (
        (end := Issued("x", (root := Issued("r")), host="echo-api.amazon.com")),
        [end, root],
    ),
    "another host": lambda: ((end := Issued("x", MIDDLE, host="example.org")), [end, MIDDLE]),
    "no longer valid": lambda: (
        (end := Issued("x", MIDDLE, host="echo-api.amazon.com", age=20 * DAY)),
        [end, MIDDLE],
    ),
    "not yet valid": lambda: (
        (end := Issued("x", MIDDLE, host="echo-api.amazon.com", age=timedelta(days=-1))),
        [end, MIDDLE],
    ),
    "a link is missing": lambda: (END, [END]),
    "a host as authority": lambda: (
        (end := Issued("x", END, host="echo-api.amazon.com")),
        [end, END, MIDDLE],
    ),
}


@pytest.mark.parametrize("chain", CHAINS.values(), ids=CHAINS.keys())
async def test_certificates_that_vouch_for_nothing_are_refused(alexa: Alexa, chain: Any) -> None:
    end, links = chain()
    alexa.files["/echo.api/echo-api-cert-12.pem"] = b"".join(link.pem for link in links)
    body = body_of(alexa)
    assert "do not vouch" in await refused(alexa, body, alexa.signed(body, by=end))


@pytest.mark.parametrize(
    ("content", "says"), [(b"", "vouch"), (b"x" * 70_000, "65536 bytes"), (b"no PEM", "vouch"), (None, "status 404")]
)
async def test_what_is_no_chain_is_refused(alexa: Alexa, content: bytes | None, says: str) -> None:
    if content is None:
        alexa.files.clear()
    else:
        alexa.files["/echo.api/echo-api-cert-12.pem"] = content
    body = body_of(alexa)
    assert says in await refused(alexa, body, alexa.signed(body))


@pytest.mark.parametrize(
    "url",
    [
        "http://s3.amazonaws.com/echo.api/c.pem",
        "https://notamazon.com/echo.api/c.pem",
        "https://s3.amazonaws.com/EcHo.aPi/c.pem",
        "https://s3.amazonaws.com/invalid.path/c.pem",
        "https://s3.amazonaws.com:563/echo.api/c.pem",
        "https://s3.amazonaws.com/echo.api/../mine/c.pem",
        "https://s3.amazonaws.com@evil.org/echo.api/c.pem",
        "https://a:b@s3.amazonaws.com/echo.api/c.pem",
        "https://s3.amazonaws.com:x/echo.api/c.pem",
        "https://[/echo.api/",
        "/echo.api/c.pem",
    ],
)
async def test_certificates_from_elsewhere_are_not_even_fetched(alexa: Alexa, url: str) -> None:
    body = body_of(alexa)
    assert repr(url) in await refused(alexa, body, alexa.signed(body, url=url))
    assert alexa.fetched == 0


@pytest.mark.parametrize(
    "url", [CHAIN_URL, "https://s3.amazonaws.com:443/echo.api/c.pem", "HTTPS://S3.amazonaws.com/x/../echo.api/c.pem"]
)
def test_certificates_may_lie_where_amazon_says(url: str) -> None:
    check_url(url)


@pytest.mark.parametrize("age_s", [151, 86_400, -160])
async def test_an_old_request_is_refused(alexa: Alexa, age_s: float) -> None:
    body = body_of(alexa, age_s=age_s)
    assert "was sent at" in await refused(alexa, body, alexa.signed(body))


async def test_a_request_for_another_skill_is_refused(alexa: Alexa) -> None:
    body = body_of(alexa, skill_id=SKILL_ID.replace("4", "5"))
    assert "another skill" in await refused(alexa, body, alexa.signed(body))


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"{}", b'"x"', b"null", b"\xff", b'{"request": {"type": "New"}}'])
async def test_what_is_no_request_is_refused(alexa: Alexa, body: bytes) -> None:
    assert "not a request of Alexa" in await refused(alexa, body, alexa.signed(body))


async def test_a_new_kind_of_request_is_answered_by_silence(alexa: Alexa) -> None:
    assert await alexa.hears({"type": "System.ExceptionEncountered", "error": {"type": "INVALID_RESPONSE"}}) == {}


async def test_without_its_skill_the_door_is_closed(service: Service) -> None:
    is_error(await service.post("/alexa", {}), 404, "not_found")


LANGUAGE = MODEL["interactionModel"]["languageModel"]


def test_the_model_and_the_door_know_the_same_intents() -> None:
    known = {*MESSAGES, *ENDING, "AMAZON.RepeatIntent", "AMAZON.FallbackIntent"}
    assert {intent["name"] for intent in LANGUAGE["intents"]} == known
    takes = {intent["name"] for intent in LANGUAGE["intents"] if intent.get("slots")}
    assert takes == {name for name, message in MESSAGES.items() if "{}" in message}


def test_the_model_keeps_the_rules_of_the_platform() -> None:
    assert re.fullmatch(r"[a-z]+( [a-z]+)+", LANGUAGE["invocationName"])
    samples = [sample for intent in LANGUAGE["intents"] for sample in intent["samples"]]
    assert len(set(samples)) == len(samples)
    for intent in LANGUAGE["intents"]:
        assert intent["name"].startswith("AMAZON.") or intent["samples"]
        for slot in intent.get("slots", ()):
            assert slot == {"name": "query", "type": "AMAZON.SearchQuery"}
        for sample in intent["samples"]:
            assert re.fullmatch(r"[a-z' ]+( \{query\})?", sample)
            assert ("{query}" in sample) == bool(intent["slots"])
    prompts = {prompt["id"] for prompt in MODEL["interactionModel"]["prompts"]}
    for intent in MODEL["interactionModel"]["dialog"]["intents"]:
        for slot in intent["slots"]:
            assert slot["prompts"]["elicitation"] in prompts


async def test_a_late_answer_is_given_up_when_the_service_stops(open_alexa: Any, rasa: FakeRasa) -> None:
    alexa = await open_alexa(voice={"alexa_timeout_s": 0.5}, rasa={"timeout_s": 60.0})
    rasa.says = lambda body: asyncio.sleep(3600)
    await alexa.intent("AskIntent", "tea or coffee")
    await until(lambda: len(rasa.heard) == 1)
