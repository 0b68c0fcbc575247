"""A PostgreSQL of its own on this machine, for trials and tests: loopback only, thrown away with its folder.

Run ``python scripts/postgresql.py start`` (or ``stop``, ``install``). The program is Debian's package; ``start`` prints
the URL, whose password is ``whichever``.
"""

from __future__ import annotations

import argparse
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

PASSWORD = "whichever"
USER = "whichever"


def main() -> None:
    parser = argparse.ArgumentParser(description="Start or stop a PostgreSQL on this machine.")
    parser.add_argument("command", choices=["install", "start", "stop"])
    parser.add_argument("--folder", type=Path, default=Path("var/postgresql"), help="where it keeps its files")
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    options = parser.parse_args()
    programs, data = install(), options.folder.resolve() / "data"
    if options.command == "start":
        start(programs, data, options.port or free_port())
    elif options.command == "stop" and data.exists():
        run(programs / "pg_ctl", "stop", "--pgdata", data, "--mode", "immediate", check=False)


def install() -> Path:
    """Make sure that the program is there; return the folder of its commands."""
    if not (found := programs()):
        subprocess.run([Path(__file__).with_name("apt.sh"), "postgresql"], check=False)
        found = programs()
    if not found:
        sys.exit("PostgreSQL is not installed. Install it, for example:  apt-get install postgresql")
    return found[-1]


def programs() -> list[Path]:
    on_path = shutil.which("initdb")
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda one: int(one.parts[-3]))
    return [one.parent for one in [*debian, *([Path(on_path).resolve()] if on_path else [])]]


def start(programs: Path, data: Path, port: int) -> None:
    if not data.exists():
        data.mkdir(parents=True, mode=0o700)
        if os.geteuid() == 0:
            shutil.chown(data, "postgres", "postgres")
        with tempfile.NamedTemporaryFile("w") as password:
            password.write(PASSWORD)
            password.flush()
            how = ["--username", USER, "--auth", "scram-sha-256", "--pwfile", password.name, "--no-sync"]
            run(programs / "initdb", "--pgdata", data, "--encoding", "UTF8", "--no-locale", *how)
    settings = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off"
    run(programs / "pg_ctl", "start", "--pgdata", data, "--wait", "--options", settings, "--log", data / "log")
    print(f"postgresql://{USER}@127.0.0.1:{port}/postgres")


def run(program: Path, *arguments: str | Path, check: bool = True) -> None:
    """Run a command as an ordinary user, as PostgreSQL demands, who may yet open these folders."""
    as_other = []
    if os.geteuid() == 0:
        as_other = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        as_other += ["--inh-caps=+dac_override", "--ambient-caps=+dac_override", "--securebits=+no_setuid_fixup"]
    done = subprocess.run([*as_other, program, *arguments], stdout=sys.stderr, cwd="/", check=False)
    if check and done.returncode:
        sys.exit(f"{program.name} failed; what it said stands above.")


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


if __name__ == "__main__":
    main()
