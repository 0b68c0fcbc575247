"""Dimensions: what things are compared in, and which words speak of it.

"Faster", "slower", "speed" and "performance" speak of one dimension. ``dimensions.toml`` lists the words; here they
are looked up, whatever their form. The lexicon is closed: a word that is not in it has no dimension, and what it
names is an aspect of its own.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from itertools import chain, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.memory import keep_short
from engine.text.analysed import AnalysedSentence, analysed
from engine.text.morphology import compared, forms, inflected
from engine.text.tokens import stem, stems, unique, word_set

if TYPE_CHECKING:
    from engine.text.related import Related

LEXICON: Final = Path(__file__).with_name("dimensions.toml")
EASE: Final = "ease of use"
SPEED: Final = "speed"
PRICE: Final = "price"
LIFESPAN: Final = "lifespan"
LENGTH: Final = "length"
NEAR: Final = 0.75
"""Nearness from which on a word speaks of an aspect; chosen on the even cases of ``evaluation.related``."""
GENERAL: Final = "quality"
"""The dimension of "better": it judges a thing as a whole."""

_Words = tuple[str, ...]

_SIGNS: Final = {"good": 1, "bad": -1, "high": 1, "low": -1, "nouns": 1, "costs": -1}
_MORE: Final = word_set("a being far more most much my our really so the too very your")
_LESS: Final = word_set("few fewer least less low lower")
_COMMONER: Final = {
    **dict.fromkeys(("flat", "condo"), "apartment"),
    **dict.fromkeys(
        ("grandma", "grandmother", "granny", "grandpa", "grandparents", "pensioners", "seniors"), "elderly"
    ),
    "motorway": "highway",
    **dict.fromkeys(("commercials", "advertisements", "adverts"), "ads"),
}
"""Nouns that end what matters → those by which most texts say the same."""
_JOINING: Final = word_set("at for in of on to")
_DENIED: Final = re.compile(
    r"\b(?:unless|(?:if|when|as long as)\b[^,.;:!?]*(?:n['’]t|\b(?:not|never|no))(?! (?:want|like|enjoy|stand)\b))\b"
    r"[^,.;:!?]*$",
    re.IGNORECASE,
)
"""What stands before a circumstance that is not given: "if you don't have to deal with" snow."""


class Sense(NamedTuple):
    """What a word says about a dimension."""

    dimension: str
    role: str
    """The list that the word stands in: ``good``, ``bad``, ``high``, ``low``, ``nouns`` or ``costs``."""
    sign: int
    """1 at the good or high end, -1 at the other; "less" turns it."""
    is_part: bool = False
    """Whether the word names only a part of the dimension: rust is none of all that durability is."""

    @property
    def grades(self) -> bool:
        """Return whether the word says how much a thing has of the dimension, and does not only name it."""
        return self.role not in ("nouns", "costs")

    @property
    def merit(self) -> int:
        """Return 1 for praise, -1 for blame, 0 where either end of a scale may be the advantage."""
        return 0 if self.role in ("high", "low") else self.sign


class _Lexicon(NamedTuple):
    words: dict[str, dict[str, _Words]]
    """Dimension → role → words in their base form."""
    senses: dict[_Words, Sense]
    """Stems of every form of a word or phrase → what it says."""
    tasks: dict[str, str]
    """Stems of what one does, blanks between them → the dimension of doing it easily."""
    phrases: dict[str, frozenset[_Words]]
    """Dimension → stems of every form of its words."""
    verbs: dict[str, str]
    """Stem of what a thing does more of at the good or high end of a dimension → the dimension."""
    others: dict[_Words, Sense]
    """Stems of every form of an ambiguous word → its second sense."""
    needs: dict[_Words, str]
    """Stems of for whom, for what or when → the dimension that matters most there."""


@cache
def _lexicon() -> _Lexicon:
    listed = tomllib.loads(LEXICON.read_text("utf-8"))
    words = {name: {role: tuple(text.split()) for role, text in roles.items()} for name, roles in listed.items()}
    senses: dict[_Words, Sense] = {}
    tasks: dict[str, str] = {}
    phrases: dict[str, set[_Words]] = {name: {stems(name)} for name in words}
    verbs: dict[str, str] = {}
    others: dict[_Words, Sense] = {}
    needs: dict[_Words, str] = {}
    for name, roles in words.items():
        needs |= {stems(word): name for word in roles.get("matters", ())}
        tasks |= {" ".join(stems(word)): name for word in roles.get("tasks", ())}
        verbs |= {stem(form): name for word in roles.get("verbs", ()) for form in inflected(word)}
        parts = roles.get("parts", ())
        for role, group in roles.items():
            for word in group if role in _SIGNS else ():
                for form in [word] if role in ("nouns", "costs") else forms(word):
                    says = Sense(name, role, _SIGNS[role], word in parts)
                    if senses.setdefault(stems(form), says).dimension != name:
                        others[stems(form)] = says
                    phrases[name].add(stems(form))
        senses.setdefault(stems(name), Sense(name, "nouns", 1))
    return _Lexicon(
        words, senses, tasks, {name: frozenset(group) for name, group in phrases.items()}, verbs, others, needs
    )


def names() -> tuple[str, ...]:
    """Return the names of all dimensions."""
    return tuple(_lexicon().words)


def words(role: str) -> tuple[str, ...]:
    """Return the base forms of all words with a role, phrases left out; the roles are those of ``Sense`` and tasks."""
    return tuple(word for roles in _lexicon().words.values() for word in roles.get(role, ()) if "-" not in word)


def words_of(dimension: str, role: str) -> tuple[str, ...]:
    """Return the base forms of a dimension's words with a role, the commonest first; a hyphen joins a phrase."""
    return _lexicon().words.get(dimension, {}).get(role, ())


