"""The list of what an installation consists of has all that is pinned, and is the same for the same content."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
LOCKS = ["requirements/engine.txt", "bot/requirements.txt"]


def test_all_that_is_pinned_and_brought_along_is_listed() -> None:
    command = [sys.executable, "scripts/sbom.py", *LOCKS]
    first, again = (subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout for _ in range(2))
    assert first == again
    listed = json.loads(first)
    assert (listed["bomFormat"], listed["specVersion"]) == ("CycloneDX", "1.6")
    assert listed["serialNumber"].startswith("urn:uuid:")
    components = {one["bom-ref"]: one for one in listed["components"]}
    assert len(components) == len(listed["components"])
    pinned = {
        (line.split(" ")[0].split("==")[0].lower().replace("_", "-"), line.split(" ")[0].split("==")[1])
        for lock in LOCKS
        for line in (ROOT / lock).read_text("utf-8").splitlines()
        if "==" in line
    }
    assert pinned == {(one["name"], one["version"]) for one in components.values() if "pypi" in one["bom-ref"]}
    (lit,) = (one for ref, one in components.items() if ref.startswith("pkg:npm/lit-html@"))
    content = (ROOT / "web" / "vendor" / "lit-html.js").read_bytes()
    assert lit["hashes"] == [{"alg": "SHA-256", "content": hashlib.sha256(content).hexdigest()}]
    assert lit["licenses"] == [{"license": {"id": "BSD-3-Clause"}}]
    assert "nlu_models/trained/claims.onnx" in components
