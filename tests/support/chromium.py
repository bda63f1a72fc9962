"""The system's Chromium, driven by Playwright (which downloads none of its own)."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser

LAUNCH_ARGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--js-flags=--single-threaded --no-opt --no-maglev --min-semi-space-size=16",
)
"""A browser that may run as root in a container and calls nobody by itself.

A test's page lives for a second: machine code that only a long life would repay, and the threads that make it, cost a
quarter of the browser's processor time. Drawing in the browser's own process saves another tenth to fifth.
"""

_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The first is the same browser without its own windows and tabs: it takes two thirds of the processor time."""


def find_chromium(root: Path = Path("/")) -> Path | None:
    """The browser's program, the best that is there."""
    path = ":".join(str(root / folder) for folder in ("usr/bin", "usr/local/bin", "snap/bin"))
    candidates = [shutil.which(name, path=path) for name in _NAMES]
    if root == Path("/"):
        candidates += [shutil.which(name) for name in _NAMES]
    return next((Path(found) for found in candidates if found), None)


@contextmanager
def launched() -> Iterator["Browser"]:
    """A running headless browser; each player of a test is a context of it."""
    from playwright.sync_api import sync_playwright

    program = find_chromium()
    if program is None:
        raise FileNotFoundError("Chromium is not installed (Debian: chromium-headless-shell)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(LAUNCH_ARGS))
        try:
            yield browser
        finally:
            browser.close()
