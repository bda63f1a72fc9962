"""How far the modules of the services are entangled, in numbers that may only shrink."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from pathlib import Path

from tests.architecture.project import PRODUCTION, Module, files, modules

_LAYERS = (("kernel",), ("contracts",), ("platform",))
"""The lowest first. On them stand the services and the gateway, and on those what wires everything."""
_SERVICES, _MAIN = len(_LAYERS), len(_LAYERS) + 1
_SMALL_LINES = 60
Graph = Mapping[str, set[str]]
"""Module → the modules that it imports."""


def measure(root: Path) -> dict[str, int]:
    """The figures of this tree."""
    found = modules(root, *PRODUCTION)
    graph = imported(found)
    circles = find_circles(graph)
    folders = Counter(str(path.relative_to(root).parent) for path in files(root) if _is_read(path))
    return {
        "circles": len(circles),
        "modules in circles": sum(len(each) for each in circles),
        "arrows up": len(find_arrows_up(found, graph)),
        "largest folder": max(number for folder, number in folders.items() if not _is_of_tests(folder)),
        "largest folder of tests": max(number for folder, number in folders.items() if _is_of_tests(folder)),
        "small modules of one importer": len(find_small(found, graph)),
    }


def _is_read(path: Path) -> bool:
    """Code, but for steps of schemas, each of which is read alone."""
    return path.suffix == ".py" and path.parent.name != "versions"


def imported(found: list[Module]) -> Graph:
    """What each module imports, also within functions and for type checkers only."""
    names = {each.name for each in found}
    graph: dict[str, set[str]] = {}
    for each in found:
        targets = {_module_of(item.name, names) for item in each.imports}
        graph[each.name] = {target for target in targets if target is not None and target != each.name}
    return graph


def find_circles(graph: Graph) -> list[list[str]]:
    """Modules that import each other, directly or by way of others; largest first."""
    circles = []
    into: dict[str, set[str]] = defaultdict(set)
    for name, targets in graph.items():
        for target in targets:
            into[target].add(name)
    placed: set[str] = set()
    for name in reversed(_by_end(graph)):
        circle = _reach(name, into, placed)
        if len(circle) > 1:
            circles.append(sorted(circle))
    return sorted(circles, key=lambda each: (-len(each), each))


def find_arrows_up(found: list[Module], graph: Graph) -> list[tuple[str, str]]:
    """Imports of a module that stands above the one that imports it."""
    layers = {each.name: layer_of(each.path) for each in found}
    return sorted(
        (name, target) for name, targets in graph.items() for target in targets if layers[target] > layers[name]
    )


def find_small(found: list[Module], graph: Graph) -> list[str]:
    """Short modules that only one other one imports; packages apart."""
    importers = Counter(target for targets in graph.values() for target in targets)
    return sorted(
        each.name
        for each in found
        if importers[each.name] == 1 and not each.path.endswith("__init__.py") and _lines(each) < _SMALL_LINES
    )


def layer_of(path: str) -> int:
    """Where a file stands: from the kernel, 0, up to what wires everything."""
    folders = Path(path).parts[:-1][:2]
    for layer, names in enumerate(_LAYERS):
        if set(folders) & set(names):
            return layer
    is_wiring = folders[0] == "kafeneio" or folders == ("services",)
    return _MAIN if is_wiring else _SERVICES


def _module_of(name: str, names: set[str]) -> str | None:
    """The module that an imported name is or is in; None: it is not ours."""
    while name and name not in names:
        name = name.rpartition(".")[0]
    return name or None


def _by_end(graph: Graph) -> list[str]:
    """All modules, each after everything that can be reached from it, circles apart."""
    done: list[str] = []
    placed: set[str] = set()
    for start in sorted(graph):
        way = [(start, iter(sorted(graph[start])))] if start not in placed else []
        placed.add(start)
        while way:
            name, targets = way[-1]
            target = next((each for each in targets if each not in placed), None)
            if target is None:
                done.append(name)
                way.pop()
            else:
                placed.add(target)
                way.append((target, iter(sorted(graph[target]))))
    return done


def _reach(start: str, graph: Graph, placed: set[str]) -> set[str]:
    """The modules that can be reached and are not placed yet; they are placed now."""
    found: set[str] = set()
    waiting = [start]
    while waiting:
        name = waiting.pop()
        if name not in placed:
            placed.add(name)
            found.add(name)
            waiting += graph.get(name, ())
    return found


def _is_of_tests(folder: str) -> bool:
    return "tests" in Path(folder).parts


def _lines(found: Module) -> int:
    last = found.tree.body[-1].end_lineno if found.tree.body else 0
    return last or 0
