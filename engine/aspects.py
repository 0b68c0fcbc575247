"""Aspects from the evidence itself: what makes one object better, in the words of those who say so.

The three methods of CAM, on sentences that favour one of the objects:

- ``comparative_phrase``: a comparative with what follows it after "for", "to" or "at": "easier to learn"; "than B" may
  stand between: "better than Java for web development" gives "better for web development".
- ``comparative``: a comparative alone: "faster", "more reliable".
- ``reason``: nouns after "because" (or "as", "since", "for" with a pronoun and a verb), and those around "reason", on
  the far side of the nearest "is". A noun that a comparative describes is a reason too: "has better battery life" gives
  "battery life", for "better" alone says nothing.

What is said against one object speaks for the other: "Java is slower than Python" gives "faster" to Python. The two
ends of a scale ("lighter", "heavier") are one aspect. What a comparative is said of is told by "than" or by the words
right before it; else it is the favoured object. Left out are comparatives that are negated, that say something of a
third thing, or of which one cannot tell whether they praise the other object or blame it.

An aspect belongs to the object for which more sentences name it; its value is the larger count divided by the smaller.
Named equally often for both it says nothing about either and is left out, as in CAM.

Source: Schildwächter et al. 2019, "Answering Comparative Questions: Better than Ten-Blue-Links?", section 3.4. Unlike
the published code, this counts each sentence once and looks at each word where it stands, not where it stands first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from engine.tagging import Tagger
from engine.text import Tokens, stems
from engine.types import Argument, MinedAspect, Stance


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_POSITIVE = {
    "inferior": "better",
    "narrower": "wider",
    "poorer": "richer",
    "slower": "faster",
    "weaker": "stronger",
    "worse": "better",
    "costlier": "cheaper",
    "dirtier": "cleaner",
    "dumber": "smarter",
    "noisier": "quieter",
    "pricier": "cheaper",
    "riskier": "safer",
    "rougher": "smoother",
    "uglier": "prettier",
    "more complex": "simpler",
    "more complicated": "simpler",
    "more dangerous": "safer",
    "more difficult": "easier",
    "more expensive": "cheaper",
}
"""A negative comparative → the positive one that the other object deserves."""

_PRAISE = frozenset(_POSITIVE.values())

_SCALES = {
    "harder": "easier",  # or not: oak is harder than pine
    "lighter": "heavier",
    "lower": "higher",
    "older": "newer",
    "shorter": "longer",
    "smaller": "bigger",
    "thinner": "thicker",
}
"""Two ends of a scale, of which either may be the advantage. So may "less" and "more", with any word."""

_OPPOSITE = {
    **_SCALES,
    **{high: low for low, high in _SCALES.items()},
    "fewer": "more",
    "greater": "lower",
    "larger": "smaller",
    "taller": "shorter",
}

_VAGUE = _words("""
    better closer earlier elder farther fewer further greater higher inferior later less lesser longer lower more
    sooner superior worse younger
""") | {
    f"{degree} {word}"
    for degree in ("more", "less")
    for word in _words("common comparable familiar interested likely often recent similar so than widely")
}
"""Comparatives that say nothing alone."""

_EMPTY = _words("""
    advantage advice alternative amount answer anything area article aspect back bet bit case category chance choice
    class comment company comparison concern consideration couple course day deal decade degree difference disadvantage
    end everyone everything evidence example expectation experience eye fact factor family fan favor favorite favour
    fellow few fit foot form friend front fun future general go group guess guy half hand head hell hour idea impression
    inch instance issue item job kid kind lack least length lesson level life line lol look lot majority man manner
    matter mean measure mess method mile mind minute moment money month more name nature need nothing number object one
    opinion option order other otherwise part people percent period person piece place plenty point position post pound
    problem product purpose question range rate rather reason recommendation regard rest result review room round same
    second sense sentence set shot side situation someone something sort spot start state statement step stuff surprise
    system tad term test thing thought time today tomorrow ton top topic total trend trouble truth try turn type use
    user value variety version view way week while whole will wish word work world worth year yesterday
""")
"""Nouns that name no aspect, as stems."""

_HAVING = _words("""
    boast bring consume contain deliver enjoy feature gain gave get give got had has have having include its keep lack
    need offer offering pack produce provide providing require save show sport support take use with
