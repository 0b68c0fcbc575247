"""Changes the code of the verdict, the rankers and the check of citations, one place at a time, and runs their tests.

A change that no test notices survives. What was tried is kept in mutants/, so that an interrupted run goes on; only
functions that were edited since are tried again. usage: mutants.py [PROCESSES]
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

MOST = 0.15
"""The largest share of changes that may survive."""
KILLED, UNTRIED = {1, 3, 24, 36, 37, 152, 255, -24, -11, -9}, None
"""What mutmut keeps of a change: failed tests, or tests that ran out of time; not tried yet."""


def main(processes: str = "1") -> int:
    subprocess.run([Path(sys.executable).with_name("mutmut"), "run", "--max-children", processes], check=True)
    tried: Counter[str] = Counter()
    alive: Counter[str] = Counter()
    for kept in sorted(Path("mutants").rglob("*.meta")):
        for name, outcome in json.loads(kept.read_text("utf-8"))["exit_code_by_key"].items():
            if outcome is UNTRIED:
                continue
            module = str(kept.relative_to("mutants").with_suffix(""))
            tried[module] += 1
            if outcome not in KILLED:
                alive[module] += 1
                print(name)
    for module, number in tried.items():
        print(f"{module}: {alive[module]} of {number} survive")
    share = alive.total() / tried.total()
    print(
        f"{alive.total()} of {tried.total()} survive, {share:.1%}; at most {MOST:.0%} may. To see one: mutmut show NAME"
    )
    return int(share > MOST)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
