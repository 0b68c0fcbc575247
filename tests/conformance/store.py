"""What every store must do."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from engine.errors import UnavailableError
from service import feedback
from service.server.rate import Rate
from service.store import TRIM_EVERY, Kind, Store

NOTE = Kind("note", most=3, days=1)
STRANGE = ["", "anna", "a" * 10_000, "O'Hara; DROP TABLE kept", "\ud800", "100%s ?", "🍵"]


class StoreSuite:
    """Inherit it, and give it ``store``, and ``other``: what another service, or this one started anew, opens."""

    def test_what_is_kept_is_found_by_its_key_and_kind(self, store: Store) -> None:
        for number, key in enumerate(STRANGE):
            store.put(NOTE, key, f"{number} 🍵 %s ?")
        assert [store.get(NOTE, key) for key in STRANGE] == [f"{number} 🍵 %s ?" for number in range(len(STRANGE))]
        assert store.get(NOTE, "nobody") is None
        assert store.get(Kind("other", most=1, days=1), "anna") is None

    def test_what_is_kept_is_found_by_another_one(self, store: Store, other: Store) -> None:
        store.put(NOTE, "anna", "tea")
        assert other.get(NOTE, "anna") == "tea"
        other.put(NOTE, "anna", "coffee")
        assert store.get(NOTE, "anna") == "coffee"
        other.delete(NOTE, "anna")
        assert store.get(NOTE, "anna") is None

    def test_what_is_too_old_is_not_found(self, store: Store) -> None:
        store.put(NOTE, "anna", "tea")
        time.sleep(0.01)
        assert store.get(Kind("note", most=3, days=1e-8), "anna") is None

    def test_those_seen_last_stay(self, store: Store) -> None:
        other = Kind("other", most=1, days=1)
        store.put(other, "anna", "tea")
        for number in range(TRIM_EVERY - 1):
            store.put(NOTE, f"{number}", "tea")
        assert [store.get(NOTE, f"{number}") for number in range(TRIM_EVERY - 1)] == [None] * 96 + ["tea"] * 3
        assert store.get(other, "anna") == "tea"

    def test_no_change_is_lost_between_others(self, store: Store, other: Store) -> None:
        def add(where: Store) -> int:
            return where.passing.change(NOTE, "count", lambda old: (str(int(old or 0) + 1), int(old or 0)))

        places = [store, other] if store.shared else [store]
        with ThreadPoolExecutor(8) as threads:
            assert sorted(threads.map(add, places * (100 // len(places)))) == list(range(100))

    async def test_a_turn_is_held_by_one_service_at_a_time(self, store: Store, other: Store) -> None:
        order = list[str]()

        async def hold(where: Store, name: str) -> None:
            async with where.turn("anna", wait_s=10):
                order.extend([name] * (await asyncio.sleep(0.2, 2)))

        async with store.turn("anna", wait_s=1), other.turn("ben", wait_s=1):
            if store.shared:
                with pytest.raises(UnavailableError, match="being answered"):
                    async with other.turn("anna", wait_s=0.1):
                        pass
        await asyncio.gather(hold(store, "a"), hold(other, "b"))
        assert sorted(order) == ["a", "a", "b", "b"]

    async def test_a_turn_that_is_given_up_is_free(self, store: Store, other: Store) -> None:
        async def hold() -> None:
            async with store.turn("anna", wait_s=1):
                await asyncio.sleep(9)

        for wait_s in (0, 0, 0, 0.005, 0.2):
            task = asyncio.create_task(hold())
            await asyncio.sleep(wait_s)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        async with other.turn("anna", wait_s=2):
            pass

    async def test_a_rate_counts_for_all_that_share_it(self, store: Store, other: Store) -> None:
        rates = [Rate(one.passing, 6, 4, time.time) for one in ((store, other) if store.shared else (store, store))]
        assert [(await rates[number % 2].admit("anna"))[0] for number in range(6)] == [True] * 4 + [False] * 2

    def test_feedback_is_kept_in_order_up_to_a_number(self, store: Store, other: Store) -> None:
        keys = [feedback.keep(store, f"{number}", most=3) for number in range(5)]
        assert feedback.rows(other) == ["2", "3", "4"]
        assert feedback.take_back(other, keys[3])
        assert not feedback.take_back(store, keys[3])
        assert feedback.rows(store) == ["2", "4"]

    def test_what_fails_half_way_leaves_nothing(self, store: Store) -> None:
        def fail(_: str | None) -> tuple[str, int]:
            raise RuntimeError

        with pytest.raises(RuntimeError):
            store.change(NOTE, "anna", fail)
        assert store.get(NOTE, "anna") is None
