"""What the page promises, at the width of a phone and of a desk, light and dark: axe finds nothing on the way."""

from __future__ import annotations

import csv
import json
import re
from io import StringIO
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from benchmarks.browser import SLOW_LINE
from tests.end_to_end.conftest import opened, options_of
from tests.end_to_end.test_accessibility import is_sound
from tests.end_to_end.test_page import QUESTION, WEIGHED, ask

pytestmark = pytest.mark.browser

IN_ORDER = (".headline", ".answer", ".searched", ".next", ".bars", ".sides")
"""Parts of a result, from the top."""


def is_phone(page: Page) -> bool:
    size = page.viewport_size
    assert size
    return size["width"] < 700


def top(place: Locator) -> float:
    box = place.bounding_box()
    assert box
    return box["y"]


def test_the_first_page_says_what_was_read_and_an_example_is_one_tap_away(seen: Page) -> None:
    expect(seen.get_by_role("heading", level=1)).to_have_text("Which is better, and who says so?")
    expect(seen.get_by_label("Your question", exact=True)).to_be_focused()
    expect(seen.locator(".welcome")).to_contain_text(
        "3,475 sentences from 840 texts written to show the product, 2021–"
    )
    expect(seen.get_by_label("Thing 1")).to_be_hidden()
    examples = seen.get_by_role("navigation", name="Comparisons to begin with").get_by_role("link")
    expect(examples).to_have_count(6)
    expect(seen.get_by_role("link", name="API")).to_have_attribute("href", "/openapi.json")
    assert is_sound(seen)
    told = examples.first.inner_text()
    assert "sources" in told
    examples.first.click()
    expect(seen.locator("article.result")).to_be_visible()
    assert seen.locator(".decision").inner_text().casefold() in told.casefold()
    seen.go_back()
    expect(examples).to_have_count(6)
    for words in ("How it decides", "Privacy"):
        expect(seen.locator("summary", has_text=words)).to_be_visible()


def test_a_result_has_the_answer_on_top(seen: Page) -> None:
    tabs = seen.get_by_role("tab")
    before = [tab.bounding_box() for tab in tabs.all()]
    card = ask(seen)
    assert [tab.bounding_box() for tab in tabs.all()] == before
    expect(card.locator(".decision")).to_contain_text(
        "Yes: all 3 sources say that Python is better than MATLAB for deep learning"
    )
    expect(card.locator(".next button").first).to_be_visible()
    places = [top(card.locator(part).first) for part in IN_ORDER]
    assert places == sorted(places)
    assert places[1] < 800
    stops = seen.evaluate(
        """() => {
            const stops = [...document.querySelectorAll("a, button, input, select, summary, textarea, [tabindex]")];
            const seen = stops.filter((one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility());
            return seen.indexOf(document.querySelector(".act"));
        }"""
    )
    assert 0 < stops <= 25
    one, two = (card.get_by_label(f"Evidence for {name}") for name in ("Python", "MATLAB"))
    expect(one.locator("time").first).to_be_visible()
    sure = re.findall(r"(\d+)% sure", one.inner_text())
    assert len(set(sure)) > 1
    if is_phone(seen):
        expect(two).to_be_hidden()
        card.get_by_role("button", name="For MATLAB", exact=True).first.click()
        expect(one).to_be_hidden()
        expect(two).to_be_visible()
    else:
        assert top(one) == top(two)
    seen.locator(".skip").focus()
    seen.keyboard.press("Enter")
    expect(seen.locator("#result")).to_be_focused()
    card.get_by_text("Why this score?").click()
    expect(card.get_by_text("votes for Python")).to_be_visible()
    assert is_sound(seen)


def test_the_headline_says_that_nothing_was_found_on_what_was_asked(seen: Page) -> None:
    card = ask(seen, "Is Git better than SVN regarding weddings?")
    expect(card.locator(".decision")).to_have_text("No source speaks of weddings")
    expect(card.locator(".detail")).to_contain_text("The two in general: Git ahead")


