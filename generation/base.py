"""What every way of answering does alike: many things, one line, and the label of samples."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from typing import ClassVar

from engine.text.lexicon import dimension_of
from engine.text.tokens import stems
from engine.text.written import written
from engine.types import Answer, AskedKind, Comparison, Decision, Length, ParsedText, Stance, Standings
from engine.types.document import Role
from generation.answer_builder import AnswerBuilder, Part, Quote, listed, plain
from generation.asked_verdict import aside, asks_alone, say_asked, say_of_each
from generation.aspect_summaries import needed_most
from generation.claim_extraction import READABLE, UNCLEAR
from generation.differences import say_against, say_against_beside_many, say_differences
from generation.evidence import Evidence, is_told_besides, names
from generation.question_focus import quality
from generation.sentence_templates import capitalised, counted, headline, in_general, samples, verdict
from generation.standings import Pairs, describe

_PAIRS = {Length.LINE: Pairs.NONE, Length.CHAT: Pairs.LEADERS, Length.FULL: Pairs.ALL}


class BaseGenerator(ABC):
    """A generator that says how a comparison of two things ends and leaves the rest to its subclass."""

    name: ClassVar[str]
    lines: ClassVar[bool] = False
    """Whether each sentence of an answer is a paragraph of its own."""
    tables: ClassVar[bool] = False
    """Whether what can stand in a table does."""

    def answer(
        self,
        comparison: Comparison | Standings,
        *,
        question: ParsedText | None = None,
        length: Length = Length.CHAT,
    ) -> Answer:
        """Word the answer; see ``engine.protocols.Generator``."""
        silent = ""
        if isinstance(comparison, Standings):
            comparison, silent = aside(comparison)
        if isinstance(comparison, Standings) and comparison.comparisons[0].asked.kind is AskedKind.AGAINST:
            builder = AnswerBuilder(comparison.objects)
            say_against_beside_many(builder, written(comparison, question.text if question else ""), question, length)
            return builder.finish(self.name)
        if isinstance(comparison, Standings):
            full = length is Length.FULL
            lines = length is not Length.LINE and (full or self.lines)
            return describe(
                comparison,
                question=question,
                generator=self.name,
                lines=lines,
                closing=silent,
                pairs=_PAIRS[length],
                ranges=full,
                table=self.tables and length is not Length.LINE,
            )
        line = length is Length.LINE
        builder = AnswerBuilder(comparison.objects, lines=self.lines and not line)
        named, table = names(comparison, question), self.tables and not line
        is_said = _is_said(comparison, length) or (asks_alone(question) and comparison.asked_verdict is not None)
        if found := comparison.asked_verdict:
            say_asked(builder, comparison, found, question, named=named, line=line, table=table, alone=is_said)
            question = question if comparison.asked.kind is AskedKind.AGAINST else None
            if length is Length.FULL:
                builder.break_line()
        evidence = Evidence(_besides(comparison), cited=builder.cited, named=named)
        if _by_dimension(builder, comparison, question, length, table=table) or is_said:
            pass
        elif line:
            if not found or not found.arguments:
                builder.add(*_line(evidence, question))
        elif found and length is Length.CHAT and comparison.verdict.decision is not Decision.INSUFFICIENT:
            needed = needed_most(evidence)  # which has the first choice of quotes
            told = {} if builder.quotes else _best(evidence)
            for sentence in (needed, *in_general(evidence, question), *say_of_each(evidence, told)):
                builder.add(*sentence)
        else:
            self.write(builder, evidence, question, full=length is Length.FULL)
            builder.add(*_changed(evidence))
        builder.add(*samples(builder), role=Role.NOTICE)
        return builder.finish(self.name, aspects=[aspect.name for aspect in comparison.aspects])

    @abstractmethod
    def write(self, builder: AnswerBuilder, evidence: Evidence, question: ParsedText | None, *, full: bool) -> None:
        """Add an answer to an empty builder.

        Args:
            builder: Empty.
            evidence: What was found; may hold no argument at all.
            question: What was asked, when it is known.
            full: Whether to say all that is worth a page.
        """


def _besides(comparison: Comparison) -> Comparison:
    """Return a comparison without the points of view that are what it was asked for."""
    if not comparison.asked_verdict:
        return comparison
    asked = comparison.asked
    words = set(stems(f"{asked.words} {asked.use.partition(' ')[2]}"))

    def is_asked(aspect: str) -> bool:
        return (dimension_of(aspect) or aspect) == asked.dimension or not words.isdisjoint(stems(aspect))

    found = comparison.verdict
    whole, *shares = found.shares
    told = replace(
        found,
        shares=(whole, *(share for share in shares if not is_asked(share.aspect))),
        depends=tuple(share for share in found.depends if not is_asked(share.aspect)),
    )
    return replace(
        comparison,
        aspects=tuple(aspect for aspect in comparison.aspects if not is_asked(aspect.name)),
        mined=tuple(mined for mined in comparison.mined if not is_asked(mined.dimension or mined.name)),
        verdict=told,
    )


def _is_said(comparison: Comparison, length: Length) -> bool:
    """Return whether no more is told than what was asked: on "worse", or where too little is said in general.

    Of groups of people it is all that there is; in a conversation it is enough where it is answered.
    """
    found = comparison.asked_verdict
    if found is None or found.verdict is comparison.verdict:
        return found is not None
    if comparison.asked.is_whole:
        return found.verdict.decision is not Decision.INSUFFICIENT or not comparison.arguments
    is_answered = found.verdict.decision not in (Decision.INSUFFICIENT, Decision.UNDECIDED)
    besides = _besides(comparison).aspects
    if is_answered and length is Length.CHAT and not besides:
        return True
    heard = bool(found.arguments or besides)
    return not comparison.arguments or not is_told_besides(comparison.asked, comparison.arguments, heard=heard)


def _best(evidence: Evidence) -> dict[Stance, list[Quote]]:
    """Return the best quote for the winner, or for each side without one, as far as any convinces.

    One that is near in meaning to the use that was asked for comes first. The side that is behind is not quoted alone.
    """
    sides = evidence.sides[:1] if evidence.comparison.verdict.winner is not None else evidence.sides
    near = evidence.near(evidence.comparison.asked.use)
    chosen = {
        stance: evidence.choose(stance, 1, unclear=READABLE, among=near) or evidence.choose(stance, 1, unclear=READABLE)
        for stance in sides
    }
    if any(chosen.values()) and not chosen[evidence.ahead]:
        chosen[evidence.ahead] = evidence.best(evidence.ahead)
    return {side: [evidence.quote(one, attributed=True) for one in best] for side, best in chosen.items() if best}


def _changed(evidence: Evidence) -> list[Part]:
    """Return how the newer sources differ from the older ones; nothing where they do not."""
    comparison, found = evidence.comparison, evidence.comparison.change
    if found is None:
        return []
    first, second = evidence.names[Stance.FIRST], evidence.names[Stance.SECOND]
    earlier, later = (first, second) if found.earlier == comparison.objects[0] else (second, first)
    (before, of_before), (since, of_since) = found.earlier_sources, found.later_sources
    words = plain(comparison.asked.words)
    said = (f"say ‘{words}’ of", "say so of") if comparison.asked_verdict else ("speak for", "speak for")
    return [
        f"This changed over the years: {counted(before, of_before)} dated before {found.since} {said[0]} {earlier}, "
        f"but {counted(since, of_since)} since then {said[1]} {later}."
    ]


def _by_dimension(
    builder: AnswerBuilder, comparison: Comparison, question: ParsedText | None, length: Length, *, table: bool
) -> bool:
    """Answer a question that is about dimensions, not about the better one; return whether it is one."""
    kind = comparison.asked.kind
    if kind is AskedKind.AGAINST and say_against(builder, comparison, question, length):
        return True
    if kind in (AskedKind.DIFFERENCE, AskedKind.AGAINST):
        say_differences(builder, comparison, length, table=table)
        return True
    return False


def _line(evidence: Evidence, question: ParsedText | None) -> list[Part]:
    """Return the outcome with its best sentence; without a winner, with the best of each side."""
    found = evidence.comparison.verdict
    one = found.decision is Decision.EQUAL or found.winner is not None
    sides = evidence.order[:1] if one else evidence.sides
    best = {stance: _on_what_matters(evidence, stance, question) for stance in sides}
    said: list[list[Part]] = [
        ["" if one else f"for {evidence.names[stance]} ", quote] for stance, chosen in best.items() for quote in chosen
    ]
    if found.decision is Decision.INSUFFICIENT or not said:
        told: list[list[Part]] = [[" ", capitalised(str(who)), quote, "."] for who, quote in said]
        return [*verdict(evidence, question), *(part for parts in told for part in parts)]
    return [*headline(evidence, question), ": ", *listed(said, last="but"), "."]


def _on_what_matters(evidence: Evidence, stance: Stance, question: ParsedText | None) -> list[Quote]:
    """Return the best quote for a side, on what weighs most with who asks among that which any is on."""
    matters = sorted(evidence.comparison.aspects, key=lambda one: -one.weight)
    for about in (*((one.name,) for one in matters), ()):
        name = "".join(about)
        if best := evidence.choose(stance, 1, aspect=name, prefer=quality(question), unclear=UNCLEAR, about=about):
            return [evidence.quote(one, about=about) for one in best]
    return []
