"""What the bot says and remembers, whatever is said to it."""

from __future__ import annotations

import json
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from actions import ACTIONS
from actions.aspect_weights import MOST, held, weighted
from actions.base import BotAction, Turn, _besides, _placed, _trouble
from actions.comparing import ActionCompare
from actions.comparison_action import ComparisonAction
from actions.comparison_form import ANSWERING
from actions.dialogue_state import DialogueState, Subject, View
from actions.object_or_aspect import is_one_of_kind, is_set_beside, role_of
from actions.references import dropped, made, placed, recalled
from actions.replies import Reply
from actions.request import asks_generally, claim_of, is_property, writers
from actions.turn_comparisons import TurnComparisons
from actions.user_message import UserMessage
from engine.config import load_config
from engine.errors import EngineError, IndexUnusableError, InputError, UnavailableError
from engine.pipeline import Engine
from engine.retrieval.in_memory import ListRetriever
from engine.retrieval.names import NameFinder
from engine.types import (
    ALWAYS,
    EVERYBODY,
    OVERALL_ASKED,
    Asked,
    AskedKind,
    Aspect,
    Citation,
    Kind,
    Label,
    Period,
    Publishers,
)
from engine.validation import MAX_ASPECTS
from nlu_models.intents import Context
from service.dialogue.rules import Rules
from tests.dialogues.conversations import engine_of_the_conversations
from tests.generation.scenarios import FIRST, argument

ENGINE = engine_of_the_conversations()
COMPARISONS = TurnComparisons(ENGINE)


async def here(work: Any) -> Any:
    return work()


MADE: dict[str, BotAction] = {
    action.name(): action for action in (one(ENGINE, COMPARISONS, here, 60.0) for one in ACTIONS)
}
RULES = Rules()


def do(name: str, message: UserMessage, state: DialogueState, asked: str = "") -> Reply:
    """Return what an action replies."""
    intent = name if name in ANSWERING else ""
    turn = Turn(message, state, intent, asked, lambda query: COMPARISONS.make("anna", query))
    return MADE[f"action_{name}"].reply(_placed(turn))


def cited(reply: Reply) -> tuple[Citation, ...]:
    """Return the citations of a reply's answer."""
    answer = reply.said[-1].answer
    return answer.citations if answer else ()


def words(reply: Reply) -> str:
    """Return all that a reply says."""
    said = []
    for one in reply.said:
        if one.answer:
            said.append(one.answer.text)
        else:
            said.append(RULES.variation(one.response, reply.state.slots(), -1, one.variables)[1]["text"])
    return "\n".join(said)


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
    publishers=st.sampled_from([None, Publishers(), Publishers(("reddit",)), Publishers((), ("reddit", "blogs"))]),
)


@settings(deadline=None, max_examples=40)
@given(st.lists(st.tuples(st.sampled_from(sorted(MADE)), SAID), min_size=1, max_size=6))
def test_every_message_gets_words_and_a_state_that_survives(turns: list[tuple[str, UserMessage]]) -> None:
    state = DialogueState()
    for name, message in turns:
        if name == "action_ask_objects" and not state.objects:
            continue
        try:
            reply = do(name.removeprefix("action_"), message, state) if name.startswith("action_") else Reply(state)
        except EngineError as error:
            reply = Reply(state, [_trouble(error, message.text)])
        assert reply.said or reply.asks or name.startswith("validate_")
        assert words(reply).strip() or not reply.said
        every = [button for said in reply.said for button in said.buttons]
        assert all(button.title.strip() and button.means.text.strip() for button in every)
        state = DialogueState.of(json.loads(json.dumps(reply.state.slots())))
        assert state == reply.state


@pytest.mark.parametrize("factor", [float("nan"), float("inf"), 9.9e307, 0.0, -2.0])
def test_a_factor_that_is_no_number_of_times_weighs_nothing(factor: float) -> None:
    aspects = (Aspect("price"), Aspect("speed", 5))
    assert weighted(aspects, (), (), {"price": factor}) == weighted(aspects, (), ())


def test_only_the_slots_that_changed_are_set() -> None:
    before = DialogueState(objects=("tea", "coffee"), style="bullets")
    pending = Subject(("tea", "milk"), ())
    after = DialogueState(objects=("tea", "coffee"), aspects=(Aspect("sleep", 2),), pending=pending)
    assert {event["name"]: event["value"] for event in after.changes(before)} == {
        "aspects": [{"name": "sleep", "weight": 2}],
        "style": None,
        "pending": {"objects": ["tea", "milk"]},
    }
    assert after.changes(after) == []
    asked = replace(after, asked=Asked(AskedKind.PROPERTY, "price", "less", "cheaper"), history=(before.subject,))
    assert DialogueState.of(json.loads(json.dumps(asked.slots()))) == asked


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


def test_of_what_matters_the_head_is_looked_for() -> None:
    named = [{"entity": "aspect", "value": value} for value in ("kid who hates reading", "80")]
    assert UserMessage.of({"text": "hm", "entities": named}).aspects == ("kid",)


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("Julia", Label.OBJECT),
        ("performance", Label.ASPECT),
        ("deep learning", Label.ASPECT),
        ("Zorblatt", Label.OBJECT),
        ("X11", Label.OBJECT),
        ("toolbox", Label.ASPECT),
        ("flurbing", None),
        ("sturdy", Label.ASPECT),
    ],
)
def test_what_was_read_tells_a_thing_from_a_point_of_view(name: str, role: Label | None) -> None:
    comparison = ENGINE.compare(("Python", "MATLAB"))
    assert role_of(name, comparison, ENGINE) is role


