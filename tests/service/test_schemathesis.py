"""What the description says of every route holds for requests that a machine makes up from it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.service.served import FakeRasa

pytestmark = pytest.mark.long

TOKEN = "one-secret-for-all"


async def test_schemathesis_finds_nothing(serve: Callable[..., Any], rasa: FakeRasa, tmp_path: Path) -> None:
    rasa.says = lambda body: [{"text": f"You said {body['message']}", "custom": {"deleted": True}}]
    service = await serve(
        environ={"DIALOGFLOW_TOKEN": TOKEN, "VOICE_TOKEN": TOKEN}, messaging={"per_minute": 10_000, "burst": 1000}
    )
    command = [
        *(sys.executable, "-m", "schemathesis.cli"),
        *("--config-file", str(Path(__file__).with_name("schemathesis.toml"))),
        *("run", f"{service.url}/openapi.json"),
        *("--header", f"Authorization: Bearer {TOKEN}"),
        *("--phases", "examples,coverage,fuzzing"),
        *("--max-examples", "20"),
        "--generation-deterministic",
        "--continue-on-failure",
        *("--workers", "1"),
        *("--request-timeout", "20"),
        *("--max-time", "50"),
        "--no-color",
    ]
    run = await asyncio.create_subprocess_exec(
        *command, cwd=tmp_path, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    output, _ = await run.communicate()
    assert run.returncode == 0, output.decode()
