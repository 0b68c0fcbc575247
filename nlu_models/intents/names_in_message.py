"""What a message names: steps that make things, points of view and all else of its words, and shape them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from engine.text.comparing import LIKE
from engine.text.graded import grade
from engine.text.lexicon import GENERAL, dimension_of, sense, topic_of
from engine.text.morphology import as_thing, is_comparative
from engine.text.related import likeness
from engine.text.stop_words import STOP
from engine.text.tagging import FINITE, GRADED, tagger
from engine.text.tokens import TOKEN, same_name
from engine.types import OVERALL, Label, Span
from nlu_models.intents.draft import ASKED, BRING_OTHERS, LIKELY, NEEDS_NAME, OF_ONE, Draft, apart
from nlu_models.intents.limits import limits
from nlu_models.intents.message import LOSER, SURE, WINNER, Context, Entity, compared
from nlu_models.intents.network import Named
from nlu_models.intents.object_or_aspect import is_point_of_view
from nlu_models.intents.quantities import factor, meant_by, number, years
from nlu_models.intents.sayings import bare
from nlu_models.question.clauses import About, clauses, dimension_told, is_dismissed
from nlu_models.question.object_names import completed

CLAUSE_END: Final = re.compile(r"[?!.,;]+(?:\s+|$)|(?<=\w)\s+(?=(?:u|ur|you|you['’]?re)\b)", re.IGNORECASE)
_QUESTION_END: Final = re.compile(
    r"[?!.]\s+|,?\s+but\s+(?=(?:is|are|was|were|do|does|did|would|what|which|how)\b)", re.IGNORECASE
)
"""What stands before the last question of a message."""
FOR_USE: Final = re.compile(r"\s+for\s+(?:(?:an?|the|my|our)\s+)?", re.IGNORECASE)


PERSON: Final = r"\b(?:i|we|he|she|they|(?:my|our|his|her|the)\s+[\w-]+(?:\s+[\w-]+){0,2}?)"
"""The person who speaks, or whom he tells of."""
WANTS: Final = (
    r"(?:['’]d\s+|\s+(?:would\s+|will\s+)?)(?:(?:just|only|really|also|still|mainly|definitely|probably)\s+)*"
    r"(?:wants?|wanted|needs?|needed|likes?|prefers?)\s+|"
    r"(?:['’](?:m|s|re)\s+|\s+(?:am|is|are)\s+)(?:(?:just|only|really|also|still|mainly)\s+)*"
    r"(?:looking|searching|shopping)\s+for\s+"
)
"""What stands behind a person who would have something."""


def find_limits(draft: Draft) -> Draft:
    """Find the bounds of time and of sources in "only since 2012", "all sources again"."""
    return replace(draft, limits=limits(draft.text, limited=draft.context.limited))


_BETWEEN: Final = {"aspect": {"", "to"}, "use": {""}, "object": {"a", "an", "the", "my"}, "site": {"", "/", "."}}
"""What may stand between two parts of what is named, by its label."""
NOT: Final = re.compile(
    r"\b(?:(?<!why )(?<!if )(?<!or )not|rather than)\s+(?:(?:about|for|in|of|on|with)\s+)?(?:the\s+)?$", re.IGNORECASE
)
"""What stands before something that is not meant."""


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


def make_entities(draft: Draft) -> Draft:
    """Make entities of what is named or pointed at; a name tells more in "for it, what is bad of tea?"."""
    is_named = draft.likeliest in OF_ONE and any(one.label == "object" for one in draft.named)
    named = (one for one in draft.named if not (is_named and one.label == "reference"))
    return replace(draft, entities=apart((entity for one in named for entity in _entities(one, draft)), draft.limits))


_LACKING = re.compile(
    r"\b(?:without|(?:do|does|did|have|has)(?:n['’]?t| not) (?:have|got|own))\s+"
    r"(?P<article>(?:an?|any|the|much|my)\s+)?$",
    re.IGNORECASE,
)
"""What stands before something that somebody does without."""
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
        case "weight" if weight := factor(words):
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
        yield from (Entity("object", name, *span, role) for name in left[-count if count > 1 else 0 :])
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
    whole = done[0] if len(done) == 1 else compared(one.value, names) if told else ""
    return replace(one, value=whole) if whole and not same_name(whole, one.value) else one


_BEFORE_PERSON = re.compile(
    r"(?:(?:^|[,;.!]|\b(?:and|but|so|because))\s*(?:my|our|his|her|the)\s+)(?:\w+\s+)?$", re.IGNORECASE
)
"""What stands before a person at the beginning of a clause."""
_WANTS_IT = re.compile(WANTS, re.IGNORECASE)


_TO_WORK = re.compile(r"work\b", re.IGNORECASE)
_ON_THE_WAY = re.compile(
    r"\b(?:driv\w+|drove|commut\w+|rid\w+|walk\w*|cycl\w+|bik\w+|travel\w*|run|go|goes|bus|train|miles|km)\b[^?!.,;]*\bto\s+$",
    re.IGNORECASE,
)

"""What stands before the place to which somebody goes."""


def leave_way_to_work(draft: Draft) -> Draft:
    """Leave out the work that somebody is on the way to: "I drive 20 miles to work"."""
    left = [
        one
        for one in draft.entities
        if not (
            one.entity == "aspect"
            and _TO_WORK.match(draft.text, one.start)
            and _ON_THE_WAY.search(draft.text, 0, one.start)
        )
    ]
    return replace(draft, entities=left)


def leave_who_wants(draft: Draft) -> Draft:
    """Leave out the person who would have what matters: "my aunt wants something safe"."""
    points = [one for one in draft.entities if one.entity == "aspect" and one.role != "out"]
    persons = [
        one
        for one in points
        if _BEFORE_PERSON.search(draft.text, 0, one.start) and _WANTS_IT.match(draft.text, one.end)
    ]
    if len(persons) == len(points):
        return draft
    return replace(draft, entities=[one for one in draft.entities if one not in persons])


_BY_IT = re.compile(
    r"\b(?:by|with|when i (?:say|said|wrote))\s+(?:(?:an?|the)\s+)?(?P<said>\w[^?!.,;:]{0,40}?)\s+i\s+"
    r"(?:(?:actually|really|just)\s+)?(?:mean|meant|ment)\s+(?:(?:more\s+)?like\s+)?(?:(?:an?|the)\s+)?$",
    re.IGNORECASE,
)
"""What stands before what somebody means by a word: "by bike I meant a"."""
_SAME_THING: Final = 0.6
"""Likeness from which on a word may stand for a thing: "bike" for cycling."""
_CLEARLY: Final = 0.2
"""By so much more alike it is to that than to the other things."""


def explain_word(draft: Draft) -> Draft:
    """Let what is meant take the place of what a word stood for: "by bike I meant a mountain bike", said of cycling."""
    names = draft.context.objects
    for one in draft.things if names else ():
        says = _BY_IT.search(draft.text, 0, one.start)
        if says is None:
            continue
        said = Entity("object", says["said"], *says.span("said"), "old")
        old = stands_for(draft, said, alone=True)
        old = old if draft.context.names(old) else replace(old, value=_most_alike(said.value, names))
        if old.value:
            return draft.certainly("change_object", second="", relation="", entities=[old, replace(one, role="new")])
    return draft


def _most_alike(word: str, names: Sequence[str]) -> str:
    """Return the one of some names that means much the same as a word, and clearly more than the others; else none."""
    alike = sorted(((likeness(word, name), name) for name in names), reverse=True)
    clear = alike[0][0] >= _SAME_THING and all(alike[0][0] - other >= _CLEARLY for other, _ in alike[1:])
    return alike[0][1] if clear else ""


def find_missing(draft: Draft) -> Draft:
    """Take from the parser of questions the thing, or what matters, that the message must name and does not."""
    if draft.known:
        return draft
    if draft.likeliest in NEEDS_NAME and not draft.things:
        return replace(draft, entities=[*draft.entities, *apart(draft.things_of_question(), draft.entities)])
    missing = draft.likeliest == "add_aspect" and not draft.entities
    return replace(draft, entities=draft.aspects_of_question()) if missing else draft


_NO = re.compile(r"\W*no\b\W*(?:sorry\b\W*)?(?:the\s+)?", re.IGNORECASE)
_REFUSE: Final = frozenset({"drop", "filter", "name_object", "add_object", "deny"})
"""Intents of a no to what is named."""


def correct_with_no(draft: Draft) -> Draft:
    """Take "no, Java", which is neither compared nor weighed, for the correction of a name."""
    said = [(one.start, one.end, one.entity) for one in draft.entities]
    opened, end = _NO.match(draft.text), len(draft.text.rstrip(" .!?"))
    fits = opened and draft.context.objects and draft.names_new and said == [(opened.end(), end, "object")]
    return draft.certainly("change_object") if fits and draft.likeliest in _REFUSE else draft


_KEEP: Final = frozenset({"compare", "add_aspect"})
"""Intents of messages that may ask how one thing is without another."""
_WITHOUT = re.compile(r"\bwithout (?:the )?(?P<name>\w[^?!.,;]*)", re.IGNORECASE)


def drop_without(draft: Draft) -> Draft:
    """Drop a thing compared that is not wanted, "just the two, without the water"; "I own no car" drops nothing."""
    lacking = [one for one in draft.entities if one.value.startswith("without ")]
    if draft.likeliest == "drop" and lacking and len(lacking) == len(draft.entities):
        return draft.certainly("add_aspect")
    found = _WITHOUT.search(draft.text)
    name = compared(found["name"].strip(), draft.context.objects) if found else ""
    if not found or not name or draft.likeliest in _KEEP:
        return draft
    return draft.certainly("drop", entities=[Entity("object", name, *found.span("name"))])


_SEVERAL: Final = frozenset({"two", "three", "four", "2", "3", "4"})
"""How many of the things compared are left out: "the two slowest"."""


def drop_with_most(draft: Draft) -> Draft:
    """Drop "the slowest", "the two worst" or "the one that is least safe"; not the best, nor where one is named."""
    is_told = any(
        one.role == "out" and one.value in draft.context.objects for one in draft.entities
    )  # "no tea, the cheapest"
    if is_told or not draft.context.objects or draft.intents.get("drop", 0.0) <= ASKED:
        return draft
    words = list(TOKEN.finditer(draft.text))
    tags = tagger().tag([one[0].lower() for one in words])
    for at, (one, tag) in enumerate(zip(words, tags, strict=True)):
        graded = one[0].lower() in {"most", "least"}
        end = words[at + 1] if graded and tags[at + 1 : at + 2] in (["JJ"], ["RB"]) else one
        alone = tag == "JJS" and not graded and number(one[0]) == "0"
        count = next(
            (word for word in (*words[max(0, at - 1) : at], *words[at + 1 : at + 2]) if word[0] in _SEVERAL), one
        )
        known = grade(one[0].lower())
        if end is not one or (alone and (known.dimension != OVERALL or (count is not one and known.sign < 0))):
            start, stop = min(one.start(), count.start()), max(end.end(), count.end())
            return draft.certainly("drop", entities=[Entity("object", draft.text[start:stop], start, stop, "top")])
    return draft


_DOES = re.compile(
    r"(?:(?:and|but|so|ok|then)\W+)*(?:do|does|did|don['’]?t|doesn['’]?t|didn['’]?t|is|are|was|were)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
"""What begins a question whether a thing does or is something."""
_OF_WHAT = re.compile(
    r"\b(?:what|how)(?:['’]?s| is| are) the ([a-z][a-z ]*?)(?: like)?"
    r"(?: (?:on|of|in|for|with) (?:each|either|both|them|these|those|the two|all(?: three)?|"
    r"the (?:first|second|third|1st|2nd|3rd|former|latter|last|other))(?: one| of them)?)?\W*$",
    re.IGNORECASE,
)
"""A question how things are from a point of view: "what's the price", "how is the range?"."""
_THERE = re.compile(
    r"\W*(?:(?:and|but|so|ok|well|what|whats|hows|what['’]?s|how['’]?s|how|about|is|are)\W+)*(?:the|their) "
    r"([a-z]+(?: [a-z]+)??)(?: like)? (?:over )?there(?:\W+(?:tho|though|then))?\W*",
    re.IGNORECASE,
)
"""What asks how something is at the places compared: "whats the food like there"."""
_BARE = re.compile(r"([a-z]+(?: [a-z]+)?)\W*", re.IGNORECASE)
"""What may be nothing but a point of view: "good value?"."""
LONGEST_DONE: Final = 3
"""Words for what a thing does."""


def ask_how_it_is(draft: Draft) -> Draft:
    """Take what is asked of things compared for what matters: "does it rust?", "is it noisy?", "what's the price?"."""
    text, things = draft.text, draft.things
    if draft.known:
        return draft
    if len(things) == 1 and draft.context.names(things[0]) and _DOES.fullmatch(text, 0, things[0].start):
        start, end = things[0].end + 1, len(text.rstrip(" ?!."))
        words = text[start:end].lower().split()
        verb = next((word for word in words if word != "still"), "")
        is_graded = not GRADED.isdisjoint(tagger().tag(words))
        done = Entity("aspect", text[start:end], start, end)
        does = len(words) <= LONGEST_DONE and not is_graded and (tagger().is_verb(verb) or dimension_of(done.value))
        return draft.certainly("add_aspect", entities=[*things, done]) if does else draft
    there = _THERE.fullmatch(text) if draft.context.objects and len(draft.entities) < 2 else None
    names_nothing = draft.context.objects and not draft.entities
    of = there or ((_OF_WHAT.search(text) or _BARE.fullmatch(text)) if names_nothing else _of_one(draft))
    is_noun = of is not None and tagger().tag(["the", *of[1].lower().split()])[-1].startswith("NN")
    surely = draft.likeliest == "add_aspect"  # "exclusives?", of which no word was taken for one that matters
    surely = surely or (draft.likeliest == "out_of_scope" and " " not in bare(text))  # "weather?"
    is_open = surely or there or things or (of and draft.intents[draft.likeliest] < SURE and is_point_of_view(of[1]))
    if not (of and is_noun and is_open):
        return draft
    pointed_at = [replace(one, role="") for one in things if one.start >= of.end(1)]
    return draft.certainly("add_aspect", entities=[Entity("aspect", of[1], *of.span(1)), *pointed_at])


def _of_one(draft: Draft) -> re.Match[str] | None:
    """Return the question how one of the things compared is: "how's the range of the second?", where that is unsure."""
    of = _OF_WHAT.search(draft.text) if draft.context.objects and draft.intents[draft.likeliest] < LIKELY else None
    return of if of and all(one in draft.things and one.start >= of.end(1) for one in draft.entities) else None


_ONE = re.compile(r"(?:(?:the|an?)\s+)?(?P<word>[\w-]+)\s+one(?:\W+(?:please|plz|pls))?", re.IGNORECASE)
"""What wants the one that is more so: "a cheaper one please"."""


_OTHER_IS = re.compile(
    r"(?:(?:but|and|well)\W+)?the\s+others?(?:\s+(?:one|two))?(?:['’]s|\s+(?:is|are|looks?))\s+"
    r"(?:(?:much|way|far|even|a\s+bit|a\s+lot)\s+)?(?P<word>[\w-]+)(?:\W+(?:though|tho))?",
    re.IGNORECASE,
)
"""What says of another of several things that it is more so, whichever is meant: "the other one is uglier though"."""


def ask_for_more(draft: Draft) -> Draft:
    """Ask of things compared which is more so: "cleaner?", "the quieter one"."""
    text = bare(draft.text).strip(" ?!.")
    others = _OTHER_IS.fullmatch(text) if len(draft.context.objects) > 2 else None
    said = others or _ONE.fullmatch(text) if not draft.context.reply.startswith("ask_") else None
    word = said["word"] if said else text
    is_more = is_comparative(word.lower()) and dimension_of(word) not in ("", GENERAL)
    if draft.known or not draft.context.objects or not is_more:
        return draft
    start = draft.text.index(word)
    return draft.certainly("add_aspect", entities=[Entity("aspect", word, start, start + len(word))])


_WEIGHS: Final = r"(?:\s+(?:weighs?|counts?|matters?|is|at))?"
_ITS_NUMBER = re.compile(
    rf"{_WEIGHS}\s*[:=]?\s*(?P<weight>\d{{1,2}}(?:[.,]\d+)?\s*%?)(?!\s*(?:times|x)\b|[\w:])", re.IGNORECASE
)
"""The weight that stands behind each of several points of view: "price 3, speed 1"."""
_BEGINS: Final = r"(?:(?<=[,;:] )|(?<=\b[Aa]nd )|^)(?!and\b|And\b)"
_NUMBERED = (
    re.compile(
        rf"{_BEGINS}(?P<name>[^\W\d]+(?: [^\W\d]+){{0,2}}?){_WEIGHS}[ :=]+(?P<weight>\d{{1,2}})"
        r"(?=[,;.!]|$| (?:for|of|with) )"
    ),
    re.compile(rf"{_BEGINS}(?P<weight>\d{{1,2}}) (?:for|on|to) (?P<name>[^\W\d]+(?: [^\W\d]+){{0,2}})(?=[,;.!]|$)"),
)
"""A point of view with its weight behind or before it, and nothing else between two marks."""


def weigh_by_numbers(draft: Draft) -> Draft:
    """Weigh points of view by the numbers beside them, whatever else is said: "price 3, speed 1", "5 for looks"."""
    text, known = draft.text, draft.context.aspects
    aspects = [one for one in draft.entities if one.entity == "aspect"]
    weighed = {one: weight for one in aspects if (weight := _ITS_NUMBER.match(text, one.end))}
    alone = [one for pattern in _NUMBERED for one in pattern.finditer(text)]
    if any(topic_of(one["name"]) or one["name"] in known for one in alone):
        weighed |= {Entity("aspect", one["name"], *one.span("name")): one for one in alone}
    if len(weighed) < 2:
        return draft
    weights = [Entity("weight", factor(one["weight"]), *one.span("weight"), "points") for one in weighed.values()]
    others = apart((one for one in draft.entities if one.entity != "aspect"), [*weighed, *weights])
    named = [*others, *apart(aspects, [*weighed]), *(replace(one, role="") for one in weighed), *weights]
    draft = replace(draft, entities=sorted(named, key=lambda one: one.start))
    return draft if draft.likeliest == "compare" else draft.certainly("add_aspect", second="")


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


_UNDER = re.compile(
    r"\b(?P<how>[\w'’]+)\s+(?:with|without|over|on|under|in|at)\s+(?:(?:an?|the|my|our|his|her)\s+)?$", re.IGNORECASE
)
"""What stands before a circumstance of how something is or does something: "a mess with", "works better over"."""
_HOW: Final = frozenset({"JJ", "JJR", "NN", "NNS", "RBR"})


def take_circumstances(draft: Draft) -> Draft:
    """Take for what matters in whose case something is said of a thing compared: "is tea a mess with kids?"."""
    things = draft.things
    new = [one for one in things if not draft.context.names(one)]
    if not draft.compares or len(new) == len(things):
        return draft

    def shaped(one: Entity) -> Entity:
        under = _UNDER.search(draft.text, 0, one.start) if one in new else None
        if not under or any(other.end == under.end("how") for other in things):
            return one
        tags = tagger().tag(TOKEN.findall(draft.text[: under.end("how")].lower()))
        return replace(one, entity="aspect", role="") if tags[-1] in _HOW else one

    return replace(draft, entities=[shaped(one) for one in draft.entities])


_OF_THING = re.compile(
    r"['’]s\s+(?P<what>[a-z][\w-]*(?:\s+[\w-]+){0,2}?)\s+(?:is|are|was|were|looks?|feels?|seems?|works?)\b",
    re.IGNORECASE,
)
"""What of a thing somebody speaks of: "Oblivion's quests are"."""


def weigh_part_of_thing(draft: Draft) -> Draft:
    """Take for what matters what an opinion is of that a thing has: "I think Chrome's menus are nicer"."""
    things = draft.things
    of = _OF_THING.match(draft.text, things[0].end) if len(things) == len(draft.entities) == 1 else None
    if draft.intent != "opinion" or of is None or not draft.context.names(things[0]):
        return draft
    tags = tagger().tag(["the", *of["what"].lower().split()])[1:]
    is_noun = tags[-1].startswith("NN") and all(tag.startswith(("NN", "JJ")) and tag != "JJR" for tag in tags)
    return replace(draft, entities=[*things, Entity("aspect", of["what"], *of.span("what"))]) if is_noun else draft


_COUNTS_LESS = re.compile(r"\b(?:than|not|no|less|as)\b|n['’]?t\b", re.IGNORECASE)
"""What shows that something does not count more than anything else."""
_OF_THINGS: Final = frozenset({About.THINGS, About.ONE, About.NAMED})
"""Of what clauses speak in which something may be named that matters."""


def shaped_by_clauses(text: str, entities: Sequence[Entity], context: Context, *, compares: bool) -> list[Entity]:
    """Return what a message names as its clauses have it.

    What a clause tells of the person is none of what matters, but for nouns where something is compared already: "my
    hands are small". What tells of a thing is about a dimension: "Ruby is slow", "it costs money".
    """
    things = [one for one in entities if one.entity == "object" and one.role != "class"]
    spans = [Span(one.start, one.end, text[one.start : one.end], Label.OBJECT) for one in things]
    parts = clauses(text, spans, known=() if compares else context.objects)
    named = [one for one in entities if one.entity == "aspect"]
    several = len(named) > 1 and not any(one.entity == "weight" for one in entities)
    told = [one for one in entities if one.entity != "aspect"]
    for one in named:
        part = next((part for part in parts if part.start <= one.start < part.end), None)
        about = part.about if part else About.THINGS
        adjective = not one.role and tagger().tag(["is", one.value.lower()])[1:] == ["JJ"]
        is_said = one.value in text  # and not "beginners" of "never used"
        weighs_less = one.role == "less"
        if part and is_said and not (compares or weighs_less) and is_dismissed(text, part, one.end):
            told.append(replace(one, role="out"))
        elif about is About.ONE and adjective:
            told.append(replace(one, value=dimension_of(one.value) or one.value))
        elif about is About.WEIGHT and part and compares and several and not one.role:
            counts = _COUNTS_LESS.search(text, part.start, one.start) is None
            told.append(replace(one, role="most" if counts else ""))
        elif about in _OF_THINGS or about is About.WEIGHT or not (compares or adjective):
            told.append(one)
    for part in parts:
        silent = not any(part.start <= one.start < part.end for one in named)
        if part.about is About.ONE and silent and (dimension := dimension_told(text, part)):
            told.append(Entity("aspect", dimension, part.start, part.end))
    return told
