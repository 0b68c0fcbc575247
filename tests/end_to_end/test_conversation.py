"""The conversation and the widget, used by a person with a browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.rasa]

QUESTION = "Is Linux better than Windows?"


def ask(page: Page, text: str) -> None:
    page.get_by_label("Your question", exact=True).fill(text)
    page.keyboard.press("Enter")
    expect(page.get_by_role("log")).to_have_attribute("aria-busy", "false")


def last_reply(page: Page) -> str:
    return page.locator(".entry.bot").last.inner_text()


def test_a_question_is_answered_with_a_verdict_bars_and_both_sides(chat_page: Page) -> None:
    ask(chat_page, QUESTION)
    card = chat_page.get_by_label("Linux compared with Windows")
    expect(card.get_by_text("Linux or Windows").first).to_be_visible()
    expect(card.get_by_text("Linux ahead")).to_be_visible()
    bar = card.get_by_role("img").first
    assert "Linux" in (bar.get_attribute("aria-label") or "")
    widths = [box["width"] for box in (bar.locator(side).bounding_box() for side in (".one", ".two")) if box]
    assert widths[0] > widths[1] > 0
    expect(card.get_by_label("Evidence for Linux").get_by_role("listitem").first).to_be_visible()
    expect(card.get_by_label("Evidence for Windows").get_by_role("listitem").first).to_be_visible()


def test_a_citation_opens_the_sentence_where_it_stands_and_gives_the_focus_back(chat_page: Page) -> None:
    ask(chat_page, QUESTION)
    citation = chat_page.locator(".entry.bot .cite").first
    citation.focus()
    chat_page.keyboard.press("Enter")
    dialog = chat_page.get_by_role("dialog")
    expect(dialog.locator("mark")).to_be_visible()
    expect(dialog.get_by_text("sample text, written to show the product")).to_be_visible()
    expect(dialog.locator(".context span").first).to_be_visible()
    near = dialog.locator(".context").inner_text()
    dialog.get_by_role("button", name="Show the whole text").click()
    expect(dialog.get_by_role("button", name="Show the whole text")).to_be_hidden()
    assert len(dialog.locator(".context").inner_text()) >= len(near)
    chat_page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(citation).to_be_focused()


def test_the_conversation_goes_on_by_typing_and_by_buttons(chat_page: Page) -> None:
    ask(chat_page, QUESTION)
    chat_page.get_by_role("button", name="Why?").click()
    expect(chat_page.get_by_role("log")).to_have_attribute("aria-busy", "false")
    assert "Linux" in last_reply(chat_page)
    ask(chat_page, "and for games?")
    expect(chat_page.get_by_label("Result").get_by_text("games").first).to_be_visible()


def test_an_aspect_filters_the_evidence(chat_page: Page) -> None:
    ask(chat_page, QUESTION)
    sides = chat_page.locator("#result .side .count")
    before = [int(count.split()[-2]) for count in sides.all_inner_texts()]
    chat_page.locator("#result .chip").first.click()
    after = [int(count.split()[-2]) for count in sides.all_inner_texts()]
    assert 0 < sum(after) < sum(before)
    chat_page.locator("#result .chip").first.click()
    assert [int(count.split()[-2]) for count in sides.all_inner_texts()] == before


def test_the_reasons_of_a_verdict_are_shown_source_by_source(chat_page: Page) -> None:
    ask(chat_page, QUESTION)
    reasons = chat_page.locator("#result .why")
    reasons.get_by_text("Why this score?").click()
    expect(reasons.get_by_text("votes for Linux")).to_be_visible()
    expect(reasons.locator("ol > li").first).to_contain_text("for Linux")
    reasons.get_by_role("button", name="Context").first.click()
    expect(chat_page.get_by_role("dialog").locator("mark")).to_be_visible()


def test_several_things_are_put_in_order_and_each_pair_can_be_opened(chat_page: Page) -> None:
    ask(chat_page, "Which is better, Python, MATLAB or Julia?")
    card = chat_page.locator("#result article")
    expect(card.get_by_text("Python · MATLAB · Julia")).to_be_visible()
    assert card.locator(".places li").count() == 3
    expect(card.get_by_role("columnheader")).to_have_count(3)
    card.get_by_role("button", name="Python against MATLAB").click()
    pair = chat_page.get_by_label("Python compared with MATLAB")
    expect(pair.get_by_label("Evidence for Python").get_by_role("listitem").first).to_be_visible()
    ask(chat_page, "what about C++ as well?")
    expect(chat_page.locator("#result .places li")).to_have_count(4)
    chat_page.reload()
    expect(chat_page.locator("#result .places li")).to_have_count(4)


def test_the_address_has_what_a_conversation_compares(chat_page: Page) -> None:
    ask(chat_page, "Is tea better than coffee for sleep?")
    expect(chat_page.locator("article.result")).to_be_visible()
    expect(chat_page).to_have_url(re.compile(r"#chat\?o=tea&o=coffee&a=1%3Asleep$"))
    address = chat_page.url
    chat_page.get_by_role("button", name="New").click()
    expect(chat_page.locator("article.result")).to_be_hidden()
    chat_page.goto("about:blank")
    chat_page.goto(address)
    expect(chat_page.get_by_label("tea compared with coffee")).to_be_visible()


def test_a_reload_keeps_the_conversation_and_new_forgets_it(chat_page: Page) -> None:
    ask(chat_page, QUESTION)
    chat_page.reload()
    expect(chat_page.locator(".entry.user")).to_have_text("You said: " + QUESTION)
    expect(chat_page.get_by_label("Linux compared with Windows")).to_be_visible()
    ask(chat_page, "show me the sources")
    assert chat_page.locator(".entry.bot").last.locator(".cite").count() > 0
    chat_page.get_by_role("button", name="New", exact=True).click()
    expect(chat_page.locator(".entry.user")).to_have_count(0)
    expect(chat_page.get_by_text("The result appears here")).to_be_visible()


@pytest.mark.parametrize(
    "text", ["", "   ", "🙂🙂🙂", "<img src=x onerror=alert(1)>", 'a AND (b " / {', "\u202eabc", "x" * 2000]
)
def test_strange_input_gets_a_reply_and_does_no_harm(chat_page: Page, text: str) -> None:
    before = chat_page.locator(".entry").count()
    ask(chat_page, text)
    if text.strip():
        assert last_reply(chat_page).strip()
        assert chat_page.locator("img[src=x]").count() == 0
    else:
        assert chat_page.locator(".entry").count() == before
    ask(chat_page, QUESTION)
    expect(chat_page.get_by_label("Linux compared with Windows")).to_be_visible()


def test_without_websockets_the_widget_uses_plain_http(browser: Browser, service: str) -> None:
    with browser.new_context(base_url=service) as context:
        context.add_init_script("delete window.WebSocket")
        page = context.new_page()
        page.goto("/#chat")
        ask(page, QUESTION)
        expect(page.get_by_label("Linux compared with Windows")).to_be_visible()


def test_a_lost_connection_is_said_and_the_conversation_goes_on(browser: Browser, service: str) -> None:
    with browser.new_context(base_url=service) as context:
        context.add_init_script("delete window.WebSocket")
        page = context.new_page()
        page.goto("/#chat")
        expect(page.get_by_role("log")).to_be_visible()
        context.set_offline(True)
        ask(page, QUESTION)
        assert "cannot reach" in last_reply(page)
        expect(page.get_by_role("textbox")).to_have_value(QUESTION)
        context.set_offline(False)
        page.get_by_role("button", name="Try again").click()
        expect(page.get_by_role("textbox")).to_have_value("")
        expect(page.get_by_label("Linux compared with Windows")).to_be_visible()


def test_one_tag_embeds_the_widget_in_another_site(browser: Browser, service: str, shop: tuple[str, Path]) -> None:
    address, folder = shop
    tag = f'<script type="module" src="{service}/static/widget.js"></script>'
    (folder / "index.html").write_text(f"<!doctype html><title>Shop</title><h1>Shop</h1>{tag}")
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(address)
        launcher = page.get_by_role("button", name="Compare two things")
        launcher.click()
        expect(page.get_by_label("Your question", exact=True)).to_be_focused()
        ask(page, QUESTION)
        expect(page.get_by_label("Linux compared with Windows")).to_be_visible()
        page.keyboard.press("Escape")
        expect(launcher).to_be_focused()
        expect(launcher).to_have_attribute("aria-expanded", "false")


def test_a_small_screen_needs_no_sideways_scrolling(chat_page: Page) -> None:
    chat_page.set_viewport_size({"width": 360, "height": 740})
    ask(chat_page, QUESTION)
    assert chat_page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    chat_page.get_by_role("button", name="See the result").click()
    expect(chat_page.locator("#result .compared")).to_be_in_viewport()


def test_everything_can_be_reached_and_named(chat_page: Page) -> None:
    ask(chat_page, QUESTION)
    chat_page.get_by_label("Your question", exact=True).focus()
    seen = set()
    for _ in range(60):
        chat_page.keyboard.press("Tab")
        name = chat_page.evaluate(
            """() => { let e = document.activeElement;
                while (e?.shadowRoot?.activeElement) e = e.shadowRoot.activeElement;
                return e ? (e.getAttribute("aria-label") || e.textContent || e.placeholder || "").trim() : "" }"""
        )
        seen.add(name)
    assert {"Conversation", "New", "Why?"} <= seen
    unnamed = chat_page.locator("button").evaluate_all(
        "(all) => all.filter((b) => !(b.getAttribute('aria-label') || b.textContent.trim())).length"
    )
    assert unnamed == 0
