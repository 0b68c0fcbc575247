"""Tests of training: they need the extra ``train`` and run with ``make test-train``."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

collect_ignore_glob = [] if find_spec("torch") else ["test_*.py"]


@pytest.fixture(scope="session", autouse=True)
def one_thread() -> None:
    """Compute on one thread: for networks so small, threads only wait for each other."""
    import torch

    torch.set_num_threads(1)
