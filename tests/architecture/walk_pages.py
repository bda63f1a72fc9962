"""docs/walks: a page for each use case that is traced, made from the trace and the docstrings of what it calls.

`make walks` makes the pages again.
"""

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import structlog

from tests.architecture.project import ROOT, SERVICES
from tests.architecture.walk_steps import WALKS
from tests.architecture.walks import Call, trace

FOLDER = Path("docs/walks")
STEPS = 12
"""How many steps of a walk its page has at most."""
_LEAST_WEIGHT = 3
_LEAST_SHARE = 50
"""A step that consists of fewer calls than these, or than this part of the walk, is none."""


class Page(NamedTuple):
    """A page about one walk or several that follow each other."""

    title: str
    walks: tuple[str, ...]


PAGES = {
    "move": Page("A move", ("move",)),
    "stake": Page("A stake", ("hold", "settle")),
    "purchase": Page("A purchase", ("begin_purchase", "confirm_purchase")),
    "entry": Page("An entry to a competition", ("entry",)),
    "card": Page("A red card", ("red_card", "earned_card")),
}
"""By the names of their files."""


class Weighed(NamedTuple):
    """A call, the number of calls that it consists of, and in which service it is called from which."""

    place: int
    call: Call
    weight: int
    summary: str
    service: str
    caller: str


def pages() -> dict[str, str]:
    """Every page's text, by its path; with the index."""
    made = {str(FOLDER / f"{name}.md"): _text(page) for name, page in PAGES.items()}
    return {str(FOLDER / "README.md"): _index(), **made}


def choose(calls: list[Call], steps: int = STEPS) -> list[Weighed]:
    """The largest steps in the order in which they are taken: one of each file, with a docstring.

    A step's size is the number of calls that it consists of, so helpers come last, however often they are called. The
    step by which a walk enters a service is always one of them, the others are divided among the services. None is of
    the platform, which is below them all."""
    found = [weighed for weighed in _weigh(calls) if weighed.summary and weighed.service]
    by_file: dict[str, Weighed] = {}
    for each in found:
        known = by_file.get(each.call.file)
        if known is None or each.weight > known.weight:
            by_file[each.call.file] = each
    entered = _entered(found)
    least = max(_LEAST_WEIGHT, len(calls) // _LEAST_SHARE)
    others = [each for each in set(by_file.values()) - set(entered) if each.weight >= least]
    chosen = {*entered, *_divided(others)[: max(0, steps - len(entered))]}
    return sorted(chosen, key=lambda each: each.place)


def summary(file: str, function: str) -> str:
    """The first sentence of a function's docstring, or of its class for a constructor; empty without one."""
    found = _docstrings(file).get(function.removesuffix(".__init__"))
    first = " ".join((found or "").split("\n\n")[0].split())
    end = first.find(". ")
    return first if end < 0 else first[: end + 1]


def main() -> None:
    """Write every page."""
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    for path, text in pages().items():
        (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / path).write_text(text, encoding="utf-8")


def _weigh(calls: list[Call]) -> Iterator[Weighed]:
    within: list[tuple[int, str]] = []
    for place, call in enumerate(calls):
        after = place + 1
        while after < len(calls) and calls[after].depth > call.depth:
            after += 1
        while within and within[-1][0] >= call.depth:
            within.pop()
        service = _service(call.file)
        caller = next((name for _, name in reversed(within) if name), "")
        within.append((call.depth, service))
        yield Weighed(place, call, after - place, summary(call.file, call.function), service, caller)


def _service(file: str) -> str:
    """The service that a file is of, or the family of games; empty for what is below services."""
    folder, name, *_ = Path(file).parts
    return name if folder == "games" or (folder == "services" and name in SERVICES) else ""


def _divided(found: list[Weighed]) -> list[Weighed]:
    """The largest of each service, then the second of each, and so on."""
    ranks: Counter[str] = Counter()
    ranked = []
    for each in sorted(found, key=lambda each: (-each.weight, each.place)):
        ranked.append((ranks[each.service], -each.weight, each))
        ranks[each.service] += 1
    return [each for _, _, each in sorted(ranked)]


def _entered(found: list[Weighed]) -> list[Weighed]:
    """The largest step of each time that the walk comes to a service from elsewhere."""
    legs: list[Weighed] = []
    for each in found:
        if each.service not in SERVICES or each.service == each.caller:
            continue
        if not legs or legs[-1].service != each.service:
            legs.append(each)
        elif each.weight > legs[-1].weight:
            legs[-1] = each
    return legs


@cache
def _docstrings(file: str) -> dict[str, str]:
    """Qualified name → docstring, of everything public in a file."""
    found: dict[str, str] = {}

    def visit(node: ast.AST, prefix: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                name = f"{prefix}{child.name}"
                text = ast.get_docstring(child)
                if text and not child.name.startswith("_"):
                    found[name] = text
                visit(child, f"{name}.")
            else:
                visit(child, prefix)

    visit(ast.parse((ROOT / file).read_text(encoding="utf-8")), "")
    return found


def _text(page: Page) -> str:
    return f"# {page.title}\n\n{_NOTE}\n\n" + "\n".join(_section(name) for name in page.walks)


def _section(name: str) -> str:
    calls = trace(name)
    files = len({call.file for call in calls})
    lines = [f"## {name.replace('_', ' ').capitalize()}", "", " ".join((WALKS[name].__doc__ or "").split()), ""]
    for number, step in enumerate(choose(calls), start=1):
        function = step.call.function.removesuffix(".__init__")
        lines.append(
            f"{number}. [`{step.call.file}`](../../{step.call.file}) `{function}` ({step.weight}): {step.summary}"
        )
    return "\n".join([*lines, "", f"All of it: {len(calls)} calls in {files} files.", ""])


_NOTE = (
    "Made from a trace of the code by `make walks`; a test compares. "
    "These are its largest steps, one of each file, in the order in which they begin, with the first sentence of their "
    "docstrings. Below each of them is the platform: [inbox, transaction, outbox](../concepts/outbox_and_inbox.md).\n\n"
    "A number in brackets: of how many calls the step consists."
)


def _index() -> str:
    lines = ["# Walks", "", "What happens in the code, step by step, in five use cases:", ""]
    lines += [f"- [{page.title}]({name}.md)" for name, page in PAGES.items()]
    lines += ["", "How far the documents lead somebody who has nothing else: [four changes, tried](trials.md)."]
    names = ", ".join(f"`{walk}`" for page in PAGES.values() for walk in page.walks)
    lines += [
        "",
        "`python -W ignore -m tests.architecture.walks --files NAME` lists every call of a walk:",
        f"{names}.",
        "",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
