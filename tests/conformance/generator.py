"""What every generator keeps to: inherit and give a ``generator`` fixture."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from engine.protocols import Generator
from engine.text.tokens import clean
from engine.types import Answer, Comparison, Decision, Label, Length, Outcome, Share, Standings
from engine.types.document import (
    BulletList,
    Paragraph,
    Quote,
    Reference,
    Role,
    Statement,
    Table,
    Words,
    line_of,
    numbers_of,
    runs_of,
)
from generation.citation_verification import is_verbatim
from tests.strategies import comparisons, standings

MARKER = re.compile(r"\[(\d+)\]")
"""What would look like a number in the name of a thing."""
WINNING = re.compile(r"\b(better|worse|best|wins?|winner|beats?|ahead|outperforms?)\b|evidence favours", re.IGNORECASE)
"""Words that name a winner when they stand outside a quote."""
FLIPPED = {Decision.FIRST: Decision.SECOND, Decision.SECOND: Decision.FIRST}

LENGTHS = st.sampled_from(Length)

over_comparisons = settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.differing_executors],
)


def own_words_of(answer: Answer) -> str:
    """Return an answer's own words, without quotes and what a model wrote."""
    blocks = [block for block in answer.blocks if not (isinstance(block, Paragraph) and block.role is Role.GENERATED)]
    return "".join(run.text if isinstance(run, Words) else " " for run in runs_of(tuple(blocks)))


def shown_numbers(answer: Answer) -> set[int]:
    """Return the numbers that stand in an answer."""
    return {number for run in runs_of(answer.blocks) for number in numbers_of(run)}


def check_document(answer: Answer) -> None:
    """Check the form of an answer's blocks, and that its quotes are verbatim."""
    sentences = {citation.number: citation.hit.sentence.text for citation in answer.citations}
    assert [*sentences] == [*range(1, len(sentences) + 1)]
    assert shown_numbers(answer) == sentences.keys()
    for block in answer.blocks:
        match block:
            case Paragraph(runs):
                assert line_of(runs).strip() == line_of(runs)
            case BulletList(items):
                assert items
            case Table(header, rows):
                assert rows
                assert {len(row) for row in rows} == {len(header)}
    for run in runs_of(answer.blocks):
        match run:
            case Quote(text, number, marks):
                assert not number or is_verbatim(text, sentences[number])
                assert all(0 <= start < end <= len(text) for start, end, _ in marks)
                assert all(one[1] <= other[0] for one, other in pairwise(marks))
                assert {label for *_, label in marks} <= {*Label}
            case Statement(_, numbers) | Reference(numbers):
                assert numbers
            case Words(text):
                assert text
    for line in answer.text.split("\n"):
        assert clean(line) == line


def mirrored(comparison: Comparison) -> Comparison:
    """Return the same findings with the objects exchanged."""
    verdict = comparison.verdict
    low, high = verdict.interval
    return replace(
        comparison,
        objects=comparison.objects[::-1],
        arguments=tuple(
            replace(argument, classification=argument.classification.flipped()) for argument in comparison.arguments
        ),
        mined=tuple(
            replace(aspect, first_count=aspect.second_count, second_count=aspect.first_count)
            for aspect in comparison.mined
        ),
        verdict=replace(
            verdict,
            decision=FLIPPED.get(verdict.decision, verdict.decision),
            interval=(1 - high, 1 - low),
            shares=tuple(_mirrored_share(share) for share in verdict.shares),
        ),
    )


def _mirrored_share(share: Share) -> Share:
    return replace(share, first=share.second, second=share.first, decision=FLIPPED.get(share.decision, share.decision))


class GeneratorConformance:
    """The rules of ``engine.protocols.Generator``."""

    @over_comparisons
    @given(comparison=comparisons(), length=LENGTHS)
    def test_an_answer_is_a_document_that_cites_arguments_and_is_the_same_again(
        self, generator: Generator, comparison: Comparison, length: Length
    ) -> None:
        answer = generator.answer(comparison, length=length)
        assert answer.text.strip()
        assert answer.generator
        check_document(answer)
        paragraphs = [block for block in answer.blocks if isinstance(block, Paragraph)]
        roles = [block.role for block in paragraphs]
        assert isinstance(answer.blocks[0], Paragraph)
        assert roles[0] is Role.HEADLINE
        assert roles.count(Role.HEADLINE) == 1
        cited = [citation.hit for citation in answer.citations]
        assert len({hit.sentence.id for hit in cited}) == len(cited)
        assert {hit.sentence.id for hit in cited} <= {argument.hit.sentence.id for argument in comparison.arguments}
        notices = [line_of(block.runs) for block in paragraphs if block.role is Role.NOTICE]
        assert any(hit.document.sample for hit in cited) == any("sample text" in notice for notice in notices)
        assert answer == generator.answer(comparison, length=length)

    @over_comparisons
    @given(comparison=comparisons(max_aspects=0), length=LENGTHS)
    def test_a_winner_is_named_only_if_the_verdict_names_one(
        self, generator: Generator, comparison: Comparison, length: Length
    ) -> None:
        assume(not any(WINNING.search(name) for name in comparison.objects))
        words = own_words_of(generator.answer(comparison, length=length)).replace("  ", " ")
        if comparison.verdict.winner is None:
            assert not WINNING.search(words)
        else:
            assert MARKER.sub(r"(\1)", comparison.verdict.winner) in words

    @over_comparisons
    @given(comparison=comparisons(), length=LENGTHS)
    def test_exchanging_the_objects_does_not_change_what_is_cited_for_a_winner(
        self, generator: Generator, comparison: Comparison, length: Length
    ) -> None:
        if comparison.verdict.winner is None:
            return
        answers = generator.answer(comparison, length=length), generator.answer(mirrored(comparison), length=length)
        cited, cited_mirrored = ({citation.hit.sentence.id for citation in answer.citations} for answer in answers)
        assert cited == cited_mirrored

    @over_comparisons
    @given(found=standings(), length=LENGTHS)
    def test_several_things_are_answered_with_citations_that_say_so(
        self, generator: Generator, found: Standings, length: Length
    ) -> None:
        answer = generator.answer(found, length=length)
        assert answer.text.strip()
        assert answer == generator.answer(found, length=length)
        check_document(answer)

    @over_comparisons
    @given(found=standings(), length=LENGTHS)
    def test_a_winner_of_several_things_is_named_only_if_there_is_one(
        self, generator: Generator, found: Standings, length: Length
    ) -> None:
        first = generator.answer(found, length=length).text.partition("\n")[0]
        assert first.startswith("The evidence favours ") == (found.order.decision is Outcome.WINNER)
        if found.order.winner:
            assert first.startswith("The evidence favours " + MARKER.sub(r"(\1)", found.order.winner))

    @over_comparisons
    @given(found=comparisons() | standings())
    def test_a_line_has_no_line_break(self, generator: Generator, found: Comparison | Standings) -> None:
        assert "\n" not in generator.answer(found, length=Length.LINE).text
