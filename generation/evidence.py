"""A comparison as a writer needs it: sources counted, sentences chosen so that none says again what another said."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Container, Iterable
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from math import inf, log
from operator import mul

from engine.memory import keep_short
from engine.text.analysed import analysed
from engine.text.lexicon import GENERAL, LIFESPAN, SPEED, dimension_of, sense, topics, words_of
from engine.text.lexicon import names as dimensions
from engine.text.morphology import as_thing, gerund
from engine.text.related import likeness, salient
from engine.text.tagging import FINITE, tagger
from engine.text.tokens import TOKEN, clean, stem, stems, word_set
from engine.text.written import names_in, read_of
from engine.trained import read_linear
from engine.types import (
    Argument,
    Asked,
    AskedKind,
    Comparison,
    Decision,
    MinedAspect,
    ParsedText,
    Stance,
    Tally,
    Verdict,
)
from generation.answer_builder import Quote, plain
from generation.claim_extraction import READABLE, UNCLEAR, Statement, statement
from generation.sentiment_lexicon import is_general, is_negation, polarity

_LOOKED_AT = 100
"""Best arguments of a side among which quotes are chosen."""
_SURE = 0.6
"""Least confidence in the reading of a sentence that is quoted where there are such."""
_READ = 50
"""Best arguments of a side among which the clear statements are chosen."""
_ECHO = 0.65
"""Share of common words (Jaccard) from which two sentences count as one statement."""
_REACH = 4
"""Words before an aspect among which a negation denies it, and from "than" on among which the other object follows."""
_WHY = re.compile(r"\b(?:because|since|due to|thanks to)\b", re.IGNORECASE)
_ONE = word_set("a an my your his her our this that every another")
"""Words that stand before one thing of many."""
_DONE = (
    r"\b(?:(?:should|shall|can|could) (?:I|we|you|one)|better to|easier to|cheaper to|to) {} (?:or|than) (?:to )?{}\b"
)
"""How a question names two things that one does, given what they are called."""
_SPELLED = re.compile(r"[A-Z]{2,}s?(?![a-z])")
"""A name that begins with letters which are read one by one."""
_NOT_ONE = word_set("than or and over with of to for in on is are prefer like as")
"""Words behind which a name stands alone."""
_TERSE = 9
"""Words up to which a statement without a reason says no more than whom somebody prefers."""
WORTH = read_linear("quotes_judged.json").weights
"""What tells how well a quote convinces: what one unit of each adds to its log odds.

