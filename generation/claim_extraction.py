"""Cuts a sentence to the clauses that compare, where nothing that is left out could turn them round.

What goes: what leads into a statement ("However, I think that"), clauses beside it, remarks in brackets. What stays:
every clause with a negation, a condition, an objection or somebody else's voice in it, for it may be about the rest.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise, product
from typing import NamedTuple

from engine.memory import keep_short
from engine.text.analysed import AnalysedSentence, analysed
from engine.text.qualifiers import HEDGES, NEGATIONS
from engine.text.tagging import FINITE, GRADED, tagger
from engine.text.tokens import TOKEN, word_set

Range = tuple[int, int]

MAX_QUOTE_CHARS = 200
"""Characters of the longest quote; of a longer statement a part is quoted."""
SHORT = 140
"""Characters up to which a statement is read at one go."""
_LONG = 220
_NEAR = 30
"""Characters before a name in which another thing is looked for."""
_CUT_SHORT = 6
"""How much less clear a statement is that is not whole."""
_MENTIONS = 4
"""Occurrences of one name that are tried when the clauses of a comparison are looked for."""


def _one_of(phrases: str) -> re.Pattern[str]:
    """Return what finds a contracted "not" or one of some words; "_" stands for a blank, "*" for any ending."""
    each = (re.escape(phrase).replace("_", " ").replace(r"\*", r"\w*") for phrase in phrases.split())
    return re.compile(rf"\b(?:{'|'.join(each)}|\w+n['’]t|(?:do|does|is|was|ca|wo)nt)\b", re.IGNORECASE)


_BORDER = re.compile(
    r"""\s*[;:–—]\s+ | \s+-+\s+ | \s*\.{2,}\s* | \s*…\s* | (?<!\b[A-Z])[.!]["”')]*\s+(?=["“'(]?[A-Z])
      | (?<=[a-z)])[.!](?=[A-Z][a-z]|(?:19|20)\d\d\s) | \s+[([] | [)\]],?\s+
      | ,\s+(?=(?:so|which|plus|and(?:\s\S+){2})\s)
      | \s+(?=(?:and|so|plus)\s+(?:I|you|we|they|he|she|it|there|this|that|the|my|our)\s)
      | ,\s+(?=(?:but|because|while|whereas|although|though|since|as|yet)\s)
      | ,\s+(?=(?:I|you|we|they|he|she|it|there|this|that)\s)""",
    re.VERBOSE,
)
"""What parts two clauses."""
_ENDED = re.compile(r"""(?<!\b[A-Z])(?<!\b(?:Mr|Dr|St|vs))[.!?]["”')]*\s+(?=["“'(]?[A-Z])""")
"""What ends a sentence; who speaks or what is denied in it says nothing of the next one."""
_LEAD = re.compile(
    r"""(?:(?:actually|and|also|anyway|basically|besides|by\ contrast|clearly|finally
      |for\ (?:example|instance)|fortunately|frankly
      |first(?:ly|\ of\ all)?|furthermore|granted|generally(?:\ speaking)?(?:\ though)?|honestly|however|in\ addition
      |in\ fact|in\ general|indeed|imho|imo|(?:in|from)\ my\ (?:humble\ )?(?:opinion|experience|point\ of\ view)|lastly
      |likewise|moreover|nevertheless
      |obviously|of\ course|ok(?:ay)?|look|man|no(?:pe)?|note|now|oh|on\ the\ whole|overall|personally|plus|sadly
      |second(?:ly)?|seriously|so|still|sure|that\ said|then|to\ be\ honest|to\ me|unfortunately|well|yeah|yes|yep)
      (?:\s*[,:]\s+|\s+(?=I\s|the\s))
    | (?:frankly|obviously|yeah|yes|yep)\s+(?!(?:is|are|it|they|because|since|the)\b)
    | (?:and|because|but|plus|so|then|yet)\s+
    | (?:that|also),\s+ | (?:imho|imo|learned\ that)\s+
    | (?:al)?though\s+(?=[^,;]*\Z)
    | on\ the\ other\ hand,?\s+
    | it\ is\ (?:also\ )?important\ to\ notice\ that\s+(?:\S+\s+){1,3}?has\ such\ benefits\ as\s+
    | as\ (?:far\ as\ )?I\ (?:know|understand|see)(?:\ it)?,\s+
    | I\ (?:(?:also|do|honestly|just|personally|really|still)\ )?(?:believe|feel|find|guess|think|know)\ that\s+
    )+""",
    re.VERBOSE | re.IGNORECASE,
)
"""What leads into a statement and says nothing of it."""
_CALLING = re.compile(r"((?:(?:[\w’']+ ){0,3}reasons? )?why )(?:the |an? )?", re.IGNORECASE)
"""How a title leads into a claim: "Why Linux is better than Windows"."""
_DENYING = " ".join(sorted(NEGATIONS))
_TURNING_BEFORE = _one_of(
    _DENYING
    + """ if unless whether when whenever until though although while despite wrong false myth doubt* deny
    denies denied disagree* pretend* imagine suppose* used_to would could might may claim* argu* say says said
    saying told hear* people some many they think* believe* supposedly allegedly except rather instead
    as_much_as even stop* ask* wonder* misconception*"""
)
"""Words before a statement that may deny it, doubt it, or leave it to others."""
_TURNING_AFTER = _one_of(
    """but though although unless if except however until not no never nope wrong false myth yet only while whereas when
    joke joking kidding jk lol sarcas* used_to than said say says claim* disagree* otherwise mistake* regret* worry
    caveat catch for_now so_far at_the_moment loving happy happier"""
)
"""Words after a statement that may take it back, narrow it, or say what came of it."""
_NEGATION = _one_of(_DENYING)
_HEARSAY = _one_of(
    " ".join(sorted(HEDGES))
    + """ hear heard hears wonder* know knew suppose* told ask asked asking not_sure unsure trying_to may_be
    should ought claim* argu* imagine likely suspect myth pretend* until used_to convinc* preference talking doubt*
    misconception*
    some_people some_say people_say people_think they_say they_think thinks considers believes reckons advert*
    commercial commercials marketing"""
)
"""Words that make a statement less than one."""
_CHOOSING = re.compile(
    r"\b(?:cho(?:ice|ose|oses|sen?)|decid\w*|(?:go(?:ing|es)?|went) (?:for|with)|lean\w*|love|opt(?:ed)? for|pick\w*"
    r"|prefer\w*|recommend\w*|suggest\w*|switch\w*|want(?:ed)?|win(?:s|ner)?|won|would(?: rather)? (?:buy|get|take))\b",
    re.IGNORECASE,
)
"""What tells which of two things somebody has chosen."""
_JUNK = re.compile(
    r"""https?: | www\. | [|{}<>=~^*\\_@] | [.!,]{2,} | \b[A-Z]{4,}(?:\ [A-Z]{4,})+ | \S{30,} | \d{5,}
    | \w:.*\w:\s | (?<!\w)\+[A-Za-z] | [:;]-?[)(DP]\B | \[\d | [a-z][.!?](?:\s?-?[A-Z][a-z]|(?:19|20)\d\d\s)
    | (?<!\w)(?:\d{1,2}|[a-e])\)\s
    | \b(?i:\w*shit|fuck\w*|crap\w*|damn|sucks?|stupid|idiots?|morons?|dumb|ass|bitch\w*|chi(?:c|ck)s)\b
    | \A(?:\[|\w+,\ \d{1,2}\ [A-Z][a-z]{2}\ \d{4}\b)
    | \bthat(?:'s|\sis)\s(?:just\s|simply\s|plain\s)?(?:wrong|false|nonsense|untrue|not\strue|a\smyth)\b
    | \b(?:is|are|was)\s(?:not\sbe\b|(?:And|As|But|For|From|However|If|In|On|So|Still|The|Then|When|While|With)\s)""",
    re.VERBOSE,
)
"""What nobody wants to read in an answer, and what breaks off to begin anew."""
_SLOPPY = re.compile(
    r"""[!?] | \bthen\s(?:a|an|the)\b | \s,
    | \b(?:FAR|WAY|MUCH|SO|VERY|NEVER|ALWAYS|MORE|LESS|BETTER|WORSE|LOUD|ALL|NOT|MANY|i|u|ur|imo|lol|gonna|cuz)\b""",
    re.VERBOSE,
)
"""How one writes who does not take care, or shouts."""
_THEIRS = re.compile(
    r"\b(?:he|she|him|her|his|hers|th(?:is|at|ese|ose) ones?|the (?:former|latter)|these (?:two|guys))\b"
    r"|\b(?:in|on|with) (?:that|these|those)\b"
    r"|\b(?:this|that|these|those)(?:['’]s| (?:also )?(?:is|are|was|were|makes?))\b",
    re.IGNORECASE,
)
"""Words for somebody or something that stands in another sentence."""
_DANGLING = re.compile(
    r"""(?:since|once|says|as|because|cause|when|its|he|she|they|this|these|those|that|which|who|what|than|to|of|or|just)\b
    | (?:then|why|how|is|are|was|were|does?|did|can|could|will|would|should|has|have|not\ only|for\ (?:all|those|you))\b
    | \w+\ again,
    | \w+,\ (?:go|try|get|take|buy|you)\b | for\ (?:this|that|these|those)\b | \W | (?:hi|hello|hey|thanks)\b
    | (?:\w+\ ){0,5}reasons?\b
    | (?:[a-z]+ing|switched|moved|changed|went|got|tried|bought|used)\b""",
    re.VERBOSE | re.IGNORECASE,
)
"""How a statement begins that leans on another one, or asks."""
_COMPARING = re.compile(
    r"""\b(?:than|over|beats?|outperforms?|surpass(?:es)?|as|same)\b
    | \b(?:prefer\w*|superior|inferior|compar\w+|equal\w*|equivalent|similar|identical)\b.*\bto\b""",
    re.VERBOSE | re.IGNORECASE,
)
"""What stands between the names of two things that are compared."""
_GROWTH = re.compile(
    r"\b(?:gr[eo]w\w*|ris(?:es?|en|ing)|rose|gain(?:s|ed|ing)|sales|s[eo]ll?(?:s|ing|d)?|declin\w+|adopt\w*|expand\w*|spen[dt]\w*"
    r"|dominat\w+|recover\w*|setbacks?|in (?:\w+ ){1,4}(?:shape|position)|profits?|revenues?|market (?:share|cap)"
    r"|trading|stocks|shares|defeat\w*|voters?|subscribers?|population|\d{1,2}-\d{1,2})\b",
    re.IGNORECASE,
)
"""Words of how a thing fares, not of what it is."""
_LEANING = re.compile(
    r"(?:in my \w+, )?(?:while|although|though|despite|even though|if|when|unless)\b[^,;]*", re.IGNORECASE
)
"""A clause that says nothing without the one behind it."""
_REASON = re.compile(r"\bbecause (?!of\b)(?!.*\bbecause\b)")
"""Where the last clause that gives a reason begins."""
_JOINT = re.compile(r"[,;] (?:and |but )?| (?:and|but) ")
_CUT = word_set(
    "a an the of than and or but as from because if that which who whose my your their its his our very more most less "
    "is are was were be into onto between per via every each such at with by to i'm you're we're they're it's simply"
)
"""Words that no whole sentence ends with."""
_ANEW = re.compile(r" (?:is|are|was)(?: [A-Z]\w* \w+)? ")
_VERBAL = FINITE | {"VBN", "VB"}
_OPEN_END = re.compile(r"\s*(?:\.\.|…)")
"""What follows a statement that its writer broke off."""
_LAST_WORDS = re.compile(r"[\w'’-]+")
_BESIDE = re.compile(r"(?:(?:,| and| or| &|[Bb]oth|[Ee]ither|[Nn]either|[Oo]ther)|\w [A-Z][\w-]*) $")
"""What stands before a name where other things, or one of its kinds, are spoken of."""
_JOINED = re.compile(r"(?: (?:and|or|&)|,) (?=(?P<next>[\w#+-]+))")
"""What follows a name where another thing may be spoken of too."""
_LEVEL = re.compile(r"\b(?:alike|both|difference|equal\w*|identical|level|same|similar|comparable)\b", re.IGNORECASE)
"""What is said of two things that are level, wherever their names stand."""
_OWN = re.compile(r"\b(?:my|our|his|her|your) (?:\w+ )?$", re.IGNORECASE)
"""What stands before a name where one thing of that name is spoken of."""
_OF_ANOTHER = re.compile(
    r"""(?<!compared\ )(?<!contrast\ )\b(?:of|in|on|at|for|with|to|from|by|about)\ (?:(?:an?|the|my|our|your)\ )?\Z
    | [a-z]ing\ (?:an?|the|my|our|your)\ \Z""",
    re.VERBOSE | re.IGNORECASE,
)
"""What stands before a name where something of the thing is spoken of, or done with it: "predictions in tennis"."""
_MEASURED = re.compile(r"\b(?:an?|one) \w+ of $", re.IGNORECASE)
"""What stands before a name where some of the thing is spoken of: "a cup of coffee"."""
_ITSELF = re.compile(
    r" (?:(?:has|have|had|also|now) )?(?:says?|said|saying|claim\w*|advertis\w*|promis\w*|boasts?|touts?|hopes?)\b"
)
"""What follows the name of a maker that speaks for itself."""
_MODEL = re.compile(r" (?:[A-Z]\w*\d\w*|\d+\w*|[A-Z][a-z]+)\b(?! (?:and|or)\b)")
"""What follows a name where one of its models is spoken of: "BMW X6", "Toyota Land Cruiser"."""
_TURNED = re.compile(r"(?<=, )(?:but|because|while|although|if|when) [^,;]*$")
"""The last clause of a statement, if another one leads up to it."""
_AFTER = re.compile(r"(?P<joined>['’]s? \w|[-/]\w| (?:\d|[IVX]{2,4}\b))| (?P<word>[a-z]+)(?: (?P<next>[a-z]+))?")
"""What follows a name; a number makes it one of its versions."""

CLEAR = 1
"""How unclear a statement may be that is quoted beside others."""
READABLE = 3
"""How unclear a statement may be that is quoted alone."""
UNCLEAR = 99
"""How unclear a statement may be where there is no other."""


class Statement(NamedTuple):
    """The part of a sentence that compares."""

    start: int
    end: int
    """Half-open range of the sentence."""
    unclear: int
    """How hard it is to read on its own: 0 for a short statement that compares the two and nothing else."""
    beside: bool = False
    """Whether another thing is spoken of beside one of the two."""
    fares: bool = False
    """Whether it is told how one thing fares, not what it is."""


@keep_short(most=10_000, longest=500)
def statement(
    text: str, *, names: tuple[str, ...], marked: tuple[Range, ...] = (), about: tuple[Range, ...] = ()
) -> Statement:
    """Return the clauses of a sentence that compare, the whole of it where they cannot be told apart.

    Args:
        text: A cleaned sentence.
        names: Names of the compared objects.
        marked: Ranges of the words that decide whom the sentence favours.
        about: Ranges of words that speak of a point of view; one of them is in the statement, if there are any.
    """
    tokens = analysed(text)
    mentions = [found[:_MENTIONS] for name in names if (found := tokens.mentions(name))]
    wanted = mentions + ([about[:_MENTIONS]] if about else [[span] for span in marked])
    start, end = _clauses(text, wanted) if wanted else (0, len(text))
    if not _says_something(text[start:end]):
        start, end = 0, len(text)  # "Tea vs coffee" of "Tea vs coffee: why tea wins"
    end = _with_choice(text, start, end)
    lead = _LEAD.match(text, start, end)
    if lead and all(lead.end() <= min(found)[0] or max(found)[0] >= lead.end() for found in mentions):
        start = lead.end()
    calling = _CALLING.match(text, start, end)
    names_at = {one[0] for found in mentions for one in found}
    if text.startswith("that ", start) and start + 5 in names_at:
        start += 5
    elif calling and calling.end() in names_at and "?" not in text and not _NEGATION.search(calling[0]):
        behind = TOKEN.findall(text[max(names_at) : end])  # not "why Linux is better than Windows is its price"
        start = calling.end(1) if FINITE.isdisjoint(tagger().tag(behind)) else start
    inside = [one for found in mentions if (one := [span for span in found if start <= span[0] and span[1] <= end])]
    beside = any(_is_among_others(text, start, end, found[0]) for found in inside)
    fares = _GROWTH.search(text, start, end) is not None
    return Statement(start, end, _unclear(text, tokens, start, end, mentions) + beside + 4 * fares, beside, fares)


def _clauses(text: str, wanted: Sequence[Sequence[Range]]) -> Range:
    """Return the fewest neighbouring clauses with what is wanted, and those that may turn it round."""
    borders = [(0, 0), *(found.span() for found in _BORDER.finditer(text)), (len(text), len(text))]
    clauses = [
        (before[1], after[0]) for before, after in pairwise(_without_lists(text, borders)) if before[1] < after[0]
    ]
    hulls = [(min(starts), max(ends)) for starts, ends in (zip(*one, strict=True) for one in product(*wanted))]
    focus = min(hulls, key=lambda hull: (hull[1] - hull[0], hull))
    held = [clause for clause in clauses if clause[0] < focus[1] and focus[0] < clause[1]]
    if not held:
        return 0, len(text)
    start, end = held[0][0], held[-1][1]
    starts = [one[0] for one in clauses if one[0] <= start]
    start = next((at for at in reversed(starts) if _is_balanced(text[at:end])), start)  # "(PS4) are better"
    begun = max((found.end() for found in _ENDED.finditer(text, 0, start)), default=0)
    if _TURNING_BEFORE.search(text, begun, start):
        start = begun
    if _TURNING_AFTER.search(text, end) or "/s" in text[end:]:
        end = len(text)
    reason = _REASON.search(text, start, end)
    if reason and FINITE.isdisjoint(tagger().tag(TOKEN.findall(text[reason.end() : end]))):
        end = len(text)  # "because the weights" of "because the weights, the tutorials and the courses assume it"
    end = _without_leaning(text, start, end, focus[1])
    return start, end if _is_balanced(text[start:end]) else len(text)


def _with_choice(text: str, start: int, end: int) -> int:
    """Return where clauses end: if they choose nothing, with a sentence that goes on to: "and I want the tent"."""
    if _decides(text[start:end]):
        return end
    ended = _ENDED.search(text, end)
    last = ended.start() + 1 if ended else len(text)
    return last if _decides(text[end:last]) else end


def _decides(said: str) -> bool:
    """Return whether words compare or choose, and do not only name what is compared."""
    is_worded = _COMPARING.search(said) or _CHOOSING.search(said)
    return bool(is_worded) or not GRADED.isdisjoint(tagger().tag(TOKEN.findall(said)))


def _without_leaning(text: str, start: int, end: int, least: int) -> int:
    """Return where clauses end that would end with one which leads up to the next: before it, or with the whole."""
    if not text.startswith(",", end):
        return end
    opened = [start, *(joint.end() for joint in _JOINT.finditer(text, start, end))]
    leaning = next((at for at in opened if _LEANING.fullmatch(text, at, end)), None)
    if leaning is None:
        return end
    before = len(text[start:leaning].rstrip(" ,;").removesuffix(" and").removesuffix(" but").rstrip(" ,;"))
    return start + before if start + before >= least else len(text)


def _without_lists(text: str, borders: Sequence[Range]) -> list[Range]:
    """Return borders without those inside a list: before the "and" of "Python, PHP, and Perl are slower".

    What follows "and" without a verb of its own is no clause: "I find tea and the milk nicer than beer", "beer is
    better than tea, gin, and rum for parties".
    """
    kept: list[Range] = []
    for border, following in zip(borders, [*borders[1:], (len(text), len(text))], strict=True):
        start, mark = kept[-1][1] if kept else 0, text[slice(*border)]
        before, behind = text[start : border[0]], text[border[1] : following[0]]
        *others, item = before.split(", ")
        alone = [before, f"{item} {behind}" if others else before] if mark.startswith(",") else [behind]
        joins = mark in {", ", " "} and text.startswith("and ", border[1])
        if not joins or not any(FINITE.isdisjoint(tagger().tag(TOKEN.findall(one))) for one in alone):
            kept.append(border)
    return kept


def _is_compound(text: str, end: int, mention: Range) -> bool:
    """Return whether a name only tells of what kind something else is: "cat food", "Java-based", "a dog's life"."""
    after = _AFTER.match(text, mention[1], end)
    if not after:
        return False
    if after["joined"]:
        return True
    first, second = tagger().tag([after["word"], after["next"] or "."])
    return first.startswith("NN") and (
        not after["next"] or after["next"] == "rather" or second == "RB" or second.startswith(("NN", "VB", "MD", "IN"))
    )


def _is_among_others(text: str, start: int, end: int, mention: Range) -> bool:
    """Return whether another thing is spoken of beside a name, or one of its kinds: "Perl and Python", "Diet Pepsi"."""
    if _BESIDE.search(text[max(start, mention[0] - _NEAR) : mention[0]]):
        return True
    after = _JOINED.match(text, mention[1], end)
    return after is not None and tagger().tag([after["next"]])[0].startswith("NN")


def _is_cut(said: str) -> bool:
    """Return whether a quote breaks off: "it is better as an educational", "better because Haskell's"."""
    last = _LAST_WORDS.findall(said)[-2:]
    return bool(last) and (
        last[-1].lower() in _CUT or last[-1].endswith(("'s", "’s")) or tagger().tag(last) == ["DT", "JJ"]
    )


def _is_of_one(text: str, start: int, mention: Range) -> bool:
    """Return whether a name stands for somebody's own thing, or one of its models: "my BMW", "Toyota Land Cruiser"."""
    if _OWN.search(text[max(start, mention[0] - _NEAR) : mention[0]]):
        return True
    after = _MODEL.match(text, mention[1])
    return after is not None and tagger().tag(["a", *TOKEN.findall(after[0])])[-1] in ("NN", "NNP", "CD")


def _is_of_another(text: str, start: int, mentions: Sequence[Sequence[Range]]) -> bool:
    """Return whether the name that comes first stands for where something else is: "predictions in tennis"."""
    first = min((found[0] for one in mentions if (found := [span for span in one if span[0] >= start])), default=None)
    if first is None or _MEASURED.search(text[start : first[0]]):
        return False
    return _OF_ANOTHER.search(text[start : first[0]]) is not None


def _begins_anew(text: str, mentions: Sequence[Range]) -> bool:
    """Return whether a name follows itself as in texts that a program has put together: "steel is Steel is"."""
    return any(_ANEW.fullmatch(text, before[1], after[0]) for before, after in pairwise(mentions))


def _has_verb(said: str) -> bool:
    """Return whether a statement is a sentence, and its last clause one too where "but" and the like lead into it."""
    words = TOKEN.findall(said)
    may_be = [
        tag in _VERBAL or (tag in ("NN", "NNS") and tagger().is_verb(word))
        for word, tag in zip(words, tagger().tag(words), strict=True)
    ]
    turned = _TURNED.search(said)
    return any(may_be) and any(may_be[len(words) - len(TOKEN.findall(turned[0])) :] if turned else may_be)


def _says_something(said: str) -> bool:
    """Return whether words have a verb or set two things beside each other, as a headline up to its colon may not."""
    return _has_verb(said) or not GRADED.isdisjoint(tagger().tag(TOKEN.findall(said))) or bool(_COMPARING.search(said))


def _is_balanced(text: str) -> bool:
    return text.count("(") == text.count(")") and text.count("[") == text.count("]")


def _unclear(text: str, tokens: AnalysedSentence, start: int, end: int, mentions: Sequence[Sequence[Range]]) -> int:
    """Return how many things stand in the way of reading a statement on its own."""
    said = text[start:end]
    inside = [[one for one in found if start <= one[0] and one[1] <= end] for found in mentions]
    words = [token for token in tokens.tokens if start <= token.start and token.end <= end]
    between = False
    if len(inside) == 2 and all(inside):
        low, high = sorted((inside[0][0], inside[1][0]))
        between = bool(_COMPARING.search(text, low[1], high[0]) or _LEVEL.search(said))
    return (
        2 * (not between)
        + (len(said) > SHORT)
        + 2 * (len(said) > _LONG)
        + 4 * bool(_JUNK.search(said))
        + 2 * bool(_HEARSAY.search(said))
        + 2 * bool(_NEGATION.search(said))
        + max(3 * bool(_DANGLING.match(said)), 2 * _is_of_another(text, start, inside))
        + (start > 0 and said[:1].islower() and all(one[0][0] > start for one in inside if one))
        + 3 * (text[:start].rstrip()[-1:] in {")", "]"} and said[:1].islower())
        + 4 * any(_is_compound(text, end, mention) for found in inside for mention in found[:1])
        + 2 * (not _is_balanced(said) or said.count('"') % 2)
        + ('"' in said)
        + (len(words) < 4)
        + bool(_SLOPPY.search(said))
        + 2 * bool(_THEIRS.search(said))
        + 2 * any(_is_of_one(text, start, found[0]) for found in inside if found)
        + 4 * any(_ITSELF.match(text, found[0][1], end) is not None for found in inside if found)
        + 3 * (not _has_verb(said))
        + _CUT_SHORT * any(_begins_anew(text, found) for found in inside)
        + _CUT_SHORT * bool(_OPEN_END.match(text, end))
        + _CUT_SHORT * (_is_cut(said) or len(said) > MAX_QUOTE_CHARS)
    )
