"""The live web, by a stand-in for SearXNG and for the pages that it finds, both served on loopback."""

from __future__ import annotations

import gzip
import html
import json
import re
import socket
import time
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from engine.browsing import Browser
from engine.config import load_config
from engine.errors import ConfigError, NotFoundError, UnavailableError
from engine.retrieval.embedded.build import build_index
from engine.retrieval.embedded.pages import TantivyPages
from engine.retrieval.web import searxng_client
from engine.retrieval.web.safe_fetch import is_public
from engine.retrieval.web.searxng import SearxngPages
from engine.retrieval.web.searxng_client import MAX_ANSWER_BYTES
from tests.conformance.pages import PAGES, PagesConformance
from tests.engine.retrieval.served_web import Web, answering, result, send


@pytest.fixture
def web() -> Iterator[Web]:
    with closing(Web()) as served:
        yield served


def searcher_of(web: Web, **settings: Any) -> SearxngPages:
    changes = {"url": web.url, "timeout_s": 2.0, "private_addresses": True, **settings}
    return SearxngPages(settings=load_config(overrides={"searxng": changes}, environ={}).searxng)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    folder, web = tmp_path_factory.mktemp("web"), Web()
    records = [{"id": page.id, "title": page.title, "text": page.text} for page in PAGES]
    (folder / "pages.jsonl").write_text("\n".join(map(json.dumps, records)), "utf-8")
    build_index([folder / "pages.jsonl"], folder / "index")
    index = TantivyPages(index=folder / "index")

    def find(query: str, part: int) -> list[dict[str, str]]:
        names = re.findall(r'"([^"]+)"', query)
        hits = index.search(query.replace('"', " "), names=names).hits if part == 1 else ()
        return [result(f"{web.url}/{number[hit.page.id]}", hit.page.title, "Tea.") for hit in hits]

    number = {page.id: n for n, page in enumerate(PAGES)}
    web.paths["/search"] = answering(find)
    for page in PAGES:
        shown = f"<title>{html.escape(page.title)}</title><p>{html.escape(page.text)}</p>".encode()
        web.paths[f"/{number[page.id]}"] = lambda request, shown=shown: send(request, shown)  # type: ignore[misc]
    yield web
    index.close()
    web.close()


class TestSearxngPages(PagesConformance):
    @pytest.fixture
    def searcher(self, served: Web) -> SearxngPages:
        return searcher_of(served, fetched=50, timeout_s=30.0)


def test_results_are_taken_as_they_are_without_fetching(web: Web) -> None:
    web.paths["/search"] = answering([result("https://a.example/x", "Tea\x1b", "Tea   beats <b>coffee</b>.")])
    (hit,) = searcher_of(web).search("tea taste", names=["tea"]).hits
    assert (hit.page.url, hit.page.title, hit.page.source) == ("https://a.example/x", "Tea", "a.example")
    assert hit.snippet == "Tea beats <b>coffee</b>."
    assert [hit.snippet[start:end] for start, end in hit.highlights] == ["Tea"]
    assert "q=%22tea%22+taste" in web.asked[0] or "q=%22tea%22%20taste" in web.asked[0]


def test_a_name_cannot_leave_its_quotes(web: Web) -> None:
    web.paths["/search"] = answering([])
    searcher_of(web).search('tea" site:evil', names=['tea" site:evil'])
    (query,) = parse_qs(urlsplit(web.asked[0]).query)["q"]
    assert query.startswith('"tea')
    assert query.count('"') == 2


def test_further_results_are_asked_for_until_there_are_enough_or_no_new_ones(web: Web) -> None:
    web.paths["/search"] = answering(
        lambda _, part: [result(f"https://a.example/{min(part, 3)}/{n}") for n in range(4)]
    )
    assert len(searcher_of(web).search("tea", k=6).hits) == 6
    assert len(web.asked) == 2
    assert len(searcher_of(web).search("tea", k=50).hits) == 12
    assert len(web.asked) == 2 + 4


