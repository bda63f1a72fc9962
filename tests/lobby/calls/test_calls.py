"""Invitations that wait, over a real database (services/lobby/RULES.md §21)."""

from typing import Any

import pytest

from services.contracts.client.frames import FriendsFrame
from services.contracts.lobby.accounts.privacy import EraseAccount
from services.contracts.lobby.open_tables import TableLine
from services.contracts.lobby.people import calls as contract
from services.contracts.lobby.people.blocks import BlockPlayer
from services.contracts.lobby.people.calls import Call, Calls
from services.contracts.tables.catalogue import CheckedOptions, CheckOptions
from services.kernel.clock import DAY_MS, HOUR_MS
from services.kernel.refusal import Refusal
from services.lobby import expiry, schema
from services.lobby.calls import use_cases as handlers
from services.lobby.calls.rules import StoredCall, check_taking, state_at
from services.lobby.social import blocks
from tests.lobby.cards.test_cards import befriend
from tests.lobby.local_lobby import PASSWORD, Here, LocalLobby


def call(lobby: LocalLobby, who: Here, friend: str | None = None, **more: Any) -> Any:
    asked = {"game": "tictactoe", "friend": friend} | more
    return handlers.call_friend(lobby.ports, contract.CallFriend(account=who.account, **asked))


def take(lobby: LocalLobby, who: Here, of: str, command: str = "") -> Any:
    request = contract.TakeCall(account=who.account, id=command or lobby.next_id(), call=of)
    return handlers.take_call(lobby.ports, request)


def look(lobby: LocalLobby, of: str) -> Any:
    return lobby.ports.run(handlers.look_at_call, contract.LookAtCall(call=of))


def listed(lobby: LocalLobby, who: Here) -> tuple[list[str], list[str]]:
    """Own calls and those of friends, by state and name."""
    found = lobby.ports.run(handlers.list_calls, contract.ListCalls(account=who.account))
    assert isinstance(found, Calls)
    return [f"{each.state} {each.to}" for each in found.sent], [f"{each.state} {each.by}" for each in found.received]


def withdraw(lobby: LocalLobby, who: Here, of: str) -> None:
    lobby.ports.run(handlers.withdraw_call, contract.WithdrawCall(account=who.account, call=of))


def notices(lobby: LocalLobby, who: Here) -> list[tuple[str | None, str | None]]:
    return [(frame.news, frame.name) for frame in lobby.push.to(who.account, FriendsFrame) if frame.news]


@pytest.fixture
def friends(lobby: LocalLobby) -> tuple[Here, Here, Here]:
    """Ana and Ben are friends; Cleo has none."""
    ana, ben, cleo = lobby.enter("Ana", "Ben", "Cleo")
    befriend(lobby, ana, ben, "Ben")
    lobby.push.forget()
    return ana, ben, cleo


def test_a_call_waits_for_a_friend_and_seats_both(lobby: LocalLobby, friends: tuple[Here, Here, Here]) -> None:
    ana, ben, _ = friends
    lobby.leave(ben)
    made = call(lobby, ana, "bEN")
    assert isinstance(made, Call)
    assert (made.by, made.to, made.state, made.options) == ("Ana", "Ben", "waiting", {"size": 3})
    assert made.until_ms == lobby.now_ms + 24 * HOUR_MS
    lobby.wait(5 * HOUR_MS)
    ben = lobby.connect(lobby.log_in("Ben"))
    assert listed(lobby, ben) == ([], ["waiting Ana"])
    table = take(lobby, ben, made.call)
    assert isinstance(table, TableLine)
    assert (table.stake_chips, table.mode, table.seats[0].name) == (0, "open", "Ben")
    assert notices(lobby, ana) == [("came", "Ben")]
    assert listed(lobby, ana) == (["taken Ben"], [])
    assert listed(lobby, ben) == ([], [])
    assert lobby.join(ana, table.table).table == table.table


