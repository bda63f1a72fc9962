"""Every code that the staff console shows in words has them: settings, and actions of the audit log."""

import json
from pathlib import Path
from typing import Any, get_args

from services.contracts.base import wire_name
from services.contracts.lobby.reactions import REACTIONS
from services.contracts.moderation import companies, orders
from services.contracts.moderation import staff as discipline
from services.kernel.operator_settings import RULES

_WORDS = Path(__file__).parents[2] / "clients/web/src/i18n/en"
_OUTCOMES = ("upheld", "reduced", "lifted")
_ALONE = (
    *("card", "suspend", "block", "unblock", "lift", "revoke_card", "mute", "unmute", "appeal", "close_case"),
    *("give_role", "take_role", "read_file", "read_reports", "erase_account", "change_setting", "correct_match"),
    *("correct_round", "take_back", "write_off", "note", "read_links", "decided_alone", "review_decision"),
    *("export_audit", "release_stakes"),
)
_OF_COMPETITIONS = (
    *("saved", "announced", "cancelled", "template", "disqualified", "reinstated", "corrected", "left_out"),
)


def words(catalogue: str) -> Any:
    return json.loads(next(_WORDS.rglob(f"{catalogue}.json")).read_text())


def test_every_setting_and_every_choice_has_a_name() -> None:
    said = words("setting")
    assert set(said["names"]) == set(RULES)
    assert set(said["choices"]) == {choice for rule in RULES.values() for choice in rule.choices}
    assert set(said["services"]) == {rule.owners[0] for rule in RULES.values()}


def test_every_reaction_has_words_and_there_are_no_others() -> None:
    assert set(words("app")["reactions"]["words"]) == set(REACTIONS)


def test_every_action_of_the_audit_log_has_words() -> None:
    reads = get_args(discipline.NoteReading.__annotations__["what"])
    actions = {
        *_ALONE,
        *(f"order_{wire_name(kind)}" for kind in get_args(orders.AnyOperation)),
        *(f"report_{decision}" for decision in ("ignore", "warn", "block")),
        *(f"appeal_{outcome}" for outcome in _OUTCOMES),
        *(f"read_{what}" for what in reads),
        *(f"competition_{action}" for action in _OF_COMPETITIONS),
        *(f"company_{deed}" for deed in get_args(companies.Deed)),
    }
    assert set(words("audit")["actions"]) == actions
