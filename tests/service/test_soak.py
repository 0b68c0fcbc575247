"""A few seconds of what ``python -m benchmarks.soak`` does for an hour."""

from __future__ import annotations

from pathlib import Path

from benchmarks.soak import run


def test_a_short_soak_loses_nothing(index: Path) -> None:
    seen, log = run(str(index), 8, grow=True)
    assert not seen.wrong, seen.wrong
    assert "Traceback" not in log
    assert seen.took_ms["chat"]
    assert seen.took_ms["ask"]
    assert seen.counts["grown"]
    assert len(seen.memory) > 2
    seen.slope()
