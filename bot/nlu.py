"""Reads messages with the service's reader inside Rasa's own graph.

``rasa shell`` and ``rasa test nlu`` work through this component. A serving Rasa does not use it: parsing in the graph
blocks Rasa's event loop, and the ``nlu:`` entry of ``endpoints.yml`` asks the same reader without blocking.
"""

from __future__ import annotations

import logging
import os
from typing import Any

import requests
from rasa.engine.graph import ExecutionContext, GraphComponent
from rasa.engine.recipes.default_recipe import DefaultV1Recipe
from rasa.engine.storage.resource import Resource
from rasa.engine.storage.storage import ModelStorage
from rasa.shared.nlu.constants import ENTITIES, INTENT, TEXT
from rasa.shared.nlu.training_data.message import Message

logger = logging.getLogger(__name__)


@DefaultV1Recipe.register(
    [DefaultV1Recipe.ComponentType.INTENT_CLASSIFIER, DefaultV1Recipe.ComponentType.ENTITY_EXTRACTOR],
    is_trainable=False,
)
class RemoteNLU(GraphComponent):
    """Asks the service what a message wants."""

    @staticmethod
    def get_default_config() -> dict[str, Any]:
        """Return the settings: where the service listens (``WHICHEVER_INTERNAL_URL``) and for how long to wait."""
        return {"url": os.environ.get("WHICHEVER_INTERNAL_URL"), "timeout_s": 5.0}

    @classmethod
    def create(
        cls,
        config: dict[str, Any],
        model_storage: ModelStorage,
        resource: Resource,
        execution_context: ExecutionContext,
    ) -> RemoteNLU:
        """Create the component for Rasa's graph."""
        return cls(config)

    def __init__(self, config: dict[str, Any]) -> None:
        """Keep the settings; nothing is asked yet."""
        self._url = config["url"]
        self._timeout_s = config["timeout_s"]

    def process(self, messages: list[Message]) -> list[Message]:
        """Set intent and entities of each message; a message that cannot be read keeps neither."""
        for message in messages:
            parsed = self._parse(message.get(TEXT) or "")
            message.set(INTENT, parsed.get("intent"), add_to_output=True)
            message.set(ENTITIES, parsed.get("entities", []), add_to_output=True)
        return messages

    def _parse(self, text: str) -> dict[str, Any]:
        if not self._url:
            logger.error("Set WHICHEVER_INTERNAL_URL to the internal listener of a running service.")
            return {}
        try:
            response = requests.post(f"{self._url}/model/parse", json={"text": text}, timeout=self._timeout_s)
            response.raise_for_status()
            return response.json()
        except (requests.RequestException, ValueError) as error:
            logger.error("The service at %s did not read the message: %s", self._url, error)
            return {}
