"""What the bot replies to each intent, given what was said before. Plain functions of memory; Rasa is not needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from difflib import get_close_matches

from actions import views, wording
from actions.memory import SIDES, Memory, Offer
from actions.reply import Button, Reply
from actions.role import role_of
from actions.said import Said
from engine import registry
from engine.pipeline import Engine
from engine.text import same_name, stems
from engine.types import Answer, Aspect, Comparison, Kind, Label, Question, Standings
from generation.draft import plain

ReplyTo = Callable[[Said, Memory], Reply]

_PAGES = frozenset({"page", "article", "site"})


class Dialogue:
    """One public method for each intent whose reply depends on the engine or on what was said before.

    Each takes what the message says and what to remember of the conversation, and may raise ``EngineError``.
    """

    def __init__(self, engine: Engine) -> None:
        """Talk about what ``engine`` knows."""
        self._engine = engine
        self._most = engine.config.verdict.maximum_objects

    # ------------------------------------------------------------------------------------------------ the subject

    def compare(self, said: Said, memory: Memory) -> Reply:
        """Compare what the message names; one that completes an earlier message keeps its aspects."""
        if not said.objects and self._engine.read(said.text).kind is Kind.SUPERLATIVE:
            return self._about(memory.about((), map(Aspect, said.aspects)), note=wording.BEST_OF_MANY)
        if not said.objects and memory.complete:
            return self._weigh(said.aspects, memory)
        if memory.complete and len(said.objects) == 1 and _shares(said.objects, memory.objects):
            return self._weigh(said.aspects, memory) if said.aspects else self._bring_in(said.objects, memory)
        objects = said.objects
        if len(objects) == len(memory.objects) == 1:
            objects = (*memory.objects, *objects)
        narrows = len(memory.objects) > 2 and all(_shares((name,), memory.objects) for name in objects)
        continues = narrows or (not memory.complete and (not memory.objects or _shares(objects, memory.objects)))
        carried = memory.aspects if continues else ()
        question = said.text if objects == said.objects and not carried else ""
        subject = memory.about(objects, (*carried, *map(Aspect, said.aspects)), question=question)
        return self._about(subject, known=memory.objects if memory.complete else ())

    def name_object(self, said: Said, memory: Memory) -> Reply:
        """Take the name that was asked for, or bring in one that may be a thing or a point of view."""
        return self._bring_in(said.objects, memory)

    def add_object(self, said: Said, memory: Memory) -> Reply:
        """Compare one more thing beside the others."""
        names = said.objects
        if memory.complete and _shares(names, memory.objects):
            return self._about(memory, note=f"{plain(names[0])} is among them already.")
        return self._about(memory.about((*memory.objects, *names), memory.aspects))

    def change_object(self, said: Said, memory: Memory) -> Reply:
        """Put another thing in the place of one of those compared."""
        if not memory.complete or len(said.objects) != 1:
            named = said.objects if memory.complete else (*memory.objects, *said.objects)
            return self._about(memory.about(named, memory.aspects), known=said.replaced)
        if said.replaced and not _shares(said.replaced, memory.objects):
            return wording.which_to_replace(memory, said.replaced[0], said.objects[0])
        old = said.replaced or _meant(said.objects[0], memory.objects) or (self._loser(memory),)
        return self._replace(old, said.objects[0], memory)

    def add_aspect(self, said: Said, memory: Memory) -> Reply:
        """Weigh one more point of view, or one otherwise than before."""
        memory = replace(memory, aspects=()) if said.only else memory
        return self._weigh(said.aspects, memory, most=said.most, less=said.less)

    def drop(self, said: Said, memory: Memory) -> Reply:
        """Do without a point of view or a thing."""
        names = (*said.objects, *said.aspects)
        kept = [aspect for aspect in memory.aspects if not _shares(names, (aspect.name,))]
        objects = [one for one in memory.objects if not _shares(names, (one,))]
        same = (*objects, *kept) == (*memory.objects, *memory.aspects)
        note = f"I was not weighing {plain(names[0])}." if same and names else ""
        return self._about(memory.about(objects, kept), note=note)

    def swap(self, said: Said, memory: Memory) -> Reply:
        """Look from the other side."""
        note = "With more than two there is no other way round." if len(memory.objects) > 2 else ""
        return self._about(memory.about(memory.objects[::-1], memory.aspects), note=note)

    # ------------------------------------------------------------------------------------------------- the answer

    def why(self, said: Said, memory: Memory) -> Reply:
        """Say what decided."""
        return self._show("why", memory)

    def other_side(self, said: Said, memory: Memory) -> Reply:
        """Say what speaks for the one that lost, for the one that is named, or for both when none lost."""
        if not memory.complete:
            return wording.ask_for_objects(memory)
        for view, one in zip(SIDES, memory.objects, strict=False):
            others = [name for name in memory.objects if name != one]
            if _shares(said.objects, (one,)) or (len(others) == 1 and _shares(said.opposed, others)):
                return self._show(view, memory)
        if said.objects or (said.opposed and not _shares(said.opposed, memory.objects)):
            return self._bring_in(said.objects or said.opposed, memory)
        return self._show(views.behind(self._compare(memory), against=said.opposed), memory)

    def sources(self, said: Said, memory: Memory) -> Reply:
        """List what was cited last, or whole pages when these are asked for."""
        if not memory.complete:
            return wording.ask_for_objects(memory)
        if not _PAGES.isdisjoint(stems(said.text)):
            return self._pages(memory)
        comparison = self._compare(memory)
        if not views.arguments(comparison):
            return self._nothing(comparison, memory, "")
        listed = views.sources(comparison, self._view(comparison, memory))
        if not listed.citations:
            return Reply("I quoted nobody there.", memory, wording.next_steps(comparison))
        buttons = wording.next_steps(comparison, shown="sources")
        return Reply(listed.text, memory, buttons, citations=listed.citations)

    def filter(self, said: Said, memory: Memory) -> Reply:
        """Say that the evidence cannot be chosen by its source or date, only looked at."""
        return wording.no_filter(memory)

    def repeat(self, said: Said, memory: Memory) -> Reply:
        """Say the last again."""
        return self._show(memory.view or "answer", memory)

    def shorter(self, said: Said, memory: Memory) -> Reply:
        """Answer again in fewer words."""
        if not memory.complete:
            return wording.ask_for_objects(memory)
        note = "Shorter than this I cannot say it." if memory.length == "short" else ""
        return self._about(replace(memory, length="" if memory.length == "long" else "short"), note=note)

    def longer(self, said: Said, memory: Memory) -> Reply:
        """Answer again with more of the evidence."""
        if not memory.complete:
            return wording.ask_for_objects(memory)
        note = "This is all that I would put into one answer." if memory.length == "long" else ""
        return self._about(replace(memory, length="" if memory.length == "short" else "long"), note=note)

    def style(self, said: Said, memory: Memory) -> Reply:
        """Word the answer in another way from now on."""
        known = registry.names("generator")
        if said.style not in known:
            buttons = [Button(name.capitalize(), f"as {name}") for name in known]
            return Reply("I cannot answer in that way, but in one of these.", memory, buttons)
        return self._about(replace(memory, style=said.style, length=""))

    # -------------------------------------------------------------------------------------------------- the rest

    def affirm(self, said: Said, memory: Memory) -> Reply:
        """Do what was offered."""
        if memory.offer:
            return self._about(memory.about(memory.offer.objects, memory.offer.aspects))
        if not memory.complete:
            return wording.ask_for_objects(memory)
        return Reply("Good. Ask on, or name two other things.", memory, [wording.WHY, wording.SOURCES])

    def deny(self, said: Said, memory: Memory) -> Reply:
        """Leave what was offered or asked."""
        if not memory.complete:
            return wording.ask_for_objects(memory.about((), ()))
        memory = replace(memory, offer=None)
        return Reply("All right. What would you like to know instead?", memory, [wording.OTHER_SIDE, *wording.EXAMPLES])

    def off_topic(self, said: Said, memory: Memory) -> Reply:
        """Lead back to comparing."""
        return wording.not_understood(memory, words=True)

    def nonsense(self, said: Said, memory: Memory) -> Reply:
        """Ask for words."""
        return wording.not_understood(memory, words=False)

    def restart(self, said: Said, memory: Memory) -> Reply:
        """Forget all."""
        return Reply("All forgotten. Which two things shall I compare?", Memory(), wording.EXAMPLES)

    # ------------------------------------------------------------------------------------------------------ steps

    def _about(self, memory: Memory, *, known: Sequence[str] = (), note: str = "") -> Reply:
        """Give the verdict on a subject, or ask for what it lacks.

        Args:
            memory: With the subject.
            known: Objects to suggest when one is missing.
            note: Said before.
        """
        if not memory.complete:
            known = [name for name in known if not _shares((name,), memory.objects)]
            return wording.ask_for_objects(memory, known=known, note=note)
        if len(memory.objects) > self._most:
            return wording.too_many(memory, self._most)
        comparison = self._compare(memory)
        memory = replace(memory, objects=comparison.objects, aspects=comparison.aspects, offer=None)
        if not views.arguments(comparison):
            return self._nothing(comparison, memory, note)
        memory = replace(memory, view="answer", asked=0)
        answer = self._view(comparison, memory)
        text, heard = answer.text, _heard(comparison)
        if heard != comparison.aspects and memory.length != "short":
            memory = replace(memory, offer=Offer(comparison.objects, heard))
            text += wording.leave_out([aspect.name for aspect in comparison.aspects if aspect not in heard])
        return Reply(text, memory, wording.next_steps(comparison), note, answer.citations, comparison)

    def _nothing(self, comparison: Comparison | Standings, memory: Memory, note: str) -> Reply:
        """Say that nobody compares them, and the second time in a row say it otherwise."""
        text = wording.still_nothing(memory)
        if memory.view != "nothing":
            unknown = [name for name in memory.objects if not self._engine.retriever.search((name,), k=1).hits]
            text = self._engine.answer(comparison).text + wording.never_read(unknown)
        memory = replace(memory, view="nothing", asked=memory.asked + 1)
        return Reply(text, memory, wording.EXAMPLES, note, comparison=comparison)

    def _bring_in(self, names: Sequence[str], memory: Memory) -> Reply:
        """Take names as things or as points of view, whichever they are."""
        if len(names) > 1 and all(_shares((name,), memory.objects) for name in names):
            return self._about(memory.about(names, memory.aspects), known=memory.objects)
        if not memory.complete:
            return self._about(memory.about((*memory.objects, *names), memory.aspects))
        if len(names) != 1:
            return self._about(memory.about(names, memory.aspects), known=memory.objects)
        name = names[0]
        for view, one in zip(SIDES, memory.objects, strict=False):
            if same_name(one, name):
                return self._show(view, memory)
        role = role_of(name, self._compare(memory), self._engine)
        if role is Label.ASPECT:
            return self._weigh((name,), memory)
        if len(memory.objects) > 2:
            return self._about(memory.about((*memory.objects, name), memory.aspects))
        if role is Label.OBJECT:
            return self._replace((self._loser(memory),), name, memory)
        return wording.object_or_aspect(memory, name)

    def _replace(self, old: Sequence[str], new: str, memory: Memory) -> Reply:
        """Put ``new`` in the place of the object that ``old`` names, and offer the other way."""
        if _shares((new,), memory.objects):
            return self._about(memory, note=f"{plain(new)} is one of them already.")
        gone = next((one for one in memory.objects if _shares(old, (one,))), memory.objects[-1])
        objects = [new if one == gone else one for one in memory.objects]
        note = f"Now with {plain(new)} in place of {plain(gone)}."
        reply = self._about(memory.about(objects, memory.aspects), note=note)
        if len(objects) > 2:
            return reply
        stays = next(one for one in memory.objects if one != gone)
        button = Button(f"{plain(new)} or {plain(gone)}?", wording.instead(gone, stays))
        if reply.comparison and not views.arguments(reply.comparison):
            button = Button(f"Back to {plain(gone)}", wording.instead(gone, new))
        return replace(reply, buttons=[button, *reply.buttons])

    def _weigh(
        self, names: Sequence[str], memory: Memory, *, most: Sequence[str] = (), less: Sequence[str] = ()
    ) -> Reply:
        """Add points of view, and let some of them count more or less than the others."""
        known = [aspect.name for aspect in memory.aspects]
        new = [name for name in names if not _shares((name,), known)]
        aspects = _weighted((*memory.aspects, *map(Aspect, new)), most, less)
        note = wording.weighed(most, less)
        if not (new or note) and names:
            note = f"I weigh {plain(names[0])} already."
        return self._about(memory.about(memory.objects, aspects), note=note)

    def _show(self, view: str, memory: Memory) -> Reply:
        """Look at the comparison in another way."""
        if not memory.complete:
            return wording.ask_for_objects(memory)
        comparison = self._compare(memory)
        if not views.arguments(comparison):
            return self._nothing(comparison, memory, "")
        memory = replace(memory, view=view, asked=0, offer=None)
        shown = self._view(comparison, memory)
        buttons = wording.next_steps(comparison, shown=view)
        return Reply(shown.text, memory, buttons, citations=shown.citations)

    def _view(self, found: Comparison | Standings, memory: Memory) -> Answer:
        """Return what is or was shown: the same words each time, so that numbers keep their sources."""
        question = self._question(memory)
        match memory.view, memory.length:
            case "why", _:
                return views.why(found, question)
            case side, _ if side in SIDES:
                return views.side(found, found.objects[SIDES.index(side)])
            case "both", _:
                return views.both_sides(found)
            case _, "short":
                return views.short(found, question)
            case _, "long":
                return views.long(found, question)
        return self._engine.answer(found, question=question, generator=memory.style or None)

    def _pages(self, memory: Memory) -> Reply:
        """Show whole pages about what is compared, side by side."""
        aspect = memory.aspects[0].name if memory.aspects else ""
        found = self._engine.browser.compare(memory.objects, aspect, grouped=False)
        return Reply(views.pages(found), memory, wording.next_steps(self._compare(memory), shown="pages"))

    def _compare(self, memory: Memory) -> Comparison | Standings:
        return self._engine.compare_any(memory.objects, memory.aspects)

    def _question(self, memory: Memory) -> Question | None:
        return self._engine.read(memory.question) if memory.question else None

    def _loser(self, memory: Memory) -> str:
        """Return the object that lost; the last one when none did."""
        found = self._compare(memory)
        if isinstance(found, Standings):
            return found.order.places[-1].object
        first, second = memory.objects
        return first if found.verdict.winner == second else second


def _weighted(aspects: Sequence[Aspect], most: Sequence[str], less: Sequence[str]) -> tuple[Aspect, ...]:
    """Return aspects with ``most`` three times as heavy as usual, and ``less`` half as heavy as the lightest other."""
    weights = {True: wording.MOST, False: 2 if less else 1}
    return tuple(
        Aspect(one.name, 1 if _shares(less, (one.name,)) else max(one.weight, weights[_shares(most, (one.name,))]))
        for one in aspects
    )


def _heard(found: Comparison | Standings) -> tuple[Aspect, ...]:
    """Return the aspects that at least one argument is about."""
    named = {name for argument in views.arguments(found) for name in argument.aspects}
    return tuple(aspect for aspect in found.aspects if aspect.name in named)


def _meant(name: str, objects: Sequence[str]) -> list[str]:
    """Return the object that a name is the correction of: it shares a word with it, or is spelt much like it."""
    alike = [one for one in objects if set(stems(one)) & set(stems(name))]
    return alike or get_close_matches(name.casefold(), [one.casefold() for one in objects], n=1)


def _shares(names: Sequence[str], others: Sequence[str]) -> bool:
    """Return whether one of the names means the same as one of the others."""
    return any(same_name(name, other) for name in names for other in others)
