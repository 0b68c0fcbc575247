"""The first sentences of an answer to a question for a property: who has more of it, and who says so."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from engine.text import lexicon
from engine.text.comparing import LEVEL
from engine.text.graded import LESS, MORE
from engine.text.morphology import compared, is_comparative, of_two
from engine.text.tagging import GRADED, tagger
from engine.text.tokens import same_name, word_set
from engine.types import (
    Argument,
    Asked,
    AskedKind,
    AskedVerdict,
    Comparison,
    Decision,
    Kind,
    Label,
    ParsedText,
    Stance,
    Standings,
)
from generation.answer_builder import AnswerBuilder, Claim, Numbers, Opening, Part, Quote, listed, plain
from generation.claim_extraction import READABLE, UNCLEAR
from generation.evidence import ON_WHAT_WAS_ASKED, Evidence, subset
from generation.question_focus import DENIED, PREPOSITIONS, UNCLEAR_WHETHER, YES, as_noun, in_quotes
from generation.sentence_templates import (
    by_weight,
    capitalised,
    counted,
    division,
    percent,
    read_in,
    reported,
    uncompared,
)

_RATHER: Final = 0.5
"""Least confidence in the reading of a sentence that is quoted for another side than the one ahead."""
_NUMBERS: Final = 3
"""Most sentences cited behind a count."""
_PER_SIDE: Final = {True: 2, False: 1}
"""Quotes for the side that is ahead, and for the other."""
_LONGEST_CLAUSE: Final = 12
"""Words of a situation that is named where nothing was found on it."""
_IS_SO: Final = re.compile(r"(\w[\w ]*) (?:is|are|was|were) (\w+)", re.IGNORECASE)
_HAVING: Final = re.compile(r"\b(?:has|have|had|having|with)\b", re.IGNORECASE)
_COPULA: Final = re.compile(
    r"(?<!\bi )(?<!\bwe )(?<!\bhe )(?<!\bshe )\b(is|are|was|were|be)(?:n['’]t)?\b", re.IGNORECASE
)
"""A copula of the things, and not of a person who asks: "I was wondering"."""
_DOING: Final = (
    r"\b(?:(?:do|does|did|can|could|will|would|should|to) (?:(?!(?:is|are|has|have|better|in|of|on|for|the)\b)\w+ )*?|"
    r"(?:which|what|who)(?: one| of \w+)? )"
)
"""What stands before a verb of which a question asks whose it is, up to the names."""
_NOUN_PARTS: Final = frozenset({"NN", "NNS", "NNP", "JJ", "VBG", "VBN"})
"""Tags of the words of a noun and those before it."""
_YS: Final = re.compile(r"(?<=[^aeiou])ys$")
_IES: Final = re.compile(r"\w\wies$")
_MANY: Final = re.compile(r"(?:how \w+ )?(?:are|were|do|did|have)\b", re.IGNORECASE)
_ONE: Final = re.compile(r"(?:is|was|does|has)\b", re.IGNORECASE)
_TO_ONE: Final = r"(?:(?:me|us|you|one) )?(?:(?:an?|the) )?"
"""What stands between a verb and its object: "gives you the"."""
_THAN: Final = re.compile(r"\bthan\s+(?:(?:an?|the)\s+)?$", re.IGNORECASE)
_OWNED: Final = word_set("my your the our his her their")
"""Words before what something is done to."""
_ADDRESSED: Final = re.compile(r"\b(?:me|my)\b", re.IGNORECASE)
_VERBS: Final = word_set("last lasts cost costs")
_HIGHER: Final = {"curve": "steeper", "time": "longer", "times": "longer"}
"""Nouns → what the one is that has more of it."""
_DEGREES: Final = MORE | LESS | word_set("better worse")


def say_asked(
    builder: AnswerBuilder,
    comparison: Comparison,
    found: AskedVerdict,
    question: ParsedText | None,
    *,
    named: tuple[str, str] | None = None,
    line: bool = False,
    table: bool = False,
    alone: bool = True,
) -> None:
    """Add what was found on the property that was asked for: how it ends, and what is said for each side.

    Args:
        builder: Empty.
        comparison: Of the two things.
        found: The verdict on the property.
        question: What was asked, when it is known.
        named: The names as the answer writes them; those of ``names`` when None.
        line: Whether one quote is enough.
        table: Whether what is said stands in a row of a table.
        alone: As in ``headline``.
    """
    if not found.arguments:
        builder.add(*headline(Evidence(comparison, named=named), found, question, alone=alone))
        return
    evidence = Evidence(subset(comparison, found.verdict, found.arguments), named=named)
    about = (comparison.asked.words, comparison.asked.dimension)
    sides = evidence.order[:1] if line else evidence.order
    chosen = {
        stance: evidence.choose(
            stance,
            _PER_SIDE[stance is evidence.ahead and not (line or table)],
            unclear=UNCLEAR if stance is evidence.ahead else READABLE,
            about=about,
            sure=0.0 if stance is evidence.ahead else _RATHER,
            least=ON_WHAT_WAS_ASKED if stance is evidence.ahead else 0.0,
            prefer=comparison.asked.words.partition(" to ")[2],
        )
        for stance in sides
    }
    if not chosen[evidence.ahead]:  # who is ahead is not only counted
        chosen[evidence.ahead] = evidence.best(evidence.ahead, about=about)
    builder.add(*of_case(comparison.asked))
    builder.add(*headline(evidence, found, question))
    is_decided = found.verdict.decision is not Decision.INSUFFICIENT
    limit = beyond(comparison.asked, question) if is_decided or comparison.asked.is_situation else []
    if found.silent:
        limit = [f"{nothing_holds(Asked(AskedKind.USE, use=found.silent))}."]
    quoted = {
        stance: [evidence.quote(one, about=about, attributed=True) for one in arguments]
        for stance, arguments in chosen.items()
        if arguments
    }
    if table:
        columns = (Stance.FIRST, Stance.SECOND)
        row = [[one._replace(attributed=False) for one in quoted.get(side, ())[:1]] for side in columns]
        header = ["", *(evidence.names[side] for side in columns)]
        builder.add(*limit)
        builder.add_table(header, [[[capitalised(plain(comparison.asked.words))], *row]])
        return
    for sentence in (*say_of_each(evidence, quoted), limit):
        builder.add(*sentence)


def headline(evidence: Evidence, found: AskedVerdict, question: ParsedText | None, *, alone: bool = True) -> list[Part]:
    """Return the sentence that answers what was asked; it names no winner where too little or nothing clear is said.

    Args:
        evidence: On what was asked; on the things in general where nothing was found on it.
        found: The verdict on it.
        question: What was asked, when it is known.
        alone: Whether what is said in general does not follow, which tells how many sources there are.
    """
    asked, text = _of_two(evidence.comparison.asked), question.text if question else ""
    first, second = evidence.names[Stance.FIRST], evidence.names[Stance.SECOND]
    both = f"{first} and {second}" if is_of_class(question) else "the two"
    more = f"which of {both} {predicate(asked, text)}"
    asks = question is not None and _asked_of(evidence, question) is not None
    match found.verdict.decision:
        case Decision.INSUFFICIENT if not found.verdict.sources:
            if not (sources := evidence.tally().total):
                return [Opening(f"Nothing I have read says {more}: {uncompared(evidence)}")]
            if asked.is_situation:
                return [Opening(f"{nothing_holds(asked, more)}.")]
            named = ("them",) if is_of_class(question) else (first, second)
            searched = f", {read_in(sources, named, evidence.comparison.bounds)}" if alone else ""
            return [Opening(f"Nothing I have read says {more}{searched}.")]
        case Decision.INSUFFICIENT if found.verdict.sources == evidence.tally().of(evidence.ahead):
            least = f", though a verdict takes at least {found.verdict.minimum_sources}."
            return [_probably(evidence, found, question), " ", Numbers(_agreed(evidence, found)), least]
        case Decision.INSUFFICIENT:
            opening = Opening(f"{UNCLEAR_WHETHER}: ") if asks else f"There is too little to say {more}: "
            least = f", and a verdict takes at least {found.verdict.minimum_sources}."
            return [opening, *division(evidence, asked=True), least]
        case Decision.UNDECIDED:
            tally = evidence.tally()
            close = "it is too close to call" if tally.first and tally.second else "too few sources say"
            said = Opening(f"{UNCLEAR_WHETHER}: {close} {more}; ") if asks else f"{capitalised(close)} {more}: "
            return [said, *division(evidence, asked=True), "."]
        case Decision.EQUAL:
            opening = _opening(evidence, found, question)
            level = f"the sources put {first} and {second} level on ‘{plain(asked.words)}’"
            return [
                opening,
                level if opening else capitalised(level),
                f" (confidence {percent(found.verdict.confidence)}).",
            ]
    winner, loser = evidence.names[evidence.ahead], evidence.names[evidence.behind]
    claim = f"{winner} {_than(asked, text, loser, many=_are_many(winner, loser, text))}"
    agreeing = _agreed(evidence, found)
    opening = _opening(evidence, found, question)
    who = _sources(evidence)
    sure = f" (confidence {percent(found.verdict.confidence)}){by_weight(evidence, asked=True)}."
    if opening:
        return [Opening(f"{opening}{who} that "), Claim(claim, agreeing), sure]
    return [Claim(capitalised(claim), agreeing), f": {who} so{sure}"]


def _agreed(evidence: Evidence, found: AskedVerdict) -> list[Argument]:
    """Return what stands behind the verdict on what was asked: what is quoted for it, and the surest of the rest."""
    quoted = evidence.told(evidence.ahead)
    others = [one for one in found.arguments if one.stance is evidence.ahead and one not in quoted]
    return [*quoted, *others][:_NUMBERS]


def nothing_holds(asked: Asked, more: str = "", *, read: str = "I have read", how_much: str = "Nothing") -> str:
    """Return that no source speaks of a situation, named where it is short, or of who is ``more`` so; no full stop.

    >>> nothing_holds(Asked(AskedKind.USE, use="if you live in a flat"))
    'Nothing I have read takes into account that you live in a flat'

    Args:
        asked: With the situation.
        more: "which of the two is cheaper", where that is asked too.
        read: What was read.
        how_much: Of it, "Too little that" where something does.
    """
    use = plain(asked.use)
    fact = use.removeprefix("if ")
    is_choice = fact.split()[-2:-1] == ["or"]  # "if your husband or you"
    is_long = len(use.split()) > _LONGEST_CLAUSE or is_choice
    case = "your case" if is_long else f"that {fact}" if fact != use else f"what holds {use}"
    takes = "says" if case.startswith("what") else "takes into account"
    also = f"says {more}, nor " * (asked.kind is AskedKind.PROPERTY)
    return f"{how_much} {read} {also}{takes} {case}"


def of_case(asked: Asked) -> list[Part]:
    """Return that too little speaks of what the person tells, and what is told instead; nothing where enough does."""
    (need, *_), case = (*asked.needs, ""), asked.case
    if not case or lexicon.AspectFinder([need]).speaks(case):  # "if your wife hates noise"
        return []
    told = nothing_holds(Asked(AskedKind.USE, use=case), how_much="Too little that")
    is_noun = tagger().tag(["the", *need.split()])[-1].startswith("NN")
    return [f"{told}; {as_noun(need) if is_noun else in_quotes(need)} may matter then."]


def nothing_says(asked: Asked, text: str, *, things: Sequence[str], bounds: str = "") -> str:
    """Return that no source speaks of what was asked, without the full stop.

    Args:
        asked: A property or a use, or a situation.
        text: The question.
        things: What is compared.
        bounds: What the sources are that count, as in ``Comparison``.
    """
    named = [[plain(name)] for name in things]
    both, either = ("".join(map(str, listed(named, last=last))) for last in ("and", "or"))
    does = predicate(_of_two(asked), text) if asked.words else ""
    more = f"which of {both} {of_several(does) if len(things) > 2 else does}" if does else ""
    read = f"{bounds.strip()} that I have read" if bounds else "I have read"
    if not asked.is_situation:
        return f"Nothing {read} says {more}"
    about = f" about {either}" * (asked.kind is not AskedKind.PROPERTY)
    return nothing_holds(asked, more, read=f"{read}{about}")


def is_of_class(question: ParsedText | None) -> bool:
    """Return whether one of a class is asked for, so that the question does not name what is compared."""
    return question is not None and question.kind is Kind.SUPERLATIVE and len(question.objects) < 2


def asks_alone(question: ParsedText | None) -> bool:
    """Return whether one of a class is asked for by a property or for a use: what is so in general decides nothing."""
    return question is not None and is_of_class(question) and question.asked.is_special


def beyond(asked: Asked, question: ParsedText | None, *, several: bool = False) -> list[Part]:
    """Return that a property was found in general, and not for the use that it was asked for; nothing if it was.

    Args:
        asked: The property.
        question: In which it was asked, when it is known.
        several: Whether it was asked of more than two things.
    """
    if asked.kind is not AskedKind.PROPERTY or not asked.use or asked.words.endswith(asked.use):
        return []
    use = plain(asked.use) if len(asked.use.split()) <= _LONGEST_CLAUSE else "for that"
    more = predicate(_of_two(replace(asked, use="")), question.text if question else "")
    which = f"which of them {of_several(more)}" if several else f"which of the two {more}"
    return [f"Too few sources say {which} {use}."]


def speaks_of_asked(found: Comparison | Standings) -> bool:
    """Return whether something was found on the property or use that was asked for."""
    return any(one.asked_verdict and one.asked_verdict.arguments for one in found.pairs)


def aside(found: Comparison | Standings) -> tuple[Comparison | Standings, str]:
    """Return what is told in general where no source speaks of the person's situation, and a sentence that says so.

    Args:
        found: What was found; itself, and no sentence, where something is said of what was asked.
    """
    asked = found.pairs[0].asked
    sources = {said.hit.voter for one in found.pairs for said in one.arguments}
    heard = any(one.asked_verdict is None or one.asked_verdict.arguments for one in found.pairs)
    tells = asked.kind is AskedKind.USE and asked.is_situation and " who " not in asked.use
    if not tells or heard or not sources:
        return found, ""
    sentence = f"{nothing_holds(asked)}."
    general = [replace(one, asked=Asked(use=asked.use), asked_verdict=None) for one in found.pairs]
    if isinstance(found, Standings):
        return replace(found, comparisons=tuple(general), asked_order=None), sentence
    return general[0], sentence


_DEGREE = re.compile(r"^(?:(?:really|all) )?(?:so|that|this|too much|too) ")
_TO_WHOM = re.compile(r" (?=(?:to|for|on|with) )")
"""What stands between a quality and for whom or what it is one: "bad for you", "easy to learn"."""
_BETTER = re.compile(r"\b(?:better|worse)\b", re.IGNORECASE)
"""What things may be on a point of view."""
_RESPECT = re.compile(r"\b(?:for|in|on)\s+(?:(?:the|its|their|your)\s+)?$", re.IGNORECASE)
"""What stands before a point of view: "any good for" comfort."""
_COMPARING = word_set("better worse superior inferior preferable")
"""Adjectives that compare as they are."""


def predicate(asked: Asked, text: str, *, many: bool = False) -> str:
    """Return the asked words as a predicate: "is harder", "costs less", "has better graphics".

    Args:
        asked: The property.
        text: The question, whose verb is used where it has one.
        many: Whether it is said of many: "are harder", "cost less".
    """
    words = _ADDRESSED.sub(lambda one: "you" if one[0].lower() == "me" else "your", plain(asked.words))
    words = words.removeprefix("be ")  # "it shouldn't be clunky"
    if (is_so := _IS_SO.fullmatch(words)) and not asked.use:  # "whose camera is better"
        return f"{'have' if many else 'has'} {_definite(f'{is_so[2]} {is_so[1]}')}"
    if level := LEVEL.fullmatch(words):
        quality, _, rest = level[1].partition(" ")
        several = rest and not (rest.startswith("to ") or _is_plain(quality))
        words = f"more {level[1]}" if several else f"{compared(quality)} {rest}".strip()
    quality = _DEGREE.sub("", words.lower())
    how = _TO_WHOM.split(quality, maxsplit=1)[0]
    if not level and (quality != words.lower() or _is_plain(how)):
        words = f"{compared(how)}{quality.removeprefix(how)}" if _is_plain(how) else compared(quality)
    head, *rest = words.split()
    if head.lower() == "more" and len(rest) == 1 and _is_plain(rest[0].lower()):
        words = compared(rest[0])  # "more cheap"
        head, *rest = words.split()
    if (use := plain(asked.use)) and use.partition(" ")[0].lower() in PREPOSITIONS and words.endswith(use):
        how, _, of = use.partition(" ")  # "for ‘make muscle’"
        words = f"{words.removesuffix(use)}{how} {of if how.lower() == 'to' else as_noun(of)}"
        head, *rest = words.split()
    does = re.search(rf"\b(?:which|which one|who|what) {re.escape(words)}\b", text, re.IGNORECASE)
    alone = does is not None and head.endswith("s") and _is_verb(head.removesuffix("s"))
    is_done = _is_done(words, text)
    is_noun = not is_done and _is_noun_phrase(words)
    does_so = _does(head.lower(), " ".join(rest), is_done=is_done)
    acts = bool(rest) and rest[0].lower() in _OWNED  # "dull your knives less"
    is_verb = acts or (not is_noun and (_is_verb(head) or does_so if rest else alone))
    is_told = re.search(rf"\b(?:is|are|was|were) {re.escape(words)}\b", text, re.IGNORECASE)  # "is built better"
    if is_verb and (head.endswith("ing") or is_told):
        return f"{'are' if many else 'is'} {words}"
    if is_verb and head.lower() not in _DEGREES:
        return " ".join([_agreeing(head, many=many), *rest])
    said = f"the {words}" if re.search(rf"\bthe {re.escape(words)}\b", text, re.IGNORECASE) else _definite(words)
    have = "have" if many else "has"
    tags = tagger().tag(["the", *words.lower().split()])
    joints = {
        tag for word, tag in zip(words.lower().split(), tags[1:], strict=True) if word != "of"
    }  # "for a beginner"
    of_use = not (is_noun or lexicon.sense(" ".join(rest)) or {"IN", "TO", "WRB"}.isdisjoint(joints))
    before, *said_so = re.split(rf"\b{re.escape(plain(asked.words))}\b", text, maxsplit=1, flags=re.IGNORECASE)
    having, copula = _HAVING.search(before) if said_so else None, _COPULA.search(before)
    # Which says how, and not what: "better on price", "whose camera is better"
    better = said_so and (_BETTER.search(" ".join((before, *said_so))) or _RESPECT.search(before))
    if having and not of_use and not (copula and having.end() < copula.start()):
        return f"{'had' if having[0].lower() == 'had' else have} {said}"
    was = copula is not None and copula[1].lower() in ("was", "were")
    are_such = tags[-1] == "NNS" and not of_use and copula is not None and copula[1].lower() in ("are", "were")
    one, several = ("was", "were") if was else ("is", "are")
    be = several if many else one
    is_quality = len(rest) == 1 and head.lower() in _DEGREES and lexicon.grades(rest[0])  # "less fattening"
    if tags[-1] in ("NN", "NNS", "VBG") and not (of_use or is_quality) and (not (copula and said_so) or better):
        if rest and (head.lower() in _DEGREES or tags[1] in ("JJR", "RBR")):
            return f"{_verb_before(words, text, many=many) or have} {said}"
        if asked.end == "less":
            higher = _HIGHER.get(words.split()[-1].lower(), "higher")
            return f"{have} the {higher} {words}"  # to be ahead on "memory usage" might as well be to use less
        good = lexicon.words_of(asked.dimension, "good") if words.lower() == asked.dimension else ()
        graded = lexicon.words_of(asked.dimension, "high") or (good if len(good) > 1 else ())  # not "more graphical"
        return f"{be} {compared(graded[0])}" if graded else f"{be} ahead on {words}"
    return f"{several if are_such else be} {said}"  # "are vans better drivers"


def predicate_of_several(asked: Asked, text: str) -> str:
    """Return the asked words as they are said of one of more than two things: "has the worst camera"."""
    return of_several(predicate(_of_two(asked), text))


def _is_done(words: str, text: str) -> bool:
    """Return whether a question asks which of the things does what words say."""
    asked = re.compile(rf"{_DOING}{re.escape(words)}\b", re.IGNORECASE)
    return any(map(asked.search, (text, of_two(text.rstrip(" ?!.")))))


def _is_noun_phrase(words: str) -> bool:
    """Return whether words may name what things have: "fuel economy"."""
    said = words.lower().split()
    tags = tagger().tag(["the", *said])[1:]
    of_what = next((at for at, tag in enumerate(tags) if tag == "IN"), len(tags))
    nouns = ("NN", "NNS", "VBG")
    is_named = {*tags[:of_what]} <= _NOUN_PARTS and tags[of_what - 1] in nouns and tags[-1] in nouns
    return is_named and GRADED.isdisjoint(tags)


def _is_plain(words: str) -> bool:
    """Return whether words are an adjective that is not graded."""
    if words in _COMPARING:
        return False
    listed_as = (role for role in ("good", "bad", "high", "low") if words in lexicon.words(role))
    return any(listed_as) or tagger().tag(["is", *words.split()])[1:] == ["JJ"]


_GRADED = re.compile(
    r"(?P<verb>is|are) (?P<word>[a-z]+)(?= |$)|(?P<does>[a-z]+) (?P<how>[a-z]+er|worse)$"
    r"|(?P<has>has|have|had) the (?P<its>[a-z]+er|worse)(?= )"
)
_SUPERLATIVES: Final = {of_two(most): most for most in ("best", "worst", "most", "least")}


def of_several(predicate: str) -> str:
    """Return a predicate as it is said of one of more than two: "is the safest" for "is safer".

    >>> [of_several(one) for one in ("is easier to learn", "is more boring", "is better", "costs less", "is available")]
    ['is the easiest to learn', 'is the most boring', 'is the best', 'costs less', 'is available']
    >>> [of_several(one) for one in ("lasts longer", "sounds better", "has fewer parts", "has the better view")]
    ['lasts longest', 'sounds best', 'has fewer parts', 'has the best view']
    """
    graded = _GRADED.match(predicate)
    if graded and graded["does"] and tagger().tag(["it", *predicate.split()])[-1] not in ("JJR", "RBR"):
        return predicate  # "needs power"
    word = (graded["word"] or graded["how"] or graded["its"]) if graded else ""
    most = _SUPERLATIVES.get(word) or (f"{word.removesuffix('r')}st" if is_comparative(word) else "")
    does = graded and (graded["does"] or f"{graded['verb'] or graded['has']} the")
    return f"{does} {most}{predicate[graded.end() :]}" if graded and most else predicate


def _of_two(asked: Asked) -> Asked:
    """Return a property as it is said of one of two things: "harder to learn" for "the hardest to learn"."""
    head, *rest = asked.words.removeprefix("the ").split()
    tags = tagger().tag(["it", head.lower(), *rest])[1:]
    if tags[0] in ("JJS", "RBS") or (head.endswith("est") and lexicon.grades(head)):  # "quietest" is read as a noun
        return replace(asked, words=" ".join([of_two(head), *rest]))
    is_done = len(rest) == 1 and tags[-1] in ("JJS", "RBS")  # "lasts longest"
    return replace(asked, words=of_two(asked.words)) if is_done else asked


def _are_many(name: str, other: str, text: str) -> bool:
    """Return whether a name stands for many things: the question says so, or it chooses between two such names."""
    named = [tagger().tag(["the", *one.lower().split()])[-1] == "NNS" for one in (name, other)]
    if _MANY.match(text.lstrip()):
        return named[0]
    return all(named) and f"{name}{other}".islower() and not _ONE.match(text.lstrip())


def _verb_before(words: str, text: str, *, many: bool) -> str:
    """Return the verb of a question before its property: "uses" of "which uses less memory"; else nothing."""
    # "usa" is no verb in "uk or usa better healthcare"
    before = re.search(rf"(?<!\bor )(?<!\bvs )\b(?!got\b)(\w+) {_TO_ONE}{re.escape(words)}\b", text, re.IGNORECASE)
    return _agreeing(before[1].lower(), many=many) if before and _is_verb(before[1]) else ""


def _than(asked: Asked, text: str, loser: str, *, many: bool) -> str:
    words = predicate(asked, text, many=many)
    if asked.use and words.endswith(use := plain(asked.use)):  # "better than Go for games"
        return f"{words.removesuffix(use)}than {loser} {use}"
    return words if " the " in words or " ahead on " in words else f"{words} than {loser}"


def _definite(words: str) -> str:
    """Return graded words with an article if they need one: "the fastest", "the better camera", but "more songs"."""
    head, *rest = words.lower().split()
    superlative = head in ("most", "least", "best", "worst") or (head.endswith("est") and len(head) > 4)
    tags = tagger().tag(["the", head, *rest])[1:]
    graded = head in ("better", "worse") or tags[0] in ("JJR", "RBR")
    # "better language to learn first", "bigger choice of colours"
    done = next((at for at, tag in enumerate(tags) if tag == "TO" or [head, *rest][at] == "of"), len(tags))
    named = done > 1 and tags[done - 1] in ("NN", "NNS") and not {"IN", "DT"}.intersection(tags[:done])
    return (
        f"the {words}" if superlative or (named and graded and (head not in MORE | LESS or head == "better")) else words
    )


def _is_verb(word: str) -> bool:
    lower = word.lower()
    return tagger().tag(["they", lower])[1].startswith("VB") or lower in _VERBS or tagger().tag([lower]) == ["MD"]


def _does(head: str, how: str, *, is_done: bool) -> bool:
    """Return whether what may be no verb is one, as a lone comparative behind it says: "copies faster".

    What is done may be an adjective elsewhere: "mature faster".
    """
    verb, graded = tagger().tag(["to", _agreeing(head, many=True), how.lower()])[1:] if " " not in how else ("", "")
    said_so = is_done and (head.endswith("s") or tagger().is_verb(head) or tagger().tag(["is", head])[1] != "JJ")
    return graded in ("RBR", "JJR", "RBS", "JJS") and (verb == "VB" or said_so)


def _agreeing(verb: str, *, many: bool) -> str:
    """Return a verb as it is said of one thing or of many: "lasts", "last"."""
    if tagger().tag(["it", verb])[1] in ("VBD", "VBN", "MD"):
        return verb
    one = verb.endswith("s") and not verb.endswith("ss")
    verb = _YS.sub("ies", verb)  # "copys"
    hissing = verb.removesuffix("es").endswith(("ch", "sh", "ss", "x", "o"))
    if one is not many:
        return verb
    if many:
        return f"{verb[:-3]}y" if _IES.search(verb) else verb[:-2] if hissing else verb[:-1]
    return f"{verb}es" if hissing else f"{verb}s"


def _opening(evidence: Evidence, found: AskedVerdict, question: ParsedText | None) -> str:
    """Return yes or no, as ``_is_so`` does."""
    if question is None or (is_so := _is_so(evidence, found, question)) is None:
        return ""
    return Opening(f"{(DENIED if found.denied else YES)[not is_so]}: ")


def _is_so(evidence: Evidence, found: AskedVerdict, question: ParsedText) -> bool | None:
    """Return the answer to a yes/no question; None for one that names nothing, or names it otherwise."""
    of = _asked_of(evidence, question)
    if of is not None and found.verdict.decision is Decision.EQUAL:
        return found.answers_yes is True
    return None if of is None else (evidence.ahead is of) is not found.denied


def _asked_of(evidence: Evidence, question: ParsedText) -> Stance | None:
    """Return of which of the two a question asks for a yes or no; None for one that names nothing, or names another."""
    if question.kind is not Kind.YES_NO or not question.objects:
        return None
    of_first, of_second = (same_name(question.objects[0], one) for one in evidence.comparison.objects)
    if len(question.objects) == 1 and not (of_first or of_second):
        return None
    named = Stance.SECOND if of_second and not of_first else Stance.FIRST
    start = next((one.start for one in question.spans if one.label is Label.OBJECT), 0)
    return named.flipped() if _THAN.search(question.text[:start]) else named  # "is it cheaper than a dog?"


def _probably(evidence: Evidence, found: AskedVerdict, question: ParsedText | None) -> Opening:
    """Return whom few sources agree on: "Probably a cat: both sources say so", "Perhaps not: … says it of a dog"."""
    is_so = _is_so(evidence, found, question) if question and not found.denied else None
    number, who = found.verdict.sources, evidence.names[evidence.ahead]
    likely, say = ("Perhaps", "the only source says") if number == 1 else ("Probably", f"{counted(number, number)} say")
    if is_so is None:
        asked, text = evidence.comparison.asked, question.text if question else ""
        is_noun = not _is_done(asked.words, text) and _is_noun_phrase(asked.words)
        is_cost = asked.end == "less" and is_noun  # whoever has it is not the better one
        return Opening(f"{likely} {who}{f' {predicate(asked, text)}' * is_cost}: {say} so")
    return Opening(f"{likely}{' not' * (not is_so)}: {say} it of {who}")


def _sources(evidence: Evidence) -> str:
    tally = evidence.tally()
    number, total = tally.of(evidence.ahead), tally.total
    return f"{counted(number, total)} {'says' if number == 1 else 'say'}"


def say_of_each(evidence: Evidence, quoted: dict[Stance, list[Quote]]) -> Iterator[list[Part]]:
    """Yield the sentences with what is said: for who is ahead, and against it; for both in one where nobody is."""
    tally = evidence.tally()
    sides = [(stance, quotes) for stance, quotes in quoted.items() if stance is not Stance.EQUAL]
    if evidence.comparison.verdict.winner is None and len(sides) > 1:
        alone = {stance: "the one" if tally.of(stance) == 1 else "one of those" for stance, _ in sides}
        both = [
            reported(f"{alone[stance]} for {evidence.names[stance]} argues", quotes[:1]) for stance, quotes in sides
        ]
        opening, *rest = listed(both, last=", but")
        yield [capitalised(str(opening)), *rest, "."]
        sides = []
    for number, (stance, quotes) in enumerate(sides):
        who, these = "It says" if tally.total == 1 else "One source says", tally.of(stance)
        if number:
            who = "The only one against it says" if these == 1 else f"One of the {these:,} against it says"
        elif these < tally.total and evidence.comparison.verdict.winner is None:
            who = f"{'The one' if these == 1 else f'One of the {these:,}'} for {evidence.names[stance]} says"
        other: list[Part] = [", and ", *reported("another", quotes[1:2])] if quotes[1:] else []
        yield [*reported(who, quotes[:1]), *other, "."]
    if level := quoted.get(Stance.EQUAL):
        yield ["No difference is seen in ", *listed([[quote] for quote in level]), "."]
