"""Searches the posts of corpus_reddit as whole pages: BM25 over title and text, and a snippet about the query."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator, Sequence
from pathlib import Path

import tantivy
from tantivy import Occur, Query

from engine.text.tokens import Tokens, analyse, stems
from engine.types import Page, PageHit

FILES = ("comparative_posts.jsonl.xz", "background_posts.jsonl.xz")
SNIPPET_CHARS = 300
_TITLE_BOOST = 2.0
_MEMORY_BYTES = 128_000_000


class Posts:
    """An index of posts in a folder."""

    def __init__(self, folder: Path, data: Path) -> None:
        """Open the index, made from the data set if there is none.

        Args:
            folder: Where the index is or shall be.
            data: Folder of the public data sets.
        """
        builder = tantivy.SchemaBuilder()
        for name in ("title", "text"):
            builder.add_text_field(name, tokenizer_name="whitespace")
        builder.add_text_field("post", stored=True, tokenizer_name="raw", index_option="basic")
        self._schema = builder.build()
        folder.mkdir(parents=True, exist_ok=True)
        index = tantivy.Index(self._schema, path=str(folder))
        if not index.searcher().num_docs:
            self._build(index, data / "corpus_reddit")
            index.reload()
        self._searcher = index.searcher()

    def search(self, query: str, *, k: int) -> list[PageHit]:
        """Return the k best posts in which every word of a query occurs; titles weigh twice."""
        words = stems(query)
        clauses = [(Occur.Must, self._either(word)) for word in words]
        found = self._searcher.search(Query.boolean_query(clauses), limit=k).hits
        posts = [(score, json.loads(self._searcher.doc(address)["post"][0])) for score, address in found]
        return [
            PageHit(_page(post), rank, score, snippet(post["sents"], words))
            for rank, (score, post) in enumerate(posts, start=1)
        ]

    def pages(self, ids: Sequence[str]) -> Iterator[Page]:
        """Yield the posts with these ids, in order."""
        for one in ids:
            (_, address), *_ = self._searcher.search(Query.term_query(self._schema, "post", one), limit=1).hits
            yield _page(json.loads(self._searcher.doc(address)["post"][0]))

    def _either(self, word: str) -> Query:
        title = Query.boost_query(Query.term_query(self._schema, "title", word), _TITLE_BOOST)
        return Query.boolean_query(
            [(Occur.Should, title), (Occur.Should, Query.term_query(self._schema, "text", word))]
        )

    def _build(self, index: tantivy.Index, folder: Path) -> None:
        writer = index.writer(heap_size=_MEMORY_BYTES, num_threads=1)
        for name in FILES:
            with lzma.open(folder / name, "rt", encoding="utf-8") as lines:
                for line in lines:
                    post, document = json.loads(line), tantivy.Document()
                    document.add_text("title", analyse(post["title"]))
                    document.add_text("text", analyse(" ".join(post["sents"])))
                    document.add_text("post", line)
                    writer.add_document(document)
        writer.commit()
        writer.wait_merging_threads()


def snippet(sentences: Sequence[str], words: Sequence[str]) -> str:
    """Return consecutive sentences that name most of the words, at most 300 characters; the first on a tie."""
    named = [len({token.stem for token in Tokens(sentence).tokens} & set(words)) for sentence in sentences]
    if not named:
        return ""
    best, best_sum = 0, -1
    for start in range(len(sentences)):
        chars, total = 0, 0
        for sentence, names in zip(sentences[start:], named[start:], strict=True):
            chars += len(sentence) + 1
            if chars > SNIPPET_CHARS and total:
                break
            total += names
        if total > best_sum:
            best, best_sum = start, total
    text = " ".join(sentences[best : best + 20])
    return text if len(text) <= SNIPPET_CHARS else text[: SNIPPET_CHARS - 1].rsplit(" ", 1)[0] + "…"


def _page(post: dict[str, str | list[str]]) -> Page:
    address = f"https://www.reddit.com/r/{post['sub']}/comments/{post['id']}"
    return Page(str(post["id"]), str(post["title"]), address, " ".join(post["sents"]), f"r/{post['sub']}")
