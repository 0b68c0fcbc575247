"""The annotated messages ``data/comparely/turns.txt``: read their mark-up, build the JSONL files.

A line ``> is [tea|O] better than [coffee|O] for [sleep|A]`` is what a conversation is about; the lines below it are
messages that may come next, each its intent and its marked text: ``change_object [cocoa|new] instead of [coffee|old]``.

    python -m evaluation.annotated_messages build       # writes turns_train.jsonl, turns_dev.jsonl and turns_test.jsonl
    python -m evaluation.annotated_messages validate    # checks the source and prints the counts
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import click

from engine.text.tokens import clean, word_ranges, word_set
from engine.types import Label, Span
from evaluation import annotation
from evaluation.annotation import DATA, SPLITS, MarkupError, Pair, bio, digest, letters
from nlu_models.intents import ANNOTATED, INTENTS, Entity

SOURCE = "turns.txt"
MARKS = {
    "O": ("object", ""),
    "new": ("object", "new"),
    "old": ("object", "old"),
    "against": ("object", "against"),
    "A": ("aspect", ""),
    "only": ("aspect", "only"),
    "most": ("aspect", "most"),
    "less": ("aspect", "less"),
    "bullets": ("style", ""),
    "template": ("style", ""),
    "other": ("style", ""),
}
"""Mark → the entity and its role; the value of a style is the mark, that of any other entity the marked words."""

NEEDS = {
    "add_aspect": {"A", "only", "most", "less"},
    "add_object": {"O"},
    "change_object": {"new"},
    "drop": {"O", "A"},
    "name_object": {"O"},
    "style": {"bullets", "template", "other"},
}
"""Intent → the marks of which it needs one."""
NAMELESS = word_set(
    "affirm deny filter goodbye greet help longer nlu_fallback out_of_scope repeat restart shorter thanks"
)
"""Intents whose messages name nothing that is marked."""

_MARK = re.compile(rf"\[([^][|]+)\|({'|'.join(MARKS)})\]")


class Before(NamedTuple):
    """What a message follows."""

    question: str = ""
    """Word for word; empty when nobody asked one."""
    objects: tuple[str, ...] = ()
    aspects: tuple[str, ...] = ()


@dataclass(frozen=True)
class Message:
    """One annotated message."""

    text: str
    intent: str
    entities: tuple[Entity, ...]
    """By ascending start, without overlap, each from the start of a token to the end of one."""
    before: Before
    domain: str

    @cached_property
    def id(self) -> str:
        """Return a key that depends on the message and what it follows: ``t-`` and eight hexadecimal digits."""
        return f"t-{digest(f'{self.before.question} > {self.text}'):016x}"[:10]

    @cached_property
    def pairs(self) -> set[Pair]:
        """Return the unordered pairs of the objects of the message, and of those of the comparison before it."""
        named = [entity.value for entity in self.entities if entity.entity == "object"]
        return annotation.pairs(named) | annotation.pairs(self.before.objects)

    def record(self) -> dict[str, Any]:
        """Return the message as it stands in the JSONL files; the tags are objects and aspects, without roles."""
        ranges = word_ranges(self.text)
        spans = [
            Span(entity.start, entity.end, entity.value, Label(entity.entity))
            for entity in self.entities
            if entity.entity != "style"
        ]
        return {
            "id": self.id,
            "text": self.text,
            "intent": self.intent,
            "tokens": [self.text[start:end] for start, end in ranges],
            "tags": bio(ranges, spans),
            "entities": [
                {"entity": one.entity, "value": one.value, "start": one.start, "end": one.end, "role": one.role}
                for one in self.entities
            ],
            "previous": {
                "text": self.before.question,
                "objects": list(self.before.objects),
                "aspects": list(self.before.aspects),
            },
            "form": "turn",
            "domain": self.domain,
        }


def unmark(marked: str) -> tuple[str, tuple[Entity, ...]]:
    """Take the marks out of a text.

    Returns:
        The text and what was marked.

    Raises:
        MarkupError: If a mark is broken, starts or ends inside a token, or blanks are not single.
    """
    text, entities, at = "", [], 0
    for mark in _MARK.finditer(marked):
        text += marked[at : mark.start()]
        entity, role = MARKS[mark[2]]
        value = mark[2] if entity == "style" else mark[1]
        entities.append(Entity(entity, value, len(text), len(text) + len(mark[1]), role))
        text += mark[1]
        at = mark.end()
    text += marked[at:]
    if text != clean(text) or set(text) & set("[]|"):
        raise MarkupError(f"Broken marks, or blanks that are not single: {marked!r}")
    ranges = word_ranges(text)
    starts, ends = {start for start, _ in ranges}, {end for _, end in ranges}
    if not {one.start for one in entities} <= starts or not {one.end for one in entities} <= ends:
        raise MarkupError(f"A mark starts or ends inside a token: {marked!r}")
    return text, tuple(entities)


def parse(line: str, before: Before, domain: str) -> Message:
    """Read one marked message.

    Raises:
        MarkupError: If the intent, a mark or the text is not as the guide says.
    """
    intent, _, marked = line.partition(" ")
    if intent not in INTENTS:
        raise MarkupError(f"The intent {intent!r} is none of {', '.join(sorted(INTENTS))}: {line!r}")
    text, entities = unmark(marked)
    if not text:
        raise MarkupError(f"An intent without a message: {line!r}")
    marks = {mark[2] for mark in _MARK.finditer(marked)}
    if intent in NEEDS and not marks & NEEDS[intent]:
        raise MarkupError(f"{intent} needs a mark of {', '.join(sorted(NEEDS[intent]))}: {line!r}")
    if intent in NAMELESS and marks:
        raise MarkupError(f"A message of {intent} has no marks: {line!r}")
    return Message(text, intent, entities, before, domain)


def parse_before(line: str) -> Before:
    """Read what a conversation is about, a marked question or nothing.

    Raises:
        MarkupError: If a mark is broken.
    """
    text, entities = unmark(line)
    names = {
        kind: tuple(dict.fromkeys(one.value for one in entities if one.entity == kind)) for kind in ("object", "aspect")
    }
    return Before(text, names["object"], names["aspect"])


def read(path: Path = DATA / SOURCE) -> list[Message]:
    """Read the marked file.

    Raises:
        MarkupError: If a line is not as the guide says, or two messages have the same words and the same reading.
    """
    domain, before, messages = "", Before(), []
    seen: dict[tuple[object, ...], int] = {}
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        try:
            if line.startswith("== "):
                domain = line.removeprefix("== ")
            elif line.startswith(">"):
                before = parse_before(line[1:].strip())
            elif line:
                message = parse(line, before, domain)
                reading = (message.intent, *((one.entity, one.role) for one in message.entities))
                key = (letters(message.text) or message.text, *reading)
                if key in seen:
                    raise MarkupError(f"The message of line {seen[key]} again, read the same: {line!r}")
                seen[key] = number
                messages.append(message)
        except MarkupError as error:
            raise MarkupError(f"{path.name}:{number}: {error}") from error
    return messages


def split(messages: Sequence[Message]) -> dict[str, list[Message]]:
    """Divide messages about 60 : 20 : 20 so that no pair of objects is in two parts, here or among the questions.

    Raises:
        MarkupError: If messages belong together by a pair, and to two parts of the questions and statements.
    """
    owner = {
        pair: name
        for name, items in annotation.split(annotation.read_all()).items()
        for item in items
        for pair in item.pairs
    }
    parts: dict[str, list[Message]] = {name: [] for name in SPLITS}
    for group in annotation.connected(messages):
        found = {owner[pair] for message in group for pair in message.pairs if pair in owner}
        if len(found) > 1:
            texts = [message.text for message in group if message.pairs & owner.keys()]
            raise MarkupError(f"The pairs of these messages belong to {' and '.join(sorted(found))}: {texts}")
        parts[found.pop() if found else annotation.part_of(group, dev=2)] += group
    return {name: sorted(part, key=lambda message: message.id) for name, part in parts.items()}


def to_jsonl(messages: Iterable[Message]) -> str:
    """Return messages as the lines of a JSONL file."""
    return "".join(json.dumps(message.record(), ensure_ascii=False) + "\n" for message in messages)


def counts(messages: Sequence[Message]) -> str:
    """Return the counts by intent and in all, each by split, as a Markdown table."""
    parts = split(messages)
    rows = ["| intent | messages | train | dev | test |", "|---|---:|---:|---:|---:|"]
    for name in (*sorted(ANNOTATED), "all"):
        numbers = [sum(name in {one.intent, "all"} for one in part) for part in parts.values()]
        label = name if name == "all" else f"`{name}`"
        rows.append(f"| {label} | {sum(numbers)} | {' | '.join(map(str, numbers))} |")
    return "\n".join(rows)


@click.group()
def main() -> None:
    """Build and check the annotated messages data/comparely/turns.txt."""


@main.command()
def build() -> None:
    """Write the JSONL files of the three splits from the marked source."""
    for name, part in split(read()).items():
        (DATA / f"turns_{name}.jsonl").write_text(to_jsonl(part), "utf-8")
        click.echo(f"turns_{name}.jsonl: {len(part)} messages")


@main.command()
def validate() -> None:
    """Check the marked source and print the counts."""
    click.echo(counts(read()))


if __name__ == "__main__":
    main()