@pytest.mark.parametrize(
    ("name", "is_one"), [("petrol van", True), ("van", False), ("large garage", False), ("steep", False)]
)
def test_what_ends_in_what_all_things_are_called_is_one_more_of_them(name: str, is_one: bool) -> None:
    texts = ["We sold the diesel van.", "An electric van is quiet."]
    engine = Engine(load_config(environ={}), retriever=ListRetriever(sentences=texts))
    assert is_one_of_kind(name, ("diesel", "electric"), engine) == is_one


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("communism", Label.OBJECT),
        ("price", Label.ASPECT),
        ("convenience", Label.ASPECT),
        ("ventilation", Label.ASPECT),
        ("cheaper", Label.ASPECT),
    ],
)
def test_what_ends_like_a_quality_may_be_one_more_of_a_kind(name: str, role: Label) -> None:
    assert role_of(name, ENGINE.compare(("capitalism", "socialism")), ENGINE) is role


OF_ROWING = ListRetriever(
    sentences=[
        *(
            "Rowing is better than sailing.",
            "I think rowing is harder than sailing.",
            "Sailing is safer than canoeing.",
        ),
        *("Sailing is better than surfing.", "Rowing is duller than surfing.", "Surfing is faster than rowing."),
        *(f"In {place} they go rowing or sailing in the wind." for place in ("Kiel", "Genoa", "Split")),
        *(f"She saw surfing at the coast, where her {kin} likes rowing." for kin in ("aunt", "mother", "son", "boss")),
        *(
            f"In {place} the club has rowing, water polo and trekking."
            for place in ("Kiel", "Genoa", "Split", "Rijeka")
        ),
        *(f"The wind was bad for rowing near the {place}." for place in ("bay", "pier", "dam", "mill", "lock", "isle")),
    ]
)


@pytest.mark.parametrize(
    ("name", "role"), [("surfing", Label.OBJECT), ("trekking", Label.OBJECT), ("wind", Label.ASPECT)]
)
def test_what_is_itself_compared_with_a_thing_is_one_more_of_them(name: str, role: Label) -> None:
    engine = Engine(load_config(environ={}), retriever=OF_ROWING)
    assert role_of(name, engine.compare(("rowing", "sailing")), engine) is role


@pytest.mark.parametrize(
    ("text", "beside"),
    [("I drink coffee or cocoa at night.", True), ("Put cocoa on top of the coffee.", False)],
)
def test_what_texts_set_beside_a_thing_is_told_from_what_they_only_name(text: str, beside: bool) -> None:
    found = SimpleNamespace(hits=[argument(text, FIRST, source="a").hit])
    engine: Any = SimpleNamespace(retriever=SimpleNamespace(search=lambda names, k: found))
    assert is_set_beside("cocoa", ("coffee",), engine) is beside


@pytest.mark.parametrize(
    ("error", "again"),
    [(InputError("Too long."), False), (UnavailableError("Busy."), True), (IndexUnusableError("No index."), True)],
)
def test_trouble_is_told(error: EngineError, again: bool) -> None:
    said = _trouble(error, "Is tea better than coffee?")
    assert error.told in said.variables["problem"]
    assert [button.means.text for button in said.buttons] == ["Is tea better than coffee?"] * again


def test_too_many_points_of_view_are_refused_and_the_others_kept() -> None:
    state = DialogueState(objects=("tea", "coffee"), aspects=tuple(Aspect(f"aspect {n}") for n in range(10)))
    with pytest.raises(InputError, match="at most 10"):
        do("add_aspect", UserMessage("and price?", aspects=("price",)), state)


@pytest.mark.parametrize(
    ("before", "text", "kept"),
    [
        ("price", "no, I meant for the garden", ("price", "garden")),
        ("gaming", "no, I meant for the garden", ("garden",)),
    ],
)
def test_what_is_meant_for_a_use_leaves_the_property_that_counts_for_it(
    before: str, text: str, kept: tuple[str, ...]
) -> None:
    pair = DialogueState(objects=("Python", "MATLAB"), aspects=(Aspect(before),))
    after = do("add_aspect", UserMessage(text, aspects=("garden",), meant=True), pair).state
    assert tuple(one.name for one in after.aspects) == kept


def test_it_that_is_dropped_is_what_came_last() -> None:
    pair = DialogueState(objects=("Python", "MATLAB"), aspects=(Aspect("speed"),))
    message = UserMessage("drop it", aspects=("speed",))
    wider = pair.about((*pair.objects, "Julia"), pair.aspects)
    assert do("drop", message, wider).state.subject == pair.subject
    assert do("drop", message, pair).state.subject == replace(pair, aspects=()).subject


@pytest.mark.parametrize(
    ("intent", "message", "objects"),
    [
        ("drop", UserMessage("forget Julia", objects=("Julia",)), ("Python", "MATLAB")),
        (
            "compare",
            UserMessage("forget Julia. which is faster?", unwanted=("Julia",), second="drop"),
            ("Python", "MATLAB"),
        ),
        ("drop", UserMessage("forget Python", objects=("Python",)), ("Julia",)),
        (
            "add_object",
            UserMessage("drop Julia and add Ruby", objects=("Ruby",), unwanted=("Julia",), second="drop"),
            ("Python", "Ruby"),
        ),
    ],
)
def test_what_was_replaced_comes_back_for_what_took_its_place(
    intent: str, message: UserMessage, objects: tuple[str, ...]
) -> None:
    state = DialogueState(objects=("Python", "MATLAB")).about(("Python", "Julia"), ())
    assert do(intent, message, _besides(state, message, intent)).state.objects == objects


