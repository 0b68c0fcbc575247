"""How worded answers are measured."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine import registry
from evaluation.__main__ import main as evaluations
from evaluation.claims import claims, units
from evaluation.wording.__main__ import main
from evaluation.wording.baselines import BASELINES, text
from evaluation.wording.measures import measure, plain, reading_ease, repeated, rouge
from evaluation.wording.rubric import MOST, agreement, judge, kappa, spearman, systems
from generation.citation_verification import SupportChecker

TEA = ("tea", "coffee")
ROW = {
    "id": "a",
    "object_1": "tea",
    "object_2": "coffee",
    "arguments": ["Tea is cheaper than coffee.", "Coffee is stronger than tea.", "Tea is sold here, and coffee."],
    "summaries": ["Tea is cheaper than coffee [1].", "Coffee is stronger [2].\n\nArguments used: 2."],
}


def test_a_text_is_cut_at_lines_and_sentences_but_never_inside_a_quote() -> None:
    text = "Tea wins. One says “Yes. Really” [1]. Good!\n- a line"
    assert units(text) == ["Tea wins.", "One says “Yes. Really” [1].", "Good!", "- a line"]


def test_headings_and_what_was_not_found_are_no_claims() -> None:
    text = "Tea is ahead. [1]\nFor tea:\n- “It is cheap” [1]\nFor coffee: nothing was found.\nAsk again."
    assert claims(text, TEA) == ["Tea is ahead [1].", "- “It is cheap” [1]"]


def test_reference_numbers_and_the_list_of_used_arguments_are_no_words() -> None:
    assert plain("Tea's good [1, 3].\n\nArguments used: 1, 3.").split() == ["Tea's", "good", "."]


@pytest.mark.parametrize(
    ("candidate", "references", "expected"),
    [
        ("cats sat here", ["Cat sits here!"], (2 / 3, 0, 0, 2 / 3)),
        ("a b c d", ["a b"], (2 / 3, 0.5, 0, 2 / 3)),
        ("a a a", ["a b b"], (1 / 3, 0, 0, 1 / 3)),
        ("a b c", ["x", "a b c"], (1, 1, 1, 1)),
        ("", ["a"], (0, 0, 0, 0)),
    ],
)
def test_rouge_is_the_f1_of_stems_against_the_best_reference(
    candidate: str, references: list[str], expected: tuple[float, ...]
) -> None:
    assert rouge(candidate, references) == pytest.approx(expected)


def test_short_words_are_easy_and_repeats_are_counted() -> None:
    assert reading_ease("The cat sat.") > 100 > reading_ease("Incomparable availability necessitates consideration.")
    assert reading_ease("") == 0.0
    assert (repeated("a b c d"), repeated("a b c a b c"), repeated("a")) == (0.0, 0.25, 0.0)


def test_a_text_is_measured_against_what_it_cites() -> None:
    checker = SupportChecker(registry.load("classifier", "keyphrase"))
    measured = measure(
        "Tea is cheaper than coffee [1]. Tea heals [2].", ROW["arguments"], TEA, ["Tea is cheaper"], checker
    )
    assert (measured.precision, measured.recall, measured.sentences, measured.words) == (0.5, 0.5, 2, 7)


def test_extracts_are_numbered_sentences_up_to_a_length() -> None:
    assert text(["Tea is good.", "word " * 174], [0, 1]) == "Tea is good. [1]"
    assert text(["word " * 300], [0]).endswith("[1]")
    for baseline in BASELINES.values():
        order = baseline(ROW["arguments"], ROW["summaries"])
        assert len({*order}) == len(order) <= 3


def test_the_oracle_takes_what_the_references_say() -> None:
    assert BASELINES["oracle"](ROW["arguments"], ["Coffee is stronger than tea."]) == [1]


GOOD = """In short, tea and coffee differ in price, taste and caffeine.

- Price: tea is cheaper than coffee nearly everywhere.
- Taste: coffee is richer than tea, as many say.
- Safety: tea is safer than coffee late at night.

Best option: tea."""


def test_the_rubric_gives_points_for_what_a_program_can_see() -> None:
    assert judge(GOOD, TEA) == {
        "C1": 1,
        "C2": 1,
        "C3": 1,
        "C4": 1,
        "C5": 1,
        "C6": 1,
        "C7": 1,
        "C10": 2,
        "C13": 1,
        "C15": 0,
    }
    assert sum(judge(GOOD, TEA).values()) <= MOST
    poor = judge("Milk is white and it is also good for me. Milk is white and it is good for me.", TEA)
    assert sum(poor.values()) == 0


def test_agreement_is_that_of_cohen_and_spearman() -> None:
    assert kappa([(1, 1), (0, 0), (1, 0), (0, 1)]) == 0.0
    assert kappa([(1, 1), (0, 0)]) == 1.0
    assert kappa([]) == 0.0
    assert spearman([(1, 10), (2, 20), (3, 15)]) == pytest.approx(0.5)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    (tmp_path / "summary").mkdir()
    (tmp_path / "cqa_eval").mkdir()
    rows = "".join(json.dumps({**ROW, "id": name}) + "\n" for name in "ab")
    (tmp_path / "summary" / "cam2_chatgpt_devtest.jsonl").write_text(rows, "utf-8")
    rated = [
        {
            "object_1": "tea",
            "object_2": "coffee",
            "system": f"{name}_scenario_1",
            "answer": answer,
            "scores": {f"C{n}": {"human_1": points // 10, "human_2": "", "gpt4": 1} for n in range(1, 16)},
            "sum": {"human_1": points, "human_2": "", "gpt4": 15},
        }
        for name, answer, points in (("gpt4", GOOD, 15), ("cam", "Tea.", 9))
    ]
    (tmp_path / "cqa_eval" / "devtest.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rated), "utf-8")
    return tmp_path


def test_the_rubric_is_compared_with_people_who_judged(data: Path) -> None:
    assert "rubric, 2 answers" in agreement(data / "cqa_eval" / "devtest.jsonl")
    found = systems(data / "cqa_eval" / "devtest.jsonl")
    assert [(name, count, people) for name, (count, _, people) in found.items()] == [("cam", 1, 9.0), ("gpt4", 1, 15.0)]
    result = CliRunner().invoke(main, ["--data", str(data), "--rubric"])
    assert result.exit_code == 0, result.output
    assert "gpt4" in result.output


def test_the_table_has_a_row_for_every_generator_and_baseline(data: Path) -> None:
    result = CliRunner().invoke(main, ["--data", str(data), "--judge", "keyphrase"])
    assert result.exit_code == 0, result.output
    rows = [line[:20].strip() for line in result.output.splitlines()]
    wanted = {*registry.names("generator")} - {"ctrl", "llm"} | {f"extract: {name}" for name in BASELINES}
    assert wanted | {"reference", "the question", "other reference"} <= {*rows}


def test_evaluations_are_found_by_name() -> None:
    listed = CliRunner().invoke(evaluations, ["--help"]).output
    assert all(f"  {name} " in listed for name in ("parsing", "relevance", "stance", "support", "wording"))
    assert "annotation" not in listed or CliRunner().invoke(evaluations, ["annotation", "--help"]).exit_code == 0
    assert "Measures answers worded" in CliRunner().invoke(evaluations, ["wording", "--help"]).output
    assert CliRunner().invoke(evaluations, ["nothing"]).exit_code == 2
