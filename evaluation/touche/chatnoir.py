"""Ranks what ChatNoir finds: ``python -m evaluation.touche.chatnoir -i TOPICS -o RUN --key KEY [--corpus cw12]``.

ChatNoir searches ClueWeb09, ClueWeb12 and Common Crawl, and was the baseline of Touché. ``ChatNoirPages`` has the role
of a search for pages: BM25 comes from there, and the best documents are fetched and read as those of an index are. It
was run here against a stand-in that checks what the documented API (v1) checks, not against the service: a key is
given to researchers on request.

Source: https://www.chatnoir.eu/doc/api, ``_search`` and ``cache``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import unescape
from pathlib import Path
from typing import Any, Final

import click
import httpx2

from engine.errors import NotFoundError, UnavailableError, shorten
from engine.pipeline import Engine
from engine.retrieval.ingest.html import read_html
from engine.text.tokens import clean
from engine.types import Page, PageHit, PageResult
from service.touche.ranking import DEPTH, ToucheRanker
from service.touche.runs import RunLine, ranked_lines, write_run
from service.touche.topics import read_topics

URL: Final = "https://www.chatnoir.eu"
TIMEOUT_S: Final = 30.0
SNIPPET_CHARS: Final = 300
_TAG: Final = re.compile(r"<[^>]+>")


class ChatNoirPages:
    """Searches a corpus of ChatNoir; see ``engine.protocols.PageSearcher``. A page's id is its TREC id."""

    def __init__(self, key: str, *, url: str = URL, corpus: str = "cw12", read: int = DEPTH) -> None:
        """Prepare.

        Args:
            key: Of the API.
            url: Of the service.
            corpus: Its name there: ``cw09``, ``cw12`` or ``cc1511``.
            read: The best pages whose text is fetched.
        """
        self._key, self._corpus, self._read = key, corpus, read
        self._http = httpx2.Client(base_url=url, timeout=TIMEOUT_S)
        self._uuids: dict[str, str] = {}

    def search(
        self,
        query: str,
        *,
        names: Sequence[str] = (),
        also: Mapping[str, float] | None = None,  # noqa: ARG002
        k: int = 50,
    ) -> PageResult:
        """Find pages; names are searched as phrases, and words of ``also`` are left out, for they cannot be weighed."""
        words = clean(" ".join([query, *(f'"{name}"' for name in names)]))
        if not any(map(str.isalnum, words)):
            return PageResult(())
        sent = {"apikey": self._key, "query": words, "index": self._corpus, "size": k}
        found: list[dict[str, Any]] = self._get("/api/v1/_search", sent).json()["results"]
        return PageResult(tuple(self._hit(one, rank) for rank, one in enumerate(found, 1)))

    def page(self, page_id: str) -> Page:
        """Return a page that a search has found before."""
        if page_id not in self._uuids:
            raise NotFoundError(f"There is no page {shorten(page_id)!r} among those that were found.")
        return Page(page_id, text=self._text(self._uuids[page_id]))

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def _hit(self, found: Mapping[str, Any], rank: int) -> PageHit:
        name = found["trec_id"] or found["uuid"]
        self._uuids[name] = found["uuid"]
        title, said = (unescape(_TAG.sub("", found[part] or "")) for part in ("title", "snippet"))
        text = self._text(found["uuid"]) if rank <= self._read else ""
        page = Page(name, title, found["target_uri"] or "", text or said, found["target_hostname"] or "")
        return PageHit(page, rank, float(found["score"]), said[:SNIPPET_CHARS])

    def _text(self, uuid: str) -> str:
        sent = {"uuid": uuid, "index": self._corpus, "raw": "", "plain": ""}
        return read_html(self._get("/cache", sent).content).text

    def _get(self, path: str, sent: Mapping[str, Any]) -> httpx2.Response:
        try:
            response = self._http.get(path, params=sent)
        except httpx2.HTTPError as error:
            raise UnavailableError(f"ChatNoir does not answer: {error}. Try again later.") from error
        if response.status_code != httpx2.codes.OK:
            said = shorten(clean(response.text), 200)
            raise UnavailableError(f"ChatNoir refuses with status {response.status_code}: {said}. Check the key.")
        return response


@click.command(help=__doc__, context_settings={"max_content_width": 120})
@click.option("-i", "--input", "source", type=click.Path(path_type=Path), required=True, help="Folder with topics.xml.")
@click.option("-o", "--output", "out", type=click.Path(path_type=Path), required=True, help="Folder for run.txt.")
@click.option("--key", required=True, help="Of the API.")
@click.option("--url", default=URL, show_default=True)
@click.option("--corpus", default="cw12", show_default=True)
@click.option("--read", default=DEPTH, show_default=True, help="The best pages whose text is fetched.")
def main(source: Path, out: Path, key: str, url: str, corpus: str, read: int) -> None:
    """Write a run."""
    searcher = ChatNoirPages(key, url=url, corpus=corpus, read=read)
    ranker, lines = ToucheRanker(Engine(), searcher=searcher), list[RunLine]()
    for topic in read_topics(source):
        ranked = ranker.rank(topic)
        stances = ranked.stances if topic.objects else None
        lines += ranked_lines(topic.number, ranked.scores.items(), tag="whichever-chatnoir", stances=stances)
    searcher.close()
    write_run(lines, out / "run.txt")


if __name__ == "__main__":
    main()
