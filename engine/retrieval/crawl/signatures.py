"""Signatures by which near-copies among millions of passages are known: bands of least hashes.

Two passages whose sets of runs of ``RUN`` words overlap by a Jaccard coefficient of j have one of ``BANDS`` bands in
common with the probability 1 - (1 - j^ROWS)^BANDS: .01 at .5, .20 at .7, .60 at .8, .97 at .9. It is small at .5 since
a passage is held against millions.

Source: Broder 1997, "On the Resemblance and Containment of Documents"; Leskovec, Rajaraman and Ullman 2020, "Mining of
Massive Datasets", section 3.4 (bands); Dietzfelbinger et al. 1997, "A Reliable Randomized Algorithm for the
Closest-Pair Problem" (hashes by multiplication).
"""

from __future__ import annotations

from typing import Final
from zlib import crc32

import numpy as np

from engine.text.tokens import TOKEN

RUN: Final = 3
BANDS: Final = 8
ROWS: Final = 10

_draw = np.random.default_rng(1997)
_FACTORS: Final = _draw.integers(1 << 60, 1 << 63, (BANDS * ROWS, 1), np.uint64) | np.uint64(1)
_ADDENDS: Final = _draw.integers(0, 1 << 63, (BANDS * ROWS, 1), np.uint64)
_MIX: Final = _draw.integers(1 << 60, 1 << 63, (BANDS, ROWS), np.uint64) | np.uint64(1)


def bands(text: str) -> list[int]:
    """Return the bands of a passage, as whole numbers of 63 bits."""
    words = [word.casefold() for word in TOKEN.findall(text)]
    runs = {" ".join(words[at : at + RUN]) for at in range(max(1, len(words) - RUN + 1))}
    hashes = np.fromiter((crc32(run.encode("utf-8", "replace")) for run in runs), np.uint64, len(runs))
    least = ((hashes * _FACTORS + _ADDENDS) >> np.uint64(32)).min(axis=1).reshape(BANDS, ROWS)  # modulo 2^64
    mixed: np.ndarray = (least * _MIX).sum(axis=1, dtype=np.uint64)
    return [int(band) for band in mixed >> np.uint64(1)]
