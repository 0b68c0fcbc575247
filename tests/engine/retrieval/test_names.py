"""Names as an index has them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from engine.config import load_config
from engine.pipeline import Engine
from engine.retrieval.embedded.build import build_index
from engine.retrieval.embedded.retriever import TantivyRetriever
from engine.retrieval.in_memory import ListRetriever
from engine.retrieval.names import NameFinder, as_named, nearest, searched_as, spellings_beside, without_version
from engine.types.document import Paragraph, Role

BROWSERS = [f"I think Firefox is better than Chrome for task {n}." for n in range(6)]
PAINTERS = [
    *(f"With picture {n} I opened the Photoshop of my aunt." for n in range(20)),
    *(f"In picture {n} the Adobe logo is red." for n in range(20)),
    *(f"of picture {n} the house is old." for n in range(400)),
    "For pictures the GIMP is cheaper than Photoshop.",
    "My aunt has Adobe Photoshop.",
]
CAMERAS = [f"My Canon is sharper than any Nikon at {n} mm, and the cameras of both are heavy." for n in range(6)]
TEAS = [f"The black cup {n} is nicer than the white one, and tea is in it." for n in range(6)]
PHONES = [
    *(f"On day {n} the iPhone is better than Google." for n in range(6)),
    *(f"A pixel number {n} is dead." for n in range(20)),
]
WINES = [f"In glass {n} red is nicer than white wine." for n in range(4)]
SYSTEMS = [f"On machine {n} Ubuntu Linux is easier than Arch." for n in range(6)]
CHAINS = [
    *(f"On day {n} we liked Burger King more than McDonald's." for n in range(4)),
    *(f"The King of Spain spoke on day {n}, which was better than nothing." for n in range(200)),
    *(f"Burger King opened its store number {n}." for n in range(20)),
    "The King of Spain ate at McDonald's rather than at home.",
]

CONSOLES = [
    *(f"In {n} the PS3 was nicer than the Xbox." for n in range(6)),
    *(f"The PS3 of {n} is here." for n in range(90)),
    *(f"A PlayStation 3 and Xbox {n}." for n in range(30)),
]
GAMES = [
    *(f"On day {n} baseball was nicer than lacrosse." for n in range(6)),
    *(f"On day {n} we played baseball." for n in range(20)),
    *(f"Day {n} saw the new Amazon." for n in range(20)),
    *(f"On day {n} Amazon was nicer than Google." for n in range(6)),
]
ENGINES = [f"On road {n} diesel is better than petrol for an engine." for n in range(6)]
FALLOUTS = [
    *(f"On day {n} Fallout New Vegas was on sale." for n in range(60)),
    *(f"Fallout New Vegas is better than I thought, wrote player {n}." for n in range(6)),
    *(f"I have Fallout 3 on machine {n}." for n in range(20)),
    "I have Fallout 3 and New Vegas.",
]
CARS = [f"The Civic is nicer than the Corolla, wrote owner {n}." for n in range(6)] + [
    f"In 2011 number {n} was drawn." for n in range(20)
]
DRINKS = [f"On day {n} coffee was better than energy drinks." for n in range(6)]
HYBRIDS = [f"On road {n} the Prius was better than a diesel." for n in range(6)]
BALLS = [f"On day {n} tennis is better than golf, and a ball is lost." for n in range(6)]
APPLES = [
    *(f"The Apple store number {n} opened." for n in range(20)),
    *(f"In glass {n} orange juice is nicer than any apple." for n in range(6)),
]
VANS = [
    *(f"On road {n} the Odyssey was nicer than the Sienna." for n in range(6)),
    *(f"Toyota Sienna number {n} is sold." for n in range(4)),
    *(f"The sun is up on day {n}." for n in range(90)),
]
ROVERS = [
    *(f"On road {n} a Range Rover was nicer than a Jeep." for n in range(6)),
    *(f"Land Rover opened store {n} in that land." for n in range(20)),
    *(f"The sun is up on day {n}." for n in range(90)),
]
MODELS = [
    *(f"On road {n} a Volkswagen was nicer than a Ford." for n in range(6)),
    *(f"We play golf on day {n} and focus on it." for n in range(30)),
    *(f"The Volkswagen Golf and the Ford Focus of owner {n} are red." for n in range(4)),
]
SHOOTERS = [
    *(f"On day {n} BF3 was nicer than MW3." for n in range(6)),
    *(f"I have Battlefield 3 and Modern Warfare 3 on machine {n}." for n in range(3)),
    *(f"The sun is up on day {n}." for n in range(90)),
]
RUNNERS = [f"In week {n} Vibrams were nicer than running shoes." for n in range(6)]
SPOKEN = [
    *(f"The Canon 7D of owner {n} is red, and so is the Pentax K 5." for n in range(4)),
    *(f"The Xbox 360 of owner {n} won World War Two." for n in range(4)),
]
PILLS = [
    *(f"On day {n} Advil was better than Aleve." for n in range(4)),
    *(f"On day {n} ibuprofen was better than Aleve, but naproxen is here." for n in range(6)),
]
FREE_SYSTEMS = [
    *(f"On machine {n} Linux was nicer than Windows." for n in range(6)),
    *(f"Machine {n} has no Linux, Windows or GNU." for n in range(20)),
    *(f"On machine {n} we have GNU/Linux." for n in range(20)),
]
MAKERS = [
    *(f"In town {n} the Volvo is seen, and so is a Vespa." for n in range(20)),
    *(f"On road {n} a Volvo Amazon passed." for n in range(6)),
    *(f"My Amazon of {n} is a Volvo Amazon." for n in range(2)),
    *(f"On road {n} the old Amazon passed." for n in range(8)),
    *(f"By road {n} they sell the Volvo Polestar." for n in range(12)),
    *(f"By road {n} they like Volvo Linux and Vespa Linux, or just Linux." for n in range(4)),
    *(f"In race {n} the Volvo Focus won." for n in range(2)),
    *(f"Our main focus in race {n} was the Focus." for n in range(20)),
    *(f"In test {n} the C70X was here." for n in range(4)),
]


def _names(sentences: Sequence[str], first: str, second: str) -> tuple[str, ...]:
    return NameFinder(ListRetriever(sentences=sentences)).as_indexed((first, second))


@pytest.mark.parametrize(
    ("sentences", "typed", "names"),
    [
        (PAINTERS, ("adobe photoshop", "GIMP"), ("photoshop", "GIMP")),
        (PAINTERS, ("red photoshop", "GIMP"), ("red photoshop", "GIMP")),
        (BROWSERS, ("Firefox", "Chrome"), ("Firefox", "Chrome")),
        (BROWSERS, ("Mozilla Firefox", "Google Chrome"), ("Firefox", "Chrome")),
        (BROWSERS, ("the Firefox browser", "a Chrome browser"), ("Firefox", "Chrome")),
        (BROWSERS, ("Mozilla Firefox browser", "Google Chrome browser"), ("Firefox", "Chrome")),
        (BROWSERS, ("Firefx", "Chrome"), ("Firefox", "Chrome")),
        (FALLOUTS, ("Fallout 3", "New Vegas"), ("Fallout 3", "New Vegas")),
        (CARS, ("2011 Civic", "2011 Corolla"), ("Civic", "Corolla")),
        (DRINKS, ("coffee", "energy drinks like Red Bull"), ("coffee", "energy drinks")),
        (HYBRIDS, ("a hybrid such as the Prius", "diesel"), ("Prius", "diesel")),
        (CAMERAS, ("Canon cameras", "Nikon cameras"), ("Canon", "Nikon")),
        (CAMERAS, ("Canon lenses", "Leica"), ("Canon lenses", "Leica")),
        (APPLES, ("apple pie", "orange juice"), ("apple pie", "orange juice")),
        (PHONES, ("Google pixel", "iPhone"), ("Google pixel", "iPhone")),
        (CHAINS, ("Burger King", "McDonald's"), ("Burger King", "McDonald's")),
        ([f"In {n} C++ was faster than Go." for n in range(6)], ("cpp", "golang"), ("cpp", "Go")),
        (TEAS, ("black tea", "white tea"), ("black tea", "white tea")),
        (WINES, ("red wine", "white wine"), ("red wine", "white wine")),
        (SYSTEMS, ("Ubuntu", "Arch Linux"), ("Ubuntu", "Arch")),
        (GAMES, ("base ball", "lacrosse"), ("baseball", "lacrosse")),
        ([*GAMES, *["Floorball is nicer than golf."] * 3], ("floor ball", "golf"), ("floorball", "golf")),
        (GAMES, ("amazon.com", "Google"), ("amazon", "Google")),
        (ENGINES, ("diesel engine", "petrol engine"), ("diesel", "petrol")),
        (
            [*BALLS, *(f"Tennis and golf {n}." for n in range(30))],
            ("tennis ball", "golf ball"),
            ("tennis ball", "golf ball"),
        ),
        (CONSOLES, ("Sony PS3", "Microsoft Xbox"), ("PS3", "Xbox")),
        ([f"Burger King has store {n}." for n in range(12)], ("burgerking", "KFC"), ("burger king", "KFC")),
        (
            [f"On day {n} the train was nicer than the plane." for n in range(6)],
            ("flying", "take a train"),
            ("plane", "train"),
        ),
        (
            [*(f"Part {n} of carbon fiber." for n in range(20)), *(f"Steel fiber {n} beats carbon." for n in range(6))],
            ("carbon fiber", "steel"),
            ("carbon fiber", "steel"),
        ),
        (VANS, ("Honda Odyssey", "Toyota Sienna"), ("Odyssey", "Sienna")),
        (ROVERS, ("Land Rover", "Jeep"), ("Land Rover", "Jeep")),
        (MODELS, ("Volkswagen Golf", "Ford Focus"), ("Volkswagen Golf", "Ford Focus")),
        (SHOOTERS, ("Battlefield 3", "Modern Warfare 3"), ("BF3", "MW3")),
        (RUNNERS, ("vibrams", "normal running shoes"), ("vibrams", "running shoes")),
        (VANS, ("Honda Odyssey", "Toyota Sienna"), ("Odyssey", "Sienna")),
        (ROVERS, ("Land Rover", "Jeep"), ("Land Rover", "Jeep")),
        (MODELS, ("Volkswagen Golf", "Ford Focus"), ("Volkswagen Golf", "Ford Focus")),
        (SHOOTERS, ("Battlefield 3", "Modern Warfare 3"), ("BF3", "MW3")),
        (RUNNERS, ("vibrams", "normal running shoes"), ("vibrams", "running shoes")),
        (PILLS, ("Advil", "Aleve"), ("ibuprofen", "Aleve")),
        (PILLS[:6], ("Advil", "Aleve"), ("Advil", "Aleve")),
        (PILLS, ("Advil", "ibuprofen"), ("Advil", "ibuprofen")),
        (PILLS, ("Motrin", "Advil"), ("Motrin", "Advil")),
        (FREE_SYSTEMS, ("GNU/Linux", "Windows"), ("Linux", "Windows")),
        ([], ("quantum computer", "bicycle repair"), ("quantum computer", "bicycle repair")),
        ([], ("a b/c", "{d} e"), ("a b/c", "{d} e")),
        ([], ("the new", "their old"), ("the new", "their old")),
    ],
)
def test_names_are_those_that_the_index_compares(
    sentences: Sequence[str], typed: tuple[str, str], names: tuple[str, ...]
) -> None:
    assert _names(sentences, *typed) == names


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("Volvo Amazon", "Amazon"),
        ("volvo amazon", "amazon"),
        ("Volvo C70X", "C70X"),
        ("Volvo Polestar", "Volvo Polestar"),  # nobody knows it alone
        ("Volvo Linux", "Volvo Linux"),  # others make it, too
        ("Volvo Focus", "Volvo Focus"),  # another word
        ("old Amazon", "old Amazon"),
        ("Volvo 7", "Volvo 7"),
        ("C++", "C++"),
    ],
)
def test_a_maker_goes_before_what_is_known_without_it(name: str, known: str) -> None:
    assert NameFinder(ListRetriever(sentences=MAKERS)).without_maker(name) == known


@pytest.mark.parametrize(
    ("names", "known"),
    [
        (("Volvo Polestar", "Vespa"), ("Volvo Polestar", "Vespa")),
        (("Volvo Polestar", "Volvo Amazon"), ("Polestar", "Amazon")),
        (("Volvo Linux", "Volvo Amazon"), ("Volvo Linux", "Amazon")),
    ],
)
def test_what_is_seldom_known_alone_goes_without_its_maker_beside_another_one(
    names: tuple[str, str], known: tuple[str, ...]
) -> None:
    alone = [f"On road {n} the Polestar passed." for n in range(2)]
    assert NameFinder(ListRetriever(sentences=[*MAKERS, *alone])).without_makers(names) == known
    beside = [f"On road {n} Linux was faster than the Amazon." for n in range(6)]
    together = ("Linux" if known[0] == "Volvo Linux" else known[0], known[1])
    assert NameFinder(ListRetriever(sentences=[*MAKERS, *alone, *beside])).without_makers(names) == together


def test_a_name_of_several_words_that_texts_have_is_not_misspelt() -> None:
    meant = [f"In shop {n} a Toyota Paris is better than a Vespa." for n in range(9)]
    rare = [f"In shop {n} there is a Toyota Baris." for n in range(3)]
    assert _names(meant, "Toyota Baris", "Vespa") == ("Toyota Paris", "Vespa")
    assert _names([*meant, *rare], "Toyota Baris", "Vespa") == ("Toyota Baris", "Vespa")


def test_what_is_known_without_its_maker_is_searched_for_so_where_more_speaks_of_it() -> None:
    sentences = [
        *MAKERS,
        *(f"On road {n} the Volvo Amazon is nicer than the Vespa." for n in range(3)),
        *(f"On road {n} the Amazon is faster than the Vespa." for n in range(4)),
    ]
    found = Engine(retriever=ListRetriever(sentences=sentences)).compare_any(("Volvo Amazon", "Vespa"))
    assert found.objects == ("Amazon", "Vespa")
    assert found.pairs[0].retrieved == 7


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("canon seven d", "canon 7d"),
        ("pentax k five", "pentax k 5"),
        ("xbox three sixty", "xbox 360"),
        ("World War Two", "World War Two"),
        ("catch twenty two", "catch twenty two"),
    ],
)
def test_numbers_are_in_digits_where_a_name_is_known_so_alone(typed: str, name: str) -> None:
    assert as_named(typed, ListRetriever(sentences=SPOKEN)) == name


def test_what_ends_a_name_that_nothing_has_stands_for_it_where_nothing_can_mislead() -> None:
    sentences = [*(f"The saw of Bosch has number {n}." for n in range(20)), "A Makita is here."]
    assert _names(sentences, "Makita", "Bosch saw") == ("Makita", "Bosch")
    assert _names([*sentences, *(f"I saw {n} of them." for n in range(20))], "Makita", "Bosch Saw") == (
        "Makita",
        "Bosch Saw",
    )
    assert _names([*sentences, "Makita is better than Bosch."], "Makita", "Bosch saw") == ("Makita", "Bosch saw")


def test_the_order_of_the_things_changes_no_name() -> None:
    assert _names(BROWSERS, "Google Chrome", "Mozilla Firefox") == ("Chrome", "Firefox")


def test_a_spelling_is_one_that_stands_beside_the_other_thing() -> None:
    retriever = ListRetriever(sentences=[*BROWSERS, *(f"The window {n} is open." for n in range(9))])
    assert [*spellings_beside(("Firefix",), ("Chrome",), retriever)] == [("Firefox",)]
    assert [*spellings_beside(("windw",), ("Chrome",), retriever)] == []


def test_a_spelling_is_no_possessive_where_most_write_the_name_without(tmp_path: Path) -> None:
    sentences = [f"On day {n} the Audi was nicer than a BMW." for n in range(20)]
    sentences += [f"On day {n} the Audi's door was nicer than a BMW." for n in range(3)]
    (tmp_path / "cars.txt").write_text("\n".join(sentences))
    build_index([tmp_path / "cars.txt"], tmp_path / "index")
    with closing(TantivyRetriever(index=tmp_path / "index")) as retriever:
        assert NameFinder(retriever).as_indexed(("audis", "BMW")) == ("Audi", "BMW")


def test_a_spelling_that_texts_have_is_kept_where_no_other_stands_beside_the_other_thing(tmp_path: Path) -> None:
    source = tmp_path / "sentences.txt"
    source.write_text("\n".join([*(f"Mr Vulcan {n} is here." for n in range(30)), "Blender uses Vulkan."]))
    build_index([source], tmp_path / "index")
    with closing(TantivyRetriever(index=tmp_path / "index")) as retriever:
        assert NameFinder(retriever).mended("Vulkan") == "Vulcan"
        assert NameFinder(retriever).as_indexed(("Vulkan", "OpenGL")) == ("Vulkan", "OpenGL")
        assert NameFinder(retriever).as_indexed(("Vulcann", "OpenGL")) == ("Vulcan", "OpenGL")


def test_a_joined_name_is_spelt_apart() -> None:
    sentences = [f"On day {n} we liked Burger King more than McDonald's." for n in range(6)]
    retriever = ListRetriever(sentences=sentences)
    assert [*spellings_beside(("burgerking",), ("McDonald's",), retriever)] == [("Burger King",)]


def test_a_name_may_be_spelt_as_it_sounds() -> None:
    retriever = ListRetriever(sentences=[f"On day {n} the iPhone was nicer than Android." for n in range(6)])
    assert NameFinder(retriever).as_indexed(("ifone", "Android")) == ("iPhone", "Android")


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        (("pytohn", "jaav"), ("Python", "Java")),
        (("Java", "phyton"), ("Java", "Python")),
        (("cannon", "Java"), ("Canon", "Java")),
        (("line", "Java"), ("line", "Java")),
        (("pytohn", "line"), ("pytohn", "line")),
        (("wnid", "lein"), ("wnid", "lein")),
        (("...", "jaav"), ("...", "jaav")),
        (("canoon", "text"), ("cannon", "text")),
        (("Java", "cannon text"), ("Java", "Canon")),
        (("Java", "pytthonn"), ("Java", "Python")),
        (("tekst", "Java"), ("tekst", "Java")),
        (("text", "wynd"), ("text", "wynd")),
        (("text", "lien"), ("text", "lien")),
    ],
)
def test_misspelt_names_are_those_that_attract_each_other(
    typed: tuple[str, str], names: tuple[str, str], tmp_path: Path
) -> None:
    compared = [f"On day {n} {name} was nicer than Java." for n in range(6) for name in ("Python", "Canon")]
    seen = [f"The wind on line {n % 9} is {word}, better than nothing." for n in range(40) for word in ("up", "down")]
    others = [f"This is the {word} number {n}." for n in range(200) for word in ("cannon", "text")]
    posts = tmp_path / "posts.jsonl"
    posts.write_text("\n".join(json.dumps({"id": n, "text": one}) for n, one in enumerate([*compared, *seen, *others])))
    build_index([posts], tmp_path / "index")
    with closing(TantivyRetriever(index=tmp_path / "index")) as retriever:
        assert NameFinder(retriever).as_indexed(typed) == names


def test_what_sounds_the_same_takes_little_where_nobody_compares_what_was_typed(tmp_path: Path) -> None:
    posts = tmp_path / "posts.jsonl"
    texts = [f"McDonalds is better than Burger King on day {n}." for n in range(2)]
    texts += [f"Doctor Macdonalds has seen patient {n}." for n in range(30)]
    texts += [f"The sun is up on day {n}." for n in range(90)]
    posts.write_text("\n".join(json.dumps({"id": n, "text": one}) for n, one in enumerate(texts)))
    build_index([posts], tmp_path / "index")
    with closing(TantivyRetriever(index=tmp_path / "index")) as retriever:
        assert NameFinder(retriever).as_indexed(("macdonalds", "burger king")) == ("McDonalds", "burger king")


def test_only_changed_names_are_told() -> None:
    assert searched_as(["tea", "coffee"], ["tea", "coffee"]) == ""
    assert searched_as(["tea", "coffee"], []) == ""
    assert searched_as(["PSP", "DS"], ["Sony PSP", "DS"]) == "I searched for “PSP” instead of “Sony PSP”."


@pytest.mark.parametrize(
    ("objects", "typed", "told"),
    [
        (["Civic", "Corolla"], ["Civic 2015", "Corolla 2015"], "“Civic” and “Corolla” of any year or version."),
        (["iPhone", "S3"], ["iPhone 5", "Galaxy S3"], "this is on “S3” and “iPhone” of any year"),
    ],
)
def test_years_and_versions_that_were_left_out_are_told(objects: list[str], typed: list[str], told: str) -> None:
    assert told in without_version(objects, typed)


@pytest.mark.parametrize("typed", [["Sony PSP", "PS3"], ["PSP", "PlayStation 3"], []])
def test_no_version_is_missed_in_other_names(typed: list[str]) -> None:
    assert without_version(["PSP", "PlayStation 3"], typed) == ""


def test_an_answer_begins_with_the_years_that_it_is_not_on() -> None:
    sentences = [f"On day {n} the Civic was better than the Corolla." for n in range(9)]
    answer = Engine(retriever=ListRetriever(sentences=sentences)).ask("Is the Civic 2015 better than the Corolla 2015?")
    assert answer.text.startswith(
        "Too little of what I have read compares “Civic 2015” and “Corolla 2015”: "
        "this is on “Civic” and “Corolla” of any year or version. "
    )
    assert isinstance(answer.blocks[0], Paragraph)
    assert answer.blocks[0].role is Role.HEADLINE


def test_an_answer_says_under_which_names_it_searched() -> None:
    engine = Engine(retriever=ListRetriever(sentences=BROWSERS))
    answer = engine.ask("Is Mozilla Firefox better than Google Chrome?")
    assert answer.comparison is not None
    assert answer.comparison.objects == ("Firefox", "Chrome")
    assert answer.comparison.typed == ("Mozilla Firefox", "Google Chrome")
    assert "I searched for “Firefox” and “Chrome” instead of “Mozilla Firefox” and “Google Chrome”." in answer.text


def test_names_may_be_taken_as_they_were_typed() -> None:
    config = load_config(overrides={"retrieval": {"as_indexed": False}})
    found = Engine(config, retriever=ListRetriever(sentences=BROWSERS)).compare_any(("Mozilla Firefox", "Chrome"))
    assert found.objects == ("Mozilla Firefox", "Chrome")


def test_things_of_one_class_are_compared_where_one_is_named_in_short() -> None:
    engine = Engine(retriever=ListRetriever(sentences=[*WINES, "My red car is nicer than a white one."]))
    found = engine.compare_any(("red wine", "white wine"))
    assert found.objects == ("red wine", "white wine")
    assert not found.typed
    assert found.retrieved == len(WINES)  # type: ignore[union-attr]


def test_several_things_are_searched_for_under_one_name_each() -> None:
    sentences = [*BROWSERS, *(f"Opera beats Chrome and is better than Firefox on disk {n}." for n in range(6))]
    engine = Engine(retriever=ListRetriever(sentences=sentences))
    found = engine.compare_any(("Mozilla Firefox", "Google Chrome", "Opera"))
    assert found.objects == ("Firefox", "Chrome", "Opera")
    assert found.typed == ("Mozilla Firefox", "Google Chrome", "Opera")
    assert all(not one.typed for one in found.comparisons)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("an ordinary Nikon", "Nikon"),
        ("the Canon one", "the Canon"),
        ("plain black cup", "black cup"),
        ("red Nikon", "red Nikon"),
        ("ordinary", "ordinary"),
    ],
)
def test_a_name_goes_without_what_nothing_has_it_with(typed: str, name: str) -> None:
    assert as_named(typed, ListRetriever(sentences=[*CAMERAS, *TEAS, "I sold the Canon."])) == name


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("web developement", "web development"),
        ("for a freind of mine", "for a friend of mine"),
        ("developer", "developer"),
        ("Developement", "Developement"),
        ("codecs", "codecs"),
        ("reheating pizza", "reheating pizza"),
        ("reheat and repair", "reheat and repair"),
        ("the fitter one", "the fitter one"),
    ],
)
def test_what_matters_is_spelt_as_most_spell_it(typed: str, meant: str) -> None:
    common = "The development is a friend of many, repeating codes: repeat the filter."
    sentences = [*[common] * 60, "My developement has a freind."]
    assert NameFinder(ListRetriever(sentences=sentences)).well_spelt(typed) == meant


@pytest.mark.parametrize(
    ("names", "noun", "called"),
    [(("Dell", "HP"), "laptop", True), (("wood", "plastic"), "board", False), (("white", "red"), "wine", False)],
)
def test_only_names_of_a_kind_say_what_their_noun_says(names: Sequence[str], noun: str, called: bool) -> None:
    assert NameFinder(ListRetriever(sentences=BROWSERS)).are_called(names, noun) is called


BOARDS = [
    "Wood is better than plastic for cutting boards.",
    "I find wood safer than plastic, above all for boards.",
    "For boards, wood is nicer than plastic.",
    "Wood lasts longer than plastic, if the boards are oiled.",
]
LAPTOPS = [
    "Dell is better than HP.",
    "I find Dell faster than HP.",
    "A Dell is nicer than an HP any day.",
    "Dell lasts longer than HP.",
]


@pytest.mark.parametrize(
    ("texts", "typed", "objects"),
    [
        (BOARDS, ("wood boards", "plastic boards"), ("wood", "plastic")),
        (LAPTOPS, ("Dell laptops", "HP laptops"), ("Dell", "HP")),
        (
            [*BOARDS[1:2], *BOARDS[2:], "Wood is better than plastic."],
            ("wood spoons", "plastic spoons"),
            ("wood", "plastic"),
        ),
    ],
)
def test_things_of_a_noun_are_compared_without_it(
    texts: list[str], typed: tuple[str, str], objects: tuple[str, str]
) -> None:
    engine = Engine(load_config(environ={}), retriever=ListRetriever(sentences=texts))
    found = engine.ask(f"Are {typed[0]} better than {typed[1]}?").comparison
    assert found is not None
    assert (found.objects, found.typed, found.verdict.winner) == (objects, typed, objects[0])


SLEDS = [
    "A wooden sled is better than a plastic sled.",
    "I like a plastic sled less than a wooden sled.",
    "My wooden sled is nicer than any plastic sled.",
]


@pytest.mark.parametrize(
    ("texts", "objects"),
    [
        (["Wooden is cheaper than plastic.", "For me wooden was cheaper than plastic."], ("wooden", "plastic")),
        (
            [
                "A wooden sled is cheaper than a plastic sled.",
                "Wooden is cheaper than plastic.",
                "For me wooden was cheaper than plastic.",
            ],
            ("wooden", "plastic"),
        ),
        (
            [f"A wooden spoon {n} is cheaper than a plastic fork, a knife or a {n} bowl." for n in "abcdefghijklmnop"],
            ("wooden sled", "plastic sled"),
        ),
        ([], ("wooden sled", "plastic sled")),
    ],
)
def test_what_was_asked_is_looked_for_without_the_noun_of_which_two_things_are_mostly_said(
    texts: list[str], objects: tuple[str, str]
) -> None:
    engine = Engine(load_config(environ={}), retriever=ListRetriever(sentences=[*SLEDS, *texts]))
    found = engine.ask("Which is cheaper, a wooden sled or a plastic sled?").comparison
    assert found is not None
    assert found.objects == objects


def test_where_too_few_compare_things_of_a_noun_what_is_said_without_it_counts_for_a_use_too() -> None:
    texts = ["A wood spoon is nicer than a plastic spoon.", *BOARDS, "Wood is better than plastic."]
    engine = Engine(load_config(environ={}), retriever=ListRetriever(sentences=texts))
    found = engine.ask("Is a wood spoon or a plastic spoon better for a picnic?").comparison
    assert found is not None
    assert (found.objects, found.asked.use) == (("wood", "plastic"), "for a picnic")


@pytest.mark.parametrize(
    ("texts", "typed"),
    [
        (["Grey wool is better than beige wool."] * 4, ("grey doors", "beige doors")),
        (["I like Norwegian songs better than Russian songs."] * 4, ("Norwegian cheese", "Russian cheese")),
    ],
)
def test_what_is_said_of_another_noun_is_no_evidence(texts: list[str], typed: tuple[str, str]) -> None:
    sentences = [f"{text[:-1]} on day {day}." for day, text in enumerate(texts)]
    engine = Engine(load_config(environ={}), retriever=ListRetriever(sentences=sentences))
    found = engine.compare_any(typed)
    assert (found.objects, found.pairs[0].arguments) == (typed, ())


@pytest.mark.parametrize(
    ("name", "names", "meant"),
    [
        ("wood boards", ("wood", "plastic"), "wood"),
        ("plastic board", ("wood", "plastic"), "plastic"),
        ("wood spoons", ("wood", "plastic"), "wood spoons"),  # what is said of spoons is of something else
        ("steel boards", ("wood", "plastic"), "steel boards"),
        ("boards", ("wood", "plastic"), "boards"),
        ("wood boards", (), "wood boards"),
    ],
)
def test_a_thing_with_the_noun_that_all_things_mostly_have_is_the_thing(
    name: str, names: Sequence[str], meant: str
) -> None:
    assert NameFinder(ListRetriever(sentences=BOARDS)).of_these(name, names) == meant


@pytest.mark.parametrize(
    ("names", "noun", "alone"),
    [
        (("wood", "plastic"), "boards", True),
        (("grey", "beige"), "boards", False),
        (("Norwegian", "Japanese"), "boards", False),
        (("red", "white"), "wine", True),
    ],
)
def test_adjectives_stand_alone_where_they_are_mostly_said_of_a_noun(
    names: Sequence[str], noun: str, alone: bool
) -> None:
    assert NameFinder(ListRetriever(sentences=[*BOARDS, *WINES])).stand_alone(names, noun) is alone


@pytest.mark.parametrize(
    ("name", "texts", "found"),
    [
        ("gamescript", ["A script is long.", "My script is old."], ""),
        ("gamescrypt", ["A gamescript is long.", "My gamescript is old."], "gamescript"),
        ("skript", ["A script is long.", "My script is old."], "script"),
        ("kia isu", ["A kia is long.", "My kia is old."], ""),
    ],
)
def test_the_end_of_a_name_or_a_verb_behind_it_is_no_spelling_of_it(name: str, texts: list[str], found: str) -> None:
    assert nearest(name, texts, alike=0.7, least=2) == found
