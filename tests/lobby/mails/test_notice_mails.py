"""A friend who is away is called by mail too, if wanted: from the event to the mail, and to its end by one press
(services/lobby/RULES.md §25)."""

from typing import Any

import pytest

from services.contracts.lobby.people.calls import CallFriend, WithdrawCall
from services.contracts.lobby.people.notice_mails import EndMails, GetMailChoices, MailChoices, SetMailChoices
from services.contracts.lobby.people.push import QuietHours, SetPushChoices
from services.contracts.moderation.events import Span, StandingChanged
from services.contracts.tournaments.events import GameCalled
from services.contracts.wallet.limits import SelfExcluded
from services.kernel.clock import DAY_MS, HOUR_MS
from services.kernel.refusal import Refusal
from services.lobby import expiry
from services.lobby.accounts import credential_rows
from services.lobby.calls import use_cases as calls
from services.lobby.conduct import standings
from services.lobby.mails.letters import Mail
from services.lobby.mails.notices import use_cases
from services.lobby.mails.notices.rows import mail_choices, notice_mails
from services.lobby.privacy import export
from services.lobby.privacy import rows as privacy
from services.lobby.push import browsers, notices
from services.lobby.push.rules import KEPT_MS, KINDS
from services.lobby.social import friend_rows
from services.lobby.visits.visitors import Visitors
from tests.lobby.accounts.test_guest_accounts import a_guest
from tests.lobby.cards.test_cards import befriend
from tests.lobby.local_lobby import Here, LocalLobby

HOME = "https://h"
_USE_CASES: dict[type, Any] = {
    GetMailChoices: use_cases.get_choices,
    SetMailChoices: use_cases.set_choices,
    EndMails: use_cases.end_mails,
    SetPushChoices: browsers.set_choices,
}
Friends = tuple[Here, Here]


def ask(lobby: LocalLobby, request: Any) -> Any:
    return lobby.ports.run(_USE_CASES[type(request)], request)


def choose(lobby: LocalLobby, who: Here, *kinds: Any) -> Any:
    return ask(lobby, SetMailChoices(account=who.account, kinds=list(kinds), zone="UTC"))


def never_quiet(lobby: LocalLobby, who: Here, from_minute: int = 0, to_minute: int = 0) -> None:
    quiet = QuietHours(from_minute=from_minute, to_minute=to_minute, zone="UTC")
    ask(lobby, SetPushChoices(account=who.account, kinds=[], quiet=quiet))


def sent(lobby: LocalLobby) -> list[Mail]:
    """The mails about notices that are put into the queue now."""
    lobby.mails()
    while lobby.ports.run(use_cases.send_due):
        pass
    return lobby.mails()


def call(lobby: LocalLobby, who: Here, friend: str = "Ben", **more: Any) -> Any:
    lobby.wait(1)
    return calls.call_friend(lobby.ports, CallFriend(account=who.account, friend=friend, game="tictactoe", **more))


def called(who: Here, table: str = "t") -> GameCalled:
    return GameCalled(
        competition="c", name="Cup", table=table, game="tictactoe", options={}, shards=1, seats=[who.account],
        come_ms=HOUR_MS,
    )  # fmt: skip


@pytest.fixture
def friends(lobby: LocalLobby) -> Friends:
    """Ana and Ben are friends; Ben is away, has confirmed his address and wants mails of all kinds."""
    lobby.set(mail_transport="folder", mail_link_home=HOME)
    ana, ben = lobby.enter("Ana", "Ben")
    befriend(lobby, ana, ben, "Ben")
    lobby.database.run(credential_rows.confirm_email, ben.account)
    assert isinstance(choose(lobby, ben, "call", "evening", "soon", "game", "prize"), MailChoices)
    never_quiet(lobby, ben)
    lobby.leave(ben)
    return ana, ben


