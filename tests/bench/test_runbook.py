"""The runbook: each alert has the same five parts, and each command is run by the drill or has a reason not to be."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]

from bench.drill.faults.alerts import NOT_CAUSED, caused_alerts
from bench.drill.monitoring import PROMETHEUS
from bench.drill.runbook import (
    LAYOUTS,
    NOT_RUN,
    ONCE,
    PAGES,
    PARTS,
    RUNBOOK,
    WORDS,
    asks_what_is_away,
    commands,
    commands_of,
    entries,
    functions,
    parts_of,
    reason_not_to_run,
    write_programs,
)
from bench.drill.shell import SETTINGS_FILE
from deploy.generate.dashboards import all_dashboards
from tests.architecture.project import ROOT

ALERTS = {
    rule["alert"]: (path.stem, rule["labels"]["severity"])
    for path in sorted((PROMETHEUS / "rules").glob("*.yml"))
    for group in yaml.safe_load(path.read_text(encoding="utf-8"))["groups"]
    for rule in group["rules"]
    if "alert" in rule
}
"""Alert → its file of rules, and how much it matters."""
_LOOKED_AT = re.compile(r"dashboard \*|page \*|panel \*")
"""What is looked at in a browser instead of by a command."""
_DEED = re.compile(r"^  \d\. ", re.MULTILINE)


def everything() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in [RUNBOOK, *PAGES.glob("*.md")])


# --- the form ---


def test_each_alert_has_an_entry_in_the_page_of_its_rules() -> None:
    assert {name: entry.page for name, entry in entries().items()} == {name: page for name, (page, _) in ALERTS.items()}


@pytest.mark.parametrize("alert", sorted(ALERTS))
def test_each_alert_has_the_same_five_parts(alert: str) -> None:
    parts = parts_of(entries()[alert].text)
    assert tuple(parts) == PARTS
    assert [name for name, text in parts.items() if not text.strip()] == []


@pytest.mark.parametrize("alert", sorted(ALERTS))
def test_each_alert_can_be_seen_and_has_deeds_in_order(alert: str) -> None:
    parts = parts_of(entries()[alert].text)
    seen = parts["See that it is true"]
    assert commands(seen) or _LOOKED_AT.search(seen), "by what?"
    numbers = [int(each.strip(" .")) for each in _DEED.findall(parts["Do"])]
    assert numbers == list(range(1, len(numbers) + 1)) != []


@pytest.mark.parametrize("alert", sorted(ALERTS))
def test_each_alert_wakes_people_as_its_weight_demands(alert: str) -> None:
    """A page wants somebody now; a ticket may wait until morning, or it would be a page."""
    wake = parts_of(entries()[alert].text)["Wake"].strip()
    is_ticket = ALERTS[alert][1] == "ticket"
    assert wake.startswith("Nobody: it may wait until morning" if is_ticket else "Now")


def test_the_runbook_leads_to_each_alert_and_shows_which_ones_page() -> None:
    text = RUNBOOK.read_text(encoding="utf-8")
    for alert, (page, severity) in ALERTS.items():
        link = f"[{alert}](runbook/{page}.md#{alert.lower()})"
        assert (f"**{link}**" in text) == (severity == "page"), alert
        assert link in text, alert


@pytest.mark.parametrize("word", ["systems", "a developer", "the owner"])
def test_people_to_be_woken_are_named_in_the_runbook(word: str) -> None:
    wakes = " ".join(parts_of(entry.text)["Wake"] for entry in entries().values()).lower()
    assert f"| {word} |" in RUNBOOK.read_text(encoding="utf-8")
    assert word in wakes


def test_dashboards_and_panels_that_are_named_are_there() -> None:
    boards = {board.title.removeprefix("Kafeneio: ") for board in all_dashboards()}
    panels = {panel.title for board in all_dashboards() for panel in board.panels()}
    assert set(re.findall(r"dashboard \*([^*]+)\*", everything())) - boards == set()
    assert set(re.findall(r"panel \*([^*]+)\*", everything())) - panels == set()


# --- the commands ---


def test_every_alert_that_a_fault_causes_has_a_command_that_the_drill_runs() -> None:
    assert [alert for alert in sorted(caused_alerts()) if not commands_of(alert)] == []


def test_every_command_of_the_runbook_is_run_by_a_drill_or_has_a_reason_not_to_be() -> None:
    caused = {*caused_alerts(), *NOT_CAUSED, "Watchdog"}  # of those without a fault the drill has the reason
    run = {command for alert in caused for command in commands(entries()[alert].text)}
    left = {each for each in set(commands(everything())) - run if not reason_not_to_run(each)}
    assert left == set()


def test_every_reason_not_to_run_a_command_is_about_one_of_the_runbook() -> None:
    everywhere = commands(everything())
    unused = [each for each in NOT_RUN if not any(command.startswith(each) for command in everywhere)]
    assert unused == []
    assert all(len(reason.split()) > 5 for reason in NOT_RUN.values())
    assert [each for each in ONCE if not any(command.startswith(each) for command in everywhere)] == []


def test_a_command_that_is_run_has_nothing_to_be_filled_in_that_the_drill_does_not_know() -> None:
    run = [command for alert in sorted(caused_alerts()) for command in commands_of(alert)]
    assert [each for each in run if re.search(r"<(?!table>)[\w ]+>|…", each)] == []


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_functions_of_a_layout_are_those_that_commands_use(layout: str) -> None:
    defined = [line.partition("(")[0] for line in functions(layout).splitlines()]
    assert sorted(defined) == sorted(WORDS)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_bash_reads_the_functions_of_a_layout(layout: str) -> None:
    done = subprocess.run(["bash", "-n", "-c", functions(layout)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_functions_that_only_call_others_are_the_same_in_all_layouts() -> None:
    one, *others = ({line.partition("(")[0]: line for line in functions(layout).splitlines()} for layout in LAYOUTS)
    assert [name for name in ("errors", "queues", "slow") for other in others if one[name] != other[name]] == []


def test_containers_that_functions_name_are_services_of_compose() -> None:
    compose = yaml.safe_load((ROOT / "deploy/compose/compose.yaml").read_text(encoding="utf-8"))
    named = set(
        re.findall(
            r"docker compose (?:exec|run|up|logs) (?:--?[\w-]+ (?:\d+[mh] )?)*([a-z][\w]*)", functions("containers")
        )
    )
    assert {"toolbox", "rabbitmq", "postgres", "nightly", "backup"} <= named
    assert named - compose["services"].keys() == set()


def test_what_asks_the_server_that_is_away_may_only_say_so() -> None:
    assert asks_what_is_away("BrokerDown", "broker rabbitmqctl cluster_status")
    assert asks_what_is_away("DatabaseDown", 'sql "SELECT now()"')
    assert not asks_what_is_away("DatabaseDown", "queues")
    assert not asks_what_is_away("TableStopped", 'sql "SELECT now()"')


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Run `kafeneio dead list\nwallet`, or `queues`.", ["kafeneio dead list wallet", "queues"]),
        ("`kafeneio_events` and `kafeneio …` are no commands.", []),
        ("`errors <process>` says which page; `restart <process>` too.", []),
        ("`rabbitmqctl force_boot`, `df -h`, `slow`", ["rabbitmqctl force_boot", "df -h", "slow"]),
        ('```sh\nsql() { x; }\nsql "SELECT 1"\n```\n', ['sql "SELECT 1"']),
    ],
)
def test_commands_are_read_from_code(text: str, found: list[str]) -> None:
    assert commands(text) == found


def test_parts_are_read_in_their_order() -> None:
    assert parts_of("- **What it means.** A.\n- **Do.**\n  1. B.\n") == {"What it means": " A.\n", "Do": "\n  1. B.\n"}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_command_reaches_the_program_with_all_its_options(layout: str, tmp_path: Path) -> None:
    told = ["recover", "--since", "1h", "--dry-run", "lobby"]
    other = tmp_path / "other"  # a program that only says with what it was called
    other.mkdir()
    (other / "kafeneio.py").write_text("import json, sys\nprint(json.dumps(sys.argv[1:]))\n")
    (tmp_path / "settings").write_text("")
    platform = tmp_path / "platform.json"
    settings = {"PYTHONPATH": str(other)}
    platform.write_text(json.dumps({"settings": settings, SETTINGS_FILE: str(tmp_path / "settings")}))
    write_programs(tmp_path)
    done = subprocess.run(
        ["bash", "-c", f"{functions(layout)}\nkafeneio {' '.join(told)}"],
        cwd=tmp_path,
        env=os.environ
        | {"PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT), "DRILL_PLATFORM": str(platform)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == told
