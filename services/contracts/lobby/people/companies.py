"""Companies: groups of players with a name, made and run by them (services/lobby/RULES.md §23)."""

from typing import Annotated, ClassVar, Literal, TypeVar

import msgspec

from services.contracts.base import Done, Message, Name, Request, SafeInt, Short
from services.contracts.lobby.chat import ChatLine
from services.contracts.lobby.open_tables import TableLine
from services.contracts.moderation import companies as moderation
from services.contracts.moderation.vocabulary import Alone, SenderId
from services.contracts.staff_roles import DECIDERS, READERS

A = TypeVar("A")
Role = Literal["founder", "host", "member"]
Joining = Literal["open", "asked", "invited"]
"""The way in: any may join; they ask and a host answers; by invitation alone."""
CompanyName = Annotated[str, msgspec.Meta(max_length=400)]
"""As it was typed; what is too long is refused with `company_name_invalid`."""
PAGE_MAX = 50

WHO = ("player_unknown", "guest_forbidden", "visitor_forbidden", "account_suspended", "account_blocked")
"""Codes about the one who acts, before all others."""
OF_HOSTS = (*WHO, "company_unknown", "company_forbidden")


class Evening(Message, frozen=True):
    """When a company meets every week: `weekday` 0 is Monday, `minute` counts from midnight of the local time of `zone`
    (a name of the IANA database, `Europe/Athens`)."""

    weekday: Annotated[int, msgspec.Meta(ge=0, le=6)]
    minute: Annotated[int, msgspec.Meta(ge=0, le=1_439)]
    zone: Short
    game: Short


class CompanyLine(Message, frozen=True):
    """A company as lists show it."""

    company: str
    name: str
    joining: Joining
    members: int
    founder: str
    """The founder's name."""
    picture: str | None = None
    """As a photo's id: `GET /api/photos/<photo>`."""
    role: Role | None = None
    """The reader's own; None: no member."""
    evening: Evening | None = None
    evening_at_ms: int | None = None
    """The evening that comes next, or is on."""
    coming: int = 0
    """How many members come to it."""
    comes: bool = False
    """Whether the reader does."""


class CompanyMember(Message, frozen=True):
    """A member as the others see them."""

    account: str
    name: str
    role: Role
    joined_at_ms: int
    photo: str | None = None
    avatar: str | None = None
    muted_until_ms: int = 0
    """Until when a host has muted them in the company's chat; 0: not."""
    comes: bool = False
    """Whether they come to the next evening."""


class CompanyCandidate(Message, frozen=True):
    """A player who was invited, or who asks to join."""

    account: str
    name: str
    at_ms: int
    photo: str | None = None
    avatar: str | None = None


class Company(Message, frozen=True):
    """A company as one player sees it: all but the line is for members, `asking` and `invited` for its hosts."""

    line: CompanyLine
    members: list[CompanyMember] = []
    """Founder and hosts first, then by how long they have been there."""
    asking: list[CompanyCandidate] = []
    invited: list[CompanyCandidate] = []
    tables: list[TableLine] = []
    """Tables that were opened for the company, newest first."""
    is_invited: bool = False
    """The reader is invited and has not answered."""
    has_asked: bool = False
    """The reader has asked to join and has no answer."""


class CompanyInvitation(Message, frozen=True):
    """An invitation to the reader; `by`: the name of who invites."""

    line: CompanyLine
    by: str
    at_ms: int


class Companies(Message, frozen=True):
    """One's own companies, by name, and what waits for an answer. `most`: to how many one may belong."""

    mine: list[CompanyLine]
    invitations: list[CompanyInvitation]
    asked: list[CompanyLine]
    most: int


class CompanyPage(Message, frozen=True):
    """Companies to join; `next`: what to ask with for more."""

    companies: list[CompanyLine]
    next: str | None = None


class CompanyRef(Message, frozen=True):
    """The id of a company."""

    company: str


class OfCompanies(Request[A], frozen=True, kw_only=True):
    """A request about companies; `account` is who asks."""

    at_home: ClassVar[tuple[str, ...]] = ("account",)
    account: str


class ListOwnCompanies(OfCompanies[Companies], frozen=True, kw_only=True):
    """One's own companies, invitations and requests."""

    answer: ClassVar[type] = Companies
    at_home = ()


