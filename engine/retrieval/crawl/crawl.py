"""Crawls: archives by the thousand, each fetched, sifted in a process of its own, and written without near-copies.

The folder of a crawl is a source for an index: of each archive it holds a file of JSON Lines with the passages that
were kept. ``.crawl`` in it holds a database of what is done and of the signatures of all that was kept, the files that
are being fetched, and those that were set aside. Archives are taken in the order in which they were named, whichever
is sifted first, so that a crawl that was killed and begun again keeps what an undisturbed one keeps.
"""

from __future__ import annotations

import fcntl
import gzip
import json
import os
import sqlite3
import subprocess
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Final

from engine.errors import IndexUnusableError, InputError
from engine.extras import needed_for
from engine.retrieval.crawl import sift
from engine.retrieval.crawl.apart import sift_apart
from engine.retrieval.crawl.archives import Archive, archives_of
from engine.retrieval.crawl.fetch import Fetcher, FetchError, Patience
from engine.text.tokens import clean

WORK: Final = ".crawl"
COPIES, KEPT = "copies", "kept"
"""What is counted beside what ``engine.retrieval.crawl.sift`` counts: near-copies, and passages that were written."""

_PROGRESS_INTERVAL_S: Final = 0.5
_NEW: Final = Path(__file__).with_suffix(".sql").read_text("utf-8")


@dataclass(frozen=True, slots=True)
class CrawlProgress:
    """How far a crawl is."""

    archives: int
    """Done or set aside by now."""
    total: int
    aside: int
    pages: int
    """Looked at in this run."""
    bytes_read: int
    """Of archives, packed, in this run."""
    bytes_fetched: int
    took_s: float
    eta_s: float
    """Seconds to the end at this pace; 0 while it is not known."""


@dataclass(frozen=True, slots=True)
class CrawlReport:
    """What the folder of a crawl holds, of all runs."""

    done: int
    counts: Counter[str]
    """Of all that are done, by the names in this module and in ``engine.retrieval.crawl.sift``."""
    aside: tuple[tuple[str, str], ...]
    """Places of the archives that were set aside, each with the reason."""


@dataclass(slots=True)
class _Work:
    """An archive under way."""

    archive: Archive
    file: Path | None = None
    """Where it is here; None while it is not."""
    sifted: Path | None = None
    """What was found in it; None when it is set aside."""
    reason: str = ""
    share: float = 0.0
    """Of it that was read."""
    counts: Counter[str] = field(default_factory=Counter)


def crawl(
    named: Sequence[str],
    out: Path,
    *,
    languages: Collection[str] = (),
    processes: int = 0,
    bandwidth: float = 0.0,
    most: int | None = None,
    patience: Patience | None = None,
    progress: Callable[[CrawlProgress], None] | None = None,
) -> CrawlReport:
    """Take what compares out of archives.

    It may be killed at any moment and run again: it goes on with the archives that are not done, those that were set
    aside included. Memory grows neither with the archives nor with their number.

    Args:
        named: Archives and lists of them; see ``engine.retrieval.crawl.archives.archives_of``.
        out: Folder of the crawl, made if missing.
        languages: Of pages, such as ``en``; any when empty.
        processes: Archives sifted at the same time; one a core when 0.
        bandwidth: Bytes fetched per second, all together; 0 is no bound.
        most: Only so many of the archives that are named, the first ones.
        patience: How long servers are tried.
        progress: Called about twice a second.

    Returns:
        What there is now.

    Raises:
        InputError: There is no archive in what was named, ``out`` holds something else, or another crawl writes it.
        IndexUnusableError: What was done cannot be noted in ``out``.
    """
    with needed_for("A web archive"):
        import fastwarc  # noqa: F401 - the processes need it
    with _locked(out) as work:
        stop = threading.Event()
        fetcher = Fetcher(bandwidth=bandwidth, patience=patience, stop=stop)
        try:
            with closing(fetcher), closing(_Journal(out, work)) as journal:
                archives = archives_of(named, lambda url: _fetch_list(fetcher, url, work))[:most]
                run = _Run(work, fetcher, stop, languages, processes or os.cpu_count() or 1)
                run.through([archive for archive in archives if not journal.is_done(archive)], journal, progress)
                return journal.report()
        except sqlite3.Error as error:
            raise IndexUnusableError(
                f"What was done cannot be noted in {str(work)!r}: {error}. See to the disk, then run the same command "
                "again; it goes on where it stood."
            ) from error


