"""What follows from the evidence: on two things, source by source, and on many."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any, NamedTuple

from engine.types.claims import OVERALL_ASKED, Asked, Stance
from engine.types.evidence import Argument, MinedAspect
from engine.types.questions import ALWAYS, EVERYBODY, Aspect, Period, Publishers, bounds_of, limit_of


class Decision(StrEnum):
    """How a comparison ends."""

    FIRST = "first"
    SECOND = "second"
    EQUAL = "equal"
    """The evidence itself says that they are level."""
    UNDECIDED = "undecided"
    """Too close to call: the interval of the share contains one half."""
    INSUFFICIENT = "insufficient"
    """Too few sources speak: see ``Verdict.minimum_sources``."""


class Tally(NamedTuple):
    """Distinct sources, each counted once for the side on which the weights of its sentences sum to more."""

    first: int
    second: int
    neither: int
    """Sources that see the two level or speak for both alike."""

    @classmethod
    def of_arguments(cls, arguments: Iterable[Argument]) -> Tally:
        """Count the sources of weighed arguments, in whatever order."""
        leads: dict[str, float] = defaultdict(float)
        for one in arguments:
            if one.weight > 0:
                leads[one.hit.voter] += one.weight * ((one.stance is Stance.FIRST) - (one.stance is Stance.SECOND))
        leaning = [(lead > 0) - (lead < 0) for lead in leads.values()]
        return cls(leaning.count(1), leaning.count(-1), leaning.count(0))

    @property
    def total(self) -> int:
        """Return the number of sources that say anything."""
        return sum(self)

    def of(self, stance: Stance) -> int:
        """Return the sources with this stance."""
        return {Stance.FIRST: self.first, Stance.SECOND: self.second}.get(stance, self.neither)


@dataclass(frozen=True, slots=True)
class Share:
    """How the evidence on one aspect (or on all) divides between the objects."""

    aspect: str
    """Name of the user's aspect; empty for the comparison as a whole."""
    first: float
    """Share of the first object in [0, 1]; first + second = 1, or both 0 without evidence."""
    second: float
    arguments: int
    """Sentences that favour one of the two or call them equal."""
    sources: int
    """Distinct sources of these sentences, each of which speaks for one of the two or for neither."""
    decision: Decision
    first_sources: int = 0
    """Sources that speak for the first object, as an answer counts them."""
    second_sources: int = 0


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome of a comparison, with how sure one can be."""

    decision: Decision
    winner: str | None
    """Name of the winning object; None unless the decision is ``first`` or ``second``."""
    confidence: float
    """Probability in [0, 1] that the decision would stand with other sources like these; ``engine.verdict.decision``
    defines it for each decision."""
    interval: tuple[float, float]
    """Of the first object's share, resampled over sources, 0 <= low <= high <= 1; (0, 1) when nothing is known."""
    shares: tuple[Share, ...]
    """The whole first, then one per user aspect in the order asked."""
    sources: int
    """Distinct sources with an argument."""
    minimum_sources: int
    """Below this number of distinct sources the decision is ``insufficient``."""
    depends: tuple[Share, ...] = ()
    """What it depends on: aspects of the user, then mined ones and conditions, on which an object is ahead that has not
    won."""


@dataclass(frozen=True, slots=True)
class AskedVerdict:
    """The outcome on the asked property; the winner is the thing that the asked words are true of."""

    verdict: Verdict
    arguments: tuple[Argument, ...]
    """What says who has more of it, the surest first; ``FIRST`` says that the first thing has."""
    level: bool = False
    """Whether what is asked is true as well of things that are level: "Is A as fast as B?"."""
    denied: bool = False
    """As in ``Asked``."""
    silent: str = ""
    """The parts of the situation asked for that nothing is said on, where something is on the others."""

    @property
    def answers_yes(self) -> bool | None:
        """Return what it says to "Is the first thing (not) more so?"; None where nothing is decided."""
        decided = {Decision.FIRST: True, Decision.SECOND: False, Decision.EQUAL: self.level}
        is_so = decided.get(self.verdict.decision)
        return None if is_so is None else is_so is not self.denied


