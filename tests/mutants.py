"""Changes the code of the verdict, the rankers and the check of citations, one place at a time, and runs their tests.

A change that no test notices survives. What was tried is kept in mutants/, so that an interrupted run goes on; only
functions that were edited since are tried again. With ``--sample`` so many changes are tried, drawn by chance from all;
a larger sample of the same seed holds the smaller one, and what survived is tried again. The share that survives is
told with its 95 % interval.

Source: Wilson 1927, "Probable Inference, the Law of Succession, and Statistical Inference" (the interval).
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from collections import Counter
from math import sqrt
from pathlib import Path

MOST = 0.15
"""The largest share of changes that may survive."""
KILLED, UNTRIED = {1, 3, 24, 36, 37, 152, 255, -24, -11, -9}, None
"""What mutmut keeps of a change: failed tests, or tests that ran out of time; not tried yet."""
SOME = "engine.verdict.weights.*__mutmut_1"
"""A few changes: to try them, mutmut makes all."""
Z = 1.96


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--processes", default="1")
    parser.add_argument("--sample", type=int, metavar="N")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    run = [Path(sys.executable).with_name("mutmut"), "run", "--max-children", asked.processes]
    if asked.sample:
        subprocess.run([*run, SOME], check=True)
        made = outcomes()
        drawn = sorted(made)
        random.Random(asked.seed).shuffle(drawn)
        del drawn[asked.sample :]
        subprocess.run([*run, *(name for name in drawn if made[name] not in KILLED)], check=True)
    else:
        subprocess.run(run, check=True)
        drawn = list(outcomes())
    tried = outcomes()
    return tell({name: tried[name] for name in drawn if tried[name] is not UNTRIED})


def outcomes() -> dict[str, int | None]:
    """Return what came of each change, by its name."""
    kept = [json.loads(file.read_text("utf-8")) for file in sorted(Path("mutants").rglob("*.meta"))]
    return {name: outcome for one in kept for name, outcome in one["exit_code_by_key"].items()}


def tell(tried: dict[str, int | None]) -> int:
    """Print what survived of what was tried; return 1 where it is too much."""
    alive = [name for name, outcome in tried.items() if outcome not in KILLED]
    print(*alive, sep="\n")
    modules, surviving = (Counter(name.rpartition(".")[0] for name in names) for names in (tried, alive))
    for module, number in modules.items():
        print(f"{module}: {surviving[module]} of {number} survive")
    share, z = len(alive) / len(tried), Z * Z / len(tried)
    middle, half = share + z / 2, Z * sqrt(share * (1 - share) / len(tried) + z / (4 * len(tried)))
    low, high = (middle - half) / (1 + z), (middle + half) / (1 + z)
    print(
        f"{len(alive)} of {len(tried)} survive, {share:.1%} [{low:.1%}, {high:.1%}]; at most {MOST:.0%} may. "
        "To see one: mutmut show NAME"
    )
    return int(share > MOST)


if __name__ == "__main__":
    sys.exit(main())
