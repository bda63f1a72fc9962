"""The commands of a page of the documents, as they are typed: the code blocks, by the heading above them."""

import re
from pathlib import Path
from typing import NamedTuple

_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
_VALUE = re.compile(r"^(export )?([A-Z_]+)=(.*)$")


class Section(NamedTuple):
    """A heading of the page, and its blocks of commands in order."""

    heading: str
    blocks: list[str]


def sections(page: Path) -> list[Section]:
    """Every section that has commands."""
    text = page.read_text(encoding="utf-8")
    headings = [(0, ""), *((each.end(), each[1]) for each in _HEADING.finditer(text))]
    found = []
    for number, (start, heading) in enumerate(headings):
        end = headings[number + 1][0] if number + 1 < len(headings) else len(text)
        blocks = [match[2] for match in _FENCE.finditer(text, start, end) if match[1] == "sh"]
        if blocks:
            found.append(Section(heading, blocks))
    return found


def decisions(block: str) -> dict[str, str]:
    """The values that a page's first block leaves to whoever follows it, with the examples that stand there.

    Raises:
        ValueError: a line is something else.
    """
    found = {}
    for line in block.splitlines():
        match = _VALUE.fullmatch(line)
        if match is None:
            raise ValueError(f"no decision: {line}")
        found[match[2]] = match[3]
    return found


def decided(block: str, values: dict[str, str]) -> tuple[str, list[str]]:
    """The block with these values in place of the examples, and the names that the page does not leave to decide."""
    named = decisions(block)
    lines = []
    for line in block.splitlines():
        match = _VALUE.fullmatch(line)
        assert match is not None
        lines.append(f"{match[1] or ''}{match[2]}={values.get(match[2], match[3])}")
    return "\n".join(lines) + "\n", sorted(values.keys() - named.keys())
