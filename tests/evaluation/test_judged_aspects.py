from __future__ import annotations

from pathlib import Path

import pytest

from engine.aspects.miner import CamMiner
from evaluation.aspects import measure, pairs_table, relation, table


@pytest.mark.parametrize(
    ("first", "second", "found"),
    [
        ("faster", "speed", "same"),
        ("slower", "speed", "contrary"),
        ("Seagulls", "seagull", "same"),
        ("seagulls", "speed", "different"),
        ("price", "speed", "different"),
    ],
)
def test_aspects_relate_by_their_dimensions(first: str, second: str, found: str) -> None:
    assert relation(first, second) == relation(second, first) == found


def test_the_table_of_pairs_counts_the_right_ones(tmp_path: Path) -> None:
    rows = ["first,second,relation", "faster,slower,contrary", "faster,speedily,same", "speed,price,same"]
    (tmp_path / "pairs.csv").write_text("\n".join(rows), "utf-8")
    assert pairs_table(tmp_path / "pairs.csv").splitlines()[1].split() == ["dimensions", "1/2", "1/1", "0/0", "2/3"]


def test_phrases_are_counted_by_label_and_by_whether_they_are_mined(tmp_path: Path) -> None:
    path = tmp_path / "judged.csv"
    path.write_text(
        "object_a,object_b,candidate,label,sentence,leak\n"
        'wool,silk,easier to wash,PREDICATE-FULL,"wool is easier to wash than silk, says my aunt",\n'
        'wool,silk,aunt,BAD,"wool is easier to wash than silk, says my aunt",\n'
        "wool,silk,warmth,ASPECT,wool has better warmth than silk,\n"
        "wool,silk,shine,ASPECT,wool can't match the shine of silk but is softer,\n"
        "wool,silk,softer,BAD,wool can't match the shine of silk but is softer,\n"
        "wool,silk,softer,BAD,wool is softer,\n"
        "wool,silk,softer,BAD,wool is softer than silk,devtest\n"
    )
    counts = measure(CamMiner(), path)
    assert counts == {
        ("PREDICATE-FULL", True): 1,
        ("ASPECT", True): 1,
        ("ASPECT", False): 1,
        ("BAD", True): 1,
        ("BAD", False): 1,
    }
    assert table({"judged": counts}).splitlines()[1].split() == [
        "judged",
        "5",
        "0.600",
        "0.667",
        "0.500",
        "1.000",
        "-",
        "0.500",
    ]
