"""Builds responses: the function of a word of ``engine.types`` shows it as the ``TypedDict`` of the same name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal

from pydantic import TypeAdapter

from engine import types
from engine.schemas.responses import (
    Answer,
    Argument,
    Asked,
    Aspect,
    Citation,
    Claim,
    Comparison,
    Context,
    Document,
    Explanation,
    Hit,
    Outcome,
    ParsedText,
    Place,
    Search,
    Sentence,
    Share,
    Source,
    SourceVote,
    Span,
    Standings,
    Weighed,
    Without,
)
from engine.text.tokens import Tokens
from engine.types.document import Blocks

_BLOCKS: TypeAdapter[Blocks] = TypeAdapter(Blocks)

PER_STANCE = 5
"""How many arguments of each stance a pair of several objects shows."""

PER_SOURCE = 10
"""How many sentences of a source an explanation shows."""


def span(span: types.Span) -> Span:
    """Show a span."""
    return {"start": span.start, "end": span.end, "text": span.text, "label": span.label.value}


def question(question: types.ParsedText) -> ParsedText:
    """Show what was understood."""
    return {
        "text": question.text,
        "comparative": question.comparative,
        "probability": question.probability,
        "kind": question.kind.value,
        "spans": [span(found) for found in question.spans],
        "objects": list(question.objects),
        "aspects": list(question.aspects),
        "predicates": list(question.predicates),
        "asked": asked(question.asked),
    }


def asked(asked: types.Asked) -> Asked:
    """Show the relation that a question asks for."""
    return {
        "kind": asked.kind.value,
        "dimension": asked.dimension,
        "end": asked.end,
        "words": asked.words,
        "use": asked.use,
    }


def source(hit: types.Hit) -> Source:
    """Show where a sentence stands."""
    sentence, document = hit.sentence, hit.document
    return {
        "sentence": sentence.text,
        "sentence_id": sentence.id,
        "document": sentence.document,
        "position": sentence.position,
        "title": document.title,
        "url": document.url,
        "source": document.source,
        "date": document.date,
        "sample": document.sample,
    }


def hit(hit: types.Hit, *, score: float | None = None) -> Hit:
    """Show a hit.

    Args:
        hit: The hit.
        score: A score to show instead of the search's.
    """
    return {
        **source(hit),
        "score": hit.score if score is None else score,
        "copies": list(hit.copies),
        "sources": list(hit.sources),
    }


def claim(claim: types.Claim) -> Claim:
    """Show a claim."""
    return {
        "dimension": claim.dimension,
        "words": claim.words,
        "more": claim.more.value,
        "favours": claim.favours.value,
        "modality": claim.modality.value,
        "condition": claim.condition,
        "confidence": claim.confidence,
    }


def argument(argument: types.Argument, comparison: types.Comparison) -> Argument:
    """Show an argument of a comparison; its score is the ranker's."""
    markers = argument.classification.markers
    return {
        **hit(argument.hit, score=argument.score),
        "stance": argument.stance.value,
        "confidence": argument.classification.confidence,
        "weight": argument.weight,
        "aspects": list(argument.aspects),
        "markers": [span(found) for found in markers],
        "marks": _marks(argument, comparison),
    }


def _marks(argument: types.Argument, comparison: types.Comparison) -> list[tuple[int, int, Any]]:
    tokens = Tokens(argument.hit.sentence.text)
    named = zip(comparison.objects, ("first", "second"), strict=True)
    found = [(start, end, label) for name, label in named for start, end in tokens.mentions(name)]
    found += [(marker.start, marker.end, "predicate") for marker in argument.classification.markers]
    found += [(start, end, "aspect") for aspect in comparison.aspects for start, end in tokens.mentions(aspect.name)]
    marks: list[tuple[int, int, Any]] = []
    for start, end, label in found:
        if all(end <= first or last <= start for first, last, _ in marks):
            marks.append((start, end, label))
    return sorted(marks)


