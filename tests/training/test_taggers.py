"""Taggers of every kind learn, are put down, taken up, written and read again; no hub is asked for anything."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
import sentencepiece
import torch
from click.testing import CliRunner
from pydantic import ValidationError
from tokenizers import ByteLevelBPETokenizer
from transformers import AutoModel, AutoTokenizer, BertConfig, BertModel, RobertaConfig, RobertaModel, XLMRobertaConfig

from evaluation.parsing.__main__ import main as measure
from nlu_models.training.__main__ import main
from nlu_models.training.encoders import PAD_ROBERTA, as_roberta
from nlu_models.training.question.data import Item
from nlu_models.training.tagging.learn import CHECKPOINT, Run, entity_f1, linear, mean, slanted, steps_of
from nlu_models.training.tagging.network import LABELS
from nlu_models.training.tagging.settings import LearningSettings, NetworkSettings
from nlu_models.training.tagging.tagger import CARD, Tagger
from nlu_models.training.tagging.train import RUNS, divide

TINY = {"hidden_size": 32, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 64}
NAMES = ("tea", "coffee", "Oslo", "Bergen", "C++", "Rust", "wool", "silk")
PREDICATES = ("better", "cheaper", "more reliable", "worse")


def sentences() -> list[Item]:
    """Return sentences so plain that the smallest network learns them."""
    found = []
    for at, first in enumerate(NAMES):
        for predicate in PREDICATES:
            second = NAMES[(at + 3) % len(NAMES)]
            words = predicate.split()
            tags = ["B-object", "O", "B-predicate", *["I-predicate"] * (len(words) - 1), "O", "B-object"]
            found.append(Item(f"{first} is {predicate} than {second}", "comparely", tuple(tags)))
    return found


SENTENCES = sentences()
TEXTS = [item.text for item in SENTENCES] * 5


@pytest.fixture(scope="session")
def roberta(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A RoBERTa as a hub would give it: byte-level BPE, positions that start behind the padding."""
    folder = tmp_path_factory.mktemp("roberta")
    bpe = ByteLevelBPETokenizer()
    bpe.train_from_iterator(TEXTS, 400, special_tokens=["<s>", "<pad>", "</s>", "<unk>", "<mask>"], show_progress=False)
    bpe.save_model(str(folder))
    torch.manual_seed(0)
    config = RobertaConfig(**TINY, vocab_size=bpe.get_vocab_size(), max_position_embeddings=66, type_vocab_size=1)
    RobertaModel(config).save_pretrained(folder)
    return folder


