"""What is kept between two turns: in SQLite for one service, in PostgreSQL for several that answer as one.

Who has the key of a conversation can go on with it, so keys are kept as hashes alone.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import sqlite3
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, asynccontextmanager, closing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

from engine.config import ServiceConfig
from engine.errors import UnavailableError
from engine.extras import needed_for

log = logging.getLogger(__name__)

T = TypeVar("T")

BUSY_S: Final = 1.0
"""Nobody waits longer for a locked file."""
CONNECT_S: Final = 3
"""Nobody waits longer for a connection to a server."""
ANSWER_S: Final = 5.0
"""No task waits longer for a database."""
CONNECTIONS: Final = 8
OWN: Final = 0o600
"""Mode of a file that nobody but its owner may read."""
TRIM_EVERY: Final = 100
"""What is too much or too old is deleted once in so many writes."""
MOST_BYTES: Final = 32 << 20
"""What is kept in memory; what was seen longest ago goes first."""
POLL_S: Final = 0.05
"""So often it is asked whether another service has ended its turn of a conversation."""

_TABLES = (
    "CREATE TABLE IF NOT EXISTS kept (kind TEXT, key TEXT, text TEXT NOT NULL, seen {real} NOT NULL, "
    "PRIMARY KEY (kind, key))",
    "CREATE INDEX IF NOT EXISTS kept_seen ON kept (kind, seen)",
    "CREATE TABLE IF NOT EXISTS feedback (id TEXT PRIMARY KEY, judgement TEXT NOT NULL{number})",
    "DROP TABLE IF EXISTS conversation",  # which was Rasa's
)
_PUT = (
    "INSERT INTO kept VALUES (?, ?, ?, ?) "
    "ON CONFLICT (kind, key) DO UPDATE SET text = excluded.text, seen = excluded.seen"
)
_TRIM = (
    "DELETE FROM kept WHERE kind = ? AND (seen < ? OR "
    "seen < (SELECT seen FROM kept WHERE kind = ? ORDER BY seen DESC LIMIT 1 OFFSET ?))"
)
_OLDEST = (
    "DELETE FROM kept WHERE rowid IN (SELECT rowid FROM kept ORDER BY seen LIMIT (SELECT count(*) / 4 + 1 FROM kept))"
)
_HELD = (
    "SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_freelist_count, pragma_page_size"
)
_KEEPALIVES = "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3"
"""A service whose machine is gone has its turns no longer than that."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of what is kept."""

    name: str
    most: int
    """So many, those seen last."""
    days: float
    """So long after they were seen."""


class Execute(Protocol):
    """Runs a statement, with ``?`` for its values."""

    def __call__(self, statement: str, values: tuple[Any, ...] = (), /) -> Any:
        """Return a cursor: ``fetchone``, ``rowcount``, and its rows."""
        ...


