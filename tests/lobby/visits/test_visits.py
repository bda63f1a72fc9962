"""Visits between the lobbies of two cells, over real databases (services/lobby/RULES.md §19)."""

import base64
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import pytest

from services.contracts.lobby import presence
from services.contracts.lobby.accounts import accounts, visits
from services.contracts.lobby.accounts.guest_accounts import EnterAsGuest
from services.contracts.moderation.conduct import Conduct, GetConduct, Suspension
from services.contracts.wallet.balances import GetBalance
from services.kernel.persons.erased_names import FORMER_PLAYER
from services.kernel.refusal import Refusal
from services.lobby import schema
from services.lobby.accounts.guest_accounts import use_cases as guest_accounts
from services.lobby.visits import passes
from services.lobby.visits import use_cases as visit_handlers
from services.lobby.visits.cell_directory import make_key_pair, read
from tests.lobby.local_lobby import Here, LocalLobby
from tests.lobby.visits.two_cells import CHIPS, CellOfTwo, address_of

MINUTE_MS, HOUR_MS, DAY_MS = 60_000, 3_600_000, 86_400_000


def invalid(reason: str, home: str | None = "b") -> Refusal:
    return Refusal("pass_invalid", {"reason": reason} | ({"home": home} if home else {}))


# --- where one may go, and passes ---


def test_a_cell_lists_those_of_its_directory_by_name(a: CellOfTwo, b: CellOfTwo) -> None:
    a.name_cells({"c": b.public, "b": b.public})
    assert [(each.cell, each.name, each.address) for each in a.cells()] == [
        ("b", "Berlin", "https://b.example"),
        ("c", "Chania", "https://c.example"),
    ]


def test_without_a_directory_no_player_visits_or_is_visited(a: CellOfTwo) -> None:
    (ana,) = a.lobby.enter("ana")
    assert a.cells() == []
    assert a.issue(ana, "b") == Refusal("cell_unknown")
    assert a.begin("whatever") == Refusal("visits_closed")


def test_a_pass_leads_to_a_session_in_the_other_cell(a: CellOfTwo, b: CellOfTwo, anna: Here) -> None:
    issued = b.issue(anna, "a")
    assert (issued.address, issued.expires_at_ms) == (address_of("a"), b.lobby.now_ms + MINUTE_MS)
    session = a.begin(issued.text)
    assert isinstance(session, accounts.Session), session
    assert (session.account.account, session.account.name, session.account.home) == (anna.account, "anna@b", "b")
    assert a.lobby.ask(accounts.WhoIs(token=session.token)).home == "b"
    visit = a.visit_of(anna.account)
    assert visit == visits.Visit(
        home=visits.Cell(cell="b", name="Berlin", address=address_of("b")),
        chips_at_home=CHIPS,
        ends_at_ms=a.lobby.now_ms + 12 * HOUR_MS,
    )


def test_the_session_at_home_goes_on(a: CellOfTwo, b: CellOfTwo, anna: Here) -> None:
    a.begin(b.a_pass(anna, "a"))
    assert b.lobby.ask(accounts.WhoIs(token=anna.token)).home is None


def test_a_pass_says_nothing_but_what_a_visit_needs(b: CellOfTwo, anna: Here) -> None:
    content = content_of(b.a_pass(anna, "a"))
    nonce = content.pop("nonce")
    assert len(nonce) == 22
    assert content == {
        "to": "a",
        "account": anna.account,
        "name": "anna",
        "language": "en",
        "chips": CHIPS,
        "issued_at_ms": b.lobby.now_ms,
        "expires_at_ms": b.lobby.now_ms + MINUTE_MS,
    }


def test_a_cell_that_is_not_in_the_directory_is_unknown(b: CellOfTwo, anna: Here) -> None:
    assert b.issue(anna, "c") == Refusal("cell_unknown")
    assert b.issue(anna, "b") == Refusal("cell_unknown")


def test_a_guest_account_cannot_visit(b: CellOfTwo) -> None:
    guest = guest_accounts.enter(b.ports, EnterAsGuest(adult=True))
    asked = Here(guest.account.account, guest.token, "g1", 1)
    assert b.issue(asked, "a") == Refusal("guest_forbidden")