@dataclass(frozen=True, slots=True)
class Difference:
    """A dimension in which sentences put one thing above the other, and who is ahead on it."""

    dimension: str
    """As in ``Claim``."""
    words: str
    """How it is said of who is ahead, for example ``faster``."""
    verdict: Verdict
    """The winner is the thing that ``words`` are true of."""
    arguments: tuple[Argument, ...]
    """What says so, the surest first; ``FIRST`` says that ``words`` are true of the first thing."""

    @property
    def first_count(self) -> int:
        """Return how many sentences say the words of the first thing."""
        return sum(argument.stance is Stance.FIRST for argument in self.arguments)

    @property
    def second_count(self) -> int:
        """Return how many sentences say the words of the second thing."""
        return sum(argument.stance is Stance.SECOND for argument in self.arguments)

    @property
    def sentences(self) -> tuple[str, ...]:
        """Return the ids of the sentences, the surest first."""
        return tuple(argument.hit.sentence.id for argument in self.arguments)


@dataclass(frozen=True, slots=True)
class Change:
    """The dated evidence ends otherwise in later years than in earlier ones."""

    since: str
    """The year in which the later half begins."""
    earlier: str
    """Name of the winner of the earlier half."""
    later: str
    """Name of the winner of the later half."""
    earlier_sources: tuple[int, int]
    """How many sources of the earlier half are for its winner, and how many there are."""
    later_sources: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchReport:
    """What is told of a search for two things beside what it found."""

    words: tuple[str, ...] = ()
    """What was asked, and the words by which sentences that speak of it are known; empty if nothing was."""
    speaking: int = 0
    """Sentences that mention what was asked."""
    outside: int = 0
    """Sentences that were left out because they are not from the period."""
    undated: int = 0
    """Sentences without a date, where a period is asked for."""
    publishers: Publishers = EVERYBODY
    """As in ``Query``."""
    elsewhere: int = 0
    """Sentences of other publishers than was asked for."""
    foreign: int = 0
    """Sentences in another language than was asked for, or in one that is not known."""
    other_names: Mapping[str, int] = field(default_factory=dict)
    """Longer names that are other things → sentences that were left out for them."""
    compounds: Mapping[str, int] = field(default_factory=dict)
    """Compounds of the names, "apple juice" → sentences on them that count, as there is too little else."""
    senses: tuple[str, ...] = ()
    """What the names are said of, "stoves" and "dryers", where it is several things: all but the first is left out."""
    questions: int = 0
    """Questions that name both objects; they do not say anything."""
    unread: int = 0
    """Sentences that were not read: beyond the depth of the search, or of the reading."""
    notice: str = ""
    """One sentence for the user when not all of the index could be searched; empty when it was."""

    def report(self) -> dict[str, Any]:
        """Return all of it, to be handed on."""
        return {each.name: getattr(self, each.name) for each in fields(SearchReport)}


