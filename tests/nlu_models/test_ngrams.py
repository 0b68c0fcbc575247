"""The second opinion on whether a question compares."""

from __future__ import annotations

import pytest

from engine.trained import TRAINED
from nlu_models.question.ngrams import BUCKETS, MOST_CHARS, Ngrams, buckets, runs
from nlu_models.question.parser import NGRAMS, LearnedQuestionParser


@pytest.fixture(scope="module")
def ngrams() -> Ngrams:
    return Ngrams(TRAINED / NGRAMS)


def test_runs_of_words_and_of_letters_are_features() -> None:
    found = set(runs("Tea or C++?"))
    assert {"tea ", "tea or ", "tea or c++ ", " te", "ea.", " c+"} <= found
    assert "tea or" not in found


@pytest.mark.parametrize("text", ["", " ", "?!", "\ud800", "🙂", "a" * 10_000, "C++ vs AT&T " * 1000])
def test_any_text_has_an_opinion(text: str, ngrams: Ngrams) -> None:
    found = buckets(text)
    assert ((found >= 0) & (found < BUCKETS)).all()
    assert found.tolist() == buckets(text[:MOST_CHARS]).tolist()
    assert 0 <= ngrams.together(text, "own_question", 0.5) <= 1


def test_case_does_not_matter(ngrams: Ngrams) -> None:
    assert ngrams.logit("Tea or Coffee?", "own_question") == ngrams.logit("tea or coffee?", "own_question")


def test_the_network_can_be_asked_more_than_it_and_less(ngrams: Ngrams) -> None:
    surer = [ngrams.together("Is tea better than coffee?", "own_question", p) for p in (0.0, 0.3, 0.7, 1.0)]
    assert surer == sorted(surer)
    assert len(set(surer)) == 4


def test_a_guideline_that_was_not_learned_leaves_the_word_of_the_network(ngrams: Ngrams) -> None:
    assert ngrams.together("Is tea better than coffee?", "mintaka", 0.123) == 0.123
    with pytest.raises(KeyError):
        ngrams.logit("tea", "mintaka")


def test_a_reader_without_it_says_something_else() -> None:
    texts = ["Is tea better than coffee?", "What is the difference between a lake and a pond?", "best laptop"]
    alone, both = LearnedQuestionParser(second_opinion=False), LearnedQuestionParser()
    assert [q.probability for q in alone.parse_all(texts)] != [q.probability for q in both.parse_all(texts)]
    assert [q.spans for q in alone.parse_all(texts)] == [q.spans for q in both.parse_all(texts)]
