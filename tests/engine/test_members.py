"""What is said to be of a class is found; what is only compared with the class is not."""

from __future__ import annotations

from engine.config import load_config
from engine.members import Member, members
from engine.pipeline import Engine
from engine.retrieval.in_memory import ListRetriever
from engine.types import Outcome, Standings
from nlu_models.training.rules.parser import RuleQuestionParser

TEXTS = [
    "Databases such as MySQL, Oracle and PostgreSQL are well known.",
    "I have used databases like MySQL or Oracle for years.",
    "PostgreSQL is a great database.",
    "A spreadsheet is a database for some people.",
    "Oracle is faster than MySQL.",
    "MySQL is slower than PostgreSQL.",
    "I think PostgreSQL is faster than Oracle.",
    "The Windows database is no Linux database.",
]


def test_members_are_what_sources_call_so() -> None:
    found = members("database", ListRetriever(sentences=TEXTS), RuleQuestionParser(), beside=["spreadsheet"])
    assert found == [Member("MySQL", 2), Member("Oracle", 2), Member("PostgreSQL", 2)]


def test_what_a_class_is_compared_with_is_no_member() -> None:
    found = members("database", ListRetriever(sentences=TEXTS), RuleQuestionParser(), beside=["Oracle"])
    assert "Oracle" not in [one.name for one in found]


def test_what_means_something_like_a_class_is_a_member_and_has_others_beside_it() -> None:
    texts = [
        *(f"In {name}'s house the Nikon cameras took picture {n}." for n, name in enumerate(("Ann", "Bob"))),
        *(f"I would take Canon over Nikon in place {n}, or Panasonic over Nikon." for n in range(2)),
    ]
    retriever = ListRetriever(sentences=texts)
    found = members("camera", retriever, RuleQuestionParser())
    assert [one.name for one in found] == ["Nikon", "Canon"]
    assert members("camera", retriever, RuleQuestionParser(), near=0) == []


def test_the_best_of_a_class_is_chosen_among_its_members() -> None:
    engine = Engine(load_config(environ={}), retriever=ListRetriever(sentences=TEXTS))
    answer = engine.ask("Which is the fastest database?")
    assert isinstance(answer.standings, Standings)
    assert set(answer.standings.objects) == {"MySQL", "Oracle", "PostgreSQL"}
    assert answer.standings.asked_order is not None
    assert answer.standings.asked_order.decision in Outcome
    assert "MySQL (2)" in answer.text
    assert "best of many" in engine.ask("best quasar").text
