"""The property that a question asks for: what is read for it, how a reader is asked, and the verdict on it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, pairwise, product
from typing import Final

from engine.config import VerdictConfig
from engine.text import lexicon
from engine.text.analysed import analysed
from engine.text.comparing import LEVEL
from engine.text.graded import LESS, NEEDING, grade, meant_by
from engine.text.lexicon import AspectFinder, grades, search_terms
from engine.text.morphology import bases, gerund, inflected, with_article
from engine.text.spelling import joined_or_apart
from engine.text.stop_words import STOP
from engine.text.tagging import FINITE, GRADED, tagger
from engine.text.tokens import TOKEN, stem, stems, word_set
from engine.types import SILENT, Argument, Asked, AskedKind, AskedVerdict, Classification, Hit, Stance
from engine.verdict.decision import decide
from engine.verdict.weights import speaks, weigh_asked

LEANING: Final = 0.2
"""Least probability with which a sentence counts that is likelier to say nothing; chosen on answered questions."""
_DEGREES: Final = LESS | word_set("more most so much even far way just any bit often better worse as to the of a for")
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
_TURN: Final = re.compile(
    r"[();]|[.!:]\s|\.{2,}|\b(?:although|but|however|plus|though|whereas|while|yet)\b", re.IGNORECASE
)
"""Where a sentence turns to something else."""
_BRACKETED: Final = re.compile(r"\([^()]*\)")
_CHOOSING: Final = re.compile(
    r"\b(?:best|better|beats?|cho(?:ice|ose|oses|se)|go(?:es)? (?:for|with)|ideal|perfect|pick|prefer\w*|reason"
    r"|recommend\w*|suggest\w*|superior|switch\w*|win(?:s|ner)?)\b",
    re.IGNORECASE,
)
"""What prefers one thing without a comparative."""
_JOINED: Final = re.compile(r",?\s+and\s+|,\s+")
"""What may stand between the parts of a situation."""
_BEHIND: Final = 4
"""Words between "than" and what a name behind it begins with, at most: "than any normal family minivan"."""
_PERSONS: Final = word_set("i we you my our your i'm im we're you're he she they his her their")
"""Words that a part of a situation with a subject of its own begins with."""
_KIN: Final = word_set("mom mum mother dad father grandma grandmother grandpa wife husband son daughter brother sister")
_OF_ONE: Final = word_set("for my our your his her their")
"""Words before who is somebody's kin, or for whom something is."""
_NEW: Final = re.compile(r"(?:.* (?:who|that)|if (?:i|we|you))\b.* (?:never|new to|first time)\b.*", re.IGNORECASE)
_BEGINNERS: Final = "beginners"
_DONE_WITHIN: Final = 5
"""Words between a quality and what is easily done, at most."""
_PRAISED: Final = re.compile(r"(?:better|best|good|great) (?P<what>.+)", re.IGNORECASE)
"""What a thing is wanted to have in a good kind: "good food"."""
_MEASURE: Final = re.compile(r"\b\d\S*(?: [a-z]+)? of (?=[a-z])", re.IGNORECASE)
"""How much there is of what follows: "2 gb of" memory."""
_NEAR: Final = 3
"""Words from a quality to the noun that has it, at most: "a large SQL database"."""
_EVERYWHERE: Final = 0.3
"""Share of the sentences on two things from which on a word tells nothing of what they are used for."""
_MANY: Final = 20
"""Sentences below which a share says nothing."""
_COMMON_VERB: Final = 8.5
"""Nats of rarity below which a verb tells of a situation only as a circumstance: "move", and not "commute"."""
_OF_ACTION: Final = word_set("to i you we they often always never sometimes usually mostly just only going")
"""Words right before what a person does."""
_ALIKE: Final = (
    frozenset(stems("learn master understand follow grasp pick get")),
    frozenset(stems("use operate handle navigate control work")),
)
"""Stems of verbs of which each is as easily done as the others: what is easily grasped is easy to learn."""
_GERUND: Final = 6
"""Letters of the shortest gerund that is looked for."""
_IS: Final = frozenset({"is", "are", "was", "were", "be", "been"})
_ON_THING: Final = word_set("it them one him her this that")
"""What is compared, behind what one does with it."""
_CIRCUMSTANCE: Final = word_set("for if when whenever while to as")
_WITHIN_CIRCUMSTANCE: Final = 3
"""Words between what begins a circumstance and its verb, at most."""
_AMOUNT: Final = re.compile(
    r"(?:(?P<more>more|most|(?:high|rich)(?:er|est)? in)|less|least|fewer|fewest|low(?:er|est)? in) (?P<what>.+)",
    re.IGNORECASE,
)
"""A property that is how much of something a thing has."""
_ENDS: Final = {"more": ("good", "high"), "less": ("bad", "low")}