@keep_short(most=1 << 14, longest=200)
def sense(text: str) -> Sense | None:
    """Return what a word or phrase says about a dimension; None if the lexicon has nothing for all of it.

    >>> [(found.dimension, found.merit) for found in map(sense, ("Speed", "slower", "less expensive")) if found]
    [('speed', 1), ('speed', -1), ('price', 1)]
    """
    found = list(stems(text))
    sign = 1
    while len(found) > 1 and found[0] in _MORE | _LESS and tuple(found) not in _lexicon().senses:
        sign = -sign if found.pop(0) in _LESS else sign
    known = _lexicon().senses.get(tuple(found))
    return known and known._replace(sign=known.sign * sign)


def says_how_good(word: str) -> bool:
    """Return whether a word says of a thing only that it is good or bad: "lovely"."""
    known = sense(word)
    return known is not None and known.dimension == GENERAL


def grades(word: str) -> bool:
    """Return whether a word says how much a thing has of a dimension."""
    known = sense(word)
    return known is not None and known.grades


def sense_of_noun(words: Sequence[str]) -> Sense | None:
    """Return the sense of the longest part of a noun phrase that has one, of equally long ones the first.

    Args:
        words: Stems, for example of "better fuel economy in town".
    """
    found = noun_in(words)
    return found and found[1]


def noun_in(words: Sequence[str]) -> tuple[int, Sense] | None:
    """Return where the part of a noun phrase begins whose sense ``sense_of_noun`` returns, and that sense."""
    senses = _lexicon().senses
    for length in range(len(words), 0, -1):
        for start in range(len(words) - length + 1):
            known = senses.get(tuple(words[start : start + length]))
            if known and not known.grades and known.dimension != GENERAL:
                return start, known
    return None


def other_sense(words: Sequence[str]) -> Sense | None:
    """Return the second sense of an ambiguous word, given its stems: "hard" is difficult or not soft."""
    return _lexicon().others.get(tuple(words))


def said_of(dimension: str) -> tuple[str, ...]:
    """Return the things of which the ambiguous words of a dimension are said in its sense."""
    return _lexicon().words[dimension].get("of", ())


