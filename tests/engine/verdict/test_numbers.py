"""Every number of a verdict, an order, an explanation and the differences: a changed formula changes one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

import numpy as np
import pytest

from engine.config import VerdictConfig
from engine.types import (
    OVERALL_ASKED,
    SILENT,
    Argument,
    Asked,
    AskedKind,
    Aspect,
    Claim,
    Classification,
    Comparison,
    MinedAspect,
    Modality,
    Order,
    Share,
    Stance,
    Verdict,
)
from engine.verdict.asked import decide_asked, is_level, leaning, property_of, terms
from engine.verdict.decision import decide
from engine.verdict.differences import by_dimension, decide_differences
from engine.verdict.explanation import explain
from engine.verdict.speaking import candidates
from engine.verdict.standings import cycle, order
from engine.verdict.votes import Votes, capped, count, resampled, sureness, weights
from tests.engine.arguments import E, F, S, argument, flipped

SETTINGS = VerdictConfig(
    minimum_sources=3,
    minimum_asked=2,
    level=0.6,
    resamples=300,
    seed=0,
    temperature=2.0,
    ceiling=0.97,
    maximum_objects=6,
)
NAMES = ("milk", "coffee", "tea", "water")


def votes(pattern: str, weight: float = 1.0, *, aspects: Sequence[str] = ()) -> list[Argument]:
    """Return one argument of a source of its own for each of the letters F, S and E, with names that stay."""
    letters = {"F": F, "S": S, "E": E}
    return [
        argument(letters[letter], weight, sources=[f"{pattern}{n}"], aspects=aspects)
        for n, letter in enumerate(pattern)
    ]


def doubtful(one: Argument, *belief: float) -> Argument:
    return replace(one, classification=Classification(*belief))


# What a vote is


@pytest.mark.parametrize(
    ("belief", "misread"),
    [
        ((0.7, 0.2, 0.0, 0.1), (0.2, 0.1)),
        ((0.2, 0.7, 0.0, 0.1), (0.2, 0.1)),
        ((0.1, 0.2, 0.6, 0.1), (0.0, 0.4)),
        ((0.5, 0.2, 0.2, 0.1), (0.2, 0.3)),
        ((0.9, 0.1, 0.0, 0.0), (0.1, 0.0)),
    ],
)
def test_a_sentence_is_misread_as_often_as_its_reader_doubts(
    belief: Sequence[float], misread: tuple[float, float]
) -> None:
    assert count([doubtful(argument(F), *belief)]).misread[:, 0] == pytest.approx(misread)


def test_the_sentences_of_a_source_are_misread_by_their_weights() -> None:
    said = [
        doubtful(argument(F, 3, sources="a"), 0.6, 0.2, 0.0, 0.2),
        doubtful(argument(S, 1, sources="a"), 0.0, 1.0, 0.0, 0.0),
        doubtful(argument(F, 2, sources="b"), 0.5, 0.4, 0.0, 0.1),
    ]
    assert count(said).misread.tolist() == [pytest.approx([0.15, 0.4]), pytest.approx([0.15, 0.1])]


@pytest.mark.parametrize(
    ("sources", "draws", "rows"),
    [(1 << 19, 5, [2, 2, 1]), (1 << 21, 2, [1, 1]), (3, 4, [4]), (1 << 20, 1, [1])],
)
def test_weights_come_in_pieces_that_fit_into_memory(sources: int, draws: int, rows: list[int]) -> None:
    pieces = list(weights(np.random.default_rng(0), draws=draws, sources=sources))
    assert [piece.shape for piece in pieces] == [(n, sources) for n in rows]
    assert {piece.dtype for piece in pieces} == {np.dtype(np.float32)}


class Given(np.random.Generator):
    """Draws what it was given."""

    def __init__(self, drawn: list[list[float]]) -> None:
        super().__init__(np.random.PCG64())
        self.drawn = drawn

    def random(self, size: object = None, dtype: object = None, out: object = None) -> np.ndarray:  # type: ignore[override]
        assert (size, dtype) == ((2, 2), np.float32)
        return np.array(self.drawn, np.float32)


@pytest.mark.parametrize(
    ("reading", "expected"),
    [
        (None, ([1.5, 4.0], [1.5, 3.0], [1.5, 3.5])),
        ([[0.05, 0.6], [0.25, 0.9]], ([0.0, 4.0], [1.0, 3.0], [0.5, 3.5])),
        ([[0.2, 0.6], [0.3, 0.7]], ([0.0, 3.0], [0.0, 0.0], [0.0, 1.5])),
    ],
)
def test_what_is_misread_in_a_resample_is_turned_round_or_falls_silent(
    reading: list[list[float]] | None, expected: tuple[list[float], ...]
) -> None:
    cast = Votes(("a", "b"), np.array([[1, 0.25], [0, 0.75], [0.5, 0.5]]), np.array([[0.125, 0.5], [0.125, 0.25]]))
    drawn = np.array([[1, 2], [3, 4]], np.float32)
    found = resampled(cast, drawn, Given(reading) if reading else None)
    assert [one.tolist() for one in found] == [pytest.approx(one) for one in expected]


@pytest.mark.parametrize(
    ("probabilities", "ceiling", "expected"),
    [
        ([0.9, 0.1], 0.8, [0.8, 0.2]),
        ([0.1, 0.9], 0.8, [0.2, 0.8]),
        ([0.7, 0.3], 0.8, [0.7, 0.3]),
        ([0.8, 0.1, 0.1], 0.6, [0.6, 0.2, 0.2]),
        ([1.0, 0.0], 0.8, [1.0, 0.0]),
    ],
)
def test_the_likeliest_is_capped(probabilities: list[float], ceiling: float, expected: list[float]) -> None:
    assert capped(np.array(probabilities), ceiling) == pytest.approx(expected)


def test_the_confidence_of_three_is_tempered_and_capped() -> None:
    assert sureness([0.7, 0.2, 0.1], SETTINGS, sources=2) == pytest.approx([0.5232, 0.2801, 0.1984], abs=0.002)
    assert sureness([1.0, 0.0, 0.0], SETTINGS, sources=100) == pytest.approx([0.97, 0.015, 0.015])


# Verdicts, orders, explanations, with the seed of the settings

EVIDENCE: dict[str, list[Argument]] = {
    "nothing": [],
    "two for first": votes("FF"),
    "three for first": votes("FFF"),
    "nine to one": votes("FFFFFFFFFS"),
    "close": votes("FSFSF"),
    "for second": votes("SSSSSSF"),
    "level": votes("EEEEF"),
    "half level": votes("EFFSEE"),
    "weights": [*votes("FS", 0.5), *votes("SFE", 2.0), *votes("FF", 1.0)],
    "one source speaks twice": [*votes("FFSS"), argument(F, 0.4, sources=["FFSS2"]), argument(E, 0.7, sources=["x"])],
    "doubt": [doubtful(one, 0.55, 0.3, 0.05, 0.1) for one in votes("FFFFF")] + votes("SS"),
    "many": votes("FFS" * 40),
}


def numbers(*values: float) -> str:
    return " ".join(f"{value:.4f}" for value in values)


def share_line(share: Share) -> str:
    return (
        f"  {share.aspect or 'whole'}: {numbers(share.first, share.second)}, {share.arguments} arguments,"
        f" {share.sources} sources, {share.decision}"
    )


def verdict_lines(verdict: Verdict) -> Iterator[str]:
    yield (
        f"  {verdict.decision} {verdict.winner} {numbers(verdict.confidence, *verdict.interval)}"
        f" of {verdict.sources}, at least {verdict.minimum_sources}"
    )
    yield from map(share_line, verdict.shares)
    yield from (f"  depends{share_line(share)[1:]}" for share in verdict.depends)


def order_lines(found: Order) -> Iterator[str]:
    yield f"  {found.aspect or 'whole'}: {found.decision} {found.winner} {numbers(found.confidence)}"
    for place in found.places:
        yield (
            f"  {place.rank} {place.object} {place.ranks[0]}-{place.ranks[1]} {numbers(place.best, place.share)}"
            f" of {place.sources}"
        )


def test_verdicts(golden: Callable[[str, str], None]) -> None:
    lines = []
    for name, said in EVIDENCE.items():
        verdict = decide(said, first="tea", second="coffee", settings=SETTINGS)
        lines += [name, *verdict_lines(verdict)]
    for changed in ({"level": 0.95}, {"resamples": 101}, {"seed": 5}, {"minimum_sources": 8}, {"temperature": 0.0}):
        settings = SETTINGS.model_copy(update=changed)
        verdict = decide(EVIDENCE["weights"], first="a", second="b", settings=settings)
        lines += [f"weights, {changed}", *verdict_lines(verdict)]
    aspects = (Aspect("price"), Aspect("taste"))
    told = [*votes("FFFFFFFF"), *votes("SSSS", 0.5, aspects=["price"]), *votes("FFFSF", aspects=["taste"])]
    mined = [
        MinedAspect("cheaper", "coffee", 2.0, first, second, "comparative")
        for first, second in ((0, 3), (1, 4), (2, 3), (5, 1), (0, 2), (1, 1))
    ]
    verdict = decide(told, first="tea", second="coffee", aspects=aspects, mined=mined, settings=SETTINGS)
    lines += ["aspects", *verdict_lines(verdict)]
    golden("verdicts.txt", "\n".join(lines) + "\n")


def compared(first: str, second: str, said: Sequence[Argument]) -> Comparison:
    verdict = decide(said, first=first, second=second, aspects=[Aspect("price")], settings=SETTINGS)
    return Comparison((first, second), (Aspect("price"),), verdict, tuple(said), (), len(said))


STANDINGS: dict[str, dict[tuple[str, str], list[Argument]]] = {
    "two": {("tea", "coffee"): votes("FFSFE")},
    "a chain": {("tea", "coffee"): votes("FFFS"), ("coffee", "milk"): votes("FFSF"), ("milk", "water"): votes("FFFF")},
    "two groups": {("tea", "coffee"): votes("FFFS"), ("milk", "water"): votes("SSSS")},
    "too few": {("tea", "coffee"): votes("FFFS"), ("milk", "coffee"): votes("SS")},
    "a circle": {
        ("tea", "coffee"): votes("FFFFF"),
        ("coffee", "milk"): votes("FFFFF"),
        ("milk", "tea"): votes("FFFFF"),
    },
    "level": {("tea", "coffee"): votes("EEEE"), ("coffee", "milk"): votes("EEEEF"), ("milk", "tea"): votes("EEE")},
    "won pair by pair": {
        ("coffee", "milk"): votes("F" * 12 + "S"),
        ("coffee", "tea"): votes("SSSSSF"),
        ("tea", "milk"): votes("FFFFFFS"),
    },
    "shared sources, doubt": {
        ("tea", "coffee"): [doubtful(one, 0.6, 0.3, 0.0, 0.1) for one in votes("FFFF")],
        ("coffee", "water"): [argument(S, 2.0, sources=[f"FFFF{n}"]) for n in range(4)],
        ("tea", "water"): [argument(F, 0.5, sources=["FFFF0"]), *votes("ES")],
    },
    "price": {("tea", "coffee"): [*votes("FFF"), *votes("SSSSS", aspects=["price"])]},
}


def test_orders(golden: Callable[[str, str], None]) -> None:
    lines = []
    for name, evidence in STANDINGS.items():
        comparisons = [compared(*pair, said) for pair, said in evidence.items()]
        objects = sorted({*chain.from_iterable(evidence)}, key=NAMES.index)
        lines += [f"{name}; circle {cycle(comparisons)}", *order_lines(order(comparisons, objects, settings=SETTINGS))]
        if name == "price":
            lines += order_lines(order(comparisons, objects, aspect="price", settings=SETTINGS))
        if name == "won pair by pair":
            sure = SETTINGS.model_copy(update={"level": 0.95, "resamples": 500, "seed": 3, "temperature": 0.0})
            lines += order_lines(order(comparisons, objects, settings=sure))
    golden("orders.txt", "\n".join(lines) + "\n")


def test_which_object_is_named_first_changes_no_number() -> None:
    evidence = STANDINGS["a chain"]
    there = order([compared(*pair, said) for pair, said in evidence.items()], NAMES, settings=SETTINGS)
    back = order(
        [compared(*pair[::-1], [flipped(one) for one in said]) for pair, said in evidence.items()],
        NAMES,
        settings=SETTINGS,
    )
    assert list(order_lines(back)) == list(order_lines(there))


def test_explanations(golden: Callable[[str, str], None]) -> None:
    lines = []
    for name, said in EVIDENCE.items():
        nothing = [doubtful(argument(Stance.NONE, text=f"{none}"), 0.05, 0.05, 0.0, none) for none in (0.9, 0.6, 0.8)]
        comparison = replace(compared("tea", "coffee", said), left_out=tuple(nothing))
        found = explain(comparison, settings=SETTINGS)
        lines.append(f"{name}; left out {[one.hit.sentence.text for one in found.left_out]}")
        lines += [
            f"  {vote.source} {numbers(vote.first, vote.second, vote.share_without)}"
            f" by {[str(one.stance) for one in vote.arguments]}"
            for vote in found.votes[:6]
        ]
        if found.without_strongest is not None:
            lines += verdict_lines(found.without_strongest)
    golden("explanations.txt", "\n".join(lines) + "\n")


# Differences and properties


def claiming(weight: float, *claims: Claim) -> Argument:
    one = argument(Stance.NONE, weight)
    return replace(one, classification=replace(one.classification, claims=claims, markers=("but",)))


def claim(dimension: str, words: str, more: Stance, confidence: float = 0.9, **others: object) -> Claim:
    return replace(Claim(dimension, words, more, more, confidence=confidence), **others)


CLAIMED = [
    *(claiming(1, claim("speed", "fast", F, 0.6 + n / 10)) for n in range(4)),
    claiming(1, claim("speed", "quick", F), claim("weight", "heavy", S)),
    claiming(1, claim("speed", "slow", F, modality=Modality.HEDGED), claim("weight", "light", F, 0.7)),
    claiming(1, claim("weight", "light", E, modality=Modality.PAST), claim("price", "expensive", S)),
    claiming(1, claim("price", "cheap", S, modality=Modality.WISH), claim("price", "costly", F, 0.5)),
    claiming(1, claim("price", "expensive", S, 0.55, modality=Modality.REPORTED)),
    claiming(1, claim("overall", "good", F), claim("zany", "zany", F), claim("odd one", "well made", F)),
    claiming(1, claim("odd one", "well made", S), claim("odd one", "well-made", F)),
]


def test_differences(golden: Callable[[str, str], None]) -> None:
    lines = []
    found = by_dimension(CLAIMED, objects=("tea", "coffee"))
    for dimension, words, arguments in found:
        lines.append(f"{dimension}: {words}")
        lines += [
            f"  {numbers(*one.classification.probabilities.values())} {one.classification.markers}"
            f" {[said.words for said in one.classification.claims]}"
            for one in arguments
        ]
    for one in decide_differences(found, first="tea", second="coffee", settings=SETTINGS):
        lines += [f"decided {one.dimension} {one.words} {numbers(*(each.weight for each in one.arguments))}"]
        lines += verdict_lines(one.verdict)
    golden("differences.txt", "\n".join(lines) + "\n")


def asked(dimension: str, end: str, words: str) -> Asked:
    return Asked(AskedKind.PROPERTY, dimension, end, words)


ASKED = [
    asked("price", "less", "costs more"),
    asked("price", "more", "cheaper"),
    asked("speed", "more", "as fast as"),
    asked("speed", "more", "just as fast as"),
    asked("speed", "less", "equally as slow"),
    asked("hardness", "more", "harder"),
    asked("durability", "more", "lasts longer"),
    asked("easy to train", "more", "easier to train"),
    asked("good for you", "more", "better for you"),
    asked("zany", "more", "much more zany"),
    asked("weight", "less", "weighs less"),
    asked("battery", "more", "has the better battery"),
    replace(OVERALL_ASKED, words="better"),
]
SENTENCES = (
    "Steel is softer than wood.",
    "Steel is cheaper than wood.",
    "Dogs are easier to train than cats.",
    "Dogs are easier than cats.",
    "A phone lasts longer than a watch.",
    "Tea is good for you, coffee is faster.",
    "Tea is zany.",
    "It weighs less, and its battery is better.",
    "It is as fast as light.",
)


def test_properties(golden: Callable[[str, str], None]) -> None:
    hits = [argument(F, text=text).hit for text in SENTENCES]
    lines = []
    for one in ASKED:
        speaking = [
            SENTENCES.index(hit.sentence.text) for hit in candidates(hits, one, objects=("steel", "wood"), near=0.0)
        ]
        found = ", ".join(terms(one, near=0.0)[:2])
        lines.append(f"{one.words}: {property_of(one)}; level {is_level(one)}; in {speaking}; {found}")
    golden("properties.txt", "\n".join(lines) + "\n")


@pytest.mark.parametrize(
    ("belief", "counts"),
    [
        ((0.2, 0.05, 0.0, 0.75), (0.2, 0.05, 0.0, 0.0)),
        ((0.05, 0.2, 0.0, 0.75), (0.05, 0.2, 0.0, 0.0)),
        ((0.1, 0.1, 0.2, 0.6), (0.1, 0.1, 0.2, 0.0)),
        ((0.6, 0.1, 0.0, 0.3), (0.6, 0.1, 0.0, 0.3)),
        ((0.5, 0.35, 0.0, 0.15), (0.5, 0.35, 0.0, 0.15)),
    ],
)
def test_what_counts_of_a_belief_on_a_property(belief: Sequence[float], counts: Sequence[float]) -> None:
    said = Classification(*belief, markers=("but",), claims=(claim("speed", "fast", F),))
    assert leaning(said) == Classification(*counts, markers=said.markers, claims=said.claims)


@pytest.mark.parametrize("belief", [(0.2, 0.1, 0.0, 0.7), (0.19, 0.0, 0.0, 0.81), (0.44, 0.42, 0.0, 0.14)])
def test_what_says_next_to_nothing_counts_as_silent(belief: Sequence[float]) -> None:
    assert leaning(Classification(*belief)) == SILENT


def test_the_surest_sentence_on_a_property_comes_first() -> None:
    said = [doubtful(argument(F), p, 1 - p, 0.0, 0.0) for p in (0.7, 0.9, 0.8, 0.9)]
    found = decide_asked(asked("speed", "more", "as fast as"), said, first="tea", second="coffee", settings=SETTINGS)
    ids = [one.hit.sentence.id for one in said]
    order_of_ids = [*sorted([ids[1], ids[3]]), ids[2], ids[0]]
    assert [one.hit.sentence.id for one in found.arguments] == order_of_ids
    assert [one.weight for one in found.arguments] == pytest.approx([0.8, 0.8, 0.6, 0.4])
    assert (found.level, found.verdict.sources, found.verdict.winner) == (True, 4, "tea")
