"""Taking part in Touché: ``whichever touche`` makes a run."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from service.cli.options import PATH, Where, settings_options


@click.command()
@click.option("-i", "--input", "source", type=PATH, required=True, help="Folder with topics.xml.")
@click.option("-o", "--output", "out", type=PATH, required=True, help="Folder that run.txt is written to.")
@click.option("--tag", default="whichever", show_default=True, help="Name of the run.")
@click.option("--bm25", is_flag=True, help="Rank by BM25 alone, the baseline.")
@settings_options
def touche(source: Path, out: Path, tag: str, bm25: bool, where: Where) -> None:
    """Rank documents for the topics of Touché, Task 2.

    Follows the contract of TIRA: reads topics.xml of 2020, 2021 or 2022 and writes run.txt, at most 1000 documents a
    topic. Topics that name their objects get the stance of each document in the second column.
    """
    from engine.errors import InputError
    from service.cli.progress import Progress
    from service.rendering.blocks import count
    from service.touche.ranking import ToucheRanker
    from service.touche.runs import RunLine, ranked_lines, write_run
    from service.touche.topics import read_topics

    if not tag or any(map(str.isspace, tag)):
        raise InputError(f"The tag {tag!r} has blanks, or nothing else. Take one word.")
    topics = read_topics(source)
    ranker = ToucheRanker(where.engine(), weights={"bm25": 1.0} if bm25 else None)
    line, lines = Progress(wanted=sys.stderr.isatty()), list[RunLine]()
    for n, topic in enumerate(topics, 1):
        ranked = ranker.rank(topic)
        stances = ranked.stances if topic.objects else None
        lines += ranked_lines(topic.number, ranked.scores.items(), tag=tag, stances=stances)
        line.show(f"{n} of {count(len(topics), 'topic')}")
    line.close()
    write_run(lines, out / "run.txt")
    click.echo(f"Ranked {count(len(lines), 'document')} for {count(len(topics), 'topic')} in {str(out / 'run.txt')!r}.")
