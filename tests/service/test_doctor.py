"""An installation is looked at, and what is wrong is said with what to do."""

from __future__ import annotations

import shutil
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from service.cli import checks
from service.cli.commands import main

Doctor = Callable[..., Result]


@pytest.fixture
def doctor(index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Doctor:
    def doctor(*, rasa: bool = False, port: int = 0, **environ: Any) -> Result:
        for name, value in ({"PORT": str(port), "INDEX": str(index)} | environ).items():
            monkeypatch.setenv(name, value)
        (tmp_path / "settings.toml").write_text(
            f'[rasa]\nenabled = {str(rasa).lower()}\nfolder = "{tmp_path}/venv"\n', "utf-8"
        )
        return CliRunner().invoke(main, ["doctor", "--config", str(tmp_path / "settings.toml")])

    return doctor


def test_a_fine_installation_is_fine(doctor: Doctor) -> None:
    said = doctor()
    assert said.exit_code == 0, said.output
    assert [line.split()[0] for line in said.output.splitlines()] == ["fine"] * 5


def test_what_is_wrong_is_said(doctor: Doctor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    full = shutil._ntuple_diskusage(1 << 40, 1 << 40, 1000)  # type: ignore[attr-defined]
    monkeypatch.setattr(checks.shutil, "disk_usage", lambda _: full)
    said = doctor(rasa=True, INDEX=str(tmp_path / "nowhere"), SLACK_BOT_TOKEN="xoxb-secret")
    assert said.exit_code == 69
    wrong = [line.split()[1] for line in said.output.splitlines() if line.startswith("WRONG")]
    assert wrong == ["index:", "dialogue:", "secrets:", "disk:"]
    for advice in ("whichever index", "make setup", "SLACK_APP_TOKEN or SLACK_SIGNING_SECRET", "Free some"):
        assert advice in said.output
    assert "xoxb-secret" not in said.output


def test_a_taken_address_is_said(doctor: Doctor) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert "something listens" in doctor(port=taken.getsockname()[1]).output
