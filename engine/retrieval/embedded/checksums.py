"""What the files of a finished index were when they were written, so that a byte that changed since is found.

Each file with its CRC-32 is listed in ``checksums.json``, which is there only while the index is finished. The search
engines are derived from the texts, so that a damaged one is made anew from them.
"""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Final

from engine.errors import IndexUnusableError, shorten
from engine.retrieval.embedded.fields import PAGES, SENTENCES
from engine.retrieval.embedded.store import FILE, how_to_make

CHECKSUMS: Final = "checksums.json"
_CHUNK: Final = 1 << 20


def seal(folder: Path) -> None:
    """List the files of a finished index."""
    listed = {str(file.relative_to(folder)): _checksum(file) for file in _files(folder)}
    begun = folder / f"{CHECKSUMS}.new"
    begun.write_text(json.dumps(listed, indent=1), "utf-8")
    begun.replace(folder / CHECKSUMS)


def is_sealed(folder: Path) -> bool:
    """Return whether the files of an index are listed: it is finished, and made since they are."""
    return (folder / CHECKSUMS).exists()


def unseal(folder: Path) -> None:
    """Forget the files, before they are changed."""
    (folder / CHECKSUMS).unlink(missing_ok=True)


def damaged(folder: Path) -> dict[str, str]:
    """Return the files that are not what was written, each with what is wrong.

    Raises:
        IndexUnusableError: There is no list of the files, or it cannot be read.
    """
    try:
        listed: dict[str, int] = json.loads((folder / CHECKSUMS).read_bytes())
        wrong = {name: "is missing" for name in listed if not (folder / name).is_file()}
        for file in _files(folder):
            name = str(file.relative_to(folder))
            if name not in listed:
                wrong[name] = "does not belong here"
            elif _checksum(file) != listed[name]:
                wrong[name] = "is not what was written"
    except (OSError, ValueError, AttributeError) as error:
        raise IndexUnusableError(
            f"The files of the index in {str(folder)!r} cannot be checked ({shorten(str(error))}). If making it was "
            f"interrupted, or it was made before its files were listed, run the same command again: "
            f"{how_to_make(folder)}. If {CHECKSUMS} is damaged, delete that file first."
        ) from error
    return wrong


def _files(folder: Path) -> list[Path]:
    """Return the texts and the files of the search engines, without locks."""
    found = [folder / FILE, *(folder / SENTENCES).glob("*"), *(folder / PAGES).glob("*")]
    return sorted(file for file in found if file.is_file() and file.suffix != ".lock")


def _checksum(file: Path) -> int:
    value = 0
    with file.open("rb") as opened:
        while chunk := opened.read(_CHUNK):
            value = zlib.crc32(chunk, value)
    return value