def test_an_account_from_before_the_cell_had_a_name_cannot_visit(lobby: LocalLobby) -> None:
    (old,) = lobby.enter("old")
    b = CellOfTwo(lobby, "b")
    b.name_cells({"a": b.public})
    assert b.issue(old, "a") == Refusal("cannot_visit")


def test_a_visitor_goes_nowhere_but_home(a: CellOfTwo, b: CellOfTwo, anna: Here) -> None:
    session = a.begin(b.a_pass(anna, "a"))
    here = a.lobby.connect(session)
    assert a.issue(here, "b") == Refusal("cannot_visit")


def test_a_seated_player_cannot_visit(b: CellOfTwo, anna: Here) -> None:
    table = b.lobby.create(anna).table
    assert b.issue(anna, "a") == Refusal("already_seated")
    b.lobby.get_up(anna, table)
    assert isinstance(b.issue(anna, "a"), visits.CellPass)


def test_a_pass_needs_a_live_session(b: CellOfTwo, anna: Here) -> None:
    b.lobby.ask(accounts.LogOut(token=anna.token))
    assert b.issue(anna, "a") == Refusal("session_expired")
    assert b.issue(anna._replace(token="guessed"), "a") == Refusal("session_expired")


def test_an_account_gets_twenty_passes_in_ten_minutes(b: CellOfTwo, anna: Here) -> None:
    b.a_pass(anna, "a")
    b.lobby.wait(1_000)
    for _ in range(19):
        b.a_pass(anna, "a")
    assert b.issue(anna, "a") == Refusal("rate_limited", {"retry_after_s": 599})
    b.lobby.wait(599_000)
    assert isinstance(b.issue(anna, "a"), visits.CellPass)


def test_while_the_wallet_is_away_there_are_no_passes(b: CellOfTwo, anna: Here) -> None:
    b.lobby.rpc.answers[GetBalance] = Refusal("service_unavailable")
    assert b.issue(anna, "a") == Refusal("service_unavailable")
    b.lobby.rpc.answers[GetBalance] = Refusal("account_unknown")
    assert isinstance(b.issue(anna, "a"), visits.CellPass)


# --- passes that are refused ---


def test_a_pass_is_good_once(a: CellOfTwo, b: CellOfTwo, anna: Here) -> None:
    signed = b.a_pass(anna, "a")
    assert isinstance(a.begin(signed), accounts.Session)
    assert a.begin(signed) == invalid("used")


def test_of_two_requests_at_once_with_one_pass_one_begins_a_visit(a: CellOfTwo, b: CellOfTwo, anna: Here) -> None:
    signed = b.a_pass(anna, "a")
    barrier, conduct = threading.Barrier(4), a.lobby.rpc.answers[GetConduct]

    def meet(asked: GetConduct) -> Any:
        barrier.wait(60)
        return conduct(asked)

    a.lobby.rpc.answers[GetConduct] = meet
    a.lobby.rpc._is_in_work = lambda: False  # others are, in their threads
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: a.begin(signed), range(4)))
    begun = [each for each in answers if isinstance(each, accounts.Session)]
    assert len(begun) == 1
    assert [each for each in answers if each not in begun] == [invalid("used")] * 3
    assert a.lobby.ask(accounts.WhoIs(token=begun[0].token)).account == anna.account


def test_a_pass_holds_until_its_last_millisecond(a: CellOfTwo, b: CellOfTwo, anna: Here) -> None:
    first, second = b.a_pass(anna, "a"), b.a_pass(anna, "a")
    a.lobby.wait(MINUTE_MS)
    assert isinstance(a.begin(first), accounts.Session)
    a.lobby.wait(1)
    assert a.begin(second) == Refusal("pass_expired")


def test_a_used_pass_stays_used_after_the_purge(a: CellOfTwo, b: CellOfTwo, anna: Here) -> None:
    signed = b.a_pass(anna, "a")
    a.begin(signed)
    a.lobby.ports.run(visit_handlers.purge)
    assert a.begin(signed) == invalid("used")
    a.lobby.wait(2 * HOUR_MS)
    a.lobby.ports.run(visit_handlers.purge)
    assert a.lobby.rows(schema.used_passes) == []
    assert a.begin(signed) == Refusal("pass_expired")


def test_a_pass_for_another_cell_is_refused(a: CellOfTwo, b: CellOfTwo, anna: Here) -> None:
    b.name_cells({"a": a.public, "c": a.public})
    assert a.begin(b.a_pass(anna, "c")) == invalid("audience")


