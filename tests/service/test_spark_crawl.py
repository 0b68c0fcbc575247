"""The job on a real Spark of two cores: it gives what the command on one machine gives, row by row."""

from __future__ import annotations

import gzip
import json
import random
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from pyspark.sql import SparkSession

from engine.config import load_config
from engine.pipeline import Engine
from engine.retrieval.crawl import sift
from engine.retrieval.crawl.archives import Archive
from engine.retrieval.crawl.crawl import CrawlReport
from engine.retrieval.crawl.crawl import crawl as crawl_here
from engine.retrieval.embedded.build import build_index
from engine.retrieval.readings import joined, key_of
from service.spark.copies import firsts_of
from service.spark.job import crawl, main
from tests import clusters
from tests.engine.retrieval.test_crawl import FILLER, chat, comparing, page, wet

pytestmark = pytest.mark.spark
SUBMIT = (
    "--master local[2] --conf spark.ui.enabled=false --conf spark.sql.shuffle.partitions=3 "
    "--conf spark.driver.bindAddress=127.0.0.1 --conf spark.driver.host=127.0.0.1 "
    "--driver-java-options '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC' pyspark-shell"  # for minutes: begin soon
)
SAID = (
    "I think that Python is much better than Java for a small program like that one. ",
    "Everybody there said Java is slower than Rust, and Python was a joy to use. ",
    "In my eyes the old Python is easier to learn than Perl. ",
    "My brother, who writes Perl all day, says it is faster than Python. ",
    "For that work Rust is safer than Java and cheaper to run. ",
)


@pytest.fixture(scope="module")
def spark() -> Iterator[SparkSession]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYSPARK_SUBMIT_ARGS", SUBMIT)
        patch.setenv("PYSPARK_PYTHON", sys.executable)
        session = SparkSession.builder.getOrCreate()
        session.sparkContext.setLogLevel("OFF")
        yield session
        session.stop()


