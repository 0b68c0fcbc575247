"""Runs a module with fewer rights: ``python -m bot.confined --write FOLDER --bind PORT --connect PORT MODULE …``.

The kernel (Landlock, Linux 5.13; ports from 6.7, signals from 6.12) then lets the process change files in these folders
alone, take connections at one port, open connections to one, and send signals to none but itself; of root's rights it
keeps that over files. Nothing of this can be undone, and what the process starts has the same rights. Where the kernel
cannot do it, a line says so and the module runs as before.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import runpy
import signal
import struct
import sys
from collections.abc import Iterable
from pathlib import Path

_CREATE, _ADD, _RESTRICT = 444, 445, 446
"""System calls of Landlock, the same on all processors."""
_VERSION = 1
_BENEATH, _PORT = 1, 2
_WRITE_FILE = 1 << 1
_CHANGES = _WRITE_FILE | sum(1 << right for right in range(4, 13))
"""To write, to remove and to make files, folders, sockets, pipes, devices and links."""
_MOVE, _TRUNCATE = 1 << 13, 1 << 14
_BIND, _CONNECT = 1 << 0, 1 << 1
_ABSTRACT_SOCKETS, _SIGNALS = 1 << 0, 1 << 1
_END_WITH_PARENT, _NO_NEW_PRIVILEGES, _DROP_BOUNDING = 1, 38, 24
_FILES = 1
"""The capability that root keeps: the files of the program, and those in its folders, may be another user's."""
_CAPABILITIES_V3 = 0x20080522


def confine(folders: Iterable[Path], *, bind: int, connect: int) -> str:
    """Take the rights of this process away, before it has other threads.

    Args:
        folders: Where it may change files.
        bind: The port where it may take connections.
        connect: The port that it may connect to, at any address.

    Returns:
        What the kernel could not take away; empty when it took all.
    """
    if not sys.platform.startswith("linux"):
        return "Only Linux can confine a process: it may do all that its user may."
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_END_WITH_PARENT, signal.SIGKILL, 0, 0, 0)  # lest it keep what another service has answered since
    if os.geteuid() == 0:
        _drop_capabilities(libc)
    libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    version = libc.syscall(_CREATE, None, 0, _VERSION)
    if version < 1:
        return "This kernel has no Landlock: Rasa may do all that its user may."
    changes = _CHANGES | (_MOVE if version > 1 else 0) | (_TRUNCATE if version > 2 else 0)
    ports = 0 if version < 4 else _BIND | _CONNECT
    fields = [changes, *([ports] if version > 3 else []), *([_ABSTRACT_SOCKETS | _SIGNALS] if version > 5 else [])]
    ruleset = libc.syscall(_CREATE, struct.pack(f"{len(fields)}Q", *fields), 8 * len(fields), 0)
    _check(ruleset)
    for path in (*folders, Path(os.devnull)):
        place = os.open(path, os.O_PATH)
        rights = changes if path.is_dir() else changes & (_WRITE_FILE | _TRUNCATE)
        _check(libc.syscall(_ADD, ruleset, _BENEATH, struct.pack("=Qi", rights, place), 0))
        os.close(place)
    for right, port in ((_BIND, bind), (_CONNECT, connect)):
        if ports & right:
            _check(libc.syscall(_ADD, ruleset, _PORT, struct.pack("QQ", right, port), 0))
    _check(libc.syscall(_RESTRICT, ruleset, 0))
    os.close(ruleset)
    return "" if version > 3 else "This kernel cannot confine connections: Rasa may speak with any machine."


def _drop_capabilities(libc: ctypes.CDLL) -> None:
    """Leave root the right over files alone."""
    for capability in range(64):
        if capability != _FILES:
            libc.prctl(_DROP_BOUNDING, capability, 0, 0, 0)
    for left in (1 << _FILES, 0):  # a container may have taken that one away before
        if libc.capset(struct.pack("Ii", _CAPABILITIES_V3, 0), struct.pack("6I", left, left, 0, 0, 0, 0)) == 0:
            return


def _check(result: int) -> None:
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))


def main() -> None:
    """Confine this process, then run a module in it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--write", type=Path, action="append", default=[])
    parser.add_argument("--bind", type=int, required=True)
    parser.add_argument("--connect", type=int, required=True)
    parser.add_argument("module")
    parser.add_argument("arguments", nargs=argparse.REMAINDER)
    told = parser.parse_args()
    for folder in told.write:
        folder.mkdir(parents=True, exist_ok=True)
    if problem := confine(told.write, bind=told.bind, connect=told.connect):
        print(f"WARNING {problem}", flush=True)
    sys.argv = [told.module, *told.arguments]
    runpy.run_module(told.module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