def test_a_pass_of_a_cell_that_is_not_in_the_directory_is_refused(a: CellOfTwo, b: CellOfTwo, anna: Here) -> None:
    signed = b.a_pass(anna, "a")
    a.name_cells({"c": b.public})
    assert a.begin(signed) == invalid("home", None)


def test_a_neighbour_signs_for_its_own_players_only(a: CellOfTwo, b: CellOfTwo, anna: Here) -> None:
    """Cell c is a neighbour of a too, and tries a pass for a player of b."""
    private, public = make_key_pair()
    a.name_cells({"b": b.public, "c": public})
    forged = forge(b.a_pass(anna, "a"), private)
    assert a.begin(forged) == invalid("signature")


def test_a_rotated_key_is_taken_as_long_as_the_directory_names_it(a: CellOfTwo, b: CellOfTwo, anna: Here) -> None:
    old_pass = b.a_pass(anna, "a")
    old_key, (b.private, b.public) = b.public, make_key_pair()
    b.name_cells({"a": a.public})
    a.name_cells({"b": [b.public, old_key]})
    assert isinstance(a.begin(old_pass), accounts.Session)
    assert isinstance(a.begin(b.a_pass(anna, "a")), accounts.Session)
    a.name_cells({"b": old_key})
    assert a.begin(b.a_pass(anna, "a")) == invalid("signature")


@pytest.mark.parametrize(
    "changed",
    [
        {"expires_at_ms": 1_000},
        {"issued_at_ms": 0},
        {"chips": -1},
        {"chips": 2**53 + 1},
        {"chips": 2**64},
        {"name": "an@na"},
        {"name": ""},
        {"name": "x" * 21},
        {"nonce": "short"},
        {"language": "de"},
        {"account": "b~" + "x" * 40},
        {"account": "b~an na"},
        {"extra": 1},
    ],
)
def test_a_signed_pass_that_no_cell_would_sign_is_refused(
    a: CellOfTwo, b: CellOfTwo, anna: Here, changed: dict[str, Any]
) -> None:
    refused = a.begin(forge(b.a_pass(anna, "a"), b.private, **changed))
    assert refused.error == "pass_invalid"
    assert refused.detail["reason"] == "malformed"


def test_a_pass_signed_in_the_future_is_refused(a: CellOfTwo, b: CellOfTwo, anna: Here) -> None:
    """Clocks may differ by a minute, not by more."""
    now_ms = a.lobby.now_ms
    for ahead_ms, begins in ((MINUTE_MS, True), (MINUTE_MS + 1, False)):
        times = {"issued_at_ms": now_ms + ahead_ms, "expires_at_ms": now_ms + ahead_ms + MINUTE_MS}
        answer = a.begin(forge(b.a_pass(anna, "a"), b.private, **times))
        assert isinstance(answer, accounts.Session) == begins, answer


@pytest.mark.parametrize("text", ["", ".", "a.b", "!!!.???", "e30.e30", "\0.\ud800", "x" * 2_000])
def test_what_is_no_pass_is_malformed(a: CellOfTwo, b: CellOfTwo, text: str) -> None:
    assert a.begin(text) == invalid("malformed", None)


# --- visitors ---


def test_a_refused_visit_leaves_the_pass_as_it_was(a: CellOfTwo, b: CellOfTwo, anna: Here) -> None:
    signed = b.a_pass(anna, "a")
    assert a.begin(signed, terms=9) == Refusal("terms_changed", {"version": 1})
    assert isinstance(a.begin(signed, terms=1), accounts.Session)


def test_the_terms_are_shown_to_a_visitor_without_an_acceptance(a: CellOfTwo, b: CellOfTwo, anna: Here) -> None:
    def accepted() -> int | None:
        session = a.begin(b.a_pass(anna, "a"))
        room = a.lobby.ask(presence.Connected(token=session.token, gateway="g1", conn=a.lobby.now_ms))
        a.lobby.wait(1)
        return room.terms_accepted

    assert accepted() is None
    session = a.begin(b.a_pass(anna, "a"), terms=1)
    assert isinstance(session, accounts.Session)
    assert accepted() == 1


