"""What the actions about a comparison share: the verdict on a subject, a closer look, and what goes before them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches

from actions import suggestions, views
from actions.aspect_weights import heard, shares, weighted
from actions.base import BotAction, Turn
from actions.dialogue_state import SIDES, DialogueState, Subject, listed
from actions.object_or_aspect import role_of
from actions.replies import Button, Reply, Utterance, say
from actions.turn_comparisons import Found
from engine.retrieval.names import spelling
from engine.text.tokens import same_name
from engine.types import Answer, Aspect, Decision, Label, Length, ParsedText, Period, Query, Standings
from generation.answer_builder import plain
from nlu_models.intents import buttons

LENGTHS = {"short": Length.LINE, "long": Length.FULL}
MAX_BUTTONS = 8
MAX_ASPECTS = 2

WHY = Button("Why?", buttons.WHY)
SOURCES = Button("Sources", buttons.SOURCES)
OTHER_SIDE = Button("The other side", buttons.OTHER_SIDE)
ALL_YEARS = Button("All years", buttons.ALL_YEARS)


class ComparisonAction(BotAction):
    """An action that needs two things to compare; without them the form goes on."""

    # ---------------------------------------------------------------------------------------------- what is said

    def _verdict(self, turn: Turn, state: DialogueState, *notes: Utterance) -> Reply:
        """Give the verdict on a subject, or let the form ask for what it lacks.

        Args:
            turn: What is replied to.
            state: With the subject.
            notes: Said before.
        """
        if not state.complete:
            return Reply(state, notes, asks=True)
        most = self.engine.config.verdict.maximum_objects
        if len(state.objects) > most:
            return Reply(state, [*notes, _too_many(state, most)])
        found = turn.compare(self._query(state))
        state = replace(state, objects=found.objects, aspects=found.aspects, pending=None)
        if not views.arguments(found):
            return self._nothing(found, state, *notes)
        state, named = replace(state, view="answer"), heard(found)
        if named != found.aspects and state.length != "short":
            state = replace(state, pending=Subject(found.objects, named))
            unheard = listed([aspect.name for aspect in found.aspects if aspect not in named], "and")
            notes = (*notes, say("utter_leave_out", names=unheard))
        answer = self._shown(found, state)
        return Reply(state, [*notes, Utterance(answer=answer, buttons=next_steps(found), comparison=found)])

    def _look(self, turn: Turn, view: str) -> Reply:
        """Look at the comparison in another way."""
        state = turn.state
        if not state.complete:
            return Reply(state, asks=True)
        found = turn.compare(self._query(state))
        if not views.arguments(found):
            return self._nothing(found, state)
        state = replace(state, view=view, pending=None)
        answer = self._shown(found, state)
        return Reply(state, [Utterance(answer=answer, buttons=next_steps(found, shown=view))])

    def _shown(self, found: Found, state: DialogueState) -> Answer:
        """Return what is or was shown: the same words each time, so that numbers keep their sources."""
        question = self._question(state)
        match state.view:
            case "why":
                return views.why(found, question)
            case side if side in SIDES:
                return views.side(found, found.objects[SIDES.index(side)])
            case "both":
                return views.both_sides(found)
        length = LENGTHS.get(state.length, Length.CHAT)
        return self.engine.answer(found, question=question, generator=state.style or None, length=length)

    def _nothing(self, found: Found, state: DialogueState, *notes: Utterance) -> Reply:
        """Say that nobody compares them, ask for a name that may be misspelt, and the second time say it otherwise."""
        again = state.view == "nothing"
        state, names = replace(state, view="nothing"), listed(state.objects, "and")
        if again:
            still = Utterance("utter_still_nothing", {"names": names}, examples(), comparison=found)
            return Reply(state, [*notes, still])
        pairs = views.pairs(found)
        if outside := sum(one.outside for one in pairs):
            told = {
                "names": names,
                "time": _strictly(state.period),
                "sentences": sentences(outside),
                "undated": str(sum(one.undated for one in pairs)),
            }
            return Reply(state, [*notes, Utterance("utter_nothing_from", told, [ALL_YEARS], comparison=found)])
        unknown = [name for name in state.objects if not self.engine.retriever.search((name,), k=1).hits]
        for name in unknown:
            if meant := self._spelling(name, [one for one in state.objects if one not in unknown]):
                return _did_you_mean(state, name, meant)
        if unknown:
            notes = (*notes, say("utter_never_read", names=listed(unknown, "or")))
        return Reply(state, [*notes, Utterance(answer=self.engine.answer(found), buttons=examples(), comparison=found)])

    # ------------------------------------------------------------------------------------------- what is compared

    def _second(self, turn: Turn, name: str) -> Reply:
        """Compare the one thing that was named with a second one; ask on when nobody does, but others are compared."""
        state = turn.state
        both = state.about((*state.objects, name), state.aspects)
        if both.complete and not views.arguments(turn.compare(self._query(both))):
            others = self.engine.rivals(state.objects[0])
            if others and self.engine.retriever.search((name,), k=1).hits:
                one = plain(state.objects[0])
                note = say("utter_nobody_compares", name=one, other=plain(name), others=listed(others, "and"))
                return Reply(state, [note], asks=True)
        return self._verdict(turn, both)

    def _bring_in(self, turn: Turn, names: Sequence[str]) -> Reply:
        """Take names as things or as points of view, whichever they are."""
        state = turn.state
        if len(names) > 1 and all(shares((name,), state.objects) for name in names):
            return self._verdict(turn, state.about(names, state.aspects))
        if len(names) == len(state.objects) == 1:
            return self._second(turn, names[0])
        if not state.complete:
            return self._verdict(turn, state.about((*state.objects, *names), state.aspects))
        if len(names) != 1:
            return self._verdict(turn, state.about(names, state.aspects))
        name = names[0]
        for view, one in zip(SIDES, state.objects, strict=False):
            if same_name(one, name):
                return self._look(turn, view)
        if state.previous and shares((name,), state.previous.objects):
            return self._go_back(turn)
        role = role_of(name, turn.compare(self._query(state)), self.engine)
        if role is Label.ASPECT:
            return self._weigh(turn, (name,))
        if len(state.objects) > 2:
            return self._verdict(turn, state.about((*state.objects, name), state.aspects))
        if role is Label.OBJECT:
            return self._replace(turn, (self._loser(turn),), name)
        return _object_or_aspect(state, name)

    def _go_back(self, turn: Turn) -> Reply:
        """Compare again what was compared before."""
        if turn.state.previous is None:
            notes = [say("utter_nothing_to_undo")] * turn.state.complete
            return self._verdict(turn, turn.state, *notes)
        return self._verdict(turn, turn.state.about(turn.state.previous.objects, turn.state.previous.aspects))

    def _take_pending(self, turn: Turn, pending: Subject) -> Reply:
        """Compare what was offered."""
        return self._verdict(turn, turn.state.about(pending.objects, pending.aspects))

    def _replace(self, turn: Turn, old: Sequence[str], new: str) -> Reply:
        """Put ``new`` in the place of the object that ``old`` names, and offer the other way."""
        state = turn.state
        if shares((new,), state.objects):
            return self._verdict(turn, state, say("utter_compared_already", name=plain(new)))
        gone = next((one for one in state.objects if shares(old, (one,))), state.objects[-1])
        objects = [new if one == gone else one for one in state.objects]
        note = say("utter_replaced", new=plain(new), old=plain(gone))
        reply = self._verdict(turn, state.about(objects, state.aspects), note)
        if len(objects) > 2:
            return reply
        stays = next(one for one in state.objects if one != gone)
        last = reply.said[-1]
        button = Button(f"{plain(new)} or {plain(gone)}?", buttons.instead(gone, stays))
        if last.comparison and not views.arguments(last.comparison):
            button = Button(f"Back to {plain(gone)}", buttons.instead(gone, new))
        return replace(reply, said=[*reply.said[:-1], replace(last, buttons=[button, *last.buttons])])

    def _weigh(
        self,
        turn: Turn,
        names: Sequence[str],
        left: Sequence[Aspect] | None = None,
        *,
        most: Sequence[str] = (),
        less: Sequence[str] = (),
    ) -> Reply:
        """Add points of view to those that are left, and let some count more or less than the others."""
        state = turn.state
        left = state.aspects if left is None else left
        new = [name for name in names if not shares((name,), [aspect.name for aspect in left])]
        left = [one for one in left if not get_close_matches(one.name, new, cutoff=suggestions.ALIKE)]
        aspects = weighted((*left, *map(Aspect, new)), most, less)
        notes = [say("utter_counts_most", names=listed(most, "and"))] * bool(most)
        notes += [say("utter_counts_less", names=listed(less, "and"))] * bool(less)
        if aspects == state.aspects and names and not notes:
            notes = [say("utter_weighed_already", name=plain(names[0]))]
        return self._verdict(turn, state.about(state.objects, aspects), *notes)

    # ------------------------------------------------------------------------------------------ what helps to tell

    def _loser(self, turn: Turn) -> str:
        """Return the object that lost; the last one when none did."""
        found = turn.compare(self._query(turn.state))
        if isinstance(found, Standings):
            return found.order.places[-1].object
        first, second = turn.state.objects
        return first if found.verdict.winner == second else second

    def _query(self, state: DialogueState) -> Query:
        """Return what is compared, with what the question asked for while it still asks for exactly this."""
        question = self._question(state)
        return state.query if question is None else replace(state.query, asked=question.asked)

    def _question(self, state: DialogueState) -> ParsedText | None:
        return self.engine.parse(state.question) if state.question else None

    def _spelling(self, name: str, known: Sequence[str]) -> str:
        found = (spelling(name, one, self.engine.retriever) for one in known)
        return next((meant for meant in found if meant and not shares((meant,), known)), "")


def next_steps(found: Found, *, shown: str = "answer") -> list[Button]:
    """Return what a person may want to say next: questions about the verdict, and two aspects that others name.

    Args:
        found: What is talked about.
        shown: The view that is shown, which is not offered again.
    """
    if isinstance(found, Standings):
        first, second = (place.object for place in found.order.places[:2])
        closer = [button for view, button in (("why", WHY), ("sources", SOURCES)) if view != shown]
        return [*closer, either(first, second)]
    if not found.arguments:
        return examples()
    closer_by_view = {"why": WHY, "sources": SOURCES}
    if found.verdict.decision is not Decision.INSUFFICIENT and shown not in {"first", "second", "both"}:
        closer_by_view["other_side"] = OTHER_SIDE
    asked = [aspect.name for aspect in found.aspects]
    nouns = [mined.name for mined in found.mined if mined.method == "reason" and len(mined.sentences) > 1]
    new = [name for name in nouns if not any(same_name(name, known) for known in asked)]
    aspects = [Button(f"For {name}", buttons.for_aspect(name)) for name in new[:MAX_ASPECTS]]
    return [*(button for view, button in closer_by_view.items() if view != shown), *aspects]


def either(first: str, second: str) -> Button:
    """Return the button that compares two things."""
    return Button(f"{plain(first)} or {plain(second)}?", buttons.versus(first, second))


def examples() -> list[Button]:
    """Return comparisons to try, as ``domain.yml`` offers them too."""
    return [either(*pair) for pair in (("Python", "MATLAB"), ("tea", "coffee"), ("cats", "dogs"))]


def sentences(number: int) -> str:
    """Return a number of sentences in words."""
    return f"{number} sentence{'s' * (number != 1)}"


def within(period: Period) -> str:
    """Return a period in words: "since 2012", "from 2012 to 2015"."""
    if period.since and period.until:
        return f"in {period.since}" if period.since == period.until else f"from {period.since} to {period.until}"
    return f"since {period.since}" if period.since else f"until {period.until}"


def _strictly(period: Period) -> str:
    return f"later than {int(period.since) - 1}" if len(period.since) == 4 and not period.until else within(period)


def _too_many(state: DialogueState, most: int) -> Utterance:
    """Ask which object to leave out."""
    each = [Button(f"Without {plain(name)}", buttons.without(name)) for name in state.objects[:MAX_BUTTONS]]
    return say("utter_too_many", *each, most=str(most), count=str(len(state.objects)), name=plain(state.objects[-1]))


def _object_or_aspect(state: DialogueState, name: str) -> Reply:
    """Ask whether a name is a third thing or a point of view; "yes" takes it for a thing."""
    first, second = state.objects
    ask = say(
        "utter_object_or_aspect",
        Button(f"Compare with {plain(name)}", buttons.instead(name, second)),
        Button(f"Weigh {plain(name)}", buttons.for_aspect(name)),
        name=plain(name),
        other=plain(second),
    )
    return Reply(replace(state, pending=Subject((first, name), state.aspects)), [ask])


def _did_you_mean(state: DialogueState, name: str, meant: str) -> Reply:
    """Ask about a name that nothing in the index has; "yes" is for the other spelling."""
    objects = tuple(meant if one == name else one for one in state.objects)
    button = Button(plain(meant), buttons.instead(meant, name))
    ask = say("utter_did_you_mean", button, name=plain(name), meant=plain(meant))
    return Reply(replace(state, pending=Subject(objects, state.aspects)), [ask])
