"""The readable text of an HTML page, without menus, footers and scripts."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from engine.text import clean

MAX_DEPTH = 2_000
"""A page whose elements are nested more deeply is refused: to take it apart would take minutes."""

_TAG = re.compile(rb"<(/?)([a-zA-Z][a-zA-Z0-9]*)")
_NOT_NESTED = frozenset(
    b"area base br col colgroup dd dt embed hr img input li link meta option p param source tbody td tfoot th thead tr "
    b"track wbr".split()
)
_CHARSET = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?([\w.:-]+)", re.IGNORECASE | re.ASCII)
_ENCODING_BYTES = 1 << 16


class Html(NamedTuple):
    """A page."""

    title: str
    text: str
    """Paragraphs with blank lines between them."""


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
    tree = HTMLTree.parse(_decoded(content, charset))
    extract = partial(extract_plain_text, tree, alt_texts=False, list_bullets=False)
    return Html(clean(tree.title or ""), extract(main_content=True) or extract())


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
