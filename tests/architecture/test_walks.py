"""Use cases walk through no more files than now, modules are no more entangled, and what shrinks stays smaller."""

from pathlib import Path

import pytest

from tests.architecture import walks
from tests.architecture.import_figures import find_arrows_up, find_circles, find_small, imported, layer_of
from tests.architecture.project import Module, assert_none, modules
from tests.architecture.walks import Call


@pytest.fixture
def found(tmp_path: Path) -> list[Module]:
    """A tree in which the kernel imports the platform, for a type checker only, and the platform the kernel."""
    write(
        tmp_path, "services/kernel/clock.py", "if TYPE_CHECKING:\n    from services.platform.process.logs import log\n"
    )
    write(tmp_path, "services/platform/process/logs.py", "def log():\n    from services.kernel import clock\n")
    write(tmp_path, "kafeneio/main.py", "from services.platform.process import logs\n" + "\n" * 60 + "x = 1\n")
    return modules(tmp_path, "services", "kafeneio")


def write(tree: Path, path: str, text: str) -> None:
    (tree / path).parent.mkdir(parents=True, exist_ok=True)
    (tree / path).write_text(text)


def calls(*names: str) -> list[Call]:
    """Calls of functions in these files."""
    return [Call(0, f"services/{name}.py", "run") for name in names]


@pytest.mark.parametrize(
    ("names", "files", "returns", "folders"),
    [
        ("a", 1, 0, 1),
        ("a a", 1, 0, 1),
        ("a b/c", 2, 0, 2),
        ("a b a b b c", 3, 2, 1),
    ],
)
def test_a_return_is_a_call_into_a_file_left_before(names: str, files: int, returns: int, folders: int) -> None:
    found = walks.measure(calls(*names.split()))
    assert found == {"files": files, "returns": returns, "calls": len(names.split()), "folders": folders}


@pytest.mark.parametrize(
    ("number", "complaint"),
    [(3, "hold: files: 3, 2 are allowed"), (2, None), (1, "hold: files: write 1 into walks.json")],
)
def test_a_figure_may_not_grow_and_must_be_written_down_when_it_shrinks(number: int, complaint: str | None) -> None:
    complaints = walks.may_only_shrink({"hold": {"files": number}}, {"hold": {"files": 2}})
    assert len(complaints) == (complaint is not None)
    assert complaint is None or complaint in complaints[0]


def test_a_figure_that_is_new_or_gone_is_noticed() -> None:
    complaints = walks.may_only_shrink({"new": {"files": 1}}, {"old": {"files": 1}})
    assert ["write it into" in complaints[0], "is gone" in complaints[1]] == [True, True]


def test_imports_for_type_checkers_and_within_functions_count(found: list[Module]) -> None:
    graph = imported(found)
    assert find_circles(graph) == [["services.kernel.clock", "services.platform.process.logs"]]
    assert find_arrows_up(found, graph) == [("services.kernel.clock", "services.platform.process.logs")]


def test_a_small_module_of_one_importer_is_found(found: list[Module]) -> None:
    assert find_small(found, imported(found)) == ["services.kernel.clock"]


def test_files_stand_in_their_order() -> None:
    paths = ["services/kernel/ids.py", "services/contracts/base.py", "services/platform/process/json.py"]
    paths += ["services/wallet/shop/use_cases.py", "kafeneio/main.py"]
    assert [layer_of(path) for path in paths] == [0, 1, 2, 3, 4]
    assert layer_of("gateway/server.py") == layer_of("services/wallet/shop/rules.py")


def test_only_functions_of_services_are_followed() -> None:
    found = walks.trace("hold")
    assert {call.file.split("/")[0] for call in found} <= {"services", "gateway", "games", "kafeneio"}
    assert not [call for call in found if call.function == "<module>"]
    assert "hold" in [call.function for call in found]


def test_the_figures_of_the_project_do_not_grow() -> None:
    assert_none(walks.may_only_shrink(walks.all_figures(), walks.written_figures()))