def test_the_address_and_what_is_saved_have_all_that_is_shown(seen: Page, tmp_path: Path) -> None:
    seen.evaluate("delete Navigator.prototype.clipboard")  # as over plain http
    card = ask(seen, WEIGHED)
    card.get_by_label("Importance of deep learning").fill("5")
    expect(card.get_by_text("Weighed again.")).to_be_visible()
    card.get_by_label("Evidence for Python").get_by_role("button", name="Misread: leave it out").first.click()
    expect(card.get_by_text("1 sentence left out")).to_be_visible()
    expect(seen.locator("#result")).to_have_attribute("aria-busy", "false")
    answer, share = card.get_by_label("In words").inner_text(), card.locator(".share.whole .one").first.inner_text()
    sure = re.findall(r"confidence (\d+)%", card.inner_text())[0]
    assert "confident" not in card.inner_text(), "the answer says how sure it is"

    card.get_by_role("button", name="Copy link").click()
    expect(card.get_by_text("The link is copied.")).to_be_visible()
    question = seen.get_by_label("Your question", exact=True)
    question.fill("")
    seen.keyboard.press("Control+V")
    expect(question).to_have_value(seen.url)
    question.fill(WEIGHED)

    saved = {}
    for button in ("Markdown", "JSON", "CSV"):
        with seen.expect_download() as coming:
            card.get_by_role("button", name=button).click()
        coming.value.save_as(tmp_path / button)
        assert coming.value.suggested_filename.startswith("python-matlab.")
        saved[button] = (tmp_path / button).read_text("utf-8")
    assert saved["Markdown"].startswith(f"# {WEIGHED}")
    for told in ("deep learning 5", "Compared by Whichever on 2", f"{sure}% confident", "### For MATLAB", seen.url):
        assert told in saved["Markdown"]
    body = json.loads(saved["JSON"])
    assert (body["link"], body["comparison"]["winner"], bool(body["date"])) == (seen.url, "Python", True)
    assert body["comparison"]["asked"] == [{"name": "deep learning", "weight": 5}]
    rows = list(csv.DictReader(StringIO(saved["CSV"], newline="")))
    assert {row["stance"] for row in rows} >= {"FIRST", "SECOND"}
    assert {(row["weights"], row["link"]) for row in rows} == {("deep learning 5", seen.url)}
    assert all(row["answer"] and row["date"] and row["decision_confidence"] for row in rows)

    seen.emulate_media(media="print")
    expect(card.locator(".decision").first).to_be_visible()
    expect(question).to_be_hidden()
    expect(card.get_by_role("button", name="Copy link")).to_be_hidden()
    seen.emulate_media(media="screen")
    seen.reload()
    expect(card.get_by_text("1 sentence left out")).to_be_visible()
    assert card.get_by_label("In words").inner_text() == answer
    assert card.locator(".share.whole .one").first.inner_text() == share
    expect(card.get_by_label("Importance of deep learning")).to_have_value("5")
    seen.go_back()
    expect(seen.get_by_role("heading", level=1)).to_be_visible()
    seen.go_forward()
    expect(card.get_by_text("1 sentence left out")).to_be_visible()


def test_what_is_saved_of_a_question_has_what_was_asked_first(seen: Page) -> None:
    with seen.expect_download() as coming:
        ask(seen).get_by_role("button", name="Markdown").click()
    text = coming.value.path().read_text("utf-8")
    assert "| better for deep learning | 3 | 0 |" in text
    assert "## On what was asked: better for deep learning" in text


