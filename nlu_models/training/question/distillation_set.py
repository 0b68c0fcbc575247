"""What a reader learns from, epoch by epoch."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final

from engine.trained import TRAINED
from nlu_models.question.word_pieces import Encoder
from nlu_models.training.question.augment import Varier, suggested
from nlu_models.training.question.data import Item, apart, read
from nlu_models.training.question.examples import Example, batches, example
from nlu_models.training.question.settings import Settings

SUGGESTIONS: Final = Path("cam_suggestions") / "suggestions.jsonl"
VOCABULARY: Final = TRAINED / "vocabulary.json"


class Lesson:
    """The sets of a reader; the batches of an epoch are the same for whoever asks for them."""

    def __init__(self, settings: Settings, data: Path) -> None:
        """Read the sets, without what is held out."""
        self._settings = settings
        self._encoder = Encoder(VOCABULARY)
        held, self._sets = divided(settings, data)
        self.held = {name: [example(item, self._encoder) for item in items] for name, items in held.items()}
        self._examples = {
            name: [example(item, self._encoder, taught=name in settings.taught) for item in items]
            for name, items in self._sets.items()
        }
        self._names = suggested(data / SUGGESTIONS) if settings.varied else []

    def epoch(self, number: int) -> list[list[Example]]:
        """Return the batches of an epoch."""
        order = random.Random(f"{self._settings.seed} {number}")
        varier = Varier((item for items in self._sets.values() for item in items), self._names, order)
        chosen: list[Example] = []
        for name, often in self._settings.sets.items():
            examples = self._examples[name]
            for one in examples * int(often) + order.sample(examples, round(often % 1 * len(examples))):
                varied = order.random() < self._settings.varied
                chosen.append(example(varier.vary(one.item), self._encoder, taught=one.taught) if varied else one)
        return batches(chosen, self._settings.pieces, order)


def divided(settings: Settings, data: Path) -> tuple[dict[str, list[Item]], dict[str, list[Item]]]:
    """Return the dev sets, and the sets to learn from without their texts.

    Tags are learned even from a text of which a dev set asks only whether it compares: tags do not tell, and are rare.
    """
    held = {name: read(data, [name]) for name in settings.dev}
    texts = [item for items in held.values() for item in items]
    tagged = [item for item in texts if item.tags is not None]
    learned = {}
    for name in settings.sets:
        items = read(data, [name])
        learned[name] = apart(items, texts if items[0].tags is None else tagged)
    return held, learned
