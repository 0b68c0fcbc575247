"""Messages in a message: what stands beside it is cut off or read by itself, before and after it is read as a whole.

Each step is for one kind of saying, and returns None for all others.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.policy import Concern, is_harmless
from engine.text.graded import grade
from engine.text.lexicon import dimension_of, sense, topic_of
from engine.text.related import likeness
from engine.text.stop_words import STOP
from engine.text.tagging import FINITE, GRADED, tagger
from engine.text.tokens import TOKEN, Tokens, same_name, word_set
from engine.types import OVERALL
from nlu_models.intents.draft import BRING_OTHERS, LIKELY, OF_ONE, REFUSES, Draft
from nlu_models.intents.limits import LONGEST_DATE
from nlu_models.intents.message import CERTAIN, NOTHING_SAID, SURE, UNSURE, Entity, ParsedMessage, compared
from nlu_models.intents.names_in_message import CLAUSE_END, FOR_USE, PERSON, WANTS, shaped_by_clauses
from nlu_models.intents.network import network
from nlu_models.intents.sayings import LONGEST, bare, find
from nlu_models.intents.styles import style_of, without_length

MOST_CLAUSES: Final = 4
"""Clauses of a message that are read one by one: the first ones beside an insult, all behind thanks or a greeting."""
_ASK_NOTHING: Final = frozenset(
    {"insult", "chat", "opinion", "affirm", "deny", "greet", "out_of_scope", "nlu_fallback", UNSURE}
)


def with_length(draft: Draft) -> ParsedMessage | None:
    """Read "gas or coal, one word" without the length, where that asks for something."""
    is_length = draft.known and draft.known.saying.intent == "shorter"
    if is_length or len(draft.text) > LONGEST_DATE:
        return None
    left, length = without_length(draft.text)
    read = draft.part(left) if length else None
    if read is None or read.intent in _ASK_NOTHING:
        return None
    word = ", one word" * ("word" in length.split())  # last, so that all else stands where it stood
    return replace(read, text=f"{read.text}{word}", second="shorter" if read.second in {"", "why"} else read.second)


_SHAPE = re.compile(r"(?:[,;:.]|(?<=\?))\s+(?=[^,;:.?!]+[.!]?$)|\s+(?=(?:as|in an?)\s+[\w ]+\W*$)", re.IGNORECASE)
"""What stands before how an answer shall be worded, at the end of a message."""


def with_style(draft: Draft) -> ParsedMessage | None:
    """Read "gas or coal? Put it in a table" without the table, where the rest compares things."""
    end = max(0, len(draft.text) - LONGEST)  # how an answer shall be worded is said in few words
    cut = _SHAPE.search(draft.text, end) if not draft.known else None
    style = style_of(draft.text[cut.end() :]) if cut else ""
    if not cut or style not in {"table", "bullets"} or draft.part(draft.text[cut.end() :]).intent != "style":
        return None
    read = draft.part(draft.text[: cut.start()])
    if read.intent != "compare":
        return None
    return replace(read, entities=(*read.entities, Entity("style", style, 0, len(read.text))))


_ASKED = re.compile(
    r".*\bi\s+(?:(?:just|only)\s+)?(?:asked|was asking|wanted to know)(?:\s+(?:yo)?u)?\s+"
    r"(?=(?:whether|if|which|what|who|how|why|is|are|do|does)\b)",
    re.IGNORECASE,
)
_WHETHER = re.compile(r"^if\b", re.IGNORECASE)


def asked_again(draft: Draft) -> ParsedMessage | None:
    """Read the question in "that is not what I said, I asked whether …"."""
    asked = _ASKED.match(draft.text)
    return draft.part(_WHETHER.sub("whether", draft.text[asked.end() :])) if asked else None


_SO_MUCH = re.compile(
    r"(?P<asks>(?:(?:and|but|so|ok)\W+)*(?:is|are|was|were)\s+[^?.!,;]{1,60}?)\s+(?:(?:really|actually|truly)\s+)?"
    r"(?:all\s+)?(?:that|so)\s+(?P<how>[a-z-]+)\W*$",
    re.IGNORECASE,
)


def so_much(draft: Draft) -> ParsedMessage | None:
    """Read "is Linux really that hard?" as "is Linux hard?"."""
    asked = None if draft.known else _SO_MUCH.match(draft.text)
    return draft.part(f"{asked['asks']} {asked['how']}?") if asked and sense(asked["how"].lower()) else None


_DISBELIEF = re.compile(
    r"(?:(?:and|but|well|no+|nah|sorry|h+m+)\W+)*(?:"
    r"i\s+(?:(?:really|still|just)\s+)?(?:(?:do(?:n['’]?t|\s+not)|ca(?:n['’]?t|nnot)|hardly)\s+(?:believe|buy|trust)|doubt)\s+"
    r"(?:that|this|it|you)|no\s+way|seriously|really|"
    r"(?:that|this|it)(?:\s+(?:can(?:no|['’]?)t|cannot)\s+be|['’]?s|\s+is)\s+(?:not\s+)?(?:right|true|wrong|nonsense))"
    r"\s*[,.;:!?–-]+\s+(?=\w)",
    re.IGNORECASE,
)
"""What says that something is not believed, before what shall be shown for it."""


def shown_for_doubt(draft: Draft) -> ParsedMessage | None:
    """Read "I don't believe that, show me" as "show me", where that asks for sources."""
    doubts = _DISBELIEF.match(draft.text) if draft.context.objects and not draft.known else None
    read = draft.part(draft.text[doubts.end() :]) if doubts else None
    return read if read and read.intent in {"sources", "ask_source"} else None


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
    says = said and not FINITE.isdisjoint(tagger().tag(TOKEN.findall(said.lower())))
    return draft.part(f"{said}?") if says else None


JUDGED = re.compile(
    r"\W{1,9}(?:(?:and|so|but)\W{1,9})?(?:(?:is|are|am|was|were)(?:n['’]?t)?\s+(?:i|he|she|they|it|that|this)\s+(?:\w+ly\s+)?)?"
    r"(?P<word>right|rite|correct|true|wrong|mistaken|(?<=(?:it|at|is)\s)so)\W{0,9}$|"
    r"\W{1,9}(?:is|are|am|was|were)(?:n['’]?t)?\s+(?:i|he|she|they)\s+(?P<else>\w[^?.!,;]{0,60}?)\W{0,9}$",
    re.IGNORECASE,
)
"""What asks behind a claim whether it is right, or whether who makes it is something else."""
CLAIMS = re.compile(
    r"[^?!.,;:]{1,50}?\b(?:heard|read|(?:say|think|believe|claim|reckon|swear|insist|argue|warn|suggest)s?|said|(?:thought|told|tells)(?:\s+(?:me|us))?|"
    r"(?:believ|claim|warn|insist|suggest)ed(?:\s+(?:me|us))?|(?:keeps?\s+)?saying)\s+(?:that\s+)?(?=\w)",
    re.IGNORECASE,
)
"""What tells who claims something."""
OF_SELF = re.compile(r"\W*(?:and |but |no,? )*(?:i|we)\b", re.IGNORECASE)
"""How somebody begins who claims something himself."""
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
    r"(?P<told>(?:i|we|he|she|they|my \w+|our \w+)(?:['’](?:d|re|m)|\s+(?:would|am|are|is))?\s+"
    r"(?:(?:also|really|just|probably|maybe|still)\s+)*"
    r"(?:(?:want|hope|plan|wish|intend|like|love|need)s?\s+to|(?:planning|hoping|going)\s+to|gonna|wanna|might|may)\s+"
    r"(?!(?:know|see|hear|ask|think|understand|compare|talk|look)\b)[^?!.,;:]{2,60}?)"
    r"(?:\s+(?:later(?: on)?|after|afterwards|soon|eventually|(?:some|one) ?day|at some point|in the future))?\W*",
    re.IGNORECASE,
)
"""What somebody says that he plans, and when."""
_TO = re.compile(r"\b(?:to|might|may|gonna|wanna)\s+$", re.IGNORECASE)
"""What stands before the verb for it."""
_NOUNS: Final = frozenset({"NN", "NNS"})


def plan(draft: Draft) -> ParsedMessage | None:
    """Read "I'd like to travel later" as the condition that it is, "if I'd like to travel", where it asks for nothing.

    What is done is no point of view without a noun: "move" is none, "start a company" is one.
    """
    said = _PLAN.fullmatch(bare(draft.text)) if draft.context.objects and not draft.known else None
    if said is None or any(Tokens(said["told"]).mentions(name) for name in draft.context.objects):
        return None
    likeliest, chance = next(iter(network().read(said["told"], draft.context).intents.items()))
    is_harm = likeliest == Concern.SELF_HARM and not is_harmless(said["told"])
    asks = likeliest in BRING_OTHERS or (chance >= SURE and likeliest not in {"add_aspect", Concern.SELF_HARM})
    if is_harm or asks:
        return None
    read = draft.part(f"if {said['told']}")
    if read.intent in list(Concern) or any(one.entity not in {"aspect", "object"} for one in read.entities):
        return None
    named = (replace(one, entity="aspect", role="") for one in read.entities)
    matters = tuple(one for one in named if _names_what(read.text, one))
    return replace(read, intent="add_aspect", confidence=CERTAIN, entities=matters, second="", other="")


def _names_what(text: str, one: Entity) -> bool:
    """Return whether an entity has a noun, beside the verb that tells what is done: "lose weight", but not "move"."""
    is_done = _TO.search(text, 0, one.start) is not None
    return not _NOUNS.isdisjoint(tagger().tag(TOKEN.findall(one.value.lower()))[is_done:])


_THING: Final = r"(?P<name>(?:(?!(?:or|than|it|that|this|they|he|she|we|i|you)\b)[^\s?!,;:]+\s?){1,3}?)"
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


_SORRY = re.compile(
    r"[\s,.…;:?–-]+(?:(?:no|oh|oops|ah|wait)[\s,]+)*"
    r"(?:sorry|scratch that|correction|(?<=[,.…;:–-] )i mean|(?:(?<=no )|(?<=no, )|(?<=wait )|(?<=wait, ))i meant?)\b"
    r"[\s,:–-]+"
    r"(?:i\s+(?:meant|wanted to say)\s+)?(?!not\b)(?=\w)",
    re.IGNORECASE,
)
"""What stands between what was said by mistake and what is meant."""


def self_corrected(draft: Draft) -> ParsedMessage | None:
    """Read "gas or coal, sorry, gas or electric" behind the mistake, and "and milk? no, I meant rum" as "and rum?"."""
    sorry = None if draft.known else _SORRY.search(draft.text)
    if sorry is None:
        return None
    wrong, right = draft.text[: sorry.start()], draft.part(draft.text[sorry.end() :])
    said = [one for one in draft.part(wrong).entities if one.entity == "object"]
    meant = [one for one in right.entities if one.entity == "object"]
    if not said or not meant or len(meant) >= max(2, len(said)):
        return right if said and meant else None
    return draft.part(f"{wrong[: said[-1].start]}{meant[0].value}{wrong[said[-1].end :]}")


_LEAD_END = re.compile(r"(?::|\s[-–]|[.!,])\s+")
_TOPIC = re.compile(
    r"(?:(?:ok|okay|and|so|well)\W+)?(?:now(?: on)?|turning|moving on|on|let(?:['’]s| us) turn) to [^:.!?,]+",
    re.IGNORECASE,
)
"""What says what is spoken of from now on."""


def new_topic(draft: Draft) -> ParsedMessage | None:
    """Read "new topic: tea or coffee?", "now to drinks: tea or coffee?" as if nothing had been said."""
    lead, *new = _LEAD_END.split(draft.text, maxsplit=1)
    known = find(lead, draft.context) if new and not draft.known else None
    is_new = new and ((known and known.saying.intent == "restart") or _TOPIC.fullmatch(lead))
    return replace(draft.parse(new[0], NOTHING_SAID), second="restart") if is_new else None


_BEHIND_LIMIT: Final = {*BRING_OTHERS, *OF_ONE, "compare", "add_aspect", "name_object", "why", "ask_verdict"}
"""Intents of what may be asked behind a limit in one message."""


def behind_limit(draft: Draft) -> ParsedMessage | None:
    """Read "all sources again. And price?" with the limit, and "forget the bus. Tea or coffee?" without the bus."""
    lead = _LEAD_END.search(draft.text)
    before = draft.part(draft.text[: lead.start()]) if lead and not draft.known else None
    if not lead or before is None or before.intent not in {"filter", "drop"}:
        return None
    rest = draft.text[lead.end() :]
    if before.intent == "drop":
        alone = draft.parse(rest, NOTHING_SAID)
        things = [one for one in alone.entities if one.entity == "object"]
        of_things = all(one.entity == "object" for one in before.entities)
        anew = of_things and alone.intent == "compare" and len(things) > 1
        return alone if anew and not any(map(draft.context.names, things)) else None
    asked = draft.part(rest)
    if not before.entities or asked.intent not in _BEHIND_LIMIT or asked.confidence < LIKELY:
        return None
    behind = (replace(one, start=one.start + lead.end(), end=one.end + lead.end()) for one in asked.entities)
    text = f"{draft.text[: lead.end()]}{asked.text}"
    return replace(asked, entities=(*before.entities, *behind), text=text, second=asked.second or "filter")


_WANTED = re.compile(
    r"[\s,;.!–-]+(?:(?:and|but|so)\s+)?(?=(?:(?:i|we)\s+(?:(?:only|just|really)\s+)*(?:want|wanna|need|care)|"
    r"(?:(?:only|just)\s+)?(?:take|keep|use|compare))\b)",
    re.IGNORECASE,
)
"""What stands before the clause that tells what is wanted, and not what goes."""
_ALONE = re.compile(r"\b(?:only|just)\b", re.IGNORECASE)
_AND = re.compile(r"\s+and\s+", re.IGNORECASE)


def wanted_instead(draft: Draft) -> ParsedMessage | None:
    """Read "drop tea, I want rum and gin" as "rum or gin?", and "forget it, I only care about taste" as that alone."""
    end = _WANTED.search(draft.text) if draft.context.objects and not draft.known else None
    if end is None or draft.part(draft.text[: end.start()]).intent != "drop":
        return None
    wanted = draft.part(draft.text[end.end() :])
    things = [one for one in wanted.entities if one.entity == "object"]
    names = [name for one in things for name in _AND.split(one.value)]
    if len(names) > len(things):
        return draft.part(f"{' or '.join(names)}?")
    if len(things) > 1:
        return replace(wanted, intent="compare", entities=tuple(replace(one, role="") for one in wanted.entities))
    if things or not wanted.entities or not _ALONE.search(wanted.text):
        return None
    return replace(wanted, intent="add_aspect", entities=tuple(replace(one, role="only") for one in wanted.entities))


_NEEDS = re.compile(
    rf"{PERSON}(?:{WANTS})"
    r"(?P<what>(?:an?|some)\s+(?:(?:very|really|fairly|quite)\s+)?(?P<how>(?:[\w-]+,?\s+){0,4}?)(?P<kind>[\w-]+))"
    r"(?P<rest>\s+(?:for|with|without|that|which|to|under|in|on)\b.*)?(?=\W*$|[,;.!]\s|\s+(?:because|since|so|but)\b)",
    re.IGNORECASE,
)
"""What tells which kind of thing somebody would have: "my aunt needs a cheap phone", "a camera for video"."""
_OF_KIND: Final = 0.45
"""Likeness from which on a word may be for the kind of a thing: "phone" of an iPhone."""
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


def _is_kind(word: str, names: Sequence[str]) -> bool:
    """Return whether a word may be for the kind of things that some names are of, and not for a point of view."""
    alike = [likeness(word, name) >= _OF_KIND for name in names]
    return all(alike) if topic_of(word) else any(alike)


_PAYLOAD = re.compile(r"/\w+\s*(?:\{.*)?")


def no_words(draft: Draft) -> ParsedMessage | None:
    """Take signs, ":-)" or "???", for what they are known for, and a payload of Rasa's, "/greet", for nothing."""
    if any(map(str.isalnum, draft.text)) and not _PAYLOAD.fullmatch(draft.text):
        return None
    return ParsedMessage(draft.known.saying.intent if draft.known else "nlu_fallback", CERTAIN, text=draft.text)


