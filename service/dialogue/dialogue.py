"""Leads conversations: understands messages and runs actions for Rasa, and follows its rules when Rasa does not."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from types import MappingProxyType
from typing import Any, NamedTuple

from actions import build
from actions.dialogue_state import DialogueState, Subject
from actions.references import ABOUT, ASKS, told
from actions.sdk import Action, run_action
from actions.turn_comparisons import TurnComparisons
from engine.errors import EngineError
from engine.pipeline import Engine
from engine.text.morphology import as_thing
from engine.text.tagging import FINITE, tagger
from nlu_models.intents import UNSURE, Context, ParsedMessage, bare, buttons, parse_message
from nlu_models.intents.draft import ASKED, LIKELY
from nlu_models.intents.message import NOTHING_SAID, compared
from nlu_models.intents.steps.phrases import CLAIMS, OF_SELF
from nlu_models.question.clauses import clauses, only_tells
from service.dialogue.conversations import Conversation, Conversations
from service.dialogue.rules import Rules
from service.server.pool import Pool

log = logging.getLogger(__name__)

ACTING = 0.6
"""Share of ``rasa.timeout_s`` that an action may take."""

MOST_ACTIONS = 10
"""Actions of one turn; Rasa stops after as many."""

DEFAULT = "utter_default"
"""The response when nothing can be done."""

MOST_QUESTIONS = 3
"""Questions in one message that are answered one by one."""

_QUESTION_END = re.compile(
    r"(?<=\?)\s+|,?\s+(?:and(?:\s+also)?|also)\s+(?=(?:which|who|what(?:['’]?s\s+the|\s+is\s+the|\s+do)|how|is|are|does|do)\b)|"
    r",?\s+(?:and\s+also|and|also)\s+(?=\w[\w ]{0,30}? (?:or|vs\.?|versus) \w)",
    re.IGNORECASE,
)
_TELL = r"(?:(?:please\s+)?(?:(?:tell|show)\s+me|say)\s+)?"
_SENTENCE_END = re.compile(rf"(?<=[.!;])\s+|,?\s+and\s+(?={_TELL}(?:which|who|what|how)\b)", re.IGNORECASE)
"""Where one message may end in another: "drop tea and tell me which of the rest is cheaper"."""
_RETURNS = frozenset({"back_to", "undo"})
_CHANGES = frozenset({"add_object", "change_object", "drop", "add_aspect", "filter"})
"""Intents that go back, and of what may be done behind that in one message: "undo that. Add rum"."""
_BRINGS = frozenset({"name_object", "add_object"})
"""Intents of a bare name, "online play?"."""
_NOT_UNDERSTOOD = frozenset({"nlu_fallback", "out_of_scope", UNSURE})
_FOLLOWING = frozenset(
    {"add_aspect", "why", "sources", "other_side", "ask_for", "ask_against", "ask_how_many", "ask_date", "ask_how_sure"}
    | {"ask_verdict", "repeat"}
)
"""Intents of questions about a comparison that may stand behind it in one message."""
_MANNERS = frozenset({"why", "shorter"})
"""Those that, with a length, say how a comparison shall be told."""

_CORRECTS = frozenset({"change_object", "name_object", "add_aspect"})
"""Intents of a correction that names a thing, behind which more is asked of it: "I said tea, what is bad about it?"."""
_CLAUSE_END = re.compile(r"\s*[,.:;!?]\s+(?:(?:and|but|so|then)\s+)?|\s+[-–]\s+", re.IGNORECASE)
_SAME = re.compile(
    r"(?:(?:(?:do|ask|say|tell|show|give) (?:me )?)?(?:the )?(?:same|ditto|likewise)\b(?: thing| question| again)? "
    r"(?:for|of|with|about)|is|are|does|do|did|has|have|can|will) (?:the )?(?P<of>[^,.;:?!]+?)(?: too| as well)?",
    re.IGNORECASE,
)
"""What asks the last question of something else: "ditto for Paris", "does the latter?"."""
_WORD = re.compile(r"\w")
_FIRST_WORD = re.compile(r"\w+")
_CHOICE = re.compile(r"\b(?:or|vs?|versus|than)\b", re.IGNORECASE)
"""What stands between two things to choose from, and not in a list: "back to tea, coffee and cocoa"."""
_ASKS = re.compile(rf"{_TELL}(?:which|what|who|how|is|are|does|do|would|should)\b", re.IGNORECASE)
_COURTESY = frozenset({"thanks", "goodbye"})
"""Intents of what is polite, whatever it follows."""
_IT = re.compile(r"\b(?:it|they|them|that one|this one)\b", re.IGNORECASE)
MOST_CLAUSES = 3
"""Clauses at the beginning of a message, one of which may go back to another comparison."""

Part = dict[str, Any]
"""One message of a reply, as Rasa's REST channel sends it: ``text`` and ``buttons``, or ``custom``."""


