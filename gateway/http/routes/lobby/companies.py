"""Companies of players: groups with a name, made and run by players."""

from gateway.http.operations.forwarding import Forwarding
from gateway.http.operations.route import Route
from gateway.rpc import Rpc
from services.contracts.lobby.people import companies


def company_routes(rpc: Rpc) -> list[Route]:
    """Every operation on companies."""
    to = Forwarding(rpc)
    return [*_reading(to), *_founding(to), *_joining(to), *_membership(to), *_evening(to)]


def _reading(to: Forwarding) -> list[Route]:
    return [
        to.route(
            "GET /api/me/companies",
            companies.ListOwnCompanies,
            "One's companies, invitations to others, and those that one has asked to join",
        ),
        to.route(
            "GET /api/companies",
            companies.ListOpenCompanies,
            "Companies that one could join or ask to join; `after`: the last page's `next`",
            query=("after", "limit"),
        ),
        to.route("GET /api/companies/<company>", companies.GetCompany, "A company; who is in it only members see"),
    ]


def _founding(to: Forwarding) -> list[Route]:
    return [
        to.route(
            "POST /api/companies",
            companies.FoundCompany,
            "Found a company",
            body=("id", "name", "joining"),
            body_name="CompanyBody",
            status=201,
        ),
        to.route(
            "PUT /api/companies/<company>",
            companies.ChangeCompany,
            "Change a company's name and the way in; for its founder",
            body=("id", "name", "joining"),
            body_name="CompanyChangeBody",
        ),
        to.route(
            "POST /api/companies/<company>/close",
            companies.CloseCompany,
            "Close a company for good; for its founder",
            body=("id",),
        ),
        to.route(
            "PUT /api/companies/<company>/picture",
            companies.SetCompanyPicture,
            "Another picture of a company: PNG, JPEG or WebP; kept as a small square; for its founder",
            fill={"image": lambda call: call.image},
            body_is_image=True,
        ),
        to.route(
            "DELETE /api/companies/<company>/picture",
            companies.DeleteCompanyPicture,
            "No picture of a company any more; for its founder",
        ),
    ]


def _joining(to: Forwarding) -> list[Route]:
    return [
        to.route(
            "POST /api/companies/<company>/invitations",
            companies.InviteToCompany,
            "Invite a player to a company, by name; for its founder and hosts",
            body=("id", "name"),
        ),
        to.route(
            "POST /api/companies/<company>/answer",
            companies.AnswerCompanyInvitation,
            "Accept an invitation to a company, or decline it",
            body=("id", "accept"),
        ),
        to.route(
            "POST /api/companies/<company>/join",
            companies.JoinCompany,
            "Join an open company, or ask to join",
            body=("id",),
        ),
        to.route(
            "POST /api/companies/<company>/requests/<player>",
            companies.AnswerCompanyRequest,
            "Let a player (an account) in who asks, or not; for founder and hosts",
            body=("id", "accept"),
        ),
    ]


def _membership(to: Forwarding) -> list[Route]:
    return [
        to.route(
            "POST /api/companies/<company>/leave",
            companies.LeaveCompany,
            "Leave a company, or take one's request back",
            body=("id",),
        ),
        to.route(
            "POST /api/companies/<company>/members/<player>/remove",
            companies.RemoveCompanyMember,
            "Remove a member (an account), or take an invitation back; for founder and hosts",
            body=("id",),
        ),
        to.route(
            "POST /api/companies/<company>/members/<player>/role",
            companies.SetCompanyRole,
            "Give a member (an account) another role, or hand the company over; for its founder",
            body=("id", "role"),
        ),
        to.route(
            "POST /api/companies/<company>/members/<player>/mute",
            companies.MuteCompanyMember,
            "Mute a member (an account) in the company's chat for 24 hours, or end that; for founder and hosts",
            body=("id", "muted"),
        ),
    ]


def _evening(to: Forwarding) -> list[Route]:
    return [
        to.route(
            "PUT /api/companies/<company>/evening",
            companies.SetCompanyEvening,
            "Set a company's standing evening, or have none any more; for founder and hosts",
            body=("id", "evening"),
        ),
        to.route(
            "POST /api/companies/<company>/evening/come",
            companies.ComeToEvening,
            "Come to a company's next evening, or not after all",
            body=("id", "comes"),
        ),
        to.route(
            "GET /api/companies/<company>/chat",
            companies.ListCompanyChat,
            "The last lines of a company's chat; for members",
        ),
    ]
