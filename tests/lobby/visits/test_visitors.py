"""Visitors: what they may do in another cell, and for how long it knows them (services/lobby/RULES.md §19)."""

import io

import pytest
from PIL import Image

from services.contracts.base import Done
from services.contracts.lobby import presence
from services.contracts.lobby.accounts import access, accounts, pictures
from services.contracts.lobby.accounts.privacy import CheckTablesLeft, EraseAccount
from services.contracts.tables.events import TableDone
from services.contracts.tournaments.entries import GetCompetitor
from services.contracts.wallet.balances import CheckStake
from services.kernel.persons.erased_names import FORMER_PLAYER
from services.kernel.refusal import Refusal
from services.lobby import metrics, schema
from services.lobby.accounts import registration
from services.lobby.lists import room as rooms
from services.lobby.presence import competitors
from services.lobby.privacy import erasure, export
from services.lobby.tables import match_events
from services.lobby.visits import use_cases as visit_handlers
from tests.lobby.local_lobby import Here
from tests.lobby.visits.two_cells import CHIPS, CellOfTwo

HOUR_MS, DAY_MS = 3_600_000, 86_400_000


@pytest.fixture
def visitor(a: CellOfTwo, b: CellOfTwo, anna: Here) -> Here:
    """Anna of cell b, connected in cell a."""
    return a.lobby.connect(a.begin(b.a_pass(anna, "a")))


def test_a_visitor_plays_for_a_stake_and_the_wallet_is_asked_about_it(a: CellOfTwo, visitor: Here) -> None:
    (ana,) = a.lobby.enter("ana")
    table = a.lobby.create(visitor, stake_chips=500)
    assert a.lobby.join(ana, table.table).seats[1].name == "ana"
    assert a.lobby.start(visitor, table.table) == Done()
    (started,) = (each for _, each in a.lobby.sent())
    assert [(each.account, each.name) for each in started.order.seats] == [
        (visitor.account, "anna@b"),
        (ana.account, "ana"),
    ]
    asked = a.lobby.rpc.asked(CheckStake)
    assert visitor.account in asked[0].accounts


def test_a_visitor_is_invited_by_name_listed_and_chats(a: CellOfTwo, visitor: Here) -> None:
    (ana,) = a.lobby.enter("ana")
    assert a.lobby.say(visitor, "hello").name == "anna@b"
    assert a.lobby.statuses() == {"anna@b": "online", "ana": "online"}
    a.lobby.create(ana, mode="invite", invite={"1": "anna@b"})
    assert a.lobby.statuses()["anna@b"] == "invited"


def test_what_is_only_at_home_is_refused_by_the_lobby_itself(a: CellOfTwo, visitor: Here) -> None:
    lobby, token = a.lobby, visitor.token
    image = io.BytesIO()
    Image.new("RGB", (64, 64)).save(image, "PNG")
    a.set(mail_transport="folder", mail_link_home="https://a.example")
    answers = [
        lobby.ask(access.AskConfirmation(token=token)),
        lobby.ask(access.GetAccess(token=token)),
        lobby.ask(access.ChangeEmail(token=token, password="", email="x@example.org")),
        lobby.ask(access.BeginFactor(token=token, password="")),
        lobby.ask(accounts.ChangePassword(token=token, current="", new="another horse 9")),
        lobby.ask(pictures.SetPhoto(account=visitor.account, image=image.getvalue())),
        lobby.ports.run(competitors.get_competitor, GetCompetitor(account=visitor.account)),
        lobby.ports.run(rooms.may_bank, visitor.account),
    ]
    assert answers == [Refusal("visitor_forbidden")] * 8


def test_a_visitor_does_not_register(a: CellOfTwo, visitor: Here) -> None:
    form = accounts.Register(
        username="anna", email="anna@example.org", password="correct horse", birth_date="1990-12-31"
    )
    assert registration.register(a.ports, form, visitor.token) == Refusal("not_a_guest")


