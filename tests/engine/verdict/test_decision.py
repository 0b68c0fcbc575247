from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.config import VerdictConfig
from engine.types import Argument, Aspect, Classification, Decision, MinedAspect, Share, Stance, Verdict
from engine.verdict.decision import decide
from tests.engine.arguments import E, F, S, argument, flipped

SETTINGS = VerdictConfig(
    minimum_sources=3,
    minimum_asked=2,
    level=0.9,
    resamples=200,
    seed=0,
    temperature=0.0,
    ceiling=1.0,
    maximum_objects=6,
)
MANY = SETTINGS.model_copy(update={"resamples": 20_000})

MIRROR = {Decision.FIRST: Decision.SECOND, Decision.SECOND: Decision.FIRST}


def judge(arguments: list[Argument], aspects: tuple[Aspect, ...] = (), settings: VerdictConfig = SETTINGS) -> Verdict:
    return decide(arguments, first="tea", second="coffee", aspects=aspects, settings=settings)


def share(*arguments: Argument) -> float:
    return judge(list(arguments)).shares[0].first


def mirrored(share: Share) -> Share:
    return replace(
        share,
        first=share.second,
        second=share.first,
        first_sources=share.second_sources,
        second_sources=share.first_sources,
        decision=MIRROR.get(share.decision, share.decision),
    )


def votes(pattern: str) -> list[Argument]:
    """Return one argument of weight 1 and of a source of its own for each of the letters F, S and E."""
    return [argument({"F": F, "S": S, "E": E}[letter]) for letter in pattern]


@st.composite
def evidence(draw: st.DrawFn) -> list[Argument]:
    return [
        argument(
            draw(st.sampled_from(list(Stance))),
            draw(st.sampled_from([0.0, 0.1, 1.0, 2.5, 30.0]) | st.floats(0.01, 100)),
            sources=draw(st.sets(st.sampled_from("abcdefgh"), min_size=1, max_size=3)),
            aspects=draw(st.sets(st.sampled_from(["price", "taste"]))),
        )
        for _ in range(draw(st.integers(0, 12)))
    ]


# Shares


def test_without_evidence_nothing_is_known() -> None:
    verdict = judge([])
    assert verdict == Verdict(Decision.INSUFFICIENT, None, 0.0, (0.0, 1.0), verdict.shares, 0, 3)
    assert (verdict.shares[0].first, verdict.shares[0].second, verdict.shares[0].arguments) == (0.0, 0.0, 0)


def test_weights_of_different_sources_add_up() -> None:
    assert share(argument(F, 2), argument(F, 1), argument(S, 1)) == pytest.approx(3 / 4)


def test_an_argument_for_equality_counts_half_for_each() -> None:
    assert share(argument(F, 1), argument(E, 1)) == pytest.approx(1.5 / 2)


def test_a_source_has_one_vote_however_much_it_says() -> None:
    chorus = [argument(F, 1, sources=["fans.example"]) for _ in range(50)]
    assert share(*chorus, argument(S, 1)) == pytest.approx(1 / 2)


def test_a_source_that_disagrees_with_itself_divides_its_vote() -> None:
    forum = [argument(stance, 1, sources=["forum.example"]) for stance in (F, F, F, S)]
    assert share(*forum, argument(S, 1)) == pytest.approx(0.75 / 2)


def test_equality_within_a_source_counts_half_for_each() -> None:
    forum = [argument(stance, 2, sources=["forum.example"]) for stance in (F, E)]
    assert share(*forum) == pytest.approx(3 / 4)


def test_copies_count_as_one_statement() -> None:
    copied = argument(F, 1, sources=["a", "b", "c", "d"])
    assert share(copied, argument(S, 1)) == pytest.approx(1 / 2)


def test_an_aspect_is_judged_on_the_sentences_that_mention_it() -> None:
    verdict = judge(
        [argument(F, 1, aspects=["price"]), argument(S, 3, aspects=["price", "taste"]), argument(F, 4)],
        (Aspect("price"), Aspect("taste"), Aspect("smell")),
    )
    assert [(s.aspect, s.first, s.arguments, s.sources) for s in verdict.shares] == [
        ("", pytest.approx(5 / 8), 3, 3),
        ("price", pytest.approx(1 / 4), 2, 2),
        ("taste", 0.0, 1, 1),
        ("smell", 0.0, 0, 0),
    ]
    assert [s.decision for s in verdict.shares[1:]] == [Decision.INSUFFICIENT] * 3


