"""The runbook's commands: every alert that a drill causes has some, and each is run or has a reason not to be."""

import pytest

from bench.drill.faults.alerts import NOT_CAUSED, caused_alerts
from bench.drill.runbook import NOT_RUN, RUNBOOK, commands, commands_of, functions, reason_not_to_run, sections


def test_every_alert_that_a_fault_causes_has_a_command_that_the_drill_runs() -> None:
    assert [alert for alert in sorted(caused_alerts()) if not commands_of(alert)] == []


def test_every_command_of_the_runbook_is_run_by_a_drill_or_has_a_reason_not_to_be() -> None:
    everywhere = set(commands(RUNBOOK.read_text(encoding="utf-8")))
    run = {command for alert in caused_alerts() for command in commands(sections()[alert])}
    run |= {command for alert in NOT_CAUSED for command in commands(sections()[alert])}  # which has the reason
    left = {each for each in everywhere - run if not reason_not_to_run(each)}
    assert left == set()


def test_every_reason_not_to_run_a_command_is_about_one_of_the_runbook() -> None:
    everywhere = commands(RUNBOOK.read_text(encoding="utf-8"))
    assert [each for each in NOT_RUN if not any(command.startswith(each) for command in everywhere)] == []
    assert all(len(reason.split()) > 5 for reason in NOT_RUN.values())


def test_the_runbook_s_functions_are_those_that_its_commands_use() -> None:
    defined = {line.partition("(")[0] for line in functions().splitlines()}
    assert defined == {"kafeneio", "errors", "queues", "broker", "sql"}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Run `kafeneio dead list\nwallet`, or `queues`.", ["kafeneio dead list wallet", "queues"]),
        ("`kafeneio_events` and `kafeneio …` are no commands.", []),
        ('```sh\nsql() { x; }\nsql "SELECT 1"\n```\n', ['sql "SELECT 1"']),
    ],
)
def test_commands_are_read_from_code(text: str, found: list[str]) -> None:
    assert commands(text) == found
