"""What is said to be of a class is found; what is only compared with the class is not."""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.config import load_config
from engine.deadline import Deadline
from engine.errors import NotComparableError
from engine.members import Member, called_by, is_called, members
from engine.pipeline import Engine
from engine.retrieval.in_memory import ListRetriever
from engine.types import Outcome, Standings

TEXTS = [
    "Databases such as MySQL, Oracle and PostgreSQL are well known.",
    "I have used databases like MySQL or Oracle for years.",
    "PostgreSQL is a great database.",
    "A spreadsheet is a database for some people.",
    "Oracle is faster than MySQL.",
    "MySQL is slower than PostgreSQL.",
    "I think PostgreSQL is faster than Oracle.",
    "The Windows database is no Linux database.",
]
FASTER = (
    "{} is faster than {}.",
    "We measured it last week, and {} was clearly faster than {} on each of our machines.",
    "On a small laptop {} seems to be faster than {}, my brother says.",
    "With many joins {} has always been faster than {} in our office.",
)
"""Sentences that put one of two things before the other one, of which none is a copy."""


def test_members_are_what_sources_call_so() -> None:
    found = members("database", ListRetriever(sentences=TEXTS))
    assert found == [Member(name, 4, called=True) for name in ("MySQL", "Oracle", "PostgreSQL")]


def test_those_come_first_that_are_met_with_what_they_are_asked_for() -> None:
    used = [f"House {n} has {name} for a tiny web app." for n in range(2) for name in ("Oracle", "PostgreSQL")]
    retriever = ListRetriever(sentences=[*TEXTS, *used, "MySQL once ran our web app."])
    assert [(one.name, one.met) for one in members("database", retriever, uses=("small web app",))] == [
        ("Oracle", 2),
        ("PostgreSQL", 2),
    ]
    assert [one.met for one in members("database", retriever, uses=("snow",))] == [0, 0, 0]


def test_those_come_first_that_are_compared_by_what_is_asked_of_them() -> None:
    texts = [*TEXTS, "Oracle is cheaper than a house.", "PostgreSQL is cheaper than Oracle.", "Cheaper than MySQL."]
    found = members("database", ListRetriever(sentences=[*texts, "My MySQL is cheaper."]), words=("cheap", "cheaper"))
    assert [(one.name, one.met) for one in found] == [("Oracle", 2), ("MySQL", 1), ("PostgreSQL", 1)]


def test_what_is_called_so_once_is_a_member_where_it_is_met_with_what_is_asked() -> None:
    pets = [f"In house {n} they ask whether a dog or a cat is nicer." for n in range(4)]
    called = ["I like pets such as dogs and cats.", "We had pets like dogs or cats.", "They sell pets such as rabbits."]
    asked = [f"The {name} is good for a child in house {n}." for n in range(2) for name in ("rabbit", "dog")]
    retriever = ListRetriever(sentences=[*pets, *called, *asked, "A rabbit is better than a dog."])
    assert {one.name for one in members("pet", retriever)} == {"dog", "cat"}
    assert {one.name for one in members("pet", retriever, uses=("child",))} == {"dog", "rabbits"}


@pytest.mark.parametrize("word", ["budget", "cheap"])
def test_a_low_price_before_a_class_is_asked_of_its_members_and_part_of_no_name(word: str) -> None:
    cheaper = [f"In house {n} the Dell laptop is cheaper than the Toshiba laptop." for n in range(4)]
    engine = Engine(load_config(environ={}), retriever=ListRetriever(sentences=[*LAPTOPS, *cheaper]))
    answer = engine.ask(f"best {word} laptop brand")
    assert answer.comparison is not None
    assert answer.comparison.asked.dimension == "price"
    assert answer.text.startswith("Perhaps Dell")
    assert "call a laptop brand, or set beside one, and most often compare on price" in answer.text


def test_what_the_question_does_not_name_is_named_where_nothing_is_said_of_it() -> None:
    text = Engine(load_config(environ={}), retriever=ListRetriever(sentences=LAPTOPS)).ask("quietest laptop brand").text
    assert text.startswith("Nothing I have read says which of Dell and Toshiba is quieter, in ")
    assert "the two" not in text
    assert "In general" not in text


