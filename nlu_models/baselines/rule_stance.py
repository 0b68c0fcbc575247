"""Says which of two objects a sentence favours, by rules over the words that compare.

A sentence is spelled with one letter a word (the alphabet stands in ``token_classes``): "Tea is healthier
than coffee, but coffee is cheaper" becomes ``Xv+tY,cYv+``. A rule is a pattern over that spelling, so it sees the frame
of the sentence and not its vocabulary. ``X`` is the object named first *in the sentence*: no rule knows which one the
caller put first, so exchanging them flips the result by construction.

Source: the keyphrase model of the Comparative Argumentative Machine (Schildwächter et al., CHIIR 2019), which looked
for a comparative between two mentions; widened to both word orders, verbs, preferences, equality, the scope of negation
and third objects. Each rule is kept for what it adds on the training file of CompSent-19, those of equality for a class
that this file does not have.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.resources import table_of
from engine.trained import TRAINED
from engine.types import Classification, ComparisonInstance, Label, Span, Stance
from nlu_models.baselines.token_classes import Spelling, has_cue, spell

EVIDENCE: Final[dict[str, list[int]]] = json.loads((TRAINED / "stance_rules.json").read_text("utf-8"))
"""Kind of finding → sentences whose label agrees with the object it favours, favours the other one, is none.

