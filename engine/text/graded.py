"""What graded words compare in: "more expensive", "lasts longer" and "weighs less" each name a dimension and an end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.memory import keep_short
from engine.resources import table_of
from engine.text.lexicon import (
    EASE,
    GENERAL,
    SPEED,
    Sense,
    noun_in,
    other_sense,
    said_of,
    sense,
    sense_of_noun,
    task,
    verb,
)
from engine.text.morphology import bases
from engine.text.stop_words import STOP
from engine.text.tagging import tagger
from engine.text.tokens import stems, word_set
from engine.types import OVERALL

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_TABLE: Final = table_of(__file__)
LESS: Final = word_set(_TABLE["less"])
"""Words that ask for the other end."""
MORE: Final = word_set(_TABLE["more"])
"""Words that grade others and name no dimension."""
INTENSIFIERS: Final = word_set(_TABLE["intensifiers"])
"""Words of degree before a quality, of which they say nothing."""
_SUPPORTING: Final = word_set(_TABLE["supporting"])
"""Verbs and prepositions that name no dimension beside a quality."""
_TASTED: Final = frozenset(stems("taste smell"))
"""Verbs of senses in which something is what stands behind them."""
_SENSED: Final = {"look": "looks", "looking": "looks", "sound": "sound", "sounding": "sound", "you": "health"}
"""What is better where something looks, sounds better or is better for you → the dimension."""
_TAKING: Final = word_set("take takes took taken taking")
_AMOUNTS: Final = word_set("price priced pricing")
"""Nouns of a good dimension of which one wants little."""
_PARTS: Final = word_set("budget money view")
"""Nouns that name a property of their own beside their dimension's."""
_ORDER: Final = {"first": 1, "before": 1, "earlier": 1, "sooner": 1, "last": -1, "after": -1, "later": -1}
_SCALES: Final = word_set("high higher highest low lower lowest great greater greatest long longer longest")
NEEDING: Final = frozenset(stems("need require demand take"))
"""Verbs of what has to be done for a thing."""
_DONE: Final = re.compile(
    r"(?P<how>(?!.*\b(?:likely|prone|able|susceptible|addicted|close|closer|due)\b).*?\w) to (?P<what>\w.*)",
    re.IGNORECASE,
)
"""Qualities that are said of doing something: easier, faster, safer, cheaper to clean."""
_ON: Final = re.compile(r"(?P<how>.+) on (?P<what>\w.*)", re.IGNORECASE)
"""Qualities of what bears on something: easier, gentler, harder, tougher on the knees."""
_DONE_TO: Final = re.compile(
    r"(?P<does>[a-z]+) (?:my|your|the|our|his|her|their) (?P<what>[a-z]+(?: [a-z]+)?) (?:less|more)", re.IGNORECASE
)
"""What a thing does to something of the person: "dulls my knives less", where "dull" is no quality."""
_BEARING: Final = {EASE: 1, "calm": 1, "friendliness": 1, "durability": -1}
"""Their dimensions → 1 where more of it is gentler."""
_IDLE: Final = word_set("use buy get have own do be go make")
"""What one does that adds nothing to a quality: "cheaper to buy"."""
_NEAREST: Final = 3
_MARGIN: Final = 0.09


class Grade(NamedTuple):
    """A dimension and an end of it."""

    dimension: str
    """A name of ``engine.text.lexicon``, ``overall``, or the words themselves where the lexicon has none."""
    sign: int
    """1 at the good or high end, -1 at the other."""