def terms(asked: Asked, *, near: float) -> tuple[str, ...]:
    """Return what to search for to find a property: the words of its dimension, or its own and related ones.

    Args:
        asked: The property.
        near: As in ``lexicon.search_terms``.
    """
    if asked.dimension in lexicon.names():
        return search_terms(asked.dimension)
    return search_terms(_subject(asked), near=near)


def wanted(aspect: str) -> Asked:
    """Return what is asked of sentences on a point of view: who has more of its good end, or is better for it.

    >>> [wanted(aspect).words for aspect in ("price", "longer battery life", "replication", "small apartment")]
    ['cheap', 'longer battery life', 'better for replication', 'better for a small apartment']
    >>> wanted("good food").words, wanted("gas mileage").words
    ('better food', 'better gas mileage')
    """
    dimension = lexicon.dimension_of(aspect)
    good = lexicon.words_of(dimension, "good")
    if dimension and any(map(grades, aspect.split())) and not (good and lexicon.end_of(aspect) < 0):
        return Asked(AskedKind.PROPERTY, dimension, words=aspect)
    if good:
        is_noun = " " in aspect and "-".join(aspect.split()) in lexicon.words_of(dimension, "nouns")
        return Asked(AskedKind.PROPERTY, dimension, words=f"better {aspect}" if is_noun else good[0].replace("-", " "))
    if praised := _PRAISED.fullmatch(aspect):
        better = f"better {praised['what']}"
        if all(tag.startswith("NN") for tag in tagger().tag(better.lower().split())[1:]):
            return Asked(AskedKind.PROPERTY, grade(better).dimension, words=better)
    return used_for(aspect)


def used_for(noun: str) -> Asked:
    """Return what asks which thing is better for something: for a driveway, for games."""
    one = with_article(noun) if tagger().is_countable(noun.split()[-1].lower()) else noun
    return Asked(AskedKind.USE, words=f"better for {one}", use=f"for {one}")


def circumstances(asked: Asked) -> tuple[Asked, ...]:
    """Return the parts of a situation, each of which texts may speak of alone; all else is its only part.

    >>> from engine.types import AskedKind
    >>> words = "if you live in a flat and work all day and your hands are small"
    >>> [part.use for part in circumstances(Asked(AskedKind.USE, words=f"better {words}", use=words))]
    ['if you live in a flat', 'if you work all day', 'if your hands are small']
    """
    if not (asked.kind is AskedKind.USE and asked.use.startswith("if ")):
        return (asked,)
    parts: list[str] = []
    for part in _JOINED.split(asked.use.removeprefix("if ")):
        head = part.split()[0].lower()
        if not parts or head in _PERSONS:
            parts.append(f"if {part}")
        elif tagger().is_verb(head):
            parts.append(f"if you {part}")
        else:
            parts[-1] += f" and {part}"
    return tuple(replace(asked, words=f"better {part}", use=part) for part in parts)


def _subject(asked: Asked) -> str:
    """Return of what one speaks in the words of a property: "deep learning" in "better for deep learning".

    Who is new to something is a beginner, and a flat an apartment.
    """
    if _NEW.fullmatch(asked.use):
        return _BEGINNERS
    return lexicon.commoner(" ".join(_said(asked)))


