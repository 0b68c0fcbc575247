"""Measures which judged sentences are read ahead: ``python -m evaluation.read_ahead --index DIR``.

The sentences of ``data/claims`` were found by searching for two things. Which of them are read for these two before
anybody asks is what is measured: those that seem to compare, and in which the two are marked by the parser of
statements, or one of them is and the other one is known from sentences read before. The names that are known after a
whole index is read are learned from a part of it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

import click

from engine.claims.ahead import KnownNames
from engine.config import load_config
from engine.pipeline import Engine
from engine.protocols import KeepingRetriever
from engine.text.comparing import is_candidate
from engine.text.tokens import same_name
from engine.types import Form

JUDGED: Final = Path("data/claims")

Row = dict[str, Any]


class Found(NamedTuple):
    """A judged sentence."""

    evidence: bool
    """Whether it claims anything of its two things."""
    candidate: bool
    marked: bool
    """Whether the parser marks both things."""
    read: bool
    """Whether it is read ahead for the two."""


def learned(engine: Engine, retriever: KeepingRetriever, *, least: int) -> KnownNames:
    """Return the names that are marked in candidates from all over an index."""
    step = max(1, engine.retriever.size // (12 * least))  # about one sentence in twelve is a candidate
    spread = (sentence.text for n, sentence in retriever.sentences_from(0) if n % step == 0)
    texts = list(islice(filter(is_candidate, spread), least))
    known = KnownNames({})
    for parsed in engine.parse_all(texts, form=Form.STATEMENT):
        for name in parsed.objects:
            known.add(name)
    return known


def measure(engine: Engine, retriever: KeepingRetriever, rows: Sequence[Row], known: KnownNames) -> Iterator[Found]:
    """Yield what becomes of judged sentences that are in the index."""
    hits = {hit.sentence.id: hit.sentence.text for hit in retriever.hits([row["id"] for row in rows])}
    rows = [row for row in rows if row["id"] in hits]
    parsed = engine.parse_all([hits[row["id"]] for row in rows], form=Form.STATEMENT)
    for row, found in zip(rows, parsed, strict=True):
        text = hits[row["id"]]
        things = [text[slice(*row[side][0])] for side in ("first", "second")]
        marked = all(any(same_name(thing, one) for one in found.objects) for thing in things)
        pairs = known.pairs_in(text, found.objects)
        read = any(_same(pair, things) for pair in pairs)
        candidate = is_candidate(text)
        evidence = row.get("favours", "none") != "none" or bool(row.get("claims"))
        yield Found(evidence, candidate, candidate and marked, candidate and read)


def _same(pair: tuple[str, str], things: Sequence[str]) -> bool:
    return any(same_name(one, things[0]) and same_name(other, things[1]) for one, other in (pair, pair[::-1]))


@click.command()
@click.option("--index", type=click.Path(path_type=Path, exists=True), required=True, help="Index of the two corpora.")
@click.option("--part", type=click.Choice(["dev", "test"]), default="test", show_default=True)
@click.option("--learn", default=5000, show_default=True, help="Candidates that names are learned from.")
def main(index: Path, part: str, learn: int) -> None:
    """Measure how much of what a search finds was read ahead."""
    engine = Engine(load_config(overrides={"retrieval": {"index": index}}))
    retriever = engine.retriever
    if not isinstance(retriever, KeepingRetriever):
        raise click.UsageError("Nothing is kept beside this index.")
    rows = [json.loads(line) for line in (JUDGED / f"{part}.jsonl").read_text("utf-8").splitlines()]
    found = list(measure(engine, retriever, rows, learned(engine, retriever, least=learn)))
    for name, evidence in (("evidence", True), ("others", False)):
        these = [one for one in found if one.evidence is evidence]
        shares = (sum(one[n] for one in these) / max(1, len(these)) for n in (1, 2, 3))
        told = zip(("candidates", "both marked", "read ahead"), shares, strict=True)
        click.echo(f"{name}: {len(these)} sentences, " + ", ".join(f"{what} {share:.3f}" for what, share in told))


if __name__ == "__main__":
    main()
