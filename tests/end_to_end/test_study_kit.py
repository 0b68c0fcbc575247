"""A scripted reader goes through the study, and the analysis reads the file that comes of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from evaluation.study import CONDITIONS, PHASES, log_times, outcomes, ratings, read_study, report

pytestmark = pytest.mark.browser

TOPICS = ["Python, MATLAB, deep learning", "Linux, Windows, games", "tea, coffee, sleep"]
WORDS = {
    "keywords": lambda first, second, aspect: {"Keywords": f"{first} {second} {aspect}"},
    "cam": lambda first, second, aspect: {"First thing": first, "Second thing": second, "What matters": aspect},
    "ours": lambda first, second, aspect: {"Your question": f"Is {first} better than {second} for {aspect}?"},
}
NAMES = {"Keyword search": "keywords", "CAM": "cam", "Whichever": "ours"}


def choose(page: Page, legend: str, label: str) -> None:
    page.get_by_role("group", name=legend, exact=True).get_by_label(label, exact=True).check()


def test_a_reader_goes_through_the_study_and_it_is_analysed(page: Page, tmp_path: Path) -> None:
    page.goto("/static/study.html")
    page.get_by_label("Your number").fill("3")
    page.get_by_label("Topics").fill("Python, MATLAB")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("alert")).to_contain_text("commas")
    page.get_by_label("Your number").fill("3")
    page.get_by_label("Topics").fill("\n".join(TOPICS))
    page.get_by_role("button", name="Begin").click()
    for number, topic in enumerate(TOPICS, 1):
        first, second, aspect = topic.split(", ")
        expect(page.get_by_text(f"Question {number} of 3")).to_be_visible()
        way = page.get_by_text("Look for it with").inner_text().partition(": ")[2]
        for label, words in WORDS[NAMES[way]](first, second, aspect).items():
            page.get_by_label(label, exact=True).fill(words)
        page.get_by_role("button", name="Search").click()
        expect(page.locator(".found")).to_contain_text(first)
        choose(page, "Which is better?", first)
        choose(page, "How sure are you? (1: not at all, 5: entirely)", "4")
        page.get_by_role("button", name="Next").click()
    for number in range(1, 13):
        expect(page.get_by_text(f"Answer {number} of 12")).to_be_visible()
        choose(page, "Does the answer say what was asked?", "in part")
        choose(page, "Is the answer fluent English?", "yes")
        page.get_by_role("button", name="Next").click()
    for group in page.get_by_role("group").all():
        group.get_by_label("5", exact=True).check()
    page.get_by_role("button", name="Next").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as CSV").click()
    saved.value.save_as(tmp_path / "study.csv")
    entries = read_study([tmp_path / "study.csv"])
    assert {one.reader for one in entries} == {"3"}
    assert {one.condition for one in entries if one.part == "topic"} == set(CONDITIONS)
    assert all(len(log_times(entries, phase)) == len(CONDITIONS) for phase in PHASES)
    assert outcomes(entries, {"python | matlab | deep learning": "first"})[NAMES["Whichever"]] == [(True, 4)]
    assert {grade for grades in ratings(entries, "completeness").values() for grade in grades.values()} == {1}
    assert "ours, trust: 5.00 of 5" in [*report(entries, {})]
