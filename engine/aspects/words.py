"""Words by their part in a sentence that praises something: those that say nothing alone, that own, negate or end."""

from __future__ import annotations

from engine.text.lexicon import GENERAL, sense
from engine.text.tokens import word_set

AMOUNTS = {"fewer": "more", "greater": "lower", "higher": "lower", "lower": "higher"}
"""Comparatives of number and their opposites; so are "less" and "more", with any word."""

VAGUE = word_set("""
    closer cooler earlier elder farther fewer further greater higher later less lesser longer lower more sooner younger
""") | {
    f"{degree} {word}"
    for degree in ("more", "less")
    for word in word_set("common comparable familiar interested likely often recent similar so than widely")
}
"""Comparatives that say nothing alone; so do those of quality as such, "better"."""

EMPTY = word_set("""
    advantage advice alternative amount answer anything area article aspect back bet bit case category chance choice
    class comment company comparison concern consideration couple course day deal decade degree difference disadvantage
    end everyone everything evidence example expectation experience eye fact factor family fan favor favorite favour
    fellow few fit foot form friend front fun future general go group guess guy half hand head hell hour idea impression
    inch instance issue item job kid kind lack least length lesson level life line lol look lot majority man manner
    matter mean measure mess method mile mind minute moment money month more name nature need nothing number object one
    opinion option order other otherwise part people percent period person piece place plenty point position post pound
    problem product purpose question range rate rather reason recommendation regard rest result review room round same
    second sense sentence set shot side situation solution someone something sort spot start state statement step stuff
    surprise system tad term test thing thought time today tomorrow ton top topic total trend trouble truth try turn
    type use user value variety version view way week while whole will wish word work world worth year yesterday
""")
"""Nouns that name no aspect, as stems."""

HAVING = word_set("""
    boast bring consume contain deliver enjoy feature gain gave get give got had has have having include its keep lack
    need offer offering pack produce provide providing require save show sport support take use with
""")
"""What stands before the things that an object has, offers, needs …, as stems."""

ADVERBS = word_set("deeper faster harder later longer quicker slower sooner")
"""Comparatives that mostly grade what is done, where a verb stands before them: "recovers faster"."""

OWN = word_set("""
    accelerate act appear are be become been being boot charge compile did do does drive execute feel fly get go is
    last load look move open operate perform process read reboot render respond ran run search seem sound start stay
    stop swim was were work
""")
"""Verbs of which the degree is one of the thing itself: what runs or loads faster is faster; as stems."""

CONTRASTS = word_set("although but despite except however though unless whereas while yet")
CLAUSE_ENDS = CONTRASTS | word_set("and as because if or since so than that then when where which who")
CONNECTORS = word_set("at for to")
FINITE = word_set("are is was were")
COPULAS = FINITE | word_set("be been being")
DEGREES = word_set("a far lot much so way")
"""Words besides adverbs that say by how much something is better."""
PRONOUNS = word_set("he i it she they we you")
THAN = word_set("than then")  # "then" is a common typing error


def is_vague(word: str) -> bool:
    """Return whether a comparative says nothing alone."""
    known = sense(word)
    return word in VAGUE or bool(known and known.dimension == GENERAL)


def is_scaled(word: str) -> bool:
    """Return whether a comparative tells an end of an open scale."""
    known = sense(word)
    return word in AMOUNTS or bool(known and not known.merit)


def exchange_more_and_less(word: str) -> str:
    """Return the opposite of "more …" or "less …"; empty for other words."""
    degree, blank, rest = word.partition(" ")
    other = {"more": "less", "less": "more"}.get(degree, "")
    return other and other + blank + rest
