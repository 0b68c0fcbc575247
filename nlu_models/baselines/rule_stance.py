"""Says which of two objects a sentence favours, by rules over the words that compare.

A sentence is spelled with one letter a word (the alphabet stands in ``token_classes``): "Tea is healthier
than coffee, but coffee is cheaper" becomes ``Xv+tY,cYv+``. A rule is a pattern over that spelling, so it sees the frame
of the sentence and not its vocabulary. ``X`` is the object named first *in the sentence*: no rule knows which one the
caller put first, so exchanging them flips the result by construction.

Source: the keyphrase model of the Comparative Argumentative Machine (Schildwächter et al., CHIIR 2019), which looked
for a comparative between two mentions; widened to both word orders, verbs, preferences, equality, the scope of negation
and third objects.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.types import Classification, ComparisonInstance, Label, Span, Stance
from nlu_models.baselines.token_classes import Spelling, has_cue, spell

EVIDENCE: Final[dict[str, tuple[int, int, int]]] = {
    "than": (752, 14, 26),
    "compared": (17, 2, 6),
    "over": (20, 0, 3),
    "instead": (18, 1, 7),
    "contrast": (79, 4, 34),
    "dimension": (51, 16, 10),
    "negated": (25, 0, 18),
    "bare": (58, 10, 50),
    "supposed": (26, 8, 40),
    "level": (9, 1, 21),
    "silent": (245, 196, 3961),
}
"""Kind of finding → sentences whose label agrees with the object it favours, favours the other one, is none.

