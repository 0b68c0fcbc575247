"""Paraphrases: messages that are read as another wording of what they say or ask.

Each step is for one kind of saying, and returns None for all others.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean
from typing import Final

from engine.policy import Concern, is_harmless
from engine.text.graded import grade
from engine.text.lexicon import dimension_of, sense, topic_of
from engine.text.related import likeness
from engine.text.tagging import FINITE, GRADED, NOUNS, tagger
from engine.text.tokens import TOKEN, Tokens, same_name, stems, word_set
from engine.types import OVERALL
from nlu_models.intents.draft import BRING_OTHERS, Draft
from nlu_models.intents.message import CERTAIN, SURE, Entity, ParsedMessage, compared
from nlu_models.intents.network import network
from nlu_models.intents.sayings import bare
from nlu_models.intents.steps.aspects import shaped_by_clauses
from nlu_models.intents.steps.phrases import CLAIMS, FOR_USE, PERSON, WANTS, WRITERS

_SO_MUCH = re.compile(
    r"(?P<asks>(?:(?:and|but|so|ok)\W+)*(?:is|are|was|were)\s+[^?.!,;]{1,60}?)\s+(?:(?:really|actually|truly)\s+)?"
    r"(?:all\s+)?(?:that|so)\s+(?P<how>[a-z-]+)\W*$",
    re.IGNORECASE,
)


def so_much(draft: Draft) -> ParsedMessage | None:
    """Read "is Linux really that hard?" as "is Linux hard?"."""
    asked = None if draft.known else _SO_MUCH.match(draft.text)
    return draft.part(f"{asked['asks']} {asked['how']}?") if asked and sense(asked["how"].lower()) else None


_MATTERS = re.compile(
    r"(?:(?:and|but|so|ok)\W+)*(?:do|does|should|would)(?:n['’]?t)?\s+(?:it|that)\s+(?:(?:really|actually|even|truly)\s+)?"
    r"(?:matter|make\s+(?:a|any|much(?:\s+of\s+a)?)\s+difference)(?:\s+(?:so|that|very)?\s*much|\s+at\s+all)?"
    r"(?:\s+(?:to|for)\s+(?:me|us|anyone|anybody))?\s+(?:that|if|whether)\s+(?=\w)",
    re.IGNORECASE,
)
"""What asks whether something matters."""


def left_to_person(draft: Draft, found: ParsedMessage) -> ParsedMessage | None:
    """Take "does it matter that it's cheaper?" for "it's cheaper": whether that matters no text can tell."""
    asks = _MATTERS.match(found.text) if draft.context.objects and not draft.known else None
    if asks is None or not found.entities:
        return None
    shifted = (replace(one, start=one.start - asks.end(), end=one.end - asks.end()) for one in found.entities)
    return replace(found, text=found.text[asks.end() :].rstrip(" ?"), entities=tuple(shifted))


_DISLIKED = re.compile(
    rf"(?!I hate )(?:(?:and|but|so|well|no)\W+)*{PERSON}\s+(?:(?:really|just|absolutely|simply)\s+)?"
    r"(?:(?:do|does)(?:n['’]?t|\s+not)\s+(?:want|like)|can(?:not|['’]?t)\s+(?:bear|have|stand|tolerate)|dislikes?|hates?)\s+"
    r"(?:(?:any|having|too\s+(?:many|much)|lots\s+of)\s+)?"
    r"(?P<what>(?!(?:it|that|this|these|those|them|you|your|either|both|to|an?|the)\b)[a-z][\w-]*(?:\s+[a-z-]+)?)\W*",
    re.IGNORECASE,
)
"""What says of something that somebody would rather have none of it."""


def disliked(draft: Draft) -> ParsedMessage | None:
    """Read "she can't stand noise", "I don't want caffeine" as "I hate noise": it matters, unless it did before."""
    said = _DISLIKED.fullmatch(draft.text) if draft.context.objects and not draft.known else None
    told = " ".join((*draft.context.objects, *draft.context.aspects))
    if said is None or not set(stems(said["what"])).isdisjoint(stems(told)):
        return None
    read = draft.part(f"I hate {said['what']}")
    return read if read.intent == "add_aspect" and all(one.entity == "aspect" for one in read.entities) else None


_DONE_BY_SOMEBODY = re.compile(
    rf"{PERSON}\s+(?:(?:really|just|absolutely|simply)\s+)?"
    r"(?:(?:(?:do|does)(?:n['’]?t|\s+not)\s+(?:want|like)|can(?:not|['’]?t)\s+(?:bear|have|stand)|dislikes?|hates?)\s+)"
    r"(?:(?:it\s+)?(?:when|if|that|how)\s+)?"
    r"(?P<who>(?!(?:to|it|that|this|these|those|them|you|i|me|my|am|be|being)\b)[a-z][\w-]*)\s+(?:to\s+)?"
    r"(?P<does>[a-z]+\b(?:\s+\w+)?\s+(?:my|our|his|her|their|me|us)\b"
    r"(?!\s+(?:chat|conversation|messages?\s+here)\b)[^?!.;:]*)\W*",
    re.IGNORECASE,
)
"""What says that others shall not do something to somebody, or with what is his: "I hate it when ads follow me"."""


_DONE_HERE: Final = frozenset({"delete_data", "show_stored_data", "filter", "drop"})
"""Intents of what shall be done in the conversation."""


def done_by_somebody(draft: Draft) -> ParsedMessage | None:
    """Weigh the privacy that somebody needs who says "I hate it when firms read my mail".

    It asks for nothing to be done here: neither to delete what was said nor to leave out sources.
    """
    said = _DONE_BY_SOMEBODY.fullmatch(draft.text) if draft.context.objects and not draft.known else None
    if said is None:
        return None
    told = network().read(draft.text, draft.context)
    needs = told.needs or network().read(f"I don't want {said['who']} to {said['does']}", draft.context).needs
    if needs:
        entities = tuple(Entity("need", need, 0, len(draft.text)) for need in needs)
        return ParsedMessage("add_aspect", CERTAIN, entities, draft.text)
    return ParsedMessage("opinion", CERTAIN, (), draft.text) if next(iter(told.intents)) in _DONE_HERE else None


_CHOSEN_BY = re.compile(
    r"(?:(?:and|but|so|ok|then)\W+)*(?:which|what)(?:\s+ones?)?(?:\s+of\s+(?:them|these|those|the\s+(?:two|three)))?\s+"
    r"(?:do|does|did|would|will)\s+(?:(?:most|many|the|other)\s+)?"
    r"(?P<who>(?!(?:i|we|you|u|they|these|those|both|others)\b)[a-z][\w-]*(?:\s+[a-z][\w-]*)?)\s+"
    r"(?:(?:usually|generally|really|actually|normally|typically|tend\s+to)\s+)?"
    r"(?:prefer|like|favou?r|choose|pick|use|recommend|go\s+for|opt\s+for)(?:\s+(?:better|best|more|most))?",
    re.IGNORECASE,
)
"""What asks which thing others take: "which of them do teachers prefer?"."""
_SEVERAL: Final = frozenset({"NNS", "NNPS"})


def chosen_by(draft: Draft) -> ParsedMessage | None:
    """Read "which of them do teachers prefer?" as "which is better for teachers?", but not of those who write texts."""
    asked = _CHOSEN_BY.fullmatch(bare(draft.text).rstrip(" ?!.")) if draft.context.objects and not draft.known else None
    *_, head = asked["who"].lower().split() if asked else ("",)
    if asked is None or head in WRITERS or tagger().tag(["the", head])[1] not in _SEVERAL:
        return None
    return draft.part(f"which is better for {asked['who']}?")


_RESPECT = re.compile(
    r"\s+(?:(?:for|at|in)\s+(?:that|this)(?:\s+(?:respect|regard|matter|case|use|purpose))?|that\s+way)(?=\W*$)",
    re.IGNORECASE,
)
"""What points, at the end of a question, at what was asked about last: "is rum better for that?"."""
_BETTER = re.compile(r"\b(?:(?:any|the|as)\s+)?(?:better|best|good)\b", re.IGNORECASE)
_OF_RESPECT: Final = frozenset({*BRING_OTHERS, "compare", "name_object", "ask_verdict"})
"""Intents of questions that may be asked in one respect."""


def in_that_respect(draft: Draft) -> ParsedMessage | None:
    """Read "is rum better for that?" in the respect asked about last, "is rum cheaper?", in general if none was."""
    found = None if draft.known else _RESPECT.search(draft.text)
    if found is None:
        return None
    asked, rest = draft.text[: found.start()], draft.text[found.end() :]
    read = draft.part(f"{asked}{rest}")
    if read.intent not in _OF_RESPECT:
        return None
    last = draft.context.aspects[-1] if draft.context.aspects else ""
    if not last:
        return read
    is_graded = GRADED.intersection(tagger().tag(TOKEN.findall(last.lower())))
    graded = _BETTER.sub(lambda _: last, asked, count=1) if is_graded else asked
    return draft.part(f"{graded if graded != asked else f'{asked} for {dimension_of(last) or last}'}{rest}")


_WHICH_PART = re.compile(
    r"(?:(?:and|but|so|ok|then)\W+)*(?:(?P<whose>whose)|which|what)\s+(?P<part>[^\W\d_][\w-]*(?:\s+[\w-]+){0,2}?)"
    r"\s*(?:['’]s|\b(?:is|are|was|were))\s+(?:(?:the|any|really|actually)\s+)*(?:better|best|(?P<worse>worse|worst))",
    re.IGNORECASE,
)
"""What asks which thing has the better one of what each has: "which keyboard is better?"."""


_ANY_CLASS: Final = word_set(
    "brand choice company country kind make maker manufacturer model option place platform product side sort system "
    "team thing type version way"
)
"""Nouns for what all sorts of things are."""


def which_part(draft: Draft) -> ParsedMessage | None:
    """Read "which camera is better?" of two phones as "which has the better camera?"."""
    names = draft.context.objects
    asked = _WHICH_PART.fullmatch(bare(draft.text).rstrip(" ?!.")) if len(names) > 1 and not draft.known else None
    if asked is None or not (asked["whose"] or _is_part(asked["part"].lower(), names)):
        return None
    return draft.part(f"which has the {'worse' if asked['worse'] else 'better'} {asked['part']}?")


def _is_part(words: str, names: Sequence[str]) -> bool:
    """Return whether a noun is of what things have, and not of what they are: several "games" are of one console."""
    *_, noun = words.split()
    tag = tagger().tag(["the", *words.split()])[-1]
    if not tag.startswith("NN") or noun in _ANY_CLASS or any(Tokens(name).mentions(noun) for name in names):
        return False
    are_several = tag == "NNS" and not any(tagger().tag([name.lower().split()[-1]]) == ["NNS"] for name in names)
    return fmean(likeness(noun, name) for name in names) < (_SEVERAL_ARE_SO if are_several else _IS_SO)


_PART_OF_THEM = re.compile(
    r"(?:(?:and|but|so|ok|then)\W+)*(?:is|are|was|were)\s+(?:(?:the|their|its)\s+)?"
    r"(?P<part>[^\W\d_][\w-]*(?:\s+[\w-]+)?)\s+(?:(?:any|much|really|actually)\s+)?(?P<how>(?:more\s+)?[a-z]+)"
    r"(?P<done>\s+to\s+[a-z]+)?\s+(?:for|with|on|in|at)\s+(?:(?:either|any)\s+one|one|either|any|each|both)"
    r"(?:\s+of\s+(?:them|these|those|the\s+two|the\s+three))?",
    re.IGNORECASE,
)
"""What asks whether something that all things have is more so of one: "is insurance cheaper for one of them"."""


def part_of_them(draft: Draft) -> ParsedMessage | None:
    """Read "is insurance cheaper for one of them?" of two cars as "which has the cheaper insurance?"."""
    names = draft.context.objects
    asked = _PART_OF_THEM.fullmatch(bare(draft.text).rstrip(" ?!.")) if len(names) > 1 and not draft.known else None
    if asked is None or any(Tokens(name).mentions(asked["part"]) for name in names):
        return None
    tags = tagger().tag(["the", *asked["part"].lower().split()])
    is_more = not GRADED.isdisjoint(tagger().tag(["is", *asked["how"].lower().split()]))
    is_part = tags[-1].startswith("NN") and is_more
    return draft.part(f"which has the {asked['how']}{asked['done'] or ''} {asked['part']}?") if is_part else None


_OBJECTS = re.compile(
    r"(?:(?:but|well|yeah|and|though|although)\W+){0,3}(?P<name>(?:the\s+)?\w[\w .+#-]{0,40}?)\s+(?P<does>[a-z]{2,}s)"
    r"(?P<how>\s+[a-z]+ly|\s+fast)?(?:\W+(?:though|tho)\b(?:\W+doesn['’]?t\s+it)?|\W+doesn['’]?t\s+it)\W*",
    re.IGNORECASE,
)
"""What holds against a thing what it does: "wood burns though", "steel dents, doesn't it"."""

_THIRD = re.compile(r"(?:(?<=[cs]h|ss)e)?s$")
"""The ending of what one does: "rusts", "scratches"."""


def does_so(draft: Draft) -> ParsedMessage | None:
    """Read "steel dents though" as "does steel dent?", of a thing that is compared."""
    said = None if draft.known else _OBJECTS.fullmatch(draft.text)
    if said is None or not compared(said["name"].removeprefix("the "), draft.context.objects):
        return None
    does = said["does"].lower()
    verb = _THIRD.sub("", does)
    is_done = tagger().is_verb(verb) or tagger().tag(["it", does])[1] == "VBZ"
    return draft.part(f"does {said['name']} {verb}{said['how'] or ''}?") if is_done else None


_NOT_SO = re.compile(
    r"(?P<opening>(?:(?:and|but|so|ok|well|hm+)\W+)*)"
    r"(?P<verb>is|are|was|were|does|did|has|would|could|should|do(?=.*\?))n['’]t\s+"
    r"(?P<rest>(?!(?:it|that|this|there|they|these|those|he|she|you|we|i)\b)\w.*)",
    re.IGNORECASE,
)
"""What asks for a yes or no of a thing in a negation, which asks for the same as without it."""


def not_so(draft: Draft) -> ParsedMessage | None:
    """Read "isn't Linux hard?" as "is Linux hard?"."""
    asked = _NOT_SO.fullmatch(draft.text) if draft.context.objects and not draft.known else None
    return draft.part(f"{asked['opening']}{asked['verb']} {asked['rest']}") if asked else None


_OR_NOT = re.compile(r"[\s,]+or\s+not\W*$", re.IGNORECASE)


def or_not(draft: Draft) -> ParsedMessage | None:
    """Read "cats are cleaner or not" as the question that it asks: "cats are cleaner?"."""
    asked = None if draft.known else _OR_NOT.search(draft.text)
    said = draft.text[: asked.start()] if asked else ""
    return draft.part(f"{said}?") if _says(said) else None


def _says(words: str) -> bool:
    """Return whether words say something, with a verb: "cats are cleaner"."""
    return not FINITE.isdisjoint(tagger().tag(TOKEN.findall(words.lower())))


_WHO_SAYS = re.compile(
    r"(?:(?:and|but|so|ok)\W+)*(?:who|where)\s+(?:(?:on\s+earth|the\s+hell|exactly|else)\s+)?"
    r"(?:says?|said|claims?|claimed|thinks?|does\s+it\s+say|did\s+they\s+say)\s+(?:that\s+)?(?P<said>\S.*?)\W*",
    re.IGNORECASE,
)
"""What asks who says something: "who says tea is safer"."""


def who_says(draft: Draft) -> ParsedMessage | None:
    """Read "who says tea is safer?" as the question that its sources answer: "tea is safer?"."""
    asked = _WHO_SAYS.fullmatch(draft.text) if draft.context.objects and not draft.known else None
    return draft.part(f"{asked['said']}?") if asked and _says(asked["said"]) else None


JUDGED = re.compile(
    r"\W{1,9}(?:(?:and|so|but)\W{1,9})?(?:(?:is|are|am|was|were)(?:n['’]?t)?\s+(?:i|he|she|they|it|that|this)\s+(?:\w+ly\s+)?)?"
    r"(?P<word>right|rite|correct|true|wrong|mistaken|(?<=(?:it|at|is)\s)so)\W{0,9}$|"
    r"\W{1,9}(?:is|are|am|was|were)(?:n['’]?t)?\s+(?:i|he|she|they)\s+(?P<else>\w[^?.!,;]{0,60}?)\W{0,9}$",
    re.IGNORECASE,
)
"""What asks behind a claim whether it is right, or whether who makes it is something else."""
_IS = re.compile(r"^(\w.*?)\s+(is|are|was|were)\s+", re.IGNORECASE)


def claim(draft: Draft) -> ParsedMessage | None:
    """Read "my aunt says tea is safer, is she right?" without the aunt, where it is of what is compared.

    What something is said to be for is read as the question whether it is: "is tea for old people?".
    """
    judged, who = JUDGED.search(draft.text), CLAIMS.match(draft.text)
    if not (draft.context.objects and judged and who and who.end() < judged.start()):
        return None
    said = draft.text[who.end() : judged.start()]
    read = draft.part(said)
    if not any(one.entity == "aspect" for one in read.entities) and _IS.match(said) and FOR_USE.search(said):
        asked = draft.part(_IS.sub(r"\2 \1 ", f"{said}?"))
        return replace(asked, intent="opinion", other="", relation="")
    things = [one for one in read.entities if one.entity == "object"]
    if not read.entities or read.intent in list(Concern) or not all(map(draft.context.names, things)):
        return None
    read = replace(read, text=draft.text[who.end() :])
    if read.intent == "compare":
        return read
    named = shaped_by_clauses(said, read.entities, draft.context, compares=False)
    return replace(read, intent="opinion", entities=tuple(named), other="")


_PLAN = re.compile(
    r"(?P<who>(?:i|we|he|she|they|my \w+|our \w+)(?:['’](?:d|re|m)|\s+(?:would|am|are|is))?)\s+"
    r"(?:(?:also|really|just|probably|maybe|still)\s+)*"
    r"(?P<plans>(?:(?:want|hope|plan|wish|intend|like|love|need)s?\s+to|(?:planning|hoping|going)\s+to|gonna|wanna|might|may)\s+"
    r"(?!(?:know|see|hear|ask|think|understand|compare|talk|look|consider|include|try|check)\b)[^?!.,;:]{2,60}?)"
    r"(?:\s+(?:later(?: on)?|after|afterwards|soon|eventually|(?:some|one) ?day|at some point|in the future))?\W*",
    re.IGNORECASE,
)
"""What somebody says that he plans, and when."""


def plan(draft: Draft) -> ParsedMessage | None:
    """Read "I'd like to travel later" as the condition that it is, "if I'd like to travel", where it asks for nothing.

    What is done is no point of view without a noun: "move" is none, "start a company" is one.
    """
    said = _PLAN.fullmatch(bare(draft.text)) if draft.context.objects and not draft.known else None
    if said is None or any(Tokens(said["plans"]).mentions(name) for name in draft.context.objects):
        return None
    told = f"{said['who']} {said['plans']}"
    likeliest, chance = next(iter(network().read(told, draft.context).intents.items()))
    is_harm = likeliest == Concern.SELF_HARM and not is_harmless(told)
    asks = likeliest in BRING_OTHERS or (chance >= SURE and likeliest not in {"add_aspect", Concern.SELF_HARM})
    if is_harm or asks:
        return None
    read = draft.part(f"if {told}")
    if read.intent in list(Concern) or any(one.entity not in {"aspect", "object"} for one in read.entities):
        return None
    named = (replace(one, entity="aspect", role="") for one in read.entities)
    matters = tuple(one for one in named if _names_what(read.text, one))
    return replace(read, intent="add_aspect", confidence=CERTAIN, entities=matters, second="", other="")


_TO = re.compile(r"\b(?:to|might|may|gonna|wanna)\s+$", re.IGNORECASE)
"""What stands before the verb for it."""


def _names_what(text: str, one: Entity) -> bool:
    """Return whether an entity has a noun, beside the verb that tells what is done: "lose weight", but not "move"."""
    is_done = _TO.search(text, 0, one.start) is not None
    return not NOUNS.isdisjoint(tagger().tag(TOKEN.findall(one.value.lower()))[is_done:])


_THING: Final = r"(?P<name>(?:(?!(?:or|than|it|that|this|they|he|she|we|i|you)\b)(?:\.?[^\s?!,;:.]++)++\s?){1,3}?)"
"""A thing of one to three words, each taken whole: parts of long ones would be tried without end."""
_ADVISED = re.compile(
    r"\b(?:(?:i|we)\s+(?:should|must|ought\s+to|had\s+better)|(?:should|shall)\s+(?:i|we))\s+(?:just\s+)?\w+\s+"
    rf"(?:(?:to|on|with|for|an?|the|some|my)\s+)*{_THING}(?=\s*(?:[?!.,;:](?:\s|$)|$|\b(?:instead|because|and|but)\b))",
    re.IGNORECASE,
)
"""What somebody shall do, and with which thing: "I should stick to coffee"."""
_BLAMED = re.compile(rf"(?:(?:an?|the)\s+)?{_THING}\s*\b(?:is|are|was|were)\s+(?![^?!.,;]*\bthan\b)", re.IGNORECASE)
"""What somebody says something of: "tea is poison"."""


def advised(draft: Draft) -> ParsedMessage | None:
    """Read "she says tea is poison and that I should stick to coffee" as "tea or coffee?", whatever else is told."""
    advice = None if draft.known else _ADVISED.search(draft.text)
    who = CLAIMS.search(draft.text) if advice else None
    blamed = _BLAMED.match(draft.text, who.end()) if who else None
    if not (advice and blamed):
        return None
    read = draft.part(f"{blamed['name'].strip()} or {advice['name'].strip()}?")
    return read if read.intent == "compare" and sum(one.entity == "object" for one in read.entities) > 1 else None


_NEEDS = re.compile(
    rf"{PERSON}(?:{WANTS})"
    r"(?P<what>(?:an?|some)\s+(?:(?:very|really|fairly|quite)\s+)?(?P<how>(?:[\w-]+,?\s+){0,4}?)(?P<kind>[\w-]+))"
    r"(?P<rest>\s+(?:for|with|without|that|which|to|under|in|on)\b.*)?(?=\W*$|[,;.!]\s|\s+(?:because|since|so|but)\b)",
    re.IGNORECASE,
)
"""What tells which kind of thing somebody would have: "my aunt needs a cheap phone", "a camera for video"."""
_IDLE: Final = word_set("new first own and or but")
"""Words that say nothing of how the thing shall be."""


def kind_needed(draft: Draft) -> ParsedMessage | None:
    """Read "my aunt needs a cheap phone" as "my aunt needs something cheap" where phones are compared."""
    names = draft.context.objects
    needs = _NEEDS.search(draft.text) if names and not draft.text.endswith("?") else None
    kind = needs["kind"] if needs else ""
    if needs is None or any(same_name(kind, name) for name in names) or not _is_kind(kind, names):
        return None
    words = [word for word in TOKEN.findall(needs["how"]) if not _is_kind(word, names)]
    how = [word for word in words if word.lower() not in _IDLE and grade(word.lower()).dimension != OVERALL]
    is_told = how or (needs["rest"] and not compared(kind, names))  # "a simple phone" of a Windows Phone
    if not (is_told and all(map(dimension_of, how))):
        return None
    start, end = needs.span("what")
    something = f"something {' and '.join(how)}".strip()
    read = draft.part(f"{draft.text[:start]}{something}{draft.text[end:]}")
    if read.entities or not how:
        return read
    wanted = [(word, read.text.find(word, start)) for word in how]
    points = tuple(Entity("aspect", word, at, at + len(word)) for word, at in wanted if at >= 0)
    return replace(read, intent="add_aspect", entities=points, confidence=SURE)


_IS_SO: Final = 0.48
"""Mean likeness of things to a noun from which on that says what they are: "console" of an Xbox and a PlayStation."""
_SEVERAL_ARE_SO: Final = 0.55
"""The same where the noun is of several and each thing is one."""
_OF_KIND: Final = 0.45
"""Likeness from which on a word may be for the kind of a thing: "phone" of an iPhone."""


def _is_kind(word: str, names: Sequence[str]) -> bool:
    """Return whether a word may be for the kind of things that some names are of, and not for a point of view."""
    alike = [likeness(word, name) >= _OF_KIND for name in names]
    return all(alike) if topic_of(word) else any(alike)