@dataclass(frozen=True, slots=True)
class Searched(SearchReport):
    """What was searched for a comparison, and how much of what was found it rests on."""

    names: tuple[str, ...]
    """The names that were searched for."""
    typed: tuple[str, ...]
    """As in ``Query``."""
    found: int
    """Sentences that name both."""
    read: int
    """Sentences that were read, near-copies apart."""
    comparing: int
    """Of these, those that favour one of the two or call them level."""
    asked: int
    """Sentences that mention what was asked; 0 if nothing was."""
    sources: int
    """Distinct sources of what compares them."""
    dated: int
    """How many of these have a date."""
    since: str
    """Year of the oldest dated one of these sentences; empty if none is dated."""
    until: str

    @property
    def sentence(self) -> str:
        """Return all of it in words."""
        changed = [was for was, name in zip(self.typed, self.names, strict=False) if was != name]
        instead = f", not {in_quotes(changed)}" if changed else ""
        said = f"Searched for {in_quotes(self.names)}{instead}: "
        if not self.found:
            return f"{said}no sentence names both."
        said += f"{_count(self.found, 'sentence')} name{'s' * (self.found == 1)} both"
        said += f", {self.read:,} {'was' if self.read == 1 else 'were'} read" if self.read < self.found else ""
        if self.words:
            said += f", {_some(self.asked, 'mention')} what was asked ({in_quotes(self.words[:_WORDS])})"
        said += f". {_some(self.comparing, 'compare').capitalize()} the two"
        if self.comparing:
            years = " to ".join(sorted({self.since, self.until}))
            some = f", {self.dated:,} of them dated, {years}" if self.dated < self.sources else f" of {years}"
            said += f", from {_count(self.sources, 'source')}{years and some}"
        left_out = [f"{_count(number, 'sentence')} on {name}" for name, number in self.other_names.items()]
        left_out += [f"{_count(self.outside, 'sentence')} from other years"] if self.outside else []
        of_others = f"of other publishers (only what is {self.publishers.words} counts)"
        left_out += [f"{_count(self.elsewhere, 'sentence')} {of_others}"] if self.elsewhere else []
        left_out += [f"{_count(self.foreign, 'sentence')} in other languages"] if self.foreign else []
        compounds = [f"{_count(number, 'sentence')} on {name}" for name, number in self.compounds.items()]
        said += f", including {', '.join(compounds)}" if compounds else ""
        return f"{said}.{' Left out: ' + ', '.join(left_out) + '.' if left_out else ''}"


_WORDS = 5


def _some(number: int, verb: str) -> str:
    """Return how many do what a verb says."""
    return f"{f'{number:,}' if number else 'none'} {verb}{'s' * (number < 2)}"


def in_quotes(names: Sequence[str]) -> str:
    """Return names as a sentence lists them: “A”, “B” and “C”."""
    return " and ".join(filter(None, (", ".join(f"“{name}”" for name in names[:-1]), f"“{names[-1]}”")))


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'s' * (number != 1)}"


