"""A sentence, analysed once: what every stage asks of it is found when first asked for, and kept.

A comparison asks the same sentences for the same things many times: the search for names, the classifier for cues, the
miner for words and tags, the answer for clauses. ``analysed`` gives all of them one object.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final, NamedTuple

from engine.memory import keep_short
from engine.text.tagging import tagger
from engine.text.tokens import Tokens

KEPT: Final = 1 << 13
"""Sentences whose analysis is kept, those of a few comparisons: about 5 kB each."""
LONGEST: Final = 500
"""Characters of the longest sentence whose analysis is kept."""


class Word(NamedTuple):
    """A word as one reads it: "user-friendly" is one, of two tokens."""

    text: str
    """As it is written, but for straight apostrophes."""
    gap: str
    """What stands before it: blanks, punctuation."""
    stems: tuple[str, ...]
    """Those of its tokens."""


class AnalysedSentence(Tokens):
    """A sentence and what is known of its words; never changed, so that threads may share it."""

    @cached_property
    def present(self) -> frozenset[str]:
        """Return the stems that occur."""
        return frozenset(token.stem for token in self.tokens)

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """Return the words in order, tokens that a hyphen joins together."""
        words: list[Word] = []
        end = 0
        for token in self.tokens:
            gap, text = self.text[end : token.start], self.text[token.start : token.end].replace("’", "'")
            if gap == "-" and words:
                last = words[-1]
                words[-1] = last._replace(text=f"{last.text}-{text}", stems=(*last.stems, token.stem))
            else:
                words.append(Word(text, gap, (token.stem,)))
            end = token.end
        return tuple(words)

    @cached_property
    def tags(self) -> tuple[str, ...]:
        """Return the Penn Treebank tag of each word."""
        return tuple(tagger().tag([word.text for word in self.words]))


@keep_short(most=KEPT, longest=LONGEST)
def analysed(text: str) -> AnalysedSentence:
    """Return the analysis of a sentence, the same object as long as it is kept."""
    return AnalysedSentence(text)
