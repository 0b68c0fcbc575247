"""The reader of claims is trained by the same command."""

from __future__ import annotations

import json
import lzma
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import onnx
import pytest
import torch
from transformers import BertConfig, BertModel

from engine.errors import InputError
from engine.text.word_pieces import WordPieces
from engine.trained import TRAINED
from engine.types import OVERALL, ComparisonInstance
from nlu_models.claims.judge import EvidenceJudge
from nlu_models.claims.marking import RowEncoder, mark
from nlu_models.claims.properties import BETTER
from nlu_models.claims.reader import NETWORK, VOCABULARY, ClaimReader, Scale
from nlu_models.sessions import session
from nlu_models.training.claims import join, judge, teachers
from nlu_models.training.claims.examples import REASONS, Asker, Judged, judged, overall
from nlu_models.training.claims.learn import (
    BIASES,
    answers,
    between,
    describe,
    export,
    fit_bias,
    fit_temperature,
    softmax,
)
from nlu_models.training.claims.network import Network, Pace, items, learn
from nlu_models.training.claims.restored import restore
from nlu_models.training.claims.written import judged as judged_line
from nlu_models.training.claims.written import read_written
from nlu_models.training.quantization import MARKS, WORDS, share_words

pytestmark = pytest.mark.filterwarnings("ignore")  # of the exporter

ROWS = {
    "doc#0": {
        "first": [[0, 3]],
        "second": [[23, 29]],
        "favours": "first",
        "claims": [{"property": "fast", "more": "first", "favours": "first"}],
        "modality": "hedged",
        "condition": [30, 39],
        "not_evidence": "",
        "stratum": "argument",
    },
    "doc#1": {
        "first": [[0, 3]],
        "second": [[8, 14]],
        "favours": "none",
        "claims": [],
        "modality": "asserted",
        "condition": None,
        "not_evidence": "not_comparing",
        "stratum": "other",
    },
}
SENTENCES = ["Tea may be faster than coffee in winter", "Tea and coffee are sold faster here"]


@pytest.fixture
def rows(tmp_path: Path) -> list[Judged]:
    (tmp_path / "judged").mkdir()
    lines = "".join(json.dumps({"id": name, **row}) + "\n" for name, row in ROWS.items())
    for split in join.SPLITS:
        (tmp_path / "judged" / f"{split}.jsonl").write_text(lines, "utf-8")
    for corpus in join.CORPORA:
        file = tmp_path / corpus
        file.parent.mkdir(exist_ok=True)
        with lzma.open(file, "wt", encoding="utf-8") as out:
            if "posts" in corpus and "comparative" in corpus:
                out.write(json.dumps({"id": "doc", "sents": SENTENCES}) + "\n")
    return judged(join.joined(tmp_path, tmp_path / "judged")["train"])


def test_judged_rows_get_their_text(rows: list[Judged]) -> None:
    assert [row.marked.sentence for row in rows] == SENTENCES
    first = overall(rows[0])
    assert (first.words, first.target) == (BETTER, (1.0, 0.0, 0.0, 0.0))
    assert first.condition == (30, 39)


def test_a_sentence_that_the_corpora_lack_is_named() -> None:
    with pytest.raises(InputError, match="have no sentence 'doc#7'"):
        join.with_text({"id": "doc#7", "first": [[0, 3]], "second": [[4, 9]]}, {})


def test_opposites_turn_the_answer_and_other_properties_have_none(rows: list[Judged]) -> None:
    asker = Asker(rows, random.Random(0))
    drawn = {question.words: question.target for _ in range(300) for question in asker.questions(rows[0])[1:]}
    assert drawn["fast"] == drawn["quick"] == (1.0, 0.0, 0.0, 0.0)
    assert drawn["slow"] == (0.0, 1.0, 0.0, 0.0)
    others = [question for _ in range(100) for question in asker.questions(rows[1])[1:]]
    assert others
    assert all(question.target == (0.0, 0.0, 0.0, 1.0) for question in others)