""")
"""What stands before the things that an object has, offers, needs …, as stems."""

_GROWING = _words("grow growing increase increasing rise rising")
"""Verbs of which the degree is no merit: "sales grow faster"."""

_CONTRASTS = _words("although but despite except however though unless whereas while yet")
_CLAUSE_ENDS = _CONTRASTS | _words("and as because if or since so than that then when where which who")
_CONNECTORS = _words("at for to")
_FINITE = _words("are is was were")
_COPULAS = _FINITE | _words("be been being")
_DULL_VERBS = _words("be do get go have say see think")
_NEGATIONS = _words("barely cannot hardly neither never no none nor not nothing without")
_NO_DEGREE = _words("inner other outer rather upper")
_PRONOUNS = _words("he i it she they we you")
_THAN = _words("than then")  # "then" is a common typing error

_DEGREE_TAGS = _words("JJ RB VBG VBN")
_MODIFIER_TAGS = _words("DT JJ NN NNP PRP$ VBG")
_CONTENT_TAGS = _words("NN NNS NNP NNPS VBG")
_LOOSE_TAGS = _words("CC CD DT IN MD PRP PRP$ TO WDT")

_PAUSE = frozenset(',;:.!?()[]{}"“”—–…')
_STOP = _PAUSE - {","}

_PHRASE_WORDS = 5
_CLAUSE_WORDS = 20
_NOUN_WORDS = 3
_PADDING = 10
_SENTENCES = 5


_Range = tuple[int, int]
_T = TypeVar("_T")


class _Mention(NamedTuple):
    key: tuple[str, ...]
    """Stems; for a comparative at the low end of a scale those of the other end."""
    name: str
    side: Stance
    """Whom it speaks for."""
    method: str
    low: bool = False
    """Whether ``name`` is at the low end, so that ``key`` is true of the other object."""

    @property
    def key_side(self) -> Stance:
        return self.side.flipped() if self.low else self.side


class CamMiner:
    """Mines aspects by CAM's three methods."""

    def __init__(self, *, depth: int = 300, k: int = 10) -> None:
        """Prepare a miner; the word list is read once per process.

        Args:
            depth: Arguments mined, best first; bounds the time a comparison takes.
            k: Most aspects returned.

        Raises:
            MissingPartError: TextBlob is not installed.
        """
        self._depth, self._k = depth, k
        self._tagger = Tagger()

    def mine(self, arguments: Sequence[Argument], *, first: str, second: str) -> list[MinedAspect]:
        """Mine aspects; see ``engine.protocols.Miner``."""
        names = {Stance.FIRST: stems(first), Stance.SECOND: stems(second)}
        favouring = [argument for argument in arguments if argument.stance in names]
        mentions: dict[tuple[str, ...], list[tuple[_Mention, str]]] = {}
        for argument in favouring[: self._depth]:
            sentence = _Sentence(argument.hit.sentence.text, argument.stance, names, self._tagger)
            seen = set()
            for mention in sentence.mentions():
                if mention.key not in seen:
                    seen.add(mention.key)
                    mentions.setdefault(mention.key, []).append((mention, argument.hit.sentence.id))
        objects = {Stance.FIRST: first, Stance.SECOND: second}
        aspects = [aspect for found in mentions.values() if (aspect := _aspect(found, objects)) is not None]
        aspects.sort(key=_rank)
        return aspects[: self._k]


def _aspect(found: Sequence[tuple[_Mention, str]], objects: dict[Stance, str]) -> MinedAspect | None:
    counts = Counter(mention.key_side for mention, _ in found)
    if counts[Stance.FIRST] == counts[Stance.SECOND]:
        return None
    ((ahead_side, ahead), *rest) = counts.most_common()
    behind = sum(count for _, count in rest)
    agreeing = [(mention, sentence) for mention, sentence in found if mention.key_side is ahead_side]
    name, side = _most_common((mention.name, mention.side) for mention, _ in agreeing)
    return MinedAspect(
        name=name,
        object=objects[side],
        score=ahead / max(1, behind),
        first_count=ahead if side is Stance.FIRST else behind,
        second_count=behind if side is Stance.FIRST else ahead,
        method=_most_common(mention.method for mention, _ in agreeing),
        sentences=tuple(sentence for _, sentence in agreeing[:_SENTENCES]),
    )