COMPLAINS = re.compile(
    r"\b(?:(?:yo)?u|ya)(?:['’]?re|\s+are)?\s+(?:ignor|dodg|evad|avoid|misunderst|misread)\w+\b|"
    r"\b(?:(?:yo)?u(?:['’]?re)?|ya|that(?:['’]?s)?)\s+(?:(?:still|just)\s+)?"
    r"(?:(?:d(?:id|o|oes)|have|are)\s?(?:n['’]?o?t|\s+not)|never|no|not)\s+"
    r"(?:an?\s+|really\s+|even\s+)?(?:answer|sa(?:y|id)|tell|told|explain|consider|mention)(?:ed|ing|s)?\b|"
    r"\b(?:yo)?u\s+(?:said|told me|wrote)\s+nothing\b|"
    r"\b(?:not|n['’]?t)\s+(?:(?:quite|really|exactly|at all)\s+)?"
    r"(?:what i\s+(?:asked|said|meant|wanted)|(?:an answer to |answer )?my question)|"
    r"\b(?:i\s+(?:asked|was asking)|my question (?:is|was))\s+(?:(?:yo)?u\s+)?about\b",
    re.IGNORECASE,
)
"""What says that something was not answered."""


_ASK_OTHERWISE: Final = {*REFUSES, *BRING_OTHERS, "nlu_fallback"}


