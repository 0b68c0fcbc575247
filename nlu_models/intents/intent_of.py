"""What a message asks for: steps that settle its intent, what it asks besides, and the roles of what it names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from engine.policy import Concern, are_people, is_harmless, is_measured, may_be
from engine.text.lexicon import dimension_of, grades, topic_of
from engine.text.tagging import FINITE, tagger
from engine.text.tokens import TOKEN, Tokens, same_name, word_set
from engine.types import AskedKind, Kind
from nlu_models.intents import buttons
from nlu_models.intents.draft import ASKED, BRING_OTHERS, LIKELY, NEEDS_NAME, OF_ONE, REFUSES, Draft, apart
from nlu_models.intents.limits import WEB, sites
from nlu_models.intents.message import CERTAIN, SURE, UNSURE, Context, Entity, ParsedMessage, compared
from nlu_models.intents.names_in_message import CLAUSE_END, FOR_USE, NOT, PERSON, quote, shaped_by_clauses, stands_for
from nlu_models.intents.network import Named, Reading, network
from nlu_models.intents.object_or_aspect import is_point_of_view
from nlu_models.intents.parts_of_message import CLAIMS, OF_SELF
from nlu_models.intents.sayings import Match, bare
from nlu_models.intents.styles import style_of

POSSIBLE: Final = 0.002
"""Probability from which a wording that leaves a name open is believed."""
EVEN: Final = 0.5
"""Probability from which a thing is left out, or what is corrected is no thing."""
LONGEST_NAME: Final = 3
"""Words of a message that may be nothing but a name."""


def read(draft: Draft) -> Draft:
    """Read the message as the known wording that it is, or by the network where that knows better."""
    reading, known = network().read(draft.text, draft.context), draft.known
    if known and _counts(known, reading, draft.context):
        named = tuple(_within(draft.text, one, reading.named) for one in known.named)
        reading = Reading({known.saying.intent: CERTAIN}, known.saying.second, known.saying.relation, named)
    else:
        known = None
    intents, second, relation, named = reading
    return replace(draft, known=known, intents=intents, second=second, relation=relation, named=named)


def _within(text: str, thing: Named, read: Sequence[Named]) -> Named:
    """Return a thing of a known wording without the adverbs behind a name, where the network leaves them out."""
    ends = [one.end for one in read if one.label == thing.label == "object" and thing.start <= one.start]
    end = next((end for end in ends if end < thing.end), thing.end)
    behind = tagger().tag(text[end : thing.end].lower().split())
    return thing._replace(end=end) if all(tag == "RB" for tag in behind) else thing


def _counts(known: Match, reading: Reading, context: Context) -> bool:
    """Return whether a known wording counts: as it stands, or where the network doubts, or reads it so.

    One that names or points at something counts only where the network does not know better, and names nothing else.
    """
    intent, (likeliest, chance) = known.saying.intent, next(iter(reading.intents.items()))
    if not known.open:
        return not known.named or chance < SURE or likeliest == intent
    if not context.objects and intent == "add_aspect" != likeliest:
        return False  # "I need a new phone"
    if intent == "change_object" and likeliest == "add_aspect" and chance > EVEN and _are_aspects(reading.named):
        return False  # "no, I meant the most dangerous"
    if chance < SURE or (intent == "compare" and len(reading.named) < 2):  # "apples and oranges" are two
        return reading.intents[intent] > POSSIBLE
    there, read = ({(one.start, one.end) for one in named} for named in (known.named, reading.named))
    return likeliest == intent and read <= there


def _are_aspects(named: Sequence[Named]) -> bool:
    """Return whether something is named, and nothing but points of view."""
    return bool(named) and all(one.label == "aspect" for one in named)


def rank_no_people(draft: Draft) -> Draft:
    """Compare or judge what is ranked as groups but is no people: "dumber" dogs, "dogs are for losers"."""
    if draft.likeliest != Concern.GROUP_RANKING:
        return draft
    question = draft.parser.parse(draft.text)
    names = [one for one in question.objects if question.comparative or compared(one, draft.context.objects)]
    if not names or are_people(names, each=question.kind is Kind.SUPERLATIVE):
        return draft
    meant = "compare" if question.comparative else "opinion"
    chance = draft.intents[draft.likeliest] + draft.intents.get(meant, 0.0)
    others = {name: one for name, one in draft.intents.items() if name not in {draft.likeliest, meant}}
    return replace(draft, intents={meant: chance, **others})


_ONES = re.compile(r"\bones$", re.IGNORECASE)
"""How words end that stand for some of the things compared."""
_BRINGS_IN: Final = BRING_OTHERS | {"name_object"}
"""Intents of what may name one more thing."""


def weigh_kind(draft: Draft) -> Draft:
    """Weigh what is said of some of the things compared, and names no other: "what about used ones?"."""
    ones = [one for one in draft.named if one.label == "object" and _ONES.search(draft.text[one.start : one.end])]
    if not (ones and draft.context.objects and draft.likeliest in _BRINGS_IN):
        return draft
    named = (one._replace(label="aspect", role="") if one in ones else one for one in draft.named)
    return draft.certainly("add_aspect", named=tuple(named))


_HAS = re.compile(
    r"\b(?:i|we|he|she|they)(?:['’]ve| have)? (?:already |only |just |still )?"
    r"(?P<does>(?:know|use|own|have|had|got|speak|play)s?) (?:an? |some |my |our )?$",
    re.IGNORECASE,
)
"""What stands before something that somebody has or can do."""
_HAS_NOT = re.compile(
    r"\W*(?:(?:and|but|well|so|ok)\W+)*(?:i|we|he|she|they) (?:really )?"
    r"(?:(?:do|does)(?:n['’]?t| not) (?:have|own|earn)|(?:have|has)(?:n['’]?t| not) got)\b",
    re.IGNORECASE,
)
"""How somebody begins who tells what he lacks."""


def weigh_means(draft: Draft) -> Draft:
    """Weigh what somebody has or lacks, and neither bring it in nor leave it out: "I already know PHP"."""
    if draft.likeliest == "drop" and draft.context.objects and _HAS_NOT.match(draft.text):
        lacking = tuple(one._replace(role="") for one in draft.named)
        return draft.certainly("add_aspect", named=lacking) if lacking else draft
    new = [one for one in draft.named if one.label == "object"]
    has = _HAS.search(draft.text, 0, new[0].start) if len(new) == 1 else None
    is_compared = has and compared(draft.text[new[0].start : new[0].end], draft.context.objects)
    if not has or is_compared or draft.likeliest not in {*_BRINGS_IN, "add_aspect"}:
        return draft
    use = new[0]._replace(label="use", role="", start=has.start("does"))
    return draft.certainly("add_aspect", named=tuple(use if one == new[0] else one for one in draft.named))


_BEGINS = re.compile(
    rf"(?:\W*(?:(?:and|but|well|so|ok|also)\W+)*)(?P<who>{PERSON})(?:(?:['’](?:ve|s)|\s+(?:have|has))?\s+"
    r"(?P<never>never\s+(?:(?:really|actually|ever|even)\s+)?(?P<done>[a-z]+)"
    r"(?:\s+an?\s+(?:single\s+)?\w+\s+of\s+\w+|(?P<what>\s+[^?!.,;]+?)?\s+(?:before|in\s+(?:my|our|his|her)\s+life)|))|"
    r"(?:['’](?:m|s|re)|\s+(?:am|is|are))\s+(?:(?:just|very|pretty|quite|really|completely|totally|still|relatively)\s+)*"
    r"(?P<new>(?:(?:brand\s+)?new|a\s+newcomer)\s+to\s+(?P<to>[^?!.,;]+)))\W*",
    re.IGNORECASE,
)
"""What tells that somebody begins with something: "I've never sewn before", "my son is new to chess"."""
_NO_PRACTICE: Final = word_set(
    "been heard said seen liked loved thought understood wanted needed meant asked known cared trusted told felt "
    "believed noticed met knew saw went mattered lived belonged enjoyed"
)
"""What one has never done and is yet no beginner for."""
_TOLD = re.compile(r"\b(?:before|of|to)\b", re.IGNORECASE)
"""What leaves no doubt that somebody tells what he has not done yet, and nothing sadder."""
_PLACES: Final = word_set("town city area country neighborhood neighbourhood region place state forum site here")
"""What somebody may be new to who is no beginner for that."""


def weigh_beginner(draft: Draft) -> Draft:
    """Weigh what suits beginners for somebody who has never done it, or is new to it."""
    begins = _BEGINS.fullmatch(draft.text) if draft.context.objects else None
    if begins is None or any(compared(word, draft.context.objects) for word in TOKEN.findall(draft.text)):
        return draft
    if draft.likeliest == Concern.SELF_HARM and not _TOLD.search(draft.text):
        return draft
    done, to = (begins["done"] or "").lower(), TOKEN.findall((begins["to"] or "").lower())
    is_done = done not in _NO_PRACTICE and tagger().tag(["have", done])[1] in {"VBN", "VBD"}
    if not (is_done if done else _PLACES.isdisjoint(to)):
        return draft
    span = begins.span("never" if done else "new")
    return draft.certainly("add_aspect", second="", relation="", entities=[Entity("aspect", "beginners", *span)])


_OWNED_BY = re.compile(
    r"\W*(?:(?:and|but|well|so|ok|also|because)\W+)*(?:all\s+(?:of\s+)?)?(?:my|our|his|her)\s+\w+(?:\s+\w+)?\s+"
    r"(?:(?:all|both|already|also|only|mostly)\s+)*(?:have|has|own|owns|got|use|uses|play|plays|drive|drives)\s+"
    r"(?:(?:an?|the|one)\s+)?(?P<name>[^?!.,;]+)\W*",
    re.IGNORECASE,
)
"""What tells which thing those have whom the person knows: "all my friends have an Xbox"."""


def leave_what_others_have(draft: Draft) -> Draft:
    """Take note of what those have whom the person knows, which asks nothing of the thing itself."""
    owned = _OWNED_BY.fullmatch(draft.text) if draft.context.objects else None
    is_compared = owned and compared(owned["name"].strip(), draft.context.objects)
    return draft.certainly("opinion", second="", relation="", entities=[]) if is_compared else draft


_NUMBER = re.compile(r"(?:\b(?:number|no\.?|nr\.?)\s*|[#\[])\d+$", re.IGNORECASE)
"""What tells the number of a quote, at the end of it."""
_QUOTING: Final = frozenset({"side", "why", "sources", "source"})
"""Kinds of replies that number nothing but quotes."""
_ACCEPTS: Final = frozenset({"affirm", "thanks", "opinion", "chat", "ask_date", "ask_for", "ask_source", "add_aspect"})
"""Intents of what takes note of a quote."""


_WRITTEN = re.compile(
    r"\s+(?:is|was|['’]s|comes|came|sounds)\s+(?:\w+\s+){0,2}?(?:from|by|like)\s+(?:an?|some|one)\b", re.IGNORECASE
)
"""What says who wrote what words point at: "that one is by a fan"."""


def drop_quote(draft: Draft) -> Draft:
    """Leave out a quote that is spoken against, "number 2 is nonsense", or to be left out, "without the first one"."""
    pointing = [one for one in draft.named if one.label == "reference"]
    quotes = draft.context.kind in _QUOTING
    for one in reversed(pointing):
        is_source = one.referent == "source" or _WRITTEN.match(draft.text, one.end) is not None
        is_number = one.referent.isdecimal()
        told = _NUMBER.search(draft.text[: one.end])
        beyond = is_number and (told or int(one.referent) > len(draft.context.objects))
        if not (is_source or (is_number and (beyond or quotes))):
            continue
        rest = CLAUSE_END.split(draft.text[one.end :])[0]
        tags = tagger().tag(TOKEN.findall(rest.lower())[:1])
        refused, doubts = False, draft.likeliest == "ask_how_sure" and one.role != "out"  # "are you sure, …?"
        if tags and tags[0] in FINITE and not (doubts or draft.text.endswith("?")):
            said = network().read(f"that{rest}", draft.context).intents
            refused = sum(said[name] for name in REFUSES) > sum(said[name] for name in _ACCEPTS)
        if refused or (one.role == "out" and (is_source or (told and quotes))):
            named = one._replace(start=pointing[0].start, referent="source", role="")
            return draft.certainly("drop", second="", relation="", named=(named,))
    return draft


_SAYS_ABOUT = re.compile(
    r"\W*(?:(?:h+m+|no|but|and|well|wait|sorry|hey)\W+)*"
    r"(?P<quote>(?:(?:that|this|the|your)\s+)?(?:very\s+)?(?:(?:last|first|second|third|fourth|\d(?:st|nd|rd|th))\s+)?"
    r"(?:one|quote|source|sentence|citation)|(?:(?:quote|source|number|no\.?|nr\.?)\s*|[#\[])\d+\]?)"
    r"\s*(?:['’]s|\b(?:is|was|are|does|did))(?P<denies>\s*n['’]?t|\s+not)?\s+"
    r"(?:(?:even|really|actually|clearly|just|all)\s+)*"
    r"(?:about|for|on|mention|(?:talk\w*|speak\w*)\s+(?:about|of|for))\b",
    re.IGNORECASE,
)
"""What begins to say what a quote is about, or not: "that last one isn't about" tea."""


def drop_misplaced_quote(draft: Draft) -> Draft:
    """Leave out a quote that is said not to be about the thing that it was shown for: "the last one isn't for tea"."""
    context = draft.context
    says = _SAYS_ABOUT.match(draft.text) if context.kind in _QUOTING and not draft.text.endswith("?") else None
    if not says:
        return draft
    said, behind = Tokens(draft.text), says.end()
    about = sorted((start, name) for name in context.objects for start, _ in said.mentions(name) if start >= behind)
    denies = says["denies"] or any(NOT.search(draft.text, 0, start) for start, _ in about)
    shown = context.objects[int(context.side) - 1 :][:1] if context.side else ()
    is_other = shown and about and about[0][1] not in shown
    if not (about and (denies or is_other)):
        return draft
    quoted = Named(*says.span("quote"), "reference", "", "source")
    return draft.certainly("drop", second="", relation="", named=(quoted,))


_OTHERS = re.compile(r"\bothers?\b", re.IGNORECASE)


def turn_to_other_side(draft: Draft) -> Draft:
    """Turn to the other side at "right and the other two", said of the side of one thing."""
    others = any(_OTHERS.search(draft.text[one.start : one.end]) for one in draft.named if one.label == "reference")
    unsure = draft.intents[draft.likeliest] < LIKELY
    return draft.certainly("other_side") if draft.context.side and others and unsure else draft


_IS_REAL = re.compile(
    r"\b(?:is|are|was|were)\s+(?:that|this|it|these|those|they)\s+(?:(?:even|really|actually)\s+)?(?:an?\s+)?"
    r"(?:real|actual|genuine)\s+(?:source|quote|person|people|post|text)s?\b|"
    r"\b(?:did|do)\s+(?:yo)?u\s+(?:just\s+)?(?:make|invent)\s+(?:that|this|it|them|these|those)\b",
    re.IGNORECASE,
)
"""What asks whether there is a source at all."""


def ask_for_proof(draft: Draft) -> Draft:
    """Show the sources where it is asked whether there are any: "did you make that up?"."""
    asks = draft.context.objects and not draft.entities and _IS_REAL.search(draft.text)
    return draft.certainly("sources", second="", relation="") if asks else draft


_IS_IT = re.compile(
    r"(?:is|are)\s+(?:it|they|(?:that|this)\s+one|(?:these|those)\s+ones)\s+(?:(?:really|actually|also|very|that)\s+)?"
    r"(?P<how>[a-z]+(?:\s+to\s+[a-z]+)?)\W*",
    re.IGNORECASE,
)
"""What asks how a thing is, or whether what was said is right: "is it reliable?"."""


def ask_of_things(draft: Draft) -> Draft:
    """Ask of the things what is a property of things, unless their sources were just shown: "is it reliable?"."""
    asks = _IS_IT.fullmatch(bare(draft.text)) if draft.likeliest == "ask_how_sure" and not draft.known else None
    if asks is None or not (draft.context.objects and dimension_of(asks["how"])) or draft.context.kind in _QUOTING:
        return draft
    start = draft.text.index(asks["how"])
    how = Entity("aspect", asks["how"], start, start + len(asks["how"]))
    return draft.certainly("add_aspect", second="", relation="", entities=[how])


_FIGURE: Final = r"(?:%|\b(?:percent(?:age)?s?|confidence|certainty|probabilit\w+)\b)"
_MADE: Final = r"\b(?:calculat|comput|get|got|c[oa]me|work(?:ed)? out|arriv|determin|deriv|measur|ma[dk]e|estimat)\w*\b"
OF_FIGURES: Final = re.compile(
    rf"\bhow\b.*{_MADE}.*(?:{_FIGURE}|\b(?:the|these|those|your) (?:figures|numbers|scores|odds)\b)|"
    rf"\b(?:how|where)\b.*{_FIGURE}.*{_MADE}|{_FIGURE} (?:(?:sure|certain) )?of what\W*$|\bexplain\b.*{_FIGURE}|"
    rf"\bwhat(?: (?:does|do|is|are|did)|['’]?s)\b.*{_FIGURE}.*\b(?:means?|meant|stand for|based on|about|refer to)\b",
    re.IGNORECASE,
)
"""What asks how the figures come about that an answer tells, or what they mean."""


def explain_figures(draft: Draft) -> Draft:
    """Tell how sure something is, and of what, where its figures are asked about: "what does 83% mean?"."""
    asked = OF_FIGURES.search(draft.text)
    if asked is None or any(draft.context.names(one) or one.end > asked.end() for one in draft.things):
        return draft
    return draft.certainly("ask_how_sure", second="", relation="", entities=[])


OF_COUNTS: Final = re.compile(
    r"\b(?:how|why|where|explain)\b.*\b\d+ (?:out )?of \d+\b|\bwhat\b.*\b\d+ (?:out )?of \d+ means?\b|"
    r"\bhow (?:(?:do|did) (?:yo)?u|(?:is|was) (?:it|that)|(?:are|were) (?:they|(?:the )?(?:sources|votes))) "
    r"count(?:ed)?\b(?! as\b)",
    re.IGNORECASE,
)
"""What asks how sources are counted: "how do you get 3 of 4?"."""


def explain_counts(draft: Draft) -> Draft:
    """Tell how sources are counted where that is asked, or what a count means."""
    asks = draft.context.objects and OF_COUNTS.search(draft.text) and not draft.things
    return draft.certainly("ask_how_many", second="", relation="", entities=[]) if asks else draft


_DOUBTS = re.compile(
    r"\W*(?:(?:h+m+|um+|no+|nah|but|well|wait|sorry|so|and|i think)\W+)*"
    r"(?:that|this|it)(?:['’]?s|\s+(?:is|was|seems|sounds|looks|ca(?:n['’]?t|nnot) be|could(?:n['’]?t| not) be))\s+"
    r"(?:(?:just|so|totally|completely|plain|all|simply|really)\s+)*"
    r"(?:wrong|incorrect|false|(?:n[o']t\s+)?(?:right|true|correct))(?:\s+(?:at all|though|surely))?\W*",
    re.IGNORECASE,
)
"""What doubts what was just told: "hmm, that can't be right"."""


def doubt_answer(draft: Draft) -> Draft:
    """Take "that's wrong" for a doubt where an answer was told, and for a no where something was offered or asked."""
    told = draft.context.objects and not draft.context.reply.startswith("ask_")
    doubts = told and draft.likeliest in REFUSES | {"nlu_fallback"} and _DOUBTS.fullmatch(draft.text)
    return draft.certainly("ask_how_sure", second="", relation="") if doubts else draft


_ASKS_MORE = re.compile(
    r"(?:(?:\w+\W+){0,5}?(?:more|other|further|additional|another)\s+(?P<quotes>quot\w+|sources?|evidence|opinions?|"
    r"arguments?|reasons?|points|sentences?|reviews?|posts?|proofs?|citations?|comments?|voices?)\s+"
    r"(?:that (?:are|speak|is)\s+)?|"
    r"(?:(?:and|but|so|ok|now|please|give|show|tell|read|have|got|is|there|me|us|any|some|a|few|bit|little)\W+)*"
    r"more\s+(?!on\b|about\b))"
    r"(?:(?P<against>against)|for|on|about|in favou?r of|supporting)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
"""What stands before the thing for which, or against which, more is to be quoted."""


def quote_more(draft: Draft) -> Draft:
    """Quote more for a thing compared, or against it: "more quotes for tea", or "more for tea" and nothing else."""
    thing = draft.things[0] if len(draft.entities) == len(draft.things) == 1 else None
    asks = _ASKS_MORE.match(draft.text[: thing.start]) if thing and draft.context.names(thing) else None
    if thing is None or asks is None or not (asks["quotes"] or _ends(draft, thing)):
        return draft
    intent = "ask_against" if asks["against"] else "ask_for"
    return draft.certainly(intent, second="", relation="", entities=[replace(thing, role="")])


def _ends(draft: Draft, thing: Entity) -> bool:
    """Return whether a message ends with a thing."""
    return bare(draft.text).rstrip(" ?!.").endswith(draft.text[thing.start : thing.end])


_OF_ITS_ORIGIN = re.compile(
    r"(?:\w+\W+){0,3}?(?:who|where|when)\b(?!.*\b(?:all|each|every|they|these|those|them)\b).*"
    r"\b(?:said|says?|wrote|written|writes?|posted|published|from)\b",
    re.IGNORECASE,
)
"""What asks where a single quote is from."""


def ask_of_shown_source(draft: Draft) -> Draft:
    """Ask of the source just shown, and not of all of them: "who wrote that, and when?"."""
    asks = draft.context.source and draft.likeliest == "sources" and _OF_ITS_ORIGIN.match(draft.text)
    return draft.certainly("ask_source", second="", relation="") if asks and not draft.entities else draft


_OF_CHOICE = re.compile(r"\s*(?:[,/]|\b(?:or|vs\.?|versus)(?!\w))+\s*", re.IGNORECASE)
"""What stands between things of which one is chosen."""


def compare_bare(draft: Draft) -> Draft:
    """Compare the things that a message names and nothing else, where any is new: "cats or dogs", "tea vs gin then"."""
    held, is_other = draft.context.objects, draft.likeliest != "compare" and draft.intents[draft.likeliest] >= SURE
    points = any(one.label == "reference" for one in draft.named)  # "gin vs those two"
    if draft.known or is_other or points or len(held) < 2 or draft.likeliest == "back_to":
        return draft
    things, said = draft.things_of_question(least=2), bare(draft.text).rstrip(" ?!.")
    is_new = not all(compared(one.value, held) for one in things)
    if not is_new or _are_points_of_view(things, draft.context):
        return draft
    is_all = draft.text[things[0].start : things[-1].end] == said
    of_choice = all(_OF_CHOICE.fullmatch(draft.text, one.end, other.start) for one, other in pairwise(things))
    are_names = "RB" not in tagger().tag([one.value.lower() for one in things])  # "tin, additionally or otherwise?"
    return draft.certainly("compare", entities=things) if is_all and of_choice and are_names else draft


_MEANT = re.compile(r"\b(?:mean|meant|ment|typo)\b", re.IGNORECASE)
"""What a person says who corrects a name: "no, I meant …"."""


def compare_meant(draft: Draft) -> Draft:
    """Compare the two things that a correction names as a choice: "no, I meant tea or gin, forget the rum"."""
    meant = _MEANT.search(draft.text)
    things = [one for one in draft.things if meant and meant.end() <= one.start]
    chosen = things[:2] if len(things) > 1 and _OF_CHOICE.fullmatch(draft.text, things[0].end, things[1].start) else []
    if draft.known or not chosen or not draft.context.objects:
        return draft
    others = [one for one in draft.entities if one not in draft.things]
    rest = [one for one in others if not NOT.search(draft.text, 0, one.start)]
    return draft.certainly("compare", entities=[*(replace(one, role="") for one in chosen), *rest])


def limit_sources(draft: Draft) -> Draft:
    """Limit the sources by "only since 2012" alone; "how old is that, before 2010?" asks, and limits nothing."""
    if draft.likeliest in {"ask_date", "ask_corpus"}:
        return replace(draft, limits=())
    if not draft.limits or draft.entities:
        return draft
    return draft.certainly("filter", second="", relation="", entities=draft.limits, limits=())


def clear_of_concern(draft: Draft) -> Draft:
    """Leave the concerns that the words do not bear out, so that the other intents share their probability."""
    meant = {
        name: chance
        for name, chance in draft.intents.items()
        if name not in list(Concern) or _is_concern(Concern(name), chance, draft.text)
    }
    whole = sum(meant.values())
    return replace(draft, intents={name: chance / whole for name, chance in meant.items()}) if whole else draft


def _is_concern(concern: Concern, chance: float, text: str) -> bool:
    """Return whether a concern is likely, and by the words of the text can be one."""
    if concern is Concern.OTHER_LANGUAGE:
        return chance > ASKED
    told = {Concern.GROUP_RANKING: is_measured, Concern.SELF_HARM: is_harmless}[concern]
    return not told(text) and (chance >= SURE or (chance > ASKED and may_be(concern, text)))


def choose_intent(draft: Draft) -> Draft:
    """Choose the likeliest of the intents that can be meant; "forget that, just cats and dogs" drops neither."""
    named = bool(draft.things) or draft.context.reply == "ask_which"  # "the thing": that is what was offered
    likely = [name for name, chance in draft.intents.items() if _may_be(name, chance, named=named)]
    if likely[:1] == ["drop"] and len(draft.things) > 1 and not any(one.role == "out" for one in draft.things):
        likely = likely[1:]
    likely = likely or [*draft.intents]
    confidence = draft.intents[likely[0]]
    other = likely[1] if confidence < network().sure else ""
    return replace(draft, intent=likely[0], confidence=confidence, other=other)


def _may_be(intent: str, chance: float, *, named: bool) -> bool:
    """Return whether an intent can be meant: one of names where there are some, one that loses much where likely."""
    if intent in {"restart", "delete_data"}:  # by which what was said is lost
        return chance > LIKELY
    if intent == "drop" and named:
        return chance > EVEN
    return named or intent not in NEEDS_NAME or intent == "back_to"


_WANTS = re.compile(
    r"\b(?:want|wanna|need|trying|hope|hoping|plan|planning|decided|going)(?:\s+to)?\s+(?P<what>\w[^.!?,;]{2,60})",
    re.IGNORECASE,
)


def take_wish(draft: Draft) -> Draft:
    """Take what somebody wants for himself for what matters: "I want to lose weight"."""
    is_taken = draft.likeliest == Concern.SELF_HARM and is_harmless(draft.text)
    wish = _WANTS.search(draft.text) if is_taken or draft.likeliest == "add_aspect" else None
    if wish is None or not draft.context.objects or draft.entities:
        return draft
    return draft.certainly("add_aspect", entities=[Entity("aspect", wish["what"].strip(), *wish.span("what"))])


_TAKES_SIDES: Final = (
    r"(?:say|said|think|thought|believe|prefer|compar\w+|like|love|hate|enjoy|recommend|mention|speak|talk|favou?r|choose|"
    r"pick|agree|disagree|vote|argue|claim|support|regret|complain)\b"
)
"""What persons do of which texts tell."""
_DONE_BY_MANY = re.compile(
    r"\bhow many (?:people|users|men|women) (?!(?:did|do|have) (?:yo)?u\b|"
    rf"(?:\w+ly )?(?:(?:who|that|here|are|were)\b|{_TAKES_SIDES}))\w",
    re.IGNORECASE,
)
"""What asks how many people do something, of which texts are no count, unless it is to say or prefer something."""
_DONE_BY_OTHERS = re.compile(
    r"(?:do|did|will|would|can)\s+(?:(?:most|many|all|some|any|your|the|other)\s+)?"
    r"(?P<who>people|(?!(?:they|these|those|both|others)\b)[a-z]+(?:\s+[a-z]+)?s)\s+"
    r"(?:(?:still|even|also|always|often|\w+ly)\s+)*"
    rf"(?:(?P<likes>like|love|hate|enjoy|prefer|favou?r)|(?!\w+ly\b|{_TAKES_SIDES})[a-z]+)\b[^?.!,;:]*\W*",
    re.IGNORECASE,
)
"""What asks whether others do something: "do landlords allow both?"."""
_NEEDED = re.compile(
    r"(?:do|will|would)\s+(?:(?:i|we)\s+(?:really\s+)?(?:need|have\s+to)\b[^?.!,;:]*|"
    r"(?:yo)?u\s+(?:really\s+)?(?:need|have\s+to)\b[^?.!,;:]*\b(?:it|them|both|either|that|these|those))\W*",
    re.IGNORECASE,
)
"""What asks what one needs, or has to do: "do you need a net for it?"."""
_ANYBODY: Final = frozenset({"people", "users", "owners"})
"""Words for those who may have written the texts."""
_TELLS: Final = frozenset({*OF_ONE, "other_side", "why", "sources", "ask_verdict", "ask_how_many"})
"""Intents of what texts tell."""
_FACT = re.compile(r"(?:what|how|when|where|who)\b(?:\s\w+)?\s+(?:do|does|did|is|was|were|will|can)\b", re.IGNORECASE)
"""What asks for a fact."""


def leave_fact(draft: Draft) -> Draft:
    """Leave what no comparison answers: "how many people drink tea in Germany?", "what does it take to own a cat?"."""
    if draft.intent == "ask_how_many" and _DONE_BY_MANY.search(draft.text):
        return replace(draft, intent="out_of_scope")
    alone = draft.intent == "add_aspect" and len(draft.entities) == len(draft.things) == 1 and not draft.known
    asks = alone and draft.context.names(draft.things[0]) and _FACT.match(bare(draft.text))
    is_fact = asks and not draft.parser.parse(draft.text).asked.is_special
    return replace(draft, intent="out_of_scope") if is_fact else draft


def leave_to_others(draft: Draft) -> Draft:
    """Leave what others do, "do landlords allow both?", or what one needs; weigh for whom it is asked who likes it."""
    named = any(one.label != "reference" for one in draft.named)
    is_told = draft.intents[draft.likeliest] >= EVEN and draft.likeliest in _TELLS
    if draft.known or named or is_told or not draft.context.objects:
        return draft
    said = bare(draft.text)
    done = _DONE_BY_OTHERS.fullmatch(said)
    likes = done is not None and done["likes"] is not None
    if done and likes and done["who"].lower() not in _ANYBODY:
        start = draft.text.index(done["who"])
        who = Entity("aspect", done["who"], start, start + len(done["who"]))
        return replace(draft, intent="add_aspect", confidence=CERTAIN, entities=[who], second="", other="")
    if likes or not (done or _NEEDED.fullmatch(said)) or draft.parser.parse(draft.text).asked.is_special:
        return draft
    return replace(draft, intent="out_of_scope", confidence=CERTAIN, entities=[], second="", other="")


_SAYS_OF = re.compile(
    r"(?:['’]s|\s+(?:is|are|was|were|has|have|does|do|will|would|can)(?:n['’]?t)?|\s+\w+s)\s+\w", re.IGNORECASE
)
"""What stands behind something of which something is said."""


_ASKED_BACK = re.compile(r"\b(?:is|are|does|do)n['’]?t (?:it|they)\W*$", re.IGNORECASE)
"""What ends a claim that asks whether it holds."""
_OTHERS_DO = re.compile(
    r"\W*(?:(?:and|but|well|so|because|cause)\W+)*"
    r"(?:every(?:one|body)|no(?:body| one)|(?:most|all|many|some) (?:people|of us|my \w+)|people|all my \w+)\s+\w",
    re.IGNORECASE,
)
"""What somebody says that others do."""


def leave_claim(draft: Draft) -> Draft:
    """Leave to who says it what others claim or do: "my physio claims heel striking is bad", "everyone uses MySQL"."""
    is_known = draft.things and all(map(draft.context.names, draft.things))
    if draft.intent == "drop" and is_known and _ASKED_BACK.search(draft.text):  # "the second one is dead, isn't it"
        return replace(draft, intent="opinion")
    if draft.intent == "name_object" and is_known and _OTHERS_DO.match(draft.text) and not draft.text.endswith("?"):
        return replace(draft, intent="opinion")
    brings = draft.intent in {"add_object", "name_object"} and draft.names_new and not draft.text.endswith("?")
    says = brings and _SAYS_OF.match(draft.text, draft.things[0].end)
    claims = CLAIMS.match(draft.text) if says else None
    return replace(draft, intent="opinion") if claims and not OF_SELF.match(draft.text) else draft


_SAID_OF = re.compile(
    r"\b(?:(?:good|bad|better|worse|harmful|dangerous)\s+(?:for|to)|full\s+of|causes?|(?:gives?|brings?)\s+(?:(?:yo)?u|me|us|people))"
    r"\s+(?:(?:the|an?|your|my|our)\s+)?(?P<what>[^\W\d_]+)(?=\W|$)",
    re.IGNORECASE,
)
"""What is said of a thing, and in what respect: "is bad for the environment", "gives you acne"."""


_PART_BEFORE = re.compile(
    r"\b(?:the|its|their)\s+(?P<what>[^\W\d_]+(?:\s+[^\W\d_]+)?)\s+(?:in|of|at|on|from)\s+(?:the\s+)?$", re.IGNORECASE
)
"""What stands before a thing of a part of which something is said: "the food in" Paris."""


def weigh_claim(draft: Draft) -> Draft:
    """Weigh in what respect something is claimed of a thing compared: "she says tea gives you headaches"."""
    is_known = len(draft.things) == 1 and draft.context.names(draft.things[0])
    if not is_known or draft.intent not in {"opinion", "add_aspect", "ask_against", "name_object"}:
        return draft
    thing = draft.things[0]
    claims = CLAIMS.match(draft.text) or _ASKED_BACK.search(draft.text)
    part = _PART_BEFORE.search(draft.text, 0, thing.start) if _SAYS_OF.match(draft.text, thing.end) else None
    said = _SAID_OF.search(draft.text, thing.end) or part if claims else None
    if said is None:
        return draft
    aspect = Entity("aspect", said["what"], *said.span("what"))
    others = apart((one for one in draft.entities if one not in draft.things), [aspect])
    named = sorted([replace(thing, role=""), *others, aspect], key=lambda one: one.start)
    return replace(draft, intent="opinion", confidence=CERTAIN, entities=named)


_ASKS_OF_ONE: Final = frozenset({*OF_ONE, "compare", "name_object"})
"""Intents of questions for what speaks for or against one thing, where nothing is compared."""
_WHY_NOT = re.compile(r"why not\b", re.IGNORECASE)


def ask_of_one(draft: Draft) -> Draft:
    """Tell what is asked of one thing from a comparison: "what speaks against Java compared with Python?"."""
    both = draft.things_of_question(least=2) if draft.intent in OF_ONE else []
    if both and not any(map(draft.context.names, both)):
        draft = replace(draft, intent="compare", entities=[*both, *apart(draft.entities, both)])
    if draft.intent in _ASKS_OF_ONE and not draft.context.objects:
        question, things = draft.parser.parse(draft.text), draft.things_of_question()
        if question.asked.kind is AskedKind.AGAINST and len(things) == len(question.objects) == 1:
            return replace(draft, intent="ask_for" if draft.intent == "ask_for" else "ask_against", entities=things)
    is_offer = draft.intent == "ask_against" and _WHY_NOT.match(bare(draft.text))
    return replace(draft, intent="add_object") if is_offer and draft.context.objects and draft.names_new else draft


def add_for_use(draft: Draft) -> Draft:
    """Add a thing that is named with its use: "rabbits for kids"."""
    if draft.intent not in {"add_aspect", "compare", "name_object"} or len(draft.things) != 1:
        return draft
    thing, around = draft.things[0], pairwise(draft.entities)
    of_use = any(one == thing and FOR_USE.fullmatch(draft.text, one.end, use.start) for one, use in around)
    is_new = draft.context.objects and draft.names_new and not is_point_of_view(thing.value)
    return replace(draft, intent="add_object") if of_use and is_new and thing.entity == "object" else draft


def limit_to_web(draft: Draft) -> Draft:
    """Limit the sources to "the web" where they are limited already."""
    if not draft.context.limited or not {one.value.casefold() for one in draft.things} & WEB:
        return draft
    found = [replace(one, entity="site", role="") if one in draft.things else one for one in draft.entities]
    return replace(draft, intent="filter", entities=found)


_IS_BETTER = re.compile(r"(?:(?:and|but|so|ok|or)\W+)*(?:is|are|would|might)\b.+\b(?:better|worse)\W*$", re.IGNORECASE)
"""What is asked of a thing, and never of what matters: "is induction better?"."""


def take_for_aspects(draft: Draft) -> Draft:
    """Take things for points of view where what is said is of these: "add comfort", "the stomach instead of sleep"."""
    replaced = _of_what_matters(draft.entities, draft.context)
    doubtful = bool(draft.known) or draft.confidence < LIKELY
    roles: dict[str, str] = {}
    match draft.intent:
        case "add_aspect":
            fits = draft.names_new and (replaced or len(draft.entities) == len(draft.things))
        case "name_object" | "add_object":
            fits = doubtful and _are_points_of_view(draft.things, draft.context) and not _IS_BETTER.match(draft.text)
        case "change_object":
            roles, fits = {"new": "meant" if len(draft.entities) == 1 else "", "old": "out"}, replaced
        case _:
            return draft
    given, things = {one: roles.get(one.role, one.role) for one in draft.entities}, draft.things
    found = [replace(one, entity="aspect", role=given[one]) if one in things else one for one in draft.entities]
    return replace(draft, intent="add_aspect", entities=found) if fits else draft


def _are_points_of_view(things: Sequence[Entity], context: Context) -> bool:
    """Return whether what is named are points of view, as what is compared is not."""
    told = [is_point_of_view(one.value) for one in things]
    return bool(told) and all(told) and not any(map(is_point_of_view, context.objects))


def _of_what_matters(named: Sequence[Entity], context: Context) -> bool:
    """Return whether it is something that matters, and no thing, that is replaced."""
    old = [one.value for one in named if one.role in {"old", "out"}]
    if old:
        return any(same_name(name, aspect) for name in old for aspect in context.aspects)
    name = named[0].value if len(named) == 1 and named[0].entity == "object" else ""
    matters = name and (context.aspects or topic_of(name)) and _are_points_of_view(named, context)
    return bool(matters) or (name.islower() and grades(name))


_THAN = re.compile(r"\bthan\W+(?:(?:the|an?)\s+)?$", re.IGNORECASE)
"""What stands before the thing that another one is held against."""
_THEN = re.compile(r"\W+then\W*$", re.IGNORECASE)
"""What ends a message behind the thing that it chooses."""


def change_nothing(draft: Draft) -> Draft:
    """Ask for the verdict where one of the things compared is chosen, or denied: "tea then", "so tea, not coffee?".

    Two of them are compared where one is held against the other: "is it better than tea", said of rum.
    """
    one = draft.things[0] if len(draft.things) == 1 else None
    is_chosen = (
        one and _THEN.match(draft.text, one.end) and bare(draft.text).startswith(draft.text[one.start : one.end])
    )
    if one and is_chosen and draft.intent == "name_object" and draft.context.names(one):
        return replace(draft, intent="ask_verdict")
    wanted = {"change_object": 2, "drop": 1}.get(draft.intent)
    things = [stands_for(draft, one, alone=True) for one in draft.things]
    known = len(things) == 2 and all(map(draft.context.names, things))
    if known and draft.intent == "change_object" and _THAN.search(draft.text, things[0].end, things[1].start):
        return replace(draft, intent="compare", entities=[replace(one, role="") for one in draft.entities])
    denied = [one for one in things if one.role in {"old", "out"} and NOT.search(draft.text, 0, one.start)]
    asks = draft.text.endswith("?") and len(things) == wanted and len(denied) == 1
    if not asks or not all(map(draft.context.names, things)):
        return draft
    return replace(draft, intent="ask_verdict", entities=[replace(one, role="") for one in things if one.role != "old"])


_COMPARES = re.compile(r"\b(?:compare|hold|pit|put)\s+(?:(?:the|an?)\s+)?$", re.IGNORECASE)
"""What stands before the first of two things that are to be compared with each other."""
_WITH = re.compile(r"\s+(?:with|to|and|against|vs\.?|versus)\s+(?:(?:the|an?)\s+)?", re.IGNORECASE)
"""What stands between them."""


def compare_instead(draft: Draft) -> Draft:
    """Compare the two things that a message names together: "compare tea with rum instead".

    Where one of two is named with a new one, this takes the place of the other.
    """
    things, held = draft.things, draft.context.objects
    is_change = draft.intent == "change_object" and len(things) == 2
    told = is_change and _COMPARES.search(draft.text, 0, things[0].start)
    if not told or not _WITH.fullmatch(draft.text, things[0].end, things[1].start):
        return draft
    stays = [one for one in things if draft.context.names(one)]
    others = [name for name in held if not any(compared(one.value, (name,)) for one in stays)]
    if len(stays) != 1 or len(others) != 1:
        return replace(draft, intent="compare", entities=[replace(one, role="") for one in draft.entities])
    shaped = [replace(one, value=others[0], role="old") if one in stays else one for one in draft.entities]
    return replace(draft, entities=[replace(one, role="new") if one in things else one for one in shaped])


_ALL = re.compile(
    r"\bnothing (?:else|more)(?: (?:matters|counts))?\W*$"
    r"|\b(?:is|are|that['’]?s) all (?:that|i|we)\b|^\W*all (?:that|i|we)\b"
    r"|\b(?:only|just|solely)(?: (?:really|ever))? (?:cares?|cared|bothered|concerned|interested)\b",
    re.IGNORECASE,
)
"""What says that nothing matters but what is named."""


def let_only_count(draft: Draft) -> Draft:
    """Let only what is named count in "price, nothing else matters", "I only care about price"."""
    are_aspects = draft.entities and all(one.entity == "aspect" and one.role != "out" for one in draft.entities)
    if draft.intent != "add_aspect" or not are_aspects or not _ALL.search(draft.text):
        return draft
    return replace(draft, entities=[replace(one, role="only") for one in draft.entities], second="")


def put_request_first(draft: Draft) -> Draft:
    """Compare in "new question: tea or coffee", and add in "drop rum and add gin", where all else is done besides."""
    if draft.intent in {"restart", "filter"} and len(draft.things) > 1:
        return replace(draft, intent="compare", second=draft.intent)
    is_besides = draft.intent == "drop" and draft.second  # what is left out then has a role of its own
    return replace(draft, intent=draft.second, second="drop") if is_besides else draft


def shape_by_clauses(draft: Draft) -> Draft:
    """Shape what is named by the clause it stands in, but lose no use, nor what is meant instead: "Ruby is slow"."""
    if not draft.compares and not (draft.intent in {"add_aspect", "opinion"} and draft.context.objects):
        return draft
    shaped = shaped_by_clauses(draft.text, draft.entities, draft.context, compares=draft.compares)
    uses = {(one.start, one.end) for one in draft.named if one.label == "use"}
    meant = [one for one in draft.entities if one.entity == "aspect" and _MEANT.search(draft.text, 0, one.start)]
    kept = apart((one for one in draft.entities if (one.start, one.end) in uses or one in meant), shaped)
    found = sorted([*kept, *shaped], key=lambda one: one.start)
    is_dropped = not draft.compares and found and all(one.role == "out" for one in found)
    return replace(draft, entities=found, intent="drop" if is_dropped else draft.intent)


def leave_unmeant(draft: Draft) -> Draft:
    """Leave out what stands behind "not", where another point of view is meant: "readability, not speed of coding"."""
    named = [
        one
        for one in draft.entities
        if one.entity == "aspect" or (one in draft.things and not draft.context.names(one))
    ]
    unmeant = [one for one in named if NOT.search(draft.text, 0, one.start)]
    if draft.intent != "add_aspect" or not any(one.entity == "aspect" and one not in unmeant for one in named):
        return draft
    shaped = [replace(one, entity="aspect", role="out") if one in unmeant else one for one in draft.entities]
    return replace(draft, entities=shaped)


def ask_besides(draft: Draft) -> Draft:
    """Drop or limit besides: "repair costs, not reliability", "add gin, only since 2015"."""
    if draft.second:
        return draft
    is_out = any(one.role == "out" for one in draft.entities)
    if is_out and draft.intent in {"add_aspect", "add_object", "name_object"}:
        return replace(draft, second="drop")
    return replace(draft, second="filter") if draft.limits and draft.intent not in {"filter", "compare"} else draft


def ask_the_same(draft: Draft) -> Draft:
    """Ask the same again of "all three", where all things compared are pointed at and none is named."""
    things = draft.things
    is_named = any(one.label == "object" for one in draft.named)
    is_named = is_named or any(draft.text[one.start : one.end] == one.value for one in things)
    is_same = not is_named and {one.value for one in things} == set(draft.context.objects)
    if draft.intent not in {"compare", "add_aspect"} or not is_same:
        return draft
    return replace(draft, entities=[one for one in draft.entities if one not in things])


def find_what_is_meant(draft: Draft) -> Draft:
    """Find the source of "who wrote that?", the publishers of "only reddit", the style of "as a table"."""
    text, intent, entities = draft.text, draft.intent, draft.entities
    of_source = intent == "ask_source" or (draft.context.source and intent in {"ask_date", "ask_how_sure"})
    if of_source and not any(one.entity == "argument" for one in entities):
        return replace(draft, entities=[*entities, quote(text, 0, len(text), draft.context)])
    if intent == "filter" and not entities:
        return replace(draft, entities=sites(text))
    if intent == "style":
        style = Entity("style", style_of(text), 0, len(text))
        return replace(draft, entities=[style, *(one for one in entities if one.role == "out")])
    return draft


_EXAMPLE = re.compile(
    r"\W*(?:such as|like|as in|meaning|for example|say|e\.?g\.?|i\.?e\.?)\W+(?:(?:an?|the)\s+)?", re.IGNORECASE
)
"""What stands between a name and an example of it: "desktop Linux, like Ubuntu"."""


def give_roles(draft: Draft) -> Draft:
    """Give what is named the role that it has for the intent: "no, I meant …", "Ubuntu instead", "rather than tea"."""
    entities = sorted([*draft.entities, *draft.limits], key=lambda one: one.start)
    objects = [one for one in entities if one.entity == "object"]
    general = [one for one, other in pairwise(objects) if _EXAMPLE.fullmatch(draft.text, one.end, other.start)]
    alone = draft.intent == "add_aspect" and sum(one.role != "out" for one in entities) == 1
    is_no = draft.intent == "change_object" and draft.text.casefold().startswith(("no ", "no, "))
    corrects = is_no or _MEANT.search(draft.text)

    def role(one: Entity) -> str:
        role = one.role
        if role == "out" and draft.second == "drop":
            return role
        if one.entity == "object":
            match draft.intent:
                case "ask_against":
                    role = "against"
                case "change_object" if one in general:
                    role = "old"
                case "change_object" if len(objects) == 1 or not role:
                    is_old = len(objects) > 1 or role == "old" or draft.context.reply == "ask_which"
                    role = "old" if is_old and draft.context.names(one) else "new"
        if (role == "new" or (alone and not role)) and corrects:
            return "meant"
        if role == "out" and draft.intent == "drop" and not draft.second and one.entity != "site":
            return ""
        is_replaced = role in {"old", "new"} and one.entity == "object"
        return "" if is_replaced and draft.intent != "change_object" else role

    return replace(draft, entities=[replace(one, role=role(one)) for one in entities])


def asked_about(draft: Draft) -> ParsedMessage:
    """Return the message as read; where that is unlikely, as one to ask about: what is meant, or what a name is."""
    read = ParsedMessage(draft.intent, draft.confidence, tuple(draft.entities), draft.text)
    read = replace(read, second=draft.second, other=draft.other, relation=draft.relation)
    if draft.confidence >= ASKED or (draft.things and not draft.context.objects):
        return read  # a name is all that is needed where nothing is compared
    named = [one for one in read.entities if one.role != "out"]
    things, aspects = ([one.value for one in named if one.entity == label] for label in ("object", "aspect"))
    names_compared = things and all(map(draft.context.names, read.entities))
    if {read.intent, read.other} == {"ask_for", "name_object"} and names_compared:
        return read  # which is the same of what is compared
    is_held = things and all(compared(one, draft.context.objects) for one in things)
    if is_held and not _BRINGS_IN.isdisjoint((read.intent, read.other)):  # which needs not be offered
        return replace(read, other="")
    ways = {buttons.reading(intent, things, aspects) for intent in (read.intent, read.other)}
    if len(ways) == 2 and None not in ways:
        return replace(read, intent=UNSURE, second=read.intent)
    told = named and (read.intent != "compare" or aspects)
    if told or len(things) > 1 or buttons.reading(read.intent, things, aspects):
        return read
    name = draft.things_of_question() if len(draft.text.split()) <= LONGEST_NAME else []
    return ParsedMessage("name_object" if name else "nlu_fallback", read.confidence, tuple(name), text=read.text)
