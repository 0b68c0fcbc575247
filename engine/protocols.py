"""The roles: one Protocol each, one verb each.

An implementation is a class whose constructor takes keyword-only settings with defaults. It is found by name through
``engine.registry`` and must pass the role's suite in ``tests/conformance``. All are safe to call from several threads
at once after construction, deterministic, and never raise on strange text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol, runtime_checkable

from engine.types import (
    Answer,
    Argument,
    Asked,
    Aspect,
    Classification,
    Comparison,
    ComparisonInstance,
    CorpusSummary,
    Document,
    Doubted,
    Form,
    Hit,
    Length,
    MinedAspect,
    Overlooked,
    Page,
    PageCluster,
    PageHit,
    PageResult,
    PageRow,
    ParsedText,
    Reading,
    Relations,
    SearchResult,
    Sentence,
    Standings,
)


class QuestionParser(Protocol):
    """Understands a text: is it comparative, of what kind, which objects, aspects and predicates."""

    def parse(self, text: str, *, form: Form = Form.QUESTION) -> ParsedText:
        """Read one text.

        Args:
            text: Anything a person may type, 0 to 10,000 characters.
            form: A question, or a statement such as a sentence of a corpus.

        Returns:
            The question; ``text`` is returned unchanged and every span satisfies ``text[start:end] == span.text``.
            Objects may be given without being asked for (``comparative`` False).
        """

    def parse_all(self, texts: Sequence[str], *, form: Form = Form.QUESTION) -> list[ParsedText]:
        """Read texts as ``read`` does, in order; what is understood of one does not depend on the others."""


class Retriever(Protocol):
    """Finds sentences in an index and shows where they stand."""

    @property
    def size(self) -> int:
        """Return how many sentences the index holds."""

    @property
    def generation(self) -> str:
        """Return what names the content of the index: another after it changed, so that what was kept is not used.

        Raises:
            IndexUnusableError: The index went away.
            UnavailableError: What holds it does not answer.
        """

    def search(self, objects: Sequence[str], *, aspects: Sequence[str] = (), k: int = 10_000) -> SearchResult:
        """Find sentences that name every object.

        Args:
            objects: One or more names, matched as whole phrases, case folded, singular or plural.
            aspects: Names of aspects; sentences with at least one of them come first, then the others.
            k: The most hits to return, >= 1.

        Returns:
            Hits without questions, exact duplicates merged. An object that analyses to nothing matches nothing.

        Raises:
            IndexUnusableError: The index went away.
            UnavailableError: What holds it does not answer.
        """

    def find(self, query: str, *, k: int = 50) -> SearchResult:
        """Find sentences by keywords: all words must occur, ``"quoted words"`` as a phrase; nothing else is syntax.

        Args:
            query: What a user typed.
            k: The most hits to return, >= 1.

        Returns:
            Hits, questions included.
        """

    def context(self, sentence_id: str, *, before: int = 3, after: int = 3) -> tuple[Sentence, ...]:
        """Return a sentence with its neighbours in document order.

        Raises:
            NotFoundError: No sentence has this id.
        """

    def document(self, document_id: str) -> Document:
        """Return a whole document.

        Raises:
            NotFoundError: No document has this id.
        """

    def close(self) -> None:
        """Release files; the retriever is not used afterwards."""


@runtime_checkable
class SummarizedRetriever(Protocol):
    """A retriever whose index is at hand, so that it can say what is in it."""

    def summary(self) -> CorpusSummary:
        """Return what the index holds.

        Raises:
            IndexUnusableError: The index went away.
        """


class PageSearcher(Protocol):
    """Finds whole pages, in an index or on the web."""

    def search(
        self, query: str, *, names: Sequence[str] = (), also: Mapping[str, float] | None = None, k: int = 50
    ) -> PageResult:
        """Find pages.

        Args:
            query: Words that a page should have; the more of them, the better.
            names: Names that every page has, matched as whole phrases like those of ``Retriever.search``.
            also: Further words and phrases that lift a page, with their weight against 1 for a word of the query; a
                search that cannot weigh words leaves them out.
            k: The most pages, >= 1.

        Returns:
            The best pages; none when the query has no letter, digit or symbol, or a name has none.

        Raises:
            IndexUnusableError: The index went away, or has no pages.
            UnavailableError: What is searched does not answer.
        """

    def page(self, page_id: str) -> Page:
        """Return a page with its text.

        Raises:
            NotFoundError: No page has this id.
            UnavailableError: What holds it does not answer.
        """

    def close(self) -> None:
        """Release files and connections; the searcher is not used afterwards."""


class Classifier(Protocol):
    """Says which of two objects a sentence favours."""

    def classify(self, instances: Sequence[ComparisonInstance]) -> list[Classification]:
        """Classify sentences.

        Args:
            instances: Sentences with their two objects; the objects need not occur in the order given, nor at all.

        Returns:
            One classification per pairing, in order. Exchanging the objects flips it exactly:
            ``classify([p.flipped()]) == [c.flipped() for c in classify([p])]``. A sentence that does not name both
            objects is ``NONE``.
        """


@runtime_checkable
class PropertyClassifier(Classifier, Protocol):
    """A classifier that also says which of two objects a sentence puts above the other in a given property."""

    def properties(self, instances: Sequence[ComparisonInstance], words: Sequence[str]) -> list[Classification]:
        """Classify sentences by a property.

        Args:
            instances: Sentences with their two objects.
            words: The property that each is asked for, as one would ask it, such as "expensive" or "easy to learn".

        Returns:
            One classification per instance, in order; its stance is the object with more of the property, ``NONE``
            where the sentence does not say. Exchanging the objects flips it exactly.
        """


@runtime_checkable
class ClaimReader(PropertyClassifier, Protocol):
    """A classifier that says what sentences claim, by a network whose readings are worth keeping."""

    @property
    def model(self) -> str:
        """Return what names its weights: what another model read is not used."""

    def promise(self, instances: Sequence[ComparisonInstance]) -> list[float]:
        """Return how likely each sentence claims anything, at a fraction of the time; 0 where reading is wasted."""

    def confirm(self, instances: Sequence[ComparisonInstance], words: Sequence[str]) -> list[Classification]:
        """Say what ``properties`` says with less reading: as good for the side, not for its probability."""

    def read_whole(self, instances: Sequence[ComparisonInstance]) -> list[dict[str, Classification]]:
        """Read sentences for all that they say of their things.

        Returns:
            For each property of which a sentence speaks, and for ``overall``, which thing has more of it, with the
            claim. A sentence that says nothing has ``overall`` alone.
        """

    @property
    def judge_model(self) -> str:
        """Return what names the weights of ``judge``."""

    def judge(self, instances: Sequence[ComparisonInstance], words: str) -> list[Classification]:
        """Say how far each sentence convinces somebody who chooses between its things.

        Args:
            instances: Sentences with two things each.
            words: The property that is asked for; ``overall`` for which is better.

        Returns:
            For each the expected judgement, from 0 for wrong to 1 for right, if it is quoted for the first thing, and
            for the second; they are no probabilities of sides.
        """


class ClaimStore(Protocol):
    """Keeps readings beside an index; safe to use from several threads."""

    def find(
        self, objects: tuple[str, str], dimensions: Sequence[str] | None, sentences: Sequence[str], *, ahead: bool
    ) -> list[dict[str, Classification]]:
        """Look up what was read of sentences and two things.

        Args:
            objects: The names of the two, as anybody writes them.
            dimensions: Of the readings wanted; see ``Reading.dimension``. All when None.
            sentences: Their texts.
            ahead: Whether what was read ahead is wanted, with its place; else what was read when it was asked for.

        Returns:
            For each sentence, property → reading, first and second as ``objects`` has them; empty if it was not read.
        """

    def put(self, readings: Sequence[Reading]) -> None:
        """Keep readings; a later one of the same replaces an earlier one."""

    def names(self) -> dict[str, int]:
        """Return the names of the things that were read of, and with how many others each was, or more."""

    def about(self, name: str) -> list[Reading]:
        """Return what was read ahead of a thing beside others, where anything is claimed; at most 10,000 readings.

        Args:
            name: Of the thing, as anybody writes it.

        Returns:
            Readings with this thing as the first of their instances, whose sentences are empty: they are at ``place``.
        """

    def state(self, name: str) -> str:
        """Return a remembered value; empty when there is none."""

    def remember(self, name: str, value: str) -> None:
        """Remember a value."""


@runtime_checkable
class KeepingRetriever(Protocol):
    """A retriever beside whose index readings can be kept."""

    def claim_store(self, model: str) -> ClaimStore | None:
        """Return where readings are kept; None where the index is read only, or was made by others.

        Args:
            model: Names the reader's weights: what another model read is dropped.

        Raises:
            IndexUnusableError: The store cannot be opened.
            UnavailableError: What holds it does not answer.
        """

    def hits(self, ids: Sequence[str]) -> list[Hit]:
        """Return sentences with their documents by the sentences' ids, in order, those of which are there."""

    def sentences_from(self, n: int) -> Iterator[tuple[int, Sentence]]:
        """Yield the sentences from number ``n`` on, each with its number, ascending; later texts have higher ones."""


