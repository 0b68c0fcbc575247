"""What every generator keeps to: inherit and give a ``generator`` fixture."""

from __future__ import annotations

import re
from dataclasses import replace

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from engine.protocols import Generator
from engine.text.tokens import clean
from engine.types import Answer, Comparison, Decision, Label, Length, Outcome, Share, Standings
from generation.citation_verification import is_verbatim
from generation.ctrl import MARK
from tests.strategies import comparisons, standings

MARKER = re.compile(r"\[(\d+)\]")
QUOTE = re.compile(r"“([^“”]*)” \[(\d+)\]")
WINNING = re.compile(r"\b(better|worse|best|wins?|winner|beats?|ahead|outperforms?)\b|evidence favours", re.IGNORECASE)
"""Words that name a winner when they stand outside a quote."""
FLIPPED = {Decision.FIRST: Decision.SECOND, Decision.SECOND: Decision.FIRST}

LENGTHS = st.sampled_from(Length)

over_comparisons = settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.differing_executors],
)


def outside_quotes(answer: Answer) -> str:
    """Return an answer's own words, without quotes and what is marked as generated."""
    return QUOTE.sub("", answer.text.partition(MARK)[0])


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
    def test_an_answer_is_never_empty(self, generator: Generator, comparison: Comparison, length: Length) -> None:
        answer = generator.answer(comparison, length=length)
        assert answer.text.strip()
        assert answer.generator

    @over_comparisons
    @given(comparison=comparisons(), length=LENGTHS)
    def test_numbers_in_the_text_and_citations_are_the_same_from_1_without_gaps(
        self, generator: Generator, comparison: Comparison, length: Length
    ) -> None:
        answer = generator.answer(comparison, length=length)
        numbers = [citation.n for citation in answer.citations]
        assert numbers == list(range(1, len(numbers) + 1))
        assert {int(number) for number in MARKER.findall(answer.text)} == set(numbers)

    @over_comparisons
    @given(comparison=comparisons(), length=LENGTHS)
    def test_each_citation_is_an_argument_of_the_comparison_and_none_has_two_numbers(
        self, generator: Generator, comparison: Comparison, length: Length
    ) -> None:
        cited = [citation.hit for citation in generator.answer(comparison, length=length).citations]
        assert len({hit.sentence.id for hit in cited}) == len(cited)
        assert {hit.sentence.id for hit in cited} <= {argument.hit.sentence.id for argument in comparison.arguments}

    @over_comparisons
    @given(comparison=comparisons(), length=LENGTHS)
    def test_a_claim_lies_inside_the_text_and_its_number_follows_in_the_same_line(
        self, generator: Generator, comparison: Comparison, length: Length
    ) -> None:
        answer = generator.answer(comparison, length=length)
        for citation in answer.citations:
            assert 0 <= citation.claim_start < citation.claim_end <= len(answer.text)
            rest_of_line = answer.text[citation.claim_end :].partition("\n")[0]
            assert f"[{citation.n}]" in rest_of_line
            assert not MARKER.search(answer.text[citation.claim_start : citation.claim_end])

    @over_comparisons
    @given(comparison=comparisons(), length=LENGTHS)
    def test_quoted_text_stands_word_for_word_in_the_cited_sentence(
        self, generator: Generator, comparison: Comparison, length: Length
    ) -> None:
        answer = generator.answer(comparison, length=length)
        for quote, number in QUOTE.findall(answer.text):
            assert is_verbatim(quote, answer.citations[int(number) - 1].hit.sentence.text)

    @over_comparisons
    @given(comparison=comparisons(max_aspects=0), length=LENGTHS)
    def test_a_winner_is_named_only_if_the_verdict_names_one(
        self, generator: Generator, comparison: Comparison, length: Length
    ) -> None:
        assume(not any(WINNING.search(name) for name in comparison.objects))
        words = outside_quotes(generator.answer(comparison, length=length))
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
    @given(comparison=comparisons(), length=LENGTHS)
    def test_the_same_comparison_gives_the_same_answer(
        self, generator: Generator, comparison: Comparison, length: Length
    ) -> None:
        assert generator.answer(comparison, length=length) == generator.answer(comparison, length=length)

    @over_comparisons
    @given(comparison=comparisons(), length=LENGTHS)
    def test_spans_stand_in_the_text_in_order_and_apart(
        self, generator: Generator, comparison: Comparison, length: Length
    ) -> None:
        answer = generator.answer(comparison, length=length)
        assert all(answer.text[span.start : span.end] == span.text for span in answer.spans)
        assert all(before.end <= after.start for before, after in zip(answer.spans, answer.spans[1:], strict=False))
        assert {span.label for span in answer.spans} <= set(Label)

    @over_comparisons
    @given(comparison=comparisons(), length=LENGTHS)
    def test_cited_sample_texts_are_called_so(
        self, generator: Generator, comparison: Comparison, length: Length
    ) -> None:
        answer = generator.answer(comparison, length=length)
        cited = any(citation.hit.document.sample for citation in answer.citations)
        assert cited == ("sample text" in outside_quotes(answer))

    @over_comparisons
    @given(comparison=comparisons(), length=LENGTHS)
    def test_text_is_plain(self, generator: Generator, comparison: Comparison, length: Length) -> None:
        for line in generator.answer(comparison, length=length).text.split("\n"):
            assert clean(line) == line

    @over_comparisons
    @given(found=standings(), length=LENGTHS)
    def test_several_things_are_answered_with_citations_that_say_so(
        self, generator: Generator, found: Standings, length: Length
    ) -> None:
        answer = generator.answer(found, length=length)
        assert answer.text.strip()
        assert answer == generator.answer(found, length=length)
        numbers = [citation.n for citation in answer.citations]
        assert numbers == list(range(1, len(numbers) + 1))
        assert {int(number) for number in MARKER.findall(answer.text)} == set(numbers)
        for quote, number in QUOTE.findall(answer.text):
            assert is_verbatim(quote, answer.citations[int(number) - 1].hit.sentence.text)
        for line in answer.text.split("\n"):
            assert clean(line) == line

    @over_comparisons
    @given(found=standings(), length=LENGTHS)
    def test_a_winner_of_several_things_is_named_only_if_there_is_one(
        self, generator: Generator, found: Standings, length: Length
    ) -> None:
        first = generator.answer(found, length=length).text.partition("\n")[0].partition(" (")[0]
        assert first.startswith("The evidence favours ") == (found.order.outcome is Outcome.WINNER)
        if found.order.winner:
            assert first.startswith("The evidence favours " + MARKER.sub(r"(\1)", found.order.winner))

    @over_comparisons
    @given(found=comparisons() | standings())
    def test_a_line_has_no_line_break(self, generator: Generator, found: Comparison | Standings) -> None:
        assert "\n" not in generator.answer(found, length=Length.LINE).text
