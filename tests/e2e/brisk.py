"""The `kafeneio` command with a dealer who is quick: a round of baccarat takes seconds, and tests play some.

How long the results of a round lie there is as ever: that is when people read them.
"""

import sys

from games.baccarat import rules
from kafeneio.main import main  # before all others: it patches the process

if __name__ == "__main__":
    rules.PHASE_MS.update(closed=200, dealing=100, shuffling=200)
    sys.exit(main())
