"""The rules of the dialogue, read from Rasa's own files: ``domain.yml`` and ``data/rules.yml``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from engine.resources import dialogue_folder


class Rules:
    """What is done about an intent, what when a form is filled, and what is said.

    Attributes:
        domain: ``domain.yml`` as it is written.
    """

    def __init__(self) -> None:
        """Read the files."""
        folder = dialogue_folder()
        self.domain: dict[str, Any] = _read(folder / "domain.yml")
        rules = _read(folder / "data/rules.yml")["rules"]
        self._of_intents: dict[str, list[str]] = {}
        self._of_forms: dict[str, list[str]] = {}
        for rule in rules:
            actions = [step["action"] for step in rule["steps"] if "action" in step]
            if "intent" in rule["steps"][0]:
                self._of_intents[rule["steps"][0]["intent"]] = actions
            else:
                self._of_forms[actions[0]] = actions[1:]

    def about(self, intent: str) -> list[str]:
        """Return the actions that follow a message; none for an intent without a rule."""
        return list(self._of_intents.get(intent, ()))

    def after(self, form: str) -> list[str]:
        """Return the actions that follow a form when it is filled."""
        return list(self._of_forms[form])

    def is_form(self, action: str) -> bool:
        """Return whether an action is a form."""
        return action in self.domain["forms"]

    def missing(self, form: str, slots: Mapping[str, Any]) -> str:
        """Return the first slot that a form lacks; empty when it is filled."""
        required: Sequence[str] = self.domain["forms"][form]["required_slots"]
        return next((slot for slot in required if slots.get(slot) is None), "")

    def question(self, form: str, slot: str) -> str:
        """Return the action or the response that asks for a slot."""
        names = (f"action_ask_{form}_{slot}", f"utter_ask_{form}_{slot}", f"action_ask_{slot}", f"utter_ask_{slot}")
        return next(name for name in names if name in self.domain["actions"] or name in self.domain["responses"])

    def variation(
        self, response: str, slots: Mapping[str, Any], last: int, variables: Mapping[str, Any]
    ) -> tuple[int, dict[str, Any]]:
        """Return the variation of a response whose turn it is, filled in.

        As ``bot.responses`` does: those whose conditions hold go first, and they take turns.

        Args:
            response: Its name.
            slots: Of the conversation.
            last: Number of the variation that was uttered last; -1 for none.
            variables: What an action fills in, besides the slots.

        Returns:
            Its number, and ``text`` and ``buttons`` as Rasa's REST channel sends them.
        """
        known: list[dict[str, Any]] = self.domain["responses"][response]
        holding = [number for number, one in enumerate(known) if "condition" in one and _holds(one, slots)]
        suitable = holding or [number for number, one in enumerate(known) if "condition" not in one]
        number = next((number for number in suitable if number > last), suitable[0])
        said = {"text": known[number]["text"].format_map({**slots, **variables})}
        return number, said | {"buttons": [dict(button) for button in known[number].get("buttons", ())]}


@cache
def _read(path: Path) -> Any:
    return yaml.load(path.read_text("utf-8"), yaml.CSafeLoader)


def _holds(variation: Mapping[str, Any], slots: Mapping[str, Any]) -> bool:
    return all(slots.get(condition["name"]) == condition["value"] for condition in variation["condition"])
