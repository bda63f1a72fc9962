"""Invitations: services/lobby/RULES.md §5."""

import pytest

from services.contracts.base import Done
from services.contracts.client.frames import InvitationFrame, SentFrame
from services.contracts.lobby import open_tables, presence
from services.contracts.wallet.balances import CheckStake
from services.kernel.refusal import Refusal

POOR = Refusal("insufficient_chips", {"account": "a"})


@pytest.fixture
def people(lobby):
    lobby.rpc.seats = 3
    return lobby.enter("Ana", "Ben", "Eva", "Leo")


def invite(lobby, people):
    table = lobby.create(people[0], mode="invite", invite={"1": "Ben", "2": "Eva"}, name="Just us").table
    return table, f"{table}:1", f"{table}:2"


def shown(lobby, who):
    """The invitations that the player's client shows."""
    found = {}
    for frame in lobby.push.to(who.account, InvitationFrame):
        found[frame.invitation.invitation] = frame.open
    return [invitation for invitation, is_open in found.items() if is_open]


def test_all_invitations_leave_at_once(lobby, people):
    (ana, ben, eva, _leo) = people
    table, first, second = invite(lobby, people)
    (frame,) = lobby.push.to(ben.account, InvitationFrame)
    assert frame == InvitationFrame(
        invitation=open_tables.Invitation(
            invitation=first,
            table=table,
            seat=1,
            by="Ana",
            name="Just us",
            game="tictactoe",
            options={"size": 3},
            stake_chips=500,
            expires_at_ms=lobby.now_ms + 30_000,
        ),
        open=True,
    )
    assert shown(lobby, eva) == [second]
    assert lobby.statuses() == {"Leo": "online", "Ana": "invited", "Ben": "invited", "Eva": "invited"}
    assert [(seat.name, seat.account, seat.invited) for seat in lobby.table(table).seats] == [
        ("Ana", ana.account, False), ("Ben", ben.account, True), ("Eva", eva.account, True),
    ]  # fmt: skip
    room = lobby.ask(presence.Connected(token=ben.token, gateway=ben.gateway, conn=ben.conn))
    assert (room.invitations, room.table) == ([frame.invitation], None)


def test_all_invited_players_accept_and_the_organizer_starts(lobby, people):
    (ana, ben, eva, _leo) = people
    table, first, second = invite(lobby, people)
    assert lobby.answer(ben, first) == Done()
    assert lobby.push.to(ben.account, SentFrame) == [SentFrame(table=table, reason="")]
    assert lobby.start(ana, table).error == "seats_missing"
    assert lobby.answer(eva, second) == Done()
    assert shown(lobby, ben) == shown(lobby, eva) == []
    assert lobby.table(table).state == "ready"
    assert lobby.start(ana, table) == Done()
    assert set(lobby.statuses().values()) == {"online", "playing"}


def test_an_invitation_can_be_accepted_until_exactly_thirty_seconds(lobby, people):
    (_ana, ben, eva, _leo) = people
    table, first, second = invite(lobby, people)
    lobby.wait(30_000)
    lobby.sweep()
    assert lobby.answer(ben, first) == Done()
    lobby.wait(1)
    assert lobby.answer(eva, second) == lobby.answer(eva, second, accept=False) == Refusal("invitation_expired")
    assert lobby.table(table) is not None
    lobby.sweep()
    assert lobby.table(table) is None


def test_silence_closes_the_table_as_a_rejection_does(lobby, people):
    (ana, ben, eva, _leo) = people
    table, first, second = invite(lobby, people)
    lobby.answer(ben, first)
    lobby.wait(30_001)
    lobby.push.forget()
    lobby.sweep()
    for who in (ana, ben):
        (sent,) = lobby.push.to(who.account, SentFrame)
        assert sent == SentFrame(table=None, reason="invitation_rejected", name="Eva")
    (withdrawn,) = lobby.push.to(eva.account, InvitationFrame)
    assert (withdrawn.invitation.invitation, withdrawn.open) == (second, False)
    assert set(lobby.statuses().values()) == {"online"}
    assert lobby.push.changed_tables == [table]
    lobby.push.forget()
    lobby.sweep()
    assert lobby.push.frames == [], "once, whoever sweeps"
    assert lobby.answer(eva, second) == Refusal("invitation_expired")


