"""The reader of messages learns from what was annotated."""

from __future__ import annotations

import random

import pytest

torch = pytest.importorskip("torch")

from transformers import BertConfig, BertModel  # noqa: E402

from nlu_models.intents.message import INTENTS, Context  # noqa: E402
from nlu_models.intents.network import REFERENTS, TAGS, Named, Reading  # noqa: E402
from nlu_models.intents.sayings import find, sayings  # noqa: E402
from nlu_models.training.messages.examples import PARTS, Message, read, read_older  # noqa: E402
from nlu_models.training.messages.learn import batches, calibrate  # noqa: E402
from nlu_models.training.messages.measure import figures  # noqa: E402
from nlu_models.training.messages.network import NO_PLACE, Network, example, losses, padded  # noqa: E402
from nlu_models.training.messages.sayings import by_domain, draw  # noqa: E402
from nlu_models.training.messages.vary import vary  # noqa: E402

TRAIN = read("train")


def with_words(text: str) -> Message:
    return next(message for message in TRAIN if text in message.text)


@pytest.mark.parametrize("part", PARTS)
def test_what_is_annotated_stands_in_the_text_and_each_conversation_in_one_part(part: str) -> None:
    messages = read(part)
    others = {one.conversation for other in PARTS if other != part for one in read(other)}
    assert not {one.conversation for one in messages} & others
    for message in messages:
        assert message.intent in INTENTS
        assert all(message.text[one.start : one.end].strip() for one in message.named)
        numbers = [int(one.referent) for one in message.named if one.referent.isdecimal()]
        assert max(numbers, default=0) <= len(message.context.objects)


def test_every_intent_is_annotated_in_every_part() -> None:
    for part in PARTS:
        assert {message.intent for message in read(part)} >= set(INTENTS) - {"self_harm", "group_ranking"}


def test_an_example_has_the_tags_of_its_words() -> None:
    message = with_words("Mostly I care about camera and battery life.")
    tags = [TAGS[allowed[0]] for allowed in example(message).tags]
    assert tags == ["O"] * 4 + ["B-aspect", "O", "B-aspect", "I-aspect", "O"]


def test_a_reference_is_learned_and_what_was_not_annotated_is_not() -> None:
    pointing = next(message for message in TRAIN if any(one.referent == "2" for one in message.named))
    assert REFERENTS.index("2") in example(pointing).referents
    older = example(read_older("train")[0])
    assert (older.second, older.relation) == (NO_PLACE, NO_PLACE)


def test_a_varied_message_names_what_it_named(monkeypatch) -> None:
    monkeypatch.setattr("nlu_models.training.messages.vary.HASTY", 0.0)
    order, names = random.Random(0), by_domain(TRAIN)
    for message in TRAIN[:300]:
        varied = vary(message, names, order)
        assert [one.label for one in varied.named] == [one.label for one in message.named]
        for old, new in zip(message.named, varied.named, strict=True):
            if old.label != "object":
                assert message.text[old.start : old.end] == varied.text[new.start : new.end]


def test_a_hasty_message_is_mistyped_within_what_it_names(monkeypatch) -> None:
    for share in ("RENAMED", "TYPO", "BARE", "FILLED", "UNPARTED"):
        monkeypatch.setattr(f"nlu_models.training.messages.vary.{share}", 0.0)
    monkeypatch.setattr("nlu_models.training.messages.vary.HASTY", 1.0)
    message = with_words("Mostly I care about camera and battery life.")
    changed = [vary(message, [], random.Random(seed)) for seed in range(20)]
    named = {one.text[span.start : span.end] for one in changed for span in one.named}
    assert {"camera", "battery life"} < named


def test_a_message_may_lose_its_commas_but_not_those_within_names(monkeypatch) -> None:
    for share in ("RENAMED", "TYPO", "BARE", "FILLED", "HASTY"):
        monkeypatch.setattr(f"nlu_models.training.messages.vary.{share}", 0.0)
    monkeypatch.setattr("nlu_models.training.messages.vary.UNPARTED", 1.0)
    named = (Named(0, 3, "object", "", ""), Named(5, 14, "object", "", ""), Named(18, 23, "object", "", ""))
    message = Message("tea, milk, hot or cocoa", Context(), ("compare",), named)
    changed = vary(message, [], random.Random(0))
    assert changed.text == "tea milk, hot or cocoa"
    assert [changed.text[one.start : one.end] for one in changed.named] == ["tea", "milk, hot", "cocoa"]


def test_what_is_drawn_of_a_saying_is_a_message_that_means_it() -> None:
    found = 0
    for message in draw(sayings()[::7], by_domain(TRAIN), random.Random(0)):
        assert message.text == message.text.strip()
        assert not set(message.text) & set("[]{}|")
        assert all(one.end <= len(message.text) for one in message.named)
        match = find(message.text, message.context)
        found += match is not None and match.saying.intent == message.intent
    assert found > 150


def test_a_small_network_learns_a_batch() -> None:
    torch.manual_seed(0)
    config = BertConfig(hidden_size=32, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32)
    network = Network(BertModel(config, add_pooling_layer=False), dropout=0.0)
    (batch, *_) = batches([example(message) for message in [*TRAIN[:8], *read_older("train")[:8]]], random.Random(0))
    optimizer = torch.optim.Adam([one for one in network.parameters() if one.requires_grad], 0.01)
    found = []
    for _ in range(12):
        loss = losses(network(padded([one.ids for one in batch])), batch)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        found.append(loss.item())
    assert found[-1] < found[0] / 2


def test_what_is_likely_wrong_is_not_sure() -> None:
    dev = [message for message in read("dev") if not message.other][:40]
    intents = torch.zeros(40, len(INTENTS))
    for n, message in enumerate(dev):
        intents[n, INTENTS.index(message.intent)] = 9.0
    for row in intents[:10]:
        row[:] = torch.arange(len(INTENTS)) / 50
    _, sure = calibrate(dev, intents)
    assert 0.1 < sure < 0.95


def test_figures_of_perfect_readings_are_one() -> None:
    messages = TRAIN[:50]
    readings = [Reading({one.intent: 1.0}, one.second, one.relation, one.named) for one in messages]
    assert set(figures(messages, readings)) == {1.0}
