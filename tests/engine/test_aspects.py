from __future__ import annotations

import pytest

from engine import registry
from engine.aspects.miner import CamMiner
from engine.aspects.sentence import (
    conceded_to,
    favoured_by_words,
    is_misread,
    is_on_others,
    mentions_in,
    praises_no_merit,
    tells_of_deeds,
)
from engine.comparison import as_worded
from engine.types import Classification, MinedAspect, Stance
from tests.conformance.miner import MinerConformance
from tests.engine.arguments import F, S, argument
from tests.steps import steps


def named(miner: CamMiner, text: str, first: str, second: str, stance: Stance = F) -> list[tuple[str, str, str]]:
    """Return name, object and method of the aspects of one sentence."""
    found = miner.mine([argument(stance, text=text)], first=first, second=second)
    return [(aspect.name, aspect.object, aspect.method) for aspect in found]


@pytest.fixture(scope="module")
def miner() -> CamMiner:
    return registry.load("miner", "cam")


class TestCamMiner(MinerConformance):
    pass


# The three methods


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Tea is easier to brew than coffee.", "easier to brew"),
        ("Tea is better than coffee for a good night.", "better for a good night"),
        ("Tea is better for weak stomachs, coffee for strong ones.", "better for weak stomachs"),
        ("Tea is better at calming nerves than coffee.", "better at calming nerves"),
        ("Tea is easier to live with than coffee.", "easier to live with"),
        ("Tea is simpler to make and tastes good, unlike coffee.", "simpler to make"),
        ("Tea is easier to use than coffee.", "easier to use"),
        ("Tea is easier to find in shops in our coffee town", "easier to find in shops"),
        ("Tea is easier to drink in the same long meeting as coffee", "easier to drink"),
        ("What is better for a small kitchen is tea, not coffee.", "better for a small kitchen"),
    ],
)
def test_a_comparative_is_named_with_what_follows_for_to_or_at(miner: CamMiner, text: str, name: str) -> None:
    assert (name, "tea", "comparative_phrase") in named(miner, text, "tea", "coffee")


@pytest.mark.parametrize(
    "text",
    [
        "Tea sales are growing faster than coffee sales.",
        "Tea recovered much faster from the war than coffee.",
        "Tea will be shipped faster than coffee.",
        "Coffee was hit harder by the frost than tea.",
        "Tea is more common than coffee.",
        "Tea is more likely than coffee.",
        "Tea is less likely than coffee to cause heartburn.",
        "Tea is less likely to cause heartburn than coffee.",
        "The coffee is inferior to tea.",
        "My tea is superior to instant coffee.",
    ],
)
def test_empty_comparatives_name_no_aspect(miner: CamMiner, text: str) -> None:
    assert [name for name, _, _ in named(miner, text, "tea", "coffee") if name != "better"] == []


def test_of_aspects_named_equally_often_a_lone_noun_comes_last(miner: CamMiner) -> None:
    texts = ["I prefer tea to coffee because of the teapots.", "Tea is zestier than coffee."]
    found = miner.mine([argument(F, text=text) for text in texts], first="tea", second="coffee")
    assert [aspect.name for aspect in found] == ["zestier", "teapots"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Tea is cheaper than coffee.", "cheaper"),
        ("Tea is far more relaxing than coffee.", "more relaxing"),
        ("Tea is less bitter than coffee.", "less bitter"),
        ("Tea is more stomach-friendly than coffee.", "more stomach-friendly"),
        ("Tea is zestier than coffee.", "zestier"),
        ("Tea is a healthier drink than coffee.", "healthier"),
    ],
)
def test_a_comparative_alone_is_an_aspect(miner: CamMiner, text: str, name: str) -> None:
    assert named(miner, text, "tea", "coffee") == [(name, "tea", "comparative")]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("I like tea better than coffee because it has vitamins and resins.", ["vitamins", "resins"]),
        ("I prefer tea to coffee because of the scent.", ["scent"]),
        ("Taste is the main reason why I drink tea and not coffee.", ["taste"]),
        ("The reason I gave up coffee for tea is blood pressure.", ["blood pressure"]),
        ("Tea has much better antioxidants than coffee.", ["antioxidants"]),
        ("Tea has fewer calories than coffee.", ["fewer calories"]),
        ("Thanks to its tannins tea beats coffee.", ["tannins"]),
        ("I prefer tea to coffee since it has vitamins.", ["vitamins"]),
        ("Tea is better than coffee, as we have praised its scent.", ["scent"]),
        ("I take tea over coffee, for it has tannins.", ["tannins"]),
    ],
)
def test_nouns_of_a_reason_are_aspects(miner: CamMiner, text: str, names: list[str]) -> None:
    assert named(miner, text, "tea", "coffee") == [(name, "tea", "reason") for name in names]


