"""What every miner must do: inherit ``MinerConformance`` and give it a fixture ``miner``."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.protocols import Miner
from engine.text import stems
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
        lambda stance, text, score: argument(stance, score, text=text),
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
        assert (found.object, found.first_count, found.second_count, found.score) == ("Windows 7", 2, 0, 2.0)
        assert found.sentences == tuple(argument.hit.sentence.id for argument in said)

    def test_at_most_ten_come_back_and_five_sentences_each(self, miner: Miner) -> None:
        said = [
            argument(F, text=f"Windows 7 is more {word} than C++, number {number}.")
            for word in (
                "stable",
                "useful",
                "open",
                "modern",
                "quiet",
                "robust",
                "secure",
                "fun",
                "dull",
                "rare",
                "odd",
            )
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
            assert aspect.object in OBJECTS
            assert ahead > behind >= 0
            assert aspect.score == ahead / max(1, behind)
            assert aspect.method in {"comparative", "comparative_phrase", "reason"}
            assert aspect.name == aspect.name.strip() != ""
            assert 1 <= len(aspect.sentences) <= 5
            assert set(aspect.sentences) <= favouring

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
        assert back == [
            replace(aspect, first_count=aspect.second_count, second_count=aspect.first_count) for aspect in there
        ]

    @_quick
    @given(arguments=_EVIDENCE)
    def test_the_same_evidence_gives_the_same_aspects(self, miner: Miner, arguments: list[Argument]) -> None:
        assert mine(miner, arguments) == mine(miner, arguments)
