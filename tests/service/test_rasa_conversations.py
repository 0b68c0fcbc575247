"""The real Rasa holds the bot's conversations over its REST channel, and none of its silences reaches a person."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import secrets
import signal
import sqlite3
import subprocess
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import aiohttp
import psutil
import pytest
import pytest_asyncio
from aiohttp import web

from engine.config import Config, load_config
from engine.deadline import is_late
from engine.errors import IndexUnusableError
from engine.pipeline import Engine
from engine.protocols import Retriever
from engine.types import SearchResult
from evaluation.dialogues import Heard
from service import rasa_process
from service.dialogue import Dialogue
from service.rasa_process import ROOT, RasaProcess
from service.server.chat import Chat
from service.server.pool import Pool
from service.server.rasa_endpoints import make_internal_app
from tests.dialogues.conversations import CONVERSATIONS, engine_of_the_conversations, hear, hold
from tests.service.served import children_with

pytestmark = [pytest.mark.rasa, pytest.mark.asyncio(loop_scope="module")]

STOPS = int(os.environ.get("WHICHEVER_STOPS", "2"))
TRACKER_TIMEOUT_S = 2.0
"""As ``bot.trackers`` has it, which the environment of Rasa alone can import."""
TIMEOUT_S = 60.0
"""Of a turn: no more than ``molasses`` is given up, however busy the machine is."""


class Fragile:
    """A retriever that breaks when it is asked for certain names."""

    def __init__(self, retriever: Retriever) -> None:
        self._retriever = retriever

    def search(self, objects: Sequence[str], *, aspects: Sequence[str] = (), k: int = 10_000) -> SearchResult:
        if "kaboom" in objects:
            raise RuntimeError("a bug")
        if "nowhere" in objects:
            raise IndexUnusableError("The index went away.")
        if "molasses" in objects:
            end = time.monotonic() + 2 * TIMEOUT_S
            while time.monotonic() < end:  # it ends when nobody waits any more, as real ones do
                time.sleep(0.05)
                is_late()
        return self._retriever.search(objects, aspects=aspects, k=k)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._retriever, name)


class Stage:
    """Rasa, the internal listener it talks to, and the largest request that it sent there."""

    def __init__(self, config: Config) -> None:
        knowing = engine_of_the_conversations(config)
        self.engine = Engine(config, retriever=Fragile(knowing.retriever))
        self.engine.warm()
        self.pool = Pool(config.service)
        self.config = config
        self.largest = 0
        self.port = 0
        self.late = ""
        """Method and end of the path of requests that are served when nobody waits for them any more."""
        self.served_late = 0

    async def open(self) -> None:
        """Know what is kept, and listen."""
        self.dialogue = Dialogue(self.engine, self.pool)
        self.chat = Chat(self.engine, self.pool, None, self.dialogue)
        await self.listen()

    async def listen(self) -> None:
        """Listen, always on the same port."""

        @web.middleware
        async def weigh(request: web.Request, handler: Any) -> Any:
            self.largest = max(self.largest, len(await request.read()))
            late = f"{request.method} {request.path}".endswith(self.late or "no path")
            await asyncio.sleep(late * 1.5 * TRACKER_TIMEOUT_S)
            try:
                return await handler(request)
            finally:
                self.served_late += late

        app = make_internal_app(self.dialogue, secret="hush")
        app.middlewares.append(weigh)
        self.runner = web.AppRunner(app)
        await self.runner.setup()
        await web.TCPSite(self.runner, "127.0.0.1", self.port).start()
        self.port = self.runner.addresses[0][1]

    async def close(self) -> None:
        await self.runner.cleanup()
        self.chat.store.close()


class Person:
    """Somebody who talks to Rasa."""

    def __init__(self, http: aiohttp.ClientSession, rasa: RasaProcess, stage: Stage) -> None:
        self.http, self.rasa, self.stage, self.sender = http, rasa, stage, secrets.token_urlsafe(24)

    async def say(self, message: str) -> Heard:
        url = f"{self.rasa.base_url}/webhooks/rest/webhook"
        asked = {"sender": self.sender, "message": message}
        async with self.stage.chat._place(self.sender), self.http.post(url, json=asked) as response:
            parts: list[dict[str, Any]] = await response.json()
            return hear(parts, lambda known: self.stage.dialogue.comparisons.get(self.sender, known))

    async def hear(self, message: str) -> str:
        heard = await self.say(message)
        assert heard.texts and all(heard.texts), f"{message!r}: an empty reply"
        return heard.words


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the database of the conversations."""
    return tmp_path_factory.mktemp("kept") / "conversations.sqlite"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def stage(kept: Path) -> AsyncIterator[Stage]:
    rasa = {
        "folder": ROOT / "bot/.venv",
        "model": ROOT / "models",
        "timeout_s": TIMEOUT_S,
    }
    stage = Stage(load_config(overrides={"rasa": rasa, "service": {"database": f"sqlite:///{kept}"}}, environ={}))
    await stage.open()
    yield stage
    await stage.close()
    stage.pool.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def rasa(stage: Stage) -> AsyncIterator[RasaProcess]:
    subprocess.run([ROOT / "bot/train.sh"], check=True)  # noqa: ASYNC221 - nothing else runs yet
    process = RasaProcess(stage.config.rasa, service_url=f"http://127.0.0.1:{stage.port}/hush")
    await process.start()
    yield process
    await process.stop()


