"""Learns a small CTRL from our own texts, as ``nlu_models/training/configs/ctrl.toml`` says.

Every text starts with a control code, one of those of the published model, so that a prompt for one suits the other:
``Links`` before a question and what a text says to it, ``Reviews`` before a text of the sample corpus, ``Questions``
before questions, ``Opinion`` before statements and ``Explain`` before the texts of the key phrases. Parts that others
measure on, dev and test, are not learned from.

Source: Keskar et al., "CTRL: A Conditional Transformer Language Model for Controllable Generation", 2019.
"""

from __future__ import annotations

import csv
import json
import math
import random
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import click
import torch
from pydantic import BaseModel, ConfigDict, Field
from tokenizers import Tokenizer, models, pre_tokenizers, trainers
from torch import Tensor
from transformers import CTRLConfig, CTRLLMHeadModel, CTRLTokenizer

from engine.text.tokens import Tokens, clean

UNKNOWN: Final = "<unk>"
END: Final = "<|endoftext|>"
WORD_END: Final = "</w>"
"""What the learner of word pieces puts behind the last piece of a word; CTRL puts "@@" behind each of the others."""
PRINTABLE: Final = [chr(code) for code in range(33, 127)]
WARM_UP: Final = 0.05
"""First share of the steps, in which the learning rate grows."""
_ASPECT: Final = re.compile(r"\bfor ((?:[a-z]+ )?[a-z]+)[.,]")

Size = Annotated[int, Field(ge=1, le=1 << 16)]


