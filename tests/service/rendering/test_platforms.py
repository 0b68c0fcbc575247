"""The renderers for messengers: within their limits, and shown as their clients show it."""

from __future__ import annotations

import json
from collections.abc import Sequence

from service.rendering import slack, telegram
from service.rendering.blocks import Block, of_reply
from tests.conformance.renderer import RendererConformance
from tests.service.rendering.pages import page
from tests.service.rendering.replies import HOSTILE, reply
from tests.service.slack.kit import buttons, check_message, shown

TAGS = {"b", "i", "code", "pre", "a"}


class TestSlack(RendererConformance):
    def shown(self, blocks: Sequence[Block]) -> str:
        messages = slack.render(blocks, place="C1:1.2")
        for message in messages:
            json.dumps(message)
            check_message(message["blocks"])
        return "".join(shown(message["blocks"]) for message in messages)


class TestTelegram(RendererConformance):
    def shown(self, blocks: Sequence[Block]) -> str:
        messages = telegram.render(blocks)
        texts = []
        for message in messages:
            read = page(message.html, TAGS)
            assert 1 <= telegram.units(read.text) <= telegram.MAX_UNITS
            assert message.html.count("</") <= telegram.MAX_ENTITIES
            texts.append(read.text)
        assert not any(message.buttons for message in messages[:-1])
        return "".join([*texts, *(button.title for button in messages[-1].buttons)])


def test_buttons_in_slack_know_their_conversation() -> None:
    (message,) = slack.render(of_reply(reply()), place="C1:1.2")
    assert [slack.place_of(block["block_id"]) for block, _ in buttons(message["blocks"])] == ["C1:1.2"] * 2


def test_what_slack_reads_as_markup_is_escaped() -> None:
    for text in HOSTILE.values():
        assert not {"<", ">"} & set(slack.render(of_reply(reply(text)))[0]["text"])


def test_a_long_telegram_message_is_cut_where_a_sentence_ends() -> None:
    text = " ".join(f"Sentence number {n} says 3.5 is more than e.g. 2." for n in range(200))
    messages = telegram.render(of_reply(reply(text)))
    assert len(messages) > 2
    assert all(message.html.rstrip().endswith("2.") for message in messages[:-1])
