"""The words that the rules know, and the cutting of a text into words of a known kind.

A kind is one character, so the kinds of a text form a string, and a rule about word order is a short regular expression
on it. A word that no list knows is ``n``, a noun: names are what nobody can list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from engine.text.morphology import grades
from engine.text.tokens import word_set

KINDS = {
    "w": "what which who whom whose",
    "h": "how why when where whether while because if although though since until unless but",
    "v": """is are was were be been am isn aren wasn weren ain do does did don doesn didn has have had hasn haven
        hadn can could cannot couldn will would wouldn shall should shouldn may might must 's 're 've 'll 'd 'm s
        gonna""",
    "!": "not never no 't",
    "d": """a an the this that these those my your our their his her its some any each every both either neither all
        such many several""",
    "o": "i you he she it we they me him us them one ones someone anyone somebody everyone others there",
    "f": "for",
    "t": "to",
    "i": """in on at of with by from as under over about into through during against after before like per within
        among amongst around near across via upon onto toward towards off out up down except despite regarding
        concerning behind below above without between""",
    "|": "or nor and/or",
    "&": "and &",
    "x": "vs versus",
    ">": "than",
    "C": "better worse superior inferior preferable further farther elder",
    "M": "more less fewer",
    "S": "best worst furthest farthest",
    "T": "most least",
    "W": "first last top main major primary latest only favorite favourite maximum minimum",
    "G": "good great nice decent reliable suitable recommended ideal perfect affordable interesting effective",
    "D": """difference differences similarity similarities distinction distinctions advantage advantages
        disadvantage disadvantages benefit benefits drawback drawbacks pros cons strengths weaknesses upsides
        downsides tradeoffs trade-offs""",
    "E": """same different similar equal identical alike equivalent distinct differ differs differed differentiate
        distinguish comparable""",
    "J": """alternative average bad certain common competing complex dead eastern efficient essential fair fun
        modern net north northern other own popular regular rival secure south southern special technical typical
        unique usual west western worth""",
    "K": "compare compares compared comparing contrast",
    "P": "prefer prefers preferred rather instead beat beats win wins winning outperform outperforms outperformed",
    "b": """much far even times bunch still so very really actually just also quite too lot alot bit slightly
        significantly considerably generally usually often always currently now overall probably truly simply
        definitely clearly basically typically relatively enough almost exactly maybe perhaps well then already yet
        nearly sometimes today nowadays lately ever please thanks hi hello hey ok okay etc somewhat thus""",
}
"""Kind → its words: ``w`` asks for a thing, ``h`` opens a clause, ``v`` auxiliaries, ``!`` negations, ``d`` articles,
``o`` pronouns, ``f t i`` prepositions, ``| & x >`` joints, ``C S`` comparatives and superlatives, ``M T`` the words
that make them, ``W`` weak superlatives, ``G`` praise, ``D`` merits and differences, ``E`` likeness, ``K``
comparing, ``P`` preferring, ``J`` adjectives, ``b`` adverbs.

