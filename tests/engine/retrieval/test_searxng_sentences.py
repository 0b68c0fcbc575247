"""Sentences of the live web, by a stand-in for SearXNG and for the pages that it finds, both served on loopback."""

from __future__ import annotations

import asyncio
import gzip
import html
import time
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from engine.config import load_config
from engine.errors import ConfigError, NotFoundError, UnavailableError
from engine.pipeline import Engine
from engine.protocols import Retriever
from engine.retrieval.web.safe_fetch import fetch, make_session
from engine.retrieval.web.searxng import SearxngRetriever
from engine.types import Period
from tests.conformance.retriever import SENTENCES, RetrieverConformance
from tests.engine.retrieval.served_web import Handle, Web, answering, result, send


@pytest.fixture
def web() -> Iterator[Web]:
    with closing(Web()) as served:
        yield served


def settings(web: Web, **changes: Any) -> dict[str, Any]:
    searxng = {"url": web.url, "timeout_s": 20.0, "private_addresses": True, **changes}
    return {"retrieval": {"retriever": "searxng"}, "searxng": searxng}


def retriever_of(web: Web, **changes: Any) -> SearxngRetriever:
    return SearxngRetriever(settings=load_config(overrides=settings(web, **changes), environ={}).searxng)


def page(text: str, *, title: str = "T", head: str = "") -> Handle:
    body = f"<html><head><title>{title}</title>{head}</head><body><p>{text}</p></body></html>".encode()
    return lambda request: send(request, body)


def publish(web: Web, **pages: Handle) -> None:
    """Serve pages, and let every search find all of them."""
    web.paths |= {f"/{name}": handle for name, handle in pages.items()}
    web.paths["/search"] = answering([result(f"{web.url}/{name}", f"About {name}") for name in pages])


def queries(web: Web) -> list[str]:
    asked = [parse_qs(urlsplit(one).query) for one in web.asked if one.startswith("/search")]
    return [one["q"][0] for one in asked]


@pytest.fixture(scope="module")
def served() -> Iterator[Web]:
    with closing(Web()) as web:
        for n, text in enumerate(SENTENCES, 1):
            web.paths[f"/{n}"] = page(html.escape(text.replace("\ud800", "\ufffd")))
        hosts = ("127.0.0.1", "localhost")
        port = urlsplit(web.url).port
        web.paths["/search"] = answering(
            [result(f"http://{hosts[n % 2]}:{port}/{n}") for n, _ in enumerate(SENTENCES, 1)]
        )
        yield web


@pytest.fixture(scope="module")
def over_sentences(served: Web) -> Iterator[SearxngRetriever]:
    with closing(retriever_of(served, read=50, cached_s=3600.0)) as retriever:
        retriever.find("tea")
        yield retriever


class TestSearxngRetriever(RetrieverConformance):
    @pytest.fixture
    def retriever(self, served: Web, over_sentences: SearxngRetriever) -> SearxngRetriever:
        self.port = urlsplit(served.url).port
        return over_sentences

    def key(self, number: str) -> str:
        return f"http://{'localhost' if int(number) % 2 else '127.0.0.1'}:{self.port}/{number}"

    def test_it_says_how_many_sentences_it_holds(self, retriever: Retriever) -> None:
        assert retriever.size == 0  # it holds none: they are on the web


def test_names_are_quoted_and_an_aspect_is_searched_for_once_whatever_its_words(web: Web) -> None:
    web.paths["/search"] = answering([])
    retriever_of(web).search(
        ["tea", 'C++" site:evil'], aspects=["price", "cost", "cheap", "deep learning", "{", "x", "y"]
    )
    named = '"C++ site:evil" "tea"'
    assert sorted(queries(web)) == sorted([named, f"{named} price", f"{named} deep learning", f"{named} x"])


