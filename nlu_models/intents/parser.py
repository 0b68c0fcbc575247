"""Reads a message: buttons, dates and known wordings by rules, all else by a network that knows what it follows."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Final

from engine.policy import concern_of
from engine.protocols import QuestionParser
from engine.text.spelling import mended
from engine.text.tokens import clean
from nlu_models.intents.draft import Draft
from nlu_models.intents.message import CERTAIN, NOTHING_SAID, Context, ParsedMessage
from nlu_models.intents.sayings import find
from nlu_models.intents.steps import (
    aspects,
    circumstances,
    comparison,
    entities,
    evidence,
    importance,
    intent,
    others,
    paraphrases,
    parts,
    roles,
)

PARTS: Final = (
    *(parts.with_length, parts.with_style, parts.asked_again),
    *(paraphrases.so_much, paraphrases.which_part, paraphrases.part_of_them, paraphrases.does_so),
    *(paraphrases.not_so, paraphrases.or_not, paraphrases.who_says),
    *(parts.behind_doubt, parts.before_claim, paraphrases.in_that_respect),
    *(
        parts.self_corrected,
        paraphrases.advised,
        paraphrases.claim,
        paraphrases.kind_needed,
        paraphrases.plan,
        paraphrases.disliked,
        paraphrases.done_by_somebody,
        paraphrases.chosen_by,
    ),
    *(parts.new_topic, parts.behind_limit, parts.wanted_instead, parts.no_words, parts.complaint),
)
"""By the first of these that fits, a message is read by a part of it, or at sight."""
STEPS: Final[tuple[Callable[[Draft], Draft], ...]] = (
    # What the words are read as, and whom or what they are said of.
    *(intent.read, intent.rank_no_people, aspects.weigh_kind, circumstances.weigh_means),
    *(evidence.drop_quote, evidence.drop_misplaced_quote, evidence.turn_to_other_side),
    # What they name or point at.
    *(evidence.find_limits, entities.join_names, entities.make_entities, entities.find_compared, entities.find_missing),
    *(circumstances.leave_who_wants, circumstances.leave_way_to_work, circumstances.leave_what_is_at_hand),
    *(circumstances.leave_measure, circumstances.leave_what_is_done),
    *(circumstances.weigh_what_troubles, circumstances.weigh_weather),
    # What leaves no doubt about the intent.
    *(comparison.explain_word, comparison.correct_with_no, comparison.drop_without, comparison.drop_with_most),
    *(importance.weigh_less, aspects.ask_why_it_is, aspects.ask_how_it_is, aspects.ask_for_more),
    importance.weigh_by_numbers,
    *(comparison.choose_bare, comparison.compare_bare, comparison.compare_meant),
    *(circumstances.weigh_beginner, others.leave_what_others_have, evidence.limit_sources, circumstances.take_wish),
    *(circumstances.weigh_needed, others.weigh_popularity, aspects.weigh_place_of_use),
    circumstances.leave_occasion,
    *(evidence.ask_for_proof, evidence.ask_of_things),
    *(evidence.explain_figures, evidence.explain_counts, evidence.doubt_answer),
    *(evidence.quote_more, evidence.ask_of_shown_source),
    # The intent, and what is another one after all.
    *(intent.clear_of_concern, intent.choose_intent, others.leave_fact, others.leave_to_others),
    *(others.leave_claim, others.weigh_claim, comparison.ask_of_one, comparison.add_for_use),
    comparison.weigh_meant,
    *(aspects.take_for_aspects, evidence.limit_to_web, comparison.change_nothing, comparison.compare_instead),
    *(importance.let_only_count, roles.put_request_first),
    # What is named, as the intent has it.
    *(entities.take_things_of_question, circumstances.take_circumstances),
    *(
        aspects.weigh_part_of_thing,
        aspects.shape_by_clauses,
        aspects.name_what_is_done,
        aspects.weigh_other_end,
        circumstances.leave_what_person_is_not,
        aspects.turn_denied,
    ),
    *(roles.leave_unmeant, roles.ask_besides, roles.ask_the_same, roles.find_what_is_meant, roles.give_roles),
)
"""By all of these, in this order, any other message is read."""
AGAIN: Final = (parts.goodbye_beside_thanks, parts.request_beside_insult, paraphrases.left_to_person)
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
    for button in context.offered:
        if button.text.casefold() == typed.casefold() and not concern_of(text):
            return button
    return circumstances.with_needs(_read(text, parser, context), text, context)


def _read(text: str, parser: QuestionParser, context: Context) -> ParsedMessage:
    """Read a message, or a part of one, as if it told no more than it says."""
    if concern := concern_of(text):
        return ParsedMessage(concern, CERTAIN, text=text)

    def parse(part: str, follows: Context) -> ParsedMessage:
        return _read(mended(clean(part)), parser, follows)

    draft = Draft(text, context, parser, find(text, context), parse)
    if by_part := next((read for part in PARTS if (read := part(draft))), None):
        return by_part
    found = intent.asked_about(reduce(lambda draft, step: step(draft), STEPS, draft))
    return next((read for again in AGAIN if (read := again(draft, found))), found)
