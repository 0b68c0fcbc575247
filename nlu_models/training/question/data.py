"""The labelled questions and sentences that readers learn from, whatever their format, as one type of item.

Every public set was marked by rules of its own, and most for one thing only. So an item says whose rules (its
guideline) it follows, and has None for what it is not labelled with. Rows that repeat a dev-test item of any set are
never read, and no dev-test file is named here.
"""

from __future__ import annotations

import csv
import gzip
import json
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, TextIO, cast

from engine.text.tokens import clean, word_ranges
from engine.types import Form, Kind
from nlu_models.intents import ANNOTATED
from nlu_models.training.rules.parser import RuleQuestionParser

OWN: Final = Path(__file__).resolve().parents[3] / "data" / "comparely"
OUTSIDE: Final = "O"
NAMED: Final = frozenset({Kind.DIRECT, Kind.YES_NO, Kind.DIFFERENCE})
"""Kinds of questions that name what they compare."""
AGREED: Final = 0.5
"""Weight of a question whose label by our own rules is only inferred."""
UNNAMED: Final = frozenset({Kind.SUPERLATIVE, Kind.OPEN})

_WEBIS: Final = {"OBJ": "object", "ASP": "aspect", "PRED": "predicate"}
_BELOUCIF: Final = {"OBJ-1": "object", "OBJ-2": "object", "ASPECT": "aspect", "SHARED": "shared"}
_COMPARELY: Final = {"Object": "object", "Aspect": "aspect", "Predicate": "predicate"}


@dataclass(frozen=True, slots=True)
class Item:
    """A text with what is known about it."""

    text: str
    """Cleaned, with single blanks."""
    guideline: str
    """Whose rules of annotation it follows: a name in ``GUIDELINES``."""
    tags: tuple[str, ...] | None = None
    """One BIO tag for each word: ``O``, ``B-object``, ``I-object``, ``B-aspect`` … ``I-shared``."""
    comparative: bool | None = None
    kinds: frozenset[Kind] | None = None
    """The kinds that it may have; one when its kind is known."""
    intent: str | None = None
    """What a message of a conversation asks for: a name in ``INTENTS``."""
    previous: str = ""
    """What the conversation is about, for such a message; cleaned."""
    weight: float = 1.0
    """What it counts beside other items, > 0."""

    @property
    def words(self) -> list[str]:
        """Return the words that ``tags`` are about."""
        return [self.text[start:end] for start, end in word_ranges(self.text)]

    @property
    def form(self) -> Form:
        """Return whether it is read as a question or as a statement."""
        return Form.STATEMENT if self.guideline in STATEMENTS else Form.QUESTION


GUIDELINES: Final = (
    *("own_question", "own_statement", "webis", "webis2020", "cam2", "mintaka", "beloucif", "comparely"),
    "own_turn",
)
"""Our own rules for questions, statements and messages of a conversation, and those of the public sets; ``SETS`` says
who follows which."""
INTENTS: Final = ANNOTATED
"""What the network tells messages apart by; see data/comparely/README.md."""
STATEMENTS: Final = frozenset({"own_statement", "comparely"})


def read(data: Path, names: Iterable[str]) -> list[Item]:
    """Read sets by name.

    Args:
        data: The folder that holds the public sets; our own is part of the project.
        names: Keys of ``SETS``.

    Raises:
        KeyError: If a set is not known; names those that are.
    """
    items: list[Item] = []
    for name in names:
        if name not in SETS:
            raise KeyError(f"There is no set {name!r}, only {', '.join(SETS)}")
        items += SETS[name](data)
    return items


def apart(items: Iterable[Item], held: Iterable[Item]) -> list[Item]:
    """Return the items whose text is not among those held out, whatever either is labelled with."""
    seen = {letters(item.text) for item in held}
    return [item for item in items if letters(item.text) not in seen]


def letters(text: str) -> str:
    """Return the letters and digits of a text without case and accents: what two copies of a text share."""
    return "".join(char for char in unicodedata.normalize("NFKD", text).casefold() if char.isalnum())


