"""The engine: reads a question, compares two things, words the answer. It gets by name what can be chosen."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from cachetools import LRUCache

from engine import registry
from engine.browsing import Browser
from engine.checks import MAX_ASPECTS, check_aspects, check_objects
from engine.config import Config, load_config
from engine.dimensions import AspectFinder, search_terms
from engine.errors import InputError
from engine.protocols import Classifier, Generator, Miner, Ranker, Reader, Retriever
from engine.retrieval.listed import ListRetriever
from engine.stages import Clock, Watch
from engine.text import clean
from engine.types import (
    ALWAYS,
    Answer,
    Argument,
    Aspect,
    Classification,
    Comparison,
    Document,
    Explanation,
    Form,
    Kind,
    Length,
    Message,
    Pairing,
    Period,
    Question,
    SearchResult,
    Sentence,
    Stance,
    Standings,
)
from engine.verdict.decision import decide
from engine.verdict.explanation import explain
from engine.verdict.standings import cycle, order


class Engine:
    """Answers comparative questions with evidence from an index.

    Safe to use from several threads. Parts are loaded when first needed and kept.
    """

    def __init__(self, config: Config | None = None, *, retriever: Retriever | None = None) -> None:
        """Prepare an engine without loading anything.

        Args:
            config: Settings; the defaults when None.
            retriever: Where to search, instead of the index the settings name.

        Attributes:
            on_compared: Called with each new comparison, not with those from the cache; may be set at any time.
            browser: Finds whole pages and sets them side by side.
        """
        self.config = config or load_config()
        self.browser = Browser(self.config)
        self.on_compared: Callable[[Comparison], None] | None = None
        self._retriever = retriever
        self._parts: dict[tuple[str, str], Any] = {}
        self._lock = threading.RLock()
        self._comparisons: LRUCache[Any, Comparison] = LRUCache(self.config.retrieval.cached_comparisons)

    @property
    def retriever(self) -> Retriever:
        """Return the open index; a failed opening is tried again at the next call.

        Raises:
            IndexUnusableError: The index is missing or cannot be read.
            UnavailableError: What holds the index does not answer.
        """
        with self._lock:
            if self._retriever is None:
                name, settings = self.config.retrieval.retriever, self.config.retriever_settings
                opened: Retriever = registry.load("retriever", name, **settings)
                self._retriever = opened
            return self._retriever

    def read(self, text: str, *, form: Form = Form.QUESTION, reader: str | None = None) -> Question:
        """Understand a text.

        Args:
            text: Any text; spans refer to it as it is.
            form: Question or statement.
            reader: Name of the reader; the configured one when None.
        """
        part: Reader = self._part("reader", reader)
        return part.read(text, form=form)

    def understand(self, text: str) -> Question:
        """Understand a question as a person typed it.

        Args:
            text: 1 to ``service.max_question_chars`` characters after cleaning.

        Raises:
            InputError: The text is empty or too long.
        """
        return self.read(self._check_text(text))

    def read_all(self, texts: Sequence[str], *, form: Form = Form.QUESTION) -> list[Question]:
        """Understand texts, faster than one by one; see ``read``."""
        part: Reader = self._part("reader", None)
        return part.read_all(texts, form=form)

    def read_message(self, text: str, *, before: str = "") -> Message:
        """Understand a message of a conversation; see ``engine.protocols.Reader``."""
        part: Reader = self._part("reader", None)
        return part.read_message(text, before=before)

    def weigh(self, pairings: Sequence[Pairing], *, classifier: str | None = None) -> list[Classification]:
        """Say which of two objects each sentence favours."""
        part: Classifier = self._part("classifier", classifier)
        return part.classify(pairings)

    def compare(
        self,
        objects: Sequence[str],
        aspects: Sequence[Aspect] = (),
        *,
        fast: bool = False,
        period: Period = ALWAYS,
        classifier: str | None = None,
        ranker: str | None = None,
        watch: Watch | None = None,
    ) -> Comparison:
        """Compare two things on the evidence of the index.

        Args:
            objects: Exactly two different names of at most 100 characters.
            aspects: Points of view that matter, at most ten, weights 1 to 5.
            fast: Weigh at most ``retrieval.fast_depth`` sentences instead of ``retrieval.depth``.
            period: From when the evidence must be; what is not dated falls into no bounded period.
            classifier: Name of the classifier; the configured one when None.
            ranker: Name of the ranker; the configured one when None.
            watch: Is told each finished stage; a kept comparison has none.

        Raises:
            NotComparableError: Not two different things.
            InputError: A name or an aspect is out of bounds.
            IndexUnusableError: The index is missing or cannot be read.
            UnknownNameError: No such classifier or ranker.
        """
        first, second = check_objects(objects)
        aspects = check_aspects(aspects)
        retriever = self.retriever
        key = (retriever.generation, first, second, aspects, fast, period, classifier, ranker)
        with self._lock:
            if key in self._comparisons:
                return self._comparisons[key]
        comparison = self._compare(retriever, first, second, aspects, fast, period, classifier, ranker, watch)
        if self.config.retrieval.cached_comparisons > 0 and not comparison.notice:
            with self._lock:
                self._comparisons[key] = comparison
        if self.on_compared is not None:
            self.on_compared(comparison)
        return comparison

    def compare_all(
        self,
        objects: Sequence[str],
        aspects: Sequence[Aspect] = (),
        *,
        fast: bool = False,
        period: Period = ALWAYS,
        classifier: str | None = None,
        ranker: str | None = None,
        watch: Watch | None = None,
    ) -> Standings:
        """Put several things into order: every pair is compared as ``compare`` does, one after another.

        Args:
            objects: From two to ``verdict.maximum_objects`` different names.
            aspects: As in ``compare``, like all that follows.
            fast: Weigh fewer sentences of each pair.
            period: From when the evidence must be.
            classifier: Name of the classifier; the configured one when None.
            ranker: Name of the ranker; the configured one when None.
            watch: Is told each finished stage of each pair.
        """
        names = check_objects(objects, most=self.config.verdict.maximum_objects)
        aspects = check_aspects(aspects)
        clock = Clock()
        comparisons = tuple(
            self.compare(pair, aspects, fast=fast, period=period, classifier=classifier, ranker=ranker, watch=watch)
            for pair in combinations(names, 2)
        )
        clock.lap("pairs")
        orders = tuple(
            order(comparisons, names, aspect=aspect, settings=self.config.verdict)
            for aspect in ("", *(aspect.name for aspect in aspects))
        )
        clock.lap("order")
        return Standings(names, aspects, orders, comparisons, cycle(comparisons), clock.times())

    def compare_any(
        self,
        objects: Sequence[str],
        aspects: Sequence[Aspect] = (),
        *,
        fast: bool = False,
        period: Period = ALWAYS,
        classifier: str | None = None,
        ranker: str | None = None,
        watch: Watch | None = None,
    ) -> Comparison | Standings:
        """Return what ``compare`` says of two things, and what ``compare_all`` says of more."""
        names = check_objects(objects, most=self.config.verdict.maximum_objects)
        compare = self.compare if len(names) == 2 else self.compare_all
        return compare(names, aspects, fast=fast, period=period, classifier=classifier, ranker=ranker, watch=watch)

    def explain(
        self,
        objects: Sequence[str],
        aspects: Sequence[Aspect] = (),
        *,
        fast: bool = False,
        period: Period = ALWAYS,
        classifier: str | None = None,
        ranker: str | None = None,
    ) -> Explanation:
        """Say why a comparison of two things ends as it does, source by source; for the rest see ``compare``."""
        comparison = self.compare(objects, aspects, fast=fast, period=period, classifier=classifier, ranker=ranker)
        first, second = comparison.objects
        found, classified = self._classify(
            self.retriever, first, second, comparison.aspects, fast, period, classifier, Clock()
        )
        left_out = [one for one in classified if one.stance is Stance.NONE]
        return explain(comparison, found, left_out, settings=self.config.verdict)

    def answer(
        self,
        found: Comparison | Standings,
        *,
        question: Question | None = None,
        generator: str | None = None,
        length: Length = Length.CHAT,
    ) -> Answer:
        """Word an answer from a comparison of two things or of more.

        Args:
            found: What was found out.
            question: What was asked, when it is known.
            generator: Name of the generator; the configured one when None.
            length: How much to say.

        Raises:
            UnknownNameError: No such generator.
        """
        part: Generator = self._part("generator", generator)
        answer = replace(part.answer(found, question=question, length=length), question=question)
        notices = dict.fromkeys(one.notice for one in (found.comparisons if isinstance(found, Standings) else (found,)))
        answer = replace(answer, text="\n\n".join(filter(None, (answer.text, *notices))))
        return replace(answer, standings=found) if isinstance(found, Standings) else replace(answer, comparison=found)

    def ask(
        self, text: str, *, fast: bool = False, generator: str | None = None, length: Length = Length.CHAT
    ) -> Answer:
        """Answer a free question.

        Args:
            text: The question, 1 to ``service.max_question_chars`` characters after cleaning.
            fast: Weigh fewer sentences.
            generator: Name of the generator; the configured one when None.
            length: How much to say.

        Returns:
            A cited answer; or, without ``comparison`` and ``standings``, a sentence that says what is missing.

        Raises:
            InputError: The text is empty or too long.
            IndexUnusableError: The index is missing or cannot be read.
        """
        question = self.understand(text)
        missing = what_is_missing(question, most=self.config.verdict.maximum_objects)
        if missing:
            return Answer(text=missing, question=question)
        aspects = [Aspect(name) for name in question.points_of_view[:MAX_ASPECTS]]
        found = self.compare_any(question.objects, aspects, fast=fast)
        return self.answer(found, question=question, generator=generator, length=length)

    def answer_from(
        self,
        sentences: Sequence[str],
        objects: Sequence[str],
        aspects: Sequence[Aspect] = (),
        *,
        generator: str | None = None,
        length: Length = Length.CHAT,
    ) -> Answer:
        """Answer from given sentences alone, without an index.

        Args:
            sentences: The only evidence; each counts as a source of its own.
            objects: Two different names.
            aspects: Points of view that matter.
            generator: Name of the generator; the configured one when None.
            length: How much to say.
        """
        return self.answer(self.compare_from(sentences, objects, aspects), generator=generator, length=length)

    def compare_from(
        self, sentences: Sequence[str], objects: Sequence[str], aspects: Sequence[Aspect] = ()
    ) -> Comparison:
        """Compare two things on given sentences alone; see ``answer_from``."""
        first, second = check_objects(objects)
        return self._compare(
            ListRetriever(sentences=sentences), first, second, check_aspects(aspects), False, ALWAYS, None, None
        )

    def rank(
        self,
        sentences: Sequence[str],
        objects: Sequence[str],
        aspects: Sequence[Aspect] = (),
        *,
        ranker: str | None = None,
    ) -> list[tuple[int, float]]:
        """Order given sentences by how much they help to compare two things.

        Returns:
            (index into ``sentences``, score) for every sentence, best first; a sentence that compares nothing comes
            after all that do, with score 0, in input order.
        """
        first, second = check_objects(objects)
        listed = ListRetriever(sentences=sentences)
        comparison = self._compare(listed, first, second, check_aspects(aspects), False, ALWAYS, None, ranker)
        scores = dict.fromkeys(range(len(sentences)), 0.0)
        for argument in comparison.arguments:
            for sentence_id in (argument.hit.sentence.id, *argument.hit.copies):
                scores[int(sentence_id.partition("#")[0]) - 1] = argument.score
        return sorted(scores.items(), key=lambda item: (-item[1], item[0]))

    def search(self, query: str, *, k: int = 50) -> SearchResult:
        """Find sentences by keywords; see ``Retriever.find``."""
        return self.retriever.find(clean(query), k=k)

    def context(self, sentence_id: str, *, before: int = 3, after: int = 3) -> tuple[Sentence, ...]:
        """Return a sentence with its neighbours; see ``Retriever.context``."""
        return self.retriever.context(sentence_id, before=before, after=after)

    def document(self, document_id: str) -> Document:
        """Return a whole document; see ``Retriever.document``."""
        return self.retriever.document(document_id)

    def warm(self) -> None:
        """Load every configured part, so that the first question is as fast as the next."""
        for role in ("reader", "classifier", "ranker", "miner", "generator"):
            self._part(role, None)
        self.read("Is tea better than coffee?")
        self.compare_from(["Tea is better than coffee because it is cheaper."], ("tea", "coffee"))

    def close(self) -> None:
        """Close the index."""
        self.browser.close()
        with self._lock:
            if self._retriever is not None:
                self._retriever.close()
                self._retriever = None

    def _part(self, role: str, name: str | None) -> Any:
        name = name or self.config.parts[role]
        settings: Mapping[str, Any] = {}
        if (role, name) == ("ranker", "cam"):
            settings = self.config.ranking.model_dump()
        elif (role, name) == ("generator", "llm"):
            settings = {"settings": self.config.llm}
        elif (role, name) == ("generator", "snippet"):
            settings = {"context": self.context}
        with self._lock:
            if (role, name) not in self._parts:
                self._parts[role, name] = registry.load(role, name, **settings)
            return self._parts[role, name]

    def _check_text(self, text: str) -> str:
        text = clean(text)
        limit = self.config.service.max_question_chars
        if not text:
            raise InputError('The question is empty. Ask for example: "Is tea better than coffee for sleep?"')
        if len(text) > limit:
            raise InputError(f"The question has {len(text)} characters, at most {limit} are read. Shorten it.")
        return text

    def _compare(
        self,
        retriever: Retriever,
        first: str,
        second: str,
        aspects: tuple[Aspect, ...],
        fast: bool,
        period: Period,
        classifier: str | None,
        ranker: str | None,
        watch: Watch | None = None,
    ) -> Comparison:
        order: Ranker = self._part("ranker", ranker)
        miner: Miner = self._part("miner", None)
        clock = Clock((first, second), watch)
        found, classified = self._classify(retriever, first, second, aspects, fast, period, classifier, clock)
        arguments = [one for one in classified if one.stance is not Stance.NONE]
        ranked = tuple(order.rank(arguments, objects=(first, second), aspects=aspects))
        clock.lap("rank", len(ranked))
        mined = tuple(miner.mine(ranked, first=first, second=second))
        clock.lap("aspects", len(mined))
        verdict = decide(ranked, first=first, second=second, aspects=aspects, mined=mined, settings=self.config.verdict)
        clock.lap("verdict", verdict.sources)
        times = clock.times()
        return Comparison(
            (first, second),
            aspects,
            verdict,
            ranked,
            mined,
            found.total,
            times,
            found.notice,
            period,
            *found.left_out,
        )

    def _classify(
        self,
        retriever: Retriever,
        first: str,
        second: str,
        aspects: tuple[Aspect, ...],
        fast: bool,
        period: Period,
        classifier: str | None,
        clock: Clock,
    ) -> tuple[SearchResult, list[Argument]]:
        """Return what was found, and all of it classified, ``NONE`` too."""
        chosen: Classifier = self._part("classifier", classifier)
        settings = self.config.retrieval
        found = retriever.search(
            (first, second),
            aspects=[term for aspect in aspects for term in search_terms(aspect.name)],
            k=settings.fast_depth if fast else settings.depth,
        )
        found = _within(found, period)
        clock.lap("search", len(found.hits))
        classified = chosen.classify([Pairing(hit.sentence.text, first, second) for hit in found.hits])
        clock.lap("classify", sum(one.stance is not Stance.NONE for one in classified))
        finder = AspectFinder([aspect.name for aspect in aspects])
        return found, [
            Argument(
                hit, classification, () if classification.stance is Stance.NONE else finder.find(hit.sentence.text)
            )
            for hit, classification in zip(found.hits, classified, strict=True)
        ]


def _within(found: SearchResult, period: Period) -> SearchResult:
    """Return what was found from a period; a sentence is as old as the copy of it that was found first."""
    hits = tuple(hit for hit in found.hits if period.holds(hit.document.date))
    undated = sum(not hit.document.date for hit in found.hits) if any(period) else 0
    return replace(found, hits=hits, left_out=(len(found.hits) - len(hits), undated))


def what_is_missing(question: Question, *, most: int) -> str:
    """Return what a question lacks to be answered by a comparison; empty when nothing is missing.

    Args:
        question: What was understood.
        most: How many things can be compared at once.
    """
    objects = question.objects
    if len(objects) > most:
        named = ", ".join(objects)
        return f"I compare at most {most} things at a time, and I see {len(objects)}: {named}. Leave some out."
    if len(objects) >= 2 and (question.comparative or question.kind is not Kind.NONE):
        return ""
    if question.kind is Kind.SUPERLATIVE:
        return (
            "That asks for the best of many, and I compare two things that you name. "
            'Ask for example: "Is a laptop better than a tablet for students?"'
        )
    if len(objects) == 1 and question.comparative:
        return f"What shall I compare {objects[0]} with?"
    return (
        "That does not look like a comparison of two things to me. "
        'Ask for example: "Is Python better than MATLAB for deep learning?"'
    )
