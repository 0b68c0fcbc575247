"""Names as an index has them: "Sony PSP" is looked for as PSP where nobody writes the brand.

As long as an index has sentences that compare two things as they were typed, they are looked for in no other way but
under aliases that it compares more often. Else words that it lacks are mended ("choclate", "direct 3d"), what the names
of a brand or a class add is left out ("Sony PSP", "Python programming language"), and aliases and other spellings are
tried; of these the two are taken that are met together more often than their own frequency explains, or where none are
compared often, those that are compared most.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from difflib import SequenceMatcher, get_close_matches
from functools import cache
from itertools import chain, islice, product, starmap, takewhile
from typing import Final, NamedTuple

from engine.protocols import Retriever, SpellingRetriever
from engine.retrieval.sentence_query import together
from engine.text.comparing import COMPARING, LIKE
from engine.text.morphology import bases, gerund, plural
from engine.text.spelling import edited
from engine.text.stop_words import STOP
from engine.text.tagging import tagger
from engine.text.tokens import TOKEN, name_groups, same_name, spellings, stem, stems, unique, word_set
from engine.types import Hit, SearchResult, in_quotes

_DONE_WITH: Final = re.compile(r"\w+ (?:an?|the) (\w+)", re.IGNORECASE)
"""What is done with a thing: "taking the train"."""
_TO_A_THING: Final = ("a ", "an ", "the ", "my ", "our ", "your ")
"""How what something is done to begins: "a house", and no "online" of "buying online"."""
ENOUGH: Final = 4
"""Sentences that seem to compare, at least, for a pair of names to be kept."""
_LOOKED_AT: Final = 40
"""First hits of a pair that are looked at."""
_LOOKED_THROUGH: Final = 500
"""Sentences about one thing in which another one is looked for that is spelt much like a name."""
_ALIKE: Final = 0.75
"""Least share of sounds that two spellings have in common, see ``difflib``."""
_MUCH_ALIKE: Final = 0.8
"""Least share of sounds for a name to be mended by itself; if then the two do not meet, it must be higher."""
_NEARLY_SAME: Final = 0.9
_LONG: Final = 5
_VERY_LONG: Final = 9
_HALF: Final = 3
"""Letters, at least, of a word that is mended, and of each word that it may have been joined of."""
_OF_CLASS: Final = 0.2
"""Least part of the sentences with two names that have the noun of both: "engine" beside "diesel" and "petrol"."""
_MOST_FORMS: Final = 5
KNOWN: Final = 20
"""Sentences from which on a name is one that people use."""
_AS_CLOSE: Final = 0.3
"""Least share of a shorter form with the other thing, beside that of a longer one."""
NAME: Final = 0.35
"""Least part of its mentions in which a name has a capital."""
BRAND: Final = 2 * NAME
"""Least part for a name that needs no word of a class: "Mac" of "Mac or Dell laptop"."""
_CLASS: Final = 0.5
"""Part of its mentions with a capital below which a word may be that of a class: "university"."""
_LIKE_CLASS: Final = 0.5
"""Least likeness of a name to its class where nobody calls it so."""
_CALLED: Final = 3
"""Sentences that call a thing by the last word of the other one, for it to be the class of both."""
_MADE: Final = 1000
"""First sentences with a name before which makers are looked for."""
_MAKES: Final = 0.85
"""Least share of a maker among the names that stand before one, for this to be known without it: "Honda Civic"."""
_HARDLY_ALONE: Final = 0.8
"""Part of the sentences with a name that have its maker, too, from which on nobody knows it without: "Costa Rica"."""
_SELDOM_ALONE: Final = 0.9
"""The same beside a name that goes without its maker: "Altima" beside "Accord"."""
_MAKER: Final = r"(?<=[^.!?:] )\b([A-Z]\w*)(?i:[ -]{}\b)"
"""A name that stands before another one within a sentence."""
_DRAWN: Final = 10
"""Least attraction of two names that are put in place of those that were typed."""
_OFTENER: Final = 3
"""Least number of sentences with a part of a name, beside those with all of it."""
_APART: Final = 10
"""Sentences from which on words apart are what was typed as one that hardly anybody writes."""
_RARE: Final = 3
"""A name that fewer sentences have may be misspelt."""
_PAST: Final = frozenset({"VBD", "VBN"})
"""Tags of words that are no name, however near they sound: DeWalt is not "dealt"."""
_TWICE: Final = 2
"""Sentences that spell a name so, at least."""
_PLURAL: Final = 0.03
"""Least part of the sentences with a noun that have its plural, for there to be one."""
_SITE: Final = re.compile(r"(?<=\w)\.(?:com|net|org|io)$", re.IGNORECASE)
"""What ends the name of a site: "amazon.com"."""
_ADJECTIVES: Final = frozenset({"JJ", "VBN"})
OF_PEOPLE: Final = ("an", "ish", "ese")
"""How words end that say whence people are: "American", which the tagger takes for a name."""
_UNITS: Final = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_TENS: Final = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_NUMBERS: Final = {
    **{word: str(n) for n, word in enumerate(_UNITS)},
    **{word: f"{n}0" for n, word in enumerate(_TENS, 2)},
    "hundred": "00",
}
SPOKEN: Final = re.compile(rf"\b(?:(?:{'|'.join(_NUMBERS)})\b ?)+(?<! )", re.IGNORECASE)
_BESIDE_DIGITS: Final = re.compile(r"(?<=\b[a-z]) (?=\d)|(?<=\b[a-z]{2}) (?=\d)|(?<=\d) (?=[a-z]\b)", re.IGNORECASE)
"""The blank between letters and a number that are spoken one by one: "ps 3", "7 d"."""
_LETTERS: Final = 3
"""Letters of a short form without a number, at least."""
_FEWEST_DIGITS: Final = 3
"""Digits, at least, of a number that stands for a name that ends in it: "the 670"."""
_LONG_WORD: Final = 6
"""Letters of a word that may be misspelt, at least."""
_FAR_OFTENER: Final = 20
"""Times that a well spelt word is met more often than a misspelt one, at least."""
_MAC: Final = re.compile(r"\bmac(?=\w{4})")
"""What begins names that others write with "Mc"."""
_DOUBLE: Final = re.compile(r"([^\W\d])\1", re.IGNORECASE)
_SOUNDS: Final = str.maketrans({"c": "k", "q": "k", "x": "ks", "z": "s"})
IDLE: Final = word_set(
    "a an the my your his her our their this that new old used good best big small real some any of for in on to with"
    " ordinary normal regular plain standard usual typical common average proper decent simple"
)
"""Words that are no name of their own."""


class Pair(NamedTuple):
    """Two names, and how often an index has them together."""

    names: tuple[str, str]
    comparing: int
    """Sentences with both that seem to compare, at most 40."""
    shares: tuple[float, float]
    """Which part of the sentences with each name has the other, too."""
    large: tuple[float, float]
    """In which part of their mentions the names have a capital there."""

    def closeness(self) -> float:
        """Return how much of what is said of either is said of both, in [0, 1]."""
        return self.shares[0] * self.shares[1]


def as_named(name: str, retriever: Retriever) -> str:
    """Return a name without what nothing has it with: "one" behind it, "a petrol one", or "ordinary" before it.

    Its numbers are in digits where it is known so alone, with a letter beside them or without: "canon seven d".
    """
    if (digits := SPOKEN.sub(_in_digits, name)) != name:
        forms = name, _BESIDE_DIGITS.sub("", digits), digits
        written = {form: retriever.search((form,), k=1).total for form in forms}
        name = name if written[name] >= _RARE else max(written, key=lambda form: written[form])
    words = name.split()
    while len(words) > 1 and not retriever.search((" ".join(words),), k=1).hits:
        if words[-1].lower() in {"one", "ones"}:
            words.pop()
        elif words[0].lower() in IDLE:
            del words[0]
        else:
            return name
    return " ".join(words)


def _deeds(first: str, second: str) -> list[tuple[str, str]]:
    """Return two things that one does in both forms that each has, without what they are done to; nothing of others.

    >>> _deeds("renting", "buying a house")
    [('rent', 'buy'), ('renting', 'buying')]
    """
    (one, _, of_one), (other, _, of_other) = (name.lower().partition(" ") for name in (first, second))
    is_apart = one.endswith("ing") is not other.endswith("ing") or one.endswith("s") or other.endswith("s")
    is_done = {tagger().tag([word])[0] for word in (one, other)} & {"VB", "VBG"}
    if is_apart or not is_done or of_one not in ("", of_other) or (of_other and not of_other.startswith(_TO_A_THING)):
        return []
    roots = [[word for word in bases(done, "ing") if done in (word, gerund(word))] for done in (one, other)]
    verbs = [[word for word in words if tagger().knows(word) and tagger().is_verb(word)][:1] for words in roots]
    return [form for do, act in product(*verbs) for form in ((do, act), (gerund(do), gerund(act)))]


def _in_digits(spoken: re.Match[str]) -> str:
    """Return a number in digits, "360" of "three sixty"."""
    digits = ""
    for word in spoken[0].lower().split():
        digits = digits.removesuffix("0" * len(_NUMBERS[word])) + _NUMBERS[word]
    return digits


class NameFinder:
    """Finds the names under which an index has what a person typed."""

    def __init__(self, retriever: Retriever) -> None:
        """Take the index."""
        self._retriever = retriever
        self.alone = cache(self._sentences)

    def as_done(self, objects: Sequence[str]) -> Sequence[str]:
        """Return the names of two things that one does in the form in which they are compared most; none of others.

        What they are done to goes with neither: "renting or buying a house".
        """
        forms = _deeds(*objects) if len(objects) == 2 else ()
        return max(starmap(self.met, forms), key=lambda pair: pair.comparing).names if forms else ()

    def as_indexed(self, objects: Sequence[str]) -> tuple[str, str]:
        """Return the names under which an index has two things.

        Args:
            objects: Two names as they were typed.

        Returns:
            The names as they were typed if the index compares them, aliases no more often, or nothing better is found.
        """
        first, second = objects
        for name, other in (objects, objects[::-1]):
            if len(one := LIKE.split(name)) > 1:
                met = max(one, key=lambda part: (self.met(part, other).comparing, self.alone(part)[0] >= _RARE))
                return self.as_indexed([met if each == name else each for each in objects])
        bare = self.met(*self.without_makers(objects))
        if bare.names != (first, second) and bare.comparing >= ENOUGH:
            return bare.names
        if any(same_name(one, second) for one in _aliases_of(first)):  # a brand and what it is made of
            return first, second
        typed = self.met(first, second)
        if typed.comparing >= ENOUGH:
            aliases = product((first, *_aliases_of(first)), (second, *_aliases_of(second)))
            return max(starmap(self.met, aliases), key=lambda pair: pair.comparing).names
        names = self.mended(first), self.mended(second)
        forms = [[*islice(dict.fromkeys(self._forms(*both)), _MOST_FORMS)] for both in (names, names[::-1])]
        for known, part in zip(forms, self._without_head(names), strict=False):
            known += [one for one in (part, *_aliases_of(part)) if one not in known]
        pairs = [self.met(one, other) for one, other in product(*forms) if not set(stems(one)) & set(stems(other))]
        fitting = [pair for pair in pairs if self._fits(pair, forms, pairs)]
        if often := [pair for pair in fitting if pair.comparing >= ENOUGH]:
            often = [pair for pair in often if not any(map(_has_number, names, pair.names))] or often
            closest = max(often, key=Pair.closeness)
            ends = [stems(name)[-1:] for name in closest.names]
            return max((one for one in often if [stems(name)[-1:] for name in one.names] == ends), key=_support).names
        ways = [(first, second), (names[0], second), (first, names[1])]
        ways.append((self._commonest(forms[0]), self._commonest(forms[1])))
        ways.append((self._without_class(names[0]), self._without_class(names[1])))
        for spelt in dict.fromkeys(ways):
            if found := self._spelt(spelt):
                return max(found, key=Pair.closeness).names
        is_known = any(self.alone(was)[0] for was, name in zip(objects, names, strict=True) if was != name)  # "Vulkan"
        are_misspelt = not is_known and min(map(_likeness, objects, names)) >= _NEARLY_SAME
        if are_misspelt or (pairs and pairs[0].closeness()):
            typed = self.met(*names)
        few = [
            one for one in fitting if self._attraction(one) >= _DRAWN and not any(map(_has_number, names, one.names))
        ]
        best = max((typed, *few), key=_support).names
        return self._in_use(best[0], best[1]), self._in_use(best[1], best[0])

    def _in_use(self, name: str, other: str) -> str:
        """Return a name that nothing has without its common nouns, if nothing on the rest can mislead: "Bosch saw"."""
        words = name.split()
        while len(words) > 1 and not self.alone(" ".join(words))[0]:
            if not (words[-1].islower() and self.is_common(words[-1])):  # "Jane Garner"
                break
            words.pop()
        core = " ".join(words)
        is_named = core != name and self._is_named(core, name, other)
        return core if is_named and not self.met(core, other).comparing else name

    def without_makers(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return names without their makers, those that are seldom known alone only where another one goes so.

        Of two a model that is another name, too, is known by the one beside it: "Odyssey" beside "Sienna".
        """
        bare = tuple(map(self.without_maker, names))
        if bare == tuple(names):
            return bare
        bare = tuple(self.without_maker(name, most=_SELDOM_ALONE) for name in names)
        kept = [name for name, one in zip(names, bare, strict=True) if name == one]
        if len(names) > 2 or not kept:
            return bare
        (other,) = (one for one in bare if one != kept[0])
        model = kept[0].partition(" ")[2]
        is_model = model and self.alone(model)[1] >= NAME
        is_told = is_model and self.met(model, other).comparing >= max(ENOUGH, 1 + self.met(kept[0], other).comparing)
        return tuple(model if is_told and one == kept[0] else one for one in bare)

    def without_maker(self, name: str, *, most: float = _HARDLY_ALONE) -> str:
        """Return a name without its maker if texts know it alone: "Civic" of "Honda Civic", but not "Focus" of a Ford.

        What is written as a name is known so if hardly another name stands before it: many make a Linux, and there are
        other Cokes than Diet Coke. A word that is another one, too, must often have its maker before it, "Civic"; of
        what is none it is enough that nothing else stands there: "Xbox One".

        Args:
            name: A name.
            most: Part of the sentences with the model, at most, that have its maker, too.
        """
        maker, _, model = name.partition(" ")
        if len(model) < 2 or not model[0].isalpha() or are_adjectives((maker,)) or says_whence(maker):
            return name
        sentences, large = self.alone(model)
        least = _AS_CLOSE if all(map(tagger().knows, model.lower().split())) else 0
        is_known = least <= self.alone(name)[0] / max(1, sentences) <= most
        if not is_known or min(self.alone(maker)[1], large) < _CLASS:
            return name
        before = self._before(model)
        return model if sum(before[stems(one)] for one in spellings(maker)) >= _MAKES * before.total() else name

    def _before(self, name: str) -> Counter[tuple[str, ...]]:
        """Return how often other names stand before one, those that several sentences have there."""
        pattern = re.compile(_MAKER.format(re.escape(name)))
        texts = (hit.sentence.text for hit in self._retriever.search((name,), k=_MADE).hits)
        found = Counter(stems(match[1]) for text in texts for match in pattern.finditer(text))
        return Counter({one: times for one, times in found.items() if times >= _TWICE and STOP.isdisjoint(one)})

    def apart(self, name: str) -> tuple[str, ...]:
        """Return two names that stand side by side in one, "canon nikon", which texts compare; else the name alone."""
        words = tuple(name.split())
        two = len(words) == 2 and self.alone(name)[0] < KNOWN and self.met(*words).comparing >= ENOUGH
        return words if two else (name,)

    def mended(self, name: str) -> str:
        """Return a name as people write it: its words joined, "baseball", or apart, and misspelt ones mended.

        A name may be misspelt if it is hardly met, and what sounds much like it is met often.
        """
        words = name.split()
        joined = "".join(words)
        apart = self.alone(name)[0] if len(words) > 1 else 0
        if len(words) > 1 and self.alone(joined)[0] >= (max(KNOWN, _OFTENER * apart) if apart else _RARE):
            return joined
        known = stems(" ".join(word for word in words if self.alone(word)[0] >= _RARE))
        if len(words) == 1:
            return self._mended(name, least=KNOWN)
        if len(known) == len(stems(name)):
            return name
        mended = self._mended(name, least=_TWICE)
        if mended == name or not set(known) <= set(stems(mended)):
            mended = " ".join(self._mended(word, least=KNOWN) for word in words)
        return mended if self.alone(mended)[0] else name

    def well_spelt(self, words: str) -> str:
        """Return words for what matters with the misspelt ones mended, "web development": no names are among them.

        A word may be misspelt if no lexicon has it nor what it is formed of, and one that is a letter off is met far
        more often.
        """
        return " ".join(self._well_spelt(word) for word in words.split(" "))

    def _well_spelt(self, word: str) -> str:
        if len(word) < _LONG_WORD or not (word.isascii() and word.islower() and word.isalpha()) or tagger().knows(word):
            return word
        if _is_formed(word):
            return word
        alike = [one for one in edited(word) if one[0] == word[0] and tagger().knows(one)]
        best = max(alike, key=lambda one: self.alone(one)[0], default=word)
        return best if self.alone(best)[0] > _FAR_OFTENER * (1 + self.alone(word)[0]) else word

    def _mended(self, name: str, *, least: int) -> str:
        known, _ = self.alone(name)
        alike = _MUCH_ALIKE if len(name) >= _LONG else 1.0
        if not name.replace(" ", "").isalpha() or known >= KNOWN:
            return name
        halves = (f"{name[:cut]} {name[cut:]}" for cut in range(_HALF, len(name) - _HALF + 1) if " " not in name)
        if apart := next((one for one in halves if self.alone(one)[0] >= max(_APART, _OFTENER * known)), ""):
            return apart
        spelt = spellings_beside((name,), (), self._retriever, alike=alike) if known < _RARE else ()
        least = _RARE if len(name) >= _VERY_LONG else least  # which nothing else looks like
        begun = (one for (one,) in spelt if one[:1].lower() == name[:1].lower())  # no "espresso" for Nespresso
        in_use = (one for one in begun if self.alone(one)[0] >= least and tagger().tag([one])[0] not in _PAST)
        return max(in_use, key=lambda one: _likeness(one, name), default=name)

    def _without_head(self, names: tuple[str, str]) -> tuple[str, ...]:
        """Return two names without the noun of both if they mean the same beside each other: "diesel" of engines."""
        *own, head = in_short(names) or ("",)
        if not own or not all(tagger().tag(["the", *one.lower().split()])[-1].startswith("NN") for one in own):
            return ()
        return tuple(own) if self.are_mostly_of(own, head) else ()

    def are_mostly_of(self, names: Sequence[str], head: str) -> bool:
        """Return whether the sentences with two names often have this noun."""
        ways = [*product(*map(spellings, names))]
        both, with_head = (
            sum(self._retriever.search((*way, *more), k=1).total for way in ways) for more in ((), (head,))
        )
        return bool(with_head) and with_head >= _OF_CLASS * both

    def of_these(self, name: str, names: Sequence[str]) -> str:
        """Return the one of some things that a name has with the noun that they mostly have: "solar power"; else it.

        Beside nuclear power that is solar, but beside an orange "apple juice" is no apple.
        """
        core, _, noun = name.rpartition(" ")
        same = next((one for one in names if same_name(one, core)), name)
        return same if same != name and self.are_mostly_of(names, noun) else name

    def stand_alone(self, names: Sequence[str], noun: str) -> bool:
        """Return whether two names of one noun are the same things without it: wood of boards, but not brown of eggs.

        Words that only say which things are meant stand for them where they are often said of these.
        """
        say_which = all(are_adjectives((one,)) or self.says_whence(one) for one in names)
        return not say_which or self.are_mostly_of(names, noun)

    def says_whence(self, name: str) -> bool:
        """Return whether a name says of things whence they come, also where the tagger takes it for one: "American"."""
        return says_whence(name) or (name.lower().endswith(OF_PEOPLE) and self.alone(name)[1] >= BRAND)

    def are_called(self, names: Sequence[str], noun: str) -> bool:
        """Return whether names are those of a kind of what a noun means by themselves: "laptop" of computers."""
        from engine.text.related import likeness  # needs numpy

        return not are_adjectives(names) and all(likeness(one, noun) >= _LIKE_CLASS for one in names)

    def _commonest(self, forms: Sequence[str]) -> str:
        return max(forms, key=lambda form: self.alone(form)[0])

    def _without_class(self, name: str) -> str:
        """Return a name without a common word at its end: "cannon" of "cannon camera"."""
        core, _, last = name.rpartition(" ")
        return core if core and self.is_common(last) else name

    def _spelt(self, typed: tuple[str, str]) -> list[Pair]:
        """Return pairs that are spelt much like two names, the first or the second of them or both.

        Words that people use are put in place of by what sounds the same alone, "cannon" beside Nikon; and but for a
        name that nobody uses, the two must attract each other. What sounds the same takes little where nobody compares
        what was typed.
        """
        for others in ((typed[0],), (typed[1],), typed) if all(map(stems, typed)) else ():
            known = [name for name in typed if name not in others]
            in_use = any(map(self._is_in_use, others))
            if in_use and not known:
                break
            alike = 1.0 if in_use else _ALIKE
            found = islice(spellings_beside(others, known, self._retriever, alike=alike), _MOST_FORMS)
            spelt = [dict(zip(others, names, strict=True)) for names in found]
            pairs = [self.met(*(one.get(name, name) for name in typed)) for one in spelt]
            least = 0.0 if known and self.alone(others[0])[0] < _RARE else _DRAWN
            enough = _TWICE if in_use and not self.met(*typed).comparing else ENOUGH
            if met := [pair for pair in pairs if pair.comparing >= enough and self._attraction(pair) >= least]:
                return met
        return []

    def _is_in_use(self, name: str) -> bool:
        """Return whether people use all words of a name, or have several of them as one."""
        words = name.split()
        are_known = all(self.alone(word)[0] >= KNOWN for word in words)
        return are_known or (len(words) > 1 and self.alone(name)[0] >= _RARE)

    def _attraction(self, pair: Pair) -> float:
        """Return how many times more often two names are met together than by chance."""
        return pair.shares[0] * self._retriever.size / max(1, self.alone(pair.names[1])[0])

    def _fits(self, pair: Pair, forms: Sequence[Sequence[str]], pairs: Sequence[Pair]) -> bool:
        """Return whether the names of a pair are not other things of the same words: "King" for "Burger King".

        A longer form that the index has often enough must not be met with the other thing far more often, and what is
        a brand elsewhere must be one beside the other thing: the apple of orange juice is none. Nor may the other thing
        be one of them: New Vegas is a Fallout.
        """
        for side, (name, known) in enumerate(zip(pair.names, forms, strict=True)):
            is_alias = any(same_name(name, one) for one in _aliases_of(known[0]))
            is_part = len(stems(name)) < len(stems(known[0])) and not is_alias  # but "Linux" of GNU/Linux
            if is_part and pair.large[side] < NAME <= self.alone(name)[1]:
                return False
            is_end = is_part and stems(name) != stems(known[0])[: len(stems(name))]
            is_drawn = max(pair.shares) >= _AS_CLOSE or self._attraction(pair) >= _DRAWN
            if is_end and not (is_drawn and self._is_meant(pair, name, known[0])):
                return False
            if is_part and self.alone(f"{name} {forms[1 - side][0]}")[0] >= KNOWN:
                return False
            is_own = is_end and not any(map(tagger().knows, name.lower().split()))  # no "TV" for Apple TV
            for longer in () if is_own else known:
                if not set(stems(name)) < set(stems(longer)) or self.alone(longer)[0] < KNOWN:
                    continue
                best = max((one.shares[side] for one in pairs if one.names[side] == longer), default=0.0)
                if pair.shares[side] < _AS_CLOSE * best:
                    return False
        return True

    def _is_meant(self, pair: Pair, part: str, name: str) -> bool:
        """Return whether what ends a name often stands alone in a pair: not the Rover of "Range Rover"."""
        own = "|".join(map(re.escape, name.split()))
        longer = re.compile(rf"\b(?:(?i:{own})|(?<!^)([A-Z]\w*))[ -](?i:{re.escape(part)})\b")
        found = [longer.search(hit.sentence.text) for hit in self._search(*pair.names).hits]
        alone = sum(one is None or stem(one[1] or "") in STOP for one in found)
        return alone >= _AS_CLOSE * len(found)

    def _forms(self, name: str, other: str) -> Iterator[str]:
        """Yield the forms of a name that may be looked for beside another one, what was typed first."""
        yield name
        yield from _aliases_of(name)
        if done := _DONE_WITH.fullmatch(name):
            yield from (done[1], *_aliases_of(done[1]))
        words = [word for word in name.split() if not stems(word) or word.lower() not in IDLE]
        if not words:
            return
        known, shared = words, set(stems(other))
        if name.endswith(kept := " ".join(known)):
            yield kept
        ends = zip(stems(name)[::-1], stems(other)[::-1], strict=False)
        of_both = {one for one, _ in takewhile(lambda both: both[0] == both[1], ends)}
        written_large = 1  # "Harvard University", but not "Paint Shop Pro"
        while len(words) > 1 and self._large(words[-1], of_both) < _CLASS and self._is_called(words, of_both):
            written_large -= words[-1] != words[-1].lower()
            if written_large < 0:
                break
            words = words[:-1]
        core = " ".join(words)
        dropped = words[-1] != name.split()[-1]  # a class may go from a name, "Canon cameras", not from "black tea"
        if not same_name(core, name) and (not dropped or self._is_named(core, name, other)):
            yield core
            yield from _aliases_of(core)
        of_name = len(known) > 1 and (self._large(known[-2], shared) >= NAME or self.alone(name)[0] < KNOWN)
        if of_name and self._is_class(known[-1], other):  # but not "carbon" for carbon fiber
            yield " ".join(known[:-1])
            return
        yield from self._short_forms(name)
        for whole in (known, words):
            for length in range(len(whole) - 1, 0, -1):
                part = " ".join(whole[-length:])
                number = whole[-1].isdecimal() and len(part) >= _FEWEST_DIGITS
                named = number or self._large(whole[-1], shared) >= NAME
                maker = whole[:-length]
                if not named or any(map(self.is_common, maker)) or self.alone(part)[0] < _RARE:
                    continue
                if number or not self.is_noun_behind(" ".join(maker), part):  # not the SUV of "Toyota SUV"
                    yield part
                    yield from _aliases_of(part)

    def _short_forms(self, name: str) -> Iterator[str]:
        """Yield the initials of a name if texts set them behind it, "League of Legends (LoL)", or have its number.

        A name that goes without its first word has none: "Sony PlayStation 3".
        """
        *words, last = name.split()
        number = last if last.isdecimal() else ""
        words += [last] * (not number)
        if len(words) > 1 and self.alone(name.partition(" ")[2])[0] >= _OFTENER * (self.alone(name)[0] + 1):
            return
        if number and len(words) == 1:
            word = words[0].lower()
            cuts = ((word[:cut], word[cut:]) for cut in range(_HALF, len(word) - _HALF + 1))
            words = next(([*halves] for halves in cuts if all(map(tagger().knows, halves))), words)
        short = "".join(word[0] for word in words).upper() + number
        if len(words) < 2 or len(short) < _LETTERS or self.alone(short)[1] < NAME:
            return
        both = re.compile(rf"{re.escape(name)}s? \(\W?{re.escape(short)}\b", re.IGNORECASE)
        if number or any(both.search(hit.sentence.text) for hit in self._search(name, short).hits):
            yield short

    def _is_named(self, core: str, name: str, other: str) -> bool:
        """Return whether a thing is named by what its class follows: not "blu ray" by "blu", nor a German car so."""
        both = core, other.partition(" ")[0]
        is_noun = not (are_adjectives((core,)) or any(map(says_whence, both)) or all(map(self.says_whence, both)))
        is_name = is_noun and self._large(core.split()[-1], stems(other)) >= NAME
        return is_name and self.alone(core)[0] >= _OFTENER * self.alone(name)[0]

    def _is_called(self, words: Sequence[str], shared: Container[str]) -> bool:
        """Return whether people call a thing so by its class, the last of these words, or both things are.

        What has nearly always a capital is called so by whoever asks if it means much like it: "Nikon camera".
        """
        from engine.text.related import likeness  # needs numpy

        if any(one in shared for one in stems(words[-1])):
            return True
        core, whole = " ".join(words[:-1]), " ".join(words)
        alike = max(likeness(core, word) for word in spellings(words[-1])) >= _LIKE_CLASS
        if self.alone(whole)[0] >= _CALLED and (alike or large_in(self._search(whole).hits, words[-1]) < NAME):
            return True  # "Harvard University", but not "Ford Focus"
        return alike and self.alone(core)[1] >= BRAND

    def _is_class(self, word: str, other: str) -> bool:
        """Return whether the other thing is said to be one, too: "Linux" of "Arch Linux", beside "Ubuntu Linux"."""
        if same_name(word, other):
            return True
        found = self._retriever.search((f"{other} {word}",), k=_LOOKED_AT).hits
        said = re.compile(rf"\b{re.escape(other)} {re.escape(word)}s?\b", re.IGNORECASE)
        return sum(said.search(hit.sentence.text) is not None for hit in found) >= _CALLED

    def is_common(self, word: str) -> bool:
        """Return whether a word is no brand, which may go from a name, "cable" of "cable TV", and no number."""
        sentences, large = self.alone(word)
        return sentences >= KNOWN and large < NAME and not word.isdecimal()

    def is_noun_behind(self, name: str, words: str) -> bool:
        """Return whether words behind a name are a noun that says what is meant: "pickup" of Toyota, no "Galaxy".

        Where people have them there, or in a sentence with the name, they have mostly no capital. Else it must be one
        of which there are several: "safari" of Kenya, or "SUV", of which people have the plural.
        """
        *_, last = words.split()
        if self.alone(last)[0] < KNOWN or last.isdecimal():
            return False
        whole = self._search(f"{name} {words}")
        hits = whole.hits if whole.total >= KNOWN else self._search(name, words).hits
        is_noun = tagger().is_countable(last.lower()) or tagger().tag(["the", last.lower()])[1] == "NNS"
        is_small = large_in(hits, words) < NAME if hits else is_noun
        letters = last.upper()
        return is_small or (whole.total < _RARE and self.in_plural(letters) != letters)

    def in_plural(self, noun: str) -> str:
        """Return the plural of a noun as texts mostly write it, if they have it: "lenses", "SUVs", but "siding"."""
        many = plural(noun)
        written = re.compile(rf"\b{re.escape(many)}\b", 0 if noun.isupper() else re.IGNORECASE)
        hits = self._retriever.search((noun,), k=_LOOKED_THROUGH).hits
        found = Counter(match[0] for hit in hits for match in written.finditer(hit.sentence.text))
        return found.most_common(1)[0][0] if found and found.total() >= _PLURAL * len(hits) else noun

    def _large(self, word: str, shared: Container[str]) -> float:
        """Return in which part of its mentions a word has a capital; none if the other name has it as well."""
        return 0.0 if any(stem in shared for stem in stems(word)) else self.alone(word)[1]

    def _sentences(self, name: str) -> tuple[int, float]:
        """Return how many sentences have a name, and in which part of the first ones it has a capital."""
        found = self._search(name)
        return found.total, large_in(found.hits, name)

    def _search(self, *names: str) -> SearchResult:
        """Return the sentences with all of some names, each in any of its spellings."""
        return together([self._retriever.search(way, k=_LOOKED_AT) for way in product(*map(spellings, names))])

    def met(self, first: str, second: str) -> Pair:
        """Return how often two names are met together."""
        found = self._search(first, second)
        comparing = sum(COMPARING.search(hit.sentence.text) is not None for hit in found.hits)
        shares = [found.total / max(1, self.alone(name)[0]) for name in (first, second)]
        large = large_in(found.hits, first), large_in(found.hits, second)
        return Pair((first, second), comparing, (shares[0], shares[1]), large)


