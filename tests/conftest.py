"""What all tests share: golden files, the profile of property tests, and which of them one process runs."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tests.clusters import LocalCluster
from tests.databases import LocalPostgres

pytest.register_assert_rewrite("tests.conformance")
settings.register_profile(
    "house",
    deadline=None,  # a busy machine is no failure
    derandomize="CI" in os.environ,  # the same examples at each run; on a desk, new ones
)
settings.load_profile("house")

GOLDEN = Path(__file__).parent / "golden"
STARTED_ONCE = ("elasticsearch", "postgresql", "browser")
"""Marks of tests that one process runs one after another, whatever file they are in."""
LONG = ("rasa", "spark", "long")
"""Marks of files that are begun next, so that no process is left with one at the end."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the golden files anew instead of comparing")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Keep the tests of a file together, and those that share what takes long to start, if there are more processes."""
    from xdist.scheduler import LoadScopeScheduling

    class Together(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return together(config.rootpath / nodeid.partition("::")[0])

    return Together(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes long."""
    items.sort(key=lambda item: [marks_of(item.path).isdisjoint(marks) for marks in (STARTED_ONCE, LONG)])


def together(file: Path) -> str:
    """Return what tells the tests of a file from those that another process may run."""
    return next((mark for mark in STARTED_ONCE if mark in marks_of(file)), str(file))


@cache
def marks_of(file: Path) -> set[str]:
    """Return the marks that a file of tests names."""
    return set(re.findall(r"\bmark\.(\w+)", file.read_text("utf-8")))


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the index of data/sample that ``make setup`` made, which is read ahead."""
    made = Path(__file__).parents[1] / "var" / "index" / "sample"
    if not (made / "complete").exists():
        pytest.fail(f"There is no sample index in {made}. Run: make setup")
    return Path(shutil.copytree(made, tmp_path_factory.mktemp("sample") / "index"))


@pytest.fixture(scope="session")
def local_nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCluster]:
    """Three nodes of Elasticsearch, stopped at the end of the run."""
    cluster = LocalCluster(tmp_path_factory.mktemp("elasticsearch"))
    yield cluster
    cluster.stop()


@pytest.fixture(scope="module")
def local_cluster(local_nodes: LocalCluster) -> LocalCluster:
    """Three nodes of Elasticsearch that run and may be killed."""
    local_nodes.start()
    return local_nodes


@pytest.fixture(scope="module")
def elasticsearch(request: pytest.FixtureRequest) -> list[str]:
    """Return the nodes of a cluster for tests that do it no harm: that of ES_URL, or one of our own."""
    named = os.environ.get("ES_URL")
    if named:
        return named.split(",")
    cluster: LocalCluster = request.getfixturevalue("local_cluster")
    return cluster.urls


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalPostgres]:
    """Return a PostgreSQL that runs and may be stopped, until the end of the run."""
    server = LocalPostgres(tmp_path_factory.mktemp("postgresql"))
    server.start()
    yield server
    server.stop()


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
