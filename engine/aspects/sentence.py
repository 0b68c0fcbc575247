"""A sentence in favour of one object, searched for what it praises in it: CAM's three methods.

What is said against one object speaks for the other: "Java is slower than Python" gives "faster" to Python. What a
comparative is said of is told by "than" or by the words right before it; else it is the favoured object. Left out are
comparatives that are negated, that say something of a third thing, or of which one cannot tell whether they praise the
other object or blame it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from engine.aspects.words import (
    ADVERBS,
    AMOUNTS,
    BY_ITSELF,
    CLAUSE_ENDS,
    CONNECTORS,
    CONTRASTS,
    COPULAS,
    DEGREES,
    EMPTY,
    FINITE,
    HAVING,
    OWN,
    PERSONS,
    PRONOUNS,
    THAN,
    exchange_more_and_less,
    is_scaled,
    is_vague,
)
from engine.memory import keep_short
from engine.text import lexicon
from engine.text.analysed import analysed
from engine.text.lexicon import (
    EASE,
    GENERAL,
    LENGTH,
    PRICE,
    SPEED,
    Sense,
    contrary,
    sense,
    sense_of_noun,
    task,
    words_of,
)
from engine.text.qualifiers import NEGATIONS, NOT_COMPARED
from engine.text.tagging import tagger
from engine.text.tokens import TOKEN, spellings, stems, word_set
from engine.types import Argument, Stance

_DEGREE_TAGS = word_set("JJ RB VBG VBN")
_MODIFIER_TAGS = word_set("DT JJ NN NNP PRP$ VBG")
_CONTENT_TAGS = word_set("NN NNS NNP NNPS VBG")
_LOOSE_TAGS = word_set("CC CD DT IN MD PRP PRP$ TO WDT")

_CLAUSE_TAGS = ("IN", "MD", "PRP", "TO", "VB", "WD", "WP")

OF_DOING = EASE, SPEED
"""Dimensions of what one does as well as of the thing it is done to."""

_PAUSE = frozenset(',;:.!?()[]{}"“”—–…')
_STOP = _PAUSE - {","}
_ENDS = frozenset(";:!?")
_SENTENCE_ENDS = frozenset(".;!?")
_BOTH = Stance.FIRST, Stance.SECOND

_LONGER = re.compile(r"\blonger\b", re.IGNORECASE)
_LASTING = re.compile(
    r"\b(?:go(?:es)?|holds?|held|ke(?:eps?|pt)|lasts?|lasted|lives?|lived|remain(?:s|ed)?|retain(?:s|ed)?|runs?|ran"
    r"|stay(?:s|ed)?|takes?|took|waits?|waited|works?|worked|around)\b[^.;:!?,]{0,40}?\blonger\b",
    re.IGNORECASE,
)
"""What does something for a longer time, which makes it no longer one: "hold an edge ten times longer"."""
_IDIOMS = {
    EASE: re.compile(
        r"\b(?:easy|easier|easiest|hard|harder|hardest|tough|tougher) on\b"
        r"|\b(?:convert|go|migrat|mov|port|switch|transition|upgrad)ing (?:\w+ )?from\b[^.,;:!?]{0,80}?"
        r"\b(?:easy|easier|easiest|hard|harder|hardest|tough|tougher|simple|simpler)\b",
        re.IGNORECASE,
    ),
    "friendliness": re.compile(
        r"\b(?:bike|budget|cat|dog|eco|environment\w*|gay|pet|user|wallet)[ -]friendly\b", re.IGNORECASE
    ),
    PRICE: re.compile(r"\b(?:takes?|took) [^.;:!?]{0,40}?\bto (?:pay|save|spend) as much as\b[^.;:!?]*", re.IGNORECASE),
    "safety": re.compile(r"\bsafe(?:r|st)? bets?\b", re.IGNORECASE),
    SPEED: re.compile(r"\b(?:fast|slow|quick)er (?:pace|rate|clip)\b", re.IGNORECASE),
}
"""What has a word of a dimension and says nothing of it: "easier on the joints", "improves at a slower pace", "moving
from one to the other is easier", "pet friendly campgrounds", "takes 9 years of rent to spend as much as on a house"."""
_PRICE = re.compile(r"[$£€] ?\d[\d,.]*|\d[\d,.]*(?= ?(?:dollars|bucks|euros|pounds)\b)", re.IGNORECASE)

_SEEMS = word_set("look looks looked looking seem seems feel feels felt")
"""What stands between what something has and how that is: "its graphics look better"."""
_BESIDE = word_set("inferior superior")
"""Comparatives behind which "to" is what "than" is behind all others."""
_SAYS_HOW = word_set("practically naturally")
"""Adverbs that tell no respect, whatever they come from."""
_PREFERRING = re.compile(
    r"\b(?:prefer\w*|beats?|out\w{3,}|surpass\w*|equally|versus|vs|unlike|over|instead|(?<!but not )as \w+ as)\b",
    re.IGNORECASE,
)
"""What sets two things beside each other without a comparative."""
_THEIRS = word_set("my his her their")
"""What is good for somebody else's own, "their project", is no point of view of whoever asks."""

_RELATIVE = word_set("which who")
_PARTING = word_set("at by for from in on with")
_BECOMING = frozenset(stems("become becoming became get getting got grow growing grew"))
_JOINTS = word_set("and or nor")
_PHRASE_WORDS = 5
_CLAUSE_WORDS = 20
_AKIN = 0.4
"""Likeness of a noun to a thing from which on it may be set beside that, as "bronze" beside steel."""
_OF_KIND = 0.55
"""Likeness of a thing to a kind from which on it is of that, as "kitten" of pets."""
_NOUN_WORDS = 3
_PADDING = 10

