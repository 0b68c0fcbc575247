"""An index that was broken off, may not be written, or is damaged: what is whole answers, the rest is named."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from engine.errors import IndexUnusableError
from engine.retrieval.embedded.build import build_index
from engine.retrieval.embedded.checksums import CHECKSUMS, damaged, is_sealed
from engine.retrieval.embedded.pages import TantivyPages
from engine.retrieval.embedded.retriever import TantivyRetriever
from service.cli.commands import main

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[3]
BROKEN_OFF = """
import os
import sys
from pathlib import Path
from engine.retrieval.embedded import build
index, source, after = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
commits = []
def commit(target, original=build._Embedded.commit):
    if len(commits) == after:
        os.kill(os.getpid(), 9)
    commits.append(original(target))
build._Embedded.commit = commit
build.build_index([source], index, batch=20)
"""


def posts(path: Path, thing: str, count: int = 100) -> Path:
    lines = [{"id": f"{path.stem}-{n}", "title": f"Tea is better than {thing} in way {n}."} for n in range(count)]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return path


def break_off(index: Path, source: Path, after: int) -> None:
    ended = subprocess.run([sys.executable, "-c", BROKEN_OFF, index, source, str(after)], cwd=ROOT, check=False)
    assert ended.returncode == -9


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")
    build_index([posts(folder / "a.jsonl", "coffee")], folder / "index")
    return folder / "index"


@pytest.fixture
def index(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "index"))


@pytest.mark.parametrize("checkpoints", [0, 1, 3])
def test_a_broken_off_addition_leaves_what_was_there(index: Path, tmp_path: Path, checkpoints: int) -> None:
    more = posts(tmp_path / "more.jsonl", "cocoa")
    break_off(index, more, checkpoints)
    with closing(TantivyRetriever(index=index)) as retriever, closing(TantivyPages(index=index)) as pages:
        assert len(retriever.search(["tea", "coffee"]).hits) == 100
        assert len(retriever.search(["tea", "cocoa"]).hits) == 20 * checkpoints
        assert ("broken off" in retriever.search(["tea", "coffee"]).notice) == (checkpoints > 0)
        assert len(pages.search("coffee", k=500).hits) == 100
    build_index([more], index)
    with closing(TantivyRetriever(index=index)) as retriever:
        assert len(retriever.search(["tea", "cocoa"]).hits) == 100
        assert not retriever.search(["tea", "cocoa"]).notice
    assert damaged(index) == {}


@pytest.mark.parametrize("checkpoints", [0, 2])
def test_a_first_build_that_was_broken_off_does_not_open(tmp_path: Path, checkpoints: int) -> None:
    source = posts(tmp_path / "a.jsonl", "coffee")
    break_off(tmp_path / "index", source, checkpoints)
    for opening in (TantivyRetriever, TantivyPages):
        with pytest.raises(IndexUnusableError, match="run the same command again"):
            opening(index=tmp_path / "index")
    assert not is_sealed(tmp_path / "index")
    assert build_index([source], tmp_path / "index").documents == 100


LIMITED = """
import resource
import sys
from pathlib import Path
from engine.errors import IndexUnusableError
from engine.retrieval.embedded.build import build_index
index, source, room = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
try:
    build_index([source], index, batch=20)
except IndexUnusableError as error:
    sys.exit(str(error))
"""


@pytest.mark.parametrize("room", [0, 2_000, 10_000, 45_000])
def test_an_addition_for_which_the_disk_has_no_room_leaves_what_was_there(
    index: Path, tmp_path: Path, room: int
) -> None:
    more = posts(tmp_path / "more.jsonl", "cocoa", 600)
    ended = subprocess.run(
        [sys.executable, "-c", LIMITED, index, more, str(room)], cwd=ROOT, check=False, capture_output=True, text=True
    )
    assert ended.returncode == 1, ended
    assert "See to the disk" in ended.stderr
    assert "Traceback" not in ended.stderr
    with closing(TantivyRetriever(index=index)) as retriever:
        assert len(retriever.search(["tea", "coffee"]).hits) == 100
    build_index([more], index)
    with closing(TantivyRetriever(index=index)) as retriever:
        assert len(retriever.search(["tea", "coffee"]).hits) == 100
        assert len(retriever.search(["tea", "cocoa"]).hits) == 600
        assert not retriever.search(["tea", "cocoa"]).notice
    assert damaged(index) == {}


SEARCHING = """
import os
import sys
from pathlib import Path
from engine.retrieval.embedded import pages, retriever
index = Path(sys.argv[1])
def search():
    searched = retriever.TantivyRetriever(index=index)
    print(len(searched.search(["tea", "coffee"]).hits), len(pages.TantivyPages(index=index).search("coffee", k=5).hits))
    return searched