``confidence`` is the logarithm of the odds of the reading; ``score`` the ranker's; ``bare``, ``beside`` and ``fares``
whether that is so; ``others`` counts further names, up to 4; ``behind`` the characters behind the last name of a thing,
in hundreds, up to 1; ``leads`` says whether the favoured thing is named first; ``unclear`` is a logarithm;
``convincing`` the logarithm of the odds of what the network judges, 0 where it was not asked.
"""
UNJUDGED = read_linear("quotes.json").weights
"""The same without the last, where nothing was judged."""
SOUND = read_linear("quoted.json")
"""Whether a statement may be quoted, told by the same as ``WORTH``: not below 0."""
ON_WHAT_WAS_ASKED = -0.4
"""How sound a statement may be at least on what was asked, where none is sounder."""
_NEAR_USE = 0.2
"""Likeness from which on a word is near enough to a use for a quote where nothing is said on it."""
_FEW = 2
"""Sources that are so few that they are quoted whatever they say: who hears of "the only source" wants to read it."""
_LEAST = 1e-3
"""What is added to probabilities, so that none is surely right or wrong."""
_DOUBTED = 0.02
"""The same for what the network judges, which is less sure than it says."""
_HARDEST = 12
"""How unclear a statement is than which none is harder to read."""
_NAME = re.compile(r"(?<=[a-z,] )[A-Z]\w+")
_TOLD_BESIDES = 5
"""Sources that must be expected to compare things in general for that to be told where a property was asked."""
_POINT = re.compile(r"[^.,;:!?()/\"“”]{1,40}(?<! rather)(?<! other)")
"""What may be quoted alone as a point for an object: words of one clause, without what belongs to "rather than"."""

_BY_NATURE = (SPEED, LIFESPAN)
"""Dimensions in which a verb tells what things do by nature: "rots faster", "lives longer"."""


def subset(comparison: Comparison, verdict: Verdict, arguments: tuple[Argument, ...]) -> Comparison:
    """Return a comparison as if these arguments, on one point, were all that was found."""
    return replace(comparison, verdict=verdict, arguments=arguments, mined=(), aspects=())


def told_by(quoted: Iterable[Argument]) -> set[str]:
    """Return the ids of what was told with some arguments: of their sentences and their copies."""
    return {place for argument in quoted for place in argument.hit.ids}


def is_told_besides(asked: Asked, arguments: Iterable[Argument], *, heard: bool) -> bool:
    """Return whether what is said in general is told behind what was asked: if enough sources do, for a use if any do.

    It is not where nothing was found on a matter of fact: whoever is ahead in general would seem to be so in that, too.

    Args:
        asked: What was asked.
        arguments: On the things in general.
        heard: Whether something was found on what was asked.
    """
    if asked.kind is AskedKind.USE:
        return True
    if not heard and is_matter_of_fact(asked):
        return False
    surest: dict[str, float] = {}
    for one in arguments:
        surest[one.hit.voter] = max(surest.get(one.hit.voter, 0.0), one.classification.confidence)
    return sum(surest.values()) >= _TOLD_BESIDES


def is_matter_of_fact(asked: Asked) -> bool:
    """Return whether a property is asked for that makes a thing neither better nor worse: a scale, or what it does.

    >>> asked = [("weight", "heavier"), ("burn faster", "burns faster"), ("lifespan", "live longer")]
    >>> asked += [("comfort", "more comfortable"), ("speed", "faster"), ("durability", "lasts longer")]
    >>> [is_matter_of_fact(Asked(AskedKind.PROPERTY, name, words=words)) for name, words in asked]
    [True, True, True, False, False, False]
    """
    if asked.kind is not AskedKind.PROPERTY:
        return False
    if words_of(asked.dimension, "high") and not words_of(asked.dimension, "good"):
        return True
    does, *how = asked.words.lower().split()
    if len(how) != 1 or not tagger().knows(gerund(does.removesuffix("s"))) or sense(how[0]) == sense("better"):
        return False
    is_graded = tagger().tag(["it", does, *how])[-1] in ("JJR", "RBR")
    return is_graded and (asked.dimension not in dimensions() or asked.dimension in _BY_NATURE)


def names(comparison: Comparison, question: ParsedText | None = None) -> tuple[str, str]:
    """Return the names of two things as an answer writes them: "iPhone" for "iphone", "a cat" where it is called so.

    Args:
        comparison: Whose sentences tell where a name has capitals.
        question: What was asked; its articles count where both names have one, else those of the sentences.
    """
    text = question.text if question else ""
    first, second = map(plain, names_in(comparison, text).values())
    one, other = (
        re.search(rf"\b(an?|the) {re.escape(name)}(?!\w)(?: (?P<behind>\w+))?", text, re.I)
        for name in comparison.objects
    )
    if one and other and not (comparison.typed or _is_of_noun(one) or _is_of_noun(other)):
        return f"{one[1].lower()} {first}", f"{other[1].lower()} {second}"
    before = [_words_before(name, comparison) for name in (first, second)]
    done = re.search(_DONE.format(*map(re.escape, comparison.objects)), text, re.I) is not None
    done = done or all(words["to"] and words["to"] == max(words.values()) for words in before)
    if done and _is_done(first) and _is_done(second):
        return as_thing(first), as_thing(second)
    called = [_article(words) for words in before]
    if "the" in called and all(called):
        called = ["the", "the"]
    if not all(called):  # no "a BMW" beside Audi
        called = [one if name == name.lower() else "" for one, name in zip(called, (first, second), strict=True)]
    if not all(article or name != name.lower() for article, name in zip(called, (first, second), strict=True)):
        return first, second
    return _with(called[0], first), _with(called[1], second)


def _is_of_noun(named: re.Match[str]) -> bool:
    """Return whether an article belongs to a noun behind a name: "an aluminum frame"."""
    behind = named["behind"]
    return behind is not None and tagger().tag(["an", "old", behind.lower()])[-1] == "NN"


def _with(article: str, name: str) -> str:
    """Return a name with its article.

    >>> _with("a", "SSD"), _with("an", "HDD"), _with("a", "USB stick"), _with("a", "cat"), _with("", "tea")
    ('an SSD', 'an HDD', 'a USB stick', 'a cat', 'tea')
    """
    if article in ("a", "an") and (letters := _SPELLED.match(name)):
        article = "an" if letters[0][0] in "AEFHILMNORSX" else "a"
    return f"{article} {name}".strip()


def _is_done(name: str) -> bool:
    """Return whether a name begins with a verb, as "buy" does, and "Spain" in "travel to Spain" does not."""
    return name == name.lower() and tagger().tag(["to", name.partition(" ")[0]])[1] == "VB"


def _words_before(name: str, comparison: Comparison) -> Counter[str]:
    """Count the words right before a name in what was read; none for one like "Paris", nor of "a postgres server".

    Nor is "that" counted where a clause begins with it: "I think that IELTS is".
    """
    before: Counter[str] = Counter()
    around = re.compile(rf"(\w+) {re.escape(name.lower())}\b(?: (\w+))?")
    common = name == name.lower() or _SPELLED.fullmatch(name)
    for argument in islice(read_of(comparison), _LOOKED_AT) if common else ():
        for word, behind in around.findall(clean(argument.hit.sentence.text).lower()):
            tag = tagger().tag(["the", behind])[1] if behind else ""
            is_clause = word == "that" and tag.startswith(("VB", "MD"))
            if not (tag.startswith("NN") or is_clause):
                before[word] += 1
    return before


def _article(before: Counter[str]) -> str:
    """Return the article of a name, given the words before it: nothing where most are none."""
    one, bare = (sum(before[word] for word in words) for words in (_ONE, _NOT_ONE))
    if one > bare:
        return "an" if before["an"] > before["a"] else "a"
    return "the" if one and one + before["the"] > bare else ""


class Evidence:
    """What one answer can draw on; each argument is handed out once.

    Attributes:
        comparison: What was found out.
        names: For whom a stance speaks, as an answer puts it: a name or "neither".
        ahead: The stance of the winner; without one, that of more sources.
        behind: The other side of ``ahead``.
        order: The stances in the order in which an answer goes through them.
    """

    def __init__(
        self, comparison: Comparison, *, cited: Collection[Argument] = (), named: tuple[str, ...] | None = None
    ) -> None:
        """Sort the arguments by stance.

        Args:
            comparison: What was found out.
            cited: What the answer quotes already; it is counted, and not handed out again.
            named: The names as an answer writes them; those of ``names`` when None.
        """
        self._cited = told_by(cited)
        self.comparison = comparison
        first, second = named or names(comparison)
        self.names = {Stance.FIRST: first, Stance.SECOND: second, Stance.EQUAL: "neither"}
        self._by_stance: dict[Stance, list[Argument]] = defaultdict(list)
        for argument in comparison.arguments:
            self._by_stance[argument.stance].append(argument)
        self._told: dict[Stance, list[tuple[Argument, frozenset[str]]]] = defaultdict(list)
        self._before = [analysed(argument.hit.sentence.text).present for argument in cited]
        self._statements: dict[tuple[str, tuple[str, ...]], Statement] = {}
        self._passed_over: dict[Stance, Argument] = {}
        self._is_judged = any(one.convincing is not None for one in comparison.arguments)
        self._features: dict[tuple[str, tuple[str, ...]], tuple[float, ...]] = {}
        self._tallies: dict[tuple[str, str], Tally] = {}
        decided = {Decision.FIRST: Stance.FIRST, Decision.SECOND: Stance.SECOND}.get(comparison.verdict.decision)
        self.ahead = decided or max(Stance.FIRST, Stance.SECOND, key=self.tally().of)
        self.behind = self.ahead.flipped()
        self.order = [self.ahead, self.behind]
        self.order.insert(0 if comparison.verdict.decision is Decision.EQUAL else 2, Stance.EQUAL)

    @property
    def sides(self) -> tuple[Stance, Stance]:
        """Return the stances that favour an object, the winner's first."""
        return self.ahead, self.behind

    def tally(self, *, aspect: str = "", words: str = "") -> Tally:
        """Count sources.

        Args:
            aspect: Count only sentences on this aspect of the user; all when empty.
            words: Count only sentences that say these words; all when empty.
        """
        if (aspect, words) not in self._tallies:
            on = (one for one in self.comparison.arguments if _is_on(one, aspect, words))
            self._tallies[aspect, words] = Tally.of_arguments(on)
        return self._tallies[aspect, words]

    def choose(
        self,
        stance: Stance,
        k: int,
        *,
        aspect: str = "",
        prefer: str = "",
        unclear: int | None = None,
        among: Container[str] | None = None,
        about: tuple[str, ...] = (),
        beyond: Collection[str] = (),
        reasoned: bool = False,
        terse: int | None = None,
        sure: float = 0.0,
        least: float = 0.0,
    ) -> list[Argument]:
        """Return at most ``k`` arguments not handed out before, best first, each from another source while they last.

        Without an aspect, none is on what does not matter to who asks.

        Args:
            stance: Whom they favour.
            k: The most to return.
            aspect: Only sentences on this aspect of the user; any when empty.
            prefer: Words whose sentences come before others; none when empty.
            unclear: Only statements that are at most so unclear, the most convincing first, without doubtful readings
                where there are others, and without those that would not convince where that was judged; any in their
                order when None.
            among: Only sentences with these ids; any when None.
            about: As in ``statement``.
            beyond: Dimensions that were spoken of before; a statement on them is not wanted.
            reasoned: Only statements that say in what one is better, or why.
            terse: Most statements that say no more than whom somebody prefers; any number when None.
            sure: Least confidence in the reading of a sentence.
            least: How sound a statement must be where none reaches 0, see ``SOUND``.
        """
        allowed = (one for one in self._by_stance[stance] if among is None or one.hit.sentence.id in among)
        best = islice(allowed, _LOOKED_AT if unclear is None else _READ)
        pool = [one for one in best if _is_on(one, aspect) and self._cited.isdisjoint(one.hit.ids)]
        pool = [one for one in pool if one.classification.confidence >= sure]
        if not aspect:
            pool = [one for one in pool if not self._is_dismissed(one, about)]
        if about and unclear is not None:
            pool = [one for one in pool if not self._compares_in_else(one, about)] or pool
        if beyond or reasoned:
            said = {one.hit.sentence.id: self._said(one, about) for one in pool}
            pool = [one for one in pool if _dimensions(said[one.hit.sentence.id]).isdisjoint(beyond)]
            pool = [one for one in pool if not (reasoned and self._is_bare(one, about))]
        if unclear is not None:
            pool = [one for one in pool if self.statement(one, about).unclear <= unclear]
            if self._is_judged and stance is not Stance.EQUAL:
                rated = [(one, self._soundness(one, about)) for one in pool]
                sound = (
                    [one for one, above in rated if above >= 0]
                    or [one for one, above in rated if above >= least]
                    or (pool if self.tally(aspect=aspect).total <= _FEW else [])
                )
                if pool and not sound:
                    self._passed_over.setdefault(stance, max(pool, key=lambda one: self._worth(one, about)))
                pool = sound
            pool.sort(key=lambda argument: -self._worth(argument, about))
            pool = [one for one in pool if one.classification.confidence >= _SURE] or pool
        if prefer:
            pool.sort(key=lambda argument: not _is_on(argument, words=prefer))
        chosen: list[Argument] = []
        heard = {argument.hit.voter for told in self.order for argument in self.told(told)}
        left = k if terse is None else terse
        for any_source in (False, True):
            for argument in pool:
                short = terse is not None and self._is_terse(argument, about)
                new = any_source or argument.hit.voter not in heard
                if len(chosen) < k and new and not (short and not left) and self._take(argument):
                    chosen.append(argument)
                    heard.add(argument.hit.voter)
                    left -= short
        return chosen

    def best(self, stance: Stance, *, about: tuple[str, ...] = ()) -> list[Argument]:
        """Return the best argument not handed out before, however little it convinces, one that can be read if any can.

        Args:
            stance: Whom it favours.
            about: As in ``statement``.
        """
        ways = (self.choose(stance, 1, unclear=unclear, about=about, least=-inf) for unclear in (READABLE, UNCLEAR))
        return next(filter(None, ways), [])

    def near(self, use: str) -> set[str]:
        """Return the ids of sentences whose statement has a word that is near in meaning to a use: "parks" to a safari.

        Args:
            use: For what things are judged; nothing is near to an empty one.
        """
        wanted, own = salient(use), stems(" ".join(self.comparison.objects))
        said = {
            one.hit.sentence.id: set(stems(self._said(one, ()))) - set(own)
            for stance in self.sides
            if wanted
            for one in self._by_stance[stance][:_READ]
        }
        return {place for place, words in said.items() if any(_are_near(word, one) for word in words for one in wanted)}

    def varied(self, stance: Stance, k: int) -> list[Argument]:
        """Return at most ``k`` clear arguments not handed out before, on as many dimensions as there are.

        Those that are harder to read come where there are no others; the arguments are those of ``choose``.
        """
        chosen: list[Argument] = []
        for _ in range(k):
            beyond = frozenset[str]().union(*(_dimensions(self._said(one, ())) for one in chosen))
            chosen += (
                self.choose(stance, 1, unclear=READABLE, beyond=beyond, reasoned=True)
                or self.choose(stance, 1, unclear=UNCLEAR, beyond=beyond, reasoned=True)
                or self.choose(stance, 1, unclear=READABLE, reasoned=True)
                or self.choose(stance, 1, unclear=UNCLEAR)
                or self.choose(stance, 1)
            )
        return chosen

    def _worth(self, argument: Argument, about: tuple[str, ...]) -> float:
        """Return how well the quote of an argument convinces, comparable within a side."""
        weights = WORTH if self._is_judged else UNJUDGED
        worth: float = sum(map(mul, weights.values(), self.features(argument, about)))
        return worth

    def _soundness(self, argument: Argument, about: tuple[str, ...]) -> float:
        """Return how far the quote of an argument is above the bound of what may be quoted."""
        above: float = sum(map(mul, SOUND.weights.values(), self.features(argument, about)), SOUND.intercept)
        return above

    def features(self, argument: Argument, about: tuple[str, ...] = ()) -> tuple[float, ...]:
        """Return what tells how well the quote of an argument convinces, in the order of ``WORTH``."""
        key = argument.hit.sentence.id, about
        if key not in self._features:
            self._features[key] = self._features_of(argument, about)
        return self._features[key]

    def _features_of(self, argument: Argument, about: tuple[str, ...]) -> tuple[float, ...]:
        found, said = self.statement(argument, about), self._said(argument, about)
        own, other = self.comparison.objects if argument.stance is Stance.FIRST else self.comparison.objects[::-1]
        tokens = analysed(clean(argument.hit.sentence.text))
        owns, others = (
            [one for one in tokens.mentions(name) if found.start <= one[0] and one[1] <= found.end]
            for name in (own, other)
        )
        named = [stem(word) for word in _NAME.findall(said)]
        known = stems(f"{own} {other}") if named else ()
        judged = 0.5 if argument.convincing is None else argument.convincing
        return (
            _log_odds(argument.classification.confidence),
            argument.score,
            float(self._is_bare(argument, about)),
            float(min(4, sum(word not in known for word in named))),
            min(1.0, (found.end - max((end for _, end in (*owns, *others)), default=found.end)) / 100),
            float(bool(owns and others) and owns[0] < others[0]),
            log(1 + min(_HARDEST, found.unclear)),
            float(found.beside),
            float(found.fares),
            _log_odds(judged, least=_DOUBTED),
        )

    def _is_terse(self, argument: Argument, about: tuple[str, ...]) -> bool:
        return self._is_bare(argument, about) and len(self._said(argument, about).split()) <= _TERSE

    def _is_bare(self, argument: Argument, about: tuple[str, ...]) -> bool:
        """Return whether a statement says neither in what one thing is better, nor why."""
        said = self._said(argument, about)
        return not (_WHY.search(said) or _dimensions(said))

    def _compares_in_else(self, argument: Argument, about: tuple[str, ...]) -> bool:
        """Return whether all that a statement sets beside the other thing is graded on dimensions not asked about."""
        wanted = {dimension_of(words) or words for words in about} & set(dimensions())
        graded = _graded(self._said(argument, about)) if wanted else ()
        return bool(graded) and all(one and wanted.isdisjoint(one) and GENERAL not in one for one in graded)

    def _is_dismissed(self, argument: Argument, about: tuple[str, ...]) -> bool:
        """Return whether a statement is on a point of view that does not matter to who asks."""
        dismissed = self.comparison.dismissed
        return bool(dismissed and _mentions(self._said(argument, about), dismissed))

    def _said(self, argument: Argument, about: tuple[str, ...]) -> str:
        found = self.statement(argument, about)
        return clean(argument.hit.sentence.text)[found.start : found.end]

    def statement(self, argument: Argument, about: tuple[str, ...] = ()) -> Statement:
        """Return the part of an argument's sentence that compares.

        Args:
            argument: Whose sentence.
            about: Words for a point of view: what speaks of it is in that part.
        """
        key = argument.hit.sentence.id, about
        if key not in self._statements:
            text = clean(argument.hit.sentence.text)
            spans = argument.classification.markers
            marked = tuple(span[:2] for span in spans if text[slice(*span[:2])] == span.text)
            names = self.comparison.objects
            self._statements[key] = statement(text, names=names, marked=marked, about=_mentions(text, about))
        return self._statements[key]

    def quote(self, argument: Argument, *, about: tuple[str, ...] = (), attributed: bool = False) -> Quote:
        """Return a quote of the part of an argument's sentence that compares.

        Args:
            argument: Whose sentence to quote.
            about: As in ``statement``.
            attributed: As in ``Quote``.
        """
        start, end, *_ = self.statement(argument, about)
        mentions = _mentions(clean(argument.hit.sentence.text), about)
        points = tuple(one for one in mentions if start <= one[0] and one[1] <= end)
        return Quote(argument, part=(start, end), attributed=attributed, points=points)

    def told(self, stance: Stance, *, aspect: str = "", words: str = "") -> list[Argument]:
        """Return the arguments handed out before; the options are those of ``tally``."""
        return [argument for argument, _ in self._told[stance] if _is_on(argument, aspect, words)]

    def counted(self, stance: Stance, *, aspect: str = "", words: str = "") -> list[Argument]:
        """Return what stands behind a count: what ``told`` returns, or the best where none was worth quoting."""
        best = [self._passed_over[stance]] if stance in self._passed_over else self._by_stance[stance]
        return self.told(stance, aspect=aspect, words=words) or [one for one in best if _is_on(one, aspect, words)][:1]

    def speaks_for(self, stance: Stance) -> bool:
        """Return whether any sentence at all has this stance."""
        return bool(self._by_stance[stance])

    def points(self, stance: Stance, k: int) -> list[Quote]:
        """Return at most ``k`` mined comparatives, in the words of sentences not handed out before.

        Args:
            stance: Whom they speak for, not ``EQUAL``.
            k: The most to return.
        """
        arguments = {argument.hit.sentence.id: argument for argument in self._by_stance[stance]}
        name = self.comparison.objects[stance is Stance.SECOND]
        quotes: list[Quote] = []
        for mined in self.comparison.mined:
            if len(quotes) < k and mined.object == name and self._is_news(mined, stance):
                naming = (one for sentence_id, one in arguments.items() if sentence_id in mined.sentences)
                said = [words for words in dict.fromkeys((mined.name, *mined.members)) if polarity(words) >= 0]
                credited = ((argument, self._credit(argument, name, words)) for argument in naming for words in said)
                told = ((one, words) for one, words in credited if " " in words or (words and not is_general(words)))
                quotes += islice((Quote(*pair) for pair in told if self._take(pair[0])), 1)
        return quotes

    def _is_news(self, mined: MinedAspect, stance: Stance) -> bool:
        """Return whether a mined aspect is a comparative that does not blame and that nothing told so far names."""
        if mined.method == "reason" or polarity(mined.name) < 0:
            return False
        return not any(said.issuperset(stems(mined.name)) for _, said in self._told[stance])

    def _take(self, argument: Argument) -> bool:
        """Hand an argument out unless one for the same side said as much."""
        words, told = analysed(argument.hit.sentence.text).present, self._told[argument.stance]
        if any(len(words & said) >= _ECHO * len(words | said) for said in (*self._before, *(one[1] for one in told))):
            return False
        told.append((argument, words))
        return True

    def take_back(self, arguments: Iterable[Argument]) -> None:
        """Have arguments that were handed out, and are not told, handed out again."""
        untold = set(map(id, arguments))
        for told in self._told.values():
            told[:] = [one for one in told if id(one[0]) not in untold]

    def _credit(self, argument: Argument, name: str, aspect: str) -> str:
        """Return the words up to "than" of a sentence that says "NAME … ASPECT … than … OTHER"; empty for others."""
        other = next(known for known in self.comparison.objects if known != name)
        text = clean(argument.hit.sentence.text)
        tokens = analysed(text)
        owns, others = tokens.mentions(name), tokens.mentions(other)
        for start, end in tokens.mentions(aspect):
            before = [token for token in tokens.tokens if token.end <= start]
            after = [token for token in tokens.tokens if token.start >= end]
            than = next((number for number, token in enumerate(after) if token.stem == "than"), None)
            subject = max((mention for mention in owns + others if mention[1] <= start), default=None)
            if than is None or subject not in owns or any(is_negation(token.stem) for token in before[-_REACH:]):
                continue
            words = text[start : after[than].start].strip()
            compared = {token.start for token in after[than : than + _REACH]}
            if _POINT.fullmatch(words) and any(mention[0] in compared for mention in others):
                return words
        return ""


