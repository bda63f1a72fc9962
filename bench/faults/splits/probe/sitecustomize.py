"""Loaded by Python in every process whose PYTHONPATH begins with this folder: its clock can be wrong.

The file that `SPLITS_CLOCK` names has by how many nanoseconds, as one integer that is mapped into memory, so that a
change comes at once. `time.time` and `time.time_ns` heed it; `time.monotonic` never does, as on a host whose clock is
put right. Nothing else of a process changes; the product has no hooks for this.
"""

import mmap
import os
import struct
import time

_PATH = os.environ.get("SPLITS_CLOCK", "")


def _be_wrong(path):
    with open(path, "rb") as file:  # noqa: PTH123 pathlib would cost every process its import
        ahead = mmap.mmap(file.fileno(), 8, prot=mmap.PROT_READ)
    real_s, real_ns = time.time, time.time_ns

    def ahead_ns():
        return struct.unpack_from("<q", ahead)[0]

    time.time = lambda: real_s() + ahead_ns() / 1e9
    time.time_ns = lambda: real_ns() + ahead_ns()


if _PATH:
    _be_wrong(_PATH)
