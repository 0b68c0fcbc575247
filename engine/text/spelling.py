"""Mends what is misspelt of the words by which things are compared: "beter", "relyable", "wich"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from string import ascii_lowercase
from typing import Final

from engine.text.graded import INTENSIFIERS
from engine.text.lexicon import grades, need, sense
from engine.text.tagging import GRADED, tagger
from engine.text.tokens import TOKEN, stems, word_set

LONGEST: Final = 120
"""Characters of a message whose words are looked at."""
_WORD = re.compile(r"\b[a-z]{6,}\b")
"""Long words without capitals: shorter ones may be names that are one letter away from a quality, "latte"."""
_SHORTEST: Final = 5
"""Letters of a word that may be a misspelt quality: "poop" is not "poor"."""
_HALF: Final = 4
"""Letters, at least, of each of two words that are written as one."""
_BETTER = re.compile(r"\bbet(?:e|t|tt+e)?r\b", re.IGNORECASE)
_MORE_GOOD = re.compile(
    r"\bmo(?:re|st) (good|better|best|bad|worse|worst)\b(?! (?!than\b|for\b|at\b|in\b|on\b|to\b|if\b|when\b)\w)",
    re.IGNORECASE,
)
"""Better, and not more of what is good: "more good games"."""
_MARKS = re.compile(r"[?!]*\?[?!]+|!!+")
_DASH = re.compile(r"\s+[-–—]+\s+(?=[^\W\d])")
"""A dash between words, which parts them as a comma does: "Mac vs PC - gaming"."""
_DIGIT = re.compile(r"\b(?:([a-z]+) |^)([24])(?= ([a-z]+))", re.IGNORECASE)
"""A digit that may stand for a word, with its neighbours: "better 4 towing", "cheaper 2 fix"."""
_WITH = re.compile(r"(?<=\w )w(?:/ ?| )(?=[a-z]{2})")
"""A letter that stands for a word: "a student w no money"."""
_NAMES: Final = frozenset({"NN", "NNS", "VBG"})
_INTENSE = re.compile(rf"(?<=\w )\b(?:{'|'.join(sorted(INTENSIFIERS))}) (?=([a-z]+)\b)", re.IGNORECASE)
"""A word of degree before another word."""
_NOT = re.compile(r"\b((?:do|does|did|is|are|was|were|has|have|had|would|could|should)n)t\b", re.IGNORECASE)
_WHICH = re.compile(r"\b(?:w[ih]ch|whitch)\b", re.IGNORECASE)
_COMMON: Final = word_set("""about because between could does from have more other should than that their then there
    this what when where which with without would""")
_TURNED: Final = {
    turned: word
    for word in _COMMON
    for at in range(len(word) - 1)
    if (turned := word[:at] + word[at + 1] + word[at] + word[at + 2 :]) not in {"dose", "form", "odes", "three"}
} | {"adn": "and", "teh": "the"}
"""Common words of which two letters have changed places, where that makes no other word."""
_COMMON_WORD = re.compile(r"\b[a-z]{3,7}\b")

_LETTERS = re.compile(
    r"(?<![\w'’])(?!a )((?:[a-z] ){2,}[a-z]|[b-hj-qstv-z] [b-hj-qstv-z])(?: (two|three|four|five)\b)?(?![\w'’])",
    re.IGNORECASE,
)
"""A name that is spelt letter by letter: "i p a", "p s three"; two of them are none that may stand for words."""
_DIGITS: Final = {"two": "2", "three": "3", "four": "4", "five": "5"}

_CHATTED = re.compile(r"(?<!\S)(?P<word>u|ur|r|pls|plz|wat)(?=\W*(?P<next>[\w'’]*))(?=[\s,.?!;]|$)")
_CHAT: Final = {"u": "you", "ur": "your", "r": "are", "pls": "please", "plz": "please", "wat": "what"}
"""Words as they are typed in a chat."""
_BEFORE = re.compile(r"(\S*[^\s,.?!;:]) $")
"""The word before another one, without a mark between them."""
_BEFORE_YOU: Final = word_set("do dont did would should could can will are r have if that for tell ask thank love hate")
_OPENING: Final = {"", *word_set("and so but when one what wat which who how where why")}
"""Words before a clause."""
_PRONOUNS: Final = word_set("u you they we there these those ur your")
"""Words in whose company "r" is a verb."""
_AUXILIARIES: Final = word_set("is are was were do does did can could will would should shall has have")
_THAN: Final = word_set("than then")
_BETWEEN: Final = {"", *word_set("or vs versus and")}
"""Words behind the last word of a name: "do you use Python or R?"."""

_ASSISTANT = re.compile(
    r"(?P<hail>(?:hey|hi|hello|ok|okay|yo),? )?(?:google|alexa|siri|cortana|bixby)(?P<mark> ?[,:!.])?\s+"
    r"(?=(?P<first>[\w'’]+)(?: (?P<second>[\w'’]+))?)",
    re.IGNORECASE,
)
"""Whom one speaks to, before what one says."""
_BETWEEN_NAMES: Final = word_set("or vs versus and than v with")
_REQUESTS: Final = word_set("which what whats what's who how why where compare tell show i")
"""What begins a question or a request, and never says anything of a name before it."""
_SUBJECTS: Final = frozenset({"NN", "NNS", "NNP", "PRP", "DT", "PRP$"})
"""Tags of what follows an auxiliary in a question."""

_VERSUS = re.compile(r"(?<=\S )v\. ?s\b\.?(?= \S)", re.IGNORECASE)
_SIGN = re.compile(r"(?<=[\w+#] )([<>])(?= (?:[^\W\d]|\.\w))")
_SIGNS: Final = {">": "better than", "<": "worse than"}
"""A sign between two names → what it says."""

_FILLER = re.compile(r"(?<=\bfor )((?:[\w-]+ )?([\w-]+)) (?:stuff|things|purposes)\b", re.IGNORECASE)
"""A use with a noun behind it that says nothing: "for web stuff"."""
_FILLED = re.compile(
    r"^(?P<lead>(?:(?:and|ok|so|what about|how about) )*)(?P<use>(?!for\b)(?:[\w-]+ )?(?P<noun>[\w-]+)) stuff(?=\W*$)",
    re.IGNORECASE,
)
"""A message that is nothing but that, without the word that says so: "web stuff?"."""

_SPOKEN = re.compile(
    r"(?:^|(?<=\s))(?:u[hm]+|er+m|y['’]know)\b,?\s*|"
    r"(?<=\w )(?<!\bdo )(?<!\bdid )(?<!\bif )(?<!\bas )(?<!\bthat )you know "
    r"(?!(?:what|how|which|who|why|if|that|of)\b)|"
    r"(?<=\b(?:for|and) )like (?=(?:an?|the|\w+ing)\b)|(?<=\bor )like (?=(?:an?|the)\b)",
    re.IGNORECASE,
)
"""What one says while thinking: "for like you know um waking up"."""


def mended(text: str) -> str:
    """Return a message as it is spelt, each mark once, and without words that say nothing more of a quality or use.

    Nor does it have the name of an assistant that it speaks to.
    """
    text = _SIGN.sub(lambda sign: _SIGNS[sign[0]], _VERSUS.sub("vs", _CHATTED.sub(_spelt_out, _unaddressed(text))))
    text = _WITH.sub("with ", _DIGIT.sub(_in_full, _DASH.sub(", ", _SPOKEN.sub("", text) or text)))
    text = _LETTERS.sub(_as_name, text)
    text = _MARKS.sub(lambda marks: "?" if "?" in marks[0] else "!", text)
    text = _COMMON_WORD.sub(lambda word: _TURNED.get(word[0], word[0]), text)
    text = _NOT.sub(r"\1't", _WHICH.sub("which", _BETTER.sub("better", text)))
    text = _FILLED.sub(lambda use: f"{use['lead']}for {use['use']}" if _is_noun(use["noun"]) else use[0], text)
    text = _FILLER.sub(lambda use: use[1] if _is_noun(use[2]) else use[0], text)
    text = graded_once(text)
    text = _INTENSE.sub(lambda word: "" if grades(word[1].lower()) else word[0], text)
    return _WORD.sub(lambda word: quality_of(word[0]), text) if len(text) <= LONGEST else text


def _spelt_out(found: re.Match[str]) -> str:
    """Return a word of a chat as it is spelt, unless it is a part of a name: "what r u", but "R vs Python", "Wii U"."""
    word, behind = found["word"], found["next"].lower()
    last = _BEFORE.search(found.string, 0, found.start())
    before = last[1].lower() if last else ""
    if word == "u":
        opens = before in _OPENING and (behind in _AUXILIARIES | {"r"} or tagger().is_verb(behind))
        is_own = behind != "of" and (before in _BEFORE_YOU or opens)
    elif word == "r":
        graded = before in _OPENING - {""} and (behind in {"the", "a", "an"} or tagger().tag([behind])[0] in GRADED)
        graded = graded or (before in _OPENING and _compare_many(found.string[found.end() :]))
        is_own = (before in _OPENING and behind in _PRONOUNS) or graded
        is_own = is_own or (before in _PRONOUNS and behind not in _BETWEEN)
    else:
        is_own = word != "wat" or (before in _OPENING and behind in _PRONOUNS | _AUXILIARIES | {"r"})
    return _CHAT[word] if is_own else word


def _compare_many(words: str) -> bool:
    """Return whether words say of many things how they compare, and lack a verb: "trucks better than vans"."""
    said = [word.lower() for word in TOKEN.findall(words)]
    tags = tagger().tag(["the", *said])[1:]
    graded = next((at for at, tag in enumerate(tags) if tag in GRADED), 0)
    is_named = graded > 0 and tags[graded - 1] == "NNS" and _BETWEEN_NAMES.isdisjoint(said[:graded])
    return is_named and _AUXILIARIES.isdisjoint(said[:graded]) and not _THAN.isdisjoint(said[graded:])


def _unaddressed(text: str) -> str:
    """Return a message without the name of the assistant it speaks to: "Alexa, which is cheaper", "hey Google is …".

    The name stays where it is a thing: "Google or Bing", "Alexa is better than Siri".
    """
    found = _ASSISTANT.match(text)
    if found is None or (first := found["first"].lower()) in _BETWEEN_NAMES:
        return text
    second = (found["second"] or "").lower()
    asks = first in _AUXILIARIES and tagger().tag([second])[0] in _SUBJECTS
    is_noun = second in {"a", "an", "the"} and first in {"is", "was"} and not (found["hail"] or found["mark"])
    greets = found["hail"] and first not in _AUXILIARIES
    return text[found.end() :] if first in _REQUESTS or (asks and not is_noun) or greets else text


def _is_noun(word: str) -> bool:
    return tagger().tag(["the", word.lower()])[1] in _NAMES


def _as_name(found: re.Match[str]) -> str:
    """Return a name whose letters stand alone as one: "IPA", "PS3"."""
    return found[1].replace(" ", "").upper() + _DIGITS.get((found[2] or "").lower(), "")


def graded_once(text: str) -> str:
    """Return a text with "better", "worse" for "more good", "more better", "most bad"."""
    return _MORE_GOOD.sub(lambda found: {"good": "better", "bad": "worse"}.get(found[1].lower(), found[1]), text)


def _in_full(found: re.Match[str]) -> str:
    """Return a digit with the word before it, as a word where it stands for one: "which one 4 her", "easier 2 fix"."""
    before, digit, after = (found[0][: found.start(2) - found.start()], found[2], found[3].lower())
    graded, next_tag = (tagger().tag([word]) for word in ((found[1] or "it").lower(), after))
    if digit == "4" and (next_tag[0] in {"PRP", "PRP$", "VBG"} or after == "online"):
        return f"{before}for"
    return f"{before}to" if digit == "2" and graded == ["JJR"] and tagger().is_verb(after) else found[0]


def edited(word: str) -> set[str]:
    """Return the words that differ from one by a letter more, less or another, or by two that change places.

    >>> {"friend", "colleges", "colege"} <= edited("freind") | edited("college")
    True
    """
    cuts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    less = {before + after[1:] for before, after in cuts if after}
    turned = {before + after[1] + after[0] + after[2:] for before, after in cuts if len(after) > 1}
    more = {before + one + rest for before, after in cuts for one in ascii_lowercase for rest in (after, after[1:])}
    return less | turned | more


def joined_or_apart(word: str) -> tuple[str, ...]:
    """Return how else a word of two may be written.

    >>> joined_or_apart("touchscreen"), joined_or_apart("touch-screen"), joined_or_apart("screen")
    (('touch screen',), ('touchscreen',), ())
    """
    known = tagger().knows
    if "-" in word or known(word):
        return (word.replace("-", ""),) if "-" in word else ()
    cuts = ((word[:at], word[at:]) for at in range(_HALF, len(word) - _HALF + 1))
    return tuple(" ".join(halves) for halves in cuts if all(map(known, halves)))


@lru_cache(1 << 12)
def quality_of(word: str) -> str:
    """Return the quality that a misspelt one differs from by a letter; any other word as it is.

    What differs as little from a name may be that, and is left as it is: "havard" is as near to Harvard as to hazard.

    >>> quality_of("fastr"), quality_of("easyer"), quality_of("scariest"), quality_of("charles")
    ('faster', 'easier', 'scariest', 'charles')
    """
    from engine.text.related import is_known  # needs numpy

    if word.endswith("yer") and sense(easier := f"{word[:-3]}ier"):
        return easier
    known, graded = tagger().knows, re.sub("est$", "er", word)
    named = known(word) or known(word.capitalize())  # "charles" is a name
    if len(word) < _SHORTEST or named or sense(word) or tagger().base(graded) != graded or is_known(word):
        return word
    near = [*_near(word)]
    if any(known(one.capitalize()) and not known(one) for one in near):
        return word
    meant = (one for one in near if known(one) and (sense(one) or need(stems(one))))
    return max(meant, key=lambda one: one[-1] == word[-1], default=word)


def _near(word: str) -> Iterator[str]:
    """Yield all that a word is with two letters exchanged, another one, one more or one less, or "ph" for "f"."""
    for n in range(1, len(word)):
        head, letter, tail = word[:n], word[n], word[n + 1 :]
        yield head + tail[:1] + letter + tail[1:]
        yield from (head + new + tail for new in ("", *ascii_lowercase))
        yield from (head + new + letter + tail for new in ascii_lowercase)
        yield from [f"{head}ph{tail}"] * (letter == "f")  # "grafics"
