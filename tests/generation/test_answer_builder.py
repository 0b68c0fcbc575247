"""How text, numbers and citations grow together."""

from __future__ import annotations

import pytest

from engine.types import Label, document
from engine.types.document import BulletList, Paragraph, Role, Statement, Table, Words
from generation.answer_builder import AnswerBuilder, Claim, Numbers, Quote, listed, plain
from tests.generation.scenarios import FIRST, argument

TEA = ("tea", "coffee")
BETTER = argument("Tea is better than “normal” coffee.", FIRST, source="a")
MARKS = ((0, 3, Label.OBJECT), (7, 13, Label.PREDICATE), (28, 34, Label.OBJECT))
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


def test_sentences_of_one_role_are_one_paragraph_and_the_first_is_the_headline() -> None:
    builder = AnswerBuilder(TEA)
    for words in "One.", "Two.", "Three.":
        builder.add(words)
    builder.add("Samples.", role=Role.NOTICE)
    builder.break_line()
    builder.add("Four.")
    assert builder.finish("test").blocks == (
        Paragraph((Words("One."),), Role.HEADLINE),
        Paragraph((Words("Two. Three."),), continues=True),
        Paragraph((Words("Samples."),), Role.NOTICE, continues=True),
        Paragraph((Words("Four."),)),
    )
    assert builder.finish("test").text == "One. Two. Three. Samples.\nFour."


def test_a_list_and_a_table_are_blocks_of_runs() -> None:
    builder = AnswerBuilder(TEA, lines=True)
    builder.add("For tea:", role=Role.HEADING)
    builder.add_item(Quote(BETTER))
    builder.add_item(Claim("Cheap", [CHEAPER]), ".")
    builder.add_table(["", "tea", "coffee"], [[["Price"], [Quote(CHEAPER, "cheaper")], []]])
    answer = builder.finish("test")
    tea, coffee = Words("tea", Label.OBJECT), Words("coffee", Label.OBJECT)
    assert answer.blocks[0] == Paragraph((Words("For "), tea, Words(":")), Role.HEADING)
    assert answer.blocks[1] == BulletList(
        (
            (document.Quote("Tea is better than ‘normal’ coffee", 1, MARKS),),
            (Statement("Cheap", (2,)), Words(".")),
        )
    )
    cheaper = document.Quote("cheaper", 2, ((0, 7, Label.ASPECT),))
    assert answer.blocks[2] == Table(((), (tea,), (coffee,)), (((Words("Price"),), (cheaper,), ()),))
    assert answer.text == (
        "For tea:\n- “Tea is better than ‘normal’ coffee” [1]\n- Cheap [2].\nPrice – tea: “cheaper” [2]"
    )


def test_objects_aspects_and_deciding_words_are_marked() -> None:
    builder = AnswerBuilder(TEA)
    builder.add("For a low price: ", Quote(CHEAPER), ".")
    (paragraph,) = builder.finish("test", aspects=["price"]).blocks
    assert paragraph == Paragraph(
        (
            Words("For a low "),
            Words("price", Label.ASPECT),
            Words(": "),
            document.Quote(
                "Tea is cheaper than coffee",
                1,
                ((0, 3, Label.OBJECT), (7, 14, Label.PREDICATE), (20, 26, Label.OBJECT)),
            ),
            Words("."),
        ),
        Role.HEADLINE,
    )


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
