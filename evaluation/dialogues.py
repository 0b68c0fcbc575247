"""Measures conversations with a running service: ``python -m evaluation.dialogues``.

The scripts of ``tests/dialogues/scripts`` are held over ``POST /api/v1/chat``, through Rasa, with a service that has
read ``data/sample`` and is started for it, or with the one at ``--url``. Reported are the share of turns that are right
with its 95 % interval, the same by kind of conversation, and what was wrong with each other turn. A turn is right when
all holds that its script asks for, and what must hold of every reply: it says something, it does not say the same as
the reply before without new evidence, and each of its numbers leads to a sentence that holds the words it stands for.

Source: Wilson 1927, "Probable Inference, the Law of Succession, and Statistical Inference" (the interval).
"""

from __future__ import annotations

import http.client
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import click
import yaml

from engine import schemas
from engine.errors import UnavailableError, shorten
from engine.text.tokens import same_name, stems, word_set
from engine.types.document import Blocks, BulletList, Quote, Table, numbers_of, runs_of
from evaluation.messages import wilson
from generation.citation_verification import is_verbatim

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = ROOT / "tests/dialogues/scripts"
HELD_OUT = "held_out"
"""Name of the script that nobody looked at while the product was mended."""

TIMEOUT_S = 60.0
_ADDRESS = re.compile(r"ready: (http://\S+)")

Turn = dict[str, Any]
Conversation = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Heard:
    """What a person gets to hear and see in reply to a message."""

    texts: tuple[str, ...]
    buttons: dict[str, str] = field(default_factory=dict)
    """Title → the message that it sends."""
    citations: tuple[dict[str, Any], ...] = ()
    """Of all texts, each of which may number its own."""
    objects: tuple[str, ...] = ()
    """Compared by the verdict, in order; empty in a reply without one."""
    aspects: dict[str, int] = field(default_factory=dict)
    """Weighed by the verdict → weight."""
    degraded: bool = False
    blocks: Blocks = ()

    @property
    def words(self) -> str:
        """Return all that was said."""
        return "\n".join(self.texts)


NOTHING_HEARD = Heard(())


class Judged(NamedTuple):
    """One turn of a conversation."""

    conversation: Conversation
    message: str
    heard: Heard
    problems: list[str]
    """What is wrong with the reply; empty when it is right."""


def scripts(names: Sequence[str] = ()) -> list[Conversation]:
    """Return the conversations of the scripts with these names, of all when empty; each has a ``kind``."""
    return [
        {"kind": path.stem, "script": path.stem, **conversation}
        for path in sorted(SCRIPTS.glob("*.yml"))
        if not names or path.stem in names
        for conversation in yaml.load(path.read_text("utf-8"), yaml.CSafeLoader)
    ]


def heard_of(replies: Sequence[dict[str, Any]]) -> Heard:
    """Return what the replies of the chat's REST door hold."""
    shown: dict[str, Any] = next(
        (one for reply in replies for one in (reply["comparison"], reply["standings"]) if one), {}
    )
    return Heard(
        tuple(reply["text"] for reply in replies),
        {button["title"]: button["message"] for reply in replies for button in reply["buttons"]},
        tuple(citation for reply in replies for citation in reply["citations"]),
        tuple(shown.get("objects", ())),
        {aspect["name"]: aspect["weight"] for aspect in shown.get("asked", ())},
        any(reply["degraded"] for reply in replies),
        tuple(block for reply in replies for block in schemas.to_blocks(reply["blocks"])),
    )


def hold(conversation: Conversation, say: Callable[[str], Heard]) -> Iterator[Judged]:
    """Hold a conversation, and judge each reply."""
    before = NOTHING_HEARD
    for turn in conversation["turns"]:
        message = message_of(turn, before)
        heard = say(message) if message else NOTHING_HEARD
        problems = check(turn, heard, before) if message else [f"there is no button {turn['press']!r}"]
        yield Judged(conversation, message or str(turn["press"]), heard, problems)
        before = heard if message else before


def message_of(turn: Turn, before: Heard) -> str:
    """Return what a turn says; empty when the button that it presses is not there.

    Args:
        turn: With ``say``, or ``press``: words in the title of a button, or its number from 1.
        before: The reply with the buttons.
    """
    if "say" in turn:
        return str(turn["say"])
    pressed = turn["press"]
    messages = list(before.buttons.values())
    if isinstance(pressed, int):
        return messages[pressed - 1] if pressed <= len(messages) else ""
    return next((sent for title, sent in before.buttons.items() if pressed.casefold() in title.casefold()), "")


