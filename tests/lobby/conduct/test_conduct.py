"""What moderation decides, at the lobby: kept out, warned, watched; reports and appeals of players
(services/moderation/RULES.md §4, §5, §9)."""

from typing import Any

import msgspec
import pytest

from services.contracts.base import Done
from services.contracts.client.frames import StaffFrame
from services.contracts.lobby.accounts import accounts as contract_lobby
from services.contracts.lobby.accounts.accounts import LogOut, Session
from services.contracts.lobby.open_tables import TableLine
from services.contracts.lobby.people import companies, devices
from services.contracts.lobby.people import conduct as contract
from services.contracts.moderation import appeals, events, reports
from services.contracts.moderation.conduct import Conduct, GetConduct
from services.contracts.moderation.messages import AdminMessage, MessageSent
from services.contracts.tables.catalogue import GetMatch, MatchRecord
from services.contracts.tables.commands import Expel, SeatPlayer
from services.kernel.refusal import Refusal
from services.lobby import schema
from services.lobby.chat import rows as chat_rows
from services.lobby.conduct import staff, standings, warnings
from services.lobby.conduct.reports import last_contact_ms
from services.lobby.conduct.rows import Stay
from services.platform.broker.rpc_client import UNAVAILABLE
from tests.contracts.staff import ROLES, staff_requests
from tests.lobby.local_lobby import PASSWORD, Here, LocalLobby

DAY_MS = 24 * 60 * 60_000
GONE = SeatPlayer(name="former player")
MATCH = MatchRecord(
    match="m", table="t", number=1, game="tictactoe", rules=1, options={}, stake_chips=0, seats=[], commit="",
    started_at_ms=1, ended_at_ms=2, outcome="won", result=None, seeds=None, root=None,
)  # fmt: skip


@pytest.fixture
def people(lobby: LocalLobby) -> list[Here]:
    return lobby.enter("Ana", "Ben", "Eva")


def stand(
    lobby: LocalLobby,
    who: Here,
    seq: int = 1,
    *,
    blocked: bool = False,
    days: int = 0,
    expelled_from: str | None = None,
) -> None:
    spans = [events.Span(from_ms=lobby.now_ms, until_ms=lobby.now_ms + days * DAY_MS)] if days else []
    news = events.StandingChanged(
        account=who.account, seq=seq, blocked=blocked, suspensions=spans, reason="threats", colour="red",
        expelled_from=expelled_from,
    )  # fmt: skip
    lobby.deliver(standings.standings_changed, news)


# --- kept out ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("how", "error"), [({"days": 7}, "account_suspended"), ({"blocked": True}, "account_blocked")])
def test_a_suspended_player_loses_session_seat_and_invitations(
    lobby: LocalLobby, people: list[Here], how: dict[str, Any], error: str
) -> None:
    ana, _ben, _ = people
    table = lobby.create(ana, mode="invite", invite={"1": "Ben"}).table
    stand(lobby, ana, **how)
    assert lobby.table(table) is None
    assert lobby.statuses() == {"Ben": "online", "Eva": "online"}
    assert [close for _, close, _ in lobby.push.closed_connections()] == [error]
    assert lobby.back(ana) and lobby.statuses().get("Ana") is None


def test_a_running_table_lets_them_go_at_that_instant(lobby: LocalLobby, people: list[Here]) -> None:
    ana, ben, _ = people
    table = lobby.started(ana, ben)
    stand(lobby, ana, days=7)
    (expel,) = [each for _, each in lobby.sent() if isinstance(each, Expel)]
    assert (expel.table, expel.account, expel.reason, expel.at_ms) == (table, ana.account, "suspended", lobby.now_ms)


def test_the_table_of_the_card_removes_them_by_order_of_moderation_alone(lobby: LocalLobby, people: list[Here]) -> None:
    ana, ben, _ = people
    table = lobby.started(ana, ben)
    stand(lobby, ana, days=7, expelled_from=table)
    assert [each for _, each in lobby.sent() if isinstance(each, Expel)] == []
    stand(lobby, ben, days=7, expelled_from="where ben sat before")
    assert [each.table for _, each in lobby.sent() if isinstance(each, Expel)] == [table]
    assert "Eva" in lobby.statuses() and len(lobby.push.closed_connections()) == 2


