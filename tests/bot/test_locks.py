"""Messages of one conversation follow each other at once."""

from __future__ import annotations

import asyncio
from inspect import signature

from bot.locks import FastInMemoryLockStore


async def test_messages_of_one_conversation_are_handled_in_order_and_without_a_long_pause() -> None:
    store = FastInMemoryLockStore()
    handled = []

    async def handle(number: int) -> None:
        async with store.lock("anna"):
            await asyncio.sleep(0)
            handled.append(number)

    await asyncio.gather(*(handle(number) for number in range(4)))
    assert handled == [0, 1, 2, 3]
    assert signature(store.lock).parameters["wait_time_in_seconds"].default < 0.1  # Rasa's own store waits a second


async def test_a_lock_is_forgotten_when_nobody_waits_for_it() -> None:
    store = FastInMemoryLockStore()
    async with store.lock("anna"):
        assert store.get_lock("anna") is not None
    assert store.get_lock("anna") is None
