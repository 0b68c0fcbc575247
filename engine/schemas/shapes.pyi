# Written by tests/shapes.py.

from typing import Any, Literal, TypeVar, overload

from typing_extensions import TypedDict

_T = TypeVar("_T")

@overload
def show(value: object, shape: type[_T], **more: Any) -> _T: ...
@overload
def show(value: object) -> Any: ...
def parts(name: str) -> dict[str, Any]: ...
def json_of(annotation: Any) -> Any: ...

NAMES: list[str]

class Asked(TypedDict):
    kind: Literal["overall", "property", "use", "difference", "against"]
    dimension: str
    end: Literal["more", "less"]
    words: str
    use: str
    denied: bool
    needs: list[str]
    case: str

class AskedInShort(TypedDict):
    decision: Literal["first", "second", "equal", "undecided", "insufficient"]
    winner: str | None
    confidence: float
    interval: tuple[float, float]
    shares: list[Share]
    sources: int
    minimum_sources: int

class Aspect(TypedDict):
    name: str
    weight: int

class Change(TypedDict):
    since: str
    earlier: str
    later: str
    earlier_sources: tuple[int, int]
    later_sources: tuple[int, int]

class Citation(TypedDict):
    sentence: str
    sentence_id: str
    document: str
    position: int
    title: str
    url: str
    source: str
    date: str
    sample: bool
    number: int
    sources: int

class Claim(TypedDict):
    dimension: str
    words: str
    more: Literal["FIRST", "SECOND", "EQUAL", "NONE"]
    favours: Literal["FIRST", "SECOND", "EQUAL", "NONE"]
    modality: Literal["asserted", "hedged", "reported", "hypothetical", "wish", "question", "denied", "past"]
    condition: str
    confidence: float

class ComparisonInShort(TypedDict):
    objects: list[str]
    typed: list[str]
    aspects: list[MinedAspect]
    asked: list[Aspect]
    winner: str | None
    decision: Literal["first", "second", "equal", "undecided", "insufficient"]
    confidence: float
    interval: tuple[float, float]
    shares: list[Share]
    sources: int
    minimum_sources: int
    depends: list[Share]
    differences: list[Difference]
    change: Change | None
    retrieved: int
    searched: Searched
    counts: dict[Literal["FIRST", "SECOND", "EQUAL", "NONE"], int]
    timings_s: dict[str, float]
    notice: str

class CorpusInShort(TypedDict):
    sentences: int
    documents: int
    languages: list[str]
    since: str
    until: str
    sample: bool

class Difference(TypedDict):
    dimension: str
    words: str
    decision: Literal["first", "second", "equal", "undecided", "insufficient"]
    winner: str | None
    confidence: float
    sources: int
    first_count: int
    second_count: int
    sentences: list[str]

class Document(TypedDict):
    id: str
    title: str
    url: str
    source: str
    date: str
    sample: bool
    sentences: list[Sentence]
    language: str

class Example(TypedDict):
    objects: list[str]
    decision: Literal["first", "second", "equal", "undecided", "insufficient"]
    winner: str | None
    sources: int

class Hit(TypedDict):
    sentence: str
    sentence_id: str
    document: str
    position: int
    title: str
    url: str
    source: str
    date: str
    sample: bool
    score: float
    copies: list[str]
    sources: list[str]

class MinedAspect(TypedDict):
    name: str
    object: str
    score: float
    first_count: int
    second_count: int
    method: str
    sentences: list[str]
    dimension: str
    members: list[str]
    contrary: str
    against: list[str]

class Order(TypedDict):
    aspect: str
    decision: Literal["winner", "equal", "undecided", "insufficient"]
    winner: str | None
    confidence: float
    places: list[Place]

class OutcomeInShort(TypedDict):
    decision: Literal["first", "second", "equal", "undecided", "insufficient"]
    winner: str | None
    confidence: float
    interval: tuple[float, float]

class PageCluster(TypedDict):
    size: int
    phrases: list[str]
    specific: list[list[str]]
    pairs: list[int]

class PageHit(TypedDict):
    id: str
    rank: int
    url: str
    title: str
    snippet: str
    highlights: list[tuple[int, int]]
    source: str
    date: str
    language: str
    sample: bool

class ParsedText(TypedDict):
    text: str
    comparative: bool
    probability: float
    kind: Literal["direct", "yes_no", "difference", "superlative", "open", "statement", "none"]
    spans: list[Span]
    objects: list[str]
    aspects: list[str]
    predicates: list[str]
    asked: Asked
    of_class: str
    called: str

class Place(TypedDict):
    object: str
    rank: int | None
    ranks: tuple[int, int]
    best: float
    share: float
    sources: int

class RelationInShort(TypedDict):
    name: str
    decision: Literal["first", "second", "equal", "undecided", "insufficient"]
    winner: str | None
    confidence: float
    differences: list[Difference]
    sources: dict[Literal["FIRST", "SECOND", "EQUAL", "NONE"], int]
    years: list[str]

class RelationsInShort(TypedDict):
    name: str
    total: int
    notice: str

class ScoredArgument(TypedDict):
    sentence: str
    sentence_id: str
    document: str
    position: int
    title: str
    url: str
    source: str
    date: str
    sample: bool
    score: float
    copies: list[str]
    sources: list[str]
    stance: Literal["FIRST", "SECOND", "EQUAL", "NONE"]
    confidence: float
    weight: float
    aspects: list[str]
    markers: list[Span]

class SearchHits(TypedDict):
    total: int
    hits: list[Hit]
    took_s: float
    notice: str

class Searched(TypedDict):
    names: list[str]
    typed: list[str]
    words: list[str]
    found: int
    outside: int
    elsewhere: int
    foreign: int
    other_names: dict[str, int]
    compounds: dict[str, int]
    senses: list[str]
    read: int
    comparing: int
    asked: int
    sources: int
    dated: int
    since: str
    until: str
    sentence: str

class Sentence(TypedDict):
    id: str
    text: str
    document: str
    position: int

class Share(TypedDict):
    aspect: str
    first: float
    second: float
    arguments: int
    sources: int
    decision: Literal["first", "second", "equal", "undecided", "insufficient"]
    first_sources: int
    second_sources: int

class Source(TypedDict):
    sentence: str
    sentence_id: str
    document: str
    position: int
    title: str
    url: str
    source: str
    date: str
    sample: bool

class Span(TypedDict):
    start: int
    end: int
    text: str
    label: Literal["object", "aspect", "predicate"]

class StandingsInShort(TypedDict):
    objects: list[str]
    typed: list[str]
    asked: list[Aspect]
    orders: list[Order]
    asked_order: Order | None
    cycle: list[str]
    missing: list[tuple[str, str]]
    timings_s: dict[str, float]

class Verdict(TypedDict):
    objects: list[str]
    winner: str | None
    decision: Literal["first", "second", "equal", "undecided", "insufficient"]
    confidence: float
    interval: tuple[float, float]
    shares: list[Share]
    depends: list[Share]
    sources: int

class VoteInShort(TypedDict):
    source: str
    first: float
    second: float
    share_without: float
