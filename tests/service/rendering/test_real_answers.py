"""Real answers of every generator, length and ending, drawn for every place: nothing of one place shows in another."""

from __future__ import annotations

import re
from functools import cache
from xml.etree import ElementTree

import pytest
from markdown_it import MarkdownIt

from engine import registry, schemas
from engine.config import load_config
from engine.pipeline import Engine
from engine.retrieval.in_memory import ListRetriever
from engine.text.tokens import clean
from engine.types import Answer, Comparison, Document, Length, Query, Sentence, Standings
from engine.types.document import Quote, Table, runs_of
from service.rendering import html, markdown, plain, slack, ssml, telegram
from service.rendering.blocks import of_answer
from service.rendering.terminal import MAX_WIDTH, show_answer, show_document
from tests.conformance.renderer import flat
from tests.service.rendering.pages import page
from tests.service.rendering.test_platforms import TAGS as TELEGRAM_TAGS
from tests.service.rendering.test_renderers import FROM_MARKDOWN, TAGS
from tests.service.slack.kit import check_message, shown

NAMES = {
    "two": ("C++", "AT&T"),
    "two marked": ("<b>", "*x*"),
    "equal": (".NET", "a/b {"),
    "three": ("tea 🍵", "R&D", "_under_ `code`"),
    "nothing": ("C#", "row[1]"),
}
"""Ending → what is compared."""

BETTER = (
    "{0} is better than {1}.",
    "For beginners {0} is easier to use than {1}, says aunt no. {n}!",
    "{0} is cheaper than {1} | by far.",
    "I find {0} faster than {1} for work & play.",
    "In 2020 we found that {0} is more reliable than {1} <or> so.",
)
LEVEL = ("{0} is as good as {1}.", "{0} and {1} are equally good, as *everybody* knows.", "{1} is as fast as {0}.")

LEFT = re.compile(r"\| ?-{3}|&(?:amp|lt|gt|quot|#\d+);")
"""What was meant for another place: a rule of a table, what is escaped twice."""


def sentences(names: tuple[str, ...], ending: str) -> list[str]:
    if ending == "nothing":
        return []
    first, *others = names
    patterns = LEVEL if ending == "equal" else BETTER
    said = [pattern.format(first, other, n=n) for n, other in enumerate(others) for pattern in patterns]
    return [*said, f"{names[1]} is better than {first} in winter.", *(f"{one}: why not?" for one in names)]


@cache
def found(ending: str) -> tuple[Engine, Comparison | Standings]:
    names = NAMES[ending]
    documents = [
        Document(f"d{n}", f"On {names[0]}", source=f"host {n}", sample=n % 3 == 0, sentences=(said,))
        for n, said in enumerate(
            Sentence(f"d{n}#0", text, f"d{n}", 0) for n, text in enumerate(sentences(names, ending))
        )
    ]
    engine = Engine(load_config(environ={}), retriever=ListRetriever(documents=documents))
    return engine, engine.compare_any(Query(names))


@pytest.fixture(params=NAMES, ids=str)
def ending(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=Length, ids=str)
def length(request: pytest.FixtureRequest) -> Length:
    return Length(request.param)


@pytest.fixture(params=[name for name in registry.names("generator") if name != "ctrl"], ids=str)
def answer(request: pytest.FixtureRequest, ending: str, length: Length) -> Answer:
    engine, comparison = found(ending)
    return engine.answer(comparison, generator=request.param, length=length)


def said_by_sources(answer: Answer) -> list[Quote]:
    return [run for run in runs_of(answer.blocks) if isinstance(run, Quote)]


def tables(answer: Answer) -> list[Table]:
    return [block for block in answer.blocks if isinstance(block, Table)]


