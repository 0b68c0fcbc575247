"""Tables of texts: CSV and TSV by the names of their columns, and dumps of Stack Exchange."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from html import unescape
from io import BufferedIOBase
from pathlib import Path
from typing import Any

from engine.errors import shorten
from engine.resources import table_of
from engine.retrieval.ingest.html import read_html
from engine.retrieval.ingest.packages import attributes_of

SUFFIXES = (".csv", ".tsv")
DUMPS = ("posts.xml", "comments.xml")

COLUMNS: dict[str, list[str]] = {field: names.split() for field, names in table_of(__file__)["columns"].items()}
"""Field → what a column of it may be called, the first that is there, whatever case and marks between the words."""

_DELIMITERS = ",;\t|"
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_MARKS = re.compile(r"[\W_]+")


class Table:
    """The rows of a table, each as a record."""

    def __init__(self, stream: BufferedIOBase, *, delimiter: str, most: int) -> None:
        """Read the names of the columns.

        Args:
            stream: The file.
            delimiter: Between cells; found out when empty.
            most: Bytes of a line.

        Raises:
            ValueError: They cannot be read, or none of them is one of texts.
        """
        head = stream.readline(most)
        if head.startswith(_UTF_16):
            raise ValueError("it is UTF-16; save it as UTF-8")
        first = _decoded(head.removeprefix(b"\xef\xbb\xbf"))
        self._lines = (_decoded(line) for line in iter(lambda: stream.readline(most), b""))
        self._delimiter = delimiter or max(_DELIMITERS, key=first.count)
        try:
            named = next(csv.reader([first], delimiter=self._delimiter), [])
        except csv.Error as error:
            raise ValueError(f"its first line is damaged ({error})") from error
        columns = {_MARKS.sub("", name.lower()): n for n, name in reversed([*enumerate(named)])}
        found = {field: [columns[name] for name in names if name in columns] for field, names in COLUMNS.items()}
        self._columns = {field: numbers[0] for field, numbers in found.items() if numbers}
        if "text" not in self._columns:
            there = shorten(", ".join(map(repr, named)), 200)
            raise ValueError(f"no column is named {', '.join(COLUMNS['text'])}; there are {there}")

    def __iter__(self) -> Iterator[tuple[int, Mapping[str, Any] | None, str]]:
        """Yield the number of a line, its fields (None without a text), and what is wrong, empty when all is well."""
        reader = csv.reader(self._lines, delimiter=self._delimiter)
        while True:
            try:
                row = next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                yield reader.line_num + 1, None, str(error)
                continue
            values = {field: row[n].strip() for field, n in self._columns.items() if n < len(row) and row[n].strip()}
            yield reader.line_num + 1, values if "text" in values else None, ""


def delimiter_of(file: Path) -> str:
    """Return the delimiter that a file's name tells; empty when it tells none."""
    return "\t" if file.name.lower().endswith(".tsv") else ""


def read_row(line: bytes, site: str) -> Mapping[str, Any] | None:
    """Return the fields of a line of a dump of Stack Exchange, a post or a comment; None for any other line.

    Args:
        line: As it stands.
        site: Host of the site, such as ``cooking.stackexchange.com``; empty when it is not known.

    Raises:
        ValueError: It cannot be read.
    """
    if not line.lstrip().startswith(b"<row "):
        return None
    (_, row), *_ = attributes_of(line)
    text = read_html(f"<body>{row['Body']}</body>".encode()).text if "Body" in row else unescape(row.get("Text", ""))
    number, comment = row.get("Id", ""), "Body" not in row
    if not text.strip() or not number:
        return None
    post = row.get("PostId", "") if comment else number
    user = row.get("OwnerUserId") or row.get("UserId") or row.get("OwnerDisplayName") or row.get("UserDisplayName")
    fields = {
        "id": f"{site or 'stackexchange'}/{'comment' if comment else 'post'}/{number}",
        "title": row.get("Title", ""),
        "url": f"https://{site}/q/{post}" + (f"#comment{number}_{post}" if comment else "") if site and post else "",
        "date": row.get("CreationDate", "")[:10],
        "source": f"{site or 'stackexchange'} (user {user})" if user else "",
        "text": text,
    }
    return {name: value for name, value in fields.items() if value}


def _decoded(line: bytes) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("cp1252", "replace")  # as older programs write tables
