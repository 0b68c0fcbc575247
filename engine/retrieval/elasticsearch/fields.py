"""The fields of an index in Elasticsearch: what to ask for, and how to read what comes back.

An index of our own holds the stems of ``engine.text.tokens`` in fields that are cut at blanks alone, which every
Elasticsearch can do, so that it matches exactly like the embedded index. An index made by others, such as CAM's over
DepCC, holds plain text that the cluster analyses in its own way: there the cluster finds candidates, and
``engine.text.tokens`` decides.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.config import ElasticsearchConfig
from engine.resources import table_of
from engine.retrieval.ingest.records import host_of
from engine.text.analysed import analysed
from engine.text.comparing import CUES
from engine.text.tokens import analyse, clean, is_question, stems
from engine.types import Document, Sentence

Query = dict[str, Any]
Phrase = tuple[str, ...]

VERSION = 1
"""Changes with the fields here or the analysis in ``engine.text.tokens``."""

STATEMENT, QUESTION, NUMBER = "statement", "question", "n"
PAGE_TITLE, PAGE_TEXT = "title_stems", "text_stems"
FILE = "file"
_MAX_POSITION = (1 << 31) - 1
MAPPING, PAGE_MAPPING, READING_MAPPING = (
    Query(dynamic="strict", properties=table_of(__file__)[name]) for name in ("sentence", "page", "reading")
)

DESCRIBING = ("document", "title", "url", "source", "date", "sample", "language")
"""Fields that describe a document."""


class Match(NamedTuple):
    """A sentence that was found, where it stands."""

    score: float
    n: int
    sentence: Sentence
    document: Document


class OwnFields:
    """An index that Whichever made."""

    filters = False
    """Whether what was found must be looked at again with ``fits``."""
    source = ("text", "position", *DESCRIBING)
    sort = ({"_score": "desc"}, {NUMBER: "asc"})

    def phrase(self, phrase: Phrase, field: str = STATEMENT) -> Query:
        """Return what matches a phrase."""
        return stems_in(field, phrase)

    def alike(self, stem: str) -> Query:
        """Return what matches statements with a stem, or one that is a letter off, or two letters turned round."""
        return {"fuzzy": {STATEMENT: {"value": stem, "fuzziness": 1, "rewrite": "constant_score"}}}

    def cue(self, word: str, weight: float) -> Query:
        """Return what lifts statements with a comparative cue."""
        return stems_in(STATEMENT, (word,), weight)

    def name(self, name: str) -> Query:
        """Return what matches statements with a name."""
        return self.phrase(stems(name))

    def questions(self, names: Sequence[str]) -> Query | None:
        """Return what matches the questions with all names; None when questions come with the statements."""
        return {"bool": {"filter": [self.phrase(stems(name), QUESTION) for name in names]}}

    def words(self, phrases: Sequence[Phrase]) -> Query:
        """Return what matches sentences with all phrases, questions included."""
        fields = (STATEMENT, QUESTION)
        either = [{"bool": {"must": [self.phrase(phrase, field) for phrase in phrases]}} for field in fields]
        return {"bool": {"should": either}}

    def place(self, document_id: str, low: int, high: int) -> Query:
        """Return what matches the sentences of a document at positions ``low`` to ``high``, both included."""
        between = {"range": {"position": {"gte": max(0, low), "lte": min(high, _MAX_POSITION)}}}
        return {"bool": {"filter": [{"term": {"document": document_id}}, between]}}

    def read(self, hit: Mapping[str, Any]) -> Match:
        """Return the sentence of a hit."""
        values, (score, n) = hit["_source"], hit["sort"]
        key, position = values["document"], values["position"]
        document = described(values)
        return Match(round(score, 4), n, Sentence(f"{key}#{position}", values["text"], key, position), document)

    def fits(self, match: Match, phrases: Sequence[Phrase]) -> bool:  # noqa: ARG002
        """Return True: what matched is what was looked for."""
        return True


class NamedFields:
    """An index made by others, whose fields the settings name."""

    filters = True
    sort = ({"_score": "desc"},)

    def __init__(self, settings: ElasticsearchConfig) -> None:
        """Take the names of the fields."""
        self._text, self._document = settings.text_field, settings.document_field
        self._position = settings.position_field
        self.source = (self._text, self._document, self._position)

    def phrase(self, phrase: Phrase) -> Query:
        """Return what matches candidates for a phrase: as it is, in the plural and as an owner."""
        return self._any(" ".join(phrase))

    def alike(self, stem: str) -> Query:
        """Return what matches candidates for a stem, or for one that is a letter off, or two letters turned round."""
        return {"match": {self._text: {"query": stem, "fuzziness": 1, "fuzzy_rewrite": "constant_score"}}}

    def cue(self, word: str, weight: float) -> Query:
        """Return what lifts statements with a comparative cue."""
        return {"match": {self._text: {"query": word, "boost": weight}}}

    def name(self, name: str) -> Query:
        """Return what matches candidates for a name: as it is written, and by its stems."""
        return self._any(clean(name), " ".join(stems(name)))

    def questions(self, names: Sequence[str]) -> Query | None:  # noqa: ARG002
        """Return None: questions come with the statements."""
        return None

    def words(self, phrases: Sequence[Phrase]) -> Query:
        """Return what matches candidates for sentences with all phrases."""
        return {"bool": {"must": [self.phrase(phrase) for phrase in phrases]}}

    def place(self, document_id: str, low: int, high: int) -> Query:
        """Return what matches the sentences of a document at positions ``low`` to ``high``, both included."""
        between = {"range": {self._position: {"gte": max(0, low), "lte": min(high, _MAX_POSITION)}}}
        return {"bool": {"filter": [{"match_phrase": {self._document: document_id}}, between]}}

    def read(self, hit: Mapping[str, Any]) -> Match:
        """Return the sentence of a hit; a document is its own source unless its id is an address with a host."""
        values = hit["_source"]
        key, position = clean(str(values.get(self._document, hit["_id"]))), int(values.get(self._position) or 0)
        url = key if key.lower().startswith(("http://", "https://")) else ""
        document = Document(key, url=url, source=host_of(url) or key)
        sentence = Sentence(f"{key}#{position}", clean(str(values.get(self._text, ""))), key, position)
        return Match(round(hit["_score"], 4), position, sentence, document)

    def fits(self, match: Match, phrases: Sequence[Phrase]) -> bool:
        """Return whether a sentence has all phrases."""
        tokens = analysed(match.sentence.text)
        return all(map(tokens.find, phrases))

    def _any(self, *forms: str) -> Query:
        stem = forms[-1]
        forms = tuple(dict.fromkeys((*forms, f"{stem}s", f"{stem}'s", f"{stem}’s")))
        return {"dis_max": {"queries": [{"match_phrase": {self._text: {"query": form}}} for form in forms]}}


Fields = OwnFields | NamedFields


def stems_in(field: str, phrase: Phrase, weight: float = 1.0) -> Query:
    """Return what matches a phrase of stems in a field of an index of our own."""
    if len(phrase) == 1:
        return {"term": {field: {"value": phrase[0], "boost": weight}}}
    return {"match_phrase": {field: {"query": " ".join(phrase), "boost": weight}}}


def key_of(document_id: str) -> str:
    """Return what the ids of a document's sentences in an index of our own begin with, and lead to one shard."""
    return hashlib.blake2b(document_id.encode(), digest_size=16).hexdigest()