search()  # imports all that is needed: another user may not see this Python
for lock in index.rglob("*.lock"):
    lock.unlink()
if os.getuid() == 0:
    os.setuid(65534)
assert not os.access(index, os.W_OK)
print(search().claim_store("any"))
"""


def test_an_index_that_may_not_be_written_is_searched(made: Path) -> None:
    folder = Path(shutil.copytree(made, f"/tmp/whichever-read-only-{os.getpid()}"))
    try:
        for path in (*folder.rglob("*"), folder):
            path.chmod(0o555 if path.is_dir() else 0o444)
        (folder / "tantivy" / ".tantivy-meta.lock").unlink(missing_ok=True)
        done = subprocess.run(
            [sys.executable, "-c", SEARCHING, folder], cwd=ROOT, check=False, capture_output=True, text=True
        )
        assert done.stdout.splitlines() == ["100 5", "100 5", "None"], done.stderr
    finally:
        for path in (folder, *folder.rglob("*")):
            path.chmod(0o755)
        shutil.rmtree(folder)


def flipped(content: bytes, random: Random) -> bytes:
    at = random.randrange(len(content))
    return content[:at] + bytes([content[at] ^ 1 << random.randrange(8)]) + content[at + 1 :]


def cut_off(content: bytes, random: Random) -> bytes:
    """Return what a power cut leaves of a file whose end was not written yet."""
    return content[: random.randrange(len(content))]


@pytest.mark.parametrize("damage", [flipped, cut_off])
def test_damage_to_any_file_is_found_and_mended(
    made: Path, tmp_path: Path, damage: Callable[[bytes, Random], bytes]
) -> None:
    random = Random(20)
    names = [str(file.relative_to(made)) for file in sorted(made.rglob("*")) if file.stat().st_size and file.is_file()]
    assert {"texts.sqlite", CHECKSUMS, "tantivy/meta.json", "pages/meta.json"} < set(names)
    for number, name in enumerate(name for name in names if not name.endswith(".lock")):
        index = Path(shutil.copytree(made, tmp_path / str(number)))
        (index / name).write_bytes(damage((index / name).read_bytes(), random))
        said = CliRunner().invoke(main, ["check", "--index", str(index)])
        assert said.exit_code == 66
        assert "whichever index" in said.output
        if name != CHECKSUMS:
            assert name in said.output
            assert list(damaged(index)) == [name]
        if name.partition("/")[0] in {"tantivy", "pages"}:
            build_index([made.parent / "a.jsonl"], index)
            assert damaged(index) == {}
            with closing(TantivyRetriever(index=index)) as retriever:
                assert len(retriever.search(["tea", "coffee"]).hits) == 100
        elif name == "texts.sqlite":
            with pytest.raises(IndexUnusableError):
                build_index([made.parent / "a.jsonl"], index)


def test_a_whole_index_is_checked(index: Path) -> None:
    said = CliRunner().invoke(main, ["check", "--index", str(index)])
    assert (said.exit_code, said.output.count("\n")) == (0, 1)
    (index / CHECKSUMS).unlink()
    said = CliRunner().invoke(main, ["check", "--index", str(index)])
    assert said.exit_code == 66
    assert f"whichever index --out {index}" in said.output


class PanicException(BaseException):
    """What a panic of the search library is in Python."""


def test_a_panic_of_the_search_library_is_an_error_like_any_other(index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def panic(*_: object, **__: object) -> None:
        raise PanicException("index out of bounds")

    class Searcher:
        num_docs = 100
        search = panic

    retriever, pages = TantivyRetriever(index=index), TantivyPages(index=index)
    for part in (retriever, pages):
        monkeypatch.setattr(part._engine, "files", part._engine.files._replace(searcher=Searcher()))
    for ask in (
        lambda: retriever.search(["tea", "coffee"]),
        lambda: retriever.find("tea"),
        lambda: pages.search("tea"),
    ):
        with pytest.raises(IndexUnusableError, match="whichever check"):
            ask()
