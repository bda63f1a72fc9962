"""Invitations: services/lobby/RULES.md §5."""

import pytest

from services.contracts.base import Done
from services.contracts.client.frames import InvitationFrame, SentFrame
from services.contracts.lobby import requests as contract
from services.contracts.wallet.balances import CheckStake
from services.kernel.refusal import Refusal

POOR = Refusal("insufficient_chips", {"account": "a"})


@pytest.fixture
def people(house):
    house.rpc.seats = 3
    return house.enter("Ana", "Ben", "Eva", "Leo")


def invite(house, people):
    table = house.create(people[0], mode="invite", invite={"1": "Ben", "2": "Eva"}, name="Just us").table
    return table, f"{table}:1", f"{table}:2"


def shown(house, who):
    """The invitations that the player's client shows."""
    found = {}
    for frame in house.push.to(who.account, InvitationFrame):
        found[frame.invitation.invitation] = frame.open
    return [invitation for invitation, is_open in found.items() if is_open]


def test_all_invitations_leave_at_once(house, people):
    (ana, ben, eva, _leo) = people
    table, first, second = invite(house, people)
    (frame,) = house.push.to(ben.account, InvitationFrame)
    assert frame == InvitationFrame(
        invitation=contract.Invitation(
            invitation=first,
            table=table,
            seat=1,
            by="Ana",
            name="Just us",
            game="tictactoe",
            options={"size": 3},
            stake_chips=500,
            expires_at_ms=house.now_ms + 30_000,
        ),
        open=True,
    )
    assert shown(house, eva) == [second]
    assert house.statuses() == {"Leo": "online", "Ana": "invited", "Ben": "invited", "Eva": "invited"}
    assert [(seat.name, seat.account, seat.invited) for seat in house.table(table).seats] == [
        ("Ana", ana.account, False), ("Ben", ben.account, True), ("Eva", eva.account, True),
    ]  # fmt: skip
    room = house.ask(contract.Connected(token=ben.token, gateway=ben.gateway, conn=ben.conn))
    assert (room.invitations, room.table) == ([frame.invitation], None)


def test_all_invited_players_accept_and_the_organizer_starts(house, people):
    (ana, ben, eva, _leo) = people
    table, first, second = invite(house, people)
    assert house.answer(ben, first) == Done()
    assert house.push.to(ben.account, SentFrame) == [SentFrame(table=table, reason="")]
    assert house.start(ana, table).error == "seats_missing"
    assert house.answer(eva, second) == Done()
    assert shown(house, ben) == shown(house, eva) == []
    assert house.table(table).state == "ready"
    assert house.start(ana, table) == Done()
    assert set(house.statuses().values()) == {"online", "playing"}


def test_an_invitation_can_be_accepted_until_exactly_thirty_seconds(house, people):
    (_ana, ben, eva, _leo) = people
    table, first, second = invite(house, people)
    house.wait(30_000)
    house.sweep()
    assert house.answer(ben, first) == Done()
    house.wait(1)
    assert house.answer(eva, second) == house.answer(eva, second, accept=False) == Refusal("invitation_expired")
    assert house.table(table) is not None
    house.sweep()
    assert house.table(table) is None


def test_silence_closes_the_table_as_a_rejection_does(house, people):
    (ana, ben, eva, _leo) = people
    table, first, second = invite(house, people)
    house.answer(ben, first)
    house.wait(30_001)
    house.push.forget()
    house.sweep()
    for who in (ana, ben):
        (sent,) = house.push.to(who.account, SentFrame)
        assert sent == SentFrame(table=None, reason="invitation_rejected", name="Eva")
    (withdrawn,) = house.push.to(eva.account, InvitationFrame)
    assert (withdrawn.invitation.invitation, withdrawn.open) == (second, False)
    assert set(house.statuses().values()) == {"online"}
    assert house.push.changed_tables == [table]
    house.push.forget()
    house.sweep()
    assert house.push.frames == [], "once, whoever sweeps"
    assert house.answer(eva, second) == Refusal("invitation_expired")


def test_a_rejection_frees_all_players(house, people):
    (ana, ben, eva, _leo) = people
    table, first, second = invite(house, people)
    assert house.answer(ben, first, accept=False) == Done()
    assert house.table(table) is None
    assert house.push.to(ana.account, SentFrame)[-1] == SentFrame(table=None, reason="invitation_rejected", name="Ben")
    assert house.push.to(eva.account, SentFrame) == []
    assert shown(house, ben) == shown(house, eva) == []
    assert set(house.statuses().values()) == {"online"}
    assert house.answer(eva, second) == Refusal("invitation_withdrawn")
    assert house.answer(ben, first) == Refusal("invitation_answered")


def test_accepting_or_rejecting_is_refused_in_the_order_of_the_contract(house, people):
    (ana, ben, eva, leo) = people
    table, first, second = invite(house, people)
    for unknown in ["", "nonsense", f"{table}:0", f"{table}:9", f"{table}:", "x:1", f"{table}:-1", f"{table}:1\0"]:
        assert house.answer(ben, unknown) == Refusal("invitation_unknown"), unknown
    for other in (ana, eva, leo):
        assert house.answer(other, first) == Refusal("not_invited")
    house.rpc.answers[CheckStake] = POOR
    assert house.answer(ben, first) == POOR
    assert house.rpc.asked(CheckStake)[-1].accounts == [ben.account]
    house.rpc.answers[CheckStake] = Done()
    assert house.answer(ben, first) == Done()
    assert house.answer(ben, first) == house.answer(ben, first, accept=False) == Refusal("invitation_answered")
    house.get_up(ana, table)
    assert house.answer(eva, second) == Refusal("invitation_withdrawn")


def test_rejecting_costs_nothing_and_calls_no_service(house, people):
    (_ana, ben, *_) = people
    _table, first, _second = invite(house, people)
    calls = len(house.rpc.calls)
    assert house.answer(ben, first, accept=False) == Done()
    assert len(house.rpc.calls) == calls


@pytest.mark.parametrize("accepted", [True, False])
def test_losing_the_connection_is_a_rejection(house, people, accepted):
    (ana, ben, _eva, _leo) = people
    table, first, _second = invite(house, people)
    if accepted:
        house.answer(ben, first)
    house.leave(ben)
    assert house.table(table) is None
    assert house.push.to(ana.account, SentFrame)[-1] == SentFrame(table=None, reason="invitation_rejected", name="Ben")
    assert house.statuses() == {"Ana": "online", "Eva": "online", "Leo": "online"}


def test_getting_up_from_a_table_of_invitations_closes_it(house, people):
    (_ana, ben, eva, _leo) = people
    table, first, second = invite(house, people)
    house.answer(ben, first)
    assert house.get_up(ben, table) == Done()
    assert house.table(table) is None
    assert house.answer(eva, second) == Refusal("invitation_withdrawn")


def test_a_repeated_acceptance_or_rejection_returns_the_first_result(house, people):
    (_ana, ben, *_) = people
    _table, first, _second = invite(house, people)
    asked = contract.AnswerInvitation(account=ben.account, id="c", invitation=first, accept=True)
    assert house.ask(asked) == Done()
    house.push.forget()
    assert house.ask(asked) == Done()
    assert house.push.frames == []


def test_a_player_that_is_free_again_may_be_invited_again(house, people):
    (_ana, ben, *_) = people
    _table, first, _second = invite(house, people)
    house.answer(ben, first, accept=False)
    table, first, _second = invite(house, people)
    assert house.answer(ben, first) == Done()
    assert house.table(table).seats[1].name == "Ben"
