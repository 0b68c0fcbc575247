"""The learned reader: one pass of a small network says whether, how and what a text compares."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from cachetools import LRUCache
from numpy.typing import NDArray

from engine.errors import MissingComponentError, UnknownNameError
from engine.text.tagging import tagger
from engine.text.tokens import TOKEN, unique
from engine.trained import TRAINED
from engine.types import OVERALL_ASKED, Asked, AskedKind, Form, Kind, Label, ParsedText, Span
from nlu_models.question.clauses import About, Clause, clauses
from nlu_models.question.decoding import best_path, spans
from nlu_models.question.deeds import without_deed
from nlu_models.question.network import Network, Output
from nlu_models.question.ngrams import Ngrams
from nlu_models.question.object_names import names
from nlu_models.question.popularity import with_things
from nlu_models.question.relation import WEIGHTS, RelationReader
from nlu_models.question.word_pieces import FRAME, Encoder, Word, places, windows

DESCRIPTION: Final = "reader.json"
NGRAMS: Final = "reader_ngrams.npz"
FILES: Final = ("reader.onnx", "reader.words.bin", DESCRIPTION, NGRAMS, WEIGHTS, "vocabulary.json")
SCHEMES: Final = {"webis2022": "webis", "webis2020": "webis2020", "cam2": "cam2", "comparely": "comparely"}
"""Public data sets by whose annotation schemes texts can be parsed → the guideline."""
_KEPT: Final = 64
"""Texts that were parsed last, kept as they were understood."""
MOST_WINDOWS: Final = 32
"""Windows read of a long text: as many from its beginning as from its end."""


_CONTEST: Final = re.compile(
    r"\W*(?:can|could|would|will|does|do|did) (?P<one>.+) (?:beat|defeat|outperform|win against) .",
    re.IGNORECASE,
)
"""A question for who wins."""
_ONE_OF: Final = re.compile(
    r"\W*(?:which|what) (?P<kind>[^?!.,;:]+?) (?:should|shall|would|could|can|must|do) (?:i|we|you|one) \w+",
    re.IGNORECASE,
)
"""A question for one of a class: "which text editor should I learn"."""
_TOLD_BESIDE: Final = 3
"""Things of a question from which on one may be told of, and not compared."""
_I_MEAN: Final = re.compile(r"(?:^|[?!.,;:]|\b(?:no|wait|sorry)\b)\s*i (?:mean|meant)\b", re.IGNORECASE)
"""What begins a correction of what was asked."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What ``reader.json`` says of the network."""

    labels: tuple[str, ...]
    """What the columns of ``tags`` stand for."""
    kinds: tuple[Kind, ...]
    """What the columns of ``kind`` stand for."""
    guidelines: dict[str, int]
    """Rules of annotation the network knows → the id that asks for them."""
    default: dict[Form, str]
    """The guideline of each form when none is asked for."""
    threshold: float
    """A text is comparative from this probability on."""
    precise_threshold: float
    """The same where 99 of 100 texts called comparative shall be."""
    transitions: NDArray[np.float32]
    """See ``nlu_models.question.decoding.best_path``."""
    max_pieces: int
    """Longest sequence the network has learned from."""

    @classmethod
    def load(cls, path: Path) -> Settings:
        """Read the file."""
        found: dict[str, Any] = json.loads(path.read_text("utf-8"))
        return cls(
            labels=tuple(found["labels"]),
            kinds=tuple(map(Kind, found["kinds"])),
            guidelines=found["guidelines"],
            default={Form(form): name for form, name in found["default"].items()},
            threshold=found["threshold"],
            precise_threshold=found["precise_threshold"],
            transitions=np.array(found["transitions"], np.float32),
            max_pieces=found["max_pieces"],
        )


