"""What every miner must do: inherit ``MinerConformance`` and give it a fixture ``miner``."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.protocols import Miner
from engine.text import lexicon
from engine.text.tokens import stems, word_set
from engine.types import Argument, MinedAspect, Stance
from tests.engine.arguments import E, F, S, argument, flipped

OBJECTS = ("Windows 7", "C++")
_PIECES = (
    "Windows 7",
    "C++",
    "is",
    "isn't",
    "faster",
    "slower",
    "more reliable",
    "less expensive",
    "better",
    "than",
    "for gaming",
    "to set up",
    "because it has",
    "more memory",
    "battery life",
    "the reason is",
    "but",
    ",",
    ".",
    "“",
    "-",
    "🍎",
    "?",
    "worse Windows",
    "7",
)
_TEXTS = st.lists(st.sampled_from(_PIECES), max_size=25).map(" ".join) | st.text(max_size=200)
_EVIDENCE = st.lists(
    st.builds(
        lambda stance, text, weight: argument(stance, weight, text=text),
        st.sampled_from(list(Stance)),
        _TEXTS,
        st.floats(0.01, 10),
    ),
    max_size=8,
)
_quick = settings(max_examples=60, suppress_health_check=[HealthCheck.differing_executors])


def mine(miner: Miner, arguments: list[Argument]) -> list[MinedAspect]:
    return miner.mine(arguments, first=OBJECTS[0], second=OBJECTS[1])


class MinerConformance:
    """The rules of ``engine.protocols.Miner``."""

    def test_no_argument_gives_no_aspect(self, miner: Miner) -> None:
        assert mine(miner, []) == []

    def test_arguments_that_favour_neither_do_not_count(self, miner: Miner) -> None:
        text = "Windows 7 is faster than C++ because it has better graphics."
        assert mine(miner, [argument(stance, text=text) for stance in (E, Stance.NONE)]) == []

    def test_an_aspect_is_found_with_its_object_counts_and_sentences(self, miner: Miner) -> None:
        said = [argument(F, text=f"Windows 7 is {degree} faster than C++.") for degree in ("much", "a lot")]
        found = next(aspect for aspect in mine(miner, said) if aspect.name == "faster")
        assert (found.object, found.first_count, found.second_count) == ("Windows 7", 2, 0)
        assert found.sentences == tuple(argument.hit.sentence.id for argument in said)

    def test_what_is_doubted_of_a_sentence_is_not_mined_from_it(self, miner: Miner) -> None:
        said = [
            argument(F, text=f"Windows 7 is {degree} faster and {degree} safer than C++.") for degree in ("far", "much")
        ]
        doubted = {(said[0].hit.sentence.id, "speed", F), (said[1].hit.sentence.id, "speed", S)}
        found = miner.mine(said, first=OBJECTS[0], second=OBJECTS[1], doubted=doubted)
        assert {one.dimension: one.first_count for one in found} == {"speed": 1, "safety": 2}

    def test_what_words_overlook_counts_on_a_dimension_that_others_name(self, miner: Miner) -> None:
        said = [argument(F, text=f"Windows 7 is {degree} faster than C++.") for degree in ("far", "much")]
        other = argument(S, text="C++ is said to be of superior speed, unlike Windows 7.")
        overlooked = {(other.hit.sentence.id, "speed", S), (other.hit.sentence.id, "safety", S)}
        found = miner.mine([*said, other], first=OBJECTS[0], second=OBJECTS[1], overlooked=overlooked)
        assert [(one.dimension, one.first_count, one.second_count) for one in found] == [("speed", 2, 1)]

    def test_at_most_ten_come_back_and_five_sentences_each(self, miner: Miner) -> None:
        said = [
            argument(F, text=f"Windows 7 is more {word} than C++, number {number}.")
            for word in sorted(word_set("stable useful modern quiet secure fun smart famous fast cheap elegant rare"))
            for number in range(7)
        ]
        found = mine(miner, said)
        assert len(found) == 10
        assert {len(aspect.sentences) for aspect in found} == {5}

    @pytest.mark.parametrize(
        "text", ["", " ", "?", "\x00", "\ud800", "because", "more", "x" * 10_000, "faster " * 2000]
    )
    def test_strange_text_does_no_harm(self, miner: Miner, text: str) -> None:
        mine(miner, [argument(F, text=text)])

    @_quick
    @given(arguments=_EVIDENCE)
    def test_aspects_are_well_formed_and_best_first(self, miner: Miner, arguments: list[Argument]) -> None:
        found = mine(miner, arguments)
        favouring = {argument.hit.sentence.id for argument in arguments if argument.stance in (F, S)}
        assert len(found) <= 10
        assert [aspect.score for aspect in found] == sorted((aspect.score for aspect in found), reverse=True)
        for aspect in found:
            ahead, behind = aspect.first_count, aspect.second_count
            if aspect.object == OBJECTS[1]:
                ahead, behind = behind, ahead
            assert ahead > behind >= 0 if aspect.object in OBJECTS else ahead == behind > 0 == len(aspect.object)
            assert aspect.score == max(0.0, (ahead - behind - 1) / math.sqrt(ahead + behind))
            assert aspect.method in {"comparative", "comparative_phrase", "reason"}
            assert aspect.name == aspect.name.strip() != ""
            assert 1 <= len(aspect.sentences) <= 5
            assert 0 <= len(aspect.against) <= min(5, behind)
            assert set(aspect.sentences) | set(aspect.against) <= favouring
            assert set(aspect.sentences).isdisjoint(aspect.against)
            assert 1 <= len(set(aspect.members)) == len(aspect.members) <= 10
            assert aspect.dimension in {"", *lexicon.names()}

    @_quick
    @given(arguments=_EVIDENCE)
    def test_the_words_of_the_objects_are_never_aspects(self, miner: Miner, arguments: list[Argument]) -> None:
        own = {stem for name in OBJECTS for stem in stems(name)}
        for aspect in mine(miner, arguments):
            assert own.isdisjoint(stems(aspect.name))

    @_quick
    @given(arguments=_EVIDENCE)
    def test_no_aspect_comes_twice(self, miner: Miner, arguments: list[Argument]) -> None:
        names = [stems(aspect.name) for aspect in mine(miner, arguments)]
        assert len(names) == len(set(names))

    @_quick
    @given(arguments=_EVIDENCE)
    def test_exchanging_the_objects_exchanges_the_counts(self, miner: Miner, arguments: list[Argument]) -> None:
        there = mine(miner, arguments)
        back = miner.mine([flipped(argument) for argument in arguments], first=OBJECTS[1], second=OBJECTS[0])
        exchanged = [
            replace(aspect, first_count=aspect.second_count, second_count=aspect.first_count) for aspect in there
        ]
        assert back == [
            aspect if aspect.object else replace(aspect, sentences=aspect.against, against=aspect.sentences)
            for aspect in exchanged
        ]

    @_quick
    @given(arguments=_EVIDENCE, seed=st.integers())
    def test_the_order_of_the_evidence_does_not_matter(
        self, miner: Miner, arguments: list[Argument], seed: int
    ) -> None:
        assert mine(miner, random.Random(seed).sample(arguments, len(arguments))) == mine(miner, arguments)

    @pytest.mark.parametrize(
        ("praise", "blame"),
        [("faster", "slower"), ("cheaper", "pricier"), ("more reliable", "less reliable"), ("bigger", "smaller")],
    )
    def test_contrary_wordings_of_one_fact_are_one_aspect_of_one_object(
        self, miner: Miner, praise: str, blame: str
    ) -> None:
        said = [
            argument(F, text=f"Windows 7 is {praise} than C++."),
            argument(F, text=f"C++ is {blame} than Windows 7."),
            argument(S, text=f"Windows 7 is {blame} than C++."),
        ]
        (found,) = mine(miner, said)
        assert (found.object, found.first_count, found.second_count) == ("Windows 7", 2, 1)
        assert set(found.members) == {praise, blame}
        assert found.against == (said[2].hit.sentence.id,)
