"""What a message asks of what is compared: what its reply says first, before anything else that is new."""

from __future__ import annotations

import re
from collections.abc import Callable

from actions.aspect_weights import alike, shares
from actions.dialogue_state import DialogueState
from actions.object_or_aspect import is_noun
from actions.references import is_beside
from actions.user_message import UserMessage
from actions.views.verdicts import Claim
from engine.text.graded import grade
from engine.text.lexicon import dimension_of, sense
from engine.text.morphology import compared
from engine.text.stop_words import STOP
from engine.text.tagging import FINITE, GRADED, tagger
from engine.text.tokens import TOKEN, Tokens, stems
from generation.sentiment_lexicon import polarity
from nlu_models.intents import COMPLAINS, JUDGED, OF_FIGURES, bare
from nlu_models.intents.steps.aspects import too_much

_AGREES = frozenset({"right", "rite", "correct", "true", "so"})
_POLAR = re.compile(
    r"(?:^|[.!?;:,]\s+)(?:(?:and|so|but|ok|then|well)\W+)*(?:is|are|was|were|does|do|did|has|have|will|would)(?:n['’]?t)?\s+"
    r"(?!(?:yo)?u\b|ya\b|that\b|this\b|there\b|i\b|we\b)\w[^.!?;:,]*\W{0,9}$",
    re.IGNORECASE,
)
"""A question for yes or no about a thing, at the end of a message."""
_GENERALLY = re.compile(
    r"(?:^|[,;.?!]\s+|\bhow\s+)(?:is|are|was|were|do|does|did|should|shall|will|would)\b|"
    r"\b(?:in general|generally|overall)\b",
    re.IGNORECASE,
)
"""What asks how a thing is that comes in, as no bare name of it does."""
_IT = re.compile(r"\bit\b", re.IGNORECASE)
_COPULA = re.compile(r"\b(?:is|are|was|were|be|r|s)\b", re.IGNORECASE)
_UNDER = re.compile(r"\b(?:with|without|during|for|after|before|about|on)\s+([^.!?;:,]+)", re.IGNORECASE)
"""What stands behind a preposition: in what respect, or under what circumstance."""
_COUNTED = re.compile(r"\bhow many\b.*\b(?:about|with|of|from|mention)\s+([^.!?;:,]+)", re.IGNORECASE)
"""What is counted that speaks of something."""
_BECAUSE = re.compile(r"\b(?:because|due to)\b", re.IGNORECASE)
_REASON_END = re.compile(r"\s+or\s+(?:because\b)?|\bbecause\b|\bdue to\b|[?.!,;]", re.IGNORECASE)
_REASON_OPENS = re.compile(
    r"\s*(?:of\s+)?(?:(?:it|they|i|we|you)(?:['’]?(?:s|re|m)|\s+(?:is|are|am))?\s+|(?:an?|the|my|our|its|their)\s+)?",
    re.IGNORECASE,
)
"""What begins and ends each reason that somebody asks about."""
SPEECH = frozenset(stems("answer say tell question ask part bit issue thing point sentence source people person one"))
"""What a message that complains speaks of besides what was not answered."""
_WRITE = frozenset(stems("user reviewer review critic poster commenter writer author redditor test study"))
"""Words for those who write, whoever they are, and for what they write."""
_ANYBODY = r"(?:(?:an?|any|some|the|real|actual|proper)\s+)"
_WHO = re.compile(
    rf"\b(?P<who>{_ANYBODY}{{0,3}}(?P<kind>[\w-]{{1,30}})\s+who)(?:['’]?s)?\s+"
    r"(?P<does>(?!\w+\s+(?:that|this|so|it)\b)\w+(?:\s+\w+)?)|"
    rf"\b(?:from|do|does|did|would)\s+(?P<one>{_ANYBODY}{{1,3}}[\w-]{{1,30}}(?:\s+[\w-]{{1,30}})??)"
    r"(?:\W*$|\s+(?:says?|thinks?|recommends?|suggests?|advises?|agrees?|prefers?)\b)",
    re.IGNORECASE,
)
_GROUP = re.compile(
    r"\bwhat\s+(?:do|did|would)\s+(?:(?:other|most|many|actual|real|the)\s+)*(?P<group>(?:[\w-]+\s+)?[a-z-]+s)\s+"
    r"(?:(?:usually|generally|really|actually)\s+)?(?:say|think|write|report)\s+(?:of|about)\b",
    re.IGNORECASE,
)
"""What asks for the word of a group of people on something: "what do owners say about"."""
_TAKES_A_SIDE = re.compile(
    r"(?:prefer|like|favou?r)(?:s|red|ed)? \w+|(?:says?|said|thinks?|claims?)(?: \w+)?",
    re.IGNORECASE,
)
"""What is known of those who write: whom they speak for, and what they say."""
_AGREE = re.compile(r"\b(?:dis)?agree", re.IGNORECASE)
_OF_TEXTS = re.compile(
    r"\b(?:numbers?|figures?|data|facts?|texts?|sources?|evidence|results?|votes?|views?|perspectives?|angles?|"
    r"(?:stand|view)?points?(?: of view)?|distance|scratch)$",
    re.IGNORECASE,
)
"""What is no writer, and says something, or is only a way to see it."""
_NOUNS = frozenset({"NN", "NNS", "VBG"})


