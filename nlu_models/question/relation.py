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

from engine.text.graded import MORE, grade
from engine.text.lexicon import EASE, GENERAL, sense, sense_of_noun, verb
from engine.text.tagging import tagger
from engine.text.tokens import TOKEN, stems, word_set
from engine.types import Asked, AskedKind, Kind, Label, Span

_DIFFERENCE: Final = re.compile(
    r"\b(?:differ\w*|distinguish\w*|distinctions?|similar\w*|alike|in common|(?:the|a) same)\b", re.IGNORECASE
)
_COMPARED: Final = re.compile(r"\bcompar(?:e|es|ed|ing|isons?)\b(?! to\b)", re.IGNORECASE)
_BESIDE: Final = re.compile(r"\b(?:compared|in comparison) (?:to|with)\b", re.IGNORECASE)
_LIKED: Final = re.compile(
    r"(?:like|love|prefer|enjoy|want|recommend|suggest|choose)\w* (?:so |much |the )*(?:more|most|better|best)", re.I
)
_LIKING: Final = word_set("like likes love loves prefer enjoy want")
_HAVING: Final = word_set(
    "has have had having with get gets offer offers provide provides take takes give gives make makes"
)
_AGAINST: Final = re.compile(
    r"\b(?:(?:dis)?advantages?|pros|cons|benefits?|drawbacks?|downsides?|upsides?|disbenefits?|shortcomings|"
    r"(?:speaks?|arguments?|reasons?) (?:for|against)|(?:good|bad|wrong) (?:about|with)|(?<!not, )why not)\b",
    re.IGNORECASE,
)
_GRADED: Final = word_set(
    "more less fewer most least maximum minimum worse worst further furthest farther farthest moreso"
)
_WHOLE: Final = word_set("better best")
_WINS: Final = re.compile(r"\b(?:(?:would|will|could|can) win|wins)\b(?: in a (?:fight|race|battle)\b)?", re.IGNORECASE)
_ORDER: Final = word_set("first before earlier earliest sooner last after later latest")
_ER: Final = word_set(
    "other rather either neither whether former latter over under never ever however per her together easter "
    "eastern western northern southern"
)
_EST: Final = word_set(
    "west best interest request test forest suggest rest invest contest guest quest honest modest nest"
)
_PARTICLES: Final = word_set("in on with at from for out up into after around")
"""Words that stay behind a verb: "nicer to live in"."""
_ONE_LETTER: Final = re.compile(r"(.*?[aeiouy])([b-df-hj-np-tv-xz])(\2?)er")
_SEEMING: Final = word_set("selling looking tasting sounding performing")
_OPEN: Final = word_set("likely prone able capable responsible susceptible addicted affected")
"""Words that say nothing without what follows them."""
_OFTEN: Final = word_set("often frequently regularly easily")
_FOR: Final = re.compile(r" for (?:you|(?:your |the )?health|the (?:environment|planet))\b", re.IGNORECASE)
_LONGEST: Final = 4
"""Words of a verb and its objects before what grades them: "conducts heat better"."""
_MOST_WORDS: Final = 200
"""Words of a long text that are looked at."""
_COPULAS: Final = word_set("is are was were be been isn aren as")
_CHOICES: Final = word_set("value way idea thing choice option deal buy bet solution alternative approach one job")
"""Nouns that say of a thing no more than that it can be chosen."""
_BEING: Final = word_set("is are was were be been make makes")
_SAID_OF: Final = re.compile(r"(?:for|as|before|after) ", re.IGNORECASE)
"""Uses for which one thing is said to be better."""
_LINKING: Final = word_set(
    "feel feels look looks seem seems get gets go goes become becomes sound sounds felt got went tend"
)
_DOES: Final = word_set("do does did can could will would")
_ASKING: Final = {"whats": "what", "wats": "what", "whos": "who", "wich": "which", "whitch": "which"}
_SUBJECTS: Final = word_set("which what who one ones that")
_BEFORE: Final = word_set(
    "so much way far even just a lot bit little any considerably significantly slightly substantially noticeably "
    "really the very also infinitely still usually generally typically relatively almost nearly no"
)
_AUXILIARY: Final = word_set(
    "is are was were be been being am do does did done has have had having can could will would shall should may might "
    "must which what who whose how why when where that isn aren wasn t s re ve if it there"
)
_STOP: Final = word_set(
    "like due prior using than or and but vs versus in on at for with by from if when while as during because "
    "since between among of to a an the compared is are was were do does did has have can will would should then "
    "over per that which who whose it they"
)
_USE: Final = re.compile(
    r"\b(?:for|if|when(?!ever)|before|after|while|in|on|at|during|from|to|with|without|as an?|among|throughout|under|"
    r"given|worldwide|this (?:year|week\w*|month)|per)\b",
    re.IGNORECASE,
)
_FIRM_USE: Final = re.compile(r"\b(?:for|if|when(?!ever)|as an?|during|before|after)\b", re.IGNORECASE)
_CLAUSE_END: Final = re.compile(
    r"[,:;?!()]|\.(?:\s|$)| - |\b(?:or|than|which|what|who|is|are|has|vs|versus|should|do|does)\b", re.I
)
_FIRM_END: Final = re.compile(r"[,:;?!()]|\.(?:\s|$)| - |--|\b(?:or|than|which|vs|versus|should|is it)\b", re.I)
_NO_USE: Final = re.compile(
    r"to (?:choose|prefer|pick|select|go|buy|get|have|use|be|do)(?: to)?|in (?:size|area|height|weight|length|age|"
    r"general|"
    r"total|population|years|addition|fact|common|better)|"
    r"on (?:average|the whole)|if (?:so|yes|not)|for (?:example|instance|that matter).*|to (?:you|them|me|us)|"
    r"in (?:u?r|your|my|comparison|comparison (?:to|with)|comparing).*|when is.*",
    re.IGNORECASE,
)
_DANGLING: Final = re.compile(r"(?:\s+(?:a|an|the|of|in|on|at|from|to|with|my|your))+$", re.IGNORECASE)
_COMPARED_TO: Final = re.compile(r"(?:compared|likely|similar|opposed|due|thanks) (?:to|with)$", re.IGNORECASE)


