"""What a thing is compared with in an index: what people set beside it and what means alike, else what is read.

Of that is proposed what sources do compare with the thing: no referral leads to a pair on which nothing is said.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Final

from engine.members import is_called
from engine.protocols import QuestionParser, Retriever
from engine.retrieval.names import BRAND, NAME, NameFinder
from engine.text.analysed import analysed
from engine.text.lexicon import NEAR
from engine.text.stop_words import STOP
from engine.text.tagging import tagger
from engine.text.tokens import TOKEN, name_groups, same_name, spellings, stems
from engine.text.written import read_of, spelt
from engine.types import Comparison, Form, ParsedText

READ: Final = 60
"""Sentences that are read for the rivals of a thing."""
MOST: Final = 3
TRIED: Final = 5
"""Candidates of each kind that are compared with a thing, at most."""
_TIMES: Final = 2
"""How often a name must be met to be proposed."""
_NAMED: Final = 3
"""Sources that must name both, at least, for what is read to be a rival, and no other thing of the same name."""
_BESIDE: Final = 1000
"""Sentences with a thing in which others are looked for that are set beside it."""
_ALIKE: Final = 0.5
"""Least likeness of a thing that is set beside another one."""
_UNLIKE: Final = 0.2
"""Likeness of what two things are compared with below which it is another thing of the same name."""
_AKIN: Final = 0.3
"""Likeness below which what texts compare with a thing is of no kind with it: the coal of "Australian wind or coal"."""
_WRITTEN_APART: Final = 0.45
"""Difference of the parts of their mentions with a capital from which on only one of two things has a name."""
_OR: Final = (
    r"(?:\s*/\s*|,?\s+(?:or|vs\.?|versus|than|over|instead of|rather than"
    r"|(?:is|are|was|were)(?: \w+){1,3} than)\s+(?:(?:the|an?|my|your)\s+)?)"
)
_TERM: Final = 2
"""Words of a name that is set beside another one, at most."""


def rivals(name: str, retriever: Retriever, parser: QuestionParser, *, near: float = NEAR) -> list[str]:
    """Return what may be compared with a thing in an index, the likeliest first.

    Args:
        name: Of the thing.
        retriever: The index.
        parser: Reads what compares the thing, where nobody sets two things or more beside it that are like it.
        near: 0 has it always read: nothing is known of what words mean.
    """
    if near > 0 and len(found := set_beside(name, retriever)) > 1:
        return found
    hits = retriever.search((name,), k=READ).hits
    read = parser.parse_all([hit.sentence.text for hit in hits], form=Form.STATEMENT)
    key = stems(name)
    found = frequent(chain.from_iterable(_others(question, key) for question in read if question.comparative))
    beside = {one: {hit.voter for hit in retriever.search((name, one), k=READ).hits} for one in found}
    return [one for one in found if len(beside[one]) >= _NAMED]


def may_be_meant(rival: str, other: str) -> bool:
    """Return whether what a thing is compared with may be meant beside another thing: no BMW beside a leopard."""
    from engine.text.related import is_known, likeness  # needs numpy

    return not (is_known(rival) and is_known(other)) or likeness(rival, other) >= _UNLIKE


def akin(name: str, candidates: Iterable[str], retriever: Retriever, *, near: float = NEAR) -> Iterator[str]:
    """Yield the candidates that are things of the kind of another one, each as the index writes it.

    None is a function word, nor, where meaning is known, means nothing like the thing, has no name where the thing has
    one or the other way round, "coal" beside Australia, or is what the thing is called: the pet of dogs.

    Args:
        name: Of the thing.
        candidates: What may be compared with it.
        retriever: The index.
        near: 0 has it that nothing is known of what words mean.
    """
    finder = NameFinder(retriever)
    for other in candidates:
        is_word = STOP.issuperset(stems(other)) and stems(other) not in name_groups("names")
        if not is_word and (near <= 0 or _is_akin(name, other, finder, retriever)):
            yield _as_written(other, retriever, is_plural=_is_plural(name))


def _is_akin(name: str, other: str, finder: NameFinder, retriever: Retriever) -> bool:
    """Return whether two things are of one kind, by what they mean, how they are written and what they are called.

    What has a capital beside the other one is a name there, whatever its words mean elsewhere: Go beside Java.
    """
    if min(finder.met(name, other).large) >= BRAND and STOP.isdisjoint(stems(other)):
        return True
    (_, own), (_, large) = finder.alone(name), finder.alone(other)
    is_like = _likeness(name, other) >= _AKIN and abs(own - large) < _WRITTEN_APART
    return is_like and (large >= NAME or not is_called(name, other, retriever))


def _as_written(name: str, retriever: Retriever, *, is_plural: bool) -> str:
    """Return a name as most running text writes it; a common noun in the plural, if one beside it is: "mice"."""
    texts = [hit.sentence.text for hit in retriever.search((name,), k=READ).hits]
    written = spelt(name, texts, begins=True)
    if not is_plural or _is_plural(written) or written != written.lower():
        return written
    forms = Counter(text[start:end].lower() for text in texts for start, end in analysed(text).mentions(name))
    return next((form for form, _ in forms.most_common() if same_name(form, name) and _is_plural(form)), written)


def proposed(
    name: str, candidates: Sequence[str], compare: Callable[[str, str], Comparison | None], *, near: float = NEAR
) -> list[str]:
    """Return the candidates that sources do compare with a thing, at most three.

    What more sources speak of and what is more alike comes first. What means nothing known is no rival by one source.

    Args:
        name: Of the thing.
        candidates: What may be compared with it, the likeliest first.
        compare: Compares it with one of them; None where it may not.
        near: With 0 nothing is known of what words mean.
    """
    found = [one for other in _own_names(name, candidates) if (one := compare(name, other))]
    heard = [one for one in found if one.verdict.sources and not _are_one_name(one)]
    heard = [one for one in heard if near <= 0 or one.verdict.sources > 1 or means_something(one.objects[1])]
    alike = {one.objects: _likeness(*one.objects) if near > 0 else 1.0 for one in heard}
    best = sorted(heard, key=lambda one: -one.verdict.sources * alike[one.objects] ** 2)[:MOST]
    return [one.objects[1] for one in best]


def _own_names(name: str, candidates: Sequence[str]) -> Iterator[str]:
    """Yield what candidates are called, each once; no number, nor part of a name or another candidate, or of one thing.

    A part may be either: "tea" of "green tea", and the other way round.
    """
    known = [*_all_names(name)]
    for other in candidates:
        key = set(stems(other))
        if any(map(str.isalpha, other)) and not any(key <= set(one) or key >= set(one) for one in known):
            known += _all_names(other)
            yield other


def _all_names(name: str) -> Iterator[tuple[str, ...]]:
    """Yield the stems of all names of a thing: those of Canada's neighbour are "US", "USA" and "United States"."""
    return map(stems, (*spellings(name), *name_groups("names").get(stems(name), ())))