class Store(ABC):
    """Texts by kind and key.

    All but ``run`` and ``turn`` block, and may be called from several threads. Each raises ``UnavailableError`` when
    the database does not answer.
    """

    shared: bool
    """Whether other services write here, too, so that what was read before may have changed."""

    def __init__(self) -> None:
        """Open nothing yet."""
        self._writes = 0
        self._threads = ThreadPoolExecutor(CONNECTIONS, thread_name_prefix="store")

    @property
    def passing(self) -> Store:
        """Return where that is kept which need not outlive a service: with what is shared, else in memory."""
        return self

    @abstractmethod
    def transaction(self) -> AbstractContextManager[Execute]:
        """Begin what is done as a whole or not at all."""

    @abstractmethod
    def close(self) -> None:
        """Close every connection."""

    def get(self, kind: Kind, key: str) -> str | None:
        """Return the text of a key; None when there is none, or it is too old."""
        with self.transaction() as execute:
            return _found(execute, kind, hashed(key))

    def put(self, kind: Kind, key: str, text: str) -> None:
        """Keep a text, in the place of the one that the key had."""
        with self.transaction() as execute:
            self._put(execute, kind, hashed(key), text)

    def change(self, kind: Kind, key: str, change: Callable[[str | None], tuple[str, T]]) -> T:
        """Make a new text of the one that a key has, with nobody in between.

        Args:
            kind: Of the text.
            key: Of the text.
            change: Takes the text, and returns the new one and what to return.
        """
        key = hashed(key)
        with self.transaction() as execute:
            self._hold(execute, key)
            text, found = change(_found(execute, kind, key))
            self._put(execute, kind, key, text)
        return found

    def delete(self, kind: Kind, key: str) -> None:
        """Forget a key."""
        with self.transaction() as execute:
            execute("DELETE FROM kept WHERE kind = ? AND key = ?", (kind.name, hashed(key)))

    async def run(self, work: Callable[..., T], *arguments: Any) -> T:
        """Do what blocks in a thread, and wait for it so long and no longer."""
        try:
            async with asyncio.timeout(ANSWER_S):
                return await asyncio.get_running_loop().run_in_executor(self._threads, partial(work, *arguments))
        except TimeoutError as error:
            raise UnavailableError(f"The database has not answered for {ANSWER_S:g} s. Try again later.") from error

    @asynccontextmanager
    async def turn(self, key: str, *, wait_s: float) -> AsyncIterator[None]:
        """Hold the turn of a conversation against other services; within one, its tasks wait for each other before.

        Raises:
            UnavailableError: Another one holds it for longer than that.
        """
        key, until = hashed(key), time.monotonic() + wait_s
        trying = asyncio.ensure_future(self.run(self._try_turn, key))
        try:
            while not await asyncio.shield(trying):
                if time.monotonic() > until:
                    raise UnavailableError("This conversation is being answered. Try again in a few seconds.")
                await asyncio.sleep(POLL_S)
                trying = asyncio.ensure_future(self.run(self._try_turn, key))
            yield
        finally:
            await asyncio.shield(self._leave(trying, key))

    async def _leave(self, trying: asyncio.Future[bool], key: str) -> None:
        with suppress(UnavailableError):
            await trying
            await self.run(self._end_turn, key)

    @abstractmethod
    def _try_turn(self, key: str) -> bool:
        """Take the turn of a conversation unless another service has it."""

    @abstractmethod
    def _end_turn(self, key: str) -> None:
        """Let another service have it."""

    @abstractmethod
    def _hold(self, execute: Execute, key: str) -> None:
        """Let no other transaction come to a key until this one has ended."""

    def _put(self, execute: Execute, kind: Kind, key: str, text: str) -> None:
        now = time.time()
        execute(_PUT, (kind.name, key, text, now))
        self._writes += 1
        if self._writes % TRIM_EVERY == 0:
            execute(_TRIM, (kind.name, now - 86_400 * kind.days, kind.name, kind.most - 1))


