"""A record, the fields of a line or file, turned into documents with their sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from itertools import chain
from typing import Any
from urllib.parse import urlsplit

from sentencex import segment

from engine.errors import shorten
from engine.retrieval.ingest.languages import language_of, tag_of
from engine.text.tokens import clean
from engine.types import Document, Sentence

MAX_PARAGRAPH_CHARS = 10_000
"""A longer paragraph is cut into sentences piece by piece: the time to do so grows with the square of its length."""
MAX_SENTENCE_CHARS = 2_000
"""A longer sentence is left out of its document."""
MAX_FIELD_CHARS = 2_000
"""A record with a longer id, title, URL, source or date is left out."""

_SHOWING_LANGUAGE = 20  # first sentences
_ISO_DATE = re.compile(r"\d{4}(-\d\d(-\d\d([T ][\d:.,]+(Z|[+-][\d:]+)?)?)?)?")
_PARAGRAPH = re.compile(r"\n\s*\n")


def split_sentences(text: str) -> list[str]:
    """Cut running text into clean sentences; a blank line always ends one."""
    sentences: list[str] = []
    for paragraph in _PARAGRAPH.split(text):
        begun = ""
        for piece in chain.from_iterable(segment("en", part) for part in _parts(clean(paragraph))):
            begun += piece
            if any(map(str.isalnum, piece)) and not begun.endswith(" ."):  # the "." belongs to the ".NET" that follows
                sentences.append(begun.strip())
                begun = ""
        if begun.strip():
            sentences.append(begun.strip())
    return sentences


def _parts(paragraph: str) -> Iterator[str]:
    """Cut a paragraph that is too long where a sentence seems to end, else at a blank."""
    at = 0
    while len(paragraph) - at > MAX_PARAGRAPH_CHARS:
        most = at + MAX_PARAGRAPH_CHARS
        end = max(paragraph.rfind(". ", at, most) + 1, 0) or paragraph.rfind(" ", at + 1, most)
        end = end + 1 if end > at else most
        yield paragraph[at:end]
        at = end
    yield paragraph[at:]


def documents_of(values: Mapping[str, Any], where: str) -> tuple[tuple[Document, ...], str]:
    """Turn a record into documents.

    Args:
        values: The fields of a line of JSON.
        where: Its id unless it has one.

    Returns:
        The documents, and what had to be left out; empty when nothing had to.

    Raises:
        ValueError: A field is out of bounds.
        TypeError: A field is of another type.
    """
    record_id = str(values["id"]) if type(values.get("id")) is int else _field(values, "id") or where
    title, sub, date, source = _field(values, "title"), _field(values, "sub"), _date(values), _field(values, "source")
    if "docs" in values:
        pages, texts = _pages(values["docs"]), [clean(_string(values, "text"))]
    else:
        pages, texts = [(_url(values), 0)], _texts(values, title)
    kept = [text for text in texts if 0 < len(text) <= MAX_SENTENCE_CHARS]
    too_long = sum(len(text) > MAX_SENTENCE_CHARS for text in texts)
    problem = f"{too_long} sentences longer than {MAX_SENTENCE_CHARS} characters left out" if too_long else ""
    if not kept:
        return (), problem or "there is no sentence in it"
    language = tag_of(_field(values, "language")) or language_of(" ".join(kept[:_SHOWING_LANGUAGE]))
    documents = []
    for number, (page, position) in enumerate(pages, 1):
        key = record_id if len(pages) == 1 else f"{record_id}.{number}"
        url = page or (f"https://www.reddit.com/r/{sub}/comments/{key}/" if sub else "")
        voter = source or (f"reddit.com/r/{sub} ({key})" if sub else host_of(url)) or key
        sentences = tuple([Sentence(f"{key}#{at}", text, key, at) for at, text in enumerate(kept, position)])
        documents.append(Document(key, title, url, voter, date, values.get("sample") is True, sentences, language))
    return tuple(documents), problem


def _texts(values: Mapping[str, Any], title: str) -> list[str]:
    for name in ("sents", "sentences"):
        if name in values:
            texts = values[name]
            if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
                raise TypeError(f'"{name}" is {shorten(repr(texts), 40)}, expected a list of strings')
            return [clean(text) for text in texts] or [title]
    return split_sentences(_string(values, "text")) if "text" in values else [title]


def _pages(pages: object) -> list[tuple[str, int]]:
    if not isinstance(pages, list) or not all(isinstance(page, dict) for page in pages):
        raise TypeError(f'"docs" is {shorten(repr(pages), 40)}, expected a list of objects')
    found = []
    for page in pages:
        position = page.get("sent_idx", 0)
        if type(position) is not int or not 0 <= position < 1 << 31:
            raise ValueError(f'"sent_idx" is {shorten(repr(position), 40)}, expected a number from 0 on')
        found.append((_url(page), position))
    return found or [("", 0)]


def _string(values: Mapping[str, Any], name: str) -> str:
    value = values.get(name)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise TypeError(f'"{name}" is {shorten(repr(value), 40)}, expected a string')
    return value


def _field(values: Mapping[str, Any], name: str) -> str:
    value = clean(_string(values, name))
    if len(value) > MAX_FIELD_CHARS:
        raise ValueError(f'"{name}" has {len(value)} characters, at most {MAX_FIELD_CHARS} are allowed')
    return value


def _url(values: Mapping[str, Any]) -> str:
    url = _field(values, "url")
    return url if url.lower().startswith(("http://", "https://")) else ""


def host_of(url: str) -> str:
    """Return who publishes what is at an address; empty when that cannot be told."""
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        return ""


def _date(values: Mapping[str, Any]) -> str:
    created = values.get("created")
    if created is None:
        date = _field(values, "date")
        return date if _ISO_DATE.fullmatch(date) else ""
    if type(created) not in {int, float}:
        raise TypeError(f'"created" is {shorten(repr(created), 40)}, expected seconds since 1970')
    try:
        return datetime.fromtimestamp(created, UTC).date().isoformat()
    except (OverflowError, OSError, ValueError) as error:
        raise ValueError(f'"created" is {shorten(repr(created), 40)}, which is no time on the calendar') from error
