"""The pool of threads: clients take turns, nobody is refused for another, and work ends that nobody waits for."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Any
from unittest.mock import Mock

import pytest
from aiohttp.test_utils import make_mocked_request

from engine import deadline
from engine.config import load_config
from engine.deadline import Deadline, is_late
from engine.errors import UnavailableError
from engine.pipeline import Engine
from engine.retrieval.in_memory import ListRetriever
from engine.types import Query
from service.server.middleware import client_of
from service.server.pool import CLIENT, Pool
from tests.service.served import Service, is_error, until


class Held:
    """Work that waits until it is let go, and the order in which it began."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.go = threading.Event()

    def work(self, name: str) -> Callable[[], str]:
        def run() -> str:
            self.begun.append(name)
            assert self.go.wait(10)
            return name

        return run


def endless(ended: threading.Event) -> None:
    """Work until nobody waits for it, and say so."""
    try:
        while True:
            time.sleep(0.01)
            is_late()
    finally:
        ended.set()


def pool_of(**settings: Any) -> Pool:
    return Pool(load_config(environ={}, overrides={"service": settings}).service)


@pytest.fixture
async def held() -> AsyncIterator[Held]:
    made = Held()
    yield made
    made.go.set()


def ask(pool: Pool, client: str, work: Callable[[], Any]) -> asyncio.Task[Any]:
    async def run() -> Any:
        CLIENT.set(client)
        return await pool.run(work)

    return asyncio.create_task(run())


async def test_one_client_does_not_have_all_threads(held: Held) -> None:
    pool = pool_of(workers=2, queue=10)
    tasks = [ask(pool, "ann", held.work(f"ann {n}")) for n in range(4)]
    await until(lambda: len(held.begun) == 1)
    tasks.append(ask(pool, "bob", held.work("bob")))
    await until(lambda: held.begun == ["ann 0", "bob"])
    held.go.set()
    assert await asyncio.gather(*tasks) == ["ann 0", "ann 1", "ann 2", "ann 3", "bob"]
    assert pool.pending == 0


async def test_clients_take_turns(held: Held) -> None:
    pool = pool_of(workers=1, queue=10)
    tasks = [ask(pool, name[0], held.work(name)) for name in ("a1", "a2", "a3", "b1", "b2", "c1")]
    await until(lambda: pool.pending == 6)
    held.go.set()
    await asyncio.gather(*tasks)
    assert held.begun == ["a1", "b1", "c1", "a2", "b2", "a3"]


async def test_the_greediest_loses_its_last_place_when_there_is_no_room(held: Held) -> None:
    pool = pool_of(workers=1, queue=4)
    greedy = [ask(pool, "ann", held.work(f"ann {n}")) for n in range(4)]
    modest = ask(pool, "cid", held.work("cid"))
    await until(lambda: pool.pending == 5)
    other = ask(pool, "bob", held.work("bob"))
    with pytest.raises(UnavailableError, match="Too many"):
        await greedy[-1]
    with pytest.raises(UnavailableError, match="Too many"):
        await ask(pool, "ann", held.work("more"))
    held.go.set()
    assert await asyncio.gather(*greedy[:-1], modest, other) == ["ann 0", "ann 1", "ann 2", "cid", "bob"]


async def test_who_has_work_waiting_leaves_the_last_place_to_others(held: Held) -> None:
    pool = pool_of(workers=1, queue=3)
    greedy = [ask(pool, "ann", held.work(f"ann {n}")) for n in range(4)]
    with pytest.raises(UnavailableError, match="Too many"):
        await greedy[-1]
    other = ask(pool, "bob", held.work("bob"))
    await until(lambda: pool.pending == 4)
    held.go.set()
    assert await asyncio.gather(*greedy[:-1], other) == ["ann 0", "ann 1", "ann 2", "bob"]


async def test_what_nobody_waits_for_is_not_begun_and_frees_its_place(held: Held) -> None:
    pool = pool_of(workers=1, queue=4)
    first, *others = [ask(pool, "ann", held.work(f"ann {n}")) for n in range(4)]
    await until(lambda: pool.pending == 4)
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    assert pool.pending == 1
    held.go.set()
    await first
    assert held.begun == ["ann 0"]


@pytest.mark.parametrize("why", ["late", "gone"])
async def test_work_that_nobody_waits_for_ends(why: str) -> None:
    pool, ended = pool_of(timeout_s=0.2), threading.Event()

    task = ask(pool, "ann", lambda: endless(ended))
    if why == "gone":
        await asyncio.sleep(0.05)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
    else:
        with pytest.raises(UnavailableError, match="took longer than"):
            await task
    await until(lambda: ended.is_set() and pool.pending == 0)


