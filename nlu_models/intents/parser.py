"""Reads a message: by its wording where that is enough, as a question, and in the light of what was said before."""

from __future__ import annotations

import re
from dataclasses import replace

from engine.policy import concern_of
from engine.protocols import QuestionParser
from engine.text.tokens import TOKEN, clean
from engine.types import Kind, Label, ParsedText
from nlu_models.baselines.rule_lexicon import words
from nlu_models.intents.context import in_context
from nlu_models.intents.date_filter import times
from nlu_models.intents.ensemble import surer
from nlu_models.intents.exact_match import INTENT_OF, gist
from nlu_models.intents.keywords import by_cue, style_of
from nlu_models.intents.message import CERTAIN, NOTHING_SAID, Context, Entity, ParsedMessage
from nlu_models.intents.object_or_aspect import is_point_of_view
from nlu_models.intents.patterns import follow_up, name
from nlu_models.intents.plain_wording import by_plain_wording

LONGEST_FOLLOW_UP = 200
"""Characters; anything longer is read as a question or a statement."""

SAID = 0.95
CUED = 0.95
STRANGE = 0.9
UNKNOWN = 0.4
"""Confidence in the intent of a known saying, a cue, a message of unknown signs, and one of words that say nothing
here: the share that is right in ``turns_train.jsonl``, rounded."""

_CORRECTION = re.compile(
    r"(?:(?:no|nope|nah|sorry|oops|wait|actually|ok|okay|well|but|and|hey|oh)\b[\s,.!…:–-]*)*"
    r"(?:(?:i (?:actually )?(?:mean|meant|ment|said)|what i (?:mean|meant) (?:is|was)|i wanted to say)\b[\s,:]*)+",
    re.IGNORECASE,
)
"""What a person says before saying the same thing better: "no, I meant …"."""
_CHOICE = re.compile(r"\s(?:or|vs\.?|versus)\s", re.IGNORECASE)
"""What stands behind the first object of a bare choice, "tea or coffee for someone who …"."""
_NO = re.compile(r"^(?:no|nope|nah|sorry)\b[\s,.!]*", re.IGNORECASE)
_AFTER_NO = frozenset({"drop", "undo", "swap", "delete_data", "restart"})
"""Intents of sayings that may follow a "no"."""
_OPENING = re.compile(
    r"(?:(?:hm+|um+|uh|oh|ah|ok|okay|well|lol|haha\w*|alright|anyway|fine|cool|right|actually|then|"
    r"(?:can|could|would) (?:you|we) (?:please )?(?=compare)|let['’]?s (?:talk about|look at|do|take|try|(?=compare))|"
    r"i(?:['’]?d| would) like to (?:compare|know about|hear about))\b[\s,.!…:]*)+(?:and\s+)?",
    re.IGNORECASE,
)
"""What a person says before beginning."""
_NEED = re.compile(
    r"^(?:.*?\b(?:need|want|looking for|searching for|choosing|buying|building)\s+(?:an?|some|the|our|my)\b[^,.:;?!]*|"
    r"[^,.:;?!]*\b(?:i|i['’]m|we|we['’]re|my|our|think(?:ing)? (?:of|about)|plan(?:ning)? to)\b[^,.:;?!]*)[,.:;?!]\s*",
    re.IGNORECASE,
)
"""What a person needs, before the things that may be it: "We need a framework, React or Angular?"."""
_CHOOSING = re.compile(r"\b(?:or|vs|versus|than|compare|between)\b", re.IGNORECASE)
_BEGUN = re.compile(r"(?:\s+(?:in|for|of|on|at|with|to|by|from|the|an?|my|our))+$", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.?!])\s+")
_OF_THE_BOT = frozenset({"delete_data", "show_stored_data", "undo", "propose", "out_of_scope"})
"""Intents whose cues hold whatever form a message has."""
_RIVALLED = re.compile(
    r"\b(?:alternatives? (?:to|for|of)(?: the| an?)?|(?:can|could|should|is|do|people|you|i) (?:compare )?)\s*"
    r"(?!i\b|you\b|we\b|it\b|that\b)"
    r"((?:(?!be\b|compared?\b|with\b)[^\s?!,.]+\s?){1,4}?)(?=\s+(?:be|compared?|with)\b|\W*$)",
    re.IGNORECASE,
)
"""What alternatives are asked for: "what else can tea be compared with?"."""
_FORM = frozenset({"style", "shorter", "longer"})
"""Intents about the form of an answer, whose cues leave no room for names: "as a list instead"."""
_PAYLOAD = re.compile(r"/\w+\s*(?:\{.*)?")
"""A message written for Rasa's own parser, "/greet", which means nothing here."""
_MASH = re.compile(
    r"\b(?:(?i:asdf|qwert[yz]\w)\w*|(?!https|xhtml)[bcdfghjklmnpqrstvwxz]{5,})\b|(?i:([^\W\d_])\1{3}|([^\W\d_]{2,3})\2\2)|"
    r"^(?i:(?:(\w)\3\3|\d+|bla+h?|foo|bar|baz|test|lorem|ipsum|ha|lol|eh|pew|beep|boop)\W*)+$"
)
"""Keys that were hit at random: a row of the keyboard, a word without vowels, the same letters over and over."""


