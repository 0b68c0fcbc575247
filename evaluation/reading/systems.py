"""What can be measured: registered readers, trained taggers in a folder, and what a published system said."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

import click

from engine import registry
from engine.protocols import Reader
from engine.text import word_ranges
from engine.types import Question
from evaluation.reading.tags import Tags, tags_of
from evaluation.reading.texts import COMPARELY, COQAS_SYSTEM, Taggings, Text, TextSet, read_taggings

if TYPE_CHECKING:
    from nlu_models.training.tagging.tagger import Tagger


class Reading(NamedTuple):
    """What a system said about the texts of a set, in their order."""

    tags: list[Tags]
    """One tag a word of each text; without words where the text has none."""
    questions: list[Question] | None = None
    """None from a system that tags and nothing else."""
    times_ms: list[float] | None = None
    """How long each text took; None where that was not measured."""


class System(Protocol):
    """Something that is measured."""

    @property
    def name(self) -> str:
        """Return what the tables call it."""

    @property
    def precise_threshold(self) -> float | None:
        """Return the probability from which on it promises a precision of .99; None without such a promise."""

    def reading(self, texts: Sequence[Text]) -> Reading:
        """Read the texts."""


@dataclass(frozen=True, slots=True)
class ReaderSystem:
    """A reader, asked about one text after the other."""

    name: str
    reader: Reader

    @property
    def precise_threshold(self) -> float | None:
        """Return the reader's, if its settings have one."""
        return getattr(getattr(self.reader, "settings", None), "precise_threshold", None)

    def reading(self, texts: Sequence[Text]) -> Reading:
        """Read the texts."""
        questions, times_ms = [], []
        for text in texts:
            start = time.perf_counter()
            questions.append(self.reader.read(text.text, form=text.form))
            times_ms.append(1000 * (time.perf_counter() - start))
        tags: list[Tags] = [tags_of(question, text.words) for question, text in zip(questions, texts, strict=True)]
        return Reading(tags, questions, times_ms)


@dataclass(frozen=True, slots=True)
class TaggerSystem:
    """A tagger in a folder that ``python -m nlu_models.train`` wrote."""

    name: str
    tagger: Tagger
    precise_threshold: None = None

    def reading(self, texts: Sequence[Text]) -> Reading:
        """Tag the words of the texts as it learned to cut them; each word of a set starts one of those."""
        cut = [(text.text, word_ranges(text.text)) for text in texts]
        tagged = self.tagger.tag([[text[start:end] for start, end in words] for text, words in cut])
        tags: list[Tags] = []
        for text, (_, words), one in zip(texts, cut, tagged, strict=True):
            at = {start: tag for (start, _), tag in zip(words, one, strict=True)}
            tags.append([at[start] for start, _ in text.words])
        return Reading(tags)


@dataclass(frozen=True, slots=True)
class PublishedSystem:
    """The tags that a published system gave to the texts of a set."""

    name: str
    tags: Mapping[tuple[str, ...], Tags]
    precise_threshold: None = None

    def reading(self, texts: Sequence[Text]) -> Reading:
        """Look the texts up."""
        return Reading([self.tags[tuple(text.tokens)] for text in texts])


def systems(names: Sequence[str], chosen: TextSet, data: Path) -> list[System]:
    """Return what is measured on a data set.

    Args:
        names: Registered readers, or folders of ``python -m nlu_models.train``.
        chosen: The data set. A reader that knows its guideline reads it by that and, beside it, by the product's.
        data: The folder of the public data sets.

    Returns:
        The systems, those that others are compared with first: the published one where its output is there.
    """
    found: list[System] = []
    if isinstance(chosen, Taggings) and chosen.shipped:
        shipped = read_taggings(data / chosen.shipped, COMPARELY, system=COQAS_SYSTEM)
        found.append(PublishedSystem("CoQAS", {tuple(tokens): tags for tokens, tags in shipped}))
    for name in names:
        if name in registry.names("reader"):
            reader = registry.load("reader", name)
            found.append(ReaderSystem(name, reader))
            if chosen.guideline in getattr(reader, "guidelines", ()):
                guided = registry.load("reader", name, guideline=chosen.guideline)
                found.append(ReaderSystem(f"{name}, {chosen.guideline}", guided))
        elif isinstance(chosen, Taggings):
            found.append(TaggerSystem(Path(name).name, load_tagger(Path(name))))
    return found


def load_tagger(folder: Path) -> Tagger:
    """Load a trained tagger.

    Raises:
        click.ClickException: The folder holds none, or what it needs is not installed.
    """
    try:
        from nlu_models.training.tagging.tagger import Tagger

        return Tagger.load(folder)
    except ModuleNotFoundError as error:
        raise click.ClickException(
            f"{folder} needs the package {error.name!r}; run: pip install -e .[train]"
        ) from error
    except (OSError, KeyError, ValueError) as error:
        raise click.ClickException(f"{folder} holds no tagger of python -m nlu_models.train: {error}") from error


def known(_: click.Context, __: click.Parameter, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the systems to measure, every registered reader when none is named."""
    readers = registry.names("reader")
    for name in names:
        if name not in readers and not Path(name).is_dir():
            raise click.BadParameter(f"{name!r} is neither a folder nor a reader. Readers: {', '.join(readers)}")
    return names or tuple(readers)