Counted on the training file of CompSent-19; printed by ``python -m evaluation.stance --calibrate``. ``level`` and
``silent`` favour neither object: BETTER and WORSE stand in their first two places. That data set has no label for
equality, so the NONE of ``level`` is read as EQUAL.
"""

_FRAGMENTS: Final = {
    "CUE": r"(?P<cue>[-+<>])",
    "SURE": r"(?P<cue>[-+HL])",
    "ANY": r"(?P<cue>[-+<>HLgbK])",
    # From a subject to its comparative: other members of the subject ("A and C are"), then anything but another
    # object and another clause with a subject of its own.
    "MID": r"(?:(?:,d?w{1,3}){0,3},?&d?w{1,3}(?=[vI]))?"
    r"(?:[^.,&cXY]|[,&c](?![,&c]*(?:d?[wg]{1,3}|d)n?[vI])){0,25}",
    # From "than" or a preposition to its object; a number that is not part of the object's name ends it, and so does
    # "than C for".
    "TO": r"(?:,(?:[vw]{0,2},)?)?(?!0[^XY]|w{1,2}4)(?:[^XY.,&cit+<>-]|&(?!p|d?w{0,2}[XY]?w{0,2}[vI])){0,7}",
    # The same after other things: "than C, D or B".
    "MANY": r"(?!0|d?w{1,2}4)[^XY.citv+<>-]{0,9}[,&]d?w{0,2}",
    # The other object does not follow in the same list: "better than B or A" compares both with a third; nor does
    # what someone thought of it: "better than B expected".
    "ALONE": r"(?!I)(?!w{0,2}(?:[,&]{1,2}d?w{0,2}){0,4}[,&]{1,2}d?w?(?P=s)(?!w{0,2}v))",
    # "then" is read as "than" right before the object.
    "THAN": r"(?P<mark>t|(?<!,)h(?=d?w?[XY]))",
    # The object does not end a list with the other one in it.
    "APART": r"(?<![XY])(?<![XY][&,])(?<![XY]w[&,])(?<![XY][&,]w)(?<![XY],&)(?<![XY][&,]d)(?<![XY],w&)(?<![XY],w,&)",
}


class _Rule(NamedTuple):
    kind: str
    needs: frozenset[str]
    pattern: re.Pattern[str]


def _rule(kind: str, needs: str, frame: str) -> _Rule:
    """Compile a frame.

    Args:
        kind: A key of ``EVIDENCE``.
        needs: Letters of which one must occur, tried before the pattern.
        frame: Parts set apart by blanks: ``S`` the object a positive comparative favours and ``O`` the other one;
            ``!x`` the letters that decide when there is no comparative; ``~9`` up to nine words that name no object,
            ``_9`` the same without a pause; a name of ``_FRAGMENTS``; anything else is a regular expression.
    """
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


_RULES: Final = (
    # S is neither better nor worse than O; S is no better than O and no worse; neither S nor O is better.
    _rule("level", "n", "S _4 !n d?[-+<>][,&]{0,2}nd?[-+<>] [th] TO O"),
    _rule("level", "n", "S _6 !n w?d?[-+<>] _2 t TO O w{0,2}[,&]{1,2}[pv]{0,2}nv?d?[-+<>]"),
    _rule("level", "=S", "S _6 !n w?d?[-+<>] _2 t TO O ,[pd] _3 [=S]"),
    _rule("level", "n", "!n d?w? S w?nd?w? O _5 [-+HA] (?![^.]{0,20}t)"),
    # S is as good as O and cheaper; S and O are equally good, but S is cheaper.
    _rule("contrast", "a", "S (?![^XY.,c]{0,8}n) _8 a [^XY.ac]{1,5}? a TO O ,?[c&]e? (?P<cue>[-+]) (?!T)"),
    _rule("contrast", "=S", "[XY]d?w?&d?w?[XY] _5 [=S] [^XY.n]{0,3}?,?cd?w? S _6 (?P<cue>[-+])"),
    _rule("contrast", "D", "n _3 D _6 [XY]d?w?&d?w?[XY] ,?cd?w? S _6 (?P<cue>[-+])"),
    # S is better in this and O in that: each is better than the other one.
    _rule(
        "level",
        "t",
        "S [^XY.]{0,9}? (?P<cue>[+H]) [^XY.,]{0,6}? !t _3 O ~9 (?P=o) [^XY.]{0,9}? [+H] [^XY.,]{0,6}? t _3 (?P=s)",
    ),
    _rule("level", "f", "f _3 S _3 !T _3 O _9 & (?P=o) _3 T _3 (?P=s)"),
    # S is better than O; it is easier to do S than O; better than O is S; superior to O; not as good as O.
    _rule("than", "t", "CUE [^XY.c]{0,12}? S ~8 !t TO O ALONE"),
    _rule("than", "th", "S MID CUE [^XY.c]{0,12}? THAN TO O ALONE"),
    _rule("than", "th", "S MID CUE [^XY.c]{0,12}? THAN MANY O (?![wdN]{0,2}[vI]) ALONE"),
    _rule("than", "t", "^ [^XY.,v]{0,4}? CUE ~6 !t TO O _4 v d?w{0,2}? S"),
    _rule("than", "t", "^ [^XY.,v]{0,4}? CUE ~6 !t TO O [^XY.&]{0,3}?,d?w? S _2 v"),
    _rule("than", "HL", "S MID (?P<cue>[HL]) _4 !T TO O ALONE"),
    _rule("than", "a", "S MID !2a [^XY.ac]{1,5}? a TO O"),
    _rule("than", "a", "S MID [a=S] [^.]{0,10}? in (?P<cue>[-+])"),
    _rule("level", "a", "S MID a(?P<quality>[gbw]|(?<=[vqN]a)e|(?<=vwa)e|e[wgq]) [^XY.ac]{0,5}? !a TO O"),
    _rule("level", "a", "j d?w? S ae !a d?w? O"),
    _rule("level", "a", "a[gbw] [^XY.,act]{0,4}? S !a [Ww4O]?d?w? O"),
    # S is faster compared to O; compared to O, S is faster.
    _rule("compared", "C", "S MID ANY ~8 !C [TW]? TO O ALONE"),
    _rule("compared", "C", "CUE ~8 S ~6 !C [TW]? TO O ALONE"),
    _rule("compared", "C", "!C [TW] TO O [^XY.&]{0,6}?, _6 S _8 ANY"),
    # Choose S over O; prefer S to O; S beats O; O is beaten by S; O loses to S; O cannot match S.
    _rule("over", "o", "!(?:[fjU+HA]) ~6 S _8 o TO O"),
    _rule("over", "o", "S _8 !(?:[+HAk]) _3 o TO O"),
    _rule("over", "f", "!f ~6 S _6 T TO O"),
    _rule("over", "f", "S _6 !f _3 [oT] TO O"),
    _rule("over", "k", "S _6 !k [^XY.,ctB]{0,4}? O"),
    _rule("over", "k", "O _4 v _1 !k _3 B TO S"),
    _rule("over", "z", "O _6 !z _4 S"),
    _rule("over", "M", "O _3 !n _2 M _2 TO S"),
    _rule("over", "C", "O _2 !n C [TW] TO S"),
    # S over O; S instead of O; rather S than O; switch from O to S; replace O with S.
    _rule("instead", "o", "S w? !o TO O"),
    _rule("instead", "r", "(?P<cue>[-<]) ~12 S ~12 !r[Oth] TO O ALONE"),
    _rule("instead", "r", "S ~12 !r[Oth] TO O ALONE"),
    _rule("instead", "r", "!r ~8 S ~5 t TO O"),
    _rule("instead", "r", "!r [Ot] TO O ~12 S"),
    _rule("instead", "s", "!s ~5 F TO O ~5 T TO S"),
    _rule("instead", "s", "!s ~5 T TO S ~5 F TO O"),
    _rule("instead", "R", "!R _4 O _4 [WB4O] TO S"),
    # S equals O; S and O are the same, there is a tie between them; no difference between S and O; S is no different
    # from O; nothing to choose between them; it does not matter whether S or O; you can't go wrong with S or O; S is
    # better here but O is better there.
    _rule("level", "=S", "S _8 ![=S] _5 [TWFa] TO O"),
    _rule("level", "=", "S != d? O"),
    _rule("level", "=", "S [vI]w?d? !=O TO O"),
    _rule("level", "=", "S d?w?&d?w? O _5 != (?!2)"),
    _rule("level", "S", "S d?w?&d?w? O _5 !S (?=$|[,.?c&4WOTFBa])"),  # not: in the same rack, at the same time
    _rule("level", "=", "S d?w?&d?w? O _3 ,[pd][pv]{0,2} _3 !="),
    _rule("level", "S", "S d?w?&d?w? O ,d? _3 vd? !S (?=$|[,.?])"),
    _rule("level", "=", "!= (?:w?Ed?|ew?) S d?w?&d?w? O"),
    _rule("level", "D", "!n _4 D [^XY.,t]{0,6}? S d?w?&d?w? O"),
    _rule("level", "D", "D [^XY.,]{0,4}? S d?w?&d?w? O v _2 !n"),
    _rule("level", "D", "S d?w?&d?w? O _6 !n w?D"),
    _rule("level", "D", "S _4 !n _1 De?F TO O"),
    _rule("level", "E", "!n [eTjdwf]{0,3}Ed? S d?w?&d?w? O"),
    _rule("level", "J", "!n Ji _3 S d?w?&d?w? O"),
    _rule("level", "j", "!n jbWd? S d?w?&d?w? O"),
    _rule("level", "j", "Wd? S d?w?&d?w? O ,?p !n jb"),
    _rule("level", "M", "S !M d? O 4"),
    _rule("level", "c", "S _6 [vIw] _6 [+H] ~10 c ~6 O _6 [vIw] _6 ![+H]"),
    # Unlike O, S is safe; O lacks what S has; O is good but S is better; S is good, O is bad; X or Y: S wins.
    _rule("contrast", "u", "!u TO O ,? ~4 S _10 ANY"),
    _rule("contrast", "u", "S ,? !u TO O , _10 ANY"),
    _rule("contrast", "u", "S _6 ANY ~6 !u TO O"),
    _rule("contrast", "K", "O _3 !K ~10 S _3 v"),
    _rule("contrast", "c", "O [^.]{0,30}? c [^XY.,]{0,6}? S (?!&) _10 SURE"),
    _rule("contrast", "c", "(?:^|[.,]) _2 c ~6 O ~20 , ~6 S (?!&) _10 SURE"),
    _rule("contrast", "c", "O [^.]{0,30}? c [^XY.,]{0,10}? SURE [^XY.,]{0,3}?[Ww4]d?w? S"),
    _rule("contrast", "gb", "S _3 v _4 !g ~6 [c&,.] [^XY.,]{0,4}? O _6 b"),
    _rule("contrast", "gb", "O _3 v _4 !b ~6 [c&,.] [^XY.,]{0,4}? S _6 g"),
    _rule("contrast", "f", "O ~12 c _4 !f _3 S (?!&)"),
    _rule("contrast", "E", "E d?w?[XY]w?&d?w?[XY] ~6 ![jfU] _3 S (?!&)"),
    _rule("contrast", "+-", "O [^XY]{0,10}? &w (?P<cue>[-+]) ,?d? S"),
    _rule("contrast", "n", "S _8 SURE ~4 ,?nd? O"),
    _rule("contrast", "n", "!(?:[jfU+]) [^XY.n]{0,6}? S _6 ,?nd? O"),
    _rule(
        "contrast", "+-HLgbk", "[XY]d?w?[&,C]d?w?[XY] ~8 [,.] _4 S (?!&) _4 (?:[vI] _5 (?P<cue>[-+HLgb])|(?P<mark>k))"
    ),
    _rule(
        "contrast",
        "+-HL",
        "O (?![^XYv]{0,9}[,&]+d?w?(?P=o)) [^XY]{0,30}? v [^XY]{0,20}? [,.] [^XYv]{0,5}? S (?!&) _8 [vI] _8 SURE",
    ),
    # S is better, and O is only named somewhere.
    _rule("bare", "+-HL", "APART S [wgN]? [vI] _2 SURE (?![^XY.,c]{0,4}[tCiW])"),
)

_BOUND: Final = re.compile(
    r"(?:t[^XY.,cvI&t]{0,9}(?:w&)?|(?:[-+<>]h|[HL=S][^XY.,cvIT]{0,3}T|[gbw]a|o|(?<!T)k)[^XY.,cvI&]{0,3}|h)$"
)
_WORSE: Final = frozenset("-<LbK")
_EITHER: Final = frozenset({"+&-", "-&+", ">&<", "<&>"})
_JOINED: Final = re.compile(r"[-+<>]&[-+<>]")
_UNWANTED: Final = re.compile(r"[bq]|Uae")
_DENIED: Final = re.compile(r"n(?![Nx])|(?<!n)x|Q(?=a)")
_DOUBTED: Final = re.compile(r"(?<!n)x[^XY.,c]{0,3}$")
_REFUTED: Final = re.compile(r"[^XY.,c]{0,3}v[^XY.,c]{0,3}x")
_SUPPOSED: Final = re.compile(r"i|[PU]Tv")
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
    joined = letters[max(0, at - 2) : at + 1]
    if cue and cue in "<>" and _JOINED.match(joined) and joined[0] in "-+":  # stronger and harder
        cue = joined[0]
    if joined.startswith("in"):  # "as good if not better"
        clause = at
    else:
        clause = 1 + max(letters.rfind(border, 0, at - 2 if _JOINED.match(joined) else at) for border in ".,c&")
    denial = _DENIED.search(letters, clause, at) or _DOUBTED.search(letters, 0, subject)
    # "I never said X is better" denies that it was said; "I don't think X is better" denies the comparison.
    of_saying = denial and denial.start() < subject < at and not re.search("[Ix]", letters[denial.start() : subject])
    for_subject = cue is None or cue not in _WORSE
    if cue is not None and cue in "<>":
        kind = "dimension"
    if (
        _REFUTED.match(letters, match.end())
        or of_saying
        or "cP" in letters[:at]
        or _SUPPOSED.search(letters, clause, at)
        or _ASKED.search(letters)
    ):
        kind = "supposed"
    elif joined in _EITHER:
        kind = "level" if denial else "supposed"
    elif denial and "quality" in match.groupdict():
        kind, for_subject = "than", _UNWANTED.search(letters, subject, match.end("quality")) is not None
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
            if tokens[spelling.places[first]].stem in {"more", "less"} and letters[last + 1 : last + 2] in {*"gbqw"}:
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
