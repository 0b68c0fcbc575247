"""The command line. What a command needs is imported when it runs, so that ``--help`` is quick."""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from engine import registry
from engine.errors import EngineError, UnavailableError

if TYPE_CHECKING:
    from engine.config import Config
    from engine.pipeline import Engine

Command = TypeVar("Command", bound=Callable[..., Any])

EX_IOERR = 74
"""Exit status when a stream or a file fails (sysexits)."""

TOGETHER = 64
"""Sentences that a classifier is given at once."""


class _Group(click.Group):
    """Reports the errors of the product in one line, with their exit status."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            if sys.stdin is None or sys.stdout is None:
                raise UnavailableError("Standard input or output is closed. Open it; /dev/null will do.")
            return super().invoke(ctx)
        except EngineError as error:
            click.echo(f"Error: {error}", err=True)
            ctx.exit(error.exit_code)
        except OSError as error:
            if error.errno == errno.EPIPE:
                raise  # click ends quietly when nobody reads on
            click.echo(f"Error: Cannot read or write: {error.strerror}.", err=True)
            ctx.exit(EX_IOERR)


def _part(role: str, purpose: str) -> Callable[[Command], Command]:
    """Return the option that names the part for a role."""

    def check(value: str) -> str:
        registry.check(role, value)
        return value

    known = ", ".join(registry.names(role))
    return click.option(f"--{role}", metavar="NAME", type=check, help=f"{purpose}: {known}.")


def _settings(command: Command) -> Command:
    command = click.option("--index", type=click.Path(path_type=Path), help="Folder of the index to search.")(command)
    return click.option("--config", type=click.Path(path_type=Path), help="Your TOML file of settings.")(command)


def _config(config: Path | None, overrides: dict[str, dict[str, Any]] | None = None) -> Config:
    from engine.config import load_config

    return load_config(config, overrides=overrides)


def _engine(config: Path | None, index: Path | None) -> Engine:
    from engine.pipeline import Engine

    return Engine(_config(config, {"retrieval": {"index": index}} if index else None))


def _fancy() -> bool:
    return sys.stdout.isatty() and (sys.stdout.encoding or "").lower().startswith("utf")


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="whichever")
def main() -> None:
    """Whichever: which is better, and who says so.

    Compares two things on the evidence of an index of sentences: a verdict with its confidence, and every claim cited.
    """


@main.command()
@click.argument("question", nargs=-1, required=True)
@click.option("--fast", is_flag=True, help="Weigh fewer sentences.")
@_part("generator", "How to word the answer")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON, with the whole comparison.")
@_settings
def ask(
    question: tuple[str, ...], fast: bool, generator: str | None, as_json: bool, config: Path | None, index: Path | None
) -> None:
    """Answer a QUESTION with cited evidence.

    Example: whichever ask "Is Python better than MATLAB for deep learning?"
    """
    from engine import wire
    from service.terminal import show_answer

    answer = wire.answer(_engine(config, index).ask(" ".join(question), fast=fast, generator=generator))
    click.echo(wire.dump(answer) if as_json else show_answer(answer, fancy=_fancy()))


@main.command()
@click.option("--url", help="Address of the service; by default the one of the settings.")
@click.option("--config", type=click.Path(path_type=Path), help="Your TOML file of settings.")
def chat(url: str | None, config: Path | None) -> None:
    """Talk with a running service; Ctrl-D ends.

    Type the number of a suggestion to choose it.
    """
    from service.talk import HELLO, Service, talk
    from service.terminal import address

    settings = _config(config).service
    service = Service(url or address(settings.host, settings.port))
    if sys.stdin.isatty():
        click.echo(HELLO)
    talk(service, _typed(), click.echo, fancy=_fancy())


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
@click.option("--no-rasa", is_flag=True, help="Serve without conversation.")
@click.option("--quiet", is_flag=True, help="Log warnings only.")
@_settings
def serve(
    host: str | None, port: int | None, no_rasa: bool, quiet: bool, config: Path | None, index: Path | None
) -> None:
    """Serve the page, the chat and the API.

    Rasa runs behind them. Ctrl-C stops everything.
    """
    import asyncio
    import logging

    from service.serve import serve as run

    overrides: dict[str, dict[str, Any]] = {
        "service": {name: value for name, value in (("host", host), ("port", port)) if value is not None},
        "retrieval": {"index": index} if index else {},
        "rasa": {"enabled": False} if no_rasa else {},
    }
    settings = _config(config, overrides)
    logging.basicConfig(
        level=logging.WARNING if quiet else logging.INFO,
        format="%(asctime)s %(levelname)s %(name)s %(message)s",
        stream=sys.stderr,
    )
    logging.getLogger("rasa_sdk").setLevel(logging.WARNING)  # it tells of every action it registers
    asyncio.run(run(settings, lambda text: click.echo(text, err=True)))


@main.command()
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Folder of the index; made if missing.")
@click.option("--progress", is_flag=True, help="Show progress although stderr is not a terminal.")
@click.argument("sources", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="SOURCE...")
def index(out: Path, progress: bool, sources: tuple[Path, ...]) -> None:
    """Add texts to an index.

    A SOURCE is a JSONL file of posts or sentences, a text file, or a folder of them. It may be interrupted at any
    moment; the same command goes on where it stood.
    """
    from engine.retrieval.build import build_index
    from service.terminal import Progress, count

    line = Progress(wanted=progress or sys.stderr.isatty())
    try:
        stats = build_index(sources, out, progress=line.built)
    except KeyboardInterrupt:
        line.close()
        click.echo("Interrupted. The same command goes on where it stood.", err=True)
        sys.exit(130)
    line.close()
    for problem in stats.problems:
        click.echo(f"Warning: {problem}", err=True)
    if stats.faulty > len(stats.problems):
        click.echo(f"Warning: {stats.faulty - len(stats.problems)} more records could not be used.", err=True)
    held = f"{count(stats.sentences, 'sentence')} of {count(stats.documents, 'document')}"
    click.echo(
        f"Added {count(stats.added, 'sentence')} in {stats.took_s:.1f} s. "
        f"{out} holds {held}, {stats.size_bytes / 1e6:,.1f} MB."
    )


@main.command()
@click.argument("query", nargs=-1, required=True)
@click.option("-k", type=click.IntRange(1, 500), default=10, show_default=True, help="The most sentences to show.")
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON.")
@_settings
def search(query: tuple[str, ...], k: int, as_json: bool, config: Path | None, index: Path | None) -> None:
    """Find sentences by keywords; "quoted words" are a phrase."""
    from engine import wire
    from service.terminal import count, show_hit

    words = " ".join(query)
    found = wire.search(words, _engine(config, index).search(words, k=k))
    if as_json:
        click.echo(wire.dump(found))
        return
    for n, hit in enumerate(found["hits"], 1):
        click.echo(show_hit(n, hit))
    click.echo(f"{count(found['total'], 'sentence')} found.")


@main.command()
@click.argument("role", required=False)
@click.option("--config", type=click.Path(path_type=Path), help="Your TOML file of settings.")
def components(role: str | None, config: Path | None) -> None:
    """List the parts that can be chosen.

    All, or those for one ROLE; the configured one is marked.
    """
    from engine import wire

    if role is not None:
        registry.names(role)
    for name, part in wire.components(_config(config))["components"].items():
        if role in {None, name}:
            listed = ", ".join(
                f"{known} (configured)" if known == part["default"] else known for known in part["names"]
            )
            click.echo(f"{name}: {listed}")


def _batch(command: Command) -> Command:
    command = _settings(command)
    return click.option("--progress", is_flag=True, help="Show progress although stderr is not a terminal.")(command)


def _run(progress: bool, model: Any, work: Any, *, together: int = 1) -> None:
    from service import batch
    from service.terminal import Progress

    if sys.stdin.isatty():
        click.echo("Reading JSON Lines from the terminal; Ctrl-D ends.", err=True)
    line = Progress(wanted=progress or (sys.stderr.isatty() and not sys.stdout.isatty()))
    try:
        batch.run(sys.stdin.buffer, sys.stdout.buffer, model, work, together=together, progress=line.answered)
    finally:
        line.close()


@main.command()
@click.option("--sentences", is_flag=True, help="The texts are statements, not questions.")
@_batch
def read(sentences: bool, progress: bool, config: Path | None, index: Path | None) -> None:
    """Find objects, aspects and predicates in texts.

    Reads lines {"id", "text"} and writes {"id", "comparative", "probability", "kind", "spans", "objects", "aspects"}.
    """
    from engine import wire
    from engine.types import Form
    from service import batch

    form = Form.STATEMENT if sentences else Form.QUESTION
    _run(progress, wire.ReadLine, batch.reads(_engine(config, index), form), together=TOGETHER)


@main.command()
@_part("classifier", "Who weighs the sentences")
@_batch
def weigh(classifier: str | None, progress: bool, config: Path | None, index: Path | None) -> None:
    """Say which of two things a sentence favours.

    Reads lines {"id", "sentence", "first", "second"} and writes {"id", "stance", "probabilities"}; stances are FIRST,
    SECOND, EQUAL and NONE.
    """
    from engine import wire
    from service import batch

    _run(progress, wire.WeighLine, batch.weighs(_engine(config, index), classifier), together=TOGETHER)


@main.command()
@_part("ranker", "Who ranks the sentences")
@_batch
def rank(ranker: str | None, progress: bool, config: Path | None, index: Path | None) -> None:
    """Order sentences by how much they help to compare two things.

    Reads lines {"id", "first", "second", "aspect", "sentences"} and writes {"id", "order", "scores"}: indices of the
    sentences, best first, and the score of each in that order.
    """
    from engine import wire
    from service import batch

    _run(progress, wire.RankLine, batch.ranks(_engine(config, index), ranker))


@main.command()
@click.option("--fast", is_flag=True, help="Weigh fewer sentences.")
@_part("classifier", "Who weighs the sentences")
@_part("ranker", "Who ranks the sentences")
@_batch
def compare(
    fast: bool,
    classifier: str | None,
    ranker: str | None,
    progress: bool,
    config: Path | None,
    index: Path | None,
) -> None:
    """Compare two things on the evidence of an index.

    Reads lines {"id", "objects", "aspects": [{"name", "weight"}]} and writes the whole comparison with its "id".
    """
    from engine import wire
    from service import batch

    work = batch.compares(_engine(config, index), fast=fast, classifier=classifier, ranker=ranker)
    _run(progress, wire.CompareLine, work)


@main.command()
@click.option("--fast", is_flag=True, help="Weigh fewer sentences.")
@_part("generator", "How to word the answer")
@_batch
def answer(fast: bool, generator: str | None, progress: bool, config: Path | None, index: Path | None) -> None:
    """Answer questions, or compare on given sentences alone.

    Reads lines {"id", "question"} or {"id", "first", "second", "aspect", "sentences"} and writes {"id", "answer",
    "citations"}. Given sentences are the only evidence; then no index is needed.
    """
    from engine import wire
    from service import batch

    _run(progress, wire.AnswerLine, batch.answers(_engine(config, index), fast=fast, generator=generator))
