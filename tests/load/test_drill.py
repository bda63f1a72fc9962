"""What `make drill` counts on: rules that are quicker and the same otherwise, and a pager that tells groups apart."""

import time

import yaml  # type: ignore[import-untyped]

from tests.load.drill import _filled, without_fault
from tests.load.drill_faults import CAUSED
from tests.load.drill_monitoring import PROMETHEUS, Pager, scaled


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


def test_every_fault_is_that_of_an_alert_which_there_is() -> None:
    rules = [yaml.safe_load(path.read_text(encoding="utf-8")) for path in (PROMETHEUS / "rules").glob("*.yml")]
    names = {rule["alert"] for file in rules for group in file["groups"] for rule in group["rules"] if "alert" in rule}
    assert set(CAUSED) <= names
    assert names - set(CAUSED) - {"Watchdog"} == set(without_fault())


def test_a_panel_s_variables_are_filled_in() -> None:
    assert _filled('sum(rate(x{game=~"$game"}[$__rate_interval]))') == 'sum(rate(x{game=~".*"}[5m]))'


def test_the_pager_tells_receivers_groups_and_ends_apart() -> None:
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
