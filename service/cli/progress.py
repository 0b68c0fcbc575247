"""How far long work is, in a line of its own."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from engine.claims.ahead import ReadingProgress
    from engine.retrieval.building import Progress as BuildProgress
    from engine.retrieval.crawl.crawl import CrawlProgress


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

    def read(self, progress: ReadingProgress) -> None:
        """Show how many sentences were read for what they claim."""
        minutes, seconds = divmod(round(progress.eta_s), 60)
        self.show(
            f"{progress.sentences / max(1, progress.total):.0%}  {progress.read:,} comparisons read, "
            f"{progress.rate:,.0f} sentences per second, {minutes}:{seconds:02} to go"
        )

    def crawled(self, progress: CrawlProgress) -> None:
        """Show how far a crawl is."""
        hours, minutes = divmod(round(progress.eta_s / 60), 60)
        took_s = max(progress.took_s, 1e-3)
        aside = f", {progress.aside:,} set aside" if progress.aside else ""
        self.show(
            f"{progress.archives:,} of {progress.total:,} archives{aside}, "
            f"{progress.bytes_fetched / 1e6 / took_s:.1f} MB fetched and {progress.bytes_read / 1e6 / took_s:.1f} MB "
            f"with {progress.pages / took_s:,.0f} pages read per second, {hours}:{minutes:02} hours to go"
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


@contextmanager
def resumable(*, wanted: bool) -> Iterator[Progress]:
    """Show how far work is that Ctrl-C may interrupt, since the same command goes on with it."""
    line = Progress(wanted=wanted or sys.stderr.isatty())
    try:
        yield line
    except KeyboardInterrupt:
        line.close()
        click.echo("Interrupted. The same command goes on where it stood.", err=True)
        sys.exit(130)
    line.close()
