"""What every renderer keeps to: inherit and give ``shown``, which reads what was rendered as its place would."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.text.tokens import clean
from engine.types import Label
from engine.types.document import (
    BulletList,
    Paragraph,
    Quote,
    Reference,
    Role,
    Statement,
    Table,
    Words,
)
from service.rendering.blocks import Block, of_reply
from tests.service.rendering.replies import HOSTILE, QUOTED, reply, standings

hostile = pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())


def flat(text: str) -> str:
    """Return text without white space and bullets, which places set as they like."""
    return "".join(clean(text).replace("•", "").split())


class RendererConformance:
    """A renderer shows all of an answer, as text, in its order."""

    def shown(self, blocks: Sequence[Block]) -> str:
        """Render blocks and return the text that a person sees; fail when the place would refuse it."""
        raise NotImplementedError

    def sees(self, blocks: Sequence[Block], text: str) -> bool:
        return flat(text) in flat(self.shown(blocks))

    def test_an_answer_is_shown_in_its_order(self) -> None:
        seen = flat(self.shown(of_reply(reply())))
        parts = (
            "The evidence favours tea: 3 of 4 sources",
            "For tea:",
            QUOTED,
            "For sleep",
            "tea 9",
            "2 coffee",
            "Voice 1",
        )
        places = [seen.index(flat(part)) for part in parts]
        assert places == sorted(places)

    def test_every_bar_says_what_it_is_about_and_what_it_rests_on(self) -> None:
        seen = flat(self.shown(of_reply(reply(aspect="bedtime"))))
        assert "of12sources,1forneither" in seen
        assert seen.count("bedtime") == 2
        assert "of4sources" in seen

    def test_many_things_are_shown_with_their_places(self) -> None:
        seen = flat(self.shown(of_reply(standings("tea", "coffee", "mate"))))
        assert ">99%" in seen
        assert "place1to3" in seen
        assert seen.index("coffee") < seen.index("mate")

    @hostile
    def test_hostile_text_of_an_answer_is_shown_as_it_is(self, text: str) -> None:
        blocks = of_reply(reply(text))
        for line in text.splitlines():
            assert self.sees(blocks, line)

    @hostile
    def test_hostile_text_is_shown_in_every_kind_of_run_and_block(self, text: str) -> None:
        words = clean(text)[:300].strip()
        runs = (Quote(words, 1), Words(", "), Statement(words, (1, 2)), Words(" "), Reference((1,)))
        for role in Role:
            assert self.sees(of_reply(reply(blocks=(Paragraph(runs, role),))), words)
        seen = flat(self.shown(of_reply(reply(blocks=(BulletList((runs, runs)),)))))
        assert seen.count(flat(words)) >= 2 * 2

    @hostile
    def test_hostile_text_is_shown_in_a_table(self, text: str) -> None:
        words = clean(text)[:9].strip()
        header = ((), (Words(words),), (Words("b"),))
        table = Table(header, (((Words(words),), (Quote(words, 1),), ()), ((Words("c"),), (), (Words("d"),))))
        assert flat(self.shown(of_reply(reply(blocks=(table,))))).count(flat(words)) >= 3

    @hostile
    def test_hostile_names_are_shown_as_they_are(self, text: str) -> None:
        name = clean(text)[:50].strip()
        said = (Paragraph((Words(name, Label.OBJECT),), Role.NOTICE),)
        blocks = of_reply(reply(blocks=said, objects=(name, "coffee"), aspect=name))
        assert flat(self.shown(blocks)).count(flat(name)) >= 4

    @hostile
    def test_a_hostile_source_is_shown_as_it_is(self, text: str) -> None:
        words = clean(text)[:150].strip()
        blocks = of_reply(reply(sentence=words, title=words, source=text))
        assert flat(self.shown(blocks)).count(flat(words)) >= 2

    @hostile
    def test_a_hostile_button_is_shown_as_it_is(self, text: str) -> None:
        title = clean(text)[:20].strip()
        assert self.sees(of_reply(reply(buttons=((title, text),))), title)

    @pytest.mark.parametrize(
        "url", ["javascript:alert(1)", "ftp://x/y", "https:///x", "//x", "https://a@b/c", "http://[x"]
    )
    def test_an_address_that_is_no_plain_web_address_is_left_out(self, url: str) -> None:
        blocks = of_reply(reply(url=url))
        assert flat(url) not in flat(self.shown(blocks))

    @pytest.mark.parametrize(
        "url", ['https://x.org/"><b>a</b>|b)c', "https://x.org/a b*c_d~e`f", "https://x.org/?a=1&b=ß"]
    )
    def test_a_hostile_address_breaks_nothing(self, url: str) -> None:
        assert self.sees(of_reply(reply(url=url)), "Voice 1")

    @pytest.mark.parametrize("n", [0, 1, 40])
    def test_any_number_of_sources_buttons_and_lines_is_shown(self, n: int) -> None:
        said = reply(
            "\n".join(f"Line {i}." for i in range(n)) or "None.", buttons=tuple((f"B{i}", "x") for i in range(n))
        )
        said["citations"] = [{**said["citations"][0], "number": i + 1, "title": f"Title {i}."} for i in range(n)]
        seen = self.shown(of_reply(said))
        assert all(f"Title{i}." in flat(seen) and f"Line{i}." in flat(seen) for i in range(n))

    def test_the_longest_answer_loses_nothing(self) -> None:
        text = "\n".join(" ".join(f"word{i}-{j}" for j in range(100)) for i in range(10))
        seen = flat(self.shown(of_reply(reply(text))))
        assert flat(text) in seen

    @given(st.text(max_size=200))
    @settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.differing_executors])
    def test_any_text_is_shown(self, text: str) -> None:
        said = reply(f"So: {text}\nEnd.", objects=(f"a{text}", "b"), title=f"t{text}", sentence=f"s{text}")
        seen = flat(self.shown(of_reply(said)))
        assert all(flat(line) in seen for line in said["text"].splitlines())
