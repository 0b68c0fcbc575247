"""What a conversation is about: the slots of ``domain.yml``, as a value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cache
from typing import Any, NamedTuple, Self, cast

from pydantic import TypeAdapter

from actions.sdk import EventType, SlotSet
from engine.errors import shorten
from engine.text.lexicon import dimension_of
from engine.text.tokens import stems, unique
from engine.types import ALWAYS, EVERYBODY, OVERALL_ASKED, Asked, AskedKind, Aspect, Period, Publishers, Query, Stance
from engine.validation import MAX_ASPECTS
from generation.answer_builder import plain
from nlu_models.intents import Context

MOST_STEPS = 10
"""Steps that can be taken back, and the first one of all."""
MOST_COMPARED = 12
"""Comparisons of a conversation that can be gone back to."""

_PLACES = {
    **dict.fromkeys(("former", "first"), slice(0, 1)),
    **dict.fromkeys(("latter", "last"), slice(-1, None)),
    "second": slice(1, 2),
    "third": slice(2, 3),
    **dict.fromkeys(("first two", "first 2"), slice(0, 2)),
    **dict.fromkeys(("last two", "last 2"), slice(-2, None)),
    **dict.fromkeys(("both", "two", "all", "all three", "three", "all of them"), slice(None)),
    **dict.fromkeys(("them", "they", "these", "those"), slice(None)),
}
"""What points at the things that are compared, without "the" and "one"."""

_OTHERS = frozenset({"other two", "other 2", "other three", "other 3", "others"})
"""What points at those of them whose side was not just shown."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What a comparison is about: one that "yes" stands for, or one to go back to."""

    objects: tuple[str, ...]
    aspects: tuple[Aspect, ...] = ()
    asked: Asked = OVERALL_ASKED
    period: Period = ALWAYS
    without: tuple[str, ...] = ()
    """Ids of sentences that shall not count."""
    publishers: Publishers = EVERYBODY
    dismissed: tuple[str, ...] = ()
    """Points of view that the person said do not matter, of which no answer speaks."""
    question: str = field(default="", compare=False)
    """In which it was asked last, word for word; empty when nobody asked it so."""
    number: int = field(default=0, compare=False)
    """Its place among all that was compared, from 1; what goes on with some of the things has the same."""
    silent: tuple[str, ...] = field(default=(), compare=False)
    """What was asked of just these things and nothing was found on."""
    earlier: tuple[Aspect, ...] = field(default=(), compare=False)
    """Points of view that counted until it was asked anew without them."""

    @property
    def query(self) -> Query:
        """Return what is to be compared, as the engine is asked."""
        left_out = tuple((one, Stance.NONE) for one in self.without)
        return Query(
            *(self.objects, self.aspects, self.period),
            asked=self.asked,
            corrections=left_out,
            publishers=self.publishers,
        )


class View(NamedTuple):
    """What was shown last."""

    kind: str = ""
    """``answer``, that in a ``line``, a ``word`` or ``again`` in short, ``with`` what came in, ``why``, ``both``,
    ``asked``, ``nothing``, all ``sources``, ``on`` points of view; ``for``, ``against`` or ``each`` of things, or what
    ``holds`` of one; empty where nothing was."""
    names: tuple[str, ...] = ()
    """Of the points of view or things."""
    times: int = 0
    """How often such a side was told before, which is not told again."""
    brief: bool = False
    """Whether of a side or a point of view only the best is told, as the message wanted."""


NO_VIEW = View()