def check_shown(answer: Answer, seen: str, *, ending: str, whole: bool = True) -> None:
    """Check that all of an answer is seen, as it is; where a table is drawn in columns its cells are not ``whole``."""
    assert not LEFT.search(seen)
    assert "\\" not in seen
    names = [name.replace("row[1]", "row(1)") for name in NAMES[ending]]
    assert any(flat(name) in flat(seen) for name in names)
    for run in said_by_sources(answer):
        words = flat(seen) if whole else seen
        assert flat(run.text) in words if whole else all(word[:9] in words for word in run.text.split())


def test_plain_text_is_what_it_says(answer: Answer, ending: str, length: Length) -> None:
    shown_blocks = of_answer(schemas.answer(answer))
    check_shown(answer, answer.text, ending=ending)
    check_shown(answer, plain.render(shown_blocks), ending=ending)
    assert plain.render(shown_blocks).startswith(answer.text)
    assert length is not Length.LINE or "\n" not in answer.text


def test_html_and_markdown_are_pages_with_real_tables(answer: Answer, ending: str) -> None:
    blocks = of_answer(schemas.answer(answer))
    drawn = html.render(blocks)
    from_markdown = MarkdownIt("gfm-like", {"linkify": False}).render(markdown.render(blocks))
    for source, tags in (drawn, TAGS), (from_markdown, FROM_MARKDOWN):
        check_shown(answer, page(source, tags).text, ending=ending)
        assert source.count("<table>") == len(tables(answer))
        assert source.count("<th") >= sum(map(len, (table.header[1:] for table in tables(answer))))


def test_telegram_and_slack_take_it_with_monospaced_tables(answer: Answer, ending: str) -> None:
    blocks = of_answer(schemas.answer(answer))
    whole = not tables(answer)
    sent = telegram.render(blocks)
    check_shown(answer, "".join(page(one.html, TELEGRAM_TAGS).text for one in sent), ending=ending, whole=whole)
    assert sum(one.html.count("<pre>") for one in sent) == len(tables(answer))
    posted = [message["blocks"] for message in slack.render(blocks)]
    for message in posted:
        check_message(message)
    check_shown(answer, "".join(map(shown, posted)), ending=ending, whole=whole)
    parts = [part for message in posted for block in message for part in block.get("elements", ())]
    assert sum(part["type"] == "rich_text_preformatted" for part in parts) == len(tables(answer))


def test_a_voice_says_what_a_source_says_as_that(answer: Answer) -> None:
    said = ssml.sentences(answer.blocks)
    heard = " ".join(ElementTree.fromstring(ssml.speak(said)).itertext())
    assert not re.search(r"[\[\]|“”<>&*_`{}\\]", heard)
    assert all(sentence.endswith((".", "!", "?")) for sentence in said)
    assert not re.search(r"\s[.,;:!?]|\band and\b|\bfor [.,]", heard)
    for run in said_by_sources(answer):
        begin = ssml.spoken(run.text)[:40].strip(" ,.;:")
        before = heard.partition(begin)[0] if run.attributed else ""
        introduced = re.search(
            r"(?:sa(?:y|ys|id)|that|another|(?:seen|as) in|the words|and|named for|[;,:.!?]) ?$", before
        )
        assert introduced if run.attributed else f"one source says: {begin}".casefold() in heard.casefold()


def test_a_terminal_shows_it_in_lines_and_columns(answer: Answer, ending: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    drawn = show_document(answer.blocks)
    check_shown(answer, drawn, ending=ending, whole=not tables(answer))
    assert all(len(line) <= 80 <= MAX_WIDTH for line in drawn.splitlines())
    assert drawn in show_answer(schemas.answer(answer), fancy=False)
    for table in tables(answer):
        rule = next(line for line in drawn.splitlines() if set(line) == {"-", " "})
        assert len(rule.split()) == len(table.header)
        columns = [at for at, char in enumerate(rule) if char == "-" and (not at or rule[at - 1] == " ")]
        header = drawn.splitlines()[drawn.splitlines().index(rule) - 1]
        assert len(columns) == len(table.header)
        assert header.strip()
    assert clean(drawn.replace("\n", " ")).strip()
