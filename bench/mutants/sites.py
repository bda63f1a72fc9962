"""The places at which a fault can be made, and the faults themselves."""

import random
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from cosmic_ray import plugins
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code

from bench.mutants.left_out import compared_words, is_order, is_used, types_in
from bench.mutants.mutant import Mutant
from tests.architecture.imports import pure_modules
from tests.architecture.project import SERVICES, modules

AREAS = (*SERVICES, "games", "gateway", "kernel")
"""What has tests of its own: the six services, the games, the gateway, and what all of them stand on."""


def changed(mutant: Mutant, source: str) -> str:
    """The module's text with the mutant's change."""
    text = mutate_code(source, plugins.get_operator(mutant.operator)(), mutant.occurrence)
    assert text is not None, f"no such place: {mutant.name}"
    return str(text)


def pure_paths(root: Path, area: str) -> list[str]:
    """The modules of an area in which faults are made: those that do no input or output."""
    folder = str(folder_of(area))
    pure = pure_modules(root, folder)
    return [each.path for each in modules(root, folder) if each.name in pure and not each.path.endswith("__init__.py")]


def folder_of(area: str) -> Path:
    """Where the code of an area lies."""
    return Path({"games": "games", "gateway": "gateway", "kernel": "services/kernel"}.get(area, f"services/{area}"))


def sample(root: Path, area: str, size: int | None, seed: int) -> list[Mutant]:
    """Mutants of an area, at most one of each place, chosen by the seed; without a size one of every place."""
    chance = random.Random(f"{seed}/{area}")
    every = [place for path in pure_paths(root, area) for place in places(root, path)]
    chosen = every if size is None or size >= len(every) else chance.sample(every, size)
    return [chance.choice(place) for place in chosen]


def places(root: Path, path: str) -> Iterator[list[Mutant]]:
    """All mutants of each place of a module: those that change the same part of its text."""
    source = (root / path).read_text(encoding="utf-8")
    types, words = types_in(source), compared_words(source)
    found: dict[tuple[int, int], list[Mutant]] = {}
    nodes = list(ast_nodes(get_ast(source)))
    for name in _operators():
        operator = plugins.get_operator(name)()
        occurrence = 0
        for node in nodes:
            for (line, column), _ in operator.mutation_positions(node):
                left_out = types + words if is_order(name) else types
                if not any(first <= (line, column) <= last for first, last in left_out):
                    found.setdefault((line, column), []).append(Mutant(path, line, column, name, occurrence))
                occurrence += 1
    return iter(found.values())


@cache
def _operators() -> Sequence[str]:
    return [name for name in plugins.operator_names() if is_used(name.rpartition("/")[2])]
