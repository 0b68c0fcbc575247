"""The page, used by a person with a browser: asked, corrected, weighed anew, kept and shared."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.end_to_end.conftest import opened
from tests.end_to_end.waiting_service import waiting

pytestmark = pytest.mark.browser

QUESTION = "Is Python better than MATLAB for deep learning?"
WEIGHED = "Is Python better than MATLAB regarding deep learning?"
"""Asks for the two in general, with a point of view that matters."""
PAIR = "Python compared with MATLAB"
ADDRESSES = (
    "/#compare?q=Is+Linux+better+than+Windows%3F",
    "/#compare?o=Python&o=MATLAB&o=Julia&a=5:speed",
    "/#pages?o=Python&o=MATLAB&o=Julia&o=Linux&o=Windows",
    "/#themes?o=Julia&o=MATLAB&p=speed",
)


def ask(page: Page, text: str = QUESTION) -> Locator:
    page.get_by_label("Your question", exact=True).fill(text)
    page.keyboard.press("Enter")
    card = page.locator("article.result")
    expect(card).to_be_visible()
    return card


def unfold(page: Page) -> None:
    """Open what is folded below the question, if it is not."""
    folded = page.locator(".naming")
    if folded.get_attribute("open") is None:
        folded.locator("> summary").click()


def compare(page: Page, *objects: str, aspects: dict[str, int] | None = None) -> Locator:
    unfold(page)
    for _ in objects[2:]:
        page.get_by_role("button", name="Add a thing").click()
    for number, name in enumerate(objects, 1):
        page.get_by_label(f"Thing {number}").fill(name)
    for number, (aspect, weight) in enumerate((aspects or {}).items()):
        page.get_by_role("button", name="Add what matters").click()
        page.get_by_label("Matters to me", exact=True).nth(number).fill(aspect)
        page.get_by_label(f"Importance of {aspect}").fill(str(weight))
    page.get_by_role("button", name="Compare these").click()
    card = page.locator("article.result")
    expect(card).to_be_visible()
    return card


def whole_share(card: Locator) -> int:
    """Return the weighed share of Python in percent."""
    share, name = re.search(r": (\d+)% for (\w+)", card.locator(".share.whole").inner_text()).groups()
    return int(share) if name == "Python" else 100 - int(share)


def test_a_question_gets_a_verdict_bars_with_intervals_and_both_sides(page: Page) -> None:
    card = ask(page)
    expect(
        card.get_by_role("heading", name="Yes: all 3 sources say that Python is better than MATLAB for deep learning")
    ).to_be_visible()
    bars = card.get_by_role("img")
    expect(bars).to_have_count(2)
    expect(card.locator(".share-head span")).to_have_text(["better for deep learning", "The two in general"])
    expect(card.get_by_label("On better for deep learning: for Python").get_by_role("listitem")).to_have_count(4)
    for label in bars.evaluate_all("(all) => all.map((bar) => bar.getAttribute('aria-label'))"):
        assert "Python" in label
    expect(card.get_by_label("Evidence for Python").get_by_role("listitem")).to_have_count(5)
    expect(card.get_by_label("Evidence for MATLAB").get_by_role("listitem")).not_to_have_count(0)
    side = card.get_by_label("Evidence for Python")
    side.get_by_role("button", name="more").click()
    expect(side.get_by_role("listitem")).to_have_count(min(15, int(side.locator(".count").inner_text().split()[-2])))
    expect(card.get_by_label("In words").locator(".cite").first).to_be_visible()


def test_things_aspects_and_deciding_words_are_highlighted(page: Page) -> None:
    item = ask(page, WEIGHED).get_by_label("Evidence for Python").get_by_role("listitem").first
    expect(item.locator("mark.first").first).to_have_text("Python")
    expect(item.locator("mark.second").first).to_have_text("MATLAB")
    expect(item.locator("mark.aspect").first).to_have_text("deep learning")
    assert item.locator("mark.predicate").first.inner_text() in {"better", "beats"}
    expect(item.locator(".meta")).to_contain_text("sure")


def test_names_are_completed_from_the_index_by_keyboard(page: Page) -> None:
    unfold(page)
    field = page.get_by_label("Thing 1")
    expect(field).to_have_attribute("aria-expanded", "false")
    expect(typed(page, field, "pyth")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    expect(completions(page).first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(field).to_have_value("Python")
    expect(page.get_by_role("listbox", name="Suggestions")).to_be_hidden()
    page.get_by_label("Thing 2").focus()
    expect(completions(page).first).to_contain_text(re.compile("Julia|MATLAB"))
    page.keyboard.press("Escape")
    expect(page.get_by_role("listbox", name="Suggestions")).to_be_hidden()


def typed(page: Page, field: Locator, text: str) -> Locator:
    """Type until the names are collected: the first request begins to collect them."""
    for _ in range(40):
        field.fill("")
        with page.expect_response("**/api/v1/suggest*") as answered:
            field.type(text, delay=5)
        if answered.value.json()["ready"]:
            break
    return completions(page)


def completions(page: Page) -> Locator:
    return page.get_by_role("listbox", name="Suggestions").get_by_role("option")


def shown(card: Locator) -> tuple[str, int, int, int]:
    """Return the answer in words, the weighed share, and the numbers of sentences on either side."""
    sides = [card.get_by_label(f"Evidence for {name}").locator(".count") for name in ("Python", "MATLAB")]
    counts = [int(count.inner_text().split()[-2]) for count in sides]
    return card.get_by_label("In words").inner_text(), whole_share(card), counts[0], counts[1]


def test_a_slider_lets_the_service_weigh_again_and_undo_is_one_step(page: Page) -> None:
    card = ask(page, WEIGHED)
    before = shown(card)
    with page.expect_response("**/api/v1/reweigh") as weighed:
        card.get_by_label("Importance of deep learning").fill("5")
    share = weighed.value.json()["comparison"]["shares"][0]["first"]
    expect(card.get_by_text("Weighed again.")).to_be_visible()
    expect(card.locator(".share.whole")).to_contain_text(f"{round(100 * share)}% for Python")
    assert whole_share(card) > before[1]
    assert "a=5%3Adeep+learning" in page.url
    card.get_by_role("button", name="Undo").click()
    expect(card.locator(".share.whole")).to_contain_text(f"{before[1]}% for Python")
    expect(card.get_by_text("Weighed again.")).to_be_hidden()
    assert shown(card) == before


def test_a_misread_sentence_changes_words_counts_and_bars_alike_and_stays_out(page: Page) -> None:
    card = ask(page)
    before = shown(card)
    side = card.get_by_label("Evidence for Python")
    for number in (1, 2, 3):
        side.get_by_role("button", name="Misread: leave it out").first.click()
        expect(side.locator(".count")).to_contain_text(f"{before[2] - number} sentences")
    expect(card.get_by_text("3 sentences left out")).to_be_visible()
    after = shown(card)
    assert after[1] < before[1]
    assert after[0] != before[0]
    page.reload()
    expect(page.get_by_text("3 sentences left out")).to_be_visible()
    assert shown(page.locator("article.result")) == after
    page.get_by_role("button", name="Take back all").click()
    expect(side.locator(".count")).to_contain_text(f"{before[2]} sentences")
    assert shown(card) == before
    page.get_by_role("button", name="Undo").click()
    expect(side.locator(".count")).to_contain_text(f"{before[2] - 3} sentences")


def test_a_misread_sentence_on_what_was_asked_changes_the_headline(page: Page) -> None:
    card = ask(page)
    side = card.get_by_label("On better for deep learning: for Python")
    headline = card.locator(".decision")
    before = headline.inner_text()
    side.get_by_role("button", name="Misread: leave it out").first.click()
    expect(side.locator(".count")).to_have_text("2 sources, 3 sentences")
    expect(headline).not_to_have_text(before)
    card.get_by_role("button", name="Undo").click()
    expect(headline).to_have_text(before)


def test_marks_stay_here_where_a_person_does_not_agree(page: Page) -> None:
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    card = ask(page)
    card.get_by_role("button", name="Read rightly").first.click()
    card.get_by_role("button", name="Keep them on this device").click()
    card.get_by_role("button", name="Misread: leave it out").first.click()
    expect(card.get_by_text("1 sentence left out")).to_be_visible()
    assert not [url for url in sent if "feedback" in url]


def test_a_sentence_read_the_other_way_counts_for_the_other_side(page: Page) -> None:
    card = ask(page)
    before = shown(card)
    card.get_by_label("Evidence for Python").get_by_role("button", name="For MATLAB").first.click()
    expect(card.get_by_label("Evidence for MATLAB").locator(".count")).to_contain_text(f"{before[3] + 1} sentences")
    expect(card.get_by_text("1 read the other way")).to_be_visible()


def test_follow_ups_are_what_the_evidence_can_answer(page: Page) -> None:
    card = ask(page, "Is Docker better than a virtual machine?")
    offered = card.get_by_role("group", name="What to ask next")
    offered.get_by_role("button", name="On speed?").click()
    expect(card.locator(".share")).not_to_have_count(0)
    expect(card.get_by_role("slider").first).to_be_visible()


def numbers(counts: Locator) -> list[int]:
    return [int(count.split()[-2]) for count in counts.all_inner_texts()]


def test_what_matters_filters_both_sides(page: Page) -> None:
    card = ask(page)
    counts = card.locator(".side .count")
    before = numbers(counts)
    chips = card.get_by_role("region", name="What matters in the evidence").locator(".chip")
    chips.nth(0).click()
    one = numbers(counts)
    assert 0 < sum(one) < sum(before)
    chips.nth(1).click()
    assert sum(numbers(counts)) > sum(one)
    card.get_by_role("button", name="Show all").click()
    assert numbers(counts) == before


def test_a_sentence_opens_where_it_stands_and_gives_the_focus_back(page: Page) -> None:
    item = ask(page).get_by_role("button", name="Context").first
    item.click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("mark")).to_have_count(1)
    expect(dialog.locator(".context span").first).to_be_visible()
    assert dialog.locator(".context span").count() <= 6
    dialog.get_by_role("button", name="Show the whole text").click()
    expect(dialog.get_by_role("button", name="Show the whole text")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(item).to_be_focused()


def test_the_reasons_are_shown_source_by_source(page: Page) -> None:
    reasons = ask(page).locator(".why")
    reasons.get_by_text("Why this score?").click()
    expect(reasons.get_by_text("votes for Python")).to_be_visible()
    expect(reasons.locator("ol > li").first).to_contain_text("for Python")
    expect(reasons.get_by_text("Left out")).to_be_visible()


def test_the_question_is_labelled_and_can_be_corrected(page: Page) -> None:
    ask(page, "Is Python better than MATLAB for big teams?")
    unfold(page)
    read = page.get_by_role("region", name="How your question was read")
    expect(read.get_by_role("button", name="Python: thing. Change")).to_be_visible()
    expect(read.get_by_role("button", name="better: comparison. Change")).to_be_visible()
    word = read.get_by_role("button", name="big:")
    while "neither" not in (word.get_attribute("aria-label") or ""):
        word.click()
    read.get_by_role("button", name="Compare as corrected").click()
    expect(page.get_by_label("Importance of teams").first).to_be_attached()
    expect(page.locator(".share").nth(1)).to_contain_text("teams")


def test_three_things_have_an_order_a_matrix_and_a_sum_by_weight(page: Page) -> None:
    card = compare(page, "Python", "MATLAB", "Julia", aspects={"speed": 1, "price": 5})
    assert card.locator(".places li").count() == 3
    own = card.get_by_role("group", name="Weighed by what matters to you")
    order = own.get_by_role("rowheader").all_inner_texts()
    own.get_by_label("Importance of price").fill("1")
    own.get_by_label("Importance of speed").fill("5")
    changed = own.get_by_role("rowheader").all_inner_texts()
    assert sorted(changed) == sorted(order) == ["Julia", "MATLAB", "Python"]
    card.get_by_role("button", name="Python against Julia").click()
    pair = page.get_by_role("region", name="Python compared with Julia")
    expect(pair).to_be_focused()
    expect(pair.get_by_label("Evidence for Julia").get_by_role("listitem").first).to_be_visible()


def test_the_parts_can_be_chosen_and_are_sent(page: Page) -> None:
    unfold(page)
    page.locator("summary", has_text="Options").click()
    page.get_by_label("Who reads the sentences").select_option("bow")
    page.get_by_label("How the answer is worded").select_option("template")
    page.get_by_label("Faster: read fewer sentences").check()
    with page.expect_request("**/api/v1/stream") as sent:
        card = compare(page, "Git", "SVN", aspects={"speed": 3})
    body = sent.value.post_data_json
    assert body == {
        "objects": ["Git", "SVN"],
        "aspects": [{"name": "speed", "weight": 3}],
        "fast": True,
        "classifier": "bow",
        "generator": "template",
    }
    assert card.get_by_label("In words").locator("li").count() == 0


def test_the_stages_are_shown_as_they_come_and_can_be_cancelled(browser: Browser) -> None:
    with waiting() as service, opened(browser, service.address) as page:
        service.events = b"".join(
            b"event: stage\ndata: %s\n\n"
            % json.dumps({"objects": ["a", "b"], "name": name, "found": 7, "took_s": 0.1}).encode()
            for name in ("search", "classify")
        )
        page.goto("/")
        page.get_by_label("Your question", exact=True).fill(QUESTION)
        page.keyboard.press("Enter")
        steps = page.get_by_role("region", name="Looking for evidence")
        expect(steps.locator("li.done")).to_have_count(2)
        expect(steps.locator("li.done").first).to_contain_text("7 sentences")
        expect(steps.locator("[aria-current=step]")).to_contain_text("strongest")
        steps.get_by_role("button", name="Cancel").click()
        expect(page.get_by_text("Cancelled.")).to_be_visible()
        expect(steps).to_be_hidden()
        assert service.left.wait(10)


def test_a_link_brings_the_same_comparison_back(page: Page) -> None:
    card = compare(page, "C++", "C#", aspects={"speed & memory, a/b {": 4})
    said = card.locator(".decision").first.inner_text()
    address = page.url
    page.goto("about:blank")
    page.goto(address)
    expect(page.locator("article.result .decision").first).to_have_text(said)
    expect(page.get_by_label("Importance of speed & memory, a/b {").first).to_have_value("4")


def test_earlier_comparisons_are_kept_here_and_can_be_forgotten(page: Page) -> None:
    ask(page)
    ask(page, "Is Git better than SVN?")
    page.reload()
    expect(page.locator("article.result")).to_be_visible()  # which moves all below it
    earlier = page.locator(".history")
    earlier.locator("summary").click()
    expect(earlier.get_by_role("link")).to_have_text(["Is Git better than SVN?", QUESTION])
    earlier.get_by_role("link", name=QUESTION).click()
    expect(page.get_by_label(PAIR)).to_be_visible()
    earlier.get_by_role("button", name="Forget all").click()
    expect(earlier).to_be_hidden()


@pytest.mark.parametrize(
    "text",
    ["🙂🙂🙂", "<img src=x onerror=alert(1)>", 'a AND (b " / {', "\u202eabc", "x" * 2000, "C++ or .NET or AT&T?"],
)
def test_strange_questions_get_a_reply_and_do_no_harm(page: Page, text: str) -> None:
    page.get_by_label("Your question", exact=True).fill(text)
    page.keyboard.press("Enter")
    expect(page.locator("#result > :not(.progress)")).to_be_visible()
    assert page.locator("img[src=x]").count() == 0
    ask(page)


def test_text_of_the_corpus_never_becomes_markup(page: Page) -> None:
    made = page.evaluate(
        """async () => {
            const { html, render } = await import("/static/vendor/lit-html.js");
            const { answer } = await import("/static/view/blocks.js");
            const { summary } = await import("/static/chat/summary.js");
            const { markdown, csv } = await import("/static/page/export.js");
            const evil = "=<img src=x onerror=alert(1)> [1]";
            const cited = { number: 1, sentence: evil, sentence_id: "d#0", document: "d", title: evil, source: evil,
                aspects: [], date: "", url: "javascript:alert(1)", sample: false, sources: [evil], stance: "FIRST",
                score: 1, confidence: 1 };
            const comparison = { objects: [evil, "b"], aspects: [], asked: [], interval: [0, 1],
                shares: [{ aspect: "", first: 1, second: 0, sources: 1,
                    first_sources: 1, second_sources: 0, decision: "insufficient" }],
                arguments: [cited], decision: "insufficient", counts: { FIRST: 1, SECOND: 0, EQUAL: 0 },
                differences: [], sources: 0, minimum_sources: 3, confidence: 0, winner: null, depends: [] };
            const host = document.createElement("div");
            const runs = [{ kind: "words", text: evil, label: null },
                { kind: "quote", text: evil, number: 1, marks: [[0, 4, "object"]] },
                { kind: "statement", text: evil, numbers: [1] }];
            const blocks = [{ kind: "paragraph", role: "headline", runs }, { kind: "list", items: [runs] },
                { kind: "table", header: [[], runs], rows: [[runs, []]] }];
            render(html`${answer(blocks, [cited], () => {})} ${summary({ comparison }, () => {})}`, host);
            const text = markdown({ comparison, blocks, citations: [cited] }, "https://here.example");
            return [host.querySelectorAll("img").length, host.textContent.includes("<img"),
                text.includes("\\\\<img"), text.includes("javascript:"), csv({ comparison }, "https://here.example").includes(`"'=<img`)];
        }"""
    )
    assert made == [0, True, True, False, True]


def test_what_was_asked_is_not_offered_again_in_other_words(page: Page) -> None:
    card = ask(page, "Is Docker slower than a virtual machine?")
    offered = card.get_by_role("group", name="What to ask next")
    expect(offered.get_by_role("button", name="On ease of use?")).to_be_visible()
    expect(offered.get_by_role("button", name="On speed?")).to_have_count(0)
    expect(card.locator(".share-head span", has_text="faster")).to_have_count(0)


@pytest.mark.parametrize("width", [320, 360, 768])
def test_a_small_screen_needs_no_sideways_scrolling(browser: Browser, quiet_service: str, width: int) -> None:
    with opened(browser, quiet_service, viewport={"width": width, "height": 740}) as page:
        for address in ADDRESSES:
            page.goto(address)
            expect(page.locator("article.result")).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
            page.goto("about:blank")


def test_the_first_view_is_small(browser: Browser, quiet_service: str) -> None:
    with browser.new_context(base_url=quiet_service) as context:
        page = context.new_page()
        page.goto("/", wait_until="networkidle")
        sizes = page.evaluate("performance.getEntries().map(({ transferSize }) => transferSize ?? 0)")
        assert 5_000 < sum(sizes) < 100_000
