"""Mines aspects by CAM's three methods and groups them by meaning.

- ``comparative_phrase``: a comparative with what follows it after "for", "to" or "at": "easier to learn"; "than B" may
  stand between: "better than Java for web development" gives "better for web development".
- ``comparative``: a comparative alone: "faster", "more reliable".
- ``reason``: nouns after "because" (or "as", "since", "for" with a pronoun and a verb), and those around "reason", on
  the far side of the nearest "is". A noun that a comparative describes is a reason too: "has better battery life" gives
  "battery life", for "better" alone says nothing.

What the words of one dimension say is one aspect: "faster", "slower", "more responsive", "speed" and "fewer delays";
see ``engine.text.lexicon``. Words that have none are one aspect if their stems are the same. "Easier to read" is about
reading, "easier" and "easier to juggle" about ease, "better for gaming" about gaming, as "better gaming" is.

An aspect belongs to the object for which more sources name it. Its value tells how unlikely that is to be chance:
with ``a`` sources for the object and ``b`` for the other, the sign test's ``(a - b - 1) / sqrt(a + b)``. The
published value, ``a / b``, puts two sentences against none before forty against fifteen. Named equally often for both
it is nobody's, and left out, as in CAM, if it has no dimension; so is a noun without a dimension that a single sentence
names, if anything is named more often.

Source: Schildwächter et al. 2019, "Answering Comparative Questions: Better than Ten-Blue-Links?", section 3.4, for the
methods. Unlike the published code, this counts each sentence once and looks at each word where it stands, not where it
stands first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt
from typing import NamedTuple

from engine.aspects.sentence import Mention, mentions_in
from engine.text.lexicon import contrary
from engine.text.tagging import tagger
from engine.types import Argument, Doubted, MinedAspect, Overlooked, Stance

_METHODS = ("comparative", "comparative_phrase", "reason")
_SENTENCES = 5
_MEMBERS = 10


class _Naming(NamedTuple):
    """A sentence that names an aspect, how often it may."""

    mentions: list[Mention]
    sentence_id: str
    source: str

    @property
    def first(self) -> Mention:
        return self.mentions[0]


class CamMiner:
    """Mines aspects by CAM's three methods, grouped by dimension."""

    def __init__(self, *, depth: int = 300, k: int = 10) -> None:
        """Prepare a miner; the word list is read once per process.

        Args:
            depth: Arguments mined, those of most weight first; bounds the time a comparison takes.
            k: Most aspects returned.
        """
        self._depth, self._k = depth, k
        tagger()

    def mine(
        self,
        arguments: Sequence[Argument],
        *,
        first: str,
        second: str,
        doubted: Doubted = frozenset(),
        overlooked: Overlooked = frozenset(),
    ) -> list[MinedAspect]:
        """Mine aspects; see ``engine.protocols.Miner``."""
        favouring = [argument for argument in arguments if argument.stance in (Stance.FIRST, Stance.SECOND)]
        favouring.sort(key=lambda one: (-one.weight, -one.hit.score, one.hit.sentence.id))
        groups: dict[tuple[str, ...], list[_Naming]] = {}
        for argument in favouring[: self._depth]:
            named: dict[tuple[str, ...], list[Mention]] = {}
            for mention in mentions_in(argument, first=first, second=second):
                if (argument.hit.sentence.id, mention.dimension, mention.side) not in doubted:
                    named.setdefault(mention.key, []).append(mention)
            for key, mentions in named.items():
                groups.setdefault(key, []).append(_Naming(mentions, argument.hit.sentence.id, argument.hit.voter))
        voters = {argument.hit.sentence.id: argument.hit.voter for argument in favouring}
        for sentence, dimension, side in sorted(overlooked):
            if sentence in voters and (group := groups.get((dimension,))):
                said = group[0].first._replace(side=side)
                group.append(_Naming([said], sentence, voters[sentence]))
        objects = {Stance.FIRST: first, Stance.SECOND: second}
        aspects = [aspect for group in groups.values() if (aspect := _aspect(group, objects)) is not None]
        often = any(len(aspect.sentences) > 1 for aspect in aspects)
        aspects = [aspect for aspect in aspects if not (often and _is_stray(aspect))]
        aspects.sort(key=_rank)
        return aspects[: self._k]


def _aspect(group: Sequence[_Naming], objects: dict[Stance, str]) -> MinedAspect | None:
    ends = {side: _end(group, side) for side in objects}
    speaking: dict[Stance, list[_Naming]] = {side: [] for side in objects}
    for naming in group:
        mention = naming.first
        low = ends[mention.side] if mention.low is None else mention.low
        speaking[mention.side.flipped() if low else mention.side].append(naming)
    behind, ahead = sorted(speaking.values(), key=_sources)
    b, a = _sources(behind), _sources(ahead)
    dimension = group[0].first.dimension
    if a == b and not dimension:
        return None
    name, side, method = _most_common(naming.first for naming in (ahead if a > b else group))
    return MinedAspect(
        name=name,
        object=objects[side] if a > b else "",
        score=max(0.0, (a - b - 1) / sqrt(a + b)),
        first_count=a if side is Stance.FIRST else b,
        second_count=b if side is Stance.FIRST else a,
        method=method,
        sentences=tuple(naming.sentence_id for naming in ahead[:_SENTENCES]),
        dimension=dimension,
        members=_by_count(mention.said for naming in group for mention in naming.mentions)[:_MEMBERS],
        contrary=contrary(name) if method != "reason" else "",
        against=tuple(naming.sentence_id for naming in behind[:_SENTENCES]),
    )


def _sources(namings: Sequence[_Naming]) -> int:
    return len({naming.source for naming in namings})


def _end(group: Sequence[_Naming], side: Stance) -> bool:
    """Return whether those who favour an object by an aspect mostly do so for the low end of its scale."""
    said = Counter(naming.first.low for naming in group if naming.first.side is side)
    return said[True] > said[False]


def _most_common(mentions: Iterable[Mention]) -> tuple[str, Stance, str]:
    """Return the most frequent name with its side and method; of equally frequent ones the plainest."""
    counts = Counter((mention.name, mention.side, mention.method) for mention in mentions)
    return min(counts, key=lambda found: (-counts[found], _METHODS.index(found[2]), found[0]))


def _by_count(words: Iterable[str]) -> tuple[str, ...]:
    counts = Counter(words)
    return tuple(sorted(counts, key=lambda word: (-counts[word], word)))


def _is_stray(aspect: MinedAspect) -> bool:
    return aspect.method == "reason" and not aspect.dimension and aspect.first_count + aspect.second_count == 1


def _rank(aspect: MinedAspect) -> tuple[bool, float, int, bool, bool, str]:
    """Return what to sort by: what is nobody's last, of equal aspects lone nouns and those without a dimension."""
    count = aspect.first_count + aspect.second_count
    return not aspect.object, -aspect.score, -count, not aspect.dimension, aspect.method == "reason", aspect.name
