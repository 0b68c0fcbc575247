"""The reading benchmark: its scores on cases small enough to count by hand."""

from __future__ import annotations

import csv
import gzip
import json

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from engine import registry
from engine.trained import TRAINED
from engine.types import Form, Kind, Label, ParsedText, Span
from evaluation.parsing.__main__ import main
from evaluation.parsing.measures import belief, marked, measures, recall_at_precision, worst
from evaluation.parsing.systems import Reading, load_parsers
from evaluation.parsing.tags import (
    binary_counts,
    confusions,
    entities,
    entity_counts,
    tags_of,
    token_counts,
    without_begin,
)
from evaluation.parsing.texts import (
    COQAS_SYSTEM,
    SETS,
    Own,
    Questions,
    Taggings,
    Text,
    lower_cased,
    mistyped,
    read_rows,
    read_taggings,
    tagged,
    without_question_mark,
)
from evaluation.significance import score


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


def test_an_entity_counts_only_with_exact_bounds_and_label():
    gold = [["B-x", "I-x", "O", "B-x"], ["B-y", "O"]]
    predicted = [["B-x", "I-x", "O", "O"], ["B-y", "I-y"]]
    assert entity_counts(gold, predicted, ["x"]).tolist() == [[1, 1, 2], [0, 0, 0]]
    assert score(entity_counts(gold, predicted, ["x"])) == pytest.approx((1.0, 0.5, 2 / 3))
    assert score(entity_counts(gold, predicted, ["y"])) == (0.0, 0.0, 0.0)
    assert score(entity_counts(gold, predicted, ["x", "y"])) == pytest.approx((1 / 2, 1 / 3, 2 / 5))


def test_a_token_counts_whatever_entity_it_is_in():
    gold = [["B-x", "I-x", "O", "B-x"]]
    assert token_counts(gold, [["I-x", "B-x", "B-x", "O"]], "x").tolist() == [[2, 3, 3]]


def test_the_positive_class_is_scored():
    truth = [True, True, True, False, False]
    counts = binary_counts(truth, [True, True, False, True, False])
    assert score(counts) == pytest.approx((2 / 3, 2 / 3, 2 / 3))


@pytest.mark.parametrize(
    ("gold", "predicted", "expected"),
    [
        ("B-object O", "B-object O", {("object", "right"): 1}),
        ("B-object I-object", "B-object O", {("object", "bounds"): 1}),
        ("B-object O", "B-aspect O", {("object", "aspect"): 1}),
        ("B-object O", "O O", {("object", "O"): 1}),
        ("O O", "B-object O", {("O", "object"): 1}),
        ("B-object I-object", "B-aspect B-object", {("object", "bounds"): 1}),
        ("B-object B-aspect", "B-object I-object", {("object", "bounds"): 1, ("aspect", "object"): 1}),
        ("object O aspect", "O predicate aspect", {("object", "O"): 1, ("O", "predicate"): 1, ("aspect", "right"): 1}),
    ],
)
def test_each_entity_becomes_of_one_thing(gold, predicted, expected):
    assert confusions([gold.split()], [predicted.split()]) == expected


sequences = st.lists(
    st.sampled_from(["O", "B-object", "I-object", "B-aspect", "I-aspect", "B-predicate"]), min_size=6, max_size=6
)


@given(gold=sequences, predicted=sequences)
def test_what_became_of_entities_adds_up(gold, predicted):
    became = confusions([gold], [predicted])
    for label in Label:
        right, _, expected = entity_counts([gold], [predicted], [label])[0]
        assert became[label, "right"] == right
        assert sum(n for (of, _), n in became.items() if of == label) == expected


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


def test_spans_become_tags_of_the_words_they_touch():
    text = tagged(["is", "green", "tea", "better", "?"], "OOOOO")
    spans = (Span(3, 12, "green tea", Label.OBJECT), Span(13, 19, "better", Label.PREDICATE))
    tags = tags_of(ParsedText(text.text, True, 1.0, Kind.YES_NO, spans), text.words)
    assert tags == ["O", "B-object", "I-object", "B-predicate", "O"]
    assert without_begin(tags) == ["O", "object", "object", "predicate", "O"]


ASKED = Text(
    "Is C++ better than Ada?",
    words=((0, 2), (3, 6), (7, 13), (14, 18), (19, 22), (22, 23)),
    tags=("O", "B-object", "B-predicate", "O", "B-object", "O"),
    comparative=True,
    kind=Kind.YES_NO,
)
OTHER = Text("Is it 5?", words=((0, 2), (3, 5), (6, 7), (7, 8)), tags=("O",) * 4, comparative=False, kind=Kind.NONE)


