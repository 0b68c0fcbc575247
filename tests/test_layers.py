"""Imports point down only."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OURS = ("engine", "nlu_models", "generation", "actions", "service", "evaluation", "benchmarks", "bot", "tests")
WORDS = {"engine.types", "engine.types.document", "engine.errors"}
BASE = WORDS | {
    f"engine.{name}"
    for name in (
        "policy",
        "protocols",
        "registry",
        "config",
        "deadline",
        "memory",
        "extras",
        "hanging",
        "model_use",
        "resources",
        "scopes",
        "trained",
        *(
            f"text.{name}"
            for name in (
                *("tokens", "qualifiers", "morphology", "tagging", "analysed", "lexicon", "embedding", "graded"),
                *("comparing", "related", "spelling", "stop_words", "word_pieces", "written"),
            )
        ),
    )
}
ENGINE = ("retrieval", "ranking", "aspects", "pages", "verdict", "claims", "subjects")
ENGINE_ITSELF: dict[str, set[str]] = {
    "engine.validation": set(),
    "engine.stages": set(),
    "engine.members": {"engine.retrieval.names"},
    "engine.rivals": {"engine.members", "engine.retrieval.names"},
    "engine.component_loader": {"engine.claims.kept"},
    "engine.browsing": {"engine.validation", "engine.pages.views", "engine.retrieval.near_copies"},
    "engine.comparison": {
        *(
            f"engine.{name}"
            for name in ("aspects.conditions", "aspects.sentence", "component_loader", "stages", "claims.kept")
        ),
        *(
            f"engine.retrieval.{name}"
            for name in ("compounds", "longer_names", "names", "near_copies", "sentence_query")
        ),
        *(f"engine.verdict.{name}" for name in ("asked", "decision", "differences", "speaking", "weights", "years")),
    },
    "engine.relations": {
        *(f"engine.{name}" for name in ("comparison", "retrieval.names", "retrieval.near_copies", "claims.kept")),
        *(f"engine.verdict.{name}" for name in ("asked", "decision", "differences", "speaking", "weights")),
    },
    "engine.pipeline": {
        "engine.members",
        "engine.relations",
        "engine.rivals",
        "engine.subjects",
        *(f"engine.{name}" for name in ("browsing", "validation", "comparison", "component_loader", "stages")),
        *(f"engine.verdict.{name}" for name in ("asked", "explanation", "standings")),
        *(f"engine.retrieval.{name}" for name in ("compounds", "in_memory", "names")),
        *(f"engine.claims.{name}" for name in ("ahead", "kept")),
    },
}
BELOW = {
    "generation": {"engine.aspects.sentence"},
    "engine.subjects": {"engine.members", "engine.retrieval.names"},
}
"""What a component may import of another: a quote is said to be on what the miner finds in it."""
COMPONENTS = (*(f"engine.{name}" for name in ENGINE), "nlu_models", "generation")
MODULES = sorted(
    path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__")
    for package in OURS[:-1]
    for path in (ROOT / package).rglob("*.py")
    if ".venv" not in path.parts
)


def component_of(module: str) -> str | None:
    return next((name for name in COMPONENTS if module == name or module.startswith(name + ".")), None)


def in_schemas(module: str) -> bool:
    return module == "engine.schemas" or module.startswith("engine.schemas.")


def is_word(module: str) -> bool:
    return module in WORDS or module.startswith("engine.types.")


def allowed(module: str, imported: str) -> bool:
    """Say whether ``module`` may import ``imported``, both of this project."""
    package = module.partition(".")[0]
    if imported == "engine" or in_schemas(imported):
        return component_of(module) is None and module not in BASE
    if package == "bot" or imported.partition(".")[0] == "bot":
        return package == imported.partition(".")[0]
    if is_word(module):
        return is_word(imported)
    if module in BASE or in_schemas(module):
        return imported in BASE or (in_schemas(module) and in_schemas(imported))
    own = component_of(module)
    if own is not None:
        return imported in BASE or component_of(imported) == own or imported in BELOW.get(own, ())
    if module in ENGINE_ITSELF:
        return imported in BASE | ENGINE_ITSELF[module]
    if package == "actions":
        return imported.partition(".")[0] in {"engine", "nlu_models", "generation", "actions"}
    if package == "service":
        return imported.partition(".")[0] not in {"evaluation", "benchmarks"}
    return package in {"evaluation", "benchmarks"}


def imports_of(module: str) -> set[str]:
    path = ROOT / module.replace(".", "/")
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.module and not node.level, f"{module} has a relative import; name the whole module"
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found.update({name for name in names if name in MODULES} or {node.module})
    return {name for name in found if name.partition(".")[0] in OURS}


@pytest.mark.parametrize("module", MODULES)
def test_a_module_imports_only_what_stands_below_it(module: str) -> None:
    above = {name for name in imports_of(module) if not allowed(module, name)}
    assert not above, f"{module} imports {sorted(above)}; see docs/architecture.md, 'The tree'"


def test_the_engine_half_starts_without_heavy_libraries() -> None:
    heavy = ("torch", "transformers", "tantivy", "aiohttp", "sklearn", "elasticsearch")
    code = f"import sys, service.cli.commands, engine.pipeline; print([m for m in {heavy!r} if m in sys.modules])"
    out = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"
