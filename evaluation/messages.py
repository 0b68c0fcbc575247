"""Measures the reader of chat messages on whole conversations, ``data/messages``: ``python -m evaluation.messages``.

Each message is read after the state that it follows; of two things that it asks for at once, either may come first.
Reported are the share of right intents with its 95 % interval, the mean F1 of the intents, F1 of the things and of what
matters (aspects and uses) by name, the expected calibration error (ECE) of the confidence, how the messages are read
that the reader asks about, and which intents are taken for which; of the network alone F1 of the spans with and without
role and referent, and the share of references that point at the right thing. ``--agreement`` says instead how far two
annotators agree, which no reader can be shown to exceed.

Source: Wilson 1927, "Probable Inference, the Law of Succession, and Statistical Inference" (the interval).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from math import sqrt
from statistics import fmean
from typing import Any, NamedTuple, Self

import click

from engine.config import load_config
from engine.pipeline import Engine
from engine.text.spelling import mended
from evaluation.annotation import DATA
from evaluation.calibration import Case, expected_calibration_error
from nlu_models.intents import INTENTS, UNSURE, Context, ParsedMessage, parse_message
from nlu_models.intents.network import network
from nlu_models.training.messages import examples
from nlu_models.training.messages.measure import figures

MESSAGES = DATA.parent / "messages"
PARTS = ("train", "dev", "test")
NAMED = {"object": "object", "aspect": "aspect", "use": "aspect"}
"""Label of a span → the entity that the reader gives it."""


Z = 1.96


class Counts(NamedTuple):
    """How often a label was given and right."""

    right: int
    given: int
    true: int

    @property
    def f1(self) -> float:
        """Return the F1 in [0, 1]; 1 when there was nothing to find and nothing was found."""
        return 2 * self.right / (self.given + self.true) if self.given + self.true else 1.0


def wilson(right: int, n: int) -> tuple[float, float]:
    """Return the 95 % interval of a share of ``n`` trials."""
    share, z = right / n, Z * Z / n
    middle, half = share + z / 2, Z * sqrt(share * (1 - share) / n + z / (4 * n))
    return (middle - half) / (1 + z), (middle + half) / (1 + z)


class Annotated(NamedTuple):
    """A message, what it follows, and how it is to be read."""

    key: tuple[str, str]
    """Its conversation and its words."""
    context: Context
    intent: str
    second: str
    names: frozenset[tuple[str, str]]
    """What it names, each as an entity and its name without case."""
    spans: frozenset[tuple[Any, ...]]
    """All that is marked, as it was annotated."""

    @classmethod
    def of(cls, row: dict[str, Any]) -> Self:
        """Read a line of the files."""
        state, text = row["state"], row["text"]
        context = Context(tuple(state["objects"]), tuple(state["aspects"]), state["reply"], state["asked"])
        named = [
            (NAMED.get(one["label"], ""), mended(text[one["start"] : one["end"]].casefold())) for one in row["spans"]
        ]
        return cls(
            (row["conversation"], text),
            context,
            row["intent"],
            row["second"],
            frozenset(one for one in named if one[0]),
            frozenset(tuple(one.values()) for one in row["spans"]),
        )


def read(part: str) -> list[Annotated]:
    """Return a part of the conversations: one of ``PARTS``, or ``second``, those annotated again."""
    return [Annotated.of(json.loads(line)) for line in (MESSAGES / f"{part}.jsonl").read_text("utf-8").splitlines()]


def names(turn: ParsedMessage) -> frozenset[tuple[str, str]]:
    """Return the things and aspects that a message was understood to name, without what its words only point at.

    Of "the Pixel", which stands for the Pixel 8a that is compared, the name is the Pixel.
    """
    named = [(one, turn.text[one.start : one.end].casefold()) for one in turn.entities if one.entity in NAMED]
    return frozenset((one.entity, said) for one, said in named if {*said.split()} <= {*one.value.casefold().split()})


def overlap(pairs: Sequence[tuple[frozenset[Any], frozenset[Any]]]) -> Counts:
    """Return the counts of what is in the first and in the second of each pair."""
    both = sum(len(true & given) for true, given in pairs)
    return Counts(both, sum(len(given) for _, given in pairs), sum(len(true) for true, _ in pairs))


def _in_order(message: Annotated, turn: ParsedMessage) -> ParsedMessage:
    """Return a turn with its likelier intent if it is asked about, and the same two intents in the order annotated."""
    if turn.intent == UNSURE:
        return replace(turn, intent=turn.second)
    same = turn.second and (turn.second, turn.intent) == (message.intent, message.second)
    return replace(turn, intent=turn.second, second=turn.intent) if same else turn


def table(messages: Sequence[Annotated], turns: Sequence[ParsedMessage]) -> str:
    """Return all figures as plain text."""
    turns = [_in_order(message, turn) for message, turn in zip(messages, turns, strict=True)]
    pairs = [(message.intent, turn.intent) for message, turn in zip(messages, turns, strict=True)]
    right = Counter(true for true, given in pairs if true == given)
    true, given = Counter(true for true, _ in pairs), Counter(given for _, given in pairs)
    f1 = {name: Counts(right[name], given[name], true[name]).f1 for name in INTENTS if true[name] + given[name]}
    low, high = wilson(right.total(), len(pairs))
    named = overlap([(message.names, names(turn)) for message, turn in zip(messages, turns, strict=True)])
    confused = Counter(pair for pair in pairs if pair[0] != pair[1])
    cases = [
        Case(turn.confidence, turn.intent == one, decided=True) for (one, _), turn in zip(pairs, turns, strict=True)
    ]
    asked = [(one, turn) for (one, _), turn in zip(pairs, turns, strict=True) if turn.other]
    sure = [turn.intent == one for (one, _), turn in zip(pairs, turns, strict=True) if not turn.other]
    return "\n".join(
        [
            f"{len(pairs)} messages",
            f"intent accuracy {right.total() / len(pairs):.3f} [{low:.3f}, {high:.3f}]",
            f"intent macro F1 {fmean(f1.values()):.3f}",
            f"name F1         {named.f1:.3f}",
            f"ECE             {expected_calibration_error(cases):.3f}",
            f"asked about     {len(asked)}: {sum(turn.intent != one for one, turn in asked)} would be misread, "
            f"{sum(one in {turn.intent, turn.other} for one, turn in asked)} have the right intent among the two",
            f"not asked about {fmean(sure or [True]):.3f} right",
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
    rows = examples.read(part)
    click.echo(f"\nnetwork alone: {figures(rows, [network().read(one.text, one.context) for one in rows])}")


if __name__ == "__main__":
    main()
