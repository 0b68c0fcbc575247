"""The renderers of text that goes to no platform: plain, Markdown, HTML."""

from __future__ import annotations

from collections.abc import Sequence

from markdown_it import MarkdownIt

from service.rendering import html, markdown, plain
from service.rendering.blocks import Block, of_reply
from tests.conformance.renderer import RendererConformance
from tests.service.rendering.pages import page
from tests.service.rendering.replies import reply

TAGS = {"p", "ul", "ol", "li", "q", "cite", "strong", "b", "small", "meter", "a", "button"}
TAGS |= {"table", "thead", "tbody", "tr", "th", "td"}
FROM_MARKDOWN = TAGS | {"blockquote", "em"}


class TestPlain(RendererConformance):
    def shown(self, blocks: Sequence[Block]) -> str:
        return plain.render(blocks)


class TestMarkdown(RendererConformance):
    def shown(self, blocks: Sequence[Block]) -> str:
        source = MarkdownIt("gfm-like", {"linkify": False}).render(markdown.render(blocks))
        return page(source, FROM_MARKDOWN).text


class TestHtml(RendererConformance):
    def shown(self, blocks: Sequence[Block]) -> str:
        return page(html.render(blocks), TAGS).text


def test_html_leads_to_the_source_by_its_number() -> None:
    shown = html.render(of_reply(reply()))
    assert "<cite>[1]</cite>" in shown
    assert '<li value="1">' in shown
    assert page(shown, TAGS).links == ["https://example.org/voices/1"]
