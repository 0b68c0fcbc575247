"""What people see in a terminal when they ask why: who voted for whom by which sentences, and what was left out."""

from __future__ import annotations

from textwrap import indent

from engine import schemas
from engine.text.tokens import clean
from generation.sentence_templates import percent
from service.rendering.blocks import count
from service.rendering.terminal import blocks, wrap

_DECISIONS = {
    "equal": "the two are level",
    "undecided": "it is too close to call",
    "insufficient": "there is not enough evidence",
}


def show_explanation(explanation: schemas.Explanation, *, fancy: bool) -> str:
    """Return an explanation as text: the sum, each source with its sentences, what was left out, the largest vote.

    Args:
        explanation: The reasons.
        fancy: Mark words with characters beyond ASCII.
    """
    rest = explanation["share"]["sources"] - explanation["offset"] - len(explanation["votes"])
    return blocks(
        wrap(_summary(explanation)),
        *(
            _source(number, vote, explanation["objects"], fancy=fancy)
            for number, vote in enumerate(explanation["votes"], explanation["offset"] + 1)
        ),
        f"... and {count(rest, 'more source')}." if rest > 0 else "",
        wrap(_without(explanation)),
        _left_out(explanation["left_out"], fancy=fancy),
    )


def _summary(explanation: schemas.Explanation) -> str:
    first, second = map(clean, explanation["objects"])
    share = explanation["share"]
    if not share["sources"]:
        return f"{first} or {second}: nobody votes, so there is nothing to explain but what was left out."
    low, high = explanation["interval"]
    return (
        f"{first} or {second}: {_outcome(explanation)}. "
        f"{count(share['sources'], 'source')} with {count(share['arguments'], 'sentence')} give "
        f"{explanation['first_votes']:.2f} votes to {first} and {explanation['second_votes']:.2f} to {second}: "
        f"a share of {share['first']:.0%} for {first}, with other sources like these {low:.0%} to {high:.0%}. "
        f"A source has one vote on average, more the surer its best sentence, however many it has."
    )


def _outcome(verdict: schemas.Explanation | schemas.Without) -> str:
    outcome = _DECISIONS.get(verdict["decision"], f"{clean(verdict['winner'] or '')} is ahead")
    if verdict["decision"] == "insufficient":
        return outcome
    return f"{outcome} (confidence {percent(verdict['confidence'])})"


def _source(number: int, vote: schemas.SourceVote, objects: list[str], *, fancy: bool) -> str:
    first, second = map(clean, objects)
    cast = [
        f"{size:.2f} for {name}" for size, name in ((vote["first"], first), (vote["second"], second)) if size >= 0.005
    ]
    lines = [wrap(f"{number}. {clean(vote['source'])} votes {' and '.join(cast)}", indent="   ")]
    heard: set[str] = set()
    for said in vote["said"]:
        lines += _shown(said, f"{_reading(said, objects)}{_weight(said, heard)}", fancy=fancy)
        heard.add(said["stance"])
    if vote["sentences"] > len(vote["said"]):
        lines.append(f"   ... and {count(vote['sentences'] - len(vote['said']), 'weaker sentence')}")
    return "\n".join(lines)


def _shown(weighed: schemas.Weighed, remark: str, *, fancy: bool) -> list[str]:
    """Return a sentence, and below it what is said of it."""
    return [indent(wrap(f"- {_marked(weighed, fancy=fancy)}"), "   "), indent(wrap(remark), "     ")]


def _reading(weighed: schemas.Weighed, objects: list[str]) -> str:
    """Return whom a sentence speaks for, and the probabilities that are not negligible."""
    names = {"FIRST": clean(objects[0]), "SECOND": clean(objects[1]), "EQUAL": "equal", "NONE": "no comparison"}
    likely = sorted(weighed["probabilities"].items(), key=lambda each: -each[1])
    return ", ".join(f"{names[stance]} {p:.0%}" for stance, p in likely if p >= 0.01)


def _weight(said: schemas.Said, heard: set[str]) -> str:
    others = f"; {len(said['sources'])} sources say this" if len(said["sources"]) > 1 else ""
    if said["outvoted"]:
        return f"; weight {said['weight']:.2f}, outvoted within its source{others}"
    again = ", says the same again" if said["stance"] in heard else ""
    half = ", half for each" if said["stance"] == "EQUAL" else ""
    return f"; weight {said['weight']:.2f}{half}{again}{others}"


def _marked(weighed: schemas.Weighed, *, fancy: bool) -> str:
    """Return a sentence with the words that decided between signs."""
    before, after = ("«", "»") if fancy else ("*", "*")
    text = weighed["sentence"]
    for span in sorted(weighed["markers"], key=lambda span: span["start"], reverse=True):
        start, end = span["start"], span["end"]
        if text[start:end] == span["text"]:
            text = f"{text[:start]}{before}{text[start:end]}{after}{text[end:]}"
    return clean(text)


def _left_out(left_out: schemas.LeftOut, *, fancy: bool) -> str:
    reasons = [
        (left_out["none"], "sentence", "without a comparison, as it seems"),
        (left_out["questions"], "question", ""),
        (left_out["copies"], "copy", "of other sentences"),
        (left_out["unread"], "sentence", "beyond the depth of the search"),
    ]
    told = [
        f"{count(number, noun, 'copies' if noun == 'copy' else '')} {which}".strip()
        for number, noun, which in reasons
        if number
    ]
    if not told:
        return "Nothing was left out."
    lines = [wrap(f"Left out: {', '.join(told)}.")]
    for one in left_out["sentences"]:
        lines += _shown(one, f"no comparison {one['probabilities']['NONE']:.0%}", fancy=fancy)
    return "\n".join(lines)


def _without(explanation: schemas.Explanation) -> str:
    without, first = explanation["without_strongest"], clean(explanation["objects"][0])
    if without is None:
        return ""
    share = without["share"]
    if not share["sources"]:
        return f"Without {clean(without['source'])} nobody would vote."
    same = (without["decision"], without["winner"]) == (explanation["decision"], explanation["winner"])
    return (
        f"Without {clean(without['source'])}, which has the largest vote, the share of {first} would be "
        f"{share['first']:.0%} instead of {explanation['share']['first']:.0%}: "
        f"{'as before, ' if same else ''}{_outcome(without)}."
    )
