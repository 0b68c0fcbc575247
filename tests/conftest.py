"""What all tests share: golden files and the profile of property tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

pytest.register_assert_rewrite("tests.conformance")
settings.register_profile("house", deadline=None)  # a busy machine is no failure
settings.load_profile("house")

GOLDEN = Path(__file__).parent / "golden"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the golden files anew instead of comparing")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Return ``golden(name, text)``: compares with tests/golden/NAME, or writes it under --update-golden."""

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--update-golden"):
            path.write_text(text, "utf-8")
        assert path.exists(), f"{path} is missing; make it with: pytest --update-golden"
        assert text == path.read_text("utf-8")

    return compare
