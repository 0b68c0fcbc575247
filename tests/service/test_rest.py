"""The REST doors, good and bad."""

from __future__ import annotations

import asyncio
import gzip
import socket
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from itertools import combinations
from typing import Any
from urllib.parse import quote

import pytest
from jsonschema import Draft202012Validator
from pydantic import TypeAdapter

from engine import schemas
from engine.config import Config
from engine.retrieval.in_memory import ListRetriever
from engine.types import SearchResult
from engine.types.document import numbers_of, runs_of, text_of
from service.server.app import ROUTES
from tests.service.served import HOSTILE_IDS, Service, is_error, until

QUESTION = {"question": "Is tea better than coffee for sleep?"}
PAIR = {"objects": ["tea", "coffee"]}
POSTS = ["/api/v1/ask", "/api/v1/compare", "/api/v1/explain", "/api/v1/chat"]
GOOD = {
    "/api/v1/ask": QUESTION,
    "/api/v1/compare": PAIR,
    "/api/v1/explain": PAIR,
    "/api/v1/chat": {"message": QUESTION["question"]},
}


class HeldRetriever(ListRetriever):
    """Searches only once it is let go."""

    def __init__(self) -> None:
        super().__init__(sentences=["Tea is better than coffee."])
        self.go = threading.Event()

    def search(self, objects: Sequence[str], *, aspects: Sequence[str] = (), k: int = 10_000) -> SearchResult:
        self.go.wait(10)
        return super().search(objects, aspects=aspects, k=k)


class FaultyRetriever(ListRetriever):
    """Has a bug."""

    def __init__(self) -> None:
        super().__init__(sentences=[])

    def search(self, objects: Sequence[str], *, aspects: Sequence[str] = (), k: int = 10_000) -> SearchResult:
        raise RuntimeError("secret detail")


async def test_a_question_gets_a_cited_answer(service: Service) -> None:
    status, answer = await service.post("/api/v1/ask", QUESTION)
    assert status == 200
    assert answer["comparison"]["objects"] == ["tea", "coffee"]
    assert answer["comparison"]["winner"] == "tea"
    assert answer["citations"]
    blocks = schemas.to_blocks(answer["blocks"])
    assert answer["answer"] == text_of(blocks)
    numbers = {number for run in runs_of(blocks) for number in numbers_of(run)}
    assert numbers == {citation["number"] for citation in answer["citations"]}
    for citation in answer["citations"]:
        _, around = await service.get(f"/api/v1/sentences/{quote(citation['sentence_id'], safe='')}/context")
        assert citation["sentence"] in [sentence["text"] for sentence in around["sentences"]]


async def test_a_question_without_two_objects_gets_a_question_back(service: Service) -> None:
    status, answer = await service.post("/api/v1/ask", {"question": "What is the weather like?"})
    assert status == 200
    assert answer["comparison"] is None
    assert answer["answer"]


async def test_a_comparison_says_all_that_was_found(service: Service) -> None:
    aspects = [{"name": "sleep", "weight": 5}, {"name": "work"}]
    status, comparison = await service.post("/api/v1/compare", {**PAIR, "aspects": aspects, "fast": True})
    assert status == 200
    assert [share["aspect"] for share in comparison["shares"]] == ["", "sleep", "work"]
    assert comparison["asked"] == [{"name": "sleep", "weight": 5}, {"name": "work", "weight": 1}]
    assert comparison["winner"] == "tea"
    assert {argument["stance"] for argument in comparison["arguments"]} <= {"FIRST", "SECOND", "EQUAL"}
    assert sum(comparison["counts"].values()) == len(comparison["arguments"])


@pytest.mark.parametrize("objects", [["tea"], [], list("abcdefg"), ["tea", "Teas"], ["tea", "coffee", "Coffee"]])
async def test_a_comparison_takes_two_to_six_things(service: Service, objects: list[str]) -> None:
    is_error(await service.post("/api/v1/compare", {"objects": objects}), 422, "not_comparable")


