"""Makes a network 8-bit so that what it reads of a text is the same, to the last bit, alone and in a batch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import NodeProto, TensorProto, helper, numpy_helper
from onnx.external_data_helper import set_external_data
from onnxruntime.quantization import QuantType, quantize_dynamic

from engine.trained import TRAINED

WORDS: Final = "reader.words.bin"
"""The file of the word vectors, which the readers of questions, claims and messages share."""
MARKS: Final = (1, 2)
"""Ids in it whose vectors are the reader of claims' own: its markers, which no other reader meets."""

WEIGHT: Final = 127
"""Largest size of a weight as an integer."""
STATE: Final = 63
"""Largest size of a state as an integer: so small that two products fit into 16 bits, where processors without VNNI
instructions would cut them off."""
SMALLEST: Final = 64
"""Fewest rows and columns of a matrix that is worth the trouble."""
_ZERO: Final = STATE + 1
"""The unsigned integer that stands for a state of zero."""
_CONSTANTS: Final = {
    "row_steps": np.array(STATE, np.float32),
    "row_shift": np.array(_ZERO + 0.5, np.float32),
    "row_zero": np.array(_ZERO, np.uint8),
    "row_one": np.array(1, np.float32),
}


def quantize(source: Path, target: Path) -> None:
    """Write a network with 8-bit embeddings and products.

    ONNX Runtime's own dynamic quantization takes one scale for all states of a batch, so that the reading of a text
    depends on the texts beside it. Here each word has a scale of its own, and each output of a weight matrix.

    Args:
        source: A network with 32-bit weights in one file.
        target: Where to write.

    Source: token-wise quantization of activations, Yao et al., "ZeroQuant", NeurIPS 2022, section 4.1.
    """
    with TemporaryDirectory() as folder:
        embedded = Path(folder, "embedded.onnx")
        quantize_dynamic(source, embedded, weight_type=QuantType.QInt8, op_types_to_quantize=["Gather"])
        model = onnx.load(embedded)
    graph = model.graph
    weights = {tensor.name: tensor for tensor in graph.initializer if min(tensor.dims, default=0) >= SMALLEST}
    nodes: list[NodeProto] = []
    ready: set[str] = set()
    for node in graph.node:
        if node.op_type != "MatMul" or node.input[1] not in weights:
            nodes.append(node)
            continue
        states, name = node.input
        if states not in ready:
            nodes += _by_row(states)
            ready.add(states)
        nodes += _product(node)
        if name in weights:
            numbers, scales = by_column(numpy_helper.to_array(weights[name]))
            graph.initializer.append(numpy_helper.from_array(numbers, f"{name}_numbers"))
            graph.initializer.append(numpy_helper.from_array(scales, f"{name}_scales"))
    graph.initializer.extend(numpy_helper.from_array(value, name) for name, value in _CONSTANTS.items())
    del graph.node[:]
    graph.node.extend(nodes)
    used = {name for node in nodes for name in node.input}
    kept = [tensor for tensor in graph.initializer if tensor.name in used]
    del graph.initializer[:]
    graph.initializer.extend({tensor.name: tensor for tensor in kept}.values())
    model.opset_import.append(helper.make_opsetid("com.microsoft", 1))
    onnx.save(model, target)


def by_column(weights: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Return a matrix as 8-bit numbers and the scale of each column."""
    scales = np.maximum(np.abs(weights).max(axis=0), 1e-9) / WEIGHT
    return np.round(weights / scales).astype(np.int8), scales.astype(np.float32)


def _by_row(states: str) -> Iterator[NodeProto]:
    """Yield what makes states 8-bit: ``scale = max |x| / STATE`` of each row, ``number = x / scale``, rounded."""
    yield helper.make_node("Abs", [states], [f"{states}_sizes"])
    yield helper.make_node("ReduceMax", [f"{states}_sizes"], [f"{states}_largest"], axes=[-1], keepdims=1)
    yield helper.make_node("Div", [f"{states}_largest", "row_steps"], [f"{states}_scales"])
    yield helper.make_node("Div", [states, f"{states}_scales"], [f"{states}_scaled"])
    yield helper.make_node("Add", [f"{states}_scaled", "row_shift"], [f"{states}_shifted"])
    yield helper.make_node("Cast", [f"{states}_shifted"], [f"{states}_numbers"], to=TensorProto.UINT8)


def _product(node: NodeProto) -> Iterator[NodeProto]:
    (states, name), (product,) = node.input, node.output
    inputs = [f"{states}_numbers", f"{name}_numbers", "row_one", f"{name}_scales", "row_zero"]
    yield helper.make_node("MatMulIntegerToFloat", inputs, [f"{product}_unscaled"], domain="com.microsoft")
    yield helper.make_node("Mul", [f"{product}_unscaled", f"{states}_scales"], [product])


def share_words(network: Path, target: Path, *, own: Sequence[int] = ()) -> None:
    """Write a network that takes its word vectors from ``WORDS``, which is written beside it.

    Args:
        network: An 8-bit network; one with vectors of another size keeps them.
        target: Where to write.
        own: Ids for which the network has learned vectors; it has those of ``WORDS`` for all others.
    """
    model = onnx.load(network)
    reader = onnx.load(TRAINED / "reader.onnx", load_external_data=False)
    mine, of_reader = (
        {tensor.name: tensor for tensor in graph.initializer if "word_embeddings" in tensor.name}
        for graph in (model.graph, reader.graph)
    )
    name = next(name for name in mine if name.endswith("_quantized"))
    if mine[name].dims == of_reader[name].dims:
        if any(mine[other] != of_reader[other] for other in mine if other != name):
            raise ValueError(f"The word vectors were not made 8-bit as those of {WORDS}.")
        vectors = np.fromfile(TRAINED / WORDS, np.uint8).reshape(mine[name].dims)
        vectors[[*own]] = numpy_helper.to_array(mine[name])[[*own]]
        (target.parent / WORDS).write_bytes(vectors.tobytes())
        set_external_data(mine[name], WORDS, offset=0, length=vectors.size)
        mine[name].ClearField("raw_data")
    target.write_bytes(model.SerializeToString())
