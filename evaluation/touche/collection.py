"""Takes a collection out of ir_datasets: ``python -m evaluation.touche.collection ID --out DIR``.

``ID`` is one of ir_datasets, such as ``clueweb12/touche-2020-task-2``. The folder gets ``documents.jsonl``, which
``whichever index`` reads, ``topics.xml`` for ``whichever touche -i DIR``, and ``relevance.qrels`` for ``python -m
evaluation touche``, each as far as the collection has it. What needs a licence there needs it here; the package is no
dependency of ours.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, ElementTree, SubElement

import click

from engine.extras import needed_for


def write_documents(dataset: Any, path: Path) -> int:
    """Write the documents of a collection, one on a line; return how many."""
    count = 0
    with path.open("w", encoding="utf-8") as file:
        for document in dataset.docs_iter():
            row = {"id": document.doc_id, "url": getattr(document, "url", ""), "text": document.default_text()}
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
            count += 1
    return count


def write_topics(dataset: Any, path: Path) -> None:
    """Write topics as the organisers do."""
    root = Element("topics")
    for query in dataset.queries_iter():
        topic = SubElement(root, "topic")
        SubElement(topic, "number").text = query.query_id
        SubElement(topic, "title").text = getattr(query, "title", "") or query.default_text()
        objects = getattr(query, "objects", ())
        if objects:
            SubElement(topic, "objects").text = ", ".join(objects)
    ElementTree(root).write(path, "utf-8", xml_declaration=True)


def write_qrels(dataset: Any, path: Path) -> None:
    """Write judgements in the form of TREC."""
    rows = (f"{one.query_id} 0 {one.doc_id} {one.relevance}\n" for one in dataset.qrels_iter())
    path.write_text("".join(rows), "utf-8")


@click.command(help=__doc__, context_settings={"max_content_width": 120})
@click.argument("name", metavar="ID")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), required=True)
def main(name: str, out: Path) -> None:
    """Write a collection."""
    with needed_for("Reading a collection by its id"):
        import ir_datasets  # type: ignore[import-not-found,unused-ignore]
    dataset = ir_datasets.load(name)
    out.mkdir(parents=True, exist_ok=True)
    if dataset.has_docs():
        click.echo(f"{write_documents(dataset, out / 'documents.jsonl')} documents")
    if dataset.has_queries():
        write_topics(dataset, out / "topics.xml")
    if dataset.has_qrels():
        write_qrels(dataset, out / "relevance.qrels")


if __name__ == "__main__":
    main()
