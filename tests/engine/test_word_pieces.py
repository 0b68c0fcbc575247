from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from tokenizers import Tokenizer

from engine.text.word_pieces import WordPieces
from engine.trained import TRAINED

VOCABULARY = TRAINED / "vocabulary.json"
SAMPLE = Path("data/sample")
ALPHABET = [
    chr(code)
    for low, high in ((1, 0x250), (0x370, 0x400), (0x4E00, 0x4E80), (0xAC00, 0xAC40))
    for code in range(low, high)
]
ALPHABET += list("  \t\u200b\u3000\u2028\ue000\ufffd\U0001f600\U00020000’“…İßﬁ½")


@pytest.fixture(scope="module")
def word_pieces() -> WordPieces:
    return WordPieces(VOCABULARY)


@pytest.fixture(scope="module")
def library() -> Tokenizer:
    return Tokenizer.from_file(str(VOCABULARY))


def sentences() -> list[str]:
    lines = [line for path in sorted(SAMPLE.glob("*.jsonl")) for line in path.read_text("utf-8").splitlines()]
    return [sentence for line in lines for sentence in json.loads(line)["sentences"]]


def drawn() -> list[str]:
    source = random.Random(0)
    return ["".join(source.choices([*ALPHABET, *"abcdeing" * 60], k=source.randrange(60))) for _ in range(2_000)]


@pytest.mark.parametrize("texts", [sentences(), drawn(), ["", "a" * 100, "a" * 101, "unaffable", "x" * 3 + "é"]])
def test_pieces_are_those_of_the_library(word_pieces: WordPieces, library: Tokenizer, texts: list[str]) -> None:
    for text in texts:
        encoding = library.encode(text, add_special_tokens=False)
        assert (word_pieces.ids(text), word_pieces.places(text)) == (encoding.ids, encoding.offsets), ascii(text)


def test_half_a_sign_is_not_read(word_pieces: WordPieces) -> None:
    assert word_pieces.ids("fast\ud83der") == word_pieces.ids("faster")
    assert word_pieces.places("fast\ud83der") == [(0, 7)]
