"""Measures the reader of chat messages on whole conversations, ``data/messages``: ``python -m evaluation.messages``.

Each message is read after the state that it follows. Reported are the share of right intents with its 95 % interval,
the mean F1 of the intents, F1 of the things and of what matters (aspects and uses) by name, and which intents are taken
for which. ``--agreement`` says instead how far two annotators agree, which no reader can be shown to exceed.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from statistics import fmean
from typing import Any, NamedTuple, Self

import click

from engine.config import load_config
from engine.pipeline import Engine
from evaluation.annotation import DATA
from evaluation.intents import Counts, wilson
from nlu_models.intents import INTENTS, Context, ParsedMessage, parse_message

MESSAGES = DATA.parent / "messages"
PARTS = ("train", "dev", "test")
NAMED = {"object": "object", "aspect": "aspect", "use": "aspect"}
"""Label of a span → the entity that the reader gives it."""


class Annotated(NamedTuple):
    """A message, what it follows, and how it is to be read."""

    key: tuple[str, str]
    """Its conversation and its words."""
    context: Context
    intent: str
    names: frozenset[tuple[str, str]]
    """What it names, each as an entity and its name without case."""
    spans: frozenset[tuple[Any, ...]]
    """All that is marked, as it was annotated."""

    @classmethod
    def of(cls, row: dict[str, Any]) -> Self:
        """Read a line of the files."""
        state, text = row["state"], row["text"]
        objects, aspects = tuple(state["objects"]), tuple(state["aspects"])
        named = [(NAMED.get(one["label"], ""), text[one["start"] : one["end"]].casefold()) for one in row["spans"]]
        return cls(
            (row["conversation"], text),
            Context(" for ".join(filter(None, (" or ".join(objects), " and ".join(aspects)))), objects, aspects),
            row["intent"],
            frozenset(one for one in named if one[0]),
            frozenset(tuple(one.values()) for one in row["spans"]),
        )


def read(part: str) -> list[Annotated]:
    """Return a part of the conversations: one of ``PARTS``, or ``second``, those annotated again."""
    return [Annotated.of(json.loads(line)) for line in (MESSAGES / f"{part}.jsonl").read_text("utf-8").splitlines()]


def names(turn: ParsedMessage) -> frozenset[tuple[str, str]]:
    """Return the things and aspects that a message was understood to name."""
    return frozenset((one.entity, one.value.casefold()) for one in turn.entities if one.entity in NAMED)


def overlap(pairs: Sequence[tuple[frozenset[Any], frozenset[Any]]]) -> Counts:
    """Return the counts of what is in the first and in the second of each pair."""
    both = sum(len(true & given) for true, given in pairs)
    return Counts(both, sum(len(given) for _, given in pairs), sum(len(true) for true, _ in pairs))


def table(messages: Sequence[Annotated], turns: Sequence[ParsedMessage]) -> str:
    """Return all figures as plain text."""
    pairs = [(message.intent, turn.intent) for message, turn in zip(messages, turns, strict=True)]
    right = Counter(true for true, given in pairs if true == given)
    true, given = Counter(true for true, _ in pairs), Counter(given for _, given in pairs)
    f1 = {name: Counts(right[name], given[name], true[name]).f1 for name in INTENTS if true[name] + given[name]}
    low, high = wilson(right.total(), len(pairs))
    named = overlap([(message.names, names(turn)) for message, turn in zip(messages, turns, strict=True)])
    confused = Counter(pair for pair in pairs if pair[0] != pair[1])
    return "\n".join(
        [
            f"{len(pairs)} messages",
            f"intent accuracy {right.total() / len(pairs):.3f} [{low:.3f}, {high:.3f}]",
            f"intent macro F1 {fmean(f1.values()):.3f}",
            f"name F1         {named.f1:.3f}",
            "",
            *(f"{name:<16} {value:.3f} of {true[name]}" for name, value in sorted(f1.items())),
            "",
            *(f"{n:>3} {one} taken for {other}" for (one, other), n in confused.most_common(15)),
        ]
    )


def agreement() -> str:
    """Return how far the second annotation agrees with the first."""
    first = {one.key: one for part in PARTS for one in read(part)}
    pairs = [(first[one.key], one) for one in read("second") if one.key in first]
    share = sum(one.intent == other.intent for one, other in pairs) / len(pairs)
    mine, theirs = (Counter(one.intent for one in side) for side in zip(*pairs, strict=True))
    by_chance = sum(mine[name] * theirs[name] for name in INTENTS) / len(pairs) ** 2
    return "\n".join(
        [
            f"{len(pairs)} messages",
            f"intents         {share:.3f}, kappa {(share - by_chance) / (1 - by_chance):.3f}",
            f"name F1         {overlap([(one.names, other.names) for one, other in pairs]).f1:.3f}",
            f"span F1         {overlap([(one.spans, other.spans) for one, other in pairs]).f1:.3f}, "
            "with label, role and referent",
        ]
    )


@click.command()
@click.option("--part", type=click.Choice(PARTS), default="dev", show_default=True)
@click.option("--agreement", "agreed", is_flag=True, help="Print how far two annotators agree.")
def main(part: str, agreed: bool) -> None:
    """Measure the reader of chat messages on conversations."""
    if agreed:
        click.echo(agreement())
        return
    messages = read(part)
    engine = Engine(load_config())
    turns = [parse_message(one.key[1], parser=engine, context=one.context) for one in messages]
    click.echo(f"{part}: {table(messages, turns)}")


if __name__ == "__main__":
    main()
