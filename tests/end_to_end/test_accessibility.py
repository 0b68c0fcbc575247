"""Every view of the page passes axe in light and dark, and can be used by keyboard alone."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.end_to_end.conftest import opened

pytestmark = pytest.mark.browser

QUESTION = "/#compare?q=Is+Python+better+than+MATLAB+for+deep+learning%3F"
VIEWS = {
    "nothing found": "/#compare?o=qwxz&o=zxwq",
    "pages": "/#pages?o=Python&o=MATLAB&o=Julia",
    "no pages": "/#pages",
    "themes": "/#themes?o=Julia&o=MATLAB&p=speed,price",
    "compared in a conversation": "/#chat?o=tea&o=coffee",
}


def violations(page: Page, within: str | None = None) -> list[str]:
    found = Axe().run(page, context=within).response["violations"]
    return [f"{one['id']}: {node['html'][:200]} {node['failureSummary']}" for one in found for node in one["nodes"]]


def arrive(page: Page, address: str) -> None:
    page.goto(address)
    if "?" in address:
        expect(page.locator("article.result")).to_be_visible()
    elif "chat" in address:
        expect(page.get_by_role("log")).to_be_visible()
    else:
        expect(page.locator(".asking")).to_be_visible()


def is_sound(page: Page, within: str | None = None) -> bool:
    """Assert that axe finds nothing though what is there is unfolded, that nothing is too wide, and its plurals."""
    page.evaluate("document.querySelectorAll('details:not(.why)').forEach((one) => (one.open = true))")
    page.wait_for_load_state("networkidle")
    assert violations(page, within) == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert re.findall(r"\b1 (?:sentences|sources|arguments|texts|pages|rows|things)\b", page.inner_text("body")) == []
    return True


@pytest.mark.parametrize("address", VIEWS.values(), ids=VIEWS)
def test_axe_finds_nothing(seen: Page, address: str) -> None:
    arrive(seen, address)
    assert is_sound(seen)


def test_axe_finds_nothing_in_an_open_list_and_an_open_source(browser: Browser, quiet_service: str) -> None:
    with opened(browser, quiet_service, bypass_csp=True) as page:
        arrive(page, QUESTION)
        page.locator("summary", has_text="Change what is compared").click()
        field = page.get_by_label("Thing 1")
        listbox = page.get_by_role("listbox", name="Suggestions")
        for _ in range(40):
            field.fill("")
            field.type("p", delay=5)
            page.wait_for_timeout(300)
            if listbox.is_visible():
                break
        page.keyboard.press("ArrowDown")
        assert violations(page) == []
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Context").first.click()
        expect(page.get_by_role("dialog").locator(".context span").first).to_be_visible()
        assert violations(page) == []


def test_the_whole_way_goes_by_keyboard(browser: Browser, quiet_service: str) -> None:
    with opened(browser, quiet_service) as page:
        page.goto("/")
        expect(page.get_by_label("Your question", exact=True)).to_be_focused()
        page.keyboard.type("Is Python better than MATLAB regarding deep learning?")
        page.keyboard.press("Enter")
        expect(page.locator("article.result")).to_be_visible()
        expect(page.locator("#result")).to_be_focused()
        slider = page.get_by_role("slider", name="Importance of deep learning")
        for _ in range(25):
            page.keyboard.press("Tab")
            if slider.evaluate("(one) => one === document.activeElement"):
                break
        page.keyboard.press("ArrowRight")
        expect(slider).to_have_value("2")
        expect(slider).to_have_attribute("aria-valuetext", "2, matters more")
        page.get_by_role("tab", name="Compare").focus()
        for _ in range(3):
            page.keyboard.press("ArrowRight")
        expect(page.get_by_role("tab", name="Conversation")).to_be_focused()
        expect(page.get_by_role("log")).to_be_visible()


def test_the_two_sides_are_told_apart_without_colour(browser: Browser, quiet_service: str) -> None:
    with opened(browser, quiet_service) as page:
        arrive(page, QUESTION)
        for one in page.get_by_role("img").all():
            assert "Python" in (one.get_attribute("aria-label") or "")
        left, right = (
            page.get_by_role("region", name=f"Evidence for {name}").bounding_box() for name in ("Python", "MATLAB")
        )
        assert left and right
        assert left["x"] < right["x"]