def test_what_an_aspect_finds_takes_turns_with_the_rest_and_so_many_pages_are_read(web: Web) -> None:
    for n in range(8):
        web.paths[f"/{n}"] = page(f"Tea is better than coffee number {n}.")
    web.paths["/search"] = answering(
        lambda query, part: (
            [result(f"{web.url}/{n}") for n in ((4, 5, 0, 6) if "price" in query else (0, 1, 2, 3))]
            if part == 1
            else []
        )
    )
    found = retriever_of(web, read=5).search(["tea", "coffee"], aspects=["price"])
    assert {hit.document.url.rpartition("/")[2] for hit in found.hits} == {"0", "4", "1", "5", "2"}


def test_a_host_has_one_vote_and_copies_are_one_hit(web: Web) -> None:
    publish(
        web,
        a=page("Tea is better than coffee. I like tea."),
        b=page("Tea is  better than coffee."),
        c=page("Tea is cheaper than coffee."),
    )
    hits = retriever_of(web).search(["tea", "coffee"]).hits
    assert {hit.sentence.text: hit.sources for hit in hits} == {
        "Tea is better than coffee.": ("127.0.0.1",),
        "Tea is cheaper than coffee.": ("127.0.0.1",),
    }
    assert sum(len(hit.copies) for hit in hits) == 1


def test_a_page_found_twice_is_one_page(web: Web) -> None:
    web.paths |= {"/a": page("Tea is better than coffee.")}
    web.paths["/search"] = answering([result(f"{web.url}/a#top"), result(f"{web.url}/a"), result(f"{web.url}/a#end")])
    assert retriever_of(web).search(["tea", "coffee"]).total == 1


@pytest.mark.parametrize(
    ("head", "date"),
    [
        ('<meta property="article:published_time" content="2024-05-01T10:00:00+02:00">', "2024-05-01T10:00:00+02:00"),
        ('<script type="application/ld+json">{"datePublished": "2023-01-02"}</script>', "2023-01-02"),
        ('<time itemprop="datePublished" datetime="2022-03">', "2022-03"),
        ('<meta property="article:published_time" content="yesterday">', ""),
        (f'<meta name="date" content="{"9" * 10_000}">', ""),
        ("", ""),
    ],
)
def test_a_page_has_the_date_that_it_says(web: Web, head: str, date: str) -> None:
    publish(web, a=page("Tea is better than coffee.", head=head))
    assert retriever_of(web).search(["tea", "coffee"]).hits[0].document.date == date


def test_the_date_of_the_search_counts_first(web: Web) -> None:
    web.paths["/a"] = page("Tea is better than coffee.", head='<meta name="date" content="2001-01-01">')
    found = result(f"{web.url}/a") | {"publishedDate": "2024-05-01T00:00:00"}
    web.paths["/search"] = answering([found])
    hit = retriever_of(web).search(["tea", "coffee"]).hits[0]
    assert hit.document.date == "2024-05-01"
    assert Period("2024", "2024").holds(hit.document.date)


def slow(request: BaseHTTPRequestHandler) -> None:
    time.sleep(30.0)


def test_pages_that_cannot_be_read_are_said_beside_what_was_found(web: Web) -> None:
    bomb = gzip.compress(b" " * 50_000_000)
    publish(
        web,
        good=page("Tea is better than coffee."),
        slow=slow,
        bomb=lambda request: send(request, bomb, Content_Encoding="gzip"),
        image=lambda request: send(request, b"\x89PNG", Content_Type="image/png"),
        empty=lambda request: send(request, b""),
        deep=lambda request: send(request, b"<div>" * 300_000),
        away=lambda request: send(request, b"", status=302, Location="file:///etc/passwd"),
    )
    found = retriever_of(web, timeout_s=6.0).search(["tea", "coffee"])
    assert [hit.sentence.text for hit in found.hits] == ["Tea is better than coffee."]
    assert found.notice == (
        "This rests on a part of the evidence: 6 of the 7 pages that were found could not be read (127.0.0.1)."
    )


def test_a_page_that_could_not_be_read_is_not_asked_for_again_at_once(web: Web) -> None:
    publish(web, good=page("Tea is better than coffee."), bad=lambda request: send(request, b"", status=500))
    retriever = retriever_of(web)
    assert retriever.search(["tea", "coffee"]).notice == retriever.search(["coffee", "tea"]).notice != ""
    assert sorted(one for one in web.asked if not one.startswith("/search")) == ["/bad", "/good"]


