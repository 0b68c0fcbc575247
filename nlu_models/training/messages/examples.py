"""Annotated messages of conversations, ``data/messages``, and the older ones of ``data/comparely``."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from nlu_models.intents.message import Context
from nlu_models.intents.network import Named

DATA: Final = Path(__file__).resolve().parents[3] / "data"
PARTS: Final = ("train", "dev", "test")
FINER: Final[Mapping[str, tuple[str, ...]]] = {
    "shorter": ("shorter", "ask_verdict"),
    "why": ("why", "ask_how_sure"),
    "sources": ("sources", "ask_source", "ask_how_many", "ask_how_sure", "ask_date", "ask_corpus"),
    "other_side": ("other_side", "ask_for", "ask_against", "opinion"),
    "style": ("style", "other_language"),
    "restart": ("restart", "back_to"),
    "change_object": ("change_object", "back_to"),
    "help": ("help", "chat", "ask_corpus", "show_stored_data", "other_language"),
    "greet": ("greet", "chat"),
    "deny": ("deny", "undo", "opinion"),
    "out_of_scope": (
        *("out_of_scope", "chat", "insult", "opinion", "other_language", "group_ranking", "self_harm", "propose"),
        *("delete_data", "show_stored_data"),
    ),
}
"""Intent of ``data/comparely`` → those that it has been divided into."""
_ROLES: Final = {"most": "more", "against": ""}


@dataclass(frozen=True, slots=True)
class Message:
    """A message, after what it was said, and what it means."""

    text: str
    context: Context
    intents: tuple[str, ...]
    """What it asks for; of several, any: they were not told apart when it was annotated."""
    named: tuple[Named, ...] = ()
    other: str = ""
    """The intent that a careful person may read instead."""
    second: str = ""
    relation: str = ""
    coarse: bool = False
    """Whether it was annotated before second intents, relations, references and uses were."""
    conversation: str = ""
    domain: str = ""
    voice: str = ""

    @property
    def intent(self) -> str:
        """Return the first reading."""
        return self.intents[0]


def read(part: str, folder: Path = DATA / "messages") -> list[Message]:
    """Read a part of the annotated conversations: ``train``, ``dev``, ``test``, or ``second``, annotated again."""
    return [_message(row) for row in _rows(folder / f"{part}.jsonl")]


def read_older(part: str) -> list[Message]:
    """Read a part of the messages of ``data/comparely``, whose intents were fewer."""
    return [_older(row) for row in _rows(DATA / "comparely" / f"turns_{part}.jsonl")]


def read_concerns(part: str) -> list[tuple[str, bool]]:
    """Read the messages of ``data/policy`` that may be about self-harm, and whether each is: ``train`` or ``test``."""
    with (DATA / "policy" / f"concerns_{part}.tsv").open(encoding="utf-8") as file:
        return [(row["text"], row["label"] == "worrying") for row in csv.DictReader(file, delimiter="\t")]


class Told(NamedTuple):
    """What a person tells, and what needs stand behind it."""

    text: str
    context: Context
    needs: tuple[str, ...]
    kind: str
    """How a need is there: ``told`` by other words, ``named``, or ``none``."""


def read_needs(part: str) -> list[Told]:
    """Read the messages of persons who tell of themselves, ``data/needs``: ``train`` or ``test``."""
    with (DATA / "needs" / f"{part}.tsv").open(encoding="utf-8") as file:
        return [
            Told(
                row["text"],
                Context(objects=tuple(row["things"].split("/")), reply="verdict"),
                tuple(filter(None, row["needs"].split(", "))),
                row["kind"],
            )
            for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        ]


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    yield from map(json.loads, path.read_text("utf-8").splitlines())


def _message(row: Mapping[str, Any]) -> Message:
    state = row["state"]
    return Message(
        row["text"],
        Context(
            objects=tuple(state["objects"]),
            aspects=tuple(state["aspects"]),
            reply=state["reply"],
            asked=state["asked"],
        ),
        (row["intent"],),
        tuple(Named(**span) for span in row["spans"]),
        other=row["other"],
        second=row["second"],
        relation=row["relation"],
        conversation=row["conversation"],
        domain=row["domain"],
        voice=row["voice"],
    )


def _older(row: Mapping[str, Any]) -> Message:
    before, intent = row["previous"], row["intent"]
    objects, aspects = tuple(before["objects"]), tuple(before["aspects"])
    reply = ("start", "ask_second", "verdict")[min(len(objects), 2)]
    found = [entity for entity in row["entities"] if entity["entity"] in {"object", "aspect"}]
    named = tuple(
        Named(one["start"], one["end"], one["entity"], _ROLES.get(one["role"], one["role"]), "") for one in found
    )
    intents = FINER.get(intent, (intent,))
    if intent == "other_side" and any(one["entity"] == "object" for one in found):
        against = any(one["role"] == "against" for one in found)
        intents = ("ask_against",) if against else ("ask_for", "opinion")
    return Message(row["text"], Context(objects=objects, aspects=aspects, reply=reply), intents, named, coarse=True)