def test_late_and_future_suspensions_remove_no_player(lobby: LocalLobby, people: list[Here]) -> None:
    ana, ben, _ = people
    stand(lobby, ana, seq=5)
    stand(lobby, ana, seq=4, blocked=True)
    later = events.Span(from_ms=lobby.now_ms + DAY_MS, until_ms=lobby.now_ms + 2 * DAY_MS)
    news = events.StandingChanged(account=ben.account, seq=1, blocked=False, suspensions=[later])
    lobby.deliver(standings.standings_changed, news)
    assert set(lobby.statuses()) == {"Ana", "Ben", "Eva"}


def test_what_is_known_counts_at_the_login_while_moderation_is_away(lobby: LocalLobby, people: list[Here]) -> None:
    ana, ben, _eva = people
    stand(lobby, ana, days=7)
    stand(lobby, ben, blocked=True)
    lobby.rpc.answers[GetConduct] = Refusal(UNAVAILABLE)
    assert lobby.log_in("Ana").error == "account_suspended"
    assert lobby.log_in("Ben") == Refusal("account_blocked", {"reason": "threats"})
    assert isinstance(lobby.log_in("Eva"), Session)
    lobby.wait(7 * DAY_MS)
    assert isinstance(lobby.log_in("Ana"), Session)


# --- warned ------------------------------------------------------------------------------------------------------


def warn(lobby: LocalLobby, who: Here, message: str = "w1") -> None:
    sent = AdminMessage(
        id=message,
        to=who.account,
        kind="warning",
        subject="s",
        body="b",
        created_at_ms=1,
        read_at_ms=None,
        ack_at_ms=None,
    )
    lobby.deliver(warnings.messages_sent, MessageSent(message=sent))
    lobby.rpc.answers[GetConduct] = lambda asked: Conduct(
        account=asked.account, cards={}, roles=[], suspension=None, warnings=[message]
    )


def test_a_warning_is_acknowledged_before_the_next_seat(lobby: LocalLobby, people: list[Here]) -> None:
    ana, ben, eva = people
    open_table = lobby.create(eva).table
    warn(lobby, ben)
    refused = Refusal("ack_required", {"messages": ["w1"]})
    assert lobby.create(ben) == refused
    assert lobby.join(ben, open_table) == refused
    invited = lobby.create(ana, mode="invite", invite={"1": "Ben"}).table
    assert lobby.answer(ben, f"{invited}:1") == refused
    assert lobby.answer(ben, f"{invited}:1", accept=False) == Done()
    lobby.deliver(warnings.messages_acknowledged, events.MessageAcknowledged(account=ben.account, message="w1"))
    assert isinstance(lobby.join(ben, open_table), TableLine)


def test_a_player_with_a_fresh_acknowledgement_may_sit_down(lobby: LocalLobby, people: list[Here]) -> None:
    _, ben, eva = people
    table = lobby.create(eva).table
    warn(lobby, ben)
    lobby.rpc.answers[GetConduct] = lambda asked: Conduct(account=asked.account, cards={}, roles=[], suspension=None)
    assert isinstance(lobby.join(ben, table), TableLine)


def test_the_event_of_a_warning_may_come_after_its_acknowledgement(lobby: LocalLobby, people: list[Here]) -> None:
    _, ben, _ = people
    lobby.deliver(warnings.messages_acknowledged, events.MessageAcknowledged(account=ben.account, message="w1"))
    warn(lobby, ben)
    assert isinstance(lobby.create(ben), TableLine)


# --- watched, and news for staff ---------------------------------------------------------------------------------


def hire(lobby: LocalLobby, who: Here, *roles: str, seq: int = 1) -> None:
    lobby.deliver(staff.roles_changed, events.RolesChanged(account=who.account, seq=seq, roles=list(roles)))


def watch(lobby: LocalLobby, who: Here, seq: int = 1, watched: bool = True, until_ms: int | None = None) -> None:
    news = events.WatchChanged(account=who.account, seq=seq, watched=watched, until_ms=until_ms)
    lobby.deliver(staff.watches_changed, news)


