"""Links of Markdown documents lead to files and headings that are there. Answers complaints."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

_FENCE = re.compile(r"^ {0,3}(```+|~~~+)")
_CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")
_LINK = re.compile(r"\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
_DEFINITION = re.compile(r"^ {0,3}\[[^\]^]+\]:\s+<?([^\s>]+)>?")
_HEADING = re.compile(r"^ {0,3}#{1,6}\s+(.*?)\s*#*\s*$")
_ID = re.compile(r"<\w+[^>]*\s(?:id|name)=\"([^\"]+)\"")
_ELSEWHERE = re.compile(r"^(?:[a-z][a-z0-9+.-]*:|//)", re.IGNORECASE)
_NOT_IN_ANCHORS = re.compile(r"[^\w\- ]")


class Link(NamedTuple):
    """A link as a document has it."""

    line: int
    target: str


def links_lead_somewhere(root: Path, found: list[Path]) -> list[str]:
    """A link without a scheme names a file or folder of the project, and behind `#` a heading of the Markdown file."""
    kept = {path.resolve() for path in found}
    kept |= {folder for path in kept for folder in path.parents if folder.is_relative_to(root.resolve())}
    return [
        f"{path.relative_to(root)}:{link.line}: {link.target} {complaint}"
        for path in found
        if path.suffix == ".md"
        for link in links(path.read_text(encoding="utf-8"))
        if not _ELSEWHERE.match(link.target)
        if (complaint := _complaint(path, link.target, kept))
    ]


def links(text: str) -> Iterator[Link]:
    """Every link and image outside of code."""
    for number, line in _lines(text):
        plain = _CODE.sub("", line)
        for match in [*_LINK.finditer(plain), *_DEFINITION.finditer(plain)]:
            yield Link(number, match[1])


def anchors(text: str) -> set[str]:
    """The anchors of a document's headings, as forges and our site make them, and explicit ones."""
    found: set[str] = set()
    times: Counter[str] = Counter()
    for _, line in _lines(text):
        found.update(match[1] for match in _ID.finditer(line))
        heading = _HEADING.match(line)
        if heading is None:
            continue
        words = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading[1])
        anchor = _NOT_IN_ANCHORS.sub("", words.lower()).replace(" ", "-")
        found.add(f"{anchor}-{times[anchor]}" if times[anchor] else anchor)
        times[anchor] += 1
    return found


def _complaint(path: Path, target: str, kept: set[Path]) -> str:
    name, _, anchor = unquote(target).partition("#")
    leads_to = (path.parent / name).resolve() if name else path.resolve()
    if name.startswith("/") or leads_to not in kept:
        return "does not exist"
    if anchor and (leads_to.suffix != ".md" or anchor not in _anchors_of(leads_to, leads_to.stat().st_mtime_ns)):
        return "names a heading that does not exist"
    return ""


@cache
def _anchors_of(path: Path, _changed_ns: int) -> set[str]:
    return anchors(path.read_text(encoding="utf-8"))


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Numbered lines outside of fenced code."""
    fence = ""
    for number, line in enumerate(text.splitlines(), start=1):
        mark = _FENCE.match(line)
        if fence:
            fence = "" if mark and mark[1].startswith(fence) else fence
        elif mark:
            fence = mark[1]
        else:
            yield number, line
