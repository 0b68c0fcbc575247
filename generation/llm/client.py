"""Asks an OpenAI-compatible endpoint and reads its streamed reply, bounded in time and bytes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from typing import Any

import aiohttp

from engine.config import LlmConfig
from engine.errors import UnavailableError, shorten
from engine.hanging import HangsError, unless_hanging
from engine.model_use import noted

_DONE = "[DONE]"


def complete(messages: Sequence[dict[str, str]], settings: LlmConfig) -> str:
    """Return what the model says; call it from a thread without an event loop.

    Args:
        messages: The conversation, each ``{"role", "content"}``.
        settings: Where the model is and how much it may say.

    Raises:
        UnavailableError: It cannot be reached, refuses, says nothing or too much, breaks off, takes too long or speaks
            another protocol.
    """
    return _bounded("chat/completions", {"messages": [*messages], "temperature": 0, "seed": 0}, settings)


def go_on(prompt: str, settings: LlmConfig, **sampling: float) -> str:
    """Return how the model goes on after a prompt that is no conversation; see ``complete``."""
    return _bounded("completions", {"prompt": prompt, **sampling}, settings)


def _bounded(path: str, body: dict[str, Any], settings: LlmConfig) -> str:
    try:
        asked = unless_hanging(_complete(path, body, settings), f"{settings.url.rstrip('/')}/models")
        with noted("llm"):
            return asyncio.run(asyncio.wait_for(asked, settings.timeout_s))
    except HangsError as error:
        raise UnavailableError(
            f"The language model at {settings.url} hangs.", told="The language model hangs."
        ) from error
    except TimeoutError as error:
        raise UnavailableError(f"The language model did not answer within {settings.timeout_s:g} s.") from error
    except (aiohttp.ClientError, OSError) as error:
        raise UnavailableError(
            f"The language model at {settings.url} broke off or cannot be reached: {error}",
            told="The language model broke off or cannot be reached.",
        ) from error


async def _complete(path: str, body: dict[str, Any], settings: LlmConfig) -> str:
    key = settings.api_key.get_secret_value()
    body |= {"max_tokens": settings.max_tokens, "stream": True} | ({"model": settings.model} if settings.model else {})
    async with (
        aiohttp.ClientSession(headers={"Authorization": f"Bearer {key}"} if key else {}) as session,
        session.post(f"{settings.url.rstrip('/')}/{path}", json=body, allow_redirects=False) as reply,
    ):
        if reply.status != 200:
            raise UnavailableError(f"The language model at {settings.url} answered with status {reply.status}.")
        if reply.content_type != "text/event-stream":
            raise UnavailableError(f"The language model sent {shorten(reply.content_type)!r}, not a stream of events.")
        said = "".join([text async for text in _texts(_events(reply.content, settings.max_bytes))])
    if not said.strip():
        raise UnavailableError("The language model said nothing.")
    return said


async def _events(content: aiohttp.StreamReader, max_bytes: int) -> AsyncIterator[str]:
    """Yield the data of server-sent events up to the one that ends the stream.

    Raises:
        UnavailableError: The stream ends without it, or is too long.
    """
    read, rest = 0, b""
    async for chunk in content.iter_any():
        read += len(chunk)
        if read > max_bytes:
            raise UnavailableError(f"The language model sent more than {max_bytes:,} bytes (llm.max_bytes).")
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            if line.startswith(b"data:"):
                data = line[5:].decode("utf-8", "replace").strip()
                if data == _DONE:
                    return
                yield data
    raise UnavailableError("The language model broke off before the end of its reply.")


async def _texts(events: AsyncIterator[str]) -> AsyncIterator[str]:
    """Yield the pieces of text in events.

    Raises:
        UnavailableError: An event is not a piece of a chat completion.
    """
    async for data in events:
        try:
            event: Any = json.loads(data)
            choices = event["choices"]
            choice: Any = choices[0] if choices else {"text": None}
            text = choice["text"] if "text" in choice else choice["delta"].get("content")
        except (ValueError, RecursionError, KeyError, IndexError, TypeError, AttributeError) as error:
            raise UnavailableError(
                f"The language model sent {shorten(data)!r}, which is no piece of a chat completion."
            ) from error
        if isinstance(text, str):
            yield text