def comparison(comparison: types.Comparison, *, per_stance: int | None = None) -> Comparison:
    """Show a comparison.

    Args:
        comparison: What was found out.
        per_stance: The most arguments to show of each stance, the best, and those that a mined aspect names; all
            when None.
    """
    verdict = comparison.verdict
    counts = Counter(argument.stance for argument in comparison.arguments)
    return {
        "objects": list(comparison.objects),
        "aspects": [
            {
                "name": mined.name,
                "object": mined.object,
                "score": mined.score,
                "first_count": mined.first_count,
                "second_count": mined.second_count,
                "method": mined.method,
                "sentences": list(mined.sentences),
                "dimension": mined.dimension,
                "members": list(mined.members),
                "contrary": mined.contrary,
                "against": list(mined.against),
            }
            for mined in comparison.mined
        ],
        "asked": _asked(comparison.aspects),
        "winner": verdict.winner,
        "decision": verdict.decision.value,
        "confidence": verdict.confidence,
        "interval": verdict.interval,
        "shares": [share(each) for each in verdict.shares],
        "sources": verdict.sources,
        "minimum_sources": verdict.minimum_sources,
        "depends": [share(each) for each in verdict.depends],
        "retrieved": comparison.retrieved,
        "counts": {stance.value: counts[stance] for stance in types.Stance},
        "arguments": [argument(shown, comparison) for shown in _best(comparison, per_stance)],
        "timings_s": dict(comparison.timings_s),
        "notice": comparison.notice,
    }


def share(share: types.Share) -> Share:
    """Show how the evidence on an aspect divides."""
    return {
        "aspect": share.aspect,
        "first": share.first,
        "second": share.second,
        "arguments": share.arguments,
        "sources": share.sources,
        "decision": share.decision.value,
    }


def _asked(aspects: Sequence[types.Aspect]) -> list[Aspect]:
    return [{"name": aspect.name, "weight": aspect.weight} for aspect in aspects]


def _best(comparison: types.Comparison, per_stance: int | None) -> Sequence[types.Argument]:
    if per_stance is None:
        return comparison.arguments
    named = {sentence_id for mined in comparison.mined for sentence_id in (*mined.sentences, *mined.against)}
    seen: Counter[types.Stance] = Counter()
    shown = []
    for candidate in comparison.arguments:
        seen[candidate.stance] += 1
        if seen[candidate.stance] <= per_stance or candidate.hit.sentence.id in named:
            shown.append(candidate)
    return shown


def standings(standings: types.Standings, *, per_stance: int = PER_STANCE) -> Standings:
    """Show the order of more than two things.

    Args:
        standings: What was found out.
        per_stance: As for a comparison, in each pair.
    """
    return {
        "objects": list(standings.objects),
        "asked": _asked(standings.aspects),
        "orders": [
            {
                "aspect": order.aspect,
                "decision": order.outcome.value,
                "winner": order.winner,
                "confidence": order.confidence,
                "places": [place(each) for each in order.places],
            }
            for order in standings.orders
        ],
        "cycle": list(standings.cycle),
        "missing": list(standings.missing),
        "comparisons": [comparison(each, per_stance=per_stance) for each in standings.comparisons],
        "timings_s": dict(standings.timings_s),
    }


def place(place: types.Place) -> Place:
    """Show where an object stands."""
    return {
        "object": place.object,
        "rank": place.rank,
        "ranks": place.ranks,
        "best": place.best,
        "share": place.share,
        "sources": place.sources,
    }


def compared(found: types.Comparison | types.Standings) -> Comparison | Standings:
    """Show what was found out about two things, whole, or about more, in short."""
    return standings(found) if isinstance(found, types.Standings) else comparison(found)


def explanation(explanation: types.Explanation, *, offset: int = 0, limit: int = 20) -> Explanation:
    """Show why a comparison ended as it did.

    Args:
        explanation: The reasons.
        offset: How many sources to skip.
        limit: The most sources to show, and the most sentences that compare nothing.
    """
    comparison, votes = explanation.comparison, explanation.votes
    verdict = comparison.verdict
    return {
        "objects": list(comparison.objects),
        "winner": verdict.winner,
        "decision": verdict.decision.value,
        "confidence": verdict.confidence,
        "interval": verdict.interval,
        "share": share(verdict.shares[0]),
        "first_votes": sum(vote.first for vote in votes),
        "second_votes": sum(vote.second for vote in votes),
        "offset": offset,
        "votes": [source_vote(vote, comparison) for vote in votes[offset : offset + limit]],
        "left_out": {
            "none": len(explanation.left_out),
            "questions": comparison.questions,
            "copies": comparison.copies,
            "unread": comparison.unread,
            "sentences": [weighed(one, comparison) for one in explanation.left_out[:limit]],
        },
        "without_strongest": _without(explanation),
    }


