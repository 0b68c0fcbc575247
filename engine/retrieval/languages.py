"""Which language a text is in: what it says of itself, else what its letters say."""

from __future__ import annotations

import re

_TAG = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8}){0,4}")


def tag_of(said: str) -> str:
    """Return what a text calls its language as a tag of BCP 47, such as ``en-GB``; empty when it is none.

    >>> [tag_of(said) for said in ("en_GB", "DE", "English", "en, fr")]
    ['en-GB', 'de', '', '']
    """
    if not _TAG.fullmatch(said):
        return ""
    first, *rest = re.split("[-_]", said)
    return "-".join((first.lower(), *rest))
