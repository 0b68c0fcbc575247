"""Tests of training: they need the extra ``train`` and run with ``make test-train``."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("torch") else ["test_*.py"]