def complaint(draft: Draft) -> ParsedMessage | None:
    """Take "you're not answering my question" for a no, where it names nothing and asks for nothing."""
    if not draft.context.objects or not COMPLAINS.search(draft.text):
        return None
    reading = network().read(draft.text, draft.context)
    if reading.named or next(iter(reading.intents)) in _ASK_OTHERWISE:
        return None
    return ParsedMessage("deny", LIKELY, text=draft.text)


_DECIDES = re.compile(r"\b(?:i['’]?ll|i will|we['’]?ll|we will|it is|it['’]s)\b", re.IGNORECASE)
"""What says that something is decided."""
_THANKS_END = re.compile(rf"{CLAUSE_END.pattern}|\s+and\s+", re.IGNORECASE)
_ABOUT = re.compile(
    r"\b(?:about|(?:think|thought) of|mention(?:ed)?|consider(?:ed)?)\s+(?:(?:the|my|our|its|their)\s+)?(\w+)"
    r"(?=(?:\s+at\s+all)?\s*(?:[?!.,;]|$))",
    re.IGNORECASE,
)


def goodbye_beside_thanks(draft: Draft, found: ParsedMessage) -> ParsedMessage | None:
    """Take "thanks and bye" for a goodbye, and "I'll get the tea then, thanks", which asks nothing, for thanks."""
    if found.intent == "opinion" and _DECIDES.search(found.text) and not found.text.endswith("?"):
        *_, last = found.text.split()
        known = find(last, draft.context)
        polite = known.saying.intent if known else ""
        return replace(found, intent=polite, entities=()) if polite in {"thanks", "goodbye"} else None
    clauses = _THANKS_END.split(found.text)[:MOST_CLAUSES] if found.intent == "thanks" else []
    read = (draft.part(clause) for clause in clauses if clause not in {"", found.text})
    return next((one for one in read if one.intent == "goodbye"), None)


def request_beside_insult(draft: Draft, found: ParsedMessage) -> ParsedMessage | None:
    """Read what is asked beside an insult, or was not thought of: "you did not even think about the smoke"."""
    if found.intent not in {"insult", "nlu_fallback"}:
        return None
    clauses = CLAUSE_END.split(found.text)[:MOST_CLAUSES]
    read = [draft.part(clause) for clause in clauses if clause not in {"", found.text}]
    if all(one.intent != "insult" for one in (found, *read)):
        return None
    asked = [one for one in read if one.intent not in _ASK_NOTHING and one.confidence >= LIKELY]
    if asked:
        return next((one for one in asked if one.intent != "thanks"), asked[0])
    about = _ABOUT.search(found.text) if draft.context.objects else None
    if not about or about[1].casefold() in STOP:
        return None
    named = Entity("aspect", about[1], *about.span(1))
    return replace(found, intent="add_aspect", entities=(named,), confidence=SURE, second="insult")
