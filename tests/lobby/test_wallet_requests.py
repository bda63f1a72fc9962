"""The lobby's events and requests to the wallet: sessions, devices, invitations, gifts."""

from typing import Any

from services.contracts.base import Done
from services.contracts.client.frames import GiftFrame
from services.contracts.lobby.accounts import accounts as contract
from services.contracts.moderation.conduct import Conduct, GetConduct, Suspension
from services.contracts.tables.catalogue import CheckedOptions, CheckOptions, GetMatch, MatchRecord
from services.contracts.wallet import invitations, shop
from services.contracts.wallet.balances import CheckStake
from services.kernel.persons.identity import mailbox_key
from services.kernel.refusal import Refusal
from services.lobby.social import gifts
from services.wallet.invitations.rules import plain_email
from tests.lobby.local_lobby import Here, LocalLobby

GIFT = shop.Gift(gift="g", table="t", item="coffee", from_seat=0, to_seat=2, giver="a", receiver="e", at_ms=1)


# --- sessions ---


def test_sessions_are_published_when_they_begin_and_end(lobby: LocalLobby) -> None:
    ana = lobby.register("Ana").account.account
    lobby.wait(5)
    token = lobby.log_in("Ana").token
    lobby.wait(5)
    lobby.ask(contract.LogOut(token=token))

    told = [(key.removeprefix("lobby.session_"), event["at_ms"]) for key, event in lobby.published(sessions=True)]
    start_ms = lobby.now_ms - 10
    assert sorted(told, key=lambda each: (each[1], each[0])) == [
        *(("began", start_ms), ("began", start_ms + 5), ("ended", start_ms + 5), ("ended", start_ms + 10))
    ]
    assert {event["account"] for _, event in lobby.published(sessions=True)} == {ana}


def test_the_wallet_receives_an_address_it_cannot_read_and_no_date_of_birth(lobby: LocalLobby) -> None:
    lobby.register("Ana", email="Ana+x@example.org")
    ((_, event),) = lobby.published()
    assert "birth_date" not in event
    assert event["email_key"] == mailbox_key("ana@example.org")
    assert "example" not in event["email_key"]


def test_an_address_without_its_tag_is_the_same_for_lobby_and_wallet() -> None:
    assert mailbox_key(" Ana+tag@Example.org ") == mailbox_key(plain_email("ana@example.org"))


# --- devices ---


def test_the_wallet_receives_the_seated_players_and_their_devices(lobby: LocalLobby) -> None:
    ana, ben = (lobby.connect(lobby.register(name, device=f"{name}'s phone")) for name in ("Ana", "Ben"))
    lobby.rpc.seats = 2
    table = lobby.create(ana).table
    lobby.join(ben, table)

    created, joined = lobby.rpc.asked(CheckStake)[:2]
    assert (created.accounts, created.seated, created.seats) == ([ana.account], [], 2)
    assert created.devices == {ana.account: "Ana's phone"}
    assert (joined.accounts, joined.seated, joined.seats) == ([ben.account], [ana.account], 2)
    assert joined.devices == {ana.account: "Ana's phone", ben.account: "Ben's phone"}


def excluded(who: Here) -> Refusal:
    """The wallet refuses this player's stake, whoever plays beside them."""
    return Refusal("self_excluded", {"account": who.account, "until_ms": 1_900_000_000_000})


