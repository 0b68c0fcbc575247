"""A comparison of two things, stage by stage: search, classify, rank, mine aspects, decide."""

from __future__ import annotations

from collections.abc import Sequence

from engine.component_loader import ComponentLoader
from engine.config import Config
from engine.protocols import Classifier, Miner, Ranker, Retriever
from engine.retrieval import near_copies
from engine.stages import ProgressCallback, StageTimer
from engine.text.lexicon import AspectFinder, search_terms
from engine.types import Argument, Comparison, ComparisonInstance, Hit, Query, SearchResult, Stance
from engine.verdict.decision import decide
from engine.verdict.weights import weigh


class ComparisonPipeline:
    """Makes comparisons with the parts that a query names; safe to use from several threads."""

    def __init__(self, parts: ComponentLoader, config: Config) -> None:
        """Prepare."""
        self._components = parts
        self._config = config

    def compare(self, query: Query, retriever: Retriever, *, on_stage: ProgressCallback | None = None) -> Comparison:
        """Compare two things.

        Args:
            query: A checked one.
            retriever: Where to search.
            on_stage: Is told each finished stage.
        """
        first, second = query.objects
        classifier: Classifier = self._components.get("classifier", query.classifier)
        ranker: Ranker = self._components.get("ranker", query.ranker)
        miner: Miner = self._components.get("miner")
        clock = StageTimer(query.objects, on_stage)
        found = self._search(query, retriever)
        hits = [hit for hit in found.hits if query.period.holds(hit.document.date)]
        clock.lap("search", len(hits))
        classified = _classify(classifier, query, hits)
        said = [one for one in classified if one.stance is not Stance.NONE]
        distinct = near_copies.merge(sorted(said, key=lambda one: -one.classification.confidence))
        arguments = weigh(distinct, aspects=query.aspects)
        clock.lap("classify", len(arguments))
        ranked = tuple(ranker.rank(arguments, objects=query.objects, aspects=query.aspects))
        clock.lap("rank", len(ranked))
        mined = tuple(miner.mine(arguments, first=first, second=second))
        clock.lap("aspects", len(mined))
        settings = self._config.verdict
        verdict = decide(arguments, first=first, second=second, aspects=query.aspects, mined=mined, settings=settings)
        clock.lap("verdict", verdict.sources)
        return Comparison(
            query.objects,
            query.aspects,
            verdict,
            ranked,
            mined,
            retrieved=found.total,
            timings_s=clock.times(),
            notice=found.notice,
            period=query.period,
            outside=len(found.hits) - len(hits),
            undated=sum(not hit.document.date for hit in found.hits) if any(query.period) else 0,
            left_out=tuple(one for one in classified if one.stance is Stance.NONE),
            questions=found.questions_removed,
            unread=found.unread,
        )

    def _search(self, query: Query, retriever: Retriever) -> SearchResult:
        settings = self._config.retrieval
        return retriever.search(
            query.objects,
            aspects=[term for aspect in query.aspects for term in search_terms(aspect.name)],
            k=settings.fast_depth if query.fast else settings.depth,
        )


def _classify(classifier: Classifier, query: Query, hits: Sequence[Hit]) -> list[Argument]:
    """Return all hits with what they favour, ``NONE`` too."""
    first, second = query.objects
    beliefs = classifier.classify([ComparisonInstance(hit.sentence.text, first, second) for hit in hits])
    finder = AspectFinder([aspect.name for aspect in query.aspects])
    return [
        Argument(hit, belief, () if belief.stance is Stance.NONE else finder.find(hit.sentence.text))
        for hit, belief in zip(hits, beliefs, strict=True)
    ]
