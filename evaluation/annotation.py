"""The annotated set ``data/comparely``: read its mark-up, build the JSONL files, measure how well two passes agree.

An item is one line, its kind and its marked text: ``yes_no Is [Python|O] [faster|P] than [Ruby|O]?``. The marks are
O (object), A (aspect) and P (predicate). A line ``== travel`` gives the domain of the lines below it.

    python -m evaluation.annotation build       # writes train.jsonl, dev.jsonl and test.jsonl
    python -m evaluation.annotation validate    # checks the sources and prints the counts
    python -m evaluation.annotation sample      # prints 100 items without kind and marks, for a second pass
    python -m evaluation.annotation agreement   # compares the second pass with the first
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, Protocol, TypeVar

import click
from sklearn.metrics import cohen_kappa_score

from engine.text.tokens import clean, stems, word_ranges
from engine.types import Form, Kind, Label, Span

DATA = Path(__file__).resolve().parent.parent / "data" / "comparely"
SOURCES = {Form.QUESTION: "questions.txt", Form.STATEMENT: "statements.txt"}
SECOND = "second_annotation.txt"
SPLITS = ("train", "dev", "test")
KINDS = {
    Form.QUESTION: frozenset(Kind) - {Kind.STATEMENT},
    Form.STATEMENT: frozenset({Kind.STATEMENT, Kind.NONE}),
}

_MARKS = {"O": Label.OBJECT, "A": Label.ASPECT, "P": Label.PREDICATE}
_MARK = re.compile(r"\[([^][|]+)\|([OAP])\]")


Pair = tuple[tuple[str, ...], ...]
"""The stems of two objects, in the order of the alphabet."""


class MarkupError(ValueError):
    """A line that cannot be read, with what was expected."""


@dataclass(frozen=True, slots=True)
class Item:
    """One annotated text."""

    text: str
    form: Form
    kind: Kind
    domain: str
    spans: tuple[Span, ...]
    """By ascending start, without overlap, each from the start of a token to the end of one."""

    @property
    def id(self) -> str:
        """Return a key that depends on the text alone: ``q-`` or ``s-`` and eight hexadecimal digits."""
        return f"{self.form[0]}-{digest(self.text):016x}"[:10]

    @property
    def comparative(self) -> bool:
        """Return whether the text compares."""
        return self.kind is not Kind.NONE

    @property
    def pairs(self) -> set[Pair]:
        """Return the unordered pairs of the objects, as stems; empty with fewer than two objects."""
        return pairs(span.text for span in self.spans if span.label is Label.OBJECT)

    def record(self) -> dict[str, Any]:
        """Return the item as it stands in the JSONL files."""
        ranges = word_ranges(self.text)
        return {
            "id": self.id,
            "text": self.text,
            "kind": self.kind,
            "comparative": self.comparative,
            "tokens": [self.text[start:end] for start, end in ranges],
            "tags": bio(ranges, self.spans),
            "form": self.form,
            "domain": self.domain,
        }


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far a second pass agrees with the first."""

    items: int
    span_f1: dict[Label, float]
    """F1 of spans with equal bounds and label, in [0, 1]; it is the same whichever pass counts as the truth."""
    token_kappa: float
    """Cohen's kappa of the BIO tags, over all tokens; 1 is perfect, 0 is chance."""
    kind_kappa: float
    comparative_kappa: float
    identical: int
    """Items with the same kind and the same spans."""


def parse(line: str, form: Form, domain: str) -> Item:
    """Read one marked line.

    Raises:
        MarkupError: If the kind, a mark or the text is not as the guide says.
    """
    word, _, marked = line.partition(" ")
    if word not in KINDS[form]:
        raise MarkupError(f"The kind {word!r} is none of {', '.join(sorted(KINDS[form]))}: {line!r}")
    text, spans, at = "", [], 0
    for mark in _MARK.finditer(marked):
        text += marked[at : mark.start()]
        label = _MARKS[mark[2]]
        spans.append(Span(len(text), len(text) + len(mark[1]), mark[1], label))
        text += mark[1]
        at = mark.end()
    text += marked[at:]
    item = Item(text, form, Kind(word), domain, tuple(spans))
    if text != clean(text) or not text or set(text) & set("[]|"):
        raise MarkupError(f"Broken marks, or blanks that are not single: {line!r}")
    ranges = word_ranges(text)
    if not {span.start for span in spans} <= {start for start, _ in ranges}:
        raise MarkupError(f"A mark starts inside a token: {line!r}")
    if not {span.end for span in spans} <= {end for _, end in ranges}:
        raise MarkupError(f"A mark ends inside a token: {line!r}")
    if item.comparative != any(span.label is not Label.ASPECT for span in spans):
        raise MarkupError(f"A comparative item has objects or predicates, any other no marks at all: {line!r}")
    return item


