"""The widget on pages of others: nothing of theirs leaks into it, and on a phone nothing covers what it needs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.end_to_end.conftest import opened, options_of
from tests.end_to_end.test_accessibility import violations

pytestmark = pytest.mark.browser

SETTINGS = (
    'data-heading="Shop help" data-label="Ask us" data-suggestions="Tea or coffee?|Cats or dogs?" data-side="left"'
    ' data-greeting="Ask about our goods." data-accent="rgb(10, 80, 60)" data-accent-ink="#fff"'
)
HOSTS = {
    "large root": "html { font-size: 40px }",
    "spread out": "* { letter-spacing: 4px; word-spacing: 9px; text-transform: uppercase; line-height: 4 }",
    "right to left": "html { direction: rtl; text-align: right }",
    "its own buttons": "button, textarea, header, section { all: unset !important; font: 40px serif !important }",
    "its own colours": ":root { --ink: red; --small: 40px; --text: 40px } body { color: red; font: italic 30px serif }",
}


@contextmanager
def host(browser: Browser, address: str, look: tuple[int, str] = (1280, "light"), css: str = "") -> Iterator[Page]:
    """Open a page of somebody else that embeds the widget, and open the conversation."""
    tag = f'<script type="module" src="/static/widget.js" {SETTINGS}></script>'
    head = f"<title>Shop</title><meta name=viewport content='width=device-width'><style>{css}</style>"
    body = f"<!doctype html><html lang=en>{head}<main><h1>Shop</h1></main>{tag}"
    with opened(browser, address, **options_of(look)) as page:
        page.route("**/shop", lambda route: route.fulfill(body=body, content_type="text/html"))
        page.goto("/shop")
        page.get_by_role("button", name="Ask us").click()
        expect(page.get_by_role("button", name="Send")).to_be_visible()
        yield page


def drawn(page: Page) -> list[object]:
    """Return where the parts of the widget are, and how their words look."""
    return page.evaluate(
        """() => [...document.querySelector("whichever-chat")
            .shadowRoot.querySelectorAll("h2, button, textarea, .entry, .log")].map((one) => {
                const { x, y, width, height } = one.getBoundingClientRect();
                const { font, color, letterSpacing, textAlign, textTransform, direction } = getComputedStyle(one);
                return [x, y, width, height, font, color, letterSpacing, textAlign, textTransform, direction].join();
            })"""
    )


def test_it_is_what_its_attributes_say_and_nothing_of_the_page_around_leaks_in(
    browser: Browser, quiet_service: str, look: tuple[int, str]
) -> None:
    with host(browser, quiet_service, look) as page:
        expect(page.get_by_role("heading", name="Shop help")).to_be_visible()
        expect(page.locator(".entry.bot")).to_contain_text("Ask about our goods.")
        offered = page.get_by_role("group", name="Suggestions").get_by_role("button")
        expect(offered).to_have_text(["Tea or coffee?", "Cats or dogs?"])
        send, launcher = page.get_by_role("button", name="Send"), page.get_by_role("button", name="Ask us")
        expect(send).to_have_css("background-color", "rgb(10, 80, 60)")
        panel = page.locator(".panel").bounding_box()
        assert panel
        assert panel["x"] < 20
        plain = drawn(page)
        for css in HOSTS.values():
            style = page.add_style_tag(content=css)
            assert drawn(page) == plain, css
            style.evaluate("(one) => one.remove()")
        send.click(trial=True)  # fails where anything covers it
        expect(launcher).to_be_visible(visible=look[0] > 512)
        offered.first.click()
        expect(page.locator(".summary")).to_be_visible()
        assert violations(page) == []
        page.get_by_role("button", name="Close the conversation").click()
        expect(launcher).to_be_focused()


def test_attributes_say_its_language_and_what_it_begins_with(browser: Browser, quiet_service: str) -> None:
    labels = 'data-language="de" data-send="Senden" data-again="Neu" data-close="Zu" data-placeholder="Ihre Frage"'
    tag = f'<script type="module" src="/static/widget.js" data-label="Fragen" data-subject="tea or coffee" {labels}>'
    with opened(browser, quiet_service) as page:
        page.route("**/shop", lambda route: route.fulfill(body=f"<!doctype html>{tag}</script>"))
        page.goto("/shop")
        page.get_by_role("button", name="Fragen").click()
        for name in ("Senden", "Neu", "Zu"):
            expect(page.get_by_role("button", name=name, exact=True)).to_be_visible()
        expect(page.get_by_role("textbox", name="Ihre Frage")).to_be_visible()
        expect(page.locator(".frame")).to_have_attribute("lang", "de")
        expect(page.locator(".entry.bot .summary")).to_be_visible()
        page.reload()
        page.get_by_role("button", name="Fragen").click()
        expect(page.locator(".entry.user")).to_have_count(1)


def test_a_site_that_is_not_allowed_is_told_which_setting_names_it(
    browser: Browser, service: str, shop: tuple[str, Path]
) -> None:
    address, folder = shop
    other = address.replace("127.0.0.1", "localhost")
    (folder / "shop.html").write_text(
        f'<!doctype html><script type="module" src="{service}/static/widget.js"></script>'
    )
    with browser.new_context() as context:
        page, said = context.new_page(), list[str]()
        page.on("console", lambda message: said.append(message.text))
        page.goto(f"{other}/shop.html")
        page.get_by_role("button", name="Compare two things").click()
        page.get_by_role("textbox").fill("tea or coffee?")
        page.keyboard.press("Enter")
        expect(page.locator(".entry.failed")).to_be_visible()
        expect(page.get_by_role("textbox")).to_have_value("tea or coffee?")
    assert any(f'[service] origins = ["{other}"]' in line for line in said)


def test_it_takes_three_requests(browser: Browser, quiet_service: str) -> None:
    with host(browser, quiet_service) as page:
        loaded = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
        assert len([name for name in loaded if "/static/" in name]) == 3
