"""All generators keep to the role's rules."""

from __future__ import annotations

import pytest

from engine import registry
from engine.protocols import Generator
from tests.conformance.generator import GeneratorConformance


class TestBriefGenerator(GeneratorConformance):
    @pytest.fixture
    def generator(self) -> Generator:
        return registry.load("generator", "brief")


class TestBulletGenerator(GeneratorConformance):
    @pytest.fixture
    def generator(self) -> Generator:
        return registry.load("generator", "bullets")


class TestTemplateGenerator(GeneratorConformance):
    @pytest.fixture
    def generator(self) -> Generator:
        return registry.load("generator", "template")


class TestSnippetGenerator(GeneratorConformance):
    @pytest.fixture
    def generator(self) -> Generator:
        return registry.load("generator", "snippet")


class TestTableGenerator(GeneratorConformance):
    @pytest.fixture
    def generator(self) -> Generator:
        return registry.load("generator", "table")


class TestTextRankGenerator(GeneratorConformance):
    @pytest.fixture
    def generator(self) -> Generator:
        return registry.load("generator", "textrank")
