"""The evidence of an answer: its sources and their limits, quotes, counts and figures, asked about or doubted."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from engine.text.lexicon import dimension_of
from engine.text.tagging import FINITE, tagger
from engine.text.tokens import TOKEN, Tokens, word_set
from nlu_models.intents.draft import LIKELY, REFUSES, Draft
from nlu_models.intents.limits import WEB, limits
from nlu_models.intents.message import Entity
from nlu_models.intents.network import Named, network
from nlu_models.intents.sayings import bare
from nlu_models.intents.steps.phrases import CLAUSE_END, NOT


def find_limits(draft: Draft) -> Draft:
    """Find the bounds of time and of sources in "only since 2012", "all sources again"."""
    return replace(draft, limits=limits(draft.text, limited=draft.context.limited))


def limit_sources(draft: Draft) -> Draft:
    """Limit the sources by "only since 2012" alone; "how old is that, before 2010?" asks, and limits nothing."""
    if draft.likeliest in {"ask_date", "ask_corpus"}:
        return replace(draft, limits=())
    if not draft.limits or draft.entities:
        return draft
    return draft.certainly("filter", second="", relation="", entities=draft.limits, limits=())


def limit_to_web(draft: Draft) -> Draft:
    """Limit the sources to "the web" where they are limited already."""
    if not draft.context.limited or not {one.value.casefold() for one in draft.things} & WEB:
        return draft
    found = [replace(one, entity="site", role="") if one in draft.things else one for one in draft.entities]
    return replace(draft, intent="filter", entities=found)


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
    r"(?:is|are)(?P<negated>n['’]?t)?\s+(?:it|they|(?:that|this)\s+one|(?:these|those)\s+ones|(?P<told>that|this))\s+"
    r"(?:(?:really|actually|also|very|that|too|quite|rather|pretty|kinda|a\s+(?:bit|little))\s+)*"
    r"(?P<how>[a-z]+(?:\s+to\s+[a-z]+)?)\W*",
    re.IGNORECASE,
)
"""What asks how a thing is, or whether what was said is right: "is it reliable?"."""
_OF_TRUTH: Final = word_set("so true right correct wrong false possible impossible likely sure certain biased fair odd")
"""What is said of what was told, and of no thing."""
_OF_BOTH: Final = frozenset({"reliability", "accuracy", "strength", "objectivity"})
"""Dimensions in which what was told may be asked about as well as things: "is that reliable?"."""


def ask_of_things(draft: Draft) -> Draft:
    """Ask of the things what is a property of things, unless their sources were just shown: "is it reliable?".

    "Isn't it risky?" asks it of them whatever was shown.
    """
    is_open = draft.likeliest == "ask_how_sure" or not draft.entities
    asks = _IS_IT.fullmatch(bare(draft.text)) if is_open and not draft.known else None
    if asks is None or not draft.context.objects:
        return draft
    dimension = dimension_of(asks["how"])
    is_quality, of_both = dimension != "", asks["told"] and dimension in _OF_BOTH
    if asks["negated"]:
        is_quality |= (
            tagger().tag(["is", *asks["how"].lower().split()])[1] == "JJ" and asks["how"].lower() not in _OF_TRUTH
        )
    elif draft.likeliest not in {"ask_how_sure", "add_aspect"} or draft.context.kind in _QUOTING or of_both:
        return draft
    if not is_quality:
        return draft
    start = draft.text.index(asks["how"])
    how = Entity("aspect", asks["how"], start, start + len(asks["how"]))
    return draft.certainly("add_aspect", second="", relation="", entities=[how])


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
