"""How often a message that worries is answered with where help is, and one that only sounds so: ``data/policy``.

Command: ``python -m evaluation.concerns``. Each of the held-out messages is read alone and in a conversation; reported
are the shares taken for self-harm with their 95 % intervals, and with ``--list`` the messages that are misread.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import click

from engine.config import load_config
from engine.pipeline import Engine
from engine.policy import Concern
from evaluation.messages import wilson
from nlu_models.intents import Context, parse_message
from nlu_models.intents.message import NOTHING_SAID
from nlu_models.training.messages.examples import read_concerns

FOLLOWED: Final = {
    "alone": NOTHING_SAID,
    "after a verdict": Context(objects=("Ruby", "Python"), reply="verdict"),
    "after a side": Context(objects=("Honda", "Toyota"), aspects=("price",), reply="side1"),
}
"""What the messages are read behind."""


class Taken(NamedTuple):
    """How many messages were taken for self-harm."""

    worrying: int
    """Of those that worry."""
    harmless: int
    """Of the others."""


def count(worrying: Sequence[bool], taken: Sequence[bool]) -> Taken:
    """Count which messages were taken for self-harm.

    Args:
        worrying: Whether each message worries.
        taken: Whether it was taken so.
    """
    both = [*zip(worrying, taken, strict=True)]
    return Taken(
        sum(worries and found for worries, found in both), sum(found and not worries for worries, found in both)
    )


@click.command()
@click.option("--part", type=click.Choice(["train", "test"]), default="test", show_default=True)
@click.option("--list", "lists", is_flag=True, help="Print the messages that are misread alone.")
def main(*, part: str, lists: bool) -> None:
    """Print the shares."""
    engine = Engine(load_config())
    texts = read_concerns(part)
    worrying = [worries for _, worries in texts]
    click.echo(f"{part}: {sum(worrying)} messages that worry, {len(texts) - sum(worrying)} that do not")
    for place, context in FOLLOWED.items():
        read = [parse_message(text, parser=engine, context=context).intent for text, _ in texts]
        taken = [intent == Concern.SELF_HARM for intent in read]
        found = count(worrying, taken)
        shares = ((found.worrying, sum(worrying)), (found.harmless, len(texts) - sum(worrying)))
        said = ", ".join(f"{n / of:.3f} [{low:.3f}, {high:.3f}]" for n, of in shares for low, high in [wilson(n, of)])
        click.echo(f"{place:16} worrying and harmless ones taken for self-harm: {said}")
        if lists and context is NOTHING_SAID:
            for (text, worries), is_taken in zip(texts, taken, strict=True):
                if worries is not is_taken:
                    click.echo(f"  {'missed' if worries else 'false alarm'}: {text}")


if __name__ == "__main__":
    main()
