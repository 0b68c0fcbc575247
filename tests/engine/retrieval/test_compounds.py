"""What is said of compounds, "apple juice", is not said of the things in them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from engine.config import load_config
from engine.pipeline import Engine
from engine.retrieval.compounds import names_with_compounds, on_themselves
from engine.retrieval.embedded.build import build_index
from engine.retrieval.in_memory import ListRetriever
from engine.types import Argument, Classification

FRUIT = ("apple", "orange")
JUICES = [f"On day {n} apple juice was sweeter than an orange." for n in range(3)]
APPLES = [f"On day {n} an apple was sweeter than an orange." for n in range(3)]


def _arguments(sentences: Sequence[str], pair: Sequence[str]) -> list[Argument]:
    hits = ListRetriever(sentences=sentences).search(pair).hits
    return [Argument(hit, Classification(1.0, 0.0, 0.0, 0.0)) for hit in hits]


def _kept(
    sentences: Sequence[str], pair: Sequence[str] = FRUIT, meant: Sequence[str] = ()
) -> tuple[int, object, object]:
    found = on_themselves(_arguments(sentences, pair), pair, meant=meant, least=3)
    return len(found.arguments), found.left_out, found.included


def test_they_are_left_out_where_there_is_enough_on_the_things() -> None:
    assert _kept([*APPLES, *JUICES]) == (3, {"apple juice": 3}, {})


def test_they_count_where_there_is_too_little_else() -> None:
    assert _kept([*APPLES[:2], *JUICES]) == (5, {}, {"apple juice": 3})


def test_they_count_where_they_were_asked_about() -> None:
    assert _kept([*APPLES, *JUICES], meant=("juice",)) == (6, {}, {})


@pytest.mark.parametrize(
    "sentence",
    [
        "Apples beat oranges.",
        "An apple tastes better than an orange.",
        "Apple juice is nice, but the apple is better than the orange.",
        "My apple, juice or not, beats an orange.",
        "An apple's juice is sweeter than an orange's.",
    ],
)
def test_a_thing_that_is_named_alone_is_no_compound(sentence: str) -> None:
    assert _kept([*APPLES, sentence])[1] == {}


def test_a_verb_is_no_noun_unless_both_have_it() -> None:
    bites = ["An apple bites better than an orange.", "An apple bites hard, worse than orange bites do."]
    assert _kept([*APPLES, *bites])[:2] == (4, {"apple bite": 1})


def test_an_answer_says_what_it_is_on_and_takes_none_for_a_property(tmp_path: Path) -> None:
    source = tmp_path / "texts.jsonl"
    source.write_text("".join(json.dumps({"id": text, "sentences": [text]}) + "\n" for text in JUICES), "utf-8")
    build_index([source], tmp_path / "index")
    with closing(Engine(load_config(environ={}, overrides={"retrieval": {"index": tmp_path / "index"}}))) as engine:
        answer = engine.answer(engine.compare(FRUIT))
        sweeter = engine.ask("Is an apple sweeter than an orange?")
    assert sweeter.text.startswith("Nothing I have read says which of the two is sweeter")
    assert answer.text.endswith("Most of this is on apple juice, as too little is said of the two alone.")


@pytest.mark.parametrize(
    ("sentences", "pair", "names"),
    [
        ([*APPLES, *JUICES], FRUIT, FRUIT),
        (APPLES, FRUIT, ()),
        (["The Nikon lens beats the canon.", "A Canon lens beats my Nikon."], ("Nikon", "Canon"), ()),
        ([*JUICES, "Cider is made of apple and no orange.", "It is made from apple, not orange."], FRUIT, ()),
    ],
)
def test_only_common_nouns_on_compounds_of_which_something_is_said_have_other_things_for_compounds(
    sentences: Sequence[str], pair: tuple[str, str], names: tuple[str, ...]
) -> None:
    retriever = ListRetriever(sentences=sentences)
    hits = retriever.search(pair).hits
    assert names_with_compounds(_arguments(sentences, pair), pair, hits=hits, retriever=retriever) == names
