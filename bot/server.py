"""Serves the trained model on loopback: ``python -m bot.server --port 5005 --model models``.

The same as ``rasa run -i 127.0.0.1``, made for a parent process: it logs plain lines, collects garbage once before it
serves and not in the middle of a turn, and ends when its standard input does, so that it never outlives its parent.
"""

from __future__ import annotations

import argparse
import gc
import logging
import os
import signal
import sys
import threading
import time
from asyncio import AbstractEventLoop

sys.modules["jax"] = None  # TensorFlow looks for it and does without: a sixth of the time to start

import rasa  # noqa: E402
import rasa.utils.common  # noqa: E402
from rasa.utils.log_utils import configure_structlog  # noqa: E402
from sanic import Sanic  # noqa: E402

from bot import shortcuts  # noqa: E402

REPEATING = ("rasa.core.channels.rest", "rasa.core.http_interpreter")
"""Loggers that repeat what people said when something fails; the service notes that it failed."""


async def freeze_garbage(app: Sanic, loop: AbstractEventLoop) -> None:
    """Take all that start-up allocated out of the garbage collector; walking it pauses every turn in flight."""
    gc.collect()
    gc.freeze()


def end_with_parent() -> None:
    """Stop the server when the other end of standard input is closed."""
    sys.stdin.buffer.read()
    for _ in range(10):  # a signal that arrives just when the event loop starts is lost
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(1.0)
    os._exit(0)  # it hangs in its shutdown, and nobody is left to end it


def keep_words_out_of_the_log() -> None:
    """Let nothing that people said be logged."""
    for name in REPEATING:
        logging.getLogger(name).setLevel(logging.CRITICAL)


def main() -> None:
    """Serve until told to stop."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--model", required=True, help="a trained model, or the folder whose newest is served")
    arguments = parser.parse_args()
    logging.basicConfig(format="%(levelname)s %(name)s: %(message)s", level=logging.INFO, stream=sys.stdout)
    rasa.utils.common.configure_logging_and_warnings(logging.INFO)
    configure_structlog(logging.INFO)
    keep_words_out_of_the_log()
    shortcuts.install()
    threading.Thread(target=end_with_parent, daemon=True).start()
    rasa.run(
        model=arguments.model,
        endpoints="endpoints.yml",
        credentials="credentials.yml",
        interface="127.0.0.1",
        port=arguments.port,
        enable_api=False,
        server_listeners=[(freeze_garbage, "after_server_start")],
    )


if __name__ == "__main__":
    main()
