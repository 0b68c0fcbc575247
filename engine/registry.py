"""Names of parts and where they live. A new way of doing something is one file, one row here, one conformance class."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from engine.errors import MissingComponentError, UnknownNameError

COMPONENTS: dict[str, dict[str, str]] = {
    "parser": {
        "learned": "nlu_models.question.parser:LearnedQuestionParser",
        "rules": "nlu_models.baselines.rule_parser:RuleQuestionParser",
    },
    "retriever": {
        "tantivy": "engine.retrieval.embedded.retriever:TantivyRetriever",
        "elasticsearch": "engine.retrieval.elasticsearch.retriever:ElasticsearchRetriever",
        "searxng": "engine.retrieval.web.searxng:SearxngRetriever",
    },
    "pages": {
        "tantivy": "engine.retrieval.embedded.pages:TantivyPages",
        "elasticsearch": "engine.retrieval.elasticsearch.pages:ElasticsearchPages",
        "searxng": "engine.retrieval.web.searxng:SearxngPages",
    },
    "classifier": {
        "keyphrase": "nlu_models.baselines.rule_stance:KeyphraseClassifier",
        "bow": "nlu_models.baselines.bow:BagOfWordsClassifier",
        "xgboost": "nlu_models.baselines.boosted:BoostedTreesClassifier",
        "embedding": "nlu_models.baselines.embedding:EmbeddingClassifier",
        "transformer": "nlu_models.baselines.transformer:TransformerClassifier",
        "cascade": "nlu_models.baselines.transformer:CascadeClassifier",
    },
    "ranker": {
        "linear": "engine.ranking.linear:LinearRanker",
        "cam": "engine.ranking.cam:CamRanker",
    },
    "miner": {
        "cam": "engine.aspects.miner:CamMiner",
    },
    "pairer": {
        "greedy": "engine.pages.pairing:GreedyPairer",
        "optimal": "engine.pages.pairing:OptimalPairer",
    },
    "clusterer": {
        "themes": "engine.pages.clustering:ThemeClusterer",
    },
    "generator": {
        "brief": "generation.brief:BriefGenerator",
        "bullets": "generation.bullets:BulletGenerator",
        "ctrl": "generation.ctrl:CtrlGenerator",
        "llm": "generation.llm.generator:LanguageModelGenerator",
        "snippet": "generation.snippet:SnippetGenerator",
        "table": "generation.table:TableGenerator",
        "template": "generation.template:TemplateGenerator",
        "textrank": "generation.textrank:TextRankGenerator",
    },
}
"""Role → name → ``"module:Class"``; the class is imported when it is asked for."""


def names(role: str) -> list[str]:
    """Return the names registered for a role, sorted.

    Raises:
        UnknownNameError: There is no such role.
    """
    if role not in COMPONENTS:
        raise UnknownNameError("role", role, COMPONENTS)
    return sorted(COMPONENTS[role])


def check(role: str, name: str) -> None:
    """Make sure that a name is registered for a role.

    Raises:
        UnknownNameError: No such role or name.
    """
    if name not in names(role):
        raise UnknownNameError(role, name, COMPONENTS[role])


def load(role: str, name: str, **settings: Any) -> Any:
    """Import a part and construct it.

    Args:
        role: A key of ``COMPONENTS``.
        name: A name registered for the role.
        settings: Keyword arguments of the part's constructor.

    Returns:
        A new instance.

    Raises:
        UnknownNameError: No such role or name.
        MissingPartError: A library that the part needs is not installed.
    """
    check(role, name)
    module_name, _, class_name = COMPONENTS[role][name].partition(":")
    try:
        module = import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] in {"engine", "nlu_models", "generation"}:
            raise
        raise MissingComponentError(
            f"The {role} {name!r} needs the Python package {error.name!r}, which is not installed. Run: make setup"
        ) from error
    return getattr(module, class_name)(**settings)
