"""E-mails: what each says itself, without what it quotes, signatures and attachments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from email import message_from_bytes, policy
from email.errors import MessageError
from email.message import MIMEPart
from email.utils import parseaddr, parsedate_to_datetime
from io import BufferedIOBase
from typing import Any

from engine.errors import shorten
from engine.retrieval.ingest.html import read_html

SUFFIXES = (".mbox", ".eml")

_BEGIN = re.compile(rb"From .{1,200}\d\d:\d\d")
_QUOTED = re.compile(r"^(>.*|On .{1,200} wrote:|-{2,} ?Original Message ?-{2,}|Am .{1,200} schrieb .{1,200}:)$")


def messages(stream: BufferedIOBase, *, most: int) -> Iterator[bytes | None]:
    """Yield the messages of a mailbox; None for one that is longer than ``most`` bytes."""
    lines: list[bytes] = []
    size, blank = 0, True
    while line := stream.readline(most):
        if blank and _BEGIN.match(line):
            if lines:
                yield b"".join(lines) if size <= most else None
            lines, size = [], 0
        else:
            size += len(line)
            if size <= most:
                lines.append(line[1:] if line.startswith(b">From ") else line)
        blank = not line.strip()
    if lines:
        yield b"".join(lines) if size <= most else None


def read_message(content: bytes) -> Mapping[str, Any] | None:
    """Return the fields of a message; None where it says nothing itself.

    Raises:
        ValueError: It cannot be read.
    """
    try:
        message = message_from_bytes(content, policy=policy.default)
        body = message.get_body(preferencelist=("plain", "html"))
        text = "" if body is None else _text_of(body)
        named = {name: str(message.get(name, "")) for name in ("Message-ID", "Subject", "From", "Date")}
    except (MessageError, LookupError, AttributeError, TypeError, IndexError) as error:
        raise ValueError(f"the message cannot be read ({shorten(str(error))})") from error
    if not text.strip():
        return None
    sender, address = parseaddr(named["From"])
    fields = {
        "id": shorten(named["Message-ID"].strip("<> "), 500),
        "title": shorten(named["Subject"], 500),
        "source": shorten(sender or address, 500),
        "date": _date(named["Date"]),
        "text": text,
    }
    return {name: value for name, value in fields.items() if value}


def _text_of(body: MIMEPart) -> str:
    content = body.get_content()
    if body.get_content_subtype() == "html":
        return read_html(content.encode("utf-8", "replace")).text
    lines = []
    for line in content.splitlines():
        if line.rstrip("\r") == "-- ":  # a signature
            break
        lines.append("" if _QUOTED.match(line.strip()) else line)
    return "\n".join(lines)


def _date(said: str) -> str:
    try:
        return parsedate_to_datetime(said).date().isoformat()
    except ValueError:
        return ""
