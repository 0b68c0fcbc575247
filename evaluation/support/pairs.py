"""Pairs of a claim and a sentence, known to support it or not because of how they were made.

True claims are sentences as they are, cut, with who says it before them, said the other way round ("A is slower than B"
for "B is faster than A") or in other words for the same point of view, and clauses of written summaries with the
arguments they cite. Each is made false in one respect: negated, objects exchanged, another point of view, another
number, another sentence.
"""

from __future__ import annotations

import csv
import json
import random
import re
import zlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from engine.text.lexicon import GENERAL, contrary, sense, words
from engine.text.morphology import compared
from engine.text.tokens import Tokens, clean
from evaluation.data import open_text
from generation.citation_verification import cited_parts

FRAMES = ("", "", "One source says that ", "Some users argue that ", "According to one writer, ")
_BE = re.compile(r"\b(is|are|was|were|will be|can be|does|do|has|have|can|will)\b(?! not)")
_NOT = re.compile(r"\bnot |n't\b")
_TAIL = re.compile(
    r"(?:,? (?:because|since|although|though|so that|which|when|while|but|and)\b|[;(:]| - ).*", re.DOTALL
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z])|\n+")
_USED = re.compile(r"\s*Arguments used:.*\Z", re.DOTALL)
_COMPARATIVE = re.compile(r"\b(?:(?:more|less) (\w+)|(\w+er))\b")


class Pair(NamedTuple):
    """A claim and a sentence that is cited for it."""

    claim: str
    sentence: str
    first: str
    second: str
    supported: bool
    kind: str
    """How it was made."""


def labelled_pairs(path: Path, *, seed: int = 0) -> Iterator[Pair]:
    """Yield pairs made from the sentences of a CompSent-19 file that favour an object."""
    by_pair: dict[tuple[str, str], list[dict[str, str]]] = defaultdict(list)
    with open_text(path) as file:
        for row in csv.DictReader(file):
            if not row["leak"]:
                by_pair[row["object_a"], row["object_b"]].append(row)
    for (first, second), rows in by_pair.items():
        favouring = [row for row in rows if row["label"] in ("BETTER", "WORSE")]
        for row in favouring:
            chance = random.Random(zlib.crc32(row["sentence"].encode()) + seed)
            sentence = clean(row["sentence"])
            yield from variants(sentence, sentence, first, second, chance)
            others = [one for one in favouring if one["label"] != row["label"]]
            others = others or [one for one in rows if one["label"] == "NONE"]
            if others:
                other = clean(chance.choice(others)["sentence"])
                yield Pair(cut(sentence, first, second), other, first, second, False, "other sentence")


def variants(claim: str, sentence: str, first: str, second: str, chance: random.Random) -> Iterator[Pair]:
    """Yield pairs made from a claim that a sentence supports, true ones and false ones."""
    short = cut(claim, first, second)
    frame = chance.choice(FRAMES)
    yield Pair(claim, sentence, first, second, True, "verbatim")
    yield Pair(frame + short, sentence, first, second, True, "cut")
    if turned := converse(short, first, second):
        yield Pair(frame + turned, sentence, first, second, True, "converse")
        yield Pair(frame + swap(turned, first, second), sentence, first, second, False, "converse swapped")
    if said := reworded(short, chance):
        yield Pair(frame + said, sentence, first, second, True, "reworded")
    yield from falsified(frame + short, sentence, first, second, chance)


def falsified(claim: str, sentence: str, first: str, second: str, chance: random.Random) -> Iterator[Pair]:
    """Yield a true claim made false, once in each way that fits it."""
    for kind, false in (
        ("negated", negated(claim)),
        ("swapped objects", swap(claim, first, second)),
        ("other aspect", other_aspect(claim, chance)),
        ("other number", other_number(claim, first, second, chance)),
    ):
        if false and false != claim:
            yield Pair(false, sentence, first, second, False, kind)


def summary_pairs(path: Path, *, seed: int = 0) -> Iterator[Pair]:
    """Yield pairs made from written summaries: clauses with what they cite, and with what no summary cites."""
    with open_text(path) as lines:
        for row in map(json.loads, lines):
            yield from _summarised(row, random.Random(zlib.crc32(row["id"].encode()) + seed))


