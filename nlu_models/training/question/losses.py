"""What a reader is told: how far it is from the labels, and from a teacher."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

from nlu_models.training.question.examples import Batch
from nlu_models.training.question.network import LABELS, Network, Reading


def read_batch(network: Network, batch: Batch) -> Reading:
    """Return what a network says of a batch, its products computed with 16 bits."""
    with torch.autocast("cpu", torch.bfloat16):
        reading = network(batch.ids)
    return Reading(*(logits.float() for logits in reading))


def losses(network: Network, reading: Reading, batch: Batch, imitated: float = 0.0) -> dict[str, Tensor]:
    """Return the loss of each thing that is learned; what is not labelled adds nothing.

    Args:
        network: Whose reading it is.
        reading: Of the batch.
        batch: With labels.
        imitated: What is left to ``imitation`` of the examples that the teacher knows, in [0, 1].
    """
    weight = batch.weight * (1 - imitated * batch.taught.float())
    found: dict[str, Tensor] = {}
    if batch.judged.any():
        each = functional.binary_cross_entropy_with_logits(reading.comparative, batch.comparative, reduction="none")
        found["comparative"] = (each * batch.judged * weight).mean()
    known = batch.kinds.any(-1)
    if known.any():
        log = reading.kind.log_softmax(-1)
        each = -log.masked_fill(~batch.kinds, -torch.inf)[known].logsumexp(-1)
        found["kind"] = (each * batch.weight[known]).sum() / len(known)
    asked = batch.intent >= 0
    if asked.any():
        each = functional.cross_entropy(reading.intent[asked], batch.intent[asked], reduction="sum")
        found["intent"] = each / len(asked)
    if batch.tagged.any():
        scores = at_words(reading, batch)[batch.tagged]
        each = network.crf(scores, batch.tags[batch.tagged], batch.words[batch.tagged])
        found["tags"] = (each * weight[batch.tagged]).sum() / batch.words.sum()
    return found


def imitation(reading: Reading, teacher: Reading, batch: Batch) -> dict[str, Tensor]:
    """Return how far a reading is from a teacher's, on tagged and judged examples that the teacher knows.

    Source: Hinton et al., "Distilling the knowledge in a neural network", 2015.
    """
    weight = batch.weight * batch.taught
    wanted = teacher.comparative.sigmoid()
    each = functional.binary_cross_entropy_with_logits(reading.comparative, wanted, reduction="none")
    found = {"comparative": (each * batch.judged * weight).mean()}
    said, wanted = (at_words(one, batch).log_softmax(-1) for one in (reading, teacher))
    apart = functional.kl_div(said, wanted, reduction="none", log_target=True).sum(-1) * batch.words
    return found | {"tags": (apart.sum(1) * batch.tagged * weight).sum() / batch.words.sum()}


def at_words(reading: Reading, batch: Batch) -> Tensor:
    """Return the logits of tags at the first piece of each word, [batch, words, labels]."""
    return reading.tags.gather(1, batch.places.unsqueeze(-1).expand(-1, -1, len(LABELS)))
