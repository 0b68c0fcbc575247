"""The experiments of CoQAS: taggers, ROUGE of every generator, the length of what CTRL says."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from engine.types import Label
from evaluation import answers
from evaluation.answers import Pair
from evaluation.data import open_text
from evaluation.parsing.measures import measures
from evaluation.parsing.systems import TaggerSystem, load_tagger, systems
from evaluation.parsing.texts import SETS
from evaluation.reproduce.tables import ROOT, Cell, Experiment, Inputs, Row, Status
from evaluation.significance import interval, score

SET: Final = "comparely_devtest"
CONFIGS: Final = ROOT / "nlu_models" / "training" / "configs"
TAGGERS: Final[Mapping[str, tuple[str, Sequence[Cell], str]]] = {
    "bilstm": ("BiLSTM", (0.582, 0.328, 0.730), ""),
    "bilstm_crf": ("BiLSTM-CRF", (0.631, 0.475, 0.766), ""),
    "charcnn": ("ELMo", (0.654, 0.487, 0.825), "a character CNN below a BiLSTM, without ELMo's pre-training"),
    "bert": ("BERT", (0.829, 0.563, 0.869), "MiniLM, whose weights a package holds, in the place of BERT"),
    "roberta": ("RoBERTa", (0.925, 0.685, 0.894), "MiniLM turned into RoBERTa's architecture"),
}
"""Name of the configuration file → name, published figures, what stands in for it."""
GRID: Final = ((16, 32, 64, 100), (1e-6, 1e-5, 1e-4, 1e-3, 1e-2))
LENGTHS: Final = (20, 50, 100, 150, 200)
STANCE: Final = 100
"""Questions of ``stance``; more take longer and change little."""
PUBLISHED: Final[Mapping[str, Sequence[Cell]]] = {
    "bullets": (0.2298, 0.0328, 0.0040),
    "textrank": (0.2203, 0.0238, 0.0036),
    "snippet": (0.2162, 0.0167, 0.0017),
    "template": (0.1969, 0.0195, 0.0016),
    "ctrl, question": (0.2423, 0.0226, 0.0023),
    "ctrl, which is better": (0.2454, 0.0200, 0.0021),
}


def taggers(inputs: Inputs) -> list[Row]:
    """Measure CoQAS's own output, the readers of the product, and the taggers that were trained."""
    chosen = SETS[SET]
    texts = chosen.read(inputs.data)
    rows = [
        Row(
            f"{system.name}{' (its own output, ELECTRA-base)' if system.name == 'CoQAS' else ''}",
            _entities(texts, system.reading(texts)),
            TAGGERS["roberta"][1] if system.name == "CoQAS" else (),
        )
        for system in systems(("rules", "learned"), chosen, inputs.data)
    ]
    searched: list[str] = []
    for name, (shown, published, instead) in TAGGERS.items():
        how = f"`python -m nlu_models.training nlu_models/training/configs/{name}.toml --data DATA --out WORK/{name}`"
        folder = inputs.work / name
        if not (folder / "tagger.json").exists():
            rows.append(Row(shown, (), published, Status.NOT_HERE, f"takes more than ten minutes of training: {how}"))
            continue
        card = json.loads((folder / "tagger.json").read_text("utf-8"))
        learning, tried = card["learning"], card["search"]
        run = f"{learning['epochs']} epochs, {len(learning['seeds'])} of {_seeds(name)} seeds"
        if tried:
            run += f", batch {learning['batch']} and rate {learning['rate']:g}, best on held-out texts of {len(tried)}"
            searched += [name] * ({(one["batch"], one["rate"]) for one in tried} == {*product(*GRID)})
        chosen_by_search = {"batch": learning["batch"], "rate": learning["rate"]} if tried else {}
        asked = tomllib.loads((CONFIGS / f"{name}.toml").read_text("utf-8"))["learning"] | chosen_by_search
        whole = learning == learning | asked
        why = "; ".join(filter(None, (instead, run if whole else f"a short run ({run}); the whole one: {how}")))
        found = _entities(texts, TaggerSystem(shown, load_tagger(folder)).reading(texts))
        rows.append(Row(shown, found, published, Status.DIFFERS if instead or not whole else Status.WORKS, why))
    batches, rates = GRID
    left = [shown for name, (shown, *_) in TAGGERS.items() if name not in searched]
    how = "the same commands with `--search`; `seeds` are run in turn and their weights averaged"
    rows.append(
        Row(
            f"grid: batch {batches[0]} to {batches[-1]}, rate {rates[0]:g} to {rates[-1]:g}",
            status=Status.NOT_HERE if left else Status.WORKS,
            why=f"not searched: {', '.join(left)}; {how}" if left else how,
        )
    )
    return rows


def _seeds(name: str) -> int:
    return len(tomllib.loads((CONFIGS / f"{name}.toml").read_text("utf-8"))["learning"]["seeds"])


def _entities(texts: Any, reading: Any) -> list[Cell]:
    """Return F1 of objects, aspects and predicates with intervals over sentences."""
    found = {one.what: one for one in measures(texts, reading)}
    return [(score(found[label].counts).f1, *interval(found[label].counts)) for label in Label]


