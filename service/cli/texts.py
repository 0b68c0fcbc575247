"""The texts of an index: ``whichever index``, ``whichever sources`` and ``whichever remove``."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from service.cli.options import PATH, Where, config_of, config_option, progress_option, settings_options

if TYPE_CHECKING:
    from engine.retrieval.building import How, IndexStats
    from engine.retrieval.embedded.store import SourceSummary
    from engine.retrieval.ingest.sources import LeftOut

MAX_LEFT_OUT = 20
"""So many reasons why files are left out are told; the others are counted."""
READING_TIMEOUT_S = 60.0
"""For each request to a cluster while sentences are read: nobody waits for an answer, and it was busy a moment ago."""


@click.command()
@click.option("--out", type=PATH, help="Folder of the index; made if missing.")
@click.option("--to", type=click.Choice(["elasticsearch"]), help="Into the cluster of the settings, not a folder.")
@click.option("--part", metavar="NAME", help="With --to: index into a part of that name, such as 2026-11.")
@click.option("--only", is_flag=True, help="With --part: when it is whole, put it in the place of all that was there.")
@click.option("--claims/--no-claims", default=True, show_default=True, help="Read what the sentences claim, too.")
@progress_option
@config_option
@click.argument("sources", nargs=-1, required=True, type=PATH, metavar="SOURCE...")
def index(
    out: Path | None,
    to: str | None,
    part: str | None,
    only: bool,
    claims: bool,
    progress: bool,
    config: Path | None,
    sources: tuple[Path, ...],
) -> None:
    """Add texts to an index, either --out a folder or --to a cluster.

    A SOURCE is a file of texts or a folder of them, of any kind in docs/texts.md. The same command again reads what is
    new or changed, and takes out what is gone. It may be interrupted at any moment; the same command goes on where it
    stood.
    """
    from engine.extras import needed_for
    from engine.pipeline import Engine
    from service.cli.progress import resumable
    from service.rendering.blocks import count

    if (out is None) == (to is None):
        raise click.UsageError("Say where the index is: either --out FOLDER or --to elasticsearch.")
    if (part and out) or (only and not part):
        raise click.UsageError("--part goes with --to elasticsearch, and --only with --part.")
    settings = config_of(config)
    read, cluster = 0, settings.elasticsearch
    with resumable(wanted=progress) as line:
        how: How = {"progress": line.built, "languages": settings.retrieval.languages}
        if out is None:
            with needed_for("An index in Elasticsearch"):
                from engine.retrieval.elasticsearch.build import build_elastic_index
                from engine.retrieval.elasticsearch.parts import check_alias, part_of, publish

            if part and not only:
                check_alias(cluster)
            cluster = part_of(cluster, part) if part else cluster
            name, stats = cluster.index, build_elastic_index(sources, cluster, **how)
        else:
            from engine.retrieval.embedded.build import build_index

            name, stats = str(out), build_index(sources, out, **how)
        if claims:
            searched = {"retriever": "elasticsearch"} if out is None else {"retriever": "tantivy", "index": out}
            patient = {"index": cluster.index, "timeout_s": READING_TIMEOUT_S}
            with closing(Engine(config_of(config, {"retrieval": searched, "elasticsearch": patient}))) as engine:
                read = engine.read_ahead(progress=line.read)
        if part:
            publish(settings.elasticsearch, part, only=only)
    for problem in stats.problems:
        click.echo(f"Warning: {problem}", err=True)
    if stats.faulty > len(stats.problems):
        click.echo(f"Warning: {stats.faulty - len(stats.problems)} more records could not be used.", err=True)
    _tell_left_out(stats.changes.left_out)
    if stats.repeated:
        click.echo(f"Left out {count(stats.repeated, 'document')} with ids that the index has already.")
    if stats.foreign:
        wanted = ", ".join(settings.retrieval.languages)
        click.echo(f"Left out {count(stats.foreign, 'document')} in other languages than {wanted}.")
    _tell(name, stats)
    if read:
        click.echo(f"Read what {count(read, 'comparison')} in them claim.")


@click.command()
@click.option("--files", is_flag=True, help="List every file of a folder.")
@click.option("--json", "as_json", is_flag=True, help="Print every file as a line of JSON.")
@settings_options
def sources(files: bool, as_json: bool, where: Where) -> None:
    """List what an index holds: files, documents, sentences, years and size of each source."""
    from engine import schemas
    from engine.retrieval.embedded.store import SourceSummary, Store
    from engine.text.tokens import clean
    from service.rendering.blocks import count

    if where.in_cluster:
        from engine.retrieval.elasticsearch import parts

        noted, documents, sentences = parts.held(where.settings().elasticsearch)
        held = [
            SourceSummary(one.path, one.root or one.path, one.size, 0, 0, "", "", one.hidden, one.finished)
            for one in noted
        ]
    else:
        with closing(Store(where.settings().retrieval.index)) as store:
            held = store.source_summaries()
            documents, sentences = store.documents(), store.sentences()
    if as_json:
        for source in held:
            click.echo(schemas.dump(source._asdict()))
        return
    of_root = [list(group) for _, group in groupby(sorted(held, key=lambda one: one.root), key=lambda one: one.root)]
    shown = [(one.path, [one]) for one in held] if files else [(group[0].root, group) for group in of_root]
    click.echo(_ROW.format("files", "documents", "sentences", "years", "size", "source"))
    for name, group in shown:
        click.echo(_row(clean(name), group))
    click.echo(f"{count(len(held), 'file')}, {count(documents, 'document')}, {count(sentences, 'sentence')}.")
    for source in held:
        if source.finished and source.size is not None and not (source.documents or where.in_cluster):
            click.echo(f"Nothing was taken from {clean(source.path)}.", err=True)
        if not source.finished:
            click.echo(f"Warning: {clean(source.path)} is not wholly read. Index it again, or remove it.", err=True)
        if source.hidden:
            left_out = count(source.hidden, "document")
            click.echo(f"{left_out} of {clean(source.path)} left out: other sources have some with their ids.")


_ROW = "{:>7} {:>9} {:>9} {:>9} {:>9}  {}"


def _row(name: str, group: Sequence[SourceSummary]) -> str:
    years = sorted(date[:4] for one in group for date in (one.since, one.until) if date)
    size = sum(one.size or 0 for one in group)
    shown = "" if group[0].size is None else f"{size / 1e6:,.1f} MB" if size >= 1e5 else f"{size / 1e3:.1f} kB"
    spread = "–".join(dict.fromkeys((years[0], years[-1]))) if years else ""
    documents, sentences = sum(one.documents for one in group), sum(one.sentences for one in group)
    told = (f"{documents:,}", f"{sentences:,}") if documents else ("?", "?")  # in a cluster, or of an earlier version
    return _ROW.format(len(group), *told, spread, shown, name)


@click.command()
@click.argument("paths", nargs=-1, required=True, type=PATH, metavar="SOURCE...")
@settings_options
def remove(paths: tuple[Path, ...], where: Where) -> None:
    """Take files, or all files of a folder, out of an index.

    What is from them is no more found, also by a service that runs. The files themselves stay where they are.
    """
    settings = where.settings()
    if where.in_cluster:
        from engine.retrieval.elasticsearch.build import remove_elastic_sources

        name, stats = settings.elasticsearch.index, remove_elastic_sources(paths, settings.elasticsearch)
    else:
        from engine.retrieval.embedded.build import remove_sources

        name, stats = str(settings.retrieval.index), remove_sources(paths, settings.retrieval.index)
    _tell(name, stats)


def _tell(name: str, stats: IndexStats) -> None:
    """Say what was done and what an index holds now."""
    from service.rendering.blocks import count

    changes = stats.changes
    told = [
        f"{len(places):,} {what}"
        for places, what in (
            (changes.new, "new"),
            (changes.changed, "changed"),
            (changes.gone, "gone"),
            (changes.unchanged, "unchanged"),
        )
        if places
    ]
    click.echo(f"Files: {', '.join(told)}." if told else "There was nothing to do.")
    taken = f", removed {stats.removed:,}" if stats.removed else ""
    held = f"{count(stats.sentences, 'sentence')} of {count(stats.documents, 'document')}"
    click.echo(
        f"Added {count(stats.added, 'sentence')}{taken} in {stats.took_s:.1f} s. "
        f"{name} holds {held}, {stats.size_bytes / 1e6:,.1f} MB."
    )


def _tell_left_out(left_out: Sequence[LeftOut]) -> None:
    """Say which files were not read, those with one reason together."""
    from engine.text.tokens import clean

    def reason(one: LeftOut) -> str:
        return one.reason

    groups = [list(group) for _, group in groupby(sorted(left_out, key=reason), key=reason)]
    for group in groups[:MAX_LEFT_OUT]:
        others = f" and {len(group) - 1:,} more" if len(group) > 1 else ""
        click.echo(f"Left out {clean(group[0].place)}{others}: {group[0].reason}.", err=True)
    if len(groups) > MAX_LEFT_OUT:
        more = sum(map(len, groups[MAX_LEFT_OUT:]))
        click.echo(f"Left out {more:,} more files for other reasons.", err=True)
