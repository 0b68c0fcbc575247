"""Takes the text out of one PDF file and prints it as JSON; run as a program, it imports nothing of ours."""

from __future__ import annotations

import json
import logging
import resource
import sys
import warnings
from typing import Any

MAX_CHARS = 8 << 20
"""The text of a longer file is refused."""


def text_of(path: str) -> dict[str, Any]:
    """Return the pages of a file, its title and its date, or the problem with it."""
    from pypdf import PdfReader
    from pypdf.errors import DependencyError, PyPdfError

    try:
        reader = PdfReader(path)
        if reader.is_encrypted and not reader.decrypt(""):
            return {"problem": "it is encrypted"}
        pages, chars = [], 0
        for page in reader.pages:
            pages.append(page.extract_text())
            chars += len(pages[-1])
            if chars > MAX_CHARS:
                return {"problem": f"its text is longer than {MAX_CHARS} characters"}
        said: Any = reader.metadata or {}
        return {"pages": pages, "title": str(said.get("/Title") or ""), "date": str(said.get("/CreationDate") or "")}
    except DependencyError:
        return {"problem": "it is encrypted"}
    except MemoryError:
        return {"problem": "it takes too much memory"}
    except (PyPdfError, ValueError, TypeError, KeyError, IndexError, AttributeError, OSError, RecursionError) as error:
        return {"problem": f"it is damaged ({str(error)[:100] or type(error).__name__})"}


if __name__ == "__main__":
    cpu_s, memory_bytes = map(int, sys.argv[1:3])
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_s, cpu_s))
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    logging.disable()
    warnings.simplefilter("ignore")
    sys.stdout.write(json.dumps(text_of(sys.argv[3])))
