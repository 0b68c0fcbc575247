"""Settings: what wins over what, and how a wrong one is refused."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from engine.config import DEFAULTS, load_config, sample_index
from engine.errors import ConfigError
from engine.trained import read_numbers


def written(folder: Path, text: str) -> Path:
    path = folder / "my settings.toml"
    path.write_text(text, "utf-8")
    return path


def test_the_defaults_are_those_of_the_commented_file() -> None:
    config = load_config(environ={}).model_dump(mode="json")
    fitted = read_numbers("verdict.json")
    assert {name: config["verdict"].pop(name) for name in fitted} == fitted
    assert config == tomllib.loads(DEFAULTS.read_text("utf-8"))


def test_the_users_file_wins_over_the_defaults_the_environment_over_it_and_options_over_all(tmp_path: Path) -> None:
    path = written(tmp_path, '[service]\nport = 1\nhost = "::1"\nworkers = 7\n[retrieval]\nindex = "mine"\n')
    environ = {"WHICHEVER_CONFIG": str(path), "PORT": "2", "INDEX": "yours"}
    config = load_config(environ=environ, overrides={"retrieval": {"index": Path("ours")}})
    assert (config.service.workers, config.service.host) == (7, "::1")
    assert config.service.port == 2
    assert config.retrieval.index == Path("ours")


def test_a_named_file_wins_over_the_one_in_the_environment(tmp_path: Path) -> None:
    path = written(tmp_path, "[verdict]\nminimum_sources = 9\n")
    assert load_config(path, environ={"WHICHEVER_CONFIG": "/no/such/file"}).verdict.minimum_sources == 9


def test_empty_variables_of_the_environment_count_as_none() -> None:
    environ = {"WHICHEVER_CONFIG": "", "PORT": "", "INDEX": ""}
    assert load_config(environ=environ) == load_config(environ={})


def test_the_nodes_and_the_secrets_of_a_cluster_come_from_the_environment() -> None:
    environ = {"ES_URL": "https://a:1,https://b:2", "ES_API_KEY": "key", "ES_USERNAME": "anna", "ES_PASSWORD": "word"}
    cluster = load_config(environ=environ).elasticsearch
    assert cluster.urls == ("https://a:1", "https://b:2")
    assert cluster.api_key.get_secret_value() == "key"
    assert (cluster.username.get_secret_value(), cluster.password.get_secret_value()) == ("anna", "word")
    assert not any(secret in repr(cluster) for secret in ("key'", "anna", "word'"))


@pytest.mark.parametrize(
    ("retrieval", "pages", "settings"),
    [
        ({}, "tantivy", {"index": sample_index()}),
        ({"retriever": "elasticsearch"}, "elasticsearch", "elasticsearch"),
        ({"retriever": "elasticsearch", "pages": "tantivy"}, "tantivy", {"index": sample_index()}),
        ({"pages": "elasticsearch"}, "elasticsearch", "elasticsearch"),
        ({"pages": "searxng"}, "searxng", "searxng"),
    ],
)
def test_pages_come_from_where_the_sentences_do_unless_said_otherwise(
    retrieval: dict[str, str], pages: str, settings: dict[str, Any] | str
) -> None:
    config = load_config(environ={}, overrides={"retrieval": retrieval})
    expected = {"settings": getattr(config, settings)} if isinstance(settings, str) else settings
    assert (config.parts["pages"], config.settings_of("pages")) == (pages, expected)


@pytest.mark.parametrize("name", ["api_key", "username", "password"])
def test_a_secret_in_a_file_is_refused(tmp_path: Path, name: str) -> None:
    path = written(tmp_path, f'[elasticsearch]\n{name} = "hush"\n')
    with pytest.raises(ConfigError, match=rf"elasticsearch.{name} stands in .*variable ES_") as refusal:
        load_config(path, environ={})
    assert "hush" not in str(refusal.value)


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        ({"service": {"prot": 80}}, "Setting service.prot: Extra inputs are not permitted"),
        ({"sevice": {"port": 80}}, "Setting sevice: Extra inputs are not permitted"),
        ({"service": {"port": 65536}}, "Setting service.port: .* 65535, got 65536"),
        ({"service": {"origins": ["example.org"]}}, r"Setting service.origins.0: .*, got 'example.org'"),
        ({"ranking": {"gamma": 1.5}}, "Setting ranking.gamma: .* 1, got 1.5"),
        ({"rasa": {"timeout_s": 0}}, "Setting rasa.timeout_s: .* 0, got 0"),
        ({"engine": {"generator": "bulets"}}, "Setting engine.generator: .*Did you mean 'bullets'"),
        (
            {"elasticsearch": {"urls": ["es.example.org:9200"]}},
            r"Setting elasticsearch.urls.0: .*, got 'es.example.org",
        ),
        ({"elasticsearch": {"index": "A,b"}}, "Setting elasticsearch.index: .*, got 'A,b'"),
        (
            {"retrieval": {"retriever": "lucene"}},
            "Setting retrieval.retriever: .*Known: elasticsearch, searxng, tantivy",
        ),
        ({"retrieval": {"pages": "lucene"}}, "Setting retrieval.pages: .*Known: elasticsearch, searxng, tantivy"),
    ],
)
def test_a_wrong_setting_is_refused_by_name(overrides: dict[str, dict[str, Any]], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        load_config(environ={}, overrides=overrides)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("port = 80", "Setting 'port' in .*my settings.toml stands outside a section. Sections: engine, "),
        ("[service\n", "is not valid TOML"),
    ],
)
def test_a_file_that_is_not_understood_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        load_config(written(tmp_path, text), environ={})


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError, match="is not valid TOML"):
        load_config(path, environ={})


def test_a_file_that_is_not_there_is_refused() -> None:
    with pytest.raises(ConfigError, match="Cannot read the configuration file '/no/such/file': No such file"):
        load_config(Path("/no/such/file"), environ={})
