"""The noun that several things share, and which one of them, or what follows all, has: "road or mountain bike"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.protocols import Retriever
from engine.retrieval.names import BRAND, KNOWN, NAME, NameFinder, are_adjectives, as_named, says_whence
from engine.subjects.counting import (
    OFTENER,
    RARE,
    SENTENCE_WORDS,
    is_written_large,
    naming_both,
    sentences_with,
)
from engine.subjects.forms import ITS, ONES, ends_with, is_pointed_at, noun_behind
from engine.text.stop_words import STOP
from engine.types import ParsedText

_IN_IT: Final = re.compile(r" (?:in|on|at|of) ", re.IGNORECASE)
"""What the last noun of a name may be behind, which then says not what the thing is: "living in a tent"."""


def with_heads(question: ParsedText, finder: NameFinder, retriever: Retriever) -> ParsedText:
    """Return a question with the noun of one name, or what stands behind all, behind those that are short for it.

    "road or mountain bike" is about a road bike. Where not all are called so, it is what they are compared for: "cotton
    or wool socks".
    """
    objects = question.objects
    longer = [name for name in objects if " " in finder.mended(name)]  # not "ball" of "base ball"
    longer = [name for name in longer if _IN_IT.search(name) is None]
    ends = [(name, _noun_of(name, retriever)) for name in longer]
    heads = [end for name, end in ends if not is_written_large(name, end, retriever)]  # not "Drive" of Google Drive
    for head in (one for one in (noun_behind(question), *heads) if one and not one.isdecimal()):
        follows = head == noun_behind(question) or ends_with(objects[-1], head)
        whole = tuple(_headed(name, head, objects, finder, retriever, follows=follows) for name in objects)
        if follows and any(_lacks(name, head, finder) for name in objects[:-1]):
            whole = tuple(name if ends_with(name, head) else f"{name} {head}" for name in objects)
        if whole != objects and all(ends_with(name, head) for name in whole):
            return replace(question, objects=whole)
    head, whole_last = noun_behind(question), f"{objects[-1]} {noun_behind(question)}"
    if head and is_written_large(whole_last, head, retriever):
        return replace(question, objects=(*objects[:-1], whole_last))  # "Amazon" before "Kindle"
    head = "" if question.aspects or question.asked.is_special else head
    known = [f"{name} {head}" for name in objects] + [head] * (" " in head)  # "wooden or metal baseball bats"
    is_head = head and any(sentences_with(name, retriever) >= RARE for name in known)
    return replace(question, aspects=(head,)) if is_head else question


def _noun_of(name: str, retriever: Retriever) -> str:
    """Return the noun that ends a name, of several words if these belong together: "cutting board", no "iron pan"."""
    words = name.split()
    for at in range(1, len(words) - 1):
        noun = " ".join(words[at:])
        if sentences_with(noun, retriever) > OFTENER * sentences_with(" ".join(words[at - 1 : at + 1]), retriever):
            return noun
    return words[-1]


def _headed(
    name: str, head: str, objects: Sequence[str], finder: NameFinder, retriever: Retriever, *, follows: bool
) -> str:
    """Return a name with a word behind it if it is no name without it and people call a thing so, else the name.

    What is written as a brand is none beside things beside which it is not: the apple of "apple or orange juice". What
    people set beside the other thing without the word is a name: the coffee of "coffee or energy drinks". A noun is
    short for no name before it: the soda of "mineral water or soda".

    Args:
        name: Of a thing.
        head: The word.
        objects: The names of all things.
        finder: Knows how often what is written, and how.
        retriever: The index.
        follows: Whether the word stands behind all names.
    """
    own = ONES.sub("", as_named(name, retriever) if is_pointed_at(name) else name)
    if ends_with(own, head):
        return name
    known, large = finder.alone(own)
    whole = f"{own} {head}"
    if is_pointed_at(name) and finder.is_common(head):
        return whole
    times = sentences_with(whole, retriever)
    if times and ITS.search(own):  # "men's"
        return whole
    if STOP.issuperset(own.split()) or ((times or not known) and are_adjectives((own,)) and large < NAME):
        return whole
    others = [one for one in objects if one != name]
    if finder.says_whence(own) and any(says_whence(one.removesuffix(f" {head}")) for one in objects):
        return whole
    if known and not (follows or is_pointed_at(name)):
        return name
    beside = (finder.met(own, one.removesuffix(f" {head}")) for one in others)
    if large >= BRAND and not any(met.shares[0] and met.large[0] < NAME for met in beside):
        return name
    headed = [one if ends_with(one, head) else f"{one} {head}" for one in others]
    if any(naming_both(own, one, retriever) >= RARE and not naming_both(whole, one, retriever) for one in headed):
        return name
    by_chance = known * finder.alone(head)[0] / max(1, retriever.size) / SENTENCE_WORDS
    return whole if times >= RARE and times >= OFTENER * by_chance else name


def _lacks(name: str, head: str, finder: NameFinder) -> bool:
    """Return whether a name is an adjective that people have before this noun: the electric of "electric or gas cars".

    Then the noun is that of all names: the last of them stands right before it.
    """
    return are_adjectives((name,)) and finder.alone(name)[1] < NAME and finder.alone(f"{name} {head}")[0] >= KNOWN


def with_compound(question: ParsedText, retriever: Retriever) -> ParsedText:
    """Return a question whose last name does not reach into the noun behind it: "glass or plastic water bottles"."""
    *others, last = question.objects
    name, _, word = last.rpartition(" ")
    if not (name and (behind := noun_behind(question))) or any(ends_with(one, word) for one in others):
        return question
    noun = sentences_with(f"{word} {behind}", retriever)
    return replace(question, objects=(*others, name)) if noun > OFTENER * sentences_with(last, retriever) else question