async def test_more_than_two_things_are_put_in_order(service: Service) -> None:
    objects = ["tea", "coffee", "C++", "AT&T"]
    status, standings = await service.post("/api/v1/compare", {"objects": objects, "aspects": [{"name": "sleep"}]})
    assert status == 200
    Draft202012Validator(TypeAdapter(schemas.Standings).json_schema()).validate(standings)
    assert [order["aspect"] for order in standings["orders"]] == ["", "sleep"]
    assert [pair["objects"] for pair in standings["comparisons"]] == [list(pair) for pair in combinations(objects, 2)]
    ranks = {place["object"]: place["rank"] for place in standings["orders"][0]["places"]}
    assert ranks == {"tea": 1, "coffee": 2, "C++": None, "AT&T": None}
    assert ["C++", "AT&T"] in standings["missing"]


async def test_a_question_about_several_things_is_answered(service: Service) -> None:
    status, answer = await service.post("/api/v1/ask", {"question": "Which is better, tea, coffee or cocoa?"})
    assert status == 200
    assert answer["comparison"] is None
    assert answer["standings"]["objects"] == ["tea", "coffee", "cocoa"]
    assert "tea" in answer["answer"]


async def test_a_comparison_is_explained_source_by_source(service: Service) -> None:
    _, comparison = await service.post("/api/v1/compare", PAIR)
    status, explanation = await service.post("/api/v1/explain", {**PAIR, "limit": 2})
    assert status == 200
    Draft202012Validator(TypeAdapter(schemas.Explanation).json_schema()).validate(explanation)
    assert [explanation[name] for name in ("winner", "decision", "confidence", "interval")] == [
        comparison[name] for name in ("winner", "decision", "confidence", "interval")
    ]
    assert explanation["share"] == comparison["shares"][0]
    total = explanation["first_votes"] + explanation["second_votes"]
    assert explanation["first_votes"] / total == pytest.approx(explanation["share"]["first"])
    assert total == pytest.approx(explanation["share"]["sources"])
    assert len(explanation["votes"]) == 2
    _, rest = await service.post("/api/v1/explain", {**PAIR, "offset": 2, "limit": 100})
    assert len(rest["votes"]) == comparison["sources"] - 2
    sizes = [vote["first"] + vote["second"] for vote in (*explanation["votes"], *rest["votes"])]
    assert sizes == sorted(sizes, reverse=True)


@pytest.mark.parametrize("page", [{"offset": -1}, {"limit": 0}, {"limit": 101}, {"limit": "all"}, {"ofset": 1}])
async def test_a_strange_page_of_an_explanation_is_refused(service: Service, page: dict[str, Any]) -> None:
    is_error(await service.post("/api/v1/explain", {**PAIR, **page}), 400, "bad_input")


@pytest.mark.parametrize("objects", [["tea"], ["tea", "coffee", "cocoa"]])
async def test_two_things_are_explained_at_a_time(service: Service, objects: list[str]) -> None:
    is_error(await service.post("/api/v1/explain", {"objects": objects}), 422, "not_comparable")


@pytest.mark.parametrize("name", ["generator", "classifier", "ranker"])
async def test_an_unknown_part_is_named_with_those_that_exist(service: Service, name: str) -> None:
    path, body = ("/api/v1/ask", QUESTION) if name == "generator" else ("/api/v1/compare", PAIR)
    message = is_error(await service.post(path, {**body, name: "nonesuch"}), 400, "unknown_name")
    assert "nonesuch" in message
    assert "Known: " in message


@pytest.mark.parametrize(
    "question", ["a AND (b", '"', "/", "{", "<b>tea</b>", "🍵 or ☕?", "\u202etea", "%00", "' OR 1=1 --", "tea " * 400]
)
async def test_a_strange_question_gets_a_sensible_reply(service: Service, question: str) -> None:
    status, answer = await service.post("/api/v1/ask", {"question": question})
    assert status == 200
    assert answer["answer"]


