"""What an API key is for: asking, adding texts, reading how the service does."""

from __future__ import annotations

from typing import Literal, get_args

Scope = Literal["ask", "upload", "admin"]

SCOPES: tuple[Scope, ...] = get_args(Scope)