@pytest.mark.parametrize(
    "text",
    [
        "Tea is better than coffee.",
        "Tea is way better, no doubt, and coffee is worse.",
        "There are more people who like tea than coffee.",
        "I like tea more than coffee for a lot of reasons.",
        "Tea is better than coffee, not because it has caffeine.",
        "I have preferred tea to coffee since the war.",
        "Tea is better than coffee as a drink for guests.",
        "Tea is not cheaper than coffee.",
        "Tea isn't any healthier than coffee.",
        "Nothing is healthier than tea, not even coffee.",
        "Tea is no easier to make than coffee.",
        "Tea is better for me than coffee.",
        "Tea is better than coffee but because of the price I drink coffee.",
        "Tea does more for a cold than coffee.",
        "Tea is better than any other drink such as coffee.",
        "Tea is cheaper than cocoa, but not cheaper than coffee.",
        "I think tea is better than coffee because I said so 2 times in 2013.",
    ],
)
def test_what_says_nothing_is_no_aspect(miner: CamMiner, text: str) -> None:
    assert named(miner, text, "tea", "coffee") == []


def test_not_only_is_no_negation(miner: CamMiner) -> None:
    text = "Tea is not only cheaper than coffee but good."
    assert named(miner, text, "tea", "coffee") == [("cheaper", "tea", "comparative")]


# Whom an aspect speaks for


@pytest.mark.parametrize(
    ("text", "stance", "name", "owner"),
    [
        ("Trains are slower than planes.", S, "faster", "planes"),
        ("Planes are more expensive than trains.", F, "cheaper", "trains"),
        ("Planes are harder to board than trains.", F, "easier to board", "trains"),
        ("Planes are worse for the climate than trains.", F, "better for the climate", "trains"),
        ("Planes are faster than trains, but trains are my choice.", F, "faster", "planes"),
        ("Planes are less relaxing than trains.", F, "more relaxing", "trains"),
        ("Planes are more stressful than trains.", F, "more relaxing", "trains"),
        ("Planes have worse seats than trains.", F, "seats", "trains"),
        ("Planes have more delays than trains.", F, "fewer delays", "trains"),
        ("Trains have fewer delays than planes.", F, "fewer delays", "trains"),
        ("Trains are smaller than planes, so I like them.", F, "smaller", "trains"),
        ("Trains are smaller than planes, too small for me.", S, "bigger", "planes"),
        ("Granite is harder than marble.", F, "harder", "granite"),
        ("I prefer trains over planes: cheaper and safer.", F, "safer", "trains"),
    ],
)
def test_an_aspect_belongs_to_the_object_it_speaks_for(
    miner: CamMiner, text: str, stance: Stance, name: str, owner: str
) -> None:
    first, second = ("granite", "marble") if "marble" in text else ("trains", "planes")
    found = {aspect: owned_by for aspect, owned_by, _ in named(miner, text, first, second, stance)}
    assert found.get(name) == owner


