"""The search engines of an index, for sentences and for pages: where their files are, and what they hold."""

from __future__ import annotations

from typing import Final

import tantivy

SENTENCES: Final = "tantivy"
PAGES: Final = "pages"
"""Folders of the two search engines."""
NUMBER: Final = "n"
"""Field with the number of the sentence, or of a page's first sentence."""
STATEMENT: Final = "statement"
QUESTION: Final = "question"
"""Fields for sentences; each is in one of the two."""
TITLE: Final = "title"
TEXT: Final = "text"
"""Fields for pages."""
_FIELDS: Final = {SENTENCES: (STATEMENT, QUESTION), PAGES: (TITLE, TEXT)}


def schema(name: str) -> tantivy.Schema:
    """Return the fields of a search engine: stems joined by blanks, and ``NUMBER``."""
    builder = tantivy.SchemaBuilder()
    for field in _FIELDS[name]:
        builder.add_text_field(field, tokenizer_name="whitespace")
    builder.add_unsigned_field(NUMBER, fast=True)
    return builder.build()
