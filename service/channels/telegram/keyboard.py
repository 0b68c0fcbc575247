"""Buttons below a message. What comes back of a button is at most 64 bytes, so a longer message is kept under a key."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from aiogram.types import InlineKeyboardButton, InlineKeyboardMarkup

from engine.errors import shorten
from service.rendering.blocks import Button
from service.store import Kind, Store

MAX_BYTES = 64
MAX_TITLE_CHARS = 40
MAX_BUTTONS = 16
PER_ROW = 2
BUTTON = Kind("button", most=10_000, days=30)
"""A long message."""

_SAID, _KEPT = "s:", "k:"


class Keyboards:
    """Makes keyboards, and tells what their buttons say."""

    def __init__(self, store: Store) -> None:
        """Keep long messages in a store, with all that write there."""
        self._store = store

    async def make(self, buttons: Sequence[Button]) -> InlineKeyboardMarkup | None:
        """Return the keyboard of a message; None without buttons."""
        shown = [
            InlineKeyboardButton(
                text=shorten(button.title, MAX_TITLE_CHARS), callback_data=await self._key(button.message)
            )
            for button in buttons[:MAX_BUTTONS]
        ]
        rows = [shown[at : at + PER_ROW] for at in range(0, len(shown), PER_ROW)]
        return InlineKeyboardMarkup(inline_keyboard=rows) if rows else None

    async def message_of(self, key: str) -> str:
        """Return what a button says; empty when it is not known any more."""
        if key.startswith(_SAID):
            return key.removeprefix(_SAID)
        return await self._store.run(self._store.get, BUTTON, key) or ""

    async def _key(self, message: str) -> str:
        said = _SAID + message
        if len(said.encode("utf-8", "replace")) <= MAX_BYTES:
            return said
        key = _KEPT + hashlib.sha256(message.encode("utf-8", "replace")).hexdigest()[:32]
        await self._store.run(self._store.put, BUTTON, key, message)
        return key
