"""Prints what an installation consists of, as CycloneDX 1.6: ``python scripts/sbom.py requirements/engine.txt …``.

The packages that lock files pin, the code by others in ``web/vendor``, and the trained networks. The same content gives
the same document, so that two of them can be compared.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from audit import packages

ROOT = Path(__file__).resolve().parent.parent
_VENDORED = re.compile(r"^\| `([^`]+)` \| \[([^]]+)\]\([^)]*\)[^|]*\| ([^ ,|]+)[^|]*\| ([^ ,|]+)", re.MULTILINE)
"""Rows of the table in ``web/vendor/README.md``: file, name, version, licence."""


def pinned(locks: list[Path]) -> Iterator[dict[str, Any]]:
    """Yield the packages of lock files, each with those that pin it."""
    held: dict[str, tuple[str, str, list[str]]] = {}
    for lock in locks:
        for one in packages(lock):
            purl = f"pkg:pypi/{one.name.replace('.', '-')}@{one.version}"
            held.setdefault(purl, (one.name, one.version, []))[2].append(lock.as_posix())
    for purl, (name, version, where) in sorted(held.items()):
        yield library(purl, name, version, properties=[{"name": "whichever:lock", "value": lock} for lock in where])


def own() -> Iterator[dict[str, Any]]:
    """Yield the files that come with the product and are no source of ours."""
    vendor = ROOT / "web" / "vendor"
    for file, name, version, licence in _VENDORED.findall((vendor / "README.md").read_text("utf-8")):
        licences = [{"license": {"id": licence}}]
        yield library(f"pkg:npm/{name}@{version}", name, version, licenses=licences, hashes=[hash_of(vendor / file)])
    for network in sorted((ROOT / "nlu_models" / "trained").glob("*.onnx")):
        name = network.relative_to(ROOT).as_posix()
        yield {"type": "machine-learning-model", "bom-ref": name, "name": name, "hashes": [hash_of(network)]}


def library(purl: str, name: str, version: str, **more: Any) -> dict[str, Any]:
    """Return a component that is a library."""
    return {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl, **more}


def hash_of(file: Path) -> dict[str, str]:
    """Return a file's hash as CycloneDX writes it."""
    return {"alg": "SHA-256", "content": hashlib.sha256(file.read_bytes()).hexdigest()}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("locks", nargs="+", type=Path, metavar="LOCK")
    components = [*pinned(parser.parse_args().locks), *own()]
    (version,) = re.findall(
        r'^__version__ = "(.+)"', (ROOT / "engine" / "__init__.py").read_text("utf-8"), re.MULTILINE
    )
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(components)).urn,
        "version": 1,
        "metadata": {
            "component": {"type": "application", "bom-ref": "whichever", "name": "whichever", "version": version}
        },
        "components": components,
    }
    print(json.dumps(document, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