class Parts(NamedTuple):
    """What a message says, one thing after the other."""

    said: list[str]
    goes_back: bool = False
    """Whether the first only goes back to what the others are about, or leaves that of what was compared."""


class Dialogue:
    """The conversations of this process.

    Attributes:
        rules: What is done about each message.
        conversations: What is known of each.
        comparisons: Those of the turns that are going on.
        clients: Who speaks in the conversations whose turns are going on, as ``service.server.pool`` tells them apart.
        led: Those whose message Rasa was handed, and which turn it leads there.
        timeout_s: Seconds that Rasa waits in a turn.
    """

    def __init__(self, engine: Engine, pool: Pool) -> None:
        """Know of no conversation yet.

        Args:
            engine: Reads messages and answers.
            pool: Where it works.
        """
        self._engine = engine
        self._pool = pool
        self.rules = Rules()
        self.timeout_s = engine.config.rasa.timeout_s
        self._max_chars = engine.config.service.max_question_chars
        self.conversations = Conversations()
        self.comparisons = TurnComparisons(engine)
        self.clients: dict[str, str] = {}
        self.led: dict[str, str] = {}
        self._actions: dict[tuple[str, float], dict[str, Action]] = {}
        names = engine.config.index_names
        self._choices = tuple(choice for name in names for choice in buttons.in_index(name)) if len(names) > 1 else ()

    def _action(self, name: str, index: str, timeout_s: float) -> Action:
        """Return an action that talks about an index."""
        if (index, timeout_s) not in self._actions:
            made = build(self._engine.of(index), self.comparisons, self._pool.run, timeout_s=timeout_s)
            self._actions[index, timeout_s] = {action.name(): action for action in made}
        return self._actions[index, timeout_s][name]

    def search(self, key: str, index: str) -> None:
        """Have a conversation search an index from now on.

        Raises:
            UnknownNameError: There is no such index.
        """
        known, name = self.conversations[key], self._named(index) or None
        if known.slots.get("index") != name:
            self.conversations[key] = replace(known, slots={**known.slots, "index": name}, ahead=True)

    def _named(self, index: str) -> str:
        """Return the name of an index as it is remembered: empty for the first one.

        Raises:
            UnknownNameError: There is no such index.
        """
        return "" if self._engine.of(index) is self._engine else index

    # --------------------------------------------------------------------------------------- what Rasa asks for, too

    async def parse(self, key: str, text: str) -> dict[str, Any]:
        """Return what the next message of a conversation wants, as Rasa expects it of its own reader.

        A message that cannot be read has no intent.
        """
        known = self.conversations[key]
        try:
            read = await self._pool.run(lambda: self._read(text[: self._max_chars], known))
        except EngineError as error:
            log.warning("A message was not read: %s", error)
            return unread(text)
        if key in self.conversations:
            now, context = replace(self.conversations[key], offered=()), known.context
            about = any(one.entity == "aspect" or context.names(one) for one in read.entities)
            asks = about and context.objects and read.intent in {*_FOLLOWING, "compare"}
            self.conversations[key] = replace(now, asked=read, beside=context.objects) if asks else now
        return parsed(text, read)

    def _read(self, text: str, known: Conversation) -> ParsedMessage:
        """Return what a message wants.

        One not understood, or asked where nothing is found, is read behind the earlier comparison of what it names.
        """
        context = replace(known.context, offered=(*known.offered, *self._choices))
        read = parse_message(text, parser=self._engine, context=context)
        if not read.entities and read.confidence < LIKELY:
            alone = parse_message(text, parser=self._engine)
            read = alone if alone.intent in _COURTESY else read
        state = DialogueState.of(known.slots)
        lost = state.complete and not state.shown and read.intent in ASKS
        if not lost and read.intent not in _NOT_UNDERSTOOD:
            return read
        named = [one for one in state.compared if _told(text, one) > 0 == _told(text, state.subject)]
        if not named:
            return read
        again = parse_message(text, parser=self._engine, context=state.at(named[-1]).context)
        back = buttons.back_to(named[-1].objects) if read.intent == "nlu_fallback" else read
        return again if again.intent in (ASKS if lost else ABOUT) else back

    async def questions(self, key: str, text: str) -> Parts:
        """Return the parts of a message one by one where each can be answered on its own, else the message."""
        known = self.conversations[key]
        try:
            return await self._pool.run(partial(self._parts, text, known))
        except EngineError:
            return Parts([text])

    def _parts(self, text: str, known: Conversation) -> Parts:
        pressed = any(button.text.casefold() == text.casefold() for button in known.offered)
        if not pressed and (again := _asked_again(text, known)):
            return Parts([again])
        back = self._behind_reference(text, known) if known.slots.get("compared") and not pressed else None
        if back:
            return back
        said = self._questions(text, known.context)
        drops = len(said) > 1 and len(known.context.objects) > 2
        read = partial(parse_message, parser=self._engine, context=known.context)
        return Parts(said, goes_back=drops and read(said[0]).intent == "drop")

    def _behind_reference(self, text: str, known: Conversation) -> Parts | None:
        """Return what a message goes back to or corrects, and what it says of that; None of one that does neither.

        "Back to the cars, which is cheaper?", "I said tea, what is bad about it?" A message without clauses is cut
        behind the words for what was compared.
        """
        read = partial(parse_message, parser=self._engine, context=known.context)
        cuts = [found.span() for found in islice(_CLAUSE_END.finditer(text), MOST_CLAUSES)]
        begins = [0, *(end for _, end in cuts)]
        for begin, (start, end) in zip(begins, cuts, strict=False):
            lead, rest = read(text[:start]), text[end:]
            if begin:  # "thanks. back to the cars, which is cheaper?"
                lead = max(lead, read(text[begin:start]), key=lambda one: (one.intent in _RETURNS, one.confidence))
            if lead.intent not in _RETURNS | _CORRECTS or not _WORD.search(rest):
                continue
            chooses = _CHOICE.search(rest) and not _IT.search(rest)  # but "is it faster than Java?"
            if lead.intent == "back_to" and chooses and self._compares(rest):
                return Parts(self._questions(rest, NOTHING_SAID))  # "garden now: pots or raised beds?"
            asked, things = (
                read(rest).intent,
                [one.value for one in lead.entities if one.entity in {"object", "aspect"}],
            )
            lists = text[start:end].strip() == "," and FINITE.isdisjoint(tagger().tag(rest.lower().split()))
            follows = lead.intent == "back_to" and lead.entities and not lists  # "back to tea, coffee and cocoa"
            if lead.intent in _RETURNS and (asked in _CHANGES | _FOLLOWING or follows):
                named = [one["objects"] for one in known.slots["compared"] if told(rest, one["objects"]) > 1]
                in_full = [one for one in named if told(rest, one) == len(one)] or named
                to = buttons.back_to(in_full[-1]).text if named else lead.text
                return Parts([to, *self._questions(rest, known.context)], goes_back=True)
            sure = lead.confidence >= ASKED  # "no tea, we have children" does not correct
            if lead.intent in _CORRECTS and sure and len(things) == 1 and asked in _FOLLOWING:
                if _IT.search(rest) and any(compared(things[0], one["objects"]) for one in known.slots["compared"]):
                    return Parts([_IT.sub(things[0], rest)])
                fits = lead.intent != "add_aspect" and asked != "ask_how_sure"  # "what about rum, is that any good?"
                if fits and not compared(things[0], known.context.objects):
                    return Parts([text[:start], rest], goes_back=True)
        whole = None if cuts else read(text)
        ends = [one.end for one in whole.entities if one.entity == "before"] if whole else []
        if whole and ends and whole.intent == "back_to" and whole.second and len(whole.text[ends[-1] :].split()) > 1:
            return Parts([whole.text[: ends[-1]], whole.text[ends[-1] :].strip()], goes_back=True)
        return None

    def _questions(self, text: str, context: Context) -> list[str]:
        read = partial(parse_message, parser=self._engine)
        told = [part for part in _SENTENCE_END.split(text) if part]
        if context.objects and 1 < len(told) <= MOST_QUESTIONS and all(map(_commands, told)):  # "drop tea. add milk."
            intents = {read(part, context=context).intent for part in told}
            if len(intents) == len(told) and intents <= _CHANGES:
                return told
        if 1 < len(told) <= MOST_QUESTIONS and self._are_apart(told, context):
            return told
        first, *rest = _QUESTION_END.split(text)
        claimed = [part for part in rest if not (OF_SELF.match(part) or _ASKS.match(part))]  # "our DBA says …"
        rest = [CLAIMS.sub("", part, count=1) if part in claimed else part for part in rest]
        parts = [part for part in (first, *rest) if part]
        if not 1 < len(parts) <= MOST_QUESTIONS:
            return [text]
        if any(only_tells(clauses(part, self._engine.parse(part).spans, known=context.objects)) for part in parts[1:]):
            return [text]
        said: dict[object, str] = {}
        for part in parts:
            found = read(part, context=context)
            named = tuple(entity.value for entity in found.entities)
            said.setdefault((found.intent, named), part)  # "Who says so? Name your sources."
            if part is not parts[0] and "shorter" in (found.intent, found.second) and found.intent in _MANNERS:
                return [text]  # "rent or buy? two lines at most" is one question
            things = tuple(entity.value for entity in found.entities if entity.entity == "object")
            compares = found.intent == "compare" and len(things) > 1
            if compares and {*map(as_thing, things)} == {*map(as_thing, context.objects)}:
                return [text]  # "rent or buy? renting vs buying" is one question
            brings = part is parts[0] and found.intent in _BRINGS and self._compares(parts[1])
            claims = found.intent == "opinion" and named and part is not parts[0]
            follows = brings or claims or found.intent in _FOLLOWING
            if not compares and not (len(context.objects) > 1 and follows):
                return [text]
            context = Context(things, (), "verdict") if compares else context
        return [*said.values()]

    def _are_apart(self, told: Sequence[str], context: Context) -> bool:
        """Return whether sentences are said one after the other: pairs, or a question behind what drops something."""
        first, *rest = told
        if self._compares(first):
            return all(map(self._compares, rest))
        if not context.objects or not all(part.endswith("?") or _ASKS.match(part) for part in rest):
            return False
        dropped, *asked = (parse_message(part, parser=self._engine, context=context).intent for part in told)
        asks = dropped == "drop" and {*asked} <= _FOLLOWING | _BRINGS
        return asks and not any(map(self._compares, rest))

    def _compares(self, text: str) -> bool:
        """Return whether a text alone names two things to compare."""
        found = parse_message(text, parser=self._engine)
        return found.intent == "compare" and sum(entity.entity == "object" for entity in found.entities) > 1

    async def act(self, call: dict[str, Any], *, alone: bool = False) -> dict[str, Any]:
        """Run an action, and take note of what it leaves behind.

        Args:
            call: As Rasa sends it: ``next_action`` and ``tracker``.
            alone: Whether Rasa does not wait for it, so that it may take longer.

        Returns:
            ``events`` and ``responses``. Of turns that Rasa has missed, the events tell it first.
        """
        tracker = call["tracker"]
        known = self.conversations[tracker["sender_id"]]
        missed: list[dict[str, Any]] = []
        if known.ahead or (known.slots and DialogueState.of(known.slots) != DialogueState.of(tracker["slots"])):
            missed = _missed(known, tracker)  # or Rasa could not keep or look up in time what it remembers
            tracker = {**tracker, "slots": {**tracker["slots"], **known.slots}}
        timeout_s = self._engine.config.service.timeout_s if alone else ACTING * self.timeout_s
        action = self._action(call["next_action"], self._searched(tracker), timeout_s)
        answer = await run_action(action, {**call, "domain": self.rules.domain, "tracker": tracker})
        loop = (tracker.get("active_loop") or {}).get("name") or ""
        left = replace(known, slots=tracker["slots"], active_loop=loop, ahead=False).after(answer["events"])
        offered = [meaning for said in answer["responses"] for meaning in _meanings(said)]
        self.conversations[tracker["sender_id"]] = replace(left, offered=(*known.offered, *offered))
        return {"events": [*missed, *answer["events"]], "responses": answer["responses"]}

    def is_over(self, tracker: Mapping[str, Any]) -> bool:
        """Return whether the turn that Rasa acts in has been led to its end without it."""
        told = tracker["latest_message"].get("metadata") or {}
        return bool(told.get("turn") != self.led.get(tracker["sender_id"]))

    def _searched(self, tracker: Mapping[str, Any]) -> str:
        """Return the index that an action searches: one that the message chooses, else the conversation's."""
        named = [one["value"] for one in tracker["latest_message"].get("entities", ()) if one["entity"] == "index"]
        chosen = named[0] if named else tracker["slots"].get("index") or ""
        return chosen if chosen in self._engine.config.index_names else ""

    def tracker(self, key: str) -> str:
        """Return what Rasa remembers of a conversation; if nothing, its next action tells it what is known here."""
        known = self.conversations[key]
        if key in self.conversations and not known.tracker:
            self.conversations[key] = replace(known, ahead=True)
        return known.tracker

    def keep_tracker(self, key: str, tracker: str) -> None:
        """Keep what Rasa remembers of a conversation, unless it comes when the turn is over."""
        if key in self.clients:
            self.conversations[key] = replace(self.conversations[key], tracker=tracker)

    # ------------------------------------------------------------------------------------------------- without Rasa

    async def say(self, key: str, text: str) -> list[Part]:
        """Answer a message by the rules, as Rasa would.

        Args:
            key: Of the conversation.
            text: What the person says.
        """
        message = await self.parse(key, text)
        turn = _Turn(self, key, message)
        try:
            if not await turn.answer_form():
                await turn.follow(self.rules.about(message["intent"]["name"] or ""))
        except Exception:
            log.exception("A turn failed.")
            turn.parts = []
        if not turn.parts:
            turn.utter(DEFAULT, {})
        return turn.parts


