"""Where the evidence is from: the sources and their dates, what counts of them, the corpus, pages to read."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from actions.views.evidence import arguments, on_what_was_asked, years
from actions.views.parts import PER_SIDE, finish
from engine.text.tokens import clean, unique
from engine.types import (
    Answer,
    Argument,
    Citation,
    Comparison,
    CorpusSummary,
    Document,
    Page,
    PageComparison,
    Sentence,
    Standings,
    document,
    origin,
)
from engine.types.document import Block, Blocks, BulletList, Paragraph, Role, Runs, Words, own_words
from generation.answer_builder import AnswerBuilder, Quote, plain
from generation.evidence import Evidence

MOST_SOURCES = 15
"""Sources that are listed at most where all are asked for."""
_SMALL = 100
"""A publisher of less than one document in so many is not named."""


def dates(found: Comparison | Standings, shown: Answer) -> Answer:
    """Return from when the evidence is, and what was quoted of it."""
    builder = AnswerBuilder(found.objects, lines=True)
    all_hits = [argument.hit for argument in arguments(found)]
    dated, number = years(found), sum(bool(hit.document.date) for hit in all_hits)
    if dated:
        when = " to ".join(unique((dated[0], dated[-1])))
        have = "has" if number == 1 else "have"
        of_all = f"Of {len(all_hits):,} sentences that compare them, {number:,} {have} a date, from {when}."
        builder.add(of_all if len(all_hits) > 1 else f"The only sentence that compares them is from {when}.")
    else:
        builder.add("I cannot tell: none of the sentences that compare them has a date.")
    known = {argument.hit.sentence.id: argument for argument in arguments(found)}
    for citation in shown.citations:
        date = _day(citation.hit.document)
        if dated:
            builder.add_item(Quote(known[citation.hit.sentence.id]), f" – {date or 'no date'}")
    return finish(builder, found, "dates")


def most_dated(found: Comparison | Standings, *, oldest: bool) -> Answer:
    """Return the newest, or the oldest, of the sentences that compare the things, and how many have no date."""
    builder = AnswerBuilder(found.objects)
    all_told = arguments(found)
    dated = sorted((one for one in all_told if one.hit.document.date), key=lambda one: one.hit.document.date)
    if dated:
        chosen = dated[0 if oldest else -1]
        which = "oldest" if oldest else "newest"
        builder.add(f"The {which} is from {_day(chosen.hit.document)}: ", Quote(chosen), ".")
    undated = len(all_told) - len(dated)
    known = f"{undated:,} of {len(all_told):,} sentences have no date" if dated else "none of the sentences has a date"
    if undated:
        builder.add(f"{'Of the others I cannot tell' if dated else 'I cannot tell'}: {known}.")
    return finish(builder, found, "dates")


def age_counts(found: Comparison | Standings) -> Answer:
    """Return whether it matters how old the evidence is."""
    told = arguments(found)
    undated = sum(not one.hit.document.date for one in told)
    unknown = f"; of {undated:,} of {len(told):,} sentences I know no date" if undated else ""
    said = "Not for the count: each source counts once, however old it is."
    return Answer(own_words(f"{said} It does matter where things have changed since{unknown}."), (), "ages")


def ages(cited: Sequence[Citation]) -> Answer:
    """Return from when sources are."""
    dated = [(one, _day(one.hit.document)) for one in cited]
    told = [f"{_source(one)} {f'is from {date}' if date else 'has no known date'}." for one, date in dated]
    return Answer(tuple(chain.from_iterable(map(own_words, told))), (), "ages")


def what_counts(found: Comparison | Standings, cited: Sequence[Citation]) -> Answer:
    """Return what sources count, one voice each, beside how many others that say the same; a single one is quoted."""
    blocks: list[Block] = []
    for one in cited:
        for comparison in [*map(on_what_was_asked, found.pairs), *found.pairs]:
            said = next((argument for argument in comparison.arguments if argument.hit is one.hit), None)
            if said:
                evidence = Evidence(comparison)
                tally = evidence.tally()
                side = f"{tally.of(said.stance):,} speak for {evidence.names[said.stance]}"
                blocks += own_words(f"{_source(one)} counts once among {tally.total:,} sources, of which {side}.")
                break
    alone = tuple(cited) if len(cited) == 1 else ()
    blocks += (Paragraph((document.Quote(clean(one.hit.sentence.text), one.number),)) for one in alone)
    blocks += own_words("I cannot check who wrote it or whether it is right: I only count who says the same.")
    return Answer(tuple(blocks), alone, "what_counts")


def _day(document: Document) -> str:
    """Return the date of a document without the time; empty where it has none."""
    return document.date.partition("T")[0]


def _source(citation: Citation) -> str:
    found = citation.hit.document
    source = origin(found.source, found.id)
    return f"Source {citation.number}{f' ({source})' if source else ''}"


def corpus(summary: CorpusSummary | None, index: str = "") -> Blocks:
    """Return what an index holds, with its name if it has one; where that is not known, that it is searched anew."""
    if summary is None:
        return own_words("I look for sentences that compare things when you ask; each answer names its sources.")
    named = f"“{plain(index)}”: " if index else ""
    said = f"I search {named}{summary.sentences:,} sentences of {summary.documents:,} documents"
    if summary.since:
        years = sorted({summary.since[:4], summary.until[:4]})
        said += f"; those with a date are from {' to '.join(years)}"
    large = [(name, number) for name, number in summary.publishers if name and number * _SMALL > summary.documents]
    most = [f"{name} ({number:,} documents)" for name, number in large[:PER_SIDE]]
    told = [f"{said}.", f"Most are from {', '.join(most)}." if most else ""]
    told.append("All of it was written to show what I can do." if summary.sample else "")
    return own_words(" ".join(filter(None, [*told, "I do not search the web, and each quote names its source."])))


def source(found: Comparison | Standings, shown: Answer, number: int, context: Sequence[Sentence]) -> Answer:
    """Return one source of an answer: the whole sentence among its neighbours, by whom, when, and where to read it.

    Args:
        found: What the answer was made of.
        shown: The answer.
        number: Of a citation of it.
        context: The sentence and its neighbours.
    """
    citation = next(one for one in shown.citations if one.number == number)
    known = {argument.hit.sentence.id: argument for argument in arguments(found)}
    where = ", ".join(_origin(known[citation.hit.sentence.id]))
    title = plain(citation.hit.document.title)
    heading = f"Source {number}{', “' + title + '”' if title else ''} ({where}):"
    said = Paragraph((document.Quote(clean(citation.hit.sentence.text), number),))
    beside = " … ".join(clean(one.text) for one in context if one.id != citation.hit.sentence.id)
    around = Paragraph((Words("It stands beside: "), document.Quote(beside, 0))) if beside else None
    blocks = (*own_words(heading, Role.HEADING), said, *([around] if around else []))
    return Answer(blocks, (citation,), "source")


def sources(
    found: Comparison | Standings, shown: Answer, *, rest: bool = False, dated: bool = False, earlier: bool = False
) -> Answer:
    """Return the citations of an answer as a list: what is said, by whom, when, and where to read it.

    Args:
        found: What the answer was made of.
        shown: The answer; its numbers are kept.
        rest: Whether to list the other sources that the verdict rests on, too.
        dated: Whether to tell of each that has no date that it has none.
        earlier: Whether another reply came behind the answer, that nothing was found.
    """
    known = {argument.hit.sentence.id: argument for argument in arguments(found)}
    builder = AnswerBuilder(found.objects, lines=True)
    voices = len({source for citation in shown.citations for source in citation.hit.sources})
    if voices:
        quoted = "Quoted before that" if earlier else "Quoted"
        builder.add(f"{quoted} {'is one source' if voices == 1 else f'are {voices} sources'}:", role=Role.HEADING)
    for citation in shown.citations:
        argument = known[citation.hit.sentence.id]
        undated = ["no date"] * (dated and not citation.hit.document.date)
        builder.add_item(Quote(argument), f" – {', '.join((*_origin(argument), *undated))}")
    if rest and (others := _unquoted(found, shown)):
        listed_too = others[: max(1, MOST_SOURCES - len(shown.citations))]
        number = "" if len(listed_too) == len(others) else f"{len(listed_too)} of {len(others)} "
        builder.add(f"Not quoted are {number}others that the verdict rests on:", role=Role.HEADING)
        for argument in listed_too:
            builder.add_item(Quote(argument), f" – {', '.join(_origin(argument))}")
    for pair in found.pairs[:PER_SIDE]:
        builder.add(pair.searched.sentence)
    return builder.finish("sources")


def _unquoted(found: Comparison | Standings, shown: Answer) -> list[Argument]:
    """Return the best of each source that speaks for what was asked and that an answer does not cite."""
    heard = {source for citation in shown.citations for source in citation.hit.sources}
    best: dict[str, Argument] = {}
    for argument in chain.from_iterable(on_what_was_asked(pair).arguments for pair in found.pairs):
        if heard.isdisjoint(argument.hit.sources):
            best.setdefault(argument.hit.voter, argument)
    return [*best.values()]


def pages(found: PageComparison) -> Blocks:
    """Return the pages that are best read side by side, a row each, and where they are."""
    about = f" and {plain(found.aspect)}" if found.aspect else ""
    if not found.rows:
        none = f"I found no pages about {' and '.join(map(plain, found.objects))}{about} to read side by side."
        return (*own_words(none), *own_words(found.notice, Role.NOTICE))
    items: list[Runs] = []
    for row in found.rows[:PER_SIDE]:
        placed = zip(found.objects, found.results, row.places, strict=True)
        shown = {hits[place].page: name for name, hits, place in reversed([*placed]) if place >= 0}
        both = len(shown) == 1
        named = [f"{'' if both else plain(name) + ': '}{_page(page)}" for page, name in reversed(shown.items())]
        items.append((Words(" · ".join(named)),))
    heading = f"Pages about {' and '.join(map(plain, found.objects))}{about} that go together:"
    listed_pages = BulletList(tuple(items))
    return (*own_words(heading, Role.HEADING), listed_pages, *own_words(found.notice, Role.NOTICE))


def _page(page: Page) -> str:
    where = page.url or page.source
    sample = ", sample text" * page.sample
    return (
        f"“{plain(page.title or page.id)}” ({plain(where)}{sample})" if where else f"“{plain(page.title or page.id)}”"
    )


def _origin(argument: Argument) -> list[str]:
    document, others = argument.hit.document, len(argument.hit.sources) - 1
    more = f"and {others} more" if others else ""
    told = [origin(document.source, document.id), more, _day(document), document.url, "sample text" * document.sample]
    return [part for part in told if part]
