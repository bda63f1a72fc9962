"""Requests about companies of players (RULES.md §23)."""

from typing import Any

from services.contracts.base import Done
from services.contracts.lobby.people import companies as contract
from services.contracts.lobby.people.conduct import ReportCompany
from services.contracts.moderation import reports
from services.contracts.tournaments.entries import CheckMaker, Maker
from services.kernel.refusal import Refusal
from services.lobby.companies import evening_calls, founding, joining, membership, staff_deeds, views
from services.lobby.conduct import company_reports
from services.lobby.presence import competitors
from services.platform.hosting.rpc import rpc


class CompanyRequests:
    """A part of the lobby's service class."""

    app: Any

    @rpc(contract.ListOwnCompanies)
    def list_own_companies(self, request: contract.ListOwnCompanies) -> contract.Companies:
        """The account's companies."""
        return self.app.ports.run(views.list_own, request)

    @rpc(CheckMaker)
    def check_maker(self, request: CheckMaker) -> Maker | Refusal:
        """Whether an account may make a competition."""
        return self.app.ports.run(competitors.check_maker, request)

    @rpc(contract.ListOpenCompanies)
    def list_open_companies(self, request: contract.ListOpenCompanies) -> contract.CompanyPage:
        """Companies to join."""
        return self.app.ports.run(views.list_open, request)

    @rpc(contract.GetCompany)
    def get_company(self, request: contract.GetCompany) -> contract.Company | Refusal:
        """A company."""
        return self.app.ports.run(views.get_company, request)

    @rpc(contract.FoundCompany)
    def found_company(self, request: contract.FoundCompany) -> contract.CompanyRef | Refusal:
        """Found a company."""
        return self.app.ports.run(founding.found_company, request)

    @rpc(contract.ChangeCompany)
    def change_company(self, request: contract.ChangeCompany) -> Done | Refusal:
        """Change a company's name and way in."""
        return self.app.ports.run(founding.change_company, request)

    @rpc(contract.CloseCompany)
    def close_company(self, request: contract.CloseCompany) -> Done | Refusal:
        """Close a company."""
        return self.app.ports.run(founding.close_company, request)

    @rpc(contract.SetCompanyPicture)
    def set_company_picture(self, request: contract.SetCompanyPicture) -> Done | Refusal:
        """Set a company's picture."""
        return founding.set_picture(self.app.ports, request)

    @rpc(contract.DeleteCompanyPicture)
    def delete_company_picture(self, request: contract.DeleteCompanyPicture) -> Done | Refusal:
        """Delete a company's picture."""
        return self.app.ports.run(founding.delete_picture, request)

    @rpc(contract.InviteToCompany)
    def invite_to_company(self, request: contract.InviteToCompany) -> Done | Refusal:
        """Invite a player to a company."""
        return self.app.ports.run(joining.invite, request)

    @rpc(contract.AnswerCompanyInvitation)
    def answer_company_invitation(self, request: contract.AnswerCompanyInvitation) -> Done | Refusal:
        """Answer an invitation to a company."""
        return self.app.ports.run(joining.answer_invitation, request)

    @rpc(contract.JoinCompany)
    def join_company(self, request: contract.JoinCompany) -> Done | Refusal:
        """Join a company, or request it."""
        return self.app.ports.run(joining.join, request)

    @rpc(contract.AnswerCompanyRequest)
    def answer_company_request(self, request: contract.AnswerCompanyRequest) -> Done | Refusal:
        """Answer a request to join."""
        return self.app.ports.run(joining.answer_request, request)

    @rpc(contract.LeaveCompany)
    def leave_company(self, request: contract.LeaveCompany) -> Done | Refusal:
        """Leave a company."""
        return self.app.ports.run(membership.leave, request)

    @rpc(contract.RemoveCompanyMember)
    def remove_company_member(self, request: contract.RemoveCompanyMember) -> Done | Refusal:
        """Remove a member."""
        return self.app.ports.run(membership.remove, request)

    @rpc(contract.SetCompanyRole)
    def set_company_role(self, request: contract.SetCompanyRole) -> Done | Refusal:
        """Give a member another role."""
        return self.app.ports.run(membership.set_role, request)

    @rpc(contract.SetCompanyEvening)
    def set_company_evening(self, request: contract.SetCompanyEvening) -> Done | Refusal:
        """Set the standing evening."""
        return evening_calls.set_evening(self.app.ports, request)

    @rpc(contract.ComeToEvening)
    def come_to_evening(self, request: contract.ComeToEvening) -> Done | Refusal:
        """Come to the next evening, or not."""
        return self.app.ports.run(evening_calls.come, request)

    @rpc(contract.ListCompanyChat)
    def list_company_chat(self, request: contract.ListCompanyChat) -> contract.CompanyChat | Refusal:
        """The last lines of a company's chat."""
        return self.app.ports.run(views.list_chat, request)

    @rpc(contract.ListPlayerCompanies)
    def list_player_companies(self, request: contract.ListPlayerCompanies) -> contract.SeenCompanies | Refusal:
        """A player's companies, for staff."""
        return self.app.ports.run(staff_deeds.list_of_player, request)

    @rpc(contract.SearchCompanies)
    def search_companies(self, request: contract.SearchCompanies) -> contract.SeenCompanies | Refusal:
        """Companies for staff."""
        return self.app.ports.run(staff_deeds.search, request)

    @rpc(contract.GetCompanyFile)
    def get_company_file(self, request: contract.GetCompanyFile) -> contract.CompanyFile | Refusal:
        """A company as staff see it."""
        return self.app.ports.run(staff_deeds.get_file, request)

    @rpc(contract.ActOnCompany)
    def act_on_company(self, request: contract.ActOnCompany) -> Done | Refusal:
        """A deed of staff about a company."""
        return staff_deeds.act(self.app.ports, request)

    @rpc(ReportCompany)
    def report_company(self, request: ReportCompany) -> reports.Receipt | Refusal:
        """Report a company."""
        return company_reports.report_company(self.app.ports, request)

    @rpc(contract.MuteCompanyMember)
    def mute_company_member(self, request: contract.MuteCompanyMember) -> Done | Refusal:
        """Mute a member in the company's chat."""
        return self.app.ports.run(membership.mute, request)