def test_praise_or_blame_that_cannot_be_told_apart_is_left_out(miner: CamMiner) -> None:
    assert named(miner, "Planes are zanier than trains.", "trains", "planes") == []


def test_an_aspect_named_equally_often_for_both_is_nobodys_and_left_out_without_a_dimension(miner: CamMiner) -> None:
    said = [argument(F, text="Trains are cheaper than planes."), argument(S, text="Planes are cheaper than trains.")]
    (price,) = miner.mine(said, first="trains", second="planes")
    assert (price.object, price.dimension, price.first_count, price.second_count) == ("", "price", 1, 1)
    assert (price.against, price.sentences) == tuple((one.hit.sentence.id,) for one in said)
    said = [argument(F, text="Trains are zanier than planes."), argument(S, text="Planes are zanier than trains.")]
    assert miner.mine(said, first="trains", second="planes") == []


@pytest.mark.parametrize(
    ("text", "dimension"),
    [
        ("Coca-Cola tastes so much better than Pepsi.", "taste"),
        ("Coke still looks better than Pepsi.", "looks"),
        ("Coke service is better than Pepsi.", "support"),
        ("Coke has better overall resale value than Pepsi.", "resale value"),
        ("Coke just tastes way better to me than Pepsi.", "taste"),
        ("Coke graphics look a bit better than Pepsi graphics.", "graphics"),
        ("Pepsi is graphically inferior to Coke.", "graphics"),
        ("Coke is superior economically.", "price"),
        ("Coke is practically better than Pepsi.", ""),
        ("Games on Pepsi are inferior to games on Coke.", ""),
        ("Coke gets along better than Pepsi.", ""),
    ],
)
def test_better_is_about_what_the_verb_or_the_noun_beside_it_says(miner: CamMiner, text: str, dimension: str) -> None:
    found = miner.mine([argument(F, text=text)], first="Coke", second="Pepsi")
    assert [aspect.dimension for aspect in found] == ([dimension] if dimension else [])


def test_what_a_thing_has_that_is_called_better_is_an_aspect(miner: CamMiner) -> None:
    for text in (
        "Coke packaging is far better than that of Pepsi.",
        "Coke's label and packaging are superior to Pepsi.",
    ):
        (packaging,) = miner.mine([argument(F, text=text)], first="Coke", second="Pepsi")
        assert (packaging.name, packaging.object) == ("packaging", "Coke")
    assert miner.mine([argument(F, text="Coke is better than Pepsi.")], first="Coke", second="Pepsi") == []


def test_an_aspect_goes_to_the_object_that_more_sentences_name_it_for(miner: CamMiner) -> None:
    said = [argument(F, text=f"Trains are {word} than planes.") for word in ("cheaper", "Cheaper", "much cheaper")]
    said += [argument(S, text="Planes are cheaper than trains.")]
    assert miner.mine(said, first="trains", second="planes") == [
        MinedAspect(
            name="cheaper",
            object="trains",
            score=0.5,
            first_count=3,
            second_count=1,
            method="comparative",
            sentences=tuple(argument.hit.sentence.id for argument in said[:3]),
            dimension="price",
            members=("cheaper",),
            contrary="more expensive",
            against=(said[3].hit.sentence.id,),
        )
    ]


@pytest.mark.parametrize(
    ("name", "dimension"),
    [
        ("easier to replace", ""),
        ("faster to build", ""),
        ("easier to look after", "maintenance"),
        ("easier to use", "ease of use"),
        ("faster", "speed"),
    ],
)
def test_what_is_easily_or_quickly_done_is_an_aspect_of_its_own_unless_it_is_a_task(
    miner: CamMiner, name: str, dimension: str
) -> None:
    said = [argument(F, text=f"Trains are {name} than planes.")]
    assert [(a.name, a.dimension) for a in miner.mine(said, first="trains", second="planes")] == [(name, dimension)]


