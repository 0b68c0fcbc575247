"""The settings: what is refused, and how it is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.config import load_config
from engine.errors import EngineError


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("port = 1", "outside a section"),
        ("[service", "not valid TOML"),
        ("[services]", "services"),
        ("[service]\nport = 65536", "service.port"),
        ("[service]\ntimeout_s = nan", "service.timeout_s"),
        ('[service]\norigins = ["javascript:x"]', "service.origins.0"),
        ('[engine]\nreader = "ruls"', "Did you mean 'rules'"),
        ('[retrieval]\nretriever = "nonesuch"', "Unknown retriever"),
    ],
)
def test_a_wrong_setting_is_named(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(EngineError, match=said):
        load_config(file, environ={})


def test_a_file_of_settings_holds_what_differs(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('[engine]\ngenerator = "template"', "utf-8")
    config = load_config(file, environ={"PORT": "9"})
    assert (config.engine.generator, config.service.port) == ("template", 9)
    assert config.parts == load_config(environ={}).parts | {"generator": "template"}
