"""What is asked: texts, what was understood of them, points of view, times."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from engine.types.claims import OVERALL_ASKED, Asked, Stance


class Form(StrEnum):
    """What kind of text a reader is given."""

    QUESTION = "question"
    STATEMENT = "statement"


class Kind(StrEnum):
    """What a comparative text asks for; ``NONE`` when it is not comparative."""

    DIRECT = "direct"
    """Names the objects and asks which one wins: "Which is better, A or B?"."""
    YES_NO = "yes_no"
    """Names the objects and asks for a yes or no: "Is A better than B?"."""
    DIFFERENCE = "difference"
    """Asks how the objects differ: "What is the difference between A and B?"."""
    SUPERLATIVE = "superlative"
    """Names a class, not its members: "What is the best laptop for students?"."""
    OPEN = "open"
    """Comparative in another way: "What are the advantages of A?"."""
    STATEMENT = "statement"
    """A comparative statement: "A is faster than B"."""
    NONE = "none"


class Label(StrEnum):
    """What a span of text names."""

    OBJECT = "object"
    ASPECT = "aspect"
    PREDICATE = "predicate"


class Span(NamedTuple):
    """A labelled stretch of a text, half-open ``[start, end)`` in characters."""

    start: int
    end: int
    text: str
    label: Label


@dataclass(frozen=True, slots=True)
class ParsedText:
    """What a reader understood of a text."""

    text: str
    comparative: bool
    probability: float
    """Probability in [0, 1] that the text is comparative; ``comparative`` is this against the reader's threshold."""
    kind: Kind
    spans: tuple[Span, ...] = ()
    """Labelled spans of ``text`` by ascending start; they do not overlap."""
    objects: tuple[str, ...] = ()
    """The compared things as one would name them, in order of mention, without repeats."""
    aspects: tuple[str, ...] = ()
    predicates: tuple[str, ...] = ()
    asked: Asked = OVERALL_ASKED
    """The relation that a question asks for."""
    of_class: str = ""
    """The class of which the one thing named is asked to be the most: "drink" of "is water the best drink?"."""
    called: str = ""
    """What the things are said to be, where their names were left without it: "trucks" of "Ford or Chevy trucks"."""

    def name(self, span: Span) -> str:
        """Return what a span names: its text, or "iPhone 15" for the "15" in "iPhone 14 or 15"."""
        own = span.text
        whole = (name for name in self.objects if span.label is Label.OBJECT and name not in self.text)
        return next((name for name in whole if name.startswith(f"{own} ") or name.endswith(f" {own}")), own)

    @property
    def points_of_view(self) -> tuple[str, ...]:
        """Return what shall be weighed: the aspects, and qualities the text compares in ("faster", not "better")."""
        return tuple(dict.fromkeys([*self.aspects, *filter(_QUALITY.fullmatch, self.predicates)]))


_QUALITY = re.compile(r"(?!bet+er|over|prefer|rather|either|other|differ)\w{2,}er", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Aspect:
    """A point of view the user asks for, with its importance."""

    name: str
    weight: int = 1
    """Importance, 1 (least) to 5 (most)."""


class Period(NamedTuple):
    """The time from which evidence counts, as ISO 8601 years, months or days; no bounds, all of it."""

    since: str = ""
    until: str = ""
    """Itself included: until 2012 means until its last day."""

    @property
    def words(self) -> str:
        """Return it in words: "since 2012", "from 2012 to 2015"."""
        if self.since and self.until:
            return f"in {self.since}" if self.since == self.until else f"from {self.since} to {self.until}"
        return f"since {self.since}" if self.since else f"up to {self.until}"

    def holds(self, date: str) -> bool:
        """Return whether a date falls into it; an unknown one, which is empty, falls into no bounded period."""
        if not any(self):
            return True
        return bool(date) and self.since <= date and (not self.until or date[: len(self.until)] <= self.until)


ALWAYS = Period()


class Publishers(NamedTuple):
    """Whose evidence counts, by host, by collection or by a word of their names; all, without any names."""

    only: tuple[str, ...] = ()
    """Names one of which the source must have."""
    without: tuple[str, ...] = ()
    """Names none of which it may have."""

    @property
    def words(self) -> str:
        """Return what counts, in words: "from blogs or forums", "not from reddit.com"."""
        names = [f"{no}from {' or '.join(some)}" for no, some in zip(("", "not "), self, strict=True) if some]
        return ", ".join(names)

    def holds(self, sources: Collection[str]) -> bool:
        """Return whether a sentence with these sources is of them."""
        wanted, unwanted = (any(_is_called(one, name) for one in sources for name in names) for names in self)
        return (wanted or not self.only) and not unwanted


EVERYBODY = Publishers()


def limit_of(period: Period, publishers: Publishers) -> str:
    """Return what counts alone: "was written since 2012 and is from blogs"; empty where all does."""
    said = [f"was written {period.words}"] * any(period) + [f"is {publishers.words}"] * any(publishers)
    return " and ".join(said)


def bounds_of(period: Period, publishers: Publishers) -> str:
    """Return what the sources that count are, behind their number: " since 2012 from blogs"; empty where all do."""
    return "".join(f" {one.words}" for one in (period, publishers) if any(one))


_KINDS = {"forum": r"forums?\b|reddit\.com|stackexchange\.com", "redditor": r"reddit\.com"}
"""What the sources are called that a word stands for, where they are not called so themselves."""

_LETTERS = 4
"""Least letters of a name that may stand at the beginning or the end of a longer word: "blog" of "blogspot"."""


def _is_called(source: str, name: str) -> bool:
    """Return whether a source is called by a name: by a whole word, or one that begins or ends with more letters.

    >>> [_is_called("reddit.com/r/vim (1gx)", name) for name in ("Reddit", "r/vim", "r/vi", "forums")]
    [True, True, False, True]
    """
    one = re.sub(r"\s+", "", name.casefold())
    one = one.removesuffix("s") if len(one) > _LETTERS else one
    part = rf"\b{one}|{one}s?\b" if one.isalpha() and len(one) >= _LETTERS else rf"(?<!\w){re.escape(one)}(?!\w)"
    return bool(one) and re.search(_KINDS.get(one, part), source.casefold()) is not None


@dataclass(frozen=True, slots=True)
class Query:
    """What a comparison is asked for; equal ones are compared once and kept."""

    objects: tuple[str, ...] = ()
    """Different names of at most 100 characters."""
    aspects: tuple[Aspect, ...] = ()
    """Points of view that matter, at most ten."""
    period: Period = ALWAYS
    """From when the evidence must be; what is not dated falls into no bounded period."""
    fast: bool = False
    """Whether to weigh at most ``retrieval.fast_depth`` sentences of two things instead of ``retrieval.depth``."""
    classifier: str | None = None
    """Name of the classifier; the configured one when None."""
    ranker: str | None = None
    """Name of the ranker; the configured one when None."""
    asked: Asked = OVERALL_ASKED
    """The relation that the verdict is about."""
    corrections: tuple[tuple[str, Stance], ...] = ()
    """Id of a sentence → what a person says that it favours, ``NONE`` if it is no evidence; a sentence that the
    comparison does not hold changes nothing."""
    typed: tuple[str, ...] = ()
    """The names as a person typed them, where others are searched for; empty where these are."""
    publishers: Publishers = EVERYBODY
    """Whose sentences count."""
    language: str = ""
    """Language of the documents whose sentences count, such as ``en``; what has none known is then left out."""
