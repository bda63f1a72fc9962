"""The log of security events, which the lobby keeps (services/lobby/RULES.md §17)."""

from typing import Annotated, ClassVar, Literal

import msgspec

from services.contracts.base import Done, Request

SecurityKind = Literal[
    "login", "login_failed", "login_refused", "lockout", "password_checked", "password_failed",
    "second_factor_asked", "second_factor_failed", "second_factor_lockout", "password_changed", "password_reset",
    "email_confirmed", "email_changed", "second_factor_on", "second_factor_off", "sessions_ended", "export_asked",
    "export_downloaded", "erased", "staff_read", "pass_issued", "visit_begun",
    "passkey_added", "passkey_removed", "passkey_failed", "passkey_lockout", "passkey_cloned",
    "token_made", "token_revoked", "tokens_ended", "bot_made",
    "provider_linked", "provider_unlinked",
    "program_registered", "program_removed", "program_allowed", "program_ended", "program_token_reused",
]  # fmt: skip


class NoteStaffRead(Request[Done], frozen=True, kw_only=True):
    """Staff have read data about players. `what`: the operation's path; `about`: its subject, as it was requested."""

    answer: ClassVar[type] = Done
    account: str
    what: Annotated[str, msgspec.Meta(max_length=200)]
    about: Annotated[str, msgspec.Meta(max_length=500)]
    address: str = ""