def test_pages_none_of_which_can_be_read_are_an_error(web: Web) -> None:
    publish(web, a=lambda request: send(request, b"", status=403))
    with pytest.raises(UnavailableError, match=r"none of the first 1 can be read: .*status 403"):
        retriever_of(web).search(["tea", "coffee"])


def test_a_search_that_fails_is_an_error_and_for_an_aspect_alone_a_notice(web: Web) -> None:
    web.paths["/search"] = lambda request: send(request, b"", status=403)
    with pytest.raises(UnavailableError, match=r"status 403.*searxng\.url"):
        retriever_of(web).search(["tea", "coffee"])
    listed = answering([result(f"{web.url}/a")])
    web.paths["/a"] = page("Tea is better than coffee.")
    web.paths["/search"] = lambda request: send(request, b"{") if "price" in request.path else listed(request)
    found = retriever_of(web).search(["tea", "coffee"], aspects=["price"])
    assert found.total == 1
    assert found.notice == "This rests on a part of the evidence: not every aspect could be searched for."
    web.paths["/search"] = lambda request: time.sleep(1.0)
    with pytest.raises(UnavailableError, match="does not answer"):
        retriever_of(web, timeout_s=0.2).search(["tea", "coffee"])
    with pytest.raises(ConfigError, match=r"searxng\.url"):
        retriever_of(web, url="")


@pytest.mark.parametrize(
    "engines", [[["google", "timeout"]], [["google", "CAPTCHA"], 7, [None], ["x" * 10_000] * 3] + [["y"]] * 500]
)
def test_nothing_found_because_no_engine_answers_is_an_error(web: Web, engines: list[Any]) -> None:
    web.paths["/search"] = answering([], unresponsive_engines=engines)
    with pytest.raises(UnavailableError, match="google") as error:
        retriever_of(web).search(["tea", "coffee"])
    assert len(str(error.value)) < 1_000


@pytest.mark.parametrize("engines", [None, [], 7, {}])
def test_nothing_found_is_nothing_found(web: Web, engines: Any) -> None:
    web.paths["/search"] = answering([], unresponsive_engines=engines)
    found = retriever_of(web).search(["tea", "coffee"])
    assert (found.hits, found.total, found.notice) == ((), 0, "")


def test_what_a_page_would_run_is_not_read(web: Web) -> None:
    publish(
        web,
        a=page(
            "Tea is better than coffee.<script>alert('tea coffee')</script><style>tea coffee {}</style>"
            "<!-- tea coffee --><p>Coffee &lt;script&gt;alert(1)&lt;/script&gt; beats tea &amp; milk.",
        ),
    )
    texts = {hit.sentence.text for hit in retriever_of(web).search(["tea", "coffee"]).hits}
    assert texts == {"Tea is better than coffee.", "Coffee <script>alert(1)</script> beats tea & milk."}


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("Crème tea beats café coffee.".encode(), "text/html; charset=iso-8859-1"),
        ("Crème tea beats café coffee.".encode("latin-1"), "text/html; charset=iso-8859-1"),
        ("Crème tea beats café coffee.".encode("latin-1"), "text/html; charset=nonesuch"),
        ("Crème tea beats café coffee.".encode("utf-16"), "text/html"),
    ],
)
def test_a_page_that_names_the_wrong_encoding_is_read(web: Web, body: bytes, kind: str) -> None:
    publish(web, a=lambda request: send(request, body, Content_Type=kind))
    assert [hit.sentence.text for hit in retriever_of(web).search(["crème tea", "café coffee"]).hits] == [
        "Crème tea beats café coffee."
    ]


def test_a_long_page_is_read_up_to_a_bound(web: Web) -> None:
    publish(web, a=page("Tea is better than coffee. " * 8_000 + "Coffee beats tea."))
    found = retriever_of(web, timeout_s=120.0).search(["tea", "coffee"])
    assert 1_000 < found.total < 8_000
    assert len(found.hits) == 1