def test_a_rejection_frees_all_players(lobby, people):
    (ana, ben, eva, _leo) = people
    table, first, second = invite(lobby, people)
    assert lobby.answer(ben, first, accept=False) == Done()
    assert lobby.table(table) is None
    assert lobby.push.to(ana.account, SentFrame)[-1] == SentFrame(table=None, reason="invitation_rejected", name="Ben")
    assert lobby.push.to(eva.account, SentFrame) == []
    assert shown(lobby, ben) == shown(lobby, eva) == []
    assert set(lobby.statuses().values()) == {"online"}
    assert lobby.answer(eva, second) == Refusal("invitation_withdrawn")
    assert lobby.answer(ben, first) == Refusal("invitation_answered")


def test_accepting_or_rejecting_is_refused_in_the_order_of_the_contract(lobby, people):
    (ana, ben, eva, leo) = people
    table, first, second = invite(lobby, people)
    for unknown in ["", "nonsense", f"{table}:0", f"{table}:9", f"{table}:", "x:1", f"{table}:-1", f"{table}:1\0"]:
        assert lobby.answer(ben, unknown) == Refusal("invitation_unknown"), unknown
    for other in (ana, eva, leo):
        assert lobby.answer(other, first) == Refusal("not_invited")
    lobby.rpc.answers[CheckStake] = POOR
    assert lobby.answer(ben, first) == POOR
    assert lobby.rpc.asked(CheckStake)[-1].accounts == [ben.account]
    lobby.rpc.answers[CheckStake] = Done()
    assert lobby.answer(ben, first) == Done()
    assert lobby.answer(ben, first) == lobby.answer(ben, first, accept=False) == Refusal("invitation_answered")
    lobby.get_up(ana, table)
    assert lobby.answer(eva, second) == Refusal("invitation_withdrawn")


def test_rejecting_costs_nothing_and_calls_no_service(lobby, people):
    (_ana, ben, *_) = people
    _table, first, _second = invite(lobby, people)
    calls = len(lobby.rpc.calls)
    assert lobby.answer(ben, first, accept=False) == Done()
    assert len(lobby.rpc.calls) == calls


@pytest.mark.parametrize("accepted", [True, False])
def test_losing_the_connection_is_a_rejection(lobby, people, accepted):
    (ana, ben, _eva, _leo) = people
    table, first, _second = invite(lobby, people)
    if accepted:
        lobby.answer(ben, first)
    lobby.leave(ben)
    assert lobby.table(table) is None
    assert lobby.push.to(ana.account, SentFrame)[-1] == SentFrame(table=None, reason="invitation_rejected", name="Ben")
    assert lobby.statuses() == {"Ana": "online", "Eva": "online", "Leo": "online"}


def test_getting_up_from_a_table_of_invitations_closes_it(lobby, people):
    (_ana, ben, eva, _leo) = people
    table, first, second = invite(lobby, people)
    lobby.answer(ben, first)
    assert lobby.get_up(ben, table) == Done()
    assert lobby.table(table) is None
    assert lobby.answer(eva, second) == Refusal("invitation_withdrawn")


def test_a_repeated_acceptance_or_rejection_returns_the_first_result(lobby, people):
    (_ana, ben, *_) = people
    _table, first, _second = invite(lobby, people)
    asked = open_tables.AnswerInvitation(account=ben.account, id="c", invitation=first, accept=True)
    assert lobby.ask(asked) == Done()
    lobby.push.forget()
    assert lobby.ask(asked) == Done()
    assert lobby.push.frames == []


def test_a_player_that_is_free_again_may_be_invited_again(lobby, people):
    (_ana, ben, *_) = people
    _table, first, _second = invite(lobby, people)
    lobby.answer(ben, first, accept=False)
    table, first, _second = invite(lobby, people)
    assert lobby.answer(ben, first) == Done()
    assert lobby.table(table).seats[1].name == "Ben"
