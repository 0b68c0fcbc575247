"""Measures the reader of chat messages on ``data/comparely``: ``python -m evaluation.intents``.

Each message is read after the comparison that it follows. Reported are the share of right intents with its 95 %
interval, F1 by intent and their mean (macro F1), F1 of the entities with and without their label and role, the
expected calibration error (ECE) of the confidence in the intent, and which intents are taken for which.

Source: Wilson 1927, "Probable Inference, the Law of Succession, and Statistical Inference" (the interval).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean

import click

from engine.config import load_config
from engine.pipeline import Engine
from evaluation.annotated_messages import Message, read, split
from evaluation.calibration import Case, expected_calibration_error
from nlu_models.intents import INTENTS, Context, Entity, ParsedMessage, parse_message

Z = 1.96


@dataclass(frozen=True, slots=True)
class Counts:
    """How often a label was given and right."""

    right: int
    given: int
    true: int

    @property
    def f1(self) -> float:
        """Return the F1 in [0, 1]; 1 when there was nothing to find and nothing was found."""
        return 2 * self.right / (self.given + self.true) if self.given + self.true else 1.0


def read_all(messages: Sequence[Message], *, engine: Engine, with_context: bool = True) -> list[ParsedMessage]:
    """Read each message after what it follows, or as if it followed nothing."""
    return [
        parse_message(message.text, parser=engine, context=message.context if with_context else Context())
        for message in messages
    ]


def by_intent(messages: Sequence[Message], turns: Sequence[ParsedMessage]) -> dict[str, Counts]:
    """Return the counts of each intent that is true or given at least once, by name."""
    true = Counter(message.intent for message in messages)
    given = Counter(turn.intent for turn in turns)
    right = Counter(turn.intent for message, turn in zip(messages, turns, strict=True) if message.intent == turn.intent)
    return {name: Counts(right[name], given[name], true[name]) for name in sorted(INTENTS) if true[name] + given[name]}


def labelled(entity: Entity) -> Hashable:
    """Return what makes two entities the same: label, role and name."""
    return entity.entity, entity.role, entity.value.casefold()


def named(entity: Entity) -> Hashable:
    """Return the name alone, or the style that is asked for."""
    return entity.value.casefold()


def entities(
    messages: Sequence[Message], turns: Sequence[ParsedMessage], key: Callable[[Entity], Hashable] = labelled
) -> Counts:
    """Return the counts of entities that are the same by ``key``."""
    right = given = true = 0
    for message, turn in zip(messages, turns, strict=True):
        expected, found = (Counter(map(key, one.entities)) for one in (message, turn))
        right += (expected & found).total()
        given += found.total()
        true += expected.total()
    return Counts(right, given, true)


def confusions(messages: Sequence[Message], turns: Sequence[ParsedMessage]) -> Counter[tuple[str, str]]:
    """Return how often which intent was taken for which."""
    pairs = ((message.intent, turn.intent) for message, turn in zip(messages, turns, strict=True))
    return Counter((true, given) for true, given in pairs if true != given)


def wilson(right: int, n: int) -> tuple[float, float]:
    """Return the 95 % interval of a share of ``n`` trials."""
    share, z = right / n, Z * Z / n
    middle, half = share + z / 2, Z * sqrt(share * (1 - share) / n + z / (4 * n))
    return (middle - half) / (1 + z), (middle + half) / (1 + z)


def table(messages: Sequence[Message], turns: Sequence[ParsedMessage]) -> str:
    """Return all figures as plain text."""
    found = by_intent(messages, turns)
    right = sum(counts.right for counts in found.values())
    low, high = wilson(right, len(messages))
    cases = [
        Case(turn.confidence, turn.intent == one.intent, decided=True)
        for one, turn in zip(messages, turns, strict=True)
    ]
    lines = [
        f"{len(messages)} messages",
        f"intent accuracy {right / len(messages):.3f} [{low:.3f}, {high:.3f}]",
        f"intent macro F1 {fmean(counts.f1 for counts in found.values()):.3f}",
        f"entity F1       {entities(messages, turns).f1:.3f}",
        f"name F1         {entities(messages, turns, named).f1:.3f}",
        f"ECE             {expected_calibration_error(cases):.3f}",
        "",
        f"{'intent':<14} {'F1':>5} {'right':>5} {'given':>5} {'true':>5}",
        *(f"{name:<14} {one.f1:.3f} {one.right:>5} {one.given:>5} {one.true:>5}" for name, one in found.items()),
        "",
        *(f"{n:>3} {true} taken for {given}" for (true, given), n in confusions(messages, turns).most_common(15)),
    ]
    return "\n".join(lines)


def errors(messages: Iterable[Message], turns: Iterable[ParsedMessage]) -> list[str]:
    """Return the messages that were misread, with what was expected and what was found."""
    lines = []
    for message, turn in zip(messages, turns, strict=True):
        expected, found = ([labelled(entity) for entity in one.entities] for one in (message, turn))
        if (message.intent, expected) != (turn.intent, found):
            before = message.context.question or "nothing"
            lines.append(
                f"{message.text!r} after {before!r}\n    {message.intent} {expected}\n    {turn.intent} {found}"
            )
    return lines


@click.command()
@click.option("--part", type=click.Choice(["train", "dev", "test"]), default="dev", show_default=True)
@click.option("--without-context", is_flag=True, help="Read each message as if nothing had been said before.")
@click.option("--show-errors", is_flag=True, help="Print every message that is misread.")
def main(part: str, without_context: bool, show_errors: bool) -> None:
    """Measure the reader of chat messages."""
    messages = split(read())[part]
    turns = read_all(messages, engine=Engine(load_config()), with_context=not without_context)
    click.echo(f"{part}: {table(messages, turns)}")
    if show_errors:
        click.echo("\n".join(errors(messages, turns)))


if __name__ == "__main__":
    main()
