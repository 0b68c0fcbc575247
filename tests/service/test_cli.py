"""The command line: what people read, exit statuses, speed."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from engine.config import load_config
from service.cli.commands import main
from service.cli.repl import talk
from service.client import Client
from tests.service.served import FakeRasa, Service

QUESTION = "Is tea better than coffee for sleep?"


def whichever(*arguments: str, stdin: bytes = b"") -> Result:
    return CliRunner().invoke(main, arguments, input=stdin)


def test_ask_prints_the_answer_the_bars_and_the_sources(index: Path) -> None:
    result = whichever("ask", *QUESTION.split(), "--index", str(index))
    assert result.exit_code == 0, result.output
    assert "[1]" in result.stdout
    assert re.search(r"tea +6 #+ +0 coffee   better for sleep: of 6 sources", result.stdout)
    assert re.search(r"tea +6 #+-+ +2 coffee   in general: of 9 sources, 1 for neither", result.stdout)
    assert "· host-" in result.stdout
    assert all(len(line) <= 110 for line in result.stdout.splitlines())


def test_ask_prints_json_when_it_is_wanted(index: Path) -> None:
    result = whichever("ask", QUESTION, "--json", "--fast", "--generator", "template", "--index", str(index))
    answer = json.loads(result.stdout)
    assert (answer["generator"], answer["comparison"]["winner"]) == ("template", "tea")


@pytest.mark.parametrize(
    ("form", "begins", "has"),
    [("markdown", "", r"\[1\]"), ("html", '<p class="headline">', "<cite>[1]</cite>"), ("ssml", "<speak>", "</s>")],
)
def test_ask_prints_for_other_programs(index: Path, form: str, begins: str, has: str) -> None:
    result = whichever("ask", QUESTION, "--format", form, "--index", str(index))
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith(begins)
    assert has in result.stdout


def test_compare_prints_two_things_like_an_answer(index: Path) -> None:
    result = whichever("compare", "tea", "coffee", "--aspect", "sleep", "--index", str(index))
    assert result.exit_code == 0, result.output
    assert "[1]" in result.stdout
    assert re.search(r"tea +\d+ #+-* +\d+ coffee   sleep: of \d+ sources", result.stdout)


def test_compare_tells_whose_evidence_counts(index: Path) -> None:
    whose = ("--publisher", "host-1", "--publisher", "host-2", "--without", "host-2")
    result = whichever("compare", "tea", "coffee", *whose, "--index", str(index))
    assert result.exit_code == 0, result.output
    assert "Only what is from host-1 or host-2, not from host-2 counts." in " ".join(result.stdout.split())


def test_compare_puts_several_things_in_order(index: Path) -> None:
    result = whichever("compare", "coffee", "tea", "C++", "--index", str(index))
    assert result.exit_code == 0, result.output
    assert re.search(r"^ 1 tea +#+-* +>?\d+% the best, place 1", result.stdout, re.MULTILINE)
    assert re.search(r"^ - C\+\+ +too little evidence, 0 sources", result.stdout, re.MULTILINE)
    assert re.search(r"^  tea +\. +6/9\*? +few", result.stdout, re.MULTILINE)
    assert all(len(line) <= 110 for line in result.stdout.splitlines())


def test_compare_explains_each_pair_as_text_and_as_json(index: Path) -> None:
    how = ("--classifier", "keyphrase", "--sources", "2", "--index", str(index))
    text = whichever("compare", "tea", "coffee", "--explain", *how).stdout
    for words in (
        "tea or coffee: ",
        "6.60 votes to tea",
        " for tea",
        "*better*",
        "Without host-",
        "Left out:",
        "more source",
    ):
        assert words in text, text
    lines = whichever("compare", "tea", "coffee", "cocoa", "--explain", "--json", "--index", str(index)).stdout
    pairs = [json.loads(line)["objects"] for line in lines.splitlines()]
    assert pairs == [["tea", "coffee"], ["tea", "cocoa"], ["coffee", "cocoa"]]


def test_ask_says_what_is_missing_from_a_question(index: Path) -> None:
    result = whichever("ask", "tea", "--index", str(index))
    assert result.exit_code == 0
    assert result.stdout.strip()


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["ask", "tea or coffee?", "--index", "no/such/index"], 66, "no/such/index"),
        (["ask", ""], 65, "empty"),
        (["ask", "x" * 10_000], 65, "at most 2000"),
        (["ask", "x", "--generator", "bulets"], 64, "Did you mean 'bullets'?"),
        (["classify", "--classifier", "x"], 64, "Known: bow, cascade, claims, embedding, keyphrase"),
        (["components", "parsr"], 64, "Did you mean 'parser'?"),
        (["ask", "x", "--config", "no/such.toml"], 78, "no/such.toml"),
        (["search", "tea", "--index", "no/such/index"], 66, "no/such/index"),
        (["index", "--out", "{tmp}", "no/such/source"], 65, "no/such/source"),
        (["index", "data/sample"], 2, "either --out FOLDER or --to elasticsearch"),
        (["index", "--out", "{tmp}", "--to", "elasticsearch", "data/sample"], 2, "either --out FOLDER or"),
        (["chat", "--url", "ftp://x"], 65, "ftp://x"),
        (["chat", "--url", "http://x:99999"], 65, "http://x:99999"),
        (["chat", "--url", "http://[::1"], 65, "http://[::1"),
        (["chat", "--url", "http://a b"], 69, "http://a%20b"),
        (["chat", "--url", "http://127.0.0.1:9"], 69, "whichever serve"),
        (["compare", "tea"], 65, "A comparison takes two to 6 different things, not 1: tea"),
        (["compare", *"abcdefg"], 65, "not 7: a, b"),
        (["compare", "tea", "?!", "--explain"], 65, "has no letter or digit"),
        (["ask"], 2, "Usage"),
        (["nonesuch"], 2, "No such command"),
    ],
)
def test_a_failure_is_one_line_and_a_status(tmp_path: Path, arguments: list[str], status: int, said: str) -> None:
    result = whichever(*(each.format(tmp=tmp_path / "out") for each in arguments), stdin=b"hello\n")
    assert result.exit_code == status, result.output
    assert said in result.stderr
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("redirection", "status", "said"),
    [("<&-", 69, "is closed"), (">&-", 69, "is closed"), (">/dev/full", 74, "No space left")],
)
def test_a_stream_that_fails_is_one_line_and_a_status(redirection: str, status: int, said: str) -> None:
    command = shlex.join([sys.executable, "-c", "from service.cli.commands import main; main()", "parse"])
    line = '{"text": "tea or coffee?"}'
    script = f"{command} <<< '{line}' {redirection}"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=20, check=False)
    assert done.returncode == status
    assert done.stderr.startswith("Error: ")
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_index_and_search_work_together(tmp_path: Path) -> None:
    source = tmp_path / "pages"
    source.mkdir()
    (source / "a.txt").write_text("Tea is better than coffee. It has less caffeine.", "utf-8")
    out = tmp_path / "index"
    built = whichever("index", "--out", str(out), "--progress", str(source))
    assert built.exit_code == 0, built.output
    assert "Added 2 sentences" in built.stdout
    found = whichever("search", "caffeine", "--index", str(out))
    assert "It has less caffeine." in found.stdout
    assert "1 sentence found" in found.stdout
    shown = json.loads(whichever("search", '"less caffeine"', "-k", "1", "--json", "--index", str(out)).stdout)
    assert shown["hits"][0]["document"] == "pages/a.txt"
    again = whichever("index", "--out", str(out), str(source))
    assert "Added 0 sentences" in again.stdout


def test_components_lists_the_parts_and_marks_the_configured_ones() -> None:
    result = whichever("components")
    assert "generator: brief (configured)" in result.stdout
    assert whichever("components", "classifier").stdout.startswith("classifier: ")


def test_generators_that_ask_a_model_are_listed_where_one_is_named(tmp_path: Path) -> None:
    assert not {"ctrl", "llm"} & set(re.findall(r"\w+", whichever("components", "generator").stdout))
    settings = tmp_path / "whichever.toml"
    settings.write_text('[llm]\nurl = "http://127.0.0.1:9/v1"\n[ctrl]\nmodel = "http://127.0.0.1:9/v1"\n')
    listed = whichever("components", "generator", "--config", str(settings)).stdout
    assert {"ctrl", "llm"} <= set(re.findall(r"\w+", listed))


@pytest.mark.parametrize(
    "command", [[], *([name] for name in sorted(main.commands))], ids=lambda command: " ".join(command)
)
def test_every_command_explains_itself(command: list[str]) -> None:
    result = whichever(*command, "--help")
    assert result.exit_code == 0
    assert result.stdout.startswith("Usage: ")
    assert max(len(line) for line in result.stdout.splitlines()) <= 100


def test_help_loads_nothing_that_is_slow_to_load() -> None:
    slow = "{'aiohttp', 'asyncio', 'numpy', 'onnxruntime', 'pydantic', 'tantivy'}"
    code = (
        "import sys; from service.cli.commands import main; main(['--help'], standalone_mode=False); "
        f"print(*(sys.modules.keys() & {slow}), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stderr.strip() == ""


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("127.0.0.1", "http://localhost:80"),
        ("0.0.0.0", "http://localhost:80"),
        ("::", "http://localhost:80"),
        ("fe80::1", "http://[fe80::1]:80"),
        ("example.org", "http://example.org:80"),
    ],
)
def test_an_address_can_be_opened(host: str, url: str) -> None:
    config = load_config(environ={}, overrides={"service": {"host": host}})
    assert config.service.address(80) == url


def test_hostile_text_of_the_corpus_cannot_command_the_terminal(tmp_path: Path) -> None:
    source = tmp_path / "s.jsonl"
    source.write_text(
        json.dumps({"sents": ["Tea \x1b[31m is better than coffee.\u202e"], "title": "\x07\x1b]0;x"}), "utf-8"
    )
    whichever("index", "--out", str(tmp_path / "index"), str(source))
    for arguments in (["search", "tea"], ["ask", "Is tea better than coffee?"]):
        printed = whichever(*arguments, "--index", str(tmp_path / "index")).stdout
        assert "coffee" in printed
        assert not set(printed) & {"\x1b", "\x07", "\u202e"}


async def test_a_conversation_in_the_terminal(service: Service, rasa: FakeRasa) -> None:
    import asyncio

    rasa.says = lambda body: [
        {"text": f"You said {body['message']}", "buttons": [{"title": "Why?", "payload": "why?"}]}
    ]
    printed: list[str] = []
    lines = ["hello\n", "\n", "1\n", "x" * 3_000, "bye"]
    with Client(service.url) as client:
        await asyncio.to_thread(talk, client, lines, printed.append, fancy=False)
    assert printed[0] == "You said hello\n\n  1) Why?\n"
    assert "You said why?" in printed[1]
    assert "at most 2000" in printed[2]
    assert len({heard["sender"] for heard in rasa.heard}) == 1
    assert [heard["message"] for heard in rasa.heard] == ["hello", "why?", "bye"]


async def test_what_answers_but_is_not_whichever_is_said(rasa: FakeRasa) -> None:
    import asyncio

    result: Any = await asyncio.to_thread(whichever, "chat", "--url", rasa.base_url, stdin=b"hello\n")
    assert result.exit_code == 69
    assert "does not answer like Whichever" in result.stderr