_KEPT = 10_000
"""Sentences whose mentions are kept: a comparison made again with other weights reads none of them twice."""
_APART = 1 << 9
"""Sentences that are kept taken apart, those of a comparison: about 7 kB each."""

_Range = tuple[int, int]


class Mention(NamedTuple):
    """An aspect as one sentence names it."""

    key: tuple[str, ...]
    """The same for all mentions of one aspect: its dimension, or else its stems."""
    name: str
    """How the advantage is said."""
    said: str
    """The words of the sentence, which may say the disadvantage of the other object."""
    side: Stance
    """Whom ``name`` speaks for."""
    method: str
    dimension: str = ""
    low: bool | None = False
    """Whether ``name`` is at the low end of an open scale, so that the aspect is the other object's; None for a noun,
    which tells no end."""

    @property
    def property(self) -> tuple[str, Stance]:
        """Return the property that the mention says one object has more of, as a reader is asked for it, and which.

        "Easier to use" is asked for itself, all else by the first word of its dimension: "better for your health", too.
        """
        narrowed = bool(self.dimension) and is_vague(self.name.partition(" ")[0])
        if self.method == "comparative_phrase" and not narrowed:
            return self.name, self.side
        words = words_of(self.dimension, "good") or words_of(self.dimension, "high") or (self.name,)
        return words[0].replace("-", " "), self.side.flipped() if self.low else self.side


