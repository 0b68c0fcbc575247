"""Answers a yes-no question with one word, where the evidence and the wording of the question allow it."""

from __future__ import annotations

from engine.text import same_name
from engine.types import Kind, Label, Question, Stance
from generation.evidence import Evidence
from generation.polarity import is_general, polarity


def yes_or_no(evidence: Evidence, question: Question | None) -> str:
    """Return "Yes", "No", or nothing when neither can be said for certain.

    The question must put its predicate between the two objects ("Is A slower than B?"), and the predicate must be a
    word of known praise or blame. One that judges more than the whole ("slower") must stand in sentences of enough
    sources, most of them on the winner's side.
    """
    if question is None or question.kind is not Kind.YES_NO:
        return ""
    predicate = _predicate(question)
    subject = _subject(evidence, question)
    sign = polarity(predicate)
    found = evidence.comparison.verdict
    if found.winner is None or subject is None or not sign:
        return ""
    if not is_general(predicate):
        tally = evidence.tally(words=predicate)
        if tally.of(evidence.ahead) <= tally.of(evidence.behind) or tally.total < found.minimum_sources:
            return ""
    return "Yes" if (subject is evidence.ahead) == (sign > 0) else "No"


def quality_asked(question: Question | None) -> str:
    """Return what a question asks for beyond better or worse, such as "faster"; empty when that is all."""
    predicate = _predicate(question) if question else ""
    return "" if is_general(predicate) else predicate


def _predicate(question: Question) -> str:
    """Return the predicate between the first two objects; empty when there is none."""
    objects = [span for span in question.spans if span.label is Label.OBJECT]
    if len(objects) < 2:
        return ""
    between = range(objects[0].end, objects[1].start)
    return next((span.text for span in question.spans if span.label is Label.PREDICATE and span.start in between), "")


def _subject(evidence: Evidence, question: Question) -> Stance | None:
    """Return which object the question asks about: the one it names first."""
    asked, compared = question.objects[:2], evidence.comparison.objects
    if len(asked) == 2 and all(same_name(*pair) for pair in zip(asked, compared, strict=True)):
        return Stance.FIRST
    if len(asked) == 2 and all(same_name(*pair) for pair in zip(asked, reversed(compared), strict=True)):
        return Stance.SECOND
    return None
