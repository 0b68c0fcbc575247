"""The entities of a message: what its words name or point at, and which of the things compared a name stands for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from engine.text.comparing import LIKE
from engine.text.lexicon import GENERAL, dimension_of, sense, topic_of
from engine.text.morphology import as_thing
from engine.text.stop_words import STOP
from engine.text.tagging import FINITE, tagger
from engine.text.tokens import TOKEN, same_name
from nlu_models.intents.draft import BRING_OTHERS, NEEDS_NAME, OF_ONE, Draft, apart
from nlu_models.intents.message import LOSER, WINNER, Context, Entity, compared, is_same
from nlu_models.intents.network import Named
from nlu_models.intents.quantities import factor, meant_by, number, years
from nlu_models.question.object_names import completed

_BETWEEN: Final = {"aspect": {"", "to"}, "use": {""}, "object": {"a", "an", "the", "my"}, "site": {"", "/", "."}}
"""What may stand between two parts of what is named, by its label."""


def join_names(draft: Draft) -> Draft:
    """Join words for the same: "easiest" to "learn", "a hybrid" like "the Prius", "subaru" "outback" or a third."""
    joined: list[Named] = []
    several = sum(one.label == "object" for one in draft.named) > 2
    for one in draft.named:
        before = joined[-1] if joined and joined[-1].label == one.label else None
        if joined and one.label == "aspect" and _is_done_to(draft.text, joined[-1], one):  # "write" "games"
            joined[-1] = joined[-1]._replace(end=one.end)
            continue
        between = draft.text[before.end : one.start].strip().casefold() if before else ""
        is_phrase = before and one.label == "aspect" and sense(draft.text[before.start : one.end])  # "value for money"
        is_example = before and _is_example(draft, before, one)
        opens = one.label == "use" and tagger().tag([draft.text[one.start : one.end].split()[0].lower()]) == ["IN"]
        is_class = before is not None and before.role == one.role == "class"  # "linux" "distro"
        is_run = (several or is_class) and one.label == "object" and not between  # but "canon nikon" alone are two
        joins = is_phrase or is_example or is_run or between in _BETWEEN.get(one.label, ())
        if before and joins and not opens:
            joined[-1] = before._replace(end=one.end)
        else:
            joined.append(one)
    return replace(draft, named=tuple(joined))


def _is_done_to(text: str, done: Named, one: Named) -> bool:
    """Return whether what is named is the object of a verb before it that tells a use."""
    verb, between = text[done.start : done.end].lower(), text[done.end : one.start]
    return (
        done.label == "use" and between == " " and " " not in verb and tagger().tag([verb])[0] in {"VB", "VBP", "VBG"}
    )


def _is_example(draft: Draft, before: Named, one: Named) -> bool:
    """Return whether a name is an example of a class before it; not in "is Python like Ruby?", nor to correct that."""
    asks = tagger().tag(draft.text.lower().split()[:1])[0] in FINITE
    return not (asks or draft.likeliest == "change_object") and bool(LIKE.fullmatch(draft.text, before.end, one.start))


def make_entities(draft: Draft) -> Draft:
    """Make entities of what is named or pointed at; a name tells more in "for it, what is bad of tea?"."""
    is_named = draft.likeliest in OF_ONE and any(one.label == "object" for one in draft.named)
    named = (one for one in draft.named if not (is_named and one.label == "reference"))
    return replace(draft, entities=apart((entity for one in named for entity in _entities(one, draft)), draft.limits))


_ROLES: Final = {"more": "most", **dict.fromkeys(("since", "until", "in", "any"), "")}
"""Roles that an entity has otherwise than the words for it, or not."""
_ALL_BUT = re.compile(
    r"\b(?:(?:all|any|every)\w*\b.*\bbut|except|excluding|without|outside(?:\s+of)?)\s+(?:the\s+)?$", re.IGNORECASE
)
"""What stands before a source that is left out."""
_AGAIN = re.compile(r"\b(?:again|back(?: in)?)\W*$", re.IGNORECASE)
"""What ends a message by which a source counts that was left out."""
_WORD_BEFORE, _WORD_AFTER = re.compile(r"[\w./-]*$"), re.compile(r"[\w./-]*\w")
"""The rest of the word that the name of a source is part of: "r/" of "r/tea", ".co.uk"."""
_LACKING = re.compile(
    r"\b(?:without|(?:do|does|did|have|has)(?:n['’]?t| not) (?:have|got|own))\s+"
    r"(?P<article>(?:an?|any|the|much|my)\s+)?$",
    re.IGNORECASE,
)
"""What stands before something that somebody does without."""
_CUT = re.compile(r"(?<=\w)\s+(?:with|under|during|without)$", re.IGNORECASE)
"""How words end that were cut within a phrase: "performance with"."""
_BEHIND_CUT = re.compile(
    r"\s+(?:(?:an?|the|my|our)\s+)?(?P<what>(?!(?:it|them|that|this|both|all|in|on|at)\b)[\w-]+(?:\s+[\w-]+){0,4})(?=\W*$)",
    re.IGNORECASE,
)
"""The rest of the phrase: "lots of writes"."""
_DEGREE = re.compile(
    r"(?:\s+times|\s*x)?\s+(?:as\s+(?!(?:important|crucial|essential|relevant|critical|decisive|much|many|high|heavily)\b)"
    r"[a-z]+\s+as|(?!(?:high|great|strong)er\b)[a-z]+er\s+than)\b",
    re.IGNORECASE,
)
"""What stands behind a number that tells how much more so one thing is, and no weight: "twice as fast as"."""
_ALL: Final = frozenset({"either", "both", "neither", "each"})
"""What stands for all things compared, "is wood better than either?"."""
_IN = re.compile(r"^(?:in|on) (?:the )?", re.IGNORECASE)
_MY = re.compile(r"(?:my|our|his|her|their)\s+(?=\w)", re.IGNORECASE)
_OWNED = re.compile(r"(?:have|got|own)\s+(?:(?:an?|any|the|much|my)\s+)?", re.IGNORECASE)


def _entities(named: Named, draft: Draft) -> Iterator[Entity]:
    """Yield what words of a message stand for: a reference for what it points at, a class for that of the best."""
    text, start, end, role = draft.text, named.start, named.end, _ROLES.get(named.role, named.role)
    words = text[start:end]
    if role == "class" and draft.relation != "best":
        role = ""
    match named.label:
        case "object" if words.casefold().partition(" of ")[0] in _ALL:
            yield from (Entity("object", name, start, end, role) for name in draft.context.objects)
        case "object":
            yield Entity("object", LIKE.sub(" like ", words), start, end, role)
        case "aspect" | "use" if words.casefold() not in STOP:
            if words.casefold().startswith("not "):  # "not own a car"
                start, words = start + 4, words[4:]
            if words.casefold().endswith(" to") and (done := TOKEN.search(text, end)):  # "boring to" drive
                end, words = done.end(), text[start : done.end()]
            cut = _CUT.search(text, start, end) if " to " not in words else None
            behind = _BEHIND_CUT.match(text, end) if cut else None
            if cut and behind:
                yield Entity("aspect", behind["what"], *behind.span("what"), role if role != "new" else "")
                end = cut.start()
            start, end = _quality(text, start, end)
            own = _MY.match(text, start, end)
            start = own.end() if own else start
            words = text[start:end]
            owned = _OWNED.match(text, start, end)  # "don't own a car", of which "own a car" may be named
            thing = owned.end() if owned else start
            lacking = _LACKING.search(text, 0, thing) if not (role or topic_of(words)) else None
            told = f"without {lacking['article'] or ''}{text[thing:end]}" if lacking else ""
            value = told or meant_by(words, text[:start])
            value = rest if topic_of(rest := _IN.sub("", value)) else value  # "in durability"
            value = f"with {value}" if value.lower().startswith("no ") and not topic_of(value) else value
            yield Entity("aspect", value, start, end, role if role != "new" else "")
        case "weight" if not _DEGREE.match(text, end) and (weight := factor(words)):
            yield Entity("weight", weight, start, end)
        case "time" if not draft.limits:
            yield from (Entity("time", value, start, end, bound) for bound, value in years(words, named.role))
        case "site":
            before, after = _WORD_BEFORE.search(text, 0, start), _WORD_AFTER.match(text, end)
            start, end = before.start() if before else start, after.end() if after else end
            is_out = (role == "out" and not _AGAIN.search(text)) or _ALL_BUT.search(text, 0, start)
            yield Entity("site", text[start:end], start, end, "out" if is_out else "")
        case "reference":
            yield from _meant(words, named, role, draft)


_WANTED = re.compile(
    r"(?:(?:do|does)(?:n['’]?t| not)\s+)?(?:want\s+(?:it|them|one)\s+)?(?:(?:to be|(?:some|any)thing|an?)\s+)?"
    r"(?:(?:too|so|very|really|that)\s+)?(?P<quality>(?:(?:more|less)\s+)?[\w-]+)(?:\s+ones?)?",
    re.IGNORECASE,
)
"""A quality with the words by which it is wanted: "something fast", "a small one"."""


def _quality(text: str, start: int, end: int) -> tuple[int, int]:
    """Return where the quality stands that words of a text want of a thing; all of them where they want none.

    >>> said = "small one", "something fast", "want it too heavy", "a black one"
    >>> [text[slice(*_quality(text, 0, len(text)))] for text in said]
    ['small', 'fast', 'heavy', 'a black one']
    """
    found = _WANTED.fullmatch(text, start, end)
    return found.span("quality") if found and dimension_of(found["quality"]) not in ("", GENERAL) else (start, end)


_SOME = re.compile(r"\b(?:first|last|other) (?:two|three|[23])\b|\bothers\b", re.IGNORECASE)
"""What points at some of the things that are compared."""


def _meant(words: str, named: Named, role: str, draft: Draft) -> Iterator[Entity]:
    """Yield what a reference points at; nothing where that is not clear or not there."""
    referent, span, context = named.referent, (named.start, named.end), draft.context
    stands_first = named == draft.named[0] and words.casefold() in {"it", "its"}
    if context.side and stands_first and (referent.isdecimal() or referent == "aspect"):
        referent = context.side  # the thing whose side was just shown
    if referent in {"source", "argument"}:
        yield quote(words, *span, context)
    elif referent == "before":
        yield Entity("before", words, *span)
    elif referent == "all" and role == "out":
        yield Entity("aspect", words, *span, "all")
    elif referent == "aspect" and context.aspects:
        yield Entity("aspect", context.aspects[-1], *span, role)
    elif referent == "all":
        count = int(number(words))  # "those two" of three
        gone = {compared(draft.text[one.start : one.end], context.objects) for one in draft.named if one.role == "out"}
        left = [name for name in context.objects if name not in gone]
        told = {compared(draft.text[one.start : one.end], left) for one in draft.named if one.label == "object"}
        others = [name for name in left if name not in told]
        left = others if len(others) == count > 1 else left  # "is Ruby faster than both?"
        count = 0 if "both" in words.casefold().split() else count  # which is said of three, too
        are_gone = len(left) < min(count, len(context.objects))  # "drop tea, which of the other two", of two
        left = [] if are_gone else left[-count if count > 1 else 0 :]
        yield from (Entity("object", name, *span, role) for name in left)
    elif referent in {WINNER, LOSER}:
        yield Entity("object", referent, *span, role)
    elif referent == "unclear" and _SOME.search(words):
        yield Entity("object", words, *span, role)  # which the state of the conversation tells
    elif referent.isdecimal() and context.objects:
        place = -1 if re.search(r"\b(?:last|latter)\b", words, re.IGNORECASE) else int(referent) - 1
        yield from (Entity("object", name, *span, role) for name in context.objects[place:][:1])


def quote(words: str, start: int, end: int, context: Context) -> Entity:
    """Return the source or argument that words point at: the one just shown, or the next one, where none is told."""
    told = number(words)
    if told == "0":
        told = str(int(context.source or 0) + ("next" in words.casefold().split()))
    return Entity("argument", told, start, end)


def find_compared(draft: Draft) -> Draft:
    """Take a name for that of a thing compared, but where the message brings others: "and the 360?"."""
    if draft.likeliest in BRING_OTHERS:
        return draft
    things = draft.things
    found = [stands_for(draft, one, alone=len(things) == 1) if one in things else one for one in draft.entities]
    return replace(draft, entities=found)


def stands_for(draft: Draft, one: Entity, *, alone: bool) -> Entity:
    """Return what a name stands for of those that are compared, else itself.

    That is part of one, "the 360", "electric" where two stoves are compared, or what one does:
    "renting" for "rent", and the other way round.
    """
    names = draft.context.objects
    thing = as_thing(one.value.casefold())
    done = [name for name in names if alone and as_thing(name.casefold()).split()[:1] == [thing]]
    told = alone or draft.text[: one.start].casefold().endswith("the ")
    known = [name for name in names if told or is_same(name, one.value)]
    whole = done[0] if len(done) == 1 else compared(one.value, known)
    return replace(one, value=whole) if whole and not same_name(whole, one.value) else one


def find_missing(draft: Draft) -> Draft:
    """Take from the parser of questions the thing, or what matters, that the message must name and does not."""
    if draft.known:
        return draft
    if draft.likeliest in NEEDS_NAME and not draft.things:
        return replace(draft, entities=[*draft.entities, *apart(draft.things_of_question(), draft.entities)])
    missing = draft.likeliest == "add_aspect" and not draft.entities
    return replace(draft, entities=draft.aspects_of_question()) if missing else draft


_QUESTION_END: Final = re.compile(
    r"[?!.]\s+|,?\s+but\s+(?=(?:is|are|was|were|do|does|did|would|what|which|how)\b)", re.IGNORECASE
)
"""What stands before the last question of a message."""


def take_things_of_question(draft: Draft) -> Draft:
    """Take the things of a comparison as the parser of questions has them, where it has any.

    Where a name lies within one of the parser's, it is the name. Of two questions with two things each, "rent or buy?
    renting vs buying", the last one is meant. Names that share a word have it all: "gas or electric stoves".
    """
    if not draft.compares:
        return draft
    things = draft.things
    are_told = len(things) > 1 or any(one.role == "points" for one in draft.entities)
    least = 2 if things or draft.context.objects else 1
    found = [] if are_told and not draft.known else draft.things_of_question(least=least)
    found = [one for one in found if not draft.known or not apart([one], things)]
    objects = [one for one in draft.entities if one.entity == "object"]
    shorter = [one for one in objects if any(other.start <= one.start and one.end <= other.end for other in found)]
    found = [*shorter, *apart(found, shorter)]
    rest = [one for one in draft.entities if not found or one.entity != "object"]
    entities = [*apart(rest, found), *found]
    last = max((end.end() for end in _QUESTION_END.finditer(draft.text)), default=0)
    if sum(one.entity == "object" and one.start >= last for one in entities) > 1:
        entities = [one for one in entities if one.entity != "object" or one.start >= last]
    names = iter(completed(one.value for one in entities if one.entity == "object"))
    entities = [replace(one, value=next(names)) if one.entity == "object" else one for one in entities]
    return replace(draft, entities=entities)