def summary_pairs(data: Path) -> list[Pair]:
    """Turn ``summary`` dev-test into questions with a best answer: the first of the written summaries."""
    with open_text(data / "summary" / "cam2_chatgpt_devtest.jsonl") as lines:
        return [
            Pair(f"Which is better, {row['object_1']} or {row['object_2']}?", row["summaries"][0])
            for row in map(json.loads, lines)
        ]


def stance_pairs(data: Path) -> list[Pair]:
    """Take the questions of ``stance`` train with their first answers."""
    with (data / "stance" / "train.jsonl").open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    first = {row["question"]: row["answer"] for row in reversed(rows)}
    return [Pair(question, answer) for question, answer in [*first.items()][::-1][:STANCE]]


def rouge(inputs: Inputs) -> list[Row]:
    """Measure every generator on both sets, each first written as the file that the command reads."""
    engine, rows = inputs.engine(), []
    for name, made in (("summary", summary_pairs(inputs.data)), ("stance", stance_pairs(inputs.data))):
        with TemporaryDirectory() as folder:
            answers.write_pairs(made, path := Path(folder) / "questions.tsv")
            pairs = answers.read_pairs(path)
        own = answers.ctrl(_ctrl(inputs)) if _ctrl(inputs) and name == "summary" else {}
        for system, say in (answers.generators(engine, pairs) | own | answers.controls(pairs)).items():
            found = answers.measure(pairs, say)
            cells: list[Cell] = [*found.figures(), f"{found.answered} of {len(pairs)}", round(found.words)]
            differs = system in PUBLISHED and name == "summary"
            why = "other questions and answers" if differs else ""
            if system in own:
                why += "; a CTRL of a million weights, made by `configs/ctrl.toml`"
            published = PUBLISHED[system] if differs else ()
            rows.append(Row(f"{name}: {system}", cells, published, Status.DIFFERS if differs else Status.WORKS, why))
    engine.close()
    for system, figures in PUBLISHED.items():
        if system.startswith("ctrl") and not any(row.name == f"summary: {system}" for row in rows):
            why = "needs a checkpoint: `python -m evaluation.answers FILE.tsv --index DIR --ctrl FOLDER`"
            rows.append(Row(f"summary: {system}", (), figures, Status.NOT_HERE, why))
    why = "Yahoo! L6 may not be passed on: `python -m evaluation.answers FILE.tsv --index DIR` (question, tab, answer)"
    rows.append(Row("the 1,200 questions of the paper", status=Status.NOT_HERE, why=why))
    return rows


def _ctrl(inputs: Inputs) -> str:
    """Return the checkpoint that ``configs/ctrl.toml`` makes; empty where it has not learned to the end."""
    folder = inputs.work / "ctrl"
    return str(folder) if (folder / "config.json").exists() else ""


def lengths(inputs: Inputs) -> list[Row]:
    """Measure what CTRL says at each length."""
    model = _ctrl(inputs)
    why = "a CTRL of a million weights; for the published one `--ctrl Salesforce/ctrl`, which no package holds"
    if not model:
        how = "`python -m nlu_models.training nlu_models/training/configs/ctrl.toml --data data --out WORK/ctrl`"
        return [
            Row(f"{LENGTHS[0]} to {LENGTHS[-1]} word pieces", (), (), Status.NOT_HERE, f"needs a checkpoint: {how}")
        ]
    pairs, rows = summary_pairs(inputs.data), []
    for most in LENGTHS:
        for name, say in answers.ctrl(model, max_tokens=most).items():
            found = answers.measure(pairs, say)
            cells: list[Cell] = [*found.figures(), round(found.words)]
            rows.append(Row(f"{most} word pieces, {name.removeprefix('ctrl, ')}", cells, (), Status.DIFFERS, why))
    return rows


EXPERIMENTS: Final = (
    Experiment(
        "coqas",
        1,
        "CoQAS 1: taggers",
        "Table 2",
        ("F1 of objects", "aspects", "predicates"),
        "comparely_tagging dev-test, 178 of the 360 sentences of the published test; exact spans (seqeval), bootstrap "
        "over sentences",
        taggers,
    ),
    Experiment(
        "coqas",
        2,
        "CoQAS 2: ROUGE of the answers",
        "Table 3",
        ("ROUGE-1", "ROUGE-2", "ROUGE-3", "answered", "words"),
        f"`summary` dev-test (27 questions; the best answers are written by a language model) and {STANCE} questions "
        "of `stance` train with answers of Stack Exchange, from the index of cam_sentences and corpus_reddit. Stemmed "
        "F1, bootstrap over questions; a question without an answer counts 0",
        rouge,
        needs_index=True,
    ),
    Experiment(
        "coqas",
        3,
        "CoQAS 3: how long CTRL may speak",
        "Figure 3: lengths from 20 to 200, of which 100 was best for questions and 200 for “What is better”",
        ("ROUGE-1", "ROUGE-2", "ROUGE-3", "words"),
        "`summary` dev-test, 27 questions, as above",
        lengths,
    ),
)
