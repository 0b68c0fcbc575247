"""The rule-based parser: no model, no training, the floor that a learned one must beat."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.text.tokens import unique, word_set
from engine.types import Form, Kind, Label, ParsedText
from nlu_models.training.rules.chunks import Parse
from nlu_models.training.rules.question import label_question
from nlu_models.training.rules.statement import label_statement

_WHAT = r"(?:what|which|who|where|when)"
_BE = r"(?:is|are|was|were|be|been|'s|s)"
_ASKING = r"(?:is|are|was|were|do|does|did|has|have|isn|aren|don|doesn|can|could|will|would|should)"
_CUES = tuple(
    (probability, re.compile(pattern))
    for probability, pattern in (
        (0.99, r"^between .*\b(?:differen\w+|distinguish|distinction|similarit\w+|compar\w+|CMP|more|prefer|choose)\b"),
        (0.10, r"\b(?:nominated|awards?|oscars?)\b.*\bbest\b|\bbest (?:actor|actress|buy|friends?|man|picture)\b"),
        (0.10, r"\bcompar\w+ apples (?:and|to|with) oranges\b"),
        (0.90, r"^between .*\b(?:decide|confused|pros|advantages|disadvantages)\b"),
        (0.94, r"\b(?:differences?|similarities|distinction) (?:between|of|in|among|vs)\b|\bcompare and contrast\b"),
        (0.93, r"^compare |\bcompared? (?:to|with|against)\b|\bhow (?:do|does|did) .{2,80}\b(?:compare|differ)\b"),
        (0.80, r"\bdiffers? from\b|\bdifferent (?:from|than|to)\b"),
        (0.55, rf"^(?:likeness|both|as) {_ASKING} .*\b(?:same|identical|equal|similar|as|beats?|outperforms?)\b"),
        (
            0.65,
            r"\bprefer\w* .{1,60}\bover\b|^instead .*\b(?:should i|should we|would you|do you|advantages?|benefits?)\b",
        ),
        (0.98, r"^(?:or|versus) .*(?:\b(?:CMP|more|less|fewer|prefer|rather|best|SUP)\b|\bfirst(?: [,?:]|$))"),
        (
            0.75,
            rf"^than (?:.{{1,200}} [?!.:,] )?(?:{_WHAT}|{_ASKING}|why|how)\b(?!.* (?:you|anyone|how can|how do i)\b)",
        ),
        (0.99, rf"\b{_WHAT}(?: \S+){{0,2}} {_BE}(?: \S+){{0,4}} (?:best|worst)\b"),
        (0.92, rf"\b{_WHAT}(?: \S+){{0,2}} {_BE}(?: \S+){{0,4}} SUP\b"),
        (0.94, rf"\b{_WHAT}\b.{{0,60}}\b(?:the|top) (?:most|least)\b"),
        (0.58, r"\b(?:best|worst|SUP)\b"),
        (0.75, rf"\b(?:{_WHAT}|how)\b.{{0,60}}\b(?:most|least)\b"),
        (0.65, rf"\b{_WHAT} {_BE} (?:your|the) favou?rite\b"),
        (0.77, rf"\b{_WHAT} {_BE} (?:an? |the |some |some really )?(?:good|suitable|great|ideal|perfect)\b"),
        (0.80, r"\bwhat are (?:some (?:popular|interesting|unusual|lesser|famous|common)|the top)\b"),
        (0.60, rf"\b(?:what|which) (?:\S+ ){{1,2}}{_BE} (?:good|suitable) for\b"),
        (0.74, rf"\bwhat {_BE} (?:\S+ ){{0,3}}(?:disadvantages?|advantages?|benefits?|drawbacks|pros|strengths)\b"),
        (0.62, r"^or .{0,80}\b(?:should (?:i|we|one|you)|which|who (?:will|would) win|do you like)\b"),
        (0.72, rf"\b(?:who|which) {_BE} the (?:\S+ )?first\b"),
        (0.80, rf"^(?:or|versus) (?:(?!\b(?:{_WHAT}|{_ASKING}|why|how)\b).){{1,80}}$"),
        (0.55, rf"\b{_WHAT} .{{0,50}}\b(?:{_BE}|looks?|works?|tastes?) (?:the |a |much )?(?:CMP|more \w+)\b"),
        (
            0.65,
            r"\b(?:which|what) (?:\S+ ){1,4}should (?:i|we|one) (?:\S+ )?(?:buy|get|choose|use|read|learn|pick|take)\b",
        ),
        (0.50, rf"^none {_ASKING} (?:\S+ ){{1,5}}CMP ?[?.]?$"),
    )
)
"""Probability that a question is comparative when it fits a pattern; the first that fits decides. It is close to the
share counted on questions of the web, and above it for plain questions that name two things, which are rarer there than
here. A pattern sees the name of the pivot (``none`` without one) and the words; ``CMP`` and ``SUP`` stand for
comparatives and superlatives."""
_STAND_INS = {"C": "CMP", "S": "SUP"}
_WITHOUT_CUE = 0.01
_PRONOUNS = word_set("who where what which when it this that one")


class RuleQuestionParser:
    """Reads questions and comparative statements by rules on word order.

    In a question, "more popular" is the predicate "more" and the aspect "popular", an object is a whole noun phrase,
    and the class that a superlative chooses from is an object, as in the Webis questions; in a statement, "more
    popular" is one predicate, as in the Comparely sentences.

    Source: the cascade of rules in Bondarenko et al. (WSDM 2022) has the same order: high-precision patterns first.
    """

    def __init__(self, *, threshold: float = 0.5) -> None:
        """Prepare the reader.

        Args:
            threshold: A question is comparative from this probability on, 0 to 1.
        """
        self.threshold = threshold

    def parse(self, text: str, *, form: Form = Form.QUESTION) -> ParsedText:
        """Read one text; see ``engine.protocols.QuestionParser``."""
        parse = Parse(text)
        if form is Form.STATEMENT:
            label_statement(parse)
            probability = 0.9 if parse.pivot else 0.1
        else:
            label_question(parse)
            probability = _probability(parse)
        comparative = probability >= self.threshold
        spans = parse.spans()
        names = {label: unique(span.text for span in spans if span.label is label) for label in Label}
        kind = _kind(parse, form) if comparative else Kind.NONE
        return ParsedText(
            text=text,
            comparative=comparative,
            probability=probability,
            kind=kind,
            spans=spans,
            objects=tuple(name for name in names[Label.OBJECT] if name.lower() not in _PRONOUNS),
            aspects=names[Label.ASPECT],
            predicates=names[Label.PREDICATE],
        )

    def parse_all(self, texts: Sequence[str], *, form: Form = Form.QUESTION) -> list[ParsedText]:
        """Read texts one by one; see ``engine.protocols.QuestionParser``."""
        return [self.parse(text, form=form) for text in texts]


def _probability(parse: Parse) -> float:
    opening = len(parse.kinds) - len(parse.kinds.lstrip("b&,"))
    forms = (
        word.lower if word.lower in {"best", "worst"} else _STAND_INS.get(word.kind, word.lower)
        for word in parse.words[opening:]
    )
    gist = " ".join([parse.pivot or "none", *forms])
    return next((probability for probability, cue in _CUES if cue.search(gist)), _WITHOUT_CUE)


def _kind(parse: Parse, form: Form) -> Kind:
    if form is Form.STATEMENT:
        return Kind.STATEMENT
    if not parse.pivot:
        return Kind.SUPERLATIVE if re.search("[STWG]", parse.kinds) else Kind.OPEN
    if re.search(r"\b(?:differ|similarit|distin)", " ".join(parse.lower)):
        return Kind.DIFFERENCE
    opening = parse.opening()
    if opening == "h" and parse.pivot in {"than", "as"}:
        return Kind.OPEN
    return Kind.YES_NO if opening == "v" and parse.pivot not in {"or", "between", "versus"} else Kind.DIRECT