def test_an_absent_friend_gets_one_mail_without_text_of_others(lobby: LocalLobby, friends: Friends) -> None:
    ana, _ = friends
    made = call(lobby, ana, hours=2)
    (mail,) = sent(lobby)
    assert (mail.to, mail.subject) == ("ben@example.org", "A friend calls you")
    assert f"{HOME}/i/{made.call}" in mail.body
    assert "Ana" not in mail.subject + mail.body
    assert "tictactoe" not in mail.subject + mail.body
    assert mail.until_ms == made.until_ms
    assert sent(lobby) == []


def test_the_link_of_a_mail_ends_them_without_a_session_and_twice(lobby: LocalLobby, friends: Friends) -> None:
    ana, ben = friends
    call(lobby, ana)
    (mail,) = sent(lobby)
    link = mail.unsubscribe.removeprefix(f"{HOME}/api/unsubscribe/")
    assert f"{HOME}/unsubscribe#{link}" in mail.body
    call(lobby, ana)
    for _ in range(2):
        assert not isinstance(ask(lobby, EndMails(link=link)), Refusal)
    assert ask(lobby, GetMailChoices(account=ben.account)).kinds == []
    assert sent(lobby) == []
    call(lobby, ana)
    assert sent(lobby) == []


@pytest.mark.parametrize("change", ["cut", "other", "none", "unknown", "strange"])
def test_a_link_that_is_none_changes_nothing(lobby: LocalLobby, friends: Friends, change: str) -> None:
    ana, ben = friends
    lobby.database.run(credential_rows.confirm_email, ana.account)
    choose(lobby, ana, "call")
    rows = {row.account: row.key for row in lobby.rows(mail_choices)}
    links = {
        "cut": use_cases.sign(ben.account, rows[ben.account])[:-1],
        "other": use_cases.sign(ben.account, rows[ana.account]),
        "none": ".",
        "unknown": use_cases.sign("x", "y"),
        "strange": "\x00.é",
    }
    assert ask(lobby, EndMails(link=links[change])) == Refusal("link_invalid")
    assert ask(lobby, GetMailChoices(account=ben.account)).kinds == ["call", "evening", "soon", "game", "prize"]


def test_nothing_is_mailed_before_it_is_chosen_with_a_confirmed_address(lobby: LocalLobby, friends: Friends) -> None:
    ana, _ = friends
    (cleo,) = lobby.enter("Cleo")
    befriend(lobby, ana, cleo, "Cleo")
    shown = ask(lobby, GetMailChoices(account=cleo.account))
    assert shown == MailChoices(offered=True, confirmed=False, kinds=[])
    assert choose(lobby, cleo, "call") == Refusal("email_unconfirmed")
    assert isinstance(choose(lobby, cleo), MailChoices)
    lobby.leave(cleo)
    call(lobby, ana, "Cleo")
    assert sent(lobby) == []


def test_refusals_of_choosing(lobby: LocalLobby, friends: Friends) -> None:
    _, ben = friends
    strange = SetMailChoices(account=ben.account, kinds=["call"], zone="Mars/Olympus")
    assert ask(lobby, strange) == Refusal("zone_unknown")
    lobby.set()
    assert choose(lobby, ben, "call") == Refusal("mail_off")
    assert ask(lobby, GetMailChoices(account=ben.account)).offered is False


def test_guests_get_none(lobby: LocalLobby, friends: Friends) -> None:
    guest = a_guest(lobby)[0]
    assert choose(lobby, guest, "call") == Refusal("guest_forbidden")
    assert ask(lobby, GetMailChoices(account=guest.account)).offered is False
    assert friends


def test_present_players_get_none(lobby: LocalLobby, friends: Friends) -> None:
    ana, _ = friends
    call(lobby, ana)
    lobby.connect(lobby.log_in("Ben"))
    assert sent(lobby) == []
    call(lobby, ana)
    assert sent(lobby) == []


