from __future__ import annotations

from pathlib import Path

from engine.aspects.miner import CamMiner
from evaluation.aspects import measure, table


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
