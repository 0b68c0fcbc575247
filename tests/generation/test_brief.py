"""The cited brief: what it goes through, what it leaves out, and what it says of the rest."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.types import Asked, AskedKind, AskedVerdict, Decision, Length, MinedAspect, Order, Outcome, Place, Standings
from engine.types.document import Table, line_of, own_words, text_of
from generation.brief import BriefGenerator
from generation.table import TableGenerator
from tests.conformance.generator import mirrored
from tests.generation.scenarios import ENDINGS, EQUAL, FIRST, SECOND, TEA, argument, comparison

BRIEF = BriefGenerator()
CHEAP = [
    argument("Tea is cheaper than coffee.", FIRST, source="a", marker="cheaper"),
    argument("Loose tea is a lot cheaper than ground coffee.", FIRST, source="b", marker="cheaper"),
    argument("Everywhere I go tea is cheaper than coffee.", FIRST, source="c", marker="cheaper"),
]
STRONG = [
    argument("Coffee is more reliable than tea.", SECOND, source="d", marker="more reliable"),
    argument("In a long night coffee is more reliable than tea.", SECOND, source="e", marker="more reliable"),
    argument("Coffee is the more reliable thing than tea is.", SECOND, source="f", marker="more reliable"),
]
DEAR = argument("In this town coffee is cheaper than tea.", SECOND, source="g", marker="cheaper")


def mined(name: str, owner: str, counts: tuple[int, int], pro: str, con: str = "", dimension: str = "") -> MinedAspect:
    ids = [tuple(f"{source}#0" for source in sources) for sources in (pro, con)]
    return MinedAspect(name, owner, 2.0, *counts, "comparative", ids[0], dimension, (), "", ids[1])


PRICE = mined("cheaper", "tea", (3, 1), "abc", "g", "price")
RELIABILITY = mined("more reliable", "coffee", (0, 3), "def", "", "reliability")
DIVIDED = comparison(
    TEA, [*CHEAP, *STRONG, DEAR], Decision.UNDECIDED, mined=[PRICE, RELIABILITY], depends=[PRICE, RELIABILITY]
)


def test_what_matters_most_to_whom_nothing_is_said_of_is_told_first() -> None:
    found = comparison(
        TEA,
        [*CHEAP, *STRONG, DEAR],
        Decision.UNDECIDED,
        aspects=[("students", Decision.INSUFFICIENT)],
        mined=[RELIABILITY, PRICE],
    )
    told = BRIEF.answer(found).text
    assert "On price, which matters most for students, 3 of 4 sources speak for tea" in told
    assert told.index("On price") < told.index("n reliability")


def test_what_matters_most_is_told_where_as_many_speak_for_each() -> None:
    use = Asked(AskedKind.USE, words="better for students", use="for students")
    level = mined("cheaper", "tea", (2, 2), "ab", "gd", "price")
    found = comparison(TEA, [*CHEAP, *STRONG, DEAR], Decision.UNDECIDED, mined=[RELIABILITY, level])
    silent = comparison(TEA, [], Decision.INSUFFICIENT).verdict
    told = BRIEF.answer(replace(found, asked=use, asked_verdict=AskedVerdict(silent, ()))).text
    assert "On price, which matters most for students, 2 of 4 sources speak for" in told
    assert "and 2 for" in told


@pytest.mark.parametrize(
    ("use", "said"),
    [
        ("for a desk with little money", "for a desk with little money"),
        ("if you must brew it cheaply", "if you must brew it cheaply"),
        ("if you have to brew a lot of it for everyone cheaply", "for that"),
        ("if you spend money cheaply", ""),
    ],
)
def test_how_something_has_to_be_done_tells_what_matters_most(use: str, said: str) -> None:
    found = comparison(TEA, [*CHEAP, *STRONG, DEAR], Decision.UNDECIDED, mined=[RELIABILITY, PRICE])
    silent = comparison(TEA, [], Decision.INSUFFICIENT).verdict
    asked = Asked(AskedKind.USE, words=f"better {use}", use=use)
    told = BRIEF.answer(replace(found, asked=asked, asked_verdict=AskedVerdict(silent, ()))).text
    assert (f"On price, which matters most {said}, 3 of 4 sources speak for tea: “" in told) is bool(said)


def test_of_several_things_what_matters_most_is_told_of_each_pair() -> None:
    use = Asked(AskedKind.USE, words="better for students", use="for students")
    pair = comparison(TEA, [*CHEAP, *STRONG, DEAR], Decision.UNDECIDED, mined=[RELIABILITY, PRICE])
    silent = comparison(TEA, [], Decision.INSUFFICIENT).verdict
    pair = replace(pair, asked=use, asked_verdict=AskedVerdict(silent, ()))
    places = tuple(Place(name, None, (1, 3), 0.3, 0.3, 3) for name in (*TEA, "milk"))
    whole, on = (Order("", end, None, 0.0, places) for end in (Outcome.UNDECIDED, Outcome.INSUFFICIENT))
    told = BRIEF.answer(Standings((*TEA, "milk"), (), (whole,), (pair,), asked_order=on)).text
    assert "On price, which matters most for students, 3 of 4 sources put tea before coffee: “" in told
    other = replace(pair, objects=("tea", "milk"))
    told = BRIEF.answer(Standings((*TEA, "milk"), (), (whole,), (pair, other), asked_order=on)).text
    assert "for students, more sources put tea before coffee (3 of 4) and milk (3 of 4) [1]: “" in told


def test_a_page_goes_through_the_points_of_view_with_both_sides_of_each() -> None:
    assert BRIEF.answer(DIVIDED, length=Length.FULL).text.splitlines()[1:] == [
        "Reliability: all 3 sources speak for coffee, as in “Coffee is more reliable than tea” [2]. "
        "Another says that “In a long night coffee is more reliable than tea” [3].",
        "Price: here, however, 3 of 4 sources prefer tea, as in “Tea is cheaper than coffee” [4]. "
        "A second one writes that “Loose tea is a lot cheaper than ground coffee” [5]. The other one holds instead "
        "that “In this town coffee is cheaper than tea” [1].",
        "One who prefers tea, on the other hand, argues: “Everywhere I go tea is cheaper than coffee” [6].",
        "All in all, the choice between tea and coffee depends on your needs and preferences. "
        "Choose coffee if reliability [2] matters most to you, but tea if price [4] does.",
    ]


def test_a_page_ends_with_what_speaks_for_each_side() -> None:
    found = comparison(TEA, [*CHEAP, *STRONG, DEAR], Decision.UNDECIDED, mined=[PRICE, RELIABILITY])
    bare = comparison(TEA, [*CHEAP, *STRONG], Decision.UNDECIDED)
    endings = [BRIEF.answer(one, length=Length.FULL).text.splitlines()[-1] for one in (found, bare)]
    assert endings == [
        "All in all, the choice between tea and coffee depends on your needs and preferences: on reliability, sources "
        "speak for coffee [2], but on price for tea [4]. If you have to choose, more sources speak for coffee [2].",
        "All in all, there is no clear choice between tea and coffee: as many sources speak for tea [1] as for "
        "coffee [4].",
    ]


def test_a_page_tells_a_point_of_view_on_which_nobody_leads_if_both_sides_can_be_quoted() -> None:
    price = mined("cheaper", "", (1, 1), "g", "a", "price")
    found = comparison(TEA, [*CHEAP[:1], *STRONG, DEAR], Decision.SECOND, mined=[price, RELIABILITY])
    lines = BRIEF.answer(found, length=Length.FULL).text.splitlines()
    assert (
        "Price: the sources disagree; one speaks for coffee: “In this town coffee is cheaper than tea” [1], "
        "but one speaks for tea: “Tea is cheaper than coffee” [4]."
    ) in lines
    unquoted = comparison(TEA, [*CHEAP[:1], *STRONG], Decision.SECOND, mined=[price, RELIABILITY])
    assert "disagree" not in BRIEF.answer(unquoted, length=Length.FULL).text


def test_each_quote_of_a_page_has_a_sentence() -> None:
    speeches = (
        "for its low price",
        "because it wakes nobody",
        "since it is healthy",
        "due to its smell",
        "as it is hot",
    )
    said = [argument(f"Tea is better than coffee {why}.", FIRST, source=why) for why in speeches]
    text = BRIEF.answer(comparison(TEA, said, Decision.FIRST), length=Length.FULL).text
    leads = ("For tea, one source argues that", "Another adds that", "It is also said that", "One more argues that")
    assert [lead in text for lead in leads] == [True] * 4
    assert text.count("“") == 4


def test_a_quote_that_says_what_is_better_is_a_point_of_view_of_a_page() -> None:
    said = [
        argument("Coffee has a far better taste than tea.", SECOND, source="a"),
        argument("Tea packaging is generally better than that of coffee.", FIRST, source="b"),
        argument("A bigger mess was what tea made, not coffee.", SECOND, source="c"),
    ]
    lines = BRIEF.answer(comparison(TEA, said, Decision.UNDECIDED), length=Length.FULL).text.splitlines()
    assert lines[0].endswith("The two are compared in terms of taste [1] and packaging [3].")
    assert lines[1] == "Taste: one source says that “Coffee has a far better taste than tea” [1]."
    assert lines[2].startswith("Packaging: here, however, one source says that “Tea packaging is generally better")
    assert not any(line.startswith("Mess") for line in lines)


def test_what_to_choose_when_is_said_where_points_of_view_have_different_winners() -> None:
    text = BRIEF.answer(DIVIDED).text
    assert text.endswith("Choose coffee if reliability [1] matters most to you, but tea if price [2] does.")


def test_nothing_is_said_of_choosing_where_all_speaks_for_the_winner() -> None:
    found = comparison(TEA, [*CHEAP, STRONG[0]], Decision.FIRST, mined=[PRICE])
    assert "Choose" not in BRIEF.answer(found).text


def test_a_point_of_view_of_the_loser_alone_is_a_reason_to_choose_it() -> None:
    found = comparison(TEA, [*CHEAP, *STRONG], Decision.FIRST, mined=[RELIABILITY], depends=[RELIABILITY])
    assert "Choose coffee if reliability [3] matters most to you." in BRIEF.answer(found).text


def test_a_few_sentences_are_no_reason_to_choose() -> None:
    few = mined("more reliable", "coffee", (0, 2), "de", "", "reliability")
    found = comparison(TEA, [*CHEAP, *STRONG[:2]], Decision.UNDECIDED, mined=[few])
    assert "Choose" not in BRIEF.answer(found).text


def test_the_only_source_may_speak_for_both() -> None:
    both = [
        argument("Tea is cheaper than coffee.", FIRST, source="a"),
        argument("I like coffee more than tea.", SECOND, source="a"),
    ]
    text = BRIEF.answer(comparison(TEA, both, Decision.INSUFFICIENT)).text
    assert "It speaks for tea, arguing that “Tea is cheaper" in text
    assert "But it also speaks for coffee: “I like coffee" in text


def test_what_the_user_asked_for_comes_first_in_a_chat_too() -> None:
    text = BRIEF.answer(ENDINGS["second"]).text
    assert text.index(
        "For compile time, both sources speak for C++, one of them saying that “C++ compiles faster than Rust” [3]."
    ) < text.index("Another who prefers Rust argues that")
    assert "Choose C++ if compile time [3] matters most to you." in text
    assert "I found nothing on salaries." in text


def test_a_count_is_said_to_be_on_a_point_of_view_only_if_all_of_it_is() -> None:
    quiet = argument("Tea is quieter than coffee.", FIRST, source="z", aspects=["noise"])
    some = comparison(TEA, [*CHEAP, quiet], Decision.FIRST, aspects=[("noise", Decision.FIRST)])
    assert BRIEF.answer(some).text.startswith("Overall, the evidence favours tea over coffee (")
    every = comparison(TEA, [quiet], Decision.FIRST, aspects=[("noise", Decision.FIRST)])
    assert BRIEF.answer(every).text.startswith("The evidence favours tea over coffee for noise (")


def test_what_nothing_is_found_on_comes_first_in_a_chat_where_nothing_else_was_asked() -> None:
    found = comparison(TEA, CHEAP, Decision.FIRST, aspects=[("noise", Decision.INSUFFICIENT)])
    assert BRIEF.answer(found).text.startswith("I found nothing on noise. Overall, the evidence favours tea")


@pytest.mark.parametrize("generator", [BRIEF, TableGenerator()], ids=lambda generator: generator.name)
def test_a_point_of_view_on_which_they_are_level_is_quoted(generator) -> None:
    level = argument("For taste tea is as good as coffee.", EQUAL, source="z", aspects=["taste"], marker="as good as")
    found = comparison(TEA, [*CHEAP, level], Decision.FIRST, aspects=[("taste", Decision.EQUAL)])
    text = generator.answer(found, length=Length.FULL).text
    assert "For taste tea is as good as coffee" in text
    assert generator is not BRIEF or "Taste: they come out level: “" in text


def test_what_cannot_be_quoted_on_a_point_of_view_is_counted_and_cited() -> None:
    tangled = "I wonder whether they say that tea is not really better than coffee for sleep http://x.example"
    found = comparison(
        TEA,
        [*CHEAP, argument(tangled, FIRST, source="z", aspects=["sleep"])],
        Decision.FIRST,
        aspects=[("sleep", Decision.UNDECIDED)],
    )
    text = BRIEF.answer(found).text
    assert "For sleep, the only source speaks for tea [3]." in text
    assert "wonder" not in text


def test_clear_statements_come_before_better_ranked_ones() -> None:
    found = comparison(
        TEA,
        [argument("I hear that some say tea may be better than coffee?!", FIRST, source="z", weight=9.0), *CHEAP],
        Decision.FIRST,
    )
    assert "hear" not in BRIEF.answer(found).text


def test_a_side_of_which_nothing_convinces_is_quoted_by_its_best() -> None:
    texts = ("Tea is far cheaper than coffee.", "Tea beats coffee.", "Tea is nicer than coffee.")
    said = [argument(text, SECOND, source=text) for text in texts]
    found = comparison(("coffee", "tea"), [replace(one, convincing=0.001) for one in said], Decision.SECOND)
    text = BRIEF.answer(found).text
    assert "sources speak for tea [1]" in text
    assert text.count("“") == 1


def test_an_unclear_statement_is_better_than_none() -> None:
    text = BRIEF.answer(comparison(TEA, [argument("I hear tea beats coffee.", FIRST, source="z")], Decision.FIRST)).text
    assert "one source argues: “I hear tea beats coffee” [1]" in text


@pytest.mark.parametrize("length", Length)
def test_exchanging_the_objects_gives_the_same_answer(length: Length) -> None:
    for found in (DIVIDED, *(ENDINGS[ending] for ending in ("first", "second", "undecided"))):
        same = BRIEF.answer(mirrored(found), length=length), BRIEF.answer(found, length=length)
        cited = [[citation.hit.sentence.id for citation in answer.citations] for answer in same]
        assert cited[0] == cited[1]
        assert length is not Length.CHAT or found.verdict.winner is None or same[0].text == same[1].text


def test_a_table_has_a_row_for_each_point_of_view() -> None:
    (table,) = (block for block in TableGenerator().answer(DIVIDED).blocks if isinstance(block, Table))
    assert [line_of(cell) for cell in table.header] == ["", "tea", "coffee"]
    assert [line_of(row[0]) for row in table.rows] == ["Price", "Reliability", "In general"]
    assert [[bool(cell) for cell in row[1:]] for row in table.rows] == [[True, True], [False, True], [True, True]]
    assert "\nReliability – coffee: “Coffee is more reliable than tea” [2]\n" in text_of((table, *own_words("End.")))


def test_a_line_quotes_what_weighs_most_with_who_asks() -> None:
    said = [argument("Tea is better than coffee, says everybody.", FIRST, source="a", weight=3.0)]
    said += [argument("Tea is cheaper than coffee in the shop.", FIRST, source="b", aspects=("price",))]
    said += [argument("Coffee has a stronger smell than tea.", SECOND, source="c", aspects=("smell",))]
    said += [argument("Coffee is tastier than tea with milk.", SECOND, source="d", aspects=("taste",))]
    aspects = [(one, Decision.INSUFFICIENT) for one in ("price", "smell", "taste")]
    found = comparison(TEA, said, Decision.UNDECIDED, aspects=aspects)
    weights = zip(found.aspects, (1, 1, 3), strict=True)
    found = replace(found, aspects=tuple(replace(one, weight=weight) for one, weight in weights))
    text = BRIEF.answer(found, length=Length.LINE).text
    assert "Tea is cheaper than coffee in the shop" in text
    assert "Coffee is tastier than tea with milk" in text
