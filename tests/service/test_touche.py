"""Touché: topics in, a run out, a run checked and measured."""

from __future__ import annotations

import json
from itertools import pairwise
from math import log2
from pathlib import Path

import ir_measures
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InputError
from engine.retrieval.embedded.build import build_index
from evaluation.touche import measures
from evaluation.touche.__main__ import main as measure
from evaluation.touche.runs import Qrel, by_topic, read_qrels, read_run
from service.cli.commands import main
from service.touche.runs import MAX_PER_TOPIC, RunLine, ranked_lines, write_run
from service.touche.topics import Topic, read_topics

TOPIC = "<topic><number>{}</number><title>{}</title>{}</topic>"
TITLE = "Which is better, tea or coffee?"


def write(folder: Path, xml: str | bytes) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "topics.xml").write_bytes(xml if isinstance(xml, bytes) else xml.encode())
    return folder


@pytest.mark.parametrize(
    ("inside", "topic"),
    [
        ("<description>D</description><narrative>N</narrative>", Topic("1", TITLE)),
        ("", Topic("1", TITLE)),
        ("<objects>green tea, coffee</objects>", Topic("1", TITLE, ("green tea", "coffee"))),
        ("<objects><object>AT&amp;T</object><object>C++</object></objects>", Topic("1", TITLE, ("AT&T", "C++"))),
        ("<objects/><other>x</other>", Topic("1", TITLE)),
    ],
    ids=["2020", "2021", "2022", "elements", "unknown elements"],
)
def test_topics_of_every_year_are_read(tmp_path: Path, inside: str, topic: Topic) -> None:
    folder = write(tmp_path, f'<?xml version="1.0"?>\n<topics>\n{TOPIC.format(" 1 ", TITLE, inside)}\n</topics>')
    assert read_topics(folder) == [topic]


@pytest.mark.parametrize(
    ("xml", "said"),
    [
        ("", "are empty"),
        ("<topics></topics>", "There is no <topic>"),
        ("<topics><topic>", "not valid XML"),
        ("<queries/>", "begin with <queries>"),
        ("<topics><topic><title>x</title></topic></topics>", "The topic 1 .* has no <number>"),
        ("<topics><topic><number>1</number><title> </title></topic></topics>", "has no <title>"),
        (f"<topics>{TOPIC.format('1 2', 'x', '')}</topics>", "blanks cannot be in a run"),
        (f"<topics>{TOPIC.format(1, 'x', '') * 2}</topics>", "more than once"),
        (f"<topics>{TOPIC.format(1, 'x', '<objects>a</objects>')}</topics>", "has 1 <objects>"),
        ('<!DOCTYPE t [<!ENTITY a "b">]><topics/>', "XML entities"),
        (b"<topics>\xff</topics>", "not valid XML"),
        (b'<?xml version="1.0" encoding="nonesuch"?><topics/>', "not valid XML"),
    ],
)
def test_a_faulty_topic_file_is_said(tmp_path: Path, xml: str | bytes, said: str) -> None:
    with pytest.raises(InputError, match=said):
        read_topics(write(tmp_path, xml))


def test_missing_topics_are_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file"):
        read_topics(tmp_path / "nowhere")


SCORES = st.lists(st.floats(-1e6, 1e6), max_size=50)


@given(SCORES)
def test_a_run_has_falling_scores_and_ranks_that_agree(scores: list[float]) -> None:
    lines = ranked_lines("1", [(f"d{n}", score) for n, score in enumerate(scores)], tag="t")
    assert [line.rank for line in lines] == list(range(1, len(scores) + 1))
    printed = [float(f"{line.score:.6f}") for line in lines]
    assert all(above > below for above, below in pairwise(printed))


def test_a_run_has_at_most_a_thousand_documents_a_topic_and_is_valid(tmp_path: Path) -> None:
    lines = ranked_lines("1", [(f"d{n}", 1.0) for n in range(MAX_PER_TOPIC + 5)], tag="t")
    assert len(lines) == MAX_PER_TOPIC
    write_run(lines, tmp_path / "new" / "run.txt")
    assert [line[:4] for line in read_run(tmp_path / "new" / "run.txt")] == [line[:4] for line in lines]
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["run.txt"]