@pytest.mark.parametrize("question", ["", " \n\t", "\u0007\u0000", "x" * 10_000])
async def test_an_empty_or_endless_question_is_refused(service: Service, question: str) -> None:
    is_error(await service.post("/api/v1/ask", {"question": question}), 400, "bad_input")


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b"1e999",
        b'"x"',
        b"{}",
        b"\xff\xfe\x00",
        b'{"question": "\xc3\x28", "message": "\xc3\x28", "objects": ["\xc3\x28"]}',
        b'{"question": "\\ud800", "message": "\\ud800", "objects": ["\\ud800", "x"]}',
        b'{"question": 1, "message": 1, "objects": 1}',
        b'{"question": [], "message": [], "objects": {}}',
        b'{"question": null, "message": null, "objects": null}',
        b'{"question": "tea?", "message": "tea?", "objects": ["a", "b"], "admin": true}',
        b"[" * 60_000,
        b'{"a":' * 9_000,
        b"<xml/>",
    ],
)
async def test_a_body_that_cannot_be_used_is_refused(service: Service, path: str, raw: bytes) -> None:
    answer = await service.send("POST", path, data=raw, headers={"Content-Type": "application/json"})
    is_error(answer, 400, "bad_input")


@pytest.mark.parametrize("path", POSTS)
async def test_a_body_over_the_limit_is_refused(service: Service, path: str) -> None:
    answer = await service.send("POST", path, data=b" " * 70_000, headers={"Content-Type": "application/json"})
    is_error(answer, 413, "too_large")


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize("media", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "x"])
async def test_a_body_that_is_not_called_json_is_refused(service: Service, path: str, media: str) -> None:
    answer = await service.send("POST", path, data=b"{}", headers={"Content-Type": media})
    assert "application/json" in is_error(answer, 415, "unsupported_media_type")


@pytest.mark.parametrize(
    "path", ["/nothing", "/api/v1/", "/api/v1/ask/more", "/static/nothing.js", "/static/../pyproject.toml"]
)
async def test_an_unknown_address_is_said_to_be_one(service: Service, path: str) -> None:
    is_error(await service.get(path), 404, "not_found")


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "PATCH"])
async def test_a_method_that_an_address_does_not_know_is_refused(service: Service, method: str) -> None:
    async with service.http.request(method, service.at("/api/v1/ask")) as response:
        assert response.status == 405
        assert response.headers["Allow"] == "OPTIONS, POST"
        assert (await response.json())["error"]["code"] == "method_not_allowed"


@pytest.mark.parametrize("route", [route for route in ROUTES if "{" not in route.path], ids=lambda route: route.path)
async def test_options_says_which_methods_an_address_knows(service: Service, route: Any) -> None:
    async with service.http.options(service.at(route.path)) as response:
        assert response.status == 204
        assert route.method in response.headers["Allow"]
        assert "Access-Control-Allow-Origin" not in response.headers or route.path == "/widget.js"


@pytest.mark.parametrize("path", ["/", "/healthz", "/api/v1/components", "/api/v1/search?q=tea"])
async def test_head_is_get_without_a_body(service: Service, path: str) -> None:
    async with service.http.head(service.at(path)) as response:
        assert response.status == 200
        assert int(response.headers["Content-Length"]) > 0
        assert await response.read() == b""


@pytest.mark.parametrize("name", HOSTILE_IDS, ids=range(len(HOSTILE_IDS)))
async def test_any_id_can_be_asked_for(service: Service, name: str) -> None:
    status, document = await service.get(f"/api/v1/documents/{quote(name, safe='')}")
    assert (status, document["id"]) == (200, name)
    sentence_id = document["sentences"][1]["id"]
    status, around = await service.get(f"/api/v1/sentences/{quote(sentence_id, safe='')}/context?before=1&after=0")
    assert status == 200
    assert [sentence["text"] for sentence in around["sentences"]] == ["One plain thing.", "Another one."]


async def test_the_case_of_an_escape_does_not_matter(service: Service) -> None:
    assert (await service.get("/api/v1/documents/a%2f%2fb%2f"))[1]["id"] == "a//b/"
    assert (await service.get("/api/v1/documents/a//b/"))[1]["id"] == "a//b/"


