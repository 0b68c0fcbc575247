"""The prose of a Markdown text: what a reader reads, without marks, code, tables and pictures."""

from __future__ import annotations

import re

_FENCES = ("```", "~~~")
_RULE = re.compile(r"([-*_=] ?){3,}")
_BLOCK_MARK = re.compile(r"(?:> ?)*(?:(?P<heading>#{1,6})(?: |$)|(?P<item>[-*+]|\d{1,9}[.)]) (?:\[[ xX]\] )?)?")
_PICTURE = re.compile(r"!\[[^\[\]]{0,500}\]\([^()\s]{0,2000}\)")
_LINK = re.compile(r"\[([^\[\]]{1,500})\](?:\([^()\s]{0,2000}\)|\[[^\[\]]{0,500}\])")
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,500}>|<!--.{0,500}?-->")
_EMPHASIS = re.compile(r"\\([^\w\s])|`+|(?<=\S)\*+|\*+(?=\S)|(?<![^\W_])_+(?=\S)|(?<=\S)_+(?!\w)")


def prose(text: str) -> str:
    """Return the prose of a Markdown text; headings and list items become paragraphs of their own.

    It knows what documents usually hold: headings, lists, quotes, emphasis, links, pictures, inline and fenced code,
    tables, rules and HTML tags.
    """
    lines: list[str] = []
    fence = ""
    for raw in text.splitlines():
        line = raw.strip()
        if fence:
            fence = "" if line.startswith(fence) else fence
        elif line.startswith(_FENCES):
            fence = line[:3]
        elif line.startswith("|") or _RULE.fullmatch(line):
            lines.append("")
        else:
            mark = _BLOCK_MARK.match(line)
            if mark and (mark["heading"] or mark["item"]):
                lines.append("")
            lines.append(_inline(line[mark.end() :] if mark else line))
            if mark and mark["heading"]:
                lines.append("")
    return "\n".join(lines)


def _inline(line: str) -> str:
    line = _LINK.sub(r"\1", _PICTURE.sub("", line))
    return _EMPHASIS.sub(r"\1", _TAG.sub("", line))
