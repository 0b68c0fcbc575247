"""What is said of one side, how sure it is, and that nothing is said, reads as a person would put it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from actions.views import evidence, figures, points_of_view, revisions, sides, sources, verdicts
from engine.types import (
    Answer,
    AskedVerdict,
    Aspect,
    Comparison,
    Decision,
    MinedAspect,
    Order,
    Outcome,
    Place,
    Stance,
    Standings,
)
from engine.types.document import own_words, text_of
from tests.generation.scenarios import FIRST, SECOND, argument, comparison


def bought(*, against: int = 0, decision: Decision = Decision.UNDECIDED) -> Comparison:
    said = [argument(f"It is cheaper to buy than to rent, says {n}.", FIRST, source=f"f{n}") for n in range(2)]
    said += [argument(f"It is safer to rent than to buy, says {n}.", SECOND, source=f"s{n}") for n in range(against)]
    return comparison(("buy", "rent"), said, decision)


def test_behind_too_few_that_say_the_same_is_who_says_it_of_the_other() -> None:
    found, said = bought(against=2), (argument("It is cheaper to buy than to rent.", FIRST, source="a"),)
    asked = AskedVerdict(found.verdict, said)
    assert verdicts.behind(replace(found, asked_verdict=asked)) == ("holds", "rent")
    assert verdicts.behind(found) == ("both",)


def test_a_side_is_named_as_answers_name_it() -> None:
    found = bought(against=1)
    assert sides.side(found, ["rent"]).text.startswith("For renting:")
    assert sides.side(found, ["rent"], against=True).text.startswith("Against renting:")


def test_one_is_told_where_one_is_wanted() -> None:
    said = [
        argument(text, FIRST, source=text) for text in ("Buying is cheaper than renting.", "I rather buy than rent.")
    ]
    found = comparison(("buy", "rent"), said, Decision.UNDECIDED)
    assert [len(sides.side(found, ["buy"], most=most).citations) for most in (1, 3)] == [1, 2]


def test_a_sentence_says_that_nothing_was_found_for_a_side() -> None:
    assert sides.side(bought(), ["rent"]).text == "Nothing was found that speaks for renting."
    assert sides.side(bought(), ["buy"], against=True).text == "Nothing was found that speaks against buying."
    assert sides.side(bought(), ["rent"], besides=3).text == "Nothing was found that speaks for renting."
    assert sides.side(bought(), ["buy"], besides=3).text == "Nothing else was found that speaks for buying."
    assert sides.both_sides(bought()).text.endswith("Nothing was found that speaks for renting.")


def test_how_sure_says_once_what_divides_them() -> None:
    text = figures.how_sure(bought(against=2)).text
    assert text.startswith(
        "Not sure at all: 2 of 4 sources speak for buying [1] and 2 for renting [2]. With other sources"
    )
    assert "Not sure at all: both sources speak for buying [1], which is too few." in figures.how_sure(bought()).text


def test_how_sure_on_a_point_of_view_says_that_first_and_the_whole_apart() -> None:
    said = [argument("For the garden I would rather buy than rent.", FIRST, source="a", aspects=("garden",))]
    said += [argument(f"It is safer to rent than to buy, says {n}.", SECOND, source=f"s{n}") for n in range(4)]
    aspects = [("garden", Decision.INSUFFICIENT)]
    text = figures.how_sure(comparison(("buy", "rent"), said, Decision.SECOND, aspects=aspects), ["garden"]).text
    assert text.startswith(
        "For garden, the only source speaks for buying [1], which is too little to be sure. Overall, I am 90% sure"
    )


def test_how_sure_says_how_many_more_sources_would_make_the_two_even() -> None:
    said = [argument(f"It is safer to rent than to buy, says {n}.", SECOND, source=f"s{n}") for n in range(4)]
    text = figures.how_sure(comparison(("buy", "rent"), said, Decision.SECOND)).text
    assert "of the evidence would be for renting. It would take 4 more sources for buying to make them even." in text


def test_on_a_point_of_view_who_more_speak_for_is_told_first_and_no_quote_twice() -> None:
    both = "Buying is cheaper and quieter than renting."
    ways = ("price", "noise")
    said = [argument(f"{both[:-1]}, says {n}.", FIRST, source=f"f{n}", aspects=ways) for n in range(2)]
    said += [argument("Renting is cheaper than buying.", SECOND, source="s", aspects=("price",))]
    said += [argument(f"I like to rent, not to buy, says {n}.", SECOND, source=f"g{n}") for n in range(9)]
    found = comparison(("buy", "rent"), said, Decision.SECOND, aspects=[(way, Decision.UNDECIDED) for way in ways])
    text = points_of_view.on(found, ways, before=found).text
    assert text.index("For buying:") < text.index("For renting:")
    assert text.count("quieter than renting") == 1


def test_in_a_word_neither_has_won() -> None:
    assert verdicts.in_a_word(bought(against=2)).text == "Undecided."


def test_why_counts_and_does_not_tell_the_verdict_again() -> None:
    assert sides.why(bought(against=1)).text.startswith("2 of 3 sources speak for buying [1] and 1 for renting [2]")


def test_of_what_nobody_speaks_the_sources_are_those_that_compare() -> None:
    said = "I found nothing on garden in 3 sources that compare buying and renting"
    assert points_of_view.nothing_on(bought(against=1), ["garden"], alone=True).text.startswith(said)


def test_a_limit_is_nothing_that_sources_speak_most_of() -> None:
    mined = [MinedAspect(name, "buy", 1.0, 3, 0, way) for name, way in (("for pets", "condition"), ("pets", "reason"))]
    found = bought(against=1)
    told = points_of_view.nothing_on(replace(found, mined=tuple(mined)), ["garden"], alone=True).text
    assert "; they speak most of pets. In general" in told


def test_what_nothing_was_found_on_is_told_as_one_says_it() -> None:
    names = ["garden", "noise"], ["beginner"], ["free"]
    told = [points_of_view.nothing_on(bought(against=1), some).text for some in names]
    assert told == [
        "I found nothing on garden or noise.",
        "I found nothing for a beginner.",
        "I found nothing on ‘free’.",
    ]


def test_what_alone_counts_decides() -> None:
    found = comparison(
        ("cotton", "wool"),
        [argument(f"cotton is cheaper than wool, says {n}", FIRST, source=n, aspects=("cheaper",)) for n in "abc"]
        + [argument("wool is cheaper than cotton", SECOND, source="d", aspects=("cheaper",))],
        Decision.SECOND,
        aspects=[("cheaper", Decision.UNDECIDED), ("comfort", Decision.FIRST)],
    )
    told = Answer(points_of_view.alone(found, ["cheaper", "comfort"])).text
    assert told == (
        "By price alone, cotton is ahead, but it is too close to call. By comfort alone, the evidence favours cotton."
    )


def test_a_verdict_that_changes_is_told_with_the_name_as_answers_write_it() -> None:
    before, after = bought(against=1), bought(against=1, decision=Decision.FIRST)
    assert revisions.change(after, before) == "That changes the whole: now the evidence favours buying."


def test_what_was_left_out_is_told_with_the_count_that_it_changes() -> None:
    before = bought(against=1)
    after = replace(before, arguments=before.arguments[1:])
    gone = {before.arguments[0].hit.sentence.id}
    assert revisions.left_out(after, before, gone).text == (
        "You left out “It is cheaper to buy than to rent, says 0”. Of 3 sources before, 2 count now. "
        "Overall it stays too close to call."
    )


def test_a_verdict_that_stays_is_not_told_besides_itself() -> None:
    before = bought(against=1)
    assert not revisions.changes(before, before, counted=False).blocks
    assert revisions.changes(before, before).text.endswith("Overall it stays too close to call.")


def test_all_sources_are_those_quoted_and_the_others_that_count() -> None:
    found = bought(against=1)
    shown = sides.side(found, ["rent"])
    assert [len(sources.sources(found, shown, rest=rest).citations) for rest in (False, True)] == [1, 3]


def test_what_was_quoted_before_a_reply_that_quoted_nobody_is_told_as_that() -> None:
    found = bought(against=1)
    shown = sides.side(found, ["rent"])
    told = [sources.sources(found, shown, earlier=earlier).text for earlier in (False, True)]
    assert [one.partition(" one source:")[0] for one in told] == ["Quoted is", "Quoted before that is"]


def test_that_nothing_was_found_is_told_with_how_much_was_read() -> None:
    text = points_of_view.silence(bought(against=1), ["noise", "smell"]).text
    assert text.startswith("I found nothing on noise or smell in 3 sources that compare buying and renting, of ")
    assert text.endswith(
        "sentences that name both. I cannot be sure that nobody says it: what I have not read may speak of it."
    )


RANKS = {"tea": 1, "milk": 2, "coffee": 3, "cola": 3, "rum": None}


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        (verdicts.Claim("tea"), "Yes."),
        (verdicts.Claim("milk"), "No."),
        (verdicts.Claim("cola", praises=False), "Yes."),
        (verdicts.Claim("coffee", praises=False, beside_others=False), "Compared with tea, milk, cola and rum, yes."),
        (verdicts.Claim("tea", praises=False, doubted=True), "Yes."),
        (verdicts.Claim("milk", praises=False, beside_others=False), "Neither yes nor no."),
        (verdicts.Claim("rum", praises=False), "Too few sources speak of rum for a yes or no."),
    ],
)
def test_of_several_things_a_yes_or_no_is_said_of_the_first_and_the_last(claim: verdicts.Claim, told: str) -> None:
    places = tuple(Place(name, rank, (1, 5), 0.5, 0.5, 3) for name, rank in RANKS.items())
    orders = (Order("", Outcome.UNDECIDED, None, 0.0, places), Order("health", Outcome.WINNER, "tea", 0.9, places))
    assert verdicts.opening(Standings((*RANKS,), (), orders, ()), claim, ["health"]).strip() == told


def on_points(*points: str, decision: Decision = Decision.UNDECIDED) -> Comparison:
    """Return a comparison in which one source speaks for renting on each of some points of view, and two for buying."""
    said = [argument(f"For {one} rent rather than buy.", SECOND, source=one, aspects=(one,)) for one in points]
    said += [argument(f"Rather buy than rent, says {n}.", FIRST, source=f"s{n}") for n in range(2)]
    return comparison(("buy", "rent"), said, decision, aspects=[(one, Decision.INSUFFICIENT) for one in points])


@pytest.mark.parametrize(
    ("found", "first", "last"),
    [
        (
            on_points("garden"),
            "Of what you asked: for garden, the only source speaks for rent, which is little to go by. In general, it",
            "If you must have one: rent, for what you asked.",
        ),
        (
            on_points("garden", "cellar", decision=Decision.FIRST),
            "Of what you asked: for garden and for cellar, the only source speaks for rent, which is little to go by. "
            "In general, the evidence favours buying",
            "Choose rent if what you asked matters most to you.",
        ),
        (bought(against=2), "It is too close to call", "I lean to neither: as many sources speak for each."),
    ],
)
def test_what_was_asked_leads_the_last_advice(found: Comparison, first: str, last: str) -> None:
    general = own_words("It is too close to call." if found.verdict.winner is None else "The evidence favours buying.")
    blocks, ending = verdicts.led(general, verdicts.Summary(found), found)
    assert text_of(blocks).startswith(first)
    assert text_of(ending) == last


@pytest.mark.parametrize(
    ("points", "against", "first", "told"),
    [
        ((), 1, 0.6, "If you must have one: buying, by 2 of 3 sources, which is little to go by."),
        (("garden",), 1, 0.6, "If you must have one: buying, by 2 of 3 sources, which is little to go by."),
        (
            ("garden",),
            1,
            0.4,
            "If you must have one: renting, weighed by what matters to you (garden). By number alone, 2 of 3 sources "
            "speak for buying, so that is little to go by.",
        ),
        (
            ("garden",),
            2,
            0.4,
            "If you must have one: renting, weighed by what matters to you (garden). By number alone, as many sources "
            "speak for each, so that is little to go by.",
        ),
        (
            (),
            1,
            0.4,
            "I lean to neither: 2 of 3 sources speak for buying, but weighed by how clearly each speaks, more of the "
            "evidence is for renting.",
        ),
    ],
)
def test_advice_goes_by_what_the_verdict_weighs(points: tuple[str, ...], against: int, first: float, told: str) -> None:
    said = [argument(f"Buying is cheaper than renting, says {n}.", FIRST, source=f"f{n}") for n in range(2)]
    said += [
        argument(f"Renting is safer than buying, says {n}.", SECOND, source=f"s{n}", aspects=points)
        for n in range(against)
    ]
    views = [(one, Decision.INSUFFICIENT) for one in points]
    found = comparison(("buying", "renting"), said, Decision.UNDECIDED, aspects=views)
    whole, *shares = found.verdict.shares
    weighed = replace(whole, first=first, second=1 - first)
    found = replace(found, verdict=replace(found.verdict, shares=(weighed, *shares)))
    assert text_of(verdicts.leaning(found)) == told


def test_advice_names_no_point_that_speaks_for_the_other_one() -> None:
    said = [argument(f"Buying is calmer than renting, says {n}.", FIRST, source=f"f{n}") for n in range(2)]
    said += [argument("Buying is greener.", FIRST, source="g", aspects=("garden",))]
    said += [argument("Renting is safer than buying.", SECOND, source="s", aspects=("cellar",))]
    views = [(one, Decision.UNDECIDED) for one in ("garden", "cellar")]
    found = comparison(("buying", "renting"), said, Decision.UNDECIDED, aspects=views)
    whole, *shares = found.verdict.shares
    found = replace(found, verdict=replace(found.verdict, shares=(replace(whole, first=0.4, second=0.6), *shares)))
    assert "renting, weighed by what matters to you (cellar)." in text_of(verdicts.leaning(found))


def test_of_several_one_may_be_chosen_by_the_pair_that_most_is_said_of() -> None:
    def undecided(*pairs: tuple[str, str, int, Decision]) -> Standings:
        told = []
        for first, second, number, end in pairs:
            said = [argument(f"A {first} is better than a {second}.", FIRST, source=f"{n}") for n in range(number)]
            told.append(comparison((first, second), said, end))
        names = ("Honda", "Toyota", "Ford")
        places = tuple(Place(name, n, (1, 3), 0.3, 0.3, 3) for n, name in enumerate(names, 1))
        return Standings(names, (), (Order("", Outcome.UNDECIDED, None, 0.4, places),), tuple(told))

    ahead = (("Toyota", "Ford", 9, Decision.FIRST), ("Honda", "Ford", 4, Decision.FIRST))
    thin = undecided(*ahead, ("Honda", "Toyota", 3, Decision.UNDECIDED))
    told = "If you must have one: Toyota, by the 9 sources that compare it with Ford."
    assert text_of(verdicts.leaning(thin)) == told
    assert text_of(verdicts.leaning(thin, "Ford")) == "If you must have one: Ford, for what you asked."
    close = undecided(("Honda", "Toyota", 5, Decision.UNDECIDED), ("Toyota", "Ford", 4, Decision.UNDECIDED))
    assert text_of(verdicts.leaning(close)).startswith("If you must have one: Honda, by ")


def test_what_counted_until_the_same_was_asked_anew_is_summed_up() -> None:
    summary = verdicts.Summary(bought(against=2), silent=("pool",), earlier=on_points("garden"))
    assert verdicts.decided([summary]).text.endswith(
        "buy or rent: for garden, the only source speaks for rent, which is little to go by; on the whole, "
        "it is too close to call. I found nothing on pool."
    )


@pytest.mark.parametrize(
    ("points", "decision", "told"),
    [
        (
            ("garden", "cellar"),
            Decision.SECOND,
            "Garden and cellar, which you weigh, make the difference: without them, it is too close to call. ",
        ),
        (
            ("garden",),
            Decision.FIRST,
            "Garden, which you weigh, makes the difference: without it, it is too close to call. ",
        ),
        (("garden",), Decision.UNDECIDED, ""),
        ((), Decision.SECOND, ""),
    ],
)
def test_the_points_that_turned_a_verdict_are_its_reason(
    points: tuple[str, ...], decision: Decision, told: str
) -> None:
    assert revisions.turned(on_points(*points, decision=decision), bought(against=2)) == told


@pytest.mark.parametrize("ranks", [{"a": (1, 2), "b": (1, 2)}, {"a": (1, 1), "b": (2, 2)}])
def test_where_each_could_stand_anywhere_is_not_told(ranks: dict[str, tuple[int, int]]) -> None:
    places = tuple(Place(name, at, ranks[name], 0.5, 0.5, 9) for at, name in enumerate(ranks, 1))
    found = Standings(
        tuple(ranks), (), (Order("", Outcome.UNDECIDED, None, 0.5, places),), (replace(bought(), objects=("a", "b")),)
    )
    assert ("other sources like these" in sides.why(found).text) is (len({*ranks.values()}) > 1)


def test_why_several_run_in_a_circle_is_told_with_the_pair_that_most_speak_of() -> None:
    names = ("a", "b", "c")
    places = tuple(Place(name, 1, (1, 3), 1 / 3, 0.5, 9) for name in names)
    pairs = tuple(
        replace(bought(against=n), objects=pair) for n, pair in enumerate((("a", "b"), ("b", "c"), ("a", "c")))
    )
    found = Standings(names, (), (Order("", Outcome.UNDECIDED, None, 0.3, places),), pairs, names)
    told = "in a circle: a over b, b over c and c over a; most sources speak of a and c, and the order weighs"
    assert told in sides.why(found).text
    assert "circle" not in sides.why(replace(found, cycle=("b", "c"))).text


@pytest.mark.parametrize(
    ("stances", "told", "on"),
    [
        (
            (SECOND,),
            "the only source puts b before a, which is little to go by",
            "For garden, between a and b, the only source speaks for b [1]",
        ),
        ((FIRST, FIRST), "both sources put a before b, which is little to go by", "For garden, between a and b, both"),
        ((FIRST, SECOND), "there is too little evidence", "For garden, there is too little evidence. Between a and b,"),
    ],
)
def test_of_several_things_few_sources_on_a_point_are_told_as_of_two(
    stances: tuple[Stance, ...], told: str, on: str
) -> None:
    said = [argument("The garden.", one, source=f"s{n}", aspects=("garden",)) for n, one in enumerate(stances)]
    pair = comparison(("a", "b"), said, Decision.FIRST, aspects=[("garden", Decision.INSUFFICIENT)])
    places = tuple(Place(name, None, (1, 3), 0.0, 0.0, 1) for name in "abc")
    orders = (Order("", Outcome.WINNER, "a", 0.9, places), Order("garden", Outcome.INSUFFICIENT, None, 0.0, places))
    found = Standings(
        ("a", "b", "c"), (Aspect("garden"),), orders, (pair, replace(pair, objects=("b", "c"), arguments=()))
    )
    assert verdicts.conclusion(found, on="garden") == told
    assert points_of_view.on(found, ["garden"]).text.startswith(on)
    assert bool(evidence.told_enough(found, found.aspects)) is (len({*stances}) == 1)
