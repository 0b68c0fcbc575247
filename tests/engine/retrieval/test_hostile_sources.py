"""Hostile texts: refused or left out with the reason, in bounded time and memory, and the rest is indexed."""

from __future__ import annotations

import gzip
import lzma
import os
import time
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from engine.errors import InputError
from engine.retrieval.building import IndexStats
from engine.retrieval.embedded.build import build_index
from engine.retrieval.ingest import html
from engine.retrieval.ingest.html import read_html
from engine.retrieval.ingest.markdown import prose
from engine.retrieval.ingest.records import split_sentences
from engine.retrieval.ingest.sources import Source
from tests.engine.retrieval.records import read
from tests.engine.retrieval.test_web_sources import PAGE, answered, archived

pytestmark = pytest.mark.long

FINE = '{"title": "Tea is better than coffee."}\n'


def indexed(folder: Path, out: Path) -> IndexStats:
    (folder / "z.jsonl").write_text(FINE, "utf-8")
    return build_index([folder], out)


def xz_of_a_large_dictionary() -> bytes:
    return lzma.compress(b"{}\n" * 10, filters=[{"id": lzma.FILTER_LZMA2, "preset": 0, "dict_size": 1 << 30}])


FILES: dict[str, tuple[str, Callable[[], bytes], str]] = {
    "gzip bomb": ("a.jsonl.gz", lambda: gzip.compress(b"\0" * (200 << 20), 9), "times its size"),
    "gzip bomb of lines": ("a.jsonl.gz", lambda: gzip.compress(b"\n" * (40 << 20), 9), "times its size"),
    "xz bomb": ("a.jsonl.xz", lambda: lzma.compress(b" " * (200 << 20), preset=0), "times its size"),
    "xz of much memory": ("a.jsonl.xz", xz_of_a_large_dictionary, "damaged"),
    "xz cut off": ("a.jsonl.xz", lambda: lzma.compress(FINE.encode() * 99)[:-30], "damaged"),
    "gzip cut off": ("a.jsonl.gz", lambda: gzip.compress(FINE.encode() * 99)[:-9], "damaged"),
    "one long line": ("a.jsonl", lambda: b"x" * (100 << 20), "longer than"),
    "long text": ("a.txt", lambda: b"x " * (50 << 20), "longer than"),
    "bad UTF-8": ("a.jsonl", lambda: b'{"title": "\xff"}\n', "UTF-8"),
    "attributes": ("a.html", lambda: b"<p " + b"".join(b"a%d=b " % n for n in range(200_000)) + b">x", "attributes"),
    "formatting": (
        "a.html",
        lambda: b"<p>" + b"".join(b"<b id=%d>" % n for n in range(300)) + b"<p>x" * 50_000,
        "never ended",
    ),
    "tags": ("a.html", lambda: b"<p>x" * 500_000, "tags"),
    "line break in its name": ("a\nb.jsonl", lambda: b"no JSON\n", "a b.jsonl"),
}


@pytest.mark.parametrize("kind", FILES)
def test_a_hostile_file_is_left_out_and_the_rest_is_indexed(tmp_path: Path, kind: str) -> None:
    name, make, reason = FILES[kind]
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / name).write_bytes(make())
    tracemalloc.start()
    started = time.process_time()
    stats = indexed(folder, tmp_path / "index")
    took_s, (_, peak) = time.process_time() - started, tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert stats.documents >= 1
    assert any(reason in problem for problem in stats.problems)
    assert not any("\n" in problem for problem in stats.problems)
    assert took_s < 15
    assert peak < 100 << 20


def test_links_and_pipes_are_left_out(tmp_path: Path) -> None:
    folder = tmp_path / "texts"
    folder.mkdir()
    (tmp_path / "secret.txt").write_text("Nobody shall read that this is better than nothing.", "utf-8")
    (folder / "a.txt").symlink_to(tmp_path / "secret.txt")
    (folder / "b.txt").symlink_to(folder / "b.txt")
    (folder / "c.txt").symlink_to(tmp_path / "nowhere.txt")
    (folder / "circle").symlink_to(folder)
    (folder / "e.txt").symlink_to("z.jsonl")
    os.mkfifo(folder / "d.txt")
    stats = indexed(folder, tmp_path / "index")
    assert [one.place for one in stats.changes.left_out] == [f"{folder}/{name}.txt" for name in "abcd"]
    assert stats.documents == 2
    with pytest.raises(InputError, match="neither a file nor a folder"):
        Source(folder / "d.txt")


@pytest.mark.parametrize("packed", [False, True])
def test_an_archive_that_was_cut_off_is_said(tmp_path: Path, packed: bool) -> None:
    pages = [archived("response", f"http://tea.example/{n}", answered(PAGE)) for n in range(3)]
    whole = b"".join(gzip.compress(page) if packed else page for page in pages)
    file = tmp_path / ("a.warc.gz" if packed else "a.warc")
    for cut, faulty in ((0, 0), (9, 1), (len(pages[2]) // 5, 1)):
        file.write_bytes(whole[: len(whole) - cut])
        found = read(file)
        assert sum(bool(record.problem) for record in found) == faulty
        assert sum(len(record.documents) for record in found) >= 2


SLOW = ["“a. ", '"a. ', "'", "<!--", "[", "[a](", "![", "*a", "_", "> ", "`", "<a ", "(", "a\n \n ", "\\"]


@pytest.mark.parametrize("piece", SLOW)
def test_the_time_of_a_text_grows_with_its_length_alone(piece: str) -> None:
    took = []
    for size in (50_000, 400_000):
        text = piece * (size // len(piece)) + "x"
        started = time.process_time()
        split_sentences(prose(text))
        with suppress(ValueError):  # it is refused
            read_html(text.encode())
        took.append(time.process_time() - started)
    assert took[1] < 8 * 2.5 * max(took[0], 0.02)


@pytest.mark.parametrize(
    "page",
    [
        "<!--><p {many}>",
        "<!--<script>--><p {many}>",
        '<p title="<script>"><p {many}>',
        "<svg><style><p {many}>",
        "<p {many}",
        "<script></SCRIPT><p {many}>",
    ],
)
def test_many_attributes_cannot_be_hidden(page: str) -> None:
    many = " ".join(f"a{n}=b" for n in range(html.MAX_ATTRIBUTES + 1))
    with pytest.raises(ValueError, match="attributes"):
        read_html(page.format(many=many).encode())


def test_what_scripts_and_comments_hold_is_no_element() -> None:
    many = " ".join(f"a{n}" for n in range(1000))
    page = f"<script>if (a <b {many}) x</script><!-- <p {many} --><style>a <b {many}</style><p>Tea is fine.</p>"
    assert "Tea is fine." in read_html(page.encode()).text


def test_formatting_that_is_left_open_is_read() -> None:
    page = "".join(f"<p><b><font color=red>Tea {n}.</p>" for n in range(500))
    assert "Tea 499." in read_html(page.encode()).text
