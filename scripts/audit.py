"""Asks an OSV service for known advisories on the packages of lock files; a package that is not looked up is a failure.

``python scripts/audit.py requirements/train.txt --listed bot/requirements.txt``. Exit status 0: all were looked up, and
none has an advisory; those of ``--listed`` files are shown alone. 1: an advisory. 69: not all could be looked up.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.error import URLError
from urllib.request import Request, urlopen

SERVICE = "https://api.osv.dev"
AT_ONCE = 500
TIMEOUT_S = 30.0
EX_UNAVAILABLE = 69
_PINNED = re.compile(r"([A-Za-z0-9][A-Za-z0-9._-]*)(?:\[[^\]]*\])?==([^\s;\\]+)")


class Package(NamedTuple):
    """A pinned package."""

    name: str
    version: str


def packages(lock: Path) -> Iterator[Package]:
    """Yield what a lock file pins.

    Raises:
        ValueError: A line pins no package.
    """
    for line in lock.read_text("utf-8").splitlines():
        if line.strip() and not line.lstrip().startswith(("#", "--hash=")):
            pinned = _PINNED.match(line)
            if pinned is None:
                raise ValueError(f"{lock}: {line.strip()!r} pins no package")
            yield Package(pinned[1].lower().replace("_", "-"), pinned[2])


def look_up(wanted: Sequence[Package], service: str) -> dict[Package, list[str]]:
    """Return the ids of the advisories on each package.

    Raises:
        OSError: The service does not answer.
        ValueError: It does not answer for each package.
    """
    found: dict[Package, list[str]] = {}
    for start in range(0, len(wanted), AT_ONCE):
        asked = wanted[start : start + AT_ONCE]
        queries = [{"package": {"name": one.name, "ecosystem": "PyPI"}, "version": one.version} for one in asked]
        body = json.dumps({"queries": queries}).encode()
        request = Request(f"{service}/v1/querybatch", body, {"Content-Type": "application/json"})
        with urlopen(request, timeout=TIMEOUT_S) as response:
            answer = json.load(response)
        results = answer.get("results") if isinstance(answer, dict) else None
        if not isinstance(results, list) or len(results) != len(asked):
            raise ValueError("the service did not answer for each package")
        for one, result in zip(asked, results, strict=True):
            if not isinstance(result, dict):
                raise ValueError(f"the service did not answer for {one.name}")
            found[one] = [str(each["id"]) for each in result.get("vulns", [])]
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("locks", nargs="+", type=Path, metavar="LOCK")
    parser.add_argument("--listed", nargs="*", type=Path, default=[], metavar="LOCK", help="shown, and no failure")
    parser.add_argument("--service", default=SERVICE)
    parser.add_argument("--if-answering", action="store_true", help="do nothing where no advisory service answers")
    arguments = parser.parse_args()
    try:
        strict = sorted({one for lock in arguments.locks for one in packages(lock)})
        wanted = sorted({*strict, *(one for lock in arguments.listed for one in packages(lock))})
        found = look_up(wanted, arguments.service)
    except (URLError, TimeoutError) as error:
        print(f"No advisory service answers at {arguments.service} ({error}): nothing was checked.", file=sys.stderr)
        return 0 if arguments.if_answering else EX_UNAVAILABLE
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(f"Not all packages were looked up: {error}.", file=sys.stderr)
        return EX_UNAVAILABLE
    for one, advisories in found.items():
        if advisories:
            where = "" if one in strict else " (listed)"
            print(f"{one.name} {one.version}: {', '.join(advisories)}{where}")
    failing = sum(bool(found[one]) for one in strict)
    print(f"{len(found)} packages looked up, {sum(map(bool, found.values()))} with advisories, {failing} failing.")
    return 1 if failing else 0


if __name__ == "__main__":
    sys.exit(main())
