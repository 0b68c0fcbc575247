"""JSON in one place: what requests may hold, what responses look like, and the error shape of every door.

A request is a frozen model; ``parse`` turns bytes into one. A response is a ``TypedDict`` named like the word of
``engine.types`` it shows, built by the function of the same name in lower case:
``wire.comparison(comparison) -> wire.Comparison``. The OpenAPI document is derived from both.
"""

from __future__ import annotations

import json
from typing import Any

from engine.wire.assistants import *
from engine.wire.conversations import *
from engine.wire.operations import *
from engine.wire.pages import *
from engine.wire.requests import *
from engine.wire.responses import *
from engine.wire.show import *
from engine.wire.streaming import *
from engine.wire.voice import *


def dump(value: Any) -> bytes:
    """Return a response as JSON in UTF-8.

    A lone surrogate, which UTF-8 cannot hold, is written as its escape.

    Raises:
        ValueError: A number is not finite.
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    try:
        return text.encode()
    except UnicodeEncodeError:
        return json.dumps(value, allow_nan=False, separators=(",", ":")).encode()
