"""The whole product as a user starts it: one real service with Rasa over the sample index, and a real browser."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
INDEX = ROOT / "var" / "index" / "sample"
START_S = 90
expect.set_options(timeout=20_000)
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-features=LocalNetworkAccessChecks",  # of pages that a test makes up, which come from nowhere
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """Return the address of a site of somebody else, and the folder it serves."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    folder = tmp_path_factory.mktemp("shop")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", folder
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(scope="module")
def service(shop: tuple[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a running service over the sample index; turns may be slow on a busy machine."""
    settings = f'[service]\norigins = ["{shop[0]}"]\n[rasa]\ntimeout_s = 60.0\n'
    with running(tmp_path_factory.mktemp("service"), settings) as address:
        yield address


@pytest.fixture(scope="session")
def quiet_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a running service without conversation."""
    with running(tmp_path_factory.mktemp("service"), "[rasa]\nenabled = false\n") as address:
        yield address


@contextmanager
def running(folder: Path, settings: str) -> Iterator[str]:
    if not INDEX.exists():
        pytest.fail(f"There is no sample index in {INDEX}. Run: make setup")
    config = folder / "whichever.toml"
    config.write_text(settings)
    log = config.with_name("log.txt")
    command = [str(Path(sys.executable).with_name("whichever")), "serve", "--port", "0"]
    command += ["--config", str(config), "--index", str(INDEX)]
    with log.open("w") as sink:
        kept = {"WHICHEVER_DATABASE": f"sqlite:///{folder}/conversations.sqlite"}
        process = subprocess.Popen(command, cwd=ROOT, stderr=sink, env=os.environ | kept)
    try:
        yield wait_for_address(process, log)
    finally:
        process.terminate()
        assert process.wait(timeout=30) == 0, log.read_text()


def wait_for_address(process: subprocess.Popen[bytes], log: Path) -> str:
    waited = threading.Event()
    for _ in range(START_S * 10):
        ready = re.search(r"ready: (http://\S+)", log.read_text())
        if ready:
            return ready[1]
        if process.poll() is not None or waited.wait(0.1):
            break
    process.kill()
    pytest.fail(f"The service did not start:\n{log.read_text()}")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Return a real Chromium; it is closed before other modules run, since it occupies the thread's event loop."""
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if path is None:
        pytest.fail("The browser tests need Chromium. Run: scripts/chromium.sh")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: Browser, quiet_service: str) -> Iterator[Page]:
    """Return the page in a fresh browser profile; an error on it or a request to anybody else fails the test."""
    with opened(browser, quiet_service) as page:
        page.goto("/")
        yield page


LOOKS = {f"{width}-{scheme}": (width, scheme) for width, scheme in ((360, "dark"), (1280, "light"))}
"""A phone by night and a desk by day: no rule of the page depends on both, its width and its colours."""


@pytest.fixture(scope="module", params=LOOKS.values(), ids=LOOKS)
def look(request: pytest.FixtureRequest) -> tuple[int, str]:
    """Return a width and a colour scheme; each test of a module that asks for it sees all of them."""
    chosen: tuple[int, str] = request.param
    return chosen


@pytest.fixture(scope="module")
def shared(browser: Browser, quiet_service: str, look: tuple[int, str]) -> Iterator[Page]:
    """Return one page for all tests of a module that look alike."""
    with opened(browser, quiet_service, **options_of(look)) as page:
        yield page


@pytest.fixture
def seen(shared: Page) -> Iterator[Page]:
    """Return the page at its beginning, with nothing kept of an earlier test."""
    shared.goto("/")
    yield shared
    shared.evaluate("(localStorage.clear(), sessionStorage.clear())")
    shared.goto("about:blank")


def options_of(look: tuple[int, str]) -> dict[str, Any]:
    """Return what a browser is told of a look; without the page's policy, so that axe may run on it."""
    width, scheme = look
    size = {"width": width, "height": 800}
    return {"viewport": size, "color_scheme": scheme, "reduced_motion": "reduce", "bypass_csp": True}


@pytest.fixture
def chat_page(browser: Browser, service: str) -> Iterator[Page]:
    """Return the page with the conversation open."""
    with opened(browser, service) as page:
        page.goto("/#chat")
        page.get_by_role("log").wait_for()
        yield page


@contextmanager
def opened(browser: Browser, address: str, **options: Any) -> Iterator[Page]:
    context = browser.new_context(base_url=address, **({"viewport": {"width": 1280, "height": 900}} | options))
    page = context.new_page()
    page.set_default_timeout(20_000)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.on("request", lambda sent: None if sent.url.startswith((address, "blob:")) else errors.append(sent.url))
    yield page
    context.close()
    assert errors == []
