"""A served Telegram, and the service with its door to it open."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from aiohttp import web

from tests.service.served import Service, served, until
from tests.service.telegram.fake import SECRET, TOKEN, FakeTelegram

Opens = Callable[..., Awaitable[Service]]


@pytest.fixture
async def telegram() -> AsyncIterator[FakeTelegram]:
    fake = FakeTelegram()
    async with served(web.AppRunner(fake.app(), shutdown_timeout=0.1)) as base_url:
        fake.base_url = base_url
        yield fake


@pytest.fixture
def opened(serve: Callable[..., Any], telegram: FakeTelegram) -> Opens:
    """Return ``await opened(poll=…, section={...})``: the service when Telegram knows it."""

    async def start(*, poll: bool = False, wait: bool = True, **overrides: dict[str, Any]) -> Service:
        where = {"api_url": telegram.base_url} | ({} if poll else {"webhook_url": "https://example.org/"})
        environ = {"TELEGRAM_BOT_TOKEN": TOKEN, "TELEGRAM_WEBHOOK_SECRET": SECRET}
        service: Service = await serve(environ=environ, telegram=where, **overrides)
        if wait:
            await until(lambda: "getUpdates" in telegram.calls if poll else bool(telegram.webhook))
        return service

    return start


@pytest.fixture
async def service(opened: Opens) -> Service:
    return await opened()