def cues(fields: Fields) -> list[Query]:
    """Return what lifts comparing statements."""
    return [fields.cue(word, weight) for word, weight in CUES.items()]


def values_of(document: Document, sentence: Sentence, n: int, origin: str, stemmed: str) -> dict[str, Any]:
    """Return the fields of a sentence in an index of our own."""
    return {
        QUESTION if is_question(sentence.text) else STATEMENT: stemmed,
        NUMBER: n,
        "position": sentence.position,
        "text": sentence.text,
        "origin": origin,
        FILE: file_of(origin),
        **_described(document),
    }


def file_of(origin: str) -> str:
    """Return what the file is known by that a document came from."""
    return origin.partition(" ")[0]


def page_values_of(document: Document, n: int, stemmed: str, file: str) -> dict[str, Any]:
    """Return the fields of a page.

    Args:
        document: With its sentences.
        n: Number of the first of them.
        stemmed: Their stems, joined by blanks.
        file: What its file is known by.
    """
    return {
        PAGE_TITLE: analyse(document.title),
        PAGE_TEXT: stemmed,
        FILE: file,
        NUMBER: n,
        "sentences": [sentence.text for sentence in document.sentences],
        **_described(document),
    }


def _described(document: Document) -> dict[str, Any]:
    return {"document": document.id} | {name: getattr(document, name) for name in DESCRIBING[1:]}


def described(values: Mapping[str, Any], sentences: tuple[Sentence, ...] = ()) -> Document:
    """Return the document of fields; of those made before its language was known, with none."""
    key, title, url, source, date, sample = (values[name] for name in DESCRIBING[:-1])
    return Document(key, title, url, source, date, sample, sentences, values.get("language", ""))