@pytest.mark.parametrize(("until_ms", "code"), [(None, "account_blocked"), (9_999_999_999_999, "account_suspended")])
def test_a_player_excluded_here_cannot_visit(
    a: CellOfTwo, b: CellOfTwo, anna: Here, until_ms: int | None, code: str
) -> None:
    excluded = Suspension(colour="red", from_ms=1, until_ms=until_ms, reason="cheating")
    a.lobby.rpc.answers[GetConduct] = lambda asked: Conduct(
        account=asked.account, cards={}, roles=[], suspension=excluded
    )
    assert a.begin(b.a_pass(anna, "a")).error == code
    assert a.lobby.rows(schema.visitors) == []


def test_a_later_visit_finds_the_account_and_ends_its_older_session(a: CellOfTwo, b: CellOfTwo, anna: Here) -> None:
    first = a.begin(b.a_pass(anna, "a"))
    b.lobby.ask(accounts.ChangeLanguage(token=anna.token, language="el"))
    again = a.begin(b.a_pass(anna, "a"))
    assert again.account.account == first.account.account
    assert (again.account.name, again.account.language) == ("anna@b", "el")
    assert a.lobby.ask(accounts.WhoIs(token=first.token)) == Refusal("session_replaced")


def test_a_visitor_takes_over_a_new_name(a: CellOfTwo, b: CellOfTwo, anna: Here) -> None:
    a.begin(b.a_pass(anna, "a"))
    renamed = forge(b.a_pass(anna, "a"), b.private, name="Anneliese", nonce="n" * 22)
    assert a.begin(renamed).account.name == "Anneliese@b"
    assert a.lobby.ask(accounts.GetPlayer(name="ANNELIESE@b")).account == anna.account


def test_a_name_that_has_another_owner_at_home_has_another_owner_here(a: CellOfTwo, b: CellOfTwo, anna: Here) -> None:
    a.begin(b.a_pass(anna, "a"))
    newcomer = forge(b.a_pass(anna, "a"), b.private, account="b~other", nonce="n" * 22)
    assert a.begin(newcomer).account.name == "anna@b"
    assert a.lobby.ask(accounts.GetPlayer(account=anna.account)).name == FORMER_PLAYER
    assert a.begin(b.a_pass(anna, "a")).account.name == "anna@b"


def test_the_name_of_a_visitor_cannot_be_registered(a: CellOfTwo) -> None:
    assert a.lobby.register("anna@b", email="x@example.org") == Refusal("username_invalid")


def test_the_wallet_receives_no_event_of_a_visitor(a: CellOfTwo, b: CellOfTwo, anna: Here) -> None:
    a.begin(b.a_pass(anna, "a"))
    assert a.lobby.published() == []
    assert [topic for topic, _ in a.lobby.published(sessions=True)] == ["lobby.session_began"]


def test_only_visitors_have_a_visit(a: CellOfTwo, b: CellOfTwo, anna: Here) -> None:
    assert b.visit_of(anna.account) == Refusal("not_visiting")
    assert a.visit_of(anna.account) == Refusal("not_visiting")


def test_a_home_that_has_left_the_directory_is_still_named(a: CellOfTwo, b: CellOfTwo, anna: Here) -> None:
    a.begin(b.a_pass(anna, "a"))
    a.name_cells({"c": b.public})
    assert a.visit_of(anna.account).home == visits.Cell(cell="b", name="b", address="")


def test_both_cells_note_a_visit_in_their_security_logs_without_the_pass(
    a: CellOfTwo, b: CellOfTwo, anna: Here
) -> None:
    a.begin(b.a_pass(anna, "a"))
    (issued,) = (row for row in b.lobby.rows(schema.security_log) if row.kind == "pass_issued")
    assert (issued.account, issued.network, issued.detail) == (anna.account, "192.0.2.0/24", '{"cell":"a"}')
    (begun,) = a.lobby.rows(schema.security_log)
    assert (begun.kind, begun.account, begun.detail) == ("visit_begun", anna.account, '{"home":"b"}')


def content_of(signed: str) -> dict[str, Any]:
    body = signed.partition(".")[0]
    content: dict[str, Any] = msgspec.json.decode(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
    return content


def forge(signed: str, private: str, **changed: Any) -> str:
    """The same pass with other fields, signed with this key."""
    key = read("x", [], private, {}).key
    assert key is not None
    return passes.sign_body(msgspec.json.encode(content_of(signed) | changed), key)
