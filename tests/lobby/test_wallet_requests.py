"""The lobby's events and requests to the wallet: sessions, devices, invitations, gifts."""

from typing import Any

from services.contracts.base import Done
from services.contracts.client.frames import GiftFrame
from services.contracts.lobby import requests as contract
from services.contracts.moderation.conduct_and_messages import Conduct, GetConduct, Suspension
from services.contracts.tables.commands_and_events import CheckedOptions, CheckOptions, GetMatch, MatchRecord
from services.contracts.wallet import shop_and_lotteries as economy
from services.contracts.wallet.balances import CheckStake
from services.kernel.persons.identity import mailbox_key
from services.kernel.refusal import Refusal
from services.lobby.social import gifts
from services.wallet.invitations.rules import plain_email
from tests.lobby.local_lobby import Here, House

GIFT = economy.Gift(gift="g", table="t", item="coffee", from_seat=0, to_seat=2, giver="a", receiver="e", at_ms=1)


# --- sessions ---


def test_sessions_are_published_when_they_begin_and_end(house: House) -> None:
    ana = house.register("Ana").account.account
    house.wait(5)
    token = house.log_in("Ana").token
    house.wait(5)
    house.ask(contract.LogOut(token=token))

    told = [(key.removeprefix("lobby.session_"), event["at_ms"]) for key, event in house.told(sessions=True)]
    start_ms = house.now_ms - 10
    assert sorted(told, key=lambda each: (each[1], each[0])) == [
        *(("began", start_ms), ("began", start_ms + 5), ("ended", start_ms + 5), ("ended", start_ms + 10))
    ]
    assert {event["account"] for _, event in house.told(sessions=True)} == {ana}


def test_the_wallet_receives_an_address_it_cannot_read_and_no_date_of_birth(house: House) -> None:
    house.register("Ana", email="Ana+x@example.org")
    ((_, event),) = house.told()
    assert "birth_date" not in event
    assert event["email_key"] == mailbox_key("ana@example.org")
    assert "example" not in event["email_key"]


def test_an_address_without_its_tag_is_the_same_for_lobby_and_wallet() -> None:
    assert mailbox_key(" Ana+tag@Example.org ") == mailbox_key(plain_email("ana@example.org"))


# --- devices ---


def test_the_wallet_receives_the_seated_players_and_their_devices(house: House) -> None:
    ana, ben = (house.connect(house.register(name, device=f"{name}'s phone")) for name in ("Ana", "Ben"))
    house.rpc.seats = 2
    table = house.create(ana).table
    house.join(ben, table)

    created, joined = house.rpc.asked(CheckStake)[:2]
    assert (created.accounts, created.seated, created.seats) == ([ana.account], [], 2)
    assert created.devices == {ana.account: "Ana's phone"}
    assert (joined.accounts, joined.seated, joined.seats) == ([ben.account], [ana.account], 2)
    assert joined.devices == {ana.account: "Ana's phone", ben.account: "Ben's phone"}


def excluded(who: Here) -> Refusal:
    """The wallet refuses this player's stake, whoever plays beside them."""
    return Refusal("self_excluded", {"account": who.account, "until_ms": 1_900_000_000_000})


def test_players_learn_what_keeps_themselves_from_a_stake(house: House) -> None:
    ana, ben = house.enter("Ana", "Ben")
    house.rpc.seats = 2
    table = house.create(ana).table
    house.rpc.answers[CheckStake] = excluded(ben)
    assert house.join(ben, table) == excluded(ben)
    house.rpc.answers[CheckStake] = Done()
    house.join(ben, table)
    house.rpc.answers[CheckStake] = excluded(ana)
    assert house.start(ana, table) == excluded(ana)


# --- invitations ---


def invited(house: House, **wallet: Any) -> Any:
    usual = {
        economy.FindInviter: economy.Inviter(account="ana"),
        economy.Welcome: economy.Welcomed(chips=6000, invite_result="rewarded"),
    }
    house.rpc.answers |= usual | wallet.get("answers", {})
    return house.register("Zoe", code="AB12CD34", channel="viber", device="phone")


def test_a_newcomer_learns_what_the_invitation_brought(house: House) -> None:
    session = invited(house)

    assert session.invite_result == "rewarded"
    (asked,) = house.rpc.asked(economy.Welcome)
    assert (asked.account, asked.code, asked.channel) == (session.account.account, "AB12CD34", "viber")
    assert (asked.device, asked.inviter_state) == ("phone", "active")


