"""The texts that readers are measured on: where each data set lies, what it labels, by whose rules.

The public tagging sets come as tokens: the text is rebuilt by joining them with blanks. The Webis and Beloucif sets
have no begin tags, so consecutive words of one label are one entity there, in the gold and in a prediction alike. The
Beloucif set has no predicates. Rows that repeat a dev-test item are dropped everywhere else.
"""

from __future__ import annotations

import csv
import json
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from engine.text.tokens import clean
from engine.types import Form, Kind
from evaluation.annotation import DATA as OWN_DATA
from evaluation.data import open_text

TYPO_SEED = 2021
_LEAST_LETTERS = 4


class Text(NamedTuple):
    """A text with what people said about it; what the data set does not label is None or empty."""

    text: str
    form: Form = Form.QUESTION
    words: tuple[tuple[int, int], ...] = ()
    """Character ranges of the words that have tags."""
    tags: tuple[str, ...] = ()
    """One tag a word, see ``evaluation.parsing.tags.Tags``."""
    comparative: bool | None = None
    kind: Kind | None = None
    direct: bool | None = None
    """Whether it names its options."""

    @property
    def tokens(self) -> list[str]:
        """Return the words."""
        return [self.text[start:end] for start, end in self.words]


@dataclass(frozen=True, slots=True, kw_only=True)
class TextSet:
    """A data set: who labelled it, and what is known about it."""

    guideline: str = ""
    """Whose rules its labels follow, as in ``reader.json``; empty for the product's own."""
    published: Mapping[str, str] = field(default_factory=dict)
    """The best published figure for each thing that has one."""
    by_kind: bool = False
    """Whether each kind of question is measured by itself too."""

    def read(self, data: Path) -> list[Text]:
        """Read its texts from the folder of the public data sets."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Questions(TextSet):
    """A CSV file of questions with a yes/no label."""

    file: str
    column: str = "label"
    """``label`` says whether a question is comparative, ``direct`` whether it names its options."""

    def read(self, data: Path) -> list[Text]:
        """Read the questions that have a label."""
        found = []
        for row in read_rows(data / self.file):
            if row[self.column]:
                text, positive = clean(row["question"]), row[self.column] == "1"
                direct = self.column == "direct"
                found.append(Text(text, direct=positive) if direct else Text(text, comparative=positive))
        return found


@dataclass(frozen=True, slots=True)
class Taggings(TextSet):
    """A JSON Lines file of tagged texts."""

    file: str
    labels: Mapping[str, str]
    """The file's labels → ours; words with another label are outside."""
    form: Form = Form.QUESTION
    shipped: str = ""
    """A JSON Lines file with the tags that a published system gave to the same texts."""

    def read(self, data: Path) -> list[Text]:
        """Read the texts."""
        return [tagged(tokens, tags, self.form) for tokens, tags in read_taggings(data / self.file, self.labels)]


@dataclass(frozen=True, slots=True)
class Own(TextSet):
    """A part of ``data/comparely``, as it is or altered."""

    split: str
    form: Form
    alter: Callable[[Text], Text] | None = None

    def read(self, data: Path = OWN_DATA) -> list[Text]:  # noqa: ARG002
        """Read the texts; they are part of the project, so ``data`` does not matter."""
        rows = [json.loads(line) for line in (OWN_DATA / f"{self.split}.jsonl").read_text("utf-8").splitlines()]
        texts = [_own(row) for row in rows if row["form"] == self.form]
        return texts if self.alter is None else list(map(self.alter, texts))


def tagged(tokens: Sequence[str], tags: Iterable[str], form: Form = Form.QUESTION) -> Text:
    """Return the text that tokens make when they are joined with blanks."""
    words, position = [], 0
    for token in tokens:
        words.append((position, position + len(token)))
        position += len(token) + 1
    return Text(" ".join(tokens), form, tuple(words), tuple(tags))


def _own(row: Mapping[str, Any]) -> Text:
    words, position = [], 0
    for token in row["tokens"]:
        start = row["text"].index(token, position)
        position = start + len(token)
        words.append((start, position))
    return Text(
        row["text"],
        Form(row["form"]),
        tuple(words),
        tuple(tag if tag == "O" else tag[:2] + tag[2:].lower() for tag in row["tags"]),
        row["comparative"],
        Kind(row["kind"]),
    )


def read_rows(path: Path) -> Iterator[dict[str, str]]:
    """Read a CSV file, gzipped or not, without the rows that also stand in a dev-test file."""
    with open_text(path) as lines:
        yield from (row for row in csv.DictReader(lines) if not row.get("leak"))


def read_taggings(
    path: Path, labels: Mapping[str, str], *, system: str | None = None
) -> Iterator[tuple[list[str], list[str]]]:
    """Read tokens and tags from a JSON Lines file, gzipped or not, without the rows that also stand in a dev-test file.

    Args:
        path: The file.
        labels: The file's labels → ours; tags with another label become ``O``.
        system: Only rows of this system.
    """
    with open_text(path) as lines:
        for line in lines:
            row = json.loads(line)
            if not row.get("leak") and row.get("system") in {system, None}:
                yield row["tokens"], [_renamed(tag, labels) for tag in row["tags"]]


def _renamed(tag: str, labels: Mapping[str, str]) -> str:
    if tag in labels:
        return labels[tag]
    prefix, _, label = tag.partition("-")
    return f"{prefix}-{labels[label]}" if label in labels else "O"