def test_marks_are_sent_once_a_person_agrees_and_deleted_with_undo(seen: Page) -> None:
    card = ask(seen)
    side = card.get_by_label("Evidence for Python")
    side.get_by_role("button", name="Read rightly").nth(1).click()
    expect(side.get_by_role("button", name="Read rightly").nth(1)).to_have_attribute("aria-pressed", "true")
    assert is_sound(seen, ".consent")
    with seen.expect_response("**/api/v1/feedback") as sent:
        card.get_by_role("button", name="Keep my marks").click()
    body = sent.value.request.post_data_json
    assert (body["consent"], body["stance"], body["words"]) == (True, "FIRST", "")
    before = side.locator(".count").inner_text()
    with seen.expect_response("**/api/v1/feedback") as kept, seen.expect_response("**/api/v1/reweigh"):
        side.get_by_role("button", name="Misread: leave it out").first.click()
    assert kept.value.request.post_data_json["stance"] == "NONE"
    expect(side.locator(".count")).to_contain_text(f"{int(before.split()[-2]) - 1} sentences")
    with seen.expect_response(f"**/api/v1/feedback/{kept.value.json()['id']}") as deleted:
        card.get_by_role("button", name="Undo").click()
    assert deleted.value.status == 200
    expect(side.locator(".count")).to_have_text(before)
    with seen.expect_response("**/api/v1/feedback") as useful:
        card.get_by_role("group", name="Was this useful?").get_by_role("button", name="Yes").click()
    assert useful.value.request.post_data_json["useful"] is True
    seen.reload()
    expect(card.get_by_role("button", name="Keep my marks")).to_be_hidden()


def test_three_things_can_be_read_and_marked(seen: Page) -> None:
    seen.goto("/#compare?o=Python&o=MATLAB&o=Julia&a=3:speed")
    card = seen.locator("article.result")
    expect(card.locator(".places li")).to_have_count(3)
    lines = """(names) => names.map((name) => {
        const range = document.createRange();
        range.selectNodeContents(name);
        return new Set([...range.getClientRects()].map(({ top }) => top)).size;
    })"""
    assert set(card.locator(".matrix tbody th").evaluate_all(lines)) == {1}
    card.get_by_role("button", name="Python against Julia").click()
    pair = seen.get_by_role("region", name="Python compared with Julia")
    for button in ("Read rightly", "Misread: leave it out"):
        expect(pair.get_by_role("button", name=button).first).to_be_visible()
    assert is_sound(seen)


def test_the_order_on_what_was_asked_is_drawn_before_that_in_general(seen: Page) -> None:
    card = ask(seen, "Which is the fastest, Python, MATLAB or Julia?")
    heads = card.locator("header.headline h3")
    expect(heads).to_have_count(2)
    expect(heads.first).to_have_text("On what was asked: fastest")
    expect(card.locator(".places").first.locator(".place").last).to_have_text("– MATLAB")
    expect(card.locator(".places").last.locator("b", has_text="–")).to_have_count(0)
    assert is_sound(seen)


def test_names_are_kept_whole_and_a_misspelt_one_is_asked_about(seen: Page) -> None:
    expect(ask(seen, "C++ vs C# vs .NET").locator(".compared").first).to_have_text("C++ · C# · .NET")
    card = ask(seen, "Is Pyhton better than MATLAB?")
    expect(card.get_by_role("note")).to_contain_text("Did you mean Python?")
    seen.locator(".naming > summary").click()
    seen.locator(".options > summary").click()
    offered = seen.get_by_label("How the answer is worded").locator("option").all_inner_texts()
    assert "brief (default)" in offered
    assert not {"ctrl", "llm"} & set(offered)
    assert is_sound(seen, ".asking")


def test_the_conversation_draws_tables_and_sources_and_keeps_its_height(seen: Page) -> None:
    seen.goto("/#chat")
    log = seen.get_by_role("log")
    offered = seen.get_by_role("group", name="Suggestions").get_by_role("button")
    expect(offered).to_have_text([re.compile(r" or .*\?$")] * 3 + ["What can you do?"])

    def say(text: str) -> Locator:
        seen.get_by_role("textbox", name="Your question").fill(text)
        seen.keyboard.press("Enter")
        expect(log).to_have_attribute("aria-busy", "false")
        return log.locator(".entry.bot").last

    expect(say("Is Pyhton better than MATLAB?")).to_contain_text("instead of “Pyhton”")
    offered.first.click()
    expect(seen.locator("article.result")).to_be_visible()
    expect(log).to_have_attribute("aria-busy", "false")
    expect(seen).to_have_url(re.compile(r"#chat\?o=.*&o="))
    expect(say("make it a table").get_by_role("table")).to_be_visible()
    expect(say("show me the sources").locator("li .cite").first).to_be_visible()
    box = seen.locator("whichever-chat .panel").bounding_box()
    assert box
    assert box["height"] < 800
    assert is_sound(seen, "whichever-chat")