@pytest.mark.parametrize(
    ("meant", "asked", "objects"),
    [
        ("green tea", "objects", ("green tea",)),
        ("green tea", "", ("green tea",)),
        ("coffee", "objects", ("tea", "coffee")),
    ],
)
def test_a_name_that_is_meant_is_no_second_thing_beside_a_part_of_it(
    meant: str, asked: str, objects: tuple[str, ...]
) -> None:
    message = UserMessage(f"I meant {meant}", objects=(meant,), meant=True)
    turn = Turn(
        message, DialogueState(objects=("tea",)), "change_object", asked, lambda query: COMPARISONS.make("anna", query)
    )
    action = "validate_comparison_form" if asked else "action_change_object"
    assert MADE[action].reply(_placed(turn)).state.objects == objects


def test_of_too_many_points_of_view_the_oldest_falls_on_which_nothing_was_found() -> None:
    names = tuple(f"aspect {n}" for n in range(MAX_ASPECTS))
    state = DialogueState(objects=("Python", "MATLAB"), aspects=tuple(map(Aspect, names)), silent=names[1:3])
    message = UserMessage("and speed?", aspects=("speed",))
    turn = Turn(message, state, "add_aspect", "", lambda query: COMPARISONS.make("anna", query))
    reply = MADE["action_add_aspect"].told(_placed(turn))
    assert [one.name for one in reply.state.aspects] == [names[0], *names[2:], "speed"]
    assert "I weigh 10 points of view at most, and aspect 1 no longer." in words(reply)


PAIR = DialogueState(objects=("Python", "MATLAB"), aspects=(Aspect("speed"), Aspect("price", 2)))


def test_a_point_of_view_that_matters_most_outweighs_the_others() -> None:
    reply = do("add_aspect", UserMessage("price matters most", aspects=("price",), most=("price",)), PAIR)
    assert reply.state.aspects == (Aspect("speed"), Aspect("price", MOST))
    assert "Weights now: price" in words(reply)


def test_a_point_of_view_that_matters_less_is_outweighed() -> None:
    reply = do("add_aspect", UserMessage("price matters less", aspects=("price",), less=("price",)), PAIR)
    assert reply.state.aspects == (Aspect("speed", 2), Aspect("price", 1))
    assert "Weights now: speed 2 and price 1." in words(reply)


def test_what_matters_less_than_what_is_new_stays_below_it() -> None:
    heavy = (Aspect("comfort", 4), Aspect("price", 2), Aspect("looks"))
    assert weighted(heavy, (), ("price",)) == (Aspect("comfort", 4), Aspect("price", 1), Aspect("looks", 2))


def test_what_matters_a_little_less_stays_near_what_matters_more() -> None:
    both = (Aspect("comfort"), Aspect("price"))
    assert weighted(both, ("comfort",), ("price",), {"price": 0.75}) == (Aspect("comfort", 4), Aspect("price", 3))
    assert weighted(both, (), ("price",), {"price": 0.75}) == (Aspect("comfort", 4), Aspect("price", 3))


def test_nothing_matters_less_where_nothing_else_is_weighed() -> None:
    before = DialogueState(objects=("Python", "MATLAB"))
    reply = do("add_aspect", UserMessage("price matters less", aspects=("price",), less=("price",)), before)
    assert reply.state.aspects == ()
    assert [one.response for one in reply.said] == ["utter_not_weighed"]


def test_what_nothing_was_found_on_is_left_out_as_such() -> None:
    before = DialogueState(objects=("Python", "MATLAB"), silent=("more fun", "steam"))
    reply = do("drop", UserMessage("forget the fun", aspects=("fun",)), before)
    assert (reply.state.silent, [one.response for one in reply.said]) == (("steam",), ["utter_silent_left_out"])
    assert reply.state.silent_on(["fun"]).dismissed == ()


def test_all_that_is_weighed_is_told_where_weights_change() -> None:
    before = DialogueState(objects=("Python", "MATLAB"), aspects=(Aspect("speed"),))
    message = UserMessage("price and looks matter most", aspects=("price", "looks"), most=("price", "looks"))
    weights = next(one for one in do("add_aspect", message, before).said if one.response == "utter_weights")
    assert weights.variables["weights"] == "price 3, looks 3 and speed 1"


def test_a_point_of_view_may_be_said_to_count_some_times_as_much() -> None:
    said = UserMessage("price is twice as important", aspects=("price",), most=("price",), weights={"price": 2.0})
    assert do("add_aspect", said, PAIR).state.aspects == (Aspect("speed"), Aspect("price", 2))


@pytest.mark.parametrize(
    ("most", "factors", "expected", "told"),
    [
        (("speed",), {"price": 0.5}, (2, 1), "Weights now: speed 2 and price 1."),
        ((), {"speed": 0.7, "price": 0.3}, (5, 2), "Weights now: speed 5 and price 2."),
        ((), {"speed": 0.5, "price": 0.5}, (1, 1), "Weights now: speed 1 and price 1."),
        ((), {"speed": 0.8}, (4, 1), "Weights now: speed 4 and price 1."),
        ((), {"price": 0.33}, (3, 1), "Weights now: speed 3 and price 1."),
        ((), {"speed": 0.7, "price": 1.0}, (2, 3), "Weights now: price 3 and speed 2."),
        ((), {"": 3.0}, (1, 3), "Weights now: price 3"),
        (("speed", "price"), {}, (3, 3), "Weights now: speed 3 and price 3."),
    ],
)
def test_points_of_view_count_in_the_proportions_that_were_said(
    most: tuple[str, ...], factors: dict[str, float], expected: tuple[int, ...], told: str
) -> None:
    pair = DialogueState(objects=("Python", "MATLAB"), aspects=(Aspect("speed"), Aspect("price")))
    names = tuple(name for name in {**dict.fromkeys(most), **factors} if name)
    reply = do("add_aspect", UserMessage("as I said", aspects=names, most=most, weights=factors), pair)
    assert tuple(one.weight for one in reply.state.aspects) == expected
    assert " ".join(words(reply).split()).startswith(told)


