"""Which accounts have open cases for which prizes wait (RULES.md §7)."""

from typing import Any

import pytest

from services.contracts.lobby.accounts.privacy import ErasureAsked
from services.contracts.moderation.cases import CloseCase, ListCases
from services.contracts.moderation.events import ReviewChanged
from services.contracts.wallet.events import AddressShared
from services.contracts.wallet.payments import PaymentReversed
from services.kernel.refusal import Refusal
from services.moderation import schema
from services.moderation.cases import prize_reviews as reviews
from services.moderation.cases import use_cases as cases
from services.moderation.cases.case_rows import Raised
from services.moderation.staff import role_rows
from services.platform.database.migrations import migrate
from tests.moderation.moderation import Moderation
from tests.support.databases.old_schemas import at_version

REASON = "looked at the addresses: two sisters"


@pytest.fixture
def staff(moderation: Moderation) -> Moderation:
    """Mia is a moderator."""
    moderation.keep(role_rows.add_role, "mia", "moderator")
    return moderation


def share(moderation: Moderation, match: str, *accounts: str) -> None:
    moderation.hear("on_address_shared", AddressShared(match=match, stake_chips=500, accounts=list(accounts)))


def told(moderation: Moderation) -> list[tuple[str, list[str], int]]:
    """What was published since the last call, by account and number."""
    found = [(each.account, each.kinds, each.seq) for each in moderation.told_of(ReviewChanged)]
    return sorted(found, key=lambda each: (each[0], each[2]))


def close(moderation: Moderation, players: list[str], by: str = "mia") -> object:
    (case,) = [case for case in moderation.ask(ListCases(account=by)).cases if case.players == players]
    return moderation.ask(CloseCase(account=by, case=case.id, reason=REASON))


def test_a_case_that_opens_is_published_for_each_of_its_accounts(staff: Moderation) -> None:
    share(staff, "m", "ben", "ana")
    assert told(staff) == [("ana", ["same_ip"], 1), ("ben", ["same_ip"], 1)]


def test_more_evidence_and_a_second_case_of_the_kind_publish_nothing_new(staff: Moderation) -> None:
    share(staff, "m1", "ana", "ben")
    share(staff, "m2", "ben", "ana")
    share(staff, "m3", "ana", "eva")
    assert told(staff) == [("ana", ["same_ip"], 1), ("ben", ["same_ip"], 1), ("eva", ["same_ip"], 1)]


def test_the_last_case_of_a_kind_that_closes_ends_its_review(staff: Moderation) -> None:
    share(staff, "m1", "ana", "ben")
    share(staff, "m3", "ana", "eva")
    assert len(told(staff)) == 3
    close(staff, ["ana", "ben"])
    assert told(staff) == [("ben", [], 2)]
    close(staff, ["ana", "eva"])
    assert told(staff) == [("ana", [], 2), ("eva", [], 2)]


def test_a_case_that_opens_again_has_a_greater_number(staff: Moderation) -> None:
    share(staff, "m1", "ana", "ben")
    close(staff, ["ana", "ben"])
    share(staff, "m2", "ana", "ben")
    assert [each for each in told(staff) if each[0] == "ana"] == [
        *(("ana", ["same_ip"], 1), ("ana", [], 2), ("ana", ["same_ip"], 3)),
    ]


def test_several_kinds_opened_at_once_are_one_event(staff: Moderation) -> None:
    raised = [Raised(kind, ["ana"], {}) for kind in ("multi_account", "bot", "chat", "deserter")]
    staff.keep(cases.raise_all, raised)
    assert told(staff) == [("ana", ["bot", "multi_account"], 1)]


def test_other_kinds_and_refused_closings_publish_nothing(staff: Moderation) -> None:
    staff.hear("on_payment_reversed", PaymentReversed(account="ana", payment="p", chips=5_000, taken_chips=100))
    share(staff, "m", "mia", "ben")
    assert told(staff) == [("ben", ["same_ip"], 1), ("mia", ["same_ip"], 1)]
    assert close(staff, ["ben", "mia"]) == Refusal("conflict_of_interest")
    close(staff, ["ana"])
    assert told(staff) == []


def test_a_closed_case_closed_again_publishes_nothing(staff: Moderation) -> None:
    share(staff, "m", "ana", "ben")
    (case,) = staff.ask(ListCases(account="mia")).cases
    for _ in range(2):
        staff.ask(CloseCase(account="mia", case=case.id, reason=REASON))
    assert len(told(staff)) == 4


def test_an_erased_account_stays_under_review_and_so_do_the_others_of_its_case(staff: Moderation) -> None:
    share(staff, "m", "ana", "ben")
    staff.hear("on_erasure_asked", ErasureAsked(account="ana", receipt="r"))
    assert len(told(staff)) == 2, "an erasure closes no case"
    close(staff, ["ana", "ben"])
    assert told(staff) == [("ana", [], 2), ("ben", [], 2)]


def test_cases_that_the_release_before_has_opened_are_published_once(database_url: str) -> None:
    row: dict[str, Any] = {"evidence": "[]", "evidence_count": 0, "opened_at_ms": 1, "closed_at_ms": None}
    rows: list[dict[str, Any]] = [
        {"case_id": "1", "kind": "same_ip", "players": '["ana","ben"]'},
        {"case_id": "2", "kind": "bot", "players": '["ana"]'},
        {"case_id": "3", "kind": "same_ip", "players": '["ana","eva"]'},
        {"case_id": "4", "kind": "chat", "players": '["kim"]'},
        {"case_id": "5", "kind": "bot", "players": '["leo"]', "closed_at_ms": 2},
    ]
    with at_version("moderation", database_url, "0011") as connection:
        connection.execute(schema.cases.insert(), [row | each for each in rows])
        connection.commit()
    migrate("moderation", database_url)

    moderation = Moderation(database_url)
    moderation.keep(role_rows.add_role, "mia", "moderator")
    moderation.keep(reviews.announce)
    assert told(moderation) == [("ana", ["bot", "same_ip"], 1), ("ben", ["same_ip"], 1), ("eva", ["same_ip"], 1)]
    moderation.keep(reviews.announce)
    close(moderation, ["ana", "eva"])
    assert told(moderation) == [("eva", [], 2)]
    moderation.close()
