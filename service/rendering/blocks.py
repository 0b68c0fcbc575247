"""What a person is shown of an answer, whatever shows it: its own blocks, and what stands below them.

::

    Paragraph, BulletList, Table    the answer, see ``engine.types.document``
    Bars        how the evidence divides, overall and per aspect; or who comes first of many
    Sources     the numbered sentences that are quoted, with where they stand
    Buttons     what the person may want to say next

Text in blocks is clean: one line, no control or direction characters. It is no markup of any kind.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple
from urllib.parse import quote, urlsplit

from engine import schemas, types
from engine.errors import shorten
from engine.text.tokens import clean
from engine.types import document
from engine.types.document import BulletList, Paragraph, Quote, Table, runs_of

MAX_NAME_CHARS = 60
MAX_SENTENCE_CHARS = 400
MAX_ORIGIN_CHARS = 200
MAX_URL_CHARS = 2000
"""A longer address is not shown."""
MAX_BARS = 10
_GENERAL = "in general"

_INNER_QUOTES = str.maketrans("“”", "‘’")


class Bar(NamedTuple):
    """One bar: the sources for a thing and for another one, or the probability that it is the best of many."""

    first: str
    share: float
    """0 to 1."""
    second: str
    """The other thing; empty among many."""
    about: str
    """The aspect; empty for the whole."""
    left: str
    """How many sources are for it; among many how likely it is the best: "71%"."""
    right: str
    """How many sources are for the other thing; empty among many."""
    note: str
    """What the bar rests on: "of 15 sources, 1 for neither"."""

    def drawn(self, chars: int, *, full: str = "█", empty: str = "░") -> str:
        """Return the bar drawn with so many characters."""
        length = round(chars * self.share)
        return full * length + empty * (chars - length)


@dataclass(frozen=True, slots=True)
class Bars:
    """Bars below each other; all of two things, or all of many."""

    bars: tuple[Bar, ...]


class Source(NamedTuple):
    """A quoted sentence and where it stands."""

    number: int
    sentence: str
    origin: str
    """Title, publisher, date, and whether it is sample text."""
    url: str
    """With http or https and nothing but URL characters; empty when there is none that can be shown."""
    quoted: bool = False
    """Whether the answer quotes the whole sentence, so that it need not be shown again."""


@dataclass(frozen=True, slots=True)
class Sources:
    """Sources by number, each once."""

    sources: tuple[Source, ...]


class Button(NamedTuple):
    """A suggestion: what it shows, and what the person says by choosing it."""

    title: str
    message: str


@dataclass(frozen=True, slots=True)
class Buttons:
    """Suggestions, the most useful first."""

    buttons: tuple[Button, ...]


Block = Paragraph | BulletList | Table | Bars | Sources | Buttons


def of_reply(reply: schemas.Reply) -> tuple[Block, ...]:
    """Return what to show of a reply in a conversation."""
    shown = _answered(reply["blocks"], reply["citations"], reply["comparison"], reply["standings"])
    titled = ((clean(button["title"]), button["message"]) for button in reply["buttons"])
    buttons = tuple(Button(title, message) for title, message in titled if title)
    return (*shown, Buttons(buttons)) if buttons else shown


def of_answer(answer: schemas.Answer) -> tuple[Block, ...]:
    """Return what to show of the answer to a single question."""
    return _answered(answer["blocks"], answer["citations"], answer["comparison"], answer["standings"])


def words_of(shown: Iterable[Block]) -> document.Blocks:
    """Return the answer itself, without what stands below it."""
    return tuple(block for block in shown if isinstance(block, Paragraph | BulletList | Table))


def _answered(
    shown: document.Blocks,
    citations: Iterable[schemas.Citation],
    comparison: schemas.Comparison | None,
    standings: schemas.Standings | None,
) -> tuple[Block, ...]:
    own = schemas.to_blocks(shown)
    blocks: list[Block] = [*own]
    if comparison:
        blocks.append(Bars(_shares(comparison)))
    if standings:
        for order in standings["orders"]:
            placed = (place for place in order["places"][:MAX_BARS] if place["rank"] is not None)
            blocks += [Bars(tuple(place_bar(order, one) for one in placed))] * (order["decision"] != "insufficient")
    if cited := {citation["number"]: citation for citation in citations}:
        quotes = {(run.number, _bare(run.text)) for run in runs_of(own) if isinstance(run, Quote)}
        blocks.append(Sources(tuple(_source(citation, quotes) for _, citation in sorted(cited.items()))))
    return tuple(block for block in blocks if block != Bars(()))


def _shares(comparison: schemas.Comparison) -> tuple[Bar, ...]:
    """Return a bar for what was asked, the whole, each asked aspect, and each mined one that the verdict depends on."""
    told = {share["aspect"]: share for share in comparison["shares"]}
    told |= {share["aspect"]: share for share in comparison["depends"] if share["aspect"] not in told}
    if (on := comparison["asked_verdict"]) and on["sources"]:
        told = {on["words"]: on["shares"][0], _GENERAL: told.pop("")} | told
    first, second = (_short(name) for name in comparison["objects"])
    bars = (_share_bar(first, second, _short(about), share) for about, share in told.items() if share["sources"])
    return tuple(islice(bars, MAX_BARS))


def _share_bar(first: str, second: str, about: str, share: schemas.Share) -> Bar:
    """Return how many sources are for either of two things as a bar; those for neither are half for each."""
    one, other, all_of_them = share["first_sources"], share["second_sources"], share["sources"]
    neither = all_of_them - one - other
    note = f"of {count(all_of_them, 'source')}{f', {neither:,} for neither' if neither else ''}"
    return Bar(first, (one + neither / 2) / all_of_them, second, about, f"{one:,}", f"{other:,}", note)


def place_bar(order: schemas.Order, place: schemas.Place) -> Bar:
    """Return the probability that an object is the best of many as a bar."""
    low, high = place["ranks"]
    where = f"place {low}" if low == high else f"place {low} to {high}"
    note = f"{where}, {count(place['sources'], 'source')}"
    likely = "<1%" if place["best"] < 0.01 else ">99%" if place["best"] > 0.99 else f"{place['best']:.0%}"
    return Bar(_short(place["object"]), place["best"], "", _short(order["aspect"]), likely, "", note)


def _bare(sentence: str) -> str:
    """Return a sentence as quotes have it: without its end mark, and with single marks for quotes within."""
    return sentence.translate(_INNER_QUOTES).rstrip(".!?… ")


def _source(citation: schemas.Citation, quotes: Collection[tuple[int, str]]) -> Source:
    sentence = clean(citation["sentence"])
    quoted = (citation["number"], _bare(sentence)) in quotes
    shown = shorten(sentence, MAX_SENTENCE_CHARS)
    return Source(citation["number"], shown, shorten(origin(citation), MAX_ORIGIN_CHARS), _url(citation["url"]), quoted)


def origin(source: schemas.Source) -> str:
    """Return where a sentence stands: title, publisher, date, and whether it is sample text."""
    date, sample = source["date"][:10], "sample text" if source["sample"] else ""
    publisher = types.origin(source["source"], source["document"])
    parts = (clean(part) for part in (source["title"], publisher, date, sample))
    return " · ".join(dict.fromkeys(filter(None, parts))) or clean(source["document"])


def _url(url: str) -> str:
    url = quote(url.strip(), safe="%/:?#[]@!$&+,;=")
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    known = parts.scheme in {"http", "https"} and parts.hostname and "@" not in parts.netloc
    return url if known and len(url) <= MAX_URL_CHARS else ""


def _short(name: str) -> str:
    return shorten(clean(name), MAX_NAME_CHARS)


def count(n: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun: "1 source", "2,000 sources"."""
    return f"{n:,} {noun if n == 1 else plural or noun + 's'}"
