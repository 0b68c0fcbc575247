"""What responses hold beside the shapes of ``engine.types``, and how they are put together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, Literal

from pydantic import ConfigDict, TypeAdapter, with_config
from typing_extensions import TypedDict

from engine import types
from engine.schemas.shapes import (
    Asked,
    AskedInShort,
    Citation,
    ComparisonInShort,
    OutcomeInShort,
    ParsedText,
    RelationInShort,
    RelationsInShort,
    ScoredArgument,
    SearchHits,
    Sentence,
    Share,
    StandingsInShort,
    VoteInShort,
    show,
)
from engine.text.tokens import Tokens
from engine.text.written import names_in, renamed, written
from engine.types.document import Blocks

_BLOCKS: TypeAdapter[Blocks] = TypeAdapter(Blocks)

PER_STANCE = 5
"""How many arguments of each stance a pair of several objects shows."""

PER_RELATION = 2
"""How many arguments of each stance are shown of a thing beside another one."""

PER_SOURCE = 10
"""How many sentences of a source an explanation shows."""


@with_config(ConfigDict(extra="forbid", use_attribute_docstrings=True))
class Shape(TypedDict):
    """What responses that are put together here are."""


class Argument(ScoredArgument):
    """A sentence that says something about the comparison."""

    marks: list[tuple[int, int, Literal["first", "second", "aspect", "predicate"]]]
    """What its words name, the two objects and asked aspects, and those that decided: half-open ranges, ascending,
    disjoint."""


class AskedVerdict(AskedInShort):
    """The outcome on the property that was asked for."""

    words: str
    """How it was asked for; the winner is the thing that they are true of."""
    arguments: list[Argument]
    """What says so, the surest first; ``FIRST`` says that the words are true of the first thing."""


class Comparison(ComparisonInShort):
    """Everything that was found out about two things."""

    arguments: list[Argument]
    asked_verdict: AskedVerdict | None
    """On the property that was asked for; null where none was."""


class Standings(StandingsInShort):
    """Everything that was found out about more than two things."""

    comparisons: list[Comparison]
    """One per pair, with the best arguments of each stance and those that an aspect names."""


class Weighed(Argument):
    """A sentence with all that was thought of it."""

    probabilities: dict[str, float]
    """Of each stance."""


class Said(Weighed):
    """What a source says."""

    outvoted: bool
    """Whether it speaks for the other object than most of what the source says."""


class SourceVote(VoteInShort):
    """How one source votes, and by what."""

    said: list[Said]
    """Its strongest sentences."""
    sentences: int
    """How many it has, shown or not."""


class LeftOut(Shape):
    """What did not count."""

    none: int
    """Sentences that compare nothing, as it seems."""
    questions: int
    copies: int
    """Repeated word for word elsewhere; they add to the sources of the sentence they copy."""
    unread: int
    """Beyond the depth of the search."""
    sentences: list[Weighed]
    """Some of those that compare nothing, the most doubtful first."""


class Without(OutcomeInShort):
    """The verdict if the source with the largest vote were silent."""

    source: str
    share: Share


class Explanation(OutcomeInShort):
    """Why a comparison ended as it did, sentence by sentence."""

    objects: list[str]
    share: Share
    """Of all votes: ``first`` is votes for the first object / all votes."""
    first_votes: float
    second_votes: float
    offset: int
    votes: list[SourceVote]
    """Those asked for, the largest first; ``share`` tells how many sources there are."""
    left_out: LeftOut
    without_strongest: Without | None


class Outcome(OutcomeInShort):
    """How the evidence on a question ends."""

    about: Literal["asked", "overall"]
    """Whether it is about the property that was asked for, or about the two in general."""
    sources: int
    yes: bool | None
    """The answer to a yes-or-no question for a property; null where there is none."""


class Answer(Shape):
    """What the user reads, and what it rests on."""

    answer: str
    """The blocks as plain text."""
    blocks: Blocks
    """What to draw; nothing needs to be parsed."""
    citations: list[Citation]
    generator: str
    question: ParsedText | None
    asked: Asked
    verdict: Outcome | None
    """On what was asked; null without a comparison of two things."""
    overall: Outcome | None
    """On the two in general."""
    comparison: Comparison | None
    """Of two things."""
    standings: Standings | None
    """Of more than two."""


class Context(Shape):
    """A sentence with its neighbours in document order."""

    sentence_id: str
    document: str
    sentences: list[Sentence]


class Search(SearchHits):
    """What a search found."""

    query: str


class Relation(RelationInShort):
    """What was read ahead of a thing beside another one."""

    arguments: list[Argument]
    """The surest of each stance; ``FIRST`` favours the thing that was asked about."""


class Relations(RelationsInShort):
    """What a thing is compared with, on what and with which outcome."""

    offset: int
    relations: list[Relation]
    """Those asked for, of what it is compared with most often first."""


def argument(argument: types.Argument, comparison: types.Comparison) -> Argument:
    """Show an argument of a comparison; its score is the ranker's."""
    return show(argument, Argument, marks=_marks(argument, comparison))


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
    """Show a comparison, under the names as texts write them.

    Args:
        comparison: What was found out.
        per_stance: The most arguments to show of each stance, the best, and those that a mined aspect names; all
            when None.
    """
    return _comparison(written(comparison), per_stance)


def _comparison(comparison: types.Comparison, per_stance: int | None) -> Comparison:
    named = {sentence_id for mined in comparison.mined for sentence_id in (*mined.sentences, *mined.against)}
    shown = [argument(one, comparison) for one in _best(comparison.arguments, per_stance, named)]
    on_asked = comparison.asked_verdict and _asked_verdict(comparison.asked_verdict, comparison, per_stance)
    return show(comparison, Comparison, arguments=shown, asked_verdict=on_asked)


