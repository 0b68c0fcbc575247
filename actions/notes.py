"""What a reply says besides its answer: what is weighed, what limits hold, that nothing was found, what was meant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from actions.aspect_weights import shares
from actions.base import Turn
from actions.dialogue_state import DialogueState, Subject, listed
from actions.next_steps import MAX_BUTTONS
from actions.replies import Button, Reply, Utterance, say
from engine.text.tokens import unique
from engine.types import Aspect, Period, bounds_of, limit_of
from engine.types.document import Blocks, Paragraph, Role
from generation.answer_builder import plain
from generation.asked_verdict import nothing_says
from generation.sentence_templates import found_nothing
from nlu_models.intents import buttons


def in_words(objects: Sequence[str], about: Sequence[str]) -> str:
    """Return what is compared and what matters of it, in words."""
    names = unique(f"‘{one}’" for one in about)
    return listed(objects, "or") + (f", regarding {listed(names, 'and')}" if names else "")


def weighing(aspects: Sequence[Aspect]) -> str:
    """Return what aspects weigh, the heaviest first, in words."""
    return listed([f"{plain(one.name)} {one.weight}" for one in sorted(aspects, key=lambda one: -one.weight)], "and")


def sentences(number: int) -> str:
    """Return a number of sentences in words."""
    return f"{number} sentence{'s' * (number != 1)}"


def limits(before: DialogueState, after: DialogueState | Subject) -> list[Utterance]:
    """Return what to say where something else counts than before."""
    if (before.period, before.publishers) == (after.period, after.publishers):
        return []
    lifted = [say("utter_all_years")] * (any(before.period) and not any(after.period))
    lifted += [say("utter_all_sources")] * (any(before.publishers) and not any(after.publishers))
    limit = limit_of(after.period, after.publishers)
    return [*lifted, *([say("utter_only_from", limit=limit)] if limit else [])]


def strictly(period: Period) -> str:
    """Return a time behind "none was written"."""
    since, until = (int(one) if len(one) == 4 else 0 for one in period)
    if bool(since) is bool(until):
        return period.words
    return f"later than {since - 1}" if since else f"before {until + 1}"


def too_many(state: DialogueState, most: int) -> Utterance:
    """Ask which object to leave out."""
    each = [Button(f"Without {plain(name)}", buttons.without(name)) for name in state.objects[:MAX_BUTTONS]]
    return say("utter_too_many", *each, most=str(most), count=str(len(state.objects)), name=plain(state.objects[-1]))


def did_you_mean(state: DialogueState, spelt: Mapping[str, str]) -> Reply:
    """Ask about names that nothing in the index has; "yes" is for the other spellings."""
    objects = tuple(spelt.get(name, name) for name in state.objects)
    names, meant = listed([*spelt], "and"), listed([*spelt.values()], "and")
    button = Button(meant, buttons.versus(*objects) if len(objects) == 2 else buttons.instead(meant, names))
    ask = say("utter_did_you_mean", button, name=names, meant=meant)
    return Reply(replace(state, pending=replace(state.subject, objects=objects)), [ask])


def asked_anew(turn: Turn, state: DialogueState) -> str:
    """Return that nothing was found on what a message asks for, without the full stop; empty where it asks nothing new.

    Args:
        turn: With the message and the state before it.
        state: The state after it.
    """
    before, objects, bounds = turn.state, state.objects, bounds_of(state.period, state.publishers)
    if (turn.message.meant or state.asked != before.asked) and (state.asked.is_special or state.asked.is_situation):
        return nothing_says(state.asked, turn.message.text, things=objects, bounds=bounds)
    new = [one.name for one in state.aspects if not shares((one.name,), [old.name for old in before.aspects])]
    named = [one for one in objects if shares(turn.message.objects, (one,))] or objects
    return f"{found_nothing(new)} for {listed(named, 'or')}{bounds}" if new and objects == before.objects else ""


def before_notices(blocks: Blocks, new: Blocks) -> Blocks:
    """Return the blocks of an answer with new ones at its end, before what is to know about it."""
    return tuple(sorted((*blocks, *new), key=lambda one: isinstance(one, Paragraph) and one.role is Role.NOTICE))
