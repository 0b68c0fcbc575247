"""Measures key-phrase extraction on documents that we marked: ``python -m evaluation.keyphrases``.

P@10 is the share of the first ten phrases that are marked, R@10 the share of the marked phrases among them; both are
means over the documents of the split ``test``. Two phrases are the same if their stems are. ``most`` is what an
extractor could reach: the marked phrases that are candidates, all of them first. Intervals are 95 % bootstrap intervals
over documents.

Source: Campos et al., "YAKE! Keyword Extraction from Single Documents Using Multiple Local Features", Information
Sciences 2020, for the baseline, as its authors' library has it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import click
import numpy as np

from engine.pages.keyphrases import LONGEST, candidates, extract
from engine.text.tokens import stems
from evaluation.keyphrase_line import ANNOTATED, Annotated, read
from evaluation.significance import mean_interval

DEPTH = 10
SEED = 2006
RESAMPLES = 2_000

Extractor = Callable[[str], Sequence[str]]
"""A text → its phrases, best first."""


def by_line(text: str) -> list[str]:
    """Return phrases by the fitted line."""
    return [phrase.text for phrase in extract(text)]


def by_yake(text: str) -> list[str]:
    """Return phrases as YAKE orders them, by its defaults but for the longest phrase."""
    from yake import KeywordExtractor

    return [phrase for phrase, _ in KeywordExtractor(n=LONGEST, top=DEPTH).extract_keywords(text)]


def by_place(text: str) -> list[str]:
    """Return candidates in the order of the text."""
    return list(candidates(text).values())


def measure(extractor: Extractor, documents: Sequence[Annotated]) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Return P@10 and R@10 of each document, shape ``[documents, 2]``."""
    scores = []
    for document in documents:
        wanted = set(map(stems, document.phrases))
        found = len({stems(phrase) for phrase in extractor(document.text)[:DEPTH]} & wanted)
        scores.append((found / DEPTH, found / len(wanted)))
    return np.array(scores)


def with_interval(values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> str:
    """Return a mean with its 95 % interval over documents."""
    low, high = mean_interval(values.tolist(), resamples=RESAMPLES, seed=SEED)
    return f"{values.mean():.3f} [{low:.3f}, {high:.3f}]"


@click.command()
def main() -> None:
    """Measure extractors of key phrases."""
    documents = read(ANNOTATED, split="test")

    def most(text: str) -> list[str]:
        wanted = next(set(map(stems, one.phrases)) for one in documents if one.text == text)
        return [phrase for known, phrase in candidates(text).items() if known in wanted]

    click.echo(f"{len(documents)} documents\n{'':<8}{'P@10':>22}{'R@10':>22}")
    for name, extractor in (("line", by_line), ("yake", by_yake), ("place", by_place), ("most", most)):
        scores = measure(extractor, documents)
        click.echo(f"{name:<8}{with_interval(scores[:, 0]):>22}{with_interval(scores[:, 1]):>22}")


if __name__ == "__main__":
    main()
