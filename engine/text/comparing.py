"""The words by which a sentence compares, whatever it compares."""

from __future__ import annotations

import re
from typing import Final

COMPARING: Final = re.compile(
    r"\b(?:than|better|worse|prefer\w*|superior|inferior|beats?|outperform\w*|equally|versus|vs|unlike"
    r"|\w{2,}er(?= than\b)|(?:more|less|fewer) \w+(?= than\b)|as \w+ as)\b",
    re.IGNORECASE,
)