class ArgumentSentence:
    """A sentence on two objects, taken apart; never changed, so that threads may share it.

    Ranges are half-open ranges of word numbers. Behind the last word stands padding for what is beyond either end.
    """

    def __init__(self, text: str, names: dict[Stance, tuple[tuple[str, ...], ...]]) -> None:
        """Take a sentence apart.

        Args:
            text: The sentence.
            names: The stems of every spelling of both objects' names.
        """
        sentence = analysed(text)
        words = sentence.words
        spelt = sorted((len(name), side, name) for side in names for name in names[side])
        own = {stem for _, _, name in spelt for stem in name}
        padding = [""] * _PADDING
        self._length = len(words)
        self._words = [word.text for word in words] + padding
        self._lower = [word.text.lower() for word in words] + padding
        self._stems = ["-".join(word.stems) for word in words] + padding
        self._tags = [*sentence.tags, *padding]
        self._gaps = [word.gap for word in words] + ["."] * _PADDING
        self._own = [not own.isdisjoint(word.stems) for word in words] + [False] * _PADDING
        numbers = [number for number, word in enumerate(words) for _ in word.stems]
        self._owners = {
            numbers[at]: side
            for _, side, name in spelt  # the longer name wins
            for start, stop in sentence.find(name)
            for at in range(start, stop)
        }

    def mentions(self, favoured: Stance) -> Iterator[Mention]:
        """Yield the aspects that the sentence names in favour of an object, those of comparatives first."""
        at = 0
        while at < self._length:
            end = self._comparative(at)
            if end > at and not self._negated(at) and not self._is_done(at):
                yield from self._compared(at, end, favoured)
            at = max(end, at + 1)
        for noun in self._reasons():
            yield self._noun(noun, favoured)

    def _noun(self, noun: _Range, side: Stance) -> Mention:
        stems, said = self._content(noun), self._show(*noun)
        known = sense_of_noun(stems)
        if known is None:
            return Mention(stems, said, said, side, "reason")
        fewer = "fewer" if self._tags[noun[1] - 1] == "NNS" else "less"
        name = f"{fewer} {said}" if known.role == "costs" else said
        return Mention((known.dimension,), name, said, side, "reason", known.dimension, None)

    def _phrased(self, word: str, said: str, rest: _Range, side: Stance) -> Mention:
        """Return a comparative with what follows it, ``word`` being how its advantage is said."""
        tail = self._show(*rest)
        name, said = f"{word} {tail}".strip(), f"{said} {tail}".strip()
        method = "comparative_phrase" if tail else "comparative"
        content, known = self._content(rest), sense(word)
        if known is None:
            low = word.startswith("less ")
            base = (exchange_more_and_less(word) if low else word).removeprefix("more ")
            key = (*tagger().base(base).split("-"), *content)
            return Mention(key, name, said, side, method, low=low)
        dimension = self._narrowed(known, content, to_do=self._lower[rest[0]] == "to")
        if not dimension:
            return Mention(content, name, said, side, method)
        return Mention((dimension,), name, said, side, method, dimension, known.merit == 0 and known.sign < 0)

    def _narrowed(self, known: Sense, content: tuple[str, ...], *, to_do: bool) -> str:
        """Return the dimension of a comparative: "easier", "better" take that of what follows; empty if it has none.

        What is easier or faster to do, "to replace", and is no task of a dimension, is an aspect of its own.
        """
        if known.dimension not in (GENERAL, *OF_DOING):
            return known.dimension
        if done := task(content[:2]):
            return done
        if known.dimension in OF_DOING:
            return "" if content and to_do else known.dimension
        noun = sense_of_noun(content)
        return noun.dimension if noun else ""

    def _content(self, words: _Range) -> tuple[str, ...]:
        kept = [self._stems[at] for at in range(*words) if self._tags[at] not in ("DT", "PRP$")]
        start = next((n for n, stem in enumerate(kept) if stem in CONNECTORS), -1) + 1
        return tuple(" ".join(kept[start:]).replace("-", " ").split())

    def _show(self, start: int, end: int) -> str:
        """Return words as a reader wants to see them: lower case but for proper names and abbreviations."""
        shown = []
        for at in range(start, end):
            word = self._words[at]
            proper = self._tags[at].startswith("NNP") or (word.isupper() and len(word) > 1)
            shown.append(word if proper else self._lower[at])
        return " ".join(shown)

    # Comparatives

    def _comparative(self, at: int) -> int:
        """Return the end of the comparative that starts at a word, which is ``at`` if none does."""
        end = at
        if self._lower[at] in ("more", "less") and self._tags[at + 1] in _DEGREE_TAGS:
            end = at + 1 + (not self._paused(at + 1) and self._lower[at + 1] not in THAN)
        elif self._tags[at] in ("JJR", "RBR") or self._lower[at] in _BESIDE:
            end = at + 1
        return at if any(self._own[at:end]) or self._lower[at] in NOT_COMPARED else end

    def _negated(self, at: int) -> bool:
        """Return whether one of the three words before negates a word; "not only" does not."""
        for before in range(at - 1, at - 4, -1):
            if self._paused(before + 1):
                return False
            if self._stems[before] in NEGATIONS:
                return self._lower[before + 1] != "only"
        return False

    def _is_done(self, at: int, own: frozenset[str] = OWN) -> bool:
        """Return whether a comparative says how something is done: "expanded faster", "hit harder", "harder hit"."""
        if self._is_adverb(at):  # which is of a verb, whatever stands between
            verbs = [self._stems[before] for before in range(at) if self._tags[before].startswith("VB")]
            return bool(verbs) and verbs[-1] not in own
        if self._lower[at] not in ADVERBS or self._tags[at + 1].startswith(("JJ", "NN")):
            return False
        if self._tags[at + 1] in ("VBD", "VBN") and not self._paused(at + 1):
            return lexicon.dimension_of(self._lower[at + 1].removesuffix("d")) != SPEED  # "faster paced" is what it is
        before = self._before_adverbs(at)
        if self._lower[before] == "and" and self._tags[before - 1] not in ("JJR", "RB", "RBR"):
            return False  # "easier to install and faster"
        for before in range(at - 1, at - 8, -1):
            ended = self._lower[before].partition("'")[0] in PRONOUNS | CLAUSE_ENDS - {"and"}  # "it's", too
            if self._paused(before + 1) or before in self._owners or ended:
                break
            if self._tags[before].startswith("VB"):
                return self._stems[before] not in own or self._is_done_by_persons(before)
        return False

    def _is_done_by_persons(self, at: int) -> bool:
        """Return whether somebody does it: "what I can do faster in Perl"."""
        subject = at - 1 - (self._tags[at - 1] == "MD")
        return self._lower[at] in ("do", "did") and self._lower[subject] in PERSONS

    def _is_adverb(self, at: int) -> bool:
        """Return whether a word grades an adverb, or is a graded one: "more quickly"."""
        more = at if self._lower[at] in ("more", "less") else at - 1
        return self._lower[more] in ("more", "less") and self._tags[more + 1] == "RB"

    def tells_of_deeds(self, but: Iterable[str]) -> bool:
        """Return whether all that is said of speed is how something is done, but for verbs with these stems."""
        known = [(at, sense(self._lower[at])) for at in range(self._length)]
        said = [at for at, one in known if one and one.dimension == SPEED]
        return bool(said) and all(self._is_to_be_done(at) or self._is_done(at, OWN.union(but)) for at in said)

    def _is_to_be_done(self, at: int) -> bool:
        """Return whether a word grades what one does to a thing: "faster to build", but not "faster to heat up"."""
        is_verb = self._lower[at + 1] == "to" and self._tags[at + 2].startswith("VB")
        return is_verb and (self._stems[at + 2] not in BY_ITSELF or self._tags[at + 3] == "DT")

    @cached_property
    def _comparatives(self) -> tuple[_Range, ...]:
        """Return where comparatives stand."""
        return tuple((at, end) for at in range(self._length) if (end := self._comparative(at)) > at)

    def is_of_others(self, dimension: str) -> bool:
        """Return whether what is graded on a dimension is set beside a third thing or an earlier time, or denied."""
        known = [(at, end, sense(" ".join(self._lower[at:end]))) for at, end in self._comparatives]
        graded = [(at, self._than(end)) for at, end, one in known if one and one.dimension == dimension]
        others = [at for at, than in graded if (not self._is_named_behind(than) if than else self._grows(at))]
        return bool(others) and all(at in others or self._negated(at) for at, _ in graded)

    def only_has(self, dimension: str) -> bool:
        """Return whether one thing is said to have a quality, and to be set beside the other in another one alone.

        "Durable and lighter than steel" says nothing of how durable steel is.
        """
        graded = [(end, sense(" ".join(self._lower[at:end]))) for at, end in self._comparatives]
        graded += [(at + 2, sense(self._lower[at + 1])) for at in range(self._length) if self._is_level(at)]
        beside = [one for end, one in graded if self._is_joined_to_thing(end)]
        said = [at for at in range(self._length) if lexicon.dimension_of(self._lower[at]) == dimension]
        told = bool(said) and all(self._tags[at] == "JJ" for at in said)
        apart = all(one and one.dimension not in (GENERAL, dimension) for one in beside)
        return told and bool(beside) and apart and not any(one and one.dimension == dimension for _, one in graded)

    def _is_level(self, at: int) -> bool:
        """Return whether "as … as" begins at a word."""
        return self._lower[at] == self._lower[at + 2] == "as"

    def _is_joined_to_thing(self, at: int) -> bool:
        """Return whether right behind a comparative that ends at a word stands "than" or "as" and one of the things."""
        return self._lower[at] in (*THAN, "as") and at + 1 + (self._tags[at + 1] == "DT") in self._owners

    def _grows(self, at: int) -> bool:
        """Return whether a comparative says what a thing becomes: "is getting more popular"."""
        return self._stems[self._before_adverbs(at)] in _BECOMING

    def is_by_others(self) -> bool:
        """Return whether all that is set beside the things is said of another one: "cocoa is milder than tea"."""
        known = [(at, self._than(end)) for at, end in self._comparatives]
        graded = [(at, than) for at, than in known if than and self._is_named_behind(than)]
        return bool(graded) and all(
            self._is_of_stranger(at) or self._is_of_kin(at, than) or self._is_parted_from_stranger(than)
            for at, than in graded
        )

    def likens(self) -> bool:
        """Return whether one thing is said to be like the other, and nothing else is: "saves at once like the PS4"."""
        if self._comparatives or not (CONTRASTS | NEGATIONS).isdisjoint((*self._lower, *self._stems)):
            return False
        likes = {at: self._before(at) for at in self._owners if self._is_likeness(self._before(at))}
        return any(
            before < like and side is not self._owners[at]
            for at, like in likes.items()
            for before, side in self._owners.items()
        )

    def _is_likeness(self, at: int) -> bool:
        """Return whether a word is the "like" of a likeness, and nobody likes something."""
        is_like = self._lower[at] == "like" and self._tags[at] == "IN"
        return is_like and self._lower[self._before_adverbs(at)] not in PERSONS

    def is_beside_others(self) -> bool:
        """Return whether all that is graded is set beside other names alone: "gained faster than Nissan and Ford".

        What is taken back is not: "faster, but not as fast as the Honda".
        """
        behind = [self._than(end) for _, end in self._comparatives if not self._is_taken_back(end)]
        return bool(behind) and all(than and self._is_stranger_behind(than) for than in behind)

    def is_apart(self) -> bool:
        """Return whether no part of the sentence names both things, and all that is graded is a third one's.

        It is set beside that, or said of it: "a lighter aluminum pan".
        """
        graded = [(end, self._than(end)) for _, end in self._comparatives]
        behind = [than for _, than in graded if than]
        if not behind or any(map(self._is_named_behind, behind)):
            return False
        if not all(than or self._describes_other(end) for end, than in graded):
            return False
        parts = list(accumulate(self._paused(at, _SENTENCE_ENDS) for at in range(self._length)))
        first, second = ({parts[at] for at, one in self._owners.items() if one is side} for side in _BOTH)
        return bool(first and second) and first.isdisjoint(second)  # "gas stoves are better than electric ones"

    def _describes_other(self, end: int) -> bool:
        """Return whether a comparative that ends at a word stands, alone or with others, before another noun."""
        while self._tags[end] in ("JJ", "JJR") or self._lower[end] == "and":
            end += 1
        return self._is_noun(end)

    def _is_taken_back(self, end: int) -> bool:
        """Return whether "but not as … as" stands right behind a comparative that ends at a word."""
        denied = end + (self._lower[end] in CONTRASTS)
        return self._lower[denied] == "not" and self._is_level(denied + 1)

    def favours(self) -> Stance | None:
        """Return whom comparatives right between the things speak for: "A is poorer than B"; None if for both."""
        found = set[Stance]()
        for at, end in self._comparatives:
            known = sense(" ".join(self._lower[at:end])) if self._than(end) == end else None
            rival = self._owners.get(end + 1 + (self._tags[end + 1] == "DT")) if known and known.merit else None
            if known and rival and self._subject(at) is rival.flipped() and not self._negated(at):
                found.add(rival if known.merit < 0 else rival.flipped())
        return found.pop() if len(found) == 1 else None

    def concedes(self) -> Stance | None:
        """Return whom the other thing falls short of, whatever else it beats: "but not quite as good as the Honda"."""
        thans = [than for _, end in self._comparatives if (than := self._than(end))]
        for at in range(self._length):
            level = next(word for word in range(at + 1, self._length + 2) if self._tags[word] != "RB")
            known = sense(self._lower[level + 1]) if self._lower[at] == "not" and self._is_level(level) else None
            rival = level + 3 + (self._tags[level + 3] == "DT")
            while self._tags[rival] == "NNP" and rival not in self._owners:
                rival += 1
            better, told = self._owners.get(rival), [*self._told_of(at)[1]]
            is_own = self._lower[at - 1] in CONTRASTS or any(word in self._owners for word in told)
            before = [word for word in range(at) if word in self._owners]
            beaten = any(self._owners[word] is better for word in before if word > min(thans, default=at))
            if known and known.merit > 0 and before and is_own and not beaten:
                return better if better is self._owners[before[-1]].flipped() else None
        return None

    def denies_less(self) -> bool:
        """Return whether something is said not to be done less: "will never cost less", which readers take for less."""
        less = (at for at in range(self._length) if self._lower[at] == "less" and self._comparative(at) == at + 1)
        return any(map(self._negated, less))

    def _is_of_stranger(self, at: int) -> bool:
        """Return whether a comparative is said of a name alone that is neither thing's, nor a word for what one has."""
        if self._relates_to_stranger(at):
            return True
        before, told = self._told_of(at)
        return bool(told) and all(map(self._is_strange, told)) and not self._is_listed_behind_own(before)

    def _is_of_kin(self, at: int, than: int) -> bool:
        """Return whether a comparative is said of another thing akin to that right behind "than".

        "As a kind of copper, bronze is a better conductor than steel" sets no copper beside steel.
        """
        from engine.text.related import likeness  # needs numpy

        before, told = self._told_of(at)
        rival = than + 1 + (self._tags[than + 1] == "DT")
        if len(told) != 1 or not self._is_noun(told[0]) or not self._paused(before) or rival not in self._owners:
            return False
        is_part = sense_of_noun((self._stems[told[0]],)) is not None
        return not is_part and likeness(self._lower[told[0]], self._lower[rival]) >= _AKIN

    def _told_of(self, at: int) -> tuple[int, range]:
        """Return where the clause begins of which a comparative is said behind a copula, and its few words before."""
        copula = self._before_adverbs(at)
        while self._lower[copula] == "and" and self._tags[copula - 1] in ("JJR", "RBR"):  # "lighter and cheaper"
            copula = self._before_adverbs(copula - 1)
        while self._tags[copula] == "DT" or (self._lower[copula] == "like" and self._lower[copula - 1] in _SEEMS):
            copula = self._before_adverbs(copula)  # "looks like the better one"
        start = copula
        while start > 0 and not self._paused(start) and self._lower[start - 1] not in CLAUSE_ENDS:
            start -= 1
        before, start = start, start + (self._tags[start] == "DT")
        is_told = self._lower[copula] in COPULAS | _SEEMS and 0 < copula - start <= _NOUN_WORDS
        return before, range(start, copula) if is_told else range(0)

    def _relates_to_stranger(self, at: int) -> bool:
        """Return whether a comparative stands in what is told of such a name: "MSNBC, which is no better than CNN"."""
        start = at
        while start > 0 and not self._paused(start, _STOP) and not self._own[start - 1]:
            start -= 1
            if self._lower[start] in _RELATIVE:
                named = start - 1
                while self._is_strange(named - 1) and not self._paused(named):
                    named -= 1
                is_told = self._is_strange(start - 1) and self._tags[named - 1] != "IN"  # "an interface for Excel"
                of_one = self._paused(named) and self._tags[start + 1] == "VBZ"  # and not of all that is listed
                of_many = self._tags[start + 1] == "VBP"
                return is_told and not of_many and (of_one or not self._is_listed_behind_own(named))
        return False

    def _is_parted_from_stranger(self, than: int) -> bool:
        """Return whether another thing has the part that one of the things has behind "than".

        "Safer with a cat than with a rat" says nothing of a mouse and a rat.
        """
        part = self._lower[than + 1]
        if part not in _PARTING:
            return False
        at = next((at for at in range(than - 1, max(-1, than - _CLAUSE_WORDS), -1) if self._lower[at] == part), than)
        nouns = [word for word in range(at + 1, than) if self._tags[word].startswith("NN") or self._own[word]]
        return bool(nouns) and not any(self._own[word] for word in nouns)

    def _is_listed_behind_own(self, at: int) -> bool:
        """Return whether a word goes on a list of names with one of the things: "tea, mate and | cocoa"."""
        start = at
        while start > 0 and not self._paused(start, _STOP) and self._is_of_list(start - 1):
            start -= 1
        return any(self._own[start:at])

    def _is_of_list(self, at: int) -> bool:
        return self._own[at] or self._lower[at] in _JOINTS or self._tags[at].startswith(("NN", "DT"))

    def _is_strange(self, at: int) -> bool:
        """Return whether a word is of a name that is neither thing's: "Lexus", but not "a bivy"."""
        word, tag = self._lower[at], self._tags[at]
        unknown = tag.startswith("NN") and not tagger().knows(word) and self._tags[at - 1] != "DT"
        return not self._own[at] and (tag == "NNP" or unknown or word[-1:].isdigit())

    def _is_stranger_behind(self, than: int) -> bool:
        """Return whether other names alone stand behind "than"."""
        at = than + 1 + (self._tags[than + 1] == "DT")
        return self._is_strange(at) and not self._is_named_behind(than)

    def _is_named_behind(self, than: int) -> bool:
        """Return whether one of the things stands behind "than", or in a list there, before another clause begins."""
        for at in range(than + 1, min(than + _CLAUSE_WORDS, self._length)):
            ended = at > than + 1 and self._paused(at, _ENDS)  # but "than: bread, rice and noodles"
            if at in self._owners or self._lower[at] in FINITE or self._comparative(at) > at or ended:
                return at in self._owners
        return False

    def _compared(self, start: int, end: int, favoured: Stance) -> Iterator[Mention]:
        holder = self._subject(start)
        if than := self._than(end):
            rival = next((self._owners[at] for at in range(than, than + 6) if at in self._owners), None)
            if rival is None and not self._is_named_behind(than):
                return  # B is purer than Haskell
            if rival:
                holder = rival.flipped()
            if holder is None or not self._is_free(holder):
                return  # Haskell is purer than A
        said = " ".join(self._lower[start:end])
        judged = self._judge(said, holder, favoured)
        if judged is None or said.endswith("likely"):  # which says what happens, not whether that is good
            return
        word, side = judged
        beside_other = said in _BESIDE and self._lower[end] == "to"  # as "than" behind all others
        phrase = None if beside_other else self._phrase(end)
        if phrase and word not in ("less", "more"):
            yield self._phrased(word, said, phrase, side)
        elif noun := self._described(start, end):
            yield self._noun(noun, side)
        elif found := self._respect(start, word):
            at, dimension = found
            yield Mention((dimension,), f"better {dimension}", self._show(at, end), side, "reason", dimension, None)
        elif owned := self._owned(start, word):
            yield self._noun(owned, side)
        elif not is_vague(word) and not (self._tags[end].startswith("NN") and is_scaled(self._lower[start])):
            yield self._phrased(word, said, (end, end), side)

    def _judge(self, word: str, holder: Stance | None, favoured: Stance) -> tuple[str, Stance] | None:
        """Return a comparative and the object it speaks for, given the one it is said of; None if that is open."""
        known = sense(word)
        merit = known.merit if known else 0
        if merit < 0:
            return contrary(word), holder.flipped() if holder else favoured
        if holder is None or holder is favoured:
            return word, favoured
        if merit > 0 or not CONTRASTS.isdisjoint(self._lower):
            return word, holder
        opposite = AMOUNTS.get(word) or contrary(word) or exchange_more_and_less(word)
        return (opposite, favoured) if opposite else None

    def _than(self, at: int) -> int:
        """Return where the "than" that belongs to a comparative before a word stands; 0 without one."""
        for than in range(at, at + 8):
            if self._paused(than, _STOP):
                break
            if self._lower[than] in THAN:
                return than
        return at if self._lower[at] == "to" and self._lower[at - 1] in _BESIDE else 0

    def _subject(self, at: int) -> Stance | None:
        """Return the object that a comparative at a word seems to be said of: the last one named before it."""
        for before in range(at - 1, at - 8, -1):
            if before in self._owners:
                joint = self._before(before)
                is_beside = self._tags[joint] in ("IN", "TO") and self._lower[joint] != "that"  # "I think that …"
                return None if is_beside else self._owners[before]
            if self._paused(before + 1) or self._lower[before] in PRONOUNS | CLAUSE_ENDS - {"and"}:
                break
        return None

    def _is_free(self, side: Stance) -> bool:
        """Return whether an object is named other than after "than"."""
        return any(owner is side and self._lower[self._before(at)] not in THAN for at, owner in self._owners.items())

    def _before(self, at: int) -> int:
        """Return the word before an object and what describes it."""
        while not self._paused(at) and (at - 1 in self._owners or self._tags[at - 1] in _MODIFIER_TAGS):
            at -= 1
        return at - 1

    def _phrase(self, at: int) -> _Range | None:
        """Return the "for …", "to …" or "at …" after a comparative that ends at a word."""
        if self._lower[at] in THAN:
            at = next((than for than in range(at + 1, at + 5) if than in self._owners), at)
            while at in self._owners:
                at += 1
        if self._lower[at] not in CONNECTORS or self._paused(at) or self._paused(at + 1):
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
            good = self._tags[at + 1].startswith("VB") or bool(task(self._stems[at + 1 : at + 2]))
        else:
            good = any(self._tags[word] in _CONTENT_TAGS and self._stems[word] not in EMPTY for word in content)
            good = good and _THEIRS.isdisjoint(self._lower[at + 1 : end])
        return (at, end) if good else None

    def _ends_phrase(self, at: int) -> bool:
        if self._lower[at] in FINITE:  # better for a small site | is
            return True
        return self._paused(at) or self._lower[at].partition("'")[0] in CLAUSE_ENDS or self._own[at]

    def _is_loose(self, at: int) -> bool:
        """Return whether a phrase should not end with a word."""
        return self._tags[at] in _LOOSE_TAGS or (self._stems[at] in EMPTY and not self._tags[at].startswith("VB"))

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
            if self._stems[before] in HAVING:
                return True
            if self._paused(before + 1, _STOP) or self._tags[before].startswith(_CLAUSE_TAGS):
                given = self._lower[before - 1] in ("because", "due", "thanks", "there")
                if given or self._tags[before] != "PRP$":
                    return given
        return False

    def _respect(self, at: int, word: str) -> tuple[int, str] | None:
        """Return in which dimension something is better by a word: "tastes better", "Nikon's service is better".

        Returns:
            Where the verb, the noun or the adverb stands that tells it, and the dimension; None where nothing does.
        """
        known = sense(word)
        if known is None or known.dimension != GENERAL:
            return None
        for beside in (at - 1, at + 1):  # "graphically superior"
            if found := self._manner(beside):
                return min(at, beside), found
        before = self._before_adverbs(at)
        holds = self._before_adverbs(before)
        if self._lower[before] in COPULAS or (self._lower[before] in _SEEMS and self._is_noun(holds)):
            before, told = holds, self._is_noun(holds) and self._own[holds - 1]
        else:
            told = self._tags[before].startswith("VB")
            told = told or (self._tags[before] == "NNS" and self._own[holds])
        noun = sense_of_noun((self._stems[before],)) if told and self._subject(before) else None
        return (before, noun.dimension) if noun and noun.role == "nouns" else None

    def _manner(self, at: int) -> str:
        """Return the dimension in which an adverb says that something is better: "graphically"; empty for others."""
        word = self._lower[at]
        return lexicon.dimension_of(word.removesuffix("ly")) if word.endswith("ally") and word not in _SAYS_HOW else ""

    def _owned(self, at: int, word: str) -> _Range | None:
        """Return the noun of an object that a word calls better: "service" of "Nikon's service is far superior"."""
        known, copula = sense(word), self._before_adverbs(at)
        if known is None or known.dimension != GENERAL or self._lower[copula] not in COPULAS:
            return None
        start = end = self._before_adverbs(copula) + 1
        while self._is_noun(start - 1) or (self._lower[start - 1] == "and" and self._is_noun(start - 2)):
            start -= 1
        return max(self._nouns(start, end), default=None) if self._own[start - 1] else None

    def _before_adverbs(self, at: int) -> int:
        """Return the word before another one and its adverbs."""
        at -= 1
        while self._tags[at] == "RB" or self._lower[at] in DEGREES:
            at -= 1
        return at

    def _nouns(self, start: int, end: int) -> Iterator[_Range]:
        """Yield the nouns in a range, neighbours together: "battery life"."""
        while start < end:
            stop = start
            while stop < end and self._is_noun(stop) and (stop == start or not self._paused(stop)):
                stop += 1
            if any(stem not in EMPTY and len(stem) > 1 for stem in self._stems[start:stop]):
                yield max(start, stop - _NOUN_WORDS), stop
            start = stop + 1

    def _is_noun(self, at: int) -> bool:
        noun = self._tags[at].startswith("NN") or (self._tags[at] == "VBG" and self._tags[at + 1].startswith("NN"))
        return noun and not self._own[at]

    def _reasons(self) -> Iterator[_Range]:
        """Yield the nouns that are given as reasons."""
        for at in range(self._length):
            if self._gives_reason(at):
                yield from self._given(at + 1)
            elif self._stems[at] == "reason":
                yield from self._nouns(*self._around_reason(at))

    def _gives_reason(self, at: int) -> bool:
        """Return whether a word leads into a reason: "because", or "since" with a pronoun and a verb behind it."""
        if self._lower[at] in ("because", "due", "thanks"):
            return self._lower[at - 1] not in CONTRASTS | {"not"}
        is_clause = self._lower[at + 1] in PRONOUNS and self._tags[at + 2].startswith(("MD", "VB"))
        return is_clause and self._lower[at] in ("as", "for", "since")

    def _given(self, start: int) -> Iterator[_Range]:
        """Yield the nouns of a clause that gives a reason: those that something has, or of which something is said."""
        for noun in self._nouns(start, self._clause_end(start)):
            is_so = self._lower[noun[1]] in COPULAS and self._tags[noun[1] + 1].startswith(("JJ", "RB"))
            if is_so or self._is_had(noun[0]):
                yield noun

    def _around_reason(self, at: int) -> _Range:
        """Return what stands on the far side of the "is" nearest to the word "reason"; nothing without one."""
        start, end = at, self._clause_end(at, CONTRASTS)
        while start > max(0, at - _CLAUSE_WORDS) and not self._paused(start, _STOP):
            start -= 1
        copulas = [word for word in range(start, end) if self._lower[word] in COPULAS]
        nearest = min(copulas, key=lambda word: abs(word - at), default=at)
        return (start, nearest) if nearest < at else (nearest + 1, end)

    def _clause_end(self, at: int, ends: frozenset[str] = CONTRASTS | THAN) -> int:
        end = at
        while end < at + _CLAUSE_WORDS and not self._paused(end, _STOP) and self._lower[end] not in ends:
            end += 1
        return end

    def _paused(self, at: int, signs: frozenset[str] = _PAUSE) -> bool:
        """Return whether punctuation, or an end of the sentence, stands before a word."""
        return not signs.isdisjoint(self._gaps[at])