class _Turn:
    """One turn of a conversation that the rules lead."""

    def __init__(self, dialogue: Dialogue, key: str, message: dict[str, Any]) -> None:
        self.parts: list[Part] = []
        self._dialogue = dialogue
        self._rules = dialogue.rules
        self._key = key
        self._message = message
        self._left = MOST_ACTIONS

    @property
    def _now(self) -> Conversation:
        return self._dialogue.conversations[self._key]

    def _set(self, **changes: Any) -> None:
        self._dialogue.conversations[self._key] = replace(self._now, ahead=True, **changes)

    async def answer_form(self) -> bool:
        """Let the form that waits take the message; return whether it did."""
        form = self._now.active_loop
        if not form:
            return False
        if not any(event["event"] == "slot" for event in await self._act(f"validate_{form}")):
            return False
        await self._ask_or_end(form)
        return True

    async def follow(self, actions: list[str]) -> None:
        """Do one action after the other; a form that is still waiting asks again after them."""
        asked = False
        while actions and self._left > 0:
            name = actions.pop(0)
            if self._rules.is_form(name):
                self._set(active_loop=name)
                await self._ask_or_end(name)
                asked = True
            elif name.startswith("utter_"):
                self.utter(name, self._now.slots)
            else:
                followed = [event["name"] for event in await self._act(name) if event["event"] == "followup"]
                actions = [*followed, *actions]
        if self._now.active_loop and not asked:
            await self._ask_or_end(self._now.active_loop)

    async def _ask_or_end(self, form: str) -> None:
        """Ask for what a form lacks; when it lacks nothing, go on with what follows it."""
        slots = self._now.slots
        slot = self._rules.missing(form, slots)
        self._set(active_loop=form if slot else "", slots={**slots, "requested_slot": slot or None})
        if not slot:
            await self.follow(self._rules.after(form))
            return
        question = self._rules.question(form, slot)
        if question.startswith("utter_"):
            self.utter(question, slots)
        else:
            await self._act(question)

    async def _act(self, name: str) -> list[dict[str, Any]]:
        self._left -= 1
        now, loop = self._now, {"name": self._now.active_loop} if self._now.active_loop else {}
        tracker = {
            "sender_id": self._key,
            "slots": dict.fromkeys(self._rules.domain["slots"]) | dict(now.slots),
            "latest_message": self._message,
            "active_loop": loop,
            "events": [],
        }
        self._dialogue.conversations[self._key] = replace(now, ahead=False)  # what it knows is what it is told
        answer = await self._dialogue.act({"next_action": name, "tracker": tracker}, alone=True)
        self._set()
        for said in answer["responses"]:
            if said["response"]:
                self.utter(said["response"], now.slots, said)
            else:
                self.parts.append({part: said[part] for part in ("text", "buttons", "custom") if said[part]})
        events: list[dict[str, Any]] = answer["events"]
        return events

    def utter(self, response: str, slots: Mapping[str, Any], filled: Mapping[str, Any] = MappingProxyType({})) -> None:
        """Say a response.

        Args:
            response: Its name.
            slots: As they were before the action that says it, which decide on the variation.
            filled: Its variables, and ``buttons`` besides its own.
        """
        now = self._now
        last = now.uttered.get(response, -1)
        number, said = self._rules.variation(response, slots, last, filled)
        said["buttons"] += filled.get("buttons", [])
        self._set(uttered={**now.uttered, response: number})
        self.parts.append({part: value for part, value in said.items() if value})