def check(turn: Turn, heard: Heard, before: Heard = NOTHING_HEARD) -> list[str]:
    """Return what is wrong with a reply, see tests/dialogues/README.md for what a turn can ask for."""
    found = [*_always(heard, before), *_words(turn, heard), *_verdict(turn, heard), *_form(turn, heard, before)]
    unknown = turn.keys() - _KEYS
    return [*found, *([f"unknown keys {sorted(unknown)}"] if unknown else [])]


_KEYS = word_set("say press act has any lacks buttons cites compares order aspects heaviest since shape shorter longer")


def act_of(heard: Heard) -> str:
    """Return what a reply does: ``verdict``, ``nothing`` (one without evidence), ``quotes``, ``asks`` or ``talks``."""
    if heard.citations:
        return "verdict" if heard.objects else "quotes"
    if heard.objects:
        return "nothing"
    return "asks" if "?" in heard.words or heard.buttons else "talks"


_FITTING = {"talks": {"talks", "asks"}, "asks": {"asks"}, "quotes": {"quotes", "verdict"}}
"""What is asked for → what also will do: small talk may end in a question."""


def _always(heard: Heard, before: Heard) -> Iterator[str]:
    if not heard.texts or not all(text.strip() for text in heard.texts):
        yield "it says nothing"
        return
    if heard.degraded:
        yield "it was answered without the dialogue"
    if heard.texts == before.texts and not heard.citations:
        yield "the same words twice in a row"
    sentences: dict[int, list[str]] = {}
    for citation in heard.citations:
        sentences.setdefault(citation["number"], []).append(citation["sentence"])
    runs = [*runs_of(heard.blocks)]
    if {number for run in runs for number in numbers_of(run)} != sentences.keys():
        yield "its numbers are not those of its citations"
    for run in runs:
        if (
            isinstance(run, Quote)
            and run.number
            and not any(is_verbatim(run.text, sentence) for sentence in sentences.get(run.number, ()))
        ):
            yield f"{run.text!r} does not stand in source {run.number}"


def _words(turn: Turn, heard: Heard) -> Iterator[str]:
    said = heard.words.casefold()
    yield from (f"{word!r} is missing" for word in turn.get("has", ()) if word.casefold() not in said)
    yield from (f"{word!r} is said" for word in turn.get("lacks", ()) if word.casefold() in said)
    if "any" in turn and not any(word.casefold() in said for word in turn["any"]):
        yield f"none of {turn['any']} is said"
    titles = " | ".join(heard.buttons).casefold()
    yield from (f"no button {word!r}" for word in turn.get("buttons", ()) if word.casefold() not in titles)


def _verdict(turn: Turn, heard: Heard) -> Iterator[str]:
    act = act_of(heard)
    if "act" in turn and act not in _FITTING.get(turn["act"], {turn["act"]}):
        yield f"it {act!r}, not {turn['act']!r}"
    if "cites" in turn and bool(turn["cites"]) > (len(heard.citations) >= turn["cites"] > 0):
        yield f"{len(heard.citations)} citations, not {turn['cites']}"
    if turn.get("cites") == 0 and heard.citations:
        yield f"{len(heard.citations)} citations, not 0"
    wanted = turn.get("order") or turn.get("compares")
    if wanted and not _same(wanted, heard.objects, in_order="order" in turn):
        yield f"it compares {list(heard.objects)}, not {wanted}"
    if "aspects" in turn and not _same(turn["aspects"], list(heard.aspects)):
        yield f"it weighs {list(heard.aspects)}, not {turn['aspects']}"
    if "heaviest" in turn and not _outweighs(turn["heaviest"], heard.aspects):
        yield f"{turn['heaviest']!r} does not weigh most: {heard.aspects}"
    if "since" in turn and any(citation["date"] < turn["since"] for citation in heard.citations):
        yield f"a source is older than {turn['since']}"


def _form(turn: Turn, heard: Heard, before: Heard) -> Iterator[str]:
    table = any(isinstance(block, Table) for block in heard.blocks)
    listed = sum(len(block.items) for block in heard.blocks if isinstance(block, BulletList)) > 1
    shape = "table" if table else "list" if listed else "prose"
    if "shape" in turn and shape != turn["shape"]:
        yield f"it is {shape}, not {turn['shape']}"
    length, last = len(heard.words), len(before.words)
    if ("shorter" in turn and length >= last) or ("longer" in turn and length <= last):
        yield f"{length} characters after {last}"


def _same(wanted: Sequence[str], found: Sequence[str], *, in_order: bool = False) -> bool:
    """Return whether names are those that are wanted, an article or an adverb more or less."""
    if len(wanted) != len(found):
        return False
    if in_order:
        return all(map(same_name, wanted, found))
    return all(any(same_name(one, name) or set(stems(one)) <= set(stems(name)) for name in found) for one in wanted)


