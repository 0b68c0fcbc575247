"""A small CTRL is trained by the same command, loaded like any other, and answers."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from transformers import CTRLLMHeadModel, CTRLTokenizer, GPT2Config, GPT2LMHeadModel

import nlu_models
from engine.config import CtrlConfig, load_config
from engine.errors import ConfigError, MissingComponentError
from engine.pipeline import Engine
from engine.types import Length
from engine.types.document import Paragraph, Role, Statement, Words
from generation.ctrl import MARK, CtrlGenerator
from nlu_models.training.__main__ import main
from tests.conformance.generator import GeneratorConformance
from tests.generation.scenarios import ENDINGS, asks

CODES = ("Links", "Reviews", "Questions", "Opinion", "Explain")
SAID = "Tea is better than coffee [1]. “Coffee wins” [7]. See https://evil.example/ now. And then"
SMALL = {
    "task": "ctrl",
    "vocabulary": 400,
    "positions": 64,
    "width": 32,
    "layers": 1,
    "heads": 2,
    "dropout": 0.0,
    "epochs": 12,
    "batch": 8,
    "rate": 0.02,
    "seed": 0,
    "questions": ["What is better: {first} or {second}?", "Is {first} better than {second} for {aspect}?"],
}
TEA = ENDINGS["first"]


@pytest.fixture(scope="session")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ctrl") / "data"
    documents = [{"title": "Cups", "sentences": [SAID]}] * 20
    rows = [{"form": form, "text": SAID} for form in ("question", "statement") * 10]
    phrases = [{"split": split, "text": f"{SAID} {split}"} for split in ("train", "test") * 10]
    for name, content in {
        "sample/food.jsonl": documents,
        "comparely/train.jsonl": rows,
        "keyphrases/documents.jsonl": phrases,
    }.items():
        (folder / name).parent.mkdir(parents=True)
        (folder / name).write_text("\n".join(map(json.dumps, content)), "utf-8")
    (folder / "sample" / "comparisons.csv").write_text("file,first,second\nfood.jsonl,tea,coffee\n", "utf-8")
    return folder


@pytest.fixture(scope="session")
def model(texts: Path) -> Path:
    out = texts.parent / "model"
    result = run(texts, out)
    assert result.exit_code == 0, result.output
    assert "70 texts" in result.output
    return out


@pytest.fixture(scope="session")
def loaded(model: Path) -> CtrlGenerator:
    return CtrlGenerator(settings=settings(model, max_tokens=12))


def run(texts: Path, out: Path, *options: str, **changes: Any) -> Any:
    config = texts.parent / "ctrl.toml"
    lines = (f"{name} = {json.dumps(value)}" for name, value in (SMALL | changes).items())
    config.write_text("\n".join(lines), "utf-8")
    return CliRunner().invoke(main, [str(config), "--data", str(texts), "--out", str(out), *options])


def settings(model: Path | str, **changes: Any) -> CtrlConfig:
    return load_config(environ={}, overrides={"ctrl": {"model": str(model)} | changes}).ctrl


class TestCtrlGenerator(GeneratorConformance):
    @pytest.fixture
    def generator(self, loaded: CtrlGenerator) -> CtrlGenerator:
        return loaded


def test_what_is_written_is_a_checkpoint_of_transformers(model: Path) -> None:
    tokenizer = CTRLTokenizer.from_pretrained(model)
    for code in CODES:
        assert tokenizer.tokenize(code) == [code]
        assert code in tokenizer.control_codes
    for text in (SAID.replace("“", "").replace("”", ""), "Zyx (C++) ~ AT&T @home?"):
        assert tokenizer.decode(tokenizer(text)["input_ids"]) == text
    assert tokenizer.unk_token_id in tokenizer("Tee 茶")["input_ids"]
    assert CTRLLMHeadModel.from_pretrained(model).config.vocab_size == tokenizer.vocab_size


def test_what_others_measure_on_is_not_learned_from(model: Path) -> None:
    tokens = json.loads((model / "vocab.json").read_text("utf-8"))
    assert "train" in tokens
    assert "test" not in tokens


def test_the_configuration_of_the_repository_has_the_same_settings() -> None:
    config = Path(nlu_models.__file__).parent / "training" / "configs" / "ctrl.toml"
    assert tomllib.loads(config.read_text("utf-8")).keys() == SMALL.keys()


@pytest.mark.parametrize(
    ("options", "changes", "message"),
    [
        (["--search"], {}, "no grid to search"),
        ([], {"width": 0}, "width: Input should be greater than or equal to 1"),
        ([], {"warmth": 1}, "warmth: Extra inputs are not permitted"),
    ],
)
def test_what_cannot_be_done_is_said(
    texts: Path, tmp_path: Path, options: list[str], changes: dict[str, Any], message: str
) -> None:
    result = run(texts, tmp_path, *options, **changes)
    assert result.exit_code == 1
    assert message in result.output


def test_a_folder_without_the_texts_is_named(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    result = run(tmp_path / "empty", tmp_path / "out")
    assert result.exit_code == 1
    assert "comparisons.csv is not there" in result.output


@pytest.mark.parametrize("length", Length)
def test_generated_words_follow_the_evidence_and_are_marked(model: Path, length: Length) -> None:
    generator = CtrlGenerator(settings=settings(model, max_tokens=30))
    question = asks("Is {object tea} {predicate better} than {object coffee}?")
    answer = generator.answer(TEA, question=question, length=length)
    evidence, mark, generated = answer.text.partition(MARK)
    assert evidence.startswith("Yes, the evidence favours tea over coffee")
    assert mark
    assert generated.startswith(" Tea is better")
    assert "(1)" in generated
    assert not {*"“”"} & {*generated}
    assert "evil" not in generated
    assert not generated.endswith("And then")
    assert answer.citations
    (said,) = (block for block in answer.blocks if isinstance(block, Paragraph) and block.role is Role.GENERATED)
    assert said == answer.blocks[-1]
    assert all(isinstance(run, Words | Statement) for run in said.runs)
    assert answer.generator == "ctrl"
    assert ("\n" in answer.text) == (length is not Length.LINE)


def test_the_seed_decides_what_is_drawn(model: Path) -> None:
    def drawn(seed: int) -> str:
        return CtrlGenerator(settings=settings(model, seed=seed, temperature=10.0)).answer(TEA).text

    assert drawn(1) == drawn(1)
    assert len({drawn(seed) for seed in range(8)}) > 1


def test_a_model_that_is_slow_is_cut_off(model: Path) -> None:
    generator = CtrlGenerator(settings=settings(model, timeout_s=0.001))
    assert generator.answer(TEA).text.endswith("The CTRL model had nothing whole to say.")


def test_the_engine_finds_the_model_in_its_settings(model: Path) -> None:
    overrides = {"ctrl": {"model": str(model), "prompt": "which-better", "max_tokens": 30}}
    engine = Engine(load_config(environ={}, overrides=overrides))
    found = engine.compare_from(["Tea is better than coffee."] * 3, ("tea", "coffee"))
    assert MARK in engine.answer(found, generator="ctrl").text


def test_a_control_code_that_the_model_does_not_know_is_refused(model: Path) -> None:
    with pytest.raises(ConfigError, match=r"ctrl\.control_code: 'Horoscope' is no word of"):
        CtrlGenerator(settings=settings(model, control_code="Horoscope"))


def test_what_is_no_checkpoint_of_ctrl_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MissingComponentError, match=r"has no model.*configs/ctrl\.toml"):
        CtrlGenerator()
    with pytest.raises(MissingComponentError, match="leads to no checkpoint of CTRL"):
        CtrlGenerator(settings=settings(tmp_path))
    GPT2LMHeadModel(GPT2Config(vocab_size=10, n_embd=4, n_layer=1, n_head=1)).save_pretrained(tmp_path)
    with pytest.raises(MissingComponentError, match="it is a model of the type 'gpt2'"):
        CtrlGenerator(settings=settings(tmp_path))