def _said(asked: Asked) -> list[str]:
    """Return the words of a property or a use without those of degree and how much there is of something."""
    words = _MEASURE.sub("", asked.use or asked.words).split()
    return [word for word in words if not _DEGREES.issuperset(stems(word))]


def is_level(asked: Asked) -> bool:
    """Return whether a property is asked for that is true as well of things that are level: "as fast as"."""
    return LEVEL.fullmatch(asked.words) is not None


def within(asked: Asked) -> Asked:
    """Return a property that is asked for a use as one of that use: "safer for a cutting board"."""
    return replace(asked, words=f"{asked.words} {asked.use}")


def amount(words: str) -> str:
    """Return a property that is an amount of something, as readers of claims understand it; nothing of any other.

    >>> [amount(words) for words in ("more sugar", "lower in protein", "more popular", "uses less memory")]
    ['much sugar', 'less much protein', '', '']
    """
    found = _AMOUNT.fullmatch(words)
    if not found or not all(tag.startswith("NN") for tag in tagger().tag(["the", *found["what"].lower().split()])[1:]):
        return ""
    return f"{'' if found['more'] else 'less '}much {found['what']}"


def judged_as(asked: Asked) -> str:
    """Return a property as the judge is asked for it: in its own words, but for how much is done, or of what.

    >>> from engine.types import AskedKind
    >>> asked = [("memory", "more", "uses less memory"), ("sweetness", "more", "more sugar")]
    >>> asked += [("weight", "less", "weighs less"), ("durability", "more", "lasts longer")]
    >>> [judged_as(Asked(AskedKind.PROPERTY, *one)) for one in asked]
    ['memory efficient', 'more sugar', 'light', 'lasts longer']
    """
    head, _, rest = asked.words.partition(" ")
    is_amount = tagger().is_verb(head.lower()) and amount(rest) != ""
    is_degree = asked.dimension in lexicon.names() and rest.split()[-1:] in (["less"], ["more"])
    is_other = is_amount or is_degree or _is_eased(asked) or (grades(head) and _is_phrase_of(asked.dimension, head))
    return property_of(asked) if is_other else lexicon.commoner(asked.words)


def property_of(asked: Asked) -> str:
    """Return a property as a reader of claims is asked for it: an adjective or a phrase.

    >>> from engine.types import AskedKind
    >>> asked = [("price", "less", "costs more"), ("speed", "more", "as fast as"), ("hardness", "more", "harder")]
    >>> asked += [("price", "more", "price"), ("", "more", "screen quality")]
    >>> asked += [("maintenance", "less", "needs more care")]
    >>> [property_of(Asked(AskedKind.PROPERTY, *one)) for one in asked]
    ['expensive', 'fast', 'harder', 'cheap', 'much screen quality', 'hard to maintain']
    >>> property_of(Asked(AskedKind.PROPERTY, "commercial", "less", "fewer commercials"))
    'less much ads'
    """
    if _NEW.fullmatch(asked.use):
        return f"better for {_BEGINNERS}"
    if counted := amount(lexicon.commoner(asked.words)):
        return counted
    if (counted := amount(f"more {asked.words}")) and not any(_adjectives(asked)):
        return counted
    found = LEVEL.fullmatch(asked.words)
    words = found[1] if found else lexicon.commoner(asked.words)
    head, *rest = words.split()
    if _is_eased(asked):
        easy = _easy(asked.dimension)
        return easy if _end(asked) == "more" else easy.replace("easy", "hard", 1)
    if words.lower() == asked.dimension and not grades(head):  # "on price": who is cheaper
        return next(_adjectives(asked), words)
    if head.lower() in _DEGREES or (grades(head) and not _is_phrase_of(asked.dimension, head)) or not rest:
        return words
    said = (word for word in rest if grades(word) and lexicon.dimension_of(word) == asked.dimension)
    return next(iter((*said, *_adjectives(asked), words)))


def _is_phrase_of(dimension: str, head: str) -> bool:
    """Return whether a phrase has another dimension than its first word alone: what is cheap to run saves fuel."""
    return lexicon.dimension_of(head) not in ("", dimension, lexicon.EASE)


