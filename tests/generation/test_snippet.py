"""Snippets: a sentence where it stands."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.config import load_config
from engine.errors import NotFoundError
from engine.pipeline import Engine
from engine.types import Decision, Length, Sentence
from generation.snippet import SnippetGenerator
from tests.generation.scenarios import ENDINGS, FIRST, TEA, argument, comparison

BEST = "For a calm evening tea is better than coffee."
TEXT = ["Zero.", "One.", "I tried [7] both.", BEST, "My “aunt” agrees.", "Five.", "Six."]


def context(sentence_id: str) -> Sequence[Sentence]:
    document = sentence_id.partition("#")[0]
    return [Sentence(f"{document}#{n - 3}", text, document, n) for n, text in enumerate(TEXT)]


def nowhere(sentence_id: str) -> Sequence[Sentence]:
    raise NotFoundError(f"There is no sentence {sentence_id!r}.")


def test_the_best_sentence_stands_between_its_neighbours() -> None:
    answer = SnippetGenerator(context=context).answer(ENDINGS["first"])
    assert answer.text.splitlines()[1] == (
        "“I tried (7) both.” “For a calm evening tea is better than coffee” [1] “My ‘aunt’ agrees.”"
    )


def test_a_page_has_room_for_three_on_either_side() -> None:
    text = SnippetGenerator(context=context).answer(ENDINGS["first"], length=Length.FULL).text
    assert "“Zero. One. I tried" in text
    assert text.endswith("agrees. Five. Six.”")


@pytest.mark.parametrize("generator", [SnippetGenerator(), SnippetGenerator(context=nowhere)])
def test_without_neighbours_it_stands_alone(generator: SnippetGenerator) -> None:
    assert generator.answer(ENDINGS["first"]).text.endswith("\n“For a calm evening tea is better than coffee” [1]")


def test_neighbours_of_another_sentence_with_the_same_id_are_not_its_own() -> None:
    found = comparison(TEA, [argument("Tea beats coffee.", FIRST, source=n) for n in "abc"], Decision.FIRST)
    assert "tried" not in SnippetGenerator(context=context).answer(found).text


def test_without_a_winner_each_side_has_its_snippet() -> None:
    assert len(SnippetGenerator().answer(ENDINGS["undecided"]).citations) == 2


def test_given_sentences_have_no_neighbours() -> None:
    sentences = [f"Tea is {how} than coffee." for how in ("better", "cheaper", "healthier", "milder")]
    answer = Engine(load_config(environ={})).answer_from(sentences, TEA, generator="snippet")
    assert len(answer.citations) == 1
