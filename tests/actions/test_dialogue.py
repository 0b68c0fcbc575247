"""What the bot says and remembers, whatever is said to it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from actions import responses
from actions.dialogue import INTENTS, Dialogue
from actions.dialogue_state import DialogueState, Subject
from actions.object_or_aspect import role_of
from actions.reply import Reply
from actions.user_message import UserMessage
from engine import registry
from engine.errors import EngineError, IndexUnusableError, InputError, UnavailableError
from engine.types import Aspect, Label, Period
from evaluation.dialogues import check
from nlu_models.intents import Context, parse_message
from tests.dialogues.conversations import engine_of_the_conversations, hear

ENGINE = engine_of_the_conversations()
DIALOGUE = Dialogue(ENGINE)

NAMES = st.sampled_from(
    [
        "Python",
        "python",
        "MATLAB",
        "Julia",
        "tea",
        "coffee",
        "C++",
        "C#",
        ".NET",
        "AT&T",
        "a/b {",
        "{0}",
        "row[1]",
        "🍵",
    ]
) | st.text(max_size=120)
MANY_NAMES = st.lists(NAMES, max_size=3).map(tuple)
SAID = st.builds(
    UserMessage,
    text=st.text(max_size=50),
    objects=MANY_NAMES,
    replaced=st.lists(NAMES, max_size=1).map(tuple),
    opposed=st.lists(NAMES, max_size=1).map(tuple),
    aspects=st.lists(st.sampled_from(["deep learning", "price", "performance", "?", ""]), max_size=2).map(tuple),
    most=st.lists(NAMES, max_size=1).map(tuple),
    style=st.sampled_from(["bullets", "template", "sonnet", ""]),
    period=st.sampled_from([None, Period(), Period("2012"), Period("2012", "2020-05"), Period(until="1999")]),
)


class Ear:
    """What Rasa gets to hear of a reply."""

    def __init__(self, reply: Reply) -> None:
        self.parts: list[dict[str, Any]] = []
        reply.utter(self)  # type: ignore[arg-type]

    def utter_message(self, text: str = "", buttons: Any = (), json_message: Any = None) -> None:
        self.parts.append({"text": text, "buttons": buttons} if json_message is None else {"custom": json_message})


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(st.sampled_from(INTENTS), SAID), min_size=1, max_size=8))
def test_every_message_gets_words_sources_and_a_memory_that_survives(turns: list[tuple[str, UserMessage]]) -> None:
    memory = DialogueState()
    for intent, said in turns:
        try:
            reply = getattr(DIALOGUE, intent)(said, memory)
        except EngineError as error:
            reply = responses.trouble(error, memory, said.text)
        heard = hear(Ear(reply).parts)
        assert not check({}, heard)
        assert all(button.title.strip() and button.message.strip() for button in reply.buttons)
        assert not any("\n\n" in text for text in heard.texts), "Rasa would cut it into several messages"
        assert len(heard.citations) == len(reply.citations)
        memory = DialogueState.of(json.loads(json.dumps(reply.memory.slots())))
        assert memory == reply.memory


def test_only_the_slots_that_changed_are_set() -> None:
    before = DialogueState(objects=("tea", "coffee"), style="bullets")
    after = DialogueState(objects=("tea", "coffee"), aspects=(Aspect("sleep", 2),), offer=Subject(("tea", "milk"), ()))
    assert {event["name"]: event["value"] for event in after.changes(before)} == {
        "aspects": [{"name": "sleep", "weight": 2}],
        "style": None,
        "offer": {"objects": ["tea", "milk"], "aspects": []},
    }
    assert after.changes(after) == []


def test_a_memory_of_slots_that_were_never_set_is_empty() -> None:
    assert DialogueState.of({}) == DialogueState.of(dict.fromkeys(DialogueState().slots())) == DialogueState()


def test_a_message_is_taken_apart_by_entity_and_role() -> None:
    entities = [
        {"entity": "object", "value": "Julia", "role": "new"},
        {"entity": "object", "value": "MATLAB", "role": "old"},
        {"entity": "object", "value": "Python", "role": "against"},
        {"entity": "aspect", "value": "speed"},
        {"entity": "aspect", "value": "Speed"},
        {"entity": "aspect", "value": "price", "role": "most"},
        {"entity": "aspect", "value": "looks", "role": "less"},
    ]
    said = UserMessage.of({"text": "hm", "entities": entities})
    assert said == UserMessage(
        "hm",
        objects=("Julia",),
        replaced=("MATLAB",),
        opposed=("Python",),
        aspects=("speed", "price", "looks"),
        most=("price",),
        less=("looks",),
    )
    assert UserMessage.of({}) == UserMessage("")


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("Julia", Label.OBJECT),
        ("performance", Label.ASPECT),
        ("deep learning", Label.ASPECT),
        ("Zorblatt", Label.OBJECT),
        ("X11", Label.OBJECT),
        ("flurbing", None),
    ],
)
def test_what_was_read_tells_a_thing_from_a_point_of_view(name: str, role: Label | None) -> None:
    comparison = ENGINE.compare(("Python", "MATLAB"))
    assert role_of(name, comparison, ENGINE) is role


NAMES_ON_BUTTONS = ["Python", "C++", "C#", ".NET", "AT&T", "deep learning", "iPhone 15"]


@pytest.mark.parametrize("name", NAMES_ON_BUTTONS)
def test_a_button_says_what_it_means(name: str) -> None:
    compared = parse_message(responses.versus("MATLAB", name), parser=ENGINE)
    assert (compared.intent, [entity.value for entity in compared.entities]) == ("compare", ["MATLAB", name])
    replaced = parse_message(responses.instead(name, "MATLAB"), parser=ENGINE)
    assert replaced.intent == "change_object"
    assert {entity.role: entity.value for entity in replaced.entities} == {"new": name, "old": "MATLAB"}
    weighed = parse_message(responses.for_aspect(name), parser=ENGINE)
    assert (weighed.intent, [entity.value for entity in weighed.entities]) == ("add_aspect", [name])


@pytest.mark.parametrize(
    ("button", "intent"), [(responses.WHY, "why"), (responses.SOURCES, "sources"), (responses.OTHER_SIDE, "other_side")]
)
def test_a_button_asks_on(button: responses.Button, intent: str) -> None:
    assert parse_message(button.message, parser=ENGINE).intent == intent


@pytest.mark.parametrize("example", responses.EXAMPLES, ids=lambda example: example.title)
def test_an_example_is_a_comparison(example: responses.Button) -> None:
    turn = parse_message(example.message, parser=ENGINE)
    assert turn.intent == "compare"
    assert len([entity for entity in turn.entities if entity.entity == "object"]) == 2


@pytest.mark.parametrize(
    ("error", "again"),
    [(InputError("Too long."), False), (UnavailableError("Busy."), True), (IndexUnusableError("No index."), True)],
)
def test_trouble_is_told_and_nothing_is_forgotten(error: EngineError, again: bool) -> None:
    memory = DialogueState(objects=("tea", "coffee"))
    reply = responses.trouble(error, memory, "Is tea better than coffee?")
    assert str(error) in reply.text
    assert reply.memory == memory
    assert [button.message for button in reply.buttons] == ["Is tea better than coffee?"] * again


def test_too_many_points_of_view_are_refused_and_the_others_kept() -> None:
    memory = DialogueState(objects=("tea", "coffee"), aspects=tuple(Aspect(f"aspect {n}") for n in range(10)))
    with pytest.raises(InputError, match="at most 10"):
        DIALOGUE.add_aspect(UserMessage("and price?", aspects=("price",)), memory)


PAIR = DialogueState(objects=("Python", "MATLAB"), aspects=(Aspect("speed"), Aspect("price", 2)))


def test_a_point_of_view_that_matters_most_outweighs_the_others() -> None:
    reply = DIALOGUE.add_aspect(UserMessage("price matters most", aspects=("price",), most=("price",)), PAIR)
    assert reply.memory.aspects == (Aspect("speed"), Aspect("price", responses.MOST))
    assert "price counts most" in reply.note


def test_a_point_of_view_that_matters_less_is_outweighed() -> None:
    reply = DIALOGUE.add_aspect(UserMessage("price matters less", aspects=("price",), less=("price",)), PAIR)
    assert reply.memory.aspects == (Aspect("speed", 2), Aspect("price", 1))
    assert "price counts less" in reply.note


def test_a_third_thing_is_compared_as_well() -> None:
    reply = DIALOGUE.add_object(UserMessage("add Julia", objects=("Julia",)), PAIR)
    assert reply.memory.objects == ("Python", "MATLAB", "Julia")
    assert "Julia" in reply.text
    assert DIALOGUE.add_object(UserMessage("add Python", objects=("Python",)), PAIR).memory.objects == PAIR.objects


def test_evidence_of_one_kind_is_declined_and_nothing_is_forgotten() -> None:
    first = DIALOGUE.filter(UserMessage("only reviews"), PAIR)
    second = DIALOGUE.filter(UserMessage("no forums"), first.memory)
    assert first.text != second.text
    assert second.memory.objects == PAIR.objects


@pytest.mark.parametrize("view", ["why", "sources", "other_side", "longer"])
def test_what_was_shown_last_is_said_again(view: str) -> None:
    memory = DIALOGUE.compare(UserMessage("Python or MATLAB?", objects=("Python", "MATLAB")), DialogueState()).memory
    shown = getattr(DIALOGUE, view)(UserMessage(view), memory)
    again = DIALOGUE.repeat(UserMessage("again?"), shown.memory)
    assert again.memory.view == shown.memory.view
    assert view == "sources" or again.text == shown.text


def test_an_unknown_style_is_declined_with_the_known_ones() -> None:
    reply = DIALOGUE.style(UserMessage("as a poem", style="other"), PAIR)
    assert {button.title.casefold() for button in reply.buttons} == set(registry.names("generator"))
    assert reply.memory == PAIR


def test_the_next_message_follows_what_is_remembered() -> None:
    memory = DialogueState(
        objects=("tea", "coffee"), aspects=(Aspect("sleep", 2),), question="tea or coffee for sleep?"
    )
    assert memory.context == Context("tea or coffee for sleep?", ("tea", "coffee"), ("sleep",))
    assert DialogueState().context == Context()


def test_the_sources_are_numbered_as_in_what_was_shown() -> None:
    memory = DIALOGUE.compare(UserMessage("Python or MATLAB?", objects=("Python", "MATLAB")), DialogueState()).memory
    for view in ("why", "other_side", "longer", "shorter", "swap"):
        shown = getattr(DIALOGUE, view)(UserMessage(view), memory)
        listed = DIALOGUE.sources(UserMessage("sources"), shown.memory)
        assert [citation.hit for citation in listed.citations] == [citation.hit for citation in shown.citations]
        assert [citation.number for citation in listed.citations] == [citation.number for citation in shown.citations]
