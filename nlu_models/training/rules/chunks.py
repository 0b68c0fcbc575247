"""A text in words of known kinds, the noun phrases around a word, and what has been labelled so far."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.text.tokens import word_set
from engine.types import Label, Span
from nlu_models.training.rules.lexicon import words

LONGEST = 25
"""Words of the longest phrase: every scan stops there, so the time is linear in the length of the text."""
BEFORE = "whv!.:,|x>CMSTPKfto"
"""Kinds that end a noun phrase on its left."""
AFTER = "whvf.:,|x>CMSTPKt"
"""Kinds that end a noun phrase on its right."""
_DOING = word_set("do does did don doesn didn can could will would")
"""Auxiliaries that a main verb follows."""


class Parse:
    """A text in words, with what has been found in it.

    A phrase is a ``range`` of word numbers.

    Attributes:
        kinds: The kinds of the words, a string.
        lower: The words in lower case.
        pivot: Name of the pivot that gave the objects, empty without one.
    """

    def __init__(self, text: str) -> None:
        """Cut ``text`` into words."""
        self.text = text
        self.words = words(text)
        self.kinds = "".join(word.kind for word in self.words)
        self.lower = [word.lower for word in self.words]
        self.pivot = ""
        self._labels: list[Label | None] = [None] * len(self.words)
        self._found: list[tuple[int, int, Label]] = []

    def kind(self, at: int) -> str:
        """Return the kind of a word; of a full stop beyond the text."""
        return self.kinds[at] if 0 <= at < len(self.kinds) else "."

    def word(self, at: int) -> str:
        """Return a word; the empty string beyond the text."""
        return self.lower[at] if 0 <= at < len(self.lower) else ""

    def capital(self, at: int) -> bool:
        """Return whether a word is written like a name."""
        return self.words[at].named or self.text[self.words[at].start].isupper()

    def all(self, kinds: str) -> Iterator[int]:
        """Yield where words of these kinds stand."""
        return (at for at, kind in enumerate(self.kinds) if kind in kinds)

    def shape(self, phrase: range) -> str:
        """Return the kinds of the words of a phrase."""
        return self.kinds[phrase.start : phrase.stop]

    def mark(self, label: Label, phrase: range) -> bool:
        """Label a phrase, unless it is empty or a part of it is labelled; return whether it was."""
        if not phrase or any(self._labels[phrase.start : phrase.stop]):
            return False
        self._labels[phrase.start : phrase.stop] = [label] * len(phrase)
        self._found.append((phrase.start, phrase.stop, label))
        return True

    def unmarked(self, phrase: range) -> range:
        """Return the beginning of a phrase up to the first labelled word."""
        return self.trimmed(phrase.start, next((at for at in phrase if self._labels[at]), phrase.stop))

    def spans(self) -> tuple[Span, ...]:
        """Return what was labelled, by ascending start."""
        ends = (
            (self.words[first].start, self.words[stop - 1].end, label) for first, stop, label in sorted(self._found)
        )
        return tuple(Span(start, end, self.text[start:end], label) for start, end, label in ends)

    def opening(self) -> str:
        """Return the kind of the first telling word of the sentence with the first object, ``.`` without one."""
        at = min((start for start, _, label in self._found if label is Label.OBJECT), default=0)
        while at > 0 and self.kinds[at - 1] not in ".:":
            at -= 1
        while self.kind(at) in "&b,io":
            at += 1
        return self.kind(at)

    def trimmed(self, start: int, stop: int) -> range:
        """Return a phrase without the articles, adverbs, prepositions and signs at its two ends."""
        while start < stop and self.kinds[start] in "dbA!&,:ioft":
            start += 1
        while start < stop and self.kinds[stop - 1] in "dbt!vo&,:.i|fA":
            stop -= 1
        return range(start, stop)

    def right(self, start: int, stops: str = AFTER) -> tuple[range, int]:
        """Return the noun phrase that begins at ``start``, and the word that stopped it."""
        at = start
        while self.kind(at) in "dbAit":
            at += 1
        if (self.kind(at) in "CSMT" and self.kind(at + 1) in "nJVG#") or self.word(at) in {"be", "have", "do"}:
            at += 1
        limit = min(len(self.kinds), start + LONGEST)
        while at < limit and self.kinds[at] not in stops:
            at += 1
        return self.trimmed(start, at), at

    def left(self, stop: int, stops: str = BEFORE) -> range:
        """Return the noun phrase that ends before ``stop``: back to a stopping kind, or to its article."""
        while self.kind(stop - 1) in "bA,!":
            stop -= 1
        start = stop
        limit = max(0, stop - LONGEST)
        while start > limit and self.kinds[start - 1] not in stops:
            inner = self.kind(start - 2) == "i" or self.word(start - 2).endswith("ing")
            if self.kinds[start - 1] == "d" and not (inner and start > 2):
                break
            start -= 1
        return self.trimmed(start, stop)

    def subject(self, predicate: int) -> range:
        """Return what a predicate is said of: "A" in "is A said to be a better …", in "does A work as well".

        The main verb of "does A work better" is labelled as an aspect.
        """
        window = max(0, predicate - LONGEST)
        phrase, stop = range(0), predicate
        for verbs in (r"(?:[VJ]?t|[vbA!d])*(?:v[bA!]*V[bA]*)?i?$", r"[vbA!d]*$"):
            skipped = re.search(verbs, self.kinds[window:predicate])
            if skipped and not phrase:
                stop = window + skipped.start()
                phrase = self.left(stop, BEFORE.replace("f", ""))
        auxiliary = phrase.start - 1
        auxiliary -= self.kind(auxiliary) == "d"
        if self.word(auxiliary) in _DOING and len(phrase) > 1:
            verb = next((at for at in phrase[1:] if self.kinds[at] == "V" and not self.lower[at].endswith("ing")), None)
            if verb is None and stop == predicate and self.kinds[predicate] in "CM":
                verb = phrase.stop - 1
            if verb is not None:
                self.mark(Label.ASPECT, self.trimmed(verb, phrase.stop))
                return self.trimmed(phrase.start, verb)
        while len(phrase) > 1 and self.kinds[phrase.stop - 1] == "V":
            phrase = self.trimmed(phrase.start, phrase.stop - 1)
        return phrase

    def listed(self, start: int, joints: str) -> list[range]:
        """Return the items of an enumeration such as "A, B and C" that begins at ``start``."""
        items: list[range] = []
        while True:
            while self.kind(start) in joints:
                start += 1
            item, at = self.right(start, AFTER + "&")
            if not item:
                return items
            items.append(item)
            comma = self.kind(at) == "," and re.match(r",[^.:,vwh]{0,12}[,&|]", self.kinds[at : at + 16])
            if self.kind(at) not in joints and not comma:
                return items
            start = at + 1