def test_addresses_of_our_own_network_are_not_read(web: Web) -> None:
    publish(web, secret=page("Tea is better than coffee."))
    with pytest.raises(UnavailableError, match="none of the first 1 can be read"):
        retriever_of(web, private_addresses=False).search(["tea", "coffee"])
    assert "/secret" not in web.asked


@pytest.mark.parametrize("there", ["http://127.0.0.1:{port}/secret", "//[::1]:{port}/secret", "http://2130706433/"])
def test_a_redirect_into_our_own_network_is_not_followed(web: Web, there: str) -> None:
    port = urlsplit(web.url).port
    web.paths |= {
        "/secret": page("Secret."),
        "/away": lambda request: send(request, b"", status=302, Location=there.format(port=port)),
    }

    async def follow() -> None:
        # The session would reach this machine: what refuses is the look at each address on the way.
        async with make_session(timeout_s=20.0, private=True) as session:
            await fetch(session, f"http://localhost:{port}/away", max_bytes=1000, private=False)

    with pytest.raises(UnavailableError, match="not a public address"):
        asyncio.run(follow())
    assert web.asked == ["/away"]


def test_a_sentence_opens_in_its_page_while_that_is_kept_and_nothing_is_fetched_for_it(web: Web) -> None:
    publish(web, a=page("First. Tea is better than coffee. Last."), secret=page("Secret."))
    retriever = retriever_of(web)
    hit = next(iter(retriever.search(["tea", "coffee"]).hits))
    web.asked.clear()
    assert [one.text for one in retriever.context(hit.sentence.id, before=1)] == [
        "First.",
        "Tea is better than coffee.",
        "Last.",
    ]
    assert retriever.document(hit.document.id).title == "About a"
    with pytest.raises(NotFoundError, match="pages read in the last 600 s"):
        retriever.document(f"{web.url}/other")
    retriever.close()
    with pytest.raises(NotFoundError, match="Ask again"):
        retriever.context(hit.sentence.id)
    assert web.asked == []


def test_what_was_compared_is_kept_no_longer_than_what_was_read(web: Web) -> None:
    lasting = retriever_of(web)
    assert lasting.generation == lasting.generation
    passing = retriever_of(web, cached_s=0.01)
    before = passing.generation
    time.sleep(0.02)
    assert passing.generation != before
    forgetful = retriever_of(web, cached_mb=0)
    assert forgetful.generation != forgetful.generation


@pytest.mark.parametrize(
    ("language", "found"), [("en-GB", {"en", "none"}), ("de", {"de", "none"}), ("all", {"en", "de", "none"})]
)
def test_pages_in_other_languages_than_the_one_asked_for_are_left_out(web: Web, language: str, found: set[str]) -> None:
    for name, said in {"en": "en-US", "de": "de", "none": ""}.items():
        body = f"<html lang='{said}'><p>Tea beats coffee, {name}.</p>".encode()
        web.paths[f"/{name}"] = lambda request, body=body: send(request, body)  # type: ignore[misc]
    web.paths["/search"] = answering([result(f"{web.url}/{name}") for name in ("en", "de", "none")])
    hits = retriever_of(web, language=language).search(["tea", "coffee"]).hits
    assert {hit.document.url.rpartition("/")[2] for hit in hits} == found


def test_a_question_is_answered_from_the_web_with_citations(web: Web) -> None:
    publish(
        web,
        a=page("Tea is better than coffee for sleep. Tea is cheaper than coffee."),
        b=page("Coffee is worse than tea because it costs more."),
        bad=lambda request: send(request, b"", status=500),
    )
    engine = Engine(load_config(overrides=settings(web), environ={}))
    answer = engine.ask("Is tea better than coffee for sleep?")
    assert answer.citations
    assert {citation.hit.document.url for citation in answer.citations} <= {f"{web.url}/a", f"{web.url}/b"}
    assert answer.text.endswith("1 of the 3 pages that were found could not be read (127.0.0.1).")
    assert '"coffee" "tea" sleep' in queries(web)
    engine.close()
