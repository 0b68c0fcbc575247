"""The pictures in docs/images: taken of the real page, small, written anew by ``pytest --update-golden``."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.end_to_end.conftest import ROOT, opened
from tests.end_to_end.test_widget import host

pytestmark = pytest.mark.browser

IMAGES = ROOT / "docs" / "images"
MAX_BYTES = 150_000
QUESTION = "/#compare?q=Is+Python+better+than+MATLAB+for+deep+learning%3F"
SEVERAL = "/#compare?o=Python&o=MATLAB&o=Julia&a=3:speed&a=2:price"
PAGES = "/#pages?o=Julia&o=MATLAB"
THEMES = "/#themes?o=Julia&o=MATLAB&p=speed%2C+price"
PICTURES = {
    "first": ("/", 1000, 640, "light"),
    "chat": ("/#chat", 1000, 600, "light"),
    "page": (QUESTION, 1000, 620, "light"),
    "page-dark": (QUESTION, 1000, 620, "dark"),
    "page-phone": (QUESTION, 390, 844, "light"),
    "page-several": (SEVERAL, 1000, 800, "light"),
    "page-several-phone": (SEVERAL, 390, 844, "dark"),
    "pages": (PAGES, 1000, 820, "light"),
    "themes": (THEMES, 1000, 720, "light"),
}


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_shows_the_page(
    browser: Browser, quiet_service: str, name: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    address, width, height, scheme = PICTURES[name]
    folder = IMAGES if request.config.getoption("--update-golden") else tmp_path
    folder.mkdir(exist_ok=True)
    size = {"width": width, "height": height}
    with opened(browser, quiet_service, viewport=size, color_scheme=scheme, reduced_motion="reduce") as page:
        page.goto(address)
        if name == "chat":
            page.get_by_role("textbox", name="Your question").fill("Is tea better than coffee for sleep?")
            page.keyboard.press("Enter")
        expect(page.locator(".examples" if name == "first" else "article.result")).to_be_visible()
        page.evaluate("(document.activeElement.blur(), scrollTo(0, 0))")
        path = folder / f"{name}.png"
        page.screenshot(path=path)
    check(path)


@pytest.mark.parametrize("name", ["widget-phone"])
def test_a_picture_shows_the_widget_on_a_site(
    browser: Browser, quiet_service: str, name: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    folder = IMAGES if request.config.getoption("--update-golden") else tmp_path
    path = folder / f"{name}.png"
    with host(browser, quiet_service, (360, "light"), "body { font: 16px serif }") as page:
        page.get_by_role("button", name="Tea or coffee?").click()
        expect(page.locator(".summary")).to_be_visible()
        page.screenshot(path=path)
    check(path)


def check(path: Path) -> None:
    """Assert that a picture shows something, is small, and stands in the documents."""
    assert 10_000 < path.stat().st_size < MAX_BYTES
    assert (IMAGES / path.name).exists(), "make it with: pytest --update-golden"
