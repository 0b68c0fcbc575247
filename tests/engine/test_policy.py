"""What is not answered by a comparison, and what looks like it and is answered."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from engine.policy import Caution, Concern, caution_of, concern_of, is_harmless, is_measured, may_be, ranks_people

ROOT = Path(__file__).resolve().parents[2]
with (ROOT / "data/policy/messages.tsv").open(encoding="utf-8") as file:
    MESSAGES = [(row["label"], row["text"]) for row in csv.DictReader(file, delimiter="\t")]


@pytest.mark.parametrize(("label", "text"), MESSAGES)
def test_a_message_is_answered_unless_it_must_not_be(label: str, text: str) -> None:
    concern, caution = concern_of(text), caution_of(text)
    assert concern == (label if label in list(Concern) else None)
    assert label not in list(Caution) or caution == label


@pytest.mark.parametrize("text", ["is it better to rent than to buy", "buy or rent?", "Renting or buying a house?"])
def test_renting_beside_buying_is_about_a_home(text: str) -> None:
    assert caution_of(text) is Caution.FINANCIAL
    assert caution_of("rent or buy skis") is None


LOOK_ALIKES = """
sean connery vs daniel craig as bond; gorilla glue vs epoxy, which bond is stronger; stock photos or my own
chicken stock vs beef stock; stock android or one ui; stock exhaust vs aftermarket; ionic bonds or covalent bonds
barry bonds or babe ruth; is it worth investing time in learning rust or go; invest in a good chair or a good desk
philip roth vs john updike; ira glass or terry gross; the whole life of a dog or cat; pension or hotel
gold or silver jewelry; braces or suspenders; four stroke or two stroke engine; butterfly stroke or backstroke
depression glass or carnival glass; the great depression or the great recession; medicine ball or kettlebell
laughter is the best medicine, comedy or drama; shot of espresso or latte; drug store or supermarket for makeup
plant diseases, tomato or cucumber; cancer or capricorn; patent leather or suede; sue grafton or agatha christie
pleading eyes, dogs or cats; court or grass tennis; suits or dresses; divorce court tv or judge judy
"""


@pytest.mark.parametrize("text", LOOK_ALIKES.strip().replace("\n", "; ").split("; "))
def test_a_word_of_two_senses_needs_no_caution_in_the_other(text: str) -> None:
    assert caution_of(text) is None


@pytest.mark.parametrize(
    ("caution", "texts"),
    [
        ("financial", "stocks or bonds; apple stock vs google stock; roth or traditional; invest in gold or silver"),
        ("financial", "government bond or savings account; pension or 401k; whole life or term life"),
        ("medical", "braces or invisalign; stroke or heart attack; depression or anxiety; flu shot or nasal spray"),
        ("legal", "patent or trademark; sue or settle; plead guilty or not guilty; divorce or separation"),
    ],
)
def test_it_needs_caution_in_its_own(caution: str, texts: str) -> None:
    assert {caution_of(text) for text in texts.split("; ")} == {caution}


@pytest.mark.parametrize("text", ["beer or milk for toddlers?", "wine vs whisky for a 12 year old", "vaping for teens"])
def test_alcohol_and_tobacco_are_not_for_children(text: str) -> None:
    assert caution_of(text) is Caution.UNDERAGE
    assert not any(map(caution_of, ("root beer or cola for kids", "beer or wine", "milk or juice for babies")))


def test_hyperbole_about_somebody_else_is_no_cry_for_help() -> None:
    assert concern_of("an SUV or a minivan, my husband says he'd rather die than drive a minivan") is None
    assert concern_of("I'd rather die than go on") is concern_of("he'd rather die") is Concern.SELF_HARM


def test_a_third_of_the_messages_look_alike_and_are_harmless() -> None:
    assert len(MESSAGES) == 150
    assert sum(label == "none" for label, _ in MESSAGES) == 50
    assert not [text for label, text in MESSAGES if label == "none" and caution_of(text)]


@pytest.mark.parametrize(
    "text",
    [
        "Ist Kaffee besser als Tee?",
        "¿Es mejor el té que el café?",
        "Che cosa è meglio, il tè o il caffè?",
        "Qu'est-ce qui est mieux, Linux ou Windows?",
        "und für Anfänger?",
        "猫と犬どちらがいい",
        "Что лучше, чай или кофе?",
    ],
)
def test_a_message_in_another_language_is_told(text: str) -> None:
    assert concern_of(text) is Concern.OTHER_LANGUAGE


@pytest.mark.parametrize(
    "text",
    [
        *("Das Boot or Das Leben der Anderen", "La La Land or Les Mis", "Der Spiegel or Die Zeit", "α or β", "hola"),
        *(
            "El Nino or La Nina",
            "pasta al dente or al forno?",
            "Sie7 2.0",
            "tea or coffee",
            "iPhone o Android",
            "",
            "?",
        ),
    ],
)
def test_names_from_other_languages_are_no_other_language(text: str) -> None:
    assert concern_of(text) is None


@pytest.mark.parametrize(
    ("text", "concern"),
    [
        ("what if i only drive in the city", None),
        ("some days I wish I did not wake up", Concern.SELF_HARM),
        ("the lag makes me slow, which one is quicker", None),
        ("are they born better athletes", Concern.GROUP_RANKING),
        ("do women or men read more novels", None),
    ],
)
def test_what_is_only_half_believed_needs_a_word_of_it(text: str, concern: Concern | None) -> None:
    assert [one for one in (Concern.SELF_HARM, Concern.GROUP_RANKING) if may_be(one, text)] == [concern] * bool(concern)


def test_what_can_be_measured_of_people_is_asked_for_without_a_rank() -> None:
    assert is_measured("Are men taller than women?")
    assert not is_measured("Are they older and by nature smarter?")


@pytest.mark.parametrize(
    ("text", "names", "ranks"),
    [
        ("are republicans dumber than democrats", ("republicans", "democrats"), True),
        ("are tall people more intelligent than short people", ("tall people", "short people"), True),
        ("are crows smarter than bees", ("crows", "bees"), False),
        ("are locals taller than immigrants", ("locals", "immigrants"), False),
    ],
)
def test_groups_that_no_list_names_are_ranked_where_each_means_people(
    text: str, names: tuple[str, ...], ranks: bool
) -> None:
    assert ranks_people(names, text) is ranks


@pytest.mark.parametrize(
    "text",
    [
        "is chess for smarter people than checkers",
        "is the english breakfast better than the french one",
        "are macs for smarter people than pcs",
        "is the pc master race right about consoles",
    ],
)
def test_things_for_people_are_no_groups_of_people(text: str) -> None:
    assert concern_of(text) is None


@pytest.mark.parametrize(
    ("text", "harmless"),
    [
        ("I need to wake up but with no shaking hands", True),
        ("she can't get going or wake up without it", True),
        ("we keep waking up at 4am", True),
        ("he hates waking up sore", True),
        ("I'd die of boredom on a cruise", True),
        ("I'll be dead without my phone", True),
        ("she doesn't want to die in a plane", True),
        ("I don't want to wake up", False),
        ("I don't want to wake up the next morning", False),
        ("I hope to fall asleep and never wake up", False),
        ("I need to stop waking up", False),
        ("I want to wake up in heaven", False),
        ("I'd die without him", False),
        ("I don't want to die in pain", False),
        ("I never want to die in a crash but I can't go on", False),
    ],
)
def test_what_is_said_of_waking_and_dying_is_harmless_where_nobody_says_it_of_self_harm(
    text: str, harmless: bool
) -> None:
    assert is_harmless(text) is harmless


@pytest.mark.parametrize(
    ("text", "harmless"),
    [
        ("I can't live without my bookmarks though", True),
        ("what should I do, stay or leave the forum", True),
        ("I can't live without her", False),
        ("I can't live without my wife", False),
        ("I can't live without my dog", False),
        ("I cannot live without my old life", False),
        ("stay or leave this world", False),
    ],
)
def test_what_nobody_can_live_without_is_harmless_where_it_is_a_thing(text: str, harmless: bool) -> None:
    assert is_harmless(text) is harmless
