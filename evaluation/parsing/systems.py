"""What can be measured: registered readers, trained taggers in a folder, and what a published system said."""

from __future__ import annotations

import math
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

import click

from engine import registry
from engine.extras import how_to_install
from engine.protocols import QuestionParser
from engine.text.tokens import word_ranges
from engine.types import Form, ParsedText
from evaluation.parsing.tags import Tags, tags_of
from evaluation.parsing.texts import COMPARELY, COQAS_SYSTEM, Taggings, Text, TextSet, read_taggings
from nlu_models.question.parser import DESCRIPTION, NGRAMS
from nlu_models.training.rules.parser import RuleQuestionParser

if TYPE_CHECKING:
    from nlu_models.training.tagging.tagger import Tagger

TOGETHER: Final = "+"
"""Between readers that are measured as one."""
RULES: Final = "rules"
"""The parser that a learned one must beat; it is none of the product's."""


class Reading(NamedTuple):
    """What a system said about the texts of a set, in their order."""

    tags: list[Tags]
    """One tag a word of each text; without words where the text has none."""
    questions: list[ParsedText] | None = None
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
class ParserSystem:
    """A reader, asked about one text after the other."""

    name: str
    parser: Together

    @property
    def precise_threshold(self) -> float | None:
        """Return the reader's, if its settings have one."""
        return getattr(getattr(self.parser, "settings", None), "precise_threshold", None)

    def reading(self, texts: Sequence[Text]) -> Reading:
        """Read the texts."""
        questions, times_ms = [], []
        for text in texts:
            start = time.perf_counter()
            questions.append(self.parser.parse(text.text, form=text.form))
            times_ms.append(1000 * (time.perf_counter() - start))
        tags: list[Tags] = [tags_of(question, text.words) for question, text in zip(questions, texts, strict=True)]
        return Reading(tags, questions, times_ms)


class Together:
    """Readers as one: a text compares by the mean of their log-odds; the rest is what the first one says."""

    def __init__(self, parsers: Sequence[QuestionParser]) -> None:
        """Take at least one reader; one alone says what it says."""
        self._parsers = parsers
        known = [set(getattr(parser, "guidelines", ())) for parser in parsers]
        self.guidelines: Collection[str] = set.intersection(*known)
        self.settings = getattr(parsers[0], "settings", None) if len(parsers) == 1 else None

    def parse(self, text: str, *, form: Form) -> ParsedText:
        """Read a text."""
        questions = [parser.parse(text, form=form) for parser in self._parsers]
        if len(questions) == 1:
            return questions[0]
        logits = [math.log(sure / (1 - sure)) for q in questions for sure in [min(max(q.probability, 1e-3), 1 - 1e-3)]]
        probability = 1 / (1 + math.exp(-sum(logits) / len(logits)))
        return replace(questions[0], probability=probability, comparative=probability >= 0.5)


@dataclass(frozen=True, slots=True)
class TaggerSystem:
    """A tagger in a folder that ``python -m nlu_models.training`` wrote."""

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
        names: Registered readers, or folders of ``python -m nlu_models.training``.
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
        if all(map(is_reader, name.split(TOGETHER))):
            short = TOGETHER.join(Path(one).name for one in name.split(TOGETHER))
            parser = load_parsers(name)
            found.append(ParserSystem(short, parser))
            if chosen.guideline in parser.guidelines:
                found.append(ParserSystem(f"{short}, {chosen.guideline}", load_parsers(name, chosen.guideline)))
        elif isinstance(chosen, Taggings):
            found.append(TaggerSystem(Path(name).name, load_tagger(Path(name))))
    return found


def parsers() -> list[str]:
    """Return the names of the parsers that can be measured: the registered ones, and the rules they must beat."""
    return [*registry.names("parser"), RULES]


def is_reader(name: str) -> bool:
    """Return whether a name is that of a parser, or of a folder with one that was trained."""
    return name in parsers() or Path(name, DESCRIPTION).is_file()


def load_parsers(name: str, guideline: str = "") -> Together:
    """Load one reader, or several with a plus sign between them."""
    return Together([load_parser(one, guideline) for one in name.split(TOGETHER)])


def load_parser(name: str, guideline: str) -> QuestionParser:
    """Load a parser by name, or a trained one in a folder; a guideline is for those that know some."""
    if name == RULES:
        return RuleQuestionParser()
    settings: dict[str, Any] = {"guideline": guideline} if guideline else {}
    if name not in registry.names("parser"):
        settings |= {"folder": Path(name), "second_opinion": Path(name, NGRAMS).is_file()}
        name = "learned"
    parser: QuestionParser = registry.load("parser", name, **settings)
    return parser


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
            f"{folder} needs the package {error.name!r}. Run: {how_to_install('torch')}"
        ) from error
    except (OSError, KeyError, ValueError) as error:
        raise click.ClickException(f"{folder} holds no tagger of python -m nlu_models.training: {error}") from error


def known(_: click.Context, __: click.Parameter, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the systems to measure, every registered reader when none is named."""
    for name in names:
        if any(one not in parsers() and not Path(one).is_dir() for one in name.split(TOGETHER)):
            raise click.BadParameter(f"{name!r} is neither a folder nor a parser. Parsers: {', '.join(parsers())}")
    return names or tuple(parsers())
