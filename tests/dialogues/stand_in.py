"""Rasa without Rasa: follows data/rules.yml and domain.yml and asks the internal listener as Rasa does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml
from aiohttp.test_utils import TestClient

ROOT = Path(__file__).parent.parent.parent


class StandIn:
    """One conversation; ``say`` returns what Rasa's REST channel would."""

    def __init__(self, internal: TestClient[Any, Any], sender: str = "anna") -> None:
        rules = yaml.safe_load((ROOT / "data/rules.yml").read_text("utf-8"))["rules"]
        self.actions = {rule["steps"][0]["intent"]: rule["steps"][1]["action"] for rule in rules}
        self.domain = yaml.safe_load((ROOT / "domain.yml").read_text("utf-8"))
        self.slots: dict[str, Any] = dict.fromkeys(self.domain["slots"])
        self.internal = internal
        self.sender = sender

    async def say(self, text: str) -> list[dict[str, Any]]:
        """Send a message and return the reply."""
        response = await self.internal.post(
            "/model/parse", json={"token": None, "text": text, "message_id": self.sender}
        )
        parsed = await response.json()
        action = self.actions[parsed["intent"]["name"]]
        if action.startswith("utter_"):
            return self.utter(action)
        status, result = await self.act(action, parsed)
        if status != 200:
            assert (status, result["action_name"]) == (400, action)
            return self.utter("utter_default")
        for event in result["events"]:
            assert event["event"] == "slot" and event["name"] in self.slots
            self.slots[event["name"]] = event["value"]
        return [{key: value for key, value in said.items() if value} for said in result["responses"]]

    async def act(self, action: str, parsed: dict[str, Any]) -> tuple[int, Any]:
        """Have an action run; return the status of the response and its content."""
        tracker = {"sender_id": self.sender, "slots": self.slots, "latest_message": parsed, "events": []}
        response = await self.internal.post("/webhook", json={"next_action": action, "tracker": tracker})
        return response.status, await response.json()

    def utter(self, name: str) -> list[dict[str, Any]]:
        return [dict(self.domain["responses"][name][0])]