_BETWEEN: Final = re.compile(r" (?:or|vs\.?|versus) ", re.IGNORECASE)
"""What stands between the names of a text that is nothing but a choice."""
_LAST_OF_LIST: Final = re.compile(r",? (?:or|and) (\.?\w[\w+#]*)(?=\W*$|[:?!,]| (?:is|are)\b)", re.IGNORECASE)
"""What ends a list of names, "or soccer", of which a name may have been overlooked."""
_POINT: Final = re.compile(r" ?: (?=[a-z])")
"""What stands between the last name and a point of view: "C++ or Go: speed"."""
_LONGEST_CHOICE: Final = 3
"""Words of such a name."""


_JOINING: Final = frozenset({"and", "but", "or", "so", "than", "then", "versus", "vs", "vs."})
"""Words between names that are none themselves, though the network may take one at the beginning for a name."""


_TIME: Final = re.compile(r"(?<=\w) (?:before|after|during)\b")
_VERSUS = re.compile(r"(?<=\S)\s+(?:vs\.?|versus)\s+(?=\S)", re.IGNORECASE)
_OF_TWO: Final = re.compile(r"\b(?:which|what|who|whose)(?: one)? (?:of|between) (?:the )?$", re.IGNORECASE)
"""What stands before two names with "and" between them: "which of tea and coffee is milder"."""
_AND: Final = re.compile(r"(?<=\S)\s+and\s+(?:the\s+)?(?=\S)", re.IGNORECASE)


_SPEAKING: Final = re.compile(
    r"\b(?:against|(?:speaks?|said) for)\s+(?:an?\s+|the\s+)?(?P<name>[^?!.,;]*[^?!.,;\s])", re.IGNORECASE
)
"""What a text that asks for what speaks against a thing calls it."""
_JUDGED: Final = re.compile(
    r"\W*(?:(?:and|but|so|ok|then|hey|well)\W+)*(?:is|are|was|were)(?:n['’]?t)? (?:(?:an?|the|my) )?"
    r"(?P<name>(?!(?:it|this|that|these|those|they|there)\b)[^?!.,;]{1,40}?) "
    r"(?:(?:really|still|any|actually|very|also|not) )*(?:an? )?(?:good|great|bad|ok|okay|suitable|useful|right)"
    r"(?: (?:choice|option|idea|pick|fit|brand))?"
    r" (?P<use>for (?!(?:you|me|us)\b)[^?!.,;]+?)\W*",
    re.IGNORECASE,
)
"""What asks of one thing whether it is good for something."""
_ASKING: Final = re.compile(
    r"[,.;:] (?:and |but |so |then )?(?:is|are|was|were|do|does|did|has|have|can|will|would)(?:n['’]t)? "
    r"(?!it |they |that |this |these |those )(?:\w+ ){0,2}",
    re.IGNORECASE,
)
"""What begins a question for yes or no behind something else, up to its subject."""


_ANY_OF: Final = re.compile(r"\b(?:(?:which|what|any)(?: other)?|what(?:['’]s| is) an?(?: \w+er)?) $", re.IGNORECASE)
_ABOVE: Final = re.compile(r"\bthan (?:(?:an?|the|my|our) )?$", re.IGNORECASE)
"""What stands before a class of which something is asked for, and before the thing that it is to be above."""


_INSTEAD: Final = re.compile(r"\b(?:alternative|substitute|replacement)s? (?:to|for)\b", re.IGNORECASE)
"""What stands before a thing in place of which another one is looked for."""
_IS_THE_MOST: Final = re.compile(
    r"\W*(?:(?:and|but|so|ok|then|hey|well)\W+)*(?P<is>is|are|was|were)(?:n['’]?t| not)? "
    r"(?P<name>(?:(?! or | than ).)+?)(?: (?:really|truly|actually|still|just|not|also|always|overall))* "
    r"(?P<most>the (?:most|least|best|worst|\w+est) (?:(?! or | than |[?!.,;]).)+?)"
    r"(?: (?:ever|out there|around|there is|(?:in|on) (?:the (?:world|market|planet)|earth|history)|of all(?: time)?))*"
    r"\W*",
    re.IGNORECASE,
)
"""What asks whether a thing has the most of its class: "is water the best drink?"."""


