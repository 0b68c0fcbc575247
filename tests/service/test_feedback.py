"""What people say of sentences and answers is checked, kept without anything about them, and can be taken back."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from engine import schemas
from service import feedback
from service.cli.commands import main
from tests.service.served import Service, is_error

FEEDBACK = "/api/v1/feedback"
SENTENCE = "voice-1#1"
MISREAD = {"consent": True, "sentences": [SENTENCE], "objects": ["tea", "coffee"], "stance": "NONE"}
USEFUL = {"consent": True, "sentences": [SENTENCE, "voice-2#1"], "useful": True}
PLACES = {"id": SENTENCE, "first": [[18, 21]], "second": [[37, 43]]}


@pytest.fixture
async def database(serve: Callable[..., Any], tmp_path: Path) -> tuple[Service, Path]:
    """Return a service and the file in which it keeps conversations."""
    path = tmp_path / "kept" / "conversations.sqlite"
    return await serve(service={"database": f"sqlite:///{path}"}), path


@pytest.mark.parametrize(
    ("said", "row"),
    [
        (MISREAD, {**PLACES, "favours": "none"}),
        ({**MISREAD, "stance": "SECOND"}, {**PLACES, "favours": "second"}),
        (
            {**MISREAD, "stance": "FIRST", "words": "healthier"},
            {**PLACES, "probes": [{"property": "healthier", "more": "first"}]},
        ),
        (USEFUL, {"ids": USEFUL["sentences"], "useful": True}),
    ],
)
async def test_a_judgement_is_exported_as_a_row_of_ids_offsets_and_labels(
    database: tuple[Service, Path], said: dict[str, Any], row: dict[str, Any]
) -> None:
    service, path = database
    status, kept = await service.post(FEEDBACK, said)
    assert status == 200
    run = CliRunner().invoke(main, ["feedback"], env={"WHICHEVER_DATABASE": f"sqlite:///{path}"})
    shown = json.loads(run.stdout)
    assert len(shown.pop("day")) == len("2026-01-31")
    assert shown == row
    assert await service.send("DELETE", f"{FEEDBACK}/{kept['id']}") == (200, {"id": kept["id"], "deleted": True})
    assert await service.send("DELETE", f"{FEEDBACK}/{kept['id']}") == (200, {"id": kept["id"], "deleted": False})
    assert feedback.rows(service.store) == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"consent": False},
        {"consent": None},
        {"sentences": []},
        {"sentences": [SENTENCE] * 2},
        {"sentences": [SENTENCE] * 21},
        {"objects": ["tea"]},
        {"objects": ["tea", "milk"]},
        {"stance": "THIRD"},
        {"stance": None},
        {"useful": True},
        {"words": "x" * 101},
        {"name": "Ada"},
    ],
)
async def test_a_strange_judgement_is_refused(database: tuple[Service, Path], wrong: dict[str, Any]) -> None:
    service, path = database
    is_error(await service.post(FEEDBACK, {**MISREAD, **wrong}), 400, "bad_input")
    assert not path.exists()


async def test_a_judgement_of_an_unknown_sentence_is_refused(database: tuple[Service, Path]) -> None:
    is_error(await database[0].post(FEEDBACK, {**MISREAD, "sentences": ["none#0"]}), 404, "not_found")


async def test_only_so_many_judgements_are_kept(database: tuple[Service, Path]) -> None:
    service = database[0]
    for stance in ("FIRST", "SECOND", "EQUAL"):
        said = schemas.parse(schemas.FeedbackRequest, json.dumps({**MISREAD, "stance": stance}))
        feedback.keep(service.store, feedback.judgement(service.engine, said), most=2)
    assert [json.loads(row)["favours"] for row in feedback.rows(service.store)] == ["second", "equal"]


async def test_a_locked_database_is_said_soon_and_others_may_not_read_it(database: tuple[Service, Path]) -> None:
    service, path = database
    assert (await service.post(FEEDBACK, USEFUL))[0] == 200
    assert path.stat().st_mode & 0o777 == 0o600
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        started = time.monotonic()
        is_error(await service.post(FEEDBACK, USEFUL), 503, "unavailable")
        assert time.monotonic() - started < 2
    assert (await service.post(FEEDBACK, USEFUL))[0] == 200
