"""What a voice says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.tokens import clean
from service.rendering.blocks import Block, of_reply
from service.rendering.ssml import render, sentences, spoken
from tests.service.rendering.replies import HOSTILE, reply, standings

hostile = pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())


def said(blocks: Sequence[Block]) -> str:
    """Return what is said, as an assistant reads the SSML; fail when one would refuse it."""
    root = ElementTree.fromstring(render(blocks))
    assert {element.tag for element in root.iter()} <= {"speak", "p", "s"}
    text = " ".join(root.itertext())
    assert not re.search(r"https?:|www\.|[\[\](){}<>*_~`|\\^#@&%+=/“”\"]", text)
    return text


SPOKEN = {
    "C++ vs. C#": "C plus plus versus C sharp",
    "C++, C#, .NET, F#": "C plus plus, C sharp, dot NET, F sharp",
    "Is C++ faster (96%)?": "Is C plus plus faster, 96 percent?",
    "AT&T or R&D": "AT and T or R and D",
    "Node.js 3.11 on example.org": "Node dot js 3.11 on example dot org",
    "U.S. and U.K.": "U.S. and U.K.",
    "iOS/Android, TCP/IP, and/or": "iOS slash Android, TCP slash IP, and or",
    "It costs $1,200.50, or €5.": "It costs 1,200.50 dollars, or 5 euros.",
    "pages 10–20, 2019-2021": "pages 10 to 20, 2019 to 2021",
    "faster — much faster": "faster, much faster",
    "See https://example.org/a?b=c[1] or www.x.org now": "See or now",
    "e.g. tea, i.e. leaves etc.": "for example tea, that is leaves and so on",
    "#1 in the ~40 °C class": "number 1 in the about 40 degrees C class",
    "don’t state-of-the-art 'quoted' - so": "don’t state-of-the-art quoted so",
    "👩‍👩‍👧 🍵 tea": "tea",
    "reddit.com/r/gamedev 2013-99-99": "reddit dot com 2013 to 99 to 99",
    "on 2013-06-15 (surely): yes; (no)": "on June 15 2013, surely: yes; no",
    "at 10:30, 1,200": "at 10:30, 1,200",
    "***": "",
    "日本語とC++": "日本語とC plus plus",
    "_.²": "dot ²",
    "See https://example.org/a_b now": "See now",
}


@pytest.mark.parametrize(("text", "wanted"), SPOKEN.items())
def test_signs_are_said_as_words(text: str, wanted: str) -> None:
    assert spoken(text) == wanted


@given(st.text(max_size=300))
def test_whatever_is_said_needs_no_escape_and_stays_as_it_is(text: str) -> None:
    once = spoken(clean(text))
    assert spoken(once) == once
    assert not set(once) & set('<>&"[](){}/\\*_%')


@given(st.text(max_size=300))
def test_any_text_is_ssml(text: str) -> None:
    said(of_reply(reply(f"So: {text}", objects=(f"a{text}", "b"), title=f"t{text}", sentence=f"s{text}")))


@hostile
def test_hostile_text_is_said_without_its_signs_and_with_its_words(text: str) -> None:
    heard = said(of_reply(reply(f"{text}\nEnd.", sentence=text, title=text, buttons=((clean(text)[:20], text),))))
    for word in re.findall(r"(?<![\w/:.])[A-Za-z]{4,}(?![\w/:.])", text):
        assert word in heard


def test_an_answer_is_said_in_its_order() -> None:
    assert sentences(of_reply(reply())) == (
        "The evidence favours tea: 3 of 4 sources.",
        "For tea.",
        "One source says: Tea is better than coffee for sleep, said my aunt.",
        "For sleep it is clear.",
        "tea 9, coffee 2, of 12 sources, 1 for neither.",
        "On sleep: tea 3, coffee 0, of 3 sources.",
        "On price of sleep: tea 1, coffee 3, of 4 sources.",
        "Source 1: Voice 1, host-1, May 1 2024. Tea is better than coffee for sleep, said my aunt.",
        "You can say: Why or Sources.",
    )


def test_the_order_of_many_is_said() -> None:
    assert "tea 99 percent." in " ".join(sentences(of_reply(standings("tea", "coffee", "mate")))).lower()


def test_an_address_is_not_said() -> None:
    assert "example" not in said(of_reply(reply("See https://example.org/x.", url="https://example.org/y")))