def _fetch_list(fetcher: Fetcher, url: str, work: Path) -> Path:
    file = work / Archive(url).name
    try:
        fetcher.fetch(url, file)
    except FetchError as error:
        raise InputError(f"The list {url!r} cannot be fetched: {error}.") from error
    return file


@contextmanager
def _locked(out: Path) -> Iterator[Path]:
    """Make the folder of a crawl, and keep other crawls out of it."""
    work = out / WORK
    if out.exists() and not work.is_dir() and (not out.is_dir() or any(out.iterdir())):
        raise InputError(f"{str(out)!r} exists and is not the folder of a crawl. Name a new or an empty folder.")
    for folder in ("fetched", "aside", "sifted"):
        (work / folder).mkdir(parents=True, exist_ok=True)
    with (work / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise InputError(f"Another crawl writes {str(out)!r}. Wait for its end, or stop it.") from error
        for left in (work / "sifted").iterdir():
            left.unlink()
        yield work


class _Run:
    """One run: archives fetched by threads, sifted by processes, and written in order."""

    def __init__(
        self, work: Path, fetcher: Fetcher, stop: threading.Event, languages: Collection[str], processes: int
    ) -> None:
        self._work, self._fetcher, self._stop, self._languages = work, fetcher, stop, languages
        self._threads = 2 * processes  # while one archive is sifted, the next is fetched
        self._cores = threading.BoundedSemaphore(processes)
        self._running: set[subprocess.Popen[str]] = set()
        self._started = time.monotonic()
        self._finished = self._aside = 0
        self._counts: Counter[str] = Counter()

    def through(
        self, todo: Sequence[Archive], journal: _Journal, progress: Callable[[CrawlProgress], None] | None
    ) -> None:
        """Do archives."""
        waiting = iter([_Work(archive) for archive in todo])
        under_way: deque[tuple[_Work, Future[None]]] = deque()
        threads = ThreadPoolExecutor(self._threads)
        try:
            while True:
                for work in islice(waiting, 2 * self._threads - len(under_way)):
                    under_way.append((work, threads.submit(self._prepare, work)))
                if not under_way:
                    break
                work, prepared = under_way[0]
                if not wait([prepared], _PROGRESS_INTERVAL_S).done:
                    if progress is not None:
                        progress(self._state(len(todo), [one for one, _ in under_way]))
                    continue
                prepared.result()
                journal.take(work)
                self._finished += 1
                self._aside += bool(work.reason)
                self._counts += work.counts
                under_way.popleft()
            if progress is not None:
                progress(self._state(len(todo), []))
        finally:
            self._stop.set()
            for process in list(self._running):
                process.kill()
            threads.shutdown(cancel_futures=True)

    def _prepare(self, work: _Work) -> None:
        """Have an archive here, and sift it."""
        archive = work.archive
        work.file = self._work / "fetched" / archive.name if archive.is_web else Path(archive.place)
        try:
            if archive.is_web and not work.file.exists():
                self._fetcher.fetch(archive.place, work.file)
        except FetchError as error:
            work.reason = f"it cannot be fetched ({error})"
            return
        with self._cores:
            if not self._stop.is_set():
                self._sift(work, work.file)

    def _sift(self, work: _Work, file: Path) -> None:
        def tell(counts: Counter[str]) -> None:
            work.counts = counts
            work.share = counts[sift.BYTES] / max(1, file.stat().st_size)

        sifted = self._work / "sifted" / work.archive.name
        work.reason = sift_apart(file, sifted, self._languages, tell=tell, running=self._running)
        if not work.reason:
            work.sifted = sifted

    def _state(self, total: int, under_way: Sequence[_Work]) -> CrawlProgress:
        counts = sum((work.counts for work in under_way), self._counts)
        share = self._finished + sum(work.share for work in under_way)
        took_s = time.monotonic() - self._started
        return CrawlProgress(
            archives=self._finished,
            total=total,
            aside=self._aside,
            pages=counts[sift.PAGES],
            bytes_read=counts[sift.BYTES],
            bytes_fetched=self._fetcher.fetched,
            took_s=took_s,
            eta_s=took_s / share * (total - share) if share else 0.0,
        )


class _Journal:
    """What is done, and the signatures of all passages that were kept."""

    def __init__(self, out: Path, work: Path) -> None:
        self._out, self._work = out, work
        self._connection = sqlite3.connect(work / "done.sqlite", isolation_level=None)
        self._connection.execute("PRAGMA cache_size = -65536")
        self._connection.executescript(_NEW)

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def is_done(self, archive: Archive) -> bool:
        """Return whether an archive is done; one that was set aside is not."""
        asked = "SELECT 1 FROM archive WHERE place = ? AND reason = ''"
        return self._connection.execute(asked, (archive.place,)).fetchone() is not None

    def take(self, work: _Work) -> None:
        """Write what was kept of an archive, or set it aside; afterwards it is done, before nothing is."""
        self._connection.execute("BEGIN IMMEDIATE")
        if work.sifted is not None:
            self._write(work, work.sifted)
        row = (work.archive.place, json.dumps(work.counts), work.reason)
        self._connection.execute("INSERT OR REPLACE INTO archive VALUES (?, ?, ?)", row)
        self._connection.execute("COMMIT")
        if work.sifted is not None:
            work.sifted.unlink()
        if work.archive.is_web and work.file is not None and work.file.exists():
            aside = self._work / "aside" / work.archive.name
            if work.reason:
                work.file.replace(aside)
            else:
                work.file.unlink()
                aside.unlink(missing_ok=True)

    def _write(self, work: _Work, sifted: Path) -> None:
        name = f"{work.archive.name}.jsonl.gz"
        part = self._work / name
        with part.open("wb") as raw:
            with gzip.GzipFile("", "wb", 6, raw, mtime=0) as kept, gzip.open(sifted, "rb") as lines:
                for line in lines:
                    signature, _, passage = line.partition(b"\t")
                    if self._is_new([*map(int, signature.split())]):
                        kept.write(passage)
                        work.counts[KEPT] += 1
                    else:
                        work.counts[COPIES] += 1
            raw.flush()
            os.fsync(raw.fileno())
        if work.counts[KEPT]:
            part.replace(self._out / name)
        else:
            part.unlink()

    def _is_new(self, bands: list[int]) -> bool:
        """Return whether no passage had a band of these, and remember them."""
        marks = ",".join("?" * len(bands))
        asked = f"SELECT 1 FROM band WHERE key IN ({marks}) LIMIT 1"  # noqa: S608 - question marks
        if self._connection.execute(asked, bands).fetchone() is not None:
            return False
        self._connection.executemany("INSERT OR IGNORE INTO band VALUES (?)", [(band,) for band in bands])
        return True

    def report(self) -> CrawlReport:
        """Return what was done in all runs."""
        counts: Counter[str] = Counter()
        done, aside = 0, []
        for place, counted, reason in self._connection.execute("SELECT * FROM archive ORDER BY rowid"):
            if reason:
                aside.append((clean(place), clean(reason)))
            else:
                done += 1
                counts.update(json.loads(counted))
        return CrawlReport(done, counts, tuple(aside))
