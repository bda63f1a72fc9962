"""What staff see of companies and do about them (services/lobby/RULES.md §23)."""

from itertools import permutations
from typing import Any

import msgspec
import pytest

from services.contracts.base import Done
from services.contracts.client.frames import CompanyFrame
from services.contracts.lobby.accounts.privacy import EraseAccount
from services.contracts.lobby.people import companies as contract
from services.contracts.moderation.companies import CompanyDecided, DecideCompany, Deed
from services.contracts.moderation.events import RolesChanged
from services.kernel.clock import DAY_MS
from services.kernel.refusal import Refusal
from services.lobby import expiry
from services.lobby.companies import evening_calls, staff_deeds
from services.lobby.companies import history_rows as schema
from services.lobby.companies import rows as stored
from services.lobby.companies.rules import NAME_LENGTH_MAX, NAME_LENGTH_MIN, neutral_names, read_name
from services.lobby.conduct import staff as roles
from tests.lobby.companies.people import Company, act, found, grown_up
from tests.lobby.local_lobby import PASSWORD, Here, LocalLobby

REASON = "an insult as its name"


class Staff:
    """A member of staff, and moderation that allows everything."""

    def __init__(self, lobby: LocalLobby, here: Here, role: str = "administrator") -> None:
        self.lobby = lobby
        self.here = here
        self.seq = 0
        lobby.deliver(roles.roles_changed, RolesChanged(account=here.account, seq=1, roles=[role]))
        lobby.rpc.answers[DecideCompany] = Done()

    def act(self, company: str, deed: Deed, days: int = 0, id: str | None = None) -> Any:
        asked = contract.ActOnCompany(
            account=self.here.account, id=id or self.lobby.next_id(), company=company, deed=deed, days=days,
            reason=REASON,
        )  # fmt: skip
        answer = staff_deeds.act(self.lobby.ports, asked)
        return answer.error if isinstance(answer, Refusal) else answer

    def do(self, company: str, deed: Deed, days: int = 0) -> CompanyDecided:
        """Ask, and have moderation's event arrive."""
        assert self.act(company, deed, days) == Done()
        event = self.event(deed, days)
        self.lobby.deliver(staff_deeds.companies_decided, event)
        return event

    def event(self, deed: Deed, days: int = 0) -> CompanyDecided:
        """What moderation publishes about the last deed that it was asked for."""
        asked = self.lobby.rpc.asked(DecideCompany)[-1]
        self.seq += 1
        return CompanyDecided(
            id=asked.id, company=asked.company, seq=self.seq, deed=deed, by=asked.account, at_ms=self.lobby.now_ms,
            reason=asked.reason, name=asked.new_name,
            until_ms=self.lobby.now_ms + days * DAY_MS if deed == "close_chat" else 0,
        )  # fmt: skip

    def file(self, company: str) -> Any:
        answer = self.lobby.ports.run(
            staff_deeds.get_file, contract.GetCompanyFile(account=self.here.account, company=company)
        )
        return answer.error if isinstance(answer, Refusal) else answer

    def search(self, text: str) -> list[tuple[str, int, bool]]:
        asked = contract.SearchCompanies(account=self.here.account, name=text)
        found = self.lobby.ports.run(staff_deeds.search, asked)
        return [(each.name, each.members, each.closed) for each in found.companies]


def erased(lobby: LocalLobby, name: str) -> object:
    """The answer to an erasure, out of a new session: older ones have ended."""
    return lobby.ask(EraseAccount(token=lobby.log_in(name).token, password=PASSWORD))


def start(lobby: LocalLobby, name: str = "A bad name") -> tuple[Here, Here, Company, Staff]:
    ana, ben, eva = grown_up(lobby, "Ana", "Ben", "Eva")
    company = found(lobby, ana, name, joining="open")
    company.join(ben)
    return ana, ben, company, Staff(lobby, eva)


def test_only_staff_see_and_act(lobby: LocalLobby) -> None:
    ana, ben, company, eva = start(lobby)
    player, auditor = Staff(lobby, ana, "player"), Staff(lobby, ben, "auditor")
    assert (player.file(company.id), player.act(company.id, "rename")) == ("forbidden", "forbidden")
    assert isinstance(
        lobby.ports.run(staff_deeds.search, contract.SearchCompanies(account=ana.account, name="a")), Refusal
    )
    assert auditor.file(company.id).name == "A bad name"
    assert auditor.act(company.id, "rename") == "forbidden"
    assert (eva.file("none"), eva.act("none", "rename")) == ("company_unknown", "company_unknown")
    assert lobby.rpc.asked(DecideCompany) == []


