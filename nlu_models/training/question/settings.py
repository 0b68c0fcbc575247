"""What a configuration file of a reader says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

Share = Annotated[float, Field(ge=0, le=1)]
Rate = Annotated[float, Field(gt=0, le=1)]
Count = Annotated[int, Field(ge=1, le=10_000)]


class Settings(BaseModel):
    """A whole file; unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    task: Literal["parser"]
    encoder: str
    """See ``nlu_models.training.encoders.load``."""
    layers: Annotated[int, Field(ge=0, le=100)] = 0
    """Lowest layers of the encoder that are kept; 0 for all."""
    teacher: str = ""
    """Configuration beside this one, without its ending, of a reader that is learned first: this one starts from its
    weights and imitates it. Empty for none."""
    specialists: Mapping[str, str] = {}
    """Guideline → configuration beside this one of a reader that is learned first, from all that the guideline is
    labelled with: where a text follows it, the mean of the teacher and of the specialist is imitated."""
    imitated: Share = 0.5
    """What the teacher's word counts beside the labels."""
    taught: tuple[str, ...] = ()
    """Names of the sets in which the teacher is imitated: those that it has learned from or that are like them."""
    sets: Mapping[str, Annotated[float, Field(gt=0, le=100)]] = Field(min_length=1)
    """Name of a set → how often each of its items is seen in an epoch; a fraction is drawn anew each time."""
    dev: tuple[str, ...] = Field(min_length=1)
    """Names of the sets that are measured, that probabilities are calibrated on and that are not learned from."""
    loss: Mapping[str, Annotated[float, Field(ge=0)]] = {
        "comparative": 1.0,
        "kind": 0.5,
        "intent": 0.5,
        "tags": 1.0,
    }
    """What each thing that is learned counts."""
    epochs: Count
    pieces: Count = 700
    """Most ids of a batch, with the padding."""
    rate: Rate = 2e-4
    """Highest learning rate of the top layer; each layer below learns ``decay`` times as fast."""
    decay: Share = 0.92
    head_rate: Rate = 1e-3
    dropout: Annotated[float, Field(ge=0, lt=1)] = 0.1
    warmup: Annotated[float, Field(gt=0, lt=1)] = 0.1
    """First share of the steps, in which the rates rise."""
    averaged: Share = 0.5
    """Last share of the steps over whose weights a running mean is kept."""
    keep: Share = 0.95
    """Weight of the running mean against the weights at a meeting of the workers."""
    varied: Share = 0.5
    """Share of the items of which a variant is seen instead."""
    workers: Annotated[int, Field(ge=1, le=64)] = 2
    """Processes that learn at the same time, each on one thread."""
    seed: int = 0

    @model_validator(mode="after")
    def _specialists_stand_beside_a_teacher(self) -> Self:
        if self.specialists and not self.teacher:
            raise ValueError("specialists are heard beside a teacher; name one in 'teacher'")
        return self
