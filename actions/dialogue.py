"""What the bot replies to each intent, given what was said before. Plain functions of memory; Rasa is not needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from difflib import get_close_matches

from actions import responses, suggestions, views
from actions.aspect_weights import alike, heard, newest, shares, weighted
from actions.chitchat import Chitchat
from actions.dialogue_state import SIDES, DialogueState, Subject
from actions.object_or_aspect import role_of
from actions.reply import Button, Reply
from actions.user_message import UserMessage
from engine import registry
from engine.pipeline import Engine
from engine.text.tokens import same_name, stems
from engine.types import Answer, Aspect, Comparison, Kind, Label, Length, ParsedText, Standings
from engine.types.document import Paragraph, Words, text_of
from generation.answer_builder import plain

ReplyTo = Callable[[UserMessage, DialogueState], Reply]

_LENGTHS = {"short": Length.LINE, "long": Length.FULL}
_PAGES = frozenset({"page", "article", "site"})


class Dialogue(Chitchat):
    """One public method for each intent whose reply depends on the engine or on what was said before.

    Each takes what the message says and what to remember of the conversation, and may raise ``EngineError``.
    """

    def __init__(self, engine: Engine) -> None:
        """Talk about what ``engine`` knows."""
        self._engine = engine
        self._most = engine.config.verdict.maximum_objects

    # ------------------------------------------------------------------------------------------------ the subject

    def compare(self, said: UserMessage, memory: DialogueState) -> Reply:
        """Compare what the message names; one that completes an earlier message keeps its aspects."""
        if not said.objects:
            return self._compare_nothing_named(said, memory)
        if memory.complete and len(said.objects) == 1 and shares(said.objects, memory.objects):
            return self._weigh(said.aspects, memory) if said.aspects else self._bring_in(said.objects, memory)
        if not said.aspects and len(said.objects) == len(memory.objects) == 1:
            return self._second(said.objects[0], memory)
        objects = said.objects
        if len(objects) == len(memory.objects) == 1:
            objects = (*memory.objects, *objects)
        narrows = len(memory.objects) > 2 and all(shares((name,), memory.objects) for name in objects)
        continues = narrows or (not memory.complete and (not memory.objects or shares(objects, memory.objects)))
        carried = memory.aspects if continues else ()
        question = said.text if objects == said.objects and not carried else ""
        subject = memory.about(objects, (*carried, *map(Aspect, said.aspects)), question=question)
        subject = replace(subject, period=said.period or subject.period)
        return self._about(subject, known=memory.objects if memory.complete else ())

    def name_object(self, said: UserMessage, memory: DialogueState) -> Reply:
        """Take the name that was asked for, or bring in one that may be a thing or a point of view."""
        return self._bring_in(said.objects, memory)

    def add_object(self, said: UserMessage, memory: DialogueState) -> Reply:
        """Compare one more thing beside the others."""
        names = said.objects
        if memory.complete and shares(names, memory.objects):
            return self._about(memory, note=f"{plain(names[0])} is among them already.")
        return self._about(memory.about((*memory.objects, *names), memory.aspects))

    def change_object(self, said: UserMessage, memory: DialogueState) -> Reply:
        """Put another thing in the place of one of those compared."""
        if not memory.complete or len(said.objects) != 1:
            named = said.objects if memory.complete else (*memory.objects, *said.objects)
            return self._about(memory.about(named, memory.aspects), known=said.replaced)
        if said.replaced and not shares(said.replaced, memory.objects):
            return responses.which_to_replace(memory, said.replaced[0], said.objects[0])
        new = said.objects[0]
        old = said.replaced or alike(new, memory.objects) or newest(memory)
        if not old and said.meant and not self._compared(new, memory):
            return responses.which_is_meant(memory, new)
        return self._replace(old or (self._loser(memory),), new, memory)

    def add_aspect(self, said: UserMessage, memory: DialogueState) -> Reply:
        """Weigh one more point of view, or one otherwise than before, or one in the place of another."""
        left = () if said.only else [one for one in memory.aspects if not shares(said.replaced, (one.name,))]
        left = left[:-1] if said.meant else left
        offered = memory.offer.objects if memory.offer and not said.aspects else ()
        names = said.aspects or tuple(name for name in offered if not shares((name,), memory.objects))
        return self._weigh(names, memory, left, most=said.most, less=said.less)

    def drop(self, said: UserMessage, memory: DialogueState) -> Reply:
        """Do without a point of view or a thing: the last one when the message names none."""
        names = (*said.objects, *said.aspects)
        if said.all:
            return self._about(memory.about(memory.objects, ()))
        if not names and memory.complete:
            return self._drop_last(memory)
        kept = [aspect for aspect in memory.aspects if not shares(names, (aspect.name,))]
        objects = [one for one in memory.objects if not shares(names, (one,))]
        same = (*objects, *kept) == (*memory.objects, *memory.aspects)
        note = f"I was not weighing {plain(names[0])}." if same and names else ""
        return self._about(memory.about(objects, kept), note=note)

    def undo(self, said: UserMessage, memory: DialogueState) -> Reply:
        """Go back to what was compared before."""
        if memory.before is None:
            return self._about(memory, note=responses.NOTHING_TO_UNDO if memory.complete else "")
        return self._about(memory.about(memory.before.objects, memory.before.aspects))

    def filter(self, said: UserMessage, memory: DialogueState) -> Reply:
        """Let only sources from a time count; their kind cannot be chosen."""
        if said.period is None:
            return responses.no_filter(memory)
        memory = replace(memory, period=said.period)
        outside = undated = 0
        if memory.complete:
            pairs = views.pairs(self._compare(memory))
            outside, undated = sum(one.outside for one in pairs), sum(one.undated for one in pairs)
        return self._about(memory, note=responses.only_from(memory, outside, undated))

    def propose(self, said: UserMessage, memory: DialogueState) -> Reply:
        """Say what a thing can be compared with."""
        name = next(iter((*said.objects, *memory.objects)), "")
        if not name:
            return responses.ask_for_objects(memory)
        others = [one for one in suggestions.rivals(name, self._engine) if not shares((one,), memory.objects)]
        return responses.rivals(memory, name, others)

    def swap(self, said: UserMessage, memory: DialogueState) -> Reply:
        """Look from the other side."""
        note = "With more than two there is no other way round." if len(memory.objects) > 2 else ""
        return self._about(memory.about(memory.objects[::-1], memory.aspects), note=note)

    # ------------------------------------------------------------------------------------------------- the answer

    def why(self, said: UserMessage, memory: DialogueState) -> Reply:
        """Say what decided."""
        return self._show("why", memory)

    def other_side(self, said: UserMessage, memory: DialogueState) -> Reply:
        """Say what speaks for the one that lost, for the one that is named, or for both when none lost."""
        if not memory.complete:
            return responses.ask_for_objects(memory)
        for view, one in zip(SIDES, memory.objects, strict=False):
            others = [name for name in memory.objects if name != one]
            if shares(said.objects, (one,)) or (len(others) == 1 and shares(said.opposed, others)):
                return self._show(view, memory)
        if said.objects or (said.opposed and not shares(said.opposed, memory.objects)):
            return self._bring_in(said.objects or said.opposed, memory)
        return self._show(views.behind(self._compare(memory), against=said.opposed), memory)

    def sources(self, said: UserMessage, memory: DialogueState) -> Reply:
        """List what was cited last, or whole pages when these are asked for."""
        if not memory.complete:
            return responses.ask_for_objects(memory)
        if not _PAGES.isdisjoint(stems(said.text)):
            return self._pages(memory)
        comparison = self._compare(memory)
        if not views.arguments(comparison):
            return self._nothing(comparison, memory, "")
        listed = views.sources(comparison, self._view(comparison, memory))
        if not listed.citations:
            return Reply("I quoted nobody there.", memory, responses.next_steps(comparison))
        buttons = responses.next_steps(comparison, shown="sources")
        return Reply(listed.text, memory, buttons, citations=listed.citations, blocks=listed.blocks)

    def repeat(self, said: UserMessage, memory: DialogueState) -> Reply:
        """Say the last again."""
        return self._about(memory) if memory.view in {"", "answer"} else self._show(memory.view, memory)

    def shorter(self, said: UserMessage, memory: DialogueState) -> Reply:
        """Answer again in fewer words."""
        if not memory.complete:
            return responses.ask_for_objects(memory)
        note = "Shorter than this I cannot say it." if memory.length == "short" else ""
        return self._about(replace(memory, length="" if memory.length == "long" else "short"), note=note)

    def longer(self, said: UserMessage, memory: DialogueState) -> Reply:
        """Answer again with more of the evidence."""
        if not memory.complete:
            return responses.ask_for_objects(memory)
        note = "This is all that I would put into one answer." if memory.length == "long" else ""
        return self._about(replace(memory, length="" if memory.length == "short" else "long"), note=note)

    def style(self, said: UserMessage, memory: DialogueState) -> Reply:
        """Word the answer in another way from now on."""
        known = registry.names("generator")
        if said.style not in known:
            buttons = [Button(name.capitalize(), f"as {name}") for name in known]
            return Reply("I cannot answer in that way, but in one of these.", memory, buttons)
        return self._about(replace(memory, style=said.style, length=""))

    # -------------------------------------------------------------------------------------------------- the rest

    def affirm(self, said: UserMessage, memory: DialogueState) -> Reply:
        """Do what was offered."""
        if memory.offer:
            return self._about(memory.about(memory.offer.objects, memory.offer.aspects))
        if not memory.complete:
            return responses.ask_for_objects(memory)
        return responses.variant(responses.GLAD, memory, buttons=[responses.WHY, responses.SOURCES])

    # ------------------------------------------------------------------------------------------------------ steps

    def _about(self, memory: DialogueState, *, known: Sequence[str] = (), note: str = "") -> Reply:
        """Give the verdict on a subject, or ask for what it lacks.

        Args:
            memory: With the subject.
            known: Objects to suggest when one is missing.
            note: Said before.
        """
        if not memory.complete:
            rivals = [other for one in memory.objects for other in suggestions.rivals(one, self._engine)]
            known = [name for name in known if not shares((name,), (*memory.objects, *rivals))]
            return responses.ask_for_objects(memory, known=(*rivals, *known), note=note)
        if len(memory.objects) > self._most:
            return responses.too_many(memory, self._most)
        comparison = self._compare(memory)
        memory = replace(memory, objects=comparison.objects, aspects=comparison.aspects, offer=None)
        if not views.arguments(comparison):
            return self._nothing(comparison, memory, note)
        memory = replace(memory, view="answer", asked=0)
        answer = self._view(comparison, memory)
        blocks, named = answer.blocks, heard(comparison)
        if named != comparison.aspects and memory.length != "short":
            memory = replace(memory, offer=Subject(comparison.objects, named))
            unheard = [aspect.name for aspect in comparison.aspects if aspect not in named]
            blocks = (*blocks, Paragraph((Words(responses.leave_out(unheard)),), continues=True))
        buttons = responses.next_steps(comparison)
        return Reply(text_of(blocks), memory, buttons, note, answer.citations, comparison, blocks=blocks)

    def _nothing(self, comparison: Comparison | Standings, memory: DialogueState, note: str) -> Reply:
        """Say that nobody compares them, ask for a name that may be misspelt, and the second time say it otherwise."""
        again = responses.still_nothing(memory) if memory.view == "nothing" else ""
        memory = replace(memory, view="nothing", asked=memory.asked + 1)
        if again:
            return Reply(again, memory, responses.EXAMPLES, note, comparison=comparison)
        pairs = views.pairs(comparison)
        if outside := sum(one.outside for one in pairs):
            text = responses.nothing_from(memory, outside, sum(one.undated for one in pairs))
            return Reply(text, memory, [responses.ALL_YEARS], note, comparison=comparison)
        unknown = [name for name in memory.objects if not self._engine.retriever.search((name,), k=1).hits]
        for name in unknown:
            if meant := self._spelling(name, [one for one in memory.objects if one not in unknown]):
                return responses.did_you_mean(memory, name, meant)
        text = self._engine.answer(comparison).text + responses.never_read(unknown)
        return Reply(text, memory, responses.EXAMPLES, note, comparison=comparison)

    def _spelling(self, name: str, known: Sequence[str]) -> str:
        found = (suggestions.spelling(name, one, self._engine) for one in known)
        return next((meant for meant in found if meant and not shares((meant,), known)), "")

    def _compare_nothing_named(self, said: UserMessage, memory: DialogueState) -> Reply:
        """Reply to a comparison without names: of what was offered, of the best of a class, or of the same again."""
        question = self._engine.parse(said.text)
        if question.kind is Kind.SUPERLATIVE and (question.objects or not memory.complete):
            memory = memory.about((), map(Aspect, said.aspects))
            names = suggestions.members(question.objects[0], self._engine) if question.objects else []
            if names:
                return responses.choose(memory, question.objects[0], names)
            return self._about(memory, note=responses.BEST_OF_MANY)
        if memory.complete:
            return self._weigh(said.aspects, memory)
        return self.affirm(said, memory) if memory.offer else self._about(memory.about((), map(Aspect, said.aspects)))

    def _second(self, name: str, memory: DialogueState) -> Reply:
        """Compare the one thing that was named with a second one; ask on when nobody does, but others are compared."""
        both = memory.about((*memory.objects, name), memory.aspects)
        if both.complete and not views.arguments(self._compare(both)):
            others = suggestions.rivals(memory.objects[0], self._engine)
            if others and self._engine.retriever.search((name,), k=1).hits:
                note = responses.nobody_compares(memory, name, others)
                return responses.ask_for_objects(memory, known=others, note=note)
        return self._about(both)

    def _drop_last(self, memory: DialogueState) -> Reply:
        """Do without what was brought in last."""
        last = newest(memory)
        if len(memory.objects) > 2 and last:
            return self._about(memory.about([one for one in memory.objects if one not in last], memory.aspects))
        if not memory.aspects:
            return self.undo(UserMessage(""), memory)
        return self._about(memory.about(memory.objects, memory.aspects[:-1]))

    def _compared(self, name: str, memory: DialogueState) -> bool:
        """Return whether anybody compares a thing with one of those that are compared."""
        search = self._engine.retriever.search
        return any(search((name, one), k=1).hits for one in memory.objects)

    def _bring_in(self, names: Sequence[str], memory: DialogueState) -> Reply:
        """Take names as things or as points of view, whichever they are."""
        if len(names) > 1 and all(shares((name,), memory.objects) for name in names):
            return self._about(memory.about(names, memory.aspects), known=memory.objects)
        if len(names) == len(memory.objects) == 1:
            return self._second(names[0], memory)
        if not memory.complete:
            return self._about(memory.about((*memory.objects, *names), memory.aspects))
        if len(names) != 1:
            return self._about(memory.about(names, memory.aspects), known=memory.objects)
        name = names[0]
        for view, one in zip(SIDES, memory.objects, strict=False):
            if same_name(one, name):
                return self._show(view, memory)
        if memory.before and shares((name,), memory.before.objects):
            return self.undo(UserMessage(""), memory)
        role = role_of(name, self._compare(memory), self._engine)
        if role is Label.ASPECT:
            return self._weigh((name,), memory)
        if len(memory.objects) > 2:
            return self._about(memory.about((*memory.objects, name), memory.aspects))
        if role is Label.OBJECT:
            return self._replace((self._loser(memory),), name, memory)
        return responses.object_or_aspect(memory, name)

    def _replace(self, old: Sequence[str], new: str, memory: DialogueState) -> Reply:
        """Put ``new`` in the place of the object that ``old`` names, and offer the other way."""
        if shares((new,), memory.objects):
            return self._about(memory, note=f"{plain(new)} is one of them already.")
        gone = next((one for one in memory.objects if shares(old, (one,))), memory.objects[-1])
        objects = [new if one == gone else one for one in memory.objects]
        note = f"Now with {plain(new)} in place of {plain(gone)}."
        reply = self._about(memory.about(objects, memory.aspects), note=note)
        if len(objects) > 2:
            return reply
        stays = next(one for one in memory.objects if one != gone)
        button = Button(f"{plain(new)} or {plain(gone)}?", responses.instead(gone, stays))
        if reply.comparison and not views.arguments(reply.comparison):
            button = Button(f"Back to {plain(gone)}", responses.instead(gone, new))
        return replace(reply, buttons=[button, *reply.buttons])

    def _weigh(
        self,
        names: Sequence[str],
        memory: DialogueState,
        left: Sequence[Aspect] | None = None,
        *,
        most: Sequence[str] = (),
        less: Sequence[str] = (),
    ) -> Reply:
        """Add points of view to those that are left, and let some count more or less than the others."""
        left = memory.aspects if left is None else left
        new = [name for name in names if not shares((name,), [aspect.name for aspect in left])]
        left = [one for one in left if not get_close_matches(one.name, new, cutoff=suggestions.ALIKE)]
        aspects = weighted((*left, *map(Aspect, new)), most, less)
        note = responses.weighed(most, less)
        if aspects == memory.aspects and names and not note:
            note = f"I weigh {plain(names[0])} already."
        return self._about(memory.about(memory.objects, aspects), note=note)

    def _show(self, view: str, memory: DialogueState) -> Reply:
        """Look at the comparison in another way."""
        if not memory.complete:
            return responses.ask_for_objects(memory)
        comparison = self._compare(memory)
        if not views.arguments(comparison):
            return self._nothing(comparison, memory, "")
        memory = replace(memory, view=view, asked=0, offer=None)
        shown = self._view(comparison, memory)
        buttons = responses.next_steps(comparison, shown=view)
        return Reply(shown.text, memory, buttons, citations=shown.citations, blocks=shown.blocks)

    def _view(self, found: Comparison | Standings, memory: DialogueState) -> Answer:
        """Return what is or was shown: the same words each time, so that numbers keep their sources."""
        question = self._question(memory)
        match memory.view:
            case "why":
                return views.why(found, question)
            case side if side in SIDES:
                return views.side(found, found.objects[SIDES.index(side)])
            case "both":
                return views.both_sides(found)
        length = _LENGTHS.get(memory.length, Length.CHAT)
        return self._engine.answer(found, question=question, generator=memory.style or None, length=length)

    def _pages(self, memory: DialogueState) -> Reply:
        """Show whole pages about what is compared, side by side."""
        aspect = memory.aspects[0].name if memory.aspects else ""
        found = self._engine.browser.compare(memory.objects, aspect, grouped=False)
        blocks = views.pages(found)
        buttons = responses.next_steps(self._compare(memory), shown="pages")
        return Reply(text_of(blocks), memory, buttons, blocks=blocks)

    def _compare(self, memory: DialogueState) -> Comparison | Standings:
        return self._engine.compare_any(memory.query)

    def _question(self, memory: DialogueState) -> ParsedText | None:
        return self._engine.parse(memory.question) if memory.question else None

    def _loser(self, memory: DialogueState) -> str:
        """Return the object that lost; the last one when none did."""
        found = self._compare(memory)
        if isinstance(found, Standings):
            return found.order.places[-1].object
        first, second = memory.objects
        return first if found.verdict.winner == second else second


INTENTS = tuple(name for name in dir(Dialogue) if not name.startswith("_"))
"""What there is a reply to: the public methods of ``Dialogue``."""
