"""The batch forms: one line out for one line in, in order, whatever comes."""

from __future__ import annotations

import io
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import schemas
from engine.pipeline import Engine
from engine.types import Form
from engine.types.document import numbers_of, runs_of
from service.cli import batch
from service.cli.commands import main

COMMAND = [sys.executable, "-c", "from service.cli.commands import main; main()"]

BAD_LINES = [
    b"",
    b"{",
    b"null",
    b"[1]",
    b"7",
    b'"text"',
    b"\xff\xfe",
    b'{"id": "bad", "text": 7, "sentence": 7, "objects": 7, "question": 7}',
    b'{"id": "bad"}',
    b'{"id": "bad", "text": "\xc3\x28", "sentence": "\xc3\x28"}',
    b'{"id": {"a": 1}, "text": "x"}',
    b'{"id": NaN, "text": "x"}',
    b'{"id": 1e999, "text": "x"}',
    b"[" * 10_000,
    b'{"id": "bad", "text": "' + b"x" * 10_001 + b'"}',
]

GOOD_LINES: dict[str, dict[str, Any]] = {
    "parse": {"text": "Is tea better than coffee for sleep?"},
    "classify": {"sentence": "Tea is better than coffee.", "first": "tea", "second": "coffee"},
    "rank": {
        "first": "tea",
        "second": "coffee",
        "aspect": "sleep",
        "sentences": ["Nothing.", "Tea is better than coffee for sleep.", "Tea beats coffee."],
    },
    "compare": {"objects": ["tea", "coffee"], "aspects": [{"name": "sleep", "weight": 5}]},
    "answer": {"question": "Is tea better than coffee for sleep?"},
}

KEYS = {
    "parse": {"id", "comparative", "probability", "kind", "spans", "objects", "aspects", "asked", "of_class", "called"},
    "classify": {"id", "stance", "probabilities", "claims"},
    "rank": {"id", "order", "scores"},
    "compare": {"id", *schemas.Comparison.__annotations__},
    "answer": {"id", "answer", "blocks", "citations", "asked", "verdict", "overall"},
}


