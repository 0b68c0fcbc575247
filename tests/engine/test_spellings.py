"""A thing is found by all its spellings."""

from __future__ import annotations

from pathlib import Path

from engine.config import load_config
from engine.pipeline import Engine
from engine.retrieval.embedded.build import build_index
from engine.retrieval.embedded.retriever import TantivyRetriever
from engine.text.tokens import Tokens

SENTENCES = [
    "The PS3 is faster than the Wii.",
    "The PlayStation 3 is quieter than the Wii.",
    "A ps 3 or a PS3 is better than the Wii.",
    "The PlayStation 2 is older than the Wii.",
]


def test_a_name_is_mentioned_in_any_of_its_spellings() -> None:
    tokens = Tokens("The PlayStation 3, a PS 3, not a PS2")
    assert [tokens.text[start:end] for start, end in tokens.mentions("PS3")] == ["PlayStation 3", "PS 3"]
    assert tokens.mentions("PlayStation 3") == tokens.mentions("PS3")


def test_a_comparison_searches_all_spellings_once_and_may_be_told_not_to(tmp_path: Path) -> None:
    source = tmp_path / "sentences.txt"
    source.write_text("\n".join(SENTENCES))
    build_index([source], tmp_path / "index")
    for spellings, found in ((True, SENTENCES[:3]), (False, [SENTENCES[0], SENTENCES[2]])):
        config = load_config(overrides={"retrieval": {"spellings": spellings}})
        engine = Engine(config, retriever=TantivyRetriever(index=tmp_path / "index"))
        compared = engine.compare(("PS3", "Wii"))
        texts = [one.hit.sentence.text for one in (*compared.arguments, *compared.left_out)]
        assert sorted(texts) == sorted(found)
        assert compared.retrieved == len(found)
        engine.close()
