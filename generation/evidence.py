"""A comparison as a writer needs it: sources counted, sentences chosen so that none says again what another said."""

from __future__ import annotations

from collections import defaultdict
from itertools import islice
from typing import NamedTuple

from engine.text import Tokens, clean, stems
from engine.types import Argument, Comparison, Decision, Stance
from generation.draft import Quote, plain
from generation.polarity import is_negation, polarity

_LOOKED_AT = 100
"""Best arguments of a side among which quotes are chosen."""
_ECHO = 0.75
"""Share of common words (Jaccard) from which two sentences count as one statement."""
_NEGATION_REACH = 3


class Tally(NamedTuple):
    """Distinct sources, each counted once for the side on which the scores of its sentences sum to more."""

    first: int
    second: int
    neither: int
    """Sources that see the two level or speak for both alike."""

    @property
    def total(self) -> int:
        """Return the number of sources that say anything."""
        return sum(self)

    def of(self, stance: Stance) -> int:
        """Return the sources with this stance."""
        return {Stance.FIRST: self.first, Stance.SECOND: self.second}.get(stance, self.neither)


class Evidence:
    """What one answer can draw on; each argument is handed out once.

    Attributes:
        comparison: What was found out.
        names: For whom a stance speaks, as an answer puts it: a name or "neither".
        ahead: The stance of the winner; ``FIRST`` when there is none.
        behind: The other side of ``ahead``.
        order: The stances in the order in which an answer goes through them.
    """

    def __init__(self, comparison: Comparison) -> None:
        """Sort the arguments by stance."""
        first, second = comparison.objects
        self.comparison = comparison
        decision = comparison.verdict.decision
        self.names = {Stance.FIRST: plain(first), Stance.SECOND: plain(second), Stance.EQUAL: "neither"}
        self.ahead = Stance.SECOND if decision is Decision.SECOND else Stance.FIRST
        self.behind = self.ahead.flipped()
        self.order = [self.ahead, self.behind]
        self.order.insert(0 if decision is Decision.EQUAL else 2, Stance.EQUAL)
        self._by_stance: dict[Stance, list[Argument]] = defaultdict(list)
        for argument in comparison.arguments:
            self._by_stance[argument.stance].append(argument)
        self._tallies: dict[tuple[str, str], Tally] = {}
        self._told: dict[Stance, list[tuple[Argument, frozenset[str]]]] = defaultdict(list)

    @property
    def sides(self) -> tuple[Stance, Stance]:
        """Return the stances that favour an object, the winner's first."""
        return self.ahead, self.behind

    def tally(self, *, aspect: str = "", words: str = "") -> Tally:
        """Count sources.

        Args:
            aspect: Count only sentences on this aspect of the user; all when empty.
            words: Count only the sentences with these words among each side's best; all when empty.
        """
        if (aspect, words) not in self._tallies:
            self._tallies[aspect, words] = self._count(aspect, words)
        return self._tallies[aspect, words]

    def choose(self, stance: Stance, k: int, *, aspect: str = "", prefer: str = "") -> list[Argument]:
        """Return at most ``k`` arguments not handed out before, best first, each from another source while they last.

        Args:
            stance: Whom they favour.
            k: The most to return.
            aspect: Only sentences on this aspect of the user; any when empty.
            prefer: Words whose sentences come before others; none when empty.
        """
        pool = [argument for argument in islice(self._by_stance[stance], _LOOKED_AT) if _is_on(argument, aspect)]
        if prefer:
            pool.sort(key=lambda argument: not _is_on(argument, words=prefer))
        chosen: list[Argument] = []
        heard = {source for told in self.order for argument in self.told(told) for source in argument.hit.sources}
        for any_source in (False, True):
            for argument in pool:
                if len(chosen) < k and (any_source or heard.isdisjoint(argument.hit.sources)) and self._take(argument):
                    chosen.append(argument)
                    heard.update(argument.hit.sources)
        return chosen

    def told(self, stance: Stance, *, aspect: str = "") -> list[Argument]:
        """Return the arguments with this stance, and on this aspect if one is given, that were handed out before."""
        return [argument for argument, _ in self._told[stance] if _is_on(argument, aspect)]

    def speaks_for(self, stance: Stance) -> bool:
        """Return whether any sentence at all has this stance."""
        return bool(self._by_stance[stance])

    def points(self, stance: Stance, k: int) -> list[Quote]:
        """Return at most ``k`` mined aspects that a sentence not yet handed out credits to an object, in its words."""
        quotes: list[Quote] = []
        arguments = {argument.hit.sentence.id: argument for argument in self._by_stance[stance]}
        name = self.comparison.objects[stance is Stance.SECOND]
        for mined in self.comparison.mined:
            if len(quotes) == k:
                break
            if mined.object != name or any(said.issuperset(stems(mined.name)) for _, said in self._told[stance]):
                continue
            for argument in (arguments[sentence_id] for sentence_id in mined.sentences if sentence_id in arguments):
                words = self._credit(argument, name, mined.name)
                if words and self._take(argument):
                    quotes.append(Quote(argument, words))
                    break
        return quotes

    def _count(self, aspect: str, words: str) -> Tally:
        votes: dict[str, list[float]] = {}
        for stance, row in (Stance.FIRST, 0), (Stance.SECOND, 1), (Stance.EQUAL, 2):
            for argument in islice(self._by_stance[stance], _LOOKED_AT if words else None):
                if argument.score > 0 and _is_on(argument, aspect, words):
                    for source in argument.hit.sources:
                        votes.setdefault(source, [0.0, 0.0, 0.0])[row] += argument.score
        signs = [(first > second) - (first < second) for first, second, _ in votes.values()]
        return Tally(signs.count(1), signs.count(-1), signs.count(0))

    def _take(self, argument: Argument) -> bool:
        """Hand an argument out unless one for the same side said as much."""
        words, told = frozenset(stems(argument.hit.sentence.text)), self._told[argument.stance]
        if any(len(words & said) >= _ECHO * len(words | said) for _, said in told):
            return False
        told.append((argument, words))
        return True

    def _credit(self, argument: Argument, name: str, aspect: str) -> str:
        """Return the words for an aspect if the sentence says them of this object and approvingly, else nothing.

        They must follow a mention of the object with no mention of the other between, and neither blame nor be denied.
        """
        text = clean(argument.hit.sentence.text)
        tokens = Tokens(text)
        other = next(known for known in self.comparison.objects if known != name)
        if polarity(aspect) < 0:
            return ""
        for start, end in tokens.mentions(aspect):
            own = max((mention[1] for mention in tokens.mentions(name) if mention[1] <= start), default=-1)
            others = max((mention[1] for mention in tokens.mentions(other) if mention[1] <= start), default=-1)
            before = [token.stem for token in tokens.tokens if token.end <= start][-_NEGATION_REACH:]
            if own > others and not any(is_negation(stem) for stem in before):
                return text[start:end]
        return ""


def _is_on(argument: Argument, aspect: str = "", words: str = "") -> bool:
    if aspect and aspect not in argument.aspects:
        return False
    return not words or bool(Tokens(argument.hit.sentence.text).mentions(words))
