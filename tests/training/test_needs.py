"""The head that hears needs learns them of labelled messages and of a teacher, and is what the served head computes."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from nlu_models.intents.needs import NEEDS, WEIGHTS, Needs, inputs  # noqa: E402
from nlu_models.training.messages.needs import Seen, Settings, learn, telling  # noqa: E402

_SETTINGS = Settings(
    task="needs", encoder="none", epochs=1, rate=1e-3, batch=1, messages=0, sentences=0,
    size=16, head_epochs=200, head_rate=2e-2, decay=0.0, dropout=0.0, labelled=1.0, seed=0,
)  # fmt: skip


def test_needs_are_learned_and_served(tmp_path: Path) -> None:
    torch.manual_seed(0)
    numbers = np.random.default_rng(0)
    signs = numbers.choice([-1.0, 1.0], size=(600, 12))
    messages = [(one + 0.3 * numbers.normal(size=(4, 12))).astype(np.float32) for one in signs]
    read = np.stack([inputs(states) for states in messages])
    needs = np.zeros((600, len(NEEDS)), np.float32)
    needs[:, [3, 7]] = signs[:, [1, 5]] > 0
    seen = Seen(read[:300], needs[:300]), Seen(read[300:500], needs[300:500])
    np.savez(tmp_path / WEIGHTS, allow_pickle=False, **learn(*seen, _SETTINGS))
    heard = [Needs(tmp_path).heard(states) for states in messages[500:]]
    there = [{NEEDS[at] for at in np.flatnonzero(row)} for row in needs[500:]]
    assert np.mean([set(found) == true for found, true in zip(heard, there, strict=True)]) > 0.8


def test_half_of_what_is_learned_of_a_teacher_tells_a_need() -> None:
    beliefs = np.full((10, 2), 0.1, np.float32)
    beliefs[[2, 5], 1] = 0.9
    texts, kept = telling([str(n) for n in range(10)], beliefs, random.Random(0))
    assert texts[:2] == ["2", "5"]
    assert len(texts) == len(kept) == 4
    assert kept.max(1).tolist() == pytest.approx([0.9, 0.9, 0.1, 0.1])