def test_a_visit_ends_after_twelve_hours(a: CellOfTwo, visitor: Here) -> None:
    for _ in range(12 * 7):
        a.lobby.wait(HOUR_MS // 7)
        a.lobby.ask(presence.Active(accounts=[visitor.account]))
    assert a.lobby.ask(accounts.WhoIs(token=visitor.token)).account == visitor.account
    a.lobby.wait(HOUR_MS // 7)
    a.sweep()
    assert a.lobby.rows(schema.sessions)[0].ended == "expired"
    assert a.lobby.ask(accounts.WhoIs(token=visitor.token)) == Refusal("session_expired")


def test_a_visit_does_not_end_in_the_middle_of_a_match(a: CellOfTwo, visitor: Here) -> None:
    (ana,) = a.lobby.enter("ana")
    table = a.lobby.started(visitor, ana)
    a.lobby.wait(13 * HOUR_MS)
    a.sweep()
    assert a.lobby.ask(accounts.WhoIs(token=visitor.token)).account == visitor.account
    a.lobby.deliver(match_events.tables_done, TableDone(table=table, reason=""))
    assert a.lobby.ask(accounts.WhoIs(token=visitor.token)) == Refusal("session_expired")


def test_players_of_the_cell_itself_keep_their_longer_sessions(a: CellOfTwo) -> None:
    (ana,) = a.lobby.enter("ana")
    for _ in range(13 * 7):
        a.lobby.wait(HOUR_MS // 7)
        a.lobby.ask(presence.Active(accounts=[ana.account]))
    a.sweep()
    assert a.lobby.ask(accounts.WhoIs(token=ana.token)).account == ana.account


def test_a_visitor_without_another_visit_is_erased_after_thirty_days(a: CellOfTwo, b: CellOfTwo, anna: Here) -> None:
    a.begin(b.a_pass(anna, "a"))
    a.lobby.wait(30 * DAY_MS)
    assert visit_handlers.sweep_visitors(a.ports) == 0
    a.lobby.wait(1)
    assert visit_handlers.sweep_visitors(a.ports) == 1
    assert a.lobby.rows(schema.visitors) == []
    assert a.lobby.ask(accounts.GetPlayer(account=anna.account)).name == FORMER_PLAYER
    assert [body["account"] for topic, body in a.lobby.published() if topic == "lobby.erasure_asked"] == [anna.account]
    assert visit_handlers.sweep_visitors(a.ports) == 0


def test_an_erased_visitor_may_come_again(a: CellOfTwo, b: CellOfTwo, anna: Here) -> None:
    a.begin(b.a_pass(anna, "a"))
    a.lobby.wait(31 * DAY_MS)
    visit_handlers.sweep_visitors(a.ports)
    b_again = b.lobby.connect(b.lobby.log_in("anna"))
    session = a.begin(b.a_pass(b_again, "a"))
    assert (session.account.account, session.account.name) == (anna.account, "anna@b")


def test_a_match_that_runs_puts_the_erasure_off_for_a_day(a: CellOfTwo, b: CellOfTwo, anna: Here) -> None:
    a.begin(b.a_pass(anna, "a"))
    a.lobby.wait(31 * DAY_MS)
    a.lobby.rpc.answers[CheckTablesLeft] = Refusal("table_open")
    assert visit_handlers.sweep_visitors(a.ports) == 0
    a.lobby.rpc.answers[CheckTablesLeft] = Done()
    assert visit_handlers.sweep_visitors(a.ports) == 0
    a.lobby.wait(DAY_MS + 1)
    assert visit_handlers.sweep_visitors(a.ports) == 1


def test_a_visitor_needs_no_password_to_be_forgotten_here(a: CellOfTwo, visitor: Here) -> None:
    erased = a.lobby.ask(EraseAccount(token=visitor.token, password=""))
    assert not isinstance(erased, Refusal), erased
    assert a.lobby.rows(schema.visitors) == []


def test_after_a_restore_an_erased_visitor_is_erased_again(a: CellOfTwo, visitor: Here) -> None:
    erased = [
        a.lobby.database.run(erasure.erase_again, a.ports.visits, visitor.account, a.lobby.now_ms, False)
        for _ in range(2)
    ]
    assert erased == [True, False]


def test_after_a_restore_a_visitor_with_a_visit_after_the_erasure_stays(a: CellOfTwo, visitor: Here) -> None:
    assert not a.lobby.database.run(erasure.erase_again, a.ports.visits, visitor.account, a.lobby.now_ms - 1, False)
    assert a.visit_of(visitor.account).chips_at_home == CHIPS


def test_an_export_says_what_is_kept_of_a_visitor(a: CellOfTwo, visitor: Here) -> None:
    found = a.lobby.ports.run(lambda work, ports: export.collect(work, ports.visits, visitor.account))
    assert found["visits"] == [{"visited_at_ms": a.lobby.now_ms, "chips": CHIPS, "terms": None}]


def test_visitors_in_the_players_list_are_counted(a: CellOfTwo, visitor: Here) -> None:
    a.lobby.enter("ana")
    a.lobby.ports.run(visit_handlers.measure)
    assert metrics.visitors._value.get() == 1
    a.lobby.leave(visitor)
    a.lobby.ports.run(visit_handlers.measure)
    assert metrics.visitors._value.get() == 0