def test_a_small_network_learns_is_calibrated_and_served(rows: list[Judged], tmp_path: Path) -> None:
    torch.manual_seed(0)
    encoder = RowEncoder(WordPieces(TRAINED / VOCABULARY))
    small = BertConfig(hidden_size=32, num_hidden_layers=2, num_attention_heads=2, intermediate_size=64)
    body = BertModel(small, add_pooling_layer=False)
    network = Network(body, encoder.x, encoder.y, (encoder.id("x"), encoder.id("y")), 0)
    questions = [overall(row) for row in rows] * 20
    network = learn(network, [items(questions, encoder)] * 20, Pace(4, 3e-3), random.Random(0))
    logits, wanted = answers(network, encoder, questions)
    assert (softmax(logits).argmax(1) == wanted).all()
    scale = Scale(fit_temperature(logits, wanted), 0.0)
    (tmp_path / VOCABULARY).write_text((TRAINED / VOCABULARY).read_text("utf-8"), "utf-8")
    export(network, tmp_path / NETWORK)
    describe({"favours": scale, "properties": scale}, tmp_path)
    served = ClaimReader(folder=tmp_path).classify([ComparisonInstance(one, "tea", "coffee") for one in SENTENCES])
    assert [one.stance.value for one in served] == ["FIRST", "NONE"]


def test_a_small_judge_learns_and_is_served(rows: list[Judged], tmp_path: Path) -> None:
    torch.manual_seed(0)
    encoder = RowEncoder(WordPieces(TRAINED / VOCABULARY))
    small = BertConfig(hidden_size=32, num_hidden_layers=2, num_attention_heads=2, intermediate_size=64)
    reader = Network(
        BertModel(small, add_pooling_layer=False), encoder.x, encoder.y, (encoder.id("x"), encoder.id("y")), 0
    )
    instances = [ComparisonInstance(text, "tea", "coffee") for text in SENTENCES]
    quotes = [
        {"instance": one, "words": OVERALL, "side": "first", "grade": grade, "reason": ""}
        for one, grade in zip(instances, ("right", "wrong"), strict=True)
    ]
    reasons = [("right", ""), ("wrong", "")]
    order = random.Random(0)
    passes = [judge.items(judge.quotes(quotes * 20, reasons, order), encoder) for _ in range(20)]
    judge.export(judge.learn(judge.Judge(reader, 2), passes, Pace(4, 3e-3), order), tmp_path / judge.NETWORK)
    with ThreadPoolExecutor(1) as pool:
        served = EvidenceJudge(tmp_path, encoder, pool)
        right, wrong = served.judge(instances, OVERALL)
        assert [right.flipped()] == served.judge([instances[0].flipped()], OVERALL)
    assert right.first > 0.7 > 0.3 > max(right.second, wrong.first)


