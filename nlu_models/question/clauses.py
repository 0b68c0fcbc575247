"""The clauses of a text, and of what each speaks: the things compared, one of them, the person, or what matters."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from engine.text.lexicon import dimension_of, topic_of
from engine.text.tagging import FINITE, GRADED, tagger
from engine.text.tokens import TOKEN, word_set
from engine.types import Label, Span


class About(StrEnum):
    """Of what a clause speaks."""

    THINGS = "things"
    """The things compared: it asks, names them, or says how the one that is looked for shall be."""
    ONE = "one"
    """One of them that another clause names: "Chrome eats all my memory"."""
    PERSON = "person"
    """The person who asks, or what is theirs: "my balcony is tiny"."""
    ELSE = "else"
    """Something else that is not compared."""
    NAMED = "named"
    """Nothing: it only names something, "the noise"."""
    WEIGHT = "weight"
    """What matters: "stability counts twice as much as speed"."""
    FORM = "form"
    """The answer: "in one word"."""


class Clause(NamedTuple):
    """A part of a text that says one thing."""

    start: int
    """Half-open ``[start, end)`` in the text, without what joins it to the one before."""
    end: int
    about: About
    is_event: bool
    """Whether it tells of something that has happened."""


_MARK: Final = re.compile(
    r"[,;:]\s+|(?:(?<!\b[a-z])(?<!\b(?:dr|mr|ms|st|vs))(?<!\bmrs)\.|[!?…])[.!?…]*(?:\s+|$)|\s+[-–—]+\s+", re.IGNORECASE
)
"""What ends a clause, and no "Dr." or "C. S."."""
_JOINING: Final = (
    r"(?:and|but|because|since|cause|cuz|coz|so|as|though|although|plus|also|well|ok|okay|hi|hey|hello|please|btw|"
    r"(?:no\W{1,3})?wait(?!\s+(?:times?|lists?|for|till|until)\b))\b"
)
_JOINED: Final = re.compile(
    r",?\s+(?P<rest>(?:and|but|because|since|so|as|cause|cuz|coz|though|although)\s+)"
    r"(?P<subject>(?:i|we|he|she|they|you|it|im|ive|my|our|his|her|their|the|nobody|everybody)\b|\w+\s+(?:is|are)\b)?",
    re.IGNORECASE,
)
"""What joins a clause to the one before, and its subject if it is known to be one."""
_AS: Final = re.compile(r"\bas\s+$", re.IGNORECASE)
"""What joins a clause, or names what something is taken for: "as my first bike"."""
_WITH_SELF: Final = re.compile(r"(?:\w+,?\s+)?(?:my|our)\s+\w+\s+and\s+i\b", re.IGNORECASE)
"""Whom a subject names beside the person: "my wife and I"."""
_OF_SELF: Final = re.compile(r"\s+(?=(?:i|im|i['’]m|ive|we|my|our)\b)", re.IGNORECASE)
"""What stands before a clause about the person that nothing joins to the names before it."""
_IN_FORM: Final = re.compile(
    r"\s+(?=in (?:an?|one|two|three|four|five|\d+)(?: \w+)? (?:words?|lines?|sentences?)\b)", re.IGNORECASE
)
"""What stands before words for how long the answer shall be."""
OCCASION: Final = re.compile(
    r"(?:^|\s+)(?:(?:in|by|during)\s+)?(?:(?:this|next|(?:the\s+)?(?:coming|upcoming))\s+(?:coming\s+)?"
    r"(?:week(?:end)?|month|year|semester|term|season|spring|summer|autumn|fall|winter|christmas|(?:mon|tues|wednes|thurs|"
    r"fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december)|"
    r"(?:right\s+)?now|today|tonight|tomorrow|nowadays|currently|these\s+days|at\s+the\s+moment|(?:in|by)\s+20\d\d)\b",
    re.IGNORECASE,
)
"""What says when the person decides or begins, and no use: "this winter", not "in winter"."""
_OPENING: Final = re.compile(rf"\W*(?:{_JOINING}\W*)*", re.IGNORECASE)
_SELF: Final = word_set("i we im ive id i'm i've i'd we're we've my our me nobody everybody everyone someone somebody")
_BEING: Final = word_set("im i'm ive i've we're we've")
"""Subjects that have a verb of now with them."""
_HAVING: Final = word_set("have has had")
_DONE: Final = re.compile(r"\b(?:have|has|had|i've|ive|we've|weve) (?:\w+ )?been (?!living|working|having)\w+ing\b")
"""What tells what the person has been doing for long, and is no condition: "I've been brewing for years"."""
_IT: Final = word_set("it they this that these those both either neither one ones something anything it's its they're")
_ASKING: Final = word_set("which wich what what's whats who whose how whether why where")
_CONDITION: Final = word_set("if when while")
_COURTESY: Final = re.compile(
    r"if (?:you (?:please|would|could|can|like|don't mind|wouldn't mind|know)|i may(?: ask)?|possible)"
)
CHOOSING: Final = word_set("planning considering thinking deciding choosing picking buying shopping")
"""What one is doing who has a choice before him, which is no condition of it: "I'm buying a phone"."""
_WISHES: Final = CHOOSING | word_set(
    "want wants need needs prefer prefers wonder wondering ask asking looking look search searching like choose pick"
)
_THIRD: Final = word_set("he she")
"""Subjects whose wishes are as good as one's own: "she wants something cheap"."""
_SAYS: Final = word_set(
    "say says said think thinks thought hear heard hears read know knows believe believes guess told tells find "
    "claim claims claimed insist insists swear swears reckon reckons argue argues warn warns suspect admit admits "
    "confess confesses suppose supposes assume imagine"
)
MATTERS: Final = word_set(
    "matter matters matter's count counts weigh weighs important importance everything crucial essential key priority "
    "care cares"
)
"""Words that say that something matters."""
_CONCERN: Final = MATTERS - {"everything"} | word_set(
    "mind minds bother bothers bothered interest interests interested relevant crap damn shit hoot fig fussed"
)
"""Words for what somebody cares about."""
_SELDOM: Final = word_set("never hardly rarely seldom barely scarcely dont don't")
"""What denies that something is done at all."""
_DENYING: Final = _SELDOM | word_set(
    "not no cannot doesnt didnt cant couldnt isnt arent doesn't didn't can't couldn't isn't aren't"
)
_LACKED: Final = word_set(
    "have has had own be want like love enjoy trust afford know understand see hear stand get feel speak remember think"
)
"""What one does not do and yet cares about."""
_AGAIN: Final = word_set("only just but as more so that very too overly terribly all")
"""Words behind which no denial reaches, or that make it one of degree."""
_DENIED: Final = 6
"""Words that a denial reaches."""
_FORMS: Final = word_set("word words line lines sentence sentences short shortly brief briefly quick quickly answer")
_FORMS_OF_BE: Final = word_set("is are was were be been isn't aren't wasn't weren't it's that's they're")
"""Verbs behind which an adverb tells no way of doing something."""
_SEVERAL: Final = 2
"""Things that what counts for more is not said of."""
_SHORT: Final = 4
"""Words with which one says how the answer shall be."""
_VERBS: Final = FINITE | {"VB"}
_MODIFIERS: Final = word_set("to the a an my our your his her their")
"""Words behind which no verb of a clause stands."""
_OPENING_TAGS: Final = frozenset({"IN", "TO"})


