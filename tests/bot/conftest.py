"""The tests of the Rasa half run where Rasa is; the engine's half passes over them."""

from __future__ import annotations

import importlib.util

collect_ignore_glob = [] if importlib.util.find_spec("rasa") else ["test_*.py"]
