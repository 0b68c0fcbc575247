"""An encoder written out for serving: the same numbers from fewer operations, each of which costs time."""

from __future__ import annotations

from typing import Any, Final

import torch
from torch import Tensor, nn
from torch.nn import functional
from transformers.modeling_outputs import BaseModelOutput

_OPSET: Final = "com.microsoft"


class Attend(torch.autograd.Function):
    """Attention over all heads; one operation of ONNX Runtime where it is exported."""

    @staticmethod
    def forward(_: Any, query: Tensor, key: Tensor, value: Tensor, bias: Tensor, mask: Tensor, heads: int) -> Tensor:
        """Return the mixed values.

        Args:
            query: [batch, length, size]
            key: Like ``query``.
            value: Like ``query``.
            bias: What is added to the three first, [3 * size].
            mask: [batch, length], 1 where there is a word and 0 where there is padding.
            heads: Parts of ``size``.
        """
        whole = zip((query, key, value), bias.chunk(3), strict=True)
        apart = ((states + added).unflatten(-1, (heads, -1)).transpose(1, 2) for states, added in whole)
        mixed = functional.scaled_dot_product_attention(*apart, attn_mask=mask.bool()[:, None, None])
        return mixed.transpose(1, 2).flatten(2)

    @staticmethod
    def symbolic(graph: Any, query: Any, key: Any, value: Any, bias: Any, mask: Any, heads: int) -> Any:
        """Return the operation."""
        attend = graph.op(f"{_OPSET}::MultiHeadAttention", query, key, value, bias, mask, num_heads_i=heads)
        attend.setType(query.type())
        return attend


class Layer(nn.Module):
    """A layer of a BERT model, its three first products as one."""

    def __init__(self, layer: nn.Module, heads: int) -> None:
        super().__init__()
        attention = layer.attention
        parts = (attention.self.query, attention.self.key, attention.self.value)
        self.heads = heads
        self.inward = nn.Parameter(torch.cat([part.weight for part in parts]).detach())
        self.bias = nn.Parameter(torch.cat([part.bias for part in parts]).detach())
        self.outward, self.norm = attention.output.dense, attention.output.LayerNorm
        self.up, self.down = layer.intermediate.dense, layer.output.dense
        self.last_norm = layer.output.LayerNorm

    def forward(self, states: Tensor, mask: Tensor) -> Tensor:
        """Return the states after the layer."""
        query, key, value = functional.linear(states, self.inward).split(len(self.bias) // 3, -1)
        states = self.norm(self.outward(Attend.apply(query, key, value, self.bias, mask, self.heads)) + states)
        return self.last_norm(self.down(functional.gelu(self.up(states))) + states)


class LeanEncoder(nn.Module):
    """What a BERT model without pooling says, as far as ``Network`` asks it."""

    def __init__(self, encoder: nn.Module) -> None:
        """Take the weights over.

        Args:
            encoder: A BERT model whose activation is GELU.

        Raises:
            ValueError: It has another activation.
        """
        super().__init__()
        if encoder.config.hidden_act != "gelu":
            raise ValueError(f"The activation is {encoder.config.hidden_act!r}, only 'gelu' can be written out")
        self.embeddings = encoder.embeddings
        place = self.embeddings.position_embeddings.weight + self.embeddings.token_type_embeddings.weight[0]
        self.place = nn.Parameter(place.detach())
        self.layers = nn.ModuleList(Layer(one, encoder.config.num_attention_heads) for one in encoder.encoder.layer)

    def forward(self, inputs_embeds: Tensor, attention_mask: Tensor, **_: bool) -> BaseModelOutput:
        """Return the last states, and those before and after each layer.

        Args:
            inputs_embeds: Vectors of words, [batch, length, size].
            attention_mask: [batch, length], true where there is a word.
        """
        states = self.embeddings.LayerNorm(inputs_embeds + self.place[: inputs_embeds.shape[1]])
        mask, passed = attention_mask.int(), [states]
        for layer in self.layers:
            passed.append(layer(passed[-1], mask))
        return BaseModelOutput(last_hidden_state=passed[-1], hidden_states=tuple(passed))
