"""The command line. What a command needs is imported when it runs, so that ``--help`` is quick."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from importlib import import_module
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine import __version__, registry
from service.cli.checks import check, doctor
from service.cli.crawl import crawl
from service.cli.operations import feedback, key, mcp
from service.cli.options import (
    Group,
    Where,
    batch_options,
    config_of,
    config_option,
    fancy,
    json_option,
    length_option,
    part_option,
    run_batch,
    settings_options,
)
from service.cli.pages import clusters, pairs
from service.cli.parts import parts
from service.cli.texts import index, remove, sources
from service.cli.touche import touche

if TYPE_CHECKING:
    from engine.pipeline import Engine
    from engine.types import Length, Query

FORMATS = ("markdown", "html", "ssml")
"""Modules of ``service.rendering`` that write an answer for other programs."""

TOGETHER = 64
"""Sentences that a classifier is given at once."""


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="whichever")
def main() -> None:
    """Whichever: which is better, and who says so.

    Compares things on the evidence of an index of sentences: a verdict with its confidence, and every claim cited.
    """


@main.command()
@click.argument("question", nargs=-1, required=True)
@click.option("--fast", is_flag=True, help="Weigh fewer sentences.")
@part_option("generator", "How to word the answer")
@length_option
@click.option(
    "--format", "form", type=click.Choice(["text", *FORMATS]), default="text", help="How to print the answer."
)
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON, with the whole comparison.")
@settings_options
def ask(
    question: tuple[str, ...], fast: bool, generator: str | None, length: Length, form: str, as_json: bool, where: Where
) -> None:
    """Answer a QUESTION with cited evidence.

    Example: whichever ask "Is Python better than MATLAB for deep learning?"
    """
    from engine import schemas
    from service.rendering.blocks import of_answer
    from service.rendering.terminal import show_answer

    engine = where.engine()
    answer = schemas.answer(engine.ask(" ".join(question), fast=fast, generator=generator, length=length))
    if as_json:
        click.echo(schemas.dump(answer))
    elif form in FORMATS:
        renderer = import_module(f"service.rendering.{form}")
        click.echo(renderer.render(of_answer(answer)).rstrip("\n"))
    else:
        click.echo(show_answer(answer, fancy=fancy()))


@main.command()
@click.option("--url", help="Address of the service; by default the one of the settings.")
@click.option("--key", default="", envvar="WHICHEVER_KEY", show_envvar=True, help="An API key of the service.")
@click.option("--index", default="", metavar="NAME", help="The index to search: its name in the service's settings.")
@config_option
def chat(url: str | None, key: str, index: str, config: Path | None) -> None:
    """Talk with a running service; Ctrl-D ends.

    Type the number of a suggestion to choose it.
    """
    from service.cli.repl import HELLO, TIMEOUT_S, talk
    from service.client import Client

    settings = config_of(config).service
    with Client(url or settings.address(settings.port), key=key, index=index, timeout_s=TIMEOUT_S) as service:
        if sys.stdin.isatty():
            click.echo(HELLO)
        talk(service, _typed(), click.echo, fancy=fancy())


def _typed() -> Iterator[str]:
    if not sys.stdin.isatty():
        yield from (line.decode("utf-8", "replace") for line in sys.stdin.buffer)
        return
    from contextlib import suppress

    with suppress(ImportError):
        import readline  # noqa: F401 - gives input() editing and history
    with suppress(EOFError, KeyboardInterrupt):
        while True:
            yield input("> ")
    click.echo()


@main.command()
@click.option("--host", help="Address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), help="Port to listen on; 0 takes a free one.")
@click.option("--no-rasa", is_flag=True, help="Hold conversations without Rasa.")
@click.option("--quiet", is_flag=True, help="Log warnings only.")
@settings_options
def serve(host: str | None, port: int | None, no_rasa: bool, quiet: bool, where: Where) -> None:
    """Serve the page, the chat and the API.

    Rasa runs behind them. Ctrl-C stops everything.
    """
    import asyncio
    import logging

    from service.server.serve import serve as run

    overrides: dict[str, dict[str, Any]] = {
        "service": {name: value for name, value in (("host", host), ("port", port)) if value is not None},
        "rasa": {"enabled": False} if no_rasa else {},
    }
    settings = where.settings(overrides)
    logging.basicConfig(
        level=logging.WARNING if quiet else logging.INFO,
        format="%(asctime)s %(levelname)s %(name)s %(message)s",
        stream=sys.stderr,
    )
    asyncio.run(run(settings, lambda text: click.echo(text, err=True)))


@main.command()
@click.argument("query", nargs=-1, required=True)
@click.option("-k", type=click.IntRange(1, 500), default=10, show_default=True, help="The most sentences to show.")
@json_option("what was found")
@settings_options
def search(query: tuple[str, ...], k: int, as_json: bool, where: Where) -> None:
    """Find sentences by keywords; "quoted words" are a phrase."""
    from engine import schemas
    from service.rendering.blocks import count
    from service.rendering.terminal import show_hit

    words = " ".join(query)
    found = schemas.search(words, where.engine().search(words, k=k))
    if as_json:
        click.echo(schemas.dump(found))
        return
    for n, hit in enumerate(found["hits"], 1):
        click.echo(show_hit(n, hit))
    click.echo(f"{count(found['total'], 'sentence')} found. {found['notice']}".rstrip())


@main.command()
@click.argument("name", nargs=-1, required=True)
@click.option(
    "--offset", type=click.IntRange(0, 10_000), default=0, help="How many of the things met most to leave out."
)
@click.option("--limit", type=click.IntRange(1, 50), default=10, show_default=True, help="The most things to show.")
@json_option("what was found")
@settings_options
def claims(name: tuple[str, ...], offset: int, limit: int, as_json: bool, where: Where) -> None:
    """Say what the thing called NAME is compared with.

    On what, with which outcome and since when: from what was read ahead of an index. Example: whichever claims Java
    """
    from engine import schemas
    from service.rendering.terminal import show_answer

    engine, thing = where.engine(), " ".join(name)
    if as_json:
        found = engine.relations(thing, offset=offset, limit=limit)
        click.echo(schemas.dump(schemas.relations(found, offset=offset)))
        return
    click.echo(show_answer(schemas.answer(engine.answer_about(thing, offset=offset, limit=limit)), fancy=fancy()))


@main.command()
@click.argument("role", required=False)
@config_option
def components(role: str | None, config: Path | None) -> None:
    """List the parts that can be chosen.

    All, or those for one ROLE; the configured one is marked.
    """
    from engine import schemas

    if role is not None:
        registry.names(role)
    for name, part in schemas.components(config_of(config))["components"].items():
        if role in {None, name}:
            listed = ", ".join(
                f"{known} (configured)" if known == part["default"] else known for known in part["names"]
            )
            click.echo(f"{name}: {listed}")


@main.command()
@click.option("--sentences", is_flag=True, help="The texts are statements, not questions.")
@click.option(
    "--scheme",
    type=click.Choice(["webis2022", "webis2020", "cam2", "comparely"]),
    help="Parse by the annotation scheme of a public data set, with the learned parser.",
)
@batch_options
def parse(sentences: bool, scheme: str | None, progress: bool, where: Where) -> None:
    """Find objects, aspects, predicates and what is asked in texts.

    Reads lines {"id", "text"} and writes {"id", "comparative", "probability", "kind", "spans", "objects", "aspects",
    "asked", "of_class", "called"}. The texts of the scheme comparely are statements.
    """
    from engine import schemas
    from engine.types import Form
    from service.cli import batch

    form = Form.STATEMENT if sentences or scheme == "comparely" else Form.QUESTION
    parser = batch.scheme_parser(scheme) if scheme else where.engine()
    run_batch(progress, schemas.ParseLine, partial(batch.parse, parser, form), together=TOGETHER)


@main.command()
@part_option("classifier", "Who classifies the sentences")
@batch_options
def classify(classifier: str | None, progress: bool, where: Where) -> None:
    """Say which of two things a sentence favours.

    Reads lines {"id", "sentence", "first", "second"} and writes {"id", "stance", "probabilities", "claims"}; stances
    are FIRST, SECOND, EQUAL and NONE. With "property" in a line, such as "expensive", "more" says which of the two the
    sentence calls more so (classifier claims).
    """
    from engine import schemas
    from service.cli import batch

    work = partial(batch.classify, where.engine(), classifier)
    run_batch(progress, schemas.ClassifyLine, work, together=TOGETHER)


@main.command()
@part_option("ranker", "Who ranks the sentences")
@batch_options
def rank(ranker: str | None, progress: bool, where: Where) -> None:
    """Order sentences by how much they help to compare two things.

    Reads lines {"id", "first", "second", "aspect", "sentences"} and writes {"id", "order", "scores"}: indices of the
    sentences, best first, and the score of each in that order.
    """
    from engine import schemas
    from service.cli import batch

    run_batch(progress, schemas.RankLine, batch.each(partial(batch.rank, where.engine(), ranker)))


@main.command()
@click.argument("objects", nargs=-1, metavar="[OBJECT]...")
@click.option(
    "--aspect", "aspects", multiple=True, metavar="NAME", help="A point of view that matters; may be repeated."
)
@click.option("--publisher", multiple=True, metavar="NAME", help="Whose sentences count, such as reddit.com.")
@click.option("--without", multiple=True, metavar="NAME", help="Whose sentences do not count.")
@click.option("--explain", is_flag=True, help="Say sentence by sentence why it comes out so.")
@click.option("--sources", type=click.IntRange(1, 100), default=10, show_default=True, help="Most sources to explain.")
@json_option("what was found about the OBJECTs")
@click.option("--fast", is_flag=True, help="Weigh fewer sentences.")
@part_option("classifier", "Who classifies the sentences")
@part_option("ranker", "Who ranks the sentences")
@batch_options
def compare(
    objects: tuple[str, ...],
    aspects: tuple[str, ...],
    publisher: tuple[str, ...],
    without: tuple[str, ...],
    explain: bool,
    sources: int,
    as_json: bool,
    progress: bool,
    where: Where,
    **how: Any,
) -> None:
    """Compare OBJECTs on the evidence of an index.

    With more than two they are put in order. Example: whichever compare Python Java C++

    Without OBJECTs it reads lines {"id", "objects", "aspects": [{"name", "weight"}]} and writes the whole comparison,
    or with --explain the explanation, with its "id".
    """
    from engine import schemas
    from engine.types import Aspect, Publishers, Query
    from service.cli import batch

    engine = where.engine()
    query = Query(objects, tuple(map(Aspect, aspects)), publishers=Publishers(publisher, without), **how)
    if not objects:
        work = partial(batch.explain, limit=sources) if explain else batch.compare
        run_batch(progress, schemas.CompareLine, batch.each(partial(work, engine, query)))
        return
    shown = _explained(engine, query, sources) if explain else _compared(engine, query)
    for value, text in shown:
        click.echo(schemas.dump(value) if as_json else text)


def _compared(engine: Engine, query: Query) -> Iterator[tuple[Any, str]]:
    """Yield what is found about things, as a value of ``engine.schemas`` and as text."""
    from engine import schemas
    from service.rendering.terminal import show_answer

    found = engine.compare_any(query)
    yield schemas.compared(found), show_answer(schemas.answer(engine.answer(found)), fancy=fancy())


def _explained(engine: Engine, query: Query, limit: int) -> Iterator[tuple[Any, str]]:
    """Yield the explanation of every pair, each as soon as it is made."""
    from engine import schemas
    from engine.validation import check_objects
    from service.rendering.explanation import show_explanation

    for pair in combinations(check_objects(query.objects, most=engine.config.verdict.maximum_objects), 2):
        explanation = schemas.explanation(engine.explain(replace(query, objects=pair)), limit=limit)
        yield explanation, show_explanation(explanation, fancy=fancy())


@main.command()
@click.option("--fast", is_flag=True, help="Weigh fewer sentences.")
@part_option("generator", "How to word the answer")
@length_option
@batch_options
def answer(fast: bool, generator: str | None, length: Length, progress: bool, where: Where) -> None:
    """Answer questions, or compare on given sentences alone.

    Reads lines {"id", "question"} or {"id", "first", "second", "aspect", "sentences"} and writes {"id", "answer",
    "citations"}. Given sentences are the only evidence; then no index is needed.
    """
    from engine import schemas
    from service.cli import batch

    work = partial(batch.answer, where.engine(), fast=fast, generator=generator, length=length)
    run_batch(progress, schemas.AnswerLine, batch.each(work))


for _command in (pairs, clusters, touche, mcp, check, doctor, feedback, key, index, crawl, sources, remove, parts):
    main.add_command(_command)