class CtrlSettings(BaseModel):
    """A configuration file; unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    task: Literal["ctrl"]
    vocabulary: Annotated[int, Field(ge=300, le=250_000)]
    positions: Annotated[int, Field(ge=16, le=4096)]
    width: Size
    layers: Size
    heads: Size
    dropout: Annotated[float, Field(ge=0.0, lt=1.0)]
    epochs: Size
    batch: Size
    rate: Annotated[float, Field(gt=0.0, le=1.0)]
    seed: int
    questions: tuple[str, ...] = Field(min_length=1)


def train(config: Mapping[str, Any], data: Path, out: Path, *, search: bool) -> None:
    """Learn, and write what ``CTRLLMHeadModel`` and ``CTRLTokenizer`` load; see ``nlu_models.training``.

    Raises:
        click.ClickException: A search was asked for, or the texts are not there.
    """
    settings = CtrlSettings(**config)
    if search:
        raise click.ClickException("--search: the small CTRL has no grid to search")
    torch.manual_seed(settings.seed)
    order = random.Random(settings.seed)
    try:
        texts = [*read(data, settings.questions, order)]
    except FileNotFoundError as error:
        raise click.ClickException(f"{error.filename} is not there; --data is the folder data of Whichever") from error
    out.mkdir(parents=True, exist_ok=True)
    tokenizer = write_vocabulary(texts, settings.vocabulary, out)
    end = [tokenizer.eos_token_id]
    learned = [(tokenizer(text)["input_ids"] + end)[: settings.positions] for text in texts]
    model = CTRLLMHeadModel(network(settings, tokenizer))
    click.echo(f"{len(learned)} texts, {sum(map(len, learned))} word pieces, {model.num_parameters()} weights")
    learn(model, learned, settings, order)
    model.cpu().save_pretrained(out)
    tokenizer.save_pretrained(out)


def read(data: Path, questions: Sequence[str], order: random.Random) -> Iterator[str]:
    """Yield all texts, each after its control code.

    Args:
        data: The folder ``data`` of this repository.
        questions: What a text about two things is asked for by, with ``{first}``, ``{second}`` and ``{aspect}``.
        order: Chooses a question for each text.

    Raises:
        FileNotFoundError: A file is missing.
    """
    pairs = defaultdict(list)
    with (data / "sample" / "comparisons.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            pairs[row["file"]].append((row["first"], row["second"]))
    for name, compared in sorted(pairs.items()):
        for document in _rows(data / "sample" / name):
            sentences = [clean(sentence) for sentence in document["sentences"]]
            yield f"Reviews {' '.join([clean(document['title']) + '.', *sentences])}"
            for pair in compared:
                yield from _asked(pair, sentences, questions, order)
    for row in _rows(data / "comparely" / "train.jsonl"):
        yield f"{'Questions' if row['form'] == 'question' else 'Opinion'} {clean(row['text'])}"
    for row in _rows(data / "keyphrases" / "documents.jsonl"):
        if row["split"] == "train":
            yield f"Explain {clean(row['text'])}"


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _asked(
    pair: tuple[str, str], sentences: Sequence[str], questions: Sequence[str], order: random.Random
) -> Iterator[str]:
    """Yield a question and the sentences from the first that names both things; nothing if none does."""
    for n, sentence in enumerate(sentences):
        tokens = Tokens(sentence)
        if all(tokens.mentions(name) for name in pair):
            found = _ASPECT.search(sentence)
            usable = [question for question in questions if found or "{aspect}" not in question]
            first, second = order.sample(pair, 2)
            asked = order.choice(usable).format(first=first, second=second, aspect=found[1] if found else "")
            yield f"Links {asked} {' '.join(sentences[n:])}"
            return


def write_vocabulary(texts: Sequence[str], size: int, folder: Path) -> CTRLTokenizer:
    """Learn word pieces by byte pair encoding and write them as CTRL's ``vocab.json`` and ``merges.txt``.

    Returns:
        The tokenizer that reads these files.
    """
    pieces = Tokenizer(models.BPE(end_of_word_suffix=WORD_END))
    pieces.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    pieces.train_from_iterator(
        texts, trainers.BpeTrainer(vocab_size=size, end_of_word_suffix=WORD_END, show_progress=False)
    )
    learned = json.loads(pieces.to_str())["model"]
    known = [*PRINTABLE, *(char + WORD_END for char in PRINTABLE), *sorted(learned["vocab"], key=learned["vocab"].get)]
    spelled = (piece.removesuffix(WORD_END) if piece.endswith(WORD_END) else f"{piece}@@" for piece in known)
    vocabulary = {piece: n for n, piece in enumerate(dict.fromkeys([UNKNOWN, END, *spelled]))}
    merges = [" ".join(merge) for merge in learned["merges"]]
    (folder / "vocab.json").write_text(json.dumps(vocabulary, ensure_ascii=False), "utf-8")
    (folder / "merges.txt").write_text("\n".join(["#version: 0.2", *merges, ""]), "utf-8")
    return CTRLTokenizer(
        str(folder / "vocab.json"), str(folder / "merges.txt"), unk_token=UNKNOWN, eos_token=END, pad_token=END
    )


def network(settings: CtrlSettings, tokenizer: CTRLTokenizer) -> CTRLConfig:
    """Return the shape of the model."""
    return CTRLConfig(
        vocab_size=tokenizer.vocab_size,
        n_positions=settings.positions,
        n_embd=settings.width,
        dff=4 * settings.width,
        n_layer=settings.layers,
        n_head=settings.heads,
        resid_pdrop=settings.dropout,
        embd_pdrop=settings.dropout,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
    )


def learn(model: CTRLLMHeadModel, learned: list[list[int]], settings: CtrlSettings, order: random.Random) -> None:
    """Fit a model to foretell the next word piece, on a GPU if there is one."""
    model.to("cuda" if torch.cuda.is_available() else "cpu").train()
    optimizer = torch.optim.AdamW(model.parameters(), lr=settings.rate, weight_decay=0.01)
    steps = settings.epochs * math.ceil(len(learned) / settings.batch)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1.0, (step + 1) / (WARM_UP * steps)) * max(0.02, 1 - step / steps)
    )
    for epoch in range(settings.epochs):
        losses = []
        for batch in batches(learned, settings.batch, order):
            ids, mask = (tensor.to(model.device) for tensor in padded(batch))
            loss = model(input_ids=ids, attention_mask=mask, labels=ids.masked_fill(mask == 0, -100)).loss
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            losses.append(loss.item())
        click.echo(f"epoch {epoch + 1}: loss {sum(losses) / len(losses):.3f}")
    model.eval()


def batches(learned: Sequence[list[int]], size: int, order: random.Random) -> list[list[list[int]]]:
    """Return the texts in random batches of similar length."""
    by_length = sorted(order.sample(learned, len(learned)), key=len)
    cut = [by_length[n : n + size] for n in range(0, len(by_length), size)]
    order.shuffle(cut)
    return cut


def padded(batch: Sequence[list[int]]) -> tuple[Tensor, Tensor]:
    """Return ids of equal length, and the mask of those that were not filled in."""
    longest = max(map(len, batch))
    ids = torch.tensor([ids + [0] * (longest - len(ids)) for ids in batch])
    return ids, torch.tensor([[1] * len(ids) + [0] * (longest - len(ids)) for ids in batch])
