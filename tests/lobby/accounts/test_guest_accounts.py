"""Guest accounts over a real database (services/lobby/RULES.md §11)."""

import io
from typing import Any

from PIL import Image

from services.contracts.lobby import chat, open_tables, presence, seeks
from services.contracts.lobby.accounts import access, accounts, pictures
from services.contracts.lobby.accounts import guest_accounts as contract
from services.contracts.lobby.accounts.privacy import AskExport, CheckTablesLeft, EraseAccount
from services.contracts.lobby.people import friends as friendships
from services.contracts.tournaments import entries
from services.contracts.wallet.balances import CheckStake
from services.kernel.persons.erased_names import FORMER_PLAYER
from services.kernel.refusal import Refusal
from services.lobby.access import ways_to_log_in
from services.lobby.accounts import registration
from services.lobby.accounts.guest_accounts import use_cases as guest_accounts
from services.lobby.accounts.pictures import use_cases as player_pictures
from services.lobby.accounts.rules import Username, read_username
from services.lobby.matchmaking import seeks as seek_handlers
from services.lobby.presence import competitors
from services.lobby.presence import player_rows as players
from services.lobby.privacy import erasure
from services.lobby.privacy import rows as stored_privacy
from services.lobby.social import friends as friend_handlers
from tests.lobby.local_lobby import BORN, PASSWORD, Here, LocalLobby

DAY_MS = 86_400_000
FORBIDDEN = Refusal("guest_forbidden")


def enter(lobby: LocalLobby, **fields: Any) -> Any:
    return guest_accounts.enter(lobby.ports, contract.EnterAsGuest(**({"adult": True} | fields)))


def form(name: str, **fields: Any) -> accounts.Register:
    plain = {"username": name, "email": f"{name}@example.org", "password": PASSWORD, "birth_date": BORN}
    return accounts.Register(**(plain | fields))


def register(lobby: LocalLobby, token: str, name: str, **fields: Any) -> Any:
    return registration.register(lobby.ports, form(name, **fields), token)


def a_guest(lobby: LocalLobby) -> tuple[Here, contract.GuestSession]:
    session = enter(lobby)
    assert isinstance(session, contract.GuestSession), session
    return lobby.connect(accounts.Session(token=session.token, account=session.account)), session


def table(lobby: LocalLobby, who: Here, **fields: Any) -> Any:
    plain = {"account": who.account, "id": lobby.next_id(), "name": "Free and easy", "game": "tictactoe"}
    request = open_tables.CreateTable(**(plain | {"options": {}, "stake_chips": 0, "mode": "open"} | fields))
    return lobby.ask(request)


def test_one_request_opens_a_guest_account_with_a_neutral_name(lobby: LocalLobby) -> None:
    session = enter(lobby, language="el")
    assert session.account.guest
    assert session.account.name.startswith("guest-")
    assert session.account.language == "el"
    assert session.keep_days == 30
    assert lobby.ask(accounts.WhoIs(token=session.token)).account == session.account.account


def test_a_guest_must_confirm_the_age(lobby: LocalLobby) -> None:
    assert enter(lobby, adult=False) == Refusal("underage")


def test_an_operator_may_have_no_guest_accounts(lobby: LocalLobby) -> None:
    lobby.set(guest_keep_days=0)
    assert enter(lobby) == Refusal("guests_closed")


def test_guest_accounts_count_as_registrations_of_their_network(lobby: LocalLobby) -> None:
    lobby.set(register_per_ip_day=2)
    assert isinstance(enter(lobby, address="192.0.2.7"), contract.GuestSession)
    assert isinstance(enter(lobby, address="192.0.2.7"), contract.GuestSession)
    assert enter(lobby, address="192.0.2.7") == Refusal("registration_limit")
    assert lobby.register("Ana", address="192.0.2.7") == Refusal("registration_limit")
    assert isinstance(enter(lobby, address="192.0.2.8"), contract.GuestSession)


def test_a_guest_with_another_version_of_the_terms_is_asked_again(lobby: LocalLobby) -> None:
    refused = enter(lobby, terms=9)
    assert isinstance(refused, Refusal)
    assert refused.error == "terms_changed"


