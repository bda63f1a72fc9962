"""The languages in which people are spoken to: each folder here is one, named by its tag (`pt`).

It holds what the services say by themselves: `mails.json` and `terms.json`. This is the one list of languages; the
type of contracts, the web client's and the tools are made of it (clients/web/src/i18n/README.md says how to add one).
"""

from pathlib import Path
from typing import TypeVar

import msgspec

T = TypeVar("T")

_HERE = Path(__file__).resolve().parent
ENGLISH = "en"
"""What is said where a language has no words of its own: to staff, and of terms that nobody has translated."""
LANGUAGES: tuple[str, ...] = tuple(sorted(path.parent.name for path in _HERE.glob("*/mails.json")))


def read(language: str, file: str, kind: type[T]) -> T:
    """A file of a language's folder. Raises `msgspec.ValidationError` where it lacks something."""
    return msgspec.json.decode((_HERE / language / f"{file}.json").read_bytes(), type=kind)
