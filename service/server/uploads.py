"""The door for texts of people: a file is kept, becomes part of an index, and is answered from at once."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from aiohttp import web

from engine import schemas
from engine.errors import EngineError, InputError, NotFoundError, UnavailableError, shorten
from engine.pipeline import Engine
from engine.retrieval.building import Progress
from engine.retrieval.embedded.build import build_index, remove_sources
from engine.retrieval.embedded.store import FILE, Store
from engine.retrieval.ingest.formats import ENDINGS, reason_to_leave
from engine.retrieval.ingest.sources import is_within, place_of
from engine.text.tokens import clean
from service.server import suggest
from service.server.openapi import Routes
from service.server.requests import ENGINE, respond
from service.server.stream import EVENT_STREAM, Tell, event, send_events

T = TypeVar("T")

MOST_BYTES_OF_NAME = 200
_CHUNK = 1 << 16


class _StoppedError(Exception):
    """Reading ahead makes room for something else."""


class Uploads:
    """Files in a folder that an index is made of; one thing is done to it at a time."""

    def __init__(self, engine: Engine) -> None:
        """Prepare; nothing is made before the first file comes.

        Args:
            engine: Its settings say into which index files go; the one of that index answers from them.
        """
        settings = engine.config.uploads
        self.index, self.most_bytes = settings.index, settings.max_mb << 20
        self._engine = engine.of(self.index)
        self._languages = engine.config.retrieval.languages
        self._out = engine.config.indices[self.index]
        self._folder = settings.folder.resolve()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="uploads")
        self._waiting = 0

    def path_of(self, name: str) -> Path:
        """Return where a file is kept.

        Raises:
            InputError: It cannot be called so.
        """
        if name != clean(name) or name.startswith(".") or "/" in name or len(name.encode()) > MOST_BYTES_OF_NAME:
            raise InputError(f"A text cannot be called {shorten(name)!r}. Name it like a file: notes.md, reviews.csv.")
        return self._folder / name

    @contextmanager
    def part_of(self, name: str) -> Iterator[Path]:
        """Give where a file of this name can arrive, beside the others, until it is added.

        Raises:
            InputError: It cannot be called so.
            UnavailableError: Nothing can be written there.
        """
        name = self.path_of(name).name
        with ExitStack() as stack:
            with _writing():
                self._folder.mkdir(parents=True, exist_ok=True)
                folder = stack.enter_context(tempfile.TemporaryDirectory(prefix=".", dir=self._folder))
            yield Path(folder, name)

    async def add(self, part: Path, name: str, tell: Tell) -> bytes:
        """Index a file that has arrived, and return the last event; what it claims is read after that."""
        path = self.path_of(name)
        self._waiting += 1
        try:
            added = await self._run(partial(self._add, part, path, tell))
        finally:
            self._waiting -= 1
        self._thread.submit(self._read_ahead)
        return event("added", added)

    async def remove(self, name: str) -> schemas.TakenOut:
        """Take a file out of the index, and delete it.

        Raises:
            NotFoundError: There is none of this name.
        """
        path = self.path_of(name)
        return await self._run(partial(self._remove, path))

    async def texts(self) -> schemas.OwnTexts:
        """List the files."""
        return {"index": self.index, "texts": await asyncio.to_thread(self._texts)}

    def close(self) -> None:
        """Begin nothing more, and stop reading ahead."""
        self._waiting += 1
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _run(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _add(self, part: Path, path: Path, tell: Tell) -> schemas.Added:
        reason = reason_to_leave(part) if part.stat().st_size else "is empty"
        if reason:
            raise InputError(f"{shorten(path.name)} {reason}. Files that can be read end in {', '.join(ENDINGS)}.")
        with _writing():
            part.replace(path)

        def progress(now: Progress) -> None:
            tell("progress", {"done": now.bytes_read, "total": now.bytes_total})

        stats = build_index([path], self._out, progress=progress, languages=self._languages)
        problems = [*stats.problems]
        if stats.foreign:
            problems.append(f"{stats.foreign:,} in other languages than {', '.join(self._languages)}")
        if stats.repeated:
            problems.append(f"{stats.repeated:,} with an id that the index has already")
        return {
            "name": path.name,
            "index": self.index,
            "sentences": stats.added,
            "removed": stats.removed,
            "problems": problems,
        }

    def _remove(self, path: Path) -> schemas.TakenOut:
        if not path.is_file():
            raise NotFoundError(f"There is no text {shorten(path.name)!r}.")
        removed = remove_sources([path], self._out).removed
        path.unlink(missing_ok=True)
        return {"name": path.name, "removed": removed}

    def _texts(self) -> list[schemas.OwnText]:
        if not (self._out / FILE).is_file():
            return []
        with closing(Store(self._out)) as store:
            held = [one for one in store.source_summaries() if is_within(one.path, place_of(self._folder))]
        return [
            {
                "name": Path(one.path).name,
                "documents": one.documents,
                "sentences": one.sentences,
                "since": one.since,
                "until": one.until,
                "size": one.size or 0,
            }
            for one in held
        ]

    def _read_ahead(self) -> None:
        """Read what the sentences claim, until something else is to be done."""
        with suppress(EngineError, _StoppedError):
            self._engine.read_ahead(progress=self._make_room)

    def _make_room(self, _: object) -> None:
        if self._waiting:
            raise _StoppedError


UPLOADS = web.AppKey("uploads", Uploads)

ROUTES = Routes()
_ERRORS = (400, 404, 503)


def _opened(request: web.Request) -> Uploads:
    """Return where texts go.

    Raises:
        HTTPNotFound: None are taken.
    """
    uploads = request.app.get(UPLOADS)
    if uploads is None:
        raise web.HTTPNotFound
    return uploads


@ROUTES("GET /api/v1/texts", returns=schemas.OwnTexts, errors=_ERRORS, scope="upload")
async def texts(request: web.Request) -> web.Response:
    """List the texts that people added."""
    return respond(await _opened(request).texts())


@ROUTES(
    "PUT /api/v1/texts/{name}",
    media=EVENT_STREAM,
    takes="application/octet-stream",
    errors=(400, 404, 408, 413, 503),
    scope="upload",
)
async def add(request: web.Request) -> web.StreamResponse:
    """Add a file of texts, or another one of its name, and tell by server-sent events how far it is."""
    uploads, name = _opened(request), request.match_info["name"]
    with uploads.part_of(name) as part:
        await _receive(request, part, uploads.most_bytes)
        response = await send_events(request, partial(uploads.add, part, name))
    await suggest.look_again(request.app, uploads.index)
    return response


@ROUTES("DELETE /api/v1/texts/{name}", returns=schemas.TakenOut, errors=_ERRORS, scope="upload")
async def remove(request: web.Request) -> web.Response:
    """Take a text out of the index, and delete it."""
    uploads = _opened(request)
    taken = await uploads.remove(request.match_info["name"])
    await suggest.look_again(request.app, uploads.index)
    return respond(taken)


async def _receive(request: web.Request, part: Path, most: int) -> None:
    """Write the body of a request into a file.

    Raises:
        HTTPRequestEntityTooLarge: It has more bytes than that.
        HTTPRequestTimeout: It does not arrive in time.
        UnavailableError: It cannot be written.
    """
    too_large = web.HTTPRequestEntityTooLarge(max_size=most, actual_size=request.content_length or most + 1)
    if (request.content_length or 0) > most:
        raise too_large
    size, wait_s = 0, request.app[ENGINE].config.service.timeout_s
    with _writing(), part.open("wb") as file:
        while True:
            try:
                chunk = await asyncio.wait_for(request.content.read(_CHUNK), wait_s)
            except TimeoutError as error:
                raise web.HTTPRequestTimeout from error
            if not chunk:
                return
            size += len(chunk)
            if size > most:
                raise too_large
            file.write(chunk)


@contextmanager
def _writing() -> Iterator[None]:
    try:
        yield
    except ConnectionError:  # of who sends it
        raise
    except OSError as error:
        raise UnavailableError(f"The text cannot be kept: {error.strerror}. See to the disk.") from error


def install(app: web.Application) -> str:
    """Open the door where the settings say so and somebody may pass; return a line that says whether it is open."""
    config = app[ENGINE].config
    if not config.uploads.index:
        return "Uploads are off: uploads.index is not set. See docs/texts.md."
    if not config.taking_texts:
        return 'Uploads are off: nobody has a key of scope "upload". See docs/texts.md.'
    app[UPLOADS] = uploads = Uploads(app[ENGINE])

    async def keep(_: web.Application) -> AsyncIterator[Any]:
        yield
        uploads.close()

    app.cleanup_ctx.append(keep)
    return f"Uploads are on: into {config.taking_texts}."
