"""Companies over a real database (services/lobby/RULES.md §23)."""

import io

import pytest
from PIL import Image

from services.contracts.base import Done
from services.contracts.lobby.accounts.guest_accounts import EnterAsGuest
from services.contracts.lobby.accounts.pictures import GetPhoto
from services.contracts.lobby.accounts.privacy import EraseAccount
from services.contracts.lobby.people import companies as contract
from services.contracts.lobby.people.blocks import BlockPlayer
from services.contracts.moderation.conduct import ChatMuted
from services.kernel.clock import DAY_MS
from services.kernel.refusal import Refusal
from services.lobby import schema
from services.lobby.accounts.guest_accounts import use_cases as guests
from services.lobby.chat import use_cases as chat
from services.lobby.companies import founding, rules
from services.lobby.companies import rows as stored
from services.lobby.privacy import rows as privacy
from services.lobby.social import blocks
from tests.lobby.companies.people import act, found, grown_up
from tests.lobby.local_lobby import PASSWORD, Here, LocalLobby


def picture() -> bytes:
    written = io.BytesIO()
    Image.new("RGB", (64, 64), "teal").save(written, "PNG")
    return written.getvalue()


def erased(lobby: LocalLobby, name: str) -> object:
    """The answer to an erasure in a new session."""
    return lobby.ask(EraseAccount(token=lobby.log_in(name).token, password=PASSWORD))


def guest(lobby: LocalLobby) -> Here:
    session = guests.enter(lobby.ports, EnterAsGuest(adult=True))
    return lobby.connect(session)


def test_the_founder_invites_and_the_invited_player_becomes_a_member(lobby: LocalLobby) -> None:
    ana, ben = grown_up(lobby, "Ana", "Ben")
    company = found(lobby, ana)
    assert company.seen_by(ben) == "company_unknown"
    for _ in range(2):
        assert company.invite(ana, "bEN") == Done()
    assert company.notices(ben) == [("invited", "Ana")]
    (invitation,) = act(lobby, ben, contract.ListOwnCompanies).invitations
    assert (invitation.by, invitation.line.name, invitation.line.members) == ("Ana", "Η παρέα", 1)
    assert company.seen_by(ben).is_invited
    assert company.accept(ben) == Done()
    assert company.roles(ben) == [("Ana", "founder"), ("Ben", "member")]
    assert company.invite(ana, "Ben") == "company_member"
    assert [(line.name, line.role) for line in act(lobby, ben, contract.ListOwnCompanies).mine] == [
        ("Η παρέα", "member")
    ]


def test_a_command_sent_again_is_answered_as_the_first_time(lobby: LocalLobby) -> None:
    (ana,) = grown_up(lobby, "Ana")
    first = act(lobby, ana, contract.FoundCompany, id="x", name="One")
    assert act(lobby, ana, contract.FoundCompany, id="x", name="One") == first
    assert len(lobby.rows(schema.companies)) == 1


def test_the_way_in_decides_which_players_join(lobby: LocalLobby) -> None:
    ana, ben, eva = grown_up(lobby, "Ana", "Ben", "Eva")
    door, bell, closed = (
        found(lobby, who, f"By {way}", way) for who, way in ((ana, "open"), (ana, "asked"), (ben, "invited"))
    )
    assert [line.company for line in act(lobby, eva, contract.ListOpenCompanies).companies] == sorted(
        [door.id, bell.id]
    )
    assert closed.join(eva) == "company_unknown"
    assert door.join(eva) == Done()
    assert door.roles(eva) == [("Ana", "founder"), ("Eva", "member")]
    assert bell.join(eva) == Done()
    assert bell.notices(ana) == [("asked", "Eva")]
    assert [each.name for each in bell.seen_by(ana).asking] == ["Eva"]
    assert (bell.seen_by(eva).members, bell.seen_by(eva).has_asked) == ([], True)
    assert bell.let_in(ana, eva) == Done()
    assert bell.notices(eva) == [("joined", "")]
    assert bell.let_in(ana, eva) == "request_unknown"
    assert act(lobby, eva, contract.ListOpenCompanies).companies == []


def test_companies_to_join_come_in_pages(lobby: LocalLobby) -> None:
    ana, ben, eva = grown_up(lobby, "Ana", "Ben", "Eva")
    made = sorted(found(lobby, who, f"Company {n}", "open").id for n, who in enumerate((ana, ana, ben, ben)))
    first = act(lobby, eva, contract.ListOpenCompanies, limit=3)
    second = act(lobby, eva, contract.ListOpenCompanies, limit=3, after=first.next)
    assert [line.company for line in first.companies + second.companies] == made
    assert second.next is None