def _is_eased(asked: Asked) -> bool:
    """Return whether a property is how much has to be done for a thing: "needs less care"."""
    return NEEDING.issuperset(stems(asked.words)[:1]) and _easy(asked.dimension) != ""


def _easy(dimension: str) -> str:
    """Return what is easy where a thing needs little: "easy to maintain"; empty for a dimension of nothing one does."""
    done = lexicon.words_of(dimension, "tasks")
    return f"easy to {done[0]}" if done else dimension if dimension.startswith("easy to ") else ""


def _end(asked: Asked) -> str:
    """Return the end of a dimension that the words name."""
    return {"more": "less", "less": "more"}[asked.end] if asked.denied else asked.end


def _adjectives(asked: Asked) -> Iterator[str]:
    """Yield the adjectives of the end of a dimension that the words name."""
    for role in _ENDS[_end(asked)]:
        for word in lexicon.words_of(asked.dimension, role):
            yield word.replace("-", " ")


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

    whole = AspectFinder([_subject(asked)], near=near, objects=objects)
    speaking = [hit for hit in hits if whole.speaks(hit.sentence.text)]
    if asked.use.startswith("as "):
        return speaking
    other, _, done = asked.dimension.partition("easy to ")
    able = [] if other else [hit for hit in hits if not _able(done).isdisjoint(analysed(hit.sentence.text).present)]
    found = {hit.sentence.id: hit for hit in (*speaking, *_has_words(asked, hits, near), *able)}.values()
    if not other:
        return [hit for hit in found if _is_of_doing(hit.sentence.text, done.split()[0])]
    said = frozenset(chain.from_iterable(forms(word, near) for word in stems(_subject(asked)) if not grades(word)))
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
    alike = next((some for some in _ALIKE if some.issuperset(done)), frozenset(done))
    return [hit for hit in speaking if not done or _may_be_easy(hit.sentence.text, alike)]


def _may_be_easy(sentence: str, done: frozenset[str]) -> bool:
    """Return whether something is called easy, and not only to do something else.

    >>> texts = "Oak is easier to sand than pine", "Oak is easier than pine", "Oak is easier to sand and to saw"
    >>> texts = *texts, "I wanted to saw it because oak makes sanding easier"
    >>> [_may_be_easy(text, frozenset({"saw"})) for text in texts]
    [False, True, True, False]
    """
    text = analysed(sentence)
    words = [word.text.lower() for word in text.words]
    said = frozenset(chain.from_iterable((*inflected(one), gerund(one)) for one in done))
    places = [at for at, word in enumerate(text.words) if not said.isdisjoint(word.stems)]
    easy = [at for at, word in enumerate(words) if lexicon.dimension_of(word) == lexicon.EASE]
    is_of_doing = (words[at + 1 : at + 2] == ["to"] or _is_gerund(words[max(0, at - 1)]) for at in easy)
    return not all(is_of_doing) or any(abs(at - place) <= _DONE_WITHIN for at in easy for place in places)


def _is_gerund(word: str) -> bool:
    """Return whether a word may say what is done: "coding", and not "thing"."""
    return len(word) >= _GERUND and word.endswith("ing") and any(map(tagger().knows, bases(word, "ing")))


