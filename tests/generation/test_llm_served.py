"""The door to a language model, with a real one behind it: llama.cpp and the small model of ``make llm``."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import registry
from engine.config import LlmConfig, load_config
from engine.errors import UnavailableError
from engine.types import Length
from engine.types.document import Paragraph, Role, Statement, Words, runs_of
from generation.citation_verification import SupportChecker
from generation.ctrl import MARK, CtrlGenerator
from generation.llm.client import complete
from generation.llm.generator import LanguageModelGenerator
from generation.llm.prompt import messages
from tests.generation.scenarios import ENDINGS, asks

ROOT = Path(__file__).parents[2]
PYTHON = ROOT / ".venv-llm" / "bin" / "python"
TEA = ENDINGS["first"]
ASKED = messages(TEA.objects, "Is tea better than coffee?", TEA.arguments[:4], length=Length.CHAT)

installed = pytest.mark.skipif(not PYTHON.exists(), reason="make llm installs it")


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    command = [PYTHON, ROOT / "scripts" / "llm.py", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout
        line = server.stdout.readline()
        try:
            assert line.startswith("The model is served: http://127.0.0.1:")
            yield line.split()[4]
        finally:
            server.kill()


def settings(url: str, timeout_s: float) -> LlmConfig:
    values = {"url": url, "timeout_s": timeout_s, "retry_s": 0.0, "evidence": 4, "max_tokens": 60}
    return load_config(environ={}, overrides={"llm": values}).llm


@installed
def test_it_speaks_of_what_it_is_given(url: str) -> None:
    assert "tea" in complete(ASKED, settings(url, 120.0)).lower()


@installed
def test_what_it_says_is_supported_by_what_it_cites_or_another_answers(url: str) -> None:
    answer = LanguageModelGenerator(settings=settings(url, 120.0)).answer(TEA)
    assert answer.generator in {"llm", "brief"}
    checker = SupportChecker(registry.load("classifier", "keyphrase"))
    sentence_of = {citation.number: citation.hit.sentence.text for citation in answer.citations}
    stated = [run for run in runs_of(answer.blocks) if isinstance(run, Statement)]
    assert stated or answer.generator == "brief"
    for run in stated if answer.generator == "llm" else ():
        assert checker.is_supported(run.text, [sentence_of[n] for n in run.numbers], TEA.objects)


@installed
def test_one_that_is_too_slow_is_not_waited_for(url: str) -> None:
    with pytest.raises(UnavailableError, match=r"did not answer within 0\.1 s"):
        complete(ASKED, settings(url, 0.1))
    answer = LanguageModelGenerator(settings=settings(url, 0.1)).answer(TEA)
    assert answer.generator == "brief"
    assert answer.text.endswith("This answer is worded without it.")


@installed
@pytest.mark.parametrize("prompt", ["question", "which-better"])
def test_it_goes_on_after_a_control_code_and_what_it_says_is_marked(url: str, prompt: str) -> None:
    values = {"model": url, "prompt": prompt, "timeout_s": 120.0, "max_tokens": 40}
    ctrl = CtrlGenerator(settings=load_config(environ={}, overrides={"ctrl": values}).ctrl)
    answer = ctrl.answer(TEA, question=asks("Is {object tea} {predicate better} than {object coffee}?"))
    last = answer.blocks[-1]
    assert isinstance(last, Paragraph)
    if last.role is Role.GENERATED:
        assert last.runs[0] == Words(MARK)
    else:
        assert "nothing whole to say" in answer.text


def test_without_it_the_command_says_how_to_install_it() -> None:
    done = subprocess.run([sys.executable, ROOT / "scripts" / "llm.py"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("llama.cpp (the package xllamacpp) is not installed in")
    assert "make llm" in done.stderr