@pytest.mark.parametrize(
    ("run", "said"),
    [
        ("", "it is empty"),
        ("1 Q0 d 1 2.0", "line 1 has 5 columns"),
        ("1 PRO d 1 2.0 t", "'PRO' for a stance"),
        ("1 Q0 d one 2.0 t", "the rank 'one'"),
        ("1 Q0 d 1 nan t", "the score 'nan'"),
        ("1 Q0 d 1 2.0 t\n1 Q0 e 2 3.0 t", "topic 1 has a score that is higher"),
        ("1 Q0 d 1 2.0 t\n1 Q0 e 3 1.0 t", "has not the ranks 1 to 2"),
        ("1 Q0 d 1 2.0 t\n1 Q0 d 2 1.0 t", "a document twice"),
        ("1 Q0 d 1 2.0 t\n2 Q0 d 1 1.0 u", "2 tags, t, u"),
        ("\n".join(f"1 Q0 d{n} {n} {-n} t" for n in range(1, 1002)), "has 1001 documents"),
    ],
)
def test_a_faulty_run_is_said_with_its_line(tmp_path: Path, run: str, said: str) -> None:
    (tmp_path / "run.txt").write_text(run, "utf-8")
    with pytest.raises(InputError, match=said):
        read_run(tmp_path / "run.txt")


def test_faulty_judgements_are_said(tmp_path: Path) -> None:
    (tmp_path / "qrels").write_text("1 0 d\n", "utf-8")
    with pytest.raises(InputError, match=r"Line 1 .* has 3 columns"):
        read_qrels(tmp_path / "qrels")
    with pytest.raises(InputError, match="grade 'good' of topic 1"):
        measures.grades_of([Qrel("1", "d", "good")])


TOY = [RunLine("1", "Q0", doc, n, 10.0 - n, "t") for n, doc in enumerate(["u1", "a", "u2", "b", "c"], 1)]
JUDGED = [Qrel("1", "a", "2"), Qrel("1", "b", "1"), Qrel("1", "c", "0"), Qrel("1", "d", "2"), Qrel("1", "e", "-2")]


def test_the_two_ways_to_count_differ_by_what_nobody_judged() -> None:
    grades = measures.grades_of(JUDGED)
    ideal = 2 + 2 / log2(3) + 1 / log2(4)
    assert measures.trec_eval(TOY, grades).mean == pytest.approx((2 / log2(3) + 1 / log2(5)) / ideal)
    assert measures.organisers(TOY, grades).mean == pytest.approx((2 + 1 / log2(3)) / ideal)
    assert measures.judged(TOY, grades).mean == pytest.approx(3 / 5)


def test_a_topic_that_the_run_lacks_counts_only_in_the_way_of_trec_eval() -> None:
    grades = measures.grades_of([*JUDGED, Qrel("2", "x", "1")])
    assert measures.trec_eval(TOY, grades).topics == 2
    assert measures.organisers(TOY, grades).topics == 1


DOCUMENTS = st.lists(st.sampled_from("abcdefgh"), unique=True, min_size=1)


@given(DOCUMENTS, st.dictionaries(st.sampled_from("abcdefgh"), st.integers(-2, 3), min_size=1))
def test_where_all_is_judged_both_ways_are_those_of_ir_measures(order: list[str], judged: dict[str, int]) -> None:
    judged = dict.fromkeys(order, 0) | judged
    lines = ranked_lines("1", [(doc, -float(n)) for n, doc in enumerate(order)], tag="t")
    grades = measures.grades_of([Qrel("1", doc, str(grade)) for doc, grade in judged.items()])
    expected = ir_measures.calc_aggregate(
        [ir_measures.nDCG @ 5],
        [ir_measures.Qrel("1", doc, max(0, grade)) for doc, grade in judged.items()],
        [ir_measures.ScoredDoc("1", line.doc_id, line.score) for line in lines],
    )[ir_measures.nDCG @ 5]
    assert measures.trec_eval(lines, grades).mean == pytest.approx(expected)
    assert measures.organisers(lines, grades).mean == pytest.approx(expected)


