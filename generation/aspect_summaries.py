"""The points of view that an answer goes through: those the user asked for, then those found in the evidence."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice, pairwise
from types import MappingProxyType
from typing import NamedTuple

from engine.aspects.sentence import mentions_in
from engine.text.lexicon import GENERAL, dimension_of, need, sense
from engine.text.tagging import tagger
from engine.text.tokens import clean, stems, word_set
from engine.text.written import spelt
from engine.types import AskedKind, Comparison, Decision, MinedAspect, ParsedText, Share, Stance
from generation.answer_builder import Claim, Part, Quote, listed, plain
from generation.claim_extraction import CLEAR, READABLE
from generation.evidence import Evidence
from generation.question_focus import is_comparative, topic_name, viewpoint
from generation.sentence_templates import capitalised, counted, of_sources
from generation.sentiment_lexicon import is_general, polarity

_TIMES = 2
"""How many times as much speaks for an object as for the other where it is clearly ahead."""
_NAMED = 3
"""Sources from which on a noun is told that is no dimension of things."""
_NEAR = 3
"""Words behind a noun among which it is called better: "service is generally better"."""
_CONDITION = "condition"
_LONGEST_USE = 9
"""Words of a use or a situation up to which it is named again."""
_WANTED = word_set("to must should")
"""Words behind which somebody tells what he has to do."""
_ATTAINED = word_set("be become earn find finish get graduate land pass")
"""What somebody does for himself: how soon he has done it is no speed of the things."""
_SCARCE = word_set("little limited scarce")
"""Words before what somebody or something has too little of."""
_ASKED = 2
"""How unclear a statement may be on a point of view that the user asked for."""
_DECIDED = {Decision.FIRST: Stance.FIRST, Decision.SECOND: Stance.SECOND}


class Topic(NamedTuple):
    """A point of view, and how the evidence divides on it."""

    about: str
    """An aspect, as a user would name it."""
    name: str
    """As something that matters: "price", "‘lighter’"."""
    view: str
    """As an adverbial: "on price", "for deep learning"."""
    counts: Mapping[Stance, int]
    """For each object how many sources speak for it."""
    lead: Stance | None
    """Whom more of them speak for."""
    clear: bool
    """Whether it is decided otherwise than the whole, so that one may choose by it."""
    words: tuple[str, ...]
    """How it is said."""
    sentences: Mapping[Stance, Container[str]] | None
    """For each object the ids of sentences that speak for it; None for all that are on the user's aspect ``about``."""
    is_condition: bool = False
    """Whether it limits what is said: then ``name`` is an adverbial, too."""
    is_needed: bool = False
    """Whether it matters most to whom or for what was asked, of which nothing is said."""
    quotes: Mapping[Stance, Sequence[Quote]] = MappingProxyType({})
    """For each object that is quoted, or what sees no difference where the user asked and nobody leads or is quoted."""

    @property
    def is_asked(self) -> bool:
        """Return whether the user asked for it."""
        return self.sentences is None

    @property
    def is_wanted(self) -> bool:
        """Return whether the user asked for it, or for whom it matters most."""
        return self.is_asked or self.is_needed

    @property
    def first(self) -> Quote:
        """Return the first quote, of whom more speaks for; there must be one."""
        return next(iter(self.quotes.values()))[0]

    @property
    def speaks_for(self) -> Stance | None:
        """Return whom it is quoted for first; the lead where nothing is quoted."""
        return next(iter(self.quotes), self.lead)

    @property
    def total(self) -> int:
        """Return how many sources speak for either."""
        return sum(self.counts.values())

    def is_reason_for(self, stance: Stance) -> bool:
        """Return whether it is what most hold for a side, and not something that limits what they say."""
        return self.lead is stance and not self.is_condition

    def quoted(self, evidence: Evidence, *, both: bool, k: int = 1, unclear: int = CLEAR, rather: int = 0) -> Topic:
        """Return the same with the best quotes, which are handed out; with none if the lead has none.

        Args:
            evidence: What was found.
            both: Whether to quote the side that less is said for as well.
            k: Most quotes of the other side.
            unclear: How unclear a statement may be; one that the user asked for may always be ``_ASKED``.
            rather: How unclear the one for the lead may be where there is no clearer one.
        """
        quotes: dict[Stance, list[Quote]] = {}
        limit = max(unclear, _ASKED * self.is_asked)
        ahead = self.lead or evidence.ahead
        for stance in (ahead, ahead.flipped()) if both else (ahead,):
            if self.lead and stance is not ahead and not quotes:
                break
            found = self._quotes(evidence, stance, k if stance is ahead else 1, limit)
            if not found and stance is self.lead and rather > limit:
                found = self._quotes(evidence, stance, 1, rather)
            quotes |= found
        if self.is_asked and self.lead is None and not quotes:
            quotes = self._quotes(evidence, Stance.EQUAL, 1, limit)
        return self._replace(quotes=quotes)

    def _quotes(self, evidence: Evidence, stance: Stance, k: int, limit: int) -> dict[Stance, list[Quote]]:
        among, aspect = (None, self.about) if self.sentences is None else (self.sentences[stance], "")
        chosen = evidence.choose(stance, k, aspect=aspect, among=among, unclear=limit, about=self.words)
        quotes = [evidence.quote(one, about=self.words, attributed=True) for one in chosen]
        return {stance: quotes} if quotes else {}


