"""The weight of a vote: how much an argument counts for what it says, whoever ranks it for display.

With ``p`` the probability of the argument's stance, ``o`` that of the opposite one (0 for EQUAL, which has none) and
``w`` the weights of the user's aspects that the sentence names::

    weight = (p - o) * (1 + sum(w))

``p - o`` is what a sentence that may be misread gives its side on average, above what it gives the other: the doubt
between the two sides is taken off, and so is the probability that nothing is compared. An aspect of weight ``w`` makes
a sentence count as ``w`` more of the same certainty. Nothing is fitted: powers of the margin and a discount for words
of doubt were tried by the log loss of ``python -m evaluation.calibration`` and left no better.

Where it was judged how far the surest sentences of a side convince, those that are rather no evidence than some ("Audi
is growing faster than BMW") have no weight, and the others of that side, which were not judged, have the share of it
that was found to be evidence: so a side does not gain by having more sentences than are judged.

Where a property or a use is asked for, two readers are asked for it that learned apart: one who of the two has more of
it, the other how far that convinces. Each takes for a claim what the other does not ("A cat is far better than a dog
(Critter Killer Wise)", of who is smarter), so a sentence counts by the product of both, and only if it ``convinces``:
of the others of ``data/quotes`` dev and test four in ten are right, of those that do nearly nine.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace
from statistics import fmean
from typing import Final

from engine.text.analysed import analysed
from engine.text.comparing import COMPARING
from engine.text.tokens import stem, stems, word_set
from engine.types import Argument, Aspect, Classification, Hit, Stance

LEAST: Final = 0.11
"""Least margin of a sentence that counts. What says next to nothing would count as a source like any other: with such
sentences three of them were enough for a verdict. Chosen on answered questions."""
EVIDENCE: Final = 0.25
"""Least judgement of a sentence that is rather evidence than none, by the judged quotes of dev."""
RATHER: Final = 0.5
"""Probability from which a sentence rather says something than not."""
CONVINCING: Final = 0.7
"""Judgement that convinces, however surely it is said: four in five of such quotes are right, of lower ones half."""
PLAINLY: Final = 0.35
"""The same of both together: "Mate is better than cocoa." convinces little, and surely says so."""
_NO_CLAIM: Final = re.compile(
    r"\b(?:(?:time|moment|chance|opportunity|waiting|hoping) for|wish\w*|hop(?:e|es|ed|ing)|wants?|if only)"
    r" (?:that )?(?:the |an? )?(?P<wished>[\w+#.-]+)(?: \w+)? (?:to|would|could|will|were|had)\b"
    r"|\b(?:threat|danger|rival|competitor|competition|challenge)s? (?:to|for) (?P<endangered>[\w+#.-]+) than\b",
    re.IGNORECASE,
)
"""What a thing is wished to be, and what something else does to it: "time for Canon to make a tougher one"."""
_DISBELIEVED: Final = word_set("misconception myth")
"""Stems of what a sentence calls the claim that it denies: what readers take for a claim there is mostly none."""
_DISBELIEF: Final = re.compile("|".join(_DISBELIEVED), re.IGNORECASE)
"""What every sentence with such a stem has, so that few need be taken apart."""
_REFUTED: Final = re.compile(
    r"\b(?:argu|assum|believ|claim|idea|impl(?:y|ie)|insist|notion|pretend|suggest|think|thought)\w*\b[^.;:!?]{1,80}?"
    r"\b(?:(?:is|are|was|were|be) somehow|somehow (?:is|are|was|were|be))\b"
    r"|\b(?:erroneously|falsely|mistakenly|wrongly) (?:argu|assum|believ|claim|think|thought)\w*",
    re.IGNORECASE,
)
"""What others say and the sentence does not believe: "argues that wind is somehow more destructive"."""
_EXPECTED: Final = re.compile(
    r"\b(?:will|could|may|might)(?: soon| finally)? (?:make|become)\b"
    r"|\b(?:will|could|may|might|would|should)\b.*\b(?:by|before|within|in) (?:20\d\d|the (?:next|coming)|\d+ years)\b"
    r"|\b(?:very |pretty |so )?close to (?:a world|being|becoming)\b",
    re.IGNORECASE,
)
"""What is expected, and is not yet so: "could be cheaper by 2030"."""
_UNCLAIMED: Final = re.compile(
    r"\bthe (?:more|less|\w+er)\b[^.;:!?]{1,80}?\bthe (?:better|worse|more|less|\w+er)\b"
    r"|(?:\bnot|n['’]t) (?:simply )?(?:because|due to)\b(?! of\b)[^,.;:!?]{1,80}",
    re.IGNORECASE,
)
"""What grows with something else, and what is no reason: "the sooner, the better", "not because it was better"."""
_CHOICES: Final = re.compile(r"\([^()/]+/[^()]+\)\s*(?=:)")
"""What may be answered in a form, beside its question: "OS preference (Windows/ Mac/ Linux): Windows"."""
_UNLIKE: Final = re.compile(r"\bunlike\b(?P<others>.+)\bthan\b", re.IGNORECASE)
"""What is set apart from what comes first: "unlike tea, juice is sweeter than"."""
_SET_APART: Final = re.compile(r"\s*[,–—-]")
"""What stands behind the last of those that something is unlike, and behind no subject."""

_ANIMAL: Final = "dog|cat|pet|animal|horse|rabbit|puppy|kitten|pony|hamster|parrot|cattle|livestock"
_FOR_ANIMALS: Final = re.compile(
    rf"\b(?:for|to|in) (?:(?:{_ANIMAL})s|dogs and cats|cattle|livestock|puppies|ponies|"
    rf"(?:an?|the|my|your|our) (?:{_ANIMAL})(?= (?:than|is|and|or|but)\b|[^\w\s]|$))\b",
    re.IGNORECASE,
)
"""For whom something is that is no person: "for dogs", and not "for a dog owner"."""
_ANIMALS: Final = frozenset(map(stem, _ANIMAL.split("|")))
_OF_FEW: Final = 0.2
"""Share of the sentences on two things below which they are not there for animals."""


_BUSINESS: Final = re.compile(
    r"\b(?:profits?|profitability|revenues?|earnings|dividends?|investors?|takeover)\b"
    r"|\b(?:recover|restor|resum|weather|hit)\w*\b[^.;:!?]{1,60}\b(?:crisis|disaster|earthquake|tsunami)\b"
    r"|\bmarket (?:share|cap|value|capitali[sz]ation)\b"
    r"|\b(?:shares|stock) (?:has|have|is|are|was|were|price|fell|rose)\b"
    r"|\b(?:monthly|annual|quarterly|ytd|higher|bigger) (?:[\w-]+ )?sales\b"
    r"|\bsales (?:gains?|growth|increases?|declines?|figures|grew|fell|rose|slumped)\b|\bsales have\b"
    r"|\b(?:financial|fiscal) (?:condition|health|position|results|returns?|shape)\b"
    r"|\bin an? (?:[\w-]+ ){0,2}(?:better|healthier|stronger|superior|weaker|worse)(?:, \w+)? position\b",
    re.IGNORECASE,
)
"""What tells how a company does, and nothing of what it makes: "raised its profit forecast"."""
_OF_BUSINESS: Final = frozenset(
    stems("profit profitable revenue earnings investor invest market stock share dividend sales sell company business")
)
"""Words of a question that is about companies."""

_IN_NO_CLAIM: Final = (" for ", "wish", "hop", "want", "if only", "threat", "danger", "rival", "compet", "challeng")
_IN_EXPECTED: Final = ("will", "could", "may", "might", "would", "should", "close to")
_IN_BUSINESS: Final = (
    *("profit", "revenue", "earnings", "dividend", "investor", "takeover"),
    *("crisis", "disaster", "earthquake", "tsunami", "market ", "shares ", "stock ", "sales"),
    *("financial ", "fiscal ", " position"),
)
_IN_REFUTED: Final = ("somehow", "ly argu", "ly assum", "ly believ", "ly claim", "ly think", "ly thought")
"""What every sentence has in which a pattern finds something, in lower case, so that few need be searched."""


def is_heard(sentence: str, objects: Sequence[str]) -> bool:
    """Return whether a sentence may count for one of two things.

    What tells of a misconception, of what others wrongly say, of a wish or of what is to come does not, nor what grows
    with something else or is no reason, nor the answer in a form whose choices alone name one of them, nor what puts
    some other thing before both.
    """
    if _is_of_other(sentence, objects):
        return False
    if _CHOICES.search(sentence) and not all(map(analysed(_CHOICES.sub("", sentence)).mentions, objects)):
        return False
    expected = _found(_EXPECTED, _IN_EXPECTED, sentence)
    if expected and not COMPARING.search(sentence, 0, max(0, sentence.rfind(",", 0, expected[0].start()))):
        return False
    if _found(_REFUTED, _IN_REFUTED, sentence):
        return False
    unclaimed = _UNCLAIMED.search(sentence)
    if unclaimed and COMPARING.search(unclaimed[0]) and not COMPARING.search(_UNCLAIMED.sub("", sentence)):
        return False
    told = _DISBELIEVED.intersection(analysed(sentence).present) if _DISBELIEF.search(sentence) else frozenset()
    others = [stems(one["wished"] or one["endangered"]) for one in _found(_NO_CLAIM, _IN_NO_CLAIM, sentence)]
    if not (told or others):
        return True
    named = stems(" ".join(objects))
    return told.issubset(named) and not any(set(one).issubset(named) for one in others if one)


def _is_of_other(sentence: str, objects: Sequence[str]) -> bool:
    """Return whether a sentence puts something before two things: "unlike tea, juice is sweeter than coffee"."""
    unlike = _UNLIKE.search(sentence)
    if unlike is None:
        return False
    start, end = unlike.span("others")
    named = [analysed(sentence).mentions(name) for name in objects]
    apart = [all(start <= at < end and _SET_APART.match(sentence, last) for at, last in places) for places in named]
    behind = [all(at >= end for at, _ in places) for places in named]
    return all(named) and any(apart) and any(behind)


def _found(pattern: re.Pattern[str], signs: Collection[str], sentence: str) -> Sequence[re.Match[str]]:
    """Return what a pattern finds in a sentence, which is searched only if it has one of the signs."""
    lower = sentence.lower()
    return [*pattern.finditer(sentence)] if any(sign in lower for sign in signs) else ()


def for_people(hits: list[Hit], meant: Collection[str]) -> list[Hit]:
    """Return hits without the few that say something for animals: "ibuprofen for dogs" is none on ibuprofen for people.

    Args:
        hits: On two things.
        meant: Stems of what is asked; with an animal among them, or where many speak for animals, all are returned.
    """
    others = {hit.sentence.id for hit in hits if _FOR_ANIMALS.search(hit.sentence.text)}
    if not _ANIMALS.isdisjoint(meant) or len(others) >= _OF_FEW * len(hits):
        return hits
    return [hit for hit in hits if hit.sentence.id not in others]


def of_products(hits: Sequence[Hit], meant: Collection[str]) -> Sequence[Hit]:
    """Return hits without those on how companies do in business, which say nothing of what they make.

    Args:
        hits: On two names of companies, or of what these make.
        meant: Stems of what is asked; where that is about companies, all are returned.
    """
    if not _OF_BUSINESS.isdisjoint(meant):
        return hits
    return [hit for hit in hits if not _found(_BUSINESS, _IN_BUSINESS, hit.sentence.text)]


def weigh(arguments: Sequence[Argument], *, aspects: Sequence[Aspect] = ()) -> list[Argument]:
    """Return the arguments, in order, each with the weight of its vote.

    Args:
        arguments: With classification and aspects set.
        aspects: The user's aspects with weights; what an argument names beside them adds nothing.
    """
    importance = {aspect.name: aspect.weight for aspect in aspects}
    factors = [1 + sum(importance.get(name, 0) for name in one.aspects) for one in arguments]
    return [
        replace(one, weight=factor * part * margin(one.classification))
        for one, factor, part in zip(arguments, factors, _heard(arguments), strict=True)
    ]


def weigh_asked(arguments: Sequence[Argument]) -> list[Argument]:
    """Return arguments on a property or a use, in order, each with the weight of its vote.

    What was not judged is taken for the mean of its side, and must be said plainly.

    Args:
        arguments: Classified by what was asked, the surest of each side judged by it.
    """
    means = {stance: fmean(found) for stance, found in _judged(arguments).items()}
    weighed: list[Argument] = []
    for one in arguments:
        convincing = means.get(one.stance, 1.0) if one.convincing is None else one.convincing
        plainly = convincing * one.classification.confidence >= PLAINLY
        counts = plainly if one.convincing is None else convinces(one)
        weighed.append(replace(one, weight=counts * convincing * margin(one.classification)))
    return weighed


def convincing_if_few(weighed: Sequence[Argument], *, enough: int) -> list[Argument]:
    """Return weighed arguments, without weight those that do not convince where they are too few for a verdict.

    It is told what each of so few says, and of those that rather do not convince two in five say nothing of the kind.
    """
    if len({one.hit.voter for one in weighed if one.weight}) >= enough:
        return list(weighed)
    return [one if convinces(one) else replace(one, weight=0.0) for one in weighed]


def convinces(argument: Argument) -> bool:
    """Return whether an argument was not judged, or to convince, or says plainly what it says."""
    judged = argument.convincing
    return judged is None or judged >= CONVINCING or judged * argument.classification.confidence >= PLAINLY


def _heard(arguments: Sequence[Argument]) -> list[float]:
    """Return the part of each argument's weight that counts, by what was judged of it or else of its side."""
    judged = _judged(arguments).items()
    shares = {stance: fmean(float(one >= EVIDENCE) for one in found) for stance, found in judged}
    return [
        shares.get(one.stance, 1.0) if one.convincing is None else float(one.convincing >= EVIDENCE)
        for one in arguments
    ]


def _judged(arguments: Sequence[Argument]) -> dict[Stance, list[float]]:
    """Return how far those arguments of each side convince that were judged."""
    judged: dict[Stance, list[float]] = defaultdict(list)
    for one in arguments:
        if one.convincing is not None:
            judged[one.stance].append(one.convincing)
    return judged


def speaks(classification: Classification) -> bool:
    """Return whether a sentence says enough for one of two things, or for both alike, to count."""
    return margin(classification) >= LEAST


def margin(classification: Classification) -> float:
    """Return what a sentence gives its side on average, in [0, 1]; 0 if it compares nothing."""
    match classification.stance:
        case Stance.FIRST:
            return classification.first - classification.second
        case Stance.SECOND:
            return classification.second - classification.first
        case Stance.EQUAL:
            return classification.equal
        case _:
            return 0.0