@cache
def immaterial() -> Mapping[str, tuple[str, ...]]:
    """Return the dimensions that make no such things better → what things these are: taste → pets."""
    return {name: roles["immaterial"] for name, roles in _lexicon().words.items() if "immaterial" in roles}


def verb(word: str) -> str:
    """Return of which dimension a thing has more if it does more of this, given its stem; empty if there is none."""
    return _lexicon().verbs.get(word, "")


def task(words: Sequence[str]) -> str:
    """Return the dimension of doing something easily, given the stems of what one does; empty if there is none."""
    known = _lexicon().tasks
    return next((known[said] for said in (" ".join(words), *words) if said in known), "")


def need(words: Sequence[str]) -> str:
    """Return the dimension that matters most for somebody, something or in a situation, given the stems of its words.

    >>> [need(stems(use)) for use in ("for a complete beginner", "if you have no money", "for games")]
    ['ease of use', 'price', '']
    """
    said = chain(zip(words), pairwise(words))
    return next((_lexicon().needs[found] for found in said if found in _lexicon().needs), "")


def contrary(comparative: str) -> str:
    """Return how the other end of a comparative's dimension is said; empty where it has no other end.

    >>> [contrary(word) for word in ("pricier", "heavier", "harder", "less reliable", "zanier")]
    ['cheaper', 'lighter', 'easier', 'more reliable', '']
    """
    known = sense(comparative)
    if known is None:
        return ""
    roles = _lexicon().words[known.dimension]
    ends = ("low", "bad") if known.sign > 0 else ("high", "good")
    facing = next((roles[end] for end in (ends if known.merit == 0 else ends[::-1]) if end in roles), None)
    return compared(facing[0]) if facing else ""


def dimension_of(aspect: str) -> str:
    """Return the dimension of an aspect as a user names it; empty if it has none, or is only a part of one.

    >>> [dimension_of(aspect) for aspect in ("faster", "the price", "easy to learn", "better battery life", "quality")]
    ['speed', 'price', 'ease of use', 'battery life', '']
    >>> dimension_of("rust"), topic_of("rust")
    ('', 'durability')
    """
    known = _sense_of_aspect(aspect)
    return "" if known and known.is_part else topic_of(aspect)


def topic_of(aspect: str) -> str:
    """Return the dimension that an aspect is or belongs to; empty if there is none."""
    known = _sense_of_aspect(aspect)
    return known.dimension if known and known.dimension != GENERAL else ""


def end_of(aspect: str, dimension: str = "") -> int:
    """Return 1 for an aspect at the good or high end of its dimension, -1 at the other, 0 if it has no dimension.

    Args:
        aspect: As a user names it.
        dimension: The one in which it is meant where it is ambiguous; its first one when empty.

    >>> [end_of(aspect) for aspect in ("speed", "slower", "less noise", "harder to learn", "sleep")]
    [1, -1, 1, -1, 0]
    >>> end_of("harder"), end_of("harder", "hardness")
    (-1, 1)
    """
    known, other = _sense_of_aspect(aspect), other_sense(stems(aspect))
    known = other if other and other.dimension == dimension else known
    return known.sign if known else 0


@keep_short(most=1 << 12, longest=200)
def _sense_of_aspect(aspect: str) -> Sense | None:
    """Return the sense of an aspect; that of "easier to clean", "longer battery life" is the sense of what follows."""
    known = sense(aspect)
    if known:
        return known
    rest, sign = list(stems(aspect)), 1
    while len(rest) > 1:
        quality = sense(rest[0])
        if rest[0] not in _MORE | _LESS | _JOINING and not (quality and quality.grades):
            break
        sign *= -1 if rest[0] in _LESS else quality.sign if quality else 1
        del rest[0]
    if len(rest) < len(stems(aspect)) and (done := task(rest[:2])):
        return Sense(done, "nouns", sign)
    known = sense(" ".join(rest))
    return known and known._replace(sign=known.sign * sign)


