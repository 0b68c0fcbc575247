"""What is said of compounds, "apple juice", is not said of the things in them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from actions.next_steps import next_steps
from engine.config import load_config
from engine.pipeline import Engine
from engine.retrieval.compounds import (
    apart_from_noun,
    names_with_compounds,
    on_one_noun,
    on_themselves,
    senses,
    taken_for,
)
from engine.retrieval.embedded.build import build_index
from engine.retrieval.in_memory import ListRetriever
from engine.retrieval.names import NameFinder, are_adjectives
from engine.types import Argument, Asked, AskedKind, Classification, Query

FRUIT = ("apple", "orange")
JUICES = [f"On day {n} apple juice was sweeter than an orange." for n in range(3)]
ENERGY = ("gas", "electric")
STOVES = [
    "Our gas stove is much cheaper than any electric stove.",
    "For me a gas stove is better than an electric one.",
    "I think that gas stoves are faster than electric stoves.",
]
DRYERS = [
    "In my house gas dryers are cheaper than electric dryers.",
    "My mother finds that gas dryers are better than electric ones.",
]
APPLES = [f"On day {n} an apple was sweeter than an orange." for n in range(3)]


def _arguments(sentences: Sequence[str], pair: Sequence[str]) -> list[Argument]:
    hits = ListRetriever(sentences=sentences).search(pair).hits
    return [Argument(hit, Classification(1.0, 0.0, 0.0, 0.0)) for hit in hits]


def _kept(
    sentences: Sequence[str], pair: Sequence[str] = FRUIT, meant: Sequence[str] = ()
) -> tuple[int, object, object]:
    found = on_themselves(_arguments(sentences, pair), pair, meant=meant, least=3)
    return len(found.arguments), found.left_out, found.included


def test_they_are_left_out_where_there_is_enough_on_the_things() -> None:
    assert _kept([*APPLES, *JUICES]) == (3, {"apple juice": 3}, {})


def test_they_count_where_there_is_too_little_else() -> None:
    assert _kept([*APPLES[:2], *JUICES]) == (5, {}, {"apple juice": 3})


ALONE = [f"On day {n} a hybrid was cheaper than a diesel." for n in range(3)]
BOATS = ["Our hybrid boat is quieter than any diesel boat.", "The diesel boat outlasts a hybrid boat."]
TAXIS = ["A hybrid taxi is cleaner than a diesel taxi.", "I find diesel engines better than hybrid systems."]
MILKS = ["Cow milk is milder than goat milk.", "Cow cheese is softer than goat cheese."]
HERDS = [f"On day {n} a cow was calmer than a goat." for n in range(3)]


@pytest.mark.parametrize(
    ("sentences", "pair", "kept"),
    [
        ([*ALONE, *BOATS, *TAXIS], ("hybrid", "diesel"), 7),
        ([*ALONE, *BOATS, *TAXIS], ("hybrids", "diesels"), 7),
        ([*ALONE, *BOATS], ("hybrid", "diesel"), 3),  # of one thing they may be anything
        ([*HERDS, *MILKS], ("cow", "goat"), 3),
    ],
)
def test_they_count_where_the_names_are_kinds_of_several_things(
    sentences: list[str], pair: tuple[str, str], kept: int
) -> None:
    assert _kept(sentences, pair)[0] == kept


def test_what_only_comes_from_somewhere_never_counts_and_keeps_its_capital() -> None:
    found = _kept(["Norwegian butter beats Danish."], ("Norwegian", "Danish"))
    assert found == (0, {"Norwegian butter": 1}, {})


def test_they_count_where_they_were_asked_about() -> None:
    assert _kept([*APPLES, *JUICES], meant=("juice",)) == (6, {}, {})


@pytest.mark.parametrize(
    "sentence",
    [
        "Apples beat oranges.",
        "An apple tastes better than an orange.",
        "Apple juice is nice, but the apple is better than the orange.",
        "My apple, juice or not, beats an orange.",
        "An apple's juice is sweeter than an orange's.",
        "I had an apple today and liked it more than an orange.",
        "I ate my apple yesterday, and it was sweeter than an orange.",
        "Beside an apple nothing beats an orange.",
    ],
)
def test_a_thing_that_is_named_alone_is_no_compound(sentence: str) -> None:
    assert _kept([*APPLES, sentence])[1] == {}


def test_a_verb_is_no_noun_unless_both_have_it() -> None:
    bites = ["An apple bites better than an orange.", "An apple bites hard, worse than orange bites do."]
    assert _kept([*APPLES, *bites])[:2] == (4, {"apple bite": 1})


PLAIN = [
    "Apple juice is better than an orange.",
    "I like apple juice much more than an orange in the morning.",
    "For children apple juice is a better choice than any orange.",
]


def test_an_answer_says_what_it_is_on_and_takes_none_for_a_property(tmp_path: Path) -> None:
    with closing(_engine(PLAIN, tmp_path)) as engine:
        answer = engine.answer(engine.compare(FRUIT))
        sweeter = engine.ask("Is an apple sweeter than an orange?")
    assert sweeter.text.startswith("Nothing I have read says which of the two is sweeter")
    assert "Most of what" not in sweeter.text
    assert answer.text.endswith(
        "Most of what compares “apple” and “orange” is on apple juice, as too little is said of the two alone."
    )


def test_nothing_is_said_of_compounds_where_nothing_is_cited_on_them(tmp_path: Path) -> None:
    with closing(_engine(JUICES, tmp_path)) as engine:
        answer = engine.answer(engine.compare(FRUIT))
    assert answer.text.startswith("There is nothing to go by")
    assert "Most of what" not in answer.text


@pytest.mark.parametrize(
    ("sentences", "pair", "names"),
    [
        ([*APPLES, *JUICES], FRUIT, FRUIT),
        (APPLES, FRUIT, ()),
        (["The Nikon lens beats the canon.", "A Canon lens beats my Nikon."], ("Nikon", "Canon"), ()),
        ([*JUICES, "Cider is made of apple and no orange.", "It is made from apple, not orange."], FRUIT, ()),
        (["Norwegian butter is saltier than Danish butter."], ("Norwegian", "Danish"), ("Norwegian", "Danish")),
    ],
)
def test_only_common_nouns_on_compounds_of_which_something_is_said_have_other_things_for_compounds(
    sentences: Sequence[str], pair: tuple[str, str], names: tuple[str, ...]
) -> None:
    retriever = ListRetriever(sentences=sentences)
    hits = retriever.search(pair).hits
    assert names_with_compounds(_arguments(sentences, pair), pair, hits=hits, retriever=retriever) == names


def _engine(sentences: Sequence[str], folder: Path) -> Engine:
    source = folder / "texts.jsonl"
    source.write_text("".join(json.dumps({"id": text, "sentences": [text]}) + "\n" for text in sentences), "utf-8")
    build_index([source], folder / "index")
    return Engine(load_config(environ={}, overrides={"retrieval": {"index": folder / "index"}}))


@pytest.mark.parametrize(
    ("sentences", "meant", "nouns"),
    [
        ([*DRYERS, *STOVES], (), ("stove", "dryers")),
        ([*DRYERS, *STOVES], ("stove",), ("dryers",)),
        (["Gas is cheaper than electric."], (), ()),
        (["Low gas pressure is worse than an electric stove."], (), ()),
        (["A gas one shouldn't beat an electric one."], (), ()),
    ],
)
def test_the_nouns_that_names_are_said_of_are_known(
    sentences: Sequence[str], meant: Sequence[str], nouns: tuple[str, ...]
) -> None:
    assert senses(_arguments(sentences, ENERGY), ENERGY, meant=meant) == nouns


def test_what_is_said_of_other_nouns_is_left_out() -> None:
    found = on_themselves(_arguments([*STOVES, *DRYERS, "Gas beats electric."], ENERGY), (), least=3)
    (taken,), nouns = on_one_noun([found], ENERGY)
    assert (len(taken.arguments), taken.left_out, nouns) == (4, {"dryers": 2}, ("stove", "dryers"))
    assert on_one_noun([taken], ENERGY) == ((taken,), ())
    single = on_themselves(_arguments([STOVES[0], DRYERS[0]], ENERGY), (), least=1)
    assert on_one_noun([single], ENERGY) == ((single,), ())


@pytest.mark.parametrize(
    ("names", "are"),
    [
        (("red", "blue"), True),
        (("wired", "Wireless"), True),
        (ENERGY, False),
        (FRUIT, False),
        (("blu-ray", "digital"), False),
    ],
)
def test_adjectives_say_little_without_a_noun(names: Sequence[str], are: bool) -> None:
    assert are_adjectives(names) is are


@pytest.mark.parametrize("pair", [ENERGY, ("wired", "wireless")])
def test_an_answer_says_of_what_it_is_and_offers_the_rest(pair: tuple[str, str], tmp_path: Path) -> None:
    first, second = pair
    sentences = [text.replace("gas", first).replace("electric", second) for text in (*STOVES, *DRYERS)]
    with closing(_engine(sentences, tmp_path)) as engine:
        found = engine.compare(pair)
        answer = engine.answer(found)
        asked = engine.compare(tuple(f"{name} dryers" for name in pair))
        typed = engine.compare_any(("gas vans", "electric vans"))
    assert found.searched.senses == ("stove", "dryers")
    assert found.searched.sentence.endswith("sources. Left out: 2 sentences on dryers.")
    said = f"People say “{first}” and “{second}” of several things: this is on “stove”, without what is on “dryers”."
    assert answer.text.endswith(said)
    assert typed.objects == ("gas vans", "electric vans")
    assert next_steps(found)[-1].title == f"{first} dryers or {second} dryers?"
    assert {one.hit.sentence.text for one in asked.arguments} == set(sentences[3:])
    assert not taken_for(asked)


def test_what_counts_in_general_counts_beside_a_property_too(tmp_path: Path) -> None:
    sentences = ["Almond milk is better than peanut butter.", "Almonds and peanuts are nuts."]
    query = Query(("almonds", "peanuts"), asked=Asked(AskedKind.PROPERTY, dimension="price", words="cheaper"))
    with closing(_engine(sentences, tmp_path)) as engine:
        general, asked = (engine.compare(one) for one in (Query(query.objects), query))
    assert [one.hit.sentence.text for one in general.arguments] == [one.hit.sentence.text for one in asked.arguments]


HUTS = [
    *(f"Hut {n} is made of clay." for n in "ab"),
    *(f"Hut {n} is made of straw." for n in "ab"),
    *(f"In village {n} clay is better than straw." for n in range(6)),
]
YARNS = [
    *(f"On day {n} I wear wool socks." for n in range(20)),
    *(f"In winter {n} wool is better than cotton." for n in range(6)),
]
DRINKS = [
    *(f"On day {n} I had a milk juice." for n in range(20)),
    *(f"In summer {n} an apple is better than milk." for n in range(6)),
]


@pytest.mark.parametrize(
    ("texts", "names", "short"),
    [
        (HUTS, ("clay walls", "straw"), ("clay", "straw", "walls")),
        (HUTS, ("straw", "clay side walls"), ("straw", "clay", "side walls")),
        (HUTS, ("clay walls", "straw walls"), ("clay", "straw", "walls")),
        ([*HUTS, "Clay walls are better than straw.", "Straw is better than clay walls."], ("clay walls", "straw"), ()),
        (HUTS[4:], ("clay walls", "straw"), ()),
        (YARNS, ("wool", "cotton socks and shirts"), ("wool", "cotton", "socks and shirts")),
        (YARNS[1:], ("wool", "cotton socks"), ()),
        (DRINKS, ("apple juice", "milk"), ()),
    ],
)
def test_a_noun_that_one_of_two_names_lacks_is_set_apart(
    texts: list[str], names: tuple[str, str], short: tuple[str, ...]
) -> None:
    retriever = ListRetriever(sentences=texts)
    assert apart_from_noun(names, NameFinder(retriever), retriever) == short


def test_what_is_said_of_materials_is_told_beside_what_is_said_for_the_noun_of_both() -> None:
    walls = [f"In town {n} a clay wall is better than a straw wall." for n in range(3)]
    engine = Engine(load_config(environ={}), retriever=ListRetriever(sentences=[*HUTS, *walls]))
    of_both = engine.compare_any(("clay wall", "straw wall"))
    assert (of_both.objects, of_both.pairs[0].asked.use) == (("clay", "straw"), "for a wall")
    engine = Engine(load_config(environ={}), retriever=ListRetriever(sentences=[*HUTS, walls[0]]))
    of_one = engine.compare_any(("clay walls", "straw"))
    assert (of_one.objects, of_one.pairs[0].asked.use) == (("clay", "straw"), "")
    assert [one.name for one in of_one.pairs[0].aspects] == ["walls"]
    assert of_one.pairs[0].verdict.sources > 1