@keep_short(most=1 << 12, longest=200)
def grade(words: str, *, about: str = "") -> Grade:
    """Return what graded words compare in.

    Args:
        words: An adjective or phrase in any degree.
        about: The things that are compared and whatever else is asked, which decide what an ambiguous word means.

    >>> [tuple(grade(words)) for words in ("more expensive", "lasts longer", "weighs less", "taller", "more books")]
    [('price', -1), ('durability', 1), ('weight', -1), ('height', 1), ('book', 1)]
    >>> [tuple(grade(words)) for words in ("needs less care", "requires more training", "needs more space")]
    [('maintenance', 1), ('easy to train', -1), ('need space', 1)]
    >>> tuple(grade("dulls my knives less"))
    ('dull knife', -1)
    >>> tuple(grade("harder", about="steel aluminum")), tuple(grade("harder", about="physics chemistry"))
    (('hardness', 1), ('ease of use', -1))
    """
    if done := _DONE.fullmatch(words):
        if known := sense(words):  # "cheaper to run"
            return Grade(known.dimension, known.sign)
        return _grade_doing(grade(done["how"]), done["how"], stems(done["what"]))
    if (on := _ON.fullmatch(words)) and bears_on(on["how"]):
        how, what = grade(on["how"]), [word for word in stems(on["what"]) if word not in STOP]
        known = sense_of_noun(what)
        gentle = known.dimension if known and not known.is_part else f"gentle on {' '.join(what)}"
        return Grade(gentle, how.sign * _BEARING[how.dimension])
    parts = stems(words)
    if done_to := _DONE_TO.fullmatch(words):
        return Grade(" ".join(stems(f"{done_to['does']} {done_to['what']}")), -1 if parts[-1] in LESS else 1)
    if easy := _done_with_ease(parts):
        return Grade(easy, 1 if parts[1] in LESS else -1)
    sign, rest, quality, judged = 1, [], 0, False
    for word in parts:
        known = _sense((word,), about) if word == parts[-1] else sense(word)  # "poorer roads" are worse
        if word in LESS:
            sign = -sign
        elif len(parts) > 1 and known and known.dimension == GENERAL and known.grades:
            quality, judged = quality or known.sign, word not in _SCALES
        elif len(parts) > 1 and word in _SCALES:
            quality = quality or (-1 if word.startswith("low") else 1)
        elif word not in MORE:
            rest.append(word)
    if rest == ["work"] and parts[0] in (*LESS, "more"):
        return Grade("work", sign)
    if all(word in _SUPPORTING for word in rest):
        return _grade_alone(parts, about, sign, quality)
    if (phrase := sense(words)) and not sense(" ".join(rest)):  # "more room"
        return Grade(phrase.dimension, phrase.sign)
    found = _grade(tuple(rest), about, sign, quality)
    return Grade(found.dimension, sign * quality) if judged else found


def meant_by(words: str, dimension: str = "", *, about: str) -> str:
    """Return the dimension that ambiguous words are meant in; the given one where they are not ambiguous.

    >>> [meant_by("harder", about=things) for things in ("steel aluminum", "physics chemistry")]
    ['hardness', 'ease of use']
    """
    return grade(words, about=about).dimension if other_sense(stems(words)) else dimension


def bears_on(quality: str) -> bool:
    """Return whether a quality may be one of what bears on something: "easier" on the knees, not "faster"."""
    return " to " not in quality and grade(quality).dimension in _BEARING


def _done_with_ease(words: Sequence[str]) -> str:
    """Return the dimension of doing with ease what a thing needs little of, given stems; empty for other words."""
    if len(words) < 3 or words[0] not in NEEDING or words[1] not in LESS | MORE:
        return ""
    first, *rest = words[2:]
    known = sense(" ".join(words[2:]))
    if known and known.role == "costs" and known.dimension != SPEED:
        return known.dimension
    verbs = bases(first, "ing") if first.endswith("ing") else ()
    done = next((one for one in verbs if tagger().knows(one) and tagger().is_verb(one)), "")
    return _grade_doing(grade("easier"), "easier", [done, *rest]).dimension if done else task([first, *rest])


def _grade_doing(how: Grade, said: str, what: Sequence[str]) -> Grade:
    """Return the grade of "easier to clean": that of a task, or of doing this and nothing else.

    Args:
        how: The grade of the words before "to".
        said: These words.
        what: Stems of what is done.
    """
    done = task(what[:2])
    if done and (how.dimension in (EASE, SPEED) or done == "maintenance"):
        return Grade(done, how.sign)
    if how.dimension in ("safety", "health") or not what or (what[0] in _IDLE and how.dimension != EASE):
        return how
    kind = {EASE: "easy", "price": "cheap"}.get(how.dimension, "")
    return Grade(f"{kind or tagger().base(stems(said)[-1])} to {' '.join(what)}", how.sign)


def _grade_alone(words: Sequence[str], about: str, sign: int, quality: int) -> Grade:
    """Return the grade of "better", "looks better", "takes longer": words that name nothing beside them."""
    if sensed := next((_SENSED[word] for word in words if word in _SENSED), ""):
        return Grade(sensed, sign * (quality or 1))
    scale = next((word for word in words if word in _SCALES), "")
    if scale.startswith("long") and not _TAKING.isdisjoint(words):
        return Grade(SPEED, -sign)
    known = _sense((scale,), about)
    return Grade(known.dimension, sign * known.sign) if known else Grade(OVERALL, sign * (quality or 1))


