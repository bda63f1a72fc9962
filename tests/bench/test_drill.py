"""What `make drill` counts on: rules that are quicker and the same otherwise, and a pager that distinguishes groups."""

import time
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml  # type: ignore[import-untyped]

from bench.drill.drill import PARTS, _filled, alert_names, chosen
from bench.drill.faults import at_processes
from bench.drill.faults.alerts import CAUSED, NOT_CAUSED, caused_alerts
from bench.drill.monitoring import PROMETHEUS, Pager, scaled


def test_ranges_and_patience_are_shorter_and_thresholds_stay() -> None:
    text = "expr: increase(x_total[15m]) > 30\n  and rate(y[5m] offset 10m) > 6 * 3600\nfor: 1m\n"
    assert scaled(text, 10) == (
        "expr: increase(x_total[90s]) > 30\n  and rate(y[30s] offset 60s) > 6 * 3600\nfor: 6s\n"
    )


def test_every_rule_file_is_still_one() -> None:
    for path in (PROMETHEUS / "rules").glob("*.yml"):
        text = path.read_text(encoding="utf-8")
        before, after = yaml.safe_load(text), yaml.safe_load(scaled(text, 10))
        names = [[rule.get("alert", rule.get("record")) for rule in group["rules"]] for group in before["groups"]]
        assert names == [
            [rule.get("alert", rule.get("record")) for rule in group["rules"]] for group in after["groups"]
        ]


def test_every_alert_has_its_fault_or_a_reason_why_it_can_have_none() -> None:
    assert caused_alerts() | set(NOT_CAUSED) == alert_names()
    assert not caused_alerts() & set(NOT_CAUSED)
    assert all(reason.strip() for reason in NOT_CAUSED.values())


def test_the_command_line_chooses_faults_and_names_those_that_there_are_not(capsys: pytest.CaptureFixture[str]) -> None:
    args = chosen(["--faults", "BrokerDown,CrashLoop"])
    assert (args.faults, args.only) == (("BrokerDown", "CrashLoop"), ["pages"])
    assert (chosen([]).only, chosen([]).faults) == (PARTS, tuple(CAUSED))
    with pytest.raises(SystemExit):
        chosen(["--faults", "BrokerDown,Rain"])
    assert "no such faults: Rain" in capsys.readouterr().err


class Workers:
    """Two workers of a platform; those in `reached` have tables that a failing engine stops."""

    def __init__(self, folder: Path, reached: set[frozenset[str]]) -> None:
        self.folder, self.reached, self.done = folder, reached, list[tuple[str, str]]()
        self.members = {name: SimpleNamespace(health_port=0) for name in self.names("worker")}
        for name, member in self.members.items():
            member.run_from = lambda code, name=name: self.done.append((name, code.name))

    def names(self, _kind: str) -> tuple[str, ...]:
        return ("worker-1", "worker-2")

    def term(self, _name: str) -> None:
        """Nothing runs."""

    start_member = term

    def is_reached(self, _condition: object, _timeout_s: float) -> float | None:
        failing = frozenset(name for name, code in self.done if code == "failing-release")
        return 1.0 if failing in self.reached else None


@pytest.mark.parametrize(
    ("reached", "failing"),
    [({frozenset({"worker-2"})}, ["worker-2"]), ({frozenset({"worker-1", "worker-2"})}, ["worker-2", "worker-1"])],
    ids=["tables at the second worker", "all tables at the first"],
)
def test_a_failing_engine_goes_to_as_many_workers_as_it_needs_to_reach_a_table(
    reached: set[frozenset[str]], failing: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workers = Workers(tmp_path, reached)
    monkeypatch.setattr(at_processes, "wait_for", workers.is_reached)
    fault = at_processes.FailingEngine(workers)  # type: ignore[arg-type]
    fault.begin()
    assert workers.done == [(name, "failing-release") for name in failing]
    assert "raise RuntimeError" in (tmp_path / "failing-release/games/tictactoe/rules.py").read_text()
    workers.done.clear()
    fault.end()
    assert workers.done == [(name, at_processes.ROOT.name) for name in reversed(failing)]


def test_a_panel_s_variables_are_filled_in() -> None:
    assert _filled('sum(rate(x{game=~"$game"}[$__rate_interval]))') == 'sum(rate(x{game=~".*"}[5m]))'


def test_the_pager_distinguishes_receivers_groups_and_ends() -> None:
    pager = Pager.__new__(Pager)  # without its server
    pager.notices = []
    began_s = time.monotonic()
    for receiver, status in (("page", "firing"), ("page", "resolved"), ("ticket", "firing")):
        alert = {"status": status, "labels": {"alertname": receiver.title()}}
        pager.notices.append((time.monotonic(), receiver, {"groupKey": f"{receiver}-group", "alerts": [alert]}))
    assert pager.named(began_s) == pager.named(began_s, "resolved") == {"Page"}
    assert pager.groups(began_s) == {"page-group"}
    assert len(pager.since(began_s, "ticket")) == 1
    assert pager.since(time.monotonic()) == []