def search_terms(aspect: str, *, near: float = NEAR) -> tuple[str, ...]:
    """Return what to search for to find an aspect: its own words first, then those of its dimension, each once.

    Args:
        aspect: As a user names it.
        near: How near the meaning of a word must be that stands for an aspect without a dimension, see
            ``engine.text.related``; 0 takes its own words alone.
    """
    own = dimension_of(aspect)
    roles = _lexicon().words.get(own, {})
    terms = [aspect, commoner(aspect)]
    for role in _SIGNS:
        for word in roles.get(role, ()):
            terms.append(word)
            if role not in ("nouns", "costs") and not (comparative := compared(word)).startswith("more "):
                terms.append(comparative)
    near_by = (" ".join(term) for term in _related(commoner(aspect), near).terms)
    terms += (term for term in near_by if not own or dimension_of(term) in ("", own))  # no taste for smell
    return unique(terms) if stems(aspect) else ()


@cache
def topics() -> dict[str, str]:
    """Return every single word in lower case that speaks of a dimension → its dimension; the general one left out."""
    found: dict[str, str] = {}
    for name, roles in _lexicon().words.items():
        for role, group in roles.items():
            for word in group:
                if name != GENERAL and role in _SIGNS and "-" not in word:
                    said = (word, f"{word}s") if role in ("nouns", "costs") else forms(word)
                    found |= {form: name for form in said if form not in found}
    return found


_WITHOUT: Final = re.compile(r".*\b(?:without|no) (?:(?:an?|any|the|much|my|our|your) )?(?P<what>.+)", re.IGNORECASE)
"""An aspect that is the want of something."""
_LACKS: Final = re.compile(
    r"(?:\b(?:without|no|lack\w*)|(?:\bnot|\bnever|n['’]t) (?:have|need|own|get|require)\w*)\b(?=(?P<what>.{0,30}))",
    re.IGNORECASE,
)
"""What a sentence says of something that is wanting, with what stands behind it."""


@cache
def _terms_with() -> Mapping[str, Sequence[tuple[str, _Words]]]:
    """Return every stem of a term of several words → these terms, each after its dimension."""
    found: dict[str, list[tuple[str, _Words]]] = defaultdict(list)
    for name, group in _lexicon().phrases.items():
        for term in group:
            for word in term if len(term) > 1 else ():
                found[word].append((name, term))
    return found


def _other_terms(aspect: str, single: Collection[str]) -> list[_Words]:
    """Return the terms of other dimensions that hold one of the single stems of an aspect, but none of its name."""
    own, named = dimension_of(aspect), frozenset(stems(aspect))
    found = (each for word in single for each in _terms_with().get(word, ()))
    return [*dict.fromkeys(term for name, term in found if name != own and named.isdisjoint(term))]


def commoner(aspect: str) -> str:
    """Return an aspect as most texts say it.

    >>> commoner("small flat"), commoner("flat screen")
    ('small apartment', 'flat screen')
    """
    *before, last = aspect.split() or [""]
    return " ".join([*before, _COMMONER.get(last.lower(), last)])


