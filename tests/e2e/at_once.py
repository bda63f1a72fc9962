"""The `kafeneio` command with games whose hands and tricks follow each other at once: robots need no time to look."""

import sys

from games.dominoes import rules as dominoes
from games.pilotta import rules as pilotta
from games.tavli import rules as tavli
from games.tichu import rules as tichu
from kafeneio.main import main  # before all others: it patches the process

if __name__ == "__main__":
    dominoes.PAUSE_MS = pilotta.PAUSE_MS = tavli.NO_STEP_MS = tavli.GAME_OVER_MS = 50
    tichu.WINDOW_MS = 20
    sys.exit(main())