class ListOpenCompanies(OfCompanies[CompanyPage], frozen=True, kw_only=True):
    """Companies that any player may join or ask to join, those that one is in left out; in the order of their ids."""

    answer: ClassVar[type] = CompanyPage
    at_home = ()
    after: Short = ""
    limit: Annotated[int, msgspec.Meta(ge=1, le=PAGE_MAX)] = PAGE_MAX


class GetCompany(OfCompanies[Company], frozen=True, kw_only=True):
    """A company as one sees it."""

    answer: ClassVar[type] = Company
    at_home = ()
    refusals = ("company_unknown",)
    company: Short


class FoundCompany(OfCompanies[CompanyRef], frozen=True, kw_only=True):
    """Found a company. `id` is the sender's: sent twice, the same company comes back."""

    answer: ClassVar[type] = CompanyRef
    refusals = (
        *WHO, "account_too_new", "chat_banned", "company_name_invalid", "company_found_limit", "company_limit",
        "company_name_taken",
    )  # fmt: skip
    id: str
    name: CompanyName
    joining: Joining = "invited"


class ChangeCompany(OfCompanies[Done], frozen=True, kw_only=True):
    """Change the name and the way in."""

    answer: ClassVar[type] = Done
    refusals = (*OF_HOSTS, "chat_banned", "company_name_invalid", "company_name_taken")
    id: str
    company: Short
    name: CompanyName
    joining: Joining


class CloseCompany(OfCompanies[Done], frozen=True, kw_only=True):
    """Close a company for good."""

    answer: ClassVar[type] = Done
    refusals = OF_HOSTS
    id: str
    company: Short


class SetCompanyPicture(OfCompanies[Done], frozen=True, kw_only=True):
    """Set the picture: PNG, JPEG or WebP; kept as a small square."""

    answer: ClassVar[type] = Done
    refusals = ("photo_too_large", "photo_invalid", "photo_size_invalid", *OF_HOSTS)
    company: Short
    image: bytes


class DeleteCompanyPicture(OfCompanies[Done], frozen=True, kw_only=True):
    """No picture any more."""

    answer: ClassVar[type] = Done
    refusals = OF_HOSTS
    company: Short


class InviteToCompany(OfCompanies[Done], frozen=True, kw_only=True):
    """Invite a player, by name; who asks to join becomes a member at once. Again changes nothing."""

    answer: ClassVar[type] = Done
    refusals = (*OF_HOSTS, "company_member", "blocked_by_player", "company_full", "company_invitation_limit")
    id: str
    company: Short
    name: Name


class AnswerCompanyInvitation(OfCompanies[Done], frozen=True, kw_only=True):
    """Accept an invitation, or decline it, which is not announced."""

    answer: ClassVar[type] = Done
    refusals = (*WHO, "invitation_unknown", "company_limit", "company_full")
    id: str
    company: Short
    accept: bool


class JoinCompany(OfCompanies[Done], frozen=True, kw_only=True):
    """Join an open company, or ask to; who is invited joins. Again changes nothing."""

    answer: ClassVar[type] = Done
    refusals = (*WHO, "company_unknown", "account_too_new", "blocked_by_player", "company_limit", "company_full")
    id: str
    company: Short


class AnswerCompanyRequest(OfCompanies[Done], frozen=True, kw_only=True):
    """Let a player in who asks, or not, which is not announced."""

    answer: ClassVar[type] = Done
    refusals = (*OF_HOSTS, "request_unknown", "company_full")
    id: str
    company: Short
    player: str
    accept: bool


class LeaveCompany(OfCompanies[Done], frozen=True, kw_only=True):
    """Leave a company, or take one's request back; nothing changes for others."""

    answer: ClassVar[type] = Done
    refusals = ("company_unknown",)
    id: str
    company: Short


class RemoveCompanyMember(OfCompanies[Done], frozen=True, kw_only=True):
    """Remove a member, or take an invitation back."""

    answer: ClassVar[type] = Done
    refusals = (*OF_HOSTS, "member_unknown")
    id: str
    company: Short
    player: str


class SetCompanyRole(OfCompanies[Done], frozen=True, kw_only=True):
    """Make a member a host or a host a member; or hand the company over, after which one is a host oneself."""

    answer: ClassVar[type] = Done
    refusals = (*OF_HOSTS, "member_unknown", "company_found_limit")
    id: str
    company: Short
    player: str
    role: Role


class SetCompanyEvening(OfCompanies[Done], frozen=True, kw_only=True):
    """Set the standing evening, or have none any more (None)."""

    answer: ClassVar[type] = Done
    refusals = (*OF_HOSTS, "zone_unknown", "game_unknown")
    id: str
    company: Short
    evening: Evening | None