def test_moderation_is_asked_with_what_the_lobby_knows(lobby: LocalLobby) -> None:
    ana, ben, company, eva = start(lobby)
    assert eva.act(company.id, "rename") == Done()
    (asked,) = lobby.rpc.asked(DecideCompany)
    assert (asked.founder, asked.members) == (ana.account, sorted([ana.account, ben.account]))
    assert (asked.company_name, asked.new_name) == ("A bad name", neutral_names(company.id, "en")[0])
    lobby.rpc.answers[DecideCompany] = Refusal("conflict_of_interest")
    assert eva.act(company.id, "rename") == "conflict_of_interest"
    assert company.seen_by(ana).line.name == "A bad name", "nothing is done before moderation says it"


def test_a_name_is_taken_away_and_restored(lobby: LocalLobby) -> None:
    ana, ben, company, eva = start(lobby)
    eva.do(company.id, "rename")
    neutral = neutral_names(company.id, "en")[0]
    assert company.seen_by(ben).line.name == neutral
    assert lobby.push.to(ben.account, CompanyFrame)[-1].name == neutral
    change = {"name": "Á bad name", "joining": "open"}
    assert company.do(ana, contract.ChangeCompany, **change | {"name": "A bad name"}) == "company_name_taken"
    assert act(lobby, ben, contract.FoundCompany, name="a BAD name", joining="open") == "company_name_taken"
    assert company.do(ana, contract.ChangeCompany, name="A good name", joining="open") == Done()
    file = eva.file(company.id)
    assert file.has_taken_name
    assert [(each.kind, each.before, each.name) for each in file.records] == [
        ("renamed", neutral, "A good name"), ("rename", "A bad name", neutral), ("founded", "", "A bad name")
    ]  # fmt: skip
    assert [each.by for each in file.records] == [ana.account, eva.here.account, ana.account]
    eva.do(company.id, "restore_name")
    assert company.seen_by(ben).line.name == "A bad name"
    assert not eva.file(company.id).has_taken_name
    assert eva.act(company.id, "restore_name") == "company_unchanged"


def test_a_name_that_another_company_has_by_now_is_not_restored(lobby: LocalLobby) -> None:
    ana, ben, company, eva = start(lobby, "Ours")
    eva.do(company.id, "rename")
    eva.do(company.id, "restore_name")
    eva.do(company.id, "rename")
    restoring = (eva.act(company.id, "restore_name"), eva.event("restore_name"))[1]
    with lobby.database.work() as work:
        work.execute(schema.company_records.update().values(taken_key=None))
    other = found(lobby, ben, "Ours")
    lobby.deliver(staff_deeds.companies_decided, restoring)
    assert other.seen_by(ben).line.name == "Ours"
    assert company.seen_by(ana).line.name == neutral_names(company.id, "")[0]


@pytest.mark.parametrize("language", ["el", "en", "es", "pt", "it", "??"])
def test_neutral_names_are_names(language: str) -> None:
    for name in neutral_names("0123456789abcdef0123456789abcdef", language):
        assert read_name(name) == name
        assert NAME_LENGTH_MIN <= len(name) <= NAME_LENGTH_MAX


def test_a_neutral_name_begins_like_the_companys_id_and_takes_more_of_it_where_that_is_not_free() -> None:
    id = "0123456789abcdef0123456789abcdef"
    assert neutral_names(id, "el") == ["Παρέα 012345", "Παρέα 0123456789ab", f"Παρέα {id}"]
    assert neutral_names(id, "??") == ["Company 012345", "Company 0123456789ab", f"Company {id}"]
    assert neutral_names(f"c-{id}", "it")[-1] == f"Compagnia c{id}"[:NAME_LENGTH_MAX]


