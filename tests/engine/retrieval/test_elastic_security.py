"""A real node with users over TLS: an index is made, changed and searched by users who may do what the docs say.

The Elasticsearch of Maven Central cannot keep API keys, as it lacks the analysis that its index of users
is made with; ``test_elastic_access.py`` has them checked by a stand-in.
"""

from __future__ import annotations

import json
import os
import ssl
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from engine.config import ElasticsearchConfig, load_config
from engine.errors import ConfigError
from engine.retrieval.elasticsearch.build import build_elastic_index
from engine.retrieval.elasticsearch.pages import ElasticsearchPages
from engine.retrieval.elasticsearch.retriever import ElasticsearchRetriever
from engine.types import OVERALL, Classification, ComparisonInstance, Reading
from scripts import elasticsearch as local
from tests.clusters import _free_ports
from tests.engine.retrieval.test_elastic_build import write

pytestmark = pytest.mark.elasticsearch

PASSWORD = "a-password-of-the-test"
SEARCH = ["read", "view_index_metadata"]
ROLES = {"searcher": SEARCH, "builder": [*SEARCH, "create_index", "write", "maintenance", "manage", "monitor"]}
SECURE = """
discovery.type: single-node
xpack.security.enabled: true
xpack.security.http.ssl.enabled: true
xpack.security.http.ssl.key: key.pem
xpack.security.http.ssl.certificate: ca.pem
"""


@pytest.fixture(scope="module")
def secured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """Address of a node, and the certificate it is known by."""
    folder, port = tmp_path_factory.mktemp("secured") / "node-1", _free_ports()
    java = local.install()
    local.configure(folder, 0, 1, port)
    config = folder / "config"
    kept = (config / "elasticsearch.yml").read_text("utf-8").splitlines()
    left_out = ("xpack.security", "cluster.initial_master_nodes", "discovery.seed_hosts")
    (config / "elasticsearch.yml").write_text(
        "\n".join(line for line in kept if not line.startswith(left_out)) + SECURE
    )
    command = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=test -addext subjectAltName=IP:127.0.0.1"
    files = ["-keyout", config / "key.pem", "-out", config / "ca.pem"]
    subprocess.run([*command.split(), *files], check=True, capture_output=True)
    environ = {**os.environ, "ES_JAVA_HOME": str(java), "ES_PATH_CONF": str(config)}
    (config / "roles.yml").write_text("".join(map(_role, ROLES.items())))
    for name in ROLES:
        add = [local.HOME / "bin" / "elasticsearch-users", "useradd", name, "-p", PASSWORD, "-r", name]
        subprocess.run(add, env=environ, check=True, capture_output=True)
    node = local.launch(folder, "-Xms512m -Xmx512m -XX:TieredStopAtLevel=1", java)
    url, trusted = f"https://127.0.0.1:{port}", ssl.create_default_context(cafile=str(config / "ca.pem"))
    until = time.monotonic() + local.START_TIMEOUT_S
    while not _asks_who(url, trusted):
        assert node.poll() is None, (folder / "log").read_text()
        assert time.monotonic() < until, (folder / "log").read_text()
        time.sleep(0.5)
    yield url, config / "ca.pem"
    local.stop([folder])
    node.wait(local.STOP_TIMEOUT_S)


def _role(role: tuple[str, list[str]]) -> str:
    return f'{role[0]}:\n  indices:\n  - names: ["whichever*"]\n    privileges: {json.dumps(role[1])}\n'


def _asks_who(url: str, trusted: ssl.SSLContext) -> bool:
    with suppress(OSError):
        try:
            urllib.request.urlopen(url, timeout=5, context=trusted)
        except urllib.error.HTTPError as error:
            return error.code == 401
    return False


def user(secured: tuple[str, Path], name: str, password: str = PASSWORD) -> ElasticsearchConfig:
    """Return the settings of a user."""
    values = {"urls": [secured[0]], "ca_certs": str(secured[1]), "timeout_s": 30.0, "replicas": 0}
    environ = {"ES_USERNAME": name, "ES_PASSWORD": password}
    return load_config(environ=environ, overrides={"elasticsearch": values}).elasticsearch


def test_an_index_is_made_and_searched_by_users_who_may_no_more(secured: tuple[str, Path], tmp_path: Path) -> None:
    builder, searcher = user(secured, "builder"), user(secured, "searcher")
    source = write(tmp_path / "a.jsonl", {"id": "a", "title": "Tea beats coffee."})
    build_elastic_index([source], builder)
    build_elastic_index([write(source, {"id": "a", "title": "Tea beats milk."})], builder)
    with closing(ElasticsearchRetriever(settings=builder)) as retriever:
        store = retriever.claim_store("model")
        assert store is not None
        instance = ComparisonInstance("Tea beats milk.", "tea", "milk")
        store.put([Reading(instance, OVERALL, OVERALL, Classification(0.8, 0.1, 0.0, 0.1), "a#0")])
    with closing(ElasticsearchRetriever(settings=searcher)) as retriever:
        assert [hit.sentence.text for hit in retriever.search(["tea", "milk"]).hits] == ["Tea beats milk."]
        with pytest.raises(ConfigError, match="refused"):
            build_elastic_index([source], searcher)
    with closing(ElasticsearchPages(settings=searcher)) as pages:
        assert len(pages.search("tea").hits) == 1


def test_who_has_another_password_or_trusts_another_is_told(secured: tuple[str, Path]) -> None:
    with pytest.raises(ConfigError, match="refused"):
        ElasticsearchRetriever(settings=user(secured, "searcher", "another"))
    with pytest.raises(ConfigError, match="not trusted"):
        ElasticsearchRetriever(settings=user(secured, "searcher").model_copy(update={"ca_certs": ""}))