class AspectFinder:
    """Finds in sentences the aspects that a user asks for, by any of their words."""

    def __init__(self, aspects: Sequence[str], *, near: float = NEAR, objects: Sequence[str] = ()) -> None:
        """Look up the words of the aspects.

        Args:
            aspects: Their names.
            near: As in ``search_terms``.
            objects: The names of what is compared, which speak of no aspect: "Java" of programming.
        """
        spellings = {
            name: _lexicon().phrases.get(dimension_of(name), frozenset()) | {stems(name), stems(commoner(name))}
            for name in aspects
        }
        named = frozenset(word for name in objects for word in stems(name))
        related = {name: _related(commoner(name), near).without(named) for name in aspects}
        found = {name: spellings[name].union(related[name].terms) for name in aspects}
        self._single = {name: frozenset(p[0] for p in group if len(p) == 1) for name, group in found.items()}
        self._longer = {name: [p for p in group if len(p) > 1] for name, group in found.items()}
        self._parts = {name: one.parts for name, one in related.items() if one.parts}
        self._others = {name: _other_terms(name, single) for name, single in self._single.items()}
        wanting = ((name, _WITHOUT.fullmatch(name)) for name in aspects)
        self._wanting = {name: frozenset(stems(one["what"])) for name, one in wanting if one}
        self._any = frozenset(chain.from_iterable(self._single.values()))
        self._any_longer = set(chain.from_iterable(self._longer.values()))

    def find(self, sentence: str) -> tuple[str, ...]:
        """Return the names of the aspects of which a sentence speaks, in the order given."""
        if not self._single:
            return ()
        tokens = analysed(sentence)
        return tuple(name for name in self._single if self._speaks_of(name, tokens))

    def _speaks_of(self, name: str, tokens: AnalysedSentence) -> bool:
        single, present = self._single[name], tokens.present
        if wanting := self._wanting.get(name):
            return any(not wanting.isdisjoint(stems(one["what"])) for one in _LACKS.finditer(tokens.text))
        return (
            (not single.isdisjoint(present) and self._is_said(name, tokens))
            or any(phrase[0] in present and tokens.find(phrase) for phrase in self._longer[name])
            or self._has_parts(name, present)
        )

    def speaks(self, sentence: str) -> bool:
        """Return whether a sentence speaks of any of the aspects."""
        if self._wanting:
            return bool(self.find(sentence))
        tokens = analysed(sentence)
        if not self._any.isdisjoint(tokens.present):
            return True
        if any(phrase[0] in tokens.present and tokens.find(phrase) for phrase in self._any_longer):
            return True
        return any(self._has_parts(name, tokens.present) for name in self._parts)

    def _is_said(self, name: str, tokens: AnalysedSentence) -> bool:
        """Return whether a word of an aspect stands outside terms of other dimensions: no "crash" in "crash test"."""
        others = [place for term in self._others[name] if term[0] in tokens.present for place in tokens.find(term)]
        said = (start for word in self._single[name] & tokens.present for start, _ in tokens.find((word,)))
        alone = (start for start in said if not any(first <= start < last for first, last in others))
        return any(
            not (_is_adverb(tokens, start) or is_denied(tokens.text, tokens.tokens[start].start)) for start in alone
        )

    def _has_parts(self, name: str, present: frozenset[str]) -> bool:
        parts = self._parts.get(name, ())
        return bool(parts) and not any(forms.isdisjoint(present) for forms in parts)


def is_denied(sentence: str, at: int) -> bool:
    """Return whether what stands at a place of a sentence is a circumstance that is not given."""
    return _DENIED.search(sentence, 0, at) is not None


def _is_adverb(tokens: AnalysedSentence, at: int) -> bool:
    """Return whether a token is an adverb of a comparative, "consistently slower", or of a sentence: "Honestly …"."""
    if not tokens.text[: tokens.tokens[at].end].endswith("ly"):
        return False
    number = next(n for n in range(len(tokens.words)) if at < sum(len(word.stems) for word in tokens.words[: n + 1]))
    if all(tag == "CC" for tag in tokens.tags[:number]):
        return True
    for word, tag in zip(tokens.words[number + 1 :], tokens.tags[number + 1 :], strict=True):
        if tag in ("JJR", "RBR"):
            return True
        if word.gap.strip() or tag.startswith(("VB", "IN", "MD")) or word.text.lower() in ("and", "but"):
            return False
    return False


def _related(aspect: str, near: float) -> Related:
    """Return what else speaks of an aspect; nothing if ``near`` is 0."""
    from engine.text.related import NOTHING_RELATED, related  # needs numpy

    return related(aspect, near) if near > 0 else NOTHING_RELATED