def test_a_weight_is_that_of_the_point_of_view_beside_it() -> None:
    text = "battery life is twice as important as price"
    found = [("aspect", "battery life", "most"), ("weight", "2", ""), ("aspect", "price", "")]
    starts = (0, 16, 38)
    entities = [
        {"entity": entity, "value": value, "role": role, "start": start, "end": start + max(len(value), 5)}
        for (entity, value, role), start in zip(found, starts, strict=True)
    ]
    assert UserMessage.of({"text": text, "entities": entities}).weights == {"battery life": 2.0, "price": 1.0}


def test_a_third_thing_is_compared_as_well() -> None:
    reply = do("add_object", UserMessage("add Julia", objects=("Julia",)), PAIR)
    assert reply.state.objects == ("Python", "MATLAB", "Julia")
    assert "Julia" in words(reply)
    assert do("add_object", UserMessage("add Python", objects=("Python",)), PAIR).state.objects == PAIR.objects
    shortened = do("add_object", UserMessage("add Google Julia", objects=("Google Julia",)), PAIR)
    assert shortened.state.view.names == ("Julia",)
    assert cited(shortened) == cited(reply)


DRINKS = (
    *("Drinks such as beer, milk and juice.", "He had drinks like milk, beer or juice.", "Milk is better than juice."),
    *("Milk is better than beer.", "Juice is better than beer.", "A tart drink is a drink with milk."),
)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("safer", True),
        ("quiet", True),
        ("more fun", True),
        ("easiest to learn", True),
        ("rough terrain", False),
        ("sore knee", False),
        ("", False),
    ],
)
def test_what_one_has_more_of_is_told_from_a_need(words: str, expected: bool) -> None:
    assert is_property(words) is expected


def test_a_need_that_nothing_was_found_on_stays_one_beside_a_third_thing() -> None:
    before = replace(PAIR, silent=("rough terrain",), replied="silence1")
    reply = do("add_object", UserMessage("what about Julia", objects=("Julia",)), before)
    assert reply.state.asked == OVERALL_ASKED
    assert "rough terrain" in [one.name for one in reply.state.aspects]


def test_of_several_it_may_be_asked_whether_one_is_the_worst() -> None:
    before = DialogueState(objects=("Python", "R", "MATLAB"), asked=Asked(AskedKind.PROPERTY, "speed", words="faster"))
    said = UserMessage("is MATLAB worse than both?", objects=("MATLAB", "Python", "R"), relation="worse")
    reply = do("compare", said, before)
    assert reply.state.asked.wants_worst
    assert words(reply).startswith("Yes. MATLAB comes off worst")


def test_what_was_asked_of_several_is_answered_for_those_that_were_meant() -> None:
    before = replace(PAIR, objects=("Python", "R", "MATLAB"), asked=Asked(AskedKind.PROPERTY, "speed", words="faster"))
    named = ("Python", "MATLAB")
    corrected = do("compare", UserMessage("I meant only Python and MATLAB", objects=named), before)
    assert corrected.state.asked == before.asked
    compared = do("compare", UserMessage("Python or MATLAB?", objects=named, relation="better"), before)
    assert compared.state.asked == OVERALL_ASKED


def test_more_of_what_was_told_on_one_point_stays_with_it() -> None:
    before = replace(PAIR, view=View("on", ("price",)))
    more = do("longer", UserMessage("anything more on that?"), before)
    assert more.state.view == View("on", ("price",), times=1)
    again = do("longer", UserMessage("anything more on that?"), more.state)
    assert again.said[0].response == "utter_longest"
    assert do("longer", UserMessage("give me all the details"), before).state.view.kind == "answer"


@pytest.mark.parametrize(
    ("texts", "before", "objects"),
    [
        (DRINKS, (), {"beer", "milk", "juice"}),  # which are called so
        (DRINKS, ("milk", "lemonade"), {"beer", "milk", "juice", "lemonade"}),  # with what is compared
        (DRINKS[2:], (), set()),
    ],
)
def test_the_best_known_of_a_class_are_compared_at_once(
    texts: tuple[str, ...], before: tuple[str, ...], objects: set[str]
) -> None:
    engine = Engine(load_config(environ={}), retriever=ListRetriever(sentences=texts))
    comparisons = TurnComparisons(engine)
    message = UserMessage("what is the best drink?", kinds=("drink",), relation="best")
    turn = Turn(message, DialogueState(objects=before), "compare", "", lambda query: comparisons.make("anna", query))
    reply = ActionCompare(engine, comparisons, here, 60.0).reply(turn)
    assert set(reply.state.objects) == objects


def test_what_follows_on_names_in_short_is_about_what_their_noun_says() -> None:
    said = ("For a spoon, wood is nicer than plastic.", "Wood lasts longer than plastic, if the spoon is oiled.")
    engine = Engine(load_config(environ={}), retriever=ListRetriever(sentences=said))
    comparisons = TurnComparisons(engine)
    message = UserMessage("Is a wood spoon better than a plastic spoon?", objects=("wood spoon", "plastic spoon"))
    turn = Turn(message, DialogueState(), "compare", "", lambda query: comparisons.make("anna", query))
    state = ActionCompare(engine, comparisons, here, 60.0).reply(turn).state
    assert (state.objects, state.asked.use) == (("wood", "plastic"), "for a spoon")


