"""A change over the years is told where both halves of the dated evidence name a winner, and not the same one."""

from __future__ import annotations

import pytest

from engine.config import load_config
from engine.types import Argument, Change, Classification, Document, Hit, Sentence
from engine.verdict.weights import weigh
from engine.verdict.years import change_of

SETTINGS = load_config(environ={}).verdict
FOR_FIRST, FOR_SECOND = Classification(0.95, 0.02, 0.0, 0.03), Classification(0.02, 0.95, 0.0, 0.03)


def said(number: int, year: str, belief: Classification) -> Argument:
    document = Document(f"d{number}", source=f"source {number}", date=f"{year}-03-01" if year else "")
    return Argument(Hit(Sentence(f"d{number}#0", f"Sentence {number}.", document.id, 0), 1.0, document), belief)


def arguments(*years: tuple[str, Classification]) -> list[Argument]:
    return weigh([said(number, year, belief) for number, (year, belief) in enumerate(years)])


def test_another_winner_of_the_later_half_is_told_with_counts() -> None:
    told = arguments(*[("2009", FOR_FIRST)] * 9, ("2009", FOR_SECOND), *[("2012", FOR_SECOND)] * 8, ("", FOR_FIRST))
    found = change_of(told, first="Perl", second="Python", settings=SETTINGS)
    assert found == Change("2012", "Perl", "Python", (9, 10), (8, 8))


@pytest.mark.parametrize(
    "years",
    [
        [],
        [("2009", FOR_FIRST)] * 20,
        [*[("2009", FOR_FIRST)] * 9, *[("2012", FOR_FIRST)] * 9],
        [*[("", FOR_FIRST)] * 9, *[("2012", FOR_SECOND)] * 9],
        [*[("2009", FOR_FIRST)] * 2, *[("2012", FOR_SECOND)] * 2],
        [*[("2009", FOR_FIRST)] * 9, *[("2012", FOR_SECOND), ("2012", FOR_FIRST)] * 5],
    ],
)
def test_else_nothing_is_told(years: list[tuple[str, Classification]]) -> None:
    assert change_of(arguments(*years), first="Perl", second="Python", settings=SETTINGS) is None