def test_work_is_late_by_the_processor_or_by_the_clock() -> None:
    assert not is_late()
    with Deadline(work_s=0.001, wait_s=60).open():
        while not is_late():
            pass
    with Deadline(work_s=60, wait_s=0.001).open():
        time.sleep(0.01)
        assert is_late()
    assert not is_late()


@pytest.mark.parametrize("patience", [100.0, 0.1])
def test_what_has_worked_long_gives_way_to_what_has_not_for_a_while(
    monkeypatch: pytest.MonkeyPatch, patience: float
) -> None:
    monkeypatch.setattr(deadline, "LESS_S", 0.1)
    monkeypatch.setattr(deadline, "PATIENCE", patience)
    steps, ended = list[float](), threading.Event()

    def work() -> None:
        with Deadline(work_s=60, wait_s=60).open():
            while not ended.is_set():
                is_late()
                steps.append(time.monotonic())
                time.sleep(0.005)

    long = threading.Thread(target=work)
    long.start()
    time.sleep(0.8)
    with Deadline(work_s=60, wait_s=60).open():
        began = time.monotonic()
        while time.monotonic() < began + 0.4:
            assert not is_late()
        over = time.monotonic()
    time.sleep(0.3)
    ended.set()
    long.join()
    beside = [step for step in steps if began + 0.05 < step < over]
    assert [step for step in steps if step > over]
    assert (len(beside) > 1) == (patience < 1)  # one may have been on its way


class Slow(ListRetriever):
    """A retriever that takes all the time there is."""

    def search(self, *args: Any, **kwargs: Any) -> Any:
        found = super().search(*args, **kwargs)
        while not is_late():
            pass
        return found


def test_a_comparison_that_is_late_says_what_it_left_out_and_is_not_kept() -> None:
    asked = Engine(load_config(environ={}), retriever=Slow(sentences=["Tea is better than coffee."] * 3))
    asked.warm()
    for _ in range(2):
        with Deadline(work_s=0.3, wait_s=60).open():
            found = asked.compare_any(Query(("tea", "coffee", "milk")))
        notices = [one.notice for one in found.comparisons]
        assert notices[0] == "Time ran out before what I found on tea and coffee was read."
        assert notices[1:] == [
            f"Time ran out before {pair} were compared." for pair in ("tea and milk", "coffee and milk")
        ]


async def test_the_work_of_who_hangs_up_ends(serve: Callable[..., Any]) -> None:
    begun, ended = threading.Event(), threading.Event()

    class Endless(ListRetriever):
        def search(self, *args: Any, **kwargs: Any) -> Any:
            begun.set()
            endless(ended)

    service: Service = await serve(retriever=Endless(sentences=["Tea."]))
    asking = asyncio.create_task(service.post("/api/v1/compare", {"objects": ["tea", "coffee"]}))
    await until(begun.is_set)
    asking.cancel()
    with suppress(asyncio.CancelledError):
        await asking
    await until(lambda: ended.is_set() and service.pool.pending == 0)


@pytest.mark.parametrize("objects", [["or", "at", "we", "up"], ["the", "of the"], ["a", "tea", "an"]])
async def test_words_of_every_text_are_not_compared(service: Service, objects: list[str]) -> None:
    message = is_error(await service.post("/api/v1/compare", {"objects": objects}), 400, "bad_input")
    assert "stand in nearly every text" in message


async def test_a_name_with_a_capital_may_be_a_word_of_every_text(service: Service) -> None:
    assert (await service.post("/api/v1/compare", {"objects": ["Up", "The Others"]}))[0] == 200
    assert (await service.post("/api/v1/compare", {"objects": ["us", "the uk"]}))[0] == 200


async def test_a_picture_on_a_strangers_page_asks_for_nothing(service: Service) -> None:
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}
    for path, status in {"/cam?objectA=tea&objectB=coffee": 403, "/static/widget.js": 200}.items():
        async with service.http.get(service.at(path), headers=headers) as got:
            assert got.status == status


@pytest.mark.parametrize(
    ("proxies", "forwarded", "client"),
    [
        (0, "9.9.9.9", "127.0.0.1"),
        (1, "1.1.1.1, 9.9.9.9", "9.9.9.9"),
        (2, "1.1.1.1, 9.9.9.9", "1.1.1.1"),
        (3, "1.1.1.1, 9.9.9.9", "127.0.0.1"),
        (1, "x", "127.0.0.1"),
        (1, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
    ],
)
def test_clients_are_told_apart_by_address_and_behind_proxies_by_what_these_add(
    proxies: int, forwarded: str, client: str
) -> None:
    transport = Mock()
    transport.get_extra_info.return_value = ("127.0.0.1", 1234)
    request = make_mocked_request("GET", "/", headers={"X-Forwarded-For": forwarded}, transport=transport)
    assert client_of(request, proxies) == client
