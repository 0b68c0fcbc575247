"""What is counted of needs that are heard."""

from __future__ import annotations

from evaluation.needs import Heard, count


def test_needs_are_counted_one_by_one() -> None:
    there = [("price",), ("noise", "sleep"), (), ()]
    heard = [("price", "safety"), ("sleep",), ("food",), ()]
    assert count(there, heard) == Heard(right=2, heard=4, there=3, alarms=1, silent=2)