def parsed(text: str, read: ParsedMessage) -> dict[str, Any]:
    """Return what a message means as Rasa expects what its own reader would return.

    Args:
        text: The message, for one that holds none.
        read: What it wants.
    """
    intent = {"name": read.intent, "confidence": read.confidence}
    entities = [
        {"entity": found.entity, "value": found.value, "start": found.start, "end": found.end}
        | ({"role": found.role} if found.role else {})
        for found in read.entities
    ]
    return {
        "text": read.text or text,
        "intent": intent,
        "entities": entities,
        "intent_ranking": [intent],
        "second": read.second,
        "other": read.other,
        "relation": read.relation,  # which Rasa hands on to the actions
    }


def unread(text: str) -> dict[str, Any]:
    """Return what Rasa expects of a message that could not be read: no intent, to which it says ``utter_default``."""
    return {"text": text, "intent": {"name": None, "confidence": 0.0}, "entities": [], "intent_ranking": []}


def _meanings(said: Mapping[str, Any]) -> list[ParsedMessage]:
    """Take from the buttons of a response what they mean, which is not for Rasa."""
    meanings = [button.pop("means", None) for button in said["buttons"]]
    return [meaning for meaning in meanings if meaning and meaning.intent]


def _asked_again(text: str, known: Conversation) -> str:
    """Return the last question as a message asks it of something else; empty where it asks otherwise."""
    found, last, now = _SAME.fullmatch(bare(text).rstrip(" ?!.")), known.asked, known.context.objects
    if not found or last is None:
        return ""
    named = [one for one in last.entities if one.entity == "object" and compared(one.value, known.beside)]
    among = known.beside if named else now
    others = [one for one in among if one not in {compared(thing.value, among) for thing in named}]
    meant = others if "other" in found["of"].split() else DialogueState(objects=among).meant(found["of"])
    names = [compared(one, among) or compared(one, now) for one in meant]
    if not named:
        return last.text if {*names} == {*now} else ""
    (start, end), *more = {(one.start, one.end) for one in named}
    return f"{last.text[:start]}{' and '.join(names)}{last.text[end:]}" if names and all(names) and not more else ""


def _told(text: str, subject: Subject) -> int:
    return told(text, (*subject.objects, *(one.name for one in subject.aspects)))


def _commands(sentence: str) -> bool:
    """Return whether a sentence begins with a verb, as what tells somebody to do something does."""
    word = _FIRST_WORD.match(sentence)
    return word is not None and tagger().is_verb(word[0].lower())


def _missed(known: Conversation, tracker: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the events that bring Rasa's tracker to where a conversation is."""
    slots = [
        {"event": "slot", "timestamp": None, "name": name, "value": value}
        for name, value in known.slots.items()
        if value != tracker["slots"].get(name)
    ]
    loop = (tracker.get("active_loop") or {}).get("name") or ""
    other_loop = [{"event": "active_loop", "timestamp": None, "name": known.active_loop or None}]
    return [*slots, *other_loop * (loop != known.active_loop)]
