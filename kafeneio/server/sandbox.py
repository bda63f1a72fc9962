"""`kafeneio up --sandbox`: a platform to try things on, whose accounts, chips and matches are deleted every night.

Nothing is deleted from a database: each day has a folder of its own below `sandbox/`, and what a day has left is
removed when the next one begins. A sandbox reaches nobody outside, so it does not start with settings that would.
"""

import datetime
import re
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from services.kernel.clock import DAY_MS, TimeMs
from services.platform.process.settings import PREFIX, SettingsError

FOLDER = "sandbox"
"""Below the usual folder of files."""
_MINUTE_MS = 60_000
_DAY_FOLDER = re.compile(r"until-(\d{13})")
_OUTSIDE: Mapping[str, str] = {
    "STRIPE_KEY": "real payments",
    "STRIPE_WEBHOOK_SECRET": "real payments",
    "SMTP_HOST": "mails",
    "SMTP_USER": "mails",
    "SMTP_PASSWORD": "mails",
    "PUSH_KEY": "notices to browsers",
    "SIGN_IN_PROVIDERS": "identities of other providers",
    "JOURNAL_ARCHIVE": "a store outside",
    "CELL_LINKS": "other cells",
}
"""Settings with which a sandbox would reach outside, and what they are for."""
_ONLY: Mapping[str, tuple[str, ...]] = {
    "PAYMENT_PROVIDER": ("none", "simulated"),
    "MAIL_TRANSPORT": ("none", "folder"),
}
"""Settings of which a sandbox takes some values alone."""
DEFAULTS: Mapping[str, str] = {
    "PAYMENT_PROVIDER": "simulated",
    "MAIL_TRANSPORT": "folder",
    "WELCOME_CHIPS": "1000000",
    "WELCOME_PER_DEVICE": "1000",
    "GIFTS_NEED_EMAIL": "false",
}
"""How a sandbox is set where its operator does not choose: accounts begin with plenty, and many programs register from
one machine."""


class Sandbox(NamedTuple):
    """A day of a sandbox."""

    root: Path
    """Where its days are."""
    until_ms: TimeMs
    """When everything is deleted."""

    @property
    def folder(self) -> Path:
        """Of this day's files."""
        return self.root / f"until-{self.until_ms}"

    @property
    def until_text(self) -> str:
        """The same for a person: `2026-11-30 04:00 UTC`."""
        return f"{datetime.datetime.fromtimestamp(self.until_ms / 1000, datetime.UTC):%Y-%m-%d %H:%M} UTC"


def today(var_dir: str, now_ms: TimeMs, minute: int) -> Sandbox:
    """The sandbox of now; `minute`: of the UTC day, at which everything is deleted."""
    until_ms = now_ms - now_ms % DAY_MS + minute * _MINUTE_MS
    return Sandbox(Path(var_dir) / FOLDER, until_ms if until_ms > now_ms else until_ms + DAY_MS)


def reaches_outside(environ: Mapping[str, str], services: Sequence[str]) -> list[str]:
    """A line for each setting with which a sandbox would reach somebody, or keep something, outside of its folder. No
    value is named: it may be a secret."""
    found = {name: text.strip() for name, text in environ.items() if name.startswith(PREFIX) and text.strip()}
    lines = [f"{PREFIX}{name} is set: {why}" for name, why in _OUTSIDE.items() if PREFIX + name in found]
    databases = [f"{PREFIX}{each.upper()}_DB_URL" for each in services]
    lines += [f"{name} is set: a database outside" for name in databases if name in found]
    if not found.get(f"{PREFIX}BROKER_URL", "embedded:").startswith("embedded:"):
        lines.append(f"{PREFIX}BROKER_URL is set: a broker outside")
    for name, allowed in _ONLY.items():
        if found.get(PREFIX + name, allowed[0]) not in allowed:
            lines.append(f"{PREFIX}{name}: a sandbox has only {', '.join(allowed)}")
    return lines


def check(environ: Mapping[str, str], services: Sequence[str]) -> None:
    """Whether a sandbox may start with these settings.

    Raises:
        SettingsError: it would reach outside.
    """
    lines = reaches_outside(environ, services)
    if lines:
        raise SettingsError(f"a sandbox reaches nobody outside: {'; '.join(lines)}")


def old_days(root: Path, kept: Path | None = None) -> list[Path]:
    """The folders of other days; only what a sandbox has named, and no link to elsewhere."""
    if not root.is_dir():
        return []
    return sorted(
        path
        for path in root.iterdir()
        if _DAY_FOLDER.fullmatch(path.name) and path != kept and path.is_dir() and not path.is_symlink()
    )


def begin(sandbox: Sandbox) -> int:
    """Remove what other days have left, and make the folder of this one; returns how many were removed. The caller
    holds the lock of `root`: no other sandbox runs on it."""
    others = old_days(sandbox.root, sandbox.folder)
    for path in others:
        shutil.rmtree(path)
    sandbox.folder.mkdir(parents=True, exist_ok=True)
    return len(others)


def until_of(path: Path) -> TimeMs:
    """Until when a day's folder is kept."""
    found = _DAY_FOLDER.fullmatch(path.name)
    return int(found[1]) if found else 0