def test_how_the_inviter_stands_is_asked_of_moderation(house: House) -> None:
    for until_ms, state in ((5, "suspended"), (None, "blocked")):
        suspension = Suspension(reason="", from_ms=0, until_ms=until_ms)
        conduct = Conduct(account="ana", cards={}, roles=[], suspension=suspension)
        invited(house, answers={GetConduct: conduct})
        assert house.rpc.asked(economy.Welcome)[-1].inviter_state == state
        house.wipe()


def test_a_newcomer_learns_nothing_of_the_inviter(house: House) -> None:
    for result in ("rewarded", "invite_capped", "inviter_inactive"):
        answers = {economy.Welcome: economy.Welcomed(chips=6_000, invite_result=result)}
        assert invited(house, answers=answers).invite_result == "rewarded"
        house.wipe()
    answers = {economy.Welcome: economy.Welcomed(chips=5_000, invite_result="invite_unknown")}
    assert invited(house, answers=answers).invite_result == "invite_unknown"


def test_an_unreachable_wallet_prevents_no_login(house: House) -> None:
    away = Refusal("service_unavailable")
    session = invited(house, answers={economy.FindInviter: away, economy.Welcome: away})
    assert (session.account.name, session.invite_result) == ("Zoe", None)


def test_without_a_code_no_service_is_called_and_a_channel_must_exist(house: House) -> None:
    assert house.register("Ana").invite_result is None
    assert house.rpc.asked(economy.Welcome) == []
    assert house.register("Zoe", code="x", channel="pigeon") == Refusal("channel_unknown")


# --- gifts ---


def give(account: str, table: str, seat: int = 1) -> economy.GiveItem:
    return economy.GiveItem(account=account, id="i", table=table, match="m", item="coffee", seat=seat)


def record(table: str, ended_at_ms: int | None = None) -> MatchRecord:
    """The match `m` as tables knows it."""
    return MatchRecord(
        match="m",
        table=table,
        number=1,
        game="tictactoe",
        rules=1,
        options={},
        stake_chips=0,
        seats=[],
        commit="",
        started_at_ms=1,
        ended_at_ms=ended_at_ms,
        outcome=None,
        result=None,
        seeds=None,
        root=None,
    )


def test_the_wallet_receives_the_players_of_a_match(house: House) -> None:
    people = house.enter("Ana", "Ben", "Eva", "Gil")
    table = house.started(*people)
    house.rpc.answers[CheckOptions] = CheckedOptions(options={}, seats=4, sides=[[0, 2], [1, 3]], shards=8)
    house.rpc.answers |= {economy.BuyItem: GIFT, GetMatch: record(table)}
    ana, _ben, eva, _gil = people

    given = house.ask(give(ana.account, table, seat=2))

    assert given == GIFT
    (asked,) = house.rpc.asked(economy.BuyItem)
    assert (asked.account, asked.accounts[2], asked.to_seat) == (ana.account, eva.account, 2)
    assert (asked.sides, asked.running, asked.item) == ([[0, 2], [1, 3]], True, "coffee")
    assert (asked.table, asked.match) == (table, "m")


def test_a_match_that_is_over_or_at_another_table_is_none_to_give_in(house: House) -> None:
    ana, ben = house.enter("Ana", "Ben")
    table = house.started(ana, ben)
    answers = [record("elsewhere"), record(table, ended_at_ms=5), Refusal("match_unknown")]
    for house.rpc.answers[GetMatch] in answers:
        assert house.ask(give(ana.account, table)) == Refusal("not_in_match")
    house.rpc.answers[GetMatch] = Refusal("service_unavailable")
    assert house.ask(give(ana.account, table)) == Refusal("service_unavailable")
    assert house.rpc.asked(economy.BuyItem) == []


def test_a_player_that_does_not_play_at_the_table_cannot_send_gifts(house: House) -> None:
    ana, ben, eva = house.enter("Ana", "Ben", "Eva")
    table = house.started(ana, ben)
    for account, where in ((eva.account, table), (ana.account, "nowhere")):
        assert house.ask(give(account, where)) == Refusal("not_in_match")
    assert house.rpc.asked(economy.BuyItem) == []


def test_all_players_and_spectators_of_the_table_see_the_gift(house: House) -> None:
    house.hear(gifts.items_given, economy.ItemGiven(gift=GIFT, accounts=["a", "b", "e"]))
    for account in ("a", "b", "e"):
        assert house.push.to(account, GiftFrame) == [GiftFrame(gift=GIFT)]
    assert house.push.to("z", GiftFrame) == []
    assert house.push.frames[-1].table == GIFT.table
