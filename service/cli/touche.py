"""Taking part in Touché: ``whichever touche`` makes a run, ``whichever evaluate-run`` measures one."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from service.cli.options import PATH, Where, json_option, settings_options

if TYPE_CHECKING:
    from service.touche.measures import Measured


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


@click.command("evaluate-run")
@click.argument("run", type=PATH)
@click.option("--qrels", type=PATH, required=True, help="Judgements of relevance.")
@click.option("--quality", type=PATH, help="Judgements of quality.")
@click.option("--stance", type=PATH, help="Judgements of stance.")
@json_option("the figures")
def evaluate_run(run: Path, qrels: Path, quality: Path | None, stance: Path | None, as_json: bool) -> None:
    """Check a RUN and measure it: nDCG@5 and stance.

    nDCG@5 is given as trec_eval has it and as the organisers of Touché count it, who leave out what nobody judged,
    each with its 95 % bootstrap interval over topics; judged@5 is the share of the first five that somebody judged.
    """
    from engine import schemas
    from service.touche import measures
    from service.touche.runs import read_qrels, read_run

    lines = read_run(run)
    figures: dict[str, measures.Measured] = {}
    for name, path in (("relevance", qrels), ("quality", quality)):
        if path is not None:
            grades = measures.grades_of(read_qrels(path))
            figures[f"nDCG@5 {name}, trec_eval"] = measures.trec_eval(lines, grades)
            figures[f"nDCG@5 {name}, organisers"] = measures.organisers(lines, grades)
            figures[f"judged@5 {name}"] = measures.judged(lines, grades)
    shown: dict[str, Any] = {name: figure._asdict() for name, figure in figures.items()}
    told = [_shown(name, figure) for name, figure in figures.items()]
    if stance is not None:
        f1, documents = measures.stance_f1(lines, read_qrels(stance))
        shown["stance macro F1"] = {"mean": f1, "documents": documents}
        told.append(f"{'stance macro F1':30}{f1:6.3f}  {documents} judged documents")
    click.echo(schemas.dump(shown) if as_json else "\n".join(told))


def _shown(name: str, figure: Measured) -> str:
    return f"{name:30}{figure.mean:6.3f}  {figure.low:.3f} to {figure.high:.3f}, {figure.topics} topics"