@pytest_asyncio.fixture(loop_scope="module")
async def person(rasa: RasaProcess, stage: Stage) -> AsyncIterator[Person]:
    async with aiohttp.ClientSession() as http:
        yield Person(http, rasa, stage)


def servers() -> list[psutil.Process]:
    return children_with("bot.server")


def status_of(process: psutil.Process) -> dict[str, str]:
    """Return what Linux tells of a process."""
    return dict(line.split(":\t", 1) for line in Path(f"/proc/{process.pid}/status").read_text("utf-8").splitlines())


@pytest.mark.parametrize("conversation", CONVERSATIONS, ids=lambda conversation: conversation["name"])
async def test_the_bot_replies_as_it_should(conversation: dict[str, Any], person: Person) -> None:
    assert not await hold(conversation, person.say)


async def test_forty_turns_stay_small_and_forget_nothing_that_matters(person: Person, stage: Stage) -> None:
    await person.hear("Is Python better than MATLAB for deep learning?")
    for _ in range(3):
        await person.hear("why?")
    stage.largest = 0
    for turn in range(36):
        await person.hear(("why?", "show me the sources", "shorter", "longer")[turn % 4])
    assert stage.largest < 64_000
    await person.hear("and for web development?")
    assert "deep learning" in await person.hear("swap")


async def test_two_people_do_not_hear_each_other(person: Person, rasa: RasaProcess) -> None:
    other = Person(person.http, rasa, person.stage)
    await asyncio.gather(person.hear("Is Python better than MATLAB?"), other.hear("Is tea better than coffee?"))
    mine, theirs = await asyncio.gather(person.hear("why?"), other.hear("why?"))
    assert "Python" in mine and "Python" not in theirs and "tea" in theirs


async def test_messages_sent_at_once_are_all_answered(person: Person) -> None:
    await person.hear("Is Python better than MATLAB?")
    replies = await asyncio.gather(*(person.hear("why?") for _ in range(4)))
    assert len(set(replies)) == 1


async def test_a_missing_index_is_told_and_the_conversation_goes_on(person: Person) -> None:
    await person.hear("Is Python better than MATLAB?")
    assert "The index cannot be used now." in await person.hear("Is Python better than nowhere?")
    assert "MATLAB" in await person.hear("why?")


async def test_a_slow_answer_is_told_and_the_conversation_goes_on(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await person.hear("Is Python better than MATLAB?")
    with monkeypatch.context() as patched:
        patched.setattr(person.stage.dialogue, "timeout_s", 2.0)
        assert "longer than 1 seconds" in await person.hear("Is Python better than molasses?")
    assert "MATLAB" in await person.hear("why?")


async def test_a_failing_action_is_told_and_the_conversation_goes_on(person: Person) -> None:
    await person.hear("Is Python better than MATLAB?")
    assert "once more" in await person.hear("Is Python better than kaboom?")
    assert "MATLAB" in await person.hear("why?")


async def test_a_service_that_is_away_is_told_and_the_conversation_goes_on(person: Person, stage: Stage) -> None:
    await person.hear("Is Python better than MATLAB?")
    await stage.runner.cleanup()
    try:
        assert "once more" in await person.hear("why?")
    finally:
        await stage.listen()
    assert "MATLAB" in await person.hear("why?")


@pytest.mark.parametrize("late", ["GET", "PUT"])
async def test_what_rasa_remembers_may_come_or_be_kept_too_late(person: Person, stage: Stage, late: str) -> None:
    await person.hear("Is Python better than MATLAB for deep learning?")
    stage.late = f"{late} /hush/tracker"
    try:
        heard = await person.hear("what about Julia as well?")
    finally:
        stage.late = ""
    for said in (heard, await person.hear("say that again")):
        assert all(name in said for name in ("Python", "MATLAB", "Julia", "deep learning")), said


async def test_what_rasa_does_too_late_is_done_once(person: Person, stage: Stage, rasa: RasaProcess) -> None:
    chat = Chat(stage.engine, stage.pool, rasa, stage.dialogue)
    await person.hear("Is Python better than MATLAB?")
    chat._timeout_s, stage.late, before = 0.5 * TRACKER_TIMEOUT_S, "POST /hush/webhook", stage.served_late
    try:
        async with chat, asyncio.timeout(TIMEOUT_S):
            await chat.turn(person.sender, "swap")
            while stage.served_late == before:  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.1)
    finally:
        stage.late = ""
    assert list(stage.dialogue.conversations[person.sender].slots["objects"]) == ["MATLAB", "Python"]
    assert "MATLAB" in await person.hear("say that again")


