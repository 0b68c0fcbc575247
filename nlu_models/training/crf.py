"""A linear-chain conditional random field over BIO tags, exact."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import torch
from torch import Tensor, nn

FORBIDDEN: Final = -1e4
"""Log-score of a step that BIO does not allow: ``I-x`` after anything but ``B-x`` and ``I-x``."""


class Crf(nn.Module):
    """Scores whole tag sequences: the emissions of their words plus the steps from tag to tag.

    Source: Lafferty et al., "Conditional random fields", ICML 2001.
    """

    rule: Tensor
    """[labels + 1, labels]; 0 if the step from row to column is allowed, else ``FORBIDDEN``; last row: the start."""

    def __init__(self, labels: Sequence[str]) -> None:
        """Start with every allowed step as good as any other.

        Args:
            labels: ``O``, ``B-x``, ``I-x`` …
        """
        super().__init__()
        self.start = nn.Parameter(torch.zeros(len(labels)))
        self.transitions = nn.Parameter(torch.zeros(len(labels), len(labels)))
        """From row to column."""
        allowed = [[tag[0] != "I" or before[2:] == tag[2:] for tag in labels] for before in [*labels, "O"]]
        self.register_buffer("rule", torch.where(torch.tensor(allowed), 0.0, FORBIDDEN), persistent=False)

    @property
    def scores(self) -> Tensor:
        """Return the log-score of each step, [labels + 1, labels], the last row for the start."""
        return torch.cat([self.transitions, self.start.unsqueeze(0)]) + self.rule

    def forward(self, emissions: Tensor, tags: Tensor, mask: Tensor) -> Tensor:
        """Return the negative log-likelihood of each sequence.

        Args:
            emissions: [batch, words, labels], unnormalised.
            tags: [batch, words].
            mask: [batch, words]; true for words, which come before all padding. The first is always a word.
        """
        scores = self.scores
        picked = emissions.gather(-1, tags.unsqueeze(-1)).squeeze(-1)
        steps = scores[tags[:, :-1], tags[:, 1:]]
        path = scores[-1, tags[:, 0]] + (picked * mask).sum(1) + (steps * mask[:, 1:]).sum(1)
        alpha = scores[-1] + emissions[:, 0]
        for at in range(1, emissions.shape[1]):
            following = torch.logsumexp(alpha.unsqueeze(-1) + scores[:-1], 1) + emissions[:, at]
            alpha = torch.where(mask[:, at : at + 1], following, alpha)
        return torch.logsumexp(alpha, -1) - path

    def decode(self, emissions: Tensor, mask: Tensor) -> list[list[int]]:
        """Return the best tag sequence of each text (Viterbi); arguments as in ``forward``."""
        scores = self.scores
        best, back = scores[-1] + emissions[:, 0], []
        for at in range(1, emissions.shape[1]):
            value, before = (best.unsqueeze(-1) + scores[:-1]).max(1)
            step = mask[:, at : at + 1]
            best = torch.where(step, value + emissions[:, at], best)
            back.append(torch.where(step, before, torch.arange(len(before[0]), device=before.device)))
        last = best.argmax(-1)
        path = [last]
        for before in reversed(back):
            path.append(before.gather(1, path[-1].unsqueeze(-1)).squeeze(-1))
        paths = torch.stack(path[::-1], 1).tolist()
        return [tags[:length] for tags, length in zip(paths, mask.sum(1).tolist(), strict=True)]