def test_what_says_nothing_does_not_count() -> None:
    verdict = judge([argument(Stance.NONE, 5), argument(F, 0.0), *votes("FFF")])
    assert (verdict.sources, verdict.shares[0].arguments) == (3, 3)


# Decisions


@pytest.mark.parametrize(
    ("pattern", "decision"),
    [
        ("", "insufficient"),
        ("F", "insufficient"),
        ("FF", "insufficient"),
        ("ES", "insufficient"),
        ("FFF", "undecided"),
        ("FFFFF", "first"),
        ("SSSSS", "second"),
        ("FFFFFFFFS", "first"),
        ("FS" * 3, "undecided"),
        ("FFS", "undecided"),
        ("FS" * 200, "undecided"),
        ("FFS" * 60, "first"),
        ("EEE", "equal"),
        ("EEEEEEF", "equal"),
        ("EEFFFFFF", "first"),
        ("EEFFSS", "undecided"),
    ],
)
def test_the_decision_follows_from_the_votes(pattern: str, decision: str) -> None:
    verdict = judge(votes(pattern), settings=MANY)
    assert verdict.decision == decision
    assert verdict.winner == {"first": "tea", "second": "coffee"}.get(decision)
    assert verdict.shares[0].decision is verdict.decision


def test_many_sentences_of_two_sources_are_not_enough() -> None:
    chorus = [argument(F, 9, sources=[source]) for source in "ab" for _ in range(30)]
    assert judge(chorus).decision is Decision.INSUFFICIENT


def test_copies_on_other_sources_are_one_source() -> None:
    assert judge([argument(F, 1, sources=["a", "b", "c"])]).sources == 1


def test_a_few_unanimous_sources_are_not_certain() -> None:
    few, many = judge(votes("FFFF"), settings=MANY), judge(votes("F" * 40), settings=MANY)
    assert 0.9 < few.confidence < 0.995 < many.confidence
    assert few.interval[0] < 0.75 < 0.9 < many.interval[0]


def test_for_equal_votes_the_interval_is_that_of_a_beta_distribution() -> None:
    # Quantiles .05 and .95 of Beta(12 + 1, 6 + 1), from tables.
    verdict = judge(votes("FFS" * 6), settings=MANY.model_copy(update={"resamples": 100_000}))
    assert verdict.interval == pytest.approx((0.470, 0.812), abs=0.004)


def test_one_loud_source_leaves_more_doubt_than_many_quiet_ones() -> None:
    loud = judge([argument(F, 5), *votes("SS")], settings=MANY)
    quiet = judge(votes("FFFFFSS"), settings=MANY)
    assert loud.shares[0].first == pytest.approx(quiet.shares[0].first)
    assert loud.confidence < quiet.confidence


def test_the_level_widens_the_interval() -> None:
    wide = judge(votes("FFS"), settings=MANY.model_copy(update={"level": 0.99})).interval
    narrow = judge(votes("FFS"), settings=MANY.model_copy(update={"level": 0.5})).interval
    assert wide[0] < narrow[0] < narrow[1] < wide[1]


def test_a_great_many_sources_are_weighed_in_little_memory() -> None:
    settings = SETTINGS.model_copy(update={"resamples": 1000})
    verdict = judge([argument(F if number % 3 else S) for number in range(5000)], settings=settings)
    assert verdict.decision is Decision.FIRST
    assert verdict.interval == pytest.approx((2 / 3 - 0.011, 2 / 3 + 0.011), abs=0.003)


# It depends


def test_the_verdict_depends_on_an_aspect_of_the_user_that_is_decided_otherwise() -> None:
    dear = [argument(S, aspects=["price"]) for _ in range(6)]
    verdict = judge([*votes("F" * 30), *dear], (Aspect("price"), Aspect("taste")))
    assert verdict.winner == "tea"
    assert [(share.aspect, share.decision) for share in verdict.depends] == [("price", Decision.SECOND)]


def mined(first: int, second: int) -> MinedAspect:
    return MinedAspect("cheaper", "coffee", 2.0, first, second, "comparative")


@pytest.mark.parametrize(
    ("first", "second", "depends"), [(0, 6, True), (1, 9, True), (2, 4, False), (6, 0, False), (0, 2, False)]
)
def test_the_verdict_depends_on_a_mined_aspect_that_enough_sources_name(first: int, second: int, depends: bool) -> None:
    aspect = mined(first, second)
    verdict = decide(votes("F" * 40), first="tea", second="coffee", mined=[aspect], settings=SETTINGS)
    assert [share.aspect for share in verdict.depends] == ["cheaper"] * depends


# How sure


