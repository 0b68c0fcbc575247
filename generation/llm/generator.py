"""Words an answer with a language model of the user's and keeps of it only what the cited sentences say."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice, zip_longest
from operator import itemgetter
from typing import Final

from sentencex import segment

from engine import registry
from engine.config import LlmConfig, load_config
from engine.errors import UnavailableError
from engine.protocols import Generator
from engine.text.tokens import Tokens, clean
from engine.types import Answer, Argument, Comparison, Decision, Length, ParsedText, Standings
from engine.types.document import Paragraph, Role, Words
from generation.answer_builder import AnswerBuilder, Claim, Part, listed
from generation.citation_verification import SupportChecker, cited_parts, is_verbatim, numbers_first
from generation.evidence import Evidence
from generation.llm.client import complete
from generation.llm.prompt import SENTENCES, is_instruction, messages, neutral
from generation.sentence_templates import headline, samples

_MARKUP: Final = re.compile(r"^[\s>#*•-]+|[*`_]{1,3}(?=\S)|(?<=\S)[*`_]{1,3}", re.MULTILINE)
_THOUGHT: Final = re.compile(r"<think>.*?(?:</think>|\Z)", re.DOTALL)
_QUOTED: Final = (re.compile(r"“([^”]*)”?"), re.compile(r'"([^"]*)"'))
_FORBIDDEN: Final = re.compile(
    r"https?:|www\.|\]\(|\b(?:overall|ultimately|in (?:conclusion|summary)|all in all|(?:the|a) (?:clear )?winner)\b",
    re.IGNORECASE,
)
"""Addresses, and conclusions, which are the verdict's."""
_MAX_CHARS: Final = 400
"""Most characters of a sentence."""


class LanguageModelGenerator:
    """Gives a language model the numbered evidence and checks each of its sentences against those it cites.

    The verdict is not the model's. What it says without a number, with a number that was not given, or otherwise than
    the cited sentence is dropped or marked. Without a model, or when it fails, another generator answers and says so.
    Comparisons of more than two things and those without enough evidence are worded without the model.
    """

    name = "llm"

    def __init__(self, *, settings: LlmConfig | None = None, classifier: str = "keyphrase") -> None:
        """Prepare without asking the model anything.

        Args:
            settings: Where the model is; the defaults when None.
            classifier: Name of the classifier that the support checker asks.
        """
        self._settings = settings or load_config(environ={}).llm
        self._checker = SupportChecker(registry.load("classifier", classifier))
        self._fallback: Generator = registry.load("generator", self._settings.fallback)
        self._rests_until = 0.0

    def answer(
        self,
        comparison: Comparison | Standings,
        *,
        question: ParsedText | None = None,
        length: Length = Length.CHAT,
    ) -> Answer:
        """Word the answer; see ``engine.protocols.Generator``."""
        if isinstance(comparison, Standings) or comparison.verdict.decision is Decision.INSUFFICIENT:
            return self._fallback.answer(comparison, question=question, length=length)
        try:
            return self._worded(comparison, question, length)
        except UnavailableError as error:
            answer = self._fallback.answer(comparison, question=question, length=length)
            notice = clean(f"{error.tell()} This answer is worded without it.")
            paragraph = Paragraph((Words(notice),), Role.NOTICE, continues=length is Length.LINE)
            return replace(answer, blocks=(*answer.blocks, paragraph))

    def _worded(self, comparison: Comparison, question: ParsedText | None, length: Length) -> Answer:
        evidence = Evidence(comparison)
        given = self._given(evidence)
        said = self._ask(messages(comparison.objects, question.text if question else "", given, length=length))
        builder = AnswerBuilder(comparison.objects)
        builder.add(*headline(evidence, question), ".")
        written = [*islice(self._checked(said, given, comparison.objects), SENTENCES[length])]
        if not any(isinstance(part, Claim) for parts in written for part in parts):
            raise UnavailableError("The language model said nothing that its sources support.")
        for parts in written:
            builder.add(*parts, role=Role.GENERATED)
        builder.add(*samples(builder), role=Role.NOTICE)
        return builder.finish(self.name, aspects=[aspect.name for aspect in comparison.aspects])

    def _given(self, evidence: Evidence) -> list[Argument]:
        """Return the sentences that the model is given, those for either side in turn."""
        most = self._settings.evidence
        sides = [evidence.choose(stance, most) for stance in evidence.order]
        fair = (one for one in chain.from_iterable(zip_longest(*sides)) if one is not None)
        return [*islice((one for one in fair if not is_instruction(one.hit.sentence.text)), most)]

    def _ask(self, asked: Sequence[dict[str, str]]) -> str:
        if not self._settings.url:
            raise UnavailableError("No language model is configured (llm.url).")
        if time.monotonic() < self._rests_until:
            raise UnavailableError("The language model did not answer a moment ago.")
        try:
            return complete(asked, self._settings)
        except UnavailableError:
            self._rests_until = time.monotonic() + self._settings.retry_s
            raise

    def _checked(self, said: str, given: Sequence[Argument], objects: Sequence[str]) -> Iterator[list[Part]]:
        """Yield the parts of each sentence that is supported; of the others too if they are to be marked."""
        for sentence in _sentences(said):
            claims = [] if _FORBIDDEN.search(sentence) else self._claims(sentence, given, objects)
            if claims:
                yield [*listed([[claim] for claim in claims], last=","), "."]
            elif self._settings.unsupported == "mark":
                words = " ".join(part for part, _ in cited_parts(sentence)) or sentence
                yield [f"Not found in the sources: ‘{neutral(words).strip('.')}’."]

    def _claims(self, sentence: str, given: Sequence[Argument], objects: Sequence[str]) -> list[Claim]:
        """Return the cited parts of a sentence with the arguments that support them; none if one has no support."""
        numbers_of: dict[str, list[int]] = {}
        for words, numbers in filter(itemgetter(0), cited_parts(sentence)):
            numbers_of.setdefault(words, []).extend(numbers)
        claims: list[Claim] = []
        for words, cited in numbers_of.items():
            known = [given[n - 1] for n in dict.fromkeys(cited) if 0 < n <= len(given)]
            saying = [one for one in known if self._says(one.hit.sentence.text, words, objects)]
            if not saying:
                return []
            claims.append(Claim(words, saying))
        return claims

    def _says(self, sentence: str, words: str, objects: Sequence[str]) -> bool:
        quotes = [quote for pattern in _QUOTED for quote in pattern.findall(words)]
        quoted = all(is_verbatim(quote, sentence) for quote in quotes) and words.count("“") == words.count("”")
        named = any(map(Tokens(words).mentions, objects))
        return quoted and named and self._checker.is_supported(words, [sentence], objects)


def _sentences(said: str) -> Iterator[str]:
    """Yield the whole sentences of a reply without mark-up, numbers before the full stop."""
    text = _MARKUP.sub("", _THOUGHT.sub("", said))
    for line in text.splitlines():
        for sentence in segment("en", numbers_first(clean(line))):
            if len(sentence) <= _MAX_CHARS and sentence.rstrip().endswith((".", "!", "?", "]")):
                yield sentence.strip()
