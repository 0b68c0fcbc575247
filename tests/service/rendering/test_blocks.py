"""The blocks of an answer."""

from __future__ import annotations

from engine import schemas
from engine.pipeline import Engine
from service.rendering.blocks import (
    Bars,
    Bullets,
    Buttons,
    Notice,
    Paragraph,
    Run,
    Source,
    Sources,
    of_answer,
    of_reply,
)
from tests.service.rendering.replies import QUOTED, reply


def test_a_reply_becomes_blocks() -> None:
    text, heading, bullets, end, bars, sources, buttons = of_reply(reply())
    assert text == Paragraph(
        (Run("The evidence favours tea: 3 of 4 sources "), Run("[1]", "marker", 1), Run(".")),
    )
    assert heading == Paragraph((Run("For tea:", "heading"),))
    assert bullets == Bullets(((Run(f"“{QUOTED}”", "quote", 1), Run(" "), Run("[1]", "marker", 1)),))
    assert end == Paragraph((Run("For sleep it is clear."),))
    assert isinstance(bars, Bars)
    assert [(bar.about, bar.left, bar.right, bar.note) for bar in bars.bars] == [
        ("", "71%", "29%", "24 arguments, 12 sources"),
        ("sleep", "100%", "0%", "6 arguments, 3 sources"),
        ("price of sleep", "20%", "80%", "8 arguments"),
    ]
    assert isinstance(sources, Sources)
    assert sources.sources[0] == Source(
        1, f"{QUOTED}.", "Voice 1 · host-1 · 2024-05-01", "https://example.org/voices/1", quoted=True
    )
    assert isinstance(buttons, Buttons)
    assert buttons.buttons[1].message == "show me the sources"


def test_a_number_without_a_source_is_text() -> None:
    (paragraph, *_) = of_reply(reply("As “they say” [7] in [2]."))
    assert paragraph == Paragraph((Run("As “they say” [7] in [2]."),))


def test_a_number_within_a_quote_is_part_of_the_quote() -> None:
    (paragraph, *_) = of_reply(reply("“See [1] there” [1]"))
    assert paragraph == Paragraph((Run("“See [1] there”", "quote", 1), Run(" "), Run("[1]", "marker", 1)))


def test_a_sentence_that_is_quoted_in_part_is_shown_whole_with_its_source() -> None:
    said = reply("It is “better for sleep” [1].")
    (source,) = next(block for block in of_reply(said) if isinstance(block, Sources)).sources
    assert (source.sentence, source.quoted) == (f"{QUOTED}.", False)


def test_a_notice_comes_first_and_once() -> None:
    first, second, *_ = of_reply(reply(notice="Half of the index did not answer."))
    assert first == Notice("Half of the index did not answer.")
    assert isinstance(second, Paragraph)


def test_the_answer_to_a_single_question_becomes_blocks(engine: Engine) -> None:
    answer = schemas.answer(engine.ask("Is tea better than coffee for sleep?", generator="bullets"))
    kinds = [type(block) for block in of_answer(answer)]
    assert kinds[0] is Paragraph
    assert Bullets in kinds
    assert kinds[-2:] == [Bars, Sources]
