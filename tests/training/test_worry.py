"""The head that hears worry learns what tells it, and is what the served head computes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from nlu_models.intents.worry import WEIGHTS, Worry, inputs  # noqa: E402
from nlu_models.training.messages.worry import Settings, learn  # noqa: E402


def test_what_tells_worry_is_learned_and_served(tmp_path: Path) -> None:
    torch.manual_seed(0)
    settings = Settings(task="worry", size=8, epochs=200, rate=1e-2, decay=0.0, dropout=0.0, seed=0)
    random = np.random.default_rng(0)
    wholes = random.normal(size=(400, 6)).astype(np.float32)
    worries = wholes[:, 2] > 0
    read_of = np.stack([inputs(whole, 0.1) for whole in wholes])
    np.savez(tmp_path / WEIGHTS, allow_pickle=False, **learn(read_of, worries.astype(np.float32), settings))
    heard = [Worry(tmp_path).heard(np.array([0.7, 0.1, 0.2], np.float32), whole, 1) for whole in wholes]
    assert np.mean([(one[1] > 0.5) == told for one, told in zip(heard, worries, strict=True)]) > 0.95
    assert all(one.sum() == pytest.approx(1.0, abs=1e-5) and one[0] > one[2] for one in heard)