@pytest.mark.parametrize("name", ["nothing", "voice-1#99", "voice-1#-1", "%FF", "a%2F..%2F%2Fb", "%00", "x" * 5_000])
async def test_an_id_that_names_nothing_is_said_to_be_one(service: Service, name: str) -> None:
    encoded = name if "%" in name else quote(name, safe="")
    is_error(await service.get(f"/api/v1/documents/{encoded}"), 404, "not_found")
    is_error(await service.get(f"/api/v1/sentences/{encoded}/context"), 404, "not_found")


@pytest.mark.parametrize("query", ["before=-1", "after=101", "before=x", "before=", "around=3"])
async def test_a_strange_window_is_refused(service: Service, query: str) -> None:
    is_error(await service.get(f"/api/v1/sentences/voice-1%231/context?{query}"), 400, "bad_input")


async def test_a_search_finds_sentences(service: Service) -> None:
    status, found = await service.get("/api/v1/search?q=%22better+than+coffee%22&k=3")
    assert status == 200
    assert found["query"] == '"better than coffee"'
    assert found["total"] == 6
    assert len(found["hits"]) == 3


@pytest.mark.parametrize("query", ["", "q=tea&k=0", "q=tea&k=501", "q=tea&k=many", "q=tea&x=1", "q=" + "x" * 10_000])
async def test_a_strange_search_is_refused(service: Service, query: str) -> None:
    is_error(await service.get(f"/api/v1/search?{query}"), 400, "bad_input")


async def test_an_index_that_was_not_read_ahead_says_so(service: Service) -> None:
    status, found = await service.get("/api/v1/claims?name=tea&limit=2")
    assert status == 200
    assert (found["name"], found["total"], found["relations"]) == ("tea", 0, [])
    assert "whichever index" in found["notice"]


@pytest.mark.parametrize("query", ["", "name=", "name=%3F", "name=tea&limit=51", "name=tea&offset=-1", "name=tea&k=1"])
async def test_strange_claims_are_refused(service: Service, query: str) -> None:
    is_error(await service.get(f"/api/v1/claims?{query}"), 400, "bad_input")


@pytest.mark.parametrize("q", ["%22", "(a+AND", "%2F", "%7B", "%FF", "%00", "%F0%9F%8D%B5", "*", "text:tea", ""])
async def test_nothing_in_a_search_is_syntax(service: Service, q: str) -> None:
    status, found = await service.get(f"/api/v1/search?q={q}")
    assert status == 200
    assert isinstance(found["hits"], list)


async def test_the_parts_are_listed(service: Service) -> None:
    status, body = await service.get("/api/v1/components")
    assert status == 200
    assert {"parser", "classifier", "ranker", "generator"} <= set(body["components"])
    assert not {"ctrl", "llm"} & set(body["components"]["generator"]["names"]), "no model is named"


async def test_the_process_says_that_it_is_alive_and_ready(service: Service) -> None:
    assert await service.get("/healthz") == (200, {"status": "ok"})
    status, ready = await service.get("/readyz")
    assert (status, ready["ready"]) == (200, True)


async def test_a_missing_index_is_said_everywhere_and_where_it_is_missed_to_the_log_alone(
    serve: Callable[..., Any], caplog: pytest.LogCaptureFixture
) -> None:
    service = await serve(dialogue=None, retrieval={"index": "no/such/folder"})
    status, ready = await service.get("/readyz")
    assert status == 503
    assert not ready["parts"]["index"]["ready"]
    asked = is_error(await service.post("/api/v1/ask", QUESTION), 503, "index_unusable")
    assert "no/such/folder" in caplog.text
    _, replies = await service.post("/api/v1/chat", {"message": QUESTION["question"]})
    async with service.http.post(service.at("/api/v1/stream"), json=QUESTION) as response:
        streamed = await response.text()
    for said in (ready["parts"]["index"]["detail"], asked, str(replies), streamed):
        assert "There is no index yet." in said
        assert "folder" not in said
    is_error(await service.get("/api/v1/documents/x"), 503, "index_unusable")
    assert (await service.get("/healthz"))[0] == 200
    assert "whichever_index_sentences 0.0" in (await service.get("/metrics"))[1]


