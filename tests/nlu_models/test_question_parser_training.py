"""What readers learn from, and how it is varied."""

from __future__ import annotations

import csv
import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.types import Form, Kind
from nlu_models.training.question.augment import Varier, assemble, bare, pieces, suggested, typo
from nlu_models.training.question.data import GUIDELINES, SETS, Item, apart, bio, letters, read, split_tags

TEA = Item(
    "tea or green coffee for sleep ?", "own_question", ("B-object", "O", "B-object", "I-object", "O", "B-aspect", "O")
)


def write_questions(path: Path, rows: list[tuple[str, str, str]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("question", "label", "leak"), *rows])


def write_tags(path: Path, rows: list[dict[str, object]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")


def test_rows_that_repeat_a_devtest_are_left_out(tmp_path: Path) -> None:
    rows = [("Is tea  better?", "1", ""), ("Is milk better?", "1", "compquestions_qi/webis2020_devtest")]
    write_questions(tmp_path / "compquestions_qi" / "webis2020_train.csv", rows)
    assert read(tmp_path, ["webis2020_train"]) == [Item("Is tea better?", "webis2020", comparative=True)]


def test_runs_of_tags_become_spans_and_parts_of_tokens_go_on(tmp_path: Path) -> None:
    row = {"tokens": ["is", "C++", "web-based", "or", "slow"], "tags": ["O", "OBJ-1", "OBJ-1", "SHARED", "ASPECT"]}
    write_tags(tmp_path / "compquestions_oai" / "beloucif_train.jsonl", [row | {"leak": ""}])
    (item,) = read(tmp_path, ["beloucif_train"])
    assert item.words == ["is", "C++", "web", "-", "based", "or", "slow"]
    assert item.tags == ("O", "B-object", "I-object", "I-object", "I-object", "B-shared", "B-aspect")
    assert item.comparative is None


def test_tags_with_bounds_keep_them(tmp_path: Path) -> None:
    row = {"tokens": ["a", "b", "c", "d"], "tags": ["B-Object", "B-Object", "I-Aspect", "I-Aspect"], "leak": ""}
    write_tags(tmp_path / "comparely_tagging" / "dev.jsonl", [row])
    (item,) = read(tmp_path, ["comparely_dev"])
    assert item.tags == ("B-object", "B-object", "B-aspect", "I-aspect")
    assert item.form is Form.STATEMENT


def test_our_own_set_has_a_tag_for_every_word_and_kinds_for_questions(tmp_path: Path) -> None:
    items = read(tmp_path, ["own_train", "own_dev"])
    assert all(len(item.tags or ()) == len(item.words) for item in items)
    assert {kind for item in items for kind in item.kinds or ()} == set(Kind) - {Kind.STATEMENT}
    assert {item.guideline for item in items} <= set(GUIDELINES)


def test_no_set_is_a_devtest_and_an_unknown_one_is_named(tmp_path: Path) -> None:
    with pytest.raises(KeyError, match="devtest"):
        read(tmp_path, ["webis2020_devtest"])
    assert not any("devtest" in f"{name} {parser}" for name, parser in SETS.items())


def test_held_out_texts_are_not_learned_from_in_any_spelling() -> None:
    assert apart([TEA, Item("Tea?", "webis")], [Item("tea or Green-Coffee, for sleep", "cam2")]) == [
        Item("Tea?", "webis")
    ]
    assert letters("Café 3!") == "cafe3"


@given(st.lists(st.sampled_from(["O", "object", "aspect"]), max_size=12))
def test_a_run_of_one_label_is_one_span(labels: list[str]) -> None:
    tags = bio(labels)
    assert [tag[2:] or "O" for tag in tags] == labels
    assert all(tag[0] != "I" or before[1:] == tag[1:] for before, tag in zip(["O", *tags], tags, strict=False))


@given(st.lists(st.sampled_from(["AT&T", ".NET", "web-based", "don't", "a/b", "€"]), max_size=8))
def test_every_word_of_a_token_has_a_tag(tokens: list[str]) -> None:
    tags = split_tags(tokens, ["B-object"] * len(tokens))
    assert len(tags) == len(Item(" ".join(tokens), "webis").words)
    assert tags.count("B-object") == len(tokens)


def test_an_item_is_the_sum_of_its_pieces() -> None:
    assert assemble(TEA, pieces(TEA)) == TEA
    assert [piece.words for piece in pieces(TEA) if piece.label == "object"] == [("tea",), ("green", "coffee")]


@given(st.integers(0, 1000))
def test_a_variant_has_the_same_labels_in_the_same_order(seed: int) -> None:
    varied = Varier([TEA], ["AT&T", "C++"], random.Random(seed)).vary(TEA)
    assert len(varied.tags or ()) == len(varied.words)
    assert [piece.label for piece in pieces(varied) if piece.label != "O"] == ["object", "object", "aspect"]
    assert (varied.guideline, varied.kinds, varied.comparative) == (TEA.guideline, TEA.kinds, TEA.comparative)


def test_objects_are_replaced_exchanged_and_signs_left_out() -> None:
    varied = {Varier([TEA], ["Yerba Mate"], random.Random(seed)).vary(TEA).text for seed in range(200)}
    assert any("Yerba Mate" in text for text in varied)
    assert any(text.startswith("green coffee or tea") for text in varied)
    assert bare(TEA).text == "tea or green coffee for sleep"
    assert bare(Item("?!", "webis")).text == "?!"


def test_variants_depend_on_the_seed_alone() -> None:
    first, second = ([Varier([TEA], [], random.Random(7)).vary(TEA) for _ in range(3)] for _ in range(2))
    assert first == second


@given(st.text("abcdefgh", min_size=4, max_size=10), st.integers(0, 100))
def test_a_typing_error_changes_at_most_one_letter_in_length(word: str, seed: int) -> None:
    assert abs(len(typo(word, random.Random(seed))) - len(word)) <= 1


def test_suggested_names_are_short_and_plain(tmp_path: Path) -> None:
    row = {"object": "C++", "google_vs_suggestions": ["c", "one two three four"], "ccr_suggestions": ["a/b"]}
    (tmp_path / "suggestions.jsonl").write_text(json.dumps(row) + "\n", "utf-8")
    assert suggested(tmp_path / "suggestions.jsonl") == ["C++", "c"]
