"""What people see in a terminal: answers with score bars and sources, a line of progress, a conversation."""

from __future__ import annotations

import shutil
import sys
import textwrap
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from engine import wire
from engine.text import clean

if TYPE_CHECKING:
    from engine.retrieval.build import Progress as BuildProgress

MAX_WIDTH = 100
BAR_CHARS = 30


def show_answer(answer: wire.Answer, *, fancy: bool) -> str:
    """Return an answer as text: what it says, how the evidence divides, the numbered sources.

    Args:
        answer: The answer.
        fancy: Draw with characters beyond ASCII.
    """
    return _blocks(
        wrap(answer["answer"]),
        show_shares(answer["comparison"], fancy=fancy),
        show_citations(answer["citations"]),
    )


def show_reply(reply: wire.Reply, *, fancy: bool) -> str:
    """Return what the service says in a conversation as text, its suggestions numbered."""
    buttons = [f"  {n}) {clean(button['title'])}" for n, button in enumerate(reply["buttons"], 1)]
    return _blocks(
        wrap(reply["text"]),
        show_shares(reply["comparison"], fancy=fancy),
        show_citations(reply["citations"]),
        "\n".join(buttons),
    )


def show_shares(comparison: wire.Comparison | None, *, fancy: bool) -> str:
    """Return one bar per share; empty without a comparison or without evidence."""
    if comparison is None:
        return ""
    first, second = (clean(name) for name in comparison["objects"])
    full, empty = ("█", "░") if fancy else ("#", "-")
    lines = []
    for share in comparison["shares"]:
        if share["first"] + share["second"] > 0:
            width = round(BAR_CHARS * share["first"])
            bar = full * width + empty * (BAR_CHARS - width)
            about = f"{clean(share['aspect'])}: " if share["aspect"] else ""
            counts = f"{about}{count(share['arguments'], 'argument')}, {count(share['sources'], 'source')}"
            lines.append(f"{first} {share['first']:4.0%} {bar} {share['second']:4.0%} {second}   {counts}")
    return "\n".join(lines)


def show_citations(citations: Iterable[wire.Citation]) -> str:
    """Return the sources by number, each once; empty without any."""
    by_number = {citation["n"]: citation for citation in citations}
    lines = []
    for n, citation in sorted(by_number.items()):
        lines.append(wrap(f'[{n}] "{clean(citation["sentence"])}"', indent="    "))
        lines.append(f"    {_origin(citation)}")
    return "\n".join(lines)


def show_hit(n: int, hit: wire.Hit) -> str:
    """Return a found sentence with its place."""
    copies = f", and {count(len(hit['copies']), 'copy', 'copies')}" if hit["copies"] else ""
    sentence = wrap(f"{n}. {clean(hit['sentence'])}", indent="   ")
    return f"{sentence}\n   {_origin(hit)}{copies}"


def wrap(text: str, *, indent: str = "") -> str:
    """Return text broken at the width of the terminal, without control characters; a list's items hang.

    Args:
        text: Lines.
        indent: Put before every broken line that is not an item of a list.
    """
    width = min(shutil.get_terminal_size().columns, MAX_WIDTH)
    lines = []
    for line in text.splitlines():
        item = line.lstrip().startswith(("- ", "• ", "* "))
        lines += textwrap.wrap(clean(line), width, subsequent_indent="  " if item else indent) or [""]
    return "\n".join(lines)


def address(host: str, port: int) -> str:
    """Return where to open a service that listens on this host and port."""
    if host in {"127.0.0.1", "0.0.0.0", "::", "::1"}:  # noqa: S104 - compared, not listened on
        host = "localhost"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class Progress:
    """One line on stderr that is written over, at most five times a second; silent unless it is wanted."""

    def __init__(self, *, wanted: bool) -> None:
        """Begin."""
        self._wanted = wanted
        self._start = self._shown = time.monotonic()
        self._text = ""

    def show(self, text: str) -> None:
        """Show a text in place of the last."""
        self._text = text
        if self._wanted and time.monotonic() - self._shown > 0.2:
            self._write()

    def answered(self, done: int) -> None:
        """Show how many lines are done, and how fast."""
        self.show(f"{done:,} lines, {done / max(time.monotonic() - self._start, 1e-3):,.0f} per second")

    def built(self, progress: BuildProgress) -> None:
        """Show how far an index is."""
        share = progress.bytes_read / progress.bytes_total if progress.bytes_total else 1.0
        minutes, seconds = divmod(round(progress.eta_s), 60)
        self.show(
            f"{share:.0%}  {progress.sentences:,} sentences, {progress.rate:,.0f} per second, "
            f"{minutes}:{seconds:02} to go"
        )

    def close(self) -> None:
        """Show the last text and end the line."""
        if self._wanted and self._text:
            self._write()
            sys.stderr.write("\n")

    def _write(self) -> None:
        sys.stderr.write(f"\r\x1b[K{self._text}")
        sys.stderr.flush()
        self._shown = time.monotonic()


def _blocks(*blocks: str) -> str:
    return "\n\n".join(block for block in blocks if block)


def _origin(source: Any) -> str:
    sample = "sample text" if source["sample"] else ""
    parts = (source["title"], source["source"], source["date"][:10], source["url"], sample)
    return " · ".join(dict.fromkeys(clean(part) for part in parts if part)) or clean(source["document"])


def count(n: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun: "1 source", "2,000 sources"."""
    return f"{n:,} {noun if n == 1 else plural or noun + 's'}"
