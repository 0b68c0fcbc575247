"""How text, numbers and citations grow together."""

from __future__ import annotations

import pytest

from engine.types import Label
from generation.answer_builder import AnswerBuilder, Numbers, Quote, listed, plain
from tests.generation.scenarios import FIRST, argument

TEA = ("tea", "coffee")
BETTER = argument("Tea is better than “normal” coffee.", FIRST, source="a")
CHEAPER = argument("Tea is cheaper than coffee.", FIRST, source="b", marker="cheaper")


def test_numbers_follow_the_text_and_a_sentence_keeps_its_number() -> None:
    builder = AnswerBuilder(TEA)
    builder.add("Two agree ", Numbers([CHEAPER, BETTER]), ".")
    builder.add(Quote(BETTER), " and ", Quote(CHEAPER), ".")
    answer = builder.finish("test")
    assert answer.text == (
        "Two agree [1][2]. “Tea is better than ‘normal’ coffee” [2] and “Tea is cheaper than coffee” [1]."
    )
    assert [citation.hit for citation in answer.citations] == [CHEAPER.hit, BETTER.hit]


def test_a_claim_is_the_quote_without_its_marks_and_a_whole_quote_outranks_single_words() -> None:
    builder = AnswerBuilder(TEA)
    builder.add(Quote(CHEAPER, "cheaper"), ", ", Quote(CHEAPER), ", ", Quote(BETTER, "better"))
    answer = builder.finish("test")
    claims = [answer.text[citation.claim_start : citation.claim_end] for citation in answer.citations]
    assert claims == ["Tea is cheaper than coffee", "better"]


def test_objects_aspects_and_deciding_words_are_marked() -> None:
    builder = AnswerBuilder(TEA)
    builder.add("For a low price: ", Quote(CHEAPER), ".")
    spans = [(span.text, span.label) for span in builder.finish("test", aspects=["price"]).spans]
    assert spans == [
        ("price", Label.ASPECT),
        ("Tea", Label.OBJECT),
        ("cheaper", Label.PREDICATE),
        ("coffee", Label.OBJECT),
    ]


def test_a_sentence_is_quoted_on_one_line_without_control_characters() -> None:
    broken = argument("Tea\nis \x00better\u202e than\t\tcoffee", FIRST, source="a")
    builder = AnswerBuilder(TEA)
    builder.add(Quote(broken))
    assert builder.finish("test").text == "“Tea is better than coffee” [1]"


@pytest.mark.parametrize(
    ("name", "expected"),
    [("C++", "C++"), ("row[1]", "row(1)"), ("a\nb", "a b"), ("{x}", "{x}"), ("[a]", "[a]"), ("<b>", "<b>")],
)
def test_a_name_stands_as_the_user_wrote_it_unless_it_would_pass_for_a_marker(name: str, expected: str) -> None:
    assert plain(name) == expected


@pytest.mark.parametrize(
    ("items", "expected"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_a_list_reads_as_in_a_sentence(items: list[str], expected: str) -> None:
    assert "".join(map(str, listed([[item] for item in items]))) == expected
