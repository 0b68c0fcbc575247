"""The head that reads what a question asks for says the same served as it did when it learned."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from nlu_models.question.relation import TAGS, WEIGHTS, RelationReader  # noqa: E402
from nlu_models.training.question.judged import Judgement, read_written  # noqa: E402
from nlu_models.training.question.relation import Head, RelationSettings, tagged  # noqa: E402


def test_a_served_head_says_what_it_learned(tmp_path: Path) -> None:
    torch.manual_seed(0)
    head = Head(12, 5, RelationSettings(task="relation", size=8)).eval()
    np.savez(tmp_path / WEIGHTS, allow_pickle=False, **head.arrays())
    words, whole = torch.randn(7, 12), torch.randn(5)
    mask = torch.ones(1, 7, dtype=torch.bool)
    scores, kinds = head(words.unsqueeze(0), whole.unsqueeze(0), mask)
    tags, kind = RelationReader(tmp_path / WEIGHTS)._read(words.numpy(), whole.numpy())
    assert tags == head.crf.decode(scores, mask)[0]
    assert list(type(kind)).index(kind) == int(kinds.argmax())


def test_tags_are_those_of_the_judged_words() -> None:
    text = "is it worse for you, at night?"
    words = [(0, 2), (3, 5), (6, 11), (12, 15), (16, 19), (19, 20), (21, 23), (24, 29), (29, 30)]
    judged = Judgement("property", (), "", "", "worse for you,", "at night")
    said = [TAGS[tag] for tag in tagged(text, words, judged)]
    assert said == ["O", "O", "B-property", "I-property", "I-property", "O", "B-use", "I-use", "O"]


def test_written_questions_say_what_they_ask() -> None:
    written = list(read_written())
    assert len({one.text.lower() for one in written}) == len(written)
    assert all(bool(one.judgements[0].words) for one in written if one.judgements[0].kind == "property")
    assert not any(sign in one.text for one in written for sign in "[]{}")
