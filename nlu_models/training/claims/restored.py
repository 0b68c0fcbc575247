"""Takes the weights of a served reader of claims back, so that learning goes on from them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor

from nlu_models.training.claims.network import Network


def restore(network: Network, path: Path) -> None:
    """Give a network the weights of a served one, as exact as its 8-bit numbers are; word vectors stay as they are.

    Args:
        network: An untrained network of the same size.
        path: As ``nlu_models.training.claims.learn.export`` wrote it.
    """
    graph = onnx.load(path).graph
    held: dict[str, NDArray[Any]] = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    names = [node.input[1] for node in graph.node if node.op_type == "MatMulIntegerToFloat"]
    *matrices, side = (torch.tensor(held[name] * held[name.replace("_numbers", "_scales")]).T for name in names)
    (condition,) = (value for value in held.values() if value.shape == (network.condition.in_features, 1))

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
    found |= {
        "side.0.weight": side,
        "side.3.weight": vector("side.3.weight").T,
        "rest.weight": vector("rest.weight").T,
        "condition.weight": torch.tensor(condition).T,
    }
    found |= {name: vector(name) for name in ("side.0.bias", "side.3.bias", "rest.bias", "condition.bias")}
    missing = network.load_state_dict(found, strict=False).missing_keys
    left = {name for name in missing if "embeddings" not in name}
    if left:
        raise ValueError(f"The served network has no {sorted(left)}")