def topics(evidence: Evidence, question: ParsedText | None) -> Iterator[Topic]:
    """Yield the points of view that the evidence speaks of, the user's first.

    Args:
        evidence: What was found.
        question: What was asked, when it is known.
    """
    shares = evidence.comparison.verdict.shares[1:]
    yield from (_asked(evidence, share, question) for share in shares if evidence.tally(aspect=share.aspect).total)
    known = {dimension_of(share.aspect) or stems(share.aspect) for share in shares}
    needed = needs(evidence.comparison)
    for mined in sorted(evidence.comparison.mined, key=lambda mined: -polarity(mined.name)):
        key = mined.dimension or stems(mined.name)
        least = _NAMED if mined.method == "reason" else _TIMES
        alone = not mined.dimension and mined.first_count + mined.second_count < least
        if key not in known and polarity(mined.name) >= 0 and not alone:
            known.add(key)
            topic = _mined(evidence, mined)
            if topic.name in needed and topic.total > 1:
                use = needed[topic.name]
                use = use if len(use.split()) <= _LONGEST_USE else "for that"
                topic = topic._replace(view=f"{topic.view}, which matters most {use}", is_needed=True)
            yield topic


def needs(found: Comparison) -> dict[str, str]:
    """Return what matters most to whom or for what was asked and too little is said of → that: "for beginners"."""
    uses = [viewpoint(share.aspect, None) for share in found.verdict.shares[1:] if not share.sources]
    on = found.asked_verdict
    if found.asked.kind is not AskedKind.PROPERTY and not (on and on.verdict.decision is not Decision.INSUFFICIENT):
        uses.append(plain(found.asked.use))
    return {dimension: use for use in uses if (dimension := need(stems(use)) or _needed_for(use))}


def _needed_for(use: str) -> str:
    """Return the dimension of how something has to be done, or of what there is little of; empty if there is none.

    >>> uses = ("if you need to move boxes quickly", "for an old phone with little storage", "if you tire quickly")
    >>> [_needed_for(use) for use in (*uses, "if you want to get a flat quickly")]
    ['speed', 'memory', '', '']
    """
    words = use.lower().split()
    if words[:1] == ["on"]:  # a point of view
        return ""
    tags = tagger().tag(words)
    for at, (before, word) in enumerate(pairwise(words), start=1):
        known = sense(word)
        if known is None or known.dimension == GENERAL:
            continue
        is_manner = tags[at] == "RB" and known.role == "good" and _is_done_by_it(words[:at])
        if is_manner or (before in _SCARCE and not known.grades):
            return known.dimension
    return ""


def _is_done_by_it(words: Sequence[str]) -> bool:
    """Return whether words tell what is to be done by a thing, and not what somebody attains: "to move boxes"."""
    at = next((at for at, word in enumerate(words, start=1) if word in _WANTED), 0)
    return at > 0 and _ATTAINED.isdisjoint(words[at : at + 1])


def needed_most(evidence: Evidence) -> list[Part]:
    """Return what is said on what matters most to whom was asked about, with a quote: on ease of use, for beginners."""
    for topic, ahead, quote in _needed(evidence):
        said = f"{counted(topic.counts[ahead], topic.total)} speak for {evidence.names[ahead]}: "
        return [f"{capitalised(topic.view)}, {said}", quote, "."]
    return next(_needed_and_level(evidence), [])


def _needed_and_level(evidence: Evidence) -> Iterator[list[Part]]:
    """Yield how the sources divide on what matters most to whom was asked about, where as many speak for each."""
    for topic in _most_needed(evidence):
        if topic.lead:
            continue
        number, quotes = topic.total // 2, topic.quoted(evidence, both=True, rather=READABLE).quotes
        speak = "one source speaks" if number == 1 else f"{counted(number, topic.total)} speak"
        first, second = evidence.sides
        parts: list[Part] = [f"{capitalised(topic.view)}, {speak} for {evidence.names[first]}"]
        parts += [": ", quotes[first][0], ","] if first in quotes else []
        parts.append(f" and {'one' if number == 1 else f'{number:,}'} for {evidence.names[second]}")
        parts += [": ", quotes[second][0]] if second in quotes else []
        yield [*parts, "."]


