"""The corpora of the retriever's suite as records of a source, and what is found of them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from engine.retrieval.ingest.sources import Record, Source
from engine.types import SearchResult
from tests.conformance.retriever import DOCUMENTS, TEXTS


def write(path: Path, records: Iterable[dict[str, Any]]) -> Path:
    """Write records as JSON Lines."""
    path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    return path


def of_sentences(texts: Iterable[str]) -> list[dict[str, Any]]:
    """Return a document for each sentence, numbered from 1."""
    return [{"id": n, "sentences": [text]} for n, text in enumerate(texts, 1)]


def of_documents() -> list[dict[str, Any]]:
    """Return the documents of the suite."""
    return [
        {
            "id": document.id,
            "title": document.title,
            "url": document.url,
            "source": document.source,
            "date": document.date,
            "sample": document.sample,
            "sentences": texts,
        }
        for document, texts in zip(DOCUMENTS, TEXTS, strict=True)
    ]


def read(path: Path) -> list[Record]:
    """Return what the files of a source hold."""
    return [record for file in Source(path).files for record in file.records()]


def everywhere(result: SearchResult) -> set[str]:
    """Return the ids of all sentences that were found, copies too."""
    return {key for hit in result.hits for key in (hit.sentence.id, *hit.copies)}
