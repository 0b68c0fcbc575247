"""What can be indexed."""

from __future__ import annotations

import gzip
import json
import lzma
import os
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InputError
from engine.retrieval.ingest.formats import MAX_RECORD_BYTES
from engine.retrieval.ingest.markdown import prose
from engine.retrieval.ingest.records import MAX_SENTENCE_CHARS, split_sentences
from engine.retrieval.ingest.sources import Source
from engine.text.tokens import clean
from engine.types import Document
from tests.engine.retrieval.records import read as records_in


def read(path: Path) -> tuple[list[Document], list[str]]:
    records = records_in(path)
    return [document for record in records for document in record.documents], [r.problem for r in records if r.problem]


def read_one(folder: Path, record: Any) -> tuple[list[Document], list[str]]:
    path = folder / "one.jsonl"
    path.write_text(json.dumps(record), "utf-8")
    return read(path)


def texts(document: Document) -> list[str]:
    return [sentence.text for sentence in document.sentences]


def test_a_post_with_sentences_is_a_document(tmp_path: Path) -> None:
    post = {"id": "x1", "sub": "tea", "title": "My  cup", "sents": ["Hot. ", "", "Good\u200b"], "created": 1349167824}
    (document,), problems = read_one(tmp_path, post)
    assert texts(document) == ["Hot.", "Good"]
    assert [sentence.id for sentence in document.sentences] == ["x1#0", "x1#1"]
    assert (document.id, document.title, document.date, document.sample) == ("x1", "My cup", "2012-10-02", False)
    assert document.url == "https://www.reddit.com/r/tea/comments/x1/"
    assert document.source == "reddit.com/r/tea (x1)"
    assert problems == []


@pytest.mark.parametrize("post", [{"title": "Tea or milk."}, {"title": "Tea or milk.", "sents": []}])
def test_the_title_of_a_post_without_a_body_is_its_sentence(tmp_path: Path, post: dict[str, Any]) -> None:
    (document,), _ = read_one(tmp_path, post)
    assert texts(document) == ["Tea or milk."]


def test_running_text_is_cut_into_sentences(tmp_path: Path) -> None:
    (document,), _ = read_one(tmp_path, {"id": 7, "text": "Tea is hot. Milk is not.\n\nThe end", "sample": True})
    assert texts(document) == ["Tea is hot.", "Milk is not.", "The end"]
    assert (document.id, document.sample) == ("7", True)


def test_a_sentence_on_several_pages_is_a_document_for_each(tmp_path: Path) -> None:
    pages = [{"url": "https://www.a.example/x", "sent_idx": 31}, {"url": "http://b.example:80/y"}]
    documents, _ = read_one(tmp_path, {"id": "s", "text": "Tea. Hot.", "docs": pages})
    assert [document.sentences[0].id for document in documents] == ["s.1#31", "s.2#0"]
    assert [document.source for document in documents] == ["a.example", "b.example"]
    assert all(texts(document) == ["Tea. Hot."] for document in documents)


def test_a_sentence_without_a_known_page_is_its_own_source(tmp_path: Path) -> None:
    (document,), _ = read_one(tmp_path, {"id": "s", "text": "Tea. Hot.", "docs": []})
    assert (document.id, document.source, texts(document)) == ("s", "s", ["Tea. Hot."])


@pytest.mark.parametrize(
    ("record", "source"),
    [
        ({"source": "The Times", "url": "https://a.example/"}, "The Times"),
        ({"url": "https://www.a.example/x?y"}, "a.example"),
        ({"url": "https://[bad/"}, "one.jsonl:1"),
        ({"url": "javascript:alert(1)"}, "one.jsonl:1"),
        ({"id": "x", "source": None}, "x"),
        ({}, "one.jsonl:1"),
    ],
)
def test_every_document_has_a_source(tmp_path: Path, record: dict[str, Any], source: str) -> None:
    (document,), _ = read_one(tmp_path, {**record, "sentences": ["Tea."]})
    assert document.source == source
    assert document.url in {"", record.get("url")}
    assert not document.url.startswith("javascript")