def test_players_learn_what_keeps_themselves_from_a_stake(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    lobby.rpc.seats = 2
    table = lobby.create(ana).table
    lobby.rpc.answers[CheckStake] = excluded(ben)
    assert lobby.join(ben, table) == excluded(ben)
    lobby.rpc.answers[CheckStake] = Done()
    lobby.join(ben, table)
    lobby.rpc.answers[CheckStake] = excluded(ana)
    assert lobby.start(ana, table) == excluded(ana)


# --- invitations ---


def invited(lobby: LocalLobby, **wallet: Any) -> Any:
    usual = {
        invitations.FindInviter: invitations.Inviter(account="ana"),
        invitations.Welcome: invitations.Welcomed(chips=6000, invite_result="rewarded"),
    }
    lobby.rpc.answers |= usual | wallet.get("answers", {})
    return lobby.register("Zoe", code="AB12CD34", channel="viber", device="phone")


def test_a_newcomer_learns_what_the_invitation_brought(lobby: LocalLobby) -> None:
    session = invited(lobby)

    assert session.invite_result == "rewarded"
    (asked,) = lobby.rpc.asked(invitations.Welcome)
    assert (asked.account, asked.code, asked.channel) == (session.account.account, "AB12CD34", "viber")
    assert (asked.device, asked.inviter_state) == ("phone", "active")


def test_how_the_inviter_stands_is_asked_of_moderation(lobby: LocalLobby) -> None:
    for until_ms, state in ((5, "suspended"), (None, "blocked")):
        suspension = Suspension(reason="", from_ms=0, until_ms=until_ms)
        conduct = Conduct(account="ana", cards={}, roles=[], suspension=suspension)
        invited(lobby, answers={GetConduct: conduct})
        assert lobby.rpc.asked(invitations.Welcome)[-1].inviter_state == state
        lobby.wipe()


def test_a_newcomer_learns_nothing_of_the_inviter(lobby: LocalLobby) -> None:
    for result in ("rewarded", "invite_capped", "inviter_inactive"):
        answers = {invitations.Welcome: invitations.Welcomed(chips=6_000, invite_result=result)}
        assert invited(lobby, answers=answers).invite_result == "rewarded"
        lobby.wipe()
    answers = {invitations.Welcome: invitations.Welcomed(chips=5_000, invite_result="invite_unknown")}
    assert invited(lobby, answers=answers).invite_result == "invite_unknown"


def test_an_unreachable_wallet_prevents_no_login(lobby: LocalLobby) -> None:
    away = Refusal("service_unavailable")
    session = invited(lobby, answers={invitations.FindInviter: away, invitations.Welcome: away})
    assert (session.account.name, session.invite_result) == ("Zoe", None)


def test_without_a_code_no_service_is_called_and_a_channel_must_exist(lobby: LocalLobby) -> None:
    assert lobby.register("Ana").invite_result is None
    assert lobby.rpc.asked(invitations.Welcome) == []
    assert lobby.register("Zoe", code="x", channel="pigeon") == Refusal("channel_unknown")


# --- gifts ---


def give(account: str, table: str, seat: int = 1) -> shop.GiveItem:
    return shop.GiveItem(account=account, id="i", table=table, match="m", item="coffee", seat=seat)


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


def test_the_wallet_receives_the_players_of_a_match(lobby: LocalLobby) -> None:
    people = lobby.enter("Ana", "Ben", "Eva", "Gil")
    table = lobby.started(*people)
    lobby.rpc.answers[CheckOptions] = CheckedOptions(options={}, seats=4, sides=[[0, 2], [1, 3]], shards=8)
    lobby.rpc.answers |= {shop.BuyItem: GIFT, GetMatch: record(table)}
    ana, _ben, eva, _gil = people

    given = lobby.ask(give(ana.account, table, seat=2))

    assert given == GIFT
    (asked,) = lobby.rpc.asked(shop.BuyItem)
    assert (asked.account, asked.accounts[2], asked.to_seat) == (ana.account, eva.account, 2)
    assert (asked.sides, asked.running, asked.item) == ([[0, 2], [1, 3]], True, "coffee")
    assert (asked.table, asked.match) == (table, "m")


def test_a_match_that_is_over_or_at_another_table_is_none_to_give_in(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    table = lobby.started(ana, ben)
    lobby.rpc.answers[shop.BuyItem] = Refusal("not_in_match")
    answers = [record("elsewhere"), record(table, ended_at_ms=5), Refusal("match_unknown")]
    for lobby.rpc.answers[GetMatch] in answers:
        assert lobby.ask(give(ana.account, table)) == Refusal("not_in_match")
    lobby.rpc.answers[GetMatch] = Refusal("service_unavailable")
    assert lobby.ask(give(ana.account, table)) == Refusal("service_unavailable")
    assert sold_to_any_seat(lobby) == []


def test_a_player_that_does_not_play_at_the_table_cannot_send_gifts(lobby: LocalLobby) -> None:
    ana, ben, eva = lobby.enter("Ana", "Ben", "Eva")
    table = lobby.started(ana, ben)
    lobby.rpc.answers[shop.BuyItem] = Refusal("not_in_match")
    for account, where in ((eva.account, table), (ana.account, "nowhere")):
        assert lobby.ask(give(account, where)) == Refusal("not_in_match")
    assert sold_to_any_seat(lobby) == []


def sold_to_any_seat(lobby: LocalLobby) -> list[shop.BuyItem]:
    """Orders that the wallet may carry out."""
    return [order for order in lobby.rpc.asked(shop.BuyItem) if order.running or order.accounts]


def test_a_gift_ordered_again_after_the_match_is_answered_as_the_first_time(lobby: LocalLobby) -> None:
    """Its answer was lost on the way, and meanwhile the match ended, or its player got up."""
    ana, ben, eva = lobby.enter("Ana", "Ben", "Eva")
    table = lobby.started(ana, ben)
    lobby.rpc.answers |= {shop.BuyItem: GIFT, GetMatch: record(table, ended_at_ms=5)}
    assert lobby.ask(give(ana.account, table)) == GIFT
    assert lobby.ask(give(eva.account, table)) == GIFT
    assert lobby.ask(give(ana.account, "closed")) == GIFT
    assert [order.id for order in lobby.rpc.asked(shop.BuyItem)] == ["i"] * 3
    assert sold_to_any_seat(lobby) == []


def test_an_order_that_may_have_been_carried_out_is_not_refused_for_good(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    table = lobby.started(ana, ben)
    lobby.rpc.answers |= {shop.BuyItem: Refusal("service_unavailable"), GetMatch: record(table, ended_at_ms=5)}
    assert lobby.ask(give(ana.account, table)) == Refusal("service_unavailable")


def test_all_players_and_spectators_of_the_table_see_the_gift(lobby: LocalLobby) -> None:
    lobby.deliver(gifts.items_given, shop.ItemGiven(gift=GIFT, accounts=["a", "b", "e"]))
    for account in ("a", "b", "e"):
        assert lobby.push.to(account, GiftFrame) == [GiftFrame(gift=GIFT)]
    assert lobby.push.to("z", GiftFrame) == []
    assert lobby.push.frames[-1].table == GIFT.table
