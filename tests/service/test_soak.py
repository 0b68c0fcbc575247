"""A few seconds of what ``python -m benchmarks.soak`` does for an hour, and of ``python -m benchmarks.beside``."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from benchmarks.beside import AT_ONCE, beside
from benchmarks.serving import running
from benchmarks.soak import run

pytestmark = pytest.mark.long


def test_a_short_soak_loses_nothing(index: Path) -> None:
    seen, log = run(str(index), 6, first=20, grow=True)
    assert not seen.wrong, seen.wrong
    assert "Traceback" not in log
    assert seen.took_ms["chat"]
    assert seen.took_ms["ask"]
    assert seen.counts["grown"]
    assert seen.counts["first 200"] + seen.counts["first 422"] == 20
    assert seen.filling
    assert len(seen.memory) > 2
    assert all(0 < one.own < one.resident < 1 << 30 for one in seen.memory)
    seen.slopes()


def test_simple_questions_are_timed_beside_the_dearest(index: Path) -> None:
    with running(str(index), "[rasa]\nenabled = false\n") as service:
        took, told = asyncio.run(beside(service, 1.0))
    assert all(took[what] for what in ("alone", *AT_ONCE))
    assert {*told} <= {200, 503}