def read(*answers: tuple[float, Kind, list[str]]) -> Reading:
    """Return what a system said: probability, kind and tags of each text."""
    questions = [ParsedText("", probability >= 0.5, probability, kind) for probability, kind, _ in answers]
    return Reading([tags for _, _, tags in answers], questions)


def test_everything_that_is_labelled_is_measured():
    said = read((0.9, Kind.DIRECT, list(ASKED.tags)), (0.2, Kind.NONE, ["O", "B-aspect", "O", "O"]))
    found = {m.what: score(m.counts).f1 for m in measures([ASKED, OTHER], said, by_kind=True)}
    assert found == {
        "comparative": 1.0,
        "kind (accuracy)": 0.5,
        "kind yes_no": 0.0,
        "kind none": 1.0,
        "object": 1.0,
        "predicate": 1.0,
        "all in yes_no": 1.0,
    }


def test_a_system_that_only_tags_is_measured_on_tags_only():
    found = measures([ASKED], Reading([list(ASKED.tags)]), by_kind=True)
    assert [m.what for m in found] == ["object", "predicate", "all in yes_no"]
    assert belief([ASKED, OTHER], Reading([list(ASKED.tags)] * 2), None) is None


def test_a_probability_is_measured_by_its_error_and_at_the_readers_own_threshold():
    said = read((0.9, Kind.YES_NO, []), (0.8, Kind.DIRECT, []), (0.0, Kind.NONE, []))
    found = belief([ASKED, OTHER, OTHER], said, 0.85)
    assert found is not None
    assert found.precise == (1.0, 1.0)
    assert found.recall_at_floor == 1.0
    assert found.brier == pytest.approx((0.1**2 + 0.8**2) / 3)
    assert found.calibration_error == pytest.approx((0.1 + 0.8) / 3)


def test_the_worst_texts_come_first_with_their_marks():
    said = read((0.9, Kind.YES_NO, ["O"] * 6), (0.7, Kind.DIRECT, ["O"] * 4))
    (first, second) = worst([OTHER, ASKED], Reading(said.tags[::-1], (said.questions or [])[::-1]), 5)
    assert first == ("comparative Is [C++|O] [better|P] than [Ada|O]?", "0.90 yes_no Is C++ better than Ada?")
    assert second == ("not comparative Is it 5?", "0.70 direct Is it 5?")


def test_what_is_right_is_no_error():
    assert worst([ASKED], read((0.9, Kind.YES_NO, list(ASKED.tags))), 5) == []


def test_marks_are_those_of_our_own_set():
    assert marked(ASKED, ASKED.tags) == "Is [C++|O] [better|P] than [Ada|O]?"


@pytest.mark.parametrize("text", [t for name in ("dev", "test") for t in Own(name, Form.QUESTION).read()][::9])
def test_our_own_set_is_read_with_its_words_in_place(text):
    assert "".join(text.tokens) == text.text.replace(" ", "")
    assert len(text.tags) == len(text.words)
    assert text.comparative == (text.kind is not Kind.NONE)
    assert {tag.rpartition("-")[2] for tag in text.tags} <= {*Label, "O"}


@pytest.mark.parametrize("alter", [lower_cased, without_question_mark, mistyped])
@pytest.mark.parametrize("text", [*Own("dev", Form.QUESTION).read()[::9], Text(""), tagged(["?"], ["O"])])
def test_an_altered_text_keeps_its_marks(alter, text):
    altered = alter(text)
    assert altered.text == alter(text).text
    assert [altered.text[start:end] for start, end in altered.words] == altered.tokens
    assert len(altered.tags) == len(altered.words)
    assert [e.label for e in entities(altered.tags)] == [e.label for e in entities(text.tags)]


def test_texts_are_altered_as_said():
    assert lower_cased(ASKED).text == "is c++ better than ada?"
    assert without_question_mark(ASKED).text == "Is C++ better than Ada"
    assert without_question_mark(tagged(["tea", "?"], ["O", "O"])).text == "tea"
    wrong, right = mistyped(ASKED), ASKED
    assert wrong.text != right.text
    assert abs(len(wrong.text) - len(right.text)) <= 1
    assert sum(a != b for a, b in zip(wrong.tokens, right.tokens, strict=True)) == 1
    assert mistyped(OTHER) == OTHER


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
    assert list(read_taggings(tmp_path / name, {"OBJ": "object", "OBJ-1": "object"})) == [
        (["a", "b", "c", "d"], ["B-object", "object", "O", "O"])
    ]


