"""Looking for a game, over a real database (services/lobby/RULES.md §9)."""

from typing import Any

import pytest

from services.contracts.base import Done
from services.contracts.client.frames import SeekEndedFrame, SentFrame
from services.contracts.lobby import requests as lobby
from services.contracts.lobby import seeks
from services.contracts.lobby.blocks import BlockPlayer
from services.contracts.moderation import conduct_and_messages as moderation
from services.contracts.tables import commands_and_events as tables
from services.contracts.wallet import balances as wallet
from services.kernel.refusal import Refusal
from services.lobby import schema
from services.lobby.matchmaking import seating as matchmaking
from services.lobby.matchmaking import seeks as handlers
from services.lobby.social import blocks
from tests.lobby.local_lobby import Here, House


def look(house: House, who: Here, *games: str, stakes: tuple[int, ...] = (200,), wait_s: int = 600) -> Any:
    wanted = [seeks.SeekGame(game=game) for game in games or ("tavli",)]
    request = seeks.StartSeek(account=who.account, games=wanted, stakes_chips=list(stakes), wait_s=wait_s)
    return handlers.start_seek(house.ports, request)


def state(house: House, who: Here) -> seeks.Seeks:
    found = house.ports.run(handlers.get_seeks, seeks.GetSeeks(account=who.account))
    assert isinstance(found, seeks.Seeks)
    return found


def sweep(house: House) -> int:
    return matchmaking.sweep_seeks(house.ports)


def ended(house: House, who: Here) -> list[SeekEndedFrame]:
    return house.push.to(who.account, SeekEndedFrame)


def test_two_searches_for_the_same_game_start_a_match(house: House) -> None:
    ana, ben = house.enter("Ana", "Ben")
    first = look(house, ana, "tavli", "tichu", stakes=(200, 500))
    assert first.seek.stakes_chips == [200, 500]
    assert [game.game for game in first.seek.games] == ["tavli", "tichu"]
    assert (first.seek.waiting, first.seek.expected_ms, first.seek.width_elo) == (0, None, 100)
    assert sweep(house) == 0
    house.wait(4_000)
    assert look(house, ben, "tavli").seek.waiting == 1
    house.push.forget()

    assert sweep(house) == 1
    (line,) = house.ask(lobby.ListTables()).tables
    assert (line.state, line.game, line.stake_chips, line.name) == ("started", "tavli", 200, "Ana · Ben")
    assert {seat.name for seat in line.seats} == {"Ana", "Ben"}
    assert house.statuses() == {"Ana": "playing", "Ben": "playing"}
    (_, start), *_ = house.sent()
    assert (start.order.stake_chips, start.order.practice, start.order.competition) == (200, False, None)
    for who in (ana, ben):
        assert ended(house, who) == [SeekEndedFrame(reason="matched")]
        assert house.push.to(who.account, SentFrame)[0] == SentFrame(table=line.table, reason="matched")
    assert sweep(house) == 0
    assert state(house, ana).seek is None


def test_four_find_a_table_of_four_and_later_seekers_learn_how_long_it_took(house: House) -> None:
    house.rpc.seats = 4
    people = house.enter("Ana", "Ben", "Eva", "Zoe", "Ian")
    for who in people[:4]:
        assert sweep(house) == 0
        house.wait(2_000)
        assert isinstance(look(house, who, "tichu", stakes=(0,)), seeks.Seeks)
    assert sweep(house) == 1
    assert sorted(house.statuses().values()) == ["online", "playing", "playing", "playing", "playing"]
    later = look(house, people[4], "tichu", stakes=(0,)).seek
    assert (later.waiting, later.expected_ms) == (0, 3_000)


def test_searches_of_others_are_published_without_names(house: House) -> None:
    ana, ben, eva = house.enter("Ana", "Ben", "Eva")
    look(house, ana, "tavli")
    look(house, ben, "tavli", stakes=(500,))
    assert [(each.game, each.stake_chips, each.players) for each in state(house, eva).waiting] == [
        ("tavli", 200, 1),
        ("tavli", 500, 1),
    ]


def test_a_search_is_replaced_by_the_next_one_and_ends_on_request(house: House) -> None:
    (ana,) = house.enter("Ana")
    look(house, ana, "tavli")
    look(house, ana, "tichu")
    assert [each.game for each in state(house, ana).waiting] == ["tichu"]
    for _ in range(2):
        assert house.ports.run(handlers.cancel_seek, seeks.CancelSeek(account=ana.account)) == Done()
    assert ended(house, ana) == [SeekEndedFrame(reason="cancelled")]
    assert house.rows(schema.seeks) == []


def test_a_search_ends_with_its_time_and_with_a_seat_elsewhere(house: House) -> None:
    ana, ben = house.enter("Ana", "Ben")
    look(house, ana, "tavli", wait_s=60)
    look(house, ben, "tichu")
    house.create(ben)
    house.wait(59_999)
    sweep(house)
    assert (ended(house, ana), ended(house, ben)) == ([], [SeekEndedFrame(reason="seated")])
    house.wait(1)
    sweep(house)
    assert ended(house, ana) == [SeekEndedFrame(reason="expired")]


def test_a_player_that_reloads_the_page_is_not_seated_meanwhile_and_keeps_the_search(house: House) -> None:
    ana, ben = house.enter("Ana", "Ben")
    look(house, ana)
    look(house, ben)
    house.leave(ana)
    assert sweep(house) == 0
    house.wait(30_000)
    ana = house.back(ana)
    assert sweep(house) == 1
    assert house.statuses() == {"Ana": "playing", "Ben": "playing"}


