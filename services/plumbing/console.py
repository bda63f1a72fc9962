"""What a person at a terminal reads; everything else goes to the log."""

import sys
from typing import Any

from services.plumbing.json import encode_text


def say(text: str) -> None:
    """A line for the person."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def say_json(value: Any) -> None:
    """A value as one line of JSON."""
    say(encode_text(value))


def error(text: str) -> None:
    """What went wrong."""
    sys.stderr.write(f"kafeneio: {text}\n")
