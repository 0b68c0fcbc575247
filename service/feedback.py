"""What people say of readings and answers: ids, offsets and labels, in the database of the conversations.

Nothing about who said it is kept, nor when but for the day. A judgement can be taken back by its id.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from engine import schemas
from engine.config import Config
from engine.errors import InputError, MissingComponentError, UnavailableError
from engine.pipeline import Engine
from engine.text.tokens import Tokens

MOST: Final = 100_000
"""Judgements that are kept; the oldest go first."""
BUSY_S: Final = 1.0
"""Nobody waits longer for a locked file."""
OWN: Final = 0o600
"""Mode of a file that nobody but its owner may read: conversations are kept in it, too."""
_SQLITE: Final = "sqlite:///"
_TABLE: Final = "CREATE TABLE IF NOT EXISTS feedback (id TEXT PRIMARY KEY, judgement TEXT NOT NULL)"


def keep(engine: Engine, said: schemas.FeedbackRequest, *, most: int = MOST) -> str:
    """Keep a judgement, and at most so many, and return its id.

    Raises:
        NotFoundError: A sentence is not in the index.
        InputError: The sentence does not name what it is said to compare.
        MissingComponentError: Conversations are not kept in SQLite.
        UnavailableError: It cannot be written.
    """
    texts = [engine.context(sentence, before=0, after=0)[0].text for sentence in said.sentences]
    judged = _judged(said, texts[0]) if said.stance else {"ids": said.sentences, "useful": said.useful}
    judgement = json.dumps({**judged, "day": datetime.now(UTC).date().isoformat()}, ensure_ascii=False)
    key = secrets.token_urlsafe(16)
    with _opened(engine.config) as database:
        database.execute("INSERT INTO feedback VALUES (?, ?)", (key, judgement))
        database.execute("DELETE FROM feedback WHERE rowid <= (SELECT max(rowid) FROM feedback) - ?", (most,))
    return key


def _judged(said: schemas.FeedbackRequest, text: str) -> dict[str, Any]:
    """Return the row of ``data/claims`` that a judgement of a sentence is."""
    places = [Tokens(text).mentions(name) for name in said.objects]
    if not all(places):
        raise InputError(f"The sentence {said.sentences[0]!r} does not name both {' and '.join(said.objects)}.")
    label = str(said.stance).lower()
    about = {"probes": [{"property": said.words, "more": label}]} if said.words else {"favours": label}
    return {"id": said.sentences[0], "first": places[0], "second": places[1], **about}


def take_back(config: Config, key: str) -> bool:
    """Delete a judgement; return whether there was one."""
    with _opened(config) as database:
        return database.execute("DELETE FROM feedback WHERE id = ?", (key,)).rowcount > 0


def rows(config: Config) -> Iterator[str]:
    """Yield the judgements as lines of JSON, the oldest first."""
    with _opened(config) as database:
        yield from (line for (line,) in database.execute("SELECT judgement FROM feedback ORDER BY rowid"))


@contextmanager
def _opened(config: Config) -> Iterator[sqlite3.Connection]:
    """Open the database for one transaction."""
    if not config.rasa.conversations.startswith(_SQLITE):
        raise MissingComponentError(
            "Feedback is kept where conversations are, in SQLite. Set rasa.conversations to sqlite:///FILE."
        )
    path = Path(config.rasa.conversations.removeprefix(_SQLITE))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(OWN)
        with closing(sqlite3.connect(path, timeout=BUSY_S)) as database, database:
            database.execute(_TABLE)
            yield database
    except (OSError, sqlite3.Error) as error:
        raise UnavailableError(f"Feedback cannot be kept in {str(path)!r}: {error}. See to the disk.") from error