@dataclass(frozen=True, slots=True)
class Comparison(SearchReport):
    """Everything that was found out about two objects."""

    objects: tuple[str, ...]
    aspects: tuple[Aspect, ...]
    verdict: Verdict
    arguments: tuple[Argument, ...]
    """All arguments, best first; ``NONE`` ones are left out."""
    mined: tuple[MinedAspect, ...]
    """At most ten, best first, and the conditions that the verdict depends on."""
    retrieved: int
    """Sentences that matched in the index."""
    timings_s: Mapping[str, float] = field(default_factory=dict)
    """Seconds per stage: search, classify, rank, aspects, verdict, total."""
    period: Period = ALWAYS
    left_out: tuple[Argument, ...] = ()
    """What was found and compares nothing, as it seems (stance ``NONE``); by descending retrieval score."""
    typed: tuple[str, ...] = ()
    """As in ``Query``."""
    asked: Asked = OVERALL_ASKED
    """What the question asked; ``verdict`` is on the two in general, whatever it was."""
    asked_verdict: AskedVerdict | None = None
    """On the property that was asked for; None where none was."""
    differences: tuple[Difference, ...] = ()
    """Dimension by dimension, where differences or what speaks against was asked; those of most sources first."""
    change: Change | None = None
    """What the years changed of the verdict on what was asked; None where nothing, or too little is dated."""
    dismissed: tuple[str, ...] = ()
    """Points of view that do not matter to who asks: what speaks of them counts, and is not quoted."""

    @property
    def pairs(self) -> tuple[Comparison, ...]:
        """Return the comparisons of two that this consists of, as ``Standings`` does: itself."""
        return (self,)

    @property
    def limit(self) -> str:
        """Return one sentence on what counts alone; empty where all does."""
        said = limit_of(self.period, self.publishers)
        return f"Only what {said} counts." if said else ""

    @property
    def bounds(self) -> str:
        """Return the same behind a number of sources, as ``bounds_of`` does."""
        return bounds_of(self.period, self.publishers)

    @property
    def searched(self) -> Searched:
        """Return what was searched, and how much of what was found this rests on."""
        asked = self.asked_verdict.arguments if self.asked_verdict else ()
        said = {argument.hit.sentence.id: argument.hit for argument in (*self.arguments, *asked)}
        dated = [hit for hit in said.values() if hit.document.date]
        years = sorted(hit.document.date[:4] for hit in dated)
        return Searched(
            names=self.objects,
            typed=self.typed,
            found=self.retrieved,
            read=len(said) + len([one for one in self.left_out if one.hit.sentence.id not in said]),
            comparing=len(said),
            asked=self.speaking,
            sources=len({hit.voter for hit in said.values()}),
            dated=len({hit.voter for hit in dated}),
            since=years[0] if years else "",
            until=years[-1] if years else "",
            **self.report() | {"words": self._wanted if self.words else ()},
        )

    @property
    def _wanted(self) -> tuple[str, ...]:
        """Return what was asked, as it was."""
        names = [one.name for one in self.aspects]
        asked = self.asked.use.removeprefix("for ") or self.asked.words
        return tuple(dict.fromkeys(filter(None, (*names, asked * (not any(one in asked for one in names))))))

    @property
    def counts(self) -> dict[Stance, int]:
        """Return how many arguments there are of each stance, shown or not."""
        found = Counter(argument.stance for argument in self.arguments)
        return {stance: found[stance] for stance in Stance}

    @property
    def copies(self) -> int:
        """Return how many sentences say word for word what another document says; they add to its sources only."""
        return sum(len(one.hit.copies) for one in (*self.arguments, *self.left_out))

    def favouring(self, stance: Stance) -> tuple[Argument, ...]:
        """Return the arguments with this stance, best first."""
        return tuple(argument for argument in self.arguments if argument.stance is stance)


@dataclass(frozen=True, slots=True)
class SourceVote:
    """How one source votes, and by what."""

    source: str
    first: float
    """Its vote for the first object, >= 0; all sources have one vote on average."""
    second: float
    arguments: tuple[Argument, ...]
    """What it says, strongest first."""
    share_without: float
    """The first object's share of all votes if this source were silent; 0 when nobody else speaks."""

    @property
    def stance(self) -> Stance:
        """Return for whom more of its vote is; ``EQUAL`` when it is divided evenly."""
        if self.first == self.second:
            return Stance.EQUAL
        return Stance.FIRST if self.first > self.second else Stance.SECOND

    def is_outvoted(self, argument: Argument) -> bool:
        """Return whether one of its arguments speaks for the other object than its vote."""
        return argument.stance is self.stance.flipped() and argument.stance is not self.stance


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a comparison ended as it did, sentence by sentence."""

    comparison: Comparison
    votes: tuple[SourceVote, ...]
    """The largest votes first."""
    left_out: tuple[Argument, ...]
    """Those of the comparison, the most doubtful first."""
    without_strongest: Verdict | None
    """The verdict if the source with the largest vote were silent; None when nobody votes."""


class Outcome(StrEnum):
    """How a comparison of many objects ends."""

    WINNER = "winner"
    """One of them is the best."""
    EQUAL = "equal"
    """The evidence itself says that they are level."""
    UNDECIDED = "undecided"
    """Too close to call: none is the best with enough certainty."""
    INSUFFICIENT = "insufficient"
    """Too few sources speak to put even two of them in order."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where an object stands among others."""

    object: str
    rank: int | None
    """From 1, the best; objects that are level share one. None when too little is known to place it."""
    ranks: tuple[int, int]
    """Interval of the rank, resampled over sources; all ranks when it is not placed."""
    best: float
    """Probability in [0, 1] that it is the best of those placed; they sum to 1. 0 when it is not placed."""
    share: float
    """Share in [0, 1] of the votes that it would get against the others, on average; 0 when it is not placed."""
    sources: int
    """Distinct sources that compare it with any of the others."""


