"""Puts judged sentences and their text together: ``python -m nlu_models.training.claims.join --data DATA --out DIR``.

The files of ``data/claims`` hold ids, character offsets and labels. DATA is the folder of the public data sets: from
``cam_sentences`` and ``corpus_reddit`` come the texts. DIR gets files of the same names whose rows also have the
``sentence`` and the names of the two things, ``first`` and ``second``; the offsets are ``first_spans`` and
``second_spans`` there.
"""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import click

from engine.errors import InputError
from engine.text.tokens import clean

JUDGED: Final = Path(__file__).parents[3] / "data" / "claims"
SPLITS: Final = ("train", "dev", "test")
CORPORA: Final = (
    "cam_sentences/cam_sentences.jsonl.xz",
    "corpus_reddit/comparative_posts.jsonl.xz",
    "corpus_reddit/comparative_titles.jsonl.xz",
    "corpus_reddit/background_posts.jsonl.xz",
)

_PART: Final = re.compile(r"(\.\d+)?#\d+$")
"""What the id of a sentence adds to that of its record: the document, if there are several, and the position."""


@click.command(help=__doc__)
@click.option("--data", type=click.Path(exists=True, file_okay=False, path_type=Path), required=True)
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), required=True)
def main(data: Path, out: Path) -> None:
    """Write the joined files."""
    out.mkdir(parents=True, exist_ok=True)
    for split, rows in joined(data).items():
        lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        (out / f"{split}.jsonl").write_text("".join(lines), "utf-8")
        click.echo(f"{split}: {len(rows)} rows")


def joined(data: Path, judged: Path = JUDGED) -> dict[str, list[dict[str, Any]]]:
    """Return the judged rows of each split with their text.

    Args:
        data: Folder of the public data sets.
        judged: Folder of the judged rows.

    Raises:
        InputError: A corpus is missing, or lacks a sentence.
    """
    rows = {split: read_lines(judged / f"{split}.jsonl") for split in SPLITS}
    texts = dict(sentences(data, {row["id"] for split in rows.values() for row in split}))
    return {split: [with_text(row, texts) for row in found] for split, found in rows.items()}


def with_text(row: Mapping[str, Any], texts: Mapping[str, str]) -> dict[str, Any]:
    """Return a judged row with its sentence and the names of its two things.

    Raises:
        InputError: No corpus has the sentence, or not as it was when it was judged.
    """
    sentence = texts.get(row["id"])
    if sentence is None or max(end for _, end in (*row["first"], *row["second"])) > len(sentence):
        raise InputError(f"The corpora have no sentence {row['id']!r} as it was judged. Are these the same corpora?")
    names = {side: sentence[slice(*row[side][0])] for side in ("first", "second")}
    spans = {f"{side}_spans": row[side] for side in names}
    return {**row, "sentence": sentence, **names, **spans}


def sentences(data: Path, wanted: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield id and text of the wanted sentences of the corpora.

    Raises:
        InputError: A corpus is missing.
    """
    places: dict[str, list[tuple[str, int]]] = {}
    for sentence in set(wanted):
        record = _PART.sub("", sentence)
        places.setdefault(record, []).append((sentence, int(sentence.rpartition("#")[2])))
    for corpus in CORPORA:
        file = data / corpus
        if not file.exists():
            raise InputError(f"{file} is missing: it holds judged sentences.")
        with lzma.open(file, "rt", encoding="utf-8") as lines:
            for line in lines:
                values = json.loads(line)
                for sentence, position in places.get(values["id"], []):
                    if text := _text(values, position):
                        yield sentence, text


def _text(values: Mapping[str, Any], position: int) -> str:
    """Return a sentence of a record as an index holds it; empty if it has none there."""
    if "text" in values:
        return clean(values["text"])
    found = [clean(text) for text in values.get("sents") or [values["title"]]]
    kept = [text for text in found if text]
    return kept[position] if position < len(kept) else ""


def read_lines(path: Path) -> list[dict[str, Any]]:
    """Return the records of a file of JSON lines."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


if __name__ == "__main__":
    main()
