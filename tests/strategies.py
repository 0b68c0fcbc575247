"""Hypothesis strategies, named by the shape they make."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, count
from typing import Any, TypeVar

from hypothesis import strategies as st

from engine.config import load_config
from engine.text.tokens import Tokens, clean, same_name, stems
from engine.types import (
    Argument,
    Aspect,
    Classification,
    Comparison,
    Decision,
    Document,
    Hit,
    Label,
    MinedAspect,
    Sentence,
    Share,
    Span,
    Stance,
    Standings,
    Verdict,
)
from engine.verdict.decision import decide
from engine.verdict.standings import cycle, order

T = TypeVar("T")
NAMES = (
    "Python",
    "C++",
    ".NET",
    "AT&T",
    "row[1]",
    "a/b {",
    'the "Neo"',
    "<b>Zed</b>",
    "🍎",
    "cats",
    "naïve T",
    "x" * 100,
)
NOISE = (
    "I think",
    "not",
    "[2]",
    "“well”",
    '"so"',
    "[a](http://x.y)",
    "**",
    "for price",
    "\n",
    "…",
    "<i>",
    "- ",
    "z" * 300,
)
"""What makes a sentence hard to quote."""
ASPECTS = ("price", "speed", "in winter", "row[1]")
CLAUSES = {
    Stance.FIRST: ("{0} is better than {1}", "{1} is worse than {0}", "{0} is easier to use than {1}"),
    Stance.SECOND: ("{0} is worse than {1}", "{1} is better than {0}", "{1} is easier to use than {0}"),
    Stance.EQUAL: ("{0} is as good as {1}", "{1} equals {0}"),
}
MARKERS = ("better", "worse", "easier", "as good as", "equals")
STANCES = tuple(CLAUSES)
SOURCES = [chosen for count in (1, 2, 3) for chosen in combinations("abcde", count)]
WEIGHTS = [0.01 + number / 28 for number in range(252)]
VERDICTS = load_config(environ={}).verdict.model_copy(update={"resamples": 100})


def names() -> st.SearchStrategy[str]:
    """Names that can be searched for, as the engine hands them on."""
    anything = st.text(min_size=1, max_size=20).map(clean).filter(lambda name: bool(stems(name)))
    return st.sampled_from(NAMES) | anything


def objects() -> st.SearchStrategy[tuple[str, str]]:
    """Two names that do not mean the same thing."""
    return st.tuples(names(), names()).filter(lambda pair: not same_name(*pair))


def choices(draw: st.DrawFn, count: int) -> Callable[[Sequence[T]], T]:
    """Return what picks one of some, up to ``count`` times; all from one draw, as a draw costs more than most tests."""
    drawn = iter(draw(st.binary(min_size=count, max_size=count)))
    return lambda options: options[next(drawn) % len(options)]


@st.composite
def arguments(draw: st.DrawFn, number: int, first: str, second: str, aspects: tuple[str, ...]) -> Argument:
    """An argument about two objects: a comparing clause amid noise, from one to three of five sources."""
    pick: Callable[[Sequence[Any]], Any] = choices(draw, 14 + len(aspects))
    stance = pick(STANCES)
    before, after = (" ".join(pick(NOISE) for _ in range(pick(range(4)))) for _ in range(2))
    text = f"{before} {pick(CLAUSES[stance]).format(first, second)} {after}.".strip()
    markers = tuple(
        Span(start, end, text[start:end], Label.PREDICATE)
        for marker in MARKERS
        for start, end in Tokens(text).mentions(marker)[:1]
    )
    sources = pick(SOURCES)
    hit = Hit(
        Sentence(f"d{number}#0", text, f"d{number}", 0),
        1.0,
        Document(f"d{number}", source=sources[0], sample=pick((False, True))),
        (),
        sources,
    )
    rest = (1 - 0.7) / 3
    probabilities = {
        name: 0.7 if Stance(name.upper()) is stance else rest for name in ("first", "second", "equal", "none")
    }
    return Argument(
        hit,
        Classification(**probabilities, markers=markers),
        tuple(aspect for aspect in aspects if pick((False, True))),
        pick(WEIGHTS),
        pick(WEIGHTS),
    )


@st.composite
def comparisons(draw: st.DrawFn, *, max_aspects: int = 2) -> Comparison:
    """A comparison of zero to ten arguments with any decision that they can carry."""
    first, second = draw(objects())
    aspects = tuple(draw(st.lists(st.sampled_from(ASPECTS), max_size=max_aspects, unique=True)))
    found = tuple(draw(arguments(number, first, second, aspects)) for number in range(draw(st.integers(0, 10))))
    shares = tuple(
        draw(_shares(aspect, tuple(argument for argument in found if not aspect or aspect in argument.aspects)))
        for aspect in ("", *aspects)
    )
    decision = shares[0].decision
    verdict = Verdict(
        decision=decision,
        winner={Decision.FIRST: first, Decision.SECOND: second}.get(decision),
        confidence=draw(st.floats(0.5, 1.0)),
        interval=(0.0, 1.0),
        shares=shares,
        sources=shares[0].sources,
        minimum_sources=draw(st.integers(1, 4)),
    )
    mined = tuple(
        MinedAspect(
            "easier to use",
            name,
            2.0,
            2,
            0,
            "comparative_phrase",
            tuple(argument.hit.sentence.id for argument in found)[:5],
        )
        for name in (first, second)
    )
    return Comparison(
        (first, second), tuple(map(Aspect, aspects)), verdict, found, mined, len(found) + draw(st.integers(0, 3))
    )


@st.composite
def standings(draw: st.DrawFn) -> Standings:
    """Three or four things with zero to five arguments for each pair, weighed as the engine does."""
    objects = tuple(draw(st.lists(names(), min_size=3, max_size=4, unique_by=stems)))
    aspects = tuple(draw(st.lists(st.sampled_from(ASPECTS), max_size=1)))
    number, compared = count(), []
    for first, second in combinations(objects, 2):
        drawn = (arguments(next(number), first, second, aspects) for _ in range(draw(st.integers(0, 5))))
        found = tuple(draw(one) for one in drawn)
        verdict = decide(found, first=first, second=second, aspects=tuple(map(Aspect, aspects)), settings=VERDICTS)
        compared.append(Comparison((first, second), tuple(map(Aspect, aspects)), verdict, found, (), len(found)))
    orders = tuple(order(compared, objects, aspect=aspect, settings=VERDICTS) for aspect in ("", *aspects))
    return Standings(objects, tuple(map(Aspect, aspects)), orders, tuple(compared), cycle(compared))


@st.composite
def _shares(draw: st.DrawFn, aspect: str, found: tuple[Argument, ...]) -> Share:
    stances = {argument.stance for argument in found}
    possible = [Decision(stance.lower()) for stance in STANCES if stance in stances]
    decision = draw(st.sampled_from([Decision.INSUFFICIENT, *([Decision.UNDECIDED] if found else []), *possible]))
    sources = {argument.hit.voter for argument in found}
    first = draw(st.floats(0, 1)) if found else 0.0
    return Share(aspect, first, 1 - first if found else 0.0, len(found), len(sources), decision)
