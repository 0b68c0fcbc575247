"""Comparisons built by hand, one per way a comparison can end."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.text.tokens import Tokens
from engine.types import (
    Argument,
    Aspect,
    Classification,
    Comparison,
    Decision,
    Document,
    Hit,
    Kind,
    Label,
    MinedAspect,
    ParsedText,
    Sentence,
    Share,
    Span,
    Stance,
    Verdict,
)

FIRST, SECOND, EQUAL = Stance.FIRST, Stance.SECOND, Stance.EQUAL
CERTAIN = {FIRST: (0.9, 0, 0, 0.1), SECOND: (0, 0.9, 0, 0.1), EQUAL: (0, 0, 0.9, 0.1)}


def argument(
    text: str,
    stance: Stance,
    *,
    source: str,
    aspects: Sequence[str] = (),
    marker: str = "better",
    sample: bool = False,
    weight: float = 1.0,
) -> Argument:
    """Build an argument whose document is named like its source."""
    markers = [Span(start, end, text[start:end], Label.PREDICATE) for start, end in Tokens(text).mentions(marker)]
    hit = Hit(
        Sentence(f"{source}#0", text, source, 0), 1.0, Document(source, source=source, sample=sample), (), (source,)
    )
    return Argument(hit, Classification(*CERTAIN[stance], tuple(markers)), tuple(aspects), weight, weight)


def comparison(
    objects: tuple[str, str],
    arguments: Sequence[Argument],
    decision: Decision,
    *,
    confidence: float = 0.9,
    aspects: Sequence[tuple[str, Decision]] = (),
    mined: Sequence[MinedAspect] = (),
    depends: Sequence[MinedAspect] = (),
    retrieved: int = 40,
) -> Comparison:
    """Build a comparison whose numbers follow from its arguments."""
    shares = [_share("", decision, arguments)]
    shares += [_share(name, end, [one for one in arguments if name in one.aspects]) for name, end in aspects]
    verdict = Verdict(
        decision,
        {Decision.FIRST: objects[0], Decision.SECOND: objects[1]}.get(decision),
        confidence,
        (0.4, 0.9),
        tuple(shares),
        shares[0].sources,
        3,
        tuple(_depending(one) for one in depends),
    )
    asked = tuple(Aspect(name) for name, _ in aspects)
    return Comparison(objects, asked, verdict, tuple(arguments), tuple(mined), retrieved)


def _depending(mined: MinedAspect) -> Share:
    first, second = mined.first_count, mined.second_count
    decision = Decision.FIRST if first > second else Decision.SECOND
    return Share(mined.name, first / (first + second), second / (first + second), 0, first + second, decision)


def _share(aspect: str, decision: Decision, arguments: Sequence[Argument]) -> Share:
    votes = [(one.stance is FIRST) + (one.stance is EQUAL) / 2 for one in arguments]
    first = sum(votes) / len(votes) if votes else 0.0
    sources = {one.hit.voter for one in arguments}
    return Share(aspect, first, 1 - first if votes else 0.0, len(votes), len(sources), decision)


def asks(marked: str, kind: Kind = Kind.YES_NO) -> ParsedText:
    """Build a question from a text with its spans in braces: "Is {object tea} {predicate better} than …"."""
    spans: list[Span] = []
    text = ""
    for before, label, words in re.findall(r"([^{]*)(?:\{(\w+) ([^}]*)\})?", marked):
        text += before + words
        if label:
            spans.append(Span(len(text) - len(words), len(text), words, Label(label)))
    named = {label: tuple(span.text for span in spans if span.label is label) for label in Label}
    return ParsedText(text, True, 1.0, kind, tuple(spans), *named.values())


TEA = ("tea", "coffee")

ENDINGS = {
    "first": comparison(
        TEA,
        [
            argument("For a calm evening tea is better than coffee.", FIRST, source="blog.example"),
            argument(
                "I switched, since tea is gentler on the stomach than coffee.",
                FIRST,
                source="forum.example",
                marker="gentler",
            ),
            argument("Tea is cheaper than coffee if you buy it loose.", FIRST, source="shop.example", marker="cheaper"),
            argument(
                "Per cup, tea is cheaper than coffee almost everywhere.", FIRST, source="news.example", marker="cheaper"
            ),
            argument("Coffee is better than tea when you have to drive all night.", SECOND, source="drivers.example"),
            argument("Tea is as tasty as coffee.", EQUAL, source="cooks.example", marker="as tasty as"),
        ],
        Decision.FIRST,
        confidence=0.934,
        mined=[
            MinedAspect("cheaper", "tea", 2.0, 2, 0, "comparative", ("shop.example#0", "news.example#0")),
            MinedAspect("gentler", "tea", 1.0, 1, 0, "comparative", ("forum.example#0",)),
        ],
    ),
    "second": comparison(
        ("C++", "Rust"),
        [
            argument(
                "Rust is safer than C++ because the compiler checks who owns what.",
                SECOND,
                source="a.example",
                aspects=["safety"],
                marker="safer",
                sample=True,
            ),
            argument("For new services Rust is a better choice than C++.", SECOND, source="b.example", sample=True),
            argument(
                "Rust's build tool is nicer than anything C++ ever had.", SECOND, source="c.example", marker="nicer"
            ),
            argument(
                "C++ compiles faster than Rust.", FIRST, source="d.example", aspects=["compile time"], marker="faster"
            ),
            argument(
                "In our builds C++ was faster than Rust by half.",
                FIRST,
                source="e.example",
                aspects=["compile time"],
                marker="faster",
            ),
        ],
        Decision.SECOND,
        confidence=0.78,
        aspects=[
            ("safety", Decision.INSUFFICIENT),
            ("compile time", Decision.FIRST),
            ("salaries", Decision.INSUFFICIENT),
        ],
    ),
    "equal": comparison(
        ("butter", "margarine"),
        [
            argument(
                "For sponge cake margarine works as well as butter.", EQUAL, source="a.example", marker="as well as"
            ),
            argument(
                "In biscuits I find no difference between butter and margarine.",
                EQUAL,
                source="b.example",
                marker="no difference",
            ),
            argument(
                "Butter and margarine have the same number of calories.", EQUAL, source="c.example", marker="same"
            ),
            argument("Butter tastes better than margarine.", FIRST, source="d.example"),
        ],
        Decision.EQUAL,
        confidence=0.81,
    ),
    "undecided": comparison(
        ("cats", "dogs"),
        [
            argument("Cats are easier to keep than dogs.", FIRST, source="a.example", marker="easier"),
            argument("Cats are cleaner than dogs.", FIRST, source="b.example", marker="cleaner"),
            argument("Cats make better flatmates than dogs.", FIRST, source="c.example"),
            argument("Dogs are better company than cats.", SECOND, source="d.example"),
            argument("Dogs are more loyal than cats.", SECOND, source="e.example", marker="more loyal"),
        ],
        Decision.UNDECIDED,
        aspects=[],
    ),
    "insufficient": comparison(
        ("zinc", "tin"),
        [argument("For roofs zinc is better than tin.", FIRST, source="roofers.example")],
        Decision.INSUFFICIENT,
        retrieved=7,
    ),
    "nothing": comparison(("AT&T", "a/b {"), [], Decision.INSUFFICIENT, retrieved=0),
}
"""One comparison per ending, by its name."""
