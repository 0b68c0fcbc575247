"""The engine: reads a question, compares two things, words the answer. It gets by name what can be chosen."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations, islice
from types import MappingProxyType
from typing import Any

from engine import policy, registry
from engine.browsing import Browser
from engine.claims.ahead import ReadingProgress, read_ahead, resume
from engine.claims.kept import KeptClaimReader
from engine.comparison import ComparisonPipeline, Evidence
from engine.component_loader import ComponentLoader
from engine.config import Config, load_config
from engine.deadline import is_late
from engine.errors import DeclinedError, EngineError, IndexUnusableError, InputError, NotComparableError
from engine.members import Member, called_by, made, members, unpriced
from engine.memory import Kept
from engine.protocols import (
    ClaimStore,
    Classifier,
    Generator,
    KeepingRetriever,
    PropertyClassifier,
    QuestionParser,
    RelationWriter,
    Retriever,
)
from engine.relations import Graph
from engine.retrieval.compounds import apart_from_noun, is_material, mostly_on_compounds, taken_for
from engine.retrieval.in_memory import ListRetriever
from engine.retrieval.names import BRAND, ENOUGH, NAME, NameFinder, in_short, searched_as, without_version
from engine.rivals import MOST, TRIED, akin, may_be_meant, means_something, proposed, rivals, set_beside
from engine.stages import ProgressCallback, StageTimer
from engine.subjects import set_right
from engine.text.lexicon import PRICE
from engine.text.morphology import plural, with_article
from engine.text.spelling import mended
from engine.text.tagging import tagger
from engine.text.tokens import Tokens, clean, same_name, stems
from engine.types import (
    OVERALL_ASKED,
    Answer,
    Asked,
    AskedKind,
    Aspect,
    Classification,
    Comparison,
    ComparisonInstance,
    Decision,
    Document,
    Explanation,
    Form,
    Kind,
    Length,
    ParsedText,
    Query,
    Relation,
    Relations,
    SearchResult,
    Sentence,
    Stance,
    Standings,
)
from engine.types.document import Role, begun, own_words
from engine.validation import asks_above, check_name, check_query, class_of, none_of, query_of, what_is_missing
from engine.verdict.asked import named_in, needed, terms, used_for, wanted, widened
from engine.verdict.explanation import explain
from engine.verdict.standings import cycle, order

log = logging.getLogger(__name__)

_NAMED = 3
"""Things that a situation names, at most, on which it is looked what is said."""
_CONTENDERS = 2
"""Least members of a class beside which one thing is set alone."""


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
            kept: Comparisons, what they were made from, and rivals, by what was asked of which state of the index.
        """
        self.config = config or load_config()
        self.browser = Browser(self.config)
        self.on_compared: Callable[[Comparison], None] | None = None
        self._retriever = retriever
        self._components = ComponentLoader(self.config, context=self.context, claims=self._claim_store)
        self._comparison_pipeline = ComparisonPipeline(self._components, self.config)
        self._lock = threading.RLock()
        self._claim_stores: dict[str, ClaimStore | None] = {}
        self._engines: dict[str, Engine] = {"": self, self.config.index: self}
        self.kept: Kept[Any, Any] = Kept(self.config.retrieval.cached_mb << 20)

    def of(self, index: str) -> Engine:
        """Return the engine of an index of the settings, which keeps in the same memory and knows the others.

        Args:
            index: Its name; empty for the first one.

        Raises:
            UnknownNameError: There is no such index.
        """
        with self._lock:
            if index not in self._engines:
                other = Engine(self.config.on(index))
                other.kept, other.on_compared, other._engines = self.kept, self.on_compared, self._engines
                self._engines[index] = other
            return self._engines[index]

    @property
    def retriever(self) -> Retriever:
        """Return the open index; a failed opening is tried again at the next call.

        Raises:
            IndexUnusableError: The index is missing or cannot be read.
            UnavailableError: What holds the index does not answer.
        """
        with self._lock:
            if self._retriever is None:
                name, settings = self.config.retrieval.retriever, self.config.settings_of("retriever")
                opened: Retriever = registry.load_configured("retriever", name, **settings)
                self._retriever = opened
            return self._retriever

    def _claim_store(self, model: str) -> ClaimStore | None:
        """Return where what a model reads is kept beside the open index; None while none is open, or none can be."""
        with self._lock:
            if model not in self._claim_stores and isinstance(self._retriever, KeepingRetriever):
                self._claim_stores[model] = self._retriever.claim_store(model)
            return self._claim_stores.get(model)

    @property
    def _readings(self) -> ClaimStore | None:
        """Return where the configured classifier keeps what it reads, beside the index; None where nothing is kept."""
        reader = self._components.get("classifier")
        _ = self.retriever  # what is read is kept beside it, so it must be open
        return reader.store if isinstance(reader, KeptClaimReader) else None

    def recall(self, name: str) -> str:
        """Return what was remembered beside the index; empty where nothing was, or nothing is kept.

        Raises:
            IndexUnusableError: The index, or what is beside it, cannot be read.
            UnavailableError: What holds the index does not answer.
        """
        store = self._readings
        return store.state(name) if store else ""

    def remember(self, name: str, value: str) -> None:
        """Remember a value beside the index, where anything is kept; see ``recall``."""
        if store := self._readings:
            store.remember(name, value)

    def read_ahead(self, *, progress: Callable[[ReadingProgress], None] | None = None) -> int:
        """Read the sentences of the index that seem to compare, before anybody asks.

        It may be interrupted and called again: it goes on where it stood.

        Args:
            progress: Called about twice a second, and at the end.

        Returns:
            How many pairs of things were read; 0 where the configured classifier or the index keeps nothing.

        Raises:
            IndexUnusableError: The index is missing or cannot be read.
            UnavailableError: What holds the index does not answer.
        """
        retriever, reader, store = self.retriever, self._components.get("classifier"), self._readings
        if store is None or not isinstance(retriever, KeepingRetriever):
            return 0
        return read_ahead(
            retriever.sentences_from(resume(store)),
            total=retriever.size,
            reader=reader,
            store=store,
            parser=self._components.get("parser"),
            progress=progress,
        )

    def relations(self, name: str, *, offset: int = 0, limit: int = 10) -> Relations:
        """Return what a thing is compared with, on what and with which outcome, from what was read ahead.

        Args:
            name: Of the thing.
            offset: So many of the things that it is compared with most often are left out.
            limit: The most to return.

        Raises:
            InputError: The name is out of bounds.
            DeclinedError: It is not compared: docs/policy.md.
            IndexUnusableError: The index is missing or cannot be read.
        """
        name = check_name(name)
        if declined := self._declined_alone(name):
            raise DeclinedError(declined)
        return self._looked_up(name, lambda graph: graph.relations(name, offset=offset, limit=limit))

    @property
    def is_read_ahead(self) -> bool:
        """Return whether all of the index was read ahead."""
        graph, notice = self._graph()
        return graph is not None and not notice

    def _graph(self) -> tuple[Graph | None, str]:
        """Return what was read ahead, if anything was, and what to do where it is not all."""
        retriever = self.retriever
        try:
            store = self._readings
            if store is None or not isinstance(retriever, KeepingRetriever):
                return None, "Nothing is read ahead of this index, or by this classifier."
            done, total = resume(store), retriever.size
        except EngineError as error:
            return None, error.tell()
        how = "`whichever index` with the index's folder and sources reads it"
        if done == 0:
            return None, f"This index was not read ahead: {how}."
        notice = (
            f"Of this index {done:,} of {total:,} sentences were read ahead: {how} to the end." if done < total else ""
        )
        return Graph(store, retriever, self.config), notice

    def _looked_up(self, name: str, look: Callable[[Graph], Relations]) -> Relations:
        """Return what was read ahead of a thing, with what to do where that is not all or cannot be used."""
        graph, notice = self._graph()
        found = Relations(name, (), 0)
        try:
            found = look(graph) if graph else found
        except IndexUnusableError as error:
            notice = error.tell()
        return replace(found, notice=notice)

    def parse(self, text: str, *, form: Form = Form.QUESTION) -> ParsedText:
        """Understand a text.

        Args:
            text: Any text; spans refer to it as it is.
            form: Question or statement.
        """
        part: QuestionParser = self._components.get("parser")
        return part.parse(text, form=form)

    def understand(self, text: str) -> ParsedText:
        """Understand a question as a person typed it, qualities that are misspelt in it included.

        Args:
            text: 1 to ``service.max_question_chars`` characters after cleaning.

        Raises:
            InputError: The text is empty or too long.
            IndexUnusableError: It names several things, and the index is missing or cannot be read.
        """
        text, limit = clean(text), self.config.service.max_question_chars
        if not text:
            raise InputError('The question is empty. Ask for example: "Is tea better than coffee for sleep?"')
        if len(text) > limit:
            raise InputError(f"The question has {len(text)} characters, at most {limit} are read. Shorten it.")
        return self.set_right(self.parse(mended(text)))

    def set_right(self, question: ParsedText) -> ParsedText:
        """Return a question that was read with what it compares as the index knows it: see ``engine.subjects``.

        One thing alone is beside another with which it is compared, and which is named where the person tells of it: "I
        drink too much coffee, is tea any better?".
        """
        alone = len(question.objects) == 1 and question.asked.kind in (AskedKind.PROPERTY, AskedKind.USE)
        if alone and question.kind is not Kind.SUPERLATIVE and not asks_above(question):
            text = Tokens(question.text)
            for one in self.rivals(*question.objects):
                for start, end in text.mentions(one)[:1]:
                    beside = (*question.objects, question.text[start:end])
                    return replace(question, objects=beside, comparative=True, kind=Kind.YES_NO)
        several = len(question.objects) > 1 and self.config.retrieval.as_indexed
        if not several or not isinstance(self.retriever, KeepingRetriever):
            return question
        return set_right(question, self.retriever, self._components.get("parser"))

    def declined(self, text: str) -> str:
        """Return what is said to a text that is not answered by a comparison: docs/policy.md; empty for nearly all."""
        concern = policy.concern_of(text)
        said: str = getattr(self.config.policy, concern) if concern else ""
        return said

    def _declined_alone(self, name: str) -> str:
        """Return what is said to a name beside which nothing is set: one that is not compared with its like."""
        return self.declined(f"{name} or {name}")

    def instead(self, question: ParsedText) -> str:
        """Return what is said instead of an answer to a question that is declined or lacks something; or nothing."""
        if declined := self.declined(question.text):
            return declined
        if policy.ranks_people(question.objects, question.text):
            return self.config.policy.group_ranking
        if asks_above(question) and (self.is_read_ahead or self._declined_alone(question.objects[0])):
            return self._declined_alone(question.objects[0])
        if kind := class_of(question):
            return "" if len(self.contenders(question)) > 1 else none_of(kind)
        said = what_is_missing(question, most=self.config.verdict.maximum_objects)
        if not said and len(question.objects) == 1 and not self.rivals(question.objects[0]):
            said = f"I have read of nothing that people compare {question.objects[0]} with."
        return said

    def query_of(self, question: ParsedText) -> Query:
        """Return what a question asks to compare.

        One thing alone is set beside what the index compares it with; in place of a class stand its members.

        Raises:
            NotComparableError: Of the class no two members are known.
        """
        query = query_of(question)
        if len(query.objects) != 1:
            return query
        if kind := class_of(question):
            names = self.contenders(question)
            if len(names) < 2:
                raise NotComparableError(none_of(kind))
            asked = _asked_of_members(question)
            priced = (Aspect(PRICE),) * (unpriced(kind) != kind and asked is query.asked)
            query = replace(query, objects=names, asked=asked, aspects=(*query.aspects, *priced))
            return _of_what_is_made(query, unpriced(kind))
        asked = query.asked if query.asked.is_special else replace(query.asked, kind=AskedKind.AGAINST)
        return replace(query, objects=(*query.objects, *self.rivals(*query.objects)), asked=asked)

    def members(self, kind: str, uses: tuple[str, ...] = (), asked: Asked = OVERALL_ASKED) -> list[Member]:
        """Return what the texts of the index say to be of a class, such as "laptop", and how many sources say so.

        Args:
            kind: The class.
            uses: As for ``engine.members.members``.
            asked: The property by which those are chosen that are compared, if it is one.
        """
        kind, near = unpriced(kind), self.config.retrieval.near
        words = terms(asked, near=near) if asked.kind is AskedKind.PROPERTY else ()
        key = (self.retriever.generation, kind, uses, words, Member)
        found: list[Member] | None = self.kept.get(key)
        if found is None:
            found = members(kind, self.retriever, uses=uses, words=words, near=near)
            found = [one for one in found if not policy.is_underage(" for ".join((one.name, *uses)))]
            found = found[: self.config.verdict.maximum_objects]
            if not is_late():
                self.kept.put(key, found)
        return found

    def contenders(self, question: ParsedText) -> tuple[str, ...]:
        """Return things of the class of which a question asks for the most; first the one of which it asks.

        Beside that stand all others of its class if it is one itself, else those that it is compared with, or those of
        its kind; where none is known, what else it is compared with, but no common noun beside a brand.
        """
        kind = class_of(question)
        names = [one.name for one in self.members(kind, question.aspects, _asked_of_members(question))]
        if not question.of_class:
            return tuple(names)
        (name,) = question.objects
        known = {*stems(name), *stems(kind)}
        others = [one for one in names if known.isdisjoint(stems(one))]
        finder = NameFinder(self.retriever)
        if not any(same_name(name, one) for one in names):
            beside = [one for one in others if finder.met(name, one).comparing >= ENOUGH]
            alike = akin(name, others, self.retriever, near=self.config.retrieval.near)
            others = beside if len(beside) >= _CONTENDERS else [*alike]
        if not others:
            is_brand = finder.alone(name)[1] >= BRAND
            rivals = (one for one in self.rivals(name) if known.isdisjoint(stems(one)))
            others = [one for one in rivals if not is_brand or finder.alone(one)[1] >= NAME]
        return (name, *others)[: self.config.verdict.maximum_objects]

    def _called_so(self, kind: str, question: ParsedText, compared: Collection[str]) -> str:
        """Return how many sources say of what is compared that it is of a class, and of which wider one if of that."""
        asked = _asked_of_members(question)
        known = self.members(kind, question.aspects, asked)
        found = [one for one in known if any(same_name(one.name, name) for name in compared)]
        uses = question.aspects if all(one.met for one in found) else ()
        told = [f"{one.name} ({one.met or one.sources:,})" for one in found if one.sources]
        said = called_by(kind, found, near=self.config.retrieval.near)
        is_many = tagger().tag(said.lower().partition(" of ")[0].split())[-1] == "NNS"
        called = f"call {said if is_many else with_article(said)}, or set beside one,"
        most = f"{called} and most often name with {' and '.join(uses)}" if uses else f"most often {called[:-1]}"
        if any(one.by_property for one in found):
            most = f"{called} and most often compare on {asked.dimension or asked.words}"
        beyond = "" if said == kind else f" Not all say that each is of the class ‘{kind}’."
        return f"Compared here is what sources {most}: {', '.join(told)}.{beyond}" if told else ""

    def rivals(self, name: str, *, beside: Sequence[str] = ()) -> list[str]:
        """Return what a thing is compared with in the index, by most sources first, at most three.

        Args:
            name: Of the thing.
            beside: What it was set beside: what means nothing like that is left out, as another thing of this name.
        """
        key = (self.retriever.generation, name)
        found: list[str] | None = self.kept.get(key)
        if found is None:
            found = self._may_be_rivals(name)
            if isinstance(self.retriever, KeepingRetriever):
                found = proposed(name, found, self._compare_in_short, near=self.config.retrieval.near)
            found = found[:MOST]
            if not is_late():
                self.kept.put(key, found)
        if self.config.retrieval.near > 0:
            found = [one for one in found if all(may_be_meant(one, other) for other in beside)]
        return found

    def _compare_in_short(self, first: str, second: str) -> Comparison | None:
        """Return a comparison of two things on fewer sentences; None where they are not compared."""
        try:
            return self.compare(Query((first, second), fast=True))
        except InputError:
            return None

    def _may_be_rivals(self, name: str) -> list[str]:
        """Return what may be compared with a thing: what was read ahead to be, and what is set beside it."""
        parser: QuestionParser = self._components.get("parser")
        retriever, near = self.retriever, self.config.retrieval.near
        graph, _ = self._graph()
        try:
            known = graph.rivals(name) if graph else []
        except IndexUnusableError as error:
            log.warning("%s", error)
            known = []
        read = [*islice(akin(name, known, retriever, near=near), TRIED)]
        beside = set_beside(name, retriever) if read and near > 0 else ()
        others = beside if read else rivals(name, retriever, parser, near=near)
        return [*read, *islice(akin(name, others, retriever, near=near), TRIED)]

    def parse_all(self, texts: Sequence[str], *, form: Form = Form.QUESTION) -> list[ParsedText]:
        """Understand texts, faster than one by one; see ``read``."""
        part: QuestionParser = self._components.get("parser")
        return part.parse_all(texts, form=form)

    def classify(
        self, instances: Sequence[ComparisonInstance], *, classifier: str | None = None
    ) -> list[Classification]:
        """Say which of two objects each sentence favours."""
        part: Classifier = self._components.get("classifier", classifier)
        return part.classify(instances)

    def classify_properties(
        self, instances: Sequence[ComparisonInstance], words: Sequence[str], *, classifier: str | None = None
    ) -> list[Classification]:
        """Say which of two objects each sentence puts above the other in a property.

        Raises:
            InputError: The classifier cannot say.
        """
        part = self._components.get("classifier", classifier)
        if not isinstance(part, PropertyClassifier):
            raise InputError("This classifier does not tell properties apart. Use the classifier 'claims'.")
        return part.properties(instances, words)

    def compare(self, query: Query | Sequence[str], *, on_stage: ProgressCallback | None = None) -> Comparison:
        """Compare two things on the evidence of the index.

        What was searched and classified is kept: a query that differs only in weights, corrections or the ranker is
        answered from it.

        Args:
            query: What is asked for, or just the names of the two.
            on_stage: Is told each finished stage; a kept comparison has none.

        Raises:
            NotComparableError: Not two different things.
            DeclinedError: They are not compared: docs/policy.md.
            InputError: A name or an aspect is out of bounds.
            IndexUnusableError: The index is missing or cannot be read.
            UnknownNameError: No such classifier or ranker.
        """
        query, retriever = check_query(query), self.retriever
        of_groups = self.declined(" or ".join(query.objects))  # nothing is told of people but what was asked
        if declined := self.declined(_in_words(query)) or ("" if query.asked.is_special else of_groups):
            raise DeclinedError(declined)
        generation, sought = retriever.generation, _sought(query)
        kept: Comparison | None = self.kept.get((generation, query, Comparison))
        if kept is not None:
            return kept
        evidence: Evidence | None = self.kept.get((generation, sought, Evidence))
        clock, is_new = StageTimer(query.objects, on_stage), evidence is None
        if evidence is None:
            evidence = self._comparison_pipeline.find(query, retriever, clock=clock)
        comparison = self._comparison_pipeline.conclude(query, evidence, clock=clock)
        if of_groups:
            comparison = _on_asked(comparison)
        if not comparison.notice:
            self.kept.put((generation, sought, Evidence), evidence)
            if not query.corrections:
                self.kept.put((generation, query, Comparison), comparison)
        if is_new and self.on_compared is not None:
            self.on_compared(comparison)
        return comparison

    def compare_all(
        self,
        query: Query | Sequence[str],
        *,
        on_stage: ProgressCallback | None = None,
        known: Mapping[tuple[str, ...], Comparison] = MappingProxyType({}),
    ) -> Standings:
        """Put several things into order: every pair is compared as ``compare`` does, one after another.

        Threads would hardly help where the index is embedded: all of a pair's time but the search, a seventh
        (docs/benchmarks.md), is spent under Python's global lock.

        Args:
            query: About two to ``verdict.maximum_objects`` things, or just their names.
            on_stage: Is told each finished stage of each pair.
            known: Pairs that were compared for this query already, of which those under the same names are taken.
        """
        query = self._check(query)
        clock = StageTimer()
        pairs = list(combinations(query.objects, 2))
        if query.asked.kind is AskedKind.AGAINST:
            pairs = pairs[: len(query.objects) - 1]  # those of the first, which is asked about
            query = replace(query, fast=True)
        kept = {pair: one for pair in pairs if (one := known.get(pair)) and one.objects == pair}
        comparisons = tuple(
            kept.get(pair) or self.compare(replace(query, objects=pair, typed=()), on_stage=on_stage) for pair in pairs
        )
        clock.lap("pairs")
        orders = tuple(
            order(comparisons, query.objects, aspect=aspect, settings=self.config.verdict)
            for aspect in ("", *(aspect.name for aspect in query.aspects))
        )
        asked = from_worst = None
        if query.asked.is_special and query.asked.kind is not AskedKind.AGAINST:
            asked = order([_on_asked(one) for one in comparisons], query.objects, settings=self.config.verdict)
        if query.asked.wants_worst:
            from_worst = order(comparisons, query.objects, worst_first=True, settings=self.config.verdict)
        clock.lap("order")
        return Standings(
            query.objects,
            query.aspects,
            orders,
            comparisons,
            cycle(comparisons),
            clock.times(),
            typed=query.typed,
            asked_order=asked,
            from_worst=from_worst,
        )

    def compare_any(
        self,
        query: Query | Sequence[str],
        *,
        on_stage: ProgressCallback | None = None,
        known: Mapping[tuple[str, ...], Comparison] = MappingProxyType({}),
    ) -> Comparison | Standings:
        """Return what ``compare`` says of two things, and what ``compare_all`` says of more.

        Where there is too little on names as they were typed, those under which the index has the things are searched
        for, and the names of what is returned are these. Where too little speaks of what was asked, it is asked in
        other words; ``asked`` of what is returned says in which.
        """
        query = self._check(query)
        compare = self.compare if len(query.objects) == 2 else partial(self.compare_all, known=known)
        found = compare(query, on_stage=on_stage)
        if is_late() or not self.config.retrieval.as_indexed:
            return found
        names = {name: name for name in query.objects}
        finder = NameFinder(self.retriever)
        bare = dict(zip(query.objects, finder.without_makers(query.objects), strict=True))
        for pair in found.pairs:
            first, second = pair.objects
            if not _is_short(pair):
                names |= {name: bare[name] for name in pair.objects if names[name] == name}
            elif names[first] == first or names[second] == second:
                names[first], names[second] = finder.as_indexed((names[first], names[second]))
        objects = tuple(names.values())
        if objects != query.objects and len(set(map(stems, objects))) == len(objects):
            wider = compare(replace(query, objects=objects, typed=query.objects), on_stage=on_stage)
            found = wider if _support(wider) >= _support(found) else found
        if isinstance(found, Comparison) and not _is_answered(found):
            found = self._of_noun(query, found, finder, on_stage=on_stage)
        return self._asked_otherwise(replace(query, objects=found.objects, typed=found.typed), found, on_stage=on_stage)

    def _asked_otherwise(
        self, query: Query, found: Comparison | Standings, *, on_stage: ProgressCallback | None
    ) -> Comparison | Standings:
        """Return what is said on what matters to a person who tells of himself, or on a thing of what is done with it.

        It is what was found before where no more is said on that.
        """
        asked = query.asked
        is_told = asked.kind is AskedKind.OVERALL or (asked.kind is AskedKind.USE and asked.is_situation)
        if is_told and (asked.needs or asked.use) and not any(map(_is_answered, found.pairs)):
            named = named_in(asked)[:_NAMED] if asked.is_situation else ()
            others = [needed(need, case=asked.use) for need in (*asked.needs, *named)]
        else:
            of_itself = widened(asked)
            others = [of_itself] if of_itself and not any(map(_speaking, found.pairs)) else []
        compare = self.compare if isinstance(found, Comparison) else self.compare_all
        for other in others:
            if is_late():
                break
            said = compare(replace(query, asked=other), on_stage=on_stage)
            if max(map(_speaking, said.pairs)) > max(map(_speaking, found.pairs)):
                return said
        return found

    def _of_noun(
        self, query: Query, found: Comparison, finder: NameFinder, *, on_stage: ProgressCallback | None
    ) -> Comparison:
        """Return what is said of two names without the noun of both, and for that: "wood or plastic for boards".

        Where nothing is said of them with it, what is said of them in general counts as well, but for what is said of
        other things: of stoves, where "electric" and "gas" are said of cars. Where enough is said of them with it, but
        not of what was asked, the two must mostly be said of that noun: charcoal and gas of grills. What is said of
        materials is said of what is made of them, so that it is told beside what is said for the noun.
        """
        *short, noun = apart_from_noun(query.objects, finder, self.retriever) or ("",)
        if not short or not all(map(stems, short)):
            return found
        are_materials = all(is_material(name, self.retriever) for name in short)
        only_asked = query.asked.is_special and not _is_short(found)
        if not (query.asked.is_special or _is_short(found) or are_materials):
            return found
        if not (finder.are_mostly_of(short, noun) if only_asked else finder.stand_alone(short, noun)):
            return found
        use = used_for(noun)
        asked = query.asked if query.asked.is_special or finder.are_called(short, noun) else use
        bare = replace(query, objects=tuple(short), typed=query.objects, asked=asked)
        if is_told_beside := asked is use and are_materials:
            aspects = (*query.aspects, Aspect(finder.in_plural(noun)))
            bare = replace(bare, aspects=aspects, asked=use if in_short(query.objects) else query.asked)
        said = self.compare(bare, on_stage=on_stage)
        if said.searched.senses:
            return found
        if only_asked:
            return said if _speaking(said) > _speaking(found) else found
        if is_told_beside:
            return said if _is_short(found) or _speaking(said) >= found.verdict.sources else found
        if asked is use and said.asked_verdict and (said.asked_verdict.arguments or found.verdict.sources):
            said = _on_asked(said)
        elif asked is use and found.verdict.sources:
            return found
        return said if said.verdict.sources > found.verdict.sources else found

    def explain(self, query: Query | Sequence[str]) -> Explanation:
        """Say why a comparison of two things ends as it does, source by source; for the rest see ``compare``."""
        return explain(self.compare(query), settings=self.config.verdict)

    def answer(
        self,
        found: Comparison | Standings,
        *,
        question: ParsedText | None = None,
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
        part: Generator = self._components.get("generator", generator)
        answer = replace(part.answer(found, question=question, length=length), question=question)
        wider = without_version(found.objects, found.typed)
        notices = dict.fromkeys([] if wider else [searched_as(found.objects, found.typed)])
        if question and (kind := class_of(question)):
            kind = unpriced(kind)
            notices[self._called_so(kind, question, {*found.objects, *found.typed})] = None
            if (thing := made(kind)) and plural(thing) not in {one.name for one in found.aspects}:
                notices[_beyond(plural(thing), found)] = None
        if question and question.called:
            notices[_beyond(question.called, found)] = None
        cited = {one.hit.sentence.id for one in answer.citations}
        for pair in found.pairs:
            tells = answer.citations or not pair.asked.is_special
            is_cited = any(one.hit.sentence.id in cited for one in pair.arguments)
            on = (taken_for(pair) if tells else "") or (mostly_on_compounds(pair) if is_cited else "")
            notices |= dict.fromkeys((pair.notice, on, pair.limit))
        about = " ".join((*found.objects, *(one.name for one in found.aspects), question.text if question else ""))
        if caution := policy.caution_of(about):
            notices[getattr(self.config.policy, caution)] = None
        notes = own_words("\n".join(filter(None, notices)), Role.NOTICE)
        blocks = begun(answer.blocks, f"{wider} ") if wider else answer.blocks
        answer = replace(answer, blocks=(*blocks, *notes), opens=answer.opens and not wider)
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
        if alone := self.answer_alone(question, length=length):
            return alone
        query = self.query_of(question)
        found = self.compare_any(replace(query, fast=fast or query.fast))
        return self.answer(found, question=question, generator=generator, length=length)

    def answer_alone(self, question: ParsedText, *, length: Length = Length.CHAT) -> Answer | None:
        """Return the answer to a question that wants no comparison of several things; None where it does.

        What is better, or more so, than a thing is answered from what was read ahead, if all of the index was; else it
        is said what is declined or missing.
        """
        if said := self.instead(question):
            return Answer(own_words(said), question=question)
        if not (asks_above(question) and self.is_read_ahead):
            return None
        (name,) = question.objects
        found = self._of_its_kind(self._looked_up(name, lambda graph: graph.above(name, question.asked)))
        writer: RelationWriter = self._components.get("generator", "brief")
        answer = writer.answer_relations(found, question.asked, length=length)
        return replace(answer, question=question)

    def _of_its_kind(self, found: Relations) -> Relations:
        """Return what is above a thing without what a single source puts there and nobody else compares with it.

        That is a rival only if it is known to be of the thing's kind: no "battle against your father" beside running.
        """
        near = self.config.retrieval.near

        def is_rival(other: Relation) -> bool:
            if other.sources[Stance.SECOND] > 1 or near <= 0:
                return True
            is_known = other.comparison.retrieved > 1 or means_something(other.name)
            return is_known and any(akin(found.name, [other.name], self.retriever, near=near))

        kept = tuple(filter(is_rival, found.relations))
        return replace(found, relations=kept, total=len(kept))

    def answer_about(self, name: str, *, offset: int = 0, limit: int = 10) -> Answer:
        """Word what a thing is compared with; see ``relations``."""
        writer: RelationWriter = self._components.get("generator", "brief")
        return writer.answer_relations(self.relations(name, offset=offset, limit=limit), length=Length.FULL)

    def reweigh(
        self,
        query: Query,
        *,
        question: str | None = None,
        generator: str | None = None,
        length: Length = Length.CHAT,
    ) -> Answer:
        """Answer again with other weights or with corrections; what is kept is neither searched nor classified again.

        Args:
            query: As for ``compare_any``; without objects, its question's are compared.
            question: What was asked, when it is known.
            generator: Name of the generator; the configured one when None.
            length: How much to say.

        Raises:
            NotComparableError: Neither the query nor the question names two different things.
            InputError: A name, an aspect or the question is out of bounds.
            IndexUnusableError: The index is missing or cannot be read.
        """
        parsed = None if question is None else self.understand(question)
        if parsed is not None:
            named = self.query_of(parsed) if query.objects and len(parsed.objects) == 1 else query_of(parsed)
            query = replace(query, asked=named.asked, fast=query.fast or named.fast)
        if parsed is not None and not query.objects:
            query = replace(query, objects=parsed.objects, aspects=query.aspects or query_of(parsed).aspects)
        return self.answer(self.compare_any(query), question=parsed, generator=generator, length=length)

    def answer_from(
        self,
        sentences: Sequence[str],
        query: Query | Sequence[str],
        *,
        generator: str | None = None,
        length: Length = Length.CHAT,
    ) -> Answer:
        """Answer from given sentences alone, without an index.

        Args:
            sentences: The only evidence; each counts as a source of its own.
            query: About two things, or just their names.
            generator: Name of the generator; the configured one when None.
            length: How much to say.
        """
        return self.answer(self.compare_from(sentences, query), generator=generator, length=length)

    def compare_from(self, sentences: Sequence[str], query: Query | Sequence[str]) -> Comparison:
        """Compare two things on given sentences alone; see ``answer_from``."""
        return self._comparison_pipeline.compare(check_query(query), ListRetriever(sentences=sentences))

    def rank(self, sentences: Sequence[str], query: Query | Sequence[str]) -> list[tuple[int, float]]:
        """Order given sentences by how much they help to compare two things.

        Returns:
            (index into ``sentences``, score) for every sentence, best first; a sentence that compares nothing comes
            after all that do, with score 0, in input order.
        """
        scores = dict.fromkeys(range(len(sentences)), 0.0)
        for argument in self.compare_from(sentences, query).arguments:
            for sentence_id in (argument.hit.sentence.id, *argument.hit.copies):
                scores[int(sentence_id.partition("#")[0]) - 1] = argument.score
        return sorted(scores.items(), key=lambda item: (-item[1], item[0]))

    def search(self, query: str, *, k: int = 50) -> SearchResult:
        """Find sentences by keywords; see ``Retriever.find``."""
        retriever = self.retriever
        _ = retriever.generation  # takes up what has changed
        return retriever.find(clean(query), k=k)

    def context(self, sentence_id: str, *, before: int = 3, after: int = 3) -> tuple[Sentence, ...]:
        """Return a sentence with its neighbours; see ``Retriever.context``."""
        return self.retriever.context(sentence_id, before=before, after=after)

    def document(self, document_id: str) -> Document:
        """Return a whole document; see ``Retriever.document``."""
        return self.retriever.document(document_id)

    def warm(self) -> None:
        """Load every configured part, so that the first question is as fast as the next."""
        for role in ("parser", "classifier", "ranker", "miner", "generator"):
            self._components.get(role)
        self.parse("Is tea better than coffee?")
        self.compare_from(["Tea is better than coffee because it is cheaper."], ("tea", "coffee"))

    def close(self) -> None:
        """Close all indices and let go of all parts; what is used again is opened and loaded again."""
        for engine in {*self._engines.values()}:
            engine._close()

    def _close(self) -> None:
        self.browser.close()
        self._components.close()
        with self._lock:
            if self._retriever is not None:
                self._retriever.close()
                self._retriever = None
                self._claim_stores.clear()

    def _check(self, query: Query | Sequence[str]) -> Query:
        return check_query(query, most=self.config.verdict.maximum_objects)


def _in_words(query: Query) -> str:
    """Return what a query asks, in the words that the policy looks at."""
    aspects = "".join(f" for {aspect.name}" for aspect in query.aspects)
    return f"{' or '.join(query.objects)} {query.asked.words} {query.asked.use}{aspects}"


def _asked_of_members(question: ParsedText) -> Asked:
    """Return what is asked of the members of a class: of budget phones who is cheaper, unless another property is."""
    kind, asked = class_of(question), question.asked
    is_priced = unpriced(kind) != kind and asked.kind is not AskedKind.PROPERTY
    return replace(wanted(PRICE), use=asked.use) if is_priced else asked


def _of_what_is_made(query: Query, kind: str) -> Query:
    """Return what is asked of makers as what is asked of them for what they make, where nothing else matters."""
    thing = made(kind)
    if not thing or query.aspects or query.asked.kind is not AskedKind.OVERALL:
        return query
    use = f"for {plural(thing)}"
    asked = replace(query.asked, kind=AskedKind.USE, words=f"better {use}", use=use)
    return replace(query, aspects=(Aspect(plural(thing)),), asked=asked)


def _beyond(called: str, found: Comparison | Standings) -> str:
    """Return that not all that was found is about what the things are said to be; empty where most of it is.

    Args:
        called: What the question calls them: "trucks" of Ford and Chevy.
        found: What was found on them.
    """
    texts = {one.hit.sentence.id: one.hit.sentence.text for pair in found.pairs for one in pair.arguments}
    naming = sum(bool(Tokens(text).find(stems(called))) for text in texts.values())
    if not texts or naming > len(texts) / 2:
        return ""
    how_much = f"Not all of this is about {called}" if naming else f"None of this names {called}"
    *others, last = found.objects
    return f"{how_much}: it is what is said of {', '.join(others)} and {last} in general."


def _on_asked(comparison: Comparison) -> Comparison:
    """Return a comparison as if what was asked were all that was found."""
    found = comparison.asked_verdict
    return replace(comparison, arguments=found.arguments, verdict=found.verdict, mined=()) if found else comparison


def _is_short(found: Comparison) -> bool:
    """Return whether too few sources compare two things for a verdict."""
    return found.verdict.sources < found.verdict.minimum_sources


def _is_answered(found: Comparison) -> bool:
    """Return whether enough is said on what was asked for a verdict, or that it is too close to call."""
    return found.asked_verdict is not None and found.asked_verdict.verdict.decision is not Decision.INSUFFICIENT


def _speaking(found: Comparison) -> int:
    """Return how many sources speak of what was asked."""
    return found.asked_verdict.verdict.sources if found.asked_verdict else 0


def _support(found: Comparison | Standings) -> tuple[int, int]:
    """Return on how many sources verdicts rest, and how many sentences were found."""
    return sum(pair.verdict.sources for pair in found.pairs), sum(pair.retrieved for pair in found.pairs)


def _sought(query: Query) -> Query:
    """Return what of a query the search and the classifier depend on."""
    aspects = tuple(replace(aspect, weight=1) for aspect in query.aspects)
    return replace(query, aspects=aspects, ranker=None, corrections=())