def test_only_staff_see_the_chat_of_watched_players_live(lobby: LocalLobby, people: list[Here]) -> None:
    ana, ben, eva = people
    hire(lobby, eva, "auditor")
    hire(lobby, ana, "operator")
    watch(lobby, ben, until_ms=lobby.now_ms + DAY_MS)
    line = lobby.say(ben, "hello")
    lobby.say(ana, "hello")
    assert lobby.push.to(eva.account, StaffFrame) == [StaffFrame(news="line", line=line)]
    assert lobby.push.to(ana.account, StaffFrame) == []
    lobby.wait(DAY_MS)
    lobby.say(ben, "again")
    watch(lobby, ben, seq=3, watched=False)
    watch(lobby, ben, seq=2)
    lobby.say(ben, "and again")
    assert len(lobby.push.to(eva.account, StaffFrame)) == 1


def test_administrators_receive_reports_with_names_and_count(lobby: LocalLobby, people: list[Here]) -> None:
    ana, ben, eva = people
    hire(lobby, eva, "administrator")
    filed = events.ReportFiled(
        report="r1", reporter=ana.account, reported=ben.account, category="insult", comment="rude", times_reported=3,
        created_at_ms=1,
    )  # fmt: skip
    lobby.deliver(staff.reports_filed, filed)
    (frame,) = lobby.push.to(eva.account, StaffFrame)
    assert (frame.data["reporter"], frame.data["reported"], frame.data["comment"], frame.data["times_reported"]) == (
        "Ana", "Ben", "rude", 3,
    )  # fmt: skip


# --- reports -----------------------------------------------------------------------------------------------------


def report(lobby: LocalLobby, who: Here, **fields: Any) -> reports.FileReport:
    """What moderation is asked."""
    asked: list[reports.FileReport] = []

    def answer(request: reports.FileReport) -> reports.Receipt:
        asked.append(request)
        return reports.Receipt(id=request.id, reported=request.reported, category=request.category, created_at_ms=1)

    lobby.rpc.answers[reports.FileReport] = answer
    filed = {"id": "r1", "category": "insult", "comment": "rude"} | fields
    assert isinstance(lobby.ask(contract.ReportPlayer(account=who.account, **filed)), reports.Receipt)
    return asked[0]


def test_a_report_carries_the_rooms_last_lines_the_seats_and_the_contact(lobby: LocalLobby, people: list[Here]) -> None:
    ana, ben, _ = people
    table = lobby.started(ana, ben)
    lobby.say(ben, "something rude", f"table:{table}")
    context = reports.ReportContext(match="m", hand=1, event=7, table=table)
    asked = report(lobby, ana, to=ben.account, context=context)
    assert (asked.reported, asked.reported_kind, asked.contact_ms_ago) == (ben.account, "human", 0)
    assert asked.seated == sorted([ana.account, ben.account])
    assert [line.text for line in asked.lines] == ["something rude"]
    assert asked.context.room == f"table:{table}" and asked.context.hand == 1


def test_a_report_from_a_replay_carries_the_tables_chat_and_its_players(lobby: LocalLobby, people: list[Here]) -> None:
    ana, ben, _ = people
    table = lobby.started(ana, ben)
    lobby.say(ben, "something rude", f"table:{table}")
    lobby.say(ben, "good evening")
    seats = [SeatPlayer(name="Ana", account=ana.account), SeatPlayer(name="Ben", account=ben.account)]
    lobby.rpc.answers[GetMatch] = msgspec.structs.replace(MATCH, table=table, seats=[*seats, GONE])
    context = reports.ReportContext(match="m", hand=1, event=7)
    asked = report(lobby, ana, to=ben.account, context=context)
    assert [line.text for line in asked.lines] == ["something rude"]
    assert asked.seated == sorted([ana.account, ben.account])
    assert (asked.context.table, asked.context.room, asked.context.event) == (table, f"table:{table}", 7)
    lobby.rpc.answers[GetMatch] = Refusal("service_unavailable")
    asked = report(lobby, ana, to=ben.account, context=context)
    assert (asked.context.table, asked.seated) == (None, []), "it is filed without an answer of tables"


