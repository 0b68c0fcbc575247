"""What a person may want to say next, as buttons: a closer look, points of view, other things to compare."""

from __future__ import annotations

from actions.replies import Button
from actions.turn_comparisons import Found
from actions.views import evidence
from engine.text.tokens import same_name
from engine.types import Decision, Standings
from generation.answer_builder import plain
from generation.question_focus import is_comparative
from nlu_models.intents import buttons

MAX_BUTTONS = 8
MAX_OFFERED = 2
WHY = Button("Why?", buttons.WHY)
SOURCES = Button("Sources", buttons.SOURCES)
OTHER_SIDE = Button("The other side", buttons.OTHER_SIDE)
UNDO = Button("Undo", buttons.UNDO)
ALL_SOURCES = Button("All sources", buttons.ALL_SOURCES)
ALL_YEARS = Button("All years", buttons.ALL_YEARS)


def next_steps(found: Found, *, shown: str = "answer") -> list[Button]:
    """Return what a person may want to say next: questions about the verdict, two aspects that others name.

    Args:
        found: What is talked about.
        shown: The kind of the view that is shown, which is not offered again.
    """
    if isinstance(found, Standings):
        names = dict(zip(found.objects, evidence.written(found), strict=True))
        first, second = (names[place.object] for place in found.whole.places[:2])
        closer = [button for view, button in (("why", WHY), ("sources", SOURCES)) if view != shown]
        return [*closer, either(first, second)]
    if not evidence.arguments(found):
        return []
    closer_by_view = {"why": WHY, "sources": SOURCES}
    if found.verdict.decision is not Decision.INSUFFICIENT and shown not in {"for", "against", "both"}:
        closer_by_view["other_side"] = OTHER_SIDE
    asked = [aspect.name for aspect in found.aspects]
    reasons = [mined.name for mined in found.mined if mined.method == "reason" and len(mined.sentences) > 1]
    nouns = [name for name in reasons if not is_comparative(name)]
    new = [name for name in nouns if not any(same_name(name, known) for known in asked)]
    aspects = [Button(f"For {name}", buttons.for_aspect(name)) for name in new[:MAX_OFFERED]]
    # Of "gas or electric" the dryers, not the stoves.
    other_senses = [either(*(f"{name} {noun}" for name in found.objects)) for noun in found.senses[1 : 1 + MAX_OFFERED]]
    return [*(button for view, button in closer_by_view.items() if view != shown), *aspects, *other_senses]


def either(first: str, second: str) -> Button:
    """Return the button that compares two things."""
    return Button(f"{plain(first)} or {plain(second)}?", buttons.versus(first, second))


def examples() -> list[Button]:
    """Return comparisons to try, as ``domain.yml`` offers them too."""
    return [either(*pair) for pair in (("Python", "MATLAB"), ("tea", "coffee"), ("cats", "dogs"))]