def _on_use(hits: Sequence[Hit], asked: Asked, *, objects: Sequence[str], near: float) -> list[Hit]:
    """Return the sentences that speak of a use or a situation, and say something for it.

    A quality must be said, too, where its noun is said of the things everywhere: small ones of databases. Nobody is in
    a situation by a verb that says what he does to the thing itself, and by a very common one only where it tells a
    circumstance.
    """
    from engine.text.related import forms, salient, telling  # needs numpy

    subject = _subject(asked)
    named = frozenset(chain.from_iterable(map(stems, objects)))
    wants = _WANTS.search(subject) is not None
    is_state = asked.is_situation and not wants
    words = telling(subject)
    if is_state:
        of_person = _without_company(_without_names(subject.split(" who ")[-1], named))
        words = tuple(word for word in salient(of_person) if not _is_done_to_thing(word, asked.use))
        if not words:
            return []
    clause = wants or (is_state and len(words) > _FEW)  # no word stands for all
    said = {word: frozenset(forms(word, near)) - named for word in words}
    whole = AspectFinder([subject], near=near, objects=objects)
    own = stems(" ".join(_said(asked)))  # "small flat", too, and not only what more texts call it
    texts = [(hit, analysed(hit.sentence.text)) for hit in (() if clause else hits)]
    speaking = [hit for hit, text in texts if whole.speaks(text.text) or (own and any(text.find(own)))]
    if asked.use.startswith("as "):  # "a first language", and no other language
        return speaking
    shares = _shares(said, hits)
    deed = stems(subject)[:1] if asked.use.startswith("to ") else ()
    having = _has_telling(subject, said, hits, shares=shares, clause=clause, deed=deed)
    found = {hit.sentence.id: hit for hit in (*_with_quality(speaking, said, shares, len(hits)), *having)}
    denied = asked.is_situation or re.search(r"\b(?:no|without|not)\b", asked.use) is not None
    every = frozenset(stems(subject)) if lexicon.dimension_of(subject) else frozenset[str]().union(*said.values())
    by_verb = is_state and all(_is_common_verb(word, asked.use) for word in words)
    return [
        hit
        for hit in found.values()
        if is_given(hit.sentence.text, every, objects, denied=denied)
        and is_compared_on(hit.sentence.text, every, objects)
        and (not by_verb or _is_circumstance(hit.sentence.text, every))
    ]


def _without_names(words: str, named: frozenset[str]) -> str:
    """Return words without those of names, given their stems."""
    return " ".join(word for word in words.split() if not (set(stems(word)) and named.issuperset(stems(word))))


def _without_company(words: str) -> str:
    """Return words without what somebody does with others, who tell more: "kids" of "travelling with kids".

    >>> _without_company("you're travelling with kids"), _without_company("you have a house with a yard")
    ("you're with kids", 'you have a house with a yard')
    """
    said = words.split()
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


def _is_circumstance(sentence: str, said: frozenset[str]) -> bool:
    """Return whether a sentence tells one of some words as a circumstance: "for moving", "if you move"."""
    tokens = [token.stem for token in analysed(sentence).tokens]
    before = (tokens[max(0, at - _WITHIN_CIRCUMSTANCE - 1) : at] for at, one in enumerate(tokens) if one in said)
    return any(not _CIRCUMSTANCE.isdisjoint(some) for some in before)


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
    return [hit for hit in hits if all(_are_near(hit.sentence.text, some, of) for some in rare)]


def _are_near(sentence: str, some: frozenset[str], others: frozenset[str]) -> bool:
    """Return whether a word of one set stands near one of another, given their stems.

    >>> texts = "a large SQL database", "a good database, and a much larger crowd"
    >>> [_are_near(text, frozenset({"large", "larger"}), frozenset({"database"})) for text in texts]
    [True, False]
    """
    tokens = analysed(sentence).tokens
    places = [at for at, token in enumerate(tokens) if token.stem in others]
    return any(abs(at - place) <= _NEAR for at, token in enumerate(tokens) if token.stem in some for place in places)


def _has_all(hit: Hit, needed: Sequence[frozenset[str]]) -> bool:
    present = analysed(hit.sentence.text).present
    return not any(some.isdisjoint(present) for some in needed)


