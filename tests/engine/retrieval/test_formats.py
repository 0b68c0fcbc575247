"""Files of every kind: what they say is read alike, what is wrong with them is told, and the rest is indexed."""

from __future__ import annotations

import json
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from engine.retrieval.embedded.build import build_index
from engine.retrieval.ingest import pdf as pdf_files
from engine.retrieval.ingest.formats import ENDINGS, reason_to_leave
from engine.retrieval.ingest.pdf import paragraphs
from engine.retrieval.ingest.sources import Source
from engine.types import Document
from tests.engine.retrieval import written
from tests.engine.retrieval.records import read
from tests.engine.retrieval.written import DATE, KINDS, SENTENCES, TITLE


def documents(path: Path) -> list[Document]:
    return [document for record in read(path) for document in record.documents]


def texts(document: Document) -> list[str]:
    return [sentence.text for sentence in document.sentences]


@pytest.mark.parametrize("name", KINDS)
class TestEveryKind:
    """What holds for each kind of file."""

    def write(self, folder: Path, name: str, content: bytes) -> Path:
        (folder / "texts").mkdir(exist_ok=True)
        (folder / "texts" / name).write_bytes(content)
        return folder / "texts"

    def test_title_date_and_sentences_are_read(self, tmp_path: Path, name: str) -> None:
        (document,) = documents(self.write(tmp_path, name, KINDS[name]()))
        assert (document.title, document.date[:10]) == (TITLE, DATE)
        assert texts(document) == SENTENCES
        assert document.source
        assert document.id == f"texts/{name}" or name != "a.txt"

    def test_a_file_is_read_as_its_folder_is(self, tmp_path: Path, name: str) -> None:
        folder = self.write(tmp_path, name, KINDS[name]())
        (alone,), (among,) = documents(folder / name), documents(folder)
        assert texts(alone) == texts(among)

    def test_records_can_be_skipped(self, tmp_path: Path, name: str) -> None:
        folder = self.write(tmp_path, name, KINDS[name]())
        everything = read(folder)
        for skip in range(len(everything) + 1):
            assert list(Source(folder).files[0].records(skip=skip)) == everything[skip:]

    def test_what_is_read_never_exceeds_the_file(self, tmp_path: Path, name: str) -> None:
        folder = self.write(tmp_path, name, KINDS[name]())
        told = [record.bytes_read for record in read(folder)]
        assert told == sorted(told)
        assert told[-1] <= (folder / name).stat().st_size

    def test_a_damaged_file_is_told_or_read_and_the_next_one_is_read(self, tmp_path: Path, name: str) -> None:
        content, random = KINDS[name](), Random(5)
        flipped = bytearray(content)
        for _ in range(40):
            flipped[random.randrange(len(flipped))] ^= 1 << random.randrange(8)
        for n, damaged in enumerate((content[: len(content) // 2], bytes(flipped), b"\0" * 99, b"<" * 99)):
            folder = tmp_path / str(n)
            folder.mkdir()
            (folder / "z.txt").write_text("Tea is fine.")
            stats = build_index([self.write(folder, name, damaged), folder / "z.txt"], folder / "index")
            assert stats.documents >= 1
            assert all(len(problem) < 400 and "\n" not in problem for problem in stats.problems)

    def test_what_changed_is_read_again(self, tmp_path: Path, name: str) -> None:
        folder = self.write(tmp_path, name, KINDS[name]())
        assert build_index([folder], tmp_path / "index").sentences == 3
        assert build_index([folder], tmp_path / "index").added == 0
        (folder / name).rename(folder / f"b{name}" if name != "Posts.xml" else folder / "Comments.xml")
        stats = build_index([folder], tmp_path / "index")
        assert (stats.documents, stats.sentences, len(stats.changes.gone)) == (1, 3, 1)


def test_every_ending_has_a_file_here() -> None:
    written_by_others = {".markdown", ".htm", "comments.xml", ".warc", ".warc.gz", ".wat", ".wat.gz", ".wet", ".wet.gz"}
    assert {
        ending for ending in ENDINGS if not any(name.lower().endswith(ending) for name in KINDS)
    } == written_by_others


BOMB = "<w:p><w:r><w:t>x</w:t></w:r></w:p>"
HOSTILE: dict[str, tuple[str, Callable[[], bytes], str]] = {
    "zip bomb": ("a.docx", lambda: written.packed({"word/document.xml": b" " * (70 << 20)}), "unpacks to more than"),
    "many paragraphs": ("a.docx", lambda: written.docx(BOMB * 2_500_000), "unpacks to more than"),
    "entities": (
        "a.docx",
        lambda: written.packed(
            {"word/document.xml": '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><x>&b;</x>'}
        ),
        "declares entities",
    ),
    "deep XML": ("a.docx", lambda: written.docx("<w:p>" * 100_000), "damaged"),
    "no document": ("a.docx", lambda: written.packed({"a": "b"}), "'word/document.xml' is missing"),
    "old or encrypted Word": ("a.docx", lambda: b"\xd0\xcf\x11\xe0" + b"x" * 999, "encrypted"),
    "not packed": ("a.epub", lambda: b"x" * 999, "damaged"),
    "encrypted book": (
        "a.epub",
        lambda: written.epub(
            **{"META-INF/encryption.xml": "<e Algorithm='http://www.w3.org/2001/04/xmlenc#aes128-cbc'/>"}
        ),
        "encrypted",
    ),
    "bomb in a book": ("a.epub", lambda: written.epub(**{"in/one.xhtml": "<p>x" * (10 << 20)}), "unpacks to more than"),
    "encrypted PDF": ("a.pdf", lambda: written.pdf(password="secret"), "encrypted"),
    "broken PDF": ("a.pdf", lambda: b"%PDF-1.7\n" + b"1 0 obj <<" * 99, "it is damaged"),
    "PDF of pictures": ("a.pdf", lambda: written.pdf([" "]), "no text"),
    "table that clears the screen": ("a.csv", lambda: b"\x1b[2J,\x07\n1,2\n", r"there are '\x1b[2J', '\x07'"),
    "table without texts": ("a.csv", lambda: b"price,size\n1,2\n", "no column is named text"),
    "table in UTF-16": ("a.csv", lambda: "text\nTea.\n".encode("utf-16"), "UTF-16"),
    "endless quote": ("a.csv", lambda: b'text\n"' + b"x\n" * 70_000, "field larger than"),
    "one long row": ("a.csv", lambda: b"text\n" + b"x" * (30 << 20), "field larger than"),
    "one long message": ("a.mbox", lambda: b"From x 10:00\nSubject: y\n\n" + b"x" * (30 << 20), "longer than"),
    "post of entities": ("Posts.xml", lambda: b'<row Id="1" Body="&a;"/>\n', "damaged"),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_document_is_left_out_and_the_rest_is_indexed(tmp_path: Path, kind: str) -> None:
    name, make, reason = HOSTILE[kind]
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / name).write_bytes(make())
    (folder / "z.txt").write_text("Tea is better than coffee.")
    tracemalloc.start()
    started = time.process_time()
    stats = build_index([folder], tmp_path / "index")
    took_s, (_, peak) = time.process_time() - started, tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert any(reason in problem for problem in stats.problems), stats.problems
    assert stats.documents >= 1
    assert took_s < 30
    assert peak < 200 << 20


def test_a_pdf_that_takes_too_long_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_files, "MAX_CPU_S", 1)
    (tmp_path / "a.pdf").write_bytes(written.pdf(["Tea is better than coffee."] * 100_000))
    (record,) = read(tmp_path / "a.pdf")
    assert "takes more than 1 seconds" in record.problem


def test_a_pdf_that_takes_too_much_memory_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_files, "MAX_MEMORY_BYTES", 150 << 20)
    (tmp_path / "a.pdf").write_bytes(written.pdf(["Tea is better than coffee."] * 500_000))
    (record,) = read(tmp_path / "a.pdf")
    assert "memory" in record.problem or "takes more than" in record.problem


def test_the_pages_of_a_pdf_become_paragraphs() -> None:
    pages = [
        f"Cups, chapter {n}\nTea is better than cof-\nfee, as everybody says who has ever tried it.\nHeading\n"
        f"Milk is a question of its own and of the cow.\n{n}"
        for n in range(1, 5)
    ]
    found = [one.replace("\n", " ") for one in paragraphs(pages).split("\n\n")]
    assert found[0] == "Tea is better than coffee, as everybody says who has ever tried it. Heading"
    assert "chapter" not in paragraphs(pages)


def test_boxes_tables_and_breaks_of_word_are_read_once(tmp_path: Path) -> None:
    t = "<w:r><w:t>{}</w:t></w:r>"
    body = (
        f"<w:tbl><w:tr><w:tc><w:p>{t.format('Tea')}</w:p></w:tc><w:tc><w:p>{t.format('Coffee')}</w:p></w:tc></w:tr></w:tbl>"
        f"<w:p>{t.format('One')}<w:r><w:tab/></w:r>{t.format('two')}<w:r><w:instrText>PAGE</w:instrText></w:r></w:p>"
        "<w:p><AlternateContent><Choice>" + t.format("Box") + "</Choice><Fallback>" + t.format("Box") + "</Fallback>"
        "</AlternateContent></w:p>"
    )
    (tmp_path / "a.docx").write_bytes(written.docx(body))
    (document,) = documents(tmp_path / "a.docx")
    assert texts(document) == ["Tea", "Coffee", "One two", "Box"]


@pytest.mark.parametrize("head", ["Text", "BODY", "review_text", "id,Content"])
def test_columns_are_known_by_their_names(tmp_path: Path, head: str) -> None:
    (tmp_path / "a.csv").write_text(f"{head},Link\n" + "7," * head.count(",") + '"Tea, hot.",https://tea.example/\n')
    (document,) = documents(tmp_path / "a.csv")
    assert (texts(document), document.source) == (["Tea, hot."], "tea.example")
    assert document.id == ("7" if "id" in head else "a.csv:2")


def test_a_table_of_an_older_program_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes("text;autor\r\nCafé au lait.;x\r\n;\r\nTea.;\r\n".encode("cp1252"))
    assert [texts(document) for document in documents(tmp_path / "a.csv")] == [["Café au lait."], ["Tea."]]


def test_a_mailbox_has_a_document_for_each_message(tmp_path: Path) -> None:
    begin = b"From - Wed May 01 10:00:00 2024\n"
    other = b"From: b@tea.example\nSubject: Re: Cups\n\n>From here on tea.\n\nFrom there on coffee.\n\n"
    (tmp_path / "a.mbox").write_bytes(written.mbox() + b"\n" + begin + other + begin + b"Subject: empty\n\n\n")
    first, second = documents(tmp_path / "a.mbox")
    assert (first.id, first.source) == ("1@tea.example", "Ann")
    assert (second.source, texts(second)) == ("b@tea.example", ["From here on tea.", "From there on coffee."])


def test_answers_and_comments_of_stack_exchange_are_read(tmp_path: Path) -> None:
    site = tmp_path / "cooking.stackexchange.com"
    site.mkdir()
    (site / "Posts.xml").write_bytes(written.posts())
    (site / "Comments.xml").write_text(
        '<comments>\n<row Id="9" PostId="7" Text="Tea &amp;gt; coffee, &quot;me&quot;." CreationDate="2020-01-01T0:0" '
        'UserId="4" />\n<row Id="10" PostId="7" Text="" />\n</comments>'
    )
    comment, post = documents(tmp_path)
    assert (post.url, post.source) == ("https://cooking.stackexchange.com/q/7", "cooking.stackexchange.com (user 3)")
    assert (comment.url, comment.date) == ("https://cooking.stackexchange.com/q/7#comment9_7", "2020-01-01")
    assert texts(comment) == ['Tea > coffee, "me".']


def test_posts_and_comments_of_reddit_are_read(tmp_path: Path) -> None:
    lines = [
        {"id": "a", "subreddit": "tea", "title": "Tea?", "selftext": "It is fine.", "created_utc": 1349167824},
        {
            "id": "b",
            "subreddit": "tea",
            "body": "Coffee.",
            "created_utc": "1349167824",
            "permalink": "/r/tea/comments/a/_/b/",
        },
        {"id": "c", "subreddit": "tea", "body": "[deleted]", "author": "[deleted]"},
        {"id": "d", "subreddit": "tea", "title": "Only a title.", "selftext": ""},
    ]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    post, comment, title = documents(tmp_path / "a.jsonl")
    assert (post.date, texts(post), post.source) == ("2012-10-02", ["It is fine."], "reddit.com/r/tea (a)")
    assert (comment.url, texts(comment)) == ("https://www.reddit.com/r/tea/comments/a/_/b/", ["Coffee."])
    assert texts(title) == ["Only a title."]


def test_the_author_of_a_book_has_one_vote(tmp_path: Path) -> None:
    (tmp_path / "a.epub").write_bytes(written.epub())
    assert documents(tmp_path / "a.epub")[0].source == "Ann"


@pytest.mark.parametrize("name", ["a.html", "a.HTM", "a.epub", "a.eml", "a.mbox", "Posts.xml", "a.pdf"])
def test_a_file_whose_reader_is_not_installed_is_left_out_with_the_command(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert reason_to_leave(Path(name)) == ""
    monkeypatch.setattr("engine.extras.find_spec", lambda package: None)
    assert 'pip install "whichever[documents]"' in reason_to_leave(Path(name))
    assert reason_to_leave(Path("a.docx")) == reason_to_leave(Path("a.md")) == ""
