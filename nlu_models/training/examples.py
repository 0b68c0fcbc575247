"""The labelled sentences that classifiers of sentences learn from."""

from __future__ import annotations

import csv
import gzip
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from engine.types import ComparisonInstance, Stance
from nlu_models.baselines.marking import Marked, mark
from nlu_models.baselines.rule_stance import KeyphraseClassifier

OWN_SENTENCES: Final = Path(__file__).with_name("sentences.txt")
HELD_OUT: Final = 570
"""Least rows of the inner dev part."""
LARGEST_PAIR: Final = 150
"""No pair with more rows than this is held out."""
SEED: Final = 2019
VOTES: Final = 0.5
"""Share of a target that follows the votes of the crowd, the rest its majority."""
LEVEL: Final = (0.0, 0.0, 0.8, 0.2)
"""Target of a NONE in which the keyphrase classifier sees equality: CompSent-19 has no label for it."""

OPPOSITES: Final = """
    better worse faster slower easier harder stronger weaker superior inferior more less safer riskier nicer uglier
    smarter dumber quicker slower lighter heavier simpler trickier tastier blander healthier unhealthier
    smoother rougher cheaper dearer
"""
"""Comparatives, each followed by its opposite."""
AGREED: Final = 0.85
"""Least share of a target that its label must have for a sentence to be turned round."""
OUTRIGHT: Final = frozenset({"than", "compared", "contrast", "bare"})
"""Kinds of finding whose one comparative decides."""

_LABELS: Final = {"BETTER": Stance.FIRST, "WORSE": Stance.SECOND, "NONE": Stance.NONE}
_CLASSES: Final = (Stance.FIRST, Stance.SECOND, Stance.EQUAL, Stance.NONE)


class Example(NamedTuple):
    """A sentence with the belief a classifier should have."""

    pairing: ComparisonInstance
    target: tuple[float, ...]
    """Probabilities that sum to 1 of FIRST, SECOND, EQUAL and NONE."""
    label: Stance
    """What people chose."""

    def canonical(self, marked: Marked) -> tuple[float, ...]:
        """Return the target for ``nlu_models.baselines.marking.CLASSES``."""
        first, second, equal, none = self.target
        return self.target if marked.x_is_first else (second, first, equal, none)


def read_compsent(path: Path) -> list[Example]:
    """Return the rows of a CompSent-19 file that do not repeat its dev-test."""
    keyphrase = KeyphraseClassifier()
    examples = []
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if "compsent19/devtest" in row["leak"]:
                continue
            pairing = ComparisonInstance(row["sentence"], row["object_a"], row["object_b"])
            label = _LABELS[row["label"]]
            better, worse, none = (int(row[f"{name}_count"]) for name in ("better", "worse", "none"))
            total = better + worse + none
            finding = keyphrase.find(pairing)
            votes = (better / total, worse / total, 0.0, none / total)
            target = tuple(
                VOTES * vote + (1 - VOTES) * (label is stance) for vote, stance in zip(votes, _CLASSES, strict=True)
            )
            if label is Stance.NONE and finding is not None and finding.kind == "level":
                target = LEVEL
            examples.append(Example(pairing, target, label))
    return examples


def read_own(path: Path = OWN_SENTENCES) -> list[Example]:
    """Return the sentences written for this project; the file says how they are marked."""
    lines = path.read_text("utf-8").splitlines()
    return [own_example(line) for line in lines if line and not line.startswith("#")]


def own_example(line: str) -> Example:
    """Return a marked sentence: ``{+x}`` is favoured over ``{y}``, ``{=x}`` and ``{=y}`` are level."""
    objects = {name: sign for sign, name in re.findall(r"\{([+=]?)([^}]+)\}", line)}
    (first, favour), (second, other) = objects.items()
    label = Stance.EQUAL if favour == "=" else Stance.FIRST if favour else Stance.SECOND if other else Stance.NONE
    target = tuple(float(label is stance) for stance in _CLASSES)
    return Example(ComparisonInstance(re.sub(r"[{}]|(?<=\{)[+=]", "", line), first, second), target, label)


def turned_round(examples: Iterable[Example], wanted: Stance) -> list[Example]:
    """Make sentences that say the opposite, by exchanging the one comparative that decides for its opposite.

    Few sentences say that the object named first is the worse one, though it takes but one word to say so.

    Args:
        examples: What to learn from.
        wanted: What the new sentences favour, ``FIRST`` or ``SECOND``.

    Returns:
        A new example for each one that people and the keyphrase classifier agree on.
    """
    words = OPPOSITES.split()
    opposites = dict(zip(words[::2], words[1::2], strict=True))
    opposites |= {worse: better for better, worse in reversed(opposites.items())}
    pattern = re.compile(rf"\b(?:{'|'.join(opposites)})\b", re.IGNORECASE)
    keyphrase = KeyphraseClassifier()
    turned = []
    for pairing, target, label in examples:
        if label is wanted.flipped() and max(target) >= AGREED and len(pattern.findall(pairing.sentence)) == 1:
            finding = keyphrase.find(pairing)
            if finding is not None and finding.kind in OUTRIGHT and finding.favoured is label:
                sentence = pattern.sub(lambda word: opposites[word[0].lower()], pairing.sentence)
                first, second, equal, none = target
                turned.append(Example(pairing._replace(sentence=sentence), (second, first, equal, none), wanted))
    return turned


def split(examples: Sequence[Example]) -> tuple[list[Example], list[Example]]:
    """Hold out the rows of some object pairs, drawn with a fixed seed.

    Returns:
        What to learn from, and the inner dev part; they share no pair.
    """
    sizes = Counter(map(_pair, examples))
    pairs = sorted(sizes)
    random.Random(SEED).shuffle(pairs)
    held: set[tuple[str, ...]] = set()
    for pair in pairs:
        if sum(sizes[one] for one in held) >= HELD_OUT:
            break
        if sizes[pair] <= LARGEST_PAIR:
            held.add(pair)
    return (
        [example for example in examples if _pair(example) not in held],
        [example for example in examples if _pair(example) in held],
    )


def marked(examples: Iterable[Example]) -> Iterator[tuple[Example, Marked]]:
    """Yield the examples that a model is asked about, with what it sees."""
    for example in examples:
        sentence = mark(example.pairing)
        if isinstance(sentence, Marked):
            yield example, sentence


def _pair(example: Example) -> tuple[str, ...]:
    return tuple(sorted((example.pairing.first.lower(), example.pairing.second.lower())))