async def test_a_conversation_survives_a_restart_of_rasa_and_of_the_service(
    person: Person, stage: Stage, rasa: RasaProcess
) -> None:
    await person.hear("Is Python better than MATLAB for deep learning?")
    await person.hear("only since 2012")
    await person.hear("all years")
    await rasa.stop()
    await stage.close()
    await stage.open()
    await rasa.start()
    heard = await person.hear("what about Julia as well?")
    assert all(name in heard for name in ("Python", "MATLAB", "Julia", "deep learning"))


async def test_a_conversation_is_one_row_and_nothing_of_one_that_is_deleted(
    person: Person, stage: Stage, rasa: RasaProcess, kept: Path
) -> None:
    def row() -> str:
        with closing(sqlite3.connect(kept)) as database:
            key = hashlib.sha256(person.sender.encode()).hexdigest()
            found = database.execute("SELECT text FROM kept WHERE key = ?", (key,)).fetchall()
            return "".join(text for (text,) in found)

    async with Chat(stage.engine, stage.pool, rasa, stage.dialogue) as chat:
        await chat.turn(person.sender, "Is Python better than MATLAB?")
        assert json.loads(row())["slots"]["objects"] == ["Python", "MATLAB"]
        assert "Python" in json.loads(json.loads(row())["tracker"])["events"].__repr__()
        _, (reply,) = await chat.turn(person.sender, "please delete my data")
        assert "deleted" in reply["text"]
        assert not row()
        _, (reply,) = await chat.turn(person.sender, "why?")
        assert "two things" in reply["text"]


async def test_the_server_has_no_other_doors(person: Person, rasa: RasaProcess) -> None:
    for path in ("/status", "/conversations/anna/tracker", "/model/parse", "/webhooks/slack/webhook"):
        async with person.http.get(f"{rasa.base_url}{path}") as response:
            assert response.status == 404


async def test_it_has_given_its_rights_away(person: Person, rasa: RasaProcess) -> None:
    (server,) = servers()
    rights = status_of(server)
    assert rights["NoNewPrivs"] == "1"
    assert int(rights["CapEff"], 16) & ~(1 << 1) == 0


async def test_it_ends_when_its_parent_is_gone(rasa: RasaProcess) -> None:
    (server,) = servers()
    command = [port if part.isdecimal() else part for part in server.cmdline() for port in ["0"]]
    process = await asyncio.create_subprocess_exec(
        *command, cwd=ROOT, env=server.environ(), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    try:
        async with asyncio.timeout(60):
            while b"up and running" not in (line := await process.stdout.readline()):
                assert line, "it ended by itself"
            process.stdin.close()
            assert await process.wait() in {0, -signal.SIGTERM}
    finally:
        if process.returncode is None:
            process.kill()


async def test_it_comes_back_and_forgets_nothing_when_it_is_killed_at_any_moment(
    person: Person, rasa: RasaProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rasa_process, "LONGEST_PAUSE_S", 1.0)
    random = Random(20)
    await person.hear("Is Python better than MATLAB for deep learning?")
    for _ in range(STOPS):
        (server,) = servers()
        turn = asyncio.create_task(person.say("why?"))
        await asyncio.sleep(random.uniform(0, 0.5))
        os.kill(server.pid, signal.SIGKILL)
        await asyncio.wait([turn])
        assert isinstance(turn.exception(), aiohttp.ClientError | None)
        async with asyncio.timeout(60):
            while server.is_running() or not await rasa.ready():  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.1)
    heard = await person.hear("what about Julia as well?")
    assert all(name in heard for name in ("Python", "MATLAB", "Julia", "deep learning"))
