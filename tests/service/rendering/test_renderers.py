"""The renderers of text that goes to no platform: plain, Markdown, HTML."""

from __future__ import annotations

from collections.abc import Sequence
from html.parser import HTMLParser

from markdown_it import MarkdownIt

from service.rendering import html, markdown, plain
from service.rendering.blocks import Block, of_reply
from tests.conformance.renderer import RendererConformance
from tests.service.rendering.replies import reply

TAGS = {"p", "ul", "ol", "li", "q", "cite", "strong", "b", "small", "meter", "a", "button"}
FROM_MARKDOWN = TAGS | {"blockquote", "em"}


class Page(HTMLParser):
    """Reads HTML as a browser does: its text, with the marks drawn around quotes, and its links."""

    def __init__(self, allowed: set[str]) -> None:
        super().__init__()
        self.allowed, self.open, self.text, self.links = allowed, list[str](), "", list[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in self.allowed, tag
        assert all(not name.startswith("on") and name != "style" for name, _ in attrs)
        self.links += [value or "" for name, value in attrs if name == "href"]
        self.open.append(tag)
        self.text += "“" * (tag == "q")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
        self.text += "”" * (tag == "q")

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_comment(self, data: str) -> None:
        raise AssertionError(data)

    def unknown_decl(self, data: str) -> None:
        raise AssertionError(data)


def page(source: str, allowed: set[str]) -> Page:
    read = Page(allowed)
    read.feed(source)
    read.close()
    assert not read.open
    assert all(link.startswith(("https://", "http://")) for link in read.links)
    return read


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
