"""Points of view: what matters of the things compared, asked of them or told in a clause."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.text.graded import grade
from engine.text.lexicon import GENERAL, contrary, dimension_of, grades, says_how_good, sense, topic_of
from engine.text.morphology import compared, is_comparative
from engine.text.stop_words import STOP
from engine.text.tagging import GRADED, tagger
from engine.text.tokens import same_name
from engine.types import AskedKind, Label, Span
from nlu_models.intents.draft import BRINGS_IN, EVEN, LIKELY, Draft, apart
from nlu_models.intents.message import SURE, Context, Entity
from nlu_models.intents.object_or_aspect import is_point_of_view
from nlu_models.intents.sayings import bare
from nlu_models.intents.steps.phrases import MEANT, NOT
from nlu_models.question.clauses import About, clauses, dimension_told, is_dismissed

_ONES = re.compile(r"\bones$", re.IGNORECASE)
"""How words end that stand for some of the things compared."""


def weigh_kind(draft: Draft) -> Draft:
    """Weigh what is said of some of the things compared, and names no other: "what about used ones?"."""
    ones = [one for one in draft.named if one.label == "object" and _ONES.search(draft.text[one.start : one.end])]
    if not (ones and draft.context.objects and draft.likeliest in BRINGS_IN):
        return draft
    named = (one._replace(label="aspect", role="") if one in ones else one for one in draft.named)
    return draft.certainly("add_aspect", named=tuple(named))


_DOES = re.compile(
    r"(?:(?:and|but|so|ok|then)\W+)*(?:do|does|did|don['’]?t|doesn['’]?t|didn['’]?t|is|are|was|were|can|could)\s+"
    r"(?:(?:the|an?)\s+)?$",
    re.IGNORECASE,
)
"""What begins a question whether a thing does or is something, or can."""
_BE = re.compile(r"be\s+(?=[a-z]+\W*$)", re.IGNORECASE)
"""What stands before that which can be done with a thing: "be upgraded"."""
_OF_WHAT = re.compile(
    r"\b(?:what|how)(?:['’]?s| is| are) (?:the|their|its) ([a-z][a-z ]*?)(?: like)?"
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
_AT_PLACE = re.compile(
    r"(?:(?:and|but|so|ok|then)\W+)*(?:is|are|was|were)\s+(?:(?:the|its|their)\s+)?"
    r"(?P<what>[a-z]+(?:\s+[a-z]+)?)\s+(?:(?:any|much|really|a lot|still)\s+)?(?P<how>(?:more\s+)?[a-z]+)\s+"
    r"(?:in|at|on|with)\s+(?:(?:the|an?)\s+)?$",
    re.IGNORECASE,
)
"""What asks how something is at one of the things compared: "is the food better in" Paris."""
_WORKS_WITH = re.compile(
    r"(?:(?:and|but|so|ok|then)\W+)*(?:do|does|did|will)\s+(?:(?:the|its|their|my|your)\s+)?"
    r"(?P<what>[a-z]+(?:\s+[a-z]+)??)\s+(?P<how>work|run|function)(?:\s+[a-z]+){0,5}\s+(?:in|at|on|with|under)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
"""What asks whether something works with one of the things compared: "does the sound work on" Linux."""
_BARE = re.compile(r"([a-z]+(?: [a-z]+)?)\W*", re.IGNORECASE)
"""What may be nothing but a point of view: "good value?"."""
LONGEST_DONE: Final = 3
"""Words for what a thing does."""


_ASKS_WHY = re.compile(r"\W*(?:(?:and|but|so|ok|then)\W+)*(?:why|how come)\b(?!\s+not\b)", re.IGNORECASE)


def ask_why_it_is(draft: Draft) -> Draft:
    """Take what it is asked why one of the things has more of for what matters: "why is steel stronger?"."""
    of_one = len(draft.things) == 1 and draft.context.names(draft.things[0])
    points = [one for one in draft.entities if one.entity == "aspect" and not one.role]
    asks = draft.likeliest in {"why", "ask_for"} and _ASKS_WHY.match(draft.text)
    is_asked = asks and not draft.known and of_one and len(points) == 1 and len(draft.context.objects) > 1
    return draft.certainly("add_aspect") if is_asked else draft


def ask_how_it_is(draft: Draft) -> Draft:
    """Take what is asked of things compared for what matters: "does it rust?", "is it noisy?", "what's the price?"."""
    text, things = draft.text, draft.things
    if draft.known:
        return draft
    if len(things) == 1 and draft.context.names(things[0]) and _DOES.fullmatch(text, 0, things[0].start):
        said = bare(text).rstrip(" ?!.")
        start, end = things[0].end + 1, text.rindex(said) + len(said)
        passive = _BE.match(text, start, end)
        start = passive.end() if passive else start
        words = text[start:end].lower().split()
        verb = next((word for word in words if word != "still"), "")
        is_graded = not GRADED.isdisjoint(tagger().tag(words))
        done = Entity("aspect", text[start:end], start, end)
        if is_graded and len(words) > 1 and draft.intents[draft.likeliest] < SURE and _is_more(done.value):
            return draft.certainly("add_aspect", relation="more")
        if part := _part_had(words, done):
            return draft.certainly("add_aspect", entities=[*things, part])
        is_done = passive or tagger().is_verb(verb) or dimension_of(done.value)
        does = len(words) <= LONGEST_DONE and not is_graded and is_done
        return draft.certainly("add_aspect", entities=[*things, done]) if does else draft
    if draft.context.objects and not draft.entities and _asks_which(draft):
        return draft.certainly("add_aspect", relation="more")
    if at_place := _asked_at_place(draft):
        relation = "more" if at_place[1:] else ""
        return draft.certainly("add_aspect", relation=relation, entities=at_place)
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


_USED_IN = re.compile(
    r"(?:can|could|may)\s+(?:i|we|you|one)\s+\w+\s+(?:it|them|these|those|both|either)\s+(?:in|into|on|onto|with|under)\s+"
    r"(?:(?:an?|the|my|our)\s+)?(?P<what>[a-z]+(?:\s+[a-z]+)?)\W*",
    re.IGNORECASE,
)
"""What asks whether things can be put or used somewhere: "can I put them in the dishwasher"."""


def weigh_place_of_use(draft: Draft) -> Draft:
    """Weigh that in which or with which it is asked whether things can be used: "can I put them in the microwave?"."""
    used = _USED_IN.fullmatch(bare(draft.text)) if draft.context.objects and not draft.entities else None
    if used is None or not tagger().tag(["the", *used["what"].lower().split()])[-1].startswith("NN"):
        return draft
    start = draft.text.index(used["what"])
    named = Entity("aspect", used["what"], start, start + len(used["what"]))
    return draft.certainly("add_aspect", second="", relation="", entities=[named])


def _part_had(words: Sequence[str], done: Entity) -> Entity | None:
    """Return the part that it is asked of a thing whether it has it, good or bad: "have bad transmissions"."""
    if words[:1] not in (["have"], ["has"]):
        return None
    at = next((at for at in range(1, len(words)) if not _says_nothing(words[at])), len(words))
    part = " ".join(words[at:])
    is_noun = part and all(tag.startswith("NN") for tag in tagger().tag(["the", *words[at:]])[1:])
    start = done.end - len(part)
    return Entity("aspect", part, start, done.end) if is_noun else None


def _says_nothing(word: str) -> bool:
    """Return whether a word before a part says only that it is good or bad, or nothing."""
    return word in STOP or says_how_good(word)


def _is_more(words: str) -> bool:
    """Return whether something is done more so in a way that is known: "look nicer"."""
    return is_comparative(words.split()[-1].lower()) and bool(dimension_of(grade(words).dimension))


_WHICH = re.compile(r"(?:which|what|who)\b", re.IGNORECASE)


def _asks_which(draft: Draft) -> bool:
    """Return whether it is asked which has more of a dimension, where that is unsure: "which holds its value?"."""
    if draft.intents[draft.likeliest] >= EVEN or not _WHICH.match(bare(draft.text)):
        return False
    asked = draft.parser.parse(bare(draft.text)).asked
    return asked.kind is AskedKind.PROPERTY and dimension_of(asked.dimension) not in ("", GENERAL)


def _asked_at_place(draft: Draft) -> list[Entity]:
    """Return what is asked of one of the things compared, and this where it is graded: "is food better in Paris?"."""
    thing = next((one for one in draft.things[-1:] if draft.context.names(one)), None)
    forms = (form.fullmatch(draft.text, 0, thing.start) for form in (_AT_PLACE, _WORKS_WITH)) if thing else ()
    asks = next(filter(None, forms), None)
    new = asks and all(asks.start("what") <= one.start < asks.end("what") for one in draft.things[:-1])
    if thing is None or asks is None or not new or any(map(str.isalnum, draft.text[thing.end :])):
        return []
    how = asks["how"].lower()
    is_noun = tagger().tag(["the", *asks["what"].lower().split()])[-1].startswith("NN")
    if is_noun and asks.re is _WORKS_WITH and asks["what"].lower() not in STOP:
        return [Entity("aspect", asks["what"], *asks.span("what"))]
    if not is_noun or GRADED.isdisjoint(tagger().tag(["is", *how.split()])):
        return []
    what = asks["what"] if says_how_good(how) else f"{how} {asks['what']}"  # "cheaper food"
    return [Entity("aspect", what, *asks.span("what")), thing]


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


_IS_BETTER = re.compile(r"(?:(?:and|but|so|ok|or)\W+)*(?:is|are|would|might)\b.+\b(?:better|worse)\W*$", re.IGNORECASE)
"""What is asked of a thing, and never of what matters: "is induction better?"."""


def take_for_aspects(draft: Draft) -> Draft:
    """Take things for points of view where what is said is of these: "add comfort", "the stomach instead of sleep"."""
    replaced = _of_what_matters(draft.entities, draft.context) or _is_use_instead(draft)
    doubtful = bool(draft.known) or draft.confidence < LIKELY
    roles: dict[str, str] = {}
    match draft.intent:
        case "add_aspect":
            if len(draft.things) == 1 and _is_asked_of(draft, draft.things[0]):
                return replace(draft, confidence=max(draft.confidence, SURE), other="")
            fits = draft.names_new and (replaced or len(draft.entities) == len(draft.things))
        case "name_object" | "add_object":
            fits = doubtful and are_points_of_view(draft.things, draft.context) and not _IS_BETTER.match(draft.text)
        case "change_object":
            roles, fits = {"new": "meant" if len(draft.entities) == 1 else "", "old": "out"}, replaced
        case _:
            return draft
    given, things = {one: roles.get(one.role, one.role) for one in draft.entities}, draft.things
    found = [replace(one, entity="aspect", role=given[one]) if one in things else one for one in draft.entities]
    return replace(draft, intent="add_aspect", entities=found) if fits else draft


def _is_use_instead(draft: Draft) -> bool:
    """Return whether it is a use that is meant, and not another one: "I meant for jewelry, not investing"."""
    means_use = any(one.label == "use" and one.role != "old" for one in draft.named)
    return means_use and draft.names_new and all(NOT.search(draft.text, 0, one.start) for one in draft.things)


def _is_asked_of(draft: Draft, thing: Entity) -> bool:
    """Return whether a message asks what something with a name is or does: "does the Honda handle better?"."""
    return thing.value.istitle() and _DOES.fullmatch(draft.text, 0, thing.start) is not None


def are_points_of_view(things: Sequence[Entity], context: Context) -> bool:
    """Return whether what is named are points of view, as what is compared is not."""
    told = [is_point_of_view(one.value) for one in things]
    return bool(told) and all(told) and not any(map(is_point_of_view, context.objects))


def _of_what_matters(named: Sequence[Entity], context: Context) -> bool:
    """Return whether it is something that matters, and no thing, that is replaced."""
    old = [one.value for one in named if one.role in {"old", "out"}]
    if old:
        return any(same_name(name, aspect) for name in old for aspect in context.aspects)
    name = named[0].value if len(named) == 1 and named[0].entity == "object" else ""
    matters = name and (context.aspects or topic_of(name)) and are_points_of_view(named, context)
    return bool(matters) or (name.islower() and grades(name))


_SOMETHING = re.compile(r"\b(?:something|anything|one|ones)\s+(?:(?:\w+ly|very|really|and|\w+,)\s+)*$", re.IGNORECASE)
"""What stands before a quality of that which somebody would have: "something simple"."""
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
        wanted = _SOMETHING.search(text, 0, one.start) is not None
        adjective = not (one.role or wanted) and tagger().tag(["is", one.value.lower()])[1:] == ["JJ"]
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
    names = [(one.start, one.end) for one in things]
    for part in parts:
        silent = not any(part.start <= one.start < part.end for one in named)
        if part.about is About.ONE and silent and (dimension := dimension_told(text, part, names)):
            told.append(Entity("aspect", dimension, part.start, part.end))
    return told


def shape_by_clauses(draft: Draft) -> Draft:
    """Shape what is named by the clause it stands in, but lose no use, nor what is meant instead: "Ruby is slow"."""
    if not draft.compares and not (draft.intent in {"add_aspect", "opinion"} and draft.context.objects):
        return draft
    shaped = shaped_by_clauses(draft.text, draft.entities, draft.context, compares=draft.compares)
    uses = {(one.start, one.end) for one in draft.named if one.label == "use"}
    meant = [one for one in draft.entities if one.entity == "aspect" and MEANT.search(draft.text, 0, one.start)]
    kept = apart((one for one in draft.entities if (one.start, one.end) in uses or one in meant), shaped)
    found = sorted([*kept, *shaped], key=lambda one: one.start)
    is_dropped = not draft.compares and found and all(one.role == "out" for one in found)
    return replace(draft, entities=found, intent="drop" if is_dropped else draft.intent)


_DOES_TO_ITS = re.compile(r"\w+\s+(?:its|their)\s+\w+", re.IGNORECASE)
"""What a thing does with something of its own: "hold its value"."""


def name_what_is_done(draft: Draft) -> Draft:
    """Name what a thing does with something of its own by the dimension that it is: "hold its value", resale value."""
    named = [
        replace(one, value=dimension_of(one.value) or one.value) if _DOES_TO_ITS.fullmatch(one.value) else one
        for one in draft.entities
    ]
    return replace(draft, entities=named)


_TOO = re.compile(r"\btoo\s+(?P<how>[\w-]+)", re.IGNORECASE)


def too_much(text: str) -> re.Match[str] | None:
    """Return where a text finds too much of what may be an advantage or none: "too heavy", but not "too expensive"."""
    found = (one for one in _TOO.finditer(text) if (known := sense(one["how"])) and known.grades and not known.merit)
    return next(found, None)


_NOT_TOO = re.compile(
    r"(?:(?:(?:is|are|does|do|wo|ca)n['’]?t|not)\s+)(?:(?:be|get)\s+)?(?:all\s+)?(?:too|so|that|very)\s+"
    r"(?P<how>[\w-]+)(?P<done>\s+to\s+\w.*)?",
    re.IGNORECASE,
)


_SHALL_NOT = re.compile(
    r"\b(?:it|they)\s+(?:should|must|may|can)(?:\s+not|n['’]?t|not)\s+(?:be|feel|look|get)\s+(?:(?:too|so|that|very)\s+)?$",
    re.IGNORECASE,
)
"""What stands before a quality that a thing shall not have."""


def turn_denied(draft: Draft) -> Draft:
    """Weigh the other end of what there shall not be much of: "easier to learn" for "isn't too hard to learn".

    Where there is no word for it, it is less of that: "less clunky" for "it shouldn't be clunky".
    """

    def turned(one: Entity) -> Entity:
        if one.entity == "aspect" and one.role != "out" and _SHALL_NOT.search(draft.text, 0, one.start):
            is_quality = tagger().tag(["is", *one.value.lower().split()])[1:] == ["JJ"]
            return replace(one, value=contrary(compared(one.value)) or f"less {one.value}") if is_quality else one
        said = _NOT_TOO.fullmatch(one.value) if one.entity == "aspect" and one.role != "out" else None
        other = contrary(compared(said["how"].lower())) if said else ""
        return replace(one, value=f"{other}{said['done'] or ''}") if said and other else one

    return replace(draft, entities=[turned(one) for one in draft.entities])


def weigh_other_end(draft: Draft) -> Draft:
    """Weigh the other end of what there is too much of: "lighter" for "isn't steel too heavy?"."""
    found = too_much(draft.text)
    other = contrary(compared(found["how"].lower())) if found else ""
    if not (found and other):
        return draft
    dimension = dimension_of(found["how"])

    def turned(one: Entity) -> Entity:
        is_it = one.entity == "aspect" and one.start < found.end() and found.start() < one.end
        return replace(one, value=other) if is_it and dimension_of(one.value) == dimension else one

    return replace(draft, entities=[turned(one) for one in draft.entities])
