"""Five hundred hostile inputs at all doors of a real service; ``make hostile`` sends ten thousand."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.hostile import table, trial

pytestmark = pytest.mark.long


def test_hostile_inputs_find_nothing(index: Path) -> None:
    made, _, log = trial(500, 20, str(index))
    examples = [example for told in made.told.values() for example in told.examples]
    assert not examples, "\n".join([table(made), *examples])
    assert "Traceback" not in log, log[log.index("Traceback") - 500 :][:5_000]
    assert sum(told.inputs for told in made.told.values()) == 500