async def test_rasa_that_does_not_answer_is_said_by_readiness(service: Service, rasa: Any) -> None:
    rasa.up = False
    status, ready = await service.get("/readyz")
    assert status == 200
    assert ready["parts"]["dialogue"]["ready"]
    assert ready["parts"]["dialogue"]["detail"]


async def test_work_beyond_the_queue_is_refused_at_once(serve: Callable[..., Any]) -> None:
    held = HeldRetriever()
    service = await serve(retriever=held, service={"workers": 1, "queue": 1})
    first = [asyncio.create_task(service.post("/api/v1/ask", QUESTION)) for _ in range(2)]
    await until(lambda: service.pool.pending == 2)
    async with service.http.post(service.at("/api/v1/ask"), json=QUESTION) as response:
        assert response.status == 503
        assert int(response.headers["Retry-After"]) > 0
        assert (await response.json())["error"]["code"] == "unavailable"
    assert (await service.get("/healthz"))[0] == 200
    held.go.set()
    assert [status for status, _ in await asyncio.gather(*first)] == [200, 200]


async def test_work_that_takes_too_long_is_given_up(serve: Callable[..., Any]) -> None:
    held = HeldRetriever()
    service = await serve(retriever=held, service={"timeout_s": 1.0})
    assert "1 s" in is_error(await service.post("/api/v1/ask", QUESTION), 503, "unavailable")
    held.go.set()


async def test_a_body_that_does_not_arrive_is_given_up(serve: Callable[..., Any]) -> None:
    service = await serve(service={"timeout_s": 0.1})

    async def drip() -> AsyncIterator[bytes]:
        yield b"{"
        await asyncio.sleep(5)

    answer = await service.send("POST", "/api/v1/ask", data=drip(), headers={"Content-Type": "application/json"})
    is_error(answer, 408, "too_slow")


async def test_a_packed_body_is_refused(service: Service) -> None:
    headers = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    answer = await service.send("POST", "/api/v1/ask", data=gzip.compress(b"{}"), headers=headers)
    is_error(answer, 415, "unsupported_media_type")


async def test_an_unknown_expectation_is_refused(service: Service) -> None:
    async with service.http.get(service.at("/healthz"), headers={"Expect": "a miracle"}) as response:
        assert response.status == 417
        assert response.headers["X-Request-ID"]


async def test_a_bug_is_reported_without_its_details(
    serve: Callable[..., Any], caplog: pytest.LogCaptureFixture
) -> None:
    service = await serve(retriever=FaultyRetriever())
    status, body = await service.post("/api/v1/ask", QUESTION)
    assert body["request_id"] in is_error((status, body), 500, "internal")
    assert "secret" not in str(body)
    assert "secret detail" in caplog.text


@pytest.mark.parametrize(("sent", "kept"), [("my-id_1", True), ("x" * 65, False), ("a b", False), ("", False)])
async def test_a_request_has_an_id(service: Service, sent: str, kept: bool) -> None:
    async with service.http.get(service.at("/nothing"), headers={"X-Request-ID": sent}) as response:
        request_id = response.headers["X-Request-ID"]
        assert (request_id == sent) is kept
        assert (await response.json())["request_id"] == request_id


@pytest.mark.parametrize("path", ["/", "/api/v1/components", "/nothing", "/static/index.html"])
async def test_every_response_keeps_browsers_safe(service: Service, path: str) -> None:
    async with service.http.get(service.at(path)) as response:
        assert "default-src 'self'" in response.headers["Content-Security-Policy"]
        assert "unsafe" not in response.headers["Content-Security-Policy"]
        assert "Set-Cookie" not in response.headers
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert response.headers["X-Frame-Options"] == "DENY"
        assert "Cache-Control" in response.headers


