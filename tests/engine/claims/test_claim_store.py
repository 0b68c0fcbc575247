"""What was read is found again, whoever asks and in whatever order; nothing is read twice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.claims.ahead import KNOWN, KnownNames, read_ahead, resume
from engine.claims.kept import SCREENED, KeptClaimReader, dimension_of, said_of
from engine.retrieval.embedded.claims import SqliteClaimStore
from engine.text.comparing import is_candidate
from engine.types import OVERALL, SILENT, Claim, Classification, ComparisonInstance, Reading, Sentence, Stance
from nlu_models.training.rules.parser import RuleQuestionParser
from tests.strategies import names

SAID = "Steel is harder than aluminum, but it costs more."


AHEAD = Classification(0.75, 0.125, 0.0, 0.125)
THINGS = ("steel", "aluminum")


class CountingReader:
    """Says that the thing whose name comes first in the alphabet is ahead, and counts what it is asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []
        self.model = "test 1"
        self.judge_model = "judge 1"

    def classify(self, instances: Sequence[ComparisonInstance]) -> list[Classification]:
        return self.properties(instances, [OVERALL] * len(instances))

    def properties(self, instances: Sequence[ComparisonInstance], words: Sequence[str]) -> list[Classification]:
        self.asked += [(one.sentence, asked) for one, asked in zip(instances, words, strict=True)]
        pairs = [(one.first.casefold(), one.second.casefold()) for one in instances]
        return [AHEAD if first < second else AHEAD.flipped() for first, second in pairs]

    def confirm(self, instances: Sequence[ComparisonInstance], words: Sequence[str]) -> list[Classification]:
        return self.properties(instances, words)

    def judge(self, instances: Sequence[ComparisonInstance], words: str) -> list[Classification]:
        return self.properties(instances, [f"judged as {words}"] * len(instances))

    def promise(self, instances: Sequence[ComparisonInstance]) -> list[float]:
        """Promise the more, the shorter a sentence; nothing where it has no "than"."""
        return [("than" in one.sentence) / len(one.sentence) for one in instances]

    def read_whole(self, instances: Sequence[ComparisonInstance]) -> list[dict[str, Classification]]:
        return [
            {words: self.properties([one], [words])[0] for words in (OVERALL, "cheap")[: 1 + ("cheap" in one.sentence)]}
            for one in instances
        ]


@pytest.fixture
def store(tmp_path: Path) -> SqliteClaimStore:
    return SqliteClaimStore(tmp_path, model="test 1")


def test_a_reading_is_made_once(store: SqliteClaimStore) -> None:
    reader = CountingReader()
    kept = KeptClaimReader(reader, lambda _: store)
    (first,) = kept.read([SAID], THINGS, most=5)
    assert kept.read([SAID], THINGS, most=5) == [first]
    (flipped,) = kept.read([SAID], THINGS[::-1], most=5)
    assert first is not None
    assert flipped == first.flipped()
    assert reader.asked == [(SAID, OVERALL)]


def test_a_property_is_another_reading_than_the_whole(store: SqliteClaimStore) -> None:
    reader = CountingReader()
    kept = KeptClaimReader(reader, lambda _: store)
    kept.read([SAID], THINGS, most=5)
    for words in ("hard", "expensive", "hard"):
        kept.read([SAID], THINGS, words=words, dimension=dimension_of(words), most=5)
    assert [words for _, words in reader.asked] == [OVERALL, "hard", "expensive"]


def test_a_sentence_is_judged_once_for_each_property_by_each_judge(store: SqliteClaimStore) -> None:
    reader = CountingReader()
    kept = KeptClaimReader(reader, lambda _: store)
    (overall,) = kept.judge([SAID], THINGS, OVERALL)
    assert kept.judge([SAID], THINGS[::-1], OVERALL) == [overall and overall.flipped()]
    kept.judge([SAID], THINGS, "hard")
    assert kept.read([SAID], THINGS, words="hard", dimension="hardness", most=5) == [AHEAD.flipped()]
    whole = ClaimingReader().read_whole([ComparisonInstance(SAID, *THINGS)])[0][OVERALL]
    assert KeptClaimReader(ClaimingReader(), lambda _: store).read_claims([SAID], THINGS, most=5) == [whole]
    assert KeptClaimReader(ClaimingReader(), lambda _: store).read_claims([SAID], THINGS, most=5) == [whole]
    reader.judge_model = "judge 2"
    kept.judge([SAID], THINGS, "hard")
    assert [words for _, words in reader.asked] == ["judged as overall", "judged as hard", "hard", "judged as hard"]


def test_the_other_end_of_a_dimension_is_looked_up(store: SqliteClaimStore) -> None:
    reader = CountingReader()
    kept = KeptClaimReader(reader, lambda _: store)
    text = "Steel is cheap, rather than aluminum."
    kept.read_ahead([ComparisonInstance(text, *THINGS)], ["a#1"])
    cheap = kept.read([text], THINGS, words="cheap", dimension="price", most=5)
    expensive = kept.read([text], THINGS, words="expensive", dimension="price", most=5)
    assert (cheap, expensive) == ([AHEAD.flipped()], [AHEAD])
    assert len(reader.asked) == 2


