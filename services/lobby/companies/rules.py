"""Companies: names, roles, limits and who follows the founder (RULES.md §23). Pure."""

from collections.abc import Iterable
from typing import Literal

import msgspec

from services.contracts.lobby.people.companies import Evening, Joining, Role
from services.kernel.clock import DAY_MS, TimeMs
from services.kernel.refusal import Refusal
from services.kernel.text.unicode_text import is_longer, length_of
from services.lobby.accounts.look_alike_names import is_reserved, look
from services.lobby.chat.rules import clean

NAME_LENGTH_MIN = 3
NAME_LENGTH_MAX = 40
CANDIDATES_KEPT_MS = 30 * DAY_MS
"""How long invitations and requests wait, and how long a no counts."""

REOPEN_MS = 30 * DAY_MS
"""How long staff may open a company again that they have closed."""
RECORDS_KEPT_MS = 90 * DAY_MS
"""How long the history of a company is kept that there is no more."""

MUTE_MS = DAY_MS
"""How long a host mutes a member in the company's chat."""

CandidateState = Literal["invited", "declined", "declined_unseen", "asked", "refused", "refused_unseen", "removed"]
"""Invited by a host; declined by the player, which hosts do not see (`unseen`: the invitation was taken back); asked by
the player; refused by a host, which the player does not see (`unseen`: the request was taken back); removed."""
UNKNOWN = Refusal("company_unknown")
FORBIDDEN = Refusal("company_forbidden")


class CompanySettings(msgspec.Struct, frozen=True):
    """The operator's limits. `candidates_max`: open invitations of a company, and as many who ask to join."""

    members_max: int = 60
    candidates_max: int = 60
    founded_max: int = 2
    belongs_max: int = 10


class Company(msgspec.Struct, frozen=True):
    """A company as it is stored."""

    id: str
    name: str
    joining: Joining
    founded_at_ms: TimeMs
    picture: str | None = None
    evening: Evening | None = None
    evening_at_ms: TimeMs | None = None
    """The evening that comes next, or is on."""
    call_at_ms: TimeMs | None = None
    """When something about it is due."""
    called_at_ms: TimeMs | None = None
    """The last evening to which members were called."""
    chat_closed_until_ms: TimeMs = 0
    """Until when staff have closed its chat."""


class Member(msgspec.Struct, frozen=True):
    """A member of a company."""

    company: str
    account: str
    role: Role
    joined_at_ms: TimeMs
    muted_until_ms: TimeMs = 0


class Candidate(msgspec.Struct, frozen=True):
    """A player who was invited or has asked to join, and what came of it; `by`: the inviting host."""

    company: str
    account: str
    state: CandidateState
    by: str
    at_ms: TimeMs


def chat_room(company: str) -> str:
    """The name of a company's chat room."""
    return f"company:{company}"


def read_name(raw: str) -> str | Refusal:
    """The name as it is kept; `company_name_invalid`; `company_name_taken` for what looks like the platform's own."""
    name = clean(raw)
    has_letter = any(sign.isalnum() for sign in name)
    if not has_letter or length_of(name) < NAME_LENGTH_MIN or is_longer(name, NAME_LENGTH_MAX):
        return Refusal("company_name_invalid")
    return Refusal("company_name_taken") if is_reserved(name) else name


def name_key(name: str) -> str:
    """The text under which a name is unique: what it looks like as it is shown."""
    return look(name)


_NEUTRAL = {"el": "Παρέα", "en": "Company", "es": "Peña", "pt": "Turma", "it": "Compagnia"}
_NEUTRAL_SIGNS = (6, 12, None)
"""How many signs of its id a company's neutral name has, so that it is no other's; in the end all of them."""


def neutral_names(company: str, language: str) -> list[str]:
    """Names that say nothing, for a company whose name staff take away; the first that is free."""
    word = _NEUTRAL.get(language, _NEUTRAL["en"])
    signs = "".join(sign for sign in company if sign.isalnum())
    return [f"{word} {signs[:length]}"[:NAME_LENGTH_MAX] for length in _NEUTRAL_SIGNS]


def check_age(created_at_ms: TimeMs, now_ms: TimeMs, days_min: int) -> Refusal | None:
    """`account_too_new`, with the time from which on the account may."""
    from_ms = created_at_ms + days_min * DAY_MS
    return Refusal("account_too_new", {"from_ms": from_ms}) if now_ms < from_ms else None


def check_full(members: int, settings: CompanySettings) -> Refusal | None:
    """`company_full`: no place for another member."""
    most = settings.members_max
    return Refusal("company_full", {"most": most}) if members >= most else None


def check_belongs(companies: int, settings: CompanySettings) -> Refusal | None:
    """`company_limit`: the player belongs to as many as one may."""
    most = settings.belongs_max
    return Refusal("company_limit", {"most": most}) if companies >= most else None


def check_founded(companies: int, settings: CompanySettings) -> Refusal | None:
    """`company_found_limit`: the player is the founder of as many as one may be."""
    most = settings.founded_max
    return Refusal("company_found_limit", {"most": most}) if companies >= most else None


def is_host(role: Role | None) -> bool:
    """Whether a member of this role may do what hosts do."""
    return role in ("founder", "host")


def may_remove(actor: Member, other: Member) -> bool:
    """Whether a member may remove another: a host members, the founder anybody else."""
    if actor.account == other.account:
        return False
    return actor.role == "founder" or (actor.role == "host" and other.role == "member")


def heir(left: Iterable[Member]) -> Member | None:
    """The next founder among the members who are left: the longest-standing host, without one the longest-standing
    member; None: there is none, and the company closes."""
    return min(left, key=lambda each: (each.role != "host", each.joined_at_ms, each.account), default=None)
