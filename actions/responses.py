"""What the bot says besides answers: questions back, suggestions, apologies. Friendly, short, and never a dead end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from actions.dialogue_state import DialogueState, Subject
from actions.reply import Button, Reply
from engine.errors import EngineError, IndexUnusableError, shorten
from engine.text.tokens import same_name
from engine.types import Comparison, Decision, Period, Standings
from generation.answer_builder import plain

EXAMPLES = (
    Button("Python or MATLAB?", "Is Python better than MATLAB for deep learning?"),
    Button("Tea or coffee?", "Is tea better than coffee for sleep?"),
    Button("Cats or dogs?", "Which are better, cats or dogs?"),
)
WHY = Button("Why?", "why?")
ALL_YEARS = Button("All years", "all years")
SOURCES = Button("Sources", "show me the sources")
OTHER_SIDE = Button("The other side", "the other side?")

MAX_BUTTONS = 8
MAX_ASPECTS = 2
MAX_REPEATED_CHARS = 200

BEST_OF_MANY = "I cannot pick the best of all there are, but I can compare two of them."

NOTHING_TO_UNDO = "There is nothing to take back."

MOST = 3
"""Weight of an aspect that matters most; the usual one is 1."""

_NOTHING_NAMED = (
    "Which two things shall I compare?",
    "I need the names of two things, for example: “Is tea better than coffee for sleep?”",
    "Just write two names with “or” between them, such as “cats or dogs”, or pick one of these.",
)
_ONE_NAMED = (
    "What shall I compare {0} with?",
    "I still need a second thing beside {0}. Its name is enough, or write “{0} or …”.",
    "So far there is only {0}. Name something to hold against it, or ask something else, such as one of these.",
)
_TOO_MANY = (
    "I compare at most {0} things at a time, and these are {1}. Which shall I leave out?",
    "Still {1}, and I can hold {0} at most. Name one to leave out, for example “{2}”.",
)
_OFF_TOPIC = (
    "That is beyond me: I compare two things by what people wrote about them. Which two shall it be?",
    "I can only compare. Ask for example: “Is Python better than MATLAB for deep learning?”",
    "Sorry, still nothing that I could compare. Pick one of these, or say “help”.",
)
_NONSENSE = (
    "I did not understand that. Which two things shall I compare?",
    "That did not make sense to me either. Try for example: “tea or coffee for sleep?”",
    "I am lost. Pick one of these, or say “help”.",
)
_ASIDE = (
    "I can only tell how {0} compare. Ask “why?”, name what matters to you, or name other things.",
    "That goes beyond {0}. Ask for their sources or the other side, or compare something else.",
)
_GARBLED = (
    "I did not understand that. We were at {0}: ask on, or name other things.",
    "That did not make sense to me either. Ask “why?” about {0}, or say “help”.",
)
_THING_OR_POINT = (
    "Do you mean {0} as a third thing to compare, or as something that matters to you about both?",
    "I know too little of {0} to tell. Say “{0} instead of {1}”, or “in terms of {0}”.",
)
_NOT_COMPARED = (
    "I was not comparing {0}. Shall {1} take the place of {2}?",
    "There is no {0} here, only {3}. Which of them shall {1} replace?",
)
GREETINGS = (
    "Hello! Name two things, and I tell you what speaks for each of them, with sources. What shall I compare?",
    "I am well, thank you, and ready to compare. Which two things shall it be?",
)
WELCOMES = ("You're welcome. Shall I compare anything else?", "Glad to help. Ask on whenever you like.")
GOODBYES = ("Goodbye, and good luck with your choice!", "See you. May the better one win!")
HELP = (
    "I compare two things or a few by what people have written about them, and I quote every source.\n"
    "• Ask: “Is Python better than MATLAB for deep learning?”\n"
    "• Go on: “and for web development?”, “price matters most”, “what about Julia instead?” or “and Julia as well?”\n"
    "• Look closer: “why?”, “show me the sources”, “the other side?”, “only since 2020”\n"
    "• Change the answer: “shorter”, “longer”, “as bullet points”, “swap”, “undo”\n"
    "• Begin again: “restart”; or have all of it deleted: “delete my data”",
    "I am a program that compares things by what people wrote. Name two, or try one of these.",
)
INSTEAD = (
    "All right. What would you like to know instead?",
    "As you like. Ask something else, or name two other things.",
)
RESTARTED = (
    "Let us begin again. Which two things shall I compare?",
    "A fresh start it is. Which two things shall it be?",
)
GLAD = ("Good. Ask on, or name two other things.", "Fine. What else would you like to know?")
ERASED = "I have deleted this conversation: nothing of it is kept. You can start a new one at any time."
_RECALLED_NOTHING = (
    "I remember nothing of you, and of this conversation only that it began. Say “delete my data” to end even that.",
    "Still nothing. Name two things, and I remember what we talk about until you say “delete my data”.",
)
_RECALLED = (
    "Of this conversation I remember its last few messages and its subject, {0}. I know nothing else about you. "
    "Say “delete my data”, and it is gone.",
    "The subject, {0}, and the last few messages; no name, no address. “Delete my data” removes them.",
)
_BEST_OF = (
    "I cannot pick the best {0} of all, but I have read comparisons of {1}. Shall I compare these?",
    "Nobody has compared every {0}. Of those I know, {1} are compared most. Shall I take them?",
)
_RIVALS = (
    "People compare {0} with {1}. Which shall it be?",
    "Most of what I have read holds {0} against {1}. Pick one?",
)
_NO_RIVALS = (
    "I have read of nothing that people compare it with. Name two things?",
    "Nothing comes to mind. Which two things shall I compare?",
)
_MEANT = (
    "Shall {0} take the place of {1}?",
    "I cannot tell which of them you mean by {0}: {1}?",
)
_NO_FILTER = (
    "I cannot choose the evidence by its kind, only by its date: “only since 2020”. The sources say where each quote "
    "is from.",
    "All kinds of sources count for me. Ask for the sources to see them, or say from when they must be.",
)
_STILL_NOTHING = (
    "There is still nothing to go by on {0}. Name other things, or say “restart”.",
    "None of my sources compare {0}. Try something else, such as one of these.",
)


def versus(first: str, second: str) -> str:
    """Return the message that compares two things."""
    return f"{first} vs {second}"


def instead(new: str, old: str) -> str:
    """Return the message that puts one thing in the place of another."""
    return f"replace {old} with {new}"


def without(name: str) -> str:
    """Return the message that leaves out a thing."""
    return f"without {name}"


def for_aspect(name: str) -> str:
    """Return the message that adds a point of view."""
    return f"and in terms of {name}?"


def ask_for_objects(memory: DialogueState, *, known: Sequence[str] = (), note: str = "") -> Reply:
    """Ask for what is missing to compare things.

    Args:
        memory: What was said; holds at most one object.
        known: Objects of the comparison before, to be suggested.
        note: Said before.
    """
    buttons: Sequence[Button]
    if memory.objects:
        name = plain(memory.objects[0])
        text = _turn(_ONE_NAMED, memory).format(name)
        buttons = [Button(f"{name} or {plain(other)}?", versus(memory.objects[0], other)) for other in known]
        buttons = buttons or EXAMPLES * (memory.asked > 1)
    else:
        text, buttons = _turn(_NOTHING_NAMED, memory), EXAMPLES * (memory.asked > 0)
    return Reply(text, replace(memory, asked=memory.asked + 1), buttons, note)


def too_many(memory: DialogueState, most: int) -> Reply:
    """Ask which object to leave out."""
    text = _turn(_TOO_MANY, memory).format(most, len(memory.objects), without(plain(memory.objects[-1])))
    buttons = [Button(f"Without {plain(name)}", without(name)) for name in memory.objects[:MAX_BUTTONS]]
    return Reply(text, replace(memory, asked=memory.asked + 1), buttons)


def not_understood(memory: DialogueState, *, words: bool) -> Reply:
    """Say that a message is not about a comparison, otherwise each time.

    Args:
        memory: What was said before.
        words: Whether the message says something at all.
    """
    if memory.complete and memory.view != "nothing":
        text = _turn(_ASIDE if words else _GARBLED, memory).format(_listed(memory.objects, "and"))
        return Reply(text, replace(memory, asked=memory.asked + 1), [WHY, SOURCES, OTHER_SIDE])
    if memory.complete or not memory.objects:
        text = _turn(_OFF_TOPIC if words else _NONSENSE, memory)
        return Reply(text, replace(memory, asked=memory.asked + 1), EXAMPLES)
    return ask_for_objects(replace(memory, asked=max(memory.asked, 1)))


def object_or_aspect(memory: DialogueState, name: str) -> Reply:
    """Ask whether a name is a third thing or a point of view; "yes" takes it for a thing."""
    first, second = memory.objects
    text = _turn(_THING_OR_POINT, memory).format(plain(name), plain(second))
    offer = Subject((first, name), memory.aspects)
    buttons = (
        Button(f"Compare with {plain(name)}", instead(name, second)),
        Button(f"Weigh {plain(name)}", for_aspect(name)),
    )
    return Reply(text, replace(memory, asked=memory.asked + 1, offer=offer), buttons)


def which_is_meant(memory: DialogueState, new: str) -> Reply:
    """Ask which object a correction is of."""
    text = _turn(_MEANT, memory).format(plain(new), _listed(memory.objects, "or"))
    buttons = [Button(f"Instead of {plain(one)}", instead(new, one)) for one in memory.objects]
    return Reply(text, replace(memory, asked=memory.asked + 1), buttons)


def which_to_replace(memory: DialogueState, old: str, new: str) -> Reply:
    """Ask which object to replace, since the one named is not compared."""
    either, all_named = (_listed(memory.objects, last) for last in ("or", "and"))
    text = _turn(_NOT_COMPARED, memory).format(plain(old), plain(new), either, all_named)
    buttons = [Button(f"Instead of {plain(one)}", instead(new, one)) for one in memory.objects]
    return Reply(text, replace(memory, asked=memory.asked + 1), buttons)


def next_steps(comparison: Comparison | Standings, *, shown: str = "answer") -> list[Button]:
    """Return what a person may want to say next: questions about the verdict, and two aspects that others name.

    Args:
        comparison: What is talked about.
        shown: The view that is shown, which is not offered again.
    """
    if isinstance(comparison, Standings):
        first, second = (place.object for place in comparison.order.places[:2])
        buttons = [button for view, button in (("why", WHY), ("sources", SOURCES)) if view != shown]
        return [*buttons, Button(f"{plain(first)} or {plain(second)}?", versus(first, second))]
    if not comparison.arguments:
        return list(EXAMPLES)
    views = {"why": WHY, "sources": SOURCES}
    if comparison.verdict.decision is not Decision.INSUFFICIENT and shown not in {"first", "second", "both"}:
        views["other_side"] = OTHER_SIDE
    asked = [aspect.name for aspect in comparison.aspects]
    nouns = [mined.name for mined in comparison.mined if mined.method == "reason" and len(mined.sentences) > 1]
    new = [name for name in nouns if not any(same_name(name, known) for known in asked)]
    aspects = [Button(f"For {name}", for_aspect(name)) for name in new[:MAX_ASPECTS]]
    return [*(button for view, button in views.items() if view != shown), *aspects]


def variant(texts: Sequence[str], memory: DialogueState, *, buttons: Sequence[Button] = ()) -> Reply:
    """Say the first of several texts, or another one when it was said just before."""
    times = memory.asked if memory.aside == texts[0] else 0
    return Reply(texts[times % len(texts)], replace(memory, aside=texts[0], asked=times + 1), buttons)


def recalled(memory: DialogueState) -> Reply:
    """Say what is remembered."""
    if not memory.objects:
        return variant(_RECALLED_NOTHING, memory)
    subject = " and ".join(map(plain, memory.objects))
    return variant([text.format(subject) for text in _RECALLED], memory)


def choose(memory: DialogueState, kind: str, names: Sequence[str]) -> Reply:
    """Offer a comparison of things of a class that the index holds; "yes" is for all of them."""
    text = _turn(_BEST_OF, memory).format(plain(kind), _listed(names, "and"))
    pairs = [(names[0], other) for other in names[1:]]
    buttons = [Button(f"{plain(first)} or {plain(second)}?", versus(first, second)) for first, second in pairs]
    offer = Subject(tuple(names), memory.aspects)
    return Reply(text, replace(memory, asked=memory.asked + 1, offer=offer), buttons)


def rivals(memory: DialogueState, name: str, names: Sequence[str]) -> Reply:
    """Say what a thing can be compared with."""
    if not names:
        return variant(_NO_RIVALS, memory)
    text = _turn(_RIVALS, memory).format(plain(name), _listed(names, "and"))
    buttons = [Button(f"{plain(name)} or {plain(other)}?", versus(name, other)) for other in names]
    return Reply(text, replace(memory, asked=memory.asked + 1), buttons)


def nobody_compares(memory: DialogueState, name: str, names: Sequence[str]) -> str:
    """Return the note that nobody compares what was named with the thing that waits for a second one."""
    one, others = plain(memory.objects[0]), _listed(names, "and")
    return f"I found nothing that compares {one} with {plain(name)}, but with {others}."


def did_you_mean(memory: DialogueState, name: str, meant: str) -> Reply:
    """Ask about a name that nothing in the index has; "yes" is for the other spelling."""
    text = f"Nothing that I have read names {plain(name)}. Did you mean {plain(meant)}?"
    objects = tuple(meant if one == name else one for one in memory.objects)
    offer = Subject(objects, memory.aspects)
    return Reply(text, replace(memory, offer=offer), [Button(plain(meant), instead(meant, name))])


def within(period: Period) -> str:
    """Return a period in words: "since 2012", "from 2012 to 2015"."""
    if period.since and period.until:
        return f"in {period.since}" if period.since == period.until else f"from {period.since} to {period.until}"
    return f"since {period.since}" if period.since else f"until {period.until}"


def _strictly(period: Period) -> str:
    return f"later than {int(period.since) - 1}" if len(period.since) == 4 and not period.until else within(period)


def only_from(memory: DialogueState, outside: int, undated: int) -> str:
    """Return the note on the time from which evidence counts from now on, and on what is left out for it."""
    if not any(memory.period):
        return "Sources of all years count again."
    nobody = f", {undated} of them because nobody says when they were written" if undated else ""
    left_out = f" {outside} {'sentence is' if outside == 1 else 'sentences are'} left out{nobody}." if outside else ""
    return f"Only what was written {within(memory.period)} counts now.{left_out}"


def nothing_from(memory: DialogueState, outside: int, undated: int) -> str:
    """Return what to say when all the evidence is from another time."""
    names = _listed(memory.objects, "and")
    nobody = f" ({undated} of them undated)" if undated else ""
    left_out = "1 sentence from another time was" if outside == 1 else f"{outside} sentences from other times were"
    return (
        f"There is not enough evidence: nothing that I have read about {names} was written {_strictly(memory.period)}. "
        f"{left_out} left out{nobody}. Say “all years” to count them."
    )


def no_filter(memory: DialogueState) -> Reply:
    """Say that the evidence is taken as it is."""
    text = _turn(_NO_FILTER, memory)
    return Reply(text, replace(memory, asked=memory.asked + 1), [SOURCES, OTHER_SIDE] if memory.complete else EXAMPLES)


def weighed(most: Sequence[str], less: Sequence[str]) -> str:
    """Return the note on points of view that count more or less than the others from now on."""
    notes = [
        f"{_listed(names, 'and')} {how} now." for names, how in ((most, "counts most"), (less, "counts less")) if names
    ]
    return " ".join(notes)


def leave_out(names: Sequence[str]) -> str:
    """Return the offer to do without points of view on which nothing was found."""
    return f"Shall I leave out {_listed(names, 'and')}?"


def still_nothing(memory: DialogueState) -> str:
    """Return what to say when nothing was found, and the person asks on."""
    return _turn(_STILL_NOTHING, memory).format(_listed(memory.objects, "and"))


def never_read(names: Sequence[str]) -> str:
    """Return the sentence on things that the index does not know; empty when it knows all."""
    return f" Nothing that I have read names {_listed(names, 'or')} at all." if names else ""


def trouble(error: EngineError, memory: DialogueState, text: str) -> Reply:
    """Say what went wrong; all that was said before is kept.

    Args:
        error: What went wrong.
        memory: What was said before the message.
        text: The message.
    """
    if isinstance(error, IndexUnusableError):
        return Reply(f"I cannot look anything up at the moment. {error}", memory, _again(text))
    retry = () if 400 <= error.status < 500 else _again(text)
    return Reply(str(error), memory, retry)


def too_slow(memory: DialogueState, text: str, timeout_s: float) -> Reply:
    """Say that an answer takes too long; work that has begun goes on and ends in the engine's cache."""
    said = f"This takes longer than {timeout_s:.0f} seconds. Ask again in a moment, it may be ready by then."
    return Reply(said, memory, _again(text))


def _again(text: str) -> list[Button]:
    return [Button("Try again", text)] if text and len(text) <= MAX_REPEATED_CHARS else []


def _turn(variants: Sequence[str], memory: DialogueState) -> str:
    """Return the variant for the number of times that the person was asked; neighbours always differ."""
    return variants[memory.asked % len(variants)]


def _listed(names: Sequence[str], last: str) -> str:
    shown = [shorten(plain(name), 40) for name in names]
    return f"{', '.join(shown[:-1])} {last} {shown[-1]}" if len(shown) > 1 else shown[0]
