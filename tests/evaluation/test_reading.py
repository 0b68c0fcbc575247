"""The reading benchmark: its scores on cases small enough to count by hand."""

from __future__ import annotations

import csv
import gzip
import json

import pytest
from click.testing import CliRunner

from engine import registry
from engine.types import Kind, Label, Question, Span
from evaluation.reading import (
    SETS,
    Questions,
    Taggings,
    binary_score,
    entities,
    entity_score,
    main,
    read_rows,
    read_taggings,
    recall_at_precision,
    tags_of,
)


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        ("", []),
        ("O O", []),
        ("B-x I-x O", [(0, 2, "x")]),
        ("B-x B-x", [(0, 1, "x"), (1, 2, "x")]),
        ("I-x I-x", [(0, 2, "x")]),
        ("O I-x B-x", [(1, 2, "x"), (2, 3, "x")]),
        ("B-x I-y", [(0, 1, "x"), (1, 2, "y")]),
        ("B-x O I-x", [(0, 1, "x"), (2, 3, "x")]),
        ("x x O y", [(0, 2, "x"), (3, 4, "y")]),
        ("x y x", [(0, 1, "x"), (1, 2, "y"), (2, 3, "x")]),
    ],
)
def test_entities_are_found_as_conlleval_finds_them(tags, expected):
    assert [tuple(entity) for entity in entities(tags.split())] == expected


def test_an_entity_counts_only_with_exact_borders_and_label():
    gold = [["B-x", "I-x", "O", "B-x"], ["B-y", "O"]]
    predicted = [["B-x", "I-x", "O", "O"], ["B-y", "I-y"]]
    assert entity_score(gold, predicted, "x") == pytest.approx((1.0, 0.5, 2 / 3))
    assert entity_score(gold, predicted, "y") == (0.0, 0.0, 0.0)


def test_scores_without_anything_to_find_are_zero():
    assert entity_score([["O"]], [["O"]], "x") == (0.0, 0.0, 0.0)


def test_the_positive_class_is_scored():
    truth = [True, True, True, False, False]
    assert binary_score(truth, [True, True, False, True, False]) == pytest.approx((2 / 3, 2 / 3, 2 / 3))


@pytest.mark.parametrize(
    ("truth", "probability", "expected"),
    [
        ([True, True, False], [0.9, 0.8, 0.1], 1.0),
        ([True, False, True], [0.9, 0.8, 0.7], 0.5),
        ([False, True], [0.9, 0.8], 0.0),
        ([True, False], [0.5, 0.5], 0.0),
        ([False], [0.5], 0.0),
        ([], [], 0.0),
    ],
)
def test_recall_is_the_best_with_the_precision_kept(truth, probability, expected):
    assert recall_at_precision(truth, probability, 0.99) == expected


def test_spans_become_tags_of_the_tokens_they_touch():
    text = "is green tea better ?"
    spans = (Span(3, 12, "green tea", Label.OBJECT), Span(13, 19, "better", Label.PREDICATE))
    question = Question(text, True, 1.0, Kind.YES_NO, spans)
    assert tags_of(question, text.split(), begin=True) == ["O", "B-object", "I-object", "B-predicate", "O"]
    assert tags_of(question, text.split(), begin=False) == ["O", "object", "object", "predicate", "O"]


def write_rows(path, rows):
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, ["question", "label", "direct", "leak"])
        writer.writeheader()
        writer.writerows(rows)


def test_rows_that_repeat_a_devtest_item_are_dropped(tmp_path):
    write_rows(tmp_path / "q.csv", [{"question": "a", "leak": ""}, {"question": "b", "leak": "x_devtest"}])
    assert [row["question"] for row in read_rows(tmp_path / "q.csv")] == ["a"]


@pytest.mark.parametrize("name", ["t.jsonl", "t.jsonl.gz"])
def test_tags_are_renamed_and_unknown_ones_dropped(tmp_path, name):
    row = json.dumps({"tokens": ["a", "b", "c", "d"], "tags": ["B-OBJ", "OBJ-1", "SHARED", "O"], "leak": ""})
    content = f"{row}\n".encode()
    (tmp_path / name).write_bytes(gzip.compress(content) if name.endswith("gz") else content)
    (tagging,) = read_taggings(tmp_path / name, {"OBJ": "object", "OBJ-1": "object"})
    assert tagging.tags == ["B-object", "object", "O", "O"]


@pytest.fixture
def data(tmp_path):
    """A folder with one or two items in every data set."""
    for chosen in SETS.values():
        path = tmp_path / chosen.file
        path.parent.mkdir(exist_ok=True)
        if isinstance(chosen, Questions):
            questions = ("Is tea better than coffee?", "1"), ("Where is Oslo?", "0")
            write_rows(path, [{"question": q, "label": label, "direct": label} for q, label in questions])
        else:
            names = list(chosen.labels)
            begin = "B-" if "Object" in names else ""
            tags = [f"{begin}{names[0]}", "O", f"{begin}{names[-1]}", "O", f"{begin}{names[-3]}"]
            line = json.dumps({"tokens": ["tea", "is", "better", "than", "coffee"], "tags": tags})
            path.write_text(line + "\n", "utf-8")
    return tmp_path


def test_the_command_prints_one_row_per_set_and_label(data):
    result = CliRunner().invoke(main, ["--data", str(data), "--reader", "rules"])
    assert result.exit_code == 0, result.output
    header, *rows = result.output.splitlines()
    assert header.split()[:6] == ["data", "texts", "what", "P", "R", "F1"]
    labels = [len(set(chosen.labels.values())) if isinstance(chosen, Taggings) else 1 for chosen in SETS.values()]
    assert len(rows) == sum(labels)
    assert [row.split()[0] for row in rows] == [name for name, n in zip(SETS, labels, strict=True) for _ in range(n)]


def test_the_command_measures_chosen_sets_only(data):
    result = CliRunner().invoke(main, ["--data", str(data), "--set", "webis2020_devtest"])
    row = result.output.splitlines()[1].split()
    assert row[:6] == ["webis2020_devtest", "2", "comparative", "1.000", "1.000", "1.000"]


def test_every_registered_reader_can_be_measured(data):
    for name in registry.names("reader"):
        result = CliRunner().invoke(main, ["--data", str(data), "--reader", name, "--set", "comparely_dev"])
        assert result.exit_code == 0, result.output
