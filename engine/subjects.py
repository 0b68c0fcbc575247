"""What a question compares, set right by what the index knows.

What stands behind a name may be what the things are compared on, "Linux vs Windows gaming", and a class may stand
before its things, "a pet, cat or dog". A reader of questions alone cannot tell "Windows gaming" from "Windows Phone",
or a pet from a third animal, and does not know that "road or mountain bike" is about two bikes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import fmean
from typing import Final

from engine.members import is_called
from engine.protocols import QuestionParser, Retriever
from engine.retrieval.names import (
    BRAND,
    ENOUGH,
    IDLE,
    KNOWN,
    NAME,
    SPOKEN,
    NameFinder,
    are_adjectives,
    as_named,
    large_in,
    says_whence,
)
from engine.text.comparing import LIKE
from engine.text.graded import grade
from engine.text.lexicon import dimension_of, sense, topic_of
from engine.text.stop_words import STOP
from engine.text.tagging import tagger
from engine.text.tokens import TOKEN, name_groups, same_name, spellings, stems, unique
from engine.types import OVERALL_ASKED, Asked, AskedKind, Label, ParsedText, Span

_RARE: Final = 3
"""Sentences with the whole of a name, at least, for it to matter how they write it."""
_USE: Final = 0.03
"""Least part of the sentences with a use that have "for" before it: "for gaming"."""
_LOOKED_AT: Final = 40
_BESIDE: Final = ("{} or {}", "{} and {}", "{} vs {}", "{} than {}")
"""How people set a thing beside its like."""
_CLASS: Final = 0.09
"""Part of the sentences with a thing and its class, at most, that set them so."""
_BEFORE_PLACE: Final = re.compile(r"^(?:in|at|by) ", re.IGNORECASE)
_DONE_THERE: Final = re.compile(r"(\w+ing) (in (?:winter|summer|spring|autumn|(?P<place>.+)))", re.IGNORECASE)
"""What is done in a place or a season: "flying in Europe"."""
_IN_IT: Final = re.compile(r" (?:in|on|at|of) ", re.IGNORECASE)
"""What the last noun of a name may be behind, which then says not what the thing is: "living in a tent"."""
_FEW_WORDS: Final = re.compile(r"[^\W\d_]\w*(?: [^\W\d_]\w*)?")
_MARK: Final = re.compile(r"[,;:] ")
"""What ends the noun behind names: "electric or gas cars, which are cheaper?"."""
_WORDS: Final = 15
"""Words of a sentence, about."""
_OFTENER: Final = 5
"""Times that a word is behind another, beside what chance explains, for the two to be a name."""
_BEFORE_CLASS: Final = re.compile(r"\b(?:(?:an?|some)(?: (?:new|good|better))?|about) $", re.IGNORECASE)
_GOING_WITH: Final = re.compile(
    r"\b(?:better|best|well|good|great|nice) with (?:(?:an?|the|my|some) )?$", re.IGNORECASE
)
_WITH: Final = re.compile(r" with (?:(?:an?|the|my|some) )?", re.IGNORECASE)
_NOUN_WITH_USE: Final = re.compile(
    r"(?:for )?([^\W\d_]+(?: [^\W\d_]+)? ((?:for|with|in|on|at|to|if|when|without|during) .+))"
)
_ONE: Final = re.compile(r"(?<=\w) ones?$")
_ITS: Final = re.compile(r"['’]s?$")
"""What ends the name of a thing before a part of it: "Canon's autofocus"."""
_QUALIFIER: Final = re.compile(r"(?<![\w-])([^\W\d_]+(?:['’]s)?) $")
"""The word before a name."""
_SAYS_WHICH: Final = frozenset({"NN", "NNS", "JJ"})
_MATTERS: Final = frozenset({"NN", "NNS", "VBG"})
"""Tags of what things may be compared on."""
_SIDE_BY_SIDE: Final = re.compile(r"(?:['’]s?)? ")
"""What stands between two parts of one name: "women's soccer"."""
_IS_ONE: Final = 0.65
"""Likeness of a name to a word from which on that says what the thing is, and no part of it: "iPad" and "tablet"."""
_SUCH_NAMES: Final = 0.45
"""The same of two names with capitals and the noun behind both, which says what these are: "Xbox" and "console"."""
_ARE_SUCH: Final = 0.5
"""Mean likeness of the names of brands to a noun from which on that says what they are: "Dell", "HP" and "laptop"."""
_MAKE_SUCH: Final = 0.42
"""The same for a noun that names no point of view: "TV", and no "server" of Linux."""
_LETTER: Final = re.compile(
    r" [b-hj-z](?=\W*$|[,;:?!]| (?:and|or|vs\.?|versus|than|by|for|in|on|with|at|if|as|good|more|less|worse|\w+er)\b)",
    re.IGNORECASE,
)
"""A letter that may end the name before it, and is no word there: "u" of "is the Wii u good" is one."""
_NOUN_BEFORE_DEGREE: Final = re.compile(r" ([^\W\d_]+) (?=(?:\w+er|worse|(?:more|less) \w+) than )")
"""A noun behind the first thing, before what is asked of it: "are Honda cars better than Toyota?"."""
_MADE_BY: Final = re.compile(r"(\w+) (?:by|from) (?=\w)", re.IGNORECASE)
"""What stands before the name of a brand: "laptops by HP"."""
_CHOICE: Final = re.compile(r" (?:or|vs\.?|versus) (?:(?:an?|the) )?", re.IGNORECASE)
_APPOSED: Final = re.compile(r" ?[,:;–—-]+ ?(?:(?:is|are) (?:(?:an?|the) )?)?| so ", re.IGNORECASE)


def set_right(question: ParsedText, retriever: Retriever, parser: QuestionParser) -> ParsedText:
    """Return a question with what it compares, and on what, as the index knows them.

    Args:
        question: As it was read.
        retriever: The index.
        parser: Reads what is asked once the names are known.
    """
    finder = NameFinder(retriever)
    question = _with_letter(_whole(_with_noun_apart(question, parser)), retriever)
    question = _qualified(question, finder, retriever)
    question = _without_place(_with_place_apart(question, finder), retriever)
    question = _joined(_with_use(_with_examples(question)))
    question = _with_point_behind(question, finder, retriever, parser)
    if len(question.objects) == 2:
        question = _with_class_apart(question, finder, parser)
        question = _of_part(_with_three(question, finder, retriever), finder, retriever)
    read = question
    if len(question.objects) > 1 and not any(map(_is_pointed_at, question.objects)):
        question = _with_what_matters(_with_compound(question, retriever), finder, retriever, parser)
    question = _with_heads(question, finder, retriever)
    question = _with_things_of_class(question, read.asked, finder, retriever)
    question = _well_spelt(question, finder)
    ends = [name.lower().endswith((" one", " ones")) and not _is_pointed_at(name) for name in question.objects]
    named = [name if one else as_named(name, retriever) for name, one in zip(question.objects, ends, strict=True)]
    question = replace(question, objects=tuple(named))
    if len(question.objects) == 3 and _is_apposed(question, finder) and _is_class(_in_order(question), retriever):
        first, *others = (span for span in question.spans if span.label is Label.OBJECT)
        spans = tuple(span for span in question.spans if span != first)
        return replace(question, objects=tuple(span.text for span in others), spans=spans)
    return question


def _well_spelt(question: ParsedText, finder: NameFinder) -> ParsedText:
    """Return a question with what it asks, and on what, as it is spelt."""
    words, use = map(finder.well_spelt, (question.asked.words, question.asked.use))
    aspects = tuple(map(finder.well_spelt, question.aspects))
    return replace(question, asked=replace(question.asked, words=words, use=use), aspects=aspects)


def _with_noun_apart(question: ParsedText, parser: QuestionParser) -> ParsedText:
    """Return a question whose use does not begin with the noun of its last name: "sheets for summer"."""
    noun = _NOUN_WITH_USE.fullmatch(question.asked.use)
    last = max((span for span in question.spans if span.label is Label.OBJECT), default=None)
    if noun is None or last is None or not question.text.startswith(f" {noun[1]}", last.end):
        return question
    asked = parser.parse(f"which is better {noun[2]}, {' or '.join(question.objects)}?").asked
    return replace(question, asked=asked) if asked.kind is AskedKind.USE else question


def _whole(question: ParsedText) -> ParsedText:
    """Return a question with the whole of a name of which a part was taken: "normal" running shoes, a "Nikon D" 700."""
    spans = [span.text for span in question.spans if span.label is Label.OBJECT]
    numbers = [one for one in question.aspects if SPOKEN.fullmatch(one)]
    whole = {
        name: one
        for name in question.objects
        for one in (*(f"{name} {number}" for number in numbers), *spans)
        if one in question.text and one.startswith(f"{name} ")
        if IDLE.issuperset(name.lower().split()) or one.removeprefix(f"{name} ") in numbers
    }
    aspects = tuple(one for one in question.aspects if not any(name.endswith(f" {one}") for name in whole.values()))
    return replace(question, objects=tuple(whole.get(name, name) for name in question.objects), aspects=aspects)


def _with_letter(question: ParsedText, retriever: Retriever) -> ParsedText:
    """Return a question whose names have the letter that ends them in texts, too: the "wii u", vitamin "c"."""

    def whole(span: Span) -> Span:
        found = _LETTER.match(question.text, span.end) if span.label is Label.OBJECT else None
        name = f"{span.text}{found[0]}" if found else ""
        return (
            span._replace(end=span.end + 2, text=name) if name and _sentences_with(name, retriever) >= _RARE else span
        )

    spans = tuple(map(whole, question.spans))
    if spans == question.spans:
        return question
    return replace(question, objects=unique(one.text for one in spans if one.label is Label.OBJECT), spans=spans)


def _qualified(question: ParsedText, finder: NameFinder, retriever: Retriever) -> ParsedText:
    """Return a question whose names have the noun before them with which they are those of other things.

    "Chocolate milk" is such a name, and "women's tennis".
    """

    def whole(span: Span) -> Span:
        before = _QUALIFIER.search(question.text, 0, span.start)
        free = before and all(one.end <= before.start(1) or one.start >= span.start for one in question.spans)
        if span.label is not Label.OBJECT or span.text not in question.objects or not (before and free):
            return span
        name = question.text[before.start(1) : span.end]
        return span._replace(start=before.start(1), text=name) if is_name(before, span, name) else span

    def is_name(before: re.Match[str], span: Span, name: str) -> bool:
        tags = tagger().tag(TOKEN.findall(question.text[: span.end].lower()))
        at = len(TOKEN.findall(question.text[: span.start])) - 1
        if before[1].lower() in IDLE or not (tags[at] in _SAYS_WHICH or _ITS.search(before[1])):
            return False
        by_chance = finder.alone(before[1])[0] * finder.alone(span.text)[0] / max(1, retriever.size) / _WORDS
        return _sentences_with(name, retriever) >= max(_RARE, _OFTENER * by_chance)

    wholes = {span: whole(span) for span in question.spans}
    if all(span == one for span, one in wholes.items()):
        return question
    named = {span.text: one.text for span, one in wholes.items()}
    objects = tuple(named.get(name, name) for name in question.objects)
    return replace(question, objects=objects, spans=tuple(sorted(wholes.values())))


def _with_place_apart(question: ParsedText, finder: NameFinder) -> ParsedText:
    """Return a question that is limited to the place that stands behind what is done: "trains or flying in Europe"."""
    *others, last = question.objects or ("",)
    done = _DONE_THERE.fullmatch(last)
    if done is None or question.asked.use not in ("", done[2]) or any(" " in name for name in others):
        return question
    if done["place"] and finder.alone(done["place"])[1] < NAME:  # "staying in a hotel"
        return question
    asked = replace(question.asked, use=done[2])
    if not asked.is_special:
        asked = Asked(AskedKind.USE, words=f"better {done[2]}", use=done[2])
    cut = (
        span._replace(end=span.start + len(done[1]), text=done[1]) if span.text == last else span
        for span in question.spans
    )
    return replace(question, objects=(*others, done[1]), spans=tuple(cut), asked=asked)


def _without_place(question: ParsedText, retriever: Retriever) -> ParsedText:
    """Return a question whose names do not reach into what limits it, nor begin with a preposition: "in Berlin".

    One that is a part of a name stays: "in ear" beside "over ear headphones".
    """
    use = question.asked.use
    done = [name for name in question.objects if use and name.endswith(f"ing {use}")]
    if done and question.asked.kind is AskedKind.USE:  # "planting in the ground"
        return replace(question, asked=OVERALL_ASKED)
    heads = [name.split()[-1] for name in question.objects if " " in name]
    parts = {
        one
        for one in question.objects
        if _BEFORE_PLACE.match(one)
        and any(not _ends_with(one, head) and _sentences_with(f"{one} {head}", retriever) >= _RARE for head in heads)
    }
    spans = []
    for span in question.spans:
        name = _bare(span.text, use) if span.label is Label.OBJECT and span.text not in parts else span.text
        start = span.start + span.text.index(name)
        spans.append(Span(start, start + len(name), name, span.label))
    objects = unique(name if name in parts else _bare(name, use) for name in question.objects)
    return replace(question, objects=objects, spans=tuple(spans))


def _with_use(question: ParsedText) -> ParsedText:
    """Return a question on three things on two of them with the third: "beer or wine with pizza"."""
    spans = [span for span in question.spans if span.label is Label.OBJECT]
    if len(spans) != 3 or len(question.objects) != 3:
        return question
    if _WITH.fullmatch(question.text[spans[1].end : spans[2].start]):
        third = spans[2]
    elif _GOING_WITH.search(question.text[: spans[0].start]):
        third = spans[0]
    else:
        return question
    name = question.name(third)
    return replace(
        question,
        objects=tuple(one for one in question.objects if one != name),
        aspects=(*question.aspects, name),
        spans=tuple(span._replace(label=Label.ASPECT) if span == third else span for span in question.spans),
        asked=replace(OVERALL_ASKED, kind=AskedKind.USE, use=f"with {name}"),
    )


def _with_examples(question: ParsedText) -> ParsedText:
    """Return a question on a class with an example of it as one thing: "energy drinks like Red Bull or coffee"."""
    for one, other in pairwise(sorted(span for span in question.spans if span.label is not Label.PREDICATE)):
        if LIKE.fullmatch(question.text[one.end : other.start]):
            whole = Span(one.start, other.end, question.text[one.start : other.end], Label.OBJECT)
            spans = sorted((whole, *(span for span in question.spans if span not in (one, other))))
            objects = unique(question.name(span) for span in spans if span.label is Label.OBJECT)
            aspects = tuple(name for name in question.aspects if name != question.name(other))
            if len(objects) > 1:
                return replace(question, objects=objects, aspects=aspects, spans=tuple(spans))
    return question


def _bare(name: str, use: str) -> str:
    """Return a name without a place.

    >>> _bare("taxi in Berlin", "in Berlin"), _bare("plane from", "from Rome to Bonn"), _bare("in Paris", "")
    ('taxi', 'plane', 'Paris')
    """
    words = _BEFORE_PLACE.sub("", name).split(" ")
    ends = (end for end in range(1, len(words)) if f"{use} ".startswith(f"{' '.join(words[end:])} "))
    return " ".join(words[: next(ends, len(words))])


def _joined(question: ParsedText) -> ParsedText:
    """Return a question on three things on two of them where nothing stands between two: "harvard uni or MIT"."""
    spans = [span for span in question.spans if span.label is Label.OBJECT]
    if len(spans) != 3 or len(question.objects) != 3:
        return question
    for one, other in pairwise(spans):
        if _SIDE_BY_SIDE.fullmatch(question.text, one.end, other.start):
            whole = Span(one.start, other.end, question.text[one.start : other.end], one.label)
            kept = tuple(whole if span == one else span for span in question.spans if span != other)
            objects = (whole.text if span == one else question.name(span) for span in spans if span != other)
            return replace(question, objects=tuple(objects), spans=kept)
    return question


def _with_point_behind(
    question: ParsedText, finder: NameFinder, retriever: Retriever, parser: QuestionParser
) -> ParsedText:
    """Return a question on two things on what ends it behind a comma: "Japan or Korea, street food".

    It is a third thing if it is written as a name, or set beside one of the others.
    """
    spans = [span for span in question.spans if span.label is Label.OBJECT]
    if len(spans) != 3 or len(question.objects) != 3:
        return question
    first, second, third = spans
    between, comma = question.text[first.end : second.start], question.text[second.end : third.start]
    ends = not question.text[third.end :].strip(" ?!.")
    if not (_CHOICE.fullmatch(between) and comma == ", " and ends) or finder.alone(third.text)[1] >= NAME:
        return question
    met = ((one.text, third.text) for one in (first, second))
    if any(finder.met(*pair).comparing or _beside(*pair, retriever) for pair in met):
        return question
    spans = [span._replace(label=Label.ASPECT) if span == third else span for span in question.spans]
    names = tuple(one for one in question.objects if one != question.name(third))
    return _on(replace(question, objects=names, spans=tuple(spans)), third.text, parser)


def _with_class_apart(question: ParsedText, finder: NameFinder, parser: QuestionParser) -> ParsedText:
    """Return a question on two brands without the noun of the first that says what these are: "Honda cars"."""
    first = min((span for span in question.spans if span.label is Label.OBJECT), default=None)
    behind = _NOUN_BEFORE_DEGREE.match(question.text, first.end) if first else None
    others = (span for span in question.spans if span.label is not Label.OBJECT)
    if behind and any(span.start <= behind.start(1) < span.end for span in others):  # "does Coke taste better"
        return question
    made = _MADE_BY.match(first.text) if first else None
    noun = behind[1] if behind else made[1] if made else first.text.split()[-1] if first else ""
    names = tuple(_without_noun(name, noun) for name in question.objects)
    is_of_one = made is not None or any(f"{name} {noun}" in question.text for name in names)
    known = sense(noun)
    is_part = known is not None and known.is_part  # "lenses"
    if question.aspects or is_part or not (noun and is_of_one and _are_such(names, noun, finder)):
        return question
    text = question.text
    for end in spellings(noun):
        text = re.sub(rf"(?<=\w) {re.escape(end)}\b|\b{re.escape(end)} (?:by|from) ", "", text, flags=re.IGNORECASE)
    bare = (_without_noun(span.text, noun) if span.label is Label.OBJECT else span.text for span in question.spans)
    spans = tuple(
        Span(start := span.start + span.text.index(name), start + len(name), name, span.label)
        for span, name in zip(question.spans, bare, strict=True)
    )
    return replace(question, objects=names, spans=spans, asked=parser.parse(text).asked, called=noun)


def _without_noun(name: str, noun: str) -> str:
    """Return a name without a noun at its end, or before whoever makes such things.

    >>> _without_noun("Honda cars", "car"), _without_noun("laptops by HP", "laptops"), _without_noun("by car", "car")
    ('Honda', 'HP', 'by')
    """
    if (made := _MADE_BY.match(name)) and same_name(made[1], noun):
        return name[made.end() :]
    core, _, last = name.rpartition(" ")
    return core if core and same_name(last, noun) else name


def _with_three(question: ParsedText, finder: NameFinder, retriever: Retriever) -> ParsedText:
    """Return a question with the first name as two, if people set its words beside each other more than together."""
    first, second = question.objects
    for one, other in _cut(first):
        comparing, beside = finder.met(one, other).comparing, _beside(one, other, retriever)
        together = _sentences_with(first, retriever)
        if comparing + beside >= ENOUGH and beside > together:
            spans = tuple(part for span in question.spans for part in _parts(span, other, Label.OBJECT))
            return replace(question, objects=(one, other, second), spans=spans)
    return question


def _cut(name: str) -> Iterator[tuple[str, str]]:
    """Yield the ways to cut a name in two.

    >>> [*_cut("Town & Country black")]
    [('Town & Country', 'black')]
    """
    words = name.split()
    ways = (cut for cut in range(1, len(words)) if "&" not in words[cut - 1 : cut + 1])
    yield from ((" ".join(words[:cut]), " ".join(words[cut:])) for cut in ways)


def _sentences_with(name: str, retriever: Retriever) -> float:
    """Return how many sentences have a name with a hyphen between its words at most, one or several of it."""
    found = retriever.search((name,), k=_LOOKED_AT)
    one = re.compile(rf"(?<!\w){re.escape(name.lower().replace('-', ' ').removesuffix('s'))}(?:e?s)?(?![\w+#])")
    with_it = sum(one.search(hit.sentence.text.lower().replace("-", " ")) is not None for hit in found.hits)
    return found.total * with_it / max(1, len(found.hits))


def _with_heads(question: ParsedText, finder: NameFinder, retriever: Retriever) -> ParsedText:
    """Return a question with the last word of one name, or what stands behind all, behind those that are short for it.

    "road or mountain bike" is about a road bike. Where not all are called so, it is what they are compared for: "cotton
    or wool socks".
    """
    objects = question.objects
    longer = [name for name in objects if " " in finder.mended(name)]  # not "ball" of "base ball"
    longer = [name for name in longer if _IN_IT.search(name) is None]
    ends = [(name, name.split()[-1]) for name in longer]
    heads = [end for name, end in ends if not _is_written_large(name, end, retriever)]  # not "Drive" of Google Drive
    for head in (one for one in (_behind(question), *heads) if one and not one.isdecimal()):
        follows = head == _behind(question) or _ends_with(objects[-1], head)
        whole = tuple(_headed(name, head, objects, finder, retriever, follows=follows) for name in objects)
        if follows and any(_lacks(name, head, finder) for name in objects[:-1]):
            whole = tuple(name if _ends_with(name, head) else f"{name} {head}" for name in objects)
        if whole != objects and all(_ends_with(name, head) for name in whole):
            return replace(question, objects=whole)
    head, whole_last = _behind(question), f"{objects[-1]} {_behind(question)}"
    if head and _is_written_large(whole_last, head, retriever):
        return replace(question, objects=(*objects[:-1], whole_last))  # "Amazon" before "Kindle"
    head = "" if question.aspects or question.asked.is_special else head
    known = [f"{name} {head}" for name in objects] + [head] * (" " in head)  # "wooden or metal baseball bats"
    is_head = head and any(_sentences_with(name, retriever) >= _RARE for name in known)
    return replace(question, aspects=(head,)) if is_head else question


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
    own = _ONE.sub("", as_named(name, retriever) if _is_pointed_at(name) else name)
    if _ends_with(own, head):
        return name
    known, large = finder.alone(own)
    whole = f"{own} {head}"
    if _is_pointed_at(name) and finder.is_common(head):
        return whole
    times = _sentences_with(whole, retriever)
    if times and _ITS.search(own):  # "men's"
        return whole
    if STOP.issuperset(own.split()) or ((times or not known) and are_adjectives((own,)) and large < NAME):
        return whole
    others = [one for one in objects if one != name]
    if finder.says_whence(own) and any(says_whence(one.removesuffix(f" {head}")) for one in objects):
        return whole
    if known and not (follows or _is_pointed_at(name)):
        return name
    beside = (finder.met(own, one.removesuffix(f" {head}")) for one in others)
    if large >= BRAND and not any(met.shares[0] and met.large[0] < NAME for met in beside):
        return name
    headed = [one if _ends_with(one, head) else f"{one} {head}" for one in others]
    if any(_met(own, one, retriever) >= _RARE and not _met(whole, one, retriever) for one in headed):
        return name
    by_chance = known * finder.alone(head)[0] / max(1, retriever.size) / _WORDS
    return whole if times >= _RARE and times >= _OFTENER * by_chance else name


def _lacks(name: str, head: str, finder: NameFinder) -> bool:
    """Return whether a name is an adjective that people have before this noun: the electric of "electric or gas cars".

    Then the noun is that of all names: the last of them stands right before it.
    """
    return are_adjectives((name,)) and finder.alone(name)[1] < NAME and finder.alone(f"{name} {head}")[0] >= KNOWN


def _is_written_large(name: str, end: str, retriever: Retriever) -> bool:
    """Return whether what ends a name has a capital in it, and is a part of it: the drive of Google Drive."""
    return large_in(retriever.search((name,), k=_LOOKED_AT).hits, end) >= NAME


def _met(first: str, second: str, retriever: Retriever) -> int:
    return retriever.search((first, second), k=1).total


def _is_pointed_at(name: str) -> bool:
    """Return whether a name lacks its noun, "a Windows one"; not the Xbox One."""
    return _ONE.search(name) is not None and len(spellings(name)) == 1


def _ends_with(name: str, head: str) -> bool:
    return same_name(" ".join(name.split()[-len(head.split()) :]), head)


def _behind(question: ParsedText) -> str:
    """Return a noun behind the last name, and before what else was read, that the reader took for nothing."""
    last = max((span for span in question.spans if span.label is Label.OBJECT), default=None)
    if last is None:
        return ""
    names = (name for name in question.objects if question.text.startswith(name, last.start))
    start = last.start + len(max(names, key=len, default=last.text))
    rest = question.text[start:]
    ends = [span.start - start for span in question.spans if span.start > start]
    ends += [at for at in [rest.find(question.asked.use or "?")] if at >= 0]
    behind = _MARK.split(rest[: min(ends, default=len(rest))], maxsplit=1)[0].strip(" ?!.")
    is_noun = _FEW_WORDS.fullmatch(behind) and tagger().tag(["the", *behind.lower().split()])[-1].startswith("NN")
    return behind if is_noun and behind not in question.aspects and not STOP.intersection(stems(behind)) else ""


def _with_compound(question: ParsedText, retriever: Retriever) -> ParsedText:
    """Return a question whose last name does not reach into the noun behind it: "glass or plastic water bottles"."""
    *others, last = question.objects
    name, _, word = last.rpartition(" ")
    if not (name and (behind := _behind(question))) or any(_ends_with(one, word) for one in others):
        return question
    noun = _sentences_with(f"{word} {behind}", retriever)
    return (
        replace(question, objects=(*others, name)) if noun > _OFTENER * _sentences_with(last, retriever) else question
    )


def _with_what_matters(
    question: ParsedText, finder: NameFinder, retriever: Retriever, parser: QuestionParser
) -> ParsedText:
    """Take off the first or last name what the things are compared on."""
    bare = _bare_choice(question)
    read, question = question, bare or question
    objects = (*question.objects[:-1], f"{question.objects[-1]} {_behind(question)}".strip())
    is_on_all = bare is not None or not (question.asked.is_special or question.aspects)
    for whole, other in ((objects[-1], objects[0]), (objects[0], objects[-1])):
        for name, left in _cut(whole):
            both = other.removesuffix(f" {left}"), name
            if (
                is_on_all
                and _is_property_or_use(left, finder, retriever)
                and not _is_name(whole, left, finder, retriever)
                and not _is_noun_of_both(both, left, finder)
                and _are_rather_compared(both, whole, left, finder)
            ):
                return _on(question, left, parser)
            if not _ends_with(other, left) and _are_brands(whole, left, both, finder, retriever):
                aspects = (left,) if is_on_all else question.aspects
                return replace(_on(question, left, parser), asked=question.asked, aspects=aspects)
            if bare and other == objects[0] and _is_matter_of_both(both, whole, left, finder, retriever):
                return replace(_on(question, left, parser), asked=OVERALL_ASKED)
    return read


def _bare_choice(question: ParsedText) -> ParsedText | None:
    """Return a question that is nothing but a choice of two, with all behind the second as its name; else None."""
    chosen = _CHOICE.search(question.text)
    text = question.text.rstrip(" ?!.")
    if chosen is None or len(question.objects) != 2 or text[: chosen.start()] != question.objects[0]:
        return None
    name = text[chosen.end() :]
    if not f"{name} ".startswith(f"{question.objects[1]} ") or not STOP.isdisjoint(stems(name)):
        return None
    spans = (
        Span(0, chosen.start(), question.objects[0], Label.OBJECT),
        Span(chosen.end(), len(text), name, Label.OBJECT),
    )
    return replace(question, objects=(question.objects[0], name), aspects=(), spans=spans)


def _is_matter_of_both(names: tuple[str, str], whole: str, left: str, finder: NameFinder, retriever: Retriever) -> bool:
    """Return whether what ends a name is a noun that hardly anybody has behind it, and things are compared without it.

    A whole name that nobody has beside the other thing may be met more often: "wood siding" beside cement board.
    """
    from engine.text.related import likeness  # needs numpy

    *before, last = left.lower().split()
    is_noun = tagger().tag(["the", *before, last])[-1] in _MATTERS or tagger().knows(f"{last}s")
    is_one = any(likeness(name, last) >= _IS_ONE for name in names)  # "soup or tomato salad"
    without, with_it = (finder.met(names[0], name).comparing for name in (names[1], whole))
    if without < ENOUGH:
        return False
    is_of_both = all(is_called(name, left, retriever) for name in names)  # "basketball or hockey sport"
    are_such = all(finder.alone(name)[1] >= NAME and likeness(name, last) >= _SUCH_NAMES for name in names)
    is_plain = left.islower() and not _is_written_large(whole, left, retriever)
    if without >= _OFTENER * with_it and is_plain and (is_of_both or are_such):  # "iPhone or Android phone"
        return True
    if not is_noun or (is_one and not is_of_both) or finder.alone(left)[1] >= NAME:
        return False
    is_of_one = not _met(names[0], whole, retriever) and finder.alone(f"{names[0]} {left}")[0] < _RARE
    if finder.alone(whole)[0] >= (KNOWN if is_of_one else _RARE):
        return False
    return with_it < ENOUGH


def _of_part(question: ParsedText, finder: NameFinder, retriever: Retriever) -> ParsedText:
    """Return a question for a property of a part of two things on these: "is Canon's autofocus faster than Nikon's?".

    The part goes from the names where the things are compared, and the parts are not.
    """
    if question.asked.kind is not AskedKind.PROPERTY:
        return question
    part = question.aspects[0] if len(question.aspects) == 1 else ""
    if part and re.search(rf"['’]s? {re.escape(part)}\b", question.text):
        return replace(question, asked=_of_it(part, question.asked))
    said = set(stems(question.asked.words))
    if len(question.objects) != 2 or not all(said.issuperset(stems(one)) for one in question.aspects):
        return question
    for whole in question.objects:
        part = whole.rpartition(" ")[2]
        first, second = (_ITS.sub("", one.removesuffix(f" {part}")) for one in question.objects)
        are_named = stems(first) != stems(second) and all(finder.alone(one)[1] >= NAME for one in (first, second))
        is_its = whole not in (f"{first} {part}", f"{second} {part}")
        if part == whole or _is_written_large(whole, part, retriever):
            continue
        if not (are_named and _may_be_part(part, (first, second), finder, is_its=is_its)):
            continue
        if finder.met(first, second).comparing >= ENOUGH > finder.met(*question.objects).comparing:
            spans = tuple(one for span in question.spans for one in _parts(span, part))
            whole_part = f"{part} {question.asked.words}"
            if question.aspects == (question.asked.words,) and whole_part in question.text:  # "Perl code readability"
                part, known = whole_part, grade(whole_part)
                asked = replace(question.asked, dimension=known.dimension, words=whole_part)
            else:
                asked = _of_it(part, question.asked)
            return replace(question, objects=(first, second), aspects=(part,), asked=asked, spans=spans)
    return question


def _of_it(part: str, asked: Asked) -> Asked:
    """Return a property of a part as one that the whole has: "faster autofocus", "better battery life"."""
    words = asked.words.removeprefix(f"{part} ")
    head, own, whole = words.split()[0].lower(), dimension_of(part), f"{words} {part}"
    is_done = tagger().is_verb(head) or tagger().tag([head]) == ["VBG"]
    known = grade(f"{part} {words}" if is_done else whole)
    if known.dimension == own and known.sign > 0 and not asked.denied:
        return replace(asked, dimension=own, words=f"better {own}")
    return asked if is_done else replace(asked, dimension=own if known.dimension == own else whole, words=whole)


def _may_be_part(word: str, names: Sequence[str], finder: NameFinder, *, is_its: bool) -> bool:
    """Return whether a word is a noun of something that things have, and not of what one of them is.

    Args:
        word: A word behind a name.
        names: Of the things.
        finder: Knows how often what is written, and how.
        is_its: Whether the word is said to be of the thing: "Canon's lenses".
    """
    from engine.text.related import likeness  # needs numpy

    is_noun = tagger().tag(["the", word.lower()])[1].startswith("NN") and finder.alone(word)[1] < NAME
    is_one = not is_its and any(likeness(name, word) >= _IS_ONE for name in names)
    return is_noun and not word.isdecimal() and not is_one


def _are_brands(whole: str, last: str, names: Sequence[str], finder: NameFinder, retriever: Retriever) -> bool:
    """Return whether names are those of brands, and what ends a whole one says only what it is: "AMD processors"."""
    name = whole.removesuffix(f" {last}")
    hits = retriever.search((whole,), k=_LOOKED_AT).hits
    is_written_small = len(hits) >= _RARE and large_in(hits, name) < NAME  # "apple juice"
    if is_written_small or not finder.is_noun_behind(name, last) or any(map(says_whence, names)):
        return False
    beside = (0.0, 0.0) if finder.alone(whole)[0] >= KNOWN else finder.met(names[0], names[1]).large
    return all(_is_brand(name, large, finder) for name, large in zip(names, beside, strict=True))


def _with_things_of_class(question: ParsedText, asked: Asked, finder: NameFinder, retriever: Retriever) -> ParsedText:
    """Return a question on a noun that stands behind one of its names, for all of them, as one on such things: lenses.

    Where all are called so, or it is such things that brands are known for, it says no more than what they are:
    "language" behind Python, "phones" behind HTC. What is a point of view as well stays one unless it says what they
    are: "camera" behind Canon, but not behind Samsung.

    Args:
        question: As it is set right.
        asked: What it asks where the noun says no more.
        finder: Knows how nouns are written.
        retriever: The index.
    """
    names, noun = question.objects, " ".join(question.aspects)
    is_behind = any(f"{name} {noun}" in question.text for name in names)
    is_asked = question.asked.kind is AskedKind.USE or not is_behind or len(question.aspects) != 1 or len(names) < 2
    known, are_such = sense(noun), not is_asked and _are_such(names, noun, finder)
    if is_asked or not (topic_of(noun) == "" or are_such):
        return question
    is_part = known is not None and known.is_part  # "lenses"
    if (are_such and not is_part) or all(is_called(name, noun, retriever) for name in names):
        spans = tuple(span for span in question.spans if span.label is not Label.ASPECT)
        return replace(question, aspects=(), asked=asked, spans=spans, called=noun * are_such)
    return replace(question, aspects=(finder.in_plural(noun),), asked=asked)


def _are_such(names: Sequence[str], noun: str, finder: NameFinder) -> bool:
    """Return whether names are those of brands, and a noun says what these are, or what they make."""
    from engine.text.related import likeness  # needs numpy

    last = noun.lower().split()[-1]
    is_thing = tagger().is_countable(last) or tagger().tag(["the", last])[-1] == "NNS"
    if not is_thing or fmean(likeness(name, noun) for name in names) < (_ARE_SUCH if topic_of(noun) else _MAKE_SUCH):
        return False
    beside = finder.met(names[0], names[1]).large if len(names) == 2 else (0.0,) * len(names)
    return all(_is_brand(name, large, finder) for name, large in zip(names, beside, strict=True))


def _is_brand(name: str, beside: float, finder: NameFinder) -> bool:
    """Return whether a name mostly has a capital; one that is no word, "Nike", often, or is hardly met: "DeWalt"."""
    sentences, large = finder.alone(name)
    is_word = any(map(tagger().knows, name.lower().split()))
    return max(large, beside) >= (BRAND if is_word else NAME) or (sentences < KNOWN and not is_word)


def _are_rather_compared(names: tuple[str, str], whole: str, left: str, finder: NameFinder) -> bool:
    """Return whether people compare things by names without what is left of a whole one, or may well do so.

    What can only be measured is no part of a name that nobody has: "cloth seat comfort", but "mountain bike comfort".
    """
    is_measured = _is_measured(left)
    longer = finder.alone(whole.removesuffix(left) + left.split()[0])[0] if is_measured else 0
    if longer >= KNOWN and longer > _OFTENER * finder.alone(left)[0]:
        return False
    if finder.met(*names).comparing >= ENOUGH > finder.met(names[0], whole).comparing:
        return True
    is_name = finder.alone(whole)[0] >= _RARE or any(finder.alone(name)[0] < KNOWN for name in names)
    return not is_name and (is_measured or topic_of(left) != "")


def _is_measured(words: str) -> bool:
    """Return whether words are a noun behind another that says of what it is: "image quality", "seat comfort"."""
    *of_what, noun = words.lower().split()
    known = sense(noun)
    is_noun = known is not None and known.role == "nouns" and not known.is_part
    return bool(of_what) and is_noun and set(tagger().tag(["the", *of_what, noun])[1:]) == {"NN"}


def _is_property_or_use(words: str, finder: NameFinder, retriever: Retriever) -> bool:
    sentences, large = finder.alone(words)
    if large >= NAME or not words.replace(" ", "").isalpha() or SPOKEN.fullmatch(words):
        return False
    if topic_of(words) or _is_measured(words):
        return True
    return sentences >= KNOWN and retriever.search((f"for {words}",), k=1).total >= _USE * sentences


def _is_name(whole: str, last: str, finder: NameFinder, retriever: Retriever) -> bool:
    """Return whether people use words as one name, often or with a capital on the last of them."""
    sentences, _ = finder.alone(whole)
    if stems(whole) in name_groups("spellings"):
        return True
    if sentences < _RARE or (sentences >= KNOWN and not last.endswith("ing")):
        return sentences >= KNOWN
    return large_in(retriever.search((whole,), k=_LOOKED_AT).hits, last) >= NAME


def _is_noun_of_both(names: Sequence[str], noun: str, finder: NameFinder) -> bool:
    """Return whether a noun ends the names of two things, which are hardly a property of them: solar and wind power."""
    called = [finder.alone(f"{name} {noun}")[0] for name in names]
    return min(called) >= _RARE and max(called) >= KNOWN and all(finder.alone(name)[1] < NAME for name in names)


def _on(question: ParsedText, left: str, parser: QuestionParser) -> ParsedText:
    """Return a question without these words behind its names, asked on what they say."""
    objects = tuple(name.removesuffix(f" {left}") for name in question.objects)
    is_property = bool(topic_of(left)) or _is_measured(left)
    text = f"{' vs '.join(objects)} in terms of {left}" if is_property else f"{' or '.join(objects)} for {left}"
    asked = parser.parse(text).asked
    if asked.kind is not (AskedKind.PROPERTY if is_property else AskedKind.USE):
        known = grade(left)
        of_it = Asked(AskedKind.PROPERTY, known.dimension, "less" if known.sign < 0 else "more", left)
        asked = of_it if is_property else OVERALL_ASKED
    spans = tuple(part for span in question.spans for part in _parts(span, left))
    return replace(question, objects=objects, aspects=(left,), asked=asked, spans=spans)


def _parts(span: Span, left: str, label: Label = Label.ASPECT) -> tuple[Span, ...]:
    """Return a span, or the name and what is behind it where both are in it."""
    name = span.text.removesuffix(f" {left}")
    if span.label is not Label.OBJECT or name == span.text:
        return (span,)
    end = span.start + len(name)
    return Span(span.start, end, name, span.label), Span(end + 1, span.end, left, label)


def _is_apposed(question: ParsedText, finder: NameFinder) -> bool:
    """Return whether the first of three things says what the others are: "a pet, cat or dog", "databases: MySQL or".

    It has an article, or says of what one speaks, or is a common noun of several before brands; and a mark alone stands
    behind it.
    """
    spans = [span for span in question.spans if span.label is Label.OBJECT]
    if len(spans) != len(question.objects):
        return False
    first, second, third = spans
    between, before = question.text[first.end : second.start], question.text[: first.start]
    large = [finder.alone(name)[1] for name in _in_order(question)]
    is_plural = tagger().tag(first.text.lower().split())[-1] == "NNS" and large[0] < NAME <= min(large[1:])
    return (
        (is_plural or between.startswith(":") or _BEFORE_CLASS.search(before) is not None)
        and _APPOSED.fullmatch(between) is not None
        and "," not in question.text[second.end : third.start]
    )


def _in_order(question: ParsedText) -> list[str]:
    """Return the names of a question in the order in which it has them."""
    return [question.name(span) for span in question.spans if span.label is Label.OBJECT]


def _is_class(objects: Sequence[str], retriever: Retriever) -> bool:
    """Return whether nobody sets the first of three things beside the others, as people do with these."""
    kind, first, second = objects
    beside = max(_share_beside(kind, name, retriever) for name in (first, second))
    return beside < _CLASS and 2 * beside < _share_beside(first, second, retriever)


def _share_beside(first: str, second: str, retriever: Retriever) -> float:
    """Return which part of the sentences with two things set them beside each other."""
    total = _met(first, second, retriever)
    return _beside(first, second, retriever) / total if total else 0.0


def _beside(first: str, second: str, retriever: Retriever) -> int:
    """Return how many sentences set two things beside each other."""
    ways = (way.format(*pair) for way in _BESIDE for pair in ((first, second), (second, first)))
    return sum(retriever.search((way,), k=1).total for way in ways)
