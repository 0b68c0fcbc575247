"""What a network says of a message counts where it is surer than the rules."""

from __future__ import annotations

import pytest

from engine.types import Label, Message, Span
from nlu_models.intents import Context, Entity, ParsedMessage
from nlu_models.intents.ensemble import surer

PHONES = Context("is the iPhone 15 or the Pixel 8 better", ("iPhone 15", "Pixel 8"))


def spans(text: str, **labels: Label) -> tuple[Span, ...]:
    """Return the spans of words, with ``_`` for blanks, in the order of the text."""
    named = [(word.replace("_", " "), label) for word, label in labels.items()]
    return tuple(sorted(Span(text.index(word), text.index(word) + len(word), word, label) for word, label in named))


def test_the_surer_one_is_believed() -> None:
    turn = ParsedMessage("out_of_scope", 0.4, text="bring me the receipts")
    assert surer(turn, Message({"sources": 0.9, "why": 0.1}, ()), PHONES).intent == "sources"
    assert surer(turn, Message({"sources": 0.3, "why": 0.2}, ()), PHONES) == turn
    assert surer(turn, Message({}, ()), PHONES) == turn
    assert surer(turn, Message({"dance": 0.9}, ()), PHONES) == turn


def test_agreement_keeps_the_names_and_takes_the_higher_confidence() -> None:
    battery = Entity("aspect", "battery", 0, 7)
    turn = ParsedMessage("add_aspect", 0.65, (battery,), text="battery")
    assert surer(turn, Message({"add_aspect": 0.8}, ()), PHONES) == ParsedMessage(
        "add_aspect", 0.8, (battery,), text="battery"
    )


def test_an_intent_that_needs_a_name_is_not_believed_without_one() -> None:
    turn = ParsedMessage("name_object", 0.65, (Entity("object", "battery", 0, 7),), text="battery")
    assert surer(turn, Message({"add_aspect": 0.9}, ()), PHONES) == turn


@pytest.mark.parametrize(
    ("intent", "text", "labels", "expected"),
    [
        ("add_aspect", "battery", {"battery": Label.ASPECT}, [("aspect", "battery", "")]),
        ("add_aspect", "I mainly film at night", {"night": Label.ASPECT}, [("aspect", "night", "most")]),
        ("add_aspect", "looks matter less", {"looks": Label.ASPECT}, [("aspect", "looks", "less")]),
        (
            "change_object",
            "the Nokia and scrap the Pixel 8",
            {"Nokia": Label.OBJECT, "Pixel_8": Label.OBJECT},
            [("object", "Nokia", "new"), ("object", "Pixel 8", "old")],
        ),
        ("other_side", "the Pixel 8 is awful", {"Pixel_8": Label.OBJECT}, [("object", "Pixel 8", "against")]),
        (
            "name_object",
            "a Nokia for hiking",
            {"Nokia": Label.OBJECT, "hiking": Label.ASPECT},
            [("object", "Nokia", "")],
        ),
        ("why", "why the Pixel 8", {"Pixel_8": Label.OBJECT}, []),
        ("style", "in the shape of a list", {}, [("style", "bullets", "")]),
    ],
)
def test_names_get_the_roles_of_their_intent(intent, text, labels, expected) -> None:
    turn = surer(ParsedMessage("out_of_scope", 0.4, text=text), Message({intent: 0.9}, spans(text, **labels)), PHONES)
    assert [(one.entity, one.value, one.role) for one in turn.entities] == expected
