"""What every retriever must do. Inherit a class and give it a ``retriever`` over what it names."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from inspect import signature

import pytest

from engine.errors import NotFoundError
from engine.protocols import Retriever, SpellingRetriever
from engine.types import Document, SearchResult, Sentence

SENTENCES = (
    "Tea is better than coffee for sleep.",
    "tea is BETTER than coffee for  sleep.",
    "Coffee and tea are sold here.",
    "Is tea better than coffee?",
    'They ask "tea or coffee?"',
    "Teas keep longer than coffees do.",
    "The coffeehouse has a teapot.",
    "Tea calms me down.",
    "C++ is faster than C for this.",
    "C is smaller than C++11 in every way.",
    "C# and Java share a lot.",
    "The .NET platform is older than Node.js, says O’Reilly.",
    "AT&T is cheaper than T-Mobile.",
    "At night T beats Mobile.",
    "Deep learning in Python is easier than in MATLAB.",
    "Learning runs deep in Python as in MATLAB.",
    "MATLAB's toolboxes beat Python’s batteries on price, and on nothing else.",
    "Python and MATLAB, side by side.",
    "Café Olé is nicer than Cafe Lungo.",
    "😀 is funnier than 🍵.",
    "Windows 8.1 is worse than Windows 10.",
    "",
    "A lone surrogate \ud800 next to tea and milk.",
)
"""One document each, whose ids are "1", "2", "3" …"""

HOSTILE = (
    *("", " ", "{", "/", "a/b {", '"', "()", "a AND (b", "tea OR", "-tea", "+tea", "tea*", "te?", "statement:tea"),
    *("n:[0 TO 9]", "tea~2", "\\", "\x00", "\ud800", "<b>tea</b>", "%s", "' OR 1=1 --", "🍵" * 50, "x" * 10_000),
    "tea " * 2_500,
)


class RetrieverConformance:
    """Give a fixture ``retriever`` over ``SENTENCES``; one that cannot choose its ids says what they are in ``key``."""

    @pytest.fixture
    def retriever(self) -> Retriever:
        raise NotImplementedError

    def key(self, number: str) -> str:
        """Return the id of a document of ``SENTENCES``."""
        return number

    def ids(self, result: SearchResult) -> list[str]:
        """Return the numbers of the documents of the hits, in order."""
        numbers = {self.key(str(n)): str(n) for n, _ in enumerate(SENTENCES, 1)}
        return [numbers[hit.sentence.document] for hit in result.hits]

    @pytest.mark.parametrize("method", ["search", "find", "context", "document", "close"])
    def test_its_methods_have_the_signatures_of_the_role(self, retriever: Retriever, method: str) -> None:
        assert signature(getattr(type(retriever), method)) == signature(getattr(Retriever, method))

    def test_it_says_how_many_sentences_it_holds(self, retriever: Retriever) -> None:
        assert len(SENTENCES) - 1 <= retriever.size <= len(SENTENCES)  # the empty one may be left out

    def test_its_generation_stays_while_nothing_changes(self, retriever: Retriever) -> None:
        before = retriever.generation
        retriever.search(["tea", "coffee"])
        assert retriever.generation == before

    @pytest.mark.parametrize(
        ("objects", "found"),
        [
            (["tea", "coffee"], {"1", "3", "6"}),
            (["TEA", "Coffee"], {"1", "3", "6"}),
            (["teas", "coffees"], {"1", "3", "6"}),
            (["tea"], {"1", "3", "6", "8", "23"}),
            (["tea", "coffee", "sleep"], {"1"}),
            (["C++", "C"], {"9", "10"}),
            (["c#", "java"], {"11"}),
            (["C", "Java"], set()),
            ([".NET", "node.js"], {"12"}),
            (["O'Reilly", ".net"], {"12"}),
            (["AT&T", "T-Mobile"], {"13"}),
            (["T", "Mobile"], {"13", "14"}),
            (["deep learning", "python"], {"15"}),
            (["MATLAB", "Python"], {"15", "16", "17", "18"}),
            (["café olé", "café lungo"], {"19"}),
            (["😀", "🍵"], {"20"}),
            (["Windows 8.1", "windows 10"], {"21"}),
            (["window", "10"], set()),
            (["tea", "whisky"], set()),
        ],
    )
    def test_a_hit_names_every_object_as_a_whole_phrase(
        self, retriever: Retriever, objects: list[str], found: set[str]
    ) -> None:
        assert set(self.ids(retriever.search(objects))) == found

    def test_the_order_of_the_objects_does_not_matter(self, retriever: Retriever) -> None:
        assert retriever.search(["tea", "coffee"]).hits == retriever.search(["coffee", "tea"]).hits

    @pytest.mark.parametrize("objects", [[], [""], ["tea", ""], ["tea", "{"], ["/", "coffee"], ["tea", "   "]])
    def test_an_object_without_words_matches_nothing(self, retriever: Retriever, objects: list[str]) -> None:
        result = retriever.search(objects)
        assert (result.hits, result.total, result.questions_removed) == ((), 0, 0)

    def test_questions_are_removed_and_counted(self, retriever: Retriever) -> None:
        result = retriever.search(["tea", "coffee"])
        assert not {"4", "5"} & set(self.ids(result))
        assert result.questions_removed == 2

    def test_exact_duplicates_are_one_hit_that_lists_its_copies(self, retriever: Retriever) -> None:
        hit = next(hit for hit in retriever.search(["tea", "coffee"]).hits if hit.sentence.document == self.key("1"))
        assert hit.copies == (f"{self.key('2')}#0",)
        assert len(hit.sources) == 2
        assert sorted(hit.sources) == list(hit.sources)

    def test_the_total_counts_copies_but_no_questions(self, retriever: Retriever) -> None:
        assert retriever.search(["tea", "coffee"]).total == 4
        assert retriever.search(["tea", "coffee"], k=1).total == 4

    @pytest.mark.parametrize("k", [1, 2, 3])
    def test_k_keeps_the_best_hits_with_all_their_copies(self, retriever: Retriever, k: int) -> None:
        assert retriever.search(["tea", "coffee"], k=k).hits == retriever.search(["tea", "coffee"]).hits[:k]

    @pytest.mark.parametrize(("k", "count"), [(0, 0), (10**12, 3)])
    def test_any_k_is_taken(self, retriever: Retriever, k: int, count: int) -> None:
        assert len(retriever.search(["tea", "coffee"], k=k).hits) == count

    def test_scores_are_positive_and_descend(self, retriever: Retriever) -> None:
        scores = [hit.score for hit in retriever.search(["Python", "MATLAB"]).hits]
        assert scores == sorted(scores, reverse=True)
        assert min(scores) > 0

    def test_comparing_sentences_come_first(self, retriever: Retriever) -> None:
        assert set(self.ids(retriever.search(["Python", "MATLAB"], k=2))) == {"15", "17"}

    @pytest.mark.parametrize(
        ("aspects", "first"),
        [
            (["price"], ["17"]),
            (["side by side"], ["18"]),
            (["deep learning"], ["15"]),
            (["prices", "side"], ["17", "18"]),
        ],
    )
    def test_sentences_with_an_asked_aspect_come_before_the_others(
        self, retriever: Retriever, aspects: list[str], first: list[str]
    ) -> None:
        with_aspects = retriever.search(["Python", "MATLAB"], aspects=aspects)
        without = retriever.search(["Python", "MATLAB"])
        assert set(self.ids(with_aspects)[: len(first)]) == set(first)
        assert set(self.ids(with_aspects)) == set(self.ids(without))
        assert with_aspects.total == without.total

    @pytest.mark.parametrize("aspects", [[""], ["{"], ["weather"], ["", "/"]])
    def test_an_aspect_that_nothing_mentions_changes_nothing(self, retriever: Retriever, aspects: list[str]) -> None:
        assert (
            retriever.search(["Python", "MATLAB"], aspects=aspects).hits == retriever.search(["Python", "MATLAB"]).hits
        )

    def test_a_hit_says_where_it_stands(self, retriever: Retriever) -> None:
        hit = retriever.search(["AT&T", "T-Mobile"]).hits[0]
        key = self.key("13")
        assert hit.sentence == Sentence(f"{key}#0", "AT&T is cheaper than T-Mobile.", key, 0)
        assert hit.document.id == key
        assert hit.document.sentences == ()
        assert hit.sources == (hit.document.source,)
        assert hit.document.source

    def test_the_same_search_gives_the_same_hits(self, retriever: Retriever) -> None:
        assert retriever.search(["Python", "MATLAB"]).hits == retriever.search(["Python", "MATLAB"]).hits

    def test_threads_can_search_at_once(self, retriever: Retriever) -> None:
        pairs, times = [("tea", "coffee"), ("Python", "MATLAB"), ("C", "C++")], 40
        expected = [retriever.search(pair).hits for pair in pairs] * times
        with ThreadPoolExecutor(8) as pool:
            assert [result.hits for result in pool.map(retriever.search, pairs * times)] == expected

    @pytest.mark.parametrize("text", HOSTILE, ids=lambda text: ascii(text[:12]))
    def test_strange_text_is_only_text(self, retriever: Retriever, text: str) -> None:
        for result in (
            retriever.search([text, "coffee"], aspects=[text]),
            retriever.search(["tea", "coffee"], aspects=[text]),
            retriever.find(text),
        ):
            assert len(result.hits) <= result.total <= len(SENTENCES)
        assert retriever.search(["zither", text]).hits == ()

    @pytest.mark.parametrize(
        ("query", "found"),
        [
            ("tea coffee", {"1", "3", "4", "5", "6"}),
            ("coffee  TEAS!", {"1", "3", "4", "5", "6"}),
            ('"tea is better"', {"1"}),
            ('"than coffee" tea', {"1", "4", "6"}),
            ('"coffee tea"', set()),
            ('coffee "tea', {"1", "3", "4", "5", "6"}),
            ('coffee"" tea', {"1", "3", "4", "5", "6"}),
            ("tea NOT coffee", set()),
            ("C++", {"9", "10"}),
            ("", set()),
            ('"', set()),
        ],
    )
    def test_find_takes_words_and_quoted_phrases_and_keeps_questions(
        self, retriever: Retriever, query: str, found: set[str]
    ) -> None:
        assert set(self.ids(retriever.find(query))) == found

    def test_find_takes_the_first_64_words(self, retriever: Retriever) -> None:
        assert retriever.find("tea " * 64 + "zither").total == 8
        assert retriever.find("tea " * 63 + "zither").total == 0

    def test_find_merges_counts_and_cuts_like_search(self, retriever: Retriever) -> None:
        result = retriever.find("tea coffee", k=2)
        assert len(result.hits) == 2
        assert result.total == 6
        assert result.hits == retriever.find("tea coffee").hits[:2]

    def test_a_sentence_can_be_shown_in_context(self, retriever: Retriever) -> None:
        key = self.key("8")
        assert retriever.context(f"{key}#0") == (Sentence(f"{key}#0", "Tea calms me down.", key, 0),)

    def test_a_document_can_be_shown_whole(self, retriever: Retriever) -> None:
        key = self.key("8")
        document = retriever.document(key)
        assert document.id == key
        assert document.sentences == retriever.context(f"{key}#0")

    @pytest.mark.parametrize(
        "sentence_id", ["", "#", "8", "8#", "8#1", "8#00", "8#٠", "8#-1", "8#x", "0#0", "nope#0", "8#0#0", "\ud800#0"]
    )
    def test_an_unknown_sentence_is_not_found(self, retriever: Retriever, sentence_id: str) -> None:
        if sentence_id.startswith("8"):
            sentence_id = self.key("8") + sentence_id[1:]
        with pytest.raises(NotFoundError, match=r"no (sentence|document)"):
            retriever.context(sentence_id)

    @pytest.mark.parametrize("sentence_id", ["8#" + "9" * 5_000, "x" * 10_000], ids=["number", "name"])
    def test_an_endless_id_is_not_found_and_not_repeated(self, retriever: Retriever, sentence_id: str) -> None:
        with pytest.raises(NotFoundError) as error:
            retriever.context(sentence_id)
        assert len(str(error.value)) < 300

    @pytest.mark.parametrize("document_id", ["", "0", "nope", "8#0", "\ud800", "x" * 10_000], ids=ascii)
    def test_an_unknown_document_is_not_found(self, retriever: Retriever, document_id: str) -> None:
        with pytest.raises(NotFoundError, match="no document"):
            retriever.document(document_id)


DOCUMENTS = (
    Document("news-1", "On drinks", "https://www.drinks.example/1", "drinks.example", "2024-05-01"),
    Document("news-2", "More on drinks", "https://drinks.example/2", "drinks.example"),
    Document("a#b", source="a#b", sample=True),
)
TEXTS: Sequence[Sequence[str]] = (
    ("One.", "Two.", "Tea beats coffee.", "Four.", "Five.", "Six.", "Seven."),
    ("Tea beats coffee.", "But not at breakfast."),
    ("I agree.", "tea beats coffee."),
)
"""Sentences of each of ``DOCUMENTS``, in order."""


class SpellingRetrieverConformance:
    """Beside ``RetrieverConformance``, for a retriever that finds what is spelt nearly so."""

    @pytest.mark.parametrize(
        ("names", "beside", "found"),
        [
            (["cofee"], ["tea"], {"1", "3", "6"}),
            (["coffee"], ["tea"], {"1", "3", "6"}),
            (["Pyhton", "matlb"], [], {"15", "16", "17", "18"}),
            (["deep lerning"], ["MATLAB"], {"15", "16"}),
            (["coff"], ["tea"], set()),
        ],
    )
    def test_a_name_is_found_that_is_a_letter_off(
        self, retriever: SpellingRetriever, names: list[str], beside: list[str], found: set[str]
    ) -> None:
        hits = retriever.search_alike([[name] for name in names], beside=beside, k=9)
        assert {hit.sentence.document for hit in hits} == found

    def test_the_best_are_those_that_compare(self, retriever: SpellingRetriever) -> None:
        (hit,) = retriever.search_alike([["Pyhton"], ["matlb"]], k=1)
        assert hit.sentence.document == "15"

    def test_one_way_to_spell_a_name_will_do(self, retriever: SpellingRetriever) -> None:
        found = {hit.sentence.document for hit in retriever.search_alike([["Pyhton"], ["mattlabb", "matlb"]], k=9)}
        assert found == {"15", "16", "17", "18"}


class DocumentRetrieverConformance:
    """Give a fixture ``library``: a retriever over ``DOCUMENTS`` with ``TEXTS``."""

    @pytest.fixture
    def library(self) -> Retriever:
        raise NotImplementedError

    def test_copies_in_one_source_count_as_one_source(self, library: Retriever) -> None:
        (hit,) = library.search(["tea", "coffee"]).hits
        assert {hit.sentence.id, *hit.copies} == {"news-1#2", "news-2#0", "a#b#1"}
        assert hit.sources == ("a#b", "drinks.example")

    def test_a_hit_carries_its_document_without_the_sentences(self, library: Retriever) -> None:
        (hit,) = library.find("breakfast").hits
        assert hit.document == DOCUMENTS[1]

    @pytest.mark.parametrize("number", range(3))
    def test_a_document_comes_back_as_it_was(self, library: Retriever, number: int) -> None:
        given = DOCUMENTS[number]
        document = library.document(given.id)
        assert [sentence.text for sentence in document.sentences] == list(TEXTS[number])
        assert [sentence.id for sentence in document.sentences] == [
            f"{given.id}#{n}" for n in range(len(TEXTS[number]))
        ]
        assert (document.title, document.url, document.source, document.date, document.sample) == (
            given.title,
            given.url,
            given.source,
            given.date,
            given.sample,
        )

    @pytest.mark.parametrize(
        ("before", "after", "positions"),
        [
            (3, 3, [0, 1, 2, 3, 4, 5]),
            (1, 2, [1, 2, 3, 4]),
            (0, 0, [2]),
            (99, 0, [0, 1, 2]),
            (0, 10**30, [2, 3, 4, 5, 6]),
        ],
    )
    def test_context_is_cut_at_the_ends_of_the_document(
        self, library: Retriever, before: int, after: int, positions: list[int]
    ) -> None:
        sentences = library.context("news-1#2", before=before, after=after)
        assert [sentence.position for sentence in sentences] == positions
        assert all(sentence.document == "news-1" for sentence in sentences)

    def test_an_id_may_hold_the_sign_that_ends_it(self, library: Retriever) -> None:
        assert library.context("a#b#1", before=0)[0].text == "tea beats coffee."
