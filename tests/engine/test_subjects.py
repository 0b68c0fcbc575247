"""What a question compares is set right by what the index knows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine.retrieval.in_memory import ListRetriever
from engine.subjects import set_right
from engine.text.graded import grade
from engine.types import Asked, AskedKind, Form, Kind, Label, ParsedText, Span
from nlu_models.question.parser import LearnedQuestionParser
from nlu_models.training.rules.parser import RuleQuestionParser

SYSTEMS = [
    *(f"On machine {n} Linux is better than Windows." for n in range(4)),
    *(f"I need machine {n} for gaming." for n in range(20)),
    *(f"The Windows Phone number {n} is out." for n in range(3)),
    *(f"The windows update number {n} is out." for n in range(20)),
    *(f"My copy of Windows is Vista {n}." for n in range(4)),
]
ANIMALS = [
    *(f"Is a cat or dog better, asked owner {n}." for n in range(4)),
    *(f"Dog or rabbit, asked owner {n}." for n in range(4)),
    *(f"The pet of owner {n} is a cat." for n in range(4)),
]
BROWSERS = [
    *(f"On disk {n} Firefox is better than Chrome or Opera." for n in range(5)),
    *(f"Is it Firefox or Chrome, asked user {n}." for n in range(5)),
    *(f"Firefox and Brave are better in test {n}." for n in range(3)),
    *(f"Burger King is better than Opera {n}." for n in range(5)),
]
JUICES = [
    *(f"Apple and orange {n} are fruit, asked a friend." for n in range(4)),
    *(f"The new phone of Apple has number {n}." for n in range(40)),
    *(f"I drink apple juice on day {n}." for n in range(6)),
    *(f"Is Apple or Dell better, asked user {n}." for n in range(4)),
    *(f"The Apple laptop of owner {n} is new." for n in range(6)),
]
SWIFTS = [f"Code in Swift is shorter than in Objective C, wrote coder {n}." for n in range(9)]
EARS = [
    *(f"I wear in-ear headphones on day {n}." for n in range(4)),
    *(f"I wear over ear headphones on day {n}." for n in range(4)),
    *(f"The car of owner {n} is new." for n in range(90)),
]
BOXES = [
    *(f"The sky box number {n} is empty." for n in range(6)),
    *(f"My files are in the Blue Box of day {n}." for n in range(6)),
]
BIKES = [
    *(f"I ride a road bike on day {n}." for n in range(4)),
    *(f"I ride a mountain bike on day {n}." for n in range(4)),
    *(f"The car of owner {n} is new." for n in range(90)),
]
CHIPS = [
    *(f"Intel makes number {n}." for n in range(4)),
    *(f"AMD makes number {n}." for n in range(4)),
    *(f"An old processor of owner {n} is slow." for n in range(20)),
    *(f"I saw that Intel and AMD sell number {n}." for n in range(4)),
]
DRINKS = [
    *(f"I like coffee or energy drinks on day {n}." for n in range(3)),
    *(f"They have coffee drinks and sports drinks in shop {n}." for n in range(3)),
    *(f"The car of owner {n} is new." for n in range(90)),
]
SOCKS = [
    *(f"I wear wool socks on day {n}." for n in range(4)),
    *(f"I wear cotton on day {n}." for n in range(4)),
    *(f"The car of owner {n} is new." for n in range(90)),
]
BOTTLES = [
    *(f"I fill water bottles on day {n}." for n in range(9)),
    *(f"The car of owner {n} is new." for n in range(90)),
]
TOOLS = [
    *(f"I have a cutting board and a frying pan in kitchen {n}." for n in range(9)),
    *(f"I have a wood cutting board and a clay frying pan in kitchen {n}." for n in range(3)),
    *(f"I have cast iron in kitchen {n}." for n in range(9)),
    *(f"I have a steel pan and a cast iron pan in kitchen {n}." for n in range(4)),
    *(f"The car of owner {n} is new." for n in range(90)),
]
KNIVES = [
    *(f"The Japanese cook number {n} likes German cars." for n in range(30)),
    *(f"The American cook number {n} has a knife." for n in range(30)),
]
TABLETS = [f"I have an Amazon Kindle and an Apple iPad with number {n}." for n in range(4)]
KNIVES = [
    *(f"The Japanese cook number {n} likes German cars." for n in range(30)),
    *(f"The American cook number {n} has a knife." for n in range(30)),
]
TABLETS = [f"I have an Amazon Kindle and an Apple iPad with number {n}." for n in range(4)]
POWERS = [
    *(f"House {n} is run on solar power." for n in range(20)),
    *(f"House {n} is run on wind power." for n in range(3)),
    *(f"In the land of house {n} solar is cheaper than wind." for n in range(4)),
    *(f"The speed of wind {n} was high." for n in range(40)),
    *(f"We drive electric vans on day {n}." for n in range(20)),
    *(f"We have gas on day {n}." for n in range(20)),
]
DATABASES = [
    *(f"Is MySQL or MongoDB better, asked user {n}." for n in range(6)),
    *(f"In shop {n} all databases are MySQL." for n in range(6)),
]
SPEED = Asked(AskedKind.PROPERTY, "speed", words="speed")


READING = Asked(AskedKind.USE, use="for reading")


class AskedReader(RuleQuestionParser):
    """Knows one property and one use."""

    def parse(self, text: str, *, form: Form = Form.QUESTION) -> ParsedText:
        parsed = super().parse(text, form=form)
        asked = {
            "Linux vs Windows in terms of speed": SPEED,
            "which is better for reading, Apple iPad or Amazon?": READING,
        }
        return replace(parsed, asked=asked.get(text, parsed.asked))


def _read(text: str, *objects: str) -> ParsedText:
    """Return a question as a reader without an index has it."""
    places = [(text.index(name), name) for name in objects]
    spans = tuple(Span(start, start + len(name), name, Label.OBJECT) for start, name in places)
    return ParsedText(text, True, 1.0, Kind.DIRECT, spans, objects)


def _set_right(question: ParsedText, sentences: Sequence[str]) -> ParsedText:
    return set_right(question, ListRetriever(sentences=sentences), RuleQuestionParser())


@pytest.mark.parametrize(
    ("objects", "names", "aspects"),
    [
        (("Linux", "Windows speed"), ("Linux", "Windows"), ("speed",)),
        (("Linux", "windows gaming"), ("Linux", "windows"), ("gaming",)),
        (("windows gaming", "Linux"), ("windows", "Linux"), ("gaming",)),
        (("Linux gaming", "windows gaming"), ("Linux", "windows"), ("gaming",)),
        (("Linux", "Windows Phone"), ("Linux", "Windows Phone"), ()),
        (("Linux", "windows update"), ("Linux", "windows update"), ()),
        (("tea", "Windows speed"), ("tea", "Windows speed"), ()),
        (("Linux", "Windows wallpaper"), ("Linux", "Windows"), ("wallpaper",)),
        (("Linux", "Windows login screen"), ("Linux", "Windows"), ("login screen",)),
        (("tea", "Windows wallpaper"), ("tea", "Windows wallpaper"), ()),
        (("Linux", "Windows Vista"), ("Linux", "Windows Vista"), ()),
    ],
)
def test_a_property_or_use_behind_a_name_is_what_matters(
    objects: tuple[str, str], names: tuple[str, str], aspects: tuple[str, ...]
) -> None:
    found = _set_right(_read(" vs ".join(objects), *objects), SYSTEMS)
    assert (found.objects, found.aspects) == (names, aspects)


@pytest.mark.parametrize(
    ("second", "name"),
    [("Android phone", "Android"), ("Android Phone", "Android Phone")],
)
def test_a_noun_that_says_what_both_are_is_no_part_of_the_last_name(second: str, name: str) -> None:
    compared = [
        f"I find that the iPhone is {how} than Android." for how in ("better", "faster", "dearer", "safer", "nicer")
    ]
    phones = ["My old Android phone was fine.", "An Android phone lay on the desk.", "He sells an Android phone."]
    found = _set_right(_read(f"iPhone or {second}", "iPhone", second), [*compared, *phones])
    assert found.objects == ("iPhone", name)


@pytest.mark.parametrize(
    ("second", "name", "use"),
    [
        ("riding in Norway", "riding", "in Norway"),
        ("riding in winter", "riding", "in winter"),
        ("sleeping in a tent", "sleeping in a tent", ""),
    ],
)
def test_a_place_behind_what_is_done_limits_both(second: str, name: str, use: str) -> None:
    sentences = ["I like Norway.", "We slept in a tent.", "Norway is cold."]
    found = _set_right(_read(f"buses or {second}", "buses", second), sentences)
    assert (found.objects, found.asked.use) == (("buses", name), use)


@pytest.mark.parametrize("typed", [("renting", "buying a house"), ("rent", "buy"), ("rent a flat", "buy a flat")])
def test_two_things_that_one_does_have_the_form_in_which_they_are_compared_most(typed: tuple[str, str]) -> None:
    sentences = ["It is cheaper to rent than to buy.", "Better rent than buy.", "Renting is nicer than buying."]
    assert _set_right(_read(" or ".join(typed), *typed), sentences).objects == ("rent", "buy")


def test_what_brands_are_compared_for_stands_between_them_and_a_use() -> None:
    question = replace(_read("Intel or AMD processor for work", "Intel", "AMD processor"), aspects=("work",))
    question = replace(question, asked=Asked(AskedKind.USE, use="for work"))
    found = _set_right(question, CHIPS)
    assert (found.objects, found.aspects, found.asked) == (("Intel", "AMD"), ("work",), question.asked)


def test_a_use_begins_behind_the_noun_of_the_names() -> None:
    question = replace(_read("Apple iPad or Amazon Kindle for reading", "Apple iPad", "Amazon"), aspects=("reading",))
    question = replace(question, asked=Asked(AskedKind.USE, use="Kindle for reading"))
    found = set_right(question, ListRetriever(sentences=TABLETS), AskedReader())
    assert (found.objects, found.asked) == (("Apple iPad", "Amazon Kindle"), READING)


@pytest.mark.parametrize(
    ("text", "objects", "aspects", "things"),
    [
        ("Vibrams or normal running shoes", ("Vibrams", "normal"), (), ("Vibrams", "running shoes")),
        ("a mouse or a Nikon D seven hundred", ("mouse", "Nikon D"), ("seven hundred",), ("mouse", "Nikon D700")),
    ],
)
def test_a_name_is_taken_whole(
    text: str, objects: tuple[str, ...], aspects: tuple[str, ...], things: tuple[str, ...]
) -> None:
    spans = _read(text, objects[0], text.partition(f"{objects[0]} or ")[2].removeprefix("a ")).spans
    question = replace(_read(text, *objects), spans=spans, aspects=aspects)
    found = _set_right(question, ["My Nikon D700 is red.", "I have running shoes."])
    assert (found.objects, found.aspects) == (things, ())


@pytest.mark.parametrize(
    ("text", "objects", "things"),
    [
        ("iron or vitamin c", ("iron", "vitamin"), ("iron", "vitamin c")),
        ("is vitamin c better than iron?", ("vitamin", "iron"), ("vitamin c", "iron")),
        ("iron or vitamin x", ("iron", "vitamin"), ("iron", "vitamin")),
        ("vitamin c is it, or iron", ("vitamin", "iron"), ("vitamin", "iron")),
    ],
)
def test_a_name_has_the_letter_that_texts_end_it_with(
    text: str, objects: tuple[str, ...], things: tuple[str, ...]
) -> None:
    found = _set_right(_read(text, *objects), [f"On day {n} I take vitamin C and not iron." for n in range(4)])
    assert found.objects == things


@pytest.mark.parametrize(
    ("text", "objects", "things"),
    [
        ("Is the Volvo Amber better than the Saab Viggen?", ("Volvo", "Saab"), ("Volvo Amber", "Saab Viggen")),
        ("Volvo Amber or Saab Viggen?", ("Volvo Amber", "Saab"), ("Volvo Amber", "Saab Viggen")),
        ("Which is safer, a Saab or a Volvo Amber Cross?", ("Saab", "Volvo"), ("Saab", "Volvo Amber Cross")),
        ("Is Saab better than Volvo Amber's maker?", ("Saab", "Volvo"), ("Saab", "Volvo")),
        ("is the volvo bolt better than the saab", ("volvo", "saab"), ("volvo bolt", "saab")),
        ("is the volvo tv better than the saab", ("volvo", "saab"), ("volvo", "saab")),
        ("is the volvo amber better than the saab", ("volvo", "saab"), ("volvo", "saab")),
        ("Is The Volvo Amber Better Than The Saab Viggen?", ("Volvo", "Saab"), ("Volvo", "Saab")),
        ("IS THE VOLVO AMBER BETTER THAN THE SAAB?", ("VOLVO", "SAAB"), ("VOLVO", "SAAB")),
    ],
)
def test_a_name_has_the_words_with_capitals_behind_it(
    text: str, objects: tuple[str, ...], things: tuple[str, ...]
) -> None:
    models = [f"Owner {n} has a Volvo Bolt, a Volvo TV and a Saab." for n in range(4)]
    assert _set_right(_read(text, *objects), models).objects == things


def test_a_word_of_a_name_is_no_property() -> None:
    text = "Is the Volvo Fit better than the Saab Viggen?"
    read = LearnedQuestionParser().parse(text)
    found = set_right(read, ListRetriever(sentences=[]), LearnedQuestionParser())
    assert (found.objects, found.asked.kind) == (("Volvo Fit", "Saab Viggen"), AskedKind.OVERALL)


@pytest.mark.parametrize(
    ("text", "objects", "things"),
    [
        ("Is the Canon Camera better than the Nikon?", ("Canon Camera", "Nikon"), ("Canon", "Nikon")),
        ("Is the Canon Soul better than the Nikon?", ("Canon Soul", "Nikon"), ("Canon Soul", "Nikon")),
        ("is the Canon soul better than the Nikon?", ("Canon soul", "Nikon"), ("Canon", "Nikon")),
    ],
)
def test_what_has_a_capital_behind_a_brand_is_no_class(
    text: str, objects: tuple[str, ...], things: tuple[str, ...]
) -> None:
    souls = [f"On day {n} I saw a soul and more souls." for n in range(30)]
    beside = [f"A Nikon {n} or a Canon." for n in range(40)]
    assert _set_right(_read(text, *objects), [*CAMERAS, *souls, *beside]).objects == things


def test_what_matters_is_asked_for_and_marked() -> None:
    question = _read("Linux vs Windows speed", "Linux", "Windows speed")
    found = set_right(question, ListRetriever(sentences=SYSTEMS), AskedReader())
    assert [span.text for span in found.spans] == ["Linux", "Windows", "speed"]
    assert found.asked == SPEED


@pytest.mark.parametrize(
    ("text", "objects", "things"),
    [
        ("Firefox Chrome or Opera", ("Firefox Chrome", "Opera"), ("Firefox", "Chrome", "Opera")),
        ("Firefox Brave or Opera", ("Firefox Brave", "Opera"), ("Firefox", "Brave", "Opera")),
        ("Burger King or Opera", ("Burger King", "Opera"), ("Burger King", "Opera")),
    ],
)
def test_words_that_are_compared_and_never_written_as_one_are_two_names(
    text: str, objects: tuple[str, ...], things: tuple[str, ...]
) -> None:
    found = _set_right(_read(text, *objects), BROWSERS)
    assert found.objects == things
    assert [span.text for span in found.spans] == [*things]


@pytest.mark.parametrize(
    ("lines", "text", "objects", "things"),
    [
        (BIKES, "road or mountain bike", ("road", "mountain bike"), ("road bike", "mountain bike")),
        (
            BIKES,
            "Is a mountain bike better than a road one?",
            ("mountain bike", "road one"),
            ("mountain bike", "road bike"),
        ),
        (BIKES, "road or mountain bike?", ("road", "mountain"), ("road bike", "mountain bike")),
        (BIKES, "car or mountain bike", ("car", "mountain bike"), ("car", "mountain bike")),
        (BIKES, "road or mountain bike, asks a boy", ("road", "mountain"), ("road bike", "mountain bike")),
        (
            TOOLS,
            "a wood or a bamboo cutting board",
            ("wood", "bamboo cutting board"),
            ("wood cutting board", "bamboo cutting board"),
        ),
        (TOOLS, "a steel or a cast iron pan", ("steel", "cast iron pan"), ("steel pan", "cast iron pan")),
        (POWERS, "solar or wind power", ("solar", "wind power"), ("solar power", "wind power")),
        (POWERS, "solar power or wind power", ("solar power", "wind power"), ("solar power", "wind power")),
        (POWERS, "solar or wind speed", ("solar", "wind speed"), ("solar", "wind")),
        (POWERS, "electric or gas vans?", ("electric", "gas"), ("electric vans", "gas vans")),
        (POWERS, "gas or wind vans?", ("gas", "wind"), ("gas", "wind")),
        (BIKES, "road or mountain please", ("road", "mountain"), ("road", "mountain")),
        ([*BIKES, "It is red."], "red or mountain bike", ("red", "mountain bike"), ("red", "mountain bike")),
        (JUICES, "apple or orange juice", ("apple", "orange juice"), ("apple juice", "orange juice")),
        (KNIVES, "Japanese or German knives", ("Japanese", "German"), ("Japanese knives", "German knives")),
        (KNIVES, "American or German knives", ("American", "German knives"), ("American knives", "German knives")),
        (KNIVES, "cook or German knives", ("cook", "German knives"), ("cook", "German knives")),
        (KNIVES, "Japanese or German knives", ("Japanese", "German"), ("Japanese knives", "German knives")),
        (KNIVES, "American or German knives", ("American", "German knives"), ("American knives", "German knives")),
        (KNIVES, "cook or German knives", ("cook", "German knives"), ("cook", "German knives")),
        (SWIFTS, "Swift or Objective C", ("Swift", "Objective C"), ("Swift", "Objective C")),
        (BOXES, "sky or Blue Box", ("sky", "Blue Box"), ("sky", "Blue Box")),
        (JUICES, "apple or dell laptop", ("apple", "dell laptop"), ("apple", "dell laptop")),
    ],
)
def test_a_name_is_completed_by_the_word_that_another_one_ends_with(
    lines: list[str], text: str, objects: tuple[str, ...], things: tuple[str, ...]
) -> None:
    assert _set_right(_read(text, *objects), lines).objects == things


def test_a_preposition_may_begin_the_name_of_a_thing() -> None:
    found = _set_right(_read("in ear or over ear headphones", "in ear", "over ear headphones"), EARS)
    assert found.objects == ("in ear headphones", "over ear headphones")
    assert found.spans[0].text == "in ear"
    assert _set_right(_read("in Berlin or Rome hotels", "in Berlin", "Rome hotels"), EARS).objects[0] == "Berlin"


@pytest.mark.parametrize(
    ("text", "objects", "things"),
    [
        ("road or mountain bike for work?", ("road", "mountain"), ("road bike", "mountain bike")),
        ("red or green scarf for work", ("red", "green"), ("red scarf", "green scarf")),
        ("red or green for work", ("red", "green"), ("red", "green")),
        ("car or riding for work", ("car", "riding for work"), ("car", "riding for work")),
    ],
)
def test_a_use_may_stand_behind_the_word_that_completes_names(
    text: str, objects: tuple[str, ...], things: tuple[str, ...]
) -> None:
    question = replace(_read(text, *objects), asked=Asked(AskedKind.USE, use="for work"))
    assert _set_right(question, BIKES).objects == things


@pytest.mark.parametrize(
    ("text", "objects", "things"),
    [
        ("mountain bike or car", ("mountain", "bike", "car"), ("mountain bike", "car")),
        ("car or mountain bike", ("car", "mountain", "bike"), ("car", "mountain bike")),
        ("car, mountain or bike", ("car", "mountain", "bike"), ("car", "mountain", "bike")),
    ],
)
def test_words_with_nothing_between_are_one_name(text: str, objects: tuple[str, ...], things: tuple[str, ...]) -> None:
    found = _set_right(_read(text, *objects), BIKES)
    assert found.objects == tuple(span.text for span in found.spans) == things


def test_a_name_ends_before_the_place_that_limits_what_is_asked() -> None:
    question = replace(
        _read("uber or taxi in Berlin", "uber", "taxi in Berlin"), asked=Asked(AskedKind.USE, use="in Berlin")
    )
    found = _set_right(question, SYSTEMS)
    assert found.objects == ("uber", "taxi")
    assert [span.text for span in found.spans] == ["uber", "taxi"]


@pytest.mark.parametrize(
    ("text", "objects", "things"),
    [
        ("I want a pet, cat or dog", ("pet", "cat", "dog"), ("cat", "dog")),
        ("pet: is a cat better than a dog", ("pet", "cat", "dog"), ("cat", "dog")),
        ("pet, cat or dog", ("pet", "cat", "dog"), ("pet", "cat", "dog")),
        ("I want a rabbit, cat or dog", ("rabbit", "cat", "dog"), ("rabbit", "cat", "dog")),
        ("I want a pet, a cat or a dog", ("pet", "cat", "dog"), ("pet", "cat", "dog")),
    ],
)
def test_a_class_before_its_things_is_none_of_them(
    text: str, objects: tuple[str, ...], things: tuple[str, ...]
) -> None:
    assert _set_right(_read(text, *objects), ANIMALS).objects == things


@pytest.mark.parametrize(
    ("text", "objects", "things", "use"),
    [
        ("beer or wine with pizza?", ("beer", "wine", "pizza"), ("beer", "wine"), "with pizza"),
        ("What is better with a pizza, beer or wine?", ("pizza", "beer", "wine"), ("beer", "wine"), "with pizza"),
        ("Should I go with beer, wine or cider?", ("beer", "wine", "cider"), ("beer", "wine", "cider"), ""),
    ],
)
def test_what_two_things_are_had_with_is_no_third_one(
    text: str, objects: tuple[str, ...], things: tuple[str, ...], use: str
) -> None:
    found = _set_right(_read(text, *objects), ANIMALS)
    assert (found.objects, found.asked.use) == (things, use)
    assert [span.text for span in found.spans if span.label is Label.ASPECT] == ["pizza"] * bool(use)


@pytest.mark.parametrize(
    ("sentences", "text", "objects", "things", "aspects"),
    [
        (CHIPS, "Intel or AMD processor", ("Intel", "AMD processor"), ("Intel", "AMD"), ("processor",)),
        (CHIPS, "an Intel or AMD processor", ("Intel", "AMD"), ("Intel", "AMD"), ("processor",)),
        (CHIPS, "Intel or AMD processors", ("Intel", "AMD processors"), ("Intel", "AMD"), ("processors",)),
        (DRINKS, "coffee or energy drinks", ("coffee", "energy drinks"), ("coffee", "energy drinks"), ()),
        (SOCKS, "cotton or wool socks", ("cotton", "wool"), ("cotton", "wool"), ("socks",)),
        (BIKES, "a road bike or a mountain one", ("road bike", "mountain one"), ("road bike", "mountain bike"), ()),
        (BIKES, "Xbox One or bike", ("Xbox One", "bike"), ("Xbox One", "bike"), ()),
        (SOCKS, "cotton or real wool", ("cotton", "real wool"), ("cotton", "wool"), ()),
        (BOTTLES, "glass or plastic water bottles", ("glass", "plastic"), ("glass", "plastic"), ("water bottles",)),
        (
            BOTTLES,
            "glass or plastic water bottles",
            ("glass", "plastic water"),
            ("glass", "plastic"),
            ("water bottles",),
        ),
        (BOTTLES, "glass or plastic soup bottles", ("glass", "plastic"), ("glass", "plastic"), ()),
    ],
)
def test_a_noun_that_is_said_once_is_of_both_names_or_what_they_are_compared_for(
    sentences: Sequence[str], text: str, objects: tuple[str, ...], things: tuple[str, ...], aspects: tuple[str, ...]
) -> None:
    found = _set_right(_read(text, *objects), sentences)
    assert (found.objects, found.aspects) == (things, aspects)


VANS = [
    *(f"On road {n} a Lada is faster than a Skoda." for n in range(6)),
    *(f"The new model of Lada has number {n}." for n in range(30)),
    *(f"The new model of Skoda has number {n}." for n in range(30)),
    *(f"The price of vans rose in year {n}." for n in range(20)),
    *(f"In year {n} MPVs were rare, but a MPV was dear." for n in range(20)),
    *(f"The owner of a Skoda Roomster wrote letter {n}." for n in range(20)),
]
PANELS = [
    *(f"A clay slab is harder than brick {n}." for n in range(6)),
    *(f"We saw a brick wall in street {n}." for n in range(5)),
    *(f"The wall of house {n} is high." for n in range(20)),
]
SPORTS = [
    *(f"Golf is slower than chess in club {n}." for n in range(6)),
    *(f"They like sports such as golf and chess in club {n}." for n in range(4)),
    *(f"This sport has rule {n}." for n in range(20)),
]


@pytest.mark.parametrize(
    ("sentences", "text", "things", "aspects"),
    [
        (VANS, "Lada or Skoda van", ("Lada", "Skoda"), ("vans",)),
        (VANS, "Lada or Skoda mpv", ("Lada", "Skoda"), ("MPVs",)),
        (VANS, "Lada or Skoda roomster", ("Lada", "Skoda roomster"), ()),
        (PANELS, "clay slab or brick wall", ("clay slab", "brick"), ("wall",)),
        (SPORTS, "golf or chess sport", ("golf", "chess"), ()),
    ],
)
def test_a_noun_behind_the_last_name_is_what_both_are_compared_in(
    sentences: Sequence[str], text: str, things: tuple[str, ...], aspects: tuple[str, ...]
) -> None:
    found = _set_right(_read(text, *text.split(" or ")), sentences)
    assert (found.objects, found.aspects) == (things, aspects)


@pytest.mark.parametrize(
    "text", ["databases: MySQL or MongoDB", "databases, MySQL or MongoDB", "what about databases so MySQL or MongoDB"]
)
def test_a_heading_is_not_compared(text: str) -> None:
    found = _set_right(_read(text, "databases", "MySQL", "MongoDB"), DATABASES)
    assert found.objects == ("MySQL", "MongoDB")


@pytest.mark.parametrize(
    ("text", "objects", "things"),
    [
        ("tea or drinks like cola", ("tea", "drinks", "cola"), ("tea", "drinks like cola")),
        ("drinks such as the cola or tea", ("drinks", "cola", "tea"), ("drinks such as the cola", "tea")),
        ("is tea like cola", ("tea", "cola"), ("tea", "cola")),
    ],
)
def test_an_example_is_one_with_its_class(text: str, objects: tuple[str, ...], things: tuple[str, ...]) -> None:
    assert _set_right(_read(text, *objects), ANIMALS).objects == things


CAMERAS = [
    *(f"In test {n} the Canon was better than the Nikon." for n in range(4)),
    *(f"The zoom of camera {n} is slow." for n in range(20)),
    *(f"The battery of camera {n} is flat." for n in range(20)),
    *(f"On trail {n} a road bike is better than a mountain bike." for n in range(4)),
]


@pytest.mark.parametrize(
    ("objects", "words", "named", "sought"),
    [
        (("Canon zoom", "Nikon zoom"), "faster", ("Canon", "Nikon"), ("faster zoom", "faster zoom")),
        (("Canon's zoom", "Nikon"), "faster", ("Canon", "Nikon"), ("faster zoom", "faster zoom")),
        (("Canon's camera", "Nikon's"), "faster", ("Canon", "Nikon"), ("faster camera", "faster camera")),
        (("Canon", "Nikon battery"), "last longer", ("Canon", "Nikon"), ("battery life", "better battery life")),
        (("road bike", "mountain bike"), "faster", ("road bike", "mountain bike"), ("speed", "faster")),
        (("Canon camera", "Nikon camera"), "faster", ("Canon camera", "Nikon camera"), ("speed", "faster")),
    ],
)
def test_a_property_of_parts_is_one_of_the_things(
    objects: tuple[str, str], words: str, named: tuple[str, str], sought: tuple[str, str]
) -> None:
    asked = Asked(AskedKind.PROPERTY, grade(words).dimension, "more", words)
    text = f"is {objects[0]} {words} than {objects[1]}"
    question = ParsedText(text, True, 1.0, Kind.YES_NO, objects=objects, asked=asked)
    found = set_right(question, ListRetriever(sentences=CAMERAS), RuleQuestionParser())
    assert (found.objects, (found.asked.dimension, found.asked.words)) == (named, sought)


@pytest.mark.parametrize(
    ("part", "words", "sought"),
    [
        ("zoom", "slower", ("slower zoom", "slower zoom")),
        ("zoom", "zoom slower", ("slower zoom", "slower zoom")),
        ("battery", "lasting longer", ("battery life", "better battery life")),
        ("performance", "faster", ("speed", "better speed")),
    ],
)
def test_a_property_is_of_the_part_that_is_said_to_be_of_a_thing(
    part: str, words: str, sought: tuple[str, str]
) -> None:
    asked = Asked(AskedKind.PROPERTY, grade(words).dimension, "more", words)
    question = replace(_read(f"is Canon's {part} {words} than Nikon's", "Canon", "Nikon"), aspects=(part,), asked=asked)
    found = _set_right(question, CAMERAS)
    assert (found.objects, found.asked.dimension, found.asked.words) == (("Canon", "Nikon"), *sought)


@pytest.mark.parametrize("said", ["when it's cold", "when that's cold", "if there's ice"])
def test_what_is_said_to_be_so_is_no_part_of_a_thing(said: str) -> None:
    asked = Asked(AskedKind.PROPERTY, "speed", "more", "faster", use=said)
    question = _read(f"is Canon faster than Nikon {said}", "Canon", "Nikon")
    found = _set_right(replace(question, aspects=(said.split()[-1],), asked=asked), CAMERAS)
    assert found.asked == asked


@pytest.mark.parametrize(
    ("asked", "things"),
    [
        ("Is goat milk healthier than tea?", ("goat milk", "tea")),
        ("Is women's rugby slower than golf?", ("women's rugby", "golf")),
        ("Is women's rugby slower than men's?", ("women's rugby", "men's rugby")),
        ("Is good milk healthier than tea?", ("milk", "tea")),
        ("Is mineral water better than soda?", ("mineral water", "soda")),
        ("grape juice vs Pepsi", ("grape juice", "Pepsi")),
    ],
)
def test_a_name_has_what_says_which_and_no_noun_of_the_one_before_it(asked: str, things: tuple[str, ...]) -> None:
    said = ("goat milk and tea", "women's rugby and golf", "men's rugby", "mineral water", "soda water", "grape juice")
    lines = [f"In town {n} they sell or show {what} on each day of the week." for n in range(30) for what in said]
    lines += [f"In hall {n} there was Pepsi, or soda, or milk, or water, or juice." for n in range(30)]
    question = LearnedQuestionParser().parse(asked)
    assert set_right(question, ListRetriever(sentences=lines), RuleQuestionParser()).objects == things


SEATS = [
    *(f"The leather of sofa {n} is soft." for n in range(20)),
    *(f"The cloth of sofa {n} is soft." for n in range(20)),
    *(f"My mountain bike number {n} is red." for n in range(20)),
    *(f"Is a rabbit or a cat quieter, asked owner {n}." for n in range(4)),
]


@pytest.mark.parametrize(
    ("objects", "names", "aspects"),
    [
        (("leather", "cloth seat comfort"), ("leather", "cloth"), ("seat comfort",)),
        (("cloth", "leather sofa quality"), ("cloth", "leather"), ("sofa quality",)),
        (("cloth", "mountain bike comfort"), ("cloth", "mountain bike"), ("comfort",)),
        (("leather", "cloth number"), ("leather", "cloth number"), ()),
        (("leather", "silk seat comfort"), ("leather", "silk seat comfort"), ()),
    ],
)
def test_what_can_only_be_measured_is_no_part_of_a_name(
    objects: tuple[str, str], names: tuple[str, str], aspects: tuple[str, ...]
) -> None:
    found = _set_right(_read(" vs ".join(objects), *objects), SEATS)
    assert (found.objects, found.aspects) == (names, aspects)


@pytest.mark.parametrize(
    ("text", "things", "aspects"),
    [
        ("Linux vs Windows, home theatre", ("Linux", "Windows"), ("home theatre",)),
        ("leather or cloth, pet hair?", ("leather", "cloth"), ("pet hair",)),
        ("cat or dog, rabbit", ("cat", "dog", "rabbit"), ()),
        ("Firefox or Chrome, Opera", ("Firefox", "Chrome", "Opera"), ()),
        ("leather, cloth, pet hair", ("leather", "cloth", "pet hair"), ()),
        ("leather or cloth, or pet hair", ("leather", "cloth", "pet hair"), ()),
    ],
)
def test_what_ends_a_choice_of_two_behind_a_comma_is_what_matters(
    text: str, things: tuple[str, ...], aspects: tuple[str, ...]
) -> None:
    objects = (name.removeprefix("or ") for part in text.strip("?").split(", ") for name in part.split(" or "))
    named = [one for name in objects for one in name.split(" vs ")]
    found = _set_right(_read(text, *named), [*SYSTEMS, *SEATS, *ANIMALS, *BROWSERS])
    assert (found.objects, found.aspects) == (things, aspects)


@pytest.mark.parametrize(
    ("words", "sought"), [("readability", "zoom readability"), ("safety", "zoom safety"), ("slower", "slower zoom")]
)
def test_a_noun_before_a_property_says_of_what_it_is(words: str, sought: str) -> None:
    asked = Asked(AskedKind.PROPERTY, grade(words).dimension, "more", words)
    aspects = () if words == "slower" else (words,)
    read = _read(f"Canon vs Nikon zoom {words}", "Canon", "Nikon zoom")
    found = _set_right(replace(read, aspects=aspects, asked=asked), CAMERAS)
    assert (found.objects, found.asked.words) == (("Canon", "Nikon"), sought)


@pytest.mark.parametrize(
    ("text", "aspects"),
    [
        ("Canon or Nikon cameras", ()),
        ("Canon or Nikon camera", ()),
        ("Canon or Nikon backpacks", ("backpacks",)),
    ],
)
def test_a_noun_for_what_brands_make_is_nothing_to_weigh(text: str, aspects: tuple[str, ...]) -> None:
    used = [f"I need {text.split()[-1]} for trip {n}." for n in range(20)]
    found = _set_right(
        _read(text, "Canon", "Nikon"), [*CAMERAS, *used, *(f"A Nikon {n} or a Canon." for n in range(40))]
    )
    assert (found.objects, found.aspects) == (("Canon", "Nikon"), aspects)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Are Canon cameras better than Nikon cameras?", ("Canon cameras", "Nikon")),
        ("Are Canon cameras better than Nikon?", ("Canon cameras", "Nikon")),
        ("Are Canon cameras better than Nikon?", ("Canon", "Nikon")),
        ("Should I buy a Canon camera or a Nikon camera?", ("Canon camera", "Nikon camera")),
        ("cameras by Canon or Nikon", ("cameras by Canon", "Nikon")),
        ("Cameras from Canon vs cameras from Nikon", ("Cameras from Canon", "cameras from Nikon")),
    ],
)
def test_a_noun_for_what_brands_make_is_neither_a_thing_nor_a_point_of_view(text: str, named: tuple[str, ...]) -> None:
    beside = [f"A Nikon {n} or a Canon." for n in range(40)]
    found = _set_right(_read(text, *named), [*CAMERAS, *beside])
    assert (found.objects, found.aspects, found.asked.kind) == (("Canon", "Nikon"), (), AskedKind.OVERALL)


@pytest.mark.parametrize(
    ("text", "named", "aspects"),
    [
        ("Adidas shoes or Nike", ("Adidas", "Nike"), ()),
        ("apple shoes or Nike", ("apple shoes", "Nike"), ()),
    ],
)
def test_a_name_that_is_no_word_is_a_brand_where_many_write_it_small(
    text: str, named: tuple[str, ...], aspects: tuple[str, ...]
) -> None:
    small = [f"On day {n} the adidas or nike {n} are here." for n in range(20)]
    large = [f"In town {n} the Adidas or Nike {n} are here." for n in range(20)]
    found = _set_right(_read(text, text.split(" or ")[0], "Nike"), [*JUICES, *small, *large])
    assert (found.objects, found.aspects) == (named, aspects)


def test_a_part_behind_a_brand_is_what_is_compared_however_seldom_it_is_written_so() -> None:
    chains = [
        *(f"On day {n} Arby's was better than Wendy's." for n in range(6)),
        *(f"In town {n} we had a plate of fries." for n in range(20)),
        "Wendy's fries are cold.",
    ]
    found = _set_right(_read("Arby's vs Wendy's fries", "Arby's", "Wendy's fries"), chains)
    assert (found.objects, found.aspects) == (("Arby's", "Wendy's"), ("fries",))


@pytest.mark.parametrize(
    ("text", "objects", "found"),
    [
        ("VW, Volkswagen or Ford", ("VW", "Volkswagen", "Ford"), ("VW", "Ford")),
        ("C++, C# or .NET", ("C++", "C#", ".NET"), ("C++", "C#", ".NET")),
    ],
)
def test_of_several_names_none_is_another_name_of_one_before(
    text: str, objects: tuple[str, ...], found: tuple[str, ...]
) -> None:
    assert _set_right(_read(text, *objects), []).objects == found


def test_a_version_is_a_part_of_its_name() -> None:
    sentences = [f"Is Windows better than Mac, asked user {n}." for n in range(20)]
    assert _set_right(_read("Mac or Windows 8.1", "Mac", "Windows 8.1"), sentences).objects == ("Mac", "Windows 8.1")
