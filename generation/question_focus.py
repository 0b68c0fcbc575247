"""What a question asks for besides a winner: a yes or no, a quality such as "faster", a point of view."""

from __future__ import annotations

import re

from engine.text import morphology
from engine.text.lexicon import GENERAL, dimension_of, need, sense, topic_of
from engine.text.morphology import with_article
from engine.text.tagging import tagger
from engine.text.tokens import TOKEN, same_name, stems, word_set
from engine.types import AskedKind, Decision, Kind, Label, ParsedText, Span, Stance
from generation.answer_builder import plain
from generation.evidence import Evidence
from generation.sentiment_lexicon import is_general, polarity

YES = ("Yes", "No")
"""What agrees with a question that affirms something, and what does not."""
UNCLEAR_WHETHER = "Neither yes nor no"
"""What is said where the sources are divided."""
DENIED = ("Right", "On the contrary")
"""What agrees with a question that denies something, and what does not."""

_NOUNS = frozenset({"NN", "NNS", "NNP", "NNPS", "VBG", "CD"})
_DOING = word_set("be become bring buy do find get give go have keep learn lose make put see take")
"""Verbs that begin the name of no thing, as "compile" does."""
_ONE = frozenset({"a", "an"})
_AGED = re.compile(r"\d+[ -]years?[ -]old\b", re.IGNORECASE)
"""What the name of one that is so old begins with."""
_AGE = re.compile(r"(?:(?:nearly|almost) )?\d{1,3}(?: years? old)?", re.IGNORECASE)
"""How old somebody is, who is not named: "nearly 50", "almost 70 years old"."""
_OF_STEP = r"(?:(?:an?|the|my|our|your) )?$"
"""What stands between the words of a step and the name of what it is made from, or to."""
_ADVISED = re.compile(r"\b(?:should|shall|worth)\b", re.IGNORECASE)
"""What asks whether to do something."""
_LEAVING = re.compile(rf"\b(?:from|exchang\w+|replac\w+|swap\w*|trad\w+) {_OF_STEP}", re.IGNORECASE)
"""What stands before the name of what one asks whether to leave."""
_FOR_ANOTHER = re.compile(rf" (?:by|for|in for|to|with) {_OF_STEP}", re.IGNORECASE)
_NOT_ANOTHER = re.compile(rf" (?:from|over|rather than) {_OF_STEP}", re.IGNORECASE)
"""What stands between that and what one may take for it, and the other way round."""
_DEGREES = ("more ", "less ", "most ", "least ")
_ON = frozenset({"about", "for", "on"})
"""Prepositions that stand behind "nothing" as they are."""
PREPOSITIONS = frozenset({"about", "as", "at", "by", "during", "for", "in", "on", "to", "under", "with", "without"})


def quality(question: ParsedText | None) -> str:
    """Return in what respect a question compares beyond better or worse: "faster", or "dangerous" for "more dangerous".

    Empty when it does not.
    """
    return _without_degree(next((words for words in _special_phrases(question) if is_comparative(words)), ""))


def is_comparative(words: str) -> bool:
    """Return whether words have the form of a comparative: "faster", "more reliable"."""
    lower = words.lower()
    return lower.startswith(_DEGREES) or any(map(morphology.is_comparative, TOKEN.findall(lower)))


def viewpoint(aspect: str, question: ParsedText | None) -> str:
    """Return a user's aspect as an adverbial, as the question puts it if it does.

    >>> viewpoint("deep learning", None), viewpoint("expensive", None), viewpoint("in winter", None)
    ('for deep learning', 'on ‘expensive’', 'in winter')
    >>> viewpoint("beginner", None), viewpoint("beginners", None)
    ('for a beginner', 'for beginners')
    """
    name = as_noun(_somebody(plain(aspect)))
    said = next((span for span in _spans(question, Label.ASPECT) if same_name(span.text, aspect)), None)
    if question and said:
        if phrase := next((words for words in _special_phrases(question) if words.endswith(f" {said.text}")), ""):
            return f"on ‘{plain(phrase)}’"
        before = question.text[: said.start].casefold().split()
        if before and before[-1] in _ONE:
            name = f"{before.pop()} {plain(aspect)}"
        if before and before[-1] in PREPOSITIONS:
            return f"{before[-1]} {name}"
    if name.partition(" ")[0].casefold() in PREPOSITIONS:
        return name
    compared = any(same_name(span.text, aspect) for span in _spans(question, Label.PREDICATE))
    is_quality = tagger().tag(["is", *name.lower().split()])[1:] == ["JJ"]
    judges = compared or ((polarity(name) or is_quality) and not need(stems(aspect)))  # but "a complete beginner"
    return f"on {in_quotes(name)}" if judges else f"for {name}"


