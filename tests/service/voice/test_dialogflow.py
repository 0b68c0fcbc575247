"""The doors to Dialogflow ES and CX, and the plain webhook: who may call, what is read, what is said, and when."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from tests.service.served import FakeRasa, Service, is_error
from tests.service.voice.conftest import TOKENS
from tests.service.voice.voice_platforms import heard

AGENT = "projects/p/agent/sessions/11111111-2222"
FLOW = "projects/p/locations/l/agents/a/sessions/11111111-2222"

DOORS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "/dialogflow/es": (
        "dialogflow-secret",
        lambda said: {
            "responseId": "r",
            "session": AGENT,
            "queryResult": {"queryText": said, "languageCode": "en", "intent": {"displayName": "Compare"}},
            "originalDetectIntentRequest": {"payload": {}},
        },
    ),
    "/dialogflow/cx": (
        "dialogflow-secret",
        lambda said: {
            "detectIntentResponseId": "r",
            "sessionInfo": {"session": FLOW, "parameters": {}},
            "fulfillmentInfo": {"tag": "compare"},
            "text": said,
        },
    ),
    "/voice": ("voice-secret", lambda said: {"session": "kitchen", "text": said}),
}


@pytest.fixture(params=DOORS)
def path(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
async def speaking(serve: Callable[..., Any]) -> Service:
    service: Service = await serve(environ=TOKENS)
    return service


async def say(service: Service, path: str, said: str) -> tuple[str, str]:
    """Send what a person says as the platform would; return what is said as text and as SSML."""
    token, body = DOORS[path]
    status, answer = await service.post(path, body(said), headers={"Authorization": f"Bearer {token}"})
    assert status == 200, answer
    if path == "/voice":
        return answer["text"], answer["ssml"]
    if path == "/dialogflow/es":
        text, speech, *_ = answer["fulfillmentMessages"]
        assert answer["fulfillmentText"] == text["text"]["text"][0]
        return answer["fulfillmentText"], speech["telephonySynthesizeSpeech"]["ssml"]
    text, speech = answer["fulfillmentResponse"]["messages"]
    assert answer["fulfillmentResponse"]["mergeBehavior"] == "REPLACE"
    return text["text"]["text"][0], speech["outputAudioText"]["ssml"]


async def test_a_conversation_goes_on(speaking: Service, rasa: FakeRasa, path: str) -> None:
    text, ssml = await say(speaking, path, "Is C++ better than Java?")
    assert text == heard(ssml) == "You said Is C plus plus better than Java?"
    await say(speaking, path, "why?")
    assert [body["message"] for body in rasa.heard] == ["Is C++ better than Java?", "why?"]
    assert len({body["sender"] for body in rasa.heard}) == 1


async def test_an_answer_is_one_line_and_then_more(speaking: Service, rasa: FakeRasa, path: str) -> None:
    rasa.says = lambda body: [
        {"text": "The evidence favours tea. It calms. It is cheap."},
        {"custom": {"comparison": {"objects": ["tea", "coffee"]}}},
    ]
    assert (await say(speaking, path, "tea or coffee"))[0] == "The evidence favours tea."
    assert (await say(speaking, path, "Tell me more!"))[0] == "It calms. It is cheap."
    assert len(rasa.heard) == 1


async def test_something_is_said_in_time_whatever_happens(serve: Any, rasa: FakeRasa, path: str) -> None:
    limits = {"dialogflow_es_timeout_s": 0.5, "dialogflow_cx_timeout_s": 0.5, "timeout_s": 0.5}
    speaking = await serve(environ=TOKENS, voice=limits, rasa={"timeout_s": 60.0})
    release = asyncio.Event()

    async def slowly() -> Any:
        await release.wait()
        return [{"text": "The evidence favours tea."}]

    rasa.says = lambda body: slowly()
    assert "still weighing" in (await say(speaking, path, "tea or coffee"))[0]
    release.set()
    assert (await say(speaking, path, "go on"))[0] == "The evidence favours tea."


@pytest.mark.parametrize("shown", ["", "Bearer", "Bearer wrong", "Basic dialogflow-secret", "Bearer é", "secret"])
async def test_without_the_secret_nothing_is_read(speaking: Service, rasa: FakeRasa, path: str, shown: str) -> None:
    body = DOORS[path][1]("tea or coffee")
    is_error(await speaking.post(path, body, headers={"Authorization": shown}), 401, "unauthorized")
    assert not rasa.heard


async def test_without_a_secret_of_its_own_a_door_is_closed(service: Service, path: str) -> None:
    for shown in ("Bearer ", "Bearer x"):
        is_error(await service.post(path, {}, headers={"Authorization": shown}), 404, "not_found")


@pytest.mark.parametrize("body", [{}, [], {"session": 1}, {"text": "x" * 10_001}, {"queryResult": {}}, "x"])
async def test_what_is_no_request_is_refused(speaking: Service, path: str, body: Any) -> None:
    token, _ = DOORS[path]
    is_error(await speaking.post(path, body, headers={"Authorization": f"Bearer {token}"}), 400, "bad_input")


@pytest.mark.parametrize("said", ["", "   ", "***", "…"])
async def test_silence_is_answered_by_an_example(speaking: Service, rasa: FakeRasa, path: str, said: str) -> None:
    assert "I did not hear a question" in (await say(speaking, path, said))[0]
    assert not rasa.heard


async def test_who_speaks_too_fast_is_asked_to_wait(serve: Any, rasa: FakeRasa, path: str) -> None:
    speaking = await serve(environ=TOKENS, messaging={"per_minute": 1, "burst": 1})
    await say(speaking, path, "tea or coffee")
    assert "wait a moment" in (await say(speaking, path, "why?"))[0]
    assert len(rasa.heard) == 1


@pytest.mark.parametrize("text", ["🍵", "***", "https://example.org/"])
async def test_what_cannot_be_said_is_said_to_be_nothing(
    speaking: Service, rasa: FakeRasa, path: str, text: str
) -> None:
    rasa.says = lambda body: [{"text": text}]
    assert (await say(speaking, path, "tea or coffee"))[0] == "I have nothing to say to that."


async def test_a_tag_of_a_flow_stands_for_a_saying(speaking: Service, rasa: FakeRasa) -> None:
    body = {"sessionInfo": {"session": FLOW}, "fulfillmentInfo": {"tag": "sources"}}
    headers = {"Authorization": "Bearer dialogflow-secret"}
    await speaking.post("/dialogflow/cx", body, headers=headers)
    await speaking.post("/dialogflow/cx", {"sessionInfo": {"session": FLOW}, "transcript": "tea"}, headers=headers)
    assert [body["message"] for body in rasa.heard] == ["show me the sources", "tea"]


async def test_the_webhook_begins_a_conversation(speaking: Service, rasa: FakeRasa) -> None:
    headers = {"Authorization": "Bearer voice-secret"}
    _, first = await speaking.post("/voice", {"text": "tea or coffee"}, headers=headers)
    _, second = await speaking.post("/voice", {"text": "why?", "session": first["session"]}, headers=headers)
    assert first["session"] == second["session"]
    assert len({body["sender"] for body in rasa.heard}) == 1
    assert first["session"] not in rasa.heard[0]["sender"]


async def test_a_long_answer_is_said_in_pieces_that_lose_nothing(speaking: Service, rasa: FakeRasa) -> None:
    words = [f"word{n}" for n in range(300)]
    rasa.says = lambda body: [{"text": " ".join(words)}]
    headers = {"Authorization": "Bearer voice-secret"}
    said, body = [], {"text": "tell me all", "session": "kitchen"}
    for _ in range(10):
        _, answer = await speaking.post("/voice", body, headers=headers)
        assert len(answer["text"]) <= 400
        said.append(answer["text"])
        if not answer["more"]:
            break
        assert "tell me more" in answer["suggestions"]
        body["text"] = "more"
    assert " ".join(said).rstrip(".").split() == words