def is_given(sentence: str, said: frozenset[str], objects: Sequence[str], *, denied: bool) -> bool:
    """Return whether a sentence says something for a circumstance, and not of a thing that is named by it, or without.

    Args:
        sentence: Its text.
        said: Stems of the telling words of the circumstance and of what is near to them.
        objects: The names of the things.
        denied: Whether it may be told by a denial: "without a car", "for who is away" of who is not at home.
    """
    text = analysed(sentence)
    tokens = text.tokens
    places = [at for at, token in enumerate(tokens) if token.stem in said]
    names, ends = ({one[side] for name in objects for one in text.mentions(name)} for side in (0, 1))

    starts = {tokens[at].start - 1 for at in places}
    is_of_each = all(any(end in starts for _, end in text.mentions(name)) for name in objects)  # goat milk and cow milk

    def is_apart(at: int) -> bool:
        named = at + 1 < len(tokens) and tokens[at + 1].start in names
        behind = named and any(token.stem == "than" for token in tokens[max(0, at - _BEHIND) : at])
        kind = not is_of_each and tokens[at].start - 1 in ends  # a "Python beginner" is one at Python
        before = {token.stem for token in tokens[max(0, at - _BEHIND) : at]}
        whose = tokens[at].stem in _KIN and before.isdisjoint(_OF_ONE)  # "a loving mother" is nobody's
        return behind or kind or whose or (not denied and lexicon.is_denied(sentence, tokens[at].start))

    return not places or not all(map(is_apart, places))


def is_compared_on(sentence: str, said: frozenset[str], objects: Sequence[str]) -> bool:
    """Return whether what a sentence compares is said of something that it speaks of, and not beside that.

    It is where a word of it stands no turn away from the names, or behind a turn where something is compared, too.

    >>> texts = "Oak is harder than pine, but it is fun to sing", "Oak beats pine, but to sing I prefer pine"
    >>> [is_compared_on(text, frozenset({"sing"}), ("oak", "pine")) for text in texts]
    [False, True]

    Args:
        sentence: Its text.
        said: Stems of the words that speak of it.
        objects: The names of the things.
    """
    text = analysed(sentence)
    places = [token.start for token in text.tokens if token.stem in said]
    named = [text.mentions(name) for name in objects]
    if not places or not all(named):
        return True
    hulls = [(min(one)[0], max(one)[1]) for one in product(*named)]
    start, end = min(hulls, key=lambda hull: hull[1] - hull[0])
    return any(
        (part.start < end and start < part.stop) or _prefers(sentence[part.start : part.stop])
        for part in _parts(sentence)
        if any(place in part for place in places)
    )


def _parts(sentence: str) -> list[range]:
    """Return the parts of a sentence between its turns; what has no verb belongs to the part before."""
    parts: list[range] = []
    flat = _BRACKETED.sub(lambda found: found[0] if _has_verb(found[0]) else f" {found[0][1:-1]} ", sentence)
    borders = [0, *(turn.start() for turn in _TURN.finditer(flat)), len(flat)]
    for start, end in pairwise(borders):
        if parts and not _has_verb(flat[start:end]):
            parts[-1] = range(parts[-1].start, end)
        else:
            parts.append(range(start, end))
    return parts


def _has_verb(said: str) -> bool:
    return not FINITE.isdisjoint(tagger().tag(TOKEN.findall(said)))


def _prefers(said: str) -> bool:
    """Return whether a part of a sentence compares or chooses."""
    return _CHOOSING.search(said) is not None or not GRADED.isdisjoint(tagger().tag(TOKEN.findall(said)))


def _able(done: str) -> frozenset[str]:
    """Return the stem of the word for what is easily done, in both spellings: "trainable"."""
    return frozenset(stem(f"{root}able") for root in (done, done.removesuffix("e")))


def _has_words(asked: Asked, hits: Sequence[Hit], near: float) -> list[Hit]:
    """Return the sentences that have all words of a property, but for those that grade or count."""
    subject = _subject(asked)
    words = [word for word in subject.split() if not grades(word) and not word.isdecimal()] or [subject]
    words = [word for word in words if STOP.isdisjoint(stems(word))] or words
    how = next((known for word in asked.words.split() if (known := lexicon.dimension_of(word))), "")
    if how and how != lexicon.EASE:  # "cheaper to keep": of price, too
        words = [*words, how]
    done = asked.dimension.partition("easy to ")[2].split()[:1]
    said = {word: {*inflected(word), gerund(word)} if [word] == done else joined_or_apart(word) for word in words}
    finders = [AspectFinder([word, *said[word]], near=near) for word in words]
    return [hit for hit in hits if all(finder.speaks(hit.sentence.text) for finder in finders)]


