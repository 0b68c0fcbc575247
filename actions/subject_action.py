"""What the actions share that change what is compared: things, points of view, and whose evidence counts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches

from actions.aspect_weights import NOBODY_SAID, heard, held, others_before, shares, weighted, without
from actions.base import Turn
from actions.dialogue_state import NOTHING_SAID, DialogueState, Subject, View, listed
from actions.next_steps import MAX_BUTTONS, SOURCES, WHY, either
from actions.notes import in_words, limits, sentences, weighing
from actions.object_or_aspect import is_like, is_name, is_one_of_kind, is_rival, is_set_beside, likeness, role_of
from actions.references import is_beside
from actions.replies import Button, Reply, Utterance, say
from actions.request import asks_generally, claim_of, is_polar, is_property, topics
from actions.verdict_action import VerdictAction
from actions.views import evidence, points_of_view, verdicts
from engine.retrieval.names import as_named, searched_as
from engine.text.lexicon import dimension_of
from engine.text.tagging import tagger
from engine.text.tokens import Tokens, stems, unique
from engine.types import EVERYBODY, OVERALL_ASKED, Answer, AskedKind, Aspect, Label, Period, Publishers
from engine.types.document import own_words
from generation.answer_builder import plain
from generation.asked_verdict import speaks_of_asked
from generation.question_focus import called
from nlu_models.intents import buttons
from nlu_models.intents.quantities import AGES
from nlu_models.intents.steps.phrases import CLAIMS

JOINING = re.compile(r"\W*(?:\w+\W+){0,2}?(?:(?:what|how)\s+about|and|also|plus|add)\b", re.IGNORECASE)
_BESIDE = re.compile(r"\W*(?:and|also|plus)\s+[^?.!]{0,80}\bor\b", re.IGNORECASE)
_AGAINST = re.compile(r"\b(?:or|vs|versus|against|than|better)\b|\bcompare", re.IGNORECASE)
"""What begins a message that brings in more things, those of a choice too, and what shows that they are compared."""
_ALIKE = 0.75
"""Least share of letters that two spellings have in common, see ``difflib``."""


class SubjectAction(VerdictAction):
    """An action that brings in, drops, replaces or weighs something, or limits what counts."""

    def _limit(self, turn: Turn, period: Period | None) -> Reply:
        """Let only what was written in a time, or by those whom the message names, count."""
        publishers, refused = self._publishers(turn, turn.state)
        if refused and period is None:
            return Reply(turn.state, refused)
        state = turn.state.about(turn.state.objects, turn.state.aspects, period=period, publishers=publishers)
        notes = [*refused, *limits(turn.state, state)]
        if not notes:
            notes = limits(NOTHING_SAID, state) or [say("utter_all_sources" if period is None else "utter_all_years")]
        found = turn.compare(state.query) if state.complete else None
        pairs = found.pairs if found and evidence.arguments(found) else ()
        if left_out := sum(one.outside + one.elsewhere for one in pairs):
            undated = sum(one.undated for one in pairs)
            of_them = f", {undated} of them undated" * any(state.period)
            notes.append(say("utter_left_out", sentences=f"{sentences(left_out)}{of_them}"))
        return self._verdict(turn, state, *notes)

    def _publishers(self, turn: Turn, state: DialogueState) -> tuple[Publishers, list[Utterance]]:
        """Return whose evidence counts after a message; that of before, and why, where none, or all, would compare."""
        said = turn.message.publishers or EVERYBODY
        limited = state.limited(turn.message.publishers)
        if said == EVERYBODY or limited == state.publishers or not state.complete:
            return limited, []
        before, after = (turn.compare(one.query) for one in (state, replace(state, publishers=limited)))
        first, second = (sum(one.elsewhere for one in found.pairs) for found in (before, after))
        if not evidence.arguments(before) or (evidence.arguments(after) and (first != second or said.only)):
            return limited, []
        share = "nothing" if said.only or first == second else "everything"
        told = {"share": share, "whose": Publishers(said.only or said.without).words}
        names, among = listed(state.objects, "and"), listed(evidence.publishers(before), "and")
        return state.publishers, [say("utter_no_publisher", SOURCES, names=names, publishers=among, **told)]

    def _claim(self, turn: Turn, *, sure: bool = False) -> verdicts.Claim | None:
        """Return what a message asks a yes or no about; surely where it names a thing, and the verdict answers."""
        state = turn.state
        if not state.shown or not (sure or is_polar(turn.message.text)):
            return None
        return claim_of(turn.message, state, lambda: verdicts.outcome(turn.compare(state.query))[0])

    def _side(self, turn: Turn, names: Sequence[str], *, against: bool) -> Reply:
        """Say what speaks for or against a thing; one that is not compared is brought in."""
        compared = [one for one in turn.state.objects if shares(names, (one,))]
        if turn.state.complete and not compared:
            strange = against and not is_like(names[0], turn.state.objects, self.engine)
            if strange and not self.engine.rivals(names[0]):
                return self._on_topics(turn, names)
            return self._ask_rival(turn, names[0]) if strange else self._bring_in(turn, names)
        way, back = ("against", "for") if against else ("for", "against")
        if compared and (claim := self._claim(turn)):
            topic = topics(turn.message, turn.state)
            named = replace(turn, message=turn.message._replace(objects=(claim.name,)))
            return self._on_topics(turn, topic) if topic else self._in_a_line(named)
        others = [one for one in turn.state.objects if one not in compared]
        kind, names, times, brief = turn.state.view
        if not brief and (kind, names) == (way, tuple(compared)) and len(compared) == 1 and not turn.state.replied:
            return self._look(turn, way, *compared, times=times + 1)
        told = len(turn.state.objects) == 2 and turn.state.view == View(back, tuple(others))
        return self._look(turn, way, *compared, times=int(told))

    def _second(self, turn: Turn, name: str) -> Reply:
        """Compare the one thing that was named with a second one; ask on when nobody does, but others are compared."""
        state = turn.state
        both = state.about((*state.objects, name), state.aspects)
        if both.complete and not evidence.arguments(turn.compare(both.query)):
            others = self.engine.rivals(state.objects[0])
            if others and self.engine.retriever.search((name,), k=1).hits:
                one = plain(state.objects[0])
                note = say("utter_nobody_compares", name=one, other=plain(name), others=listed(others, "and"))
                return Reply(state, [note], asks=True)
        return self._verdict(turn, both)

    def _bring_in(self, turn: Turn, names: Sequence[str]) -> Reply:
        """Take names as things or as points of view, whichever they are."""
        state = turn.state
        if not names and state.pending:
            return self._take_pending(turn, state.pending)
        if not names and state.complete:
            return self._verdict(turn, state)
        if len(names) > 1 and all(shares((name,), state.objects) for name in names):
            return self._verdict(turn, state.about(names, state.aspects))
        if len(names) == len(state.objects) == 1:
            return self._second(turn, names[0])
        if not state.complete:
            return self._verdict(turn, state.about((*state.objects, *names), state.aspects))
        if all(shares(names, (one,)) for one in state.objects):
            names = [one for one in names if not shares((one,), state.objects)]
        if len(names) != 1:
            return self._verdict(turn, state.about(names, state.aspects if shares(names, state.objects) else ()))
        name = names[0]
        for one in state.objects:
            if shares((one,), (name,)):
                return self._side(turn, (one,), against=state.side[0] == "against")
        if state.pending and len(state.pending.objects) == 1:
            return self._verdict(turn, state.about((*state.pending.objects, name), state.pending.aspects))
        begins = name[1:].islower() and turn.message.text.startswith(name)  # with a capital that tells nothing
        written = name[0].lower() + name[1:] if begins else name
        held = is_beside(name, turn.message.text) or self._is_one_more(turn, name)
        if not (held or is_name(written)) and self._goes_on(turn, name):
            return self._weigh(turn, (written,))
        if self._is_of_each(turn, name):
            return self._weigh(replace(turn, message=turn.message._replace(sure=True)), (written,))
        role = Label.OBJECT if held else role_of(written, turn.compare(state.query), self.engine)
        if role is None and not turn.message.other:
            if not (turn.message.sure or self.is_read(name)):
                return Reply(state, [say("utter_never_read", names=plain(name))])
            role = Label.OBJECT  # as the message was read
        if role is Label.ASPECT:
            return self._weigh(turn, (written,))
        return self._add(turn, (name,)) if role is Label.OBJECT else self._object_or_aspect(turn, name)

    def _goes_on(self, turn: Turn, name: str) -> bool:
        """Return whether a message goes on with what matters that was told last: "and cheese", after "for milk"."""
        return JOINING.match(turn.message.text) is not None and self._is_of_last(turn.state, name)

    def _is_of_last(self, state: DialogueState, name: str) -> bool:
        """Return whether a name means what matters that was told last rather than one more of the things."""
        asked = (state.asked.words,) if state.asked.kind is AskedKind.PROPERTY else ()
        last = state.on or state.unheard or asked
        of_last = last and likeness(name, last) > likeness(name, state.objects)
        return bool(of_last) and not is_rival(name, state.objects, self.engine)

    def _is_point_meant(self, turn: Turn, name: str) -> bool:
        """Return whether a correction means what matters, and no thing: "I meant restaurants" of food, or of cities."""
        state, are_names = turn.state, all(one != one.lower() for one in turn.state.objects)
        is_noun = are_names and name.islower() and tagger().tag(["the", name])[-1] == "NNS"
        told = self._is_of_last(state, name) or (is_noun and not is_like(name, state.objects, self.engine))
        return turn.message.meant and not turn.message.replaced and told

    def _is_one_more(self, turn: Turn, name: str) -> bool:
        """Return whether a message names one more of the kind of the things: "what about a petrol car?"."""
        is_one = re.search(rf"\ban?\s+(?:\w+\s+)?{re.escape(name)}\b", turn.message.text, re.IGNORECASE)
        return bool(is_one) and turn.intent == "name_object" and is_one_of_kind(name, turn.state.objects, self.engine)

    def _is_of_each(self, turn: Turn, name: str) -> bool:
        """Return whether a message asks about something that each of the things has: "what about the beaches?"."""
        several = f"the {name}".casefold() in turn.message.text.casefold() and tagger().tag(["the", name])[-1] == "NNS"
        return several and not is_like(name, turn.state.objects, self.engine)

    def _add(self, turn: Turn, names: Sequence[str], *notes: Utterance, sure: bool = False) -> Reply:
        """Compare more things beside the others; of what nothing compares with them only that is told.

        They are compared in what was asked last, unless the message asks something itself, or a side was told since.
        """
        state = turn.state
        asked = self._parsed(turn).asked
        general = asks_generally(turn.message.text) and not asked.is_special
        of_property = state.asked.kind is AskedKind.PROPERTY and (general or state.side[0])
        unheard = state.unheard[-1] if state.unheard else ""
        needs = (*turn.message.aspects, *[unheard] * bool(unheard and not is_property(unheard)))
        uses = [one for one in needs if not shares((one,), [kept.name for kept in state.aspects])]
        asks = asked if asked.kind is AskedKind.PROPERTY else OVERALL_ASKED if of_property else None
        silent = self._read(f"which is {unheard}?").asked if asks is None and is_property(unheard) else asked
        asks = silent if silent.kind is AskedKind.PROPERTY else asks
        if asks is None and state.asked.kind is not AskedKind.PROPERTY and (points := self._points_asked(turn)):
            uses, asks = [*points, *uses], OVERALL_ASKED
        wider = state.about((*state.objects, *names), (*state.aspects, *map(Aspect, uses)), asked=asks)
        if not state.shown or len(wider.objects) > self.engine.config.verdict.maximum_objects:
            return self._verdict(turn, wider)
        found = turn.compare(wider.query)
        searched = evidence.searched(found)
        met = {one for pair in found.pairs if evidence.arguments(pair) for one in pair.objects}
        if asks == silent and not speaks_of_asked(found) and (silent != asked or asked.dimension == asked.words):
            wider = replace(wider, asked=OVERALL_ASKED)  # "is rum worth a look?"
            nothing = [Utterance(answer=points_of_view.nothing_on(found, [silent.words]))] * (silent != asked)
            notes = (*notes, *nothing)
        lonely = [name for name in names if searched.get(name, name) not in met]
        if lonely and not sure:
            told = {
                "names": listed(lonely, "and"),
                "either": listed(lonely, "or"),
                "subject": listed(state.objects, "or"),
            }
            others = [either(*pair) for pair in self._rivals(state.objects, beside=dict.fromkeys(lonely, ()))]
            parted = [Button(f"Without {plain(one)}", buttons.without(one)) for one in lonely]
            after = replace(wider, view=View("answer"))
            instead = own_words(searched_as([searched.get(one, one) for one in lonely], lonely))
            known_as = [Utterance(answer=Answer(instead))] * bool(instead)
            return Reply(after, [*known_as, say("utter_nobody_compares_thing", *parted, *others, **told)])
        added = listed(evidence.written(found)[len(state.objects) :], "and")
        note = next((one for one in notes if one.response), say("utter_added", names=added))
        reply = self._verdict(turn, wider, note, *(one for one in notes if one.answer))
        if reply.state.view.kind == "answer" and not (state.length or state.style):
            after = replace(reply.state, view=View("with", reply.state.objects[len(state.objects) :]))
            last = replace(reply.said[-1], answer=self._shown(self._of_news(turn, turn.compare(after.query)), after))
            reply = replace(reply, state=after, said=[*reply.said[:-1], last])
        if len(state.objects) > 2 or len(names) > 1:
            return reply
        return reply.offering(*(Button(f"Without {plain(one)}", buttons.without(one)) for one in state.objects))

    def _points_asked(self, turn: Turn) -> list[str]:
        """Return the properties that were asked of the things before, and that sources speak of."""
        state = turn.state
        if not state.shown:
            return []
        asked = (one for one in state.asked_of(state.subject) if one.kind is AskedKind.PROPERTY)
        new = (one for one in asked if held(one.words, state.aspects) == one.words)
        compared = ((one, turn.compare(replace(state, asked=one).query)) for one in new)
        return [called(one.words) for one, found in compared if speaks_of_asked(found)]

    def _claimed(self, turn: Turn) -> Reply | None:
        """Bring in one more thing of the kind of those compared for what is said of it: "my boss says Ruby is slow"."""
        message, state = turn.message, turn.state
        new = [one for one in (*message.objects, *message.opposed) if not shares((one,), state.objects)]
        asks = message.text.endswith("?") or is_polar(message.text)
        told = asks or CLAIMS.match(message.text)  # no "Ruby is slow", which asks for nothing
        comes_in = told and state.complete and message.aspects and len(new) == 1
        kind = comes_in and is_like(new[0], state.objects, self.engine)
        comes_in = kind or (comes_in and asks and is_set_beside(new[0], state.objects, self.engine))
        weighed = message._replace(aspects=tuple(dimension_of(one) or one for one in message.aspects))
        return self._add(replace(turn, message=weighed), new, sure=True) if comes_in else None

    def _join(self, turn: Turn, names: Sequence[str]) -> Reply | None:
        """Bring in several things of the kind of those compared, "what about Redis and SQLite?"; offer to part them."""
        state, text = turn.state, turn.message.text
        new = [one for one in turn.message.aspects if not shares((one,), [kept.name for kept in state.aspects])]
        chosen = _BESIDE.match(text) and not new  # "and solar or wind?", but not "and solar or wind for a boat?"
        beside = chosen or not _AGAINST.search(text)
        opened = JOINING.match(text)
        opens = opened and not any(name.casefold() in opened[0].casefold() for name in names)  # but "tea and rum"
        joins = state.complete and len(names) > 1 and opens and beside
        brings = turn.intent == "name_object"
        if not joins or not (brings or any(is_like(name, state.objects, self.engine) for name in names)):
            return None
        reply = self._add(turn, names, sure=True)
        return reply.offering(either(*names)) if len(names) == 2 else reply

    def _go_back(self, turn: Turn) -> Reply:
        """Compare again what was compared before."""
        if not turn.state.history and turn.state.view.kind not in {"", "answer", "again", "nothing"}:
            return self._look(turn, "answer")
        if not turn.state.history:
            nothing = [say("utter_nothing_to_undo", WHY, SOURCES)] * turn.state.complete
            return Reply(turn.state, nothing, asks=not turn.state.complete)
        before = turn.state.back()
        told = say("utter_undone", subject=in_words(before.objects, [one.name for one in before.aspects]))
        notes = [told, *limits(turn.state, before)]
        on = [one.name for one in heard(turn.compare(before.query))] if before.complete else []
        again = [one.name for one in before.aspects if one.name in on and before.asked == OVERALL_ASKED]
        if again and before.objects == turn.state.objects:
            return self._news(turn, before, again, *notes)
        return self._verdict(turn, before, *notes)

    def _take_pending(self, turn: Turn, pending: Subject, *names: str) -> Reply:
        """Compare what was offered, for what else matters, too."""
        aspects = (*pending.aspects, *map(Aspect, names))
        return self._verdict(turn, turn.state.about(pending.objects, aspects, asked=pending.asked))

    def _drop(self, turn: Turn, names: Sequence[str]) -> Reply:
        """Do without points of view or things, of what is compared or of what was offered."""
        state, offered = turn.state, turn.state.pending
        wider = offered and len(offered.objects) > max(2, len(state.objects)) and shares(names, offered.objects)
        known = offered.objects if offered and wider else state.objects
        senses = {dimension_of(name) for name in names} - {""}
        kept = [one for one in state.aspects if not shares(names, (one.name,)) and dimension_of(one.name) not in senses]
        objects = without(names, replace(state, objects=known))
        if len(known) == 2 and len(objects) == 1:  # or another one is named again
            objects = (*objects, *_named_again(turn, (*names, *objects)))
        unasked = shares(names, (state.asked.words,)) or state.asked.dimension in senses
        unasked = unasked or (state.asked.is_situation and not AGES.keys().isdisjoint(names))
        asked = OVERALL_ASKED if unasked else state.asked
        untold, unheard = self._told_of(turn, names), [held(one, [*map(Aspect, state.silent)]) for one in names]
        unheard = [one for one in state.silent if one in unheard]
        said = (dimension_of(one) for one in turn.message.aspects if one in turn.message.text)  # and not "it"
        dropped = (dimension_of(one) or one for one in unheard)
        dismissed = unique((*state.dismissed, *untold, *filter(None, said), *dropped))
        same = (*objects, *kept, asked) == (*state.objects, *state.aspects, state.asked)
        if same and untold:
            after = state.about(objects, kept, dismissed=dismissed)
            return self._verdict(turn, after, say("utter_not_told", name=listed(untold, "and")))
        if same and unheard:
            left_out = say("utter_silent_left_out", *[WHY, SOURCES] * state.shown, name=listed(names, "and"))
            return Reply(state.about(objects, kept, dismissed=dismissed).without_silence_on(unheard), [left_out])
        if same and names:
            unknown = "’ or ‘".join(map(plain, names))
            return Reply(state, [say("utter_not_weighed", *[WHY, SOURCES] * state.shown, name=unknown)])
        gone = [one for one in known if one not in objects] if len(known) > 2 else []
        gone += [called(one.name) for one in state.aspects if one not in kept]
        gone += [state.asked.dimension or state.asked.words] * (unasked and len(kept) == len(state.aspects))
        left = weighing(kept) if len(kept) < len(state.aspects) else ""
        notes = [say("utter_without", name=listed(gone, "and"))] * bool(gone)
        notes += [say("utter_weights", weights=left)] * bool(left)
        after = state.about(objects, kept, asked=asked, dismissed=dismissed).without_silence_on(unheard)
        return self._verdict(turn, after, *notes)

    def _told_of(self, turn: Turn, names: Sequence[str]) -> list[str]:
        """Return the points of view that some names stand for, as far as answers speak of them though nobody asked."""
        state = turn.state
        pairs = turn.compare(state.query).pairs if state.shown and state.view.kind else ()
        mined = {one.dimension or one.name for pair in pairs for one in pair.mined}
        told = unique(dimension_of(name) or name for name in names)
        return [one for one in told if one in mined and one not in state.dismissed]

    def _not_compared(self, turn: Turn, name: str) -> Reply:
        """Say that a thing is not among those compared, which stay, and offer to bring it in."""
        state, new = turn.state, as_named(name, self.engine.retriever)
        offer = Button(f"Compare {plain(new)} too", buttons.along(new))
        told = say("utter_not_compared", offer, name=plain(new), subject=listed(state.objects, "and"))
        return Reply(replace(state, pending=replace(state.subject, objects=(*state.objects, new))), [told])

    def _ask_rival(self, turn: Turn, name: str, aspects: Sequence[Aspect] = ()) -> Reply:
        """Ask what to compare a thing with while something else is compared, which stays."""
        others = [one for one in self.engine.rivals(name) if not shares((one,), (name,))]
        each = [either(name, one) for one in unique((*others, *turn.state.objects))][:MAX_BUTTONS]
        pending = Subject((name,), tuple(aspects))
        return Reply(replace(turn.state, pending=pending), [say("utter_ask_objects", *each, name=plain(name))])

    def _replace(self, turn: Turn, old: Sequence[str], new: str) -> Reply:
        """Put ``new`` in the place of the object that ``old`` names, and offer the other way."""
        state = turn.state
        if shares((new,), state.objects):
            both = turn.message.replaced and not shares((new,), old) and len(state.objects) > 2
            if both:
                return self._drop(turn, old)
            return self._verdict(turn, state, say("utter_compared_already", name=plain(new)))
        gone = next((one for one in state.objects if shares(old, (one,))), state.objects[-1])
        objects = [new if one == gone else one for one in state.objects]
        after = state.about(objects, state.aspects)
        reply = self._verdict(turn, after, self._changed(turn, after))
        last = reply.said[-1]
        if (
            len(objects) > 2
            or new not in reply.state.objects
            or not evidence.arguments(turn.compare(reply.state.query))
        ):
            return reply
        stays = next(one for one in state.objects if one != gone)
        button = Button(f"{plain(new)} or {plain(gone)}?", buttons.instead(gone, stays))
        return replace(reply, said=[*reply.said[:-1], replace(last, buttons=[button, *last.buttons])])

    def _changed(self, turn: Turn, after: DialogueState) -> Utterance:
        """Return the note which things are compared in place of which others, as texts write them."""
        before = others_before(turn.state) if turn.message.unwanted else turn.state.objects
        named = zip(after.objects, evidence.written(turn.compare(after.query)), strict=True)
        new = [shown for one, shown in named if not shares((one,), before)]
        gone = [one for one in before if not shares((one,), after.objects)]
        return say("utter_replaced", new=listed(new, "and"), old=listed(gone, "and"))

    def _weigh(
        self,
        turn: Turn,
        names: Sequence[str],
        left: Sequence[Aspect] | None = None,
        *notes: Utterance,
        most: Sequence[str] = (),
        less: Sequence[str] = (),
        factors: Mapping[str, float] = NOBODY_SAID,
        dismissed: Sequence[str] = (),
    ) -> Reply:
        """Add points of view to those that are left, let some count more or less than the others, and dismiss some."""
        state = turn.state
        left = state.aspects if left is None else left
        names, most, less = ([held(name, left) for name in some] for some in (names, most, less))
        factors = {held(name, left): factor for name, factor in factors.items()}
        new = [name for name in names if not shares((name,), [aspect.name for aspect in left])]
        left = [one for one in left if not get_close_matches(one.name, new, cutoff=_ALIKE)]
        aspects = weighted((*left, *map(Aspect, new)), most, less, factors, points=turn.message.points)
        notes = (*notes, *[say("utter_weights", weights=weighing(aspects))] * bool(most or less or factors))
        if aspects == state.aspects and names and not notes:
            known = say("utter_weighed_already", name=plain(called(names[0])))
            return self._news(
                turn, state, names, *[known] * (turn.intent != "opinion" and not is_polar(turn.message.text))
            )
        untold = unique((*state.dismissed, *dismissed)) if dismissed else None
        weighed = state.about(state.objects, aspects, asked=OVERALL_ASKED if new else None, dismissed=untold)
        news = names and state.complete
        return self._news(turn, weighed, names, *notes) if news else self._verdict(turn, weighed, *notes)


def _named_again(turn: Turn, names: Sequence[str]) -> list[str]:
    """Return what was compared before and is named by a message besides some names."""
    text = Tokens(turn.message.text)
    before = unique(name for one in reversed(turn.state.history) for name in one.objects)
    return [name for name in before if not shares((name,), names) and text.find(stems(name))]
