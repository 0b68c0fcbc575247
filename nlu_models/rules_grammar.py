"""Where the objects, aspects and predicates of a comparative question stand: rules on the kinds of its words.

The grammar looks for a pivot, the word that sets things against each other ("A **or** B", "A is better **than** B",
"the difference **between** A and B"), and takes the noun phrases on its two sides. Without a pivot it looks for the
class that a superlative chooses from. A phrase is a ``range`` of word numbers; every scan is bounded by ``LONGEST``, so
the time is linear in the length of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from engine.types import Label, Span
from nlu_models.rules_lexicon import words

LONGEST = 25
"""Words of the longest phrase."""
BEFORE = "whv!.:,|x>CMSTPKfto"
"""Kinds that end a noun phrase on its left."""
AFTER = "whvf.:,|x>CMSTPKt"
"""Kinds that end a noun phrase on its right."""
CHOOSING = frozenset(
    """buy choose get learn pick study take use read watch visit join eat drink order wear try like want need own play
    love hire rent prefer recommend trust go major write decide select""".split()
)
"""Verbs whose object is compared: "learn A or B" compares A and B, "stay at home or travel" compares what one does."""


class Parse:
    """A text in words, with what has been found in it.

    Attributes:
        kinds: The kinds of the words, a string.
        lower: The words in lower case.
        pivot: Name of the pivot that gave the objects, empty without one.
    """

    def __init__(self, text: str) -> None:
        """Cut ``text`` into words."""
        self.text = text
        self.words = words(text)
        self.kinds = "".join(word.kind for word in self.words)
        self.lower = [word.lower for word in self.words]
        self.pivot = ""
        self._labels: list[Label | None] = [None] * len(self.words)
        self._found: list[tuple[int, int, Label]] = []

    def kind(self, at: int) -> str:
        """Return the kind of a word; of a full stop beyond the text."""
        return self.kinds[at] if 0 <= at < len(self.kinds) else "."

    def word(self, at: int) -> str:
        """Return a word; the empty string beyond the text."""
        return self.lower[at] if 0 <= at < len(self.lower) else ""

    def capital(self, at: int) -> bool:
        """Return whether a word is written like a name."""
        return self.words[at].named or self.text[self.words[at].start].isupper()

    def all(self, kinds: str) -> Iterator[int]:
        """Yield where words of these kinds stand."""
        return (at for at, kind in enumerate(self.kinds) if kind in kinds)

    def shape(self, phrase: range) -> str:
        """Return the kinds of the words of a phrase."""
        return self.kinds[phrase.start : phrase.stop]

    def mark(self, label: Label, phrase: range) -> bool:
        """Label a phrase, unless it is empty or a part of it is labelled; return whether it was."""
        if not phrase or any(self._labels[phrase.start : phrase.stop]):
            return False
        self._labels[phrase.start : phrase.stop] = [label] * len(phrase)
        self._found.append((phrase.start, phrase.stop, label))
        return True

    def unmarked(self, phrase: range) -> range:
        """Return the beginning of a phrase up to the first labelled word."""
        return self.trimmed(phrase.start, next((at for at in phrase if self._labels[at]), phrase.stop))

    def spans(self) -> tuple[Span, ...]:
        """Return what was labelled, by ascending start."""
        ends = ((self.words[first].start, self.words[stop - 1].end, label) for first, stop, label in sorted(self._found))
        return tuple(Span(start, end, self.text[start:end], label) for start, end, label in ends)

    def opening(self) -> str:
        """Return the kind of the first telling word of the sentence with the first object, ``.`` without one."""
        at = min((start for start, _, label in self._found if label is Label.OBJECT), default=0)
        while at > 0 and self.kinds[at - 1] not in ".:":
            at -= 1
        while self.kind(at) in "&b,io":
            at += 1
        return self.kind(at)

    def trimmed(self, start: int, stop: int) -> range:
        """Return a phrase without the articles, adverbs, prepositions and signs at its two ends."""
        while start < stop and self.kinds[start] in "dbA!&,:ioft":
            start += 1
        while start < stop and self.kinds[stop - 1] in "dbt!vo&,:.i|fA":
            stop -= 1
        return range(start, stop)

    def right(self, start: int, stops: str = AFTER) -> tuple[range, int]:
        """Return the noun phrase that begins at ``start``, and the word that stopped it."""
        at = start
        while self.kind(at) in "dbAit":
            at += 1
        if (self.kind(at) in "CSMT" and self.kind(at + 1) in "nJVG#") or self.word(at) in {"be", "have", "do"}:
            at += 1
        limit = min(len(self.kinds), start + LONGEST)
        while at < limit and self.kinds[at] not in stops:
            at += 1
        return self.trimmed(start, at), at

    def left(self, stop: int, stops: str = BEFORE) -> range:
        """Return the noun phrase that ends before ``stop``: back to a stopping kind, or to its article."""
        while self.kind(stop - 1) in "bA,!":
            stop -= 1
        start = stop
        limit = max(0, stop - LONGEST)
        while start > limit and self.kinds[start - 1] not in stops:
            inner = self.kind(start - 2) == "i" or self.word(start - 2).endswith("ing")
            if self.kinds[start - 1] == "d" and not (inner and start > 2):
                break
            start -= 1
        return self.trimmed(start, stop)

    def listed(self, start: int, joints: str) -> list[range]:
        """Return the items of an enumeration such as "A, B and C" that begins at ``start``."""
        items: list[range] = []
        while True:
            while self.kind(start) in joints:
                start += 1
            item, at = self.right(start, AFTER + "&")
            if not item:
                return items
            items.append(item)
            comma = self.kind(at) == "," and re.match(r",[^.:,vwh]{0,12}[,&|]", self.kinds[at : at + 16])
            if self.kind(at) not in joints and not comma:
                return items
            start = at + 1


def label_question(parse: Parse) -> None:
    """Label a question."""
    objects = find_objects(parse)
    for phrase in objects:
        parse.mark(Label.OBJECT, phrase)
    if not objects:
        label_classes(parse)
        label_merits(parse)
        label_subject(parse)
    label_predicates(parse)
    label_aspects(parse)


def find_objects(parse: Parse) -> list[range]:
    """Return the things that a question sets against each other, in order.

    Returns:
        Two or more phrases; one when the other is a pronoun ("is it better than A"); none when nothing is compared.
    """
    alone: list[range] = []
    for pivot in (_between, _compare, _than, _versus, _or, _likeness, _as, _both, _instead):
        objects = pivot(parse)
        if len(objects) > 1:
            parse.pivot = pivot.__name__[1:]
            return _without_shared_head(parse, objects)
        alone = alone or objects
    return alone


def _without_shared_head(parse: Parse, objects: list[range]) -> list[range]:
    """Return "Canon" and "Nikon" for "Canon or Nikon cameras": a noun after the last name belongs to all of them."""
    *others, last = objects
    names = next((at for at in last if not parse.capital(at)), last.stop)
    head = range(names, last.stop)
    if (
        names == last.start
        or any(parse.kinds[at] not in "nV" for at in head)
        or not all(parse.capital(at) and parse.lower[at] not in parse.lower[names : last.stop] for at in chain(*others))
    ):
        return objects
    return [*others, range(last.start, names)]


def _between(parse: Parse) -> list[range]:
    """Read "difference between A and B", "which is better among A, B and C", "pros and cons of A vs B"."""
    weighed = re.search("[DECKPMw]", parse.kinds) or not {"choose", "decide", "confused"}.isdisjoint(parse.lower)
    for at, word in enumerate(parse.lower):
        if word in {"between", "among", "amongst"} and weighed:
            items = parse.listed(at + 1, "&|x")
            if len(items) > 1:
                return items
    for at in parse.all("D"):
        if parse.kind(at + 1) not in "&D":
            items = parse.listed(at + 1, "&|x")
            if len(items) > 1:
                return items
    return []


def _compare(parse: Parse) -> list[range]:
    """Read "compare A and B", "compare A with B"."""
    for at in parse.all("K"):
        if parse.word(at) in {"compare", "comparing", "contrast"} and parse.kind(at + 1) not in "tiK.":
            first, stop = parse.right(at + 1, AFTER + "&i")
            if first and parse.kind(stop) in "&tix,":
                return [first, *parse.listed(stop + 1, "&|x")]
    return []


def _than(parse: Parse) -> list[range]:
    """Read "A is better than B", "a better C than B", "it is easier to do A than B"."""
    for than in parse.all(">"):
        start = than + 1
        if parse.kinds[start : start + 2] == "ov":
            start += 2
        second, stop = parse.right(start)
        predicate = next((at for at in range(than - 1, max(-1, than - LONGEST), -1) if parse.kinds[at] in "CM"), None)
        if predicate is None and parse.word(than - 1) == "rather":
            predicate = than - 1
        if not second or predicate is None:
            continue
        first = _subject(parse, predicate)
        if not first:
            to = parse.kinds.find("t", predicate, than)
            first = parse.trimmed(max(predicate, to) + 1, than)
            action = parse.kinds[second.start] == "V"
            if first and parse.kinds[first.start] == "V" and not action and len(first) > 1:
                first = parse.trimmed(first.start + 1, first.stop)
        return [item for item in (first, second, *_more(parse, stop, "|")) if item]
    return []


def _subject(parse: Parse, predicate: int) -> range:
    """Return what a predicate is said of: "A" in "is A said to be a better …", in "does A work as well"."""
    window = max(0, predicate - LONGEST)
    said = re.search(r"(?:[VJ]?t|[vbA!d])*(?:v[bA!]*V[bA]*)?i?$", parse.kinds[window:predicate])
    stop = window + said.start() if said else predicate
    phrase = parse.left(stop, BEFORE.replace("f", ""))
    if parse.word(phrase.start - 1 - (parse.kind(phrase.start - 1) == "d")) in _DOING and len(phrase) > 1:
        verb = next((at for at in phrase[1:] if parse.kinds[at] == "V" and not parse.lower[at].endswith("ing")), None)
        if verb is None and stop == predicate and parse.kinds[predicate] in "CM":
            verb = phrase.stop - 1
        if verb is not None:
            parse.mark(Label.ASPECT, parse.trimmed(verb, phrase.stop))
            return parse.trimmed(phrase.start, verb)
    while len(phrase) > 1 and parse.kinds[phrase.stop - 1] == "V":
        phrase = parse.trimmed(phrase.start, phrase.stop - 1)
    return phrase


_DOING = frozenset("do does did don doesn didn can could will would".split())
"""Auxiliaries that a main verb follows."""


def _more(parse: Parse, at: int, joints: str) -> list[range]:
    """Return the further items after the last one of a pair: "… or C or D"."""
    items = []
    while parse.kind(at) in joints:
        item, at = parse.right(at + 1)
        if item:
            items.append(item)
    return items


def _or(parse: Parse) -> list[range]:
    """Read "A or B", "A, B or C"."""
    for at in parse.all("|"):
        before = parse.kinds[max(0, at - LONGEST) : at]
        if parse.kind(at + 1) in "!.:,w" or (parse.kind(at + 1) in "CM" and parse.kind(at - 1) in "CM"):
            continue
        if "what" in parse.lower[:at] and re.search(r"[SGW][^.:,v]*$", before):
            continue
        first, (last, stop) = parse.left(at), parse.right(at + 1)
        better = re.search(r"C(?:f[dnJo]{1,5})?t([nVA][^.:,|]{0,25})$", before)
        if better and parse.word(at - len(better[1])) not in CHOOSING:
            first = parse.trimmed(at - len(better[1]), at)
        if first and last:
            items = [*_earlier(parse, first), first, last, *_more(parse, stop, "|")]
            return _alternatives(parse, items)
    return []


def _earlier(parse: Parse, first: range) -> list[range]:
    """Return the items of an enumeration before ``first``."""
    items: list[range] = []
    while True:
        comma = first.start - 1
        while parse.kind(comma) == "d":
            comma -= 1
        item = parse.left(comma) if parse.kind(comma) == "," else range(0)
        if not item or parse.kind(item.start - 1) in "fiCMSTo" or parse.shape(item) == "V":
            return items[::-1]
        items.append(item)
        first = item


def _alternatives(parse: Parse, items: list[range]) -> list[range]:
    """Tell what is chosen from the words before it: the verb of "buy A or B", the aspect of "more fans A or B"."""
    first, second = items[0], items[1]
    before = parse.kind(first.start - 1)
    if len(first) > 1 and parse.kinds[first.start] == "V" and before in "ot":
        actions = parse.kinds[second.start] == "V" and len(second) > 1
        if not actions and (before == "o" or parse.word(first.start) in CHOOSING):
            first = parse.trimmed(first.start + 1, first.stop)
    elif len(first) > 1 and (before in "Mfi" or parse.kinds[max(0, first.start - 2) : first.start] == "dC"):
        first = _name_at_end(parse, first, len(second))
    return [first, *items[1:]]


def _name_at_end(parse: Parse, phrase: range, size: int) -> range:
    """Return the last name of a phrase, by its capitals or else as long as its rival."""
    start = phrase.stop
    while start > phrase.start and (parse.words[start - 1].named or parse.kinds[start - 1] in "i#d"):
        start -= 1
    named = parse.trimmed(start, phrase.stop)
    if named:
        return named
    start = max(phrase.start, phrase.stop - size)
    while start < phrase.stop - 1 and parse.kinds[start] in "AJG":
        start += 1
    return range(start, phrase.stop)


def _versus(parse: Parse) -> list[range]:
    """Read "A vs B", "A versus B versus C"."""
    for at in parse.all("x"):
        first, (second, stop) = parse.left(at), parse.right(at + 1)
        if first and second:
            return [first, second, *_more(parse, stop, "x|")]
    return []


def _likeness(parse: Parse) -> list[range]:
    """Read "A differs from B", "A is the same as B", "A compared to B", "A beats B", "prefer A over B"."""
    for at in parse.all("EKP"):
        word = parse.word(at)
        if word.startswith(("prefer", "favo")) and parse.kind(at + 1) not in "ti":
            first, stop = parse.right(at + 1, AFTER + "i")
            second = parse.right(stop + 1)[0] if parse.word(stop) in {"over", "to"} else range(0)
        elif not word.startswith("win"):
            link = at + 1 + (parse.word(at + 1) in {"thing", "things", "kind"})
            transitive = word.startswith(("beat", "outperform"))
            if not transitive and (parse.kind(link) not in "ti>" or parse.word(link) == "in"):
                continue
            first, second = _subject(parse, at), parse.right(link + (not transitive))[0]
            if not first and re.match("wv", parse.kinds):
                first, _ = parse.right(2, AFTER + "&")
            degree = re.fullmatch(r"([^bA]+)[bA]+[JGn]+", parse.shape(first))
            if degree:
                first = range(first.start, first.start + degree.end(1))
        else:
            continue
        if first and second:
            return [first, second]
    return []


def _as(parse: Parse) -> list[range]:
    """Read "A is as good as B"."""
    for match in re.finditer(r"i[bA]?[JGVnA]{1,2}i", parse.kinds):
        if parse.word(match.start()) == "as" == parse.word(match.end() - 1):
            first, (second, _) = _subject(parse, match.start()), parse.right(match.end())
            if first and second:
                return [first, second]
    return []


def _both(parse: Parse) -> list[range]:
    """Read "how do A and B differ", "are A and B the same"."""
    if not any(parse.all("EKD")) and "common" not in parse.lower:
        return []
    for at in parse.all("&"):
        first, (second, _) = parse.left(at, BEFORE + "D"), parse.right(at + 1, AFTER + "EDd")
        if first and second:
            return [first, second]
    return []


def _instead(parse: Parse) -> list[range]:
    """Read "switch from A to B", "choose A over B", "replace A with B"."""
    for at, word in enumerate(parse.lower):
        if word == "from":
            first, stop = parse.right(at + 1)
            second = parse.right(stop + 1)[0] if parse.kind(stop) == "t" else range(0)
        elif word in {"over", "with", "by"}:
            first, (second, _) = parse.left(at), parse.right(at + 1)
            verb = parse.word(first.start) if len(first) > 1 else ""
            if not (verb == "replace" or (word == "over" and verb in CHOOSING)):
                continue
            first = parse.trimmed(first.start + 1, first.stop)
        else:
            continue
        if first and second:
            return [first, second]
    return []


def label_classes(parse: Parse) -> None:
    """Label what a superlative chooses from, or what a question asks the merits of."""
    stop = 0
    for at in parse.all("STWG"):
        if at >= stop and _asks_for(parse, at):
            stop = _label_class(parse, at)
    if not stop:
        _label_asked(parse)


def _label_class(parse: Parse, at: int) -> int:
    rest = at + 1
    while parse.kind(rest) in "SWG#" or parse.kinds[rest : rest + 2] == "&S":
        rest += 1 + (parse.kind(rest) == "&")
    if parse.kind(rest - 1) == "T" or parse.word(rest) in _RANKED:
        rest = _degree(parse, rest)
    asked = _label_asked(parse) or _label_holder(parse, at)
    phrase, stop = parse.right(rest, ".:,h")
    cut = next((i for i in phrase if i > phrase.start and _splits(parse, at, i)), phrase.stop)
    parse.mark(Label.ASPECT if asked else Label.OBJECT, parse.trimmed(phrase.start, cut))
    if parse.kind(cut) in "ft" or parse.word(cut) == "by":
        tail, stop = parse.right(cut + 1, ".:,hx|ST")
        parse.mark(Label.ASPECT, tail)
    return stop if parse.kind(cut) != "&" else cut


_RANKED = frozenset("grossing serving running selling paid rated known lasting growing ranking scoring".split())
"""Participles that a superlative is the measure of: "highest paid", "longest running"."""


def _asks_for(parse: Parse, at: int) -> bool:
    return parse.kinds[at] in "ST" or bool(re.search(r"[wv][^.:]{0,8}$", parse.kinds[max(0, at - 9) : at]))


def _degree(parse: Parse, at: int) -> int:
    """Label the adjective that "most" or "more" belongs to; return the word after it."""
    stop = at
    while parse.kind(stop) == "A":
        stop += 1
    if parse.kind(stop) in "JG" and parse.kind(stop + 1) != "i":
        parse.mark(Label.ASPECT, range(at, stop + 1))
        return stop + 1
    return at


def _splits(parse: Parse, superlative: int, at: int) -> bool:
    """Return whether a word ends the class: "laptop | for students", "the first woman | to fly", "… | and why"."""
    kind = parse.kinds[at]
    if kind == "&":
        return parse.kind(at + 1) in "whvo"
    return kind == "f" or parse.lower[at] == "by" or (kind == "t" and parse.kinds[superlative] == "W")


def _label_asked(parse: Parse) -> bool:
    """Label the class of "which laptop is …", "what books should I …"."""
    match = re.match(r"[^whv.:,]{0,8}w(d?[nJG#&i]{1,8}?)[vVbM]", parse.kinds)
    if not match:
        return False
    return parse.mark(Label.OBJECT, parse.trimmed(*match.span(1)))


def _label_holder(parse: Parse, at: int) -> bool:
    """Label the "who" of "who has the most …"; "who is the …" names the class after the superlative."""
    match = re.match(r"w[v!]*", parse.kinds[:at])
    if not match or parse.word(0) != "who" or "be" in parse.lower[1:at]:
        return False
    held = parse.kind(match.end()) == "V" or parse.word(match.end() - 1) in {"has", "have", "had"}
    if not held or parse.word(match.end()) in {"become", "became"}:
        return False
    if parse.word(match.end()) not in {"won", "got", "has", "have", "had"}:
        parse.mark(Label.ASPECT, range(match.end(), match.end() + (parse.kind(match.end()) == "V")))
    return parse.mark(Label.OBJECT, range(1))


def label_subject(parse: Parse) -> None:
    """Label "A" in "is A better?"."""
    for at in parse.all("CM"):
        if parse.mark(Label.OBJECT, _subject(parse, at)):
            return


def label_merits(parse: Parse) -> None:
    """Label "A" in "the advantages of A"."""
    for at in parse.all("D"):
        if parse.word(at + 1) in {"of", "to", "for", "in"} and parse.mark(
            Label.OBJECT, parse.right(at + 2, ".:,whx|f")[0]
        ):
            return


def label_predicates(parse: Parse) -> None:
    """Label the words that compare; in "more popular" the adjective is an aspect."""
    for match in re.finditer(r"[DE](?:[&|][DE])*|[#W]*S(?:&S)*|W|T|C(?:&C)*|M|K+|G|P", parse.kinds):
        start, stop = match.span()
        kind = parse.kinds[start]
        if kind == "K" and parse.word(start) == "compared" and parse.kind(stop) in "ti":
            stop += 1
        if kind == "G" and parse.word(start - 1) == "some":
            start -= 1
        parse.mark(Label.PREDICATE, range(start, stop))
        if kind in "MT":
            _degree(parse, stop)


def label_aspects(parse: Parse) -> None:
    """Label what the comparison is about: "for students", "in terms of price", "a better battery", "easier to learn"."""
    for at in parse.all("f"):
        if parse.kind(at + 1) != "f":
            phrase, _ = parse.right(at + 1, ".:,|wh>xCM")
            parse.mark(Label.ASPECT, parse.unmarked(phrase))
    for match in re.finditer(r"[CM](?=[nJGi#t])", parse.kinds):
        at = match.end()
        if parse.kind(at) == "i" and parse.lower[at] not in {"in", "at", "with", "on"}:
            continue
        if parse.kinds[max(0, at - 2) : at] == "dC" and parse.kind(at) not in "it":
            continue
        if parse.kind(at) == "t" and parse.lower[at - 1] == "better":
            continue
        phrase, _ = parse.right(at, "wh.:,|x>fv&")
        parse.mark(Label.ASPECT, parse.unmarked(phrase))


_GENERIC = frozenset(
    "choice option alternative way thing things job place idea product kind shape one solution deal".split()
)
"""Nouns after a comparative that say nothing: "a better choice"."""


def label_statement(parse: Parse) -> None:
    """Label a comparative statement: the names on both sides of "than", predicates in one piece, aspects at hand."""
    for match in re.finditer(r"M[bA]*(?:[JAG]|n(?=[>.,&t|]))|[CM]|i[bA]?[JG]i", parse.kinds):
        start, stop = match.span()
        likened = parse.kinds[start] == "i"
        if likened and not parse.word(start) == "as" == parse.word(stop - 1):
            continue
        parse.mark(Label.PREDICATE, range(start - (parse.word(start - 1) == "no"), stop))
        _label_reach(parse, start, stop)
        limit = min(len(parse.kinds), stop + LONGEST)
        than = next((at for at in range(stop, limit) if parse.kinds[at] in ">."), limit)
        if likened or parse.word(start) in {"superior", "inferior", "preferable"}:
            than = stop - 1
        elif parse.kind(than) != ">":
            than = limit
        subject = _subject(parse, start)
        if than < limit:
            parse.pivot = "than"
            _label_names(parse, parse.right(than + 1, "whv.:x>CMSTf")[0])
            subject = subject or parse.left(than)
        _label_names(parse, subject, subject=True)
        while parse.kind(subject.start - 1) in "|,":
            subject = parse.left(subject.start - 1)
            _label_names(parse, subject, subject=True)


def _label_names(parse: Parse, phrase: range, *, subject: bool = False) -> None:
    """Label the names in a phrase: "fox" in "the fox news"; in "the graphics of the wii" what is judged as well."""
    for match in re.finditer(r"[nVJG#qA]+", parse.shape(phrase)):
        first, stop = phrase.start + match.start(), phrase.start + match.end()
        while first < stop and parse.kinds[first] in "JGA#V":
            first += 1
        if first == stop:
            first -= 1
            if parse.kinds[first] == "V":
                continue
        last = first + 1
        while last < stop and (parse.kinds[last] == "#" or (parse.capital(last) and parse.capital(first))):
            last += 1
        if subject and parse.kind(stop) == "i" and stop < phrase.stop:
            parse.mark(Label.ASPECT, range(first, stop))
            continue
        parse.mark(Label.OBJECT, range(first, last))
        if parse.kind(stop) not in "|&,":
            return


def _label_reach(parse: Parse, start: int, stop: int) -> None:
    """Label the aspects next to a predicate: "better graphics", "easier to use", "better for kids", "sells faster"."""
    if parse.kinds[stop : stop + 2] == "tV" or parse.kind(stop) == "f" or parse.word(stop) in {"in", "at"}:
        phrase, _ = parse.right(stop + 1, "whv.:,|x>CMd")
        parse.mark(Label.ASPECT, range(phrase.start, min(phrase.stop, phrase.start + 1)))
    elif parse.kind(stop) in "nJV":
        phrase, _ = parse.right(stop, "whv.:,|x>CMdiftV")
        if phrase and parse.lower[phrase.stop - 1] not in _GENERIC:
            parse.mark(Label.ASPECT, phrase)
    at = start
    while parse.kind(at - 1) in "bA":
        at -= 1
    if parse.kind(at - 1) == "V" and parse.kind(stop) == ">":
        parse.mark(Label.ASPECT, range(at - 1, at))
