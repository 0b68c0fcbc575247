"""Reading ahead that is killed at any moment: what was read is kept, once, and the rest is read by the next run."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import pytest

from engine.retrieval.embedded.build import build_index
from engine.retrieval.embedded.claims import FILE
from tests.engine.retrieval.test_build import ROOT, posts

pytestmark = pytest.mark.long

STOPS = int(os.environ.get("WHICHEVER_STOPS", "4"))

SCRIPT = """
import sys
from pathlib import Path
from engine.claims.ahead import read_ahead, resume
from engine.claims.kept import KeptClaimReader
from engine.retrieval.embedded.retriever import TantivyRetriever
from nlu_models.training.rules.parser import RuleQuestionParser
from tests.engine.claims.test_claim_store import CountingReader

index = TantivyRetriever(index=Path(sys.argv[1]))
store, reader = index.claim_store("test 1"), KeptClaimReader(CountingReader(), index.claim_store)
print("begins", flush=True)
how = {"total": index.size, "reader": reader, "store": store, "parser": RuleQuestionParser()}
read_ahead(index.sentences_from(resume(store)), **how)
"""


def read(index: Path, *, most_s: float = 1e9) -> tuple[float, int]:
    """Read ahead for so long at most; return how long it took, and the exit status."""
    with subprocess.Popen([sys.executable, "-c", SCRIPT, index], cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        began = time.monotonic()
        with suppress(subprocess.TimeoutExpired):
            process.wait(most_s)
        process.kill()
        return time.monotonic() - began, process.wait()


def readings(index: Path) -> list[tuple[object, ...]]:
    """Return where reading stands, and every sentence that was read, with the two things and what was said."""
    with closing(sqlite3.connect(index / FILE)) as kept:
        assert kept.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        sentences = "SELECT place, pair, dimension, words, said FROM reading ORDER BY 1, 2, 3, 4"
        return [*kept.execute("SELECT value FROM state WHERE name = 'read to'"), *kept.execute(sentences)]


def test_reading_that_is_killed_at_any_moment_goes_on_where_it_stood(tmp_path: Path) -> None:
    source, random = posts(tmp_path / "a.jsonl", count=1_500), Random(20)
    for name in ("killed", "whole"):
        build_index([source], tmp_path / name)
    took_s, status = read(tmp_path / "whole")
    assert status == 0
    ends = [read(tmp_path / "killed", most_s=random.uniform(0, took_s / 3))[1] for _ in range(STOPS)]
    assert -signal.SIGKILL in ends  # or nothing was tried
    assert read(tmp_path / "killed")[1] == 0
    assert readings(tmp_path / "killed") == readings(tmp_path / "whole")
    assert len(readings(tmp_path / "whole")) > 500