def test_a_link_is_taken_once_and_shows_how_it_ended(lobby: LocalLobby, friends: tuple[Here, Here, Here]) -> None:
    ana, ben, cleo = friends
    made = call(lobby, ana)
    seen = look(lobby, made.call)
    assert (seen.by, seen.by_account, seen.to, seen.state) == ("Ana", "", None, "waiting")
    assert isinstance(take(lobby, cleo, made.call, "once"), TableLine)
    assert take(lobby, ben, made.call) == Refusal("call_taken")
    assert look(lobby, made.call).state == "taken"
    other = call(lobby, ana)
    withdraw(lobby, ana, other.call)
    assert take(lobby, ben, other.call) == Refusal("call_withdrawn")
    assert look(lobby, other.call).state == "withdrawn"
    late = call(lobby, ana, hours=1)
    lobby.wait(HOUR_MS + 1)
    assert take(lobby, ben, late.call) == Refusal("call_expired")
    assert look(lobby, late.call).state == "expired"
    assert (look(lobby, "\0"), take(lobby, ben, "nothing")) == (Refusal("call_unknown"), Refusal("call_unknown"))


def test_a_repeated_command_gets_the_same_table(lobby: LocalLobby, friends: tuple[Here, Here, Here]) -> None:
    ana, _, cleo = friends
    made = call(lobby, ana)
    first = take(lobby, cleo, made.call, "once")
    assert isinstance(first, TableLine)
    assert take(lobby, cleo, made.call, "once") == first
    assert take(lobby, cleo, made.call, "twice") == Refusal("call_taken")


def test_a_call_sent_again_is_the_same_call(lobby: LocalLobby, friends: tuple[Here, Here, Here]) -> None:
    ana, ben, _ = friends
    for friend in ("Ben", None):
        first = call(lobby, ana, friend, id=f"to {friend}")
        again = call(lobby, ana, friend, id=f"to {friend}")
        assert isinstance(first, Call)
        assert again == first
        assert look(lobby, first.call).state == "waiting"
        other = call(lobby, ana, friend, id=f"another to {friend}")
        assert other.call != first.call
    assert notices(lobby, ben) == [("called", "Ana")] * 2
    assert call(lobby, ana, id="a\nb") == Refusal("bad_request", {"id": "1 … 64 printable characters"})


def test_a_call_that_was_refused_may_be_tried_again_under_its_id(
    lobby: LocalLobby, friends: tuple[Here, Here, Here]
) -> None:
    ana, _, _ = friends
    made = [call(lobby, ana) for _ in range(lobby.ports.settings.calls_max)]
    assert call(lobby, ana, id="one more") == Refusal("call_limit", {"most": lobby.ports.settings.calls_max})
    withdraw(lobby, ana, made[0].call)
    assert isinstance(call(lobby, ana, id="one more"), Call)


def test_a_call_can_be_taken_again_once_its_table_is_gone(lobby: LocalLobby, friends: tuple[Here, Here, Here]) -> None:
    ana, ben, _ = friends
    made = call(lobby, ana, "Ben")
    table = take(lobby, ben, made.call)
    lobby.get_up(ben, table.table)
    assert listed(lobby, ana) == ([], [])
    assert isinstance(take(lobby, ben, made.call), TableLine)


def test_a_refused_table_gives_the_call_back(lobby: LocalLobby, friends: tuple[Here, Here, Here]) -> None:
    ana, ben, cleo = friends
    made = call(lobby, ana)
    lobby.started(ben, lobby.enter_one_by_one(["Dan"], "g1")[0])
    assert take(lobby, ben, made.call) == Refusal("already_seated")
    assert look(lobby, made.call).state == "waiting"
    assert isinstance(take(lobby, cleo, made.call), TableLine)


