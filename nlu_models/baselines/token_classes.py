"""Spells a sentence with one letter a word, by what each word does in a comparison.

"Tea is healthier than coffee, but coffee is cheaper" becomes ``Xv+tY,cYv+``, so that a pattern over the letters sees
the frame of the sentence and not its vocabulary.

=========  ===================================================  =================================================
letter     stands for                                           examples
=========  ===================================================  =================================================
``X Y``    the two objects, ``X`` the one named first
``+ -``    a comparative that says better, worse                better, faster, cheaper; worse, slower
``> <``    a comparative that says more, less of something      taller, wider; smaller, older
``H L``    the same, with "to" instead of "than"                superior; inferior
``g b``    a good, a bad quality                                fast, reliable, best; ugly, expensive
``k``      wins against                                         beat, outperform, ">"
``f j``    prefers; chooses                                     prefer, favor; choose, recommend, like
``A K``    a point of advantage; compares in ways without a rule  advantage, edge; replace, lack, lose, unlike
``= S``    is level; the same, maybe by chance                  equal, par, same price; same
``D``      differs                                              difference
``t h``    than; "then", often a slip for it
``a 2``    as; a multiple                                       as; twice, times
``C``      compared                                             compared, versus
``r``      rather                                               rather, instead
``n N x``  denies; what undoes it; doubts                       not, never; only, question; doubt, myth
``i``      supposes                                             if, whether, wish
``I v``    holds an opinion; any other verb                     think, believe; is, has, makes
``p d``    pronoun; determiner                                  it, which; the, my
``c &``    starts another clause; joins                         but, while, because; and, or
``o T W O``  the words over, to, with, of
``Q 0``    nearly; a number                                     almost; 100
``, . ?``  a pause; an end; a question mark at the very end
``w``      any other word
=========  ===================================================  =================================================

"More" and "less" are spelled ``m`` and ``l`` until the words beside them decide which of ``+ - > <`` they say.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from engine.memory import keep_short
from engine.resources import table_of
from engine.text import lexicon
from engine.text.analysed import AnalysedSentence, analysed
from engine.text.morphology import adverb, grades, is_comparative
from engine.text.qualifiers import NEGATIONS
from engine.text.tokens import stem, stems
from engine.types import ComparisonInstance

_TABLE: Final = table_of(__file__)


def _lexicon() -> dict[str, str]:
    letters = dict.fromkeys(NEGATIONS, "n")
    letters |= {stem(word): letter for letter, words in _TABLE["letters"].items() for word in words.split()}
    readings = (
        ("+", "g", lexicon.words("good")),
        ("-", "b", lexicon.words("bad")),
        ("l", "w", _TABLE["little"].split()),
    )
    for comparative, quality, adjectives in readings:
        for adjective in adjectives:
            comparatives, superlatives = grades(adjective)
            for word in comparatives:
                letters.setdefault(stem(word), comparative)
            for word in (adjective, adverb(adjective), *superlatives):
                letters.setdefault(stem(word), quality)
    return letters


LETTERS: Final = _lexicon()
"""Stem → letter; a stem that is not here is spelled ``w``."""
_MEASURES: Final = frozenset(map(stem, (*lexicon.words("nouns"), *lexicon.words("costs"), *_TABLE["measures"].split())))
_GAPS: Final = [(re.compile(pattern), letter) for pattern, letter in _TABLE["gaps"]]
"""Letters for what stands between two tokens; the first that occurs counts."""
_RESOLUTIONS: Final = [(re.compile(pattern), letter) for pattern, letter in _TABLE["resolutions"]]
"""What "more" and "less" become by what stands beside them; the first that fits counts."""


class Spelling(NamedTuple):
    """A spelled sentence that names both objects."""

    letters: str
    places: list[int]
    """For each letter the number of its first token; for punctuation that of the token before it."""
    sentence: AnalysedSentence
    x_is_first: bool
    """Whether ``X`` is the pairing's first object."""


_CUELETTERS: Final = frozenset("tahHLCofkrK=SD+-mlgbn")
_CUES: Final = frozenset(word for word, letter in LETTERS.items() if letter in _CUELETTERS)
_SIGNS: Final = (" >", " <", " =")


def has_cue(sentence: str) -> bool:
    """Return whether a sentence has any word that can decide a comparison: a quick test, with false alarms."""
    return any(sign in sentence for sign in _SIGNS) or not _CUES.isdisjoint(analysed(sentence).present)


def spell(pairing: ComparisonInstance) -> Spelling | None:
    """Spell a sentence.

    ``X`` is the object named first in the sentence, whichever the caller put first. Where the name of one object
    contains the other's ("Java EE", "Java") the longer one is meant.

    Returns:
        The spelling; None when the sentence does not name both objects.
    """
    text, sentence = pairing.sentence, analysed(pairing.sentence)
    mentions = _mentions(sentence, pairing)
    if len({is_first for _, is_first in mentions.values()}) < 2:
        return None
    x_is_first = mentions[min(mentions)][1]
    letters: list[str] = []
    places: list[int] = []
    end = 0
    for n, (start, stop, word) in enumerate(sentence.tokens):
        if start < end:
            continue
        gap = text[end:start]
        if n and gap != " " and (letter := _gap(gap)):
            letters.append(letter)
            places.append(n - 1)
        end = stop
        if n in mentions:
            last, is_first = mentions[n]
            letter = "X" if is_first == x_is_first else "Y"
            end = sentence.tokens[last].end
        else:
            letter = LETTERS.get(word) or ("0" if word[0].isdigit() else "w")
            if letter == "t" and letters and letters[-1] == "w" and is_comparative(sentence.tokens[n - 1].stem):
                letters[-1] = "m"
            elif letters and letters[-1] == "S" and word in _MEASURES:
                letters[-1] = "="
        letters.append(letter)
        places.append(n)
    spelled = "".join(letters)
    for pattern, letter in _RESOLUTIONS if "m" in spelled or "l" in spelled else ():
        spelled = pattern.sub(letter, spelled)
    if "?" in text[end:]:
        spelled += "?"
    return Spelling(spelled, places, sentence, x_is_first)


def _mentions(sentence: AnalysedSentence, pairing: ComparisonInstance) -> dict[int, tuple[int, bool]]:
    """Return for each mention its first token → (its last token, whether it names the first object)."""
    found = [(start, stop, True) for start, stop in sentence.find(stems(pairing.first))]
    found += [(start, stop, False) for start, stop in sentence.find(stems(pairing.second))]
    found.sort(key=lambda mention: (mention[0] - mention[1], mention[0]))
    taken: set[int] = set()
    mentions: dict[int, tuple[int, bool]] = {}
    for start, stop, is_first in found:
        if taken.isdisjoint(range(start, stop)):
            taken.update(range(start, stop))
            mentions[start] = (stop - 1, is_first)
    return mentions


@keep_short(most=1 << 12, longest=200)
def _gap(text: str) -> str:
    return next((letter for pattern, letter in _GAPS if pattern.search(text)), "")
