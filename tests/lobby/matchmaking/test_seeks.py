"""Looking for a game, over a real database (services/lobby/RULES.md §9)."""

from typing import Any

import pytest

from services.contracts.base import Done
from services.contracts.client.frames import SeekEndedFrame, SentFrame
from services.contracts.lobby import open_tables, seeks
from services.contracts.lobby.accounts import accounts
from services.contracts.lobby.people.blocks import BlockPlayer
from services.contracts.moderation import conduct as moderation
from services.contracts.tables import catalogue as tables
from services.contracts.tables.commands import Expel
from services.contracts.tables.events import TableDone
from services.contracts.wallet import balances as wallet
from services.kernel.refusal import Refusal
from services.lobby import expiry, schema
from services.lobby.matchmaking import seating as matchmaking
from services.lobby.matchmaking import seeks as handlers
from services.lobby.social import blocks
from services.lobby.tables import match_events
from tests.lobby.local_lobby import Here, LocalLobby


def look(lobby: LocalLobby, who: Here, *games: str, stakes: tuple[int, ...] = (200,), wait_s: int = 600) -> Any:
    wanted = [seeks.SeekGame(game=game) for game in games or ("tavli",)]
    request = seeks.StartSeek(account=who.account, games=wanted, stakes_chips=list(stakes), wait_s=wait_s)
    return handlers.start_seek(lobby.ports, request)


def state(lobby: LocalLobby, who: Here) -> seeks.Seeks:
    found = lobby.ports.run(handlers.get_seeks, seeks.GetSeeks(account=who.account))
    assert isinstance(found, seeks.Seeks)
    return found


def sweep(lobby: LocalLobby) -> int:
    return matchmaking.sweep_seeks(lobby.ports)


def ended(lobby: LocalLobby, who: Here) -> list[SeekEndedFrame]:
    return lobby.push.to(who.account, SeekEndedFrame)