class _Word(NamedTuple):
    start: int
    end: int
    lower: str
    tag: str
    """Its part of speech, see ``engine.text.tagging``."""
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
        use = use or _role(text, words, spans)
        better = f"better {use}" if use and (_SAID_OF.match(use) or f"better {use}" in text.lower()) else ""
        return Asked(AskedKind.USE if use else AskedKind.OVERALL, words=better, use=use)
    said = _said(text, words, found)
    known = grade(said, about=_about(text, found))
    sign = -known.sign if _denied(words, found) else known.sign
    return Asked(AskedKind.PROPERTY, known.dimension, "more" if sign > 0 else "less", said, use)


def _words(text: str, things: Sequence[Span]) -> list[_Word]:
    found = list(islice(TOKEN.finditer(text), _MOST_WORDS))
    said = [_spelt(match.group().lower().removesuffix("'s").removesuffix("’s")) for match in found]
    return [
        _Word(
            match.start(),
            match.end(),
            word,
            tag,
            all(match.end() <= thing.start or match.start() >= thing.end for thing in things),
        )
        for match, word, tag in zip(found, said, tagger().tag(said), strict=True)
    ]


@cache
def _spelt(word: str) -> str:
    """Return a word as it is spelt: "what", "better", "finer" for "whats", "beter", "finner"."""
    if word in _ASKING:
        return _ASKING[word]
    letters = _ONE_LETTER.fullmatch(word)
    if letters is None or word in _ER or sense(word):
        return word
    other = f"{letters[1]}{letters[2] if letters[3] else letters[2] * 2}er"
    return other if sense(other) else word


def _said(text: str, words: Sequence[_Word], found: tuple[int, int]) -> str:
    """Return the words of a property, spelt and graded once as they should be."""
    said = text[slice(*found)]
    inside = [word for word in words if found[0] <= word.start < found[1]]
    for word in inside:
        typed = text[word.start : word.end]
        if _spelt(typed.lower()) != typed.lower():
            said = said.replace(typed, word.lower)
    if len(inside) > 1 and inside[0].lower in ("more", "most") and is_graded(inside[1].lower):
        said = said.partition(" ")[2]
    return said


def _about(text: str, found: tuple[int, int]) -> str:
    return f"{text[: found[0]]} {text[found[1] :]}"


def _whole(words: Sequence[_Word]) -> bool:
    return any(word.lower in _WHOLE and word.free for word in words)


def _compares(words: Sequence[_Word]) -> bool:
    return any(word.lower == "than" and not before.lower.startswith("differ") for before, word in pairwise(words))


@cache
def is_graded(word: str) -> bool:
    """Return whether a word in lower case is a comparative or a superlative in -er, -est."""
    if word.endswith("est") and word not in _EST:
        return tagger().base(word[:-3] + "er") != word[:-3] + "er" or bool(sense(word))
    if not word.endswith("er") or word in _ER or len(word) < 4:
        return False
    if tagger().tag(["it", word])[1] in ("JJR", "RBR"):
        return True
    known = sense(word)
    return known is not None and known.role in ("good", "bad", "high", "low")


def _may_be_verb(word: str) -> bool:
    return tagger().tag(["they", word])[1].startswith("VB") or word == "worth" or word in _LIKING or bool(verb(word))


def _is_verb(words: Sequence[_Word], j: int) -> bool:
    """Return whether a word is a verb where it stands."""
    return words[j].tag.startswith("VB") or words[j].lower == "worth" or bool(verb(words[j].lower))


