"""Commands of operators at the shell: roles, messages of the Administrator, cases (RULES.md §8, §10)."""

from typing import get_args

from services.contracts.moderation.cases import CASES_MAX, Case, Cases
from services.contracts.moderation.messages import AdminMessage, SendMessage
from services.kernel.refusal import Refusal
from services.kernel.text.unicode_text import check_reason
from services.moderation.cases.case_rows import list_open
from services.moderation.cases.use_cases import close
from services.moderation.messages import rules as messages
from services.moderation.messages.use_cases import write
from services.moderation.staff import role_rows
from services.moderation.staff.role_changes import set_role
from services.moderation.staff.roles import Role
from services.platform.database.unit_of_work import Work

ROLES: tuple[Role, ...] = get_args(Role)


def give_role(work: Work, account: str, role: Role, by: str, reason: str) -> Refusal | None:
    """Give an account a role, and log it. `reason_required`; a role that the account has already stays as it is."""
    refusal = check_reason(reason)
    if refusal is None:
        set_role(work, account, role, by, "operator", reason, give=True)
    return refusal


def take_role(work: Work, account: str, role: Role, by: str, reason: str) -> Refusal | None:
    """Take a role from an account, and log it. `reason_required`; a missing role is no error."""
    refusal = check_reason(reason)
    if refusal is None:
        set_role(work, account, role, by, "operator", reason, give=False)
    return refusal


def holders(work: Work) -> list[tuple[str, Role]]:
    """Every account that has a role, and the role."""
    return [(account, role) for account, found in sorted(role_rows.all_roles(work).items()) for role in found]


def write_message(work: Work, request: SendMessage, by: str) -> AdminMessage | Refusal:
    """Send a message as the Administrator, to one account or to everybody: `message_invalid`."""
    refusal = messages.check(["administrator"], request.to, request.subject, request.body)
    return refusal or write(work, request, by)


def open_cases(work: Work) -> Cases:
    """The open cases."""
    return Cases(cases=list_open(work, CASES_MAX))


def end_case(work: Work, case: str, by: str, reason: str) -> Case | Refusal:
    """Close a case: `reason_required`, `case_unknown`."""
    return check_reason(reason) or close(work, case, by, "operator", reason)
