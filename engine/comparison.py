"""A comparison of two things, stage by stage: search, classify, rank, mine aspects, decide."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product
from typing import cast

from engine.aspects.conditions import conditions
from engine.aspects.sentence import (
    OF_DOING,
    Mention,
    conceded_to,
    favoured_by_words,
    is_misread,
    is_on_others,
    mentions_in,
    praises_no_merit,
    tells_of_deeds,
)
from engine.claims.kept import KeptClaimReader
from engine.component_loader import ComponentLoader
from engine.config import Config
from engine.deadline import is_late
from engine.protocols import Classifier, KeepingRetriever, Miner, Ranker, Retriever
from engine.retrieval import near_copies
from engine.retrieval.compounds import is_common, names_with_compounds, on_one_noun, on_themselves
from engine.retrieval.longer_names import naming_each, without_longer_names
from engine.retrieval.names import are_adjectives, in_short
from engine.retrieval.sentence_query import together
from engine.stages import ProgressCallback, StageTimer
from engine.text.analysed import analysed
from engine.text.comparing import COMPARING
from engine.text.lexicon import SPEED, AspectFinder, search_terms
from engine.text.tokens import spellings, stems, unique
from engine.types import (
    OVERALL,
    SILENT,
    Argument,
    Asked,
    AskedKind,
    Claim,
    Classification,
    Comparison,
    ComparisonInstance,
    Doubted,
    Hit,
    Label,
    MinedAspect,
    Overlooked,
    Query,
    SearchReport,
    SearchResult,
    Span,
    Stance,
)
from engine.verdict.asked import (
    amount,
    circumstances,
    decide_asked,
    judged_as,
    leaning,
    property_of,
    situation_of,
    terms,
    wanted,
    within,
)
from engine.verdict.decision import decide
from engine.verdict.differences import OnDimension, by_dimension, decide_differences
from engine.verdict.speaking import candidates
from engine.verdict.weights import (
    RATHER,
    convinces,
    convincing_if_few,
    for_people,
    is_heard,
    of_products,
    speaks,
    weigh,
    weigh_asked,
)
from engine.verdict.years import change_of

_READER = ("classifier", "claims")
"""Reads properties where the chosen classifier cannot."""
_BY_DIMENSION = (AskedKind.DIFFERENCE, AskedKind.AGAINST)
_AT_ONCE = 32
"""Sentences that a classifier is given at once; between them it is asked whether there is time for more."""
_JUDGED = {False: 8, True: 4}
"""Arguments of each side, the surest, that are judged as evidence, by whether little time is left."""
_JUDGED_AGAIN = 3
"""How often as many others are judged where too few of the surest convince, at most."""
_OVERLOOKED = 16
"""Sentences of which it is asked what they say on a dimension that their words do not tell."""
_SPELLINGS = 4
"""Of a name, that are searched for."""
_STANCES = (Stance.FIRST, Stance.SECOND, Stance.EQUAL, Stance.NONE)


@dataclass(frozen=True, slots=True)
class Evidence(SearchReport):
    """What was found on two things, before anybody says how much each point of view matters."""

    arguments: tuple[Argument, ...]
    """The surest first, near-copies merged, not weighed."""
    left_out: tuple[Argument, ...]
    """What says nothing, or next to nothing, by descending retrieval score."""
    retrieved: int
    """Sentences with both names, whether they were found or not."""
    asked: tuple[Argument, ...] = ()
    """What says who has more of the property that is asked for, near-copies merged, not weighed."""
    narrowed: bool = False
    """Whether that is on what it is asked for alone: who is safer for a cutting board, and not who is safer."""
    claiming: tuple[Argument, ...] = ()
    """All that was read with what it claims, where the question is about more than whom sentences favour."""
    doubted: Doubted = frozenset()
    unconvincing: Collection[tuple[str, str]] = frozenset()
    """Ids of sentences, and dimensions on which they seem to claim something and do not convince."""
    overlooked: Overlooked = frozenset()


class ComparisonPipeline:
    """Makes comparisons with the parts that a query names; safe to use from several threads."""

    def __init__(self, parts: ComponentLoader, config: Config) -> None:
        """Prepare."""
        self._components = parts
        self._config = config

    def compare(self, query: Query, retriever: Retriever, *, on_stage: ProgressCallback | None = None) -> Comparison:
        """Compare two things: ``find``, then ``conclude``.

        Args:
            query: A checked one.
            retriever: Where to search.
            on_stage: Is told each finished stage.
        """
        clock = StageTimer(query.objects, on_stage)
        return self.conclude(query, self.find(query, retriever, clock=clock), clock=clock)

    def find(self, query: Query, retriever: Retriever, *, clock: StageTimer) -> Evidence:
        """Search, and say of each sentence which of the two it favours; weights and corrections change nothing."""
        classifier: Classifier = self._components.get("classifier", query.classifier)
        words = self._words(query)
        meant = _meant(query)
        found = self._search(query, retriever, words)
        published: Sequence[Hit] = found.hits
        if any(query.publishers):
            published = [hit for hit in published if query.publishers.holds({hit.document.source, *hit.sources})]
        spoken = [hit for hit in published if query.language in {"", hit.document.language}]
        dated = [hit for hit in spoken if query.period.holds(hit.document.date)]
        hits, other_names = dated, dict[str, int]()
        if self._config.retrieval.longer_names and isinstance(retriever, KeepingRetriever):
            hits, other_names = without_longer_names(dated, query.objects, retriever)
        hits = for_people([hit for hit in hits if is_heard(hit.sentence.text, query.objects)], meant)
        clock.lap("search", len(hits))
        if is_late():
            unread = f"Time ran out before what I found on {' and '.join(query.objects)} was read."
            return Evidence(
                *((), (), found.total),
                questions=found.questions_removed,
                notice=found.notice or unread,
                unread=found.unread + len(hits),
            )
        claiming = self._read_claims(query, hits) if query.asked.kind in _BY_DIMENSION else ()
        finder = self._aspect_finder(query)
        spoken_of = {hit.sentence.id: finder.find(hit.sentence.text) for hit in hits}
        general = hits if any(is_common(hits, name) for name in query.objects) else of_products(hits, meant)
        classified = self._classify(classifier, query, self._as_if_in_general(query, general, retriever), spoken_of)
        classified = self._read_aspects(classifier, query, hits, classified)
        said = [one for one in classified if speaks(one.classification)]
        arguments = near_copies.merge(sorted(said, key=lambda one: -one.classification.confidence))
        clock.lap("classify", len(arguments))
        left_out = tuple(one for one in classified if not speaks(one.classification))
        speaking = self._candidates(query, hits)
        properties = self._read_property(query, speaking) if speaking and not is_late() else ()
        names: tuple[str, ...] = ()
        meant |= frozenset(stems(" ".join(words)))  # a cat allergy tells of allergies
        objects, are_said_of = query.objects, are_adjectives(query.objects)
        if self._config.retrieval.compounds and isinstance(retriever, KeepingRetriever) and not are_said_of:
            every = [*arguments, *properties, *claiming]
            names = names_with_compounds(every, objects, meant=meant, hits=hits, retriever=retriever)
        enough = self._config.verdict.minimum_sources
        least = 0 if query.asked.is_special and not query.asked.is_whole else enough
        on = tuple(
            on_themselves(said_of, names, meant=meant, least=most)
            for said_of, most in ((arguments, enough), (properties, least), (claiming, least))
        )
        nouns: tuple[str, ...] = ()
        if self._config.retrieval.compounds and (are_said_of or on[0].included):
            on, nouns = on_one_noun(on, objects, meant=meant)
        kept, asked, claims = on
        judged = self._judged(classifier, query, kept.arguments, OVERALL)
        narrowed, judged_for = self._narrowed(classifier, query, asked.arguments, hits)
        doubted = self._doubted(classifier, query, kept.arguments)
        claimed = claims.arguments and _with_mentions(claims.arguments, kept.arguments, doubted, objects)
        hurried = is_late() and len(classified) < len(hits)
        about_aspects = query.aspects and query.asked.kind is not AskedKind.PROPERTY
        return Evidence(
            judged,
            left_out,
            retrieved=found.total,
            questions=found.questions_removed,
            notice=found.notice or (_hurried(query, len(classified), len(hits)) if hurried else ""),
            outside=len(spoken) - len(dated),
            publishers=query.publishers,
            elsewhere=len(found.hits) - len(published),
            foreign=len(published) - len(spoken),
            undated=sum(not hit.document.date for hit in spoken) if any(query.period) else 0,
            other_names={**other_names, **max(on, key=lambda one: sum(one.left_out.values())).left_out},
            compounds=kept.included,
            senses=nouns,
            unread=found.unread + len(hits) - len(classified),
            words=words,
            speaking=sum(map(bool, spoken_of.values()))
            if about_aspects
            else len(speaking) * (not query.asked.is_whole),
            asked=judged_for,
            narrowed=narrowed,
            claiming=claimed,
            unconvincing=self._unconvincing(query, claimed),
            doubted=doubted,
            overlooked=self._overlooked(classifier, query, kept.arguments),
        )

    def conclude(self, query: Query, evidence: Evidence, *, clock: StageTimer) -> Comparison:
        """Weigh evidence, corrected where the query says so, and say what follows from it."""
        first, second = query.objects
        ranker: Ranker = self._components.get("ranker", query.ranker)
        miner: Miner = self._components.get("miner")
        said, left_out = _corrected(query, evidence, self._aspect_finder(query))
        weighed = convincing_if_few(weigh(said, aspects=query.aspects), enough=self._config.verdict.minimum_sources)
        arguments = [one for one in weighed if one.weight]
        left_out += tuple(replace(one, classification=SILENT) for one in weighed if not one.weight)
        ranked = tuple(ranker.rank(arguments, objects=query.objects, aspects=query.aspects))
        clock.lap("rank", len(ranked))
        doubted, overlooked = evidence.doubted, evidence.overlooked
        mined = tuple(miner.mine(arguments, first=first, second=second, doubted=doubted, overlooked=overlooked))
        named = conditions(arguments, first=first, second=second)
        clock.lap("aspects", len(mined))
        settings = self._config.verdict
        beside = [one for one in (*mined, *named) if not _is_asked(one, query.asked)]
        verdict = decide(arguments, first=first, second=second, aspects=query.aspects, mined=beside, settings=settings)
        mined += tuple(one for one in named if any(one.name == share.aspect for share in verdict.depends))
        asked, on = None, within(query.asked) if evidence.narrowed else query.asked
        if query.asked.is_special:
            speaking = _without_left(evidence.asked, query)
            on, silent = self._heard_of(query, on, speaking)
            asked = decide_asked(on, speaking, first=first, second=second, settings=settings)
            asked = replace(asked, silent=silent)
        spoken = by_dimension(_without_left(evidence.claiming, query), objects=(first, second))
        spoken = [found for one in spoken if (found := _convincing(one, evidence.unconvincing)).arguments]
        clock.lap("verdict", verdict.sources)
        return Comparison(
            query.objects,
            query.aspects,
            verdict,
            ranked,
            mined,
            retrieved=evidence.retrieved,
            timings_s=clock.times(),
            period=query.period,
            left_out=left_out,
            typed=query.typed,
            **evidence.report(),
            asked=on,
            asked_verdict=asked,
            differences=decide_differences(spoken, first=first, second=second, settings=settings),
            change=change_of(asked.arguments if asked else arguments, first=first, second=second, settings=settings),
        )

    def _read_claims(self, query: Query, hits: Sequence[Hit]) -> Sequence[Argument]:
        """Return the sentences with a word that compares, and all that they claim."""
        first, second = query.objects
        comparing = [hit for hit in hits if COMPARING.search(hit.sentence.text)]
        texts = [hit.sentence.text for hit in comparing]
        read = self._claim_reader(query).read_claims(texts, (first, second), most=self._most(query))
        said = [(hit, belief) for hit, belief in zip(comparing, read, strict=True) if belief is not None]
        return [Argument(hit, _without_misread(belief, hit, first=first, second=second)) for hit, belief in said]

    def _unconvincing(self, query: Query, claiming: Sequence[Argument]) -> Collection[tuple[str, str]]:
        """Return on which dimensions the surest sentences do not convince of what they seem to claim.

        "Nike plays smarter than Adidas" makes nobody smarter.
        """
        first, second = query.objects
        found: set[tuple[str, str]] = set()
        for said in by_dimension(claiming, objects=(first, second)):
            judged = self._judged(self._claim_reader(query), query, (*_convincing(said).arguments,), said.words)
            found |= {(one.hit.sentence.id, said.dimension) for one in judged if not convinces(one)}
        return found

    def _doubted(
        self, classifier: Classifier | KeptClaimReader, query: Query, arguments: Sequence[Argument]
    ) -> Doubted:
        """Return on which dimensions arguments do not say of a side what they seem to, where properties can be read.

        "Nissan recovered faster than Toyota" has a word of speed, and says nothing of it.
        """
        if not isinstance(classifier, KeptClaimReader):
            return frozenset()
        first, second = query.objects
        graded = [
            (argument, mention)
            for argument in arguments
            if argument.stance in (Stance.FIRST, Stance.SECOND)
            for mention in _by_side(mentions_in(argument, first=first, second=second))
        ]
        words, sides = zip(*(mention.property for _, mention in graded), strict=True) if graded else ((), ())
        beliefs = classifier.confirm([argument.hit.sentence.text for argument, _ in graded], (first, second), words)
        return frozenset(
            (argument.hit.sentence.id, mention.dimension, mention.side)
            for (argument, mention), one, side, belief in zip(graded, words, sides, beliefs, strict=True)
            if (belief is not None and belief.stance is not side)
            or is_misread(argument.hit.sentence.text, one, side, first=first, second=second)
        )

    def _overlooked(
        self, classifier: Classifier | KeptClaimReader, query: Query, arguments: Sequence[Argument]
    ) -> Overlooked:
        """Return what else arguments say on dimensions that words tell for one side alone, those of the other first.

        "The taste of tea is said to be superior" has no words that tell a taste, and not all speak for coffee then.
        """
        if not isinstance(classifier, KeptClaimReader):
            return frozenset()
        first, second = query.objects
        said = [one for one in arguments if one.stance in (Stance.FIRST, Stance.SECOND)]
        named = {one.hit.sentence.id: mentions_in(one, first=first, second=second) for one in said}
        told: dict[str, list[Mention]] = defaultdict(list)
        for mention in chain.from_iterable(named.values()):
            if mention.dimension and mention.dimension not in OF_DOING:
                told[mention.dimension].append(mention)
        onesided = {
            dimension: mentions[0]
            for dimension, mentions in told.items()
            if len(mentions) > 1 and len({one.side for one in mentions}) == 1 and not any(one.low for one in mentions)
        }
        if not onesided:
            return frozenset()
        finder = AspectFinder([*onesided], near=0)
        speaking = [
            (one, onesided[dimension])
            for one in said
            for dimension in finder.find(one.hit.sentence.text)
            if all(mention.dimension != dimension for mention in named[one.hit.sentence.id])
        ]
        speaking.sort(key=lambda pair: (pair[0].stance is pair[1].side, -pair[0].classification.confidence))
        looked_at = speaking[:_OVERLOOKED]
        texts, words = [one.hit.sentence.text for one, _ in looked_at], [one.property[0] for _, one in looked_at]
        return frozenset(
            (one.hit.sentence.id, mention.dimension, belief.stance)
            for (one, mention), belief in zip(looked_at, classifier.confirm(texts, (first, second), words), strict=True)
            if belief is not None and belief.stance in (Stance.FIRST, Stance.SECOND) and belief.confidence >= RATHER
        )

    def _judged(
        self,
        classifier: Classifier | KeptClaimReader,
        query: Query,
        arguments: tuple[Argument, ...],
        words: str,
        *,
        times: int = 1,
    ) -> tuple[Argument, ...]:
        """Return arguments, the surest of each side with how far they convince, those judged before as they were.

        So are some that have the very words, however sure: what is said so is worth more than what is near to it.

        Args:
            classifier: Judges, if it can.
            query: What is asked for.
            arguments: Those that were judged before count among the surest: what else is asked lets no more be judged.
            words: What they shall convince of.
            times: So many times as many as usual are looked at.
        """
        if not arguments or not isinstance(classifier, KeptClaimReader):
            return arguments
        first, second = query.objects
        own, most = stems(words), _JUDGED[query.fast] * times
        surest = sorted(arguments, key=lambda one: -one.classification.confidence)
        chosen: list[Argument] = []
        for stance in (Stance.FIRST, Stance.SECOND):
            side = [one for one in surest if one.stance is stance]
            verbatim = [one for one in side[most:] if analysed(one.hit.sentence.text).find(own)]
            chosen += [one for one in (*side[:most], *verbatim[: most // 2]) if one.convincing is None]
        found = classifier.judge([one.hit.sentence.text for one in chosen], (first, second), words)
        convincing = {
            one.hit.sentence.id: belief.probabilities[one.stance]
            for one, belief in zip(chosen, found, strict=True)
            if belief is not None
        }
        return tuple(replace(one, convincing=convincing.get(one.hit.sentence.id, one.convincing)) for one in arguments)

    def _narrowed(
        self,
        classifier: Classifier | KeptClaimReader,
        query: Query,
        arguments: tuple[Argument, ...],
        hits: Sequence[Hit],
    ) -> tuple[bool, tuple[Argument, ...]]:
        """Return what is said of a property, judged; if it is asked for a use of which enough is said, that alone."""
        asked = query.asked
        if asked.kind is AskedKind.PROPERTY and asked.use and arguments:
            use = Asked(AskedKind.USE, words=f"better {asked.use}", use=asked.use)
            ids = {hit.sentence.id for hit in self._on_part(query, use, hits)}
            on = tuple(one for one in arguments if one.hit.sentence.id in ids)
            judged = self._judged(classifier, query, on, within(asked).words)
            if _convincing_sources(judged) >= self._config.verdict.minimum_asked:
                return True, judged
        judged = self._judged_on_parts(classifier, query, arguments)
        for times in range(2, 2 + _JUDGED_AGAIN):
            if _convincing_sources(judged) >= self._config.verdict.minimum_sources or is_late():
                break
            judged = self._judged_on_parts(classifier, query, judged, times=times)
        return False, judged

    def _judged_on_parts(
        self,
        classifier: Classifier | KeptClaimReader,
        query: Query,
        arguments: tuple[Argument, ...],
        *,
        times: int = 1,
    ) -> tuple[Argument, ...]:
        """Return arguments on what is asked, judged as ``_judged`` does, each for the part of a situation it is on."""
        parts = circumstances(query.asked)
        if len(parts) == 1:
            return self._judged(classifier, query, arguments, judged_as(query.asked), times=times)
        left = {one.hit.sentence.id: one for one in arguments}
        for part in parts:
            on_part = self._on_part(query, part, [one.hit for one in left.values() if one.convincing is None])
            said = tuple(left[hit.sentence.id] for hit in on_part)
            judged = self._judged(classifier, query, said, judged_as(part), times=times)
            left |= {one.hit.sentence.id: one for one in judged}
        return tuple(left.values())

    def _heard_of(self, query: Query, asked: Asked, arguments: Sequence[Argument]) -> tuple[Asked, str]:
        """Return a situation without the parts of it that no argument counts for, and these in words; else it all."""
        parts = circumstances(asked)
        hits = [one.hit for one in weigh_asked(arguments) if one.weight]
        if len(parts) == 1 or not hits:
            return asked, ""
        silent = [part for part in parts if not self._on_part(query, part, hits)]
        heard = [part for part in parts if part not in silent]
        return (situation_of(asked, heard), situation_of(asked, silent).use) if heard and silent else (asked, "")

    def _most(self, query: Query) -> int:
        """Return how many sentences are read: a third where little time is left."""
        return max(1, self._config.retrieval.read_depth // (3 if query.fast else 1))

    def _claim_reader(self, query: Query) -> KeptClaimReader:
        """Return the chosen classifier if it reads claims, else the one that does."""
        part = self._components.get("classifier", query.classifier)
        return part if isinstance(part, KeptClaimReader) else cast("KeptClaimReader", self._components.get(*_READER))

    def _read_property(self, query: Query, speaking: Sequence[Hit]) -> Sequence[Argument]:
        """Return what says who has more of an asked property, by a classifier that can read properties."""
        parts, said = circumstances(query.asked), list[Argument]()
        for part in parts:
            on_part = self._on_part(query, part, speaking) if len(parts) > 1 else speaking
            read = self._read_part(self._claim_reader(query), query, part, on_part)
            said += [one for one in read if one.stance is not Stance.NONE]
        surest = {one.hit.sentence.id: one for one in sorted(said, key=lambda one: one.classification.confidence)}
        return near_copies.merge([*reversed(surest.values())])

    def _read_part(self, reader: KeptClaimReader, query: Query, part: Asked, hits: Sequence[Hit]) -> list[Argument]:
        """Return sentences that were read for a property or a use with what they say of it, the misread left out."""
        texts, words = [hit.sentence.text for hit in hits], property_of(part)
        first, second = query.objects
        dimension = amount(part.words) or part.dimension  # "more sugar" is not sweeter
        beliefs = reader.read(texts, (first, second), words=words, dimension=dimension, most=self._most(query))
        leanings = [belief and leaning(belief, kind=part.kind) for belief in beliefs]
        return [
            Argument(hit, marked(belief, text))
            for hit, text, belief in zip(hits, texts, leanings, strict=True)
            if belief is not None and not is_misread(text, words, belief.stance, first=first, second=second)
        ]

    def _read_aspects(
        self, classifier: Classifier | KeptClaimReader, query: Query, hits: Sequence[Hit], classified: list[Argument]
    ) -> list[Argument]:
        """Return what was classified, what speaks of aspects as it is read for them where the classifier can.

        A sentence is on those of its aspects on which it says something: of that its stance is, if it is another.
        """
        if not (query.aspects and isinstance(classifier, KeptClaimReader)):
            return classified
        on: dict[str, dict[str, Argument]] = defaultdict(dict)
        for aspect in query.aspects:
            asked = wanted(aspect.name)
            speaking = self._on_part(query, asked, hits)
            said = tuple(self._read_part(classifier, query, asked, speaking))
            for one in weigh_asked(self._judged(classifier, query, said, judged_as(asked))):
                if one.weight:
                    on[one.hit.sentence.id][aspect.name] = one
        known = {one.hit.sentence.id: one for one in classified}
        others = (Argument(hit, SILENT) for hit in hits if hit.sentence.id in on and hit.sentence.id not in known)
        return [_as_read(one, on.get(one.hit.sentence.id, {})) for one in (*classified, *others)]

    def _classify(
        self,
        classifier: Classifier | KeptClaimReader,
        query: Query,
        hits: Sequence[Hit],
        spoken_of: Mapping[str, tuple[str, ...]],
    ) -> list[Argument]:
        """Return the hits that were read, with what they favour, ``NONE`` too."""
        first, second = query.objects
        texts = [hit.sentence.text for hit in hits]
        beliefs: Sequence[Classification | None]
        if isinstance(classifier, KeptClaimReader):
            read = classifier.read(texts, (first, second), most=self._most(query))
            beliefs = [belief and marked(belief, text) for belief, text in zip(read, texts, strict=True)]
        else:
            beliefs = self._in_time(classifier, [ComparisonInstance(text, first, second) for text in texts])
        worded = [
            belief and as_worded(belief, text, first=first, second=second)
            for belief, text in zip(beliefs, texts, strict=True)
        ]
        return [
            Argument(hit, belief, () if belief.stance is Stance.NONE else spoken_of[hit.sentence.id])
            for hit, belief in zip(hits, worded, strict=True)
            if belief is not None
        ]

    def _aspect_finder(self, query: Query) -> AspectFinder:
        names = [aspect.name for aspect in query.aspects]
        return AspectFinder(names, near=self._config.retrieval.near, objects=query.objects)

    def _candidates(self, query: Query, hits: Sequence[Hit]) -> Sequence[Hit]:
        """Return the sentences that may say who has more of what is asked; none where nothing special is."""
        if not query.asked.is_special:
            return ()
        if query.asked.is_whole:
            return hits
        found = [self._on_part(query, part, hits) for part in circumstances(query.asked)]
        return [*{hit.sentence.id: hit for on_part in found for hit in on_part}.values()]

    def _on_part(self, query: Query, part: Asked, hits: Sequence[Hit]) -> Sequence[Hit]:
        found = candidates(hits, part, objects=query.objects, near=self._config.retrieval.near)
        if part.dimension != SPEED:
            return found
        first, second = query.objects
        return [
            hit for hit in found if not tells_of_deeds(hit.sentence.text, first=first, second=second, but=part.words)
        ]

    def _as_if_in_general(self, query: Query, hits: Sequence[Hit], retriever: Retriever) -> Sequence[Hit]:
        """Return hits in the order of a search for nothing special: what is said in general is one, whatever is asked.

        They are read in this order, as far as there is time.
        """
        if (words := self._aspect_words(query)) == self._words(query):
            return hits
        places = {hit.sentence.id: n for n, hit in enumerate(self._search(query, retriever, words).hits)}
        return sorted(hits, key=lambda hit: places.get(hit.sentence.id, len(places)))

    def _words(self, query: Query) -> tuple[str, ...]:
        """Return the words by which sentences that speak of what is asked are known."""
        near = self._config.retrieval.near
        asked = terms(query.asked, near=near) if query.asked.is_special and not query.asked.is_whole else ()
        return unique((*asked, *self._aspect_words(query)))

    def _aspect_words(self, query: Query) -> tuple[str, ...]:
        """Return the words by which sentences that speak of what matters are known, those of what came last first."""
        near = self._config.retrieval.near
        return unique(term for aspect in reversed(query.aspects) for term in search_terms(aspect.name, near=near))

    def _in_time(self, classifier: Classifier, instances: Sequence[ComparisonInstance]) -> list[Classification | None]:
        """Return what sentences favour; None for those that there was no time for."""
        found: list[Classification | None] = []
        while len(found) < len(instances) and not is_late():
            found += classifier.classify(instances[len(found) : len(found) + _AT_ONCE])
        return [*found, *[None] * (len(instances) - len(found))]

    def _search(self, query: Query, retriever: Retriever, words: Sequence[str]) -> SearchResult:
        if is_late():
            return SearchResult((), 0, notice=f"Time ran out before {' and '.join(query.objects)} were compared.")
        settings = self._config.retrieval
        k = settings.fast_depth if query.fast else settings.depth
        ways = [query.objects]
        if settings.spellings and isinstance(retriever, KeepingRetriever):
            ways = [*product(*(sorted(spellings(name)[:_SPELLINGS]) for name in query.objects))]
        found = together([retriever.search(way, aspects=words, k=k) for way in ways])
        for short in filter(None, map(in_short, ways if found.total < settings.fast_depth else ())):
            more = retriever.search(short, aspects=words, k=k)
            hits = [one for one in more.hits if all(map(analysed(one.sentence.text).mentions, query.objects))]
            found = together([found, replace(more, hits=tuple(hits), total=_sentences(hits))])
        naming = naming_each(found.hits, query.objects)
        return replace(found, hits=tuple(naming), total=found.total - _sentences(found.hits) + _sentences(naming))


def _is_asked(mined: MinedAspect, asked: Asked) -> bool:
    """Return whether an aspect is the property that was asked for, or its contrary."""
    alike = mined.dimension == asked.dimension or asked.words in (*mined.members, mined.contrary)
    return asked.is_special and alike


def _meant(query: Query) -> frozenset[str]:
    """Return the stems of what a query is about."""
    aspects = (one.name for one in query.aspects)
    words = *query.objects, *query.typed, *aspects, query.asked.words, query.asked.use
    return frozenset(stems(" ".join(words)))


def _sentences(hits: Sequence[Hit]) -> int:
    return sum(1 + len(hit.copies) for hit in hits)


def _hurried(query: Query, read: int, found: int) -> str:
    """Return what is said where time ran out."""
    return f"Time ran out: of {found} sentences on {' and '.join(query.objects)}, {read} were read."


def _without_misread(belief: Classification, hit: Hit, *, first: str, second: str) -> Classification:
    text, claims = hit.sentence.text, belief.claims
    kept = (one for one in claims if not is_misread(text, one.words, one.more, first=first, second=second))
    return replace(belief, claims=tuple(kept))


def _by_side(mentions: Sequence[Mention]) -> Iterable[Mention]:
    """Return one mention of each dimension for each side that it speaks for."""
    return {(one.dimension, one.side): one for one in mentions if one.dimension}.values()


def _with_mentions(
    claiming: Sequence[Argument], arguments: Sequence[Argument], doubted: Doubted, objects: Sequence[str]
) -> tuple[Argument, ...]:
    """Return sentences with what they claim and, where a reader did not name it, what undoubted comparatives say."""
    first, second = objects
    favouring = {one.hit.sentence.id: one for one in arguments if one.stance in (Stance.FIRST, Stance.SECOND)}

    def claimed(one: Argument) -> Argument:
        claims, place = one.classification.claims, one.hit.sentence.id
        known = {claim.dimension for claim in claims}
        told = mentions_in(favouring[place], first=first, second=second) if place in favouring else ()
        more = tuple(
            Claim(mention.dimension, *mention.property, mention.side, confidence=one.classification.confidence)
            for mention in _by_side([mention for mention in told if mention.method != "reason"])
            if mention.dimension not in known and (place, mention.dimension, mention.side) not in doubted
        )
        return replace(one, classification=replace(one.classification, claims=(*claims, *more)))

    return tuple(map(claimed, claiming))


def as_worded(belief: Classification, text: str, *, first: str, second: str) -> Classification:
    """Return what a sentence favours: nothing if it compares others or what is no merit, else not against its words.

    What is read surely is left as it is, but for what it concedes: words are misunderstood no less often than that.
    """
    if belief.stance not in (Stance.FIRST, Stance.SECOND):
        return belief
    conceded = conceded_to(text, first=first, second=second)
    if (not conceded and is_on_others(text, first=first, second=second)) or praises_no_merit(
        text, belief.stance, first=first, second=second
    ):
        return SILENT
    worded = conceded or (favoured_by_words(text, first=first, second=second) if belief.confidence < RATHER else None)
    if worded is belief.stance.flipped():
        return replace(belief, first=belief.second, second=belief.first)
    return belief


def _as_read(argument: Argument, on: Mapping[str, Argument]) -> Argument:
    """Return an argument with what it says on aspects: those of the surest, with its stance if it is another one."""
    if not on:
        return replace(argument, aspects=())
    surest = max(on.values(), key=lambda one: one.classification.confidence)
    aspects = tuple(name for name, one in on.items() if one.stance is surest.stance)
    belief = argument.classification if argument.stance is surest.stance else surest.classification
    return replace(surest, classification=belief if speaks(belief) else surest.classification, aspects=aspects)


def marked(belief: Classification, sentence: str) -> Classification:
    """Return a belief with the words of its sentence that compare, for a reader whose network names none."""
    if belief.stance is Stance.NONE:
        return belief
    found = COMPARING.finditer(sentence)
    return replace(belief, markers=tuple(Span(*match.span(), match.group(), Label.PREDICATE) for match in found))


def _corrected(
    query: Query, evidence: Evidence, finder: AspectFinder
) -> tuple[Sequence[Argument], tuple[Argument, ...]]:
    """Return what is an argument and what compares nothing, after the corrections of a query."""
    stances = dict(query.corrections)
    if not stances:
        return evidence.arguments, evidence.left_out
    arguments: list[Argument] = []
    left_out: list[Argument] = []
    for one in (*evidence.arguments, *evidence.left_out):
        told = next((stances[key] for key in (one.hit.sentence.id, *one.hit.copies) if key in stances), None)
        corrected = one
        if told is not None:
            corrected = replace(one, convincing=1.0) if told is one.stance else _with_stance(one, told, finder)
        (arguments if speaks(corrected.classification) else left_out).append(corrected)
    return arguments, tuple(sorted(left_out, key=lambda one: -one.hit.score))


def _convincing(said: OnDimension, unconvincing: Collection[tuple[str, str]] = ()) -> OnDimension:
    """Return what is said on a dimension, near-copies once, without the sentences that do not convince of it."""
    merged = near_copies.merge(said.arguments)
    return said._replace(arguments=[one for one in merged if (one.hit.sentence.id, said.dimension) not in unconvincing])


def _convincing_sources(judged: Sequence[Argument]) -> int:
    """Return how many sources have a vote on what was asked, as far as it was judged."""
    return len({one.hit.voter for one in weigh_asked(judged) if one.weight})


def _without_left(arguments: Sequence[Argument], query: Query) -> list[Argument]:
    """Return arguments on something else than who is better, but for those that a person calls no evidence."""
    left = {key for key, stance in query.corrections if stance is Stance.NONE}
    return [one for one in arguments if left.isdisjoint((one.hit.sentence.id, *one.hit.copies))]


def _with_stance(argument: Argument, stance: Stance, finder: AspectFinder) -> Argument:
    first, second, equal, none = (float(stance is one) for one in _STANCES)
    certain = Classification(first, second, equal, none)
    aspects = () if stance is Stance.NONE else finder.find(argument.hit.sentence.text)
    return replace(argument, classification=certain, aspects=aspects, convincing=1.0)
