"""Fetching pages of the web for a service: from public addresses alone, within bounds of size, time and redirects.

A page is what a stranger put somewhere, and its address may be chosen to make this service speak with its own network.
So an address is looked at where the connection is made, after its name was resolved, at each redirect again.
"""

from __future__ import annotations

import socket
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any, NamedTuple

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from yarl import URL

from engine.errors import UnavailableError, shorten

MAX_REDIRECTS = 5
_CHUNK_BYTES = 1 << 16
_MOVED = frozenset({301, 302, 303, 307, 308})
_AGENT = "Whichever (reads pages for a person who asked)"


class Fetched(NamedTuple):
    """What an address gave."""

    content: bytes
    """Decompressed."""
    kind: str
    """Media type."""
    charset: str
    """What the sender calls its encoding; empty when unsaid."""


class PublicResolver(AbstractResolver):
    """Resolves names and refuses those that lead to an address that is not public."""

    def __init__(self) -> None:
        """Take the resolver of the system."""
        self._resolver = aiohttp.ThreadedResolver()

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """Return the addresses of a host.

        Raises:
            OSError: The host is unknown, or one of its addresses is not public.
        """
        found = await self._resolver.resolve(host, port, family)
        if not all(is_public(result["host"]) for result in found):
            raise OSError(f"{host} leads to an address that is not public")
        return found

    async def close(self) -> None:
        """End the resolver."""
        await self._resolver.close()


def is_public(address: str) -> bool:
    """Return whether a numeric address can be reached by everybody, unlike loopback, private or link-local ones."""
    try:
        ip: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(ip, IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)
        if inner is not None:
            ip = inner
    return ip.is_global and not ip.is_multicast and not ip.is_reserved


def make_session(*, timeout_s: float, private: bool) -> aiohttp.ClientSession:
    """Return a session without memory.

    Args:
        timeout_s: Seconds for a request with its answer.
        private: Whether addresses that are not public may be fetched.
    """
    resolver: dict[str, Any] = {} if private else {"resolver": PublicResolver()}
    return aiohttp.ClientSession(
        connector=aiohttp.TCPConnector(limit=20, limit_per_host=4, use_dns_cache=False, **resolver),
        cookie_jar=aiohttp.DummyCookieJar(),
        timeout=aiohttp.ClientTimeout(total=timeout_s),
        headers={"User-Agent": _AGENT},
        trust_env=False,
    )


async def fetch(session: aiohttp.ClientSession, address: str, *, max_bytes: int, private: bool) -> Fetched:
    """Fetch a page.

    Args:
        session: One of ``make_session``, with the same ``private``.
        address: Where it is.
        max_bytes: A longer one is refused.
        private: Whether addresses that are not public may be fetched.

    Raises:
        UnavailableError: It cannot be fetched; the message says why.
    """
    try:
        url = URL(address)
        for _ in range(MAX_REDIRECTS + 1):
            _check(url, private=private)
            async with session.get(url, allow_redirects=False) as response:
                if response.status in _MOVED and (where := response.headers.get("Location")):
                    url = url.join(URL(where))
                    continue
                if response.status != 200:
                    raise UnavailableError(f"{shorten(str(url))!r} answers with status {response.status}.")
                content = await _read(response, max_bytes)
                return Fetched(content, response.content_type, response.charset or "")
        raise UnavailableError(
            f"{shorten(address)!r} leads from one address to the next more than {MAX_REDIRECTS} times."
        )
    except TimeoutError as error:
        raise UnavailableError(f"{shorten(address)!r} does not answer in time.") from error
    except (aiohttp.ClientError, OSError, ValueError, LookupError) as error:
        raise UnavailableError(f"{shorten(address)!r} cannot be fetched: {shorten(str(error), 200)}.") from error


def _check(url: URL, *, private: bool) -> None:
    if url.scheme not in {"http", "https"} or not url.host:
        raise UnavailableError(f"{shorten(str(url))!r} is no address of a page. Expected http:// or https://.")
    numeric = url.host.strip("[]")
    if not private and (":" in numeric or numeric.replace(".", "").isdecimal()) and not is_public(numeric):
        raise UnavailableError(f"{shorten(str(url))!r} is not a public address; it is not fetched.")


async def _read(response: aiohttp.ClientResponse, max_bytes: int) -> bytes:
    parts, size = [], 0
    async for part in response.content.iter_chunked(_CHUNK_BYTES):
        size += len(part)
        if size > max_bytes:
            raise UnavailableError(f"{shorten(str(response.url))!r} is longer than {max_bytes} bytes.")
        parts.append(part)
    return b"".join(parts)
