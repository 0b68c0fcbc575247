"""Messages drawn from ``nlu_models/intents/sayings.txt``: known wordings, about things of any domain."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from nlu_models.intents.message import Context
from nlu_models.intents.network import Named
from nlu_models.intents.sayings import CHOICE, EITHER, Saying
from nlu_models.training.messages.examples import Message

UNTOLD: Final = 0.15
"""Share of the messages that name nothing of what they follow and are read as if nothing was said before."""
FEWEST_THINGS: Final = 8
"""Of which a domain must have names to lend."""
MOST_DRAWN: Final = 4
"""Most messages that are drawn of a line at a time; the fewer wordings it has, the fewer."""
_NO_STATE: Final = frozenset({"name_object", "add_object", "change_object", "drop", "compare", "swap", "opinion"})
_SLOT = re.compile(r"\{(\w)(?::(\w+))?\}")
_MARK = re.compile(r"\[([^\[\]|]+)\|([^\[\]]+)\]")
_REPLIES: Final = ("verdict", "verdict", "side", "why", "sources", "source", "number", "talk", "nothing")
_FIRST: Final = {0: ("start", "talk", "ask_things"), 1: ("ask_second", "talk")}


@dataclass(slots=True)
class Names:
    """What messages of a domain name."""

    things: set[str] = field(default_factory=set)
    aspects: set[str] = field(default_factory=set)
    uses: set[str] = field(default_factory=set)


def by_domain(messages: Iterable[Message]) -> list[Names]:
    """Return what messages name, those of a domain together."""
    found: defaultdict[str, Names] = defaultdict(Names)
    for message in messages:
        if not message.domain:
            continue
        names = found[message.domain]
        names.things |= set(message.context.objects)
        for one in message.named:
            if one.label in {"aspect", "use"}:
                known = names.aspects if one.label == "aspect" else names.uses
                known.add(message.text[one.start : one.end])
    return [names for names in found.values() if len(names.things) >= FEWEST_THINGS and names.aspects and names.uses]


def draw(sayings: Sequence[Saying], names: Sequence[Names], order: random.Random) -> Iterator[Message]:
    """Yield messages in wordings of each saying."""
    for saying in sayings:
        wordings = 1
        for choice in CHOICE.findall(saying.text):
            wordings *= len(EITHER.split(choice))
        for _ in range(min(MOST_DRAWN, 1 + wordings.bit_length() // 2)):
            yield worded(saying, order.choice(names), order)


def worded(saying: Saying, names: Names, order: random.Random) -> Message:
    """Return a message in one wording of a saying, about things of a domain."""
    text = saying.text
    while choice := CHOICE.search(text):
        text = text[: choice.start()] + order.choice(EITHER.split(choice[1])) + text[choice.end() :]
    text = re.sub(r"\s+(?=[?!.,|]|$)|^\s+", "", re.sub(r"\s+", " ", text))
    slots = {slot[1] for slot in _SLOT.finditer(text)}
    context = _context(saying, names, order, aspects="k" in slots or ":aspect" in text)
    about = slots & set("1234k") or "reference" in text
    if not about and saying.intent not in _NO_STATE and order.random() < UNTOLD:
        context = Context()
    fillers = _fillers(slots, names, context, order)
    text = _SLOT.sub(lambda slot: f"[{fillers[slot[1]]}|{_label(slot[1])}{':' + slot[2] if slot[2] else ''}]", text)
    plain, named, at = "", [], 0
    for mark in _MARK.finditer(text):
        plain += text[at : mark.start()]
        label, _, role = mark[2].partition(":")
        referent, _, role = role.partition(":") if label == "reference" else ("", "", role)
        if referent == "side":
            referent = context.side or "unclear"
        named.append(Named(len(plain), len(plain) + len(mark[1]), label, role, referent))
        plain += mark[1]
        at = mark.end()
    plain += text[at:]
    return Message(
        plain, context, (saying.intent,), tuple(named), saying.other, saying.second, saying.relation, domain="sayings"
    )


def _context(saying: Saying, names: Names, order: random.Random, *, aspects: bool) -> Context:
    few = order.choices(saying.things, [2 if n == 2 else 1 for n in saying.things])[0]
    things = tuple(order.sample(sorted(names.things), few))
    matters = [*names.aspects, *names.uses]
    number = order.choice((1, 1, 2, 3) if aspects else (0, 0, 0, 1, 1, 2, 3))
    known = tuple(order.sample(sorted(matters), number)) if few else ()
    replies = saying.replies if saying.replies != ("any",) else _FIRST.get(few, _REPLIES)
    reply = order.choice(replies)
    asked = ""
    if reply == "side":
        reply += str(order.randint(1, max(1, few)))
    if reply == "ask_which":
        asked = order.choice(sorted(names.things))
    return Context(objects=things, aspects=known, reply=reply, asked=asked)


def _fillers(slots: set[str], names: Names, context: Context, order: random.Random) -> dict[str, str]:
    """Return what stands in each slot of a message."""
    left = sorted(names.things - set(context.objects))
    fillers = dict(zip("xyz", order.sample(left, 3), strict=True)) if len(left) > 2 else {}
    fillers |= {str(n): name for n, name in enumerate(context.objects, 1)}
    fillers |= {"a": order.choice(sorted(names.aspects)), "u": order.choice(sorted(names.uses))}
    fillers["k"] = order.choice(context.aspects) if context.aspects else ""
    missing = slots - fillers.keys()
    return fillers | {slot: order.choice(left) for slot in missing}


def _label(slot: str) -> str:
    return {"a": "aspect", "k": "aspect", "u": "use"}.get(slot, "object")