def test_the_subject_of_a_report_is_found_by_account_name_or_seat(lobby: LocalLobby, people: list[Here]) -> None:
    ana, ben, _ = people
    table = lobby.create(ana, stake_chips=0, bots=[1]).table
    here = reports.ReportContext(table=table)
    assert report(lobby, ana, name="bEn").reported == ben.account
    assert report(lobby, ana, name="Nobody").reported_kind == "unknown"
    assert report(lobby, ana, seat=1, context=here).reported_kind == "computer"
    assert report(lobby, ana, seat=0, context=here).reported == ana.account
    assert report(lobby, ana, seat=9, context=here).reported_kind == "unknown"


def test_players_that_were_never_online_together_have_no_contact(lobby: LocalLobby) -> None:
    ana = lobby.register("Ana")
    lobby.wait(1)
    lobby.ask(LogOut(token=ana.token))
    lobby.wait(1)
    (ben,) = lobby.enter("Ben")
    assert report(lobby, ben, to=ana.account.account).contact_ms_ago is None


@pytest.mark.parametrize(
    ("one", "other", "last"),
    [
        ([], [Stay(0, None)], None),
        ([Stay(0, None)], [Stay(5, None)], 100),
        ([Stay(0, 10)], [Stay(5, None)], 10),
        ([Stay(0, 10)], [Stay(11, None)], None),
        ([Stay(0, 10), Stay(20, 30)], [Stay(5, 25)], 25),
    ],
)
def test_the_last_contact_is_the_last_moment_at_which_both_were_here(
    one: list[Stay], other: list[Stay], last: int | None
) -> None:
    assert last_contact_ms(one, other, 100) == last_contact_ms(other, one, 100) == last


# --- appeals, chat and abuse -------------------------------------------------------------------------------------


def test_an_appeal_needs_the_password_and_starts_no_session(lobby: LocalLobby, people: list[Here]) -> None:
    ana, _, _ = people
    stand(lobby, ana, days=7)
    sessions = len(lobby.rows(schema.sessions))
    filed = appeals.Appeal(
        id="a1", account=ana.account, kind="suspension", of="s", text="why", created_at_ms=7, decided_by="system"
    )
    lobby.rpc.answers[appeals.FileAppeal] = filed
    asked = contract.FileAppeal(username="Ana", password=PASSWORD, text="It was not me.")
    assert lobby.ask(asked) == contract.AppealReceipt(id="a1", created_at_ms=7)
    wrong = contract.FileAppeal(username="Ana", password="wrong", text="It was not me.")
    assert lobby.ask(wrong).error == "login_failed"
    assert len(lobby.rows(schema.sessions)) == sessions


def test_staff_read_what_was_said_page_by_page(lobby: LocalLobby, people: list[Here]) -> None:
    _ana, ben, eva = people
    for text in ("one", "two", "three"):
        lobby.say(ben, text)
    asked = {"account": eva.account, "of": ben.account, "limit": 2}
    assert lobby.ask(contract.ListChat(**asked)) == Refusal("forbidden")
    hire(lobby, eva, "moderator")
    page = lobby.ask(contract.ListChat(**asked))
    assert [line.text for line in page.lines] == ["three", "two"]
    rest = lobby.ask(contract.ListChat(**asked, before=page.next_before))
    assert ([line.text for line in rest.lines], rest.next_before) == (["one"], None)


@pytest.mark.parametrize("role", ROLES)
def test_what_staff_ask_is_returned_only_to_the_roles_that_may_read_it(
    lobby: LocalLobby, people: list[Here], role: str
) -> None:
    _ana, ben, eva = people
    hire(lobby, eva, role)
    asked = contract.ListChat(account=eva.account, of=ben.account)
    names = contract.FindNames(account=eva.account, accounts=[ben.account, "nobody"])
    search = companies.SearchCompanies(account=eva.account, name="x")
    file = companies.GetCompanyFile(account=eva.account, company="none")
    deed = companies.ActOnCompany(account=eva.account, id="d", company="none", deed="close", reason="it is none")
    accounts = contract.FindPlayers(account=eva.account, text="en")
    theirs = companies.ListPlayerCompanies(account=eva.account, of=ben.account)
    kinds = devices.ListDevices(account=eva.account, of=ben.account, need="case")
    alike = devices.FindByDevice(account=eva.account, form="phone", need="case")
    requests = (asked, names, accounts, search, theirs, file, deed, kinds, alike)
    assert staff_requests("lobby") == {type(each) for each in requests}
    for request in requests:
        assert (lobby.ask(request) == Refusal("forbidden")) == (role not in request.staff_roles)