def test_evidence_of_one_kind_is_declined_and_nothing_is_forgotten() -> None:
    first = do("filter", UserMessage("only reviews"), PAIR)
    second = do("filter", UserMessage("no forums"), first.state)
    assert second.state.objects == PAIR.objects


@pytest.mark.parametrize("view", ["why", "sources", "other_side", "longer"])
def test_what_was_shown_last_is_said_again(view: str) -> None:
    state = do("compare", UserMessage("Python or MATLAB?", objects=("Python", "MATLAB")), DialogueState()).state
    shown = do(view, UserMessage(view), state)
    again = do("repeat", UserMessage("again?"), shown.state)
    assert again.state.view == shown.state.view
    assert view == "sources" or words(again) == words(shown)


def test_an_unknown_style_is_declined_with_the_known_ones() -> None:
    reply = do("style", UserMessage("as a poem", style="other"), PAIR)
    assert {button.title.casefold() for button in reply.said[0].buttons} == set(ENGINE.config.generators)
    assert reply.state == PAIR


def test_a_message_of_two_readings_is_asked_about() -> None:
    message = UserMessage("and the noise of tea?", objects=("tea",), aspects=("noise",), second="ask_for", other="why")
    reply = do("ask_meaning", message, PAIR)
    assert [button.title for button in reply.said[0].buttons] == ["What speaks for tea?", "Why?"]
    assert reply.state == PAIR


def test_the_worst_is_dropped() -> None:
    three = do(
        "compare", UserMessage("Python, MATLAB or Julia?", objects=("Python", "MATLAB", "Julia")), DialogueState()
    )
    left = do("drop", UserMessage("drop the worst one", objects=("loser",)), three.state).state
    assert len(left.objects) == 2
    assert set(left.objects) < set(three.state.objects)


@pytest.mark.parametrize(
    ("changes", "reply", "asked"),
    [
        ({"view": View("against", ("coffee",))}, "side2", ""),
        ({"view": View("why")}, "why", ""),
        ({"view": View("answer"), "silent": ("smell",), "replied": "silence1"}, "verdict", ""),
        ({"pending": Subject(("tea", "coffee"), ())}, "ask_yes", ""),
        ({"pending": Subject(("tea", "coffee", "milk"), ())}, "ask_which", "milk"),
        ({"objects": ("tea",)}, "ask_second", ""),
        ({"objects": (), "pending": Subject(("tea", "milk"), ())}, "ask_class", "tea, milk"),
    ],
)
def test_the_last_reply_is_told_to_the_reader(changes: dict[str, Any], reply: str, asked: str) -> None:
    context = replace(DialogueState(objects=("tea", "coffee"), view=View("answer")), **changes).context
    assert (context.reply, context.asked) == (reply, asked)


@pytest.mark.parametrize(
    ("replied", "unheard"), [("silence1", ("noise",)), ("silence2", ("smell", "noise")), ("number", ()), ("", ())]
)
def test_what_nothing_was_found_on_is_known_where_that_was_told_last(replied: str, unheard: tuple[str, ...]) -> None:
    assert DialogueState(silent=("price", "smell", "noise"), replied=replied).unheard == unheard


def test_the_next_message_follows_what_is_remembered() -> None:
    state = DialogueState(objects=("tea", "coffee"), aspects=(Aspect("sleep", 2),), question="tea or coffee for sleep?")
    assert state.context == Context(("tea", "coffee"), ("sleep",), "verdict")
    assert DialogueState().context == Context()


def test_a_yes_or_no_is_said_once() -> None:
    asks = UserMessage("Is Python better than MATLAB?", objects=("Python", "MATLAB"))
    asked = do("compare", asks, DialogueState())
    again = do("style", UserMessage("as a list", style="bullets"), asked.state)
    told = [one.answer.text for reply in (asked, again) for one in reply.said if one.answer]
    assert [text.startswith("Yes") for text in told] == [True, False]


def test_the_sources_are_numbered_as_in_what_was_shown() -> None:
    state = do("compare", UserMessage("Python or MATLAB?", objects=("Python", "MATLAB")), DialogueState()).state
    for view in ("why", "other_side", "longer", "shorter", "swap"):
        shown = do(view, UserMessage(view), state)
        listed = do("sources", UserMessage("sources"), shown.state)
        assert [citation.hit for citation in cited(listed)] == [citation.hit for citation in cited(shown)]
        assert [citation.number for citation in cited(listed)] == [citation.number for citation in cited(shown)]


@pytest.mark.parametrize("fact", ["how_many", "how_sure"])
def test_a_number_points_at_the_source_that_had_it_in_the_last_reply(fact: str) -> None:
    state = do("compare", UserMessage("Python or MATLAB?", objects=("Python", "MATLAB")), DialogueState()).state
    told = do(fact, UserMessage(fact), do("other_side", UserMessage("the other side"), state).state)
    after = replace(told.state, replied=told.kind)
    assert cited(told)
    for citation in reversed(cited(told)):
        shown = do("source", UserMessage("that source", argument=citation.number), after)
        assert [one.hit for one in cited(shown)] == [citation.hit]
        after = replace(after, replied=shown.kind)


@pytest.mark.parametrize(
    ("text", "weights"),
    [
        ("speed matters most, price half as much", {"price": 0.5}),
        ("speed is three times as important as price", {"speed": 3.0, "price": 1.0}),
        ("no, speed is more important than the price", {}),
    ],
)
def test_what_counts_more_and_less_goes_by_the_words_around_it(text: str, weights: dict[str, float]) -> None:
    entities = [{"entity": "aspect", "role": "most", "value": name} for name in ("speed", "price")]
    at = text.find("half")
    halves = [{"entity": "weight", "value": "0.5", "start": at, "end": at + 4}] * (at > 0)
    said = UserMessage.of({"text": text, "entities": [*entities, *halves]})
    assert (said.most, said.less, said.weights) == (("speed",), (), weights)
    assert set(said.aspects) == {"speed", "price"}