def as_noun(words: str) -> str:
    """Return words of a user as what can follow a preposition of ours: in quotation marks where they make no noun.

    >>> [as_noun(words) for words in ("low light", "losing weight", "make muscle", "documented", "a couple of our age")]
    ['low light', 'losing weight', '‘make muscle’', '‘documented’', '‘a couple of our age’']
    >>> [as_noun(words) for words in ("travel a lot", "move in 2 years", "cost of ownership", "long commute")]
    ['‘travel a lot’', '‘move in 2 years’', 'cost of ownership', 'long commute']
    >>> [as_noun(words) for words in ("holds value", "sports cars")]
    ['‘holds value’', 'sports cars']
    >>> as_noun("")
    'that'
    """
    if not words.split():
        return "that"
    first, *rest = words.lower().split()
    tags = tagger().tag([first, *rest] if rest else ["the", first])
    after = tagger().tag(["they", first, *rest])[1:3]
    acts = after[0] in ("VB", "VBP") and after[-1] in ("DT", "CD", "IN") and rest[0] != "of"
    does = acts or tags[0] == "VBZ" or (tags[0] == "VB" and (first in _DOING or tags != ["VB", "NN"]))  # "compile time"
    is_noun = tags[-1] in _NOUNS and not does and "PRP$" not in tags[1:]
    is_known = first.endswith("ing") or (tags[0] != "VBZ" and (need(stems(words)) or topic_of(words)))
    has_article = rest and tags[0] in ("DT", "PRP$") and "PRP$" not in tags[1:]  # "the elderly"
    return words if is_noun or has_article or is_known else in_quotes(words)


def in_quotes(words: str) -> str:
    """Return words of a user between quotation marks, once."""
    return words if words.startswith("‘") else f"‘{words}’"


_IN_CASE = re.compile(r"\bif \w.*")


def about(aspect: str, question: ParsedText | None) -> str:
    """Return what was looked for, behind "nothing": "on price", "on ‘free’", "for a beginner", "that holds in winter".

    >>> about("more reliable", None), about("healthier", None), about("more boring", None), about("without a car", None)
    ('on reliability', 'on health', 'on ‘more boring’', 'that holds without a car')
    """
    view, name = viewpoint(aspect, question), plain(aspect)
    if case := _IN_CASE.search(name):
        return f"that holds {case[0]}"
    blames = (known := sense(name)) is not None and known.merit < 0  # of which a dimension is no name
    if called(name) != name and not blames:
        return f"on {called(name)}"
    if view != f"for {as_noun(name)}" or need(stems(aspect)):
        return view if view.partition(" ")[0] in _ON else f"that holds {view}"
    return f"on {as_noun(name)}"


def called(aspect: str) -> str:
    """Return a point of view as a noun where it is a quality with a dimension, else as it is.

    >>> called("faster"), called("cheap"), called("battery"), called("better")
    ('speed', 'price', 'battery', 'better')
    """
    dimension, tags = dimension_of(aspect), tagger().tag(["is", *aspect.lower().split()])[1:]
    is_quality = is_comparative(aspect) or tags == ["JJ"] or viewpoint(aspect, None).startswith("on ‘")
    return dimension if is_quality and dimension not in ("", GENERAL) else aspect


def _somebody(name: str) -> str:
    """Return a name as one of a person if it is that of one, "a beginner", or an age: "someone of nearly 50".

    >>> [_somebody(name) for name in ("5 year old son", "almost 70 years old", "nearly 50", "50", "over 60")]
    ['a 5 year old son', 'someone of almost 70 years', 'someone of nearly 50', '50', 'over 60']
    """
    if _AGE.fullmatch(name) and not name.isdecimal():
        return f"someone of {name.removesuffix(' old')}"
    tags, behind = tagger().tag(name.lower().split()), tagger().tag(["the", *name.lower().split()])[-1]
    is_one = tags[:1] != ["DT"] and ((need(stems(name)) and behind == "NN") or (_AGED.match(name) and behind != "NNS"))
    return with_article(name) if is_one else name


def topic_name(aspect: str, question: ParsedText | None) -> str:
    """Return a user's aspect as what a sentence is "on": in quotation marks unless it is a noun."""
    view = viewpoint(aspect, question)
    return view.removeprefix("on ") if view.startswith("on ‘") else plain(aspect)