def test_one_of_several_published_systems_is_read(tmp_path):
    rows = [{"tokens": ["a"], "tags": ["O"], "system": name} for name in ("x", "y")]
    (tmp_path / "s.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    assert len(list(read_taggings(tmp_path / "s.jsonl", {}, system="y"))) == 1


@pytest.fixture
def data(tmp_path):
    """A folder with one or two items in every public data set."""
    for chosen in SETS.values():
        if isinstance(chosen, Questions):
            path = tmp_path / chosen.file
            path.parent.mkdir(exist_ok=True)
            questions = ("Is tea better than coffee?", "1"), ("Where is Oslo?", "0")
            write_rows(path, [{"question": q, "label": label, "direct": label} for q, label in questions])
        elif isinstance(chosen, Taggings):
            path = tmp_path / chosen.file
            path.parent.mkdir(exist_ok=True)
            names = list(chosen.labels)
            begin = "B-" if "Object" in names else ""
            tags = [f"{begin}{names[0]}", "O", f"{begin}{names[-1]}", "O", f"{begin}{names[-3]}"]
            row = {"tokens": ["tea", "is", "better", "than", "coffee"], "tags": tags}
            path.write_text(json.dumps(row) + "\n", "utf-8")
            if chosen.shipped:
                said = row | {"tags": ["B-Object", *["O"] * 4], "system": COQAS_SYSTEM}
                (tmp_path / chosen.shipped).write_text(json.dumps(said) + "\n", "utf-8")
    return tmp_path


def run(data, *options):
    result = CliRunner().invoke(main, ["--data", str(data), *options])
    assert result.exit_code == 0, result.output
    return result.output


def test_the_command_prints_every_set(data):
    figures, *below = run(data, "--parser", "rules").split("\n\n")
    header, *rows = figures.splitlines()
    assert header.split()[:6] == ["data", "what", "system", "texts", "P", "R"]
    assert list(dict.fromkeys(row.split()[0] for row in rows)) == list(SETS)
    assert [table.split()[0] for table in below] == ["comparative", "became", "one"]


def test_the_command_measures_chosen_sets_only(data):
    row = run(data, "--set", "webis2020_devtest", "--parser", "rules").splitlines()[1].split()
    assert row[:7] == ["webis2020_devtest", "comparative", "rules", "2", "1.000", "1.000", "1.000"]


def test_others_are_compared_with_the_published_system(data):
    rows = [row.split() for row in run(data, "--set", "comparely_devtest", "--parser", "rules").splitlines()]
    coqas, rules = (next(row for row in rows if row[1:3] == ["object", name]) for name in ("CoQAS", "rules"))
    assert coqas[5] == "0.500"
    assert float(rules[-3]) == 1.0
    assert rules[-2:] == [".925", "RoBERTa"]


def test_errors_are_shown_when_asked_for(data):
    assert "gold" not in run(data, "--set", "beloucif_devtest").split("one text")[1]
    assert "  gold [tea|O] is [better|A] than [coffee|O]" in run(data, "--set", "beloucif_devtest", "--errors", "1")


def test_every_registered_reader_is_measured_when_none_is_named(data):
    output = run(data, "--set", "comparely_dev")
    for name in registry.names("parser"):
        assert f" {name} " in output


def test_a_name_that_is_no_reader_is_refused(data):
    result = CliRunner().invoke(main, ["--data", str(data), "--parser", "ruels"])
    assert result.exit_code == 2
    assert "'ruels' is neither a folder nor a parser. Parsers: " in result.output


def test_a_folder_without_a_tagger_is_refused(data):
    result = CliRunner().invoke(main, ["--data", str(data), "--parser", str(data), "--set", "comparely_dev"])
    assert result.exit_code == 1
    assert f"Error: {data} " in result.output


def test_readers_together_say_the_mean_of_their_log_odds():
    learned, rules = (load_parsers(name) for name in (str(TRAINED), "rules"))
    together = load_parsers(f"{TRAINED}+rules")
    text = "Is tea better than coffee?"
    one, other, both = (parser.parse(text, form=Form.QUESTION) for parser in (learned, rules, together))
    assert one == registry.load("parser", "learned").parse(text)
    assert np.log(both.probability / (1 - both.probability)) == pytest.approx(
        np.mean([np.log(p / (1 - p)) for p in (min(one.probability, 0.999), min(other.probability, 0.999))])
    )
    assert both.spans == one.spans
    assert "own_question" in learned.guidelines
    assert not together.guidelines, "rules know none"


def test_counts_have_one_row_per_text():
    assert entity_counts([], [], ["x"]).shape == (0, 3)
    assert np.array_equal(binary_counts([True], [True]), [[1, 1, 1]])
