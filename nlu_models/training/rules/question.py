"""Where the objects, aspects and predicates of a question stand.

The grammar looks for a pivot, the word that sets things against each other ("A **or** B", "A is better **than** B",
"the difference **between** A and B"), and takes the noun phrases on its two sides. Without a pivot it looks for the
class that a superlative chooses from.
"""

from __future__ import annotations

import re
from itertools import chain

from engine.text.tokens import word_set
from engine.types import Label
from nlu_models.training.rules.chunks import AFTER, BEFORE, LONGEST, Parse

CHOOSING = word_set(
    """buy choose get learn pick study take use read watch visit join eat drink order wear try like want need own play
    love hire rent prefer recommend trust go major write decide select"""
)
"""Verbs whose object is compared: "learn A or B" compares A and B, "stay at home or travel" compares what one does."""


def label_question(parse: Parse) -> None:
    """Label the objects, aspects and predicates of a question; set ``parse.pivot`` when it names its options."""
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
    name = range(last.start, next((at for at in last if not parse.capital(at)), last.stop))
    head = range(name.stop, last.stop)
    own = {parse.lower[at] for at in head}
    shared = all(parse.capital(at) and parse.lower[at] not in own for at in chain(*others))
    noun = all(parse.kinds[at] in "nV" for at in head)
    return [*others, name] if name and shared and noun else objects


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
        first = parse.subject(predicate)
        if not first:
            to = parse.kinds.find("t", predicate, than)
            first = parse.trimmed(max(predicate, to) + 1, than)
            action = parse.kinds[second.start] == "V"
            if first and parse.kinds[first.start] == "V" and not action and len(first) > 1:
                first = parse.trimmed(first.start + 1, first.stop)
        return [item for item in (first, second, *_more(parse, stop, "|")) if item]
    return []


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
    what = parse.lower.index("what") if "what" in parse.lower else len(parse.lower)
    for at in parse.all("|"):
        before = parse.kinds[max(0, at - LONGEST) : at]
        if parse.kind(at + 1) in "!.:,w" or (parse.kind(at + 1) in "CM" and parse.kind(at - 1) in "CM"):
            continue
        if what < at and re.search(r"[SGW][^.:,v]*$", before):
            continue
        first, (last, stop) = parse.left(at), parse.right(at + 1)
        better = re.search(r"C(?:f[dnJo]{1,5})?t([nVA][^.:,|]{0,25})$", before)
        acting = re.search(r"[ot](V[^.:,|whv]{0,25})$", before)
        if better and parse.word(at - len(better[1])) not in CHOOSING:
            first = parse.trimmed(at - len(better[1]), at)
        elif acting and len(last) > 1 and parse.kinds[last.start] == "V":
            first = parse.trimmed(at - len(acting[1]), at)
        if parse.kind(at + 1) == "i":
            shared = next((place for place in first[:-1] if parse.lower[place] == parse.lower[at + 1]), first.start - 1)
            first = parse.trimmed(shared + 1, first.stop)
        if len(last) > 1 and parse.word(last.stop - 1) == "first":
            last = parse.trimmed(last.start, last.stop - 1)
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
        opening = item.start - 1
        while parse.kind(opening) == "d":
            opening -= 1
        if not item or parse.kind(opening) in "fiCMSTo" or parse.shape(item) == "V":
            return items[::-1]
        items.append(item)
        first = item


def _alternatives(parse: Parse, items: list[range]) -> list[range]:
    """Tell what is chosen from the words before it: the verb of "buy A or B", the aspect of "more fans A or B"."""
    first, second = items[0], items[1]
    before = parse.kind(first.start - 1)
    if len(first) > 1 and parse.kinds[first.start] == "V" and before in "otv":
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
            first, second = parse.subject(at), parse.right(link + (not transitive))[0]
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
            first, (second, _) = parse.subject(match.start()), parse.right(match.end())
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
            first, (second, _) = parse.left(at, BEFORE + "D"), parse.right(at + 1)
            verb = parse.word(first.start) if len(first) > 1 else ""
            if verb == "replace" or (word == "over" and verb in CHOOSING):
                first = parse.trimmed(first.start + 1, first.stop)
            elif word != "over" or parse.kinds[max(0, first.start - 2) : first.start] != "Di":
                continue
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
    """Label the class of the superlative at a word; return the word after all that belongs to it."""
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


_RANKED = word_set("grossing serving running selling paid rated known lasting growing ranking scoring")
"""Participles that a superlative is the measure of: "highest paid", "longest running"."""


def _asks_for(parse: Parse, at: int) -> bool:
    """Return whether a superlative, or a weaker word near the head of a question, asks for the members of a class."""
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
    match = re.match(r"[^whv.:,]{0,8}w(d?[nJG#&i]{1,8}?)[vVbM]|v([nJG#&]{1,6})d?[ST]", parse.kinds)
    if not match:
        return False
    return parse.mark(Label.OBJECT, parse.trimmed(*match.span(match.lastindex or 1)))


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
        if parse.mark(Label.OBJECT, parse.subject(at)):
            return


def label_merits(parse: Parse) -> None:
    """Label "A" in "the advantages of A"."""
    for at in parse.all("D"):
        if parse.word(at + 1) in {"of", "to", "for", "in"}:
            parse.mark(Label.OBJECT, parse.right(at + 2, ".:,whx|f")[0])
            return


def label_predicates(parse: Parse) -> None:
    """Label the words that compare; in "more popular" the adjective is an aspect."""
    for match in re.finditer(r"[DE](?:[&|]?[DE])*|[#W]*S(?:&S)*|W|T|C(?:&C)*|M|K+|G|P", parse.kinds):
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
    """Label what a comparison is about: "for kids", "in terms of price", "a better battery", "easier to learn"."""
    for at in parse.all("f"):
        if parse.kind(at + 1) != "f":
            _label_each(parse, parse.right(at + 1, ".:,|wh>xCM")[0])
    for match in re.finditer(r"[CM](?=[nJGi#t])", parse.kinds):
        at = match.end()
        classed = parse.kinds[max(0, at - 2) : at] == "dC" and parse.kind(at) not in "it"
        adverbial = parse.kind(at) == "i" and parse.lower[at] not in {"in", "at", "with", "on"}
        action = parse.kind(at) == "t" and parse.lower[at - 1] == "better"
        if not (classed or adverbial or action):
            _label_each(parse, parse.right(at, "wh.:,|x>fv")[0])


def _label_each(parse: Parse, phrase: range) -> None:
    """Label the coordinated aspects of a phrase one by one, up to the first word that has a label."""
    phrase = parse.unmarked(phrase)
    for match in re.finditer(r"[^&]+", parse.shape(phrase)):
        parse.mark(Label.ASPECT, parse.trimmed(phrase.start + match.start(), phrase.start + match.end()))
