"""A cited brief: the verdict, what speaks for each side point by point, when to choose which, and what is not known.

First it is planned: which points of view are told, with which quotes for which side, and what else is quoted that
speaks of none of them. Then each point becomes a sentence whose opening follows from its place, so that none begins as
the one before it: the first for a side, one that goes on, one that turns to the other side, one that disagrees.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf

from engine.text.lexicon import dimension_of
from engine.types import Answer, Argument, Asked, Decision, Length, ParsedText, Relations, Stance
from generation import relations
from generation.answer_builder import AnswerBuilder, Numbers, Part, Quote, listed, plain
from generation.asked_verdict import predicate
from generation.aspect_summaries import Topic, said_of, topics
from generation.base import BaseGenerator
from generation.claim_extraction import CLEAR, READABLE, UNCLEAR
from generation.evidence import Evidence
from generation.question_focus import quality, viewpoint
from generation.sentence_templates import capitalised, counted, division, qualities, reported, silence, verdict
from generation.sentiment_lexicon import polarity

_TOPICS = 6
"""Most points of view on a page besides those of the user."""
_PER_SIDE = 2
"""Points of view and quotes that speak for each side in a conversation, as far as there are any."""
_PER_SIDE_OF_A_PAGE = 7
_TOLERABLE = 5
"""How unclear a statement may be that fills a page where little is quoted."""
_ON_A_POINT = 4
"""How unclear a statement may be that is quoted on a page for a point of view that several sources speak of."""
_FAIR = 2
"""How unclear a statement may be that is quoted on a page with many sources, or where there are too few clear ones."""
_MANY = 18
"""Sources from which there is one more for each side, and below which a page is filled with less clear statements."""
_QUOTED_TWICE = 2
"""Sources on a point of view from which two of them are quoted on a page."""
_LITTLE = {True: 5, False: 3}
"""Quotes for a side up to which a page is filled with less clear statements, by whether there are few sources."""
_BESIDES = 4
"""Most quotes for a side of a page that name no point of view."""
_LAST = (CLEAR, 0.0), (READABLE, 0.0), (UNCLEAR, 0.0), (READABLE, -inf), (UNCLEAR, -inf)
"""How unclear, and how sound, a statement may be that alone is quoted for a side, one after the other."""
_ALIKE = "The same goes for"
_AS_FOR = "As for"
_DISPUTED = 2
"""How many times as many sources may speak for one side where the other one is heard in a conversation, too."""
_AHEAD = ("speak", "for {}"), ("prefer", "{}"), ("put", "{} ahead")
"""What sources on a point of view do, as said of several of them, and of which side."""
_AGREEING = ("Another says", "A second one writes", "Another of them holds")
_OPPOSED = ("{} counters", "{} holds instead", "{} argues to the contrary")
_MORE = {
    False: ("another adds", "it is also said", "one more argues"),
    True: ("a second one says", "it is said as well", "still another argues"),
}
"""How a quote behind the first for a side is led into: the one that is told first, and the other one."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """What a brief tells, in the order in which it does."""

    topics: list[Topic]
    """Points of view with their quotes, the user's first."""
    others: dict[Stance, list[Quote]]
    """What else is quoted for each side, on other points of view than those where there is any."""

    def quotes(self, stance: Stance) -> int:
        """Return how many quotes there are for a side."""
        return sum(len(topic.quotes.get(stance, ())) for topic in self.topics) + len(self.others.get(stance, ()))

    def first(self, stance: Stance) -> list[Argument]:
        """Return what is quoted first for a side; nothing where nothing is."""
        said = [*(topic.quotes.get(stance, ()) for topic in self.topics), self.others.get(stance, ())]
        return [quote.argument for quotes in said for quote in quotes][:1]


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
        plan = _plan(evidence, question, full=full, aside=aside)
        found, silent = evidence.comparison, silence(evidence, question)
        heard = any(evidence.tally(aspect=one.name).total for one in found.aspects)
        first = bool(found.arguments) and not (full or heard)
        for sentence in silent if first else ():
            builder.add(*sentence)
        builder.add(*verdict(evidence, question, full=full))
        sentences = _page(builder, evidence, plan) if full else _paragraph(evidence, plan)
        for sentence in sentences:
            builder.add(*sentence)
        told = [] if aside else _conditions(evidence, plan.topics)
        builder.add(*(_in_sum(builder, evidence, plan, told) if full else told))
        unquoted = _unquoted(evidence, question, plan.topics)
        for sentence in (*unquoted, *qualities(evidence, question), *([] if first else silent)):
            builder.add(*sentence)