def read(path: Path, form: Form) -> list[Item]:
    """Read a marked file.

    Raises:
        MarkupError: If a line is not as the guide says; names the file and the line.
    """
    domain, items = "", []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if line.startswith("== "):
            domain = line.removeprefix("== ")
        elif line:
            try:
                items.append(parse(line, form, domain))
            except MarkupError as error:
                raise MarkupError(f"{path.name}:{number}: {error}") from error
    return items


def read_second(path: Path, first: Iterable[Item]) -> list[Item]:
    """Read a second pass, whose lines have the form of a marked file without domains.

    Raises:
        MarkupError: If a line cannot be read, or its text is not in the first pass.
    """
    known = {item.text: item for item in first}
    items = []
    for line in path.read_text("utf-8").splitlines():
        text = _MARK.sub(r"\1", line).partition(" ")[2]
        if text not in known:
            raise MarkupError(f"{path.name}: the first pass has no such text: {text!r}")
        items.append(parse(line, known[text].form, known[text].domain))
    return items


def read_all(folder: Path = DATA) -> list[Item]:
    """Read the questions and the statements of the first pass.

    Raises:
        MarkupError: If a line cannot be read, or two items have the same letters and digits.
    """
    items = [item for form, name in SOURCES.items() for item in read(folder / name, form)]
    seen: dict[str, Item] = {}
    for item in items:
        same = seen.setdefault(letters(item.text), item)
        if same is not item:
            raise MarkupError(f"Two items with one text: {same.text!r} and {item.text!r}")
    return items


def letters(text: str) -> str:
    """Return the letters and digits of a text without case and accents: what two copies of a text share."""
    return "".join(char for char in unicodedata.normalize("NFKD", text).casefold() if char.isalnum())


def bio(ranges: Sequence[tuple[int, int]], spans: Iterable[Span]) -> list[str]:
    """Return one BIO tag for each token: ``B-Object``, ``I-Object`` …, ``O`` outside every span."""
    tags = ["O"] * len(ranges)
    for span in spans:
        prefix = "B"
        for at, (start, end) in enumerate(ranges):
            if span.start <= start and end <= span.end:
                tags[at] = f"{prefix}-{span.label.capitalize()}"
                prefix = "I"
    return tags


class Paired(Protocol):
    """A text with the pairs of objects that it compares."""

    @property
    def text(self) -> str:
        """Return what was written."""
        ...

    @property
    def pairs(self) -> set[Pair]:
        """Return the unordered pairs, as stems."""
        ...


P = TypeVar("P", bound=Paired)


def pairs(names: Iterable[str]) -> set[Pair]:
    """Return the unordered pairs of names, as stems; empty with fewer than two different names."""
    return set(combinations(sorted(set(map(stems, names))), 2))


def connected(items: Sequence[P]) -> list[list[P]]:
    """Return items in groups: those that share a pair, directly or through other items, stay together."""
    parent = list(range(len(items)))

    def root(at: int) -> int:
        while parent[at] != at:
            at = parent[at]
        return at

    holders: dict[Pair, int] = {}
    for at, item in enumerate(items):
        for pair in item.pairs:
            parent[root(at)] = root(holders.setdefault(pair, at))
    groups: dict[int, list[P]] = defaultdict(list)
    for at, item in enumerate(items):
        groups[root(at)].append(item)
    return list(groups.values())


def part_of(group: Sequence[Paired], *, dev: int = 1) -> str:
    """Return where a group goes, decided by a digest of its smallest text: new items hardly ever move old ones.

    Args:
        group: Texts that stay together.
        dev: Tenths for ``dev``; two are for ``test`` and the others for ``train``.
    """
    tenth = digest(min(item.text for item in group)) % 10
    return "test" if tenth > 7 else "dev" if tenth > 7 - dev else "train"


def split(items: Sequence[Item]) -> dict[str, list[Item]]:
    """Divide items about 70 : 10 : 20 so that no pair of objects is in two parts."""
    parts: dict[str, list[Item]] = {name: [] for name in SPLITS}
    for group in connected(items):
        parts[part_of(group)] += group
    return {name: sorted(part, key=lambda item: item.id) for name, part in parts.items()}