@pytest.fixture
def small_teacher(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make teachers small and their vocabulary the student's."""

    def untaught(_: str) -> tuple[Network, RowEncoder]:
        encoder = RowEncoder(WordPieces(TRAINED / VOCABULARY))
        size = BertConfig(hidden_size=32, num_hidden_layers=2, num_attention_heads=2, intermediate_size=64)
        body = BertModel(size, add_pooling_layer=False)
        return Network(body, encoder.x, encoder.y, (encoder.id("x"), encoder.id("y")), 0), encoder

    monkeypatch.setattr(teachers, "untaught", untaught)


def test_what_teachers_believe_is_learned(rows: list[Judged], tmp_path: Path, small_teacher: None) -> None:
    settings = teachers.Teachers(number=2, epochs=20, batch=4, rate=3e-3, judged=0.5, sure=(1.0, 0.0))
    unjudged = [teachers.Unjudged(rows[1].marked, ""), teachers.Unjudged(rows[0].marked, "fast")]
    told: list[str] = []

    def report(name: str, _: Network, __: RowEncoder) -> None:
        told.append(name)

    found = teachers.taught(settings, rows * 20, [], unjudged, tmp_path, report, random.Random(0))
    assert told == ["teacher 0", "teacher 1"]
    assert {path.name for path in tmp_path.glob("*.pt")} == {"teacher0.pt", "teacher1.pt"}
    assert all(sum(one.target) == pytest.approx(1, abs=1e-5) for one in found)
    tea = [one.target for one in found if (one.marked, one.words, one.reason) == (rows[0].marked, BETTER, 0)]
    assert min(target[0] for target in tea) > 0.8
    assert not [one for one in found if (one.marked, one.words, one.reason) == (rows[1].marked, BETTER, -1)]


def test_a_network_goes_half_of_the_way(small_teacher: None) -> None:
    before, after = (teachers.untaught("")[0] for _ in range(2))
    then, now = before.condition.bias.detach().clone(), after.condition.bias.detach().clone()
    assert torch.allclose(between(before, after).condition.bias, (then + now) / 2)


def test_a_judge_learns_what_larger_judges_believe(
    rows: list[Judged], tmp_path: Path, small_teacher: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judge, "ANSWERED", 1.0)
    monkeypatch.setattr(judge, "SIDE", -1.0)
    monkeypatch.setattr(judge, "read_unjudged", lambda _: [teachers.Unjudged(rows[0].marked, "fast")])
    monkeypatch.setattr(judge.join, "joined", lambda _: {"train": []})
    monkeypatch.setattr(judge, "judged", lambda _: rows)
    quotes = [judge.Quote(rows[0].marked, "fast", for_x=True, wanted=(1.0, 1.0), reason=0)]
    settings = judge.TeachersOfJudge(folder=tmp_path, number=1, epochs=20, batch=4, rate=3e-3)
    with pytest.raises(InputError, match=r"teacher0.pt is missing"):
        judge.taught(settings, [quotes], lambda _: quotes, tmp_path, random.Random(0))
    torch.save(teachers.untaught("")[0].state_dict(), tmp_path / "teacher0.pt")
    found = judge.taught(settings, [quotes], lambda _: quotes * 20, tmp_path, random.Random(0))
    assert found[0].wanted[1] > 0.8
    assert found[0].known == (1.0, 1.0)
    assert len(found) > 5
    assert all(0 <= chance <= 1 for one in found for chance in one.wanted)


def test_a_bias_against_claiming_reaches_the_precision() -> None:
    probabilities = np.array([[0.7, 0.05, 0.05, 0.2]] * 9 + [[0.4, 0.1, 0.15, 0.35]] * 9)
    wanted = np.array([0] * 9 + [3] * 9)
    assert 0 < fit_bias(probabilities, wanted, 0.9) < 0.5
    assert fit_bias(probabilities, wanted, 0.5) == BIASES[0]


def test_conditions_are_learned_by_word(rows: list[Judged]) -> None:
    encoder = RowEncoder(WordPieces(TRAINED / VOCABULARY))
    (found, other) = items([overall(row) for row in rows], encoder)
    assert found.condition is not None
    assert sum(found.condition) == 2
    assert other.condition is None
    assert REASONS[int(np.argmax(other.reason or ()))] == "not_comparing"
    assert mark(ComparisonInstance(SENTENCES[0], "tea", "coffee")) == rows[0].marked


def test_word_vectors_are_shared_but_for_the_markers(tmp_path: Path) -> None:
    onnx.save(onnx.load(TRAINED / NETWORK), tmp_path / "small.onnx")
    share_words(tmp_path / "small.onnx", tmp_path / NETWORK, own=MARKS)
    assert (tmp_path / NETWORK).stat().st_size == (TRAINED / NETWORK).stat().st_size
    assert (tmp_path / WORDS).read_bytes() == (TRAINED / WORDS).read_bytes()


def test_learning_goes_on_from_the_served_network() -> None:
    encoder = RowEncoder(WordPieces(TRAINED / VOCABULARY))
    size = BertConfig(hidden_size=384, num_hidden_layers=6, num_attention_heads=12, intermediate_size=1536)
    network = Network(
        BertModel(size, add_pooling_layer=False), encoder.x, encoder.y, (encoder.id("x"), encoder.id("y")), 0
    )
    restore(network.eval(), TRAINED / NETWORK)
    ids = np.array([[encoder.x, encoder.y] * 6])
    with torch.no_grad():
        said = network(torch.tensor(ids)).side
    served = session(TRAINED / NETWORK).run(["side"], {"ids": ids})
    assert np.allclose(said.numpy(), np.asarray(served[0]), atol=0.4)


def test_a_written_sentence_is_read_with_its_labels() -> None:
    found = judged_line("They say [in winter] a {tram} is slower than a {bus}. | 2r | slow>1 | fast>2;cheap>0")
    assert found.marked.sentence == "They say in winter a tram is slower than a bus."
    assert found.marked.sentence[slice(*found.condition or ())] == "in winter"
    assert (found.favours, found.modality, found.reason) == ("second", "reported", "")
    assert found.claims == (("slow", "first"),)
    assert found.probes == (("fast", "second"), ("cheap", "none"))
    assert len({one.marked.sentence for one in read_written()}) == len(read_written()) > 1000
