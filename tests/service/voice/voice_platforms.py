"""Alexa, served on loopback: it signs what it hears, keeps its certificates, and refuses what the real one would."""

from __future__ import annotations

import json
import socket
import ssl
import tempfile
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import aiohttp
from aiohttp import web
from aiohttp.abc import AbstractResolver, ResolveResult
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.hashes import SHA256

from tests.service.voice.certificates import Issued

SKILL_ID = "amzn1.ask.skill.4e7f3a10-0000-4000-8000-2d1f0c9b8a76"
CHAIN_URL = "https://s3.amazonaws.com/echo.api/echo-api-cert-12.pem"
API_TOKEN = "a-token-of-the-platform"
MODEL: dict[str, Any] = json.loads(
    (Path(__file__).parents[3] / "service/channels/voice/alexa-en-US.json").read_text("utf-8")
)


ROOT = Issued("Root of the test")
MIDDLE = Issued("Middle of the test", ROOT)
END = Issued("Alexa of the test", MIDDLE, host="echo-api.amazon.com")
WEB = Issued("Web of the test")
STORE = Issued("Store of the test", WEB, host="s3.amazonaws.com")


class Alexa:
    """The platform.

    Attributes:
        url: The skill's endpoint.
        http: Leads every host to the platform's own server, over TLS.
        anchors: Who vouches for it.
        files: What its certificate store holds, by path.
        announced: What it said while it waited.
        fetched: How often a file was asked for.
    """

    def __init__(self) -> None:
        self.anchors = [ROOT.certificate]
        self.files: dict[str, bytes] = {"/echo.api/echo-api-cert-12.pem": END.pem + MIDDLE.pem}
        self.fetched = 0
        self.announced: list[str] = []
        self.url = self.api = ""
        self.http: aiohttp.ClientSession
        self.session_id = "amzn1.echo-api.session.0001"

    def envelope(self, request: dict[str, Any], *, skill_id: str = SKILL_ID, age_s: float = 0.0) -> dict[str, Any]:
        """Return what the platform sends of a request."""
        application = {"applicationId": skill_id}
        sent = (datetime.now(UTC) - timedelta(seconds=age_s)).strftime("%Y-%m-%dT%H:%M:%SZ")
        system = {"application": application, "user": {"userId": "u"}, "apiEndpoint": self.api}
        return {
            "version": "1.0",
            "session": {"new": False, "sessionId": self.session_id, "application": application, "attributes": {}},
            "context": {"System": {**system, "apiAccessToken": API_TOKEN}},
            "request": {"requestId": "amzn1.echo-api.request.1", "timestamp": sent, "locale": "en-US", **request},
        }

    def signed(self, body: bytes, *, by: Issued = END, url: str = CHAIN_URL) -> dict[str, str]:
        """Return the headers of a request."""
        signature = by.key.sign(body, PKCS1v15(), SHA256())
        return {
            "Content-Type": "application/json",
            "SignatureCertChainUrl": url,
            "Signature-256": b64encode(signature).decode(),
        }

    async def post(self, body: bytes, headers: dict[str, str]) -> tuple[int, Any]:
        async with self.http.post(self.url, data=body, headers=headers) as answer:
            return answer.status, await answer.json()

    async def hears(self, request: dict[str, Any]) -> dict[str, Any]:
        """Send a request; return the response if the real platform would take it."""
        body = json.dumps(self.envelope(request)).encode()
        status, envelope = await self.post(body, self.signed(body))
        assert status == 200, envelope
        return checked(envelope)

    async def intent(self, name: str, query: str | None = None) -> dict[str, Any]:
        slots = {"query": {"name": "query", "value": query}} if query is not None else {}
        return await self.hears({"type": "IntentRequest", "intent": {"name": name, "slots": slots}})

    async def _file(self, request: web.Request) -> web.Response:
        self.fetched += 1
        if request.path not in self.files:
            raise web.HTTPNotFound
        return web.Response(body=self.files[request.path])

    async def _directive(self, request: web.Request) -> web.Response:
        assert request.headers["Authorization"] == f"Bearer {API_TOKEN}"
        said = await request.json()
        assert said["header"] == {"requestId": "amzn1.echo-api.request.1"}
        assert said["directive"]["type"] == "VoicePlayer.Speak"
        self.announced.append(heard(said["directive"]["speech"]))
        return web.Response(status=204)

    @asynccontextmanager
    async def served(self) -> AsyncIterator[Alexa]:
        """Serve certificates and the API of the platform."""
        app = web.Application()
        app.router.add_post("/v1/directives", self._directive)
        app.router.add_get("/{path:.*}", self._file)
        runner = web.AppRunner(app)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0, ssl_context=_server_context(STORE)).start()
        plain = web.TCPSite(runner, "127.0.0.1", 0)
        await plain.start()
        (store, *_), (api, *_) = ([address[1]] for address in runner.addresses)
        self.api = f"http://127.0.0.1:{api}"
        context = ssl.create_default_context(cadata=WEB.pem.decode())
        connector = aiohttp.TCPConnector(resolver=_Loopback(store), ssl=context)
        async with aiohttp.ClientSession(connector=connector) as self.http:
            yield self
        await runner.cleanup()


class _Loopback(AbstractResolver):
    """Leads every name to one port of this machine; addresses stay what they are."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        return [
            ResolveResult(hostname=host, host="127.0.0.1", port=self._port, family=socket.AF_INET, proto=0, flags=0)
        ]

    async def close(self) -> None:
        pass


def _server_context(host: Issued) -> ssl.SSLContext:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    with tempfile.NamedTemporaryFile() as file:
        file.write(host.pem + host.key_pem)
        file.flush()
        context.load_cert_chain(file.name)
    return context


def heard(ssml: str) -> str:
    """Return what is said; fail on SSML that an assistant refuses."""
    assert len(ssml) <= 8000
    root = ElementTree.fromstring(ssml)
    assert root.tag == "speak"
    assert {element.tag for element in root.iter()} <= {"speak", "p", "s"}
    text = " ".join(root.itertext()).strip()
    assert not set(text) & set('[](){}<>*_~`|\\^#@&%+=/“”"')
    assert "http" not in text
    return text


def checked(envelope: dict[str, Any]) -> dict[str, Any]:
    """Return the response; fail when the platform would refuse it."""
    assert envelope["version"] == "1.0"
    assert len(json.dumps(envelope)) <= 24 << 10
    response: dict[str, Any] = envelope["response"]
    if "outputSpeech" in response:
        assert response["outputSpeech"]["type"] == "SSML"
        response["heard"] = heard(response["outputSpeech"]["ssml"])
    if "reprompt" in response:
        assert response["shouldEndSession"] is False
        assert heard(response["reprompt"]["outputSpeech"]["ssml"])
    if "card" in response:
        assert response["card"]["type"] == "Simple"
        assert len(response["card"]["content"]) <= 8000
    dialog = {one["name"]: one for one in MODEL["interactionModel"]["dialog"]["intents"]}
    for directive in response.get("directives", ()):
        assert directive["type"] == "Dialog.ElicitSlot"
        slots = {slot["name"] for slot in dialog[directive["updatedIntent"]["name"]]["slots"]}
        assert directive["slotToElicit"] in slots
        assert set(directive["updatedIntent"]["slots"]) <= slots
    return response
