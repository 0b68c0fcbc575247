"""A cited brief: the verdict, what speaks for each side point by point, when to choose which, and what is not known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.types import Answer, Asked, Decision, Length, ParsedText, Relations, Stance
from generation import relations
from generation.answer_builder import AnswerBuilder, Numbers, Part, Quote, listed
from generation.aspect_summaries import Topic, topics
from generation.base import BaseGenerator
from generation.claim_extraction import CLEAR, READABLE, UNCLEAR
from generation.evidence import Evidence
from generation.question_focus import quality, topic_name
from generation.sentence_templates import capitalised, counted, one_says, qualities, silence, verdict

_TOPICS = 6
"""Most points of view on a page besides those of the user."""
_FEW = 3
"""Points of view on a page up to which those are gone through of which one source alone speaks."""
_PER_SIDE = 2
"""Points of view and quotes that speak for each side in a conversation, as far as there are any."""
_PER_SIDE_OF_A_PAGE = 5
_ALIKE = "The same goes for"
_ALSO = "also speak for"
_FAIR = 2
"""How unclear a statement may be that is quoted where there are too few clear ones."""
_MANY = 18
"""Sources from which there is one more for each side."""
_QUOTED_TWICE = 4
"""Sources on a point of view from which two of them are quoted on a page."""


class BriefGenerator(BaseGenerator):
    """Writes connected prose in which every claim is a count or cut out of the sentence that it cites.

    Sentences are chosen that can be read on their own, cut to the clauses that compare, and put together side by side
    and point of view by point of view, on a page each of them on a line with both sides.
    """

    name = "brief"

    def answer_relations(self, found: Relations, above: Asked | None = None, *, length: Length = Length.CHAT) -> Answer:
        """Say what was read ahead of a thing; see ``engine.protocols.RelationWriter``."""
        if above is None:
            return relations.overview(found, generator=self.name, length=length)
        return relations.above(found, above, generator=self.name, length=length)

    def write(self, builder: AnswerBuilder, evidence: Evidence, question: ParsedText | None, *, full: bool) -> None:
        """Add the sentences; see ``BaseGenerator.write``."""
        asked = evidence.comparison.asked_verdict
        aside = asked is not None and asked.verdict.decision is not Decision.INSUFFICIENT
        each = 1 if aside and not full else _per_side(evidence, full=full)
        found = _chosen(evidence, question, each, full=full)
        prefer = quality(question)
        quoted = {stance: _others(evidence, stance, found, each, prefer, full=full) for stance in evidence.order}
        builder.add(*verdict(evidence, question, full=full))
        if full:
            _go_through(builder, evidence, found, quoted)
        else:
            for topic in found:
                builder.add(*(_topic(evidence, topic) if topic.is_asked else ()))
            for stance in evidence.order:
                beside = [topic for topic in found if topic.speaks_for is stance and not topic.is_asked]
                for sentence in _side(evidence, stance, beside, quoted[stance]):
                    builder.add(*sentence)
        if not aside:
            builder.add(*_conditions(evidence, found))
        for sentence in (*qualities(evidence, question), *silence(evidence, question)):
            builder.add(*sentence)
        builder.add(*_unclear(evidence, question, found))


def _per_side(evidence: Evidence, *, full: bool) -> int:
    return (_PER_SIDE_OF_A_PAGE if full else _PER_SIDE) + (evidence.tally().total >= _MANY)


def _chosen(evidence: Evidence, question: ParsedText | None, each: int, *, full: bool) -> list[Topic]:
    """Return points of view with quotes: on a page and of the user for both sides, else for whom more is said."""
    chosen: list[Topic] = []
    for topic in topics(evidence, question):
        number = sum(topic.speaks_for is one.speaks_for for one in chosen)
        wanted = number < each if not full else len(chosen) < (_FEW if topic.total == 1 else _TOPICS)
        if topic.is_asked or (wanted and topic.lead and (full or topic.total > 1)):
            k = 1 + (full and max(topic.counts.values()) >= _QUOTED_TWICE)
            quoted = topic.quoted(evidence, both=full or topic.is_asked, k=k)
            chosen += [quoted] if quoted.quotes else []
    return chosen


def _others(
    evidence: Evidence, stance: Stance, found: Sequence[Topic], each: int, prefer: str, *, full: bool
) -> list[Quote]:
    """Return the quotes for a side besides those on points of view; one that is hard to read if there is no other."""
    told = sum(len(topic.quotes.get(stance, ())) for topic in found)
    wanted = max(0, (1 if stance is Stance.EQUAL else each) - told)
    level = stance is Stance.EQUAL and evidence.comparison.verdict.decision is not Decision.EQUAL
    chosen = evidence.choose(stance, wanted, prefer=prefer, unclear=0 if level else READABLE if full else CLEAR)
    few = min(each, _PER_SIDE) - told - len(chosen)
    if few > 0 and stance is not Stance.EQUAL:
        chosen += evidence.choose(stance, few, prefer=prefer, unclear=_FAIR)
    if not told and not chosen and stance is not Stance.EQUAL:
        chosen = evidence.choose(stance, 1, prefer=prefer, unclear=UNCLEAR)
    return [evidence.quote(one, attributed=True) for one in chosen]


def _go_through(
    builder: AnswerBuilder, evidence: Evidence, found: Sequence[Topic], others: dict[Stance, list[Quote]]
) -> None:
    """Add what the sources speak of, a line for each point of view, and one for what else there is."""
    named = [_name(topic) for topic in found if not topic.is_condition]
    if len(named) > 1:
        builder.add("They are compared on ", *listed(named), ".")
    for topic in found:
        builder.break_line()
        builder.add(*_topic(evidence, topic, line=True))
    builder.break_line()
    for stance in evidence.order:
        for sentence in _side(evidence, stance, (), others[stance], again=any(stance in one.quotes for one in found)):
            builder.add(*sentence)
    builder.break_line()


def _topic(evidence: Evidence, topic: Topic, *, joined: str = "", line: bool = False) -> list[Part]:
    """Return the sentence on a point of view: how the evidence divides, and what is said for each side.

    Args:
        evidence: What was found.
        topic: With quotes.
        joined: What leads from the sentence before: "however", "too", ``_ALIKE`` or ``_ALSO``; nothing when empty.
        line: Whether it stands on a line of its own, after its name.
    """
    order = sorted(evidence.sides, key=lambda stance: -topic.counts[stance])
    (most, who), (fewest, other) = ((topic.counts[stance], evidence.names[stance]) for stance in order)
    said = counted(most, most + fewest)
    speak = "speaks" if most == 1 else "speak"
    if Stance.EQUAL in topic.quotes or not most:
        outcome = "they come out level"
    elif topic.lead is None:
        outcome = f"the sources disagree, {most:,} for {who} and {fewest:,} for {other}"
    else:
        outcome = f"{said} {speak} for {who}"
    opening = f"{capitalised(topic.name)}: " if line else f"{capitalised(topic.view)}{joined and f', {joined}'}, "
    if joined == _ALIKE:
        opening, outcome = f"{joined} {topic.name}, ", f"with {said}"
    elif joined == _ALSO:
        opening, outcome = "", f"{capitalised(said)} {joined} {who} {topic.view}"
    quotes = [quote for stance in (*order, Stance.EQUAL) for quote in topic.quotes.get(stance, ())]
    against = sum(stance in topic.quotes for stance in order) > 1
    return [f"{opening}{outcome}; ", *one_says(quotes, alone=most + fewest == 1, against=against), "."]


def _side(
    evidence: Evidence, stance: Stance, found: Sequence[Topic], quotes: Sequence[Quote], *, again: bool = False
) -> Iterator[list[Part]]:
    """Yield the sentences for one side: its points of view, and what else is said for it.

    Args:
        evidence: What was found.
        stance: The side.
        found: Points of view on which more speaks for it.
        quotes: What else is said.
        again: Whether something was quoted for it before.
    """
    turned = stance is evidence.behind and evidence.speaks_for(evidence.ahead)
    joiners = ("too", _ALIKE, _ALSO) if turned else (_ALIKE, "too", _ALSO)
    for number, topic in enumerate(found):
        alike = "too" if topic.is_condition else joiners[min(number, len(joiners)) - 1]
        yield _topic(evidence, topic, joined=alike if number else "however" if turned else "")
    again = again or bool(found)
    who = evidence.names[stance]
    unheard = stance in evidence.sides and not evidence.speaks_for(stance) and evidence.comparison.arguments
    if unheard and not again:
        yield [f"Nothing was found that speaks for {who}."]
    for at in range(0, len(quotes), _PER_SIDE):
        said = _that(quotes[at : at + _PER_SIDE])
        some = "some argue" if len(quotes) > 1 else "one source argues"
        others = "others say" if len(quotes) > at + 1 else "another source says"
        if stance is Stance.EQUAL:
            yield ["No difference is seen in ", *said[1:], "."]
        elif at:
            yield [f"{capitalised(others) if at == _PER_SIDE else 'It is also said'} ", *said, "."]
        elif again:
            yield [f"Also for {who}, {some} ", *said, "."]
        else:
            yield [f"For {who}, {'on the other hand, ' if turned else ''}{some} ", *said, "."]


def _that(quotes: Sequence[Quote]) -> list[Part]:
    """Return what is said: "that “…” and that “…”"."""
    return listed([["that ", quote] for quote in quotes])


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
    stated = False
    for stance in evidence.sides[won:]:
        clear = [topic for topic in found if topic.clear and topic.lead is stance]
        under = [_name(topic) for topic in clear if topic.is_condition]
        reasons = [_name(topic) for topic in clear if not topic.is_condition]
        chosen: list[Part] = [" ", *listed(under)] if under else []
        if reasons:
            matters = " does" if stated else " matters most to you"
            chosen += [f"{', or' if under else ''} if ", *listed(reasons, last="or"), matters]
            stated = True
        if chosen:
            clauses.append([evidence.names[stance], *chosen])
    return ["Choose ", *listed(clauses, last=", but"), "."] if clauses else []


def _name(topic: Topic) -> list[Part]:
    return [f"{topic.name} ", Numbers([topic.first.argument])]