def test_the_key_leads_back_to_the_account_and_ends_its_older_session(lobby: LocalLobby) -> None:
    first = enter(lobby)
    again = enter(lobby, key=first.key)
    assert (again.account.account, again.key) == (first.account.account, first.key)
    assert lobby.ask(accounts.WhoIs(token=first.token)) == Refusal("session_replaced")
    assert enter(lobby, key="guessed") == Refusal("guest_unknown")


def test_the_name_of_a_guest_cannot_be_registered(lobby: LocalLobby) -> None:
    assert lobby.register("Guest-123456") == Refusal("username_taken")
    assert isinstance(read_username("guest-ana"), Username)


def test_a_guest_plays_for_nothing_and_not_for_chips(lobby: LocalLobby) -> None:
    me, _ = a_guest(lobby)
    refused = table(lobby, me, stake_chips=200)
    assert refused == Refusal("guest_forbidden", {"account": me.account})
    assert lobby.rpc.asked(CheckStake) == []
    assert table(lobby, me, bots=[1]).practice


def test_the_order_of_a_match_names_its_guests(lobby: LocalLobby) -> None:
    me, _ = a_guest(lobby)
    (ana,) = lobby.enter("Ana")
    opened = table(lobby, ana, stake_chips=0).table
    lobby.join(me, opened)
    lobby.start(ana, opened)
    ((_, start),) = lobby.sent()
    assert start.order.guests == [me.account]


def test_a_guest_cannot_be_invited_to_a_table_for_chips(lobby: LocalLobby) -> None:
    me, session = a_guest(lobby)
    (ana,) = lobby.enter("Ana")
    refused = table(lobby, ana, stake_chips=200, mode="invite", invite={"1": session.account.name})
    assert refused == Refusal("guest_forbidden", {"account": me.account, "name": session.account.name})


def test_a_guest_looks_for_no_game_for_chips(lobby: LocalLobby) -> None:
    me, _ = a_guest(lobby)
    game = seeks.SeekGame(game="tictactoe", options={})
    asked = seeks.StartSeek(account=me.account, games=[game], stakes_chips=[200], wait_s=60)
    refused = seek_handlers.start_seek(lobby.ports, asked)
    assert isinstance(refused, Refusal)
    assert refused.error == "guest_forbidden"


def test_what_needs_a_full_account_is_refused_by_the_lobby_itself(lobby: LocalLobby) -> None:
    me, session = a_guest(lobby)
    said = chat.Say(account=me.account, id="s1", room="lobby", text="hello")
    assert lobby.ask(said) == FORBIDDEN
    assert lobby.ports.run(competitors.get_competitor, entries.GetCompetitor(account=me.account)) == FORBIDDEN
    assert lobby.ports.run(ways_to_log_in.get_access, access.GetAccess(token=session.token)) == FORBIDDEN
    changed = accounts.ChangePassword(token=session.token, current="", new="another horse 9")
    assert lobby.ask(changed) == FORBIDDEN
    photo = pictures.SetPhoto(account=me.account, image=_picture())
    assert player_pictures.set_photo(lobby.ports, photo) == FORBIDDEN


def _picture() -> bytes:
    kept = io.BytesIO()
    Image.new("RGB", (64, 64)).save(kept, "PNG")
    return kept.getvalue()


def test_house_banked_tables_are_closed_to_guests(lobby: LocalLobby) -> None:
    session = enter(lobby)
    request = presence.Connected(token=session.token, gateway="g1", conn=7)
    room = lobby.ask(request)
    assert room.me.guest
    assert not room.may_bank


def test_the_account_made_of_a_guest_account_keeps_its_id_and_friends(lobby: LocalLobby) -> None:
    me, session = a_guest(lobby)
    (ana,) = lobby.enter("Ana")
    asked = friendships.AskFriend(account=ana.account, name=session.account.name)
    lobby.ports.run(friend_handlers.ask_friend, asked)
    lobby.leave(me)
    full = register(lobby, session.token, "Nikos")
    assert (full.account.account, full.account.name, full.account.guest) == (me.account, "Nikos", False)
    known = friendships.ListFriends(account=ana.account)
    assert [each.name for each in lobby.ports.run(friend_handlers.list_friends, known).asked] == ["Nikos"]
    assert lobby.log_in("Nikos").account.account == me.account
    assert enter(lobby, key=session.key) == Refusal("guest_unknown")
    assert [body["name"] for topic, body in lobby.published() if topic == "lobby.registered"] == ["Ana", "Nikos"]


