"""How fast archives of a web crawl are sifted, how much of them is kept, and how large an index of that is.

Run ``python -m benchmarks.crawling SOURCE... --mb 200``. It makes WET archives of the documents of sources, each on a
page between menus and notices, one in ten once more with a few changes on another page, and among them noise: for ten
documents twelve pages in other languages and six lists of links. When the sources end it begins again in other words.
Then it crawls them with the command, which it kills ``--kills`` times and runs again, indexes what is kept, and with
``--claims`` reads what that claims; with ``--spark`` it crawls them with the job for Spark, too, and compares. All of
it is thrown away unless ``--keep`` names a folder.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import random
import re
import sqlite3
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from uuid import UUID

import psutil

from benchmarks.report import print_machine
from engine.config import load_config
from engine.pipeline import Engine
from engine.retrieval.crawl import sift
from engine.retrieval.crawl.archives import Archive
from engine.retrieval.crawl.crawl import COPIES, KEPT, crawl
from engine.retrieval.embedded.build import build_index
from engine.retrieval.ingest.sources import Source
from engine.retrieval.readings import joined
from engine.text.comparing import COMPARING
from engine.text.stop_words import STOP
from engine.text.tokens import stem
from engine.types import Document

LIST = "wet.paths.gz"
ARCHIVE_BYTES = 100_000_000
"""Of text in one archive; those of Common Crawl have about four times as many."""
_WORD = re.compile(r"[A-Za-z]{4,}")
MENU = "Home\nAbout us\nShop\nLog in\nContact\n"
NOTICE = "\nWe use cookies to make this site better than others.\nAll rights reserved.\nPrivacy policy\nRead more\n"
FOREIGN = (
    "der Mann geht heute mit seinem Hund in den Wald weil das Wetter sehr schön ist und er gerne lange wandert",
    "la mujer come hoy una manzana en el parque porque hace mucho sol y le gusta leer libros con sus amigos",
    "le garçon mange aujourd'hui une pomme dans le jardin parce que le soleil brille et que les oiseaux chantent",
    "мальчик сегодня гуляет в парке потому что погода очень хорошая и он любит читать книги вместе с друзьями",
    "il ragazzo mangia oggi una mela nel giardino perché il sole splende e gli uccelli cantano sugli alberi",
)


class OtherWords:
    """Writes texts in other words, consistently: each for one that ends alike and is about as common.

    Words that say nothing or compare stay, so that a text compares what it compared, of other names.
    """

    def __init__(self, texts: Iterable[str]) -> None:
        """Learn which words there are."""
        counted = Counter(word for text in texts for word in _WORD.findall(text))
        alike: dict[tuple[str, bool], list[str]] = defaultdict(list)
        for word, _ in counted.most_common():
            if not (word.lower().endswith(("er", "est")) or COMPARING.search(word) or stem(word.lower()) in STOP):
                alike[word[-2:].lower(), word[0].isupper()].append(word)
        self._alike = [*alike.values()]
        self._other: dict[str, str] = {}

    def turn(self, number: int) -> None:
        """Take the words of a round; the first takes them as they are."""
        self._other = {
            word: alike[(at + number) % len(alike)] for alike in self._alike for at, word in enumerate(alike) if number
        }

    def of(self, text: str) -> str:
        """Return a text in the words of this round."""
        return _WORD.sub(lambda found: self._other.get(found[0], found[0]), text) if self._other else text


def pages(sources: Sequence[Path], draw: random.Random) -> Iterator[tuple[str, str]]:
    """Yield address and text of pages, of each source in turn until one of them ends, then again in other words."""
    words = OtherWords(sentence.text for document in documents_of_all(sources) for sentence in document.sentences)
    for turn in count():
        words.turn(turn)
        for at, document in enumerate(documents_of_all(sources)):
            url = f"http://site{draw.randrange(50_000)}.example/{document.id}-{turn}"
            title, sentences = words.of(document.title), [words.of(one.text) for one in document.sentences]
            yield url, f"{title}\n{MENU}{_body(sentences, draw)}{NOTICE}"
            if draw.random() < 0.1:
                yield f"{url}/copy", f"{title}\nMenu\n{_body(sentences, draw, changed=0.02)}{NOTICE}"
            if draw.random() < 0.6:
                yield f"http://links.example/{turn}/{at}", MENU * draw.randrange(5, 40)
            for noise in range(1 + (draw.random() < 0.2)):
                yield f"http://autre.example/{turn}/{at}/{noise}", f"Page {at}\n{MENU}{_foreign(draw)}"


def documents_of_all(sources: Sequence[Path]) -> Iterator[Document]:
    """Yield the documents of sources in turn, until one of them ends."""
    for records in zip(*(file.records() for path in sources for file in Source(path).files), strict=False):
        for record in records:
            yield from record.documents


def _body(sentences: Sequence[str], draw: random.Random, *, changed: float = 0.0) -> str:
    """Return paragraphs of three sentences, of which words may be changed."""
    words = [sentence.split() for sentence in sentences]
    texts = [" ".join("ever" if draw.random() < changed else word for word in one) for one in words]
    return "\n".join(" ".join(texts[at : at + 3]) for at in range(0, len(texts), 3))


def _foreign(draw: random.Random) -> str:
    words = draw.choice(FOREIGN).split()
    return "\n".join(f"{' '.join(draw.sample(words, len(words)))}." for _ in range(draw.randrange(3, 40)))


def make_archives(sources: Sequence[Path], folder: Path, size: int) -> Path:
    """Write WET archives with so many bytes of text, and the list of them; return the list."""
    draw, written, number = random.Random(17), 0, 0
    named: list[str] = []
    made = pages(sources, draw)
    while written < size:
        named.append(f"{len(named):05}.warc.wet.gz")
        in_this = 0
        with (folder / named[-1]).open("wb") as archive:
            while in_this < ARCHIVE_BYTES and written + in_this < size:
                url, text = next(made)
                content = text.encode()
                head = (
                    f"WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Target-URI: {url}\r\n"
                    f"WARC-Date: 2026-10-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:{UUID(int=number)}>\r\n"
                    f"Content-Type: text/plain\r\nContent-Length: {len(content)}\r\n\r\n"
                )
                archive.write(gzip.compress(head.encode() + content + b"\r\n\r\n", 6))
                in_this, number = in_this + len(content), number + 1
        written += in_this
    (folder / LIST).write_bytes(gzip.compress("".join(f"{name}\n" for name in named).encode()))
    return folder / LIST


def run(command: Sequence[str], archives: int, done: Callable[[], int], kills: int) -> tuple[float, list[int]]:
    """Run a command and kill it and what it started, evenly over its archives, by SIGKILL; run it again until it ends.

    Args:
        command: The command.
        archives: How many it has.
        done: Returns how many are done.
        kills: How often it is killed.

    Returns:
        Seconds, and the memory of all its processes in MB, once a second.
    """
    started, held = time.perf_counter(), []
    environ = {**os.environ, "PYTHONPATH": str(Path.cwd()), "PYSPARK_PYTHON": sys.executable}
    for kill in range(1, kills + 2):
        process = psutil.Popen(command, env=environ)
        while process.poll() is None:
            time.sleep(1)
            with suppress(psutil.Error):
                held.append(sum(one.memory_info().rss for one in [process, *process.children(recursive=True)]) >> 20)
            if kill <= kills and done() >= archives * kill // (kills + 1):
                for one in [process, *process.children(recursive=True)]:
                    with suppress(psutil.Error):
                        one.kill()
        print(f"run {kill}: status {process.wait()}, {done()} archives done")
    return time.perf_counter() - started, held


def print_memory(held: Sequence[int]) -> None:
    fifth = max(1, len(held) // 5)
    most = [max(held[at : at + fifth], default=0) for at in range(0, 5 * fifth, fifth)]
    print(f"memory of all processes, at most in each fifth of the time: {', '.join(map(str, most))} MB")


def run_on_spark(archives: int, folder: Path, cores: int, kills: int, *, claims: bool) -> None:
    """Crawl the same on a Spark of this machine, and compare what it keeps and reads with what is there, row by row."""
    sifted = folder / "spark" / "sifted"
    command = [str(Path(sys.executable).with_name("spark-submit")), f"--master=local[{cores}]", "--driver-memory=3g"]
    command += ["--conf=spark.sql.shuffle.partitions=16", "--conf=spark.ui.enabled=false", "service/spark/job.py"]
    command += ["--out", str(folder / "spark"), "--claims" if claims else "--no-claims", "--lines"]
    command += ["--wave", str(max(1, archives // (2 * kills + 2))), str(folder / LIST)]
    before = getrusage(RUSAGE_CHILDREN)
    took_s, held = run(command, archives, lambda: len(list(sifted.glob("*.parquet"))), kills)
    after = getrusage(RUSAGE_CHILDREN)
    cpu_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"on Spark: {took_s:,.0f} s, {cpu_s:,.0f} s of processor time")
    print_memory(held)
    print(f"{compare(folder):,} passages are the same, in the same order")
    if claims:
        print("readings of claims: {:,} the same, {:,} here alone, {:,} on Spark alone".format(*compare_claims(folder)))


def compare(folder: Path) -> int:
    """Return how many passages Spark wrote, which are those of one machine in the same order.

    Raises:
        ValueError: They are not.
    """
    named = gzip.decompress((folder / LIST).read_bytes()).decode().split()
    files = [folder / "crawl" / f"{Archive(str((folder / name).absolute())).name}.jsonl.gz" for name in named]
    here, there = _rows(files), _rows(sorted((folder / "spark" / "lines").glob("*.gz")))
    for number, (one, other) in enumerate(zip(here, there, strict=True)):
        if one != other:
            raise ValueError(f"passage {number} is {one} here, {other} on Spark")
    return number + 1


def compare_claims(folder: Path) -> tuple[int, int, int]:
    """Return how many readings one machine and Spark have in the same places, and how many each has alone.

    A few differ: what the network marks in a sentence depends in its last digits on what is read beside it.
    """
    from pyspark.sql import SparkSession

    with closing(sqlite3.connect(folder / "index" / "claims.sqlite")) as kept:
        here = Counter(
            kept.execute(
                "SELECT place, first_stems, second_stems, dimension, words FROM reading JOIN pair ON pair = key"
            )
        )
    spark = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
    try:
        rows = spark.read.parquet(str(folder / "spark" / "claims")).toLocalIterator()
        there = Counter((row.place, joined(row.first), joined(row.second), row.dimension, row.words) for row in rows)
    finally:
        spark.stop()
    return (here & there).total(), (here - there).total(), (there - here).total()


def _rows(files: Iterable[Path]) -> Iterator[dict[str, object]]:
    for file in files:
        with gzip.open(file) as lines:
            yield from map(json.loads, lines)


def main() -> None:
    parser = argparse.ArgumentParser(description="Time a crawl of archives that are made of sources.")
    parser.add_argument("sources", type=Path, nargs="+", help="files of documents")
    parser.add_argument("--mb", type=float, default=100.0, help="megabytes of text")
    parser.add_argument("--processes", type=int, default=1, help="archives at once")
    parser.add_argument("--kills", type=int, default=0, help="so often the command is killed, and run again")
    parser.add_argument("--spark", action="store_true", help="crawl it on Spark, too, and compare")
    parser.add_argument("--claims", action="store_true", help="read what is claimed, too")
    parser.add_argument("--keep", type=Path, help="folder for the archives, which are not made again, and the rest")
    options = parser.parse_args()
    print_machine()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        crawled, text_bytes = folder / "crawl", 1e6 * options.mb
        if not (folder / LIST).exists():
            make_archives(options.sources, folder, int(text_bytes))
        archives = len(gzip.decompress((folder / LIST).read_bytes()).split())
        command = [sys.executable, "-P", "-c", "from service.cli import main; main()", "crawl", "--out", str(crawled)]
        command += ["--processes", str(options.processes), str(folder / LIST)]
        took_s, held = run(command, archives, lambda: len(list(crawled.glob("*.gz"))), options.kills)
        found = crawl([str(folder / LIST)], crawled, languages=["en"]).counts
        cpu_s = found[sift.CPU_MS] / 1e3
        print(f"{archives} archives, {text_bytes / 1e6:,.0f} MB of text, {found[sift.BYTES] / 1e6:,.1f} MB packed")
        for name, seconds in (("processor time of sifting", cpu_s), (f"{options.processes} processes", took_s)):
            print(
                f"{name}, {seconds:,.0f} s: {found[sift.BYTES] / 1e6 / seconds:.2f} MB packed/s, "
                f"{text_bytes / 1e6 / seconds:.2f} MB of text/s, {found[sift.PAGES] / seconds:,.0f} pages/s"
            )
        print(", ".join(f"{name} {number:,}" for name, number in sorted(found.items())))
        print_memory(held)
        kept = sum(file.stat().st_size for file in crawled.glob("*.gz"))
        done = (crawled / ".crawl" / "done.sqlite").stat().st_size
        print(f"kept {kept / 1e6:.2f} MB packed, {100 * kept / found[sift.BYTES]:.1f} % of the archives", end="; ")
        print(
            f"near-copies {found[COPIES] / found[sift.PASSAGES]:.1%}; {done / found[KEPT]:.0f} bytes of signatures each"
        )
        began = time.process_time()
        stats = build_index([crawled], folder / "index")
        rate = stats.sentences / (time.process_time() - began)
        print(f"index: {stats.sentences:,} sentences, {stats.size_bytes / 1e6:.1f} MB, {rate:,.0f}/s of processor time")
        if options.claims:
            began = time.process_time()
            searched = {"retriever": "tantivy", "index": folder / "index"}
            with closing(Engine(load_config(overrides={"retrieval": searched}))) as engine:
                read = engine.read_ahead()
            rate = stats.sentences / (time.process_time() - began)
            size = sum(file.stat().st_size for file in (folder / "index").rglob("*") if file.is_file())
            print(f"claims: {read:,} comparisons read, {rate:,.0f} sentences a second of processor time; ", end="")
            print(f"index with them {size / 1e6:.1f} MB, {size / max(1, read):,.0f} MB a million comparisons")
        if options.spark:
            run_on_spark(archives, folder, options.processes, options.kills, claims=options.claims)


if __name__ == "__main__":
    main()
