"""Fits the line of ``engine.pages.keyphrases``: ``python -m evaluation.keyphrase_line``.

The documents of ``data/keyphrases`` whose split is ``train`` give the line, by least squares over their candidates: 1
for a marked phrase, 0 for any other. They and the sample corpus give the document frequencies.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import click
import numpy as np

from engine.pages.keyphrases import FEATURES, MODEL, Line, features
from engine.text.stop_words import STOP
from engine.text.tokens import stems

DATA = Path(__file__).parents[1] / "data"
ANNOTATED = DATA / "keyphrases" / "documents.jsonl"
SAMPLE = DATA / "sample"
_LEAST_DOCUMENTS = 2


class Annotated(NamedTuple):
    """A document with the phrases that a reader marked."""

    text: str
    """Title and text, a full stop between them."""
    phrases: tuple[str, ...]


def read(path: Path, *, split: str) -> list[Annotated]:
    """Read the documents of a split, ``train`` or ``test``, from JSON Lines."""
    with path.open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [Annotated(f"{row['title']}. {row['text']}", tuple(row["phrases"])) for row in rows if row["split"] == split]


def fit(documents: Sequence[Annotated], others: Sequence[str]) -> Line:
    """Fit the line.

    Args:
        documents: What people marked.
        others: Further documents, for the document frequencies.
    """
    texts = [*(document.text for document in documents), *others]
    counted = Counter(stem for text in texts for stem in set(stems(text)) - STOP)
    frequencies = {stem: n for stem, n in sorted(counted.items()) if n >= _LEAST_DOCUMENTS}
    blank = Line(0.0, (), len(texts), frequencies)
    rows, marked = [], []
    for document in documents:
        wanted = set(map(stems, document.phrases))
        for candidate, values in features(document.text, blank).items():
            rows.append((1.0, *values))
            marked.append(float(candidate in wanted))
    intercept, *weights = np.linalg.lstsq(np.array(rows), np.array(marked), rcond=None)[0].tolist()
    return blank._replace(intercept=intercept, weights=tuple(weights))


def sample_texts(folder: Path) -> Iterator[str]:
    """Yield the documents of the sample corpus."""
    for path in sorted(folder.glob("*.jsonl")):
        with path.open(encoding="utf-8") as lines:
            for row in map(json.loads, lines):
                yield " ".join([row.get("title", ""), *row["sentences"]])


def dump(line: Line) -> str:
    """Return a line as the text of the file that ``engine.pages.keyphrases`` reads."""
    weights = {name: round(weight, 5) for name, weight in zip(FEATURES, line.weights, strict=True)}
    held = {"intercept": round(line.intercept, 5), "weights": weights, "documents": line.documents}
    return json.dumps({**held, "frequencies": dict(line.frequencies)}, ensure_ascii=False, indent=0) + "\n"


@click.command()
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), default=MODEL, show_default=False)
def main(out: Path) -> None:
    """Fit the line to the annotated documents and write it."""
    line = fit(read(ANNOTATED, split="train"), list(sample_texts(SAMPLE)))
    out.write_text(dump(line), "utf-8")
    click.echo(f"{len(line.frequencies)} frequencies over {line.documents} documents; {line.weights}")


if __name__ == "__main__":
    main()