def test_what_is_broken_is_said_and_can_be_tried_again(
    browser: Browser, quiet_service: str, look: tuple[int, str]
) -> None:
    with browser.new_context(base_url=quiet_service, **options_of(look)) as context:
        context.add_init_script("delete window.WebSocket")
        page = context.new_page()
        page.goto("/")
        ask(page, "Is Git better than SVN?")
        context.set_offline(True)
        page.get_by_label("Your question", exact=True).fill(QUESTION)
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
        expect(page.locator("article.result")).to_be_hidden()
        context.set_offline(False)
        assert is_sound(page)
        page.get_by_role("button", name="Try again").click()
        expect(page.get_by_label("Python compared with MATLAB")).to_be_visible()
        expect(page.get_by_role("alert")).to_be_hidden()
        page.goto("/#chat")
        said = page.get_by_role("textbox", name="Your question")
        expect(said).to_be_visible()
        context.set_offline(True)
        said.fill(QUESTION)
        page.keyboard.press("Enter")
        expect(page.locator(".entry.failed")).to_be_visible()
        expect(said).to_have_value(QUESTION)
        context.set_offline(False)
        page.get_by_role("button", name="Try again").click()
        expect(said).to_have_value("")
        expect(page.get_by_label("Python compared with MATLAB")).to_be_visible()


def test_who_published_what_counts_and_when_is_chosen_and_stands_in_the_address(seen: Page) -> None:
    seen.goto("/#compare?o=Python&o=MATLAB&by=nobody.example")
    expect(seen.locator("article.result .decision").first).to_have_text("Not enough evidence")
    expect(seen.locator("article.result .none")).to_contain_text("of other publishers")
    seen.locator(".naming > summary").click()
    seen.locator(".options > summary").click()
    chosen = seen.get_by_label("Only published by")
    expect(chosen).to_have_value("nobody.example")
    chosen.select_option("sample")
    seen.get_by_role("button", name="Compare these").click()
    expect(seen.locator("article.result .decision").first).to_have_text("Python ahead")
    assert "by=sample" in seen.url
    seen.goto("/#compare?o=Python&o=MATLAB&by=sample&since=2024&until=2025")
    expect(seen.locator("article.result time").first).to_be_attached()
    years = seen.locator("article.result time").evaluate_all("(all) => all.map((one) => one.dateTime.slice(0, 4))")
    assert set(years) <= {"2024", "2025"}
    seen.locator(".naming > summary").click()
    seen.locator(".options > summary").click()
    expect(seen.get_by_label("Only since")).to_have_value("2024")
    expect(seen.get_by_label("Only until")).to_have_value("2025")


@pytest.mark.parametrize("look", [(360, "light"), (1280, "dark")], ids=["360-light", "1280-dark"])
def test_on_a_slow_line_a_question_can_be_typed_before_the_script_is_there(
    browser: Browser, quiet_service: str, look: tuple[int, str]
) -> None:
    with opened(browser, quiet_service, **options_of(look)) as page:
        line = page.context.new_cdp_session(page)
        line.send("Network.enable")
        line.send("Network.emulateNetworkConditions", SLOW_LINE)
        page.goto("/", wait_until="commit")
        page.get_by_label("Your question", exact=True).fill("Is tea better than coffee?")
        assert page.locator('[role="tab"]').count() == 0
        page.locator('[role="tab"]').first.wait_for()
        expect(page.get_by_label("Your question", exact=True)).to_have_value("Is tea better than coffee?")
        expect(page.get_by_label("Your question", exact=True)).to_be_focused()
        painted = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
        resources = page.evaluate("performance.getEntriesByType('resource').map((one) => one.toJSON())")
        waited_for = [one["name"] for one in resources if one["renderBlockingStatus"] == "blocking"]
        assert len(waited_for) == 1 and waited_for[0].endswith(".css")
        assert painted < max(one["responseEnd"] for one in resources if one["initiatorType"] == "script")
        page.keyboard.press("Enter")
        expect(page.locator("article.result")).to_be_visible()