def is_polar(text: str) -> bool:
    """Return whether a message asks for yes or no."""
    judged = JUDGED.search(text)
    said = TOKEN.findall(text[: judged.start()]) if judged else ()
    return bool(said) or _POLAR.search(bare(text)) is not None


def is_graded(text: str) -> bool:
    """Return whether a text grades something: "smarter", "the most", and not "smart"."""
    return not GRADED.isdisjoint(tagger().tag(TOKEN.findall(text.lower())))


def is_property(words: str) -> bool:
    """Return whether words can be asked for as what one has more of: "safer", "more fun", and no need, "bad roads"."""
    return bool(words) and (is_graded(words) or not is_noun(words))


def asks_generally(text: str) -> bool:
    """Return whether what brings in a thing asks of it in general, "would rum be an option?", and is no bare name."""
    return _GENERALLY.search(bare(text)) is not None


def claim_of(message: UserMessage, state: DialogueState, ahead: Callable[[], str]) -> Claim | None:
    """Return what a message asks a yes or no about, of one of the things that are compared; None where that is open.

    Args:
        message: What is said.
        state: What it follows.
        ahead: Returns the thing that is ahead so far, which "it" stands for unless a side was shown; empty for none.
    """
    judged = JUDGED.search(message.text)
    said = message.text[: judged.start()] if judged else message.text
    named = [one for one in state.objects if shares((*message.objects, *message.opposed), (one,))]
    named = [one for one in named if len(named) == 1 or not is_beside(one, said)]  # "is it better than tea?"
    if not named and _IT.search(said) and is_polar(message.text):
        new = state.view.names[0] if state.view.kind == "with" else ""
        named = [one for one in (state.side[1] or new or ahead(),) if one]
    of_each = sum(bool(Tokens(said).find(stems(one))) for one in state.objects) > 1  # "dogs are dumb and cats are cold"
    blamed = message.opposed or message.aspects or polarity(said)
    if degree_asked(message):
        return None
    if of_each or len(named) != 1 or (judged and _COPULA.search(said) and not blamed):  # "Java is dead, is he right?"
        return None
    about = {dimension_of(one) for one in message.aspects}
    words = {*TOKEN.findall(said.lower())} - {word for one in message.aspects for word in one.lower().split()}
    merits = [one.merit for word in words if (one := sense(word)) and one.dimension in about]
    is_too_much = too_much(said) is not None
    if 0 in merits and not is_too_much:  # "steel is heavy, true?"
        return None
    is_hard = not merits and any(grade(one).sign < 0 for one in message.aspects)  # "is it hard to learn?"
    bad = is_too_much or -1 in merits or is_hard
    blames = bool(message.opposed) or message.relation == "worse" or bad or polarity(said) < 0
    word = (judged["word"] or "").lower() if judged else "right"
    doubted, beside_others = word not in _AGREES, is_graded(said) or not message.aspects
    return Claim(named[0], not blames, doubted=doubted, beside_others=beside_others)


