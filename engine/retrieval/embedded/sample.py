"""The index of the sample corpus: made when it is first needed, so that the product answers without any preparation."""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import mkdtemp

from engine.config import sample_index
from engine.errors import IndexUnusableError
from engine.resources import sample_folder
from engine.retrieval.embedded.build import build_index


def make_if_sample(folder: Path) -> None:
    """Make the index of the sample corpus if it is this folder and missing; a second or two.

    Several processes may do so at once: each makes its own, and the first to finish puts it in place.

    Raises:
        IndexUnusableError: The folder cannot be written.
    """
    if folder != sample_index() or folder.exists():
        return
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        begun = Path(mkdtemp(prefix=f"{folder.name}-", dir=folder.parent))
        try:
            build_index([sample_folder()], begun)
            if not folder.exists():
                begun.rename(folder)
        finally:
            shutil.rmtree(begun, ignore_errors=True)
    except OSError as error:
        if not folder.exists():
            raise IndexUnusableError(
                f"The index of the sample texts cannot be made in {str(folder)!r}: {error.strerror}. Make that folder "
                "writable, or name an index of yours: --index DIR."
            ) from error
