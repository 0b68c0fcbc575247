"""Differences are told point by point with counts and a quote each, and nobody is called better as a whole."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.types import (
    Asked,
    AskedKind,
    AskedVerdict,
    Comparison,
    Decision,
    Difference,
    Kind,
    Length,
    Order,
    Outcome,
    ParsedText,
    Place,
    Standings,
    Verdict,
)
from engine.types.document import Table, line_of
from generation.brief import BriefGenerator
from generation.table import TableGenerator
from generation.template import TemplateGenerator
from tests.generation.scenarios import FIRST, SECOND, TEA, argument, asks, comparison

AGAINST = Asked(AskedKind.AGAINST)
NOTHING = Verdict(Decision.INSUFFICIENT, None, 0.0, (0.0, 1.0), (), 0, 3)
WON = comparison(TEA, [argument("Coffee is better than tea.", SECOND, source="z")], Decision.SECOND)
PRICE = Difference(
    "price",
    "cheaper",
    NOTHING,
    (
        argument("Tea is cheaper than coffee.", FIRST, source="a"),
        argument("Tea costs far less than coffee.", FIRST, source="b", weight=0.5),
        argument("Coffee is cheaper than tea in Italy.", SECOND, source="c"),
    ),
)
STRENGTH = Difference("strength", "stronger", NOTHING, (argument("Coffee is stronger than tea.", SECOND, source="d"),))
WEIGHT = Difference("weight", "lighter", NOTHING, (argument("Tea is lighter than coffee.", FIRST, source="e"),))
AGE = Difference("age", "older", NOTHING, (argument("Tea is older than coffee.", FIRST, source="e"),))

BEST = {"Honda": 0.6, "Toyota": 0.1, "Ford": 0.3}
"""Three things in order, and how likely each is the best."""


def asked(kind: AskedKind, *differences: Difference, found: Comparison = WON) -> Comparison:
    return replace(found, asked=Asked(kind), differences=differences)


@pytest.mark.parametrize("generator", [BriefGenerator(), TemplateGenerator()])
def test_differences_are_told_dimension_by_dimension(generator: BriefGenerator) -> None:
    text = generator.answer(asked(AskedKind.DIFFERENCE, PRICE, STRENGTH)).text
    assert text == (
        "Sources call tea cheaper [1].\n"
        "- Price: 2 of 3 sources call tea cheaper, as in “Tea is cheaper than coffee” [1], but one says so of coffee: "
        "“Coffee is cheaper than tea in Italy” [2].\n"
        "- Strength: one source calls coffee stronger: “Coffee is stronger than tea” [3]."
    )


def test_differences_stand_in_a_table_of_the_two_things() -> None:
    answer = TableGenerator().answer(asked(AskedKind.DIFFERENCE, PRICE, STRENGTH))
    assert answer.text.splitlines()[0] == "Sources call tea cheaper [1]."
    table = answer.blocks[-1]
    assert isinstance(table, Table)
    assert [[line_of(cell) for cell in row] for row in (table.header, *table.rows)] == [
        ["", "tea", "coffee"],
        [
            "Price",
            "cheaper, say 2 of 3: “Tea is cheaper than coffee” [1]",
            "cheaper, say 1 of 3: “Coffee is cheaper than tea in Italy” [2]",
        ],
        ["Strength", "", "stronger, say 1 of 1: “Coffee is stronger than tea” [3]"],
    ]


def test_a_line_names_what_each_is_ahead_in() -> None:
    answer = BriefGenerator().answer(asked(AskedKind.DIFFERENCE, PRICE, STRENGTH), length=Length.LINE)
    assert answer.text == "Sources call tea cheaper [1]."


@pytest.mark.parametrize(
    ("differences", "line"),
    [
        ((WEIGHT, STRENGTH), "Single sources call tea lighter [1] but coffee stronger [2]."),
        ((WEIGHT, AGE), "A source calls tea lighter [1] and older [1]."),
        ((PRICE, WEIGHT, STRENGTH), "Sources call tea cheaper [1]."),
    ],
)
def test_sources_are_two_or_more(differences: tuple[Difference, ...], line: str) -> None:
    found = asked(AskedKind.DIFFERENCE, *differences)
    assert BriefGenerator().answer(found, length=Length.LINE).text == line


def test_a_point_is_quoted_from_what_compares_in_it() -> None:
    said = (
        argument("Tea is much safer than coffee from the technically cheaper shop.", FIRST, source="a", weight=0.95),
        argument("Tea is a lot cheaper than coffee.", FIRST, source="b", weight=0.8),
    )
    text = BriefGenerator().answer(asked(AskedKind.DIFFERENCE, Difference("price", "cheaper", NOTHING, said))).text
    assert text.startswith("Price: both sources call tea cheaper, as in “Tea is a lot cheaper than coffee” [1].")


def test_disagreement_is_named_only_on_what_is_gone_through() -> None:
    def level(dimension: str, words: str) -> Difference:
        sides = (("Tea", "coffee", FIRST, "f"), ("Coffee", "tea", SECOND, "g"))
        said = (argument(f"{a} is {words} than {b}.", side, source=source) for a, b, side, source in sides)
        return Difference(dimension, words, NOTHING, tuple(said))

    split = (level("strength", "stronger"), level("airier", "airier"))
    answer = asked(AskedKind.DIFFERENCE, PRICE, *split)
    assert (
        BriefGenerator()
        .answer(answer)
        .text.startswith("Sources call tea cheaper [1]; on strength and ‘airier’ they disagree.\n")
    )
    answer = asked(AskedKind.DIFFERENCE, *([PRICE] * 3), *split)
    assert BriefGenerator().answer(answer).text.partition(".")[0].endswith("; on strength they disagree")


def test_what_judges_as_a_whole_is_no_difference() -> None:
    nicer = Difference("nicer", "nicer", NOTHING, (argument("Tea is nicer than coffee.", FIRST, source="h"),))
    found = asked(AskedKind.DIFFERENCE, STRENGTH, PRICE)
    more = asked(AskedKind.DIFFERENCE, nicer, STRENGTH, PRICE)
    assert BriefGenerator().answer(more).text == BriefGenerator().answer(found).text


def test_one_difference_is_told_once() -> None:
    text = BriefGenerator().answer(asked(AskedKind.DIFFERENCE, STRENGTH)).text
    assert text == (
        "Strength: one source calls coffee stronger: “Coffee is stronger than tea” [1]. "
        "Sources also say that “Coffee is better than tea” [2]."
    )


def test_without_differences_nobody_is_named_ahead() -> None:
    text = BriefGenerator().answer(asked(AskedKind.DIFFERENCE)).text
    assert text == "Nothing I have read says how tea and coffee differ."


def test_what_speaks_against_a_thing_is_what_the_other_is_ahead_in() -> None:
    question = asks("What speaks against {object tea} compared to {object coffee}?", Kind.OPEN)
    text = BriefGenerator().answer(asked(AskedKind.AGAINST, PRICE, STRENGTH), question=question).text
    assert text == (
        "The only source that compares the two speaks against tea; it calls coffee stronger [1].\n"
        "- Strength: one source calls coffee stronger: “Coffee is stronger than tea” [1].\n"
        "Sources also say that “Coffee is better than tea” [2]."
    )


@pytest.mark.parametrize(
    "text",
    [
        "What are the advantages of {object tea} over {object coffee}?",
        "Why would anyone pick {object tea} over {object coffee}?",
        "reasons to pick {object tea} over {object coffee}",
        "What do people like about {object tea} more than {object coffee}?",
    ],
)
def test_advantages_speak_for_a_thing(text: str) -> None:
    question = asks(text, Kind.OPEN)
    text = BriefGenerator().answer(asked(AskedKind.AGAINST, PRICE, STRENGTH), question=question).text
    assert text.startswith("What speaks for tea beside coffee: sources call tea cheaper [1].\n- Price: ")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Why is {object tea} better than {object coffee}?", "What speaks for tea beside coffee: sources call tea"),
        ("What makes {object tea} worse than {object coffee}?", "The only source that compares the two speaks against"),
    ],
)
def test_what_a_question_takes_for_granted_is_told_before_the_balance(text: str, said: str) -> None:
    found = asked(AskedKind.AGAINST, PRICE, STRENGTH)
    text = BriefGenerator().answer(found, question=asks(text, Kind.OPEN)).text
    assert text.startswith(said)
    assert "The evidence favours coffee over tea (confidence 90%): the only source speaks for coffee [" in text


def test_a_disputed_point_is_told_of_the_thing_that_was_asked_for() -> None:
    cheap = argument("Coffee costs less than tea here.", SECOND, source="f", weight=0.4)
    disputed = replace(PRICE, arguments=(*PRICE.arguments, cheap))
    question = asks("Why is {object tea} better than {object coffee}?", Kind.OPEN)
    text = BriefGenerator().answer(asked(AskedKind.AGAINST, disputed), question=question).text
    assert "2 of 4 sources call tea cheaper, as in “Tea is cheaper than coffee” [1], but 2 say so of coffee" in text
    against = asks("What speaks against {object tea} compared to {object coffee}?", Kind.OPEN)
    text = BriefGenerator().answer(asked(AskedKind.AGAINST, disputed, STRENGTH), question=against).text
    assert text.splitlines()[1].startswith("- Price: 2 of 4 sources call coffee cheaper, as in “Coffee is cheaper")
    lost = replace(PRICE, arguments=PRICE.arguments[:2])
    text = BriefGenerator().answer(asked(AskedKind.AGAINST, lost, STRENGTH), question=against).text
    assert "Price" not in text  # nobody says it of coffee


def test_a_near_copy_of_what_was_quoted_is_not_quoted_again() -> None:
    copied = STRENGTH.arguments[0]
    copied = replace(copied, hit=replace(copied.hit, copies=("copy#0",)))
    (same,) = WON.arguments
    same = replace(same, hit=replace(same.hit, sentence=replace(same.hit.sentence, id="copy#0")))
    found = asked(AskedKind.DIFFERENCE, replace(STRENGTH, arguments=(copied,)), found=replace(WON, arguments=(same,)))
    assert "also say" not in BriefGenerator().answer(found).text


def test_pros_and_cons_are_differences() -> None:
    question = asks("What are the pros and cons of {object tea} and {object coffee}?", Kind.OPEN)
    found = asked(AskedKind.AGAINST, PRICE, STRENGTH)
    assert (
        BriefGenerator().answer(found, question=question).text
        == BriefGenerator().answer(asked(AskedKind.DIFFERENCE, PRICE, STRENGTH)).text
    )


def test_of_three_things_two_are_level_on_what_was_asked_and_the_third_is_named() -> None:
    safer = Asked(AskedKind.PROPERTY, words="safer")
    pair = replace(comparison(("Ford", "Toyota"), [], Decision.INSUFFICIENT), asked=safer)
    placed = tuple(
        Place(name, rank, (1, 2), 0.5, 0.5, 3) for name, rank in (("Ford", 1), ("Toyota", 1), ("Honda", None))
    )
    whole, on = (Order("", end, None, 0.0, placed) for end in (Outcome.INSUFFICIENT, Outcome.UNDECIDED))
    standings = Standings(("Ford", "Toyota", "Honda"), (), (whole,), (pair,), asked_order=on)
    text = BriefGenerator().answer(standings).text
    assert "neither Ford nor Toyota is clearly ahead. Too few sources speak of it to place Honda." in text
    question = ParsedText("Is Ford safer than both?", True, 1.0, Kind.YES_NO, objects=("Ford", "both"))
    text = BriefGenerator().answer(standings, question=question).text
    assert text.startswith("Neither yes nor no: it is not clear which")
    won = replace(standings, asked_order=replace(on, decision=Outcome.WINNER, winner="Ford"))
    assert BriefGenerator().answer(won, question=question).text.startswith("Yes: as to which")
    assert BriefGenerator().answer(won).text.startswith("As to which")
    for_kids = replace(won, comparisons=(replace(pair, asked=replace(safer, use="for kids")),))
    assert "Too few sources say which of them is the safest for kids." in BriefGenerator().answer(for_kids).text
    said = [argument("A Honda is safer than a Toyota.", SECOND, source="a")]
    alone = comparison(("Toyota", "Honda"), said, Decision.INSUFFICIENT)
    told = replace(alone, asked=safer, asked_verdict=AskedVerdict(alone.verdict, alone.arguments))
    text = BriefGenerator().answer(replace(won, comparisons=(pair, told))).text
    assert "to place Honda. One source puts Honda before Toyota: “A Honda is safer than a Toyota” [1]." in text


def test_of_three_things_each_pair_is_told_with_what_both_sides_say() -> None:
    safer = [
        argument("Honda is safer than Ford.", FIRST, source="a", aspects=("safety",)),
        argument("Ford is safer than Honda in snow.", SECOND, source="b", aspects=("safety",)),
        argument("Honda is far safer than any Ford.", FIRST, source="c", aspects=("safety",)),
    ]
    general = [argument("Toyota is better than Honda, they say.", SECOND, source=one) for one in "def"]
    others = (
        comparison(("Honda", "Toyota"), general, Decision.SECOND),
        comparison(("Toyota", "Ford"), general, Decision.SECOND),
    )
    places = tuple(Place(name, n, (1, 3), best, best, 3) for n, (name, best) in enumerate(BEST.items(), 1))
    order, on = (Order(aspect, Outcome.WINNER, "Honda", 0.8, places) for aspect in ("", "safety"))
    pairs = (comparison(("Honda", "Ford"), safer, Decision.FIRST), *others)
    standings = Standings((*BEST,), (), (order, on), pairs)
    text = BriefGenerator().answer(standings).text
    assert "The likeliest order is" not in text  # Ford is likelier to be the best than Toyota, before it
    assert (
        "Of 3 sources, 2 put Honda before Ford: “Honda is safer than Ford” [1], "
        "but one puts Ford before Honda: “Ford is safer than Honda in snow” [2]."
    ) in text
    neighbours, apart = ("Toyota is ahead of Honda: ", "Ford is ahead of Toyota: "), "Honda is ahead of Ford: "
    assert all(one in text for one in neighbours) and apart not in text
    full = BriefGenerator().answer(standings, length=Length.FULL).text
    assert all(one in full for one in (*neighbours, apart))


def test_the_pairs_with_most_sources_are_told_where_neighbours_are_hardly_compared() -> None:
    sources = {("Honda", "Toyota"): "a", ("Honda", "Ford"): "bcde", ("Toyota", "Ford"): "fgh"}
    pairs = []
    for both, voters in sources.items():
        text = f"A {both[0]} is safer than a {both[1]}."
        said = [argument(text, FIRST, source=one, aspects=("safety",), marker="safer") for one in voters]
        pair = comparison(both, said, Decision.FIRST if len(said) > 1 else Decision.INSUFFICIENT)
        asked_for = Asked(AskedKind.PROPERTY, "safety", words="safer")
        pairs.append(replace(pair, asked=asked_for, asked_verdict=AskedVerdict(pair.verdict, pair.arguments)))
    places = tuple(Place(name, n, (1, 3), best, best, 3) for n, (name, best) in enumerate(BEST.items(), 1))
    whole, on = (Order("", Outcome.WINNER, "Honda", 0.8, places) for _ in range(2))
    text = BriefGenerator().answer(Standings((*BEST,), (), (whole,), tuple(pairs), asked_order=on)).text
    assert "All 4 sources put Honda before Ford" in text
    assert "All 3 sources put Toyota before Ford" in text
    assert "put Honda before Toyota" not in text


def undecided(*pairs: tuple[str, str, int, Decision]) -> Standings:
    """Return what was found on pairs of Honda, Toyota and Ford of which none is the first: who is named first leads."""
    found = []
    for first, second, sources, end in pairs:
        said = [argument(f"{first} is better than {second}.", FIRST, source=f"{first}{n}") for n in range(sources)]
        found.append(comparison((first, second), said, end))
    places = tuple(Place(name, n, (1, 3), best, best, 3) for n, (name, best) in enumerate(BEST.items(), 1))
    return Standings((*BEST,), (), (Order("", Outcome.UNDECIDED, None, 0.4, places),), tuple(found))


def test_where_none_is_first_it_is_told_who_leads_whom_and_what_is_open() -> None:
    """Nobody is likeliest to win by what is said of a third thing, and the pair that most is said of goes first."""
    few = undecided(
        ("Toyota", "Ford", 9, Decision.FIRST),
        ("Honda", "Ford", 3, Decision.FIRST),
        ("Honda", "Toyota", 1, Decision.INSUFFICIENT),
    )
    text = BriefGenerator().answer(few).text
    assert text.startswith(
        "Sources favour Toyota and Honda over Ford, but too few sources compare Honda with Toyota. Toyota is "
    )
    assert "likeliest" not in text
    assert text.lower().count("too few") == 1
    line = BriefGenerator().answer(few, length=Length.LINE).text
    assert "Toyota is ahead of Ford: all 9 sources speak for Toyota [1]" in line
    assert line.count("“") == 1
    close = undecided(
        ("Honda", "Toyota", 5, Decision.UNDECIDED),
        ("Toyota", "Ford", 4, Decision.UNDECIDED),
        ("Honda", "Ford", 1, Decision.INSUFFICIENT),
    )
    assert (
        BriefGenerator()
        .answer(close)
        .text.startswith(
            "It is too close to call between Honda and Toyota and between Toyota and Ford, and too few sources compare "
            "Honda with Ford. "
        )
    )
    won = replace(few, orders=(replace(few.order, decision=Outcome.WINNER, winner="Honda"),))
    assert "likeliest" not in BriefGenerator().answer(won).text  # of Honda and Toyota too little is said
    around = undecided(
        ("Honda", "Toyota", 5, Decision.FIRST),
        ("Toyota", "Ford", 4, Decision.FIRST),
        ("Ford", "Honda", 3, Decision.FIRST),
    )
    assert BriefGenerator().answer(around).text.startswith("It is too close to call between Honda, Toyota and Ford. ")


def test_a_sentence_on_a_pair_begins_with_a_capital() -> None:
    said = [argument("I like tea more than coffee or milk.", FIRST, source=one) for one in "abc"]
    pairs = tuple(comparison(("tea", other), said, Decision.FIRST) for other in ("coffee", "milk"))
    best = {"tea": 0.8, "coffee": 0.1, "milk": 0.1}
    places = tuple(Place(name, n, (1, 3), one, one, 3) for n, (name, one) in enumerate(best.items(), 1))
    standings = Standings((*best,), (), (Order("", Outcome.WINNER, "tea", 0.8, places),), pairs)
    assert "Tea is ahead of coffee: " in BriefGenerator().answer(standings).text


def test_what_speaks_against_one_thing_is_told_beside_each_that_it_is_compared_with() -> None:
    asked_for = [
        replace(comparison(("tea", other), [argument(text, SECOND, source=other)], Decision.SECOND), asked=AGAINST)
        for other, text in (("coffee", "Coffee is better than tea."), ("milk", "Milk is healthier than tea."))
    ]
    said = [argument(f"{one} tea is better than mate.", FIRST, source=one) for one in ("Green", "Black")]
    asked_for += [replace(comparison(("tea", "mate"), said, Decision.FIRST), asked=AGAINST)]
    whole = Order("", Outcome.INSUFFICIENT, None, 0.0, ())
    standings = Standings(("tea", "coffee", "milk", "mate"), (), (whole,), tuple(asked_for))
    question = asks("What speaks against {object tea}?", Kind.OPEN)
    assert BriefGenerator().answer(standings, question=question).text == (
        "Of 4 sources that compare tea with coffee, milk or mate, 2 speak against tea.\n"
        "- Beside coffee, one source speaks against tea: “Coffee is better than tea” [1].\n"
        "- Beside milk, one source speaks against tea: “Milk is healthier than tea” [2].\n"
        "- Beside mate, none of 2 sources speaks against tea."
    )


@pytest.mark.parametrize(
    ("said", "begins"),
    [
        (
            {"coffee": "Tea is better for children than coffee.", "milk": "Tea is better for kids than milk."},
            "For children, both sources that compare tea with coffee or milk speak for tea: “Tea is better for "
            "children than coffee” [1]. Both sources that compare",
        ),
        (
            {"milk": "Tea is better for kids than milk."},
            "For children, one source that compares tea with milk speaks for tea: “Tea is better for kids than",
        ),
        ({}, "Nothing I have read says how tea does for children. Both sources"),
    ],
)
def test_one_thing_that_is_judged_for_a_use_is_first_told_of_in_that(said: dict[str, str], begins: str) -> None:
    use = Asked(AskedKind.AGAINST, words="better for children", use="for children")

    def found(other: str) -> Comparison:
        on_use = tuple(argument(text, FIRST, source=other) for name, text in said.items() if name == other)
        general = [*on_use, argument(f"Tea beats {other}.", FIRST, source=other)]
        verdict = replace(NOTHING, sources=len(on_use))
        whole = comparison(("tea", other), general, Decision.FIRST)
        return replace(whole, asked=use, asked_verdict=AskedVerdict(verdict, on_use))

    whole = Order("", Outcome.INSUFFICIENT, None, 0.0, ())
    standings = Standings(("tea", "coffee", "milk"), (), (whole,), tuple(map(found, ("coffee", "milk"))))
    question = asks("Is {object tea} good for children?", Kind.YES_NO)
    assert BriefGenerator().answer(standings, question=question).text.startswith(begins)


def test_pros_and_cons_of_one_thing_are_both_sides() -> None:
    found = comparison(
        ("tea", "coffee"),
        [
            argument("Tea is better than coffee.", FIRST, source="a"),
            argument("Coffee is better than tea.", SECOND, source="b"),
        ],
        Decision.UNDECIDED,
    )
    whole = Order("", Outcome.INSUFFICIENT, None, 0.0, ())
    standings = Standings(("tea", "coffee"), (), (whole,), (replace(found, asked=AGAINST),))
    question = asks("pros and cons of {object tea}", Kind.OPEN)
    lines = BriefGenerator().answer(standings, question=question).text.splitlines()
    assert [line.split(":")[0] for line in lines] == [
        "Of 2 sources that compare tea with coffee, one speaks for tea.",
        "- Beside coffee, 1 of 2 sources speaks for tea",
        "Of 2 sources that compare tea with coffee, one speaks against tea.",
        "- Beside coffee, 1 of 2 sources speaks against tea",
    ]


WORST_FIRST = {"Mint": 0.5, "Arch": 0.4, "Debian": 0.05}


@pytest.mark.parametrize(
    ("text", "kind", "end", "said"),
    [
        ("What is the worst {object distro}?", Kind.SUPERLATIVE, Outcome.WINNER, "Mint comes off worst: the evidence"),
        ("Is {object Mint} the worst distro?", Kind.YES_NO, Outcome.WINNER, "Yes. Mint comes off worst: the evidence"),
        ("Is {object Debian} the worst distro?", Kind.YES_NO, Outcome.WINNER, "No. Mint comes off worst: the evidence"),
        (
            "What is the worst {object distro}?",
            Kind.SUPERLATIVE,
            Outcome.UNDECIDED,
            "It is not clear which is the worst: it is too close to call between Mint, Arch and Debian.",
        ),
        (
            "Is {object Arch} the worst distro?",
            Kind.YES_NO,
            Outcome.UNDECIDED,
            "Neither yes nor no: it is too close to call between",
        ),
        ("Is {object Debian} the worst distro?", Kind.YES_NO, Outcome.UNDECIDED, "Probably not: it is too close"),
        ("Is {object Suse} the worst distro?", Kind.YES_NO, Outcome.UNDECIDED, "Too few sources speak of Suse for a"),
    ],
)
def test_the_worst_of_several_is_named_first(text: str, kind: Kind, end: Outcome, said: str) -> None:
    """It is the likeliest worst, and where the thing asked about stands among these."""
    pair = comparison(("Debian", "Mint"), [argument("Debian is better than Mint.", FIRST, source="a")], Decision.FIRST)
    places = [Place(name, n, (1, 3), best, best, 3) for n, (name, best) in enumerate(WORST_FIRST.items(), 1)]
    unplaced = Place("Suse", None, (1, 4), 0.0, 0.0, 1)
    winner = "Mint" if end is Outcome.WINNER else None
    worst = Order("", end, winner, 0.5, (*places, unplaced))
    best = Order("", Outcome.UNDECIDED, None, 0.5, (*reversed(places), unplaced))
    standings = Standings((*WORST_FIRST, "Suse"), (), (best,), (pair,), from_worst=worst)
    question = replace(asks(text, kind), asked=Asked(end="less"))
    answer = BriefGenerator().answer(standings, question=question).text
    assert answer.startswith(said)
    assert "winner" not in answer
