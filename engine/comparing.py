"""A comparison of two things, stage by stage: search, classify, rank, mine aspects, decide."""

from __future__ import annotations

from dataclasses import replace

from engine.config import Config
from engine.dimensions import AspectFinder, search_terms
from engine.parts import Parts
from engine.protocols import Classifier, Miner, Ranker, Retriever
from engine.stages import Clock, Watch
from engine.types import Argument, Comparison, Pairing, Period, Query, SearchResult, Stance
from engine.verdict.decision import decide


class Comparer:
    """Makes comparisons with the parts that a query names; safe to use from several threads."""

    def __init__(self, parts: Parts, config: Config) -> None:
        """Prepare."""
        self._parts = parts
        self._config = config

    def compare(self, query: Query, retriever: Retriever, *, watch: Watch | None = None) -> Comparison:
        """Compare two things.

        Args:
            query: A checked one.
            retriever: Where to search.
            watch: Is told each finished stage.
        """
        first, second = query.objects
        ranker: Ranker = self._parts.get("ranker", query.ranker)
        miner: Miner = self._parts.get("miner")
        clock = Clock(query.objects, watch)
        found, classified = self.classify(query, retriever, clock)
        arguments = [one for one in classified if one.stance is not Stance.NONE]
        ranked = tuple(ranker.rank(arguments, objects=query.objects, aspects=query.aspects))
        clock.lap("rank", len(ranked))
        mined = tuple(miner.mine(ranked, first=first, second=second))
        clock.lap("aspects", len(mined))
        settings = self._config.verdict
        verdict = decide(ranked, first=first, second=second, aspects=query.aspects, mined=mined, settings=settings)
        clock.lap("verdict", verdict.sources)
        outside, undated = found.left_out
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
            outside=outside,
            undated=undated,
        )

    def classify(self, query: Query, retriever: Retriever, clock: Clock) -> tuple[SearchResult, list[Argument]]:
        """Return what was found, and all of it classified, ``NONE`` too."""
        first, second = query.objects
        classifier: Classifier = self._parts.get("classifier", query.classifier)
        settings = self._config.retrieval
        found = retriever.search(
            query.objects,
            aspects=[term for aspect in query.aspects for term in search_terms(aspect.name)],
            k=settings.fast_depth if query.fast else settings.depth,
        )
        found = _within(found, query.period)
        clock.lap("search", len(found.hits))
        classified = classifier.classify([Pairing(hit.sentence.text, first, second) for hit in found.hits])
        clock.lap("classify", sum(one.stance is not Stance.NONE for one in classified))
        finder = AspectFinder([aspect.name for aspect in query.aspects])
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
