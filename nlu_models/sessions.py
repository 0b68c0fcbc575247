"""Networks in ONNX Runtime: each file is loaded once in a process, however many ask for it."""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from onnxruntime import InferenceSession, SessionOptions

from engine.model_use import noted

_CORES = threading.Semaphore(os.cpu_count() or 1)
"""More runs than there are cores would only keep waiting what has little to do, such as the event loop."""


class Network:
    """A network, for many callers at a time; each run takes one processor core, waits for it, and is noted."""

    def __init__(self, path: Path) -> None:
        """Load it."""
        options = SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.enable_cpu_mem_arena = False  # it would keep twice what the largest batch took, for good
        self._name = path.stem
        self._session = InferenceSession(path, options, providers=["CPUExecutionProvider"])

    def run(self, outputs: Sequence[str], inputs: Mapping[str, Any]) -> Any:
        """Return the outputs of these names."""
        with _CORES, noted(self._name):
            return self._session.run(outputs, inputs)


def session(network: Path) -> Network:
    """Return the network of an ONNX file."""
    return _loaded(network, network.stat().st_mtime_ns)


@lru_cache(maxsize=8)
def _loaded(network: Path, _changed: int) -> Network:
    return Network(network)
