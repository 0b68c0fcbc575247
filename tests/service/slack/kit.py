"""Block Kit as Slack checks and shows it."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]

FIELDS = {
    "rich_text": {"elements"},
    "rich_text_section": {"elements"},
    "rich_text_list": {"elements", "style"},
    "rich_text_preformatted": {"elements"},
    "text": {"text", "style"},
    "user": {"user_id"},
    "link": {"url", "text", "style"},
    "context": {"elements"},
    "plain_text": {"text", "emoji"},
    "mrkdwn": {"text"},
    "actions": {"elements"},
    "button": {"action_id", "text", "value"},
    "section": {"text"},
    "input": {"label", "element", "optional", "hint"},
    "plain_text_input": {"action_id", "placeholder", "max_length", "multiline", "initial_value"},
    "static_select": {"action_id", "options", "initial_option"},
    "conversations_select": {"action_id", "default_to_current_conversation", "response_url_enabled", "filter"},
}
BLOCKS = {"rich_text", "context", "actions", "section", "input"}
WITHIN = {
    "rich_text": {"rich_text_section", "rich_text_list", "rich_text_preformatted"},
    "rich_text_preformatted": {"text", "link"},
    "rich_text_list": {"rich_text_section"},
    "rich_text_section": {"text", "link", "user"},
    "context": {"plain_text", "mrkdwn"},
    "actions": {"button"},
}


class RefusedError(Exception):
    """What Slack answers ``invalid_blocks`` to."""


def need(is_so: object, why: str) -> None:
    if not is_so:
        raise RefusedError(why)


def check_message(blocks: list[Json], *, most: int = 50) -> None:
    """Raise ``RefusedError`` for blocks that Slack would not take."""
    need(len(blocks) <= most, f"{len(blocks)} blocks")
    ids = [block["block_id"] for block in blocks if "block_id" in block]
    need(len(ids) == len(set(ids)), "block_id twice")
    for block in blocks:
        need(block["type"] in BLOCKS, block["type"])
        check_element(block)
    actions = [one["action_id"] for block in blocks if block["type"] == "actions" for one in block["elements"]]
    need(all(len(action) <= 255 for action in actions), "action_id")
    need(sum(len(shown([block])) for block in blocks) <= 12_000, "msg_blocks_too_long")


def check_element(one: Json) -> None:
    kind = one["type"]
    need(kind in FIELDS, kind)
    need(set(one) <= FIELDS[kind] | {"type", "block_id"}, f"{kind}: {set(one)}")
    need(len(one.get("block_id", "x")) in range(1, 256), "block_id")
    elements = one.get("elements")
    if elements is not None:
        need(elements, f"{kind} is empty")
        need(all(element["type"] in WITHIN[kind] for element in elements), f"within {kind}")
        need(len(elements) <= {"actions": 25, "context": 10}.get(kind, 10_000), f"too many in {kind}")
        for element in elements:
            check_element(element)
    check_text(one)


def check_text(one: Json) -> None:
    match one["type"]:
        case "text":
            need(one["text"], "an empty text")
            need(set(one.get("style", {})) <= {"bold", "italic", "strike", "code"}, "style")
        case "link":
            need(one["url"].startswith(("http://", "https://")) and len(one["url"]) <= 3000, "url")
        case "plain_text" | "mrkdwn":
            need(0 < len(one["text"]) <= 3000, "text")
        case "button":
            need(one["text"]["type"] == "plain_text" and 0 < len(one["text"]["text"]) <= 75, "title")
            need(0 < len(one["value"]) <= 2000, "value")


def shown(blocks: list[Json]) -> str:
    """Return the text that a person sees."""
    return "".join(map(_shown, blocks))


def _shown(one: Json) -> str:
    text = one.get("text", "") or (f"@{one['user_id']}" if "user_id" in one else "")
    text = text if isinstance(text, str) else _shown(text)
    if one["type"] == "rich_text_list":
        return "".join(f"• {_shown(item)}\n" for item in one["elements"])
    lines = one["type"] in {"rich_text", "context", "actions", "button"}
    return text + "".join(map(_shown, one.get("elements", ()))) + "\n" * lines


def buttons(blocks: list[Json]) -> list[tuple[Json, Json]]:
    """Return each button with its block."""
    return [(block, one) for block in blocks if block["type"] == "actions" for one in block["elements"]]
