"""The same two paragraphs as a file of every kind that can be indexed, real and small."""

from __future__ import annotations

import gzip
import io
import json
import lzma
import mailbox
from collections.abc import Callable, Sequence
from csv import writer as csv_writer
from email.message import EmailMessage
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile

from pypdf import PdfWriter
from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

TITLE = "Cups & more"
DATE = "2024-05-01"
PARAGRAPHS = (
    "Tea is better than coffee for sleep, says my aunt. She has less of it now.",
    "For work the café serves coffee that is stronger than tea.",
)
SENTENCES = [
    "Tea is better than coffee for sleep, says my aunt.",
    "She has less of it now.",
    "For work the café serves coffee that is stronger than tea.",
]
W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def packed(parts: dict[str, str | bytes]) -> bytes:
    stream = io.BytesIO()
    with ZipFile(stream, "w", ZIP_DEFLATED) as package:
        for name, content in parts.items():
            package.writestr(name, content)
    return stream.getvalue()


def html() -> bytes:
    body = "".join(f"<p>{text}</p>" for text in PARAGRAPHS)
    said = f'<meta name="date" content="{DATE}"><title>Cups &amp; more</title>'
    return f"<html lang=en><head>{said}</head><body><article>{body}</article></body></html>".encode()


def pdf(lines: Sequence[str] = (), *, password: str = "") -> bytes:
    """Write a page of lines with a title, as writers of PDF do."""
    made = PdfWriter()
    page = made.add_blank_page(595, 842)
    kind = {"/Type": "/Font", "/Subtype": "/Type1", "/BaseFont": "/Helvetica", "/Encoding": "/WinAnsiEncoding"}
    font = DictionaryObject({NameObject(key): NameObject(value) for key, value in kind.items()})
    fonts = DictionaryObject({NameObject("/F1"): made._add_object(font)})
    page[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): fonts})
    shown = "".join(f"({line}) Tj T*\n" for line in lines or PARAGRAPHS)
    stream = DecodedStreamObject()
    stream.set_data(f"BT /F1 12 Tf 14 TL 72 720 Td\n{shown}ET".encode("cp1252"))
    page[NameObject("/Contents")] = made._add_object(stream)
    made.add_metadata({"/Title": TITLE, "/CreationDate": "D:20240501120000Z"})
    if password:
        made.encrypt(password, algorithm="RC4-128")
    written = io.BytesIO()
    made.write(written)
    return written.getvalue()


def docx(body: str = "") -> bytes:
    paragraphs = body or "".join(
        f'<w:p><w:pPr><w:pStyle w:val="Normal"/></w:pPr><w:r><w:t xml:space="preserve">{text[:20]}</w:t></w:r>'
        f"<w:del><w:r><w:delText>not this</w:delText></w:r></w:del><w:r><w:t>{text[20:]}</w:t></w:r></w:p>"
        for text in PARAGRAPHS
    )
    document = f'<w:document xmlns:w="{W}"><w:body>{paragraphs}</w:body></w:document>'
    core = (
        '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">'
        f"<dc:title>Cups &amp; more</dc:title><dcterms:modified>{DATE}T10:00:00Z</dcterms:modified></cp:coreProperties>"
    )
    return packed(
        {
            "[Content_Types].xml": "<Types/>",
            "docProps/core.xml": core,
            "word/document.xml": document,
        }
    )


def epub(**more: str) -> bytes:
    contents = (
        '<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f"<dc:title>Cups &amp; more</dc:title><dc:creator>Ann</dc:creator><dc:date>{DATE}</dc:date></metadata>"
        '<manifest><item id="b" href="two%20.xhtml"/><item id="a" href="one.xhtml"/></manifest>'
        '<spine><itemref idref="a"/><itemref idref="b"/></spine></package>'
    )
    page = '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body><p>{}</p></body></html>'
    return packed(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": '<container><rootfile full-path="in/book.opf"/></container>',
            "in/book.opf": contents,
            "in/one.xhtml": page.format(PARAGRAPHS[0]),
            "in/two .xhtml": page.format(PARAGRAPHS[1]),
            **more,
        }
    )


def table(delimiter: str) -> bytes:
    stream = io.StringIO()
    rows = csv_writer(stream, delimiter=delimiter)
    rows.writerow(["No.", "Headline", "Review Text", "Date", "Author"])
    rows.writerow([1, TITLE, "\n\n".join(PARAGRAPHS), DATE, "Ann"])
    return stream.getvalue().encode()


def message() -> EmailMessage:
    made = EmailMessage()
    made["From"], made["Subject"], made["Message-ID"] = "Ann <ann@tea.example>", TITLE, "<1@tea.example>"
    made["Date"] = "Wed, 01 May 2024 10:00:00 +0000"
    made.set_content(
        "On Monday Bob <bob@tea.example> wrote:\n> Coffee is better than tea.\n\n"
        + "\n\n".join(PARAGRAPHS)
        + "\n-- \nSent from a cup\n"
    )
    made.add_alternative("<p>Not this</p>", subtype="html")
    made.add_attachment(b"x" * 99, maintype="image", subtype="png", filename="cup.png")
    return made


def mbox() -> bytes:
    with TemporaryDirectory() as folder:
        box = mailbox.mbox(Path(folder, "box"))
        box.add(message())
        box.close()
        return Path(folder, "box").read_bytes()


def json_line() -> bytes:
    return json.dumps({"title": TITLE, "date": DATE, "text": "\n\n".join(PARAGRAPHS)}).encode() + b"\n"


def posts() -> bytes:
    body = "".join(f"&lt;p&gt;{text}&lt;/p&gt;" for text in PARAGRAPHS)
    row = f'<row Id="7" PostTypeId="1" CreationDate="{DATE}T10:00:00.000" Title="Cups &amp;amp; more" OwnerUserId="3"'
    return (
        f'<?xml version="1.0"?>\n<posts>\n  {row.replace("&amp;amp;", "&amp;")} Body="{body}" />\n</posts>\n'.encode()
    )


def front(text: str) -> bytes:
    return f"---\ntitle: {TITLE}\ndate: {DATE}\n---\n{text}".encode()


KINDS: dict[str, Callable[[], bytes]] = {
    "a.jsonl": json_line,
    "a.jsonl.gz": lambda: gzip.compress(json_line()),
    "a.jsonl.xz": lambda: lzma.compress(json_line()),
    "a.json.gz": lambda: gzip.compress(json_line()),
    "a.txt": lambda: front("\n\n".join(PARAGRAPHS)),
    "a.md": lambda: front("\n\n".join(PARAGRAPHS).replace("aunt", "*aunt*")),
    "a.html": html,
    "a.pdf": pdf,
    "a.docx": docx,
    "a.epub": epub,
    "a.csv": lambda: table(";"),
    "a.tsv": lambda: table("\t"),
    "a.mbox": mbox,
    "a.eml": lambda: message().as_bytes(),
    "Posts.xml": posts,
}
"""Name of a file → what writes it."""
