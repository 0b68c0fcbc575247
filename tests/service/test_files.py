"""The page's files: compressed for who reads that, named by their content, nobody else's code but what is noted."""

from __future__ import annotations

import hashlib
import re

import pytest

from engine.resources import page_folder
from service.server.bundle import bundle_script, bundle_style
from service.server.files import read_files
from tests.service.served import Service

WEB = page_folder()
FILES = read_files(WEB)
BUNDLES = sorted(name for name, file in FILES.items() if file.lasting)
OURS = sorted(name for name in FILES if name not in BUNDLES and not name.startswith("vendor/"))
SCRIPTS = [name for name in OURS if name.endswith(".js")]


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


@pytest.mark.parametrize("name", BUNDLES)
async def test_a_bundle_is_kept_for_good_and_named_by_its_content(service: Service, name: str) -> None:
    async with service.http.get(service.at(f"/static/{name}")) as response:
        assert response.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert hashlib.sha256(FILES[name].plain).hexdigest()[:16] in name


def test_the_page_and_the_widget_load_their_bundles() -> None:
    assert len(BUNDLES) == 4
    page, widget = (FILES[name].plain.decode() for name in ("index.html", "widget.js"))
    named = [name for name in BUNDLES if name in page or name in widget]
    assert [name.partition(".")[0] for name in named] == ["page", "page", "widget"]
    script = FILES[next(name for name in BUNDLES if name in widget)].plain.decode()
    assert next(name for name in BUNDLES if name.startswith("widget") and name.endswith(".css")) in script


def test_modules_are_joined_in_the_order_in_which_they_are_needed() -> None:
    texts = {
        "main.js": 'import { b as c } from "./sub/b.js";\nimport { d } from "./d.js";\nd(c);\n',
        "sub/b.js": 'import { d } from "../d.js";\nexport const b = d(1);\n',
        "d.js": "const e = (x) => x;export{e as d};",
    }
    joined = bundle_script(texts, "main.js")
    order = [joined.index(f"const {name} = (() =>") for name in ("$d", "$sub_b", "$main")]
    assert order == sorted(order)
    assert "const { b: c } = $sub_b;" in joined
    assert "return { d: e };" in joined


def test_sheets_stand_where_they_are_imported() -> None:
    assert bundle_style({"a.css": '@import "./b.css";\np { }', "b.css": "b { }"}, "a.css") == "b { }\np { }"


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


@pytest.mark.parametrize("name", [name for name in OURS if name.endswith((".js", ".css", ".html", ".svg"))])
def test_nothing_is_loaded_from_elsewhere_and_no_style_or_script_is_inline(name: str) -> None:
    text = FILES[name].plain.decode()
    assert not re.search(r"""(?:src|href|url\(|from|import)\s*=?\s*["'(]?https?://(?!your-host)""", text)
    assert not re.search(r"\sstyle=|\son\w+=|javascript:|innerHTML|eval\(", text)
