"""The app's manifest asks Slack for what the door uses, and for no more."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from service.channels.slack import form
from service.channels.slack.channel import COMMAND

ROOT = Path(__file__).parent.parent.parent.parent
DOOR = "".join(path.read_text("utf-8") for path in sorted((ROOT / "service" / "channels" / "slack").glob("*.py")))
SCOPES = {"app_mention": "app_mentions:read", "message.im": "im:history"}
"""Event → what the app must be allowed to get it."""
EVENTS = {"app_mention": "app_mention", "message": "message.im"}
"""Name in the code → name in the manifest."""


@pytest.fixture(scope="module")
def manifest() -> Any:
    return yaml.safe_load((ROOT / "slack-manifest.yml").read_text("utf-8"))


def test_it_names_the_events_commands_and_shortcuts_that_the_door_answers(manifest: Any) -> None:
    events = {EVENTS[name] for name in re.findall(r'\.event\("(\w+)"\)', DOOR)}
    assert set(manifest["settings"]["event_subscriptions"]["bot_events"]) == events
    assert [one["command"] for one in manifest["features"]["slash_commands"]] == [COMMAND]
    assert [one["callback_id"] for one in manifest["features"]["shortcuts"]] == [form.CALLBACK]
    assert manifest["settings"]["interactivity"]["is_enabled"]


def test_it_asks_for_the_scopes_that_the_door_needs(manifest: Any) -> None:
    events = manifest["settings"]["event_subscriptions"]["bot_events"]
    calls = set(re.findall(r"\.(chat_\w+|views_open|auth_test|\w+_list|\w+_info)\(", DOOR))
    assert calls == {"chat_postMessage", "chat_update", "views_open", "auth_test"}
    needed = {SCOPES[event] for event in events} | {"chat:write", "chat:write.public", "commands"}
    assert set(manifest["oauth_config"]["scopes"]["bot"]) == needed


def test_it_keeps_to_the_limits_of_slack(manifest: Any) -> None:
    assert set(manifest) == {"display_information", "features", "oauth_config", "settings"}
    about = manifest["display_information"]
    assert len(about["name"]) <= 35
    assert len(about["description"]) <= 140
    assert re.fullmatch(r"#[0-9a-f]{6}", about["background_color"])
    assert re.fullmatch(r"[a-z0-9_.-]{1,80}", manifest["features"]["bot_user"]["display_name"])
    for shortcut in manifest["features"]["shortcuts"]:
        assert shortcut["type"] in {"global", "message"}
        assert len(shortcut["name"]) <= 24
        assert len(shortcut["description"]) <= 150
    for command in manifest["features"]["slash_commands"]:
        assert re.fullmatch(r"/[a-z0-9_-]{1,31}", command["command"])
        assert len(command["description"]) <= 2000
        assert command["should_escape"] is False
    assert manifest["settings"]["socket_mode_enabled"]


def test_messages_may_be_written_to_the_bot(manifest: Any) -> None:
    assert manifest["features"]["app_home"]["messages_tab_enabled"]
    assert not manifest["features"]["app_home"]["messages_tab_read_only_enabled"]
