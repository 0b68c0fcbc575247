"""Whether the stance of a whole answer can be told, on answers of our own."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from engine.types import Classification, Stance
from evaluation.passages import (
    DIRECTIONS,
    FOLDS,
    LABELS,
    Features,
    Passage,
    cross_validated,
    described,
    embedded,
    main,
    passage_stance,
    read_passages,
)
from nlu_models.baselines.rule_stance import KeyphraseClassifier

SENTENCES = ["Firstobject is good.", "I would use Firstobject, not Secondobject.", "So what?"]
BELIEFS = [Classification(0.1, 0, 0, 0.9), Classification(0.8, 0.1, 0, 0.1), Classification(0, 0, 0, 1)]


@pytest.mark.parametrize(
    ("text", "stance"),
    [
        ("Aa is better than Bb. Aa is bigger than Bb, they say. So what?", Stance.FIRST),
        ("Aa is bigger than Bb. But Bb is better than Aa!", Stance.SECOND),
        ("Aa is as good as Bb.", Stance.EQUAL),
        ("Aa is better than Bb. Bb is better than Aa.", Stance.EQUAL),
        ("Aa. Bb.", Stance.NONE),
        ("", Stance.NONE),
    ],
)
def test_the_sentences_of_a_passage_vote(text: str, stance: Stance) -> None:
    masks = {"Aa": "Firstobject", "Bb": "Secondobject"}
    mentions = [(n, n + 2, mask) for n in range(len(text)) if (mask := masks.get(text[n : n + 2]))]
    assert passage_stance(Passage(text, tuple(mentions), stance), KeyphraseClassifier()) is stance


def test_exchanging_the_objects_exchanges_the_sides_and_nothing_else() -> None:
    names = {"Firstobject": "Secondobject", "Secondobject": "Firstobject"}
    turned = [" ".join(names.get(word.strip(",."), word) for word in sentence.split()) for sentence in SENTENCES]
    states = np.random.default_rng(0).normal(size=(3, 8))
    for straight, crossed in (
        (described(SENTENCES, BELIEFS), described(turned, [belief.flipped() for belief in BELIEFS])),
        (embedded(SENTENCES, states, np.eye(8)), embedded(turned, states, np.eye(8))),
    ):
        assert straight.sides.any()
        assert crossed.sides == pytest.approx(-straight.sides)
        assert crossed.whole == pytest.approx(straight.whole)


def test_what_can_be_told_is_told_and_noise_is_not() -> None:
    stances = list(LABELS.values()) * 2 * FOLDS
    told = [
        Features(
            np.array([(label is Stance.FIRST) - float(label is Stance.SECOND)]),
            np.array([float(label is Stance.EQUAL), float(label is Stance.NONE)]),
        )
        for label in stances
    ]
    noise = [Features(row[:1], row[1:]) for row in np.random.default_rng(0).normal(size=(len(stances), 3))]
    assert cross_validated(told, stances, seed=0) == 1.0
    assert cross_validated(noise, stances, seed=0) < 0.5


def test_the_command_prints_a_line_for_each_method(tmp_path: Path) -> None:
    rows = [
        {
            "answer": f"Tea is {word} coffee. That is number {n}.",
            "object_1_spans": "[[0, 3]]",
            "object_2_spans": f"[[{8 + len(word)}, {14 + len(word)}]]",
            "stance": stance,
        }
        for n in range(FOLDS)
        for word, stance in zip(("better than", "worse than", "as good as", "here, like"), LABELS, strict=True)
    ]
    assert len(rows) > DIRECTIONS
    path = tmp_path / "stance" / "train.jsonl"
    path.parent.mkdir()
    path.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    assert read_passages(path)[0].sentences[0] == "Firstobject is better than Secondobject."
    result = CliRunner().invoke(main, ["--data", str(tmp_path), "--classifier", "keyphrase"])
    assert result.exit_code == 0, result.output
    assert [line.split()[0] for line in result.output.splitlines()[1:]] == [
        "votes",
        "sentences",
        "embeddings",
        "prompts",
    ]