def test_only_friends_are_called_and_only_free_games(lobby: LocalLobby, friends: tuple[Here, Here, Here]) -> None:
    ana, ben, cleo = friends
    assert call(lobby, ana, "Cleo") == Refusal("call_no_friend")
    assert call(lobby, ana, "Ana") == Refusal("call_self")
    assert call(lobby, ana, "Zed") == Refusal("player_unknown")
    lobby.rpc.answers[CheckOptions] = CheckedOptions(options={}, seats=7, sides=[], shards=8, house_banked=True)
    assert call(lobby, ana, "Ben") == Refusal("game_unknown")
    lobby.rpc.answers[CheckOptions] = Refusal("options_invalid")
    assert call(lobby, ana, "Ben") == Refusal("options_invalid")
    assert lobby.rows(schema.calls) == []
    lobby.rpc.answers[CheckOptions] = CheckedOptions(options={}, seats=2, sides=[], shards=8)
    made = call(lobby, ana, "Ben")
    assert take(lobby, cleo, made.call) == Refusal("call_no_friend")
    assert take(lobby, ana, made.call) == Refusal("call_self")
    assert notices(lobby, ben) == [("called", "Ana")]


def test_a_new_call_replaces_the_old_one_and_many_are_too_many(
    lobby: LocalLobby, friends: tuple[Here, Here, Here]
) -> None:
    ana, ben, _ = friends
    first = call(lobby, ana, "Ben")
    call(lobby, ana, "Ben")
    assert look(lobby, first.call).state == "withdrawn"
    assert listed(lobby, ben) == ([], ["waiting Ana"])
    made = [call(lobby, ana) for _ in range(lobby.ports.settings.calls_max)]
    assert made[-1] == Refusal("call_limit", {"most": lobby.ports.settings.calls_max})
    assert all(isinstance(each, Call) for each in made[:-1])


def test_a_friend_declines_and_a_stranger_changes_nothing(lobby: LocalLobby, friends: tuple[Here, Here, Here]) -> None:
    ana, ben, cleo = friends
    made = call(lobby, ana, "Ben")
    withdraw(lobby, cleo, made.call)
    assert look(lobby, made.call).state == "waiting"
    withdraw(lobby, ben, made.call)
    assert (listed(lobby, ana), listed(lobby, ben)) == (([], []), ([], []))


def test_a_blocked_player_takes_no_link(lobby: LocalLobby, friends: tuple[Here, Here, Here]) -> None:
    ana, _, cleo = friends
    made = call(lobby, ana)
    lobby.ports.run(blocks.block_player, BlockPlayer(account=ana.account, name="Cleo"))
    assert take(lobby, cleo, made.call) == Refusal("blocked_by_player")
    assert look(lobby, made.call).state == "waiting"


def test_what_has_ended_is_forgotten_a_day_later_and_with_its_account(
    lobby: LocalLobby, friends: tuple[Here, Here, Here]
) -> None:
    ana, _, _ = friends
    made = call(lobby, ana, hours=1)
    lobby.wait(HOUR_MS + DAY_MS - 1)
    lobby.database.run(expiry.purge, lobby.ports)
    assert look(lobby, made.call).state == "expired"
    lobby.wait(2)
    lobby.database.run(expiry.purge, lobby.ports)
    assert look(lobby, made.call) == Refusal("call_unknown")


def test_an_erased_account_leaves_no_calls(lobby: LocalLobby, friends: tuple[Here, Here, Here]) -> None:
    ana, ben, cleo = friends
    call(lobby, ben, "Ana")
    call(lobby, ana, "Ben")
    taken = call(lobby, cleo)
    table = take(lobby, ana, taken.call)
    lobby.get_up(ana, table.table)
    lobby.leave(ana)
    lobby.ask(EraseAccount(token=ana.token, password=PASSWORD))
    (left,) = lobby.rows(schema.calls)
    assert (left.account, left.taker) == (cleo.account, None)


STORED = StoredCall("c", "ana", None, "tavli", {}, sent_at_ms=0, until_ms=10)


def test_a_call_holds_to_its_last_millisecond() -> None:
    assert (state_at(STORED, 10), state_at(STORED, 11)) == ("waiting", "expired")
    assert check_taking(STORED, "ben", 10, table_waits=False) is None
    assert check_taking(STORED, "ben", 11, table_waits=False) == Refusal("call_expired")
