"""The verdict on an asked property comes from the sentences that speak of it, and from no others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.config import load_config
from engine.text.graded import grade
from engine.text.lexicon import NEAR
from engine.types import Asked, AskedKind, Classification, Decision, Stance
from engine.verdict.asked import circumstances, decide_asked, is_level, judged_as, leaning, property_of
from engine.verdict.speaking import candidates
from tests.engine.arguments import F, S, argument

HARDER = Asked(AskedKind.PROPERTY, "hardness", "more", "harder")
TRAINED = Asked(AskedKind.PROPERTY, "easy to train", "more", "easier to train")
GAMING = Asked(AskedKind.USE, "overall", "more", "better for gaming", "for gaming")
SETTINGS = load_config(environ={}).verdict


def test_only_sentences_on_the_dimension_are_read() -> None:
    hits = [argument(F, text=text).hit for text in ("Steel is softer than wood.", "Steel is cheaper than wood.")]
    assert candidates(hits, HARDER, objects=("steel", "wood"), near=NEAR) == hits[:1]


def test_what_is_better_for_you_is_healthier() -> None:
    healthier = Asked(AskedKind.PROPERTY, "health", "more", "healthier")
    hits = [argument(F, text=text).hit for text in ("Tea is far better for you than cola.", "Tea is for you.")]
    assert candidates(hits, healthier, objects=("tea", "cola"), near=NEAR) == hits[:1]


def test_how_much_more_so_something_is_may_stand_within_a_phrase() -> None:
    asked = Asked(AskedKind.PROPERTY, "durability", "more", "lasts longer")
    texts = ("Tin lasts much longer than oak.", "Tin lasts 3 times longer than oak.", "Tin takes much longer than oak.")
    hits = [argument(F, text=text).hit for text in texts]
    assert candidates(hits, asked, objects=("tin", "oak"), near=NEAR) == hits[:2]


def test_ambiguous_words_speak_of_what_they_say_of_the_things() -> None:
    easier = Asked(AskedKind.PROPERTY, "ease of use", "more", "easier")
    texts = ("Iron is easier than tin.", "Iron is harder to cast than tin.", "Iron is harder than tin.")
    hits = [argument(F, text=text).hit for text in texts]
    assert candidates(hits, easier, objects=("iron", "tin"), near=NEAR) == hits[:2]
    assert candidates(hits, easier, objects=("physics", "history"), near=NEAR) == hits


def test_doing_something_easily_speaks_of_its_dimension() -> None:
    asked = Asked(AskedKind.PROPERTY, "readability", "more", "more readable")
    texts = ("Python is easier to read than Ruby.", "I read that Python is faster than Ruby.")
    hits = [argument(F, text=text).hit for text in texts]
    assert candidates(hits, asked, objects=("Python", "Ruby"), near=NEAR) == hits[:1]


def test_of_a_property_without_a_dimension_its_own_words_must_be_said() -> None:
    hits = [
        argument(F, text=text).hit for text in ("Dogs are easier than cats.", "Dogs are easier to train than cats.")
    ]
    assert candidates(hits, TRAINED, objects=("dogs", "cats"), near=0) == hits[1:]


def test_of_a_graded_doing_the_grade_must_be_said_too() -> None:
    kept = Asked(AskedKind.PROPERTY, "cheap to keep", "more", "cheaper to keep")
    texts = ("Cats are harder to keep as clean as dogs.", "Cats cost less to keep than dogs.")
    hits = [argument(F, text=text).hit for text in texts]
    assert candidates(hits, kept, objects=("cats", "dogs"), near=NEAR) == hits[1:]


@pytest.mark.parametrize("words", ["heats up faster", "heats more quickly"])
def test_how_soon_something_is_done_is_said_with_the_verb_and_a_word_of_speed(words: str) -> None:
    asked = Asked(AskedKind.PROPERTY, grade(words).dimension, "more", words)
    texts = "A pan heats up a lot faster than a pot.", "A pot is slower to heat up than a pan.", "Pots are cheaper."
    hits = [argument(F, text=text).hit for text in texts]
    assert candidates(hits, asked, objects=("pan", "pot"), near=NEAR) == hits[:2]


def test_a_quality_of_a_use_stands_near_its_noun() -> None:
    asked = Asked(AskedKind.USE, words="better for big databases", use="for big databases")
    texts = ("Ada beats Eve for large databases.", "Ada is the better database, but Eve has the larger crowd.")
    hits = [argument(F, text=text).hit for text in (*texts, *(f"Ada and Eve are databases, {n}." for n in range(24)))]
    assert candidates(hits, asked, objects=("Ada", "Eve"), near=NEAR) == hits[:1]


def test_a_noun_is_asked_for_by_the_adjective_of_its_dimension() -> None:
    assert property_of(Asked(AskedKind.PROPERTY, "taste", "more", "flavor")) == "tasty"


def test_a_phrase_is_asked_for_by_its_dimension_where_its_first_word_has_another() -> None:
    cheaper = Asked(AskedKind.PROPERTY, "fuel economy", "more", "cheaper to run")
    assert property_of(cheaper) == judged_as(cheaper) == "fuel efficient"
    assert property_of(replace(cheaper, dimension="price", words="cheaper to keep")) == "cheaper to keep"


@pytest.mark.parametrize(
    ("text", "is_read"),
    [
        ("Cutting plastic is easier than wood.", True),
        ("Plastic is easier to clean and cut than wood.", True),
        ("You can cut plastic faster than wood.", True),
        ("A plastic board for cutting is easier to clean than one of wood.", False),
        ("I cut wood as I cut plastic.", False),
        ("Cutting wood is better than cutting plastic.", False),
    ],
)
def test_a_quality_is_said_of_what_is_done_and_of_nothing_else(text: str, is_read: bool) -> None:
    cut = Asked(AskedKind.PROPERTY, "easy to cut", "more", "easier to cut")
    hits = [argument(F, text=text).hit]
    assert bool(candidates(hits, cut, objects=("plastic", "wood"), near=NEAR)) is is_read


def test_kin_are_somebodys() -> None:
    mother = Asked(AskedKind.USE, words="better for your mom", use="for your mom")
    texts = ("A cat, unlike a dog, is a loving mother.", "For my mother a cat is better than a dog.")
    hits = [argument(F, text=text).hit for text in texts]
    assert candidates(hits, mother, objects=("cat", "dog"), near=NEAR) == hits[1:]


def test_what_is_easily_done_is_found_in_each_form_of_its_verb() -> None:
    made = Asked(AskedKind.PROPERTY, "easy to make", "more", "easier to make")
    hits = [argument(F, text=text).hit for text in ("Making cider is far harder than beer.", "Cider is hard, beer is.")]
    assert candidates(hits, made, objects=("cider", "beer"), near=NEAR) == hits[:1]


def test_a_number_alone_speaks_of_no_use() -> None:
    kids = Asked(AskedKind.USE, words="better for kids under 10", use="for kids under 10")
    texts = ("The console has a failure rate of 10% and the computer none.", "My kids prefer the console.")
    hits = [argument(F, text=text).hit for text in texts]
    assert candidates(hits, kids, objects=("console", "computer"), near=NEAR) == hits[1:]


@pytest.mark.parametrize(
    ("text", "is_read"),
    [
        ("A van is better for families than a car.", True),
        ("A car has better mileage than any family van.", False),
        ("If you have no family, a car is better than a van.", False),
        ("A family van is better than a car.", True),
        ("I am a van family and think nothing of a car.", False),
        ("A van family is happier than a car family.", True),
    ],
)
def test_a_use_is_given_and_does_not_name_what_is_behind(text: str, is_read: bool) -> None:
    families = Asked(AskedKind.USE, words="better for families", use="for families")
    hits = [argument(F, text=text).hit]
    assert bool(candidates(hits, families, objects=("van", "car"), near=NEAR)) is is_read


def test_a_use_is_said_in_other_words_too() -> None:
    texts = ("Linux runs old games.", "Windows has more gamers than Linux.", "Linux is safer than Windows.")
    hits = [argument(F, text=text).hit for text in texts]
    assert candidates(hits, GAMING, objects=("Windows", "Linux"), near=NEAR) == hits[:2]
    assert candidates(hits, GAMING, objects=("Windows", "Linux"), near=0) == []


def test_a_word_of_a_use_speaks_of_it_alone_only_if_it_says_the_same() -> None:
    asked = Asked(AskedKind.USE, words="better for machine learning", use="for machine learning")
    texts = ("Learning Java is easier than Python.", "Python has better machine learning than Java.")
    hits = [argument(F, text=text).hit for text in texts]
    assert candidates(hits, asked, objects=("Python", "Java"), near=NEAR) == hits[1:]


def test_of_a_use_of_several_words_the_one_that_is_rarest_beside_the_things_must_be_said() -> None:
    asked = Asked(AskedKind.USE, words="better for game development", use="for game development")
    texts = (
        "Development is faster in Java than in C++.",
        "Web development in Java is easier than in C++.",
        "For games C++ is better than Java.",
    )
    hits = [argument(F, text=text).hit for text in texts]
    assert candidates(hits, asked, objects=("Java", "C++"), near=NEAR) == hits[2:]


def test_an_adjective_of_a_use_tells_only_beside_its_noun() -> None:
    asked = Asked(AskedKind.USE, words="better for old computers", use="for old computers")
    texts = (
        "My computer runs Linux better than Windows.",
        "The computer likes Windows less than Linux.",
        "An older Windows is better than Linux.",
        "Linux runs better than Windows on a computer as old as mine.",
    )
    hits = [argument(F, text=text).hit for text in texts]
    assert candidates(hits, asked, objects=("Linux", "Windows"), near=NEAR) == hits[3:]


@pytest.mark.parametrize(
    ("use", "is_read"),
    [("for small databases", (True, False)), ("for big databases", (False, False)), ("for databases", (True, True))],
)
def test_a_noun_said_of_the_things_everywhere_tells_nothing_without_its_quality(
    use: str, is_read: tuple[bool, bool]
) -> None:
    asked = Asked(AskedKind.USE, words=f"better {use}", use=use)
    small = argument(F, text="For a smaller database SQLite beats MySQL.").hit
    others = [argument(F, text=f"Our database ran on SQLite and on MySQL, {n}.").hit for n in range(24)]
    found = candidates([small, *others], asked, objects=("SQLite", "MySQL"), near=NEAR)
    assert (small in found, others[0] in found) == is_read


@pytest.mark.parametrize(
    ("situation", "text", "is_read"),
    [
        ("if you're going to move soon", "A cat has faster movements than a dog.", False),
        ("if you're going to move soon", "A cat is easier to move with than a dog.", True),
        ("if you commute", "Commuters prefer a cat to a dog.", True),
        ("if you want to sell it later", "The shop sells more cats than dogs.", False),
        ("if your sister has a dog", "A dog is better than a cat.", False),
        ("if your neighbors have a dog", "A neighbor likes the cat more than the dog.", True),
        ("if you have a sensitive nose", "The nose suffers more from a dog than from a cat.", True),
        ("if you're travelling with two small kids", "A dog is worse for travelling than a cat.", False),
        ("if you're travelling with two small kids", "A dog is better for kids than a cat.", True),
        ("if you're putting together a hunting kit", "A dog is better for hunting than a cat.", True),
        ("if you're putting together a hunting kit", "A dog is better put together than a cat.", False),
        ("if you walk 10 km a day", "A dog is better than a cat, ten km from here.", False),
        ("if you walk 10 km a day", "A dog is better for walks than a cat.", True),
        ("if you only have 20 acres of land", "A dog needs more land than a cat.", True),
        ("if you only have 20 acres of land", "A dog needs acres more than a cat.", False),
    ],
)
def test_a_situation_is_told_by_no_common_verb_or_name_alone(situation: str, text: str, is_read: bool) -> None:
    asked = Asked(AskedKind.USE, words=f"better {situation}", use=situation)
    hits = [argument(F, text=text).hit, *(argument(F, text=f"A dog is louder than a cat, {n}.").hit for n in range(9))]
    assert candidates(hits, asked, objects=("cat", "dog"), near=NEAR) == hits[:1] * is_read


def test_a_noun_is_found_beside_its_commoner_word() -> None:
    asked = Asked(AskedKind.USE, words="better for a small flat", use="for a small flat")
    texts = ("For a small flat a cat is better.", "In my small apartment a cat is better.", "A cat is better.")
    hits = [argument(F, text=text).hit for text in texts]
    assert candidates(hits, asked, objects=("cat", "dog"), near=NEAR) == hits[:2]


def test_an_adjective_blocks_its_noun_only_where_both_are_said() -> None:
    asked = Asked(AskedKind.USE, words="better for sensitive skin", use="for sensitive skin")
    others = [argument(F, text=f"Wool is warmer than cotton, {n}.").hit for n in range(9)]
    skin, both = (
        argument(F, text=text).hit
        for text in ("Wool is rough on the skin beside cotton.", "Cotton is kinder to sensitive skin than wool.")
    )
    assert candidates([skin, *others], asked, objects=("wool", "cotton"), near=NEAR) == [skin]
    assert candidates([skin, both, *others], asked, objects=("wool", "cotton"), near=NEAR) == [both]


def test_the_noun_of_a_deed_tells_where_none_has_its_verb_too() -> None:
    asked = Asked(AskedKind.USE, words="better to hook up your printer", use="to hook up your printer")
    others = [argument(F, text=f"Tin is louder than oak, {n}.").hit for n in range(9)]
    noun, both = (
        argument(F, text=text).hit
        for text in ("A printer is slower with tin than with oak.", "To hook up a printer, oak is better than tin.")
    )
    assert candidates([noun, *others], asked, objects=("tin", "oak"), near=NEAR) == [noun]
    assert candidates([noun, both, *others], asked, objects=("tin", "oak"), near=NEAR) == [both]


def test_who_is_new_to_something_is_a_beginner_and_one_word_of_another_clause_says_nothing() -> None:
    texts = ("Linux Mint is better than Ubuntu.", "Ubuntu is better for a beginner than Mint.")
    hits = [argument(F, text=text).hit for text in texts]
    new, other = (
        Asked(AskedKind.USE, words=f"better {use}", use=use)
        for use in ("for someone who has never used Linux", "for people who want Linux")
    )
    assert candidates(hits, new, objects=("Ubuntu", "Mint"), near=NEAR) == hits[1:]
    assert candidates(hits, other, objects=("Ubuntu", "Mint"), near=NEAR) == []


def test_a_task_of_several_words_is_one() -> None:
    after = Asked(AskedKind.PROPERTY, "maintenance", "more", "easier to look after")
    texts = ("A cat is easier to look after than a dog.", "A dog is harder to take care of than a cat.")
    hits = [argument(F, text=text).hit for text in (*texts, "My dog looks much better than your cat.")]
    assert candidates(hits, after, objects=("cat", "dog"), near=0) == hits[:2]


@pytest.mark.parametrize(
    ("text", "is_read"),
    [
        ("Mint is easier to learn than Ubuntu.", True),
        ("Mint is easy to pick up, Ubuntu is not.", True),
        ("Mint is easier than Ubuntu.", True),
        ("Mint is easier to use than Ubuntu.", False),
    ],
)
def test_what_is_easily_done_is_not_as_easily_learned(text: str, is_read: bool) -> None:
    learned = Asked(AskedKind.PROPERTY, "ease of use", "more", "easier to learn")
    hits = [argument(F, text=text).hit]
    assert bool(candidates(hits, learned, objects=("Mint", "Ubuntu"), near=NEAR)) is is_read


def test_two_words_of_a_clause_are_enough() -> None:
    hits = [
        argument(F, text=text).hit
        for text in ("Tea is good while you play chess, coffee is not.", "I play with tea and coffee.")
    ]
    plays = Asked(AskedKind.USE, words="better for someone who plays chess", use="for someone who plays chess")
    assert candidates(hits, plays, objects=("tea", "coffee"), near=NEAR) == hits[:1]


def test_how_many_need_not_be_said() -> None:
    within = Asked(AskedKind.PROPERTY, "easy to train", "more", "easier to train within 10 days")
    hits = [argument(F, text="Dogs are easier to train within days than cats.").hit]
    assert candidates(hits, within, objects=("dogs", "cats"), near=0) == hits


def test_an_idle_word_may_make_something_else_of_a_word() -> None:
    texts = ("The old cat is worse than the dog.", "Old people are better off with a cat than with a dog.")
    hits = [argument(F, text=text).hit for text in texts]
    old = Asked(AskedKind.USE, words="better for old people", use="for old people")
    assert candidates(hits, old, objects=("cat", "dog"), near=NEAR) == hits[1:]


def test_what_probably_says_nothing_counts_with_its_margin_from_a_fifth_on() -> None:
    assert leaning(Classification(0.3, 0.1, 0.0, 0.6)).stance is Stance.FIRST
    assert leaning(Classification(0.15, 0.1, 0.0, 0.75)).stance is Stance.NONE


def test_a_flat_is_an_apartment() -> None:
    small = ("A small cat is nicer than a dog.", "A small dog barks more than a cat.")
    texts = (*small, "A cat has a flat nose, unlike a dog.", "In an apartment a cat is easier than a dog.")
    hits = [argument(F, text=text).hit for text in texts]
    flat = Asked(AskedKind.USE, words="better for a small flat", use="for a small flat")
    assert candidates(hits, flat, objects=("cat", "dog"), near=NEAR) == hits[3:]


def test_what_probably_says_nothing_of_a_use_does_not_count() -> None:
    assert leaning(Classification(0.3, 0.1, 0.0, 0.6), kind=AskedKind.USE).stance is Stance.NONE
    assert leaning(Classification(0.5, 0.1, 0.0, 0.4), kind=AskedKind.USE).stance is Stance.FIRST


def test_the_winner_is_the_thing_that_the_words_are_true_of() -> None:
    found = decide_asked(HARDER, [argument(S) for _ in range(9)], first="wood", second="steel", settings=SETTINGS)
    assert (found.verdict.winner, found.answers_yes) == ("steel", False)


def test_what_is_read_and_judged_doubtfully_does_not_count() -> None:
    """What one reader takes for a claim counts as far as the other does; what was not judged, as the others do."""
    belief = Classification(0.6, 0.1, 0.0, 0.3)
    said = [replace(argument(F), classification=belief, convincing=judged) for judged in (0.9, 0.6, 0.3, None)]
    found = decide_asked(HARDER, said, first="wood", second="steel", settings=SETTINGS)
    assert [round(one.weight, 3) for one in found.arguments] == [0.45, 0.3, 0.3]
    assert (found.verdict.decision, found.verdict.winner, found.verdict.sources) == (Decision.FIRST, "wood", 3)


@pytest.mark.parametrize(("sure", "judged", "counts"), [(0.4, 0.7, 1), (0.4, 0.69, 0), (0.7, 0.5, 1), (0.69, 0.5, 0)])
def test_what_is_hardly_said_must_convince_and_the_other_way_round(sure: float, judged: float, counts: int) -> None:
    said = [replace(argument(F), classification=Classification(sure, 0.0, 0.0, 0.0), convincing=judged)]
    assert decide_asked(HARDER, said, first="steel", second="wood", settings=SETTINGS).verdict.sources == counts


@pytest.mark.parametrize(
    ("stances", "decision", "enough"),
    [((S,), Decision.INSUFFICIENT, 2), ((S, S), Decision.SECOND, 2), ((F, S), Decision.INSUFFICIENT, 3)],
)
def test_two_sources_that_agree_are_enough(stances: tuple[Stance, ...], decision: Decision, enough: int) -> None:
    said = [argument(one) for one in stances]
    found = decide_asked(HARDER, said, first="wood", second="steel", settings=SETTINGS).verdict
    assert (found.decision, found.minimum_sources) == (decision, enough)


def test_too_few_sources_decide_nothing() -> None:
    found = decide_asked(HARDER, [argument(F)], first="steel", second="wood", settings=SETTINGS)
    assert found.verdict.decision is Decision.INSUFFICIENT
    assert found.answers_yes is None


def test_as_fast_as_is_true_of_what_is_level() -> None:
    assert is_level(Asked(AskedKind.PROPERTY, "speed", "more", "as fast as"))
    assert not is_level(HARDER)


def test_each_part_of_a_situation_is_spoken_of_alone() -> None:
    use = "if you live in a small apartment and work all day"
    home, work = circumstances(Asked(AskedKind.USE, words=f"better {use}", use=use))
    assert (home.words, work.use) == ("better if you live in a small apartment", "if you work all day")
    texts = ("A cat is better than a dog in an apartment.", "I live with a cat and a dog.")
    hits = [argument(F, text=text).hit for text in texts]
    assert candidates(hits, home, objects=("cat", "dog"), near=NEAR) == hits[:1]


def test_more_work_is_said_of_looking_after_a_thing_too() -> None:
    texts = "A cat is less work than a dog.", "A cat is easier to take care of than a dog.", "Cats work, dogs bark."
    hits = [argument(F, text=text).hit for text in texts]
    asked = Asked(AskedKind.PROPERTY, "work", "more", "more work")
    found = candidates(hits, asked, objects=("dog", "cat"), near=NEAR)
    assert all(hit in found for hit in hits[:2])


def test_who_never_did_something_is_asked_for_as_a_beginner() -> None:
    never = "if you have never programmed before"
    assert property_of(Asked(AskedKind.USE, words=f"better {never}", use=never)) == "better for beginners"


@pytest.mark.parametrize(
    ("convincing", "sources"),
    [((0.9,), 1), ((0.3,), 0), ((0.4,), 1), ((0.9, 0.1), 1), ((None,), 1), ((0.9, 0.1, 0.1), 1), ((0.3, 0.3, 0.1), 0)],
)
def test_each_source_must_convince(convincing: tuple[float | None, ...], sources: int) -> None:
    said = [
        replace(argument(F, text=f"Steel is harder, says {n}."), convincing=one) for n, one in enumerate(convincing)
    ]
    found = decide_asked(HARDER, said, first="steel", second="wood", settings=SETTINGS)
    assert found.verdict.sources == sources


@pytest.mark.parametrize(
    ("text", "is_read"),
    [
        ("Slates are better than pads for sketching.", True),
        ("Slates are heavier than pads, but for sketching I prefer slates.", True),
        ("A slate is heavier than a pad; for sketching, too.", True),
        ("Slates (even for sketching) beat pads.", True),
        ("Slates are worse than pads, however what I use mine for is sketching on trains.", False),
        ("My old chair (for sketching) is broken, plus I want a slate rather than a pad.", False),
        ("I love slates (I hate pads) but it is odd to have music on while one is sketching.", False),
    ],
)
def test_a_use_is_none_of_what_is_compared_before_a_turn(text: str, is_read: bool) -> None:
    asked = Asked(AskedKind.USE, words="better for sketching", use="for sketching")
    hits = [argument(F, text=text).hit]
    assert candidates(hits, asked, objects=("slate", "pad"), near=NEAR) == hits * is_read