Other kinds follow from the form of a word: ``C S`` also of ``GRADABLE``, ``V`` of ``VERBS``, ``J`` and ``A`` by the
ending of adjectives and adverbs, ``#`` numbers, ``q`` the possessive, ``n`` any other; ``,`` is a pause, ``:`` a colon
or dash, ``.`` the end of a sentence."""

GRADABLE = """able ample angry bare big bitter black bland blue bold brave brief bright brisk broad brown bulky
    bumpy busy calm cheap cheesy chewy chilly classy clean clear clever close cloudy clumsy coarse cold cool costly
    cozy crazy creamy creepy crisp crispy cruel crunchy curly cute damp dark deadly deep dense dim dirty dry dull
    dumb dusty early easy faint fair fancy fast fat feeble few fierce filthy fine firm fit flashy flat fluffy fresh
    friendly frothy funny fuzzy gentle gloomy glossy grand grave gray greasy great greedy green grim guilty hairy
    handsome handy happy hard hardy harsh hazy healthy heavy hefty high hip hot huge humble hungry icy itchy juicy
    keen kind large late lazy lean lengthy light likely lively lonely long loose loud lovely low loyal lucky mad
    mean mellow merry messy mild moist moody muddy narrow nasty naughty near neat needy new nice nimble noble noisy
    nutty odd oily old pale plain pleasant plump polite poor pretty pricey proud pure quick quiet rainy rapid rare
    raw ready rich ripe risky roomy rosy rough round rude rusty sad safe salty sane scarce scary severe sexy shady
    shallow sharp shiny short shy sick silky silly simple sincere skinny sleek sleepy slick slight slim slow sly
    small smart smelly smoky smooth snowy soft solid sore sour sparse speedy spicy sporty stable stale steady steep
    sticky stiff stingy straight strange strict strong stupid sturdy subtle sunny sure sweet swift tall tame tangy
    tasty thick thin thirsty tidy tight tiny tough tricky true ugly vague vast warm wary weak wealthy weird wet
    white wicked wide wild windy wise witty young yummy"""
"""Adjectives that form -er and -est."""

VERBS = """achieve add adopt affect age answer appear apply argue ask assume attend avoid become begin believe boil
    break bring build burn buy call carry catch change charge choose claim clean climb code come consider cook cost
    create cut cycle deal decide deliver design develop die do download draw drink drive earn eat enjoy enroll
    exercise fall feel fight find fit fix fly follow get give go grow guess handle happen hate have hear help hire
    hit hold improve increase install invest join keep kill know last launch lead learn lease leave let like live
    load look lose love maintain major make manage marry mean meet move need offer open order own pay perform pick
    plant play practice prepare produce protect provide purchase put quit reach read receive recommend reduce rent
    replace require ride rise run save say scale score see seem sell send serve set shed shop show sing sit sleep
    smell solve sound speak spend stand start stay stop store study suit support suppose swim switch take talk taste
    teach tell tend test think train travel treat trust try turn understand upgrade use visit wait walk want wash
    watch wear weigh work write"""
"""Common verbs, in their base form."""

PAST = """ate became began being bought broken brought built came chose chosen cost did doing done drank drew driven
    drove eaten fell felt flew followed found gave given gone got grew grown had having heard held hit kept knew
    known led left lost made meant met paid put quit ran read rode said sang sat saw seen sent set slept sold spent
    spoke spoken stood taken taught thought told took understood went won wore worn written wrote"""
"""Irregular past forms."""

SPELLING = {
    wrong: right
    for right, listed in {
        "which": "wich whitch whcih",
        "what": "wat waht wut whats",
        "who": "whos",
        "where": "wheres",
        "the": "teh",
        "you": "u",
        "your": "ur",
        "is": "iz",
        "than": "thna thn",
        "vs": "vrs v.s v/s",
        "versus": "verses",
        "between": "betwen beetween btwn b/w",
        "difference": "diffrence diference differnce diff differance",
        "different": "diffrent diferent",
        "better": "beter bettr betr",
        "best": "bst",
        "should": "shud shuld",
        "would": "wud",
        "isn": "isnt",
        "aren": "arent",
        "don": "dont",
        "doesn": "doesnt",
        "cheaper": "cheeper",
        "favorite": "fav",
        "and": "adn nd annd",
    }.items()
    for wrong in listed.split()
}
"""Misspelt grammar words → what was meant."""


PHRASES = {
    phrase: kinds
    for kinds, listed in {
        "fff": "in terms of; with respect to; with regard to; with regards to; in regard to; in regards to",
        "ffff": "when it comes to",
        "f": "regarding; concerning",
        "ff": "based on",
        "bb": "a lot; a bit; a little; at least; at most; any more; no longer; once more",
        "bM": "no more; no less",
        "KKK": "compare and contrast",
        "bbb": "first of all; more or less",
        "Pi": "instead of",
        "KKt": "in comparison to; in contrast to; as opposed to",
        "KKi": "in comparison with",
        "hh": "how come",
        "ov": "there is",
        "VC": "came first; come first; comes first",
    }.items()
    for phrase in listed.split("; ")
}
"""Words that mean something else together → their kinds; ``f`` is whatever introduces an aspect."""

_NUMBER = re.compile(r"[$€£#]?\d[\d.,]*(?:st|nd|rd|th|k|%)?|two|three|four|five|six|seven|eight|nine|ten|second|third")
_ADJECTIVE = re.compile(r".{2,}(?:able|ible|al|ful|ous|ive|ic|less|ary|(?<!m)ent|ant|ish|ed|ing|some|like|proof)")
_ABBREVIATION = re.compile(r"dr|mr|mrs|ms|st|mt|vs|jr|sr|prof|(?:[^\W\d_]\.)+[^\W\d_]")
_NOT_ADVERBS = word_set("anomaly assembly butterfly family firefly monopoly supply weekly monthly yearly")
_CLITIC = r"['’]\s?(?:s|t|re|ve|ll|d|m)(?!\w)"
_TOKEN = re.compile(
    rf"""
    (?P<clitic> (?:(?<=\w)|(?<=\w\s)) {_CLITIC})               # isn't, Sony's; also cut up: isn ' t
  | (?P<word>   (?:[$€£\#@.](?=\w))? [^\W_] (?: [^\W_] | [+\#%] | (?!{_CLITIC}) [-.,:/*_~=@&'’](?=[^\W_]) )*
            |   [\u2190-\u2bff\U0001f000-\U0001faff]+)         # AT&T, C++, .NET, O'Reilly, 1,000, 8.1, emoji
  | (?P<quoted> "[^"]{{1,40}}" | “[^“”]{{1,40}}” | (?<!\w)['‘](?!\s)[^'‘’]{{1,40}}(?<!\s)['’](?!\w))
  | (?P<aside>  \([^()]{{0,60}}\))
  | (?P<pause>  [,;])
  | (?P<colon>  [:…—–] | (?<=\s)-+(?=\s) | --+)
  | (?P<end>    [.?!])
    """,
    re.VERBOSE,
)
_LOWER_CASED = re.compile(r"(?<!^)\b[a-z]")
_SIGNS = {"pause": ",", "colon": ":", "end": "."}


class Word(NamedTuple):
    """A word or sign where it stands: half-open ``[start, end)`` in the text."""

    start: int
    end: int
    lower: str
    """In lower case, grammar words spelt right."""
    kind: str
    """One character, see ``KINDS``."""
    named: bool
    """Whether its letters show a name: ``PS4``, ``iPhone``, or a capital that does not open a sentence."""


def words(text: str) -> list[Word]:
    """Cut a text into words and signs.

    Quotation marks and what stands in round brackets are left out; several words in quotation marks are one name.
    """
    cased = bool(_LOWER_CASED.search(text))
    found: list[Word] = []
    for match in _tokens(text, 0, len(text)):
        group, surface = str(match.lastgroup), match.group()
        if group == "aside" or (group == "end" and _absorbed(found, match)):
            continue
        if group == "quoted":
            inner = surface[1:-1].strip()
            start = match.start() + surface.index(inner)
            found.append(Word(start, start + len(inner), inner.lower(), "n", True))
            continue
        opening = not found or found[-1].kind == "."
        named = group == "word" and cased and not surface.islower() and not (opening and surface.istitle())
        lower = surface.lower().replace("’", "'").replace(" ", "")
        lower = SPELLING.get(lower, lower)
        kind = _SIGNS.get(group) or _kind(lower)
        if named and (kind in "AJVbP" or (kind in "doi" and surface.isupper() and lower != "i")):
            kind = "n"
        elif lower == "then" and found and found[-1].kind in "CJ":
            kind = ">"
        found.append(Word(match.start(), match.end(), lower, kind, named))
    _tell_apart(found)
    _join_phrases(found)
    return found


def _tokens(text: str, start: int, stop: int) -> Iterator[re.Match[str]]:
    """Yield tokens; a single word in quotation marks as if it had none."""
    for match in _TOKEN.finditer(text, start, stop):
        if match.lastgroup == "quoted" and len(match.group()[1:-1].split()) < 2:
            yield from _tokens(text, match.start() + 1, match.end() - 1)
        else:
            yield match


def _tell_apart(found: list[Word]) -> None:
    """Tell the possessive ``'s`` (``q``) from "is", the I of a king from the pronoun, "way better" from a way."""
    for at in range(1, len(found)):
        following = found[at + 1].kind if at + 1 < len(found) else "."
        if found[at].lower == "i" and found[at - 1].kind == "n" and following in "|&x,.":
            found[at] = found[at]._replace(kind="n")
        elif found[at].lower == "way" and following in "CM":
            found[at] = found[at]._replace(kind="b")
        elif found[at].lower == "last" and found[at - 1].kind in "vt":
            found[at] = found[at]._replace(kind="V")
        if found[at].lower in {"'s", "s"} and found[at - 1].kind not in "who." and following not in "dCMSTbA!":
            found[at] = found[at]._replace(kind="q")


def _join_phrases(found: list[Word]) -> None:
    for at, word in enumerate(found):
        for phrase, kinds in _PHRASES.get(word.lower, ()):
            if [other.lower for other in found[at : at + len(phrase)]] == phrase:
                for i, kind in enumerate(kinds, at):
                    found[i] = found[i]._replace(kind=kind)


def _absorbed(found: list[Word], end: re.Match[str]) -> bool:
    """Return whether a full stop belongs to the word before; a word that it touches takes it in."""
    if end.group() != "." or not found or not _ABBREVIATION.fullmatch(found[-1].lower):
        return False
    if found[-1].end == end.start():
        found[-1] = found[-1]._replace(end=end.end())
    return True


def _kind(lower: str) -> str:
    if lower in _LEXICON:
        return _LEXICON[lower]
    if _NUMBER.fullmatch(lower):
        return "#"
    if lower.endswith("ly") and len(lower) > 5 and lower not in _NOT_ADVERBS:
        return "A"
    return "J" if _ADJECTIVE.fullmatch(lower) else "n"


def _inflected(verb: str) -> Iterator[str]:
    """Yield a verb with its -s, -ed and -ing forms."""
    root = verb[:-1] if verb.endswith("e") else verb
    doubled = verb + verb[-1] if re.fullmatch(r"[^aeiou]*[aeiou][bdgmnprt]", verb) else root
    past = verb[:-1] + "i" if re.fullmatch(r".*[^aeiou]y", verb) else doubled
    yield verb
    yield past + "es" if past.endswith("i") or re.search(r"(?:s|sh|ch|x|go|do)$", verb) else verb + "s"
    yield past + "ed"
    yield doubled + "ing"


def _lexicon() -> dict[str, str]:
    lexicon = {form: "V" for verb in VERBS.split() for form in _inflected(verb)}
    lexicon |= dict.fromkeys(PAST.split(), "V")
    for adjective in GRADABLE.split():
        comparatives, superlatives = grades(adjective)
        lexicon |= {adjective: "J"} | dict.fromkeys(comparatives, "C") | dict.fromkeys(superlatives, "S")
    return lexicon | {word: kind for kind, listed in KINDS.items() for word in listed.split()}


_LEXICON = _lexicon()
_PHRASES: dict[str, list[tuple[list[str], str]]] = {}
for _phrase, _kinds in PHRASES.items():
    _PHRASES.setdefault(_phrase.split()[0], []).append((_phrase.split(), _kinds))
