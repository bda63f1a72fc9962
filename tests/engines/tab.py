"""What a test asks of a browser, whichever engine it is. Everything else is JavaScript in the page (`page.js`)."""

from typing import Any, Protocol

WIDE, PHONE, LYING = (1280, 800), (460, 844), (844, 460)
"""Widths and heights of pages. WebKit's window is at least 447 wide."""


class Tab(Protocol):
    """One page of one person, who shares nothing with the people of other tabs."""

    def go(self, url: str) -> None:
        """Open an address, and wait until it is loaded."""

    def ask(self, body: str, *values: Any) -> Any:
        """What the body of an async function returns in the page, as JSON. It is called with `given`, the values."""

    def press_at(self, x: float, y: float) -> None:
        """Press and let go of the main button of the mouse at a spot of the page."""

    def type(self, text: str) -> None:
        """Press the keys of a text, for what has the focus."""

    def resize(self, width: int, height: int) -> None:
        """Give the page another size, as turning a phone does."""

    def complaints(self) -> list[str]:
        """Errors of scripts and of the console until now."""

    def close(self) -> None:
        """Leave, and forget all that the person had stored."""


class Engine(Protocol):
    """A running browser."""

    name: str

    def open(self, size: tuple[int, int] = WIDE) -> Tab:
        """An empty page of a person of their own."""

    def freeze(self, tab: Tab, *, frozen: bool) -> None:
        """Stop all processes of the tab's browser, as a phone does with a page that is put away; or let them go on."""

    def close(self) -> None:
        """End the browser with all its tabs."""
