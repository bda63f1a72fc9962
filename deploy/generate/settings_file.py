"""deploy/local/settings.env: every `KAFENEIO_…` variable with default and meaning."""

import shlex
from pathlib import Path

from deploy.generate.declared import Section, Setting, database_variables, defaults_of_up, sections

_WIDTH = 120
_HEAD = """\
# Every setting of Kafeneio, its meaning and its default. Made from the code by `python -m deploy.generate`: do not edit
#
# A copy of this file with some lines uncommented and changed is used so:
#   set -a; . ./my.env; set +a; make up
# Lists are written with commas, lists of lists as JSON; units are in the names. A value that does not fit is named at
# the start, and nothing starts. In a cluster: deploy/k8s/base/settings.env.
"""
_DATABASES = """\
# === databases ===
# Where each service keeps what it owns: postgresql+psycopg://user:password@host/name. Unset: an SQLite file of its own
# under KAFENEIO_VAR_DIR.
"""


def text(root: Path) -> str:
    """The file. A variable that several read is explained where it comes first."""
    found = list(sections(root))
    readers: dict[str, list[str]] = {}
    for section in found:
        for setting in section.settings:
            readers.setdefault(setting.name, []).append(section.title)
    databases = _DATABASES + "".join(f"#{name}=\n" for name in database_variables(root))
    return "\n".join([_HEAD + _instead(root), databases, *(_section(section, readers) for section in found)])


def _instead(root: Path) -> str:
    others = ", ".join(f"{name}={value}" for name, value in defaults_of_up(root).items())
    return f"# `make up` starts from other defaults for some: {others}.\n" if others else ""


def _section(section: Section, readers: dict[str, list[str]]) -> str:
    lines = [f"# === {section.title} ===", *_wrapped(section.about)]
    for setting in section.settings:
        if setting.heading:
            lines += ["", f"# --- {setting.heading} ---"]
        lines += ["", *_setting(setting, section.title, readers[setting.name])]
    return "\n".join(lines) + "\n"


def _setting(setting: Setting, title: str, readers: list[str]) -> list[str]:
    if title != readers[0]:
        return [f"# {setting.name}: see {readers[0]}."]
    shared = f" Read by {' and '.join(readers[1:])} too." if readers[1:] else ""
    return [*_wrapped(f"{setting.meaning} ({setting.kind}){shared}"), f"#{setting.name}={_quoted(setting.default)}"]


def _quoted(text: str) -> str:
    """As a shell reads it: it would take the quotes of JSON for its own, and end at a space."""
    return shlex.quote(text) if '"' in text or " " in text else text


def _wrapped(words: str) -> list[str]:
    lines, line = [], "#"
    for word in words.split():
        if len(line) + len(word) >= _WIDTH:
            lines.append(line)
            line = "#"
        line += f" {word}"
    return [*lines, line]