def run(index: Path, *arguments: str, lines: list[bytes | dict[str, Any]]) -> list[Any]:
    raw = b"".join((line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n" for line in lines)
    result: Result = CliRunner().invoke(main, [*arguments, "--index", str(index)], input=raw)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    answers = [json.loads(line) for line in result.stdout_bytes.splitlines()]
    assert len(answers) == len(lines)
    return answers


@pytest.mark.parametrize("command", GOOD_LINES)
def test_each_line_gives_one_line_in_order_and_bad_ones_give_errors(index: Path, command: str) -> None:
    lines: list[bytes | dict[str, Any]] = []
    for n, bad in enumerate(BAD_LINES):
        lines += [{"id": n, **GOOD_LINES[command]}, bad]
    answers = run(index, command, lines=lines)
    assert [answer["id"] for answer in answers[::2]] == list(range(len(BAD_LINES)))
    assert all(set(answer) == KEYS[command] for answer in answers[::2])
    assert all(set(answer) == {"id", "error"} for answer in answers[1::2])
    assert all(answer["id"] in {None, "bad"} for answer in answers[1::2])
    assert all(set(answer["error"]) == {"code", "message", "status"} for answer in answers[1::2])


def test_read_gives_spans_of_the_text_as_it_came(index: Path) -> None:
    texts = [
        "Is tea better than coffee?",
        "  Is  tea\tbetter than coffee ?\n",
        "Is the\u00a0C++ faster than C#?",
        "",
        "🍵",
    ]
    answers = run(index, "parse", lines=[{"id": n, "text": text} for n, text in enumerate(texts)])
    for text, answer in zip(texts, answers, strict=True):
        for span in answer["spans"]:
            assert text[span["start"] : span["end"]] == span["text"]
            assert span["label"] in {"object", "aspect", "predicate"}
    assert answers[0]["comparative"]
    assert answers[0]["objects"] == ["tea", "coffee"]
    assert not answers[3]["comparative"]


def test_read_takes_statements_too(index: Path) -> None:
    (answer,) = run(index, "parse", "--sentences", lines=[{"id": "s", "text": "Tea is better than coffee for sleep."}])
    assert answer["objects"] == ["Tea", "coffee"]


def test_classify_says_which_of_the_two_is_favoured(index: Path) -> None:
    line = GOOD_LINES["classify"]
    turned = {**line, "first": "coffee", "second": "tea"}
    here, there = run(index, "classify", "--classifier", "keyphrase", lines=[{"id": 1, **line}, {"id": 2, **turned}])
    assert (here["stance"], there["stance"]) == ("FIRST", "SECOND")
    assert list(here["probabilities"]) == ["FIRST", "SECOND", "EQUAL", "NONE"]
    assert sum(here["probabilities"].values()) == pytest.approx(1)
    assert here["probabilities"]["FIRST"] == there["probabilities"]["SECOND"]


def test_classify_takes_many_lines_together_and_keeps_their_order(index: Path) -> None:
    lines: list[bytes | dict[str, Any]] = []
    for n in range(1_000):
        first, second = ("tea", "coffee") if n % 3 else ("coffee", "tea")
        lines.append({"id": n, "sentence": f"Tea is better than coffee {n}.", "first": first, "second": second})
    answers = run(index, "classify", lines=lines)
    assert [answer["id"] for answer in answers] == list(range(1_000))
    assert [answer["stance"] for answer in answers] == ["FIRST" if n % 3 else "SECOND" for n in range(1_000)]


def test_rank_orders_all_sentences_and_scores_them_in_that_order(index: Path) -> None:
    (answer,) = run(index, "rank", "--ranker", "cam", lines=[{"id": 1, **GOOD_LINES["rank"]}])
    assert sorted(answer["order"]) == [0, 1, 2]
    assert answer["order"][-1] == 0
    assert answer["scores"] == sorted(answer["scores"], reverse=True)
    (empty,) = run(index, "rank", lines=[{"id": 1, "first": "a", "second": "b", "sentences": []}])
    assert (empty["order"], empty["scores"]) == ([], [])


def test_compare_gives_the_whole_comparison(index: Path) -> None:
    (answer,) = run(index, "compare", lines=[{"id": "x", **GOOD_LINES["compare"]}])
    assert (answer["winner"], answer["decision"]) == ("tea", "first")
    assert len(answer["interval"]) == 2
    assert [share["aspect"] for share in answer["shares"]] == ["", "sleep"]


@pytest.mark.parametrize("objects", [["tea"], list("abcdefg"), ["tea", "tea"], ["", "tea"], ["x" * 101, "tea"]])
def test_what_cannot_be_compared_gives_an_error_with_its_id(index: Path, objects: list[str]) -> None:
    (answer,) = run(index, "compare", lines=[{"id": "x", "objects": objects}])
    assert answer["id"] == "x"
    assert answer["error"]["code"] in {"not_comparable", "bad_input"}


def test_compare_puts_several_things_in_order(index: Path) -> None:
    (answer,) = run(index, "compare", lines=[{"id": 1, "objects": ["tea", "coffee", "cocoa"]}])
    assert answer["id"] == 1
    assert [place["object"] for place in answer["orders"][0]["places"]][:2] == ["tea", "coffee"]


def test_compare_explains(index: Path) -> None:
    aspects = [{"name": "sleep", "weight": 5}]
    lines = [
        {"id": 1, "objects": ["tea", "coffee"], "aspects": aspects},
        {"id": 2, "objects": ["tea", "coffee", "cocoa"]},
    ]
    explained, refused = run(index, "compare", "--explain", "--sources", "1", lines=lines)
    assert (explained["id"], explained["winner"], len(explained["votes"])) == (1, "tea", 1)
    assert (refused["id"], refused["error"]["code"]) == (2, "not_comparable")


def test_answer_takes_both_forms(index: Path) -> None:
    given = {
        "first": "tea",
        "second": "coffee",
        "sentences": ["Tea is better than coffee.", "Coffee is cheaper than tea."],
    }
    asked, told = run(index, "answer", lines=[{"id": 1, **GOOD_LINES["answer"]}, {"id": 2, **given}])
    assert asked["citations"]
    assert {citation["sentence"] for citation in told["citations"]} <= set(given["sentences"])
    for answer in (asked, told):
        for citation in answer["citations"]:
            assert {"number", "sentence", "document"} <= set(citation)
        numbers = {number for run in runs_of(schemas.to_blocks(answer["blocks"])) for number in numbers_of(run)}
        assert numbers == {citation["number"] for citation in answer["citations"]}


def test_given_sentences_need_no_index(tmp_path: Path) -> None:
    line: dict[str, Any] = {"id": 1, "first": "tea", "second": "coffee", "sentences": ["Tea is better than coffee."]}
    (answer,) = run(tmp_path / "nothing", "answer", lines=[line])
    assert "Tea is better than coffee." in {citation["sentence"] for citation in answer["citations"]}


def test_a_missing_index_is_the_error_of_each_line_that_needs_it(tmp_path: Path) -> None:
    (answer,) = run(tmp_path / "nothing", "answer", lines=[{"id": 1, "question": "Is tea better than coffee?"}])
    assert answer["error"]["code"] == "index_unusable"


def test_a_line_without_end_and_one_that_is_too_long_are_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    limit = batch.MAX_LINE_BYTES
    source = io.BytesIO(
        b'{"id": 1, "text": "' + b"x" * limit + b'"}\n{"id": 2, "text": "tea or coffee?"}\n{"id": 3, "te'
    )
    out = io.BytesIO()
    batch.run(source, out, schemas.ParseLine, partial(batch.parse, Engine(), Form.QUESTION))
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [answer["id"] for answer in answers] == [None, 2, 3]
    assert str(limit) in answers[0]["error"]["message"]
    assert "error" in answers[2]


def test_a_bug_in_one_line_does_not_stop_the_others(caplog: pytest.LogCaptureFixture) -> None:
    def work(lines: Any) -> list[dict[str, Any]]:
        if any(line.text == "bug" for line in lines):
            raise RuntimeError("secret detail")
        return [{"ok": line.text} for line in lines]

    source = io.BytesIO(b'{"id": 1, "text": "a"}\n{"id": 2, "text": "bug"}\n{"id": 3, "text": "c"}\n')
    out = io.BytesIO()
    batch.run(source, out, schemas.ParseLine, work, together=10)
    first, second, third = (json.loads(line) for line in out.getvalue().splitlines())
    assert (first, third) == ({"id": 1, "ok": "a"}, {"id": 3, "ok": "c"})
    assert second["error"]["code"] == "internal"
    assert "secret" not in second["error"]["message"]
    assert "secret detail" in caplog.text


@given(st.lists(st.binary(max_size=60).map(lambda raw: raw.replace(b"\n", b" ")), max_size=20), st.integers(1, 5))
@settings(max_examples=50)
def test_any_lines_give_as_many_lines(lines: list[bytes], together: int) -> None:
    out = io.BytesIO()
    echo: Callable[[Any], list[dict[str, Any]]] = lambda group: [{"text": line.text} for line in group]  # noqa: E731
    batch.run(io.BytesIO(b"".join(line + b"\n" for line in lines)), out, schemas.ParseLine, echo, together=together)
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert len(answers) == len(lines)


def test_a_line_is_answered_before_the_next_one_is_written() -> None:
    with subprocess.Popen([*COMMAND, "classify"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for n in range(3):
            process.stdin.write(json.dumps({"id": n, **GOOD_LINES["classify"]}).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == n
        process.stdin.close()
        assert process.wait(timeout=10) == 0


def test_a_reader_that_leaves_early_is_no_error() -> None:
    command = shlex.join([*COMMAND, "classify", "--progress"])
    line = json.dumps({"id": 1, **GOOD_LINES["classify"]})
    script = f"yes {shlex.quote(line)} | {command} | head -n 1"
    done = subprocess.run(["bash", "-c", script], capture_output=True, timeout=20, check=False)
    assert json.loads(done.stdout)["id"] == 1
    assert b"Traceback" not in done.stderr
    assert b"BrokenPipe" not in done.stderr


def test_progress_is_shown_on_stderr_when_wanted(index: Path) -> None:
    line = json.dumps({"id": 1, **GOOD_LINES["classify"]}).encode() + b"\n"
    result = CliRunner().invoke(main, ["classify", "--progress"], input=line * 3)
    assert "3 lines" in result.stderr
    assert len(result.stdout.splitlines()) == 3
    assert os.linesep not in result.stdout.splitlines()[0]
