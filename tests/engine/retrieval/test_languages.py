"""Which language a text is in, and what an index does with it."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from engine.retrieval.embedded.build import build_index
from engine.retrieval.embedded.store import FILE, VERSION, Store
from engine.retrieval.ingest.html import read_html
from engine.retrieval.ingest.languages import language_of, tag_of
from engine.types import Document, Sentence
from tests.engine.retrieval.test_changing_texts import of_earlier_version

TEXTS = {
    "en": "Tea is better than coffee because it is cheaper and one sleeps better after it. I tried both for a month "
    "and stayed with tea in the end, although I miss my coffee in the morning now and then, as anybody would.",
    "de": "Der Tee ist besser als der Kaffee, weil er billiger ist und man danach besser schlafen kann. Ich habe "
    "beides einen Monat lang ausprobiert und bin am Ende beim Tee geblieben, auch wenn mir der Kaffee manchmal fehlt.",
    "fr": "Le thé est meilleur que le café parce qu'il coûte moins cher et qu'on dort mieux ensuite. J'ai essayé les "
    "deux pendant un mois et je suis finalement resté au thé, même si le café me manque parfois le matin.",
    "nl": "Thee is beter dan koffie, omdat het goedkoper is en je daarna beter kunt slapen. Ik heb beide een maand "
    "lang geprobeerd en ben uiteindelijk bij thee gebleven, ook al mis ik 's ochtends soms mijn koffie.",
}


@pytest.mark.parametrize("language", TEXTS)
def test_the_language_of_a_text_is_told(language: str) -> None:
    assert language_of(TEXTS[language]) == language


@pytest.mark.parametrize("text", ["", "Der Tee ist besser.", "7 " * 500, "\x00" * 300, "\ud800" * 300, "🍵" * 300])
def test_what_cannot_be_told_does_not_fail(text: str) -> None:
    assert isinstance(language_of(text), str)
    assert language_of(text[:199]) == ""


@pytest.mark.parametrize(
    ("said", "tag"),
    [
        ("en", "en"),
        ("EN_gb", "en-gb"),
        ("zh-Hant-TW", "zh-Hant-TW"),
        ("", ""),
        ("english", ""),
        ("e", ""),
        ("en fr", ""),
        ("en-" + "x" * 10_000, ""),
        ("<b>", ""),
        ("en\n", ""),
    ],
)
def test_only_a_tag_is_taken_for_a_tag(said: str, tag: str) -> None:
    assert tag_of(said) == tag


@pytest.mark.parametrize(
    ("page", "language"),
    [
        ('<html lang="de-AT"><p>x', "de-AT"),
        ('<meta http-equiv="Content-Language" content="fr"><p>x', "fr"),
        ('<meta property="og:locale" content="en_US"><p>x', "en-US"),
        ('<html lang="tea"><p lang="de">x', "tea"),
        ('<html lang="no such"><meta property="og:locale" content="sv"><p>x', "sv"),
        ("<p>x", ""),
    ],
)
def test_a_page_says_its_language(page: str, language: str) -> None:
    assert read_html(page.encode()).language == language


def records() -> list[dict[str, Any]]:
    said = [{"id": "said", "text": "Tee schlägt Kaffee.", "language": "de-AT"}]
    return [{"id": name, "text": text} for name, text in TEXTS.items()] + said + [{"id": "short", "text": "Té y café."}]


def built(tmp_path: Path, *languages: str) -> dict[str, str]:
    (tmp_path / "s.jsonl").write_text("\n".join(map(json.dumps, records())), "utf-8")
    stats = build_index([tmp_path / "s.jsonl"], tmp_path / "index", languages=languages)
    store = Store(tmp_path / "index")
    held = {document.id: document.language for document, _ in store.documents_from(0)}
    store.close()
    assert len(held) + stats.foreign == len(records())
    return held


def test_an_index_keeps_the_language_of_each_document(tmp_path: Path) -> None:
    assert built(tmp_path) == {"en": "en", "de": "de", "fr": "fr", "nl": "nl", "said": "de-AT", "short": ""}


def test_texts_in_other_languages_are_left_out_and_counted(tmp_path: Path) -> None:
    assert built(tmp_path, "en", "nl") == {"en": "en", "nl": "nl", "short": ""}


def test_an_index_made_before_languages_were_known_opens_and_can_be_added_to(tmp_path: Path) -> None:
    document = Document("d", "T", source="s", sentences=(Sentence("d#0", "Tea.", "d", 0),), language="en")
    store = Store(tmp_path, write=True)
    store.begin()
    store.add(document, 0)
    store.commit()
    store.close()
    of_earlier_version(tmp_path)
    old = sqlite3.connect(tmp_path / FILE)
    old.executescript("ALTER TABLE document DROP COLUMN language; PRAGMA user_version = 1;")
    old.close()

    before = Store(tmp_path)
    found = before.document("d")
    assert found is not None
    assert (found.title, found.language, before.documents_at([0])[0].language) == ("T", "", "")
    added = Store(tmp_path, write=True)
    added.begin()
    assert added.add(Document("e", source="s", sentences=(Sentence("e#0", "Té.", "e", 0),), language="es"), 1)
    added.commit()
    for one in (before, added):
        held = one.document("e")
        assert held is not None
        assert held.language == "es"
        one.close()
    with sqlite3.connect(tmp_path / FILE) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (VERSION,)
    connection.close()
