"""The rule-based reader: no model, no training, the floor that a learned reader must beat."""

from __future__ import annotations

from engine.text import unique
from engine.types import Form, Kind, Label, Question
from nlu_models.rules_grammar import Parse, find_class, find_objects, label_aspects, label_merits, label_predicates


class RuleReader:
    def __init__(self, *, threshold: float = 0.5) -> None:
        self.threshold = threshold

    def read(self, text: str, *, form: Form = Form.QUESTION) -> Question:
        t = Parse(text)
        objects = find_objects(t)
        for o in objects: t.mark(Label.OBJECT, o)
        if not objects:
            find_class(t)
            label_merits(t)
        label_predicates(t)
        label_aspects(t)
        spans = t.spans()
        names = unique(s.text for s in spans if s.label is Label.OBJECT and s.text.lower() not in {"who","where","what","which"})
        return Question(text, True, 1.0, Kind.DIRECT, spans, names)
