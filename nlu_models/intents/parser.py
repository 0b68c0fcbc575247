"""Reads a message: buttons, dates and known wordings by rules, all else by a network that knows what it follows."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Final

from engine.policy import concern_of
from engine.protocols import QuestionParser
from engine.text.spelling import mended
from engine.text.tokens import clean
from nlu_models.intents import intent_of, names_in_message
from nlu_models.intents.draft import Draft
from nlu_models.intents.message import CERTAIN, NOTHING_SAID, Context, ParsedMessage
from nlu_models.intents.network import Reading, network
from nlu_models.intents.parts_of_message import CUT, READ_AGAIN, Message
from nlu_models.intents.sayings import find

STEPS: Final[tuple[Callable[[Draft], Draft], ...]] = (
    # What its words name or point at.
    intent_of.rank_no_people,
    intent_of.drop_quote,
    names_in_message.find_limits,
    names_in_message.ask_for_best,
    names_in_message.join_names,
    names_in_message.point_at_side,
    names_in_message.make_entities,
    intent_of.turn_to_other_side,
    names_in_message.prefer_names,
    names_in_message.find_compared,
    names_in_message.find_needed_name,
    # What leaves no doubt about the intent.
    names_in_message.drop_with_most,
    names_in_message.find_missing_aspect,
    names_in_message.ask_what_it_does,
    names_in_message.ask_how_it_is,
    names_in_message.weigh_by_numbers,
    intent_of.limit_sources,
    # The intent, and what changes it.
    intent_of.choose_intent,
    intent_of.ask_of_one,
    intent_of.add_for_use,
    intent_of.compare_several,
    intent_of.take_for_aspects,
    intent_of.limit_to_web,
    intent_of.change_nothing,
    intent_of.compare_others,
    intent_of.let_only_count,
    intent_of.drop_besides,
    # The names as the intent has them.
    names_in_message.take_things_of_question,
    names_in_message.take_circumstances,
    intent_of.shape_by_clauses,
    intent_of.ask_besides,
    intent_of.ask_the_same,
    intent_of.find_what_is_meant,
    intent_of.give_roles,
)
"""What is done with each message, in this order."""


def parse_message(text: str, *, parser: QuestionParser, context: Context = NOTHING_SAID) -> ParsedMessage:
    """Read one chat message.

    Args:
        text: What the person typed, of any length; it is cleaned first.
        parser: Understands questions that name what they compare.
        context: What the message follows.

    Returns:
        The most likely intent; never raises on strange text.
    """
    typed = clean(text)
    text = mended(typed)
    if concern := concern_of(text):
        return ParsedMessage(concern, CERTAIN, text=text)
    for button in context.offered:
        if button.text.casefold() == typed.casefold():
            return button

    def parse(part: str, follows: Context) -> ParsedMessage:
        return parse_message(part, parser=parser, context=follows)

    message = Message(text, context, find(text, context), parse)
    cut = next((read for by_part in CUT if (read := by_part(message))), None)
    if cut:
        return cut
    reading, known = network().read(text, context), message.known
    if known and intent_of.counts(known, reading, context):
        reading = Reading({known.saying.intent: CERTAIN}, known.saying.second, known.saying.relation, known.named)
    else:
        known = None
    draft = reduce(lambda draft, step: step(draft), STEPS, Draft(text, context, parser, known is not None, *reading))
    found = intent_of.asked_about(draft)
    return next((read for again in READ_AGAIN if (read := again(message, found))), found)
