"""What a thing is compared with, and what is above it, is told from what was read ahead of an index."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from engine import schemas
from engine.config import load_config
from engine.errors import DeclinedError, InputError
from engine.pipeline import Engine
from engine.retrieval.embedded.build import build_index
from engine.types import Decision, Length, Stance

TEXTS = {
    "a": "I think tea is much better than coffee.",
    "b": "Tea is better than coffee for most people.",
    "c": "Tea is a lot cheaper than coffee.",
    "d": "For me coffee is better than tea in the morning.",
    "e": "Tea is better than coffee and it is cheaper than coffee, too.",
    "f": "Juice is sweeter than coffee.",
    "g": "Steel is better than bowls, and wooden is nicer than bowls.",
    "h": "My 9 is nicer than bowls, wooden is better than bowls.",
    "i": "Tennis is better than swimming. An argument about taxes is better than swimming.",
    "j": "For speed the Zorbench3 is better than swimming.",
}


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("relations")
    source = folder / "texts.jsonl"
    records = [{"id": key, "date": f"201{n}-05-01", "sentences": [text]} for n, (key, text) in enumerate(TEXTS.items())]
    source.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    build_index([source], folder / "index")
    return folder / "index"


@pytest.fixture(scope="module")
def engine(index: Path) -> Iterator[Engine]:
    with closing(Engine(load_config(environ={}, overrides={"retrieval": {"index": index}}))) as made:
        assert "was not read ahead" in made.relations("coffee").notice
        made.read_ahead()
        yield made


def test_a_thing_is_told_with_what_it_is_compared_with(engine: Engine) -> None:
    found = engine.relations("Coffees")
    assert (found.total, found.notice) == (len(found.relations), "")
    tea = found.relations[0]
    assert tea.name.lower() == "tea"
    assert tea.comparison.verdict.decision is not Decision.FIRST
    assert tea.sources[Stance.SECOND] > tea.sources[Stance.FIRST]
    assert tea.years[0] == "2010"
    assert "price" in [one.dimension for one in tea.comparison.differences]


def test_what_is_said_of_things_is_none_and_no_number_is(index: Path, engine: Engine) -> None:
    assert {"wooden", "9"}.isdisjoint(one.name for one in engine.relations("bowls", limit=50).relations)
    assert "steel" in {one.name.lower() for one in engine.relations("bowls").relations}


def test_pages_of_things_do_not_overlap(engine: Engine) -> None:
    everything = [one.name for one in engine.relations("coffee", limit=50).relations]
    pages = [one.name for n in range(3) for one in engine.relations("coffee", offset=n, limit=1).relations]
    assert pages == everything[:3]


def test_what_is_above_a_thing_is_quoted_and_cited(engine: Engine) -> None:
    answer = engine.ask("What is better than coffee?", length=Length.FULL)
    first, *items = answer.text.splitlines()
    assert "call tea" in first
    assert items
    assert not any("sources" in item for item in items)  # the first sentence has told of them
    assert answer.citations
    assert all(one.hit.sentence.text in TEXTS.values() for one in answer.citations)
    cheaper = engine.ask("What is cheaper than coffee?").text.lower()
    assert "tea" in cheaper
    assert "cheaper than coffee" in cheaper


def test_for_a_use_only_what_speaks_of_it_is_above(engine: Engine) -> None:
    answer = engine.ask("What is cheaper than coffee for a picnic?")
    assert answer.text.startswith("Nothing I have read calls anything cheaper than coffee for a picnic.")


def test_what_a_single_source_puts_above_a_thing_is_of_its_kind(engine: Engine) -> None:
    text = engine.ask("What is better than swimming?").text
    assert text.startswith("Single sources call Tennis (1 of 1 source) better than swimming.")


@pytest.mark.parametrize("question", ["What is better than plutonium?", "What is noisier than coffee?"])
def test_nothing_above_a_thing_is_said_to_be_nothing(engine: Engine, question: str) -> None:
    assert engine.ask(question).text.startswith("Nothing I have read calls anything ")


def test_relations_are_shown_as_json(engine: Engine) -> None:
    shown = schemas.relations(engine.relations("coffee"))
    assert json.loads(schemas.dump(shown))["relations"][0]["sources"]["SECOND"] > 0
    assert all(one["stance"] != "NONE" for each in shown["relations"] for one in each["arguments"])


def test_what_nothing_compares_is_said(engine: Engine) -> None:
    assert engine.answer_about("plutonium").text == "Nothing I have read compares plutonium with anything."


def test_names_are_checked(engine: Engine) -> None:
    with pytest.raises(InputError):
        engine.relations("?!")
    with pytest.raises(DeclinedError):
        engine.relations("black people")