def _are_one_name(comparison: Comparison) -> bool:
    """Return whether texts that name two things mostly join them to one name: "Windows XP", of Windows and XP."""
    first, second = map(re.escape, comparison.objects)
    joined = re.compile(rf"\b(?:{first}['’]?s? {second}|{second}['’]?s? {first})\b", re.IGNORECASE)
    texts = [one.hit.sentence.text for one in read_of(comparison)]
    return 2 * sum(joined.search(text) is not None for text in texts) > len(texts)


def _is_plural(name: str) -> bool:
    return tagger().tag(["the", *name.lower().split()])[-1] == "NNS"


def _likeness(name: str, other: str) -> float:
    """Return how alike two names are in meaning; what is not known may mean something like the other."""
    from engine.text.related import likeness  # needs numpy

    return likeness(name, other) if means_something(name) and means_something(other) else _ALIKE


def means_something(name: str) -> bool:
    """Return whether the meaning of a name is known, or that of all its words: "family of 4"."""
    from engine.text.related import is_known  # needs numpy

    words = stems(name)
    return is_known(name) or (len(words) > 1 and all(map(is_known, (word for word in words if word not in STOP))))


def set_beside(name: str, retriever: Retriever) -> list[str]:
    """Return what two sources or more set beside a thing, "tea or coffee", if it means something like it.

    What more sources name and what is more alike comes first; a name that is part of one before it is left out, and so
    is what rather stands behind the thing as its class: "piano music".
    """
    from engine.text.related import is_known, likeness  # needs numpy

    sources: dict[tuple[str, ...], set[str]] = defaultdict(set)
    written: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
    heads: Counter[tuple[str, ...]] = Counter()
    own = set(stems(name))
    behind = re.compile(rf"(?<![\w+#-]){re.escape(name)} ([\w+#-]+)", re.IGNORECASE)
    for hit in retriever.search((name,), k=_BESIDE).hits:
        heads.update(stems(head) for head in behind.findall(hit.sentence.text))
        for words in _beside(name, hit.sentence.text):
            other = next((one for one in words if is_known(one) or _is_version(one, name)), "")
            if other and STOP.isdisjoint(stems(other)) and (own.isdisjoint(stems(other)) or _is_version(other, name)):
                sources[stems(other)].add(hit.voter)
                written[stems(other)][other] += 1
    enough = [key for key, named in sources.items() if len(named) >= max(_TIMES, heads[key] + 1)]
    alike = {key: likeness(name, " ".join(key)) for key in enough}
    found: list[tuple[str, ...]] = []
    for key in sorted(alike, key=lambda key: (-len(sources[key]) * alike[key] ** 2, key)):
        if alike[key] >= _ALIKE and not any(set(key) & set(other) for other in found):
            found.append(key)
    return [written[key].most_common(1)[0][0] for key in found]


