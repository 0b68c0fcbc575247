"""Several indices side by side, and texts that people add on the page: sent, asked, shared, replaced, removed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from service.server.keys import new_key
from tests.end_to_end.conftest import opened, running
from tests.end_to_end.test_accessibility import violations

pytestmark = pytest.mark.browser

KEY, SHA256 = new_key()
NOTES = "A tram is better than a bus in the rain. A tram is quieter than a bus. I prefer the tram over the bus."


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a service with the sample and an empty index that takes texts."""
    folder = tmp_path_factory.mktemp("library")
    settings = f"""
        [rasa]
        enabled = false
        [indices]
        "my notes" = "{folder}/index"
        [uploads]
        index = "my notes"
        folder = "{folder}/kept"
        [keys.ann]
        sha256 = "{SHA256}"
        scopes = ["upload"]
        burst = 1000
    """
    with running(folder, settings) as address:
        yield address


def add(page: Page, *files: Path) -> None:
    page.locator(".texts summary").click()
    page.get_by_label("Key", exact=True).fill(KEY)
    page.get_by_label("Files").set_input_files(files)
    page.get_by_role("button", name="Add", exact=True).click()


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text)
    return path


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_a_person_adds_asks_shares_replaces_and_removes(
    browser: Browser, library: str, tmp_path: Path, width: int, scheme: str
) -> None:
    size = {"width": width, "height": 800}
    with opened(browser, library, viewport=size, color_scheme=scheme, bypass_csp=True) as page:
        page.goto("/")
        add(page, write(tmp_path, "trams.md", NOTES))
        expect(page.locator(".texts")).to_contain_text("trams.md: 3 sentences added.")
        assert violations(page) == []
        page.get_by_role("link", name="Search in my notes").click()
        expect(page.get_by_label("Search in")).to_have_value("my notes")
        expect(page.locator(".lead")).to_contain_text("3 sentences from 1 text")
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
        page.get_by_label("Your question", exact=True).fill("Is a tram better than a bus?")
        page.keyboard.press("Enter")
        expect(page.get_by_role("region", name="Evidence for tram")).to_contain_text("I prefer the tram over the bus.")
        page.get_by_role("button", name="Context").first.click()
        expect(page.get_by_role("dialog")).to_contain_text("A tram is quieter than a bus.")
        shared = page.url
        assert "i=my+notes" in shared
    with opened(browser, library, viewport=size, color_scheme=scheme) as page:
        page.goto(shared)
        expect(page.get_by_label("Search in")).to_have_value("my notes")
        expect(page.get_by_role("region", name="Evidence for tram")).to_contain_text("I prefer the tram over the bus.")
        page.get_by_role("link", name="Whichever", exact=True).click()
        add(page, write(tmp_path, "trams.md", "A bus is better than a tram on my way."))
        expect(page.locator(".texts")).to_contain_text("1 sentence added, 3 replaced.")
        page.goto("about:blank")
        page.goto(shared)
        expect(page.get_by_role("region", name="Evidence for bus")).to_contain_text("better than a tram on my way")
        page.get_by_role("link", name="Whichever", exact=True).click()
        page.locator(".texts summary").click()
        page.get_by_role("button", name="Remove trams.md").click()
        expect(page.get_by_role("list", name="Texts that were added")).to_be_hidden()


def test_a_wrong_key_and_a_file_that_cannot_be_read_are_said(browser: Browser, library: str, tmp_path: Path) -> None:
    with browser.new_context(base_url=library) as context:
        page = context.new_page()
        page.goto("/")
        add(page, write(tmp_path, "photo.png", "x"))
        expect(page.locator(".texts [role=alert]")).to_contain_text("photo.png ends in .png, which is not read.")
        page.get_by_label("Key", exact=True).fill("wh_strange")
        page.get_by_role("button", name="Add", exact=True).click()
        expect(page.locator(".texts [role=alert]")).to_contain_text("missing or wrong")


def test_a_choice_of_the_index_holds_in_every_tab(browser: Browser, library: str, tmp_path: Path) -> None:
    with opened(browser, library) as page:
        page.goto("/")
        add(page, write(tmp_path, "tea.md", "Tea is better than coffee."))
        expect(page.locator(".texts")).to_contain_text("1 sentence added.")
        page.goto("/#compare?o=tea&o=coffee&x=tea.jsonl%231")
        expect(page.locator("article.result")).to_be_visible()
        page.get_by_role("tab", name="Pages").click()
        expect(page.locator("article.result")).to_be_visible()
        page.get_by_label("Search in").select_option("my notes")
        expect(page).to_have_url(f"{library}/#pages?o=tea&o=coffee&i=my+notes")
        page.get_by_role("tab", name="Conversation").click()
        expect(page).to_have_url(f"{library}/#chat?i=my+notes")
        page.go_back()
        page.go_back()
        expect(page.get_by_label("Search in")).to_have_value("sample")


def test_an_index_that_there_is_not_is_said(browser: Browser, library: str) -> None:
    with browser.new_context(base_url=library) as context:
        page = context.new_page()
        page.goto("/#compare?i=my+nodes")
        expect(page.get_by_role("alert")).to_contain_text("Did you mean 'my notes'?")