@pytest.fixture(scope="module")
def listed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a list of archives with near-copies within and across them, names that become known, and damage."""
    folder = tmp_path_factory.mktemp("archives")
    draw = random.Random(5)
    for n in range(5):
        pages = [wet(6 * n, 3)]
        for at in range(18):
            said = "".join(draw.sample(SAID, 2)) + f"{chat(at)}{comparing(at)} "
            text = f"{said}{chat(at + 70)}{FILLER * draw.randrange(1, 3)}{draw.choice(SAID)}"
            pages.append(gzip.compress(page(100 * n + at, text)))
        (folder / f"{n}.warc.wet.gz").write_bytes(b"".join(pages))
    (folder / "half.warc.wet.gz").write_bytes(wet(0)[:-30])
    names = sorted((file.name for file in folder.iterdir()), key=lambda name: Archive(str(folder / name)).name)
    (folder / "wet.paths.gz").write_bytes(gzip.compress("\n".join(names).encode()))
    return folder / "wet.paths.gz"


@pytest.fixture(scope="module")
def here(listed: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[CrawlReport, Path]:
    """Return what the command on one machine says, and its folder; the index in it is read ahead."""
    out = tmp_path_factory.mktemp("here")
    report = crawl_here([str(listed)], out, languages=["en"], processes=2)
    build_index([out], out / "index")
    with closing(Engine(load_config(environ={}, overrides={"retrieval": {"index": out / "index"}}))) as engine:
        assert engine.read_ahead()
    return report, out


@pytest.fixture(scope="module")
def there(spark: SparkSession, listed: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[CrawlReport, Path]:
    """Return what the job says, and its folder."""
    out = tmp_path_factory.mktemp("there")
    return crawl(spark, [str(listed)], str(out), load_config(environ={}), wave=4, lines=True), out


def lines(files: Iterator[Path]) -> list[dict[str, Any]]:
    return [json.loads(line) for file in files for line in gzip.decompress(file.read_bytes()).splitlines()]


def test_passages_are_those_of_one_machine_in_their_order(
    spark: SparkSession, listed: Path, here: tuple[CrawlReport, Path], there: tuple[CrawlReport, Path]
) -> None:
    written = gzip.decompress(listed.read_bytes()).decode().split()
    archives = [Archive(str(listed.parent / name)).name for name in written]
    wanted = lines(file for name in archives if (file := here[1] / f"{name}.jsonl.gz").exists())
    assert lines(iter(sorted((there[1] / "lines").glob("*.json.gz")))) == wanted
    rows = spark.read.parquet(str(there[1] / "passages")).orderBy("at").drop("at", "place").collect()
    assert [{name: value for name, value in row.asDict().items() if value is not None} for row in rows] == wanted


def test_the_report_is_that_of_one_machine(here: tuple[CrawlReport, Path], there: tuple[CrawlReport, Path]) -> None:
    for report, _ in (here, there):
        report.counts.pop(sift.CPU_MS)
    assert there[0].counts == here[0].counts
    assert here[0].counts["copies"] > 10
    assert there[0].done == here[0].done == 5
    ((place, reason),) = there[0].aside
    assert here[0].aside == ((place.removeprefix("file:"), reason),)


def test_claims_are_those_of_one_machine(
    spark: SparkSession, here: tuple[CrawlReport, Path], there: tuple[CrawlReport, Path]
) -> None:
    with closing(sqlite3.connect(here[1] / "index" / "claims.sqlite")) as kept:
        wanted = kept.execute(
            "SELECT place, sentence, first_stems, second_stems, dimension, words, said FROM reading "
            "JOIN pair ON pair = key"
        ).fetchall()
    rows = spark.read.parquet(str(there[1] / "claims")).orderBy("n").collect()
    found = {
        (key_of(row.text), joined(row.first), joined(row.second), row.dimension, row.words): (row.place, row.said)
        for row in rows
    }
    assert len(wanted) > 60
    assert {key: (place, rounded(said)) for key, (place, said) in found.items()} == {
        tuple(key): (place, rounded(said)) for place, *key, said in wanted
    }


def rounded(said: str) -> Any:
    """Return a reading with its probabilities in four digits: the last ones depend on what is read beside it."""
    return json.loads(said, parse_float=lambda number: round(float(number), 4))


def test_of_near_copies_those_stand_that_stand_one_after_the_other(spark: SparkSession) -> None:
    draw = random.Random(3)
    passages = [(at, [draw.randrange(400) for _ in range(4)]) for at in range(300)]
    taken: set[int] = set()
    wanted = []
    for at, bands in passages:
        if not taken & set(bands):
            wanted.append(at)
            taken |= set(bands)
    found = firsts_of(spark.createDataFrame(passages, "at long, bands array<long>").repartition(3))
    assert sorted(row.at for row in found.collect()) == wanted


def test_a_job_that_is_submitted_again_reads_new_archives_alone_and_tells_of_all(
    spark: SparkSession, listed: Path, tmp_path: Path
) -> None:
    first, second = (str(listed.parent / f"{n}.warc.wet.gz") for n in (3, 1))
    for archives, told in (([first], "1 archive,"), ([second, first], "2 archives,")):
        done = CliRunner().invoke(main, ["--out", str(tmp_path / "there"), "--no-claims", "--lines", *archives])
        assert done.exit_code == 0, done.output
        assert done.output.startswith(told)
    crawl_here([first], tmp_path / "here", languages=["en"])
    crawl_here([first, second], tmp_path / "here", languages=["en"])
    found = lines(iter(sorted((tmp_path / "there" / "lines").glob("*.json.gz"))))
    assert found == lines(tmp_path / "here" / f"{Archive(place).name}.jsonl.gz" for place in (first, second))
    build_index([tmp_path / "there" / "lines"], tmp_path / "index")
    refused = CliRunner().invoke(main, ["--out", str(tmp_path / "other"), str(tmp_path / "no.warc.gz")])
    assert refused.exit_code != 0


@pytest.mark.elasticsearch
def test_a_cluster_gets_passages_and_claims_as_if_they_had_been_indexed(
    spark: SparkSession,
    listed: Path,
    here: tuple[CrawlReport, Path],
    there: tuple[CrawlReport, Path],
    elasticsearch: list[str],
) -> None:
    settings = clusters.settings(elasticsearch)
    said = {"urls": settings.urls, "index": settings.index, "timeout_s": settings.timeout_s}
    config = load_config(environ={}, overrides={"retrieval": {"retriever": "elasticsearch"}, "elasticsearch": said})
    for _ in range(2):
        crawl(spark, [str(listed.parent / "0.warc.wet.gz")], str(there[1]), config, cluster=True)
    beside = load_config(environ={}, overrides={"retrieval": {"index": here[1] / "index"}})
    with closing(Engine(config)) as sent, closing(Engine(beside)) as embedded:
        assert sent.retriever.size == embedded.retriever.size
        found, wanted = (engine.retriever.search(["Python", "Java"]).hits for engine in (sent, embedded))
        assert {hit.sentence.text for hit in found} == {hit.sentence.text for hit in wanted}
        assert sent.read_ahead() == 0
        compared, expected = (engine.relations("Python").relations for engine in (sent, embedded))
        assert [(one.name, one.sources) for one in compared] == [(one.name, one.sources) for one in expected]
