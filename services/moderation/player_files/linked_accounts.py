"""Links between an account and others: devices, addresses, chips, tables (RULES.md §10, a player's file)."""

from typing import Literal

from services.contracts.moderation.reports_and_cards import Link
from services.moderation.signals import observation_rows as rows
from services.platform.database.unit_of_work import Work

_LINKED_MAX = 20


def links_of(work: Work, account: str) -> list[Link]:
    """The strongest links first, by kind."""
    found: list[Link] = []
    kinds: tuple[Literal["device", "address"], ...] = ("device", "address")
    for kind in kinds:
        shared: dict[str, int] = {}
        for place in rows.others(work, kind, account):
            for other in rows.accounts_with(work, kind, place):
                shared[other] = shared.get(other, 0) + 1
        found += _links(kind, account, shared)
    found += _links("chips", account, rows.others(work, "lost_to", account))
    return found + _links("table", account, rows.others(work, "played", account))


def _links(by: str, account: str, counted: dict[str, int]) -> list[Link]:
    strongest = sorted(counted.items(), key=lambda each: (-each[1], each[0]))
    return [Link(account=other, by=by, count=times) for other, times in strongest if other != account][:_LINKED_MAX]  # type: ignore[arg-type]
