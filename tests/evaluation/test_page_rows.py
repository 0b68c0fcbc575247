"""The judgements of pages, and the measure."""

from __future__ import annotations

import csv
import json

import pytest

from engine.pages.pairing import GreedyPairer
from engine.types import Page, PageHit
from evaluation.page_judgements import FOLDER, Judgements, between, corrected, draw, read_judgements
from evaluation.page_search import SNIPPET_CHARS, snippet
from evaluation.pages import Query, compared, interval, pool, precision, sheet


def hits(*titles: str) -> list[PageHit]:
    return [PageHit(Page(title, title), rank, 1.0, "") for rank, title in enumerate(titles, 1)]


@pytest.fixture
def query() -> Query:
    return Query("q01", ("Leaf", "Zoe"), (hits("tyres", "gears"), hits("gears ", "tyres ")))


def test_precision_is_the_share_of_comparative_rows_and_an_unjudged_row_is_not_comparative(query: Query) -> None:
    judged = Judgements({("q01", ("tyres", "tyres ")): (1, 0)})
    (row,) = precision([query], GreedyPairer(similarity=1.0, url=0.0), judged).tolist()
    assert row[1:] == pytest.approx([0.5 / 5, 0.5 / 10, 1 / 10])


def test_passes_that_agree_have_kappa_1_and_passes_that_agree_by_chance_0() -> None:
    rows = [("q01", (str(n), "")) for n in range(4)]
    assert Judgements(dict(zip(rows, [(1, 1), (0, 0)] * 2, strict=True))).agreement() == (1.0, 1.0)
    assert Judgements(dict(zip(rows, [(1, 1), (1, 0), (0, 1), (0, 0)], strict=True))).agreement() == (0.5, 0.0)


def test_the_pool_names_each_row_once_without_its_method(query: Query) -> None:
    items = pool([query], seed=1)
    assert len({json.dumps(one["pages"]) for one in items}) == len(items) >= 2
    assert {key for one in items for key in one} == {"query", "objects", "pages"}
    assert len({json.dumps(pool([query], seed=seed)) for seed in range(9)}) > 1


def test_a_second_judge_reads_judged_rows_without_their_grades(query: Query) -> None:
    rows = [("q01", ("tyres", "tyres ")), ("q01", ("gears", "tyres "))]
    items = sheet([query], rows, 2, seed=1)
    assert {tuple(page["id"] for page in one["pages"]) for one in items} == {row for _, row in rows}  # type: ignore[attr-defined]
    assert {key for one in items for key in one} == {"query", "objects", "pages", "chance"}
    assert all("text" in page for one in items for page in one["pages"])  # type: ignore[attr-defined]


def test_every_row_of_the_head_is_drawn_and_of_the_others_as_many_as_fill_up() -> None:
    rows = [("q01", (str(n), "")) for n in range(50)]
    drawn = draw(rows, rows[:10], 20, seed=3)
    assert len(drawn) == 20
    assert set(rows[:10]) <= drawn.keys() <= set(rows)
    assert {drawn[row] for row in rows[:10]} == {1.0}
    assert {chance for row, chance in drawn.items() if row not in rows[:10]} == {0.25}
    assert drawn == draw(rows[::-1], rows[:10], 20, seed=3) != draw(rows, rows[:10], 20, seed=4)


def test_judges_are_compared_by_the_weight_of_their_rows() -> None:
    rows = [("q01", (str(n), "")) for n in range(4)]
    one = Judgements(dict(zip(rows, [(1, 1), (1, 1), (0, 0), (0, 0)], strict=True)))
    other = Judgements(dict(zip(rows, [(1,), (0,), (0,), (0,)], strict=True)), {rows[0]: 0.5})
    found = between(one, other)
    assert found.counts.tolist() == [[2, 0], [1, 1]]
    assert found.alike == pytest.approx(4 / 5)
    assert found.kappa == pytest.approx((4 / 5 - 12 / 25) / (1 - 12 / 25))
    assert found.low == found.high == pytest.approx(found.kappa)  # one query only
    assert between(one, one).kappa == 1.0
    assert "all rows" in compared(one, other)


def test_grades_moved_to_the_second_judge_have_the_mean_of_all_that_it_would_grade() -> None:
    rows = [("q01", (str(n), "")) for n in range(4)]
    first = Judgements(dict.fromkeys(rows, (1, 1)))
    second = Judgements({rows[0]: (0,), rows[1]: (1,)}, {rows[0]: 0.5, rows[1]: 0.5})
    moved = corrected(first, second)
    assert [moved.comparative(*row) for row in rows] == [-1, 1, 1, 1]
    assert corrected(first, first).grades.keys() == first.grades.keys()


def test_an_interval_contains_the_mean() -> None:
    values = precision([Query("q01", ("a", "b"), (hits("x"), hits("x ")))] * 3, GreedyPairer(), Judgements({}))
    assert interval(values[:, 0]) == (0.0, 0.0)


def test_the_judgements_are_of_known_queries_and_hold_ids_alone() -> None:
    with (FOLDER / "queries.csv").open(encoding="utf-8", newline="") as lines:
        queries = {row["query"] for row in csv.DictReader(lines)}
    grades = read_judgements().grades
    assert len(queries) >= 20
    assert {query for query, _ in grades} == queries
    assert all(page.isalnum() and len(page) < 10 for _, row in grades for page in row)
    assert {grade for pair in grades.values() for grade in pair} == {0, 1}


def test_a_snippet_is_the_sentences_that_name_the_query_cut_at_a_word() -> None:
    sentences = ["Nothing here.", "The iPad is thin.", "An iPad costs more.", "x " * 300]
    assert "The iPad is thin. An iPad costs more." in snippet(sentences, ["ipad"])
    assert not snippet(["y " * 150, *sentences], ["ipad"]).startswith("y")
    assert len(snippet(sentences, ["ipad"])) <= SNIPPET_CHARS
    assert snippet([], ["ipad"]) == ""


def test_the_second_judge_graded_judged_rows_once() -> None:
    first, second = read_judgements().grades, read_judgements(FOLDER / "judgements_b.jsonl")
    assert second.grades.keys() <= first.keys()
    assert len(second.grades) >= 250
    assert {len(grades) for grades in second.grades.values()} == {1}
    assert all(0 < chance <= 1 for chance in second.chances.values())