def degree_asked(message: UserMessage) -> str:
    """Return the one quality, in its higher degree, that a message asks whether a thing has; else nothing.

    Who has more of it cannot be told from who is the better one for it: of a quality neither good nor bad, "is steel
    heavy?", "is wool itchy?", and of what is said of doing one thing alone, "is cider hard to make?".
    """
    quality = message.aspects[0].lower() if len(message.aspects) == 1 else ""
    how, *done = quality.split(" to ")
    is_quality = tagger().tag(["is", *how.split()])[1:] == ["JJ"]
    known = sense(quality)
    is_open = not dimension_of(grade(quality).dimension) if done else (known.merit if known else polarity(quality)) == 0
    asks = is_quality and is_open and is_polar(message.text) and _COPULA.search(message.text)
    return " to ".join((compared(how), *done)) if asks else ""


def topics(message: UserMessage, state: DialogueState) -> tuple[str, ...]:
    """Return what a question for yes or no or about the evidence, or a complaint, names besides what is compared."""
    known = (*state.objects, *(one for old in state.compared for one in old.objects))
    named = tuple(one for one in (*message.aspects, *message.objects) if not alike(one, known))
    counted = _COUNTED.search(message.text)
    under = counted or _UNDER.search(message.text)
    judges = not under and _COPULA.search(message.text)
    if named or not (counted or complains(message) or (is_polar(message.text) and not judges)):
        return named
    said = TOKEN.findall((under[1] if under else COMPLAINS.sub("", message.text)).lower())
    tags = tagger().tag(said)
    told = [
        "my" in said[max(0, at - 1) : at] and not FINITE.isdisjoint(tags[at + 1 : at + 2]) for at in range(len(said))
    ]
    nouns = [word for word, tag, of_who in zip(said, tags, told, strict=True) if tag in _NOUNS and not of_who]
    nouns = [
        one for one in nouns if {*stems(one)}.isdisjoint(STOP | SPEECH) and not (alike(one, known) or polarity(one))
    ]
    return tuple(nouns[-1:] if under else nouns[:1])


def complains(message: UserMessage) -> bool:
    """Return whether a message says that something was not answered."""
    return COMPLAINS.search(message.text) is not None


def writers(message: UserMessage) -> str:
    """Return whose word a message asks for, "people who own both"; empty where it asks for nobody's."""
    is_of_all = OF_FIGURES.search(message.text) or _AGREE.search(message.text)  # "does anyone disagree?"
    found = None if is_of_all else _WHO.search(message.text)
    if found is None or tagger().tag([(found["kind"] or "").lower()]) == ["PRP"]:  # "show me who said that"
        return ""
    if _TAKES_A_SIDE.fullmatch(found["does"] or "") or _OF_TEXTS.search(found["one"] or ""):
        return ""
    return found["one"] or f"{found['who']} {found['does']}"


def group_asked(message: UserMessage) -> str:
    """Return the group of people whose word on something a message asks for, "owners"; empty for that of anybody."""
    asked = _GROUP.search(message.text)
    return asked["group"] if asked and stems(asked["group"])[-1] not in SPEECH | _WRITE else ""


def reasons(message: UserMessage) -> tuple[str, ...]:
    """Return the reasons that a message asks about, "is that because of the noise or because it is old?"."""
    first = _BECAUSE.search(message.text)
    told = _REASON_END.split(message.text[first.end() :]) if first else ()
    return tuple(reason for one in told if (reason := _REASON_OPENS.sub("", one, count=1).strip()))