def _is_formed(word: str) -> bool:
    """Return whether a word, or one that it is a form of, is known: "smokier", "fitter", "codecs", "reheating"."""
    from engine.text.related import is_known  # needs numpy

    shorter = next((word.removesuffix(end) for end in ("ing", "ed", "s") if word.endswith(end)), "")
    graded = word.endswith("er") and any(map(tagger().knows, bases(word, "er")))
    known = is_known(word) or (len(shorter) >= _HALF and is_known(shorter))
    return known or graded or tagger().knows(tagger().base(word))


def large_in(hits: Sequence[Hit], name: str) -> float:
    """Return in which part of its mentions in hits a name has a capital."""
    pattern = re.compile(rf"(?<!^)\b(?:{'|'.join(map(re.escape, spellings(name)))})", re.IGNORECASE)
    written = [match.group() for hit in hits for match in pattern.finditer(hit.sentence.text)]
    return sum(one != one.lower() for one in written) / max(1, len(written))


def _support(pair: Pair) -> tuple[int, float]:
    return pair.comparing, pair.closeness()


def are_adjectives(objects: Sequence[str]) -> bool:
    """Return whether names say little without a noun: red and blue, but not an apple and an orange."""
    return all(one.isalpha() and tagger().tag(["the", one.lower()])[1] in _ADJECTIVES for one in objects)


