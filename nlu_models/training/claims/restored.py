"""Takes the weights of a served reader of claims, or a judge, back, so that learning goes on from them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor

from nlu_models.training.claims.network import Network

if TYPE_CHECKING:
    from nlu_models.training.claims.judge import Judge


Held = dict[str, NDArray[Any]]


def restore(network: Network, path: Path) -> None:
    """Give a reader the weights of a served one, as exact as its 8-bit numbers are; word vectors stay as they are.

    Args:
        network: An untrained network of the same size.
        path: As ``nlu_models.training.claims.learn.export`` wrote it.
    """
    held, matrices = _read(path)
    (condition,) = (value for value in held.values() if value.shape == (network.condition.in_features, 1))
    names = ("side.0.bias", "side.3.bias", "rest.bias", "condition.bias")
    heads = {name: torch.tensor(held[f"network.{name}"]) for name in names}
    heads |= {
        "side.0.weight": matrices.pop(),
        "side.3.weight": torch.tensor(held["network.side.3.weight"]).T,
        "rest.weight": torch.tensor(held["network.rest.weight"]).T,
        "condition.weight": torch.tensor(condition).T,
    }
    _load(network, _encoder(network, held, matrices) | heads)


def restore_judge(judge: Judge, path: Path) -> None:
    """Give a judge the weights of a served one, as ``restore`` does; the heads of its reader stay as they are.

    Args:
        judge: An untrained judge of the same size, with as many reasons.
        path: As ``nlu_models.training.claims.judge.export`` wrote it.
    """
    held, matrices = _read(path)
    judge.head.load_state_dict(
        {
            "0.weight": matrices.pop(),
            "0.bias": torch.tensor(held["head.0.bias"]),
            "3.weight": torch.tensor(held["head.3.weight"]).T,
            "3.bias": torch.tensor(held["head.3.bias"]),
        }
    )
    heads = {name: value for name, value in judge.network.state_dict().items() if not name.startswith("encoder.")}
    _load(judge.network, _encoder(judge.network, held, matrices) | heads)


def _read(path: Path) -> tuple[Held, list[Tensor]]:
    """Return the arrays of a served network by name, and its matrices in the order in which they are used."""
    graph = onnx.load(path).graph
    held = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    names = [node.input[1] for node in graph.node if node.op_type == "MatMulIntegerToFloat"]
    return held, [torch.tensor(held[name] * held[name.replace("_numbers", "_scales")]).T for name in names]


def _encoder(network: Network, held: Held, matrices: Sequence[Tensor]) -> dict[str, Tensor]:
    """Return the weights of the layers, and give the network those of its markers and places."""

    def vector(name: str) -> Tensor:
        return torch.tensor(held[f"network.{name}"])

    body = network.encoder
    embeddings = body.embeddings
    words = next(name for name in held if name.endswith("word_embeddings.weight_quantized"))
    scale, zero = (held[words.replace("quantized", kind)] for kind in ("scale", "zero_point"))
    with torch.no_grad():
        for marker in (network.x, network.y):
            embeddings.word_embeddings.weight[marker] = torch.tensor(
                (held[words][marker].astype("float32") - zero) * scale
            )
        embeddings.position_embeddings.weight.copy_(
            vector("encoder.place") - embeddings.token_type_embeddings.weight[0]
        )
    found = {
        f"encoder.embeddings.LayerNorm.{part}": vector(f"encoder.embeddings.LayerNorm.{part}")
        for part in ("weight", "bias")
    }
    for n in range(len(body.encoder.layer)):
        served, whole = f"encoder.layers.{n}", f"encoder.encoder.layer.{n}"
        inward, outward, up, down = matrices[4 * n : 4 * n + 4]
        parts = zip(("query", "key", "value"), inward.chunk(3), vector(f"{served}.bias").chunk(3), strict=True)
        for part, weight, bias in parts:
            found |= {f"{whole}.attention.self.{part}.weight": weight, f"{whole}.attention.self.{part}.bias": bias}
        for kind, place, weight in (
            ("outward", "attention.output.dense", outward),
            ("up", "intermediate.dense", up),
            ("down", "output.dense", down),
        ):
            found |= {f"{whole}.{place}.weight": weight, f"{whole}.{place}.bias": vector(f"{served}.{kind}.bias")}
        for kind, place in (("norm", "attention.output.LayerNorm"), ("last_norm", "output.LayerNorm")):
            found |= {f"{whole}.{place}.{part}": vector(f"{served}.{kind}.{part}") for part in ("weight", "bias")}
    return found


def _load(network: Network, found: dict[str, Tensor]) -> None:
    """Load weights; what is missing may be word vectors.

    Raises:
        ValueError: Anything else is missing.
    """
    missing = network.load_state_dict(found, strict=False).missing_keys
    left = {name for name in missing if "embeddings" not in name}
    if left:
        raise ValueError(f"The served network has no {sorted(left)}")
