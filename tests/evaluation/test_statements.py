"""Cut sentences are classified again."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from engine.retrieval.embedded.build import build_index
from evaluation.statements import main


def test_what_is_left_of_sentences_is_counted_and_weighed_again(tmp_path: Path) -> None:
    texts = [
        "However, tea is better than coffee for a long night.",
        "My doctor thinks that tea is better than coffee.",
        "But coffee is cheaper than tea, whatever the shop.",
    ]
    posts = [json.dumps({"id": f"p{n}", "text": text}) for n, text in enumerate(texts)]
    (tmp_path / "posts.jsonl").write_text("\n".join(posts), "utf-8")
    build_index([tmp_path / "posts.jsonl"], tmp_path / "index")
    (tmp_path / "pairs.jsonl").write_text(json.dumps({"pairs": [["tea", "coffee"]]}), "utf-8")
    done = CliRunner().invoke(
        main, ["--index", str(tmp_path / "index"), "--pairs", str(tmp_path / "pairs.jsonl")], catch_exceptions=False
    )
    assert "3 sentences, 2 cut, 0 turned, 0 of them clear" in done.stdout