def clauses(text: str, spans: Sequence[Span] = (), *, known: Sequence[str] = ()) -> list[Clause]:
    """Return the clauses of a text in order.

    Args:
        text: What somebody asks or says.
        spans: What it names.
        known: Names of things that are compared already.
    """
    names = {re.escape(name) for name in (*known, *(span.text for span in spans if span.label is Label.OBJECT))}
    pattern = re.compile(rf"\b(?:{'|'.join(sorted(names, key=len, reverse=True))})s?\b", re.IGNORECASE)
    named = {one.start(): one for one in pattern.finditer(text)} if names else {}
    told = Counter(one[0].lower() for one in named.values())
    again = {start for start, one in named.items() if told[one[0].lower()] > 1}
    found: list[Clause] = []
    for start, end in _parts(text, again, {one.end() for one in named.values()}):
        inside = {at for at in named if start <= at < end}
        subject = named[start].end() if start in named else start
        fact = bool(inside) and (bool(known) or len(told) == 1 or inside <= again)
        before = found[-1].about if found else About.THINGS
        found.append(_clause(text, start, end, subject, named=len(inside), fact=fact, before=before))
    return found


def _parts(text: str, again: Collection[int], ends: Collection[int]) -> Iterator[tuple[int, int]]:
    """Yield where parts begin and end that marks set apart, conjunctions before a new subject, or the person's.

    Args:
        text: The whole.
        again: Where things are named that are named elsewhere as well.
        ends: Where the names of things end.
    """
    begin = 0
    joined = (one for one in _JOINED.finditer(text) if one["subject"] or one.end("rest") in again)
    joined = (one for one in joined if not (_AS.search(one["rest"]) and _only_names(text, one.end("rest"))))
    borders = [(one.start(), one.end()) for pattern in (_MARK, _IN_FORM) for one in pattern.finditer(text)]
    borders += [one.span() for one in _OF_SELF.finditer(text) if one.start() in ends]
    for start, end in sorted([*borders, *((one.start(), one.start("rest")) for one in joined)]):
        together = _WITH_SELF.match(text, begin)
        if start >= begin and not (together and start < together.end()):
            yield from _opened(text, begin, start)
            begin = end
    yield from _opened(text, begin, len(text))