def to_jsonl(items: Iterable[Item]) -> str:
    """Return items as the lines of a JSONL file."""
    return "".join(json.dumps(item.record(), ensure_ascii=False) + "\n" for item in items)


def sample(items: Iterable[Item], k: int = 100) -> list[Item]:
    """Return ``k`` items for a second pass: always the same of the same items, in no order of the sources."""
    return sorted(items, key=lambda item: digest("second pass " + item.text))[:k]


def agreement(first: Sequence[Item], second: Sequence[Item]) -> Agreement:
    """Compare two passes over the same texts.

    Args:
        first: The first pass; may hold more items than the second.
        second: The second pass, of texts that are in the first.

    Source: Cohen (1960), A coefficient of agreement for nominal scales, equation 1.
    """
    known = {item.text: item for item in first}
    pairs = [(known[item.text], item) for item in second]
    tags: list[tuple[str, str]] = []
    for one, two in pairs:
        ranges = word_ranges(one.text)
        tags += zip(bio(ranges, one.spans), bio(ranges, two.spans), strict=True)
    f1 = {}
    for label in Label:
        spans = [[{span for span in item.spans if span.label is label} for item in pair] for pair in pairs]
        marked = sum(len(one) + len(two) for one, two in spans)
        f1[label] = 2 * sum(len(one & two) for one, two in spans) / marked if marked else 1.0
    return Agreement(
        items=len(pairs),
        span_f1=f1,
        token_kappa=kappa(tags),
        kind_kappa=kappa([(one.kind, two.kind) for one, two in pairs]),
        comparative_kappa=kappa([(str(one.comparative), str(two.comparative)) for one, two in pairs]),
        identical=sum((one.kind, one.spans) == (two.kind, two.spans) for one, two in pairs),
    )


def kappa(pairs: Sequence[tuple[str, str]]) -> float:
    """Return Cohen's kappa of paired decisions; 1 when both always say the same one thing."""
    if len({name for pair in pairs for name in pair}) < 2:
        return 1.0
    return float(cohen_kappa_score(*zip(*pairs, strict=True)))


def counts(items: Sequence[Item]) -> str:
    """Return the counts by kind, by domain and in all, each by split, as a Markdown table."""
    parts = split(items)

    def row(name: str, form: str, chosen: Sequence[Item]) -> str:
        numbers = [len(chosen), *(len(set(chosen) & set(parts[part])) for part in SPLITS)]
        return f"| {name} | {form} | {' | '.join(map(str, numbers))} |"

    rows = ["| | form | items | train | dev | test |", "|---|---|---:|---:|---:|---:|"]
    for form in Form:
        for kind in Kind:
            chosen = [item for item in items if (item.form, item.kind) == (form, kind)]
            if chosen:
                rows.append(row(f"`{kind}`", form, chosen))
    domains = sorted({item.domain for item in items})
    rows += [row(domain, "both", [item for item in items if item.domain == domain]) for domain in domains]
    rows.append(row("all", "both", items))
    return "\n".join(rows)


def digest(text: str) -> int:
    """Return a number of 64 bits that depends on the text alone."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])


@click.group()
def main() -> None:
    """Build and check the annotated set data/comparely."""


@main.command()
def build() -> None:
    """Write train.jsonl, dev.jsonl and test.jsonl from the marked sources."""
    for name, part in split(read_all()).items():
        (DATA / f"{name}.jsonl").write_text(to_jsonl(part), "utf-8")
        click.echo(f"{name}.jsonl: {len(part)} items")


@main.command()
def validate() -> None:
    """Check the marked sources and print the counts."""
    click.echo(counts(read_all()))


@main.command("sample")
def print_sample() -> None:
    """Print the form and the bare text of 100 items, for a second pass."""
    for item in sample(read_all()):
        click.echo(f"{item.form} {item.text}")


@main.command("agreement")
def print_agreement() -> None:
    """Compare the second pass with the first."""
    items = read_all()
    found = agreement(items, read_second(DATA / SECOND, items))
    click.echo(f"{found.items} items, {found.identical} identical")
    for label, f1 in found.span_f1.items():
        click.echo(f"span F1 {label}: {f1:.3f}")
    click.echo(f"kappa of tags: {found.token_kappa:.3f}")
    click.echo(f"kappa of kinds: {found.kind_kappa:.3f}")
    click.echo(f"kappa of comparative or not: {found.comparative_kappa:.3f}")


if __name__ == "__main__":
    main()