def test_what_was_found_is_kept(web: Web) -> None:
    web.paths["/search"] = answering([result("https://a.example/")])
    searcher = searcher_of(web)
    assert searcher.search("tea", k=1) == searcher.search("tea", k=1)
    assert len(web.asked) == 1
    forgetful = searcher_of(web, cached_mb=0)
    assert forgetful.search("tea", k=1) == forgetful.search("tea", k=1)
    assert len(web.asked) == 3


@pytest.mark.parametrize(
    "results",
    [
        [None, 7, "x", [], {}],
        [{"url": "https://a.example/"}],
        [{"url": 7, "title": "T"}],
        [result("javascript:alert(1)"), result("file:///etc/passwd"), result("ftp://a.example/"), result("")],
    ],
)
def test_results_that_cannot_be_used_are_left_out(web: Web, results: Any) -> None:
    web.paths["/search"] = answering(results)
    assert searcher_of(web).search("tea").hits == ()


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"", "does not answer as SearXNG does"),
        (b"<html>", "search.formats"),
        (b"[]", "no list of results"),
        (b'{"results": 7}', "no list of results"),
        (b"[" * 200_000, "does not answer as SearXNG does"),
        (b"\xff\xfe\x00", "does not answer as SearXNG does"),
        (b" " * (MAX_ANSWER_BYTES + 1), "longer than"),
    ],
)
def test_a_malformed_answer_is_said(web: Web, body: bytes, said: str) -> None:
    web.paths["/search"] = lambda request: send(request, body, Content_Type="application/json")
    with pytest.raises(UnavailableError, match=said):
        searcher_of(web).search("tea")


def test_an_instance_that_is_slow_down_or_refuses_is_said(web: Web) -> None:
    web.paths["/search"] = lambda request: time.sleep(1.0)
    with pytest.raises(UnavailableError, match=r"does not answer in time.*Check searxng\.url"):
        searcher_of(web, timeout_s=0.2).search("tea")
    web.paths["/search"] = lambda request: send(request, b"", status=403)
    with pytest.raises(UnavailableError, match="status 403"):
        searcher_of(web).search("tea")
    with pytest.raises(UnavailableError, match="cannot be fetched"):
        searcher_of(web, url="http://127.0.0.1:9").search("tea")
    with pytest.raises(ConfigError, match=r"searxng\.url"):
        searcher_of(web, url="")


def test_an_instance_that_hangs_is_not_waited_for_again_and_used_when_it_is_back(
    web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searxng_client, "RESTS_S", 0.5)
    working = web.paths["/search"] = answering(lambda query, part: [result("https://example.org/1", "Tea", "Tea.")])
    web.paths["/search"] = lambda request: time.sleep(1.0)
    searcher = searcher_of(web, timeout_s=0.2)
    with pytest.raises(UnavailableError, match="in time"):
        searcher.search("tea")
    asked = len(web.asked)
    with pytest.raises(UnavailableError, match="in time"):
        searcher.search("tea")
    assert len(web.asked) == asked
    web.paths["/search"] = working
    time.sleep(0.6)
    assert searcher.search("tea").hits


def test_an_instance_that_was_stopped_is_told_from_a_slow_one(web: Web) -> None:
    with socket.create_server(("127.0.0.1", 0)) as hanging:  # as a process that was stopped: the kernel connects
        started = time.monotonic()
        with pytest.raises(UnavailableError, match="does not answer in time"):
            searcher_of(web, url=f"http://127.0.0.1:{hanging.getsockname()[1]}", timeout_s=30.0).search("tea")
        assert time.monotonic() - started < 4  # 1.8 s, and what a busy machine adds
    working = answering(lambda query, part: [result("https://example.org/1", "Tea", "Tea.")])

    def slowly(request: BaseHTTPRequestHandler) -> None:
        time.sleep(2.5)
        working(request)

    web.paths["/search"] = slowly
    assert searcher_of(web, timeout_s=30.0).search("tea").hits


