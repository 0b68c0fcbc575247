"""Which pages are set side by side: whole ones, and each once."""

from __future__ import annotations

from engine.browsing import whole_pages
from engine.types import Page, PageHit

LONG = "The heater of the Leaf is weak. In winter its range falls by a third, and charging takes an hour."
OTHER = "Spare parts of the Zoe are cheap. Dealers know the battery, and rent it to whoever asks for that."


def hits(*texts: str) -> tuple[PageHit, ...]:
    return tuple(PageHit(Page(str(n), text=text), n, 1.0, text) for n, text in enumerate(texts, 1))


def ids(found: tuple[PageHit, ...]) -> list[tuple[str, int]]:
    return [(hit.page.id, hit.rank) for hit in found]


def test_a_sentence_alone_is_no_page_and_the_others_are_ranked_anew() -> None:
    assert ids(whole_pages(hits("Leaf or Zoe?", LONG, "The Leaf is faster than the Zoe."), shortest=80)) == [("2", 1)]


def test_a_page_of_which_only_a_snippet_is_known_stays() -> None:
    assert ids(whole_pages(hits("", LONG, ""), shortest=80)) == [("1", 1), ("2", 2), ("3", 3)]


def test_where_there_are_only_sentences_they_stay() -> None:
    assert ids(whole_pages(hits("Leaf or Zoe?", "The Leaf is fast."), shortest=80)) == [("1", 1), ("2", 2)]


def test_every_page_stays_where_none_is_too_short() -> None:
    assert ids(whole_pages(hits("Leaf or Zoe?", LONG), shortest=0)) == [("1", 1), ("2", 2)]


def test_of_near_copies_the_first_is_taken() -> None:
    copy = LONG.replace("an hour", "two hours")
    assert ids(whole_pages(hits(LONG, copy, OTHER), shortest=80)) == [
        ("1", 1),
        ("3", 2),
    ]


def test_nothing_found_is_nothing() -> None:
    assert whole_pages((), shortest=80) == ()