def says_whence(name: str) -> bool:
    """Return whether a name says of things whence they come: Japanese, said of knives and of cars."""
    return name.isalpha() and is_said_of_things(name)


def is_said_of_things(word: str) -> bool:
    """Return whether a word with a capital is an adjective before a noun."""
    return tagger().tag(["the", word.title(), "things"])[1].startswith("JJ")


def in_short(names: Sequence[str]) -> tuple[str, ...]:
    """Return the words that are in each sentence on two things of one class, though in short; none for other things.

    >>> in_short(("red wine", "white wines")), in_short(("red wine", "beer"))
    (('red', 'white', 'wine'), ())
    """
    first, second = (name.split() for name in names)
    last = sum(takewhile(bool, (same_name(*both) for both in zip(first[::-1], second[::-1], strict=False))))
    own = [" ".join(words[: len(words) - last]) for words in (first, second)]
    return (*own, " ".join(first[-last:])) if last and all(own) else ()


def searched_as(objects: Sequence[str], typed: Sequence[str]) -> str:
    """Return a sentence that says which names were searched for in place of those typed; empty if none were.

    >>> searched_as(["Firefox", "Opera"], ["Mozilla Firefox", "Opera"])
    'I searched for “Firefox” instead of “Mozilla Firefox”.'
    """
    changed = [(name, was) for name, was in zip(objects, typed, strict=False) if name != was]
    if not changed:
        return ""
    names, before = map(in_quotes, zip(*changed, strict=True))
    return f"I searched for {names} instead of {before}."