def _only_names(text: str, start: int) -> bool:
    """Return whether what stands at a place of a text, up to the next mark, has no verb: "my first bike"."""
    mark = _MARK.search(text, start)
    words = [one.lower() for one in TOKEN.findall(text[start : mark.start() if mark else len(text)].rstrip())]
    return _first_verb(words, tagger().tag(words)) == 0


def _first_verb(words: Sequence[str], tags: Sequence[str]) -> int:
    """Return where the verb of a clause stands behind its first word, 0 where there is none."""
    return next((at for at in range(1, len(words)) if tags[at] in _VERBS and words[at - 1] not in _MODIFIERS), 0)


def _opened(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    opening = _OPENING.match(text, start, end)
    start = opening.end() if opening else start
    if TOKEN.search(text, start, end):
        yield start, end


def _clause(text: str, start: int, end: int, subject: int, *, named: int, fact: bool, before: About) -> Clause:
    """Return what a clause speaks of, by its subject and by what it names.

    Args:
        text: The whole.
        start: Where the clause begins.
        end: Where it ends.
        subject: Where the name ends with which it begins, if it does.
        named: How many things it names.
        fact: Whether all that it names is named elsewhere as well, or is the only thing.
        before: Of what the clause before speaks.
    """
    found = [(one.start(), one[0].lower().replace("’", "'")) for one in TOKEN.finditer(text, start, end)]
    words = [word for _, word in found]
    tags = tagger().tag(words)
    first, graded = words[0], not GRADED.isdisjoint(tags)
    verb = _first_verb(words, tags)
    behind = next((at for at, (place, _) in enumerate(found) if place > subject), 0) if subject > start else 0
    verb = behind if behind and tagger().is_verb(words[behind]) else verb
    done = _DONE.search(" ".join(words)) if first not in _CONDITION else None
    is_event = (tags[verb] == "VBD" and first not in _BEING) or done is not None

    def about(what: About) -> Clause:
        return Clause(start, end, what, is_event)

    if first in _CONDITION:
        aside = About.ELSE if _COURTESY.fullmatch(" ".join(words)) else About.PERSON
        return about(About.WEIGHT if named < _SEVERAL and not MATTERS.isdisjoint(words) else aside)
    if not verb and start and len(words) <= _SHORT and not _FORMS.isdisjoint(words):
        return about(About.FORM)
    if first in _ASKING or tags[0] in _OPENING_TAGS or (tags[0] in FINITE and not (fact or first in _SELF)):
        return about(About.THINGS)
    # "I have heard", "I must say", "I've heard"
    says = verb + 1 if words[verb] in _HAVING | {"must"} else 1 if first in _BEING else verb
    if says and words[says : says + 1] and words[says] in _SAYS:
        if len(words) == says + 1:
            return about(About.ELSE)  # "I admit"
        return _clause(text, found[says + 1][0], end, subject, named=named, fact=fact, before=before)
    if named < _SEVERAL and not MATTERS.isdisjoint(words):
        return about(About.WEIGHT)
    wishes = not _WISHES.isdisjoint(words[1:5])
    if (first in _SELF or first in _THIRD) and not (named and not fact):
        return about(About.THINGS if wishes else About.PERSON)
    if not verb:
        return about(About.THINGS if named or graded or topic_of(" ".join(words)) else About.NAMED)
    if named:
        return about(About.ONE if fact and not graded else About.THINGS)
    if first in _IT:
        return about(before if before is About.ONE and not graded else About.THINGS)
    return about(About.THINGS if topic_of(words[verb - 1]) else About.ELSE)


def only_tells(parts: Sequence[Clause]) -> bool:
    """Return whether clauses ask for nothing: they tell of the person, of one of the things, or of something else."""
    return all(part.about not in {About.THINGS, About.WEIGHT, About.NAMED} for part in parts)


def is_dismissed(text: str, clause: Clause, end: int) -> bool:
    """Return whether a clause says that something is of no concern: nobody cares about it, or the person never does it.

    Args:
        text: The whole.
        clause: That names it.
        end: Where its name ends.
    """
    found = [(one.start(), one[0].lower().replace("’", "'")) for one in TOKEN.finditer(text, clause.start, clause.end)]
    words = [word for _, word in found]
    at = next((at for at, word in enumerate(words) if word in _DENYING), len(words))
    reached = words[at + 1 : at + 1 + _DENIED]
    named = [word for (start, word) in found[at + 1 :] if start < end]
    if not reached or not _AGAIN.isdisjoint((*reached[:1], *named)):
        return False
    if not _CONCERN.isdisjoint(reached):
        return at > 0 or words[at] in _SELDOM | {"not", "no"}
    done = next((word for word in reached if not tagger().tag([word])[0].startswith("RB")), "be")
    is_done = named and words[at] in _SELDOM and _LACKED.isdisjoint({done, done.removesuffix("s")})
    return bool(is_done) and not _SELF.isdisjoint(words[:at])


def dimension_told(text: str, clause: Clause, things: Collection[tuple[int, int]]) -> str:
    """Return the dimension of which a clause says something of a thing: the price of "it costs money"; else nothing.

    Args:
        text: The whole.
        clause: That says it.
        things: Where the text names things, of whose words none says anything: "green tea is bitter".
    """
    found = [
        one
        for one in TOKEN.finditer(text, clause.start, clause.end)
        if not any(start < one.end() and one.start() < end for start, end in things)
    ]
    said = [one[0] for one in found]
    if said and said[0].endswith("ly"):  # "honestly, …"
        del said[0]
    tags = tagger().tag([word.lower() for word in said])
    words = [word for at, word in enumerate(said) if not _is_view(said, tags, at)]
    known = (dimension_of(" ".join(words[at : at + many])) for many in (2, 1) for at in range(len(words) - many + 1))
    return next(filter(None, known), "")


def _is_view(words: Sequence[str], tags: Sequence[str], at: int) -> bool:
    """Return whether an adverb says how true something is, and not how a thing does it: "is clearly ahead"."""
    if tags[at] != "RB" or not words[at].endswith("ly"):
        return False
    return words[at - 1].lower() in _FORMS_OF_BE or (at + 1 < len(words) and tags[at + 1] in _VERBS)
