"""The annotated set keeps what its README promises, and the tool that builds it reads and measures correctly."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.types import Form, Kind, Label
from evaluation import annotation
from evaluation.annotation import DATA, SPLITS, MarkupError

ITEMS = annotation.read_all()
QUESTIONS = [item for item in ITEMS if item.form is Form.QUESTION]
STATEMENTS = [item for item in ITEMS if item.form is Form.STATEMENT]
README = (DATA / "README.md").read_text("utf-8")
LOOKS_COMPARATIVE = re.compile(
    r"\b(?:or|and|both|two|than|rather|other|same|between|differ\w*|better|best|worse|worst|more|most|less|least|"
    r"(?:fast|slow|old|larg|small|long|late|high|low|great|bright|warm|earl|nois|clos|near|deep|wid|weak)\w*(?:er|est))\b",
    re.IGNORECASE,
)


def read(marked: str, form: Form = Form.QUESTION) -> annotation.Item:
    return annotation.parse(marked, form, "food")


def test_there_are_the_promised_numbers_of_items() -> None:
    assert len(QUESTIONS) >= 1_000
    assert len(STATEMENTS) >= 400
    assert len({item.domain for item in ITEMS}) >= 15
    for kind in annotation.KINDS[Form.QUESTION]:
        assert sum(item.kind is kind for item in QUESTIONS) >= 90


def test_at_least_250_questions_look_comparative_and_are_not() -> None:
    assert sum(not item.comparative and bool(LOOKS_COMPARATIVE.search(item.text)) for item in QUESTIONS) >= 250


def test_statements_compare_and_do_not() -> None:
    assert sum(item.comparative for item in STATEMENTS) >= 200
    assert sum(not item.comparative for item in STATEMENTS) >= 150


def test_items_that_name_their_objects_name_two() -> None:
    naming = {Kind.DIRECT, Kind.YES_NO, Kind.DIFFERENCE, Kind.STATEMENT}
    assert [item.text for item in ITEMS if item.kind in naming and not item.pairs] == []


def test_no_frame_is_repeated_often() -> None:
    frames: dict[str, list[str]] = {}
    for item in ITEMS:
        frame = item.text.lower()
        for span in reversed(item.spans):
            frame = frame[: span.start] + f"_{span.label}_" + frame[span.end :]
        frame = re.sub(r"\b(?:an?|the|my|your)\b|\W", " ", frame)
        frames.setdefault(" ".join(frame.split()), []).append(item.text)
    assert [(frame, len(texts)) for frame, texts in frames.items() if len(texts) > 15] == []


def test_ids_are_unique() -> None:
    assert len({item.id for item in ITEMS}) == len(ITEMS)


def test_spans_start_with_no_article_or_preposition() -> None:
    functional = re.compile(r"(?:an?|my|your|our|to|for|in|of|with|than) ")
    assert [span.text for item in ITEMS for span in item.spans if functional.match(span.text)] == []


@pytest.mark.parametrize("name", SPLITS)
def test_the_built_files_agree_with_the_source(name: str) -> None:
    assert (DATA / f"{name}.jsonl").read_text("utf-8") == annotation.to_jsonl(annotation.split(ITEMS)[name])


@pytest.mark.parametrize("name", SPLITS)
def test_records_are_well_formed(name: str) -> None:
    for line in (DATA / f"{name}.jsonl").read_text("utf-8").splitlines():
        record = json.loads(line)
        assert set(record) == {"id", "text", "kind", "comparative", "tokens", "tags", "form", "domain"}
        assert Kind(record["kind"]) in annotation.KINDS[Form(record["form"])]
        assert record["comparative"] == (record["kind"] != "none") == (set(record["tags"]) != {"O"})
        assert "".join(record["tokens"]) == record["text"].replace(" ", "")
        assert len(record["tokens"]) == len(record["tags"])
        for before, tag in zip(["O", *record["tags"]], record["tags"], strict=False):
            assert re.fullmatch(r"O|[BI]-(?:Object|Aspect|Predicate)", tag)
            assert tag[0] != "I" or before[1:] == tag[1:]


def test_splits_share_no_pair_and_have_about_the_promised_sizes() -> None:
    parts = annotation.split(ITEMS)
    pairs = {name: set().union(*(item.pairs for item in part)) for name, part in parts.items()}
    assert not pairs["train"] & pairs["dev"] | pairs["train"] & pairs["test"] | pairs["dev"] & pairs["test"]
    assert sum(map(len, parts.values())) == len(ITEMS)
    for name, share in zip(SPLITS, (0.7, 0.1, 0.2), strict=True):
        assert len(parts[name]) / len(ITEMS) == pytest.approx(share, abs=0.03)


def test_splits_do_not_depend_on_the_order_of_the_items() -> None:
    assert annotation.split(ITEMS[::-1]) == annotation.split(ITEMS)


def test_the_readme_states_the_counts() -> None:
    assert annotation.counts(ITEMS) in README


def test_the_readme_states_the_agreement() -> None:
    printed = CliRunner().invoke(annotation.main, ["agreement"], catch_exceptions=False).output
    assert printed.strip() in README


def test_the_second_pass_covers_one_hundred_items() -> None:
    second = annotation.read_second(DATA / annotation.SECOND, ITEMS)
    assert len({item.text for item in second}) == 100


def test_marks_become_spans_and_tags() -> None:
    item = read("yes_no Is [Disney+|O]'s app [as good as|P] [Netflix|O]'s for [kids|A]?")
    assert [(span.text, span.label) for span in item.spans] == [
        ("Disney+", Label.OBJECT),
        ("as good as", Label.PREDICATE),
        ("Netflix", Label.OBJECT),
        ("kids", Label.ASPECT),
    ]
    assert all(item.text[span.start : span.end] == span.text for span in item.spans)
    assert item.pairs == {(("disney+",), ("netflix",))}
    record = item.record()
    assert " ".join(record["tokens"]) == "Is Disney+ 's app as good as Netflix 's for kids ?"
    assert " ".join(record["tags"]) == "O B-Object O O B-Predicate I-Predicate I-Predicate B-Object O O B-Aspect O"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("maybe [Tea|O] or [coffee|O]?", "kind 'maybe'"),
        ("statement [Tea|O] [beats|P] [coffee|O].", "kind 'statement'"),
        ("direct [Tea|X] or [coffee|O]?", "Broken marks"),
        ("direct [Tea|O or [coffee|O]?", "Broken marks"),
        ("direct [Tea|O]  or [coffee|O]?", "blanks"),
        ("direct ", "Broken marks"),
        ("direct te[a|O] or [coffee|O]?", "starts inside a token"),
        ("direct [tea|O] or [coffee|O]house?", "ends inside a token"),
        ("direct Tea or coffee?", "no marks at all"),
        ("none Do [tea|O] and milk mix?", "no marks at all"),
    ],
)
def test_a_broken_line_is_refused(line: str, message: str) -> None:
    with pytest.raises(MarkupError, match=message):
        read(line)


def test_a_broken_file_names_the_line(tmp_path: Path) -> None:
    (tmp_path / "questions.txt").write_text("== food\nnone What is tea?\n\ndirect Tea?\n", "utf-8")
    with pytest.raises(MarkupError, match=r"questions\.txt:4: "):
        annotation.read(tmp_path / "questions.txt", Form.QUESTION)


def test_two_items_with_the_same_letters_are_refused(tmp_path: Path) -> None:
    (tmp_path / "questions.txt").write_text("== food\nnone What is tea?\nnone what is Téa\n", "utf-8")
    (tmp_path / "statements.txt").write_text("", "utf-8")
    with pytest.raises(MarkupError, match="Two items with one text"):
        annotation.read_all(tmp_path)


def test_a_second_pass_of_an_unknown_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "second.txt").write_text("none What is tea?\n", "utf-8")
    with pytest.raises(MarkupError, match="no such text"):
        annotation.read_second(tmp_path / "second.txt", ITEMS)


def test_agreement_of_a_pass_with_itself_is_perfect() -> None:
    found = annotation.agreement(ITEMS, ITEMS)
    assert found.items == found.identical == len(ITEMS)
    assert set(found.span_f1.values()) == {1.0}
    assert found.token_kappa == found.kind_kappa == found.comparative_kappa == 1.0


def test_agreement_counts_equal_spans() -> None:
    first = read("direct [black tea|O] or [coffee|O] for [work|A]")
    second = read("direct black [tea|O] or [coffee|O] for [work|A]")
    found = annotation.agreement([first], [second])
    assert found.span_f1 == {Label.OBJECT: 0.5, Label.ASPECT: 1.0, Label.PREDICATE: 1.0}
    assert found.identical == 0


def test_kappa_is_one_for_perfect_and_zero_for_chance() -> None:
    assert annotation.kappa([("a", "a"), ("b", "b")]) == 1
    assert annotation.kappa([("a", "a"), ("a", "b"), ("b", "a"), ("b", "b")]) == 0
    assert annotation.kappa([("a", "a")]) == 1
