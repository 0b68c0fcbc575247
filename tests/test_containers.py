"""The containers name what exists: the files are read, not run."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from engine.config import SECRETS, load_config
from service.cli.commands import main
from service.server.app import ROUTES

ROOT = Path(__file__).parent.parent
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text("utf-8"))
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]


def test_the_settings_of_the_containers_are_valid() -> None:
    environ = SERVICES["whichever"]["environment"]
    settings = tomllib.loads(COMPOSE["configs"]["settings"]["content"])
    config = load_config(environ={"ES_URL": environ["ES_URL"]}, overrides=settings)
    assert config.retrieval.retriever == "elasticsearch"
    assert [url.split("/")[2].split(":")[0] for url in config.elasticsearch.urls] == ["elasticsearch"]
    assert SERVICES["whichever"]["configs"][0]["target"] == environ["WHICHEVER_CONFIG"]


def test_every_secret_is_handed_on() -> None:
    secrets = {variable for variables in SECRETS.values() for variable in variables.values()}
    environ = SERVICES["whichever"]["environment"]
    assert {name for name, value in environ.items() if value is None} == secrets


def test_a_secret_that_is_handed_on_is_read() -> None:
    given = {variable: f"secret-{variable}" for variables in SECRETS.values() for variable in variables.values()}
    config = load_config(environ=given | {"ES_URL": SERVICES["whichever"]["environment"]["ES_URL"]})
    for section, variables in SECRETS.items():
        for name, variable in variables.items():
            assert getattr(getattr(config, section), name).get_secret_value() == given[variable]


def test_the_health_check_asks_what_is_served_where_it_listens() -> None:
    ((port, path),) = re.findall(r"^    CMD .*http://127\.0\.0\.1:(\d+)(/[^']*)'", DOCKERFILE, re.MULTILINE)
    assert int(port) == load_config(environ={}).service.port
    assert ("GET", path) in {(route.method, route.path) for route in ROUTES}
    assert "healthcheck" not in SERVICES["whichever"], "that of the image counts"


@pytest.mark.parametrize("page", ["docker-compose.yml", "docs/elasticsearch.md"])
def test_the_commands_that_are_documented_name_what_there_is(page: str) -> None:
    written = re.findall(r"docker compose ((?:[a-z-]+ ?)+)", (ROOT / page).read_text("utf-8"))
    assert {command.split()[0] for command in written} == {"up", "run"}
    for command in written:
        action, *words = command.split()
        options, named = [one for one in words if one.startswith("-")], [one for one in words if one[0] != "-"]
        assert set(options) <= {"up": {"--build", "--wait"}, "run": {"--rm"}}[action]
        assert set(named) <= SERVICES.keys()
        assert action == "up" or named
    used = re.findall(r"\$\{?(\w+)(:-)?", (ROOT / "docker-compose.yml").read_text("utf-8"))
    assert used == [("TEXTS", ":-")], "what the shell may lack has a default"


def test_conversations_are_kept_in_a_volume_that_the_user_of_the_service_may_write() -> None:
    (mount,) = SERVICES["whichever"]["volumes"]
    volume, folder = mount.split(":")
    assert volume in COMPOSE["volumes"]
    home = re.findall(r"^WORKDIR (.*)$", DOCKERFILE, re.MULTILINE)[0]
    kept = SERVICES["whichever"]["environment"]["WHICHEVER_DATABASE"].removeprefix("sqlite:///")
    assert str(Path(home, kept).parent) == folder
    assert f"mkdir {Path(folder).relative_to(home)}\n" in DOCKERFILE, "else the volume belongs to root"
    assert DOCKERFILE.index("\nUSER ") < DOCKERFILE.index("mkdir var")


def test_the_containers_hold_no_more_than_compose_knows() -> None:
    options = {"build", "command", "configs", "depends_on", "environment", "healthcheck", "image", "ports", "profiles"}
    assert COMPOSE.keys() == {"services", "configs", "volumes"}
    for service in SERVICES.values():
        assert service.keys() <= options | {"restart", "volumes"}
        assert all(value is None or isinstance(value, str) for value in service.get("environment", {}).values())
        assert service.get("healthcheck", {"test": 1}).keys() <= {"test", "interval", "timeout", "retries"}


@pytest.mark.parametrize("name", ["whichever", "index"])
def test_what_a_service_needs_is_defined(name: str) -> None:
    service = SERVICES[name]
    assert all(config["source"] in COMPOSE["configs"] for config in service["configs"])
    for needed, condition in service["depends_on"].items():
        assert condition == {"condition": "service_healthy"}
        assert "healthcheck" in SERVICES[needed]
    assert SERVICES["elasticsearch"]["volumes"][0].split(":")[0] in COMPOSE["volumes"]


def test_commands_of_the_containers_exist() -> None:
    for command in (
        SERVICES["index"]["command"],
        re.findall(r"^CMD \[(.*)\]$", DOCKERFILE, re.MULTILINE)[0].split(", "),
    ):
        name, *options = [word.strip('"') for word in command]
        known = {option for parameter in main.commands[name].params for option in parameter.opts}
        assert {option for option in options if option.startswith("--")} <= known
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert set(re.findall(r"make ([a-z-]+)$", DOCKERFILE, re.MULTILINE)) <= targets


def test_elasticsearch_is_the_version_that_the_tests_run_on_and_is_reached_by_nobody_else() -> None:
    version = re.findall(r'^VERSION = "(.*)"', (ROOT / "scripts" / "elasticsearch.py").read_text("utf-8"), re.MULTILINE)
    assert SERVICES["elasticsearch"]["image"] == f"elasticsearch:{version[0]}"
    assert "ports" not in SERVICES["elasticsearch"]


def test_the_service_is_published_on_this_machine_alone_at_the_port_it_listens_on() -> None:
    (published,) = SERVICES["whichever"]["ports"]
    port = load_config(environ={}).service.port
    assert published == f"127.0.0.1:{port}:{port}"
    assert f"EXPOSE {port}\n" in DOCKERFILE
