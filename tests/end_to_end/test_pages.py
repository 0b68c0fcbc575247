"""Whole pages on the page: side by side, by theme, and from what matters in a verdict."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.end_to_end.waiting_service import WaitingService, waiting

pytestmark = pytest.mark.browser

TWO = "#pages?o=Julia&o=MATLAB"
THEMES = "#themes?o=Julia&o=MATLAB&p=speed%2C+price"
EVIL = "<img src=x onerror=alert(1)>"


def arrive(page: Page, address: str) -> Locator:
    page.goto(f"/{address}")
    card = page.locator("article.result")
    expect(card).to_be_visible()
    return card


def left_of(place: Locator) -> float:
    box = place.bounding_box()
    assert box
    return box["x"]


def test_pages_stand_side_by_side_in_columns(page: Page) -> None:
    card = arrive(page, TWO)
    expect(card.get_by_role("heading", level=3)).to_have_text(["Julia", "MATLAB"])
    rows = card.locator(".rows li")
    expect(rows).to_have_count(10)
    row = rows.filter(has=page.locator(".cell:nth-child(2)")).first
    for index, kind in enumerate(("one", "two")):
        cell, head = row.locator(".cell").nth(index), card.locator(".heads > div").nth(index)
        assert left_of(cell) == left_of(head)
        expect(cell.get_by_role("heading", level=4)).not_to_be_empty()
        expect(cell.locator(f".snippet mark.{kind}").first).to_be_visible()
        expect(cell.locator("small")).to_contain_text("sample text")
    card.get_by_role("button", name="more").click()
    expect(rows).to_have_count(16)
    expect(card.get_by_role("button", name="more")).to_be_hidden()


def test_a_page_about_both_stands_across_both_columns(page: Page) -> None:
    cell = arrive(page, TWO).locator(".cell.span-2").first
    expect(cell).to_contain_text("About both Julia and MATLAB")
    expect(cell.locator("mark.one").first).to_have_text("Julia")
    expect(cell.locator("mark.two").first).to_have_text("MATLAB")


def test_a_place_without_a_page_is_shown_as_such(page: Page) -> None:
    card = arrive(page, "#pages?o=Python&o=MATLAB&o=Julia")
    expect(card.get_by_role("heading", level=3)).to_have_text(["Python", "MATLAB", "Julia"])
    missing = card.get_by_text("No page about MATLAB in this row").first
    assert left_of(missing.locator("..")) == left_of(card.locator(".heads > div").nth(1))
    expect(card.get_by_text("The same page as for Python").first).to_be_visible()


def test_a_page_opens_whole_and_gives_the_focus_back(page: Page) -> None:
    title = arrive(page, TWO).locator("h4 button").first
    title.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading")).to_have_text(title.inner_text())
    expect(dialog.locator(".context span").nth(1)).to_be_visible()
    expect(dialog.locator("mark")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(title).to_be_focused()


def test_themes_stand_left_of_their_rows(page: Page) -> None:
    card = arrive(page, THEMES)
    themes = card.get_by_role("navigation", name="Themes").get_by_role("button")
    sizes = [int(text.split()[0]) for text in themes.locator("small").all_inner_texts()]
    assert sum(sizes) == 16
    expect(themes.first).to_have_attribute("aria-current", "true")
    assert left_of(themes.first) < left_of(card.locator(".rows"))
    seen: list[str] = []
    for number, size in enumerate(sizes):
        themes.nth(number).focus()
        page.keyboard.press("Enter")
        expect(themes.nth(number)).to_have_attribute("aria-current", "true")
        expect(themes.nth(number)).to_be_focused()
        expect(card.locator(".rows li")).to_have_count(size)
        expect(card.locator(".heads .specific")).to_have_count(2)
        seen += card.locator(".specific").all_inner_texts()
    assert len(set(seen)) > 2


def test_a_point_of_view_shows_only_what_discusses_it(page: Page) -> None:
    card = arrive(page, THEMES)
    chip = card.get_by_role("button", name="speed")
    rows = int(chip.locator("small").inner_text())
    themes = card.get_by_role("navigation", name="Themes").get_by_role("button")
    chip.click()
    expect(chip).to_have_attribute("aria-pressed", "true")
    assert sum(int(text.split()[0]) for text in themes.locator("small").all_inner_texts()) == rows
    expect(themes.first).to_have_attribute("aria-current", "true")
    chip.click()
    assert sum(int(text.split()[0]) for text in themes.locator("small").all_inner_texts()) == 16


def test_a_point_of_view_of_a_verdict_leads_to_its_themes(page: Page) -> None:
    page.get_by_label("Your question", exact=True).fill("Compare Python and MATLAB on speed and price")
    page.keyboard.press("Enter")
    card = page.locator("article.result")
    card.get_by_role("region", name="What matters").get_by_role("button", name="speed", exact=True).click()
    card.get_by_role("link", name="themes that discuss speed").click()
    expect(page.get_by_role("tab", name="Themes")).to_have_attribute("aria-selected", "true")
    found = page.get_by_label("Pages about Python, MATLAB")
    expect(found.get_by_role("button", name="speed")).to_have_attribute("aria-pressed", "true")
    themes = found.get_by_role("navigation", name="Themes").get_by_role("button")
    expect(themes.first).to_have_attribute("aria-current", "true")


def test_the_tabs_share_what_is_asked_and_keep_what_was_found(page: Page) -> None:
    page.locator("summary", has_text="Name the things").click()
    for number, name in enumerate(("Git", "SVN"), 1):
        page.get_by_label(f"Thing {number}").fill(name)
    page.get_by_role("button", name="Compare these").click()
    expect(page.locator(".decision").first).to_be_visible()
    compared = page.url
    for tab in ("Pages", "Themes"):
        page.get_by_role("tab", name=tab).click()
        expect(page.get_by_label("Pages about Git, SVN")).to_be_visible()
        expect(page.get_by_role("tab", name=tab)).to_be_focused()
        assert page.url.partition("#")[2].startswith(f"{tab.lower()}?o=Git&o=SVN")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    page.get_by_role("tab", name="Pages").click()
    expect(page.get_by_label("Pages about Git, SVN")).to_be_visible()
    page.get_by_role("tab", name="Compare").click()
    expect(page.locator(".decision").first).to_be_visible()
    assert page.url == compared
    expect(page).to_have_title("Git or SVN · Whichever")
    page.go_back()
    expect(page.get_by_label("Pages about Git, SVN")).to_be_visible()
    expect(page).to_have_title("Git or SVN: pages side by side · Whichever")
    assert [url for url in sent if "/api/" in url] == []


def test_a_link_brings_the_same_pages_back(page: Page) -> None:
    page.get_by_role("tab", name="Themes").click()
    page.get_by_label("Thing 1").fill("C++")
    page.get_by_label("Thing 2").fill("C#")
    page.get_by_label("What else the pages are about").fill("a/b & {")
    page.get_by_role("textbox", name="What matters").fill("speed, R&D")
    page.get_by_role("textbox", name="What matters").press("Enter")
    expect(page.locator("#result")).to_be_focused()
    asked = page.get_by_text("Change what is compared: C++ · C# · a/b & {")
    expect(page.locator("#result > :not(.looking)")).to_be_visible()
    page.reload()
    expect(page.locator("#result > :not(.looking)")).to_be_visible()
    if asked.is_visible():
        asked.click()
    expect(page.get_by_label("Thing 1")).to_have_value("C++")
    expect(page.get_by_label("What else the pages are about")).to_have_value("a/b & {")
    expect(page.get_by_role("textbox", name="What matters")).to_have_value("speed, R&D")


@pytest.mark.parametrize("tab", ["pages", "themes"])
def test_what_is_not_found_and_what_is_missing_are_said(page: Page, tab: str) -> None:
    page.goto(f"/#{tab}?o=qwxz&o=zxwq")
    expect(page.get_by_text("No page is about qwxz or zxwq.")).to_be_visible()
    page.get_by_label("Thing 2").fill("")
    page.get_by_role("button", name="Find").click()
    expect(page.get_by_role("alert")).to_contain_text("Name two different things")


@pytest.mark.parametrize("address", [TWO, THEMES])
def test_nothing_jumps_when_pages_arrive(page: Page, address: str) -> None:
    page.goto("about:blank")
    arrive(page, address)
    moved = page.evaluate(
        """() => new Promise((done) => new PerformanceObserver((list) =>
            done(list.getEntries().reduce((sum, { value }) => sum + value, 0)))
            .observe({ type: "layout-shift", buffered: true }) || setTimeout(() => done(0), 500))"""
    )
    assert moved < 0.1


@pytest.fixture
def slow(browser: Browser) -> Iterator[tuple[Page, WaitingService]]:
    """Return the page of a service that waits."""
    with waiting() as service, browser.new_context(base_url=service.address) as context:
        page = context.new_page()
        page.set_default_timeout(15_000)
        yield page, service


def test_a_wait_is_shown_and_can_be_cancelled(slow: tuple[Page, WaitingService]) -> None:
    page, _ = slow
    page.goto(f"/{TWO}")
    looking = page.get_by_role("region", name="Looking for pages")
    expect(looking.get_by_role("progressbar")).to_be_visible()
    looking.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("alert")).to_have_text("Cancelled.")
    expect(looking).to_be_hidden()


def test_an_error_is_said_and_can_be_tried_again(slow: tuple[Page, WaitingService]) -> None:
    page, service = slow
    service.answer = (503, {"error": {"code": "unavailable", "message": "The search at example.org is down."}})
    service.go.set()
    page.goto(f"/{TWO}")
    expect(page.get_by_role("alert")).to_have_text("The search at example.org is down.")
    service.answer = (200, found(hit("https://www.example.org/a?b#c"), hit("javascript:alert(1)")))
    page.get_by_role("button", name="Find pages").click()
    expect(page.get_by_label("Pages about Julia, MATLAB")).to_be_visible()


def test_pages_of_the_web_are_linked_and_never_become_markup(slow: tuple[Page, WaitingService]) -> None:
    page, service = slow
    service.answer = (200, found(hit("https://www.example.org/a?b#c"), hit("javascript:alert(1)", f"{EVIL} 🍎 pie")))
    service.go.set()
    card = arrive(page, TWO)
    link = card.get_by_role("link")
    expect(link).to_have_count(1)
    expect(link).to_have_attribute("href", "https://www.example.org/a?b#c")
    expect(card.locator("small").first).to_have_text("example.org · 2024-05-06")
    expect(card.locator("mark")).to_have_text(["🍎 pie", "🍎 pie"])
    expect(card.locator(".snippet")).to_have_count(1)  # a text that is its own title is shown once
    assert page.locator("img").count() == 0


def hit(url: str, title: str = EVIL) -> dict[str, Any]:
    text = f"{EVIL} 🍎 pie"
    start = len(EVIL) + 1
    page = {"id": url, "title": title, "url": url, "snippet": text, "highlights": [[start, start + 5]]}
    return page | {"rank": 1, "source": EVIL, "date": "2024-05-06T07:08:09Z", "sample": False}


def found(*pages: dict[str, Any]) -> dict[str, Any]:
    pairs = [{"pages": list(pages), "score": 1.0}]
    return {"objects": ["Julia", "MATLAB"], "aspect": "", "found": [1, 1], "pairs": pairs}