def test_a_page_that_cannot_be_read_keeps_its_snippet(web: Web) -> None:
    def slowly(request: BaseHTTPRequestHandler) -> None:
        time.sleep(30.0)

    def endless(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.send_header("Content-Type", "text/html")
        request.end_headers()
        for _ in range(10_000):
            request.wfile.write(b"x" * 10_000)

    bomb = gzip.compress(b" " * 50_000_000)
    web.paths |= {
        "/good": lambda request: send(request, b"<p>Tea is read here.</p>"),
        "/slow": slowly,
        "/endless": endless,
        "/bomb": lambda request: send(request, bomb, Content_Encoding="gzip"),
        "/broken": lambda request: send(request, b"no gzip", Content_Encoding="gzip"),
        "/deep": lambda request: send(request, b"<div>" * 300_000),
        "/image": lambda request: send(request, b"\x89PNG", Content_Type="image/png"),
        "/loop": lambda request: send(request, b"", status=302, Location="/loop"),
        "/away": lambda request: send(request, b"", status=302, Location="file:///etc/passwd"),
        "/moved": lambda request: send(request, b"", status=301, Location="/good"),
        "/odd": lambda request: send(request, "<p>Tea très</p>".encode("latin-1"), Content_Type="text/html; charset=é"),
    }
    names = [*web.paths, "/missing"]
    web.paths["/search"] = answering([result(f"{web.url}{name}", name) for name in names])
    hits = searcher_of(web, fetched=50, timeout_s=6.0, max_bytes=2_000_000).search("tea").hits
    read = {hit.page.title: hit.page.text for hit in hits}
    assert set(read) == set(names)
    assert {name for name, text in read.items() if text != "Tea is fine."} == {"/good", "/moved", "/odd"}
    assert read["/moved"] == "Tea is read here."


@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1:{port}/secret",
        "http://localhost:{port}/secret",
        "http://2130706433:{port}/secret",
        "http://0x7f.1:{port}/secret",
        "http://[::1]:{port}/secret",
        "http://[::ffff:127.0.0.1]:{port}/secret",
        "http://0.0.0.0:{port}/secret",
        "http://10.0.0.1/",
        "http://169.254.169.254/latest/meta-data",
        "http://user:pass@127.0.0.1:{port}/secret",
        "http://127.0.0.1.:{port}/secret",
        "http://[fe80::1%25lo]/",
        "http:///",
        "http://[::1",
        "https://" + "x" * 10_000,
    ],
)
def test_addresses_of_our_own_network_are_not_fetched(web: Web, address: str) -> None:
    web.paths["/secret"] = lambda request: send(request, b"<p>Secret.</p>")
    searcher = searcher_of(web, private_addresses=False, fetched=5)
    address = address.format(port=urlsplit(web.url).port)
    with pytest.raises(UnavailableError):
        searcher.page(address)
    assert web.asked == []


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1111"])
def test_public_addresses_are_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        *(
            "127.0.0.1",
            "10.1.1.1",
            "192.168.0.1",
            "172.16.0.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "224.0.0.1",
        ),
        *("240.0.0.1", "255.255.255.255", "::1", "::", "fc00::1", "fe80::1%eth0", "::ffff:10.0.0.1", "2002:7f00:1::"),
        *("64:ff9b::7f00:1", "ff02::1", "host", ""),
    ],
)
def test_other_addresses_are_not(address: str) -> None:
    assert not is_public(address)


def test_what_is_no_address_is_not_found(web: Web) -> None:
    with pytest.raises(NotFoundError, match="https://…"):
        searcher_of(web).page("file:///etc/passwd")


def test_pages_of_the_web_are_set_side_by_side_by_setting(web: Web, tmp_path: Path) -> None:
    said = ("Tea is fine.", "I like it with milk and sugar.", "Nobody here drinks any.")
    web.paths["/search"] = answering(
        lambda query, _: [result(f"https://a.example/{query}/{n}", content=text) for n, text in enumerate(said)]
    )
    settings = {"retrieval": {"pages": "searxng", "index": tmp_path}, "searxng": {"url": web.url}}
    browser = Browser(load_config(overrides=settings, environ={}))
    found = browser.compare(["tea", "coffee"], "taste")
    browser.close()
    assert [len(hits) for hits in found.results] == [3, 3]
    assert len(found.rows) == 3
