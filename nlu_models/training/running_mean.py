"""The running mean of a network's weights over the last steps of training."""

from __future__ import annotations

from copy import deepcopy
from typing import Generic, TypeVar

import torch
from torch import nn

N = TypeVar("N", bound=nn.Module)

EVERY = 4
"""Steps between two of which the weights are taken in."""


class RunningMean(Generic[N]):
    """A copy of a network whose weights follow it slowly.

    Attributes:
        network: The copy.
    """

    def __init__(self, network: N, steps: int, *, last: float, keep: float) -> None:
        """Copy a network.

        Args:
            network: To follow.
            steps: Of the whole training.
            last: Share of them, the last ones, over which the mean is kept.
            keep: Weight of the mean against the weights of a step.
        """
        self.network = deepcopy(network)
        self._begin = (1 - last) * steps
        self._keep = keep

    def follow(self, network: N, step: int) -> None:
        """Take in the weights after a step, counted from 1."""
        if step == round(self._begin):
            self.network.load_state_dict(network.state_dict())
        elif step > self._begin and step % EVERY == 0:
            with torch.no_grad():
                for mean, now in zip(self.network.parameters(), network.parameters(), strict=True):
                    mean.lerp_(now, 1 - self._keep)