def yes_or_no(evidence: Evidence, question: ParsedText | None) -> str:
    """Return what agrees or disagrees with a question, or nothing when neither can be said for certain.

    Nor can it where the newer sources alone end otherwise.

    The question must put its predicate between the two objects ("Is A slower than B?"), or ask whether the one is the
    best or the worst of its class, or whether to take it for the other, and the predicate must be a word of known
    praise or blame. One that judges less than the whole ("slower") must be an aspect that was weighed, or stand in
    sentences of enough sources, most of them on the winner's side.
    """
    found = evidence.comparison.verdict
    if question is None or question.kind is not Kind.YES_NO:
        return ""
    denied = question.asked.denied
    predicate = _superlative(question) or _predicate_between_objects(question)
    predicate = predicate.removeprefix("not ") if denied else predicate
    subject = _subject(evidence, question)
    if not predicate and subject and (step := _step(question)):
        subject, predicate = subject if step is Stance.FIRST else subject.flipped(), "prefer"
    sign = polarity(predicate)
    if subject is None or not sign or not (is_general(predicate) or _is_settled(evidence, predicate)):
        return ""
    agreeing, disagreeing = DENIED if denied else YES
    if found.winner is None:
        return UNCLEAR_WHETHER if found.decision is Decision.UNDECIDED and is_general(predicate) else ""
    if (change := evidence.comparison.change) and change.later != found.winner:
        return ""
    return agreeing if ((subject is evidence.ahead) == (sign > 0)) is not denied else disagreeing


def is_weighed(evidence: Evidence, words: str) -> bool:
    """Return whether words contain one of the user's aspects, so that a share of the verdict is about them."""
    said = set(stems(words))
    return any(said.issuperset(stems(aspect.name)) for aspect in evidence.comparison.aspects)


def _spans(question: ParsedText | None, label: Label) -> list[Span]:
    return [span for span in question.spans if span.label is label] if question else []


def _phrase(question: ParsedText, predicate: Span) -> str:
    """Return a predicate with the aspect that follows it: "more" + "dangerous", "easier" + "to learn"."""
    for aspect in _spans(question, Label.ASPECT):
        if aspect.start >= predicate.end and question.text[predicate.end : aspect.start].strip() in {"", "to"}:
            return question.text[predicate.start : aspect.end]
    return predicate.text


def _special_phrases(question: ParsedText | None) -> list[str]:
    """Return the predicates, with their aspects, that say more than better or worse."""
    phrases = [_phrase(question, span) for span in _spans(question, Label.PREDICATE)] if question else []
    return [words for words in phrases if not is_general(words)]


def _without_degree(phrase: str) -> str:
    return phrase.split(" ", 1)[1] if phrase.startswith(_DEGREES) else phrase


def _predicate_between_objects(question: ParsedText) -> str:
    objects = _spans(question, Label.OBJECT)
    if len(objects) < 2:
        return ""
    between = range(objects[0].end, objects[1].start)
    return next((_phrase(question, one) for one in _spans(question, Label.PREDICATE) if one.start in between), "")


def _step(question: ParsedText) -> Stance | None:
    """Return which of its two things a question asks whether to take: "switch from A to B", "buy A over B"."""
    first, second, *others = _spans(question, Label.OBJECT)[:3] or (None,) * 3
    if first is None or second is None or others or question.asked.is_special:
        return None
    before, between = question.text[: first.start], question.text[first.end : second.start]
    if not _ADVISED.search(before):
        return None
    if _LEAVING.search(before) and _FOR_ANOTHER.fullmatch(between):
        return Stance.SECOND
    return Stance.FIRST if _NOT_ANOTHER.fullmatch(between) else None


def _superlative(question: ParsedText) -> str:
    """Return what the one thing is asked to be of its class: "best" or "worst"; empty where it is anything else."""
    asks = question.of_class and question.asked.kind is AskedKind.OVERALL
    return ("worst" if question.asked.end == "less" else "best") if asks else ""


def _is_settled(evidence: Evidence, predicate: str) -> bool:
    if is_weighed(evidence, predicate):
        return True
    tally = evidence.tally(words=_without_degree(predicate))
    enough = tally.total >= evidence.comparison.verdict.minimum_sources
    return enough and tally.of(evidence.ahead) > tally.of(evidence.behind)


def _subject(evidence: Evidence, question: ParsedText) -> Stance | None:
    """Return which object the question asks about: the one it names first."""
    asked, compared = question.objects[:2], evidence.comparison.typed or evidence.comparison.objects
    if len(asked) == 2 and all(same_name(*pair) for pair in zip(asked, compared, strict=True)):
        return Stance.FIRST
    if len(asked) == 2 and all(same_name(*pair) for pair in zip(asked, reversed(compared), strict=True)):
        return Stance.SECOND
    if len(asked) == 1 and question.of_class:
        sides = zip((Stance.FIRST, Stance.SECOND), compared, strict=True)
        return next((side for side, name in sides if same_name(*asked, name)), None)
    return None
