"""Answers to the lobby's requests about one account's data, the same in every service."""

from collections.abc import Callable, Sequence
from typing import Any

from services.contracts.lobby.accounts.privacy import ErasureAnswered, ErasureAsked, ExportAnswered, ExportAsked
from services.platform.database.unit_of_work import Work, outbox


def answer_exports(
    work: Work, service: str, events: Sequence[ExportAsked], collect: Callable[[Work, str], dict[str, Any]]
) -> None:
    """For each request, publish what `collect(work, account)` returns."""
    for event in events:
        data = collect(work, event.account)
        work.publish(ExportAnswered(account=event.account, export=event.export, service=service, data=data))


def answer_erasures(
    work: Work, service: str, events: Sequence[ErasureAsked], erase: Callable[[Work, str], None]
) -> None:
    """For each erased account, call `erase(work, account)` and publish that it is done."""
    for event in sorted(events, key=lambda each: each.account):
        erase(work, event.account)
        forget_messages_about(work, event.account)
        work.publish(ErasureAnswered(account=event.account, receipt=event.receipt, service=service))


def forget_messages_about(work: Work, account: str) -> None:
    """Delete sent messages about the account that the outbox still keeps."""
    work.execute(outbox.delete().where(outbox.c.sent == 1, outbox.c.body.contains(account, autoescape=True)))
