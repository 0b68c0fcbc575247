"""Takes what compares out of one archive; run as a program, it tells how far it is, and in the end what it kept.

Of each page the lines of running text are taken, of these, where they are in a language asked for, the sentences that
seem to compare, each with its neighbours: a passage. What is not kept is counted by the reason.

Source: Raffel et al. 2020, "Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer", section
2.2 (which lines of a page are text).
"""

from __future__ import annotations

import gzip
import json
import resource
import sys
import time
import zlib
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from engine.resources import table_of
from engine.retrieval.crawl.signatures import bands
from engine.retrieval.ingest.languages import MIN_CHARS, language_of
from engine.retrieval.ingest.records import MAX_FIELD_CHARS, MAX_SENTENCE_CHARS, split_sentences
from engine.retrieval.ingest.warc import page_of, records
from engine.text.comparing import COMPARING, is_candidate
from engine.text.tokens import clean

PAGES, NO_PAGE, BROKEN, BARE, FOREIGN, SILENT = "pages", "no page", "broken", "bare", "foreign", "silent"
TEXT, SENTENCES, CANDIDATES, PASSAGES = "text", "sentences", "candidates", "passages"
BYTES, CPU_MS = "bytes", "cpu ms"
"""What is counted. Of ``PAGES``: answers that are no page, pages that cannot be read, that have no running text, that
are in other languages and that compare nothing. Of the others: bytes of running text, its sentences in the pages that
compare, those that seem to compare, and the passages that they make; the bytes read of the archive, packed, and the
processor time that it took."""

AROUND: Final = 1
"""Sentences on each side that are kept with one that seems to compare."""
FEWEST_WORDS: Final = 5
"""Of a line of running text."""
MAX_MEMORY_BYTES: Final = 4 << 30
MAX_CPU_S: Final = 4 * 3600
"""An archive that takes more is set aside."""

DAMAGED: Final = 3
"""Exit status when an archive is damaged; the reason is the last line of standard error."""
_PROGRESS_INTERVAL_S: Final = 0.5
Tell = Callable[[Counter[str]], None]
_CLOSING: Final = "\"'”’»)]"
_NO_PROSE: Final[list[str]] = table_of(__file__)["no_prose"]


def prose_of(text: str) -> list[str]:
    """Return the lines of a page that are running text, each once: sentences, and not of the kind on every page."""
    return [line for line in dict.fromkeys(map(clean, text.splitlines())) if _is_prose(line)]


def _is_prose(line: str) -> bool:
    said = line.rstrip(_CLOSING)
    if not said.endswith((".", "!", "?")) or said.endswith("..") or len(line.split()) < FEWEST_WORDS:
        return False
    lower = line.lower()
    return not any(notice in lower for notice in _NO_PROSE)


def passages_of(page: dict[str, Any], languages: Collection[str], counts: Counter[str]) -> Iterator[dict[str, Any]]:
    """Yield the passages of a page as lines of JSON have them.

    Args:
        page: Its fields, see ``engine.retrieval.ingest.warc.page_of``.
        languages: Those asked for; any when empty.
        counts: Is told what was found, or why nothing is taken.
    """
    if max(len(page["id"]), len(page.get("url", ""))) > MAX_FIELD_CHARS:
        counts[BROKEN] += 1
        return
    text = "\n\n".join(prose_of(page.get("text", "")))
    counts[TEXT] += len(text.encode("utf-8", "replace"))
    if len(text) < MIN_CHARS:
        counts[BARE] += 1
        return
    language = language_of(text)
    if languages and language not in languages:
        counts[FOREIGN] += 1
        return
    if COMPARING.search(text) is None:
        counts[SILENT] += 1
        return
    sentences = split_sentences(text)
    candidates = [n for n, sentence in enumerate(sentences) if is_candidate(sentence)]
    counts[SENTENCES] += len(sentences)
    counts[CANDIDATES] += len(candidates)
    if not candidates:
        counts[SILENT] += 1
        return
    fields: dict[str, Any] = {name: page[name] for name in ("title", "url", "date") if name in page}
    for start, end in _runs(candidates, sentences):
        counts[PASSAGES] += 1
        yield {"id": f"{page['id']}.{start}", **fields, "language": language, "sents": sentences[start:end]}


def _runs(candidates: Sequence[int], sentences: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the spans of candidates with their neighbours, those that touch joined, without what is too long."""
    wanted = {at for n in candidates for at in range(max(0, n - AROUND), min(len(sentences), n + AROUND + 1))}
    start = end = -1
    for at in sorted(at for at in wanted if len(sentences[at]) <= MAX_SENTENCE_CHARS):
        if at != end:
            if end > start:
                yield start, end
            start = at
        end = at + 1
    if end > start:
        yield start, end


def sift(archive: Path, out: Path, languages: Collection[str], *, tell: Tell | None = None) -> Counter[str]:
    """Write the passages of an archive, a line each: its bands, a tab, and the JSON.

    Args:
        archive: A WARC, WET or WAT file.
        out: Where to.
        languages: Those asked for; any when empty.
        tell: Called about twice a second with the counts so far.

    Returns:
        What was found, and why what was not kept was not.

    Raises:
        OSError: The archive is damaged.
        EOFError: It is cut off.
        zlib.error: It is damaged.
    """
    counts: Counter[str] = Counter()
    told = time.monotonic()
    with gzip.open(out, "wt", compresslevel=1, encoding="utf-8", errors="replace", newline="\n") as kept:
        for bytes_read, record in records(archive):
            counts[PAGES] += 1
            counts[BYTES] = bytes_read
            try:
                page = page_of(record)
            except (ValueError, RecursionError):
                counts[BROKEN] += 1
                continue
            if page is None or "id" not in page:
                counts[NO_PAGE] += 1
                continue
            for passage in passages_of(page, languages, counts):
                signature = " ".join(map(str, bands(" ".join(passage["sents"]))))
                kept.write(f"{signature}\t{json.dumps(passage, ensure_ascii=False)}\n")
            if tell is not None and time.monotonic() - told > _PROGRESS_INTERVAL_S:
                told = time.monotonic()
                tell(counts)
    counts[BYTES], counts[CPU_MS] = archive.stat().st_size, round(1_000 * time.process_time())
    return counts


def main() -> None:
    """Sift the archive that the arguments name, and tell standard output the counts, now and then and in the end."""

    def tell(counts: Counter[str]) -> None:
        sys.stdout.write(f"{json.dumps(counts)}\n")
        sys.stdout.flush()  # fails when nobody listens any more, which ends this process

    archive, out, *languages = sys.argv[1:]
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY_BYTES, MAX_MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (MAX_CPU_S, MAX_CPU_S))
    try:
        tell(sift(Path(archive), Path(out), languages, tell=tell))
    except (OSError, EOFError, zlib.error) as error:
        sys.stderr.write(f"it is damaged ({clean(str(error))})\n")
        sys.exit(DAMAGED)


if __name__ == "__main__":
    main()