def parse_message(text: str, *, parser: QuestionParser, context: Context = NOTHING_SAID) -> ParsedMessage:
    """Read one chat message.

    Args:
        text: What the person typed, of any length; it is cleaned first.
        parser: Understands questions.
        context: What the message follows.

    Returns:
        The most likely intent; never raises on strange text.
    """
    text = clean(text)
    if concern := concern_of(text):
        return ParsedMessage(concern, CERTAIN, text=text)
    pressed = next((button for button in context.offered if button.text == text), None)
    if pressed:
        return pressed
    correction = _CORRECTION.match(text)
    if correction and TOKEN.search(text, correction.end()):
        turn = parse_message(text[correction.end() :], parser=parser, context=context)
        if (
            "mean" in correction[0].casefold()
            and turn.intent == "add_aspect"
            and [one.role for one in turn.entities] == [""]
        ):
            return replace(turn, entities=(replace(turn.entities[0], role="meant"),))
        named = turn.intent == "name_object" and not is_point_of_view(turn.text)
        return _as_replacement(turn) if named else turn
    said = (by_plain_wording(text) if len(text) <= LONGEST_FOLLOW_UP else None) or _by_wording(text)
    if said:
        return said
    opening = _OPENING.match(text)
    if opening and TOKEN.search(text, opening.end()):
        text = text[opening.end() :]
    turn = in_context(_by_words(text, parser), context)
    return _of_a_side(surer(turn, parser.parse_message(text, before=context.text), context))


def _of_a_side(turn: ParsedMessage) -> ParsedMessage:
    """Return a turn that asks for the other side by its name as one about that thing."""
    if turn.intent != "other_side" or not any(entity.entity == "object" for entity in turn.entities):
        return turn
    against = any(entity.role == "against" for entity in turn.entities)
    return replace(turn, intent="ask_against" if against else "ask_for")


def _by_wording(text: str) -> ParsedMessage | None:
    """Return what a text means that is a known saying, or no words at all."""
    short = len(text) <= LONGEST_FOLLOW_UP
    intent = INTENT_OF.get(gist(text)) if short else None
    refused = INTENT_OF.get(gist(_NO.sub("", text))) if short and not intent else None
    intent = refused if refused in _AFTER_NO else intent
    if intent == "affirm" and text.casefold().startswith("why") and text.endswith("?"):
        intent = "why"
    if intent:
        return _bare(intent, SAID, text)
    if not TOKEN.search(text) or _PAYLOAD.fullmatch(text):
        return ParsedMessage("nlu_fallback", SAID, text=text)
    return None