def _one_of_class(found: ParsedText, most: ParsedText) -> ParsedText:
    """Return a question whether a thing has the most of its class, as one on that thing.

    Args:
        found: The question as it was read.
        most: What asks for the class alone: "what is the best drink".
    """
    said = _IS_THE_MOST.fullmatch(found.text)
    within = range(*said.span("name")) if said else range(0)
    things = [span for span in found.spans if span.label is Label.OBJECT and span.start in within]
    if most.kind is not Kind.SUPERLATIVE or len(most.objects) != 1 or len(things) != 1:
        return found
    matter = [span for span in found.spans if span.label is Label.ASPECT and span.text in most.aspects]
    told = [span for span in found.spans if span.label is Label.PREDICATE]
    return replace(
        most,
        text=found.text,
        kind=Kind.YES_NO,
        spans=tuple(sorted((*things, *matter, *told))),
        objects=(things[0].text,),
        of_class=most.objects[0].removesuffix(f" {most.asked.use}"),
    )


def _needs(text: str, parts: Sequence[Clause], things: Sequence[str]) -> tuple[str, ...]:
    """Return what matters to the person by what he tells of himself in a question, the likeliest first."""
    from nlu_models.intents.message import Context
    from nlu_models.intents.network import network  # builds on what reads questions

    told = [text[part.start : part.end] for part in parts if part.about is About.PERSON and not part.is_event]
    return network().read(", ".join(told), Context(objects=tuple(things))).needs if told else ()


def _is_contest(text: str, found: Sequence[Span]) -> bool:
    """Return whether a text asks if one of two things wins against the other: "can a cat beat a dog?"."""
    asked = _CONTEST.match(text)
    names = [span.start for span in found if span.label is Label.OBJECT]
    return asked is not None and [start < asked.end("one") for start in names] == [True, False]


def _asks_of_class(text: str, found: Sequence[Span]) -> bool:
    """Return whether a text asks for one of the only thing that it names: "which text editor should I learn"."""
    asked, names = _ONE_OF.match(text), [span for span in found if span.label is Label.OBJECT]
    return asked is not None and [(one.start, one.end) for one in names] == [asked.span("kind")]


def _without_told(text: str, found: tuple[Span, ...]) -> tuple[Span, ...]:
    """Return spans without the one thing of a clause that only tells of the person, where another clause has a choice.

    Motion sickness, in "I get motion sickness, plane or train?", but not the cat in "I want a cat, dog or rabbit".
    """
    things = [span for span in found if span.label is Label.OBJECT]
    if len(things) < _TOLD_BESIDE:
        return found
    first, *others = things
    rest = tuple(span for span in found if span != first)
    told, *asking = clauses(text, rest)
    is_told = told.about is About.PERSON and told.start <= first.start < told.end
    chosen = [one for one in others if any(part.start <= one.start < part.end for part in asking)]
    return rest if is_told and chosen == others else found


def _is_told(span: Span, parts: Sequence[Clause]) -> bool:
    """Return whether words stand in a clause that asks nothing of the things: of the person, of what counts more."""
    about = next((part.about for part in parts if part.start <= span.start < part.end), About.THINGS)
    if span.label is Label.OBJECT:
        return about is About.FORM
    weighed = about is About.WEIGHT and span.label is Label.ASPECT
    return not weighed and about not in {About.THINGS, About.ONE, About.NAMED}


def _subject_first(text: str, found: Sequence[Span]) -> list[str]:
    """Return the names of a question for yes or no, what it asks about first: "I write Ruby, is Python faster?"."""
    for asking in _ASKING.finditer(text):
        for at, span in enumerate(found):
            if asking.start() < span.start <= asking.end():
                return [one.text for one in (*found[at:], *found[:at])]
    return [span.text for span in found]


