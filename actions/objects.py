"""Actions that change which things are compared: bring in, replace, leave out, turn round, go back to earlier ones."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from actions.aspect_weights import alike, asked_last, held, newest, others_before, shares
from actions.base import Turn
from actions.comparison_action import ComparisonAction
from actions.dialogue_state import DialogueState, View, listed
from actions.next_steps import MAX_BUTTONS
from actions.notes import weighing
from actions.object_or_aspect import likeness
from actions.references import dropped, is_beside, of_kind_meant, recalled, told, unmended
from actions.replies import Button, Reply, Utterance, say
from actions.request import is_polar, is_property
from actions.subject_action import JOINING
from actions.views import evidence, revisions, verdicts
from engine.errors import shorten
from engine.text.graded import grade
from engine.text.tokens import Tokens, clean, stems, unique
from engine.types import OVERALL, OVERALL_ASKED, Asked, AskedKind, Aspect, Kind, origin
from generation.answer_builder import plain
from generation.asked_verdict import speaks_of_asked
from nlu_models.intents import bare, buttons
from nlu_models.intents.message import compared
from nlu_models.intents.quantities import AGES, number

_SIDES = frozenset({"for", "against", "each", "holds", "on"})
"""Kinds of views that are shown again when a quote is left out."""
MOST_QUOTED = 300
"""Characters of a quote that is left out."""
_KEPT = re.compile(r"\b(?:just|only|keep)\b([^.;!?]*)\W*$", re.IGNORECASE)
"""What ends a message that names what is left besides what goes."""
_ARTICLE = re.compile(r"^(?:the|their|its)\s+", re.IGNORECASE)
_AND = re.compile(r"\s+and\s+|,\s+(?:and\s+)?", re.IGNORECASE)
_OTHER = re.compile(r"\bthe other\b", re.IGNORECASE)
_ASKS_BACK = re.compile(r"(?:what|which)\b(?!\s+about\b)", re.IGNORECASE)
_POINT = re.compile(r"\s+(?:one|thing|bit|part|point|question|aspect|topic)$", re.IGNORECASE)
"""What ends words for something that was asked before: "the safety one"."""
_BACK_TO = re.compile(r"^.*?\bback to\b", re.IGNORECASE)
_AGE = stems("age")
_MEANT = 0.4
"""Least likeness of a name to something that matters, from which that is left out for it."""


class ActionNameObject(ComparisonAction):
    """Brings in a name that may be a thing or a point of view."""

    def reply(self, turn: Turn) -> Reply:
        state, asked = turn.state, self._parsed(turn).asked
        known = state.complete and all(shares((name,), state.objects) for name in turn.message.objects)
        if turn.message.before and not turn.message.objects and state.complete:
            old = recalled(turn.message, state, self.engine)
            if old and not shares(old.objects, state.objects):
                return self._verdict(turn, state.at(old))
            return self._bring_in(turn, (_ARTICLE.sub("", turn.message.before),))
        parts = [part for name in turn.message.objects for part in ([name] if known else _AND.split(name))]
        apart = len(turn.message.objects) > 1 or not any(map(self.engine.rivals, turn.message.objects))
        if apart and (joined := self._join(turn, parts)):
            return joined
        if known and len(turn.message.objects) == 1 and asked.kind is AskedKind.PROPERTY:
            return self._ask(turn, asked)
        return self._bring_in(turn, turn.message.objects)


class ActionAddObject(ComparisonAction):
    """Compares one more thing beside the others."""

    def reply(self, turn: Turn) -> Reply:
        names, state = turn.message.objects, turn.state
        if state.pending and len(state.pending.objects) > len(state.objects) and names in {(), state.objects}:
            return self._take_pending(turn, state.pending)
        if not names and state.complete:
            names = tuple(one for one in others_before(state) if one not in state.objects)  # "not instead, as well"
        names = tuple(dropped(one, state) or one for one in names)
        new = tuple(one for one in names if not shares((one,), state.objects)) if state.complete else names
        if names and not new:
            return self._verdict(turn, state, say("utter_compared_already", name=plain(names[0])))
        return self._add(turn, new, sure=True)


class ActionChangeObject(ComparisonAction):
    """Puts another thing in the place of one of those compared."""

    def reply(self, turn: Turn) -> Reply:
        message, state = turn.message, turn.state
        if meant := of_kind_meant(message, state, self.engine):
            return self._verdict(turn, state.at(meant))
        if state.complete and not message.objects:
            wrong, *right = message.replaced or ("",)
            others = tuple(one for one in state.objects if not shares((wrong,), (one,)))
            question = self._parsed(turn)
            if len(others) == 1 and not right and question.kind is Kind.YES_NO:  # "is it better than C++?"
                return self._in_a_line(replace(turn, message=message._replace(objects=others)))
            if question.asked.kind is AskedKind.PROPERTY and is_beside("", message.text):
                return self._ask(turn, question.asked)  # "cheaper than tea, I mean"
            if _OTHER.search(message.text) and (other := self._other(turn)):
                return other
            if right and not shares((wrong,), state.objects):
                return self._bring_in(turn, right)
            if message.replaced:
                return self._drop(turn, right or message.replaced)  # where both are there, one stays
            return Reply(state, [say("utter_nlu_fallback")])
        if not state.complete or len(message.objects) != 1:
            named = message.objects if state.complete else (*unmended(message, state), *message.objects)
            return self._verdict(turn, state.about(named, state.aspects))
        new = message.objects[0]
        if self._is_point_meant(turn, new):
            return self._weigh(turn, (new,), [one for one in state.aspects if one not in asked_last(state)])
        if not (message.replaced or message.meant) and (back := dropped(new, state)):
            return self._add(turn, (back,), sure=True)
        text = Tokens(message.text)
        begins = new.casefold() if text.find(stems(f"the {new}")) else ""  # "the lab" of labrador
        stood = [one for one in state.objects if shares((new,), (one,))]
        stood = stood or [one for one in state.objects if begins and one.casefold().startswith(begins)]
        if message.meant and len(stood) == 1:  # what "it" stood for
            return self._verdict(turn, state)
        either_one = listed(state.objects, "or")
        each = [Button(f"Instead of {plain(one)}", buttons.instead(new, one)) for one in state.objects]
        said = [one for one in state.objects if message.meant and text.find(stems(one))]  # "with Linux I mean Ubuntu"
        replaced: Sequence[str] = message.replaced or (said if len(said) == 1 else ())
        if replaced and not shares(replaced, state.objects):
            replaced = [one for one in (compared(replaced[0], state.objects),) if one]
            replaced = replaced or alike(message.replaced[0], state.objects)
            if not (replaced or self.is_read(message.replaced[0])):
                note = say("utter_added_instead", old=plain(message.replaced[0]), new=plain(new))
                return self._add(turn, (new,), note, sure=True)
            if not replaced:  # "can Gimp replace Photoshop?", "a tablet instead of a laptop, then?"
                both = state.about((new, *message.replaced), (), question=message.text * is_polar(message.text))
                return self._verdict(turn, both)
        beside = is_beside(new, message.text)
        spoken = [one for one in state.objects if told(state.question, (one,))]
        if beside and len(spoken) == 1 and len(state.objects) > 2:  # "is Perl slow?", "compared to C, I mean"
            return self._verdict(turn, state.about((*spoken, new), state.aspects))
        last = state.objects[-1:] if beside and len(state.objects) == 2 else ()  # "I meant compared to rum"
        old = replaced or alike(new, state.objects) or last or newest(state)
        if not old and message.meant and not self.is_read(new):
            stays = say("utter_stays", subject=listed(state.objects, "and"))
            return Reply(state, [say("utter_never_read", names=plain(new)), stays])
        if not old and message.meant and not self._compared(new, state):
            return Reply(state, [say("utter_which_is_meant", *each, new=plain(new), either=either_one)])
        return self._replace(turn, old or (self._loser(turn),), new)

    def _other(self, turn: Turn) -> Reply | None:
        """Do with the other one of two what was just done with one: tell its side, or put something in its place."""
        state, new = turn.state, newest(turn.state)
        shown, name = state.side
        if name:
            return self._look(turn, shown, *(one for one in state.objects if one != name))
        before = others_before(state) if new else ()
        if len(before) != len(state.objects):
            return None
        gone = [one for one in before if one not in state.objects]
        kept = [new[0] if one in state.objects else one for one in before]
        note = say("utter_replaced", new=plain(new[0]), old=plain(next(one for one in before if one not in gone)))
        return self._verdict(turn, state.about(kept, state.aspects), note)

    def _compared(self, name: str, state: DialogueState) -> bool:
        """Return whether anybody compares a thing with one of those that are compared."""
        search = self.engine.retriever.search
        return any(search((name, one), k=1).hits for one in state.objects)


class ActionDrop(ComparisonAction):
    """Does without a point of view or a thing: the last one when the message names none."""

    def reply(self, turn: Turn) -> Reply:
        message, state = turn.message, turn.state
        names = (*message.objects, *message.aspects)
        if message.of_source:
            return self._without_quote(turn)
        if message.all:
            return self._verdict(turn, state.about(state.objects, (), asked=OVERALL_ASKED))
        if message.top and state.complete:
            return self._without_top(turn, message.top)
        points = not (message.objects or told(message.text, names))  # "drop it"
        if state.complete and (not names or (points and _has_grown(state))):
            return self._drop_last(turn)
        if (kept := _KEPT.search(message.text)) and all(shares(names, (one,)) for one in state.objects):
            names = tuple(name for name in names if not told(kept[1], (name,)))  # "drop tea, just rum and cocoa"
        return self._drop(turn, [_known(name, state) for name in names])

    def _without_top(self, turn: Turn, words: str) -> Reply:
        """Do without what has most of something, or is worst; tell which where nobody says so or too few would stay."""
        state, most = turn.state, max(1, int(number(words)))
        graded = grade(" ".join(word for word in words.split() if number(word) == "0"))
        of_property = Asked(AskedKind.PROPERTY, graded.dimension, "more" if graded.sign > 0 else "less", words)
        on_whole = graded.dimension == OVERALL
        asked = OVERALL_ASKED if on_whole else of_property
        found = turn.compare(state.about(state.objects, state.aspects, asked=asked).query)
        ranked = verdicts.ranked(found) if on_whole or (speaks_of_asked(found) and verdicts.ahead(found)[0]) else []
        gone = (ranked[-most:] if on_whole else ranked[:most]) if len(state.objects) > 2 else []
        if most > 1 and len(state.objects) - most < 2:
            return Reply(state, [say("utter_two_stay", names=listed(ranked or state.objects, "and"))])
        if not gone:
            return self._ask(turn, asked)
        left = [one for one in state.objects if one not in gone]
        return self._verdict(turn, state.about(left, state.aspects), say("utter_without", name=listed(gone, "and")))

    def _without_quote(self, turn: Turn) -> Reply:
        """Let a quote count no longer: show it, tell what that changes, and show without it what was shown."""
        state, told = turn.state, turn.message.argument
        if not state.complete:
            return Reply(state, asks=True)
        before = turn.compare(state.query)
        cited = self._shown(before, state).citations
        told = told or int(len(cited) == 1)  # "that quote"
        named = cited[-1:] if told < 0 else [one for one in cited if one.number == told]
        if not named:
            each = [Button(f"Number {one.number}", buttons.without_quote(one.number)) for one in cited]
            return Reply(
                state, [say("utter_which_quote", *each[:MAX_BUTTONS]) if each else say("utter_nothing_quoted")]
            )
        sentence, document = named[0].hit.sentence, named[0].hit.document
        left = state.about(state.objects, state.aspects, asked=state.asked, without=(*state.without, sentence.id))
        found = turn.compare(left.query)
        source = f" ({origin(document.source, document.id)})" * bool(document.source)
        note = say("utter_quote_left_out", quote=shorten(clean(sentence.text), MOST_QUOTED), source=source)
        if not evidence.arguments(found):
            return self._nothing(turn, found, left, note)
        left = replace(left, view=state.view if state.view.kind in _SIDES else View("again"))
        shown = Utterance(answer=self._shown(found, left), buttons=self._steps(turn, left, found), comparison=found)
        changes = revisions.changes(found, before, counted=left.view.kind in _SIDES)
        return Reply(left, [note, *[Utterance(answer=changes)] * bool(changes.blocks), shown])

    def _drop_last(self, turn: Turn) -> Reply:
        """Do without what was brought in last."""
        state = turn.state
        if _has_grown(state):
            return self._verdict(turn, state.about(state.history[-1].objects, state.aspects))
        if not (state.aspects or state.history):
            return self._verdict(turn, state, say("utter_stays", subject=listed(state.objects, "and")))
        if not state.aspects:
            return self._go_back(turn)
        return self._verdict(turn, state.about(state.objects, state.aspects[:-1]))


class ActionUndo(ComparisonAction):
    """Goes back to what was compared before, or to what the message names of it."""

    def reply(self, turn: Turn) -> Reply:
        message, state = turn.message, turn.state
        question = self.engine.parse(bare(_BACK_TO.sub("", message.text)))
        named = [one for one in message.objects if not shares((one,), state.objects)]
        if not (message.before or named) and turn.intent != "back_to":
            return self._go_back(turn)
        if named and message.unwanted:  # which is left out already
            after = state.about((*state.objects, *named), state.aspects)
            return self._verdict(turn, after, self._changed(turn, after))
        if asked_again := self._ask_again(turn):
            return asked_again
        old = recalled(message, state, self.engine)
        is_new = old is None or not all(told(name, old.objects) for name in question.objects)
        if is_new and len(question.objects) > 1:
            new_one = state.about(question.objects, (), question=question.text, asked=question.asked)
            return self._verdict(turn, new_one)
        if old is None and message.before and state.complete and JOINING.match(message.text):
            return self._bring_in(turn, (_ARTICLE.sub("", message.before),))
        if old is None:
            name = message.before or next(iter(message.objects), "")
            each = [Button(f"{listed(one.objects, 'or')}?", buttons.back_to(one.objects)) for one in state.compared]
            if name or not each:
                return Reply(state, [say("utter_not_before", *each[-MAX_BUTTONS:], name=plain(name) or "anything")])
            return Reply(state, [Utterance(answer=verdicts.decided(self._summary(turn, state.kept().compared)))])
        asks = _ASKS_BACK.match(bare(message.text)) and old.question
        notes = [say("utter_you_asked", question=old.question)] if asks else []
        comes_back = named and {*old.objects} > {*state.objects}  # "put the Audi back in"
        narrows = {*old.objects} < {*state.objects}  # of which the same matters
        at = state.at(replace(old, aspects=state.aspects) if narrows else old)
        at = state.about(old.objects, state.aspects) if comes_back else at
        if question.asked.kind is AskedKind.PROPERTY and not asks:  # "back to A and B, which is cheaper?"
            return self._ask(replace(turn, state=at, message=message._replace(text=question.text)), question.asked)
        new = [Aspect(one) for one in message.aspects if not shares((one,), [kept.name for kept in at.aspects])]
        return self._verdict(turn, at.about(at.objects, (*at.aspects, *new)) if new else at, *notes)

    def _ask_again(self, turn: Turn) -> Reply | None:
        """Ask again what was asked of the same things before, whether anything was found on it: "back to safety"."""
        message, state = turn.message, turn.state
        said = message.before or next(iter((*message.objects, *message.aspects)), "")
        name = _POINT.sub("", _ARTICLE.sub("", said))
        if not (name and state.complete) or any(told(message.text, one.objects) for one in state.kept().compared):
            return None
        points = _asked_of(state)
        point = held(name, [Aspect(one) for one in points])
        if point not in points:
            return None
        question = f"which is {point}?"
        asked = self._read(question).asked
        if asked.kind is AskedKind.PROPERTY and is_property(point):
            return self._ask(replace(turn, message=message._replace(text=question)), asked)
        return self._on_topics(replace(turn, state=state.after_property()), (point,))


class ActionSwap(ComparisonAction):
    """Looks from the other end."""

    def reply(self, turn: Turn) -> Reply:
        state = turn.state
        new = [one for one in state.aspects if not state.history or one not in state.history[-1].aspects]
        weights = {one.name: one.weight for one in (new if len({one.weight for one in new}) > 1 else state.aspects)}
        if len({*weights.values()}) > 1 and state.view.kind == "on":
            both = max(weights.values()) + min(weights.values())
            swapped = [Aspect(one.name, both - weights.get(one.name, both - one.weight)) for one in state.aspects]
            counts = say("utter_weights", weights=weighing([one for one in swapped if one.name in weights]))
            return self._news(turn, state.about(state.objects, swapped), [*weights], counts)
        several = len(state.objects) > 2
        objects = state.objects if several else state.objects[::-1]
        return self._verdict(turn, state.about(objects, state.aspects), *[say("utter_no_other_way_round")] * several)


def _has_grown(state: DialogueState) -> bool:
    """Return whether what came last are things beside those that were compared already."""
    before = state.history[-1].objects if state.history else ()
    return 1 < len(before) < len(state.objects) and all(shares((one,), state.objects) for one in before)


def _known(name: str, state: DialogueState) -> str:
    """Return what a name is said for of what matters: "allergy" for "allergic"; else the name."""
    if stems(name)[-1:] == _AGE:  # "forget my age", of who weighs elderly people for it
        return next((one.name for one in state.aspects if one.name in AGES), name)
    named = held(name, state.aspects)
    known = (*state.objects, *(one.name for one in state.aspects), state.asked.words)
    if named != name or shares((name,), known) or not state.aspects:
        return named
    alike = {one.name: likeness(name, (one.name,)) for one in state.aspects}
    likeliest = max(alike, key=alike.__getitem__)
    return likeliest if alike[likeliest] >= _MEANT else name


def _asked_of(state: DialogueState) -> tuple[str, ...]:
    """Return the points of view and properties that were asked of the things compared, the last one first."""
    same = [one for one in (state.subject, *reversed(state.history)) if one.objects == state.objects]
    weighed = [aspect.name for one in same for aspect in one.aspects]
    asked = [one.asked.words for one in same if one.asked.kind is AskedKind.PROPERTY]
    return unique((*weighed, *asked, *reversed(state.silent)))