def test_registering_refuses_what_any_registration_refuses(lobby: LocalLobby) -> None:
    lobby.enter("Ana")
    _, session = a_guest(lobby)
    assert register(lobby, session.token, "Ana") == Refusal("username_taken")
    assert register(lobby, session.token, "Nikos", birth_date="2020-01-01") == Refusal("underage")
    assert register(lobby, session.token, "Nikos", email="ana@example.org") == Refusal("email_taken")
    assert lobby.ask(accounts.WhoIs(token=session.token)).guest


def test_only_a_guest_becomes_an_account_and_not_at_a_table(lobby: LocalLobby) -> None:
    me, session = a_guest(lobby)
    assert table(lobby, me, bots=[1]).practice
    assert register(lobby, session.token, "Nikos") == Refusal("already_seated")
    full = lobby.register("Ana")
    assert register(lobby, full.token, "Maria") == Refusal("not_a_guest")
    assert register(lobby, "no token", "Maria") == Refusal("session_expired")


def test_unused_guest_accounts_are_erased(lobby: LocalLobby) -> None:
    lost, kept = enter(lobby), enter(lobby)
    lobby.wait(29 * DAY_MS)
    enter(lobby, key=kept.key)
    assert guest_accounts.sweep_guests(lobby.ports) == 0
    lobby.wait(2 * DAY_MS)
    assert guest_accounts.sweep_guests(lobby.ports) == 1
    assert enter(lobby, key=lost.key) == Refusal("guest_unknown")
    found = lobby.ports.run(lambda work, _ports: players.find(work, lost.account.account))
    assert (found.name, found.guest) == (FORMER_PLAYER, False)
    erased = [body["account"] for topic, body in lobby.published() if topic == "lobby.erasure_asked"]
    assert erased == [lost.account.account]
    assert isinstance(enter(lobby, key=kept.key), contract.GuestSession)


def test_a_guest_account_that_cannot_be_erased_now_does_not_block_others(lobby: LocalLobby) -> None:
    enter(lobby)
    lobby.wait(31 * DAY_MS)
    checked = lobby.rpc.answers[CheckTablesLeft]
    lobby.rpc.answers[CheckTablesLeft] = Refusal("table_open")
    assert guest_accounts.sweep_guests(lobby.ports) == 0
    lobby.rpc.answers[CheckTablesLeft] = checked
    assert guest_accounts.sweep_guests(lobby.ports) == 0
    lobby.wait(DAY_MS + 1)
    assert guest_accounts.sweep_guests(lobby.ports) == 1


def test_a_guest_needs_no_password_to_be_forgotten(lobby: LocalLobby) -> None:
    session = enter(lobby)
    erased = lobby.ask(EraseAccount(token=session.token, password=""))
    assert not isinstance(erased, Refusal), erased
    assert enter(lobby, key=session.key) == Refusal("guest_unknown")


def test_after_a_restore_an_erased_guest_account_is_erased_again(lobby: LocalLobby) -> None:
    session = enter(lobby)
    erased = [
        lobby.database.run(erasure.erase_again, lobby.ports.visits, session.account.account, lobby.now_ms, False)
        for _ in range(2)
    ]
    assert erased == [True, False]


def test_an_export_says_what_is_kept_of_a_guest(lobby: LocalLobby) -> None:
    session = enter(lobby)
    assert not isinstance(lobby.ask(AskExport(account=session.account.account)), Refusal)
    found = lobby.ports.run(lambda work, _ports: stored_privacy.rows_of(work, session.account.account))
    assert found["guest_account"] == [{"opened_at_ms": lobby.now_ms, "seen_at_ms": lobby.now_ms, "terms": 1}]


def test_a_guest_has_accepted_the_posted_terms(lobby: LocalLobby) -> None:
    session = enter(lobby, terms=1)
    room = lobby.ask(presence.Connected(token=session.token, gateway="g1", conn=3))
    assert room.terms_accepted == 1
