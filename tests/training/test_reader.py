"""The reader is learned, calibrated and written, on a tiny encoder made here."""

from __future__ import annotations

import json
import shutil
from copy import deepcopy
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from click import UsageError  # noqa: E402
from onnxruntime import InferenceSession  # noqa: E402
from pydantic import ValidationError  # noqa: E402
from transformers import BertConfig, BertModel  # noqa: E402

from engine.trained import TRAINED  # noqa: E402
from nlu_models.question.ngrams import Ngrams  # noqa: E402
from nlu_models.question.parser import LearnedQuestionParser  # noqa: E402
from nlu_models.question.relation import WEIGHTS  # noqa: E402
from nlu_models.question.word_pieces import Encoder  # noqa: E402
from nlu_models.training import encoders  # noqa: E402
from nlu_models.training.question import ngrams  # noqa: E402
from nlu_models.training.question.data import INTENTS, OWN, Item  # noqa: E402
from nlu_models.training.question.examples import example, tensors  # noqa: E402
from nlu_models.training.question.export import Calibration, Served, export, to_onnx  # noqa: E402
from nlu_models.training.question.lean import LeanEncoder  # noqa: E402
from nlu_models.training.question.learn import Teachers, shorten, take_over, train  # noqa: E402
from nlu_models.training.question.losses import imitation, losses, read_batch  # noqa: E402
from nlu_models.training.question.network import KINDS, LABELS, Network  # noqa: E402
from nlu_models.training.question.score import entities  # noqa: E402
from nlu_models.training.question.settings import Settings  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")  # of the exporter
TEA = Item("tea or coffee ?", "own_question", ("B-object", "O", "B-object", "O"), True)


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a random encoder with the vocabulary of BERT."""
    torch.manual_seed(0)
    folder = tmp_path_factory.mktemp("tiny")
    config = BertConfig(hidden_size=16, num_hidden_layers=2, num_attention_heads=2, intermediate_size=16)
    BertModel(config, add_pooling_layer=False).save_pretrained(folder)
    return folder


@pytest.fixture
def network(tiny: Path) -> Network:
    torch.manual_seed(0)
    return Network(encoders.load(str(tiny), attn_implementation="eager"), 0.0).eval()


def test_padding_changes_nothing(network: Network) -> None:
    encoder = Encoder(TRAINED / "vocabulary.json")
    short, long = (example(item, encoder) for item in (TEA, Item("tea or coffee or milk or juice or beer", "webis")))
    both = [tensors(batch) for batch in ([short], [short, long])]
    alone, together = (losses(network, read_batch(network, batch), batch) for batch in both)
    assert alone["comparative"].item() == pytest.approx(2 * together["comparative"].item(), abs=0.02)


def test_what_is_served_says_what_the_network_says(network: Network, tmp_path: Path) -> None:
    served = Served(network, Calibration({"own_question": (2.0, 0.5)}))
    to_onnx(served, tmp_path / "full.onnx")
    ids = np.array([[101, 3, 5572, 102, 0], [101, 4, 5572, 2030, 102]])
    found = InferenceSession(tmp_path / "full.onnx").run(None, {"ids": ids})
    wanted = served(torch.from_numpy(ids))
    for one, other in zip(found, wanted, strict=True):
        np.testing.assert_allclose(one, other.detach().numpy(), atol=1e-4)


def test_a_lean_encoder_says_what_its_model_says(network: Network) -> None:
    vectors, mask = torch.randn(2, 5, 16), torch.tensor([[1, 1, 1, 1, 1], [1, 1, 1, 0, 0]]).bool()
    wanted, found = (
        encoder(inputs_embeds=vectors, attention_mask=mask).last_hidden_state
        for encoder in (network.encoder, LeanEncoder(network.encoder))
    )
    torch.testing.assert_close(found[mask], wanted[mask], atol=1e-5, rtol=1e-4)


def test_an_activation_that_is_not_written_out_is_refused(network: Network) -> None:
    network.encoder.config.hidden_act = "relu"
    with pytest.raises(ValueError, match="'relu'"):
        LeanEncoder(network.encoder)


def test_files_for_serving_fit_together(network: Network, tmp_path: Path) -> None:
    export(network, Calibration({}, threshold=0.4), tmp_path)
    description = json.loads((tmp_path / "reader.json").read_text())
    assert (description["labels"], description["kinds"]) == (list(LABELS), list(KINDS))
    assert np.array(description["transitions"]).shape == (len(LABELS) + 1, len(LABELS))
    comparative, kinds, tags, _, states = InferenceSession(tmp_path / "reader.onnx").run(
        None, {"ids": np.array([[101, 3, 102]])}
    )
    assert 0 <= comparative[0] <= 1
    assert kinds.sum() == pytest.approx(1, abs=1e-3)
    assert tags.shape == (1, 3, len(LABELS))
    assert states.shape == (1, 3, 16)
    assert (tmp_path / "reader.words.bin").stat().st_size == 30522 * 16


def test_a_second_opinion_is_learned_beside_a_reader(network: Network, tmp_path: Path) -> None:
    export(network, Calibration({}, threshold=0.4), tmp_path)
    shutil.copy(TRAINED / "vocabulary.json", tmp_path)
    relations = dict(np.load(TRAINED / WEIGHTS))
    size, wide = network.encoder.config.hidden_size, len(relations["inward"])
    relations["inward"] = relations["inward"][:size]
    kinds = relations["kinds"]
    relations["kinds"] = np.concatenate([kinds[:size], kinds[wide : wide + size], kinds[2 * wide :]])
    np.savez(tmp_path / WEIGHTS, **relations)
    config = {
        "task": "ngrams",
        "c": 30.0,
        "share": 1.0,
        "guidelines": {"own_question": {"sets": ["own_train"], "dev": ["own_dev"]}},
    }
    ngrams.train(config, tmp_path, tmp_path, search=False)
    learned = Ngrams(tmp_path / "reader_ngrams.npz")
    assert learned.logit("Which is better, tea or coffee?", "own_question") > 0
    assert learned.logit("Where can I buy tea and coffee?", "own_question") < 0
    alone, both = (LearnedQuestionParser(folder=tmp_path, second_opinion=second) for second in (False, True))
    texts = [json.loads(line) for line in (OWN / "dev.jsonl").read_text("utf-8").splitlines()]
    asked = [row for row in texts if row["form"] == "question"]
    right = [
        sum((found.probability > 0.5) is row["comparative"] for found, row in zip(found, asked, strict=True))
        for found in (parser.parse_all([row["text"] for row in asked]) for parser in (alone, both))
    ]
    assert right[1] > right[0]


def test_adjacent_spans_are_one_where_the_guideline_knows_no_bounds() -> None:
    tags = ["B-object", "B-object", "I-object", "O", "I-object"]
    assert entities(tags, "object", "comparely") == {(0, 1), (1, 3), (4, 5)}
    assert entities(tags, "object", "webis") == {(0, 3), (4, 5)}


def test_a_message_stands_behind_what_it_follows() -> None:
    message = Item("and price ?", "own_turn", ("O", "B-aspect", "O"), intent="add_aspect", previous="tea or coffee")
    one = example(message, Encoder(TRAINED / "vocabulary.json"))
    assert [at for at, piece in enumerate(one.ids) if piece == 102] == [5, 9]
    assert one.places == [6, 7, 8]
    assert tensors([one]).intent.item() == INTENTS.index("add_aspect")


def test_a_network_is_no_distance_from_itself(network: Network) -> None:
    batch = tensors([example(TEA, Encoder(TRAINED / "vocabulary.json"))])
    reading = read_batch(network, batch)
    assert imitation(reading, reading, batch)["tags"].item() == pytest.approx(0, abs=1e-5)


def test_a_specialist_is_heard_on_its_guideline_alone(tiny: Path, tmp_path: Path) -> None:
    folders = {name: tmp_path / name for name in ("teacher", "webis")}
    networks = []
    for seed, folder in enumerate(folders.values()):
        torch.manual_seed(seed)
        networks.append(Network(encoders.load(str(tiny)), 0.0).eval())
        folder.mkdir()
        torch.save({"averaged": networks[-1].state_dict()}, folder / "checkpoint-0.pt")
    settings = Settings(task="parser", encoder=str(tiny), sets={"own_train": 1}, dev=("own_dev",), epochs=1)
    encoder = Encoder(TRAINED / "vocabulary.json")
    batch = tensors([example(TEA, encoder), example(Item("tea or coffee ?", "webis"), encoder)])
    found = Teachers(settings, folders).read(batch)
    teacher, specialist = (read_batch(network, batch) for network in networks)
    rounded = {"atol": 0.01, "rtol": 0.01}  # products are computed with 16 bits
    torch.testing.assert_close(found.tags[0], teacher.tags[0], **rounded)
    torch.testing.assert_close(
        found.comparative[1], (teacher.comparative[1] + specialist.comparative[1]) / 2, **rounded
    )
    torch.testing.assert_close(found.tags[1], (teacher.tags[1] + specialist.tags[1]) / 2, **rounded)
    assert not torch.allclose(teacher.tags[1], specialist.tags[1], **rounded)


def test_a_shorter_network_takes_over_what_it_has(network: Network) -> None:
    short = deepcopy(network)
    shorten(short, 1)
    torch.nn.init.zeros_(short.tags.weight)
    take_over(short, network.state_dict())
    assert len(short.encoder.encoder.layer) == 1
    assert torch.equal(short.tags.weight, network.tags.weight)


def test_a_run_learns_writes_its_files_and_goes_on_where_it_was(tiny: Path, tmp_path: Path) -> None:
    config = {
        "task": "parser",
        "encoder": str(tiny),
        "sets": {"own_train": 0.2},
        "dev": ["own_dev"],
        "epochs": 1,
        "varied": 0,
        "rate": 1e-3,
        "head_rate": 1e-2,
    }
    train(config, tmp_path, tmp_path, search=False)
    train(config | {"epochs": 2}, tmp_path, tmp_path, search=False)
    assert torch.load(tmp_path / "checkpoint-0.pt")["epoch"] == 2
    assert json.loads((tmp_path / "dev.json").read_text())["own_dev"]["comparative"] > 0.6
    assert {"reader.onnx", "reader.words.bin", "reader.json"} <= {path.name for path in tmp_path.iterdir()}


def test_a_faulty_configuration_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValidationError, match="layer"):
        train({"task": "parser", "layer": 3}, tmp_path, tmp_path, search=False)
    alone = {"task": "parser", "encoder": "x", "sets": {"own_train": 1}, "dev": ["own_dev"], "epochs": 1}
    with pytest.raises(ValidationError, match="beside a teacher"):
        train(alone | {"specialists": {"webis": "reader_webis2022"}}, tmp_path, tmp_path, search=False)
    with pytest.raises(UsageError, match="search"):
        train({}, tmp_path, tmp_path, search=True)