@pytest.mark.parametrize(
    ("text", "is_deed"),
    [
        ("Trains can be learned faster than planes.", True),
        ("I code faster in trains than in planes.", True),
        ("Trains are growing faster than planes.", True),
        ("New trains are rolled out faster than planes.", True),
        ("Trains are quicker to build than planes.", True),
        ("Trains run faster than planes.", False),
        ("The trains are running faster than planes.", False),
        ("Trains are considered slower than planes.", False),
        ("I take trains because it's faster than planes.", False),
        ("Trains are easier to install and faster than planes.", False),
        ("Trains made us faster than planes.", False),
        ("Trains are faster paced and safer than planes.", False),
        ("Trains are faster built than planes.", True),
        ("I can build trains more quickly than planes.", True),
        ("Trains run more quickly than planes.", False),
        ("There is much that you can do faster in trains than in planes.", True),
        ("Trains do that faster than planes.", False),
        ("Trains heat up faster than planes.", False),
        ("Trains are slower to cool down than planes.", False),
        ("It is faster to start a tour on trains than on planes.", True),
    ],
)
def test_how_fast_something_is_done_is_not_how_fast_the_things_are(text: str, is_deed: bool) -> None:
    assert tells_of_deeds(text, first="trains", second="planes", but="faster") is is_deed


@pytest.mark.parametrize(
    ("text", "words", "more", "is_other"),
    [
        ("Trains are much faster than cars and not much slower than planes.", "fast", F, True),
        ("Trains are faster than cars and their speeds are comparable with planes.", "fast", F, True),
        ("Trains, and to a lesser extent planes, are safer than cars.", "safe", F, True),
        ("Trains are faster than cars, boats and planes.", "fast", F, False),
        ("Trains are faster than any other means of travel, including planes.", "fast", F, False),
        ("Trains are faster; planes cost more than cars.", "fast", F, False),
        ("Trains are safer than: cars, planes and boats.", "safe", F, False),
        ("As planes are, trains are safer than: cars, boats and mopeds.", "safe", F, True),
        ("Trains are cleaner than planes, and they are only getting faster everywhere.", "fast", F, True),
        ("Trains are fast and getting faster than planes.", "fast", F, False),
        ("Trains are not faster than planes.", "fast", S, False),
        ("Trains will never cost less than planes.", "cheap", F, True),
        ("Trains are not less comfortable than planes.", "comfortable", F, False),
        ("Fares are $35 for trains and just $20 for planes.", "cheap", F, True),
        ("Fares are $35 for trains and just $20 for planes.", "expensive", F, False),
        ("A train, 30 dollars, beats a plane at 1,200 dollars.", "cheap", F, False),
        ("Trains cost $30, and planes $30.", "cheap", F, True),
        ("The $30 for trains is cheaper than planes.", "cheap", F, False),
        ("Trains are durable and almost as light as planes.", "durable", F, True),
        ("Trains are cheap and faster than planes.", "cheap", F, True),
        ("Trains are cheap and better than planes.", "cheap", F, False),
        ("Trains are cheap and planes are faster.", "cheap", F, False),
        ("Trains are as durable as they are light, and cheaper than planes.", "durable", F, False),
        ("Switching from ferries to trains is easier than switching to planes.", "easy", F, True),
        ("Coming from ferries, trains are easier than planes.", "easy", F, False),
        ("Trains are pet friendly and cheaper than planes.", "friendly", F, True),
        ("Trains are friendlier than planes, and pet friendly.", "friendly", F, False),
        ("It takes a hundred tickets for trains to spend as much as planes cost.", "expensive", F, True),
        ("Trains are cheap, and it takes ten tickets to spend as much as planes cost.", "expensive", S, False),
    ],
)
def test_third_things_and_prices_say_otherwise_than_was_read(
    text: str, words: str, more: Stance, is_other: bool
) -> None:
    assert is_misread(text, words, more, first="trains", second="planes") is is_other