@dataclass(frozen=True, slots=True)
class DialogueState:
    """What was said so far, as far as it matters; each field is a slot."""

    objects: tuple[str, ...] = ()
    """The things to compare: two or more when they are known, else none or one."""
    aspects: tuple[Aspect, ...] = ()
    question: str = ""
    """The question that ``objects`` and ``aspects`` were asked in, word for word; empty when nobody asked it so."""
    style: str = ""
    """Name of the generator that words the verdict; the configured one when empty."""
    length: str = ""
    """``short``, ``long``, or empty for the usual length."""
    view: View = NO_VIEW
    replied: str = ""
    """What was replied last where that showed no new view: ``sources``, ``source`` with its number, ``number``,
    ``talk``, or ``silence`` with the number of what nothing was found on; behind it ``many`` or ``sure`` where its
    numbers are those of the reply that told this, and ``dates`` where it told its age."""
    pending: Subject | None = None
    """What "yes" stands for."""
    history: tuple[Subject, ...] = ()
    """The steps so far, to be taken back; the last one last."""
    compared: tuple[Subject, ...] = ()
    """All that was compared, to go back to: each with what mattered of it last, the last one last."""
    period: Period = ALWAYS
    """The time from which evidence counts."""
    publishers: Publishers = EVERYBODY
    """Whose evidence counts."""
    asked: Asked = OVERALL_ASKED
    """What the verdict is about, until something else is asked."""
    without: tuple[str, ...] = ()
    """Ids of sentences that shall not count."""
    index: str = ""
    """Name of the index that is searched; the first one when empty."""
    dismissed: tuple[str, ...] = ()
    """Points of view that the person said do not matter, until they are asked for; dimensions where they are of one."""
    silent: tuple[str, ...] = ()
    """What was asked of the things and nothing was found on, as the person was told; the last one last."""

    @property
    def complete(self) -> bool:
        """Return whether there are things to compare."""
        return len(self.objects) >= 2

    @property
    def shown(self) -> bool:
        """Return whether there is evidence on them, as far as it was looked for."""
        return self.complete and self.view.kind != "nothing"

    @property
    def side(self) -> tuple[str, str]:
        """Return the side of one thing that was shown last, ``for``, ``against`` or ``each``, and which; else empty."""
        kind, names = self.view[:2]
        one = kind in {"for", "against", "each"} and len(names) == 1 and names[0] in self.objects
        return (kind, names[0]) if one else ("", "")

    @property
    def on(self) -> tuple[str, ...]:
        """Return what matters, where that was shown last of it alone."""
        return self.view.names if self.view.kind == "on" else ()

    @property
    def numbered(self) -> str:
        """Return the fact whose numbers the last reply has, ``many`` or ``sure``; empty where they are those shown."""
        return next((one for one in self.replied.split()[1:] if one != "dates"), "")

    @property
    def unheard(self) -> tuple[str, ...]:
        """Return what nothing was found on, where the last reply told just that."""
        said, _, count = self.replied.partition("silence")
        return self.silent[-int(count) :] if count and not said else ()

    def silent_on(self, names: Sequence[str]) -> Self:
        """Return the state with what nothing was found on as the last of it."""
        known = {dimension_of(one) or one for one in names}
        dismissed = tuple(one for one in self.dismissed if one not in known)
        silent = (*(one for one in self.silent if one not in names), *names)
        return replace(self, silent=silent, dismissed=dismissed, pending=None)

    def without_silence_on(self, names: Sequence[str]) -> Self:
        """Return the state without some of what nothing was found on."""
        return replace(self, silent=tuple(one for one in self.silent if one not in names))

    @property
    def query(self) -> Query:
        """Return what is to be compared, as the engine is asked."""
        return self.subject.query

    @property
    def subject(self) -> Subject:
        """Return what is compared."""
        return Subject(
            *(self.objects, self.aspects, self.asked, self.period, self.without, self.publishers),
            *(self.dismissed, self.question),
        )

    @property
    def context(self) -> Context:
        """Return what the next message follows."""
        asked = (self.asked.words,) if self.asked.kind is AskedKind.PROPERTY else ()
        aspects = unique((*(aspect.name for aspect in self.aspects), *asked))
        offered = [name for name in self.pending.objects if name not in self.objects] if self.pending else []
        if not self.complete:
            reply = "ask_second" if self.objects else "ask_class" if self.pending else "start"
        elif self.pending:
            reply = "ask_which" if offered else "ask_yes"
        elif self.replied and not self.unheard:
            reply = self.replied.partition(" ")[0]
        elif self.side[1]:
            reply = f"side{self.objects.index(self.side[1]) + 1}"
        else:
            reply = self.view.kind if self.view.kind in {"why", "nothing"} else "verdict"
        limited = any((*self.period, *self.publishers))
        return Context(self.objects, aspects, reply, ", ".join(offered), limited=limited)

    @classmethod
    def of(cls, slots: Mapping[str, Any]) -> Self:
        """Read the slots of a conversation; a slot that was never set is None."""
        known = {one.name: value for one in fields(cls) if (value := slots.get(one.name))}
        known.setdefault("objects", [*filter(None, [slots.get("object")])])
        return cast("Self", _adapter().validate_python(known))

    def slots(self) -> dict[str, Any]:
        """Return the values of the slots, None for what is empty."""
        told = _adapter().dump_python(self, mode="json", exclude_defaults=True)
        return {
            "object": next(iter(self.objects), None),
            "objects": list(self.objects) if self.complete else None,
            "subject": listed(self.objects, "and") if self.complete else None,
            "known": self.shown if self.complete else None,
            "aspects": [asdict(one) for one in self.aspects] or None,
            **{one.name: told.get(one.name) for one in fields(self)[2:]},
        }

    def changes(self, last: DialogueState) -> list[EventType]:
        """Return the events that turn the slots of ``last`` into these."""
        old = last.slots()
        return [SlotSet(name, value) for name, value in self.slots().items() if value != old[name]]

    def about(
        self,
        objects: Sequence[str],
        aspects: Iterable[Aspect],
        *,
        question: str = "",
        asked: Asked | None = None,
        period: Period | None = None,
        publishers: Publishers | None = None,
        without: tuple[str, ...] | None = None,
        dismissed: tuple[str, ...] | None = None,
    ) -> Self:
        """Return the state with another subject, the one before at the end of its history.

        Args:
            objects: What to compare; of two names for one thing the first is kept.
            aspects: Points of view that matter; of too many, the oldest on which nothing was found are left out.
            question: In which just this was asked.
            asked: What the verdict is about; when None the property or use of before, if one of the things stays.
            period: The time from which evidence counts; as before when None.
            publishers: Whose evidence counts; likewise.
            without: Ids of sentences that shall not count; likewise, unless all of the things are others.
            dismissed: What does not matter, but for what is asked or weighed now; likewise.
        """
        names = unique(name for name in objects if name)
        stays = bool(set(names) & set(self.objects))
        weighed = self._with_room(tuple(aspects))
        asked = asked if asked is not None else self.asked if stays and self.asked.is_special else OVERALL_ASKED
        dismissed = dismissed if dismissed is not None else self.dismissed if stays else ()
        matters = {asked.dimension, *(dimension_of(one.name) or one.name for one in weighed)}
        subject = Subject(
            names,
            weighed,
            asked,
            period if period is not None else self.period,
            without if without is not None else self.without if stays else (),
            publishers if publishers is not None else self.publishers,
            tuple(one for one in dismissed if one not in matters),
        )
        if subject == self.subject:
            return replace(self, question=question or self.question, pending=None)
        length, style = (self.length, self.style) if stays or not self.objects else ("", "")
        return replace(self._with(subject), history=self._steps, question=question, length=length, style=style)

    @property
    def _steps(self) -> tuple[Subject, ...]:
        """Return the steps so far and the present one."""
        known = (*self.history, self.subject) if self.complete else self.history
        return known if len(known) <= MOST_STEPS else (known[0], *known[1 - MOST_STEPS :])

    def _with_room(self, aspects: tuple[Aspect, ...]) -> tuple[Aspect, ...]:
        """Return so many aspects as are weighed, without the oldest of those on which nothing was found."""
        too_many = max(0, len(aspects) - MAX_ASPECTS)
        fallen = [one for one in aspects if one in self.aspects and one.name in self.silent][:too_many]
        return tuple(one for one in aspects if one not in fallen)

    def kept(self) -> Self:
        """Return the state with its subject as the last of what was compared, all of it with the same limits."""
        if not self.complete:
            return self
        things = {*map(stems, self.objects)}
        compared = [replace(one, period=self.period, publishers=self.publishers) for one in self.compared]
        known = [one for one in compared if {*map(stems, one.objects)} == things]
        others = [one for one in compared if one not in known]
        question = self.question or next((one.question for one in known), "")
        goes_on = [one.number for one in others if not things.isdisjoint(map(stems, one.objects))]
        numbers = [*[one.number for one in known], *goes_on[-1:], 1 + max((one.number for one in others), default=0)]
        told = {name for one in others for name in one.silent}
        of_these = (*(one for one in self.silent if one not in told), *self.unheard)
        silent = unique((*(name for one in known for name in one.silent), *of_these))
        silent = tuple(one for one in silent if (dimension_of(one) or one) not in self.dismissed)
        weighed = [*(one for old in known for one in (*old.earlier, *(old.aspects if self.question else ())))]
        names = {one.name for one in self.aspects}
        earlier = tuple({one.name: one for one in weighed if one.name not in names}.values())
        last = replace(self.subject, question=question, number=numbers[0], silent=silent, earlier=earlier)
        return replace(self, compared=(*others, last)[-MOST_COMPARED:])

    def asked_of(self, old: Subject) -> tuple[Asked, ...]:
        """Return the properties and uses that were asked of things that were compared, the first one first."""
        things = {*map(stems, old.objects)}
        same = [
            one.asked
            for one in (*self.history, *self.compared, self.subject)
            if {*map(stems, one.objects)} == things and one.asked.dimension not in old.dismissed
        ]
        weighed = {one.name for one in old.aspects}
        uses = [one for one in dict.fromkeys(same) if one.kind is AskedKind.USE and one.use not in weighed]
        return tuple(
            one for one in dict.fromkeys(same) if one.kind is AskedKind.PROPERTY or one.is_situation or one in uses
        )

    def at(self, old: Subject) -> Self:
        """Return the state with something that was compared before; of what was asked of it a use is kept."""
        asked = old.asked if old.asked.kind is AskedKind.USE else OVERALL_ASKED
        return self.about(old.objects, old.aspects, asked=asked, without=old.without, dismissed=old.dismissed)

    def after_property(self) -> Self:
        """Return the state after something else was asked than a property that is asked so far; a use stays."""
        if self.asked.kind is not AskedKind.PROPERTY:
            return self
        view = View("answer") if self.view.kind == "asked" else self.view
        return replace(self, asked=OVERALL_ASKED, view=view, history=self._steps)

    def back(self) -> Self:
        """Return the state as it was a step ago, which there must be; nothing of the step is kept."""
        return replace(self._with(self.history[-1]), history=self.history[:-1])

    def _with(self, subject: Subject) -> Self:
        return replace(
            self,
            objects=subject.objects,
            aspects=subject.aspects,
            asked=subject.asked,
            period=subject.period,
            publishers=subject.publishers,
            without=subject.without,
            dismissed=subject.dismissed,
            question="",
            view=self.view if subject.objects == self.objects else NO_VIEW,
            silent=self.silent if set(subject.objects) & set(self.objects) else (),
            pending=None,
        )

    def limited(self, said: Publishers | None) -> Publishers:
        """Return whose evidence counts after a message: what was left out counts again where it is named."""
        if said is None or said == EVERYBODY:
            return self.publishers if said is None else said
        kept, out = self.publishers
        if only := tuple(name for name in said.only if name not in out):
            return Publishers(only, said.without)
        left = tuple(name for name in out if name not in said.only)
        return Publishers(tuple(name for name in kept if name not in said.without), unique((*left, *said.without)))

    def meant(self, name: str) -> tuple[str, ...]:
        """Return the things that a name points at: the second for "the latter", none for a bare "it", else the name."""
        words = [word for word in name.casefold().split() if word not in {"the", "one", "ones", "it", "that"}]
        place = _PLACES.get(" ".join(words)) if words else slice(0)
        known = self.objects if len(self.objects) > 1 or not self.pending else self.pending.objects
        if " ".join(words) in _OTHERS:
            return tuple(one for one in known if one != self.side[1]) if self.side[1] else ()
        return tuple(known[place]) if place and (len(known) > 1 or not words) else (name,)


@cache
def _adapter() -> TypeAdapter[DialogueState]:
    return TypeAdapter(DialogueState)


NOTHING_SAID = DialogueState()


def listed(names: Sequence[str], last: str) -> str:
    """Return names as they stand in a sentence: "tea, coffee and water"."""
    shown = [shorten(plain(name), 40) for name in names]
    return f"{', '.join(shown[:-1])} {last} {shown[-1]}" if len(shown) > 1 else "".join(shown)