def test_a_picture_is_removed(lobby: LocalLobby) -> None:
    _, ben, company, eva = start(lobby)
    assert eva.act(company.id, "remove_picture") == "company_unchanged"
    with lobby.database.work() as work:
        kept = stored.lock(work, company.id)
        assert kept is not None
        stored.put_picture(work, company.id, "p1", b"image")
        stored.save(work, msgspec.structs.replace(kept, picture="p1"))
    assert company.seen_by(ben).line.picture == "p1"
    eva.do(company.id, "remove_picture")
    assert company.seen_by(ben).line.picture is None
    assert lobby.database.run(lambda work: stored.find_picture(work, "p1")) is None


def test_a_closed_chat_is_read_and_not_written(lobby: LocalLobby) -> None:
    ana, ben, company, eva = start(lobby)
    room = f"company:{company.id}"
    lobby.say(ben, "before", room)
    assert eva.act(company.id, "open_chat") == "company_unchanged"
    eva.do(company.id, "close_chat", days=2)
    closed = Refusal("company_chat_closed", {"until_ms": lobby.now_ms + 2 * DAY_MS})
    assert lobby.say(ana, "I", room) == lobby.say(ben, "I", room) == closed
    assert lobby.say(eva.here, "I", room) == Refusal("chat_not_member")
    assert [line.text for line in company.do(ben, contract.ListCompanyChat).lines] == ["before"]
    assert [line.text for line in eva.file(company.id).lines] == ["before"]
    eva.do(company.id, "open_chat")
    assert not isinstance(lobby.say(ana, "after", room), Refusal)
    eva.do(company.id, "close_chat", days=1)
    lobby.wait(DAY_MS)
    assert not isinstance(lobby.say(ben, "a day later", room), Refusal)


def set_evening(lobby: LocalLobby, company: Company, who: Here) -> None:
    evening = contract.Evening(weekday=3, minute=1_200, zone="Europe/Athens", game="tictactoe")
    assert company.do(who, contract.SetCompanyEvening, evening=evening) == Done()


