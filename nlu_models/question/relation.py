"""What a question asks about things: a property with an end, a use, the whole, the difference, what speaks against.

A small head over what the reader's network says of each word tags the words of a property, "lasts longer", and those
that limit what is asked, "for games", and says the kind; ``engine.text.graded`` understands the words of the property.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.text.graded import LESS, MORE, Grade, bears_on, grade
from engine.text.lexicon import GENERAL, dimension_of, sense, topic_of, verb
from engine.text.morphology import of_two, with_article
from engine.text.spelling import graded_once, quality_of
from engine.text.tagging import GRADED, tagger
from engine.text.tokens import TOKEN, Tokens, stem, stems, word_set
from engine.types import OVERALL, OVERALL_ASKED, Asked, AskedKind, Label, Span
from nlu_models.question.clauses import CHOOSING, MATTERS, OCCASION, About, Clause, only_tells
from nlu_models.question.decoding import best_path, runs
from nlu_models.question.deeds import before_deed, purpose_of
from nlu_models.question.network import Output
from nlu_models.question.popularity import PEOPLE_DO, POPULARITY, popularity_asked
from nlu_models.question.word_pieces import Word, places

WEIGHTS: Final = "relation.npz"
TAGS: Final = ("O", "B-property", "I-property", "B-use", "I-use")
"""What the head says of each word."""
KINDS: Final = tuple(AskedKind)
"""What the head says of the whole."""
REACH: Final = 2
"""Words on either side that the head looks at beside each."""
_BETTER: Final = word_set("better best")
_GOOD: Final = _BETTER | {"good", "top"}
"""What is said of a thing that is the one to choose: "any good phone" and "top phones" are the best ones."""
_WORSE: Final = word_set("worse worst")
_WORTH: Final = re.compile(
    r"(?:(?:really|still) )?worth (?:it|while|buying|choosing|getting|having|picking|taking|using)", re.IGNORECASE
)
"""What is asked of a thing to take it: "worth it over"."""
_SUITED: Final = word_set("suitable suited appropriate preferable right adequate ideal fitting")
"""What is said of a thing that is good for a use, and for nothing without one."""
_SUM: Final = word_set("budget dollar dollars buck bucks euro euros pound pounds quid usd eur")
"""Words by which a number in a use is one of money."""
_MOST: Final = frozenset({"JJS", "RBS"})
_ARTICLES: Final = word_set("a an the my our")
_COPULAS: Final = word_set("is are was were be s")
_BEATS: Final = re.compile(
    r"^(?:(?:would|will|does|do|did) )?(?:still )?(?:(?:beats?|outperforms?)\b.*|wins?$)", re.IGNORECASE
)
_RUNS: Final = re.compile(r"(?:runs?|performs?|operates?|executes?|goes|go) (?=\w)", re.IGNORECASE)
"""What is done by all that is fast."""
_KEEPS: Final = re.compile(r"keeps? (?:you|me|us|them|him|her|one|people|everyone) (?P<how>\w+)", re.IGNORECASE)
"""What is done to a person by what is so itself: what keeps one warmer is warmer."""
_BETTER_AS: Final = re.compile(r"\b(?:is|are|was|were|be|makes?(?! the\b))\b.*\bbet+er $", re.IGNORECASE)
_FIRST: Final = re.compile(r"\bbetter (first \w+)", re.IGNORECASE)
_SAID_OF: Final = re.compile(r"(?:for|to|as|before|after|if|when|while|in|on|at|during|under) ", re.IGNORECASE)
"""Uses for which one thing is said to be better."""
_IN: Final = re.compile(
    r"(?:in|on|(?P<for>for)|regarding|concerning|when it comes to|with respect to)(?: terms of)? (?:your |the )?",
    re.IGNORECASE,
)
"""What stands before a point of view: "in terms of speed", "for speed"."""
_PRAISE: Final = re.compile(r"(?:better|best|good|great) (?=\w)", re.IGNORECASE)
"""What stands before that which things are to have in a good kind: "for good food"."""
_IN_VIEW: Final = re.compile(r"in (?:your|you|ur) (?:\w+ )?(?:opinion|view|experience|eyes)", re.IGNORECASE)
_DENIAL: Final = re.compile(r"\b(?:not|no(?= \w+er\b)|\w+n['’]t) ", re.IGNORECASE)
_OPENING: Final = re.compile(r"\W*(?:(?:and|but|so|ok|well)\W+)*[\w'’]+", re.IGNORECASE)
"""How a question begins, in which nothing is denied."""
_NEAR: Final = 20
"""Characters before a property in which it may be denied."""
_ASIDE: Final = re.compile(
    r"(?:,\s+(?:but|i|you|he|she|it|we|they)\b|\s+(?:he|she|they)(?:['’](?:s|re)|\s+(?:is|are|has|have|plays?))\b).*",
    re.IGNORECASE | re.DOTALL,
)
"""What is told behind a use, and is no part of it: "for my son, he is six", "for my son he's six"."""
_ENOUGH: Final = re.compile(r"(?<=\w) enough$", re.IGNORECASE)
"""What may stand behind how much of something a thing is to be: who compares asks for more."""
_DANGLING: Final = re.compile(r"^((?!(?:to|if|when|while) ).+) (?:to|in|at|from|by)$", re.IGNORECASE)
"""What joins a use to a name behind it: "on holiday to" Spain."""
_TO_CHOOSE: Final = re.compile(
    rf"^(?!for |if |when |while ).*?\b(?:{'|'.join(sorted(CHOOSING))})\b.*?(?=\bfor\b|$)", re.IGNORECASE
)
"""What only tells that there is a choice, before for what it is: "buying a phone for my mum"."""
_FOR_ANYBODY: Final = re.compile(
    r"for (?:me|us|you|him|her|them|myself|ourselves|yourself|everyone|anyone)", re.IGNORECASE
)
"""A use that tells nothing of who it is."""
_UNDECIDED: Final = re.compile(
    r"\b(?:(?:dis)?agree\w*|decid\w+|argu\w+|debat\w+|up (?:my|our) minds?)\b", re.IGNORECASE
)
"""What a clause has that only leads to a question, "we cannot agree"."""
_ANY_OF_THEM: Final = re.compile(r"\b(?:one|either|any|both) of (?:them|these|those|the two)\b", re.IGNORECASE)
"""What a clause has that tells that one of the things will be chosen, and no condition of that."""
_BRINGS_ABOUT: Final = re.compile(
    r"(?:i|we)(?:['’]?(?:m|re)|\s+(?:am|are|might|may|could|will))(?:\s+(?:be|just|currently|also|probably|finally|soon))*"
    r"\s+(?:(?:re(?:-?do|decorat|furbish|furnish|model|novat|organi[sz]|plac)|furnish|upgrad|updat)\w*\b.*|"
    r"(?:mov|relocat)(?:e|ing)(?:\s+(?:out|house|home|abroad|away|back|soon))*"
    r"(?:\s+(?:to|from)\s+(?:the\s+[A-Z]\w*|[A-Z]\w*|(?!the\b|an?\b|my\b|our\b)\w+\b)(?:\s+[A-Z]\w*)*)?(?:\s+soon)?)\W*"
)
"""What only tells why there is a choice, which is no condition of it: "we're redoing our kitchen"."""
_NARROWING: Final = re.compile(r"(?:to|of) ", re.IGNORECASE)
"""What joins to a quality that of which alone it is said: "more resistant to water", "takes less of my time"."""
_OF_THEM: Final = re.compile(
    r"of (?:(?:all|both|each|any) of )?(?:all|both|them|these|those|the (?:two|three|lot))\b", re.IGNORECASE
)
"""What names the things compared, and no use of them."""
_OF: Final = re.compile(r"^of (?:(?:your|the|an?) )?", re.IGNORECASE)
_NOUNS: Final = re.compile(r"(?: [^\W\d_][\w-]*)+")
_NEXT: Final = re.compile(r" ([\w-]+)")
_TO_DO: Final = re.compile(r" to (\w+)\W*$")
"""What is done more so, at the end of a question: "faster" to learn is another matter than fast."""
_DONE_MOST: Final = re.compile(
    r"\b(?:which|what|who)(?: ones?| of (?:the )?\w+)? (?P<said>(?P<does>\w+s) (?P<how>best|worst|\w+est))\W*$",
    re.IGNORECASE,
)
"""What asks which thing does something most so, at the end of a question."""
_DONE: Final = re.compile(
    r"\b(?:which|what|who)(?: ones?| of (?:the )?\w+)? (?P<said>(?P<does>\w+s?) \w+(?: \w+){0,2})\W*$", re.IGNORECASE
)
"""What asks which thing does something, at the end of a question."""
_DOES_BETTER: Final = re.compile(
    r"\b(?:do|does|did|will|would|can|could)(?:n['’]t)? .+ (?P<said>[a-z]+ (?:bet+er|worse)) than\b",
    re.IGNORECASE,
)
"""What asks whether one thing does something better than another one: "does tea smell better than coffee"."""
_HAVING: Final = word_set("has does seems becomes")
"""What is done of which a quality is only told."""
_HAD: Final = re.compile(r"\b(?:has|have|had) (?:(?:an?|the|any) )?$", re.IGNORECASE)
"""What stands before what a thing has."""
_CLAUSE: Final = re.compile(r"(?:if|when|while) ", re.IGNORECASE)
_HOW: Final = re.compile(r"\bhow\b", re.IGNORECASE)
_HOW_MUCH: Final = re.compile(r"\W*(?:(?:and|but|so|ok)\W+)?how (\w+) (?:is|are|was|were)\b", re.IGNORECASE)
_NO_QUALITY: Final = word_set("good well much many different similar same often")
"""What is asked with "how" in general, or for no quality."""
_FOR_YOU: Final = re.compile(r"\b(?:bet+er|worse) for you\b", re.IGNORECASE)
"""What is said of what is healthy, and of the person who asks with "for me"."""
_SPEAKS: Final = re.compile(r"\bspeaks? (?:for|against)\b", re.IGNORECASE)
_IS_BETTER: Final = re.compile(
    r"\b(?:what|which|who|(?:any|some)(?:thing|one))(?:['’]s|s| (?:is|are|would be))? (?:any )?bet+er than\b",
    re.IGNORECASE,
)
"""What asks for another thing, and for nothing that speaks against the one named: "what is better than tea"."""
_PART_BETTER: Final = re.compile(
    r"\b(?:is|are|was|were) (?:(?:the|its|their) )?(?P<what>[^\W\d_][\w-]*(?: [\w-]+)?) "
    r"(?:(?:any|much|really|still|even) )?(?P<how>bet+er|worse) (?:on|with|in|at) .*\b(?:than|or)\b",
    re.IGNORECASE,
)
"""What asks whether a part is better at one thing than at another: "is the food better in Rome than in Paris"."""
_AS_MUCH: Final = re.compile(r"\bas (?:much|many) (?P<what>(?!as\b)[^\W\d_][\w-]*)(?: as\b)?", re.IGNORECASE)
"""What asks whether a thing has no less of something than another one: "as much sugar"."""
_TAKEN_FOR_GRANTED: Final = re.compile(
    r"\W*(?:(?:and|but|so|ok)\W+)?(?:"
    r"(?:why|how come|what makes)\b.*\b(?:bet+er|worse) than\b|"
    rf"(?:why|how come)\b.* (?:{PEOPLE_DO}|chosen|dislike|favou?r(?:ed)?|get|go (?:for|with)|hate|preferred|take)s? .+ "
    r"(?:over|th[ae]n|instead of|rather than) |(?:why|how come)\b.* prefer(?:s|red)? .*\bto |"
    r"why (?!(?:not|do|does|did|is|are|was|were|can|could|would|should|will)\b)(?:\S+ ){1,3}over |"
    r"what (?:do|does|did|would) .*\b(?:like|love|prefer|hate|dislike) about .+ (?:over|th[ae]n|compared to) |"
    r"what(?:['’]?s| is| are| was| were) (?:so |any )?(?:bet+er|worse|good|great|bad|wrong) (?:about|with) .+ "
    r"(?:over|th[ae]n|compared (?:to|with)|vs\.?|versus) )",
    re.IGNORECASE,
)
"""What asks for that which speaks for a thing, or against it, beside another one: "why is tea better than coffee"."""
_ANYBODY_CHOOSING: Final = re.compile(
    r"if (?:you were (?:you|me|us)|you (?:should|shall) "
    r"(?:buy|choose|get|go(?: (?:for|to|with))?|pick|prefer|take|use|visit))(?: (?:finally|now|then))?",
    re.IGNORECASE,
)
"""What holds of anybody who is to choose: "which country I should visit", "if you were me"."""
_LIKED: Final = frozenset({POPULARITY, "preferred", "favored", "favoured"})
"""Dimensions of what is only liked more."""
_NAMING: Final = frozenset({"NN", "NNS", "NNP", "JJ", "VBN"})
"""Tags of what begins words that only name what matters, and no "regarding"."""
_COMPARED: Final = re.compile(r"(?:compared?|comparing|vs\.?|versus|against|or)\b", re.IGNORECASE)
"""What sets things beside each other and does not say how they compare."""
_SET_BESIDE: Final = re.compile(r" (?:(?:as|when|if) )?(?:compared|comparing|vs|versus)\b.*", re.IGNORECASE)
"""The same behind a property, of which it is no part: "dead compared" to another."""
_WHEN: Final = re.compile(r"when (?:should|is|are|was|were|do|does|did|can|could|will|would)\b", re.IGNORECASE)
"""What asks for a time, and tells of none."""
_ADDRESSED: Final = {
    **dict.fromkeys(("i", "me", "we", "us"), "you"),
    "am": "are",
    **dict.fromkeys(("i'm", "im", "we're"), "you're"),
    **dict.fromkeys(("i've", "ive", "we've"), "you've"),
    **dict.fromkeys(("i'd", "we'd"), "you'd"),
    "my": "your",
    "our": "your",
}
"""Words in which one speaks of himself → those in which he is spoken to."""
_CHOSEN: Final = re.compile(
    r"(?:(?:would|should|shall|could|can|will|do) (?:you|i|we|one) \w+|(?:gotta|got to|has to|must|should) be?)\b"
    r"(?!.*\b(?!first|last)\w+(?:er|re|ess|st)\b) ?",
    re.IGNORECASE,
)
"""What somebody does with the one that is looked for, which says nothing of it: "would you take", "should I serve"."""
_TURNS: Final = frozenset({"first", "next"})
_IN_TURN: Final = re.compile(r"\b(?:should|shall|would|could|can|do) (?:i|we|you|one|they) \w+", re.IGNORECASE)
"""What stands before the thing that somebody looks for to do something with it "first"."""
_BESIDE: Final = re.compile(
    r"\b(?:stack|measure|shape)s? up\b|\b(?:(?:hold|match)(?:e?s)? up|fares?) (?:against|beside|next to)\b",
    re.IGNORECASE,
)
"""What asks how a thing is beside others, and for no property."""
_IS: Final = re.compile(r"^(?:is|are|was|were) (?=\w)", re.IGNORECASE)
_QUALITY_AND_HOW: Final = re.compile(r"\w+ (?:\w+er|more \w+ly)", re.IGNORECASE)
_BECOMING: Final = re.compile(r"\b(?:becomes?|gets?|goes|grows?|keeps?|stays?|turns?) $", re.IGNORECASE)
"""What stands before what things are after a while: "get" before "cold faster"."""
_IS_TO_DO: Final = re.compile(r" to [^\W\d_]+$")
_JOINT: Final = re.compile(
    r"(?P<joint> (?:at|for|from|in|into|off|on|onto|out of|through|to|with)) (?:(?:an?|the|my|our) )?", re.IGNORECASE
)
"""What stands between a verb and the name of what something is done to: "into" of "get into Harvard"."""
_GOES: Final = re.compile(
    r"(?:i|we)(?:['’]?(?:m|re)|['’]?ll\s+be|\s+(?:am|are|will\s+be))?\s+(?:\w+ing|go|leave|start|travel|move|decide)"
    r"(?:\s+(?:there|away|back|out))?\W*",
    re.IGNORECASE,
)
"""What tells of the person nothing but when something is done, beside that."""
_ONE_LETTER: Final = re.compile(r"(.*?[aeiouy])([b-df-hj-np-tv-xz])(\2?)er")

Floats = NDArray[np.float32]


class RelationReader:
    """The head: a product, a convolution over ``REACH`` words on either side, and a product for tags and for kinds.

    Source: the window approach of Collobert et al., "Natural language processing (almost) from scratch", JMLR 2011.
    """

    def __init__(self, path: Path) -> None:
        """Read the weights; see ``nlu_models.training.question.relation``."""
        with np.load(path, allow_pickle=False) as arrays:
            self._weights: dict[str, Floats] = {name: arrays[name].astype(np.float32) for name in arrays}

    def asked(
        self, text: str, words: Sequence[Word], output: Output, *, spans: Sequence[Span], parts: Sequence[Clause]
    ) -> Asked:
        """Return the relation that a question asks for.

        Args:
            text: The question.
            words: Those of it that the network has read, at least one.
            output: What it says of them.
            spans: What the parser found.
            parts: The clauses of the question.
        """
        tags, kind = self._read(*inputs(words, output))
        told = _situation(text, parts, [span.text for span in spans if span.label is Label.OBJECT])
        of_nothing = kind is AskedKind.AGAINST and told and not any(span.label is Label.OBJECT for span in spans)
        is_above = kind is AskedKind.AGAINST and _IS_BETTER.search(text)
        kind = AskedKind.OVERALL if only_tells(parts) or of_nothing or is_above else kind
        found: dict[str, str] = {}
        for label, start, stop in runs([TAGS[tag] for tag in tags]):
            heard = TOKEN.search(text, words[start].start, words[stop - 1].end)
            part = next((one for one in parts if heard and one.start <= heard.start() < one.end), None)
            said = _IS.sub("", text[heard.start() : min(words[stop - 1].end, part.end)]) if heard and part else ""
            said = _with_noun(text[heard.start() : part.end], said) if heard and part and label == "property" else said
            alone = len(parts) == 1 and MATTERS.isdisjoint(said.lower().split())  # "weight would be important"
            if part and (part.about is About.THINGS or (part.about is About.WEIGHT and alone)):
                found.setdefault(label, said)
        asked = _asked(text, kind, found.get("property", ""), found.get("use", ""), told, spans, _named(spans, parts))
        granted = _against(asked.use) if _TAKEN_FOR_GRANTED.match(text) else asked
        is_general = asked.kind is AskedKind.OVERALL or asked.dimension in _LIKED
        return granted if is_general or (asked.kind is AskedKind.USE and granted.words) else asked

    def _read(self, each: Floats, whole: Floats) -> tuple[list[int], AskedKind]:
        w = self._weights
        hidden = _gelu(each @ w["inward"] + w["inward_bias"])
        padded = np.pad(hidden, ((REACH, REACH), (0, 0)))
        beside = sum(padded[at : at + len(hidden)] @ weights for at, weights in enumerate(w["beside"]))
        hidden = hidden + _gelu(beside + w["beside_bias"])
        kinds = np.concatenate([whole, hidden.mean(0), hidden.max(0)]) @ w["kinds"] + w["kinds_bias"]
        return best_path(hidden @ w["tags"] + w["tags_bias"], w["steps"]), KINDS[int(kinds.argmax())]


def _gelu(values: Floats) -> Floats:
    """Return the Gaussian error linear unit of values, approximated.

    Source: Hendrycks and Gimpel, "Gaussian error linear units", 2016.
    """
    bent: Floats = np.tanh(np.float32(np.sqrt(2 / np.pi)) * (values + 0.044715 * values**3))
    return values * 0.5 * (1 + bent)


def inputs(words: Sequence[Word], output: Output) -> tuple[Floats, Floats]:
    """Return what the head reads of each word, words × size, and of all."""
    return output.states[places(words)], np.concatenate([output.states[0], output.states.mean(0), output.kinds])


def _asked(text: str, kind: AskedKind, words: str, use: str, told: str, spans: Sequence[Span], named: str) -> Asked:
    """Return the relation that words say; they decide between a property, a use and the whole."""
    words = _ENOUGH.sub("", words)
    purpose = purpose_of(text, spans)
    if purpose and not (words and text.startswith(words, purpose.start)):  # "make money from"
        use = purpose.use
    use = _DANGLING.sub(r"\1", OCCASION.sub("", use))
    use = _TO_CHOOSE.sub("", "" if _OF_THEM.match(use) or _ANY_OF_THEM.search(use) else use)
    use = "" if _ANYBODY_CHOOSING.fullmatch(addressed(use)) else use
    if _SPEAKS.search(text):
        kind = AskedKind.AGAINST
    elif _done(text):
        kind = AskedKind.PROPERTY
    matter = [span for span in spans if span.label is Label.ASPECT]
    if kind is AskedKind.DIFFERENCE and (_says_how(spans) or not matter or _HOW.search(text)):
        return Asked(kind)  # "iPhone vs Android battery life" and "compare … on price" weigh what matters
    if kind is AskedKind.DIFFERENCE and len(matter) > 1:
        return OVERALL_ASKED
    if kind is AskedKind.AGAINST:
        return _against(addressed(use))
    if popular := popularity_asked(text):
        return replace(popular, use=addressed(use) if _SAID_OF.match(use) else "")
    if part := _part_asked(text, matter):
        known = grade(part)
        return Asked(AskedKind.PROPERTY, known.dimension, "more" if known.sign > 0 else "less", part)
    most_done = _most_done(text)
    words = _degree_asked(text) or most_done or _amount_asked(text) or words or _graded(spans) or _done(text)
    words = before_deed(text, _in_full(text, words, spans), spans)
    healthy = _FOR_YOU.search(text)
    if healthy and not use.removeprefix("for you"):
        known, denied = grade(healthy[0]), _is_denied(text, healthy[0])
        more = (known.sign > 0) is not denied
        return Asked(AskedKind.PROPERTY, known.dimension, "more" if more else "less", healthy[0], denied=denied)
    if chosen := _CHOSEN.match(words):
        use = use or words[chosen.end() :]
        use = f"to {chosen[0].split()[-1]} {use}" if use.lower() in {"first", "last"} else use
        words = ""
    if words.lower() in _TURNS and _IN_TURN.search(text):
        words = ""
    words = "" if _BESIDE.search(text) else _SET_BESIDE.sub("", words)
    done = _TO_DO.match(text, text.index(words) + len(words)) if words and not use else None
    if done and tagger().is_verb(done[1].lower()):
        is_same = grade(words + done[0]).dimension == grade(words).dimension
        words, use = (f"{words} to {done[1]}", use) if is_same else (words, f"to {done[1]}")
    said = _AS_MUCH.sub(r"more \g<what>", words)
    said = _being(_BEATS.sub("better", _spelt(_DENIAL.sub("", said))))
    *grading, last = said.lower().split() or [""]
    if last in _SUITED:  # "more suitable for a beginner"
        said = "worse" if grading and grading[-1] in LESS else "better"
    said = "better" if _WORTH.fullmatch(said) else said
    if _is_count(text, words):
        words = said = ""
    if said and f"{words} {use}" in text and _says_nothing_without(said, use):
        words, said, use = f"{words} {use}", f"{said} {_OF.sub('', addressed(use))}", ""
    quality, how = said or "better", words or "better"
    whole = f"{quality} {use}" if use and f"{how} {use}" in text else ""
    phrase = sense(whole) or sense(whole.partition(" ")[2])
    if phrase:  # "better value for money", "better on gas"
        return Asked(
            AskedKind.PROPERTY, phrase.dimension, "more" if grade(quality).sign > 0 else "less", f"{how} {use}"
        )
    *grading, last = said.lower().split() or [""]
    said = last if last in _BETTER | _WORSE and MORE.issuperset(grading) else said  # "any worse", "much better"
    said = grading[0] if _is_class(text, words, spans) else said
    denied = _is_denied(text, words)
    if not said and any(span.label is Label.PREDICATE and span.text.lower() in _WORSE for span in spans):
        said = "worse"
    if said.lower() in _WORSE:
        kind = AskedKind.USE if use else AskedKind.OVERALL
        use = addressed(use)
        return Asked(kind, end="less", words=f"{said} {use}" if use else "", use=use, denied=denied)
    if not said or said.lower() in _GOOD:
        use = _ASIDE.sub("", "" if _FOR_ANYBODY.fullmatch(use) else use) or _role(text, spans) or told or named
        if use and any(map(str.isdecimal, use)) and not _SUM.isdisjoint(TOKEN.findall(use.lower())):
            return Asked(AskedKind.PROPERTY, "price", "more", "cheaper")
        use = "" if _IN_VIEW.fullmatch(use) else use
        topic = _IN.sub("", use)
        first, *_ = tagger().tag(topic.lower().split()) or [""]
        is_named = first in _NAMING or (first == "VBG" and topic == use and topic_of(topic) != "")  # "learning curve"
        if is_named and not denied:
            if _is_point_of_view(use, topic):
                topic = _PRAISE.sub("better ", topic)
                known = grade(topic)
                return Asked(AskedKind.PROPERTY, known.dimension, "less" if known.sign < 0 else "more", topic)
            use = use if topic != use else f"for {_with_article(text, use)}"
        better = f"better {use}" if use and (_SAID_OF.match(use) or f"better {use}" in text.lower()) else ""
        return Asked(
            AskedKind.USE if use else AskedKind.OVERALL, words=addressed(better), use=addressed(use), denied=denied
        )
    start = text.index(words)
    said = f"{_done_to(text[:start], words)}{said}"
    about = f"{text[:start]} {text[start + len(words) :]}"
    known = _of_part(text[:start], said, grade(of_two(said) if most_done else said, about=about))
    sign = -known.sign if denied else known.sign
    return Asked(AskedKind.PROPERTY, known.dimension, "more" if sign > 0 else "less", said, addressed(use), denied)


def _with_article(text: str, noun: str) -> str:
    """Return a noun of a text with the article that stands before it there."""
    found = re.search(rf"\b(?:an?|the|my|our) {re.escape(noun)}", text, re.IGNORECASE)
    return found[0] if found else noun


def _of_part(before: str, said: str, known: Grade) -> Grade:
    """Return the grade of what a thing has, whose quality is none of the thing: has "cheaper parts", and is no cheaper.

    Args:
        before: The text before the words.
        said: The words.
        known: Their grade.
    """
    quality, *noun = said.lower().split()
    judged = sense(quality) if noun and _HAD.search(before) else None
    is_noun = judged and tagger().tag(["the", quality, *noun])[-1].startswith("NN") and not sense(" ".join(noun))
    is_its = is_noun and judged and judged.merit and judged.dimension == known.dimension != GENERAL
    return Grade(" ".join((quality, *noun)), known.sign) if is_its else known


def _against(use: str) -> Asked:
    """Return what asks what speaks for a thing or against it, judged for a use if there is one: "for a fence"."""
    is_use = _SAID_OF.match(use) is not None and not _FOR_ANYBODY.fullmatch(use)
    return Asked(AskedKind.AGAINST, words=f"better {use}" if is_use else "", use=use)


def _being(words: str) -> str:
    """Return what is fast for what runs fast, but "runs hotter", and warm for what keeps one so."""
    if (kept := _KEEPS.fullmatch(words)) and dimension_of(kept["how"]):
        return kept["how"]
    quality = _RUNS.sub("", words, count=1) if _RUNS.match(words) else words
    return quality if grade(quality) == grade(words) and dimension_of(quality) == "speed" else words


def _is_point_of_view(use: str, topic: str) -> bool:
    """Return whether a topic is what things have more or less of, and not what else they are for: "for games"."""
    before, known = _IN.match(use), topic_of(topic)
    if praised := _PRAISE.match(topic):
        return all(tag.startswith("NN") for tag in tagger().tag(["the", *topic[praised.end() :].lower().split()])[1:])
    if _is_grading_noun(use, topic):
        return False
    if not known or not (before and before["for"]):
        return known != ""
    several = tagger().tag(["the", *topic.lower().split()])[-1] == "NNS"
    return grade(topic).dimension == known and not (several and topic.lower() != known)


def _is_grading_noun(use: str, topic: str) -> bool:
    """Return whether a topic ends in a noun that grades elsewhere: in "low light", or in the "cold", nothing weighs."""
    *before, last = topic.lower().split()
    known = sense(last)
    is_noun = tagger().tag(["in", *before, last])[-1].startswith("NN") or use.lower().endswith(f" the {last}")
    return known is not None and known.grades and is_noun


def _graded(spans: Sequence[Span]) -> str:
    """Return the word that compares, if it is of a dimension: "uglier", "hardest", which the head took for none."""
    told = [span.text for span in spans if span.label is Label.PREDICATE and " " not in span.text]
    graded = (word for word in told if tagger().tag(["is", word.lower()])[1] in GRADED)
    return next((word for word in graded if dimension_of(word) not in ("", GENERAL)), "")


def _degree_asked(text: str) -> str:
    """Return the quality whose degree is asked beside another thing: "how big is the sun compared to the earth?"."""
    how = _HOW_MUCH.match(text) if _SET_BESIDE.search(text) else None
    is_quality = how and how[1].lower() not in _NO_QUALITY and tagger().tag(["is", how[1].lower()])[1] in {"JJ", "RB"}
    return how[1] if how and is_quality else ""


def _part_asked(text: str, matter: Sequence[Span]) -> str:
    """Return the part of which it is asked at which thing it is better, as that has it: "better food"; else nothing."""
    asked = _PART_BETTER.search(text)
    is_named = asked and any((one.start, one.end) == asked.span("what") for one in matter)
    return f"{_spelt(asked['how'])} {asked['what']}" if asked and is_named else ""


def _amount_asked(text: str) -> str:
    """Return the words that ask whether a thing has as much of something: "as much sugar"; else nothing."""
    asked = _AS_MUCH.search(text)
    is_noun = asked and tagger().tag(["more", asked["what"].lower()])[1].startswith("NN")
    return asked[0] if asked and is_noun else ""


def _most_done(text: str) -> str:
    """Return what a question asks which thing does most so, "dries fastest"; empty for what is best in general."""
    asked = _DONE_MOST.search(text)
    if not asked or asked["does"].lower() in _COPULAS | _HAVING or tagger().tag(["the", asked["how"]])[1] not in _MOST:
        return ""
    general = asked["how"].lower() in _BETTER | {"worst"}
    return "" if general and not dimension_of(grade(of_two(asked["said"])).dimension) else asked["said"]


def _done(text: str) -> str:
    """Return what a question asks which thing does, if that is a dimension as a whole: "holds its value"."""
    better = _DOES_BETTER.search(text)
    if better and grade(better["said"]).dimension != OVERALL and not _is_in_place(text[: better.start("said")]):
        return better["said"]
    asked = _DONE.search(text)
    is_done = asked and asked["does"].lower() not in _COPULAS | _HAVING and tagger().is_verb(asked["does"].lower())
    return asked["said"] if asked and is_done and dimension_of(asked["said"]) not in ("", GENERAL) else ""


def _is_in_place(before: str) -> bool:
    """Return whether what a text has next is a noun behind a preposition: "light" of "shoots in low light"."""
    *_, last, adjective = ["", "", *tagger().tag(TOKEN.findall(before.lower()))]
    return adjective in {"IN", "TO"} or (last == "IN" and adjective == "JJ")


def _with_noun(text: str, said: str) -> str:
    """Return a word of degree at the beginning of a text with the noun behind it that it grades: "least work"."""
    noun = _NEXT.match(text, len(said)) if said.lower() in MORE | LESS else None
    tags = tagger().tag(["the", said.lower(), noun[1].lower()]) if noun else [""]
    return text[: noun.end()] if noun and tags[-1] in {"NN", "NNS"} else said


def _is_count(text: str, words: str) -> bool:
    """Return whether words say how many things of an order are meant: "the last two"."""
    tags = tagger().tag(["the", *words.lower().split()])
    return tags[-1] == "CD" and text[: text.index(words)].lower().endswith("the ")


def _is_class(text: str, words: str, spans: Sequence[Span]) -> bool:
    """Return whether what is called best is what the things are, "the best phone", and nothing that they have."""
    first, _, noun = words.lower().partition(" ")
    start = text.find(words)
    inside = {span.label for span in spans if start <= span.start < start + len(words)}
    *_, verb_before = [one for one in TOKEN.findall(text[:start].lower()) if one not in _ARTICLES] or ["is"]
    has = tagger().tag([verb_before])[0].startswith("VB") and verb_before not in _COPULAS
    done = tagger().tag([noun])[0] in {"VBG", "VBN"}  # "better looking", "better made"
    is_property = Label.ASPECT in inside or has or done or topic_of(noun)
    return first in _BETTER and noun != "" and (Label.OBJECT in inside or not is_property)


def _done_to(before: str, words: str) -> str:
    """Return the verb before words whose object they grade, or that says in what: "keeps" drinks colder."""
    heard = [*TOKEN.findall(before), *TOKEN.findall(words)]
    at = len(heard) - len(TOKEN.findall(words))
    tags = tagger().tag([word.lower() for word in heard])
    is_object = 0 < at < len(tags) - 1 and tags[at].startswith("NN") and tags[at - 1] in {"VB", "VBZ"}
    verbal = at > 0 and (tags[at - 1].startswith("VB") or tags[at:] in (["JJS"], ["RBS"]))
    degree, *graded = stems(words) or ("",)
    used = sense(" ".join((stem(heard[at - 1]), *graded))) if at > 0 and degree in MORE | LESS and graded else None
    of_use = used and used != sense(" ".join(graded))
    says = is_object or of_use or (verbal and verb(stem(heard[at - 1])))  # "uses less RAM", "lasts longest"
    return f"{heard[at - 1]} " if says and before.endswith(f"{heard[at - 1]} ") else ""


def _is_denied(text: str, words: str) -> bool:
    """Return whether words of a question, or its "better", are denied; "isn't A taller" asks whether it is."""
    said = re.search(re.escape(words) if words else r"\bbet+er\b", text, re.IGNORECASE)
    opening = _OPENING.match(text)
    start = opening.end() if opening else 0
    return said is not None and _DENIAL.search(text, max(said.start() - _NEAR, start), said.end()) is not None


def _says_nothing_without(quality: str, use: str) -> bool:
    """Return whether what follows a quality narrows it: "nicer to live in", "easier on the back"."""
    narrows = _NARROWING.match(use) is not None or (use.lower().startswith("on ") and bears_on(quality))
    graded = not GRADED.isdisjoint(tagger().tag(["it", *quality.lower().split()]))
    return narrows and graded and quality.lower() not in _BETTER | _WORSE


def _in_full(text: str, words: str, spans: Sequence[Span]) -> str:
    """Return a property with the verb before it, "get cold faster", and what joins it to a name: "hard to get into"."""
    start, end = text.find(words), text.find(words) + len(words)
    if not words or start < 0:
        return words
    becoming = _BECOMING.search(text, 0, start) if _QUALITY_AND_HOW.fullmatch(words) else None
    name = min((one.start for one in spans if one.label is Label.OBJECT and one.start > end), default=end)
    joint = _JOINT.fullmatch(text, end, name) if _IS_TO_DO.search(words) else None
    return text[becoming.start() if becoming else start : joint.end("joint") if joint else end]


def _role(text: str, spans: Sequence[Span]) -> str:
    """Return what "a better pet" is said to be, "as a pet"; empty for a class, as in "the better phone"."""
    matter = [span for span in spans if span.label is Label.ASPECT and _BETTER_AS.search(text[: span.start])]
    nouns = [f"{span.text}{_nouns_behind(text, span.end)}" for span in matter]
    nouns += _FIRST.findall(text)
    return f"as {with_article(nouns[0])}" if nouns else ""


def _nouns_behind(text: str, end: int) -> str:
    """Return the nouns that stand right behind a place of a text, each after its blank: " car" behind "luxury"."""
    behind = _NOUNS.match(text, end)
    words = behind[0].split() if behind else []
    tags = tagger().tag(["the", *map(str.lower, words)])[1:]
    nouns = takewhile(lambda one: one[1] in {"NN", "NNS"}, zip(words, tags, strict=True))
    return "".join(f" {word}" for word, _ in nouns)


def _named(spans: Sequence[Span], parts: Sequence[Clause]) -> str:
    """Return the one thing that matters where nothing says how the things compare: "Mac vs PC, gaming"."""
    told = [part for part in parts if part.about not in {About.THINGS, About.NAMED}]
    named = [span for span in spans if span.label is Label.ASPECT]
    is_told = any(part.start <= span.start < part.end for span in named for part in told)
    return named[0].text if len(named) == 1 and not (_says_how(spans) or is_told) else ""


def _says_how(spans: Sequence[Span]) -> bool:
    """Return whether a word says how things compare, and does not only set them beside each other."""
    return any(span.label is Label.PREDICATE and not _COMPARED.match(span.text) for span in spans)


def _situation(text: str, parts: Sequence[Clause], things: Sequence[str]) -> str:
    """Return the first clause that says when the answer holds, as it is said to the person: "if you live in a flat".

    What somebody tells of himself and one of the things is no condition unless he says so: "I drink a lot of tea".
    """
    leads = [_UNDECIDED.search(text, part.start, part.end) is not None for part in parts]
    leads = [any(leads[at : at + 2]) for at in range(len(parts))]  # with what they are told of
    leads = [lead or _is_habit(text, part, things) for lead, part in zip(leads, parts, strict=True)]
    leads = [
        lead or _ANY_OF_THEM.search(text, part.start, part.end) is not None or _brings_about(text, part)
        for lead, part in zip(leads, parts, strict=True)
    ]
    about = [
        About.THINGS if lead or _WHEN.match(text, part.start) else part.about
        for part, lead in zip(parts, leads, strict=True)
    ]
    told = (at for at, part in enumerate(parts) if about[at] is About.PERSON and not part.is_event)
    first = next((at for at in told if about[max(at - 1, 0)] is not About.FORM), None)
    if first is None:
        return ""
    last = first
    while about[last + 1 : last + 2] in ([About.PERSON], [About.ELSE]) and not parts[last + 1].is_event:
        last += 1
    clause = text[parts[first].start : parts[last].end]
    if OCCASION.search(clause) and _GOES.fullmatch(OCCASION.sub("", clause)):
        return ""
    situation = addressed(clause if _CLAUSE.match(clause) else f"if {clause}")
    return "" if _ANYBODY_CHOOSING.fullmatch(situation) else situation


def _brings_about(text: str, part: Clause) -> bool:
    """Return whether a clause only tells why somebody has a choice: "we might move to Spain"."""
    said = OCCASION.sub("", text[part.start : part.end])
    return part.about is About.PERSON and _BRINGS_ABOUT.fullmatch(said[:1].lower() + said[1:]) is not None


def _is_habit(text: str, part: Clause, things: Sequence[str]) -> bool:
    """Return whether a clause tells what somebody does with one of the things, and not in which case."""
    said = Tokens(text[part.start : part.end])
    names = any(said.find(stems(name)) for name in things)
    return part.about is About.PERSON and names and not _CLAUSE.match(text, part.start)


def addressed(use: str) -> str:
    """Return a use as it is said to the one who asks: "if you live in a flat", "for your son"."""
    said = [word if word == "US" else _ADDRESSED.get(word.lower().replace("’", "'"), word) for word in use.split()]
    return " ".join([said[0].lower(), *said[1:]] if _CLAUSE.match(use) or _SAID_OF.match(use) else said)


def _spelt(words: str) -> str:
    """Return words as they are spelt, and graded once: "finer", "better" for "finner", "more good", "more better"."""
    said = [quality_of(_spelt_word(word)) for word in graded_once(words).split()]
    degree, quality = [*map(str.lower, said[:2]), "", ""][:2]
    twice = degree in ("more", "most") and tagger().tag(["it", quality])[1] in GRADED
    return " ".join(said[1:] if twice else said)


@cache
def _spelt_word(word: str) -> str:
    """Return a comparative with as many consonants as it has: "better", "finer" for "beter", "finner"."""
    letters = _ONE_LETTER.fullmatch(word.lower())
    if letters is None or sense(word.lower()):
        return word
    other = f"{letters[1]}{letters[2] if letters[3] else letters[2] * 2}er"
    return other if sense(other) else word