async def test_a_request_is_one_line_of_the_log_without_its_query(
    service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("INFO", "service.access"):
        await service.get("/api/v1/search?q=private")
        await service.get("/a%0Ab")
        await service.send("DELETE", f"/api/v1/conversations/{'k' * 22}")
    lines = [record.getMessage() for record in caplog.records if record.name == "service.access"]
    assert lines[0].startswith("GET /api/v1/search 200 ")
    assert lines[1].startswith("GET unknown 404 ")
    assert lines[2].startswith("DELETE /api/v1/conversations/{session} 200 ")
    assert "private" not in caplog.text
    assert "kkkk" not in caplog.text


async def test_the_page_and_the_widget_are_handed_out(service: Service) -> None:
    async with service.http.get(service.at("/")) as response:
        assert response.content_type == "text/html"
        assert "no-cache" in response.headers["Cache-Control"]
    async with service.http.get(service.at("/widget.js")) as response:
        assert response.url.path == "/static/widget.js"
        assert response.content_type in {"text/javascript", "application/javascript"}
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        assert response.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
        tag = response.headers["ETag"]
    async with service.http.get(service.at("/static/widget.js"), headers={"If-None-Match": tag}) as response:
        assert response.status == 304


async def test_other_sites_may_not_use_the_api_unless_they_are_named(serve: Callable[..., Any]) -> None:
    service = await serve(service={"origins": ["https://friend.example"]})
    preflight = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}
    for origin, allowed in (("https://friend.example", "https://friend.example"), ("https://other.example", None)):
        headers = {"Origin": origin, **preflight}
        async with service.http.options(service.at("/api/v1/chat"), headers=headers) as response:
            assert response.status == 204
            assert response.headers.get("Access-Control-Allow-Origin") == allowed
            assert response.headers["Vary"] == "Origin"
            assert ("POST" in response.headers.get("Access-Control-Allow-Methods", "")) is (allowed is not None)
        async with service.http.get(service.at("/api/v1/components"), headers={"Origin": origin}) as response:
            assert response.headers.get("Access-Control-Allow-Origin") == allowed
            assert "Access-Control-Allow-Credentials" not in response.headers


async def test_all_sites_may_use_the_api_when_the_setting_says_so(serve: Callable[..., Any]) -> None:
    service = await serve(service={"origins": ["*"]})
    async with service.http.get(service.at("/healthz"), headers={"Origin": "https://any.example"}) as response:
        assert response.headers["Access-Control-Allow-Origin"] == "*"


async def test_metrics_count_requests_stages_and_turns(service: Service) -> None:
    await service.post("/api/v1/ask", QUESTION)
    await service.post("/api/v1/ask", QUESTION)
    await service.post("/api/v1/chat", {"message": "hello"})
    await service.get("/no/such/place")
    status, text = await service.get("/metrics")
    assert status == 200
    assert 'whichever_requests_total{method="POST",route="/api/v1/ask",status="200"} 2.0' in text
    assert 'whichever_requests_total{method="GET",route="unknown",status="404"} 1.0' in text
    assert 'whichever_stage_seconds_count{stage="search"} 1.0' in text
    assert 'whichever_chat_turns_total{outcome="answered"} 1.0' in text
    assert "whichever_engine_pending 0.0" in text
    assert float(text.partition("\nwhichever_index_sentences ")[2].split()[0]) > 30


async def test_what_is_not_http_is_refused(service: Service) -> None:
    def send(raw: bytes) -> bytes:
        with socket.create_connection(("127.0.0.1", int(service.url.rpartition(":")[2])), timeout=5) as connection:
            connection.sendall(raw)
            return connection.recv(4096)

    for raw in (
        b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost\r\n\r\n",
        b"BREW / HTCPCP/1.0\r\n\r\n",
    ):
        answer = await asyncio.to_thread(send, raw)
        assert answer.startswith((b"HTTP/1.0 400", b"HTTP/1.1 400"))
        assert b"Traceback" not in answer


async def test_the_configuration_bounds_the_length_of_a_question(
    serve: Callable[..., Any], settings: Callable[..., Config]
) -> None:
    service = await serve(service={"max_question_chars": 10})
    assert "at most 10" in is_error(await service.post("/api/v1/ask", QUESTION), 400, "bad_input")
    assert "at most 10" in is_error(
        await service.post("/api/v1/chat", {"message": QUESTION["question"]}), 400, "bad_input"
    )


async def test_a_path_that_is_too_long_leads_nowhere(service: Service) -> None:
    for path in ("/" * 10_900, "/api/v1/documents/" + "a" * 2_000):
        is_error(await service.send("GET", path), 404, "not_found")
