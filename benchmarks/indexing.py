"""How fast sentences and whole pages are indexed, what that costs the processor, and whether memory stays flat.

Run ``python -m benchmarks.indexing SOURCE...``; the index is thrown away. One thread reads, cuts and analyses texts,
and the search engines, one for sentences and one for pages, have a thread each: where there are cores enough, the first
thread is the limit. Its processor time per sentence is given, since other work on the machine lengthens it less than
the clock. Memory is what the process holds, all of it, after each fifth of the bytes.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from pathlib import Path

from benchmarks.report import print_machine
from engine.retrieval.building import Progress
from engine.retrieval.embedded.build import build_index

PARTS = 5


class Memory:
    """Notes how much memory the process holds after each part of the work."""

    def __init__(self) -> None:
        self.mb: list[float] = []

    def note(self, progress: Progress) -> None:
        """Take a note if another part is done."""
        if progress.bytes_read >= progress.bytes_total * (len(self.mb) + 1) / PARTS:
            pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
            self.mb.append(pages * os.sysconf("SC_PAGE_SIZE") / 1e6)


def main() -> None:
    parser = argparse.ArgumentParser(description="Time indexing.")
    parser.add_argument("sources", type=Path, nargs="+", help="files and folders to index")
    options = parser.parse_args()
    memory = Memory()
    print_machine()
    with tempfile.TemporaryDirectory() as folder:
        everything, first = time.process_time(), time.thread_time()
        stats = build_index(options.sources, Path(folder, "index"), progress=memory.note)
        everything, first = time.process_time() - everything, time.thread_time() - first
    print(f"{stats.added:,} sentences of {stats.documents:,} pages in {stats.took_s:.1f} s")
    print(f"{stats.added / stats.took_s:,.0f} sentences/s by the clock")
    print(f"{stats.added / first:,.0f} sentences per second of processor time of the first thread ({first:.1f} s)")
    print(f"{stats.added / everything:,.0f} of all threads ({everything:.1f} s)")
    print(f"index {stats.size_bytes / 1e6:.0f} MB, memory " + " ".join(f"{mb:.0f}" for mb in memory.mb) + " MB")


if __name__ == "__main__":
    main()