def test_what_has_passed_is_not_mailed(lobby: LocalLobby, friends: Friends) -> None:
    ana, ben = friends
    made = call(lobby, ana)
    lobby.ports.run(calls.withdraw_call, WithdrawCall(account=ana.account, call=made.call))
    assert sent(lobby) == []
    call(lobby, ana, hours=1)
    lobby.wait(HOUR_MS)
    assert sent(lobby) == []
    call(lobby, ana)
    lobby.database.run(friend_rows.remove, ana.account, ben.account)
    assert sent(lobby) == []


def test_quiet_hours_put_off_what_still_holds_then(lobby: LocalLobby, friends: Friends) -> None:
    ana, ben = friends
    minute = lobby.now_ms // 60_000 % 1_440
    call(lobby, ana, hours=1)
    never_quiet(lobby, ben, (minute - 5) % 1_440, (minute + 90) % 1_440)
    assert sent(lobby) == []
    call(lobby, ana, hours=2)
    assert sent(lobby) == []
    lobby.wait(90 * 60_000)
    assert len(sent(lobby)) == 1


def test_no_more_than_the_day_s_number(lobby: LocalLobby, friends: Friends) -> None:
    ana, ben = friends
    for _ in range(KINDS["call"].mails_day_max + 3):
        call(lobby, ana)
    assert len(lobby.rows(notice_mails)) == KINDS["call"].mails_day_max
    for number in range(20):
        lobby.deliver(notices.games_called, called(ben, f"t{number}"))
    assert len(lobby.rows(notice_mails)) == use_cases.DAY_MAX
    lobby.wait(DAY_MS)
    call(lobby, ana)
    assert len(lobby.rows(notice_mails)) == use_cases.DAY_MAX + 1


def test_an_event_that_comes_again_is_mailed_once(lobby: LocalLobby, friends: Friends) -> None:
    _, ben = friends
    for _ in range(2):
        lobby.deliver(notices.games_called, called(ben), called(ben))
    (mail,) = sent(lobby)
    assert f"{HOME}/competitions/c" in mail.body


def test_nothing_to_a_suspended_account_nor_about_chips_to_an_excluded_one(lobby: LocalLobby, friends: Friends) -> None:
    ana, ben = friends
    lobby.database.run(browsers.self_excluded, [SelfExcluded(account=ben.account, until_ms=None, at_ms=lobby.now_ms)])
    lobby.deliver(notices.games_called, called(ben))
    assert sent(lobby) == []
    call(lobby, ana)
    span = Span(from_ms=lobby.now_ms, until_ms=lobby.now_ms + HOUR_MS)
    suspended = StandingChanged(account=ben.account, seq=1, blocked=False, suspensions=[span], reason="x", colour="red")
    lobby.deliver(standings.standings_changed, suspended)
    assert sent(lobby) == []
    call(lobby, ana)
    assert sent(lobby) == []
    lobby.wait(HOUR_MS)
    call(lobby, ana)
    assert len(sent(lobby)) == 1


def test_an_export_has_them_without_the_secret_and_an_erasure_takes_them(lobby: LocalLobby, friends: Friends) -> None:
    ana, ben = friends
    call(lobby, ana)
    (row,) = lobby.rows(mail_choices)
    found = lobby.database.run(export.collect, Visitors(""), ben.account)
    assert found["notice_mails"]["kinds"] == ["call", "evening", "game", "prize", "soon"]
    assert [each["kind"] for each in found["notice_mails"]["sent"]] == ["call"]
    assert row.key not in str(found)
    lobby.database.run(privacy.erase, ben.account, "Ben")
    assert lobby.rows(mail_choices) == []
    assert lobby.rows(notice_mails) == []


def test_what_was_mailed_is_forgotten(lobby: LocalLobby, friends: Friends) -> None:
    ana, _ = friends
    call(lobby, ana)
    sent(lobby)
    lobby.wait(KEPT_MS + 1)
    lobby.ports.run(expiry.purge)
    assert lobby.rows(notice_mails) == []