def _readable(evidence: Evidence, *, full: bool) -> int:
    """Return how unclear a statement may be that is quoted: less where there are many sources, or few are told."""
    if not full:
        return CLEAR
    return READABLE if evidence.tally().total < _MANY else _FAIR


def _plan(evidence: Evidence, question: ParsedText | None, *, full: bool, aside: bool) -> _Plan:
    """Choose what is told, and hand the quotes out."""
    each = _PER_SIDE_OF_A_PAGE + (evidence.tally().total >= _MANY) if full else _PER_SIDE
    found = _chosen(evidence, question, each, full=full)
    told = {name for topic in found for name in (topic.name, dimension_of(topic.about)) if name}
    if evidence.comparison.asked_verdict:
        told.add(evidence.comparison.asked.dimension)
    others: dict[Stance, list[Quote]] = {}
    for stance in evidence.order:
        quoted = sum(len(topic.quotes.get(stance, ())) for topic in found)
        others[stance] = _others(
            evidence, stance, each, quality(question), quoted=quoted, told=told, full=full, aside=aside
        )
    if full:
        found += _named(evidence, others, told, _TOPICS - len(found))
        found.sort(key=lambda topic: not topic.is_asked and 1 + (topic.speaks_for is evidence.behind))
    return _Plan(found, others)


def _named(evidence: Evidence, others: dict[Stance, list[Quote]], told: set[str], most: int) -> list[Topic]:
    """Take out the quotes that name a point of view which is not told, and return these points, at most so many."""
    found: list[Topic] = []
    for stance in evidence.sides:
        left: list[Quote] = []
        for quote in others[stance]:
            point = said_of(evidence, quote) if len(found) < most else None
            if point and told.isdisjoint((point.name, dimension_of(point.about))):
                found.append(point)
                told.add(point.name)
            else:
                left.append(quote)
        others[stance] = left[:_BESIDES]
    return found


def _chosen(evidence: Evidence, question: ParsedText | None, each: int, *, full: bool) -> list[Topic]:
    """Return points of view with quotes: of both sides on a page, for what the user asked, and where one side has none.

    In a conversation each side gets as many as ``each`` on which more is said for it.
    """
    known = sorted(topics(evidence, question), key=lambda topic: 0 if topic.is_wanted else 1 + (topic.total < 2))
    leading = {topic.lead for topic in known if topic.total > 1}
    limit, few = _readable(evidence, full=full), evidence.tally().total < _MANY
    chosen: list[Topic] = []
    for topic in known:
        told = {dimension_of(one.about) for one in chosen}
        number = sum(topic.speaks_for is one.speaks_for for one in chosen)
        wanted = number < each and topic.lead is not None and topic.total > 1
        if full:
            wanted = len(chosen) < _TOPICS and not (
                topic.is_condition and told.intersection(map(dimension_of, topic.words))
            )
        if topic.is_wanted or wanted:
            alone = topic.lead is not None and topic.lead.flipped() not in leading and not number
            k = 1 + (full and max(topic.counts.values()) >= _QUOTED_TWICE)
            disputed = _DISPUTED * min(topic.counts.values()) >= max(topic.counts.values())
            both = full or topic.is_asked or alone or disputed
            rather = _ON_A_POINT if full and (few or topic.total > 1) else 0
            quoted = topic.quoted(evidence, both=both, k=k, unclear=limit, rather=rather)
            if topic.lead is None and not topic.is_asked and len(quoted.quotes) < len(evidence.sides):
                evidence.take_back(quote.argument for quotes in quoted.quotes.values() for quote in quotes)
                continue
            chosen += [quoted] if quoted.quotes else []
    return chosen


def _others(
    evidence: Evidence, stance: Stance, each: int, prefer: str, *, quoted: int, told: set[str], full: bool, aside: bool
) -> list[Quote]:
    """Return the quotes for a side besides those on points of view; one that is hard to read if there is no other."""
    level = stance is Stance.EQUAL and evidence.comparison.verdict.decision is not Decision.EQUAL
    wanted = max(0, (int(full or not level) if stance is Stance.EQUAL else each) - quoted)
    clear = 0 if level else _readable(evidence, full=full)
    reasoned = quoted > 0 and not full
    clear = 0 if reasoned else clear
    few = evidence.tally().total < _MANY
    terse = None if few or not full else 1
    chosen = evidence.choose(stance, wanted, prefer=prefer, unclear=clear, beyond=told, reasoned=reasoned, terse=terse)
    if full and stance is not Stance.EQUAL:
        more = min(wanted, _LITTLE[few] - quoted) - len(chosen)
        chosen += evidence.choose(stance, more, prefer=prefer, unclear=_TOLERABLE)
    lacking = min(each, _PER_SIDE) - len(chosen)
    if lacking > 0 and not quoted and stance is not Stance.EQUAL:
        chosen += evidence.choose(stance, lacking, prefer=prefer, unclear=_FAIR, beyond=told)
    for unclear, least in _LAST[:1] if aside else _LAST:
        if not quoted and not chosen and stance is not Stance.EQUAL:
            beyond = told if aside else ()
            chosen = evidence.choose(stance, 1, prefer=prefer, unclear=unclear, beyond=beyond, least=least)
    return [evidence.quote(one, attributed=True) for one in chosen]


