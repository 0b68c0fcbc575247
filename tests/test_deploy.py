"""What several services are deployed by is valid, and names what there is: the files are read, not run."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml

from engine.config import load_config
from service.server.app import ROUTES
from tests.test_containers import COMPOSE, DOCKERFILE

DEPLOY = Path(__file__).parent.parent / "deploy"
MANIFESTS: list[dict[str, Any]] = list(yaml.safe_load_all((DEPLOY / "kubernetes.yml").read_text("utf-8")))
KINDS = {one["kind"]: one for one in MANIFESTS}
POD = KINDS["Deployment"]["spec"]["template"]
(CONTAINER,) = POD["spec"]["containers"]


class Loader(yaml.SafeLoader):
    """Reads what Compose says of how two files are merged as plain values."""


for _tag in ("!reset", "!override"):
    Loader.add_constructor(_tag, lambda loader, node: loader.construct_sequence(node))

SEVERAL: dict[str, Any] = yaml.load((DEPLOY / "docker-compose.yml").read_text("utf-8"), Loader)


@pytest.mark.parametrize("manifest", MANIFESTS, ids=lambda manifest: manifest["kind"])
@pytest.mark.parametrize("version", ["1.29", "1.33"])
def test_a_manifest_is_what_kubernetes_takes(manifest: dict[str, Any], version: str) -> None:
    kubernetes_validate.validate(manifest, version, strict=True)


def test_a_manifest_that_is_wrong_is_found() -> None:
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate({**MANIFESTS[1], "spec": {"replicas": "three"}}, "1.33", strict=True)


def test_settings_in_the_manifests_are_valid_and_the_password_is_a_secret() -> None:
    settings = tomllib.loads(KINDS["ConfigMap"]["data"]["whichever.toml"])
    config = load_config(environ={}, overrides=settings)
    assert config.service.database.startswith("postgresql://")
    assert ":" not in config.service.database.removeprefix("postgresql://").partition("@")[0]
    assert "envFrom" in CONTAINER


def test_a_pod_may_do_little_and_is_looked_at_where_it_answers() -> None:
    assert POD["spec"]["securityContext"]["runAsNonRoot"]
    rights = CONTAINER["securityContext"]
    assert rights["readOnlyRootFilesystem"] and not rights["allowPrivilegeEscalation"]
    assert rights["capabilities"] == {"drop": ["ALL"]}
    assert CONTAINER["resources"].keys() == {"requests", "limits"}
    paths = {name: CONTAINER[name]["httpGet"]["path"] for name in ("livenessProbe", "readinessProbe", "startupProbe")}
    assert paths == {"livenessProbe": "/healthz", "readinessProbe": "/readyz", "startupProbe": "/healthz"}
    assert {("GET", path) for path in paths.values()} <= {(route.method, route.path) for route in ROUTES}
    (port,) = CONTAINER["ports"]
    assert f"EXPOSE {port['containerPort']}\n" in DOCKERFILE
    mounted = {mount["name"] for mount in CONTAINER["volumeMounts"]}
    assert mounted == {volume["name"] for volume in POD["spec"]["volumes"]}
    labels = POD["metadata"]["labels"]
    assert KINDS["Service"]["spec"]["selector"] == KINDS["Deployment"]["spec"]["selector"]["matchLabels"] == labels
    assert KINDS["Service"]["spec"]["ports"][0]["targetPort"] == port["name"]


def test_compose_scales_the_service_behind_a_balancer() -> None:
    services = SEVERAL["services"]
    assert services["whichever"]["ports"] == services["whichever"]["volumes"] == []
    assert "container_name" not in COMPOSE["services"]["whichever"]
    environ = services["whichever"]["environment"]
    config = load_config(
        environ={"WHICHEVER_DATABASE": environ["WHICHEVER_DATABASE"]},
        overrides=tomllib.loads(SEVERAL["configs"]["several"]["content"]),
    )
    assert re.findall(r"@(\w+)/", config.service.database) == ["postgresql"]
    assert config.service.proxies == 1
    assert config.retrieval.retriever == "elasticsearch"
    for name, service in services.items():
        for needed in service.get("depends_on", {}):
            assert needed in services or needed in COMPOSE["services"], name
    assert SEVERAL["volumes"].keys() == {"postgresql"}