def test_what_means_something_like_a_class_is_a_member_if_it_is_set_beside_another() -> None:
    names = ("canon", "Canon", "Canon", "Canon")
    texts = [f"In house {n} they asked whether {name} or the Nikon is better." for n, name in enumerate(names)]
    retriever = ListRetriever(sentences=texts)
    assert members("camera", retriever) == [Member("Nikon", 4), Member("Canon", 4)]
    assert members("digital camera", retriever) == [Member("Nikon", 4), Member("Canon", 4)]
    assert members("camera", retriever, near=0) == members("fruit", retriever) == []
    assert members("camera", ListRetriever(sentences=texts[:1])) == []


def test_a_sibling_of_a_class_is_no_member_but_what_makes_a_better_one_is() -> None:
    texts = [f"In house {n} they asked whether bread or pizza is better, cats or dogs." for n in range(6)]
    called = ["I say a cat is a better pet.", "But dogs are way better pets.", "Why is it the best pet?"]
    retriever = ListRetriever(sentences=[*texts, *called])
    assert members("cheese", retriever) == []
    assert members("pet", retriever) == [Member("dogs", 7, called=True), Member("cats", 7, called=True)]


def test_of_a_class_whose_members_have_names_what_has_none_is_no_member() -> None:
    texts = [f"In house {n} it is {what}." for n in range(4) for what in ("Canon or Nikon", "a lens or Canon")]
    assert {one.name for one in members("camera", ListRetriever(sentences=texts))} == {"Canon", "Nikon"}


def test_the_best_of_a_class_is_chosen_among_its_members() -> None:
    engine = Engine(load_config(environ={}), retriever=ListRetriever(sentences=TEXTS))
    answer = engine.ask("Which is the fastest database?")
    assert isinstance(answer.standings, Standings)
    assert set(answer.standings.objects) == {"MySQL", "Oracle", "PostgreSQL"}
    assert answer.standings.asked_order is not None
    assert answer.standings.asked_order.decision in Outcome
    assert "most often compare on speed: MySQL (2), Oracle (2), PostgreSQL (2)" in answer.text
    assert "too little that compares one ‘quasar’ with another" in engine.ask("best quasar").text


def test_what_is_so_in_general_decides_nothing_on_the_best_of_a_class_for_a_use() -> None:
    pairs = [("Oracle", "MySQL"), ("PostgreSQL", "MySQL"), ("PostgreSQL", "Oracle")]
    texts = [*TEXTS, *(faster.format(*pair) for pair in pairs for faster in FASTER)]
    engine = Engine(load_config(environ={}), retriever=ListRetriever(sentences=texts))
    text = engine.ask("What is the best database for pigeon racing?").text
    assert text.startswith(
        "Nothing I have read says which of MySQL, PostgreSQL and Oracle is the best for pigeon racing"
    )
    assert "In general" not in text
    assert "In general" not in engine.ask("What is the cheapest database?").text
    assert "In general" in engine.ask("MySQL, Oracle or PostgreSQL for pigeon racing?").text


@pytest.mark.parametrize(
    ("name", "objects"),
    [("MySQL", {"MySQL", "Oracle", "PostgreSQL"}), ("Redis", {"Redis", "MySQL", "Oracle", "PostgreSQL"})],
)
def test_whether_one_is_the_best_of_its_class_is_asked_among_its_members(name: str, objects: set[str]) -> None:
    """Whatever else it is compared with most, and although nobody compares it with one of them."""
    texts = [
        f"In house {n} they asked whether {name} or PHP is faster, and {name} is better than PHP." for n in range(9)
    ]
    engine = Engine(load_config(environ={}), retriever=ListRetriever(sentences=[*TEXTS, *texts]))
    answer = engine.ask(f"Is {name} the best database?")
    assert isinstance(answer.standings, Standings)
    assert set(answer.standings.objects) == objects
    assert answer.standings.objects[0] == name