def without_version(objects: Sequence[str], typed: Sequence[str]) -> str:
    """Return a sentence that says that the years or versions of names were left out; empty if none were.

    >>> without_version(["Civic", "Up"], ["Civic 9", "VW Up"])
    'Too little of what I have read compares “Civic 9” and “VW Up”: this is on “Up” and “Civic” of any year or version.'
    """
    pairs = [(name, was) for name, was in zip(objects, typed, strict=False) if name != was]
    wider = [name for name, was in pairs if set(stems(name)) < set(stems(was)) and _has_number(was, name)]
    if not wider:
        return ""
    asked, found = in_quotes(typed), in_quotes([*(name for name, _ in pairs if name not in wider), *wider])
    return f"Too little of what I have read compares {asked}: this is on {found} of any year or version."


def _has_number(name: str, shorter: str) -> bool:
    """Return whether words that a shorter name lacks have a digit, or are a number: "Xbox One".

    >>> _has_number("Xbox One", "Xbox"), _has_number("iPhone 5s", "iPhone"), _has_number("Sony PSP", "PSP")
    (True, True, False)
    """
    left = set(stems(name)) - set(stems(shorter))
    return any(SPOKEN.fullmatch(word) or any(map(str.isdigit, word)) for word in left)


def spellings_beside(
    names: Sequence[str], known: Sequence[str], retriever: Retriever, *, alike: float = _ALIKE
) -> Iterator[tuple[str, ...]]:
    """Yield how names are spelt in an index, in sentences with others, the likeliest first, each as most write it.

    Args:
        names: What may be misspelt.
        known: Names beside them.
        retriever: The index.
        alike: Least share of sounds that a spelling has in common with a name; with 1 it sounds the same.
    """
    if isinstance(retriever, SpellingRetriever):
        ways = [tuple({name, _single(name), _single(name).replace("f", "ph")}) for name in names]
        hits = retriever.search_alike(ways, beside=known, k=_LOOKED_AT)
        alone = {hit.sentence.text for hit in hits}
        found = Counter(tuple(nearest(name, [text], alike=alike) for name in names) for text in sorted(alone))
        written: dict[tuple[tuple[str, ...], ...], tuple[str, ...]] = {}
        for spelt, times in found.most_common():
            if all(spelt) and times >= _TWICE:
                written.setdefault(tuple(map(stems, spelt)), spelt)
        yield from written.values()
    if known and alike < 1:
        texts = [hit.sentence.text for hit in retriever.search(known, k=_LOOKED_THROUGH).hits]
        if all(spelt := tuple(nearest(name, texts, alike=alike, least=_TWICE) for name in names)):
            yield spelt


