"""The property that a question asks for: what is read for it, how a reader is asked, and the verdict on it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from engine.config import VerdictConfig
from engine.text import lexicon
from engine.text.comparing import LEVEL
from engine.text.graded import LESS, NEEDING, grade
from engine.text.lexicon import grades, search_terms
from engine.text.morphology import with_article
from engine.text.tagging import NOUNS, tagger
from engine.text.tokens import TOKEN, stems, word_set
from engine.types import SILENT, Argument, Asked, AskedKind, AskedVerdict, Classification, Stance
from engine.verdict.decision import decide
from engine.verdict.weights import speaks, weigh_asked

LEANING: Final = 0.2
"""Least probability with which a sentence counts that is likelier to say nothing; chosen on answered questions."""
_DEGREES: Final = LESS | word_set("more most so much even far way just any bit often better worse as to the of a for")
_JOINED: Final = re.compile(r",?\s+and\s+|,\s+")
"""What may stand between the parts of a situation."""
_PERSONS: Final = word_set("i we you my our your i'm im we're you're he she they his her their")
"""Words that a part of a situation with a subject of its own begins with."""
_BEFORE_NOUN: Final = word_set("has have with of for")
_IDLE: Final = word_set(
    "lot lots bit kind sort thing things stuff way ways day days week year years time times people work"
)
"""Nouns that say nothing of what matters."""
EASED: Final = (
    frozenset(stems("learn master understand follow grasp pick get")),
    frozenset(stems("use operate handle navigate control work")),
)
"""Stems of verbs of which each is as easily done as the others: what is easily grasped is easy to learn."""
_NEW: Final = re.compile(r"(?:.* (?:who|that)|if (?:i|we|you))\b.* (?:never|new to|first time)\b.*", re.IGNORECASE)
_BEGINNERS: Final = "beginners"
_PRAISED: Final = re.compile(r"(?:better|best|good|great) (?P<what>.+)", re.IGNORECASE)
"""What a thing is wanted to have in a good kind: "good food"."""
_MEASURE: Final = re.compile(
    r"\b\d\S*(?:(?: [a-z]+)? of (?=[a-z])| [a-z]+ (?:an?|per|each|every) [a-z]+)", re.IGNORECASE
)
"""How much there is of what follows, "2 gb of" memory, or how much is done: "100 km a day"."""
WORK: Final = "work"
"""Dimension of what is "more work", which texts say of looking after a thing, too."""
_LESS_DONE: Final = re.compile(r"(?P<does>\w+) (?:(?:my|your|our|his|her|their|the) )?(?P<what>.+) less", re.IGNORECASE)
"""What is done less: "dull my knives less"."""
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
    if asked.dimension == WORK:
        return (WORK, *search_terms("maintenance"))
    if asked.dimension in lexicon.names():
        return search_terms(asked.dimension)
    return search_terms(subject_of(asked), near=near)


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


def named_in(asked: Asked) -> tuple[str, ...]:
    """Return what a situation names that may matter in it, the most telling first: complex queries, an old laptop.

    What the person has is named by how it is alone.

    >>> uses = "if it grows big with lots of complex queries", "if your laptop is old", "if your laptop has 2 gb of ram"
    >>> [named_in(Asked(AskedKind.USE, use=use)) for use in uses]
    [('complex queries',), ('old laptop',), ('ram',)]
    """
    from engine.text.related import rarity  # needs numpy

    said = TOKEN.findall(_MEASURE.sub("", asked.use.lower()).replace(",", " and"))
    tags = tagger().tag(said)
    for at in range(1, len(said)):
        if said[at - 1] in _BEFORE_NOUN:
            tags[at] = tagger().tag(["the", said[at]])[1]
        if tags[at] == "VBG" and (tags[at - 1] in ("JJ", "NN") or said[at - 1] in _BEFORE_NOUN):  # "deep learning"
            tags[at] = "NN"
    found: list[str] = []
    for at, (word, tag) in enumerate(zip(said, tags, strict=True)):
        if tag not in NOUNS or (at + 1 < len(said) and tags[at + 1] in NOUNS) or word in _IDLE:
            continue
        start = next((n for n in range(at, 0, -1) if tags[n - 1] not in {*NOUNS, "JJ", "VBG"}), at)
        is_theirs = said[start - 1] in _PERSONS
        if is_theirs and said[at + 1 : at + 2] in (["is"], ["are"], ["gets"], ["get"]):
            found += [
                f"{how} {word}" for how, kind in zip(said[at + 2 :], tags[at + 2 :], strict=True) if kind == "JJ"
            ][:1]
        elif not is_theirs:
            found.append(" ".join(said[start : at + 1]))
    return tuple(sorted(found, key=lambda name: -max(map(rarity, stems(name)))))


def needed(need: str, *, case: str) -> Asked:
    """Return what asks which thing is better in what matters to a person.

    >>> needed("sleep", case="if you sleep badly").words, needed("price", case="").words
    ('better for sleep', 'cheap')

    Args:
        need: As it is weighed: a noun that takes no article, or the words of a property.
        case: What the person tells; see ``Asked``.
    """
    asked, use = wanted(need), f"for {need}"
    asked = asked if asked.kind is AskedKind.PROPERTY else replace(asked, words=f"better {use}", use=use)
    return replace(asked, needs=(need,), case=case)


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


def situation_of(asked: Asked, parts: Sequence[Asked]) -> Asked:
    """Return a situation that has these parts of it alone; none is empty.

    >>> flat, work = (Asked(AskedKind.USE, words=f"better {use}", use=use) for use in ("if you live", "if you work"))
    >>> situation_of(flat, (flat, work)).words
    'better if you live and you work'
    """
    use = f"if {' and '.join(part.use.removeprefix('if ') for part in parts)}"
    return replace(asked, words=f"better {use}", use=use)


def subject_of(asked: Asked) -> str:
    """Return of what one speaks in the words of a property: "deep learning" in "better for deep learning".

    Who is new to something is a beginner, and a flat an apartment.
    """
    if _NEW.fullmatch(asked.use):
        return _BEGINNERS
    return lexicon.commoner(" ".join(said_in(asked)))


def said_in(asked: Asked) -> list[str]:
    """Return the words of a property or a use without those of degree and how much there is of something."""
    words = _MEASURE.sub("", asked.use or asked.words).split()
    return [word for word in words if not _DEGREES.issuperset(stems(word))]


def is_level(asked: Asked) -> bool:
    """Return whether a property is asked for that is true as well of things that are level: "as fast as"."""
    return LEVEL.fullmatch(asked.words) is not None


def widened(asked: Asked) -> Asked | None:
    """Return a property that is asked of doing something as one of the thing itself, for that: comfort, to sleep in.

    None of others: what is done faster, as that says nothing of the thing, or easier, but for learning and using it.

    >>> asked = [("comfortable to sleep in", "more comfortable to sleep in"), ("ease of use", "easier to learn")]
    >>> [widened(Asked(AskedKind.PROPERTY, one, words=words)).words for one, words in asked]
    ['more comfortable', 'easier']
    >>> [widened(Asked(AskedKind.PROPERTY, words=words)) for words in ("faster to cook", "easier to clean", "safer")]
    [None, None, None]
    """
    how, joint, deed = asked.words.partition(" to ")
    known = grade(how).dimension if joint and asked.kind is AskedKind.PROPERTY and not asked.use else ""
    is_own = known in lexicon.names() and known not in (asked.dimension, lexicon.EASE, lexicon.SPEED, lexicon.GENERAL)
    is_eased = known == lexicon.EASE and any(not some.isdisjoint(stems(deed)[:1]) for some in EASED)
    return replace(asked, dimension=known, words=how, use=f"to {deed}") if is_own or is_eased else None


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
    is_turned = asked.dimension == WORK or _done_less(asked) != "" or _is_eased(asked)
    is_other = is_amount or is_degree or is_turned or (grades(head) and _is_phrase_of(asked.dimension, head))
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
    >>> property_of(Asked(AskedKind.PROPERTY, "dull knife", "less", "dull my knives less"))
    'less dull knives'
    >>> [property_of(Asked(AskedKind.PROPERTY, "work", end, f"{end} work")) for end in ("more", "less")]
    ['laborious', 'less laborious']
    """
    if _NEW.fullmatch(asked.use):
        return f"better for {_BEGINNERS}"
    if asked.dimension == WORK:
        return "laborious" if _end(asked) == "more" else "less laborious"
    if counted := _done_less(asked) or amount(lexicon.commoner(asked.words)):
        return counted
    if (counted := amount(f"more {asked.words}")) and not any(_adjectives(asked)):
        return counted
    found = LEVEL.fullmatch(asked.words)
    words = found[1] if found else lexicon.commoner(asked.words)
    head, *rest = words.split()
    if _is_eased(asked):
        easy = _easy(asked.dimension)
        return easy if _end(asked) == "more" else easy.replace("easy", "hard", 1)
    is_noun = words.lower() in (asked.dimension, *lexicon.words_of(asked.dimension, "nouns"))
    if is_noun and not grades(head):  # "on price": who is cheaper
        return next(_adjectives(asked), words)
    if head.lower() in _DEGREES or (grades(head) and not _is_phrase_of(asked.dimension, head)) or not rest:
        return words
    said = (word for word in rest if grades(word) and lexicon.dimension_of(word) == asked.dimension)
    return next(iter((*said, *_adjectives(asked), words)))


def _done_less(asked: Asked) -> str:
    """Return what is done less as readers understand it, who hear no "less" at its end; empty for all else."""
    done = _LESS_DONE.fullmatch(asked.words) if asked.dimension not in lexicon.names() else None
    return f"less {done['does']} {done['what']}" if done else ""


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