@dataclass(frozen=True, slots=True)
class Order:
    """The objects in order, on one aspect or on all."""

    aspect: str
    """Name of the user's aspect; empty for the comparison as a whole."""
    decision: Outcome
    winner: str | None
    """Name of the best object; None unless the outcome is ``winner``."""
    confidence: float
    """Probability in [0, 1] that the likeliest best object is the best; for ``equal`` that EQUAL arguments hold more
    than half of all votes; 0 for ``insufficient``."""
    places: tuple[Place, ...]
    """Best first, those without a rank last."""


@dataclass(frozen=True, slots=True)
class Standings:
    """Everything that was found out about several objects."""

    objects: tuple[str, ...]
    aspects: tuple[Aspect, ...]
    orders: tuple[Order, ...]
    """The whole first, then one per user aspect in the order asked."""
    comparisons: tuple[Comparison, ...]
    """One per pair, in the order of ``objects``; those of the first where it is asked what speaks against it."""
    cycle: tuple[str, ...] = ()
    """Objects of which each beats the next, and the last one the first; empty when there is no such circle."""
    timings_s: Mapping[str, float] = field(default_factory=dict)
    """Seconds for comparing all pairs, for the order, and in total."""
    typed: tuple[str, ...] = ()
    """As in ``Query``."""
    asked_order: Order | None = None
    """The order on the property or use that was asked for; None where none was."""
    from_worst: Order | None = None
    """The order on the whole from the worst, which is its winner, where it is asked for that; None elsewhere."""

    @property
    def pairs(self) -> tuple[Comparison, ...]:
        """Return the comparisons."""
        return self.comparisons

    @property
    def order(self) -> Order:
        """Return the order on the whole."""
        return self.orders[0]

    @property
    def whole(self) -> Order:
        """Return the order on the whole, from the worst where it is asked for that."""
        return self.from_worst or self.order

    @property
    def missing(self) -> tuple[tuple[str, str], ...]:
        """Return the pairs on which too little evidence was found to decide anything."""
        return tuple(
            (one.objects[0], one.objects[1])
            for one in self.comparisons
            if one.verdict.decision is Decision.INSUFFICIENT
        )


@dataclass(frozen=True, slots=True)
class Relation:
    """What was read of a thing beside another one."""

    comparison: Comparison
    """Of the two, the thing first; its arguments are weighed, the surest first."""

    @property
    def name(self) -> str:
        """Return the name of the other thing."""
        return self.comparison.objects[1]

    @property
    def sources(self) -> dict[Stance, int]:
        """Return how many sources favour the thing, the other one, and neither; see ``Tally``."""
        found = Tally.of_arguments(self.comparison.arguments)
        return {stance: found.of(stance) for stance in (Stance.FIRST, Stance.SECOND, Stance.EQUAL)}

    @property
    def years(self) -> tuple[str, ...]:
        """Return the years from which sentences are, ascending; those without a date are from none."""
        told = (*self.comparison.arguments, *(one for each in self.comparison.differences for one in each.arguments))
        return tuple(sorted({one.hit.document.date[:4] for one in told if one.hit.document.date}))


@dataclass(frozen=True, slots=True)
class Relations:
    """What a thing is compared with in what was read ahead, and with which outcome."""

    name: str
    relations: tuple[Relation, ...]
    """Those asked for, of what it is compared with most often first."""
    total: int
    """Things that it is compared with."""
    notice: str = ""
    """What to do where the index was not read ahead, or not to the end; empty where it was."""
