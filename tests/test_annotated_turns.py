"""The annotated messages keep what their guide promises, and the tool that builds them reads correctly."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from evaluation import annotated_messages, annotation
from evaluation.annotated_messages import Before
from evaluation.annotation import DATA, SPLITS, MarkupError, letters
from nlu_models.intents import ANNOTATED, Entity
from tests.dialogues.conversations import CONVERSATIONS

MESSAGES = annotated_messages.read()
PARTS = annotated_messages.split(MESSAGES)
README = (DATA / "README.md").read_text("utf-8")


def test_there_are_enough_messages_of_every_intent() -> None:
    assert len(MESSAGES) >= 1_500
    assert {message.intent for message in MESSAGES} == set(ANNOTATED)
    for intent in ANNOTATED:
        assert sum(message.intent == intent for message in MESSAGES) >= 20


def test_some_words_are_read_differently_after_different_comparisons() -> None:
    readings: dict[str, set[tuple[str, ...]]] = {}
    for message in MESSAGES:
        reading = (message.intent, *(entity.entity for entity in message.entities))
        readings.setdefault(letters(message.text), set()).add(reading)
    assert sum(len(found) > 1 for found in readings.values()) >= 10


def test_no_message_is_one_of_the_test_conversations() -> None:
    said = {letters(str(turn["say"])) for talk in CONVERSATIONS for turn in talk["turns"] if "say" in turn}
    assert [message.text for message in MESSAGES if letters(message.text) in said - {""}] == []


def test_spans_start_with_no_article_or_preposition() -> None:
    functional = re.compile(r"(?:an?|my|your|our|to|for|of|with|than) ", re.IGNORECASE)
    named = [entity for message in MESSAGES for entity in message.entities if entity.entity != "style"]
    assert [entity.value for entity in named if functional.match(entity.value)] == []


def test_ids_are_unique() -> None:
    assert len({message.id for message in MESSAGES}) == len(MESSAGES)


def test_splits_share_no_pair_among_themselves_and_with_the_questions() -> None:
    items = annotation.split(annotation.read_all())
    pairs = {name: set().union(*(one.pairs for one in [*PARTS[name], *items[name]])) for name in SPLITS}
    assert not pairs["train"] & pairs["dev"] | pairs["train"] & pairs["test"] | pairs["dev"] & pairs["test"]


def test_splits_have_about_the_promised_sizes() -> None:
    assert sum(map(len, PARTS.values())) == len(MESSAGES)
    for name, share in zip(SPLITS, (0.6, 0.2, 0.2), strict=True):
        assert len(PARTS[name]) / len(MESSAGES) == pytest.approx(share, abs=0.05)


@pytest.mark.parametrize("name", SPLITS)
def test_the_built_files_agree_with_the_source(name: str) -> None:
    written = (DATA / f"turns_{name}.jsonl").read_text("utf-8")
    assert written == annotated_messages.to_jsonl(PARTS[name])
    for record in map(json.loads, written.splitlines()):
        assert "".join(record["tokens"]) == record["text"].replace(" ", "")
        assert len(record["tokens"]) == len(record["tags"])


def test_the_readme_states_the_counts() -> None:
    assert annotated_messages.counts(MESSAGES) in README


def test_the_example_of_the_readme_is_a_record() -> None:
    example = next(block for block in re.findall(r"```json\n(.*?)```", README, re.DOTALL) if '"t-' in block)
    records = [message.record() for message in MESSAGES]
    assert json.loads(example) in records


def test_marks_become_entities() -> None:
    message = annotated_messages.parse("change_object [R|new], not [C++|old]", Before("C++ or Go", ("C++", "Go")), "x")
    assert message.text == "R, not C++"
    assert message.entities == (Entity("object", "R", 0, 1, "new"), Entity("object", "C++", 7, 10, "old"))
    assert message.pairs == {(("c++",), ("go",)), (("c++",), ("r",))}
    assert message.record()["tags"] == ["B-Object", "O", "O", "B-Object"]


def test_the_value_of_a_style_is_its_mark() -> None:
    message = annotated_messages.parse("style as a [table|other]", Before(), "x")
    assert message.entities == (Entity("style", "other", 5, 10),)
    assert set(message.record()["tags"]) == {"O"}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("maybe tea", "intent 'maybe'"),
        ("why", "without a message"),
        ("compare [tea|X] or milk", "Broken marks"),
        ("compare [tea|O]  or [milk|O]", "blanks"),
        ("add_aspect te[a|A]", "inside a token"),
        ("add_aspect for tea", "add_aspect needs a mark"),
        ("thanks for [tea|O]", "no marks"),
    ],
)
def test_a_broken_line_is_refused(line: str, message: str) -> None:
    with pytest.raises(MarkupError, match=message):
        annotated_messages.parse(line, Before(), "x")


def test_a_repeated_message_is_refused_unless_it_is_read_differently(tmp_path: Path) -> None:
    path = tmp_path / "turns.txt"
    path.write_text("== x\n> [a|O] or [b|O]\nadd_aspect [milk|A]?\n> [c|O] or [d|O]\nname_object [Milk|O]\n", "utf-8")
    assert [message.before.objects for message in annotated_messages.read(path)] == [("a", "b"), ("c", "d")]
    path.write_text(path.read_text("utf-8") + "add_aspect [milk|A]!\n", "utf-8")
    with pytest.raises(MarkupError, match=r"turns\.txt:6: The message of line 3 again"):
        annotated_messages.read(path)
