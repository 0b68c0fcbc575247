"""Candidates, their features, and the line that orders them."""

from __future__ import annotations

import json
from math import log

import pytest

from engine.pages.keyphrases import FEATURES, MODEL, Keyphrase, Line, candidates, distinct, extract, features
from engine.text.tokens import Tokens
from evaluation.keyphrase_line import ANNOTATED, SAMPLE, dump, fit, read, sample_texts


def test_candidates_are_runs_of_one_to_four_words_without_stop_words_and_signs() -> None:
    found = candidates("The cast-iron pan of steel, and 5 C++ books")
    assert list(found.values())[:7] == ["cast", "cast-iron", "iron", "cast-iron pan", "iron pan", "pan", "steel"]
    assert list(found.values())[7:] == ["5 C++", "C++", "5 C++ books", "C++ books", "books"]


def test_a_candidate_has_at_most_four_words() -> None:
    assert max(len(phrase) for phrase in candidates("red green blue white black grey")) == 4


def test_the_features_are_those_of_kex() -> None:
    line = Line(0.0, (), 9, {"iron": 2, "pan": 4})
    found = features("Iron pan. Iron pan, iron.", line)
    phrase, term, idf, okapi = found["iron", "pan"]
    iron, pan = log(10 / 2.5), log(10 / 4.5)
    saturation = 1.2 * (0.75 + 0.25 * 5 / 100)
    assert phrase == log(2)
    assert term == pytest.approx((log(3) + log(2)) / 2)
    assert idf == pytest.approx((iron + pan) / 2)
    assert okapi == pytest.approx(log(1 + iron * 2.2 * 3 / (saturation + 3) + pan * 2.2 * 2 / (saturation + 2)))


def test_a_marked_text_is_named_by_its_subject() -> None:
    text = "Seasoning a cast iron pan. A cast iron pan wants oil. Heat the cast iron pan, then wipe it."
    assert "cast iron pan" in [phrase.text for phrase in extract(text)[:3]]


@pytest.mark.parametrize("text", ["", "   ", "the of and", "🍎" * 50, "x" * 10_000, "a/b { C++ .NET AT&T" * 300, "?!"])
def test_any_text_is_taken(text: str) -> None:
    found = extract(text)
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    assert all(one.text in text for one in found)


def test_of_phrases_that_contain_each_other_the_first_is_kept() -> None:
    phrases = [Keyphrase(("a", "b"), "a b", 3.0), Keyphrase(("b",), "b", 2.0), Keyphrase(("c",), "c", 1.0)]
    assert [one.text for one in distinct(phrases, 5)] == ["a b", "c"]
    assert [one.text for one in distinct(phrases, 1)] == ["a b"]


def test_the_packaged_model_is_what_training_gives() -> None:
    trained = json.loads(dump(fit(read(ANNOTATED, split="train"), list(sample_texts(SAMPLE)))))
    held = json.loads(MODEL.read_text("utf-8"))
    assert held["frequencies"] == trained["frequencies"]
    assert held["documents"] == trained["documents"]
    assert held["intercept"] == pytest.approx(trained["intercept"], abs=2e-5)
    assert list(held["weights"]) == list(FEATURES)
    assert held["weights"] == pytest.approx(trained["weights"], abs=2e-5)


def test_every_marked_phrase_stands_in_its_document() -> None:
    documents = [*read(ANNOTATED, split="train"), *read(ANNOTATED, split="test")]
    assert len(documents) >= 150
    for document in documents:
        tokens = Tokens(document.text)
        assert len(document.phrases) >= 3
        assert [phrase for phrase in document.phrases if not tokens.mentions(phrase)] == []
