"""What `make drill` counts on: rules that are quicker and the same otherwise, and a pager that distinguishes groups."""

import time

import pytest
import yaml  # type: ignore[import-untyped]

from bench.drill.drill import PARTS, _filled, alert_names, chosen
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
