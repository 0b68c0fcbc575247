"""Crawls of archives that a server on loopback has."""

from __future__ import annotations

import gzip
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InputError
from engine.retrieval.crawl import sift
from engine.retrieval.crawl.archives import Archive, archives_of
from engine.retrieval.crawl.crawl import COPIES, KEPT, CrawlProgress, crawl
from engine.retrieval.crawl.fetch import Fetcher, FetchError, Patience
from engine.retrieval.crawl.signatures import bands
from engine.retrieval.embedded.store import Store
from service.cli.commands import main
from tests.engine.retrieval import served_archives as how
from tests.engine.retrieval.served_archives import Archives
from tests.engine.retrieval.test_web_sources import answered, archived

pytestmark = pytest.mark.long

HASTE = Patience(attempts=3, first_wait_s=0.01, longest_wait_s=0.02, silence_s=0.5, enough_bytes=100)
FILLER = "The weather was fine on that day, and we went out to the lake with all of our friends. "
WORDS = ("tea", "wine", "bread", "rice", "milk", "beer", "corn", "soup", "fish", "cake", "jam", "salt", "figs", "nuts")
NAMES = ("Ann", "Ben", "Cal", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim", "Kit", "Leo", "Max", "Ned", "Ora", "Pam")
GERMAN = "Der Tee ist besser als der Kaffee, und das wissen alle, die ihn am Morgen mit Milch getrunken haben. " * 4


def chat(n: int) -> str:
    """Return a sentence that compares nothing, another for each number."""
    return f"On day {n} I met {' and '.join(random.Random(n).sample(NAMES, 6))}, and we went out to the lake. "


def comparing(n: int) -> str:
    first, second = WORDS[n % len(WORDS)], WORDS[(n // len(WORDS) + n + 1) % len(WORDS)]
    return (
        f"In the year {1900 + n} my uncle number {n} found that {first} is much better than {second} in every way {n}."
    )


def page(n: int, text: str) -> bytes:
    return archived("conversion", f"http://host{n}.example/", f"Page {n}\nHome Shop About\n{text}\n".encode())


def wet(start: int, pages: int = 4) -> bytes:
    """Return an archive of pages that compare, and of one of each kind that is not kept."""
    texts = [f"{chat(n)}{comparing(n)} {chat(n + 500)}{FILLER}" for n in range(start, start + pages)]
    texts += ["Menu\nLogin", FILLER * 4, GERMAN]
    return b"".join(gzip.compress(page(n, text)) for n, text in enumerate(texts, start))


@pytest.fixture
def web() -> Iterator[Archives]:
    archives = Archives()
    yield archives
    archives.close()


@pytest.fixture
def fetcher() -> Iterator[Fetcher]:
    with closing(Fetcher(patience=HASTE)) as made:
        yield made


def publish(web: Archives, archives: int) -> str:
    """Serve archives and a list of them, and return the address of the list."""
    paths = [f"crawl-data/CC-MAIN-2026-40/wet/{n:05}.warc.wet.gz" for n in range(archives)]
    for n, path in enumerate(paths):
        web.files[f"/{path}"] = wet(10 * n)
    web.files["/crawl-data/CC-MAIN-2026-40/wet.paths.gz"] = gzip.compress("".join(f"{p}\n" for p in paths).encode())
    return f"{web.url}/crawl-data/CC-MAIN-2026-40/wet.paths.gz"


def kept(out: Path) -> dict[str, list[dict[str, Any]]]:
    """Return the passages in the folder of a crawl, by the name of their archive."""
    return {
        file.name.partition("-")[2].removesuffix(".jsonl.gz"): [
            json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines()
        ]
        for file in sorted(out.glob("*.jsonl.gz"), key=lambda file: file.name.partition("-")[2])
    }


def test_a_list_of_common_crawl_is_crawled_as_it_is(web: Archives, tmp_path: Path) -> None:
    told: list[CrawlProgress] = []
    report = crawl([publish(web, 3)], tmp_path, languages=["en"], processes=2, progress=told.append)
    assert (report.done, report.aside) == (3, ())
    counts = report.counts
    assert (counts[sift.PAGES], counts[sift.BARE], counts[sift.SILENT], counts[sift.FOREIGN]) == (21, 3, 3, 3)
    assert (counts[sift.PASSAGES], counts[COPIES], counts[KEPT]) == (12, 0, 12)
    assert counts[sift.BYTES] == sum(len(content) for path, content in web.files.items() if path.endswith("wet.gz"))
    found = kept(tmp_path)
    assert list(found) == ["00000.warc.wet.gz", "00001.warc.wet.gz", "00002.warc.wet.gz"]
    first = found["00000.warc.wet.gz"][0]
    assert (first["title"], first["url"], first["language"]) == ("Page 0", "http://host0.example/", "en")
    assert first["sents"] == [chat(0).strip(), comparing(0), chat(500).strip()]
    assert (told[-1].archives, told[-1].total, told[-1].pages) == (3, 3, 21)
    assert not list((tmp_path / ".crawl" / "fetched").iterdir())


@pytest.mark.parametrize(
    "answer", [how.cut, how.busy_at_first, how.without_ranges, how.changed], ids=lambda one: one.__name__
)
def test_a_server_that_fails_for_a_while_is_asked_again_for_the_rest(
    web: Archives, fetcher: Fetcher, tmp_path: Path, answer: how.Answer
) -> None:
    web.files["/a.warc.gz"], web.answers["/a.warc.gz"] = os.urandom(3_000), answer
    fetcher.fetch(f"{web.url}/a.warc.gz", tmp_path / "a")
    assert (tmp_path / "a").read_bytes() == web.files["/a.warc.gz"]
    asked = web.asked["/a.warc.gz"]
    assert answer is not how.cut or asked == ["", "bytes=1000-", "bytes=2000-"]
    assert [file.name for file in tmp_path.iterdir()] == ["a"]


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (how.missing, "status 404"),
        (how.silent, "after 3 attempts"),
        (how.dripping, "less than 1,000 bytes a second"),
        (how.too_short, "after 3 attempts"),
    ],
    ids=lambda one: getattr(one, "__name__", ""),
)
def test_a_server_that_goes_on_failing_is_given_up(
    web: Archives, fetcher: Fetcher, tmp_path: Path, answer: how.Answer, reason: str
) -> None:
    web.files["/a.warc.gz"], web.answers["/a.warc.gz"] = b"x" * 50, answer
    with pytest.raises(FetchError, match=reason):
        fetcher.fetch(f"{web.url}/a.warc.gz", tmp_path / "a")


def test_nobody_listens(fetcher: Fetcher, tmp_path: Path) -> None:
    with pytest.raises(FetchError, match="after 3 attempts"):
        fetcher.fetch("http://127.0.0.1:9/a.warc.gz", tmp_path / "a")


def test_a_fetch_goes_on_where_a_killed_one_stood(web: Archives, fetcher: Fetcher, tmp_path: Path) -> None:
    web.files["/a"] = os.urandom(1_000)
    for had in (400, 1_000):
        (tmp_path / "a.part").write_bytes(web.files["/a"][:had])
        fetcher.fetch(f"{web.url}/a", tmp_path / "a")
        assert (tmp_path / "a").read_bytes() == web.files["/a"]
    assert web.asked["/a"] == ["bytes=400-", "bytes=1000-"]


def test_all_threads_together_keep_to_the_bandwidth(web: Archives, tmp_path: Path) -> None:
    web.files["/a"] = bytes(300_000)
    started = time.monotonic()
    with closing(Fetcher(bandwidth=600_000, patience=HASTE)) as slow, ThreadPoolExecutor(2) as threads:
        list(threads.map(lambda name: slow.fetch(f"{web.url}/a", tmp_path / name), "xy"))
    assert time.monotonic() - started >= 0.9
    assert slow.fetched == 600_000


def test_what_is_broken_is_set_aside_with_the_reason_and_tried_again(web: Archives, tmp_path: Path) -> None:
    named = [f"{web.url}/{name}.warc.wet.gz" for name in ("good", "half", "gone", "flipped")]
    flipped = bytearray(wet(30))
    flipped[500:540] = bytes(40)
    web.files = {"/good.warc.wet.gz": wet(0), "/half.warc.wet.gz": wet(20), "/flipped.warc.wet.gz": bytes(flipped)}
    web.answers["/half.warc.wet.gz"] = how.too_long
    report = crawl(named, tmp_path, languages=["en"], processes=2, patience=HASTE)
    assert (report.done, [place for place, _ in report.aside]) == (1, named[1:])
    (_, half), (_, gone), (_, damaged) = report.aside
    assert gone == "it cannot be fetched (status 404)"
    assert "it is damaged" in half
    assert "it is damaged" in damaged
    assert list(kept(tmp_path)) == ["good.warc.wet.gz"]
    assert len(list((tmp_path / ".crawl" / "aside").iterdir())) == 2
    web.answers.clear()
    web.files["/gone.warc.wet.gz"] = wet(40)
    report = crawl(named, tmp_path, languages=["en"], processes=2, patience=HASTE)
    assert (report.done, [place for place, _ in report.aside]) == (3, [named[3]])
    assert report.counts[KEPT] == 12
    assert web.asked["/good.warc.wet.gz"] == [""]
    assert len(list((tmp_path / ".crawl" / "aside").iterdir())) == 1


def test_a_broken_page_costs_itself_alone(tmp_path: Path) -> None:
    pages = [
        archived("response", "http://a.example/", answered("<div>" * 3_000 + "Tea.")),
        archived("response", "http://b.example/" + "b" * 3_000, answered(f"<p>{FILLER * 3}{comparing(1)}</p>")),
        archived("response", "http://c.example/c.png", answered("x", kind="image/png")),
        archived("response", "http://d.example/", answered(f"<nav>Home</nav><p>{FILLER * 3}{comparing(1)}</p>")),
    ]
    (tmp_path / "a.warc.gz").write_bytes(b"".join(map(gzip.compress, pages)))
    report = crawl([str(tmp_path / "a.warc.gz")], tmp_path / "out", languages=["en"])
    assert report.counts[sift.BROKEN] == 2
    assert report.counts[sift.NO_PAGE] == 1
    ((passage,),) = kept(tmp_path / "out").values()
    assert passage["url"] == "http://d.example/"


def test_metadata_give_the_descriptions_of_pages(tmp_path: Path) -> None:
    said = f"{comparing(1)} {FILLER * 3}"
    head = {"Title": "Tea", "Metas": [{"name": "description", "content": said}, {"name": "robots", "content": "x"}]}
    payload = {"HTTP-Response-Metadata": {"HTML-Metadata": {"Head": head}}}
    content = json.dumps({"Envelope": {"Payload-Metadata": payload}}).encode()
    records = [
        archived("metadata", "http://a.example/", content, Content_Type="application/json"),
        archived("metadata", "http://b.example/", b'{"Envelope": []}', Content_Type="application/json"),
        archived("metadata", "http://c.example/", b'{"Envelope": [1]}', Content_Type="application/json"),
    ]
    (tmp_path / "a.warc.wat.gz").write_bytes(b"".join(map(gzip.compress, records)))
    report = crawl([str(tmp_path)], tmp_path / "out", languages=["en"])
    assert (report.counts[sift.PAGES], report.counts[sift.BARE], report.counts[sift.BROKEN]) == (3, 1, 1)
    ((passage,),) = kept(tmp_path / "out").values()
    assert (passage["title"], passage["sents"][0]) == ("Tea", comparing(1))


def test_near_copies_are_kept_once_the_first_named_wherever_they_are(tmp_path: Path) -> None:
    long = f"{comparing(7)} {comparing(9)} {chat(7)}{FILLER * 2}"
    texts = [FILLER + long, FILLER.replace("fine", "nice") + long, f"{chat(8)}{comparing(8)} {chat(9)}{FILLER * 2}"]
    for n, text in enumerate(texts):
        (tmp_path / f"{n}.warc.wet.gz").write_bytes(gzip.compress(page(n, text)))
    named = [str(tmp_path / f"{n}.warc.wet.gz") for n in (1, 0, 2)]
    report = crawl(named, tmp_path / "out", languages=["en"], processes=3)
    assert (report.counts[COPIES], report.counts[KEPT]) == (1, 2)
    assert set(kept(tmp_path / "out")) == {"1.warc.wet.gz", "2.warc.wet.gz"}


@given(st.text(), st.text(min_size=1))
def test_signatures_are_whole_numbers_that_the_words_alone_decide(text: str, other: str) -> None:
    assert all(0 <= band < 1 << 63 for band in bands(text))
    assert bands(text) == bands(f" {text} ")
    assert len(bands(other)) == 8


def run(web_list: str, out: Path, *more: str) -> subprocess.Popen[bytes]:
    command = [
        sys.executable,
        "-c",
        "from service.cli import main; main()",
        "crawl",
        "--out",
        str(out),
        "--processes",
        "2",
        *more,
        web_list,
    ]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def test_a_crawl_that_is_killed_goes_on_and_keeps_what_an_undisturbed_one_keeps(web: Archives, tmp_path: Path) -> None:
    listed = publish(web, 4)
    for path in list(web.files)[1:3]:
        web.answers[path] = how.cut
    kills = 0
    for _ in range(2):
        with run(listed, tmp_path / "killed") as process:
            deadline = time.monotonic() + 60
            before = len(list((tmp_path / "killed").glob("*.gz")))
            while process.poll() is None and len(list((tmp_path / "killed").glob("*.gz"))) == before:
                assert time.monotonic() < deadline
                time.sleep(0.01)
            process.send_signal(signal.SIGKILL)
            kills += process.wait() == -signal.SIGKILL
    with run(listed, tmp_path / "killed") as last:
        printed, problems = last.communicate(timeout=120)
    assert last.returncode == 0, problems
    assert b"4 archives" in printed
    assert kills
    crawl([listed], tmp_path / "undisturbed", languages=["en"], processes=1)
    assert kept(tmp_path / "killed") == kept(tmp_path / "undisturbed")


def test_the_folder_of_a_crawl_is_a_source_of_an_index(web: Archives, tmp_path: Path) -> None:
    listed, out, index = publish(web, 2), tmp_path / "out", tmp_path / "index"
    command = ["crawl", "--out", str(out), "--most", "1", "--index", str(index), listed]
    done = CliRunner().invoke(main, command)
    assert done.exit_code == 0, done.output
    assert "compare nothing" in done.stdout
    assert "Added 12 sentences" in done.stdout
    command[4] = "2"
    assert "Files: 1 new, 1 unchanged." in CliRunner().invoke(main, command).stdout
    store = Store(index)
    assert store.sentences() == 24
    store.close()


def test_a_folder_of_something_else_and_one_that_is_written_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.warc.wet.gz").write_bytes(wet(0))
    with pytest.raises(InputError, match="not the folder of a crawl"):
        crawl([str(tmp_path / "a.warc.wet.gz")], tmp_path)

    def again(_: CrawlProgress) -> None:
        with pytest.raises(InputError, match="Another crawl"):
            crawl([str(tmp_path / "a.warc.wet.gz")], tmp_path / "out")

    crawl([str(tmp_path / "a.warc.wet.gz")], tmp_path / "out", progress=again)


def test_lists_name_files_here_and_on_servers(tmp_path: Path) -> None:
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / "b.warc.gz").write_bytes(b"")
    (tmp_path / "list.txt").write_text(
        "x/b.warc.gz\n\ncrawl-data/C/a.warc.wet.gz\nhttps://mirror.example/a.warc.gz?v=1\nx/b.warc.gz\n"
    )
    found = archives_of([str(tmp_path / "list.txt"), str(tmp_path / "x")], lambda _: tmp_path)
    assert [archive.place for archive in found] == [
        str(tmp_path / "x" / "b.warc.gz"),
        "https://data.commoncrawl.org/crawl-data/C/a.warc.wet.gz",
        "https://mirror.example/a.warc.gz?v=1",
    ]
    assert found[2].name.endswith("-a.warc.gz")


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"a photo.png\n", "names 'a photo.png'"), (b"\x1f\x8bbroken", "cannot be read"), (b"", "no archive")],
)
def test_a_list_of_other_things_is_refused(tmp_path: Path, content: bytes, message: str) -> None:
    (tmp_path / "list").write_bytes(content)
    with pytest.raises(InputError, match=message):
        archives_of([str(tmp_path / "list")], lambda _: tmp_path)
    with pytest.raises(InputError, match="no file or folder"):
        archives_of([str(tmp_path / "nothing")], lambda _: tmp_path)


