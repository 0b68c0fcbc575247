"""The topics of Touché Task 2, in the forms of 2020, 2021 and 2022."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from xml.etree.ElementTree import Element, ParseError, XMLParser

from engine.errors import InputError, shorten
from engine.text.tokens import clean

FILE = "topics.xml"
MAX_BYTES = 16 << 20
_PARTS = 2


@dataclass(frozen=True, slots=True)
class Topic:
    """A comparative question that documents are sought for."""

    number: str
    title: str
    """The question."""
    objects: tuple[str, ...] = ()
    """The two things, which topics name since 2022; else empty."""


def read_topics(folder: Path) -> list[Topic]:
    """Return the topics of ``folder/topics.xml`` in their order.

    Raises:
        InputError: The file is missing, too large, not XML, or not what a topic file holds; the message says where.
    """
    path = folder / FILE
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise InputError(
            f"Cannot read the topics {str(path)!r}: {error.strerror}. Name the folder that holds {FILE}."
        ) from error
    if not content.strip():
        raise InputError(f"The topics {str(path)!r} are empty. Expected <topics> with a <topic> for each question.")
    if len(content) > MAX_BYTES:
        raise InputError(f"The topics {str(path)!r} are longer than {MAX_BYTES} bytes. Leave out what is no topic.")
    topics = [_topic(element, path, n) for n, element in enumerate(_elements(content, path), 1)]
    if not topics:
        raise InputError(f"There is no <topic> in {str(path)!r}. Expected one for each question.")
    numbers = [topic.number for topic in topics]
    repeated = sorted({number for number in numbers if numbers.count(number) > 1})
    if repeated:
        raise InputError(f"Topic {repeated[0]} is in {str(path)!r} more than once. Give each topic its own number.")
    return topics


def _elements(content: bytes, path: Path) -> list[Element]:
    if b"<!ENTITY" in content:
        raise InputError(f"The topics {str(path)!r} define XML entities, which are not read. Take <!ENTITY …> out.")
    parser = XMLParser()  # noqa: S314 - without entities there is nothing to expand
    try:
        parser.feed(content)
        root = parser.close()
    except (ParseError, ValueError, LookupError) as error:
        raise InputError(f"The topics {str(path)!r} are not valid XML: {error}.") from error
    if root.tag != "topics":
        raise InputError(f"The topics {str(path)!r} begin with <{shorten(root.tag, 40)}>, expected <topics>.")
    return root.findall("topic")


def _topic(element: Element, path: Path, n: int) -> Topic:
    number, title = _text(element, "number"), _text(element, "title")
    for name, value in (("number", number), ("title", title)):
        if not value:
            raise InputError(f"The topic {n} of {str(path)!r} has no <{name}>. Every topic needs a number and a title.")
    if any(map(str.isspace, number)):
        raise InputError(
            f"The topic {n} of {str(path)!r} has the number {shorten(number)!r}; blanks cannot be in a run."
        )
    found = element.find("objects")
    parts = (
        [] if found is None else [clean("".join(child.itertext())) for child in found] or (found.text or "").split(",")
    )
    objects = tuple(name for name in map(clean, parts) if name)
    if objects and len(objects) != _PARTS:
        raise InputError(
            f"The topic {number} of {str(path)!r} has {len(objects)} <objects>, expected two with a comma."
        )
    return Topic(number, title, objects)


def _text(element: Element, name: str) -> str:
    found = element.find(name)
    return "" if found is None else clean("".join(found.itertext()))