def _paragraph(evidence: Evidence, plan: _Plan) -> Iterator[list[Part]]:
    """Yield the sentences of a conversation: what the user asked, then one side after the other."""
    heard: set[Stance] = set()
    for topic in plan.topics:
        if topic.is_wanted:
            yield from _topic(evidence, topic)
            heard.update(topic.quotes)
    for stance in evidence.order:
        found = [
            topic for topic in plan.topics if topic.speaks_for is stance and not (topic.is_asked or topic.is_needed)
        ]
        turned = stance is evidence.behind and plan.quotes(evidence.ahead) > 0
        joiners = ("too", _ALIKE, _AS_FOR) if turned else (_ALIKE, _AS_FOR, "too")
        for number, topic in enumerate(found):
            joined = joiners[min(number, len(joiners)) - 1] if number else "however" if turned else ""
            yield from _topic(evidence, topic, joined="too" if number and topic.is_condition else joined)
            heard.update(topic.quotes)
        yield from _side(evidence, stance, plan.others[stance], told=stance in heard, turned=turned)


def _topic(evidence: Evidence, topic: Topic, *, joined: str = "") -> Iterator[list[Part]]:
    """Yield the sentence on a point of view, how the evidence divides and who says so, and one for the other side.

    Args:
        evidence: What was found.
        topic: With quotes.
        joined: What leads from the sentence before: "however", "too", ``_ALIKE`` or ``_AS_FOR``; nothing when empty.
    """
    view = capitalised(topic.view)
    if topic.speaks_for is Stance.EQUAL or topic.lead is None:
        yield [f"{view}{joined and ', too'}, ", *_divided(evidence, topic), "."]
        return
    who, said = evidence.names[topic.lead], counted(topic.counts[topic.lead], topic.total)
    speak = "speaks" if topic.counts[topic.lead] == 1 else "speak"
    opening = f"{view}{joined and f', {joined}'}, {said} {speak} for {who}"
    if joined == _ALIKE:
        opening = f"{joined} {topic.name} ({said})"
    elif joined == _AS_FOR:
        opening = f"{joined} {topic.name}, {said} {speak} for {who}"
    yield [opening, *_in_words(topic, joined=joined), "."]
    for quote in topic.quotes.get(topic.lead.flipped(), ()):
        yield [*reported(_OPPOSED[0].format(_opponent(topic)), [quote]), "."]


def _in_words(topic: Topic, *, joined: str = "") -> list[Part]:
    """Return what one of those says for whom most speak, in a way that follows from what leads into the sentence."""
    lead = topic.lead or Stance.EQUAL
    if joined not in ("", "however"):
        return [": ", topic.quotes[lead][0]]
    who = ", one of them" if topic.counts[lead] > 1 else ","
    says = "arguing" if joined else "saying"
    return reported(f"{who} {says}", topic.quotes[lead][:1], else_by=f"{who} in the words")


def _opponent(topic: Topic) -> str:
    """Return who says otherwise than most on a point of view."""
    number = topic.counts[topic.lead.flipped()] if topic.lead else 0
    return "The other one" if number == 1 else f"One of the other {number:,}"


def _divided(evidence: Evidence, topic: Topic) -> list[Part]:
    """Return what is said on a point of view on which nobody leads."""
    if topic.speaks_for is Stance.EQUAL:
        return ["they come out level: ", *listed([[quote] for quote in topic.quotes[Stance.EQUAL]])]
    sides: list[list[Part]] = []
    for stance in evidence.sides:
        number = topic.counts[stance]
        quoted = [
            part for quote in topic.quotes.get(stance, ())[:1] for part in (", as in " if number > 1 else ": ", quote)
        ]
        speak = f"{number:,} speak" if number != 1 else "one speaks"
        sides.append([f"{speak} for {evidence.names[stance]}", *quoted])
    return ["the sources disagree; ", *listed(sides, last=", but")]