def _whole_choice(text: str, found: tuple[Span, ...]) -> tuple[Span, ...]:
    """Return spans with the other names of a bare choice of which the network found some: "C++ vs C# vs .NET"."""
    parts = [part.strip(" ") for part in _BETWEEN.split(text.rstrip(" ?!."))]
    if not found or any(len(part.split()) not in range(1, _LONGEST_CHOICE + 1) for part in parts):
        return found
    names, end = list[Span](), 0
    for part in parts:
        start = text.index(part, end)
        end = start + len(part)
        names.append(Span(start, end, part, Label.OBJECT))
    return tuple(names) if set(found) < set(names) else found


def _whole_list(text: str, found: tuple[Span, ...]) -> tuple[Span, ...]:
    """Return spans with the last name of a list of which the network found all others: "golf, tennis or soccer"."""
    listed = [span for span in found if span.label is Label.OBJECT]
    is_list = len(listed) > 1 and text[listed[-2].end : listed[-1].start] == ", "
    last = _LAST_OF_LIST.match(text, listed[-1].end) if is_list else None
    is_noun = last and tagger().tag(["the", last[1]])[1].startswith("NN")  # not "both"
    if not (last and is_noun) or any(last.start() <= span.start < last.end() for span in found):
        return found
    return tuple(sorted((*found, Span(*last.span(1), last[1], Label.OBJECT))))


def _without_point(found: tuple[Span, ...]) -> tuple[Span, ...]:
    """Return spans with what stands behind a colon in the last of several names as a point of view: "Go: speed"."""
    names = [span for span in found if span.label is Label.OBJECT]
    cut = _POINT.search(names[-1].text) if len(names) > 1 else None
    if cut is None:
        return found
    start, end, text, _ = last = names[-1]
    name = Span(start, start + cut.start(), text[: cut.start()], Label.OBJECT)
    point = Span(start + cut.end(), end, text[cut.end() :], Label.ASPECT)
    return tuple(sorted((*(span for span in found if span != last), name, point)))


def _corrected(text: str, found: tuple[Span, ...]) -> tuple[Span, ...]:
    """Return spans without those that a text takes back: "wood or steel? I mean a wooden boat or a steel boat"."""
    last = max((one.end() for one in _I_MEAN.finditer(text)), default=0)
    meant = tuple(span for span in found if span.start >= last)
    return meant if sum(span.label is Label.OBJECT for span in meant) > 1 else found


def _without_class(text: str, found: tuple[Span, ...]) -> tuple[Span, ...]:
    """Return spans without a class of which one above a thing is asked for: "which car is safer than a Volvo?"."""
    names = [span for span in found if span.label is Label.OBJECT]
    asks = (
        len(names) == 2
        and (names[0].text.lower() in {"anything", "something"} or _ANY_OF.search(text[: names[0].start]))
        and _ABOVE.search(text[: names[1].start])
    )
    return tuple(span for span in found if span != names[0]) if asks else found


def _apart(text: str, found: tuple[Span, ...]) -> Iterator[Span]:
    """Yield spans, those of two names with "vs" between them one by one, and without a time that limits what is asked.

    So are two of which one is asked for: "which of tea and coffee".

    "Coffee before bed" is one thing only beside another with a time of its own: "life before death or after it".
    """
    timed = sum(bool(_TIME.search(span.text)) for span in found if span.label is Label.OBJECT) == 1
    for span in found:
        start = span.start
        between = _AND if _OF_TWO.search(text, 0, start) else _VERSUS
        for name in between.split(span.text) if span.label is Label.OBJECT else [span.text]:
            start = span.start + span.text.index(name, start - span.start)
            own = _TIME.split(name)[0] if timed and span.label is Label.OBJECT else name
            yield Span(start, start + len(own), own, span.label)
            start += len(name)


