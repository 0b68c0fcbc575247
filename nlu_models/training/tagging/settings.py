"""What a configuration file of a tagger says; ``nlu_models/training/configs`` has one for each model."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Share = Annotated[float, Field(ge=0, lt=1)]
Rate = Annotated[float, Field(gt=0, le=1)]
Count = Annotated[int, Field(ge=1, le=10_000)]


class Part(BaseModel):
    """A table of the file; unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class NetworkSettings(Part):
    """What is learned."""

    type: Literal["transformer", "bilstm"]
    encoder: str = "minilm-l6"
    """A name of ``nlu_models.training.encoders``, a local folder or the name of a model on a hub. A BiLSTM has its word
    pieces, and starts from their vectors: a word is the mean of its pieces."""
    roberta: bool = False
    """Turn a BERT encoder into one of RoBERTa's architecture, without loss."""
    characters: bool = False
    """Let a BiLSTM make the vectors of word pieces of their characters, as ELMo does."""
    random: bool = False
    """Let a BiLSTM start from random vectors of word pieces."""
    fixed: bool = False
    """Leave the vectors of word pieces as they are: less to learn, and faster."""
    hidden: Count = 256
    """Units of a BiLSTM in each direction."""
    crf: bool = False
    """Learn whole sequences instead of one tag after the other. Either way only BIO sequences come out."""
    dropout: Share = 0.1
    max_pieces: Count = 256
    """Words behind so many pieces are outside."""


class LearningSettings(Part):
    """How it is learned."""

    epochs: Count
    batch: Count
    rate: Rate
    head_rate: Annotated[float, Field(gt=0, le=1000)] = 1.0
    """The head learns so many times as fast as the encoder."""
    schedule: Literal["linear", "slanted"] = "linear"
    """Linear with warm-up, or slanted triangular."""
    warmup: Share = 0.1
    """Share of the steps in which the rate rises."""
    weight_decay: Annotated[float, Field(ge=0, le=1)] = 0.01
    clip: Annotated[float, Field(gt=0)] = 1.0
    """Greatest norm of a gradient."""
    seeds: tuple[int, ...] = Field(default=(0,), min_length=1, max_length=100)
    """One run for each; they start from the same weights. Of the runs and the mean of their weights, what does best on
    the held-out texts is kept."""
    bf16: bool = True
    """Compute an encoder's layers in bfloat16."""


class SearchSettings(Part):
    """What ``--search`` tries, each combination with the first seed."""

    batch: tuple[Count, ...] = Field(min_length=1)
    rate: tuple[Rate, ...] = Field(min_length=1)
    epochs: Count | None = None
    """Fewer epochs than are learned in the end; None for as many."""


class TaggerSettings(Part):
    """A whole file."""

    task: Literal["tagger"]
    train: tuple[str, ...] = Field(min_length=1)
    """Names of ``nlu_models.training.question.data.SETS``."""
    held_out: Annotated[float, Field(gt=0, lt=1)] = 0.1
    """Share of the training texts, drawn with a fixed seed, that nothing is learned from and everything chosen by."""
    dev: tuple[str, ...] = ()
    """Names of sets that the tagger is measured on in the end; nothing is chosen by them."""
    network: NetworkSettings
    learning: LearningSettings
    search: SearchSettings | None = None
