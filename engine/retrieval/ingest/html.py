"""The readable text of an HTML page, without menus, footers and scripts, and what the page says of itself."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from engine.retrieval.ingest.languages import tag_of
from engine.text.tokens import clean

MAX_DEPTH = 2_000
"""A page whose elements are nested more deeply is refused: to take it apart would take minutes."""

_TAG = re.compile(rb"<(/?)([a-zA-Z][a-zA-Z0-9]*)")
_NOT_NESTED = frozenset(
    b"area base br col colgroup dd dt embed hr img input li link meta option p param source tbody td tfoot th thead tr "
    b"track wbr".split()
)
_CHARSET = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?([\w.:-]+)", re.IGNORECASE | re.ASCII)
_ENCODING_BYTES = 1 << 16
_PUBLISHED = ("meta[property='article:published_time']", "[itemprop='datePublished']", "meta[name='date']")
_PUBLISHED_IN_DATA = re.compile(r'"datePublished"\s*:\s*"([\dT:.Z+-]{4,40})"')  # of schema.org, as JSON-LD
_LANGUAGE = ("html", "meta[http-equiv='content-language' i]", "meta[property='og:locale']")


class Html(NamedTuple):
    """A page."""

    title: str
    text: str
    """Paragraphs with blank lines between them."""
    language: str = ""
    """What the page calls its language, as a tag of BCP 47; empty when it does not say."""
    date: str = ""
    """When it says that it was published, as it says it; empty when it does not."""


def read_html(content: bytes, *, charset: str = "") -> Html:
    """Take a page apart.

    Args:
        content: The page.
        charset: What its sender calls its encoding; found out when empty.

    Raises:
        ValueError: It is nested too deeply.
    """
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.html import HTMLTree

    if _is_deep(content):
        raise ValueError(f"its elements are nested more than {MAX_DEPTH} deep")
    page = _decoded(content, charset)
    tree = HTMLTree.parse(page)
    extract = partial(extract_plain_text, tree, alt_texts=False, list_bullets=False)
    return Html(
        clean(tree.title or ""), extract(main_content=True) or extract(), _language(tree), _published(tree, page)
    )


def _language(tree: Any) -> str:
    said = (tag_of(_said(tree, selector, "lang", "content")) for selector in _LANGUAGE)
    return next(filter(None, said), "")


def _published(tree: Any, page: str) -> str:
    said = (_said(tree, selector, "content", "datetime") for selector in _PUBLISHED)
    in_data = _PUBLISHED_IN_DATA.search(page)
    return next(filter(None, said), in_data[1] if in_data else "")


def _said(tree: Any, selector: str, *attributes: str) -> str:
    """Return the first of some attributes that the first such element has, at most 100 characters of it."""
    element = tree.document.query_selector(selector)
    found = (element.getattr(name) for name in attributes) if element else ()
    return clean(next(filter(None, found), ""))[:100]


def _decoded(content: bytes, charset: str) -> str:
    """Decode a page: what can be read as UTF-8 is UTF-8, else the sender is believed, then the page, then its bytes."""
    from resiliparse.parse.encoding import bytes_to_str, detect_encoding

    if b"\0" not in content[:_ENCODING_BYTES]:  # UTF-16 has zeros
        with suppress(UnicodeDecodeError):
            return content.decode("utf-8-sig")
        declared = _CHARSET.search(content[:_ENCODING_BYTES])
        for name in (charset, declared[1].decode() if declared else ""):
            with suppress(LookupError, ValueError):
                return content.decode(name)
    return bytes_to_str(content, detect_encoding(content[:_ENCODING_BYTES]) or "latin-1")


def _is_deep(content: bytes) -> bool:
    depth = 0
    for match in _TAG.finditer(content):
        if match[2].lower() not in _NOT_NESTED:
            depth = max(0, depth - 1) if match[1] else depth + 1
            if depth > MAX_DEPTH:
                return True
    return False