def needed_most_of_several(pairs: Iterable[Evidence]) -> Iterator[list[Part]]:
    """Yield the same of pairs of several things, whom it puts before whom: a sentence for each thing that is ahead."""
    ahead: dict[tuple[str, str], list[_Ahead]] = defaultdict(list)
    for evidence in pairs:
        for topic, stance, quote in islice(_needed(evidence), 1):
            one = _Ahead(evidence.names[stance.flipped()], topic.counts[stance], topic.total, quote)
            ahead[topic.view, evidence.names[stance]].append(one)
    worse = Counter((view, one.name) for (view, _), behind in ahead.items() for one in behind)
    told: set[str] = set()
    for view, name in sorted(ahead, key=lambda on: worse[on] - len(ahead[on])):
        most, *others = sorted(ahead[view, name], key=lambda one: -one.total)
        opening = "" if view in told else f"{capitalised(view)}, "
        told.add(view)
        if not others:
            puts = "puts" if most.number == 1 else "put"
            who = counted(most.number, most.total) if opening else of_sources(most.number, most.total)
            yield [f"{opening}{who} {puts} {name} before {most.name}: ", most.quote, "."]
            continue
        names: list[list[Part]] = [[f"{most.name} ({most.number} of {most.total})"]]
        names += [[Claim(f"{one.name} ({one.number} of {one.total})", (one.quote.argument,))] for one in others]
        sources = "more sources" if opening else "More"
        yield [f"{opening}{sources} put {name} before ", *listed(names), ": ", most.quote, "."]


class _Ahead(NamedTuple):
    """What is behind another thing in a point of view."""

    name: str
    number: int
    """How many sources put the other one before it."""
    total: int
    quote: Quote
    """From one of them."""


def _needed(evidence: Evidence) -> Iterator[tuple[Topic, Stance, Quote]]:
    """Yield what matters most to whom was asked about, who is ahead in it, and a quote."""
    for topic in _most_needed(evidence):
        if topic.lead and (quotes := topic.quoted(evidence, both=False, rather=READABLE).quotes.get(topic.lead)):
            yield topic, topic.lead, quotes[0]


def _most_needed(evidence: Evidence) -> Iterator[Topic]:
    """Yield the points of view that matter most to whom was asked about."""
    yield from (one for one in (topics(evidence, None) if needs(evidence.comparison) else ()) if one.is_needed)


def said_of(evidence: Evidence, quote: Quote) -> Topic | None:
    """Return the point of view of which a quote itself says what is better, or one that is mined; None without one."""
    one, objects = quote.argument, evidence.comparison.objects
    known = {mined.dimension for mined in evidence.comparison.mined} - {""}
    said = clean(one.hit.sentence.text)[slice(*quote.part)].lower() if quote.part else ""
    for mention in mentions_in(one, first=objects[0], second=objects[1]):
        before, found, after = said.partition(mention.said.lower())
        around = " ".join([*before.split()[-1:], mention.said, *after.split()[:_NEAR]])
        better = mention.method != "comparative" and is_general(around)
        name = mention.dimension or (mention.name if mention.method == "reason" else " ".join(mention.key))
        praised = mention.side is one.stance and polarity(mention.name) >= 0
        if found and name.islower() and praised and (better or mention.dimension in known):
            counts = {stance: int(stance is one.stance) for stance in evidence.sides}
            topic = Topic(name, name, f"on {name}", counts, one.stance, False, (mention.said,), {})
            return topic._replace(quotes={one.stance: [quote]})
    return None


def _asked(evidence: Evidence, share: Share, question: ParsedText | None) -> Topic:
    tally = evidence.tally(aspect=share.aspect)
    counts = {stance: tally.of(stance) for stance in evidence.sides}
    decided = _DECIDED.get(share.decision)
    name, view = topic_name(share.aspect, question), viewpoint(share.aspect, question)
    if view.startswith("on ‘") and (dimension := dimension_of(share.aspect)):
        name, view = dimension, f"on {dimension}"
    lead = decided or _majority(counts)
    return Topic(share.aspect, name, view, counts, lead, decided is not None, (share.aspect,), None)


def _mined(evidence: Evidence, mined: MinedAspect) -> Topic:
    counts = {Stance.FIRST: mined.first_count, Stance.SECOND: mined.second_count}
    owner = Stance.FIRST if mined.object == evidence.comparison.objects[0] else Stance.SECOND
    clear = any(share.aspect in (mined.name, mined.dimension) for share in evidence.comparison.verdict.depends)
    limits = mined.method == _CONDITION
    ids = {owner: mined.sentences, owner.flipped(): mined.against}
    said = (one.hit.sentence for one in evidence.comparison.arguments)
    name = mined.dimension or plain(spelt(mined.name, (one.text for one in said if one.id in chain(*ids.values()))))
    name = f"‘{name}’" if not mined.dimension and is_comparative(mined.name) else name
    words = (mined.name.partition(" ")[2],) if limits else (mined.name, *mined.members)
    view = name if limits else f"on {name}"
    return Topic(mined.name, name, view, counts, _majority(counts), clear, words, ids, is_condition=limits)


def _majority(counts: Mapping[Stance, int]) -> Stance | None:
    first, second = counts[Stance.FIRST], counts[Stance.SECOND]
    return None if first == second else Stance.FIRST if first > second else Stance.SECOND