def test_a_no_looks_like_silence_on_both_sides_for_a_month(lobby: LocalLobby) -> None:
    ana, ben = grown_up(lobby, "Ana", "Ben")
    company = found(lobby, ana, joining="asked")
    company.join(ben)
    assert company.let_in(ana, ben, accept=False) == Done()
    assert company.seen_by(ben).has_asked
    company.leave(ben)
    assert not company.seen_by(ben).has_asked
    company.join(ben)
    assert company.seen_by(ben).has_asked
    assert company.seen_by(ana).asking == []
    other = found(lobby, ana, "Other")
    other.invite(ana, "Ben")
    assert other.accept(ben, accept=False) == Done()
    assert [each.name for each in other.seen_by(ana).invited] == ["Ben"]
    other.remove(ana, ben)
    assert other.seen_by(ana).invited == []
    other.invite(ana, "Ben")
    assert [each.name for each in other.seen_by(ana).invited] == ["Ben"]
    assert other.accept(ben) == "invitation_unknown"
    lobby.wait(rules.CANDIDATES_KEPT_MS)
    lobby.database.run(stored.purge, lobby.now_ms - rules.CANDIDATES_KEPT_MS)
    other.invite(ana, "Ben")
    assert other.accept(ben) == Done()


def test_a_removed_member_comes_back_by_invitation_alone(lobby: LocalLobby) -> None:
    ana, ben = grown_up(lobby, "Ana", "Ben")
    company = found(lobby, ana, joining="open")
    company.join(ben)
    assert company.remove(ana, ben) == Done()
    assert company.notices(ben) == [("removed", "")]
    assert company.join(ben) == "company_forbidden"
    company.bring(ana, (ben, "Ben"))
    assert company.roles(ben) == [("Ana", "founder"), ("Ben", "member")]


def test_roles_decide_what_members_may_do(lobby: LocalLobby) -> None:
    ana, ben, eva, ida = grown_up(lobby, "Ana", "Ben", "Eva", "Ida")
    company = found(lobby, ana)
    company.bring(ana, (ben, "Ben"), (eva, "Eva"))
    assert company.invite(ben, "Ida") == "company_forbidden"
    assert company.role(ana, ben, "host") == Done()
    company.bring(ben, (ida, "Ida"))
    assert company.remove(ben, ida) == Done()
    assert company.remove(ben, ana) == "company_forbidden"
    assert company.remove(eva, ben) == "company_forbidden"
    assert company.remove(ben, ben) == "company_forbidden"
    assert company.remove(ana, ida) == "member_unknown"
    for kind, fields in (
        (contract.ChangeCompany, {"name": "Other", "joining": "open"}),
        (contract.CloseCompany, {}),
        (contract.DeleteCompanyPicture, {}),
        (contract.SetCompanyRole, {"player": eva.account, "role": "host"}),
    ):
        assert company.do(ben, kind, **fields) == "company_forbidden"
        assert company.do(ida, kind, **fields) == "company_unknown"
    assert company.role(ana, ben, "founder") == Done()
    assert company.roles(ana) == [("Ben", "founder"), ("Ana", "host"), ("Eva", "member")]
    assert company.do(ben, contract.CloseCompany) == Done()
    assert company.notices(eva)[-1] == ("closed", "")
    assert company.seen_by(ben) == "company_unknown"
    assert lobby.rows(schema.company_members) == []


def test_a_company_passes_to_the_longest_standing_host_then_member_then_closes(lobby: LocalLobby) -> None:
    ana, ben, eva, ida = grown_up(lobby, "Ana", "Ben", "Eva", "Ida")
    company = found(lobby, ana)
    for who, name in ((ben, "Ben"), (eva, "Eva"), (ida, "Ida")):
        lobby.wait(1_000)
        company.bring(ana, (who, name))
    company.role(ana, ida, "host")
    company.leave(ana)
    assert company.roles(ben) == [("Ida", "founder"), ("Ben", "member"), ("Eva", "member")]
    assert not isinstance(erased(lobby, "Ida"), Refusal)
    assert company.roles(eva) == [("Ben", "founder"), ("Eva", "member")]
    company.leave(ben)
    company.leave(eva)
    assert lobby.rows(schema.companies) == lobby.rows(schema.company_members) == []
    assert found(lobby, ana).roles(ana) == [("Ana", "founder")]


def test_new_accounts_found_nothing_and_join_by_invitation_alone(lobby: LocalLobby) -> None:
    (ana,) = grown_up(lobby, "Ana")
    company = found(lobby, ana, joining="open")
    (ben,) = lobby.enter("Ben")
    lobby.wait(lobby.ports.settings.newcomer_days * DAY_MS - 1)
    assert act(lobby, ben, contract.FoundCompany, name="Too soon") == "account_too_new"
    assert company.join(ben) == "account_too_new"
    company.bring(ana, (ben, "Ben"))
    lobby.wait(1)
    assert found(lobby, ben, "In time")


def test_guests_and_suspended_players_are_refused_first(lobby: LocalLobby, monkeypatch: pytest.MonkeyPatch) -> None:
    (ana,) = grown_up(lobby, "Ana")
    company = found(lobby, ana, joining="open")
    visitor = guest(lobby)
    assert company.join(visitor) == "guest_forbidden"
    assert act(lobby, visitor, contract.FoundCompany, name="!") == "guest_forbidden"
    guests_name = next(row.name for row in lobby.rows(schema.players) if row.guest)
    assert company.invite(ana, guests_name) == "guest_forbidden"
    standing = Refusal("account_suspended", {"until_ms": 1})
    monkeypatch.setattr("services.lobby.accounts.permissions.check_suspended", lambda *_: standing)
    assert company.invite(ana, "Zoe") == "account_suspended"


