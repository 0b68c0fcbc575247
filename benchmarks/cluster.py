"""How a search in an Elasticsearch cluster slows down as the index grows.

Run ``python -m benchmarks.cluster SOURCE... --config FILE --pairs FILE --sentences 1500000 15000000``. It indexes the
documents of sources, again and again in other words and names (``benchmarks.crawling``), and searches for the same
pairs each time that so many sentences are there; after ``--seconds`` of indexing it searches for the last time.
``--config`` names a cluster and an index, which is kept.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import count
from pathlib import Path

from benchmarks.crawling import OtherWords, documents_of_all
from benchmarks.report import print_machine
from benchmarks.retrieval import cleared, lines_of, search
from engine.config import load_config
from engine.retrieval.building import StoredSource
from engine.retrieval.elasticsearch.build import ElasticTarget
from engine.retrieval.elasticsearch.cluster import Cluster
from engine.retrieval.elasticsearch.retriever import ElasticsearchRetriever
from engine.types import Document, Sentence
from evaluation.pairs import by_frequency

COMMIT = 200_000


def documents(sources: Sequence[Path]) -> Iterator[Document]:
    """Yield the documents of sources, then the same in other words, without end."""
    words = OtherWords(sentence.text for document in documents_of_all(sources) for sentence in document.sentences)
    for turn in count():
        words.turn(turn)
        for document in documents_of_all(sources):
            key = f"{document.id}-{turn}"
            texts = [words.of(sentence.text) for sentence in document.sentences]
            sentences = tuple(Sentence(f"{key}#{n}", text, key, n) for n, text in enumerate(texts))
            yield replace(
                document,
                id=key,
                title=words.of(document.title),
                source=f"{document.source} {turn}",
                sentences=sentences,
            )


def main() -> None:
    parser = argparse.ArgumentParser(description="Time searches in a cluster whose index grows.")
    parser.add_argument("sources", type=Path, nargs="+", help="files of documents")
    parser.add_argument("--config", type=Path, required=True, help="TOML file that names a cluster and an index")
    parser.add_argument(
        "--pairs", type=Path, required=True, help="JSON Lines whose field 'pairs' says what to look for"
    )
    parser.add_argument("--count", type=int, default=200, help="how many pairs")
    parser.add_argument("--sentences", type=int, nargs="+", default=[1_500_000, 15_000_000], help="when to search")
    parser.add_argument("--seconds", type=float, default=3_600.0, help="for how long to index")
    options = parser.parse_args()
    settings = load_config(options.config).elasticsearch
    print_machine()
    pairs = None
    made, spent = documents(options.sources), 0.0
    with closing(Cluster(settings)) as cluster:
        target = ElasticTarget(cluster, settings)
        noted = StoredSource("made", "made", finished=True)
        for wanted in options.sentences:
            began, cpu = time.perf_counter(), time.process_time()
            before, last = target.sentences, target.sentences
            while target.sentences < wanted and spent + time.perf_counter() - began < options.seconds:
                document = next(made)
                target.add(document, f"made {document.id} 0")
                if target.sentences - last >= COMMIT:
                    last = target.sentences
                    target.note(noted)
                    target.commit()
                    print(f"{last:,} after {spent + time.perf_counter() - began:,.0f} s", file=sys.stderr, flush=True)
            target.note(noted)
            target.commit()
            took_s = time.perf_counter() - began
            spent += took_s
            print(
                f"{target.sentences:,} sentences, {target.size_bytes() / 1e9:.2f} GB with pages and replicas: "
                f"{(target.sentences - before) / took_s:,.0f}/s by the clock, "
                f"{(target.sentences - before) / (time.process_time() - cpu):,.0f}/s of this process"
            )
            if pairs is None:
                with closing(ElasticsearchRetriever(settings=settings)) as retriever:
                    pairs = by_frequency(options.pairs, retriever, options.count)
            print("\n".join(lines_of(None, search(lambda: cleared(settings), pairs))), flush=True)


if __name__ == "__main__":
    main()