def test_the_evening_of_a_closed_company_is_not_called_and_its_tables_go_on(lobby: LocalLobby) -> None:
    ana, ben, company, eva = start(lobby)
    set_evening(lobby, company, ana)
    table = lobby.create(ana, stake_chips=0, company=company.id).table
    lobby.join(ben, table)
    assert lobby.start(ana, table) == Done()
    eva.do(company.id, "close")
    assert company.notices(ben)[-1][0] == "closed"
    lobby.push.forget()
    for _ in range(8 * 24):
        lobby.wait(DAY_MS // 24)
        evening_calls.sweep_evenings(lobby.ports)
    assert lobby.push.to(ben.account, CompanyFrame) == []
    assert company.seen_by(ana) == "company_unknown"
    assert lobby.statuses()["Ben"] == "playing"
    assert act(lobby, ben, contract.ListOwnCompanies).mine == []


def test_a_closed_company_is_opened_again_with_its_members(lobby: LocalLobby) -> None:
    ana, ben, company, eva = start(lobby)
    company.role(ana, ben, "host")
    set_evening(lobby, company, ana)
    eva.do(company.id, "close")
    assert eva.search("bad") == [("A bad name", 2, True)]
    file = eva.file(company.id)
    assert ([each.name for each in file.members], file.closed_by) == (["Ana", "Ben"], eva.here.account)
    assert file.closed_at_ms == lobby.now_ms
    for deed in ("rename", "close_chat", "close"):
        assert eva.act(company.id, deed, 1) == "company_unchanged"  # type: ignore[arg-type]
    lobby.wait(9 * DAY_MS)
    assert eva.act(company.id, "reopen") == Done()
    assert lobby.rpc.asked(DecideCompany)[-1].closed_by == eva.here.account
    lobby.deliver(staff_deeds.companies_decided, eva.event("reopen"))
    assert company.roles(ana) == [("Ana", "founder"), ("Ben", "host")]
    line = company.seen_by(ana).line
    assert line.name == "A bad name" and line.evening is not None and line.evening_at_ms > lobby.now_ms
    assert eva.search("bad") == [("A bad name", 2, False)]
    assert eva.act(company.id, "reopen") == "company_unchanged"


def test_a_company_without_its_founder_is_opened_again_with_the_next_one(lobby: LocalLobby) -> None:
    ana, ben, company, eva = start(lobby)
    eva.do(company.id, "close")
    assert not isinstance(erased(lobby, "Ana"), Refusal)
    eva.do(company.id, "reopen")
    assert company.roles(ben) == [("Ben", "founder")]
    assert ana.account not in {each.by for each in eva.file(company.id).records}


def test_a_closed_company_without_members_stays_closed(lobby: LocalLobby) -> None:
    _, _, company, eva = start(lobby)
    eva.do(company.id, "close")
    for who in ("Ana", "Ben"):
        assert not isinstance(erased(lobby, who), Refusal)
    eva.do(company.id, "reopen")
    assert eva.file(company.id).closed_at_ms is not None


def test_a_closed_company_is_forgotten_after_thirty_days(lobby: LocalLobby) -> None:
    ana, _, company, eva = start(lobby)
    eva.do(company.id, "rename")
    eva.do(company.id, "close")
    lobby.wait(30 * DAY_MS + 1)
    lobby.ports.run(expiry.purge)
    assert eva.file(company.id) == eva.act(company.id, "reopen") == "company_unknown"
    assert lobby.rows(schema.closed_company_members) == []
    again = {"name": "A bad name", "joining": "open"}
    assert act(lobby, ana, contract.FoundCompany, **again) == "company_name_taken", "a name stays taken for longer"
    lobby.wait(60 * DAY_MS)
    lobby.ports.run(expiry.purge)
    assert isinstance(act(lobby, ana, contract.FoundCompany, **again), contract.CompanyRef)


def test_of_deeds_about_the_same_the_newest_holds_in_any_order(lobby: LocalLobby) -> None:
    """Close, reopen, and a chat that is closed and opened: every order of arrival ends alike, as does each event that
    comes twice."""
    ana, ben, eva_here = grown_up(lobby, "Ana", "Ben", "Eva")
    eva = Staff(lobby, eva_here)
    ends = set()
    for number, order in enumerate(permutations(range(3))):
        company = found(lobby, ana, f"Company of order {number}", joining="open")
        company.join(ben)
        events = []
        for deed, days in (("close_chat", 1), ("open_chat", 0), ("close_chat", 5)):
            events.append(
                CompanyDecided(
                    id=f"{number}-{deed}-{days}",
                    company=company.id,
                    seq=len(events) + 1,
                    deed=deed,
                    by=eva_here.account,
                    at_ms=lobby.now_ms,
                    reason=REASON,
                    name="x",
                    until_ms=days and lobby.now_ms + days * DAY_MS,
                )
            )
        for index in order:
            lobby.deliver(staff_deeds.companies_decided, events[index])
            lobby.deliver(staff_deeds.companies_decided, events[index])
        ends.add(eva.file(company.id).chat_closed_until_ms)
        company.do(ana, contract.CloseCompany)
    assert ends == {lobby.now_ms + 5 * DAY_MS}


def test_a_deed_that_was_carried_out_is_answered_as_the_first_time(lobby: LocalLobby) -> None:
    _, _, company, eva = start(lobby)
    assert eva.act(company.id, "rename", id="d1") == Done()
    lobby.deliver(staff_deeds.companies_decided, eva.event("rename"))
    assert eva.act(company.id, "rename", id="d1") == Done()
    assert len(lobby.rpc.asked(DecideCompany)) == 1
    assert eva.act(company.id, "rename", id="d2") == "company_unchanged"


def test_a_deed_about_a_company_that_is_gone_changes_nothing(lobby: LocalLobby) -> None:
    ana, _, company, eva = start(lobby)
    deeds: list[Deed] = ["rename", "close_chat", "close"]
    for deed in deeds:
        assert eva.act(company.id, deed, 1) == Done()
    events = [eva.event(deed, 1) for deed in deeds]
    company.do(ana, contract.CloseCompany)
    lobby.deliver(staff_deeds.companies_decided, *events)
    assert eva.file(company.id) == "company_unknown"


def test_companies_are_found_by_a_part_of_their_names(lobby: LocalLobby) -> None:
    _, ben, _, eva = start(lobby, "The 100% club")
    found(lobby, ben, "Another Club")
    assert eva.search("club") == [("Another Club", 1, False), ("The 100% club", 2, False)]
    assert eva.search("0%") == [("The 100% club", 2, False)]
    assert eva.search("  ") == eva.search("nothing") == []
