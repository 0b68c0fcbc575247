"""The alert rules and the dashboard ask for metrics that the service shows, and its document names them all."""

from __future__ import annotations

import json
import re
from pathlib import Path

import yaml

from tests.service.served import Service

DOCS = Path(__file__).resolve().parents[2] / "docs"
NAMES = re.compile(r"\b(?:whichever|process)_\w+")


async def shown(service: Service) -> set[str]:
    """Return the names of what the service counts, after each kind of request."""
    await service.post("/api/v1/compare", {"objects": ["tea", "coffee"]})
    await service.post("/api/v1/chat", {"message": "hello"})
    _, text = await service.get("/metrics")
    return {re.split(r"[{ ]", line)[0] for line in text.splitlines() if not line.startswith("#")}


async def test_what_is_watched_is_counted(service: Service) -> None:
    counted = await shown(service)
    rules = [
        rule
        for group in yaml.safe_load((DOCS / "monitoring/alerts.yml").read_text())["groups"]
        for rule in group["rules"]
    ]
    dashboard = json.loads((DOCS / "monitoring/dashboard.json").read_text())
    asked = [rule["expr"] for rule in rules]
    asked += [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    assert {name for expression in asked for name in NAMES.findall(expression)} <= counted
    assert all(rule["annotations"]["action"] for rule in rules)


async def test_all_that_is_counted_is_documented(service: Service) -> None:
    page = (DOCS / "operations.md").read_text()
    counted = {name for name in await shown(service) if name.startswith("whichever_") and not name.endswith("_created")}
    assert {re.sub(r"_(bucket|count|sum)$", "", name) for name in counted} <= {*re.findall(r"`(\w+)", page)}