def source_vote(vote: types.SourceVote, comparison: types.Comparison) -> SourceVote:
    """Show how one source votes."""
    return {
        "source": vote.source,
        "first": vote.first,
        "second": vote.second,
        "share_without": vote.share_without,
        "said": [
            {**weighed(one, comparison), "outvoted": vote.is_outvoted(one)} for one in vote.arguments[:PER_SOURCE]
        ],
        "sentences": len(vote.arguments),
    }


def weighed(one: types.Argument, comparison: types.Comparison) -> Weighed:
    """Show a sentence with all that was thought of it."""
    return {
        **argument(one, comparison),
        "probabilities": {stance.value: p for stance, p in one.classification.probabilities.items()},
    }


def _without(explanation: types.Explanation) -> Without | None:
    verdict = explanation.without_strongest
    if verdict is None:
        return None
    return {
        "source": explanation.votes[0].source,
        "decision": verdict.decision.value,
        "winner": verdict.winner,
        "confidence": verdict.confidence,
        "interval": verdict.interval,
        "share": share(verdict.shares[0]),
    }


def citation(citation: types.Citation) -> Citation:
    """Show a citation."""
    return {
        **source(citation.hit),
        "number": citation.number,
        "sources": len(citation.hit.sources),
    }


def blocks(blocks: Blocks) -> Any:
    """Show what an answer is made of."""
    return _BLOCKS.dump_python(blocks, mode="json")


def to_blocks(shown: Any) -> Blocks:
    """Return the blocks that JSON shows, read or not yet written."""
    return _BLOCKS.validate_python(shown)


def _outcome(comparison: types.Comparison, question: types.ParsedText | None) -> Outcome:
    """Show the verdict on what was asked."""
    found = comparison.asked_verdict
    if found is None:
        return _overall(comparison)
    is_yes_or_no = question is not None and question.kind is types.Kind.YES_NO
    return _show_outcome(found.verdict, "asked", found.answers_yes if is_yes_or_no else None)


def _overall(comparison: types.Comparison) -> Outcome:
    return _show_outcome(comparison.verdict, "overall", None)


def _show_outcome(verdict: types.Verdict, about: Literal["asked", "overall"], yes: bool | None) -> Outcome:
    return {
        "about": about,
        "decision": verdict.decision.value,
        "winner": verdict.winner,
        "confidence": verdict.confidence,
        "interval": list(verdict.interval),
        "sources": verdict.sources,
        "yes": yes,
    }


def answer(answer: types.Answer) -> Answer:
    """Show an answer."""
    return {
        "answer": answer.text,
        "blocks": blocks(answer.blocks),
        "citations": [citation(cited) for cited in answer.citations],
        "generator": answer.generator,
        "question": None if answer.question is None else question(answer.question),
        "asked": asked(types.OVERALL_ASKED if answer.question is None else answer.question.asked),
        "verdict": None if answer.comparison is None else _outcome(answer.comparison, answer.question),
        "overall": None if answer.comparison is None else _overall(answer.comparison),
        "comparison": None if answer.comparison is None else comparison(answer.comparison),
        "standings": None if answer.standings is None else standings(answer.standings),
    }


def sentence(sentence: types.Sentence) -> Sentence:
    """Show a sentence."""
    return {
        "id": sentence.id,
        "text": sentence.text,
        "document": sentence.document,
        "position": sentence.position,
    }


def document(document: types.Document) -> Document:
    """Show a document."""
    return {
        "id": document.id,
        "title": document.title,
        "url": document.url,
        "source": document.source,
        "date": document.date,
        "language": document.language,
        "sample": document.sample,
        "sentences": [sentence(shown) for shown in document.sentences],
    }


def context(sentence_id: str, sentences: Sequence[types.Sentence]) -> Context:
    """Show a sentence with its neighbours, at least itself."""
    return {
        "sentence_id": sentence_id,
        "document": sentences[0].document,
        "sentences": [sentence(shown) for shown in sentences],
    }


def search(query: str, result: types.SearchResult) -> Search:
    """Show what a search found."""
    return {
        "query": query,
        "total": result.total,
        "hits": [hit(found) for found in result.hits],
        "took_s": result.took_s,
        "notice": result.notice,
    }
