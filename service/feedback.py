"""What people say of readings and answers: ids, offsets and labels, in the database of the conversations.

Nothing about who said it is kept, nor when but for the day. A judgement can be taken back by its id.
"""

from __future__ import annotations

import json
import secrets
from datetime import UTC, datetime
from typing import Any, Final

from engine import schemas
from engine.errors import InputError
from engine.pipeline import Engine
from engine.text.tokens import Tokens
from service.store import Store

MOST: Final = 100_000
"""Judgements that are kept; the oldest go first."""


def judgement(engine: Engine, said: schemas.FeedbackRequest) -> str:
    """Return what is kept of what somebody says.

    Raises:
        NotFoundError: A sentence is not in the index.
        InputError: The sentence does not name what it is said to compare.
    """
    texts = [engine.context(sentence, before=0, after=0)[0].text for sentence in said.sentences]
    judged = _judged(said, texts[0]) if said.stance else {"ids": said.sentences, "useful": said.useful}
    return json.dumps({**judged, "day": datetime.now(UTC).date().isoformat()}, ensure_ascii=False)


def keep(store: Store, judged: str, *, most: int = MOST) -> str:
    """Keep a judgement, and at most so many, and return its id.

    Raises:
        UnavailableError: It cannot be written.
    """
    key = secrets.token_urlsafe(16)
    with store.transaction() as execute:
        execute("INSERT INTO feedback (id, judgement) VALUES (?, ?)", (key, judged))
        execute("DELETE FROM feedback WHERE rowid <= (SELECT max(rowid) FROM feedback) - ?", (most,))
    return key


def take_back(store: Store, key: str) -> bool:
    """Delete a judgement; return whether there was one."""
    with store.transaction() as execute:
        return bool(execute("DELETE FROM feedback WHERE id = ?", (key,)).rowcount)


def rows(store: Store) -> list[str]:
    """Return the judgements as lines of JSON, the oldest first."""
    with store.transaction() as execute:
        return [line for (line,) in execute("SELECT judgement FROM feedback ORDER BY rowid")]


def _judged(said: schemas.FeedbackRequest, text: str) -> dict[str, Any]:
    """Return the row of ``data/claims`` that a judgement of a sentence is."""
    places = [Tokens(text).mentions(name) for name in said.objects]
    if not all(places):
        raise InputError(f"The sentence {said.sentences[0]!r} does not name both {' and '.join(said.objects)}.")
    label = str(said.stance).lower()
    about = {"probes": [{"property": said.words, "more": label}]} if said.words else {"favours": label}
    return {"id": said.sentences[0], "first": places[0], "second": places[1], **about}