@pytest.mark.parametrize("how", ["gone", "logged out"])
def test_the_search_of_a_player_that_stays_away_ends(house: House, how: str) -> None:
    (ana,) = house.enter("Ana")
    look(house, ana)
    if how == "logged out":
        house.ask(lobby.LogOut(token=ana.token))
    else:
        house.leave(ana)
        sweep(house)
        house.wait(30_001)
        sweep(house)
    assert house.rows(schema.seeks) == []


def test_players_with_a_block_between_them_are_not_seated_together(house: House) -> None:
    ana, ben = house.enter("Ana", "Ben")
    house.ports.run(blocks.block_player, BlockPlayer(account=ben.account, name="Ana"))
    look(house, ana)
    look(house, ben)
    house.wait(120_000)
    assert sweep(house) == 0
    assert house.statuses() == {"Ana": "online", "Ben": "online"}


def test_two_players_separated_by_the_wallet_wait_for_others(house: House) -> None:
    ana, ben, eva = house.enter("Ana", "Ben", "Eva")
    pair = {ana.account, ben.account}

    def check(asked: wallet.CheckStake) -> Done | Refusal:
        together = pair <= {*asked.accounts, *asked.seated}
        return Refusal("pair_limit", {"account": asked.accounts[0]}) if together else Done()

    house.rpc.answers[wallet.CheckStake] = check
    look(house, ana)
    house.wait(1)
    look(house, ben)
    assert sweep(house) == 0
    assert sweep(house) == 0
    house.wait(1)
    look(house, eva)
    assert sweep(house) == 1
    assert sorted(house.statuses().items()) == [("Ana", "playing"), ("Ben", "online"), ("Eva", "playing")]


def test_a_player_that_has_lost_the_chips_meanwhile_is_notified_and_the_others_go_on_searching(house: House) -> None:
    ana, ben = house.enter("Ana", "Ben")
    look(house, ana)
    look(house, ben)
    house.rpc.answers[wallet.CheckStake] = lambda asked: (
        Refusal("insufficient_chips", {"account": ana.account}) if ana.account in asked.accounts else Done()
    )
    assert sweep(house) == 0
    assert ended(house, ana) == [SeekEndedFrame(reason="refused", error="insufficient_chips")]
    assert (state(house, ana).seek, state(house, ben).seek is not None) == (None, True)


def test_while_another_service_is_away_no_player_is_seated_and_no_search_is_lost(house: House) -> None:
    ana, ben = house.enter("Ana", "Ben")
    look(house, ana)
    look(house, ben)
    house.rpc.answers[wallet.CheckStake] = Refusal("service_unavailable")
    assert sweep(house) == 0
    house.rpc.answers[wallet.CheckStake] = Done()
    assert sweep(house) == 1


def test_a_party_with_a_player_just_seated_elsewhere_is_not_seated(house: House) -> None:
    ana, ben = house.enter("Ana", "Ben")
    look(house, ana)
    look(house, ben)

    def check(asked: wallet.CheckStake) -> Done:
        del house.rpc.answers[wallet.CheckStake]
        house.rpc.answers[wallet.CheckStake] = Done()
        house.create(ben)
        return Done()

    house.rpc.answers[wallet.CheckStake] = check
    assert sweep(house) == 0
    assert house.statuses() == {"Ana": "online", "Ben": "invited"}


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
    house: House, games: tuple[str, ...], stakes: tuple[int, ...], wait_s: int, error: str
) -> None:
    (ana,) = house.enter("Ana")
    wanted = [seeks.SeekGame(game=game) for game in games]
    asked = seeks.StartSeek(account=ana.account, games=wanted, stakes_chips=list(stakes), wait_s=wait_s)
    assert handlers.start_seek(house.ports, asked).error == error
    assert house.rows(schema.seeks) == []


def test_a_refused_search_returns_the_reason(house: House) -> None:
    ana, ben = house.enter("Ana", "Ben")
    house.create(ben)
    assert look(house, ben).error == "already_seated"
    house.leave(ana)
    assert look(house, ana).error == "player_not_online"
    ana = house.back(ana)
    house.rpc.answers[tables.CheckOptions] = Refusal("game_unknown")
    assert look(house, ana, "chess").error == "game_unknown"


def test_a_stake_that_is_too_high_is_named_and_a_game_not_played_for_nothing_is_left_out(house: House) -> None:
    (ana,) = house.enter("Ana")

    def check(asked: wallet.CheckStake) -> Done | Refusal:
        if asked.stake_chips == 0 and asked.game != "tictactoe":
            return Refusal("stake_below_minimum")
        return Refusal("insufficient_chips", {"account": ana.account}) if asked.stake_chips > 1_000 else Done()

    house.rpc.answers[wallet.CheckStake] = check
    refused = look(house, ana, "tavli", stakes=(200, 5_000))
    assert (refused.error, refused.detail["stake_chips"]) == ("insufficient_chips", 5_000)
    assert look(house, ana, "tavli", stakes=(0,)).error == "stake_below_minimum"
    look(house, ana, "tavli", "tictactoe", stakes=(0,))
    assert [each.game for each in state(house, ana).waiting] == ["tictactoe"]


def test_a_suspended_player_is_not_seated(house: House) -> None:
    ana, ben = house.enter("Ana", "Ben")
    look(house, ana)
    look(house, ben)
    with house.database.work() as work:
        work.execute(schema.sessions.update().where(schema.sessions.c.account == ana.account).values(unasked=True))
    kept_out = moderation.Suspension(reason="", from_ms=0, until_ms=house.now_ms + 1_000)
    house.rpc.answers[moderation.GetConduct] = lambda asked: moderation.Conduct(
        account=asked.account, cards={}, roles=[], suspension=kept_out
    )
    assert sweep(house) == 0
    assert ended(house, ana) == [SeekEndedFrame(reason="refused", error="account_suspended")]
    assert ended(house, ben) == []
