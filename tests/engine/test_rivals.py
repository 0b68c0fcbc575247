"""What people set beside a thing is compared with it, if it means something like it."""

from __future__ import annotations

from engine.retrieval.in_memory import ListRetriever
from engine.rivals import rivals
from nlu_models.training.rules.parser import RuleQuestionParser

TEXTS = [
    *(f"Tea or coffee, said guest {n}." for n in range(3)),
    *(f"I take milk over tea on day {n}, or tea over life." for n in range(2)),
    *(f"Juice is better than tea in place {n}." for n in range(2)),
    "Tea or water.",
]


def test_rivals_are_set_beside_a_thing_and_like_it() -> None:
    assert rivals("tea", ListRetriever(sentences=TEXTS), RuleQuestionParser()) == ["coffee", "Juice", "milk"]


def test_without_meaning_rivals_are_what_is_read_to_be_compared() -> None:
    assert rivals("tea", ListRetriever(sentences=TEXTS), RuleQuestionParser(), near=0) == ["Juice"]