def _asked_verdict(found: types.AskedVerdict, comparison: types.Comparison, per_stance: int | None) -> AskedVerdict:
    shown = [argument(one, comparison) for one in _best(found.arguments, per_stance)]
    return show(found, AskedVerdict, words=comparison.asked.words, arguments=shown)


def _best(
    arguments: Sequence[types.Argument], per_stance: int | None, named: Collection[str] = ()
) -> Sequence[types.Argument]:
    if per_stance is None:
        return arguments
    seen: Counter[types.Stance] = Counter()
    shown = []
    for candidate in arguments:
        seen[candidate.stance] += 1
        if seen[candidate.stance] <= per_stance or candidate.hit.sentence.id in named:
            shown.append(candidate)
    return shown


def standings(standings: types.Standings, *, text: str = "") -> Standings:
    """Show the order of more than two things, under the names as texts write them.

    Args:
        standings: What was found out.
        text: In which they were named.
    """
    standings = written(standings, text)
    pairs = [_comparison(each, PER_STANCE) for each in standings.comparisons]
    return show(standings, Standings, comparisons=pairs)


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
    names = names_in(explanation.comparison)
    comparison, votes = renamed(explanation.comparison, names), explanation.votes
    without = explanation.without_strongest
    without = without and replace(without, winner=names.get(without.winner or ""))
    left_out: LeftOut = {
        "none": len(explanation.left_out),
        "questions": comparison.questions,
        "copies": comparison.copies,
        "unread": comparison.unread,
        "sentences": [weighed(one, comparison) for one in explanation.left_out[:limit]],
    }
    return show(
        comparison.verdict,
        Explanation,
        objects=list(comparison.objects),
        share=show(comparison.verdict.shares[0]),
        first_votes=sum(vote.first for vote in votes),
        second_votes=sum(vote.second for vote in votes),
        offset=offset,
        votes=[source_vote(vote, comparison) for vote in votes[offset : offset + limit]],
        left_out=left_out,
        without_strongest=without and show(without, Without, source=votes[0].source, share=show(without.shares[0])),
    )


def source_vote(vote: types.SourceVote, comparison: types.Comparison) -> SourceVote:
    """Show how one source votes."""
    shown: list[Said] = [
        {**weighed(one, comparison), "outvoted": vote.is_outvoted(one)} for one in vote.arguments[:PER_SOURCE]
    ]
    return show(vote, SourceVote, said=shown, sentences=len(vote.arguments))


def weighed(one: types.Argument, comparison: types.Comparison) -> Weighed:
    """Show a sentence with all that was thought of it."""
    return {**argument(one, comparison), "probabilities": show(one.classification.probabilities)}


def blocks(blocks: Blocks) -> Any:
    """Show what an answer is made of."""
    return _BLOCKS.dump_python(blocks, mode="json")


def to_blocks(shown: Any) -> Blocks:
    """Return the blocks that JSON shows, read or not yet written."""
    return _BLOCKS.validate_python(shown)


def _on_asked(comparison: types.Comparison, question: types.ParsedText | None) -> Outcome:
    """Show the verdict on what was asked."""
    if comparison.asked.kind is types.AskedKind.DIFFERENCE:
        return _outcome(_nobody_wins(comparison), "asked", None)
    found = comparison.asked_verdict
    if found is None:
        return _overall(comparison)
    is_yes_or_no = question is not None and question.kind is types.Kind.YES_NO
    return _outcome(found.verdict, "asked", found.answers_yes if is_yes_or_no else None)


def _nobody_wins(comparison: types.Comparison) -> types.Verdict:
    """Return the verdict on a question for differences; its sources are those that speak of any."""
    heard = {argument.hit.voter for each in comparison.differences for argument in each.arguments}
    decision = types.Decision.UNDECIDED if heard else types.Decision.INSUFFICIENT
    return types.Verdict(decision, None, 0.0, (0.0, 1.0), (), len(heard), comparison.verdict.minimum_sources)


def _overall(comparison: types.Comparison) -> Outcome:
    return _outcome(comparison.verdict, "overall", None)


def _outcome(verdict: types.Verdict, about: str, yes: bool | None) -> Outcome:
    return show(verdict, Outcome, about=about, sources=verdict.sources, yes=yes)


def answer(answer: types.Answer) -> Answer:
    """Show an answer."""
    question, several = answer.question, answer.standings
    text = question.text if question else ""
    found = answer.comparison and written(answer.comparison, text)
    return {
        "answer": answer.text,
        "blocks": blocks(answer.blocks),
        "citations": show(answer.citations),
        "generator": answer.generator,
        "question": show(question),
        "asked": show(question.asked if question else types.OVERALL_ASKED),
        "verdict": None if found is None else _on_asked(found, question),
        "overall": None if found is None else _overall(found),
        "comparison": None if found is None else _comparison(found, None),
        "standings": None if several is None else standings(several, text=text),
    }


def relations(found: types.Relations, *, offset: int = 0) -> Relations:
    """Show what a thing is compared with.

    Args:
        found: What was read ahead of it.
        offset: How many of those met most often were left out.
    """
    shown = []
    for one in found.relations:
        best = _best(one.comparison.arguments, PER_RELATION)
        shown.append(show(one, Relation, arguments=[argument(each, one.comparison) for each in best]))
    return show(found, Relations, offset=offset, relations=shown)


def context(sentence_id: str, sentences: Sequence[types.Sentence]) -> Context:
    """Show a sentence with its neighbours, at least itself."""
    return {"sentence_id": sentence_id, "document": sentences[0].document, "sentences": show(sentences)}


def search(query: str, result: types.SearchResult) -> Search:
    """Show what a search found."""
    return show(result, Search, query=query)
