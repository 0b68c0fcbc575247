"""JSON in one place: what requests may hold, what responses look like, and the error shape of every door.

A request is a frozen model; ``parse`` turns bytes into one. A response is the shape of a type of ``engine.types``
(``shapes``), which ``show`` fills, or a ``TypedDict`` that adds to it. The OpenAPI document is derived from both.
"""

from __future__ import annotations

import json
from typing import Any

from engine.schemas.assistants import *
from engine.schemas.conversations import *
from engine.schemas.operations import *
from engine.schemas.pages import *
from engine.schemas.requests import *
from engine.schemas.responses import *
from engine.schemas.shapes import *
from engine.schemas.streaming import *
from engine.schemas.texts import *
from engine.schemas.voice import *


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
