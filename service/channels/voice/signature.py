"""Checks that a request comes from Alexa: where its certificates are, who vouches for them, what they signed, and when.

Source: Amazon, "Host a Custom Skill as a Web Service", section "Verify that the request was sent by Alexa".
"""

from __future__ import annotations

import asyncio
import posixpath
import ssl
import warnings
from base64 import b64decode
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

import aiohttp
import certifi
from cachetools import TTLCache
from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.utils import CryptographyDeprecationWarning
from cryptography.x509.verification import PolicyBuilder, Store, VerificationError

from engine.errors import InputError, UnavailableError, shorten

CHAIN_URL_HEADER = "SignatureCertChainUrl"
SIGNATURE_HEADER = "Signature-256"
DOMAIN = "echo-api.amazon.com"
HOST = "s3.amazonaws.com"
FOLDER = "/echo.api/"
TOLERANCE = timedelta(seconds=150)

MAX_CHAIN_BYTES = 64 << 10
FETCH_TIMEOUT_S = 2.0


def trusted() -> list[x509.Certificate]:
    """Return the authorities that browsers trust, as far as they keep to the standard."""
    found = []
    for der in ssl.create_default_context(cafile=certifi.where()).get_ca_certs(binary_form=True):
        with warnings.catch_warnings(action="error"), suppress(ValueError, CryptographyDeprecationWarning):
            found.append(x509.load_der_x509_certificate(der))
    return found


class Signature:
    """Checks signatures; keeps the certificates it has fetched for a day."""

    def __init__(self, http: aiohttp.ClientSession, anchors: Sequence[x509.Certificate]) -> None:
        """Remember whom to ask and whom to trust.

        Args:
            http: Fetches certificates.
            anchors: The authorities that may vouch for Alexa.
        """
        self._http = http
        self._store = Store(list(anchors))
        self._chains: TTLCache[str, bytes] = TTLCache(16, 86_400.0)

    async def check(self, headers: Mapping[str, str], body: bytes) -> None:
        """Check that Alexa signed a body.

        Raises:
            InputError: It did not.
            UnavailableError: The certificates cannot be had.
        """
        url, signature = headers.get(CHAIN_URL_HEADER, ""), headers.get(SIGNATURE_HEADER, "")
        if not url or not signature:
            raise InputError(f"The request is not signed: it needs {CHAIN_URL_HEADER} and {SIGNATURE_HEADER}.")
        check_url(url)
        key = self._key(await self._chain(url))
        try:
            key.verify(b64decode(signature, validate=True), body, PKCS1v15(), SHA256())
        except (InvalidSignature, ValueError) as error:
            raise InputError("The signature does not fit the request.") from error

    async def _chain(self, url: str) -> bytes:
        if url not in self._chains:
            self._chains[url] = await self._fetch(url)
        return self._chains[url]

    async def _fetch(self, url: str) -> bytes:
        try:
            async with asyncio.timeout(FETCH_TIMEOUT_S), self._http.get(url, allow_redirects=False) as response:
                if response.status != 200:
                    raise InputError(f"There are no certificates at {shorten(url)!r} (status {response.status}).")
                chain = await response.content.read(MAX_CHAIN_BYTES + 1)
                while len(chain) <= MAX_CHAIN_BYTES and (chunk := await response.content.read(MAX_CHAIN_BYTES)):
                    chain += chunk
        except (aiohttp.ClientError, TimeoutError) as error:
            raise UnavailableError(f"The certificates at {shorten(url)!r} cannot be fetched.") from error
        if len(chain) > MAX_CHAIN_BYTES:
            raise InputError(f"The certificates at {shorten(url)!r} have more than {MAX_CHAIN_BYTES} bytes.")
        return chain

    def _key(self, chain: bytes) -> RSAPublicKey:
        """Return the key of the first certificate, if the others lead from it to an authority and it is Alexa's."""
        try:
            end, *others = x509.load_pem_x509_certificates(chain)
            PolicyBuilder().store(self._store).build_server_verifier(x509.DNSName(DOMAIN)).verify(end, others)
        except (ValueError, VerificationError) as error:
            raise InputError(f"The certificates do not vouch for {DOMAIN}: {shorten(str(error))}") from error
        key = end.public_key()
        if not isinstance(key, RSAPublicKey):
            raise InputError("The certificate has no RSA key.")
        return key


def check_url(url: str) -> None:
    """Check that certificates lie where Amazon keeps Alexa's.

    Raises:
        InputError: They do not.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise InputError(f"{shorten(url)!r} is not an address.") from error
    fits = (
        parts.scheme == "https"
        and parts.hostname == HOST
        and posixpath.normpath(parts.path).startswith(FOLDER)
        and port in {None, 443}
        and parts.username is None
    )
    if not fits:
        raise InputError(f"{shorten(url)!r} is not where Alexa's certificates are: https://{HOST}{FOLDER}…")


def check_time(sent: datetime | None) -> None:
    """Check that a request is fresh.

    Raises:
        InputError: It was sent too long ago, or is from the future.
    """
    if sent is None:
        raise InputError("The request does not say when it was sent.")
    sent = sent if sent.tzinfo else sent.replace(tzinfo=UTC)
    if abs(datetime.now(UTC) - sent) > TOLERANCE:
        raise InputError(f"The request was sent at {sent:%Y-%m-%d %H:%M:%S}, more than {TOLERANCE.seconds} s from now.")