Counted on the training file of CompSent-19; printed by ``python -m evaluation.stance --calibrate``. ``than`` has "over"
and "beats" in it. ``level`` and ``silent`` favour neither object: BETTER and WORSE stand in their first two places.
That data set has no label for equality, so the NONE of ``level`` is read as EQUAL.
"""

_TABLE: Final = table_of(__file__)
_FRAGMENTS: Final[dict[str, str]] = _TABLE["fragments"]


class _Rule(NamedTuple):
    kind: str
    needs: frozenset[str]
    pattern: re.Pattern[str]


def _rule(kind: str, needs: str, frame: str) -> _Rule:
    """Compile a rule of the table."""
    parts: list[str] = []
    named = ""
    for part in frame.split():
        if part in {"S", "O"}:
            group = part.lower()
            parts.append(f"(?P<{group}>(?!(?P={named}))[XY])" if named else f"(?P<{group}>[XY])")
            named = named or group
        elif part[0] == "~":
            parts.append(rf"[^XY.]{{0,{part[1:]}}}?")
        elif part[0] == "_":
            parts.append(rf"[^XY.,c]{{0,{part[1:]}}}?")
        elif part[0] == "!":
            parts.append(f"(?P<mark>{part[1:]})")
        else:
            parts.append(_FRAGMENTS.get(part, part))
    return _Rule(kind, frozenset(needs), re.compile("".join(parts)))


_RULES: Final = tuple(_rule(**rule) for rule in _TABLE["rules"])

_BOUND: Final = re.compile(
    r"(?:t[^XY.,cvI&t]{0,9}(?:w&)?|(?:[-+<>]h|[HL=S][^XY.,cvIT]{0,3}T|[gbw]a|o|(?<!T)k)[^XY.,cvI&]{0,3}|h)$"
)
_WORSE: Final = frozenset("-<Lb")
_DENIED: Final = re.compile(r"n(?![Nx])|(?<!n)x|Q(?=a)")
_ASKED: Final = re.compile(r"(?:^|[,.&c])vd?w{0,3}[XY].*\?$")


class Finding(NamedTuple):
    """What a rule saw in a sentence."""

    kind: str
    """A key of ``EVIDENCE``."""
    favoured: Stance
    """``FIRST`` or ``SECOND``; ``NONE`` when it favours neither."""
    markers: tuple[Span, ...] = ()


_SILENT: Final = Finding("silent", Stance.NONE)


class KeyphraseClassifier:
    """Weighs a sentence by the first rule that fits it; probabilities are how often such findings were right.

    A comparative alone decides nothing, both objects must stand in its frame: a third thing that beats both, a
    condition, a question and a denied opinion end as ``NONE``. A comparison that names both sides outright has a
    confidence above .8, anything weaker one below.
    """

    def classify(self, instances: Sequence[ComparisonInstance]) -> list[Classification]:
        """Classify sentences; see ``engine.protocols.Classifier``."""
        return [_believe(self.find(pairing)) for pairing in instances]

    def find(self, pairing: ComparisonInstance) -> Finding | None:
        """Return what decides a sentence; None when it does not name both objects."""
        if not has_cue(pairing.sentence):
            return _SILENT
        spelling = spell(pairing)
        if spelling is None:
            return None
        present = frozenset(spelling.letters)
        for kind, needs, pattern in _RULES:
            if not needs.isdisjoint(present):
                match = pattern.search(spelling.letters)
                while match and kind == "than" and "o" in match.groupdict() and _is_bound(match):
                    match = pattern.search(spelling.letters, match.start("s") + 1)
                if match:
                    return _judge(kind, match, spelling)
        return _SILENT


def _is_bound(match: re.Match[str]) -> bool:
    """Return whether the subject is what a third thing is compared with: "nicer than A and cheaper than B"."""
    subject = match.start("s")
    if match.start("o") < subject or match.string[match.end("s")] in "pvI":  # than C, and A is …
        return False
    return _BOUND.search(match.string, max(0, subject - 12), subject) is not None


def _judge(kind: str, match: re.Match[str], spelling: Spelling) -> Finding:
    """Turn a matched frame into a finding: where its comparative points, and what the words before it undo."""
    letters, cue, subject = match.string, match.groupdict().get("cue"), match.start("s")
    at = match.start("cue" if cue else "mark")
    clause = 1 + max(letters.rfind(border, 0, at) for border in ".,c&")
    clause = at if letters[max(0, at - 2) : at] == "in" else clause  # "as good if not better"
    denial = _DENIED.search(letters, clause, at)
    # "I never said X is better" denies that it was said; "I don't think X is better" denies the comparison.
    of_saying = denial and denial.start() < subject < at and not re.search("[Ix]", letters[denial.start() : subject])
    for_subject = cue is None or cue not in _WORSE
    if cue is not None and cue in "<>":
        kind = "dimension"
    if of_saying or "i" in letters[clause:at] or _ASKED.search(letters):
        kind = "supposed"
    elif denial and "quality" in match.groupdict():
        kind, for_subject = "than", "b" in letters[subject : match.end("quality")]
    elif denial and kind == "level":
        kind = "supposed"
    elif denial and (for_subject or kind == "contrast"):
        kind, for_subject = "negated", not for_subject
    elif denial:
        kind = "level"
    if kind == "level":
        return Finding(kind, Stance.NONE, _markers(match, spelling))
    favours_x = (match["s"] == "X") == for_subject
    favoured = Stance.FIRST if favours_x == spelling.x_is_first else Stance.SECOND
    return Finding(kind, favoured, _markers(match, spelling))


def _markers(match: re.Match[str], spelling: Spelling) -> tuple[Span, ...]:
    letters, text, tokens = match.string, spelling.sentence.text, spelling.sentence.tokens
    spans = []
    for group in ("cue", "mark"):
        if match.groupdict().get(group):
            first, last = match.start(group), match.end(group) - 1
            if tokens[spelling.places[first]].stem in {"more", "less"} and letters[last + 1 : last + 2] in {*"gbw"}:
                last += 1
            start, end = tokens[spelling.places[first]].start, tokens[spelling.places[last]].end
            spans.append(Span(start, end, text[start:end], Label.PREDICATE))
    return tuple(sorted(spans))


def _believe(finding: Finding | None) -> Classification:
    if finding is None:
        return Classification(0.0, 0.0, 0.0, 1.0)
    favoured, other, equal, none = _BELIEFS[finding.kind]
    if finding.favoured is Stance.NONE:
        favoured = other = (favoured + other) / 2
    elif finding.favoured is Stance.SECOND:
        favoured, other = other, favoured
    return Classification(favoured, other, equal, none, finding.markers)


def _beliefs() -> dict[str, tuple[float, float, float, float]]:
    """Return kind → probability of the favoured object, of the other one, of EQUAL and of NONE, add-one smoothed."""
    share = EVIDENCE["level"][2] / sum(none for _, _, none in EVIDENCE.values())
    beliefs = {}
    for kind, counts in EVIDENCE.items():
        favoured, other, none = ((count + 1) / (sum(counts) + 3) for count in counts)
        equal = none if kind == "level" else share * none
        beliefs[kind] = (favoured, other, equal, max(0.0, 1.0 - favoured - other - equal))
    return beliefs


_BELIEFS: Final = _beliefs()