def _by_words(text: str, parser: QuestionParser) -> ParsedMessage:
    """Return what a text means by the forms and words in it."""
    short = len(text) <= LONGEST_FOLLOW_UP
    intent = by_cue(text) if short else ""
    if intent in _OF_THE_BOT:
        return _of_the_bot(text, intent)
    found = follow_up(text) if short else None
    when = times(text) if short else ()
    if found and not when and not (intent == "filter" or (intent in _FORM and found.intent != "drop")):
        return found
    question = _question(text, parser)
    if intent in {*_FORM, "swap"} and not _CHOOSING.search(text):
        return _bare(intent, CUED, text)
    if len(question.objects) > 1 and (question.comparative or _CHOICE.match(question.text, question.spans[0].end)):
        return _comparison(question, _moved(when, text, question.text))
    if when:
        return ParsedMessage("filter", CERTAIN, when, text=text)
    if intent:
        return _bare(intent, CUED, text)
    if short:
        found = name(text)
    if found and found.intent == "add_aspect":
        return found
    mentioned = [entity.value for entity in found.entities] if found else []
    bare = bool(found and found.intent == "name_object") and mentioned == list(question.objects)
    if question.comparative and not bare and (question.objects or not mentioned):
        return _comparison(question)
    return found if found and not _MASH.search(text) else _strange(question)


def _of_the_bot(text: str, intent: str) -> ParsedMessage:
    """Return the turn of a message to the bot itself; one about alternatives may name the thing."""
    named = _RIVALLED.search(text) if intent == "propose" else None
    entities = (Entity("object", named[1], named.start(1), named.end(1)),) if named else ()
    return ParsedMessage(intent, CERTAIN, entities, text=text)


def _question(text: str, parser: QuestionParser) -> ParsedText:
    """Return what a text asks: its last sentence, if that alone names two things, or what follows "We need a …,"."""
    rests = [text[need.end() :] for need in [_NEED.match(text)] if need]
    rests += _SENTENCE.split(text)[1:][-1:]
    for rest in rests:
        question = parser.parse(rest)
        if len(question.objects) > 1:
            return question
    return parser.parse(text)


def _bare(intent: str, confidence: float, text: str) -> ParsedMessage:
    """Return a turn that names nothing but the style it may ask for."""
    entities = (Entity("style", style_of(text), 0, len(text)),) if intent == "style" else ()
    return ParsedMessage(intent, confidence, entities, text=text)


def _strange(question: ParsedText) -> ParsedMessage:
    """Return the turn of a message that asks for nothing known here."""
    known = any(word.kind not in "nJA#.,:" for word in words(question.text))
    intent, confidence = ("out_of_scope", UNKNOWN) if known else ("nlu_fallback", STRANGE)
    return ParsedMessage(intent, confidence, question=question, text=question.text)


def _as_replacement(turn: ParsedMessage) -> ParsedMessage:
    """Return the turn that puts the bare name of a turn in the place of another."""
    return replace(
        turn, intent="change_object", entities=tuple(replace(entity, role="meant") for entity in turn.entities)
    )


def _trimmed(name: str) -> str:
    """Return a name without the words after it that begin a phrase of their own: "carpet in the"."""
    return _BEGUN.sub("", name) or name


def _moved(when: tuple[Entity, ...], text: str, asked: str) -> tuple[Entity, ...]:
    """Return the bounds of time in a text as they stand in what it asks, its end; a bound before that has all of it."""
    before = len(text) - len(asked)
    return tuple(
        replace(one, start=one.start - before, end=one.end - before)
        if one.start >= before
        else replace(one, start=0, end=len(asked))
        for one in when
    )


def _comparison(question: ParsedText, when: tuple[Entity, ...] = ()) -> ParsedMessage:
    """Return the turn of a comparative question; the class that a superlative chooses from is no object of it."""
    points = question.points_of_view
    names = {Label.OBJECT: question.objects, Label.ASPECT: points, Label.PREDICATE: points}
    if question.kind is Kind.SUPERLATIVE:
        names[Label.OBJECT] = ()
    entities = tuple(
        Entity(
            "object" if span.label is Label.OBJECT else "aspect", _trimmed(question.name(span)), span.start, span.end
        )
        for span in question.spans
        if question.name(span) in names[span.label]
    )
    bare = not names[Label.OBJECT] and question.kind is not Kind.SUPERLATIVE
    intent = "add_aspect" if bare and points else "compare"
    return ParsedMessage(intent, question.probability, (*entities, *when), question, question.text)