def test_two_searches_for_the_same_game_start_a_match(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    first = look(lobby, ana, "tavli", "tichu", stakes=(200, 500))
    assert first.seek.stakes_chips == [200, 500]
    assert [game.game for game in first.seek.games] == ["tavli", "tichu"]
    assert (first.seek.waiting, first.seek.expected_ms, first.seek.width_elo) == (0, None, 100)
    assert sweep(lobby) == 0
    lobby.wait(4_000)
    assert look(lobby, ben, "tavli").seek.waiting == 1
    lobby.push.forget()

    assert sweep(lobby) == 1
    (line,) = lobby.ask(open_tables.ListTables()).tables
    assert (line.state, line.game, line.stake_chips, line.name) == ("started", "tavli", 200, "Ana · Ben")
    assert {seat.name for seat in line.seats} == {"Ana", "Ben"}
    assert lobby.statuses() == {"Ana": "playing", "Ben": "playing"}
    (_, start), *_ = lobby.sent()
    assert (start.order.stake_chips, start.order.practice, start.order.competition) == (200, False, None)
    for who in (ana, ben):
        assert ended(lobby, who) == [SeekEndedFrame(reason="matched")]
        assert lobby.push.to(who.account, SentFrame)[0] == SentFrame(table=line.table, reason="matched")
    assert sweep(lobby) == 0
    assert state(lobby, ana).seek is None


def test_four_find_a_table_of_four_and_later_seekers_learn_how_long_it_took(lobby: LocalLobby) -> None:
    lobby.rpc.seats = 4
    people = lobby.enter("Ana", "Ben", "Eva", "Zoe", "Ian")
    for who in people[:4]:
        assert sweep(lobby) == 0
        lobby.wait(2_000)
        assert isinstance(look(lobby, who, "tichu", stakes=(0,)), seeks.Seeks)
    assert sweep(lobby) == 1
    assert sorted(lobby.statuses().values()) == ["online", "playing", "playing", "playing", "playing"]
    later = look(lobby, people[4], "tichu", stakes=(0,)).seek
    assert (later.waiting, later.expected_ms) == (0, 3_000)
    with lobby.database.work() as work:
        expiry.purge(work, lobby.ports)
    lobby.wait(2 * 3_600_000)
    assert look(lobby, people[4], "tichu", stakes=(0,)).seek.expected_ms == 3_000
    lobby.wait(23 * 3_600_000)
    assert look(lobby, people[4], "tichu", stakes=(0,)).seek.expected_ms is None


def test_searches_of_others_are_published_without_names(lobby: LocalLobby) -> None:
    ana, ben, eva = lobby.enter("Ana", "Ben", "Eva")
    look(lobby, ana, "tavli")
    look(lobby, ben, "tavli", stakes=(500,))
    assert [(each.game, each.stake_chips, each.players) for each in state(lobby, eva).waiting] == [
        ("tavli", 200, 1),
        ("tavli", 500, 1),
    ]


def test_a_search_is_replaced_by_the_next_one_and_ends_on_request(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    look(lobby, ana, "tavli")
    look(lobby, ana, "tichu")
    assert [each.game for each in state(lobby, ana).waiting] == ["tichu"]
    for _ in range(2):
        assert lobby.ports.run(handlers.cancel_seek, seeks.CancelSeek(account=ana.account)) == Done()
    assert ended(lobby, ana) == [SeekEndedFrame(reason="cancelled")]
    assert lobby.rows(schema.seeks) == []


def test_a_search_ends_with_its_time_and_with_a_seat_elsewhere(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    look(lobby, ana, "tavli", wait_s=60)
    look(lobby, ben, "tichu")
    lobby.create(ben)
    lobby.wait(59_999)
    sweep(lobby)
    assert (ended(lobby, ana), ended(lobby, ben)) == ([], [SeekEndedFrame(reason="seated")])
    lobby.wait(1)
    sweep(lobby)
    assert ended(lobby, ana) == [SeekEndedFrame(reason="expired")]


def test_a_player_that_reloads_the_page_is_not_seated_meanwhile_and_keeps_the_search(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    look(lobby, ana)
    look(lobby, ben)
    lobby.leave(ana)
    assert sweep(lobby) == 0
    lobby.wait(30_000)
    ana = lobby.back(ana)
    assert sweep(lobby) == 1
    assert lobby.statuses() == {"Ana": "playing", "Ben": "playing"}


@pytest.mark.parametrize("how", ["gone", "logged out"])
def test_the_search_of_a_player_that_stays_away_ends(lobby: LocalLobby, how: str) -> None:
    (ana,) = lobby.enter("Ana")
    look(lobby, ana)
    if how == "logged out":
        lobby.ask(accounts.LogOut(token=ana.token))
    else:
        lobby.leave(ana)
        sweep(lobby)
        lobby.wait(30_001)
        sweep(lobby)
    assert lobby.rows(schema.seeks) == []


def test_players_with_a_block_between_them_are_not_seated_together(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    lobby.ports.run(blocks.block_player, BlockPlayer(account=ben.account, name="Ana"))
    look(lobby, ana)
    look(lobby, ben)
    lobby.wait(120_000)
    assert sweep(lobby) == 0
    assert lobby.statuses() == {"Ana": "online", "Ben": "online"}


def test_two_players_separated_by_the_wallet_wait_for_others(lobby: LocalLobby) -> None:
    ana, ben, eva = lobby.enter("Ana", "Ben", "Eva")
    pair = {ana.account, ben.account}

    def check(asked: wallet.CheckStake) -> Done | Refusal:
        together = pair <= {*asked.accounts, *asked.seated}
        return Refusal("pair_limit", {"account": asked.accounts[0]}) if together else Done()

    lobby.rpc.answers[wallet.CheckStake] = check
    look(lobby, ana)
    lobby.wait(1)
    look(lobby, ben)
    assert sweep(lobby) == 0
    assert sweep(lobby) == 0
    lobby.wait(1)
    look(lobby, eva)
    assert sweep(lobby) == 1
    assert sorted(lobby.statuses().items()) == [("Ana", "playing"), ("Ben", "online"), ("Eva", "playing")]


def test_a_player_that_has_lost_the_chips_meanwhile_is_notified_and_the_others_go_on_searching(
    lobby: LocalLobby,
) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    look(lobby, ana)
    look(lobby, ben)
    lobby.rpc.answers[wallet.CheckStake] = lambda asked: (
        Refusal("insufficient_chips", {"account": ana.account}) if ana.account in asked.accounts else Done()
    )
    assert sweep(lobby) == 0
    assert ended(lobby, ana) == [SeekEndedFrame(reason="refused", error="insufficient_chips")]
    assert (state(lobby, ana).seek, state(lobby, ben).seek is not None) == (None, True)


def test_while_another_service_is_away_no_player_is_seated_and_no_search_is_lost(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    look(lobby, ana)
    look(lobby, ben)
    lobby.rpc.answers[wallet.CheckStake] = Refusal("service_unavailable")
    assert sweep(lobby) == 0
    lobby.rpc.answers[wallet.CheckStake] = Done()
    assert sweep(lobby) == 1


def test_a_party_with_a_player_just_seated_elsewhere_is_not_seated(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    look(lobby, ana)
    look(lobby, ben)

    def check(asked: wallet.CheckStake) -> Done:
        del lobby.rpc.answers[wallet.CheckStake]
        lobby.rpc.answers[wallet.CheckStake] = Done()
        lobby.create(ben)
        return Done()

    lobby.rpc.answers[wallet.CheckStake] = check
    assert sweep(lobby) == 0
    assert lobby.statuses() == {"Ana": "online", "Ben": "invited"}


@pytest.mark.parametrize(
    ("games", "stakes", "wait_s", "error"),
    [
        ((), (200,), 60, "seek_invalid"),
        (("tavli",), (), 60, "seek_invalid"),
        (("tavli",), tuple(range(200, 209)), 60, "seek_invalid"),
        (("tavli",), (200,), 0, "seek_invalid"),
        (("tavli",), (200,), 1_801, "seek_invalid"),
    ],
)
def test_what_cannot_be_looked_for_is_refused(
    lobby: LocalLobby, games: tuple[str, ...], stakes: tuple[int, ...], wait_s: int, error: str
) -> None:
    (ana,) = lobby.enter("Ana")
    wanted = [seeks.SeekGame(game=game) for game in games]
    asked = seeks.StartSeek(account=ana.account, games=wanted, stakes_chips=list(stakes), wait_s=wait_s)
    assert handlers.start_seek(lobby.ports, asked).error == error
    assert lobby.rows(schema.seeks) == []


def test_a_refused_search_returns_the_reason(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    lobby.create(ben)
    assert look(lobby, ben).error == "already_seated"
    lobby.leave(ana)
    assert look(lobby, ana).error == "player_not_online"
    ana = lobby.back(ana)
    lobby.rpc.answers[tables.CheckOptions] = Refusal("game_unknown")
    assert look(lobby, ana, "chess").error == "game_unknown"


def test_a_stake_that_is_too_high_is_named_and_a_game_not_played_for_nothing_is_left_out(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")

    def check(asked: wallet.CheckStake) -> Done | Refusal:
        if asked.stake_chips == 0 and asked.game != "tictactoe":
            return Refusal("stake_below_minimum")
        return Refusal("insufficient_chips", {"account": ana.account}) if asked.stake_chips > 1_000 else Done()

    lobby.rpc.answers[wallet.CheckStake] = check
    refused = look(lobby, ana, "tavli", stakes=(200, 5_000))
    assert (refused.error, refused.detail["stake_chips"]) == ("insufficient_chips", 5_000)
    assert look(lobby, ana, "tavli", stakes=(0,)).error == "stake_below_minimum"
    look(lobby, ana, "tavli", "tictactoe", stakes=(0,))
    assert [each.game for each in state(lobby, ana).waiting] == ["tictactoe"]


def test_a_suspended_player_is_not_seated(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    look(lobby, ana)
    look(lobby, ben)
    with lobby.database.work() as work:
        work.execute(schema.sessions.update().where(schema.sessions.c.account == ana.account).values(unasked=True))
    kept_out = moderation.Suspension(reason="", from_ms=0, until_ms=lobby.now_ms + 1_000)
    lobby.rpc.answers[moderation.GetConduct] = lambda asked: moderation.Conduct(
        account=asked.account, cards={}, roles=[], suspension=kept_out
    )
    assert sweep(lobby) == 0
    assert ended(lobby, ana) == [SeekEndedFrame(reason="refused", error="account_suspended")]
    assert ended(lobby, ben) == []


# --- practising meanwhile ---


def practise(lobby: LocalLobby, who: Here) -> str:
    lobby.rpc.seats = 2
    return str(lobby.create(who, game="tavli", stake_chips=0, bots=[1]).table)


def got_up(lobby: LocalLobby) -> list[Expel]:
    return [command for _, command in lobby.sent() if isinstance(command, Expel)]


def test_a_search_goes_on_while_its_player_practises_and_may_begin_there(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    look(lobby, ana)
    practise(lobby, ana)
    practise(lobby, ben)
    assert look(lobby, ben, "tichu").seek is not None
    sweep(lobby)
    assert {each.account for each in lobby.rows(schema.seeks)} == {ana.account, ben.account}
    assert (ended(lobby, ana), ended(lobby, ben)) == ([], [])


def test_a_player_that_practises_gets_up_first_and_is_seated_as_soon_as_the_seat_is_free(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    look(lobby, ana)
    table = practise(lobby, ana)
    look(lobby, ben)
    assert sweep(lobby) == 0
    assert [(each.account, each.table, each.reason) for each in got_up(lobby)] == [(ana.account, table, "matched")]
    assert ended(lobby, ben) == []
    lobby.deliver(match_events.tables_done, TableDone(table=table, reason="left"))
    assert sweep(lobby) == 1
    assert lobby.statuses() == {"Ana": "playing", "Ben": "playing"}
    for who in (ana, ben):
        assert ended(lobby, who) == [SeekEndedFrame(reason="matched")]


def test_a_search_does_not_go_on_at_a_table_with_other_people(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    look(lobby, ana)
    lobby.rpc.seats = 3
    table = lobby.create(ana, game="tichu", stake_chips=0, bots=[2]).table
    lobby.join(ben, table)
    lobby.start(ana, table)
    assert look(lobby, ben).error == "already_seated"
    sweep(lobby)
    assert ended(lobby, ana) == [SeekEndedFrame(reason="seated")]


def test_a_search_that_goes_on_after_practice_still_holds_the_timer_of_inactivity(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    look(lobby, ana, wait_s=1_800)
    table = practise(lobby, ana)
    lobby.deliver(match_events.tables_done, TableDone(table=table, reason="left"))
    lobby.wait(20 * 60_000)
    lobby.sweep()
    assert lobby.statuses()["Ana"] == "online"