def split_tags(tokens: Sequence[str], tags: Sequence[str]) -> tuple[str, ...]:
    """Return the tags of the words of a text whose tokens are tagged.

    Args:
        tokens: Their words, in order, are the words of the tokens joined by blanks.
        tags: One BIO tag for each token; a word that is not the first of its token continues its tag.

    Returns:
        Tags of which ``I-x`` follows nothing but ``B-x`` and ``I-x``.
    """
    found = []
    for token, tag in zip(tokens, tags, strict=True):
        words = len(word_ranges(token))
        found += [tag] * min(1, words) + [tag.replace("B-", "I-", 1)] * (words - 1)
    return tuple(
        f"B-{tag[2:]}" if tag[0] == "I" and before[1:] != tag[1:] else tag
        for before, tag in pairwise([OUTSIDE, *found])
    )


def bio(labels: Sequence[str]) -> list[str]:
    """Return BIO tags for labels without bounds: a run of one label is one span.

    >>> bio(["O", "object", "object", "aspect"])
    ['O', 'B-object', 'I-object', 'B-aspect']
    """
    return [
        label if label == OUTSIDE else f"{'I' if label == before else 'B'}-{label}"
        for before, label in pairwise([OUTSIDE, *labels])
    ]


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the rows of a CSV or JSONL file, gzipped or not, that do not repeat a dev-test item."""
    with (
        cast("TextIO", gzip.open(path, "rt", encoding="utf-8"))
        if path.suffix == ".gz"
        else path.open(encoding="utf-8", newline="") as lines
    ):
        rows = map(json.loads, lines) if ".jsonl" in path.name else csv.DictReader(lines)
        yield from (row for row in rows if not row["leak"])


def _asked(data: Path, file: str, guideline: str) -> list[Item]:
    """Read questions of which is known whether they compare."""
    rows = _rows(data / "compquestions_qi" / file)
    return [Item(clean(row["question"]), guideline, comparative=row["label"] == "1") for row in rows]


def _agreed(data: Path, part: str) -> list[Item]:
    """Read the questions that compare, or do not, by our own rules as well."""
    parser = RuleQuestionParser()
    items = SETS[f"webis2022paper_{part}"](data)
    agreed = [item for item in items if parser.parse(item.text).comparative is item.comparative]
    return [replace(item, guideline="own_question", weight=AGREED) for item in agreed]


def _kinds(data: Path) -> list[Item]:
    """Read comparative questions of which is known whether they name what they compare."""
    rows = _rows(data / "compquestions_types" / "train.csv")
    return [
        Item(clean(row["question"]), "own_question", kinds=NAMED if row["direct"] == "1" else UNNAMED)
        for row in rows
        if row["direct"]
    ]


def _tagged(
    data: Path,
    file: str,
    guideline: str,
    labels: Mapping[str, str],
    weight: float = 1.0,
) -> list[Item]:
    """Read texts whose tokens have tags, with or without BIO.

    All of them compare, but that is not taken for a label: as they lack case and signs, a model would learn to see it
    by that.
    """
    items = []
    for row in _rows(data / file):
        text = " ".join(row["tokens"])
        plain = [labels.get(tag.removeprefix("B-").removeprefix("I-"), OUTSIDE) for tag in row["tags"]]
        tags = bio(plain)
        for at, tag in enumerate(row["tags"]):
            if tag.startswith("B-") and tags[at] != OUTSIDE:
                tags[at] = f"B-{plain[at]}"
        items.append(Item(text, guideline, split_tags(row["tokens"], tags), weight=weight))
    return items


def _tenth(data: Path, name: str) -> list[Item]:
    """Read every tenth text of a set: the dev part of one that has none, or one that is marked otherwise."""
    return SETS[name](data)[::10]


def _own(_: Path, part: str) -> list[Item]:
    """Read a part of our own set."""
    items = []
    for line in (OWN / f"{part}.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        question = row["form"] == Form.QUESTION
        items.append(
            Item(
                row["text"],
                "own_question" if question else "own_statement",
                _lower(row["tags"]),
                row["comparative"],
                frozenset({Kind(row["kind"])}) if question else None,
            )
        )
    return items


def _choices(data: Path) -> list[Item]:
    """Make bare choices of objects of our own questions: "tea or coffee", "tea vs coffee", "tea, coffee or milk"."""
    named = [objects(item) for item in _own(data, "train") if item.kinds and item.kinds <= NAMED]
    pairs = [pair[:2] for pair in named if len({tuple(map(str.lower, one)) for one in pair[:2]}) == 2]
    items = []
    for (first, second), (third, _) in zip(pairs, [*pairs[1:], pairs[0]], strict=True):
        for parts in ([first, ["or"], second], [second, ["vs"], first], [first, [","], second, ["or"], third]):
            words = [word for part in parts for word in part]
            tags = [
                "O" if at % 2 else f"{'I' if n else 'B'}-object"
                for at, part in enumerate(parts)
                for n in range(len(part))
            ]
            items.append(
                Item(" ".join(words), "own_question", tuple(tags), comparative=True, kinds=frozenset({Kind.DIRECT}))
            )
    return [item for item in items if len(item.words) == len(item.tags or ())]


def objects(item: Item) -> list[list[str]]:
    """Return the words of each object of a tagged item."""
    found: list[list[str]] = []
    for word, tag in zip(item.words, item.tags or (), strict=True):
        if tag == "B-object":
            found.append([word])
        elif tag == "I-object":
            found[-1].append(word)
    return found


def _turns(_: Path, part: str) -> list[Item]:
    """Read a part of our own messages of conversations."""
    lines = (OWN / f"turns_{part}.jsonl").read_text("utf-8").splitlines()
    return [
        Item(row["text"], "own_turn", _lower(row["tags"]), intent=row["intent"], previous=row["previous"]["text"])
        for row in map(json.loads, lines)
    ]


def _lower(tags: Sequence[str]) -> tuple[str, ...]:
    return tuple(tag[:2] + tag[2:].lower() for tag in tags)


SETS: Final[dict[str, Callable[[Path], list[Item]]]] = {
    "own_train": partial(_own, part="train"),
    "own_dev": partial(_own, part="dev"),
    "own_choices": _choices,
    "turns_train": partial(_turns, part="train"),
    "turns_dev": partial(_turns, part="dev"),
    "webis2022_train": partial(
        _tagged, file="compquestions_oai/webis2022_train.jsonl", guideline="webis", labels=_WEBIS
    ),
    "webis2022_dev": partial(_tagged, file="compquestions_oai/webis2022_dev.jsonl", guideline="webis", labels=_WEBIS),
    "beloucif_train": partial(
        _tagged,
        file="compquestions_oai/beloucif_train.jsonl",
        guideline="beloucif",
        labels=_BELOUCIF,
    ),
    "beloucif_shared": partial(
        _tagged,
        file="compquestions_oai/beloucif_extra_with_shared.jsonl",
        guideline="beloucif",
        labels=_BELOUCIF,
    ),
    "beloucif_dev": partial(
        _tagged,
        file="compquestions_oai/beloucif_dev.jsonl",
        guideline="beloucif",
        labels=_BELOUCIF,
    ),
    "comparely_train": partial(
        _tagged, file="comparely_tagging/train.jsonl.gz", guideline="comparely", labels=_COMPARELY
    ),
    "comparely_first_round": partial(
        _tagged,
        file="comparely_tagging/train_coqas_variant.jsonl.gz",
        guideline="comparely",
        labels=_COMPARELY,
        weight=0.5,
    ),
    "comparely_tenth": partial(_tenth, name="comparely_train"),
    "comparely_dev": partial(_tagged, file="comparely_tagging/dev.jsonl", guideline="comparely", labels=_COMPARELY),
    "webis2022paper_train": partial(_asked, file="webis2022paper_train_recovered.csv.gz", guideline="webis"),
    "webis2022paper_dev": partial(_asked, file="webis2022paper_dev.csv", guideline="webis"),
    "webis2020_train": partial(_asked, file="webis2020_train.csv", guideline="webis2020"),
    "webis2020_tenth": partial(_tenth, name="webis2020_train"),
    "webis2022cam2_train": partial(_asked, file="webis2022cam2_train.csv", guideline="cam2"),
    "webis2022cam2_dev": partial(_asked, file="webis2022cam2_dev.csv", guideline="cam2"),
    "mintaka_train": partial(_asked, file="mintaka_train.csv", guideline="mintaka"),
    "mintaka_dev": partial(_asked, file="mintaka_dev.csv", guideline="mintaka"),
    "webis_agreed_train": partial(_agreed, part="train"),
    "webis_agreed_dev": partial(_agreed, part="dev"),
    "types": _kinds,
}
"""Name → reader of a set. ``comparely_first_round`` is an earlier annotation of about the same sentences, which agrees
with the later one in seven of ten; the Beloucif sets have no predicates. ``webis_agreed_…`` are the questions of
``webis2022paper_…`` about which the rules of our own reader agree with Webis."""
