"""Where an answer goes in Slack, and how it gets there."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_async_handlers import AsyncRateLimitErrorRetryHandler
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.webhook.async_client import AsyncWebhookClient

from engine import schemas
from engine.text.tokens import clean
from service.rendering import slack
from service.rendering.blocks import of_reply

log = logging.getLogger(__name__)

TIMEOUT_S = 10
"""Of a request to Slack."""

_OUTSIDE = "~"
"""Begins the thread of a conversation in a channel that the bot may not write to."""

_NOT_THERE = {"not_in_channel", "channel_not_found", "is_archived", "restricted_action"}


@dataclass(slots=True)
class Target:
    """A thread of a channel, or a channel as a whole.

    Where the bot may not write, Slack takes a few messages at the address that came with a command or a click.
    """

    client: AsyncWebClient
    channel: str
    thread: str = ""
    """Timestamp of the message that the thread hangs from; empty for the channel as a whole."""
    url: str = ""
    """Takes messages instead; empty when there is none."""
    asked: tuple[slack.Json, ...] = ()
    """Says who asked what, above the answer."""
    announced: str = ""
    """Timestamp of the message that the answer replaces; empty when there is none."""

    @classmethod
    def at(cls, client: AsyncWebClient, place: str, url: str = "") -> Target:
        """Return the target that a place names."""
        channel, _, thread = place.partition(":")
        return cls(client, channel, thread, url)

    @property
    def place(self) -> str:
        """Return the name of the conversation."""
        return f"{self.channel}:{self.thread}"

    async def announce(self, person: str, question: str, key: str) -> str:
        """Post who asks what, so that the conversation has a thread; the answer comes below it. Return the place.

        Args:
            person: Who asks.
            question: What is asked.
            key: Names the conversation where the bot may not write.
        """
        question = clean(question)
        self.asked = (slack.asked(person, question),)
        self.announced = await self._post({"text": slack.escape(question), "blocks": list(self.asked)})
        self.thread = self.announced or f"{_OUTSIDE}{key}"
        return self.place

    async def show(self, replies: Sequence[schemas.Reply]) -> None:
        """Post replies, as few messages as they fit into."""
        blocks = [block for reply in replies for block in of_reply(reply)]
        for message in slack.render(blocks, place=self.place):
            message["blocks"] = [*self.asked, *message["blocks"]]
            self.asked = ()
            if self.announced:
                await self.client.chat_update(channel=self.channel, ts=self.announced, **message)
                self.announced = ""
            elif not await self._post(message):
                await self._respond(message)

    async def _post(self, message: slack.Message) -> str:
        """Return the timestamp of the message; empty when the bot may not write there."""
        if self.thread.startswith(_OUTSIDE):
            return ""
        try:
            posted = await self.client.chat_postMessage(
                channel=self.channel,
                thread_ts=self.thread or None,
                unfurl_links=False,
                unfurl_media=False,
                mrkdwn=False,
                **message,
            )
        except SlackApiError as error:
            if self.url and code_of(error) in _NOT_THERE:
                return ""
            raise
        return str(posted["ts"])

    async def _respond(self, message: slack.Message) -> None:
        patient = AsyncRateLimitErrorRetryHandler(max_retry_count=3)
        sent = await AsyncWebhookClient(self.url, timeout=TIMEOUT_S, retry_handlers=[patient]).send(
            **message,
            response_type="in_channel",
            replace_original=False,
        )
        if sent.status_code != 200:
            log.warning("Slack did not take an answer at its response URL: status %d", sent.status_code)


def code_of(error: SlackApiError) -> str:
    """Return Slack's name for what went wrong; empty when it did not answer in its way."""
    data = error.response.data if hasattr(error.response, "data") else error.response
    return str(data.get("error", "")) if isinstance(data, dict) else ""
