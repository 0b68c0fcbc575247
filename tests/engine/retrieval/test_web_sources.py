"""HTML files and web archives as sources."""

from __future__ import annotations

import gzip
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.retrieval.ingest import html
from engine.retrieval.ingest.html import read_html
from engine.retrieval.ingest.sources import Record, Source
from tests.engine.retrieval.records import read

PAGE = """<html><head><title>Tea &amp; coffee</title><script>var x = "Coffee wins";</script></head><body>
<nav><a href="/">Home</a> <a href="/shop">Shop</a></nav>
<article><h1>Which one?</h1><p>Tea is better than coffee. It calms me, as I found over many years of cups.</p>
<p>Café au lait is another thing.</p></article><footer>Copyright</footer></body></html>"""


def texts(record: Record) -> list[str]:
    return [sentence.text for document in record.documents for sentence in document.sentences]


def archived(kind: str, url: str, content: bytes, **headers: str) -> bytes:
    named = {
        "WARC-Type": kind,
        "WARC-Record-ID": f"<urn:uuid:{uuid5(NAMESPACE_URL, kind + url)}>",
        "WARC-Target-URI": url,
        "WARC-Date": "2012-02-10T21:46:41Z",
        "Content-Type": "text/plain" if kind == "conversion" else f"application/http; msgtype={kind}",
        "Content-Length": str(len(content)),
        **{name.replace("_", "-"): value for name, value in headers.items()},
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in named.items())
    return f"WARC/1.0\r\n{lines}\r\n".encode() + content + b"\r\n\r\n"


def answered(body: str, *, status: str = "200 OK", kind: str = "text/html", charset: str = "utf-8") -> bytes:
    content = body.encode(charset)
    head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}; charset={charset}\r\nContent-Length: {len(content)}\r\n\r\n"
    return head.encode() + content


def write(path: Path, *records: bytes) -> Path:
    path.write_bytes(b"".join(map(gzip.compress, records) if path.suffix == ".gz" else records))
    return path


@pytest.mark.parametrize("charset", ["utf-8", "iso-8859-1", "utf-16"])
def test_an_html_file_gives_its_title_and_readable_text(tmp_path: Path, charset: str) -> None:
    (tmp_path / "a.html").write_bytes(PAGE.encode(charset))
    (record,) = read(tmp_path / "a.html")
    (document,) = record.documents
    assert (document.id, document.title) == ("a.html", "Tea & coffee")
    assert "Tea is better than coffee." in texts(record)
    assert "Café au lait is another thing." in texts(record)
    assert not any("Coffee wins" in text or "Copyright" in text or "Home" in text for text in texts(record))


@pytest.mark.parametrize("name", ["a.warc", "a.warc.gz"])
def test_an_archive_gives_the_pages_that_servers_answered(tmp_path: Path, name: str) -> None:
    path = write(
        tmp_path / name,
        archived("warcinfo", "", b"software: none\r\n"),
        archived("request", "http://tea.example/", b"GET / HTTP/1.1\r\n\r\n"),
        archived("response", "http://tea.example/", answered(PAGE), WARC_TREC_ID="clueweb12-0000tw-00-00001"),
        archived("response", "http://tea.example/gone", answered(PAGE, status="404 Not Found")),
        archived("response", "http://tea.example/i.png", answered("x", kind="image/png")),
        archived("response", "http://tea.example/l1", answered(PAGE, charset="iso-8859-1")),
        archived("response", "http://tea.example/deep", answered("<div>" * 3_000 + "Tea.")),
        archived("response", "http://tea.example/empty", answered("")),
    )
    found = read(path)
    documents = [document for record in found for document in record.documents]
    assert [document.url for document in documents] == ["http://tea.example/", "http://tea.example/l1"]
    assert (documents[0].id, documents[0].date) == ("clueweb12-0000tw-00-00001", "2012-02-10")
    assert (documents[0].title, documents[0].source) == ("Tea & coffee", "tea.example")
    assert "Café au lait is another thing." in texts(found[3])
    problems = [record.problem for record in found if record.problem]
    assert len(problems) == 2
    assert "nested more than" in problems[0]
    assert "no sentence" in problems[1]
    assert found[-1].bytes_read <= path.stat().st_size
    assert list(Source(path).files[0].records(skip=2)) == found[2:]


def test_a_wet_file_gives_texts(tmp_path: Path) -> None:
    text = "Tea or coffee\nTea is better than coffee.\nSo I drink tea."
    record = archived("conversion", "http://tea.example/", text.encode())
    (found,) = read(write(tmp_path / "a.warc.wet.gz", record))
    assert found.documents[0].title == "Tea or coffee"
    assert texts(found) == ["Tea is better than coffee.", "So I drink tea."]


def test_a_damaged_archive_gives_what_it_can_and_says_where_it_ends(tmp_path: Path) -> None:
    page = archived("response", "http://tea.example/", answered(PAGE))
    path = write(tmp_path / "a.warc.gz", page, page)
    path.write_bytes(path.read_bytes()[:-40])
    found = read(path)
    assert sum(bool(record.documents) for record in found) >= 1
    (tmp_path / "b.warc.gz").write_bytes(b"no archive")
    assert not any(record.documents for record in read(tmp_path / "b.warc.gz"))


def test_passages_of_touche_2022_are_read(tmp_path: Path) -> None:
    line = '{"id": "clueweb12-0000tw-05-12114___1", "contents": "Tea is fine.", "chatNoirUrl": "https://chatnoir.eu/x"}'
    (tmp_path / "passages.jsonl").write_text(line, "utf-8")
    (record,) = read(tmp_path / "passages.jsonl")
    assert record.documents[0].id == "clueweb12-0000tw-05-12114___1"
    assert record.documents[0].url == "https://chatnoir.eu/x"
    assert texts(record) == ["Tea is fine."]


def test_a_page_that_would_take_minutes_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match=f"more than {html.MAX_DEPTH} deep"):
        read_html(b"<div>" * 1_000_000)
    assert "Tea" in read_html(b"<p>Tea.<p>" * 10_000).text


@given(st.binary(max_size=500), st.sampled_from(["", "utf-8", "nonesuch", "\ud800"]))
def test_nothing_that_calls_itself_html_makes_reading_fail(content: bytes, charset: str) -> None:
    found = read_html(b"<html><title>" + content, charset=charset)
    assert isinstance(found.text, str)