class ComeToEvening(OfCompanies[Done], frozen=True, kw_only=True):
    """Come to the next evening, or not after all."""

    answer: ClassVar[type] = Done
    refusals = (*OF_HOSTS, "evening_unknown")
    id: str
    company: Short
    comes: bool


class CompanyChat(Message, frozen=True):
    """The last lines of a company's chat, oldest first."""

    lines: list[ChatLine]


class ListCompanyChat(OfCompanies[CompanyChat], frozen=True, kw_only=True):
    """What was said in a company; new lines come as `chat` frames of the room `company:{id}`."""

    answer: ClassVar[type] = CompanyChat
    at_home = ()
    refusals = ("company_unknown", "company_forbidden")
    company: Short


class MuteCompanyMember(OfCompanies[Done], frozen=True, kw_only=True):
    """Mute a member in the company's chat for 24 hours, or end that."""

    answer: ClassVar[type] = Done
    refusals = (*OF_HOSTS, "member_unknown")
    id: str
    company: Short
    player: str
    muted: bool


# --- staff ---

FOUND_MAX = 20
LINES_MAX = 100
RECORDS_MAX = 100
RecordKind = Literal[
    "founded", "renamed", "rename", "restore_name", "remove_picture", "close_chat", "open_chat", "close", "reopen"
]  # fmt: skip
"""What has become of a company: by its founder (`founded`, `renamed`), or by a deed of staff."""


class CompanyRecord(Message, frozen=True):
    """An entry of a company's history. `name`: as it was called after it; `before`: until then, where that was another
    name; `by`: an account; `reason`: of staff."""

    at_ms: int
    kind: RecordKind
    name: str
    by: str
    before: str = ""
    reason: str = ""


class CompanyFile(Message, frozen=True):
    """A company as staff see it; its members, history and chat as far as they are kept, the newest first."""

    company: str
    name: str
    joining: Joining
    founded_at_ms: int
    picture: str | None
    evening: Evening | None
    evening_at_ms: int | None
    members: list[CompanyMember]
    records: list[CompanyRecord]
    lines: list[ChatLine]
    chat_closed_until_ms: int
    """0: it was not closed."""
    has_taken_name: bool
    """Staff have taken its name, and can give it back."""
    closed_at_ms: int | None = None
    """When staff have closed it; null: they have not."""
    closed_by: str = ""


class GetCompanyFile(Request[CompanyFile], frozen=True, kw_only=True):
    """A company, for staff who may read reports; also one that staff have closed."""

    answer: ClassVar[type] = CompanyFile
    staff_roles: ClassVar[frozenset[str]] = READERS
    refusals = ("forbidden", "company_unknown")
    account: str
    company: Short


class SeenCompany(Message, frozen=True):
    """A company in staff's search."""

    company: str
    name: str
    members: int
    closed: bool


class SeenCompanies(Message, frozen=True):
    """Companies in the order of their names."""

    companies: list[SeenCompany]


class SearchCompanies(Request[SeenCompanies], frozen=True, kw_only=True):
    """The companies with this text in their names, for staff who may read reports; at most 20."""

    answer: ClassVar[type] = SeenCompanies
    staff_roles: ClassVar[frozenset[str]] = READERS
    refusals = ("forbidden",)
    account: str
    name: Annotated[str, msgspec.Meta(max_length=100)]


class ListPlayerCompanies(Request[SeenCompanies], frozen=True, kw_only=True):
    """The companies that a player belongs to, for staff who may read reports."""

    answer: ClassVar[type] = SeenCompanies
    staff_roles: ClassVar[frozenset[str]] = READERS
    refusals = ("forbidden",)
    account: str
    of: Short


class ActOnCompany(Request[Done], frozen=True, kw_only=True):
    """A deed of staff about a company. The lobby adds what it knows and asks moderation, which decides whether it may
    be done; it is done when moderation's event arrives."""

    answer: ClassVar[type] = Done
    staff_roles: ClassVar[frozenset[str]] = DECIDERS
    refusals = (*moderation.REFUSALS, "company_unknown", "company_unchanged", "service_unavailable")
    account: Name
    id: SenderId
    company: Short
    deed: moderation.Deed
    reason: str
    days: SafeInt = 0
    """Of `close_chat`: 1 … 30."""
    alone: Alone = False
    """Of `reopen`."""
