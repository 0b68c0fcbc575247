"""Messages of one conversation follow each other at once."""

from __future__ import annotations

import asyncio

from bot.locks import FastInMemoryLockStore


async def test_messages_of_one_conversation_are_handled_in_order_and_without_a_pause() -> None:
    store = FastInMemoryLockStore()
    handled = []

    async def handle(number: int) -> None:
        async with store.lock("anna"):
            await asyncio.sleep(0)
            handled.append(number)

    tasks = [asyncio.create_task(handle(number)) for number in range(4)]
    for _ in range(200):  # turns of the loop, in which no timer rings
        await asyncio.sleep(0)
    assert handled == [0, 1, 2, 3]
    await asyncio.gather(*tasks)


async def test_a_lock_is_forgotten_when_nobody_waits_for_it() -> None:
    store = FastInMemoryLockStore()
    async with store.lock("anna"):
        assert store.get_lock("anna") is not None
    assert store.get_lock("anna") is None