def _is_of_doing(sentence: str, done: str) -> bool:
    """Return whether a quality stands near the verb of what is done, and is not said of doing something else.

    What can be done better is easier to do, but doing it "is better" says nothing of that.

    >>> text = "A plastic board for cutting is easier to clean than one of wood"
    >>> _is_of_doing(text, "cut"), _is_of_doing(text, "clean")
    (False, True)
    >>> [_is_of_doing(text, "pack") for text in ("I pack tents better than bags", "Packing tents is better than bags")]
    [True, False]
    """
    text, said = analysed(sentence), {*inflected(done), gerund(done)}
    if not _able(done).isdisjoint(text.present):
        return True
    places = [at for at, word in enumerate(text.words) if not said.isdisjoint(word.stems)]
    for at, (word, tag) in enumerate(zip(text.words, text.tags, strict=True)):
        is_praise = (
            at > 0 and text.words[at - 1].text.lower() in _IS and lexicon.sense(word.text) == lexicon.sense("better")
        )
        graded = (tag in ("JJR", "RBR") and not is_praise) or lexicon.dimension_of(word.text) == lexicon.EASE
        if graded and any(abs(at - place) <= _DONE_WITHIN for place in places):
            behind = [one.stems[0] for one in text.words[at + 1 : at + 1 + _DONE_WITHIN]]
            if behind[:1] != ["to"] or not said.isdisjoint(behind):
                return True
    return False


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
        having = [hit for hit in having if _are_near(hit.sentence.text, said[rarest[0]], said[noun])]
    if noun in deed and (of := next((word for word in names if word not in (*deed, *adjectives)), "")):
        is_with_it = shares[of] < _EVERYWHERE and not any(_has_all(hit, [said[of]]) for hit in having)
        return [*having, *(hit for hit in hits if is_with_it and _has_all(hit, [said[of]]))]
    is_only_described = rarest[0] in adjectives and not grades(rarest[0]) and shares[noun] < _EVERYWHERE
    return [hit for hit in hits if _has_all(hit, [said[noun]])] if is_only_described and not having else having


def _adjectives_in(subject: str) -> frozenset[str]:
    """Return the stems of the adjectives of a use."""
    words = subject.split()
    return frozenset(
        chain.from_iterable(stems(w) for w, tag in zip(words, tagger().tag(words), strict=True) if tag == "JJ")
    )


def leaning(belief: Classification, *, kind: AskedKind = AskedKind.PROPERTY) -> Classification:
    """Return what counts of a belief on a property: a side, or both alike, from a probability of ``LEANING`` on.

    A sentence that probably says nothing may say something all the same; what it does then counts with its margin, if
    that is enough. Of a use it does not: its words are further from what a sentence says than those of a property.
    """
    said = belief
    is_use = kind is not AskedKind.PROPERTY
    if not is_use and belief.stance is Stance.NONE and max(belief.first, belief.second, belief.equal) >= LEANING:
        said = Classification(belief.first, belief.second, belief.equal, 0.0, belief.markers, belief.claims)
    return said if speaks(said) else SILENT


def decide_asked(
    asked: Asked, arguments: Sequence[Argument], *, first: str, second: str, settings: VerdictConfig
) -> AskedVerdict:
    """Decide who has more of a property.

    Args:
        asked: The property.
        arguments: Distinct ones, classified by the property and the surest of them judged for it.
        first: Name of the first object.
        second: Name of the second object.
        settings: Those of every verdict; where all agree ``minimum_asked`` sources are enough, as each convinces.
    """
    weighed = [one for one in weigh_asked(arguments) if one.weight]
    agree = len({one.stance for one in weighed}) == 1
    enough = settings.model_copy(update={"minimum_sources": settings.minimum_asked}) if agree else settings
    verdict = decide(weighed, first=first, second=second, settings=enough)
    surest = sorted(weighed, key=lambda one: (-one.weight, one.hit.sentence.id))
    return AskedVerdict(verdict, tuple(surest), is_level(asked), asked.denied)