class SqliteStore(Store):
    """A file, or memory, of one service."""

    shared = False

    def __init__(self, path: Path | None = None) -> None:
        """Prepare; the file is made when something is first kept.

        Args:
            path: Of the file; None for memory.
        """
        super().__init__()
        self._path = path
        self._passing: Store = SqliteStore() if path else self
        self._lock = threading.RLock()
        self._database: sqlite3.Connection | None = None
        self._checked = path is None

    @property
    def passing(self) -> Store:
        """Return a store in memory."""
        return self._passing

    @contextmanager
    def transaction(self) -> Iterator[Execute]:
        """Begin a transaction; see ``Store``."""
        with self._lock:
            try:
                self._database = self._database or self._opened()
                with self._database:
                    yield self._database.execute
            except (OSError, sqlite3.Error) as error:
                self._close()
                raise UnavailableError(
                    f"Nothing can be kept in {str(self._path)!r}: {error}. See to the disk.",
                    told="Nothing can be kept now. See to the disk; the log of this service says more.",
                ) from error

    def delete(self, kind: Kind, key: str) -> None:
        """Forget a key, in the log of SQLite, too."""
        super().delete(kind, key)
        with self.transaction() as execute:
            execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Close the file, or forget."""
        with self._lock:
            self._close()
        if self._passing is not self:
            self._passing.close()
        self._threads.shutdown(wait=False)

    def _put(self, execute: Execute, kind: Kind, key: str, text: str) -> None:
        super()._put(execute, kind, key, text)
        while not self._path and self._writes % TRIM_EVERY == 0 and execute(_HELD).fetchone()[0] > MOST_BYTES:
            execute(_OLDEST)

    def _try_turn(self, _: str) -> bool:
        return True

    def _end_turn(self, _: str) -> None:
        pass

    def _hold(self, *_: object) -> None:
        pass

    def _close(self) -> None:
        if self._database is not None:
            self._database.close()
            self._database = None

    def _opened(self) -> sqlite3.Connection:
        if self._path:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.touch(OWN)
            with suppress(PermissionError):  # it is another user's
                self._path.chmod(OWN)  # its log gets the same
            if not self._checked:
                _set_aside_if_damaged(self._path)
            self._checked = True
        database = sqlite3.connect(self._path or ":memory:", timeout=BUSY_S, check_same_thread=False)
        try:
            for setting in ("journal_mode = WAL", "synchronous = NORMAL", "secure_delete = ON"):
                database.execute(f"PRAGMA {setting}")
            for table in _TABLES:
                database.execute(table.format(real="REAL", number=""))
        except sqlite3.Error:
            database.close()
            raise
        return database


class PostgresStore(Store):
    """A server that several services share."""

    shared = True

    def __init__(self, url: str, *, password: str = "") -> None:
        """Prepare; connections are made when they are needed.

        Args:
            url: ``postgresql://USER@HOST:PORT/NAME``.
            password: Of the user; that of the URL or of libpq's own file when empty.

        Raises:
            MissingComponentError: psycopg is not installed.
        """
        super().__init__()
        with needed_for("A database of PostgreSQL"):
            import psycopg
            from psycopg_pool import ConnectionPool
        options: dict[str, Any] = {"connect_timeout": CONNECT_S, "options": _KEEPALIVES}
        if password:
            options["password"] = password
        self._error = psycopg.Error
        self._connect = partial(psycopg.connect, url, autocommit=True, **options)
        self._pool = ConnectionPool(
            url,
            kwargs=options,
            min_size=0,
            max_size=CONNECTIONS,
            timeout=CONNECT_S,
            check=ConnectionPool.check_connection,
            reconnect_timeout=1.0,  # the next who asks tries again
            open=False,
        )
        self._lock = threading.Lock()
        self._made = False
        self._turns: psycopg.Connection[Any] | None = None

    @contextmanager
    def transaction(self) -> Iterator[Execute]:
        """Begin a transaction; see ``Store``."""
        with self._said():
            with self._lock:
                if not self._made:
                    self._make()
            with self._pool.connection() as connection:
                yield lambda statement, values=(): connection.execute(statement.replace("?", "%s").encode(), values)

    def close(self) -> None:
        """Close every connection; turns that go on are held no more."""
        self._pool.close()
        if self._turns is not None:
            self._turns.close()
        self._threads.shutdown(wait=False)

    @contextmanager
    def _said(self) -> Iterator[None]:
        try:
            yield
        except self._error as error:
            raise UnavailableError(
                f"PostgreSQL does not answer: {str(error).strip()}. See service.database.",
                told="The database of this service does not answer. Try again in a few seconds.",
            ) from error

    def _make(self) -> None:
        """Open the pool, and make the tables if they are missing; other services may do so at the same time."""
        self._pool.open()
        with self._pool.connection() as connection:
            connection.execute("SELECT pg_advisory_xact_lock(hashtextextended('whichever', 0))")
            for table in _TABLES:
                connection.execute(table.format(real="DOUBLE PRECISION", number=", rowid BIGSERIAL").encode())
        self._made = True

    def _hold(self, execute: Execute, key: str) -> None:
        execute("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", (key,))

    def _try_turn(self, key: str) -> bool:
        with self._said():
            with self._lock:
                if self._turns is None or self._turns.closed:
                    self._turns = self._connect()
            row = self._turns.execute("SELECT pg_try_advisory_lock(hashtextextended(%s, 0))", (key,)).fetchone()
        return bool(row and row[0])

    def _end_turn(self, key: str) -> None:
        with self._said():
            if self._turns is not None and not self._turns.closed:  # else the turn has ended with its connection
                self._turns.execute("SELECT pg_advisory_unlock(hashtextextended(%s, 0))", (key,))


def _set_aside_if_damaged(file: Path) -> None:
    """Give a file that cannot be used any more another name, so that a new one is made.

    Raises:
        sqlite3.OperationalError: It cannot be looked at, by a lock or the disk.
    """
    try:
        with closing(sqlite3.connect(file, timeout=BUSY_S)) as database:
            found = database.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError as error:
        found = str(error)
    if found != "ok":
        aside = file.with_name(f"{file.name}.damaged-{int(time.time())}")
        log.error("What was kept in %s is damaged (%s). It is set aside as %s.", file, found, aside.name)
        file.replace(aside)
        for beside in ("-wal", "-shm"):
            file.with_name(file.name + beside).unlink(missing_ok=True)


def open_store(settings: ServiceConfig) -> Store:
    """Return what ``service.database`` names.

    Raises:
        MissingComponentError: It is PostgreSQL, and psycopg is not installed.
    """
    scheme, _, place = settings.database.partition("://")
    if scheme == "sqlite":
        return SqliteStore(Path(place.removeprefix("/")) if place else None)
    return PostgresStore(settings.database, password=settings.database_password.get_secret_value())


def hashed(key: str) -> str:
    """Return what a key is known by."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def _found(execute: Execute, kind: Kind, key: str) -> str | None:
    oldest = time.time() - 86_400 * kind.days
    row = execute("SELECT text FROM kept WHERE kind = ? AND key = ? AND seen > ?", (kind.name, key, oldest)).fetchone()
    return str(row[0]) if row else None
