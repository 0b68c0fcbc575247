"""The parts of an index in a cluster: ``whichever parts``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from service.cli.options import config_of, config_option

if TYPE_CHECKING:
    from engine.config import ElasticsearchConfig

_repository = click.option("--repository", required=True, metavar="NAME", help="Where the cluster keeps snapshots.")


@click.group()
def parts() -> None:
    """List, drop, save and restore the parts of an index in an Elasticsearch cluster."""


@parts.command("list")
@config_option
def list_(config: Path | None) -> None:
    """List the indices that elasticsearch.index stands for."""
    from engine.retrieval.elasticsearch import parts
    from service.rendering.blocks import count

    for name, sentences in parts.parts(_cluster(config)).items():
        click.echo(f"{name}: {count(sentences, 'sentence')}")


@parts.command()
@click.argument("part")
@config_option
def drop(part: str, config: Path | None) -> None:
    """Delete a part, with its pages and what was read of it."""
    from engine.retrieval.elasticsearch import parts

    parts.drop(_cluster(config), part)


@parts.command()
@click.argument("snapshot")
@_repository
@config_option
def save(snapshot: str, repository: str, config: Path | None) -> None:
    """Make a snapshot of all parts."""
    from engine.retrieval.elasticsearch import parts
    from service.rendering.blocks import count

    click.echo(f"{snapshot} holds {count(parts.save(_cluster(config), repository, snapshot), 'index', 'indices')}.")


@parts.command()
@click.argument("snapshot")
@_repository
@config_option
def restore(snapshot: str, repository: str, config: Path | None) -> None:
    """Bring back what a snapshot holds; what is there already has to be deleted before."""
    from engine.retrieval.elasticsearch import parts
    from service.rendering.blocks import count

    brought = parts.restore(_cluster(config), repository, snapshot)
    click.echo(f"{count(brought, 'index', 'indices')} of {snapshot} are there again.")


def _cluster(config: Path | None) -> ElasticsearchConfig:
    return config_of(config).elasticsearch
