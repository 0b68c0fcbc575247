"""The text of PDF files, taken in a process of its own that is ended when it takes too long or too much memory."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from engine.retrieval.ingest import pdf_process

MAX_CPU_S = 60
"""A file that takes more processor time is left out."""
MAX_WALL_S = 600
MAX_MEMORY_BYTES = 2 << 30

_SHORT_LINE = 0.6
"""Of the usual length of a line: after a shorter one a new paragraph begins."""
_RUNNING_HEAD = 3
"""So many pages begin or end with the same line, but for its numbers, and it is no text."""
_DATE = re.compile(r"D:(\d{4})(\d\d)(\d\d)")
_NUMBER = re.compile(r"\d+")
_BULLET = re.compile(r"^[•◦▪‣·*–-] +", re.MULTILINE)
_HYPHEN = re.compile(r"(?<=[a-z])-\n(?=[a-z])")


def read_pdf(file: Path) -> Mapping[str, Any]:
    """Return the fields of a PDF file.

    Raises:
        ValueError: It cannot be read, or has no text.
    """
    limits = [str(MAX_CPU_S), str(MAX_MEMORY_BYTES)]
    command = [sys.executable, "-I", str(Path(pdf_process.__file__)), *limits, str(file.absolute())]
    try:
        done = subprocess.run(  # noqa: S603 - this Python
            command, capture_output=True, timeout=MAX_WALL_S, check=False, stdin=subprocess.DEVNULL
        )
        found = json.loads(done.stdout)
    except (subprocess.TimeoutExpired, ValueError) as error:
        raise ValueError(f"it takes more than {MAX_CPU_S} seconds or {MAX_MEMORY_BYTES >> 30} GB to read") from error
    if "problem" in found:
        raise ValueError(found["problem"])
    text = paragraphs(found["pages"])
    if not text.strip():
        raise ValueError(f"there is no text on its {len(found['pages'])} pages, they may be pictures")
    date = _DATE.match(found["date"])
    return {"title": found["title"], "date": "-".join(date.groups()) if date else "", "text": text}


def paragraphs(pages: Sequence[str]) -> str:
    """Return the paragraphs of pages: without running heads and page numbers, words put together again."""
    lines = [[line.strip() for line in page.splitlines() if line.strip()] for page in pages]
    ends = Counter(_NUMBER.sub("#", line) for page in lines for line in {*page[:1], *page[-1:]})
    kept = [
        line
        for page in lines
        for n, line in enumerate(page)
        if not line.isdigit()
        and (0 < n < len(page) - 1 or len(page) < _RUNNING_HEAD or ends[_NUMBER.sub("#", line)] < _RUNNING_HEAD)
    ]
    usual = median(map(len, kept)) if kept else 0
    broken = "".join(f"{line}\n\n" if len(line) < _SHORT_LINE * usual else f"{line}\n" for line in kept)
    return _BULLET.sub("\n", _HYPHEN.sub("", broken))