BRANDS = [
    "My Dell laptop broke.",
    "I have a Dell laptop at home.",
    "I like the Toshiba laptop more.",
    "We had Toshiba laptops then.",
    "The Android laptop is odd.",
    "People sold Android laptops too.",
    "Dog breeds are many.",
    "A dog is better than a cat, whatever the dog breed.",
    "I think that a dog is better than a cat.",
    "Ask for the brand. Renault is better than Nissan, and Nissan is worse than Renault.",
]


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [
        *(
            (kind, ["Dell", "Toshiba"])
            for kind in ("laptop brand", "laptop brands", "brand of laptop", "brands of laptops")
        ),
        *((kind, []) for kind in ("dog breed", "breeds of dogs", "brand")),
    ],
)
def test_brands_are_those_of_the_thing_and_what_is_only_compared_near_a_class_is_none_of_it(
    kind: str, wanted: list[str]
) -> None:
    found = members(kind, ListRetriever(sentences=BRANDS))
    assert [one.name for one in found] == wanted


LAPTOPS = [
    *(
        "My Dell laptop broke.",
        "I have a Dell laptop at home.",
        "I like the Toshiba laptop.",
        "We had Toshiba laptops.",
    ),
    *(f"In house {n} they say that Dell makes better laptops than Toshiba." for n in range(4)),
    *(f"In house {n} they say that Toshiba is better than Dell, and more reliable." for n in range(9)),
]


@pytest.mark.parametrize(
    ("question", "aspects", "says"),
    [
        ("Which is the best laptop brand?", ["laptops"], "most often call a laptop brand"),
        ("What is the best brand of laptops?", ["laptops"], "most often call a brand of laptops"),
        ("Which is the most reliable laptop brand?", [], "Not all of this is about laptops: it is what is said of"),
    ],
)
def test_makers_are_asked_for_what_they_make_and_what_is_beyond_that_is_said_to_be(
    question: str, aspects: list[str], says: str
) -> None:
    answer = Engine(load_config(environ={}), retriever=ListRetriever(sentences=LAPTOPS)).ask(question)
    assert answer.comparison is not None
    assert [one.name for one in answer.comparison.aspects] == aspects
    assert says in answer.text
    assert not aspects or answer.text.startswith("Perhaps Dell")


def test_of_a_class_of_which_many_are_called_so_outright_nothing_else_is_a_member() -> None:
    countries = ("Germany", "France", "Sweden", "Norway", "Japan", "China", "India", "Russia", "Canada", "Egypt")
    texts = [f"In house {n} they ask whether Europe or {name} is nicer." for n in range(4) for name in countries]
    called = [f"I know countries such as {name}." for name in countries]
    assert "Europe" in {one.name for one in members("country", ListRetriever(sentences=[*texts, *called[:5]]))}
    assert "Europe" not in {one.name for one in members("country", ListRetriever(sentences=[*texts, *called]))}


def test_one_source_is_enough_where_a_member_is_much_like_its_class() -> None:
    texts = ["I like animals such as rabbits and cows, which eat grass.", "He has animals like jackals."]
    assert [one.name for one in members("animal", ListRetriever(sentences=texts))] == [
        "cows",
        "rabbits",
    ]


VINEGARS = [
    *(f"In house {n} they asked whether malt vinegar or rice vinegar is better for the chips." for n in range(3)),
    *(f"In house {n} they stir malt vinegar into a good vinegar or some vinegar." for n in range(9)),
    *(f"House {n} has apple vinegar." for n in range(9)),
]


@pytest.mark.parametrize(
    ("texts", "wanted"),
    [
        (VINEGARS, {"malt vinegar", "rice vinegar"}),
        (VINEGARS[1:], set()),
        ([text.replace("malt vinegar or", "malt or") for text in VINEGARS], {"malt vinegar", "rice vinegar"}),
        ([text.replace("malt", "cheap") for text in VINEGARS], set()),
        ([text.replace("malt", "big") for text in VINEGARS], set()),
    ],
)
def test_kinds_with_the_name_of_their_class_are_its_members_where_nothing_else_is(
    texts: list[str], wanted: set[str]
) -> None:
    assert {one.name for one in members("vinegar", ListRetriever(sentences=texts))} == wanted


