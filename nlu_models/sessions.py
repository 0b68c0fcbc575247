"""Networks in ONNX Runtime: each file is loaded once in a process, however many ask for it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from onnxruntime import InferenceSession, SessionOptions


def session(network: Path) -> InferenceSession:
    """Return the network of an ONNX file, for many callers at a time; each run takes one processor core."""
    return _loaded(network, network.stat().st_mtime_ns)


@lru_cache(maxsize=8)
def _loaded(network: Path, _changed: int) -> InferenceSession:
    options = SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return InferenceSession(network, options, providers=["CPUExecutionProvider"])
