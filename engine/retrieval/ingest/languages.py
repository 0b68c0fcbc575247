"""Which language a text is in: what it says of itself, else what its letters say."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cache
from typing import Any

MIN_CHARS = 200
"""The language of a shorter text is not told."""
_MAX_CHARS = 1_000
_SURE = 0.9
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


def primary(tag: str) -> str:
    """Return the language of a tag without script and region.

    >>> primary("en-GB")
    'en'
    """
    return tag.partition("-")[0]


def language_of(text: str) -> str:
    """Return the language that a text is in, such as ``en``; empty when it is too short or too mixed to tell.

    Nearly all texts are English, and a fast test, where it is installed, knows these; it errs on others, which a slower
    model names.

    Source: Lui and Baldwin 2012, "langid.py: An Off-the-shelf Language Identification Tool".
    """
    sample = text[:_MAX_CHARS]
    if len(sample) < MIN_CHARS:
        return ""
    with suppress(ModuleNotFoundError):
        from resiliparse.parse.lang import detect_fast

        if detect_fast(sample)[0] == "en":
            return "en"
    language, probability = _identifier().classify(sample)
    return str(language) if probability >= _SURE else ""


@cache
def _identifier() -> Any:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