def _log_odds(likely: float, *, least: float = _LEAST) -> float:
    return log((likely + least) / (1 - likely + least))


@keep_short(most=10_000, longest=500)
def _mentions(text: str, about: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """Return the ranges of a text that speak of any of some points of view: their own words, else their dimensions'."""
    tokens = analysed(text)
    if own := [found for words in about for found in tokens.mentions(words)]:
        return tuple(sorted(set(own)))
    wanted = {dimension_of(words) or words for words in about}
    return tuple(found.span() for found in TOKEN.finditer(text) if topics().get(found[0].lower()) in wanted)


@keep_short(most=10_000, longest=500)
def _dimensions(said: str) -> frozenset[str]:
    return frozenset(found for word in TOKEN.findall(said) if (found := topics().get(word.lower())))


@lru_cache(maxsize=1 << 14)
def _are_near(word: str, other: str) -> bool:
    return likeness(word, other) >= _NEAR_USE


@keep_short(most=10_000, longest=500)
def _graded(said: str) -> tuple[frozenset[str], ...]:
    """Return on which dimensions each "than" compares: "it looks smoother than a faster one" on smoothness alone."""
    words = TOKEN.findall(said.lower())
    tags = tagger().tag(words)
    found = []
    for at in (at for at, word in enumerate(words) if word == "than"):
        start = next((before for before in range(at - 1, -1, -1) if tags[before] in FINITE), -1)
        found.append(frozenset(name for word in words[start + 1 : at] if (name := topics().get(word))))
    return tuple(found)


def _is_on(argument: Argument, aspect: str = "", words: str = "") -> bool:
    if aspect and aspect not in argument.aspects:
        return False
    return not words or bool(re.search(rf"\b{re.escape(words)}\b", argument.hit.sentence.text, re.IGNORECASE))
