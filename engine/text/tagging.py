"""Parts of speech, as far as finding aspects needs them: a word list, endings, and the word before.

The word list (94,000 English words with their most frequent Penn Treebank tag) is that of Brill's tagger; its card is
in ``nlu_models/trained``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from engine.text.morphology import bases
from engine.trained import TRAINED

_ENDINGS = (
    ("ing", "VBG"),
    ("ed", "VBN"),
    ("ly", "RB"),
    ("iest", "JJS"),
    *((ending, "JJ") for ending in ("able", "ible", "ous", "ful", "less", "ive", "ish", "ic", "al")),
    ("s", "NNS"),
)
_TODAY = {"RAM": "NN", "fun": "JJ", "secure": "JJ"} | dict.fromkeys(("imo", "imho", "lol", "btw", "tbh"), "UH")
"""Words that the list's sources, of the 1960s and 1980s, mostly used otherwise or not at all."""
FINITE = frozenset({"VBZ", "VBP", "VBD", "MD"})
"""Tags of verbs that say something of a subject, of which a clause has one."""
NOUNS = frozenset({"NN", "NNS"})
"""Tags of common nouns."""
GRADED = frozenset({"JJR", "RBR", "JJS", "RBS"})
"""Tags of words that compare: "faster", "more", "best", "most"."""
_SUBJECTS = frozenset({"i", "you", "we", "they", "he", "she", "it", "who", "which"})


class Tagger:
    """Tags the words of a sentence; safe to use from several threads."""

    def __init__(self) -> None:
        """Read the word list."""
        self._lexicon = _read_lexicon()

    def tag(self, words: Sequence[str]) -> list[str]:
        """Return the Penn Treebank tag of each word.

        Args:
            words: The words of one sentence in order, as they are written, without punctuation.

        Returns:
            As many tags. A word that is not known is a noun, a proper one if it has a capital.
        """
        tags: list[str] = []
        previous, before = "", ""
        for i, word in enumerate(words):
            tag = self._look_up(word, first=i == 0)
            if tag in ("NN", "NNS") and (previous in ("MD", "TO") or before in _SUBJECTS) and self.is_verb(word):
                tag = "VB"
            elif tag in ("VB", "VBP") and previous in ("DT", "PRP$", "JJ", "JJR", "JJS"):
                tag = "NN"
            tags.append(tag)
            if tag != "RB":
                previous, before = tag, word.lower()
        return tags

    def knows(self, word: str) -> bool:
        """Return whether a word stands in the word list."""
        return word in self._lexicon

    def base(self, comparative: str) -> str:
        """Return the adjective of a comparative in -er in lower case; the word itself if it is none that is known."""
        return next(self._bases(comparative), comparative)

    def _look_up(self, word: str, *, first: bool) -> str:
        lower = word.lower()
        known = next((form for form in ((lower, word) if first else (word, lower)) if form in self._lexicon), None)
        tag = self._lexicon[known] if known else ""
        if tag in ("", "JJ", "RB") and self._compares(lower):
            return "JJR"
        if tag:
            return tag
        if "-" in word:
            return "JJ"
        if "'" in word:
            return "POS" if lower.endswith("'s") else "VB"
        if any(char.isdigit() for char in word):
            return "CD"
        if word != lower:
            return "NNP"
        return next((tag for ending, tag in _ENDINGS if lower.endswith(ending)), "NN")

    def _compares(self, word: str) -> bool:
        return any(self._bases(word)) or (word.endswith("ier") and word not in self._lexicon)

    def _bases(self, word: str) -> Iterator[str]:
        if word.endswith("er"):
            yield from (base for base in bases(word, "er") if self._lexicon.get(base) in ("JJ", "RB"))

    def is_verb(self, word: str) -> bool:
        """Return whether a word is a form of a verb, whatever else it may be: "works"."""
        lower = word.lower()
        verbs = (lower, *bases(lower, "s")) if lower.endswith("s") else (lower,)
        return any(form in self._lexicon for base in verbs for form in (base + "ing", base.removesuffix("e") + "ing"))

    def is_countable(self, noun: str) -> bool:
        """Return whether a noun stands for one of several things, and needs an article: "camera", not "replication"."""
        many = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
        return self.tag(["the", noun])[-1] == "NN" and not noun.endswith("ing") and self.knows(many)


@cache
def tagger() -> Tagger:
    """Return the tagger that all share."""
    return Tagger()


@cache
def _read_lexicon() -> dict[str, str]:
    lexicon: dict[str, str] = {}
    for line in (TRAINED / "tags.txt").read_text("utf-8").splitlines():
        tag, *words = line.split(" ")
        lexicon |= dict.fromkeys(words, tag)
    return lexicon | _TODAY
