"""Web crawls: ``whichever crawl``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from service.cli.options import PATH, config_of, config_option, progress_option
from service.cli.texts import index as index_command

if TYPE_CHECKING:
    from engine.retrieval.crawl.crawl import CrawlReport

MAX_ASIDE = 20
"""So many archives that were set aside are told; the others are counted."""


@click.command()
@click.option("--out", required=True, type=PATH, help="Folder of the crawl; made if missing.")
@click.option("--index", type=PATH, help="Bring this index to what the folder holds, too.")
@click.option("--processes", type=click.IntRange(1), help="Archives sifted at once; by default one a core.")
@click.option(
    "--bandwidth", type=click.FloatRange(0, min_open=True), help="At most so many megabytes fetched a second."
)
@click.option("--most", type=click.IntRange(1), help="Only the first so many archives.")
@progress_option
@config_option
@click.argument("archives", nargs=-1, required=True, metavar="ARCHIVE...")
@click.pass_context
def crawl(
    context: click.Context,
    out: Path,
    index: Path | None,
    processes: int | None,
    bandwidth: float | None,
    most: int | None,
    progress: bool,
    config: Path | None,
    archives: tuple[str, ...],
) -> None:
    """Take what compares out of archives of web crawls.

    An ARCHIVE is a WARC, WET or WAT file, a folder of them, an address, or a list of these, such as the wet.paths.gz of
    a crawl of Common Crawl. The folder is a source for whichever index. It may be interrupted at any moment; the same
    command goes on where it stood, and tries again what was set aside. See docs/crawls.md.
    """
    from engine.retrieval.crawl.crawl import crawl as crawl_archives
    from service.cli.progress import resumable

    with resumable(wanted=progress) as line:
        report = crawl_archives(
            archives,
            out,
            languages=config_of(config).retrieval.languages,
            processes=processes or 0,
            bandwidth=1e6 * (bandwidth or 0),
            most=most,
            progress=line.crawled,
        )
    tell(report, out)
    if index is not None and any(out.glob("*.jsonl.gz")):
        context.invoke(index_command, out=index, sources=(out,), claims=True, progress=progress, config=config)


def tell(report: CrawlReport, out: Path | str) -> None:
    """Say what was kept, and why the rest was not."""
    from engine.retrieval.crawl import crawl, sift
    from service.rendering.blocks import count

    for place, reason in report.aside[:MAX_ASIDE]:
        click.echo(f"Set aside {place}: {reason}.", err=True)
    if len(report.aside) > MAX_ASIDE:
        click.echo(f"Set aside {len(report.aside) - MAX_ASIDE:,} more archives.", err=True)
    found = report.counts
    dropped = {what: found[what] for what in (sift.NO_PAGE, sift.BROKEN, sift.BARE, sift.FOREIGN, sift.SILENT)}
    pages, passages = found[sift.PAGES], found[sift.PASSAGES]
    click.echo(f"{count(report.done, 'archive')}, {found[sift.BYTES] / 1e6:,.1f} MB, {count(pages, 'page')}:")
    for what, name in (
        (sift.NO_PAGE, "are no page that was found"),
        (sift.BROKEN, "cannot be read"),
        (sift.BARE, "have no running text"),
        (sift.FOREIGN, "are in other languages"),
        (sift.SILENT, "compare nothing"),
    ):
        click.echo(_row(dropped[what], pages, name))
    click.echo(_row(pages - sum(dropped.values()), pages, "compare"))
    click.echo(f"{count(found[sift.CANDIDATES], 'sentence')} of {found[sift.SENTENCES]:,} in these seem to compare.")
    click.echo(f"{count(passages, 'passage')} around them:")
    click.echo(_row(found[crawl.COPIES], passages, "are near-copies of others"))
    click.echo(_row(found[crawl.KEPT], passages, f"are kept in {out}"))
    if seconds := found[sift.CPU_MS] / 1e3:
        click.echo(
            f"{found[sift.BYTES] / 1e6 / seconds:,.2f} MB and {pages / seconds:,.0f} pages per second of "
            "processor time."
        )


def _row(number: int, total: int, what: str) -> str:
    return f"{number:>12,} {number / max(1, total):>6.1%}  {what}"
