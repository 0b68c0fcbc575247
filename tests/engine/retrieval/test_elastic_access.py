"""Who may use a cluster, and what answers in its place: a served stand-in, since a real one would need its own."""

from __future__ import annotations

import base64
import json
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from engine.config import ElasticsearchConfig, load_config
from engine.errors import ConfigError, EngineError, IndexUnusableError, UnavailableError
from engine.retrieval.elasticsearch.build import build_elastic_index
from engine.retrieval.elasticsearch.meta import new_meta, new_page_meta
from engine.retrieval.elasticsearch.pages import ElasticsearchPages
from engine.retrieval.elasticsearch.retriever import ElasticsearchRetriever

BASIC = "Basic " + base64.b64encode("anna:secret ü".encode()).decode()


META = {**new_meta("document"), "sentences": 7}
ANSWERS = {
    "/whichever/_mapping": {"whichever": {"mappings": {"_meta": META}}},
    "/whichever-pages/_mapping": {"whichever-pages": {"mappings": {"_meta": new_page_meta(META)}}},
}
NOTHING = {"timed_out": False, "_shards": {"total": 3, "successful": 3}, "hits": {"total": {"value": 0}}}
HANGING_S = 30.0
"""So long a node that hangs does not answer: longer than anybody may wait for it."""


