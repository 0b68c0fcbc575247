"""What the Rasa process does beside serving."""

from __future__ import annotations

import logging
from importlib import import_module

import pytest
from rasa.utils.log_utils import configure_structlog

from bot.server import REPEATING, keep_words_out_of_the_log


@pytest.mark.parametrize("name", REPEATING)
def test_what_people_said_is_not_logged_when_something_fails(name: str, caplog: pytest.LogCaptureFixture) -> None:
    configure_structlog(logging.INFO)
    keep_words_out_of_the_log()
    exec(
        "structlogger.error('failed', text='my secret')", vars(import_module(name))
    )  # its logger is called after its caller
    assert "my secret" not in caplog.text
    logging.getLogger("rasa.core.processor").error("another line")
    assert "another line" in caplog.text
