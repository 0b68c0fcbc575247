"""A cited brief: the verdict, what speaks for each side point by point, when to choose which, and what is not known."""

from __future__ import annotations

from collections.abc import Sequence

from engine.types import Answer, Asked, Decision, Length, ParsedText, Relations, Stance
from generation import relations
from generation.answer_builder import AnswerBuilder, Numbers, Part, Quote, listed
from generation.aspect_summaries import Topic, topics
from generation.base import BaseGenerator
from generation.claim_extraction import CLEAR, UNCLEAR
from generation.evidence import Evidence
from generation.question_focus import quality, topic_name
from generation.sentence_templates import capitalised, qualities, silence, uncertainty, verdict

_TOPICS = 6
"""Most points of view on a page."""
_PER_SIDE = 2
"""Quotes that speak for each side, as far as there are any."""


class BriefGenerator(BaseGenerator):
    """Writes connected prose in which every claim is a count or cut out of the sentence that it cites.

    Sentences are chosen that can be read on their own, cut to the clauses that compare, and put together point of view
    by point of view, those on which the sources disagree with both sides.
    """

    name = "brief"

    def answer_relations(self, found: Relations, above: Asked | None = None, *, length: Length = Length.CHAT) -> Answer:
        """Say what was read ahead of a thing; see ``engine.protocols.RelationWriter``."""
        if above is None:
            return relations.overview(found, generator=self.name, length=length)
        return relations.above(found, above, generator=self.name, length=length)

    def write(self, builder: AnswerBuilder, evidence: Evidence, question: ParsedText | None, *, full: bool) -> None:
        """Add the sentences; see ``BaseGenerator.write``."""
        found = _chosen(evidence, question, full=full)
        quoted = {stance: _others(evidence, stance, found, quality(question)) for stance in evidence.order}
        builder.add(*verdict(evidence, question))
        if full:
            _go_through(builder, evidence, found, quoted)
        else:
            for topic in found:
                builder.add(*(_topic(evidence, topic) if topic.is_asked else ()))
            for stance in evidence.order:
                beside = [topic.quotes[stance] for topic in found if stance in topic.quotes and not topic.is_asked]
                builder.add(*_side(evidence, stance, [*beside, *quoted[stance]]))
        builder.add(*_conditions(evidence, found))
        for sentence in (*qualities(evidence, question), *silence(evidence, question)):
            builder.add(*sentence)
        builder.add(*_unclear(evidence, question, found))
        if full:
            builder.add(*uncertainty(evidence))


def _chosen(evidence: Evidence, question: ParsedText | None, *, full: bool) -> list[Topic]:
    """Return points of view with quotes: on a page and of the user for both sides, else for whom more is said."""
    chosen: list[Topic] = []
    for topic in topics(evidence, question):
        wanted = topic.lead and sum(topic.lead in one.quotes for one in chosen) < _PER_SIDE
        if len(chosen) < _TOPICS and (full or topic.is_asked or wanted):
            told = topic.quoted(evidence, both=full or topic.is_asked)
            chosen += [told] if told.quotes else []
    return chosen


def _others(evidence: Evidence, stance: Stance, found: Sequence[Topic], prefer: str) -> list[Quote]:
    """Return the quotes for a side besides those on points of view; one that is hard to read if there is no other."""
    told = sum(stance in topic.quotes for topic in found)
    wanted = max(0, (1 if stance is Stance.EQUAL else _PER_SIDE) - told)
    level = stance is Stance.EQUAL and evidence.comparison.verdict.decision is not Decision.EQUAL
    chosen = evidence.choose(stance, wanted, prefer=prefer, unclear=0 if level else CLEAR)
    if not told and not chosen and stance is not Stance.EQUAL:
        chosen = evidence.choose(stance, 1, prefer=prefer, unclear=UNCLEAR)
    return [evidence.quote(one) for one in chosen]


def _go_through(
    builder: AnswerBuilder, evidence: Evidence, found: Sequence[Topic], others: dict[Stance, list[Quote]]
) -> None:
    """Add a line for each point of view, and one for what else there is."""
    for topic in found:
        builder.break_line()
        builder.add(*_topic(evidence, topic))
    builder.break_line()
    for stance in evidence.order:
        builder.add(*_side(evidence, stance, others[stance]))
    builder.break_line()


def _topic(evidence: Evidence, topic: Topic) -> list[Part]:
    """Return the sentence on a point of view: how the evidence divides, and a quote for each side."""
    order = sorted(evidence.sides, key=lambda stance: -topic.counts[stance])
    (most, who), (fewest, other) = ((topic.counts[stance], evidence.names[stance]) for stance in order)
    sources = f"{most:,} source{'s' * (most > 1)}"
    if Stance.EQUAL in topic.quotes or not most:
        outcome = " they come out level"
    elif topic.lead is None:
        outcome = f" the sources disagree, {most:,} for {who} and {fewest:,} for {other}"
    elif fewest:
        outcome = f", {sources} {'speak' if most > 1 else 'speaks'} for {who} and {fewest:,} for {other}"
    elif most > 1:
        outcome = f" {'both' if most == 2 else f'all {most:,}'} sources speak for {who}"
    else:
        outcome = f", one source speaks for {who}"
    quotes = [[topic.quotes[stance]] for stance in (*order, Stance.EQUAL) if stance in topic.quotes]
    return [f"{capitalised(topic.view)}{outcome}: ", *listed(quotes, last="but"), "."]


def _side(evidence: Evidence, stance: Stance, quotes: Sequence[Quote]) -> list[Part]:
    """Return the sentence with the quotes for one side; empty when there are none."""
    if not quotes:
        unheard = stance in evidence.sides and not evidence.speaks_for(stance) and evidence.comparison.arguments
        return [f"Nothing was found that speaks for {evidence.names[stance]}."] if unheard else []
    who = "No difference is seen in" if stance is Stance.EQUAL else f"For {evidence.names[stance]}, sources say"
    if len({quote.argument.hit.voter for quote in quotes}) == 1:
        who = who.replace("sources say", "one source says")
    return [f"{who} ", *listed([[quote._replace(attributed=True)] for quote in quotes]), "."]


def _unclear(evidence: Evidence, question: ParsedText | None, found: Sequence[Topic]) -> list[Part]:
    """Return the sentence on the user's points of view of which nothing is quoted although there is something."""
    told = {topic.about for topic in found}
    aspects = [aspect.name for aspect in evidence.comparison.aspects if evidence.tally(aspect=aspect.name).total]
    missing = [[topic_name(aspect, question)] for aspect in aspects if aspect not in told]
    return ["What was found on ", *listed(missing), " is too unclear to quote."] if missing else []


def _conditions(evidence: Evidence, found: Sequence[Topic]) -> list[Part]:
    """Return when to choose which; empty when nothing speaks for choosing another one than the winner."""
    clauses: list[list[Part]] = []
    won = evidence.comparison.verdict.winner is not None
    if won and not any(topic.clear and topic.lead is evidence.behind for topic in found):
        return []
    for stance in evidence.sides:
        reasons: list[list[Part]] = [
            [f"{topic.name} ", Numbers([topic.quotes[stance].argument])]
            for topic in found
            if topic.clear and topic.lead is stance
        ]
        if reasons:
            matters = " does" if clauses else " matters most to you"
            clauses.append([f"{evidence.names[stance]} if ", *listed(reasons, last="or"), matters])
    return ["Choose ", *listed(clauses, last="but"), "."] if clauses else []
