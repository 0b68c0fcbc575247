"""One analysis of text for everything: tokens, stems, mentions, questions, cleaning.

Both search engines index the stems made here, and every component looks for objects through ``Tokens.mentions``, so
that what a search finds and what a classifier sees agree.

A token is a run of letters and digits with the signs that make a name another name: ``C++``, ``C#``, ``Disney+``,
``.NET``, ``AT&T``, ``8.1``. Hyphens, slashes and other dots separate. A stem is the token without case, accents,
apostrophes, possessive and plural ending; no other ending is removed, since ``general`` and ``generic`` are not one
thing. Text is taken as it is; ``clean`` gives it the form in which equal characters are equal.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import combinations
from pathlib import Path
from typing import Final, NamedTuple

from engine.memory import keep_short
from engine.resources import table_of

_WORD = r"[^\W_]"
TOKEN = re.compile(
    rf"""
      {_WORD}++
      (?: (?=[.,'’&+\#])                                       # most words just end here
        (?: (?<=\d)[.,](?=\d){_WORD}++                         # 8.1  1,000.50
          | ['’]{_WORD}++                                       # don't  O'Reilly
          | (?:(?<=\b{_WORD})|(?<=\b{_WORD}{{2}}))
            & {_WORD}{{1,2}}+ (?!{_WORD})                       # AT&T  R&D  M&M's
          | (?:\+\+|\#) (?![+#]|[^\W\d_])                      # C++  C#
          | \+ (?![\w+#])                                      # Disney+
        )
      )*+
    | (?<![\w.)\]]) \.{_WORD}++                                # .NET
    | [\u2190-\u2bff\U0001f000-\U0001faff]                    # arrows, symbols, emoji
    """,
    re.VERBOSE,
)
"""Finds tokens in text of any case, in linear time."""

_POSSESSIVE = re.compile(r"(?<=.)['’]s$", re.IGNORECASE)
_WORD_OR_SIGN = re.compile(rf"(?:{TOKEN.pattern})|['’][sS]\b|\S", TOKEN.flags)

_MAX_STEM_CHARS = 64
_MOST_WORDS: Final = 8
"""Of a name of which parts, too, have other spellings."""
_TABLE: Final = table_of(__file__)
_SINGULARS: Final[dict[str, str]] = _TABLE["irregular_singulars"] | {
    word + ending: word for ending, words in _TABLE["singulars"].items() for word in words.split()
}
"""Words that the rules of ``_singular`` would get wrong."""

_NAMES: Final = Path(__file__).with_name("names.toml")
_NUMBERED: Final = re.compile(r"(.*[^\W\d_]{2})( ?)(\d+)")
"""A name that ends in a number, with a blank before it or without."""

_SURROGATE = re.compile(r"[\ud800-\udfff]")
_CONTROL = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]"
)

_INVISIBLE = re.compile("[\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0\U000e0000-\U000e0fff]")
"""What shows nothing and separates nothing: soft hyphens, fillers, and tags that would be text for programs alone."""


def word_set(text: str) -> frozenset[str]:
    """Return the words of a list that is written as a text."""
    return frozenset(text.split())


_BLANKS: Final = (" ", "-")
_JOINING: Final = word_set("and nor or over than to versus vs")
_STANDING_FOR_NOUNS: Final = _JOINING | {"one"}
_BEFORE_NOUNS: Final = word_set(_TABLE["before_nouns"])
"""What makes a noun of a word behind it: "on the road" is not short for "road bike"."""
_NOT_IN_NAMES: Final = _BEFORE_NOUNS | _JOINING | word_set(_TABLE["not_in_names"])


class Token(NamedTuple):
    """A token where it stands: half-open ``[start, end)`` in the text, and its stem."""

    start: int
    end: int
    stem: str


class Tokens:
    """A text cut into tokens once, to be searched many times.

    Attributes:
        text: The text.
        tokens: Its tokens in order.
    """

    __slots__ = ("_stems", "text", "tokens")

    def __init__(self, text: str) -> None:
        """Cut ``text`` into tokens."""
        self.text = text
        spans = [match.span() for match in TOKEN.finditer(text)]
        self._stems = [stem(text[start:end]) for start, end in spans]
        self.tokens = [Token(start, end, stem) for (start, end), stem in zip(spans, self._stems, strict=True)]

    def find(self, phrase: Sequence[str]) -> list[tuple[int, int]]:
        """Return where a phrase of stems occurs, as half-open ranges of token numbers in order.

        Args:
            phrase: Stems; an empty phrase occurs nowhere.
        """
        n = len(phrase)
        if n == 0:
            return []
        stems, wanted, head = self._stems, list(phrase), phrase[0]
        found: list[tuple[int, int]] = []
        at = -1
        for _ in range(stems.count(head)):
            at = stems.index(head, at + 1)
            if n == 1 or stems[at : at + n] == wanted:
                found.append((at, at + n))
        return found

    def mentions(self, name: str) -> list[tuple[int, int]]:
        """Return where a name occurs in any of its spellings, as half-open character ranges in order.

        A name of several words that does not occur may stand there in short, beside another name that ends as it does:
        "red wine" in "red or white wine" and in "white wine is drier than red", or "than red ones".
        """
        found = sorted({place for spelling in spellings(name) for place in self.find(stems(spelling))})
        return [(self.tokens[a].start, self.tokens[b - 1].end) for a, b in found or self._in_short(name)]

    def _in_short(self, name: str) -> list[tuple[int, int]]:
        """Return where a name stands without its last words, as ranges of token numbers."""
        written, named = TOKEN.findall(name.lower()), stems(name)
        for cut in range(len(named) - 1, 0, -1):
            if named[-1] in self._stems and any(map(self._ends_name, self.find(named[cut:]))):
                own = written[:cut]  # "roads" are not short for "road bikes"
                found = [place for place in self.find(named[:cut]) if self._as_written(*place) == own]
                if alone := [place for place in found if self._is_alone(*place)]:
                    return alone
        return []

    def _as_written(self, first: int, end: int) -> list[str]:
        return [self.text[token.start : token.end].lower() for token in self.tokens[first:end]]

    def _ends_name(self, place: tuple[int, int]) -> bool:
        """Return whether a word stands right behind one that may be of the same name."""
        at, _ = place
        return at > 0 and self._gap(at) in _BLANKS and self._stems[at - 1] not in _NOT_IN_NAMES

    def _is_alone(self, first: int, end: int) -> bool:
        """Return whether no other noun belongs to words, and they are none themselves."""
        is_last = end == len(self.tokens) or self._gap(end) not in _BLANKS
        joined = not is_last and self._stems[end] in _STANDING_FOR_NOUNS
        noun = first > 0 and self._gap(first) in _BLANKS and self._stems[first - 1] in _BEFORE_NOUNS
        return joined or (not noun and (is_last or self._stems[end] in _NOT_IN_NAMES))

    def _gap(self, number: int) -> str:
        """Return what stands before a token that is not the first."""
        return self.text[self.tokens[number - 1].end : self.tokens[number].start]


def stem(token: str) -> str:
    """Return the stem of one token: folded, without possessive and plural ending, at most 64 characters.

    >>> [stem(word) for word in ("C++", "Python's", "Batteries", "boxes", "Café", "iOS", "bus")]
    ['c++', 'python', 'battery', 'box', 'cafe', 'ios', 'bus']
    """
    return _kept_stem(token) if len(token) <= _MAX_STEM_CHARS else _stem(token)


def _stem(token: str) -> str:
    if not token.isascii():
        token = token.replace("’", "'")
        decomposed = unicodedata.normalize("NFKD", token)
        token = "".join(c for c in decomposed if not unicodedata.combining(c) and not c.isspace()) or token
    token = token.casefold()
    if "'" in token:
        token = token.removesuffix("'s").replace("'", "")
    return _singular(token)[:_MAX_STEM_CHARS]


_kept_stem = lru_cache(maxsize=1 << 16)(_stem)


def _singular(word: str) -> str:
    if word in _SINGULARS:
        return _SINGULARS[word]
    if len(word) <= 3 or word[-1] != "s" or word[-2] in "sui":
        return word
    if word.endswith("ies"):
        return word[:-3] + "y" if len(word) > 4 else word[:-1]
    if word.endswith(("ches", "shes", "xes", "sses", "zzes", "oes")):
        return word[:-2]
    return word[:-1]


@keep_short(most=1 << 12, longest=200)
def stems(text: str) -> tuple[str, ...]:
    """Return the stems of a short text such as a name, in order; ``()`` when it has no letter, digit or symbol."""
    return tuple(stem(match) for match in TOKEN.findall(text))


@cache
def name_groups(table: str) -> dict[tuple[str, ...], tuple[str, ...]]:
    """Return of each name of a table of ``names.toml``, by its stems, all names of its group."""
    groups: list[list[str]] = tomllib.loads(_NAMES.read_text("utf-8"))[table]
    return {stems(name): tuple(group) for group in groups for name in group}


@keep_short(most=1 << 12, longest=200)
def spellings(name: str) -> tuple[str, ...]:
    """Return the ways in which a thing is always written, as it was named first.

    >>> [spellings(name) for name in ("PS3", "Windows Vista", "petrol engine")]
    [('PS3', 'PlayStation 3', 'PS 3', 'PlayStation3'), ('Windows Vista',), ('petrol engine', 'gasoline engine')]
    """
    groups, key = name_groups("spellings"), stems(name)
    words = name.split() if key not in groups and len(key) <= _MOST_WORDS else []
    parts = [
        " ".join((*words[:start], other, *words[end:]))
        for start, end in combinations(range(len(words) + 1), 2)
        for other in groups.get(stems(" ".join(words[start:end])), ())
    ]
    found = {key: name}
    found |= {stems(one): one for one in parts if stems(one) not in found}
    left = [*found.values()]
    while left:
        one = left.pop()
        others = [*groups.get(stems(one), ())]
        if numbered := _NUMBERED.fullmatch(one):
            before, blank, number = numbered.groups()
            others.append(f"{before}{'' if blank else ' '}{number}")
        others += [one.replace(sign, other) for sign, other in ((" & ", " and "), (" and ", " & ")) if sign in one]
        new = {stems(other): other for other in others if stems(other) not in found}
        found |= new
        left += new.values()
    return tuple(found.values())


def analyse(text: str) -> str:
    """Return the stems of a sentence joined by blanks: what an index stores and matches."""
    return " ".join(map(stem, TOKEN.findall(text)))


def word_ranges(text: str) -> list[tuple[int, int]]:
    """Return the character ranges of the words that a reader labels: tokens, the possessive cut off, and signs.

    >>> [text[start:end] for text in ["Goya's C++ (v8.1)?"] for start, end in word_ranges(text)]
    ['Goya', "'s", 'C++', '(', 'v8.1', ')', '?']
    """
    ranges = []
    for match in _WORD_OR_SIGN.finditer(text):
        start, end = match.span()
        possessive = _POSSESSIVE.search(match.group())
        if possessive:
            ranges.append((start, start + possessive.start()))
            start += possessive.start()
        ranges.append((start, end))
    return ranges


def same_name(first: str, second: str) -> bool:
    """Return whether two names mean one thing to the index."""
    return stems(first) == stems(second)


def names_same(first: str, second: str) -> bool:
    """Return whether two names are of one thing, however it is spelt: "Coke" and "Coca-Cola"."""
    return any(same_name(first, one) for one in spellings(second))


def is_question(sentence: str) -> bool:
    """Return whether a sentence asks rather than states: CAM's test, a question mark anywhere in it."""
    return "?" in sentence


def clean(text: str) -> str:
    """Return text as a person sees it: NFC, nothing unseen or that controls or directs, white space collapsed.

    Lone surrogates (from broken UTF-8) become the replacement character.
    """
    if text.isascii() and text.isprintable():
        return " ".join(text.split()) if "  " in text else text.strip()
    seen = _INVISIBLE.sub("", _SURROGATE.sub("\ufffd", text))
    return " ".join(_CONTROL.sub(" ", unicodedata.normalize("NFC", seen)).split())


def unique(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names without those that mean the same thing as an earlier one, in order."""
    seen: dict[tuple[str, ...], str] = {}
    for name in names:
        seen.setdefault(stems(name) or (name,), name)
    return tuple(seen.values())
