"""The running mean of weights, step by step."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")

from nlu_models.training.running_mean import RunningMean  # noqa: E402


def test_the_mean_begins_late_and_follows_every_fourth_step() -> None:
    network = torch.nn.Linear(1, 1, bias=False)
    mean = RunningMean(network, 20, last=0.5, keep=0.75)
    held = []
    for step in range(1, 21):
        with torch.no_grad():
            network.weight.fill_(float(step))
        mean.follow(network, step)
        held.append(mean.network.weight.item())
    assert held[9:] == pytest.approx([10, 10, 10.5, 10.5, 10.5, 10.5, 11.875, 11.875, 11.875, 11.875, 13.90625])