def _property(text: str, words: Sequence[_Word], spans: Sequence[Span]) -> tuple[int, int] | None:
    """Return where the words of the asked property stand; None if the question asks for none."""
    cues = [i for i, word in enumerate(words) if word.free and _is_cue(text, words, i)]
    for i in sorted(cues, key=lambda i: (words[i].lower in _ORDER, words[i].lower in _WHOLE)):
        if found := _grown(text, words, i, spans):
            return found
    if match := _WINS.search(text):
        return match.span()
    if _BESIDE.search(text):  # "why is A so slow compared to B"
        for i, (word, said) in enumerate(pairwise(words)):
            if word.lower == "so" and said.tag in ("JJ", "RB") and said.free and said.lower not in MORE:
                return words[_left(text, words, i)].start, said.end
    other = (span for span in spans if span.label is Label.PREDICATE)
    return next(((span.start, span.end) for span in other if _is_quality(span.text)), None)


def _role(text: str, words: Sequence[_Word], spans: Sequence[Span]) -> str:
    """Return what "a better pet" is said to be, "as a pet"; empty for a class, as in "the better phone"."""
    for i, word in enumerate(words):
        if not word.free or word.lower not in _WHOLE or not any(one.lower in _BEING for one in words[:i]):
            continue
        right = _right(text, words, i, spans)
        if [one.lower for one in words[i + 1 : i + 2]] == ["first"] or right > i:
            while right + 1 < len(words) and words[right + 1].free and words[right + 1].tag in ("NN", "NNS", "JJ"):
                if _apart(text, words[right], words[right + 1]):
                    break
                right += 1
        many, named = words[right].tag == "NNS", words[i - 1].tag == "DT" or words[0].lower == "who"
        if right > i and (many or named) and words[right].lower not in _CHOICES:
            noun = text[words[i + 1].start : words[right].end]
            return f"as {'' if many else 'an ' if noun[0].lower() in 'aeiou' else 'a '}{noun}"
    return ""


def _is_quality(predicate: str) -> bool:
    known = sense(predicate)
    return known is not None and known.dimension != GENERAL and known.role in ("good", "bad", "high", "low")


def _is_cue(text: str, words: Sequence[_Word], i: int) -> bool:
    word, before = words[i].lower, words[i - 1].lower if i else ""
    if word == "as":
        return any(other.lower == "as" for other in words[i + 2 : i + 6]) and words[i + 1].lower not in (
            "well",
            "a",
            "an",
        )
    if word == "more" and [other.lower for other in words[i + 1 : i + 3]] == ["or", "less"]:
        return False
    if word in _ORDER:
        return i > 0 and (is_graded(word) or _orders(text, words, i))
    if words[i + 1 : i + 2] and words[i + 1].lower in _BEING and word not in (*_GRADED, *_WHOLE, *_ORDER) and i > 1:
        return False  # "which vacuum cleaner is better"
    if before == "than" or (before in _WHOLE and not _apart(text, words[i - 1], words[i])):
        return False  # "than most people", "the better passer"
    if word in _GRADED or word in _WHOLE:
        return True
    return is_graded(word) and not (before == "for" and words[i + 1 : i + 2] and words[i + 1].tag.startswith("NN"))


def _orders(text: str, words: Sequence[_Word], i: int) -> bool:
    """Return whether "first" or "before" asks which of two came earlier; "before bed" limits what is asked."""
    if words[i].lower in ("before", "after"):
        return not all(word.free for word in words[i + 1 : i + 4])
    if words[i - 1].tag == "DT":
        return False
    last = i + 1 == len(words) or not words[i + 1].free or _apart(text, words[i], words[i + 1])
    return last or (words[i - 1].free and (_is_verb(words, i - 1) or words[i - 1].lower in ("on", "out", "up")))


