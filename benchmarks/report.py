"""What the benchmarks say of the machine, and of how long each thing took."""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

PERCENTILES = (50, 95, 99, 100)


def hardware() -> dict[str, Any]:
    """Return what ran, and how busy it was before."""
    cpuinfo = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    model = next((line.partition(": ")[2] for line in cpuinfo if line.startswith("model name")), platform.processor())
    return {
        "cpu": model,
        "cores": os.cpu_count(),
        "memory_gb": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9, 1),
        "load_before": round(os.getloadavg()[0], 2),
        "python": platform.python_version(),
    }


def print_machine() -> None:
    """Print what ran, in a line."""
    machine = hardware()
    print(f"{machine['cpu']}, {machine['cores']} cores, {machine['memory_gb']} GB, load {machine['load_before']}")


def print_spread(took_ms: Mapping[str, Sequence[float]]) -> None:
    """Print percentiles, a row for each thing that was timed."""
    print(f"{'ms':20} {'p50':>8} {'p95':>8} {'p99':>8} {'max':>8}")
    for name, values in took_ms.items():
        print(f"{name:20} " + " ".join(f"{value:8.1f}" for value in np.percentile(values, PERCENTILES)))