@pytest.mark.parametrize(
    ("text", "weights"),
    [
        ("speed and price matter twice as much", {"speed": 2.0, "price": 2.0}),
        ("speed, price count twice as much", {"speed": 2.0, "price": 2.0}),
        ("the speed is fine and price matters twice as much", {"price": 2.0}),
    ],
)
def test_a_weight_is_that_of_all_that_it_is_told_of(text: str, weights: dict[str, float]) -> None:
    places = {name: text.index(name) for name in ("speed", "price")}
    entities = [{"entity": "aspect", "value": one, "start": at, "end": at + len(one)} for one, at in places.items()]
    at = text.index("twice")
    weight = {"entity": "weight", "value": "2", "start": at, "end": at + len("twice")}
    assert UserMessage.of({"text": text, "entities": [*entities, weight]}).weights == weights


@pytest.mark.parametrize(
    ("text", "less"),
    [
        ("speed most, price second, looks last", ("looks",)),
        ("I care mostly about speed, then price, then looks", ()),
        ("speed first, then the price and looks", ()),
        ("speed, followed by price; looks last", ("looks",)),
    ],
)
def test_places_of_what_matters_are_weights(text: str, less: tuple[str, ...]) -> None:
    entities = [{"entity": "aspect", "value": name} for name in ("speed", "price", "looks")]
    said = UserMessage.of({"text": text, "entities": entities})
    assert (said.most, said.less, said.weights) == (("speed",), less, {})


def test_what_nothing_was_found_on_is_told_once_and_kept() -> None:
    state = do("compare", UserMessage("Python or MATLAB?", objects=("Python", "MATLAB")), DialogueState()).state
    reply = do("add_aspect", UserMessage("for packaging", aspects=("packaging",)), state)
    assert "I found nothing on packaging in 12 sources" in words(reply)
    assert not cited(reply)
    assert reply.state.aspects == (Aspect("packaging"),)
    assert "packaging" not in words(do("why", UserMessage("why?"), reply.state))
    assert "packaging" not in words(do("swap", UserMessage("swap"), reply.state))


@pytest.mark.parametrize("text", ["is Java really faster?", "does tea cost less?"])
def test_a_verb_before_the_only_name_asks_for_yes_or_no(text: str) -> None:
    turn = Turn(UserMessage(text), DialogueState(), "", "", lambda query: COMPARISONS.make("anna", query))
    action = MADE["action_why"]
    assert isinstance(action, ComparisonAction)
    assert action._parsed(turn).kind is Kind.YES_NO


@pytest.mark.parametrize(
    ("text", "words"), [("Easier to fold?", "easier to fold"), ("Lighter?", "lighter"), ("Java-like?", "Java-like")]
)
def test_a_capital_that_only_begins_a_message_is_not_kept(text: str, words: str) -> None:
    action = MADE["action_why"]
    assert isinstance(action, ComparisonAction)
    assert action._read(text).asked.words in {words, ""}


@pytest.mark.parametrize(
    ("text", "intent", "all_of"),
    [
        ("which of them all is best", "ask_verdict", ("gin", "rum", "ale")),
        ("which of all three is best", "compare", ("gin", "rum", "ale")),
        ("which of them all wrote that", "sources", ("gin", "rum")),
    ],
)
def test_all_are_those_of_the_talk_however_they_are_written(text: str, intent: str, all_of: tuple[str, ...]) -> None:
    first = DialogueState(objects=("Rum", "ale")).kept()
    state = first.about(("gin", "rum"), ()).kept()
    assert placed(UserMessage(text), state, intent, lambda query: COMPARISONS.make("a", query))[1].objects == all_of


@pytest.mark.parametrize(
    ("text", "intent", "named", "after"),
    [
        ("compare all four", "compare", ("rum", "gin", "ale"), ("rum", "gin", "ale", "port")),
        ("which of those is cheaper, rum or gin?", "add_aspect", ("rum", "gin"), ("rum", "gin")),
        ("cheaper than rum, I mean", "change_object", ("rum",), ("ale", "rum")),
        ("ale is cheaper than the others", "add_aspect", ("ale",), ("rum", "gin", "ale")),
    ],
)
def test_the_number_and_the_names_in_a_message_tell_which_are_meant(
    text: str, intent: str, named: tuple[str, ...], after: tuple[str, ...]
) -> None:
    state = DialogueState(objects=("rum", "port")).about(("rum", "gin"), ()).about(("rum", "gin", "ale"), ())
    message = UserMessage(text, objects=named)
    assert placed(message, state, intent, lambda query: COMPARISONS.make("anna", query))[1].objects == after


@pytest.mark.parametrize(
    ("objects", "aspects", "asked", "left"),
    [
        (("tea", "coffee"), (), OVERALL_ASKED, ("price", "foam")),
        (("tea", "milk"), (Aspect("taste"),), OVERALL_ASKED, ("price", "foam")),
        (("tea", "coffee"), (Aspect("cheap"),), OVERALL_ASKED, ("foam",)),
        (("tea", "coffee"), (Aspect("foam"),), OVERALL_ASKED, ("price",)),
        (("tea", "coffee"), (), Asked(AskedKind.PROPERTY, "price", "less", "cheaper"), ("foam",)),
        (("cats", "dogs"), (), OVERALL_ASKED, ()),
    ],
)
def test_what_does_not_matter_is_kept_until_it_is_asked_for(objects, aspects, asked, left):
    state = DialogueState(objects=("tea", "coffee"), dismissed=("price", "foam"))
    assert state.about(objects, aspects, asked=asked).dismissed == left
    assert state.about(objects, (Aspect("aroma"), *aspects), asked=asked).back().dismissed == ("price", "foam")


