"""Load and chaos: the platform as separate processes on real servers, under robots that play and check."""

import sys
from itertools import pairwise

from kafeneio.server.checks import described

_STARTED = [module for option, module in pairwise(sys.orig_argv) if option == "-m" and module.startswith("bench.")]

if _STARTED:  # what it measures is this interpreter's, too
    print(described(), file=sys.stderr, flush=True)