def _grade(rest: tuple[str, ...], about: str, sign: int, quality: int) -> Grade:
    """Return the grade of words of which at least one names something; ``quality`` is the sign of "better", "high"."""
    if rest[0] in _TASTED and _sense(rest[1:], about):  # "tastes sweeter" is sweeter
        rest = rest[1:]
    whole = _sense(rest, about)
    if whole and _names_dimension(rest, whole):
        turned = -1 if quality and rest[-1] in _AMOUNTS else 1
        general = OVERALL if whole.dimension == GENERAL else whole.dimension
        return Grade(general, sign * whole.sign * turned * (quality or 1))
    if rest[-1] in _ORDER and not quality:
        return Grade("age", sign * _ORDER[rest[-1]])
    named = [known for word in rest if (known := _sense((word,), about)) and known.grades]
    signs = sign * (quality or (named[0].sign if named else 1))
    bare = tuple(word for word in rest if word not in _SUPPORTING)
    at, noun = noun_in(bare) or (0, None)
    first, last = _sense(bare[:1], about), _sense(bare[-1:], about)
    if noun and first in named and first.merit and first.dimension != noun.dimension:
        return Grade(" ".join(bare), signs)  # "cheaper lenses"
    done = verb(rest[0])
    how_soon = last in named and last.dimension == SPEED
    compared = last in named and (bare[-1].endswith("er") or (how_soon and bare[-1].endswith("ly")))
    does, *of = tagger().tag(["they", *bare[:-1]])[1:] if compared and len(bare) > 1 else [""]
    is_doing = does == "VB" and of in ([], ["NN"]) and not done  # "loses value faster", "boots faster"
    is_how_soon = is_doing and how_soon and noun is not None and noun.role == "nouns"  # "heats up faster"
    is_of_noun = noun and _names_dimension(bare, noun) and "NN" not in tagger().tag(["the", *bare[:at]])[1:]
    if noun and is_of_noun and not is_how_soon:
        return Grade(noun.dimension, signs * noun.sign * (-1 if quality and bare[-1] in _AMOUNTS else 1))
    if done:
        return Grade(done, signs)
    if is_doing:
        return Grade(" ".join(bare[:-1] if of else bare), sign)
    if named and (len(bare) == 1 or compared or (named[0].merit and _sense(bare[:1], about) in named)):
        return Grade(named[-1 if compared else 0].dimension, sign * named[-1 if compared else 0].sign)
    if named and _sense(bare[-1:], about) in named:
        return Grade(" ".join(bare), sign)
    own = [tagger().base(word) for word in bare if _sense((word,), about) not in named]
    return Grade(" ".join(own or bare), signs)


def _names_dimension(words: Sequence[str], known: Sense) -> bool:
    """Return whether words speak of all of a dimension and not of a part that is a property of its own."""
    return not (known.is_part or (not known.grades and words[-1] in _PARTS))


def _sense(words: tuple[str, ...], about: str) -> Sense | None:
    """Return what words say about a dimension, for an ambiguous one in the sense that suits the things."""
    known, other = sense(" ".join(words)), other_sense(words)
    if known is None or other is None:
        return known
    near = {found.dimension: _nearness(about, found.dimension) for found in (known, other)}
    return other if near[other.dimension] > near[known.dimension] + _MARGIN else known


def _nearness(about: str, dimension: str) -> float:
    """Return how near words are to the things that ambiguous words of a dimension are said of, 0 to 1."""
    things = said_of(dimension)
    import numpy as np

    words = stems(about)
    if set(words) & set(things):
        return 1.0
    similar = (
        np.sort(_vectors(words) @ _vectors(things).T, axis=1)[:, -_NEAREST:] if words and things else np.zeros((1, 1))
    )
    return float(similar.mean(axis=1).max())


@lru_cache(maxsize=256)
def _vectors(words: tuple[str, ...]) -> NDArray[np.float32]:
    import numpy as np

    from engine.text.embedding import embedding

    return np.concatenate([embedding().embed([word, ""])[:1] for word in words])
