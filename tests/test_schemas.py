"""JSON of the doors: what is taken, what is refused and how, what is shown."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pydantic import TypeAdapter

from engine import schemas, types
from engine.config import load_config
from engine.errors import EngineError, InputError
from engine.schemas import shapes
from engine.types import (
    Answer,
    Argument,
    Aspect,
    Citation,
    Classification,
    Comparison,
    Decision,
    Document,
    Hit,
    Kind,
    Label,
    MinedAspect,
    ParsedText,
    Period,
    Publishers,
    Query,
    SearchResult,
    Sentence,
    Share,
    Span,
    Stance,
    Verdict,
)
from engine.types.document import Paragraph, Quote, Role, Words, own_words
from tests.shapes import PATH, stub

REQUESTS = [schemas.AskRequest, schemas.CompareRequest, schemas.ChatRequest]
LINES = [schemas.ParseLine, schemas.ClassifyLine, schemas.RankLine, schemas.CompareLine, schemas.AnswerLine]

SENTENCE = Sentence("d/1#3", "Tea is better than coffee.", "d/1", 3)
HIT = Hit(SENTENCE, 2.5, Document("d/1", "On tea", source="forum", sample=True), ("d/2#0",), ("forum", "host"))


def argument(stance: Stance, n: int = 0) -> Argument:
    sentence = Sentence(f"d/{n}#0", "Tea is better than coffee.", f"d/{n}", 0)
    beliefs = {each: 0.7 if each is stance else 0.1 for each in Stance}
    classification = Classification(
        *(beliefs[each] for each in (Stance.FIRST, Stance.SECOND, Stance.EQUAL, Stance.NONE))
    )
    return Argument(
        Hit(sentence, 1.0, Document(f"d/{n}", source="host"), (), ("host",)), classification, ("sleep",), 1.5, 2.0
    )


def comparison(*arguments: Argument, mined: tuple[MinedAspect, ...] = ()) -> Comparison:
    share = Share("", 1.0, 0.0, len(arguments), 1, Decision.INSUFFICIENT)
    verdict = Verdict(Decision.INSUFFICIENT, None, 0.5, (0.0, 1.0), (share,), 1, 3)
    return Comparison(("tea", "coffee"), (Aspect("sleep", 3),), verdict, arguments, mined, 12, {"total": 0.1})


def conforms(value: Any, shape: Any) -> None:
    Draft202012Validator(TypeAdapter(shape).json_schema()).validate(json.loads(schemas.dump(value)))


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "not valid JSON"),
        (b"{", "not valid JSON"),
        (b"nul", "not valid JSON"),
        (b"\xff\xfe", "not valid JSON"),
        (b'{"question": "\xff"}', "not valid JSON"),
        (b'{"question": "\\ud800"}', "not valid JSON"),
        (b"[" * 100_000, "not valid JSON"),
        (b"[]", "object"),
        (b"null", "object"),
        (b'"question"', "object"),
        (b"{}", "'question' is missing. Known: index, question, fast, generator, length."),
        (b'{"question": null}', "'question'"),
        (b'{"question": 1}', "'question' is 1"),
        (b'{"question": ["a"]}', "'question'"),
        (b'{"question": "a", "fsat": true}', "no field 'fsat'. Known: index, question, fast, generator, length."),
        (b'{"question": "a", "fast": "yes"}', "'fast' is 'yes'"),
        (b'{"question": "a", "fast": 1}', "'fast' is 1"),
        (b'{"question": "a", "generator": ""}', "'generator'"),
        (
            b'{"question": "a", "length": "epic"}',
            "The field 'length' is 'epic': input should be",
        ),
        (b'{"question": "' + b"x" * 10_001 + b'"}', "at most 10000 characters"),
    ],
)
def test_a_request_that_cannot_be_used_is_refused_in_words(raw: bytes, said: str) -> None:
    with pytest.raises(InputError) as caught:
        schemas.parse(schemas.AskRequest, raw)
    message = str(caught.value)
    assert said in message
    assert "\n" not in message
    assert len(message) < 300


@pytest.mark.parametrize(
    ("aspects", "path"),
    [
        ([{"name": "price", "weight": 0}], "aspects.0.weight"),
        ([{"name": "price"}, {"name": "x", "weight": 6}], "aspects.1.weight"),
        ([{"name": "price", "weight": 2.5}], "aspects.0.weight"),
        ([{"name": "price", "wieght": 2}], "aspects.0.wieght"),
        ([{"weight": 2}], "aspects.0.name"),
        (["price"], "aspects.0"),
        ("price", "aspects"),
    ],
)
def test_the_bad_field_is_named_by_its_path(aspects: Any, path: str) -> None:
    raw = json.dumps({"objects": ["tea", "coffee"], "aspects": aspects})
    with pytest.raises(InputError, match=f"'{path}'"):
        schemas.parse(schemas.CompareRequest, raw)


def test_a_complete_request_is_understood() -> None:
    raw = '{"objects": ["C++", "C#"], "aspects": [{"name": "price", "weight": 5}, {"name": "speed"}], "fast": true}'
    aspects = (Aspect("price", 5), Aspect("speed", 1))
    assert schemas.parse(schemas.CompareRequest, raw).to_query() == Query(("C++", "C#"), aspects, fast=True)


def test_a_request_can_say_all_that_a_query_can() -> None:
    raw = (
        '{"objects": ["C++", "C#"], "aspects": [{"name": "price"}], "since": "2019", "until": "2021-05",'
        '"publisher": "reddit.com", "without": ["r/tea"], "language": "en", "fast": true, '
        '"classifier": "bow", "ranker": "cam"}'
    )
    period = Period("2019", "2021-05")
    whose = Publishers(("reddit.com",), ("r/tea",))
    query = Query(("C++", "C#"), (Aspect("price"),), period, True, "bow", "cam", publishers=whose, language="en")
    assert schemas.parse(schemas.CompareRequest, raw).to_query() == query


@pytest.mark.parametrize("session", ["", "short", "x" * 65, "with blank in the middle of it", "ünïcödé" * 5, "../" * 9])
def test_what_cannot_be_the_key_of_a_conversation_is_refused(session: str) -> None:
    with pytest.raises(InputError, match="Leave it out to begin a new one"):
        schemas.parse(schemas.ChatRequest, json.dumps({"session": session, "message": "hello"}))


@pytest.mark.parametrize("session", [None, "x" * 22, "A-z_0" * 12])
def test_a_conversation_goes_on_or_begins(session: str | None) -> None:
    request = schemas.parse(schemas.ChatRequest, json.dumps({"session": session, "message": "hello"}))
    assert request.session == session


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({}, "'q' is missing"),
        ({"q": "tea", "k": "0"}, "'k'"),
        ({"q": "tea", "k": "ten"}, "'k' is 'ten'"),
        ({"q": "tea", "page": "2"}, "no field 'page'. Known: index, q, k."),
        ({"q": "x" * 2001}, "'q'"),
    ],
)
def test_parameters_of_a_url_are_checked_too(query: dict[str, str], said: str) -> None:
    with pytest.raises(InputError, match=said):
        schemas.parse_query(schemas.SearchQuery, query)


@pytest.mark.parametrize("model", [*REQUESTS, *LINES, schemas.Payload])
@given(raw=st.binary(max_size=200) | st.text(max_size=200).map(lambda text: json.dumps({"message": text}).encode()))
def test_any_bytes_give_a_request_or_an_input_error(model: Any, raw: bytes) -> None:
    try:
        assert isinstance(schemas.parse(model, raw), model)
    except InputError as error:
        assert str(error)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
        max_leaves=10,
    )
)
def test_whatever_is_shown_is_json_in_utf_8(value: Any) -> None:
    assert json.loads(schemas.dump(value).decode()) == value


def test_a_lone_surrogate_is_shown_as_its_escape() -> None:
    assert schemas.dump({"a": "\ud800"}) == b'{"a":"\\ud800"}'


def test_a_number_that_is_not_finite_is_never_shown() -> None:
    with pytest.raises(ValueError, match="JSON"):
        schemas.dump(float("nan"))


@pytest.mark.parametrize(
    ("raw", "line_id"),
    [
        (b'{"id": "a", "text": 1}', "a"),
        (b'{"id": 7}', 7),
        (b'{"id": "cut", "text": "no end', "cut"),
        (b'{"id": "b", "text": "\xff"}', "b"),
        (b'{"id": ["x"]}', None),
        (b'{"id": true}', None),
        (b'{"id": 1e999}', None),
        (b'{"text": "x"}', None),
        (b"", None),
        (b"[1]", None),
        (b"\xff", None),
    ],
)
def test_the_id_of_a_bad_line_is_kept_where_it_can_be_read(raw: bytes, line_id: object) -> None:
    assert schemas.id_of(raw) == line_id


def test_fields_that_a_line_does_not_know_pass_unread() -> None:
    line = schemas.parse(
        schemas.ClassifyLine, b'{"id": 1, "sentence": "x", "first": "a", "second": "b", "label": "BETTER"}'
    )
    assert (line.id, line.sentence) == (1, "x")


@pytest.mark.parametrize(
    "raw",
    [
        b'{"id": 1}',
        b'{"id": 1, "first": "a", "second": "b"}',
        b'{"id": 1, "first": "a", "sentences": ["x"]}',
        b'{"id": 1, "sentences": ["x"]}',
    ],
)
def test_a_line_to_answer_has_one_of_the_two_forms(raw: bytes) -> None:
    with pytest.raises(InputError, match=r"give either|need 'first' and 'second'"):
        schemas.parse(schemas.AnswerLine, raw)


def test_a_question_is_shown() -> None:
    span = Span(0, 3, "tea", Label.OBJECT)
    question = ParsedText("tea or coffee?", True, 0.9, Kind.DIRECT, (span,), ("tea", "coffee"), ("sleep",), ("better",))
    shown = schemas.show(question, schemas.ParsedText)
    conforms(shown, schemas.ParsedText)
    assert shown["spans"] == [{"start": 0, "end": 3, "text": "tea", "label": "object"}]


def test_an_answer_is_shown_with_all_it_rests_on() -> None:
    compared = comparison(
        argument(Stance.FIRST),
        mined=(MinedAspect("cheaper", "tea", 2.0, 2, 1, "comparative", ("d/0#0",), "price", ("cheap",)),),
    )
    question = ParsedText("tea or coffee?", True, 0.9, Kind.DIRECT)
    runs = (Words("Tea", Label.OBJECT), Words(" "), Quote("is better", 1, ((3, 9, Label.PREDICATE),)), Words("."))
    answer = Answer((Paragraph(runs, Role.HEADLINE),), (Citation(1, HIT),), "x", compared, question)
    shown = schemas.answer(answer)
    conforms(shown, schemas.Answer)
    assert shown["answer"] == "Tea “is better” [1]."
    assert json.loads(schemas.dump(shown["blocks"])) == [
        {
            "kind": "paragraph",
            "role": "headline",
            "continues": False,
            "runs": [
                {"kind": "words", "text": "Tea", "label": "object"},
                {"kind": "words", "text": " ", "label": None},
                {
                    "kind": "quote",
                    "text": "is better",
                    "number": 1,
                    "marks": [[3, 9, "predicate"]],
                    "attributed": False,
                },
                {"kind": "words", "text": ".", "label": None},
            ],
        }
    ]
    assert shown["citations"][0] == {
        "number": 1,
        "sentence": "Tea is better than coffee.",
        "sentence_id": "d/1#3",
        "document": "d/1",
        "position": 3,
        "title": "On tea",
        "url": "",
        "source": "forum",
        "date": "",
        "sample": True,
        "sources": 2,
    }
    assert shown["comparison"] is not None
    assert shown["comparison"]["asked"] == [{"name": "sleep", "weight": 3}]
    assert shown["comparison"]["arguments"][0]["stance"] == "FIRST"
    assert shown["comparison"]["counts"] == {"FIRST": 1, "SECOND": 0, "EQUAL": 0, "NONE": 0}


def test_an_answer_without_comparison_is_shown() -> None:
    conforms(schemas.answer(Answer(own_words("What shall I compare it with?"))), schemas.Answer)


def test_a_short_comparison_keeps_the_best_of_each_stance_and_what_an_aspect_names() -> None:
    first = [argument(Stance.FIRST, n) for n in range(5)]
    second = [argument(Stance.SECOND, n) for n in range(5, 10)]
    mined = (MinedAspect("cheaper", "tea", 0.0, 1, 1, "comparative", ("d/4#0",), against=("d/9#0",)),)
    shown = schemas.comparison(comparison(*first, *second, mined=mined), per_stance=2)
    conforms(shown, schemas.Comparison)
    assert [each["document"] for each in shown["arguments"]] == ["d/0", "d/1", "d/4", "d/5", "d/6", "d/9"]
    assert shown["counts"]["FIRST"] == 5


def test_a_search_a_document_and_a_context_are_shown() -> None:
    conforms(schemas.search("tea", SearchResult((HIT,), 1)), schemas.Search)
    conforms(schemas.show(Document("d/1", source="forum", sentences=(SENTENCE,))), schemas.Document)
    conforms(schemas.context("d/1#3", [SENTENCE]), schemas.Context)


def test_every_error_has_one_shape() -> None:
    shown = schemas.failure(InputError("Say less."), "Say more.")
    conforms(shown, schemas.Failure)
    assert shown == {"code": "bad_input", "message": "Say more.", "status": 400}
    conforms(schemas.line_error(None, EngineError("x")), schemas.LineError)


def test_all_parts_are_listed_with_the_configured_ones() -> None:
    shown = schemas.components(load_config(environ={}))
    conforms(shown, schemas.Components)
    assert shown["components"]["generator"]["default"] in shown["components"]["generator"]["names"]


def test_type_checkers_are_told_the_shapes_that_are_generated() -> None:
    assert PATH.read_text("utf-8") == stub(), "run python -m tests.shapes"


@pytest.mark.parametrize("name", shapes.NAMES)
def test_every_shape_has_a_description(name: str) -> None:
    assert TypeAdapter(getattr(shapes, name)).json_schema()["description"]


def test_every_field_of_an_argument_is_shown_for_hits_and_citations_alike() -> None:
    where = set(schemas.Source.__annotations__)
    assert where <= set(schemas.show(HIT)) & set(schemas.show(types.Citation(1, HIT)))
