"""Where the objects, aspects and predicates of a comparative statement stand: around each comparative."""

from __future__ import annotations

import re

from engine.text.tokens import word_set
from engine.types import Label
from nlu_models.training.rules.chunks import LONGEST, Parse

_GENERIC = word_set("choice option alternative way thing things job place idea product kind shape one solution deal")
"""Nouns after a comparative that say nothing: "a better choice"."""


def label_statement(parse: Parse) -> None:
    """Label the names on both sides of "than", predicates in one piece, and the aspects next to them."""
    for match in re.finditer(r"M[bA]*(?:[JAG]|n(?=[>.,&t|]))|[CM]|i[bA]?[JG]i", parse.kinds):
        start, stop = match.span()
        likened = parse.kinds[start] == "i"
        if likened and not parse.word(start) == "as" == parse.word(stop - 1):
            continue
        parse.mark(Label.PREDICATE, range(start - (parse.word(start - 1) == "no"), stop))
        if not likened:
            _label_reach(parse, start, stop)
        limit = min(len(parse.kinds), stop + LONGEST)
        than = next((at for at in range(stop, limit) if parse.kinds[at] in ">."), limit)
        if likened or parse.word(start) in {"superior", "inferior", "preferable"}:
            than = stop - 1
        elif parse.kind(than) != ">":
            than = limit
        subject = parse.subject(start)
        if than < limit:
            parse.pivot = "than"
            _label_names(parse, parse.right(than + 1, "whv.:x>CMSTf")[0])
            subject = subject or parse.left(than)
        _label_names(parse, subject, subject=True)
        while parse.kind(subject.start - 1) in "|,":
            subject = parse.left(subject.start - 1)
            _label_names(parse, subject, subject=True)


def _label_names(parse: Parse, phrase: range, *, subject: bool = False) -> None:
    """Label the names in a phrase: "fox" in "the fox news"; in "the graphics of the wii" what is judged as well."""
    for match in re.finditer(r"[nVJG#qA]+", parse.shape(phrase)):
        first, stop = phrase.start + match.start(), phrase.start + match.end()
        while first < stop and parse.kinds[first] in "JGA#V":
            first += 1
        if first == stop:
            first -= 1
            if parse.kinds[first] == "V":
                continue
        last = first + 1
        while last < stop and (parse.kinds[last] == "#" or (parse.capital(last) and parse.capital(first))):
            last += 1
        if subject and parse.kind(stop) == "i" and stop < phrase.stop:
            parse.mark(Label.ASPECT, range(first, stop))
            continue
        parse.mark(Label.OBJECT, range(first, last))
        if parse.kind(stop) not in "|&,":
            return


def _label_reach(parse: Parse, start: int, stop: int) -> None:
    """Label the aspects next to a predicate: "better graphics", "easier to use", "better for kids", "sells faster"."""
    if parse.kinds[stop : stop + 2] == "tV" or parse.kind(stop) == "f" or parse.word(stop) in {"in", "at"}:
        phrase, _ = parse.right(stop + 1, "whv.:,|x>CMd")
        parse.mark(Label.ASPECT, range(phrase.start, min(phrase.stop, phrase.start + 1)))
    elif parse.kind(stop) in "nJV":
        phrase, _ = parse.right(stop, "whv.:,|x>CMdiftV")
        if phrase and parse.lower[phrase.stop - 1] not in _GENERIC:
            parse.mark(Label.ASPECT, phrase)
    at = start
    while parse.kind(at - 1) in "bA":
        at -= 1
    if parse.kind(at - 1) == "V" and parse.kind(stop) == ">":
        parse.mark(Label.ASPECT, range(at - 1, at))
