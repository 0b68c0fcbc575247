"""A sentence on a thing of a longer name is no evidence on the shorter one."""

from __future__ import annotations

from collections.abc import Sequence

from engine.retrieval.in_memory import ListRetriever
from engine.retrieval.longer_names import naming_each, without_longer_names

CODE = [
    "In short, Objective-C is slower than Java.",
    "I like Objective C more than Java.",
    "Java beats Objective-C.",
    "C is faster than Java.",
    "Objective-C and C are older than Java.",
]


def _kept(sentences: Sequence[str], pair: tuple[str, str]) -> tuple[list[str], dict[str, int]]:
    retriever = ListRetriever(sentences=sentences)
    hits, left_out = without_longer_names(retriever.search(pair).hits, pair, retriever)
    return sorted(hit.sentence.text for hit in hits), left_out


def test_a_longer_name_that_people_set_beside_the_shorter_one_is_another_thing() -> None:
    beside = ["We wrote it in C and Objective-C.", "Is there a bridge from Objective-C to C ?"]
    short = "Java is cleaner than Obj-C."
    assert _kept([*CODE, *beside, short], ("C", "Java")) == (sorted(CODE[3:]), {"Objective C": 4})


def test_a_longer_name_that_nobody_sets_beside_it_is_the_same_thing() -> None:
    browsers = [
        "Now Google Chrome beats Opera.",
        "Opera beats Google Chrome.",
        "I took Google Chrome over Opera.",
    ]
    assert _kept(browsers, ("Chrome", "Opera")) == (sorted(browsers), {})


def test_a_version_beside_another_version_is_not_beside_the_thing() -> None:
    systems = [f"Today Windows XP is {word} than Linux." for word in ("slower", "older", "nicer")]
    beside = ["Windows XP and Windows Vista are old.", "Windows Vista and Windows XP are old."]
    assert _kept([*systems, *beside], ("Windows", "Linux")) == (sorted(systems), {})


def test_words_that_are_no_names_are_left_alone() -> None:
    sentences = ["I like tea and green tea.", "She likes green tea and tea.", *["Green tea beats coffee."] * 4]
    assert _kept(sentences, ("tea", "coffee"))[1] == {}


def test_a_thing_that_is_named_within_the_other_one_must_be_named_apart() -> None:
    sentences = ["I like sweet potatoes.", "A sweet potato is sweeter than a potato.", "Sweet-potato pie beats all."]
    hits = ListRetriever(sentences=sentences).search(("potato", "sweet potato")).hits
    kept = naming_each(hits, ("potato", "sweet potato"))
    assert [hit.sentence.text for hit in kept] == ["A sweet potato is sweeter than a potato."]
    assert naming_each(hits, ("potatoes", "sweet potatoes")) == kept
    assert naming_each(hits, ("potato", "pie")) == hits


def test_a_longer_name_may_go_on_behind_a_small_word() -> None:
    sites = ["Ruby On Rails is slower than PHP.", "Ruby on Rails beats PHP.", "PHP is faster than Ruby on Rails."]
    others = ["Ruby is faster than PHP.", "Ruby and Rails are no PHP."]
    beside = ["I know Ruby and Ruby on Rails.", "She teaches Ruby on Rails and Ruby."]
    assert _kept([*sites, *others, *beside], ("Ruby", "PHP")) == (sorted(others), {"Ruby on Rails": 3})
