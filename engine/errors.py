"""The error tree. Every message says what happened with the value, what was expected, and what to do.

::

    EngineError                 internal          500  exit 70
    ├── InputError              bad_input         400  exit 65
    │   ├── NotComparableError  not_comparable    422  exit 65   fewer or more than two things to compare
    │   ├── DeclinedError       declined          422  exit 65   not answered by a comparison: docs/policy.md
    │   └── UnknownNameError    unknown_name      400  exit 64   no such generator, classifier, ranker …
    ├── NotFoundError           not_found         404  exit 66   no such sentence or document
    ├── IndexUnusableError      index_unusable    503  exit 66   missing, corrupt, or of another version
    ├── ConfigError             bad_config        500  exit 78
    ├── MissingComponentError        missing_part      501  exit 69   an optional library or program is not there
    └── UnavailableError        unavailable       503  exit 69   a dependency is down or too slow
"""

from __future__ import annotations

import difflib
import logging
from collections.abc import Iterable

log = logging.getLogger(__name__)


class EngineError(Exception):
    """Anything the product reports to its user; never raised itself.

    Attributes:
        code: Stable name for programs.
        status: HTTP status.
        exit_code: Exit status of the command line (sysexits).
        told: What those who ask are told. It is the message, unless that may name places of the machine.
    """

    code = "internal"
    status = 500
    exit_code = 70
    told = ""

    def __init__(self, message: str = "", *, told: str = "") -> None:
        """Take what is said to who runs the product, and, where others are not to read that, what they are told."""
        super().__init__(message)
        self.told = told or self.told or message

    def tell(self) -> str:
        """Return what those who ask are told, and note the message where it is another."""
        if self.told != str(self):
            log.warning("%s", self)
        return self.told


class InputError(EngineError):
    """What the user sent cannot be used."""

    code = "bad_input"
    status = 400
    exit_code = 65


class NotComparableError(InputError):
    """The input does not name exactly two different things."""

    code = "not_comparable"
    status = 422


class DeclinedError(InputError):
    """What is asked is not answered by a comparison; the message is what is said instead."""

    code = "declined"
    status = 422


class UnknownNameError(InputError):
    """A name that nothing is registered under."""

    code = "unknown_name"
    exit_code = 64

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        """Build the message.

        Args:
            what: The role, as a noun: "generator".
            name: What was asked for.
            known: The names that exist.
        """
        names = sorted(known)
        close = difflib.get_close_matches(name, names, n=1)
        hint = f" Did you mean {close[0]!r}?" if close else ""
        super().__init__(f"Unknown {what} {shorten(name)!r}.{hint} Known: {', '.join(names)}.")


class NotFoundError(EngineError):
    """No such sentence or document in the index."""

    code = "not_found"
    status = 404
    exit_code = 66


class IndexUnusableError(EngineError):
    """The index is missing, corrupt or was written by another version."""

    code = "index_unusable"
    status = 503
    exit_code = 66
    told = "The index cannot be used now. Ask who runs this service: its log says why, and what to do."


class ConfigError(EngineError):
    """A setting is unknown or out of range."""

    code = "bad_config"
    exit_code = 78
    told = "A setting of this service is wrong. Ask who runs it: its log says which, and what to do."


class MissingComponentError(EngineError):
    """An optional library or program is needed and not installed."""

    code = "missing_part"
    status = 501
    exit_code = 69


class UnavailableError(EngineError):
    """A dependency is down or did not answer in time.

    Attributes:
        retry_after_s: When to try again.
    """

    retry_after_s = 2
    code = "unavailable"
    status = 503
    exit_code = 69


def shorten(value: str, max_chars: int = 80) -> str:
    """Return ``value`` cut to ``max_chars`` for use in a message, the cut marked by an ellipsis."""
    return value if len(value) <= max_chars else value[: max_chars - 1] + "…"
