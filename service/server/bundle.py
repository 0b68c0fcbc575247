"""Joins the modules of a script, or the sheets of a style, into one file: fewer requests, named by their content."""

from __future__ import annotations

import hashlib
import posixpath
import re
from collections.abc import Mapping

_IMPORT = re.compile(r'^import \{ ?(?P<names>[^}]*?) ?\} from "(?P<path>[^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:const|class|(?:async )?function) (?P<name>\w+))", re.MULTILINE)
_EXPORTS = re.compile(r"export ?\{(?P<names>[^}]*)\};?\s*$")
_SHEET = re.compile(r'^@import "(?P<path>[^"]+)";$', re.MULTILINE)


def bundle_script(texts: Mapping[str, str], entry: str) -> str:
    """Return a module and all that it imports as one module.

    Each becomes a function that is called once and returns what it exports, in the order in which they are needed.

    Args:
        texts: Path → text of every script; an import stands in a line of its own.
        entry: Path of the module to begin with.
    """
    done: dict[str, str] = {}

    def add(path: str) -> None:
        text = texts[path]
        for found in _IMPORT.finditer(text):
            target = _resolved(path, found["path"])
            if target not in done:
                add(target)
        body = _IMPORT.sub(lambda found: _taken(found["names"], _resolved(path, found["path"])), text)
        given = [f"{name}" for name in _EXPORT.findall(body)]
        body = _EXPORT.sub("", body)
        if listed := _EXPORTS.search(body):
            given += [": ".join(reversed(_pair(name))) for name in listed["names"].split(",")]
            body = body[: listed.start()]
        done[path] = f"const {_name(path)} = (() => {{\n{body}\nreturn {{ {', '.join(given)} }};\n}})();\n"

    add(entry)
    return "".join(done.values())


def bundle_style(texts: Mapping[str, str], entry: str) -> str:
    """Return a sheet with those that it imports in their places."""
    return _SHEET.sub(lambda found: bundle_style(texts, _resolved(entry, found["path"])), texts[entry])


def hashed(name: str, text: str) -> str:
    """Return a name with what the text is: ``page.js`` → ``page.0123456789abcdef.js``."""
    stem, ending = name.rsplit(".", 1)
    return f"{stem}.{hashlib.sha256(text.encode()).hexdigest()[:16]}.{ending}"


def _resolved(path: str, target: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), target))


def _name(path: str) -> str:
    return "$" + re.sub(r"\W", "_", path.removesuffix(".js"))


def _pair(name: str) -> list[str]:
    return name.strip().split(" as ") if " as " in name else [name.strip()] * 2


def _taken(names: str, path: str) -> str:
    pairs = [_pair(name) for name in names.split(",")]
    return f"const {{ {', '.join(': '.join(pair) for pair in pairs)} }} = {_name(path)};"
