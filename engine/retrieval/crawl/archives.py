"""Which archives are named: files, folders and addresses, and lists of them as Common Crawl publishes them."""

from __future__ import annotations

import gzip
import hashlib
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urljoin

from engine.errors import InputError
from engine.retrieval.ingest.warc import SUFFIXES

COMMON_CRAWL = "https://data.commoncrawl.org/"
"""Where the paths of its lists lead."""
_WEB = ("http://", "https://")


@dataclass(frozen=True, slots=True)
class Archive:
    """A WARC, WET or WAT file."""

    place: str
    """Its address, or its path, absolute."""

    @property
    def is_web(self) -> bool:
        """Return whether it is to be fetched."""
        return self.place.startswith(_WEB)

    @property
    def name(self) -> str:
        """Return a name for files about it: its own, behind what tells it from others of that name."""
        key = hashlib.sha256(self.place.encode("utf-8", "surrogateescape")).hexdigest()[:8]
        return f"{key}-{_plain(self.place).rpartition('/')[2]}"


def archives_of(named: Iterable[str], fetch: Callable[[str], Path]) -> list[Archive]:
    """Return the archives that are named, each once, in order.

    What does not end like an archive is a list with a path or an address a line, packed or not. A path is that of a
    file here, from the list's folder on; if there is none, one on the server that the list is from, or on that of
    Common Crawl.

    Args:
        named: Files, folders, addresses and lists.
        fetch: Fetches a list.

    Raises:
        InputError: There is no such file, or nothing in it.
    """
    found = list(dict.fromkeys(archive for name in named for archive in _archives(name, fetch)))
    if not found:
        raise InputError(f"There is no archive in what was named. Expected files that end in {', '.join(SUFFIXES)}.")
    return found


def _archives(name: str, fetch: Callable[[str], Path]) -> Iterator[Archive]:
    path = Path(name)
    if name.startswith(_WEB):
        if is_archive(name):
            yield Archive(name)
        else:
            yield from (Archive(urljoin(name, _rooted(line))) for line in _lines(fetch(name), name))
    elif path.is_dir():
        yield from (Archive(str(file.absolute())) for file in sorted(path.rglob("*")) if is_archive(file.name))
    elif not path.is_file():
        raise InputError(f"There is no file or folder {name!r}. Expected one, or an address with http:// or https://.")
    elif is_archive(name):
        yield Archive(str(path.absolute()))
    else:
        for line in _lines(path, name):
            here = path.absolute().parent / line
            yield Archive(str(here) if here.is_file() else urljoin(COMMON_CRAWL, _rooted(line)))


def _rooted(line: str) -> str:
    return line if line.startswith(_WEB) else f"/{line.lstrip('/')}"


def _lines(file: Path, name: str) -> list[str]:
    """Return the lines of a list.

    Raises:
        InputError: It is damaged, or a line names no archive.
    """
    content = file.read_bytes()
    try:
        text = (gzip.decompress(content) if content.startswith(b"\x1f\x8b") else content).decode("utf-8")
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise InputError(f"The list {name!r} cannot be read: {error}.") from error
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    for line in lines:
        if not is_archive(line):
            raise InputError(
                f"The list {name!r} names {line[:100]!r}. Expected files that end in {', '.join(SUFFIXES)}."
            )
    return lines


def is_archive(name: str) -> bool:
    """Return whether a name is that of an archive."""
    return _plain(name).lower().endswith(SUFFIXES)


def _plain(name: str) -> str:
    return name.partition("?")[0] if name.startswith(_WEB) else name