def tells_of_deeds(sentence: str, *, first: str, second: str, but: str) -> bool:
    """Return whether all that a sentence says of speed is how something is done, not what one of two objects is.

    >>> told = "Java can be learned faster than C"
    >>> [tells_of_deeds(told, first="Java", second="C", but=asked) for asked in ("faster", "learned faster")]
    [True, False]

    Args:
        sentence: With a word of speed.
        first: Name of the first object.
        second: Name of the second object.
        but: Words that are asked about; their verbs count as what an object is.
    """
    return _taken_apart(sentence, first, second).tells_of_deeds(stems(but))


def is_misread(sentence: str, words: str, more: Stance, *, first: str, second: str) -> bool:
    """Return whether a sentence does not say that one of two objects has more of a property, though it was read so.

    It grades it beside a third thing, or of one alone, compares the two in something else, denies that one does less,
    tells a price for each of the two, in another order, or has the word for what is done, or how fast that is.

    >>> text = "Python is faster than Ruby and not much slower than C"
    >>> [is_misread(text, "fast", Stance.FIRST, first="Python", second=other) for other in ("C", "Ruby")]
    [True, False]
    >>> is_misread("$35 for dogs and $20 for cats", "cheap", Stance.FIRST, first="dogs", second="cats")
    True
    >>> text = "Rye is easier on the stomach than oats and sells at a faster rate"
    >>> [is_misread(text, asked, Stance.FIRST, first="Rye", second="oats") for asked in ("easier", "faster", "better")]
    [True, True, False]
    >>> text = "Oak stays dry much longer than pine and is easier to clean"
    >>> asked = ("longer", "cleaner", "less mess", "drier")
    >>> [is_misread(text, words, Stance.FIRST, first="Oak", second="pine") for words in asked]
    [True, True, True, False]
    >>> is_misread("Rye is a safer bet than oats", "safer", Stance.FIRST, first="Rye", second="oats")
    True
    >>> is_misread("I can cook faster with gas than with coal", "fast", Stance.FIRST, first="gas", second="coal")
    True
    """
    dimension = lexicon.dimension_of(words)
    if dimension == PRICE and len(told := _PRICE.findall(sentence)) == len((first, second)):
        one, other = (float(re.sub(r"[^\d.]", "", price).strip(".")) for price in told)
        is_first = analysed(sentence).mentions(first)[:1] < analysed(sentence).mentions(second)[:1]
        dearer = Stance.FIRST if (one > other) is is_first else Stance.SECOND
        return one == other or (more is dearer) is (lexicon.end_of(words) > 0)
    if _is_of_deed(sentence, words, dimension) or _is_idiom(sentence, dimension):
        return True
    apart = _taken_apart(sentence, first, second)
    if dimension == SPEED and apart.tells_of_deeds(stems(words)):
        return True
    is_on_other = bool(dimension) and (apart.is_of_others(dimension) or apart.only_has(dimension))
    return is_on_other or apart.is_by_others() or apart.is_apart() or apart.denies_less()


