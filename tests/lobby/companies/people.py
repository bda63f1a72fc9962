"""Players of a lobby and what they do in companies."""

from typing import Any

from services.contracts.client.frames import CompanyFrame
from services.contracts.lobby.people import companies as contract
from services.kernel.clock import DAY_MS
from services.kernel.refusal import Refusal
from services.lobby.companies import evening_calls, founding, joining, membership, views
from tests.lobby.local_lobby import Here, LocalLobby

USE_CASES: dict[type, Any] = {
    contract.ListOwnCompanies: views.list_own,
    contract.ListOpenCompanies: views.list_open,
    contract.GetCompany: views.get_company,
    contract.FoundCompany: founding.found_company,
    contract.ChangeCompany: founding.change_company,
    contract.CloseCompany: founding.close_company,
    contract.DeleteCompanyPicture: founding.delete_picture,
    contract.InviteToCompany: joining.invite,
    contract.AnswerCompanyInvitation: joining.answer_invitation,
    contract.JoinCompany: joining.join,
    contract.AnswerCompanyRequest: joining.answer_request,
    contract.LeaveCompany: membership.leave,
    contract.RemoveCompanyMember: membership.remove,
    contract.SetCompanyRole: membership.set_role,
    contract.ComeToEvening: evening_calls.come,
    contract.ListCompanyChat: views.list_chat,
    contract.MuteCompanyMember: membership.mute,
}


class Company:
    """A company, as a test speaks of it."""

    def __init__(self, lobby: LocalLobby, company: str) -> None:
        self.lobby = lobby
        self.id = company

    def do(self, who: Here, kind: type, **fields: Any) -> Any:
        """A command in this company; the error code of a refusal, else the answer."""
        return act(self.lobby, who, kind, company=self.id, **fields)

    def invite(self, who: Here, name: str) -> Any:
        return self.do(who, contract.InviteToCompany, name=name)

    def accept(self, who: Here, accept: bool = True) -> Any:
        return self.do(who, contract.AnswerCompanyInvitation, accept=accept)

    def bring(self, host: Here, *others: tuple[Here, str]) -> None:
        """Invited and accepted."""
        for other, name in others:
            assert not isinstance(self.invite(host, name), str)
            assert not isinstance(self.accept(other), str)

    def join(self, who: Here) -> Any:
        return self.do(who, contract.JoinCompany)

    def let_in(self, who: Here, other: Here, accept: bool = True) -> Any:
        return self.do(who, contract.AnswerCompanyRequest, player=other.account, accept=accept)

    def leave(self, who: Here) -> Any:
        return self.do(who, contract.LeaveCompany)

    def remove(self, who: Here, other: Here) -> Any:
        return self.do(who, contract.RemoveCompanyMember, player=other.account)

    def role(self, who: Here, other: Here, role: str) -> Any:
        return self.do(who, contract.SetCompanyRole, player=other.account, role=role)

    def seen_by(self, who: Here) -> Any:
        return act(self.lobby, who, contract.GetCompany, company=self.id)

    def roles(self, who: Here) -> list[tuple[str, str]]:
        """Names and roles as a member sees them."""
        return [(each.name, each.role) for each in self.seen_by(who).members]

    def notices(self, who: Here) -> list[tuple[str, str]]:
        """What the player's client was sent, without what says nothing."""
        frames = self.lobby.push.to(who.account, CompanyFrame)
        return [(frame.news, frame.by) for frame in frames if frame.news != "changed"]


def act(lobby: LocalLobby, who: Here, kind: type, **fields: Any) -> Any:
    """The answer, or the code of the refusal."""
    if "id" in kind.__struct_fields__:  # type: ignore[attr-defined]
        fields.setdefault("id", lobby.next_id())
    if kind is contract.SetCompanyEvening:  # tables is asked before the unit of work
        answer = evening_calls.set_evening(lobby.ports, contract.SetCompanyEvening(account=who.account, **fields))
    else:
        answer = lobby.ports.run(USE_CASES[kind], kind(account=who.account, **fields))
    return answer.error if isinstance(answer, Refusal) else answer


def grown_up(lobby: LocalLobby, *names: str) -> list[Here]:
    """Players whose accounts are old enough."""
    people = lobby.enter(*names)
    lobby.wait(lobby.ports.settings.newcomer_days * DAY_MS)
    return people


def found(lobby: LocalLobby, who: Here, name: str = "Η παρέα", joining: str = "invited") -> Company:
    made = act(lobby, who, contract.FoundCompany, name=name, joining=joining)
    assert isinstance(made, contract.CompanyRef), made
    return Company(lobby, made.company)
