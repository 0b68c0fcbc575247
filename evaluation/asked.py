"""Measures how well it is understood what a question asks: ``python -m evaluation.asked --data DATA``.

2,200 public questions were judged by a language model (data/questions/README.md). Printed for each part of them:

* kind: share of comparative questions whose kind of relation is right; likeness counts as difference, a superlative of
  an unnamed class as a property if it names one, and "worse for X" as a use, like "better for X";
* lost: share of property questions that are not understood as such, or of whose property no word is found;
* end: share of the others that ask for the end, more or less of what is good or high, that was judged;
* things: share that names exactly the things that were judged, of the questions that name some;
* words, use: share whose words of the property, of the use, are exactly those that were judged; ``F1`` counts words.

``--errors`` shows what went wrong, ``--agreement`` how far the two judgements of a tenth of the questions agree, and
``--join`` prints the judgements with the questions' texts as JSON Lines.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import click

from engine import registry
from engine.protocols import QuestionParser
from engine.text.graded import LESS, MORE, grade
from engine.text.tokens import stems
from engine.types import Asked, AskedKind
from evaluation.data import data_option
from nlu_models.question.relation import addressed
from nlu_models.training.question.judged import PARTS, Judged, Judgement, read

_KINDS = {"likeness": "difference"}
_EMPTY = MORE | LESS | {"to", "of"}


class Read(NamedTuple):
    """A question with what was judged and what was understood."""

    text: str
    gold: Judgement
    asked: Asked
    objects: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """Return the judged kind as one of ``AskedKind``; empty for what is none of them."""
        if self.gold.kind == "superlative":
            return "" if self.gold.property in ("good", "") else AskedKind.PROPERTY
        if self.gold.property == "good" and self.gold.end == "less":
            return AskedKind.USE if self.gold.use else AskedKind.OVERALL
        return "" if self.gold.kind == "none" else _KINDS.get(self.gold.kind, self.gold.kind)

    @property
    def lost(self) -> bool:
        """Return whether a property question is understood without its property."""
        gold, found = set(stems(self.gold.words)), set(stems(self.asked.words))
        shared = gold == found or (gold - _EMPTY) & (found - _EMPTY)
        return self.asked.kind is not AskedKind.PROPERTY or not shared

    @property
    def right_end(self) -> bool:
        """Return whether the end is that of the judged property."""
        known = grade(self.gold.property, about=self.text)
        return self.asked.end == ("more" if known.sign * (1 if self.gold.end == "more" else -1) > 0 else "less")


class Measures(NamedTuple):
    """Shares in [0, 1], see above, with how many questions they are of."""

    questions: int
    kind: float
    properties: int
    lost: float
    end: float
    words: float
    words_f1: float
    use: float
    things: float


def measure(read: Sequence[Read]) -> Measures:
    """Return the figures of questions with a judged kind."""
    compared = [one for one in read if one.kind]
    asking = [one for one in compared if one.kind == AskedKind.PROPERTY]
    naming = [one for one in compared if one.gold.things and one.gold.kind != "superlative"]
    limited = [one for one in compared if one.kind in (AskedKind.PROPERTY, AskedKind.USE)]
    ended = [one for one in asking if one.gold.property and not one.lost]
    return Measures(
        len(compared),
        _share(compared, lambda one: one.asked.kind == one.kind),
        len(asking),
        _share(asking, lambda one: one.lost),
        _share(ended, lambda one: one.right_end),
        _share(asking, lambda one: stems(one.asked.words) == stems(one.gold.words)),
        fmean(_overlap(one.asked.words, one.gold.words) for one in asking) if asking else 0.0,
        _share(limited, lambda one: stems(one.asked.use) == stems(addressed(one.gold.use))),
        _share(naming, lambda one: set(map(stems, one.objects)) == set(map(stems, one.gold.things))),
    )


def _share(read: Sequence[Read], holds: Callable[[Read], bool]) -> float:
    return fmean(map(holds, read)) if read else 0.0


def _overlap(words: str, others: str) -> float:
    """Return the F1 of the words of two texts."""
    first, second = set(stems(words)), set(stems(others))
    return 2 * len(first & second) / (len(first) + len(second)) if first or second else 1.0


def errors(read: Iterable[Read]) -> Iterator[str]:
    """Yield a line for each question that is understood otherwise than judged."""
    for one in read:
        wrong = [
            *(["kind"] if one.kind and one.asked.kind != one.kind else []),
            *(["lost"] if one.kind == AskedKind.PROPERTY and one.lost else []),
            *(
                ["end"]
                if one.kind == AskedKind.PROPERTY and one.gold.property and not one.lost and not one.right_end
                else []
            ),
        ]
        if wrong:
            gold, asked = one.gold, one.asked
            judged = f"{gold.kind} ‘{gold.words}’ {gold.property} {gold.end} ‘{gold.use}’"
            found = f"{asked.kind} ‘{asked.words}’ {asked.dimension} {asked.end} ‘{asked.use}’"
            yield f"{'+'.join(wrong)}\t{one.text}\n\tjudged {judged}\n\tfound  {found}"


def agreement(questions: Iterable[Judged]) -> str:
    """Return how far two judgements of one question agree."""
    pairs = [one.judgements for one in questions if len(one.judgements) == 2]
    kinds = [(first.kind, second.kind) for first, second in pairs]
    same = fmean(a == b for a, b in kinds)
    labels = {label for pair in kinds for label in pair}
    chance = sum(fmean(a == label for a, _ in kinds) * fmean(b == label for _, b in kinds) for label in labels)
    asking = [(a, b) for a, b in pairs if a.words and b.words]
    return (
        f"{len(pairs)} questions judged twice: the same kind in {same:.3f}, "
        f"Cohen's kappa {(same - chance) / (1 - chance):.3f}; "
        f"of {len(asking)} with a property in both, "
        f"the same words in {fmean(a.words == b.words for a, b in asking):.3f} "
        f"(F1 {fmean(_overlap(a.words, b.words) for a, b in asking):.3f}), "
        f"the same end in {fmean(a.end == b.end for a, b in asking):.3f}"
    )


@click.command(help=__doc__, context_settings={"max_content_width": 120})
@data_option
@click.option("--parser", default="learned", help="Name of the question parser.")
@click.option("--part", "parts", multiple=True, type=click.Choice(PARTS), help="Only this part; repeatable.")
@click.option("--errors", "shown", is_flag=True, help="Show what is understood otherwise than judged.")
@click.option("--agreement", "agreed", is_flag=True, help="Say how far two judgements agree, and nothing else.")
@click.option("--join", is_flag=True, help="Print judgements with texts, and nothing else.")
def main(data: Path, parser: str, parts: tuple[str, ...], shown: bool, agreed: bool, join: bool) -> None:
    """Print the figures."""
    questions = read(data)
    if agreed:
        click.echo(agreement(questions))
        return
    if join:
        for one in questions:
            judged = [judgement._asdict() for judgement in one.judgements]
            click.echo(
                json.dumps({"id": one.id, "part": one.part, "text": one.text, "judged": judged}, ensure_ascii=False)
            )
        return
    reader: QuestionParser = registry.load("parser", parser)
    click.echo(
        f"{'part':<8}{'questions':>10}{'kind':>8}{'properties':>12}{'lost':>8}{'end':>8}{'words':>8}{'F1':>8}{'use':>8}{'things':>8}"
    )
    for part in parts or PARTS:
        chosen = [one for one in questions if one.part == part]
        parsed = reader.parse_all([one.text for one in chosen])
        found = [
            Read(one.text, one.judgements[0], text.asked, text.objects)
            for one, text in zip(chosen, parsed, strict=True)
        ]
        counts = measure(found)
        click.echo(
            f"{part:<8}{counts.questions:>10}{counts.kind:>8.3f}{counts.properties:>12}{counts.lost:>8.3f}{counts.end:>8.3f}"
            f"{counts.words:>8.3f}{counts.words_f1:>8.3f}{counts.use:>8.3f}{counts.things:>8.3f}"
        )
        for line in errors(found) if shown else ():
            click.echo(line)


if __name__ == "__main__":
    main()