def _side(
    evidence: Evidence, stance: Stance, quotes: Sequence[Quote], *, told: bool, turned: bool
) -> Iterator[list[Part]]:
    """Yield the sentences on what else is said for a side in a conversation.

    Args:
        evidence: What was found.
        stance: The side.
        quotes: What is said.
        told: Whether something was quoted for it before.
        turned: Whether the other side came first.
    """
    who, few = evidence.names[stance], evidence.comparison.verdict.decision is Decision.INSUFFICIENT
    if few and stance in evidence.sides and not evidence.speaks_for(stance) and evidence.tally().total > 1 and not told:
        yield [f"Nothing was found that speaks for {who}."]
    for at in range(0, len(quotes), _PER_SIDE):
        said = quotes[at : at + _PER_SIDE]
        several = len(said) > 1
        if stance is Stance.EQUAL:
            yield ["No difference is seen in ", *listed([[quote] for quote in said]), "."]
        elif at:
            yield [*reported(capitalised(_MORE[turned][at // _PER_SIDE]), said), "."]
        elif told:
            yield [
                *reported(
                    f"{'Others who prefer' if several else 'Another who prefers'} {who} argue{'s' * (not several)}",
                    said,
                ),
                ".",
            ]
        elif evidence.tally().total == 1 and few:
            speaks = f"{'But it also' if turned else 'It'} speaks for {who}"
            yield [*reported(f"{speaks}, arguing", said, else_by=f"{speaks}:"), "."]
        else:
            argue = "some argue" if several else "one source argues"
            yield [*reported(f"For {who}, {'on the other hand, ' if turned else ''}{argue}", said), "."]


def _page(builder: AnswerBuilder, evidence: Evidence, plan: _Plan) -> Iterator[list[Part]]:
    """Yield the sentences of a page: a line for each point of view, one for what else there is for each side."""
    named = [_name(topic) for topic in plan.topics if not topic.is_condition]
    if len(named) > 1:
        yield ["The two are compared in terms of ", *listed(named), "."]
    before: Stance | None = None
    for number, topic in enumerate(plan.topics):
        builder.break_line()
        yield from _line(
            evidence, topic, number % len(_AGREEING), turned=before is not None and before is not topic.speaks_for
        )
        before = topic.speaks_for
    for stance in evidence.order:
        builder.break_line()
        told = any(stance in topic.quotes for topic in plan.topics)
        yield from _more(evidence, stance, plan, told=told)
    builder.break_line()


def _line(evidence: Evidence, topic: Topic, number: int, *, turned: bool) -> Iterator[list[Part]]:
    """Yield the sentences on a point of view, after its name; the number of the line decides on their openings."""
    name = capitalised(topic.name)
    if topic.speaks_for is Stance.EQUAL or topic.lead is None:
        yield [f"{name}: ", *_divided(evidence, topic), "."]
        return
    most, quotes = topic.counts[topic.lead], topic.quotes[topic.lead]
    verb, whom = _AHEAD[number]
    turning = "here, however, " * turned
    if most == 1:
        yield [*reported(f"{name}: {turning}one source says", quotes[:1]), "."]
    else:
        who = whom.format(evidence.names[topic.lead])
        yield [f"{name}: {turning}{counted(most, topic.total)} {verb} {who}, as in ", quotes[0], "."]
    for quote in quotes[1:]:
        yield [*reported(_AGREEING[number], [quote]), "."]
    for quote in topic.quotes.get(topic.lead.flipped(), ()):
        yield [*reported(_OPPOSED[number].format(_opponent(topic)), [quote]), "."]


def _more(evidence: Evidence, stance: Stance, plan: _Plan, *, told: bool) -> Iterator[list[Part]]:
    """Yield what else is said for a side on a page, a sentence for each quote."""
    quotes, turned = plan.others[stance], stance is evidence.behind and plan.quotes(evidence.ahead) > 0
    if stance is Stance.EQUAL or not quotes or evidence.tally().total == 1:
        yield from _side(evidence, stance, quotes, told=told, turned=turned)
        return
    who = evidence.names[stance]
    opening = f"For {who}, one source{' also' * told} argues"
    if turned:
        opening = f"One who prefers {who}, on the other hand, argues"
    for lead, quote in zip((opening, *_MORE[turned]), quotes, strict=False):
        yield [*reported(capitalised(lead), [quote]), "."]


def _in_sum(builder: AnswerBuilder, evidence: Evidence, plan: _Plan, conditions: list[Part]) -> list[Part]:
    """Return what follows from a page: which is the better choice and what for, or on what that depends."""
    found, asked = evidence.comparison.verdict, evidence.comparison.asked_verdict
    names = [evidence.names[stance] for stance in evidence.sides]
    quoted = [plan.first(stance) for stance in evidence.sides]
    if found.decision in (Decision.INSUFFICIENT, Decision.EQUAL) or not quoted[0]:
        return conditions
    if asked and asked.verdict.winner is not None:
        of = evidence.names[Stance.FIRST if asked.verdict.decision is Decision.FIRST else Stance.SECOND]
        words = f"All in all, ‘{plain(evidence.comparison.asked.words)}’ is what sources say of {of} "
        if (said := predicate(evidence.comparison.asked, "")).startswith("is "):
            words = f"All in all, sources call {of} {said.removeprefix('is ')} "
        won = found.winner is not None
        general = f"they favour {names[0]} " if won else "neither is clearly ahead "
        told = quoted[0] if won else quoted[0] + quoted[1]
        praised = polarity(evidence.comparison.asked.words) >= 0
        alike = (of == names[0]) is praised
        too = (", and in general, too," if alike else ", but in general") if won else ", while in general"
        return [words, Numbers(builder.cited[:1]), f"{too} {general}", Numbers(told), "."]
    opening = "Apart from that" if asked else "All in all"
    points = [[one for one in plan.topics if one.is_reason_for(stance)] for stance in evidence.sides]
    if found.winner is not None:
        several = [one for one in points[0] if one.total > 1]
        for_one = several or points[0]
        leading = ", above all on " if several else ", for instance on "
        what_for = [leading, *listed([[one.name] for one in for_one])] if for_one else []
        told = [one.first.argument for one in for_one] or quoted[0]
        best = [f"{opening}, these sources speak for {names[0]} as the better choice", *what_for, " ", Numbers(told)]
        if conditions or not quoted[1]:
            return [*best, ". " if conditions else ".", *conditions]
        if not points[1]:
            speak = "one source speaks" if evidence.tally().of(evidence.behind) == 1 else "some sources speak"
            return [*best, f". Still, {speak} for {names[1]} ", Numbers(quoted[1]), "."]
        told = [one.first.argument for one in points[1]]
        what = listed([[one.name] for one in points[1]])
        return [*best, ". On ", *what, f", however, {_speak(points[1])} for {names[1]} ", Numbers(told), "."]
    between = f"{evidence.names[Stance.FIRST]} and {evidence.names[Stance.SECOND]}"
    depends = f"{opening}, the choice between {between} depends on your needs and preferences"
    if conditions:
        return [f"{depends}. ", *conditions]
    if not quoted[1]:
        return []
    tally = evidence.tally()
    unequal = tally.of(evidence.ahead) > tally.of(evidence.behind)
    more: list[Part] = [f"more sources speak for {names[0]} ", Numbers(quoted[0])]
    if not any(points):
        if unequal:
            return [f"{opening}, there is no clear choice between {between}; if you have to choose, ", *more, "."]
        level = f"{opening}, there is no clear choice between {between}: as many sources speak for {names[0]} "
        return [level, Numbers(quoted[0]), f" as for {names[1]} ", Numbers(quoted[1]), "."]
    clauses: list[list[Part]] = []
    if not points[0]:
        points, names, quoted = points[::-1], names[::-1], quoted[::-1]
    for on, name, first in zip(points, names, quoted, strict=True):
        what = listed([[one.name] for one in on]) or ["other points"]
        speaks = _speak(on) if not clauses or (on and _speak(on) != _speak(points[0])) else ""
        numbers = Numbers([one.first.argument for one in on] or first)
        clauses.append(["on ", *what, f"{speaks and f', {speaks}'} for {name} ", numbers])
    choice: list[Part] = [" If you have to choose, ", *more, "."] if unequal else []
    return [f"{depends}: ", *listed(clauses, last=", but"), ".", *choice]


def _speak(points: Sequence[Topic]) -> str:
    return "one source speaks" if len(points) == 1 and points[0].total == 1 else "sources speak"


def _unquoted(evidence: Evidence, question: ParsedText | None, found: Sequence[Topic]) -> Iterator[list[Part]]:
    """Yield how the sources divide on the user's points of view that nothing is quoted on, where there are any."""
    told = {topic.about for topic in found}
    for aspect in evidence.comparison.aspects:
        if aspect.name not in told and evidence.tally(aspect=aspect.name).total:
            view = capitalised(viewpoint(aspect.name, question))
            yield [f"{view}, ", *division(evidence, aspect=aspect.name), "."]


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
