"""How documents are ranked for a topic: BM25 with comparative expansion, and what a reader would see in the best.

The best ``DEPTH`` documents of BM25 are read: a linear model weighs their retrieval scores, whether they name the
objects and aspects of the question, whether they compare them, and how they argue. The others follow in the order of
BM25. ``python -m evaluation.touche.fit`` prints the weights that can be learned.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log1p
from operator import mul
from typing import Final, NamedTuple

from engine.pipeline import Engine
from engine.protocols import PageSearcher
from engine.resources import table_of
from engine.retrieval.ingest.records import split_sentences
from engine.text.lexicon import AspectFinder, search_terms
from engine.text.tokens import Tokens, word_set
from engine.trained import read_linear
from engine.types import ComparisonInstance, PageHit, Stance
from service.touche.runs import MAX_PER_TOPIC
from service.touche.topics import Topic

DEPTH: Final = 100
"""Documents that are read for a topic."""

CUE_WEIGHT: Final = 0.15
TERM_WEIGHT: Final = 0.3
"""Weights of the words that expand a question, against 1 for a word of it."""

_MAX_CHARS = 50_000  # of a document, that are read
_MAX_TERMS = 12

_TABLE: Final = table_of(__file__)
_COMPARING: Final = word_set(_TABLE["comparing"])
_REASONING: Final = word_set(_TABLE["reasoning"])

WEIGHTS: Final = read_linear("touche.json").weights
"""Feature → weight. Those of ``comparing`` and ``reasoning`` are set by hand: no public data tells them."""


class ParsedText(NamedTuple):
    """What is asked, as the ranking sees it."""

    objects: tuple[str, ...]
    aspects: tuple[str, ...]


class Read(NamedTuple):
    """A document that was read."""

    hit: PageHit
    features: tuple[float, ...]
    """In the order of ``WEIGHTS``; all in [0, 1] or nearly so."""
    stance: str
    """``FIRST``, ``SECOND``, ``NEUTRAL`` or ``NO``, in the order of the topic's objects."""


class Ranked(NamedTuple):
    """The documents for a topic."""

    scores: dict[str, float]
    """Document → score, best first."""
    stances: dict[str, str]


class ToucheRanker:
    """Ranks the pages of an index for topics."""

    def __init__(
        self, engine: Engine, *, weights: Mapping[str, float] | None = None, searcher: PageSearcher | None = None
    ) -> None:
        """Take the parts.

        Args:
            engine: Reads questions, classifies sentences, and has the pages.
            weights: Feature → weight, those of ``WEIGHTS`` by default; a feature that is missing counts nothing.
            searcher: Finds the pages; the engine's when None.
        """
        self._engine = engine
        self._searcher: PageSearcher = searcher or engine.browser.searcher
        chosen = WEIGHTS if weights is None else weights
        self._weights = [chosen.get(name, 0.0) for name in WEIGHTS]

    def rank(self, topic: Topic) -> Ranked:
        """Return at most 1000 documents, best first, and the stance of each: ``NO`` for one that is not read."""
        plain, expanded, question = self.candidates(topic)
        read = self.read(plain[:DEPTH], expanded, question)
        scores_of = ((sum(map(mul, self._weights, one.features)), one) for one in read)
        scored = sorted(scores_of, key=lambda pair: (-pair[0], pair[1].hit.rank))
        scores = {one.hit.page.id: score for score, one in scored}
        lowest = min(scores.values(), default=0.0)
        rest = [hit for hit in (*plain[DEPTH:], *expanded) if hit.page.id not in scores]
        for n, hit in enumerate(rest[: MAX_PER_TOPIC - len(scores)], 1):
            scores.setdefault(hit.page.id, lowest - n / MAX_PER_TOPIC)
        stances = {one.hit.page.id: one.stance for one in read}
        return Ranked(scores, {doc_id: stances.get(doc_id, "NO") for doc_id in scores})

    def candidates(self, topic: Topic) -> tuple[Sequence[PageHit], Sequence[PageHit], ParsedText]:
        """Return what BM25 finds for the title of a topic, what it finds with expansion, and the question."""
        found = self._engine.parse(topic.title)
        question = ParsedText(topic.objects or found.objects[:2], found.points_of_view)
        terms = [term for aspect in question.aspects for term in search_terms(aspect, near=0)][:_MAX_TERMS]
        also = dict.fromkeys(_TABLE["cues"], CUE_WEIGHT) | dict.fromkeys((*terms, *question.objects), TERM_WEIGHT)
        plain = self._searcher.search(topic.title, k=MAX_PER_TOPIC).hits
        expanded = self._searcher.search(topic.title, also=also, k=MAX_PER_TOPIC).hits if plain else ()
        return plain, expanded, question

    def read(self, hits: Sequence[PageHit], expanded: Sequence[PageHit], question: ParsedText) -> list[Read]:
        """Read documents.

        Args:
            hits: By rank.
            expanded: What was found with expansion, by rank.
            question: What is asked.
        """
        best, best_expanded = (found[0].score if found else 1.0 for found in (hits, expanded))
        with_expansion = {hit.page.id: hit.score / best_expanded for hit in expanded}
        return [self._read(hit, hit.score / best, with_expansion.get(hit.page.id, 0.0), question) for hit in hits]

    def _read(self, hit: PageHit, bm25: float, expanded: float, question: ParsedText) -> Read:
        objects = question.objects
        sentences = [hit.page.title, *split_sentences(hit.page.text[:_MAX_CHARS])]
        named = [[bool(tokens.mentions(name)) for name in objects] for tokens in map(Tokens, sentences)]
        both = [text for text, names in zip(sentences, named, strict=True) if len(objects) > 1 and all(names)]
        first, second, comparing = self._stances(both, objects)
        words = hit.page.text[:_MAX_CHARS].lower().split()
        share = 1.0 / max(1, len(objects))
        asked = max(1, len(question.aspects))
        features = (
            bm25,
            expanded,
            share * sum(any(names[n] for names in named) for n in range(len(objects))),
            share * sum(named[0]),
            _many(len(both)),
            len(AspectFinder(question.aspects, near=0).find(" ".join(sentences))) / asked,
            _many(comparing),
            _many(sum(word.strip(".,;:!?()\"'") in _COMPARING for word in words)),
            _many(sum(word.strip(".,;:!?()\"'") in _REASONING for word in words)),
            log1p(len(words)) / 10,
        )
        return Read(hit, features, _stance(first, second, comparing))

    def _stances(self, sentences: Sequence[str], objects: Sequence[str]) -> tuple[float, float, int]:
        """Return how much sentences speak for either object, and how many compare them."""
        if not sentences:
            return 0.0, 0.0, 0
        first, second = objects[:2]
        found = self._engine.classify([ComparisonInstance(text, first, second) for text in sentences])
        said = [one for one in found if one.stance is not Stance.NONE]
        return sum(one.first for one in said), sum(one.second for one in said), len(said)


def _many(count: int) -> float:
    """Return a count on a scale on which ten are 0.8 and each further one matters less."""
    return log1p(count) / 3


def _stance(first: float, second: float, comparing: int) -> str:
    """Return the stance of a document; one whose sentences are divided about evenly is neutral."""
    if not comparing:
        return "NO"
    if abs(first - second) <= 0.2 * (first + second):
        return "NEUTRAL"
    return "FIRST" if first > second else "SECOND"
