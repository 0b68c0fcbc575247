"""The pairs that the support checker learns from, its fit and its figures, on sentences of our own."""

from __future__ import annotations

import csv
import gzip
import json
import random
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine import registry
from engine.types import Answer, Citation, Document, Hit, Sentence
from engine.types.document import BulletList, Paragraph, Quote, Role, Statement, Table, Words
from evaluation.citations import Cited, cited, cited_in, total
from evaluation.support.__main__ import area, main
from evaluation.support.pairs import converse, cut, negated, other_number, split, summary_pairs, swap, variants
from generation.citation_verification import WEIGHTS, SupportChecker

TEA = ("tea", "coffee")
SENTENCE = "Tea of 2 bags is cheaper than coffee because it lasts."
ROW = {
    "id": "a",
    "object_1": "tea",
    "object_2": "coffee",
    "aspect": "",
    "arguments": ["Tea is cheaper than coffee.", "Coffee is stronger than tea.", "Tea and coffee are sold here."],
    "summaries": ["Some say tea is cheaper than coffee [1]. Coffee is stronger than tea [2].\n\nArguments used: 1, 2."],
}


@pytest.fixture(scope="module")
def checker() -> SupportChecker:
    return SupportChecker(registry.load("classifier", "keyphrase"))


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (cut(SENTENCE, *TEA), "Tea of 2 bags is cheaper than coffee"),
        (cut("Tea, and coffee.", *TEA), "Tea, and coffee."),
        (swap("Tea beats coffee", *TEA), "coffee beats tea"),
        (swap("Tea wins", *TEA), ""),
        (converse("Tea is cheaper than coffee", *TEA), "coffee is more expensive than tea"),
        (converse("Tea is nice", *TEA), ""),
        (negated("Tea is nice"), "Tea is not nice"),
        (negated("Tea isn't nice"), "Tea is nice"),
        (negated("Tea rocks"), ""),
        (other_number("tea 5", *TEA, random.Random(0)), "tea 12"),
        (other_number("tea", *TEA, random.Random(0)), ""),
    ],
)
def test_claims_are_made_and_falsified(made: str, expected: str) -> None:
    assert made == expected


def test_a_true_claim_and_a_false_one_are_never_the_same() -> None:
    pairs = [*variants(SENTENCE, SENTENCE, *TEA, random.Random(0))]
    assert {pair.kind for pair in pairs} >= {
        "verbatim",
        "cut",
        "converse",
        "negated",
        "swapped objects",
        "other number",
    }
    assert {p.claim for p in pairs if p.supported}.isdisjoint(p.claim for p in pairs if not p.supported)


def test_a_summary_gives_its_clauses_with_what_they_cite_and_with_what_none_cites(tmp_path: Path) -> None:
    (tmp_path / "s.jsonl").write_text(json.dumps(ROW) + "\n", "utf-8")
    pairs = [*summary_pairs(tmp_path / "s.jsonl")]
    assert [(p.claim, p.sentence) for p in pairs if p.supported] == [
        ("Some say tea is cheaper than coffee", ROW["arguments"][0]),
        ("Coffee is stronger than tea", ROW["arguments"][1]),
    ]
    assert {p.sentence for p in pairs if p.kind == "summary, other sentence"} == {ROW["arguments"][2]}


def test_no_two_objects_are_on_both_sides_of_a_split() -> None:
    pairs = [
        pair
        for name in "abcdefghij"
        for pair in variants(f"{name} is cheaper than b1.", "", name, "b1", random.Random(0))
    ]
    fitted, held_out = split(pairs)
    assert len(fitted) + len(held_out) == len(pairs)
    assert {pair.first for pair in fitted}.isdisjoint(pair.first for pair in held_out)


def test_citation_precision_and_recall_are_counted_by_statement(checker: SupportChecker) -> None:
    sentences = ROW["arguments"]
    text = "Tea is cheaper than coffee [1][2]. Coffee is stronger. Tea heals [3]. Coffee is stronger than tea [2][9]."
    assert cited(text, sentences, TEA, checker) == Cited(2, 5, 2, 4)
    assert total([Cited(1, 2, 3, 4), Cited(1, 2, 3, 4)]).precision == 0.5
    assert Cited(0, 0, 0, 0).recall == 1.0


def test_the_citations_of_an_answer_are_its_own(checker: SupportChecker) -> None:
    hit = Hit(Sentence("a#0", "Tea is cheaper than coffee.", "a", 0), 1.0, Document("a", source="a"), (), ("a",))
    runs = (Words("One source says "), Quote("Tea is cheaper", 1), Words(". Nothing else was found on tea. "))
    blocks = (
        Paragraph((*runs, Statement("Coffee heals", (1,)), Words(". Tea wins.")), Role.HEADLINE),
        Paragraph((Words("For tea:"),), Role.HEADING),
        BulletList(((Quote("Tea is cheaper than coffee", 1),),)),
        Table(((), (Words("tea"),)), (((Words("Price"),), (Quote("Tea is cheaper", 1),)),)),
        Paragraph((Words("All quotes on tea come from us."),), Role.NOTICE),
    )
    assert cited_in(Answer(blocks, (Citation(1, hit),)), TEA, checker) == Cited(3, 4, 3, 5)


def test_the_area_under_the_curve_counts_ties_half() -> None:
    assert area([3.0, 2.0], [2.0, 1.0]) == 0.875


def test_the_command_fits_and_reports(tmp_path: Path) -> None:
    for folder in ("compsent19", "summary", "cam_relevance"):
        (tmp_path / folder).mkdir()
    rows = [
        [f"{a}{n} is {how} than coffee.", f"{a}{n}", "coffee", label, ""]
        for n in range(20)
        for a, how, label in (("tea", "cheaper", "BETTER"), ("tea", "slower", "WORSE"), ("milk", "faster", "BETTER"))
    ]
    header = ["sentence", "object_a", "object_b", "label", "leak"]
    with gzip.open(tmp_path / "compsent19" / "train.csv.gz", "wt", newline="") as file:
        csv.writer(file).writerows([header, *rows])
    with (tmp_path / "compsent19" / "devtest.csv").open("w", newline="") as file:
        csv.writer(file).writerows([header, *rows[:6]])
    with gzip.open(tmp_path / "summary" / "cam2_chatgpt_train.jsonl.gz", "wt") as file:
        file.write(json.dumps(ROW) + "\n")
    (tmp_path / "summary" / "cam2_chatgpt_devtest.jsonl").write_text(json.dumps(ROW) + "\n")
    silver, gold = {**ROW, "gpt35_answers": ROW["summaries"]}, {**ROW, "expert_answers": ["Tea heals [2]."]}
    (tmp_path / "cam_relevance" / "silver_summaries_devtest.jsonl").write_text(json.dumps(silver) + "\n")
    (tmp_path / "cam_relevance" / "gold_summaries_devtest.jsonl").write_text(json.dumps(gold) + "\n")
    fitted = CliRunner().invoke(main, ["--data", str(tmp_path), "--fit"])
    assert fitted.exit_code == 0, fitted.output
    assert all(f'"{name}": ' in fitted.output for name in WEIGHTS)
    result = CliRunner().invoke(main, ["--data", str(tmp_path)])
    assert result.exit_code == 0, result.output
    assert "machine-written: cited or not, ROC AUC 1.000; citation precision 1.000 of 2" in result.output
    assert "edited by experts: cited or not" in result.output
