"""`python -m kafeneio` is the command `kafeneio`."""

import sys

from kafeneio.main import main

sys.exit(main())