@runtime_checkable
class SpellingRetriever(Protocol):
    """A retriever that finds what is spelt nearly so."""

    def search_alike(self, names: Sequence[Sequence[str]], *, beside: Sequence[str] = (), k: int) -> tuple[Hit, ...]:
        """Return at most ``k`` sentences with each word of names, a letter off at most, those that compare first.

        Args:
            names: Ways to spell each; all have a letter or digit.
            beside: Names that they must have as they are.
            k: At least 1.
        """


class Ranker(Protocol):
    """Puts the most convincing argument first."""

    def rank(
        self, arguments: Sequence[Argument], *, objects: Sequence[str] = (), aspects: Sequence[Aspect] = ()
    ) -> list[Argument]:
        """Score and order arguments for display; the verdict does not depend on it.

        Args:
            arguments: With hit, classification, aspects and weight set.
            objects: The names of the two compared things, in any order.
            aspects: The user's aspects with weights.

        Returns:
            The same arguments with ``score`` set, by descending score; ties keep a stable order that does not depend
            on the input order.
        """


class Miner(Protocol):
    """Finds the aspects that the evidence itself talks about."""

    def mine(
        self,
        arguments: Sequence[Argument],
        *,
        first: str,
        second: str,
        doubted: Doubted = frozenset(),
        overlooked: Overlooked = frozenset(),
    ) -> list[MinedAspect]:
        """Mine aspects.

        Args:
            arguments: In any order, with their weights; only ``FIRST`` and ``SECOND`` ones count.
            first: Name of the first object.
            second: Name of the second object.
            doubted: Ids of sentences, dimensions and sides for which a reader finds nothing in them.
            overlooked: Ids of sentences, dimensions and sides that count though the words of the sentences do not tell.

        Returns:
            At most ten aspects, best first, each assigned to one object; the objects' own words are never aspects.
        """