@pytest.mark.parametrize(
    ("text", "is_other"),
    [
        ("Planes are fine for men, zeppelinox is easier on the ears than trains.", True),
        ("The bus is late; Eurolines is nicer to kids than trains.", True),
        ("Planes are nice, and the noise is worse than in trains.", False),
        ("Planes are easier on the ears than trains, zeppelinox is easier than trains.", False),
        ("I think planes are nicer to kids than trains.", False),
        ("The Zeppelinox 300 looks like a much nicer ride than the new trains.", True),
        ("Planes and Eurolines are nicer to kids than trains.", False),
    ],
)
def test_what_is_said_of_another_thing_alone_is_misread(text: str, is_other: bool) -> None:
    assert is_misread(text, "nice to kids", S, first="trains", second="planes") is is_other


@pytest.mark.parametrize(
    ("text", "is_other"),
    [
        ("Trains were below planes, but grew at a faster pace than Eurolines and Flixbus.", True),
        ("Trains are better than Eurolines, and so are planes.", True),
        ("Trains are better than Eurolines, planes and Flixbus.", False),
        ("Trains are better than Eurolines, and I prefer them to planes.", False),
        ("Trains outran planes, and Eurolines is better than Flixbus.", False),
        ("Trains are better than it was on planes.", False),
        ("Trains are better. Planes are nicer than Eurolines.", False),
        ("Trains are fine, Eurolines (which is no better than planes) is not.", True),
        ("We have trains, Eurolines (which is slow, if not worse than planes), and ferries.", True),
        ("We have trains and Eurolines, which are better than planes.", False),
        ("We took the trains of Eurolines, which is better than planes.", False),
        ("Trains pass; a child is better off on a bus than on planes.", True),
        ("A child is better off on trains than on planes.", False),
        ("Trains are faster (but not as fast as planes) and cheaper than Eurolines.", True),
        ("Trains are faster (but not as fast as planes) and cheaper than those.", False),
        ("Being a kind of train, helicopters are far smoother to ride than planes.", True),
        ("On trains, seats are far better than planes.", False),
        ("Trains need rails, you may go with a cheaper bus. 2) Planes are superior to ferries.", True),
        ("Trains need rails. Planes are superior to trains.", False),
        ("Trains have seats like planes.", True),
        ("Trains do not lurch like planes.", False),
        ("Trains have seats, and I like planes.", False),
        ("Trains cost little, helicopters are way faster and nicer to board than planes.", True),
        ("Helicopters cost a lot, trains are way faster and nicer to board than planes.", False),
    ],
)
def test_what_is_graded_beside_other_names_alone_compares_others(text: str, is_other: bool) -> None:
    assert is_on_others(text, first="trains", second="planes") is is_other


@pytest.mark.parametrize(
    ("text", "pair", "is_none"),
    [
        ("I can tell you that kitten also tastes better than puppy.", ("kitten", "puppy"), True),
        ("Kittens are tastier than puppies.", ("kittens", "puppies"), True),
        ("Kittens are tastier and far calmer than puppies.", ("kittens", "puppies"), False),
        ("Kittens are better than puppies.", ("kittens", "puppies"), False),
        ("Lamb is tastier than chicken.", ("lamb", "chicken"), False),
        ("Kittens are tastier than lamb.", ("kittens", "lamb"), False),
    ],
)
def test_what_makes_none_of_the_things_better_is_no_merit(text: str, pair: tuple[str, str], is_none: bool) -> None:
    first, second = pair
    assert praises_no_merit(text, F, first=first, second=second) is is_none


@pytest.mark.parametrize(
    ("text", "side"),
    [
        ("In short, trains are poorer than planes and a bit better than buses.", S),
        ("Trains are not slower than planes.", None),
        ("Trains are faster than the planes.", F),
        ("Trains are faster than planes, but planes are better than trains.", None),
        ("Planes fly, and trains are taller than planes.", None),
    ],
)
def test_a_comparative_right_between_the_names_tells_whom_it_favours(text: str, side: Stance | None) -> None:
    assert favoured_by_words(text, first="trains", second="planes") is side