def _grown(text: str, words: Sequence[_Word], i: int, spans: Sequence[Span]) -> tuple[int, int] | None:
    """Return the stretch of the property around a graded word; None for "better" and "more" alone."""
    cue = words[i].lower
    if cue == "as":
        end = next(j for j in range(i + 2, len(words)) if words[j].lower == "as")
        quality = words[end - 1]
        start = i if quality.tag == "JJ" and quality.lower not in MORE else _left(text, words, i)
        praise = quality.lower in ("good", "great")
        return None if praise else (words[start].start, words[end].end)
    right = i if cue in _ORDER else _right(text, words, i, spans)
    adverbial = all(word.tag == "RB" or word.lower in _OFTEN for word in words[i + 1 : right + 1])
    doing = right > i and words[i + 1].lower == "to"
    left = _left(text, words, i, doing=doing) if adverbial or doing else _verb_before(text, words, i, right)
    said = text[words[left].start : words[right].end]
    liked = _LIKED.fullmatch(said) and words[left - 1].free  # "do girls love more than boys" asks how they love
    if liked or (cue in _WHOLE and _is_whole(words, i, left, right, said)):
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
    initial = one.end - one.start == 1 and text[one.start].isupper() and text[one.end : other.start].strip() == "."
    return not initial and bool(re.search(r"[,:;?!(.]|--| -", text[one.end : other.start]))


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
        if end == j - 1 and words[end].lower in _OPEN and word.lower in ("to", "of", "for", "by"):
            return _clause_end(text, words, j)
        if word.lower == "to" and end == j - 1 and not cue.endswith("est") and cue not in _WHOLE:
            return _done(text, words, i, j)
        if cue in ("better", "worse", "bad") and end == i and (match := _FOR.match(text, words[i].end)):
            return next(k for k in range(j, len(words)) if words[k].end >= match.end())
        if word.lower in _STOP or _auxiliary(word.lower) or (_adds(words, j) and words[end].tag.startswith("NN")):
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


def _adds(words: Sequence[_Word], j: int) -> bool:
    """Return whether a participle says something of the noun before it: "lives lost", but not "career stolen bases"."""
    noun = words[j + 1 : j + 2] and words[j + 1].free and words[j + 1].tag.startswith("NN")
    return words[j].tag in ("VBG", "VBN") and not noun


def _done(text: str, words: Sequence[_Word], i: int, to: int) -> int:
    """Return the last word of "cheaper to maintain", "nicer to live in"; the one before "to" if nothing is done."""
    known = sense(text[words[i].start : words[to - 1].end])
    graded = is_graded(words[i].lower) or words[to - 1].tag == "JJ" or known is not None
    if not graded or to + 1 == len(words) or not words[to + 1].free or not _may_be_verb(words[to + 1].lower):
        return to - 1
    end = to + 1
    while end + 1 < len(words) and words[end + 1].free and words[end + 1].lower in _PARTICLES:
        end += 1
    if end + 1 == len(words) or _apart(text, words[end], words[end + 1]) or words[end + 1].lower in ("than", "or"):
        return end
    following = words[to + 2]
    if not following.free or following.lower in _STOP:
        return to + 1
    return to + 1 if known and known.dimension in (EASE, "safety") else to - 1


def _clause_end(text: str, words: Sequence[_Word], i: int) -> int:
    """Return the last word of the clause that word ``i`` stands in, before another thing."""
    for j in range(i + 1, len(words)):
        if not words[j].free or _apart(text, words[j - 1], words[j]) or words[j].lower in ("than", "or", "when", "if"):
            return j - 1
    return len(words) - 1


def _left(text: str, words: Sequence[_Word], i: int, *, doing: bool = False) -> int:
    """Return the first word of what a graded word at the end says: "costs" of "costs so much more".

    Args:
        text: The question.
        words: Its words.
        i: The graded word.
        doing: Whether the graded word is said of doing something, as in "quicker to install".
    """
    start = i
    for j in range(i - 1, -1, -1):
        if not words[j].free or _auxiliary(words[j].lower) or _apart(text, words[j], words[j + 1]):
            break
        start = j
    after_thing = start > 0 and (not words[start - 1].free or words[start - 1].lower in _SUBJECTS)
    while start < i and (_grades_more(words[start]) or words[start].lower in _SUBJECTS | _STOP):
        start += 1
    last = next((j for j in range(i - 1, start - 1, -1) if not _grades_more(words[j])), i)
    if last == i:
        return i
    start = max(start, last + 1 - _LONGEST)
    verbs = [j for j in range(start, last + 1) if _is_verb(words, j) and not (doing and words[j].tag == "VBG")]
    if not verbs and words[i].lower not in _ORDER and not doing:
        asks = start == last and words[0].lower in _DOES
        verbs = [j for j in (start, last) if _may_be_verb(words[j].lower) or (after_thing and asks)]
        verbs = verbs[:1] if after_thing else [j for j in verbs if j == last]
    found = verbs[-1] if verbs else i
    linking = words[i].lower not in (*_GRADED, *_WHOLE, "as") and words[found].lower in _LINKING
    return i if linking else found


def _grades_more(word: _Word) -> bool:
    return word.lower in _BEFORE or word.tag == "RB" or word.lower in _WHOLE


def _verb_before(text: str, words: Sequence[_Word], i: int, right: int) -> int:
    """Return the verb right before "more books" if it says something: "sold", not "has", not "considered" more apt."""
    if words[i].lower not in ("more", "less", "fewer") or words[right].tag in ("JJ", "JJR"):
        return i
    j = next((j for j in range(i - 1, -1, -1) if words[j].lower not in _BEFORE), i)
    word = words[j].lower
    idle = not words[j].free or _auxiliary(word) or word in _LINKING | _HAVING or not _may_be_verb(word)
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
