"""Lists of pages for tests."""

from __future__ import annotations

from hypothesis import strategies as st

from engine.types import Page, PageHit

OBJECTS = ("Python", "C++", "a/b {")
WORDS = (*OBJECTS, "price", "cheap", "fast", "books", "library", "the", "of", "🍎", "naïve", "x" * 100, "4.5", "?")

_texts = st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join)
_urls = st.sampled_from(("", "https://www.a.org/x", "http://a.org/x/", "a.org/%E4?q#f", "mailto:", "//[::1/", "ü"))


@st.composite
def page_lists(draw: st.DrawFn, sides: int | None = None) -> list[list[PageHit]]:
    """Draw a list of pages for each of two or three objects; a page may be in several lists."""
    pages = [Page(f"p{n}", draw(_texts), draw(_urls), draw(_texts)) for n in range(draw(st.integers(1, 8)))]
    lists = []
    for _ in range(sides or draw(st.integers(2, 3))):
        chosen = draw(st.lists(st.sampled_from(pages), unique_by=id, max_size=6))
        lists.append([PageHit(page, rank, 1.0, draw(_texts)) for rank, page in enumerate(chosen, 1)])
    return lists