def test_stance_is_a_macro_f1_over_judged_documents() -> None:
    lines = [
        line._replace(stance=stance) for line, stance in zip(TOY, ("NO", "FIRST", "NO", "FIRST", "Q0"), strict=True)
    ]
    qrels = [Qrel("1", "a", "FIRST"), Qrel("1", "b", "SECOND"), Qrel("1", "c", "NO"), Qrel("1", "z", "NO")]
    assert measures.stance_f1(lines, qrels) == (pytest.approx((2 / 3 + 0 + 0 + 0) / 4), 3)


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("collection")
    texts = {
        "tea-1": "Tea is better than coffee for sleep, because it has less caffeine. Tea is cheaper than coffee.",
        "coffee-1": "Coffee is better than tea. However, coffee costs money.",
        "shop-1": "We sell tea. We sell tea, and better cups, which is a better deal.",
        "none-1": "The weather was fine.",
    }
    source = folder / "passages.jsonl"
    source.write_text("\n".join(json.dumps({"id": key, "contents": text}) for key, text in texts.items()), "utf-8")
    build_index([source], folder / "index")
    return folder / "index"


@pytest.mark.parametrize(
    ("objects", "stances"), [("", ["Q0", "Q0"]), ("<objects>tea, coffee</objects>", ["FIRST", "SECOND"])]
)
def test_a_run_is_made_and_measured(tmp_path: Path, index: Path, objects: str, stances: list[str]) -> None:
    write(tmp_path / "in", f"<topics>{TOPIC.format(7, TITLE, objects)}{TOPIC.format(8, 'xyzzy?', '')}</topics>")
    arguments = ["touche", "-i", str(tmp_path / "in"), "-o", str(tmp_path / "out"), "--index", str(index)]
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 0, done.output
    lines = by_topic(read_run(tmp_path / "out" / "run.txt"))
    assert list(lines) == ["7"]
    assert {line.doc_id for line in lines["7"][:2]} == {"tea-1", "coffee-1"}
    assert [line.stance for line in sorted(lines["7"][:2], key=lambda line: line.doc_id, reverse=True)] == stances
    assert "none-1" not in {line.doc_id for line in lines["7"]}
    (tmp_path / "qrels").write_text("7 0 tea-1 2\n7 0 coffee-1 1\n7 0 shop-1 0\n", "utf-8")
    (tmp_path / "stance").write_text("7 0 tea-1 FIRST\n7 0 coffee-1 SECOND\n", "utf-8")
    run, qrels = str(tmp_path / "out" / "run.txt"), str(tmp_path / "qrels")
    options = ["--qrels", qrels, "--quality", qrels, "--stance", str(tmp_path / "stance")]
    text = CliRunner().invoke(measure, [run, *options]).stdout
    assert len(text.splitlines()) == 7
    figures = json.loads(CliRunner().invoke(measure, [run, *options, "--json"]).stdout)
    assert figures["nDCG@5 relevance, trec_eval"]["mean"] > 0.8
    assert figures["judged@5 quality"]["mean"] == pytest.approx(3 / 5)
    assert figures["stance macro F1"] == {"mean": 0.5 if objects else 0.0, "documents": 2}


def test_bm25_alone_is_a_run_too(tmp_path: Path, index: Path) -> None:
    write(tmp_path / "in", f"<topics>{TOPIC.format(7, TITLE, '')}</topics>")
    options = ["-i", str(tmp_path / "in"), "-o", str(tmp_path), "--index", str(index), "--tag", "bm25", "--bm25"]
    assert CliRunner().invoke(main, ["touche", *options]).exit_code == 0
    assert {line.tag for line in read_run(tmp_path / "run.txt")} == {"bm25"}


def test_a_tag_with_blanks_is_refused(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["touche", "-i", str(tmp_path), "-o", str(tmp_path), "--tag", "a b"])
    assert done.exit_code == 65
    assert "'a b' has blanks" in done.stderr
