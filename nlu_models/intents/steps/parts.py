"""Parts of a message: what stands beside the rest is cut off or read by itself.

Each step is for one kind of saying, and returns None for all others.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from engine.text.stop_words import STOP
from nlu_models.intents.draft import BRING_OTHERS, LIKELY, OF_ONE, REFUSES, Draft
from nlu_models.intents.limits import LONGEST_DATE
from nlu_models.intents.message import CERTAIN, NOTHING_SAID, SURE, UNSURE, Entity, ParsedMessage
from nlu_models.intents.network import network
from nlu_models.intents.sayings import LONGEST, find
from nlu_models.intents.steps.phrases import CLAIMS, CLAUSE_END
from nlu_models.intents.styles import style_of, without_length

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


_DISBELIEF = re.compile(
    r"(?:(?:and|but|well|no+|nah|sorry|h+m+)\W+)*(?:"
    r"i\s+(?:(?:really|still|just)\s+)?(?:(?:do(?:n['’]?t|\s+not)|ca(?:n['’]?t|nnot)|hardly)\s+(?:believe|buy|trust)|doubt)\s+"
    r"(?:that|this|it|you)|no\s+way|seriously|really|"
    r"(?:that|this|it)(?:\s+(?:can(?:no|['’]?)t|cannot)\s+be|['’]?s|\s+is)\s+(?:not\s+)?(?:right|true|wrong|nonsense))"
    r"\s*[,.;:!?–-]+\s+(?=\w)",
    re.IGNORECASE,
)
"""What says that something is not believed, before what shall be shown for it, or is known instead."""


def behind_doubt(draft: Draft) -> ParsedMessage | None:
    """Read "I don't believe that, show me" as "show me", and "really? I heard they rust" as what is heard."""
    doubts = _DISBELIEF.match(draft.text) if draft.context.objects and not draft.known else None
    read = draft.part(draft.text[doubts.end() :]) if doubts else None
    heard = doubts and read and read.intent == "opinion" and CLAIMS.match(draft.text, doubts.end())
    return read if read and (heard or read.intent in {"sources", "ask_source"}) else None


_QUESTION_END = re.compile(r"\?+\s+(?=[^?]*$)")
_ASKS: Final = frozenset({"add_aspect", "compare"})


def before_claim(draft: Draft) -> ParsedMessage | None:
    """Read "do they rust? I heard steel does" as the question, of which it is only told why it is asked."""
    end = _QUESTION_END.search(draft.text) if draft.context.objects and not draft.known else None
    claims = end and CLAIMS.match(draft.text, end.end())
    read = draft.part(draft.text[: end.start() + 1]) if end and claims else None
    return read if read and read.intent in _ASKS and read.entities else None


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


MOST_CLAUSES: Final = 4
"""Clauses of a message that are read one by one: the first ones beside an insult, all behind thanks or a greeting."""
_DECIDES = re.compile(r"\b(?:i['’]?ll|i will|we['’]?ll|we will|it is|it['’]s)\b", re.IGNORECASE)
"""What says that something is decided."""
_THANKS_END = re.compile(rf"{CLAUSE_END.pattern}|\s+and\s+", re.IGNORECASE)


def goodbye_beside_thanks(draft: Draft, found: ParsedMessage) -> ParsedMessage | None:
    """Take "thanks and bye" for a goodbye, and "I'll get the tea then, thanks", which asks nothing, for thanks."""
    if found.intent == "opinion" and _DECIDES.search(found.text) and not found.text.endswith("?"):
        ends = (found.text.split()[-1], CLAUSE_END.split(found.text.rstrip(" ?!."))[-1])
        known = next((said for end in ends if (said := find(end, draft.context))), None)
        polite = known.saying.intent if known else ""
        return replace(found, intent=polite, entities=()) if polite in {"thanks", "goodbye"} else None
    clauses = _THANKS_END.split(found.text)[:MOST_CLAUSES] if found.intent == "thanks" else []
    read = (draft.part(clause) for clause in clauses if clause not in {"", found.text})
    return next((one for one in read if one.intent == "goodbye"), None)


_ABOUT = re.compile(
    r"\b(?:about|(?:think|thought) of|mention(?:ed)?|consider(?:ed)?)\s+(?:(?:the|my|our|its|their)\s+)?(\w+)"
    r"(?=(?:\s+at\s+all)?\s*(?:[?!.,;]|$))",
    re.IGNORECASE,
)


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
