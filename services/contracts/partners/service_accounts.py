"""Accounts in whose names other systems act (services/moderation/RULES.md §10)."""

from typing import Annotated, ClassVar, Final

import msgspec

from services.contracts.base import Message, Request

SERVICE_ACCOUNT_PREFIX: Final = "service."
"""What the id of a service account begins with, and of no player's: players' ids have no dots."""


class ServiceAccount(Message, frozen=True):
    """A service account. `owner`: the account of the person who answers for it. `counts_as`: all accounts that are one
    with it where two are needed: itself, its owner, and the owner's other service accounts."""

    account: str
    owner: str
    created_at_ms: int
    removed_at_ms: int | None = None
    counts_as: list[str] = []


class GetServiceAccount(Request[ServiceAccount], frozen=True, kw_only=True):
    """One service account, for the gRPC front."""

    answered_by: ClassVar[str] = "moderation"
    answer: ClassVar[type] = ServiceAccount
    refusals = ("service_account_unknown",)
    account: Annotated[str, msgspec.Meta(max_length=64)]