def test_what_is_replaced_leads_to_the_last_comparison_of_it() -> None:
    state = DialogueState(objects=("tea", "milk"), compared=(Subject(("Tacoma", "F150")), Subject(("tea", "milk"))))
    message = UserMessage("a Ranger instead of the F150", objects=("Ranger",), replaced=("F150",))
    message, after = placed(message, state, "change_object", lambda query: COMPARISONS.make("anna", query))
    assert (message.objects, after.objects) == (("Ranger",), ("Tacoma", "F150"))


@pytest.mark.parametrize(("name", "back"), [("windows", "Windows 7"), ("Ubuntu", ""), ("Fedora", "")])
def test_what_was_left_out_is_known_by_a_part_of_its_name(name: str, back: str) -> None:
    state = DialogueState(objects=("Ubuntu", "Windows 7", "Mint")).about(("Ubuntu", "Mint"), ())
    assert dropped(name, state) == back


@pytest.mark.parametrize(("text", "objects"), [("back to phones", 0), ("back to the windows phone", 1)])
def test_a_kind_that_was_named_goes_back_to_where_the_talk_of_it_ended(text: str, objects: int) -> None:
    phones = (("iPhone", "Android"), ("iPhone", "Android", "Windows Phone"))
    talks = (
        Subject(phones[1], (), number=1),
        Subject(phones[0], (), number=1),
        Subject(("tea", "coffee"), (), number=2),
    )
    state = DialogueState(objects=("tea", "coffee"), compared=talks)
    found = recalled(UserMessage(text), state, ENGINE)
    assert found is not None
    assert found.objects == phones[objects]


@pytest.mark.parametrize(
    ("before", "said", "after"),
    [
        (Publishers(), None, Publishers()),
        (Publishers(), Publishers(("reddit",)), Publishers(("reddit",))),
        (Publishers(("reddit",)), Publishers(("blogs",)), Publishers(("blogs",))),
        (Publishers(("reddit",)), Publishers((), ("r/tea",)), Publishers(("reddit",), ("r/tea",))),
        (Publishers(("reddit",)), Publishers((), ("reddit",)), Publishers((), ("reddit",))),
        (Publishers((), ("reddit",)), Publishers((), ("blogs",)), Publishers((), ("reddit", "blogs"))),
        (Publishers((), ("reddit", "blogs")), Publishers(("blogs",)), Publishers((), ("reddit",))),
        (Publishers((), ("reddit",)), Publishers(("blogs",)), Publishers(("blogs",))),
        (Publishers(("reddit",), ("r/tea",)), Publishers(), Publishers()),
    ],
)
def test_whose_evidence_counts_follows_what_is_said(
    before: Publishers, said: Publishers | None, after: Publishers
) -> None:
    assert DialogueState(publishers=before).limited(said) == after


@pytest.mark.parametrize(
    ("entities", "publishers"),
    [
        ([("web", None), ("reddit", "out")], Publishers((), ("reddit",))),
        ([("Reddit posts", None)], Publishers(("reddit",))),
        ([("the forums", "out"), ("blogs", "out")], Publishers((), ("forums", "blogs"))),
        ([("all sources", "any")], Publishers()),
        ([("web", None)], None),
        ([], None),
    ],
)
def test_a_message_says_whose_evidence_counts(
    entities: list[tuple[str, str | None]], publishers: Publishers | None
) -> None:
    named = [{"entity": "site", "value": value, "role": role} for value, role in entities]
    assert UserMessage.of({"text": "hm", "entities": named}).publishers == publishers


def test_limits_hold_for_whatever_is_compared_until_they_are_lifted() -> None:
    told = DialogueState(period=Period("2012"), publishers=Publishers(("reddit",)))
    first = told.about(("tea", "coffee"), ())
    assert (first.period, first.publishers) == (told.period, told.publishers)
    assert first.about(("cats", "dogs"), ()).publishers == told.publishers
    lifted = replace(first.kept().about(("cats", "dogs"), ()), period=ALWAYS, publishers=EVERYBODY).kept()
    assert {(one.period, one.publishers) for one in lifted.compared} == {(ALWAYS, EVERYBODY)}
    assert first.about(("tea", "milk"), ()).publishers == told.publishers
    assert first.about(("tea", "coffee"), (), publishers=Publishers()).back().publishers == told.publishers


def test_what_counted_before_the_same_was_asked_anew_is_kept_and_what_was_dropped_is_not() -> None:
    fast, cheap = Aspect("speed"), Aspect("price")
    weighed = DialogueState().about(("tea", "coffee"), (fast, cheap)).kept()
    dropped = weighed.about(("tea", "coffee"), (fast,)).kept()
    anew = dropped.about(("cats", "dogs"), ()).kept().about(("tea", "coffee"), (), question="tea or coffee?").kept()
    assert (dropped.compared[-1].earlier, anew.compared[-1].earlier) == ((), (fast,))
    assert anew.about(("tea", "coffee"), (fast,)).kept().compared[-1].earlier == ()


