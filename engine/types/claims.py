"""What a sentence claims about two things, and what a question asks about them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Literal

OVERALL = "overall"
"""The dimension of better, prefer, recommend."""


class Stance(StrEnum):
    """Which of two objects a sentence favours."""

    FIRST = "FIRST"
    SECOND = "SECOND"
    EQUAL = "EQUAL"
    NONE = "NONE"

    def flipped(self) -> Stance:
        """Return the stance after the two objects are exchanged."""
        return {Stance.FIRST: Stance.SECOND, Stance.SECOND: Stance.FIRST}.get(self, self)


class Modality(StrEnum):
    """How a claim is said."""

    ASSERTED = "asserted"
    HEDGED = "hedged"
    REPORTED = "reported"
    HYPOTHETICAL = "hypothetical"
    WISH = "wish"
    QUESTION = "question"
    DENIED = "denied"
    PAST = "past"


@dataclass(frozen=True, slots=True)
class Claim:
    """Who has more of what, as one sentence says it of two things."""

    dimension: str
    """A name of ``engine.text.lexicon``, ``overall``, or the words themselves where the lexicon has none."""
    words: str
    """The words of the sentence that say it, or the property they were read for."""
    more: Stance
    """Which one has more of what ``words`` say; ``NONE`` when it does not say."""
    favours: Stance
    """Which one comes off better by it."""
    modality: Modality = Modality.ASSERTED
    condition: str = ""
    """Words of the sentence that limit the claim; empty when nothing does."""
    confidence: float = 1.0
    """Probability in [0, 1] that a careful reader agrees."""

    def flipped(self) -> Claim:
        """Return the claim after the two things are exchanged."""
        return replace(self, more=self.more.flipped(), favours=self.favours.flipped())


class AskedKind(StrEnum):
    """What a question asks about things."""

    OVERALL = "overall"
    PROPERTY = "property"
    USE = "use"
    DIFFERENCE = "difference"
    AGAINST = "against"


@dataclass(frozen=True, slots=True)
class Asked:
    """The relation that a question asks for; the ``words`` are what the verdict's winner has more of."""

    kind: AskedKind = AskedKind.OVERALL
    dimension: str = OVERALL
    """What is compared in, such as price; ``overall``, or the words themselves where the lexicon has none."""
    end: Literal["more", "less"] = "more"
    """Whether more or less of the dimension's good or high end is asked for: "cheaper" and "slower" ask for less."""
    words: str = ""
    """The property or use as asked, for example ``more expensive``, ``better for games``; empty for ``overall``, and
    where it is asked what speaks for or against a thing, unless that is judged for a use."""
    use: str = ""
    """The use, persons or time that limit the question; empty when nothing does."""
    denied: bool = False
    """Whether the question denies the words, which stand here without "not"; ``end`` is then the other one."""
    needs: tuple[str, ...] = ()
    """What matters to the person by what he tells of himself, the likeliest first: "fuel economy"."""
    case: str = ""
    """The ``use`` that he tells, where no source speaks of it and what matters then, in ``needs``, is asked for."""

    @property
    def is_whole(self) -> bool:
        """Whether a property is asked for that speaks of a thing as a whole: "worse", "nicer"."""
        return self.kind is AskedKind.PROPERTY and self.dimension == OVERALL

    @property
    def wants_worst(self) -> bool:
        """Return whether it is asked which thing is worse, or the worst, as a whole or for a use."""
        return self.dimension == OVERALL and self.end == "less"

    @property
    def is_situation(self) -> bool:
        """Return whether a clause limits the question: "if you live in a flat", "for someone who only calls"."""
        return self.use.startswith(("if ", "when ", "while ")) or " who " in self.use

    @property
    def is_property_for_use(self) -> bool:
        """Return whether a property is asked for in what the things are for: "cheaper for a fence"."""
        return self.kind is AskedKind.PROPERTY and self.use.startswith("for ") and self.use != "for you"

    @property
    def is_special(self) -> bool:
        """Return whether something is asked for that sentences say of one of two things: a property, or a use."""
        return self.kind in (AskedKind.PROPERTY, AskedKind.USE, AskedKind.AGAINST) and bool(self.words)


OVERALL_ASKED = Asked()
"""Which of the things is better as a whole."""
