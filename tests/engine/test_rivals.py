"""What people set beside a thing is compared with it, if it means something like it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.pipeline import Engine
from engine.retrieval.in_memory import ListRetriever
from engine.rivals import akin, may_be_meant, proposed, rivals, set_beside
from nlu_models.training.rules.parser import RuleQuestionParser

TEXTS = [
    *(f"Tea or coffee, said guest {n}." for n in range(3)),
    *(f"I take milk over tea on day {n}, or tea over life." for n in range(2)),
    *(f"Juice is better than tea in place {n}." for n in range(2)),
    "Tea or water.",
]


def test_rivals_are_set_beside_a_thing_and_like_it() -> None:
    assert rivals("tea", ListRetriever(sentences=TEXTS), RuleQuestionParser()) == ["coffee", "Juice", "milk"]


def test_what_stands_behind_a_thing_as_its_class_is_no_rival() -> None:
    lines = [*TEXTS, *(f"Tea juice, number {n}, is made of leaves." for n in range(3))]
    assert rivals("tea", ListRetriever(sentences=lines), RuleQuestionParser()) == ["coffee", "milk"]


def test_without_meaning_rivals_are_what_is_read_to_be_compared_where_three_sources_name_both() -> None:
    assert rivals("tea", ListRetriever(sentences=TEXTS), RuleQuestionParser(), near=0) == []
    lines = [*TEXTS, "A tea and a juice, please."]
    assert rivals("tea", ListRetriever(sentences=lines), RuleQuestionParser(), near=0) == ["Juice"]


@pytest.mark.parametrize(
    ("rival", "other", "is_meant"),
    [("BMW", "leopard", False), ("BMW", "Lexus", True), ("guitar", "trout", False), ("vim", "sublime", True)],
)
def test_a_rival_of_a_name_in_another_sense_is_not_meant(rival: str, other: str, *, is_meant: bool) -> None:
    assert may_be_meant(rival, other) is is_meant


def test_what_means_nothing_known_may_be_meant() -> None:
    assert may_be_meant("Kotlin", "quorvex")


@pytest.mark.parametrize(
    ("name", "candidates", "kept"),
    [
        ("tea", ["coffee", "juice"], ["coffee"]),
        ("tea", ["coffee", "coffee lovers", "Coffee"], ["coffee"]),
        ("tea", ["USA", "coffee", "the States", "US"], ["coffee"]),
        ("tea", ["green tea", "9"], []),
        ("tea", ["water", "coffee"], ["coffee", "water"]),
        ("Zorba", ["XQ"], []),
        ("tea", ["vurnix", "zelmor", "coffee"], ["coffee", "zelmor"]),
    ],
    ids=[
        "compared",
        "once, and no compound",
        "of no other thing",
        "no part and no number",
        "most first",
        "one name",
        "no word of one source",
    ],
)
def test_what_is_proposed_is_compared_by_sources_and_named_once(
    name: str, candidates: Sequence[str], kept: list[str]
) -> None:
    lines = [
        "Tea is better than coffee because it is cheaper.",
        "I think that tea is much nicer than coffee in the morning.",
        "For my mother coffee is worse than tea.",
        "Tea is better than water, as far as I know.",
        "On a cold day my friends like tea more than water.",
        *(f"In {place} they serve tea or juice." for place in ("Rome", "Oslo", "Bonn")),
        "The vurnix of my aunt is better than tea.",
        "For cold days zelmor is better than tea.",
        "My aunt thinks that tea is worse than zelmor.",
        "The Zorba XQ is better than my old one.",
        "My aunt says a Zorba XQ is nicer than a bicycle.",
    ]
    engine = Engine(retriever=ListRetriever(sentences=lines))
    assert proposed(name, candidates, lambda *pair: engine.compare(pair)) == kept


def test_another_version_is_a_rival_and_another_part_of_a_name_is_none() -> None:
    lines = [f"Windows 4 is better than Windows 5, and my Windows PC is old, wrote user {n}." for n in range(3)]
    assert set_beside("Windows 5", ListRetriever(sentences=lines)) == ["Windows 4"]


KINDS = [
    *(f"In town {n} I saw Fallout, where the character is a mage." for n in range(4)),
    *(f"We play Skyrim in house {n}, an old game." for n in range(4)),
    *(f"Some people like Oblivion, wrote player {n}." for n in range(4)),
    *("They keep pets such as rabbits at home.", "Our rabbits are good pets.", "He had pets like rabbits or mice."),
    *(f"In room {n} the pets are rabbits, not mice, and no mouse is a coal miner." for n in range(4)),
    *("Mice are small.", "The best game ever is Skyrim, they say.", "We live in Canada, not the US, but like the US."),
]


@pytest.mark.parametrize(
    ("name", "candidates", "kept"),
    [
        ("Skyrim", ["and", "a", "will", "I"], []),
        ("Skyrim", ["oblivion", "character", "game", "Fallout"], ["Oblivion", "Fallout"]),
        ("rabbits", ["pets", "Mouse", "coal"], ["mice"]),
        ("rabbit", ["mouse"], ["mouse"]),
        ("Canada", ["US"], ["US"]),
        ("C++", ["Java", "than"], ["Java"]),
    ],
    ids=["no function words", "names beside a name", "no class", "in its number", "a name like a word", "with signs"],
)
def test_what_is_of_the_kind_of_a_thing_is_written_as_its_like(
    name: str, candidates: Sequence[str], kept: list[str]
) -> None:
    assert [*akin(name, candidates, ListRetriever(sentences=KINDS))] == kept
