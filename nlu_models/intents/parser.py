"""Reads a message: buttons, dates and known wordings by rules, all else by a network that knows what it follows."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Final

from engine.policy import concern_of
from engine.protocols import QuestionParser
from engine.text.spelling import mended
from engine.text.tokens import clean
from nlu_models.intents import importance
from nlu_models.intents import intent_of as intent
from nlu_models.intents import names_in_message as names
from nlu_models.intents import parts_of_message as parts
from nlu_models.intents.draft import Draft
from nlu_models.intents.message import CERTAIN, NOTHING_SAID, Context, ParsedMessage
from nlu_models.intents.sayings import find

PARTS: Final = (
    *(parts.with_length, parts.with_style, parts.asked_again, parts.so_much, parts.not_so, parts.or_not),
    *(parts.shown_for_doubt, parts.in_that_respect),
    *(parts.self_corrected, parts.advised, parts.claim, parts.kind_needed, parts.plan),
    *(parts.new_topic, parts.behind_limit, parts.wanted_instead, parts.no_words, parts.complaint),
)
"""By the first of these that fits, a message is read by a part of it, or at sight."""
STEPS: Final[tuple[Callable[[Draft], Draft], ...]] = (
    # What the words are read as, and whom or what they are said of.
    *(intent.read, intent.rank_no_people, intent.weigh_kind, intent.weigh_means),
    *(intent.drop_quote, intent.drop_misplaced_quote, intent.turn_to_other_side),
    # What they name or point at.
    *(names.find_limits, names.join_names, names.make_entities, names.find_compared, names.find_missing),
    *(names.leave_who_wants, names.leave_way_to_work),
    # What leaves no doubt about the intent.
    *(names.explain_word, names.correct_with_no, names.drop_without, names.drop_with_most, importance.weigh_less),
    *(names.ask_how_it_is, names.ask_for_more, names.weigh_by_numbers, intent.compare_bare, intent.compare_meant),
    *(
        intent.weigh_beginner,
        intent.leave_what_others_have,
        intent.limit_sources,
        intent.take_wish,
        intent.ask_for_proof,
        intent.ask_of_things,
    ),
    *(intent.explain_figures, intent.explain_counts, intent.doubt_answer),
    *(intent.quote_more, intent.ask_of_shown_source),
    # The intent, and what is another one after all.
    *(intent.clear_of_concern, intent.choose_intent, intent.leave_fact, intent.leave_to_others),
    *(intent.leave_claim, intent.weigh_claim, intent.ask_of_one, intent.add_for_use),
    *(intent.take_for_aspects, intent.limit_to_web, intent.change_nothing, intent.compare_instead),
    *(intent.let_only_count, intent.put_request_first),
    # What is named, as the intent has it.
    *(names.take_things_of_question, names.take_circumstances, names.weigh_part_of_thing, intent.shape_by_clauses),
    *(intent.leave_unmeant, intent.ask_besides, intent.ask_the_same, intent.find_what_is_meant, intent.give_roles),
)
"""By all of these, in this order, any other message is read."""
AGAIN: Final = (parts.goodbye_beside_thanks, parts.request_beside_insult)
"""By the first of these that fits, it is then read again."""


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

    draft = Draft(text, context, parser, find(text, context), parse)
    if by_part := next((read for part in PARTS if (read := part(draft))), None):
        return by_part
    found = intent.asked_about(reduce(lambda draft, step: step(draft), STEPS, draft))
    return next((read for again in AGAIN if (read := again(draft, found))), found)
