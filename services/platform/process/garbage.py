"""How rarely a process looks for garbage: a pause of the collector is a pause of every table in the process."""

import gc

_THRESHOLDS = (5_000, 200, 50)
"""Tables are immutable trees without cycles: to look at them again and again costs a tenth of a worker and finds
nothing. What is young is looked at in portions of one or two milliseconds (50,000 at once took 25)."""


def look_rarely() -> None:
    """At the beginning of a process that stays: from now on objects are looked at seldom, old ones hardly ever."""
    gc.set_threshold(*_THRESHOLDS)


def keep_what_is_there(clean: bool = True) -> None:
    """Once a process has started: what is imported and set up stays for its life, and is never looked at again.
    `clean`: without what is garbage by now, which takes a twentieth of a second to find."""
    if clean:
        gc.collect()
    gc.freeze()
