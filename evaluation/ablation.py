"""What each way of finding more adds: evidence on what was asked, verdicts, processor time; switched on one by one.

Command: ``python -m evaluation.ablation --index DIR``. Each row has a copy of the index without what was read before.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, Final

import click

from engine.config import load_config
from engine.pipeline import Engine
from engine.text.lexicon import NEAR
from engine.types import Comparison, Decision

QUESTIONS: Final = Path("data/related/questions.txt")
SWITCHED: Final[Mapping[str, Any]] = {
    "near": NEAR,
    **dict.fromkeys(("longer_names", "compounds", "spellings", "as_indexed"), True),
}
NONE: Final[Mapping[str, Any]] = {name: type(on)(0) for name, on in SWITCHED.items()}


@click.command()
@click.option("--index", type=click.Path(exists=True, path_type=Path), required=True, help="Of both corpora.")
def main(index: Path) -> None:
    """Print a row for each combination of settings."""
    questions = QUESTIONS.read_text("utf-8").splitlines()
    print("switched on   speak of it  left out  sources  decided  ms of processor time")
    for name in ("none", *SWITCHED, "all"):
        settings = SWITCHED if name == "all" else {**NONE, **{key: on for key, on in SWITCHED.items() if key == name}}
        with TemporaryDirectory() as folder:
            copy = shutil.copytree(index, Path(folder, "index"), ignore=shutil.ignore_patterns("claims.sqlite*"))
            engine = Engine(load_config(overrides={"retrieval": {**settings, "index": str(copy)}}))
            engine.warm()
            queries = [engine.query_of(engine.understand(question)) for question in questions]
            started = process_time()
            compared = [found for found in map(engine.compare_any, queries) if isinstance(found, Comparison)]
            spent = 1000 * (process_time() - started) / len(questions)
            engine.close()
        verdicts = [one.asked_verdict.verdict if one.asked_verdict else one.verdict for one in compared]
        decided = sum(one.decision in (Decision.FIRST, Decision.SECOND, Decision.EQUAL) for one in verdicts)
        speaking = sum(one.searched.asked for one in compared)
        left_out = sum(sum(one.searched.other_names.values()) for one in compared)
        sources = sum(one.sources for one in verdicts)
        print(f"{name:12}  {speaking:11}  {left_out:8}  {sources:7}  {decided:7}  {spent:6.0f}", flush=True)


if __name__ == "__main__":
    main()