def is_on_others(sentence: str, *, first: str, second: str) -> bool:
    """Return whether all that a sentence compares is said of a third name, set beside third names alone, or likened.

    >>> texts = ["Lyft looks like a nicer car than the new Uber", "Uber is below Bolt, but faster than Lyft"]
    >>> texts += ["Uber takes cash like Bolt"]
    >>> [is_on_others(text, first="Uber", second="Bolt") for text in texts]
    [True, True, True]
    """
    if _PREFERRING.search(sentence):
        return False
    apart = _taken_apart(sentence, first, second)
    return apart.is_by_others() or apart.is_beside_others() or apart.is_apart() or apart.likens()


def favoured_by_words(sentence: str, *, first: str, second: str) -> Stance | None:
    """Return whom a sentence favours by a comparative between the names, as "A is poorer than B"; None if by none."""
    return _taken_apart(sentence, first, second).favours()


def conceded_to(sentence: str, *, first: str, second: str) -> Stance | None:
    """Return whom a sentence puts above the other thing in what it concedes; None if it concedes nothing.

    >>> conceded_to("Uber is better than its rivals, but not quite as good as Bolt.", first="Uber", second="Bolt")
    <Stance.SECOND: 'SECOND'>
    """
    return _taken_apart(sentence, first, second).concedes()


