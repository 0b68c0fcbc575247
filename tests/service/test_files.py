"""The page's files: compressed for who reads that, named by their content, nobody else's code but what is noted."""

from __future__ import annotations

import hashlib
import re

import pytest

from engine.resources import page_folder
from service.server.files import read_files
from tests.service.served import Service

FILES = read_files(page_folder())
SCRIPTS = sorted(name for name in FILES if name.endswith(".js") and not name.startswith("vendor/"))


@pytest.mark.parametrize("name", ["index.html", "page.css", "page/main.js", "icon.svg"])
async def test_a_file_is_sent_compressed_and_not_again(service: Service, name: str) -> None:
    address = service.at("/" if name == "index.html" else f"/static/{name}")
    async with service.http.get(address) as response:
        assert response.headers["Content-Encoding"] == "gzip"
        assert response.headers["Vary"] == "Accept-Encoding"
        assert await response.read() == FILES[name].plain
        etag = response.headers["ETag"]
    async with service.http.get(address, headers={"If-None-Match": etag}) as response:
        assert (response.status, await response.read()) == (304, b"")
    async with service.http.get(address, headers={"Accept-Encoding": "identity"}) as response:
        assert "Content-Encoding" not in response.headers
        assert await response.read() == FILES[name].plain


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_is_small_and_imports_only_what_is_there(name: str) -> None:
    text = FILES[name].plain.decode()
    assert text.count("\n") <= 300
    for target in re.findall(r'(?:from|import\() ?"([^"]+)"', text):
        assert ((page_folder() / name).parent / target).is_file()


def test_code_by_others_is_what_its_note_says() -> None:
    note = FILES["vendor/README.md"].plain.decode()
    assert hashlib.sha256(FILES["vendor/lit-html.js"].plain).hexdigest() in note
    assert "BSD-3-Clause" in note


@pytest.mark.parametrize("name", [name for name in FILES if name.endswith((".js", ".css", ".html", ".svg"))])
def test_nothing_is_loaded_from_elsewhere_and_no_style_or_script_is_inline(name: str) -> None:
    text = FILES[name].plain.decode()
    assert not re.search(r"""(?:src|href|url\(|from|import)\s*=?\s*["'(]?https?://(?!your-host)""", text)
    assert not re.search(r"\sstyle=|\son\w+=|javascript:|innerHTML|eval\(", text) or name.startswith("vendor/")