def test_votes_that_may_be_misread_make_a_leader_less_sure() -> None:
    clear = votes("FFFFFS")
    doubtful = [replace(one, classification=Classification(0.5, 0.3, 0.0, 0.2)) for one in clear[:5]]
    sure, less = judge(clear, settings=MANY), judge([*doubtful, clear[5]], settings=MANY)
    assert sure.shares == less.shares
    assert less.confidence < sure.confidence - 0.1


def test_no_leader_is_surer_than_the_ceiling() -> None:
    assert judge(votes("F" * 40), settings=MANY.model_copy(update={"ceiling": 0.97})).confidence == 0.97


def test_a_temperature_makes_a_leader_less_sure_the_fewer_its_sources() -> None:
    cold, warm = (MANY.model_copy(update={"temperature": value}) for value in (0.0, 3.0))
    lost = []
    for number in (4, 40):
        before, after = judge(votes("F" * number), settings=cold), judge(votes("F" * number), settings=warm)
        assert (after.decision, after.interval) == (before.decision, before.interval)
        lost.append(before.confidence - after.confidence)
    assert lost[0] > 0.05 > 0.01 > lost[1] >= 0


@given(evidence())
def test_every_source_twice_changes_no_share(arguments: list[Argument]) -> None:
    again = [
        replace(
            one,
            hit=replace(
                one.hit,
                sentence=replace(one.hit.sentence, id=f"{one.hit.sentence.id}+"),
                document=replace(one.hit.document, source=f"{one.hit.voter}+"),
            ),
        )
        for one in arguments
    ]
    for before, after in zip(
        judge(arguments, (Aspect("price"),)).shares, judge([*arguments, *again], (Aspect("price"),)).shares, strict=True
    ):
        assert after.first == pytest.approx(before.first)
        assert after.sources == 2 * before.sources


# Properties


@given(evidence())
def test_exchanging_the_objects_mirrors_the_verdict(arguments: list[Argument]) -> None:
    aspects = (Aspect("price"), Aspect("taste"))
    there = judge(arguments, aspects)
    back = decide(
        [flipped(argument) for argument in arguments], first="coffee", second="tea", aspects=aspects, settings=SETTINGS
    )
    assert back.interval == pytest.approx((1 - there.interval[1], 1 - there.interval[0]), abs=1e-15)
    assert replace(back, interval=there.interval) == replace(
        there,
        decision=MIRROR.get(there.decision, there.decision),
        shares=tuple(map(mirrored, there.shares)),
        depends=tuple(map(mirrored, there.depends)),
    )


@given(evidence())
def test_a_verdict_is_well_formed(arguments: list[Argument]) -> None:
    verdict = judge(arguments, (Aspect("price"),))
    for part in verdict.shares:
        assert part.first + part.second == (1.0 if part.arguments else 0.0)
        assert min(part.first, part.second) >= 0
    low, high = verdict.interval
    assert 0 <= low <= verdict.shares[0].first <= high <= 1 or not verdict.sources
    assert 0 <= verdict.confidence <= 1
    assert (verdict.decision is Decision.INSUFFICIENT) == (verdict.sources < verdict.minimum_sources)
    assert (verdict.winner is not None) == (verdict.decision in {Decision.FIRST, Decision.SECOND})
    if verdict.decision is Decision.FIRST:
        assert low > 0.5


@given(evidence(), st.floats(0.01, 100), st.sets(st.sampled_from("abcdefgh"), min_size=1, max_size=4))
def test_one_more_argument_for_an_object_never_lowers_its_share(
    arguments: list[Argument], weight: float, sources: set[str]
) -> None:
    before = judge(arguments).shares[0]
    after = judge([*arguments, argument(F, weight, sources=sources)]).shares[0]
    assert after.first >= before.first - 1e-12


@given(evidence(), st.randoms(use_true_random=False))
def test_the_order_of_the_arguments_does_not_matter(arguments: list[Argument], random) -> None:
    shuffled = list(arguments)
    random.shuffle(shuffled)
    there, back = judge(arguments), judge(shuffled)
    assert back.decision is there.decision
    assert back.shares[0].first == pytest.approx(there.shares[0].first)


def test_the_same_seed_gives_the_same_verdict_and_another_one_almost() -> None:
    arguments = votes("FFSFFSFEF")
    other = SETTINGS.model_copy(update={"seed": 7})
    assert judge(arguments) == judge(arguments)
    assert judge(arguments, settings=other).interval != judge(arguments).interval
    assert judge(arguments, settings=other).confidence == pytest.approx(judge(arguments).confidence, abs=0.1)