def nearest(name: str, texts: Iterable[str], *, alike: float, least: int = 1) -> str:
    """Return the words of texts, so often at least, that sound most like a name, as most write them."""
    length = len(stems(name))
    phrases: Counter[str] = Counter()
    for tokens in map(TOKEN.findall, texts):
        for words in (length - 1, length, length + 1):
            phrases.update(" ".join(tokens[at : at + words]) for at in range(len(tokens) - words + 1) if words)
    written: dict[str, str] = {}
    for phrase, times in phrases.most_common():
        is_open = STOP.issuperset(stems(phrase)[-1:])  # "Toyota is"
        if times >= least and not (is_open or same_name(phrase, name) or _is_end(phrase, name)):
            written.setdefault(_sound(phrase), phrase)
    found = get_close_matches(_sound(name), written, n=1, cutoff=alike)
    return written[found[0]] if found else ""


def _sound(name: str) -> str:
    """Return a name as it sounds, about.

    >>> _sound("ifone"), _sound("iPhone"), _sound("cannon"), _sound("emax"), _sound("macdonald")
    ('ifone', 'ifone', 'kanon', 'emaks', 'mkdonald')
    """
    return _single(
        _MAC.sub("mc", name.lower()).replace("ph", "f").replace("ck", "k").replace("th", "t").translate(_SOUNDS)
    )


def _is_end(word: str, name: str) -> bool:
    """Return whether a word is the second of two that a name is joined of: no misspelt "script" is in TypeScript."""
    return name.lower().endswith(word.lower()) and len(name) - len(word) >= _HALF


def _single(name: str) -> str:
    """Return a name without double letters."""
    return _DOUBLE.sub(r"\1", name)


def _likeness(name: str, other: str) -> float:
    return SequenceMatcher(None, _sound(name), _sound(other)).ratio()


def _aliases_of(name: str) -> Iterator[str]:
    """Yield the other names of a thing that may be of another one, too: "golang", "Amazon" of a site."""
    if (bare := _SITE.sub("", name)) != name:
        yield bare
    known = {stems(one): one for one in spellings(name)}
    groups = chain.from_iterable(name_groups("names").get(one, ()) for one in known)
    yield from unique(alias for alias in groups if stems(alias) not in known)