def test_a_property_that_no_single_word_was_read_for_is_read_when_it_is_asked_for(store: SqliteClaimStore) -> None:
    reader = CountingReader()
    kept = KeptClaimReader(reader, lambda _: store)
    assert kept.read_ahead([ComparisonInstance(SAID, *THINGS)], ["a#1"]) == 1
    for _ in range(2):
        assert kept.read([SAID], THINGS, words="cheap", dimension="price", most=5) == [AHEAD.flipped()]
        assert reader.asked[1:] == [(SAID, "cheap")]


def test_that_nothing_is_said_of_a_noun_tells_nothing_of_what_is_better() -> None:
    assert said_of("better camera", {"camera": SILENT}, "camera") is None
    assert said_of("cheaper", {"cheap": SILENT}, "price") is SILENT


@pytest.mark.parametrize("keeping", [False, True])
def test_the_most_promising_sentences_are_read(store: SqliteClaimStore, *, keeping: bool) -> None:
    texts = ["Steel is far harder than aluminum.", "Steel or aluminum?", "Steel beats it, rather than aluminum does."]
    reader = CountingReader()
    kept = KeptClaimReader(reader, lambda _: store if keeping else None)
    for _ in range(2):
        assert kept.read(texts, THINGS, most=1) == [AHEAD.flipped(), SILENT, None]
    assert kept.read(texts, THINGS, most=2)[2] == AHEAD.flipped()


class ClaimingReader(CountingReader):
    """Says of each property something else, and where it reads a sentence whole, what it claims."""

    def properties(self, instances: Sequence[ComparisonInstance], words: Sequence[str]) -> list[Classification]:
        self.asked += [(one.sentence, asked) for one, asked in zip(instances, words, strict=True)]
        sure = [1 / (2 + len(asked)) for asked in words]
        return [Classification(one, 0.0, 0.0, 1 - one) for one in sure]

    def read_whole(self, instances: Sequence[ComparisonInstance]) -> list[dict[str, Classification]]:
        claims = (Claim("price", "cheap", Stance.FIRST, Stance.FIRST),)
        whole = super().read_whole(instances)
        return [{words: replace(said, claims=claims) for words, said in one.items()} for one in whole]


MANY = [
    "Steel is cheap, rather than aluminum.",
    "Steel is harder than aluminum.",
    "Steel is cheap, other than aluminum there.",
    "Steel beats it all the same, rather than aluminum does.",
]
QUESTIONS: dict[str, Callable[[KeptClaimReader], object]] = {
    "whom they favour": lambda kept: kept.read(MANY, THINGS, most=2),
    "in more of them": lambda kept: kept.read(MANY, THINGS, most=3),
    "a property": lambda kept: kept.read(MANY, THINGS, words="cheap", dimension="price", most=3),
    "its other end": lambda kept: kept.read(MANY, THINGS, words="expensive", dimension="price", most=3),
    "all they claim": lambda kept: kept.read_claims(MANY, THINGS, most=3),
    "a property each": lambda kept: kept.confirm(MANY[:3], THINGS, ["expensive", "hard", "cheap"]),
}


@pytest.mark.parametrize("before", QUESTIONS)
@pytest.mark.parametrize("question", QUESTIONS)
def test_what_was_asked_before_changes_no_answer(tmp_path: Path, question: str, before: str) -> None:
    def asked(folder: Path, *questions: str) -> object:
        folder.mkdir()
        store = SqliteClaimStore(folder, model="test 1")
        kept = KeptClaimReader(ClaimingReader(), lambda _: store)
        kept.read_ahead([ComparisonInstance(MANY[0], *THINGS)], ["a#1"])
        return [QUESTIONS[one](kept) for one in questions][-1]

    assert asked(tmp_path / "after", before, question) == asked(tmp_path / "alone", question)


def test_a_property_of_each_sentence_is_read_once(store: SqliteClaimStore) -> None:
    reader = CountingReader()
    kept = KeptClaimReader(reader, lambda _: store)
    kept.read_ahead([ComparisonInstance(MANY[0], *THINGS)], ["a#1"])
    for _ in range(2):
        said = kept.confirm(MANY[:2], THINGS, ["expensive", "hard"])
        assert said == [AHEAD, AHEAD.flipped()]  # what is cheap was read ahead, and is turned
    assert reader.asked[2:] == [(MANY[1], "hard")]


def test_of_many_sentences_the_first_alone_are_looked_at(store: SqliteClaimStore) -> None:
    texts = [*["Steel or aluminum?"] * SCREENED, "Steel is far harder than aluminum."]
    kept = KeptClaimReader(CountingReader(), lambda _: store)
    assert kept.read(texts, THINGS, most=1) == [*[SILENT] * SCREENED, None]
    assert kept.read(texts, THINGS, most=2)[-1] == AHEAD.flipped()