class StandIn(BaseHTTPRequestHandler):
    """Says what a node says of an index, to those who may ask."""

    protocol_version = "HTTP/1.1"
    expected = ""
    status = 200
    product = "Elasticsearch"
    hangs = "never"
    """What the path ends with that it does not answer."""
    forgotten: threading.Event
    """Set when nobody waits any more."""

    def do_GET(self) -> None:
        allowed = self.headers.get("Authorization", "") == self.expected
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        path = self.path.partition("?")[0]
        if path.endswith(self.hangs):
            self.forgotten.wait(HANGING_S)
        status = self.status if allowed else 401
        body: Any = ANSWERS.get(path, NOTHING) if status == 200 else {"error": {"reason": "no"}}
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        if self.product:
            self.send_header("X-Elastic-Product", self.product)
        self.end_headers()
        self.wfile.write(content)

    def do_POST(self) -> None:
        self.do_GET()

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for 127.0.0.1, signed by itself, with its key."""
    folder = tmp_path_factory.mktemp("certificate")
    command = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=test -addext subjectAltName=IP:127.0.0.1"
    files = ["-keyout", folder / "key.pem", "-out", folder / "ca.pem"]
    subprocess.run([*command.split(), *files], check=True, capture_output=True)
    return folder


@pytest.fixture
def served(certificate: Path) -> Iterator[Any]:
    """Return ``served(tls=, **attributes)``: the address of a stand-in."""
    servers: list[ThreadingHTTPServer] = []
    forgotten = threading.Event()

    def serve(*, tls: bool = False, **attributes: Any) -> str:
        handler = type("Served", (StandIn,), {"forgotten": forgotten, **attributes})
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        if tls:
            context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
            context.load_cert_chain(certificate / "ca.pem", certificate / "key.pem")
            server.socket = context.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        return f"{'https' if tls else 'http'}://127.0.0.1:{server.server_port}"

    yield serve
    forgotten.set()
    for server in servers:
        server.shutdown()
        server.server_close()


def settings(url: str, environ: dict[str, str] | None = None, **values: Any) -> ElasticsearchConfig:
    changes = {"elasticsearch": {"timeout_s": 20.0, **values}}
    return load_config(environ={**(environ or {}), "ES_URL": url}, overrides=changes).elasticsearch


def opened(url: str, environ: dict[str, str] | None = None, **values: Any) -> ElasticsearchRetriever:
    return ElasticsearchRetriever(settings=settings(url, environ, **values))


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({"ES_API_KEY": "a2V5"}, "ApiKey a2V5"),
        ({"ES_USERNAME": "anna", "ES_PASSWORD": "secret ü"}, BASIC),
        ({"ES_API_KEY": "a2V5", "ES_USERNAME": "anna", "ES_PASSWORD": "secret ü"}, "ApiKey a2V5"),
        ({}, ""),
    ],
)
def test_credentials_come_from_the_environment(served: Any, environ: dict[str, str], expected: str) -> None:
    with closing(opened(served(expected=expected), environ)) as retriever:
        assert retriever.size == 7


def test_a_certificate_is_trusted_when_its_authority_is_named(served: Any, certificate: Path) -> None:
    url = served(tls=True)
    with closing(opened(url, ca_certs=str(certificate / "ca.pem"))) as retriever:
        assert retriever.size == 7
    with pytest.raises(ConfigError, match=r"certificate of the .* is not trusted .* elasticsearch.ca_certs"):
        opened(url)


@pytest.mark.parametrize(
    ("attributes", "error", "message"),
    [
        ({"expected": "ApiKey other"}, ConfigError, r"refused by .*status 401.*Set ES_API_KEY, or ES_USERNAME"),
        ({"status": 403}, ConfigError, "status 403"),
        ({"status": 404}, IndexUnusableError, "no index 'whichever'.*whichever index --to elasticsearch"),
        ({"status": 400}, IndexUnusableError, "refuses the request"),
        ({"status": 503}, UnavailableError, "No node of the Elasticsearch cluster at http://127"),
        ({"product": ""}, UnavailableError, "is not Elasticsearch"),
    ],
)
def test_a_refusal_says_what_to_do_and_no_secret(
    served: Any, attributes: dict[str, Any], error: type[EngineError], message: str
) -> None:
    with pytest.raises(error, match=message) as refusal:
        opened(served(**{"expected": "ApiKey a2V5", **attributes}), {"ES_API_KEY": "a2V5"})
    assert "a2V5" not in str(refusal.value)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"ca_certs": "/no/such/file", "urls": ["https://127.0.0.1:1"]}, "Cannot use the settings .* ca_certs"),
        ({"cloud_id": "not base64"}, "Cannot use the settings"),
    ],
)
def test_settings_that_cannot_be_used_are_refused(values: dict[str, Any], message: str) -> None:
    config = load_config(environ={}, overrides={"elasticsearch": values})
    with pytest.raises(ConfigError, match=message):
        ElasticsearchRetriever(settings=config.elasticsearch)


def test_a_cloud_id_names_the_cluster() -> None:
    cloud_id = "trial:" + base64.b64encode(b"localhost:1$none$").decode()
    config = load_config(environ={}, overrides={"elasticsearch": {"cloud_id": cloud_id}})
    with pytest.raises(UnavailableError, match="cluster at Elastic Cloud"):
        ElasticsearchRetriever(settings=config.elasticsearch)


SEARCHES = [
    (ElasticsearchRetriever, lambda retriever: retriever.search(["tea", "coffee"])),
    (ElasticsearchRetriever, lambda retriever: retriever.document("tea")),
    (ElasticsearchPages, lambda pages: pages.search("tea", names=["tea"])),
    (ElasticsearchPages, lambda pages: pages.page("tea")),
]


@pytest.mark.parametrize(("part", "ask"), SEARCHES)
def test_a_node_that_takes_a_search_and_never_answers_is_given_up(
    served: Any, part: Callable[..., Any], ask: Callable[[Any], Any]
) -> None:
    with (
        closing(part(settings=settings(served(hangs="/_search"), timeout_s=1.5))) as searcher,
        pytest.raises(UnavailableError, match=r"none answered within 1.5 s"),
    ):
        ask(searcher)


@pytest.mark.parametrize("hangs", ["/whichever/_mapping", "/whichever-pages/_mapping"])
def test_a_node_that_never_answers_is_given_up_when_it_is_looked_for(served: Any, hangs: str) -> None:
    with pytest.raises(UnavailableError, match=r"none answered within 0.5 s"):
        ElasticsearchPages(settings=settings(served(hangs=hangs), timeout_s=0.5))


@pytest.mark.parametrize(("part", "ask"), SEARCHES[::2])
def test_another_node_is_asked_when_one_never_answers(
    served: Any, part: Callable[..., Any], ask: Callable[[Any], Any]
) -> None:
    nodes = f"{served(hangs='/_search')},{served()}"
    with closing(part(settings=settings(nodes, timeout_s=4.0))) as searcher:
        found = [ask(searcher) for _ in range(3)]  # the client takes turns: one of them asks the node that hangs
    assert {(one.hits, one.notice) for one in found} == {((), "")}


def test_building_without_a_cluster_says_so(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Tea.")
    config = load_config(environ={"ES_URL": "http://127.0.0.1:1"})
    with pytest.raises(UnavailableError, match=r"No node of .*http://127\.0\.0\.1:1 .*Start it"):
        build_elastic_index([tmp_path], config.elasticsearch)
