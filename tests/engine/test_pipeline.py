"""The engine as a library: bounds, the cache, given sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine import registry
from engine.config import load_config
from engine.errors import DeclinedError, EngineError, InputError, NotComparableError, UnknownNameError
from engine.pipeline import Engine
from engine.retrieval.in_memory import ListRetriever
from engine.types import Aspect, Comparison, Decision, Period, Query, Stance
from engine.validation import MAX_ASPECTS, MAX_NAME_CHARS
from tests.engine.counting import CountingClassifier

SENTENCES = [
    "Tea is better than coffee for sleep.",
    "We sell tea and coffee.",
    "Tea is better than coffee for sleep.",
    "Coffee is tastier than tea.",
    "Tea is cheaper than coffee.",
]


def engine(*, cached_mb: int = 64, fast_depth: int = 500) -> Engine:
    settings = {"cached_mb": cached_mb, "fast_depth": fast_depth}
    return Engine(
        load_config(environ={}, overrides={"retrieval": settings}), retriever=ListRetriever(sentences=SENTENCES)
    )


@pytest.mark.parametrize(
    ("objects", "error", "message"),
    [
        ([], NotComparableError, "takes two different things, not none"),
        (["tea"], NotComparableError, "not 1: tea"),
        (["tea", "coffee", "milk"], NotComparableError, "not 3: tea, coffee, milk"),
        (["Tea", " tea "], NotComparableError, "name the same thing"),
        (["sofas", "couch"], NotComparableError, "name the same thing"),
        (["tea", "?!"], InputError, "has no letter or digit"),
        (["tea", "x" * (MAX_NAME_CHARS + 1)], InputError, "has 101 characters, at most 100"),
    ],
)
def test_what_cannot_be_compared_is_refused(objects: list[str], error: type[EngineError], message: str) -> None:
    with pytest.raises(error, match=message):
        engine().compare(objects)


@pytest.mark.parametrize(
    ("aspects", "message"),
    [
        ([Aspect(f"aspect {n}") for n in range(MAX_ASPECTS + 1)], "Got 11 aspects, at most 10"),
        ([Aspect("x" * (MAX_NAME_CHARS + 1))], "has 101 characters, at most 100"),
        ([Aspect("price", 0)], "is 0; expected 1"),
        ([Aspect("price", 6)], "is 6; expected 1"),
    ],
)
def test_aspects_out_of_bounds_are_refused(aspects: Sequence[Aspect], message: str) -> None:
    with pytest.raises(InputError, match=message):
        engine().compare(Query(("tea", "coffee"), tuple(aspects)))


def test_an_aspect_named_twice_keeps_its_larger_weight_and_one_without_words_is_left_out() -> None:
    asked = (Aspect("sleep", 2), Aspect(" Sleep", 5), Aspect("sleep", 1), Aspect("!?"))
    assert engine().compare(Query(("tea", "coffee"), asked)).aspects == (Aspect("Sleep", 5),)


def test_two_names_of_one_dimension_are_one_aspect() -> None:
    asked = (Aspect("speed", 2), Aspect("faster", 3), Aspect("easy to learn"), Aspect("price"))
    found = engine().compare(Query(("tea", "coffee"), asked)).aspects
    assert found == (Aspect("faster", 3), Aspect("easy to learn"), Aspect("price"))


def test_a_misspelt_quality_is_asked_for() -> None:
    assert engine().understand("Is tea or coffee cheeper?").text == "Is tea or coffee cheaper?"


def test_an_asked_aspect_is_found_in_all_its_words_and_weighs() -> None:
    said = ["Trains are nicer than planes.", "Planes are slower than trains.", "Planes beat trains."]
    comparison = engine().compare_from(said, Query(("trains", "planes"), (Aspect("speed", 5),)))
    best = comparison.arguments[0]
    assert (best.hit.sentence.text, best.aspects, best.stance) == (said[1], ("speed",), Stance.FIRST)
    assert [share.arguments for share in comparison.verdict.shares] == [3, 1]
    assert comparison.verdict.shares[1].first == 1.0


def test_a_sentence_is_read_for_an_asked_aspect() -> None:
    said = ["I like the ferry, but luggage is a good reason to take a train."]
    assert not engine().compare_from(said, Query(("ferry", "train"))).arguments
    (asked,) = engine().compare_from(said, Query(("ferry", "train"), (Aspect("luggage"),))).arguments
    assert (asked.stance, asked.aspects) == (Stance.SECOND, ("luggage",))


def test_an_aspect_on_which_nothing_is_said_changes_nothing_in_general() -> None:
    said = [
        "The ferry is far better than the train.",
        "I think that the train is nicer than the ferry.",
        "Whatever the ticket costs, the train is worse than the ferry.",
    ]
    asked = Engine(load_config(environ={}, overrides={"retrieval": {"read_depth": 2}}))
    general = asked.compare_from(said, ("ferry", "train"))
    found = asked.compare_from(said, Query(("ferry", "train"), (Aspect("price", 3),)))
    assert len(general.arguments) == 2
    assert not any(one.aspects for one in found.arguments)
    assert (found.arguments, found.verdict.shares[0]) == (general.arguments, general.verdict.shares[0])


def test_what_is_said_of_an_asked_compound_or_of_owning_a_thing_is_said_of_the_thing() -> None:
    said = [
        "My cat allergies are worse than my dog allergies.",
        "The cost of dog ownership is higher than that of a cat.",
    ]
    for text, words in zip(said, ("worse for allergies", "more expensive"), strict=True):
        asked = engine().parse(f"Which is {words}, a cat or a dog?").asked
        assert engine().compare_from([text], Query(("cat", "dog"), asked=asked)).asked_verdict.arguments


def test_a_situation_is_told_as_far_as_something_is_said_on_it() -> None:
    said = [
        "A cat is better than a dog if you live in a small apartment.",
        "My landlord agrees that in an apartment the cat is the better choice, and no dog.",
        "I live in a small apartment with two cats, and they are much easier to keep here than a dog.",
    ]
    asking = engine().parse("I live in a small flat and work long hours. A cat or a dog?")
    answer = engine().answer_from(said, Query(("cat", "dog"), asked=asking.asked))
    assert answer.text.startswith("A cat is better than a dog if you live in a small flat")
    assert "Nothing I have read takes into account that you work long hours." in answer.text


def test_a_comparison_is_made_once_and_told_once() -> None:
    told: list[Comparison] = []
    asked = engine()
    asked.on_compared = told.append
    first = asked.compare(["tea", "coffee"])
    assert asked.compare([" tea", "coffee"]) is first
    assert told == [first]
    assert asked.compare(["coffee", "tea"]) is not first


def test_no_side_has_all_of_a_dimension_while_a_source_says_otherwise_in_other_words() -> None:
    said = ["Coffee tastes better than tea.", "In the morning I find coffee tastier than any tea."]
    other = "They were convinced that the taste of tea was far superior to that of coffee."
    counts = []
    for texts in (said, [*said, other]):
        found = Engine(load_config(environ={}), retriever=ListRetriever(sentences=texts)).compare(["tea", "coffee"])
        counts.append(next((one.first_count, one.second_count) for one in found.mined if one.dimension == "taste"))
    assert counts == [(0, 2), (1, 2)]


def test_a_property_is_told_of_its_use_where_enough_sources_speak_of_that() -> None:
    boards = ["Wood cutting boards are safer than plastic.", "A plastic cutting board is less safe than one of wood."]
    others = [
        "Plastic is safer than wood because it does not splinter.",
        "With small kids I would say that plastic is much safer than wood.",
        "Our fire brigade says that wood is less safe than plastic.",
    ]
    told = []
    for texts in (others, [*boards, *others]):
        parts = Engine(load_config(environ={}), retriever=ListRetriever(sentences=texts))
        found = parts.ask("Which is safer for a cutting board, wood or plastic?").comparison
        assert isinstance(found, Comparison)
        assert found.asked_verdict is not None
        told.append((found.asked.words, found.asked_verdict.verdict.winner))
    assert told == [("safer", "plastic"), ("safer for a cutting board", "wood")]


def test_a_difference_that_does_not_convince_is_left_out() -> None:
    texts = ["It is easier to compete with Alto than with Brio.", "Alto is much faster than Brio."]
    engine = Engine(load_config(environ={}), retriever=ListRetriever(sentences=texts))
    found = engine.ask("What is the difference between Alto and Brio?").comparison
    assert isinstance(found, Comparison)
    assert [one.dimension for one in found.differences] == ["speed"]


def test_a_comparative_that_a_reader_does_not_name_counts_in_a_difference() -> None:
    texts = ["I knew that an Alto would be easier to care for than a Brio.", "Alto is much faster than Brio."]
    found = Engine(load_config(environ={}), retriever=ListRetriever(sentences=texts)).ask(
        "How do Alto and Brio differ?"
    )
    assert isinstance(found.comparison, Comparison)
    told = {one.dimension: one.words for one in found.comparison.differences}
    assert told["maintenance"] == "easier to care for"


def test_what_is_said_in_general_is_the_same_whatever_is_asked() -> None:
    places = ("Paris", "London", "Rome", "Madrid", "Berlin", "Vienna", "Oslo", "Athens", "Warsaw", "Prague", "Lisbon")
    texts = [f"Tea is better than coffee, said a man who came from {place} last year." for place in places]
    texts += [f"In the shops of {place} coffee is cheaper than tea, as you all know." for place in places]
    settings = {"retrieval": {"read_depth": 4}}
    some = Engine(load_config(environ={}, overrides=settings), retriever=ListRetriever(sentences=texts))
    general, *others = (
        some.understand(one) for one in ("tea or coffee?", "Is tea cheaper than coffee?", "tea vs coffee")
    )
    read = {one.hit.sentence.id: one.stance for one in some.compare(some.query_of(general)).arguments}
    for other in others:
        found = some.compare(some.query_of(other))
        assert {one.hit.sentence.id: one.stance for one in found.arguments} == read
    assert 0 < len(read) <= 4


def test_several_things_are_compared_pair_by_pair_and_pairs_are_kept() -> None:
    told: list[Comparison] = []
    asked = engine()
    asked.on_compared = told.append
    pair = asked.compare(["tea", "coffee"])
    standings = asked.compare_all(Query(("tea", "coffee", " milk"), (Aspect("sleep"),)))
    assert standings.objects == ("tea", "coffee", "milk")
    assert [one.objects for one in standings.comparisons] == [("tea", "coffee"), ("tea", "milk"), ("coffee", "milk")]
    assert [order.aspect for order in standings.orders] == ["", "sleep"]
    assert standings.missing == (("tea", "coffee"), ("tea", "milk"), ("coffee", "milk"))[1:]
    assert len(told) == 4
    assert asked.compare_any(["tea", "coffee"]) is pair
    assert asked.compare_all(["tea", "coffee", "milk"]).comparisons[0] is pair


def test_how_many_things_can_be_compared_is_a_setting() -> None:
    asked = Engine(
        load_config(environ={}, overrides={"verdict": {"maximum_objects": 3}}), retriever=ListRetriever(sentences=[])
    )
    assert len(asked.compare_all(["tea", "coffee", "milk"]).comparisons) == 3
    with pytest.raises(NotComparableError, match="takes two to 3 different things, not 4: tea"):
        asked.compare_any(["tea", "coffee", "milk", "water"])


def test_an_explanation_accounts_for_every_sentence() -> None:
    explanation = engine().explain(["tea", "coffee"])
    said = {one.hit.sentence.text for vote in explanation.votes for one in vote.arguments}
    left_out = [one.hit.sentence.text for one in explanation.left_out]
    assert said | set(left_out) == set(SENTENCES)
    assert left_out == ["We sell tea and coffee."]
    assert (explanation.comparison.copies, explanation.comparison.unread) == (1, 0)
    assert engine(fast_depth=1).explain(Query(("tea", "coffee"), fast=True)).comparison.unread > 0


def test_what_is_not_from_the_period_was_read() -> None:
    comparison = engine().explain(Query(("tea", "coffee"), period=Period("2020"))).comparison
    assert (comparison.outside, comparison.undated, comparison.unread) == (4, 4, 0)


def test_an_explanation_classifies_nothing_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.COMPONENTS["classifier"], "counting", "tests.engine.counting:CountingClassifier")
    asked, query = engine(), Query(("tea", "coffee"), classifier="counting")
    counting = CountingClassifier.made
    asked.compare(query)
    assert [one.classified for one in counting] == [4]
    asked.explain(query)
    asked.compare_all(query)
    assert [one.classified for one in counting] == [4]


def test_what_differs_in_weights_corrections_or_ranker_classifies_nothing_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(registry.COMPONENTS["classifier"], "counting", "tests.engine.counting:CountingClassifier")
    monkeypatch.setattr(CountingClassifier, "made", [])
    asked, query = engine(), Query(("tea", "coffee"), (Aspect("sleep"),), classifier="counting")
    compared: list[Comparison] = []
    asked.on_compared = compared.append
    best, *_ = asked.compare(query).arguments
    corrections = ((best.hit.sentence.id, Stance.NONE),)
    heavier = asked.compare(replace(query, aspects=(Aspect("sleep", 5),)))
    corrected = asked.compare(replace(query, corrections=corrections, ranker="cam"))
    assert [one.classified for one in CountingClassifier.made] == [4]
    assert len(compared) == 1
    assert heavier.verdict == engine().compare(replace(query, aspects=(Aspect("sleep", 5),))).verdict
    assert best.hit.sentence.id in [one.hit.sentence.id for one in corrected.left_out]
    assert asked.compare(query).arguments[0] is best
    asked.compare(replace(query, aspects=(Aspect("price"),)))
    assert sum(one.classified for one in CountingClassifier.made) == 12


def test_a_correction_lets_nothing_count_that_says_next_to_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.COMPONENTS["classifier"], "wavering", "tests.engine.counting:WaveringClassifier")
    query = Query(("tea", "coffee"), classifier="wavering")
    found = engine().compare(query)
    best, *others = found.arguments
    corrected = engine().compare(replace(query, corrections=((best.hit.sentence.id, Stance.NONE),)))
    assert [one.hit.sentence.text for one in found.left_out] == ["We sell tea and coffee."]
    assert {one.hit.sentence.id for one in corrected.arguments} == {one.hit.sentence.id for one in others}


def test_nothing_can_be_explained_too() -> None:
    explanation = engine().explain(["tea", "beer"])
    assert (explanation.votes, explanation.left_out, explanation.without_strongest) == ((), (), None)


def test_without_a_cache_a_comparison_is_made_each_time() -> None:
    asked = engine(cached_mb=0)
    assert asked.compare(["tea", "coffee"]) is not asked.compare(["tea", "coffee"])


def test_a_fast_comparison_weighs_fewer_sentences() -> None:
    asked = engine(fast_depth=1)
    assert len(asked.compare(Query(("tea", "coffee"), fast=True)).arguments) == 1
    assert len(asked.compare(["tea", "coffee"]).arguments) == 3


def test_given_sentences_are_ranked_with_their_copies_and_those_that_compare_nothing_come_last() -> None:
    ranked = engine().rank(SENTENCES, Query(("tea", "coffee"), (Aspect("sleep"),)))
    order, scores = [n for n, _ in ranked], dict(ranked)
    assert order[:2] == [0, 2]
    assert scores[0] == scores[2] > max(scores[3], scores[4]) > 0
    assert ranked[-1] == (1, 0.0)
    assert engine().rank([], ["tea", "coffee"]) == []


def test_given_sentences_are_the_only_evidence() -> None:
    answer = engine().answer_from(["Milk is better than water."], ["milk", "water"])
    assert answer.comparison is not None
    assert [argument.hit.document.source for argument in answer.comparison.arguments] == ["sentence 1"]
    assert answer.comparison.verdict.decision is Decision.INSUFFICIENT


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Which is better, tea, coffee, milk, water, cocoa, juice or beer?", "I compare at most 6 things at a time"),
        ("What is the best quasar?", "too little that compares one ‘quasar’ with another"),
        ("Is tea healthier?", "What shall I compare tea with?"),
        ("How do I brew tea?", "does not look like a comparison"),
    ],
)
def test_a_question_that_names_no_two_things_is_answered_by_what_it_lacks(question: str, says: str) -> None:
    answer = engine().ask(question)
    assert says in answer.text
    assert answer.comparison is None
    assert answer.citations == ()


def test_what_is_better_than_a_thing_is_told_beside_its_rivals_where_nothing_is_read_ahead() -> None:
    text = engine().ask("What is better than tea?").text
    assert text.startswith("Of 3 sources that compare the two, one speaks against tea. It says that “")


@pytest.mark.parametrize("question", ["", " \n", "x" * 2001])
def test_a_question_without_words_or_without_end_is_refused(question: str) -> None:
    with pytest.raises(InputError, match=r"is empty|has 2001 characters, at most 2000"):
        engine().ask(question)


def test_an_unknown_part_is_refused_by_name() -> None:
    with pytest.raises(UnknownNameError, match="Known: brief, bullets"):
        engine().ask("tea or coffee?", generator="poem")


def test_what_is_not_compared_is_declined_by_every_way_in() -> None:
    asked = "Are black people smarter than white people?"
    answer = engine().ask(asked)
    assert answer.comparison is None and "rank groups of people" in answer.text
    with pytest.raises(DeclinedError, match="rank groups of people"):
        engine().compare(("black people", "white people"))
    with pytest.raises(DeclinedError, match="findahelpline"):
        engine().compare_any(("tea", "suicide", "living"))


def test_of_groups_of_people_nothing_is_told_but_what_was_asked() -> None:
    said = [f"In {year} women lived longer than men." for year in (2001, 2002, 2003)]
    said += [f"I think women are better than men, says number {number}." for number in range(4)]
    asking = Engine(load_config(environ={}), retriever=ListRetriever(sentences=said))
    answer = asking.ask("Do women live longer than men?")
    assert isinstance(answer.comparison, Comparison) and answer.comparison.asked_verdict
    assert answer.comparison.verdict is answer.comparison.asked_verdict.verdict
    assert "better" not in answer.text and "general" not in answer.text
    with pytest.raises(DeclinedError):
        asking.compare(("women", "men"))


def test_an_answer_on_treatments_carries_one_line_of_caution() -> None:
    answer = engine().ask("Is tea better than coffee during pregnancy?")
    assert answer.comparison and answer.text.count("not medical advice") == 1
    assert "advice" not in engine().ask("Is tea better than coffee?").text


def test_one_thing_is_set_beside_what_it_is_compared_with_where_what_speaks_against_it_is_asked() -> None:
    answer = engine().ask("What speaks against coffee?")
    assert answer.comparison is not None
    assert answer.comparison.objects == ("coffee", "tea")
    assert "speak against coffee" in answer.text


def test_one_thing_is_compared_with_its_rival_of_which_the_person_tells() -> None:
    answer = engine().ask("hi, im a nurse on night shifts, i drink too much coffee, is tea any better for sleep")
    assert answer.comparison is not None
    assert answer.comparison.objects == ("tea", "coffee")
    assert engine().ask("is coffee any better for sleep?").text.startswith("What shall I compare coffee with?")