def _summarised(row: dict[str, Any], chance: random.Random) -> Iterator[Pair]:
    first, second, arguments = row["object_1"], row["object_2"], [clean(text) for text in row["arguments"]]
    parts = [
        (part, [n for n in numbers if 0 < n <= len(arguments)])
        for summary in row["summaries"]
        for sentence in _SENTENCE.split(_USED.sub("", summary))
        for part, numbers in cited_parts(sentence)
    ]
    used = {n for _, numbers in parts for n in numbers}
    unused = [n for n in range(1, len(arguments) + 1) if n not in used]
    for part, numbers in parts:
        if len(numbers) != 1 or len(part.split()) < 4:
            continue
        sentence = arguments[numbers[0] - 1]
        yield Pair(part, sentence, first, second, True, "summary")
        if unused:
            yield Pair(part, arguments[chance.choice(unused) - 1], first, second, False, "summary, other sentence")
        if len([name for name in (first, second) if Tokens(part).mentions(name)]) == 2:
            for pair in falsified(part, sentence, first, second, chance):
                yield pair._replace(kind=f"summary, {pair.kind}")


def cut(sentence: str, first: str, second: str) -> str:
    """Return a sentence without what follows its comparison, if it still names both objects."""
    for found in _TAIL.finditer(sentence):
        short = sentence[: found.start()]
        if all(Tokens(short).mentions(name) for name in (first, second)):
            return short
    return sentence


def swap(text: str, first: str, second: str) -> str:
    """Return a text with its objects exchanged; empty if it does not name both."""
    tokens = Tokens(text)
    spans = [(*span, name) for name, other in ((second, first), (first, second)) for span in tokens.mentions(other)]
    if len({name for *_, name in spans}) < 2:
        return ""
    for start, end, name in sorted(spans, reverse=True):
        text = text[:start] + name + text[end:]
    return text


def negated(text: str) -> str:
    """Return a text that says the opposite by "not"; empty if it has no place for it."""
    if _NOT.search(text):
        return _NOT.sub("", text, count=1)
    return _BE.sub(lambda verb: f"{verb.group()} not", text, count=1) if _BE.search(text) else ""


def converse(text: str, first: str, second: str) -> str:
    """Return a comparison said from the other object: "B is slower than A" for "A is faster than B"."""
    found = _comparative(text)
    opposite = contrary(found.group()) if found else ""
    if found is None or not opposite or sense(found.group()) is None or " than " not in text or _NOT.search(text):
        return ""
    turned = text[: found.start()] + opposite + text[found.end() :]
    return swap(turned, first, second)


def reworded(text: str, chance: random.Random) -> str:
    """Return a comparison in another word of the same point of view and the same end; empty if there is none."""
    found = _comparative(text)
    known = sense(found.group()) if found else None
    if not found or known is None or known.role not in ("good", "bad") or known.dimension == GENERAL:
        return ""
    same = [word for word in words(known.role) if (its := sense(word)) and its.dimension == known.dimension]
    said = [compared(word) for word in same[:6] if compared(word) != found.group()]
    return text[: found.start()] + chance.choice(said) + text[found.end() :] if said else ""


def other_aspect(text: str, chance: random.Random) -> str:
    """Return a comparison in another point of view; empty if it is not in one."""
    found = _comparative(text)
    known = sense(found.group()) if found else None
    if not found or known is None:
        return ""
    others = [
        word for word in words("good") if (its := sense(word)) and its.dimension not in (known.dimension, GENERAL)
    ]
    return text[: found.start()] + compared(chance.choice(others)) + text[found.end() :]


def other_number(text: str, first: str, second: str, chance: random.Random) -> str:
    """Return a text with one number changed; empty if it has none outside the names."""
    tokens = Tokens(text)
    named = [span for name in (first, second) for span in tokens.mentions(name)]
    for token in tokens.tokens:
        word = text[token.start : token.end]
        if word.isdigit() and not any(start <= token.start < end for start, end in named):
            return text[: token.start] + str(int(word) + chance.randint(1, 9)) + text[token.end :]
    return ""


def _comparative(text: str) -> re.Match[str] | None:
    return next((found for found in _COMPARATIVE.finditer(text) if sense(found.group())), None)


def split(pairs: Sequence[Pair], *, parts: int = 5) -> tuple[list[Pair], list[Pair]]:
    """Return the pairs to fit to and those to look at, of different objects; one in ``parts`` is to be looked at."""
    held = [zlib.crc32("|".join(sorted((pair.first.casefold(), pair.second.casefold()))).encode()) for pair in pairs]
    chosen = [[pair for pair, key in zip(pairs, held, strict=True) if (key % parts == 0) == side] for side in (0, 1)]
    return chosen[0], chosen[1]
