"""What is different from a comparison made before: the verdict, the count, the sentences that were left out."""

from __future__ import annotations

from collections.abc import Collection

from actions.views.evidence import arguments
from actions.views.parts import finish
from actions.views.verdicts import ahead, conclusion
from engine.text.tokens import clean
from engine.types import Answer, Comparison, Standings
from engine.types.document import Blocks, own_words
from generation.answer_builder import AnswerBuilder, Beside, listed, plain
from generation.evidence import Evidence
from generation.question_focus import called
from generation.sentence_templates import capitalised, division


def change(found: Comparison | Standings, before: Comparison | Standings) -> str:
    """Return whether the verdict on the whole has changed, and what it is now, in a sentence."""
    now, then = conclusion(found), conclusion(before)
    if now != then:
        return f"That changes the whole: now {now}."
    stays = now.replace("it is ", "it stays ").replace("there is not", "there is still not")
    return f"Overall {stays}." if stays != now else f"Overall nothing changes: {now}."


def turned(found: Comparison | Standings, without: Comparison | Standings) -> str:
    """Return which points of view make a comparison end as it does; empty where it would without them.

    Args:
        found: With the points of view.
        without: What was found without any of them.
    """
    named = {name for argument in arguments(found) for name in argument.aspects}
    heard = [one.name for one in found.aspects if one.name in named]
    then, (winner, *_) = conclusion(without), ahead(found)
    if not heard or conclusion(found) == then:
        return ""
    names = [name for name in heard if winner and ahead(found, [name])[0] == winner] or heard
    points = capitalised("".join(map(str, listed([[plain(called(name))] for name in names]))))
    makes, them = ("make", "them") if len(names) > 1 else ("makes", "it")
    return f"{points}, which you weigh, {makes} the difference: without {them}, {then}. "


def changes(found: Comparison | Standings, before: Comparison | Standings, *, counted: bool = True) -> Answer:
    """Return how the sources divide now, and what that changes of the verdict on the whole.

    Args:
        found: What was found now.
        before: What was found before.
        counted: Whether that is told even where it changes nothing; no, where the verdict is told besides.
    """
    builder = AnswerBuilder(found.objects)
    if counted and isinstance(found, Comparison):
        first, *rest = division(Evidence(found)) or ["nobody says anything"]
        builder.add(capitalised(f"now {first}"), *rest, ".")
    if counted or conclusion(found) != conclusion(before):
        builder.add(change(found, before))
    return finish(builder, found, "changes")


def left_out(found: Comparison | Standings, before: Comparison | Standings, gone: Collection[str]) -> Answer:
    """Return which sentences were left out, by their ids, and what that changes of the count and of the verdict."""
    quoted = {one.hit.sentence.id: one.hit.sentence.text for one in arguments(before) if one.hit.sentence.id in gone}
    builder = AnswerBuilder(found.objects)
    builder.add("You left out ", *listed([[Beside(clean(text).rstrip("."))] for text in quoted.values()]), ".")
    now, then = (len({argument.hit.voter for argument in arguments(one)}) for one in (found, before))
    builder.add(f"Of {then:,} source{'s' * (then != 1)} before, {now:,} count now. {change(found, before)}")
    return finish(builder, found, "left_out")


def recounted(found: Comparison | Standings, before: Comparison | Standings) -> Blocks:
    """Return why another number of sources is counted than before, where it is: other points of view find others."""
    if isinstance(found, Standings) or isinstance(before, Standings):
        return ()
    now, then = Evidence(found).tally().total, Evidence(before).tally().total
    new, old = ([one.name for one in part.aspects] for part in (found, before))
    for ways, how in (
        ([one for one in new if one not in old], "as well"),
        ([one for one in old if one not in new], "no longer"),
    ):
        if ways and now != then and now and then:
            called = "".join(map(str, listed([[f"‘{plain(way)}’"] for way in ways])))
            return own_words(f"That counts {now:,} sources, and {then:,} before, as I look for {called} {how}.")
    return ()
