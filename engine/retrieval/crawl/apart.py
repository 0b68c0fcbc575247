"""Sifting an archive in a process of its own, in bounded memory and time: whatever is in it costs it alone."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Collection
from pathlib import Path
from tempfile import TemporaryFile

from engine.errors import shorten
from engine.retrieval.crawl import sift


def sift_apart(
    archive: Path,
    out: Path,
    languages: Collection[str],
    *,
    tell: Callable[[Counter[str]], None],
    running: set[subprocess.Popen[str]] | None = None,
) -> str:
    """Write the passages of an archive; see ``engine.retrieval.crawl.sift.sift``.

    Args:
        archive: A WARC, WET or WAT file.
        out: Where to.
        languages: Those asked for; any when empty.
        tell: Called with the counts so far, about twice a second and at the end; with none when it is set aside.
        running: Holds the process while it runs.

    Returns:
        Why the archive is set aside; empty when it is not.
    """
    command = [sys.executable, "-P", "-m", sift.__name__, str(archive), str(out), *languages]
    under_way = set() if running is None else running
    with (
        TemporaryFile("w+") as problems,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=problems, text=True) as process,  # noqa: S603 - this Python
    ):
        under_way.add(process)
        for line in process.stdout or ():
            tell(Counter(json.loads(line)))
        status = process.wait()
        under_way.discard(process)
        problems.seek(0)
        said = problems.read().strip().rpartition("\n")[2]
    if status == 0:
        return ""
    tell(Counter())
    return (
        said
        if status == sift.DAMAGED
        else (f"the process that sifted it ended with status {status}: {shorten(said, 200)}")
    )
