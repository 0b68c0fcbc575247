"""A real Elasticsearch cluster on this machine, for trials and tests: several nodes, loopback only, no security.

Run ``python scripts/elasticsearch.py start`` (or ``stop``, ``install``). The program comes from Maven Central; each
node has its settings, data, log and process id in a folder of its own. Starting again starts what does not run.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

VERSION = "8.19.21"
ARTIFACT = f"org.elasticsearch.distribution.integ-test-zip:elasticsearch:{VERSION}:zip"
HOME = Path("var/elasticsearch").resolve() / f"elasticsearch-{VERSION}"
MINIMUM_JAVA = 17
START_TIMEOUT_S = 300.0
STOP_TIMEOUT_S = 20.0
NOBODY = 65534
PACKAGES = ("default-jre-headless", "maven")
INSTALL = f"apt-get install {' '.join(PACKAGES)}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Start or stop an Elasticsearch cluster on this machine.")
    parser.add_argument("command", choices=["install", "start", "stop"])
    parser.add_argument("--folder", type=Path, default=HOME.parent, help="where the nodes keep their files")
    parser.add_argument("--port", type=int, default=9200, help="of the first node; the others follow")
    parser.add_argument("--nodes", type=int, default=3)
    parser.add_argument("--heap", default="512m", help="memory of each node's heap; it needs about 300 MB beside it")
    parser.add_argument("--short", action="store_true", help="for minutes: compile to start soon, not to run fast")
    options = parser.parse_args()
    folders = [options.folder.resolve() / f"node-{number}" for number in range(1, options.nodes + 1)]
    if options.command == "stop":
        stop(folders)
        return
    java = install()
    if options.command == "start":
        memory = f"-Xms{options.heap} -Xmx{options.heap}"
        start(folders, options.port, memory + " -XX:TieredStopAtLevel=1" * options.short, java)


def install() -> Path:
    """Make sure that Java and the program are there; return Java's home."""
    java = java_home()
    if not java or not (HOME.exists() or shutil.which("mvn")):
        subprocess.run([Path(__file__).with_name("apt.sh"), *PACKAGES], check=False)
        java = java_home()
    if not java:
        fail(f"Elasticsearch needs Java {MINIMUM_JAVA} or newer. Install it, for example:  {INSTALL}")
    if not HOME.exists():
        if not shutil.which("mvn"):
            fail(f"Elasticsearch is fetched from Maven Central with mvn. Install it, for example:  {INSTALL}")
        download()
    return java


def java_home() -> Path | None:
    on_path = shutil.which("java")
    named = [os.environ.get("ES_JAVA_HOME"), os.environ.get("JAVA_HOME")]
    homes = [Path(home) for home in named if home]
    homes += [Path(on_path).resolve().parents[1]] if on_path else []
    for home in [*homes, *sorted(Path("/usr/lib/jvm").glob("*"))]:
        with contextlib.suppress(OSError):
            done = subprocess.run([home / "bin" / "java", "-version"], capture_output=True, text=True, check=False)
            version = re.search(r'version "(\d+)', done.stderr)
            if version and int(version[1]) >= MINIMUM_JAVA:
                return home
    return None


def download() -> None:
    print(f"Fetching Elasticsearch {VERSION} (107 MB)", file=sys.stderr)
    HOME.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=HOME.parent) as folder:
        fetch = ["mvn", "-q", "-B", "dependency:copy", f"-Dartifact={ARTIFACT}", f"-DoutputDirectory={folder}"]
        if subprocess.run(fetch, cwd=folder, stdout=sys.stderr, check=False).returncode:
            fail(f"Maven could not fetch {ARTIFACT}; what it said stands above.")
        with zipfile.ZipFile(next(Path(folder).glob("*.zip"))) as archive:
            archive.extractall(folder)
        unpacked = Path(folder, HOME.name)
        for program in (unpacked / "bin").iterdir():
            program.chmod(0o755)
        unpacked.rename(HOME)


