"""What a question asks about things: a property with an end, a use, the whole, the difference, what speaks against.

The spans that a parser found say where the things stand and where words compare; the words around a graded one, which
``engine.text.graded`` understands, are the property: "lasts longer", "more playable characters", "easier to learn".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import islice, pairwise
from typing import Final, NamedTuple

from engine.text.graded import grade
from engine.text.lexicon import EASE, GENERAL, sense, sense_of_noun, verb
from engine.text.tagging import Tagger
from engine.text.tokens import TOKEN, stems, word_set
from engine.types import OVERALL, Asked, AskedKind, Kind, Label, Span

_DIFFERENCE: Final = re.compile(
    r"\b(?:differ\w*|distinguish\w*|distinctions?|similar\w*|alike|in common|(?:the|a) same)\b", re.IGNORECASE
)
_COMPARED: Final = re.compile(r"\bcompar(?:e|es|ed|ing|isons?)\b(?! to\b)", re.IGNORECASE)
_LIKED: Final = re.compile(
    r"(?:like|love|prefer|enjoy|want|recommend|suggest|choose)\w* (?:so |much )*(?:more|most|better|best)", re.I
)
_HAVING: Final = word_set(
    "has have had having with get gets offer offers provide provides take takes give gives make makes"
)
_AGAINST: Final = re.compile(
    r"\b(?:(?:dis)?advantages?|pros|cons|benefits?|drawbacks?|downsides?|upsides?|disbenefits?|shortcomings|"
    r"(?:speaks?|arguments?|reasons?) (?:for|against)|(?:good|bad|wrong) (?:about|with)|why not)\b",
    re.IGNORECASE,
)
_GRADED: Final = word_set("more less fewer most least worse worst further furthest farther farthest moreso")
_WHOLE: Final = word_set("better best")
_WINS: Final = re.compile(r"\bwould win\b(?: in a (?:fight|race|battle)\b)?", re.IGNORECASE)
_ORDER: Final = word_set("first before earlier earliest sooner last after later latest")
_ER: Final = word_set(
    "other rather either neither whether former latter over under never ever however per her together easter "
    "eastern western northern southern"
)
_EST: Final = word_set(
    "west best interest request test forest suggest rest invest contest guest quest honest modest nest"
)
_SEEMING: Final = word_set("looking tasting sounding performing")
_OPEN: Final = word_set("likely prone able capable responsible susceptible addicted affected")
"""Words that say nothing without what follows them."""
_OFTEN: Final = word_set("often frequently regularly easily")
_FOR: Final = re.compile(r" for (?:you|(?:your |the )?health|the (?:environment|planet))\b", re.IGNORECASE)
_LONGEST: Final = 4
"""Words of a verb and its objects before what grades them: "conducts heat better"."""
_MOST_WORDS: Final = 200
"""Words of a long text that are looked at."""
_COPULAS: Final = word_set("is are was were be been isn aren as")
_LINKING: Final = word_set(
    "feel feels look looks seem seems get gets go goes become becomes sound sounds felt got went tend"
)
_BEFORE: Final = word_set(
    "so much way far even just a lot bit little any considerably significantly slightly substantially noticeably "
    "really the very also infinitely still usually generally typically relatively almost nearly no"
)
_AUXILIARY: Final = word_set(
    "is are was were be been being am do does did done has have had having can could will would shall should may might "
    "must which what who whose how why when where that isn aren wasn t s re ve if it there"
)
_STOP: Final = word_set(
    "than or and but vs versus in on at for with by from if when while as during because since between among of to "
    "a an the compared is are was were do does did has have "
    "can will would should then over per that which who whose it they"
)
_USE: Final = re.compile(
    r"\b(?:for|if|when(?!ever)|while|in|on|at|during|from|to|with|without|as an?|among|throughout|under|given|"
    r"worldwide|"
    r"this (?:year|week\w*|month)|per)\b",
    re.IGNORECASE,
)
_FIRM_USE: Final = re.compile(r"\b(?:for|if|when(?!ever)|as an?|during)\b", re.IGNORECASE)
_CLAUSE_END: Final = re.compile(
    r"[,:;?!()]|\.(?:\s|$)| - |\b(?:or|than|which|what|who|is|are|vs|versus|should|do|does)\b", re.I
)
_FIRM_END: Final = re.compile(r"[,:;?!()]|\.(?:\s|$)| - |\b(?:or|than|which|vs|versus|should)\b", re.I)
_NO_USE: Final = re.compile(
    r"to (?:choose|prefer|pick|select|go|buy|get|have|use|be|do)(?: to)?|in (?:size|area|height|weight|length|age|"
    r"general|"
    r"total|population|years|addition|fact|common|better|your opinion|my opinion)|"
    r"on (?:average|the whole)|if so|for example|to them",
    re.IGNORECASE,
)
_DANGLING: Final = re.compile(r"(?:\s+(?:a|an|the|of|in|on|at|from|to|with|my|your))+$", re.IGNORECASE)
_COMPARED_TO: Final = re.compile(r"(?:compared|likely|similar|opposed) (?:to|with)$", re.IGNORECASE)


class _Word(NamedTuple):
    start: int
    end: int
    lower: str
    free: bool
    """Whether it stands in no object."""


def asked_of(text: str, *, kind: Kind, spans: Sequence[Span]) -> Asked:
    """Return the relation that a question asks for.

    Args:
        text: The question.
        kind: Of the question, as a parser found it.
        spans: The parser's.
    """
    things = [span for span in spans if span.label is Label.OBJECT]
    words = _words(text, things)
    found = _property(text, words, spans)
    if _DIFFERENCE.search(text) and (found is None or not _compares(words)):
        return Asked(AskedKind.DIFFERENCE)
    if _AGAINST.search(text) and (found is None or not _compares(words)):
        return Asked(AskedKind.AGAINST, use=_use(text, things, ()))
    if found is None and (_COMPARED.search(text) or (kind is Kind.DIFFERENCE and not _whole(words))):
        return Asked(AskedKind.DIFFERENCE)
    use = _use(text, things, (found,) if found else ())
    if found is None:
        better = f"better {use}" if use.lower().startswith("for ") else ""
        return Asked(AskedKind.USE if use else AskedKind.OVERALL, words=better, use=use)
    said = text[found[0] : found[1]]
    known = grade(said, about=_about(text, found))
    sign = -known.sign if _denied(words, found) else known.sign
    return Asked(AskedKind.PROPERTY, known.dimension, "more" if sign > 0 else "less", said, use)


def _words(text: str, things: Sequence[Span]) -> list[_Word]:
    return [
        _Word(
            match.start(),
            match.end(),
            match.group().lower().removesuffix("'s").removesuffix("’s"),
            all(match.end() <= thing.start or match.start() >= thing.end for thing in things),
        )
        for match in islice(TOKEN.finditer(text), _MOST_WORDS)
    ]


def _about(text: str, found: tuple[int, int]) -> str:
    return f"{text[: found[0]]} {text[found[1] :]}"


def _whole(words: Sequence[_Word]) -> bool:
    return any(word.lower in _WHOLE and word.free for word in words)


def _compares(words: Sequence[_Word]) -> bool:
    return any(word.lower == "than" and not before.lower.startswith("differ") for before, word in pairwise(words))


@cache
def _tagger() -> Tagger:
    return Tagger()


@cache
def is_graded(word: str) -> bool:
    """Return whether a word in lower case is a comparative or a superlative in -er, -est."""
    if word.endswith("est") and word not in _EST:
        return _tagger().base(word[:-3] + "er") != word[:-3] + "er" or bool(sense(word))
    if not word.endswith("er") or word in _ER or len(word) < 4:
        return False
    if _tagger().tag(["it", word])[1] in ("JJR", "RBR"):
        return True
    known = sense(word)
    return known is not None and known.role in ("good", "bad", "high", "low")


def _is_verb(word: str) -> bool:
    return _tagger().tag(["they", word])[1].startswith("VB") or word == "worth" or bool(verb(word))


def _property(text: str, words: Sequence[_Word], spans: Sequence[Span]) -> tuple[int, int] | None:
    """Return where the words of the asked property stand; None if the question asks for none."""
    cues = [i for i, word in enumerate(words) if word.free and _is_cue(words, i)]
    if any(words[i].lower in _WHOLE for i in cues):  # "better after a workout" asks for no order in time
        cues = [i for i in cues if words[i].lower not in _ORDER]
    for i in sorted(cues, key=lambda i: (words[i].lower in _ORDER, words[i].lower in _WHOLE)):
        if found := _grown(text, words, i, spans):
            return found
    if match := _WINS.search(text):
        return match.span()
    other = (span for span in spans if span.label is Label.PREDICATE)
    return next(((span.start, span.end) for span in other if _is_quality(span.text)), None)


def _is_quality(predicate: str) -> bool:
    known = sense(predicate)
    return known is not None and known.dimension != GENERAL and known.role in ("good", "bad", "high", "low")


def _is_cue(words: Sequence[_Word], i: int) -> bool:
    word = words[i].lower
    if word == "as":
        return any(other.lower == "as" for other in words[i + 2 : i + 6]) and words[i + 1].lower not in (
            "well",
            "a",
            "an",
        )
    if word == "more" and [other.lower for other in words[i + 1 : i + 3]] == ["or", "less"]:
        return False
    if word in _ORDER:
        return i > 0 and (is_graded(word) or _orders(words, i))
    return word in _GRADED or word in _WHOLE or is_graded(word)


def _orders(words: Sequence[_Word], i: int) -> bool:
    """Return whether "first" or "before" asks which of two came earlier."""
    if words[i].lower in ("before", "after"):
        return words[0].lower in _AUXILIARY or not words[0].free
    if words[i].lower in ("first", "last") and i + 1 == len(words):
        return True
    return words[i - 1].free and (_is_verb(words[i - 1].lower) or words[i - 1].lower in ("on", "out", "up"))


def _grown(text: str, words: Sequence[_Word], i: int, spans: Sequence[Span]) -> tuple[int, int] | None:
    """Return the stretch of the property around a graded word; None for "better" and "more" alone."""
    cue = words[i].lower
    if cue == "as":
        end = next(j for j in range(i + 2, len(words)) if words[j].lower == "as")
        start = _left(text, words, i)
        praise = grade(text[words[start].start : words[end].end]) == (OVERALL, 1)
        return None if praise else (words[start].start, words[end].end)
    right = i if cue in _ORDER else _right(text, words, i, spans)
    adverbial = all(word.lower in _OFTEN for word in words[i + 1 : right + 1])
    left = _left(text, words, i) if adverbial else _verb_before(text, words, i)
    said = text[words[left].start : words[right].end]
    if _LIKED.fullmatch(said) or (cue in _WHOLE and _is_whole(words, i, left, right, said)):
        return None
    return words[left].start, words[right].end


def _is_whole(words: Sequence[_Word], i: int, left: int, right: int, said: str) -> bool:
    """Return whether "better" speaks of a thing as a whole: alone, or with its class, as in "the better phone"."""
    if left == right:
        return True
    if left < i or "for" in said.split():
        return False
    if words[right].lower in _SEEMING:
        return False
    having = any(word.lower in _HAVING for word in words[:i])
    return not having and (_calls(words, i) or sense_of_noun(stems(said)) is None)


def _calls(words: Sequence[_Word], i: int) -> bool:
    """Return whether a graded word and its noun call a thing something: "the more powerful console"."""
    return i > 1 and words[i - 1].lower in ("a", "an", "the") and words[i - 2].lower in _COPULAS


def _apart(text: str, one: _Word, other: _Word) -> bool:
    return bool(re.search(r"[,:;?!(.]|--| - ", text[one.end : other.start]))


def _right(text: str, words: Sequence[_Word], i: int, spans: Sequence[Span]) -> int:
    """Return the last word that what follows a graded word adds to it."""
    cue, end = words[i].lower, i
    inside = next((s for s in spans if s.label is not Label.OBJECT and s.start <= words[i].start < s.end), None)
    for j in range(i + 1, len(words)):
        word = words[j]
        if text[words[j - 1].end : word.start] == "-":
            end = j
            continue
        if _apart(text, words[j - 1], word) or not word.free:
            break
        if (
            word.lower == "to"
            and end == j - 1
            and not cue.endswith("est")
            and _is_doing(text[words[i].start : words[end].end])
        ):
            if j + 1 < len(words) and words[j + 1].free and _is_verb(words[j + 1].lower):
                end = j + 1
                continue
            break
        if end == j - 1 and words[end].lower in _OPEN and word.lower in ("to", "of", "for", "by"):
            return _clause_end(text, words, j)
        if cue in ("better", "worse", "bad") and end == i and (match := _FOR.match(text, words[i].end)):
            return next(k for k in range(j, len(words)) if words[k].end >= match.end())
        if word.lower in _STOP or _auxiliary(word.lower):
            break
        if inside and word.end <= inside.end:
            end = j
            continue
        if _calls(words, i) and (cue not in (*_GRADED, *_WHOLE) or j > i + 1):
            break
        if cue in _WHOLE or (is_graded(cue) and cue not in _GRADED):
            aspect = any(s.label is Label.ASPECT and s.start <= word.start < s.end for s in spans)
            if not (aspect or word.lower in _SEEMING):
                break
        end = j
    return end


def _clause_end(text: str, words: Sequence[_Word], i: int) -> int:
    """Return the last word of the clause that word ``i`` stands in, before another thing."""
    for j in range(i + 1, len(words)):
        if not words[j].free or _apart(text, words[j - 1], words[j]) or words[j].lower in ("than", "or", "when", "if"):
            return j - 1
    return len(words) - 1


def _is_doing(said: str) -> bool:
    """Return whether graded words are said of doing something: "easier", "more difficult" to learn."""
    known = sense(said)
    return known is not None and known.dimension in (EASE, "speed", "safety") and known.role != "nouns"


def _left(text: str, words: Sequence[_Word], i: int) -> int:
    """Return the first word of what a graded word at the end says: "costs" of "costs so much more"."""
    start = i
    for j in range(i - 1, -1, -1):
        word = words[j]
        if not word.free or _auxiliary(word.lower) or _apart(text, word, words[j + 1]):
            if start + 1 < i and word.lower in ("which", "what") and _is_verb(words[start + 1].lower):
                start += 1
            break
        start = j
    while start < i and words[start].lower in _BEFORE:
        start += 1
    last = next((j + 1 for j in range(i - 1, start - 1, -1) if words[j].lower not in _BEFORE), start)
    start = max(start, last - _LONGEST)
    skipped = _LINKING if words[i].lower not in (*_GRADED, *_WHOLE, "as") else ()
    while start < i and (not _is_verb(words[start].lower) or words[start].lower in skipped):
        start += 1
    return start


def _verb_before(text: str, words: Sequence[_Word], i: int) -> int:
    """Return the verb right before "more books" if it says something: "sold", not "has"."""
    if words[i].lower not in ("more", "less", "fewer"):
        return i
    j = next((j for j in range(i - 1, -1, -1) if words[j].lower not in _BEFORE), i)
    word = words[j].lower
    idle = not words[j].free or _auxiliary(word) or word in _LINKING | _HAVING or not _is_verb(word)
    return i if idle or _apart(text, words[j], words[i]) else j


def _auxiliary(word: str) -> bool:
    return word in _AUXILIARY or "'" in word or "’" in word


def _denied(words: Sequence[_Word], found: tuple[int, int]) -> bool:
    """Return whether what is asked is denied: "not as tall as"; "isn't A taller" asks whether it is."""
    before = [word.lower for word in words[1:] if word.end <= found[0]][-3:]
    return any(word == "not" or word.endswith(("n't", "n’t")) for word in before)


def _use(text: str, things: Sequence[Span], taken: Sequence[tuple[int, int]]) -> str:
    """Return the words that limit the question: "for games", "if I live in a small flat", "in winter"."""
    bounds = [(thing.start, thing.end) for thing in things] + list(taken)
    for wanted in (_FIRM_USE, _USE):
        for match in wanted.finditer(text):
            if any(start <= match.start() < end for start, end in bounds):
                continue
            end = min([start for start, _ in bounds if start > match.start()] + [len(text)])
            stops = _CLAUSE_END if wanted is _USE else _FIRM_END
            if stop := stops.search(text, match.end(), end):
                end = stop.start()
            if _NO_USE.fullmatch(text[match.start() : end].strip(" ,?.!:")) or _COMPARED_TO.search(text[: match.end()]):
                continue
            said = _DANGLING.sub("", text[match.start() : end].rstrip(" ,?.!"))
            if TOKEN.search(said[len(match.group()) :]) or match.group().lower().startswith(("this", "world")):
                return said
    return ""