def test_names_are_unique_by_their_look_and_free_when_a_company_closes(lobby: LocalLobby) -> None:
    ana, ben = grown_up(lobby, "Ana", "Ben")
    one = found(lobby, ana, "Thursday Club")
    assert act(lobby, ben, contract.FoundCompany, name="thursday cIub") == "company_name_taken"
    other = found(lobby, ben, "Friday Club")
    assert other.do(ben, contract.ChangeCompany, name="THURSDAY CLUB", joining="open") == "company_name_taken"
    assert other.do(ben, contract.ChangeCompany, name="friday club", joining="open") == Done()
    one.do(ana, contract.CloseCompany)
    assert other.do(ben, contract.ChangeCompany, name="Thursday Club", joining="open") == Done()
    lobby.deliver(chat.chat_muted, ChatMuted(account=ben.account, until_ms=lobby.now_ms + 1, seq=1))
    assert other.do(ben, contract.ChangeCompany, name="x", joining="open") == "chat_banned"


def test_limits_hold_for_founders_members_and_candidates(lobby: LocalLobby) -> None:
    ana, ben, eva, ida = grown_up(lobby, "Ana", "Ben", "Eva", "Ida")
    one, _two = found(lobby, ana, "One", "asked"), found(lobby, ana, "Two")
    assert act(lobby, ana, contract.FoundCompany, name="Three") == "company_found_limit"
    three = found(lobby, ben, "Three", "open")
    three.bring(ben, (ana, "Ana"))
    assert three.role(ben, ana, "founder") == "company_found_limit"
    lobby.set(companies_joined_max=1)
    one.invite(ana, "Ben")
    assert one.accept(ben) == "company_limit"
    lobby.set(companies_joined_max=1, company_members_max=2)
    one.join(eva)
    one.join(ida)
    assert one.let_in(ana, eva) == Done()
    assert one.let_in(ana, ida) == "company_full"
    assert one.invite(ana, "Ida") == "company_full"
    assert three.join(ida) == "company_full"


def test_a_host_does_not_learn_that_the_other_belongs_to_too_many(lobby: LocalLobby) -> None:
    ana, ben, eva = grown_up(lobby, "Ana", "Ben", "Eva")
    asked, other = found(lobby, ana, "One", "asked"), found(lobby, eva, "Two", "open")
    asked.join(ben)
    other.join(ben)
    lobby.set(companies_joined_max=1)
    assert asked.let_in(ana, ben) == Done()
    assert asked.roles(ana) == [("Ana", "founder")]
    assert asked.seen_by(ana).asking == []


def test_unwanted_players_neither_invite_nor_join(lobby: LocalLobby) -> None:
    ana, ben = grown_up(lobby, "Ana", "Ben")
    company, own = found(lobby, ana, joining="open"), found(lobby, ben, "Ben's", "asked")
    lobby.ports.run(blocks.block_player, BlockPlayer(account=ben.account, name="Ana"))
    assert company.invite(ana, "Ben") == "blocked_by_player"
    assert own.join(ana) == "blocked_by_player"
    assert company.join(ben) == Done()


def test_the_picture_is_a_small_square_that_goes_with_the_company(lobby: LocalLobby) -> None:
    (ana,) = grown_up(lobby, "Ana")
    company = found(lobby, ana, joining="open")
    request = contract.SetCompanyPicture(account=ana.account, company=company.id, image=picture())
    assert founding.set_picture(lobby.ports, request) == Done()
    shown = company.seen_by(ana).line.picture
    assert lobby.ask(GetPhoto(photo=shown)).image[8:12] == b"WEBP"
    broken = contract.SetCompanyPicture(account=ana.account, company=company.id, image=b"none")
    assert founding.set_picture(lobby.ports, broken) == Refusal("photo_invalid")
    company.do(ana, contract.CloseCompany)
    assert lobby.ask(GetPhoto(photo=shown)) == Refusal("photo_unknown")


def test_companies_are_in_the_export_and_gone_with_the_account(lobby: LocalLobby) -> None:
    ana, ben, eva = grown_up(lobby, "Ana", "Ben", "Eva")
    company, other = found(lobby, ana), found(lobby, eva, "Other", "asked")
    company.invite(ana, "Ben")
    other.join(ana)
    with lobby.database.work() as work:
        exported = privacy.rows_of(work, ana.account)["companies"]
    assert [(each["name"], each["role"]) for each in exported["member_of"]] == [("Η παρέα", "founder")]
    assert [(each["name"], each["state"]) for each in exported["candidate_of"]] == [("Other", "asked")]
    assert [each["account"] for each in exported["invited"]] == [ben.account]
    assert not isinstance(erased(lobby, "Ana"), Refusal)
    left = [(row.company, row.account) for row in lobby.rows(schema.company_members)]
    assert left == [(other.id, eva.account)]
    assert lobby.rows(schema.company_candidates) == []
    assert [row.company for row in lobby.rows(schema.companies)] == [other.id]