def test_names_that_mean_one_thing_to_the_index_have_one_reading(store: SqliteClaimStore) -> None:
    reader = CountingReader()
    kept = KeptClaimReader(reader, lambda _: store)
    kept.read(["Cats are calmer than dogs."], ("cat", "dog"), most=5)
    kept.read(["Cats are calmer than dogs."], ("Dogs", "cats"), most=5)
    assert len(reader.asked) == 1


def test_another_model_finds_nothing(tmp_path: Path) -> None:
    store = SqliteClaimStore(tmp_path, model="test 1")
    store.put([Reading(ComparisonInstance(SAID, *THINGS), OVERALL, OVERALL, AHEAD)])
    store.close()
    assert SqliteClaimStore(tmp_path, model="test 1").find(THINGS, [OVERALL], [SAID], ahead=False) == [{OVERALL: AHEAD}]
    assert SqliteClaimStore(tmp_path, model="test 2").find(THINGS, [OVERALL], [SAID], ahead=False) == [{}]


@given(text=st.text(max_size=50), first=names(), second=names())
def test_anything_can_be_kept(tmp_path_factory: pytest.TempPathFactory, text: str, first: str, second: str) -> None:
    store = SqliteClaimStore(tmp_path_factory.mktemp("kept"), model="any")
    said = Classification(0.5, 0.25, 0.125, 0.125)
    store.put([Reading(ComparisonInstance(text, first, second), "far", "far\x1fther", said)])
    assert store.find((first, second), ["far"], [text], ahead=False) == [{"far\x1fther": said}]
    store.close()


def test_reading_ahead_goes_on_where_it_stood(store: SqliteClaimStore) -> None:
    texts = [*["Nothing is said here at all."] * 600, SAID, "Tea is cheaper than coffee in that town."]
    sentences = [Sentence(f"d#{n}", text, "d", n) for n, text in enumerate(texts)]
    reader = CountingReader()
    kept = KeptClaimReader(reader, lambda _: store)
    parser = RuleQuestionParser()
    seen: list[int] = []
    read = read_ahead(
        list(enumerate(sentences[:601])),
        total=602,
        reader=kept,
        store=store,
        parser=parser,
        progress=lambda state: seen.append(state.sentences),
    )
    assert (read, resume(store), seen[-1]) == (1, 601, 601)
    left = list(enumerate(sentences))[resume(store) :]
    assert read_ahead(left, total=602, reader=kept, store=store, parser=parser) == 1
    assert reader.asked == [(texts[600], OVERALL), (texts[601], OVERALL), (texts[601], "cheap")]
    (said,) = kept.read(texts[601:], ("coffee", "tea"), words="expensive", dimension="price", most=5)
    assert said is not None
    assert said.stance is Stance.SECOND
    assert len(reader.asked) == 3


@pytest.mark.parametrize(
    ("sentence", "candidate"),
    [
        (SAID, True),
        ("Is steel harder than aluminum?", False),
        ("We sell steel and aluminum.", False),
        ("a > than", False),
        (f"{SAID} {'x' * 400}", False),
        ("Copper is as soft as lead in my hands.", True),
    ],
)
def test_only_what_seems_to_compare_is_read_ahead(sentence: str, candidate: bool) -> None:
    assert is_candidate(sentence) is candidate


def test_known_names_are_found_where_they_are_not_marked() -> None:
    known = KnownNames({"soccer": KNOWN, "rugby": KNOWN - 1, "BMW": KNOWN})
    sentence = "Basketball has better athletes than both soccer and rugby."
    assert known.pairs_in(sentence, ["Basketball"]) == [("Basketball", "soccer")]
    known.add("Rugby")
    assert known.pairs_in(sentence, ["Basketball"]) == [("Basketball", "soccer"), ("Basketball", "rugby")]
    assert known.pairs_in("A BMW 550i beats a Honda.", ["BMW 550i", "Honda"]) == [
        ("BMW 550i", "Honda"),
        ("Honda", "BMW"),
    ]
    assert known.pairs_in(sentence, []) == []


def test_what_was_read_ahead_of_a_thing_is_found_by_its_name(store: SqliteClaimStore) -> None:
    claim = Claim("speed", "fast", Stance.FIRST, Stance.FIRST)
    said = replace(AHEAD, claims=(claim,))
    instance = ComparisonInstance(SAID, "steel", "aluminum")
    store.put([Reading(instance, "speed", "fast", said, "a#1"), Reading(instance, OVERALL, OVERALL, SILENT, "a#1")])
    store.put([Reading(instance, "price", "cheap", said)])  # read when asked
    (found,) = store.about("Aluminums")
    assert found == Reading(ComparisonInstance("", "aluminum", "steel"), "speed", "fast", said.flipped(), "a#1")
    assert [reading.said for reading in store.about("steel")] == [said]
    assert store.about("iron") == []
    assert store.names() == {"aluminum": 1, "steel": 1}
