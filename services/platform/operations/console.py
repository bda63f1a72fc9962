"""Output for a person at a terminal; everything else goes to the log."""

import sys
from typing import Any

from services.platform.process.json import encode_text


def say(text: str) -> None:
    """Print a line."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def say_json(value: Any) -> None:
    """Print a value as one line of JSON."""
    say(encode_text(value))


def error(text: str) -> None:
    """Print an error."""
    sys.stderr.write(f"kafeneio: {text}\n")