def test_a_process_that_dies_costs_its_archive_alone(tmp_path: Path) -> None:
    for n in range(2):
        (tmp_path / f"{n}.warc.wet.gz").write_bytes(wet(10 * n))

    def kill(_: CrawlProgress) -> None:
        for child in Path(f"/proc/{os.getpid()}/task").glob("*/children"):
            for pid in map(int, child.read_text().split()):
                if b"0.warc.wet.gz" in Path(f"/proc/{pid}/cmdline").read_bytes():
                    os.kill(pid, signal.SIGKILL)

    report = crawl([str(tmp_path)], tmp_path / "out", languages=["en"], processes=1, progress=kill)
    ((place, reason),) = report.aside
    assert place.endswith("0.warc.wet.gz")
    assert "status -9" in reason
    assert report.done == 1


def test_lines_of_menus_notices_and_teasers_are_no_prose() -> None:
    text = "\n".join(
        [
            "Home | Shop | About us today.",
            "We use cookies to make this site better than others.",
            "Tea is better than coffee, as everybody knows…",
            "Read more",
            "Cookies are better than cakes for a long journey.",
            "Cookies are better than cakes for a long journey.",
            '"Tea is better than coffee," she said to me (twice!)',
        ]
    )
    assert sift.prose_of(text) == [
        "Cookies are better than cakes for a long journey.",
        '"Tea is better than coffee," she said to me (twice!)',
    ]


def test_passages_hold_neighbours_and_join_where_they_touch() -> None:
    sentences = [comparing(1), FILLER.strip(), comparing(2), *[FILLER.strip()] * 3, comparing(3)]
    text = " ".join(sentences)
    found = list(sift.passages_of({"id": "x", "text": text}, (), Counter()))
    assert [(one["id"], len(one["sents"])) for one in found] == [("x.0", 4), ("x.5", 2)]


def test_archives_of_one_name_have_files_of_their_own() -> None:
    assert Archive("http://a.example/x.warc.gz").name != Archive("http://b.example/x.warc.gz").name
