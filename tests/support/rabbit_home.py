"""A RabbitMQ release of only what a node needs: Erlang looks for each of 700 modules in every plugin's folder.

The packages have seventy of them, and to find nothing in those takes a third of a node's start.
"""

import re
from collections.abc import Iterable
from pathlib import Path

_DEPENDENCIES = re.compile(r"\{\s*(?:included_|optional_)?applications\s*,\s*\[(.*?)\]", re.DOTALL)
_COMMENT = re.compile(r"%.*")
_NAME = re.compile(r"[a-z][a-z0-9_]*")


def lay_out(home: Path, release: Path, plugins: Iterable[str]) -> Path | None:
    """Make the folder `home` of links into an installed release, with these plugins and all that they depend on.

    The folder of its scripts, or None if the release is not laid out in folders as the packages' are.
    """
    installed = {path.parent.parent.name.partition("-")[0]: path for path in release.glob("plugins/*/ebin/*.app")}
    wanted = needed(["rabbit", *plugins], installed)
    if not {"rabbit", *plugins} <= wanted or not (release / "escript").is_dir():
        return None
    (home / "plugins").mkdir(parents=True)
    for name in ("sbin", "escript"):
        (home / name).symlink_to(release / name)
    for folder in (installed[name].parent.parent for name in wanted):
        (home / "plugins" / folder.name).symlink_to(folder)
    return home / "sbin"


def needed(applications: Iterable[str], installed: dict[str, Path]) -> set[str]:
    """These and all that they depend on, of those whose descriptions (`.app`) are in `installed`."""
    found: set[str] = set()
    left = list(applications)
    while left:
        name = left.pop()
        if name in installed and name not in found:
            found.add(name)
            left += _dependencies(installed[name].read_text())
    return found


def _dependencies(description: str) -> list[str]:
    lists = _DEPENDENCIES.findall(_COMMENT.sub("", description))
    return [name for found in lists for name in _NAME.findall(found)]
