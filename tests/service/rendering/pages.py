"""HTML as a browser reads it."""

from __future__ import annotations

from html.parser import HTMLParser


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