def lower_cased(text: Text) -> Text:
    """Return the text in lower case."""
    return _rewritten(text, [token.lower() for token in text.tokens])


def without_question_mark(text: Text) -> Text:
    """Return the text without its question marks."""
    return _rewritten(text, ["" if word == "?" else word for word in text.tokens])


def mistyped(text: Text) -> Text:
    """Return the text with one typing error in a word of four letters or more, the same error each time.

    Two inner letters change places, or one is missing or twice there; a text without such a word stays as it is.
    """
    chance = random.Random(f"{TYPO_SEED} {text.text}")
    tokens = text.tokens
    long = [at for at, token in enumerate(tokens) if token.isalpha() and len(token) >= _LEAST_LETTERS]
    if not long:
        return text
    at = chance.choice(long)
    word, n = tokens[at], chance.randrange(1, len(tokens[at]) - 2)
    swapped, dropped, doubled = (
        word[:n] + middle + word[n + 2 :] for middle in (word[n + 1] + word[n], word[n], word[n] + word[n : n + 2])
    )
    tokens[at] = chance.choice([typo for typo in (swapped, dropped, doubled) if typo != word])
    return _rewritten(text, tokens)


def _rewritten(text: Text, tokens: Iterable[str]) -> Text:
    built, position, words, tags = "", 0, [], []
    for token, (start, end), tag in zip(tokens, text.words, text.tags, strict=True):
        if token:
            built += text.text[position:start]
            words.append((len(built), len(built) + len(token)))
            tags.append(tag)
            built += token
        position = end
    return text._replace(text=built, words=tuple(words), tags=tuple(tags))


WEBIS = {"OBJ": "object", "ASP": "aspect", "PRED": "predicate"}
BELOUCIF = {"OBJ-1": "object", "OBJ-2": "object", "ASPECT": "aspect"}
COMPARELY = {"Object": "object", "Aspect": "aspect", "Predicate": "predicate"}
COQAS = "comparely_tagging/devtest_published_system_outputs.jsonl"
COQAS_SYSTEM = "answers_test_2dict"
"""The rows of ``COQAS`` whose scores are those of Table 2 of its paper."""
_RECORD_WEBIS = {"object": ".829 DeBERTa-v3-l", "aspect": ".681 DeBERTa-v3-l", "predicate": ".960 DeBERTa-v3-l"}
_RECORD_COMPARELY = {"object": ".925 RoBERTa", "aspect": ".688 RoBERTa", "predicate": ".895 RoBERTa"}
_QI = "compquestions_qi"
_OAI = "compquestions_oai"

SETS: dict[str, TextSet] = {
    "webis2022paper_dev": Questions(f"{_QI}/webis2022paper_dev.csv", guideline="webis"),
    "webis2022paper_devtest": Questions(
        f"{_QI}/webis2022paper_devtest.csv",
        guideline="webis",
        published={"comparative": ".922 DeBERTa-b", "R@.99": ".71 cascade"},
    ),
    "webis2020_devtest": Questions(
        f"{_QI}/webis2020_devtest.csv", guideline="webis2020", published={"comparative": ".860 DeBERTa-v3-b"}
    ),
    "webis2022cam2_dev": Questions(f"{_QI}/webis2022cam2_dev.csv", guideline="cam2"),
    "webis2022cam2_devtest": Questions(
        f"{_QI}/webis2022cam2_devtest.csv", guideline="cam2", published={"comparative": ".974 RoBERTa"}
    ),
    "beloucif_qi_devtest": Questions(f"{_QI}/beloucif_devtest.csv", guideline="cam2"),
    "mintaka_dev": Questions(f"{_QI}/mintaka_dev.csv", guideline="mintaka"),
    "mintaka_devtest": Questions(f"{_QI}/mintaka_devtest.csv", guideline="mintaka"),
    "types": Questions("compquestions_types/train.csv", "direct"),
    "webis2022_dev": Taggings(f"{_OAI}/webis2022_dev.jsonl", WEBIS, guideline="webis"),
    "webis2022_devtest": Taggings(f"{_OAI}/webis2022_devtest.jsonl", WEBIS, guideline="webis", published=_RECORD_WEBIS),
    "beloucif_dev": Taggings(f"{_OAI}/beloucif_dev.jsonl", BELOUCIF, guideline="beloucif"),
    "beloucif_devtest": Taggings(f"{_OAI}/beloucif_devtest.jsonl", BELOUCIF, guideline="beloucif"),
    "comparely_dev": Taggings("comparely_tagging/dev.jsonl", COMPARELY, Form.STATEMENT, guideline="comparely"),
    "comparely_devtest": Taggings(
        "comparely_tagging/devtest.jsonl",
        COMPARELY,
        Form.STATEMENT,
        COQAS,
        guideline="comparely",
        published=_RECORD_COMPARELY,
    ),
    "own_questions_dev": Own("dev", Form.QUESTION, by_kind=True),
    "own_questions_test": Own("test", Form.QUESTION, by_kind=True),
    "own_questions_lower_cased": Own("test", Form.QUESTION, lower_cased),
    "own_questions_no_mark": Own("test", Form.QUESTION, without_question_mark),
    "own_questions_one_typo": Own("test", Form.QUESTION, mistyped),
    "own_statements_dev": Own("dev", Form.STATEMENT),
    "own_statements_test": Own("test", Form.STATEMENT),
}
"""Name → data set. Training files are not among them: models learn from them, and read them by their own names."""
