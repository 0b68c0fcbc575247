"""Sentences that every way of answering shares: the verdict, the aspects the user asked for, the label of samples.

No verb agrees with an object's name, since nobody knows whether "Windows" or "cats" is one thing or many.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist
from typing import Final

from engine.text.lexicon import dimension_of
from engine.text.tokens import clean, stems
from engine.types import Argument, AskedKind, Decision, ParsedText, Share, Stance, Tally
from generation.answer_builder import AnswerBuilder, Numbers, Opening, Part, Quote, listed, plain
from generation.evidence import Evidence
from generation.question_focus import UNCLEAR_WHETHER, about, is_weighed, quality, viewpoint, yes_or_no

_MARGIN = 0.1
"""By how much the share of the weight differs from that of the sources before an answer without winner says so."""
_LESS_SURE = 0.05
"""By how much less sure counts alone would be of a winner before an answer says what weighs for it."""
_VIEWS = 3
"""Most mined aspects of each object that a verdict is said to depend on."""

_NUMBERS = 3
"""Most sentences cited behind one count."""

_DIRECT = re.compile(
    r"\b(?:I|i|me|my|mine|we|us|our|lets|let's|please)\b|[!?]|^\W|^(?:but|and|since|because|as|so|go|try|get|buy|remember|consider)\b",
    re.IGNORECASE,
)
"""What shows that somebody speaks, and that his words cannot follow "that"."""
_HEADLINE = re.compile(r"\b(?:Than|From|With) [A-Z]")
"""What shows that words stood above a text."""
_SPEAK = {False: ("speaks", "speak"), True: ("says it", "say it")}
"""What a source does, and what several do: in general, and where a property is asked."""
_OUTCOMES = {
    Decision.EQUAL: "they come out level",
    Decision.INSUFFICIENT: "there is too little evidence",
}


def verdict(evidence: Evidence, question: ParsedText | None, *, full: bool = False) -> list[Part]:
    """Return the sentence that says how the comparison ends and how the sources divide.

    Args:
        evidence: What was found; the numbers of the arguments chosen so far stand behind the counts.
        question: What was asked, when it is known; the sentence starts with yes or no where that is certain.
        full: Whether to say how far chance could have moved it.
    """
    found = evidence.comparison.verdict
    if found.decision is Decision.INSUFFICIENT:
        return _too_little(evidence)
    return [*headline(evidence, question), ": ", *divided(evidence, full=full), "."]


def in_general(evidence: Evidence, question: ParsedText | None) -> list[list[Part]]:
    """Return how a comparison ends on the whole, and from the points of view of the user, without a quote."""
    return [verdict(evidence, question), *_on_aspects(evidence, question), *silence(evidence, question)]


def divided(evidence: Evidence, *, full: bool = False) -> list[Part]:
    """Return how the sources divide, and what that leaves out: chance, and the weight of the clearer ones."""
    tally = evidence.tally()
    chance = ""
    if evidence.comparison.verdict.decision is Decision.UNDECIDED and not evidence.comparison.asked_verdict:
        chance = ", which may be chance" if tally.first != tally.second and not _is_unanimous(tally) else ""
    return [*division(evidence), f"{chance}{by_weight(evidence, full=full)}"]


def headline(evidence: Evidence, question: ParsedText | None) -> list[Part]:
    """Return how a comparison ends and how sure that is, without a full stop; the options are those of ``verdict``.

    There must be enough evidence.
    """
    found = evidence.comparison.verdict
    first, second = evidence.names[Stance.FIRST], evidence.names[Stance.SECOND]
    sure = f" (confidence {percent(found.confidence)})"
    if found.decision is Decision.UNDECIDED:
        between, unnamed = f" between {first} and {second}", not evidence.comparison.asked_verdict
        unnamed = unnamed or _is_unanimous(evidence.tally())  # else the counts name both
        asked = evidence.comparison.asked_verdict
        again = asked is not None and asked.verdict.decision is Decision.UNDECIDED and not unnamed
        claim, sure = "too" if again else f"{_uncalled(evidence.tally())}{between * unnamed}", ""
    elif found.decision is Decision.EQUAL:
        claim = f"the evidence puts {first} and {second} level"
    else:
        winner, loser = evidence.names[evidence.ahead], evidence.names[evidence.behind]
        worse = evidence.comparison.asked.end == "less" and evidence.comparison.asked_verdict is None
        claim = (
            f"the evidence calls {loser} worse than {winner}"
            if worse
            else f"the evidence favours {winner} over {loser}"
        )
    agree = _agree(evidence)
    said = yes_or_no(evidence, question) if agree or (question and not question.asked.is_special) else ""
    opening = said if agree else f"{said}, overall" if said else "Overall"
    opening = "In general" if evidence.comparison.asked_verdict else opening
    aspects = evidence.comparison.aspects if agree else ()
    views = [[viewpoint(one.name, question)] for one in aspects if evidence.tally(aspect=one.name) == evidence.tally()]
    opening = opening or ("Overall" if len(views) < len(aspects) else "")
    if opening.startswith(UNCLEAR_WHETHER):
        claim = f"{opening}. {capitalised(claim)}"
    else:
        claim = f"{opening}, {claim}" if opening else capitalised(claim)
    opens = said and not evidence.comparison.asked_verdict
    return [Opening(claim) if opens else claim, " " if views else "", *listed(views), sure]


def respects(evidence: Evidence, question: ParsedText | None) -> list[list[Part]]:
    """Return sentences on what the user asked about and the verdict sentence does not cover: a quality, the aspects."""
    if not evidence.comparison.arguments:
        return []
    sentences = [*qualities(evidence, question), *_on_aspects(evidence, question)]
    return [*sentences, *_depends(evidence, question), *silence(evidence, question)]


def _on_aspects(evidence: Evidence, question: ParsedText | None) -> list[list[Part]]:
    """Return a sentence on each aspect of the user, where not all are decided as the whole is."""
    shares = [] if _agree(evidence) else evidence.comparison.verdict.shares[1:]
    heard = [share for share in shares if evidence.tally(aspect=share.aspect).total]
    return [_aspect(evidence, share, viewpoint(share.aspect, question)) for share in heard]


def qualities(evidence: Evidence, question: ParsedText | None) -> list[list[Part]]:
    """Return the sentence on the sources that use a comparative of the question, unless all do or it was weighed."""
    words = "" if evidence.comparison.asked_verdict else quality(question)
    tally = evidence.tally(words=words)
    if not words or tally == evidence.tally() or is_weighed(evidence, words):
        return []
    if not tally.total:
        return [[f"None of these sources says ‘{plain(words)}’."]]
    return [[f"Where ‘{plain(words)}’ is said, ", *division(evidence, words=words), "."]]


def silence(evidence: Evidence, question: ParsedText | None) -> list[list[Part]]:
    """Return the sentence on the aspects of the user that nothing was found on, but for a use that was told of."""
    asked, found = evidence.comparison.asked, evidence.comparison.asked_verdict
    told = stems(asked.use) if asked.kind is AskedKind.PROPERTY and found and found.arguments else ()
    aspects = [one.name for one in evidence.comparison.aspects if not set(stems(one.name)) <= set(told)]
    silent = [aspect for aspect in aspects if not evidence.tally(aspect=aspect).total]
    return [[Opening(f"{found_nothing(silent, question)}.")]] if silent else []


def uncertainty(evidence: Evidence) -> list[Part]:
    """Return the sentence on how far chance could have moved the result; empty when nothing is known."""
    found = evidence.comparison.verdict
    if found.decision is Decision.INSUFFICIENT:
        return []
    low, high = _interval(evidence)
    name = evidence.names[evidence.ahead]
    return [f"With other sources like these, {percent(low)} to {percent(high)} of the evidence would be for {name}."]


def _interval(evidence: Evidence) -> tuple[float, float]:
    """Return between which shares of the evidence chance may put who is ahead."""
    low, high = evidence.comparison.verdict.interval
    return (low, high) if evidence.ahead is Stance.FIRST else (1 - high, 1 - low)


def by_weight(evidence: Evidence, *, asked: bool = False, full: bool = False) -> str:
    """Return what the clearer sources change: a remark where the counts alone would say less, or something else.

    Args:
        evidence: What was found.
        asked: Whether that is a property, which the winner has more of.
        full: Whether to say how far chance could have moved a winner's share.
    """
    found, tally = evidence.comparison.verdict, evidence.tally()
    ahead, behind = tally.of(evidence.ahead), tally.of(evidence.behind)
    if found.decision in (Decision.INSUFFICIENT, Decision.EQUAL) or not ahead + behind:
        return ""
    share = found.shares[0].first if evidence.ahead is Stance.FIRST else found.shares[0].second
    gained = share - ahead / (ahead + behind)
    if found.winner is None:
        differs = abs(gained) > _MARGIN
    else:
        by_counts = NormalDist().cdf((ahead - behind) / sqrt(ahead + behind + 1))
        differs = gained > 0 and by_counts < found.confidence - _LESS_SURE
    name = evidence.names[evidence.ahead]
    if differs:
        outcome = "says so" if asked else f"is for {name}"
        weighs = any(evidence.tally(aspect=one.name).total for one in evidence.comparison.aspects)
        by = f"{'what matters to you and ' * weighs}how clearly each speaks"
        return f"; weighed by {by}, {percent(share)} of the evidence {outcome}"
    if not full or found.winner is None:
        return ""
    low, high = _interval(evidence)
    return f"; allowing for chance, {percent(low)} to {percent(high)} of the evidence is for {name}"


def samples(builder: AnswerBuilder) -> list[Part]:
    """Return the sentence that labels cited texts written to show the product; empty when none is cited."""
    cited = [argument for argument in builder.cited if argument.hit.document.sample]
    if not cited:
        return []
    ours = f"{'comes' if len(cited) == 1 else 'come'} from Whichever's own sample texts"
    if len(cited) == len(builder.cited):
        return [f"{'This quote' if len(cited) == 1 else 'All quotes'} {ours}."]
    return [f"{len(cited)} of {len(builder.cited)} quotes {ours} ", Numbers(cited), "."]


def reported(lead: str, quotes: Sequence[Quote], *, else_by: str = "") -> list[Part]:
    """Return what somebody says: "one adds that “…”", "one adds: “…”" where the words are those of an I.

    Args:
        lead: Who says it, with the verb, which stands before "that" as well as before a colon.
        quotes: One at least.
        else_by: What stands in the place of ``lead`` and a colon.
    """
    if all(map(_is_clause, quotes)):
        return [lead, " ", *listed([["that ", quote] for quote in quotes])]
    return [else_by or f"{lead}:", " ", *listed([[quote] for quote in quotes])]


def _is_clause(quote: Quote) -> bool:
    """Return whether a quote can follow "that": no headline, nor words in which one speaks of himself or to others."""
    text = clean(quote.argument.hit.sentence.text)
    said = text[slice(*quote.part)] if quote.part else text
    return not _DIRECT.search(said) and not _HEADLINE.search(said)


def percent(share: float) -> str:
    """Return a probability or share in whole percent, never 0% or 100%, which no sample can show."""
    if share > 0.99:
        return "over 99%"
    return "under 1%" if share < 0.01 else f"{share:.0%}"


_OWN_CAPITALS: Final = re.compile(r"[a-z]\w*[A-Z]")
"""How a name begins that has a capital of its own further on."""


def capitalised(text: str) -> str:
    """Return a text with its first letter large, as a sentence begins, but for one that is written so: "iPhone"."""
    return text if _OWN_CAPITALS.match(text) else text[:1].upper() + text[1:]


def uncapitalised(text: str) -> str:
    """Return a text with its first letter small, as it stands behind a colon."""
    return text[:1].lower() + text[1:]


def uncompared(evidence: Evidence) -> str:
    """Return that no preference was found, and what was searched, with the full stop."""
    number, both = evidence.comparison.retrieved, f"{evidence.names[Stance.FIRST]} and {evidence.names[Stance.SECOND]}"
    if not number:
        return f"no sentence was found that names both {both}. Other names for the two may find more."
    sentences = "only sentence that names" if number == 1 else f"{number:,} sentences that name"
    return f"I found no preference in the {sentences} both {both}."


def _too_little(evidence: Evidence) -> list[Part]:
    found = evidence.comparison
    if not found.arguments:
        return [f"There is nothing to go by: {uncompared(evidence)}"]
    both = f"{evidence.names[Stance.FIRST]} and {evidence.names[Stance.SECOND]}"
    sources = found.verdict.sources
    who = {0: "no source", 1: "only one source"}.get(sources, f"only {sources} sources")
    compared = f"{who}{found.bounds} compare{'s' * (sources < 2)}"
    opening = f"There is not enough evidence to decide: {compared} {both}"
    few = "and a verdict takes at least"
    if found.asked_verdict:
        opening, few = f"In general, {compared} the two", "too few for a verdict, which takes at least"
    elif found.retrieved > sources:
        named = f"{found.retrieved:,} sentences name both {both}"
        opening = f"There is not enough evidence to decide: {named}, but {compared} them"
    return [
        opening,
        *_numbers([argument for stance in evidence.order for argument in evidence.counted(stance)]),
        f", {few} {found.verdict.minimum_sources}.",
    ]


def _depends(evidence: Evidence, question: ParsedText | None) -> list[list[Part]]:
    """Return the sentence on what the sources name for an object that has not won, beyond the aspects asked for."""
    found = evidence.comparison.verdict
    asked = {aspect.name for aspect in evidence.comparison.aspects}
    clauses: list[list[Part]] = []
    for stance in evidence.sides:
        shares = [share for share in found.depends if share.aspect not in asked and _side(share) is stance]
        named = [dimension_of(share.aspect) for share in shares[:_VIEWS]]
        views = [
            [f"on {name}" if name else viewpoint(share.aspect, question)]
            for name, share in zip(named, shares, strict=False)
        ]
        if views:
            clauses.append([*listed(views), f" the evidence favours {evidence.names[stance]}"])
    return [["It depends: ", *listed(clauses), "."]] if clauses else []


def _side(share: Share) -> Stance:
    return Stance.FIRST if share.decision is Decision.FIRST else Stance.SECOND


def _aspect(evidence: Evidence, share: Share, view: str) -> list[Part]:
    stances: Sequence[Stance] = evidence.sides
    outcome = _OUTCOMES.get(share.decision, "")
    if share.decision is Decision.UNDECIDED:
        outcome = _uncalled(evidence.tally(aspect=share.aspect))
    if share.decision is Decision.EQUAL:
        stances = [Stance.EQUAL]
    elif not outcome:
        stances = [_side(share)]
        outcome = f"the evidence favours {evidence.names[stances[0]]}"
        if evidence.comparison.verdict.winner is not None:
            outcome = "it is the same" if stances[0] is evidence.ahead else "it is the other way round"
    divided = division(evidence, aspect=share.aspect)
    untold = [stance for stance in stances if not evidence.told(stance, aspect=share.aspect)]
    chosen = [one for stance in untold for one in evidence.choose(stance, 1, aspect=share.aspect)]
    examples = [[Quote(one, attributed=True)] for one in chosen]
    return [
        f"{capitalised(view)} {outcome}: ",
        *divided,
        *([", as in ", *listed(examples)] if examples else []),
        ".",
    ]


def division(evidence: Evidence, *, aspect: str = "", words: str = "", asked: bool = False) -> list[Part]:
    """Return how the sources divide, the most first: "3 of 4 sources speak for A [1][2] and 1 for B [3]".

    Where a property is asked, they say it of A.
    """
    tally = evidence.tally(aspect=aspect, words=words)
    clauses: list[list[Part]] = []
    for stance in sorted(evidence.order, key=tally.of, reverse=True):
        number = tally.of(stance)
        if number:
            speak = _SPEAK[asked][number != 1]
            one = (
                "one" if tally.total == 2 and number == 1 else f"{number:,}"
            )  # "one source speaks for A and one for B"
            sources = "one source" if one == "one" else _only(counted(number, tally.total))
            who = one if clauses else f"{sources}{evidence.comparison.bounds} {speak}"
            numbers = _numbers(evidence.counted(stance, aspect=aspect, words=words))
            clauses.append([f"{who} {'of' if asked else 'for'} {evidence.names[stance]}", *numbers])
    return listed(clauses)


def counted(number: int, total: int) -> str:
    """Return how many of how many sources: "3 of 4 sources", "both sources", "one source"."""
    if number < total:
        return f"{number:,} of {total:,} sources"
    return {1: "one source", 2: "both sources"}.get(number, f"all {number:,} sources")


def read_in(number: int, names: Sequence[str], bounds: str = "") -> str:
    """Return in how many sources that compare things nothing was found.

    >>> read_in(4, ("tea", "coffee")), read_in(1, ("tea", "coffee"), " since 2012")
    ('in 4 sources that compare tea and coffee', 'in the only source since 2012 that compares tea and coffee')

    Args:
        number: How many sources there are, one at least.
        names: Of the things, as an answer writes them.
        bounds: What sources that count are, as in ``Comparison``.
    """
    things = "".join(map(str, listed([[plain(name)] for name in names])))
    only, compare = ("the only source", "compares") if number == 1 else (f"{number:,} sources", "compare")
    return f"in {only}{bounds} that {compare} {things}"


def found_nothing(aspects: Sequence[str], question: ParsedText | None = None) -> str:
    """Return that nothing was found on points of view, without the full stop: "I found nothing on speed or noise".

    >>> found_nothing(["fast", "speed"]), found_nothing(["price", "5 year old son"])
    ('I found nothing on speed', 'I found nothing on price or for a 5 year old son')
    >>> found_nothing(["warmth", "in winter"]), found_nothing(["better if your pc is old"])
    ('I found nothing on warmth or how it is in winter', 'I found nothing that holds if your pc is old')
    """
    views = dict.fromkeys(about(name, question) for name in aspects)
    if len(views) > 1:
        views = dict.fromkeys(re.sub(r"^that holds", "on how it is", view) for view in views)
    alike = all(view.startswith("on ") for view in views)
    told = [[view.removeprefix("on ") if number and alike else view] for number, view in enumerate(views)]
    return f"I found nothing {''.join(map(str, listed(told, last='or')))}"


def of_sources(number: int, total: int, which: str = "") -> str:
    """Return the same as a sentence begins, which no figure does: "Of 4 sources, 3", "Both sources".

    Args:
        number: How many.
        total: Of how many.
        which: What those do; nothing when empty.
    """
    which = which and f" {which}"
    return (
        f"Of {total:,} sources{which}, {'one' if number == 1 else f'{number:,}'}"
        if number < total
        else f"{capitalised(counted(number, total))}{which}"
    )


def _only(sources: str) -> str:
    return "the only source" if sources == "one source" else sources


def _numbers(arguments: Sequence[Argument]) -> list[Part]:
    return [" ", Numbers(arguments[:_NUMBERS])] if arguments else []


def _agree(evidence: Evidence) -> bool:
    """Return whether each of the user's aspects is decided as the whole is."""
    found = evidence.comparison.verdict
    return all(share.decision is found.decision for share in found.shares[1:])


def _is_unanimous(tally: Tally) -> bool:
    return 0 in (tally.first, tally.second)


def _uncalled(tally: Tally) -> str:
    """Return why there is no winner: the sources disagree, or they agree and are few."""
    return "there is too little evidence to choose" if _is_unanimous(tally) else "it is too close to call"
