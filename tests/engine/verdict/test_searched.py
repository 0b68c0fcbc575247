"""What was searched is data, and one sentence that all doors show."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import schemas
from engine.pipeline import Engine
from engine.types import Searched

FOUND = Searched(
    names=("Wii", "PS3"),
    typed=("Nintendo Wii", "PS3"),
    words=("gaming", "game", "gamer"),
    found=1018,
    outside=2,
    elsewhere=0,
    foreign=0,
    other_names={"Wii U": 65},
    compounds={},
    read=87,
    comparing=36,
    asked=45,
    sources=35,
    dated=35,
    since="2006",
    until="2013",
)


def test_it_is_said_in_words() -> None:
    assert FOUND.sentence == (
        "Searched for “Wii” and “PS3”, not “Nintendo Wii”: 1,018 sentences name both, 87 were read, 45 mention "
        "what was asked (“gaming”, “game” and “gamer”). 36 compare the two, from 35 sources of 2006 to 2013. "
        "Left out: 65 sentences on Wii U, 2 sentences from other years."
    )


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"found": 0}, "no sentence names both."),
        ({"found": 1, "read": 1, "comparing": 0}, "1 sentence names both. None compares the two."),
        ({"found": 9, "read": 1, "comparing": 1}, "9 sentences name both, 1 was read. 1 compares the two"),
        ({"found": 9, "read": 9}, "9 sentences name both. 36 compare the two, from 35 sources of 2006 to"),
        ({"found": 99, "until": "2006"}, "from 35 sources of 2006."),
        ({"found": 99, "compounds": {"wii game": 4}}, "2006 to 2013, including 4 sentences on wii game."),
        ({"found": 99, "dated": 2}, "from 35 sources, 2 of them dated, 2006 to 2013."),
        ({"found": 99, "dated": 1, "until": "2006"}, "from 35 sources, 1 of them dated, 2006."),
        ({"found": 99, "dated": 0, "since": "", "until": ""}, "from 35 sources."),
    ],
)
def test_what_there_is_none_of_is_not_said(changed: dict[str, object], said: str) -> None:
    bare = replace(FOUND, typed=(), words=(), other_names={}, outside=0)
    assert said in replace(bare, **changed).sentence  # type: ignore[arg-type]


def test_an_answer_has_it_as_data() -> None:
    sentences = ["Tea is cheaper than coffee.", "Coffee is better for gamers than tea.", "Tea and coffee are drinks."]
    answer = schemas.answer(Engine().answer_from(sentences, ("tea", "coffee")))
    assert answer["comparison"] is not None
    searched = answer["comparison"]["searched"]
    assert (searched["names"], searched["found"], searched["comparing"]) == (["tea", "coffee"], 3, 2)
    assert searched["sentence"].startswith("Searched for “tea” and “coffee”: 3 sentences name both")