def test_what_nothing_was_found_on_is_kept_of_all_things_it_was_asked_of() -> None:
    first = replace(DialogueState().about(("tea", "coffee"), ()).silent_on(["steam"]), replied="silence1").kept()
    second = replace(first.about(("tea", "milk"), ()).silent_on(["steam"]), replied="silence1").kept()
    assert [one.silent for one in second.compared] == [("steam",), ("steam",)]


def test_the_web_is_all_but_what_counted_alone() -> None:
    said = {"text": "only the web", "entities": [{"entity": "site", "value": "web", "role": None}]}
    state = DialogueState(publishers=Publishers(("reddit",)))
    assert UserMessage.of(said, state).publishers == Publishers((), ("reddit",))


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("coffee or tea, only since 2012", "coffee or tea"),
        ("only since 2012, which is cheaper", "which is cheaper"),
        ("nothing before 2012. which is cheaper?", "which is cheaper?"),
        ("only since 2012", "only since 2012"),
        ("which was cheaper in 2012", "which was cheaper in 2012"),
    ],
)
def test_what_is_asked_beside_a_limit_is_told_apart_from_it(text: str, asked: str) -> None:
    year = {"entity": "time", "value": "2012", "role": "since", "start": text.index("2012")}
    assert UserMessage.of({"text": text, "entities": [year]}).text == asked


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("ok, forget gin, tea vs rum", "tea vs rum"),
        ("leave gin out. back to tea and rum", "back to tea and rum"),
        ("tea vs rum, without gin", "tea vs rum, without gin"),
        ("forget gin and compare tea, rum", "forget gin and compare tea, rum"),
        ("is tea, not gin, better", "is tea, not gin, better"),
    ],
)
def test_what_is_asked_behind_what_goes_is_told_apart_from_it(text: str, asked: str) -> None:
    named = [{"entity": "object", "value": name, "start": text.find(name)} for name in ("tea", "rum") if name in text]
    out = {"entity": "object", "value": "gin", "role": "out", "start": text.index("gin")}
    assert UserMessage.of({"text": text, "entities": [out, *named], "second": "drop"}).text == asked


@pytest.mark.parametrize(
    ("text", "general"),
    [
        ("what about rum, should i include that", True),
        ("would rum be an option?", True),
        ("how does it look with rum added", True),
        ("and rum in general?", True),
        ("what about rum", False),
        ("can you add rum", False),
        ("and rum too?", False),
    ],
)
def test_what_brings_in_a_thing_may_ask_of_it_in_general(text: str, general: bool) -> None:
    assert asks_generally(text) is general


@pytest.mark.parametrize(("said", "kept"), [((80, 20), (4, 1)), ((70, 30), (5, 2)), ((6, 3), (2, 1)), ((5, 1), (5, 1))])
def test_weights_keep_the_proportion_that_was_told(said: tuple[int, int], kept: tuple[int, int]) -> None:
    aspects = weighted((Aspect("price"), Aspect("speed")), (), (), {"price": said[0], "speed": said[1]}, points=True)
    assert tuple(one.weight for one in aspects) == kept


@pytest.mark.parametrize(
    ("name", "meant"),
    [("memory", "memory usage"), ("fast", "speed"), ("price", "price")],
)
def test_a_point_of_view_may_be_named_in_short_or_in_other_words(name: str, meant: str) -> None:
    assert held(name, (Aspect("memory usage"), Aspect("speed"))) == meant


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("can you show me who said that", ""),
        ("show us who says so", ""),
        ("the people who wrote this", ""),
        ("show me people who own both", "people who own both"),
        ("what would a vet say", "a vet"),
        ("is this one from a tea drinker", "a tea drinker"),
        ("anything nicer from a practical angle?", ""),
        ("show me someone who disagrees", ""),
        ("what do the numbers say", ""),
    ],
)
def test_who_said_something_is_no_kind_of_people(text: str, who: str) -> None:
    assert writers(UserMessage(text)) == who


@pytest.mark.parametrize(
    ("text", "aspect", "praises"),
    [
        ("cats are quiet, right?", "noise", True),
        ("cats are noisy, right?", "noise", False),
        ("are cats hard to train?", "hard to train", None),
        ("are cats hard to use?", "hard to use", False),
        ("cats are heavy, true?", "weight", None),
        ("cats are easy, true?", "ease of use", True),
        ("are cats too heavy?", "lighter", False),
        ("are cats too small?", "bigger", False),
    ],
)
def test_a_claim_praises_or_blames_where_one_end_is_the_better(text: str, aspect: str, praises: bool | None) -> None:
    message = UserMessage(text, objects=("cats",), aspects=(aspect,))
    claim = claim_of(message, DialogueState(objects=("cats", "dogs")), lambda: "")
    assert (claim and claim.praises) is praises


OF_MAKERS = ListRetriever(
    sentences=[
        *["We drove the Volvo Kuvi to work."] * 3,
        *["On hills the Kuvi is slow."] * 3,
        *["Everybody likes the Berta a lot."] * 9,
        "Here the Volvo is a rare car.",
        "A shop sells the Lodo Berta.",
        "Somebody has a Lodo here.",
        "My cousins had Tevo, Kuvi.",
        "The race was Kuvi, Tevo.",
        "There were a Tevo in the yard and a Tevo outside.",
    ]
)


@pytest.mark.parametrize(
    ("named", "expected"),
    [("Volvo", "Kuvi"), ("Kuvi", "Kuvi"), ("Lodo", "Berta"), ("hills", "hills"), ("Saab", "Saab"), ("Tevo", "Tevo")],
)
def test_a_maker_stands_for_its_thing_that_is_compared(named: str, expected: str) -> None:
    message = made(UserMessage("", objects=(named,)), ("Kuvi", "Berta"), NameFinder(OF_MAKERS))
    assert message.objects == (expected,)
