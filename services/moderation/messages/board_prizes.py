"""Winners of leaderboards are notified of their prizes (services/ranking/RULES.md §2)."""

from collections.abc import Sequence

from services.contracts.ranking.boards import BoardPrizesPaid
from services.moderation.messages import notices
from services.moderation.messages.use_cases import notify
from services.platform.database.unit_of_work import Work


def board_prizes_paid(work: Work, events: Sequence[BoardPrizesPaid]) -> None:
    """Send a message to each winner, once."""
    for event in sorted(events, key=lambda each: (each.board, each.period)):
        for prize in event.prizes:
            notify(work, notices.board_prize(prize.account, event.board, event.period, prize.place, prize.chips))
