"""The browsers of other engines than Chromium's, as Debian has them (tests/engines)."""

from pathlib import Path


def find_firefox(root: Path = Path("/")) -> Path | None:
    """Firefox; it speaks WebDriver BiDi itself."""
    return _first(root, "usr/bin/firefox-esr", "usr/bin/firefox")


def find_webkit(root: Path = Path("/")) -> Path | None:
    """The driver of WebKit, which starts the browser that comes with Debian's library."""
    return _first(root, "usr/bin/WebKitWebDriver")


def find_screen(root: Path = Path("/")) -> Path | None:
    """The server of a screen in memory, for WebKit, which is never without one."""
    return _first(root, "usr/bin/Xvfb")


def _first(root: Path, *names: str) -> Path | None:
    return next((found for name in names if (found := root / name).exists()), None)