def _rank(aspect: MinedAspect) -> tuple[float, int, bool]:
    """Return what to sort by: a lone noun is the least certain aspect."""
    return -aspect.score, -aspect.first_count - aspect.second_count, aspect.method == "reason"


def _most_common(values: Iterable[_T]) -> _T:
    return Counter(values).most_common(1)[0][0]


class _Sentence:
    """A sentence in favour of one object, taken apart.

    Ranges are half-open ranges of word numbers. Behind the last word stands padding for what is beyond either end.
    """

    def __init__(self, text: str, favoured: Stance, names: dict[Stance, tuple[str, ...]], tagger: Tagger) -> None:
        tokens = Tokens(text)
        own = {stem for name in names.values() for stem in name}
        words: list[str] = []
        gaps: list[str] = []
        parts: list[list[str]] = []
        numbers: list[int] = []
        end = 0
        for token in tokens.tokens:
            gap, word = text[end : token.start], text[token.start : token.end].replace("’", "'")
            if gap == "-" and words:  # user-friendly is one word
                words[-1] += gap + word
                parts[-1].append(token.stem)
            else:
                words.append(word)
                gaps.append(gap)
                parts.append([token.stem])
            numbers.append(len(words) - 1)
            end = token.end
        padding = [""] * _PADDING
        self._favoured = favoured
        self._shouting = text.isupper()
        self._length = len(words)
        self._words = words + padding
        self._lower = [word.lower() for word in words] + padding
        self._stems = ["-".join(stems) for stems in parts] + padding
        self._tags = tagger.tag(words) + padding
        self._gaps = gaps + ["."] * _PADDING
        self._own = [not own.isdisjoint(stems) for stems in parts] + [False] * _PADDING
        self._owners = {
            numbers[at]: side
            for side in sorted(names, key=lambda side: len(names[side]))  # the longer name wins
            for start, stop in tokens.find(names[side])
            for at in range(start, stop)
        }

    def mentions(self) -> Iterator[_Mention]:
        """Yield the aspects that the sentence names, those of comparatives first."""
        at = 0
        while at < self._length:
            end = self._comparative(at)
            if end > at and not self._negated(at):
                yield from self._compared(at, end)
            at = max(end, at + 1)
        for noun in self._reasons():
            yield self._mention("", noun, self._favoured, "reason")

    def _mention(self, word: str, rest: _Range, side: Stance, method: str) -> _Mention:
        low = word in _SCALES or word.startswith("less ")
        high = (_SCALES.get(word) or _exchange_more_and_less(word)) if low else word
        kept = [self._stems[at] for at in range(*rest) if self._tags[at] not in ("DT", "PRP$")]
        key = " ".join([high, *kept]).replace("-", " ").split()
        return _Mention(tuple(key), f"{word} {self._show(*rest)}".strip(), side, method, low)

    def _show(self, start: int, end: int) -> str:
        """Return words as a reader wants to see them: lower case but for proper names and abbreviations."""
        shown = []
        for at in range(start, end):
            word = self._words[at]
            proper = self._tags[at].startswith("NNP") or (word.isupper() and len(word) > 1)
            shown.append(word if proper and not self._shouting else self._lower[at])
        return " ".join(shown)

    # Comparatives

    def _comparative(self, at: int) -> int:
        """Return the end of the comparative that starts at a word, which is ``at`` if none does."""
        end = at
        if self._lower[at] in ("more", "less") and self._tags[at + 1] in _DEGREE_TAGS:
            end = at + 1 + (not self._paused(at + 1) and self._lower[at + 1] not in _THAN)
        elif self._stems[at - 1] in _GROWING:
            return at
        elif self._tags[at] in ("JJR", "RBR") or self._lower[at] in ("inferior", "superior"):
            end = at + 1
        return at if any(self._own[at:end]) or self._lower[at] in _NO_DEGREE else end

    def _negated(self, at: int) -> bool:
        """Return whether one of the three words before negates a word; "not only" does not."""
        for before in range(at - 1, at - 4, -1):
            if self._paused(before + 1):
                return False
            if self._lower[before] in _NEGATIONS or self._lower[before].endswith("n't"):
                return self._lower[before + 1] != "only"
        return False

    def _compared(self, start: int, end: int) -> Iterator[_Mention]:
        holder = self._subject(start)
        if than := self._than(end):
            rival = next((self._owners[at] for at in range(than, than + 6) if at in self._owners), None)
            if rival:
                holder = rival.flipped()
            if holder is None or not self._is_free(holder):
                return  # Haskell is purer than A
        judged = self._judge(" ".join(self._lower[start:end]), holder)
        if judged is None:
            return
        word, side = judged
        ranked = self._lower[start] in ("inferior", "superior")  # "to" names the rival
        if not ranked and (phrase := self._phrase(end)) and word not in ("less", "more"):
            yield self._mention(word, phrase, side, "comparative_phrase")
        elif noun := self._described(start, end):
            yield self._mention("", noun, side, "reason")
        elif word not in _VAGUE and not (self._tags[end].startswith("NN") and self._is_amount(start, end)):
            yield self._mention(word, (end, end), side, "comparative")

    def _judge(self, word: str, holder: Stance | None) -> tuple[str, Stance] | None:
        """Return a comparative and the object it speaks for, given the one it is said of; None if that is open."""
        if word in _POSITIVE:
            return _POSITIVE[word], holder.flipped() if holder else self._favoured
        if holder is None or holder is self._favoured:
            return word, self._favoured
        if word in _PRAISE or not _CONTRASTS.isdisjoint(self._lower):
            return word, holder
        opposite = _OPPOSITE.get(word) or _exchange_more_and_less(word)
        return (opposite, self._favoured) if opposite else None

    def _is_amount(self, start: int, end: int) -> bool:
        """Return whether a comparative before a noun says how much there is of it: "larger parts", "more lost bags"."""
        return self._lower[start] in _OPPOSITE or (end > start + 1 and self._tags[start - 1] != "DT")

    def _than(self, at: int) -> int:
        """Return where the "than" that belongs to a comparative before a word stands; 0 without one."""
        for than in range(at, at + 8):
            if self._paused(than, _STOP):
                break
            if self._lower[than] in _THAN:
                return than
        return 0

    def _subject(self, at: int) -> Stance | None:
        """Return the object that a comparative at a word seems to be said of: the last one named before it."""
        for before in range(at - 1, at - 8, -1):
            if before in self._owners:
                return None if self._tags[self._before(before)] in ("IN", "TO") else self._owners[before]
            if self._paused(before + 1) or self._lower[before] in _PRONOUNS | _CLAUSE_ENDS - {"and"}:
                break
        return None

    def _is_free(self, side: Stance) -> bool:
        """Return whether an object is named other than after "than"."""
        return any(owner is side and self._lower[self._before(at)] not in _THAN for at, owner in self._owners.items())

    def _before(self, at: int) -> int:
        """Return the word before an object and what describes it."""
        while at - 1 in self._owners or self._tags[at - 1] in _MODIFIER_TAGS:
            at -= 1
        return at - 1

    def _phrase(self, at: int) -> _Range | None:
        """Return the "for …", "to …" or "at …" after a comparative that ends at a word."""
        if self._lower[at] in _THAN:
            at = next((than for than in range(at + 1, at + 5) if than in self._owners), at)
            while at in self._owners:
                at += 1
        start = at
        if self._tags[at] == "VBN":  # better suited for …
            at += 1
        if self._lower[at] == "for" and self._tags[at + 1] == "PRP" and self._lower[at + 2] == "to":
            start = at = at + 2  # easier for me to …
        if self._lower[at] not in _CONNECTORS or any(self._paused(word) for word in range(start, at + 2)):
            return None
        end = at + 1
        while end <= at + _PHRASE_WORDS and not self._ends_phrase(end):
            end += 1
        whole = self._paused(end) or (self._ends_phrase(end) and not self._own[end])
        if not whole and self._tags[end].startswith("NN"):  # in a threaded | environment
            end = next((word for word in range(end - 1, at, -1) if self._tags[word] == "IN"), at + 1)
        while end > at + 1 and self._is_loose(end - 1) and not (whole and self._tags[end - 2].startswith("VB")):
            end -= 1
            whole = False
        content = range(at + 1, end)
        if self._lower[at] == "to":
            good = self._tags[at + 1].startswith("VB") and any(self._lower[word] not in _DULL_VERBS for word in content)
        else:
            good = any(self._tags[word] in _CONTENT_TAGS and self._stems[word] not in _EMPTY for word in content)
        return (start, end) if good else None

    def _ends_phrase(self, at: int) -> bool:
        if self._lower[at] in _FINITE:  # better for a small site | is
            return True
        return self._paused(at) or self._lower[at].partition("'")[0] in _CLAUSE_ENDS or self._own[at]

    def _is_loose(self, at: int) -> bool:
        """Return whether a phrase should not end with a word."""
        return self._tags[at] in _LOOSE_TAGS or (self._stems[at] in _EMPTY and not self._tags[at].startswith("VB"))

    # Nouns

    def _described(self, start: int, end: int) -> _Range | None:
        """Return the noun that a comparative describes, if it is something one has."""
        if not self._is_had(start):
            return None
        while self._tags[end] == "JJ" and not self._paused(end):
            end += 1
        return next((noun for noun in self._nouns(end, end + _NOUN_WORDS) if noun[0] == end), None)

    def _is_had(self, at: int) -> bool:
        """Return whether a word stands in what something has, or after "there is", "because of", "due to"."""
        for before in range(at - 1, at - 8, -1):
            if self._stems[before] in _HAVING:
                return True
            if self._paused(before + 1, _STOP) or self._tags[before][:2] in ("IN", "MD", "PR", "TO", "VB", "WD", "WP"):
                return self._lower[before - 1] in ("because", "due", "thanks", "there")
        return False

    def _nouns(self, start: int, end: int) -> Iterator[_Range]:
        """Yield the nouns in a range, neighbours together: "battery life"."""
        while start < end:
            stop = start
            while stop < end and self._is_noun(stop) and (stop == start or not self._paused(stop)):
                stop += 1
            last = stop
            while last > start and self._tags[last - 1].startswith("NNP"):
                last -= 1
            if any(stem not in _EMPTY and len(stem) > 1 for stem in self._stems[start:last]):
                yield max(start, last - _NOUN_WORDS), last
            start = stop + 1

    def _is_noun(self, at: int) -> bool:
        noun = self._tags[at].startswith("NN") or (self._tags[at] == "VBG" and self._tags[at + 1].startswith("NN"))
        return noun and not self._own[at]

    def _reasons(self) -> Iterator[_Range]:
        """Yield the nouns that are given as reasons."""
        for at, word in enumerate(self._lower[: self._length]):
            if word in ("because", "due", "thanks") and self._lower[at - 1] not in _CONTRASTS | {"not"}:
                yield from self._given(at + 1)
            elif word in ("as", "for", "since") and self._lower[at + 1] in _PRONOUNS:
                if self._tags[at + 2].startswith(("MD", "VB")):
                    yield from self._given(at + 1)
            elif self._stems[at] == "reason":
                yield from self._nouns(*self._around_reason(at))

    def _given(self, start: int) -> Iterator[_Range]:
        """Yield the nouns of a clause that gives a reason: those that something has, or of which something is said."""
        for noun in self._nouns(start, self._clause_end(start)):
            is_so = self._lower[noun[1]] in _COPULAS and self._tags[noun[1] + 1].startswith(("JJ", "RB"))
            if is_so or self._is_had(noun[0]):
                yield noun

    def _around_reason(self, at: int) -> _Range:
        """Return what stands on the far side of the "is" nearest to the word "reason"; nothing without one."""
        start, end = at, self._clause_end(at)
        while start > max(0, at - _CLAUSE_WORDS) and not self._paused(start, _STOP):
            start -= 1
        copulas = [word for word in range(start, end) if self._lower[word] in _COPULAS]
        nearest = min(copulas, key=lambda word: abs(word - at), default=at)
        return (start, nearest) if nearest < at else (nearest + 1, end)

    def _clause_end(self, at: int) -> int:
        end = at
        while end < at + _CLAUSE_WORDS and not self._paused(end, _STOP) and self._lower[end] not in _CONTRASTS | _THAN:
            end += 1
        return end

    def _paused(self, at: int, signs: frozenset[str] = _PAUSE) -> bool:
        """Return whether punctuation, or an end of the sentence, stands before a word."""
        return not signs.isdisjoint(self._gaps[at])


def _exchange_more_and_less(word: str) -> str:
    """Return the opposite of "more …" or "less …"; empty for other words."""
    degree, blank, rest = word.partition(" ")
    other = {"more": "less", "less": "more"}.get(degree, "")
    return other and other + blank + rest
