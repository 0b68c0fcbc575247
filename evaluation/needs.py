"""How often the need is heard that stands behind what a person tells of themselves: ``data/needs``.

Command: ``python -m evaluation.needs``. Each held-out message is read behind a verdict on its things. Reported are the
precision and the recall of the needs with their 95 % intervals, the recall of those that are told by other words, and
in how many messages without a need one is heard; with ``--list`` the messages that are misread.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

import click

from evaluation.messages import wilson
from nlu_models.intents.network import network
from nlu_models.training.messages.examples import read_needs

PARTS: Final = ("train", "test")


class Heard(NamedTuple):
    """Counts of needs, and of messages without one."""

    right: int
    """Needs that are there and heard."""
    heard: int
    there: int
    alarms: int
    """Messages without a need in which one is heard."""
    silent: int
    """Messages without a need."""


def count(there: Sequence[Collection[str]], heard: Sequence[Collection[str]]) -> Heard:
    """Count the needs of messages.

    Args:
        there: The needs of each message.
        heard: Those that are heard in it.
    """
    both = [(set(true), set(found)) for true, found in zip(there, heard, strict=True)]
    return Heard(
        sum(len(true & found) for true, found in both),
        sum(len(found) for _, found in both),
        sum(len(true) for true, _ in both),
        sum(not true and bool(found) for true, found in both),
        sum(not true for true, _ in both),
    )


@click.command()
@click.option("--part", type=click.Choice(PARTS), default="test", show_default=True)
@click.option("--list", "lists", is_flag=True, help="Print the messages that are misread.")
def main(*, part: str, lists: bool) -> None:
    """Print the shares."""
    messages = read_needs(part)
    heard = [network().read(one.text, one.context).needs for one in messages]
    found = count([one.needs for one in messages], heard)
    told = [(one.needs, needs) for one, needs in zip(messages, heard, strict=True) if one.kind == "told"]
    of_told = count([needs for needs, _ in told], [needs for _, needs in told])
    click.echo(f"{part}: {len(messages)} messages, {len(told)} of them tell a need by other words, {found.silent} none")
    shares = {
        "needs heard that are there": (found.right, found.heard),
        "needs there that are heard": (found.right, found.there),
        "told by other words and heard": (of_told.right, of_told.there),
        "messages without one in which one is heard": (found.alarms, found.silent),
    }
    for name, (n, of) in shares.items():
        low, high = wilson(n, of)
        click.echo(f"{name:44}{n / of if of else 0:.3f} [{low:.3f}, {high:.3f}]")
    for one, needs in zip(messages, heard, strict=True) if lists else ():
        if set(one.needs) != set(needs):
            click.echo(
                f"  {' or '.join(one.context.objects)}: {one.text} → {', '.join(needs)} ({', '.join(one.needs)})"
            )


if __name__ == "__main__":
    main()
