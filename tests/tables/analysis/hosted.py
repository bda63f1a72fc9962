"""The `kafeneio` command, whose analyses are computed by quick_process.py: `python -m tests.tables.analysis.hosted run
tables --part requests`."""

import sys

from kafeneio.main import main  # before all others: it replaces what blocks


def run() -> int:
    """Run the command."""
    from services.tables.analysis import analyst

    analyst.COMMAND[:] = [sys.executable, "-m", "tests.tables.analysis.quick_process"]
    return main()


if __name__ == "__main__":
    sys.exit(run())