@pytest.mark.parametrize(
    ("date", "kept"),
    [("2024-01-22", "2024-01-22"), ("2024", "2024"), ("2024-01-22T10:00:00Z", "2024-01-22T10:00:00Z"), ("May 1", "")],
)
def test_a_date_is_iso_or_left_out(tmp_path: Path, date: str, kept: str) -> None:
    (document,), _ = read_one(tmp_path, {"date": date, "sentences": ["Tea."]})
    assert document.date == kept


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (b"{", "Expecting property name"),
        (b'"tea"', "expected a JSON object, got 'tea'"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"id": 1' + b"0" * 5_000 + b"}", "Exceeds the limit"),
        (b'{"title": "\xff"}', "not UTF-8"),
        (b"{}", "no sentence in it"),
        (b'{"sents": ["", " "]}', "no sentence in it"),
        (b'{"sents": "tea"}', "\"sents\" is 'tea', expected a list of strings"),
        (b'{"sentences": ["tea", 1]}', "expected a list of strings"),
        (b'{"text": 1}', '"text" is 1, expected a string'),
        (b'{"text": "tea", "docs": {}}', "expected a list of objects"),
        (b'{"text": "tea", "docs": [{"sent_idx": -1}]}', '"sent_idx" is -1'),
        (b'{"text": "tea", "docs": [{"sent_idx": true}]}', '"sent_idx" is True'),
        (b'{"title": "tea", "created": "now"}', "\"created\" is 'now'"),
        (b'{"title": "tea", "created": 1e300}', "no time on the calendar"),
        (b'{"title": "tea", "created": NaN}', "no time on the calendar"),
        (b'{"title": "tea", "url": ["x"]}', '"url" is'),
        (b'{"id": "' + b"x" * 3_000 + b'", "title": "tea"}', '"id" has 3000 characters, at most 2000'),
        (b'{"sents": ["' + b"x" * MAX_SENTENCE_CHARS + b'x"]}', "1 sentences longer than 2000 characters left out"),
        (b'{"title": "' + b"x" * MAX_RECORD_BYTES + b'"}', f"longer than {MAX_RECORD_BYTES} bytes"),
    ],
    ids=lambda value: ascii(value[:24]),
)
def test_a_faulty_line_is_told_and_the_next_is_read(tmp_path: Path, line: bytes, problem: str) -> None:
    path = tmp_path / "posts.jsonl"
    path.write_bytes(b'{"title": "First."}\n\n' + line + b'\n{"title": "Last."}')
    documents, (told,) = read(path)
    assert [texts(document) for document in documents] == [["First."], ["Last."]]
    assert told.startswith("posts.jsonl:3: ")
    assert problem in told
    assert len(told) < 300


def test_a_lone_surrogate_is_replaced(tmp_path: Path) -> None:
    (document,), _ = read_one(tmp_path, {"id": "\ud800", "sentences": ["Tea \udfff."]})
    assert (document.id, texts(document)) == ("\ufffd", ["Tea \ufffd."])


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda values: (
            st.lists(values, max_size=3)
            | st.dictionaries(
                st.sampled_from(["id", "title", "sents", "text", "docs", "url", "created", "sub"]), values
            )
        ),
        max_leaves=8,
    )
)
def test_any_json_is_documents_or_a_problem(tmp_path_factory: pytest.TempPathFactory, value: Any) -> None:
    documents, problems = read_one(tmp_path_factory.getbasetemp(), value)
    assert documents or problems
    assert all(document.id and document.source and document.sentences for document in documents)


@pytest.mark.parametrize(
    ("name", "opener"), [("a.jsonl", Path.open), ("a.jsonl.gz", gzip.open), ("a.JSONL.XZ", lzma.open)]
)
def test_packed_files_read_like_plain_ones(tmp_path: Path, name: str, opener: Any) -> None:
    with opener(tmp_path / name, "wb") as stream:
        stream.write(b'{"title": "Tea."}\r\n{"title": "Milk."}')
    records = records_in(tmp_path / name)
    assert [texts(record.documents[0]) for record in records] == [["Tea."], ["Milk."]]
    assert records[-1].bytes_read == (tmp_path / name).stat().st_size


@pytest.mark.parametrize(("suffix", "pack"), [(".gz", gzip.compress), (".xz", lzma.compress)])
@pytest.mark.parametrize("part", [0.0, 0.5])
def test_a_damaged_archive_is_told_and_the_next_file_is_read(
    tmp_path: Path, suffix: str, pack: Any, part: float
) -> None:
    random = Random(0)
    packed = pack(b"".join(b'{"title": "%s."}\n' % random.randbytes(20).hex().encode() for _ in range(5_000)))
    (tmp_path / f"a.jsonl{suffix}").write_bytes(packed[: int(len(packed) * part)] + b"\0garbage")
    (tmp_path / "b.jsonl").write_text('{"title": "Tea."}')
    documents, problems = read(tmp_path)
    assert texts(documents[-1]) == ["Tea."]
    assert "damaged from here on" in problems[-1]


