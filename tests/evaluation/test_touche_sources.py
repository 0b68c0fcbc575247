"""ChatNoir and ir_datasets as sources of Touché, each by a stand-in that answers as documented."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from inspect import signature
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from click.testing import CliRunner

from engine.errors import NotFoundError, UnavailableError
from engine.protocols import PageSearcher
from engine.retrieval.ingest.records import split_sentences
from evaluation.reproduce import touche
from evaluation.touche import chatnoir
from evaluation.touche.chatnoir import ChatNoirPages
from evaluation.touche.measures import organisers, trec_eval
from evaluation.touche.runs import read_run
from service.touche.runs import RunLine
from tests.engine.retrieval.served_web import Web, send

ROOT = Path(__file__).parents[2]
TEXTS = {
    "u1": "Tea is better than coffee for sleep. Coffee keeps people awake for hours, and tea does not.",
    "u2": "Coffee is roasted. It wakes people in the morning, and some drink tea instead of it.",
}
TOPICS = """<topics><topic><number>1</number><title>Is tea better than coffee?</title>
<objects>tea, coffee</objects></topic></topics>"""


def searched(request: BaseHTTPRequestHandler) -> None:
    """Answer a search as documented; refuse what the service refuses."""
    asked = {name: values[0] for name, values in parse_qs(urlsplit(request.path).query).items()}
    if asked.get("apikey") != "key":
        send(request, b'{"error": {"code": 401, "message": "invalid API key"}}', status=401)
    elif not asked.get("query") or asked.get("index") not in {"cw09", "cw12", "cc1511"} or int(asked["size"]) > 1000:
        send(request, b'{"error": {"code": 400, "message": "bad parameter"}}', status=400)
    else:
        results = [
            {
                "score": 100.0 - n,
                "uuid": uuid,
                "index": asked["index"],
                "trec_id": f"clueweb12-{uuid}",
                "target_hostname": "a.example",
                "target_uri": f"http://a.example/{uuid}",
                "page_rank": None,
                "spam_rank": 50,
                "title": "On <em>Tea</em> &amp; coffee",
                "snippet": text[:40],
                "explanation": None,
            }
            for n, (uuid, text) in enumerate(TEXTS.items())
        ][: int(asked["size"])]
        body = {
            "meta": {"query_time": 1, "total_results": len(results), "indices": [asked["index"]]},
            "results": results,
        }
        send(request, json.dumps(body).encode(), Content_Type="application/json")


def cached(request: BaseHTTPRequestHandler) -> None:
    asked = parse_qs(urlsplit(request.path).query, keep_blank_values=True)
    if "raw" not in asked or "plain" not in asked or "index" not in asked:
        send(request, b"bad request", status=400)
    else:
        send(request, f"<html><body><p>{TEXTS[asked['uuid'][0]]}</p></body></html>".encode())


@pytest.fixture
def web() -> Iterator[Web]:
    web = Web()
    web.paths |= {"/api/v1/_search": searched, "/cache": cached}
    yield web
    web.close()


@pytest.mark.parametrize("method", ["search", "page", "close"])
def test_chatnoir_has_the_signatures_of_the_role(method: str) -> None:
    assert signature(getattr(ChatNoirPages, method)) == signature(getattr(PageSearcher, method))


def test_pages_of_chatnoir_have_their_trec_ids_and_texts(web: Web) -> None:
    searcher = ChatNoirPages("key", url=web.url, read=1)
    first, second = searcher.search("tea or coffee", names=["tea"], k=2).hits
    assert (first.page.id, first.page.title, first.rank) == ("clueweb12-u1", "On Tea & coffee", 1)
    assert [*split_sentences(first.page.text)] == [*split_sentences(TEXTS["u1"])]
    assert second.page.text == TEXTS["u2"][:40]
    assert searcher.page("clueweb12-u2").text == TEXTS["u2"]
    assert searcher.search("?!").hits == ()
    with pytest.raises(NotFoundError, match="'nonesuch'"):
        searcher.page("nonesuch")
    searcher.close()


def test_what_chatnoir_refuses_is_said(web: Web) -> None:
    with pytest.raises(UnavailableError, match="invalid API key"):
        ChatNoirPages("other", url=web.url).search("tea")


def test_a_run_is_made_of_what_chatnoir_finds(web: Web, tmp_path: Path) -> None:
    (tmp_path / "topics.xml").write_text(TOPICS, "utf-8")
    asked = ["-i", str(tmp_path), "-o", str(tmp_path), "--key", "key", "--url", web.url]
    done = CliRunner().invoke(chatnoir.main, asked, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    assert {line.doc_id: line.stance for line in read_run(tmp_path / "run.txt")}["clueweb12-u1"] == "FIRST"


STUB = """
from typing import NamedTuple
class Doc(NamedTuple):
    doc_id: str
    def default_text(self): return f"Text of {self.doc_id}."
class Query(NamedTuple):
    query_id: str
    title: str
class Qrel(NamedTuple):
    query_id: str
    doc_id: str
    relevance: int
class Dataset:
    has_docs = has_queries = has_qrels = lambda self: True
    docs_iter = lambda self: iter([Doc("a"), Doc("b")])
    queries_iter = lambda self: iter([Query("1", "Tea or coffee?")])
    qrels_iter = lambda self: iter([Qrel("1", "a", 2)])
def load(name):
    assert name == "clueweb12/touche-2020-task-2"
    return Dataset()
"""


def test_a_collection_is_taken_by_its_id(tmp_path: Path) -> None:
    (tmp_path / "ir_datasets.py").write_text(STUB, "utf-8")
    command = [sys.executable, "-m", "evaluation.touche.collection", "clueweb12/touche-2020-task-2"]
    environ = os.environ | {"PYTHONPATH": f"{tmp_path}:{ROOT}"}
    done = subprocess.run([*command, "--out", str(tmp_path)], cwd=ROOT, env=environ, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert json.loads((tmp_path / "documents.jsonl").read_text("utf-8").splitlines()[0])["text"] == "Text of a."
    assert "<title>Tea or coffee?</title>" in (tmp_path / "topics.xml").read_text("utf-8")
    assert (tmp_path / "relevance.qrels").read_text("utf-8") == "1 0 a 2\n"


def test_the_script_for_tira_hands_its_folders_on(tmp_path: Path) -> None:
    script = [str(ROOT / "scripts" / "touche.sh"), "-i", str(tmp_path), "-o", str(tmp_path)]
    done = subprocess.run(
        script, capture_output=True, text=True, env=os.environ | {"INDEX": str(ROOT / "var/index/sample")}
    )
    assert done.returncode == 65
    assert "topics.xml" in done.stderr


def test_the_organisers_count_is_the_more_lenient() -> None:
    grades = {"1": {"b": 2, "d": 1}}
    lines = [RunLine("1", "Q0", doc, rank, 5.0 - rank, "toy") for rank, doc in enumerate("abc", 1)]
    assert organisers(lines, grades).mean > trec_eval(lines, grades).mean


def test_a_balanced_ranking_lets_both_sides_speak() -> None:
    class Seen:
        def __init__(self, stance: str) -> None:
            self.stance = stance

    read = [Seen(stance) for stance in ("FIRST", "FIRST", "FIRST", "NO", "FIRST", "SECOND")]
    scores = touche.balanced([6, 5, 4, 3, 2, 1], read)  # type: ignore[arg-type]
    order = sorted(range(len(read)), key=lambda n: -scores[n])
    assert "SECOND" in [read[n].stance for n in order[:5]]
