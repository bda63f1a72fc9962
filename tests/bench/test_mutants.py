"""Faults that are made on purpose are tried against the right tests, and what is listed as no fault is still there."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bench.mutants import known, left_out
from bench.mutants.mutant import Mutant
from bench.mutants.reach import FAR_S, NEAR_S, Kept, Reach, kept_in, write
from bench.mutants.tree import copy_tree
from tests.architecture.project import ROOT

SERVER = ROOT / "bench" / "mutants" / "trial_server.py"
RULES = "services/lobby/calls/rules.py"
MUTANT = Mutant(RULES, 1, 0, "core/NumberReplacer", 0)


@pytest.fixture
def tried(tmp_path: Path) -> Iterator[Callable[..., str]]:
    """What becomes of a test when the code that it tries returns this."""
    command = [sys.executable, str(SERVER), str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdin is not None and server.stdout is not None

        def run(text: str, seconds: float = 60) -> str:
            assert server.stdin is not None and server.stdout is not None
            (tmp_path / "rules.py").write_text(f"def more(chips):\n    return {text}\n")
            (tmp_path / "test_rules.py").write_text(
                "import rules\n\n\ndef test_more():\n    assert rules.more(1) == 2\n"
            )
            print(json.dumps({"tests": ["test_rules.py"], "seconds": seconds}), file=server.stdin, flush=True)
            return json.loads(server.stdout.readline())["outcome"]

        yield run
        server.stdin.close()


def test_each_run_reads_the_code_as_it_is_and_ends_what_never_ends(tried: Callable[..., str]) -> None:
    assert [tried("chips + 1"), tried("chips - 1"), tried("chips + 1")] == ["passed", "failed", "passed"]
    assert tried("chips +") == "failed"
    assert tried("next(0 for _ in iter(int, 1) if False)", seconds=3) == "slow"


def test_the_nearest_and_shortest_tests_of_a_line_come_first_and_the_others_as_far_as_there_is_time() -> None:
    own, other, long = "tests/lobby/calls/test_rules.py::a", "tests/lobby/test_events.py::b", "tests/lobby/x.py::c"
    seconds = {own: NEAR_S - 1, other: 2.0, long: FAR_S}
    reach = Reach({RULES: {1: [long, other, own]}}, seconds)
    assert reach.tests(RULES, 1) == ([own], [other])
    assert reach.tests(RULES, 2) == ([own], [other]), "a line that is executed on import: all tests of its module"
    assert reach.tests("services/lobby/calls/limits.py", 1) == ([own], [other]), "no test of its own: all there are"
    assert Reach({}, {}).tests(RULES, 1) == ([], [])
    assert Reach({RULES: {1: [long]}}, {long: FAR_S}).tests(RULES, 1) == ([long], []), "one at least"


def test_tests_named_after_a_module_are_tried_on_all_its_lines_although_reading_a_constant_executes_none() -> None:
    reads, calls = "tests/lobby/calls/test_rules.py::reads", "tests/lobby/test_events.py::calls"
    reach = Reach({RULES: {1: [calls], 7: [calls]}}, {reads: 0.1, calls: 0.1})
    assert [reach.tests(RULES, line) for line in (1, 2, 7)] == [([reads, calls], [])] * 3


def test_a_copy_of_the_tree_has_its_files_its_linked_folders_and_what_is_built_or_installed(tmp_path: Path) -> None:
    root = tmp_path / "root"
    for name in ("gateway/gen/stub.py", "clients/web/dist/index.html", "clients/web/node_modules/a.js", "var/kept"):
        (root / name).parent.mkdir(parents=True)
        (root / name).write_text("x = 1\n")
    (root / "clients" / "gen").symlink_to("../gateway/gen")
    (root / ".gitignore").write_text("var\ndist\nnode_modules\n")
    for command in (["init", "--quiet"], ["add", "--all"]):
        subprocess.run(["git", *command], cwd=root, check=True)
    copy = copy_tree(root, tmp_path / "copy")
    built = ("clients/web/dist/index.html", "clients/web/node_modules/a.js")
    for name in ("gateway/gen/stub.py", "clients/gen/stub.py", *built):
        assert (copy / name).read_text() == "x = 1\n"
    assert (copy / "clients" / "gen").is_symlink() and not (copy / "var").exists()


def test_what_tests_execute_is_kept_for_the_next_run(tmp_path: Path) -> None:
    found = Kept("state", {"test_rules.py": "state"}, ["a", "b"], {"a": 0.1, "b": 0.2}, {RULES: {12: {0, 1}, 3: set()}})
    write(found, tmp_path / "lobby.json")
    assert kept_in(tmp_path / "lobby.json") == found


def test_what_is_listed_as_no_fault_is_found_by_its_text_wherever_the_line_is(tmp_path: Path) -> None:
    place = tmp_path / RULES
    place.parent.mkdir(parents=True)
    place.write_text("    LIMIT = 3\n")
    listed = [known.Equivalent(RULES, "LIMIT = 3", ("Number",), "only its order matters")]
    assert known.is_equivalent(tmp_path, MUTANT, listed)
    assert not known.is_equivalent(tmp_path, MUTANT._replace(operator="core/AddNot"), listed)
    place.write_text("LIMIT = 4\n")
    assert not known.is_equivalent(tmp_path, MUTANT, listed)


def test_the_list_only_shrinks_and_what_was_taken_from_it_is_written_down() -> None:
    assert len(known.listed()) == known.LENGTH, "explain no more, kill instead; if it has shrunk, write LENGTH down"


def test_nothing_becomes_a_question_of_identity_but_what_is_one() -> None:
    kind = "ReplaceComparisonOperator"
    assert left_out.is_used(f"{kind}_Is_IsNot") and left_out.is_used(f"{kind}_Lt_LtE")
    for name in (f"{kind}_Lt_Is", f"{kind}_Eq_IsNot", f"{kind}_Is_Lt", "RemoveDecorator", "NoOp"):
        assert not left_out.is_used(name)


def test_words_are_not_ordered() -> None:
    ((first, last),) = left_out.compared_words("x = a < b\ny = kind == 'free'\n")
    assert (first, last) == ((2, 4), (2, 18))
    assert [left_out.is_order(f"core/Replace_Eq_{to}") for to in ("Lt", "LtE", "Gt", "GtE", "NotEq")] == [True] * 4 + [
        False
    ]


@pytest.mark.parametrize(
    ("line", "passed_by"),
    [
        ("Target = Literal[100, 200]", True),
        ("Ids = Left | Right", True),
        ("pairs = zip(a, b, strict=True)", True),
        ("class C(D, frozen=True): ...", True),
        ("cached = lru_cache(64)(f)", True),
        ("pairs = zip(a[1:], b)", False),
        ("x: Annotated[int, Meta(ge=1)] = 1", True),
        ("def f(x: Literal[1]) -> Literal[2]: ...", True),
        ("x = 100 | 2", False),
        ("x = call(strict=True)", False),
    ],
)
def test_types_and_the_strictness_of_pairs_are_passed_by(line: str, passed_by: bool) -> None:
    assert bool(left_out.types_in(line)) == passed_by


def test_each_listed_mutant_is_still_in_the_code_and_has_a_reason() -> None:
    for each in known.listed():
        lines = [line.strip() for line in (ROOT / each.path).read_text(encoding="utf-8").splitlines()]
        assert each.text in lines, each
        assert len(each.reason.split()) >= 4 and each.operators, each
