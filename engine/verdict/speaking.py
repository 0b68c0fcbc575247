"""Which sentences may speak of a property or a use that is asked of two things, and are read for it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import Final

from engine.text import lexicon
from engine.text.analysed import analysed
from engine.text.graded import meant_by
from engine.text.lexicon import AspectFinder, grades
from engine.text.morphology import gerund, inflected
from engine.text.spelling import joined_or_apart
from engine.text.stop_words import STOP
from engine.text.tagging import NOUNS, tagger
from engine.text.tokens import stems, word_set
from engine.types import Asked, AskedKind, Hit
from engine.verdict.asked import EASED, WORK, said_in, subject_of, terms
from engine.verdict.on_point import (
    are_near,
    as_able,
    is_circumstance,
    is_compared_on,
    is_gerund,
    is_given,
    is_of_doing,
    may_be_easy,
)

_WANTS: Final = re.compile(r"\bwho (?:\w+ )?(?:wants?|likes?|loves?|prefers?|hates?|needs?)\b")
"""Who tells of a thing that he wants, and not of himself."""
_DEGREE: Final = re.compile(
    r"\b(?:a (?:bit|lot|little)|(?:\d[\d.]*|two|three|four|five|ten|several|many) ?(?:x|times)|twice|considerably|even"
    r"|far|much|significantly|slightly|somewhat|way) (?=(?:more|less|worse|\w+er)\b)",
    re.IGNORECASE,
)
"""How much more so something is, which stands within a phrase: "lasts much longer"."""
_FEW: Final = 2
"""Most telling words of a condition of which one is enough."""
_EVERYWHERE: Final = 0.3
"""Share of the sentences on two things from which on a word tells nothing of what they are used for."""
_MANY: Final = 20
"""Sentences below which a share says nothing."""
_COMMON_VERB: Final = 8.5
"""Nats of rarity below which a verb tells of a situation only as a circumstance: "move", and not "commute"."""
_OF_ACTION: Final = word_set("to i you we they often always never sometimes usually mostly just only going")
"""Words right before what a person does."""
_DOING_NOW: Final = re.compile(r"(?<=\w[’']re) \w+ing(?: \w+)? (?=(?:an?|the|my|your|our|his|her|their) )")
"""What somebody is doing just now, before what he does it with: "'re putting together a" gaming PC."""
_ON_THING: Final = word_set("it them one him her this that")
"""What is compared, behind what one does with it."""


def candidates(hits: Sequence[Hit], asked: Asked, *, objects: Sequence[str], near: float) -> list[Hit]:
    """Return the sentences that may say who has more of a property: those with a word of its dimension, or of its own.

    Those that speak of it come before those that have only its words, all of them for a property, one for a use.

    Args:
        hits: Sentences that name both things, in the order of their scores.
        asked: The property.
        objects: The names of the things.
        near: As in ``lexicon.search_terms``.
    """
    if asked.dimension in lexicon.names():
        return _on_dimension(hits, asked, objects=objects, near=near)
    if asked.kind is not AskedKind.PROPERTY:
        return _on_use(hits, asked, objects=objects, near=near)
    from engine.text.related import forms  # needs numpy

    if asked.dimension == WORK:
        kept = Asked(AskedKind.PROPERTY, "maintenance", words="hard to maintain")
        either = [*_has_words(asked, hits, near), *_on_dimension(hits, kept, objects=objects, near=near)]
        return [*{hit.sentence.id: hit for hit in either}.values()]
    whole = AspectFinder([subject_of(asked)], near=near, objects=objects)
    speaking = [hit for hit in hits if whole.speaks(hit.sentence.text)]
    if asked.use.startswith("as "):
        return speaking
    other, _, done = asked.dimension.partition("easy to ")
    able = [] if other else [hit for hit in hits if not as_able(done).isdisjoint(analysed(hit.sentence.text).present)]
    found = {hit.sentence.id: hit for hit in (*speaking, *_has_words(asked, hits, near), *able)}.values()
    if not other:
        return [hit for hit in found if is_of_doing(hit.sentence.text, done.split()[0])]
    said = frozenset(chain.from_iterable(forms(word, near) for word in stems(subject_of(asked)) if not grades(word)))
    return [hit for hit in found if is_compared_on(hit.sentence.text, said, objects)]


def _on_dimension(hits: Sequence[Hit], asked: Asked, *, objects: Sequence[str], near: float) -> list[Hit]:
    """Return the sentences with a word of a dimension of the lexicon, in the sense that it has of the things."""
    easy = AspectFinder([lexicon.EASE], near=0)
    tasks = [stems(word) for word in lexicon.words_of(asked.dimension, "tasks")]  # "easier to read" is readable
    listed = [asked.words, *terms(asked, near=near)]
    finder = AspectFinder(listed, near=0)
    ambiguous = [word for word in listed if lexicon.other_sense(stems(word))]  # the finder knows their first sense
    about = "" if asked.words in ambiguous else " ".join(objects)
    others = [word for word in ambiguous if about and meant_by(word, about=about) != asked.dimension]
    own = [stems(f"{word} to" if word in others else word) for word in listed]  # steel is hard, and hard to weld
    speaking = [
        hit
        for hit in hits
        if (
            finder.speaks(text := _DEGREE.sub("", hit.sentence.text))
            and (not ambiguous or any(map(analysed(text).find, own)))
        )
        or (any(analysed(text).find(one) for one in tasks) and easy.speaks(text))
    ]
    done = stems(asked.words.partition(" to ")[2])[:1] if asked.dimension == lexicon.EASE else ()
    alike = next((some for some in EASED if some.issuperset(done)), frozenset(done))
    return [hit for hit in speaking if not done or may_be_easy(hit.sentence.text, alike)]


def _on_use(hits: Sequence[Hit], asked: Asked, *, objects: Sequence[str], near: float) -> list[Hit]:
    """Return the sentences that speak of a use or a situation, and say something for it.

    A quality must be said, too, where its noun is said of the things everywhere: small ones of databases. Nobody is in
    a situation by a verb that says what he does to the thing itself, and by a very common one only where it tells a
    circumstance.
    """
    from engine.text.related import forms, salient, telling  # needs numpy

    subject = subject_of(asked)
    named = frozenset(chain.from_iterable(map(stems, objects)))
    wants = _WANTS.search(subject) is not None
    is_state = asked.is_situation and not wants
    words = telling(subject)
    if is_state:
        of_person = _without_doing(_without_names(subject.split(" who ")[-1], named))
        words = tuple(word for word in salient(of_person) if not _is_done_to_thing(word, asked.use))
        if not words:
            return []
    clause = wants or (is_state and len(words) > _FEW)  # no word stands for all
    said = {word: frozenset(forms(word, near)) - named for word in words}
    whole = AspectFinder([subject], near=near, objects=objects)
    own = stems(" ".join(said_in(asked)))  # "small flat", too, and not only what more texts call it
    texts = [(hit, analysed(hit.sentence.text)) for hit in (() if clause else hits)]
    speaking = [hit for hit, text in texts if whole.speaks(text.text) or (own and any(text.find(own)))]
    if asked.use.startswith("as "):  # "a first language", and no other language
        return speaking
    shares = _shares(said, hits)
    deed = stems(subject)[:1] if asked.use.startswith("to ") else ()
    having = _has_telling(subject, said, hits, shares=shares, clause=clause, deed=deed)
    if done := _done_with(subject, said):  # "you're building a gaming PC"
        having += [hit for hit in hits if _has_all(hit, [said[done]])]
    found = {hit.sentence.id: hit for hit in (*_with_quality(speaking, said, shares, len(hits)), *having)}
    denied = asked.is_situation or re.search(r"\b(?:no|without|not)\b", asked.use) is not None
    every = frozenset(stems(subject)) if lexicon.dimension_of(subject) else frozenset[str]().union(*said.values())
    by_verb = is_state and all(_is_common_verb(word, asked.use) for word in words)
    return [
        hit
        for hit in found.values()
        if is_given(hit.sentence.text, every, objects, denied=denied)
        and is_compared_on(hit.sentence.text, every, objects)
        and (not by_verb or is_circumstance(hit.sentence.text, every))
    ]


def _without_names(words: str, named: frozenset[str]) -> str:
    """Return words without those of names, given their stems."""
    return " ".join(word for word in words.split() if not (set(stems(word)) and named.issuperset(stems(word))))


def _without_doing(words: str) -> str:
    """Return words without what somebody does with others, or is doing now with something, which tells more.

    >>> _without_doing("you're travelling with kids"), _without_doing("you have a house with a yard")
    ("you're with kids", 'you have a house with a yard')
    >>> _without_doing("you're putting together a gaming PC"), _without_doing("you're learning Spanish")
    ("you're a gaming PC", "you're learning Spanish")
    """
    done = _DOING_NOW.sub(" ", words)
    said = done.split()
    verbs = [at for at in range(1, len(said) - 1) if said[at + 1] == "with" and _is_of_action(said[at - 1])]
    return " ".join(word for at, word in enumerate(said) if at not in verbs)


def _is_of_action(before: str) -> bool:
    """Return whether a word stands before what a person does."""
    return before in _OF_ACTION or before.endswith(("'re", "'m"))


def _behind_verb(word: str, situation: str) -> Iterator[tuple[str, ...]]:
    """Yield what stands behind a word of a situation wherever it is what the person does."""
    said = situation.lower().split()
    for at, (before, one) in enumerate(pairwise(said)):
        if word in stems(one) and _is_of_action(before):
            yield tuple(said[at + 2 :])


def _is_done_to_thing(word: str, situation: str) -> bool:
    """Return whether a word of a situation says what one does to the thing itself: "if you want to sell it"."""
    return any(behind[:1] and behind[0] in _ON_THING for behind in _behind_verb(word, situation))


def _is_common_verb(word: str, situation: str) -> bool:
    """Return whether a word of a situation is what the person does, and such a common verb that it tells little."""
    from engine.text.related import rarity  # needs numpy

    return rarity(word) < _COMMON_VERB and next(_behind_verb(word, situation), None) is not None


def _shares(said: Mapping[str, frozenset[str]], hits: Sequence[Hit]) -> dict[str, float]:
    """Return in which share of sentences words are said, in any of their forms."""
    present = [analysed(hit.sentence.text).present for hit in hits]
    return {word: sum(not some.isdisjoint(one) for one in present) / max(1, len(hits)) for word, some in said.items()}


def _with_quality(
    hits: Sequence[Hit], said: Mapping[str, frozenset[str]], shares: Mapping[str, float], number: int
) -> Sequence[Hit]:
    """Return the sentences with the qualities of a use, near a noun, where its nouns are said of the things everywhere.

    ``number`` is that of the sentences on the things.
    """
    qualities = [word for word in said if grades(word)]
    nouns = [word for word in said if word not in qualities]
    if not nouns or number < _MANY or any(shares[word] < _EVERYWHERE for word in nouns):
        return hits
    of = frozenset(chain.from_iterable(said[word] for word in nouns))
    rare = [said[word] for word in qualities if shares[word] < _EVERYWHERE]
    return [hit for hit in hits if all(are_near(hit.sentence.text, some, of) for some in rare)]


def _has_all(hit: Hit, needed: Sequence[frozenset[str]]) -> bool:
    present = analysed(hit.sentence.text).present
    return not any(some.isdisjoint(present) for some in needed)


def _has_words(asked: Asked, hits: Sequence[Hit], near: float) -> list[Hit]:
    """Return the sentences that have all words of a property, but for those that grade or count."""
    subject = subject_of(asked)
    words = [word for word in subject.split() if not grades(word) and not word.isdecimal()] or [subject]
    words = [word for word in words if STOP.isdisjoint(stems(word))] or words
    how = next((known for word in asked.words.split() if (known := lexicon.dimension_of(word))), "")
    if how and how != lexicon.EASE:  # "cheaper to keep": of price, too
        words = [*words, how]
    done = asked.dimension.partition("easy to ")[2].split()[:1]
    said = {word: {*inflected(word), gerund(word)} if [word] == done else joined_or_apart(word) for word in words}
    finders = [AspectFinder([word, *said[word]], near=near) for word in words]
    return [hit for hit in hits if all(finder.speaks(hit.sentence.text) for finder in finders)]


def _has_telling(
    subject: str,
    said: Mapping[str, frozenset[str]],
    hits: Sequence[Hit],
    *,
    shares: Mapping[str, float],
    clause: bool,
    deed: Sequence[str],
) -> list[Hit]:
    """Return the sentences that have the telling word of a use: the one that is rarest where both things are named.

    An adjective tells only beside the rarest noun: an old computer is neither old nor a computer. Where none has both,
    the noun tells alone if the adjective says no more of it than how it is: a sensitive stomach is a stomach. Where
    none has both the verb of a ``deed``, given its stem, and the noun, either tells: who hooks up a printer has one. Of
    a clause, "someone who hates Linux", all words must be there, two at least.
    """
    if clause:
        return [hit for hit in hits if _has_all(hit, [*said.values()])] if len(said) > 1 else []
    rarest = sorted(
        (word for word in said if not (grades(word) and not lexicon.dimension_of(word))), key=shares.__getitem__
    )
    adjectives = _adjectives_in(subject)
    names = [word for word in rarest if not grades(word)]
    if not names:
        return []
    noun = next((word for word in names if word not in adjectives), names[0])
    having = [hit for hit in hits if _has_all(hit, [said[rarest[0]], said[noun]])]
    if grades(rarest[0]) and noun != rarest[0]:
        having = [hit for hit in having if are_near(hit.sentence.text, said[rarest[0]], said[noun])]
    if noun in deed and (of := next((word for word in names if word not in (*deed, *adjectives)), "")):
        is_with_it = shares[of] < _EVERYWHERE and not any(_has_all(hit, [said[of]]) for hit in having)
        return [*having, *(hit for hit in hits if is_with_it and _has_all(hit, [said[of]]))]
    is_only_described = rarest[0] in adjectives and not grades(rarest[0]) and shares[noun] < _EVERYWHERE
    return [hit for hit in hits if _has_all(hit, [said[noun]])] if is_only_described and not having else having


def _done_with(subject: str, words: Collection[str]) -> str:
    """Return which of the telling words of a situation says, right before a noun, what one does with that; else none.

    >>> _done_with("you're buying a hunting dog", {"hunting", "dog"}), _done_with("you're hunting dogs", {"hunting"})
    ('hunting', '')
    """
    said = subject.lower().split()
    behind = zip(["", *said], said, tagger().tag(said)[1:], strict=False)
    gerunds = (one for before, one, tag in behind if tag in NOUNS and is_gerund(one) and not _is_of_action(before))
    return next((word for one in gerunds for word in stems(one) if word in words), "")


def _adjectives_in(subject: str) -> frozenset[str]:
    """Return the stems of the adjectives of a use."""
    words = subject.split()
    return frozenset(
        chain.from_iterable(stems(w) for w, tag in zip(words, tagger().tag(words), strict=True) if tag == "JJ")
    )