def _outweighs(heaviest: str, aspects: dict[str, int]) -> bool:
    mine = max((weight for name, weight in aspects.items() if _same([heaviest], [name])), default=0)
    return all(weight < mine for name, weight in aspects.items() if not _same([heaviest], [name]))


def table(judged: Sequence[Judged]) -> str:
    """Return the share of turns that are right, as a whole and by kind of conversation."""
    kinds: defaultdict[str, list[bool]] = defaultdict(list)
    for one in judged:
        kinds[one.conversation["kind"]].append(not one.problems)
    rows = [("all", [right for rights in kinds.values() for right in rights]), *sorted(kinds.items())]
    lines = [f"{'kind':<16} {'turns':>5} {'right':>5}  share 95 % interval"]
    for name, rights in rows:
        low, high = wilson(sum(rights), len(rights))
        share = sum(rights) / len(rights)
        lines.append(f"{name:<16} {len(rights):>5} {sum(rights):>5}  {share:.3f} [{low:.3f}, {high:.3f}]")
    return "\n".join(lines)


def failures(judged: Sequence[Judged]) -> str:
    """Return the turns that are not right, with what was said."""
    return "\n".join(
        f"{one.conversation['script']} · {one.conversation['name']}\n  {one.message!r}: {'; '.join(one.problems)}\n"
        f"    {shorten(one.heard.words, 300)!r} {list(one.heard.buttons)}"
        for one in judged
        if one.problems
    )


@contextmanager
def served(index: Path | None = None) -> Iterator[str]:
    """Run a service that has read ``data/sample``; yield its address.

    Args:
        index: Of ``data/sample``, to write to; one is made when None.
    """
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        run = [sys.executable, "-c", "from service.cli.commands import main; main()"]
        if index is None:
            index = folder / "index"
            making = [*run, "index", "--out", str(index), str(ROOT / "data/sample")]
            subprocess.run(making, check=True, capture_output=True)  # noqa: S603 - our own commands
        patient = (
            folder / "patient.toml"
        )  # what is right is judged, not how fast a machine is that does other work, too
        patient.write_text(f"rasa.timeout_s = {TIMEOUT_S}\nservice.timeout_s = {TIMEOUT_S}\n")
        process = subprocess.Popen(  # noqa: S603
            [*run, "serve", "--quiet", "--port", "0", "--index", index],
            env=os.environ
            | {"WHICHEVER_CONFIG": str(patient), "WHICHEVER_DATABASE": f"sqlite:///{folder}/conversations.sqlite"},
            cwd=ROOT,
            stderr=subprocess.PIPE,
            text=True,
        )
        said = process.stderr or io.StringIO()
        stack.callback(said.close)
        stack.callback(process.wait, TIMEOUT_S)
        stack.callback(process.terminate)
        url = _address(said)
        threading.Thread(target=said.read, daemon=True).start()  # a full pipe would stop the service
        yield url


def _address(printed: Iterable[str]) -> str:
    found = next(filter(None, map(_ADDRESS.search, printed)), None)
    if found is None:
        raise UnavailableError("The service did not start; run: whichever serve")
    return found[1]


class Person:
    """Somebody who talks to a service."""

    def __init__(self, url: str) -> None:
        """Begin a conversation with the service at an address."""
        self._address = urlsplit(url).netloc
        self._session: str | None = None

    def say(self, message: str) -> Heard:
        """Send a message and return the reply."""
        body = json.dumps({"session": self._session, "message": message})
        with closing(http.client.HTTPConnection(self._address, timeout=TIMEOUT_S)) as connection:
            connection.request("POST", "/api/v1/chat", body, {"Content-Type": "application/json"})
            turn = json.loads(connection.getresponse().read())
        self._session = turn["session"]
        return heard_of(turn["replies"])


@click.command()
@click.option("--url", help="A running service that has read data/sample; one is started when missing.")
@click.option("--script", "names", multiple=True, help="Only these scripts, such as aspects; may be repeated.")
@click.option("--quiet", is_flag=True, help="Do not print the turns that are not right.")
def main(url: str | None, names: tuple[str, ...], quiet: bool) -> None:
    """Measure conversations with a running service."""
    with ExitStack() as stack:
        url = url or stack.enter_context(served())
        judged = [one for conversation in scripts(names) for one in hold(conversation, Person(url).say)]
    for title, part in (
        ("mended with", [one for one in judged if one.conversation["script"] != HELD_OUT]),
        ("held out", [one for one in judged if one.conversation["script"] == HELD_OUT]),
    ):
        if part:
            click.echo(f"{title}\n{table(part)}\n")
            if not quiet:
                click.echo(failures(part))


if __name__ == "__main__":
    main()