def test_what_nothing_compares_with_another_member_gives_way() -> None:
    texts = ["Databases such as Foox, Barq and Quuz.", "He had databases like Quuz, Foox or Barq.", "Foox beats Barq."]
    assert {one.name for one in members("database", ListRetriever(sentences=texts))} == {"Foox", "Barq"}


def test_a_class_without_known_members_says_so_and_that_time_ran_out() -> None:
    engine = Engine(load_config(environ={}), retriever=ListRetriever(sentences=BRANDS))
    question = engine.understand("best dog breed for families")
    with pytest.raises(NotComparableError, match="too little that compares one ‘dog breed’ with another"):
        engine.query_of(question)
    with Deadline(work_s=0.0, wait_s=0.0).open(), pytest.raises(NotComparableError, match="Time ran out before"):
        engine.query_of(question)


def test_the_types_of_a_thing_are_its_members() -> None:
    retriever = ListRetriever(sentences=TEXTS)
    assert members("database type", retriever) == members("database", retriever)


IDES = [
    *("Java IDEs such as Eclipse and NetBeans are heavy.", "For Java I use IDEs like Eclipse.", "Eclipse or NetBeans?"),
    *("With Java, NetBeans is a good IDE.", "My sister asked whether Eclipse or NetBeans is better for Java."),
    *(f"In house {n} they asked whether Java or Perl is faster." for n in range(9)),
    *("PyCharm is an IDE for Python.", "I like IDEs such as PyCharm."),
]


def test_a_member_of_a_class_that_is_limited_is_one_of_what_it_limits() -> None:
    named = {one.name for one in members("java ide", ListRetriever(sentences=IDES))}
    assert named == {"Eclipse", "NetBeans"}
    assert members("ruby ide", ListRetriever(sentences=IDES)) == []


def test_what_is_set_beside_each_other_is_of_the_class_that_most_of_it_is_called() -> None:
    shown = [
        "I like browsers such as Firefox.",
        "Chrome is a fast browser.",
        "Browsers like Chrome are safe.",
    ]
    beside = (("Firefox", "Chrome"), ("Google", "Microsoft"), ("Google", "Yahoo"))
    texts = [f"In house {n} they asked whether {a} or {b} is better." for n in range(6) for a, b in beside]
    retriever = ListRetriever(sentences=[*shown, *texts])
    assert {one.name for one in members("browser", retriever)} == {"Firefox", "Chrome"}


def test_nothing_with_alcohol_is_proposed_for_children() -> None:
    drinks = ["Drinks such as beer, milk and juice.", "He had drinks like milk, beer or juice."]
    texts = [*drinks, "Toddlers like milk.", "Toddlers like juice.", "Toddlers do not like beer."]
    engine = Engine(load_config(environ={}), retriever=ListRetriever(sentences=texts))
    assert {one.name for one in engine.members("drink")} == {"beer", "milk", "juice"}
    assert {one.name for one in engine.members("drink", ("toddlers",))} == {"milk", "juice"}


def test_what_is_called_a_member_of_the_whole_class_needs_no_wider_one() -> None:
    texts = ["He knew version control systems such as Git, SVN and Mercurial.", "Is Git or SVN better, asked a friend."]
    texts += [f"Git or SVN is the question in house {n}." for n in range(4)]
    found = members("version control system", ListRetriever(sentences=texts))
    assert {(one.name, one.called) for one in found} == {("Git", True), ("SVN", True)}


def test_what_texts_join_to_the_name_of_another_member_is_none_of_its_own() -> None:
    texts = ["I know browsers such as Mozilla, Firefox and Safari.", "He had browsers like Mozilla, Safari or Firefox."]
    texts += [f"In house {n} they asked whether Firefox or Safari is better." for n in range(3)]
    texts += ["Mozilla is slower than Safari."]
    assert "Mozilla" in {one.name for one in members("browser", ListRetriever(sentences=texts))}
    texts += [f"In house {n} they have Mozilla Firefox." for n in range(3)]
    texts += [f"In house {n} they like Firefox." for n in range(90)]
    assert {one.name for one in members("browser", ListRetriever(sentences=texts))} == {"Firefox", "Safari"}


