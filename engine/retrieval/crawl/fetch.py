"""Fetching large files from web servers that are slow, refuse for a while, or cut the connection.

What was fetched of a file stays on disk beside its place; the next attempt, in this run or in one after a kill, asks
for the rest of it alone, if the server still has the same file.
"""

from __future__ import annotations

import random
import re
import threading
import time
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import BinaryIO

import httpx2

from engine.errors import shorten

MAX_ASKED_WAIT_S = 600.0
"""A server that asks to be left alone for longer is asked again after so many seconds."""

_AGENT = "Whichever (reads archives of web crawls)"
_LATER = frozenset({408, 425, 429, 500, 502, 503, 504})
_RANGE = re.compile(r"bytes (?:(?P<start>\d+)-\d+|\*)/(?P<total>\d+|\*)")


class FetchError(Exception):
    """A file cannot be had; the message says why."""


class _AttemptError(Exception):
    """An attempt failed; another one may do better."""

    def __init__(self, why: str, wait_s: float = 0.0) -> None:
        super().__init__(why)
        self.wait_s = wait_s


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a server is tried."""

    attempts: int = 8
    """In a row that bring next to nothing."""
    first_wait_s: float = 1.0
    """Before the second attempt, more or less; it doubles with each that follows."""
    longest_wait_s: float = 120.0
    silence_s: float = 30.0
    """An attempt is ended when nothing comes for so long, or less than ``slowest``."""
    slowest: float = 1_000.0
    """Bytes per second."""
    enough_bytes: int = 1 << 20
    """An attempt that brings so many is no failure."""
    most_bytes: int = 64 << 30
    """Of a file."""


class Fetcher:
    """Fetches files; safe to use from several threads.

    Attributes:
        fetched: Bytes so far.
    """

    def __init__(
        self, *, bandwidth: float = 0.0, patience: Patience | None = None, stop: threading.Event | None = None
    ) -> None:
        """Prepare.

        Args:
            bandwidth: Bytes per second, all together; 0 is no bound.
            patience: How long servers are tried.
            stop: Ends all that is under way.
        """
        self.fetched, self._free_at = 0, 0.0
        self._lock = threading.Lock()
        self._bandwidth, self._patience = bandwidth, patience or Patience()
        self._stop = stop or threading.Event()
        self._client = httpx2.Client(
            follow_redirects=True,
            timeout=self._patience.silence_s,
            headers={"User-Agent": _AGENT, "Accept-Encoding": "identity"},
        )

    def close(self) -> None:
        """End all connections."""
        self._client.close()

    def fetch(self, url: str, to: Path) -> None:
        """Fetch a file, from where an earlier attempt left it.

        Raises:
            FetchError: It cannot be had.
        """
        patience, part = self._patience, to.with_name(f"{to.name}.part")
        failed = 0
        while True:
            had = _size(part)
            try:
                self._attempt(url, part)
                break
            except (_AttemptError, httpx2.TransportError) as error:
                failed = 1 if _size(part) - had >= patience.enough_bytes else failed + 1
                if failed >= patience.attempts:
                    raise FetchError(f"{_why(error)}, after {failed} attempts in a row") from error
                longest = min(patience.longest_wait_s, patience.first_wait_s * 2 ** (failed - 1))
                asked = error.wait_s if isinstance(error, _AttemptError) else 0.0
                self._pause(max(asked, longest * random.uniform(0.5, 1.0)))
            except (httpx2.HTTPError, httpx2.InvalidURL) as error:
                raise FetchError(_why(error)) from error
        part.replace(to)
        _tag_of(part).unlink(missing_ok=True)

    def _attempt(self, url: str, part: Path) -> None:
        """Fetch what is missing of a file."""
        had, tag = _size(part), _tag_of(part)
        headers = {"Range": f"bytes={had}-"} if had else {}
        if had and tag.exists():
            headers["If-Range"] = tag.read_text("ascii")
        with self._client.stream("GET", url, headers=headers) as response:
            said = _RANGE.fullmatch(response.headers.get("Content-Range", ""))
            match response.status_code:
                case 200:
                    had, total = 0, response.headers.get("Content-Length", "")
                    tag.unlink(missing_ok=True)
                    version = response.headers.get("ETag", "")
                    if version and version.isascii() and not version.startswith("W/"):
                        tag.write_text(version, "ascii")
                case 206 if said and said["start"] == str(had):
                    total = said["total"]
                case 416 if said and said["total"] == str(had):
                    return
                case 206 | 416:
                    part.unlink()
                    raise _AttemptError("it sends another part than was asked for")
                case status if status in _LATER:
                    raise _AttemptError(f"status {status}", _seconds(response.headers.get("Retry-After", "")))
                case status:
                    raise FetchError(f"status {status}")
            with part.open("r+b" if part.exists() else "wb") as file:
                file.truncate(had)
                file.seek(had)
                self._receive(response, file)
        if total.isdecimal() and _size(part) != int(total):
            raise _AttemptError(f"it ends after {_size(part)} of {total} bytes")

    def _receive(self, response: httpx2.Response, file: BinaryIO) -> None:
        started, received = time.monotonic(), 0
        for chunk in response.iter_raw():
            file.write(chunk)
            received += len(chunk)
            wait_s = self._count(len(chunk))
            if file.tell() > self._patience.most_bytes:
                raise FetchError(f"it is longer than {self._patience.most_bytes} bytes")
            self._pause(wait_s)
            started += wait_s
            took_s = time.monotonic() - started
            if took_s > self._patience.silence_s and received < took_s * self._patience.slowest:
                raise _AttemptError(f"it sends less than {self._patience.slowest:,.0f} bytes a second")

    def _count(self, size: int) -> float:
        """Count bytes that came, and return how many seconds to wait for all threads to keep to the bandwidth."""
        with self._lock:
            self.fetched += size
            now = time.monotonic()
            self._free_at = max(self._free_at, now) + size / (self._bandwidth or inf)
            return self._free_at - now

    def _pause(self, wait_s: float) -> None:
        if self._stop.wait(wait_s):
            raise FetchError("it was interrupted")


def _why(error: Exception) -> str:
    return shorten(str(error) or type(error).__name__, 200)


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0


def _tag_of(part: Path) -> Path:
    """Return where it is kept which version of a file a part is of."""
    return part.with_suffix(".tag")


def _seconds(said: str) -> float:
    return min(float(said), MAX_ASKED_WAIT_S) if said.isdecimal() else 0.0
