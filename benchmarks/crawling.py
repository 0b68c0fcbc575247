"""How fast archives of a web crawl are sifted, how much of them is kept, and how large an index of that is.

Run ``python -m benchmarks.crawling SOURCE... --mb 200``. It makes WET archives of the documents of sources, each on a
page between menus and notices, one in ten once more with a few changes on another page, and among them noise: for ten
documents twelve pages in other languages and six lists of links. Then it crawls them, with one process, and indexes
what is kept; with ``--claims`` it reads what that claims. All of it is thrown away unless ``--keep`` names a folder.
"""

from __future__ import annotations

import argparse
import gzip
import random
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import count, islice
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from uuid import UUID

from benchmarks.report import print_machine
from engine.config import load_config
from engine.pipeline import Engine
from engine.retrieval.crawl import sift
from engine.retrieval.crawl.crawl import COPIES, KEPT, crawl
from engine.retrieval.embedded.build import build_index
from engine.retrieval.ingest.sources import Source
from engine.types import Document

ARCHIVE_BYTES = 100_000_000
"""Of text in one archive; those of Common Crawl have about four times as many."""
MENU = "Home\nAbout us\nShop\nLog in\nContact\n"
NOTICE = "\nWe use cookies to make this site better than others.\nAll rights reserved.\nPrivacy policy\nRead more\n"
FOREIGN = (
    "der Mann geht heute mit seinem Hund in den Wald weil das Wetter sehr schön ist und er gerne lange wandert",
    "la mujer come hoy una manzana en el parque porque hace mucho sol y le gusta leer libros con sus amigos",
    "le garçon mange aujourd'hui une pomme dans le jardin parce que le soleil brille et que les oiseaux chantent",
    "мальчик сегодня гуляет в парке потому что погода очень хорошая и он любит читать книги вместе с друзьями",
    "il ragazzo mangia oggi una mela nel giardino perché il sole splende e gli uccelli cantano sugli alberi",
)


def pages(sources: list[Path], draw: random.Random) -> Iterator[tuple[str, str]]:
    """Yield address and text of pages, of each source in turn, until one of them ends."""
    read = [Source(path).records() for path in sources]
    for at in count():
        record = next(read[at % len(read)], None)
        if record is None:
            return
        for document in record.documents:
            url = f"http://site{draw.randrange(50_000)}.example/{document.id}"
            yield url, f"{document.title}\n{MENU}{_body(document, draw)}{NOTICE}"
            if draw.random() < 0.1:
                yield f"{url}/copy", f"{document.title}\nMenu\n{_body(document, draw, changed=0.02)}{NOTICE}"
        if draw.random() < 0.6:
            yield f"http://links.example/{at}", MENU * draw.randrange(5, 40)
        for noise in range(1 + (draw.random() < 0.2)):
            yield f"http://autre.example/{at}/{noise}", f"Page {at}\n{MENU}{_foreign(draw)}"


def _body(document: Document, draw: random.Random, *, changed: float = 0.0) -> str:
    """Return paragraphs of three sentences, of which words may be changed."""
    words = [sentence.text.split() for sentence in document.sentences]
    texts = [" ".join("ever" if draw.random() < changed else word for word in one) for one in words]
    return "\n".join(" ".join(texts[at : at + 3]) for at in range(0, len(texts), 3))


def _foreign(draw: random.Random) -> str:
    words = draw.choice(FOREIGN).split()
    return "\n".join(f"{' '.join(draw.sample(words, len(words)))}." for _ in range(draw.randrange(3, 40)))


def make_archives(sources: list[Path], folder: Path, size: int) -> tuple[list[str], int, int]:
    """Write WET archives with so many bytes of text; return their paths, their pages and the bytes of text."""
    draw, written, number = random.Random(17), 0, 0
    named, made = [], pages(sources, draw)
    more = True
    while more and written < size:
        path = folder / f"{len(named):05}.warc.wet.gz"
        named.append(str(path))
        in_this = 0
        with path.open("wb") as archive:
            while more and in_this < ARCHIVE_BYTES and written + in_this < size:
                some = list(islice(made, 100))
                more = bool(some)
                for url, text in some:
                    content = text.encode()
                    head = (
                        f"WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Target-URI: {url}\r\n"
                        f"WARC-Date: 2026-10-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:{UUID(int=number)}>\r\n"
                        f"Content-Type: text/plain\r\nContent-Length: {len(content)}\r\n\r\n"
                    )
                    archive.write(gzip.compress(head.encode() + content + b"\r\n\r\n", 6))
                    in_this, number = in_this + len(content), number + 1
        written += in_this
    return named, number, written


def main() -> None:
    parser = argparse.ArgumentParser(description="Time a crawl of archives that are made of sources.")
    parser.add_argument("sources", type=Path, nargs="+", help="files of documents")
    parser.add_argument("--mb", type=float, default=100.0, help="megabytes of text")
    parser.add_argument("--claims", action="store_true", help="read what is claimed, too")
    parser.add_argument("--keep", type=Path, help="folder for the archives, the crawl and the index")
    options = parser.parse_args()
    print_machine()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        named, _, text_bytes = make_archives(options.sources, folder, int(1e6 * options.mb))
        started = time.perf_counter()
        found = crawl(named, folder / "crawl", languages=["en"], processes=1).counts
        took_s, cpu_s = time.perf_counter() - started, found[sift.CPU_MS] / 1e3
        print(f"{len(named)} archives, {text_bytes / 1e6:,.0f} MB of text, {found[sift.BYTES] / 1e6:,.1f} MB packed")
        for name, seconds in (("one core, processor time of sifting", cpu_s), ("one process, by the clock", took_s)):
            print(
                f"{name}: {found[sift.BYTES] / 1e6 / seconds:.2f} MB packed/s, {text_bytes / 1e6 / seconds:.2f} MB of "
                f"text/s, {found[sift.PAGES] / seconds:,.0f} pages/s"
            )
        print(", ".join(f"{name} {number:,}" for name, number in sorted(found.items())))
        held = (getrusage(who).ru_maxrss / 1e3 for who in (RUSAGE_CHILDREN, RUSAGE_SELF))
        print("memory, at most: sifting {:.0f} MB, this process {:.0f} MB".format(*held))
        kept = sum(file.stat().st_size for file in (folder / "crawl").glob("*.gz"))
        done = (folder / "crawl" / ".crawl" / "done.sqlite").stat().st_size
        print(f"kept {kept / 1e6:.2f} MB packed, {100 * kept / found[sift.BYTES]:.1f} % of the archives", end="; ")
        print(
            f"near-copies {found[COPIES] / found[sift.PASSAGES]:.1%}; {done / found[KEPT]:.0f} bytes of signatures each"
        )
        began = time.process_time()
        stats = build_index([folder / "crawl"], folder / "index")
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


if __name__ == "__main__":
    main()