CARS = [
    *(
        f"In house {n} they asked whether {pair} is better."
        for n in range(5)
        for pair in ("Toyota or Honda", "a Ford or Honda")
    ),
    *(f"I say the Ford is worse than a Japanese car, wrote driver {n}." for n in range(5)),
    *("Japanese brands like Toyota and Honda last.", "Honda was the first Japanese maker here."),
    "Cars such as a Ford are sold here.",
    "We had cars like a Toyota.",
    "My uncle likes cars such as a Honda.",
]


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [("car", {"Ford", "Honda", "Toyota"}), ("Japanese car", {"Honda", "Toyota"}), ("Swedish car", set())],
)
def test_whence_a_member_is_must_be_said_of_it(kind: str, wanted: set[str]) -> None:
    assert {one.name for one in members(kind, ListRetriever(sentences=CARS))} == wanted


@pytest.mark.parametrize(
    ("kind", "called", "wanted"),
    [
        ("free database", False, "database"),
        ("free database", True, "free database"),
        ("free databases", False, "database"),
        ("databases", False, "databases"),
        ("database in Europe", False, "database"),
        ("laptop brand", False, "laptop brand"),
    ],
    ids=["by what it is without its limit", "outright", "many", "many as asked", "without its place", "brands"],
)
def test_members_are_said_to_be_called_what_sources_call_them(kind: str, called: bool, wanted: str) -> None:
    assert called_by(kind, [Member("MySQL", 4, called=called)]) == wanted


@pytest.mark.parametrize(
    ("name", "kind", "is_one"),
    [("rabbit", "pets", True), ("Skyrim", "game", True), ("cats", "dogs", False), ("dogs", "pet", False)],
)
def test_a_thing_is_of_a_class_if_sources_call_it_so(name: str, kind: str, is_one: bool) -> None:
    texts = ["They keep pets such as rabbits.", "Rabbits are odd, but pets like rabbits are quiet.", "Cats like dogs."]
    texts += ["They say Skyrim is the best game.", "Games such as Skyrim are long.", "The dogs are no pets."]
    assert is_called(name, kind, ListRetriever(sentences=texts)) is is_one


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("Is Oracle the fastest database?", "Yes"),
        ("Is MySQL the fastest database?", "No"),
        ("Is MySQL the slowest database?", "Yes"),
    ],
)
def test_a_thing_that_may_be_the_most_of_its_class_is_compared_with_others_of_it(question: str, begins: str) -> None:
    order = ("Oracle", "PostgreSQL", "MySQL")
    texts = [way.format(*pair) for pair in combinations(order, 2) for way in FASTER]
    engine = Engine(load_config(environ={}), retriever=ListRetriever(sentences=[*TEXTS[:4], *texts]))
    answer = engine.ask(question)
    assert isinstance(answer.standings, Standings)
    assert {*answer.standings.objects} == {"MySQL", "Oracle", "PostgreSQL"}
    assert answer.text.startswith(begins)


def test_of_a_thing_without_a_place_it_is_not_said_whether_it_comes_first() -> None:
    texts = [way.format("Oracle", "MySQL") for way in FASTER]
    met = [f"In town {n} they compare both, PostgreSQL and {other}." for n in range(5) for other in ("Oracle", "MySQL")]
    engine = Engine(load_config(environ={}), retriever=ListRetriever(sentences=[*TEXTS[:3], *texts, *met]))
    answer = engine.ask("Is PostgreSQL the fastest database?")
    assert answer.text.startswith("Too few sources speak of PostgreSQL for a yes or no: ")


def test_beside_a_thing_that_nobody_calls_so_stands_nothing_of_another_kind() -> None:
    texts = [f"In school {n} they teach languages such as Spanish and French." for n in range(4)]
    texts += [f"Teacher {n} says that Spanish is easier than French." for n in range(4)]
    texts += [f"Coder {n} says that Python is better than Perl." for n in range(4)]
    found = Engine(load_config(environ={}), retriever=ListRetriever(sentences=texts)).ask(
        "Is Python the best language?"
    )
    assert found.comparison is not None and found.comparison.objects == ("Python", "Perl")
