"""Badges for deeds at the tables (services/ranking/RULES.md §9)."""

from typing import ClassVar, Literal

from services.contracts.base import Message, Request
from services.contracts.ranking.statistics import Name

BadgeId = Literal[
    "won_tavli",
    "won_dominoes",
    "won_pilotta",
    "won_tichu",
    "won_mpirimpa",
    "won_buraco",
    "won_koumkan",
    "won_tictactoe",
    "tavli_double",
    "pilotta_capot",
    "tichu_made",
    "mpirimpa_clean",
    "buraco_clean",
    "competition_game",
    "people",
    "stayed",
    "problems",
]
"""Every badge, in the order in which they are listed."""


class Badge(Message, frozen=True):
    """A badge that an account has, and the end of the match, or the time of the answer, that earned it."""

    badge: BadgeId
    earned_at_ms: int


class Badges(Message, frozen=True):
    """An account's badges, newest first."""

    account: str
    badges: list[Badge]


class ListBadges(Request[Badges], frozen=True, kw_only=True):
    """The badges of an account; one that ranking does not know has none."""

    answer: ClassVar[type] = Badges
    account: Name


class OwnBadge(Badge, frozen=True):
    """One's own badge. `match`: the match that earned it; null: it was a problem of the day."""

    match: str | None


class BadgeGoal(Message, frozen=True):
    """A badge that one does not have: how many of its `needed` deeds are `done`."""

    badge: BadgeId
    done: int
    needed: int


class OwnBadges(Message, frozen=True):
    """One's badges, newest first, and those that are still there to earn. `quiet`: nothing is said of new ones and of
    goals, which are not listed then."""

    badges: list[OwnBadge]
    goals: list[BadgeGoal]
    quiet: bool


class GetOwnBadges(Request[OwnBadges], frozen=True, kw_only=True):
    """One's own badges and goals, as of this moment."""

    answer: ClassVar[type] = OwnBadges
    account: Name
