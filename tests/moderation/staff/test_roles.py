"""Roles: services/moderation/RULES.md §10."""

import pytest

from services.kernel.refusal import Refusal
from services.moderation.staff.roles import MAY, check, check_mute

ROLES = ["player", "moderator", "administrator", "operator", "auditor"]


@pytest.mark.parametrize(
    ("action", "row"),
    [
        ("file", "yyyyn"),
        ("read_reports", "nyyny"),
        ("mild", "nyynn"),
        ("hard", "nnynn"),
        ("operate", "nnnyn"),
        ("read_orders", "nnnyy"),
        ("give_roles", "nnynn"),
        ("read_audit", "nnyyy"),
        ("message", "nyynn"),
        ("message_all", "nnyyn"),
    ],
)
def test_each_role_may_do_what_its_column_says(action, row):
    assert "".join("n" if check([role], action) else "y" for role in ROLES) == row


def test_the_table_has_no_other_actions():
    assert len(MAY) == 10


def test_several_roles_add_up_and_none_may_nothing():
    assert check(["player", "operator"], "operate") is None
    assert all(check([], action) == Refusal("forbidden") for action in MAY)


def test_staff_do_not_decide_in_their_own_affairs():
    assert check(["administrator"], "hard", involved=True) == Refusal("conflict_of_interest")
    assert check(["player"], "hard", involved=True) == Refusal("forbidden")


@pytest.mark.parametrize(("seconds", "allowed"), [(299, False), (300, True), (86_400, True), (86_401, False)])
def test_a_mute_lasts_from_five_minutes_to_a_day(seconds, allowed):
    assert check_mute(seconds) == (None if allowed else Refusal("mute_range"))
