"""How worded answers are measured."""

from __future__ import annotations

import pytest

from engine.types import Answer, Citation, Document, Hit, Sentence
from evaluation.statements import claims, units
from evaluation.wording import measure, rouge, words

TEA = ("tea", "coffee")


def test_a_text_is_cut_at_lines_and_sentences_but_never_inside_a_quote() -> None:
    text = "Tea wins. One says “Yes. Really” [1]. Good!\n- a line"
    assert units(text) == ["Tea wins.", "One says “Yes. Really” [1].", "Good!", "- a line"]


def test_headings_and_what_was_not_found_are_no_claims() -> None:
    text = "Tea is ahead.\nFor tea:\n- “It is cheap” [1]\nFor coffee: nothing was found.\nAsk again."
    assert claims(text, TEA) == ["Tea is ahead.", "- “It is cheap” [1]"]


def test_reference_numbers_and_the_list_of_used_arguments_are_no_words() -> None:
    assert words("Tea's good [1, 3].\n\nArguments used: 1, 3.") == ["tea", "s", "good"]


@pytest.mark.parametrize(
    ("candidate", "reference", "n", "expected"),
    [
        ("a b c", "a b c", 1, 1.0),
        ("a b c d", "a b", 1, 2 / 3),
        ("a a a", "a b b", 1, 1 / 3),
        ("a b c", "b c a", 2, 0.5),
        ("a", "a", 2, 0.0),
        ("", "a", 1, 0.0),
    ],
)
def test_rouge_is_the_f1_of_clipped_n_grams(candidate: str, reference: str, n: int, expected: float) -> None:
    assert rouge(candidate.split(), reference.split(), n) == pytest.approx(expected)


def test_an_answer_is_measured_against_its_row() -> None:
    sentence = "Tea is better than coffee."
    hit = Hit(Sentence("a#0", sentence, "a", 0), 1.0, Document("a", source="a"), (), ("a",))
    answer = Answer("One source says “Tea is better” [1]. Tea is great.", (Citation(1, hit, 17, 30),))
    row = {"object_1": "tea", "object_2": "coffee", "arguments": [sentence], "summaries": ["Tea is better."]}
    measured = measure(answer, row, 1.5)
    assert answer.text[17:30] == "Tea is better"
    assert (measured.cited, measured.verbatim, measured.winner, measured.sentences) == (False, 1.0, False, 2)
    assert measured.input_rouge_1 == pytest.approx(rouge(words(sentence), ["tea", "is", "better"], 1))
    assert measured.took_ms == 1.5
