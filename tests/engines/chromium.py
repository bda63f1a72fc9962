"""Chromium, by Playwright."""

import os
import signal
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from tests.engines.tab import WIDE, Tab
from tests.support import processes


class ChromiumTab:
    """A page in a context of its own."""

    def __init__(self, browser: Browser, size: tuple[int, int]) -> None:
        width, height = size
        self.context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
        self.page: Page = self.context.new_page()
        self._complaints: list[str] = []
        self.page.on("pageerror", lambda error: self._complaints.append(str(error)))
        self.page.on("console", lambda line: self._complaints.append(line.text) if line.type == "error" else None)

    def go(self, url: str) -> None:
        """See `Tab`."""
        self.page.goto(url)

    def ask(self, body: str, *values: Any) -> Any:
        """See `Tab`."""
        return self.page.evaluate(f"async (given) => {{ {body} }}", list(values))

    def press_at(self, x: float, y: float) -> None:
        """See `Tab`."""
        self.page.mouse.click(x, y)

    def type(self, text: str) -> None:
        """See `Tab`."""
        self.page.keyboard.type(text)

    def resize(self, width: int, height: int) -> None:
        """See `Tab`."""
        self.page.set_viewport_size({"width": width, "height": height})

    def complaints(self) -> list[str]:
        """See `Tab`."""
        return list(self._complaints)

    def close(self) -> None:
        """See `Tab`."""
        self.context.close()


class Chromium:
    """The run's Chromium, which others use too: it is not ended here."""

    name = "chromium"

    def __init__(self, browser: Browser) -> None:
        self._browser = browser

    def open(self, size: tuple[int, int] = WIDE) -> ChromiumTab:
        """See `Engine`."""
        return ChromiumTab(self._browser, size)

    def freeze(self, tab: Tab, *, frozen: bool) -> None:
        """See `Engine`. Its pages are stopped, those of other tests too, and the browser itself is not: Playwright
        waits for it."""
        members = [pid for pid in processes.family(os.getpid()) if "--type=renderer" in _command(pid)]
        processes.send(members, signal.SIGSTOP if frozen else signal.SIGCONT)

    def close(self) -> None:
        """See `Engine`."""


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except FileNotFoundError:
        return ""
