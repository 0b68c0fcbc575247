"""The blocks of an answer, and what stands below them."""

from __future__ import annotations

from engine import schemas
from engine.pipeline import Engine
from engine.types.document import BulletList, Paragraph, Quote, Table, Words
from service.rendering.blocks import Bars, Buttons, Source, Sources, of_answer, of_reply
from tests.service.rendering.replies import ANSWER, QUOTED, reply


def test_a_reply_becomes_blocks() -> None:
    *own, bars, sources, buttons = of_reply(reply())
    assert tuple(own) == ANSWER
    assert isinstance(bars, Bars)
    assert [(bar.about, bar.left, bar.right, bar.note) for bar in bars.bars] == [
        ("", "9", "2", "of 12 sources, 1 for neither"),
        ("sleep", "3", "0", "of 3 sources"),
        ("price of sleep", "1", "3", "of 4 sources"),
    ]
    assert isinstance(sources, Sources)
    assert sources.sources[0] == Source(
        1, f"{QUOTED}.", "Voice 1 · host-1 · 2024-05-01", "https://example.org/voices/1", quoted=True
    )
    assert isinstance(buttons, Buttons)
    assert buttons.buttons[1].message == "show me the sources"


def test_a_sentence_that_is_quoted_in_part_is_shown_whole_with_its_source() -> None:
    said = reply(blocks=(Paragraph((Words("It is "), Quote("better for sleep", 1))),))
    (source,) = next(block for block in of_reply(said) if isinstance(block, Sources)).sources
    assert (source.sentence, source.quoted) == (f"{QUOTED}.", False)


def test_the_answer_to_a_single_question_becomes_blocks(engine: Engine) -> None:
    question = "Is tea better than coffee?"
    bullets, table = (engine.ask(question, generator=name) for name in ("bullets", "table"))
    kinds = [type(block) for block in of_answer(schemas.answer(bullets))]
    assert kinds[0] is Paragraph
    assert BulletList in kinds
    assert kinds[-2:] == [Bars, Sources]
    assert any(isinstance(block, Table) for block in of_answer(schemas.answer(table)))


def test_what_is_read_from_json_is_what_was_written(engine: Engine) -> None:
    answer = engine.ask("Is tea better than coffee for sleep?", generator="bullets")
    assert schemas.to_blocks(schemas.blocks(answer.blocks)) == answer.blocks