def start(folders: list[Path], port: int, options: str, java: Path) -> None:
    urls = [f"http://127.0.0.1:{port + number}" for number in range(len(folders))]
    nodes = []
    for number, folder in enumerate(folders):
        if pid_of(folder) is None:
            configure(folder, number, len(folders), port)
            nodes.append(launch(folder, options, java))
    deadline = time.monotonic() + START_TIMEOUT_S
    while not green(urls[0], len(folders)):
        if any(node.poll() is not None for node in nodes) or time.monotonic() > deadline:
            for node in nodes:  # one that is not up yet has not said which process it is
                node.terminate()
            stop(folders)
            logs = ", ".join(str(folder / "log") for folder in folders)
            fail(f"Elasticsearch did not start; see {logs}. Are ports {port} and {port + 100} upward free?")
        time.sleep(0.5)
    print(",".join(urls))


def configure(folder: Path, number: int, count: int, port: int) -> None:
    shutil.rmtree(folder / "config", ignore_errors=True)
    shutil.copytree(HOME / "config", folder / "config")
    (folder / "temporary").mkdir(exist_ok=True)
    settings = {
        "cluster.name": "whichever",
        "node.name": folder.name,
        "network.host": "127.0.0.1",
        "http.port": port + number,
        "transport.port": port + 100 + number,
        "discovery.seed_hosts": [f"127.0.0.1:{port + 100 + other}" for other in range(count)],
        "cluster.initial_master_nodes": [f"node-{other + 1}" for other in range(count)],
        "cluster.routing.allocation.disk.threshold_enabled": False,
        "path.data": str(folder / "data"),
        "path.logs": str(folder / "logs"),
        "path.repo": [str(folder.parent / "snapshots")],
        "xpack.security.enabled": False,
    }
    lines = [f"{name}: {json.dumps(value)}\n" for name, value in settings.items()]
    (folder / "config" / "elasticsearch.yml").write_text("".join(lines), "utf-8")


def launch(folder: Path, options: str, java: Path) -> subprocess.Popen[bytes]:
    environ = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ} | {
        "ES_JAVA_HOME": str(java),
        "ES_PATH_CONF": str(folder / "config"),
        "ES_TMPDIR": str(folder / "temporary"),
        "ES_JAVA_OPTS": options,
        "CLI_JAVA_OPTS": "-XX:TieredStopAtLevel=1",  # of the program that starts the node
    }
    command = [*without_root(), str(HOME / "bin" / "elasticsearch"), "--pidfile", str(folder / "pid")]
    with (folder / "log").open("wb") as log:
        return subprocess.Popen(
            command,
            cwd=folder,
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )


def without_root() -> list[str]:
    """Return what runs a program as an ordinary user, as Elasticsearch demands, who may yet open these folders."""
    if os.geteuid() != 0:
        return []
    as_nobody = [f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    may_open = ["--inh-caps=+dac_override", "--ambient-caps=+dac_override", "--securebits=+no_setuid_fixup"]
    return ["setpriv", *as_nobody, *may_open]


def green(url: str, nodes: int) -> bool:
    query = f"{url}/_cluster/health?wait_for_status=green&wait_for_nodes={nodes}&timeout=2s"
    try:
        with urllib.request.urlopen(query, timeout=5) as response:
            return not json.load(response)["timed_out"]
    except (OSError, urllib.error.HTTPError):
        return False


def stop(folders: list[Path]) -> None:
    pids = [pid for folder in folders if (pid := pid_of(folder))]
    for end in (signal.SIGTERM, signal.SIGKILL):
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, end)
        deadline = time.monotonic() + STOP_TIMEOUT_S
        while any(running(folders)) and time.monotonic() < deadline:
            time.sleep(0.1)


def running(folders: list[Path]) -> Iterator[bool]:
    return (pid_of(folder) is not None for folder in folders)


def pid_of(folder: Path) -> int | None:
    """Return the process of a node; None when it does not run."""
    try:
        pid = int((folder / "pid").read_text())
        command = Path(f"/proc/{pid}/cmdline").read_bytes()
    except (OSError, ValueError):
        return None
    return pid if b"org.elasticsearch" in command else None


def fail(message: str) -> NoReturn:
    print(message, file=sys.stderr)
    sys.exit(69)


if __name__ == "__main__":
    main()
