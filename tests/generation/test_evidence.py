"""How sources are counted and sentences chosen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.types import Comparison, Decision, Kind, MinedAspect, ParsedText
from generation.evidence import Evidence, names
from tests.generation.scenarios import EQUAL, FIRST, SECOND, argument, comparison

TEA = ("tea", "coffee")


def of(*arguments, mined=()) -> Comparison:
    return comparison(TEA, arguments, Decision.UNDECIDED, mined=mined)


def test_a_source_has_one_vote_on_the_side_where_its_weights_sum_to_more() -> None:
    loud = [argument(f"Tea is better than coffee, part {n}.", FIRST, source="a", weight=1.0) for n in range(3)]
    evidence = Evidence(
        of(
            *loud,
            argument("Coffee is better than tea.", SECOND, source="a", weight=5.0),
            argument("Tea beats coffee.", FIRST, source="b"),
            argument("Coffee beats tea.", SECOND, source="b"),
            argument("Tea is like coffee.", EQUAL, source="c"),
            argument("Nobody weighs this tea against coffee.", FIRST, source="d", weight=0.0),
        )
    )
    assert evidence.tally() == (0, 1, 2)
    assert evidence.tally().total == 3


def test_quotes_come_from_different_sources_while_they_last() -> None:
    first, again, other = (
        argument("Tea is better than coffee for the nerves.", FIRST, source="a"),
        argument("Late at night only tea makes sense, never coffee.", FIRST, source="a"),
        argument("My doctor prefers tea to coffee.", FIRST, source="b"),
    )
    evidence = Evidence(of(first, again, other))
    assert evidence.choose(FIRST, 2) == [first, other]
    assert evidence.choose(FIRST, 2) == [again]


def test_a_sentence_that_says_the_same_again_is_not_chosen() -> None:
    evidence = Evidence(
        of(
            argument("Tea is much better than coffee.", FIRST, source="a"),
            argument("tea is MUCH better than Coffee!", FIRST, source="b"),
        )
    )
    assert len(evidence.choose(FIRST, 3)) == 1


def test_varied_quotes_are_on_other_points_of_view_while_there_are_any() -> None:
    fast, faster, cheap = (
        argument("Tea is faster than coffee.", FIRST, source="a"),
        argument("In the morning tea works a lot faster than filtered coffee.", FIRST, source="b"),
        argument("Loose tea is cheaper by the cup than coffee.", FIRST, source="c"),
    )
    assert Evidence(of(fast, faster, cheap)).varied(FIRST, 3) == [fast, cheap, faster]


def test_what_does_not_matter_counts_and_is_not_quoted() -> None:
    said = ("tea is cheaper than coffee", "tea is tastier than coffee", "tea costs less than coffee does")
    found = of(*[argument(one, FIRST, source=str(n)) for n, one in enumerate(said)])
    evidence = Evidence(replace(found, dismissed=("price",)))
    chosen = evidence.choose(FIRST, 3)
    assert [one.hit.sentence.text for one in chosen] == [said[1]]
    assert evidence.tally().first == len(said)


def test_what_one_does_is_a_thing_and_where_one_goes_is_none() -> None:
    asked = [f"Is it better to {one} or {other}?" for one, other in (("buy", "rent"), ("travel to spain", "italy"))]
    said = [argument("It is cheaper to go to Spain than to Italy.", FIRST, source="a")]
    things = [("buy", "rent"), ("spain", "italy")]
    found = [comparison(pair, said, Decision.FIRST) for pair in things]
    questions = [
        ParsedText(text, True, 1.0, Kind.DIRECT, objects=pair) for text, pair in zip(asked, things, strict=True)
    ]
    assert [*map(names, found, questions)] == [("buying", "renting"), ("Spain", "Italy")]


def test_names_are_written_as_most_sentences_write_them() -> None:
    said = [argument(f"I take a tent over an igloo {where}.", FIRST, source=where) for where in ("here", "there")]
    assert names(comparison(("tent", "igloo"), said, Decision.FIRST)) == ("a tent", "an igloo")
    rides = [argument(f"I take the bus, not the train, {where}.", FIRST, source=where) for where in ("here", "there")]
    rides += [argument(text, FIRST, source=text) for text in ("A bus beats a train.", "I like bus and train.")]
    assert names(comparison(("bus", "train"), rides, Decision.FIRST)) == ("the bus", "the train")
    mixed = [argument(f"Coffee is worse than {name}.", FIRST, source=name) for name in ("Mate", "MATE", "mate")]
    assert names(comparison(("mate", "coffee"), mixed, Decision.FIRST)) == ("Mate", "coffee")
    servers = [argument(f"I run a postgres server, not a tent, {where}.", FIRST, source=where) for where in ("a", "b")]
    assert names(comparison(("postgres", "tent"), servers, Decision.FIRST)) == ("postgres", "tent")
    exams = [argument(f"We say that SAT is easier than ACT in {where}.", FIRST, source=where) for where in ("a", "b")]
    assert names(comparison(("SAT", "ACT"), exams, Decision.FIRST)) == ("SAT", "ACT")


def test_the_capital_of_a_question_s_beginning_is_none_of_the_name() -> None:
    said = [
        argument(text, FIRST, source=text)
        for text in ("In the morning we drink coffee, never tea.", "We all like Python more than Ruby.")
    ]
    asked = ParsedText("Coffee or tea?", True, 1.0, Kind.OPEN)
    assert names(comparison(("Coffee", "tea"), said, Decision.FIRST), asked) == ("coffee", "tea")
    asked = ParsedText("Python or Ruby?", True, 1.0, Kind.OPEN)
    assert names(comparison(("Python", "Ruby"), said, Decision.FIRST), asked) == ("Python", "Ruby")
    asked = ParsedText("Opera or Safari?", True, 1.0, Kind.OPEN)
    assert names(comparison(("Opera", "Safari"), said, Decision.FIRST), asked) == ("Opera", "Safari")
    ovens = [argument(f"I have a wood oven and an oil oven {where}.", FIRST, source=where) for where in ("a", "b")]
    asked = ParsedText("Wood or oil oven?", True, 1.0, Kind.OPEN)
    assert names(comparison(("Wood oven", "oil oven"), ovens, Decision.FIRST), asked) == ("a wood oven", "an oil oven")


def test_the_article_of_a_noun_behind_a_name_is_none_of_the_name() -> None:
    said = [argument("We ride tin more than zinc.", FIRST, source="a")]
    asked = ParsedText("Is a tin or a zinc frame cheaper?", True, 1.0, Kind.OPEN)
    assert names(comparison(("tin", "zinc"), said, Decision.FIRST), asked) == ("tin", "zinc")
    asked = ParsedText("Is a moped cheaper than a scooter?", True, 1.0, Kind.OPEN)
    assert names(comparison(("moped", "scooter"), said, Decision.FIRST), asked) == ("a moped", "a scooter")
    asked = ParsedText("A clay or a straw cutting board?", True, 1.0, Kind.OPEN)
    found = comparison(("clay", "straw"), said, Decision.FIRST)
    assert names(replace(found, typed=("clay cutting board", "straw cutting board")), asked) == ("clay", "straw")


def test_a_name_is_not_cut_out_of_a_longer_one() -> None:
    said = [argument("We like PostgreSQL more than MySQL.", FIRST, source="a")]
    assert names(comparison(("postgres", "mysql"), said, Decision.FIRST)) == ("postgres", "MySQL")


def test_only_a_name_without_capitals_has_an_article() -> None:
    said = [argument(f"I take my iPad and not a laptop {where}.", FIRST, source=where) for where in ("here", "there")]
    assert names(comparison(("ipad", "laptop"), said, Decision.FIRST)) == ("iPad", "a laptop")
    said = [argument(f"I drive a VW and not Skoda {where}.", FIRST, source=where) for where in ("here", "there")]
    assert names(comparison(("vw", "skoda"), said, Decision.FIRST)) == ("VW", "Skoda")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Tea is cheaper than coffee or cocoa.", "Tips in tea are cheaper than coffee."),
        ("Tea is cheaper than cocoa and coffee.", "Pouring tea is cheaper than coffee."),
        ("Tea is cheaper than coffee.", "Tea says that all year round it costs less money than coffee."),
        ("A cup of tea is superior to coffee late at night.", "We got a better deal from tea than coffee."),
    ],
)
def test_what_is_said_of_the_things_themselves_comes_first(first: str, second: str) -> None:
    said = [argument(text, FIRST, source=text) for text in (second, first)]
    assert [one.hit.sentence.text for one in Evidence(of(*said)).choose(FIRST, 2, unclear=99)] == [first, second]


def test_what_would_not_convince_is_not_quoted_where_that_was_judged() -> None:
    texts = ("Tea is far cheaper than coffee.", "Tea is nicer than coffee.", "Tea beats coffee.")
    plain = [argument(text, FIRST, source=text) for text in texts]
    for judged, quoted in (((None, None, None), 3), ((0.95, 0.001, 0.001), 1), ((0.001, 0.001, 0.001), 0)):
        said = [replace(one, convincing=how) for one, how in zip(plain, judged, strict=True)]
        assert Evidence(of(*said)).choose(FIRST, 3, unclear=99) == said[:quoted]


def test_of_two_sources_the_best_is_quoted_whatever_it_is() -> None:
    said = [
        replace(argument(f"{drink} beats coffee.", FIRST, source=drink), convincing=0.001) for drink in ("Tea", "A tea")
    ]
    assert len(Evidence(of(*said)).choose(FIRST, 1, unclear=99)) == 1


def test_what_is_near_a_use_in_meaning_is_known() -> None:
    said = [
        argument("The lions of Kruger are better than those of Etosha.", FIRST, source="near"),
        argument("Kruger is much poorer than Etosha.", FIRST, source="far"),
    ]
    found = Evidence(replace(of(*said), objects=("Kruger", "Etosha")))
    assert found.near("for a safari") == {said[0].hit.sentence.id}
    assert found.near("") == set()


def test_what_is_said_in_the_words_of_the_user_comes_first() -> None:
    said = [argument(text, FIRST, source=text) for text in ("Tea is slower than coffee.", "Coffee is faster than tea.")]
    assert Evidence(of(*said)).choose(FIRST, 1, unclear=99, about=("faster", "speed")) == [said[1]]


def test_what_one_does_is_named_as_a_thing() -> None:
    said = [argument("It is cheaper to rent than to buy.", FIRST, source="a")]
    assert names(comparison(("rent", "buy"), said, Decision.FIRST)) == ("renting", "buying")
    asked = ParsedText("Should I lease or buy a car?", True, 1.0, Kind.OPEN)
    assert names(comparison(("lease", "buy"), [], Decision.FIRST), asked) == ("leasing", "buying")


def test_few_statements_say_no_more_than_whom_somebody_prefers() -> None:
    said = [
        argument(text, FIRST, source=text) for text in ("Tea is better than coffee.", "I prefer tea to any coffee.")
    ]
    found = comparison(TEA, said, Decision.FIRST)
    assert [len(Evidence(found).choose(FIRST, 2, unclear=99, terse=terse)) for terse in (None, 1, 0)] == [2, 1, 0]


def test_sentences_with_the_quality_asked_for_come_first() -> None:
    plain, cheap = (
        argument("Tea is better than coffee.", FIRST, source="a"),
        argument("A pot of tea is cheaper than one of coffee.", FIRST, source="b"),
    )
    assert Evidence(of(plain, cheap)).choose(FIRST, 1, prefer="cheaper") == [cheap]


def points(text: str, stance, words: str) -> list[str]:
    mined = [MinedAspect(words, TEA[stance is SECOND], 1.0, 1, 0, "comparative", ("a#0",))]
    return [quote.words for quote in Evidence(of(argument(text, stance, source="a"), mined=mined)).points(stance, 3)]


@pytest.mark.parametrize(
    ("text", "stance", "aspect", "words"),
    [
        ("Tea is Cheaper than coffee.", FIRST, "cheaper", "Cheaper"),
        (
            "Loose tea is easier to store and keep than most coffee.",
            FIRST,
            "easier to store",
            "easier to store and keep",
        ),
        ("My coffee was a nicer present than tea.", SECOND, "nicer", "nicer present"),
    ],
)
def test_an_aspect_is_credited_in_the_words_of_the_sentence(text: str, stance, aspect: str, words: str) -> None:
    assert points(text, stance, aspect) == [words]


@pytest.mark.parametrize(
    ("text", "stance", "aspect"),
    [
        ("Coffee is pricier than tea.", FIRST, "pricier"),
        ("Coffee beats tea since tea is worse than mud.", SECOND, "worse"),
        ("Tea is not really cheaper than coffee, yet I prefer it.", FIRST, "cheaper"),
        ("Tea grows faster than milk and so I never buy any coffee.", FIRST, "faster"),
        ("Tea is nicer, it beats coffee.", FIRST, "nicer"),
        ("Tea is cheaper to make rather than coffee.", FIRST, "cheaper"),
    ],
)
def test_an_aspect_that_the_sentence_does_not_clearly_say_of_the_object_is_not_credited(
    text: str, stance, aspect: str
) -> None:
    assert points(text, stance, aspect) == []


def test_an_aspect_is_credited_in_any_of_its_words_that_does_not_blame() -> None:
    mined = [MinedAspect("faster", "tea", 1.0, 2, 0, "comparative", ("a#0",), "speed", ("faster", "slower", "quicker"))]
    said = argument("Tea is quicker to make than coffee.", FIRST, source="a")
    assert [quote.words for quote in Evidence(of(said, mined=mined)).points(FIRST, 3)] == ["quicker to make"]
    said = argument("Tea is slower than coffee.", FIRST, source="a")
    assert Evidence(of(said, mined=mined)).points(FIRST, 3) == []


def test_a_reason_is_not_credited_for_it_is_a_bare_noun() -> None:
    mined = [MinedAspect("price", "tea", 1.0, 1, 0, "reason", ("a#0",))]
    evidence = Evidence(of(argument("Tea is better in price than coffee.", FIRST, source="a"), mined=mined))
    assert evidence.points(FIRST, 1) == []


def test_an_aspect_that_a_chosen_sentence_names_is_not_named_again() -> None:
    mined = [MinedAspect("cheaper", "tea", 1.0, 1, 0, "comparative", ("b#0",))]
    evidence = Evidence(
        of(
            argument("Tea is cheaper than coffee.", FIRST, source="a"),
            argument("In my town tea is a lot cheaper to buy than coffee.", FIRST, source="b"),
            mined=mined,
        )
    )
    evidence.choose(FIRST, 1)
    assert evidence.points(FIRST, 1) == []


def test_the_same_words_for_the_other_side_are_no_echo() -> None:
    evidence = Evidence(
        of(
            argument("Tea is better than coffee.", FIRST, source="a"),
            argument("Coffee is better than tea.", SECOND, source="b"),
        )
    )
    assert len(evidence.choose(FIRST, 1)) == len(evidence.choose(SECOND, 1)) == 1