@pytest.fixture(scope="session")
def xlm_roberta(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An XLM-RoBERTa: the same network with a sentencepiece tokenizer."""
    folder = tmp_path_factory.mktemp("xlm-roberta")
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(TEXTS),
        model_prefix=str(folder / "sentencepiece.bpe"),
        vocab_size=60,
        hard_vocab_limit=False,
        minloglevel=2,
    )
    torch.manual_seed(0)
    config = XLMRobertaConfig(**TINY, vocab_size=100, max_position_embeddings=66, type_vocab_size=1)
    AutoModel.from_config(config).save_pretrained(folder)
    return folder


@pytest.fixture(scope="session")
def bert(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bert")
    words = ["[PAD]", "[unused0]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *map(chr, range(33, 127))]
    words += [f"##{char}" for char in map(chr, range(97, 123))] + ["tea", "coffee", "better", "than"]
    (folder / "vocab.txt").write_text("\n".join(dict.fromkeys(words)), "utf-8")
    torch.manual_seed(0)
    BertModel(BertConfig(**TINY, vocab_size=len(dict.fromkeys(words)))).save_pretrained(folder)
    return folder


@pytest.fixture(params=["roberta", "xlm_roberta", "bert", "turned", "bilstm", "bilstm_crf", "bilstm_characters"])
def network(request: pytest.FixtureRequest) -> NetworkSettings:
    """Every kind of network."""
    others = {"turned": "bert", "bilstm": "bert", "bilstm_crf": "roberta", "bilstm_characters": "bert"}
    folder = others.get(request.param, request.param)
    return NetworkSettings(
        type="bilstm" if "bilstm" in request.param else "transformer",
        encoder=str(request.getfixturevalue(folder)),
        roberta=request.param == "turned",
        crf="crf" in request.param,
        characters="characters" in request.param,
        hidden=32 if "characters" in request.param else 16,
    )


def learning(**changes: object) -> LearningSettings:
    return LearningSettings(**{"epochs": 12, "batch": 4, "rate": 0.02, "bf16": False, **changes})


def run(network: NetworkSettings, settings: LearningSettings, folder: Path, seed: int = 0) -> Run:
    tagger = Tagger.new(network)
    texts = [tagger.pieces.cut(item.words, item.tags or ()) for item in SENTENCES]
    return Run(tagger, settings, seed, steps_of(texts, settings.batch), folder)


def learn(one: Run) -> float:
    return one.learn([one.tagger.pieces.cut(item.words, item.tags or ()) for item in SENTENCES], SENTENCES)


def test_every_network_learns_and_is_the_same_after_it_was_written(network: NetworkSettings, tmp_path: Path) -> None:
    one = run(network, learning(), tmp_path / "run")
    assert learn(one) > 0.9
    one.tagger.save(tmp_path / "out", {})
    read = Tagger.load(tmp_path / "out")
    asked = [item.words for item in SENTENCES] + [["Is", "naïve", "🙂", "?"], []]
    assert read.tag(asked) == one.tagger.tag(asked)
    assert entity_f1(read, SENTENCES) > 0.9


@pytest.mark.parametrize("words", [[], ["🙂"], ["\u200b"], ["a/b", "{"], ["x" * 5000], ["tea"] * 2000, [" "]])
def test_strange_words_get_one_tag_each(network: NetworkSettings, words: list[str]) -> None:
    tags = Tagger.new(network).tag([words, ["tea"]])
    assert list(map(len, tags)) == [len(words), 1]
    assert set(tags[0]) <= set(LABELS)


def test_a_text_is_read_the_same_alone_and_beside_a_longer_one(network: NetworkSettings) -> None:
    tagger = Tagger.new(network)
    short, long = tagger.pieces.cut(["tea", "is", "better"]), tagger.pieces.cut(["wool"] * 20)
    tagger.network.eval()
    together = tagger.network(tagger.pieces.batch([short, long], tagger.network.body.padding))[0, :3]
    alone = tagger.network(tagger.pieces.batch([short], tagger.network.body.padding))[0]
    assert torch.allclose(together, alone, atol=1e-5)


def test_a_run_that_is_stopped_ends_as_one_that_is_not(bert: Path, tmp_path: Path) -> None:
    network, settings = NetworkSettings(type="transformer", encoder=str(bert)), learning(epochs=4)
    whole = run(network, settings, tmp_path / "whole")
    learn(whole)
    stopped = run(network, settings, tmp_path / "stopped")
    texts = [stopped.tagger.pieces.cut(item.words, item.tags or ()) for item in SENTENCES]
    for _ in range(2):
        stopped._epoch(texts)
        stopped.epoch += 1
    stopped.put_down()
    resumed = run(network, settings, tmp_path / "stopped")
    assert resumed.epoch == 2
    learn(resumed)
    for name, value in whole.network.state_dict().items():
        assert torch.allclose(value, resumed.network.state_dict()[name], atol=1e-6), name
    assert run(network, settings, tmp_path / "whole").epoch == 4


@pytest.mark.parametrize("kind", ["transformer", "bilstm"])
@pytest.mark.parametrize("fixed", [True, False])
def test_vectors_of_word_pieces_stay_as_they_are_if_they_are_fixed(kind, fixed, bert: Path, tmp_path: Path) -> None:
    one = run(NetworkSettings(type=kind, encoder=str(bert), fixed=fixed, hidden=8), learning(epochs=1), tmp_path)
    before = one.network.body.vectors.weight.clone()
    learn(one)
    assert torch.equal(one.network.body.vectors.weight, before) == fixed


def test_texts_are_divided_the_same_way_each_time_and_copies_stay_together() -> None:
    copies = [item for item in SENTENCES for _ in range(2)]
    shown, held = divide(copies, 0.25)
    assert (len(shown), len(held)) == (48, 16)
    assert {item.text for item in shown}.isdisjoint(item.text for item in held)
    assert divide(copies[::-1], 0.25)[1] == held[::-1]
    assert len(divide(copies, 0.001)[1]) == 2


def test_a_checkpoint_of_an_unfinished_write_is_not_taken_up(bert: Path, tmp_path: Path) -> None:
    (tmp_path / f"{CHECKPOINT}.part").write_bytes(b"half")
    assert run(NetworkSettings(type="transformer", encoder=str(bert)), learning(), tmp_path).epoch == 0


def test_a_bert_turned_into_a_roberta_computes_the_same(bert: Path) -> None:
    before = BertModel.from_pretrained(bert, add_pooling_layer=False).eval()
    after = as_roberta(before)
    tokenizer = AutoTokenizer.from_pretrained(bert)
    rows = [tokenizer(text)["input_ids"] for text in ("tea is better than coffee", "wool")]
    length = max(map(len, rows))
    mask = torch.tensor([[1] * len(row) + [0] * (length - len(row)) for row in rows])
    states = [
        model(
            input_ids=torch.tensor([row + [padding] * (length - len(row)) for row in rows]), attention_mask=mask
        ).last_hidden_state
        for model, padding in ((before, 0), (after, PAD_ROBERTA))
    ]
    assert torch.allclose(*(state[mask.bool()] for state in states), atol=1e-5)


@pytest.mark.parametrize(
    ("schedule", "expected"),
    [(linear, [0.0, 0.5, 1.0, 0.5, 0.0]), (slanted, [1 / 32, 33 / 64, 1.0, 33 / 64, 1 / 32])],
)
def test_rates_rise_and_fall(schedule, expected) -> None:
    assert [schedule(progress, 0.2) for progress in (0.0, 0.1, 0.2, 0.6, 1.0)] == pytest.approx(expected)


def test_the_mean_of_weights_is_their_mean() -> None:
    letters = torch.tensor([1, 2])
    found = mean([{"w": torch.tensor([0.0, 2.0]), "n": letters}, {"w": torch.tensor([1.0, 4.0]), "n": letters}])
    assert found["w"].tolist() == [0.5, 3.0]
    assert found["n"].tolist() == [1, 2]


def test_an_unknown_setting_is_refused() -> None:
    with pytest.raises(ValidationError, match="dropuot"):
        NetworkSettings(type="bilstm", dropuot=0.1)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The tagging set with one sentence for each of ours."""
    folder = tmp_path / "data" / "comparely_tagging"
    folder.mkdir(parents=True)
    rows = [
        {"tokens": item.words, "tags": [tag[:2] + tag[2:].capitalize() for tag in item.tags or ()], "leak": ""}
        for item in SENTENCES
    ]
    for name, part in (("dev.jsonl", rows[::4]), ("train_coqas_variant.jsonl", rows)):
        (folder / name).write_text("".join(json.dumps(row) + "\n" for row in part), "utf-8")
    with gzip.open(folder / "train.jsonl.gz", "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)
    return folder.parent


CONFIG = """
task = "tagger"
train = ["comparely_train"]
held_out = 0.25
dev = ["comparely_dev"]
[network]
type = "transformer"
encoder = "{encoder}"
[learning]
epochs = 4
batch = 4
rate = 1e-6
schedule = "slanted"
seeds = [0, 1]
bf16 = false
[search]
batch = [2, 4]
rate = [1e-6, 0.02]
epochs = 3
"""


def command(tmp_path: Path, config: str, data: Path, *options: str):
    (tmp_path / "model.toml").write_text(config, "utf-8")
    arguments = [str(tmp_path / "model.toml"), "--data", str(data), "--out", str(tmp_path / "out"), *options]
    return CliRunner().invoke(main, arguments)


def test_the_command_searches_learns_with_every_seed_and_averages(roberta: Path, data: Path, tmp_path: Path) -> None:
    result = command(tmp_path, CONFIG.format(encoder=roberta), data, "--search")
    assert result.exit_code == 0, result.output
    card = json.loads((tmp_path / "out" / CARD).read_text("utf-8"))
    assert [(one["batch"], one["rate"]) for one in card["search"]] == [(2, 1e-6), (2, 0.02), (4, 1e-6), (4, 0.02)]
    assert card["learning"]["rate"] == 0.02
    assert list(card["f1"]) == ["seed 0", "seed 1", "mean"]
    assert card["f1"][card["kept"]] == max(card["f1"].values())
    assert 0 <= card["dev_f1"] <= 1
    assert "18 texts to learn from, 6 to choose by" in result.output
    assert "epoch 1 of 4: loss " in result.output
    assert not (tmp_path / "out" / RUNS).exists()
    assert Tagger.load(tmp_path / "out").tag([["tea", "is", "better", "than", "coffee"]])


def test_a_trained_folder_is_measured_like_a_reader(roberta: Path, data: Path, tmp_path: Path) -> None:
    Tagger.new(NetworkSettings(type="transformer", encoder=str(roberta))).save(tmp_path / "mine", {})
    arguments = ["--data", str(data), "--set", "comparely_dev", "--parser", str(tmp_path / "mine")]
    result = CliRunner().invoke(measure, arguments)
    assert result.exit_code == 0, result.output
    assert [line.split()[:4] for line in result.output.splitlines()[1:3]] == [
        ["comparely_dev", what, "mine", "8"] for what in ("object", "predicate")
    ]


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ('task = "stanza"', "task is 'stanza', expected one of: "),
        ("task = ", "is not TOML"),
        ('task = "tagger"', "network: Field required"),
        (CONFIG.format(encoder="x").replace("epochs = 4", "epochs = 0"), "learning.epochs: "),
    ],
)
def test_a_wrong_file_is_named_with_its_fault(config: str, message: str, data: Path, tmp_path: Path) -> None:
    result = command(tmp_path, config, data)
    assert result.exit_code == 1
    assert message in result.output


def test_a_search_without_a_grid_is_refused(bert: Path, data: Path, tmp_path: Path) -> None:
    result = command(tmp_path, CONFIG.format(encoder=bert).partition("[search]")[0], data, "--search")
    assert result.exit_code == 1
    assert "[search]" in result.output
