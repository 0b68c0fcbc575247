"""Questions with best answers, in a file of two columns."""

from __future__ import annotations

import click
import pytest

from evaluation.answers import Pair, controls, measure, read_pairs, write_pairs

PAIRS = [
    Pair("Is tea better than coffee?", "Tea calms, coffee does not."),
    Pair("Cats or dogs?", "A dog barks at\tnight\n."),
]


def test_what_is_written_is_read_again_each_on_a_line(tmp_path) -> None:
    write_pairs(PAIRS, tmp_path / "pairs.tsv")
    assert read_pairs(tmp_path / "pairs.tsv") == [PAIRS[0], Pair("Cats or dogs?", "A dog barks at night .")]


@pytest.mark.parametrize(
    ("text", "said"), [("", "no question"), ("question\tanswer\n", "no question"), ("a\n", "Row 1")]
)
def test_a_file_of_something_else_is_refused(text: str, said: str, tmp_path) -> None:
    (tmp_path / "pairs.tsv").write_text(text, "utf-8")
    with pytest.raises(click.ClickException, match=said):
        read_pairs(tmp_path / "pairs.tsv")


def test_a_question_without_an_answer_counts_nothing() -> None:
    found = measure(PAIRS, lambda pair: pair.answer if "tea" in pair.question else "")
    assert found.scores == [(1.0, 1.0, 1.0), (0.0, 0.0, 0.0)]
    assert (found.answered, found.words) == (1, 5)
    assert [mean for mean, *_ in found.figures()] == [0.5, 0.5, 0.5]


def test_controls_know_the_question_or_another_answer_only() -> None:
    question, other = controls(PAIRS).values()
    assert (question(PAIRS[0]), other(PAIRS[0]), other(PAIRS[1])) == (
        PAIRS[0].question,
        PAIRS[1].answer,
        PAIRS[0].answer,
    )
