"""What assistants that speak send, as far as it is read, and what they get."""

from __future__ import annotations

from typing import Annotated

from pydantic import AliasChoices, BaseModel, ConfigDict, Field
from typing_extensions import TypedDict

from engine.schemas.requests import Request, Text
from engine.schemas.responses import Shape

SessionName = Annotated[str, Field(min_length=1, max_length=1000)]


class VoiceRequest(Request):
    """What a person says to an assistant."""

    text: Text
    session: SessionName | None = None
    """The conversation, in the assistant's words; the service begins one when it is null or missing."""


class Voice(Shape):
    """What the assistant says."""

    session: str
    text: str
    """Speakable words and the punctuation of sentences."""
    ssml: str
    """The same as SSML with ``speak``, ``p`` and ``s``."""
    more: bool
    """Whether "tell me more" says more."""
    suggestions: list[str]
    """What the person may say next."""
    shown: str
    """The whole answer with its sources, for a screen; may be empty."""


class _Sent(BaseModel):
    """A part of a platform's request; what is not read may hold anything."""

    model_config = ConfigDict(frozen=True, extra="ignore", use_attribute_docstrings=True)


class EsQuery(_Sent):
    """What Dialogflow ES understood."""

    text: Annotated[Text, Field(alias="queryText")] = ""


class EsRequest(_Sent):
    """A request of Dialogflow ES."""

    session: SessionName
    query: Annotated[EsQuery, Field(alias="queryResult")]


class CxFulfillment(_Sent):
    """Which webhook of the flow is called."""

    tag: Annotated[str, Field(max_length=1000)] = ""
    """``more`` and ``sources`` stand for that saying; any other tag is not read."""


class CxSession(_Sent):
    """The session of Dialogflow CX."""

    session: SessionName


class CxRequest(_Sent):
    """A request of Dialogflow CX."""

    info: Annotated[CxSession, Field(alias="sessionInfo")]
    fulfillment: Annotated[CxFulfillment, Field(alias="fulfillmentInfo")] = CxFulfillment()
    text: Annotated[Text, Field(validation_alias=AliasChoices("text", "transcript"))] = ""
    """What was typed, or heard (``transcript``)."""


class EsText(TypedDict):
    """Lines of text."""

    text: list[str]


class Ssml(TypedDict):
    """Speech."""

    ssml: str


class EsQuickReplies(TypedDict):
    """What the person may say next."""

    quickReplies: list[str]


class EsMessage(TypedDict, total=False):
    """One way to give the answer."""

    platform: str
    text: EsText
    telephonySynthesizeSpeech: Ssml
    quickReplies: EsQuickReplies


class EsResponse(TypedDict):
    """What Dialogflow ES says."""

    fulfillmentText: str
    fulfillmentMessages: list[EsMessage]


class CxMessage(TypedDict, total=False):
    """One way to give the answer."""

    text: EsText
    outputAudioText: Ssml


class CxMessages(TypedDict):
    """What Dialogflow CX says instead of what the flow would."""

    messages: list[CxMessage]
    mergeBehavior: str


class CxResponse(TypedDict):
    """The answer of the webhook."""

    fulfillmentResponse: CxMessages
