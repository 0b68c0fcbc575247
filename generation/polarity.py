"""Whether a comparative word praises or blames: "Is A worse than B?" is a yes when B is ahead."""

from __future__ import annotations

from engine.text import stems

_PRAISE = """
    better best superior preferable prefer recommend recommended over rather instead beat outperform outclass
    faster fast quicker quick easier easy simpler simple cheaper cheap safer safe healthier healthy smarter smart
    nicer nice cleaner clean greener tastier tasty cuter cute friendlier friendly sturdier smoother prettier sharper
    reliable efficient effective powerful useful popular comfortable convenient durable secure stable fun interesting
    beautiful flexible accurate affordable nutritious economical productive versatile scalable intuitive readable
"""
_BLAME = """
    worse worst inferior slower slow poorer weaker costlier pricier riskier uglier noisier dirtier clumsier sicker
    dumber stupider expensive difficult dangerous complicated complex harmful unhealthy unreliable unsafe insecure
    boring annoying toxic addictive painful buggy overpriced stressful wasteful fragile
"""
_GENERAL = "better best worse worst superior inferior preferable prefer recommend recommended over rather instead beat"
_PRAISES, _BLAMES, _GENERALS = (frozenset(stems(words)) for words in (_PRAISE, _BLAME, _GENERAL))
_LESS = frozenset(stems("less least"))
_TOILSOME = frozenset(stems("harder to"))
"""Blame together: "harder to learn", which "harder than steel" is not."""
_NEGATIONS = frozenset(stems("not no never cannot without nothing isn't aren't wasn't doesn't don't won't can't"))


def polarity(words: str) -> int:
    """Return 1 for words that praise the thing they are said of, -1 for blame, 0 when that is open.

    >>> [polarity(words) for words in ("better", "more expensive", "less safe", "bigger")]
    [1, -1, -1, 0]
    """
    found = frozenset(stems(words))
    praised, blamed = bool(found & _PRAISES), bool(found & _BLAMES or found >= _TOILSOME)
    if found & _NEGATIONS or praised == blamed:
        return 0
    sign = 1 if praised else -1
    return -sign if found & _LESS else sign


def is_general(words: str) -> bool:
    """Return whether the words judge a thing as a whole, as "better" does and "faster" does not."""
    return bool(_GENERALS.intersection(stems(words)))


def is_negation(stem: str) -> bool:
    """Return whether a stem turns what follows into its opposite."""
    return stem in _NEGATIONS or stem in _LESS