def praises_no_merit(sentence: str, favoured: Stance, *, first: str, second: str) -> bool:
    """Return whether all that a sentence praises is what makes none of two objects better: "dogs taste better".

    >>> text = "A dog is tastier than a cat"
    >>> praises_no_merit(text, Stance.FIRST, first="dog", second="cat")
    True
    >>> praises_no_merit(text.replace("tastier", "smarter and tastier"), Stance.FIRST, first="dog", second="cat")
    False
    """
    no_merits = _no_merits(first, second)
    praised = {mention.dimension for mention in _mentions(sentence, favoured, first, second)} if no_merits else set()
    return bool(praised) and no_merits.issuperset(praised)


@keep_short(most=_APART, longest=500)
def _no_merits(*objects: str) -> frozenset[str]:
    """Return the dimensions for which none of such objects is better."""
    from engine.text.related import likeness  # needs numpy

    def are_such(kinds: Iterable[str]) -> bool:
        return any(all(likeness(one, kind) >= _OF_KIND for one in objects) for kind in kinds)

    return frozenset(dimension for dimension, kinds in lexicon.immaterial().items() if are_such(kinds))


def _is_idiom(sentence: str, dimension: str) -> bool:
    """Return whether all that a sentence says on a dimension is an idiom that says nothing of it: "easier on you"."""
    idiom = _IDIOMS.get(dimension)
    if idiom is None or not idiom.search(sentence):
        return False
    topics, rest = lexicon.topics(), TOKEN.findall(idiom.sub(" ", sentence))
    return all(topics.get(word.lower()) != dimension for word in rest)