def test_what_is_better_for_something_of_a_dimension_is_asked_by_that_dimension() -> None:
    texts = ("Tea is better for your health than coffee.", "Tea is easier to carry than coffee.")
    found = [mentions_in(argument(F, text=text), first="tea", second="coffee")[0].property[0] for text in texts]
    assert found == ["healthy", "easier to carry"]


def test_a_sentence_counts_once_however_often_it_names_an_aspect(miner: CamMiner) -> None:
    said = [argument(F, text="Trains are cheaper, cheaper and cheaper than planes.")]
    assert [aspect.first_count for aspect in miner.mine(said, first="trains", second="planes")] == [1]


def test_a_word_that_comes_twice_is_looked_at_twice(miner: CamMiner) -> None:
    text = "Trains are easier to learn and easier to use than planes."
    (found,) = miner.mine([argument(F, text=text)], first="trains", second="planes")
    assert (found.members, found.first_count) == (("easier to learn", "easier to use"), 1)


def test_the_two_ends_of_a_scale_are_one_aspect_shown_by_the_more_frequent_end(miner: CamMiner) -> None:
    said = [
        argument(F, text=f"Trains are {word} than planes.") for word in ("lighter", "much lighter", "lighter still")
    ]
    said += [argument(S, text="Planes are lighter than trains."), argument(F, text="Planes are heavier than trains.")]
    found = miner.mine(said, first="trains", second="planes")
    assert [(a.name, a.object, a.first_count, a.second_count) for a in found] == [("lighter", "trains", 4, 1)]


# What is one aspect


@pytest.mark.parametrize(
    ("texts", "dimension", "members"),
    [
        (
            [
                "Trains are faster than planes.",
                "I prefer trains to planes because of their speed.",
                "Planes are slower than trains.",
                "Trains have better performance than planes.",
                "Trains have fewer delays than planes.",
            ],
            "speed",
            {"faster", "speed", "slower", "performance", "delays"},
        ),
        (
            ["Trains are cheaper than planes.", "Trains cost less, as they have better prices than planes."],
            "price",
            {"cheaper", "prices"},
        ),
        (["Trains are easier to fix than planes.", "Planes are harder to repair."], "maintenance", {"easier to fix"}),
        (
            ["Trains are better for the climate than planes.", "Trains are greener than planes."],
            "environment",
            {"better for the climate", "greener"},
        ),
        (["Trains are easier than planes.", "Trains are easier to use than planes."], "ease of use", {"easier"}),
        (
            ["Trains are better for seagulls than planes.", "I take trains over planes because they have seagulls."],
            "",
            {"better for seagulls", "seagulls"},
        ),
    ],
)
def test_what_means_the_same_is_one_aspect(
    miner: CamMiner, texts: list[str], dimension: str, members: set[str]
) -> None:
    said = [argument(F, text=text) for text in texts]
    (found,) = miner.mine(said, first="trains", second="planes")
    assert (found.dimension, found.object, found.first_count) == (dimension, "trains", len(texts))
    assert members <= set(found.members)


def test_a_noun_of_an_open_scale_goes_to_the_end_that_speaks_for_the_same_object(miner: CamMiner) -> None:
    said = [argument(F, text=f"Trains are lighter than planes, number {number}.") for number in range(2)]
    said += [argument(F, text="I prefer trains to planes because of their weight.")]
    found = miner.mine(said, first="trains", second="planes")
    assert [(a.name, a.object, a.first_count, a.second_count) for a in found] == [("lighter", "trains", 3, 0)]


