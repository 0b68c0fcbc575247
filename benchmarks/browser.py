"""How fast the page and the widget are in a real browser.

Run ``python -m benchmarks.browser [--url URL] [--runs 20]`` while a service runs. Each run uses a fresh profile. For
the page: bytes of the first view, first contentful paint (on a slow line, too: 400 ms of latency, 400 kbit/s), and
from pressing Enter to the verdict on screen. For the widget, on a page of another site: from the beginning of that
page's load to the widget's button painted. The questions are pairs of data/sample/comparisons.csv, each asked once, so
that nothing comes from the engine's cache in a service just started. One JSON object goes to standard output.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
from playwright.sync_api import Browser, Error, sync_playwright

from benchmarks.chat import pairs
from benchmarks.report import hardware

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
VERDICT = """(question) => new Promise((done, fail) => {
    setTimeout(() => fail(new Error("no verdict appeared")), 20000);
    const input = document.getElementById("question");
    input.value = question;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    const start = performance.now();
    const look = () => document.querySelector("article.result .decision")
        ? requestAnimationFrame(() => done(performance.now() - start)) : requestAnimationFrame(look);
    input.form.requestSubmit();
    look();
})"""
PAINTED = """() => new Promise((done, fail) => {
    setTimeout(() => fail(new Error("the widget did not appear")), 20000);
    const look = () => document.querySelector("whichever-chat")?.shadowRoot?.querySelector(".launcher")?.offsetHeight
        ? requestAnimationFrame(() => done(performance.now())) : requestAnimationFrame(look);
    look();
})"""
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
SLOW_LINE = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
BYTES = "performance.getEntries().reduce((sum, { transferSize }) => sum + (transferSize ?? 0), 0)"


def main() -> None:
    parser = argparse.ArgumentParser(description="Time the page and the widget in a browser.")
    parser.add_argument("--url", default="http://localhost:8080", help="the service")
    parser.add_argument("--runs", type=int, default=20, help="fresh profiles for each of the two")
    options = parser.parse_args()
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if path is None:
        sys.exit("This needs Chromium. Run: scripts/chromium.sh")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        try:
            report = measure(browser, options.url.rstrip("/"), options.runs)
        except Error as error:
            sys.exit(f"{error.message}\nIs there a service at {options.url}? Start one with: whichever serve")
        print(json.dumps(report))
        browser.close()


def measure(browser: Browser, url: str, runs: int) -> dict[str, Any]:
    questions = [f"Which is better, {first} or {second}?" for first, second in pairs()][:runs]
    pages = [page_run(browser, url, question) for question in questions]
    slow = [slow_run(browser, url) for _ in range(runs)]
    with another_site(url) as shop:
        widgets = [widget_run(browser, shop) for _ in range(runs)]
    sizes, paints, verdicts = zip(*pages, strict=True)
    return {
        "hardware": hardware(),
        "runs": len(questions),
        "first_view_bytes": max(sizes),
        "first_paint_ms": quantiles(paints),
        "slow_line_first_paint_ms": quantiles(slow),
        "time_to_verdict_ms": quantiles(verdicts),
        "widget_first_paint_ms": quantiles(widgets),
    }


def page_run(browser: Browser, url: str, question: str) -> tuple[int, float, float]:
    context = browser.new_context()
    page = context.new_page()
    page.goto(url, wait_until="networkidle")
    found = page.evaluate(BYTES), page.evaluate(PAINT), page.evaluate(VERDICT, question)
    context.close()
    return found


def slow_run(browser: Browser, url: str) -> float:
    context = browser.new_context()
    page = context.new_page()
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", SLOW_LINE)
    page.goto(url, wait_until="networkidle")
    painted: float = page.evaluate(PAINT)
    context.close()
    return painted


def widget_run(browser: Browser, shop: str) -> float:
    context = browser.new_context()
    page = context.new_page()
    page.goto(shop, wait_until="commit")
    painted: float = page.evaluate(PAINTED)
    context.close()
    return painted


@contextmanager
def another_site(url: str) -> Iterator[str]:
    """Serve a page of somebody else, with the widget's tag."""
    tag = f'<!doctype html><title>Shop</title><script type="module" src="{url}/static/widget.js"></script>'.encode()

    class Shop(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(tag)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Shop) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def quantiles(values: Any) -> dict[str, float]:
    return {f"p{q}": round(float(np.percentile(values, q)), 1) for q in (50, 95)}


if __name__ == "__main__":
    main()