def test_names_of_accounts_are_returned_to_staff_alone(lobby: LocalLobby, people: list[Here]) -> None:
    _ana, ben, eva = people
    asked = contract.FindNames(account=eva.account, accounts=[ben.account, "nobody"])
    assert lobby.ask(asked) == Refusal("forbidden")
    hire(lobby, eva, "operator")
    assert lobby.ask(asked).names == {ben.account: "Ben"}


def found_by(lobby: LocalLobby, who: Here, text: str) -> list[tuple[str, str]]:
    answer = lobby.ask(contract.FindPlayers(account=who.account, text=text))
    return [(each.name, each.by) for each in answer.players]


def test_staff_find_accounts_by_a_part_of_the_name_and_by_an_earlier_one(lobby: LocalLobby, people: list[Here]) -> None:
    ana, ben, eva = people
    hire(lobby, eva, "operator")
    assert found_by(lobby, eva, "BE") == [("Ben", "name")]
    assert found_by(lobby, eva, "a") == [("Ana", "name"), ("Eva", "name")]
    assert found_by(lobby, eva, "%") == []
    with lobby.database.work() as work:
        chat_rows.add(work, "lobby", ben.account, "Guest-77", "good evening")
    assert found_by(lobby, eva, "Guest-77") == [("Ben", "earlier")]
    assert ana


def test_administrators_alone_find_accounts_by_mail_and_that_is_logged(lobby: LocalLobby, people: list[Here]) -> None:
    _ana, ben, eva = people
    with lobby.database.work() as work:
        credentials = schema.credentials
        mine = credentials.update().where(credentials.c.account == ben.account)
        work.execute(mine.values(email="ben.of@example.org"))
    hire(lobby, eva, "moderator")
    assert found_by(lobby, eva, "ben.of@") == []
    hire(lobby, eva, "administrator", seq=2)
    assert found_by(lobby, eva, "ben.of@") == [("Ben", "mail")]
    noted = [row for row in lobby.rows(schema.security_log) if row.kind == "staff_read"]
    assert [row.account for row in noted] == [eva.account]


def test_a_session_that_is_open_when_its_owner_becomes_staff_ends_as_early_as_theirs(
    lobby: LocalLobby, people: list[Here]
) -> None:
    ana, ben, eva = people
    lobby.started(ana, ben)
    hire(lobby, ana, "operator")
    hire(lobby, eva, "moderator")
    assert not lobby.ask(contract_lobby.WhoIs(token=ana.token)).staff_session_over
    lobby.wait(9 * 60 * 60_000)
    assert lobby.ask(contract_lobby.WhoIs(token=ana.token)).staff_session_over, "the match goes on, their work does not"
    assert lobby.ask(contract_lobby.WhoIs(token=eva.token)) == Refusal("session_expired")


def test_staff_are_known_as_such_while_moderation_is_away(lobby: LocalLobby, people: list[Here]) -> None:
    ana, _ben, _eva = people
    hire(lobby, ana, "administrator")
    lobby.rpc.answers[GetConduct] = Refusal(UNAVAILABLE)
    assert isinstance(lobby.log_in("Ana"), Session)
    staff = [row.staff for row in lobby.rows(schema.sessions) if row.account == ana.account and row.ended is None]
    assert staff == [True]


def test_a_session_that_misuses_the_protocol_ends_and_staff_are_notified(lobby: LocalLobby, people: list[Here]) -> None:
    ana, _, _ = people
    for _ in range(2):
        lobby.ask(contract.EndForAbuse(token=ana.token, messages=10))
    assert [close for _, close, _ in lobby.push.closed_connections()] == ["protocol_abuse"]
    assert [body for key, body in lobby.published() if key == "lobby.protocol_abused"] == [
        {"account": ana.account, "at_ms": lobby.now_ms, "messages": 10}
    ]
