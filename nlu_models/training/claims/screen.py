"""Fits the first stage of reading, ``nlu_models.claims.screen``, to the judged sentences of ``data/claims``.

To these come the sentences written for this project.
``python -m nlu_models.training nlu_models/training/configs/screen.toml --data DATA --out DIR`` prints how many of the
sentences that claim something it lets through, and what share of all it spares the network.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal

import click
import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

from nlu_models.claims.marking import Marked, place
from nlu_models.claims.screen import BITS, WEIGHTS, Screen, features
from nlu_models.training.claims import join
from nlu_models.training.claims.examples import of_own
from nlu_models.training.claims.written import read_written

DIGITS: Final = 4
STRATA: Final = ("argument", "cue", "other")


class ScreenSettings(BaseModel):
    """A configuration file; unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    task: Literal["screen"]
    strength: float = Field(default=0.05, gt=0)
    """Inverse strength of the penalty on the weights."""
    recall: float = Field(default=0.98, gt=0, le=1)
    """Least share of the claiming sentences of the dev part that are let through."""


def train(config: Mapping[str, Any], data: Path, out: Path, *, search: bool) -> None:
    """Fit, measure on the dev and test parts, and write; see ``nlu_models.training``.

    Raises:
        click.ClickException: A search was asked for.
    """
    settings = ScreenSettings(**config)
    if search:
        raise click.ClickException("--search: the screen has no grid to search")
    out.mkdir(parents=True, exist_ok=True)
    rows = {split: list(marked(found)) for split, found in join.joined(data).items()}
    own = [(question.marked, True) for question in of_own()]
    own += [(one.marked, one.claims_anything()) for one in read_written()]
    seen = [*(sentence for sentence, _ in rows["train"]), *(sentence for sentence, _ in own)]
    claims = np.array([*(claims_anything(row) for _, row in rows["train"]), *(claimed for _, claimed in own)])
    model = LogisticRegression(C=settings.strength, max_iter=3000).fit(_table(seen), claims)
    weights = model.coef_[0].round(DIGITS).astype(np.float16)
    held = {"weights": weights, "intercept": model.intercept_[0]}
    np.savez_compressed(out / WEIGHTS, least=0.0, **held)
    likely = [probability for probability, _, claims in measured(Screen(out), rows["dev"]) if claims]
    least = sorted(likely)[int((1 - settings.recall) * len(likely))]
    np.savez_compressed(out / WEIGHTS, least=least, **held)
    for split in ("dev", "test"):
        click.echo(f"{split}: {report(Screen(out), rows[split])}")


def marked(rows: Iterable[Mapping[str, Any]]) -> Iterable[tuple[Marked, Mapping[str, Any]]]:
    """Yield the joined rows whose things stand apart, each with its marked sentence."""
    for row in rows:
        sentence = place(row["sentence"], row["first_spans"], row["second_spans"])
        if sentence is not None:
            yield sentence, row


def claims_anything(row: Mapping[str, Any]) -> bool:
    """Return whether a sentence was judged to favour a thing or to put one above the other."""
    probed = any(probe["more"] != "none" for probe in row.get("probes", ()))
    return row.get("favours", "none") != "none" or bool(row.get("claims")) or probed


def measured(
    screen: Screen, rows: Iterable[tuple[Marked, Mapping[str, Any]]]
) -> list[tuple[float, Mapping[str, Any], bool]]:
    """Return each row's probability, the row, and whether it claims anything."""
    return [(screen.probability(sentence), row, claims_anything(row)) for sentence, row in rows]


def report(screen: Screen, rows: Iterable[tuple[Marked, Mapping[str, Any]]]) -> str:
    """Return recall and the shares that are not read, in one line."""
    found = measured(screen, rows)
    let_through = [probability >= screen.least for probability, _, claims in found if claims]
    spared = {stratum: [p < screen.least for p, row, _ in found if row["stratum"] == stratum] for stratum in STRATA}
    everything = [p < screen.least for p, _, _ in found]
    shares = ", ".join(f"{stratum} {np.mean(each):.2f}" for stratum, each in spared.items())
    return f"recall {np.mean(let_through):.3f}, not read {np.mean(everything):.3f} ({shares})"


def _table(sentences: Sequence[Marked]) -> csr_matrix:
    found = [sorted(features(sentence)) for sentence in sentences]
    ends = np.cumsum([0, *map(len, found)])
    ones: NDArray[np.float32] = np.ones(ends[-1], np.float32)
    return csr_matrix((ones, np.concatenate(found), ends), shape=(len(found), 1 << BITS))
