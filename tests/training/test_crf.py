"""The conditional random field against the sum over, and the best of, all tag sequences."""

from __future__ import annotations

import itertools

import pytest
import torch

from nlu_models.training.crf import FORBIDDEN, Crf

LABELS = ("O", "B-x", "I-x", "B-y", "I-y")


@pytest.fixture(params=range(3))
def crf(request: pytest.FixtureRequest) -> Crf:
    torch.manual_seed(request.param)
    crf = Crf(LABELS)
    torch.nn.init.normal_(crf.start)
    torch.nn.init.normal_(crf.transitions)
    return crf


def score(crf: Crf, emissions: torch.Tensor, path: tuple[int, ...]) -> float:
    scores = crf.scores.detach()
    steps = [scores[before, tag] for before, tag in zip((len(LABELS), *path), path, strict=False)]
    return float(sum(steps) + sum(emissions[at, tag] for at, tag in enumerate(path)))


def paths(words: int) -> list[tuple[int, ...]]:
    return list(itertools.product(range(len(LABELS)), repeat=words))


@pytest.mark.parametrize("words", [1, 2, 4])
def test_the_likelihoods_of_all_sequences_are_exact_and_sum_to_one(crf: Crf, words: int) -> None:
    emissions = torch.randn(words, len(LABELS))
    every = paths(words)
    mask = torch.ones(len(every), words, dtype=torch.bool)
    losses = crf(emissions.expand(len(every), -1, -1), torch.tensor(every), mask).detach()
    total = torch.logsumexp(torch.tensor([score(crf, emissions, path) for path in every]), 0)
    assert float(torch.exp(-losses).sum()) == pytest.approx(1.0, abs=1e-4)
    for path in (every[0], every[-1], every[len(every) // 3]):
        assert float(losses[every.index(path)]) == pytest.approx(float(total) - score(crf, emissions, path), rel=1e-4)


@pytest.mark.parametrize("words", [1, 2, 4])
def test_the_decoded_sequence_is_the_best_of_all(crf: Crf, words: int) -> None:
    emissions = torch.randn(words, len(LABELS))
    (found,) = crf.decode(emissions.unsqueeze(0), torch.ones(1, words, dtype=torch.bool))
    assert tuple(found) == max(paths(words), key=lambda path: score(crf, emissions, path))


def test_padding_changes_nothing(crf: Crf) -> None:
    emissions, tags = torch.randn(2, 6, len(LABELS)), torch.tensor([[1, 2, 0, 3, 4, 4], [0, 1, 0, 0, 0, 0]])
    mask = torch.tensor([[True] * 6, [True] * 2 + [False] * 4])
    alone = crf(emissions[1:, :2], tags[1:, :2], mask[1:, :2])[0]
    assert torch.allclose(crf(emissions, tags, mask)[1], alone, atol=1e-5)
    assert crf.decode(emissions, mask)[1] == crf.decode(emissions[1:, :2], mask[1:, :2])[0]
    assert len(crf.decode(emissions, mask)[0]) == 6


def test_only_bio_sequences_come_out() -> None:
    crf = Crf(LABELS)
    emissions = torch.zeros(1, 3, len(LABELS))
    emissions[..., LABELS.index("I-x")] = 5.0
    emissions[..., LABELS.index("I-y")] = 4.0
    (found,) = crf.decode(emissions, torch.ones(1, 3, dtype=torch.bool))
    assert [LABELS[tag] for tag in found] == ["B-x", "I-x", "I-x"]
    assert crf.scores.min() == FORBIDDEN


def test_it_learns_which_tag_follows_which() -> None:
    crf = Crf(LABELS)
    optimizer = torch.optim.Adam(crf.parameters(), lr=0.1)
    tags, mask = torch.tensor([[1, 0, 3]]), torch.ones(1, 3, dtype=torch.bool)
    for _ in range(60):
        optimizer.zero_grad()
        loss = crf(torch.zeros(1, 3, len(LABELS)), tags, mask).mean()
        loss.backward()
        optimizer.step()
    assert loss.item() < 0.1
    assert crf.decode(torch.zeros(1, 3, len(LABELS)), mask) == [[1, 0, 3]]