def _is_version(other: str, name: str) -> bool:
    """Return whether two names differ in how they end alone, the other one in a number: Windows 7 and Windows 8."""
    (*core, last), (*own, end) = stems(other), stems(name)
    return bool(core) and core == own and last != end and any(map(str.isdigit, last))


def _beside(name: str, text: str) -> Iterator[list[str]]:
    """Yield the words that a sentence sets behind or before a name: two of them, and the nearest one."""
    short = rf"(?<![\w+#-]){re.escape(name)}(?:s|es)?(?![\w+#-])"
    run = r"((?:[\w+#'-]+ ){0,1}[\w+#'-]+)"
    for match in re.finditer(f"{short}{_OR}{run}", text, re.IGNORECASE):
        words = TOKEN.findall(match[1])
        yield [" ".join(words[:length]) for length in range(_TERM, 0, -1) if length <= len(words)]
    for match in re.finditer(f"{run}{_OR}{short}", text, re.IGNORECASE):
        words = TOKEN.findall(match[1])
        yield [" ".join(words[-length:]) for length in range(_TERM, 0, -1) if length <= len(words)]


def frequent(names: Iterable[str]) -> list[str]:
    """Return the names that are met at least twice, most often first, each as it is mostly written.

    A name that is part of one before it, such as "XP" after "Windows XP", is left out.
    """
    counts: Counter[tuple[str, ...]] = Counter()
    written: dict[tuple[str, ...], Counter[str]] = {}
    for name in names:
        if key := stems(name):
            counts[key] += 1
            written.setdefault(key, Counter())[name] += 1
    kept: list[tuple[str, ...]] = []
    for key, times in counts.most_common():
        if times >= _TIMES and not any(set(key) < set(other) for other in kept):
            kept.append(key)
    return [written[key].most_common(1)[0][0] for key in kept[:MOST]]


def _others(question: ParsedText, key: tuple[str, ...]) -> list[str]:
    """Return the other objects of a sentence that compares the one with this key; none when it names others only."""
    named = {one: stems(one) for one in question.objects}
    return [one for one, other in named.items() if other != key] if key in named.values() else []
