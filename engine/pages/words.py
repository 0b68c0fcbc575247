"""What is counted of a page: the words of its title and snippet, and those of its address."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Final
from urllib.parse import unquote

import numpy as np
from scipy.sparse import csr_array

from engine.text.stop_words import STOP
from engine.text.tokens import TOKEN, stem
from engine.text.tokens import stems as stems_of
from engine.types import PageHit

_BEFORE_HOST: Final = re.compile(r"^[a-z][a-z0-9+.-]*://(?:www\.)?", re.IGNORECASE)
_AFTER_PATH: Final = re.compile(r"/*(?:[?#].*)?$", re.DOTALL)
_LETTERS: Final = re.compile(r"[^\W\d_]{2,}")


def text_of(hit: PageHit) -> str:
    """Return what a result shows: title and snippet, a full stop between them."""
    return f"{hit.page.title}. {hit.snippet}" if hit.page.title else hit.snippet


def query_stems(objects: Sequence[str], aspect: str) -> frozenset[str]:
    """Return the stems of all words of the queries."""
    return frozenset(chain.from_iterable(map(stems_of, (*objects, aspect))))


def content_stems(text: str, *, without: frozenset[str]) -> list[str]:
    """Return the stems of a text in order, stop words, lone letters and digits, and some further stems left out."""
    return content_of(map(stem, TOKEN.findall(text)), without=without)


def content_of(stems: Iterable[str], *, without: frozenset[str]) -> list[str]:
    """Return what ``content_stems`` keeps of stems."""
    left_out = STOP | without
    return [one for one in stems if len(one) > 1 and one not in left_out]


def address(url: str) -> str:
    """Return a URL without what does not tell pages apart: scheme, ``www``, last slash, fragment; the query is kept.

    >>> address("https://www.Example.org/a/b/#top")
    'example.org/a/b'
    """
    host, slash, path = _BEFORE_HOST.sub("", url.partition("#")[0].strip()).rstrip("/").partition("/")
    return host.lower() + slash + path


def url_stems(url: str, *, without: frozenset[str]) -> list[str]:
    """Return the stems of the words of host and path, the top-level domain, digits and some further stems left out.

    >>> url_stems("https://www.example.org/reviews/phone-15.html?id=3", without=frozenset({"phone"}))
    ['example', 'review', 'html']
    """
    host, _, path = _AFTER_PATH.sub("", address(url)).partition("/")
    found = map(stem, _LETTERS.findall(f"{host.rpartition('.')[0] or host} {unquote(path)}"))
    return [one for one in found if one not in without]


def counts_of(bags: Sequence[Iterable[str]]) -> tuple[csr_array, list[str]]:
    """Count words.

    Args:
        bags: The words of each document.

    Returns:
        How often each word (column) occurs in each document (row), as floats, and the word of each column, sorted.
    """
    rows = [list(bag) for bag in bags]
    vocabulary = sorted(set(chain.from_iterable(rows)))
    column = {word: n for n, word in enumerate(vocabulary)}
    columns = np.fromiter((column[word] for row in rows for word in row), dtype=np.int64)
    starts = np.cumsum([0, *map(len, rows)])
    counts = csr_array((np.ones(len(columns)), columns, starts), shape=(len(rows), len(vocabulary)))
    counts.sum_duplicates()
    return counts, vocabulary


def unit_rows(counts: csr_array) -> csr_array:
    """Return tf-idf rows of length 1, so that a product of two is their cosine; a row without words stays zero.

    A word counts ``1 + ln tf`` in a document, times ``1 + ln((1 + n) / (1 + df))`` for the ``df`` of the ``n``
    documents that it is in.
    """
    frequency = np.bincount(counts.indices, minlength=counts.shape[1])
    weights = 1.0 + np.log((1 + counts.shape[0]) / (1 + frequency))
    values = (1.0 + np.log(counts.data)) * weights[counts.indices]
    row = np.repeat(np.arange(counts.shape[0]), np.diff(counts.indptr))
    lengths = np.sqrt(np.bincount(row, values**2, minlength=counts.shape[0]))
    return csr_array((values / lengths[row], counts.indices, counts.indptr), shape=counts.shape)
