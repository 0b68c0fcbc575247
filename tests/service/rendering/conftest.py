"""An engine over the small index."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from engine.config import Config
from engine.pipeline import Engine


@pytest.fixture
def engine(settings: Callable[..., Config]) -> Iterator[Engine]:
    engine = Engine(settings())
    yield engine
    engine.close()
