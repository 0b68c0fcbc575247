"""Of what each clause of a message speaks."""

from __future__ import annotations

import pytest

from engine.types import Label, Span
from nlu_models.question.clauses import About, clauses, dimension_told, is_dismissed, only_tells

TOLD = (
    ("cats or dogs, my flat is tiny and the neighbours complain", "cats dogs", "things person else"),
    ("our boiler broke last week. gas or oil?", "gas oil", "person things"),
    ("vim or emacs, emacs hurts my wrists", "vim emacs", "things one"),
    ("vim or emacs, my files are huge and emacs seems slow", "vim emacs", "things person one"),
    ("tea or coffee, in two sentences", "tea coffee", "things form"),
    ("tea or coffee, short please", "tea coffee", "things form"),
    ("tea or coffee for somebody who sleeps badly", "tea coffee", "things"),
    ("bus or train, comfort counts twice as much as price", "bus train", "things weight"),
    ("bus or train, price is everything", "bus train", "things weight"),
    ("bus or train, i want the cheaper one", "bus train", "things things"),
    ("my sister says trains are nicer. bus or trains", "bus trains", "things things"),
    ("which is lighter and im a student, steel or aluminum", "steel aluminum", "things person things"),
    ("java is faster than python", "java python", "things"),
    ("if i live in a flat, cat or dog", "cat dog", "person things"),
    ("cat or dog, if you please", "cat dog", "things else"),
    ("I've heard trains are noisy, bus or trains", "bus trains", "one things"),
    ("vegan here, soy or oats", "soy oats", "named things"),
    ("soy or oats as my first milk", "soy oats", "things"),
    ("soy or oats as my son is allergic", "soy oats", "things person"),
    ("cat or dog, she has asthma", "cat dog", "things person"),
    ("cat or dog, she wants something quiet", "cat dog", "things things"),
)


def _spans(text: str, names: str) -> list[Span]:
    return [Span(at := text.index(name), at + len(name), name, Label.OBJECT) for name in names.split()]


@pytest.mark.parametrize(("text", "names", "about"), TOLD)
def test_a_clause_speaks_of_the_things_of_one_of_the_person_or_of_the_answer(text: str, names: str, about: str) -> None:
    assert [part.about for part in clauses(text, _spans(text, names))] == [*map(About, about.split())]


@pytest.mark.parametrize(
    ("text", "name", "dimension"),
    [
        ("iphones cost a fortune", "iphones", "price"),
        ("honestly iphones cost a fortune", "iphones", "price"),
        ("skis wear out rapidly", "skis", "durability"),
        ("skis are clearly ahead", "skis", ""),
        ("skis clearly win here", "skis", ""),
        ("green apples are sour", "green apples", ""),
        ("green apples", "green apples", ""),
    ],
)
def test_what_is_told_of_a_thing_is_a_fact_about_a_dimension(text: str, name: str, dimension: str) -> None:
    (part,) = clauses(text, known=(name,))
    at = text.index(name)
    assert dimension_told(text, part, [(at, at + len(name))]) == dimension


def test_what_is_told_of_a_thing_that_is_compared_is_about_one_of_them() -> None:
    (part,) = clauses("iphones cost a fortune", known=("Android", "iPhone"))
    assert part.about is About.ONE


@pytest.mark.parametrize(
    ("text", "name", "dismissed"),
    [
        ("camera i dont give a crap about", "camera", True),
        ("we hardly ever drive fast", "drive fast", True),
        ("printing is of no interest", "printing", True),
        ("taste is not what matters to us", "taste", True),
        ("price is not as important as taste", "price", False),
        ("not only price matters", "price", False),
        ("don't forget the weight", "weight", False),
        ("I don't like noise", "noise", False),
        ("my wife hardly sees the keys", "keys", False),
    ],
)
def test_what_nobody_cares_about_or_does_is_dismissed(text: str, name: str, *, dismissed: bool) -> None:
    (part,) = clauses(text, known=("Java", "Ruby"))
    assert is_dismissed(text, part, text.index(name) + len(name)) is dismissed


def test_what_only_tells_asks_nothing() -> None:
    assert only_tells(clauses("My boss uses Windows, and I edit films."))
    assert not only_tells(clauses("My boss uses Windows. Which is faster?"))


@pytest.mark.parametrize("said", ["thanks! ", "and i am ", "and the cat is ", "my cat, "])
def test_a_long_message_has_clauses_too(said: str) -> None:
    text = said * (10_000 // len(said))
    assert len(clauses(text, [Span(0, 3, text[:3], Label.OBJECT)])) > 0
