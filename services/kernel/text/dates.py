"""Calendar dates that come as text: one form, so that a slip of the finger is no other date."""

import re
from datetime import date

DATE_PATTERN = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
"""ISO 8601's extended form in ASCII digits: no compact form, no week, no ordinal date."""
_FORM = re.compile(DATE_PATTERN.removeprefix("^").removesuffix("$"), re.ASCII)


def read_date(text: str) -> date | None:
    """The date of `2001-12-31`; None: another form, or no day of the calendar."""
    if _FORM.fullmatch(text) is None:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
