"""Where conversations are kept between two turns: SQLite, or a PostgreSQL that several services share.

A shelf holds one text per conversation, so that a turn costs one row however long the conversation is. Who has the key
of a conversation can go on with it, so a shelf knows keys by their hashes alone.
"""

from __future__ import annotations

import hashlib
import logging
import time
from contextlib import suppress
from pathlib import Path

import sqlalchemy as sql
from sqlalchemy.engine import make_url
from sqlalchemy.pool import StaticPool

logger = logging.getLogger(__name__)

BUSY_S = 0.5
"""A turn waits no longer for a locked file; Rasa does nothing else meanwhile."""
_DAMAGED = ("malformed", "not a database")
OWN = 0o600
"""Mode of a file that nobody but its owner may read."""

TRIM_EVERY = 100
"""Conversations are counted, and what is too much or too old is deleted, once in so many turns."""


class Shelf:
    """Texts by key, those seen last up to a number and for a time: rows of one table, ``conversation``."""

    def __init__(self, url: str, *, most: int, idle_s: float) -> None:
        """Connect, and make the table if it is missing; a damaged file of SQLite is set aside and made anew.

        Args:
            url: ``sqlite:///var/conversations/conversations.sqlite``, ``sqlite://`` for memory, or
                ``postgresql://USER@HOST:PORT/NAME``.
            most: The most conversations to keep; the one seen longest ago goes first.
            idle_s: Seconds after which a conversation is forgotten in which nothing is said.
        """
        self._most, self._idle_s, self._turns = most, idle_s, 0
        self._table = sql.Table(
            "conversation",
            sql.MetaData(),
            sql.Column("key", sql.String(255), primary_key=True),
            sql.Column("seen", sql.Float, nullable=False, index=True),
            sql.Column("text", sql.Text, nullable=False),
        )
        try:
            self._open(url)
        except sql.exc.DatabaseError as error:
            if not any(said in str(error) for said in _DAMAGED):
                raise
            self._engine.dispose()
            _set_aside(Path(make_url(url).database))
            self._open(url)

    def _open(self, url: str) -> None:
        self._engine = _connected(url)
        self._table.create(self._engine, checkfirst=True)
        if self._engine.dialect.name == "sqlite":
            with self._engine.connect() as connection:
                if (found := connection.execute(sql.text("PRAGMA quick_check(1)")).scalar()) != "ok":
                    raise sql.exc.DatabaseError("PRAGMA quick_check", None, ValueError(f"malformed: {found}"))
        with self._engine.begin() as connection:  # keys were kept as they are once
            connection.execute(self._table.delete().where(sql.func.length(self._table.c.key) != len(hashed(""))))
        self._trim()

    def get(self, key: str) -> str | None:
        """Return the text of a key; None when there is none or it is too old."""
        columns = self._table.c
        fresh = (columns.key == hashed(key)) & (columns.seen > time.time() - self._idle_s)
        with self._engine.connect() as connection:
            return connection.execute(sql.select(columns.text).where(fresh)).scalar()

    def put(self, key: str, text: str) -> None:
        """Keep a text, in the place of the one that the key had."""
        key, values = hashed(key), {"seen": time.time(), "text": text}
        with self._engine.begin() as connection:
            changed = connection.execute(self._table.update().where(self._table.c.key == key).values(values))
            if not changed.rowcount:
                connection.execute(self._table.insert().values(key=key, **values))
        self._turns += 1
        if self._turns % TRIM_EVERY == 0:
            self._trim()

    def delete(self, key: str) -> None:
        """Forget a key."""
        with self._engine.begin() as connection:
            connection.execute(self._table.delete().where(self._table.c.key == hashed(key)))
        self._empty_log()

    def _trim(self) -> None:
        seen = self._table.c.seen
        surplus = sql.select(seen).order_by(seen.desc()).offset(self._most).limit(1)
        with self._engine.begin() as connection:
            last = connection.execute(surplus).scalar()
            oldest = time.time() - self._idle_s
            connection.execute(self._table.delete().where(seen <= max(oldest, oldest if last is None else last)))
        self._empty_log()

    def _empty_log(self) -> None:
        """Let the log of SQLite hold no row that was deleted."""
        if self._engine.dialect.name == "sqlite":
            with self._engine.connect() as connection:
                connection.execute(sql.text("PRAGMA wal_checkpoint(TRUNCATE)"))


def hashed(key: str) -> str:
    """Return what a shelf knows a conversation by."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def _connected(url: str) -> sql.engine.Engine:
    database = make_url(url)
    if not database.drivername.startswith("sqlite"):
        return sql.create_engine(database, pool_pre_ping=True)
    if database.database:
        file = Path(database.database)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(OWN)
        with suppress(PermissionError):  # it is another user's
            file.chmod(OWN)  # its log gets the same
    # One connection that stays open: to open another needs room on the disk, and what is kept is read without it.
    arguments = {"timeout": BUSY_S, "check_same_thread": False}
    engine = sql.create_engine(database, connect_args=arguments, poolclass=StaticPool, hide_parameters=True)

    @sql.event.listens_for(engine, "connect")
    def quicken(connection, _record) -> None:
        """Write once per turn without waiting for the disk: a crash of the machine may lose the last turns."""
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA secure_delete = ON")

    return engine


def _set_aside(file: Path) -> None:
    aside = file.with_name(f"{file.name}.damaged-{int(time.time())}")
    logger.error("The conversations in %s are damaged. They are set aside as %s; new ones are kept.", file, aside.name)
    file.replace(aside)
    for beside in ("-wal", "-shm"):
        file.with_name(file.name + beside).unlink(missing_ok=True)
