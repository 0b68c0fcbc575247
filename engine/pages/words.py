"""What is counted of a page: the words of its title and snippet, and those of its address."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Final
from urllib.parse import unquote

import numpy as np
from scipy.sparse import csr_array

from engine.text.tokens import TOKEN, stem, word_set
from engine.text.tokens import stems as stems_of
from engine.types import PageHit

STOP: Final = frozenset(
    map(
        stem,
        word_set(
            """a able about above actually after again against ago all almost already also although always am an and
            another any anyone anything are aren't around as at away back be because been before being below best
            better between both but by can can't cannot come completely could couldn't did didn't do does doesn
            doesn't doing don don't done down during each either else enough especially etc even ever every everyone
            everything few first for from further get gets getting give go goes going gone good got great had hadn't
            has hasn't have haven't having he he's her here hers herself hey hi him himself his how however http
            https i i'd i'll i'm i've idea if im in incredibly instead into is isn isn't it it's its itself just
            keep kind know last lately least less let let's like likely ll looking lot lots love made make makes
            many may maybe me mean might mine more most much must my myself near need never new next no none nor not
            nothing now obviously of off often ok okay on once one ones only onto or other others otherwise our ours
            ourselves out over own past people per perhaps please pretty probably put question quite rather re
            really recently right said same saw say says see seeing seem seems seen several shall she she's should
            shouldn't simply since so some someone something sometimes soon start started still such sure take than
            thank thanks that that's the their theirs them themselves then there there's these they they're thing
            things think this those though through thus till to today together tomorrow too totally toward towards
            tried try trying under until up upon us use used using usually ve very via vs want wants was wasn't way
            we we're we've well went were weren't what what's when where whether which while who whole whom whose
            why will with within without won't wondering worse worst would wouldn't www yes yesterday yet you you'd
            you'll you're you've your yours yourself"""
        ),
    )
)
"""Stems of words that say nothing about a theme."""

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
