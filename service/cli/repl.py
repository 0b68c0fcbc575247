"""A conversation in the terminal with a running service."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine import schemas
from service.client import Client, ServiceError
from service.rendering.terminal import show_reply, wrap

TIMEOUT_S = 60.0

HELLO = 'Ask which of two things is better, for example "Is tea better than coffee for sleep?". Ctrl-D ends.'


def talk(service: Client, lines: Iterable[str], say: Callable[[str], None], *, fancy: bool) -> None:
    """Hold a conversation until the lines end.

    Args:
        service: Who answers; what it refuses is shown, and the conversation goes on.
        lines: What the person types; the number of a suggestion stands for it.
        say: Shows text to the person.
        fancy: Draw with characters beyond ASCII.

    Raises:
        UnavailableError: The service does not answer, or not like one.
    """
    session: str | None = None
    buttons: list[schemas.Button] = []
    for line in lines:
        message = line.strip()
        if not message:
            continue
        if message.isdecimal() and 1 <= int(message) <= len(buttons):
            message = buttons[int(message) - 1]["message"]
        try:
            turn = service.chat(message, session)
        except ServiceError as error:
            say(wrap(str(error)) + "\n")
            continue
        session = turn["session"]
        buttons = [button for reply in turn["replies"] for button in reply["buttons"]]
        for reply in turn["replies"]:
            say(show_reply(reply, fancy=fancy) + "\n")
