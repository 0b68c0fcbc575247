"""The form in which a person names things and what matters: a modal of Block Kit, and what was filled in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.text.tokens import clean, unique
from nlu_models.intents.buttons import for_aspect

Json = dict[str, Any]

CALLBACK = "compare"
"""Id of the form, and of the shortcut that opens it."""

MAX_NAME_CHARS = 100
MAX_ASPECTS = 3
FIRST, SECOND, OTHERS, WHERE = "first", "second", "others", "where"

WEIGHTS = {"most": "matters most", "normal": "matters", "less": "matters less"}
"""How much an aspect counts, in the words of the conversation."""

TOO_FEW = "Name two different things."


def view(*, channel: str = "") -> Json:
    """Return the form.

    Args:
        channel: Where the answer goes; the person chooses when it is empty.
    """
    blocks = [
        _input(FIRST, "First thing", _text("Python")),
        _input(SECOND, "Second thing", _text("MATLAB")),
        _input(OTHERS, "More things, with commas between them", _text("Julia, R"), optional=True),
    ]
    for number in range(MAX_ASPECTS):
        blocks.append(_input(f"aspect{number}", f"What matters ({number + 1})", _text("speed"), optional=True))
        blocks.append(_input(f"weight{number}", "How much", _weights()))
    if not channel:
        where = {"type": "conversations_select", "default_to_current_conversation": True, "response_url_enabled": True}
        blocks.append(_input(WHERE, "Where to answer", where))
    return {
        "type": "modal",
        "callback_id": CALLBACK,
        "private_metadata": channel,
        "title": _plain("Compare"),
        "submit": _plain("Compare"),
        "close": _plain("Cancel"),
        "blocks": blocks,
    }


def errors_of(state: Json) -> dict[str, str]:
    """Return what is wrong with a form, by the field that should change; empty when nothing is."""
    return {} if len(_names(state)) > 1 else {SECOND: TOO_FEW}


def question_of(state: Json) -> str:
    """Return what a filled-in form asks, in one line for people."""
    aspects = [
        name if weight == "normal" else f"{name} ({WEIGHTS[weight]})" for name, weight in _aspects(state).items()
    ]
    return f"{_listed(_names(state), 'or')}{' for ' * bool(aspects)}{_listed(aspects, 'and')}?"


def messages_of(state: Json) -> tuple[str, ...]:
    """Return what a filled-in form says in a conversation: the things, then each aspect in a message of its own."""
    aspects = (
        for_aspect(name).text if weight == "normal" else f"{name} {WEIGHTS[weight]}"
        for name, weight in _aspects(state).items()
    )
    return (f"{_listed(_names(state), 'or')}?", *aspects)


def channel_of(state: Json, metadata: str) -> str:
    """Return where the answer goes."""
    return metadata or str(_value(state, WHERE).get("selected_conversation", ""))


def _names(state: Json) -> tuple[str, ...]:
    given = [_written(state, FIRST), _written(state, SECOND), *_written(state, OTHERS).split(",")]
    return unique(name for name in map(clean, given) if name)


def _aspects(state: Json) -> dict[str, str]:
    aspects = {}
    for number in range(MAX_ASPECTS):
        if name := clean(_written(state, f"aspect{number}")):
            option = _value(state, f"weight{number}").get("selected_option") or {}
            aspects[name] = option.get("value", "normal")
    return aspects


def _listed(names: Sequence[str], last: str) -> str:
    return f" {last} ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def _written(state: Json, block_id: str) -> str:
    return _value(state, block_id).get("value") or ""


def _value(state: Json, block_id: str) -> Json:
    value: Json = state.get(block_id, {}).get("value", {})
    return value


def _input(block_id: str, label: str, element: Json, *, optional: bool = False) -> Json:
    element = {**element, "action_id": "value"}
    return {"type": "input", "block_id": block_id, "label": _plain(label), "element": element, "optional": optional}


def _text(example: str) -> Json:
    return {"type": "plain_text_input", "max_length": MAX_NAME_CHARS, "placeholder": _plain(example)}


def _weights() -> Json:
    options = [{"text": _plain(words.capitalize()), "value": value} for value, words in WEIGHTS.items()]
    return {"type": "static_select", "options": options, "initial_option": options[1]}


def _plain(text: str) -> Json:
    return {"type": "plain_text", "text": text}
