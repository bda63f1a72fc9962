"""The quiet streak of days (services/ranking/RULES.md §8)."""

from typing import ClassVar

from services.contracts.base import Message, Request
from services.contracts.ranking.statistics import Name


class Days(Message, frozen=True):
    """`streak_days`: days in a row on which the account has played or solved a problem; null: nothing is said of it.
    `today`: today is one of them."""

    streak_days: int | None
    today: bool


class GetDays(Request[Days], frozen=True, kw_only=True):
    """One's own streak."""

    answer: ClassVar[type] = Days
    account: Name
