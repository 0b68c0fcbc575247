"""A conversation in the terminal with a running service."""

from __future__ import annotations

import http.client
import json
from collections.abc import Callable, Iterable
from contextlib import closing
from typing import Any
from urllib.parse import urlsplit

from engine import wire
from engine.errors import InputError, UnavailableError, shorten
from service.terminal import show_reply

TIMEOUT_S = 60.0

HELLO = 'Ask which of two things is better, for example "Is tea better than coffee for sleep?". Ctrl-D ends.'


class Service:
    """A running service, by its address."""

    def __init__(self, url: str) -> None:
        """Remember the address.

        Raises:
            InputError: It is not one.
        """
        try:
            self._url = urlsplit(url)
            self._port = self._url.port
        except ValueError as error:
            raise InputError(f"{shorten(url)!r} is not an address: {error}.") from error
        if self._url.scheme not in {"http", "https"} or not self._url.hostname:
            raise InputError(f"{shorten(url)!r} is not the address of a service, such as http://localhost:8080.")

    def say(self, session: str | None, message: str) -> wire.Chat:
        """Send a message of a conversation.

        Returns:
            The turn; an error of the service stands in it as a reply.

        Raises:
            UnavailableError: The service does not answer, or not like one.
        """
        status, body = self._post("/api/v1/chat", {"session": session, "message": message})
        try:
            if status == 200:
                turn: wire.Chat = body
                return turn
            return {"session": session or "", "replies": [_failed(body["error"]["message"])]}
        except (KeyError, TypeError) as error:
            raise self._unavailable("it does not answer like Whichever") from error

    def _post(self, path: str, value: Any) -> tuple[int, Any]:
        secure = self._url.scheme == "https"
        connect = http.client.HTTPSConnection if secure else http.client.HTTPConnection
        headers = {"Content-Type": "application/json"}
        try:
            with closing(connect(self._url.hostname or "", self._port, timeout=TIMEOUT_S)) as connection:
                connection.request("POST", self._url.path.rstrip("/") + path, wire.dump(value), headers)
                response = connection.getresponse()
                return response.status, json.loads(response.read())
        except http.client.InvalidURL as error:
            raise self._unavailable("it is not an address") from error
        except OSError as error:
            raise self._unavailable(error.strerror or str(error)) from error
        except (http.client.HTTPException, ValueError) as error:
            raise self._unavailable("it does not answer like Whichever") from error

    def _unavailable(self, reason: str) -> UnavailableError:
        return UnavailableError(
            f"No service at {self._url.geturl()} ({reason}). Start one with: whichever serve   "
            "or name another with --url."
        )


def talk(service: Service, lines: Iterable[str], say: Callable[[str], None], *, fancy: bool) -> None:
    """Hold a conversation until the lines end.

    Args:
        service: Who answers.
        lines: What the person types; the number of a suggestion stands for it.
        say: Shows text to the person.
        fancy: Draw with characters beyond ASCII.
    """
    session: str | None = None
    buttons: list[wire.Button] = []
    for line in lines:
        message = line.strip()
        if not message:
            continue
        if message.isdecimal() and 1 <= int(message) <= len(buttons):
            message = buttons[int(message) - 1]["message"]
        turn = service.say(session, message)
        session = turn["session"] or session
        buttons = [button for reply in turn["replies"] for button in reply["buttons"]]
        for reply in turn["replies"]:
            say(show_reply(reply, fancy=fancy) + "\n")


def _failed(message: str) -> wire.Reply:
    return {"text": message, "buttons": [], "citations": [], "comparison": None, "standings": None, "degraded": True}