def _is_of_deed(sentence: str, words: str, dimension: str) -> bool:
    """Return whether a sentence has a quality only as what is done: "stays sharp longer", "harder to clean"."""
    if dimension == LENGTH:
        lasting = {match.end() for match in _LASTING.finditer(sentence)}
        return bool(lasting) and lasting == {match.end() for match in _LONGER.finditer(sentence)}
    if " to " in words:
        return False
    low = [word.lower() for word in TOKEN.findall(sentence)]
    said = (words, words.removesuffix("er"), words.removesuffix("r"))
    own = said if " " not in words else lexicon.words_of(dimension, "good") if dimension else ()
    verb = next((one for one in own if tagger().is_verb(one)), "")
    places = [at for at, word in enumerate(low) if verb and word.startswith(verb)]
    others = (word for at, word in enumerate(low) if " " in words and at not in places)
    is_told = any(lexicon.topics().get(word) == dimension for word in others)
    return bool(places) and not is_told and all(low[at] == verb and low[at - 1] == "to" for at in places)


def mentions_in(argument: Argument, *, first: str, second: str) -> tuple[Mention, ...]:
    """Return the aspects that an argument for one of two objects names, those of comparatives first."""
    return _mentions(argument.hit.sentence.text, argument.stance, first, second)


@keep_short(most=_KEPT, longest=500)
def _mentions(text: str, stance: Stance, first: str, second: str) -> tuple[Mention, ...]:
    return tuple(_taken_apart(text, first, second).mentions(stance))


@keep_short(most=_APART, longest=500)
def _taken_apart(text: str, first: str, second: str) -> ArgumentSentence:
    return ArgumentSentence(text, {Stance.FIRST: _spelt(first), Stance.SECOND: _spelt(second)})


def _spelt(name: str) -> tuple[tuple[str, ...], ...]:
    return tuple(map(stems, spellings(name)))
