"""Follows docs/first-bot.md word by word (`make try-clients ARGS="--only five-minutes"`): from an empty folder with an
empty home to a bot's first finished match, for each language of the page, against a `kafeneio up` of its own.

A block of `bash` is run, any other is put into the file that the line before it names. All that a reader would have to
know besides is counted: names that no block sets, programs that the page does not say are needed, dots to be filled in,
and whatever does not work.
"""

import os
import re
import shlex
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer
from typing import NamedTuple

from bench.processes.members import ROOT
from bench.robots.evening import say
from tests.e2e.house import House

PAGE = ROOT / "docs" / "first-bot.md"
LIMIT_S, LATEST_S = 300.0, 600.0
FINISHED = "finished:"
KNOWN = frozenset({"HOME", "PATH"})
"""Names that every terminal has."""
BUILT_IN = frozenset({"export"})
LANGUAGES = ("Python", "TypeScript")
USUAL_ADDRESS = "http://127.0.0.1:8000"
OF_THE_MACHINE = ("PIP_", "NPM_CONFIG_", "npm_config_", "SSL_", "HTTP_", "HTTPS_", "http_", "https_", "NO_PROXY")
"""How this machine reaches its registries is no matter of the page."""
_BLOCK = re.compile(r"^```(?P<language>\w+)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)
_FILE = re.compile(r"In `([\w.-]+)`")


class Block(NamedTuple):
    """A block of the page, in a section. `file`: where it belongs; empty: it is run."""

    section: str
    file: str
    text: str


# --- the page: pure -------------------------------------------------------------------------------------------------


def blocks(page: str) -> list[Block]:
    """Every block in order; what is before the first heading of a section belongs to all, as section "".

    Raises:
        ValueError: a block is neither run nor put into a file.
    """
    found = []
    for part in re.split(r"^## ", f"\n{page}", flags=re.MULTILINE):
        heading = "" if part.startswith("\n") else part.partition("\n")[0]
        for each in _BLOCK.finditer(part):
            named = _FILE.match(part[: each.start()].rstrip().rpartition("\n")[2])
            if each["language"] != "bash" and named is None:
                raise ValueError(f"the page does not say where this belongs: {each['text'][:80]}")
            found.append(Block(heading, "" if named is None else named[1], each["text"]))
    return found


def unnamed(page: str, chosen: Sequence[Block]) -> list[str]:
    """What these blocks need and the page does not say."""
    run = [each.text for each in chosen if not each.file]
    placed = [each.text for each in chosen if each.file]
    there = {name for text in run for name in re.findall(r"\bexport (\w+)=", text)} | KNOWN
    used = {name for text in run for name in re.findall(r"\$\{?(\w+)", _without_comments(text))}
    for text in placed:
        used |= set(re.findall(r'os\.environ\["(\w+)"\]', text)) | set(re.findall(r"process\.env\.(\w+)", text))
        used |= {name for names in re.findall(r"{([^}]*)} = process\.env;", text) for name in re.findall(r"\w+", names)}
    needed = set(re.findall(r"`([\w-]+)`", page.partition("You need ")[2].partition("\n")[0]))
    found = [f"${name}" for name in sorted(used - there)]
    found += [f"program {name}" for name in sorted(set(_programs(run)) - needed - BUILT_IN)]
    return found + [
        f"to be filled in: {line.strip()}" for each in chosen for line in each.text.splitlines() if "…" in line
    ]


def _without_comments(text: str) -> str:
    return re.sub(r"(^|\s)#.*$", "", text, flags=re.MULTILINE)


def _programs(run: Sequence[str]) -> Iterator[str]:
    """The programs that commands begin with, those within `$(…)` too; not those that a step before has installed."""
    for text in run:
        for line in _without_comments(text).splitlines():
            for command in (line, *re.findall(r"\$\(([^)]*)\)", line)):
                words = shlex.split(command)
                if words and "/" not in words[0]:
                    yield words[0]


def script(chosen: Sequence[Block], address: str) -> str:
    """What a reader types, in order. `address`: what `make up` has printed, where it is not the usual one."""
    lines = ["set -euo pipefail"]
    for each in chosen:
        if each.file:
            lines.append(f"cat > {shlex.quote(each.file)} <<'END-OF-BLOCK'\n{each.text}END-OF-BLOCK")
        else:
            lines.append(each.text.replace(f"export SITE={USUAL_ADDRESS}", f"export SITE={address}"))
    return "\n".join(lines)


# --- following it ---------------------------------------------------------------------------------------------------


class Followed(NamedTuple):
    """By language, seconds until a match was finished; and what the page does not name."""

    took_s: dict[str, float]
    unnamed: list[str]

    @property
    def wrong(self) -> list[str]:
        """What is not as it should be."""
        return [*self.unnamed, *(f"{each}: {took_s:.0f} s" for each, took_s in self.took_s.items() if took_s > LIMIT_S)]


def follow(page: str) -> Followed:
    """Follow the page in every language."""
    took_s: dict[str, float] = {}
    missing: list[str] = []
    with TemporaryDirectory(prefix="kafeneio-first-bot-") as name:
        house = House(Path(name))
        try:
            house.open()
            for language in LANGUAGES:
                chosen = [each for each in blocks(page) if each.section in ("", language)]
                missing += [f"{language}: {each}" for each in unnamed(page, chosen)]
                found_s, said = _typed(Path(name) / language, script(chosen, house.url))
                if found_s is None:
                    missing.append(f"{language}: it does not work: {said[-1_000:]}")
                else:
                    took_s[language] = found_s
                    say(f"{language}: the first match after {found_s:.1f} s")
        finally:
            house.kill()
    return Followed(took_s, missing)


def _typed(folder: Path, text: str) -> tuple[float | None, str]:
    """Seconds until the bot has said that its match is finished, and what was said; None: it never did."""
    home, empty = folder / "home", folder / "empty"
    for each in (home, empty):
        each.mkdir(parents=True)
    (home / "kafeneio").symlink_to(ROOT)
    (folder / "typed.sh").write_text(text)
    began_s, finished_s, said = time.monotonic(), None, ""
    with subprocess.Popen(
        ["bash", str(folder / "typed.sh")], cwd=empty, env=_environment(os.environ, home), text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
    ) as reader:  # fmt: skip
        assert reader.stdout is not None
        late = Timer(LATEST_S, lambda: os.killpg(reader.pid, signal.SIGKILL))
        late.start()
        for line in reader.stdout:
            said += line
            if line.startswith(FINISHED) and finished_s is None:
                finished_s = time.monotonic() - began_s
        late.cancel()
    return (None if reader.returncode else finished_s), said


def _environment(ours: Mapping[str, str], home: Path) -> dict[str, str]:
    """A terminal that has just been opened, by somebody who has nothing yet."""
    machine = {name: value for name, value in ours.items() if name.startswith(OF_THE_MACHINE)}
    return machine | {"HOME": str(home), "PATH": ours["PATH"], "LANG": "C.UTF-8"}