class Pairer(Protocol):
    """Sets pages about several objects side by side."""

    def pair(self, results: Sequence[Sequence[PageHit]], *, objects: Sequence[str], aspect: str = "") -> list[PageRow]:
        """Pair pages.

        Args:
            results: For each object its pages, by ascending rank; any list may be empty.
            objects: Two or more names, as they were searched for.
            aspect: What was searched for with each of them.

        Returns:
            Rows by descending score, ties by places; no page of a list is in two rows, and a row has pages of two
            objects at least. A page that the lists of two objects hold is beside itself. With two objects, every page
            of the shorter list is in a row.
        """


class Clusterer(Protocol):
    """Groups rows of pages by theme."""

    def cluster(
        self,
        rows: Sequence[PageRow],
        results: Sequence[Sequence[PageHit]],
        *,
        objects: Sequence[str],
        aspect: str = "",
    ) -> list[PageCluster]:
        """Group rows.

        Args:
            rows: By descending score.
            results: For each object its pages, by ascending rank.
            objects: Two or more names, as they were searched for.
            aspect: What was searched for with each of them.

        Returns:
            Clusters by descending salience; each row is in exactly one, and none is empty. No phrase is a part of a
            query. The same input gives the same clusters.
        """


class Generator(Protocol):
    """Words an answer from a comparison and nothing else."""

    def answer(
        self,
        comparison: Comparison | Standings,
        *,
        question: ParsedText | None = None,
        length: Length = Length.CHAT,
    ) -> Answer:
        """Word the answer.

        Args:
            comparison: The weighed evidence on two things or on more; may hold no argument at all.
            question: What was asked, when it is known.
            length: How much to say; a line has no line break.

        Returns:
            Never empty; its first paragraph is the headline. Each claim about an object carries the number of a
            citation whose sentence says it; own words name a winner only if the verdict does.
        """


class RelationWriter(Protocol):
    """Says what was read ahead of a thing."""

    def answer_relations(self, found: Relations, above: Asked | None = None, *, length: Length = Length.CHAT) -> Answer:
        """Word an answer.

        Args:
            found: What was read ahead.
            above: In what the things that were found are above the thing; None where all are told that it is
                compared with.
            length: How much to say.
        """