class LearnedQuestionParser:
    """Reads questions and statements with an eight-layer encoder that has a head for each thing to say.

    Source: sequence tagging with an encoder as in Chekalina et al. (EACL 2021) and Bondarenko et al. (WSDM 2022); one
    network for data sets of different guidelines as in Johnson et al. (TACL 2017), whose first token says what is asked
    for.
    """

    def __init__(
        self, *, folder: Path = TRAINED, guideline: str = "", precise: bool = False, second_opinion: bool = True
    ) -> None:
        """Load the network.

        Args:
            folder: Holds ``FILES``.
            guideline: Rules of annotation to follow, a key of ``Settings.guidelines``; our own when empty.
            precise: Call a text comparative only where 99 of 100 such texts are.
            second_opinion: Ask ``Ngrams`` as well whether a text compares.

        Raises:
            MissingComponentError: A file is not there.
            UnknownNameError: The network knows no such guideline.
        """
        for name in FILES if second_opinion else (name for name in FILES if name != NGRAMS):
            if not (folder / name).is_file():
                raise MissingComponentError(
                    f"The reader 'learned' needs the file {str(folder / name)!r}, which is not there. "
                    "Install the product anew."
                )
        self.settings = Settings.load(folder / DESCRIPTION)
        if guideline and guideline not in self.settings.guidelines:
            raise UnknownNameError("guideline", guideline, self.settings.guidelines)
        self.threshold = self.settings.precise_threshold if precise else self.settings.threshold
        self._guideline = guideline
        self._encoder = Encoder(folder / "vocabulary.json")
        self._network = Network(folder / "reader.onnx")
        self._relations = RelationReader(folder / WEIGHTS)
        self._lock = threading.Lock()
        self._parsed: LRUCache[tuple[str, Form], ParsedText] = LRUCache(_KEPT)
        self._ngrams = Ngrams(folder / NGRAMS) if second_opinion else None

    @property
    def guidelines(self) -> tuple[str, ...]:
        """Return the rules of annotation that the network knows."""
        return tuple(self.settings.guidelines)

    def parse(self, text: str, *, form: Form = Form.QUESTION) -> ParsedText:
        """Read one text; see ``engine.protocols.QuestionParser``."""
        with self._lock:  # a turn of a conversation asks for the same text several times
            kept = self._parsed.get((text, form))
        if kept is not None:
            return kept
        (parsed,) = self.parse_all([text], form=form)
        with self._lock:
            self._parsed[text, form] = parsed
        return parsed

    def parse_all(self, texts: Sequence[str], *, form: Form = Form.QUESTION) -> list[ParsedText]:
        """Read texts as ``read`` does, in fewer runs of the network."""
        cuts = [self._cut(text) for text in texts]
        outputs = iter(self._network.run([ids for cut in cuts for ids in self._ids(cut, form)]))
        found = [
            self._question(text, form, cut, [next(outputs) for _ in cut]) for text, cut in zip(texts, cuts, strict=True)
        ]
        return found if self._guideline or form is not Form.QUESTION else [*map(self._of_class, found)]

    def _of_class(self, found: ParsedText) -> ParsedText:
        """Return a question with the class of which a thing is asked to be the most, if that is asked."""
        said = _IS_THE_MOST.fullmatch(found.text) if found.objects else None
        return _one_of_class(found, self.parse(f"what {said['is']} {said['most']}")) if said else found

    def _spans(self, text: str, words: Sequence[Word], tags: NDArray[np.float32]) -> tuple[Span, ...]:
        path = best_path(tags, self.settings.transitions)
        return tuple(spans(text, words, [self.settings.labels[label] for label in path]))

    def _cut(self, text: str) -> list[Sequence[Word]]:
        """Return the windows of a text; none when it says nothing."""
        if not TOKEN.search(text):
            return []
        cut = list(windows(text, self._encoder.words(text), self.settings.max_pieces - FRAME))
        return cut if len(cut) <= MOST_WINDOWS else cut[: MOST_WINDOWS // 2] + cut[-MOST_WINDOWS // 2 :]

    def _ids(self, cut: Sequence[Sequence[Word]], form: Form) -> Iterator[list[int]]:
        guideline = self.settings.guidelines[self._guideline or self.settings.default[form]]
        return (self._encoder.ids(window, guideline) for window in cut)

    def _question(self, text: str, form: Form, cut: Sequence[Sequence[Word]], outputs: Sequence[Output]) -> ParsedText:
        """Return what is said of the window that is most likely comparative."""
        if not outputs:
            return ParsedText(text, comparative=False, probability=0.0, kind=Kind.NONE)
        output, words = max(zip(outputs, cut, strict=True), key=lambda read: read[0].comparative)
        found = self._spans(text, words, output.tags[places(words)])
        if not self._guideline and form is Form.QUESTION:
            found = with_things(text, tuple(span for span in found if span.text.lower() not in _JOINING))
            found = _without_class(
                text,
                _corrected(text, _whole_list(text, _without_point(tuple(_apart(text, _whole_choice(text, found)))))),
            )
            found = _without_told(text, without_deed(text, found))
        parts = clauses(text, found) if form is Form.QUESTION else []
        found = tuple(span for span in found if not _is_told(span, parts))
        asked = self._relations.asked(text, words, output, spans=found, parts=parts) if parts else OVERALL_ASKED
        judged = _JUDGED.fullmatch(text) if sum(span.label is Label.OBJECT for span in found) < 2 else None
        if judged:
            asked = Asked(AskedKind.AGAINST, words=f"better {judged['use']}", use=judged["use"])
        is_unnamed = asked.kind is AskedKind.AGAINST and not any(span.label is Label.OBJECT for span in found)
        if is_unnamed and (spoken := judged or _SPEAKING.search(text)):
            found = (Span(*spoken.span("name"), spoken["name"], Label.OBJECT),)
        names_nothing = not self._guideline and not found
        probability = self._probability(text, form, output)
        is_contest = not self._guideline and form is Form.QUESTION and _is_contest(text, found)
        comparative = (probability >= self.threshold or is_contest) and not names_nothing
        named = {label: [span.text for span in found if span.label is label] for label in Label}
        kind = self._kind(output, form, found) if comparative else Kind.NONE
        if kind is not Kind.NONE and _asks_of_class(text, found):
            kind, asked = Kind.SUPERLATIVE, OVERALL_ASKED if asked.kind is AskedKind.AGAINST else asked
        things = named[Label.OBJECT]
        if len(things) == 1 and _INSTEAD.search(text) and form is Form.QUESTION and comparative:
            kind, asked = Kind.OPEN, OVERALL_ASKED if asked.kind is AskedKind.AGAINST else asked
        if kind is Kind.YES_NO and form is Form.QUESTION:
            things = _subject_first(text, [span for span in found if span.label is Label.OBJECT])
        if asked.kind is AskedKind.AGAINST and kind is Kind.YES_NO and len(things) > 1:
            asked = OVERALL_ASKED  # "shouldn't I buy instead of renting?"
        if comparative and form is Form.QUESTION and not self._guideline:
            asked = replace(asked, needs=_needs(text, parts, names(things)))
        return ParsedText(
            text=text,
            comparative=comparative,
            probability=probability,
            kind=kind,
            spans=found,
            objects=names(things),
            aspects=unique(named[Label.ASPECT]),
            predicates=unique(named[Label.PREDICATE]),
            asked=asked,
        )

    def _probability(self, text: str, form: Form, output: Output) -> float:
        """Return the probability of comparing to three decimal places: processors differ beyond."""
        guideline = self._guideline or self.settings.default[form]
        both = self._ngrams.together(text, guideline, output.comparative) if self._ngrams else output.comparative
        return round(both, 3)

    def _kind(self, output: Output, form: Form, found: Sequence[Span]) -> Kind:
        """Return the likeliest kind; what begins with a noun that compares, "advantages of", asks for no yes or no."""
        if form is Form.STATEMENT:
            return Kind.STATEMENT
        first = [span.text.lower() for span in found if span.start == 0 and span.label is Label.PREDICATE]
        is_noun = any(tag.startswith("NN") for tag in tagger().tag(first))
        left_out = {Kind.NONE, Kind.YES_NO} if is_noun else {Kind.NONE}
        chances = zip(output.kinds.tolist(), self.settings.kinds, strict=True)
        return max((chance, kind) for chance, kind in chances if kind not in left_out)[1]
