"""The `kafeneio` command with dominoes whose hands follow each other at once: robots do not read how one was counted.

A match has several hands, and the pause after each is eight seconds.
"""

import sys

from games.dominoes import rules
from kafeneio.main import main  # before all others: it patches the process

if __name__ == "__main__":
    rules.PAUSE_MS = 100
    sys.exit(main())
