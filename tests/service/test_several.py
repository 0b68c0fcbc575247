"""Two services over one PostgreSQL are one: each takes any turn, and goes on where another one was killed."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import uuid
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import pytest_asyncio

from benchmarks.serving import free_port
from service.channels.voice.webhooks import PATH
from service.server.keys import new_key
from tests.databases import PASSWORD, LocalPostgres

pytestmark = [pytest.mark.postgresql, pytest.mark.asyncio(loop_scope="module")]
(KEY, SHA256), (LIMITED, LIMITED_SHA256) = new_key(), new_key()
SETTINGS = f"""
[rasa]
enabled = RASA
[keys.voice]
sha256 = "{SHA256}"
scopes = ["ask"]
[keys.shop]
sha256 = "{LIMITED_SHA256}"
scopes = ["ask"]
per_minute = 1
burst = 4
"""
USEFUL = {"consent": True, "sentences": ["voice-1#1"], "useful": True}
TURNS = [
    ("Is tea better than coffee for sleep?", "tea"),
    ("why?", "tea"),
    ("what about at work?", "work"),
    ("the other side?", "coffee"),
    ("swap", "coffee"),
    ("show me the sources", "voice"),
]


@dataclass
class Running:
    url: str
    process: asyncio.subprocess.Process


@asynccontextmanager
async def two(index: Path, folder: Path, database: str, *, rasa: bool = False) -> AsyncIterator[list[Running]]:
    config = folder / "config.toml"
    config.write_text(SETTINGS.replace("RASA", str(rasa).lower()), "utf-8")
    environ = {**os.environ, "WHICHEVER_DATABASE": database, "PGPASSWORD": PASSWORD, "WHICHEVER_CONFIG": str(config)}
    environ["VOICE_TOKEN"] = KEY
    command = [sys.executable, "-c", "from service.cli.commands import main; main()", "serve", "--index", str(index)]
    async with AsyncExitStack() as stack:
        started = []
        for number in range(2):
            log, port = stack.enter_context((folder / f"log-{number}").open("wb")), free_port()
            process = await asyncio.create_subprocess_exec(
                *command, "--port", str(port), env=environ, stdout=subprocess.DEVNULL, stderr=log
            )
            stack.callback(lambda process=process: process.returncode is None and process.kill())
            started.append(Running(f"http://127.0.0.1:{port}", process))
        async with asyncio.timeout(120), aiohttp.ClientSession() as http:
            for one, number in zip(started, range(2), strict=True):
                while b"Whichever is ready" not in (folder / f"log-{number}").read_bytes():
                    assert one.process.returncode is None, (folder / f"log-{number}").read_text("utf-8")
                    await asyncio.sleep(0.1)
                async with http.get(f"{one.url}/readyz") as ready:
                    assert ready.status == 200, await ready.text()
        yield started
        for one in started:
            if one.process.returncode is None:
                one.process.kill()
            await one.process.wait()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def services(
    index: Path, tmp_path_factory: pytest.TempPathFactory, postgres: LocalPostgres
) -> AsyncIterator[list[Running]]:
    """Two services that the tests share; the last of them kills one."""
    async with two(index, tmp_path_factory.mktemp("two"), postgres.new(f"test-{uuid.uuid4().hex}")) as started:
        yield started


@pytest_asyncio.fixture(loop_scope="module")
async def http() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as client:
        yield client


async def say(http: aiohttp.ClientSession, one: Running, message: str, session: str | None) -> tuple[str, str]:
    async with http.post(f"{one.url}/api/v1/chat", json={"session": session, "message": message}) as got:
        turn: Any = await got.json()
        assert got.status == 200, turn
    assert not any(reply["degraded"] for reply in turn["replies"])
    return turn["session"], json.dumps(turn["replies"])


async def say_by_socket(http: aiohttp.ClientSession, one: Running, message: str, session: str) -> str:
    said = ""
    async with http.ws_connect(f"{one.url}/api/v1/chat/ws") as socket:
        await socket.send_json({"session": session, "message": message})
        while (frame := await socket.receive_json())["type"] != "done":
            said += json.dumps(frame)
    return said


async def test_what_one_is_told_to_forget_the_other_has_forgotten(
    services: list[Running], http: aiohttp.ClientSession
) -> None:
    first, second = services
    session, _ = await say(http, first, "Is tea better than coffee for sleep?", None)
    assert "tea" in (await say(http, second, "what do you remember about me?", session))[1]
    async with http.delete(f"{first.url}/api/v1/conversations/{session}") as got:
        assert got.status == 200
    assert "tea" not in (await say(http, second, "what do you remember about me?", session))[1]


async def test_messages_to_both_at_once_are_answered_one_after_another(
    services: list[Running], http: aiohttp.ClientSession
) -> None:
    session, _ = await say(http, services[0], "Is tea better than coffee?", None)
    aspects = ["price", "taste", "sleep", "work"]
    turns = (say(http, services[n % 2], f"and for {one}?", session) for n, one in enumerate(aspects))
    answered = [said for _, said in await asyncio.gather(*turns)]
    again = (await say(http, services[0], "say that again", session))[1]
    for aspect, said in zip(aspects, answered, strict=True):
        assert aspect in said
    assert sum(f'"text": "{aspect}", "label": "aspect"' in again for aspect in aspects) == 1


async def test_feedback_and_limits_are_those_of_both(services: list[Running], http: aiohttp.ClientSession) -> None:
    async with http.post(f"{services[0].url}/api/v1/feedback", json=USEFUL) as got:
        kept = (await got.json())["id"]
    async with http.delete(f"{services[1].url}/api/v1/feedback/{kept}") as got:
        assert await got.json() == {"id": kept, "deleted": True}
    statuses = []
    for number in range(6):
        url = f"{services[number % 2].url}/api/v1/search?q=tea"
        async with http.get(url, headers={"Authorization": f"Bearer {LIMITED}"}) as got:
            statuses.append(got.status)
    assert statuses == [200] * 4 + [429] * 2


async def test_what_one_began_to_say_the_other_goes_on_with(
    services: list[Running], http: aiohttp.ClientSession
) -> None:
    spoken = []
    for one, message in zip(services * 2, ("Is tea better than coffee for sleep?", *["tell me more"] * 3), strict=True):
        said = {"session": "someone", "text": message}
        async with http.post(f"{one.url}{PATH}", json=said, headers={"Authorization": f"Bearer {KEY}"}) as got:
            spoken.append(await got.json())
        if not spoken[-1]["more"]:
            break
    texts = [one["text"] for one in spoken]
    assert "tea" in texts[0].lower()
    assert len(set(texts)) == len(texts) > 1
    async with http.get(f"{services[0].url}/cam/register") as got:
        known = await got.json()
    async with http.get(f"{services[1].url}/cam?objectA=tea&objectB=coffee&statusID={known}") as got:
        assert got.status == 200
    async with http.get(f"{services[0].url}/cam/status?statusID={known}") as got:
        assert await got.json() == "Done"


async def test_a_conversation_alternates_and_survives_the_kill_of_one(
    services: list[Running], http: aiohttp.ClientSession
) -> None:
    first, second = services
    session, replies, retried = None, [], 0
    for number, (message, _) in enumerate(TURNS):
        one = services[number % 2] if first.process.returncode is None else second
        if number == 4:  # in mid-turn
            dying = asyncio.create_task(say(http, first, message, session))
            await asyncio.sleep(0.003)  # less than a turn takes
            first.process.kill()
            await first.process.wait()
            with pytest.raises(aiohttp.ClientError):
                await dying
            one, retried = second, retried + 1
        if number == 2 and session:
            replies.append(await say_by_socket(http, one, message, session))
        else:
            session, said = await say(http, one, message, session)
            replies.append(said)
    assert retried == 1
    for (message, expected), said in zip(TURNS, replies, strict=True):
        assert expected in said.lower(), (message, said)


@pytest.mark.rasa
async def test_each_has_a_rasa_of_its_own_which_share_what_they_keep(
    index: Path, tmp_path: Path, postgres: LocalPostgres, http: aiohttp.ClientSession
) -> None:
    async with two(index, tmp_path, postgres.new(f"test-{uuid.uuid4().hex}"), rasa=True) as services:
        await test_a_conversation_alternates_and_survives_the_kill_of_one(services, http)