def test_records_can_be_skipped(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text("".join(f'{{"title": "Tea {n}."}}\n' for n in range(5)))
    (file,) = Source(tmp_path).files
    everything = list(file.records())
    for skip in range(6):
        assert list(file.records(skip=skip)) == everything[skip:]


def test_a_folder_is_read_in_order_without_what_is_hidden(tmp_path: Path) -> None:
    for name in ("b/z.txt", "b/a.md", "a.txt", ".hidden.txt", ".git/x.txt", "README.md", "table.csv", "c.MD"):
        (tmp_path / "docs" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "docs" / name).write_text("Tea.")
    documents, _ = read(tmp_path / "docs")
    assert [document.id for document in documents] == ["docs/a.txt", "docs/c.MD", "docs/b/a.md", "docs/b/z.txt"]


def test_a_text_file_is_a_document_named_by_its_path(tmp_path: Path) -> None:
    (tmp_path / "tea notes.txt").write_bytes(b"\xef\xbb\xbfTea is\r\nhot. Milk is not.\r\n\r\nThe end")
    (document,), _ = read(tmp_path / "tea notes.txt")
    assert (document.id, document.title, document.source) == ("tea notes.txt", "tea notes", "tea notes.txt")
    assert texts(document) == ["Tea is hot.", "Milk is not.", "The end"]


def test_front_matter_describes_a_text_file(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(
        "---\n"
        'title: "Tea: a story"\n'
        "source: tea.example\n"
        "date: 2024-05-01\n"
        "url: 'https://tea.example/1'\n"
        "sample: true\n"
        "id: other\n"
        "odd line\n"
        "---\n"
        "# Tea\n\nIt is *hot*.\n"
    )
    (document,), _ = read(tmp_path / "a.md")
    assert (document.title, document.url, document.source, document.date, document.sample) == (
        "Tea: a story",
        "https://tea.example/1",
        "tea.example",
        "2024-05-01",
        True,
    )
    assert document.id == "a.md"
    assert texts(document) == ["Tea", "It is hot."]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"\xff\xfe", "not UTF-8"),
        (b"x" * (MAX_RECORD_BYTES + 1), "longer than"),
        (b"---\ntitle: x\n---\n", "no sentence"),
    ],
    ids=["latin", "long", "bare"],
)
def test_a_faulty_text_file_is_told_and_the_next_is_read(tmp_path: Path, content: bytes, problem: str) -> None:
    (tmp_path / "a.txt").write_bytes(content)
    (tmp_path / "b.txt").write_text("Tea.")
    documents, (told,) = read(tmp_path)
    assert len(documents) == 1
    assert problem in told


def test_a_name_that_is_not_utf8_does_no_harm(tmp_path: Path) -> None:
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.txt")).write_text("Tea.")
    documents, _ = read(tmp_path)
    documents[0].id.encode()


@pytest.mark.parametrize("name", ["nowhere", "empty", "picture.png", "void.jsonl"])
def test_a_source_without_anything_to_index_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "picture.png").write_bytes(b"x")
    (tmp_path / "void.jsonl").touch()
    with pytest.raises(InputError, match=name):
        Source(tmp_path / name)


def test_the_fingerprint_changes_with_names_and_contents(tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "a.txt").write_text("Tea.")
    seen = {Source(folder).digest}
    (folder / "a.txt").write_text("Tee.")
    seen.add(Source(folder).digest)
    (folder / "a.txt").rename(folder / "b.txt")
    seen.add(Source(folder).digest)
    assert len(seen) == 3
    assert Source(folder.rename(tmp_path / "moved")).digest in seen


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("", []),
        (" \n\n ", []),
        ("Dr. Smith likes tea. She does.", ["Dr. Smith likes tea.", "She does."]),
        ("I use C#. .NET is fine.", ["I use C#.", ".NET is fine."]),
        ("Version 3.8 beats 2.7, e.g. in speed. Yes!", ["Version 3.8 beats 2.7, e.g. in speed.", "Yes!"]),
        ("One line\ngoes on.\n\nNext", ["One line goes on.", "Next"]),
        ("...", ["..."]),
    ],
)
def test_text_is_cut_where_sentences_end(text: str, sentences: list[str]) -> None:
    assert split_sentences(text) == sentences


@given(st.text())
def test_cutting_loses_no_letter(text: str) -> None:
    def letters(of: str) -> str:
        return "".join(filter(str.isalnum, of))

    assert letters("".join(split_sentences(text))) == letters(clean(text))


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("# Tea #1\ntext", "\nTea #1\n\ntext"),
        ("a\n- *one*\n- [x] __two__\n2. `three`", "a\n\none\n\ntwo\n\nthree"),
        ("> quoted\n> > twice", "quoted\ntwice"),
        ("see [the site](https://x.example) and [this][1]", "see the site and this"),
        ("![picture](x.png)tea", "tea"),
        ("a\n```python\ncode\n```\nb", "a\nb"),
        ("a\n| x | y |\n|---|---|\n---\nb", "a\n\n\n\nb"),
        ("<b>bold</b> <!-- not --> 1 < 2 > 0", "bold  1 < 2 > 0"),
        ("2 * 3 = 6 and snake_case and C# \\*", "2 * 3 = 6 and snake_case and C# *"),
        ("**C++** is _better_ than ***C***", "C++ is better than C"),
    ],
)
def test_markdown_is_reduced_to_its_prose(markdown: str, text: str) -> None:
    assert prose(markdown) == text


@pytest.mark.parametrize(
    "text", ["[" * 200_000, "*" * 200_000, "<a" * 100_000, "`" * 200_000, "![" * 100_000, "_a" * 99_999]
)
def test_markdown_takes_linear_time(text: str) -> None:
    assert len(prose(text)) <= len(text)
