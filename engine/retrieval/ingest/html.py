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

MAX_ATTRIBUTES = 200
"""A page with an element of more is refused: the parser compares each with all before it."""
MAX_TAGS = 200_000
"""A page of more is refused: each costs ten microseconds, in which nothing else runs in the process."""
FREE_COPIES = 20_000
"""A page whose open formatting would be opened anew in its paragraphs more often, and than it is long, is refused."""

_ATTRIBUTE = rb"""[\s/]*+[^\s/>][^\s/>=]*+(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>"'][^\s>]*+)?+)?+"""
_TAG = re.compile(
    rb"<!--(?:-?>|.*?(?:--!?>|\Z))|<(/?)([a-zA-Z][a-zA-Z0-9]*)((?:%b){0,%d}+)(%b)?"
    % (_ATTRIBUTE, MAX_ATTRIBUTES, _ATTRIBUTE),
    re.DOTALL,
)
_UNPARSED = {name: re.compile(rb"</%b" % name, re.IGNORECASE) for name in (b"script", b"style")}
_FOREIGN = frozenset((b"svg", b"math"))  # in them scripts and styles are elements like any other
_FORMATTING = frozenset(b"a b big code em font i nobr s small strike strong tt u".split())
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
        ValueError: To take it apart would take minutes.
    """
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.html import HTMLTree

    if problem := _problem_of(content):
        raise ValueError(problem)
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


def _problem_of(content: bytes) -> str:
    """Return why it would take minutes or gigabytes to take a page apart; empty when it would not."""
    depth = copies = formatting = foreign = tags = at = 0
    opened: dict[bytes, list[bytes]] = {}
    while match := _TAG.search(content, at):
        at = match.end()
        closing, name, attributes, more = match.groups(b"")
        if more:
            return f"an element has more than {MAX_ATTRIBUTES} attributes"
        tags += 1
        if tags > MAX_TAGS:
            return f"it has more than {MAX_TAGS} tags"
        name = name.lower()
        if name in _FOREIGN:
            foreign = max(0, foreign - 1) if closing else foreign + 1
        elif name in _UNPARSED and not closing and not foreign:
            end = _UNPARSED[name].search(content, at)
            at = end.start() if end else len(content)
        if name in _FORMATTING:
            same = opened.setdefault(name, [])
            if not closing and same[-3:] != [attributes] * 3:  # of equal ones a parser keeps three
                same.append(attributes)
                formatting += 1
            elif closing and same:
                same.pop()
                formatting -= 1
        else:
            copies += formatting
        if name and name not in _NOT_NESTED:
            depth = max(0, depth - 1) if closing else depth + 1
            if depth > MAX_DEPTH:
                return f"its elements are nested more than {MAX_DEPTH} deep"
    return "its formatting is never ended" if copies > max(FREE_COPIES, len(content) // 4) else ""