def test_a_noun_that_one_sentence_names_is_left_out_when_there_are_more_frequent_aspects(miner: CamMiner) -> None:
    said = [argument(F, text="I prefer trains to planes because of the teapots.")]
    assert [aspect.name for aspect in miner.mine(said, first="trains", second="planes")] == ["teapots"]
    said += [argument(F, text=f"Trains are cheaper than planes, number {number}.") for number in range(2)]
    assert [aspect.name for aspect in miner.mine(said, first="trains", second="planes")] == ["cheaper"]


def test_forty_against_fifteen_come_before_two_against_none(miner: CamMiner) -> None:
    said = [argument(F, text=f"Trains are cheaper than planes, number {number}.") for number in range(40)]
    said += [argument(S, text=f"Planes are cheaper than trains, number {number}.") for number in range(15)]
    said += [argument(S, text=f"Planes are safer than trains, number {number}.") for number in range(2)]
    found = miner.mine(said, first="trains", second="planes")
    assert [aspect.name for aspect in found] == ["cheaper", "safer"]


# How an aspect is shown


def test_forms_of_a_word_are_one_aspect_shown_in_the_most_frequent_one(miner: CamMiner) -> None:
    said = [argument(F, text=f"Trains have better {noun} than planes.") for noun in ("seat", "Seats", "seats")]
    found = miner.mine(said, first="trains", second="planes")
    assert [(aspect.name, aspect.first_count) for aspect in found] == [("seats", 3)]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Kayaks have better Linux support than canoes.", "Linux support"),
        ("KAYAKS ARE FASTER THAN CANOES!", "faster"),
        ("Kayaks have better GPS reception than canoes.", "GPS reception"),
        ("Kayaks are more people-friendly than canoes.", "more people-friendly"),
    ],
)
def test_names_keep_their_capitals_and_hyphens(miner: CamMiner, text: str, name: str) -> None:
    assert [shown for shown, *_ in named(miner, text, "kayaks", "canoes")] == [name]


def test_the_words_of_a_longer_name_are_not_taken_for_the_shorter(miner: CamMiner) -> None:
    found = named(miner, "Diet Coke is lighter than Coke.", "Coke", "Diet Coke", S)
    assert found == [("lighter", "Diet Coke", "comparative")]


# Cost


def test_only_the_best_arguments_are_mined() -> None:
    said = [argument(F, text="Trains are cheaper than planes."), argument(F, text="Trains are safer than planes.")]
    found = CamMiner(depth=1).mine(said, first="trains", second="planes")
    assert [aspect.name for aspect in found] == ["cheaper"]
    assert len(CamMiner(k=1).mine(said, first="trains", second="planes")) == 1


def test_the_steps_of_mining_grow_no_faster_than_a_comparison(miner: CamMiner) -> None:
    text = (
        "I think that trains are cheaper and a lot more relaxing than planes because they have better seats and views."
    )
    said = [argument(F, text=f"{text} {number}") for number in range(2000)]
    short, long = (steps(lambda n=n: miner.mine(said[:n], first="trains", second="planes")) for n in (200, 2000))
    assert long < 12 * short


@pytest.mark.parametrize(
    ("text", "side"),
    [
        ("Trains are far better than that of rivals, but not quite as good as the Boeing planes.", S),
        ("Trains are not nearly as good as planes.", S),
        ("Trains are better than planes, but not as cheap as planes.", None),
        ("Trains are fine, but Eurolines is not as good as planes.", None),
        ("Trains are not as bad as planes.", None),
        ("Trains are as good as planes.", None),
    ],
)
def test_what_is_not_as_good_falls_short_of_the_other_thing(text: str, side: Stance | None) -> None:
    assert conceded_to(text, first="trains", second="planes") is side


def test_what_is_conceded_decides_whom_a_sentence_speaks_for() -> None:
    text = "Trains are far better than buses, but not quite as good as planes."
    read = Classification(0.9, 0.05, 0.0, 0.05)
    assert as_worded(read, text, first="trains", second="planes").stance is S
